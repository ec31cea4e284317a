//! The engine's analysis of a position for a page.

use super::Analysis;
use crate::engines::{Asker, LentEngine, Purpose};
use crate::lines::{self, best_line};
use crate::message::{AnalysisState, BestLine, Eval, MOST_LINES, NodeId, Reply};
use crate::order::{ClientId, RequestResult, SessionMessage};
use crate::session::NEWS;
use dhow_engine::clock::Instant;
use dhow_engine::search::{Bound, Limits, PvInfo, SearchEvent};
use dhow_rules::game::Game;
use std::time::Duration;

/// The maximum time of a search.
const LONGEST: Duration = Duration::from_secs(600);

/// A page's analysis of a position.
pub struct PageAnalysis {
    pub client: ClientId,
    /// The name under which it borrows an engine.
    pub name: String,
    pub node: NodeId,
    /// The game at the node.
    pub game: Game,
    pub lines: usize,
    /// The number of its search, and the engine.
    pub engine: Option<(u64, Box<dyn LentEngine>)>,
    /// When it last got an engine.
    pub since: Instant,
    /// How long it had searched before that.
    pub before: Duration,
    /// Whether it has ended.
    pub over: bool,
    depth: u32,
    nodes: u64,
    nps: u64,
    best: Vec<Option<BestLine>>,
    /// Whether there are news for the page, and when the page last got some.
    pub news: bool,
    pub told: Instant,
}

impl PageAnalysis {
    /// An analysis that has not started.
    pub fn new(client: ClientId, name: String, node: NodeId, game: Game, lines: usize) -> Self {
        let now = Instant::now();
        Self {
            client,
            name,
            node,
            game,
            lines,
            engine: None,
            since: now,
            before: Duration::ZERO,
            over: false,
            depth: 0,
            nodes: 0,
            nps: 0,
            best: Vec::new(),
            news: true,
            told: now,
        }
    }

    /// Handles a line. Returns the evaluation of the position if it is the best line and its score is exact.
    pub fn hear(&mut self, line: &PvInfo) -> Option<Eval> {
        let told = best_line(&self.game, line);
        let eval = told.eval.clone();
        let place = line.rank.max(1) - 1;
        if self.best.len() <= place {
            self.best.resize(place + 1, None);
        }
        self.best[place] = Some(told);
        (self.depth, self.nodes, self.nps) = (line.depth, line.nodes, line.nps());
        self.news = true;
        (place == 0 && line.bound == Bound::Exact).then_some(eval)
    }

    /// The message for the page.
    pub fn reply(&mut self) -> Reply {
        self.news = false;
        self.told = Instant::now();
        let state = match (&self.engine, self.over) {
            (_, true) => AnalysisState::Over,
            (Some(_), _) => AnalysisState::Running,
            (None, _) => AnalysisState::Waiting,
        };
        Reply::Lines {
            node: self.node,
            state,
            depth: self.depth,
            nodes: self.nodes,
            nps: self.nps,
            lines: self.best.iter().flatten().cloned().collect(),
        }
    }
}

impl Analysis {
    /// Starts, changes or ends a page's search.
    pub(super) fn search(&mut self, client: ClientId, node: NodeId, lines: usize) -> RequestResult {
        if lines == 0 {
            self.end_search(client);
            return Ok(());
        }
        let game = self.tree.game(node)?;
        let name = self.engine_name(client);
        let mut new = PageAnalysis::new(client, name, node, game, lines.min(MOST_LINES));
        if let Some(outcome) = new.game.outcome() {
            self.end_search(client);
            self.learn(node, &lines::ended(outcome));
            new.over = true;
            self.pages.send(client, &new.reply());
            return Ok(());
        }
        let place = self.looking.iter().position(|looking| looking.client == client);
        let engine = place.and_then(|place| self.looking.swap_remove(place).engine);
        match engine {
            // The engine keeps its hash table.
            Some((_, engine)) => {
                new.engine = Some((0, engine));
                self.start(&mut new);
            }
            None => drop(self.lend(&mut new)),
        }
        self.pages.send(client, &new.reply());
        self.looking.push(new);
        Ok(())
    }

    /// Borrows an engine if one is free.
    fn lend(&mut self, looking: &mut PageAnalysis) -> bool {
        let asker =
            Asker { name: looking.name.clone(), visitor: self.visitor, purpose: Purpose::Analysis };
        let Some(engine) = self.shared.engines.lend(&asker) else { return false };
        looking.engine = Some((0, engine));
        self.start(looking);
        true
    }

    /// Starts the search of an analysis that has an engine.
    fn start(&mut self, looking: &mut PageAnalysis) {
        self.searches += 1;
        let (search, orders) = (self.searches, self.orders.clone());
        let limits = Limits { infinite: true, multi_pv: looking.lines, ..Limits::default() };
        if let Some((number, engine)) = &mut looking.engine {
            *number = search;
            looking.since = Instant::now();
            let report = move |event| {
                // A session that is over does not receive.
                let _ = orders.send(SessionMessage::News { search, event });
            };
            engine.start(&looking.game, limits, Box::new(report));
        }
    }

    /// Returns the engine of an analysis.
    fn take_back(&self, looking: &mut PageAnalysis) {
        self.shared.engines.withdraw(&looking.name);
        if let Some((_, engine)) = looking.engine.take() {
            looking.before += looking.since.elapsed();
            self.shared.engines.give_back(&looking.name, engine);
        }
    }

    /// The name under which a page's engine is borrowed.
    pub(super) fn engine_name(&self, client: ClientId) -> String {
        format!("{}/{client}", self.id)
    }

    /// Ends the search of a page.
    pub(super) fn end_search(&mut self, client: ClientId) {
        let place = self.looking.iter().position(|looking| looking.client == client);
        if let Some(place) = place {
            let mut looking = self.looking.swap_remove(place);
            self.take_back(&mut looking);
        }
    }

    pub(super) fn end_searches(&mut self) {
        let clients: Vec<ClientId> = self.looking.iter().map(|looking| looking.client).collect();
        clients.into_iter().for_each(|client| self.end_search(client));
    }

    pub(super) fn hear_news(&mut self, search: u64, event: SearchEvent) {
        let own = |looking: &&mut PageAnalysis| {
            looking.engine.as_ref().is_some_and(|(number, _)| *number == search)
        };
        // Events of searches that were replaced are ignored.
        if let Some(looking) = self.looking.iter_mut().find(own)
            && let SearchEvent::Line(line) = event
            && let Some(eval) = looking.hear(&line)
        {
            let node = looking.node;
            self.learn(node, &eval);
        }
    }

    /// Borrows engines for waiting analyses, returns those that were used for long, and sends news.
    pub(super) fn look_after_searches(&mut self, now: Instant) {
        let mut looking = std::mem::take(&mut self.looking);
        for one in looking.iter_mut().filter(|one| !one.over) {
            let since = now.saturating_duration_since(one.since);
            let has = one.engine.is_some();
            if has && one.before + since >= LONGEST {
                self.take_back(one);
                (one.over, one.news) = (true, true);
            } else if has && self.shared.engines.is_wanted(&one.name) {
                self.take_back(one);
                one.news = true;
            } else if !has {
                one.news |= self.lend(one);
            }
        }
        for one in looking.iter_mut().filter(|one| one.news && now >= one.told + NEWS) {
            let reply = one.reply();
            self.pages.offer(Some(one.client), &reply);
        }
        self.looking = looking;
    }
}
