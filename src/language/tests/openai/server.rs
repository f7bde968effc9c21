//! A scripted model server on this machine's loopback. It replaces the process boundary and writes HTTP by hand.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The server's reaction to one connection.
pub enum Reaction {
    /// Sends these bytes and closes.
    Send(String),
    /// Sends these bytes and never closes the connection.
    Hang(String),
}

/// A request as received.
#[derive(Clone)]
pub struct Request {
    /// Request line and headers.
    pub head: String,
    pub body: Value,
}

pub struct Server {
    pub base_url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// Reacts to the connections in order and refuses later ones.
    pub async fn start(script: Vec<Reaction>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has a free port");
        let port = listener.local_addr().expect("a bound socket has an address").port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = requests.clone();
        tokio::spawn(async move {
            let mut open = Vec::new();
            for reaction in script {
                let (mut stream, _) = listener.accept().await.expect("the client connects");
                let Some(request) = read(&mut stream).await else { continue };
                seen.lock().unwrap_or_else(PoisonError::into_inner).push(request);
                match reaction {
                    Reaction::Send(bytes) => write(&mut stream, &bytes).await,
                    Reaction::Hang(bytes) => {
                        write(&mut stream, &bytes).await;
                        open.push(stream);
                    }
                }
            }
            drop(listener);
            std::future::pending::<()>().await;
        });
        Self { base_url: format!("http://127.0.0.1:{port}/v1"), requests }
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A complete answer with a JSON body.
pub fn json(body: &Value) -> Reaction {
    answer("200 OK", "", &body.to_string())
}

/// A complete answer; `headers` are complete lines.
pub fn answer(status: &str, headers: &str, body: &str) -> Reaction {
    Reaction::Send(head(status, headers, body.len()) + body)
}

/// An answer that promises more bytes than it sends.
pub fn cut_off(body: &str) -> Reaction {
    Reaction::Send(head("200 OK", "", body.len() + 100) + body)
}

pub fn head(status: &str, headers: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n{headers}\r\n"
    )
}

async fn write(stream: &mut TcpStream, bytes: &str) {
    // A client that has read enough may have closed the connection.
    if stream.write_all(bytes.as_bytes()).await.is_ok() {
        stream.flush().await.expect("flushing a socket does nothing");
    }
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
            });
            if body.len() >= length.unwrap_or(0) {
                let body = serde_json::from_str(body).expect("the client sends JSON");
                return Some(Request { head: head.to_owned(), body });
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}
