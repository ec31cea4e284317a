//! Describes turns with several moves, and command by leaders.

use super::english::{a, capital, listed, number};
use super::{RuleList, Topic, names};
use crate::pieces::Letter;
use crate::variant::{Command, CommandOption, Leader, Variant};

/// The letters of the leaders that are in the start array or that pieces promote to.
pub fn present(variant: &Variant) -> impl Iterator<Item = Letter> {
    let promotions = variant.all_promotions();
    let leaders = variant.command.iter().flat_map(|command| &command.leaders);
    let occurs = move |letter: &Letter| variant.starts_with(*letter) || promotions.contains(letter);
    leaders.map(|leader| leader.letter).filter(occurs)
}

/// Adds the rules of turns. `most` is the greatest number of moves in a turn from the start array.
pub fn rules(variant: &Variant, command: &Command, most: usize, rules: &mut RuleList) {
    let letters: String = present(variant).collect();
    let leaders = listed(names(variant, &letters), "or");
    let are = format!("{} is a leader", capital(&a(&leaders)));
    rules.say(
        Topic::Turn,
        format!(
            "A turn has one or more moves of different pieces of a side, made one after the other: up to {most} \
             from the start array. Each piece that moves must be activated by a leader. {are}. No piece \
             moves twice in a turn, one piece must move, and the turn may be ended early."
        ),
    );
    for leader in command.leaders.iter().filter(|leader| leader.letter.is_in(&letters)) {
        rules.extend(Topic::Leader, commanded(variant, leader));
    }
    rules.say(
        Topic::Turn,
        "What counts is where leader and piece stand when the piece starts to move. The player does not name \
         the leader that activates a piece: a turn is legal if each moved piece can be assigned to a leader, \
         and no leader activates more pieces than it may."
            .into(),
    );
    // A position may contain a leader that the start array lacks.
    let last = if command.leaders.len() > 1 { "leader" } else { &leaders };
    rules.say(
        Topic::Goal,
        format!(
            "The side that captures the last {last} of the other side wins at once, even during its turn."
        ),
    );
}

/// The change that an optional rule makes, for a list: without capital and full stop. `None` if the
/// game does not have the rule.
///
/// ```
/// use dhow_rules::description::option;
/// use dhow_rules::variant::{CommandOption, find};
///
/// let chieftain = find("chieftain").expect("a built-in game");
/// let text = option(chieftain, CommandOption::FreeScouts);
/// assert!(text.is_some_and(|text| text.starts_with("a Scout (N) needs no activation")));
/// ```
pub fn option(variant: &Variant, option: CommandOption) -> Option<String> {
    let command = variant.command.as_ref()?;
    let name = |letter| variant.piece(letter).map(|piece| piece.name.as_str());
    Some(match option {
        CommandOption::Exchange => {
            let (leader, other) = command.exchange?;
            let (leader, other) = (name(leader)?, name(other)?);
            format!(
                "{} and an orthogonally adjacent own {other} may change places, as the {leader}'s own action",
                a(leader)
            )
        }
        CommandOption::FreeScouts => {
            let free = command.free?;
            format!(
                "{} ({free}) needs no activation, but counts among the moves of a turn",
                a(name(free)?)
            )
        }
    })
}

/// A sentence about the pieces that a leader may activate.
pub fn commanded(variant: &Variant, leader: &Leader) -> Option<String> {
    let name = &variant.piece(leader.letter)?.name;
    let pieces = number(leader.activations.into(), "piece", "pieces");
    let within = match &leader.within {
        None => "any piece of its side".into(),
        Some(letters) => a(&listed(names(variant, letters), "or")),
    };
    let range = number(leader.range.into(), "square", "squares");
    let mut text = format!(
        "{} may activate {pieces} a turn: itself, or {within} within {range} of it in any direction, whatever \
         stands between",
        capital(&a(name))
    );
    if !leader.reached.is_empty() {
        let reached = a(&listed(names(variant, &leader.reached), "or"));
        text += &format!(", or {reached} on a square that it could move to");
    }
    Some(text + ".")
}
