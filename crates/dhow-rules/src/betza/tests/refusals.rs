//! Errors in texts, and where they are.

use super::*;

/// Invalid texts with the exact message.
const BAD: &[(&str, &str)] = &[
    ("", "column 1, end of text: no atom given"),
    ("m", "column 1, `m`: modifiers without an atom"),
    ("Wfm", "column 2, `fm`: modifiers without an atom"),
    ("fmWfce", "column 4, `fce`: modifiers without an atom"),
    ("Fyafs", "column 2, `yafs`: modifiers without an atom"),
    ("X", "column 1, `X`: not a letter of this notation"),
    ("WE", "column 2, `E`: not a letter of this notation"),
    ("WfxF", "column 3, `x`: not a letter of this notation"),
    ("jW", "column 1, `j`: only R, B and Q jump over their first square"),
    ("tN", "column 1, `t`: not a letter of this notation"),
    ("KO2", "column 2, `O`: not a letter of this notation"),
    ("R@", "column 2, `@`: not a letter of this notation"),
    ("W F", "column 2, ` `: not a letter of this notation"),
    ("W-3", "column 2, `-`: no bracket is open"),
    ("W\n", "column 2, `\\n`: not a letter of this notation"),
    ("W\u{1b}[2J", "column 2, `\\u{1b}`: not a letter of this notation"),
    ("W\u{e9}F", "column 2, `\u{e9}`: not an ASCII character"),
    ("KN\u{5c06}", "column 3, `\u{5c06}`: not an ASCII character"),
    ("W\u{661}", "column 2, `\u{661}`: not an ASCII character"),
    ("3W", "column 1, `3`: a range must follow an atom"),
    ("Wm2F", "column 3, `2`: a range must follow an atom"),
    ("WW2", "column 3, `2`: a doubled atom takes no range"),
    ("R100", "column 2, `100`: range above 99"),
    ("R256", "column 2, `256`: range above 99"),
    ("NW4294967297", "column 3, `4294967297`: range above 99"),
    ("W99999999999999999999999999", "column 2, `99999999999999999999999999`: range above 99"),
    ("W03", "column 2, `03`: range with a leading zero"),
    ("N00", "column 2, `00`: range with a leading zero"),
    ("RR", "column 2, `R`: this atom cannot be doubled"),
    ("KK", "column 2, `K`: this atom cannot be doubled"),
    ("NBB", "column 3, `B`: this atom cannot be doubled"),
    ("WWW", "column 3, `W`: this atom cannot be doubled"),
    ("mmW", "column 2, `m`: repeated modifier"),
    ("fmcmW", "column 4, `m`: repeated modifier"),
    ("iiN", "column 2, `i`: repeated modifier"),
    ("fnmnD", "column 4, `n`: repeated modifier"),
    ("fmnnnD", "column 5, `n`: repeated modifier"),
    ("ppR", "column 2, `p`: repeated modifier"),
    ("yafsyafsF", "column 5, `y`: repeated modifier"),
    ("fmrW", "column 3, `r`: directions must stand together"),
    ("RfilW", "column 4, `l`: directions must stand together"),
    ("ffW", "column 2, `f`: selects a step that is selected already"),
    ("vfW", "column 2, `f`: selects a step that is selected already"),
    ("fsvW", "column 3, `v`: selects a step that is selected already"),
    ("ffF", "column 2, `f`: selects a step that is selected already"),
    ("fsF", "column 2, `s`: selects a step that is selected already"),
    ("flfF", "column 3, `f`: selects a step that is selected already"),
    ("flflB", "column 3, `fl`: selects a step that is selected already"),
    ("fffN", "column 3, `f`: selects a step that is selected already"),
    ("fhrN", "column 3, `r`: selects a step that is selected already"),
    ("Rhrff N", "column 6, ` `: not a letter of this notation"),
    ("RhrffN", "column 4, `ff`: selects a step that is selected already"),
    ("ffvK", "column 3, `v`: selects a step that is selected already"),
    ("hW", "column 1, `h`: selects no step of this atom"),
    ("fhR", "column 2, `h`: selects no step of this atom"),
    ("hN", "column 1, `h`: selects no step of this atom"),
    ("lfhN", "column 3, `h`: selects no step of this atom"),
    ("fhF", "column 2, `h`: selects no step of this atom"),
    ("NfhK", "column 3, `h`: selects no step of this atom"),
    ("hrB", "column 1, `h`: selects no step of this atom"),
    ("eF", "column 1, `e`: en passant needs `c` beside it"),
    ("fmWfeF", "column 5, `e`: en passant needs `c` beside it"),
    ("fmeF", "column 3, `e`: en passant needs `c` beside it"),
    ("yafseF", "column 5, `e`: en passant needs `c` beside it"),
    ("pN", "column 1, `p`: only a slide can hop"),
    ("mRcpW", "column 4, `p`: only a slide can hop"),
    ("pR1", "column 1, `p`: only a slide can hop"),
    ("pnD", "column 1, `p`: only a slide can hop"),
    ("gN", "column 1, `g`: only a slide can hop"),
    ("cpgR", "column 3, `g`: a term has one of `p`, `g`, `j`, `z` and `q`"),
    ("fzjR", "column 3, `j`: a term has one of `p`, `g`, `j`, `z` and `q`"),
    ("jNN", "column 1, `j`: only R, B and Q jump over their first square"),
    ("zQ", "column 1, `z`: only R and B are crooked"),
    ("zW", "column 1, `z`: only R and B are crooked"),
    ("zNN", "column 1, `z`: only R and B are crooked"),
    ("qR", "column 1, `q`: only N, C and Z go in circles"),
    ("qN1", "column 1, `q`: only N, C and Z go in circles"),
    ("nR", "column 1, `n`: only a leap can be lame"),
    ("fnQ", "column 2, `n`: only a leap can be lame"),
    ("nD2", "column 1, `n`: only a leap can be lame"),
    ("nNN", "column 1, `n`: only a leap can be lame"),
    ("mpnB", "column 3, `n`: only a leap can be lame"),
    ("fmnW", "column 3, `n`: no square lies between"),
    ("nK", "column 1, `n`: no square lies between"),
    ("nR1", "column 1, `n`: no square lies between"),
    ("nC", "column 1, `n`: no squares lie on a straight way"),
    ("nJ", "column 1, `n`: no squares lie on a straight way"),
    ("nnD", "column 1, `nn`: only for a D or H leap that cannot capture"),
    ("fcnnD", "column 3, `nn`: only for a D or H leap that cannot capture"),
    ("mnnA", "column 2, `nn`: only for a D or H leap that cannot capture"),
    ("mcnnD", "column 3, `nn`: only for a D or H leap that cannot capture"),
    ("masR", "column 4, `R`: a move of two legs takes no range"),
    ("caK3", "column 4, `3`: a move of two legs takes no range"),
    ("caNN", "column 4, `N`: a move of two legs takes no range"),
    ("cacaK", "column 4, `a`: a move has at most two legs"),
    (
        "mcaK",
        "column 2, `c`: the first of two legs either moves or captures: write a term for each",
    ),
    ("cafsN", "column 3, `f`: a leap of this kind goes on straight, back, or without directions"),
    ("cabcK", "column 2, `a`: nothing to capture where the piece came from"),
    ("caceK", "column 4, `e`: cannot stand here in a move of two legs"),
    ("pcaK", "column 1, `p`: cannot stand here in a move of two legs"),
    ("caiK", "column 3, `i`: cannot stand here in a move of two legs"),
    ("cayafsF", "column 3, `y`: cannot stand here in a move of two legs"),
    ("cahK", "column 3, `h`: selects no step of this atom"),
    ("caffvK", "column 5, `v`: selects a step that is selected already"),
    ("ca[F-W]", "column 2, `a`: cannot stand before a bracket"),
    ("yW", "column 1, `y`: `y` stands only in `yafs`"),
    ("FyafF", "column 2, `yaf`: `y` stands only in `yafs`"),
    ("FyasF", "column 2, `yas`: `y` stands only in `yafs`"),
    ("FyafrF", "column 2, `yafr`: `y` stands only in `yafs`"),
    ("yafsamW", "column 5, `a`: cannot stand here in a bent slider"),
    ("yafsK", "column 5, `K`: `yafs` needs W or F"),
    ("yafsR", "column 5, `R`: `yafs` needs W or F"),
    ("NyafsN", "column 6, `N`: `yafs` needs W or F"),
    ("yafsD", "column 5, `D`: `yafs` needs W or F"),
    ("yafsF3", "column 6, `3`: a bent slider takes no range"),
    ("yafsW0", "column 6, `0`: a bent slider takes no range"),
    ("yafsFF", "column 6, `F`: a bent slider takes no range"),
    ("myafsF", "column 1, `m`: cannot stand here in a bent slider"),
    ("FceyafsF", "column 2, `c`: cannot stand here in a bent slider"),
    ("yafsiF", "column 5, `i`: cannot stand here in a bent slider"),
    ("yafsrF", "column 5, `r`: cannot stand here in a bent slider"),
    ("pyafsF", "column 1, `p`: cannot stand here in a bent slider"),
    ("yafsnF", "column 5, `n`: cannot stand here in a bent slider"),
    ("W]", "column 2, `]`: no bracket is open"),
    ("m-W", "column 2, `-`: no bracket is open"),
    ("[W-W]]", "column 6, `]`: no bracket is open"),
    ("W[", "column 2, `[`: the bracket is not closed"),
    ("Km[W", "column 3, `[W`: the bracket is not closed"),
    ("[W-", "column 1, `[W-`: the bracket is not closed"),
    ("[W-f", "column 1, `[W-f`: the bracket is not closed"),
    ("W[W-fD", "column 2, `[W-fD`: the bracket is not closed"),
    ("[W-xD]", "column 4, `x`: not a letter of this notation"),
    ("[E-D]", "column 2, `E`: not a letter of this notation"),
    ("[W-fD][W_D]", "column 9, `_`: not a letter of this notation"),
    ("f[W-D]", "column 1, `f`: cannot stand before a bracket"),
    ("mr[W-D]", "column 2, `r`: cannot stand before a bracket"),
    ("Kce[F-W]", "column 3, `e`: cannot stand before a bracket"),
    ("n[K-K]", "column 1, `n`: cannot stand before a bracket"),
    ("np[K-K]", "column 1, `n`: cannot stand before a bracket"),
    ("myafs[F-W]", "column 2, `yafs`: cannot stand before a bracket"),
    ("[]", "column 2, `]`: a leg is one of W F D N A H C Z G K"),
    ("[-W]", "column 2, `-`: a leg is one of W F D N A H C Z G K"),
    ("[[W-W]]", "column 2, `[`: a leg is one of W F D N A H C Z G K"),
    ("[R-W]", "column 2, `R`: a leg is one of W F D N A H C Z G K"),
    ("[W-fB]", "column 5, `B`: a leg is one of W F D N A H C Z G K"),
    ("[W-mD]", "column 4, `m`: a leg is one of W F D N A H C Z G K"),
    ("[W-3D]", "column 4, `3`: a leg is one of W F D N A H C Z G K"),
    ("[W-]", "column 4, `]`: a leg is one of W F D N A H C Z G K"),
    ("[W-f]", "column 5, `]`: a leg is one of W F D N A H C Z G K"),
    ("[fW-D]", "column 2, `f`: legs take no direction but one `f` in the second"),
    ("[W-bD]", "column 4, `b`: legs take no direction but one `f` in the second"),
    ("[W-ffD]", "column 5, `f`: legs take no direction but one `f` in the second"),
    ("[W-flD]", "column 5, `l`: legs take no direction but one `f` in the second"),
    ("[WD]", "column 3, `D`: `-` must follow the first leg"),
    ("[W]", "column 3, `]`: `-` must follow the first leg"),
    ("[W2-D]", "column 3, `2`: `-` must follow the first leg"),
    ("[W-DD]", "column 5, `D`: `]` must follow the second leg"),
    ("[W-D3]", "column 5, `3`: `]` must follow the second leg"),
    ("[W-W-W]", "column 5, `-`: `]` must follow the second leg"),
    ("[K-K]2", "column 6, `2`: a range must follow an atom"),
    ("m[K-K]c", "column 7, `c`: modifiers without an atom"),
    ("[W-fF]", "column 4, `f`: the second leg has no step straight on"),
    ("K[N-fK]", "column 5, `f`: the second leg has no step straight on"),
    ("[N-fC]", "column 4, `f`: the second leg has no step straight on"),
];

#[test]
fn bad_strings_name_the_token_and_its_column() {
    for &(text, message) in BAD {
        let error = text.parse::<Betza>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn error_accessors_agree_with_the_text() {
    let error = "fmWflflB".parse::<Betza>().unwrap_err();
    assert_eq!(error.kind(), BetzaErrorKind::OverlappingDirection);
    assert_eq!((error.token(), error.column()), ("fl", 6));
}

#[test]
fn overlong_text_is_refused_at_the_first_character_too_many() {
    for text in ["1".repeat(1_000_000), "f".repeat(MAX_TEXT_LENGTH + 1), "NW".repeat(100_000)] {
        let error = text.parse::<Betza>().unwrap_err();
        assert_eq!(error.kind(), BetzaErrorKind::TooLong);
        assert_eq!(error.column(), MAX_TEXT_LENGTH + 1);
        let limit = format!("text longer than {MAX_TEXT_LENGTH} characters");
        assert!(error.to_string().ends_with(&limit), "{error}");
    }
}

#[test]
fn one_term_too_many_is_refused_where_it_begins() {
    let most = "WfF".repeat(MAX_TERMS / 2);
    assert_eq!(parse(&most).terms.len(), MAX_TERMS);
    let error = (most.clone() + "mN").parse::<Betza>().unwrap_err();
    assert_eq!(error.to_string(), format!("column 97, `m`: more than {MAX_TERMS} terms"));
}
