"""Boards: games in progress by the engine's rules."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from . import _referee
from ._process import Command
from ._session import Place, Session
from .errors import IllegalMoveError, PositionError


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    result: str
    """`1-0`, `0-1` or `1/2-1/2`."""
    winner: str | None
    """`white` or `black`; `None` if it is drawn."""
    reason: str
    """In words: `White mates`, `Draw by threefold repetition`."""


def variants(command: Command | None = None) -> tuple[str, ...]:
    """The known games."""
    return _referee.ask(command, lambda session: session.variants)


class Board:
    """A game in progress.

    Moves are texts, as everywhere in UCI: from-square, to-square and a lower-case letter for a
    promotion (`a3a5`, `a11a12q`). In games with leaders a turn has several moves with commas between
    them (`b2c4,g2f4`); there `push` plays whole turns and `push_move` single moves. In all other
    games both are the same.

    The rules are asked of the program `dhow`: `command`, else what the environment variable `DHOW`
    names, else `dhow` in the path. All boards share one process.
    """

    def __init__(
        self,
        variant: str = "metamachy",
        fen: str | None = None,
        *,
        setup: str | None = None,
        options: Iterable[str] = (),
        command: Command | None = None,
    ) -> None:
        """A game from its start array, from that of a setup, or from a position.

        `setup` is a name (`KQ/LG`), `default` or `random`; `options` are those of games with leaders
        (`exchange`, `free-scouts`). Raises `PositionError` if the FEN is not a position of the game, and
        `EngineRefusedError` if there is no such game, setup or option.
        """
        if fen is not None and setup is not None:
            raise ValueError("a game begins with a FEN or with a setup, not with both")
        if fen is not None and "moves" in fen.split():
            raise PositionError(f"`{fen}` is no FEN")
        chosen = tuple(sorted(set(options)))
        self._command = command

        def start(session: Session) -> dict[str, Any]:
            session.choose(variant, chosen)
            # A setup would stay for boards to come.
            return session.start(fen, setup or "default" if fen is None else None)

        self._state = _referee.ask(command, start)
        self._place = Place(variant, chosen, self._state["fen"])

    # What is played.

    @property
    def variant(self) -> str:
        """The id of the game."""
        return self._place.variant

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the game that are on."""
        return self._place.options

    @property
    def files(self) -> int:
        """How many files the board has."""
        return int(self._state["files"])

    @property
    def ranks(self) -> int:
        """How many ranks the board has."""
        return int(self._state["ranks"])

    @property
    def start_fen(self) -> str:
        """The position in which the game began."""
        return self._place.start

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns made since then, without one that is begun."""
        return self._place.turns

    # The position now.

    @property
    def fen(self) -> str:
        """The position. A FEN stands at the start of a turn; `begun` has the moves made since."""
        return str(self._state["fen"])

    @property
    def side(self) -> str:
        """Who is to move: `white` or `black`."""
        return str(self._state["side"])

    @property
    def fullmove(self) -> int:
        """The number of the move, raised after Black's."""
        return int(self._state["fullmove"])

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The moves that `push_move` takes.

        In games with leaders these are the next moves of the turn, and `end` where the turn may end.
        """
        return tuple(self._state["moves"])

    @property
    def begun(self) -> tuple[str, ...]:
        """The moves made in this turn, where turns have several."""
        return self._place.begun

    @property
    def moves_left(self) -> int:
        """How many more moves this turn may have at most."""
        return int(self._state["left"])

    @property
    def leaders(self) -> tuple[str, ...]:
        """Squares of leaders that may still activate in this turn."""
        return tuple(self._state["leaders"])

    @property
    def movers(self) -> tuple[str, ...]:
        """Squares of pieces that may still be moved in this turn."""
        return tuple(self._state["movers"])

    @property
    def checkers(self) -> tuple[str, ...]:
        """Squares of the pieces that give check."""
        return tuple(self._state["check"])

    @property
    def pieces(self) -> dict[str, str]:
        """The letters of the pieces by square: upper case for White."""
        pieces = {}
        for row, text in enumerate(self._state["placement"].split("/")):
            for file, letter in enumerate(_cells(text)):
                if letter:
                    pieces[f"{_file_name(file)}{self.ranks - row}"] = letter
        return pieces

    def piece_at(self, square: str) -> str | None:
        """The letter of the piece on a square."""
        return self.pieces.get(square)

    # The end.

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        outcome = self._state["outcome"]
        return Outcome(**outcome) if outcome else None

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def result(self) -> str:
        """The result as PGN has it: `*` while the game goes on."""
        return self.outcome.result if self.outcome else "*"

    # Playing.

    def push(self, turn: str) -> None:
        """Plays a turn: all its moves, or the rest of one that is begun.

        Raises `IllegalMoveError` with the reason if it cannot be made.
        """
        text = ",".join([*self._place.begun, _word(turn)])
        self._go_to(replace(self._place, turns=(*self._place.turns, text), begun=()))

    def push_move(self, move: str) -> None:
        """Plays a single move, or `end`, which ends a turn. Raises `IllegalMoveError`."""
        place, move = self._place, _word(move)
        moves = (*place.begun, move)
        state = self._described(replace(place, begun=moves))
        if state["begun"]:
            self._place = replace(place, begun=moves)
        else:
            turn = ",".join(part for part in moves if part != "end")
            self._place = replace(place, turns=(*place.turns, turn), begun=())
        self._state = state

    def pop(self) -> str:
        """Takes back the turn that is begun, or else the last one; returns it.

        Raises `IndexError` at the start.
        """
        place = self._place
        if place.begun:
            back = ",".join(place.begun)
            self._go_to(replace(place, begun=()))
        elif place.turns:
            back = place.turns[-1]
            self._go_to(replace(place, turns=place.turns[:-1]))
        else:
            raise IndexError("no turn to take back")
        return back

    def copy(self) -> Board:
        """A board that goes its own way from here."""
        twin = Board.__new__(Board)
        twin._command, twin._place, twin._state = self._command, self._place, self._state
        return twin

    # Pictures.

    def svg(self, *, flipped: bool = False) -> str:
        """The position as SVG, the last turn marked; seen by Black if `flipped`."""
        words = "svg flip" if flipped else "svg"
        return str(self._described(self._place, words)["svg"])

    def _repr_svg_(self) -> str:
        """Shows the board in a notebook."""
        return self.svg()

    def __str__(self) -> str:
        """The letters of the pieces, as White sees them."""
        width = 3 if self.files > len(string.ascii_lowercase) else 2
        rows = self._state["placement"].split("/")
        lines = [
            f"{self.ranks - row:>2} " + "".join((cell or ".").rjust(width) for cell in _cells(text))
            for row, text in enumerate(rows)
        ]
        names = "".join(_file_name(file).rjust(width) for file in range(self.files))
        return "\n".join([*lines, f"   {names}"])

    def __repr__(self) -> str:
        """The call that makes such a board, without the moves before it."""
        options = f", options={self.options!r}" if self.options else ""
        return f"Board({self.variant!r}, {self.fen!r}{options})"

    def _go_to(self, place: Place) -> None:
        self._state = self._described(place)
        self._place = place

    def _described(self, place: Place, words: str = "") -> dict[str, Any]:
        def question(session: Session) -> dict[str, Any]:
            return session.describe(place, words)

        return _referee.ask(self._command, question)


def _word(text: str) -> str:
    if len(text.split()) != 1:
        raise IllegalMoveError(f"`{text}` is not a move")
    return text.strip()


def _cells(row: str) -> list[str]:
    """The squares of a row of a FEN: a letter, or nothing."""
    cells: list[str] = []
    number = ""
    for letter in row:
        if letter.isdigit():
            number += letter
            continue
        cells.extend([""] * int(number or 0))
        number = ""
        cells.append(letter)
    return cells + [""] * int(number or 0)


def _file_name(file: int) -> str:
    """The name of a file, from 0: after `z` comes `aa`."""
    letters = string.ascii_lowercase
    return letters[file] if file < len(letters) else letters[0] + letters[file - len(letters)]
