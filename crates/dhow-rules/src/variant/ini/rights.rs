//! Castling rights that name files, as `HAha` does in orthodox chess.

use super::Problem;
use super::build::KeyProblem;
use super::draft::Draft;
use crate::pieces::Letter;
use crate::square::Coordinates;
use crate::variant::{CASTLING_LETTERS, piece_placement};

/// Puts letters of `KQkq` for castling rights of the start array that name the files of the pieces
/// to castle with. These files become those from which the pieces castle.
///
/// # Errors
/// If such a file has no piece that the King could castle with.
pub fn of_files(draft: &mut Draft) -> Result<(), KeyProblem> {
    let fields: Vec<&str> = draft.start.split(' ').collect();
    let Some(&rights) = fields.get(2).filter(|_| draft.castles()) else { return Ok(()) };
    if rights.chars().all(|right| CASTLING_LETTERS.contains(&right)) {
        return Ok(());
    }
    let (mut named, mut from) = (String::new(), draft.castling_from);
    for right in rights.chars() {
        let (letter, side) = match CASTLING_LETTERS.contains(&right) {
            true => (right, None),
            false => named_right(draft, right).ok_or_else(|| {
                let expected =
                    "castling rights of `KQkq`, or the files of the pieces that the King castles with";
                ("startFen", Problem::Value { found: rights.into(), expected })
            })?,
        };
        named.push(letter);
        let Some((side, file)) = side else { continue };
        from[usize::from(right.is_ascii_lowercase())][side] = Some(file);
    }
    let fields = [&fields[..2], &[named.as_str()], &fields[3..]].concat();
    (draft.start, draft.castling_from) = (fields.join(" "), from);
    Ok(())
}

/// The letter of `KQkq` for a right that names a file, with the index of its direction and the file
/// (from 0). `None` if the King castles with no piece there.
fn named_right(draft: &Draft, right: char) -> Option<(char, Option<(usize, usize)>)> {
    let placement = draft.start.split(' ').next()?;
    let standing = piece_placement::letters(placement, draft.files, draft.ranks).ok()?;
    let of_side = |letter: Letter| match right.is_ascii_uppercase() {
        true => letter,
        false => letter.to_ascii_lowercase(),
    };
    let royal = of_side(draft.king()?.letter);
    let (&king, _) = standing.iter().find(|&(_, &letter)| letter == royal)?;
    let file = u8::try_from(right.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
    let partner = *standing.get(&Coordinates { file, ..king })?;
    Letter::all(&draft.castling_pieces).find(|&letter| partner == of_side(letter))?;
    let side = usize::from(file < king.file);
    Some((of_side(CASTLING_LETTERS[side].into()).plain(), Some((side, file.into()))))
}
