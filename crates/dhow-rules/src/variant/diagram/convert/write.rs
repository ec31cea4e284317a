//! The lines of a variant file.

use super::castling::DiagramCastling;
use super::{DiagramGame, DiagramKind, SourceLine, mistake};
use crate::betza::{CanonicalForm, Notation};
use crate::pieces::Color;
use crate::square::Coordinates;
use crate::text::{excerpt, printable_line};
use crate::variant::diagram::board::DiagramBoard;
use crate::variant::diagram::definition::DiagramPiece;
use crate::variant::diagram::letters::ids;
use crate::variant::diagram::shuffle::Shuffle;
use crate::variant::diagram::{ImportedDiagrams, shuffle};
use crate::variant::ini::{KNOWN_PIECES, stuck_squares};
use crate::variant::piece_placement;
use crate::variant::{SetupGroup, setup};

/// The greatest length of a piece's name.
const MAX_PIECE_NAME: usize = 30;

/// The pieces of chess but the King, with their letters.
const USUAL: [(&str, char); 5] =
    [("pawn", 'p'), ("knight", 'n'), ("bishop", 'b'), ("rook", 'r'), ("queen", 'q')];

/// The lines of a game: key, value and origin.
type GameLines = Vec<(String, String, SourceLine)>;

impl DiagramGame<'_> {
    /// Adds the game to the file.
    pub fn write(&mut self, file: &mut ImportedDiagrams, id: &str, title: Option<&str>) {
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
        self.write_setups(&mut lines, castling.as_ref());
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
        let facing = &self.kinds[self.royal].moves.facing;
        if !facing.is_empty() {
            lines.push(("facingKings".into(), facing.clone(), self.of_piece(self.royal)));
        }
        self.write_loss(&mut lines);
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
            // The pieces of chess keep their letters until the file redefines them, so other pieces could not have
            // these letters before.
            let is_free = |key: &str| USUAL.iter().all(|usual| usual.0 != key || usual.1 == letter);
            let is_pawn = !self.royals.contains(&kind)
                && is_free("pawn")
                && self.promotion.promoting.contains(&kind)
                && pawn.is_none()
                && (double_step && self.mirrored_ranks(kind).is_some() || own == form("fmWfceF"));
            let known = KNOWN_PIECES[..].iter().find(|known| {
                let other = ["pawn", "king"].contains(&known.0) || used.contains(&known.0);
                !other && is_free(known.0) && own == form(known.2)
            });
            let (key, value, usual) = match (self.is_sole_royal(kind), known) {
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
            if initial && !self.is_sole_royal(kind) && ranks.is_none_or(|ranks| ranks.len() > 1) {
                first_moves.push(piece);
            }
            let line = (key, value, self.of_piece(kind));
            match kind == self.royal && (letter != 'k' || self.lost_with.is_some()) {
                true => written.insert(0, line),
                false => written.push(line),
            }
        }
        for piece in first_moves {
            let text = "its first moves are those from the ranks where White's stand at the start";
            self.note(piece.line, &piece.name, text.into());
        }
        let whole = self.source("");
        let removed = USUAL.iter().map(|usual| usual.0);
        for key in removed.filter(|key| written.iter().all(|line| line.0 != *key)) {
            lines.push((key.to_string(), "-".into(), whole.clone()));
        }
        lines.extend(written);
        if !names.is_empty() {
            lines.push(("pieceName".into(), names.join(" "), whole));
        }
        pawn
    }

    /// Writes which royal pieces a side must not lose, and whether a bare King loses.
    fn write_loss(&mut self, lines: &mut GameLines) {
        let mut add = |key: &str, value: String, source: &SourceLine| {
            lines.push((key.into(), value, source.clone()));
        };
        let baring = self.key("baring").map(|entry| (entry.line, entry.number()));
        if let Some(lost_with) = self.lost_with {
            let source = self.source("royal");
            let royals = self.royals.iter().filter(|kind| self.kinds[**kind].occurs);
            let letters: String =
                royals.map(|kind| self.kinds[*kind].letter.to_ascii_lowercase()).collect();
            add("extinctionValue", "loss".into(), &source);
            if letters.len() > 1 {
                add("extinctionAllPieceTypes", "true".into(), &source);
            }
            add("extinctionPieceTypes", letters, &source);
            if lost_with > 0 {
                add("extinctionPieceCount", lost_with.to_string(), &self.source("extinction"));
            }
            add("extinctionPseudoRoyal", "true".into(), &source);
            if let Some((line, _)) = baring {
                self.note(line, "baring", "left out: bare royal pieces play on".into());
            }
        } else if let Some((line, number)) = baring {
            if number != Some(0) {
                let text = "left out: only the loss of all pieces but the King loses";
                return self.note(line, "baring", text.into());
            }
            let source = self.source("baring");
            for (key, value) in [
                ("extinctionValue", "loss"),
                ("extinctionPieceTypes", "*"),
                ("extinctionPieceCount", "1"),
                ("extinctionOpponentPieceCount", "2"),
                ("extinctionClaim", "true"),
            ] {
                add(key, value.into(), &source);
            }
            let text = "a bare King loses, unless its side's next move leaves the other King bare";
            self.note(line, "baring", text.into());
        }
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
        let jumps = self.lost_with.is_none()
            && self.kinds[self.royal].moves.betza.terms.iter().any(|term| term.initial());
        let rights = match castling {
            Some(castling) => castling.rights.as_str(),
            None if jumps => "Kk",
            None => "-",
        };
        let letter = |at: Coordinates| {
            self.standing.get(&at).map(|standing| match *standing {
                None => piece_placement::HOLE.into(),
                Some((kind, black)) => {
                    Color::ALL[usize::from(black)].letter_of(self.kinds[kind].letter)
                }
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
        // Moves of kinds that never go back count as moves of a Pawn.
        let mut pawns = promoting.clone();
        pawns.retain(|kind| {
            let steps = self.kinds[*kind].moves.betza.terms.iter().flat_map(|term| term.steps());
            steps.into_iter().all(|step| step.ranks >= 0)
        });
        let (choice, number) = (self.source("promoChoice"), self.source("maxPromote"));
        // The lists of orthodox chess lose the letter of its Pawn if the Pawn is removed.
        let inherited = match lines.iter().any(|(key, value, _)| key == "pawn" && value == "p") {
            true => "p",
            false => "-",
        };
        let mut add = |key: &str, value: String, source: &SourceLine| {
            lines.push((key.into(), value, source.clone()));
        };
        add("promotionPieceTypes", list(&promotion.choices), &choice);
        if list(&promoting) != inherited {
            add("promotionPawnTypes", list(&promoting), &number);
        }
        if list(&pawns) != inherited {
            add("nMoveRuleTypes", list(&pawns), &number);
        }
        if !promotion.own.is_empty() {
            let pairs = promotion.own.iter().filter(|(from, _)| promoting.contains(from));
            let pairs: Vec<String> =
                pairs.map(|(from, to)| format!("{}:{}", small(*from), small(*to))).collect();
            add("promotedPieceType", pairs.join(" "), &self.source("promoOffset"));
        }
        for (key, pairs) in
            [("promotionLimit", &promotion.limits), ("promotionLastRanks", &promotion.last_ranks)]
        {
            let pairs = pairs.iter().filter(|(kind, _)| promotion.choices.contains(kind));
            let pairs: Vec<String> =
                pairs.map(|(kind, number)| format!("{}:{number}", small(*kind))).collect();
            if !pairs.is_empty() {
                add(key, pairs.join(" "), &choice);
            }
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

    /// Whether the kinds that promote are stuck on every square of the last rank and on no other square, and no other
    /// kind is ever stuck.
    fn stops_on_last_rank(&self, promoting: &[usize]) -> bool {
        let DiagramBoard { files, ranks, .. } = self.board;
        let kinds = self.kinds.iter().enumerate().filter(|(_, kind)| kind.occurs);
        kinds.into_iter().all(|(index, kind)| {
            let stuck = stuck_squares(&kind.moves.betza, files, ranks, &self.holes());
            match promoting.contains(&index) {
                true => stuck.len() == files && stuck.iter().all(|(_, rank)| rank + 1 == ranks),
                false => stuck.is_empty(),
            }
        })
    }
}

impl DiagramGame<'_> {
    fn write_setups(&mut self, lines: &mut GameLines, castling: Option<&DiagramCastling>) {
        let Some(entry) = self.key("shuffle").filter(|entry| !entry.value.is_empty()) else {
            return;
        };
        let mut shuffles = Vec::new();
        for group in entry.value.split(',').filter(|group| !group.trim().is_empty()) {
            match self.shuffle(group, castling) {
                Ok(shuffle) => shuffles.push(shuffle),
                Err(why) => {
                    let text = format!("`{}` left out: {why}", excerpt(group));
                    self.note(entry.line, "shuffle", text);
                }
            }
        }
        let shuffles = shuffle::in_turn(&shuffles);
        let groups: Vec<SetupGroup> = shuffles.iter().flat_map(Shuffle::groups).collect();
        if !setup::can_be_listed(&groups) {
            return self.note(entry.line, "shuffle", "left out: there are too many arrays".into());
        }
        for (number, shuffle) in (1..).zip(shuffles) {
            let key = format!("setupGroup{number}");
            lines.push((key, shuffle.value(), self.source("shuffle")));
        }
    }

    /// The pieces of a shuffle, with Black's squares.
    fn shuffle(
        &self,
        group: &str,
        castling: Option<&DiagramCastling>,
    ) -> Result<Shuffle, &'static str> {
        let pieces: Vec<&DiagramPiece> = self.kinds.iter().map(|kind| kind.piece).collect();
        let mut shuffle =
            Shuffle { letters: String::new(), paired: String::new(), squares: Vec::new() };
        let mut kinds = 0;
        for (kind, id) in ids(&pieces).iter().enumerate() {
            if id.is_empty() || group.matches(id.as_str()).count() != 1 {
                continue;
            }
            let before = group.split(id.as_str()).next().unwrap_or("");
            let mut black: Vec<Coordinates> = self.squares_of(kind, true).collect();
            let mut white: Vec<Coordinates> = self
                .squares_of(kind, false)
                .map(|at| Coordinates { rank: self.board.ranks as u8 - 1 - at.rank, ..at })
                .collect();
            black.sort_unstable();
            white.sort_unstable();
            if black.is_empty() && white.is_empty() {
                continue;
            }
            if white != black {
                return Err("the array is not mirrored");
            }
            let letter = self.kinds[kind].letter;
            if let Some(castling) = castling {
                if kind == self.royal {
                    return Err("a King that castles cannot be shuffled");
                }
                if castling.with.contains(letter) {
                    return Err("pieces that castle cannot be shuffled");
                }
            }
            if black.len() > 1 && before.ends_with(':') {
                return Err("pairs on mirrored squares cannot be said");
            }
            if black.len() > 1 && before.ends_with('!') {
                if !black.len().is_multiple_of(2) {
                    return Err("an odd number of pieces cannot be shared among the shades");
                }
                shuffle.paired.push(letter);
            }
            kinds += 1;
            shuffle.letters.extend(black.iter().map(|_| letter));
            shuffle.squares.extend(black);
        }
        if kinds < 2 { Err("fewer than two kinds") } else { Ok(shuffle) }
    }
}

/// The name of a piece in the form of a variant file.
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
