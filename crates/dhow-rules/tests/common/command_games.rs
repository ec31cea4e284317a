//! The games with leaders and their options, for the engine and for the slow reference, and random positions of them.

use super::positions::{Random, placement_text};
use crate::command_reference::{self as reference, find};
use dhow_rules::game::Game;
use dhow_rules::variant::{CommandOption, Role, Variant};
use std::sync::Arc;

/// A game with some of its options on.
pub struct Tried {
    pub variant: Arc<Variant>,
    pub reference: reference::Variant,
}

impl Tried {
    /// The game of this id with these options.
    pub fn new(id: &str, on: &[CommandOption]) -> Self {
        let variant = dhow_rules::variant::find(id).unwrap_or_else(|| panic!("no variant {id}"));
        let mut reference = find(id);
        for option in on {
            reference = match option {
                CommandOption::Exchange => reference.with_exchange(),
                CommandOption::FreeScouts => reference.with_free_scouts(),
            };
        }
        Self { variant: Arc::new(variant.with_options(on)), reference }
    }

    /// The game and its options, for messages.
    pub fn name(&self) -> String {
        let on = self.variant.command.iter().flat_map(|command| &command.on);
        on.fold(self.variant.id.clone(), |name, option| name + " " + option.name())
    }

    /// Both programs at the start of a game.
    pub fn games(&self, fen: &str) -> (Game, reference::Game) {
        let ours = Game::from_fen(&self.variant, fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        let theirs = reference::Position::from_fen(self.reference, fen);
        (ours, reference::Game::from(theirs.unwrap_or_else(|error| panic!("{fen}: {error}"))))
    }
}

/// All games with leaders with every choice of their options.
pub fn all() -> Vec<Tried> {
    use CommandOption::{Exchange, FreeScouts};
    let of = |variant: &reference::Variant| {
        let choices: &[&[CommandOption]] = match variant.id {
            "grand-chieftain" => &[&[], &[FreeScouts]],
            _ => &[&[], &[Exchange], &[FreeScouts], &[Exchange, FreeScouts]],
        };
        choices.iter().map(|on| Tried::new(variant.id, on)).collect::<Vec<_>>()
    };
    reference::VARIANTS.iter().flat_map(of).collect()
}

/// The start of a turn with random pieces, crowded or sparse, all over the board or close together, with up to eight
/// leaders of each side, of every kind. Some positions are nearly drawn, and in a few a side has no leader.
pub fn random_fen(random: &mut Random, variant: &Variant) -> String {
    let (files, ranks) = (variant.files, variant.ranks);
    let letters = |leads: bool| -> Vec<char> {
        let pieces = variant.pieces.iter().filter(|piece| (piece.role == Role::Leader) == leads);
        pieces.map(|piece| piece.letter.plain()).collect()
    };
    let (leaders, others) = (letters(true), letters(false));
    let mut board = vec![vec!['.'; files]; ranks];
    // The pieces stand in a part of the board, which may be all of it.
    let part = |random: &mut Random, size: usize| {
        let width = if random.one_in(2) { size } else { 5 + random.below(size - 4) };
        (random.below(size - width + 1), width)
    };
    let (file, rank) = (part(random, files), part(random, ranks));
    let room = file.1 * rank.1;
    let mut put = |random: &mut Random, letter: char| {
        let square = (rank.0 + random.below(rank.1), file.0 + random.below(file.1));
        if board[square.0][square.1] == '.' {
            board[square.0][square.1] = letter;
        }
    };
    let shut_in = random.one_in(12).then(|| random.below(2));
    for side in 0..2 {
        let in_case = |letter: char| if side == 0 { letter } else { letter.to_ascii_lowercase() };
        let number = match random.below(24) {
            0 => 0,
            1..12 => 1 + random.below(3),
            _ => 1 + random.below(8),
        };
        for _ in 0..number {
            // The usual leader of the game is more frequent than the leaders that occur only in a FEN.
            let letter = if random.one_in(2) { leaders[0] } else { *random.pick(&leaders) };
            put(random, in_case(letter));
        }
        let most = [3, room / 8, room / 4, room / 2][random.below(4)];
        for _ in 0..random.below(most.max(1)) {
            let letter = *random.pick(&others);
            put(random, in_case(letter));
        }
    }
    let crowd = if others.contains(&'G') { 'G' } else { 'M' };
    if let Some(side) = shut_in {
        shut_in_a_corner(random, &mut board, side == 1, [leaders[0], crowd]);
    }
    // A position in which both sides have no leader is not legal.
    let has_leader = board.iter().flatten().any(|c| leaders.contains(&c.to_ascii_uppercase()));
    if !has_leader {
        board[rank.0][file.0] = leaders[0];
    }
    let black = shut_in.map_or(random.one_in(2), |side| side == 1);
    let side = if black { 'b' } else { 'w' };
    let clock = if random.one_in(4) { 94 + random.below(7) } else { random.below(60) };
    let fullmove = 1 + random.below(300);
    format!("{} {side} - - {clock} {fullmove}", placement_text(&board))
}

/// Fills a corner with a leader and a crowd of pieces in its range that cannot move, sometimes with a hole.
fn shut_in_a_corner(random: &mut Random, board: &mut [Vec<char>], black: bool, letters: [char; 2]) {
    let [leader, crowd] = letters.map(|c| if black { c.to_ascii_lowercase() } else { c });
    let own = |c: char| c.is_ascii_alphabetic() && c.is_ascii_lowercase() == black;
    for square in board.iter_mut().flatten().filter(|square| own(**square)) {
        *square = '.';
    }
    for row in &mut board[..5] {
        row[..5].fill(crowd);
    }
    board[0][0] = leader;
    if random.one_in(2) {
        board[random.below(5)][1 + random.below(4)] = '.';
    }
    if random.one_in(2) {
        // A leader that is not shut in.
        let (last, files) = (board.len() - 1, board[0].len());
        board[last][files - 1 - random.below(3)] = leader;
    }
}
