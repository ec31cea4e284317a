//! Metamachy.

use super::army::*;
use super::{SetupGroup, Variant};

/// Metamachy, the first of the family.
pub const METAMACHY: Variant = Variant {
    id: "metamachy",
    name: "Metamachy",
    summary: "30 pieces a side; rapid Pawns and Princes, Lion, Eagle, Cannons and Camels",
    pieces: &[
        RAPID_PAWN,
        CAMEL,
        KNIGHT,
        ELEPHANT,
        RAPID_PRINCE,
        CANNON,
        BISHOP,
        ROOK,
        EAGLE,
        QUEEN,
        LION,
        KING,
    ],
    start: "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Kk - 0 1",
    setup: &[SetupGroup { chiefs: "KQLG", squares: CENTRE }],
    promotions: "QLG",
};

/// The four squares in the middle of Black's two back ranks.
pub const CENTRE: &[&str] = &["f12", "g12", "f11", "g11"];
