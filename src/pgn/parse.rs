//! Reading the text of games.

use super::{GameResult, PgnError, PgnErrorKind, PgnGame, PgnMove, Variation};

/// Reads all games of a text. Moves are not looked at more closely.
pub fn parse(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut reader = Reader {
        rest: text,
        line: 1,
        line_start: true,
        games: Vec::new(),
        game: None,
        open: Vec::new(),
        unread: 0,
    };
    reader.read()?;
    if let Some((_, start)) = reader.open.drain(..).next() {
        return Err(start);
    }
    reader.finish_game();
    Ok(reader.games)
}

/// How deep variations may stand in each other; what is deeper is passed over.
pub const MOST_NESTED: usize = 64;

/// Characters that end a move or a number.
const DELIMITERS: [char; 8] = ['{', '}', '(', ')', '[', ']', ';', '$'];

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// Whether nothing of the line was read yet.
    line_start: bool,
    games: Vec<PgnGame>,
    /// The game being read.
    game: Option<PgnGame>,
    /// The variations being read, each inside the one before, with what to say if it has no end.
    open: Vec<(Variation, PgnError)>,
    /// How many variations are open within them that are too deep to be read.
    unread: usize,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Result<(), PgnError> {
        if let Some(rest) = self.rest.strip_prefix('\u{feff}') {
            self.rest = rest;
        }
        while let Some(letter) = self.rest.chars().next() {
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
                '(' => self.open_variation(),
                ')' => self.close_variation()?,
                '$' => self.nag(),
                '}' | ']' => return Err(self.error(PgnErrorKind::Unopened(letter))),
                _ => self.move_text(),
            }
        }
        Ok(())
    }

    fn error(&self, kind: PgnErrorKind) -> PgnError {
        PgnError { game: self.games.len() + 1, line: self.line, kind }
    }

    /// Takes so many bytes off the text.
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
        self.take(self.rest.find(ends).unwrap_or(self.rest.len()))
    }

    fn game(&mut self) -> &mut PgnGame {
        let line = self.line;
        self.game.get_or_insert_with(|| PgnGame { line, ..PgnGame::default() })
    }

    fn finish_game(&mut self) {
        self.games.extend(self.game.take());
    }

    /// A tag after moves starts the next game, should a result be missing.
    fn tag(&mut self) -> Result<(), PgnError> {
        if self.game.as_ref().is_some_and(|game| !game.moves.is_empty()) {
            self.finish_game();
        }
        let text = self.rest.lines().next().unwrap_or("");
        let (name, value, length) =
            read_tag(text).ok_or_else(|| self.error(PgnErrorKind::Tag(text.trim_end().into())))?;
        self.game().tags.push((name, value));
        self.take(length);
        Ok(())
    }

    /// The text of a comment in braces, its white space made single.
    fn comment(&mut self) -> Result<String, PgnError> {
        let Some(end) = self.rest.find('}') else {
            return Err(self.error(PgnErrorKind::OpenComment));
        };
        let comment = &self.take(end + 1)[1..end];
        Ok(comment.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The moves that are being read, and the comments before the first; `None` where what is read is
    /// passed over.
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

    /// A comment between games belongs to the game before it: XBoard tells there how it ended.
    fn add_comment(&mut self, comment: String) {
        let between = self.game.is_none() && self.open.is_empty() && !self.games.is_empty();
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
        } else {
            self.open.push((Variation::default(), start));
        }
    }

    /// A variation belongs to the move before it, in whose place it might be played.
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

    /// A move with or without its number, a result, or a remark.
    fn move_text(&mut self) {
        let line = self.line;
        let word = self.word();
        if let Some(result) = GameResult::of_text(word) {
            // A result in a variation says nothing of the game.
            if self.open.is_empty() {
                self.game().result = result;
                self.finish_game();
            }
            return;
        }
        // No move is written with a digit in front, so that all of them are of the number.
        let text = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        // Remarks such as `?!` and `+-` may stand for themselves.
        if text != "e.p."
            && text.contains(char::is_alphanumeric)
            && let Some((moves, _)) = self.moves()
        {
            moves.push(PgnMove { line, ..PgnMove::new(text) });
        }
    }
}

/// Name and value of a tag at the start of a line, and its length in bytes.
fn read_tag(line: &str) -> Option<(String, String, usize)> {
    let inside = line.strip_prefix('[')?.trim_start();
    let name_length = inside.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    let (name, rest) = inside.split_at(name_length);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    let end = loop {
        match letters.next()? {
            (at, '"') => break at,
            (_, '\\') => value.push(letters.next()?.1),
            (_, letter) => value.push(letter),
        }
    };
    let after = quoted[end + 1..].trim_start().strip_prefix(']')?;
    (!name.is_empty()).then(|| (name.into(), value, line.len() - after.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(game: &PgnGame) -> Vec<&str> {
        game.moves.iter().map(|mv| mv.text.as_str()).collect()
    }

    #[test]
    fn everything_that_may_stand_in_a_game() {
        let text = "% a line to skip\n[Event \"a \\\"quoted\\\" \\\\ value\"]\n[Variant \"maasai\"] \n\n\
            {before ; the\n first} 1.e5 $14 e8!? +- {after} (1... d8 (2. c5 {)} c8) ;)\n) \
            2. Nd4 2... b8 ; to the end (\n3.a8xb8-b9 e.p. 1-0 {White resigns}\n\n1. e4 *";
        let games = parse(text).expect("well written");
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tag("Event"), Some("a \"quoted\" \\ value"));
        assert_eq!(games[0].comments, ["before ; the first"]);
        assert_eq!(texts(&games[0]), ["e5", "e8!?", "Nd4", "b8", "a8xb8-b9"]);
        assert_eq!(games[0].moves[1].comments, ["after"]);
        assert_eq!(games[0].moves[3].comments, ["to the end ("]);
        assert_eq!(games[0].moves[0].nags, [14]);
        let [variation] = &games[0].moves[1].variations[..] else { panic!("{games:?}") };
        assert_eq!(variation.moves[0].text, "d8");
        assert_eq!(variation.moves[0].comments, [")"]);
        let [inner] = &variation.moves[0].variations[..] else { panic!("{variation:?}") };
        let inner: Vec<&str> = inner.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(inner, ["c5", "c8"]);
        assert_eq!(games[0].moves[4].line, 8);
        assert_eq!(games[0].result, GameResult::WhiteWins);
        assert_eq!(texts(&games[1]), ["e4"]);
        assert!(games[1].comments.is_empty(), "the comment before it is of the game before");
    }

    #[test]
    fn what_is_said_about_moves_is_written_as_it_was_read() {
        let text = "1. e5 $6 {[%eval -0.35] a word} ({before} 1. d5 {why} 1... d8 $1 (1... c8) (\
            1... b8 2. b5)) 1... e8 2. c5 (2. a5) *";
        let game = parse(text).expect("well written").remove(0);
        assert_eq!(game.moves[0].variations[0].moves[1].variations.len(), 2);
        let written = game.to_string();
        assert_eq!(written.split_whitespace().collect::<Vec<_>>().join(" "), text);
        assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    }

    #[test]
    fn variations_that_are_too_deep_are_passed_over() {
        for depth in [MOST_NESTED, MOST_NESTED + 1, 100_000] {
            let text = format!("1. e5{}{} e8 *", " (1. d5".repeat(depth), ")".repeat(depth));
            let games = parse(&text).expect("well written");
            assert_eq!(texts(&games[0]), ["e5", "e8"]);
            let (mut deepest, mut moves) = (0, &games[0].moves);
            while let Some(variation) = moves[0].variations.first() {
                (deepest, moves) = (deepest + 1, &variation.moves);
            }
            assert_eq!(deepest, depth.min(MOST_NESTED));
        }
    }

    #[test]
    fn a_variation_says_nothing_of_the_game() {
        let games = parse("1. e5 (1. d5 1-0 [?] 2. c5) e8 0-1").expect("well written");
        assert_eq!(texts(&games[0]), ["e5", "e8"]);
        assert_eq!((games.len(), games[0].result), (1, GameResult::BlackWins));
        assert_eq!(games[0].moves[0].variations[0].moves.len(), 2);
        assert!(
            parse("(1. d5) {a} $3").expect("well written").iter().all(|it| it.moves.is_empty())
        );
    }

    #[test]
    fn a_comment_before_all_tags_is_of_the_first_game() {
        let games = parse("{before}\n[Event \"a\"]\n1. e4 *\n{after}").expect("well written");
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].comments, ["before"]);
    }

    #[test]
    fn a_percent_sign_hides_a_line_only_at_its_start() {
        let games = parse("1. e4 %x e9\n%2. d4\n*").expect("well written");
        assert_eq!(texts(&games[0]), ["e4", "%x", "e9"]);
    }

    #[test]
    fn several_things_may_stand_on_a_line() {
        let games = parse("[A \"1\"] [B \"2\"] {c} 1. e4 {d} 1... e9 *").expect("well written");
        assert_eq!((games[0].tag("A"), games[0].tag("B")), (Some("1"), Some("2")));
        assert_eq!(
            (&games[0].comments[..], texts(&games[0])),
            (&["c".into()][..], vec!["e4", "e9"])
        );
    }

    #[test]
    fn a_tag_ends_a_game_without_result() {
        let games = parse("[A \"1\"]\n1. e5\n[A \"2\"]\n1. d5 0-1").expect("well written");
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].result, games[1].tag("A")), (GameResult::Unknown, Some("2")));
        assert_eq!(parse(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn a_move_is_written_as_it_was_read() {
        for text in ["0.3e4 *", "1.2.e4", "1...3. e4", "12 e4"] {
            let games = parse(text).expect("well written");
            assert_eq!(texts(&games[0]), ["e4"], "{text}");
            let again = parse(&games[0].to_string()).expect("written here");
            assert_eq!(texts(&again[0]), ["e4"], "{text}");
        }
    }

    #[test]
    fn errors_name_game_and_line() {
        let error = |text| parse(text).expect_err("badly written").to_string();
        assert_eq!(
            error("1. e4 *\n{open"),
            "game 2, line 2: the comment that starts here has no end"
        );
        assert_eq!(error("\n(1. ("), "game 1, line 2: the variation that starts here has no end");
        assert_eq!(error("e4 )"), "game 1, line 1: `)` closes nothing");
        assert_eq!(
            error("[Event x]"),
            "game 1, line 1: `[Event x]` is not a tag of the form [Name \"value\"]"
        );
    }
}
