//! Descriptions of the variants for the page: boards, pieces and rules, from the definitions by which they
//! are played.

use super::message::{PieceReach, ReachWay};
use super::reach;
use dhow_play::board_picture::picture_files;
use dhow_rules::description::{self, Description, FenFields, PieceDescription};
use dhow_rules::pieces::{Letter, PieceType};
use dhow_rules::variant::{BUILT_IN, Catalogue, Difficulty, Role, Setup, VARIANTS, Variant};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A variant in the list of variants.
#[derive(Serialize)]
struct Summary<'a> {
    id: &'a str,
    name: &'a str,
    summary: &'a str,
    /// Who invented it, or when it was played; empty if that is not said.
    inventor: &'a str,
    /// How hard it is to begin with: `easy`, `medium`, `hard` or nothing.
    difficulty: Option<&'static str>,
    family: Family,
    files: usize,
    ranks: usize,
    setups: bool,
    /// The FEN of the start array.
    start: &'a str,
    /// The pictures of the pieces of the start array, by their upper-case letters.
    pictures: BTreeMap<String, &'a str>,
}

/// The games that belong together in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Family {
    /// The built-in games with one move a turn.
    Great,
    /// The built-in games with leaders.
    Chieftain,
    /// The other games that come with the program.
    Other,
    /// The user's own games.
    Own,
}

impl Family {
    fn of(variant: &Arc<Variant>) -> Self {
        let is = |known: &Arc<Variant>| known == variant;
        if BUILT_IN.iter().any(is) {
            if variant.command.is_some() { Self::Chieftain } else { Self::Great }
        } else if VARIANTS.iter().any(is) {
            Self::Other
        } else {
            Self::Own
        }
    }
}

#[derive(Serialize)]
struct GameDescription<'a> {
    #[serde(flatten)]
    summary: Summary<'a>,
    setup: Option<Chiefs>,
    options: Vec<Named>,
    pieces: Vec<PieceInfo<'a>>,
    /// The letters of the leaders, except those that can only come from a FEN.
    leaders: String,
    rules: Vec<String>,
    fields: FenFields,
}

/// The setups from which Black may choose.
#[derive(Serialize)]
struct Chiefs {
    /// The name of the default setup.
    default: String,
    /// The squares in the order in which a setup's name lists them.
    squares: Vec<String>,
    groups: Vec<Group>,
}

#[derive(Serialize)]
struct Group {
    chiefs: String,
    squares: Vec<String>,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    summary: String,
}

#[derive(Serialize)]
struct PieceInfo<'a> {
    letter: String,
    name: &'a str,
    other_names: &'a str,
    betza: &'a str,
    /// In centipawns, with a Rook worth 500; 0 for the King.
    value: i32,
    picture: &'a str,
    /// Its movement in one plain sentence.
    sentence: String,
    /// Its moves in words, each by itself.
    moves: Vec<String>,
    special: Vec<String>,
    /// The pieces that it may activate, in words, if it is a leader.
    leads: Option<String>,
    /// Whether it is a leader or royal.
    chief: bool,
    /// How many of them a side has in the start array.
    number: usize,
    square: String,
    ways: Vec<ReachWay>,
    range: Vec<String>,
    screens: Vec<String>,
}

/// The list of all variants as JSON.
pub fn list(catalogue: &Catalogue) -> String {
    json(&catalogue.iter().map(summary).collect::<Vec<_>>())
}

/// The pictures of all pieces as one SVG text of symbols with the names of their files: `WhiteKnight`.
pub fn pictures(catalogue: &Catalogue) -> String {
    let mut names: Vec<&str> = catalogue
        .iter()
        .flat_map(|variant| &variant.pieces)
        .map(|piece| piece.picture.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let mut out = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">\n");
    for (file, content) in names.into_iter().filter_map(picture_files).flatten() {
        let inner = content.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
        if let (Some((inner, _)), Some(name)) = (inner, file.strip_suffix(".svg")) {
            let inner = inner.trim();
            out += &format!("<symbol id=\"{name}\" viewBox=\"0 0 100 100\">{inner}</symbol>\n");
        }
    }
    out + "</svg>\n"
}

/// A full description of a variant as JSON.
pub fn described(variant: &Arc<Variant>) -> String {
    let Description { rules, pieces, fields, leaders } = Description::of(variant);
    json(&GameDescription {
        summary: summary(variant),
        setup: (!variant.setup.is_empty()).then(|| chiefs(variant)),
        options: variant
            .options()
            .into_iter()
            .filter_map(|it| {
                Some(Named { name: it.name(), summary: description::option(variant, it)? })
            })
            .collect(),
        pieces: (0..).zip(pieces).map(|(index, words)| piece(variant, index, words)).collect(),
        leaders,
        rules: rules.into_iter().map(|rule| rule.text).collect(),
        fields,
    })
}

/// A value as JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(_) => unreachable!("games have nothing that JSON cannot say"),
    }
}

/// The place of a game that comes with the program among these; behind them for any other id.
pub(super) fn place_of(id: &str) -> usize {
    VARIANTS.iter().position(|variant| variant.id == id).unwrap_or(usize::MAX)
}

fn summary(variant: &Arc<Variant>) -> Summary<'_> {
    let present = variant.pieces.iter().filter(|piece| variant.starts_with(piece.letter));
    Summary {
        id: &variant.id,
        name: &variant.name,
        summary: &variant.summary,
        inventor: &variant.inventor,
        difficulty: variant.difficulty.map(Difficulty::name),
        family: Family::of(variant),
        files: variant.files,
        ranks: variant.ranks,
        setups: !variant.setup.is_empty(),
        start: &variant.start,
        pictures: present.map(|piece| (piece.letter.to_string(), piece.picture.as_str())).collect(),
    }
}

fn chiefs(variant: &Variant) -> Chiefs {
    let default = Setup::default_of(variant);
    let group = |group: &dhow_rules::variant::SetupGroup| Group {
        chiefs: group.chiefs.clone(),
        squares: group.squares.iter().map(ToString::to_string).collect(),
    };
    Chiefs {
        default: default.name(),
        squares: default.chiefs().map(|(square, _)| square.to_string()).collect(),
        groups: variant.setup.iter().map(group).collect(),
    }
}

fn piece(variant: &Arc<Variant>, index: usize, words: PieceDescription) -> PieceInfo<'_> {
    let PieceDescription { sentence, moves, special, leads } = words;
    let piece = &variant.pieces[index];
    let diagram = reach::diagram(variant, PieceType::from_index(index));
    let (PieceReach { square, ways, range, .. }, screens) =
        diagram.map(|diagram| (diagram.reach, diagram.screens)).unwrap_or_default();
    PieceInfo {
        letter: piece.letter.to_string(),
        name: &piece.name,
        other_names: &piece.other_names,
        betza: piece.betza.as_str(),
        value: piece.value,
        picture: &piece.picture,
        sentence,
        moves,
        special,
        leads,
        chief: matches!(piece.role, Role::Royal | Role::Leader),
        number: Letter::all(variant.start_placement()).filter(|&l| l == piece.letter).count(),
        square,
        ways,
        range,
        screens,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;
    use serde_json::Value;

    #[test]
    fn every_game_is_described() {
        for variant in VARIANTS.iter() {
            let told: Value = serde_json::from_str(&described(variant)).expect("JSON");
            assert_eq!(told["id"], variant.id.as_str());
            let pieces = told["pieces"].as_array().expect("pieces");
            assert_eq!(pieces.len(), variant.pieces.len());
            assert!(pieces.iter().all(|piece| !piece["ways"].as_array().expect("ways").is_empty()));
            assert_eq!(told["setup"].is_null(), variant.setup.is_empty());
        }
        let all: Value = serde_json::from_str(&list(&VARIANTS)).expect("JSON");
        assert_eq!(all.as_array().map(Vec::len), Some(VARIANTS.len()));
        for family in ["great", "chieftain"] {
            let games =
                all.as_array().into_iter().flatten().filter(|game| game["family"] == family);
            let easy = games.filter(|game| game["difficulty"] == "easy");
            assert_eq!(easy.count(), 1, "who is new to {family} begins with one game");
        }
    }

    #[test]
    fn every_piece_has_a_symbol() {
        let pictures = pictures(&VARIANTS);
        for piece in VARIANTS.iter().flat_map(|variant| &variant.pieces) {
            for side in ["White", "Black"] {
                let id = format!("id=\"{side}{}\"", piece.picture);
                assert_eq!(pictures.matches(&id).count(), 1, "{id}");
            }
        }
    }
}
