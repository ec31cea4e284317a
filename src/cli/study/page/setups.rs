//! Which setups are good for which side, and which endings are won.

use super::StudyReport;
use super::html::Html;
use super::numbers::percent;
use dhow_lab::study::{SetupEffect, SetupFindings, SolvedClass, SolvedEnding};
use dhow_rules::text::{fixed, signed};
use dhow_rules::variant::{Setup, Variant};

/// The most choices at either end of the list that are shown.
const MOST_SHOWN: usize = 10;

/// Which setups are good for which side; empty for a game without setups.
pub fn setups(report: &StudyReport<'_>) -> Html {
    let mut html = Html::default();
    let variant = report.plan.variant();
    if report.plan.setups() < 2 {
        return html;
    }
    html.heading("Setups");
    let Some(SetupFindings { setups, whole, choices }) = &report.setups else {
        html.paragraph("Too few games to compare setups.");
        return html;
    };
    let games = report.games.len();
    html.paragraph(match whole {
        true => format!(
            "The {games} games have the {setups} setups in turn (mirror images are the same). White's score with each:"
        ),
        false => format!(
            "There are {setups} setups (mirror images are the same), too many for {games} games to compare one \
             by one. So this compares where each of Black's chiefs stands, on {}; White's stand opposite. \
             White's score with each:",
            Setup::rows(variant)
        ),
    });
    let hidden = choices.len().saturating_sub(2 * MOST_SHOWN);
    let shown = choices.iter().enumerate().filter(|(place, choice)| {
        let near_end = *place < MOST_SHOWN || choices.len() - place <= MOST_SHOWN;
        near_end || choice.stands_out
    });
    let rows: Vec<_> = shown.map(|(_, choice)| setup_row(choice)).collect();
    html.table(
        [
            if *whole { "setup" } else { "chief" },
            "White scores, %",
            "games",
            "difference, %",
            "p",
            "",
        ],
        &rows,
    );
    if hidden > 0 {
        html.note(format!(
            "Shown are the {MOST_SHOWN} best for White and the {MOST_SHOWN} best for Black."
        ));
    }
    let count = choices.len();
    let outstanding = choices.iter().filter(|choice| choice.stands_out).count();
    html.note(format!(
        "Beware of the first and the last places: of {count} choices that are all alike, one in twenty, about \
         {}, would have p below 0.05 by chance, and some would be first. “stands out” allows for that (Holm's \
         procedure: 5 % for all of them together); it holds for {}. “difference” is that to all other games, p \
         the probability of as much by chance.",
        fixed(count as f64 / 20.0, 1),
        if outstanding == 0 { "none".into() } else { outstanding.to_string() },
    ));
    html.note(
        "`dhow setups --rank` compares setups from the same openings, which takes fewer games for the same certainty.",
    );
    html
}

fn setup_row(choice: &SetupEffect) -> [String; 6] {
    [
        choice.name.clone(),
        percent(choice.white),
        choice.white.count.to_string(),
        signed(100.0 * choice.difference, 1),
        fixed(choice.chance, 3),
        if choice.stands_out { "stands out" } else { "" }.into(),
    ]
}

/// Which endings against a bare King are won.
pub fn endings(report: &StudyReport<'_>) -> Html {
    let mut html = Html::default();
    let variant = report.plan.variant();
    html.heading("Endings against a bare King");
    let Some(endings) = report.endings else {
        html.paragraph("This game has no Kings, and its endings are not solved.");
        return html;
    };
    let (solved, refused): (Vec<_>, Vec<_>) =
        endings.iter().partition(|ending| ending.result.is_ok());
    if solved.is_empty() {
        html.paragraph("Dhow cannot solve the endings of this game.");
    } else {
        html.paragraph("A King and these pieces against a King alone, all positions solved:");
        let mut rows: Vec<_> = solved.iter().flat_map(|ending| rows_of(variant, ending)).collect();
        rows.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
        html.table(
            ["with", "won", "won positions, %", "longest mate", "mean", "beyond 50 moves, %"],
            &rows,
        );
        html.note(
            "Of all legal positions with the pieces' side to move. “Always” is: unless the bare King captures \
             at once or is stalemated; “almost” leaves 5 %. Moves to mate are those of best play by both \
             sides. These figures are exact: no chance is in them. Pieces that promote are solved with their \
             promotions.",
        );
        if solved.iter().all(|ending| ending.kinds.len() == 1) {
            html.note(
                "`--pairs` also solves the endings of pairs of which neither piece wins alone.",
            );
        }
    }
    let mut reasons: Vec<String> = refused
        .iter()
        .filter_map(|ending| {
            let reason = ending.result.as_ref().err()?;
            Some(format!("Not solved: {}: {reason}.", names(variant, ending)))
        })
        .collect();
    // If all reasons are the same, the reason holds for the game as a whole.
    if solved.is_empty()
        && let Some(first) = refused.first().and_then(|ending| ending.result.as_ref().err())
        && refused.iter().all(|ending| ending.result.as_ref().err() == Some(first))
    {
        reasons = vec![format!("Not solved: {first}.")];
    }
    for reason in reasons {
        html.note(reason);
    }
    html
}

fn names(variant: &Variant, ending: &SolvedEnding) -> String {
    let name = |&kind: &usize| variant.pieces.get(kind).map_or("", |piece| piece.name.as_str());
    ending.kinds.iter().map(name).collect::<Vec<_>>().join(" and ")
}

/// The rows of an ending, one for each class, with the share of won positions.
fn rows_of(variant: &Variant, ending: &SolvedEnding) -> Vec<(f64, [String; 6])> {
    let classes = ending.result.as_ref().map_or(&[][..], |classes| classes);
    let row = |class: &SolvedClass| {
        let colours = match class.one_colour {
            Some(true) => ", on one colour",
            Some(false) => ", on both colours",
            None => "",
        };
        let wins = class.longest > 0;
        let or_none = |text: String| if wins { text } else { String::new() };
        let row = [
            format!("{}{colours}", names(variant, ending)),
            class.verdict.clone(),
            fixed(class.percent, 1),
            or_none(class.longest.to_string()),
            or_none(fixed(class.mean, 1)),
            or_none(fixed(class.beyond_rule, 1)),
        ];
        (class.percent, row)
    };
    classes.iter().map(row).collect()
}
