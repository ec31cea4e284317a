//! The description of a variant for XBoard: board, pictures and moves of the pieces.

use super::picture_places::{self, FIRST_STRANGE, LAST, SPECIAL};
use dhow_play::pgn::piece_moves;
use dhow_play::xboard::{is_known, letters};
use dhow_rules::variant::{PieceDef, Role, Variant};

/// Marks a place of the piece table without a piece.
const NO_PIECE: &str = ".";

/// The lines that set up a variant on XBoard's board, in the order that XBoard needs; none if it knows the game.
pub fn description(variant: &Variant, fen: &str) -> Vec<String> {
    if is_known(variant) {
        return Vec::new();
    }
    let mut lines = vec![setup_line(variant, fen)];
    lines.extend(variant.pieces.iter().map(|piece| piece_line(variant, piece)));
    lines
}

/// The `setup` line: piece table, board and start array.
pub fn setup_line(variant: &Variant, fen: &str) -> String {
    let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let placement = letters::placement_to_gui(variant, placement);
    let Variant { files, ranks, .. } = *variant;
    format!("setup ({}) {files}x{ranks}+0_fairy {placement} {rest}", piece_table(variant))
}

/// The piece table. The place of a letter determines its picture; the King comes last.
fn piece_table(variant: &Variant) -> String {
    let officers: Vec<&PieceDef> =
        variant.pieces.iter().filter(|piece| piece.role != Role::Royal).collect();
    let mut table: Vec<String> = Vec::new();
    let mut put = |place: usize, piece: &PieceDef| {
        table.resize(table.len().max(place + 1), NO_PIECE.into());
        let free = table[place] == NO_PIECE;
        if free {
            table[place] = letters::table_entry(variant, piece.letter);
        }
        free
    };
    let mut homeless: Vec<&PieceDef> = Vec::new();
    for piece in officers {
        let place = picture_places::place(&piece.picture);
        let drawn = place.is_some_and(|place| place < LAST && put(place, piece));
        if !drawn {
            homeless.push(piece);
        }
    }
    for piece in homeless {
        let mut places = (FIRST_STRANGE..LAST).filter(|place| !SPECIAL.contains(place));
        places.find(|&place| put(place, piece));
    }
    let royal = variant.pieces.iter().filter(|piece| piece.role == Role::Royal);
    table.extend(royal.map(|piece| letters::table_entry(variant, piece.letter)));
    let white = table.concat();
    white.to_string() + &white.to_ascii_lowercase()
}

/// The `piece` line of one kind.
pub fn piece_line(variant: &Variant, piece: &PieceDef) -> String {
    format!("piece {}& {}", letters::to_gui(variant, piece.letter), piece_moves(variant, piece))
}

/// The pieces for promotion as `choice` lists them: capital letters for both sides, the most common one
/// first.
pub fn promotion_choices(variant: &Variant) -> String {
    variant.all_promotions().into_iter().map(|letter| letters::to_gui(variant, letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{ONE_MOVE_GAMES, find};
    use std::collections::BTreeMap;

    fn table(id: &str) -> String {
        piece_table(find(id).unwrap())
    }

    #[test]
    fn piece_tables() {
        let metamachy = "PNBRQ.E...IC.....G......M.......LKpnbrq.e...ic.....g......m.......lk";
        assert_eq!(table("metamachy"), metamachy);
        let s = "PNBRQ.E...IC.....G..U..ZM......FLV..........WK";
        assert_eq!(table("zanzibar-s"), format!("{s}{}", s.to_lowercase()));
        let xl = "PNBRQ.E..DIC.....G..U..ZM......FLV.O........WK";
        assert_eq!(table("zanzibar-xl"), format!("{xl}{}", xl.to_lowercase()));
        let classic = "PNBRQ.E...IC.A=X..HG..U..ZM......FLV..........WK";
        assert_eq!(table("zanzibar-xl-classic"), format!("{classic}{}", classic.to_lowercase()));
        let xxl = "PNBRQ.E..DIC.....GS.U..ZM......FLV.O........WK";
        assert_eq!(table("zanzibar-xxl"), format!("{xxl}{}", xxl.to_lowercase()));
        assert_eq!(table("maasai"), table("zanzibar-xxl"));
    }

    #[test]
    fn pieces_whose_pictures_xboard_lacks_take_free_places() {
        let mut variant = Variant::clone(find("metamachy").unwrap());
        let eagle = variant.pieces.iter_mut().find(|piece| piece.letter == 'G').unwrap();
        eagle.picture = "no picture of XBoard's".into();
        let camel = variant.pieces.iter_mut().find(|piece| piece.letter == 'M').unwrap();
        camel.picture.clear();
        let free_places_in_order = "PNBRQMEG..IC....................LK";
        let table = piece_table(&variant);
        assert_eq!(table[..free_places_in_order.len()], *free_places_in_order);
    }

    #[test]
    fn setup_lines() {
        let variant = find("metamachy").unwrap();
        let line = setup_line(variant, &variant.start);
        let table = table("metamachy");
        assert_eq!(line, format!("setup ({table}) 12x12+0_fairy {}", variant.start));
        let classic = find("zanzibar-xl-classic").unwrap();
        let line = setup_line(classic, &classic.start);
        assert!(line.contains(" cmzvhqkavzmc/ernbulgfbnre/"), "{line}");
        assert!(line.ends_with("/CMZVHQKAVZMC w Kk - 0 1"), "{line}");
    }

    /// Everything that each variant sends, without the pieces that all variants share.
    #[test]
    fn piece_lines() {
        const RAPID: &str = "fmWfcFfmnDlcarmWrcalmW";
        const START_RANK: &str = "fmWfcFifmnDlcarmWrcalmW";
        const SOLDIER: &str = "fsmWfcFfmnDlcarmWrcalmW";
        let common = "Q Q|R R|B B|N N|G FyafsF|L KNAD|E FA|M C|C mRcpR|I KfmnD|K KimAimDimN";
        let zanzibar = "U WyafsW|W WD|Z Z|F NCZ|V mBcpB";
        let great = "D KADGH|O mQcpQ";
        let cases = [
            ("metamachy", vec![], RAPID, None),
            ("zanzibar-s", vec![zanzibar], RAPID, None),
            ("zanzibar-xl", vec![zanzibar, great], RAPID, None),
            ("zanzibar-xl-classic", vec![zanzibar, "H RN|A BN"], RAPID, None),
            ("zanzibar-xxl", vec![zanzibar, great], START_RANK, Some(SOLDIER)),
            ("maasai", vec![zanzibar, great], START_RANK, Some(RAPID)),
        ];
        for (id, more, pawn, soldier) in cases {
            let variant = find(id).unwrap();
            let mut expected: BTreeMap<&str, &str> = BTreeMap::from([("P", pawn)]);
            expected.extend(soldier.map(|betza| ("S", betza)));
            for text in more.into_iter().chain([common]) {
                expected.extend(text.split('|').filter_map(|entry| entry.split_once(' ')));
            }
            let lines = description(variant, &variant.start);
            let found: BTreeMap<&str, &str> = lines[1..]
                .iter()
                .filter_map(|line| line.strip_prefix("piece ")?.split_once("& "))
                .collect();
            assert_eq!(found, expected, "{id}");
            assert_eq!(lines.len(), variant.pieces.len() + 1);
        }
    }

    #[test]
    fn choices() {
        let choices: Vec<String> =
            ONE_MOVE_GAMES.iter().map(|variant| promotion_choices(variant)).collect();
        assert_eq!(choices, ["QLG", "QGLUF", "QGLODUF", "QGLHAUF", "QGLODUF", "QGLODUF"]);
    }
}
