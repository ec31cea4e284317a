//! A fingerprint of a game's rules.

use super::{EndRules, EndValue, PieceDef, Promotion, Variant};
use std::fmt::Write;

impl Variant {
    /// A number that two games share if and only if their rules, the letters of their pieces and the estimated values
    /// of these are the same. The names of the games and pieces and the order of the pieces do not matter. The number
    /// is the same in all versions and on all machines.
    ///
    /// ```
    /// use dhow_rules::variant::{Variant, find};
    ///
    /// let chess = find("chess").expect("a game of the engine's files");
    /// let renamed = Variant { name: "Western chess".into(), ..(**chess).clone() };
    /// assert_eq!(renamed.rules_fingerprint(), chess.rules_fingerprint());
    /// let larger = Variant { ranks: 9, ..renamed };
    /// assert_ne!(larger.rules_fingerprint(), chess.rules_fingerprint());
    /// ```
    pub fn rules_fingerprint(&self) -> u64 {
        // FNV-1a (Fowler, Noll, Vo), because the hashers of the standard library may change.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.rules_text().bytes().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// Everything that the rules depend on, as text. A rule that most games lack adds nothing to their texts, so that
    /// their fingerprints do not change when such a rule is added to the program.
    fn rules_text(&self) -> String {
        // A new member must be listed here: as a rule, or as no rule.
        let Self {
            id: _,
            name: _,
            summary: _,
            inventor: _,
            difficulty: _,
            files,
            ranks,
            holes,
            pieces,
            start,
            setup,
            promotions,
            promotion:
                Promotion {
                    ranks: promotion_ranks,
                    optional_ranks,
                    limits,
                    last_ranks,
                    en_passant,
                    by_entry,
                },
            castling,
            end: EndRules { stalemate, move_limit, repetitions, repetition, bare_kings, bare_king },
            several_royals,
            facing,
            anti_trade,
            flag,
            checking,
            command,
        } = self;
        let mut text = format!(
            "{files}x{ranks} {start} {promotions} EndRules {{ stalemate: {stalemate:?}, move_limit: {move_limit:?}, \
             repetitions: {repetitions:?}, bare_kings: {bare_kings:?}, bare_king: {bare_king:?} }}"
        );
        let mut pieces: Vec<&PieceDef> = pieces.iter().collect();
        pieces.sort_by_key(|piece| piece.letter);
        let mut add = |part: std::fmt::Arguments| {
            let _ = text.write_fmt(part);
        };
        for piece in pieces {
            let PieceDef {
                letter,
                name: _,
                other_names: _,
                betza,
                value,
                role,
                promotes_to,
                promotes_by,
                initial_ranks,
                triple_step_ranks,
                regions,
                picture: _,
            } = piece;
            add(format_args!("\n{letter} {} {value} {role:?} {promotes_to}", betza.as_str()));
            if let Some(by) = promotes_by {
                add(format_args!(" by {}", by.as_str()));
            }
            if !initial_ranks.is_empty() {
                add(format_args!(" from {initial_ranks:?}"));
            }
            if !triple_step_ranks.is_empty() {
                add(format_args!(" triple steps from {triple_step_ranks:?}"));
            }
            if regions.iter().any(Option::is_some) {
                add(format_args!(" within {regions:?}"));
            }
        }
        add(format_args!("\n{promotion_ranks} {optional_ranks} {limits:?} {en_passant}"));
        for (letter, ranks) in last_ranks {
            add(format_args!("\n{letter} on the last {ranks}"));
        }
        if let Some(entry) = by_entry {
            add(format_args!("\n{entry:?}"));
        }
        for hole in holes {
            add(format_args!("\n* {hole}"));
        }
        for group in setup {
            add(format_args!("\n{} on {:?}", group.chiefs, group.squares));
        }
        if let Some(castling) = castling {
            add(format_args!("\n{castling:?}"));
        }
        if let Some(royals) = several_royals {
            add(format_args!("\n{royals:?}"));
        }
        if let Some(facing) = facing {
            add(format_args!("\nfacing {}", facing.as_str()));
        }
        if let Some(trades) = anti_trade {
            add(format_args!("\n{trades:?}"));
        }
        if *repetition != EndValue::Draw {
            add(format_args!("\nrepetition {repetition:?}"));
        }
        if let Some(flag) = flag {
            add(format_args!("\n{flag:?}"));
        }
        if !checking {
            add(format_args!("\nno checks"));
        }
        if let Some(command) = command {
            add(format_args!("\n{command:?}"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::betza::Notation;
    use crate::variant::{BUILT_IN, Role, VARIANTS, Variant, find};
    use std::collections::HashSet;

    #[test]
    fn names_and_order_do_not_matter_and_rules_do() {
        let shako = (**find("shako").expect("a game")).clone();
        let print = shako.rules_fingerprint();
        let mut other = Variant { id: "x".into(), summary: "y".into(), ..shako.clone() };
        other.pieces.reverse();
        other.pieces.iter_mut().for_each(|piece| piece.name += "!");
        assert_eq!(other.rules_fingerprint(), print);
        let changes: [fn(&mut Variant); 7] = [
            |game| game.end.move_limit = Some(49),
            |game| game.pieces[0].role = Role::Prince,
            |game| game.pieces[0].betza = Notation::known("W"),
            |game| game.pieces[0].value += 1,
            |game| game.promotions = "Q".into(),
            |game| game.promotion.ranks = 2,
            |game| game.start = game.start.replace("RNBQKBNR", "RNBKQBNR"),
        ];
        let mut prints = HashSet::from([print]);
        for change in changes {
            let mut changed = shako.clone();
            change(&mut changed);
            prints.insert(changed.rules_fingerprint());
        }
        assert_eq!(prints.len(), 8);
    }

    #[test]
    fn every_game_has_its_own_and_keeps_it() {
        let prints: HashSet<u64> = VARIANTS.iter().map(|game| game.rules_fingerprint()).collect();
        assert_eq!(prints.len(), VARIANTS.iter().count());
        assert!(BUILT_IN.iter().count() < prints.len());
        // Networks that users have learned are bound to these fingerprints.
        let of = |id| find(id).expect("a game").rules_fingerprint();
        let known = [0x37a3_6b5f_5adb_6949, 0xf39e_894a_c3a7_a980, 0xec39_3e0c_5c0f_5e8a];
        assert_eq!([of("chess"), of("shako"), of("metamachy")], known);
    }
}
