//! The course of games: who wins, how games end, how long they are, and how many moves there are to choose from.

use super::charts;
use super::html::Html;
use super::numbers::{elo, estimate, move_number, moves, percent, share};
use dhow_lab::study::{EndCount, Findings, Share};
use dhow_rules::position::{DrawReason, Outcome, WinReason};
use dhow_rules::text::fixed;

/// Who wins: the first move's advantage, and draws.
pub fn first_move(findings: &Findings) -> Html {
    let mut html = Html::default();
    let results = findings.results;
    let games = results.games();
    html.heading("The first move");
    let counts = [results.wins, results.draws, results.losses];
    html.html(&charts::results(counts.map(|count| Share::of(count, games).value())));
    let [won, drawn, lost] = counts.map(|count| share(Share::of(count, games)));
    let row = |name: &str, text: String| [name.to_string(), text];
    html.table(
        ["", "in percent of games"],
        &[
            row("White wins", won),
            row("drawn", drawn),
            row("Black wins", lost),
            row("White's score", percent(findings.white)),
        ],
    );
    html.raw("<p>White's advantage is worth <strong>").text(elo(findings.elo()));
    html.raw("</strong> Elo.</p>\n");
    html.note(verdict(findings));
    html
}

fn verdict(findings: &Findings) -> String {
    let white = findings.white;
    let games = findings.results.games();
    let interval = white.error.map(|error| [white.mean - error, white.mean + error]);
    match interval {
        None => format!("{games} games are too few, or ended too much alike, for an interval."),
        Some([low, _]) if low > 0.5 => {
            format!("These {games} games show an advantage of White beyond chance.")
        }
        Some([_, high]) if high < 0.5 => {
            format!("These {games} games show an advantage of Black beyond chance.")
        }
        Some(_) => format!("These {games} games do not show that either side has an advantage."),
    }
}

/// How games end.
pub fn ends(findings: &Findings) -> Html {
    let mut html = Html::default();
    html.heading("How games end");
    let row = |end: &EndCount| {
        let won = match end.outcome {
            Some(Outcome::Win(..)) => end.won.map(|count| count.to_string()),
            _ => [String::new(), String::new()],
        };
        let [white, black] = won;
        [name(end.outcome), share(end.share), end.share.count.to_string(), white, black]
    };
    let rows: Vec<_> = findings.ends.iter().map(row).collect();
    html.table(["end", "in percent of games", "games", "won by White", "won by Black"], &rows);
    html
}

/// A way in which games end, in words.
pub fn name(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "broken off, counted as drawn".into(),
        Some(Outcome::Win(_, reason)) => match reason {
            WinReason::Checkmate => "checkmate".into(),
            WinReason::Stalemate => "stalemate that wins".into(),
            WinReason::Repetition => "repetition that wins".into(),
            WinReason::Flag => "square that wins reached".into(),
            WinReason::BareKing => "bare King".into(),
            WinReason::Royals => "last royal piece captured".into(),
            WinReason::Leaders => "last leader captured".into(),
        },
        Some(Outcome::Draw(reason)) => match reason {
            DrawReason::Stalemate => "stalemate, drawn".into(),
            DrawReason::BareKings => "King against King, drawn".into(),
            other => format!("{other}, drawn"),
        },
    }
}

/// How long games are.
pub fn length(findings: &Findings) -> Html {
    let mut html = Html::default();
    html.heading("Length");
    let Some([low, median, high]) = findings.lengths else { return html };
    let (shortest, longest) = findings.extremes;
    html.raw("<p>Half of the games end by move <strong>").text(moves(median));
    html.raw("</strong>, a quarter by move ").text(moves(low)).raw(", three quarters by move ");
    html.text(moves(high)).raw("; the shortest in move ").text(move_number(shortest));
    html.raw(", the longest in move ").text(move_number(longest)).raw(".</p>\n");
    html.html(&charts::histogram(&findings.histogram, "moves; number of games"));
    html.note("A move is a turn by each side, as games are numbered.");
    html
}

/// How many moves there are to choose from.
pub fn choice(findings: &Findings, leaders: bool) -> Html {
    let mut html = Html::default();
    html.heading("Choice");
    html.raw("<p>At the start of a turn there are <strong>").text(estimate(findings.choices, 1));
    html.raw("</strong> legal moves on average and ").text(findings.most_choices);
    html.raw(" at most; the standard deviation between turns is ");
    html.text(fixed(findings.choices_spread, 1)).raw(". ").text(percent(findings.capturing));
    html.raw(" % of the moves that are made capture.");
    if leaders {
        html.raw(" A turn has ").text(estimate(findings.moves_a_turn, 2)).raw(" moves.");
    }
    html.raw("</p>\n");
    let title = "Legal moves by the number of the move";
    html.html(&charts::curve(&findings.choices_by_turn, title, "move; legal moves in a turn"));
    html.note(match leaders {
        true => {
            "Only first moves of a turn are counted: whole turns, which are made of several of them, are far \
             more. The band is the interval of the mean over the games that got so far."
        }
        false => "The band is the interval of the mean over the games that got so far.",
    });
    html
}
