"""python-chess is made for chess. Dhow plays it if an option says so, or else gives the null move."""

import os

import chess
import chess.engine
import pytest


def test_python_chess_plays_chess() -> None:
    with chess.engine.SimpleEngine.popen_uci(os.environ["DHOW"]) as engine:
        assert "zanzibar-xl" in (engine.options["UCI_Variant"].var or [])
        engine.configure({"Hash": 8})
        board = chess.Board()
        while len(board.move_stack) < 60 and not board.is_game_over():
            move = engine.play(board, chess.engine.Limit(nodes=200)).move
            assert move in board.legal_moves
            board.push(move)
        mate = chess.Board("6k1/5ppp/8/8/8/8/8/4R2K w - - 0 1")
        assert engine.play(mate, chess.engine.Limit(depth=3)).move == chess.Move.from_uci("e1e8")
        with pytest.raises(chess.engine.EngineError, match="automatically managed"):
            engine.configure({"UCI_Variant": "zanzibar-xl"})


def test_python_chess_that_does_not_see_the_option_gets_the_null_move() -> None:
    with chess.engine.SimpleEngine.popen_uci(os.environ["DHOW"]) as engine:
        # As of an older version, which knew nothing of variants.
        del engine.protocol.options["UCI_Variant"]  # type: ignore[attr-defined]
        board = chess.Board()
        board.push_uci("e2e4")
        for position in (board, chess.Board("4k3/8/8/8/8/8/8/4K2R b - - 0 1")):
            assert engine.play(position, chess.engine.Limit(time=0.1)).move == chess.Move.null()
