//! The work that a page's message asks for, sorted by the part of the program that does it.

use super::check::{Checked, check};
use super::exercise;
use super::library::Library;
use super::message::{Code, GameConfig, Reply, Request, Subject, VERSION};
use dhow_rules::variant::Variant;
use std::sync::Arc;

/// The maximum size of a message in bytes.
pub const LONGEST: usize = 64 << 10;

/// The game to show to a page. Finding or starting it may take a second.
pub enum Lead {
    /// The saved game or analysis with this id.
    Open(String),
    /// A new game.
    New(Box<GameConfig>),
    /// A new analysis.
    Analysis(Subject),
}

/// A task for a page.
pub enum Errand {
    /// Send this reply.
    Answer(Reply),
    /// Send this reply and disconnect the page.
    Dismiss(Reply, &'static str),
    /// Show the page another game.
    Lead(Lead),
    /// Check a position or an exercise, which may take seconds.
    Check(Box<dyn FnOnce() -> Reply + Send>),
    /// Pass the request to the game that the page looks at.
    Ask(Request),
}

impl Errand {
    fn refuse(code: Code, text: impl Into<String>) -> Self {
        Self::Answer(Reply::error(code, text))
    }
}

/// The tasks of a message, in order. `greeted` is set after the page's `hello`.
pub fn errands(library: &Library, text: &str, greeted: &mut bool) -> Vec<Errand> {
    if text.len() > LONGEST {
        let most = LONGEST >> 10;
        return vec![Errand::refuse(Code::TooLong, format!("a message may have {most} KiB"))];
    }
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return vec![Errand::refuse(Code::Malformed, error.to_string())],
    };
    let errand = match request {
        Request::Hello { version, .. } if version != VERSION => {
            let text = format!("these are messages of version {VERSION}, not {version}");
            Errand::Dismiss(Reply::error(Code::Version, text), "another version")
        }
        Request::Hello { game, .. } => {
            *greeted = true;
            let program = env!("CARGO_PKG_VERSION");
            let welcome = Errand::Answer(Reply::Welcome { version: VERSION, program });
            let open = game.map(|id| Errand::Lead(Lead::Open(id)));
            return [welcome].into_iter().chain(open).collect();
        }
        _ if !*greeted => Errand::refuse(Code::Malformed, "`hello` comes first"),
        Request::New { config } => Errand::Lead(Lead::New(Box::new(config))),
        Request::Analysis { of } => Errand::Lead(Lead::Analysis(of)),
        Request::Exercise(asked) => match library.variant(&asked.variant, &asked.options) {
            Ok(variant) => {
                Errand::Check(Box::new(move || match exercise::carry_out(&variant, asked) {
                    Ok(state) => Reply::Exercise(Box::new(state)),
                    Err((code, text)) => Reply::error(code, text),
                }))
            }
            Err(text) => Errand::refuse(Code::Config, text),
        },
        Request::Check { variant, options, fen } => match library.variant(&variant, &options) {
            Ok(variant) => Errand::Check(Box::new(move || checked(&variant, fen))),
            Err(text) => Errand::refuse(Code::Config, text),
        },
        request => Errand::Ask(request),
    };
    vec![errand]
}

fn checked(variant: &Arc<Variant>, asked: String) -> Reply {
    let Checked { fen, problems, over } = check(variant, &asked);
    Reply::Checked { asked, fen, problems, over }
}

/// The reply to a request without a game.
pub fn no_game() -> Reply {
    Reply::error(Code::NoGame, "there is no game yet")
}
