//! Annotating a line: the engine's judgement of its turns, and better turns.

use super::tree::UnfinishedAnnotation;
use super::{Analysis, ROOT, signs};
use crate::engines::{AnnotationTask, Asker, LentEngine, Purpose};
use crate::lines;
use crate::message::{AnalysisState, Annotated, AnnotationEffort, Code, Judged, NodeId, Reply};
use crate::order::{ClientId, RequestResult, SessionMessage};
use crate::session::NEWS;
use dhow_engine::clock::Instant;
use dhow_engine::eval::Score;
use dhow_engine::search::Limits;
use dhow_play::annotate::{ANNOTATOR, Judgement, tally_of};
use dhow_rules::game::{Game, Turn};
use dhow_rules::pieces::Color;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Limits of an [`AnnotationEffort`].
const LONGEST_MS: u32 = 60_000;
const DEEPEST: u32 = 64;
const MOST_NODES: u32 = 50_000_000;

/// How often the judgements of an annotation are saved.
const KEEP: Duration = Duration::from_secs(2);

/// A line that is being annotated.
pub struct Annotation {
    name: String,
    /// The number of this annotation; messages with other numbers are ignored.
    number: u64,
    /// The positions after its turns.
    ends: Vec<NodeId>,
    game: Game,
    limits: Limits,
    state: AnalysisState,
    /// The losses of winning chances of the judged turns, in percentage points.
    losses: Vec<f64>,
    /// Positions with judgements, and new positions, that the pages do not know yet.
    judged: Vec<NodeId>,
    grown: Vec<NodeId>,
    told: Instant,
    kept: Instant,
    stop: Arc<AtomicBool>,
}

impl Annotation {
    /// Whether there are news for the pages.
    pub fn has_news(&self) -> bool {
        !self.judged.is_empty()
    }

    /// When the next action is due.
    pub fn deadline(&self, now: Instant, again: Duration) -> Option<Instant> {
        match self.state {
            AnalysisState::Waiting => Some(now + again),
            _ => self.has_news().then_some(self.told + NEWS),
        }
    }
}

impl Analysis {
    /// Starts the annotation of the line through a node, or stops it.
    pub(super) fn annotate(
        &mut self,
        node: NodeId,
        on: bool,
        effort: AnnotationEffort,
    ) -> RequestResult {
        if !on {
            self.end_annotation();
            return Ok(());
        }
        self.begin(UnfinishedAnnotation { node, effort, losses: Vec::new() })
    }

    /// Goes on with an annotation that was interrupted.
    pub(super) fn resume_annotation(&mut self) {
        if self.annotation.is_none()
            && let Some(unfinished) = self.tree.unfinished.take()
        {
            // What has become invalid is forgotten.
            let _ = self.begin(unfinished);
        }
    }

    fn begin(&mut self, unfinished: UnfinishedAnnotation) -> RequestResult {
        let UnfinishedAnnotation { node, effort, losses } = unfinished;
        let limits = limits(effort).ok_or((Code::Config, "the effort is out of range".into()))?;
        let line = self.tree.line_through(node)?;
        let game = self.tree.game(line.last().copied().unwrap_or(ROOT))?;
        let ends = |id: &NodeId| self.tree.entry(*id).is_ok_and(|entry| entry.ends_turn);
        let ends: Vec<NodeId> = line.into_iter().filter(ends).take(game.turns_made()).collect();
        let Some(&last) = ends.last().filter(|_| losses.len() <= ends.len()) else {
            return Err((Code::Stale, "there is no turn to annotate".into()));
        };
        self.end_annotation();
        self.searches += 1;
        self.tree.unfinished =
            Some(UnfinishedAnnotation { node: last, effort, losses: losses.clone() });
        self.annotation = Some(Annotation {
            name: format!("{}/annotation", self.id),
            number: self.searches,
            ends,
            game,
            limits,
            state: AnalysisState::Waiting,
            losses,
            judged: Vec::new(),
            grown: Vec::new(),
            told: Instant::now(),
            kept: Instant::now(),
            stop: Arc::default(),
        });
        self.go_on_with_annotation(Instant::now());
        self.tell_annotation();
        // From now on it goes on wherever the analysis is opened.
        self.keep();
        Ok(())
    }

    /// Ends the annotation, complete or not. Its judgements stay.
    pub(super) fn end_annotation(&mut self) {
        let Some(annotation) = &mut self.annotation else { return };
        annotation.stop.store(true, Relaxed);
        annotation.state = AnalysisState::Over;
        self.shared.engines.withdraw(&annotation.name);
        let judged = !annotation.losses.is_empty();
        let unfinished = self.tree.unfinished.take();
        if judged || unfinished.is_some() && self.keeper.has_begun() {
            self.keep();
        }
        self.tell_annotation();
        self.annotation = None;
    }

    /// Interrupts the annotation, which goes on when a page looks at the analysis again.
    pub(super) fn rest_annotation(&mut self) {
        let Some(annotation) = &mut self.annotation else { return };
        annotation.stop.store(true, Relaxed);
        self.shared.engines.withdraw(&annotation.name);
        self.annotation = None;
        self.keep();
    }

    /// Starts if an engine is free, and sends news.
    pub(super) fn go_on_with_annotation(&mut self, now: Instant) {
        let Some(annotation) = &mut self.annotation else { return };
        if annotation.state == AnalysisState::Waiting
            && let Some(engine) = self.shared.engines.lend(&Asker {
                name: annotation.name.clone(),
                visitor: self.visitor,
                purpose: Purpose::Annotation,
            })
        {
            annotation.state = AnalysisState::Running;
            if !self.begin_annotation(engine) {
                return self.end_annotation();
            }
            self.tell_annotation();
        } else if annotation.has_news() && now >= annotation.told + NEWS {
            self.tell_annotation();
        }
    }

    /// Lets an engine judge the turns. Returns whether it does.
    fn begin_annotation(&self, engine: Box<dyn LentEngine>) -> bool {
        let Some(annotation) = &self.annotation else { return false };
        let (number, orders, engines) =
            (annotation.number, self.orders.clone(), self.shared.engines.clone());
        let name = annotation.name.clone();
        let report = move |judgement: Option<Judgement>| {
            if judgement.is_none() {
                engines.is_gone(&name);
            }
            // A session that is over does not receive.
            let _ = orders.send(SessionMessage::Judged { number, judgement });
        };
        let begun = engine.annotate(AnnotationTask {
            game: annotation.game.clone(),
            skipped: annotation.losses.len(),
            limits: annotation.limits.clone(),
            stop: annotation.stop.clone(),
            report: Box::new(report),
        });
        if begun.is_err() {
            self.shared.engines.is_gone(&annotation.name);
        }
        begun.is_ok()
    }

    /// Handles a judgement, or the end.
    pub(super) fn hear_judgement(&mut self, number: u64, judgement: Option<Judgement>) {
        let Some(annotation) = self.annotation.as_mut().filter(|one| one.number == number) else {
            return;
        };
        let Some(judgement) = judgement else {
            if annotation.losses.len() == annotation.ends.len() {
                let first = self.tree.start().side_to_move();
                let sides = [first, !first].into_iter().cycle();
                let losses: Vec<_> = sides.zip(annotation.losses.iter().copied()).collect();
                self.tree.tallies = Some(tally_of(&losses));
                let (name, value) = ANNOTATOR;
                self.tags.retain(|(tag, _)| tag != name);
                self.tags.push((name.into(), value.into()));
            }
            return self.end_annotation();
        };
        let turn = annotation.losses.len();
        let Some(&node) = annotation.ends.get(turn) else { return };
        let before = turn.checked_sub(1).map_or(ROOT, |last| annotation.ends[last]);
        annotation.judged.push(node);
        if turn == 0 {
            annotation.judged.push(ROOT);
            let eval = lines::eval(judgement.before, judgement.depth, Color::White);
            self.tree.judge(ROOT, None, Some(eval));
        }
        let (better, refutation) = (judgement.better.clone(), judgement.refutation.clone());
        let reason = judgement.reason.clone();
        let sign = judgement.mark().map_or("", |mark| mark.sign());
        let eval = match judgement.score {
            Some(score) => Some(lines::eval(score, judgement.depth, Color::White)),
            None => self.tree.game(node).ok().and_then(|game| game.outcome()).map(lines::ended),
        };
        annotation.losses.push(judgement.loss);
        if let Some(unfinished) = &mut self.tree.unfinished {
            unfinished.losses.push(judgement.loss);
        }
        self.tree.judge(node, Some(sign), eval);
        self.learned = true;
        // A full tree has no room for them.
        let _ = self.explain(node, reason);
        let _ = self.grow_line(node, &refutation, None);
        if let Some(better) = better {
            let _ = self.grow_line(before, &better.line, better.score.zip(Some(better.depth)));
        }
        let now = Instant::now();
        if let Some(annotation) = &mut self.annotation
            && now >= annotation.kept + KEEP
        {
            annotation.kept = now;
            self.keep();
        }
    }

    /// Writes the reason of a sign as comment, where there is none but that of an earlier annotation.
    fn explain(&mut self, node: NodeId, reason: Option<String>) -> RequestResult {
        let entry = self.tree.entry(node)?;
        if !entry.comment.is_empty() && !entry.explained {
            return Ok(());
        }
        let text = reason.unwrap_or_default();
        if entry.comment != text {
            self.tree.explain(node, &text)?;
            self.pages.send_all(&Reply::Commented { node, text });
        }
        Ok(())
    }

    /// Adds a line of play after a position, with score and depth after its first turn.
    fn grow_line(
        &mut self,
        before: NodeId,
        line: &[Turn],
        score: Option<(Score, u32)>,
    ) -> RequestResult {
        let mut game = self.tree.game(before)?;
        let (mut at, mut first) = (before, None);
        for turn in line {
            for &mv in turn {
                let (node, new) = self.tree.grow(at, &mut game, mv)?;
                at = node;
                if let (true, Some(annotation)) = (new, &mut self.annotation) {
                    annotation.grown.push(node);
                }
            }
            first.get_or_insert(at);
        }
        if let (Some(first), Some((score, depth))) = (first, score) {
            let eval = lines::eval(score, depth, Color::White);
            self.tree.judge(first, None, Some(eval));
            if let Some(annotation) = &mut self.annotation {
                annotation.judged.push(first);
            }
        }
        Ok(())
    }

    /// Sends all pages the progress and the news.
    pub(super) fn tell_annotation(&mut self) {
        let mut told = self.annotated();
        if let Some(annotation) = &mut self.annotation {
            annotation.told = Instant::now();
            let grown = std::mem::take(&mut annotation.grown);
            told.nodes = grown.into_iter().filter_map(|id| self.tree.told(id)).collect();
            let judged = std::mem::take(&mut annotation.judged);
            told.judged = judged.into_iter().filter_map(|id| self.judged(id)).collect();
        }
        self.pages.send_all(&Reply::Annotated(told));
    }

    /// Sends a new page the progress.
    pub(super) fn tell_annotation_to(&mut self, client: ClientId) {
        if self.annotation.is_some() {
            let told = self.annotated();
            self.pages.send(client, &Reply::Annotated(told));
        }
    }

    fn annotated(&self) -> Annotated {
        let annotation = self.annotation.as_ref();
        Annotated {
            state: annotation.map_or(AnalysisState::Over, |annotation| annotation.state),
            done: annotation.map_or(0, |annotation| annotation.losses.len()),
            of: annotation.map_or(0, |annotation| annotation.ends.len()),
            judged: Vec::new(),
            nodes: Vec::new(),
            tallies: self.tree.tallies,
        }
    }

    fn judged(&self, node: NodeId) -> Option<Judged> {
        let entry = self.tree.entry(node).ok()?;
        let sign = signs::shown(&entry.sign, &entry.nags);
        Some(Judged { node, sign, eval: entry.eval.clone() })
    }
}

/// The limits of each search; `None` if they are invalid.
fn limits(effort: AnnotationEffort) -> Option<Limits> {
    let limits = Limits::default();
    Some(match effort {
        AnnotationEffort::Turn { ms: ms @ 1..=LONGEST_MS } => {
            Limits { move_time: Some(Duration::from_millis(ms.into())), ..limits }
        }
        AnnotationEffort::Nodes { nodes: nodes @ 1..=MOST_NODES } => {
            Limits { nodes: Some(nodes.into()), ..limits }
        }
        AnnotationEffort::Depth { depth: depth @ 1..=DEEPEST } => {
            let most = Duration::from_millis(LONGEST_MS.into());
            Limits { depth: Some(depth), move_time: Some(most), ..limits }
        }
        _ => return None,
    })
}
