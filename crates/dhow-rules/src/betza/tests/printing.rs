//! Trees print as text that parses back.

use super::*;

#[test]
fn piece_lines_print_in_the_order_that_xboard_reads() {
    for (text, canonical) in [
        ("fmWfceFfmnnD", "fmWfceFfmnD"),
        ("fmWfceFfimnD", "fmWfceFifmnD"),
        ("fsmWfceFfmnnD", "fsmWfceFfmnD"),
        ("KimAimDimN", "KimAimDimN"),
        ("mRcpR", "mRcpR"),
        ("FyafsF", "FyafsF"),
    ] {
        assert_eq!(parse(text).to_string(), canonical);
    }
}

#[test]
fn as_many_terms_as_allowed_read_back_though_they_print_longer() {
    for term in ["vsK", "fblF", "ilfrbflbrmcepN99"] {
        assert_round_trip(&parse(&term.repeat(MAX_TERMS)));
    }
}

#[test]
fn every_set_of_directions_of_every_atom_reads_back() {
    for atom in Atom::ALL {
        for bits in 1..=Directions::all(atom).0 {
            let directions = Directions(bits);
            let term = Term { atom, directions, ..plain(Atom::Wazir) };
            assert_eq!(term.steps().len(), bits.count_ones() as usize);
            // `i`, `yafs` or `mcep`, and an atom with two digits: 12 characters beside the
            // directions.
            assert!(term.to_string().len() + 12 <= MAX_TEXT_LENGTH / MAX_TERMS);
            assert_round_trip(&Betza { terms: vec![term] });
        }
    }
}
