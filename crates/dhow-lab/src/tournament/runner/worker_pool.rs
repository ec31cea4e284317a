//! The workers that play the games of a tournament, and their shared state.

use super::{Audience, Event, Tournament, TournamentEnd, TournamentError, lock};
use crate::stats::SprtState;
use crate::tournament::archive::{Archive, ArchiveError};
use crate::tournament::driver::Trouble;
use crate::tournament::record::{Record, turns_text};
use crate::tournament::referee::{PlayedGame, Seat, play};
use crate::tournament::schedule::Pairing;
use crate::tournament::scoreboard::Scoreboard;
use dhow_rules::pieces::Color;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a pause checks for an interrupt.
const GLANCE: Duration = Duration::from_millis(20);

/// The workers' shared state, and what they need to play.
pub struct WorkerPool<'a> {
    tournament: &'a Tournament,
    audience: &'a dyn Audience,
    /// Games that were finished before the tournament was resumed.
    done: BTreeSet<usize>,
    state: Mutex<PoolState<'a>>,
}

/// The part of the shared state that needs a lock.
struct PoolState<'a> {
    next: usize,
    /// Games that a worker gave back because the system had no resources for them.
    returned: BTreeSet<usize>,
    /// The number of workers still running.
    workers: usize,
    board: Scoreboard,
    ending: Option<TournamentEnd>,
    archive: &'a mut Archive,
}

impl PoolState<'_> {
    /// Ends the tournament if the SPRT has reached a decision.
    fn decide(&mut self, tournament: &Tournament) {
        let decision = tournament.sprt(&self.board).map(|sprt| sprt.state);
        if let Some(decision) = decision.filter(|&it| it != SprtState::Continue) {
            self.end(tournament, TournamentEnd::Decided(decision));
        }
    }

    /// Ends the tournament and all running games.
    fn end(&mut self, tournament: &Tournament, ending: TournamentEnd) {
        if !tournament.interrupt.is_set() {
            self.ending.get_or_insert(ending);
            tournament.interrupt.set();
        }
    }
}

impl<'a> WorkerPool<'a> {
    /// The state at the start, with this number of workers.
    pub fn new(
        tournament: &'a Tournament,
        audience: &'a dyn Audience,
        archive: &'a mut Archive,
        workers: usize,
    ) -> Self {
        let (board, returned) = (Scoreboard::default(), BTreeSet::new());
        let mut state = PoolState { next: 0, returned, workers, board, ending: None, archive };
        let past = &tournament.past;
        for record in past {
            if let Some(pairing) = tournament.pairing(record.number) {
                state.board.add_record(&pairing, record);
            }
        }
        if !past.is_empty() {
            audience.news(tournament, Event::Resumed { board: &state.board });
        }
        state.decide(tournament);
        let done = past.iter().map(|record| record.number).collect();
        Self { tournament, audience, done, state: Mutex::new(state) }
    }

    /// How the tournament ended, unless by itself, and its results.
    pub fn close(self) -> (Option<TournamentEnd>, Scoreboard, &'a mut Archive) {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.ending, state.board, state.archive)
    }
}

/// The action for a game for which the system had no resources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ResourceState {
    /// Leave it to other workers.
    ForOthers,
    /// Try again: resources have become free.
    Again,
    /// Fail: no worker can play it.
    None,
}

impl WorkerPool<'_> {
    /// Notes that some workers could not be started, and why.
    pub fn miss_workers(&self, missing: usize, why: &str) {
        let mut state = lock(&self.state);
        state.workers -= missing;
        self.tell_workers(&state, why);
    }

    fn tell_workers(&self, state: &PoolState, why: &str) {
        let remark = format!("{why}; games at once from now on: {}", state.workers);
        self.audience.news(self.tournament, Event::Remark(&remark));
    }

    /// Plays games while there are any, and resources for them.
    pub fn work(&self) {
        while let Some((pairing, workers)) = self.next_game() {
            let Err(error) = self.play(&pairing) else { continue };
            if let TournamentError::Engine { trouble: Trouble::Refused(_), .. } = error {
                match self.give_back(&pairing, workers, &error) {
                    ResourceState::ForOthers => return,
                    ResourceState::Again => continue,
                    ResourceState::None => {}
                }
            }
            self.finish(TournamentEnd::Failed(error.to_string()));
        }
    }

    /// Gives back a game for which the system had no resources. `workers` is the number of workers when it
    /// was taken.
    fn give_back(&self, pairing: &Pairing, workers: usize, why: &TournamentError) -> ResourceState {
        let mut state = lock(&self.state);
        let idle = std::mem::take(&mut *lock(&self.tournament.idle));
        let room = if state.workers > 1 {
            ResourceState::ForOthers
        } else if state.workers < workers || !idle.is_empty() {
            ResourceState::Again
        } else {
            return ResourceState::None;
        };
        state.returned.insert(pairing.number);
        if room == ResourceState::ForOthers {
            state.workers -= 1;
            self.tell_workers(&state, &why.to_string());
        }
        drop(state);
        drop(idle);
        room
    }

    /// Takes the next game from the schedule and announces it. Returns it with the number of workers.
    fn next_game(&self) -> Option<(Pairing, usize)> {
        let wait = self.tournament.config.wait;
        let start = Instant::now();
        while start.elapsed() < wait && !self.tournament.interrupt.is_set() {
            thread::sleep(GLANCE.min(wait));
        }
        let (mut state, pairing) = loop {
            let mut state = lock(&self.state);
            let over = state.ending.is_some() || self.tournament.interrupt.is_set();
            let fresh = || (state.next..).find(|number| !self.done.contains(number));
            let open = state.returned.first().copied().or_else(fresh).filter(|_| !over);
            if let Some(pairing) = open.and_then(|open| self.tournament.pairing(open)) {
                break (state, pairing);
            }
            if over || !self.tournament.may_go_on() {
                // From here on, no game is left to this worker.
                state.workers -= 1;
                return None;
            }
            drop(state);
            thread::sleep(GLANCE);
        };
        let workers = state.workers;
        if !state.returned.remove(&pairing.number) {
            state.next = pairing.number + 1;
            // Announced under the lock, so that games start in order.
            let board = &state.board;
            self.audience.news(self.tournament, Event::Started { pairing: &pairing, board });
        }
        Some((pairing, workers))
    }

    fn play(&self, pairing: &Pairing) -> Result<(), TournamentError> {
        let tournament = self.tournament;
        let config = &tournament.config;
        let opening = tournament
            .opening(pairing, |opening| lock(&self.state).archive.opening(pairing, opening))?;
        let [white, black] = pairing.players;
        let mut players = [tournament.hire(white)?, tournament.hire(black)?];
        let start = Instant::now();
        let [first, second] = &mut players;
        let seat = |player, index: usize| Seat {
            player,
            config: &config.engines[index],
            name: &tournament.names[index],
        };
        let mut seats = [seat(first, white), seat(second, black)];
        let Some(played) = play(&opening, &mut seats, config.adjudication) else { return Ok(()) };
        let broken = played.broken.map(Color::index);
        for (side, (mut player, index)) in players.into_iter().zip(pairing.players).enumerate() {
            if broken == Some(side) {
                player.kill();
            } else if !player.plays_once() {
                tournament.keep(index, player);
            }
        }
        let record = Record::new(config, &tournament.names, pairing, &played, start.elapsed());
        self.enter(pairing, &played, &record)?;
        if let Some(side) = broken.filter(|_| !config.recover) {
            let name = &tournament.names[pairing.players[side]];
            let reason = format!("engine {name} failed; with -recover it would be restarted");
            self.finish(TournamentEnd::Failed(reason));
        }
        Ok(())
    }

    /// Records a finished game.
    fn enter(
        &self,
        pairing: &Pairing,
        played: &PlayedGame,
        record: &Record,
    ) -> Result<(), ArchiveError> {
        let mut state = lock(&self.state);
        state.archive.game(record)?;
        state.board.add_record(pairing, record);
        self.tournament.note(record);
        if let Some((side, fault)) = &played.verdict.fault {
            let game = &played.game;
            let name = &self.tournament.names[pairing.players[side.index()]];
            let remark = format!(
                "game {}: {name} ({side}) {fault}\n  position: {}\n  start: {}\n  moves: {}",
                pairing.number + 1,
                game.fen(),
                game.start_fen(),
                turns_text(game)
            );
            self.audience.news(self.tournament, Event::Remark(&remark));
        }
        let board = &state.board;
        self.audience.news(self.tournament, Event::Finished { pairing, record, board });
        state.decide(self.tournament);
        Ok(())
    }

    fn finish(&self, ending: TournamentEnd) {
        lock(&self.state).end(self.tournament, ending);
    }
}
