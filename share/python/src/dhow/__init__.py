"""Boards and analysis of great chess variants, by the engine Dhow.

`Board` knows the rules, `Engine` searches; both ask the program `dhow`, which must be installed.
"""

from .board import Board, Outcome, variants
from .engine import Analysis, Engine
from .errors import (
    DhowError,
    EngineDiedError,
    EngineNotFoundError,
    EngineRefusedError,
    EngineTimeoutError,
    GameOverError,
    IllegalMoveError,
    PositionError,
)
from .info import Info, Limit, PlayResult, Score

__all__ = [
    "Analysis",
    "Board",
    "DhowError",
    "Engine",
    "EngineDiedError",
    "EngineNotFoundError",
    "EngineRefusedError",
    "EngineTimeoutError",
    "GameOverError",
    "IllegalMoveError",
    "Info",
    "Limit",
    "Outcome",
    "PlayResult",
    "PositionError",
    "Score",
    "variants",
]
