//! A plain model of made-up games.

use super::made_up::{KING, MadeUp, PAWN};
use super::movements::{Place, Way, around, plus};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::SeveralRoyals;

#[derive(Clone)]
pub struct Model<'a> {
    game: &'a MadeUp,
    pub board: Vec<Vec<char>>,
    white: bool,
    jumps: [bool; 2],
    /// By side, for castling towards the last file and the first.
    castles: [[bool; 2]; 2],
    /// The squares that a double or triple step just passed over, and the Pawn's.
    passed: Option<(Vec<Place>, Place)>,
    /// Where a piece that may be traded has just captured one that may not.
    struck: Option<Place>,
    /// By side and rank, whether pieces of a letter stand there in the start array.
    start: &'a [Vec<char>],
}

#[derive(Clone)]
pub struct Step {
    pub from: Place,
    pub to: Place,
    pub promotion: Option<char>,
    pub passed: Vec<Place>,
    pub en_passant: bool,
    /// Where it captures on its way.
    pub over: Option<Place>,
    /// The start and the end of the piece that the King castles with.
    pub castles_with: Option<(Place, Place)>,
}

fn name((file, rank): Place) -> String {
    Coordinates { file: file as u8, rank: rank as u8 }.to_string()
}

impl<'a> Model<'a> {
    pub fn new(game: &'a MadeUp, start: &'a [Vec<char>]) -> Self {
        let mut model = Self {
            game,
            board: start.to_vec(),
            white: true,
            jumps: [game.jumps; 2],
            castles: [[false; 2]; 2],
            passed: None,
            struck: None,
            start,
        };
        model.castles = [0, 1].map(|side| [0, 1].map(|way| model.partner(side, way).is_some()));
        model
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

    /// Whether moves of a side's pieces of a kind may end on a square.
    fn may_end(&self, letter: char, white: bool, (file, rank): Place) -> bool {
        let def = self.game.variant.piece(letter).expect("a piece");
        let region = def.regions[usize::from(!white)].as_ref();
        region.is_none_or(|squares| {
            squares.iter().any(|at| (i32::from(at.file), i32::from(at.rank)) == (file, rank))
        })
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
                Way::HopNext { steps, range } => {
                    for &step in steps {
                        let mut at = from;
                        for number in 1..*range {
                            at = plus(at, view(step));
                            if !self.is_free(at) {
                                let behind = plus(at, view(step));
                                reached.extend(
                                    (self.at(at).is_some() && number < *range).then_some(behind),
                                );
                                break;
                            }
                        }
                    }
                }
                Way::Along(paths) => {
                    for path in paths {
                        for &by in path {
                            let at = plus(from, view(by));
                            reached.push(at);
                            if !self.is_free(at) {
                                break;
                            }
                        }
                    }
                }
                Way::Lame(pairs) => {
                    let is_free = |over: &Place| self.is_free(plus(from, view(*over)));
                    let open = pairs.iter().filter(|(over, _)| over.iter().all(is_free));
                    reached.extend(open.map(|(_, to)| plus(from, view(*to))));
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
            reached.retain(|&to| self.may_end(letter, white, to));
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
                        if self.is_enemy(over, white) && ends && self.may_end(letter, white, to) {
                            moves.push((over, to));
                        }
                    }
                }
                Way::Pass(steps) => {
                    passes |= self.may_end(letter, white, from)
                        && steps.iter().any(|&step| self.is_free(plus(from, view(step))));
                }
                _ => {}
            }
        }
        (moves, passes)
    }

    /// Whether a side's pieces, the King among them, could take on a square an enemy standing there.
    fn attacks(&self, to: Place, white: bool) -> bool {
        self.attackers(to, white).next().is_some()
    }

    /// The squares of a side's pieces, the King among them, that could take on a square an enemy standing there.
    fn attackers(&self, to: Place, white: bool) -> impl Iterator<Item = Place> {
        let mut model = self.clone();
        model.set(to, if white { 'f' } else { 'F' });
        model.squares().into_iter().filter(move |&from| {
            let Some(on) = model.at(from).filter(|&on| on != '.') else { return false };
            if on.is_ascii_uppercase() != white {
                return false;
            }
            let forward = if white { 1 } else { -1 };
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            match on.to_ascii_uppercase() {
                KING => x.abs().max(y.abs()) == 1 && model.may_end(KING, white, to),
                PAWN => x.abs() == 1 && y == forward && model.may_end(PAWN, white, to),
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
    pub fn has_lost(&self) -> bool {
        let several = self.game.variant.several_royals;
        several.is_some_and(|rule| self.royals(self.white).len() <= usize::from(rule.lost_with))
    }

    /// The result in PGN if a piece has reached a square that wins; where Black may answer, after the answer.
    pub fn flag_result(&self) -> Option<&'static str> {
        let flag = self.game.variant.flag.as_ref()?;
        let reached = |white: bool| {
            flag.squares[usize::from(!white)].iter().any(|at| {
                let on = self.at((at.file.into(), at.rank.into())).expect("a square");
                let wins = flag.kinds.is_empty() || flag.kinds.contains(on.to_ascii_uppercase());
                let there = on != '.' && on.is_ascii_uppercase() == white && wins;
                let place = (at.file.into(), at.rank.into());
                there
                    && (!flag.safe || !self.otherwise_legal().iter().any(|(_, it)| it.to == place))
            })
        };
        match (flag.answered, self.white, reached(true), reached(false)) {
            (false, true, _, true) => Some("0-1"),
            (false, false, true, _) => Some("1-0"),
            (true, true, true, true) => Some("1/2-1/2"),
            (true, true, true, false) => Some("1-0"),
            (true, _, _, true) => Some("0-1"),
            _ => None,
        }
    }

    /// Whether the Kings see each other along a line by which they may not.
    fn kings_face(&self) -> bool {
        let Some(facing) = &self.game.variant.facing else { return false };
        let steps: &[Place] = match facing.as_str() {
            "R" => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
            "B" => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
            "fR" => &[(0, 1)],
            "fRfB" => &[(0, 1), (1, 1), (-1, 1)],
            "sRfB" => &[(1, 0), (-1, 0), (1, 1), (-1, 1)],
            other => panic!("{other}: not in the model"),
        };
        let at = |king| self.squares().into_iter().find(|&place| self.at(place) == Some(king));
        let (Some(white), black) = (at(KING), at(KING.to_ascii_lowercase())) else { return false };
        steps.iter().any(|&step| {
            let mut place = plus(white, step);
            while self.is_free(place) {
                place = plus(place, step);
            }
            Some(place) == black
        })
    }

    pub fn in_check(&self) -> bool {
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
        let promotes = match &rules.by_entry {
            Some(entry) if self.ranks_to_go(step.from) <= rules.ranks => {
                self.is_enemy(step.to, self.white)
                    || ranks == 1 && entry.to_last_rank.contains(letter)
            }
            _ => ranks <= rules.ranks,
        };
        if choices.is_empty() || !promotes {
            return vec![step];
        }
        let passed = if rules.en_passant { step.passed.clone() } else { Vec::new() };
        let is_choice = |to: &char| {
            rules.last_ranks.iter().all(|(of, last)| of != to || ranks <= usize::from(*last))
        };
        let promoting = |to| Step { promotion: Some(to), passed: passed.clone(), ..step };
        let mut steps: Vec<Step> = choices.chars().filter(is_choice).map(promoting).collect();
        if rules.by_entry.is_some() || ranks > rules.ranks - rules.optional_ranks {
            steps.push(step);
        }
        steps
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
                passed: Vec::new(),
                en_passant: false,
                over: None,
                castles_with: None,
            };
            let may = |to: &Place| self.is_free(*to) || self.is_enemy(*to, white);
            let letter = on.to_ascii_uppercase();
            match letter {
                KING => {
                    let near = around(1, 0).into_iter().chain(around(1, 1));
                    let near = near.map(|by| plus(from, by)).filter(may);
                    let goes = near.chain(self.jump_targets(from));
                    steps.extend(goes.filter(|&to| self.may_end(KING, white, to)).map(step));
                    steps.extend(self.castlings(from));
                }
                PAWN => {
                    let most = match self.on_first_rank(letter, from.1, white) {
                        true => self.game.first_steps,
                        false => 1,
                    };
                    let mut passed = Vec::new();
                    for length in 1..=most {
                        let to = (from.0, from.1 + length * forward);
                        if !self.is_free(to) {
                            break;
                        }
                        if self.may_end(PAWN, white, to) {
                            let ahead = Step { passed: passed.clone(), ..step(to) };
                            steps.extend(self.promoting(letter, ahead));
                        }
                        passed.push(to);
                    }
                    let beside = [-1, 1].map(|side| (from.0 + side, from.1 + forward));
                    for to in beside.into_iter().filter(|&to| self.may_end(PAWN, white, to)) {
                        if self.is_enemy(to, white) {
                            steps.extend(self.promoting(letter, step(to)));
                        } else if self.passed.as_ref().is_some_and(|(passed, _)| passed.contains(&to))
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

    /// The piece that a side's King castles with in the start array, towards the last file (0) or the first.
    fn partner(&self, side: usize, way: usize) -> Option<Place> {
        let castling = self.game.variant.castling.as_ref()?;
        if castling.files[side][way].is_empty() {
            return None;
        }
        let (rank, case): (i32, fn(&char) -> char) = match side {
            0 => (0, char::to_ascii_uppercase),
            _ => (self.start.len() as i32 - 1, char::to_ascii_lowercase),
        };
        let row = &self.start[rank as usize];
        let king = row.iter().position(|&on| on == case(&KING))?;
        let fits = |file: &usize| {
            let (most, least) = (castling.outermost[side][0], castling.outermost[side][1]);
            (least..=most).contains(file)
                && castling.with.chars().any(|with| case(&with) == row[*file])
        };
        let file = match way {
            0 => (king + 1..row.len()).rev().find(fits),
            _ => (0..king).find(fits),
        };
        file.map(|file| (file as i32, rank))
    }

    fn castlings(&self, king: Place) -> Vec<Step> {
        let side = usize::from(!self.white);
        let Some(castling) = &self.game.variant.castling else { return Vec::new() };
        if self.in_check() {
            return Vec::new();
        }
        let mut steps = Vec::new();
        for way in [0, 1].into_iter().filter(|&way| self.castles[side][way]) {
            let other = self.partner(side, way).expect("a right to castle");
            let toward = if way == 0 { 1 } else { -1 };
            for to in castling.files[side][way].iter().map(|&file| (file as i32, king.1)) {
                let passed = || (king.0.min(to.0)..=king.0.max(to.0)).filter(|&it| it != king.0);
                let least = king.0.min(to.0).min(other.0);
                let most = king.0.max(to.0).max(other.0);
                let is_clear = (least..=most)
                    .filter(|&file| file != king.0 && file != other.0)
                    .all(|file| self.is_free((file, king.1)));
                if is_clear && !passed().any(|file| self.attacks((file, king.1), !self.white)) {
                    steps.push(Step {
                        from: king,
                        to,
                        promotion: None,
                        passed: Vec::new(),
                        en_passant: false,
                        over: None,
                        castles_with: Some((other, (to.0 - toward, king.1))),
                    });
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

    /// Whether the rules against trades allow a move.
    fn may_trade(&self, step: &Step) -> bool {
        let Some(rule) = &self.game.variant.anti_trade else { return true };
        let letter = |at| self.at(at).expect("a square").to_ascii_uppercase();
        let is_held =
            |at: &Place| self.is_enemy(*at, self.white) && rule.kinds.contains(letter(*at));
        let mut taken = step.over.into_iter().chain([step.to]).filter(is_held);
        if !rule.kinds.contains(letter(step.from)) {
            return self.struck.is_none_or(|struck| taken.all(|at| at == struck));
        }
        let far = (step.to.0 - step.from.0).abs().max((step.to.1 - step.from.1).abs()) > 1;
        if !far || !is_held(&step.to) {
            return true;
        }
        if step.over.is_some_and(|over| !rule.lesser.contains(letter(over))) {
            return true;
        }
        let mut after = self.clone();
        after.set(step.from, '.');
        // A piece taken on the way protects, but is not in the way.
        let Some(over) = step.over else { return !after.attacks(step.to, !self.white) };
        let protects = after.attackers(step.to, !self.white).any(|at| at == over);
        after.set(over, '.');
        !protects && !after.attacks(step.to, !self.white)
    }

    pub fn play(&self, step: Step) -> Self {
        let mut next = self.clone();
        let on = self.at(step.from).expect("a piece");
        next.struck = self.game.variant.anti_trade.as_ref().and_then(|rule| {
            let is_held = |at: &Place| {
                self.is_enemy(*at, self.white)
                    && self.at(*at).is_some_and(|it| rule.kinds.contains(it.to_ascii_uppercase()))
            };
            let mut taken = [step.to].into_iter().chain(step.over);
            taken.find(is_held).filter(|_| !rule.kinds.contains(on.to_ascii_uppercase()))
        });
        let side = usize::from(!self.white);
        if on.to_ascii_uppercase() == KING {
            next.jumps[side] = false;
        }
        for (side, way) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(other) = self.partner(side, way) else { continue };
            let color = if side == 0 { KING } else { KING.to_ascii_lowercase() };
            let is_touched = [step.from, step.to].contains(&other)
                || step.over == Some(other)
                || self.at(step.from) == Some(color)
                || self.at(step.to) == Some(color);
            next.castles[side][way] &= !is_touched;
        }
        if let Some((other, beside)) = step.castles_with {
            let opposite = self.game.variant.castling.as_ref().is_some_and(|it| it.opposite);
            let way = usize::from(step.to.0 < step.from.0);
            next.castles[1 - side][way] &= !opposite;
            let partner = self.at(other).expect("a partner");
            next.set(other, '.');
            next.set(step.from, '.');
            next.set(step.to, on);
            next.set(beside, partner);
            next.passed = None;
            next.white = !self.white;
            return next;
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
            let (_, victim) = self.passed.as_ref().expect("a double step");
            next.set(*victim, '.');
        }
        next.passed = (!step.passed.is_empty()).then_some((step.passed, step.to));
        next.white = !self.white;
        next
    }

    /// Castling to a square to which the King may step is written with the square of the other piece.
    fn shown_target(&self, step: &Step) -> Place {
        let steps = step.to.0.abs_diff(step.from.0) == 1 && self.may_end(KING, self.white, step.to);
        match step.castles_with {
            Some((other, _)) if steps => other,
            _ => step.to,
        }
    }

    pub fn legal(&self) -> Vec<(String, Step)> {
        match self.has_lost() || self.flag_result().is_some() {
            true => Vec::new(),
            false => self.otherwise_legal(),
        }
    }

    /// The moves that are legal unless the game is over.
    fn otherwise_legal(&self) -> Vec<(String, Step)> {
        let mut legal: Vec<(String, Step)> = Vec::new();
        for step in self.steps() {
            let promotion = step.promotion.map(|letter| letter.to_ascii_lowercase());
            let text = name(step.from)
                + &step.over.map_or(String::new(), name)
                + &name(self.shown_target(&step))
                + &promotion.map_or(String::new(), String::from);
            if legal.iter().any(|(known, _)| *known == text) {
                continue;
            }
            let mut next = self.play(step.clone());
            next.white = self.white;
            // A royal piece that a promotion makes answers no check.
            let mut kept = self.play(Step { promotion: None, ..step.clone() });
            kept.white = self.white;
            let safe = !kept.in_check() && !next.kings_face();
            next.white = !self.white;
            let quiet = self.game.variant.checking || !next.in_check();
            if safe && quiet && self.may_trade(&step) {
                legal.push((text, step));
            }
        }
        legal.sort_by(|a, b| a.0.cmp(&b.0));
        legal
    }
}
