mod sharing;

use super::super::event::PvInfo;
use super::*;
use crate::network::by_chance_for;
use dhow_rules::variant::find;
use std::sync::atomic::AtomicUsize;

fn game(variant: &str, fen: &str) -> Game {
    Game::from_fen(find(variant).unwrap(), fen).unwrap()
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn a_hash_size_that_cannot_be_had_leaves_the_engine_as_it_was() {
    let mut engine = Engine::new();
    engine.set_hash(2).unwrap();
    let error = engine.set_hash(usize::MAX >> 20).unwrap_err();
    assert_eq!(error.kept, 2);
    assert!(engine.search(&Game::new(find("metamachy").unwrap()), to_depth(2)).best().is_some());
}

#[test]
fn the_same_search_twice_counts_the_same_nodes() {
    let game = Game::new(find("zanzibar-xl").unwrap());
    let mut engine = Engine::new();
    let first = engine.search(&game, to_depth(6));
    engine.clear();
    let second = engine.search(&game, to_depth(6));
    assert_eq!(
        (first.best(), first.nodes, first.score),
        (second.best(), second.nodes, second.score)
    );
}

#[test]
fn the_network_evaluates_the_games_it_was_made_for_unless_by_hand() {
    let middlegame = "cmzvu1qkvzmc/er1bol2b1r1/n1ss1giisss1/ssp1pDp2Lp1/1p4d1p1fs/p3wpGp1p1p/PP2p2nPNP1/1SPI1PW2SFe/\
                      3P1WPP1S1P/SESS4S2S/1RNBVO1IQ1RE/CM2U1KBVZMC w - - 4 71";
    let trained = game("zanzibar-xxl", middlegame);
    let other = game("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    let network = by_chance_for(&["zanzibar-xxl"]);
    let choice = EvaluationChoice::by_network(Arc::new(network));
    let mut engine = Engine::new();
    engine.set_evaluation(choice.clone());
    let with_network = [&trained, &other].map(|game| engine.evaluate(game));
    engine.set_evaluation(EvaluationChoice { hand_crafted: true, ..choice.clone() });
    let hand_crafted = [&trained, &other].map(|game| engine.evaluate(game));
    assert_ne!(with_network[0], hand_crafted[0]);
    assert_eq!(with_network[1], hand_crafted[1]);
    engine.set_evaluation(choice);
    assert_eq!([&trained, &other].map(|game| engine.evaluate(game)), with_network);
    let correcting = by_chance_for(&["zanzibar-xxl"]).adding_to_hce(true);
    engine.set_evaluation(EvaluationChoice::by_network(Arc::new(correcting)));
    let corrected = engine.evaluate(&trained).0;
    assert_eq!(corrected, with_network[0].0 + hand_crafted[0].0);
    assert_eq!(engine.evaluate(&other), hand_crafted[1]);
}

#[test]
fn a_queen_mates_beside_her_king() {
    let game = game("metamachy", "k11/12/1K10/12/12/12/12/12/12/12/12/3Q8 w - - 0 1");
    let summary = Engine::new().search(&game, to_depth(3));
    assert_eq!(summary.score.mate_in_moves(), Some(1));
    let mut after = game.clone();
    after.play(summary.best().unwrap());
    assert!(matches!(after.outcome(), Some(dhow_rules::position::Outcome::Win(..))));
}

#[test]
fn no_move_is_announced_when_there_is_none() {
    let mated = game("metamachy", "k11/1Q10/1K10/12/12/12/12/12/12/12/12/12 b - - 0 1");
    let summary = Engine::new().search(&mated, to_depth(3));
    assert_eq!(summary.best(), None);
}

/// Without an answer it would search for ever.
#[test]
fn a_search_can_be_interrupted_on_any_thread() {
    let game = Game::new(find("metamachy").unwrap());
    let lines = Arc::new(AtomicUsize::new(0));
    let (asked, told) = (lines.clone(), lines.clone());
    let (sender, results) = std::sync::mpsc::channel();
    let report = move |event| match event {
        SearchEvent::Line(_) => drop(told.fetch_add(1, Relaxed)),
        SearchEvent::Done(result) => sender.send(result).expect("it is awaited"),
        SearchEvent::Trouble(error) => panic!("{error}"),
    };
    let mut engine = Engine::new();
    engine.interrupt_by(move || asked.load(Relaxed) >= 5);
    engine.start(&game, Limits { infinite: true, ..Limits::default() }, report.clone());
    assert!(results.recv().expect("a result").depth >= 5);
    lines.store(0, Relaxed);
    let limits = Limits { infinite: true, ..Limits::default() };
    let search = engine.prepare(&game, limits, sink(report));
    search.run_here();
    assert!(results.recv().expect("a result").depth >= 5);
    search.state.reach(SearchStage::Over);
}

/// The depth is soon reached, and nobody stops the search.
#[test]
fn on_the_calling_thread_an_infinite_search_ends_with_nothing_left_to_search() {
    let mated = game("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let (sender, results) = std::sync::mpsc::channel();
    let mut engine = Engine::new();
    engine.interrupt_by(|| false);
    let limits = Limits { infinite: true, depth: Some(3), ..Limits::default() };
    let report = move |event| {
        if let SearchEvent::Done(result) = event {
            sender.send(result).expect("it is awaited");
        }
    };
    let search = engine.prepare(&mated, limits, sink(report));
    search.run_here();
    assert_eq!(results.try_recv().expect("a result").score, Score::mates_in(1));
    search.state.reach(SearchStage::Over);
}

#[test]
fn an_infinite_search_ends_when_stopped_and_not_before() {
    let mut engine = Engine::new();
    let (sender, receiver) = std::sync::mpsc::channel();
    let mated = game("metamachy", "k11/1Q10/1K10/12/12/12/12/12/12/12/12/12 b - - 0 1");
    for game in [mated, Game::new(find("maasai").unwrap())] {
        let sender = sender.clone();
        let limits = Limits { infinite: true, depth: Some(2), ..Limits::default() };
        engine.start(&game, limits, move |event| {
            if matches!(event, SearchEvent::Done(_)) {
                sender.send(()).unwrap();
            }
        });
        assert!(receiver.recv_timeout(Duration::from_millis(300)).is_err());
        engine.stop();
        assert!(receiver.recv_timeout(Duration::from_secs(5)).is_ok());
    }
}

#[test]
fn a_node_limit_is_kept() {
    let mut engine = Engine::new();
    let limits = Limits { nodes: Some(5000), ..Limits::default() };
    let summary = engine.search(&Game::new(find("zanzibar-xxl").unwrap()), limits);
    assert!((5000..5100).contains(&summary.nodes), "{}", summary.nodes);
}

#[test]
fn no_iteration_begins_after_the_soft_number_of_nodes() {
    for variant in ["metamachy", "zanzibar-xxl", "chieftain"] {
        let game = Game::new(find(variant).unwrap());
        let mut engine = Engine::new();
        for soft in [1, 500, 4000, 20000] {
            engine.clear();
            let limits = Limits { soft_nodes: Some(soft), ..Limits::default() };
            let (sender, lines) = std::sync::mpsc::channel();
            engine.start(&game, limits, move |event| {
                if let SearchEvent::Line(line) = event {
                    sender.send(line.nodes).unwrap();
                }
            });
            engine.wait();
            let nodes: Vec<u64> = lines.iter().collect();
            let (last, before) = nodes.split_last().unwrap();
            assert!(*last >= soft && before.iter().all(|nodes| *nodes < soft), "{nodes:?}");
        }
    }
}

#[test]
fn a_soft_limit_does_not_think_about_a_forced_move() {
    let forced = game("metamachy", "k11/12/12/12/12/12/12/12/12/12/12/1R4K5 b - - 0 1");
    assert_eq!(forced.legal_moves().len(), 1);
    let limits = Limits { soft_nodes: Some(100_000), ..Limits::default() };
    assert!(Engine::new().search(&forced, limits).nodes < 1000);
}

#[test]
fn several_lines_start_with_different_moves() {
    let game = Game::new(find("metamachy").unwrap());
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut engine = Engine::new();
    let limits = Limits { depth: Some(4), multi_pv: 3, ..Limits::default() };
    engine.start(&game, limits, move |event| {
        if let SearchEvent::Line(line) = event {
            sender.send(line).unwrap();
        }
    });
    engine.wait();
    let lines: Vec<PvInfo> = receiver.iter().filter(|line| line.depth == 4).collect();
    assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(lines.windows(2).all(|pair| pair[0].pv[0] != pair[1].pv[0]));
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
}

/// The principal variations of a search, and its result.
fn reported(engine: &mut Engine, game: &Game, limits: Limits) -> (Vec<PvInfo>, SearchResult) {
    let (sender, receiver) = std::sync::mpsc::channel();
    engine.clear();
    engine.start(game, limits, move |event| {
        // The receiver lives until the search has ended.
        let _ = sender.send(event);
    });
    let mut lines = Vec::new();
    for event in receiver {
        match event {
            SearchEvent::Line(line) => lines.push(line),
            SearchEvent::Done(summary) => return (lines, summary),
            SearchEvent::Trouble(error) => panic!("{error}"),
        }
    }
    unreachable!("a search ends with its summary")
}

/// This also holds if the best move changes in the middle of an iteration.
#[test]
fn the_last_line_is_that_of_the_move_that_is_played() {
    let mut engine = Engine::new();
    engine.set_hash(1).unwrap();
    let mut chess = Game::new(find("chess").unwrap());
    for mv in ["c2c3", "d7d6", "g2g4", "g7g5"] {
        chess.play_text(mv).unwrap();
    }
    let leaders = Game::new(find("mini-chieftain").unwrap());
    let (mut searches, mut depths) = (0, std::collections::BTreeSet::new());
    for game in [chess, leaders] {
        for nodes in (200..6000).step_by(100) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (lines, summary) = reported(&mut engine, &game, limits);
            let last = lines.iter().rfind(|line| line.rank == 1).unwrap();
            let turn = game.first_turn(&last.pv);
            assert_eq!(turn, summary.turn, "{nodes} nodes");
            depths.insert(last.depth);
            searches += 1;
        }
    }
    assert!(searches > 100 && depths.len() > 3, "{searches} searches to {depths:?}");
}

#[test]
fn lines_end_with_the_game() {
    let mut engine = Engine::new();
    engine.set_hash(1).unwrap();
    let mut at_the_end = 0;
    for (id, fen) in [
        ("chess", "5n1B/8/k7/8/3K4/8/8/8 w - - 98 80"),
        ("chess", "8/8/4k3/8/8/3R4/4K3/8 w - - 97 80"),
        ("metamachy", "k11/12/12/12/12/12/12/12/12/12/12/3RK7 w - - 96 80"),
    ] {
        let game = game(id, fen);
        for depth in 1..9 {
            let (lines, summary) = reported(&mut engine, &game, to_depth(depth));
            let answer: Vec<Move> =
                [summary.turn, summary.reply].iter().flatten().flatten().copied().collect();
            for pv in lines.iter().map(|line| &line.pv).chain([&answer]) {
                let mut played = game.clone();
                for &mv in pv {
                    assert_eq!(played.outcome(), None, "{fen}, depth {depth}");
                    played.play(mv);
                }
                at_the_end += usize::from(played.outcome().is_some());
            }
        }
    }
    assert!(at_the_end > 10, "{at_the_end} lines reach the end");
}

#[test]
fn the_50_move_rule_and_repetition_are_draws() {
    // White is a Rook up, but any move reaches the limit of the 50-move rule.
    let drawn = game("metamachy", "k11/12/12/12/12/12/12/12/12/12/12/3RK7 w - - 99 80");
    assert_eq!(Engine::new().search(&drawn, to_depth(4)).score, Score::DRAW);
    // Mate on the hundredth halfmove comes before the draw.
    let mate = game("metamachy", "k11/12/1K10/12/12/12/12/12/12/12/12/3Q8 w - - 99 80");
    assert_eq!(Engine::new().search(&mate, to_depth(4)).score.mate_in_moves(), Some(1));
}

#[test]
fn without_threads_the_callers_finds_a_move_and_tells_of_the_trouble() {
    let mut engine = Engine::new();
    engine.search_threads = None;
    let game = Game::new(find("metamachy").unwrap());
    let (sender, receiver) = std::sync::mpsc::channel();
    let report = Box::new(move |event| sender.send(event).unwrap());
    let error = ThreadsError { threads: 1, reason: "refused".into(), kept: 0 };
    let limits = Limits { infinite: true, ..Limits::default() };
    engine.search_here(&game, limits, Mutex::new(Some(report)), error.clone());
    assert!(!engine.is_searching());
    let events: Vec<SearchEvent> = receiver.iter().collect();
    assert!(matches!(&events[0], SearchEvent::Trouble(reported) if *reported == error));
    let Some(SearchEvent::Done(summary)) = events.last() else { panic!("no end: {events:?}") };
    assert!(game.legal_moves().contains(&summary.best().unwrap()));
    engine.clear();
    assert!(engine.set_hash(1).is_ok());
}

/// Limits that leave one move, or one first move of a turn.
fn one_move(game: &Game, mv: Move) -> Limits {
    assert!(game.legal_moves().contains(&mv));
    Limits { search_moves: vec![mv], ..to_depth(1) }
}

/// Reported scores are without skill noise.
#[test]
fn a_weak_player_tells_what_its_move_is_worth() {
    for id in ["metamachy", "mini-chieftain"] {
        let game = Game::new(find(id).unwrap());
        for (seed, mv) in (1..).zip(game.legal_moves().into_iter().take(12)) {
            let best = Engine::new().search(&game, one_move(&game, mv));
            let mut weak = Engine::new();
            weak.handicap().set_level(1);
            weak.handicap().set_seed(seed);
            let reported = weak.search(&game, one_move(&game, mv));
            // In a turn of several moves the others may be worse.
            assert!(reported.score <= best.score, "{id} {seed}: {} {}", reported.score, best.score);
            assert!(
                id != "metamachy" || reported.score == best.score,
                "{id} {seed}: {}",
                reported.score
            );
        }
    }
}

/// Skill noise must not reach a later search at full strength through the table.
#[test]
fn lapses_stay_out_of_the_table() {
    for id in ["metamachy", "mini-chieftain"] {
        let game = Game::new(find(id).unwrap());
        let mut engine = Engine::new();
        let known = |engine: &Engine| engine.table.probe(game.position().key(), 0).is_some();
        engine.handicap().set_level(1);
        engine.search(&game, to_depth(2));
        assert!(!known(&engine), "{id}");
        engine.search(&game, Limits { full_strength: true, ..to_depth(2) });
        assert!(known(&engine), "{id}");
    }
}

/// Waiting for a search passes its panic on, and the engine stays usable.
#[test]
fn a_panic_of_a_search_is_passed_on() {
    let game = Game::new(find("metamachy").expect("a game"));
    let limits = || Limits { depth: Some(3), ..Limits::default() };
    for threads in [1, 2] {
        let mut engine = Engine::new();
        engine.set_threads(threads).expect("threads");
        engine.start(&game, limits(), |_| panic!("on purpose"));
        let waited = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| engine.wait()));
        assert!(waited.is_err(), "{threads}");
        assert!(engine.search(&game, limits()).best().is_some(), "{threads}");
    }
}

/// The same limits of nodes give the same searches on the calling thread as on the engine's.
#[test]
fn a_search_on_the_calling_thread_finds_the_same() {
    for id in ["metamachy", "chess", "mini-chieftain"] {
        let searches = || {
            let (mut engine, mut game) = (Engine::new(), Game::new(find(id).unwrap()));
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let mut found = Vec::new();
            for _ in 0..6 {
                let result = engine.search(&game, limits.clone());
                found.push((result.best(), result.score, result.nodes, result.depth));
                game.play(result.best().unwrap());
            }
            found
        };
        assert!(!threads::may_search());
        let there = searches();
        let here = Mutex::new(Vec::new());
        threads::share(
            1,
            |_, error| panic!("{error}"),
            || {
                assert!(threads::may_search());
                *here.lock().unwrap() = searches();
            },
        );
        assert_eq!(here.into_inner().unwrap(), there, "{id}");
    }
}
