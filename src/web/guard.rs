//! Access to the server, and its limits.
//!
//! A page of another site can make a browser send requests here, and can point its own name to this machine.
//! The server therefore knows its own names, and refuses requests for other names and from pages of other
//! origins.

use dhow_board::message::is_same;
use dhow_board::visitor::WebVisitor;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::Instant;

/// The names of the server.
#[derive(Clone, Debug)]
pub struct Guard {
    address: SocketAddr,
    /// The secret for access from other machines.
    token: Option<String>,
}

impl Guard {
    /// For a server that listens on an address. With a token, only clients that know it have access.
    pub fn new(address: SocketAddr, token: Option<String>) -> Self {
        Self { address, token }
    }

    /// Whether other machines can reach the server.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// The address for other machines, with the secret; `None` if they cannot reach it, or if it is unknown.
    pub fn url_for_others(&self) -> Option<String> {
        let ip = self.address.ip();
        match ip.is_unspecified() {
            true => own_address(ip).map(|ip| self.url_at(ip)),
            false => self.is_open_to_others().then(|| self.url_at(ip)),
        }
    }

    /// The address at an IP address of this machine, with the secret if there is one.
    pub fn url_at(&self, ip: IpAddr) -> String {
        let address = SocketAddr::new(ip, self.address.port());
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Whether a request is for this server and, if a page sent it, for its own page.
    pub fn allows(&self, host: Option<&str>, origin: Option<&str>) -> bool {
        let Some(host) = host.filter(|host| self.is_own_name(host)) else { return false };
        // A page from another machine has a different name, even if all numbers are our own.
        let own_page = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host))
        };
        // Programs other than browsers send no origin; browsers do wherever it matters.
        origin.is_none_or(own_page)
    }

    /// Whether this is a name and port of the server.
    fn is_own_name(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let ip: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        match ip {
            // A foreign name that points here is not a numeric address.
            Some(ip) if self.address.ip().is_unspecified() => !ip.is_unspecified(),
            Some(ip) => ip == self.address.ip(),
            None => {
                let local = self.address.ip().is_loopback() || self.address.ip().is_unspecified();
                local && name.eq_ignore_ascii_case("localhost")
            }
        }
    }

    /// Whether a secret is correct, or none is needed. Takes the same time for every wrong secret.
    pub fn admits(&self, token: Option<&str>) -> bool {
        self.token.as_ref().is_none_or(|secret| is_same(secret, token.unwrap_or("")))
    }
}

/// This machine's address for others, of the same family as the given one. Sends nothing.
fn own_address(any: IpAddr) -> Option<IpAddr> {
    // Addresses reserved for documentation; all routes treat them like other remote addresses.
    let other = if any.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect(other).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}

/// A rate limit: a number per second in the long run, and a number at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    a_second: f64,
    at_once: f64,
}

/// For the messages of a page.
pub const MESSAGES: Rate = Rate { a_second: 30.0, at_once: 60.0 };
/// For games that the owner, and each guest, starts.
const OWN_GAMES: Rate = Rate { a_second: 2.0, at_once: 1000.0 };
const GAMES_OF_GUESTS: Rate = Rate { a_second: 0.5, at_once: 60.0 };

/// The remaining allowance.
#[derive(Clone, Debug)]
pub struct Allowance {
    rate: Rate,
    left: f64,
    since: Instant,
}

impl Allowance {
    /// A full allowance.
    pub fn new(rate: Rate, now: Instant) -> Self {
        Self { rate, left: rate.at_once, since: now }
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * self.rate.a_second).min(self.rate.at_once);
        self.since = now;
    }

    /// Uses one; `false` if none is left.
    pub fn take(&mut self, now: Instant) -> bool {
        self.refill(now);
        let granted = self.left >= 1.0;
        self.left -= if granted { 1.0 } else { 0.0 };
        granted
    }
}

/// How many games each visitor may start now.
#[derive(Debug, Default)]
pub struct Allowances(HashMap<WebVisitor, Allowance>);

impl Allowances {
    /// Counts a game; `false` if it is one too many.
    pub fn take(&mut self, visitor: WebVisitor, now: Instant) -> bool {
        // Full allowances need not be remembered.
        self.0.retain(|_, allowance| {
            allowance.refill(now);
            allowance.left < allowance.rate.at_once
        });
        let rate = if visitor.is_guest() { GAMES_OF_GUESTS } else { OWN_GAMES };
        self.0.entry(visitor).or_insert_with(|| Allowance::new(rate, now)).take(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn guard(address: &str) -> Guard {
        Guard::new(address.parse().expect("an address"), None)
    }

    #[test]
    fn own_names_and_own_pages_alone() {
        let guard = guard("127.0.0.1:8112");
        for host in ["127.0.0.1:8112", "localhost:8112", "LOCALHOST:8112"] {
            assert!(guard.allows(Some(host), None), "{host}");
            assert!(guard.allows(Some(host), Some(&format!("http://{host}"))));
        }
        for host in
            ["", "evil.example:8112", "127.0.0.1", "127.0.0.1:80", "localhost:1", "[::1]:8112"]
        {
            assert!(!guard.allows(Some(host), None), "{host}");
        }
        for origin in
            ["null", "", "http://evil.example", "https://127.0.0.1:8112", "127.0.0.1:8112"]
        {
            assert!(!guard.allows(Some("127.0.0.1:8112"), Some(origin)), "{origin}");
        }
        assert!(!guard.allows(None, None));
    }

    #[test]
    fn a_server_for_others_goes_by_numbers() {
        let all = guard("0.0.0.0:80");
        assert!(all.allows(Some("192.168.1.7"), Some("http://192.168.1.7")));
        assert!(all.allows(Some("[fe80::1]:80"), None) && all.allows(Some("localhost"), None));
        assert!(!all.allows(Some("192.168.1.7"), Some("http://192.168.1.8")));
        assert!(!all.allows(Some("evil.example"), None) && !all.allows(Some("0.0.0.0"), None));
        let six = guard("[::1]:9");
        assert!(six.allows(Some("[::1]:9"), None) && !six.allows(Some("[::1]"), None));
    }

    #[test]
    fn secrets() {
        let open = guard("127.0.0.1:1");
        assert!(open.admits(None) && open.admits(Some("x")));
        let closed = Guard { token: Some("abc".into()), ..open };
        assert!(closed.admits(Some("abc")));
        for token in [None, Some(""), Some("ab"), Some("abd"), Some("abcd")] {
            assert!(!closed.admits(token), "{token:?}");
        }
    }

    #[test]
    fn a_flood_is_noticed() {
        let start = Instant::now();
        let mut allowance = Allowance::new(MESSAGES, start);
        assert!((0..60).all(|_| allowance.take(start)));
        assert!(!allowance.take(start));
        let later = start + Duration::from_secs(1);
        assert!((0..30).all(|_| allowance.take(later)) && !allowance.take(later));
    }

    #[test]
    fn each_visitor_has_an_allowance() {
        let start = Instant::now();
        let guest = |last| WebVisitor::Guest(IpAddr::from([10, 0, 0, last]));
        let mut allowances = Allowances::default();
        assert!((0..60).all(|_| allowances.take(guest(1), start)));
        assert!(!allowances.take(guest(1), start) && allowances.take(guest(2), start));
        assert!((0..1000).all(|_| allowances.take(WebVisitor::Owner, start)));
        assert!(!allowances.take(WebVisitor::Owner, start));
        let later = start + Duration::from_secs(4);
        assert!((0..2).all(|_| allowances.take(guest(1), later)));
        assert!(!allowances.take(guest(1), later));
        assert!(allowances.take(guest(3), later) && allowances.0.len() == 3, "{allowances:?}");
    }
}
