//! The built-in weights, and which of them a game has.

use super::WeightList;
use dhow_rules::variant::Variant;
use once_cell::sync::Lazy;

/// The weights of one game of `share/variants`.
struct OwnWeights {
    id: &'static str,
    squares: usize,
    list: Lazy<WeightList>,
}

static ALL_GAMES: Lazy<WeightList> = Lazy::new(|| read(include_str!("all-games.txt")));
static LEADER_GAMES: Lazy<WeightList> = Lazy::new(|| read(include_str!("leader-games.txt")));

/// The weights in the file with the id of a game.
macro_rules! own {
    ($id:literal, $squares:literal) => {
        OwnWeights {
            id: $id,
            squares: $squares,
            list: Lazy::new(|| {
                let own = read(include_str!(concat!($id, ".txt")));
                WeightList::built_in().clone().overlaid_by(&own)
            }),
        }
    };
}

static OWN: [OwnWeights; 4] =
    [own!("chess", 64), own!("capablanca", 80), own!("shako", 100), own!("grand", 100)];

fn read(text: &str) -> WeightList {
    match text.parse() {
        Ok(list) => list,
        Err(error) => panic!("the built-in weights: {error}"),
    }
}

impl WeightList {
    /// The weights of games of one move a turn that have none of their own.
    ///
    /// # Panics
    /// If the built-in file is invalid, which a test excludes.
    pub fn built_in() -> &'static Self {
        &ALL_GAMES
    }

    /// The weights of games with leaders, where pieces have other values than in games of one move a turn.
    ///
    /// # Panics
    /// If the built-in file is invalid, which a test excludes.
    pub fn of_leaders() -> &'static Self {
        &LEADER_GAMES
    }

    /// The weights of a game: its own, if its id has some for a board of this many squares.
    ///
    /// # Panics
    /// If a built-in file is invalid, which a test excludes.
    pub fn for_game(variant: &Variant) -> &'static Self {
        if variant.command.is_some() {
            return Self::of_leaders();
        }
        let own = OWN.iter().find(|own| own.id == variant.id && own.squares == variant.squares());
        own.map_or(Self::built_in(), |own| &own.list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::{ONE_MOVE_GAMES, find};

    /// Whether a game has the weights with this id.
    fn has_those_of(variant: &Variant, id: &str) -> bool {
        let own = OWN.iter().find(|own| own.id == id).expect("weights of this name");
        std::ptr::eq(WeightList::for_game(variant), &*own.list)
    }

    #[test]
    fn shipped_games_have_weights_of_their_own() {
        for own in &OWN {
            let variant = find(own.id).expect("a shipped game");
            assert_eq!(variant.squares(), own.squares, "{}", own.id);
            assert!(has_those_of(variant, own.id), "{}", own.id);
            let mut with_places = own.list.clone();
            with_places.make_places(&variant.pieces);
            assert_eq!(with_places, *own.list, "{}: a piece without weights", own.id);
        }
        let others = ["courier", "gigachess", "terachess"].map(|id| find(id).expect("a game"));
        for variant in ONE_MOVE_GAMES.iter().chain(others) {
            let list = WeightList::for_game(variant);
            assert!(std::ptr::eq(list, WeightList::built_in()), "{}", variant.id);
        }
        let leaders = find("chieftain").expect("a game with leaders");
        assert!(std::ptr::eq(WeightList::for_game(leaders), WeightList::of_leaders()));
    }

    #[test]
    fn other_games_share_weights() {
        let named = |id: &str, name: &str| Variant {
            id: name.into(),
            ..Variant::clone(find(id).expect("a game"))
        };
        for other in [named("capablanca", "caravan"), named("grand", "chess")] {
            let list = WeightList::for_game(&other);
            assert!(std::ptr::eq(list, WeightList::built_in()), "{}", other.id);
        }
        assert!(has_those_of(&named("chess", "chess"), "chess"));
    }
}
