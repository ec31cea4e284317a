//! An analysis: a tree of moves. Each page that looks at it may have an engine.

mod annotation;
mod saved;
mod signs;
#[cfg(test)]
mod tests;
mod text;
mod thinking;
mod tree;

use annotation::Annotation;
pub use saved::{FORMAT, SavedAnalysis};
pub use text::{Read, read, written};
pub use tree::{ROOT, Restored, Tree};

use super::keeper::Keeper;
use super::message::{Chapter, Code, Eval, NodeId, Reply, Request};
use super::order::{Attendance, ClientId, RequestResult, SessionMessage};
use super::pages::Pages;
use super::reach;
use super::session::{AGAIN, NEWS, REST, SessionHandler, SessionResources};
use super::view;
use super::visitor::WebVisitor;
use dhow_engine::clock::Instant;
use dhow_play::pgn::nag_of;
use std::sync::mpsc::Sender;
use std::time::Duration;
use thinking::PageAnalysis;

/// The maximum number of moves in a `grow` request.
const MOST_AT_ONCE: usize = 100;

/// An analysis and its pages.
pub struct Analysis {
    id: String,
    /// The visitor who started or opened it.
    visitor: WebVisitor,
    tree: Tree,
    tags: Vec<(String, String)>,
    left_out: Vec<String>,
    shared: SessionResources,
    pages: Pages,
    keeper: Keeper,
    looking: Vec<PageAnalysis>,
    annotation: Option<Annotation>,
    searches: u64,
    attendance: Attendance,
    orders: Sender<SessionMessage>,
    /// Whether there are evaluations that are not saved yet.
    learned: bool,
}

impl Analysis {
    /// A new session.
    pub fn new(
        id: String,
        visitor: WebVisitor,
        read: Read,
        shared: SessionResources,
        orders: Sender<SessionMessage>,
        attendance: Attendance,
    ) -> Self {
        Self {
            keeper: Keeper::new(id.clone(), visitor, shared.store.clone(), attendance.clone()),
            id,
            visitor,
            tree: read.tree,
            tags: read.tags,
            left_out: read.left_out,
            shared,
            pages: Pages::default(),
            looking: Vec::new(),
            annotation: None,
            searches: 0,
            attendance,
            orders,
            learned: false,
        }
    }

    /// Notes that the analysis is saved in its current state.
    pub fn kept(mut self) -> Self {
        self.keeper.found(&SavedAnalysis::of(&self.tree, &self.tags));
        self
    }

    /// Saves the analysis at once.
    pub fn written(mut self) -> Self {
        self.keep();
        self
    }

    fn answer(&mut self, client: ClientId, request: Request) {
        // Earlier news of the annotation go out first.
        if self.annotation.as_ref().is_some_and(Annotation::has_news) {
            self.tell_annotation();
        }
        let refused = match request {
            Request::Grow { node, moves } => self.grow(client, node, &moves),
            Request::Look { node } => self.tree.place(node).map(|place| {
                self.pages.send(client, &Reply::Place(place));
            }),
            Request::Prune { node } => self.prune(node),
            Request::Restore {} => self.restore(client),
            Request::Promote { node } => self.tree.promote(node).map(|changed| {
                let orders = changed.into_iter().filter_map(|at| self.order(at)).collect();
                self.publish(orders);
            }),
            Request::Comment { node, text, was } => self.comment(node, &text, was.as_deref()),
            Request::Sign { node, sign } => self.sign(node, &sign),
            Request::Search { node, lines } => self.search(client, node, lines),
            Request::Annotate { node, on, effort } => self.annotate(node, on, effort),
            Request::Inspect { ply, square } => self.inspect(client, ply, &square),
            Request::Picture { ply, flipped } => self.tell_picture(client, ply, flipped),
            Request::Pgn {} => self.tell_pgn(client),
            Request::Courier { node } => text::courier(&self.tree, &self.tags, node).map(|text| {
                self.pages.send(client, &Reply::Pgn { text });
            }),
            // Requests for a game, or without one.
            _ => Err((Code::Stale, "this is an analysis, not a game".into())),
        };
        if let Err((code, text)) = refused {
            self.pages.send(client, &Reply::error(code, text));
        }
    }

    fn grow(&mut self, client: ClientId, node: NodeId, moves: &[String]) -> RequestResult {
        if moves.len() > MOST_AT_ONCE {
            return Err((Code::TooLong, format!("at most {MOST_AT_ONCE} moves at once")));
        }
        let (last, grown) = self.tree.play(node, moves)?;
        let nodes: Vec<_> = grown.into_iter().filter_map(|id| self.tree.told(id)).collect();
        if !nodes.is_empty() {
            self.publish(vec![Reply::Grown { nodes }]);
        }
        self.pages.send(client, &Reply::Went { node: last });
        Ok(())
    }

    fn prune(&mut self, node: NodeId) -> RequestResult {
        let before = self.tree.prune(node)?;
        let gone: Vec<ClientId> = self
            .looking
            .iter()
            .filter(|looking| self.tree.entry(looking.node).is_err())
            .map(|looking| looking.client)
            .collect();
        gone.into_iter().for_each(|client| self.end_search(client));
        self.end_annotation();
        let order = self.order(before);
        self.publish(order.into_iter().collect());
        Ok(())
    }

    /// Restores the last deleted moves, and lets the page go there.
    fn restore(&mut self, client: ClientId) -> RequestResult {
        let Restored { before, nodes } = self.tree.restore()?;
        let first = nodes.first().copied().unwrap_or(before);
        let nodes = nodes.into_iter().filter_map(|id| self.tree.told(id)).collect();
        let order = self.order(before);
        self.publish([Reply::Grown { nodes }].into_iter().chain(order).collect());
        self.pages.send(client, &Reply::Went { node: first });
        Ok(())
    }

    /// The message with the moves after a position.
    fn order(&self, node: NodeId) -> Option<Reply> {
        let children = self.tree.entry(node).ok()?.children.clone();
        Some(Reply::Order { node, children })
    }

    fn comment(&mut self, node: NodeId, text: &str, was: Option<&str>) -> RequestResult {
        if was.is_some_and(|was| self.tree.entry(node).is_ok_and(|entry| entry.comment != was)) {
            return Err((Code::Stale, "another page has changed this comment meanwhile".into()));
        }
        let text: String =
            text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        self.tree.set_comment(node, text.trim())?;
        let text = self.tree.entry(node)?.comment.clone();
        self.publish(vec![Reply::Commented { node, text }]);
        Ok(())
    }

    fn sign(&mut self, node: NodeId, sign: &str) -> RequestResult {
        if !sign.is_empty() && nag_of(sign).is_none() {
            return Err((Code::Malformed, "there is no such sign".into()));
        }
        if node == ROOT {
            return Err((Code::Stale, "there is no move to sign".into()));
        }
        self.tree.set_sign(node, sign)?;
        let entry = self.tree.entry(node)?;
        let sign = signs::shown(&entry.sign, &entry.nags);
        self.publish(vec![Reply::Signed { node, sign }]);
        Ok(())
    }

    fn inspect(&mut self, client: ClientId, node: usize, square: &str) -> RequestResult {
        let game = self.tree.game(NodeId::try_from(node).unwrap_or(NodeId::MAX))?;
        self.pages.send(client, &reach::told(&game, node, square)?);
        Ok(())
    }

    fn tell_picture(&mut self, client: ClientId, node: usize, flipped: bool) -> RequestResult {
        let game = self.tree.game(NodeId::try_from(node).unwrap_or(NodeId::MAX))?;
        self.pages.send(client, &view::picture(&game, flipped));
        Ok(())
    }

    fn tell_pgn(&mut self, client: ClientId) -> RequestResult {
        let text = text::written(&self.tree, &self.tags);
        let text = text.map_err(|text| (Code::Config, text))?;
        self.pages.send(client, &Reply::Pgn { text });
        Ok(())
    }

    /// Notes the evaluation of a position.
    fn learn(&mut self, node: NodeId, eval: &Eval) -> bool {
        let better = self.tree.set_eval(node, eval);
        self.learned |= better;
        better
    }

    fn welcome(&mut self, client: ClientId) {
        let root = self.tree.entry(ROOT).ok().cloned();
        let nodes = self.tree.in_order().into_iter().filter_map(|id| self.tree.told(id)).collect();
        let analysis = Reply::Analysis {
            id: self.id.clone(),
            variant: self.tree.variant().id.clone(),
            options: self.tree.variant().option_names().iter().map(ToString::to_string).collect(),
            start: self.tree.start().start_fen().into(),
            tags: self.tags.clone(),
            comment: root.as_ref().map(|root| root.comment.clone()).unwrap_or_default(),
            eval: root.and_then(|root| root.eval),
            nodes,
            tallies: self.tree.tallies,
            left_out: self.left_out.clone(),
        };
        self.pages.send(client, &analysis);
        self.tell_annotation_to(client);
        if let Some(news) = self.keeper.trouble() {
            self.pages.send(client, &news);
        }
    }

    /// Sends all pages a change. The analysis is saved before the pages get it, or they get a message that
    /// saving has failed.
    fn publish(&mut self, replies: Vec<Reply>) {
        self.learned = false;
        let news = self.keeper.save(&SavedAnalysis::of(&self.tree, &self.tags));
        replies.iter().chain(&news).for_each(|reply| self.pages.send_all(reply));
    }

    fn keep(&mut self) {
        self.publish(Vec::new());
    }
}

impl SessionHandler for Analysis {
    fn attendance(&self) -> &Attendance {
        &self.attendance
    }

    fn deadline(&self) -> Option<Instant> {
        let now = Instant::now();
        let of_search = |looking: &PageAnalysis| match (&looking.engine, looking.news) {
            _ if looking.over && !looking.news => None,
            (None, _) if !looking.over => Some(now + AGAIN),
            (_, true) => Some(looking.told + NEWS),
            _ => Some(now + Duration::from_secs(1)),
        };
        let searches = self.looking.iter().filter_map(of_search).min();
        let annotation = self.annotation.as_ref();
        let rest =
            self.attendance.since().filter(|_| annotation.is_some()).map(|since| since + REST);
        let annotation = annotation.and_then(|annotation| annotation.deadline(now, AGAIN));
        [searches, annotation, rest, self.keeper.retry()].into_iter().flatten().min()
    }

    fn hear(&mut self, order: SessionMessage) {
        match order {
            SessionMessage::Join { client, outbox } => {
                self.pages.join(client, outbox);
                self.attendance.set(None);
                self.welcome(client);
                self.resume_annotation();
            }
            SessionMessage::Leave { client } => {
                self.pages.leave(client);
                self.end_search(client);
                self.shared.engines.forget(&self.engine_name(client));
                if self.learned {
                    self.save();
                }
            }
            SessionMessage::Ask { client, request } => self.answer(client, request),
            SessionMessage::News { search, event } => self.hear_news(search, event),
            SessionMessage::Judged { number, judgement } => self.hear_judgement(number, judgement),
            SessionMessage::Chapter(chapter) => {
                if Chapter::of(&self.tags) != chapter {
                    Chapter::set(chapter.as_ref(), &mut self.tags);
                    self.publish(vec![Reply::Tagged { tags: self.tags.clone() }]);
                }
            }
            SessionMessage::Unkept(why) => {
                let news = self.keeper.lost(why);
                news.iter().for_each(|news| self.pages.send_all(news));
            }
            SessionMessage::Copy { .. } | SessionMessage::Stop => {}
        }
    }

    fn tick(&mut self) {
        let now = Instant::now();
        if self.pages.is_empty() {
            let since = self.attendance.since().unwrap_or(now);
            self.attendance.set(Some(since));
            // A page that read too slowly was dropped without `Leave`.
            self.end_searches();
            if now.saturating_duration_since(since) >= REST {
                self.rest_annotation();
            }
        }
        if self.keeper.retry().is_some_and(|at| now >= at) {
            self.keep();
        }
        self.look_after_searches(now);
        self.go_on_with_annotation(now);
    }

    fn rest(&mut self) {
        self.end_searches();
        self.rest_annotation();
    }

    fn save(&mut self) -> bool {
        // An analysis without changes is not saved.
        if self.keeper.has_begun() {
            self.keep();
        }
        !self.keeper.would_be_lost()
    }
}
