//! Visitors: the owner at this machine, and guests.

use std::net::{IpAddr, Ipv6Addr};

/// The person behind a page. Guests have their own share of every limit, so that they cannot use up the
/// owner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WebVisitor {
    /// A visitor at this machine.
    Owner,
    /// A visitor from another machine with this address.
    Guest(IpAddr),
}

impl WebVisitor {
    /// The visitor who comes from `peer` to the address `here` of this machine.
    pub fn of(peer: IpAddr, here: IpAddr) -> Self {
        let (peer, here) = (peer.to_canonical(), here.to_canonical());
        match peer {
            _ if peer.is_loopback() || peer == here => Self::Owner,
            // A network of this size usually belongs to one household, and each machine in it has many
            // addresses.
            IpAddr::V6(six) => {
                let [a, b, c, d, ..] = six.segments();
                Self::Guest(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            IpAddr::V4(_) => Self::Guest(peer),
        }
    }

    /// Whether the visitor is a guest.
    pub fn is_guest(self) -> bool {
        self != Self::Owner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_come_from_elsewhere() {
        let of = |peer: &str, here: &str| {
            WebVisitor::of(peer.parse().expect("an address"), here.parse().expect("an address"))
        };
        for (peer, here) in [
            ("127.0.0.1", "127.0.0.1"),
            ("::1", "::1"),
            ("::ffff:127.0.0.1", "::ffff:127.0.0.1"),
            ("192.168.1.5", "192.168.1.5"),
            ("::ffff:192.168.1.5", "192.168.1.5"),
        ] {
            assert_eq!(of(peer, here), WebVisitor::Owner, "{peer}");
        }
        let guest = of("192.168.1.6", "192.168.1.5");
        assert!(guest.is_guest() && guest == of("::ffff:192.168.1.6", "::ffff:192.168.1.5"));
        assert_eq!(of("2001:db8::1:2", "2001:db8::1"), of("2001:db8::9", "2001:db8::1"));
        assert_ne!(of("2001:db8:0:1::1", "::1"), of("2001:db8:0:2::1", "::1"));
    }
}
