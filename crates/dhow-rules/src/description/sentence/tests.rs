use super::*;
use crate::betza::Notation;

#[test]
fn movements_in_one_sentence() {
    for (betza, expected) in [
        ("K", "Steps one square in any direction."),
        ("Q", "Moves any number of empty squares in any direction."),
        ("R", "Moves any number of empty squares along a rank or file."),
        ("B", "Moves any number of empty squares diagonally."),
        ("N", "Leaps two squares one way and one to the side, over anything in its way."),
        ("QN", "Moves like a Queen or a Knight."),
        ("BN", "Moves like a Bishop or a Knight."),
        ("KN", "Steps one square in any direction, or leaps like a Knight."),
        ("RF", "Moves like a Rook, or steps one square diagonally."),
        ("BW", "Moves like a Bishop, or steps one square along a rank or file."),
        ("C", "Leaps three squares one way and one to the side, over anything in its way."),
        (
            "NCZ",
            "Leaps like a Knight, or three squares one way and one or two to the side, over anything in its way.",
        ),
        ("FA", "Moves one or two squares diagonally, over anything in its way."),
        ("WD", "Moves one or two squares along a rank or file, over anything in its way."),
        (
            "KNAD",
            "Steps one square in any direction, or leaps to any square two squares away, over anything in its way.",
        ),
        (
            "KADGH",
            "Moves one, two or three squares straight or diagonally, over anything in its way.",
        ),
        ("KAD", "Moves one or two squares straight or diagonally, over anything in its way."),
        (
            "NWD",
            "Leaps like a Knight, or moves one or two squares along a rank or file, over anything in its way.",
        ),
        (
            "FyafsF",
            "Steps one square diagonally, and may go on like a Rook, away from where it stood.",
        ),
        (
            "WyafsW",
            "Steps one square along a rank or file, and may go on like a Bishop, away from where it stood.",
        ),
        (
            "yafsF",
            "Steps over an empty square diagonally and goes on like a Rook, away from where it stood.",
        ),
        ("mRcpR", "Moves like a Rook, but to capture it must leap over exactly one piece."),
        ("mQcpQ", "Moves like a Queen, but to capture it must leap over exactly one piece."),
        (
            "fmWfceFfmnnD",
            "Steps one or two squares straight forward, and captures one square diagonally forward.",
        ),
        (
            "fmWfceFfimnD",
            "Steps one square straight forward, or two from its 2nd rank, and captures one square diagonally forward.",
        ),
        (
            "fsmWfceFfmnnD",
            "Steps one square forward or sideways, or two squares straight forward, and captures one square diagonally forward.",
        ),
        (
            "fmWfcF",
            "Steps one square straight forward, and captures one square diagonally forward.",
        ),
        (
            "KfmnnD",
            "Steps one square in any direction, or two squares straight forward without capturing.",
        ),
        (
            "KfimnD",
            "Steps one square in any direction, or two squares straight forward from its 2nd rank without capturing.",
        ),
        (
            "GHfmWfcF",
            "Leaps three squares straight or diagonally, over anything in its way, or moves and captures one square like a Pawn.",
        ),
        (
            "K[K-K]",
            "Steps one square in any direction, and from an empty square may step once more.",
        ),
        (
            "WD[W-fD][D-fW]",
            "Steps one square or leaps two along a rank or file, or does both in one line if the square between is empty.",
        ),
        (
            "B4D",
            "Slides up to four squares diagonally, or leaps two squares along a rank or file, over anything in its way.",
        ),
        (
            "FA[F-fA][A-fF][A-fA]",
            "Steps one square or leaps two diagonally, or does two of these (but not two steps) in one line if the square between is empty.",
        ),
        (
            "KNADcaKcabKmabK",
            "Steps one square in any direction, or leaps to any square two squares away, over anything in its way, or captures a piece beside it and then steps once more or comes back, or passes by a step there and back.",
        ),
    ] {
        let found = sentence(&Notation::known(betza), false, &[1], &[]);
        assert_eq!(found, expected, "{betza}");
    }
    let half = sentence(&Notation::known("mfRcpfR"), false, &[1], &[]);
    assert!(!half.contains("like a Rook"), "{half}");
    let other = sentence(&Notation::known("mRcpB"), false, &[1], &[]);
    assert!(!other.contains("but to capture"), "{other}");
    let king = sentence(&Notation::known("KimAimDimN"), true, &[], &["; and so on"]);
    assert_eq!(king, "Steps one square in any direction; and so on.");
}
