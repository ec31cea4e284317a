//! `dhow study`: the pages of games of all kinds do not depend on threads and interruptions.

use crate::common::command::{Run, dhow, file};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A path for a folder of a study that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("study-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Studies a game of the program or of a file, quickly.
fn study(folder: &Path, game: &[&str], games: u32, others: &[&str]) -> Run {
    let (games, out) = (games.to_string(), folder.to_str().expect("UTF-8"));
    let quick = ["--games", &games, "--nodes", "4", "--threads", "2", "--out", out];
    dhow(&[&["study"], game, &quick, others].concat())
}

fn page(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("index.html")).expect("a page");
    check_form(&text);
    text
}

/// Checks that every element is closed in order, that attributes are in quotes, and that `&` begins an entity.
#[track_caller]
fn check_form(text: &str) {
    let text = text.strip_prefix("<!DOCTYPE html>\n").expect("a document type");
    let (style, rest) = text.split_once("</style>").expect("a style");
    let (before, style) = style.split_once("<style>").expect("a style");
    assert!(!style.contains('<'), "{style}");
    let text = format!("{before}{rest}");
    let mut open: Vec<&str> = Vec::new();
    let mut parts = text.split('<');
    assert_eq!(parts.next(), Some(""));
    for part in parts {
        let (tag, content) = part.split_once('>').unwrap_or_else(|| panic!("<{part} has no end"));
        for entity in content.split('&').skip(1).chain(tag.split('&').skip(1)) {
            let name = entity.split(';').next().unwrap_or("");
            let known = ["amp", "lt", "gt", "quot"].contains(&name) || name.starts_with('#');
            assert!(known, "&{name} in <{part}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "<{part}");
        } else {
            let name = tag.split([' ', '/']).next().unwrap_or("");
            assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "<{part}");
            assert_eq!(tag.matches('"').count() % 2, 0, "<{part}");
            for (place, outside) in tag.split('"').enumerate().filter(|(place, _)| place % 2 == 0) {
                let last = place == tag.matches('"').count();
                assert!(last || outside.ends_with('='), "<{part}");
            }
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

const SECTIONS: [&str; 8] = [
    "The first move",
    "How games end",
    "Length",
    "Choice",
    "What pieces are worth",
    "What pieces do",
    "Endings against a bare King",
    "How this was made",
];

#[test]
fn a_game_is_studied_and_the_page_says_how() {
    let folder = folder("metamachy");
    let said = study(&folder, &["-v", "metamachy"], 8, &[]).succeeds();
    assert!(said.starts_with("8 games of metamachy: White scores ") && said.contains("index.html"));
    let page = page(&folder);
    for section in SECTIONS.iter().chain(&["Setups", "Games"]) {
        assert_eq!(page.matches(&format!("<h2>{section}</h2>")).count(), 1, "{section}");
    }
    let command = "dhow study -v metamachy --games 8 --nodes 4 --varied-turns 3 --seed 1";
    assert!(page.contains(&format!("<code>{command}</code>")), "{page}");
    assert!(page.contains("What 8 games of Dhow against itself say"));
    assert!(page.contains("the network of this program (") && !page.contains("class=\"warning\""));
    assert!(!page.contains("<script") && !page.contains("http:&") && page.contains("<svg"));
    assert!(page.len() < 150_000, "{} bytes", page.len());
    // At most two games are won, too few for piece values.
    assert!(page.contains("Fewer than 30 games were decided"));
    // With fewer games the page is that of these games.
    study(&folder, &["-v", "metamachy"], 4, &[]).succeeds();
    assert!(self::page(&folder).contains("What 4 games"));
}

#[test]
fn a_game_that_was_not_learned_has_a_warning() {
    let folder = folder("chess");
    study(&folder, &["-v", "chess"], 40, &["--by-hand"]).succeeds();
    let page = page(&folder);
    assert!(
        page.contains("This game was not learned first") && page.contains("dhow learn -v chess")
    );
    assert!(page.contains("the hand-crafted evaluation") && page.contains("--by-hand --games 40"));
    for name in ["Queen", "Rook", "Bishop", "Knight", "Pawn"] {
        assert!(page.contains(&format!("<th scope=\"row\">{name}</th>")), "{name}");
    }
    assert!(page.contains("the right to move"), "values of pieces are fitted");
    assert!(!page.contains("<h2>Setups</h2>"));
    // An exact figure: the Queen mates in at most ten moves.
    let queen = page.split("Endings against a bare King").nth(1).expect("endings");
    let row = queen.split("<th scope=\"row\">Queen</th>").nth(1).expect("a row");
    assert!(row.starts_with("<td>always</td>") && row.contains("<td>10</td>"), "{row}");
}

#[test]
fn games_with_leaders_are_studied() {
    let folder = folder("mini-chieftain");
    study(&folder, &["-v", "mini-chieftain"], 6, &[]).succeeds();
    let page = page(&folder);
    assert!(page.contains("This game has no Kings, and its endings are not solved."));
    assert!(page.contains("there are no networks for") && page.contains("A turn has "));
    assert!(page.contains("takes the last leader"));
}

/// Kills a run, and cuts off what it wrote; then the same command goes on.
#[test]
fn a_killed_run_goes_on_to_the_page_of_one_that_was_not() {
    let (whole, killed) = (folder("whole"), folder("killed"));
    let game = ["-v", "chess", "--seed", "7"];
    study(&whole, &game, 30, &[]).succeeds();

    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .args([
            "study",
            "-v",
            "chess",
            "--seed",
            "7",
            "--games",
            "30",
            "--nodes",
            "4",
            "--threads",
            "1",
            "--out",
        ])
        .arg(&killed)
        .env_remove("DHOW_LEARNED")
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let games = killed.join("games.dat");
    let length = || std::fs::metadata(&games).map_or(0, |file| file.len());
    let start = Instant::now();
    while length() < 4000 && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(killed.join("index.html").exists(), "there is a page from the beginning");
    let bytes = std::fs::read(&games).expect("games");
    assert!(bytes.len() >= 4000);
    std::fs::write(&games, &bytes[..bytes.len() - 300]).expect("space");

    dhow(
        &[
            &["study"],
            &game[..],
            &["--games", "30", "--nodes", "4", "--threads", "1", "--out"],
            &[killed.to_str().expect("UTF-8")],
        ]
        .concat(),
    )
    .fails(0, "left out, and played again");
    assert_eq!(page(&killed), page(&whole));
    // Nothing is left to play, and nothing changes.
    study(&killed, &game, 30, &[]).succeeds();
    assert_eq!(page(&killed), page(&whole));
}

#[test]
fn a_run_ends_with_its_time() {
    let folder = folder("time");
    let run = study(&folder, &["-v", "shako", "--hours", "0.001"], 100_000, &[]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, "the time is over; the same command goes on from here\n")
    );
    assert!(page(&folder).contains(" of 100000 games are played so far."));
}

#[test]
fn other_settings_need_another_folder() {
    let folder = folder("settings");
    study(&folder, &["-v", "chess"], 1, &[]).succeeds();
    let message = "its games are of chess (rules ";
    study(&folder, &["-v", "chess", "--seed", "2"], 1, &[]).fails(2, message);
    study(&folder, &["-v", "chess", "--varied-turns", "1"], 1, &[]).fails(2, message);
    study(&folder, &["-v", "grand"], 1, &[]).fails(2, "not of grand (rules ");
    std::fs::write(folder.join("study.json"), "{").expect("space");
    study(&folder, &["-v", "chess"], 1, &[]).fails(2, "study.json: EOF while parsing");
    let taken = file("study-no-folder", "");
    study(Path::new(&taken), &["-v", "chess"], 1, &[]).fails(2, "study-no-folder: ");
    dhow(&["study"]).fails(2, "--variant <ID>");
    dhow(&["study", "-v", "chess", "--games", "0"]).fails(2, "expected a whole number from 1");
}

/// Names from files are escaped in the page.
#[test]
fn texts_of_a_users_game_are_text() {
    let text = "[evil:chess]\ntitle = <script>alert(1)</script> & \"co\" &lt;\nsummary = <img src=x>\n\
                pieceName = q:O'Queen\n";
    let path = file("study evil's.ini", text);
    let folder = folder("evil");
    study(&folder, &["--variants", &path, "-v", "evil"], 2, &[]).succeeds();
    let page = page(&folder);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    let title = page.split("<h1>").nth(1).and_then(|rest| rest.split("</h1>").next());
    let expected = "&lt;script&gt;alert(1)&lt;&#x2F;script&gt; &amp; &quot;co&quot; &amp;lt;";
    assert_eq!(title, Some(expected), "an entity in a name stays as it is written");
    assert!(page.contains("<th scope=\"row\">O&#x27;Queen</th>"), "{page}");
    // The name of the file is one word of the command, even with blanks and quotes.
    assert!(
        page.contains("--variants &#x27;study evil&#x27;\\&#x27;&#x27;s.ini&#x27; -v evil"),
        "{page}"
    );
}

/// A diagram as it is pasted, with setups of its own.
#[test]
fn pasted_diagrams_are_studied() {
    let diagram = dhow(&["export", "-v", "shako"]).succeeds();
    let path = file("study-pasted.html", &diagram);
    let folder = folder("pasted");
    study(&folder, &["--variants", &path, "-v", "study-pasted"], 2, &[]).succeeds();
    assert!(page(&folder).contains("<th scope=\"row\">Cannon</th>"));
}
