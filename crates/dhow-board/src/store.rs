//! The kept games of a host.

use super::visitor::WebVisitor;
use std::io;

/// Whether a text has the form of the id of a kept game.
pub fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Where a host keeps games, as JSON texts under ids of 32 hexadecimal digits.
pub trait GameStore: Send + Sync {
    /// Saves a game for the visitor who started it.
    ///
    /// # Errors
    /// If there is no room for it, or the system refuses it.
    fn save(&self, id: &str, game: &str, visitor: WebVisitor) -> Result<(), Unkept>;

    /// Loads a game; `None` if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read, with the reason.
    fn load(&self, id: &str) -> Result<Option<String>, String>;

    /// Whether a game is saved.
    fn has(&self, id: &str) -> bool;

    /// The ids of the saved games with the times of their last moves in milliseconds since 1970, the latest first.
    fn list(&self) -> Vec<(String, u64)>;

    /// Whether a visitor may delete this game. Guests may delete only games of guests.
    fn may_delete(&self, id: &str, visitor: WebVisitor) -> bool;

    /// Deletes a game for a visitor. Returns whether it was deleted.
    fn delete(&self, id: &str, visitor: WebVisitor) -> bool;

    /// Keeps a variant file under the id of its first game.
    ///
    /// # Errors
    /// If there is no room for it, or the system refuses it.
    fn keep_variants(&self, id: &str, file: &str) -> io::Result<()>;
}

/// Why a game cannot be saved.
#[derive(Debug, thiserror::Error)]
pub enum Unkept {
    /// The maximum number is reached.
    #[error("{0} are kept already, which is the most; delete some")]
    Room(String),
    /// The system refuses it.
    #[error("{0}")]
    Failed(#[from] io::Error),
}
