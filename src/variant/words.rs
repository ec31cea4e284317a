//! Games in words.

use super::{Leader, PieceDef, Promotion, Role, Variant};
use crate::betza::{Betza, Path, PathKind};
use crate::square::Coordinates;
use crate::text::spaced;

impl Leader {
    /// What the leader may activate, in words.
    pub fn commanded(&self) -> String {
        let kinds = self.within.as_deref().map_or("any".into(), spaced);
        let mut text = format!("itself; {kinds} within {} squares", self.range);
        if !self.reached.is_empty() {
            text += &format!("; {} where it could move to", spaced(&self.reached));
        }
        text
    }
}

impl Variant {
    /// What a piece does beyond stepping, sliding and leaping, in words.
    pub fn special(&self, piece: &PieceDef) -> Vec<String> {
        // The built-in descriptions parse; a test compiles them all.
        let paths = piece.betza.parse::<Betza>().map(|betza| betza.paths()).unwrap_or_default();
        let mut special = Vec::new();
        if piece.role == Role::Royal {
            special.push("royal".into());
            if paths.iter().any(|path| path.initial) {
                special.push("may jump once, if it never moved".into());
            }
            if let Some(castling) = &self.castling {
                let files = castling
                    .files
                    .map(|file| Coordinates { file: file as u8, rank: 0 }.file_name());
                let [right, left] = files;
                special.push(format!(
                    "castles with {} to the {right}- and the {left}-file",
                    castling.with
                ));
            }
        }
        if piece.role == Role::Leader {
            special.push("leader".into());
        }
        let promotions = self.promotions_of(piece);
        if !promotions.is_empty() {
            special.push(format!("promotes to {}{}", spaced(promotions), self.when(piece)));
            for (letter, most) in
                self.promotion.limits.iter().filter(|it| promotions.contains(it.0))
            {
                let few = match most {
                    1 => "has none".into(),
                    _ => format!("has fewer than {most}"),
                };
                special.push(format!("to {letter} only if its side {few}"));
            }
        }
        let double = |path: &&Path| matches!(path.kind, PathKind::Lame { mark: true, .. });
        if let Some(path) = paths.iter().find(double) {
            let from = if path.initial { "its starting rank" } else { "any rank" };
            special.push(format!("double step from {from}"));
        }
        if paths.iter().any(|path| path.en_passant) {
            special.push("captures en passant".into());
        }
        special
    }

    /// Where and by what moves a piece promotes, if that is not by any move to the last rank; otherwise
    /// nothing.
    fn when(&self, piece: &PieceDef) -> String {
        let mut words = String::new();
        let Promotion { ranks, optional_ranks, .. } = self.promotion;
        if ranks > 1 {
            words += &format!(" on the last {ranks} ranks");
        }
        match ranks - optional_ranks {
            0 => words += ", if it wants to",
            forced if forced == ranks => {}
            1 => words += ", on the last one at the latest",
            forced => words += &format!(", on the last {forced} at the latest"),
        }
        if !piece.promotes_by.is_empty() {
            words += &format!(", by {} only", piece.promotes_by);
        }
        words
    }
}
