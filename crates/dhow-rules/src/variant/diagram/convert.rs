//! Writes diagrams as a variant file.

use super::board::{ArraySymmetry, DiagramArray, DiagramBoard, MAX_SIDE};
use super::definition::{DiagramDefinition, DiagramKey, DiagramPiece, leading_number};
use super::letters::{ids, letters};
use super::moves::{self, DiagramMoves};
use super::promotion::choices;
use super::{ImportedDiagrams, shuffle};
use crate::betza::{CanonicalForm, Notation};
use crate::square::Coordinates;
use crate::text::{excerpt, printable_line};
use crate::variant::catalogue::BUILT_IN;
use crate::variant::ini::{KNOWN_PIECES, MAX_NAME, Mistake, Problem, stuck_squares};
use crate::variant::piece_placement;

/// The greatest number of kinds of pieces.
const MAX_KINDS: usize = 26;
/// The greatest length of a piece's name.
const MAX_PIECE_NAME: usize = 30;

/// Keys that only say how a diagram looks.
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

/// Keys without which a game is another one, with what they ask for. The value 0 asks for nothing.
const REFUSED: [(&str, &str); 6] = [
    ("succession", "another kind that becomes royal is not supported"),
    ("autoGate", "gating is not supported"),
    ("morph", "kinds that change by square are not supported"),
    ("captureMatrix", "captures that depend on both kinds are not supported"),
    ("burnZone", "squares where pieces burn are not supported"),
    ("confinement", "pieces that may not leave a region are not supported"),
];

/// Keys that are left out, with what the game lacks without them. The value 0 asks for nothing.
const LEFT_OUT: [(&str, &str); 8] = [
    ("protected", "left out: this kind may be captured by its like though it is protected"),
    ("counterStrike", "left out: the capture of this kind may be answered by that of its like"),
    ("iron", "left out: this kind can be captured"),
    ("antiTrade", "left out: this kind may be traded for its like"),
    ("tradeThreshold", "left out: kinds may be traded for their like"),
    ("baring", "left out: a bare King plays on"),
    ("zonal", "left out: no square is out of bounds for a kind"),
    ("castleFlip", "left out: Black castles as White does, mirrored"),
];

/// What a line of the variant file was made from.
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

/// A name that neither a built-in game has nor another diagram.
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

/// A diagram on its way to a game.
struct DiagramGame<'a> {
    diagram: &'a DiagramDefinition,
    kinds: Vec<DiagramKind<'a>>,
    board: DiagramBoard,
    standing: DiagramArray,
    /// The index of the royal kind.
    royal: usize,
    /// The numbers of pieces in hand.
    hands: Vec<usize>,
    promotion: DiagramPromotion,
    notes: Vec<Mistake>,
    mistakes: Vec<Mistake>,
}

/// What promotes, and to what, as indices of kinds.
#[derive(Default)]
struct DiagramPromotion {
    promoting: Vec<usize>,
    choices: Vec<usize>,
    /// Kinds with one choice of their own.
    own: Vec<(usize, usize)>,
    limits: Vec<(usize, usize)>,
    ranks: usize,
    /// Whether a piece may stay what it is.
    optional: bool,
    /// Whether it may also do so on the last rank.
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
            pieces.into_iter().partition(|piece| piece.name.eq_ignore_ascii_case("hole"));
        if pieces.is_empty() || pieces.len() > MAX_KINDS {
            let text = format!("{} kinds of pieces; expected 1 to {MAX_KINDS}", pieces.len());
            return self.refuse(self.diagram.line(), "", text);
        }
        self.read_royal(&pieces);
        let holes = holes.into_iter().map(|hole| (hole, None));
        let standing = pieces.iter().enumerate().map(|(kind, piece)| (*piece, Some(kind)));
        for (piece, kind) in holes.chain(standing) {
            if let Err(error) = self.board.put(piece, kind, &mut self.standing) {
                self.refuse(piece.line, &piece.name, error);
                return;
            }
        }
        self.read_hands(&pieces);
        self.read_promotion(&pieces);
        self.read_kinds(&pieces);
        for black in [false, true] {
            let kings = self.squares_of(self.royal, black).count();
            if kings != 1 && self.mistakes.is_empty() {
                let piece = pieces[self.royal];
                let side = if black { "Black" } else { "White" };
                let text = format!("{side} has {kings} royal pieces of this kind; expected one");
                self.refuse(piece.line, &piece.name, text);
            }
        }
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
        const READ: [&str; 12] = [
            "files",
            "ranks",
            "firstRank",
            "symmetry",
            "royal",
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
                // Each side has one royal piece, whose loss loses the game in any case.
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

    /// Finds the royal kind, which a key names by its number or its id; otherwise it is the last one.
    fn read_royal(&mut self, pieces: &[&DiagramPiece]) {
        self.royal = pieces.len() - 1;
        let ids = ids(pieces);
        let mut royals: Vec<usize> = Vec::new();
        for entry in self.diagram.keys.iter().filter(|entry| entry.key == "royal") {
            let number = entry.number().and_then(|number| usize::try_from(number - 1).ok());
            let of_id = ids.iter().position(|id| *id == entry.value);
            match of_id.or(number).filter(|kind| *kind < pieces.len()) {
                Some(kind) if royals.contains(&kind) => {}
                Some(kind) => royals.push(kind),
                None => {
                    let text = format!("`{}` is no kind of this diagram", excerpt(&entry.value));
                    self.refuse(entry.line, "royal", text);
                }
            }
        }
        match royals[..] {
            [] => {}
            [royal] => self.royal = royal,
            _ => {
                let text = "several royal kinds are not supported".into();
                self.refuse(self.source("royal").line, "royal", text);
            }
        }
    }

    /// Reads the pieces in hand, which count only where they are what Pawns become.
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
                // It only keeps its place in the list of kinds.
                Err(_) if !occurs[kind] => DiagramMoves {
                    betza: Notation::known("K"),
                    castling: [None, None],
                    more_castling: false,
                },
                Err(error) => {
                    let by_name =
                        if written.is_none() && named.is_some() { "by name, " } else { "" };
                    self.refuse(piece.line, &piece.name, format!("{by_name}{error}"));
                    continue;
                }
            };
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
}

impl DiagramGame<'_> {
    fn read_promotion(&mut self, pieces: &[&DiagramPiece]) {
        let line = |game: &Self, key| game.source(key).line;
        let number = self.number("maxPromote", 1, MAX_SIDE);
        let zone = self.number("promoZone", 1, MAX_SIDE).max(1);
        let offset = self.number("promoOffset", 0, MAX_SIDE);
        let promoting: Vec<usize> =
            (0..pieces.len().min(number)).filter(|kind| *kind != self.royal).collect();
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
                if to >= pieces.len() || to == self.royal || promoting.contains(&to) {
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
            let all = (1..pieces.len()).filter(|kind| *kind != self.royal);
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
        if !promoting.is_empty() && !unknown.is_empty() {
            note(self, format!("left out: no kind has the id `{}`", excerpt(&unknown)));
        }
        for choice in found {
            let kind = choice.kind;
            if promoting.first() == Some(&kind) {
                // To become what it is means to stay so.
                promotion.optional_last = !choice.not_last;
                promotion.optional |= promotion.optional_last;
                continue;
            }
            if promoting.is_empty() || kind == self.royal {
                continue;
            }
            if promoting.contains(&kind) {
                note(self, format!("left out: {} promotes itself", names(kind)));
                continue;
            }
            if choice.not_last {
                note(self, format!("{} is a choice on the last rank, too", names(kind)));
            }
            if choice.ranks.is_some_and(|ranks| usize::try_from(ranks) != Ok(zone)) {
                note(self, format!("{} is a choice on all ranks of promotion", names(kind)));
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

/// The lines of a game: key, value and what they were made from.
type GameLines = Vec<(String, String, SourceLine)>;

impl DiagramGame<'_> {
    /// Adds the game to the file.
    fn write(&mut self, file: &mut ImportedDiagrams, id: &str, title: Option<&str>) {
        let mut lines = GameLines::new();
        let whole = SourceLine { line: self.diagram.line(), key: id.into() };
        if let Some(title) = title {
            let plain = title.replace(['#', ';'], " ");
            let words: Vec<&str> = plain.split_whitespace().collect();
            let title: String = printable_line(&words.join(" ")).chars().take(200).collect();
            if !title.is_empty() {
                lines.push(("title".into(), title, whole.clone()));
            }
        }
        self.write_board(&mut lines);
        let has_pawn = self.write_kinds(&mut lines);
        let castling = self.write_castling();
        self.write_array(&mut lines, &castling);
        self.write_setups(&mut lines, castling.is_some());
        self.write_promotion(&mut lines);
        self.write_double_step(&mut lines, has_pawn);
        let king = self.of_piece(self.royal);
        match castling {
            Some(castling) => {
                lines.extend(
                    castling.lines.into_iter().map(|(key, value)| (key, value, king.clone())),
                );
            }
            None => lines.push(("castling".into(), "false".into(), king)),
        }
        if let Some(entry) = self.key("stalemate").filter(|entry| entry.value != "draw") {
            if entry.value != "win" {
                let text = "read as a loss of the side that cannot move";
                self.note(entry.line, "stalemate", text.into());
            }
            lines.push(("stalemateValue".into(), "loss".into(), self.source("stalemate")));
        }
        if !file.text.is_empty() {
            file.push("", &whole);
        }
        for note in &self.notes {
            file.push(&format!("# {note}"), &whole);
        }
        file.push(&format!("[{id}]"), &whole);
        for (key, value, source) in lines {
            file.push(&format!("{key} = {value}"), &source);
        }
    }

    fn write_board(&self, lines: &mut GameLines) {
        let DiagramBoard { files, ranks, .. } = self.board;
        let file = match files {
            1..=26 => char::from(b'a' + files as u8 - 1).to_string(),
            _ => files.to_string(),
        };
        for (key, value, source) in
            [("maxFile", file, "files"), ("maxRank", ranks.to_string(), "ranks")]
        {
            lines.push((key.into(), value, self.source(source)));
        }
    }

    /// Writes the kinds of pieces and their names. Returns whether there is a Pawn of chess, and
    /// whether it makes double steps.
    fn write_kinds(&mut self, lines: &mut GameLines) -> Option<(usize, bool)> {
        let form = |text: &str| CanonicalForm::entire(&Notation::known(text));
        let mut used: Vec<&str> = Vec::new();
        let mut custom = 0;
        let mut written = GameLines::new();
        let mut names: Vec<String> = Vec::new();
        let mut pawn = None;
        let mut first_moves = Vec::new();
        for kind in (0..self.kinds.len()).filter(|kind| self.kinds[*kind].occurs) {
            let DiagramKind { piece, letter, ref moves, .. } = self.kinds[kind];
            let letter = letter.to_ascii_lowercase();
            let own = CanonicalForm::entire(&moves.betza);
            let double_step = own == form("fmWfceFifmnD");
            let is_pawn = kind != self.royal
                && self.promotion.promoting.contains(&kind)
                && pawn.is_none()
                && (double_step && self.mirrored_ranks(kind).is_some() || own == form("fmWfceF"));
            let known = KNOWN_PIECES[..].iter().find(|known| {
                !["pawn", "king"].contains(&known.0)
                    && !used.contains(&known.0)
                    && own == form(known.2)
            });
            let (key, value, usual) = match (kind == self.royal, known) {
                (true, _) if own == form("K") => ("king".into(), letter.into(), "King"),
                (true, _) => ("king".into(), format!("{letter}:{}", moves.betza), "King"),
                (false, _) if is_pawn => {
                    pawn = Some((kind, double_step));
                    ("pawn".into(), letter.into(), "Pawn")
                }
                (false, Some(known)) => (known.0.to_string(), letter.into(), known.1),
                (false, None) => {
                    custom += 1;
                    (format!("customPiece{custom}"), format!("{letter}:{}", moves.betza), "")
                }
            };
            used.extend(known.filter(|known| known.0 == key).map(|known| known.0));
            let name = name_of(piece);
            if !name.is_empty() && !name.eq_ignore_ascii_case(usual) {
                names.push(format!("{letter}:{name}"));
            }
            let initial = moves.betza.terms.iter().any(|term| term.initial());
            let ranks = self.mirrored_ranks(kind);
            if initial && kind != self.royal && ranks.is_none_or(|ranks| ranks.len() > 1) {
                first_moves.push(piece);
            }
            written.push((key, value, self.of_piece(kind)));
        }
        for piece in first_moves {
            let text = "its first moves are those from the ranks where White's stand at the start";
            self.note(piece.line, &piece.name, text.into());
        }
        let removed = ["pawn", "knight", "bishop", "rook", "queen"];
        let whole = self.source("");
        for key in removed.iter().filter(|key| written.iter().all(|line| line.0 != **key)) {
            lines.push((key.to_string(), "-".into(), whole.clone()));
        }
        lines.extend(written);
        if !names.is_empty() {
            lines.push(("pieceName".into(), names.join(" "), whole));
        }
        pawn
    }

    /// White's ranks (from 0) where a kind stands, if Black's are the same, mirrored.
    fn mirrored_ranks(&self, kind: usize) -> Option<Vec<usize>> {
        let ranks = |black| {
            let mut ranks: Vec<usize> = self
                .squares_of(kind, black)
                .map(|at| usize::from(at.rank))
                .map(|rank| if black { self.board.ranks - 1 - rank } else { rank })
                .collect();
            ranks.sort_unstable();
            ranks.dedup();
            ranks
        };
        Some(ranks(false)).filter(|white| *white == ranks(true) && !white.is_empty())
    }

    fn write_array(&self, lines: &mut GameLines, castling: &Option<DiagramCastling>) {
        let jumps = self.kinds[self.royal].moves.betza.terms.iter().any(|term| term.initial());
        let rights = match castling {
            Some(castling) => castling.rights.as_str(),
            None if jumps => "Kk",
            None => "-",
        };
        let letter = |at: Coordinates| {
            self.standing.get(&at).map(|standing| match *standing {
                None => '*',
                Some((kind, true)) => self.kinds[kind].letter.to_ascii_lowercase(),
                Some((kind, false)) => self.kinds[kind].letter,
            })
        };
        let placement = piece_placement::write(self.board.files, self.board.ranks, letter);
        lines.push(("startFen".into(), format!("{placement} w {rights} - 0 1"), self.source("")));
    }

    fn write_double_step(&self, lines: &mut GameLines, pawn: Option<(usize, bool)>) {
        match pawn {
            Some((kind, false)) => {
                lines.push(("doubleStep".into(), "false".into(), self.of_piece(kind)));
            }
            Some((kind, true)) => {
                let ranks = self.mirrored_ranks(kind).unwrap_or_default();
                let last = self.board.ranks;
                self.write_regions(
                    lines,
                    "doubleStepRegion",
                    [2, 7],
                    &self.of_piece(kind),
                    &|black| {
                        ranks
                            .iter()
                            .map(|rank| if black { last - rank } else { rank + 1 })
                            .collect()
                    },
                );
            }
            None => {}
        }
    }

    /// Writes the regions of both sides, unless they are the usual ones.
    fn write_regions(
        &self,
        lines: &mut GameLines,
        key: &str,
        usual: [usize; 2],
        source: &SourceLine,
        ranks: &dyn Fn(bool) -> Vec<usize>,
    ) {
        for (side, black, usual) in [("White", false, usual[0]), ("Black", true, usual[1])] {
            let ranks = ranks(black);
            if ranks != [usual] {
                let ranks: Vec<String> = ranks.iter().map(|rank| format!("*{rank}")).collect();
                lines.push((format!("{key}{side}"), ranks.join(" "), source.clone()));
            }
        }
    }

    fn write_promotion(&mut self, lines: &mut GameLines) {
        let promotion = std::mem::take(&mut self.promotion);
        let small = |kind: usize| self.kinds[kind].letter.to_ascii_lowercase();
        let list = |kinds: &[usize]| match kinds {
            [] => "-".to_string(),
            kinds => kinds.iter().map(|kind| small(*kind)).collect(),
        };
        let mut promoting = promotion.promoting.clone();
        promoting.retain(|kind| self.kinds[*kind].occurs);
        // Moves of kinds that never go back count as a Pawn's.
        let mut pawns = promoting.clone();
        pawns.retain(|kind| {
            let steps = self.kinds[*kind].moves.betza.terms.iter().flat_map(|term| term.steps());
            steps.into_iter().all(|step| step.ranks >= 0)
        });
        let (choice, number) = (self.source("promoChoice"), self.source("maxPromote"));
        let mut add = |key: &str, value: String, source: &SourceLine| {
            lines.push((key.into(), value, source.clone()));
        };
        add("promotionPieceTypes", list(&promotion.choices), &choice);
        if list(&promoting) != "p" {
            add("promotionPawnTypes", list(&promoting), &number);
        }
        if list(&pawns) != "p" {
            add("nMoveRuleTypes", list(&pawns), &number);
        }
        if !promotion.own.is_empty() {
            let pairs = promotion.own.iter().filter(|(from, _)| promoting.contains(from));
            let pairs: Vec<String> =
                pairs.map(|(from, to)| format!("{}:{}", small(*from), small(*to))).collect();
            add("promotedPieceType", pairs.join(" "), &self.source("promoOffset"));
        }
        if !promotion.limits.is_empty() {
            let pairs = promotion.limits.iter();
            let pairs: Vec<String> =
                pairs.map(|(kind, most)| format!("{}:{most}", small(*kind))).collect();
            add("promotionLimit", pairs.join(" "), &choice);
        }
        let zone = self.source("promoZone");
        if promotion.optional && !promoting.is_empty() {
            add("mandatoryPawnPromotion", "false".into(), &zone);
            let by_offset = !promotion.own.is_empty();
            if self.stops_on_last_rank(&promoting) && (by_offset || !promotion.optional_last) {
                add("immobilityIllegal", "true".into(), &zone);
            } else if !promotion.optional_last {
                let text = "a piece may also stay what it is on the last rank";
                self.notes.push(mistake(zone.line, "promoZone", text.into()));
            }
        }
        let (last, number) = (self.board.ranks, promotion.ranks.min(self.board.ranks));
        self.write_regions(lines, "promotionRegion", [8, 1], &zone, &|black| match black {
            false => (last + 1 - number..=last).collect(),
            true => (1..=number).rev().collect(),
        });
    }

    /// Whether those that promote, and they alone, cannot move from the last rank, and none stands
    /// still elsewhere.
    fn stops_on_last_rank(&self, promoting: &[usize]) -> bool {
        let DiagramBoard { files, ranks, .. } = self.board;
        let kinds = self.kinds.iter().enumerate().filter(|(_, kind)| kind.occurs);
        kinds.into_iter().all(|(index, kind)| {
            let stuck = stuck_squares(&kind.moves.betza, files, ranks);
            match promoting.contains(&index) {
                true => stuck.len() == files && stuck.iter().all(|(_, rank)| rank + 1 == ranks),
                false => stuck.is_empty(),
            }
        })
    }
}

/// Castling as the lines of a game.
struct DiagramCastling {
    rights: String,
    lines: Vec<(String, String)>,
}

impl DiagramGame<'_> {
    /// The castling of the royal kind, as far as it can be said: with partners of one kind, to
    /// files that are the same for both sides.
    fn write_castling(&mut self) -> Option<DiagramCastling> {
        let DiagramKind { piece, ref moves, .. } = self.kinds[self.royal];
        let written = moves.castling;
        let more = moves.more_castling;
        if written == [None, None] {
            return None;
        }
        let (line, name) = (piece.line, piece.name.as_str());
        // A King that castles by its name alone need not find a partner.
        let by_name = piece.moves.is_empty();
        let mut partners: Vec<usize> = Vec::new();
        let mut files: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
        let mut castles = [[false; 2]; 2];
        for black in [false, true] {
            let king = self.squares_of(self.royal, black).next()?;
            for (side, distance) in written.iter().enumerate() {
                let Some(distance) = *distance else { continue };
                let Some((kind, at)) = self.outermost(king, side == 0, black) else { continue };
                let from = usize::from(king.file);
                let to = if side == 0 { from + distance } else { from.wrapping_sub(distance) };
                if distance < 2 || to >= self.board.files || to == usize::from(at) {
                    continue;
                }
                partners.push(kind);
                files[side].push(to);
                castles[usize::from(black)][side] = true;
            }
        }
        partners.sort_unstable();
        partners.dedup();
        files.iter_mut().for_each(|files| files.dedup());
        if partners.is_empty() {
            if !by_name {
                self.note(line, name, "castling left out: nothing to castle with".into());
            }
            return None;
        }
        if partners.len() > 1 || files.iter().any(|files| files.len() > 1) {
            let text = "castling left out: its files or its partners differ by side";
            self.note(line, name, text.into());
            return None;
        }
        if moves.betza.terms.iter().any(|term| term.initial()) {
            self.note(line, name, "castling left out: this King has other first moves, too".into());
            return None;
        }
        if more {
            self.note(
                line,
                name,
                "castling by one distance only, the first that is written".into(),
            );
        }
        // A side on which it does not castle needs a file nonetheless.
        let king = usize::from(self.squares_of(self.royal, false).next()?.file);
        let spare = [king + 2, king.wrapping_sub(2)];
        let to = [0, 1].map(|side| files[side].first().copied().unwrap_or(spare[side]));
        let letter = self.kinds[partners[0]].letter;
        let beside = |side: usize| !files[side].is_empty() || !self.has_beside(king, side, letter);
        if !beside(0) || !beside(1) {
            self.note(line, name, "castling left out: it is possible on one side only".into());
            return None;
        }
        let mut lines = Vec::new();
        let usual = (0..2).all(|side| files[side].is_empty() || [6, 2][side] == to[side]);
        for (side, key) in ["castlingKingsideFile", "castlingQueensideFile"].iter().enumerate() {
            let file = u8::try_from(to[side]).ok().filter(|file| *file < 26);
            if let Some(file) = file.filter(|_| !usual && !files[side].is_empty()) {
                lines.push((key.to_string(), char::from(b'a' + file).to_string()));
            }
        }
        if letter != 'R' {
            lines.push(("castlingRookPieces".into(), letter.to_ascii_lowercase().to_string()));
        }
        let rights = ["KQ", "kq"].iter().zip(castles);
        let rights = rights.flat_map(|(letters, sides)| {
            letters.chars().zip(sides).filter(|(_, castles)| *castles).map(|(letter, _)| letter)
        });
        Some(DiagramCastling { rights: rights.collect(), lines })
    }

    /// The outermost own piece beside a King, and its file, up to a missing square.
    fn outermost(&self, king: Coordinates, toward_last: bool, black: bool) -> Option<(usize, u8)> {
        let files: Vec<u8> = match toward_last {
            true => (king.file + 1..self.board.files as u8).collect(),
            false => (0..king.file).rev().collect(),
        };
        let at = |file: &u8| self.standing.get(&Coordinates { file: *file, ..king });
        let inside = files.into_iter().take_while(|file| at(file) != Some(&None));
        let mut standing = inside.filter_map(|file| Some((file, (*at(&file)?)?)));
        let (file, (kind, side)) = standing.by_ref().last()?;
        (side == black).then_some((kind, file))
    }

    /// Whether a piece with this letter stands beside White's King on a side.
    fn has_beside(&self, king: usize, side: usize, letter: char) -> bool {
        let rank = self.squares_of(self.royal, false).next().map(|at| at.rank);
        self.standing.iter().any(|(at, standing)| {
            let beside = (usize::from(at.file) > king) == (side == 0);
            let is_it = |(kind, black): (usize, bool)| !black && self.kinds[kind].letter == letter;
            Some(at.rank) == rank
                && usize::from(at.file) != king
                && beside
                && standing.is_some_and(is_it)
        })
    }
}

/// More arrays than anybody would list.
const MOST_SETUPS: usize = 1_000_000;

impl DiagramGame<'_> {
    fn write_setups(&mut self, lines: &mut GameLines, castles: bool) {
        let Some(entry) = self.key("shuffle").filter(|entry| !entry.value.is_empty()) else {
            return;
        };
        let mut shuffles = Vec::new();
        for group in entry.value.split(',').filter(|group| !group.trim().is_empty()) {
            match self.shuffle(group, castles) {
                Ok(shuffle) => shuffles.push(shuffle),
                Err(why) => {
                    let text = format!("`{}` left out: {why}", excerpt(group));
                    self.note(entry.line, "shuffle", text);
                }
            }
        }
        let groups = shuffle::groups(&shuffles);
        let ways = groups.iter().flat_map(|group| {
            let squares = group.squares.len();
            (0..group.chiefs.len()).map(move |placed| squares - placed)
        });
        if ways.fold(1, |all: usize, ways| all.saturating_mul(ways)) > MOST_SETUPS {
            return self.note(entry.line, "shuffle", "left out: there are too many arrays".into());
        }
        for (number, group) in (1..).zip(groups) {
            let squares: Vec<String> = group.squares.iter().map(ToString::to_string).collect();
            let value = format!("{}: {}", group.chiefs, squares.join(" "));
            lines.push((format!("setupGroup{number}"), value, self.source("shuffle")));
        }
    }

    /// The letters of a shuffle, and Black's squares.
    fn shuffle(
        &self,
        group: &str,
        castles: bool,
    ) -> Result<(String, Vec<Coordinates>), &'static str> {
        if group.contains(['!', ':']) {
            return Err("shades and pairs cannot be said");
        }
        let pieces: Vec<&DiagramPiece> = self.kinds.iter().map(|kind| kind.piece).collect();
        let (mut letters, mut squares) = (String::new(), Vec::new());
        for (kind, id) in ids(&pieces).iter().enumerate() {
            if id.is_empty() || group.matches(id.as_str()).count() != 1 {
                continue;
            }
            let black: Vec<Coordinates> = self.squares_of(kind, true).collect();
            let white: Vec<Coordinates> = self.squares_of(kind, false).collect();
            let mirrored = |at: &Coordinates| Coordinates {
                rank: self.board.ranks as u8 - 1 - at.rank,
                ..*at
            };
            if black.is_empty() && white.is_empty() {
                continue;
            }
            if black.len() != 1 || white.len() != 1 {
                return Err("a side has several pieces of one kind in it");
            }
            if mirrored(&white[0]) != black[0] {
                return Err("the array is not mirrored");
            }
            if castles && kind == self.royal {
                return Err("a King that castles cannot be shuffled");
            }
            letters.push(self.kinds[kind].letter);
            squares.push(black[0]);
        }
        if letters.len() < 2 { Err("fewer than two kinds") } else { Ok((letters, squares)) }
    }
}

/// The name of a piece as a variant file has it.
fn name_of(piece: &DiagramPiece) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'');
    let plain: String = piece.name.chars().map(|c| if fits(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut letters = words.join("_").chars().take(MAX_PIECE_NAME).collect::<String>().into_bytes();
    if let Some(first) = letters.first_mut() {
        first.make_ascii_uppercase();
    }
    String::from_utf8(letters).unwrap_or_default()
}

impl ImportedDiagrams {
    fn push(&mut self, line: &str, source: &SourceLine) {
        self.text += line;
        self.text.push('\n');
        self.sources.push(source.clone());
    }
}
