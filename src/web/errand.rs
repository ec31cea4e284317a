//! What a page's message asks for, sorted by who handles it.

use super::check::{Checked, check};
use super::message::{Code, Refused, Reply, Request, VERSION};
use super::session::SessionMessage;
use super::sessions::Sessions;
use super::visitor::WebVisitor;
use dhow_rules::variant::Variant;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// The maximum size of a message in bytes.
pub const LONGEST: usize = 64 << 10;

/// Finds or starts a game, sends it the message, and returns its sender. May take a second.
pub type Lead =
    dyn FnOnce(&Arc<Sessions>, SessionMessage) -> Result<Sender<SessionMessage>, Refused> + Send;

/// A task for a page.
pub enum Errand {
    /// Send this reply.
    Answer(Reply),
    /// Send this reply and disconnect the page.
    Dismiss(Reply, &'static str),
    /// Show it another game.
    Lead(Box<Lead>),
    /// Check a position, which may take time.
    Check(Box<dyn FnOnce() -> Reply + Send>),
    /// Pass the request to the game that the page looks at.
    Ask(Request),
}

impl Errand {
    fn lead(
        lead: impl FnOnce(&Arc<Sessions>, SessionMessage) -> Result<Sender<SessionMessage>, Refused>
        + Send
        + 'static,
    ) -> Self {
        Self::Lead(Box::new(lead))
    }

    fn refuse(code: Code, text: impl Into<String>) -> Self {
        Self::Answer(Reply::error(code, text))
    }
}

/// The tasks of a message, in order. `greeted` is set after the page's `hello`.
pub fn errands(
    sessions: &Sessions,
    visitor: WebVisitor,
    text: &str,
    greeted: &mut bool,
) -> Vec<Errand> {
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
            let open =
                |id: String| Errand::lead(move |sessions, join| sessions.open(visitor, &id, join));
            return [welcome].into_iter().chain(game.map(open)).collect();
        }
        _ if !*greeted => Errand::refuse(Code::Malformed, "`hello` comes first"),
        Request::New { config } => {
            Errand::lead(move |sessions, join| sessions.create(visitor, config, join))
        }
        Request::Study { of } => {
            Errand::lead(move |sessions, join| sessions.study(visitor, of, join))
        }
        Request::Check { variant, options, fen } => match sessions.variant(&variant, &options) {
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
