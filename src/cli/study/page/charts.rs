//! Charts as inline SVG, which take their colours from the page.

use super::html::Html;
use super::numbers::is_known;
use dhow_lab::least_squares::Coefficient;
use dhow_lab::study::{Bar, TurnMean};
use dhow_rules::text::fixed;

const WIDTH: f64 = 640.0;
/// The height of the drawing area of a histogram or a curve.
const HEIGHT: f64 = 180.0;
/// The space for numbers on the left, and below.
const LEFT: f64 = 44.0;
const BELOW: f64 = 34.0;
const ABOVE: f64 = 10.0;
/// The approximate number of marks on an axis.
const MARKS: f64 = 6.0;

/// Opens a picture of a height with a title for those who cannot see it.
fn open(html: &mut Html, height: f64, title: &str) {
    html.raw("<svg class=\"chart\" role=\"img\" viewBox=\"0 0 ");
    html.text(WIDTH).raw(" ").text(height).raw("\"><title>").text(title).raw("</title>\n");
}

fn line(html: &mut Html, class: &'static str, [x1, y1, x2, y2]: [f64; 4]) {
    html.raw("<line class=\"").raw(class).raw("\" x1=\"").text(fixed(x1, 1));
    html.raw("\" y1=\"").text(fixed(y1, 1)).raw("\" x2=\"").text(fixed(x2, 1));
    html.raw("\" y2=\"").text(fixed(y2, 1)).raw("\"/>");
}

fn rect(html: &mut Html, class: &'static str, [x, y, width, height]: [f64; 4]) {
    html.raw("<rect class=\"").raw(class).raw("\" x=\"").text(fixed(x, 1));
    html.raw("\" y=\"").text(fixed(y, 1)).raw("\" width=\"").text(fixed(width.max(0.0), 1));
    html.raw("\" height=\"").text(fixed(height.max(0.0), 1)).raw("\"/>");
}

fn label(html: &mut Html, anchor: &'static str, x: f64, y: f64, text: &str) {
    html.raw("<text text-anchor=\"").raw(anchor).raw("\" x=\"").text(fixed(x, 1));
    html.raw("\" y=\"").text(fixed(y, 1)).raw("\">").text(text).raw("</text>");
}

/// A round step between marks up to `most`.
fn step(most: f64) -> f64 {
    let rough = (most / MARKS).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|&step| step >= rough).unwrap_or(10.0 * power)
}

/// A bar of three parts with their shares in percent: won by White, drawn, won by Black.
pub fn results(shares: [f64; 3]) -> Html {
    let mut html = Html::default();
    open(&mut html, 44.0, "White's wins, draws, Black's wins");
    let names = ["White", "drawn", "Black"];
    let mut from = 0.0;
    for ((share, class), name) in shares.into_iter().zip(["white", "drawn", "black"]).zip(names) {
        let width = WIDTH * share;
        rect(&mut html, class, [from, 0.0, width, 26.0]);
        if width > 70.0 {
            let text = format!("{name} {} %", fixed(100.0 * share, 0));
            label(&mut html, "middle", from + width / 2.0, 42.0, &text);
        }
        from += width;
    }
    html.raw("</svg>\n");
    html
}

/// The axes of a diagram up to these greatest values, and the places of values in it.
struct Axes {
    most: [f64; 2],
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        LEFT + (WIDTH - LEFT - 8.0) * value / self.most[0].max(1e-9)
    }

    fn y(&self, value: f64) -> f64 {
        ABOVE + HEIGHT * (1.0 - value / self.most[1].max(1e-9))
    }

    fn draw(&self, html: &mut Html, below: &str) {
        let step_y = step(self.most[1]);
        let mut value = 0.0;
        while value <= self.most[1] {
            let y = self.y(value);
            line(html, "grid", [LEFT, y, WIDTH - 8.0, y]);
            label(html, "end", LEFT - 6.0, y + 4.0, &fixed(value, usize::from(step_y < 1.0)));
            value += step_y;
        }
        let step_x = step(self.most[0]);
        let mut value = 0.0;
        while value <= self.most[0] {
            label(html, "middle", self.x(value), ABOVE + HEIGHT + 16.0, &fixed(value, 0));
            value += step_x;
        }
        label(html, "end", WIDTH - 8.0, ABOVE + HEIGHT + 31.0, below);
    }
}

/// The histogram of the lengths of games.
pub fn histogram(bars: &[Bar], below: &str) -> Html {
    let mut html = Html::default();
    open(&mut html, ABOVE + HEIGHT + BELOW, "How many games have which length");
    let last = bars.last().map_or(1, |bar| bar.from + bar.width);
    let highest = bars.iter().map(|bar| bar.games).max().unwrap_or(1);
    let axes = Axes { most: [last as f64 / 2.0, highest as f64] };
    axes.draw(&mut html, below);
    for bar in bars {
        let [from, to] = [bar.from, bar.from + bar.width].map(|turn| axes.x(turn as f64 / 2.0));
        let top = axes.y(bar.games as f64);
        rect(&mut html, "bar", [from + 0.5, top, to - from - 1.0, ABOVE + HEIGHT - top]);
    }
    html.raw("</svg>\n");
    html
}

/// A curve of means with a band of their intervals.
pub fn curve(points: &[TurnMean], title: &str, below: &str) -> Html {
    let mut html = Html::default();
    open(&mut html, ABOVE + HEIGHT + BELOW, title);
    let end = |point: &TurnMean, sign: f64| {
        (point.mean.mean + sign * point.mean.error.unwrap_or(0.0)).max(0.0)
    };
    let highest = points.iter().map(|point| end(point, 1.0)).fold(1.0, f64::max);
    let last = points.last().map_or(1, |point| point.turn).max(2);
    let axes = Axes { most: [last as f64 / 2.0, highest] };
    axes.draw(&mut html, below);
    let place = |html: &mut Html, point: &TurnMean, value: f64| {
        html.text(fixed(axes.x(point.turn as f64 / 2.0), 1)).raw(",");
        html.text(fixed(axes.y(value), 1)).raw(" ");
    };
    html.raw("<polygon class=\"band\" points=\"");
    points.iter().for_each(|point| place(&mut html, point, end(point, 1.0)));
    points.iter().rev().for_each(|point| place(&mut html, point, end(point, -1.0)));
    html.raw("\"/><polyline class=\"curve\" points=\"");
    points.iter().for_each(|point| place(&mut html, point, point.mean.mean));
    html.raw("\"/></svg>\n");
    html
}

/// Values with their intervals, a row for each name: those of the opening above those of the ending.
pub fn values(rows: &[(String, [Coefficient; 2])]) -> Html {
    const ROW: f64 = 26.0;
    const NAMES: f64 = 150.0;
    let mut html = Html::default();
    let height = ROW * rows.len() as f64 + BELOW;
    open(&mut html, height, "Values of pieces in the opening and in the ending");
    let known =
        |values: &[Coefficient; 2]| values.iter().copied().filter(|&it| is_known(it)).collect();
    let all: Vec<Vec<Coefficient>> = rows.iter().map(|(_, values)| known(values)).collect();
    let ends = all.iter().flatten().flat_map(|it| [it.value - it.margin, it.value + it.margin]);
    let (low, high) =
        ends.fold((0.0, 100.0), |(low, high), end| (f64::min(low, end), f64::max(high, end)));
    let x = |value: f64| NAMES + (WIDTH - NAMES - 12.0) * (value - low) / (high - low);
    let apart = step(high - low);
    let mut mark = (low / apart).ceil() * apart;
    while mark <= high {
        line(&mut html, "grid", [x(mark), 0.0, x(mark), height - BELOW]);
        label(&mut html, "middle", x(mark), height - 16.0, &fixed(mark, 0));
        mark += apart;
    }
    for (place, ((name, values), class)) in
        rows.iter().zip(std::iter::repeat(["one", "two"])).enumerate()
    {
        let middle = ROW * (place as f64 + 0.5);
        label(&mut html, "end", NAMES - 10.0, middle + 4.0, name);
        for ((value, class), offset) in values.iter().zip(class).zip([-5.0, 5.0]) {
            if !is_known(*value) {
                continue;
            }
            let y = middle + offset;
            let [from, to] = [value.value - value.margin, value.value + value.margin].map(x);
            line(&mut html, class, [from, y, to, y]);
            html.raw("<circle class=\"").raw(class).raw("\" r=\"4\" cx=\"");
            html.text(fixed(x(value.value), 1)).raw("\" cy=\"").text(fixed(y, 1)).raw("\"/>");
        }
    }
    html.raw("</svg>\n");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_lab::ranking::Estimate;

    #[test]
    fn marks_are_round() {
        assert_eq!([7.0, 60.0, 61.0, 1400.0, 0.5].map(step), [2.0, 10.0, 20.0, 500.0, 0.1]);
    }

    #[test]
    fn charts_of_nothing_and_of_odd_numbers_have_finite_places() {
        let unknown = Coefficient { value: f64::NAN, margin: f64::INFINITY };
        let known = Coefficient { value: 5.0, margin: 1.0 };
        let alone = TurnMean { turn: 0, mean: Estimate { mean: 3.0, error: None, count: 1 } };
        for html in [
            results([0.0, 0.0, 1.0]),
            histogram(&[], ""),
            curve(&[], "", ""),
            curve(&[alone], "<", "&"),
            values(&[]),
            values(&[("<i>".into(), [unknown, known])]),
        ] {
            let text = html.into_string();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
            assert!(!text.contains("<i>"));
        }
    }
}
