//! The benchmark: fixed positions of every game, searched to a fixed depth.
//!
//! With one thread the number of nodes is the same at every run, so it identifies how the engine
//! searches: it changes if and only if the play does.

use crate::game::Game;
use crate::search::{Engine, Limits, Summary};
use crate::variant::find;
use std::time::Duration;

/// The depth of a benchmark that names none.
pub const DEFAULT_DEPTH: u32 = 12;

/// The hash table of a benchmark that names none, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Ids of games, each with its positions: opening, middlegame, endgame.
pub const POSITIONS: &[(&str, &[&str])] = &[
    (
        "metamachy",
        &[
            "cm3qk3mc/ernbiglibnre/1pp1pp1ppppp/p11/12/6p1P3/3p2P5/3P8/4P2P4/PPP2P3PPP/ERNBIGLIBNRE/CM3QK3MC b Kk - 0 7",
            "cm2bl4mc/1rn3kibnre/4q7/1pe1i1Pp4/5g1P2p1/2p1pP6/p10P/P1PP5P2/6G5/5I6/ERNB2KIBNRE/CM3LQ3MC b Kk - 0 35",
            "cm8mc/ernb1lkibn1e/3i8/6p5/2p1g5p1/1pP7Pp/4pC5P/1R2P2PL3/6I5/P1Q9/E1N3KIBNRE/CM8M1 b Kk - 0 38",
            "c4k6/11e/1i3m6/2I9/Pp10/7n4/12/12/12/12/E3R6E/C5K5 b K - 0 170",
            "c3m7/r3m7/12/10n1/6k5/12/p11/P6p4/6i2E2/2p2N1N4/E5K5/CM10 w K - 0 98",
        ],
    ),
    (
        "zanzibar-s",
        &[
            "cmzvuglfvzmc/ernbwkqwbnre/p3ippi1pp1/3p8/1p6p2p/2p9/8P3/3P2P4P/4I7/PPP2P1I1PP1/ERNBWKQWBNRE/CMZVUGLFVZMC b Kk - 0 7",
            "cm2wgu3m1/e5kw1nr1/6i4c/12/11p/p3b6C/P7Z1p1/8F1P1/5W6/5Z6/E1N2K2W1RE/CM3GLN2M1 w K - 1 69",
            "cmzvuql1vzmc/e2G2kw2re/7np2p/1n2if6/p1p6p2/10b1/2p2P2Pp2/12/P7F2Z/6I4P/E1N1W1KWBNRE/CMZVUQ2V1MC w Kk - 1 33",
            "12/6k5/4V2e4/12/5VN5/5IW5/5W6/3i8/12/5Z6/E7K3/1M8M1 b k - 0 153",
            "5k6/5b6/7m4/3nwc6/12/11p/6N3pP/10P1/12/5f2E3/5R1W4/4CK1M4 w Kk - 0 125",
        ],
    ),
    (
        "zanzibar-xl",
        &[
            "cmzvdgquvzmc/ernboklfbnre/ppppiwwi2pp/12/4p2ppp2/5ppP4/6P5/5P4P1/2P1P7/PP1PIWWIPP1P/ERNBOKLFBNRE/CMZVDGQUVZMC b Kk - 0 7",
            "cmzvdgquvzmc/er1bo1lfbnre/2pk2wi2p1/p11/2i4p1P2/3I2pP3p/12/1P3O2P3/9P2/3P1WWI3P/ERNB1KLFBNRE/CMZVDGQUVZMC w K - 1 28",
            "cmzvu1k1vz2/ernb3m2re/6wb4/1p4g3n1/pP3q6/P5i1p3/7pP3/B4ip5/4I1G1W3/12/ER2FD1Q1NRE/CM1VU1K1VOM1 w Kk - 0 77",
            "3v6m1/e10e/7m3c/5k6/6z5/12/12/12/3MZ3K3/5W6/9N1E/12 w - - 0 119",
            "5k6/5m5e/6w5/12/3m8/p3z7/P11/4I1n5/M3W4E2/12/4oK3N2/3q6M1 b k - 1 121",
        ],
    ),
    (
        "zanzibar-xl-classic",
        &[
            "cmzvfgkxvzmc/ernbhlqubnre/pp1piwwi1ppp/6p5/2p2p6/4p2p4/4P7/5P1P4/3P8/PPP1IWWIPPPP/ERNBHLQUBNRE/CMZVFGKXVZMC b Kk - 0 7",
            "c1zv2k3mc/ernbhq4re/3wi2n4/4x2zi3/p3v6p/Pp1p1wg3pP/1m1V4I1P1/2p1p2P3B/2P1I7/5Z6/ERN2QXU1NRE/CM1V1GK2ZMC b Kk - 0 55",
            "cm1vuklxvzmc/ern2qghbnre/3w1iwi4/7f3p/p6p2p1/3p5p2/6z2C1P/2PF1W2P3/1P8P1/4I7/ERNB1QGHBNRE/1MZVUKLXVZMC w Kk - 0 35",
            "c6m4/M1nl1k1m3e/7n4/5v6/12/12/E11/P11/7w4/12/12/4K7 w k - 0 127",
            "6k5/2n2q1r4/4l7/7n4/6mi4/11Q/12/6L1B3/5x6/12/E5VM4/1M4K4N w Kk - 0 127",
        ],
    ),
    (
        "zanzibar-xxl",
        &[
            "cmzvqlkfvzmc/ernbdougbnre/ssssiwwissss/pppp5p1p/4p1p5/5p1pp1p1/3P1P4P1/5W2PP1P/PPP1P1PP4/SSSSI1WISSSS/ERNBDOUGBNRE/CMZVQLKFVZMC b Kk - 1 7",
            "cmzvqlk1vzmc/ernb2ugbnre/sss1iwoi1sss/p2sd7/2p3O1sS1p/1p1pP7/1P1P3w2P1/P1P1P1W4P/8p3/SSSSIWUI1SSS/ERNBD3BNRE/CM1VQLKFVZMC w Kk - 0 32",
            "cmzvqkg1v1mc/ernb2lubnre/ssssi1w1ssss/5pi5/2P1w5p1/4z4p1p/1P2p1Pf1o2/4P4O2/11Z/SSSSI1W1SSSS/ERNB1W1UBNRE/CMZVQKGDV1MC w Kk - 0 35",
            "12/5k6/1c1l7s/12/2s1e2E4/7Z4/12/1C10/11S/10S1/1p1K8/1M10 w - - 0 173",
            "12/12/6eO4/12/sG2W3k3/1p10/1P10/1v1S8/9SS1/1S8E1/E11/6K3MC w K - 1 177",
        ],
    ),
    (
        "maasai",
        &[
            "cmzvglqfvzmc/ernbuokdbnre/ssssiwwissss/p1p3p2ppp/4pp1pp3/1p1pP7/5P6/PP1P2P5/2P4PPPPP/SSSSIWWISSSS/ERNBUOKDBNRE/CMZVGLQFVZMC b Kk - 0 7",
            "cm1vglqfvzmc/ernbuik2nre/ssss1ww1ssss/2p7p1/5bi3d1/4o3Pp2/pU4z1pP1P/P4FP3p1/1S3I1I4/1SSS1NW1SSSS/ER1B1OKD1NRE/CMZVGLQBVZMC w Kk - 6 40",
            "cm1vq1k1vzmc/ernbguo1bnre/ssss1i2ssss/3lz1wi4/5w2p1dp/p4P6/P3P4PO1/1p2I1W5/3SLIW4P/SSS5SSSS/ERNB1U2BNRE/CMZVQGK1VZMC w Kk - 0 45",
            "12/12/10s1/12/s4C2n3/1s3E1k3s/S11/1S9p/3e7S/12/6K5/12 b - - 0 199",
        ],
    ),
];

/// The sum of a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time searched.
    pub time: Duration,
}

impl Total {
    /// Nodes per second.
    pub fn nps(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches every position, each with an engine that knows nothing of the ones before, and tells
/// `report` of each.
pub fn run(engine: &mut Engine, depth: u32, mut report: impl FnMut(&Game, &Summary)) -> Total {
    let mut total = Total::default();
    for (id, positions) in POSITIONS {
        for fen in *positions {
            let Some(Ok(game)) = find(id).map(|variant| Game::from_fen(variant, fen)) else {
                debug_assert!(false, "{id}: {fen}");
                continue;
            };
            engine.clear();
            let summary = engine.search(&game, Limits { depth: Some(depth), ..Limits::default() });
            total.nodes += summary.nodes;
            total.time += summary.time;
            report(&game, &summary);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::ONE_MOVE_GAMES;

    #[test]
    fn every_game_has_four_canonical_positions_that_are_not_over() {
        for variant in ONE_MOVE_GAMES.iter() {
            let positions = POSITIONS.iter().find(|(id, _)| *id == variant.id);
            let (_, positions) = positions.expect("every game is in the benchmark");
            assert!(positions.len() >= 4, "{}", variant.id);
            for fen in *positions {
                let game = Game::from_fen(variant, fen).expect("a legal position");
                assert_eq!(game.fen(), *fen);
                assert_eq!(game.outcome(), None, "{fen}");
            }
        }
        assert_eq!(POSITIONS.len(), ONE_MOVE_GAMES.len());
    }
}
