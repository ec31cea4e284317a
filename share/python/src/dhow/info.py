"""The limits of a search, and its reports."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import total_ordering


@dataclass(frozen=True)
class Limit:
    """When a search shall end: at the first of these. Times are in seconds."""

    time: float | None = None
    """For this move."""
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    """Ends when a mate in this number of moves has been found."""
    white_clock: float | None = None
    """What is left for White."""
    black_clock: float | None = None
    white_increment: float | None = None
    """What White gets for each move."""
    black_increment: float | None = None
    moves_to_go: int | None = None
    """The moves until the clocks get more."""

    def command(self) -> str:
        """The `go` command. Raises `ValueError` for no limit, or one that is not positive."""
        words = ["go"]
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            word, is_time = _WORDS[field.name]
            if value < 0 or (value == 0 and field.name not in _MAY_BE_ZERO):
                raise ValueError(f"{field.name}={value} is no limit")
            words += [word, str(math.ceil(value * 1000) if is_time else int(value))]
        clocks = (self.time, self.depth, self.nodes, self.mate, self.white_clock, self.black_clock)
        if all(limit is None for limit in clocks):
            raise ValueError("no limit: the search would never end; `analysis` can be stopped")
        return " ".join(words)

    @property
    def longest(self) -> float | None:
        """The longest time that the search may take; `None` if nothing limits it."""
        clocks = [clock for clock in (self.white_clock, self.black_clock) if clock is not None]
        longest = [
            *([self.time] if self.time is not None else []),
            *([max(clocks)] if clocks else []),
        ]
        return min(longest) if longest else None


_WORDS = {
    "time": ("movetime", True),
    "depth": ("depth", False),
    "nodes": ("nodes", False),
    "mate": ("mate", False),
    "white_clock": ("wtime", True),
    "black_clock": ("btime", True),
    "white_increment": ("winc", True),
    "black_increment": ("binc", True),
    "moves_to_go": ("movestogo", False),
}
_MAY_BE_ZERO = ("white_clock", "black_clock", "white_increment", "black_increment")


@total_ordering
@dataclass(frozen=True)
class Score:
    """A score from the view of the side to move: centipawns, or moves until mate.

    Exactly one of them is there. A mate is negative where the side to move is mated. Better scores
    are greater, and `-score` is the score as the opponent sees it, but for `mate=0`: the side to move
    is mated already, and a score cannot say that of the opponent.
    """

    cp: int | None = None
    mate: int | None = None

    def __post_init__(self) -> None:
        """Raises `ValueError` unless there is exactly one number."""
        if (self.cp is None) == (self.mate is None):
            raise ValueError("a score is `cp` or `mate`")

    def _rank(self) -> tuple[int, int]:
        if self.mate is None:
            return (0, self.cp or 0)
        return (1, -self.mate) if self.mate > 0 else (-1, -self.mate)

    def __lt__(self, other: Score) -> bool:
        """Whether it is worse."""
        return self._rank() < other._rank()

    def __neg__(self) -> Score:
        """The score as the opponent sees it."""
        if self.cp is not None:
            return Score(cp=-self.cp)
        assert self.mate is not None
        return Score(mate=-self.mate)

    def __str__(self) -> str:
        """In pawns, `+0.35`, or as `#3`, a mate in 3."""
        return f"{(self.cp or 0) / 100:+.2f}" if self.mate is None else f"#{self.mate}"


@dataclass(frozen=True)
class Info:
    """A line of play that the search reports."""

    depth: int
    """In plies; in games with leaders in single moves."""
    score: Score
    pv: tuple[str, ...] = ()
    """The line: turns in their order, the first by the side to move."""
    rank: int = 1
    """1 for the best line, 2 for the second."""
    bound: str | None = None
    """`lower` or `upper` if the score is only a lower or an upper bound."""
    selective_depth: int = 0
    nodes: int = 0
    nps: int = 0
    hash_full: int = 0
    """Thousandths of the hash table that are in use."""
    time: float = 0.0
    """Seconds since the search began."""

    @staticmethod
    def read(line: str) -> Info | None:
        """Reads an `info` line; `None` if it has no score."""
        head, _, pv = line.partition(" pv ")
        words = head.split()
        if words[:1] != ["info"] or words[1:2] == ["string"] or "score" not in words:
            return None

        def number(name: str) -> int:
            return int(words[words.index(name) + 1]) if name in words else 0

        kind = words[words.index("score") + 1]
        score = Score(cp=number("cp")) if kind == "cp" else Score(mate=number("mate"))
        bounds = [word for word in ("lower", "upper") if f"{word}bound" in words]
        return Info(
            depth=number("depth"),
            score=score,
            pv=tuple(pv.split()),
            rank=number("multipv") or 1,
            bound=bounds[0] if bounds else None,
            selective_depth=number("seldepth"),
            nodes=number("nodes"),
            nps=number("nps"),
            hash_full=number("hashfull"),
            time=number("time") / 1000,
        )


@dataclass(frozen=True)
class PlayResult:
    """The result of a search."""

    move: str
    """The turn to play."""
    ponder: str | None
    """The reply that is expected."""
    info: Info | None
    """The best line as it was last reported; `None` if the search ended before there was one."""
