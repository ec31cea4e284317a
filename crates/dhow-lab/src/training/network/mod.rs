//! Trains a [`Network`](dhow_engine::network::Network) on games.
//!
//! [`Positions`] are the packed positions of games. [`Training`] fits a [`Model`] to them with
//! AdamW in batches, and quantises the best model to a network.

mod adam;
mod gradient;
mod model;
mod piece_values;
mod positions;
mod saved;
#[cfg(test)]
mod tests;
mod train;

pub use model::Model;
pub use piece_values::{PieceValue, piece_values};
pub use positions::{Packed, Packer, Positions};
pub use saved::SavedError;
pub use train::{Epoch, FromError, Training, TrainingSettings};
