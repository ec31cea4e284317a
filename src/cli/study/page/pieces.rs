//! What pieces are worth, and what they do.

use super::StudyReport;
use super::charts;
use super::html::Html;
use super::numbers::{UNKNOWN, centipawns, estimate, part, percent, share};
use dhow_lab::least_squares::Coefficient;
use dhow_lab::study::{KindFindings, LEAST_DECIDED, WorthRow, Worths};
use dhow_rules::text::fixed;
use dhow_rules::variant::Variant;

/// What pieces are worth.
pub fn worth(report: &StudyReport<'_>) -> Html {
    let mut html = Html::default();
    html.heading("What pieces are worth");
    let Some(worths) = &report.worths else {
        html.paragraph(format!(
            "Fewer than {LEAST_DECIDED} games were decided, or no position was quiet: too few for values of pieces."
        ));
        return html;
    };
    let variant = report.plan.variant();
    let rows: Vec<(String, [Coefficient; 2])> = worths
        .rows
        .iter()
        .filter_map(|row| Some((variant.pieces[row.kind?].name.clone(), row.by_scores)))
        .collect();
    html.raw("<p>By the scores of the searches, in centipawns: <span class=\"key one\">● opening</span>, ");
    html.raw("<span class=\"key two\">○ ending</span>. Bars are intervals of 95 %.</p>\n");
    html.html(&charts::values(&rows));
    let rows: Vec<_> = worths.rows.iter().map(|row| worth_row(variant, row)).collect();
    html.table(
        [
            "",
            "opening, by scores",
            "ending, by scores",
            "opening, by results",
            "ending, by results",
            "estimate",
        ],
        &rows,
    );
    let Worths { games, positions, scale, .. } = worths;
    html.note(format!(
        "A logistic regression over {positions} quiet positions of {games} games, each game with the same \
         weight. It estimates how much one more piece of a kind changes the expected result, other things being \
         as they are in games; the opening is a board with 90 % of its men, the ending one with 30 %. “By scores” \
         fits the scores of the searches, “by results” the results of the games; the latter margins are wide, \
         because a game has only one result. A centipawn is that of Dhow's scores: {} of them are a score of 75 %. Margins of \
         95 % by a jackknife over twenty groups of games. {UNKNOWN} is a value that these games do not determine. \
         “estimate” is the value that the file of the game gives, or that Dhow derives from the movement; it \
         does not count in the fits.",
        fixed(3f64.ln() / scale, 0),
    ));
    html.note(
        "Values in the opening are low: a side that is a piece down in a quiet position with nearly all men on the \
         board mostly has something for it, if only time.",
    );
    if report.is_by_hand() {
        html.note(
            "The hand-crafted evaluation has values of its own, and a search looks only a few moves further. \
             So values by scores mostly repeat what it believes; only those by results are evidence.",
        );
    }
    html
}

fn worth_row(variant: &Variant, row: &WorthRow) -> [String; 6] {
    let [opening, ending] = row.by_scores.map(centipawns);
    let [opening_won, ending_won] = row.by_results.map(centipawns);
    let piece = row.kind.map(|kind| &variant.pieces[kind]);
    let name = piece.map_or("the right to move".into(), |piece| piece.name.clone());
    let guess = piece.map_or(String::new(), |piece| piece.value.to_string());
    [name, opening, ending, opening_won, ending_won, guess]
}

/// What pieces do.
pub fn activity(report: &StudyReport<'_>) -> Html {
    let mut html = Html::default();
    let (variant, findings) = (report.plan.variant(), &report.findings);
    html.heading("What pieces do");
    let name = |kind: &KindFindings| variant.pieces[kind.kind].name.clone();
    let there = |kind: &&KindFindings| kind.moves_each.mean.is_finite();
    let rows: Vec<_> = findings
        .kinds
        .iter()
        .filter(there)
        .map(|kind| {
            [
                name(kind),
                fixed(kind.at_start / 2.0, 1),
                percent(kind.share_of_moves),
                estimate(kind.moves_each, 1),
                estimate(kind.captures_each, 2),
            ]
        })
        .collect();
    html.table(["", "a side", "% of all moves", "moves of each", "captures of each"], &rows);
    let rows: Vec<_> = findings
        .kinds
        .iter()
        .filter(there)
        .map(|kind| {
            [
                name(kind),
                part(kind.taken),
                part(kind.promoted),
                part(kind.left),
                share(kind.final_blows),
            ]
        })
        .collect();
    let blow = match variant.command {
        Some(_) => "takes the last leader, % of such",
        None => "gives mate, % of mates",
    };
    html.table(["", "% taken", "% promoted", "% there at the end", blow], &rows);
    html.note(
        "Of both sides together. “Each” is a piece of the start array, or one that arose by promotion. The \
         last column counts the piece that made the last move, with the ends of its interval. Margins are \
         those of the choice of games.",
    );
    let absent: Vec<&str> = findings
        .kinds
        .iter()
        .filter(|kind| !there(kind))
        .map(|kind| variant.pieces[kind.kind].name.as_str())
        .collect();
    if !absent.is_empty() {
        html.note(format!("Never on the board in these games: {}.", absent.join(", ")));
    }
    html
}
