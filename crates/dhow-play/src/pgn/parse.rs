//! Parsing PGN.

#[cfg(test)]
mod tests;

use super::{GameResult, PgnError, PgnErrorKind, PgnGame, PgnMove, Variation, courier, split_sign};

/// Reads all games of a text. Does not check the moves.
pub fn parse(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    games(text).collect()
}

/// Iterates over the games of a text. Ends after an error.
pub fn games(text: &str) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    let mut reader = PgnReader {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        line: 1,
        line_start: true,
        games: 0,
        game: None,
        finished: None,
        open: Vec::new(),
        unread: 0,
    };
    std::iter::from_fn(move || {
        let next = reader.next_game();
        if next.is_err() {
            reader.rest = "";
            reader.game = None;
            reader.open.clear();
        }
        next.transpose()
    })
}

/// The maximum nesting of variations; deeper ones are skipped.
pub const MOST_NESTED: usize = 64;

/// A null move in digits.
const PASS: &str = "0000";

/// Characters that end a move or a number.
const DELIMITERS: [char; 8] = ['{', '}', '(', ')', '[', ']', ';', '$'];

struct PgnReader<'a> {
    rest: &'a str,
    line: usize,
    /// Whether the parser is at the start of a line.
    line_start: bool,
    /// The number of games read.
    games: usize,
    /// The game being read.
    game: Option<PgnGame>,
    /// The last complete game, until it is returned.
    finished: Option<PgnGame>,
    /// The open variations, from the outermost, each with the error to report if it does not end.
    open: Vec<(Variation, PgnError)>,
    /// The number of open variations within them that are skipped because they are nested too deeply.
    unread: usize,
}

impl<'a> PgnReader<'a> {
    /// The next game; `None` at the end.
    fn next_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        while self.finished.is_none()
            && let Some(letter) = self.rest.chars().next()
        {
            match letter {
                '%' if self.line_start => {
                    self.rest_of_line();
                }
                _ if letter.is_whitespace() => {
                    self.take(letter.len_utf8());
                }
                '[' | ']' | '}' if !self.open.is_empty() => {
                    self.take(1);
                }
                '[' => self.tag()?,
                '{' => {
                    let comment = self.comment()?;
                    self.add_comment(comment);
                }
                ';' => {
                    let comment = self.rest_of_line()[1..].trim().to_string();
                    self.add_comment(comment);
                }
                '/' if self.rest.starts_with("//") => self.courier_comment(),
                '(' => self.open_variation(),
                ')' => self.close_variation()?,
                '$' => self.nag(),
                '}' | ']' => return Err(self.error(PgnErrorKind::Unopened(letter))),
                _ => self.move_text(),
            }
        }
        if self.finished.is_none() {
            if let Some((_, start)) = self.open.drain(..).next() {
                return Err(start);
            }
            self.finish_game();
        }
        Ok(self.finished.take())
    }

    fn error(&self, kind: PgnErrorKind) -> PgnError {
        PgnError { game: self.games + 1, line: self.line, kind }
    }

    /// Consumes this many bytes of the text.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.line_start = taken.ends_with('\n');
        taken
    }

    fn rest_of_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    fn word(&mut self) -> &'a str {
        let ends = |letter: char| letter.is_whitespace() || DELIMITERS.contains(&letter);
        let word = &self.rest[..self.rest.find(ends).unwrap_or(self.rest.len())];
        self.take(word.find("//").unwrap_or(word.len()))
    }

    fn game(&mut self) -> &mut PgnGame {
        let line = self.line;
        self.game.get_or_insert_with(|| PgnGame { line, ..PgnGame::default() })
    }

    fn finish_game(&mut self) {
        self.finished = self.game.take();
        self.games += usize::from(self.finished.is_some());
    }

    /// Reads a tag. After moves it begins a new game, even if the result is missing.
    fn tag(&mut self) -> Result<(), PgnError> {
        if self.game.as_ref().is_some_and(|game| !game.moves.is_empty()) {
            self.finish_game();
            return Ok(());
        }
        let text = self.rest.lines().next().unwrap_or("");
        let (name, value, length) =
            read_tag(text).ok_or_else(|| self.error(PgnErrorKind::Tag(text.trim_end().into())))?;
        self.game().tags.push((name, value));
        self.take(length);
        Ok(())
    }

    /// Reads a comment in braces and normalises its white space.
    fn comment(&mut self) -> Result<String, PgnError> {
        let Some(end) = self.rest.find('}') else {
            return Err(self.error(PgnErrorKind::OpenComment));
        };
        let comment = &self.take(end + 1)[1..end];
        Ok(comment.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Reads a comment of Game Courier, which goes to the end of the line. There are no tags on that site, so a
    /// tag may stand in such a comment; that of the result stands after the moves.
    fn courier_comment(&mut self) {
        let comment = self.rest_of_line()[2..].trim();
        let tag = read_tag(comment).filter(|&(.., length)| length == comment.len());
        match tag.filter(|_| self.open.is_empty()) {
            Some((name, value, _)) if name == "Result" => {
                self.game().result = GameResult::of_text(&value).unwrap_or_default();
                self.finish_game();
            }
            Some((name, value, _)) if self.game().moves.is_empty() => {
                self.game().tags.push((name, value));
            }
            _ => self.add_comment(comment.into()),
        }
    }

    /// The moves of the current game or variation, and the comments before them; `None` while skipping.
    fn moves(&mut self) -> Option<(&mut Vec<PgnMove>, &mut Vec<String>)> {
        if self.unread > 0 {
            return None;
        }
        if self.open.is_empty() {
            let game = self.game();
            return Some((&mut game.moves, &mut game.comments));
        }
        let (variation, _) = self.open.last_mut()?;
        Some((&mut variation.moves, &mut variation.comments))
    }

    /// Adds a comment. Between games it belongs to the game before it: XBoard writes there how the game
    /// ended.
    fn add_comment(&mut self, comment: String) {
        let between = self.game.is_none() && self.open.is_empty() && self.games > 0;
        if comment.is_empty() || between {
            return;
        }
        if let Some((moves, before)) = self.moves() {
            moves.last_mut().map_or(before, |mv| &mut mv.comments).push(comment);
        }
    }

    fn nag(&mut self) {
        self.take(1);
        let nag = self.word().parse();
        if self.game.is_none() && self.open.is_empty() {
            return;
        }
        if let Ok(nag) = nag
            && let Some(mv) = self.moves().and_then(|(moves, _)| moves.last_mut())
        {
            mv.nags.push(nag);
        }
    }

    fn open_variation(&mut self) {
        let start = self.error(PgnErrorKind::OpenVariation);
        self.take(1);
        if self.open.len() == MOST_NESTED {
            self.unread += 1;
            self.game().too_deep += usize::from(self.unread == 1);
        } else {
            self.open.push((Variation::default(), start));
        }
    }

    /// Closes a variation and adds it to the move that it replaces.
    fn close_variation(&mut self) -> Result<(), PgnError> {
        let unopened = self.error(PgnErrorKind::Unopened(')'));
        self.take(1);
        if self.unread > 0 {
            self.unread -= 1;
            return Ok(());
        }
        let (variation, _) = self.open.pop().ok_or(unopened)?;
        if self.game.is_some() || !self.open.is_empty() {
            let mv = self.moves().and_then(|(moves, _)| moves.last_mut());
            if let Some(mv) = mv.filter(|_| !variation.moves.is_empty()) {
                mv.variations.push(variation);
            }
        }
        Ok(())
    }

    /// Reads a word: a move with or without number, a result, or a sign.
    fn move_text(&mut self) {
        let (line, start) = (self.line, self.rest);
        let mut word = self.word();
        if let Some(brackets) = promotion_in_brackets(word, self.rest) {
            word = &start[..word.len() + self.take(brackets).len()];
        }
        if let Some(result) = GameResult::of_text(word) {
            // A result within a variation is ignored.
            if self.open.is_empty() {
                self.game().result = result;
                self.finish_game();
            }
            return;
        }
        let mut text = behind_number(word);
        let behind = &start[word.len() - text.len()..];
        if let Some(more) = courier::length(behind).and_then(|all| all.checked_sub(text.len())) {
            self.take(more);
            text = &behind[..text.len() + more];
        }
        if !is_remark(text)
            && let Some((moves, _)) = self.moves()
        {
            moves.push(PgnMove { line, ..PgnMove::new(text) });
        }
    }
}

/// The length of a bracketed promotion after a move, as in `a8(Q)`.
fn promotion_in_brackets(word: &str, rest: &str) -> Option<usize> {
    let target = word.ends_with(|end: char| end.is_ascii_digit() || end == '=');
    let promotes =
        matches!(rest.as_bytes(), [b'(', letter, b')', ..] if letter.is_ascii_alphabetic());
    (target && promotes).then_some(3)
}

/// A word without the leading move number. Castling with zeros and the null move `0000` are the only words
/// that begin with a digit and are not a number.
fn behind_number(word: &str) -> &str {
    let is_number = |letter: char| letter.is_ascii_digit() || ['.', '\u{2026}'].contains(&letter);
    let text = word.trim_start_matches(is_number);
    let number = &word[..word.len() - text.len()];
    let passes = number.rsplit('.').next() == Some(PASS) && split_sign(text).0.is_empty();
    let castles = number.ends_with('0') && text.starts_with("-0");
    let zeros = if passes { PASS.len() } else { usize::from(castles) };
    &word[number.len() - zeros..]
}

/// Whether a word is a remark on the move before it, such as `?!` or `+-`, which may stand alone.
fn is_remark(word: &str) -> bool {
    let is_sign = |letter: char| match letter.is_ascii() {
        true => "!?+-=#~/<>^|.,".contains(letter),
        false => !letter.is_alphanumeric(),
    };
    let said_with_letters = matches!(word, "e.p." | "e.p" | "ep");
    said_with_letters || !word.starts_with("--") && word.chars().all(is_sign)
}

/// Reads a tag at the start of a line: name, value, and length in bytes. Many programs do not escape quotes
/// within a value; then the value ends at the last quote before `]`.
fn read_tag(line: &str) -> Option<(String, String, usize)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let is_name = |letter: char| letter.is_alphanumeric() || "_-+#=:".contains(letter);
    let (name, rest) = inside.split_at(inside.find(|letter: char| !is_name(letter))?);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let closed = |rest: &'_ str| rest.trim_start().strip_prefix(']').map(str::len);
    let plain = |end: usize| Some((quoted[..end].to_string(), closed(&quoted[end + 1..])?));
    let (value, left) = escaped(quoted)
        .and_then(|(value, end)| Some((value, closed(&quoted[end + 1..])?)))
        .or_else(|| quoted.match_indices('"').find_map(|(end, _)| plain(end)))?;
    (!name.is_empty()).then(|| (name.into(), value, line.len() - left))
}

/// A value with escaped quotes, and the position of the quote that ends it.
fn escaped(quoted: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    loop {
        match letters.next()? {
            (at, '"') => return Some((value, at)),
            (_, '\\') => value.push(letters.next()?.1),
            (_, letter) => value.push(letter),
        }
    }
}
