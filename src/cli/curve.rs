//! A graph of the loss.

use dhow_lab::training::Loss;
use std::fmt::Write as _;

/// A graph of both losses over the steps, as SVG. `first` is the number of the first step.
pub fn curve(losses: &[Loss], what: &str, first: usize) -> String {
    const SIZE: (f64, f64) = (640.0, 320.0);
    const MARGIN: f64 = 60.0;
    let values = || losses.iter().flat_map(|loss| [loss.fitted, loss.validated]);
    let low = values().fold(f64::INFINITY, f64::min);
    let span = (values().fold(0.0, f64::max) - low).max(1e-9);
    let x =
        |step: usize| MARGIN + SIZE.0 * step as f64 / losses.len().saturating_sub(1).max(1) as f64;
    let y = |loss: f64| MARGIN + SIZE.1 * (1.0 - (loss - low) / span);
    let (width, height) = (SIZE.0 + 2.0 * MARGIN, SIZE.1 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"grey\"/>\n",
        SIZE.0, SIZE.1
    );
    let mut line = |name: &str, colour: &str, row: f64, value: fn(&Loss) -> f64| {
        let points: Vec<String> = losses
            .iter()
            .enumerate()
            .map(|(step, loss)| format!("{:.1},{:.1}", x(step), y(value(loss))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" points=\"{}\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\" text-anchor=\"end\">{name}</text>",
            points.join(" "),
            MARGIN + SIZE.0 - 8.0,
            MARGIN + row
        );
    };
    line("loss", "#1f6fb4", 18.0, |loss| loss.fitted);
    line("validation", "#c0392b", 34.0, |loss| loss.validated);
    for value in [low, low + span] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value:.4}</text>",
            MARGIN - 6.0,
            y(value) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{what}, {first} to {}</text>\n</svg>",
        MARGIN + SIZE.0 / 2.0,
        height - MARGIN / 2.0,
        (first + losses.len()).saturating_sub(1)
    );
    svg
}
