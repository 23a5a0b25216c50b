//! Tests `retrograde serve` as a program. The tests check its address and how it ends, and send ten thousand invalid
//! requests.
#![cfg(all(unix, feature = "serve"))]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::retrograde;
use fastrand::Rng;

const TOKEN: &str = "cannons:01100_r";
/// The time that the test waits for the beginning of a response.
const SHORT: Duration = Duration::from_millis(5);
/// The time limit of a response. A slower response counts as a hang.
const LONG: Duration = Duration::from_secs(20);

/// A server that this test has started. Dropping this value kills the server if it still runs.
pub(crate) struct Server {
    child: Child,
    /// The first line that the server printed.
    url: String,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .args([&["serve", "--port", "0", "--no-open", "-q"], arguments].concat())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { child, url: url.trim().to_owned() }
    }

    pub(crate) fn address(&self) -> &str {
        self.url.trim_start_matches("http://").split('/').next().unwrap()
    }

    fn get(&self, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        assert!(!is_silent(&mut stream, LONG, &mut answer), "no answer to {path}");
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn signal(&self, name: &str) {
        let command = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
    }

    /// Waits until the server has ended; returns its exit code.
    fn end(&mut self) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not end");
    }

    /// Returns the resident memory in KiB, if the system reports it.
    fn memory(&self) -> Option<u64> {
        self.status("VmRSS:")
    }

    /// Returns the peak resident memory in KiB, if the system reports it.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends bytes to the server. Returns the response up to the moment when the server closes the connection or is silent
/// for some time.
fn send(address: &str, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_write_timeout(Some(LONG)).unwrap();
    // The server may close the connection as soon as it has read enough bytes.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    if is_silent(&mut stream, SHORT, &mut answer) {
        // The server still waits for the rest of a request, or for the next request.
        let _ = stream.shutdown(Shutdown::Write);
        assert!(!is_silent(&mut stream, LONG, &mut answer), "the server hangs over {}", bytes.escape_ascii());
    }
    answer
}

/// Adds the received bytes to `answer`. Returns true if the connection is open but nothing arrives for this time.
fn is_silent(stream: &mut TcpStream, time: Duration, answer: &mut Vec<u8>) -> bool {
    stream.set_read_timeout(Some(time)).unwrap();
    let end = stream.read_to_end(answer);
    end.is_err_and(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
}

#[test]
fn the_printed_address_is_the_real_one() {
    let server = Server::start(&[TOKEN]);
    assert!(server.url.ends_with(&format!("/b#{TOKEN}")), "{}", server.url);
    assert!(!server.address().ends_with(":0"));
    assert!(server.get("/").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(server.get(&format!("/api/v1/probe?pos={TOKEN}")).contains(r#""value":"tie""#));
}

#[test]
fn a_wrong_position_and_a_taken_port_are_refused_at_once() {
    let output = retrograde(&["serve", "--no-open", "cannons:01x_r"]);
    assert_eq!(output.status.code(), Some(2));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = retrograde(&["serve", "--no-open", "--port", &port]);
    assert_eq!(output.status.code(), Some(3));
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(
        printed.starts_with(&format!("error: port {port} is taken\n")) && printed.contains("--port 0"),
        "{printed}"
    );
}

#[test]
fn ctrl_c_ends_it_in_order() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start(&[]);
        server.get("/");
        server.signal(signal);
        assert_eq!(server.end(), Some(0), "{signal}");
    }
}

/// Valid requests, from which the test makes invalid ones.
fn models() -> Vec<Vec<u8>> {
    let mut models = Vec::new();
    for path in [
        "/",
        "/page/index.html",
        "/page/js/app.js",
        "/api/v1/games",
        "/api/v1/openapi.json",
        "/api/v1/tables",
        "/nothing",
        "/api/v1/probe?pos=cannons:01100_r&line=9&why=1",
        "/api/v1/line?pos=pawn:3HO/1H2H/HOH2/1H2X_r&max=100",
        "/api/v1/moves?pos=race:A3/1H2/4/3B_a",
        "/api/v1/plan?pos=race:A3/1H2/4/3B_a",
        "/api/v1/stats?pos=cannons:0110_r",
        "/api/v1/slice?pos=pawn:O2/1H1/OXH_r&piece=pawn",
        "/api/v1/random?game=pawn&size=3x4&seed=7",
        "/api/v1/play?pos=cannons:01100_r&strength=50&seed=3",
        "/api/v1/position?pos=cannons:01100_r&slot=5",
        "/api/v1/why?pos=tictactoe:3/3/3_x",
        "/api/v1/jobs/1",
        "/api/v1/jobs/1/events",
    ] {
        for method in ["GET", "HEAD", "POST", "DELETE"] {
            models
                .push(format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").into_bytes());
        }
    }
    for (path, body) in [
        ("probe", r#"{"pos":["cannons:01100_r","race:A3/1H2/4/3B_a"]}"#),
        ("solve", r#"{"pos":"cannons:01100_r"}"#),
        ("convert", r#"{"from":"p7387","text":"1\n3\n101\n"}"#),
        ("convert", r#"{"to":"p9169","positions":["pawn:3HO/1H2H/HOH2/1H2X_r"]}"#),
    ] {
        let head = format!("POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
        models.push(format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes());
        let chunked = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        models.push(format!("{head}transfer-encoding: chunked\r\n\r\n{chunked}").into_bytes());
    }
    models
}

/// Texts that break the syntax of a text into which they are inserted.
const SPLICES: [&str; 16] = [
    "\r\n",
    "\0",
    "%",
    "%ff",
    "%00",
    "../",
    "\u{feff}",
    "99999999999999999999",
    "-1",
    "HTTP/9.9",
    "host: evil.example\r\n",
    "content-length: 7\r\n",
    "transfer-encoding: chunked\r\n",
    "\"",
    "{\"pos\":[",
    "\t ",
];

/// Returns a request with a few mutations; sometimes returns only random bytes.
fn spoiled(models: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    if rng.u8(..20) == 0 {
        return (0..rng.usize(..2000)).map(|_| rng.u8(..)).collect();
    }
    let mut bytes = models[rng.usize(..models.len())].clone();
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(..=bytes.len());
        let length = rng.usize(..=(bytes.len() - at).min(12));
        match rng.u8(..6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => bytes.splice(at..at + length, (0..length).map(|_| rng.u8(..))).for_each(drop),
            3 => bytes.splice(at..at, SPLICES[rng.usize(..SPLICES.len())].bytes()).for_each(drop),
            4 => {
                let again = bytes[at..at + length].repeat(rng.usize(1..200));
                bytes.splice(at..at, again).for_each(drop);
            }
            _ => bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << rng.u8(..8)),
        }
    }
    bytes
}

/// Sends mutated requests from several clients. Returns the number of HTTP responses.
fn storm(server: &Server, models: &[Vec<u8>], requests: u64, seed: u64) -> u64 {
    const CLIENTS: u64 = 8;
    let client = |seed| {
        let mut rng = Rng::with_seed(seed);
        let answered = (0..requests / CLIENTS).filter(|_| {
            let request = spoiled(models, &mut rng);
            let answer = send(server.address(), &request);
            // Every error must be an error of the client, not of the server.
            assert!(!answer.starts_with(b"HTTP/1.1 500"), "{}", request.escape_ascii());
            answer.starts_with(b"HTTP/1.1 ")
        });
        answered.count() as u64
    };
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|number| scope.spawn(move || client(seed ^ number))).collect();
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    })
}

#[test]
fn requests_without_sense_leave_it_serving_and_its_memory_flat() {
    assert_flat(4_000);
}

#[test]
#[ignore = "slow: more requests of the same kinds"]
fn ten_thousand_requests_without_sense_leave_it_serving_and_its_memory_flat() {
    assert_flat(10_000);
}

fn assert_flat(requests: u64) {
    let given = std::env::var("RETROGRADE_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(|| fastrand::u64(..));
    println!("RETROGRADE_SEED={seed}");
    let server = Server::start(&["--mem", "8M", "-j", "1"]);
    let models = models();
    storm(&server, &models, requests / 5, seed);
    let before = server.memory();
    let answered = storm(&server, &models, requests, !seed);
    let after = server.memory();
    println!("{answered} answers; resident memory: {before:?} KiB, then {after:?} KiB");
    assert!(answered > requests / 10, "{answered}");
    assert!(server.get(&format!("/api/v1/probe?pos={TOKEN}")).starts_with("HTTP/1.1 200 OK"));
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after < before + (16 << 10), "memory grew from {before} to {after} KiB");
    }
}

/// Regression: the server started without a message, and answered every address of the page with 404.
#[test]
fn a_page_that_is_not_there_is_refused() {
    let folder = std::env::temp_dir().join(format!("retrograde-no-page-{}", std::process::id()));
    let refused = retrograde(&["serve", "--port", "0", "--no-open", "--page", folder.to_str().unwrap()]);
    let printed = String::from_utf8(refused.stderr).unwrap();
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{printed}");
    assert!(printed.contains(folder.join("index.html").to_str().unwrap()) && printed.lines().count() == 1, "{printed}");
}

/// With `--json`, the warning that other machines can use the server is also JSON.
#[test]
fn that_others_can_ask_is_said_in_json_too() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(["--json", "serve", "--port", "0", "--bind", "0.0.0.0", "--embed", "https://example.org/"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut url, mut warning) = (String::new(), String::new());
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut warning).unwrap();
    let port = serde_json::from_str::<serde_json::Value>(&url).unwrap()["port"].as_u64().unwrap();
    let server = Server { child, url: format!("http://127.0.0.1:{port}/") };
    let warning: serde_json::Value = serde_json::from_str(&warning).unwrap();
    assert!(warning["warning"].as_str().unwrap().contains("it has no password"), "{warning}");
    assert!(server.get("/").contains("frame-ancestors 'self' https://example.org\r\n"));
}
