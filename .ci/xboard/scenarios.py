#!/usr/bin/env python3
"""Plays an engine in the real XBoard and checks what a user would see.

    scenarios.py ENGINE_COMMAND [--only NAME] [--jobs N] [--shots DIR]

Each scenario starts a fresh XBoard on a screen of its own. Prints `ok NAME` or `FAIL NAME: why` for
each, then `N passed, M failed`; exits with 1 when any failed.
"""

import argparse
import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
from gui import FILES, Failure, Gui, check, poll

ARRAYS = {
    "metamachy": "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12",
    "zanzibar-s": "cmzvfqkuvzmc/ernbwlgwbnre/ppppippipppp/12/12/12",
    "zanzibar-xl": "cmzvdqkovzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12",
    "zanzibar-xl-classic": "cmzvhqkavzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12",
    "zanzibar-xxl": "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12",
    "maasai": "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12",
}
THINKING = r"< \s*\d+ -?\d+ \d+ \d+ \S+"
FAST = ["-searchTime", "0:01"]
STOCK_PICTURES = ["-pieceImageDirectory", ""]
EP_FEN = "6k5/12/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1"
PROMOTION_FEN = "12/2P9/12/8k3/12/12/12/12/12/12/12/6K5 w - - 0 1"
JUMP_FEN = "6k5/12/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/12/6K5 w {} - 0 1"
# An en passant capture, a Prince that promotes, a Pawn that promotes.
RARE_FEN = "6k5/2I9/1p10/12/P11/12/12/12/12/12/12/6K5 b - - 0 1"
RARE_MOVES = ["b10b8", "a8b9", "g12g11", "c11c12l", "g11g10", "b9b10", "g10h10", "b10b11", "h10i10",
              "b11b12q"]
JUMPS = ["g1i1", "g12e12", "e3e5"]
# What the engine writes is to be seen at once, and nothing else.
READING = ["-timeDelay", "0", "-autoDisplayTags", "false", "-autoDisplayComment", "false"]
TOURNAMENT = """\
-participants {{Dhow
Dhow 2
}}
-tourneyType 0
-tourneyCycles 1
-defaultMatchGames 2
-matchPause 300
-saveGameFile "{games}"
-mps 0
-tc 0:01
-inc 0.05
-results ""
"""
JUMPS_FROM_G1 = {"e1", "i1", "e2", "i2", "f1", "h1", "f2", "g2", "h2"}


def array(variant):
    """Placement of a variant's start array, as XBoard writes it."""
    half = ARRAYS[variant]
    return half + "/" + "/".join(reversed(half.split("/"))).upper()


def lift(gui, square, expected):
    """Lifts a piece and waits until exactly the expected squares are marked: with the colours expected, if it is a
    dictionary."""
    read = gui.markers if isinstance(expected, dict) else lambda: set(gui.markers())
    since = gui.mark()
    gui.click(square)
    gui.wait_for(r"< highlight", since=since, timeout=3)
    poll(lambda: read() == expected, 3, lambda: f"{square} marks {gui.markers()}, expected {expected}")
    return gui.markers()


def play(gui, start, to, timeout=15):
    """Makes a move by two clicks and returns the engine's answer."""
    since = gui.mark()
    gui.click(start)
    gui.wait_for(r"< highlight", since=since, timeout=3)
    gui.settle()
    gui.click(to)
    gui.wait_for(rf"> usermove {start}{to}", since=since)
    return gui.wait_for(r"< move (\S+)", timeout, since)[1]


def absent(gui, regex, since=0):
    """Fails when a line is in the dialogue."""
    found = gui.seen(regex, since)
    if found:
        raise Failure(f"unexpected line {found.string!r}")


def sweep_order(gui, choice):
    """The promotion pieces in the order XBoard goes through: that of its table, from the first."""
    table = gui.wait_for(r"< setup \((\S+)\)")[1]
    order = "".join(letter for letter in table if letter in choice)
    start = order.index(choice[0])
    return order[start:] + order[:start]


def edit_game(gui):
    """Enters edit-game (force) mode."""
    since = gui.mark()
    gui.keys("ctrl+e")
    gui.wait_for(r"> force", since=since)


def pieces(placement):
    """The pieces of a FEN's placement: {square: letter}."""
    found = {}
    for rank, text in zip(range(12, 0, -1), placement.split("/")):
        row = "".join("." * int(item) if item.isdigit() else item
                      for item in re.findall(r"\d+|\D", text))
        found.update((f"{file}{rank}", letter) for file, letter in zip(FILES, row) if letter != ".")
    return found


def comes_up(gui, shots):
    """The variant's start array is on the board, 12x12 and in the engine's own pictures."""
    variant = gui.wait_for(r"> variant (\S+)")[1]
    check("array in setup", gui.wait_for(r"< setup \S+ \S+ (\S+)")[1], array(variant))
    check("array", gui.copy_position().split()[0], array(variant))
    check("Black below", gui.sense_orientation(), False)
    absent(gui, r".*(Error|not supported)")
    own_pictures(gui, pieces(array(variant)), variant)


def own_pictures(gui, placed, variant):
    """Every piece looks different from that of XBoard's stock, and nothing else does."""
    white = {square for square, letter in placed.items() if letter.isupper()}
    check("white pieces", sorted(gui.occupied()), sorted(white))
    with launched(gui.engine, variant, STOCK_PICTURES) as stock:
        own, other = gui.pictures(), stock.pictures()
    changed = [square for square in own if own[square] != other[square]]
    check("squares unlike stock", sorted(changed), sorted(placed))


def both_copies_play(gui, shots):
    """Two copies of the engine answer XBoard and move."""
    for arrow in ("<", "<<"):
        introduces_itself(gui, arrow)
        gui.wait_for(rf"{arrow} move \S+", 20)
    absent(gui, r".*(Error|Illegal)")


def one_copy_plays(gui, shots):
    """The engine answers XBoard and shows its array."""
    introduces_itself(gui, "<")
    check("array", gui.copy_position().split()[0], array("zanzibar-xl"))


def introduces_itself(gui, arrow):
    """The engine whose lines begin with the arrow sends its features and the array."""
    listed = gui.wait_for(rf'{arrow} feature .*variants="([^"]*)"')[1].split(",")
    check("missing variants", set(ARRAYS) - set(listed), set())
    gui.wait_for(rf"{arrow} setup \S+ 12x12\S* " + re.escape(array("zanzibar-xl")))


def lift_own_turn(gui, shots):
    """Targets of a Pawn and a Lion at the start."""
    lift(gui, "e3", {"e4": "yellow", "e5": "yellow"})
    gui.click("e3")
    lift(gui, "f2", {"d1", "e1", "h1", "d4", "e4", "f4", "g4", "h4"})


def lift_edit_game(gui, shots):
    """Targets are shown for both sides in edit-game mode."""
    edit_game(gui)
    lift(gui, "e3", {"e4", "e5"})
    gui.click("e5")
    gui.wait_for(r"> usermove e3e5")
    gui.settle()
    lift(gui, "d10", {"d9", "d8"})
    absent(gui, r"< (move|Illegal)")


def lift_analysis(gui, shots):
    """Targets are shown while the engine analyses."""
    gui.keys("ctrl+a")
    gui.wait_for(r"> analyze")
    gui.wait_for(THINKING)
    lift(gui, "e3", {"e4", "e5"})


def lift_black_below(gui, shots):
    """Clicks and marks fit a turned board."""
    gui.flip()
    lift(gui, "d3", {"d4", "d5"})


def ordinary_move(gui, shots):
    """A move is accepted and answered."""
    play(gui, "e3", "e5")
    absent(gui, r"< Illegal")


def en_passant(gui, shots):
    """E.p. as two clicks: onto the victim, then to the target."""
    gui.paste_position(EP_FEN)
    lift(gui, "b10", {"b9", "b8"})
    gui.click("b8")
    gui.wait_for(r"> usermove b10b8")
    gui.settle()
    since = gui.mark()
    lift(gui, "a8", {"a9": "yellow", "a10": "yellow", "b8": "cyan"})
    gui.click("b8")
    gui.wait_for(r"> put b8", since=since)
    poll(lambda: set(gui.markers()) == {"b9"}, 3, lambda: f"second leg marks {gui.markers()}")
    gui.click("b9")
    gui.wait_for(r"> usermove a8b8,b8b9", since=since)
    gui.settle()
    check("position", gui.copy_position().split()[0], "6k5/12/12/1P10/12/12/12/12/12/12/12/6K5")
    absent(gui, r"< Illegal")


def promotion(gui, shots):
    """The third choice is the third piece in the order of the `setup` table."""
    gui.paste_position(PROMOTION_FEN)
    lift(gui, "c11", {"c12": "magenta"})
    since = gui.mark()
    gui.promote("c12", 2, shots and os.path.join(shots, "promotion-choice.png"))
    choice = gui.wait_for(r"< choice (\S+)", since=since)[1]
    check("choice", choice, "QLG")
    third = sweep_order(gui, choice)[2]
    gui.wait_for(rf"> usermove c11c12{third.lower()}", since=since)
    gui.settle()
    check("rank 12", gui.copy_position().split("/")[0], f"2{third}9")
    absent(gui, r"< Illegal")


def king_jump(gui, shots):
    """The King's jump is offered and played."""
    lift(gui, "g1", {"e1", "h1", "i1"})
    gui.click("i1")
    gui.wait_for(r"> usermove g1i1")
    gui.wait_for(r"< move")
    absent(gui, r"< Illegal")


def unmarked_square(gui, shots):
    """A click on an unmarked square sends nothing."""
    lift(gui, "e3", {"e4", "e5"})
    gui.click("e8")
    gui.settle()
    absent(gui, r"> usermove")


def illegal_move(gui, shots):
    """A typed illegal move is refused and taken back."""
    gui.type_move("e3e9")
    gui.wait_for(r"> usermove e3e9")
    gui.wait_for(r"< Illegal move.*e3e9", 3)
    gui.settle()
    check("position", gui.copy_position().split()[0], array("metamachy"))


def takeback(gui, shots):
    """Retracting gives the start array and its targets back."""
    play(gui, "e3", "e5")
    gui.settle()
    gui.keys("ctrl+x")
    gui.wait_for(r"> remove")
    gui.settle()
    check("position", gui.copy_position().split()[0], array("metamachy"))
    lift(gui, "e3", {"e4", "e5"})


def paste_letters(gui, shots):
    """A FEN with jump rights as `Kk` is taken (XBoard drops the rights)."""
    gui.paste_position(JUMP_FEN.format("Kk"))
    since = gui.mark()
    gui.click("e3")
    gui.wait_for(r"< highlight", 3, since)
    absent(gui, r"< (Illegal|Error|tellusererror)")


def paste_files(gui, shots):
    """A FEN with jump rights as file letters keeps them."""
    fen = gui.paste_position(JUMP_FEN.format("Gg"))
    check("jump field", fen.split()[2], "Gg")
    lift(gui, "g1", JUMPS_FROM_G1)
    absent(gui, r"< (Illegal|Error|tellusererror)")


def analysis(gui, shots):
    """Lines appear, a move is excluded by Ctrl+click, and analysis ends."""
    gui.keys("ctrl+a")
    gui.wait_for(r"> analyze")
    gui.wait_for(THINKING)
    since = gui.mark()
    gui.ctrl_click("e3")
    gui.wait_for(r"< highlight", since=since)
    poll(lambda: set(gui.markers()) == {"e4", "e5"}, 3, "no targets")
    gui.ctrl_click("e5")
    gui.wait_for(r"> exclude e3e5", since=since)
    gui.wait_for(THINKING, since=gui.dialogue().index("> exclude e3e5"))
    gui.keys("ctrl+e")
    gui.wait_for(r"> exit", since=since)
    gui.settle()
    absent(gui, r"< (Illegal|Error)")


def hint(gui, shots):
    """Engine > Hint is answered by a move."""
    play(gui, "e3", "e5")
    gui.settle()
    since = gui.mark()
    gui.hint()
    gui.wait_for(r"> hint", since=since)
    gui.wait_for(r"< Hint: [a-l]\d+[a-l]\d+", 5, since)


def pondering(gui, shots):
    """The engine thinks on the user's time and still answers a lift."""
    answer = play(gui, "e3", "e5")
    gui.wait_for(THINKING, since=gui.dialogue().index("< move " + answer))
    lift(gui, "d3", {"d4", "d5"})


def first_variant(gui, shots):
    """Without -variant the first one that the engine lists comes up."""
    check("variant", gui.wait_for(r"> variant (\S+)")[1], "metamachy")
    check("position", gui.copy_position().split()[0], array("metamachy"))


def new_game(gui, shots):
    """New Game after a move gives the array back."""
    play(gui, "e3", "e5")
    gui.settle()
    since = gui.mark()
    gui.keys("ctrl+n")
    gui.wait_for(r"> variant metamachy", since=since)
    gui.wait_for(r"< setup", since=since)
    gui.settle()
    check("position", gui.copy_position().split()[0], array("metamachy"))


def switch_variant(gui, shots):
    """The New Variant dialog switches to each variant, in the order of the engine's list."""
    listed = gui.wait_for(r'< feature .*variants="([^"]*)"')[1].split(",")
    ours = [name for name in listed if name in ARRAYS]
    check("variants", set(ours), set(ARRAYS))
    for name in reversed(listed):
        if name in ARRAYS:
            since = gui.mark()
            gui.new_variant(listed, name)
            check("variant", gui.wait_for(r"> variant (\S+)", since=since)[1], name)
            check(name, gui.copy_position().split()[0], array(name))


def setup_option(gui, shots):
    """-firstOptions Setup gives another array."""
    check("rank 12", gui.copy_position().split("/")[0], "cm3kq3mc")


def launched(engine, variant, options=(), match=False):
    """XBoard as the engine's command `xboard` starts it for a variant."""
    launcher = ["-v", variant] + ["--match"] * match
    return Gui(engine, options=options, launcher=launcher, match=match)


@contextlib.contextmanager
def launched_with_space(engine, options=(), match=False):
    """XBoard as a copy of the engine starts it from a folder with a space in its name."""
    program = shutil.which(engine)
    if program is None:
        raise Failure(f"{engine!r} is not a program that could be copied")
    with tempfile.TemporaryDirectory(prefix="xboard test ") as folder:
        copy = shlex.quote(shutil.copy(program, folder))
        with launched(copy, "zanzibar-xl", options, match) as gui:
            yield gui


def play_in_terminal(engine, folder, variant, start, moves):
    """A game of these moves as the engine's own command `play` saves it: file and last position."""
    path = os.path.join(folder, "played.pgn")
    commands = "\n".join(moves + ["fen", "save " + path, "quit"])
    run = subprocess.run([engine, "play", "-v", variant, "--side", "both", *start], input=commands,
                         capture_output=True, text=True, check=True, timeout=60)
    return path, re.findall(r"> (\S+/\S+) [wb] ", run.stdout)[-1]


def play_match(engine, folder, variant):
    """A game that the engine's own command `match` writes: file and last position."""
    pgn, epd = (os.path.join(folder, name) for name in ("match.pgn", "match.epd"))
    copies = ["-engine", "cmd=self", "name=a", "-engine", "cmd=self", "name=b"]
    subprocess.run([engine, "match", *copies, "-each", "nodes=200", "-variant", variant, "-pgnout", pgn,
                    "-epdout", epd, "-maxmoves", "60", "-srand", "3"], check=True, timeout=120,
                   stdout=subprocess.DEVNULL)
    with open(epd, encoding="utf-8") as end:
        return pgn, end.read().split()[0]


@contextlib.contextmanager
def loaded(engine, variant, write, *arguments):
    """XBoard with a game loaded at its start, and what its last position must be."""
    with tempfile.TemporaryDirectory(prefix="xboard-game-") as folder:
        pgn, end = write(engine, folder, variant, *arguments)
        with Gui(engine, options=["-loadGameFile", pgn, *READING], launcher=["-v", variant],
                 title=os.path.basename(pgn), board=False) as gui:
            gui.expected_end = end
            yield gui


def game_is_read(gui, shots):
    """The loaded game was read to its end, and the engine was told each move."""
    gui.wait_for(r"< pong 2")
    check("windows", [title for title in gui.titles() if title in ("Error", "Note")], [])
    absent(gui, r".*(Illegal|Error)")
    check("last position", gui.copy_position().split()[0].replace("X", "A").replace("x", "a"),
          gui.expected_end.replace("X", "A").replace("x", "a"))


def pasted_games(gui, shots):
    """Games are pasted one after the other."""
    for start, moves in ((["--setup", "default"], JUMPS), (["--fen", RARE_FEN], RARE_MOVES)):
        with tempfile.TemporaryDirectory(prefix="xboard-game-") as folder:
            pgn, gui.expected_end = play_in_terminal(gui.engine, folder, "metamachy", start, moves)
            with open(pgn, encoding="utf-8") as text:
                gui.paste_game(text.read())
        gui.keys("alt+End")
        gui.settle()
        game_is_read(gui, shots)


@contextlib.contextmanager
def tournament(engine):
    """XBoard with a tournament of its own, begun by the engine's command `xboard`."""
    with tempfile.TemporaryDirectory(prefix="xboard tournament ") as folder:
        games, plan = (os.path.join(folder, name) for name in ("games.pgn", "plan.trn"))
        with open(plan, "w", encoding="utf-8") as file:
            file.write(TOURNAMENT.format(games=games))
        with launched(engine, "metamachy", ["-tf", plan], match=True) as gui:
            gui.plan, gui.games = plan, games
            yield gui


def tournament_is_played(gui, shots):
    """Both games are played, their results entered in the tournament's file."""
    def results():
        with open(gui.plan, encoding="utf-8") as plan:
            return re.search(r'-results "([-+=]{2})"', plan.read())
    poll(results, 240, "the tournament does not come to its end")
    with open(gui.games, encoding="utf-8") as games:
        players = re.findall(r'\[(White|Black) "(.*)"\]', games.read())
    check("players", players, [("White", "Dhow"), ("Black", "Dhow 2"), ("White", "Dhow 2"),
                               ("Black", "Dhow")])
    checked = subprocess.run([gui.engine, "pgn", gui.games], capture_output=True, text=True,
                             check=False, timeout=60)
    check("dhow pgn", (checked.returncode, checked.stderr), (0, ""))


def starter(function, *arguments):
    """Calls a function on an engine and further arguments."""
    return lambda engine: function(engine, *arguments)


METAMACHY = ["-variant", "metamachy"] + FAST

# name, scenario, how XBoard is started: a function of the engine, or options
SCENARIOS = [(f"array-{name}", comes_up, starter(launched, name)) for name in ARRAYS] + [
    ("path-with-space", one_copy_plays, launched_with_space),
    ("path-with-space-match", both_copies_play,
     starter(launched_with_space, ["-tc", "0:05", "-highlightLastMove", "false"], True)),
    ("lift-own-turn", lift_own_turn, METAMACHY),
    ("lift-edit-game", lift_edit_game, METAMACHY),
    ("lift-analysis", lift_analysis, METAMACHY),
    ("lift-black-below", lift_black_below, METAMACHY),
    ("move", ordinary_move, METAMACHY),
    ("en-passant", en_passant, METAMACHY),
    ("promotion", promotion, METAMACHY),
    ("king-jump", king_jump, METAMACHY),
    ("unmarked-square", unmarked_square, METAMACHY),
    ("illegal-move", illegal_move, METAMACHY),
    ("takeback", takeback, METAMACHY),
    ("paste-Kk", paste_letters, METAMACHY),
    ("paste-Gg", paste_files, METAMACHY),
    ("analysis", analysis, METAMACHY),
    ("hint", hint, METAMACHY),
    ("pondering", pondering, METAMACHY + ["-ponderNextMove", "true"]),
    ("first-variant", first_variant, FAST),
    ("new-game", new_game, METAMACHY),
    ("switch-variant", switch_variant, METAMACHY),
    ("setup-option", setup_option, METAMACHY + ["-firstOptions", "Setup=KQ/LG"]),
    ("load-jumps", game_is_read,
     starter(loaded, "metamachy", play_in_terminal, ["--setup", "default"], JUMPS)),
    ("load-rare-moves", game_is_read,
     starter(loaded, "metamachy", play_in_terminal, ["--fen", RARE_FEN], RARE_MOVES)),
    ("paste-games", pasted_games, METAMACHY + READING),
    ("tournament", tournament_is_played, tournament),
] + [(f"load-{name}", game_is_read, starter(loaded, name, play_match)) for name in ARRAYS]


def run(engine, name, scenario, start, shots):
    """Runs one scenario; returns why it failed, or None."""
    try:
        with start(engine) if callable(start) else Gui(engine, options=start) as gui:
            try:
                scenario(gui, shots)
            finally:
                if shots:
                    gui.screenshot(os.path.join(shots, name + ".png"))
    except (Failure, subprocess.SubprocessError) as failure:
        return str(failure)
    return None


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("engine", help="command that starts the engine")
    parser.add_argument("--only", metavar="NAME", help="scenarios whose name contains NAME")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="scenarios at a time")
    parser.add_argument("--shots", metavar="DIR", help="folder for screenshots")
    arguments = parser.parse_args()
    if arguments.shots:
        os.makedirs(arguments.shots, exist_ok=True)
    chosen = [row for row in SCENARIOS if (arguments.only or "") in row[0]]
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for (name, *_), why in zip(chosen, pool.map(lambda row: run(arguments.engine, *row, arguments.shots), chosen)):
            failed += why is not None
            print(f"FAIL {name}: {why}" if why else f"ok {name}", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not chosen else 0)


if __name__ == "__main__":
    main()
