//! The puzzles: those of the suites, of the command line, and of files that people add.

use super::{Peer, Site, aside, json, json_text};
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use dhow_board::puzzles;
use serde::Deserialize;
use std::sync::Arc;

/// A file of puzzles from a person's disk.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddedFile {
    name: String,
    text: String,
}

/// All puzzles.
pub async fn list(State(site): State<Arc<Site>>) -> Response {
    let shared = site.clone();
    let made = site.in_turn("the puzzles cannot be listed", move || {
        let stored = shared.sessions.store().map(|store| puzzles::stored(&**store));
        puzzles::list([shared.puzzles.clone(), stored.unwrap_or_default()].concat())
    });
    made.await.map_or_else(|failed| failed, json_text)
}

/// Stores a file of puzzles. Only the owner may.
pub async fn add(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(visitor)): ConnectInfo<Peer>,
    request: Request,
) -> Response {
    let refused = |status, text: String| json(status, &serde_json::json!({ "text": text }));
    if visitor.is_guest() {
        return refused(StatusCode::FORBIDDEN, "guests cannot add puzzles".into());
    }
    // JSON writes most characters of such files as they are.
    let Ok(bytes) = to_bytes(request.into_body(), 2 * puzzles::LONGEST).await else {
        let text = format!("a file of puzzles may have {} MiB", puzzles::LONGEST >> 20);
        return refused(StatusCode::PAYLOAD_TOO_LARGE, text);
    };
    let sessions = site.sessions.clone();
    let kept = aside(move || {
        let file: AddedFile = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        sessions.keep_puzzles(visitor, (&file.name, &file.text))
    });
    match kept.await {
        Ok(Ok(id)) => json(StatusCode::OK, &serde_json::json!({ "id": id })),
        Ok(Err(why)) => refused(StatusCode::UNPROCESSABLE_ENTITY, why),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "it cannot be stored".into()),
    }
}
