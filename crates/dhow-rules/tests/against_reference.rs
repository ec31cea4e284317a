//! The engine against the slow reference, on positions from play and on positions put together.

use crate::common::occurrences::{Occurrences, assert_met};
use crate::common::positions::rules;
use crate::common::positions::{
    self, ONE_MOVE_GAMES, Position, Random, checked_by_hopper, is_double_check, random_position,
    texts,
};
use crate::reference::Reference;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::geometry::{Geometry, Layout12};
use dhow_rules::movegen::{Constraints, MoveList, Wanted};
use dhow_rules::position::{DrawReason, Move, MoveKind, Outcome};
use dhow_rules::variant::{Setup, Variant};
use std::sync::Arc;
use std::sync::Mutex;

/// Positions of random games that the quick test compares.
const QUICK_GAMES: usize = 12_000;
/// Random placements of each game that the quick test compares.
const QUICK_PLACEMENTS: usize = 1_500;

/// The rules that must have been met in games, and how often at least in `QUICK_GAMES` positions. Counts are of legal
/// moves, or of positions for the checks and the ends of games.
const IN_GAMES: [(&str, usize); 20] = [
    ("en passant by a Pawn", 40),
    ("en passant by a Soldier or Maasai", 2),
    ("en passant of a Prince", 12),
    ("en passant of a Soldier or Maasai", 4),
    ("en passant out of check", 3),
    ("promotion of a Pawn", 500),
    ("promotion of a Soldier or Maasai", 150),
    ("promotion of a Prince", 300),
    ("promotion by capture", 100),
    ("promotion by double step", 350),
    ("double step of a Prince", 2500),
    ("step of a Soldier sideways", 2500),
    ("orthogonal or diagonal jump", 2500),
    ("oblique jump", 2500),
    ("check", 450),
    ("check by a hopper", 60),
    ("double check", 15),
    ("checkmate", 6),
    ("stalemate", 1),
    ("50 moves", 10),
];

/// The same for `QUICK_PLACEMENTS` random placements, which test checks and pins.
const IN_PLACEMENTS: [(&str, usize); 6] = [
    ("en passant by a Pawn", 700),
    ("en passant out of check", 20),
    ("check by a hopper", 300),
    ("double check", 400),
    ("checkmate", 150),
    ("oblique jump", 2000),
];

/// The kind of moves that a random game prefers.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Anything,
    Captures,
    Checks,
    Kings,
    Pawns,
    EnPassant,
}

const TASTES: [Taste; 7] = [
    Taste::Anything,
    Taste::Captures,
    Taste::Checks,
    Taste::Kings,
    Taste::Pawns,
    Taste::EnPassant,
    Taste::EnPassant,
];

#[test]
fn random_games_agree() {
    compare_games(QUICK_GAMES, 1);
}

#[test]
#[ignore = "thirty times as long"]
fn many_random_games_agree() {
    compare_games(30 * QUICK_GAMES, 2);
}

#[test]
fn random_placements_agree() {
    compare_placements(QUICK_PLACEMENTS, 3);
}

#[test]
#[ignore = "ten times as long"]
fn many_random_placements_agree() {
    compare_placements(10 * QUICK_PLACEMENTS, 4);
}

/// Plays random games of each variant until `total` positions were compared.
fn compare_games(total: usize, seed: u64) {
    let occurrences = for_each_variant(|variant, occurrences| {
        let mut random = random_for(variant, seed);
        let setups = Setup::all(variant);
        let mut compared = 0;
        for game in 0.. {
            if compared >= total.div_ceil(ONE_MOVE_GAMES.len()) {
                break;
            }
            let taste = TASTES[game % TASTES.len()];
            let (start, plies) = match game % 8 {
                0 => (variant.start.clone(), 160),
                1 | 2 => (random.pick(&setups).fen(variant), 160),
                // The rest of a game is as worth comparing as its opening.
                _ => (random_position(&mut random, &rules(variant)).fen(), 30),
            };
            compared += compare_game(variant, &start, taste, plies, &mut random, occurrences);
        }
    });
    assert!(occurrences["position"] >= total, "{occurrences:?}");
    assert_met(&occurrences, &IN_GAMES, total / QUICK_GAMES);
}

/// Numbers for one variant, the same in every run.
fn random_for(variant: &Variant, seed: u64) -> Random {
    Random::new(variant.id.bytes().fold(seed, |hash, byte| hash << 7 ^ hash >> 57 ^ byte as u64))
}

/// Compares `count` random placements of each variant.
fn compare_placements(count: usize, seed: u64) {
    let occurrences = for_each_variant(|variant, occurrences| {
        let mut random = random_for(variant, seed);
        let mut foreign = Vec::new();
        for _ in 0..count {
            let mut position = random_position(&mut random, &rules(variant));
            let mut comparison = Comparison::new(variant, &mut position, occurrences);
            comparison.everything(&foreign, &mut random);
            remember(&mut foreign, &position.legal_moves(), &mut random);
        }
    });
    assert_met(&occurrences, &IN_PLACEMENTS, count / QUICK_PLACEMENTS);
}

/// Runs a comparison for each variant, two at a time, and adds up what they met.
fn for_each_variant(compare: impl Fn(&Arc<Variant>, &mut Occurrences) + Sync) -> Occurrences {
    let (next, all) = (Mutex::new(ONE_MOVE_GAMES.iter()), Mutex::new(Occurrences::new()));
    let work = || {
        while let Some(variant) = { next.lock().unwrap().next() } {
            let mut occurrences = Occurrences::new();
            compare(variant, &mut occurrences);
            let mut all = all.lock().unwrap();
            occurrences.into_iter().for_each(|(rule, met)| *all.entry(rule).or_default() += met);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    all.into_inner().unwrap()
}

/// Plays one game with both programs and compares them at every move. Returns the number of positions.
fn compare_game(
    variant: &Arc<Variant>,
    start: &str,
    taste: Taste,
    plies: usize,
    random: &mut Random,
    occurrences: &mut Occurrences,
) -> usize {
    let mut position = positions::position(&variant.id, start);
    let mut reference = Reference::from_fen(&variant.id, start);
    let mut foreign = Vec::new();
    for ply in 0..plies {
        let mut comparison = Comparison::of(variant, &mut position, reference, occurrences);
        comparison.everything(&foreign, random);
        reference = comparison.reference;
        let moves = position.legal_moves();
        remember(&mut foreign, &moves, random);
        // A draw by counting does not end the comparison: the following moves must agree as well.
        if moves.is_empty() || position.halfmove_clock() >= 104 || position.bare_kings() {
            return ply + 1;
        }
        let mv = choose(&mut position, &moves, taste, random);
        reference = reference.play(&position.move_text(mv));
        position.make(mv);
    }
    plies
}

/// A random one of the moves that suit the taste best, most of the time.
fn choose(position: &mut Position, moves: &MoveList, taste: Taste, random: &mut Random) -> Move {
    if random.one_in(4) {
        return *random.pick(moves);
    }
    let suits: Vec<u32> = moves.iter().map(|&mv| suitability(position, mv, taste)).collect();
    let most = suits.iter().max();
    let best: Vec<Move> = moves
        .iter()
        .zip(&suits)
        .filter(|(_, suit)| Some(*suit) == most)
        .map(|(&mv, _)| mv)
        .collect();
    *random.pick(&best)
}

/// How well a move suits a taste; 0 if not at all.
fn suitability(position: &mut Position, mv: Move, taste: Taste) -> u32 {
    let Some(moved) = position.on(mv.from()).map(|piece| piece.kind()) else { return 0 };
    match taste {
        Taste::Anything => 0,
        Taste::Captures => (position.victim(mv).is_some() || mv.promotion().is_some()) as u32,
        Taste::Checks => {
            position.make(mv);
            let checkers = position.checkers().count();
            position.unmake(mv);
            checkers
        }
        Taste::Kings => (moved == position.rules().king()) as u32,
        Taste::Pawns => {
            let advances = position.rules().promotes(moved);
            (advances && mv.kind() != MoveKind::Normal) as u32
        }
        Taste::EnPassant => {
            let offers = mv.kind() == MoveKind::DoubleStep && {
                position.make(mv);
                let offered = position.en_passant().is_some();
                position.unmake(mv);
                offered
            };
            2 * (mv.kind() == MoveKind::EnPassant) as u32 + offers as u32
        }
    }
}

/// Keeps some moves to be tried in other positions.
fn remember(foreign: &mut Vec<Move>, moves: &MoveList, random: &mut Random) {
    foreign.extend(moves.iter().filter(|_| random.one_in(4)));
    let excess = foreign.len().saturating_sub(150);
    foreign.drain(..excess);
}

/// One position as both programs see it.
struct Comparison<'a> {
    variant: &'a Arc<Variant>,
    position: &'a mut Position,
    reference: Reference,
    occurrences: &'a mut Occurrences,
}

impl<'a> Comparison<'a> {
    fn new(
        variant: &'a Arc<Variant>,
        position: &'a mut Position,
        occurrences: &'a mut Occurrences,
    ) -> Self {
        let reference = Reference::from_fen(&variant.id, &position.fen());
        Self { variant, position, reference, occurrences }
    }

    fn of(
        variant: &'a Arc<Variant>,
        position: &'a mut Position,
        reference: Reference,
        occurrences: &'a mut Occurrences,
    ) -> Self {
        Self { variant, position, reference, occurrences }
    }

    fn everything(&mut self, foreign: &[Move], random: &mut Random) {
        let fen = self.position.fen();
        let at = format!("{} {fen}", self.variant.id);
        let legal = self.position.legal_moves();
        assert_eq!(self.reference.fen(), fen, "{}", self.variant.id);
        assert_eq!(texts(self.position, &legal), self.reference.legal_moves(), "{at}");
        assert_eq!(self.position.in_check(), self.reference.in_check(), "{at}");
        assert_eq!(self.position.key(), self.position.fresh_key(), "{at}");
        self.outcome(&legal, &at, random);
        self.other_lists(&legal, &at);
        self.single_moves(&legal, foreign, &at);
        self.make_and_unmake(&legal, &fen, &at);
        self.successors(&legal, &at, random);
        self.count(&legal);
    }

    /// The reference computes outcomes slowly, so most ordinary positions are left out.
    fn outcome(&mut self, legal: &MoveList, at: &str, random: &mut Random) {
        let ours = match self.position.outcome_given(!legal.is_empty()) {
            Some(Outcome::Win(winner, _)) => {
                assert_eq!(winner, !self.position.side_to_move(), "{at}");
                Some("checkmate")
            }
            Some(Outcome::Draw(DrawReason::Stalemate)) => Some("stalemate"),
            Some(Outcome::Draw(DrawReason::MoveLimit(_))) => Some("fifty"),
            Some(Outcome::Draw(DrawReason::BareKings)) => Some("bare kings"),
            Some(Outcome::Draw(DrawReason::Repetition(_) | DrawReason::Flags)) | None => None,
        };
        let near = self.position.halfmove_clock() >= 98 || legal.len() < 4;
        if ours.is_some() || near || random.one_in(16) {
            let theirs = self.reference.outcome();
            if self.position.bare_kings() {
                // Both draws may hold; the reference names the other one first.
                assert!(ours.is_some() && theirs.is_some(), "{at}");
            } else {
                assert_eq!(ours, theirs, "{at}");
            }
        }
    }

    /// Counting and the halves of the list agree with the whole list.
    fn other_lists(&self, legal: &MoveList, at: &str) {
        assert_eq!(self.position.count_legal_moves(), legal.len() as u64, "{at}");
        assert_eq!(self.position.has_legal_moves(), !legal.is_empty(), "{at}");
        let (mut tactical, mut quiet) = (MoveList::new(), MoveList::new());
        self.position.add_legal_moves(Wanted::Tactical, &mut tactical);
        self.position.add_legal_moves(Wanted::Quiet, &mut quiet);
        for &mv in &tactical {
            let is_tactical = self.position.victim(mv).is_some() || mv.promotion().is_some();
            assert!(is_tactical, "{at}: {} is quiet", self.position.move_text(mv));
        }
        for &mv in &quiet {
            let is_quiet = self.position.victim(mv).is_none() && mv.promotion().is_none();
            assert!(is_quiet, "{at}: {} is tactical", self.position.move_text(mv));
        }
        let sorted = |moves: &mut dyn Iterator<Item = &Move>| {
            let mut bits: Vec<u32> = moves.map(|mv| mv.bits()).collect();
            bits.sort_unstable();
            bits
        };
        let halves = sorted(&mut tactical.iter().chain(&quiet));
        assert_eq!(halves, sorted(&mut legal.iter()), "{at}");
        assert!(halves.windows(2).all(|pair| pair[0] != pair[1]), "{at}: a move twice");
    }

    /// A move is legal exactly when it is in the list, wherever it comes from.
    fn single_moves(&self, legal: &MoveList, foreign: &[Move], at: &str) {
        let constraints = Constraints::new(self.position);
        for &mv in legal {
            let text = || self.position.move_text(mv);
            assert!(self.position.is_legal(mv, &constraints), "{at}: {} is legal", text());
        }
        for &mv in foreign {
            let expected = legal.contains(&mv);
            assert_eq!(self.position.is_legal(mv, &constraints), expected, "{at}: {mv:?}");
        }
    }

    /// Unmaking restores everything; the key is right after every move.
    fn make_and_unmake(&mut self, legal: &MoveList, fen: &str, at: &str) {
        let (key, checkers) = (self.position.key(), self.position.checkers());
        let repetitions = self.position.repetitions();
        for &mv in legal {
            self.position.make(mv);
            assert_eq!(self.position.key(), self.position.fresh_key(), "{at}: {mv:?}");
            self.position.unmake(mv);
            assert_eq!(self.position.key(), key, "{at}: {mv:?}");
        }
        assert_eq!(self.position.fen(), fen);
        assert_eq!(self.position.fresh_key(), key, "{at}");
        assert_eq!(self.position.checkers(), checkers, "{at}");
        assert_eq!(self.position.repetitions(), repetitions, "{at}");
        assert_eq!(&self.position.legal_moves(), legal, "{at}");
    }

    /// Positions after some of the moves, rare kinds of moves first.
    fn successors(&mut self, legal: &MoveList, at: &str, random: &mut Random) {
        let rare: Vec<Move> =
            legal.iter().copied().filter(|mv| mv.kind() != MoveKind::Normal).collect();
        let mut tried = Vec::new();
        if !rare.is_empty() && random.one_in(3) {
            tried.push(*random.pick(&rare));
        }
        if !legal.is_empty() && random.one_in(6) {
            tried.push(*random.pick(legal));
        }
        let captures = legal.iter().copied().filter(|mv| mv.kind() == MoveKind::EnPassant);
        tried.extend(captures);
        for mv in tried {
            let text = self.position.move_text(mv);
            let after = self.reference.play(&text).fen();
            self.position.make(mv);
            assert_eq!(self.position.fen(), after, "{at}: {text}");
            self.position.unmake(mv);
        }
    }

    fn count(&mut self, legal: &MoveList) {
        let position = &*self.position;
        let mut met = vec!["position"];
        if position.in_check() {
            met.push("check");
            met.extend(legal.is_empty().then_some("checkmate"));
            met.extend(checked_by_hopper(position).then_some("check by a hopper"));
            met.extend(is_double_check(position).then_some("double check"));
        } else if legal.is_empty() {
            met.push("stalemate");
        }
        met.extend(position.move_limit_reached().then_some("50 moves"));
        for &mv in legal {
            met.extend(rules_met(position, mv));
        }
        met.into_iter().for_each(|rule| *self.occurrences.entry(rule).or_default() += 1);
    }
}

/// The rare rules that a legal move shows.
fn rules_met(position: &Position, mv: Move) -> Vec<&'static str> {
    let letter = |square| position.on(square).map(|piece| position.rules().letter(piece).plain());
    let moved = letter(mv.from()).map(|letter| letter.to_ascii_uppercase());
    let step = Layout12::delta(mv.from(), mv.to());
    let mut met = Vec::new();
    match (mv.kind(), moved) {
        (MoveKind::EnPassant, _) => {
            let victim = position.en_passant().and_then(|ep| letter(ep.victim));
            met.extend((moved == Some('P')).then_some("en passant by a Pawn"));
            met.extend((moved == Some('S')).then_some("en passant by a Soldier or Maasai"));
            met.extend(position.in_check().then_some("en passant out of check"));
            match victim.map(|letter| letter.to_ascii_uppercase()) {
                Some('I') => met.push("en passant of a Prince"),
                Some('S') => met.push("en passant of a Soldier or Maasai"),
                _ => {}
            }
        }
        (MoveKind::Promotion, moved) => {
            met.push(match moved {
                Some('P') => "promotion of a Pawn",
                Some('S') => "promotion of a Soldier or Maasai",
                _ => "promotion of a Prince",
            });
            met.extend(position.victim(mv).map(|_| "promotion by capture"));
            met.extend((step.ranks.abs() == 2).then_some("promotion by double step"));
        }
        (MoveKind::DoubleStep, Some('I')) => met.push("double step of a Prince"),
        (MoveKind::Jump, _) if step.files.abs() + step.ranks.abs() == 3 => {
            met.push("oblique jump");
        }
        (MoveKind::Jump, _) => met.push("orthogonal or diagonal jump"),
        (MoveKind::Normal, Some('S')) if step.ranks == 0 => met.push("step of a Soldier sideways"),
        _ => {}
    }
    met
}
