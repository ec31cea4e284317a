//! Moves in the notation of Game Courier, on which people play by mail at the Chess Variant Pages.
//!
//! A move is the label of the piece, upper case for White and lower case for Black, and two squares: `P e3-e5`,
//! `n c11-d9`. The label may be missing. Parts of a move are joined by `;`: a promotion (`P a11-a12; Q-a12`), or
//! the moves of a turn (`N b2-c4; N g2-f4`). Text after `//` is a comment. Where Black chooses the setup, the
//! chiefs wait in the middle of the board, and before White's first move they go to their squares (`k e7-f12`).

#[cfg(test)]
mod tests;

use super::{MEN_TAG, PgnError, PgnErrorKind, PgnGame, PgnMove, ROSTER, split_sign};
use dhow_rules::game::Game;
use dhow_rules::pieces::{Color, Letter, Piece};
use dhow_rules::position::{Move, MoveKind};
use dhow_rules::san::lettered;
use dhow_rules::square::Coordinates;
use dhow_rules::text::printable_line;
use dhow_rules::variant::{Setup, Variant};
use std::collections::BTreeMap;

/// Why a text in Game Courier's notation is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CourierError {
    /// A part that is not a move, a promotion or an arrangement.
    #[error("`{0}`: the parts of a move are such as P e3-e5, or Q-a12 for a promotion")]
    Part(String),
    /// A piece is placed on the board.
    #[error("`{0}`: only Black's chiefs are placed, all of them before the first move")]
    Placing(String),
    /// Several moves in a game of one move a turn.
    #[error("`{0}`: in this game a turn is one move")]
    Several(String),
    /// Something else than a move in a game with leaders.
    #[error("`{0}`: in this game nothing promotes, and no piece is placed")]
    Promotion(String),
    /// A promotion to something else than a piece of the game.
    #[error("`{text}`: `{label}` is not a piece of this game")]
    Label {
        /// The text of the move.
        text: String,
        /// The unknown label.
        label: String,
    },
    /// A promotion on another square than that of the move.
    #[error("`{text}`: the promotion is on {at}, but the move goes to {to}")]
    Square {
        /// The text of the move.
        text: String,
        /// The square of the promotion.
        at: Coordinates,
        /// The target of the move.
        to: Coordinates,
    },
}

/// The files from here on have Black's waiting chiefs, on the rank above the middle of the board.
const FIRST_WAITING: u8 = 4;
/// The order in which chiefs wait; others come after them.
const WAITING: &str = "KQGLUFDO";

/// Characters that may follow a part of a move.
const ENDS: [char; 9] = [';', '/', '{', '}', '(', ')', '[', '$', '*'];

const BLANKS: [char; 2] = [' ', '\t'];

/// A part of a move.
struct CourierPart<'a> {
    /// The label of the piece, or an empty text.
    label: &'a str,
    /// Where the piece comes from; `None` for promotions and placings.
    from: Option<Coordinates>,
    /// Where it is afterwards; `None` if only a label is given.
    to: Option<Coordinates>,
}

impl<'a> CourierPart<'a> {
    /// Reads a part at the start of a text. Returns it with the text after it.
    fn read(text: &'a str) -> Option<(Self, &'a str)> {
        // A piece that has promoted may have a plus before its letter.
        let begins = |rest: &str| rest.starts_with(|next: char| next.is_ascii_alphabetic());
        let plus = usize::from(text.strip_prefix('+').is_some_and(begins));
        let letters = text.bytes().skip(plus);
        let letters = letters.take_while(|b| b.is_ascii_alphabetic() || b"_.".contains(b));
        let (mut label, mut rest) = text.split_at(plus + letters.count());
        if rest.starts_with(|next: char| next.is_ascii_digit()) {
            (label, rest) = ("", text);
        }
        let bare = if label.is_empty() { rest } else { rest.trim_start_matches(BLANKS) };
        let (from, to, rest) = if let Some((from, rest)) = Coordinates::parse_prefix(bare) {
            let (to, rest) = Coordinates::parse_prefix(rest.strip_prefix('-')?)?;
            (Some(from), Some(to), rest)
        } else if !label.contains(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        } else if let Some(square) = rest.strip_prefix('-') {
            let (to, rest) = Coordinates::parse_prefix(square)?;
            (None, Some(to), rest)
        } else if let Some(square) = bare.strip_prefix('*') {
            let (to, rest) = Coordinates::parse_prefix(square.trim_start_matches(BLANKS))?;
            (None, Some(to), rest)
        } else {
            (None, None, rest)
        };
        let rest = rest.trim_start_matches(['+', '#', '!', '?']);
        let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
        (ends || rest.starts_with(ENDS)).then_some((Self { label, from, to }, rest))
    }

    /// The letter of the game for the label; `None` if the game knows no such piece.
    fn letter(&self, variant: &Variant) -> Option<Letter> {
        let (letter, _) = Letter::first(self.label).filter(|(_, rest)| rest.is_empty())?;
        let kind = lettered(variant, letter.to_ascii_uppercase())?;
        Some(variant.pieces[kind.index()].letter)
    }
}

/// The parts of a move; `None` if one of them is something else.
fn parts(text: &str) -> Option<Vec<CourierPart<'_>>> {
    let part = |text| Some(CourierPart::read(text).filter(|(_, rest)| rest.is_empty())?.0);
    text.split(';').map(|text| part(text.trim())).collect()
}

/// The length of the move at the start of a text, with all parts on its line; `None` if it is not in Game
/// Courier's notation. A `;` before other words begins a comment, as usual in PGN.
pub fn length(text: &str) -> Option<usize> {
    let (first, mut rest) = CourierPart::read(text)?;
    first.to?;
    let alone = text.len() - rest.len();
    while let Some(next) = rest.trim_start_matches(BLANKS).strip_prefix(';') {
        let next = next.trim_start_matches(BLANKS);
        match CourierPart::read(next) {
            Some((part, after)) if part.to.is_some() || !first.label.is_empty() => rest = after,
            None if ends_line(next) => break,
            _ => return Some(alone),
        }
    }
    let next = rest.trim_start_matches(BLANKS);
    let goes_on = ends_line(next)
        || next.starts_with(ENDS)
        || next.starts_with(|letter: char| letter.is_ascii_digit())
        || CourierPart::read(next).is_some_and(|(part, _)| part.to.is_some());
    Some(if goes_on { text.len() - rest.len() } else { alone })
}

fn ends_line(text: &str) -> bool {
    text.is_empty() || text.starts_with(['\r', '\n'])
}

/// A move or turn of a game in Dhow's notation: long algebraic, such as `Pa11-a12=Q`, or in games with leaders
/// `b2c4,g2f4`. `None` if the text is in that notation already, or is something else.
///
/// A label that does not name a piece of the game is ignored, and so is every label in games with leaders: the squares
/// say enough.
///
/// ```
/// use dhow_play::pgn::of_game_courier;
/// use dhow_rules::variant::find;
///
/// let metamachy = find("metamachy").expect("a built-in game");
/// let text = of_game_courier(metamachy, "p a2-a1; q-a1 // at last")?;
/// assert_eq!(text.as_deref(), Some("Pa2-a1=Q"));
/// assert_eq!(of_game_courier(metamachy, "Nd4")?, None);
/// let error = of_game_courier(metamachy, "p a2-a1; q-a2").unwrap_err();
/// assert!(error.to_string().contains("the promotion is on a2, but the move goes to a1"));
/// # Ok::<(), dhow_play::pgn::CourierError>(())
/// ```
pub fn of_game_courier(variant: &Variant, text: &str) -> Result<Option<String>, CourierError> {
    let bare = text.split("//").next().unwrap_or("").trim();
    let (_, sign) = split_sign(bare);
    let same = || Ok((bare.len() < text.len()).then(|| bare.into()));
    let parts = match parts(bare) {
        None if bare.contains(';') => return Err(CourierError::Part(bare.into())),
        None => return same(),
        Some(parts) if parts[0].from.is_none() && !bare.contains([';', '*']) => return same(),
        Some(parts) => parts,
    };
    if variant.command.is_some() {
        let squares = |part: &CourierPart<'_>| Some(format!("{}{}", part.from?, part.to?));
        let turn: Option<Vec<_>> = parts.iter().map(squares).collect();
        let turn = turn.ok_or_else(|| CourierError::Promotion(bare.into()))?;
        return Ok(Some(turn.join(",") + sign));
    }
    let (first, others) = (&parts[0], &parts[1..]);
    let (Some(from), Some(to)) = (first.from, first.to) else {
        return Err(CourierError::Placing(bare.into()));
    };
    if first.label.is_empty() && others.is_empty() {
        return same();
    }
    let letter = first.letter(variant).map_or(String::new(), |letter| letter.to_string());
    // A move that captures on its way is its two legs.
    if let [CourierPart { from: Some(on), to: Some(end), .. }] = others[..]
        && on == to
    {
        return Ok(Some(format!("{letter}{from}-{on}-{end}{sign}")));
    }
    let mut promotion = None;
    for part in others {
        match (part.from, part.to) {
            (None, Some(at)) if at != to => {
                return Err(CourierError::Square { text: bare.into(), at, to });
            }
            (None, _) if promotion.is_none() => {
                let unknown =
                    || CourierError::Label { text: bare.into(), label: part.label.into() };
                promotion = Some(part.letter(variant).ok_or_else(unknown)?);
            }
            // The Rook's part of castling.
            (Some(_), Some(beside)) if variant.castling.is_some() && beside.rank == to.rank => {
                let (low, high) = (from.file.min(to.file), from.file.max(to.file));
                if from.rank != to.rank || !(low + 1..high).contains(&beside.file) {
                    return Err(CourierError::Several(bare.into()));
                }
            }
            _ => return Err(CourierError::Several(bare.into())),
        }
    }
    let promotion = promotion.map_or(String::new(), |letter| format!("={letter}"));
    Ok(Some(format!("{letter}{from}-{to}{promotion}{sign}")))
}

/// A legal move of a game as Game Courier writes it; in games with leaders, one part of a turn.
fn move_text(game: &Game, mv: Move) -> String {
    let position = game.position();
    let (from, to) = position.squares(mv);
    let Some(piece) = position.on(from) else { return game.move_text(mv) };
    let promotion = mv.promotion().map(|kind| position.letter(Piece::new(kind, piece.color())));
    let promotion = promotion.map_or(String::new(), |letter| format!("; {letter}-{to}"));
    let label = position.letter(piece);
    match position.passed_over(mv) {
        Some(over) => format!("{label} {from}-{over}; {label} {over}-{to}"),
        None => format!("{label} {from}-{to}{promotion}"),
    }
}

/// The moves that place Black's chiefs, for a game that begins with a setup.
fn placing_text(game: &Game) -> Option<String> {
    let variant = game.variant();
    let setup = Setup::of_placement(variant, game.start_fen().split(' ').next()?)?;
    let mut chiefs: Vec<_> = setup.chiefs().collect();
    if chiefs.is_empty() || setup.fen(variant) != game.start_fen() {
        return None;
    }
    chiefs.sort_by_key(|&(_, letter)| WAITING.find(letter.plain()).unwrap_or(WAITING.len()));
    let rank = variant.ranks as u8 / 2;
    let parts = (FIRST_WAITING..).zip(chiefs).map(|(file, (to, letter))| {
        format!("{} {}-{to}", letter.to_ascii_lowercase(), Coordinates { file, rank })
    });
    Some(parts.collect::<Vec<_>>().join("; "))
}

impl PgnGame {
    /// The game in Game Courier's notation, a move or turn to a line. `game` is the same game, replayed. Tags,
    /// comments and the result become comments of that site, from which [`parse`](super::parse) reads them;
    /// variations and signs are left out.
    ///
    /// ```
    /// use dhow_play::pgn::{GameResult, PgnGame};
    /// use dhow_rules::game::Game;
    ///
    /// let mut game = Game::new(dhow_rules::variant::find("chess").expect("a game of the engine's files"));
    /// game.play_text("e2e4").expect("a legal move");
    /// let written = PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), GameResult::Unknown)?;
    /// let lines = "// [Variant \"chess\"]\n1. P e2-e4\n// [Result \"*\"]\n";
    /// assert_eq!(written.game_courier(&game), lines);
    /// # Ok::<(), dhow_rules::position::FenError>(())
    /// ```
    pub fn game_courier(&self, game: &Game) -> String {
        let mut lines = Vec::new();
        let Ok(mut at) = Game::from_fen(game.variant(), game.start_fen()) else {
            return String::new();
        };
        let placing = placing_text(game);
        let starts_there = placing.is_some() || game.starts_by_default();
        let mut tags = Self { tags: self.tags.clone(), ..Self::default() };
        tags.set_tag("Variant", &game.variant().id);
        tags.tags.retain(|(name, value)| {
            let unknown = ROSTER.iter().any(|(_, unknown)| value == unknown);
            let of_start = ["SetUp", "FEN"].contains(&name.as_str()) && starts_there;
            !unknown && !of_start && name != "Result" && name != MEN_TAG
        });
        lines.extend(tags.to_string().lines().filter(|tag| tag.starts_with('[')).map(comment));
        lines.extend(self.comments.iter().map(|text| comment(text)));
        lines.extend(placing);
        let remarks =
            self.moves.iter().map(|mv| &mv.comments[..]).chain(std::iter::repeat(&[][..]));
        for (turn, remarks) in game.turns_so_far().into_iter().zip(remarks) {
            let dots = if at.side_to_move() == Color::White { "." } else { "..." };
            let number = format!("{}{dots}", at.position().fullmove());
            let mut parts = Vec::new();
            for &mv in turn {
                if mv.kind() != MoveKind::End {
                    parts.push(move_text(&at, mv));
                }
                at.play(mv);
            }
            let remarks = match remarks {
                [] => String::new(),
                _ => format!(" {}", comment(&remarks.join(" "))),
            };
            lines.push(format!("{number} {}{remarks}", parts.join("; ")));
        }
        lines.push(comment(&format!("[Result \"{}\"]", self.result)));
        lines.join("\n") + "\n"
    }
}

fn comment(text: &str) -> String {
    format!("// {}", printable_line(text).trim())
}

/// Puts a game's moves into Dhow's notation, and Black's placing of the chiefs before the first move into the
/// tag FEN. Moves that cannot be read stay as they are. `number` is the number of the game in the text, for
/// error messages.
pub fn settle(game: &mut PgnGame, variant: &Variant, number: usize) -> Result<(), PgnError> {
    let placing = match game.tag("FEN") {
        None => placing(variant, &game.moves),
        Some(_) => &[],
    };
    if let Some(first) = placing.first() {
        let setup = setup(variant, placing).map_err(|text| PgnError {
            game: number,
            line: first.line,
            kind: PgnErrorKind::Placing(text),
        })?;
        let length = placing.len();
        let comments = game.moves.drain(..length).flat_map(|mv| mv.comments);
        game.comments.extend(comments);
        game.set_tag("SetUp", "1");
        game.set_tag("FEN", &setup.fen(variant));
    }
    if variant.command.is_some() {
        join_turns(&mut game.moves);
    }
    settle_moves(variant, &mut game.moves);
    Ok(())
}

fn settle_moves(variant: &Variant, moves: &mut [PgnMove]) {
    for mv in moves {
        if let Ok(Some(text)) = of_game_courier(variant, &mv.text) {
            mv.text = text;
        }
        for mv in mv.variations.iter_mut().flat_map(|line| &mut line.moves) {
            settle_moves(variant, std::slice::from_mut(mv));
            // A text that is not such a move stays, but must be one word in PGN.
            mv.text = mv.text.replace(';', ",").split_whitespace().collect();
        }
    }
}

/// Joins the moves of a turn that stand apart. Where labels are in both cases, each case is a side, and moves of
/// the same side that follow each other are a turn.
fn join_turns(moves: &mut Vec<PgnMove>) {
    let is_black = |mv: &PgnMove| {
        let (part, _) = CourierPart::read(&mv.text)?;
        let letter = part.label.chars().find(char::is_ascii_alphabetic)?;
        Some(letter.is_ascii_lowercase())
    };
    let has = |side| moves.iter().any(|mv| is_black(mv) == Some(side));
    if !has(false) || !has(true) {
        return;
    }
    moves.dedup_by(|next, mv| {
        let joins = is_black(next).is_some() && is_black(next) == is_black(mv);
        if joins {
            mv.text += &format!("; {}", next.text);
            mv.nags.append(&mut next.nags);
            mv.comments.append(&mut next.comments);
            mv.variations.append(&mut next.variations);
        }
        joins
    });
}

/// The first moves of a game, as far as they place chiefs: they begin on empty squares, or on none.
fn placing<'a>(variant: &Variant, moves: &'a [PgnMove]) -> &'a [PgnMove] {
    if variant.setup.is_empty() {
        return &[];
    }
    let standing = variant.start_letters();
    let is_chief = |letter: Letter| variant.setup.iter().any(|group| letter.is_in(&group.chiefs));
    let places = |part: &CourierPart<'_>| {
        part.to.is_some()
            && part.letter(variant).is_some_and(is_chief)
            && part.from.is_none_or(|from| !standing.contains_key(&from))
    };
    let length =
        moves.iter().take_while(|mv| parts(&mv.text).is_some_and(|parts| parts.iter().all(places)));
    &moves[..length.count()]
}

/// The setup of a text that places Black's chiefs, such as `k e7-f12; q f7-g12` and so on, or what is wrong with
/// it; `None` if the text is something else.
pub fn setup_of_game_courier(variant: &Variant, text: &str) -> Option<Result<Setup, String>> {
    let moves = [PgnMove::new(text.split("//").next()?.trim())];
    let placing = placing(variant, &moves);
    (!placing.is_empty()).then(|| setup(variant, placing))
}

/// The setup of moves that place chiefs. White's chiefs may be placed, too; they mirror Black's.
fn setup(variant: &Variant, moves: &[PgnMove]) -> Result<Setup, String> {
    let mut placed = BTreeMap::new();
    for part in moves.iter().filter_map(|mv| parts(&mv.text)).flatten() {
        let (Some(to), Some(letter)) = (part.to, part.letter(variant)) else { continue };
        let highest = variant.ranks as u8 - 1;
        let to = Coordinates { rank: to.rank.max(highest.saturating_sub(to.rank)), ..to };
        let others: Vec<Coordinates> = placed
            .iter()
            .filter(|&(&at, &chief)| chief == letter && at != to)
            .map(|it| *it.0)
            .collect();
        let groups = variant.setup.iter();
        let most =
            groups.flat_map(|group| Letter::all(&group.chiefs)).filter(|&it| it == letter).count();
        if others.len() >= most
            && let Some(other) = others.first()
        {
            return Err(format!("{letter} is placed on {other} and on {to}"));
        }
        if let Some(other) = placed.insert(to, letter).filter(|&other| other != letter) {
            return Err(format!("{other} and {letter} are placed on {to}"));
        }
    }
    let default = Setup::default_of(variant);
    let mut squares = default.chiefs().map(|(square, _)| square).peekable();
    let mut code = String::new();
    for letter in default.name().chars() {
        code.extend([match squares.next_if(|_| letter != '/') {
            Some(at) => placed.remove(&at).ok_or_else(|| format!("no chief is placed on {at}"))?,
            None => letter.into(),
        }]);
    }
    if let Some((square, letter)) = placed.first_key_value() {
        return Err(format!("{letter} cannot stand on {square}"));
    }
    Setup::parse(variant, &code).map_err(|error| error.to_string())
}
