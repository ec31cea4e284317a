import itertools
import time

import pytest

import dhow
from dhow import Board, Engine, Limit

MATE_IN_1 = "k11/11Q/10Q1/12/12/12/12/12/12/12/12/K11 w - - 0 1"


@pytest.mark.parametrize("variant", dhow.variants())
def test_engines_play_all_games(engine: Engine, variant: str) -> None:
    board = Board(variant)
    for _ in range(4):
        board.push(engine.play(board, Limit(nodes=300)).move)
    assert len(board.turns) == 4


def test_options_of_games(engine: Engine) -> None:
    board = Board("chieftain", options=["exchange", "free-scouts"])
    board.push("c1d1")
    board.push(engine.play(board, Limit(nodes=300)).move)
    plain = Board("chieftain")
    plain.push(engine.play(plain, Limit(nodes=300)).move)


def test_limits_end_searches(engine: Engine) -> None:
    board = Board("zanzibar-xl")
    began = time.monotonic()
    engine.play(board, Limit(time=0.2))
    engine.play(board, Limit(white_clock=1, black_clock=1, white_increment=0.01))
    assert time.monotonic() - began < 15
    assert engine.analyse(board, Limit(depth=3)).depth == 3
    assert engine.analyse(board, Limit(nodes=2000)).nodes < 10_000
    with pytest.raises(ValueError, match="no limit"):
        engine.play(board, Limit())


def test_analysis(engine: Engine) -> None:
    board = Board("metamachy", setup="KQ/LG")
    best, second, third = engine.analyse(board, Limit(depth=4), multipv=3)
    assert (best.rank, second.rank, third.rank) == (1, 2, 3)
    assert best.score >= second.score >= third.score
    assert len({line.pv[0] for line in (best, second, third)}) == 3
    for line in (best, second, third):
        twin = board.copy()
        for move in line.pv:
            twin.push(move)
    # The next search is for one line again.
    assert engine.analyse(board, Limit(depth=2)).rank == 1
    assert len(engine.analyse(board, Limit(depth=2), multipv=1)) == 1


def test_mates(engine: Engine) -> None:
    board = Board(fen=MATE_IN_1)
    info = engine.analyse(board, Limit(depth=3))
    assert info.score == dhow.Score(mate=1)
    board.push(info.pv[0])
    assert board.is_over()
    assert engine.analyse(board, Limit(depth=1)).score == dhow.Score(mate=0)
    with pytest.raises(dhow.GameOverError):
        engine.play(board, Limit(depth=1))


def test_a_search_is_watched_and_stopped(engine: Engine) -> None:
    board = Board("chieftain")
    with engine.analysis(board, multipv=2) as analysis:
        depths = [info.depth for info in itertools.islice(analysis, 4)]
        with pytest.raises(dhow.DhowError, match="a search is running"):
            engine.play(board, Limit(depth=1))
        assert not analysis.done
    assert analysis.done and depths == sorted(depths)
    assert [line.rank for line in analysis.lines] == [1, 2]
    board.push(analysis.wait().move)
    with engine.analysis(board, Limit(depth=2)) as analysis:
        assert {info.rank for info in analysis} == {1}
    assert engine.play(board, Limit(depth=1)).move


def test_a_begun_turn_cannot_be_searched(engine: Engine) -> None:
    board = Board("mini-chieftain")
    board.push_move("b2c4")
    with pytest.raises(ValueError, match="a turn is begun"):
        engine.play(board, Limit(depth=1))


def test_options(engine: Engine) -> None:
    assert engine.name.startswith("Dhow ")
    assert engine.variants == dhow.variants()
    threads = engine.options["Threads"]
    assert (threads.kind, threads.default, threads.least) == ("spin", "1", 1)
    engine.configure({"Threads": 2, "hash": "4", "Clear Hash": None})
    engine.configure({"Threads": 1, "Hash": 8})
    engine.new_game()
    with pytest.raises(dhow.EngineRefusedError, match="`0` is not a whole number"):
        engine.configure({"Threads": 0})
    with pytest.raises(dhow.EngineRefusedError, match="No such option"):
        engine.configure({"No Such Option": 3})
    with pytest.raises(ValueError, match="not set by hand"):
        engine.configure({"UCI_Variant": "maasai"})
    with pytest.raises(ValueError, match="line break"):
        engine.configure({"Threads": "1\nquit"})
    # What was refused changed nothing.
    assert engine.play(Board(), Limit(depth=1)).move


def test_closing() -> None:
    with Engine() as engine:
        pass
    engine.close()
    with pytest.raises(dhow.EngineDiedError):
        engine.play(Board(), Limit(depth=1))
    with Engine() as engine, engine.analysis(Board()):
        engine.close()
