//! Slides with a bend.

use crate::square::Delta;

/// One step, then a slide in another direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bend {
    /// The first step. The move may end after it.
    pub first: Delta,
    /// The step of the slide.
    pub then: Delta,
}

impl Bend {
    /// The paths of an Eagle: one diagonal step, then a slide outward along rank or file.
    pub const EAGLE: [Bend; 8] = outward(true);

    /// The paths of a Rhinoceros: one orthogonal step, then a slide outward along a diagonal.
    pub const RHINOCEROS: [Bend; 8] = outward(false);
}

const fn outward(diagonal_first: bool) -> [Bend; 8] {
    let diagonals = [Delta::new(1, 1), Delta::new(-1, 1), Delta::new(-1, -1), Delta::new(1, -1)];
    let mut bends = [Bend { first: diagonals[0], then: diagonals[0] }; 8];
    let mut index = 0;
    while index < 8 {
        let diagonal = diagonals[index / 2];
        let straight = match index % 2 {
            0 => Delta::new(diagonal.files, 0),
            _ => Delta::new(0, diagonal.ranks),
        };
        bends[index] = match diagonal_first {
            true => Bend { first: diagonal, then: straight },
            false => Bend { first: straight, then: diagonal },
        };
        index += 1;
    }
    bends
}
