//! Keys for one side only, where they make a difference only for pieces that the other side never has. Such games are
//! the same as games whose keys hold for both sides.

use super::Problem;
use super::build::KeyProblem;
use super::draft::Draft;
use super::keys::{self, REDUNDANT, RedundantKey};
use crate::pieces::{Color, Letter};

/// Lets the keys of both sides say what the keys of one side do, if that changes nothing. Otherwise the keys of one side
/// stay, and are refused elsewhere.
pub fn merge(draft: &mut Draft) -> Result<(), KeyProblem> {
    let of_side = |wanted: RedundantKey, color: &str, both: &str| {
        let given = draft.redundant.iter().find(|(index, _)| {
            let (key, repeated, _) = REDUNDANT[*index];
            repeated == wanted && key.ends_with(color)
        });
        let Some((index, value)) = given else { return Ok(both.to_string()) };
        keys::letters(value).map_err(|problem: Problem| (REDUNDANT[*index].0, problem))
    };
    let sides = |wanted, both: &str| -> Result<[String; 2], KeyProblem> {
        Ok([of_side(wanted, "White", both)?, of_side(wanted, "Black", both)?])
    };
    let pawns = sides(RedundantKey::Promoting, &draft.pawn_types)?;
    let choices = sides(RedundantKey::Promotions, &draft.promotion_types)?;
    let counted = sides(RedundantKey::Counted, &draft.counted_types())?;
    let has = |side: usize, letter: Letter| {
        Color::ALL[side].letter_of(letter).is_in(draft.placement())
            || letter.is_in(&choices[side])
            || draft.promoted_types.iter().any(|(_, to)| letter.is_in(to))
    };
    // Each letter of one side's list is in the other list, too, or that side never has such a piece.
    let apart = |lists: &[String; 2]| {
        [0, 1].into_iter().all(|side| {
            let other = 1 - side;
            Letter::all(&lists[side]).all(|it| it.is_in(&lists[other]) || !has(other, it))
        })
    };
    let chooses_alike = choices[0] == choices[1]
        || Letter::all(&pawns[1]).all(|pawn| !has(0, pawn))
        || Letter::all(&pawns[0]).all(|pawn| !has(1, pawn));
    let differ = [&pawns, &choices, &counted].iter().any(|[white, black]| white != black);
    if !differ || !apart(&pawns) || !apart(&counted) || !chooses_alike {
        return Ok(());
    }
    let union = |[white, black]: &[String; 2]| {
        let more = Letter::all(black).filter(|letter| !letter.is_in(white));
        Letter::all(white).chain(more).collect::<String>()
    };
    let (pawn_types, counted_types) = (union(&pawns), union(&counted));
    if choices[0] != choices[1] {
        let black = Letter::all(&pawns[1]).filter(|&pawn| has(1, pawn));
        let black: Vec<Letter> = black.collect();
        draft.promoted_types.retain(|(of, _)| !black.contains(of));
        draft.promoted_types.extend(black.into_iter().map(|pawn| (pawn, choices[1].clone())));
    }
    let [white, _] = choices;
    draft.promotion_types = white;
    draft.pawn_types = pawn_types;
    draft.counted_types = Some(counted_types);
    draft.redundant.retain(|(index, _)| {
        let kinds = [RedundantKey::Promoting, RedundantKey::Promotions, RedundantKey::Counted];
        !kinds.contains(&REDUNDANT[*index].1)
    });
    Ok(())
}
