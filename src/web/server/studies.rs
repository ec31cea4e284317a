//! Studies: the order of their chapters, and their texts.

use super::admission::plain;
use super::{Peer, Site};
use axum::body::to_bytes;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use dhow_board::chapters::{ChapterList, study_pgn};
use dhow_board::errand::LONGEST;
use std::sync::Arc;

/// Makes stored analyses the chapters of a study.
pub async fn arrange(
    State(site): State<Arc<Site>>,
    ConnectInfo(Peer(visitor)): ConnectInfo<Peer>,
    request: Request,
) -> Response {
    let Ok(bytes) = to_bytes(request.into_body(), LONGEST).await else {
        return plain(StatusCode::PAYLOAD_TOO_LARGE, "the list of chapters is too long");
    };
    let list: ChapterList = match serde_json::from_slice(&bytes) {
        Ok(list) => list,
        Err(error) => return told(Err(error.to_string())),
    };
    let sessions = site.sessions.clone();
    let arranged = move || sessions.arrange(visitor, &list);
    let done = site.in_turn("the chapters cannot be arranged", arranged).await;
    done.map_or_else(|failed| failed, |done| told(done.map(|()| String::new())))
}

/// The study that the body names, as PGN.
pub async fn pgn(State(site): State<Arc<Site>>, request: Request) -> Response {
    let Ok(bytes) = to_bytes(request.into_body(), LONGEST).await else {
        return plain(StatusCode::PAYLOAD_TOO_LARGE, "the name is too long");
    };
    let sessions = site.sessions.clone();
    let made = site.in_turn("the study cannot be written", move || {
        let store = sessions.store().ok_or("this server keeps no games")?;
        let name = String::from_utf8_lossy(&bytes);
        study_pgn(&name, &**store, &sessions.library().catalogue())
    });
    made.await.map_or_else(|failed| failed, told)
}

fn told(answer: Result<String, String>) -> Response {
    match answer {
        Ok(text) => plain(StatusCode::OK, text),
        Err(why) => plain(StatusCode::UNPROCESSABLE_ENTITY, why),
    }
}
