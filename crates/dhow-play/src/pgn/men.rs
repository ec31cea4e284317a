//! The moves of pieces in XBoard's notation.
//!
//! XBoard reads a record before it knows the game's pieces, except those that the tag `VariantMen` describes.

use super::read_xboard_position;
use dhow_rules::betza::Betza;
use dhow_rules::san::knows_en_passant;
use dhow_rules::variant::{PieceDef, Role, Variant};
use std::sync::Arc;

/// The tag with the moves of the pieces: letter, colon and Betza notation of each, separated by semicolons.
pub const MEN_TAG: &str = "VariantMen";

/// En passant in a form that XBoard plays correctly: sideways onto the captured piece, then forward. As one
/// step, XBoard would leave the captured piece on the board.
const TWO_LEG_EN_PASSANT: &str = "lcarmWrcalmW";

/// The moves of a piece in Betza notation, in a form that XBoard plays correctly.
pub fn piece_moves(variant: &Variant, piece: &PieceDef) -> String {
    let betza: &Betza = &piece.betza;
    let mut text = betza.to_string();
    // XBoard takes `i` for "a piece of this kind started here", which fits Pawns that fill a rank, but not
    // the Prince. XBoard must therefore allow every possible move of the Prince, and the engine refuses the
    // illegal ones.
    if piece.role == Role::Prince {
        text.retain(|letter| letter != 'i');
    }
    if betza.terms.iter().any(|term| term.en_passant()) && !knows_en_passant(variant) {
        text.retain(|letter| letter != 'e');
        text += TWO_LEG_EN_PASSANT;
    }
    if piece.role == Role::Royal {
        text += &castling(variant);
    }
    text
}

/// Castling in XBoard's notation, by the numbers of squares that a King of either side moves.
fn castling(variant: &Variant) -> String {
    let Some(castling) = &variant.castling else { return String::new() };
    let [right, left] = castling.distances(variant).map(|by_side| {
        let mut all = by_side.concat();
        all.sort_unstable();
        all.dedup();
        all
    });
    let terms = |prefix: &str, distances: &[usize]| -> String {
        distances.iter().map(|distance| format!("{prefix}O{distance}")).collect()
    };
    if right == left { terms("is", &right) } else { terms("ir", &right) + &terms("il", &left) }
}

/// The value of [`MEN_TAG`] for a game from a position in canonical form. `None` if XBoard cannot show the
/// game: it needs one move per turn, and full jump rights if the position is a start array.
pub fn variant_men(variant: &Arc<Variant>, start_fen: &str) -> Option<String> {
    let understood = variant.command.is_none()
        && read_xboard_position(variant, start_fen).is_ok_and(|game| game.fen() == start_fen);
    let men =
        || variant.pieces.iter().map(|it| format!("{}:{}", it.letter, piece_moves(variant, it)));
    understood.then(|| men().collect::<Vec<_>>().join(";"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{VARIANTS, find};

    #[test]
    fn the_pieces_of_metamachy() {
        let metamachy = find("metamachy").unwrap();
        let men = variant_men(metamachy, &metamachy.start).unwrap();
        assert!(men.starts_with("P:fmWfcFfmnDlcarmWrcalmW;"), "{men}");
        assert!(men.contains(";I:KfmnD;") && men.ends_with("K:KimAimDimN"), "{men}");
    }

    #[test]
    fn only_what_xboard_understands_has_men() {
        for variant in VARIANTS.iter() {
            let men = variant_men(variant, &variant.start);
            assert_eq!(men.is_some(), variant.command.is_none(), "{}", variant.id);
        }
        let metamachy = find("metamachy").unwrap();
        let without_rights = metamachy.start.replace("Kk", "-");
        assert_eq!(variant_men(metamachy, &without_rights), None);
        let en_passant = "6k5/12/12/12/12/12/12/Pp10/12/12/12/6K5 b - a4 3 9";
        assert!(variant_men(metamachy, en_passant).is_some());
    }
}
