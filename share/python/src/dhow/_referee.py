"""The programs that boards ask for the rules, shared by all boards with the same command."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
from typing import TypeVar

from ._process import Command, resolve
from ._session import Session
from .errors import IllegalMoveError, PositionError

_TIMEOUT = 20.0

T = TypeVar("T")

_lock = threading.RLock()
# A process belongs to whoever started it, so that a forked process starts its own.
_sessions: dict[tuple[int, tuple[str, ...]], Session] = {}


def ask(command: Command | None, question: Callable[[Session], T]) -> T:
    """The answer of the program of a command, which is started if it does not run."""
    key = (os.getpid(), resolve(command))
    with _lock:
        session = _sessions.get(key)
        if session is None or session.process.closed:
            session = Session(key[1], _TIMEOUT)
            # Boards do not search.
            session.set_option("Hash", "1")
            _sessions[key] = session
        try:
            return question(session)
        except (IllegalMoveError, PositionError):
            raise
        except BaseException:
            # Whatever was interrupted may have answers under way.
            session.process.kill()
            raise


def close() -> None:
    """Ends these programs. A board that asks again starts its own anew."""
    with _lock:
        for (owner, _), session in _sessions.items():
            if owner == os.getpid():
                session.process.close()
        _sessions.clear()


atexit.register(close)
