//! Example games, each with a picture of a position.

use super::StudyReport;
use super::course;
use super::html::Html;
use super::numbers::move_number;
use dhow_lab::study::{ExampleGame, ExampleRule};
use dhow_lab::training::GameRecord;
use dhow_play::board_picture::{View, shared_symbols, svg_without_symbols};
use dhow_play::pgn::PgnGame;
use dhow_rules::game::Game;
use std::sync::Arc;

/// An example game: its record, and the position of its picture.
struct Shown<'a> {
    example: ExampleGame,
    record: &'a GameRecord,
    whole: Game,
    moment: Game,
}

/// The example games.
pub fn games(report: &StudyReport<'_>) -> Html {
    let mut html = Html::default();
    html.heading("Games");
    let shown: Vec<Shown<'_>> = report
        .examples
        .iter()
        .filter_map(|&(example, record)| shown(report, example, record))
        .collect();
    let moments: Vec<Game> = shown.iter().map(|shown| shown.moment.clone()).collect();
    html.picture(&shared_symbols(&moments));
    for shown in &shown {
        game(report, shown, &mut html);
    }
    html.note("Of several games that fit, the one with the lowest number is shown. No game is shown twice.");
    html
}

fn shown<'a>(
    report: &StudyReport<'_>,
    example: ExampleGame,
    record: &'a GameRecord,
) -> Option<Shown<'a>> {
    let variant = report.plan.variant();
    let whole = record.replay_to_end(variant, |_, _, _| ()).ok()?;
    let mut moment = whole.clone();
    while moment.turns_made() > example.turns && moment.undo_turn() {}
    Some(Shown { example, record, whole, moment })
}

fn game(report: &StudyReport<'_>, shown: &Shown<'_>, html: &mut Html) {
    let Shown { example, record, whole, moment } = shown;
    let rule = match example.rule {
        ExampleRule::Shortest => "The shortest decided game, at its end",
        ExampleRule::MedianLength => "A game of median length, half-way",
        ExampleRule::Comeback => "The game that was won from the worst score, at that moment",
    };
    html.raw("<h3>").text(rule).raw("</h3>\n");
    let end = course::name(whole.outcome());
    html.paragraph(format!(
        "Game {} of {}: {} by {end} in move {}. The picture is the position after {} turns, with {} to move.",
        record.number + 1,
        report.games.len(),
        record.result,
        move_number(whole.turns_made()),
        moment.turns_made(),
        moment.side_to_move(),
    ));
    let view = View { last_turn: true, ..View::default() };
    html.raw("<div class=\"board\">").picture(&svg_without_symbols(moment, view)).raw("</div>\n");
    let variant = whole.variant();
    let moves = whole.moves();
    if let Ok(mut pgn) =
        PgnGame::of_moves(&Arc::clone(variant), whole.start_fen(), moves, record.result)
    {
        for side in ["White", "Black"] {
            pgn.set_tag(side, "Dhow");
        }
        pgn.set_tag("Event", "dhow study");
        pgn.set_tag("Round", &(record.number + 1).to_string());
        html.raw("<details><summary>All moves, as PGN</summary>\n<pre>");
        html.lines(&pgn.to_string()).raw("</pre></details>\n");
    }
}
