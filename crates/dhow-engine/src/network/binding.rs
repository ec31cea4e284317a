//! Inputs that are bound to the rules of one game, whatever it and its pieces are called.

use super::inputs::{Inputs, InputsError};
use dhow_rules::variant::{PieceDef, Variant};
use std::sync::Arc;

/// The beginning of a game's name that is a fingerprint of its rules. No game has such an id.
const RULES: &str = "rules ";

/// The name among the inputs of a network for the rules of a game.
fn bound_name(variant: &Variant) -> String {
    format!("{RULES}{:016x}", variant.rules_fingerprint())
}

/// The name of a kind among inputs that are bound to rules.
fn bound_kind(piece: &PieceDef) -> String {
    piece.letter.to_string()
}

impl Inputs {
    /// The inputs for a game by its rules alone: other names change nothing, and other rules make a game for which
    /// the network was not made.
    pub fn of_rules(variant: &Arc<Variant>) -> Result<Self, InputsError> {
        let mut named = Variant::clone(variant);
        named.pieces.iter_mut().for_each(|piece| piece.name = bound_kind(piece));
        let inputs = Self::of_games(&[Arc::new(named)])?;
        Ok(inputs.with_games(vec![bound_name(variant)]))
    }

    /// Whether they are bound to rules.
    pub fn is_bound(&self) -> bool {
        self.games().iter().all(|game| game.starts_with(RULES))
    }

    /// The name of a game and of its kinds among these inputs.
    pub(super) fn names(&self, variant: &Variant) -> (String, Vec<String>) {
        let kinds = variant.pieces.iter();
        match self.is_bound() {
            true => (bound_name(variant), kinds.map(bound_kind).collect()),
            false => (variant.title(), kinds.map(|piece| piece.name.clone()).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    #[test]
    fn names_may_change_and_rules_may_not() {
        let shako = find("shako").expect("a game");
        let inputs = Inputs::of_rules(shako).expect("a game of one move a turn");
        assert!(inputs.is_bound() && inputs.games()[0].starts_with("rules "));
        assert!(!Inputs::of_games(std::slice::from_ref(shako)).expect("a game").is_bound());
        let own = inputs.of_game(shako).expect("its own game");
        let mut renamed = Variant { id: "other".into(), ..(**shako).clone() };
        renamed.pieces.reverse();
        renamed.pieces.iter_mut().for_each(|piece| piece.name = "Same".into());
        let other = inputs.of_game(&renamed).expect("the same rules");
        assert_eq!(own.game, other.game);
        let kind = |variant: &Variant, letter| {
            let place = variant.pieces.iter().position(|piece| piece.letter == letter);
            dhow_rules::pieces::PieceType::from_index(place.expect("a piece"))
        };
        for piece in &shako.pieces {
            let kinds = (kind(shako, piece.letter), kind(&renamed, piece.letter));
            assert_eq!(own.kind(kinds.0), other.kind(kinds.1), "{}", piece.letter);
        }
        renamed.end.move_limit = Some(100);
        assert_eq!(inputs.of_game(&renamed), None);
        assert_eq!(inputs.of_game(find("chess").expect("a game")), None);
        let leaders = find("chieftain").expect("a game");
        assert!(matches!(Inputs::of_rules(leaders), Err(InputsError::Leaders(_))));
    }
}
