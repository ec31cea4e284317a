//! Betza notation: an accepted text prints as a text with the same meaning. It is refused as a piece of the board, or
//! compiles to tables with the same moves as its single paths.

#![no_main]

use dhow::betza::Betza;
use dhow::bitboard::SquareSet;
use dhow::geometry::{Board, Geometry, Layout12};
use dhow::pieces::{Color, Movement, Ray};
use dhow::position::zobrist::split_mix;
use dhow_fuzz::seeds;
use libfuzzer_sys::fuzz_target;

type Set = <Layout12 as Geometry>::Set;

fuzz_target!(init: seeds::write_if_asked(seeds::betza), |data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let betza: Betza = match text.parse() {
        Ok(betza) => betza,
        Err(error) => {
            assert!(error.column() <= text.chars().count() + 1, "{text}: {error}");
            return;
        }
    };
    let canonical = betza.to_string();
    assert_eq!(canonical.parse().as_ref(), Ok(&betza), "{text} printed as {canonical}");
    let mut seed = data.iter().fold(1, |seed, &byte| seed * 31 % 0xFFFF_FFFB + u64::from(byte));
    for royal in [false, true] {
        let [occupied, enemies, zone] = [0, 0, 0].map(|_| some_squares(&mut seed));
        let enemies = occupied & enemies;
        let Ok(movement) = Movement::compile(&Board::<Layout12>::whole(), &betza, royal, [zone; 2]) else { continue };
        for from in some_squares(&mut seed).into_iter().take(12) {
            for color in Color::ALL {
                let rays = movement.paths_from(color, from);
                let union = |squares: &dyn Fn(&Ray) -> Set| {
                    rays.iter().map(squares).fold(Set::EMPTY, |set, more| set | more)
                };
                let captures = union(&|ray| if ray.capture { ray.reached(occupied) } else { Set::EMPTY });
                assert_eq!(movement.threats(color, from, occupied), captures, "{canonical}");
                let quiet = union(&|ray| if ray.quiet { ray.reached(occupied) } else { Set::EMPTY });
                // Double steps are among the paths only.
                let targets = movement.targets(color, from, occupied, enemies);
                let possible = (quiet - occupied) | (captures & enemies);
                assert_eq!(targets - possible, Set::EMPTY, "{canonical}");
            }
        }
    }
});

/// About a quarter of the squares.
fn some_squares(seed: &mut u64) -> Set {
    Layout12::squares().filter(|_| split_mix(seed).is_multiple_of(4)).collect()
}
