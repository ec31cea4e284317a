//! Lists of weights as text.
//!
//! A line `piece` with a role, a value and movements starts the weights of pieces. Each line below it has a group and
//! its weights in the middlegame and in the endgame. Lines `passed` with a number of ranks, `leaders` with a number
//! and `other` with a name may be anywhere. A comment starts with `#`; on a line `piece` it has the names of the
//! pieces.

use super::list::{GENERAL, leaders, of_piece, other, passed};
use super::{PieceWeights, Weight, WeightList};
use crate::eval::features::{FeatureGroup, MOST_LEADERS, OTHERS, RANKS};
use dhow_rules::betza::{Betza, CanonicalForm};
use dhow_rules::variant::Role;
use std::fmt;
use std::str::FromStr;

const ROLES: [(Role, &str); 5] = [
    (Role::Royal, "royal"),
    (Role::Leader, "leader"),
    (Role::Pawn, "pawn"),
    (Role::Prince, "prince"),
    (Role::Officer, "officer"),
];

impl FromStr for WeightList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut list = WeightList::empty();
        for (index, line) in text.lines().enumerate() {
            read_line(&mut list, line).map_err(|error| format!("line {}: {error}", index + 1))?;
        }
        Ok(list)
    }
}

fn read_line(list: &mut WeightList, line: &str) -> Result<(), String> {
    let (line, comment) = line.split_once('#').unwrap_or((line, ""));
    let line = line.trim();
    let words: Vec<&str> = line.split_whitespace().collect();
    let no_weight = || format!("`{line}` is not a weight");
    let (place, middlegame, endgame) = match *words.as_slice() {
        [] => return Ok(()),
        ["piece", ref words @ ..] => {
            let piece = read_piece(words, comment).map_err(|error| format!("`{line}`: {error}"))?;
            let same = |other: &PieceWeights| other.traits() == piece.traits();
            if list.pieces.iter().any(same) {
                return Err(format!("`{line}`: a second piece like this"));
            }
            list.add(piece);
            return Ok(());
        }
        ["passed", ranks, middlegame, endgame] => {
            let ranks = ranks.parse().ok().filter(|&ranks| ranks < RANKS);
            (passed(ranks.ok_or_else(no_weight)?), middlegame, endgame)
        }
        ["other", word, middlegame, endgame] => {
            let number = OTHERS.iter().position(|&name| name == word);
            (other(number.ok_or_else(no_weight)?), middlegame, endgame)
        }
        ["leaders", number, middlegame, endgame] => {
            let number = number.parse().ok().filter(|&number| number <= MOST_LEADERS);
            (leaders(number.ok_or_else(no_weight)?), middlegame, endgame)
        }
        [word, middlegame, endgame] => {
            let group = FeatureGroup::OF_PIECES.into_iter().find(|group| group.name() == word);
            let group = group.ok_or_else(no_weight)?;
            let last = list.pieces.len().checked_sub(1);
            let last = last.ok_or_else(|| format!("`{line}` belongs to no piece"))?;
            (of_piece(last, group), middlegame, endgame)
        }
        _ => return Err(no_weight()),
    };
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.abs() < 1e5);
    let weight = number(middlegame).zip(number(endgame));
    let (middlegame, endgame) = weight.ok_or_else(no_weight)?;
    if list.get(place).is_some() {
        return Err(format!("`{line}` is a second weight"));
    }
    list.set(place, Weight { middlegame, endgame });
    Ok(())
}

fn read_piece(words: &[&str], names: &str) -> Result<PieceWeights, String> {
    let [role, value, movements @ ..] = words else { return Err("no role and value".into()) };
    let role = ROLES.iter().find(|(_, name)| name == role).map(|&(role, _)| role);
    let value = value.parse().ok().filter(|value| (0..100_000).contains(value));
    let movement = |text: &&str| match text.parse::<Betza>() {
        Ok(betza) => Ok((text.to_string(), CanonicalForm::from(&betza))),
        Err(error) => Err(error.to_string()),
    };
    let movements = movements.iter().map(movement).collect::<Result<Vec<_>, _>>()?;
    if movements.is_empty() {
        return Err("no movement".into());
    }
    Ok(PieceWeights {
        role: role.ok_or("no such role")?,
        value: value.ok_or("no such value")?,
        movements,
        names: names.trim().to_string(),
    })
}

impl fmt::Display for WeightList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, weight) in self.weights[..GENERAL].iter().enumerate() {
            let Some(weight) = weight else { continue };
            match place.checked_sub(RANKS) {
                None => writeln!(f, "passed {place} {weight}")?,
                Some(number) => match OTHERS.get(number) {
                    Some(name) => writeln!(f, "other {name} {weight}")?,
                    None => writeln!(f, "leaders {} {weight}", number - OTHERS.len())?,
                },
            }
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            let role = ROLES.iter().find(|(role, _)| *role == piece.role).map_or("", |role| role.1);
            write!(f, "\npiece {role} {}", piece.value)?;
            for (text, _) in &piece.movements {
                write!(f, " {text}")?;
            }
            let mark = if piece.names.is_empty() { "" } else { " # " };
            writeln!(f, "{mark}{}", piece.names)?;
            for group in FeatureGroup::OF_PIECES {
                if let Some(weight) = self.get(of_piece(index, group)) {
                    writeln!(f, "{} {weight}", group.name())?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} {:.1}", self.middlegame, self.endgame)
    }
}
