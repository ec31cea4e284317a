//! All integration tests, in one program: the library is linked once.

// Tests may fail where the system refuses what they need.
#![allow(clippy::disallowed_methods)]

mod common;
mod compare;

mod annotate;
mod bare_king;
mod chess;
mod cli;
mod command_assault;
mod command_match;
mod command_records;
mod command_search;
mod command_terminal;
mod command_wins;
mod conversion;
mod datagen;
mod endgame;
mod endgame_small_boards;
mod endurance;
mod engine_processes;
mod evaluation;
mod layers;
mod learn;
mod match_flags;
mod match_journal;
mod mates;
mod names;
mod pgn;
mod play;
mod play_records;
mod puzzles;
mod ranking;
mod refused;
mod search;
mod shako;
mod spsa;
mod strength;
mod study;
mod suites;
mod terminal;
mod tournament;
mod train;
mod turn_players;
mod uci;
mod variant_files;
#[cfg(feature = "web")]
mod web;
mod xboard;
