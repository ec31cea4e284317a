//! Games in words.

use super::{Leader, PieceDef, Role, Variant};
use crate::betza::{Betza, Path, PathKind};
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
        }
        if piece.role == Role::Leader {
            special.push("leader".into());
        }
        let promotions = self.promotions_of(piece);
        if !promotions.is_empty() {
            special.push(format!("promotes to {}", spaced(promotions)));
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
}
