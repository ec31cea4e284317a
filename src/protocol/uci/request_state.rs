//! Whether the interface (the host) has named a game and a position that Dhow knows.
//!
//! A move from an older position or from another game would be wrong, and the host might accept it as legal.
//! After Dhow has refused a game or a position, it therefore searches nothing until it accepts one, and
//! answers every `go` with the null move, which is legal in no game.

use dhow_rules::variant::Variant;

/// The answer to `go` if there is no position to search, or if the command is refused.
pub const NO_MOVE: &str = "bestmove 0000";

/// The state of the host's requests.
#[derive(Debug, Default)]
pub struct RequestState {
    game: RequestedVariant,
    /// Whether the last position was refused.
    position_refused: bool,
    /// Whether a `bestmove` is due that must wait for `stop` or `ponderhit`.
    owed: bool,
    /// Whether the host was warned that it has not named a game.
    guess_told: bool,
}

/// The game that `UCI_Variant` names.
#[derive(Debug, Default)]
enum RequestedVariant {
    /// Not named: the game is the default one.
    #[default]
    Unsaid,
    /// A known game.
    Known,
    /// An unknown game with this name.
    Unknown(String),
}

impl RequestState {
    /// Notes that the host chose a known game; the position is its start array.
    pub fn accept_game(&mut self) {
        self.game = RequestedVariant::Known;
        self.position_refused = false;
    }

    /// Notes that the host named an unknown game.
    pub fn refuse_game(&mut self, name: &str) {
        self.game = RequestedVariant::Unknown(name.into());
    }

    /// The name of the unknown game that the host asked for, if it did. Positions of that game cannot be
    /// read.
    pub fn unknown_game(&self) -> Option<&str> {
        match &self.game {
            RequestedVariant::Unknown(name) => Some(name),
            RequestedVariant::Unsaid | RequestedVariant::Known => None,
        }
    }

    /// Notes that a position was accepted, from `position` or from an option.
    pub fn accept_position(&mut self) {
        self.position_refused = false;
    }

    /// Notes that a position was refused.
    pub fn refuse_position(&mut self) {
        self.position_refused = true;
    }

    /// Why there is nothing to search; `None` if there is something to search. `variant` is the current game.
    pub fn objection(&self, variant: &Variant) -> Option<String> {
        match &self.game {
            RequestedVariant::Unknown(name) => {
                Some(format!("no move: `{name}` is not one of Dhow's games"))
            }
            RequestedVariant::Known if self.position_refused => {
                Some("no move: the position was refused".into())
            }
            RequestedVariant::Unsaid if self.position_refused => Some(format!(
                "no move: the position was refused as one of {}, since UCI_Variant was not set",
                variant.id
            )),
            RequestedVariant::Unsaid | RequestedVariant::Known => None,
        }
    }

    /// A warning before the first search that the game is only the default one; given once.
    pub fn guess(&mut self, variant: &Variant) -> Option<String> {
        let told = std::mem::replace(&mut self.guess_told, true);
        let guess = matches!(self.game, RequestedVariant::Unsaid) && !told;
        guess.then(|| format!("UCI_Variant was not set: this is {}", variant.id))
    }

    /// Notes that a `bestmove` is due once an infinite or pondering search is stopped.
    pub fn owe(&mut self) {
        self.owed = true;
    }

    /// The `bestmove` that is due when such a search ends, if any.
    pub fn due(&mut self) -> Option<&'static str> {
        std::mem::take(&mut self.owed).then_some(NO_MOVE)
    }
}
