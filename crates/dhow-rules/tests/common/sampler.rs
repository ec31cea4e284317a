//! A game of pieces that no built-in game has, described as data only.

use super::pieces::piece;
use dhow_rules::variant::{PieceDef, Role, Variant};
use once_cell::sync::Lazy;
use std::sync::Arc;

pub fn officer(letter: char, betza: &str) -> PieceDef {
    piece(letter, betza, Role::Officer)
}

pub static SAMPLER: Lazy<Arc<Variant>> = Lazy::new(|| {
    Arc::new(Variant {
    id: "sampler".into(),
    name: "Sampler".into(),
    summary: "pieces of other games".into(),
    pieces: vec![
        piece('K', "K", Role::Royal),
        piece('P', "fmWfceF", Role::Pawn),
        piece('J', "fmWfcFsmnD", Role::Pawn),
        PieceDef { promotes_to: "Q".into(), ..piece('T', "fmFfceW", Role::Pawn) },
        piece('I', "WA", Role::Prince),
        PieceDef { promotes_to: "X".into(), ..officer('A', "R4") },
        officer('B', "B4D"),
        officer('C', "AR4"),
        officer('D', "NN"),
        officer('E', "mRcpR"),
        officer('F', "fRbB"),
        officer('G', "nD"),
        officer('H', "nN"),
        officer('L', "mQ3cpQ3"),
        PieceDef { promotes_to: "AN".into(), ..officer('M', "cpR4mW") },
        officer('N', "pB"),
        officer('O', "RpR"),
        officer('Q', "Q"),
        officer('S', "yafsF"),
        officer('U', "mWyafscW"),
        officer('W', "WimH"),
        officer('X', "WyafsmF"),
    ],
    start: "abcdefkghlmn/oqsuwxxwusqo/tttiiiiiittt/pppppppppppp/jjj6jjj/12/12/JJJ6JJJ/PPPPPPPPPPPP/TTTIIIIIITTT/OQSUWXXWUSQO/ABCDEFKGHLMN w - - 0 1".into(),
    promotions: "QDA".into(),
    ..Variant::default()
    })
});
