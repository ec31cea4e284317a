//! The benchmark: a search of fixed positions of every game to a fixed depth.
//!
//! With one thread the number of nodes is always the same. It identifies the search: it changes if and only if the
//! search does. Games with leaders have a group of their own, so that the number of the other group stays comparable.

use crate::search::{Engine, Limits, SearchResult};
use dhow_rules::game::Game;
use dhow_rules::variant::find;
use std::time::Duration;

/// Default size of the hash table in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Positions whose nodes are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchGroup {
    /// Games of one move a turn.
    Main,
    /// Games with leaders.
    Leaders,
}

impl BenchGroup {
    /// Default depth in plies; with leaders, in actions.
    pub const fn default_depth(self) -> u32 {
        match self {
            Self::Main => 12,
            Self::Leaders => 3,
        }
    }

    /// Game ids, each with positions from opening to endgame, as FEN.
    pub const fn positions(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Self::Main => POSITIONS,
            Self::Leaders => LEADERS,
        }
    }
}

/// Ids of the games of one move a turn, each with positions from opening to endgame, as FEN.
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

/// Ids of the games with leaders, each with positions from opening to endgame, as FEN.
const LEADERS: &[(&str, &[&str])] = &[
    (
        "chieftain",
        &[
            "1hc2h1ssh2s1h1/1nm1cmn2nmc1mn1/1s6m1c3m1/mm1mm2m3mm3/6m2m4m1/16/16/1M4M2M4M1/M2MM2MM2MM2M/1HMN6S2C2/3C1MN2NM2MN1/3S1CHSS1HC2H1 w - - 6 4",
            "1h8c5/2mc1mn2nm2m2/1m10c3/2nmm3m2mmn1m/1m4m1s5m1/8c1N5/11N4/1M8M3M1/3MM2MM2C3M/1M1C1C10/2M10M2/1H1S3S1H1M1C2 b - - 1 26",
            "16/5m10/1m1m2c4mc3/3mm3m2mm1mm/1m12m1/7m3MM3/4M8M2/1C1M3M8/6CM3C4/16/2M10M2/11M1C2 w - - 5 51",
            "16/11c4/16/4c3m6m/1m2m6m1m2/4m11/11M4/16/4M6C4/16/16/7M1C6 w - - 8 75",
        ],
    ),
    (
        "mini-chieftain",
        &[
            "3ssc2/1nm3n1/3cm1h1/mh2m2m/1mm3m1/8/8/1M3M2/M2MM2M/5SH1/1NMSCMN1/1HC5 w - - 6 4",
            "4c3/2m5/3cm3/mhn1mn1m/2m3s1/m7/8/2M1MMH1/1M1M1N1M/8/1NM1CM2/2C5 w - - 1 11",
            "4c3/8/2mcm3/3mm2m/6h1/m2n4/h7/1H1M1M2/4MNHM/8/2M1CM2/2C5 b - - 3 17",
            "3c4/8/8/3m4/1mmcm3/5m2/6N1/m1MM2M1/3MM3/3C4/8/2C5 w - - 0 27",
        ],
    ),
    (
        "superchief",
        &[
            "1h1s2hss1h2h1sshc1s1h1/1nm2mn1cmn2ncm1nm2mn1/3c1c10m1m5/m2mm3m2mm3m3mc1m/1m4m1m1m2m3m4m1/24/24/1M4M3M2M3M6/MH1M4M1M1M2MM2MM1MM/1M1M1SM11M1C3/1N3MN1M1N2NM6MN1/2CS1CH1SCHH2CSSHCNS1H1 w - - 6 4",
            "2c10h1s2c5/1nm1cmn2mnc1nm1cnm2mn1/6hm16/mh1m1s1m2hmms2mhmmmchm/1m1m2m3m2m2m5m1/24/19NM3/1M4M1M1M2M3M1MM3/1M1M2SN3NM1N1M2M4/14MM3CM3/1NM1MM3M14/1HC2CHSSC1H1HCSSHCMS1H1 b - - 0 17",
            "18c5/2m2m2cm5m8/3c1ch6h2m2m4/mhnmmssnmnhmms1cm1mm1c2/6m1m1m2m3m1m1mm1/1m13n8/17MMM4/1M4M3M2M3M1N4/M1MHMNMNM1MNM1NM8/5S3M10C3/5M18/2CS1CH1SCHH2CSSHC5 w - - 13 41",
            "17c6/24/2mcm19/mh2m3mchmm1m6c2/4m2cm1m8m2m1/1m4n1n15/14M4M4/1M4h3M13/2M1MN1MMMMS12/9C3C2C7/5M18/2CS1CH3H13 w - - 0 79",
        ],
    ),
    (
        "overlord",
        &[
            "2csh2ssch1rbc1b1rhcsshc1s1h1/1nmc1mn2mn2brrc2nm6c2/1h2m3m6m3b1n3mn1m1/m2m4m3m2m1mm2mm2mm2m/1m8m1mm2m2m3m4m1/5m24/30/30/30/30/1M1M2M1M1M2M2MM1M3M4M1/MH1M4M3M5MB3M1MM2M/4M5M4M2M3M3C3/1NM3N1M1N2BRRB2NM1SN3MN1/2CS1CHSSCH1RBCC1R1HC1SHCMS1H1 w - - 6 4",
            "1h2m4c1h3c1r5hc1s3/1nmc2n2mn2crrb2nm2nm1c1n1/1s5c6b6c3m1m2/m2mmshmm1sm3m1mmh3mssm1hm/1m4m2bmmrm1mm2mbm1m4m1/30/30/30/30/23MMMNSM1/1M4M3M1MM2M1MMBBM1NM2M1/M2MM7M1MM1M12/1H4M19C3/1NM1M2M1MN2BRR3NM2CM2M2/2CSNCHSSCH1RBCC1R1HCS1H2S1H1 w - - 28 15",
            "2c1h9c4hc3c5/5m3m3b2c3m5c3/1h1mm3mc4rm3b1n1h1m4/m1nmc1snmnhsmr1m1mmsnmmssmmmhm/1m5s1bm1mmr1m1bm3m1n2m1/30/4m25/30/27M2/23MSNNM2/1M1M2M1M1M2M2MM1M3MMMM3/2MMHM2M2MM1B1MMM1N2M1C4/30/1NM3N1M1N2BRR4M9/2CS1CHSSCH1RBCC1R1HC1SHCMS1H1 b - - 5 33",
            "9c5c8c5/3c9c12c3/3m2mc2mh7rmc1hmm1m2/mhnmmshmmnsmrr1mbmmhn1nmssmnhm/1m1s2mn1bmmrmbmm2mbm1m4m1/21s8/30/30/30/23MMMNSMM/1M4M3M1MM2M1MMBB1MNM4/2MMM7M1MM1M12/1H4M19C3/1NM1M2M1MN2BRR3NM2CM2M2/2CSNCHSSCH1RBCC1R1HCS1H2S1H1 w - - 76 39",
        ],
    ),
    (
        "grand-chieftain",
        &[
            "w6h2/1n1jk2on1/g1ggg1gggg/og3gm2w/8N1/4G5/6G1H1/GGG3GGGG/1NOJG1M3/W2K4OW b - - 5 3",
            "2j3nh2/1n2k5/g1g1g2ggg/og7w/5G4/10/9W/GGGK2GMGG/1N2G2O2/1W8 b - - 1 16",
            "6W3/4g5/1gg1k5/4gg1h2/1N5g2/1W1g6/1J3GK3/2G2G2G1/8N1/10 b - - 0 27",
            "3j6/5k4/10/o9/2gggggg2/10/2N6G/GGGG2G3/10/2M7 b - - 17 44",
        ],
    ),
];

/// Sums over a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl Total {
    /// Nodes per second.
    pub fn nps(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches every position of a group to `depth`, and calls `report` with each result. The engine is cleared before
/// each position.
pub fn run(
    engine: &mut Engine,
    group: BenchGroup,
    depth: u32,
    mut report: impl FnMut(&Game, &SearchResult),
) -> Total {
    let mut total = Total::default();
    for (id, positions) in group.positions() {
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
    use dhow_rules::variant::BUILT_IN;

    #[test]
    fn every_game_has_four_canonical_positions_that_are_not_over() {
        for variant in BUILT_IN.iter() {
            let group =
                if variant.command.is_none() { BenchGroup::Main } else { BenchGroup::Leaders };
            let positions = group.positions().iter().find(|(id, _)| *id == variant.id);
            let (_, positions) = positions.expect("every game is in the benchmark");
            assert!(positions.len() >= 4, "{}", variant.id);
            for fen in *positions {
                let game = Game::from_fen(variant, fen).expect("a legal position");
                assert_eq!(game.fen(), *fen);
                assert_eq!(game.outcome(), None, "{fen}");
            }
        }
        assert_eq!(POSITIONS.len() + LEADERS.len(), BUILT_IN.len());
    }
}
