import sys
import textwrap
import time
from pathlib import Path

import pytest

import dhow
from dhow import Board, Engine, Limit

MOCK = """
import sys, time
def say(line):
    print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        say("option name UCI_Variant type combo default metamachy var metamachy")
        say("uciok")
    elif word == "isready":
        say("readyok")
    elif line.startswith("d json"):
        say('{"options": []}')
    elif word == "quit":
        break
    elif word == "go":
        BEHAVE
"""


@pytest.fixture(name="mock")
def make_mock(tmp_path: Path):  # type: ignore[no-untyped-def]
    def mock(behaviour: str, timeout: float = 20) -> Engine:
        script = tmp_path / "mock.py"
        script.write_text(MOCK.replace("BEHAVE", textwrap.indent(behaviour, " " * 8).lstrip()))
        return Engine([sys.executable, str(script)], timeout=timeout)

    return mock


def test_programs_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(dhow.EngineNotFoundError, match="no program `nowhere/dhow`"):
        Engine("nowhere/dhow")
    with pytest.raises(dhow.EngineNotFoundError, match="empty"):
        Engine([])
    text = tmp_path / "text"
    text.write_text("no program")
    text.chmod(0o755)
    with pytest.raises((dhow.EngineNotFoundError, dhow.EngineDiedError)):
        Engine(text)
    with pytest.raises(dhow.EngineDiedError):
        Board(command=[sys.executable, "-c", ""])


def test_programs_of_other_games() -> None:
    with pytest.raises(dhow.EngineRefusedError, match="is it dhow"):
        Engine([sys.executable, "-c", "input(); print('uciok'); input()"])


def test_a_death_is_told_with_the_last_words(mock) -> None:  # type: ignore[no-untyped-def]
    board = Board()
    with mock("sys.exit('no more ideas')") as engine:
        with pytest.raises(dhow.EngineDiedError, match=r"exit code 1\n  no more ideas"):
            engine.play(board, Limit(depth=1))
        with pytest.raises(dhow.EngineDiedError, match="has ended"):
            engine.play(board, Limit(depth=1))


def test_silence_has_an_end(mock) -> None:  # type: ignore[no-untyped-def]
    began = time.monotonic()
    with mock("time.sleep(60)", timeout=5) as engine, pytest.raises(dhow.EngineTimeoutError):
        engine.play(Board(), Limit(depth=1), timeout=0.2)
    with mock("time.sleep(60)", timeout=0.9) as engine, pytest.raises(dhow.EngineTimeoutError):
        engine.analyse(Board(), Limit(time=0.1))
    assert time.monotonic() - began < 20


def test_refusals_are_told(mock) -> None:  # type: ignore[no-untyped-def]
    with mock("say('info string not this one'); say('bestmove 0000')") as engine:
        with pytest.raises(dhow.EngineRefusedError, match="not this one"):
            engine.play(Board(), Limit(depth=1))
        with pytest.raises(dhow.DhowError, match="without a score"):
            engine.analyse(Board(), Limit(depth=1))


def test_a_board_goes_on_after_its_program_was_killed() -> None:
    board = Board()
    from dhow import _referee

    for session in _referee._sessions.values():
        session.process._child.kill()
        session.process._child.wait()
    with pytest.raises(dhow.EngineDiedError):
        board.push("a3a5")
    board.push("a3a5")
    _referee.close()
    board.push("a10a8")
    assert board.turns == ("a3a5", "a10a8")
