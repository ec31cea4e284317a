//! Draw offers: of people to each other, to the engine, and of the engine.
//!
//! Two people at one page have agreed before they ask for a draw; on machines of their own one offers and the other
//! accepts.

use super::Table;
use crate::message::Player;
use dhow_engine::clock::Instant;
use dhow_engine::eval::Score;
use dhow_play::contest::{OffBoardEnding, takes_draw};
use dhow_rules::pieces::Color;

/// The engine offers a draw once in this number of turns.
const RARELY: usize = 20;
/// And only with at least this score.
const LEAST: Score = Score(-50);

/// What the engine needs to know for draw offers. It is not saved.
#[derive(Clone, Debug, Default)]
pub struct DrawState {
    /// The engine's scores of its turns, each with the number of turns before it.
    scores: Vec<(usize, Score)>,
    /// The numbers of turns and of moves made when the engine last offered a draw.
    offered: Option<(usize, usize)>,
    /// The side of the person who last offered a draw, and the number of turns made before.
    person: Option<(Color, usize)>,
}

impl Table {
    fn people(&self) -> usize {
        Color::ALL.into_iter().filter(|&side| self.player(side) == Player::Person).count()
    }

    /// Notes the engine's score of the turn that it will play next.
    pub fn note_score(&mut self, score: Score) {
        let turns = self.game().turns_made();
        self.draws.scores.retain(|&(turn, _)| turn < turns);
        self.draws.scores.push((turns, score));
    }

    /// The engine's scores of the turns that it has made.
    fn scores(&self) -> Vec<Score> {
        let turns = self.game().turns_made();
        let made = self.draws.scores.iter().filter(|&&(turn, _)| turn < turns);
        made.map(|&(_, score)| score).collect()
    }

    /// Whether the engine accepts a draw now.
    fn engine_accepts(&self) -> bool {
        takes_draw(&self.scores(), self.game().turns_made())
    }

    /// Lets the engine offer a draw after its turn, if it would accept one and does not stand badly: a draw is not
    /// asked for as a favour.
    pub fn engine_may_offer(&mut self) {
        let (turns, ply) = (self.game().turns_made(), self.ply());
        let lately =
            self.draws.offered.is_some_and(|(turn, _)| turn <= turns && turns - turn < RARELY);
        let equal = self.scores().last().is_some_and(|&last| last >= LEAST);
        let open = self.people() == 1 && self.over().is_none();
        if open && equal && !lately && self.engine_accepts() {
            self.draws.offered = Some((turns, ply));
        }
    }

    /// The side that offers a draw. The other side's next turn declines it.
    pub fn draw_offered(&self) -> Option<Color> {
        if self.over().is_some() {
            return None;
        }
        let engines = Color::ALL.into_iter().find(|&side| self.player(side) == Player::Engine);
        let engine =
            engines.filter(|_| self.draws.offered.is_some_and(|(_, ply)| ply == self.ply()));
        engine.or_else(|| {
            let (side, turns) = self.draws.person?;
            // The side that offers may make its own turn first.
            let own =
                usize::from(self.game().side_to_move() != side && self.game().turns_made() > turns);
            (self.game().turns_made() == turns + own).then_some(side)
        })
    }

    /// Offers a draw for the person in the seat of a side, or at the only page. Returns whether it is agreed.
    ///
    /// # Errors
    /// If the game is over, or nobody plays.
    pub fn offer_draw(&mut self, seat: Option<Color>, now: Instant) -> Result<bool, &'static str> {
        if self.over().is_some() {
            return Err("the game is over");
        }
        let offered = self.draw_offered();
        let agreed = match (self.people(), seat) {
            (0, _) => return Err("Dhow plays both sides"),
            (1, _) => offered.is_some() || self.engine_accepts(),
            (_, None) => true,
            (_, Some(side)) => offered == Some(!side),
        };
        if let Some(side) = seat.filter(|_| !agreed) {
            self.draws.person = Some((side, self.game().turns_made()));
        }
        if agreed {
            self.contest.end_by(OffBoardEnding::DrawAgreed, now);
        }
        Ok(agreed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::config_of;
    use dhow_play::time_control::TimeControl;
    use dhow_rules::game::Game;
    use dhow_rules::variant::find;

    fn table(white: Player, black: Player) -> Table {
        let config = config_of("metamachy", [white, black], TimeControl::default());
        Table::new(config, Game::new(find("metamachy").expect("a built-in game")))
    }

    /// Plays legal moves, always the same ones; the engine gives its turns this score.
    fn play(table: &mut Table, score: i32, turns: usize) {
        for turn in (0..).skip(table.game().turns_made()).take(turns) {
            if table.to_move() == Some(Player::Engine) {
                table.note_score(Score(score));
            }
            let legal = table.game().legal_moves();
            table.play(legal[turn * 7919 % legal.len()], Instant::now());
            assert!(table.over().is_none(), "over after {turn} turns");
        }
    }

    #[test]
    fn the_engine_accepts_when_it_stands_badly() {
        let mut table = table(Player::Person, Player::Engine);
        play(&mut table, -300, 6);
        assert_eq!(table.offer_draw(None, Instant::now()), Ok(false), "three bad turns");
        assert!(table.over().is_none());
        table.note_score(Score(-300));
        assert!(!table.engine_accepts(), "the turn is not made");
        play(&mut table, -300, 2);
        table.engine_may_offer();
        assert!(table.engine_accepts() && table.draw_offered().is_none(), "it does not ask for it");
        assert!(table.undo() && !table.engine_accepts());
        play(&mut table, -300, 2);
        assert_eq!(table.offer_draw(None, Instant::now()), Ok(true));
        let over = table.over().expect("an end");
        assert_eq!((over.result, over.reason.as_str()), ("1/2-1/2", "Draw by agreement"));
        assert_eq!(table.offer_draw(None, Instant::now()), Err("the game is over"));
        let variant = table.game().variant().clone();
        let restored = Table::restored(table.saved(Instant::now()), &variant).expect("a game");
        assert_eq!(restored.over(), table.over());
        assert!(table.undo() && table.over().is_none(), "taking back goes on");
    }

    #[test]
    fn the_engine_offers_late_in_an_equal_game_and_not_again_and_again() {
        let mut table = table(Player::Person, Player::Engine);
        play(&mut table, 0, 118);
        table.engine_may_offer();
        assert!(table.draw_offered().is_none(), "it is too early");
        play(&mut table, 0, 2);
        table.engine_may_offer();
        assert!(table.draw_offered().is_some());
        play(&mut table, 0, 1);
        assert!(table.draw_offered().is_none(), "a move declines");
        play(&mut table, 0, 1);
        table.engine_may_offer();
        assert!(table.draw_offered().is_none(), "it has offered lately");
        assert_eq!(table.offer_draw(None, Instant::now()), Ok(true), "but it still accepts");
    }

    #[test]
    fn people_agree_and_engines_do_not() {
        let mut people = table(Player::Person, Player::Person);
        people.engine_may_offer();
        assert!(people.draw_offered().is_none());
        assert_eq!(people.offer_draw(None, Instant::now()), Ok(true));
        let mut engines = table(Player::Engine, Player::Engine);
        play(&mut engines, -300, 10);
        engines.engine_may_offer();
        assert!(
            engines.draw_offered().is_none() && engines.offer_draw(None, Instant::now()).is_err()
        );
    }

    #[test]
    fn people_in_seats_offer_and_accept() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let mut table = table(Player::Person, Player::Person);
        play(&mut table, 0, 2);
        assert_eq!(table.offer_draw(white, Instant::now()), Ok(false));
        assert_eq!(table.draw_offered(), white);
        assert_eq!(table.offer_draw(white, Instant::now()), Ok(false), "it cannot accept its own");
        play(&mut table, 0, 1);
        assert_eq!(table.draw_offered(), white, "the offer came with the move");
        play(&mut table, 0, 1);
        assert_eq!(table.draw_offered(), None, "a move declines");
        assert_eq!(table.offer_draw(black, Instant::now()), Ok(false));
        assert_eq!(table.draw_offered(), black);
        play(&mut table, 0, 1);
        assert_eq!(table.draw_offered(), None, "a move declines");
        assert_eq!(table.offer_draw(white, Instant::now()), Ok(false));
        assert_eq!(table.offer_draw(black, Instant::now()), Ok(true));
        assert_eq!(table.over().expect("an end").result, "1/2-1/2");
    }
}
