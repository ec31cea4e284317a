//! Tests of reading from engines.

use super::*;

const MS: fn(u64) -> Duration = Duration::from_millis;

fn script(text: &str) -> Process {
    let config = EngineConfig {
        command: "/bin/sh".into(),
        arguments: ["-c", text].map(Into::into).into(),
        ..EngineConfig::default()
    };
    Process::start(&config, Interrupt::default(), None).expect("a shell")
}

fn receive(process: &Process, deadline: Instant) -> Result<Line, ReceiveError> {
    process.receive(&mut Timer::until(deadline))
}

fn told(answer: Result<Line, ReceiveError>) -> Result<String, ReceiveError> {
    answer.map(|line| line.text)
}

/// A reader that looks too late cannot know when a line arrived, so the line is in time.
#[test]
fn what_is_there_at_the_first_look_is_in_time() {
    let process = script(r"read go; printf 'a\nb\n'; read go; printf 'c\n'; read go");
    let deadline = process.send_timed("go");
    thread::sleep(MS(300));
    let first = receive(&process, deadline).expect("a line");
    assert_eq!((first.text.as_str(), first.at), ("a", deadline));
    assert_eq!(told(receive(&process, deadline)), Ok("b".into()));
    process.send("go");
    thread::sleep(MS(300));
    assert_eq!(told(receive(&process, deadline)), Err(ReceiveError::Late), "looked at before");
    assert_eq!(told(receive(&process, Instant::now())), Ok("c".into()));
}

#[test]
fn what_comes_after_a_look_is_late() {
    let process = script("read go; read go; echo a; read go");
    let deadline = process.send_timed("go") + MS(50);
    assert_eq!(told(receive(&process, deadline)), Err(ReceiveError::Late));
    process.send("go");
    thread::sleep(MS(300));
    assert_eq!(told(receive(&process, deadline)), Err(ReceiveError::Late));
    assert_eq!(told(receive(&process, Instant::now())), Ok("a".into()));
}

/// A pondering engine may write more lines than are kept, and must not block.
#[test]
fn news_of_an_engine_that_nobody_listens_to_does_not_stop_it() {
    let flood = "i=0; while [ $i -lt 20000 ]; do echo info depth $i; i=$((i+1)); done";
    let process = script(&format!("{flood}; echo bestmove; read go"));
    let deadline = Instant::now() + Duration::from_secs(20);
    thread::sleep(MS(1000));
    let mut lines = 0;
    while told(receive(&process, deadline)).expect("a line") != "bestmove" {
        lines += 1;
    }
    assert!((1..20_000).contains(&lines), "{lines}");
}

/// An engine that does not read does not get more time.
#[test]
fn an_engine_that_does_not_read_has_no_more_time() {
    let process = script("sleep 5");
    let long = "x".repeat(1 << 17);
    process.send(&long);
    let called = Instant::now();
    assert!(process.send_timed("go").saturating_duration_since(called) < MS(20));
}

/// A stopped program that continues has not looked at the clock in between.
#[test]
fn while_nobody_looks_no_time_passes() {
    let process = script("read go; sleep 0.4; echo a; read go");
    let mut timer = Timer::new(process.send_timed("go"), MS(200));
    thread::sleep(MS(1000));
    let line = process.receive(&mut timer).expect("a line");
    assert!(timer.passed(line.at) < MS(100), "{:?}", timer.passed(line.at));
}

/// A process that a script has started keeps the script's output open.
#[test]
fn an_engine_whose_leader_has_ended_has_ended() {
    let mut process = script("sleep 60 & echo a; exit 3");
    let long = || Instant::now() + Duration::from_secs(30);
    let begun = Instant::now();
    assert_eq!(told(receive(&process, long())), Ok("a".into()));
    assert_eq!(told(receive(&process, long())), Err(ReceiveError::Ended));
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(process.ending(), "exit status: 3");
}
