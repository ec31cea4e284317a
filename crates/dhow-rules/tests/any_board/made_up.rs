//! Games made up at random.

use super::movements::{Moves, Way, part};
use crate::common::pieces::piece;
use crate::common::positions::Random;
use dhow_rules::betza::Notation;
use dhow_rules::game::check;
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{
    AntiTrade, Castling, EntryPromotion, FlagRule, PieceDef, Promotion, Role, SeveralRoyals,
    Variant,
};
use std::sync::Arc;

pub const PAWN: char = 'P';
pub const KING: char = 'K';

/// A game made up at random, and the moves of its officers.
pub struct MadeUp {
    pub variant: Arc<Variant>,
    pub officers: Vec<(char, Vec<Moves>)>,
    /// Whether Kings have the jump.
    pub jumps: bool,
    /// The number of squares that a Pawn's first move may go.
    pub first_steps: i32,
    /// The letters of the royal pieces.
    pub royals: String,
}

impl MadeUp {
    /// `None` if the start array is by chance not a position.
    pub fn new(random: &mut Random) -> Option<Self> {
        let (files, ranks) = (5 + random.below(12), 5 + random.below(12));
        let share = *random.pick(&[0, 0, 4, 10, 25]);
        // In arrays that are not mirrored, the Kings stand on files of their own.
        let king_file = random.below(files);
        let black_king_file = if random.one_in(3) { random.below(files) } else { king_file };
        let mut board = vec![vec!['.'; files]; ranks];
        for (rank, row) in board.iter_mut().enumerate() {
            for (file, on) in row.iter_mut().enumerate() {
                let is_king =
                    (file, rank) == (king_file, 0) || (file, rank) == (black_king_file, ranks - 1);
                if !is_king && random.below(100) < share {
                    *on = '*';
                }
            }
        }
        board[0][king_file] = KING;
        board[ranks - 1][black_king_file] = KING.to_ascii_lowercase();
        let several = random.one_in(3).then(|| SeveralRoyals {
            lost_with: random.below(3) as u8,
            pseudo_royal: !random.one_in(4),
            duple_check: random.one_in(3),
        });
        let jumps = several.is_none() && random.one_in(2);
        let castles = several.is_none() && !jumps && !random.one_in(4);
        let mut officers = Vec::new();
        let king = if jumps { "KimAimDimN" } else { "K" };
        let (pawn, first_steps) =
            *random.pick(&[("fmWfceFfimnD", 2), ("fmWfceFfimnDfimnH", 3), ("fmWfcF", 1)]);
        let mut pieces = vec![piece(KING, king, Role::Royal), piece(PAWN, pawn, Role::Pawn)];
        for letter in "ABCDEF".chars() {
            let (mut betza, mut moves) = (String::new(), Vec::new());
            for _ in 0..1 + random.below(3) {
                let (text, part) = part(random);
                // Two equal letters would be a rider.
                if !betza.is_empty() && betza.chars().last() == text.chars().next() {
                    continue;
                }
                betza += &text;
                moves.push(part);
            }
            let royal = several.is_some() && letter == 'C' && random.one_in(2);
            pieces.push(piece(letter, &betza, if royal { Role::Royal } else { Role::Officer }));
            officers.push((letter, moves));
        }
        let promotes = random.one_in(3);
        if promotes {
            let officer: &mut PieceDef = &mut pieces[2];
            officer.promotes_to = "B".into();
            let (_, moves) = &officers[0];
            if moves.iter().any(|part| matches!(part.way, Way::Locust(_) | Way::Pass(_))) {
                return None;
            }
        }
        let density = 10 + random.below(30);
        for (rank, row) in board.iter_mut().enumerate() {
            for on in row.iter_mut().filter(|on| **on == '.') {
                let is_home = castles && (rank == 0 || rank == ranks - 1);
                if random.below(100) >= if is_home { 3 } else { density } {
                    continue;
                }
                let letter = match random.below(3) {
                    0 if rank > 0 && rank < ranks - 1 => PAWN,
                    1 if several.is_some() && random.one_in(6) => KING,
                    _ => *random.pick(&['A', 'B', 'C', 'D', 'E', 'F']),
                };
                *on = if random.one_in(2) { letter } else { letter.to_ascii_lowercase() };
            }
        }
        if castles {
            for (rank, letter) in [(0, 'E'), (ranks - 1, 'e')] {
                for file in [0, files - 1].into_iter().filter(|_| !random.one_in(4)) {
                    let on = &mut board[rank][file];
                    *on = if on.eq_ignore_ascii_case(&KING) { *on } else { letter };
                }
            }
        }
        let zone = 1 + random.below(ranks / 2);
        let holes = Self::squares(files, ranks, |file, rank| board[rank][file] == '*');
        let is_royal =
            |letter: &char| pieces.iter().any(|it| it.letter == *letter && it.role == Role::Royal);
        let royals: String = "KC".chars().filter(is_royal).collect();
        let castling = castles.then(|| castling(random, &board));
        let facing = (several.is_none() && random.one_in(3))
            .then(|| *random.pick(&["R", "fRfB", "B", "fR", "sRfB"]));
        let ways = castling.iter().flat_map(|it| it.files.iter().flatten());
        let held = ways.zip("KQkq".chars()).filter(|(files, _)| !files.is_empty());
        let mut rights: String = held.map(|(_, letter)| letter).collect();
        if rights.is_empty() {
            rights = if jumps { "Kk" } else { "-" }.into();
        }
        // The field of a FEN for squares of captures en passant has those of strikes, too.
        let anti_trade = (first_steps == 1 && !pawn.contains('e') && random.one_in(2)).then(|| {
            let kinds = (*random.pick(&["ABD", "DE", "ABCDEF"])).into();
            AntiTrade { kinds, lesser: (*random.pick(&["", "P", "PABF"])).into() }
        });
        let flag = random.one_in(4).then(|| {
            let mut some = || {
                let count = 1 + random.below(2 * files);
                let mut any = || Coordinates {
                    file: random.below(files) as u8,
                    rank: random.below(ranks) as u8,
                };
                let mut squares: Vec<Coordinates> = (0..count).map(|_| any()).collect();
                squares.retain(|at| board[usize::from(at.rank)][usize::from(at.file)] == '.');
                squares.sort_unstable();
                squares.dedup();
                squares
            };
            let squares = [some(), some()];
            let kinds = (*random.pick(&["", "K", "P", "ABC"])).into();
            FlagRule { kinds, squares, answered: random.one_in(2), safe: random.one_in(3) }
        });
        let by_entry = random
            .one_in(3)
            .then(|| EntryPromotion { to_last_rank: (*random.pick(&["", "P", "PA"])).into() });
        if random.one_in(4) {
            for _ in 0..1 + random.below(3) {
                let confined = random.below(pieces.len());
                pieces[confined].regions = [0, 1].map(|_| {
                    let (low, high) = (random.below(ranks), random.below(ranks));
                    let (left, right) = (random.below(files), random.below(files));
                    let scattered = random.one_in(2);
                    let within = Self::squares(files, ranks, |file, rank| {
                        let is_within = (low.min(high)..=low.max(high)).contains(&rank)
                            && (left.min(right)..=left.max(right)).contains(&file);
                        board[rank][file] != '*'
                            && if scattered { random.one_in(2) } else { is_within }
                    });
                    (!random.one_in(4)).then_some(within)
                });
            }
        }
        let variant = Arc::new(Variant {
            id: "made-up".into(),
            name: "Made up".into(),
            files,
            ranks,
            holes,
            pieces,
            start: format!("{} w {rights} - 0 1", placement(&board)),
            promotions: if royals.len() > 1 { "BDC" } else { "BDF" }.into(),
            castling,
            facing: facing.map(Notation::known),
            several_royals: several,
            anti_trade,
            flag,
            checking: !random.one_in(6),
            promotion: Promotion {
                ranks: zone,
                optional_ranks: match by_entry {
                    Some(_) => zone,
                    None => random.below(zone + 1),
                },
                by_entry,
                en_passant: random.one_in(2),
                last_ranks: match random.one_in(3) {
                    true => vec![('B'.into(), 1 + random.below(zone) as u8)],
                    false => Vec::new(),
                },
                ..Promotion::default()
            },
            ..Variant::default()
        });
        check(&variant).ok()?;
        Some(Self { variant, officers, jumps, first_steps, royals })
    }

    fn squares(
        files: usize,
        ranks: usize,
        mut wanted: impl FnMut(usize, usize) -> bool,
    ) -> Vec<Coordinates> {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| wanted(file, rank))
            .map(|(file, rank)| Coordinates { file: file as u8, rank: rank as u8 })
            .collect()
    }
}

/// The placement field of a FEN.
pub fn placement(board: &[Vec<char>]) -> String {
    let row = |row: &Vec<char>| {
        let run = |run: &[char]| match run[0] {
            '.' => run.len().to_string(),
            letter => letter.to_string(),
        };
        row.chunk_by(|a, b| (a, b) == (&'.', &'.')).map(run).collect::<String>()
    };
    board.iter().rev().map(row).collect::<Vec<_>>().join("/")
}

/// Castling rules in which each King has up to three squares to go to in each direction, mostly on
/// its side of the piece with which it castles.
fn castling(random: &mut Random, board: &[Vec<char>]) -> Castling {
    let last = board[0].len() - 1;
    let with = *random.pick(&["E", "EF", "ABCDEF"]);
    let within = if random.one_in(3) { random.below(last) } else { 0 };
    let outermost = [[last, 0], [last - within, random.below(last) * usize::from(within > 0)]];
    let mut files = |row: &[char], king: char, [most, least]: [usize; 2]| {
        let at = row.iter().position(|&on| on == king).unwrap_or(0);
        let is_with = |file: &usize| {
            let letter = row[*file];
            with.contains(letter.to_ascii_uppercase())
                && letter.is_ascii_uppercase() == king.is_ascii_uppercase()
        };
        let right = (at + 1..=most).rev().find(is_with);
        let left = (least..at).find(is_with);
        [(right, at + 1..last + 1), (left, 0..at)].map(|(partner, beside)| {
            let Some(partner) = partner else { return Vec::new() };
            let mut choice: Vec<usize> = beside.filter(|&file| file != partner).collect();
            let chosen = random.below(4).min(choice.len());
            (0..chosen).map(|_| choice.remove(random.below(choice.len()))).collect()
        })
    };
    let white = files(&board[0], KING, outermost[0]);
    let black = files(&board[board.len() - 1], KING.to_ascii_lowercase(), outermost[1]);
    Castling { with: with.into(), outermost, files: [white, black], opposite: random.one_in(4) }
}
