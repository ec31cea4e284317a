//! Whether the host speaks of a game and a position that Dhow has.
//!
//! A move of an older position, or of another game, is worse than none: the host may even take it for
//! legal. So after a game or a position that was refused nothing is searched until one is accepted,
//! and the answer is the null move, which no game here has.

use dhow_rules::variant::Variant;

/// The answer where there is no position to search, or no search as it was asked for.
pub const NO_MOVE: &str = "bestmove 0000";

/// What the host has asked for last.
#[derive(Debug, Default)]
pub struct Demand {
    game: Wanted,
    /// Whether the last position was refused.
    position_refused: bool,
    /// Whether a move is owed that was not to be told yet.
    owed: bool,
    /// Whether it was told that the game is a guess.
    guess_told: bool,
}

/// The game asked for by `UCI_Variant`.
#[derive(Debug, Default)]
enum Wanted {
    /// None: it is the default of the option.
    #[default]
    Unsaid,
    /// One that Dhow has.
    Known,
    /// One that it has not, under this name.
    Unknown(String),
}

impl Demand {
    /// A game was chosen, in the start array.
    pub fn accept_game(&mut self) {
        self.game = Wanted::Known;
        self.position_refused = false;
    }

    /// A game was asked for that there is not.
    pub fn refuse_game(&mut self, name: &str) {
        self.game = Wanted::Unknown(name.into());
    }

    /// The name of the game asked for, if there is no such game: its positions cannot be read.
    pub fn unknown_game(&self) -> Option<&str> {
        match &self.game {
            Wanted::Unknown(name) => Some(name),
            Wanted::Unsaid | Wanted::Known => None,
        }
    }

    /// A position was read, or put up by an option.
    pub fn accept_position(&mut self) {
        self.position_refused = false;
    }

    /// A position was refused.
    pub fn refuse_position(&mut self) {
        self.position_refused = true;
    }

    /// Why there is nothing to search; `variant` is the game that positions are read by.
    pub fn objection(&self, variant: &Variant) -> Option<String> {
        match &self.game {
            Wanted::Unknown(name) => Some(format!("no move: `{name}` is none of Dhow's games")),
            Wanted::Known if self.position_refused => {
                Some("no move: the position was refused".into())
            }
            Wanted::Unsaid if self.position_refused => Some(format!(
                "no move: the position was refused as one of {}, since UCI_Variant was not set",
                variant.id
            )),
            Wanted::Unsaid | Wanted::Known => None,
        }
    }

    /// Once, before a search: that the game is only the default one.
    pub fn guess(&mut self, variant: &Variant) -> Option<String> {
        let told = std::mem::replace(&mut self.guess_told, true);
        let guess = matches!(self.game, Wanted::Unsaid) && !told;
        guess.then(|| format!("UCI_Variant was not set: this is {}", variant.id))
    }

    /// Notes that the answer to a search that may not end by itself is still to be given.
    pub fn owe(&mut self) {
        self.owed = true;
    }

    /// The answer that is due once such a search is to end.
    pub fn due(&mut self) -> Option<&'static str> {
        std::mem::take(&mut self.owed).then_some(NO_MOVE)
    }
}
