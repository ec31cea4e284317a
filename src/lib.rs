//! Dhow, an engine for the great 12x12 chess variants.
#![deny(unsafe_code)]
pub mod betza;
pub mod bitboard;
pub mod eval;
pub mod game;
pub mod geometry;
pub mod movegen;
pub mod perft;
pub mod pieces;
pub mod position;
pub mod search;
pub mod variant;
