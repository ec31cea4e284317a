//! Networks as files.

use super::inputs::{Inputs, InputsError};
use super::weights::{BUCKETS, Network};

const MAGIC: &[u8; 8] = b"DHOWNNUE";
const VERSION: u16 = 1;
/// The most bytes of a file.
const MOST_BYTES: usize = 64 << 20;

/// Bytes that are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// They begin otherwise.
    #[error("not a network of Dhow")]
    Magic,
    /// Another program wrote them.
    #[error("a network of version {0}, and {VERSION} is expected")]
    Version(u16),
    /// They end too early or too late.
    #[error("{found} bytes, and {expected} are expected")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be, as far as they were read.
        expected: usize,
    },
    /// Bits of them have changed.
    #[error("damaged: its checksum does not fit")]
    Damaged,
    /// A number that cannot be.
    #[error("{what} {found}")]
    Number {
        /// What it is.
        what: &'static str,
        /// The number.
        found: usize,
    },
    /// A name is no text.
    #[error("a name is no text")]
    Name,
    /// Too many inputs.
    #[error("{0}")]
    Inputs(#[from] InputsError),
}

impl Network {
    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let inputs = self.inputs();
        let (files, ranks) = inputs.board();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([files, ranks, u8::from(inputs.mirrors())]);
        bytes.extend((self.units as u16).to_le_bytes());
        bytes.extend(self.centipawns.to_le_bytes());
        bytes.extend(self.bounds.iter().flat_map(|bound| bound.to_le_bytes()));
        for names in [inputs.kinds(), inputs.games()] {
            bytes.extend((names.len() as u16).to_le_bytes());
            for name in names {
                bytes.extend((name.len() as u16).to_le_bytes());
                bytes.extend(name.as_bytes());
            }
        }
        for weights in [&self.rows, &self.bias, &self.output] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The network of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
        let mut reader = Reader { bytes, rest };
        let version = reader.number()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let [files, ranks, mirrors] = reader.take()?;
        let squares = usize::from(files) * usize::from(ranks);
        within("squares", squares, 1..=1024)?;
        within("mirror", mirrors.into(), 0..=1)?;
        let units = usize::from(reader.number()?);
        within("hidden units", units, Self::UNIT_STEP..=Self::MOST_UNITS)?;
        within("hidden units modulo 32:", units % Self::UNIT_STEP, 0..=0)?;
        let centipawns = reader.number()?;
        within("centipawns", centipawns.into(), 1..=10_000)?;
        let mut bounds = [0; BUCKETS - 1];
        for bound in &mut bounds {
            *bound = reader.number()?;
        }
        let (kinds, games) = (reader.names()?, reader.names()?);
        let inputs = Inputs::new((files, ranks), mirrors == 1, kinds, games);
        let count = inputs.count();
        if count > Inputs::MOST {
            return Err(InputsError::Many(count).into());
        }
        let outputs = BUCKETS * 2 * units;
        let left = 2 * (count * units + units + outputs) + 4 * BUCKETS + 4;
        let expected = bytes.len() - reader.rest.len() + left;
        if bytes.len() != expected || expected > MOST_BYTES {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let rows = reader.weights(count * units)?;
        let (bias, output) = (reader.weights(units)?, reader.weights(outputs)?);
        let output_bias = reader.numbers(BUCKETS, i32::from_le_bytes)?;
        let checked = bytes.len() - reader.rest.len();
        if u32::from_le_bytes(reader.take()?) != crc32fast::hash(&bytes[..checked]) {
            return Err(NetworkError::Damaged);
        }
        if let Some(large) = output.iter().find(|weight| weight.abs() > Self::MOST_OUTPUT) {
            let found = usize::from(large.unsigned_abs());
            return Err(NetworkError::Number { what: "weight of an output", found });
        }
        Ok(Self { inputs, units, bounds, centipawns, rows, bias, output, output_bias })
    }
}

fn within(
    what: &'static str,
    found: usize,
    expected: std::ops::RangeInclusive<usize>,
) -> Result<(), NetworkError> {
    if expected.contains(&found) { Ok(()) } else { Err(NetworkError::Number { what, found }) }
}

/// Reads numbers off the front.
struct Reader<'a> {
    bytes: &'a [u8],
    rest: &'a [u8],
}

impl Reader<'_> {
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

    fn weights(&mut self, count: usize) -> Result<Vec<i16>, NetworkError> {
        self.numbers(count, i16::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::tests::by_chance;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let network = by_chance();
        assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
    }

    #[test]
    fn damage_anywhere_is_found() {
        let bytes = by_chance().to_bytes();
        for place in (0..bytes.len()).step_by(97).chain(0..64) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert!(Network::from_bytes(&damaged).is_err(), "byte {place}");
        }
        for length in (0..bytes.len()).step_by(1009).chain(0..80) {
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
    }
}
