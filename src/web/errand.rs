//! What a message of a page asks for, by who is to do it.

use super::check::{Checked, check};
use super::message::{Code, Refused, Reply, Request, VERSION};
use super::session::SessionMessage;
use super::sessions::Sessions;
use super::visitor::Visitor;
use dhow_rules::variant::Variant;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// No message of a page is longer, in bytes.
pub const LONGEST: usize = 64 << 10;

/// Leads a page to a game, which is told the order. It may take a second.
pub type Lead =
    dyn FnOnce(&Arc<Sessions>, SessionMessage) -> Result<Sender<SessionMessage>, Refused> + Send;

/// Something that is to be done for a page.
pub enum Errand {
    /// To tell it this.
    Answer(Reply),
    /// To tell it this, and to let it go.
    Dismiss(Reply, &'static str),
    /// To let it see another game than before.
    Lead(Box<Lead>),
    /// To say what is wrong with a position, which may take a while.
    Check(Box<dyn FnOnce() -> Reply + Send>),
    /// To ask the game that it sees.
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

/// What a message asks for, in order. `greeted` tells whether the page has said who it is.
pub fn errands(
    sessions: &Sessions,
    visitor: Visitor,
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

/// What a page is told that asks a game and sees none.
pub fn no_game() -> Reply {
    Reply::error(Code::NoGame, "there is no game yet")
}
