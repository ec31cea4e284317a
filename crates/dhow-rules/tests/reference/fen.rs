//! FEN and move texts: `placement side jump ep halfmove fullmove`.

use super::moves::double_step_allowed;
use super::{Color, LARGEST, Move, Reference, Square};

/// The piece letters of the variant.
fn letters(variant: &str) -> &'static str {
    match variant {
        "metamachy" => "KQRBNGLEMCIP",
        "zanzibar-s" => "KQRBNGLEMCIPUFZVW",
        "zanzibar-xl" => "KQRBNGLEMCIPUFZVWDO",
        "zanzibar-xl-classic" => "KQRBNGLEMCIPUFZVWHX",
        "zanzibar-xxl" | "maasai" => "KQRBNGLEMCIPUFZVWDOS",
        "gigachess" => "KQRBNAHXJSYGULODVCFMZEWIP",
        "terachess" => "KQRBNAHXJSYGULODVCFMZEWIPT",
        other => panic!("no variant {other}"),
    }
}

/// Files, and ranks.
fn size(variant: &str) -> i32 {
    match variant {
        "gigachess" => 14,
        "terachess" => 16,
        _ => 12,
    }
}

fn square_text(square: Square) -> String {
    let file = (b'a' + square.0 as u8) as char;
    format!("{file}{}", square.1 + 1)
}

fn read_square(text: &str) -> Square {
    let file = text.chars().next().expect("a file") as i32 - 'a' as i32;
    let rank: i32 = text[1..].parse().expect("a rank");
    let square = (file, rank - 1);
    assert_eq!(square_text(square), text, "no square");
    square
}

/// "Moves are from-square, to-square and a lower-case promotion letter."
pub(super) fn move_text(m: Move) -> String {
    let mut text = square_text(m.from) + &square_text(m.to);
    if let Some(letter) = m.promotion {
        text.push(letter.to_ascii_lowercase());
    }
    text
}

impl Reference {
    /// Reads a position; panics when the text is nonsense or the position cannot be in this game.
    pub fn from_fen(variant: &str, fen: &str) -> Reference {
        let fields: Vec<&str> = fen.split(' ').collect();
        assert_eq!(fields.len(), 6, "six fields in {fen}");

        let side = match fields[1] {
            "w" => Color::White,
            "b" => Color::Black,
            other => panic!("no side {other}"),
        };
        let (white_may_jump, black_may_jump) = match fields[2] {
            "Kk" => (true, true),
            "K" => (true, false),
            "k" => (false, true),
            "-" => (false, false),
            other => panic!("no jump rights {other}"),
        };
        let mut position = Reference {
            variant: variant.to_string(),
            size: size(variant),
            board: [[None; LARGEST]; LARGEST],
            side,
            white_may_jump,
            black_may_jump,
            passed: None,
            halfmove: fields[4].parse().expect("the halfmove number"),
            fullmove: fields[5].parse().expect("the fullmove number"),
        };
        position.read_placement(fields[0]);
        if fields[3] != "-" {
            position.read_passed(read_square(fields[3]));
        }
        assert!(position.fullmove >= 1, "moves are counted from 1");
        let enemy_in_check = position.can_capture_king(position.side);
        assert!(!enemy_in_check, "the King can be captured in {fen}");
        position
    }

    fn read_placement(&mut self, placement: &str) {
        let rows: Vec<&str> = placement.split('/').collect();
        assert_eq!(rows.len() as i32, self.size, "as many rows as ranks in {placement}");
        let mut kings = Vec::new();
        for (row, rank) in rows.into_iter().zip((0..self.size).rev()) {
            let mut file = 0;
            let mut rest = row;
            while let Some(c) = rest.chars().next() {
                if c.is_ascii_digit() {
                    // "Empties are decimal numbers (`12`)."
                    let end = rest.find(|c: char| !c.is_ascii_digit());
                    let number = &rest[..end.unwrap_or(rest.len())];
                    assert!(!number.starts_with('0'), "a number of empties in {row}");
                    file += number.parse::<i32>().expect("a number of empties");
                    rest = &rest[number.len()..];
                    continue;
                }
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                let letter = c.to_ascii_uppercase();
                assert!(letters(&self.variant).contains(letter), "no piece {c}");
                assert!(file < self.size, "too many squares in {row}");
                // "A Pawn, S or Prince that reaches the last rank must at once become" another
                // piece, so none ever stands there.
                let stays = !self.is_pawn(letter) && letter != 'I';
                assert!(stays || rank != self.last_rank(color), "{c} not promoted");
                if letter == 'K' {
                    kings.push(color);
                }
                self.set((file, rank), Some((color, letter)));
                file += 1;
                rest = &rest[1..];
            }
            assert_eq!(file, self.size, "as many squares as files in {row}");
        }
        assert_eq!(kings.len(), 2, "two Kings");
        assert_ne!(kings[0], kings[1], "a King on each side");
    }

    /// Reads the square passed over by the double step that the enemy has just made; "a reader
    /// accepts it in either case", that is whether or not anything can capture there.
    fn read_passed(&mut self, passed: Square) {
        let enemy = self.side.enemy();
        let origin = (passed.0, passed.1 - enemy.forward());
        let reached = (passed.0, passed.1 + enemy.forward());
        let text = square_text(passed);
        let squares = [origin, passed, reached];
        assert!(squares.into_iter().all(|square| self.on_board(square)), "passed over {text}?");
        let free = self.at(origin).is_none() && self.at(passed).is_none();
        assert!(free, "the way over {text} is not free");
        let (color, letter) = self.at(reached).expect("a piece that made the double step");
        let rank = match enemy {
            Color::White => origin.1,
            Color::Black => self.size - 1 - origin.1,
        };
        // On the last rank stands what a Pawn or Prince has become.
        let letter = match letter {
            'Q' | 'A' if self.size > 12 && reached.1 == self.last_rank(enemy) => 'P',
            letter => letter,
        };
        let allowed = double_step_allowed(&self.variant, letter, rank);
        assert!(color == enemy && allowed, "no double step over {text}");
        self.passed = Some(passed);
    }

    /// The canonical text: "the e.p. field is written only when some enemy Pawn or S could
    /// pseudo-legally capture there".
    pub fn fen(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.size).rev() {
            let mut row = String::new();
            let mut empties = 0;
            for file in 0..self.size {
                match self.at((file, rank)) {
                    None => empties += 1,
                    Some((color, letter)) => {
                        if empties > 0 {
                            row += &empties.to_string();
                            empties = 0;
                        }
                        row.push(match color {
                            Color::White => letter,
                            Color::Black => letter.to_ascii_lowercase(),
                        });
                    }
                }
            }
            if empties > 0 {
                row += &empties.to_string();
            }
            rows.push(row);
        }
        let side = match self.side {
            Color::White => "w",
            Color::Black => "b",
        };
        let jump = match (self.white_may_jump, self.black_may_jump) {
            (true, true) => "Kk",
            (true, false) => "K",
            (false, true) => "k",
            (false, false) => "-",
        };
        let ep = match self.passed {
            Some(square) if self.can_capture_en_passant(square) => square_text(square),
            _ => "-".to_string(),
        };
        format!("{} {side} {jump} {ep} {} {}", rows.join("/"), self.halfmove, self.fullmove)
    }

    /// Does a Pawn or S of the side to move stand diagonally behind the passed square?
    fn can_capture_en_passant(&self, passed: Square) -> bool {
        [-1, 1].into_iter().any(|dx| {
            let from = (passed.0 + dx, passed.1 - self.side.forward());
            self.on_board(from)
                && self.at(from).is_some_and(|it| it.0 == self.side && self.is_pawn(it.1))
        })
    }
}
