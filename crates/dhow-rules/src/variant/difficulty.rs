//! How hard a game is to begin with.

/// How hard a game is to begin with, for people who play chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difficulty {
    /// Few new pieces or rules, learned while playing.
    Easy,
    /// New pieces or rules that must be learned first.
    Medium,
    /// Many new pieces or rules, best after an easier game of the same family.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Its name in variant files and messages.
    ///
    /// ```
    /// use dhow_rules::variant::Difficulty;
    ///
    /// assert_eq!(Difficulty::Easy.name(), "easy");
    /// assert_eq!(Difficulty::named("easy"), Some(Difficulty::Easy));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The one with this name; `None` for any other text.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}
