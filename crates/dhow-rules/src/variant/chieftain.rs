//! Joe Joyce's Chieftain family.
//!
//! Values are estimates in centipawns, on the scale on which a Rook of the 12x12 games is 500.

use super::army::{Row, piece};
use super::{Command, Difficulty, EndRules, Leader, Role, Variant};

/// The pieces of the Chieftain games. Those that a game's start array lacks can appear in a FEN.
const CHIEFTAIN_PIECES: [Row; 8] = [
    ('C', "Chieftain", "", "K[K-K]", 600, "Chieftain"),
    ('D', "Leader2", "", "K[K-K]", 900, "Leader2"),
    ('H', "Hero", "", "WD[W-fD][D-fW]", 170, "Hero"),
    ('S', "Shaman", "", "FA[F-fA][A-fF]", 150, "Shaman"),
    ('N', "Scout", "Knight", "N", 130, "Knight"),
    ('M', "Warrior", "Man", "K", 100, "Warrior"),
    ('B', "Bishopy", "Warlock", "B4D", 230, "Bishopy"),
    ('R', "Rookish", "Champion", "R4A", 230, "Rookish"),
];

/// The pieces of Grand Chieftain.
const GRAND_PIECES: [Row; 10] = [
    ('K', "King", "", "K", 500, "King"),
    ('J', "Jumping General", "", "KAD", 600, "JumpingGeneral"),
    ('M', "Minister", "", "NWD", 600, "Minister"),
    ('H', "High Priestess", "", "NFA", 600, "HighPriestess"),
    ('N', "Knight", "", "N", 130, "Knight"),
    ('E', "Elephant", "", "FA", 120, "Elephant"),
    ('O', "Oliphant", "", "FA[F-fA][A-fF][A-fA]", 170, "Oliphant"),
    ('T', "Tower", "", "WD", 120, "Tower"),
    ('W', "Lightning Warmachine", "", "WD[W-fD][D-fW][D-fD]", 190, "Warmachine"),
    ('G', "Guard", "", "K", 100, "Guard"),
];

fn leader(letter: char, activations: u8, range: u8) -> Leader {
    Leader { letter: letter.into(), activations, range, within: None, reached: String::new() }
}

/// What is said about a game: id, name, summary, and how hard it is to begin with.
type About = (&'static str, &'static str, &'static str, Difficulty);

/// A game of the family: what is said about it; files and ranks; start placement; pieces; command
/// rules.
///
/// Draws are 50 turns by each side without a capture, the third occurrence of a position at the
/// start of a turn, and stalemate.
fn game(
    (id, name, summary, difficulty): About,
    (files, ranks): (usize, usize),
    placement: &str,
    rows: &[Row],
    command: Command,
) -> Variant {
    let leads = |letter| command.leaders.iter().any(|leader| leader.letter == letter);
    let role = |letter| if leads(letter) { Role::Leader } else { Role::Officer };
    Variant {
        id: id.into(),
        name: name.into(),
        summary: summary.into(),
        inventor: "Joe Joyce".into(),
        difficulty: Some(difficulty),
        files,
        ranks,
        pieces: rows.iter().map(|&row| piece(row, role(row.0))).collect(),
        start: format!("{placement} w - - 0 1"),
        end: EndRules { bare_kings: false, ..EndRules::default() },
        command: Some(command),
        ..Variant::default()
    }
}

fn chieftain_game(about: About, size: (usize, usize), placement: &str) -> Variant {
    let command = Command {
        leaders: vec![leader('C', 1, 3), leader('D', 2, 2)],
        exchange: Some(('C'.into(), 'S'.into())),
        free: Some('N'.into()),
        on: Vec::new(),
    };
    game(about, size, placement, &CHIEFTAIN_PIECES, command)
}

/// Chieftain Chess, 16x12, four moves a turn.
pub fn chieftain() -> Variant {
    chieftain_game(
        (
            "chieftain",
            "Chieftain Chess",
            "four Chieftains command up to four moves a turn",
            Difficulty::Medium,
        ),
        (16, 12),
        "1hcs1chsshc1sch1/1nm2mn2nm2mn1/16/m2mm2mm2mm2m/1m4m2m4m1/16/16/1M4M2M4M1/M2MM2MM2MM2M/16/\
         1NM2MN2NM2MN1/1HCS1CHSSHC1SCH1",
    )
}

/// Mini-Chieftain, the smallest form: 8x12, two moves a turn.
pub fn mini_chieftain() -> Variant {
    chieftain_game(
        (
            "mini-chieftain",
            "Mini-Chieftain",
            "half of Chieftain Chess: two moves a turn",
            Difficulty::Easy,
        ),
        (8, 12),
        "1hcssch1/1nm2mn1/8/m2mm2m/1m4m1/8/8/1M4M1/M2MM2M/8/1NM2MN1/1HCSSCH1",
    )
}

/// Superchief, 24x12, six moves a turn.
pub fn superchief() -> Variant {
    chieftain_game(
        (
            "superchief",
            "Superchief",
            "one and a half times Chieftain Chess: six moves a turn",
            Difficulty::Hard,
        ),
        (24, 12),
        "1hcs1chssch2hcsshc1sch1/1nm2mn2mn2nm2nm2mn1/24/m2mm2mm2mm2mm2mm2m/1m4m3m2m3m4m1/24/24/\
         1M4M3M2M3M4M1/M2MM2MM2MM2MM2MM2M/24/1NM2MN2MN2NM2NM2MN1/1HCS1CHSSCH2HCSSHC1SCH1",
    )
}

/// Overlord, 30x15, eight moves a turn.
pub fn overlord() -> Variant {
    chieftain_game(
        (
            "overlord",
            "Overlord",
            "eight Chieftains, and Bishopies and Rookishes beside the usual army",
            Difficulty::Hard,
        ),
        (30, 15),
        "1hcs1chssch1rbccbr1hcsshc1sch1/1nm2mn2mn2brrb2nm2nm2mn1/30/\
         m2mm2mm2mm1mm1mm2mm2mm2m/1m4m3m2m2m2m3m4m1/30/30/30/30/30/1M4M3M2M2M2M3M4M1/\
         M2MM2MM2MM1MM1MM2MM2MM2M/30/1NM2MN2MN2BRRB2NM2NM2MN1/1HCS1CHSSCH1RBCCBR1HCSSHC1SCH1",
    )
}

/// Grand Chieftain, 10x10, with four different leaders.
pub fn grand_chieftain() -> Variant {
    let general = |letter, within: &str| Leader {
        within: Some(within.into()),
        reached: "G".into(),
        ..leader(letter, 1, 3)
    };
    let command = Command {
        leaders: vec![
            leader('K', 1, 3),
            general('J', "EOTWMH"),
            general('M', "NTWJH"),
            general('H', "NEOJM"),
        ],
        exchange: None,
        free: Some('N'.into()),
        on: Vec::new(),
    };
    game(
        (
            "grand-chieftain",
            "Grand Chieftain",
            "four different leaders: a King commands all, the others what moves as they do",
            Difficulty::Hard,
        ),
        (10, 10),
        "w8w/1nojkmhon1/gggggggggg/10/10/10/10/GGGGGGGGGG/1NOJKMHON1/W8W",
        &GRAND_PIECES,
        command,
    )
}
