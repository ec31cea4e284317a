//! A page within this process, without browser and network, for tests.

use super::client::new_number;
use super::sessions::Sessions;
use super::store::Store;
use dhow_board::engines::Engines;
use dhow_board::errand::{Errand, errands, no_game};
use dhow_board::message::Reply;
use dhow_board::order::{ClientId, QUEUE, SessionMessage, Text};
use dhow_board::session::SessionResources;
use dhow_board::store::GameStore;
use dhow_board::visitor::WebVisitor;
use dhow_engine::search::EvaluationChoice;
use dhow_rules::variant::Catalogue;
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How often to check for replies.
const POLL: Duration = Duration::from_millis(1);

/// A page with its own server, using the messages of docs/web.md as texts. Dropping it ends its games and
/// waits for that.
pub struct Local {
    sessions: Arc<Sessions>,
    id: ClientId,
    greeted: bool,
    game: Option<Sender<SessionMessage>>,
    inbox: mpsc::Receiver<Text>,
    said: VecDeque<Text>,
}

impl Local {
    /// A page whose engines have one thread and 1 MiB of hash table each. Games are saved in `folder`, if
    /// given, which is created if necessary.
    pub fn new(catalogue: Catalogue, folder: Option<PathBuf>) -> io::Result<Self> {
        let store = folder.map(Store::open).transpose()?;
        let store = store.map(|store| Arc::new(store) as Arc<dyn GameStore>);
        let engines = Arc::new(Engines::new(1, 1, EvaluationChoice::default()));
        let shared = SessionResources { engines, store };
        Ok(Self {
            sessions: Sessions::new(catalogue, shared),
            id: new_number(),
            greeted: false,
            game: None,
            inbox: mpsc::channel(1).1,
            said: VecDeque::new(),
        })
    }

    /// Sends a message to the server.
    pub fn tell(&mut self, text: &str) {
        self.gather();
        for errand in errands(self.sessions.library(), text, &mut self.greeted) {
            match errand {
                Errand::Answer(reply) => self.answer(&reply),
                Errand::Dismiss(reply, _) => {
                    self.answer(&reply);
                    self.leave();
                    self.greeted = false;
                }
                Errand::Check(check) => self.answer(&check()),
                Errand::Lead(lead) => {
                    let (outbox, inbox) = mpsc::channel(QUEUE);
                    let client = new_number();
                    let first = SessionMessage::Join { client, outbox };
                    match self.sessions.lead(WebVisitor::Owner, lead, first) {
                        Ok(game) => {
                            self.leave();
                            (self.id, self.game, self.inbox) = (client, Some(game), inbox);
                        }
                        Err((code, text)) => self.answer(&Reply::error(code, text)),
                    }
                }
                Errand::Ask(request) => {
                    let ask = SessionMessage::Ask { client: self.id, request };
                    if self.game.as_ref().is_none_or(|game| game.send(ask).is_err()) {
                        self.answer(&no_game());
                    }
                }
            }
        }
    }

    /// The next message to the page; `None` if none arrives within `patience`.
    pub fn hear(&mut self, patience: Duration) -> Option<String> {
        let begun = Instant::now();
        loop {
            self.gather();
            if let Some(text) = self.said.pop_front() {
                return Some(text.to_string());
            }
            if begun.elapsed() >= patience {
                return None;
            }
            std::thread::sleep(POLL);
        }
    }

    fn answer(&mut self, reply: &Reply) {
        self.said.push_back(reply.json().into());
    }

    /// Reads waiting messages, because the server drops pages that do not read.
    fn gather(&mut self) {
        while let Ok(text) = self.inbox.try_recv() {
            self.said.push_back(text);
        }
    }

    fn leave(&mut self) {
        self.gather();
        if let Some(game) = self.game.take() {
            // A game that is over does not need it.
            let _ = game.send(SessionMessage::Leave { client: self.id });
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.leave();
        self.sessions.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dhow_rules::variant::VARIANTS;

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn a_game_is_played_in_this_process() {
        let mut page = Local::new(VARIANTS.clone(), None).expect("no folder is needed");
        let mut ask = |text: &str, kind: &str| {
            page.tell(text);
            loop {
                let answer = page.hear(PATIENCE).expect("an answer");
                if answer.contains(&format!("\"type\":\"{kind}\"")) {
                    return answer;
                }
            }
        };
        ask(r#"{"type":"undo"}"#, "error");
        ask(r#"{"type":"hello","version":1}"#, "welcome");
        ask(r#"{"type":"undo"}"#, "error");
        let config = r#"{"type":"new","config":{"variant":"maasai","white":"person","black":"person",
                         "pace":{"kind":"nodes","nodes":9}}}"#;
        ask(config, "update");
        ask(r#"{"type":"move","ply":0,"text":"e4e6"}"#, "update");
        let pgn = ask(r#"{"type":"pgn"}"#, "pgn");
        assert!(pgn.contains("1. e6 *"), "{pgn}");
    }
}
