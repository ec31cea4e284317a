//! Movements made up at random: their Betza notation, and what it means.

use crate::common::positions::Random;
use std::collections::BTreeSet;

pub type Place = (i32, i32);

#[derive(Clone, Debug)]
pub enum Way {
    /// To each of these squares, whatever stands between.
    Leap(Vec<Place>),
    /// Along these steps, at most `range` times; over exactly one piece if it hops.
    Slide { steps: Vec<Place>, range: usize, hops: bool },
    /// Along these steps to the first piece, and one step on; at most `range` steps in all.
    HopNext { steps: Vec<Place>, range: usize },
    /// Along each of these lists of squares, while they are empty.
    Along(Vec<Vec<Place>>),
    /// Over squares that must all be empty; each list comes with the square where the move ends.
    Lame(Vec<(Vec<Place>, Place)>),
    /// A step to an enemy, which is captured, and another from there; each pair holds the two steps.
    Locust(Vec<(Place, Place)>),
    /// A step to an empty square and back.
    Pass(Vec<Place>),
    /// One step, then a slide along another; `stops` is whether it may end after the step.
    Bent { steps: Vec<(Place, Place)>, stops: bool },
}

#[derive(Clone, Debug)]
pub struct Moves {
    pub way: Way,
    pub quiet: bool,
    pub capture: bool,
    /// Only from a rank where the piece stands in the start array.
    pub initial: bool,
}

const ORTHOGONAL: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// All squares that are `a` files and `b` ranks away, or the other way round.
pub fn around(a: i32, b: i32) -> Vec<Place> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let both = [(a, b), (b, a)].into_iter();
    let all = both.flat_map(|(a, b)| signs.map(|(x, y)| (a * x, b * y)));
    all.collect::<BTreeSet<Place>>().into_iter().collect()
}

/// A diagonal or orthogonal step with each of the two steps by which it goes on outward.
fn outward(first: &[Place]) -> Vec<(Place, Place)> {
    let on = |&(x, y): &Place| match (x, y) {
        (0, _) => [(1, y), (-1, y)],
        (_, 0) => [(x, 1), (x, -1)],
        _ => [(x, 0), (0, y)],
    };
    first.iter().flat_map(|step| on(step).map(|then| (*step, then))).collect()
}

/// The squares of a path with these steps.
fn squares(steps: impl Iterator<Item = Place>) -> Vec<Place> {
    let sum = |at: &mut Place, step| {
        *at = plus(*at, step);
        Some(*at)
    };
    steps.scan((0, 0), sum).collect()
}

/// The paths that go on with the two steps of the same kind that are at right angles, in turn.
fn zigzags(steps: &[Place; 4], most: i32) -> Vec<Vec<Place>> {
    let path = |first: usize, turn: usize| {
        squares((0..most).map(move |number| steps[(first + turn * (number as usize % 2)) % 4]))
    };
    (0..4).flat_map(|first| [1, 3].map(|turn| path(first, turn))).collect()
}

/// The paths that go round through the eight directions of a leap, to the right and to the left.
fn circles((a, b): Place, most: i32) -> Vec<Vec<Place>> {
    let round = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)];
    let path = |first: usize, turn: usize| {
        squares((0..most.min(7) as usize).map(move |number| round[(first + turn * number) % 8]))
    };
    (0..8).flat_map(|first| [1, 7].map(|turn| path(first, turn))).collect()
}

/// A part of a movement: its Betza notation, and what it means.
pub fn part(random: &mut Random) -> (String, Moves) {
    let (modality, quiet, capture) =
        *random.pick(&[("", true, true), ("", true, true), ("m", true, false), ("c", false, true)]);
    let plain = |text: String, way| {
        (modality.to_string() + &text, Moves { way, quiet, capture, initial: false })
    };
    match random.below(14) {
        0 | 1 => {
            let atoms = [
                ("W", 1, 0),
                ("F", 1, 1),
                ("D", 2, 0),
                ("N", 2, 1),
                ("A", 2, 2),
                ("H", 3, 0),
                ("C", 3, 1),
                ("Z", 3, 2),
                ("G", 3, 3),
            ];
            let &(atom, a, b) = random.pick(&atoms);
            plain(atom.into(), Way::Leap(around(a, b)))
        }
        2 => {
            let steps = [
                ("fW", vec![(0, 1)]),
                ("fF", vec![(1, 1), (-1, 1)]),
                ("bF", vec![(1, -1), (-1, -1)]),
                ("sW", vec![(1, 0), (-1, 0)]),
                ("fD", vec![(0, 2)]),
            ];
            let (text, steps) = random.pick(&steps);
            plain(text.to_string(), Way::Leap(steps.clone()))
        }
        3 | 4 => {
            let range = if random.one_in(2) { 0 } else { 2 + random.below(4) };
            let number = if range == 0 { String::new() } else { range.to_string() };
            let (atom, steps) = *random.pick(&[("R", ORTHOGONAL), ("B", DIAGONAL)]);
            plain(atom.to_string() + &number, slide(&steps, range, false))
        }
        5 => {
            let range = if random.one_in(3) { 2 + random.below(4) } else { 0 };
            let number = if range == 0 { String::new() } else { range.to_string() };
            let (atom, steps) = *random.pick(&[("R", ORTHOGONAL), ("B", DIAGONAL)]);
            if random.one_in(2) {
                let range = if range == 0 { 99 } else { range };
                let way = Way::HopNext { steps: steps.to_vec(), range };
                return plain(format!("g{atom}{number}"), way);
            }
            plain(format!("p{atom}{number}"), slide(&steps, range, true))
        }
        6 => {
            let (text, a, b) = *random.pick(&[("NN", 2, 1), ("DD", 2, 0), ("AA", 2, 2)]);
            plain(text.into(), slide(&around(a, b), 0, false))
        }
        7 => {
            let lame = |&(x, y): &Place| match (x.abs(), y.abs()) {
                (2, 1) => (vec![(x / 2, 0)], (x, y)),
                (1, 2) => (vec![(0, y / 2)], (x, y)),
                (a, b) if a.max(b) == 3 => (vec![(x / 3, y / 3), (2 * x / 3, 2 * y / 3)], (x, y)),
                _ => (vec![(x / 2, y / 2)], (x, y)),
            };
            // One that only moves would be a double step, which can be captured en passant.
            if modality == "m" {
                return part(random);
            }
            let lames = [("nN", 2, 1), ("nD", 2, 0), ("nA", 2, 2), ("nH", 3, 0), ("nG", 3, 3)];
            let (text, a, b) = *random.pick(&lames);
            plain(text.into(), Way::Lame(around(a, b).iter().map(lame).collect()))
        }
        10 | 11 => {
            let king: Vec<Place> = ORTHOGONAL.into_iter().chain(DIAGONAL).collect();
            let back = |&(x, y): &Place| (-x, -y);
            let pairs = |first: &[Place], then: fn(Place, Place) -> bool, second: &[Place]| {
                let both = |&one: &Place| second.iter().map(move |&two| (one, two));
                let all = first.iter().flat_map(both);
                all.filter(|&(one, two)| then(one, two)).collect::<Vec<_>>()
            };
            let not_back = |one: Place, two: Place| two != (-one.0, -one.1);
            let (text, way) = match random.below(8) {
                0 => ("caK", Way::Locust(pairs(&king, not_back, &king))),
                1 => ("cabK", Way::Locust(king.iter().map(|step| (*step, back(step))).collect())),
                2 => ("mabK", Way::Pass(king)),
                3 => ("cafF", Way::Locust(DIAGONAL.map(|step| (step, step)).to_vec())),
                4 => ("fcafW", Way::Locust(vec![((0, 1), (0, 1))])),
                5 => ("cafsW", Way::Locust(outward(&ORTHOGONAL))),
                6 => ("caN", Way::Locust(pairs(&around(2, 1), not_back, &around(2, 1)))),
                _ => {
                    let lame = |(one, then): (Place, Place)| (vec![one], plus(one, then));
                    let pairs = outward(&ORTHOGONAL).into_iter().map(lame).collect();
                    ("afsW", Way::Lame(pairs))
                }
            };
            // The second leg has a modality of its own, before the atom.
            let at = text.len() - 1;
            let modality = match text {
                // They end where the piece came from, which is empty.
                "cabK" | "mabK" => "",
                _ => modality,
            };
            let (quiet, capture) = (modality != "c", modality != "m");
            let text = format!("{}{modality}{}", &text[..at], &text[at..]);
            (text, Moves { way, quiet, capture, initial: false })
        }
        12 | 13 => {
            let range = if random.one_in(2) { 0 } else { 2 + random.below(4) };
            let number = if range == 0 { String::new() } else { range.to_string() };
            let most = if range == 0 { 40 } else { range as i32 };
            let (text, paths) = match random.below(5) {
                0 => {
                    let (atom, steps) = *random.pick(&[("jR", ORTHOGONAL), ("jB", DIAGONAL)]);
                    let path = |(x, y)| (2..=most).map(|times| (times * x, times * y)).collect();
                    (atom, steps.map(path).to_vec())
                }
                1 => ("zR", zigzags(&ORTHOGONAL, most)),
                2 => ("zB", zigzags(&DIAGONAL, most)),
                3 => ("qN", circles((1, 2), most)),
                _ => ("qC", circles((1, 3), most)),
            };
            plain(text.to_string() + &number, Way::Along(paths))
        }
        8 => {
            let (text, steps, stops) = random.pick(&[
                ("FyafsF", DIAGONAL, true),
                ("yafsF", DIAGONAL, false),
                ("WyafsW", ORTHOGONAL, true),
                ("yafsW", ORTHOGONAL, false),
            ]);
            let bent = Way::Bent { steps: outward(steps), stops: *stops };
            (text.to_string(), Moves { way: bent, quiet: true, capture: true, initial: false })
        }
        _ => {
            let (text, way) = match random.below(6) {
                0 => ("imN", Way::Leap(around(2, 1))),
                1 => ("imD", Way::Leap(around(2, 0))),
                2 => ("imF", Way::Leap(around(1, 1))),
                3 => ("ifmR3", slide(&[(0, 1)], 3, false)),
                4 => ("imB", slide(&DIAGONAL, 0, false)),
                _ => ("impR", slide(&ORTHOGONAL, 0, true)),
            };
            (text.into(), Moves { way, quiet: true, capture: false, initial: true })
        }
    }
}

pub fn slide(steps: &[Place], range: usize, hops: bool) -> Way {
    Way::Slide { steps: steps.to_vec(), range: if range == 0 { 99 } else { range }, hops }
}

pub fn plus(from: Place, step: Place) -> Place {
    (from.0 + step.0, from.1 + step.1)
}
