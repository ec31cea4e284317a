//! Metamachy.

use super::army::{CAZAUX, army, rapid_pawn, rapid_prince};
use super::{Difficulty, SetupGroup, Variant};

/// The four squares in the middle of Black's two back ranks.
pub const CENTRE: &str = "f12 g12 f11 g11";

/// Metamachy, the first game of the family.
pub fn metamachy() -> Variant {
    Variant {
        id: "metamachy".into(),
        name: "Metamachy".into(),
        summary: "30 pieces a side; rapid Pawns and Princes, Lion, Eagle, Cannons and Camels"
            .into(),
        inventor: CAZAUX.into(),
        difficulty: Some(Difficulty::Easy),
        pieces: army("PMNEICBRGQLK", &[rapid_pawn(), rapid_prince()]),
        start: "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Kk - 0 1".into(),
        setup: vec![SetupGroup::new("KQLG", CENTRE)],
        promotions: "QLG".into(),
        ..Variant::default()
    }
}
