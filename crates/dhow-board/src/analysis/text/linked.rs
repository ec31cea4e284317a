//! Analyses of the moves in an address.

use super::{LONGEST_NAME, Read};
use crate::analysis::tree::{ROOT, Tree};
use crate::message::Refused;
use dhow_play::pgn::read_move;
use dhow_rules::game::Game;
use dhow_rules::text::printable_line;

impl Read {
    /// An analysis of moves in text form from the start of a game. It ends before the first one that cannot be made,
    /// which is reported.
    ///
    /// # Errors
    /// None that a text can cause.
    pub fn of_texts(mut game: Game, texts: &[String]) -> Result<Self, Refused> {
        let mut read = Self::of_tree(Tree::new(game.clone()), Vec::new());
        let mut at = ROOT;
        for (number, text) in (1..).zip(texts) {
            let why = match (game.outcome(), read_move(&game, text)) {
                (Some(over), _) => format!("the game is over: {over}"),
                (None, Err(error)) => error.to_string(),
                (None, Ok(mv)) => match read.tree.grow(at, &mut game, mv) {
                    Ok((node, _)) => {
                        at = node;
                        continue;
                    }
                    Err((_, full)) => full,
                },
            };
            let text: String = text.chars().take(LONGEST_NAME).collect();
            read.leave_out(|| format!("move {number}, `{}`: {why}", printable_line(&text)));
            break;
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn of(variant: &str, moves: &str) -> Read {
        let game = Game::new(find(variant).expect("a game"));
        let texts: Vec<String> = moves.split(' ').map(str::to_string).collect();
        Read::of_texts(game, &texts).expect("an analysis")
    }

    #[test]
    fn moves_are_made_up_to_the_first_that_cannot_be_made() {
        let read = of("metamachy", "e3e5 e10e8 Nb4");
        assert_eq!((read.tree.in_order().len(), read.left_out.len()), (3, 0));
        let read = of("metamachy", "e3e5 e10e4 d3d5");
        assert_eq!(read.tree.in_order().len(), 1);
        assert!(read.left_out[0].starts_with("move 2, `e10e4`: "), "{:?}", read.left_out);
        let read = of("mini-chieftain", "x\u{7}");
        assert!(read.left_out[0].starts_with("move 1, `x"), "{:?}", read.left_out);
        assert!(read.tree.is_bare());
    }
}
