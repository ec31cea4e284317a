//! Games in the form in which pages show them.

use super::message::{ClockTimes, Mover, Moves, Now, Played, Player, Reply, Side, TurnState};
use super::reach;
use super::table::Table;
use dhow_engine::clock::Instant;
use dhow_play::board_picture::{View, svg};
use dhow_rules::bitboard::SquareSet;
use dhow_rules::command::CommandPosition;
use dhow_rules::game::{AnyPosition, Game, Visitor};
use dhow_rules::geometry::Geometry;
use dhow_rules::movegen::MoveList;
use dhow_rules::pieces::Color;
use dhow_rules::position::{Move, MoveKind, Position};
use dhow_rules::square::Coordinates;
use std::collections::BTreeMap;

/// The moves of a game from ply `ply` on.
pub fn played_since(game: &Game, ply: usize) -> Vec<Played> {
    let mut before = game.clone();
    while before.moves().len() > ply {
        before.undo();
    }
    let moves = &game.moves()[before.moves().len()..];
    moves.iter().map(|&mv| played(&mut before, mv)).collect()
}

/// Makes a legal move and describes it.
pub fn played(game: &mut Game, mv: Move) -> Played {
    let position = game.position();
    let side = position.side_to_move();
    let (from, to) = position.squares(mv);
    let (takes, over) = (position.victim(mv).is_some(), position.passed_over(mv));
    let (text, turn) = (game.move_text(mv), game.turns_made());
    let san = match game.variant().command {
        None => position.san(mv),
        Some(_) if mv == Move::END => text.clone(),
        Some(_) => {
            let letter = position.on(from).map(|piece| position.letter(piece).to_ascii_uppercase());
            let between = if takes { "x" } else { "-" };
            format!("{}{from}{between}{to}", letter.unwrap_or(' '.into()))
        }
    };
    game.play(mv);
    let position = game.position();
    Played {
        text,
        san,
        turn,
        side: side.into(),
        squares: match mv == Move::END {
            true => Vec::new(),
            false => {
                [Some(from), over, Some(to)].iter().flatten().map(ToString::to_string).collect()
            }
        },
        takes,
        placement: position.placement_text(),
        checked: checked(game),
    }
}

/// The state of a game. `thinking` says whether the engine is searching.
pub fn now(table: &Table, thinking: bool, now: Instant) -> Now {
    let game = table.game();
    let position = game.position();
    let side = position.side_to_move();
    let over = table.over();
    let (mut legal, mut premoves) = (Vec::new(), Vec::new());
    if over.is_none() {
        if table.player(side) == Player::Person {
            legal = self::legal(game);
        } else if table.player(!side) == Player::Person && game.variant().command.is_none() {
            premoves = grouped(game, position, &position.moves_after_pass());
            for (from, retakes) in reach::guarded(game, !side) {
                let from = from.to_string();
                match premoves.iter_mut().find(|moves| moves.from == from) {
                    Some(moves) => moves.retakes = retakes,
                    None => premoves.push(Moves { from, retakes, ..Moves::default() }),
                }
            }
        }
    }
    Now {
        ply: table.ply(),
        side: side.into(),
        player: table.player(side),
        fen: start_of_turn(game),
        placement: position.placement_text(),
        checked: checked(game),
        legal,
        premoves,
        turn: if over.is_none() { turn(game) } else { None },
        clocks: table.clocks().map(|clocks| {
            let left = |side| clocks.shown(side, now).as_millis().try_into().unwrap_or(u64::MAX);
            ClockTimes {
                white_ms: left(Color::White),
                black_ms: left(Color::Black),
                running: clocks.running().map(Side::from),
            }
        }),
        draw_offered: table.draw_offered().map(Side::from),
        over,
        thinking,
        paused: table.paused(),
    }
}

/// The legal moves, grouped by piece.
pub fn legal(game: &Game) -> Vec<Moves> {
    grouped(game, game.position(), &game.legal_moves())
}

/// The squares of the Kings, or other royal pieces, in check.
pub fn checked(game: &Game) -> Vec<String> {
    game.position().checked_royals().iter().map(ToString::to_string).collect()
}

/// The state of the current turn, in games with leaders.
pub fn turn(game: &Game) -> Option<TurnState> {
    game.position().visit(TurnOf { game })
}

/// A picture of the position as SVG.
pub fn picture(game: &Game, flipped: bool) -> Reply {
    Reply::Picture { svg: svg(game, View { flipped, last_turn: true, command: false }) }
}

/// The FEN of the position at the start of the current turn.
pub fn start_of_turn(game: &Game) -> String {
    if game.at_turn_start() {
        return game.fen();
    }
    let mut start = game.clone();
    start.undo_turn();
    start.fen()
}

/// Groups moves by piece.
fn grouped(game: &Game, position: &AnyPosition, moves: &MoveList) -> Vec<Moves> {
    let mut pieces: BTreeMap<Coordinates, Moves> = BTreeMap::new();
    for &mv in moves.iter().filter(|&&mv| mv != Move::END) {
        let (from, to) = position.squares(mv);
        let piece = pieces.entry(from).or_default();
        let to = to.to_string();
        if let Some(over) = position.passed_over(mv) {
            piece.over.entry(over.to_string()).or_default().push(to);
            continue;
        }
        let letter = mv.promotion().map(|kind| game.variant().pieces[kind.index()].letter);
        if let Some(letter) = letter.map(|letter| letter.to_ascii_lowercase()) {
            if !letter.is_in(&piece.becomes) {
                piece.becomes.extend([letter]);
            }
            if piece.promotes.last() == Some(&to) {
                continue;
            }
            piece.promotes.push(to.clone());
        }
        let list = match (mv.kind(), position.victim(mv)) {
            (MoveKind::Exchange, _) => &mut piece.swaps,
            (_, Some(_)) => &mut piece.takes,
            (_, None) => &mut piece.to,
        };
        if list.contains(&to) {
            piece.stays.push(to);
        } else {
            list.push(to);
        }
    }
    let named = |(from, moves): (Coordinates, Moves)| Moves { from: from.to_string(), ..moves };
    pieces.into_iter().map(named).collect()
}

/// Makes the state of the current turn, in games with leaders.
struct TurnOf<'a> {
    game: &'a Game,
}

impl Visitor for TurnOf<'_> {
    type Output = Option<TurnState>;

    fn visit<G: Geometry>(self, _: &Position<G>) -> Self::Output {
        None
    }

    fn visit_command<G: Geometry>(self, position: &CommandPosition<G>) -> Self::Output {
        let placement = position.placement();
        let leaders: Vec<_> = position.free_leaders().collect();
        let mover = |square| {
            let piece = placement.on(square)?;
            let commands = |leader: &&dhow_rules::square::Square| {
                placement.on(**leader).is_some_and(|chief| {
                    let rules = position.rules();
                    rules.commands((chief, **leader), (piece, square), placement.occupied())
                })
            };
            let by = leaders.iter().filter(commands).map(|&leader| G::name(leader)).collect();
            Some(Mover { square: G::name(square), by })
        };
        let can_go = |square: &dhow_rules::square::Square| !position.targets(*square).is_empty();
        Some(TurnState {
            made: position.moves_made(),
            left: position.moves_left(),
            may_end: self.game.legal_moves().contains(&Move::END),
            leaders: leaders.iter().map(|&square| G::name(square)).collect(),
            movers: position.movers().into_iter().filter(can_go).filter_map(mover).collect(),
            moved: position.moved().into_iter().map(G::name).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::find;

    fn game(id: &str, fen: Option<&str>, moves: &[&str]) -> Game {
        let variant = find(id).expect("a built-in game");
        let mut game = match fen {
            Some(fen) => Game::from_fen(variant, fen).expect("a position"),
            None => Game::new(variant),
        };
        for text in moves {
            game.play_text(text).expect("a legal move");
        }
        game
    }

    #[test]
    fn every_legal_move_is_in_a_group() {
        let fen = "k11/4P7/3q8/12/12/12/12/12/12/12/12/5K6 w K - 0 1";
        let game = game("metamachy", Some(fen), &[]);
        let moves = game.legal_moves();
        let groups = grouped(&game, game.position(), &moves);
        let count = |moves: &Moves| {
            let all = moves.to.len() + moves.takes.len() + moves.swaps.len();
            let promotions = moves.promotes.len() * moves.becomes.len().saturating_sub(1);
            all + promotions + moves.stays.len()
        };
        assert_eq!(groups.iter().map(count).sum::<usize>(), moves.len());
        let pawn = groups.iter().find(|moves| moves.from == "e11").expect("the Pawn");
        assert_eq!((pawn.promotes.clone(), pawn.becomes.as_str()), (vec!["e12".into()], "qlg"));
        assert!(pawn.stays.is_empty());
    }

    #[test]
    fn a_pawn_that_need_not_promote_may_stay_one() {
        let fen = "k9/4r5/3P6/10/10/10/10/10/10/K9 w - - 0 1";
        let game = game("grand", Some(fen), &[]);
        let moves = game.legal_moves();
        let groups = grouped(&game, game.position(), &moves);
        let pawn = groups.iter().find(|moves| moves.from == "d8").expect("the Pawn");
        let both = vec!["d9".to_string(), "e9".to_string()];
        assert_eq!((&pawn.promotes, &pawn.stays), (&both, &both));
        assert_eq!((&pawn.to[..], &pawn.takes[..]), (&both[..1], &both[1..]));
        let of_pawn = moves.iter().filter(|&&mv| game.position().squares(mv).0.to_string() == "d8");
        assert_eq!(of_pawn.count(), 2 * (pawn.becomes.len() + 1));
    }

    #[test]
    fn moves_are_told_with_the_position_after_them() {
        let game = game("metamachy", None, &["e3e5", "e10e8", "c2b4"]);
        let told = played_since(&game, 1);
        assert_eq!(told.len(), 2);
        assert_eq!((told[0].text.as_str(), told[0].turn, told[0].side), ("e10e8", 1, Side::Black));
        assert_eq!(told[1].placement, game.position().placement_text());
        assert_eq!(told[1].squares, ["c2", "b4"]);
    }

    #[test]
    fn who_commands_whom() {
        let game = game("mini-chieftain", None, &["b2c4"]);
        let turn = game.position().visit(TurnOf { game: &game }).expect("a turn");
        assert_eq!((turn.made, turn.left, turn.may_end), (1, 1, true));
        assert_eq!((turn.leaders, turn.moved), (vec!["f1".into()], vec!["c4".into()]));
        assert!(turn.movers.iter().all(|mover| mover.by == ["f1"]));
        assert_eq!(played_since(&game, 0)[0].san, "Nb2-c4");
    }
}
