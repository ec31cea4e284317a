//! Connections: a limited number, and none that stays silent for long.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use dhow_board::visitor::WebVisitor;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep, timeout};

/// The maximum number of connections, and the part of it for guests.
pub const MOST: usize = 256;
const MOST_OF_GUESTS: usize = 192;
/// A connection is closed when nothing arrives for this long. The server pings pages more often than that.
const SILENCE: Duration = Duration::from_secs(40);
/// The maximum time from the first byte of a request to the first byte of its answer.
const ANSWER: Duration = Duration::from_secs(30);
/// How long to wait if the system grants no connection.
const PAUSE: Duration = Duration::from_millis(100);
/// Response to a client over its limit.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\
    Content-Type: text/plain\r\nContent-Length: 33\r\n\r\ntoo many connections; come again\n";

/// A listener that counts connections.
pub struct Connections {
    listener: TcpListener,
    places: Arc<Semaphore>,
    of_guests: Arc<Semaphore>,
}

impl Connections {
    /// Counts the connections of a listener.
    pub fn new(listener: TcpListener) -> Self {
        let [places, of_guests] = [MOST, MOST_OF_GUESTS].map(|most| Arc::new(Semaphore::new(most)));
        Self { listener, places, of_guests }
    }

    /// A slot for a visitor, if one is free.
    fn place(&self, visitor: WebVisitor) -> Option<ConnectionSlot> {
        let of_guests = match visitor.is_guest() {
            true => Some(self.of_guests.clone().try_acquire_owned().ok()?),
            false => None,
        };
        Some(ConnectionSlot {
            _any: self.places.clone().try_acquire_owned().ok()?,
            _of_guests: of_guests,
        })
    }
}

/// Is free again when a connection ends.
struct ConnectionSlot {
    _any: OwnedSemaphorePermit,
    _of_guests: Option<OwnedSemaphorePermit>,
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let (mut stream, address) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(_) => {
                    sleep(PAUSE).await;
                    continue;
                }
            };
            // The connection may have ended already.
            let here = stream.local_addr().map_or(address.ip(), |here| here.ip());
            let visitor = WebVisitor::of(address.ip(), here);
            match self.place(visitor) {
                Some(place) => {
                    // Small messages should not wait for more data; a failure does no harm.
                    let _ = stream.set_nodelay(true);
                    let silence = Box::pin(sleep(SILENCE));
                    let answer = None;
                    let connection = Connection { stream, silence, answer, visitor, _place: place };
                    return (connection, address);
                }
                None => {
                    tokio::spawn(async move {
                        let _ = timeout(PAUSE, stream.write_all(REFUSAL)).await;
                    });
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that is closed when nothing arrives on it.
pub struct Connection {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    /// The deadline of the answer, if a request is open.
    answer: Option<Pin<Box<Sleep>>>,
    visitor: WebVisitor,
    _place: ConnectionSlot,
}

/// The visitor whose page a request comes from.
#[derive(Clone, Copy)]
pub struct Peer(pub WebVisitor);

impl Connected<IncomingStream<'_, Connections>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Connections>) -> Self {
        Self(stream.io().visitor)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                self.silence.as_mut().reset(Instant::now() + SILENCE);
                self.answer.get_or_insert_with(|| Box::pin(sleep(ANSWER)));
                Poll::Ready(read)
            }
            Poll::Pending => {
                let asked = self.answer.as_mut().map(|answer| answer.as_mut().poll(context));
                let late = asked.is_some_and(|late| late.is_ready())
                    || self.silence.as_mut().poll(context).is_ready();
                if late {
                    return Poll::Ready(Err(io::Error::from(io::ErrorKind::TimedOut)));
                }
                Poll::Pending
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.answer = None;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.answer = None;
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
