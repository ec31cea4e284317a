//! Describes a kind of piece.

use super::english::number;
use super::facts::Facts;
use super::{command, flag, movement, pawns, promotion, sentence};
use crate::variant::{PieceDef, Role, Variant};

/// A kind of piece in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDescription {
    /// Its movement in one sentence for people who know chess, without captures en passant and promotion.
    pub sentence: String,
    /// Its movement, one line for each part.
    pub moves: Vec<String>,
    /// Short phrases about its other properties.
    pub special: Vec<String>,
    /// A sentence about the pieces that it may activate, if it is a leader.
    pub leads: Option<String>,
}

pub fn describe(variant: &Variant, facts: &Facts, piece: &PieceDef) -> PieceDescription {
    let index = variant.pieces.iter().position(|it| it.letter == piece.letter);
    let mut special = Vec::new();
    let mut also = Vec::new();
    if piece.role == Role::Royal {
        special.push("royal".into());
        if !facts.jumps.is_empty() {
            special.push("may jump once, as its first move".into());
            let jumps = piece.betza.terms.iter().filter(|term| term.initial());
            let far = jumps.flat_map(|term| term.steps()).map(|step| movement::distances(step).1);
            also.push(match far.max() {
                Some(2) => "; its first move may also be a leap of two squares",
                _ => "; its first move may also be a longer leap",
            });
        }
        if !facts.castlings.is_empty() {
            special.push("castles".into());
            also.push(", and may castle");
        }
    }
    let confined = flag::regions(variant, piece);
    if !confined.is_empty() {
        special.push(confined);
        also.push("; it does not leave certain squares");
    }
    let leaders = variant.command.iter().flat_map(|command| &command.leaders);
    let leader = leaders.clone().find(|leader| leader.letter == piece.letter);
    special.extend(leader.map(|leader| {
        format!("leader of {}", number(leader.activations.into(), "piece a turn", "pieces a turn"))
    }));
    special.extend(promotion::in_short(variant, piece));
    special.extend(pawns::double_steps_in_short(variant, piece));
    let by = |it: &super::facts::EnPassantKind| index.is_some_and(|index| it.by.contains(&index));
    if facts.en_passant.iter().any(by) {
        special.push("captures en passant".into());
    }
    if facts.en_passant.iter().any(|it| Some(it.victim) == index) {
        special.push("can be captured en passant".into());
    }
    let royal = piece.role == Role::Royal && variant.several_royals.is_none();
    let ranks = pawns::first_ranks(variant, piece);
    PieceDescription {
        sentence: sentence::sentence(&piece.betza, royal, &ranks, &also),
        moves: movement::in_words(&piece.betza, royal, &ranks),
        special,
        leads: leader.and_then(|leader| command::commanded(variant, leader)),
    }
}
