//! Parameters of the search: margins in centipawns, shares of the legal moves, depths in plies.
//!
//! Those that matches tune are [`SearchParams`], which may change at run time. Parameters of time management are in
//! [`super::time`], those of the threads in [`super::abdada`].

use dhow_rules::variant::Variant;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Name, default and range of one of the [`SearchParams`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchParam {
    /// Name as read and written.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Smallest value.
    pub least: i32,
    /// Largest value.
    pub most: i32,
}

/// The error for a text that is not a list of parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchParamsError {
    /// A part has no `=`.
    #[error("`{0}` is not NAME=NUMBER")]
    Form(String),
    /// An unknown name.
    #[error("no number of the search is called `{0}`")]
    Name(String),
    /// A value that is not a number, or is out of range.
    #[error("{name}: `{value}` is not a whole number from {least} to {most}")]
    Value {
        /// Name of the parameter.
        name: &'static str,
        /// Text of the value.
        value: String,
        /// Smallest value.
        least: i32,
        /// Largest value.
        most: i32,
    },
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal to $most:literal;)*) => {
        /// Tunable parameters of the search in games of one move a turn. Most count in games with leaders, too.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParams {
            /// All parameters, in order.
            pub const LIST: &[SearchParam] = &[$(SearchParam {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
            },)*];

            /// The values on large boards, and in games with leaders.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            fn places(&mut self) -> [&mut i32; Self::LIST.len()] {
                [$(&mut self.$name,)*]
            }
        }
    };
}

params! {
    /// Aspiration window: half of the first window, in centipawns.
    aspiration_window = 30, 8 to 150;
    /// Reverse futility pruning: margin above beta in centipawns for each ply of depth.
    reverse_futility_margin = 80, 20 to 200;
    /// Reverse futility pruning: largest depth in plies.
    reverse_futility_depth = 7, 2 to 14;
    /// Razoring: margin below alpha in centipawns, at depth 0.
    razor_base = 180, 40 to 500;
    /// Razoring: further centipawns for each ply of depth.
    razor_margin = 170, 40 to 400;
    /// Null move pruning: how far the evaluation must be above beta, in centipawns.
    null_margin = 0, -200 to 300;
    /// Null move pruning: centipawns above beta for each further ply of reduction.
    null_evaluation_step = 250, 60 to 800;
    /// Late move pruning: percent of the legal moves that are searched at depth 0.
    late_move_base = 6, 1 to 25;
    /// Late move pruning: further tenths of a percent for each squared ply of depth.
    late_move_growth = 50, 10 to 150;
    /// Late move pruning: factor in percent for a side that is improving.
    late_move_improving = 150, 90 to 300;
    /// Futility pruning: margin below alpha in centipawns, at depth 0.
    futility_base = 100, 10 to 300;
    /// Futility pruning: further centipawns for each ply of depth.
    futility_margin = 65, 15 to 160;
    /// SEE pruning: centipawns that a quiet move may lose for each ply of depth.
    see_quiet = 30, 3 to 120;
    /// SEE pruning: centipawns that a capture may lose for each squared ply of depth.
    see_capture = 30, 3 to 120;
    /// Late move reductions: factor in percent.
    reduction_scale = 100, 40 to 180;
    /// Late move reductions: addend in 256ths of a ply.
    reduction_offset = 0, -256 to 256;
    /// Late move reductions: less in a PV node, in 256ths of a ply.
    reduction_pv = 256, 0 to 768;
    /// Late move reductions: less in check, in 256ths of a ply.
    reduction_in_check = 256, 0 to 768;
    /// Late move reductions: more for a side that is not improving, in 256ths of a ply.
    reduction_not_improving = 128, 0 to 512;
    /// Late move reductions: history score that makes up for a ply.
    reduction_history = 8192, 2000 to 40000;
    /// Late move reductions: factor in percent for captures and promotions.
    reduction_tactical = 50, 0 to 120;
    /// Delta pruning: how near to alpha a capture must come, in centipawns.
    delta_margin = 200, 20 to 600;
    /// History bonus of a refutation for each ply of depth.
    history_slope = 140, 30 to 400;
    /// The number that is subtracted from that bonus.
    history_offset = 60, -200 to 400;
    /// The largest history bonus.
    history_most = 1600, 300 to 6000;
    /// History malus of the moves tried before a refutation, in percent of its bonus.
    blame_scale = 100, 0 to 300;
    /// Correction history: largest correction by the pawn structure, in centipawns.
    correction_pawns = 60, 0 to 250;
    /// Correction history: largest correction by the other pieces of a side, in centipawns.
    correction_pieces = 60, 0 to 250;
    /// Correction history: largest correction by the last two moves, in centipawns.
    correction_moves = 60, 0 to 250;
    /// Correction history: learning rate, for each centipawn and ply of depth.
    correction_rate = 2, 1 to 12;
    /// Null move pruning: reduction in 256ths of a ply.
    null_reduction = 768, 256 to 1536;
    /// Null move pruning: plies of depth for each further ply of reduction.
    null_depth_step = 4, 2 to 10;
    /// Quiescence search: centipawns that a capture must win by SEE, in games of one move a turn.
    quiescence_see = 30, -100 to 200;
}

/// The largest board, in squares, with the values of [`SearchParams::SMALL`].
const SMALL_BOARD: usize = 100;

impl SearchParams {
    /// The values on boards of up to 100 squares. Few moves are legal there and searches are deep, so captures are
    /// rarely pruned by the evaluation and hardly reduced; quiet moves are reduced more.
    pub const SMALL: Self = Self {
        reverse_futility_depth: 3,
        reduction_scale: 120,
        reduction_tactical: 25,
        delta_margin: 400,
        null_reduction: 1024,
        ..Self::DEFAULT
    };

    /// The values for a game.
    pub fn of_game(variant: &Variant) -> Self {
        let small = variant.squares() <= SMALL_BOARD && variant.command.is_none();
        if small { Self::SMALL } else { Self::DEFAULT }
    }

    /// What differs from [`SearchParams::DEFAULT`].
    pub fn changes(mut self) -> SearchParamChanges {
        let values = self.places().into_iter().map(|value| *value).enumerate();
        SearchParamChanges(values.filter(|&(place, it)| it != Self::LIST[place].default).collect())
    }

    /// These values, but for some.
    pub fn with(mut self, changes: &SearchParamChanges) -> Self {
        for (&place, &value) in &changes.0 {
            *self.places()[place] = value;
        }
        self
    }

    /// The index in [`SearchParams::LIST`] of the parameter with this name.
    pub fn place(name: &str) -> Option<usize> {
        Self::LIST.iter().position(|number| number.name == name)
    }

    /// The history bonus of a refutation at a depth in plies.
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.history_slope * depth - self.history_offset).min(self.history_most)
    }
}

/// Values of some of the [`SearchParams`], which replace those of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchParamChanges(BTreeMap<usize, i32>);

impl SearchParamChanges {
    /// The value of the parameter with an index of [`SearchParams::LIST`]; `None` for that of the game.
    pub fn get(&self, place: usize) -> Option<i32> {
        self.0.get(&place).copied()
    }

    /// Sets the parameter with an index of [`SearchParams::LIST`], clamped to its range.
    pub fn set(&mut self, place: usize, value: i32) {
        let SearchParam { least, most, .. } = SearchParams::LIST[place];
        self.0.insert(place, value.clamp(least, most));
    }
}

/// Reads `name=3,other=5`. Of several values for one parameter, the last counts.
impl FromStr for SearchParamChanges {
    type Err = SearchParamsError;

    fn from_str(text: &str) -> Result<Self, SearchParamsError> {
        let mut changes = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| SearchParamsError::Form(part.into()))?;
            let place = SearchParams::place(name.trim())
                .ok_or_else(|| SearchParamsError::Name(name.into()))?;
            let SearchParam { name, least, most, .. } = SearchParams::LIST[place];
            let number = value.trim().parse().ok().filter(|value| (least..=most).contains(value));
            let wrong = || SearchParamsError::Value { name, value: value.into(), least, most };
            changes.set(place, number.ok_or_else(wrong)?);
        }
        Ok(changes)
    }
}

/// Writes the values as they are read.
impl fmt::Display for SearchParamChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |place: usize| SearchParams::LIST[place].name;
        let parts: Vec<String> =
            self.0.iter().map(|(&place, value)| format!("{}={value}", name(place))).collect();
        f.write_str(&parts.join(","))
    }
}

/// Least depth in plies for an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half of the widest aspiration window in centipawns; beyond, the window is open.
pub const ASPIRATION_WIDEST: i32 = 1500;

/// Half of the next aspiration window after a miss.
pub const fn wider(window: i32) -> i32 {
    window + window / 2 + 10
}

/// From this advantage in centipawns on, moves are not pruned for failing to win yet more: that would hide mates.
pub const DECIDED: i32 = 2000;

/// Largest depth in plies for razoring.
pub const RAZOR_DEPTH: i32 = 3;

/// Least depth in plies for a null move.
pub const NULL_DEPTH: i32 = 3;
/// The most plies of reduction by the evaluation.
pub const NULL_SURPLUS: i32 = 3;
/// Least material of officers in centipawns for a null move: with less, zugzwang is likely.
pub const ZUGZWANG_MATERIAL: i32 = 500;
/// Least depth in plies at which a search without null moves verifies the cut-off.
pub const NULL_VERIFICATION_DEPTH: i32 = 12;

/// Check extension ends at this multiple of the iteration's depth.
pub const CHECK_EXTENSION_REACH: usize = 2;
/// Least depth in plies for internal iterative reductions.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// Largest depth in plies for late move pruning.
pub const LATE_MOVE_DEPTH: i32 = 6;
/// Largest depth in plies for futility pruning.
pub const FUTILITY_DEPTH: i32 = 7;
/// Largest depth in plies for SEE pruning.
pub const SEE_DEPTH: i32 = 6;

/// Least depth in plies for late move reductions.
pub const REDUCTION_DEPTH: i32 = 3;
/// A ply, in the unit of reductions.
pub const PLY: i32 = 256;
/// Turns of at most this many actions are short: the reply is only a few plies away and must be seen, so late actions
/// are reduced by half as much and fewer are pruned.
pub const FEW_ACTIONS: i32 = 2;

/// The late move reduction in plies of a quiet move at `depth` plies, after `percent` percent of the legal moves.
pub fn late_move_reduction(depth: usize, percent: usize) -> f64 {
    let tried = 1.0 + 0.5 * percent as f64;
    0.3 + (depth as f64).ln() * tried.ln() / 1.9
}

/// The largest absolute history score.
pub const HISTORY_LIMIT: i32 = 16_384;
/// Divides the continuation history of the own last move; that of the opponent's counts in full.
pub const FOLLOW_UP_SHARE: i32 = 2;
/// Weight of a centipawn of gain in the order of captures.
pub const CAPTURE_GAIN: i32 = 16;
/// Divides the capture history in the order of captures.
pub const CAPTURE_HISTORY_SHARE: i32 = 4;

/// Least `depth` in the quiescence search at which all evasions are tried.
pub const EVASION_DEPTH: i32 = -6;

/// The share of the legal moves in percent that late move pruning spares.
///
/// Chess engines spare about 3 + depth^2 of 35 moves; here 100 to 250 moves are legal.
pub const fn late_move_share(params: &SearchParams, depth: i32, improving: bool) -> usize {
    let percent = params.late_move_base + params.late_move_growth * depth * depth / 10;
    (if improving { percent * params.late_move_improving / 100 } else { percent }) as usize
}

/// Assumed number of legal moves until the quiet ones are listed.
pub const GUESSED_MOVES: usize = 60;

/// The number of actions that late move pruning spares. In short turns it spares many: to see a win because the
/// defences were pruned is wrong, and deeper searches would see more of that.
pub const fn late_actions(depth: i32, few: bool) -> usize {
    (if few { 6 * depth } else { 5 + depth }) as usize
}

/// An entry of the current search stays in the table if it is deeper by more than this many plies, unless the new one
/// is exact.
pub const KEPT_DEEPER: i32 = 4;
/// Plies of depth that an entry loses for each search since it was stored.
pub const AGE_COST: i32 = 8;

/// The percentage of the soft time limit to use when the best move is the same since `unchanged` iterations.
pub const fn time_by_stability(unchanged: u32) -> u32 {
    match unchanged {
        0 => 140,
        1 => 115,
        2 | 3 => 100,
        4..=6 => 90,
        _ => 80,
    }
}

/// Percentage of that time when the best move took no nodes; one less for each percent of the nodes that it took.
pub const EFFORT_TIME: u32 = 150;

/// Selectivity: which moves of a game are pruned or reduced. Depths are in plies.
pub struct Selectivity {
    /// From this advantage in centipawns on, moves are not pruned for failing to win yet more: that would hide the
    /// end of the game.
    pub decided: i32,
    /// Whether the static evaluation prunes nodes and moves: reverse futility pruning, razoring and futility pruning.
    pub by_evaluation: bool,
    /// Largest depth for late move pruning.
    pub late_move_depth: i32,
    /// How many moves late move pruning spares.
    pub late_moves: LateMoveLimit,
    /// Late move reductions go by the share of the legal moves, or of this many if more are legal.
    pub most_moves: usize,
}

/// How many moves late move pruning spares.
pub enum LateMoveLimit {
    /// The share of the legal moves by [`late_move_share`].
    Share,
    /// The number of actions by [`late_actions`].
    Actions,
}

impl LateMoveLimit {
    /// Whether the `count`th of `legal` moves is late at a depth.
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

/// Selectivity in games of one move a turn.
pub const MOVES: Selectivity = Selectivity {
    decided: DECIDED,
    by_evaluation: true,
    late_move_depth: LATE_MOVE_DEPTH,
    late_moves: LateMoveLimit::Share,
    most_moves: usize::MAX,
};

/// Selectivity in games with turns of several actions. Each action changes less and more are legal, and an evaluation
/// in the middle of a turn says little of what the opponent's turn may capture.
pub const ACTIONS: Selectivity = Selectivity {
    decided: 12_000,
    by_evaluation: false,
    late_move_depth: 16,
    late_moves: LateMoveLimit::Actions,
    most_moves: 60,
};

/// Least remaining depth in plies for sleep sets in short turns.
pub const SLEEP_DEPTH: i32 = 3;

/// Turns into the quiescence search, below zero, after which captures are not searched.
pub const LAST_TURN: i32 = -1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_as_they_are_written() {
        let mut changes = SearchParamChanges::default();
        assert_eq!(("".parse(), changes.to_string()), (Ok(changes.clone()), String::new()));
        for (place, number) in SearchParams::LIST.iter().enumerate() {
            assert!((number.least..=number.most).contains(&number.default), "{}", number.name);
            assert_eq!(changes.get(place), None);
            changes.set(place, number.least);
            assert_eq!(changes.get(place), Some(number.least));
            changes.set(place, number.most + 1);
            assert_eq!(changes.get(place), Some(number.most));
            assert_eq!(changes.to_string().parse(), Ok(changes.clone()));
        }
        let last = "see_quiet=40,see_quiet=50".parse().expect("numbers");
        assert_eq!(SearchParams::DEFAULT.with(&last).see_quiet, 50);
    }

    #[test]
    fn small_boards_have_parameters_of_their_own() {
        let of_game = |id| SearchParams::of_game(dhow_rules::variant::find(id).expect("a game"));
        for id in ["chess", "capablanca", "grand", "shako"] {
            assert_eq!(of_game(id), SearchParams::SMALL, "{id}");
        }
        for id in ["metamachy", "terachess", "mini-chieftain"] {
            assert_eq!(of_game(id), SearchParams::DEFAULT, "{id}");
        }
        let text = SearchParams::SMALL.changes().to_string();
        assert_eq!(text.parse(), Ok(SearchParams::SMALL.changes()), "{text}");
        let changes: SearchParamChanges = "reduction_scale=100".parse().expect("a number");
        let wanted = SearchParams { reduction_scale: 100, ..SearchParams::SMALL };
        assert_eq!(of_game("chess").with(&changes), wanted);
    }

    #[test]
    fn what_sets_no_parameter_is_refused_by_name() {
        let error = |text: &str| text.parse::<SearchParamChanges>().expect_err(text).to_string();
        assert_eq!(error("see_quiet"), "`see_quiet` is not NAME=NUMBER");
        assert_eq!(error("see_loud=3"), "no number of the search is called `see_loud`");
        let refused = "see_quiet: `999` is not a whole number from 3 to 120";
        assert_eq!(error("see_capture=40, see_quiet=999"), refused);
    }
}
