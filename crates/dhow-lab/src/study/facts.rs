//! The statistics of one game.

use crate::training::{GameRecord, RecordError, is_quiet};
use dhow_play::pgn::GameResult;
use dhow_rules::game::Game;
use dhow_rules::pieces::{Color, PieceType};
use dhow_rules::position::{Move, MoveKind, Outcome};
use dhow_rules::square::Coordinates;
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// The maximum number of positions of a game from which piece values are fitted. Neighbouring positions give nearly the
/// same information.
const MOST_SAMPLES: usize = 20;

/// The statistics of a kind of piece in one game, both sides together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindFacts {
    /// The number of such pieces in the start array.
    pub at_start: u32,
    /// The number of pieces that became such pieces.
    pub arose: u32,
    /// The number of moves made by such pieces.
    pub moves: u32,
    /// The number of pieces that they captured.
    pub captures: u32,
    /// The number of such pieces that were captured.
    pub taken: u32,
    /// The number of such pieces that became other pieces.
    pub promoted: u32,
    /// The number of such pieces in the last position.
    pub left: u32,
}

/// A quiet position at the start of a turn, from which piece values are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct WorthSample {
    /// For each kind, the number of White's pieces minus the number of Black's.
    pub difference: Vec<i16>,
    /// The share of the men that are left, from 0 to 1.
    pub men: f64,
    /// Whether White is to move.
    pub white_moves: bool,
    /// White's score in centipawns.
    pub score: i16,
}

/// The statistics of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameFacts {
    /// The number of the game.
    pub number: u32,
    /// White's points: 0, 1/2 or 1.
    pub white_points: f64,
    /// The outcome by the rules; `None` if the game was broken off.
    pub outcome: Option<Outcome>,
    /// The number of turns by both sides.
    pub turns: usize,
    /// The number of moves by both sides, without ends of turns. In most games it is the number of turns.
    pub moves: usize,
    /// The number of legal moves at the start of each turn, without the end of the turn.
    pub choices: Vec<u32>,
    /// The statistics of each kind of piece.
    pub kinds: Vec<KindFacts>,
    /// The kind that made the last move.
    pub last_mover: Option<PieceType>,
    /// The worst score of the later winner after the varied turns: the number of turns before it, and the score in
    /// centipawns, below 0. `None` if the winner was never behind, or nobody won.
    pub worst: Option<(usize, i16)>,
    /// The positions from which piece values are fitted.
    pub samples: Vec<WorthSample>,
}

/// The numbers of pieces by side and kind.
type Census = [Vec<u32>; 2];

/// A move whose effects show in the next position.
struct MadeMove {
    side: Color,
    mover: Option<PieceType>,
    census: Census,
}

/// Collects the statistics of a game while it is replayed.
struct Following {
    squares: Vec<Coordinates>,
    facts: GameFacts,
    /// Men at the start.
    men: u32,
    varied: usize,
    winner: Option<Color>,
    made: Option<MadeMove>,
    /// The sample of this turn, as long as the turn is quiet.
    sample: Option<WorthSample>,
}

impl GameFacts {
    /// The statistics of a game. Its first `varied` turns give no positions for piece values. Its moves must be legal.
    pub fn of(
        variant: &Arc<Variant>,
        record: &GameRecord,
        varied: usize,
    ) -> Result<Self, RecordError> {
        let mut following = Following::new(variant, record, varied);
        let end =
            record.replay_to_end(variant, |game, mv, score| following.see(game, mv, score))?;
        Ok(following.end(&end))
    }
}

impl Following {
    fn new(variant: &Arc<Variant>, record: &GameRecord, varied: usize) -> Self {
        let squares = (0..variant.ranks as u8)
            .flat_map(|rank| (0..variant.files as u8).map(move |file| Coordinates { file, rank }))
            .filter(|&square| variant.has_square(square))
            .collect();
        let facts = GameFacts {
            number: record.number,
            white_points: record.result.white_points(),
            outcome: None,
            turns: 0,
            moves: 0,
            choices: Vec::new(),
            kinds: vec![KindFacts::default(); variant.pieces.len()],
            last_mover: None,
            worst: None,
            samples: Vec::new(),
        };
        let winner = match record.result {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        };
        Self { squares, facts, men: 0, varied, winner, made: None, sample: None }
    }

    fn census(&self, game: &Game) -> Census {
        let mut census = [0, 1].map(|_| vec![0; self.facts.kinds.len()]);
        let position = game.position();
        for piece in self.squares.iter().filter_map(|&square| position.on(square)) {
            census[piece.color().index()][piece.kind().index()] += 1;
        }
        census
    }

    /// Notes a position, and the move that will be made in it.
    fn see(&mut self, game: &Game, mv: Move, score: i16) {
        let census = self.census(game);
        if game.moves().is_empty() {
            for (kind, facts) in self.facts.kinds.iter_mut().enumerate() {
                facts.at_start = census[0][kind] + census[1][kind];
                self.men += facts.at_start;
            }
        }
        self.settle(&census);
        if game.at_turn_start() {
            self.begin_turn(game, mv, score, &census);
        } else if game.position().is_tactical(mv) {
            self.sample = None;
        }
        let (from, _) = game.position().squares(mv);
        let ends = mv.kind() == MoveKind::End;
        let mover = game.position().on(from).filter(|_| !ends).map(|piece| piece.kind());
        if let Some(mover) = mover {
            self.facts.moves += 1;
            self.facts.kinds[mover.index()].moves += 1;
            self.facts.last_mover = Some(mover);
        }
        self.made = Some(MadeMove { side: game.side_to_move(), mover, census });
    }

    /// Counts what the last move has changed.
    fn settle(&mut self, census: &Census) {
        let Some(MadeMove { side, mover, census: before }) = self.made.take() else { return };
        let (own, other) = (side.index(), (!side).index());
        for kind in 0..self.facts.kinds.len() {
            let taken = before[other][kind].saturating_sub(census[other][kind]);
            self.facts.kinds[kind].taken += taken;
            if let Some(mover) = mover {
                self.facts.kinds[mover.index()].captures += taken;
            }
            let (was, is) = (before[own][kind], census[own][kind]);
            self.facts.kinds[kind].arose += is.saturating_sub(was);
            self.facts.kinds[kind].promoted += was.saturating_sub(is);
        }
    }

    fn begin_turn(&mut self, game: &Game, mv: Move, score: i16, census: &Census) {
        self.facts.samples.extend(self.sample.take());
        let legal = game.legal_moves();
        let choices = legal.iter().filter(|mv| mv.kind() != MoveKind::End).count();
        self.facts.choices.push(choices as u32);
        let turn = game.turns_made();
        if turn < self.varied {
            return;
        }
        let side = game.side_to_move();
        if let Some(winner) = self.winner {
            let own = if winner == side { score } else { score.saturating_neg() };
            let worst = self.facts.worst.map_or(0, |(_, worst)| worst);
            if own < worst {
                self.facts.worst = Some((turn, own));
            }
        }
        if is_quiet(game, mv) {
            let men: u32 = census.iter().flatten().sum();
            let difference =
                census[0].iter().zip(&census[1]).map(|(&own, &other)| own as i16 - other as i16);
            self.sample = Some(WorthSample {
                difference: difference.collect(),
                men: f64::from(men) / f64::from(self.men.max(1)),
                white_moves: side == Color::White,
                score: if side == Color::White { score } else { score.saturating_neg() },
            });
        }
    }

    fn end(mut self, game: &Game) -> GameFacts {
        let census = self.census(game);
        self.settle(&census);
        self.facts.samples.extend(self.sample.take());
        for (kind, facts) in self.facts.kinds.iter_mut().enumerate() {
            facts.left = census[0][kind] + census[1][kind];
        }
        self.facts.turns = self.facts.choices.len();
        self.facts.outcome = game.outcome();
        let samples = std::mem::take(&mut self.facts.samples);
        let count = samples.len();
        let every = count.div_ceil(MOST_SAMPLES).max(1);
        self.facts.samples = samples.into_iter().step_by(every).collect();
        self.facts
    }
}
