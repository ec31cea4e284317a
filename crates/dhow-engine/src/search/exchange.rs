//! The exchange of complete iterations between engines that share a table, as threads exchange them by
//! [`super::shared`]: whoever completes an iteration first publishes it, and the others abort theirs and continue from
//! its result.

use super::lent_memory::LentMemory;
use super::root_moves::RootMove;
use super::table_memory::TableMemory;
use super::tree::TurnRules;
use super::worker::Worker;
use crate::eval::{Evaluate, Score};
use dhow_rules::position::Move;

/// Words before the root moves: the key of the search, then depth, lines and root moves.
const FIRST_WORDS: usize = 2;
/// Words of a root move: move and score, last score and selective depth, nodes.
const ROOT_WORDS: usize = 3;

impl<P: TurnRules, E: Evaluate<P>> Worker<'_, P, E> {
    fn lent(&self) -> Option<&LentMemory> {
        match self.shared.table.memory() {
            TableMemory::Lent(lent) if self.noise.none() => Some(lent),
            _ => None,
        }
    }

    fn lines(&self) -> usize {
        self.shared.limits.multi_pv.clamp(1, self.root_moves.len())
    }

    /// Publishes the iteration that this engine has completed.
    pub fn publish_iteration(&self) {
        if let Some(lent) = self.lent() {
            lent.publish(&encode(self.root_key, self.root_depth, self.lines(), &self.root_moves));
        }
    }

    /// Ends the iteration if another engine has completed it.
    pub fn look_at_other_engines(&mut self) {
        if self.taken_over.is_some() {
            return;
        }
        let head = |words: [u64; FIRST_WORDS]| {
            words[0] == self.root_key && depth_of(words[1]) >= self.root_depth
        };
        let found = self.lent().and_then(|lent| lent.published(head));
        let found = found.and_then(|words| decode(&words, self.lines(), &self.root_moves));
        if found.is_some() {
            self.taken_over = found;
            self.shared.settle(self.root_depth);
        }
    }

    /// Continues from the result of another engine, if that ended the iteration. Returns whether it did.
    pub fn take_over_iteration(&mut self) -> bool {
        let Some((depth, root_moves)) = self.taken_over.take() else { return false };
        (self.root_depth, self.root_moves) = (depth, root_moves);
        true
    }
}

fn encode(key: u64, depth: i32, lines: usize, root_moves: &[RootMove]) -> Vec<u64> {
    let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let sizes = (lines as u32) << 16 | depth as u32;
    let mut words = vec![key, pair(sizes, root_moves.len() as u32)];
    for root in root_moves {
        words.push(pair(root.first().bits(), root.score.0 as u32));
        words.push(pair(root.previous.0 as u32, root.selective_depth));
        words.push(root.nodes);
    }
    for root in &root_moves[..lines] {
        words.push(root.pv.len() as u64);
        words.extend(root.pv.iter().map(|mv| u64::from(mv.bits())));
    }
    words
}

fn depth_of(sizes: u64) -> i32 {
    (sizes & 0xFFFF) as i32
}

/// Depth and root moves of an iteration of the same search; `None` if it has other lines or root moves.
fn decode(words: &[u64], lines: usize, own: &[RootMove]) -> Option<(i32, Vec<RootMove>)> {
    let sizes = *words.get(1)?;
    if (sizes >> 16 & 0xFFFF) as usize != lines || (sizes >> 32) as usize != own.len() {
        return None;
    }
    let (roots, mut lines_left) =
        words.get(FIRST_WORDS..)?.split_at_checked(ROOT_WORDS * own.len())?;
    let root = |words: &[u64]| {
        let score = |half: u64| Score(half as u32 as i32);
        Some(RootMove {
            pv: [Move::from_bits(words[0] as u32)?].into_iter().collect(),
            score: score(words[0] >> 32),
            previous: score(words[1]),
            noise_offset: 0,
            selective_depth: (words[1] >> 32) as u32,
            nodes: words[2],
        })
    };
    let mut root_moves: Vec<RootMove> =
        roots.chunks_exact(ROOT_WORDS).map(root).collect::<Option<_>>()?;
    let sorted = |roots: &[RootMove]| {
        let mut moves: Vec<u32> = roots.iter().map(|root| root.first().bits()).collect();
        moves.sort_unstable();
        moves
    };
    if sorted(&root_moves) != sorted(own) {
        return None;
    }
    for root in &mut root_moves[..lines] {
        let (length, rest) = lines_left.split_first()?;
        let (line, rest) = rest.split_at_checked(*length as usize)?;
        let first = root.first();
        root.pv.clear();
        for &word in line {
            root.pv.try_push(Move::from_bits(word as u32)?).ok()?;
        }
        if root.pv.first() != Some(&first) {
            return None;
        }
        lines_left = rest;
    }
    Some((depth_of(sizes), root_moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::game::Game;
    use dhow_rules::variant::find;

    fn roots() -> Vec<RootMove> {
        let moves = Game::new(find("chess").unwrap()).legal_moves();
        let root = |(number, &mv): (usize, &Move)| RootMove {
            pv: [mv].into_iter().chain(moves.iter().copied().take(number)).collect(),
            score: Score(-7 * number as i32),
            previous: -Score::INFINITE,
            noise_offset: 0,
            selective_depth: 9,
            nodes: 1 << 40,
        };
        moves.iter().enumerate().map(root).collect()
    }

    #[test]
    fn an_iteration_is_read_back_as_published() {
        let mut own = roots();
        let words = encode(5, 12, 3, &own);
        own.reverse();
        let (depth, read) = decode(&words, 3, &own).unwrap();
        assert_eq!(depth, 12);
        for (root, written) in read.iter().zip(roots()) {
            assert_eq!((root.score, root.previous), (written.score, written.previous));
            assert_eq!((root.first(), root.nodes), (written.first(), written.nodes));
            assert_eq!(root.selective_depth, written.selective_depth);
        }
        assert_eq!(read[2].pv, roots()[2].pv);
        assert_eq!(read[3].pv.len(), 1);
        assert!(decode(&words, 2, &own).is_none());
        assert!(decode(&words, 3, &own[1..]).is_none());
        assert!((0..words.len()).all(|length| decode(&words[..length], 3, &own).is_none()));
    }
}
