//! Solved endings of a game on any board.

use super::{Class, EndgameError, Ending, SolverRound, Tables, Value};
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::pieces::PieceType;
use dhow_rules::position::{Move, Position};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// [`Tables`] of a game on any board.
pub trait AnyTables: Send + Sync {
    /// The game.
    fn variant(&self) -> &Arc<Variant>;
    /// Parses an ending such as `B+N`.
    fn parse(&self, text: &str) -> Result<Ending, EndgameError>;
    /// The ending with these pieces.
    fn ending(&self, kinds: &[PieceType]) -> Result<Ending, EndgameError>;
    /// The endings of one piece that can be solved.
    fn singles(&self) -> Vec<Ending>;
    /// The letters of an ending's pieces, joined by `+`.
    fn letters(&self, ending: &Ending) -> String;
    /// Solves an ending and those that may arise from it, unless they are solved. `progress` receives each round.
    fn solve(
        &self,
        ending: &Ending,
        progress: &mut (dyn FnMut(&Ending, SolverRound) + Send),
    ) -> Result<Solved, EndgameError>;
    /// Drops the table of an ending.
    fn forget(&self, ending: &Ending);
    /// The value of a game's position. Solves its ending if necessary.
    fn judge(&self, game: &Game) -> Result<Value, EndgameError>;
    /// Best play from a game's position, if its ending is solved and won.
    fn line(&self, game: &Game) -> Option<BestPlay>;
}

/// Statistics of a solved ending.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Size of the table in bytes.
    pub size: usize,
    /// Number of board symmetries of the pieces.
    pub symmetries: usize,
    /// Its classes, each with a position of the longest win as FEN, if it has wins.
    pub classes: Vec<(Class, Option<String>)>,
}

/// Best play in a won position.
#[derive(Clone, Debug)]
pub struct BestPlay {
    /// Moves up to the mate.
    pub moves: Vec<Move>,
    /// Whether the 50-move rule ends the game before the mate.
    pub beyond_rule: bool,
}

impl dyn AnyTables {
    /// The tables of a game, each solved within `memory` MiB; `None` for games with leaders. Without `promotion`
    /// pieces never promote.
    pub fn of(variant: &Arc<Variant>, memory: u64, promotion: bool) -> Option<Box<dyn AnyTables>> {
        Game::new(variant).position().visit(OpenTables { memory, promotion })
    }
}

struct OpenTables {
    memory: u64,
    promotion: bool,
}

impl Visitor for OpenTables {
    type Output = Option<Box<dyn AnyTables>>;

    fn visit<G: Geometry>(self, position: &Position<G>) -> Self::Output {
        let tables = Tables::new(position.shared_rules()).with_memory(self.memory);
        Some(Box::new(if self.promotion { tables } else { tables.without_promotion() }))
    }

    fn visit_command<G: Geometry>(self, _: &CommandPosition<G>) -> Self::Output {
        None
    }
}

/// # Panics
/// [`AnyTables::judge`] and [`AnyTables::line`] panic for a game on another board.
impl<G: Geometry> AnyTables for Tables<G> {
    fn variant(&self) -> &Arc<Variant> {
        self.rules().variant()
    }

    fn parse(&self, text: &str) -> Result<Ending, EndgameError> {
        Ending::parse(self.rules(), text)
    }

    fn ending(&self, kinds: &[PieceType]) -> Result<Ending, EndgameError> {
        Ending::new(self.rules(), kinds)
    }

    fn singles(&self) -> Vec<Ending> {
        Ending::singles(self.rules())
    }

    fn letters(&self, ending: &Ending) -> String {
        ending.letters(self.rules())
    }

    fn solve(
        &self,
        ending: &Ending,
        progress: &mut (dyn FnMut(&Ending, SolverRound) + Send),
    ) -> Result<Solved, EndgameError> {
        let table = self.table_with_progress(ending, progress)?;
        let summary = table.summary();
        let example =
            |class: &Class| class.example.as_ref().map(|example| example.fen(self, ending, true));
        let classes = summary.classes.iter().map(|class| (class.clone(), example(class))).collect();
        Ok(Solved { size: table.size(), symmetries: summary.symmetries, classes })
    }

    fn forget(&self, ending: &Ending) {
        self.forget(ending);
    }

    fn judge(&self, game: &Game) -> Result<Value, EndgameError> {
        self.judge(position_of(game))
    }

    fn line(&self, game: &Game) -> Option<BestPlay> {
        let moves = self.line(position_of(game))?;
        let mut position = position_of::<G>(game).clone();
        let mut beyond_rule = false;
        for &mv in &moves {
            beyond_rule |= position.move_limit_reached();
            position.make(mv);
        }
        Some(BestPlay { moves, beyond_rule })
    }
}

fn position_of<G: Geometry>(game: &Game) -> &Position<G> {
    match game.position().downcast() {
        Some(position) => position,
        None => panic!("the tables are of another board than {}", game.variant().id),
    }
}
