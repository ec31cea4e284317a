//! The browser board, with a client that is not a browser.

mod analysis;
mod games;
mod keeping;
mod pasted;
mod refusals;

use dhow::search::EvaluationChoice;
use dhow::variant::VARIANTS;
use dhow::web::{Server, ServerOptions, Stop};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::Duration;
use tungstenite::client::{ClientRequestBuilder, client};
use tungstenite::{Message, WebSocket};

/// Nothing here takes so long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
struct Site {
    address: String,
    /// The secret for access from other machines.
    token: Option<String>,
    stop: Stop,
    thread: Option<JoinHandle<()>>,
}

/// An empty folder for the games of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("web-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

impl Site {
    fn start(folder: Option<PathBuf>) -> Self {
        Self::listen([127, 0, 0, 1], folder)
    }

    fn listen(ip: [u8; 4], folder: Option<PathBuf>) -> Self {
        let server = Server::bind(ServerOptions {
            address: (ip, 0).into(),
            threads: 1,
            hash: 1,
            evaluation: EvaluationChoice::default(),
            folder,
            catalogue: VARIANTS.clone(),
            puzzles: Vec::new(),
        });
        let server = server.expect("a free port");
        let url = server.url();
        let (address, token) = match url.split_once("/?token=") {
            Some((address, token)) => (address, Some(token.to_string())),
            None => (url.as_str(), None),
        };
        let address = address.trim_start_matches("http://").trim_end_matches('/').into();
        let stop = server.stop();
        let thread = std::thread::spawn(move || server.run().expect("a server"));
        Self { address, token, stop, thread: Some(thread) }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The answer to a request with these headers in addition to `Host`, unless they contain it.
    fn get(&self, path: &str, headers: &[(&str, &str)]) -> String {
        let mut stream = self.connect();
        let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        headers.iter().for_each(|(name, value)| request += &format!("{name}: {value}\r\n"));
        stream.write_all((request + "\r\n").as_bytes()).expect("a listener");
        let mut answer = Vec::new();
        // The other side may end the connection before all is read.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The status and content of the answer to a text that is posted.
    fn post(&self, path: &str, text: &str) -> (u16, Value) {
        let mut stream = self.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            self.address,
            text.len()
        );
        let mut answer = String::new();
        // The server may refuse a text before it has read all of it.
        let _ = stream.write_all((head + text).as_bytes());
        let _ = stream.read_to_string(&mut answer);
        let status = answer.get(9..12).and_then(|code| code.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// Opens a WebSocket. The error is the server's answer if it refuses.
    fn try_page(&self, origin: Option<&str>) -> Result<Page, String> {
        Page::open(&self.address, origin)
    }

    /// A page that has been welcomed.
    fn page(&self) -> Page {
        let origin = format!("http://{}", self.address);
        let mut page = self.try_page(Some(&origin)).expect("a page");
        page.send(json!({"type": "hello", "version": 1}));
        assert_eq!(page.next()["type"], "welcome");
        page
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop.stop();
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || matches!(ended, Some(Ok(()))));
    }
}

/// A client of the WebSocket.
struct Page {
    socket: WebSocket<TcpStream>,
}

impl Page {
    /// Opens a WebSocket at an address. The error is the server's answer if it refuses.
    fn open(address: &str, origin: Option<&str>) -> Result<Self, String> {
        let uri = format!("ws://{address}/socket").parse().expect("an address");
        let mut request = ClientRequestBuilder::new(uri);
        if let Some(origin) = origin {
            request = request.with_header("Origin", origin);
        }
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        match client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket }),
            Err(error) => Err(error.to_string()),
        }
    }

    /// A page that has opened an address and received the greeting.
    fn at(address: &str) -> Self {
        let mut page = Self::open(address, None).expect("a page");
        page.send(json!({"type": "hello", "version": 1}));
        assert_eq!(page.next()["type"], "welcome");
        page
    }

    /// The code with which the connection is closed.
    fn closed(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    fn send(&mut self, message: Value) {
        self.say(&message.to_string());
    }

    fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("a connection");
    }

    /// The next message; `None` when the connection has ended.
    fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    fn next(&mut self) -> Value {
        self.hear().expect("a message")
    }

    /// The next message of this type.
    fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The state of the game as soon as the condition holds.
    fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let now = self.next_of("update")["now"].take();
            if holds(&now) {
                return now;
            }
        }
    }

    /// Starts a game; returns its id and its state.
    fn begin(&mut self, config: Value) -> (String, Value) {
        self.send(json!({"type": "new", "config": config}));
        let game = self.next_of("game");
        (game["id"].as_str().expect("an id").into(), self.next_of("update")["now"].take())
    }

    fn play(&mut self, ply: usize, text: &str) {
        self.send(json!({"type": "move", "ply": ply, "text": text}));
    }

    /// The code of the next refusal.
    fn refusal(&mut self) -> String {
        self.next_of("error")["code"].as_str().expect("a code").into()
    }
}

/// A person against the engine, which looks at a few nodes only.
fn config(variant: &str) -> Value {
    json!({
        "variant": variant, "white": "person", "black": "engine",
        "pace": {"kind": "nodes", "nodes": 500},
    })
}

/// The same between two people.
fn two_people(variant: &str) -> Value {
    let mut config = config(variant);
    config["black"] = "person".into();
    config
}
