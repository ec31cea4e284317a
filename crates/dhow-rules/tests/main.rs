//! All integration tests of the rules, in one program.

// Tests may fail where the system refuses what they need.
#![allow(clippy::disallowed_methods)]

mod command_reference;
mod common;
mod reference;

mod against_reference;
mod any_board;
mod castling;
mod chu;
mod command_against_reference;
mod command_keys;
mod command_options;
mod command_perft;
mod command_refusals;
mod command_rules;
mod confined;
mod diagrams;
mod exchange;
mod facing;
mod fen;
mod flags;
mod large_boards;
mod locusts;
mod movement;
mod other_game;
mod perft;
mod position;
mod random_games;
mod sections;
mod setups;
