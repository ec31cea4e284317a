//! Access control, and the headers of all answers.

use super::Site;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

const COOKIE: &str = "dhow";

/// The content security policy: pages may load everything from this server, and nothing from elsewhere.
pub(super) fn policy() -> HeaderValue {
    HeaderValue::from_static(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
}

pub(super) fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

pub(super) fn plain(status: StatusCode, words: impl Into<Body>) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], words.into()).into_response()
}

/// Refuses requests that are not allowed, and sets the common headers of all answers.
pub(super) async fn guarded(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
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
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Demands the secret, if there is one. A browser that has sent it keeps it as a cookie.
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
