//! Initial inputs, made from the suites and by the engine itself, so that they have the present formats.

use crate::files::{Temporary, journal_config};
use crate::input::digit;
use dhow::game::Game;
use dhow::pgn::{GameResult, PgnGame};
use dhow::tournament::journal::{Journal, Starts};
use dhow::tournament::record::Record;
use dhow::training::{GameFile, GameRecord, Ply, SelfPlaySettings};
use dhow::variant::{Setup, VARIANTS, Variant, diagram, find};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the seeds of a target into the folder that `DHOW_FUZZ_SEEDS` names, and ends the process. Does nothing
/// without this variable.
pub fn write_if_asked<S: AsRef<[u8]>>(seeds: fn() -> Vec<S>) {
    let Some(folder) = std::env::var_os("DHOW_FUZZ_SEEDS").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (number, seed) in seeds().into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), seed).expect("a file can be written");
    }
    std::process::exit(0);
}

/// The texts of the repository's files with this ending in a folder.
fn repository(folder: &str, ending: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == ending));
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).expect("readable")).collect()
}

/// Every `step`th line of the suites, with its game.
fn suite_lines(step: usize) -> Vec<(&'static Arc<Variant>, String)> {
    let files = [repository("perft-data", "epd"), repository("mate-data", "epd")].concat();
    let lines = files.iter().flat_map(|text| text.lines());
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).step_by(step);
    let game = |line: &str| find(line.split(";variant ").nth(1)?.split([' ', ';']).next()?);
    lines.filter_map(|line| Some((game(line)?, line.to_string()))).collect()
}

fn suite_fens(step: usize) -> Vec<(&'static Arc<Variant>, String)> {
    let fen = |line: String| line.split(" ;").next().unwrap_or("").to_string();
    suite_lines(step).into_iter().map(|(variant, line)| (variant, fen(line))).collect()
}

/// Positions, with a digit before them that names the game.
pub fn fens() -> Vec<String> {
    let of = |(variant, fen): (&Arc<Variant>, String)| format!("{}{fen}", digit(variant));
    suite_fens(7).into_iter().map(of).collect()
}

/// Files of games: those that come with the program, and some with other keys.
pub fn variants() -> Vec<String> {
    let mut texts = repository("share/variants", "ini");
    texts.push(
        "[a:chess]\nmaxFile = j\nstartFen = rnbqkbbqnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBBQNR w KQkq - 0 1\n\
         castlingKingsideFile = i\ncustomPiece1 = a:mBcpBfmnnD\nnMoveRule = 0\nnFoldRule = 0\n\
         stalemateValue = loss\npromotedPieceType = n:a\nmandatoryPiecePromotion = true\n\
         [b:a]\ncastling = false\ndoubleStep = false\npromotionPieceTypes = q\nmaxRank = 8\n"
            .into(),
    );
    texts
}

/// Diagrams: those of the games that come with the program, and some with other features.
pub fn diagrams() -> Vec<String> {
    let written = VARIANTS.iter().filter_map(|variant| diagram::export(variant));
    let mut texts: Vec<String> = written.map(|written| written.text).collect();
    texts.push(
        "files=9 ranks=10 firstRank=0 symmetry=none maxPromote=2 promoChoice=!P*Q2 promoZone=3 \
         holdingsType=1 royal=6\npawn::::a3-i3,,a6-i6:1\nprince::K'::e2-f2,,e7\n\
         amazon warrior:Q:[F?fsR]mafsWimafF:amazon:a1,,a8 horse::::b1,,b8\nhole::::a0,i9\n\
         kong:K:KisO3ilO2::e0,,e9\nelephant::::c1\n"
            .into(),
    );
    texts.push(
        "<html><title>a &amp; b</title><script>function BadZone(x) {}</script><div class=\"idiagram\">\n\
         shuffle=NQ,:B,!R stalemate=win promoOffset=2 promoZone=2 symmetry=rotate iron=2<br/>\n\
         pawn:::p:a2-h2<br>\nknight:N:::b1,g1\n<b>queen</b>::::d1&#10;\nK&eacute;ng:K:KimAimD::e1\n\
         </div><div class=idiagram>king::::a1\nwall::R4vWW::b1-c2\n</div>&lt;div class=idiagram&gt;"
            .into(),
    );
    texts
}

/// The moves of all pieces.
pub fn betza() -> Vec<&'static str> {
    let pieces = VARIANTS.iter().flat_map(|variant| &variant.pieces);
    let mut texts: Vec<&str> = pieces.map(|piece| piece.betza.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.extend([
        "fsmWfceFifmnDyafsF",
        "flN3bhCK2R3",
        "vNfhZlvCrvG",
        "ifmnnDpcR0WWNN",
        "K[K-K]m[W-fD]",
    ]);
    texts
}

/// Some games of random moves.
fn games(plies: usize) -> Vec<Game> {
    let mut random = fastrand_like(1);
    let mut games = Vec::new();
    for variant in VARIANTS.iter() {
        for setup in Setup::all(variant).iter().step_by(7).take(2) {
            games.extend(Game::after_random_moves(variant, setup, plies, |_, moves| {
                moves[random() % moves.len()]
            }));
        }
    }
    games
}

fn fastrand_like(mut seed: u64) -> impl FnMut() -> usize {
    move || dhow::position::zobrist::split_mix(&mut seed) as usize
}

fn pgn_of(game: &Game) -> String {
    let result = game.outcome().map_or(GameResult::Unknown, GameResult::from);
    let pgn = PgnGame::of_moves(game.variant(), game.start_fen(), game.moves(), result);
    pgn.expect("a game has a start").to_string()
}

/// Games as text, one of them with everything that PGN allows.
pub fn pgn() -> Vec<String> {
    let mut texts: Vec<String> = games(40).iter().map(pgn_of).collect();
    texts.push(
        "% skipped\n[Event \"a \\\"quoted\\\" \\\\ value\"]\n[Variant \"maasai\"] \n\n{before ; the\n \
         first} 1.e5 $14 e8!? {after} (1... d8 (2. c5 {)} c8) ;)\n) 2. Nd4 2... b8 ; to the end (\n\
         3.a8xb8-b9 e.p. 1-0 {White resigns}\n\n1. e4 *"
            .into(),
    );
    texts
}

/// Positions, each followed by moves and text in the form that the target reads.
pub fn san() -> Vec<String> {
    let of = |(variant, fen): (&Arc<Variant>, String)| {
        format!("{}{fen}\nRac12 axb9 Ic12=L# a8xb8-b9", digit(variant))
    };
    suite_fens(40).into_iter().map(of).collect()
}

/// Lines of suites and openings, with a digit before them.
pub fn epd() -> Vec<String> {
    let lines = suite_lines(60);
    let mut texts: Vec<String> =
        lines.iter().map(|(variant, line)| format!("{}{line}\n", digit(variant))).collect();
    texts.extend(games(9).iter().map(|game| format!("{}{}", digit(game.variant()), pgn_of(game))));
    texts
}

/// Journals: new, running and ended ones, each also as objects to be sealed; and files that are not journals.
pub fn journal() -> Vec<Vec<u8>> {
    let config = journal_config();
    let file = Temporary::new("seeds", b"");
    let (mut journal, _) = Journal::open(file.path(), &config, false).expect("a new journal");
    let mut seeds =
        vec![b"precious".to_vec(), b"two\nlines\n".to_vec(), b"s{\"end\":\"x\"}".to_vec()];
    let mut keep = || {
        let text = String::from_utf8(file.content()).expect("JSON");
        let objects = text.lines().filter_map(|line| Some(line.rsplit_once(",\"length\"")?.0));
        let objects: Vec<String> = objects.map(|body| format!("{body}}}")).collect();
        seeds.extend([text.clone().into_bytes(), format!("s{}", objects.join("\n")).into_bytes()]);
    };
    journal.begin(&config, Starts { pgn: 3, epd: 5 }).expect("space");
    keep();
    let games = games(20);
    let games = games.iter().filter(|game| game.variant().id == config.variants[0].id);
    for (number, game) in games.enumerate() {
        journal.opening(number, 0, game).expect("space");
        keep();
        journal.game(&record(number, game)).expect("space");
        keep();
    }
    journal.end("finished").expect("space");
    keep();
    seeds
}

fn record(number: usize, game: &Game) -> Record {
    Record {
        number,
        variant: 0,
        players: [number % 2, 1 - number % 2],
        result: "1-0".into(),
        reason: "White mates".into(),
        termination: "normal".into(),
        plies: game.moves().len(),
        milliseconds: 17,
        fen: game.fen(),
        pgn: pgn_of(game),
    }
}

/// The settings of the files of training games.
pub fn settings() -> SelfPlaySettings {
    SelfPlaySettings { seed: 5, nodes: 100, random_plies: 8, variants: VARIANTS.to_vec() }
}

/// Files of training games, whole and cut off, and single games behind an `r`.
pub fn data() -> Vec<Vec<u8>> {
    let file = Temporary::new("seeds", b"");
    let mut games_file = GameFile::append(file.path(), &settings(), &VARIANTS).expect("a new file");
    let mut seeds = vec![file.content()];
    for (number, game) in games(30).iter().enumerate() {
        let record = training_record(number as u32, game);
        seeds.push([b"r".to_vec(), record.to_bytes()].concat());
        games_file.add(&record).expect("space");
        if number < 4 {
            let content = file.content();
            seeds.push(content[..content.len() - 9 * number].to_vec());
        }
    }
    seeds
}

/// The record of a game of training.
pub fn training_record(number: u32, game: &Game) -> GameRecord {
    let mut again = Game::from_fen(game.variant(), game.start_fen()).expect("it was printed");
    let mut plies = Vec::new();
    for (score, &mv) in (-5..).zip(game.moves()) {
        plies.push(Ply::of(&again, mv, score));
        again.play(mv);
    }
    let variant = digit(game.variant()) as u8 - b'0';
    let result = GameResult::Draw;
    GameRecord { number, variant, result, start: game.start_fen().into(), plies }
}

/// The lines that the transcripts of a protocol send.
fn dialogues(folder: &str) -> Vec<String> {
    let sent = |line: &str| line.strip_prefix("> ").map(|sent| format!("{sent}\n"));
    let texts = repository(folder, "txt");
    texts.iter().map(|text| text.lines().filter_map(sent).collect()).collect()
}

/// UCI sessions.
pub fn uci() -> Vec<String> {
    dialogues("tests/transcripts/uci")
}

/// XBoard sessions.
pub fn xboard() -> Vec<String> {
    dialogues("tests/transcripts/xboard")
}

/// Messages of pages: each kind of game and analysis with the requests that it accepts.
pub fn web() -> Vec<Vec<u8>> {
    let word = |start: &str| {
        let place = crate::web::WORDS.iter().position(|word| word.starts_with(start));
        0x80 + place.unwrap_or_else(|| panic!("no word {start}")) as u8
    };
    let after = |first: u8, kinds: &[&str]| {
        let mut seed = vec![first];
        for kind in kinds {
            let words = (0x80..).zip(crate::web::WORDS);
            let start = format!("{{\"type\":\"{kind}\"");
            for (byte, _) in words.filter(|(_, word)| word.starts_with(&start)) {
                seed.extend([b'\n', byte]);
            }
        }
        seed
    };
    let begins = |kind: &str| {
        let start = format!("{{\"type\":\"{kind}\"");
        let first = word(&start);
        (first..)
            .zip(&crate::web::WORDS[usize::from(first - 0x80)..])
            .take_while(move |(_, word)| word.starts_with(&start))
            .map(|(byte, _)| byte)
            .collect::<Vec<u8>>()
    };
    let of_games = ["move", "inspect", "undo", "move", "pgn", "pause", "resign"];
    let of_studies = ["grow", "comment", "look", "search", "annotate", "promote", "pgn", "prune"];
    let games = begins("new").into_iter().map(|first| after(first, &of_games));
    let studies = begins("study").into_iter().map(|first| after(first, &of_studies));
    games.chain(studies).chain([after(word("{\"type\":\"check\""), &["hello"])]).collect()
}
