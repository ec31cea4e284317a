//! Writes a game as a diagram.

use super::definition::MAX_NAME_WORDS;
use super::shuffle::{self, Shuffle};
use crate::betza::{Betza, Term};
use crate::pieces::{Color, Letter};
use crate::square::Coordinates;
use crate::variant::castling::king_at;
use crate::variant::{BareKing, EndRules, EndValue, PieceDef, Role, SetupGroup, Variant};
use std::collections::BTreeMap;

/// A game as a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramText {
    /// The diagram, an element for a web page.
    pub text: String,
    /// The rules of the game that a diagram cannot express.
    pub missing: Vec<String>,
}

/// Writes a game as a diagram. `None` for a game of several moves a turn, which no diagram has.
///
/// ```
/// use dhow_rules::variant::{diagram, find};
///
/// let chess = find("chess").expect("a game of the engine's files");
/// let written = diagram::export(chess).expect("a game of one move a turn");
/// assert!(written.text.contains("Pawn:P:fmWfceFfimnD::a2-h2\n"));
/// ```
pub fn export(variant: &Variant) -> Option<DiagramText> {
    let royal = variant.pieces.iter().find(|piece| piece.role == Role::Royal)?;
    let mut export =
        Export { variant, royal, standing: variant.start_letters(), missing: Vec::new() };
    let (promoting, keys) = export.promotion();
    let symmetry = export.symmetry();
    let mut lines = vec![
        format!("files={}", variant.files),
        format!("ranks={}", variant.ranks),
        "firstRank=1".into(),
        format!("symmetry={symmetry}"),
    ];
    lines.extend(keys);
    lines.extend(export.shuffle());
    lines.extend(export.end());
    lines.extend(export.royals());
    // Pictures of the Chess Variant Pages.
    lines.extend(
        [
            "graphicsDir=/graphics.dir/alfaeriePNG/",
            "graphicsType=png",
            "whitePrefix=w",
            "blackPrefix=b",
            "squareSize=50",
        ]
        .map(String::from),
    );
    let rank = |piece: &&PieceDef| match (promoting.contains(&piece.letter), piece.role) {
        (true, Role::Pawn) => 0,
        (true, _) => 1,
        (false, Role::Royal) => 3,
        (false, _) => 2,
    };
    // The kinds that promote come first, and the royal kind last.
    let mut pieces: Vec<&PieceDef> = variant.pieces.iter().collect();
    pieces.sort_by_key(rank);
    let pieces: Vec<String> =
        pieces.into_iter().map(|piece| export.piece(piece, symmetry)).collect();
    lines.extend(pieces);
    if !variant.holes.is_empty() {
        lines.push(format!("hole::::{}", runs(variant.holes.clone())));
    }
    let text = format!("<div class=\"idiagram\">\n{}\n</div>\n", lines.join("\n"));
    if variant.pieces.iter().any(|piece| piece.letter.is_promoted()) {
        export.missing.push("the `+` of letters".into());
    }
    if variant.promotion.by_entry.is_some() {
        export
            .missing
            .push("promotion on entering the ranks and by captures from there only".into());
    }
    if variant.anti_trade.is_some() {
        export.missing.push("pieces that may not be traded".into());
    }
    export.missing.dedup();
    Some(DiagramText { text, missing: export.missing })
}

struct Export<'a> {
    variant: &'a Variant,
    royal: &'a PieceDef,
    standing: BTreeMap<Coordinates, Letter>,
    missing: Vec<String>,
}

impl Export<'_> {
    /// The letters of the kinds that promote, and the keys of promotion.
    fn promotion(&mut self) -> (Vec<Letter>, Vec<String>) {
        let Variant { promotions, promotion, pieces, ranks, .. } = self.variant;
        let mut promoting = Vec::new();
        for piece in pieces {
            let to = self.variant.promotions_of(piece);
            if piece.role.promotes() && to == promotions {
                promoting.push(piece.letter);
            } else if !to.is_empty() {
                self.missing.push(format!("{} promotes to {to}", piece.name));
            }
            if piece.promotes_by.is_some() {
                self.missing.push(format!("{} promotes by some moves only", piece.name));
            }
            let starts = self.ranks_of(piece.letter);
            if !piece.initial_ranks.is_empty() && piece.initial_ranks != starts {
                self.missing
                    .push(format!("{} makes its first move from other ranks, too", piece.name));
            }
            if !piece.triple_step_ranks.is_empty() && piece.triple_step_ranks != starts {
                self.missing.push(format!("{} makes no triple step from some ranks", piece.name));
            }
        }
        let mut keys = vec![format!("maxPromote={}", promoting.len())];
        if promoting.is_empty() {
            return (promoting, keys);
        }
        let first = pieces.iter().filter(|piece| promoting.contains(&piece.letter));
        let first =
            first.min_by_key(|piece| piece.role != Role::Pawn).map_or('P'.into(), |it| it.letter);
        let mut choice = match (
            promotion.ranks - promotion.optional_ranks.min(promotion.ranks),
            promotion.ranks,
        ) {
            (0, _) => first.to_string(),
            (1, 2..) => format!("!{first}"),
            (1, _) => String::new(),
            _ => {
                self.missing.push("a piece promotes before the last rank at once".into());
                String::new()
            }
        };
        for letter in Letter::all(promotions) {
            let limit = promotion.limits.iter().find(|(limited, _)| *limited == letter);
            let number = self.standing.values().filter(|other| **other == letter).count();
            if let Some((_, most)) = limit {
                choice.push('*');
                if usize::from(*most) != number {
                    self.missing
                        .push(format!("promotion to {letter} while there are fewer than {most}"));
                }
            }
            choice.extend([letter]);
            let last = promotion.last_ranks.iter().find(|(of, _)| *of == letter);
            if let Some((_, ranks)) = last {
                choice += &ranks.to_string();
            }
        }
        keys.push(format!("promoChoice={choice}"));
        keys.push(format!("promoZone={}", promotion.ranks));
        if !promotion.limits.is_empty() {
            keys.push("holdingsType=1".into());
        }
        if promotion.en_passant {
            self.missing.push("a double step that promotes may be captured en passant".into());
        }
        debug_assert!(promotion.ranks <= *ranks);
        (promoting, keys)
    }

    /// White's ranks (from 0) on which a kind stands.
    fn ranks_of(&self, letter: Letter) -> Vec<usize> {
        let of_kind = self.standing.iter().filter(|(_, other)| **other == letter);
        let mut ranks: Vec<usize> = of_kind.map(|(at, _)| at.rank.into()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    }

    /// How Black's array follows from White's.
    fn symmetry(&self) -> &'static str {
        let (last_file, last_rank) = (self.variant.files as u8 - 1, self.variant.ranks as u8 - 1);
        let follows = |other: &dyn Fn(Coordinates) -> Coordinates| {
            let turned = |letter: Letter| match letter.is_ascii_uppercase() {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
            self.standing.iter().all(|(at, letter)| {
                self.standing.get(&other(*at)).is_some_and(|other| turned(*other) == *letter)
            }) && self.variant.holes.iter().all(|at| self.variant.holes.contains(&other(*at)))
        };
        let mirror = |at: Coordinates| Coordinates { rank: last_rank - at.rank, ..at };
        let rotate = |at: Coordinates| Coordinates { file: last_file - at.file, ..mirror(at) };
        match (follows(&mirror), follows(&rotate)) {
            (true, _) => "mirror",
            (false, true) => "rotate",
            (false, false) => "none",
        }
    }

    /// The setups as shuffles, if shuffles give the same setups.
    fn shuffle(&mut self) -> Option<String> {
        let groups = &self.variant.setup;
        if groups.is_empty() {
            return None;
        }
        let mut wanted = Vec::new();
        let mut placed = String::new();
        for shuffle in shuffle::of_groups(groups) {
            // The kinds of Black's pieces on the squares of the shuffle. Pieces of earlier shuffles are not included:
            // they stay where they are from now on.
            let kind = |at: &Coordinates| Some(self.standing.get(at)?.to_ascii_uppercase());
            let mut kinds: Vec<Letter> = shuffle.squares.iter().filter_map(kind).collect();
            kinds.retain(|letter| !letter.is_in(&placed));
            kinds.sort_unstable();
            kinds.dedup();
            let black = |(at, letter): (&Coordinates, &Letter)| {
                let upper = letter.to_ascii_uppercase();
                (upper != *letter && kinds.contains(&upper)).then_some((upper, *at))
            };
            let (letters, squares) = self.standing.iter().filter_map(black).unzip();
            wanted.push(Shuffle { letters, squares, paired: shuffle.paired.clone() });
            placed += &shuffle.letters;
        }
        let sorted = |groups: &[SetupGroup]| -> Vec<(Vec<Letter>, Vec<Coordinates>)> {
            let sort = |group: &SetupGroup| {
                let mut chiefs: Vec<Letter> = Letter::all(&group.chiefs).collect();
                let mut squares = group.squares.clone();
                chiefs.sort_unstable();
                squares.sort_unstable();
                (chiefs, squares)
            };
            groups.iter().map(sort).collect()
        };
        let given: Vec<SetupGroup> =
            shuffle::in_turn(&wanted).iter().flat_map(Shuffle::groups).collect();
        if sorted(&given) != sorted(groups) {
            self.missing.push("the setups".into());
            return None;
        }
        let ids = |shuffle: &Shuffle| {
            let mut text = String::new();
            for letter in shuffle.letters.chars() {
                if !text.contains(letter) {
                    text.extend(shuffle.paired.contains(letter).then_some('!'));
                    text.push(letter);
                }
            }
            text
        };
        Some(format!("shuffle={}", wanted.iter().map(ids).collect::<Vec<_>>().join(",")))
    }

    /// How the game ends.
    fn end(&mut self) -> Option<String> {
        let EndRules { stalemate, move_limit, repetitions, repetition, bare_kings, bare_king } =
            self.variant.end;
        let usual = EndRules::default();
        if (move_limit, repetitions, bare_kings)
            != (usual.move_limit, usual.repetitions, usual.bare_kings)
        {
            self.missing.push("its draws by counts of moves, repetition or bare Kings".into());
        }
        if repetition != EndValue::Draw {
            self.missing.push("repetition that does not draw".into());
        }
        if self.variant.confines() {
            self.missing.push("pieces that may not leave some squares".into());
        }
        if self.variant.flag.is_some() {
            self.missing.push("wins by reaching a square".into());
        }
        if !self.variant.checking {
            self.missing.push("no move may give check".into());
        }
        if bare_king != BareKing::PlaysOn {
            self.missing.push("a bare King loses".into());
        }
        match stalemate {
            EndValue::Draw => None,
            EndValue::Loss => Some("stalemate=win".into()),
            EndValue::Win => {
                self.missing.push("stalemate wins".into());
                None
            }
        }
    }

    /// Which pieces are royal, and how many a side may lose, if it may have several.
    fn royals(&mut self) -> Vec<String> {
        let Some(rule) = self.variant.several_royals else { return Vec::new() };
        let royals: Vec<Letter> = self
            .variant
            .pieces
            .iter()
            .filter(|piece| piece.role == Role::Royal)
            .map(|piece| piece.letter)
            .collect();
        let of_side = |case: fn(Letter) -> Letter| {
            let standing = self.standing.values();
            standing.filter(|on| royals.iter().any(|royal| case(*royal) == **on)).count()
        };
        let counts = [of_side(Letter::to_ascii_uppercase), of_side(Letter::to_ascii_lowercase)];
        let last = usize::from(rule.lost_with) + 1;
        let mut lines: Vec<String> =
            royals.iter().map(|letter| format!("royal={letter}")).collect();
        match (rule.lost_with, counts) {
            (0, _) => {}
            (_, [white, black]) if white == last && black == last => {
                lines.push("extinction=0".into());
            }
            _ => self.missing.push("the number of royal pieces with which a side has lost".into()),
        }
        if !rule.pseudo_royal || rule.duple_check {
            self.missing.push("which royal pieces may be left attacked".into());
        }
        lines
    }

    fn piece(&mut self, piece: &PieceDef, symmetry: &str) -> String {
        let castling =
            if piece.letter == self.royal.letter { self.castling() } else { String::new() };
        let PieceDef { letter, name, betza, .. } = piece;
        let mut squares = self.squares(*letter);
        if symmetry == "none" {
            squares += &format!(",,{}", self.squares(letter.to_ascii_lowercase()));
        }
        // A longer name would be read as a sentence.
        let words: Vec<&str> = name.split(' ').take(MAX_NAME_WORDS).collect();
        let name = match words.join(" ") {
            name if name.eq_ignore_ascii_case("hole") => letter.to_string(),
            name => name,
        };
        let is_king = piece.letter == self.royal.letter;
        let facing = self.variant.facing.iter().filter(|_| is_king).flat_map(|it| &it.terms);
        let facing: String = facing.map(captures_of_kings).collect();
        format!("{name}:{letter}:{facing}{betza}{castling}::{squares}")
    }

    /// The castling of the King, as moves.
    fn castling(&mut self) -> String {
        let Some(castling) = &self.variant.castling else { return String::new() };
        let [right, left] = castling.distances(self.variant);
        if right[0] != right[1] || left[0] != left[1] {
            self.missing.push("how Black castles, where it differs".into());
        }
        let [right, left] = [right, left].map(|[white, _]| white);
        // The castling partner is the outermost piece, or, with `j`, the one next to it.
        let Some(within) = ["", "j"].into_iter().find(|within| {
            let is_partner = |toward_last| self.castles_with(toward_last, within.len());
            (right.is_empty() || is_partner(true)) && (left.is_empty() || is_partner(false))
        }) else {
            self.missing.push("castling with a piece that stands within others".into());
            return String::new();
        };
        let terms = |side, distances: &[usize]| -> String {
            distances.iter().map(|distance| format!("i{side}{within}O{distance}")).collect()
        };
        match right == left {
            true => terms('s', &right),
            false => terms('r', &right) + &terms('l', &left),
        }
    }

    /// Whether White's King castles in a direction with the piece that is `within` places inside the outermost one.
    fn castles_with(&self, toward_last: bool, within: usize) -> bool {
        let king = king_at(self.variant, &self.standing, Color::White);
        let (Some(king), Some(castling)) = (king, &self.variant.castling) else { return false };
        let beside = self.standing.keys().filter(|at| {
            at.rank == king.rank && at.file != king.file && (at.file > king.file) == toward_last
        });
        let mut files: Vec<u8> = beside.map(|at| at.file).collect();
        files.sort_unstable_by_key(|&file| king.file.abs_diff(file));
        let partner =
            castling.partners(&self.standing, Color::White, king)[1 - usize::from(toward_last)];
        partner.is_some() && files.iter().rev().nth(within).copied() == partner
    }

    /// The squares with this letter, as [`runs`] lists them.
    fn squares(&self, letter: Letter) -> String {
        let on = self.standing.iter().filter(|(_, other)| **other == letter);
        runs(on.map(|(at, _)| *at).collect())
    }
}

/// The text of a slide that captures only a King.
fn captures_of_kings(slide: &Term) -> String {
    let text = Betza { terms: vec![slide.clone()] }.to_string();
    let head = text.find(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
    format!("{}k{}", &text[..head], &text[head..])
}

/// Squares as a diagram lists them, with runs along the ranks.
fn runs(mut at: Vec<Coordinates>) -> String {
    at.sort_by_key(|at| (at.rank, at.file));
    let runs = at.chunk_by(|a, b| a.rank == b.rank && a.file + 1 == b.file);
    let run = |run: &[Coordinates]| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}
