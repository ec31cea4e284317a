//! The HTTP server: routes, access, start and end.

mod admission;
mod puzzles;
mod studies;

use super::aside::aside;
use super::assets::{self, Asset};
use super::client;
use super::connections::{Connections, Peer};
use super::guard::Guard;
use super::running::{Other, Running};
use super::sessions::Sessions;
use super::store::{Store, new_id};
use super::{ServerOptions, store};
use admission::{guarded, plain, policy, text};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use dhow_board::engines::Engines;
use dhow_board::puzzles::Puzzle;
use dhow_board::session::SessionResources;
use dhow_board::store::GameStore;
use dhow_board::visitor::WebVisitor;
use dhow_board::{games, import, kept, lessons, pasted};
use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};

/// The maximum number of pages, and the part of it for guests.
pub const MOST_PAGES: usize = 64;
const MOST_OF_GUESTS: usize = 48;
/// How long to wait at the end for the last messages to pages.
const LAST_WORDS: Duration = Duration::from_millis(700);
/// The maximum size in bytes of messages that wait for a page.
const UNSENT: usize = 8 << 20;

/// The number of texts imported at the same time, and of those that are waiting or arriving.
const IMPORTS: usize = 2;
const MOST_TEXTS: usize = 16;

const JSON: &str = "application/json";

/// The data that all requests share.
struct Site {
    guard: Guard,
    files: RwLock<BTreeMap<String, Asset>>,
    /// The descriptions of the variants known from the start, each made on first use.
    described: BTreeMap<String, OnceLock<Asset>>,
    /// Puzzles of the files that the command line names.
    puzzles: Vec<Puzzle>,
    sessions: Arc<Sessions>,
    pages: Arc<Semaphore>,
    of_guests: Arc<Semaphore>,
    texts: Semaphore,
    imports: Semaphore,
    /// Limits requests that read all stored files to one at a time.
    lists: Semaphore,
    stop: watch::Receiver<bool>,
    policy: HeaderValue,
}

impl Site {
    /// Runs work that reads all stored files, beside the server's threads and one piece of work at a time. If it cannot
    /// run or panics, `Err` has the answer; `failure` says what has failed.
    async fn in_turn<T: Send + 'static>(
        &self,
        failure: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Response> {
        let Ok(_turn) = self.lists.acquire().await else {
            return Err(plain(StatusCode::SERVICE_UNAVAILABLE, "the program ends\n"));
        };
        aside(work).await.map_err(|_| plain(StatusCode::INTERNAL_SERVER_ERROR, failure))
    }
}

/// A server that listens already. [Run](Server::run) starts to serve.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    site: Arc<Site>,
    stop: watch::Sender<bool>,
    address: SocketAddr,
    keeps: bool,
    running: Option<Running>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Another server uses the folder of games.
    #[error("the games of {} are open in another server", .0.folder.display())]
    Taken(Other),
    /// The system refuses the port or the folder.
    #[error("{0}")]
    Refused(#[from] io::Error),
}

/// Stops a server from another thread.
#[derive(Clone)]
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Stops the server. Returns whether it had been stopped before.
    pub fn stop(&self) -> bool {
        self.0.send_replace(true)
    }
}

impl Server {
    /// Starts to listen.
    pub fn bind(options: ServerOptions) -> Result<Self, BindError> {
        let store = options.folder.and_then(|folder| Store::open(folder).ok());
        let running = store.as_ref().map(|store| Running::claim(store.folder()));
        let running = running.transpose().map_err(BindError::Taken)?.flatten();
        if let (Some(store), Some(_)) = (&store, &running) {
            store.tidy();
        }
        // The server's thread only passes messages; slow work has its own threads.
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(options.address))?;
        let address = listener.local_addr()?;
        let token = match address.ip().is_loopback() {
            true => None,
            false => {
                Some(new_id().ok_or_else(|| io::Error::other("the system has no random numbers"))?)
            }
        };
        let keeps = store.is_some();
        let engines = Engines::new(options.threads, options.hash, options.evaluation);
        let engines = Arc::new(engines);
        let (stop, stopped) = watch::channel(false);
        let mut kept =
            store.as_ref().map_or(Vec::new(), |store| store::kept_variants(store.folder()));
        kept.retain(|game| options.catalogue.find(&game.id).is_none());
        let catalogue = options.catalogue.with(&kept);
        let store = store.map(|store| Arc::new(store) as Arc<dyn GameStore>);
        let mut files = assets::all(&catalogue);
        files.insert("games".into(), Asset::new(JSON, games::list(&catalogue)));
        files.insert("lessons.json".into(), Asset::new(JSON, lessons::LESSONS));
        let ids = catalogue.iter().map(|variant| (variant.id.clone(), OnceLock::new()));
        let site = Site {
            described: ids.collect(),
            guard: Guard::new(address, token),
            files: RwLock::new(files),
            puzzles: options.puzzles,
            sessions: Sessions::new(catalogue, SessionResources { engines, store }),
            pages: Arc::new(Semaphore::new(MOST_PAGES)),
            of_guests: Arc::new(Semaphore::new(MOST_OF_GUESTS)),
            texts: Semaphore::new(MOST_TEXTS),
            imports: Semaphore::new(IMPORTS),
            lists: Semaphore::new(1),
            stop: stopped,
            policy: policy(),
        };
        let server =
            Self { runtime, listener, site: Arc::new(site), stop, address, keeps, running };
        if let Some(running) = &server.running {
            running.tell(&server.url());
        }
        Ok(server)
    }

    /// The address for a browser on this machine, with the secret if there is one.
    pub fn url(&self) -> String {
        let local = match self.address.is_ipv4() {
            true => Ipv4Addr::LOCALHOST.into(),
            false => Ipv6Addr::LOCALHOST.into(),
        };
        let any = self.address.ip().is_unspecified();
        self.site.guard.url_at(if any { local } else { self.address.ip() })
    }

    /// The address for other machines; `None` if they cannot reach it, or if it is unknown.
    pub fn url_for_others(&self) -> Option<String> {
        self.site.guard.url_for_others()
    }

    /// Whether other machines can reach it.
    pub fn is_open_to_others(&self) -> bool {
        self.site.guard.is_open_to_others()
    }

    /// Whether games are saved.
    pub fn keeps_games(&self) -> bool {
        self.keeps
    }

    /// The handle that stops it.
    pub fn stop(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Serves until stopped, then says goodbye to the pages and saves all games. An error if a game could not
    /// be saved.
    pub fn run(self) -> io::Result<()> {
        // The lock on the folder is released last.
        let Self { runtime, listener, site, stop, running: _running, .. } = self;
        let sessions = site.sessions.clone();
        let pages = site.pages.clone();
        let router = Router::new()
            .route("/", get(page))
            .route("/game/{id}", get(page))
            .route("/rules/{id}", get(page))
            .route("/analysis", get(page))
            .route("/analysis/{id}", get(page))
            .route("/editor/{id}", get(page))
            .route("/kept", get(page))
            .route("/lessons", get(page))
            .route("/lessons/{id}", get(page))
            .route("/puzzles", get(page))
            .route("/puzzles/{id}", get(page))
            .route("/kept.json", get(kept))
            .route("/kept/{id}", delete(delete_kept))
            .route("/import", post(import))
            .route("/puzzles.json", get(puzzles::list).post(puzzles::add))
            .route("/chapters", post(studies::arrange))
            .route("/study.pgn", post(studies::pgn))
            .route("/address", get(address))
            .route("/socket", get(socket))
            .route("/games", get(file).post(paste))
            .route("/games/{id}", get(game))
            .fallback(get(file))
            .layer(from_fn_with_state(site.clone(), guarded))
            .with_state(site);
        let mut stopped = stop.subscribe();
        let served = runtime.block_on(async move {
            let service = router.into_make_service_with_connect_info::<Peer>();
            let serving = axum::serve(Connections::new(listener), service);
            let served = tokio::select! {
                served = serving.into_future() => served,
                stopped = stopped.wait_for(|&stop| stop) => stopped.map(drop).or(Ok(())),
            };
            // All permits are free when all pages are gone.
            let gone = pages.acquire_many(MOST_PAGES as u32);
            let _ = tokio::time::timeout(LAST_WORDS, gone).await;
            served
        });
        stop.send_replace(true);
        let lost = sessions.stop();
        runtime.shutdown_timeout(LAST_WORDS);
        served?;
        match lost {
            0 => Ok(()),
            1 => Err(io::Error::other("a game could not be written")),
            games => Err(io::Error::other(format!("{games} games could not be written"))),
        }
    }
}

fn answer(asset: &Asset, headers: &HeaderMap) -> Response {
    let known = text(headers, header::IF_NONE_MATCH).is_some_and(|tags| tags.contains(&asset.tag));
    let (status, body) = match known {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (StatusCode::OK, Body::from(asset.content.clone())),
    };
    let mut response = (status, [(header::CONTENT_TYPE, asset.kind)], body).into_response();
    if let Ok(tag) = HeaderValue::from_str(&asset.tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The address of the server for other machines, with the secret.
async fn address(State(site): State<Arc<Site>>) -> Response {
    json(StatusCode::OK, &serde_json::json!({ "others": site.guard.url_for_others() }))
}

async fn page(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    served(&site, "index.html", &headers)
}

async fn file(State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    served(&site, path, request.headers())
}

fn served(site: &Site, path: &str, headers: &HeaderMap) -> Response {
    let files = site.files.read().unwrap_or_else(PoisonError::into_inner);
    match files.get(path) {
        Some(asset) => answer(asset, headers),
        None => plain(StatusCode::NOT_FOUND, "there is nothing here\n"),
    }
}

async fn game(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(variant) = site.sessions.library().catalogue().find(&id).cloned() else {
        return plain(StatusCode::NOT_FOUND, "there is no such game\n");
    };
    // Compiling the rules of a variant takes time.
    let described = aside(move || {
        let made = || Asset::new(JSON, games::described(&variant));
        match site.described.get(&variant.id) {
            Some(kept) => answer(kept.get_or_init(made), &headers),
            None => answer(&made(), &headers),
        }
    });
    match described.await {
        Ok(response) => response,
        _ => plain(StatusCode::INTERNAL_SERVER_ERROR, "the game cannot be described\n"),
    }
}

/// Turns a text into an analysis.
async fn import(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(visitor)): ConnectInfo<Peer>,
    request: Request,
) -> Response {
    // Ids of variants and options need no decoding.
    let query = request.uri().query().unwrap_or("").to_string();
    let refused = |status, text: String| json(status, &serde_json::json!({ "text": text }));
    if let Err((_, text)) = site.sessions.admit(visitor) {
        return refused(StatusCode::TOO_MANY_REQUESTS, text);
    }
    // Limits the number of texts in memory, however slowly they arrive.
    let Ok(_room) = site.texts.try_acquire() else {
        let text = "too many texts are opened at once; try again soon".into();
        return refused(StatusCode::SERVICE_UNAVAILABLE, text);
    };
    let Ok(bytes) = to_bytes(request.into_body(), import::LONGEST).await else {
        let text = format!("a text may have {} MiB", import::LONGEST >> 20);
        return refused(StatusCode::PAYLOAD_TOO_LARGE, text);
    };
    // Only a few texts at the same time, because they are large.
    let Ok(_place) = site.imports.acquire().await else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "the program ends\n");
    };
    let sessions = site.sessions.clone();
    let read = aside(move || {
        let values = |name: &'static str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
        };
        let value = |name| values(name).next();
        let chapters = value("chapters").is_some();
        let number = value("game").and_then(|number| number.parse().ok());
        let options: Vec<String> = values("option").map(String::from).collect();
        let (library, bytes) = (sessions.library(), bytes.into());
        let variant = value("variant").map(|id| library.variant(id, &options)).transpose()?;
        let text = dhow_files::decode(bytes).map_err(|error| format!("the text {error}"))?;
        let (known, variant) = (library.catalogue(), variant.as_ref());
        if let (true, Some(store)) = (chapters, sessions.store()) {
            let keep = |saved: &_| sessions.keep_saved(visitor, saved);
            return import::import_chapters(&text, &known, variant, &**store, keep);
        }
        let keep = |read| sessions.keep_study(visitor, read);
        import::import(&text, number, &known, variant, keep)
    });
    match read.await {
        Ok(Ok(imported)) => json(StatusCode::OK, &imported),
        Ok(Err(unread)) => json(StatusCode::UNPROCESSABLE_ENTITY, &unread),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the text cannot be read\n"),
    }
}

/// Adds the games of a text: a variant file or Interactive Diagrams. Only the owner may.
async fn paste(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(visitor)): ConnectInfo<Peer>,
    request: Request,
) -> Response {
    let refused = |status, text: String| {
        json(status, &serde_json::json!({ "mistakes": pasted::whole(text) }))
    };
    if visitor.is_guest() {
        return refused(StatusCode::FORBIDDEN, "guests cannot add games".into());
    }
    if let Err((_, text)) = site.sessions.admit(visitor) {
        return refused(StatusCode::TOO_MANY_REQUESTS, text);
    }
    let Ok(_room) = site.texts.try_acquire() else {
        let text = "too many texts are opened at once; try again soon".into();
        return refused(StatusCode::SERVICE_UNAVAILABLE, text);
    };
    let Ok(bytes) = to_bytes(request.into_body(), pasted::LONGEST).await else {
        let text = format!("a text may have {} MiB", pasted::LONGEST >> 20);
        return refused(StatusCode::PAYLOAD_TOO_LARGE, text);
    };
    let Ok(_place) = site.imports.acquire().await else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "the program ends\n");
    };
    let shared = site.clone();
    let read = aside(move || {
        let text = dhow_files::decode(bytes.into());
        let text = text.map_err(|error| pasted::whole(format!("the text {error}")))?;
        let library = shared.sessions.library();
        let read = library.paste(&text)?;
        let catalogue = library.catalogue();
        let (pictures, games) = (assets::pictures(&catalogue), games::list(&catalogue));
        let mut files = shared.files.write().unwrap_or_else(PoisonError::into_inner);
        files.insert("pieces.svg".into(), pictures);
        files.insert("games".into(), Asset::new(JSON, games));
        Ok::<_, Vec<pasted::Remark>>(read)
    });
    let kind = [(header::CONTENT_TYPE, JSON)];
    match read.await.map(pasted::answer) {
        Ok(Ok(games)) => (StatusCode::OK, kind, games).into_response(),
        Ok(Err(mistakes)) => (StatusCode::UNPROCESSABLE_ENTITY, kind, mistakes).into_response(),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the text cannot be read".into()),
    }
}

fn json_text(text: String) -> Response {
    ([(header::CONTENT_TYPE, JSON)], text).into_response()
}

fn json(status: StatusCode, value: &impl serde::Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, JSON)], text).into_response()
}

fn list(sessions: &Sessions) -> String {
    let (store, known) = (sessions.store(), sessions.library().catalogue());
    store.map_or("[]".into(), |store| kept::list(&**store, &known))
}

/// The list of saved games.
async fn kept(State(site): State<Arc<Site>>) -> Response {
    let sessions = site.sessions.clone();
    let made = site.in_turn("the games cannot be listed\n", move || list(&sessions)).await;
    made.map_or_else(|failed| failed, json_text)
}

async fn delete_kept(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(visitor)): ConnectInfo<Peer>,
    Path(id): Path<String>,
) -> Response {
    let refused = match visitor {
        WebVisitor::Owner => "there is no such game, or it is open\n",
        WebVisitor::Guest(_) => "there is no such game of a guest, or it is open\n",
    };
    match aside(move || site.sessions.delete(&id, visitor)).await {
        Ok(true) => plain(StatusCode::OK, "it is deleted\n"),
        Ok(false) => plain(StatusCode::CONFLICT, refused),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the game cannot be deleted\n"),
    }
}

async fn socket(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(visitor)): ConnectInfo<Peer>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let of_guests = visitor.is_guest().then(|| site.of_guests.clone().try_acquire_owned());
    let places = (site.pages.clone().try_acquire_owned(), of_guests.transpose());
    let (Ok(place), Ok(of_guests)) = places else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open; close some\n");
    };
    let (sessions, stop) = (site.sessions.clone(), site.stop.clone());
    upgrade
        .max_message_size(client::UNREAD)
        .max_frame_size(client::UNREAD)
        .max_write_buffer_size(UNSENT)
        .on_upgrade(move |socket| async move {
            let _places = (place, of_guests);
            client::serve(socket, visitor, sessions, stop).await;
        })
}
