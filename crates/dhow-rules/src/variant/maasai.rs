//! Zanzibar-XXL, which is today's Maasai Chess, and Maasai Chess as first published.

use super::army::{CAZAUX, army, maasai, pawn, prince, rapid_prince, soldier};
use super::metamachy::CENTRE;
use super::{Difficulty, PieceDef, SetupGroup, Variant};

/// The common part of both games. The King stands in the centre; the other chiefs take the rest of
/// eight squares in any order.
fn great_game(soldier: PieceDef, prince: PieceDef) -> Variant {
    Variant {
        inventor: CAZAUX.into(),
        difficulty: Some(Difficulty::Hard),
        pieces: army("PSZMVNEWICBROUGFDQLK", &[pawn(), soldier, prince]),
        start: "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/SSSSIWWISSSS/ERNBOLGDBNRE/CMZVUQKFVZMC w Kk - 0 1".into(),
        setup: vec![
            SetupGroup::new("K", CENTRE),
            SetupGroup::new("QGLUFDO", "e12 f12 g12 h12 e11 f11 g11 h11"),
        ],
        promotions: "QGLODUF".into(),
        ..Variant::default()
    }
}

/// Zanzibar-XXL, with Soldiers.
pub fn zanzibar_xxl() -> Variant {
    Variant {
        id: "zanzibar-xxl".into(),
        name: "Zanzibar-XXL".into(),
        summary: "48 pieces a side; today's Maasai Chess, with Soldiers that also step sideways"
            .into(),
        ..great_game(soldier(), rapid_prince())
    }
}

/// Maasai Chess as first published, with Maasai.
pub fn maasai_chess() -> Variant {
    Variant {
        id: "maasai".into(),
        name: "Maasai Chess".into(),
        summary: "Maasai Chess as first published, with Maasai warriors".into(),
        ..great_game(maasai(), prince())
    }
}
