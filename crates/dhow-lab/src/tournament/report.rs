//! The lines that report a tournament, in the form of cutechess-cli, for scripts that read it.

mod fastchess;

use super::record::Record;
use super::runner::Tournament;
use super::schedule::Pairing;
use super::scoreboard::Scoreboard;
use crate::stats::{Elo, Results, Sprt};
use dhow_rules::text::fixed;

/// `Started game 1 of 100 (A vs B)`.
pub fn started(tournament: &Tournament, pairing: &Pairing) -> String {
    let total = tournament.total();
    format!("Started game {} of {total} ({})", pairing.number + 1, players(tournament, pairing))
}

/// `Finished game 1 (A vs B): 1-0 {White mates}`.
pub fn finished(tournament: &Tournament, pairing: &Pairing, record: &Record) -> String {
    let (players, number) = (players(tournament, pairing), pairing.number + 1);
    format!("Finished game {number} ({players}): {} {{{}}}", record.result, record.reason)
}

fn players(tournament: &Tournament, pairing: &Pairing) -> String {
    let [white, black] = pairing.players.map(|index| tournament.names()[index].as_str());
    format!("{white} vs {black}")
}

/// `Score of A vs B: 10 - 5 - 3  [0.639] 18`: the first engine's wins, losses and draws, its points per game,
/// and the number of games.
pub fn score(tournament: &Tournament, board: &Scoreboard) -> String {
    let names = tournament.names();
    score_line(&format!("Score of {} vs {}", names[0], names[1]), board.of(0))
}

fn score_line(head: &str, results: Results) -> String {
    let Results { wins, losses, draws } = results;
    let score = number(results.score(), 3);
    format!("{head}: {wins} - {losses} - {draws}  [{score}] {}", results.games())
}

/// The form of the table of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TableStyle {
    /// The format of cutechess-cli.
    #[default]
    Cutechess,
    /// The format of fastchess, for two engines.
    Fastchess,
}

/// The table of results. For two engines, the Elo difference, by pairs if `by_pairs` is set; for more, a
/// ranking.
pub fn table(
    tournament: &Tournament,
    board: &Scoreboard,
    form: TableStyle,
    by_pairs: bool,
) -> Vec<String> {
    let mut lines = match (tournament.names(), form) {
        ([_, _], TableStyle::Fastchess) => return fastchess::table(tournament, board, by_pairs),
        ([_, _], TableStyle::Cutechess) => duel(tournament, board, by_pairs),
        _ => ranking(tournament, board),
    };
    lines.extend(tournament.sprt(board).as_ref().map(sprt));
    lines
}

/// How often the games of each engine ended for each reason.
pub fn reasons(tournament: &Tournament, board: &Scoreboard) -> Vec<String> {
    let mut lines = Vec::new();
    for (engine, name) in tournament.names().iter().enumerate() {
        lines.push(format!("Player: {name}"));
        let reasons = board.reasons(engine).into_iter();
        lines.extend(reasons.map(|(reason, count)| format!("   \"{reason}\": {count}")));
    }
    lines
}

fn duel(tournament: &Tournament, board: &Scoreboard, by_pairs: bool) -> Vec<String> {
    let name = &tournament.names()[0];
    let (with_white, with_black) = (board.with_white(0), board.with_black(0));
    let mut whites = with_white;
    whites += with_black.mirrored();
    let results = board.of(0);
    let elo = Elo::of(&results.distribution());
    let mut lines = vec![
        score_line(&format!("...      {name} playing White"), with_white),
        score_line(&format!("...      {name} playing Black"), with_black),
        score_line("...      White vs Black", whites),
    ];
    let variants = &tournament.config().variants;
    if variants.len() > 1 {
        lines.extend(variants.iter().enumerate().map(|(place, variant)| {
            let head = format!("...      {name} in {}", variant.title());
            score_line(&head, board.of_in(0, place))
        }));
    }
    lines.push(format!(
        "Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %",
        number(elo.difference, 1),
        number(elo.margin, 1),
        number(100.0 * results.likelihood_of_superiority(), 1),
        number(100.0 * results.draw_ratio(), 1)
    ));
    let pairs = board.pairs([0, 1]);
    if by_pairs && pairs.count() > 0 {
        let elo = Elo::of(&pairs.distribution());
        lines.push(format!(
            "Pairs: {}, Ptnml(0-2): {:?}, Elo by pairs: {} +/- {}",
            pairs.count(),
            pairs.0,
            number(elo.difference, 1),
            number(elo.margin, 1)
        ));
    }
    lines
}

fn ranking(tournament: &Tournament, board: &Scoreboard) -> Vec<String> {
    let mut order: Vec<(usize, Results)> =
        (0..tournament.names().len()).map(|engine| (engine, board.of(engine))).collect();
    // Engines without games come last.
    order.sort_by(|(_, a), (_, b)| {
        let score = |results: &Results| if results.games() > 0 { results.score() } else { -1.0 };
        score(b).total_cmp(&score(a))
    });
    let row = |cells: [&str; 7]| {
        let [rank, name, elo, margin, games, score, draws] = cells;
        format!("{rank:>4} {name:<25} {elo:>7} {margin:>7} {games:>7} {score:>7} {draws:>7}")
    };
    let mut lines = vec![row(["Rank", "Name", "Elo", "+/-", "Games", "Score", "Draws"])];
    for (rank, (engine, results)) in (1..).zip(order) {
        let elo = Elo::of(&results.distribution());
        let percent = |share: f64| format!("{}%", number(100.0 * share, 1));
        lines.push(row([
            &i32::to_string(&rank),
            &tournament.names()[engine],
            &number(elo.difference, 0),
            &number(elo.margin, 0),
            &results.games().to_string(),
            &percent(results.score()),
            &percent(results.draw_ratio()),
        ]));
    }
    lines
}

/// `SPRT: llr 0.174 (5.9%), lbound -2.94, ubound 2.94`, and the accepted hypothesis, if any.
pub fn sprt(sprt: &Sprt) -> String {
    let share = 100.0 * sprt.llr / sprt.upper;
    let llr = significant(sprt.llr);
    let (lower, upper) = (significant(sprt.lower), significant(sprt.upper));
    let decision = match sprt.state.accepted() {
        None => String::new(),
        Some(hypothesis) => format!(" - {hypothesis} was accepted"),
    };
    let share = fixed(share, 1);
    format!("SPRT: llr {llr} ({share}%), lbound {lower}, ubound {upper}{decision}")
}

/// A number with three significant digits, without trailing zeros.
fn significant(number: f64) -> String {
    let whole_digits = number.abs().log10().floor().clamp(-4.0, 2.0) as i32 + 1;
    let text = fixed(number, (3 - whole_digits).max(0) as usize);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

/// A number with *n* decimals, as C prints it.
fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() { "nan".into() } else { fixed(value, decimals) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_c_prints_them() {
        let texts = [0.17399, -2.944439, 12.345, 100.0, 0.0, -0.00123, 2.0].map(significant);
        assert_eq!(texts, ["0.174", "-2.94", "12.3", "100", "0", "-0.00123", "2"]);
        assert_eq!(number(f64::NAN, 1), "nan");
        assert_eq!(number(f64::INFINITY, 1), "inf");
        assert_eq!(number(-6.71, 1), "-6.7");
    }
}
