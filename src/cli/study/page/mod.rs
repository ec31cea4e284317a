//! The page of a study: HTML with inline SVG and without scripts.

mod charts;
mod course;
mod games;
mod html;
mod numbers;
mod pieces;
mod setups;
mod style;

use super::folder::{StudyEvaluation, StudySettings};
use dhow_lab::study::{
    ExampleGame, Findings, GameFacts, SetupFindings, SolvedEnding, StudyPlan, Worths, examples,
    setup_findings, worths,
};
use dhow_lab::training::GameRecord;
use html::Html;
use std::collections::{BTreeMap, HashSet};

pub use numbers::{elo, moves, percent};

const WARNING: &str = "\
This game was not learned first: the hand-crafted evaluation judges positions. It knows how pieces move, and little \
else. Both sides share its mistakes, so that plans which it does not see do not occur, and pieces that it misjudges \
are not used as they should be.";

const LEADERS_WARNING: &str = "\
The hand-crafted evaluation judges positions: there are no networks for games of several moves a turn. Both sides \
share its mistakes, and do not punish them.";

/// The content of the page.
pub struct StudyReport<'a> {
    plan: &'a StudyPlan,
    settings: &'a StudySettings,
    /// The command that makes the page again.
    command: &'a str,
    /// The number of games to play.
    wanted: u32,
    games: Vec<GameFacts>,
    /// The number of different games.
    distinct: usize,
    findings: Findings,
    worths: Option<Worths>,
    setups: Option<SetupFindings>,
    endings: Option<&'a [SolvedEnding]>,
    examples: Vec<(ExampleGame, &'a GameRecord)>,
}

impl<'a> StudyReport<'a> {
    /// The report on games, given by their numbers.
    pub fn of(
        plan: &'a StudyPlan,
        settings: &'a StudySettings,
        (command, wanted): (&'a str, u32),
        games: &'a BTreeMap<u32, (GameRecord, GameFacts)>,
        endings: Option<&'a [SolvedEnding]>,
    ) -> Self {
        let facts: Vec<GameFacts> = games.values().map(|(_, facts)| facts.clone()).collect();
        let findings = Findings::of(&facts);
        let median = findings.lengths.map_or(0, |[_, median, _]| median.value);
        let played: HashSet<(&str, Vec<_>)> = games
            .values()
            .map(|(record, _)| {
                let plies = record.plies.iter().map(|ply| (ply.from, ply.to, ply.manner));
                (record.start.as_str(), plies.collect())
            })
            .collect();
        let points: Vec<(u32, f64)> =
            facts.iter().map(|game| (game.number, game.white_points)).collect();
        let record = |example: ExampleGame| Some((example, &games.get(&example.number)?.0));
        Self {
            plan,
            settings,
            command,
            wanted,
            distinct: played.len(),
            worths: worths(&facts),
            setups: setup_findings(plan, &points),
            endings,
            examples: examples(&facts, median).into_iter().filter_map(record).collect(),
            findings,
            games: facts,
        }
    }

    /// The statistics of all games together.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    fn is_by_hand(&self) -> bool {
        self.settings.evaluation == StudyEvaluation::ByHand
    }

    /// The page.
    pub fn html(&self) -> String {
        let variant = self.plan.variant();
        let mut page = Html::default();
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
        page.raw(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>",
        );
        page.text(&variant.name).raw(": a study by Dhow</title>\n<style>").raw(style::STYLE);
        page.raw("</style>\n</head>\n<body>\n<h1>").text(&variant.name).raw("</h1>\n");
        self.summary(&mut page);
        if self.games.is_empty() {
            page.paragraph("No game has ended yet.");
        } else {
            let leaders = variant.command.is_some();
            for section in [
                course::first_move(&self.findings),
                course::ends(&self.findings),
                course::length(&self.findings),
                course::choice(&self.findings, leaders),
                pieces::worth(self),
                pieces::activity(self),
                setups::setups(self),
            ] {
                page.html(&section);
            }
        }
        page.html(&setups::endings(self));
        if !self.games.is_empty() {
            page.html(&games::games(self));
        }
        self.method(&mut page);
        page.raw("</body>\n</html>\n");
        page.into_string()
    }

    fn summary(&self, page: &mut Html) {
        let count = self.games.len();
        page.paragraph(format!(
            "What {count} games of Dhow against itself say about this game. All intervals are those of 95 %: ± \
             is half the width of one, and brackets have its ends."
        ));
        if count < self.wanted as usize {
            page.paragraph(format!("{count} of {} games are played so far.", self.wanted));
        }
        let id = &self.plan.variant().id;
        let leaders = self.plan.variant().command.is_some();
        match self.is_by_hand() {
            true if leaders => {
                page.raw("<p class=\"warning\">").text(LEADERS_WARNING).raw("</p>\n");
            }
            true => {
                page.raw("<p class=\"warning\">").text(WARNING).raw(" <code>dhow learn -v ");
                page.text(id).raw("</code> teaches it the game; then study it again.</p>\n");
            }
            false => {}
        }
    }

    fn method(&self, page: &mut Html) {
        let StudySettings { seed, nodes, varied_turns, evaluation, .. } = self.settings;
        page.heading("How this was made");
        let what = match evaluation {
            StudyEvaluation::ByHand => "the hand-crafted evaluation".into(),
            StudyEvaluation::BuiltIn(sum) => format!("the network of this program ({sum})"),
            StudyEvaluation::Learned(sum) => {
                format!("the network that this machine has learned ({sum})")
            }
            StudyEvaluation::File(sum) => format!("the network of a file ({sum})"),
        };
        let count = self.games.len();
        page.paragraph(format!(
            "Dhow {} played {count} games against itself, {} of them different, with {what}. A search begins \
             no new iteration after {nodes} nodes. The seed is {seed}.",
            env!("CARGO_PKG_VERSION"),
            self.distinct,
        ));
        page.paragraph(format!(
            "So that games differ, the first {varied_turns} turns of each side are varied: a weaker player, \
             with fewer nodes, chooses at random among turns that are nearly best. Both sides do that alike, \
             and no opening is left out for being unequal: so neither side is favoured, and the first move \
             keeps what it is worth. The other turns are those of full strength. Games go on until the rules \
             end them; none is adjudicated."
        ));
        page.paragraph(
            "All this is about play between equal players of this strength, with little time. Stronger players \
             may draw more, and weaker ones less. Intervals are those of chance alone: they say how much other \
             games of the same players would differ, not how much other players would.",
        );
        page.raw("<p>The same command gives the same page:</p>\n<pre><code>").text(self.command);
        page.raw("</code></pre>\n");
    }
}
