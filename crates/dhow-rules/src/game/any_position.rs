//! The one place where the board of a game is chosen.

use super::Play;
use crate::command::{CommandPosition, CommandRules};
use crate::geometry::{Geometry, for_each_board, for_each_command_board};
use crate::position::{FenError, Position};
use crate::variant::{Rules, RulesError, Variant};
use std::any::Any;
use std::sync::Arc;

/// Why a description is no game that can be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VariantError {
    /// The description itself.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Its start array, which is no position of the game.
    #[error("start array: {0}")]
    Start(FenError),
}

/// Something to be done with a position, compiled for every board.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with a position of a game of one move a turn.
    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output;
    /// Does it with a position of a game with leaders.
    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output;
}

macro_rules! any_position {
    ($($board:ident),* $(,)?) => {
        use crate::geometry::{$($board),*};

        /// A position on one of the boards that there are, of a game of one move a turn or with leaders.
        #[derive(Clone, Debug)]
        pub enum AnyPosition {
            /// With leaders.
            Command(AnyCommandPosition),
            $(
                #[doc = concat!("On [`", stringify!($board), "`].")]
                $board(Box<Position<$board>>),
            )*
        }

        impl AnyPosition {
            /// Reads a position of a game.
            pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, OpenError> {
                if variant.command.is_some() {
                    return Ok(Self::Command(AnyCommandPosition::from_fen(variant, fen)?));
                }
                $(
                    if (variant.files, variant.ranks) == ($board::FILES, $board::RANKS) {
                        let position = Position::from_fen(Rules::of(variant)?, fen)?;
                        return Ok(Self::$board(Box::new(position)));
                    }
                )*
                let Variant { files, ranks, .. } = **variant;
                Err(OpenError::Rules(RulesError::Board { files, ranks }))
            }

            /// Does something that needs to know the board.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    Self::Command(position) => position.visit(visitor),
                    $(Self::$board(position) => visitor.visit(position),)*
                }
            }

            /// The position, if it is a `P`: a position of the kind and on the board that the caller
            /// knows.
            pub fn downcast<P: Any>(&self) -> Option<&P> {
                match self {
                    Self::Command(position) => position.downcast(),
                    $(Self::$board(position) => (&**position as &dyn Any).downcast_ref(),)*
                }
            }
        }

        impl std::ops::Deref for AnyPosition {
            type Target = dyn Play;
            fn deref(&self) -> &Self::Target {
                match self {
                    Self::Command(position) => position.play(),
                    $(Self::$board(position) => &**position,)*
                }
            }
        }

        impl std::ops::DerefMut for AnyPosition {
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    Self::Command(position) => position.play_mut(),
                    $(Self::$board(position) => &mut **position,)*
                }
            }
        }
    };
}
for_each_board!(any_position);

macro_rules! any_command_position {
    ($($board:ident),* $(,)?) => {
        use crate::geometry as boards;

        /// A position of a game with leaders on one of the boards that there are.
        #[derive(Clone, Debug)]
        pub enum AnyCommandPosition {
            $(
                #[doc = concat!("On [`", stringify!($board), "`](boards::", stringify!($board), ").")]
                $board(Box<CommandPosition<boards::$board>>),
            )*
        }

        impl AnyCommandPosition {
            fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, OpenError> {
                $({
                    use boards::$board as Board;
                    if (variant.files, variant.ranks) == (Board::FILES, Board::RANKS) {
                        let rules = CommandRules::of(variant)?;
                        let position = CommandPosition::from_fen(rules, fen)?;
                        return Ok(Self::$board(Box::new(position)));
                    }
                })*
                let Variant { files, ranks, .. } = **variant;
                Err(OpenError::Rules(RulesError::Board { files, ranks }))
            }

            fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(Self::$board(position) => visitor.visit_command(position),)*
                }
            }

            fn downcast<P: Any>(&self) -> Option<&P> {
                match self {
                    $(Self::$board(position) => (&**position as &dyn Any).downcast_ref(),)*
                }
            }

            fn play(&self) -> &(dyn Play + 'static) {
                match self {
                    $(Self::$board(position) => &**position,)*
                }
            }

            fn play_mut(&mut self) -> &mut (dyn Play + 'static) {
                match self {
                    $(Self::$board(position) => &mut **position,)*
                }
            }
        }
    };
}
for_each_command_board!(any_command_position);

/// Why there is no position.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpenError {
    /// The game is none.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The text is no position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// Checks that a description is a game that can be played, and that its start array is a position
/// of it. [`Game::new`](super::Game::new) may be called for games that pass.
pub fn check(variant: &Arc<Variant>) -> Result<(), VariantError> {
    match AnyPosition::from_fen(variant, &variant.start) {
        Ok(_) => Ok(()),
        Err(OpenError::Rules(error)) => Err(VariantError::Rules(error)),
        Err(OpenError::Fen(error)) => Err(VariantError::Start(error)),
    }
}
