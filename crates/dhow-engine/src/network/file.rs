//! Network files.

use super::inputs::{Inputs, InputsError};
use super::weights::{Block, Network, OUTPUT_BUCKETS};

const MAGIC: &[u8; 8] = b"DHOWNNUE";
const VERSION: u16 = 1;
/// Largest size of a network file in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// Flag, always set: files are counted from the own King's half.
const MIRRORS: u8 = 1;
/// Flag: scores are added to those of the hand-crafted evaluation.
const ADDS_TO_HCE: u8 = 2;

/// Largest absolute output weight: sums stay exact enough.
const MOST_OUTPUT: f32 = 1000.0;

/// Why some bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// They do not start with the magic number.
    #[error("not a network of Dhow")]
    Magic,
    /// Files are counted from the first, not from the own King's half.
    #[error("a network of an older Dhow: learn it anew")]
    Older,
    /// An unknown version of the format.
    #[error("a network of version {0}, and {VERSION} is expected")]
    Version(u16),
    /// They are too few or too many.
    #[error("{found} bytes, and {expected} are expected")]
    Length {
        /// Number of bytes.
        found: usize,
        /// Expected number of bytes, as far as read.
        expected: usize,
    },
    /// The checksum is wrong.
    #[error("damaged: its checksum does not fit")]
    Damaged,
    /// A number out of range.
    #[error("{what} {found}")]
    Number {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        found: usize,
    },
    /// An output weight that is not a number, or is out of range.
    #[error("a weight of the output beyond {MOST_OUTPUT}")]
    Output,
    /// A name that is not UTF-8.
    #[error("a name is not text")]
    Name,
    /// Too many inputs.
    #[error("{0}")]
    Inputs(#[from] InputsError),
}

impl Network {
    /// The network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let inputs = self.inputs();
        let (files, ranks) = inputs.board();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        let flags = if self.adds_to_hce { MIRRORS | ADDS_TO_HCE } else { MIRRORS };
        bytes.extend([files, ranks, flags]);
        bytes.extend((self.units as u16).to_le_bytes());
        bytes.extend(self.centipawns.to_le_bytes());
        bytes.extend(self.one.to_le_bytes());
        bytes.extend(self.bounds.iter().flat_map(|bound| bound.to_le_bytes()));
        for names in [inputs.kinds(), inputs.games()] {
            bytes.extend((names.len() as u16).to_le_bytes());
            for name in names {
                bytes.extend((name.len() as u16).to_le_bytes());
                bytes.extend(name.as_bytes());
            }
        }
        for shares in [&self.rows, &self.bias] {
            let shares = shares.iter().flat_map(|block| block.0);
            bytes.extend(shares.flat_map(i16::to_le_bytes));
        }
        for weights in [&self.output, &self.output_bias] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a network from the bytes of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
        let mut reader = NetworkReader { bytes, rest };
        let version = reader.number()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let [files, ranks, flags] = reader.take()?;
        let squares = usize::from(files) * usize::from(ranks);
        within("squares", squares, 1..=1024)?;
        within("flags", flags.into(), 0..=usize::from(MIRRORS | ADDS_TO_HCE))?;
        if flags & MIRRORS == 0 {
            return Err(NetworkError::Older);
        }
        let units = usize::from(reader.number()?);
        within("hidden units", units, Self::UNIT_STEP..=Self::MOST_UNITS)?;
        within("hidden units modulo 32:", units % Self::UNIT_STEP, 0..=0)?;
        let centipawns = reader.number()?;
        within("centipawns", centipawns.into(), 1..=10_000)?;
        let one = reader.number()?;
        within("parts of a unit", one.into(), 1..=Self::MOST_ONE.into())?;
        let mut bounds = [0; OUTPUT_BUCKETS - 1];
        for bound in &mut bounds {
            *bound = reader.number()?;
        }
        let (kinds, games) = (reader.names()?, reader.names()?);
        let inputs = Inputs::new((files, ranks), kinds, games);
        let count = inputs.count();
        if count > Inputs::MOST {
            return Err(InputsError::Many(count).into());
        }
        let outputs = OUTPUT_BUCKETS * 2 * units;
        let left = 2 * (count * units + units) + 4 * (outputs + OUTPUT_BUCKETS) + 4;
        let expected = bytes.len() - reader.rest.len() + left;
        if bytes.len() != expected || expected > MAX_BYTES {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let rows = reader.blocks(count * units)?;
        let bias = reader.blocks(units)?;
        let output = reader.numbers(outputs, f32::from_le_bytes)?;
        let output_bias = reader.numbers(OUTPUT_BUCKETS, f32::from_le_bytes)?;
        let checked = bytes.len() - reader.rest.len();
        if u32::from_le_bytes(reader.take()?) != crc32fast::hash(&bytes[..checked]) {
            return Err(NetworkError::Damaged);
        }
        if !output.iter().chain(&output_bias).all(|weight| weight.abs() <= MOST_OUTPUT) {
            return Err(NetworkError::Output);
        }
        let adds_to_hce = flags & ADDS_TO_HCE != 0;
        Ok(Self {
            inputs,
            units,
            bounds,
            adds_to_hce,
            centipawns,
            one,
            rows,
            bias,
            output,
            output_bias,
        })
    }
}

fn within(
    what: &'static str,
    found: usize,
    expected: std::ops::RangeInclusive<usize>,
) -> Result<(), NetworkError> {
    if expected.contains(&found) { Ok(()) } else { Err(NetworkError::Number { what, found }) }
}

/// Reads numbers from the front.
struct NetworkReader<'a> {
    bytes: &'a [u8],
    rest: &'a [u8],
}

impl NetworkReader<'_> {
    fn slice(&mut self, length: usize) -> Result<&[u8], NetworkError> {
        let expected = self.bytes.len() - self.rest.len() + length;
        let short = NetworkError::Length { found: self.bytes.len(), expected };
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(short)?;
        self.rest = rest;
        Ok(taken)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let mut taken = [0; N];
        taken.copy_from_slice(self.slice(N)?);
        Ok(taken)
    }

    fn number(&mut self) -> Result<u16, NetworkError> {
        self.take().map(u16::from_le_bytes)
    }

    fn names(&mut self) -> Result<Vec<String>, NetworkError> {
        let count = self.number()?;
        within("names", count.into(), 1..=1024)?;
        let mut names = Vec::new();
        for _ in 0..count {
            let length = self.number()?;
            let name = self.slice(length.into())?.to_vec();
            names.push(String::from_utf8(name).map_err(|_| NetworkError::Name)?);
        }
        Ok(names)
    }

    fn numbers<T, const N: usize>(
        &mut self,
        count: usize,
        number: fn([u8; N]) -> T,
    ) -> Result<Vec<T>, NetworkError> {
        let (numbers, _) = self.slice(count * N)?.as_chunks();
        Ok(numbers.iter().map(|&bytes| number(bytes)).collect())
    }

    fn blocks(&mut self, units: usize) -> Result<Vec<Block>, NetworkError> {
        let shares = self.numbers(units, i16::from_le_bytes)?;
        Ok(shares.as_chunks().0.iter().map(|&shares| Block(shares)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::tests::by_chance;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for adds_to_hce in [false, true] {
            let network = by_chance().adding_to_hce(adds_to_hce);
            assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }
    }

    #[test]
    fn damage_anywhere_is_found() {
        damage_is_found(997, 10_007);
    }

    #[test]
    #[ignore = "ten times as long"]
    fn damage_in_many_places_is_found() {
        damage_is_found(97, 1_009);
    }

    /// A bit of each `places`th byte is flipped, and the file cut at each `lengths`th byte.
    fn damage_is_found(places: usize, lengths: usize) {
        let bytes = by_chance().to_bytes();
        for place in (0..bytes.len()).step_by(places).chain(0..64) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
        }
        for length in (0..bytes.len()).step_by(lengths).chain(0..80) {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length} bytes");
        }
        let longer = [&bytes[..], b"x"].concat();
        assert!(matches!(Network::from_bytes(&longer), Err(NetworkError::Length { .. })));
    }

    #[test]
    fn other_files_are_refused_by_name() {
        assert_eq!(Network::from_bytes(b"piece"), Err(NetworkError::Magic));
        let mut newer = by_chance().to_bytes();
        newer[8] = 2;
        assert_eq!(Network::from_bytes(&newer), Err(NetworkError::Version(2)));
        let mut older = by_chance().to_bytes();
        older[12] &= !MIRRORS;
        assert_eq!(Network::from_bytes(&older), Err(NetworkError::Older));
    }
}
