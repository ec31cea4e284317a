import pytest

from dhow import Info, Limit, Score


def test_scores_are_ordered() -> None:
    worst_first = [
        Score(mate=0),
        Score(mate=-1),
        Score(mate=-5),
        Score(cp=-30),
        Score(cp=0),
        Score(cp=12),
        Score(mate=7),
        Score(mate=1),
    ]
    assert sorted(reversed(worst_first)) == worst_first
    assert -Score(cp=12) == Score(cp=-12) and -Score(mate=3) == Score(mate=-3)
    assert [str(score) for score in (Score(cp=35), Score(cp=-1234), Score(mate=-2))] == [
        "+0.35",
        "-12.34",
        "#-2",
    ]
    with pytest.raises(ValueError):
        Score()
    with pytest.raises(ValueError):
        Score(1, 2)


def test_info_lines() -> None:
    line = (
        "info depth 3 seldepth 5 multipv 2 score cp -34 lowerbound nodes 1000 nps 50000 "
        "hashfull 1 time 20 pv b2c4,g2f4 b11c9"
    )
    assert Info.read(line) == Info(
        depth=3,
        score=Score(cp=-34),
        pv=("b2c4,g2f4", "b11c9"),
        rank=2,
        bound="lower",
        selective_depth=5,
        nodes=1000,
        nps=50000,
        hash_full=1,
        time=0.02,
    )
    assert Info.read("info depth 0 score mate 0") == Info(depth=0, score=Score(mate=0))
    assert Info.read("info string score cp 3") is None
    assert Info.read("bestmove a3a5") is None


def test_limits() -> None:
    assert Limit(time=0.0501).command() == "go movetime 51"
    assert Limit(depth=3, nodes=100, mate=2).command() == "go depth 3 nodes 100 mate 2"
    clocks = Limit(white_clock=0, black_clock=60.5, white_increment=1, moves_to_go=40)
    assert clocks.command() == "go wtime 0 btime 60500 winc 1000 movestogo 40"
    assert clocks.longest == 60.5
    assert Limit(time=1, white_clock=5).longest == 1
    assert Limit(depth=3).longest is None
    for none in (Limit(), Limit(moves_to_go=3), Limit(depth=0), Limit(time=-1)):
        with pytest.raises(ValueError):
            none.command()
