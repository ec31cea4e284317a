//! Describes promotion.

use super::english::{a, capital, listed, ranks};
use super::{movement, names};
use crate::pieces::Letter;
use crate::variant::{PieceDef, Promotion, Variant};

/// The ranks of optional and of forced promotion, from a side's own point of view, counted from 1.
fn zones(variant: &Variant) -> [Vec<usize>; 2] {
    let Promotion { ranks, optional_ranks, .. } = variant.promotion;
    let first = variant.ranks - ranks + 1;
    [(first..first + optional_ranks).collect(), (first + optional_ranks..=variant.ranks).collect()]
}

/// A paragraph for each group of kinds that promote in the same way, and one about limits.
pub fn rules(variant: &Variant) -> Vec<String> {
    let mut alike: Vec<Vec<&PieceDef>> = Vec::new();
    for piece in variant.pieces.iter().filter(|piece| !variant.promotions_of(piece).is_empty()) {
        let key = |piece| (variant.promotions_of(piece), &piece.promotes_by);
        match alike.iter_mut().find(|group| key(group[0]) == key(piece)) {
            Some(group) => group.push(piece),
            None => alike.push(vec![piece]),
        }
    }
    let mut rules: Vec<String> = alike.iter().map(|group| of_kinds(variant, group)).collect();
    rules.extend(by_entry(variant));
    rules.extend(last_ranks(variant));
    rules.extend(limits(variant, &alike.concat()));
    rules
}

/// By which moves pieces promote, in a game where not every move to the zone promotes.
fn by_entry(variant: &Variant) -> Option<String> {
    let entry = variant.promotion.by_entry.as_ref()?;
    let [zone, _] = zones(variant);
    let mut text = format!(
        "A move promotes if it goes to {} from outside, or if it starts there and captures, even if it \
         leaves these ranks.",
        ranks(&zone, variant.ranks)
    );
    if !entry.to_last_rank.is_empty() {
        let who = capital(&a(&listed(names(variant, &entry.to_last_rank), "or")));
        text += &format!(" {who} may promote by any move to the last rank, too.");
    }
    Some(text)
}

/// The kinds that pieces become on some of the ranks of promotion only.
fn last_ranks(variant: &Variant) -> Option<String> {
    let part = |(number, letters): &(u8, String)| {
        let first = variant.ranks + 1 - usize::from(*number);
        let on = ranks(&(first..=variant.ranks).collect::<Vec<_>>(), variant.ranks);
        format!("{} only on {on}", a(&listed(names(variant, letters), "or")))
    };
    let parts: Vec<String> = by_number(&variant.promotion.last_ranks).iter().map(part).collect();
    (!parts.is_empty()).then(|| format!("A piece may become {}.", parts.join(", ")))
}

fn of_kinds(variant: &Variant, kinds: &[&PieceDef]) -> String {
    let [may, must] =
        zones(variant).map(|zone| (!zone.is_empty()).then(|| ranks(&zone, variant.ranks)));
    let who = a(&listed(kinds.iter().map(|piece| piece.name.as_str()), "or"));
    let what = a(&listed(names(variant, variant.promotions_of(kinds[0])), "or"));
    if variant.promotion.by_entry.is_some() {
        return format!("Promotion: {who} may become {what}.");
    }
    let text = match (may, must) {
        (Some(may), Some(must)) => format!(
            "{who} that ends a move on {may} may become {what}; one that ends a move on {must} must."
        ),
        (Some(may), None) => format!("{who} that ends a move on {may} may become {what}."),
        (None, must) => {
            format!("{who} that ends a move on {} must become {what}.", must.unwrap_or_default())
        }
    };
    let text = format!("Promotion: {text}");
    let Some(by) = &kinds[0].promotes_by else {
        return text;
    };
    let moves = movement::in_words(by, false, &all_ranks(variant));
    format!(
        "{text} It does so only by these of its moves: it {}. By the others it stays what it is.",
        moves.join("; it ")
    )
}

/// Moves by which a piece promotes may start on any rank.
fn all_ranks(variant: &Variant) -> Vec<usize> {
    (0..variant.ranks).collect()
}

fn limits(variant: &Variant, kinds: &[&PieceDef]) -> Option<String> {
    let limits = &variant.promotion.limits;
    let part = |(most, letters): &(u8, String)| {
        format!("{} only while it has {}", a(&listed(names(variant, letters), "or")), few(*most))
    };
    let parts: Vec<String> = by_number(limits).iter().map(part).collect();
    if parts.is_empty() {
        return None;
    }
    let mut text = format!("A side may promote a piece to {}.", parts.join(", to "));
    let limited = |letter: Letter| limits.iter().any(|(it, _)| *it == letter);
    let at_start = |letter: Letter| {
        Letter::all(variant.start_placement()).filter(|&standing| standing == letter).count()
    };
    let as_at_start = limits.iter().all(|&(letter, most)| {
        let most = usize::from(most);
        at_start(letter) == most && at_start(letter.to_ascii_lowercase()) == most
    });
    let all_limited = |piece: &&&PieceDef| Letter::all(variant.promotions_of(piece)).all(limited);
    if as_at_start && kinds.iter().all(|piece| all_limited(&piece)) {
        text += " So a piece becomes only what its side has lost.";
    }
    let [_, must] = zones(variant);
    let stuck: Vec<&str> =
        kinds.iter().filter(all_limited).map(|piece| piece.name.as_str()).collect();
    if !must.is_empty() && !stuck.is_empty() {
        text += &format!(
            " {} with nothing left to become may not go to {}.",
            capital(&a(&listed(stuck, "or"))),
            ranks(&must, variant.ranks)
        );
    }
    Some(text)
}

/// Groups letters by their number.
fn by_number(limits: &[(Letter, u8)]) -> Vec<(u8, String)> {
    let mut by_number: Vec<(u8, String)> = Vec::new();
    for &(letter, most) in limits {
        match by_number.iter_mut().find(|(number, _)| *number == most) {
            Some((_, letters)) => letters.extend([letter]),
            None => by_number.push((most, letter.to_string())),
        }
    }
    by_number
}

/// The number of pieces that a side must have to promote to one more.
fn few(most: u8) -> String {
    if most == 1 { "none".into() } else { format!("fewer than {most}") }
}

/// The letters of a list, separated by spaces.
fn spaced(letters: &str) -> String {
    Letter::all(letters).map(String::from).collect::<Vec<_>>().join(" ")
}

/// A short phrase about the promotion of a piece; `None` if it does not promote.
pub fn in_short(variant: &Variant, piece: &PieceDef) -> Option<String> {
    let to = variant.promotions_of(piece);
    if to.is_empty() {
        return None;
    }
    let Promotion { ranks, optional_ranks, ref limits, ref last_ranks, ref by_entry, .. } =
        variant.promotion;
    let mut words = format!("promotes to {}", spaced(to));
    if ranks > 1 {
        words += &format!(" on the last {ranks} ranks");
    }
    match ranks - optional_ranks {
        _ if by_entry.is_some() => words += ", if it enters them or captures from there",
        0 => words += ", if it wants to",
        forced if forced == ranks => {}
        1 => words += ", on the last one at the latest",
        forced => words += &format!(", on the last {forced} at the latest"),
    }
    if piece.promotes_by.is_some() {
        words += ", by some of its moves only";
    }
    let own = |pairs: &[(Letter, u8)]| -> Vec<_> {
        pairs.iter().copied().filter(|(letter, _)| letter.is_in(to)).collect()
    };
    for (number, letters) in by_number(&own(last_ranks)) {
        let on = if number == 1 { "rank".into() } else { format!("{number} ranks") };
        words += &format!(", to {} only on the last {on}", spaced(&letters));
    }
    for (most, letters) in by_number(&own(limits)) {
        words += &format!(", to {} only while its side has {}", spaced(&letters), few(most));
    }
    Some(words)
}
