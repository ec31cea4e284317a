//! Games made up at random, on boards of every size and with missing squares: what the rules allow
//! is what a plain model allows.
//!
//! The model is given the moves of each piece as lists of steps, not as Betza notation, and plays
//! them square by square. A move is legal when the King cannot be captured after it; in games with
//! several royal pieces, when it leaves none attacked that must not be.

use crate::common::counting::count;
use crate::common::parallel::two_at_a_time;
use crate::common::pieces::piece;
use crate::common::positions::Random;
use dhow_rules::game::{Game, check};
use dhow_rules::position::{Outcome, WinReason};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::{PieceDef, Promotion, Role, SeveralRoyals, Variant};
use std::collections::BTreeSet;
use std::sync::Arc;

type Place = (i32, i32);

#[derive(Clone, Debug)]
enum Way {
    /// To each of these squares, whatever stands between.
    Leap(Vec<Place>),
    /// Along these steps, at most so many times; over exactly one piece if it hops.
    Slide { steps: Vec<Place>, range: usize, hops: bool },
    /// First to an empty square, then on.
    Lame(Vec<(Place, Place)>),
    /// A step to an enemy, which is captured, and another from there; each pair holds the two steps.
    Locust(Vec<(Place, Place)>),
    /// A step to an empty square and back.
    Pass(Vec<Place>),
    /// One step, then a slide along another; `stops` is whether it may end after the step.
    Bent { steps: Vec<(Place, Place)>, stops: bool },
}

#[derive(Clone, Debug)]
struct Moves {
    way: Way,
    quiet: bool,
    capture: bool,
    /// Only from a rank where the piece stands in the start array.
    initial: bool,
}

const ORTHOGONAL: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// All squares that are `a` files and `b` ranks away, or the other way round.
fn around(a: i32, b: i32) -> Vec<Place> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let both = [(a, b), (b, a)].into_iter();
    let all = both.flat_map(|(a, b)| signs.map(|(x, y)| (a * x, b * y)));
    all.collect::<BTreeSet<Place>>().into_iter().collect()
}

/// A diagonal or orthogonal step with each of the two steps by which it goes on outward.
fn outward(first: &[Place]) -> Vec<(Place, Place)> {
    let on = |&(x, y): &Place| match (x, y) {
        (0, _) => [(1, y), (-1, y)],
        (_, 0) => [(x, 1), (x, -1)],
        _ => [(x, 0), (0, y)],
    };
    first.iter().flat_map(|step| on(step).map(|then| (*step, then))).collect()
}

/// A part of a movement: its Betza notation, and what it means.
fn part(random: &mut Random) -> (String, Moves) {
    let (modality, quiet, capture) =
        *random.pick(&[("", true, true), ("", true, true), ("m", true, false), ("c", false, true)]);
    let plain = |text: String, way| {
        (modality.to_string() + &text, Moves { way, quiet, capture, initial: false })
    };
    match random.below(12) {
        0 | 1 => {
            let atoms = [
                ("W", 1, 0),
                ("F", 1, 1),
                ("D", 2, 0),
                ("N", 2, 1),
                ("A", 2, 2),
                ("H", 3, 0),
                ("C", 3, 1),
                ("Z", 3, 2),
                ("G", 3, 3),
            ];
            let &(atom, a, b) = random.pick(&atoms);
            plain(atom.into(), Way::Leap(around(a, b)))
        }
        2 => {
            let steps = [
                ("fW", vec![(0, 1)]),
                ("fF", vec![(1, 1), (-1, 1)]),
                ("bF", vec![(1, -1), (-1, -1)]),
                ("sW", vec![(1, 0), (-1, 0)]),
                ("fD", vec![(0, 2)]),
            ];
            let (text, steps) = random.pick(&steps);
            plain(text.to_string(), Way::Leap(steps.clone()))
        }
        3 | 4 => {
            let range = if random.one_in(2) { 0 } else { 2 + random.below(4) };
            let number = if range == 0 { String::new() } else { range.to_string() };
            let (atom, steps) = *random.pick(&[("R", ORTHOGONAL), ("B", DIAGONAL)]);
            plain(atom.to_string() + &number, slide(&steps, range, false))
        }
        5 => {
            let range = if random.one_in(3) { 2 + random.below(4) } else { 0 };
            let number = if range == 0 { String::new() } else { range.to_string() };
            let (atom, steps) = *random.pick(&[("R", ORTHOGONAL), ("B", DIAGONAL)]);
            plain(format!("p{atom}{number}"), slide(&steps, range, true))
        }
        6 => {
            let (text, a, b) = *random.pick(&[("NN", 2, 1), ("DD", 2, 0), ("AA", 2, 2)]);
            plain(text.into(), slide(&around(a, b), 0, false))
        }
        7 => {
            let lame = |&(x, y): &Place| match (x.abs(), y.abs()) {
                (2, 1) => ((x / 2, 0), (x, y)),
                (1, 2) => ((0, y / 2), (x, y)),
                _ => ((x / 2, y / 2), (x, y)),
            };
            // One that only moves would be a double step, which can be captured en passant.
            if modality == "m" {
                return part(random);
            }
            let (text, a, b) = *random.pick(&[("nN", 2, 1), ("nD", 2, 0), ("nA", 2, 2)]);
            plain(text.into(), Way::Lame(around(a, b).iter().map(lame).collect()))
        }
        10 | 11 => {
            let king: Vec<Place> = ORTHOGONAL.into_iter().chain(DIAGONAL).collect();
            let back = |&(x, y): &Place| (-x, -y);
            let pairs = |first: &[Place], then: fn(Place, Place) -> bool, second: &[Place]| {
                let both = |&one: &Place| second.iter().map(move |&two| (one, two));
                let all = first.iter().flat_map(both);
                all.filter(|&(one, two)| then(one, two)).collect::<Vec<_>>()
            };
            let not_back = |one: Place, two: Place| two != (-one.0, -one.1);
            let (text, way) = match random.below(8) {
                0 => ("caK", Way::Locust(pairs(&king, not_back, &king))),
                1 => ("cabK", Way::Locust(king.iter().map(|step| (*step, back(step))).collect())),
                2 => ("mabK", Way::Pass(king)),
                3 => ("cafF", Way::Locust(DIAGONAL.map(|step| (step, step)).to_vec())),
                4 => ("fcafW", Way::Locust(vec![((0, 1), (0, 1))])),
                5 => ("cafsW", Way::Locust(outward(&ORTHOGONAL))),
                6 => ("caN", Way::Locust(pairs(&around(2, 1), not_back, &around(2, 1)))),
                _ => {
                    let lame = |(one, then): (Place, Place)| (one, plus(one, then));
                    let pairs = outward(&ORTHOGONAL).into_iter().map(lame).collect();
                    ("afsW", Way::Lame(pairs))
                }
            };
            // The second leg has a modality of its own, before the atom.
            let at = text.len() - 1;
            let modality = match text {
                // They end where the piece came from, which is empty.
                "cabK" | "mabK" => "",
                _ => modality,
            };
            let (quiet, capture) = (modality != "c", modality != "m");
            let text = format!("{}{modality}{}", &text[..at], &text[at..]);
            (text, Moves { way, quiet, capture, initial: false })
        }
        8 => {
            let (text, steps, stops) = random.pick(&[
                ("FyafsF", DIAGONAL, true),
                ("yafsF", DIAGONAL, false),
                ("WyafsW", ORTHOGONAL, true),
                ("yafsW", ORTHOGONAL, false),
            ]);
            let bent = Way::Bent { steps: outward(steps), stops: *stops };
            (text.to_string(), Moves { way: bent, quiet: true, capture: true, initial: false })
        }
        _ => {
            let (text, way) = match random.below(6) {
                0 => ("imN", Way::Leap(around(2, 1))),
                1 => ("imD", Way::Leap(around(2, 0))),
                2 => ("imF", Way::Leap(around(1, 1))),
                3 => ("ifmR3", slide(&[(0, 1)], 3, false)),
                4 => ("imB", slide(&DIAGONAL, 0, false)),
                _ => ("impR", slide(&ORTHOGONAL, 0, true)),
            };
            (text.into(), Moves { way, quiet: true, capture: false, initial: true })
        }
    }
}

fn slide(steps: &[Place], range: usize, hops: bool) -> Way {
    Way::Slide { steps: steps.to_vec(), range: if range == 0 { 99 } else { range }, hops }
}

const PAWN: char = 'P';
const KING: char = 'K';

/// A game made up at random, and the moves of its officers.
struct MadeUp {
    variant: Arc<Variant>,
    officers: Vec<(char, Vec<Moves>)>,
    /// Whether Kings have the jump.
    jumps: bool,
    /// The letters of the royal pieces.
    royals: String,
}

impl MadeUp {
    /// `None` if the start array is no position, by chance.
    fn new(random: &mut Random) -> Option<Self> {
        let (files, ranks) = (5 + random.below(12), 5 + random.below(12));
        let share = *random.pick(&[0, 0, 4, 10, 25]);
        let king_file = random.below(files);
        let mut board = vec![vec!['.'; files]; ranks];
        for (rank, row) in board.iter_mut().enumerate() {
            for (file, on) in row.iter_mut().enumerate() {
                let kings = file == king_file && (rank == 0 || rank == ranks - 1);
                if !kings && random.below(100) < share {
                    *on = '*';
                }
            }
        }
        board[0][king_file] = KING;
        board[ranks - 1][king_file] = KING.to_ascii_lowercase();
        let several = random.one_in(3).then(|| SeveralRoyals {
            lost_with: random.below(3) as u8,
            pseudo_royal: !random.one_in(4),
            duple_check: random.one_in(3),
        });
        let jumps = several.is_none() && random.one_in(2);
        let mut officers = Vec::new();
        let king = if jumps { "KimAimDimN" } else { "K" };
        let mut pieces =
            vec![piece(KING, king, Role::Royal), piece(PAWN, "fmWfceFfimnD", Role::Pawn)];
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
                if random.below(100) >= density {
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
        let zone = 1 + random.below(ranks / 2);
        let holes = Self::squares(files, ranks, |file, rank| board[rank][file] == '*');
        let is_royal =
            |letter: &char| pieces.iter().any(|it| it.letter == *letter && it.role == Role::Royal);
        let royals: String = "KC".chars().filter(is_royal).collect();
        let rights = if jumps { "Kk" } else { "-" };
        let variant = Arc::new(Variant {
            id: "made-up".into(),
            name: "Made up".into(),
            files,
            ranks,
            holes,
            pieces,
            start: format!("{} w {rights} - 0 1", placement(&board)),
            promotions: if royals.len() > 1 { "BDC" } else { "BDF" }.into(),
            several_royals: several,
            promotion: Promotion {
                ranks: zone,
                optional_ranks: random.below(zone + 1),
                en_passant: random.one_in(2),
                ..Promotion::default()
            },
            ..Variant::default()
        });
        check(&variant).ok()?;
        Some(Self { variant, officers, jumps, royals })
    }

    fn squares(
        files: usize,
        ranks: usize,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> Vec<Coordinates> {
        let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        all.filter(|&(file, rank)| wanted(file, rank))
            .map(|(file, rank)| Coordinates { file: file as u8, rank: rank as u8 })
            .collect()
    }
}

/// The placement field of a FEN.
fn placement(board: &[Vec<char>]) -> String {
    let row = |row: &Vec<char>| {
        let run = |run: &[char]| match run[0] {
            '.' => run.len().to_string(),
            letter => letter.to_string(),
        };
        row.chunk_by(|a, b| (a, b) == (&'.', &'.')).map(run).collect::<String>()
    };
    board.iter().rev().map(row).collect::<Vec<_>>().join("/")
}

#[derive(Clone)]
struct Model<'a> {
    game: &'a MadeUp,
    board: Vec<Vec<char>>,
    white: bool,
    jumps: [bool; 2],
    /// The square that a double step just passed over, and the Pawn's.
    passed: Option<(Place, Place)>,
    /// By side and rank, whether pieces of a letter stand there in the start array.
    start: &'a [Vec<char>],
}

#[derive(Clone, Copy)]
struct Step {
    from: Place,
    to: Place,
    promotion: Option<char>,
    passed: Option<Place>,
    en_passant: bool,
    /// Where it captures on its way.
    over: Option<Place>,
}

fn name((file, rank): Place) -> String {
    Coordinates { file: file as u8, rank: rank as u8 }.to_string()
}

fn plus(from: Place, step: Place) -> Place {
    (from.0 + step.0, from.1 + step.1)
}

impl<'a> Model<'a> {
    fn new(game: &'a MadeUp, start: &'a [Vec<char>]) -> Self {
        let jumps = [game.jumps; 2];
        Self { game, board: start.to_vec(), white: true, jumps, passed: None, start }
    }

    /// What stands on a square of the board: `.` if nothing.
    fn at(&self, (file, rank): Place) -> Option<char> {
        let row = self.board.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied().filter(|&letter| letter != '*')
    }

    fn set(&mut self, (file, rank): Place, letter: char) {
        self.board[rank as usize][file as usize] = letter;
    }

    fn is_free(&self, place: Place) -> bool {
        self.at(place) == Some('.')
    }

    fn is_enemy(&self, place: Place, white: bool) -> bool {
        self.at(place).is_some_and(|on| on != '.' && on.is_ascii_uppercase() != white)
    }

    fn squares(&self) -> Vec<Place> {
        let (files, ranks) = (self.board[0].len() as i32, self.board.len() as i32);
        (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
    }

    /// Whether a piece stands on a rank where White's of its kind stand in the start array, or
    /// Black's if White has none.
    fn on_first_rank(&self, letter: char, rank: i32, white: bool) -> bool {
        let ranks = self.start.len() as i32;
        let whites = self.start.iter().flatten().any(|&on| on == letter);
        let rank = if white == whites { rank } else { ranks - 1 - rank };
        let letter = if whites { letter } else { letter.to_ascii_lowercase() };
        self.start[rank as usize].contains(&letter)
    }

    /// The ends of an officer's moves: where it may go, or take.
    fn ends(&self, from: Place, letter: char, white: bool) -> Vec<Place> {
        let (_, parts) =
            self.game.officers.iter().find(|(of, _)| *of == letter).expect("an officer");
        let view = |(x, y): Place| if white { (x, y) } else { (x, -y) };
        let mut ends = Vec::new();
        for part in parts {
            if part.initial && !self.on_first_rank(letter, from.1, white) {
                continue;
            }
            let mut reached = Vec::new();
            match &part.way {
                Way::Leap(steps) => {
                    reached.extend(steps.iter().map(|&step| plus(from, view(step))));
                }
                Way::Slide { steps, range, hops } => {
                    for &step in steps {
                        let (mut at, mut screens) = (from, 0);
                        for _ in 0..*range {
                            at = plus(at, view(step));
                            let Some(on) = self.at(at) else { break };
                            if screens == usize::from(*hops) {
                                reached.push(at);
                            }
                            screens += usize::from(on != '.');
                            if screens > usize::from(*hops) {
                                break;
                            }
                        }
                    }
                }
                Way::Lame(pairs) => {
                    let open =
                        pairs.iter().filter(|(over, _)| self.is_free(plus(from, view(*over))));
                    reached.extend(open.map(|&(_, to)| plus(from, view(to))));
                }
                Way::Locust(_) | Way::Pass(_) => {}
                Way::Bent { steps, stops } => {
                    for &(first, then) in steps {
                        let mut at = plus(from, view(first));
                        if *stops {
                            reached.push(at);
                        }
                        while self.is_free(at) {
                            at = plus(at, view(then));
                            reached.push(at);
                        }
                    }
                }
            }
            ends.extend(reached.into_iter().filter(|&to| {
                part.quiet && self.is_free(to) || part.capture && self.is_enemy(to, white)
            }));
        }
        ends
    }

    /// An officer's captures on the way: where, and the ends of the moves. And whether it may pass.
    fn locusts(&self, from: Place, letter: char, white: bool) -> (Vec<(Place, Place)>, bool) {
        let (_, parts) =
            self.game.officers.iter().find(|(of, _)| *of == letter).expect("an officer");
        let view = |(x, y): Place| if white { (x, y) } else { (x, -y) };
        let (mut moves, mut passes) = (Vec::new(), false);
        for part in parts {
            match &part.way {
                Way::Locust(pairs) => {
                    for &(one, then) in pairs {
                        let over = plus(from, view(one));
                        let to = plus(over, view(then));
                        let ends = (part.quiet && (to == from || self.is_free(to)))
                            || (part.capture && self.is_enemy(to, white));
                        if self.is_enemy(over, white) && ends {
                            moves.push((over, to));
                        }
                    }
                }
                Way::Pass(steps) => {
                    passes |= steps.iter().any(|&step| self.is_free(plus(from, view(step))));
                }
                _ => {}
            }
        }
        (moves, passes)
    }

    /// Whether a side's pieces, the King among them, could take on a square an enemy standing there.
    fn attacks(&self, to: Place, white: bool) -> bool {
        let mut model = self.clone();
        model.set(to, if white { 'f' } else { 'F' });
        model.squares().into_iter().any(|from| {
            let Some(on) = model.at(from).filter(|&on| on != '.') else { return false };
            if on.is_ascii_uppercase() != white {
                return false;
            }
            let forward = if white { 1 } else { -1 };
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            match on.to_ascii_uppercase() {
                KING => x.abs().max(y.abs()) == 1,
                PAWN => x.abs() == 1 && y == forward,
                letter => {
                    let (locusts, _) = model.locusts(from, letter, white);
                    model.ends(from, letter, white).contains(&to)
                        || locusts.iter().any(|&(over, end)| over == to || end == to)
                }
            }
        })
    }

    /// The squares of a side's royal pieces.
    fn royals(&self, white: bool) -> Vec<Place> {
        let is_royal = |at: &Place| {
            self.at(*at).is_some_and(|on| {
                on.is_ascii_uppercase() == white
                    && self.game.royals.contains(on.to_ascii_uppercase())
            })
        };
        self.squares().into_iter().filter(is_royal).collect()
    }

    /// Whether the side to move has lost too many royal pieces.
    fn has_lost(&self) -> bool {
        let several = self.game.variant.several_royals;
        several.is_some_and(|rule| self.royals(self.white).len() <= usize::from(rule.lost_with))
    }

    fn in_check(&self) -> bool {
        let royals = self.royals(self.white);
        let mut attacked = royals.iter().map(|&at| self.attacks(at, !self.white));
        match self.game.variant.several_royals {
            _ if self.has_lost() => true,
            None => attacked.all(|it| it),
            Some(SeveralRoyals { pseudo_royal: false, .. }) => false,
            Some(SeveralRoyals { duple_check: true, .. }) => attacked.all(|it| it),
            Some(SeveralRoyals { lost_with, .. }) => {
                royals.len() == usize::from(lost_with) + 1 && attacked.any(|it| it)
            }
        }
    }

    /// The number of ranks from the far end, from 1, at which a square is.
    fn ranks_to_go(&self, (_, rank): Place) -> usize {
        let rank = rank as usize;
        if self.white { self.board.len() - rank } else { rank + 1 }
    }

    /// A move with its promotions.
    fn promoting(&self, letter: char, step: Step) -> Vec<Step> {
        let rules = &self.game.variant.promotion;
        let variant = &self.game.variant;
        let def = variant.piece(letter).expect("a piece");
        let choices = match letter {
            PAWN => &variant.promotions,
            _ => &def.promotes_to,
        };
        let ranks = self.ranks_to_go(step.to);
        if choices.is_empty() || ranks > rules.ranks {
            return vec![step];
        }
        let passed = step.passed.filter(|_| rules.en_passant);
        let promoting = choices.chars().map(|to| Step { promotion: Some(to), passed, ..step });
        let plain = (ranks > rules.ranks - rules.optional_ranks).then_some(step);
        promoting.chain(plain).collect()
    }

    /// All moves, legal or not.
    fn steps(&self) -> Vec<Step> {
        let (white, forward) = (self.white, if self.white { 1 } else { -1 });
        let mut steps = Vec::new();
        for from in self.squares() {
            let Some(on) = self.at(from).filter(|&on| on != '.') else { continue };
            if on.is_ascii_uppercase() != white {
                continue;
            }
            let step = |to| Step {
                from,
                to,
                promotion: None,
                passed: None,
                en_passant: false,
                over: None,
            };
            let may = |to: &Place| self.is_free(*to) || self.is_enemy(*to, white);
            let letter = on.to_ascii_uppercase();
            match letter {
                KING => {
                    let near = around(1, 0).into_iter().chain(around(1, 1));
                    steps.extend(near.map(|by| plus(from, by)).filter(may).map(step));
                    steps.extend(self.jump_targets(from).into_iter().map(step));
                }
                PAWN => {
                    let (one, two) = ((from.0, from.1 + forward), (from.0, from.1 + 2 * forward));
                    if self.is_free(one) {
                        steps.extend(self.promoting(letter, step(one)));
                        if self.is_free(two) && self.on_first_rank(letter, from.1, white) {
                            let double = Step { passed: Some(one), ..step(two) };
                            steps.extend(self.promoting(letter, double));
                        }
                    }
                    for to in [-1, 1].map(|side| (from.0 + side, from.1 + forward)) {
                        if self.is_enemy(to, white) {
                            steps.extend(self.promoting(letter, step(to)));
                        } else if self.passed.is_some_and(|(passed, _)| passed == to)
                            // No capture en passant ends in the zone.
                            && self.ranks_to_go(to) > self.game.variant.promotion.ranks
                        {
                            steps.push(Step { en_passant: true, ..step(to) });
                        }
                    }
                }
                _ => {
                    for to in self.ends(from, letter, white) {
                        steps.extend(self.promoting(letter, step(to)));
                    }
                    let (locusts, passes) = self.locusts(from, letter, white);
                    steps.extend(
                        locusts.iter().map(|&(over, to)| Step { over: Some(over), ..step(to) }),
                    );
                    steps.extend(passes.then(|| step(from)));
                }
            }
        }
        steps
    }

    fn jump_targets(&self, from: Place) -> Vec<Place> {
        if !self.jumps[usize::from(!self.white)] || self.in_check() {
            return Vec::new();
        }
        let mut without = self.clone();
        without.set(from, '.');
        let targets = [(2, 0), (2, 1), (2, 2)].into_iter().flat_map(|(a, b)| around(a, b));
        targets
            .filter(|&(x, y)| {
                let diagonal = (x.signum(), y.signum());
                let straight = if x.abs() > y.abs() { (x.signum(), 0) } else { (0, y.signum()) };
                let over = if x.abs() == y.abs() {
                    vec![diagonal]
                } else if x == 0 || y == 0 {
                    vec![straight]
                } else {
                    vec![diagonal, straight]
                };
                let safe = over.iter().any(|&by| {
                    let at = plus(from, by);
                    self.at(at).is_some() && !without.attacks(at, !self.white)
                });
                safe && self.is_free(plus(from, (x, y)))
            })
            .map(|by| plus(from, by))
            .collect()
    }

    fn play(&self, step: Step) -> Self {
        let mut next = self.clone();
        let on = self.at(step.from).expect("a piece");
        let side = usize::from(!self.white);
        if on.to_ascii_uppercase() == KING {
            next.jumps[side] = false;
        }
        let placed = match step.promotion {
            Some(letter) if self.white => letter,
            Some(letter) => letter.to_ascii_lowercase(),
            None => on,
        };
        next.set(step.from, '.');
        if let Some(over) = step.over {
            next.set(over, '.');
        }
        next.set(step.to, placed);
        if step.en_passant {
            let (_, victim) = self.passed.expect("a double step");
            next.set(victim, '.');
        }
        next.passed = step.passed.map(|passed| (passed, step.to));
        next.white = !self.white;
        next
    }

    fn legal(&self) -> Vec<(String, Step)> {
        let mut legal: Vec<(String, Step)> = Vec::new();
        if self.has_lost() {
            return legal;
        }
        for step in self.steps() {
            let promotion = step.promotion.map(|letter| letter.to_ascii_lowercase());
            let text = name(step.from)
                + &step.over.map_or(String::new(), name)
                + &name(step.to)
                + &promotion.map_or(String::new(), String::from);
            if legal.iter().any(|(known, _)| *known == text) {
                continue;
            }
            let mut next = self.play(step);
            next.white = self.white;
            if !next.in_check() {
                legal.push((text, step));
            }
        }
        legal.sort_by(|a, b| a.0.cmp(&b.0));
        legal
    }
}

/// What was compared in a game.
struct Compared {
    positions: usize,
    /// Moves that captured on their way, and passes.
    locusts: usize,
    /// Whether the board has missing squares.
    holes: bool,
}

/// Plays a game of made-up rules, and compares each position.
fn compare(seed: u64) -> Compared {
    let mut random = Random::new(seed);
    let made_up = loop {
        if let Some(game) = MadeUp::new(&mut random) {
            break game;
        }
    };
    let mut game = Game::new(&made_up.variant);
    let start: Vec<Vec<char>> = {
        let mut board = vec![vec!['.'; made_up.variant.files]; made_up.variant.ranks];
        for hole in &made_up.variant.holes {
            board[usize::from(hole.rank)][usize::from(hole.file)] = '*';
        }
        for (at, letter) in made_up.variant.start_letters() {
            board[usize::from(at.rank)][usize::from(at.file)] = letter;
        }
        board
    };
    let mut model = Model::new(&made_up, &start);
    let (mut positions, mut locusts) = (0, 0);
    for ply in 0..40 {
        let at = || {
            let betza = |piece: &PieceDef| format!("{}:{}", piece.letter, piece.betza);
            let pieces: Vec<String> = made_up.variant.pieces.iter().map(betza).collect();
            format!("seed {seed}, {}: {}", pieces.join(" "), game.fen())
        };
        let legal = model.legal();
        let mut found: Vec<String> =
            game.legal_moves().iter().map(|&mv| game.move_text(mv)).collect();
        found.sort();
        let expected: Vec<String> = legal.iter().map(|(text, _)| text.clone()).collect();
        assert_eq!(found, expected, "{}", at());
        assert_eq!(game.position().in_check(), model.in_check(), "{}", at());
        assert_eq!(game.position().placement_text(), placement(&model.board), "{}", at());
        let same = Game::from_fen(&made_up.variant, &game.fen()).map(|again| again.fen());
        assert_eq!(same, Ok(game.fen()), "{}", at());
        positions += 1;
        if ply == 0 || random.one_in(16) {
            let replies: usize =
                legal.iter().map(|(_, step)| model.play(*step).legal().len()).sum();
            assert_eq!(count(&game, 2), replies as u64, "{}", at());
            positions += legal.len();
        }
        if model.has_lost() {
            let won = Outcome::Win(!game.side_to_move(), WinReason::Royals);
            assert_eq!(game.outcome(), Some(won), "{}", at());
        }
        if legal.is_empty() {
            break;
        }
        // What is rare comes more often.
        let rare: Vec<usize> = (0..legal.len())
            .filter(|&index| {
                let step = legal[index].1;
                step.en_passant
                    || step.promotion.is_some()
                    || step.passed.is_some()
                    || step.over.is_some()
            })
            .collect();
        let chosen = match rare.is_empty() || random.one_in(2) {
            true => random.below(legal.len()),
            false => *random.pick(&rare),
        };
        let (text, step) = &legal[chosen];
        locusts += usize::from(step.over.is_some() || step.from == step.to);
        game.play_text(text).expect("a legal move");
        model = model.play(*step);
    }
    Compared { positions, locusts, holes: !made_up.variant.holes.is_empty() }
}

/// Returns the number of positions compared.
fn compare_games(games: u64) -> usize {
    let seeds: Vec<u64> = (0..games).collect();
    let results = two_at_a_time(&seeds, |&seed| compare(seed));
    assert!(results.iter().filter(|game| game.holes).count() > results.len() / 3);
    assert!(results.iter().map(|game| game.locusts).sum::<usize>() > results.len());
    results.iter().map(|game| game.positions).sum()
}

#[test]
fn any_board_is_played_as_the_model_plays_it() {
    assert!(compare_games(40) > 1_500);
}

/// `cargo test --release -p dhow-rules any_board -- --ignored`
#[test]
#[ignore = "an hour"]
fn a_million_positions_are_played_as_the_model_plays_them() {
    assert!(compare_games(15_000) > 1_000_000);
}
