import random
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import dhow

GAMES = dhow.variants()
LEADERS = ("chieftain", "mini-chieftain", "superchief", "overlord", "grand-chieftain")
SUITES = [Path(__file__).resolve().parents[3] / "perft-data" / f"{game}.epd" for game in GAMES]


def test_all_games_are_there() -> None:
    assert len(GAMES) == 19
    assert set(LEADERS) < set(GAMES)


@pytest.mark.parametrize("variant", GAMES)
def test_random_games_and_back(variant: str) -> None:
    choice = random.Random(variant)
    board = dhow.Board(variant, setup="random" if variant not in LEADERS else None)
    seen = [board.fen]
    while len(board.turns) < 30 and not board.is_over():
        made = len(board.turns)
        board.push_move(choice.choice(board.legal_moves))
        if len(board.turns) > made:
            seen.append(board.fen)
    again = dhow.Board(variant, seen[0])
    for turn in board.turns:
        again.push(turn)
    # A turn in progress is not part of the position.
    assert again.fen == board.fen
    for turn, before in zip(reversed(board.turns), reversed(seen[:-1]), strict=True):
        if board.begun:
            board.pop()
        assert board.pop() == turn
        assert board.fen == before
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.stem)
def test_legal_moves_are_as_many_as_were_counted(suite: Path) -> None:
    counted = 0
    for line in suite.read_text().splitlines():
        fen, *fields = (field.strip() for field in line.split(";"))
        if not fen or fen.startswith("#"):
            continue
        told = [tuple(field.split(None, 1)) for field in fields if field]
        options = [value for name, value in told if name == "option"]
        values = dict(told)
        if "D1" in values and counted < 60:
            board = dhow.Board(values.get("variant", "metamachy"), fen, options=options)
            assert len(board.legal_moves) == int(values["D1"]), line
            counted += 1
    assert counted > 0


def test_pieces_and_text() -> None:
    board = dhow.Board()
    assert (board.files, board.ranks, board.side, board.fullmove) == (12, 12, "white", 1)
    assert board.piece_at("g1") == "K" and board.piece_at("g12") == "k"
    assert board.piece_at("a6") is None
    assert len(board.pieces) == 60
    assert str(board).splitlines()[-1] == "    a b c d e f g h i j k l"
    assert str(board).splitlines()[-2].startswith(" 1  C M . . . Q K")
    assert repr(board) == f"Board('metamachy', {board.fen!r})"


def test_wide_boards() -> None:
    board = dhow.Board("overlord")
    assert (board.files, board.ranks) == (30, 15)
    assert any(square.startswith("ad") for square in board.pieces)
    assert len(board.pieces) == 128
    assert all(move == "end" or move[-1].isdigit() for move in board.legal_moves)
    assert "aa ab ac ad" in str(board)


def test_illegal_moves_change_nothing() -> None:
    board = dhow.Board()
    before = (board.fen, board.turns)
    for bad in ("a3a9", "a3", "", "a3a4 b3b4", "a3a4,b3b4", "a3a4\nquit", "moves", "end"):
        for push in (board.push, board.push_move):
            with pytest.raises(dhow.IllegalMoveError):
                push(bad)
    with pytest.raises(dhow.IllegalMoveError, match="Pawn on a3 cannot go there"):
        board.push("a3a9")
    assert (board.fen, board.turns) == before
    board.push("a3a5")
    assert board.side == "black"


def test_turns_of_several_moves() -> None:
    board = dhow.Board("mini-chieftain")
    board.push("a4a5")
    board.push_move("b11c9")
    assert (board.begun, board.side, board.moves_left) == (("b11c9",), "black", 1)
    assert "end" in board.legal_moves and board.leaders and board.movers
    assert board.piece_at("c9") == "n"
    twin = board.copy()
    with pytest.raises(dhow.IllegalMoveError, match="has moved in this turn already"):
        twin.push("c9d7")
    twin.push("g11f9")
    assert twin.turns == ("a4a5", "b11c9,g11f9") and not twin.begun
    board.push_move("end")
    assert board.turns == ("a4a5", "b11c9") and board.side == "white"
    assert twin.pop() == "b11c9,g11f9"
    twin.push_move("b11c9")
    assert twin.pop() == "b11c9" and twin.turns == ("a4a5",)
    with pytest.raises(dhow.IllegalMoveError):
        twin.push_move("end")


def test_setups_and_options() -> None:
    assert dhow.Board(setup="KQ/LG").fen.startswith("cm3kq3mc/")
    # A setup is for one board.
    assert dhow.Board().fen.startswith("cm3qk3mc/")
    assert len({dhow.Board("maasai", setup="random").fen for _ in range(5)}) > 1
    with pytest.raises(dhow.EngineRefusedError, match="setup"):
        dhow.Board(setup="QQ/LG")
    with pytest.raises(ValueError, match="not with both"):
        dhow.Board(fen=dhow.Board().fen, setup="default")
    plain, exchange = dhow.Board("chieftain"), dhow.Board("chieftain", options=["exchange"])
    assert exchange.options == ("exchange",) and plain.options == ()
    exchange.push("c1d1")
    with pytest.raises(dhow.IllegalMoveError):
        plain.push("c1d1")
    with pytest.raises(dhow.EngineRefusedError, match="metamachy has no option `exchange`"):
        dhow.Board(options=["exchange"])
    with pytest.raises(dhow.EngineRefusedError, match="`checkers` is not one of"):
        dhow.Board("checkers")


def test_positions() -> None:
    for bad in ("", "12/12 w", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"):
        with pytest.raises(dhow.PositionError):
            dhow.Board(fen=bad)
    with pytest.raises(dhow.PositionError, match="is no FEN"):
        dhow.Board(fen=dhow.Board().fen + " moves a3a5")


def test_ends() -> None:
    mated = dhow.Board(fen="k10Q/11Q/12/12/12/12/12/12/12/12/12/K11 b - - 0 1")
    assert mated.outcome == dhow.Outcome("1-0", "white", "White mates")
    assert mated.is_over() and mated.result() == "1-0" and mated.legal_moves == ()
    assert mated.checkers == ("l12",)
    board = dhow.Board("mini-chieftain", "8/8/8/8/8/8/8/8/2c5/3M4/4C3/8 w - - 0 1")
    assert board.result() == "*" and board.outcome is None
    board.push_move("d3c4")
    assert board.outcome == dhow.Outcome("1-0", "white", "White captures the last leader")
    for push in (board.push, board.push_move):
        with pytest.raises(dhow.IllegalMoveError):
            push("e2e3")
    draw = dhow.Board()
    for _ in range(2):
        for move in ("c2d4", "c11d9", "d4c2", "d9c11"):
            draw.push(move)
    assert draw.result() == "1/2-1/2" and "repetition" in draw.outcome.reason  # type: ignore[union-attr]


@pytest.mark.parametrize("variant", GAMES)
def test_pictures(variant: str) -> None:
    board = dhow.Board(variant)
    picture = board._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert board.svg(flipped=True) != picture
    board.push_move(board.legal_moves[0])
    assert board.svg() != picture
