//! The board of a browser: games and analyses of `dhow-board` without threads, and the answers to their pages.
//!
//! The host stores games, runs engines in workers ([`crate::thinker`]), and calls the board again when it has asked for
//! that.

mod held;
mod lent;
mod live;
#[cfg(test)]
mod tests;
mod word;

pub use word::{BoardCall, BoardQuestion, BoardWord, KeptText, VariantsText, WordSink};

use dhow_board::analysis::{Read, SavedAnalysis};
use dhow_board::engines::{EngineShares, Engines};
use dhow_board::errand::{Errand, Lead, errands, no_game};
use dhow_board::library::{Library, Origin, UnstartedSession};
use dhow_board::message::{Code, Refused, Reply};
use dhow_board::order::{ClientId, QUEUE, SessionMessage, Text};
use dhow_board::session::SessionResources;
use dhow_board::store::GameStore;
use dhow_board::visitor::WebVisitor;
use dhow_board::{chapters, games, import, kept, lessons, pasted, puzzles};
use dhow_engine::clock::Instant;
use dhow_rules::variant::VARIANTS;
use held::{HeldGames, new_id};
use lent::EngineDesk;
use live::LiveSessions;
use serde_json::json;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::mpsc::{self, error::TryRecvError};

/// The engines of a browser: each takes some 40 MiB.
const SHARES: EngineShares =
    EngineShares { all: 3, games: 2, analyses: 2, annotators: 1, guests: 0 };

/// The person at the browser.
const VISITOR: WebVisitor = WebVisitor::Owner;

/// The board.
pub struct BoardHost {
    say: WordSink,
    store: Arc<HeldGames>,
    desk: Arc<EngineDesk>,
    /// `None` until all stored variant files are there.
    library: Option<Library>,
    live: LiveSessions,
    pages: BTreeMap<u64, OpenPage>,
    clients: ClientId,
}

/// A page.
#[derive(Default)]
struct OpenPage {
    greeted: bool,
    game: Option<OpenGame>,
}

/// The game that a page looks at.
struct OpenGame {
    id: String,
    client: ClientId,
    inbox: mpsc::Receiver<Text>,
}

impl BoardHost {
    /// A board without games, whose messages go to `say`.
    pub fn new(say: WordSink) -> Self {
        let store = HeldGames::new(say.clone());
        Self {
            desk: EngineDesk::new(say.clone(), store.clone()),
            store,
            say,
            library: None,
            live: LiveSessions::default(),
            pages: BTreeMap::new(),
            clients: 0,
        }
    }

    /// Handles a call in JSON.
    ///
    /// # Errors
    /// If the text is not a valid call.
    pub fn hear(&mut self, call: &str) -> Result<(), String> {
        let call = serde_json::from_str(call).map_err(|error| error.to_string())?;
        match call {
            BoardCall::Hold(game) => self.store.hold(game),
            BoardCall::HoldVariants(file) => self.store.hold_variants(file),
            BoardCall::Page { page, text } => self.hear_page(page, &text),
            BoardCall::Gone { page } => self.leave(page),
            BoardCall::News { order, news } => self.desk.hear(order, &news),
            BoardCall::Over { order } => self.desk.end(order),
            BoardCall::Unkept { id, why } => {
                self.store.set_trouble(Some(why.clone()));
                self.live.send(&id, SessionMessage::Unkept(why));
            }
            BoardCall::Kept {} => self.store.set_trouble(None),
            BoardCall::Ask { number, of } => {
                let (ok, text) = match self.answer(of) {
                    Ok(text) => (true, text),
                    Err(text) => (false, text),
                };
                (self.say)(BoardWord::Answer { number, ok, text });
            }
            BoardCall::Tick {} => {}
        }
        self.go_on();
        Ok(())
    }

    fn library(&mut self) -> &Library {
        self.library.get_or_insert_with(|| {
            let mut held = self.store.variants();
            held.retain(|game| VARIANTS.find(&game.id).is_none());
            let desk = self.desk.clone();
            let engines = Engines::made_by(SHARES, move || Box::new(desk.engine()));
            let store: Arc<dyn GameStore> = self.store.clone();
            let shared = SessionResources { engines: Arc::new(engines), store: Some(store) };
            Library::new(VARIANTS.with(&held), shared)
        })
    }

    fn hear_page(&mut self, page: u64, text: &str) {
        let mut greeted = self.pages.entry(page).or_default().greeted;
        let errands = errands(self.library(), text, &mut greeted);
        self.pages.entry(page).or_default().greeted = greeted;
        for errand in errands {
            match errand {
                Errand::Answer(reply) => self.tell(page, &reply),
                Errand::Dismiss(reply, _) => {
                    self.tell(page, &reply);
                    self.leave(page);
                    (self.say)(BoardWord::Dismiss { page });
                }
                Errand::Check(check) => self.tell(page, &check()),
                Errand::Lead(lead) => self.lead(page, lead),
                Errand::Ask(request) => {
                    let open = self.pages.get(&page).and_then(|page| page.game.as_ref());
                    let sent = open.is_some_and(|OpenGame { id, client, .. }| {
                        self.live.send(id, SessionMessage::Ask { client: *client, request })
                    });
                    if !sent {
                        self.tell(page, &no_game());
                    }
                }
            }
            // Answers come in the order of the requests.
            self.go_on();
        }
    }

    fn tell(&self, page: u64, reply: &Reply) {
        (self.say)(BoardWord::Tell { page, text: reply.json() });
    }

    /// Shows a page the game that `lead` finds. The page leaves the game that it looked at.
    fn lead(&mut self, page: u64, lead: Lead) {
        self.clients += 1;
        let client = self.clients;
        let (outbox, inbox) = mpsc::channel(QUEUE);
        let first = SessionMessage::Join { client, outbox };
        match self.find(lead, first) {
            Ok(id) => {
                self.leave_game(page);
                if let Some(page) = self.pages.get_mut(&page) {
                    page.game = Some(OpenGame { id, client, inbox });
                }
            }
            Err((code, text)) => self.tell(page, &Reply::error(code, text)),
        }
    }

    /// Starts or finds a game or an analysis, and sends it `first`. Returns its id.
    fn find(&mut self, lead: Lead, first: SessionMessage) -> Result<String, Refused> {
        let (id, origin, seat) = match lead {
            Lead::Open(id) if self.live.has(&id) => {
                self.live.send(&id, first);
                return Ok(id);
            }
            Lead::Open(id) => {
                let seat = self.library().saved(&id)?;
                (id, Origin::Disk, seat)
            }
            Lead::New(config) => {
                (new_id(), Origin::New, self.library().new_game(VISITOR, *config)?)
            }
            Lead::Analysis(of) => {
                self.library();
                let (live, Some(library)) = (&mut self.live, &self.library) else {
                    unreachable!("it was just made");
                };
                (new_id(), Origin::New, library.new_study(of, |id| live.copy(id))?)
            }
        };
        self.begin(id.clone(), origin, seat, first);
        Ok(id)
    }

    fn begin(&mut self, id: String, origin: Origin, seat: UnstartedSession, first: SessionMessage) {
        let shared = self.library().shared().clone();
        self.live.begin(id, origin, seat, shared, first);
    }

    fn leave_game(&mut self, page: u64) {
        let open = self.pages.get_mut(&page).and_then(|page| page.game.take());
        if let Some(OpenGame { id, client, .. }) = open {
            self.live.send(&id, SessionMessage::Leave { client });
        }
    }

    fn leave(&mut self, page: u64) {
        self.leave_game(page);
        self.pages.remove(&page);
    }

    /// Lets the games handle their messages, and sends the answers to the pages.
    fn go_on(&mut self) {
        loop {
            let busy = self.live.work();
            self.deliver();
            if !busy {
                break;
            }
        }
        self.desk.stop_annotations();
        let now = Instant::now();
        let ms = |at: Instant| {
            // One millisecond more, so that the call does not come too early.
            at.saturating_duration_since(now)
                .as_millis()
                .try_into()
                .map_or(u64::MAX, |ms: u64| ms + 1)
        };
        (self.say)(BoardWord::Wake { ms: self.live.deadline().map(ms) });
    }

    fn deliver(&mut self) {
        for (&page, open) in &mut self.pages {
            let Some(game) = &mut open.game else { continue };
            loop {
                match game.inbox.try_recv() {
                    Ok(text) => (self.say)(BoardWord::Tell { page, text: text.to_string() }),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        open.game = None;
                        (self.say)(BoardWord::Dismiss { page });
                        break;
                    }
                }
            }
        }
    }

    fn answer(&mut self, question: BoardQuestion) -> Result<String, String> {
        match question {
            BoardQuestion::Games {} => Ok(games::list(&self.library().catalogue())),
            BoardQuestion::Game { id } => {
                let known = self.library().catalogue();
                let variant = known.find(&id).ok_or("there is no such game")?;
                Ok(games::described(variant))
            }
            BoardQuestion::Lessons {} => Ok(lessons::LESSONS.into()),
            BoardQuestion::Puzzles {} => {
                self.library();
                Ok(puzzles::list(puzzles::stored(&*self.store)))
            }
            BoardQuestion::AddPuzzles { name, text } => {
                let (known, id) = (self.library().catalogue(), new_id());
                puzzles::keep((&name, &text), &id, &known, &*self.store, VISITOR)
                    .map(|()| json!({ "id": id }).to_string())
                    .map_err(|why| json!({ "text": why }).to_string())
            }
            BoardQuestion::Pictures {} => Ok(games::pictures(&self.library().catalogue())),
            BoardQuestion::Kept {} => {
                let known = self.library().catalogue();
                Ok(kept::list(&*self.store, &known))
            }
            BoardQuestion::Delete { id } => {
                let gone = !self.live.is_looked_at(&id) && self.store.has(&id);
                if !gone {
                    return Err("there is no such game, or it is open".into());
                }
                self.live.end(&id);
                self.store.delete(&id, VISITOR);
                Ok(String::new())
            }
            BoardQuestion::Import { text, variant, options, chapters: true, .. } => {
                self.import_chapters(&text, variant.as_deref(), &options)
            }
            BoardQuestion::Import { text, variant, options, number, .. } => {
                self.import(&text, variant.as_deref(), &options, number)
            }
            BoardQuestion::Chapters(list) => {
                self.library();
                let send = |id: &str, message| self.live.send(id, message);
                chapters::arrange(&list, &*self.store, VISITOR, send).map(|()| String::new())
            }
            BoardQuestion::StudyPgn { name } => {
                let known = self.library().catalogue();
                chapters::study_pgn(&name, &*self.store, &known)
            }
            BoardQuestion::Paste { text } => pasted::answer(self.library().paste(&text)),
            BoardQuestion::Backup {} => Ok(self.store.backup()),
            BoardQuestion::Restore { text } => self.restore(&text),
        }
    }

    /// Starts an analysis of a text. No page looks at it yet.
    fn import(
        &mut self,
        text: &str,
        variant: Option<&str>,
        options: &[String],
        number: Option<usize>,
    ) -> Result<String, String> {
        let library = self.library();
        let variant = variant.map(|id| library.variant(id, options)).transpose();
        let variant = variant.map_err(|text| json!({ "text": text }).to_string())?;
        let known = library.catalogue();
        let found = RefCell::new(None);
        let keep = |read: Read| {
            let id = new_id();
            *found.borrow_mut() = Some((id.clone(), read));
            Ok(id)
        };
        let imported = import::import(text, number, &known, variant.as_ref(), keep);
        let imported = imported.map_err(|error| json!(error).to_string())?;
        if let Some((id, read)) = found.into_inner() {
            let seat = UnstartedSession::Analysis(Box::new(read));
            // The analysis is stored even without moves, because the page that shows it may have another board.
            self.begin(id, Origin::Text, seat, SessionMessage::Leave { client: 0 });
        }
        serde_json::to_string(&imported).map_err(|error| error.to_string())
    }

    fn import_chapters(
        &mut self,
        text: &str,
        variant: Option<&str>,
        options: &[String],
    ) -> Result<String, String> {
        let library = self.library();
        let variant = variant.map(|id| library.variant(id, options)).transpose();
        let variant = variant.map_err(|text| json!({ "text": text }).to_string())?;
        let known = library.catalogue();
        let keep = |saved: &SavedAnalysis| {
            let id = new_id();
            chapters::save(saved, &id, &*self.store, VISITOR)
                .map(|()| id)
                .map_err(|why| (Code::Full, why))
        };
        let read = import::import_chapters(text, &known, variant.as_ref(), &*self.store, keep);
        read.map(|read| json!(read).to_string()).map_err(|error| json!(error).to_string())
    }

    /// Adds the games of a backup. The answer names the variant files that cannot be added because other games have
    /// their names.
    fn restore(&mut self, text: &str) -> Result<String, String> {
        let (files, games) = HeldGames::read_backup(text)?;
        let mut refused = Vec::new();
        for file in files {
            if self.library().paste(&file.text).is_err() {
                refused.push(file.id);
            }
        }
        let told = self.store.restore(games);
        Ok(json!({ "games": told, "variants_refused": refused }).to_string())
    }
}
