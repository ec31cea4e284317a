//! The board in the browser without its server: what pages and games say to each other, and what they do.
//!
//! A host has the pages, the engines and the kept games: the server of `dhow web`, or a worker in the browser. A game
//! ([`session`]) or an analysis ([`analysis`]) receives messages one after the other, and says when it wants to be called
//! again. The page knows no rules: it gets the legal moves, and sends the chosen one. [`message`] and docs/web.md
//! describe the messages.
//!
//! | module | holds |
//! |---|---|
//! | [`visitor`] | who looks at a page |
//! | [`message`] | the messages |
//! | [`lines`], [`reach`], [`view`], [`games`] | scores, moves, positions and games in the form for pages |
//! | [`check`], [`exercise`], [`puzzles`], [`lessons`] | positions that are set up, and those in which something is to be found |
//! | [`table`] | a game, its clocks and its end |
//! | [`engines`] | the engines of a host, and how games share them |
//! | [`store`], [`keeper`] | the kept games of a host |
//! | [`order`], [`pages`], [`session`], [`analysis`] | games and analyses with their pages |
//! | [`library`], [`kept`], [`chapters`] | what a game begins with, what is kept, and the studies in it |
//! | [`errand`], [`import`], [`pasted`] | what pages ask for, and texts that they bring |

// Tests may panic where the system refuses a resource.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod analysis;
pub mod chapters;
pub mod check;
pub mod engines;
pub mod errand;
pub mod exercise;
pub mod games;
pub mod import;
pub mod keeper;
pub mod kept;
pub mod lessons;
pub mod library;
pub mod lines;
pub mod message;
pub mod order;
pub mod pages;
pub mod pasted;
pub mod puzzles;
pub mod reach;
pub mod session;
pub mod store;
pub mod table;
pub mod view;
pub mod visitor;
