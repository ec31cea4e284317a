//! The numbers of the search: margins in centipawns, shares of the legal moves, depths in plies.
//!
//! Those that games can decide are the [`SearchParams`], which may be changed while the program runs. What has to do with the
//! clock stands in [`super::time`], with the threads in [`super::abdada`].

use std::fmt;
use std::str::FromStr;

/// What is known of one of the [`SearchParams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParam {
    /// Its name.
    pub name: &'static str,
    /// What it is unless it is set.
    pub default: i32,
    /// The least that it may be.
    pub least: i32,
    /// The most.
    pub most: i32,
}

/// A text that sets no params.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchParamsError {
    /// A part has no `=`.
    #[error("`{0}` is not NAME=NUMBER")]
    Form(String),
    /// No number has this name.
    #[error("no number of the search is called `{0}`")]
    Name(String),
    /// The value is no number, or out of range.
    #[error("{name}: `{value}` is not a whole number from {least} to {most}")]
    Value {
        /// Whose value it is.
        name: &'static str,
        /// What was given.
        value: String,
        /// The least that it may be.
        least: i32,
        /// The most.
        most: i32,
    },
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal to $most:literal;)*) => {
        /// SearchParams of the search, in games of one move a turn and mostly in those with leaders, too.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParams {
            /// All of them, in order.
            pub const LIST: &[SearchParam] = &[$(SearchParam {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
            },)*];

            /// What they are unless they are set.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            fn values(&self) -> [i32; Self::LIST.len()] {
                [$(self.$name,)*]
            }

            fn places(&mut self) -> [&mut i32; Self::LIST.len()] {
                [$(&mut self.$name,)*]
            }
        }
    };
}

params! {
    /// Half of the first aspiration window, in centipawns.
    aspiration_window = 30, 8 to 150;
    /// How far above beta for each ply of depth a node is cut off by its evaluation.
    reverse_futility_margin = 80, 20 to 200;
    /// Depth up to which that is done.
    reverse_futility_depth = 7, 2 to 14;
    /// How far below alpha a node is left to the quiescence search, at depth 0.
    razor_base = 180, 40 to 500;
    /// And further for each ply.
    razor_margin = 170, 40 to 400;
    /// How far above beta the evaluation must be for a null move.
    null_margin = 0, -200 to 300;
    /// A further ply is saved by it for each of these centipawns above beta.
    null_evaluation_step = 250, 60 to 800;
    /// The share of the legal moves after which quiet moves are skipped, in percent, at depth 0.
    late_move_base = 6, 1 to 25;
    /// And further for each square of a ply, in tenths of a percent.
    late_move_growth = 50, 10 to 150;
    /// The same for a side that is improving, in percent of that.
    late_move_improving = 150, 90 to 300;
    /// How far below alpha the evaluation must be for quiet moves to be skipped, at depth 0.
    futility_base = 100, 10 to 300;
    /// And further for each ply.
    futility_margin = 65, 15 to 160;
    /// Material a quiet move may lose for each ply of depth.
    see_quiet = 30, 3 to 120;
    /// Material a capture may lose for each ply of depth squared.
    see_capture = 30, 3 to 120;
    /// Late move reductions in percent of what the formula says.
    reduction_scale = 100, 40 to 180;
    /// What is added to them, in 256ths of a ply.
    reduction_offset = 0, -256 to 256;
    /// Less in a PV node, in 256ths of a ply.
    reduction_pv = 256, 0 to 768;
    /// Less in check.
    reduction_in_check = 256, 0 to 768;
    /// More for a side that is not improving.
    reduction_not_improving = 128, 0 to 512;
    /// History that makes up for one ply of reduction.
    reduction_history = 8192, 2000 to 40000;
    /// The reduction of captures and promotions, in percent.
    reduction_tactical = 50, 0 to 120;
    /// A capture in the quiescence search must come this near to alpha with its victim's value.
    delta_margin = 200, 20 to 600;
    /// What a refutation adds to its history for each ply of depth.
    history_slope = 140, 30 to 400;
    /// What is taken from that.
    history_offset = 60, -200 to 400;
    /// The most that it adds.
    history_most = 1600, 300 to 6000;
    /// What is taken from those tried before, in percent of that.
    blame_scale = 100, 0 to 300;
    /// The most centipawns by which the errors of evaluations of this structure of Pawns correct one.
    correction_pawns = 60, 0 to 250;
    /// The same by the squares of the other pieces of a side.
    correction_pieces = 60, 0 to 250;
    /// The same by the last two moves.
    correction_moves = 60, 0 to 250;
    /// How soon such errors are learned, for each centipawn and ply of depth.
    correction_rate = 2, 1 to 12;
    /// Plies saved by a null move, in 256ths.
    null_reduction = 768, 256 to 1536;
    /// A further ply is saved for each of these plies of depth.
    null_depth_step = 4, 2 to 10;
    /// What a capture in the quiescence search must win, in games of one move a turn.
    quiescence_see = 30, -100 to 200;
}

impl SearchParams {
    /// The place in [`SearchParams::LIST`] of the number of this name.
    pub fn place(name: &str) -> Option<usize> {
        Self::LIST.iter().position(|number| number.name == name)
    }

    /// The number in a place of [`SearchParams::LIST`].
    pub fn get(&self, place: usize) -> i32 {
        self.values()[place]
    }

    /// What a refutation at a depth adds to its history.
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.history_slope * depth - self.history_offset).min(self.history_most)
    }

    /// Sets the number in a place of [`SearchParams::LIST`], or to the nearest that it may be.
    pub fn set(&mut self, place: usize, value: i32) {
        let SearchParam { least, most, .. } = Self::LIST[place];
        *self.places()[place] = value.clamp(least, most);
    }
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Reads `name=3,other=5`; what is not named has its default.
impl FromStr for SearchParams {
    type Err = SearchParamsError;

    fn from_str(text: &str) -> Result<Self, SearchParamsError> {
        let mut params = Self::DEFAULT;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SearchParamsError::Form(part.into()))?;
            let place =
                Self::place(name.trim()).ok_or_else(|| SearchParamsError::Name(name.into()))?;
            let SearchParam { name, least, most, .. } = Self::LIST[place];
            let number = value.trim().parse().ok().filter(|value| (least..=most).contains(value));
            let wrong = || SearchParamsError::Value { name, value: value.into(), least, most };
            params.set(place, number.ok_or_else(wrong)?);
        }
        Ok(params)
    }
}

/// Writes those that are not as they are by default, as they are read.
impl fmt::Display for SearchParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = Self::LIST.iter().zip(self.values());
        let set = set.filter(|(number, value)| number.default != *value);
        let parts: Vec<String> =
            set.map(|(number, value)| format!("{}={value}", number.name)).collect();
        f.write_str(&parts.join(","))
    }
}

/// Plies from which on a search has an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half of the widest; a search that misses it has none.
pub const ASPIRATION_WIDEST: i32 = 1500;

/// Half of the aspiration window after one of this half was missed.
pub const fn wider(window: i32) -> i32 {
    window + window / 2 + 10
}

/// From this advantage on material says little: moves are not pruned for failing to win yet more,
/// which would hide mates.
pub const DECIDED: i32 = 2000;

/// Depth up to which a node far below alpha is left to the quiescence search.
pub const RAZOR_DEPTH: i32 = 3;

/// Least depth for a null move.
pub const NULL_DEPTH: i32 = 3;
/// The most further plies.
pub const NULL_SURPLUS: i32 = 3;
/// Officers' material below which passing may be better than moving.
pub const ZUGZWANG_MATERIAL: i32 = 500;
/// Depth from which on a null move's cut-off is verified by a search without null moves.
pub const NULL_VERIFICATION_DEPTH: i32 = 12;

/// Checks are searched a ply deeper down to so many times the depth of the iteration.
pub const CHECK_EXTENSION_REACH: usize = 2;
/// Least depth at which a node without a known best move is searched a ply shallower.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// Depth up to which late quiet moves are skipped.
pub const LATE_MOVE_DEPTH: i32 = 6;
/// Depth up to which quiet moves that cannot reach alpha are skipped.
pub const FUTILITY_DEPTH: i32 = 7;
/// Depth up to which moves that lose material by SEE are skipped.
pub const SEE_DEPTH: i32 = 6;

/// Least depth for late move reductions.
pub const REDUCTION_DEPTH: i32 = 3;
/// A ply, in the unit of reductions.
pub const PLY: i32 = 256;
/// In turns of so few actions a reply is only a few plies away, and must be seen: late actions are reduced
/// by half as much, and fewer are skipped.
pub const FEW_ACTIONS: i32 = 2;

/// Plies of reduction for a quiet move at a depth after so many percent of the legal moves.
pub fn late_move_reduction(depth: usize, percent: usize) -> f64 {
    let tried = 1.0 + 0.5 * percent as f64;
    0.3 + (depth as f64).ln() * tried.ln() / 1.9
}

/// The largest absolute value of a history score.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Divides the history after the own last move, beside that after the opponent's.
pub const FOLLOW_UP_SHARE: i32 = 2;
/// What a centipawn of gain counts in the order of captures.
pub const CAPTURE_GAIN: i32 = 16;
/// Divides the history in the order of captures.
pub const CAPTURE_HISTORY_SHARE: i32 = 4;

/// Plies into the quiescence search, below zero, up to which checks are answered by all moves.
pub const EVASION_DEPTH: i32 = -6;

/// The share of the legal moves, in percent, after which quiet moves are skipped at a depth.
///
/// Chess engines skip after some 3 + depth^2 of 35 moves; here 100 to 250 moves are legal.
pub const fn late_move_share(params: &SearchParams, depth: i32, improving: bool) -> usize {
    let percent = params.late_move_base + params.late_move_growth * depth * depth / 10;
    (if improving { percent * params.late_move_improving / 100 } else { percent }) as usize
}

/// Legal moves of a node whose quiet moves are not listed yet.
pub const GUESSED_MOVES: usize = 60;

/// The actions after which quiet ones are skipped at a depth: many where turns are short, as a win that
/// is seen because the defences are skipped is none, and the deeper the search the more of them it sees.
pub const fn late_actions(depth: i32, few: bool) -> usize {
    (if few { 6 * depth } else { 5 + depth }) as usize
}

/// An entry of the transposition table of this search stays if it is deeper by more than this, unless
/// the new one is exact.
pub const KEPT_DEEPER: i32 = 4;
/// Plies that an entry's depth is worth less for each search since.
pub const AGE_COST: i32 = 8;

/// How much of the soft limit of time to use, in percent, when the best move has stood for so many
/// iterations.
pub const fn time_by_stability(unchanged: u32) -> u32 {
    match unchanged {
        0 => 140,
        1 => 115,
        2 | 3 => 100,
        4..=6 => 90,
        _ => 80,
    }
}

/// The same, when no node was spent on it; a percent less for each percent of the nodes that were.
pub const EFFORT_TIME: u32 = 150;

/// What thins out the tree of a game: which moves are searched less deeply, or not at all. Depths are
/// plies.
pub struct Selectivity {
    /// From this advantage on material says little, and moves are not pruned for failing to win more,
    /// which would hide the end of the game.
    pub decided: i32,
    /// Whether a static evaluation far from the window is enough to give up a node or its quiet moves.
    pub by_evaluation: bool,
    /// Depth up to which late quiet moves are skipped.
    pub late_move_depth: i32,
    /// How many moves are searched at a depth before: so many percent of the legal ones, or so many.
    pub late_moves: LateMoveLimit,
    /// Late moves are reduced by their share of the legal ones, or of so many if more are legal.
    pub most_moves: usize,
}

/// How many moves are searched before the quiet ones are skipped.
pub enum LateMoveLimit {
    /// A share of the legal ones, as [`late_move_share`] says.
    Share,
    /// So many as [`late_actions`] says.
    Actions,
}

impl LateMoveLimit {
    /// Whether the `count`th of `legal` moves is too late at a depth.
    #[inline(always)]
    pub fn exceeded(
        &self,
        params: &SearchParams,
        count: usize,
        legal: usize,
        depth: i32,
        improving: bool,
        few_actions: bool,
    ) -> bool {
        match *self {
            Self::Share => 100 * count > late_move_share(params, depth, improving) * legal,
            Self::Actions => count > late_actions(depth, few_actions),
        }
    }
}

/// For turns of one move.
pub const MOVES: Selectivity = Selectivity {
    decided: DECIDED,
    by_evaluation: true,
    late_move_depth: LATE_MOVE_DEPTH,
    late_moves: LateMoveLimit::Share,
    most_moves: usize::MAX,
};

/// For turns of several actions, each of which changes less, and which are many more in all. The
/// evaluation within a turn says little of what the opponent's whole turn may take.
pub const ACTIONS: Selectivity = Selectivity {
    decided: 12_000,
    by_evaluation: false,
    late_move_depth: 16,
    late_moves: LateMoveLimit::Actions,
    most_moves: 60,
};

/// Least depth left, in short turns, at which moves sleep that were searched in another order.
pub const SLEEP_DEPTH: i32 = 3;

/// Turns into the quiescence search, below zero, beyond which captures are not searched any more,
/// where turns have several moves.
pub const LAST_TURN: i32 = -1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let mut params = SearchParams::DEFAULT;
        assert_eq!(("".parse(), params.to_string()), (Ok(params), String::new()));
        for (place, number) in SearchParams::LIST.iter().enumerate() {
            assert!((number.least..=number.most).contains(&number.default), "{}", number.name);
            params.set(place, number.least);
            assert_eq!(params.get(place), number.least);
            params.set(place, number.most + 1);
            assert_eq!(params.get(place), number.most);
            assert_eq!(params.to_string().parse(), Ok(params));
        }
    }

    #[test]
    fn what_sets_no_number_is_refused_by_name() {
        let error = |text: &str| text.parse::<SearchParams>().expect_err(text).to_string();
        assert_eq!(error("see_quiet"), "`see_quiet` is not NAME=NUMBER");
        assert_eq!(error("see_loud=3"), "no number of the search is called `see_loud`");
        let refused = "see_quiet: `999` is not a whole number from 3 to 120";
        assert_eq!(error("see_capture=40, see_quiet=999"), refused);
    }
}
