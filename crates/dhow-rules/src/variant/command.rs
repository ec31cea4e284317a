//! Command rules: games with several moves a turn, each made by a piece that a leader activates.

use super::Variant;
use crate::pieces::Letter;
use std::sync::Arc;

/// The greatest number of leaders of a side.
pub const MAX_LEADERS: usize = 8;

/// The greatest number of activations that a leader may have in a turn.
pub const MAX_ACTIVATIONS: u8 = 2;

/// Which pieces a leader may activate, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leader {
    /// The letter of the leader's kind.
    pub letter: Letter,
    /// The number of pieces that it may activate in a turn.
    pub activations: u8,
    /// The greatest distance of the pieces it may activate, in King steps. It may always activate
    /// itself.
    pub range: u8,
    /// The letters of the kinds that it may activate within its range; `None` for all kinds.
    pub within: Option<String>,
    /// The letters of the kinds that it may activate on any square that it could move to, at any
    /// distance.
    pub reached: String,
}

/// An optional rule of a game, off by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CommandOption {
    /// A Chieftain and a Shaman next to it may exchange squares.
    Exchange,
    /// Scouts move without being activated.
    FreeScouts,
}

impl CommandOption {
    /// All optional rules.
    pub const ALL: [Self; 2] = [Self::Exchange, Self::FreeScouts];

    /// The name on the command line and in protocols.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            Self::FreeScouts => "free-scouts",
        }
    }
}

/// The command rules of a game. A set of moves is a legal turn if each piece moved can be assigned
/// to a leader's activation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// The leaders. A side whose last leader is captured has lost.
    pub leaders: Vec<Leader>,
    /// The letters of the leader and its neighbour that [`CommandOption::Exchange`] lets exchange
    /// squares; `None` if the game does not have that option.
    pub exchange: Option<(Letter, Letter)>,
    /// The letter of the kind that [`CommandOption::FreeScouts`] frees; `None` if the game does not
    /// have that option.
    pub free: Option<Letter>,
    /// The options that are on, sorted.
    pub on: Vec<CommandOption>,
}

impl Command {
    /// The options that the game has, on or off.
    pub fn options(&self) -> impl Iterator<Item = CommandOption> + '_ {
        CommandOption::ALL.into_iter().filter(|option| match option {
            CommandOption::Exchange => self.exchange.is_some(),
            CommandOption::FreeScouts => self.free.is_some(),
        })
    }

    /// Whether an option is on.
    pub fn is_on(&self, option: CommandOption) -> bool {
        self.on.contains(&option)
    }
}

/// The error for an option that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variant} has no option `{name}`{known}")]
pub struct OptionError {
    /// The id of the game.
    pub variant: String,
    /// The unknown name.
    pub name: String,
    /// The known names, as the end of the message.
    known: String,
}

impl Variant {
    /// The optional rules that the game has, on or off.
    pub fn options(&self) -> Vec<CommandOption> {
        self.command.iter().flat_map(Command::options).collect()
    }

    /// Whether an optional rule is on.
    pub fn option(&self, option: CommandOption) -> bool {
        self.command.as_ref().is_some_and(|command| command.is_on(option))
    }

    /// Finds an optional rule of the game by its name.
    pub fn find_option(&self, name: &str) -> Result<CommandOption, OptionError> {
        let options = self.options();
        options.iter().copied().find(|option| option.name() == name).ok_or_else(|| {
            let names: Vec<&str> = options.iter().map(|option| option.name()).collect();
            let known = match names[..] {
                [] => String::new(),
                _ => format!("; it has {}", names.join(", ")),
            };
            OptionError { variant: self.id.clone(), name: name.into(), known }
        })
    }

    /// The same game with exactly these optional rules on. Rules that the game does not have are
    /// ignored.
    pub fn with_options(&self, on: &[CommandOption]) -> Variant {
        let mut variant = self.clone();
        let mut on: Vec<CommandOption> =
            self.options().into_iter().filter(|option| on.contains(option)).collect();
        on.sort();
        if let Some(command) = &mut variant.command {
            command.on = on;
        }
        variant
    }

    /// The same game with exactly the optional rules of these names on. Returns the shared game
    /// itself if nothing changes. Fails if the game does not have one of the names.
    ///
    /// ```
    /// use dhow_rules::variant::find;
    ///
    /// let chieftain = find("chieftain").expect("a built-in game");
    /// let game = chieftain.with_option_names(["free-scouts"])?;
    /// assert_eq!(game.title(), "chieftain with free-scouts");
    /// # Ok::<(), dhow_rules::variant::OptionError>(())
    /// ```
    pub fn with_option_names<'a>(
        self: &Arc<Variant>,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Arc<Variant>, OptionError> {
        let names = names.into_iter().map(|name| self.find_option(name));
        let on = names.collect::<Result<Vec<_>, _>>()?;
        let same = self.options().iter().all(|option| self.option(*option) == on.contains(option));
        Ok(if same { self.clone() } else { Arc::new(self.with_options(&on)) })
    }

    /// The names of the optional rules that are on.
    pub fn option_names(&self) -> Vec<&'static str> {
        self.command.iter().flat_map(|command| &command.on).map(|option| option.name()).collect()
    }

    /// The game's id, followed by the optional rules that are on. For messages.
    pub fn title(&self) -> String {
        match &self.option_names()[..] {
            [] => self.id.clone(),
            names => format!("{} with {}", self.id, names.join(" and ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::find;

    #[test]
    fn switches_by_name() {
        let chieftain = find("chieftain").expect("a built-in game");
        let both = chieftain.with_option_names(["free-scouts", "exchange"]).expect("its options");
        assert_eq!(both.title(), "chieftain with exchange and free-scouts");
        assert_eq!(chieftain.title(), "chieftain");
        assert!(Arc::ptr_eq(
            &both,
            &both.with_option_names(both.option_names()).expect("the same")
        ));
        assert_eq!(&both.with_option_names([]).expect("none"), chieftain);
        let refused = |id, name: &str| {
            let game = find(id).expect("a built-in game");
            game.with_option_names([name]).expect_err("no such option").to_string()
        };
        assert_eq!(
            refused("chieftain", "leader2"),
            "chieftain has no option `leader2`; it has exchange, free-scouts"
        );
        assert_eq!(
            refused("grand-chieftain", "exchange"),
            "grand-chieftain has no option `exchange`; it has free-scouts"
        );
        assert_eq!(refused("maasai", "exchange"), "maasai has no option `exchange`");
    }
}
