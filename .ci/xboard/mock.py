#!/usr/bin/env python3
"""A small scripted engine for the self-test of gui.py.

It speaks enough of the XBoard protocol to exercise every scenario: pseudo-legal
moves from a mailbox, the first of which it plays, and invented search lines.
It does not know check, and it claims a draw after forty plies.
"""

import re
import select
import sys

FILES = "abcdefghijkl"
TABLE = ("PNBRQ.E..DIC.A=X..HGS.U..ZM......FLV.O........WK"
         "pnbrq.e..dic.a=x..hgs.u..zm......flv.o........wk")
ZANZIBAR = "ernbulgfbnre/ppppiwwipppp/4pppp4"
ARRAYS = {
    "metamachy": "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12",
    "zanzibar-s": "cmzvfqkuvzmc/ernbwlgwbnre/ppppippipppp/12/12/12",
    "zanzibar-xl": "cmzvdqkovzmc/" + ZANZIBAR + "/12/12",
    "zanzibar-xl-classic": "cmzvhqkxvzmc/" + ZANZIBAR + "/12/12",
    "zanzibar-xxl": "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12",
    "maasai": "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12",
}
CHOICES = {"metamachy": "QLG", "zanzibar-s": "QLGUF", "zanzibar-xl-classic": "QLGHAUF"}
PAWN = "fmWfcFfmnDlcarmWrcalmW"
BETZA = {
    "P": PAWN, "S": PAWN, "K": "KimAimDimN", "I": "KfmnD", "Q": "Q", "R": "R", "B": "B",
    "N": "N", "G": "FyafsF", "U": "WyafsW", "L": "KNAD", "E": "FA", "W": "WD", "M": "C",
    "Z": "Z", "F": "NCZ", "C": "mRcpR", "V": "mBcpB", "O": "mQcpQ", "D": "KADGH", "H": "RN",
    "A": "BN",
}
ATOMS = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0),
         "C": (3, 1), "Z": (3, 2), "G": (3, 3)}
LEAPS = {"K": "WF", "I": "WF", "N": "N", "L": "WFNAD", "E": "FA", "W": "WD", "M": "C",
         "Z": "Z", "F": "NCZ", "D": "WFADGH", "H": "N", "A": "N", "X": "N"}
SLIDES = {"R": "W", "B": "F", "Q": "WF", "H": "W", "A": "F", "X": "F"}
HOPS = {"C": "W", "V": "F", "O": "WF"}
BENT = {"G": "F", "U": "W"}


def directions(atoms):
    """All steps of the given atoms in every direction."""
    steps = set()
    for atom in atoms:
        long, short = ATOMS[atom]
        for a, b in ((long, short), (short, long)):
            steps |= {(a * i, b * j) for i in (1, -1) for j in (1, -1)}
    return sorted(steps)


def name(square):
    """Text of a (file, rank) pair."""
    return f"{FILES[square[0]]}{square[1] + 1}"


def parse_square(text):
    """(file, rank) of text such as `e12`."""
    return FILES.index(text[0]), int(text[1:]) - 1


def placement(board):
    """FEN placement of a {square: letter} dictionary."""
    rows = []
    for rank in range(11, -1, -1):
        cells = "".join(board.get((file, rank), ".") for file in range(12))
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap.group())), cells))
    return "/".join(rows)


def read_placement(text):
    """The {square: letter} dictionary of a FEN placement."""
    board = {}
    for row, cells in enumerate(text.split("/")):
        file = 0
        for item in re.findall(r"\d+|[A-Za-z]", cells):
            if item.isdigit():
                file += int(item)
            else:
                board[file, 11 - row] = item
                file += 1
    return board


class Position:
    """Pieces, side to move, jump rights and the square of a double step."""

    def __init__(self, board, white=True, jumps=(), passed=None):
        self.board, self.white, self.jumps, self.passed = board, white, set(jumps), passed

    def owner(self, square):
        """True for White, False for Black, None for an empty square."""
        piece = self.board.get(square)
        return None if piece is None else piece.isupper()

    def targets(self, start):
        """Pseudo-legal targets of the piece on a square."""
        mine = self.owner(start)
        if mine is None or mine != self.white:
            return set()
        kind = self.board[start].upper()
        found = self.pawn(start, mine) if kind in "PS" else self.piece(start, kind)
        if kind in "PSI":
            found |= self.double(start, mine)
        return {to for to in found if self.owner(to) != mine}

    def pawn(self, start, mine):
        """Single steps, captures and e.p. captures of a Pawn."""
        file, up = start[0], start[1] + (1 if mine else -1)
        ahead = {(file, up)} if (file, up) not in self.board else set()
        sides = {(file + side, up) for side in (1, -1)}
        return ahead | {to for to in sides if to in self.board or to == self.passed}

    def double(self, start, mine):
        """The double step of a Pawn, Soldier or Prince."""
        step = 1 if mine else -1
        path = [(start[0], start[1] + step * n) for n in (1, 2)]
        clear = all(square not in self.board and 0 <= square[1] < 12 for square in path)
        return {path[1]} if clear else set()

    def piece(self, start, kind):
        """Targets of everything but Pawns."""
        found = {add(start, step) for step in directions(LEAPS.get(kind, ""))}
        for step in directions(SLIDES.get(kind, "")):
            found |= set(self.ray(start, step))
        for step in directions(HOPS.get(kind, "")):
            found |= self.hop(start, step)
        for step in directions(BENT.get(kind, "")):
            found |= self.bend(start, step)
        if kind == "K" and start in self.jumps:
            jumps = {add(start, step) for step in directions("DNA")}
            found |= {to for to in jumps if to not in self.board}
        return {to for to in found if inside(to)}

    def ray(self, start, step):
        """Squares along a line up to and including the first piece."""
        square = add(start, step)
        while inside(square):
            yield square
            if square in self.board:
                return
            square = add(square, step)

    def hop(self, start, step):
        """Quiet squares before, and the capture behind, one screen."""
        line = list(self.ray(start, step))
        if not line or line[-1] not in self.board:
            return set(line)
        behind = list(self.ray(line.pop(), step))
        return set(line) | {to for to in behind[-1:] if to in self.board}

    def bend(self, start, step):
        """One step, then slides outward at 45 degrees."""
        corner = add(start, step)
        if not inside(corner) or corner in self.board:
            return {corner}
        x, y = step
        turns = ((x, 0), (0, y)) if x and y else ((x or 1, y or 1), (x or -1, y or -1))
        return {corner}.union(*(self.ray(corner, turn) for turn in turns))

    def play(self, start, to, promoted):
        """The position after a move."""
        board = dict(self.board)
        piece = board.pop(start)
        pawn = piece in "PpSs"
        if pawn and to == self.passed and to not in board:
            board.pop((to[0], start[1]), None)
        if promoted:
            piece = promoted.upper() if piece.isupper() else promoted
        board[to] = piece
        double = piece in "PpSsIi" and start[0] == to[0] and abs(to[1] - start[1]) == 2
        passed = (start[0], (start[1] + to[1]) // 2) if double else None
        return Position(board, not self.white, self.jumps - {start}, passed)


def add(square, step):
    """A square moved by a step."""
    return square[0] + step[0], square[1] + step[1]


def inside(square):
    """Whether a square is on the board."""
    return 0 <= square[0] < 12 and 0 <= square[1] < 12


class Mock:
    """The protocol side."""

    def __init__(self):
        self.variant, self.setup = "metamachy", "QK/LG"
        self.engine_side = None
        self.ponder = self.analysing = self.pondering = False
        self.lifted = None
        self.history = []
        self.new()

    def new(self):
        """Puts up the start array."""
        rows = ARRAYS[self.variant]
        if self.variant == "metamachy":
            back, front = self.setup.lower().split("/")
            rows = rows.replace("qk", back).replace("lg", front)
        board = read_placement(rows + "/12" * 6)
        board.update({(f, 11 - r): p.upper() for (f, r), p in list(board.items())})
        kings = [square for square, piece in board.items() if piece in "Kk"]
        self.history = [Position(board, True, kings)]

    @property
    def position(self):
        """The current position."""
        return self.history[-1]

    def send(self, line):
        """Writes one line to the GUI."""
        print(line, flush=True)

    def run(self):
        """Obeys lines until `quit`, thinking aloud in the pauses."""
        while True:
            timeout = 0.3 if self.analysing or self.pondering else None
            if not select.select([sys.stdin], [], [], timeout)[0]:
                self.send("5 12 30 1234 e3e5 e10e8")
                continue
            line = sys.stdin.buffer.raw.readline().decode().strip()
            word, _, rest = line.partition(" ")
            if word == "quit" or not word:
                return
            handler = getattr(self, "on_" + word, None)
            if handler:
                handler(rest)

    def on_protover(self, _):
        """Announces the features."""
        names = ",".join(ARRAYS)
        self.send("feature done=0")
        self.send('feature myname="Mock" ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0')
        self.send("feature highlight=1 analyze=1 exclude=1 memory=1 smp=1 name=1 debug=1")
        self.send(f'feature variants="{names}"')
        self.send('feature option="Setup -combo *QK/LG /// KQ/LG"')
        self.send("feature done=1")

    def on_option(self, text):
        """Takes the setup."""
        self.setup = text.partition("=")[2]

    def on_new(self, _):
        """A new game in the default variant."""
        self.engine_side = False
        self.new()

    def on_variant(self, text):
        """Switches the variant and describes it."""
        self.variant = text
        self.new()
        self.send(f"setup ({TABLE}) 12x12+0_fairy {placement(self.position.board)} w Kk - 0 1")
        for letter, betza in BETZA.items():
            self.send(f"piece {letter}& {betza}")

    def on_ping(self, text):
        """Answers a ping."""
        self.send("pong " + text)

    def on_force(self, _):
        """Stops playing."""
        self.engine_side, self.pondering = None, False

    def on_hard(self, _):
        """Pondering on."""
        self.ponder = True

    def on_easy(self, _):
        """Pondering off."""
        self.ponder = False

    def on_analyze(self, _):
        """Starts analysing."""
        self.analysing = True

    def on_exit(self, _):
        """Leaves analysis."""
        self.analysing = False

    def on_undo(self, _):
        """Takes one ply back."""
        if len(self.history) > 1:
            self.history.pop()

    def on_remove(self, _):
        """Takes two plies back."""
        self.on_undo(_)
        self.on_undo(_)

    def on_hint(self, _):
        """Suggests a move."""
        self.send("Hint: " + self.choose())

    def on_setboard(self, fen):
        """Sets up a position."""
        fields = fen.split()
        board = read_placement(fields[0])
        kings = [s for s, p in board.items() if p in "Kk" and fields[2] != "-"]
        self.history = [Position(board, fields[1] == "w", kings)]

    def on_lift(self, text):
        """Marks the targets of a lifted piece, or of the second leg of an e.p. capture."""
        position, marks = self.position, {}
        square, passed = parse_square(text), position.passed
        if passed and self.lifted and square == (passed[0], self.lifted[1]):
            self.send("highlight " + placement({passed: "R"}))
            return
        self.lifted = square
        piece = position.board.get(self.lifted, ".")
        for to in position.targets(self.lifted):
            marks[to] = "R" if to in position.board else "Y"
            if piece in "PSIpsi" and to[1] in (0, 11):
                marks[to] = "M"
            if piece in "PSps" and to == passed:
                del marks[to]
                marks[to[0], self.lifted[1]] = "C"
        self.send("highlight " + placement(marks))
        self.offer()

    def on_put(self, _):
        """Repeats the choice, for click-click."""
        self.offer()

    def offer(self):
        """Sends the promotion choice of a piece about to promote."""
        if self.lifted and self.position.board.get(self.lifted, ".") in "PSIpsi":
            if any(to[1] in (0, 11) for to in self.position.targets(self.lifted)):
                self.send("choice " + CHOICES.get(self.variant, "QLGODUF"))

    def on_usermove(self, text):
        """Plays the user's move and replies."""
        legs = [re.match(r"([a-l]\d+)([a-l]\d+)(\w?)", leg) for leg in text.split(",")]
        start, to = parse_square(legs[0][1]), parse_square(legs[-1][2])
        if to not in self.position.targets(start):
            self.send("Illegal move: " + text)
            return
        self.history.append(self.position.play(start, to, legs[-1][3]))
        self.lifted = None
        if self.engine_side is not None:
            self.reply()

    def choose(self):
        """A move: a spread of the generated ones over the game."""
        position = self.position
        moves = sorted((s, t) for s in position.board for t in position.targets(s))
        start, to = moves[len(self.history) * 7 % len(moves)]
        last = to[1] in (0, 11) and position.board[start] in "PSIpsi"
        return name(start) + name(to) + ("q" if last else "")

    def reply(self):
        """Moves, or claims the draw."""
        if len(self.history) > 40:
            self.send("1/2-1/2 {Long enough}")
            return
        move = self.choose()
        start, to, promoted = re.match(r"([a-l]\d+)([a-l]\d+)(\w?)", move).groups()
        self.history.append(self.position.play(parse_square(start), parse_square(to), promoted))
        self.send("move " + move)
        self.pondering = self.ponder

    def on_go(self, _):
        """Starts playing for the side to move."""
        self.engine_side = self.position.white
        self.reply()


if __name__ == "__main__":
    Mock().run()
