//! Numbers of the search that games can decide: they may be changed while the program runs.

use std::fmt;
use std::str::FromStr;

/// What is known of one of the [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// What it is unless it is set.
    pub default: i32,
    /// The least that it may be.
    pub least: i32,
    /// The most.
    pub most: i32,
}

/// A text that sets no numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumbersError {
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

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal to $most:literal;)*) => {
        /// Numbers of the search, in games of one move a turn and mostly in those with leaders, too.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Numbers {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Numbers {
            /// All of them, in order.
            pub const LIST: &[Number] = &[$(Number {
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

numbers! {
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
    /// The reward or blame of a reduced quiet move that was searched again, in percent.
    research_reward = 0, 0 to 200;
    /// What it is worth to leave a square that a lesser piece attacks, in history for each centipawn.
    threat_leave = 0, 0 to 60;
    /// What it costs to go to one.
    threat_enter = 0, 0 to 60;
    /// The most centipawns by which the errors of evaluations of this structure of Pawns correct one.
    correction_pawns = 60, 0 to 250;
    /// The same by the squares of the other pieces of a side.
    correction_pieces = 60, 0 to 250;
    /// The same by the last two moves.
    correction_moves = 60, 0 to 250;
    /// How soon such errors are learned, for each centipawn and ply of depth.
    correction_rate = 2, 1 to 12;
    /// Depth from which on it is asked whether the table's move is the only good one; 99 for never.
    singular_depth = 99, 3 to 99;
    /// How far below the table's score the others must stay for it, in 16ths of a centipawn for each ply.
    singular_margin = 32, 4 to 128;
    /// How much further for a second ply; 0 for never.
    singular_double = 60, 0 to 400;
    /// Whether a node is cut off where a second move is too good.
    singular_cut = 1, 0 to 1;
    /// By how many plies the table's move is searched less where it is not the only good one, but too good.
    singular_negative = 1, 0 to 3;
    /// More reduction where a cut-off is expected, in 256ths of a ply.
    reduction_cut_node = 0, 0 to 768;
    /// Less where the table's entry is of a PV node.
    reduction_table_pv = 0, 0 to 768;
    /// How far above beta a capture must come in a shallow search to cut off a node; 0 for never.
    probcut_margin = 0, 0 to 500;
    /// Plies saved by a null move, in 256ths.
    null_reduction = 768, 256 to 1536;
    /// A further ply is saved for each of these plies of depth.
    null_depth_step = 4, 2 to 10;
    /// What a capture in the quiescence search must win, in games of one move a turn.
    quiescence_see = 30, -100 to 200;
}

impl Numbers {
    /// The place in [`Numbers::LIST`] of the number of this name.
    pub fn place(name: &str) -> Option<usize> {
        Self::LIST.iter().position(|number| number.name == name)
    }

    /// The number in a place of [`Numbers::LIST`].
    pub fn get(&self, place: usize) -> i32 {
        self.values()[place]
    }

    /// What a refutation at a depth adds to its history.
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.history_slope * depth - self.history_offset).min(self.history_most)
    }

    /// Sets the number in a place of [`Numbers::LIST`], or to the nearest that it may be.
    pub fn set(&mut self, place: usize, value: i32) {
        let Number { least, most, .. } = Self::LIST[place];
        *self.places()[place] = value.clamp(least, most);
    }
}

impl Default for Numbers {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Reads `name=3,other=5`; what is not named has its default.
impl FromStr for Numbers {
    type Err = NumbersError;

    fn from_str(text: &str) -> Result<Self, NumbersError> {
        let mut numbers = Self::DEFAULT;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| NumbersError::Form(part.into()))?;
            let place = Self::place(name.trim()).ok_or_else(|| NumbersError::Name(name.into()))?;
            let Number { name, least, most, .. } = Self::LIST[place];
            let number = value.trim().parse().ok().filter(|value| (least..=most).contains(value));
            let wrong = || NumbersError::Value { name, value: value.into(), least, most };
            numbers.set(place, number.ok_or_else(wrong)?);
        }
        Ok(numbers)
    }
}

/// Writes those that are not as they are by default, as they are read.
impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = Self::LIST.iter().zip(self.values());
        let set = set.filter(|(number, value)| number.default != *value);
        let parts: Vec<String> =
            set.map(|(number, value)| format!("{}={value}", number.name)).collect();
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let mut numbers = Numbers::DEFAULT;
        assert_eq!(("".parse(), numbers.to_string()), (Ok(numbers), String::new()));
        for (place, number) in Numbers::LIST.iter().enumerate() {
            assert!((number.least..=number.most).contains(&number.default), "{}", number.name);
            numbers.set(place, number.least);
            assert_eq!(numbers.get(place), number.least);
            numbers.set(place, number.most + 1);
            assert_eq!(numbers.get(place), number.most);
            assert_eq!(numbers.to_string().parse(), Ok(numbers));
        }
    }

    #[test]
    fn what_sets_no_number_is_refused_by_name() {
        let error = |text: &str| text.parse::<Numbers>().expect_err(text).to_string();
        assert_eq!(error("see_quiet"), "`see_quiet` is not NAME=NUMBER");
        assert_eq!(error("see_loud=3"), "no number of the search is called `see_loud`");
        let refused = "see_quiet: `999` is not a whole number from 3 to 120";
        assert_eq!(error("see_capture=40, see_quiet=999"), refused);
    }
}
