//! Setups: Black arranges the chiefs, and White mirrors the arrangement.

use super::{Variant, piece_placement};
use crate::pieces::Letter;
use crate::square::Coordinates;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Chiefs that may stand on some squares in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetupGroup {
    /// The upper-case letters of the chiefs. A letter may occur several times.
    pub chiefs: String,
    /// The squares open to them, on Black's side. Squares that earlier groups have taken are not
    /// available.
    pub squares: Vec<Coordinates>,
}

impl SetupGroup {
    /// A group from letters and square names separated by spaces. Words that are not squares are
    /// ignored.
    pub fn new(chiefs: &str, squares: &str) -> Self {
        let squares = squares.split_whitespace().filter_map(Coordinates::parse).collect();
        Self { chiefs: chiefs.into(), squares }
    }

    /// Groups with the same chiefs and squares as one group, but for the letters in `paired`: half of the
    /// chiefs of such a letter stand on squares of one shade, half on the other.
    pub(super) fn with_pairs(chiefs: &str, paired: &str, squares: &[Coordinates]) -> Vec<Self> {
        let mut groups = Vec::new();
        for letter in paired.chars() {
            let half = letter.to_string().repeat(chiefs.matches(letter).count() / 2);
            for shade in [0, 1] {
                let squares = squares.iter().copied().filter(|&at| shade_of(at) == shade).collect();
                groups.push(Self { chiefs: half.clone(), squares });
            }
        }
        let chiefs: String = chiefs.chars().filter(|&chief| !paired.contains(chief)).collect();
        if !chiefs.is_empty() {
            groups.push(Self { chiefs, squares: squares.to_vec() });
        }
        groups
    }
}

/// The shade of a square, 0 or 1.
pub(super) fn shade_of(square: Coordinates) -> u8 {
    (square.file + square.rank) % 2
}

/// Why a text does not name a setup of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text does not have the form of a setup's name.
    #[error("setup `{code}`: expected {expected}")]
    Form {
        /// The text.
        code: String,
        /// A description of the expected form.
        expected: String,
    },
    /// A setup was named, but the game has only one start array.
    #[error("setup `{0}`: this game has one start array, and no setups to choose")]
    Nothing(String),
    /// A letter that is not a chief, or is given twice.
    #[error("setup `{code}`: `{letter}` is not a chief that is still to be placed")]
    Chief {
        /// The text.
        code: String,
        /// The wrong letter.
        letter: Letter,
    },
    /// A chief on a square where the game does not allow it.
    #[error("setup `{code}`: {letter} cannot stand on {square}")]
    Square {
        /// The text.
        code: String,
        /// The letter of the chief.
        letter: Letter,
        /// Its square on Black's side.
        square: Coordinates,
    },
}

/// A chief and its square on Black's side.
type Placed = (Coordinates, Letter);

/// One of a game's setups. Its name lists Black's chiefs as they stand on the board: the highest
/// rank first, each from left to right, with a slash between ranks.
///
/// ```
/// use dhow_rules::variant::{Setup, find};
///
/// let metamachy = find("metamachy").expect("a built-in game");
/// let setup = Setup::choose(metamachy, "QK/GL")?;
/// assert!(setup.fen(metamachy).starts_with("cm3qk3mc/ernbiglibnre/"));
/// assert_eq!(Setup::all(metamachy).len(), 24);
/// # Ok::<(), dhow_rules::variant::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    chiefs: Vec<Placed>,
    king_on_left: bool,
}

/// The sort key for the order of squares in a setup's name.
pub(super) fn reading_order(square: Coordinates) -> (Reverse<u8>, u8) {
    (Reverse(square.rank), square.file)
}

/// The squares of the chiefs in the order of a setup's name.
fn squares(variant: &Variant) -> Vec<Coordinates> {
    let mut squares: Vec<Coordinates> =
        variant.setup.iter().flat_map(|group| group.squares.iter().copied()).collect();
    squares.sort_by_key(|&square| reading_order(square));
    squares.dedup();
    squares
}

impl Setup {
    /// The word for the setup of the default start array.
    pub const DEFAULT: &'static str = "default";
    /// The word for a random setup.
    pub const RANDOM: &'static str = "random";

    fn new(variant: &Variant, mut chiefs: Vec<Placed>) -> Self {
        chiefs.sort_by_key(|&(square, _)| reading_order(square));
        let on_left = |&(square, letter): &Placed| {
            Some(letter) == variant.royal_letter() && 2 * usize::from(square.file) < variant.files
        };
        Self { king_on_left: chiefs.iter().any(on_left), chiefs }
    }

    /// All setups of a game: first those with the King on the left half of the board, then the
    /// others, each half sorted by name.
    pub fn all(variant: &Variant) -> Vec<Setup> {
        let mut setups = Vec::new();
        place(&variant.setup, 0, &mut Vec::new(), &mut |chiefs| {
            setups.push(Setup::new(variant, chiefs.to_vec()));
        });
        setups.sort_by_cached_key(|setup| (!setup.king_on_left, setup.name()));
        // Chiefs of one letter in several groups may change places.
        setups.dedup();
        setups
    }

    /// The setups of a game, but only one of two that are mirror images of each other: that with the King on
    /// the left half of the board. If not all of them have a mirror image, all setups.
    pub fn without_mirror_images(variant: &Variant) -> Vec<Setup> {
        let mut setups = Setup::all(variant);
        let placed = squares(variant);
        let across =
            |at: Coordinates| Coordinates { file: variant.files as u8 - 1 - at.file, ..at };
        let standing = variant.start_letters();
        let same = |(at, letter): (&Coordinates, &Letter)| {
            let own = Coordinates { rank: variant.ranks as u8 - 1 - at.rank, ..*at };
            placed.contains(at)
                || placed.contains(&own)
                || standing.get(&across(*at)) == Some(letter)
        };
        let names = |left: bool| setups.iter().filter(move |it| it.king_on_left == left);
        let turned = |setup: &Setup| {
            let rows = setup.name();
            let rows = rows.split('/').map(|row| row.chars().rev().collect::<String>());
            rows.collect::<Vec<_>>().join("/")
        };
        let left: BTreeSet<String> = names(true).map(turned).collect();
        let right: BTreeSet<String> = names(false).map(Setup::name).collect();
        let symmetric = placed.iter().all(|&at| placed.contains(&across(at)));
        if symmetric && left == right && standing.iter().all(same) {
            setups.retain(Setup::king_on_left);
        }
        setups
    }

    /// Some setups: among them is one for each chief on each of its squares, together with the King on each
    /// of his.
    pub(crate) fn samples(variant: &Variant) -> Vec<Setup> {
        let chiefs = chiefs_of(&variant.setup);
        let royal = variant.royal_letter();
        let king = chiefs.iter().position(|&(letter, _)| Some(letter) == royal);
        let kings: Vec<Option<(usize, Coordinates)>> = match king {
            Some(king) => chiefs[king].1.squares.iter().map(|&at| Some((king, at))).collect(),
            None => vec![None],
        };
        let wanted = chiefs.iter().enumerate();
        let wanted: Vec<(usize, Coordinates)> = wanted
            .flat_map(|(chief, (_, group))| group.squares.iter().map(move |&at| (chief, at)))
            .collect();
        let mut seen: BTreeSet<(Option<Coordinates>, Placed)> = BTreeSet::new();
        let mut samples = Vec::new();
        for king in kings {
            let at_king = king.map(|(_, at)| at);
            for &(chief, at) in &wanted {
                if seen.contains(&(at_king, (at, chiefs[chief].0))) {
                    continue;
                }
                let fixed: Vec<_> = king.into_iter().chain([(chief, at)]).collect();
                if let Some(placed) = placed_with(&chiefs, &fixed) {
                    seen.extend(placed.iter().map(|&placed| (at_king, placed)));
                    samples.push(Setup::new(variant, placed));
                }
            }
        }
        samples
    }

    /// The setup of the default start array.
    pub fn default_of(variant: &Variant) -> Setup {
        let letters = variant.start_letters();
        let chief = |square| Some((square, letters.get(&square)?.to_ascii_uppercase()));
        Setup::new(variant, squares(variant).into_iter().filter_map(chief).collect())
    }

    /// The setup that a text names, in either case: a setup's name, `default`, or `random` for a
    /// uniformly random one.
    pub fn choose(variant: &Variant, text: &str) -> Result<Setup, SetupError> {
        if text.eq_ignore_ascii_case(Self::DEFAULT) {
            Ok(Setup::default_of(variant))
        } else if text.eq_ignore_ascii_case(Self::RANDOM) {
            Ok(Setup::random(variant))
        } else {
            Setup::parse(variant, text)
        }
    }

    /// A uniformly random setup of the game.
    pub fn random(variant: &Variant) -> Setup {
        let mut setups = Setup::all(variant);
        setups.swap_remove(fastrand::usize(..setups.len()))
    }

    /// Parses a setup's name, in either case.
    ///
    /// ```
    /// use dhow_rules::variant::{Setup, find};
    ///
    /// let metamachy = find("metamachy").expect("a built-in game");
    /// assert_eq!(Setup::parse(metamachy, "qk/lg")?.name(), "QK/LG");
    /// let error = Setup::parse(metamachy, "QQ/LG").unwrap_err();
    /// assert_eq!(error.to_string(), "setup `QQ/LG`: `Q` is not a chief that is still to be placed");
    /// # Ok::<(), dhow_rules::variant::SetupError>(())
    /// ```
    pub fn parse(variant: &Variant, code: &str) -> Result<Setup, SetupError> {
        if variant.setup.is_empty() && !code.is_empty() {
            return Err(SetupError::Nothing(code.into()));
        }
        let squares = squares(variant);
        let upper = code.to_ascii_uppercase();
        let default = Setup::default_of(variant).name();
        let letters: Vec<Letter> = Letter::all(&upper).filter(|&letter| letter != '/').collect();
        let same_rows = upper.split('/').map(str::len).eq(default.split('/').map(str::len));
        if letters.len() != squares.len() || !same_rows {
            let expected =
                format!("the chiefs of {} from the left, such as {default}", Self::rows(variant));
            return Err(SetupError::Form { code: code.into(), expected });
        }
        let mut open: Vec<Letter> =
            variant.setup.iter().flat_map(|g| Letter::all(&g.chiefs)).collect();
        for &letter in &letters {
            match open.iter().position(|&chief| chief == letter) {
                Some(index) => open.swap_remove(index),
                None => return Err(SetupError::Chief { code: code.into(), letter }),
            };
        }
        let chiefs: Vec<Placed> = squares.into_iter().zip(letters).collect();
        if let Some((square, letter)) = misplaced(&variant.setup, &chiefs) {
            return Err(SetupError::Square { code: code.into(), letter, square });
        }
        Ok(Setup::new(variant, chiefs))
    }

    /// The setup whose start array has this piece placement (first FEN field); `None` if there is
    /// none.
    ///
    /// ```
    /// use dhow_rules::variant::{Setup, find};
    ///
    /// let metamachy = find("metamachy").expect("a built-in game");
    /// let setup = Setup::of_placement(metamachy, metamachy.start_placement());
    /// assert_eq!(setup, Some(Setup::default_of(metamachy)));
    /// ```
    pub fn of_placement(variant: &Variant, placement: &str) -> Option<Setup> {
        let letters = piece_placement::letters(placement, variant.files, variant.ranks).ok()?;
        let mut code = String::new();
        let mut rank = None;
        for square in squares(variant) {
            if rank.is_some_and(|rank| rank != square.rank) {
                code.push('/');
            }
            rank = Some(square.rank);
            code.extend([*letters.get(&square)?]);
        }
        let setup = Setup::parse(variant, &code).ok()?;
        let same = setup.fen(variant).split(' ').next() == Some(placement);
        same.then_some(setup)
    }

    /// The ranks of a game's chiefs in words, such as `ranks 12 and 11`.
    pub fn rows(variant: &Variant) -> String {
        let squares = squares(variant);
        let mut ranks: Vec<String> =
            squares.iter().map(|square| (u32::from(square.rank) + 1).to_string()).collect();
        ranks.dedup();
        let plural = if ranks.len() == 1 { "rank" } else { "ranks" };
        format!("{plural} {}", ranks.join(" and "))
    }

    /// The name of the setup, such as `QK/LG`.
    pub fn name(&self) -> String {
        let rows = self.chiefs.chunk_by(|a, b| a.0.rank == b.0.rank);
        let rows: Vec<String> =
            rows.map(|row| row.iter().map(|&(_, letter)| letter).collect()).collect();
        rows.join("/")
    }

    /// Black's chiefs with their squares, as upper-case letters in the order of the name.
    pub fn chiefs(&self) -> impl Iterator<Item = (Coordinates, Letter)> {
        self.chiefs.iter().copied()
    }

    /// Whether the King stands on the left half of the board as White sees it. Mirroring such a
    /// setup left to right gives one with the King on the right half.
    pub fn king_on_left(&self) -> bool {
        self.king_on_left
    }

    /// The FEN of the start array with this setup.
    pub fn fen(&self, variant: &Variant) -> String {
        let mut letters = variant.start_letters();
        for &(square, letter) in &self.chiefs {
            let own = Coordinates { rank: variant.ranks as u8 - 1 - square.rank, ..square };
            letters.insert(square, letter.to_ascii_lowercase());
            letters.insert(own, letter);
        }
        let rest = variant.start.split_once(' ').map_or("", |(_, rest)| rest);
        letters.extend(variant.holes.iter().map(|&hole| (hole, piece_placement::HOLE.into())));
        let letter = |square| letters.get(&square).copied();
        format!("{} {rest}", piece_placement::write(variant.files, variant.ranks, letter))
    }
}

/// The most steps that listing the setups of a game may take, about three for each of a million setups.
const MOST_STEPS: usize = 3_000_000;

/// Whether the setups of these groups can be listed in a short time.
pub(super) fn can_be_listed(groups: &[SetupGroup]) -> bool {
    steps(groups, 0, &mut Vec::new(), &mut BTreeMap::new()) < MOST_STEPS
}

/// The number of times that [`place`] places a chief, or a number of at least [`MOST_STEPS`] if it is not less. `known`
/// holds the numbers for states that differ only in which chief stands where.
fn steps(
    groups: &[SetupGroup],
    number: usize,
    placed: &mut Vec<Placed>,
    known: &mut BTreeMap<(usize, Vec<Coordinates>, Vec<Placed>), usize>,
) -> usize {
    let Some((group, rest)) = groups.split_first() else { return 0 };
    let Some(chief) = Letter::all(&group.chiefs).nth(number) else {
        return steps(rest, 0, placed, known);
    };
    let mut taken: Vec<Coordinates> = placed.iter().map(|&(square, _)| square).collect();
    taken.sort_unstable();
    // The squares of placed chiefs with the same letter limit the squares of the next ones.
    let is_awaited =
        |&&(_, letter): &&Placed| Letter::all(&group.chiefs).skip(number).any(|it| it == letter);
    let own = &placed[placed.len() - number..];
    let key = (placed.len(), taken, own.iter().filter(is_awaited).copied().collect());
    if let Some(&sum) = known.get(&key) {
        return sum;
    }
    let mut sum = 0;
    for square in open_squares(group, number, chief, placed) {
        placed.push((square, chief));
        sum += 1 + steps(groups, number + 1, placed, known);
        placed.pop();
        if sum >= MOST_STEPS {
            return sum;
        }
    }
    known.insert(key, sum);
    sum
}

/// Calls `visit` with every way to place the chiefs of `groups`. In the first group, the chiefs before `number` are
/// placed already.
fn place(
    groups: &[SetupGroup],
    number: usize,
    placed: &mut Vec<Placed>,
    visit: &mut dyn FnMut(&[Placed]),
) {
    let Some((group, rest)) = groups.split_first() else { return visit(placed) };
    let Some(chief) = Letter::all(&group.chiefs).nth(number) else {
        return place(rest, 0, placed, visit);
    };
    for square in open_squares(group, number, chief, placed) {
        placed.push((square, chief));
        place(groups, number + 1, placed, visit);
        placed.pop();
    }
}

/// The squares on which the next chief of a group may stand. `number` chiefs of it are placed.
fn open_squares(
    group: &SetupGroup,
    number: usize,
    chief: Letter,
    placed: &[Placed],
) -> Vec<Coordinates> {
    // Chiefs of one letter are placed in the order of the squares, so that each way comes once.
    let own = &placed[placed.len() - number..];
    let last = own.iter().rfind(|&&(_, letter)| letter == chief).map(|&(square, _)| square);
    let place_of = |square| group.squares.iter().position(|&other| other == square);
    let first = last.and_then(place_of).map_or(0, |place| place + 1);
    let is_open = |square: &&Coordinates| placed.iter().all(|(taken, _)| taken != *square);
    group.squares[first..].iter().filter(is_open).copied().collect()
}

/// The chiefs of these groups, each with its group.
fn chiefs_of(groups: &[SetupGroup]) -> Vec<(Letter, &SetupGroup)> {
    groups.iter().flat_map(|group| Letter::all(&group.chiefs).map(move |it| (it, group))).collect()
}

/// A way to place these chiefs, some of them on fixed squares. `fixed` has their indices and squares.
fn placed_with(
    chiefs: &[(Letter, &SetupGroup)],
    fixed: &[(usize, Coordinates)],
) -> Option<Vec<Placed>> {
    let mut holders: BTreeMap<Coordinates, usize> = BTreeMap::new();
    for &(chief, square) in fixed {
        let same = fixed.iter().all(|&(other, at)| (other == chief) == (at == square));
        if !same {
            return None;
        }
        holders.insert(square, chief);
    }
    let is_fixed = |chief: usize| fixed.iter().any(|&(other, _)| other == chief);
    for chief in (0..chiefs.len()).filter(|&chief| !is_fixed(chief)) {
        let mut tried: BTreeSet<Coordinates> = fixed.iter().map(|&(_, square)| square).collect();
        if !take_square(chief, chiefs, &mut holders, &mut tried) {
            return None;
        }
    }
    Some(holders.into_iter().map(|(square, chief)| (square, chiefs[chief].0)).collect())
}

/// Gives a chief a square. Chiefs that have a square may change to another one.
fn take_square(
    chief: usize,
    chiefs: &[(Letter, &SetupGroup)],
    holders: &mut BTreeMap<Coordinates, usize>,
    tried: &mut BTreeSet<Coordinates>,
) -> bool {
    for &square in &chiefs[chief].1.squares {
        if !tried.insert(square) {
            continue;
        }
        let holder = holders.get(&square).copied();
        if holder.is_none_or(|holder| take_square(holder, chiefs, holders, tried)) {
            holders.insert(square, chief);
            return true;
        }
    }
    false
}

/// The first chief that fits in no group if all chiefs before it keep a place in a group.
pub(super) fn misplaced(groups: &[SetupGroup], chiefs: &[Placed]) -> Option<Placed> {
    let places = chiefs_of(groups);
    let mut taken = vec![None; places.len()];
    let lacks =
        |&&chief: &&Placed| !seat(chief, &places, &mut taken, &mut vec![false; places.len()]);
    chiefs.iter().find(lacks).copied()
}

/// Gives a chief a place in a group. Chiefs that have a place may change to another one.
fn seat(
    (square, letter): Placed,
    places: &[(Letter, &SetupGroup)],
    taken: &mut [Option<Placed>],
    tried: &mut [bool],
) -> bool {
    for (index, &(chief, group)) in places.iter().enumerate() {
        if tried[index] || chief != letter || !group.squares.contains(&square) {
            continue;
        }
        tried[index] = true;
        if taken[index].is_none_or(|other| seat(other, places, taken, tried)) {
            taken[index] = Some((square, letter));
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn names_and_words() {
        for variant in VARIANTS.iter() {
            let default = Setup::default_of(variant);
            assert_eq!(Setup::choose(variant, "Default"), Ok(default.clone()));
            assert_eq!(Setup::choose(variant, &default.name().to_lowercase()), Ok(default));
            let any = Setup::choose(variant, "random").unwrap();
            assert_eq!(Setup::choose(variant, &any.name()), Ok(any));
        }
        assert!(Setup::choose(&VARIANTS[0], "QQ/LG").is_err());
        assert!(Setup::choose(&VARIANTS[0], "").is_err());
    }

    /// One to three groups with at most one King, letters that recur, and squares that they may share.
    fn random_groups(random: &mut fastrand::Rng) -> Vec<SetupGroup> {
        let squares: Vec<Coordinates> =
            (0..7).map(|file| Coordinates { file, rank: 11 - file % 2 }).collect();
        let king = random.usize(0..4);
        let group = |number, random: &mut fastrand::Rng| {
            let others = (0..random.usize(1..4)).filter_map(|_| random.choice(['Q', 'G', 'L']));
            let chiefs: String = others.chain((number == king).then_some('K')).collect();
            let mut squares = squares.clone();
            random.shuffle(&mut squares);
            squares.truncate(random.usize(chiefs.len()..=7));
            SetupGroup { chiefs, squares }
        };
        (0..random.usize(1..4)).map(|number| group(number, random)).collect()
    }

    /// The number of steps, and the setups that are checked, are those of all setups one by one.
    #[test]
    fn setups_are_counted_and_sampled_without_listing_them() {
        fn nodes(groups: &[SetupGroup], number: usize, placed: &mut Vec<Placed>) -> usize {
            let Some((group, rest)) = groups.split_first() else { return 0 };
            let Some(chief) = Letter::all(&group.chiefs).nth(number) else {
                return nodes(rest, 0, placed);
            };
            let mut sum = 0;
            for square in open_squares(group, number, chief, placed) {
                placed.push((square, chief));
                sum += 1 + nodes(groups, number + 1, placed);
                placed.pop();
            }
            sum
        }
        let random = &mut fastrand::Rng::with_seed(5);
        let (mut sampled, mut listed) = (0, 0);
        for _ in 0..300 {
            let setup = random_groups(random);
            let counted = steps(&setup, 0, &mut Vec::new(), &mut BTreeMap::new());
            assert_eq!(counted, nodes(&setup, 0, &mut Vec::new()), "{setup:?}");
            let variant = Variant { setup, ..Variant::clone(&VARIANTS[0]) };
            let royal = variant.royal_letter();
            let pairs = |setups: &[Setup]| -> BTreeSet<(Option<Placed>, Placed)> {
                let of_setup = |setup: &Setup| -> Vec<_> {
                    let king = setup.chiefs.iter().find(|it| Some(it.1) == royal).copied();
                    setup.chiefs.iter().map(|&chief| (king, chief)).collect()
                };
                setups.iter().flat_map(of_setup).collect()
            };
            let (samples, all) = (Setup::samples(&variant), Setup::all(&variant));
            assert!(pairs(&samples) == pairs(&all), "{:?}", variant.setup);
            sampled += samples.len();
            listed += all.len();
        }
        assert!(5 * sampled < listed, "{sampled} of {listed}");
    }
}
