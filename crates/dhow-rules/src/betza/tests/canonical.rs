//! Different spellings of one movement.

use super::*;

#[test]
fn spellings_of_a_movement_have_one_canonical_form() {
    for (one, other) in [
        ("FyafsF", "fFbFyafsF"),
        ("KNAD", "DANFW"),
        ("Q", "BR"),
        ("mQcpQ", "cpRcpBmRmB"),
        ("R2", "WnD"),
        ("mB2cF", "cFmFmnA"),
        ("fmWfceFfmnnD", "fcFfmW"),
        ("fmWfceFfimnD", "fmWfcF"),
        ("KfmnnD", "WF"),
        ("KimAimDimN", "FW"),
        ("fceFfcB", "fcB"),
    ] {
        assert_eq!(form(one), form(other), "{one} {other}");
    }
}

#[test]
fn other_movements_have_other_canonical_forms() {
    let texts = [
        "W", "F", "K", "fW", "mW", "cW", "R", "R2", "R3", "B", "N", "N2", "nN", "nD", "D", "WD",
        "pR", "mRcpR", "FyafsF", "WyafsW", "fmWfceF", "fsmWfceF",
    ];
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[..index] {
            assert_ne!(form(one), form(other), "{one} {other}");
        }
    }
}

#[test]
fn a_piece_that_only_steps_double_keeps_its_step() {
    assert_eq!(form("fmnD").paths().len(), 1);
    assert_eq!(form("imN").paths().len(), 8);
    assert_eq!(form("fmWfmnD").paths(), form("fmW").paths());
}
