//! The rule that no piece may move to a square from which it could never move again
//! (`immobilityIllegal`).

use super::Problem;
use super::build::KeyProblem;
use super::draft::Draft;
use crate::betza::{Betza, PathKind};
use crate::square::{Coordinates, Delta};
use crate::variant::{PieceDef, Promotion};

/// Checks that only pieces which promote there can reach such a square. Then the rule needs no
/// support in move generation.
pub fn check(draft: &Draft, pieces: &[PieceDef], promotion: &Promotion) -> Result<(), KeyProblem> {
    let forced = draft.ranks - (promotion.ranks - promotion.optional_ranks)..draft.ranks;
    if pieces.iter().any(|piece| piece.regions.iter().any(Option::is_some)) {
        let what = "squares that a piece may not go to, where pieces may not leave some squares";
        return Err(("immobilityIllegal", Problem::Unsupported(what)));
    }
    for piece in pieces {
        let stuck = squares(&piece.betza, draft.files, draft.ranks, &draft.holes());
        let promotes = piece.role.promotes() || !piece.promotes_to.is_empty();
        let always = promotes && piece.promotes_by.is_none();
        let by_choice = piece.role.promotes() && !draft.mandatory_pawn_promotion;
        // Where promotion is optional, the rule makes it mandatory on the last rank, and nowhere
        // else.
        if !stuck.iter().all(|(_, rank)| always && forced.contains(rank))
            || by_choice && stuck.len() != draft.files
        {
            let what = "squares that a piece may not go to, but for Pawns and the last rank";
            return Err(("immobilityIllegal", Problem::Unsupported(what)));
        }
    }
    Ok(())
}

/// The squares, as file and rank, from which a piece of White has no move on an empty board.
pub fn squares(
    betza: &Betza,
    files: usize,
    ranks: usize,
    holes: &[Coordinates],
) -> Vec<(usize, usize)> {
    let on_board = |file: usize, rank: usize| {
        let hole =
            |hole: &Coordinates| (usize::from(hole.file), usize::from(hole.rank)) == (file, rank);
        file < files && rank < ranks && !holes.iter().any(hole)
    };
    let paths = betza.paths();
    let first = |kind: PathKind| match kind {
        PathKind::Leap { to } | PathKind::Lame { to, .. } => Some(to),
        PathKind::Stride { step, length, .. } => Some(step.times(length)),
        PathKind::Slide { step, .. } => Some(step),
        PathKind::Ski { step, .. } => Some(step.times(2)),
        PathKind::Turning { steps, .. } => Some(steps[0]),
        PathKind::Bent { first, then } => Some(first + then),
        PathKind::Hop { .. }
        | PathKind::HopNext { .. }
        | PathKind::Locust { .. }
        | PathKind::Pass { .. } => None,
    };
    let lasting = paths.iter().filter(|path| path.quiet && !path.initial);
    let steps: Vec<Delta> = lasting.filter_map(|path| first(path.kind)).collect();
    let all = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
    all.filter(|&(file, rank)| on_board(file, rank))
        .filter(|&(file, rank)| {
            !steps.iter().any(|step| {
                let to = |from: usize, by: i8| from.checked_add_signed(by.into());
                let target = to(file, step.files).zip(to(rank, step.ranks));
                target.is_some_and(|(file, rank)| on_board(file, rank))
            })
        })
        .collect()
}
