//! The server's responses.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::book::{Book, marked};
use crate::program::{Program, steady};
use crate::questions::{Part, part, request};

/// A server; dropping it ends the server.
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

    /// The response to a request: a method, a path, and an optional body.
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
        // The server may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compares the server's responses with the text of this name, or records them.
pub(crate) fn record(name: &str, questions: &[String]) {
    let mut book = Book::open(name);
    note(&mut book, questions);
    book.close();
}

/// Adds the server's responses.
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

/// A response, as text lines.
struct Reply {
    /// A line, except for status 200.
    status: String,
    /// A line, except for JSON.
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

    /// The last event of a stream; the number of the other events depends on the time.
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

/// The text without times: without members whose name ends in `ms`.
fn timeless(text: &str) -> String {
    let mut parts = text.split("ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + "ms\":" + part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c))
    })
}
