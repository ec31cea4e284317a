"""A UCI session: the greeting, options, the game chosen, and positions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._process import Command, Process, resolve
from .errors import DhowError, EngineRefusedError, IllegalMoveError, PositionError

_SAYS = "info string "
# The answers to `setoption` that are not complaints.
_NEWS = ("variant ", "options that are on: ")
_ILLEGAL = ": illegal move "


@dataclass(frozen=True)
class Option:
    """An option of the engine, as its `option` line describes it."""

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Place:
    """A game in UCI's terms: its start, its turns, and the moves of an unfinished turn."""

    variant: str
    options: tuple[str, ...]
    start: str
    turns: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()


class Session:
    """A program that has said `uciok`."""

    def __init__(self, command: Command | None, timeout: float) -> None:
        self.process = Process(resolve(command), timeout)
        self.ids: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self._game: tuple[str, tuple[str, ...]] | None = None
        try:
            self.process.send("uci")
            for line in self.process.until("uciok"):
                self._greeting(line)
            if "UCI_Variant" not in self.options:
                raise EngineRefusedError("the program offers no choice of games: is it dhow?")
        except BaseException:
            self.process.kill()
            raise

    @property
    def variants(self) -> tuple[str, ...]:
        """The known games."""
        return self.options["UCI_Variant"].choices

    def set_option(self, name: str, value: str | None) -> None:
        """Sets an option, or pushes the button if there is no value."""
        self._ask(f"setoption name {name}" + ("" if value is None else f" value {value}"))
        self._settle()

    def choose(self, variant: str, options: Iterable[str]) -> None:
        """Chooses a game with its options on."""
        game = (variant, tuple(options))
        if game == self._game:
            return
        self._game = None
        self._ask(f"setoption name UCI_Variant value {variant}")
        self._settle()
        switches = [name for name, option in self.options.items() if option.kind == "check"]
        for name in (name for name in switches if name != "Ponder"):
            self._ask(f"setoption name {name} value {'true' if name in game[1] else 'false'}")
        self._settle()
        on = self._board("")["options"]
        if missing := set(game[1]) - set(on):
            raise EngineRefusedError(f"{variant} has no option `{missing.pop()}`")
        self._game = game

    def start(self, fen: str | None, setup: str | None) -> dict[str, Any]:
        """The start of a game of the kind chosen, as `d json` describes it."""
        if setup is not None:
            self._ask(f"setoption name Setup value {setup}")
            self._settle()
        self._ask("position startpos" if fen is None else f"position fen {fen}")
        for message in self.messages():
            raise PositionError(message.removeprefix("position: "))
        return self._board("")

    def place(self, place: Place) -> None:
        """Takes up a game at the start of the turn that is to be made."""
        self.choose(place.variant, place.options)
        moves = " moves " + " ".join(place.turns) if place.turns else ""
        self._ask(f"position fen {place.start}{moves}")
        for message in self.messages():
            _, illegal, reason = message.partition(_ILLEGAL)
            if illegal:
                raise IllegalMoveError(reason.partition(": ")[2])
            raise PositionError(message.removeprefix("position: "))

    def describe(self, place: Place, words: str = "") -> dict[str, Any]:
        """A game as `d json` with these words describes it, its turn that is begun included."""
        self.place(place)
        moves = " moves " + " ".join(place.begun) if place.begun else ""
        return self._board(f" {words}{moves}")

    def messages(self) -> list[str]:
        """The program's complaints about the lines sent to it."""
        said = (line.removeprefix(_SAYS) for line in self.process.sync() if line.startswith(_SAYS))
        return [message for message in said if not message.startswith(_NEWS)]

    def _ask(self, line: str) -> None:
        self.process.send(line)

    def _settle(self) -> None:
        for message in self.messages():
            # Options are set for games to come, too.
            if "it will be on in games that have it" not in message:
                raise EngineRefusedError(message)

    def _board(self, words: str) -> dict[str, Any]:
        self._ask(f"d json{words}")
        for line in self.process.sync():
            if line.startswith("{"):
                described: dict[str, Any] = json.loads(line)
                return described
            _, illegal, reason = line.partition(_ILLEGAL)
            if illegal:
                raise IllegalMoveError(reason.partition(": ")[2])
        raise DhowError("the program does not describe positions by `d json`: it is too old")

    def _greeting(self, line: str) -> None:
        words = line.split()
        if words[:1] == ["id"] and len(words) > 2:
            self.ids[words[1]] = " ".join(words[2:])
        elif words[:2] == ["option", "name"]:
            option = _option(words[2:])
            self.options[option.name] = option


def _option(words: list[str]) -> Option:
    """Reads what stands behind `option name`."""
    fields: dict[str, list[str]] = {"name": []}
    choices: list[list[str]] = []
    field = fields["name"]
    for word in words:
        if word == "var":
            field = []
            choices.append(field)
        elif word in ("type", "default", "min", "max"):
            field = fields.setdefault(word, [])
        else:
            field.append(word)

    def text(name: str) -> str:
        return " ".join(fields.get(name, []))

    return Option(
        name=text("name"),
        kind=text("type"),
        default=text("default"),
        least=int(text("min")) if "min" in fields else None,
        most=int(text("max")) if "max" in fields else None,
        choices=tuple(" ".join(choice) for choice in choices),
    )
