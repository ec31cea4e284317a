"""The program as a subprocess that speaks UCI."""

from __future__ import annotations

import importlib.metadata
import os
import queue
import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence

from .errors import EngineDiedError, EngineNotFoundError, EngineTimeoutError

Command = str | os.PathLike[str] | Sequence[str]

_STDERR_LINES = 10
_FAREWELL = 2.0


def installed() -> str | None:
    """The program that was installed with this package, if its wheel has one."""
    try:
        files = importlib.metadata.files("dhow") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    programs = (str(file.locate()) for file in files if file.name in ("dhow", "dhow.exe"))
    return next((program for program in programs if os.access(program, os.X_OK)), None)


def resolve(command: Command | None) -> tuple[str, ...]:
    """The words of a command; without one `$DHOW`, what came with the package, or `dhow` in the path."""
    if command is None:
        command = os.environ.get("DHOW") or installed() or "dhow"
    words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
    if not words:
        raise EngineNotFoundError("the command of the engine is empty")
    program = shutil.which(words[0])
    if program is None:
        raise EngineNotFoundError(
            f"there is no program `{words[0]}`: put dhow into the path, name it by the environment "
            "variable DHOW, or give its command"
        )
    return (program, *words[1:])


class Process:
    """A running program: lines in, lines out, each wait with an end."""

    def __init__(self, command: tuple[str, ...], timeout: float) -> None:
        self.timeout = timeout
        self._name = os.path.basename(command[0])
        self._stderr: deque[str] = deque(maxlen=_STDERR_LINES)
        # `None` marks the end of the output.
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._closed = False
        try:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise EngineNotFoundError(f"{command[0]} cannot be started: {error}") from error
        self._readers = [
            threading.Thread(target=self._read_answers, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def closed(self) -> bool:
        """Whether nothing more can be asked."""
        return self._closed

    def send(self, line: str) -> None:
        """Sends a line. One with a line break is refused, since it would be two."""
        if "\n" in line or "\r" in line:
            raise ValueError(f"a line break in {line!r}")
        if self._closed:
            raise EngineDiedError(f"{self._name} has ended")
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(line + "\n")
            self._child.stdin.flush()
        except OSError:
            self._died()

    def line(self, deadline: float | None) -> str:
        """The next line, waited for until a moment of `time.monotonic`."""
        wait = None if deadline is None else max(0.0, deadline - time.monotonic())
        if self._closed:
            raise EngineDiedError(f"{self._name} has ended")
        try:
            line = self._lines.get(timeout=wait)
        except queue.Empty:
            self.kill()
            raise EngineTimeoutError(f"{self._name} did not answer in time") from None
        if line is None:
            self._died()
        assert line is not None
        return line

    def until(self, last: str) -> Iterator[str]:
        """The lines before one that is `last`."""
        deadline = time.monotonic() + self.timeout
        while (line := self.line(deadline)) != last:
            yield line

    def sync(self) -> list[str]:
        """The remaining answers to everything sent so far."""
        self.send("isready")
        return list(self.until("readyok"))

    def close(self) -> None:
        """Ends the program, by force if it does not obey. May be called again."""
        if self._closed:
            return
        try:
            self.send("quit")
            self._child.wait(_FAREWELL)
        except (EngineDiedError, subprocess.TimeoutExpired):
            pass
        self.kill()

    def kill(self) -> None:
        """Ends the program at once."""
        if self._closed:
            return
        self._closed = True
        self._child.kill()
        self._child.wait()
        for reader in self._readers:
            reader.join(_FAREWELL)
        for pipe in (self._child.stdin, self._child.stdout, self._child.stderr):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                # What was still to be written cannot be.
                continue

    def _died(self) -> None:
        try:
            code: int | None = self._child.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            code = None
        self.kill()
        said = "".join(f"\n  {line}" for line in self._stderr)
        how = "closed its output" if code is None else f"ended with exit code {code}"
        raise EngineDiedError(f"{self._name} {how}{said}")

    def _read_answers(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self._child.stderr is not None
        for line in self._child.stderr:
            self._stderr.append(line.rstrip())
