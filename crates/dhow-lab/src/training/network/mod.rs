//! Making a [`Network`](dhow_engine::network::Network) from games.
//!
//! [`Positions`] are what is learned of games, packed; [`Training`] fits a [`Model`] to them by Adam
//! (Kingma and Ba, 2015) with decoupled decay of the weights (Loshchilov and Hutter, 2019), in
//! batches, and rounds the best to a network.

mod adam;
mod gradient;
mod model;
mod positions;
mod saved;
#[cfg(test)]
mod tests;
mod train;

pub use model::Model;
pub use positions::{Packed, Packer, Positions};
pub use saved::SavedError;
pub use train::{Epoch, FromError, Settings, Training};
