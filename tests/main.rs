//! All integration tests, in one program: the library is linked once.

mod common;
mod reference;

mod against_reference;
mod cli;
mod command_options;
mod command_perft;
mod command_reference;
mod command_rules;
mod conversion;
mod datagen;
mod endgame;
mod endgame_small_boards;
mod endurance;
mod engine_processes;
mod evaluation;
mod exchange;
mod fen;
mod layers;
mod mates;
mod movement;
mod other_game;
mod perft;
mod pgn;
mod play;
mod position;
mod random_games;
mod ranking;
mod search;
mod setups;
mod shako;
mod strength;
mod terminal;
mod tournament;
mod uci;
mod xboard;
