//! Chooses the layout of a game's board. This is the only place that does.

use super::Play;
use crate::command::{CommandPosition, CommandRules};
use crate::geometry::{Geometry, for_each_command_layout, for_each_layout};
use crate::position::{FenError, Position};
use crate::variant::{Rules, RulesError, Setup, Variant, check_size};
use std::any::Any;
use std::sync::Arc;

/// Why a description is not a playable game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VariantError {
    /// The description is invalid.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The start array is not a position of the game.
    #[error("start array: {0}")]
    Start(FenError),
}

/// An operation on a position that is compiled for every layout.
///
/// ```
/// use dhow_rules::command::CommandPosition;
/// use dhow_rules::game::{Game, Visitor};
/// use dhow_rules::geometry::Geometry;
/// use dhow_rules::position::Position;
///
/// /// Counts the legal moves, faster than listing them.
/// struct Count;
///
/// impl Visitor for Count {
///     type Output = u64;
///
///     fn visit<G: Geometry>(self, position: &Position<G>) -> u64 {
///         position.count_legal_moves()
///     }
///
///     fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> u64 {
///         position.count_legal_moves()
///     }
/// }
///
/// let game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
/// assert_eq!(game.position().visit(Count), 20);
/// ```
pub trait Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation on a position of a game with one move a turn.
    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output;
    /// Runs the operation on a position of a game with leaders.
    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output;
}

/// Whether the board of a game fits on the layout `G`.
fn serves<G: Geometry>(variant: &Variant) -> bool {
    variant.files <= G::FILES && variant.ranks <= G::RANKS
}

// Functions that name a method table of `Play` are never inlined: otherwise each crate that calls them would compile
// the methods of every layout again.
macro_rules! any_position {
    ($($layout:ident),* $(,)?) => {
        use crate::geometry::{$($layout),*};

        /// A position of any game. Its methods are those of
        /// [`Play`].
        #[derive(Clone, Debug)]
        pub enum AnyPosition {
            /// A position of a game with leaders.
            Command(AnyCommandPosition),
            $(
                #[doc = concat!("On [`", stringify!($layout), "`].")]
                $layout(Box<Position<$layout>>),
            )*
        }

        impl AnyPosition {
            /// Reads a position of a game.
            #[inline(never)]
            pub fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, OpenError> {
                check_size(variant.files, variant.ranks, variant.command.is_some())?;
                if variant.command.is_some() {
                    return Ok(Self::Command(AnyCommandPosition::from_fen(variant, fen)?));
                }
                $(
                    if serves::<$layout>(variant) {
                        let position = Position::from_fen(Rules::of(variant)?, fen)?;
                        return Ok(Self::$layout(Box::new(position)));
                    }
                )*
                unreachable!("the largest layout serves a board of any size")
            }

            /// Runs an operation that needs to know the layout.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    Self::Command(position) => position.visit(visitor),
                    $(Self::$layout(position) => visitor.visit(position),)*
                }
            }

            /// The position as a `P`; `None` if it has another type or layout.
            pub fn downcast<P: Any>(&self) -> Option<&P> {
                match self {
                    Self::Command(position) => position.downcast(),
                    $(Self::$layout(position) => (&**position as &dyn Any).downcast_ref(),)*
                }
            }
        }

        impl std::ops::Deref for AnyPosition {
            type Target = dyn Play;
            #[inline(never)]
            fn deref(&self) -> &Self::Target {
                match self {
                    Self::Command(position) => position.play(),
                    $(Self::$layout(position) => &**position,)*
                }
            }
        }

        impl std::ops::DerefMut for AnyPosition {
            #[inline(never)]
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    Self::Command(position) => position.play_mut(),
                    $(Self::$layout(position) => &mut **position,)*
                }
            }
        }
    };
}
for_each_layout!(any_position);

macro_rules! any_command_position {
    ($($layout:ident),* $(,)?) => {
        use crate::geometry as layouts;

        /// A position of a game with leaders.
        #[derive(Clone, Debug)]
        pub enum AnyCommandPosition {
            $(
                #[doc = concat!("On [`", stringify!($layout), "`](layouts::", stringify!($layout), ").")]
                $layout(Box<CommandPosition<layouts::$layout>>),
            )*
        }

        impl AnyCommandPosition {
            #[inline(never)]
            fn from_fen(variant: &Arc<Variant>, fen: &str) -> Result<Self, OpenError> {
                $({
                    use layouts::$layout as Layout;
                    if serves::<Layout>(variant) {
                        let rules = CommandRules::of(variant)?;
                        let position = CommandPosition::from_fen(rules, fen)?;
                        return Ok(Self::$layout(Box::new(position)));
                    }
                })*
                unreachable!("the largest layout serves a board of any size")
            }

            fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $(Self::$layout(position) => visitor.visit_command(position),)*
                }
            }

            fn downcast<P: Any>(&self) -> Option<&P> {
                match self {
                    $(Self::$layout(position) => (&**position as &dyn Any).downcast_ref(),)*
                }
            }

            #[inline(never)]
            fn play(&self) -> &(dyn Play + 'static) {
                match self {
                    $(Self::$layout(position) => &**position,)*
                }
            }

            #[inline(never)]
            fn play_mut(&mut self) -> &mut (dyn Play + 'static) {
                match self {
                    $(Self::$layout(position) => &mut **position,)*
                }
            }
        }
    };
}
for_each_command_layout!(any_command_position);

/// Why a position could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpenError {
    /// The variant is not a playable game.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The text is not a position of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
}

/// Checks that a description is a playable game and that its start array is a position of it, also with
/// other setups. [`Game::new`](super::Game::new) does not panic for a variant that passes.
///
/// ```
/// use dhow_rules::game::check;
/// use dhow_rules::variant::{Variant, find};
/// use std::sync::Arc;
///
/// let chess = find("chess").expect("a game of the engine's files");
/// let narrow = Variant { files: 7, ..Variant::clone(chess) };
/// assert!(check(chess).is_ok());
/// assert!(check(&Arc::new(narrow)).is_err());
/// ```
pub fn check(variant: &Arc<Variant>) -> Result<(), VariantError> {
    match AnyPosition::from_fen(variant, &variant.start) {
        Ok(_) => {}
        Err(OpenError::Rules(error)) => return Err(VariantError::Rules(error)),
        Err(OpenError::Fen(error)) => return Err(VariantError::Start(error)),
    }
    for setup in Setup::samples(variant) {
        if let Err(error) = AnyPosition::from_fen(variant, &setup.fen(variant)) {
            let (name, reason) = (setup.name(), error.to_string());
            return Err(RulesError::SetupPosition { name, reason }.into());
        }
    }
    Ok(())
}
