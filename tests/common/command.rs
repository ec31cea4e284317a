//! Running the built program.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The result of a run of the program.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Checks exit code and message, and returns what was printed before.
    #[track_caller]
    pub fn fails(self, code: i32, message: &str) -> String {
        assert!(self.err.contains(message), "expected `{message}` in:\n{}", self.err);
        assert_eq!(self.code, code, "{}", self.err);
        self.out
    }
}

pub fn dhow_with_input(args: &[&str], input: &str) -> Run {
    dhow_with_bytes(args, input.as_bytes())
}

pub fn dhow_with_bytes(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dhow"))
        .env_remove("DHOW_LEARNED")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end without reading all of its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        code: output.status.code().expect("an exit code, not a signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

pub fn dhow(args: &[&str]) -> Run {
    dhow_with_input(args, "")
}

/// A file of this test run with some content.
pub fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a writable directory");
    path.to_str().expect("UTF-8").into()
}

/// White mates by k1k12.
pub const MATE_IN_1: &str = "k11/12/1K10/12/12/12/12/12/12/12/12/10Q1 w - - 0 1";
