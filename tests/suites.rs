//! `dhow epd` and searches as JSON.

use crate::common::command::{MATE_IN_1, dhow, dhow_with_bytes, dhow_with_input, file};

#[test]
fn suites_of_solutions() {
    let text = format!("{MATE_IN_1} bm Qk12; dm 1; id \"mate\";\n{MATE_IN_1} ;am k1k12\n");
    let suite = file("solutions.epd", &text);
    let out = dhow(&["epd", &suite, "--depth", "3"]).succeeds();
    assert!(out.contains("   1 solved  bm k1k12, dm 1: k1k12 (#1), depth "), "{out}");
    assert!(out.contains("   2 FAILED  am k1k12: k1k12 (#1), "), "{out}");
    assert!(out.contains("\n1 of 2 solved, "), "{out}");
    dhow(&["epd", &suite, "--depth", "3", "--strict"]).fails(1, "error: 1 of 2 are not solved");
    let out = dhow(&["epd", &suite, "--depth", "3", "--json"]).succeeds();
    assert!(out.contains("\"solved\": 1,") && out.contains("\"id\": \"mate\","), "{out}");
    dhow(&["epd", &file("none.epd", "# none\n")]).fails(2, "none.epd holds no position with");
    dhow(&["epd", &suite, "--nodes", "0"]).fails(2, "expected a whole number from 1 to");
}

#[test]
fn a_suite_may_come_from_a_pipe() {
    // Names may be in any encoding.
    let line = format!("{MATE_IN_1} bm Qk12; id \"\u{e9}\";\n");
    let latin: Vec<u8> = line.chars().map(|letter| letter as u32 as u8).collect();
    let path = file("latin.epd", "");
    std::fs::write(&path, &latin).expect("space");
    let from_file = dhow(&["epd", &path, "--depth", "3"]).succeeds();
    let from_pipe = dhow_with_bytes(&["epd", "-", "--depth", "3"], &latin).succeeds();
    let found =
        |text: &str| text.lines().next().map(|line| line.split(", depth").next().map(String::from));
    assert_eq!(found(&from_file), found(&from_pipe));
    dhow_with_input(&["epd", "-"], "12/12 w - - dm 1;").fails(2, "error: stdin, line 1: FEN");
    dhow(&["epd", "no/such/file"]).fails(2, "error: cannot read no/such/file: ");
}

/// A position from another program: White mates.
const OTHERS: &str = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 0 bm Ra8#;";

#[test]
fn one_bad_line_does_not_stop_a_suite() {
    let text = format!("{OTHERS}\n6k1/5ppp/8/8/8/8/8/R3K2R w KQ - bm Rb9;\n{OTHERS}\n");
    let suite = file("bad-line.epd", &text);
    let args = ["epd", "-v", "chess", &suite, "--depth", "2"];
    let told = "bad-line.epd, line 2: bm: `Rb9`: no Rook can legally move so\n";
    let out = dhow(&args).fails(2, told);
    assert!(
        out.contains("   1 solved  bm a1a8: ") && out.contains("   3 solved  bm a1a8: "),
        "{out}"
    );
    assert!(out.contains("\n2 of 2 solved, "), "{out}");
    let run = dhow(&[&args[..], &["--json", "--strict"]].concat());
    let out = run.fails(2, "bad-line.epd: line 2 cannot be read and is ignored");
    let read: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&read["solved"], &read["bad_lines"][0]["line"]), (&2.into(), &2.into()));
    let bad = file("bad-lines.epd", "8/8 w - - dm 1;\n8/8 w - - dm 2;\n");
    dhow(&["epd", &bad]).fails(2, "bad-lines.epd, line 1: FEN `8/8 w - - 0 1`");
}

/// As Windows saves text files.
#[test]
fn a_byte_order_mark_is_no_letter() {
    let path = file("bom.epd", &format!("\u{feff}{OTHERS}\r\n"));
    let out = dhow(&["epd", "-v", "chess", &path, "--depth", "2"]).succeeds();
    assert!(out.contains("1 of 1 solved"), "{out}");
    let wide: Vec<u8> =
        format!("\u{feff}{OTHERS}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = dhow_with_bytes(&["epd", "-v", "chess", "-"], &wide);
    run.fails(2, "error: cannot read stdin: is UTF-16, not UTF-8; save it as UTF-8");
}

#[test]
fn positions_are_written_as_json_one_by_one() {
    let text = format!("{MATE_IN_1} bm Qk12;\n{MATE_IN_1} am k1k12\n");
    let suite = file("stream.epd", &text);
    let out = dhow(&["epd", &suite, "--depth", "3", "--json"]).succeeds();
    let read: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&read["total"], &read["solved"]), (&2.into(), &1.into()));
    assert_eq!(read["positions"][1]["am"][0], "k1k12");
}

#[test]
fn a_search_as_json() {
    let out = dhow(&["go", "--json", "--depth", "1"]).succeeds();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains("\"variant\":\"metamachy\""), "{out}");
    assert!(lines[lines.len() - 1].starts_with("{\"bestmove\":\""), "{out}");
}
