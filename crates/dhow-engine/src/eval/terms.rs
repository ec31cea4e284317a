//! Terms computed from a position: mobility, danger to the Kings, pawn structure, shelter.

use super::features::{Feature, FeatureGroup, FeatureSink};
use super::squares::{files_from_centre, on_scale, ranks_from_centre};
use super::weights;
use dhow_rules::bitboard::SquareSet;
use dhow_rules::each_family;
use dhow_rules::geometry::line_board::{LineBoard, Mobility};
use dhow_rules::geometry::{Board, Geometry};
use dhow_rules::pieces::{Color, LineFamily, LineKinds, MAX_PIECE_TYPES, Movement, PieceType};
use dhow_rules::position::Position;
use dhow_rules::square::{Delta, Square};
use dhow_rules::variant::{Role, Rules};

/// Sums what all pieces of a set see. A macro, since a function that is not inlined is compiled for the generic
/// processor.
macro_rules! total {
    ($from:ident in $pieces:expr => $sight:expr) => {{
        let mut total = Mobility::default();
        for $from in $pieces {
            total += $sight;
        }
        total
    }};
}

/// Tables for the terms of one game.
#[derive(Debug)]
pub struct Terms<G: Geometry> {
    liners: Vec<LineOfficer>,
    /// Danger added by each leap into the enemy King's zone, by kind; 0 for kinds that do not only leap, and for those
    /// whose attacks do not count.
    leap_danger: [i32; MAX_PIECE_TYPES],
    /// By the King's square, the squares from which a leaper might attack its zone.
    near: Box<[G::Set]>,
    /// The King's zone: its square and those around it.
    around: Box<[G::Set]>,
    /// The King's zone for the line board.
    zones: Box<[<G::Lines as LineBoard<G>>::Zone]>,
    pawns: Vec<PieceType>,
    /// Colour-bound kinds.
    colour_bound: Vec<(PieceType, Feature)>,
    hoppers: Vec<(PieceType, Feature)>,
    /// The squares of the colour of the first square.
    dark: G::Set,
    board: Board<G>,
    /// By the rank of a pawn from its side's point of view: the rank on the scale of the features.
    advanced: [u8; MOST_RANKS],
}

/// The most ranks of a board.
const MOST_RANKS: usize = 32;

/// A kind of officer that moves along lines.
#[derive(Debug)]
struct LineOfficer {
    kind: PieceType,
    /// `None` if its moves are counted by sets of squares.
    form: Option<LineForm>,
    /// Whether it also leaps, beyond its form.
    also_leaps: bool,
    mobility: Feature,
    /// Danger added by each attack on a square of the enemy King's zone.
    danger: i32,
}

/// Common ways to move along lines, each with code of its own.
#[derive(Clone, Copy, Debug)]
enum LineForm {
    Rook,
    Bishop,
    Queen,
    Cannon,
    Archer,
    Sorceress,
    Eagle,
    Rhinoceros,
}

impl LineForm {
    const ALL: [Self; 8] = [
        Self::Rook,
        Self::Bishop,
        Self::Queen,
        Self::Cannon,
        Self::Archer,
        Self::Sorceress,
        Self::Eagle,
        Self::Rhinoceros,
    ];

    /// The families of line moves, all of which the line board counts.
    const fn lines(self) -> LineKinds {
        use LineFamily::{Bishop, BishopHop, Eagle, Rhinoceros, Rook, RookHop};
        match self {
            Self::Rook => LineKinds::new(&[Rook], &[Rook]),
            Self::Bishop => LineKinds::new(&[Bishop], &[Bishop]),
            Self::Queen => LineKinds::new(&[Rook, Bishop], &[Rook, Bishop]),
            Self::Cannon => LineKinds::new(&[Rook], &[RookHop]),
            Self::Archer => LineKinds::new(&[Bishop], &[BishopHop]),
            Self::Sorceress => LineKinds::new(&[Rook, Bishop], &[RookHop, BishopHop]),
            Self::Eagle => LineKinds::new(&[Eagle], &[Eagle]),
            Self::Rhinoceros => LineKinds::new(&[Rhinoceros], &[Rhinoceros]),
        }
    }

    fn of<G: Geometry>(movement: &Movement<G>) -> Option<Self> {
        let is_form = |form: &Self| !movement.has_rays() && form.lines() == movement.lines();
        Self::ALL.into_iter().find(is_form)
    }
}

impl<G: Geometry> Terms<G> {
    pub fn new(rules: &Rules<G>) -> Self {
        let officers = || rules.kinds().filter(|&kind| rules.role(kind) == Role::Officer);
        let danger = |kind| weights::KING_ATTACK * (100 + rules.value(kind)) / 100;
        let (leapers, liners): (Vec<_>, Vec<_>) =
            officers().partition(|&kind| rules.movement(kind).only_leaps());
        let mut leap_danger = [0; MAX_PIECE_TYPES];
        leapers.iter().for_each(|&kind| leap_danger[kind.index()] = danger(kind));
        let board = rules.board();
        let around = board.neighbourhoods(1);
        let near = |square: Square| {
            let zone = around[square.index()];
            let attacks = |kind: &PieceType, from: Square| {
                rules.movement(*kind).side(Color::White).capture_leaps[from.index()]
            };
            let reaches =
                |from: &Square| leapers.iter().any(|k| attacks(k, *from).intersects(zone));
            board.squares().filter(reaches).collect()
        };
        let dark: G::Set = board.squares().filter(|&square| G::is_dark(square)).collect();
        let stays = |kind: &PieceType| {
            board.squares().all(|from| {
                let movement = rules.movement(*kind);
                let targets = movement.targets(Color::White, from, board.walls(), G::Set::EMPTY);
                let own = if dark.contains(from) { dark } else { board.all() - dark };
                (targets - own).is_empty()
            })
        };
        let hops = |kind: &PieceType| {
            let mut families = rules.movement(*kind).lines().capture.families();
            families.any(LineFamily::hops)
        };
        Self {
            liners: liners
                .iter()
                .map(|&kind| {
                    let movement = rules.movement(kind);
                    let form = LineForm::of(movement);
                    let also_leaps = form.is_some() && movement.leaps();
                    let mobility = Feature::of_kind(FeatureGroup::Mobility, kind);
                    LineOfficer { kind, form, also_leaps, mobility, danger: danger(kind) }
                })
                .collect(),
            leap_danger,
            near: board.per_square(near),
            zones: around.iter().map(|&zone| G::Lines::zone(zone)).collect(),
            around,
            pawns: rules.kinds().filter(|&kind| rules.role(kind) == Role::Pawn).collect(),
            colour_bound: officers()
                .filter(stays)
                .map(|kind| (kind, Feature::of_kind(FeatureGroup::Pair, kind)))
                .collect(),
            hoppers: officers()
                .filter(hops)
                .map(|kind| (kind, Feature::of_kind(FeatureGroup::Screens, kind)))
                .collect(),
            dark,
            board: *board,
            advanced: std::array::from_fn(|rank| on_scale(board, rank) as u8),
        }
    }

    /// Counts the features of both sides.
    #[inline(always)]
    pub fn count(&self, position: &Position<G>, lines: &G::Lines, sink: &mut impl FeatureSink) {
        sink.add(position.side_to_move(), Feature::TEMPO, 1);
        for color in Color::ALL {
            let mut danger = self.leaps_at_king(position, color);
            self.count_liners(position, lines, color, &mut danger, sink);
            let danger = danger * danger / weights::KING_DANGER_DIVISOR;
            sink.add(color, Feature::DANGER, danger.min(weights::KING_DANGER_LIMIT));
            self.count_pairs(position, color, sink);
            self.count_pawns(position, color, sink);
            self.count_shelter(position, color, sink);
        }
    }

    /// Danger from the leapers of a side to the enemy King.
    #[inline(always)]
    fn leaps_at_king(&self, position: &Position<G>, color: Color) -> i32 {
        let (rules, placement) = (position.rules(), position.placement());
        let king = position.king(!color).index();
        let mut danger = 0;
        for from in placement.side(color) & self.near[king] {
            let Some(piece) = placement.on(from) else { continue };
            let weight = self.leap_danger[piece.kind().index()];
            if weight != 0 {
                let leaps = rules.movement(piece.kind()).side(color).capture_leaps[from.index()];
                danger += weight * (leaps & self.around[king]).count() as i32;
            }
        }
        danger
    }

    /// Mobility of pieces that move along lines, and their danger to the enemy King.
    #[inline(always)]
    fn count_liners(
        &self,
        position: &Position<G>,
        lines: &G::Lines,
        color: Color,
        danger: &mut i32,
        sink: &mut impl FeatureSink,
    ) {
        let placement = position.placement();
        let king = position.king(!color).index();
        let (around, zone) = (self.around[king], &self.zones[king]);
        let (own, occupied) = (placement.side(color), placement.occupied());
        for liner in &self.liners {
            let pieces = placement.of_kind(liner.kind) & own;
            macro_rules! counted {
                ($form:ident) => {
                    total!(from in pieces => sight::<G>(const { LineForm::$form.lines() }, lines, from, zone))
                };
            }
            let mut seen = match liner.form {
                Some(LineForm::Rook) => counted!(Rook),
                Some(LineForm::Bishop) => counted!(Bishop),
                Some(LineForm::Queen) => counted!(Queen),
                Some(LineForm::Cannon) => counted!(Cannon),
                Some(LineForm::Archer) => counted!(Archer),
                Some(LineForm::Sorceress) => counted!(Sorceress),
                Some(LineForm::Eagle) => counted!(Eagle),
                Some(LineForm::Rhinoceros) => counted!(Rhinoceros),
                None => {
                    let movement = position.rules().movement(liner.kind);
                    total!(from in pieces => set_sight(movement, color, from, occupied, around))
                }
            };
            if liner.also_leaps {
                let leaps = position.rules().movement(liner.kind).side(color);
                seen += total!(from in pieces => Mobility {
                    empty: (leaps.quiet_leaps[from.index()] - occupied).count(),
                    zone: (leaps.capture_leaps[from.index()] & around).count(),
                });
            }
            sink.add(color, liner.mobility, seen.empty as i32);
            *danger += liner.danger * seen.zone as i32;
        }
    }

    /// Pairs of colour-bound pieces, and screens for hoppers.
    #[inline(always)]
    fn count_pairs(&self, position: &Position<G>, color: Color, sink: &mut impl FeatureSink) {
        for &(kind, feature) in &self.colour_bound {
            let pieces = position.pieces(kind, color);
            let pair = pieces.intersects(self.dark) && !(pieces - self.dark).is_empty();
            sink.add(color, feature, pair as i32);
        }
        let men = position.men().count() as i32;
        for &(kind, feature) in &self.hoppers {
            sink.add(color, feature, position.pieces(kind, color).count() as i32 * men / 8);
        }
    }

    #[inline(always)]
    fn count_pawns(&self, position: &Position<G>, color: Color, sink: &mut impl FeatureSink) {
        let placement = position.placement();
        let pawns = placement.of_kinds(&self.pawns);
        let (own, enemies) = (pawns & placement.side(color), pawns & placement.side(!color));
        let forward = if color == Color::White { 1 } else { -1 };
        let neighbours = beside::<G>(own);
        let behind = filled::<G>(own, -forward);
        let files = behind | filled::<G>(own, forward);
        let number = |set: G::Set| set.count() as i32;
        sink.add(color, Feature::ISOLATED, number(own - beside::<G>(own | files)));
        sink.add(color, Feature::DOUBLED, number(own & behind));
        sink.add(color, Feature::SUPPORTED, number(own & step::<G>(neighbours, forward)));
        sink.add(color, Feature::PHALANX, number(own & neighbours));
        // Passed: no enemy pawn in front of it, on its own file or a neighbouring one.
        for pawn in own - filled::<G>(enemies | beside::<G>(enemies), -forward) {
            let advanced = match color {
                Color::White => G::rank(pawn),
                Color::Black => self.board.ranks() - 1 - G::rank(pawn),
            };
            sink.add(color, Feature::passed(self.advanced[advanced].into()), 1);
        }
    }

    #[inline(always)]
    fn count_shelter(&self, position: &Position<G>, color: Color, sink: &mut impl FeatureSink) {
        let around = self.around[position.king(color).index()];
        let guards = (around & position.placement().side(color)).count() as i32 - 1;
        sink.add(color, Feature::SHELTER, guards);
    }

    /// How far a bare King is driven to the edge, and how near the enemy King is.
    pub fn driven(&self, bare: Square, winner: Square) -> i32 {
        let (files, ranks) =
            (files_from_centre(&self.board, bare), ranks_from_centre(&self.board, bare));
        let distance = i32::from(G::delta(bare, winner).distance());
        weights::DRIVEN_TO_EDGE * files.max(ranks) + weights::DRIVEN_TO_CORNER * files.min(ranks)
            - weights::KINGS_NEAR * distance
    }
}

/// The squares that a piece sees along lines.
#[inline(always)]
fn sight<G: Geometry>(
    lines: LineKinds,
    board: &G::Lines,
    from: Square,
    zone: &<G::Lines as LineBoard<G>>::Zone,
) -> Mobility {
    let mut sight = Mobility::default();
    each_family!(family => if lines.all().contains(family) {
        let seen = family.count::<G>(board, from, zone).expect("a family that is counted");
        if lines.quiet.contains(family) {
            sight.empty += seen.empty;
        }
        if lines.capture.contains(family) {
            sight.zone += seen.zone;
        }
    });
    sight
}

/// The squares that a piece sees, by sets of squares.
#[inline(never)]
fn set_sight<G: Geometry>(
    movement: &Movement<G>,
    color: Color,
    from: Square,
    occupied: G::Set,
    zone: G::Set,
) -> Mobility {
    let empty = movement.targets(color, from, occupied, G::Set::EMPTY);
    let threats = movement.threats(color, from, occupied);
    Mobility { empty: empty.count(), zone: (threats & zone).count() }
}

/// The squares to the left and right of those of a set.
#[inline(always)]
fn beside<G: Geometry>(set: G::Set) -> G::Set {
    G::shift(set, Delta::new(-1, 0)) | G::shift(set, Delta::new(1, 0))
}

/// A set shifted by some ranks.
#[inline(always)]
fn step<G: Geometry>(set: G::Set, ranks: i8) -> G::Set {
    G::shift(set, Delta::new(0, ranks))
}

/// All squares in front of those of a set in a direction, without these themselves.
#[inline(always)]
fn filled<G: Geometry>(set: G::Set, direction: i8) -> G::Set {
    let mut filled = step::<G>(set, direction);
    let mut ranks = 1;
    while ranks < G::RANKS as i8 {
        filled |= step::<G>(filled, direction * ranks);
        ranks *= 2;
    }
    filled
}
