"""python-chess is made for chess, and must get no move of another game."""

import os

import chess
import chess.engine
import pytest


def test_python_chess_is_refused_before_anything_is_played() -> None:
    with chess.engine.SimpleEngine.popen_uci(os.environ["DHOW"]) as engine:
        assert "zanzibar-xl" in (engine.options["UCI_Variant"].var or [])
        engine.configure({"Hash": 8})
        for board in (chess.Board(), chess.Board("4k3/8/8/8/8/8/8/4K2R b - - 0 1")):
            with pytest.raises(chess.engine.EngineError, match="'UCI_Variant', got: chess"):
                engine.play(board, chess.engine.Limit(time=0.1))
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
