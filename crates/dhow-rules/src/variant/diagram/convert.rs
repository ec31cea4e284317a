//! Writes diagrams as a variant file.

mod castling;
mod write;

use super::ImportedDiagrams;
use super::board::{ArraySymmetry, DiagramArray, DiagramBoard, MAX_SIDE};
use super::definition::{DiagramDefinition, DiagramKey, DiagramPiece, leading_number};
use super::letters::{ids, letters};
use super::moves::{self, DiagramMoves};
use super::promotion::choices;
use crate::betza::Notation;
use crate::square::Coordinates;
use crate::text::{excerpt, printable_line};
use crate::variant::catalogue::BUILT_IN;
use crate::variant::ini::{MAX_NAME, Mistake, Problem};

/// The greatest number of kinds of pieces.
const MAX_KINDS: usize = 26;

/// Keys that affect only the look of a diagram.
const LOOKS: [&str; 23] = [
    "graphicsDir",
    "graphicsType",
    "whitePrefix",
    "blackPrefix",
    "lightShade",
    "darkShade",
    "startShade",
    "rimColor",
    "coordColor",
    "squareSize",
    "theme",
    "borders",
    "satellite",
    "useMarkers",
    "newClick",
    "enableAI",
    "shady",
    "holeColor",
    "scale",
    "coords",
    "legal",
    "symbols",
    "trackPieces",
];

/// Keys for rules that Dhow does not support and without which the game would be another one, each with the reason for
/// the refusal. The value 0 switches such a rule off.
const REFUSED: [(&str, &str); 5] = [
    ("autoGate", "gating is not supported"),
    ("morph", "kinds that change by square are not supported"),
    ("captureMatrix", "captures that depend on both kinds are not supported"),
    ("burnZone", "squares where pieces burn are not supported"),
    ("confinement", "pieces that may not leave a region are not supported"),
];

/// Keys that are left out, each with the note about the missing rule. The value 0 switches such a rule off.
const LEFT_OUT: [(&str, &str); 7] = [
    ("protected", "left out: this kind may be captured by its like though it is protected"),
    ("counterStrike", "left out: the capture of this kind may be answered by that of its like"),
    ("iron", "left out: this kind can be captured"),
    ("antiTrade", "left out: this kind may be traded for its like"),
    ("tradeThreshold", "left out: kinds may be traded for their like"),
    ("zonal", "left out: no square is out of bounds for a kind"),
    ("castleFlip", "left out: Black castles as White does, mirrored"),
];

/// The origin of a line of the variant file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    pub line: usize,
    pub key: String,
}

/// Converts the diagrams of one text. `scripts` are functions of the page that change its rules.
pub fn convert(
    diagrams: &[DiagramDefinition],
    name: Option<&str>,
    title: Option<&str>,
    scripts: &[&str],
) -> Result<ImportedDiagrams, Vec<Mistake>> {
    let mut file = ImportedDiagrams { text: String::new(), notes: Vec::new(), sources: Vec::new() };
    let mut mistakes = Vec::new();
    let mut taken: Vec<String> = Vec::new();
    for (number, diagram) in (1..).zip(diagrams) {
        let mut game = DiagramGame::new(diagram);
        for script in scripts {
            let text = "left out: a script of the page, which may change promotion or moves";
            game.note(diagram.line(), script, text.into());
        }
        game.read();
        let id = free_name(&base_name(diagram, name), number, &taken);
        mistakes.append(&mut game.mistakes);
        if mistakes.is_empty() {
            game.write(&mut file, &id, title);
        }
        taken.push(id);
        file.notes.append(&mut game.notes);
    }
    if mistakes.is_empty() { Ok(file) } else { Err(mistakes) }
}

/// The name for a diagram, as a name of a game.
fn base_name(diagram: &DiagramDefinition, name: Option<&str>) -> String {
    let own = diagram.keys.iter().find(|key| key.key == "satellite").map(|key| key.value.as_str());
    let written = name.or(own).unwrap_or("");
    let fits = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let plain: String = written.to_ascii_lowercase().chars().map(fits).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let plain: String = words.join("-").chars().take(MAX_NAME - 15).collect();
    if plain.is_empty() { "diagram".into() } else { plain }
}

/// A name that no built-in game and no other diagram has.
fn free_name(base: &str, number: usize, taken: &[String]) -> String {
    let mut name = base.to_string();
    if BUILT_IN.find(&name).is_some() {
        name += "-diagram";
    }
    if taken.contains(&name) { format!("{name}-{number}") } else { name }
}

/// A kind of piece.
struct DiagramKind<'a> {
    piece: &'a DiagramPiece,
    letter: char,
    moves: DiagramMoves,
    /// Whether it stands in the array or may come by promotion.
    occurs: bool,
}

/// A diagram while it is converted to a game.
struct DiagramGame<'a> {
    diagram: &'a DiagramDefinition,
    kinds: Vec<DiagramKind<'a>>,
    board: DiagramBoard,
    standing: DiagramArray,
    /// The index of the royal kind; of several, the first one that castles.
    royal: usize,
    /// The indices of all royal kinds.
    royals: Vec<usize>,
    /// The number of royal pieces with which a side has lost, if it may have several.
    lost_with: Option<usize>,
    /// The numbers of pieces in hand.
    hands: Vec<usize>,
    promotion: DiagramPromotion,
    notes: Vec<Mistake>,
    mistakes: Vec<Mistake>,
}

/// Which kinds promote, and to what, as indices of kinds.
#[derive(Default)]
struct DiagramPromotion {
    promoting: Vec<usize>,
    choices: Vec<usize>,
    /// Kinds that promote to one kind of their own, and that kind.
    own: Vec<(usize, usize)>,
    limits: Vec<(usize, usize)>,
    /// Kinds that are a choice on this number of last ranks only.
    last_ranks: Vec<(usize, usize)>,
    ranks: usize,
    /// Whether a piece may stay unpromoted.
    optional: bool,
    /// Whether it may also stay unpromoted on the last rank.
    optional_last: bool,
}

fn mistake(line: usize, key: &str, text: String) -> Mistake {
    let shown = |text: &str| printable_line(&excerpt(text)).into_owned();
    Mistake { line, key: shown(key), problem: Problem::Diagram(printable_line(&text).into_owned()) }
}

impl<'a> DiagramGame<'a> {
    fn new(diagram: &'a DiagramDefinition) -> Self {
        let board =
            DiagramBoard { files: 8, ranks: 8, first_rank: 1, symmetry: ArraySymmetry::Mirror };
        Self {
            diagram,
            kinds: Vec::new(),
            board,
            standing: DiagramArray::new(),
            royal: 0,
            royals: Vec::new(),
            lost_with: None,
            hands: Vec::new(),
            promotion: DiagramPromotion::default(),
            notes: Vec::new(),
            mistakes: Vec::new(),
        }
    }

    fn note(&mut self, line: usize, key: &str, text: String) {
        self.notes.push(mistake(line, key, text));
    }

    fn refuse(&mut self, line: usize, key: &str, text: String) {
        self.mistakes.push(mistake(line, key, text));
    }

    /// The last line with this key, which overrules those before it.
    fn key(&self, key: &str) -> Option<&'a DiagramKey> {
        self.diagram.keys.iter().rev().find(|entry| entry.key == key)
    }

    /// The number of a key, or its default.
    fn number(&mut self, key: &str, default: usize, most: usize) -> usize {
        let Some(entry) = self.key(key) else { return default };
        let number = entry.number().and_then(|number| usize::try_from(number).ok());
        number.filter(|number| *number <= most).unwrap_or_else(|| {
            let found = excerpt(&entry.value);
            self.refuse(entry.line, key, format!("`{found}`; expected a number up to {most}"));
            default
        })
    }

    /// The line and the name of a key, or of the diagram if the key is not given.
    fn source(&self, key: &str) -> SourceLine {
        let line = self.key(key).map_or(self.diagram.line(), |entry| entry.line);
        SourceLine { line, key: key.into() }
    }

    fn of_piece(&self, kind: usize) -> SourceLine {
        let piece = self.kinds[kind].piece;
        SourceLine { line: piece.line, key: printable_line(&excerpt(&piece.name)).into_owned() }
    }

    fn read(&mut self) {
        self.read_keys();
        let pieces: Vec<&DiagramPiece> = self.diagram.pieces.iter().collect();
        let (holes, pieces): (Vec<_>, Vec<_>) =
            pieces.into_iter().partition(|piece| is_hole(piece));
        if pieces.is_empty() || pieces.len().max(holes.len()) > MAX_KINDS {
            let number = pieces.len().max(holes.len());
            let text = format!("{number} kinds of pieces; expected 1 to {MAX_KINDS}");
            return self.refuse(self.diagram.line(), "", text);
        }
        self.read_royal(&pieces);
        let mut kinds = 0..pieces.len();
        for piece in &self.diagram.pieces {
            let kind = if is_hole(piece) { None } else { kinds.next() };
            match self.board.put(piece, kind, &mut self.standing) {
                Ok(replaced) if !replaced.is_empty() && kind.is_some() => {
                    let text = format!("takes the place of another kind: {}", replaced.join(" "));
                    self.note(piece.line, &piece.name, text);
                }
                Ok(_) => {}
                Err(error) => self.refuse(piece.line, &piece.name, error),
            }
        }
        self.read_loss(&pieces);
        self.read_hands(&pieces);
        self.read_promotion(&pieces);
        self.read_kinds(&pieces);
    }

    fn read_keys(&mut self) {
        self.board.files = self.number("files", 8, MAX_SIDE);
        self.board.ranks = self.number("ranks", 8, MAX_SIDE);
        if self.board.files == 0 || self.board.ranks == 0 {
            (self.board.files, self.board.ranks) = (8, 8);
            self.refuse(self.diagram.line(), "files", "a board without squares".into());
        }
        self.board.first_rank = self.key("firstRank").and_then(DiagramKey::number).unwrap_or(1);
        self.board.symmetry = match self.key("symmetry").map(|entry| entry.value.as_str()) {
            Some("rotate") => ArraySymmetry::Rotate,
            Some("none") => ArraySymmetry::None,
            Some("mirror") | None => ArraySymmetry::Mirror,
            Some(other) => {
                let text = format!("`{}`; expected mirror, rotate or none", excerpt(other));
                self.refuse(self.source("symmetry").line, "symmetry", text);
                ArraySymmetry::Mirror
            }
        };
        const READ: [&str; 14] = [
            "files",
            "ranks",
            "firstRank",
            "symmetry",
            "royal",
            "succession",
            "baring",
            "maxPromote",
            "promoZone",
            "promoChoice",
            "promoOffset",
            "holdingsType",
            "shuffle",
            "stalemate",
        ];
        for entry in &self.diagram.keys {
            let key = entry.key.as_str();
            let asks = entry.number() != Some(0);
            let of = |table: &[(&str, &'static str)]| {
                table.iter().find(|known| known.0 == key).map(|known| known.1)
            };
            if let Some(text) = of(&REFUSED).filter(|_| asks) {
                self.refuse(entry.line, key, text.into());
            } else if let Some(text) = of(&LEFT_OUT).filter(|_| asks) {
                self.note(entry.line, key, text.into());
            } else if key == "extinction" {
                // The key `extinction` matters only if a side has several royal pieces.
            } else if key == "holdingsType" && entry.number() == Some(-1) {
                let text = "captured pieces that are dropped are not supported";
                self.refuse(entry.line, key, text.into());
            } else if ![&READ[..], &LOOKS].concat().contains(&key)
                && of(&REFUSED).or(of(&LEFT_OUT)).is_none()
            {
                self.note(entry.line, key, "left out: this key is not known".into());
            }
        }
    }

    /// Finds the royal kinds, which keys name by their numbers or their ids; otherwise it is the last
    /// one. A kind that succeeds to a lost King is royal, too, since a side loses with the last of
    /// them.
    fn read_royal(&mut self, pieces: &[&DiagramPiece]) {
        let ids = ids(pieces);
        let mut royals: Vec<usize> = Vec::new();
        let names_royal = |entry: &&DiagramKey| {
            entry.key == "royal" || entry.key == "succession" && entry.number() != Some(0)
        };
        for entry in self.diagram.keys.iter().filter(names_royal) {
            if entry.key == "succession" && royals.is_empty() {
                royals.push(pieces.len() - 1);
            }
            let number = entry.number().and_then(|number| usize::try_from(number - 1).ok());
            let of_id = ids.iter().position(|id| *id == entry.value);
            match of_id.or(number).filter(|kind| *kind < pieces.len()) {
                Some(kind) if royals.contains(&kind) => {}
                Some(kind) => royals.push(kind),
                None => {
                    let text = format!(
                        "`{}` is not a kind of piece in this diagram",
                        excerpt(&entry.value)
                    );
                    self.refuse(entry.line, &entry.key, text);
                }
            }
        }
        if royals.is_empty() {
            royals.push(pieces.len() - 1);
        }
        self.royal = royals[0];
        self.royals = royals;
    }

    /// Finds out how many royal pieces a side may lose. The key `extinction` has a bit for each side
    /// that loses with its last one only; both are set if the key is missing.
    fn read_loss(&mut self, pieces: &[&DiagramPiece]) {
        let of_side = |black| -> usize {
            self.royals.iter().map(|&royal| self.squares_of(royal, black).count()).sum()
        };
        let counts = [false, true].map(of_side);
        if self.royals.len() == 1 && counts == [1, 1] {
            return;
        }
        if let Some(side) = counts.iter().position(|&count| count == 0) {
            if self.mistakes.is_empty() {
                let (piece, side) = (pieces[self.royal], ["White", "Black"][side]);
                let text = format!("{side} has no royal piece");
                self.refuse(piece.line, &piece.name, text);
            }
            return;
        }
        let bits = self.key("extinction").and_then(DiagramKey::number).unwrap_or(3);
        let loses_with_last = |side: usize| counts[side] == 1 || bits >> side & 1 != 0;
        self.lost_with = match counts {
            _ if loses_with_last(0) && loses_with_last(1) => Some(0),
            [white, black] if white == black && bits & 3 == 0 => Some(white - 1),
            _ => {
                let text =
                    "sides that may lose different numbers of royal pieces are not supported";
                self.refuse(self.source("extinction").line, "extinction", text.into());
                None
            }
        };
    }

    /// Whether a kind is the only royal one, of which each side has one piece.
    fn is_sole_royal(&self, kind: usize) -> bool {
        kind == self.royal && self.lost_with.is_none()
    }

    /// Reads the pieces in hand. They are supported only as the pieces that Pawns promote to.
    fn read_hands(&mut self, pieces: &[&DiagramPiece]) {
        let kept = self.key("holdingsType").and_then(DiagramKey::number) == Some(1);
        for piece in pieces {
            let hand = leading_number(&piece.hand).and_then(|it| usize::try_from(it).ok());
            let hand = hand.unwrap_or(0);
            if hand > 0 && !kept {
                let text = "pieces in hand that are dropped are not supported".into();
                self.refuse(piece.line, &piece.name, text);
            }
            self.hands.push(hand);
        }
    }

    fn read_kinds(&mut self, pieces: &[&'a DiagramPiece]) {
        let letters = letters(pieces);
        let ids = ids(pieces);
        let mut occurs: Vec<bool> = (0..pieces.len())
            .map(|kind| self.standing.values().flatten().any(|(other, _)| *other == kind))
            .collect();
        let DiagramPromotion { choices, own, .. } = &self.promotion;
        for kind in choices.iter().chain(own.iter().map(|(_, to)| to)) {
            occurs[*kind] = true;
        }
        for (kind, piece) in pieces.iter().copied().enumerate() {
            let named = moves::of_name(&piece.name, self.board.files);
            let written = Some(piece.moves.as_str()).filter(|moves| !moves.is_empty());
            let read = match written.or(named) {
                Some(text) => moves::read(text),
                None => Err("no moves are given, and none go with this name".into()),
            };
            let moves = match read {
                Ok(moves) => moves,
                // The kind occurs nowhere and only keeps its place in the list of kinds.
                Err(_) if !occurs[kind] => DiagramMoves {
                    betza: Notation::known("K"),
                    castling: [Vec::new(), Vec::new()],
                    castles_within: false,
                    facing: String::new(),
                },
                Err(error) => {
                    let by_name =
                        if written.is_none() && named.is_some() { "by name, " } else { "" };
                    self.refuse(piece.line, &piece.name, format!("{by_name}{error}"));
                    continue;
                }
            };
            if !moves.facing.is_empty() && occurs[kind] && !self.is_sole_royal(kind) {
                let text = "captures of only a King are supported for the only King of each side";
                self.refuse(piece.line, &piece.name, text.into());
            }
            if !occurs[kind] {
                self.note(piece.line, &piece.name, "left out: it never occurs".into());
            } else if ids[kind] != letters[kind].to_string() {
                let text = format!("its letter is {} in place of `{}`", letters[kind], ids[kind]);
                self.note(piece.line, &piece.name, text);
            }
            self.kinds.push(DiagramKind {
                piece,
                letter: letters[kind],
                moves,
                occurs: occurs[kind],
            });
        }
    }

    fn squares_of(&self, kind: usize, black: bool) -> impl Iterator<Item = Coordinates> {
        let is_it = move |standing: &Option<(usize, bool)>| *standing == Some((kind, black));
        self.standing.iter().filter(move |(_, standing)| is_it(standing)).map(|(at, _)| *at)
    }

    /// The missing squares.
    fn holes(&self) -> Vec<Coordinates> {
        self.standing.iter().filter(|(_, standing)| standing.is_none()).map(|(at, _)| *at).collect()
    }
}

impl DiagramGame<'_> {
    fn read_promotion(&mut self, pieces: &[&DiagramPiece]) {
        let line = |game: &Self, key| game.source(key).line;
        let number = self.number("maxPromote", 1, MAX_SIDE);
        let zone = self.number("promoZone", 1, MAX_SIDE).max(1);
        let offset = self.number("promoOffset", 0, MAX_SIDE);
        let promoting: Vec<usize> =
            (0..pieces.len().min(number)).filter(|kind| !self.royals.contains(kind)).collect();
        if number == 0 {
            let text = "nothing promotes, unless a script of its page says so".into();
            self.note(line(self, "maxPromote"), "maxPromote", text);
        }
        let mut promotion = DiagramPromotion { ranks: zone, ..DiagramPromotion::default() };
        let names = |kind: usize| excerpt(&pieces[kind].name);
        if offset > 0 {
            // Beyond the list, a kind becomes the first one after the offset.
            let beyond = |to: usize| if to < pieces.len() { to } else { offset };
            for from in &promoting {
                let to = beyond(from + offset);
                if to >= pieces.len() || self.is_sole_royal(to) || promoting.contains(&to) {
                    let text = format!("there is nothing that {} could become", names(*from));
                    self.refuse(line(self, "promoOffset"), "promoOffset", text);
                } else {
                    promotion.own.push((*from, to));
                }
            }
            (promotion.optional, promotion.optional_last) = (true, true);
            let text = "a piece promotes on entering the zone or moving in it, not on leaving it";
            self.note(line(self, "promoOffset"), "promoOffset", text.into());
            self.promotion = DiagramPromotion { promoting, ..promotion };
            return;
        }
        promotion.optional = zone > 1;
        let written = self.key("promoChoice").map_or("QNRB", |entry| entry.value.as_str());
        let (mut found, unknown) = choices(written, &ids(pieces));
        if written.is_empty() {
            let all = (1..pieces.len()).filter(|kind| !self.royals.contains(kind));
            let plain = |kind| super::promotion::DiagramChoice {
                kind,
                not_last: false,
                from_hand: false,
                ranks: None,
            };
            found = all.map(plain).collect();
        }
        let choice_line = line(self, "promoChoice");
        let note = |game: &mut Self, text: String| game.note(choice_line, "promoChoice", text);
        if !promoting.is_empty() && !unknown.is_empty() && self.key("promoChoice").is_some() {
            note(self, format!("left out: no kind has the id `{}`", excerpt(&unknown)));
        }
        for choice in found {
            let kind = choice.kind;
            if promoting.first() == Some(&kind) {
                // A kind that promotes to itself stays unpromoted.
                promotion.optional_last = !choice.not_last;
                promotion.optional |= promotion.optional_last;
                continue;
            }
            if promoting.is_empty() || self.is_sole_royal(kind) {
                continue;
            }
            if promoting.contains(&kind) {
                note(self, format!("left out: {} promotes itself", names(kind)));
                continue;
            }
            if choice.not_last {
                note(self, format!("{} is a choice on the last rank, too", names(kind)));
            }
            match choice.ranks.map(usize::try_from) {
                Some(Ok(ranks)) if (1..zone).contains(&ranks) => {
                    promotion.last_ranks.push((kind, ranks));
                }
                Some(Ok(ranks)) if ranks >= zone => {}
                Some(_) => {
                    note(self, format!("{} is a choice on all ranks of promotion", names(kind)));
                }
                None => {}
            }
            if choice.from_hand {
                let standing = self.squares_of(kind, false).count();
                match standing + self.hands[kind] {
                    0 => {
                        note(self, format!("left out: a side never has {}", names(kind)));
                        continue;
                    }
                    most => promotion.limits.push((kind, most)),
                }
            }
            promotion.choices.push(kind);
        }
        promotion.promoting = promoting;
        if promotion.choices.is_empty() && !promotion.promoting.is_empty() {
            note(self, "no kind is left to become: nothing promotes".into());
            promotion.promoting.clear();
        }
        self.promotion = promotion;
    }
}

/// Whether a piece stands for missing squares.
fn is_hole(piece: &DiagramPiece) -> bool {
    piece.name.eq_ignore_ascii_case("hole")
}
