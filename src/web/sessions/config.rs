//! The configuration of new games.

use super::Sessions;
use crate::web::check::LONGEST_FEN;
use crate::web::engines::{Asker, Purpose};
use crate::web::message::GameConfig;
use crate::web::table::Table;
use crate::web::visitor::WebVisitor;
use dhow_lab::ranking::promising;
use dhow_play::time_control::TimeControl;
use dhow_rules::game::Game;
use dhow_rules::variant::{Setup, Variant};
use std::sync::Arc;
use std::time::Duration;

/// Limits of time controls: a quarter of an hour per turn, and a day per game.
const LONGEST_TURN: Duration = Duration::from_secs(15 * 60);
const LONGEST_GAME: Duration = Duration::from_secs(24 * 60 * 60);
/// The maximum number of nodes per turn, which take about as long on most machines.
const MOST_NODES: u64 = 500_000_000;

/// The word for a setup that the engine chooses.
const ENGINE: &str = "engine";

impl Sessions {
    /// A variant with these options on.
    pub fn variant(&self, id: &str, options: &[String]) -> Result<Arc<Variant>, String> {
        let catalogue = self.catalogue();
        let variant = catalogue.find(id).ok_or("there is no such game")?;
        let names = options.iter().map(String::as_str);
        variant.with_option_names(names).map_err(|error| error.to_string())
    }

    /// A new game with this configuration, if it is valid.
    pub(super) fn table(
        &self,
        visitor: WebVisitor,
        mut config: GameConfig,
    ) -> Result<Table, String> {
        let TimeControl { time, nodes, .. } = config.pace;
        let longest = if time.is_clock() { LONGEST_GAME } else { LONGEST_TURN };
        let within = |first: Duration| !first.is_zero() && first <= longest;
        if nodes.is_some_and(|nodes| !(1..=MOST_NODES).contains(&nodes)) {
            return Err(format!("a turn may take from 1 to {MOST_NODES} nodes"));
        }
        if !time.first().is_none_or(within) || time.gain() > LONGEST_TURN {
            return Err("the pace is out of range".into());
        }
        config.options.sort();
        config.options.dedup();
        let variant = self.variant(&config.variant, &config.options)?;
        let game = match (&config.fen, config.setup.as_deref()) {
            (Some(_), Some(_)) => return Err("a position has no setup".into()),
            (fen, None) => position(&variant, fen.as_deref())?,
            (None, Some(code)) => {
                let setup = self.setup(visitor, &variant, code)?;
                config.setup = Some(setup.name());
                Game::with_setup(&variant, &setup)
            }
        };
        Ok(Table::new(config, game))
    }

    fn setup(
        &self,
        visitor: WebVisitor,
        variant: &Arc<Variant>,
        code: &str,
    ) -> Result<Setup, String> {
        if variant.setup.is_empty() || code.len() > 64 {
            return Err("there is no such setup".into());
        }
        if code != ENGINE {
            return Setup::choose(variant, code).map_err(|error| error.to_string());
        }
        // The search is short enough to be worth waiting for a free engine.
        let asker = Asker { name: ENGINE.into(), visitor, purpose: Purpose::Game };
        match self.shared.engines.lend(&asker) {
            Some(mut engine) => {
                let setup = promising(variant, &mut engine);
                self.shared.engines.give_back(ENGINE, engine);
                self.shared.engines.forget(ENGINE);
                Ok(setup)
            }
            None => {
                self.shared.engines.withdraw(ENGINE);
                Ok(Setup::random(variant))
            }
        }
    }
}

/// A game from a FEN, or from the start array.
pub(super) fn position(variant: &Arc<Variant>, fen: Option<&str>) -> Result<Game, String> {
    match fen {
        Some(fen) if fen.len() > LONGEST_FEN => Err("FEN: too long".into()),
        Some(fen) => Game::from_fen(variant, fen).map_err(|error| format!("FEN: {error}")),
        None => Ok(Game::new(variant)),
    }
}
