//! The connection to a page, from its first message to its last.

use super::aside::aside;
use super::guard::{Allowance, MESSAGES};
use super::sessions::Sessions;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use dhow_board::errand::{Errand, Lead, errands, no_game};
use dhow_board::message::{Code, Reply};
use dhow_board::order::{ClientId, QUEUE, SessionMessage, Text};
use dhow_board::visitor::WebVisitor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// The maximum size in bytes of a message; longer ones are not even read.
pub const UNREAD: usize = 1 << 20;
/// A page that accepts nothing for this long is disconnected.
const STUCK: Duration = Duration::from_secs(10);
/// How often to check that a page is still there.
const PING: Duration = Duration::from_secs(15);
/// How long a connection may take until its first message.
const FIRST: Duration = Duration::from_secs(10);

/// The reason for a disconnection: WebSocket code and text.
type CloseReason = (u16, &'static str);

struct Client {
    id: ClientId,
    visitor: WebVisitor,
    socket: WebSocket,
    sessions: Arc<Sessions>,
    greeted: bool,
    game: Option<Sender<SessionMessage>>,
    /// Messages of the game that the page looks at.
    inbox: mpsc::Receiver<Text>,
    allowance: Allowance,
}

/// Handles a page of a visitor until it is gone, or until `stop` says that the program ends.
pub async fn serve(
    socket: WebSocket,
    visitor: WebVisitor,
    sessions: Arc<Sessions>,
    mut stop: watch::Receiver<bool>,
) {
    let mut client = Client {
        id: new_number(),
        visitor,
        socket,
        sessions,
        greeted: false,
        game: None,
        inbox: mpsc::channel(1).1,
        allowance: Allowance::new(MESSAGES, Instant::now()),
    };
    let end = client.run(&mut stop).await;
    client.leave();
    if let Some((code, reason)) = end {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = timeout(Duration::from_secs(1), async {
            if client.socket.send(Message::Close(Some(frame))).await.is_ok() {
                // Waits until the page confirms the end.
                while let Some(Ok(_)) = client.socket.recv().await {}
            }
        })
        .await;
    }
}

/// A new client number. A page that looks at another game, or reconnects to the same one, gets a new number.
pub fn new_number() -> ClientId {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    NUMBER.fetch_add(1, Relaxed)
}

/// Waits until the program ends.
async fn told(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is also the end.
    let _ = stop.wait_for(|&stop| stop).await;
}

/// The reason to disconnect a page with invalid frames. The library gives it only as text.
fn violation(error: &axum::Error) -> CloseReason {
    let words = error.to_string();
    if words.starts_with("Space limit exceeded") {
        (close_code::SIZE, "a message that is too long")
    } else if words.starts_with("UTF-8") {
        (close_code::INVALID, "a text that is not UTF-8")
    } else {
        (close_code::PROTOCOL, "no frame of a WebSocket")
    }
}

fn no_thread(error: &std::io::Error) -> String {
    format!("no thread to be had: {error}")
}

impl Client {
    /// Returns the reason to disconnect the page; `None` if the page is gone.
    async fn run(&mut self, stop: &mut watch::Receiver<bool>) -> Option<CloseReason> {
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let began = Instant::now();
        loop {
            let end = tokio::select! {
                heard = self.socket.recv() => match heard {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => Err(Some(violation(&error))),
                    None => Err(None),
                },
                text = self.inbox.recv(), if self.game.is_some() => match text {
                    Some(text) => self.send(&text).await,
                    // The game has dropped a page that reads too slowly, or has ended.
                    None => Err(Some((close_code::AGAIN, "come again"))),
                },
                _ = ping.tick() => {
                    if !self.greeted && began.elapsed() >= FIRST {
                        Err(Some((close_code::POLICY, "nothing was asked for")))
                    } else {
                        self.write(Message::Ping(Vec::new().into())).await
                    }
                }
                () = told(stop) => Err(Some((close_code::AWAY, "the program ends"))),
            };
            if let Err(end) = end {
                return end;
            }
        }
    }

    async fn write(&mut self, message: Message) -> Result<(), Option<CloseReason>> {
        match timeout(STUCK, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(None),
        }
    }

    async fn send(&mut self, text: &str) -> Result<(), Option<CloseReason>> {
        self.write(Message::Text(text.into())).await
    }

    async fn refuse(
        &mut self,
        code: Code,
        text: impl Into<String>,
    ) -> Result<(), Option<CloseReason>> {
        let text = Reply::error(code, text).json();
        self.send(&text).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), Option<CloseReason>> {
        // Empty frames also count.
        if !self.allowance.take(Instant::now()) {
            self.refuse(Code::TooFast, "too many messages at once").await?;
            return Err(Some((close_code::POLICY, "too many messages at once")));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => {
                return self.refuse(Code::Malformed, "messages are text").await;
            }
            Message::Close(_) => return Err(None),
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        for errand in errands(self.sessions.library(), &text, &mut self.greeted) {
            self.run_errand(errand).await?;
        }
        Ok(())
    }

    async fn run_errand(&mut self, errand: Errand) -> Result<(), Option<CloseReason>> {
        match errand {
            Errand::Answer(reply) => self.send(&reply.json()).await,
            Errand::Dismiss(reply, reason) => {
                self.send(&reply.json()).await?;
                Err(Some((close_code::POLICY, reason)))
            }
            Errand::Lead(lead) => self.join(lead).await,
            Errand::Check(check) => match aside(check).await {
                Ok(reply) => self.send(&reply.json()).await,
                Err(error) => self.refuse(Code::Full, no_thread(&error)).await,
            },
            Errand::Ask(request) => {
                let ask = SessionMessage::Ask { client: self.id, request };
                match &self.game {
                    Some(game) if game.send(ask).is_ok() => Ok(()),
                    _ => self.send(&no_game().json()).await,
                }
            }
        }
    }

    /// Shows the page the game that `lead` finds, and no other.
    async fn join(&mut self, lead: Lead) -> Result<(), Option<CloseReason>> {
        let (outbox, inbox) = mpsc::channel(QUEUE);
        let (sessions, visitor, client) = (self.sessions.clone(), self.visitor, new_number());
        // Reading, compiling and starting games takes time, so it has its own thread.
        let first = SessionMessage::Join { client, outbox };
        match aside(move || sessions.lead(visitor, lead, first)).await {
            Ok(Ok(game)) => {
                self.leave();
                (self.id, self.game, self.inbox) = (client, Some(game), inbox);
                Ok(())
            }
            Ok(Err((code, text))) => self.refuse(code, text).await,
            Err(error) => self.refuse(Code::Full, no_thread(&error)).await,
        }
    }

    fn leave(&mut self) {
        if let Some(game) = self.game.take() {
            // A game that is over does not need it.
            let _ = game.send(SessionMessage::Leave { client: self.id });
        }
    }
}
