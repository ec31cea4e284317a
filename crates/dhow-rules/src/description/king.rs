//! Describes castling and the King's jump.

use super::english::{a, listed, number, ordinal};
use super::facts::{CastlingSquares, Facts};
use super::{Right, Rights, movement, names};
use crate::pieces::{Color, Letter};
use crate::square::{Coordinates, Delta};
use crate::variant::{CASTLING_LETTERS, Role, Variant};

/// The letters of the jump rights in a FEN.
const JUMP_LETTERS: [char; 2] = ['K', 'k'];

/// The name of the royal piece.
pub fn royal(variant: &Variant) -> &str {
    let royal = variant.royal_letter().and_then(|letter| variant.piece(letter));
    royal.map_or("King", |piece| &piece.name)
}

/// How a game without leaders is won.
pub fn goal(variant: &Variant) -> Option<String> {
    let Some(rule) = variant.several_royals else {
        let king = royal(variant);
        return variant.checking.then(|| {
            format!("Checkmate wins: the enemy {king} is attacked, and no move saves it.")
        });
    };
    let royals = variant.pieces.iter().filter(|piece| piece.role == Role::Royal);
    let royals = listed(royals.map(|piece| piece.name.as_str()), "and");
    let loses = match rule.lost_with {
        0 => format!("Every {royals} is royal. A side loses with the last royal piece."),
        left => format!(
            "Every {royals} is royal. A side that has only {} left has lost.",
            number(left.into(), "royal piece", "royal pieces")
        ),
    };
    let check = match rule.lost_with {
        _ if !rule.pseudo_royal => "There is no check: each of them may be left attacked.".into(),
        _ if rule.duple_check => {
            "They may be left attacked as long as one of them is not; checkmate wins.".into()
        }
        0 => "The last one must not be left attacked, the others may; checkmate wins.".into(),
        left => format!(
            "While a side has just {} of them, none may be left attacked; checkmate wins.",
            left + 1
        ),
    };
    Some(format!("{loses} {check}"))
}

/// Along which lines Kings may not face each other.
pub fn facing(variant: &Variant) -> Option<String> {
    let facing = variant.facing.as_ref()?;
    let king = royal(variant);
    let steps: Vec<Delta> = facing.terms.iter().flat_map(|term| term.steps()).collect();
    let along = |files: bool, ranks: bool| {
        steps.iter().any(|step| (step.files != 0, step.ranks != 0) == (files, ranks))
    };
    let lines = [
        (along(false, true), "file"),
        (along(true, false), "rank"),
        (along(true, true), "diagonal"),
    ];
    let lines = listed(lines.iter().filter(|(is, _)| *is).map(|(_, name)| *name), "or");
    let only = match steps.iter().all(|step| step.ranks > 0) {
        true => format!(" {king}s that have passed each other do not face."),
        false => String::new(),
    };
    Some(format!(
        "The {king}s may not face each other: no move may leave them on one {lines} with nothing between \
         them.{only}"
    ))
}

/// Which pieces may not be traded.
pub fn anti_trade(variant: &Variant) -> Vec<String> {
    let Some(rule) = &variant.anti_trade else { return Vec::new() };
    let kinds = listed(names(variant, &rule.kinds), "or");
    let lion = a(&kinds);
    let mut way = String::from("captures another piece on its way");
    if !rule.lesser.is_empty() {
        way += &format!(", other than {}", a(&listed(names(variant, &rule.lesser), "or")));
    }
    vec![
        format!(
            "No trades: {lion} may capture another {kinds} that is not beside it only if no enemy could then \
             recapture, or if it {way}. A piece that it captures on its way still protects."
        ),
        format!(
            "No strike is countered: if a piece of another kind has captured {lion}, the answer may not be \
             that a piece of another kind captures {lion} on another square."
        ),
    ]
}

/// How and when a King castles.
pub fn castling(variant: &Variant, facts: &Facts) -> Option<String> {
    let letters = Letter::all(&variant.castling.as_ref()?.with);
    let names = letters.filter_map(|letter| variant.piece(letter)).map(|it| it.name.as_str());
    let (king, with) = (royal(variant), listed(names, "or"));
    let [white, black] = Color::ALL
        .map(|color| facts.castlings.iter().filter(|it| it.color == color).collect::<Vec<_>>());
    let ways = |castlings: &[&CastlingSquares]| {
        let way = |it: &&CastlingSquares| {
            format!(
                "from {} to {}, and the {with} from {} to {}",
                it.king.0, it.king.1, it.other.0, it.other.1
            )
        };
        castlings.iter().map(way).collect::<Vec<_>>().join("; or ")
    };
    let turned =
        |square: Coordinates| Coordinates { rank: variant.ranks as u8 - 1 - square.rank, ..square };
    let squares = |it: &CastlingSquares| [it.king.0, it.king.1, it.other.0, it.other.1];
    let alike = white.len() == black.len()
        && white
            .iter()
            .zip(&black)
            .all(|(white, black)| squares(white).map(turned) == squares(black));
    let which = match (alike, white.first(), black.first()) {
        (true, _, Some(black)) => {
            let rank = ordinal(usize::from(black.king.0.rank) + 1);
            format!(
                "White's {king} goes {}. Black castles alike, on the {rank} rank.",
                ways(&white)
            )
        }
        (_, Some(_), Some(_)) => {
            format!("White's {king} goes {}. Black's {king} goes {}.", ways(&white), ways(&black))
        }
        (_, Some(_), None) => format!("White's {king} goes {}. Black never castles.", ways(&white)),
        (_, None, Some(_)) => format!("Black's {king} goes {}. White never castles.", ways(&black)),
        (_, None, None) => return None,
    };
    Some(format!(
        "Castling: a {king} and a {with} that have not moved yet may move together. {which} The {king} must \
         not be in check, and neither the squares that it passes nor the one it reaches may be attacked. On \
         the squares that the two pass or reach no other piece may stand.{}",
        rights_at_start(variant, facts)
    ))
}

/// How and when a King jumps.
pub fn jump(variant: &Variant, facts: &Facts) -> Option<String> {
    let jumps = &facts.jumps;
    let far = |leap: &&Delta| leap.distance() > 1;
    let king = royal(variant);
    let whole_ring = jumps.len() == 16 && jumps.iter().all(|leap| leap.distance() == 2);
    let targets = match whole_ring {
        _ if jumps.is_empty() => return None,
        true => {
            "exactly two squares away in any direction, as two steps of a King reach them".into()
        }
        false => movement::leaps(jumps),
    };
    let oblique = |leap: &&Delta| {
        let (files, ranks) = (leap.files.abs(), leap.ranks.abs());
        files != ranks && files != 0 && ranks != 0
    };
    let (is_far, is_straight, is_oblique) = (
        jumps.iter().any(|leap| far(&leap)),
        jumps.iter().any(|leap| far(&leap) && !oblique(&leap)),
        jumps.iter().any(|leap| oblique(&leap)),
    );
    let beside = if jumps.iter().all(|leap| leap.distance() <= 2) {
        "the square between"
    } else {
        "the next square on its way"
    };
    let mut passing = String::new();
    if is_straight {
        passing += &format!(" In a straight or diagonal jump {beside} must not be threatened.");
    }
    if is_oblique {
        passing += " A jump that is neither straight nor diagonal passes over two squares, the next one \
                    straight and the next one diagonally toward its end; it is enough if one of the two is not \
                    threatened.";
    }
    if is_far {
        passing += &format!(
            " A square is threatened if the {king}, standing there instead of on its own square, could be \
             captured. Whatever stands on a square passed over does not matter."
        );
    }
    Some(format!(
        "The {king}'s jump: once, as its first move, a {king} that has never moved and is not in check may \
         jump to an empty square {targets}, if it is not attacked there.{passing}{}",
        rights_at_start(variant, facts)
    ))
}

/// The rights in a FEN and their owners.
pub fn rights(variant: &Variant, facts: &Facts) -> Option<Rights> {
    let castling = |it: &CastlingSquares| {
        let toward_last = it.king.1.file > it.king.0.file;
        let short = if toward_last { "O-O" } else { "O-O-O" };
        Right { letter: CASTLING_LETTERS[it.right], label: format!("{} {short}", it.color) }
    };
    let mut each: Vec<(usize, Right)> =
        facts.castlings.iter().map(|it| (it.right, castling(it))).collect();
    each.sort_by_key(|(right, _)| *right);
    each.dedup_by_key(|(right, _)| *right);
    if !each.is_empty() {
        let each = each.into_iter().map(|(_, right)| right).collect();
        return Some(Rights { name: "Castling".into(), each });
    }
    let jump =
        |color: Color| Right { letter: JUMP_LETTERS[color.index()], label: color.to_string() };
    (!facts.jumps.is_empty()).then(|| Rights {
        name: format!("The {}'s jump", royal(variant)),
        each: Color::ALL.map(jump).into(),
    })
}

/// A sentence about the rights in the start array; empty if it has all of them.
fn rights_at_start(variant: &Variant, facts: &Facts) -> String {
    let given = variant.start.split(' ').nth(2).unwrap_or("");
    let rights = rights(variant, facts).map_or(Vec::new(), |rights| rights.each);
    let (left, lost): (Vec<_>, Vec<_>) =
        rights.iter().partition(|right| given.contains(right.letter));
    match (left.is_empty(), lost.is_empty()) {
        (_, true) => String::new(),
        (true, false) => " In the start array nobody has the right to it.".into(),
        (false, false) => format!(
            " In the start array only these have the right to it: {}.",
            listed(left.iter().map(|right| right.label.as_str()), "and")
        ),
    }
}
