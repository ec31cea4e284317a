//! Dhow, an engine for the great 12x12 chess variants.
#![deny(unsafe_code)]
pub mod bench;
pub mod betza;
pub mod bitboard;
pub mod board_picture;
pub mod cli;
pub mod eval;
pub mod game;
pub mod geometry;
pub mod movegen;
pub mod perft;
pub mod pgn;
pub mod pieces;
pub mod position;
pub mod protocol;
pub mod san;
pub mod search;
pub mod variant;
