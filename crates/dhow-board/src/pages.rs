//! The pages that look at a game.

use super::message::Reply;
use super::order::{ClientId, QUEUE, Text};
use tokio::sync::mpsc::Sender as Outbox;

/// Pages with their queues. A page that reads too slowly is dropped.
#[derive(Default)]
pub struct Pages {
    open: Vec<(ClientId, Outbox<Text>)>,
}

impl Pages {
    /// Whether nobody looks.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Adds a page.
    pub fn join(&mut self, client: ClientId, outbox: Outbox<Text>) {
        self.open.push((client, outbox));
    }

    /// Removes a page.
    pub fn leave(&mut self, client: ClientId) {
        self.open.retain(|(id, _)| *id != client);
    }

    /// Sends to one page.
    pub fn send(&mut self, client: ClientId, reply: &Reply) {
        let text: Text = reply.json().into();
        self.open.retain(|(id, outbox)| *id != client || outbox.try_send(text.clone()).is_ok());
    }

    /// Sends to all pages.
    pub fn send_all(&mut self, reply: &Reply) {
        let text: Text = reply.json().into();
        self.open.retain(|(_, outbox)| outbox.try_send(text.clone()).is_ok());
    }

    /// Sends to all pages, or to one, unless the queue is half full: the message would be outdated when it
    /// arrives.
    pub fn offer(&self, client: Option<ClientId>, reply: &Reply) {
        let text: Text = reply.json().into();
        let meant = |id: ClientId| client.is_none_or(|client| client == id);
        for (_, outbox) in self.open.iter().filter(|(id, _)| meant(*id)) {
            if outbox.capacity() > QUEUE / 2 {
                let _ = outbox.try_send(text.clone());
            }
        }
    }
}
