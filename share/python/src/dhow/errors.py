"""What can go wrong."""

from __future__ import annotations


class DhowError(Exception):
    """Any error of this package's own."""


class EngineNotFoundError(DhowError):
    """The program cannot be started."""


class EngineDiedError(DhowError):
    """The program ended, or its input was closed, while an answer was awaited.

    The message ends in what it last wrote to its standard error. After this nothing more can be
    asked of it.
    """


class EngineTimeoutError(DhowError):
    """No answer came in time. The program has been killed."""


class EngineRefusedError(DhowError):
    """The program refused a command; the message is its own. It can go on."""


class IllegalMoveError(DhowError, ValueError):
    """A move or turn that cannot be made; the message says why. The board stays as it was."""


class PositionError(DhowError, ValueError):
    """No position of the game; the message says why."""


class GameOverError(DhowError):
    """A move was requested in a position without legal moves."""
