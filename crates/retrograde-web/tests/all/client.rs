//! A simple HTTP client, which can also misbehave if a test requires it, and a server for the tests.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use retrograde::author::Domain;
use retrograde_service::registry::Registry;
use retrograde_web::{RequestLimits, Server, ServerSettings, Stopped};
use serde_json::Value;
use tokio::sync::oneshot;

/// A server in this process. The server stops when this value is dropped.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    run: Option<JoinHandle<Stopped>>,
}

impl Host {
    /// Starts a server with the default settings.
    pub(crate) fn usual() -> Self {
        Self::with(|_| {})
    }

    /// Starts a server with changed settings.
    pub(crate) fn with(change: impl FnOnce(&mut ServerSettings)) -> Self {
        Self::of(Registry::from_iter(retrograde_games::builtin()), change)
    }

    pub(crate) fn of(registry: Registry, change: impl FnOnce(&mut ServerSettings)) -> Self {
        let mut settings = settings();
        change(&mut settings);
        let server = Server::bind(Arc::new(registry), settings).unwrap();
        let address = server.address();
        let (stop, stopping) = oneshot::channel::<()>();
        let run = std::thread::spawn(move || {
            server.run(async {
                // This future completes when the test has sent the stop signal or has dropped the host.
                let _ = stopping.await;
            })
        });
        Self { address, stop: Some(stop), run: Some(run) }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], b"")
    }

    /// Returns the JSON of an answer below `/api/v1`. The request must succeed.
    pub(crate) fn json(&self, path: &str) -> Value {
        let reply = self.get(&format!("/api/v1{path}"));
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &[("content-type", "application/json")], body.to_string().as_bytes())
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        self.send(&request(method, path, headers, body)).unwrap()
    }

    /// Requests only the head of an answer, without its body.
    pub(crate) fn head(&self, path: &str) -> Reply {
        let mut stream = self.connect().unwrap();
        stream.write_all(&request("HEAD", path, &[], b"")).unwrap();
        Reply::read_head(&mut BufReader::new(stream)).unwrap()
    }

    /// Sends bytes without any change, and reads one answer.
    pub(crate) fn send(&self, bytes: &[u8]) -> io::Result<Reply> {
        let mut stream = self.connect()?;
        stream.write_all(bytes)?;
        Reply::read(&mut BufReader::new(stream))
    }

    pub(crate) fn connect(&self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(A_LONG_TIME))?;
        stream.set_write_timeout(Some(A_LONG_TIME))?;
        Ok(stream)
    }

    pub(crate) fn stop(mut self) -> Stopped {
        self.end().unwrap()
    }

    fn end(&mut self) -> Option<Stopped> {
        drop(self.stop.take());
        self.run.take().map(|run| run.join().unwrap())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

/// A time limit that is longer than any work here needs, even in unoptimized code on a busy machine. Work that takes
/// longer counts as a hang.
pub(crate) const A_LONG_TIME: Duration = Duration::from_mins(10);

/// Waits until a condition holds. Panics if this takes longer than [`A_LONG_TIME`].
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < A_LONG_TIME, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the bytes of a request that keeps its connection open.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let usual =
        if headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) { "" } else { "host: localhost\r\n" };
    let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    let headers: String = headers.iter().flat_map(|(name, value)| [*name, ": ", *value, "\r\n"]).collect();
    let head = format!("{method} {path} HTTP/1.1\r\n{usual}{headers}{length}");
    [head.as_bytes(), b"\r\n", body].concat()
}

/// Percent-encodes the characters of a path and its query for which this is necessary.
pub(crate) fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b':' | b'/' | b'_' | b'.' | b'-' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Reads one answer exactly to its end. Interim answers are skipped.
    pub(crate) fn read(stream: &mut impl BufRead) -> io::Result<Self> {
        loop {
            let reply = Self::read_one(stream)?;
            if reply.status != 100 {
                return Ok(reply);
            }
        }
    }

    fn read_one(stream: &mut impl BufRead) -> io::Result<Self> {
        let mut reply = Self::read_head(stream)?;
        if reply.header("transfer-encoding") == "chunked" {
            reply.read_chunks(stream)?;
        } else if let Ok(length) = reply.header("content-length").parse::<usize>()
            && !matches!(reply.status, 100 | 204 | 304)
        {
            reply.body.resize(length, 0);
            stream.read_exact(&mut reply.body)?;
        }
        Ok(reply)
    }

    fn read_head(stream: &mut impl BufRead) -> io::Result<Self> {
        let status = line(stream)?.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut headers = HashMap::new();
        loop {
            let line = line(stream)?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
        Ok(Self { status, headers, body: Vec::new() })
    }

    fn read_chunks(&mut self, stream: &mut impl BufRead) -> io::Result<()> {
        loop {
            let length = usize::from_str_radix(&line(stream)?, 16).map_err(io::Error::other)?;
            let begin = self.body.len();
            self.body.resize(begin + length, 0);
            stream.read_exact(&mut self.body[begin..])?;
            line(stream)?;
            if length == 0 {
                return Ok(());
            }
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Returns the code of the failure in an answer.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Reads a line and returns it without its end. The end of the stream is an error.
fn line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    stream.take(1 << 16).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

/// Returns the settings of a server on a free port, without a time limit for answers.
pub(crate) fn settings() -> ServerSettings {
    ServerSettings {
        address: (Ipv4Addr::LOCALHOST, 0).into(),
        program: "retrograde",
        page: None,
        threads: 2,
        memory: 1 << 30,
        domain: Domain::All,
        storage: None,
        embed: Vec::new(),
        limits: RequestLimits { answer: A_LONG_TIME, ..RequestLimits::default() },
    }
}
