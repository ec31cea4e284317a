//! HTTP: what is served where, to whom, and until when.

use super::assets::{self, Asset};
use super::client;
use super::connections::Connections;
use super::engines::Engines;
use super::guard::Guard;
use super::message::Code;
use super::session::Shared;
use super::sessions::Sessions;
use super::store::{Store, new_id};
use super::{Options, games, import, kept};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The most pages at a time.
pub const MOST_PAGES: usize = 64;
/// Threads that move messages; searches have their own.
const WORKERS: usize = 2;
/// How long the end of the program waits for the last words to pages.
const LAST_WORDS: Duration = Duration::from_millis(700);
/// Room for what a page has not taken yet, in bytes.
const UNSENT: usize = 8 << 20;

/// Texts that are read at a time, and those that may wait for it or are still on their way.
const IMPORTS: usize = 2;
const MOST_TEXTS: usize = 16;

const COOKIE: &str = "dhow";
const JSON: &str = "application/json";

/// What all requests share.
struct Site {
    guard: Guard,
    files: BTreeMap<String, Asset>,
    /// The games, each described when it is asked for first.
    described: BTreeMap<String, OnceLock<Asset>>,
    sessions: Arc<Sessions>,
    pages: Arc<Semaphore>,
    texts: Semaphore,
    imports: Semaphore,
    stop: watch::Receiver<bool>,
    policy: HeaderValue,
}

/// A server that listens, and serves once it is [run](Server::run).
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    site: Arc<Site>,
    stop: watch::Sender<bool>,
    address: SocketAddr,
    keeps: bool,
}

/// What ends a server from another thread.
#[derive(Clone)]
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Ends the server; returns whether that was asked for before.
    pub fn stop(&self) -> bool {
        self.0.send_replace(true)
    }
}

impl Server {
    /// Listens, with the games of the options.
    pub fn bind(options: Options) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(options.address))?;
        let address = listener.local_addr()?;
        let token = match address.ip().is_loopback() {
            true => None,
            false => Some(new_id().ok_or_else(|| io::Error::other("no chance to be had"))?),
        };
        let store = options.folder.and_then(|folder| Store::open(folder).ok());
        let keeps = store.is_some();
        let engines = Arc::new(
            Engines::new(options.threads, options.hash).with_evaluation(options.evaluation),
        );
        let (stop, stopped) = watch::channel(false);
        let mut files = assets::all(&options.catalogue);
        files.insert("games".into(), Asset::new(JSON, games::list(&options.catalogue)));
        let ids = options.catalogue.iter().map(|variant| (variant.id.clone(), OnceLock::new()));
        let site = Site {
            described: ids.collect(),
            guard: Guard::new(address, token),
            files,
            sessions: Sessions::new(options.catalogue, Shared { engines, store }),
            pages: Arc::new(Semaphore::new(MOST_PAGES)),
            texts: Semaphore::new(MOST_TEXTS),
            imports: Semaphore::new(IMPORTS),
            stop: stopped,
            policy: policy(),
        };
        Ok(Self { runtime, listener, site: Arc::new(site), stop, address, keeps })
    }

    /// The address for a browser on this machine, with the secret if there is one.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            let local = if address.is_ipv4() { "127.0.0.1" } else { "::1" };
            address.set_ip(local.parse().unwrap_or(address.ip()));
        }
        match self.site.guard.token() {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Whether others than this machine may reach it.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Whether games survive the end of the program.
    pub fn keeps_games(&self) -> bool {
        self.keeps
    }

    /// What ends it.
    pub fn stop(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Serves until it is stopped; then says goodbye to the pages and puts all games away.
    pub fn run(self) -> io::Result<()> {
        let Self { runtime, listener, site, stop, .. } = self;
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
            .route("/kept.json", get(kept))
            .route("/kept/{id}", delete(delete_kept))
            .route("/import", post(import))
            .route("/socket", get(socket))
            .route("/games", get(file))
            .route("/games/{id}", get(game))
            .fallback(get(file))
            .layer(from_fn_with_state(site.clone(), guarded))
            .with_state(site);
        let mut stopped = stop.subscribe();
        let served = runtime.block_on(async move {
            let serving = axum::serve(Connections::new(listener), router);
            let served = tokio::select! {
                served = serving.into_future() => served,
                stopped = stopped.wait_for(|&stop| stop) => stopped.map(drop).or(Ok(())),
            };
            // All places are free when all pages are gone.
            let gone = pages.acquire_many(MOST_PAGES as u32);
            let _ = tokio::time::timeout(LAST_WORDS, gone).await;
            served
        });
        stop.send_replace(true);
        sessions.stop();
        runtime.shutdown_timeout(LAST_WORDS);
        served
    }
}

/// What pages may load, and from where: nothing but from here.
fn policy() -> HeaderValue {
    HeaderValue::from_static(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn plain(status: StatusCode, words: &'static str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], words).into_response()
}

/// Lets in who may come, and sets the headers that all answers have.
async fn guarded(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let several = headers.get_all(header::HOST).iter().count() > 1
        || headers.get_all(header::ORIGIN).iter().count() > 1;
    let unreadable =
        headers.contains_key(header::ORIGIN) && text(headers, header::ORIGIN).is_none();
    let (host, origin) = (text(headers, header::HOST), text(headers, header::ORIGIN));
    let mut response = if several || unreadable || !site.guard.allows(host, origin) {
        plain(StatusCode::FORBIDDEN, "this server is not reached by that name, or from that page\n")
    } else {
        admitted(&site, request, next).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, site.policy.clone());
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Asks for the secret if there is one; a browser that has shown it keeps it as a cookie.
async fn admitted(site: &Site, request: Request, next: Next) -> Response {
    let cookies = text(request.headers(), header::COOKIE).unwrap_or("");
    let mut kept = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    if site.guard.admits(kept.find(|(name, _)| *name == COOKIE).map(|(_, token)| token)) {
        return next.run(request).await;
    }
    let query = request.uri().query().unwrap_or("");
    let shown = query.split('&').find_map(|part| part.strip_prefix("token=")).map(String::from);
    if !site.guard.admits(shown.as_deref()) {
        return plain(StatusCode::UNAUTHORIZED, "open the address that the program has printed\n");
    }
    let mut response = next.run(request).await;
    let cookie =
        format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", shown.unwrap_or_default());
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
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

async fn page(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    served(&site, "index.html", &headers)
}

async fn file(State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    served(&site, path, request.headers())
}

fn served(site: &Site, path: &str, headers: &HeaderMap) -> Response {
    match site.files.get(path) {
        Some(asset) => answer(asset, headers),
        None => plain(StatusCode::NOT_FOUND, "there is nothing here\n"),
    }
}

async fn game(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(variant) = site.sessions.catalogue().find(&id).cloned() else {
        return plain(StatusCode::NOT_FOUND, "there is no such game\n");
    };
    // Compiling the rules of a game takes a while.
    let described = tokio::task::spawn_blocking(move || {
        let made = || Asset::new(JSON, games::described(&variant));
        site.described.get(&variant.id).map(|kept| answer(kept.get_or_init(made), &headers))
    });
    match described.await {
        Ok(Some(response)) => response,
        _ => plain(StatusCode::INTERNAL_SERVER_ERROR, "the game cannot be described\n"),
    }
}

/// A text becomes an analysis.
async fn import(State(site): State<Arc<Site>>, request: Request) -> Response {
    // Names of games and options are plain words.
    let query = request.uri().query().unwrap_or("").to_string();
    let refused = |status, text: String| json(status, &serde_json::json!({ "text": text }));
    // So many are in memory at most, however slowly they come.
    let Ok(_room) = site.texts.try_acquire() else {
        let text = "too many texts are opened at once; try again soon".into();
        return refused(StatusCode::SERVICE_UNAVAILABLE, text);
    };
    let Ok(bytes) = to_bytes(request.into_body(), import::LONGEST).await else {
        let text = format!("a text may have {} MiB", import::LONGEST >> 20);
        return refused(StatusCode::PAYLOAD_TOO_LARGE, text);
    };
    // Few texts at a time, since they are large.
    let Ok(_place) = site.imports.acquire().await else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "the program ends\n");
    };
    let sessions = site.sessions.clone();
    let read = tokio::task::spawn_blocking(move || {
        let values = |name: &'static str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
        };
        let value = |name| values(name).next();
        let number = value("game").and_then(|number| number.parse().ok());
        let options: Vec<String> = values("option").map(String::from).collect();
        let variant = value("variant").map(|id| sessions.variant(id, &options));
        let variant = variant.transpose().map_err(|text| (Code::Config, text))?;
        // Names of players may be in any encoding; moves are ASCII.
        let text = String::from_utf8_lossy(&bytes);
        import::import(&sessions, &text, number, variant.as_ref())
    });
    match read.await {
        Ok(Ok(imported)) => json(StatusCode::OK, &imported),
        Ok(Err((_, text))) => refused(StatusCode::UNPROCESSABLE_ENTITY, text),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the text cannot be read\n"),
    }
}

fn json(status: StatusCode, value: &impl serde::Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, JSON)], text).into_response()
}

/// The games that are kept.
async fn kept(State(site): State<Arc<Site>>) -> Response {
    match tokio::task::spawn_blocking(move || kept::list(&site.sessions)).await {
        Ok(text) => ([(header::CONTENT_TYPE, JSON)], text).into_response(),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the games cannot be listed\n"),
    }
}

async fn delete_kept(State(site): State<Arc<Site>>, Path(id): Path<String>) -> Response {
    match tokio::task::spawn_blocking(move || site.sessions.delete(&id)).await {
        Ok(true) => plain(StatusCode::OK, "it is deleted\n"),
        Ok(false) => plain(StatusCode::CONFLICT, "there is no such game, or it is open\n"),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the game cannot be deleted\n"),
    }
}

async fn socket(State(site): State<Arc<Site>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(place) = site.pages.clone().try_acquire_owned() else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open; close some\n");
    };
    let (sessions, stop) = (site.sessions.clone(), site.stop.clone());
    upgrade
        .max_message_size(client::UNREAD)
        .max_frame_size(client::UNREAD)
        .max_write_buffer_size(UNSENT)
        .on_upgrade(move |socket| async move {
            let _place: OwnedSemaphorePermit = place;
            client::serve(socket, sessions, stop).await;
        })
}
