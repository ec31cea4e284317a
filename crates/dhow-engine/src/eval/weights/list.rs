//! Weights of pieces by their movement.

use super::guess::guess;
use super::{GRAIN, Traits, Weight};
use crate::eval::Tapered;
use crate::eval::features::{Feature, FeatureGroup, MOST_LEADERS, OTHERS, RANKS};
use dhow_rules::betza::CanonicalForm;
use dhow_rules::pieces::PieceType;
use dhow_rules::variant::{PieceDef, Role};

/// Places of features without a kind of piece: passed pawns by rank, others, leaders by number.
pub(super) const GENERAL: usize = RANKS + OTHERS.len() + MOST_LEADERS + 1;
/// Places of features of one kind of piece.
const OF_PIECE: usize = FeatureGroup::OF_PIECES.len();

/// Pieces that share weights, in any game.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceWeights {
    /// Role of the pieces.
    pub role: Role,
    /// Value in centipawns by the inventor's estimate.
    pub value: i32,
    /// Movements in Betza notation as written, and in canonical form.
    pub movements: Vec<(String, CanonicalForm)>,
    /// Names, for the reader.
    pub names: String,
}

impl PieceWeights {
    /// The traits of the first of the pieces.
    pub fn traits(&self) -> Traits {
        let form = self.movements[0].1.clone();
        Traits { role: self.role, value: self.value, form }
    }

    /// Whether a piece has the same role and movement.
    fn moves_as(&self, piece: &Traits) -> bool {
        self.role == piece.role && self.movements.iter().any(|(_, form)| *form == piece.form)
    }
}

/// The weights of all games.
///
/// They have numbered *places*: first those of features without a kind of piece, then for each kind those of
/// [`FeatureGroup::OF_PIECES`]. A kind of piece takes the weights of the listed pieces with its role and movement;
/// among several, of the nearest in value. A missing weight is guessed from similar pieces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightList {
    pub(super) pieces: Vec<PieceWeights>,
    /// By place.
    pub(super) weights: Vec<Option<Weight>>,
}

impl WeightList {
    /// A list without weights.
    pub(super) fn empty() -> Self {
        Self { pieces: Vec::new(), weights: vec![None; GENERAL] }
    }

    /// This list, with the weights of `other` where it has some.
    pub(super) fn overlaid_by(mut self, other: &Self) -> Self {
        for place in 0..GENERAL {
            self.weights[place] = other.weights[place].or(self.weights[place]);
        }
        for (theirs, piece) in other.pieces.iter().enumerate() {
            let same = |own: &PieceWeights| own.traits() == piece.traits();
            let own = self.pieces.iter().position(same);
            let own = own.unwrap_or_else(|| self.add(piece.clone()));
            for group in FeatureGroup::OF_PIECES {
                let place = of_piece(own, group);
                self.weights[place] =
                    other.weights[of_piece(theirs, group)].or(self.weights[place]);
            }
        }
        self
    }

    /// The weights of some pieces, and those of features without a kind of piece.
    pub fn of_pieces<'a>(&self, pieces: impl IntoIterator<Item = &'a PieceDef>) -> Self {
        let mut list = Self::empty();
        list.weights.copy_from_slice(&self.weights[..GENERAL]);
        let mut entries: Vec<usize> =
            pieces.into_iter().filter_map(|piece| self.find(&Traits::of(piece))).collect();
        entries.sort_unstable();
        entries.dedup();
        for entry in entries {
            let added = list.add(self.pieces[entry].clone());
            for group in FeatureGroup::OF_PIECES {
                list.weights[of_piece(added, group)] = self.weights[of_piece(entry, group)];
            }
        }
        list
    }

    /// Number of places.
    pub fn places(&self) -> usize {
        self.weights.len()
    }

    /// The weight in a place, if known.
    pub fn get(&self, place: usize) -> Option<Weight> {
        self.weights[place]
    }

    /// Sets the weight in a place.
    pub fn set(&mut self, place: usize, weight: Weight) {
        self.weights[place] = Some(weight);
    }

    /// The weight in a place, or a guess. The guess is zero for features without a kind of piece.
    pub fn get_or_guess(&self, place: usize) -> Weight {
        self.get(place).unwrap_or_else(|| match place.checked_sub(GENERAL) {
            Some(of_piece) => {
                let traits = self.pieces[of_piece / OF_PIECE].traits();
                guess(self, &traits, FeatureGroup::OF_PIECES[of_piece % OF_PIECE])
            }
            None => Weight::default(),
        })
    }

    /// Adds places for a game's pieces that have none. Returns the places of the game's features by
    /// [`Feature::index`]; `None` where no feature has the index.
    pub fn make_places(&mut self, pieces: &[PieceDef]) -> Vec<Option<usize>> {
        let entries: Vec<usize> = pieces.iter().map(|piece| self.find_or_add(piece)).collect();
        let mut places = vec![None; Feature::COUNT];
        for rank in 0..RANKS {
            places[Feature::passed(rank).index()] = Some(passed(rank));
        }
        for number in 0..OTHERS.len() {
            places[Feature::other(number).index()] = Some(other(number));
        }
        for number in 0..=MOST_LEADERS {
            places[Feature::leaders(number).index()] = Some(leaders(number));
        }
        for (index, &entry) in entries.iter().enumerate() {
            for group in FeatureGroup::OF_PIECES {
                let feature = Feature::of_kind(group, PieceType::from_index(index));
                places[feature.index()] = Some(of_piece(entry, group));
            }
        }
        places
    }

    /// The weights of a game's features in [`GRAIN`]ths of a centipawn, by [`Feature::index`].
    pub fn of_game(&self, pieces: &[PieceDef]) -> Box<[Tapered; Feature::COUNT]> {
        let mut list = self.clone();
        let mut weights = Box::new([Tapered::default(); Feature::COUNT]);
        for (weight, place) in weights.iter_mut().zip(list.make_places(pieces)) {
            let centipawns = place.map_or_else(Weight::default, |place| list.get_or_guess(place));
            let grains = |centipawns: f64| (centipawns * GRAIN as f64).round() as i32;
            weight.middlegame = grains(centipawns.middlegame);
            weight.endgame = grains(centipawns.endgame);
        }
        weights
    }

    /// The pieces with a weight of some group, and that weight.
    pub(super) fn weighed(&self, group: FeatureGroup) -> impl Iterator<Item = (Traits, Weight)> {
        let weight = move |index| self.weights[of_piece(index, group)];
        let pieces = self.pieces.iter().enumerate();
        pieces.filter_map(move |(index, piece)| Some((piece.traits(), weight(index)?)))
    }

    /// Adds pieces without weights and returns their index.
    pub(super) fn add(&mut self, piece: PieceWeights) -> usize {
        self.pieces.push(piece);
        self.weights.extend([None; OF_PIECE]);
        self.pieces.len() - 1
    }

    /// The index of the pieces whose weights a piece shares.
    fn find(&self, piece: &Traits) -> Option<usize> {
        let alike = self.pieces.iter().enumerate().filter(|(_, other)| other.moves_as(piece));
        alike.min_by_key(|(_, other)| (other.value - piece.value).abs()).map(|(index, _)| index)
    }

    fn find_or_add(&mut self, piece: &PieceDef) -> usize {
        let traits = Traits::of(piece);
        self.find(&traits).unwrap_or_else(|| {
            let Traits { role, value, form } = traits;
            let movements = vec![(piece.betza.to_string(), form)];
            self.add(PieceWeights { role, value, movements, names: piece.name.to_string() })
        })
    }
}

/// The place of passed pawns that have advanced `ranks` ranks.
pub(super) const fn passed(ranks: usize) -> usize {
    ranks
}

/// The place of a feature without a kind of piece.
pub(super) const fn other(number: usize) -> usize {
    RANKS + number
}

/// The place of `number` leaders left.
pub(super) const fn leaders(number: usize) -> usize {
    RANKS + OTHERS.len() + number
}

/// The place of a group for the pieces with this index.
pub(super) const fn of_piece(index: usize, group: FeatureGroup) -> usize {
    GENERAL + index * OF_PIECE + group as usize
}
