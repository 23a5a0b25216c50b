//! Records the responses of the server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::book::{Book, marked};
use crate::program::{Program, steady};
use crate::questions::{Part, part, request};

/// A server with the API. Dropping this value ends the server.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let program = Program::new();
        let mut command = program.command();
        command.args(["serve", "--port", "0", "--no-open", "-q", "-j", "1", "--mem", "64M"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim_start_matches("http://").split('/').next().unwrap().trim().to_owned();
        Self { child, address }
    }

    /// Sends a request (a method, a path, and an optional body); returns the response.
    fn ask(&self, question: &str) -> Reply {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(&request(question)).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        Reply::new(&reply)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compares the server's responses with the recorded text of this name, or records them.
pub(crate) fn record(name: &str, questions: &[String]) {
    let mut book = Book::open(name);
    note(&mut book, questions);
    book.close();
}

/// Adds the server's responses to these requests to the text.
pub(crate) fn note(book: &mut Book, questions: &[String]) {
    let server = Server::start();
    for whole in questions {
        let (part, question) = part(whole);
        book.note(whole, || match part {
            Part::Whole => server.ask(question).shown(),
            Part::Status => server.ask(question).status,
            Part::LastLine => server.ask(question).last_line(),
        });
    }
}

/// A response of the server, as text lines.
struct Reply {
    /// The line with the status; empty for status 200.
    status: String,
    /// The line with the content type; empty for JSON.
    kind: String,
    body: Vec<u8>,
}

impl Reply {
    fn new(reply: &[u8]) -> Self {
        let end = reply.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&reply[..end]);
        let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("").trim();
        let body = &reply[end + 4..];
        let body = if header("transfer-encoding:") == "chunked" { unchunked(body) } else { body.to_vec() };
        let line = |mark: char, text: &str, usual: &str| match text {
            text if text == usual => String::new(),
            text => format!("{mark} {text}\n"),
        };
        Self {
            status: line('?', head.split(' ').nth(1).unwrap(), "200"),
            kind: line('>', header("content-type:"), "application/json"),
            body: std::str::from_utf8(&body).map(|text| steady(&timeless(text)).into_bytes()).unwrap_or(body),
        }
    }

    fn shown(&self) -> String {
        format!("{}{}{}", self.status, self.kind, marked('|', &self.body))
    }

    /// Returns the last event of a stream. The number of events before it depends on the time, so they are not
    /// recorded.
    fn last_line(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        let last = text.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
        format!("{}{}{}", self.status, self.kind, marked('|', last.as_bytes()))
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|pair| pair == b"\r\n").unwrap();
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + length + 4..];
    }
}

/// Returns a text without the members whose names end in `ms`, which are times.
fn timeless(text: &str) -> String {
    let mut parts = text.split("ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + "ms\":" + part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c))
    })
}
