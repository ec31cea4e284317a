"""Searching positions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import overload

from ._process import Command
from ._session import Option, Session
from .board import Board
from .errors import DhowError, EngineRefusedError, GameOverError
from .info import Info, Limit, PlayResult

# The driver sets these itself.
_MANAGED = ("uci_variant", "setup", "multipv", "ponder", "exchange", "free-scouts")


class Engine:
    """A running engine. Leave it by `with`, or call `close`.

    A process of its own, not to be used by several threads at once. An engine that died, was closed
    or did not answer in time raises `EngineDiedError` for whatever it is asked then.
    """

    def __init__(
        self,
        command: Command | None = None,
        *,
        options: Mapping[str, str | int | bool | None] | None = None,
        timeout: float = 20.0,
    ) -> None:
        """Starts `command`, else what `$DHOW` names, else the program in this package's
        wheel, else `dhow` in the path.

        `timeout` is how many seconds an answer may take beyond what a search was given. `options`
        are set as by `configure`.
        """
        self._session = Session(command, timeout)
        self._multi_pv = 1
        self._analysis: Analysis | None = None
        try:
            self.configure(options or {})
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """Its name and version."""
        return self._session.ids.get("name", "")

    @property
    def options(self) -> dict[str, Option]:
        """The options that it offers, by name."""
        return dict(self._session.options)

    @property
    def variants(self) -> tuple[str, ...]:
        """The games that it plays."""
        return self._session.variants

    def configure(self, options: Mapping[str, str | int | bool | None]) -> None:
        """Sets options such as `Threads` and `Hash`; a button has the value `None`.

        The game, its options, its setup and `MultiPV` follow from the boards and are refused here
        (`ValueError`). What the engine refuses raises `EngineRefusedError`.
        """
        self._idle()
        for name, value in options.items():
            if name.lower() in _MANAGED:
                raise ValueError(f"{name} is not set by hand: it follows from what is asked for")
            text = str(value).lower() if isinstance(value, bool) else value
            self._session.set_option(name, None if text is None else str(text))

    def new_game(self) -> None:
        """Lets the engine forget what it has learned."""
        self._idle()
        self._session.process.send("ucinewgame")
        self._session.process.sync()

    def play(self, board: Board, limit: Limit, *, timeout: float | None = None) -> PlayResult:
        """The turn to play.

        `timeout` is in seconds and for the whole search; if not given it follows from the limit, and
        a search by depth, nodes or mate alone may last for ever. Raises `GameOverError` if there is
        no legal move, and `ValueError` if a turn is begun on the board or nothing limits the search.
        """
        patience = self._patience(limit, timeout)
        with self._search(board, limit.command(), 1, patience) as analysis:
            return analysis.wait()

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: None = None, timeout: float | None = None
    ) -> Info: ...

    @overload
    def analyse(
        self, board: Board, limit: Limit, *, multipv: int, timeout: float | None = None
    ) -> list[Info]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        timeout: float | None = None,
    ) -> Info | list[Info]:
        """The best line; with `multipv` a list of that many lines, the best one first.

        There are fewer if there are fewer legal moves. Limits, timeout and errors are as for `play`;
        a finished game has only the score.
        """
        patience = self._patience(limit, timeout)
        with self._search(board, limit.command(), multipv or 1, patience) as analysis:
            analysis.finish()
            lines = analysis.lines
        if not lines:
            raise DhowError("the search ended without a score")
        return lines[0] if multipv is None else lines

    def analysis(self, board: Board, limit: Limit | None = None, *, multipv: int = 1) -> Analysis:
        """A search to be watched, without a limit if none is given: see `Analysis`."""
        command = "go infinite" if limit is None else limit.command()
        return self._search(board, command, multipv, None)

    def close(self) -> None:
        """Ends the engine. May be called again."""
        self._analysis = None
        self._session.process.close()

    def __enter__(self) -> Engine:
        """The engine itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends the engine."""
        self.close()

    def _patience(self, limit: Limit, timeout: float | None) -> float | None:
        if timeout is not None:
            return timeout
        longest = limit.longest
        return None if longest is None else longest + self._session.process.timeout

    def _idle(self) -> None:
        if self._analysis is not None and not self._analysis.done:
            raise DhowError("a search is running: stop it first")

    def _search(self, board: Board, command: str, multi_pv: int, patience: float | None) -> Analysis:
        self._idle()
        if board.begun:
            raise ValueError(f"a turn is begun ({','.join(board.begun)}): finish it or take it back")
        self._session.place(board._place)
        if multi_pv != self._multi_pv:
            self._session.set_option("MultiPV", str(multi_pv))
            self._multi_pv = multi_pv
        self._session.process.send(command)
        self._analysis = Analysis(self._session, patience)
        return self._analysis


class Analysis:
    """A running search: iterate over it for the lines as they come.

    At the end of a `with` block it is stopped.
    """

    def __init__(self, session: Session, patience: float | None) -> None:
        """Made by `Engine.analysis`. `patience` is how many seconds the search may last."""
        self._session = session
        self._deadline = None if patience is None else time.monotonic() + patience
        self._lines: dict[int, Info] = {}
        self._best: list[str] | None = None
        self._trouble: list[str] = []

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._best is not None or self._session.process.closed

    @property
    def lines(self) -> list[Info]:
        """The latest report of each line, best first: a bound only if there is nothing better."""
        return [self._lines[rank] for rank in sorted(self._lines)]

    def __iter__(self) -> Iterator[Info]:
        """The reports, as they come, until the search ends."""
        while not self.done:
            info = self._next()
            if info is not None:
                yield info

    def stop(self) -> None:
        """Asks the search to end; what it still says can be read."""
        if not self.done:
            self._session.process.send("stop")
            self._deadline = time.monotonic() + self._session.process.timeout

    def finish(self) -> None:
        """Waits for the end."""
        for _ in self:
            pass

    def wait(self) -> PlayResult:
        """Waits for the end; returns the result. Raises `GameOverError` if there is no legal move."""
        self.finish()
        best = self._best or ["(none)"]
        if best[0] == "0000":
            raise EngineRefusedError("; ".join(self._trouble) or "the engine has no such position")
        if best[0] == "(none)":
            raise GameOverError("there is no legal move")
        ponder = best[2] if best[1:2] == ["ponder"] else None
        return PlayResult(best[0], ponder, self._lines.get(1))

    def __enter__(self) -> Analysis:
        """The search itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends the search."""
        self.stop()
        self.finish()

    def _next(self) -> Info | None:
        line = self._session.process.line(self._deadline)
        if line.startswith("bestmove"):
            self._best = line.split()[1:]
            return None
        if line.startswith("info string "):
            self._trouble.append(line.removeprefix("info string "))
        info = Info.read(line)
        if info is not None:
            old = self._lines.get(info.rank)
            if info.bound is None or old is None or old.bound is not None:
                self._lines[info.rank] = info
        return info
