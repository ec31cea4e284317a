//! Zanzibar-S and Zanzibar-XL.

use super::army::{CAZAUX, army, rapid_pawn, rapid_prince};
use super::metamachy::CENTRE;
use super::{Difficulty, SetupGroup, Variant};

const WINGS: &str = "e12 h12 e11 h11";

/// Zanzibar-S: Metamachy with its empty squares filled.
pub fn zanzibar_s() -> Variant {
    Variant {
        id: "zanzibar-s".into(),
        name: "Zanzibar-S".into(),
        summary:
            "36 pieces a side; Metamachy with Rhinoceros, Buffalo, Giraffes, Archers and Machines"
                .into(),
        inventor: CAZAUX.into(),
        difficulty: Some(Difficulty::Medium),
        pieces: army("PZMVNEWICBRUGFQLK", &[rapid_pawn(), rapid_prince()]),
        start: "cmzvfqkuvzmc/ernbwlgwbnre/ppppippipppp/12/12/12/12/12/12/PPPPIPPIPPPP/ERNBWLGWBNRE/CMZVFQKUVZMC w Kk - 0 1".into(),
        setup: vec![SetupGroup::new("KQLG", CENTRE), SetupGroup::new("UF", "e12 h12")],
        promotions: "QGLUF".into(),
        ..Variant::default()
    }
}

/// Zanzibar-XL, with Duchess and Sorceress.
pub fn zanzibar_xl() -> Variant {
    Variant {
        id: "zanzibar-xl".into(),
        name: "Zanzibar-XL".into(),
        summary: "40 pieces a side; adds Duchess and Sorceress to Zanzibar-S".into(),
        inventor: CAZAUX.into(),
        difficulty: Some(Difficulty::Hard),
        pieces: army("PZMVNEWICBROUGFDQLK", &[rapid_pawn(), rapid_prince()]),
        start: "cmzvdqkovzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12/12/12/4PPPP4/PPPPIWWIPPPP/ERNBULGFBNRE/CMZVDQKOVZMC w Kk - 0 1".into(),
        setup: vec![SetupGroup::new("KQLG", CENTRE), SetupGroup::new("DOUF", WINGS)],
        promotions: "QGLODUF".into(),
        ..Variant::default()
    }
}

/// The older form of Zanzibar-XL, with Marshal and Cardinal.
pub fn zanzibar_xl_classic() -> Variant {
    Variant {
        id: "zanzibar-xl-classic".into(),
        name: "Zanzibar-XL classic".into(),
        summary: "Zanzibar-XL with Marshal and Cardinal in place of Duchess and Sorceress".into(),
        inventor: CAZAUX.into(),
        difficulty: Some(Difficulty::Hard),
        pieces: army("PZMVNEWICBRXUGHFQLK", &[rapid_pawn(), rapid_prince()]),
        start: "cmzvhqkxvzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12/12/12/4PPPP4/PPPPIWWIPPPP/ERNBULGFBNRE/CMZVHQKXVZMC w Kk - 0 1".into(),
        setup: vec![SetupGroup::new("KQLG", CENTRE), SetupGroup::new("HXUF", WINGS)],
        promotions: "QGLHXUF".into(),
        ..Variant::default()
    }
}
