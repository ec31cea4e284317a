//! Saving and continuing a training.

use super::positions::Positions;
use super::train::{Epoch, Training, TrainingSettings};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"DHOWTRN1";

/// Why a saved training cannot be continued.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The bytes are not a saved training.
    #[error("no training of Dhow")]
    Magic,
    /// The bytes are damaged or incomplete.
    #[error("damaged: its checksum does not fit")]
    Damaged,
    /// The training was started with other settings or positions.
    #[error("it was begun with other settings or other games")]
    Other,
}

/// The saved data besides the weights.
#[derive(PartialEq, Serialize, Deserialize)]
struct SavedHeader {
    settings: TrainingSettings,
    /// Checksums of the positions to fit, their neighbours and the positions to validate.
    positions: [u32; 3],
    step: u32,
    epochs: Vec<Epoch>,
}

impl Training<'_> {
    /// The state of the training between two epochs.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = SavedHeader {
            settings: self.settings.clone(),
            positions: self.checksums(),
            step: self.adam.step,
            epochs: self.epochs.clone(),
        };
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for values in [&self.model.values, &self.adam.means, &self.adam.squares, &self.best.values]
        {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Continues from the state of a training with the same settings and positions. If it fails,
    /// nothing changes.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), SavedError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(SavedError::Magic)?;
        let (_, checksum) = bytes.split_last_chunk::<4>().ok_or(SavedError::Damaged)?;
        if crc32fast::hash(&bytes[..bytes.len() - 4]) != u32::from_le_bytes(*checksum) {
            return Err(SavedError::Damaged);
        }
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(SavedError::Damaged)?;
        let (head, rest) = rest
            .split_at_checked(u32::from_le_bytes(*length) as usize)
            .ok_or(SavedError::Damaged)?;
        let head: SavedHeader = serde_json::from_slice(head).map_err(|_| SavedError::Other)?;
        let count = self.model.values.len();
        if head.settings != self.settings
            || head.positions != self.checksums()
            || rest.len() != 4 * (4 * count + 1)
        {
            return Err(SavedError::Other);
        }
        let (numbers, _) = rest.as_chunks();
        let values: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let mut parts = values.chunks_exact(count);
        let places = [
            &mut self.model.values,
            &mut self.adam.means,
            &mut self.adam.squares,
            &mut self.best.values,
        ];
        for (place, part) in places.into_iter().zip(&mut parts) {
            place.copy_from_slice(part);
        }
        (self.adam.step, self.epochs) = (head.step, head.epochs);
        Ok(())
    }

    fn checksums(&self) -> [u32; 3] {
        let Positions { fitted, neighbours, validated, .. } = self.positions;
        [fitted, neighbours, validated].map(|set| set.checksum())
    }
}
