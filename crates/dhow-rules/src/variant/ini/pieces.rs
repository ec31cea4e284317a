//! The pieces that have a key of their own in variant files.

/// A predefined piece: its key, its English name and its movement.
pub type Known = (&'static str, &'static str, &'static str);

/// The key of the Pawn. Its double step is added if the game has it.
pub const PAWN: &str = "pawn";
/// The key of the royal piece.
pub const KING: &str = "king";

/// The predefined pieces. The keys are those of Fairy-Stockfish. Its pieces whose moves depend on
/// their place on the board, as in Chinese and Korean chess, are missing.
pub const KNOWN: &[Known] = &[
    (PAWN, "Pawn", "fmWfcF"),
    ("knight", "Knight", "N"),
    ("bishop", "Bishop", "B"),
    ("rook", "Rook", "R"),
    ("queen", "Queen", "Q"),
    (KING, "King", "K"),
    ("archbishop", "Cardinal", "BN"),
    ("chancellor", "Marshal", "RN"),
    ("amazon", "Amazon", "QN"),
    ("fers", "Ferz", "F"),
    ("wazir", "Wazir", "W"),
    ("alfil", "Alfil", "A"),
    ("fersAlfil", "Elephant", "FA"),
    ("commoner", "Commoner", "K"),
    ("centaur", "Centaur", "KN"),
    ("silver", "Silver General", "FfW"),
    ("gold", "Gold General", "WfF"),
    ("aiwok", "Ai-Wok", "RNF"),
    ("bers", "Dragon King", "RF"),
    ("dragonHorse", "Dragon Horse", "BW"),
    ("knibis", "Knibis", "mNcB"),
    ("biskni", "Biskni", "mBcN"),
    ("kniroo", "Kniroo", "mNcR"),
    ("rookni", "Rookni", "mRcN"),
    ("shogiPawn", "Shogi Pawn", "fW"),
    ("soldier", "Soldier", "fsW"),
    ("lance", "Lance", "fR"),
    ("shogiKnight", "Shogi Knight", "fN"),
    ("horse", "Horse", "nN"),
    ("elephant", "Elephant", "nA"),
    ("cannon", "Cannon", "mRcpR"),
    ("clobber", "Clobber Piece", "cW"),
    ("breakthrough", "Breakthrough Piece", "fmWfF"),
];

/// The predefined piece with this key.
pub fn known(key: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|piece| piece.0 == key)
}

/// Whether a key is `customPiece1` to `customPiece39`.
pub fn is_custom(key: &str) -> bool {
    let number = key.strip_prefix("customPiece").and_then(|number| number.parse::<u32>().ok());
    number.is_some_and(|number| (1..=39).contains(&number))
}
