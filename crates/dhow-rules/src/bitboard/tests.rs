use super::*;
use std::collections::BTreeSet;

fn set<const W: usize>(squares: &BTreeSet<Square>) -> Bitboard<W> {
    squares.iter().copied().collect()
}

fn random_squares<const W: usize>(random: &mut fastrand::Rng) -> BTreeSet<Square> {
    let density = random.f32().powi(3);
    let squares = (0..64 * W).filter(|_| random.f32() < density);
    squares.collect::<Vec<_>>().into_iter().map(Square::from_index).collect()
}

/// Compares bitboards with the standard library's sets.
fn sets_are_sets<const W: usize>() {
    let random = &mut fastrand::Rng::with_seed(7);
    // Miri is a thousand times slower.
    for round in 0..if cfg!(miri) { 3 } else { 500 } {
        let (a, b) = (random_squares::<W>(random), random_squares::<W>(random));
        let (x, y) = (set::<W>(&a), set::<W>(&b));
        assert_eq!(x | y, set(&(&a | &b)));
        assert_eq!(x & y, set(&(&a & &b)));
        assert_eq!(x ^ y, set(&(&a ^ &b)));
        assert_eq!(x - y, set(&(&a - &b)));
        let mut changed = x;
        changed |= y;
        assert_eq!(changed, x | y);
        changed &= y;
        changed ^= x;
        assert_eq!(changed, y ^ x);
        changed -= x;
        assert_eq!(changed, y - x);
        assert_eq!(x.intersects(y), !a.is_disjoint(&b));
        assert!(x.into_iter().eq(a.iter().copied()), "in order");
        assert_eq!(x.count() as usize, a.len());
        assert_eq!(x.is_empty(), a.is_empty());
        assert_eq!(x.has_many(), a.len() > 1);
        assert_eq!(x.first(), a.first().copied());
        assert_eq!(x.last(), a.last().copied());
        let (first, last) = (b.first(), b.last());
        let up_to = a.iter().filter(|&square| first.is_none_or(|first| square <= first));
        assert_eq!(x.up_to_first(y), up_to.copied().collect());
        let from = a.iter().filter(|&square| last.is_none_or(|last| square >= last));
        assert_eq!(x.last_and_on(y), from.copied().collect());
        assert_eq!(Bitboard::from_words(x.words()), x);
        let square = Square::from_index(round * 7 % (64 * W));
        assert_eq!(x.contains(square), a.contains(&square));
        let mut more = x;
        more.insert(square);
        assert_eq!(more, x | Bitboard::single(square));
        // `fold` after some calls of `next` visits the remaining squares only.
        let mut rest = x.into_iter();
        let begun: BTreeSet<Square> = rest.by_ref().take(a.len() / 3).collect();
        assert_eq!(rest.fold(set(&begun), |set, one| set | Bitboard::single(one)), x);
    }
    assert!(Bitboard::<W>::EMPTY.is_empty() && Bitboard::<W>::default().is_empty());
}

#[test]
fn sets_of_any_number_of_words_are_sets() {
    sets_are_sets::<1>();
    sets_are_sets::<2>();
    sets_are_sets::<3>();
    sets_are_sets::<8>();
}
