use super::*;

const SHARES: EngineShares = EngineShares::SERVER;

const GUEST: [u8; 4] = [192, 168, 1, 7];

fn asker(name: &str, purpose: Purpose, visitor: WebVisitor) -> Asker {
    Asker { name: name.into(), visitor, purpose }
}

fn game(name: &str) -> Asker {
    asker(name, Purpose::Game, WebVisitor::Owner)
}

fn analysis(name: &str) -> Asker {
    asker(name, Purpose::Analysis, WebVisitor::Owner)
}

/// Lends all engines available for this purpose, to askers with other names.
fn lend_all(engines: &Engines, asker: &Asker) -> Vec<(String, Box<dyn LentEngine>)> {
    let numbered =
        (0..).map(|number| Asker { name: format!("{}{number}", asker.name), ..asker.clone() });
    let lent = numbered.map_while(|asker| Some((asker.name.clone(), engines.lend(&asker)?)));
    let lent: Vec<_> = lent.collect();
    engines.withdraw(&format!("{}{}", asker.name, lent.len()));
    lent
}

#[test]
fn there_are_only_so_many() {
    let engines = Engines::new(1, 1, EvaluationChoice::default());
    let mut lent = lend_all(&engines, &game("a"));
    assert_eq!(lent.len(), SHARES.games);
    assert_eq!(lend_all(&engines, &analysis("b")).len(), SHARES.all - SHARES.games);
    assert!(engines.lend(&game("c")).is_none());
    let (name, engine) = lent.pop().expect("an engine");
    engines.give_back(&name, engine);
    let other = engines.lend(&game("c")).expect("the one given back");
    assert!(engines.lend(&game("d")).is_none());
    engines.withdraw("d");
    engines.give_back("c", other);
    engines.forget("c");
    assert!(engines.pool().resting.is_empty());
}

#[test]
fn annotating_takes_no_engine_from_games() {
    let engines = Engines::new(1, 1, EvaluationChoice::default());
    let line = |name, visitor| asker(name, Purpose::Annotation, visitor);
    let guest = WebVisitor::Guest(GUEST.into());
    assert_eq!(lend_all(&engines, &line("a", guest)).len(), SHARES.guests);
    assert_eq!(
        lend_all(&engines, &line("b", WebVisitor::Owner)).len(),
        SHARES.annotators - SHARES.guests
    );
    assert_eq!(lend_all(&engines, &game("c")).len(), SHARES.games);
    engines.is_gone("b0");
    assert!(engines.lend(&line("d", guest)).is_none(), "guests have their share");
    assert!(engines.lend(&line("e", WebVisitor::Owner)).is_some());
    assert!(!engines.is_wanted("a0"), "an annotation is not broken off");
}

#[test]
fn who_asks_first_is_served_first() {
    let engines = Engines::new(1, 1, EvaluationChoice::default());
    let mut lent = lend_all(&engines, &game("a"));
    assert!(engines.lend(&game("b")).is_none() && engines.lend(&game("c")).is_none());
    let (name, engine) = lent.pop().expect("an engine");
    engines.give_back(&name, engine);
    assert!(engines.lend(&game("c")).is_none() && engines.lend(&game("d")).is_none());
    let second = engines.lend(&game("b")).expect("it asked first");
    engines.give_back("b", second);
    engines.withdraw("c");
    assert!(engines.lend(&game("d")).is_some());
}

#[test]
fn games_come_before_analyses() {
    let engines = Engines::new(1, 1, EvaluationChoice::default());
    let lent = lend_all(&engines, &analysis("a"));
    assert_eq!(lent.len(), SHARES.analyses);
    assert!(engines.lend(&analysis("b")).is_none());
    let soon = Instant::now() + PATIENCE / 2;
    let wanted = |name: &str, now| engines.pool().is_wanted(name, now);
    assert!(!wanted("a0", soon), "it was lent just now");
    assert_eq!(lend_all(&engines, &game("c")).len(), SHARES.all - SHARES.analyses);
    assert!(engines.lend(&game("d")).is_none());
    assert!(wanted("a0", soon) && !wanted("a1", soon), "one engine is enough");
    for name in ["e", "f", "g", "h", "i", "j", "k"] {
        assert!(engines.lend(&game(name)).is_none());
    }
    let asked = lent.iter().filter(|(name, _)| wanted(name, soon)).count();
    assert_eq!(asked, SHARES.analyses - 1, "one stays");
}

#[test]
fn who_has_much_gives_to_who_has_little() {
    let engines = Engines::new(1, 1, EvaluationChoice::default());
    let guest = |name| asker(name, Purpose::Game, WebVisitor::Guest(GUEST.into()));
    let owner = engines.lend(&game("owner")).expect("an engine");
    let mut lent = lend_all(&engines, &guest("guest"));
    assert_eq!(lent.len(), SHARES.games - 1);
    assert!(engines.lend(&guest("more")).is_none() && engines.lend(&game("other")).is_none());
    let later = Instant::now() + SHARED;
    let wanted = |name: &str| {
        let mut pool = engines.pool();
        pool.waiting.iter_mut().for_each(|(_, asked)| *asked = later);
        pool.is_wanted(name, later)
    };
    assert!(wanted("guest0") && wanted("guest1") && !wanted("guest2") && !wanted("owner"));
    let (name, engine) = lent.remove(0);
    engines.give_back(&name, engine);
    assert!(engines.lend(&guest("more")).is_none(), "others have less");
    assert!(engines.lend(&game("other")).is_some());
    engines.give_back("owner", owner);
}
