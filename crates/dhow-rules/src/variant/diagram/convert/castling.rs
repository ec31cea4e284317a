//! Writes the castling of a diagram as the lines of a game.

use super::{DiagramGame, DiagramKind};
use crate::square::Coordinates;
use crate::variant::CASTLING_LETTERS;

/// Castling as the lines of a game.
pub(super) struct DiagramCastling {
    pub rights: String,
    /// The letters of the castling partners.
    pub with: String,
    pub lines: Vec<(String, String)>,
}

/// How one King castles in one direction.
#[derive(Clone, Default, PartialEq)]
struct DiagramWay {
    /// The kind and the file of its partner.
    partner: Option<(usize, u8)>,
    /// The files to which the King may go; empty without a partner.
    files: Vec<usize>,
    /// Whether one of its distances leads to the partner's own square, which Dhow does not have.
    onto_partner: bool,
}

impl DiagramGame<'_> {
    /// The castling of the royal kind.
    pub(super) fn write_castling(&mut self) -> Option<DiagramCastling> {
        let DiagramKind { piece, ref moves, .. } = self.kinds[self.royal];
        if moves.castling.iter().all(Vec::is_empty) {
            return None;
        }
        let (line, name) = (piece.line, piece.name.as_str());
        let first_moves = moves.betza.terms.iter().any(|term| term.initial());
        let ways = [false, true].map(|black| [0, 1].map(|side| self.castling_way(side, black)));
        let all = || ways.iter().flatten();
        let mut partners: Vec<usize> = all().filter_map(|way| Some(way.partner?.0)).collect();
        partners.sort_unstable();
        partners.dedup();
        // Castling that comes from the King's name alone need not be possible.
        let asked_for = !piece.moves.is_empty();
        let onto_partner = asked_for && all().any(|way| way.onto_partner);
        if onto_partner {
            self.note(line, name, "castling onto the square of the partner left out".into());
        }
        if partners.is_empty() {
            if asked_for && !onto_partner {
                self.note(line, name, "castling left out: nothing to castle with".into());
            }
            return None;
        }
        if first_moves {
            self.note(line, name, "castling left out: this King has other first moves, too".into());
            return None;
        }
        let mut lines = Vec::new();
        let keys = ["castlingKingsideFile", "castlingQueensideFile"];
        for (side, key) in keys.into_iter().enumerate() {
            let [white, black] = [0, 1].map(|color| files_as_letters(&ways[color][side].files));
            if white != ["g", "c"][side] {
                lines.push((key.to_string(), white.clone()));
            }
            if black != white {
                lines.push((format!("{key}Black"), black));
            }
        }
        let with: String = partners.iter().map(|&kind| self.kinds[kind].letter).collect();
        if with != "R" {
            lines.push(("castlingRookPieces".into(), with.to_lowercase()));
        }
        // A partner that is not the outermost of its kinds is named by its file.
        let by_file = self.has_partner_within(&ways, &partners);
        let mut rights = String::new();
        for (color, letters) in ["KQ", "kq"].into_iter().enumerate() {
            for (way, letter) in ways[color].iter().zip(letters.chars()) {
                let Some((_, file)) = way.partner else { continue };
                let named = char::from(if color == 0 { b'A' } else { b'a' } + file);
                if by_file && CASTLING_LETTERS.contains(&named) {
                    let text = "castling left out: the file of its partner has a letter of `KQkq`";
                    self.note(line, name, text.into());
                    return None;
                }
                rights.push(if by_file { named } else { letter });
            }
        }
        Some(DiagramCastling { rights, with, lines })
    }

    /// How a side's King castles in a direction: toward the last file (0) or the first (1).
    fn castling_way(&self, side: usize, black: bool) -> DiagramWay {
        let none = DiagramWay::default();
        let mut kings = self.squares_of(self.royal, black);
        let Some(king) = kings.next().filter(|_| kings.next().is_none()) else { return none };
        let files: Vec<u8> = match side {
            0 => (king.file + 1..self.board.files as u8).collect(),
            _ => (0..king.file).rev().collect(),
        };
        let at = |file: &u8| self.standing.get(&Coordinates { file: *file, ..king });
        // A missing square is an edge.
        let inside = files.into_iter().take_while(|file| at(file) != Some(&None));
        let mut standing: Vec<(u8, (usize, bool))> =
            inside.filter_map(|file| Some((file, (*at(&file)?)?))).collect();
        let moves = &self.kinds[self.royal].moves;
        if moves.castles_within {
            standing.pop();
        }
        let Some((partner, (kind, of_black))) = standing.pop() else { return none };
        let from = usize::from(king.file);
        let to = |&distance: &usize| match side {
            0 => Some(from + distance),
            _ => from.checked_sub(distance),
        };
        if of_black != black {
            return none;
        }
        let inside = |&file: &usize| file != from && file < self.board.files;
        let mut files: Vec<usize> = Vec::new();
        for file in moves.castling[side].iter().filter_map(to).filter(inside) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        let goes = files.len();
        files.retain(|&file| file != usize::from(partner));
        let onto_partner = files.len() < goes;
        let partner = Some((kind, partner)).filter(|_| !files.is_empty());
        DiagramWay { partner, files, onto_partner }
    }

    /// Whether some partner of castling is not the outermost piece of the kinds with which a King
    /// castles.
    fn has_partner_within(&self, ways: &[[DiagramWay; 2]; 2], partners: &[usize]) -> bool {
        [false, true].into_iter().any(|black| {
            let Some(king) = self.squares_of(self.royal, black).next() else { return false };
            let standing = self.standing.iter().filter_map(|(at, it)| Some((*at, (*it)?)));
            let others: Vec<u8> = standing
                .filter(|(at, (kind, of_black))| {
                    at.rank == king.rank && *of_black == black && partners.contains(kind)
                })
                .map(|(at, _)| at.file)
                .collect();
            ways[usize::from(black)].iter().enumerate().any(|(side, way)| {
                let Some((_, partner)) = way.partner else { return false };
                let is_beyond =
                    |&file: &u8| if side == 0 { file > partner } else { file < partner };
                others.iter().any(is_beyond)
            })
        })
    }
}

/// Files (from 0) in the form of a castling key.
fn files_as_letters(files: &[usize]) -> String {
    let letters: Vec<String> =
        files.iter().map(|&file| char::from(b'a' + file as u8).to_string()).collect();
    if letters.is_empty() { "-".into() } else { letters.join(" ") }
}
