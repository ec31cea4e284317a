//! Engines as processes: no engine outlives its match, and no engine keeps a match from ending.

use crate::common::command::dhow;
use crate::tournament::{PROTOCOLS, endings, engine, run};

#[test]
fn what_has_no_end_is_refused() {
    for protocol in PROTOCOLS {
        let flags = "-each tc=1 patience=20";
        let run = run([(protocol, "boast"), ("uci", "legal")], flags);
        run.fails(2, "error: engine boast: it declares more than 1048576 bytes");
    }
}

/// The text sent does not fit into the pipe any more: the match does not wait until the engine reads it.
#[test]
fn an_engine_that_reads_nothing_stalls() {
    let long = format!("option.Long={}", "x".repeat(100_000));
    for protocol in PROTOCOLS {
        let [numb, legal] = ["numb", "legal"].map(|behaviour| engine(protocol, behaviour));
        let arguments =
            [&["match".into()], &numb[..], std::slice::from_ref(&long), &legal[..]].concat();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let start = std::time::Instant::now();
        let run = dhow(&[&arguments[..], &["-each", "tc=1", "patience=0.3"]].concat());
        run.fails(2, "error: engine numb: no answer to `");
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }
}

/// A program that reads only the first lines of a match ends it.
#[test]
fn a_match_that_nobody_reads_has_not_succeeded() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let arguments = [engine("uci", "legal"), engine("xboard", "legal")].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .arg("match")
        .args(arguments)
        .args("-each tc=9 -maxmoves 40 -games 100000 -openings plies=0".split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = String::new();
    // Dropping the reader closes the pipe.
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("a line");
    assert_eq!(first, "Started game 1 of 100000 (legal vs legal (2))\n");
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("error: the results cannot be written: "), "{errors}");
    assert!(errors.ends_with("of 100000 games\n"), "{errors}");
}

#[cfg(target_os = "linux")]
mod groups {
    use super::*;
    use crate::tournament::{SHORT, fresh, mock};
    use std::fs;
    use std::io::{BufRead, BufReader, Read};
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    /// An engine behind a script that also starts another process. The script writes its process id, which is the
    /// number of the group, to a file.
    struct Wrapped {
        script: String,
        numbers: String,
    }

    impl Wrapped {
        fn new(name: &str) -> Self {
            let (script, numbers) =
                (fresh(&format!("{name}.sh")), fresh(&format!("{name}.numbers")));
            let (mock, sleep) = (mock(), "(trap '' HUP INT TERM; sleep 300) </dev/null >/dev/null");
            let text = format!(
                "#!/bin/sh\necho $$ >> '{numbers}'\n{sleep} 2>&1 &\n'{mock}' \"$@\"\ntrue\n"
            );
            fs::write(&script, text).expect("a script");
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a script");
            Self { script, numbers }
        }

        fn arguments(&self, behaviour: &str, flags: &str) -> Vec<String> {
            let own = format!("-engine cmd={} arg=uci arg={behaviour} name=wrapped", self.script);
            let mut arguments = vec!["match".to_string()];
            arguments.extend(own.split(' ').map(String::from));
            arguments.extend(engine("uci", "legal"));
            arguments.extend(flags.split(' ').map(String::from));
            arguments
        }

        fn run(&self, behaviour: &str, flags: &str) -> String {
            let arguments = self.arguments(behaviour, flags);
            dhow(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).out
        }

        /// Checks that no process of the groups is left, or that none is left soon.
        #[track_caller]
        fn is_gone(&self) {
            let text = fs::read_to_string(&self.numbers).expect("numbers");
            let groups: Vec<u32> = text.lines().map(|line| line.parse().expect("one")).collect();
            assert!(!groups.is_empty());
            let deadline = Instant::now() + Duration::from_secs(5);
            while groups.iter().any(|&group| lives(group)) {
                assert!(Instant::now() < deadline, "groups {groups:?} go on");
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }

    /// Whether a group has a process that has not ended.
    fn lives(group: u32) -> bool {
        let processes = fs::read_dir("/proc").expect("processes").flatten();
        let mut states = processes.filter_map(|entry| {
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
            let (state, of) = (fields.next()?.to_string(), fields.nth(1)?.parse::<u32>().ok()?);
            (of == group).then_some(state)
        });
        states.any(|state| state != "Z" && state != "X")
    }

    #[test]
    fn end_with_the_match() {
        for (behaviour, flags, ending) in [
            ("legal", SHORT, "1/2-1/2 {Draw by adjudication}"),
            ("stall", "-each tc=0.3 patience=0.3", "0-1 {White loses on time}"),
            ("illegal", SHORT, "0-1 {White makes an illegal move: a1a1}"),
            ("crash", "-each tc=5 -recover", "0-1 {White disconnects}"),
        ] {
            let wrapped = Wrapped::new(&format!("wrapped-{behaviour}"));
            let out = wrapped.run(behaviour, flags);
            assert_eq!(endings(&out), [ending]);
            wrapped.is_gone();
        }
        let wrapped = Wrapped::new("wrapped-mute");
        wrapped.run("mute", "-each tc=5 patience=0.2");
        wrapped.is_gone();
    }

    /// A match in which the wrapped engine has been asked for a move that it never makes.
    fn thinking(wrapped: &Wrapped) -> Child {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
            .args(wrapped.arguments("stall", "-each tc=300 -openings plies=0 -debug"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let said = BufReader::new(child.stdout.as_mut().expect("piped"));
        let mut lines = said.lines().map(|line| line.expect("a line"));
        let third = lines.by_ref().filter(|line| line.contains(">wrapped(0): go ")).nth(2);
        assert!(third.is_some());
        child
    }

    fn signal(child: &Child, name: &str) {
        let id = child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().expect("kill");
        assert!(sent.success());
    }

    #[test]
    fn end_with_a_signal() {
        for (name, code) in [("-INT", 1), ("-TERM", 1), ("-HUP", 1)] {
            let wrapped = Wrapped::new(&format!("wrapped{name}"));
            let mut child = thinking(&wrapped);
            signal(&child, name);
            let mut rest = String::new();
            child.stdout.take().expect("piped").read_to_string(&mut rest).expect("text");
            assert!(rest.ends_with("Finished match\n"), "{rest}");
            assert_eq!(child.wait().expect("it ends").code(), Some(code));
            wrapped.is_gone();
        }
    }

    /// The second signal leaves no time for a farewell.
    #[test]
    fn end_with_two_signals() {
        let wrapped = Wrapped::new("wrapped-twice");
        let mut child = thinking(&wrapped);
        signal(&child, "-INT");
        std::thread::sleep(Duration::from_millis(50));
        signal(&child, "-INT");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        wrapped.is_gone();
    }
}
