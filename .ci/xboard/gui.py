#!/usr/bin/env python3
"""Drives the real XBoard on a virtual screen, for automatic tests of an engine.

    with Gui("dhow", variant="metamachy") as gui:
        gui.click("e3")
        print(gui.markers())
        gui.click("e5")
        gui.wait_for(r"< move (\\S+)")

Needs the Debian packages listed in the file `packages` beside this one. The
virtual screen is read from Xvfb's frame buffer file, so no imaging library is
needed. `gui.py --self-test` plays a few moves with the engine in mock.py.
"""

import argparse
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

FILES = "abcdefghijkl"
SIZE = len(FILES)
SCREEN = (1280, 1000)
# Games that XBoard knows by itself, of those that the engine plays.
XBOARD_VARIANTS = ("capablanca", "chu", "courier", "grand")
COLOURS = {
    (255, 255, 0): "yellow",
    (255, 0, 0): "red",
    (0, 255, 255): "cyan",
    (255, 0, 255): "magenta",
    (0, 255, 0): "green",
    (0, 0, 255): "blue",
}
WHITE_BODY = b"\xcc\xff\xff\xff"
SWEEP_STEP = 28
# What the tests need in any case.
TEST_OPTIONS = [
    "-saveSettingsOnExit", "false",
    # Engines that the machine has would be items of the Engine menu.
    "-recentEngines", "0",
    "-autoInstall", "",
    "-soundProgram", "",
    "-popupExitMessage", "false",
    "-fixedSize", "true",
    "-animateMoving", "false",
    "-highlightMoveWithArrow", "false",
    "-ponderNextMove", "false",
    "-debug",
]
# What the games need, which `xboard` of the engine brings itself.
GAME_OPTIONS = [
    "-testLegality", "false",
    "-showTargetSquares", "true",
    "-sweepPromotions", "true",
    "-messageSuppress", "Right-clicking menu item or dialog text pops up help on it",
]


class Failure(Exception):
    """Something expected of XBoard or the engine did not happen."""


def poll(condition, timeout, why):
    """Waits until condition() is true and returns its value; raises Failure."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure(why() if callable(why) else why)
        time.sleep(0.05)


def pitch(size):
    """Distance between squares of a 12-file board with `-size SIZE`."""
    return ((size + 1) * 8 + 6) // 12


class Screen:
    """A virtual X screen with a window manager, readable pixel by pixel."""

    def __init__(self, directory):
        self.file = os.path.join(directory, "Xvfb_screen0")
        reader, writer = os.pipe()
        width, height = SCREEN
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24",
             "-fbdir", directory, "-nolisten", "tcp", "-noreset", "-wr", "-nocursor"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        if not number:
            raise Failure("Xvfb did not start")
        self.display = ":" + number

    def pixels(self):
        """The frame buffer as (rows, bytes per row), four bytes a pixel: BGRA."""
        with open(self.file, "rb") as dump:
            data = dump.read()
        header = struct.unpack(">25I", data[:100])
        start, stride = header[0] + header[19] * 12, header[12]
        return [data[start + y * stride:start + (y + 1) * stride] for y in range(header[5])]

    def save(self, path):
        """Writes the screen to a PNG file."""
        rows = self.pixels()
        raw = b"".join(b"\0" + rgb_row(row) for row in rows)
        size = struct.pack(">IIBBBBB", len(rows[0]) // 4, len(rows), 8, 2, 0, 0, 0)
        with open(path, "wb") as out:
            out.write(b"\x89PNG\r\n\x1a\n")
            for kind, body in ((b"IHDR", size), (b"IDAT", zlib.compress(raw)), (b"IEND", b"")):
                out.write(struct.pack(">I", len(body)) + kind + body)
                out.write(struct.pack(">I", zlib.crc32(kind + body)))

    def close(self):
        """Ends the server."""
        self.server.terminate()
        self.server.wait()


def rgb_row(row):
    """Turns a row of BGRA pixels into RGB."""
    rgb = bytearray(len(row) // 4 * 3)
    rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
    return bytes(rgb)


def black_line(row, length):
    """Where an opaque black run of `length` pixels begins in a row, or None."""
    found = row.find(b"\0\0\0\xff" * length)
    return None if found < 0 else found // 4


def find_grid(rows, step):
    """Left and top of the 12x12 grid of the given pitch, or None.

    The grid is recognised by thirteen black lines at equal distances.
    """
    length = SIZE * step
    for top in range(len(rows) - length):
        left = black_line(rows[top], length)
        if left is None:
            continue
        below = [black_line(rows[top + n * step], length) for n in range(1, SIZE + 1)]
        if all(other == left for other in below):
            return left, top
    return None


class Gui:
    """One running XBoard with an engine.

    It is started directly, or with `launcher`, the arguments of the engine's own
    command `xboard`, by that command, with the engine's settings and pictures.
    With `match` two engines play each other, and the screen never rests. `title` is
    a part of the title of its window. Without `board` its squares are not looked for:
    those of a move that was just made have frames of another colour.
    """

    def __init__(self, engine, variant=None, options=(), size=49, launcher=None,
                 match=False, title="xboard", board=True):
        self.engine = engine
        self.home = tempfile.mkdtemp(prefix="xboard-test-")
        self.log = os.path.join(self.home, "debug.log")
        self.step = pitch(size)
        self.grid = None
        self.flipped = False
        self.processes = []
        self.screen = Screen(self.home)
        self.environment = dict(os.environ, HOME=self.home, DISPLAY=self.screen.display,
                                XDG_CACHE_HOME=os.path.join(self.home, "cache"),
                                PATH=os.environ["PATH"] + ":/usr/games", LC_ALL="C.UTF-8")
        if launcher is None:
            command = ["xboard", "-fcp", engine] + GAME_OPTIONS
        else:
            command = shlex.split(engine) + ["xboard", *launcher, "--"]
        command += TEST_OPTIONS + ["-size", str(size), "-nameOfDebugFile", self.log]
        command += (["-variant", variant] if variant else []) + list(options)
        try:
            self.start(["openbox"])
            poll(self.managed, 10, "openbox did not start")
            self.start(command)
            self.wait_for(r"< pong", 20)
            if match:
                self.find_grid()
            else:
                self.wait_active(title)
                self.window = self.output("xdotool", "getactivewindow")
                if board:
                    self.find_board()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def start(self, command):
        """Starts a program on the virtual screen."""
        process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def close(self):
        """Ends everything and removes the temporary files."""
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.screen.close()
        shutil.rmtree(self.home, ignore_errors=True)

    # The dialogue between XBoard and the engine.

    def dialogue(self):
        """Lines exchanged so far: `> text` to the engine, `< text` from it.

        Those of a second engine begin with `>>` and `<<`. XBoard logs a line that
        it sends in two pieces (`usermove` and the move) as two: they are joined.
        """
        try:
            with open(self.log, encoding="utf-8", errors="replace") as log:
                text = log.read()
        except FileNotFoundError:
            return []
        text = re.sub(r"(?<= )\d+ >(?:first|second)\s*: ", "", text)
        found = re.findall(r"^\d+ ([<>])(first|second)\s*: (.*)$", text, re.MULTILINE)
        return [f"{arrow * (1 + (who == 'second'))} {line.rstrip()}" for arrow, who, line in found]

    def mark(self):
        """A place in the dialogue, to be given as `since`."""
        return len(self.dialogue())

    def seen(self, regex, since=0):
        """The first match of a regular expression in the dialogue, or None."""
        matches = (re.match(regex, line) for line in self.dialogue()[since:])
        return next((match for match in matches if match), None)

    def wait_for(self, regex, timeout=10, since=0):
        """Waits for a line in the dialogue and returns the match."""
        def why():
            tail = " | ".join(self.dialogue()[since:][-8:])
            return f"no line {regex!r} within {timeout} s; last lines: {tail}"
        return poll(lambda: self.seen(regex, since), timeout, why)

    # The board on the screen.

    def find_grid(self):
        """Finds the lines of the board."""
        self.grid = poll(lambda: find_grid(self.screen.pixels(), self.step), 10,
                         "no 12x12 grid on the screen")

    def find_board(self):
        """Finds the grid; wanted again when the window has moved or changed its size."""
        self.settle()
        self.find_grid()
        self.settle()

    def settle(self, timeout=5):
        """Waits until the screen has not changed for 0.2 seconds."""
        def still():
            before = self.screen.pixels()
            time.sleep(0.2)
            return before == self.screen.pixels()
        poll(still, timeout, "the screen keeps changing")

    def centre(self, square):
        """Screen coordinates of the centre of a square."""
        column, row = FILES.index(square[0]), SIZE - int(square[1:])
        if self.flipped:
            column, row = SIZE - 1 - column, SIZE - 1 - row
        left, top = self.grid
        half = (self.step + 1) // 2
        return left + column * self.step + half, top + row * self.step + half

    def squares(self):
        """All squares of the board."""
        return [f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES]

    def pictures(self):
        """What is inside the lines of each square: {square: rows of pixels}."""
        rows, found = self.screen.pixels(), {}
        for square in self.squares():
            x, y = self.centre(square)
            reach = self.step // 2 - 2
            span = slice((x - reach) * 4, (x + reach) * 4)
            found[square] = [row[span] for row in rows[y - reach:y + reach]]
        return found

    def markers(self):
        """The marked squares: {square: colour name}."""
        rows, found = self.screen.pixels(), {}
        for square in self.squares():
            x, y = self.centre(square)
            blue, green, red = rows[y][x * 4:x * 4 + 3]
            if (red, green, blue) in COLOURS:
                found[square] = COLOURS[red, green, blue]
        return found

    def occupied(self):
        """Squares that show a white piece."""
        return {square for square, picture in self.pictures().items()
                if any(WHITE_BODY in row for row in picture)}

    def sense_orientation(self):
        """Sets `flipped` from where White's pieces stand; valid at a start array."""
        self.flipped = False
        ranks = [int(square[1:]) for square in self.occupied()]
        if not ranks:
            raise Failure("no white pieces on the screen")
        self.flipped = sum(ranks) / len(ranks) > SIZE / 2
        return self.flipped

    def flip(self):
        """Turns the board around."""
        self.keys("F2")
        self.flipped = not self.flipped
        self.settle()

    def screenshot(self, path):
        """Saves the screen as a PNG file."""
        self.screen.save(path)

    # Mouse, keyboard and clipboard.

    def xdotool(self, *arguments):
        """Runs xdotool on the virtual screen."""
        subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL)

    def press(self, square, button=1):
        """Presses a mouse button on a square."""
        self.xdotool("mousemove", *self.centre(square), "mousedown", button)

    def move(self, x, y):
        """Moves the pointer relatively."""
        self.xdotool("mousemove_relative", "--sync", "--", x, y)

    def release(self, button=1):
        """Releases a mouse button."""
        self.xdotool("mouseup", button)

    def click(self, square):
        """Clicks on a square."""
        self.press(square)
        self.release()

    def ctrl_click(self, square):
        """Clicks on a square with the Control key down."""
        self.xdotool("keydown", "ctrl")
        self.click(square)
        self.xdotool("keyup", "ctrl")

    def drag(self, start, to):
        """Drags a piece."""
        self.press(start)
        self.xdotool("mousemove", *self.centre(to))
        self.release()

    def promote(self, square, place, path=None):
        """Clicks on a promotion square and takes the choice at a place (0 is the default).

        The lifted piece must be selected already. The mouse goes back towards
        the mover's side, one choice a step; `path` saves a picture before release.
        """
        self.press(square)
        self.settle()
        back = -1 if (int(square[1:]) == 1) != self.flipped else 1
        for _ in range(place):
            self.move(0, back * SWEEP_STEP)
            self.settle()
        if path:
            self.screenshot(path)
        self.release()

    def keys(self, *names):
        """Presses keys in the board's window, such as `ctrl+e`.

        Other windows, such as the engine output in analysis, may have taken the keyboard.
        """
        self.xdotool("windowactivate", "--sync", self.window)
        self.dialog_keys(*names)

    def dialog_keys(self, *names):
        """Presses keys in the window that has the keyboard."""
        self.xdotool("key", "--clearmodifiers", "--delay", 40, *names)

    def type_move(self, text):
        """Types a move into XBoard's move entry."""
        self.xdotool("windowactivate", "--sync", self.window, "type", "--delay", 60, text)
        self.settle()
        self.dialog_keys("Return")

    def output(self, *command):
        """What a program on the virtual screen prints; empty when it fails or takes too long."""
        try:
            run = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                                 check=False, timeout=10)
        except subprocess.TimeoutExpired:
            return ""
        return run.stdout.strip() if run.returncode == 0 else ""

    def managed(self):
        """Whether the window manager is ready."""
        return "window id" in self.output("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")

    def wait_active(self, title):
        """Waits until the keyboard goes to a window whose title contains `title`."""
        def active():
            return title in self.output("xdotool", "getactivewindow", "getwindowname")
        poll(active, 10, f"no active window {title!r}")

    def set_clipboard(self, text):
        """Puts a text on the clipboard."""
        subprocess.run(["xclip", "-selection", "clipboard"], input=text, text=True, check=True,
                       env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # A process in the background takes the clipboard, perhaps later than what is copied next.
        poll(lambda: self.clipboard() == text.strip(), 10, "the clipboard does not take a text")

    def clipboard(self):
        """The text on the clipboard."""
        return self.output("xclip", "-selection", "clipboard", "-o")

    def paste_position(self, fen):
        """Pastes a FEN into XBoard; returns the one that reaches the engine."""
        since = self.mark()
        self.set_clipboard(fen)
        self.keys("ctrl+shift+v")
        received = self.wait_for(r"> setboard (.*)", since=since)[1]
        self.settle()
        return received

    def paste_game(self, pgn):
        """Pastes a game into XBoard."""
        since = self.mark()
        self.set_clipboard(pgn)
        self.keys("ctrl+v")
        self.wait_for(r"> setboard", since=since)
        self.settle()

    def titles(self):
        """The titles of all windows that can be seen."""
        windows = self.output("xdotool", "search", "--onlyvisible", "--name", ".").split()
        return [self.output("xdotool", "getwindowname", window) for window in windows]

    def copy_position(self):
        """The FEN of the board, as XBoard copies it to the clipboard."""
        stale = f"nothing copied at {time.monotonic()}"
        self.set_clipboard(stale)
        self.keys("ctrl+shift+c")
        return poll(lambda: self.clipboard() not in ("", stale) and self.clipboard(), 10,
                    "XBoard copied no position")

    def hint(self):
        """Chooses Engine > Hint: the sixth menu, the fourth item from below.

        Up wraps to the last item whether or not the menu opens with its first one selected.
        """
        self.keys("F10", *["Right"] * 5, *["Up"] * 4, "Return")

    def new_variant(self, listed, name):
        """Chooses a variant of the engine's list in the dialog.

        Three entry fields precede the buttons: first those of XBoard's own variants, disabled unless
        the engine plays them, then those of the engine's.
        """
        xboards = [variant for variant in listed if variant in XBOARD_VARIANTS]
        others = [variant for variant in listed if variant not in XBOARD_VARIANTS]
        place = len(xboards) + others.index(name)
        since = self.mark()
        self.keys("alt+shift+v")
        self.wait_active("New Variant")
        self.settle()
        self.dialog_keys(*["Tab"] * (place + 3), "space")
        self.wait_for(r"< pong", since=since)
        self.wait_active("xboard")
        # XBoard changes its window for 8x8 and back, and sometimes leaves it empty until the next event.
        self.settle()
        self.keys("F2", "F2")
        self.find_board()


def self_test(shots):
    """Plays some moves against the mock engine and checks what the driver sees."""
    mock = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mock.py")
    with Gui(f"{sys.executable} {shlex.quote(mock)}", "metamachy") as gui:
        check("orientation", gui.sense_orientation(), False)
        check("white pieces", {square[1:] for square in gui.occupied()}, {"1", "2", "3"})
        gui.click("e3")
        gui.wait_for(r"< highlight")
        gui.settle()
        check("markers", gui.markers(), {"e4": "yellow", "e5": "yellow"})
        if shots:
            gui.screenshot(os.path.join(shots, "self-test.png"))
        gui.click("e5")
        gui.wait_for(r"> usermove e3e5")
        gui.wait_for(r"< move")
        gui.settle()
        gui.keys("ctrl+x")
        gui.wait_for(r"> remove")
        gui.settle()
        gui.flip()
        gui.click("d3")
        gui.settle()
        check("markers, flipped", set(gui.markers()), {"d4", "d5"})
        check("FEN", gui.copy_position().split()[1], "w")
    print("self-test passed")


def check(what, found, expected):
    """Raises Failure unless both are equal."""
    if found != expected:
        raise Failure(f"{what}: found {found}, expected {expected}")


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--self-test", action="store_true", required=True)
    parser.add_argument("--shots", metavar="DIR", help="folder for screenshots")
    arguments = parser.parse_args()
    try:
        self_test(arguments.shots)
    except Failure as failure:
        sys.exit(f"self-test failed: {failure}")


if __name__ == "__main__":
    main()
