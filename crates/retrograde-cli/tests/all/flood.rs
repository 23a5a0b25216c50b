//! Sends many requests of all kinds to a server with little memory, and measures its peak resident memory and its
//! response times.
//!
//! ```sh
//! FLOOD_SECONDS=300 cargo test --release -p retrograde-cli --test all -- --ignored --nocapture flood
//! ```
#![cfg(all(target_os = "linux", feature = "serve"))]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use crate::serve::Server;
use fastrand::Rng;

/// The value of `--mem`, and the limit of resident memory. The difference is for the program itself, its threads and
/// connections, and memory that its allocator retains.
const MEMORY: &str = "256M";
const MOST_RESIDENT: u64 = 320 << 10;

/// The number of 10x10 boards, and the number of graphs.
const BOARDS: usize = 400;
const GRAPHS: usize = 24;
const NODES: usize = 40_000;

/// The default duration of a run, in seconds.
const SECONDS: u64 = 20;

/// The time limit of a response. A slower response counts as a hang.
const LONG: Duration = Duration::from_mins(2);

/// The kinds of requests. One or two clients send each kind.
const CLIENTS: [(&str, Request); 8] = [
    ("probe", probe),
    ("probe", probe),
    ("sea", state_map),
    ("trace", trace),
    ("certificate", certificate),
    ("solve", solve),
    ("graph", graph),
    ("bad body", bad_body),
];

type Request = fn(&Boards, &mut Rng) -> Vec<u8>;

struct Boards {
    boards: Vec<String>,
    graphs: Vec<String>,
}

impl Boards {
    fn new(rng: &mut Rng) -> Self {
        Self {
            boards: (0..BOARDS).map(|number| board(number, rng)).collect(),
            graphs: (0..GRAPHS).map(|_| one_graph(rng)).collect(),
        }
    }

    fn any<'b>(of: &'b [String], rng: &mut Rng) -> &'b str {
        &of[rng.usize(..of.len())]
    }
}

/// Returns an open board with two walls. `number` decides where the walls stand, so that all boards differ.
fn board(number: usize, rng: &mut Rng) -> String {
    let mut squares = [b'.'; 100];
    squares[number % 20 + 20] = b'H';
    squares[number / 20 + 40] = b'H';
    for piece in *b"OOX" {
        let free: Vec<_> = (0..100).filter(|&square| squares[square] == b'.').collect();
        squares[free[rng.usize(..free.len())]] = piece;
    }
    let rows = squares.chunks(10).map(|row| {
        let mut text = String::new();
        for run in row.chunk_by(|a, b| a == b) {
            match run[0] {
                b'.' => write!(text, "{}", run.len()).unwrap(),
                piece => text.extend(std::iter::repeat_n(char::from(piece), run.len())),
            }
        }
        text
    });
    format!("pawn:{}_{}", rows.collect::<Vec<_>>().join("/"), if rng.bool() { "r" } else { "b" })
}

/// Returns a random graph in which some nodes are final and every other node has three successors.
fn one_graph(rng: &mut Rng) -> String {
    let mut text = "graph:".to_owned();
    for node in 0..NODES {
        let owner = if rng.bool() { "a" } else { "b" };
        if node % 50 == 49 {
            write!(text, "{node}.{owner}.{owner}/").unwrap();
        } else {
            write!(text, "{node}.{owner}.o.{}.{}.{}/", (node + 1) % NODES, rng.usize(..NODES), rng.usize(..NODES))
                .unwrap();
        }
    }
    text.pop();
    text + "_0"
}

fn get(path: &str) -> Vec<u8> {
    format!("GET /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

fn post(path: &str, body: &str) -> Vec<u8> {
    let head = format!("POST /api/v1/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

fn probe(of: &Boards, rng: &mut Rng) -> Vec<u8> {
    get(&format!("probe?line=20&pos={}", Boards::any(&of.boards, rng)))
}

fn state_map(of: &Boards, rng: &mut Rng) -> Vec<u8> {
    get(&format!("sea?follow=all&pos={}", Boards::any(&of.boards, rng)))
}

fn trace(of: &Boards, rng: &mut Rng) -> Vec<u8> {
    let follow = if rng.bool() { "all" } else { "answer" };
    get(&format!("trace?follow={follow}&from={}&n=4096&pos={}", rng.u32(..100_000), Boards::any(&of.boards, rng)))
}

fn certificate(of: &Boards, rng: &mut Rng) -> Vec<u8> {
    get(&format!("certificate?pos={}", Boards::any(&of.boards, rng)))
}

fn solve(of: &Boards, rng: &mut Rng) -> Vec<u8> {
    let list = if rng.bool() { &of.boards } else { &of.graphs };
    post("solve", &format!(r#"{{"pos":"{}"}}"#, Boards::any(list, rng)))
}

fn graph(of: &Boards, rng: &mut Rng) -> Vec<u8> {
    let body = format!(r#"{{"pos":["{}"]}}"#, Boards::any(&of.graphs, rng));
    match rng.u8(..4) {
        0 => post("look", &body),
        1 => get("tables"),
        _ => post("probe?line=20", &body),
    }
}

/// The maximum number of positions in one request.
const MOST_POSITIONS: usize = 100_000;

/// Returns an invalid body that the server reads completely. The body has too many short texts, one long text, or
/// invalid JSON.
fn bad_body(_: &Boards, rng: &mut Rng) -> Vec<u8> {
    let length = rng.usize(1 << 10..8 << 20);
    match rng.u8(..4) {
        0 => post("probe", &format!(r#"{{"pos":[{}""]}}"#, r#""a","#.repeat(MOST_POSITIONS + length / 8))),
        1 => post("solve", &format!(r#"{{"pos":"graph:{}"}}"#, "1.a.o.2/".repeat(length / 8))),
        2 => post("convert", &format!(r#"{{"text":"{}"}}"#, r"3\n101\n".repeat(length / 8))),
        _ => post("probe", &"x".repeat(length)),
    }
}

/// The response times that a client has measured, by the status of the response.
#[derive(Default)]
struct Seen {
    times: Vec<Duration>,
    statuses: BTreeMap<u16, usize>,
    bytes: u64,
}

/// Sends requests to the server until the time `end`.
fn ask(address: &str, of: &Boards, request: Request, end: Instant, mut rng: Rng) -> Seen {
    let mut seen = Seen::default();
    let mut connection = connect(address).unwrap();
    while Instant::now() < end {
        let request = request(of, &mut rng);
        let begun = Instant::now();
        // If the server refuses a body, it may close the connection before it has read the body.
        let sent = connection.get_mut().write_all(&request);
        match answer(&mut connection) {
            Ok((status, bytes)) => {
                seen.times.push(begun.elapsed());
                *seen.statuses.entry(status).or_default() += 1;
                seen.bytes += bytes;
            }
            Err(error) => {
                assert!(sent.is_err() || error.kind() != io::ErrorKind::WouldBlock, "no answer: {error}");
                *seen.statuses.entry(0).or_default() += 1;
            }
        }
        if sent.is_err() || seen.statuses.contains_key(&0) {
            connection = connect(address).unwrap();
        }
    }
    seen
}

fn connect(address: &str) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(LONG))?;
    Ok(BufReader::new(stream))
}

/// Reads a response and discards its body. Returns the status and the number of bytes of the body.
fn answer(stream: &mut BufReader<TcpStream>) -> io::Result<(u16, u64)> {
    let broken = || io::Error::from(io::ErrorKind::InvalidData);
    let status = line(stream)?.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
    let (mut length, mut is_chunked) = (0, false);
    loop {
        let line = line(stream)?.to_lowercase();
        match line.split_once(": ") {
            None => break,
            Some(("content-length", bytes)) => length = bytes.parse().map_err(|_| broken())?,
            Some(("transfer-encoding", kind)) => is_chunked = kind == "chunked",
            Some(_) => {}
        }
    }
    if !is_chunked {
        return Ok((status, skip(stream, length)?));
    }
    let mut bytes = 0;
    loop {
        let chunk = u64::from_str_radix(&line(stream)?, 16).map_err(|_| broken())?;
        bytes += skip(stream, chunk)?;
        line(stream)?;
        if chunk == 0 {
            return Ok((status, bytes));
        }
    }
}

fn skip(stream: &mut BufReader<TcpStream>, length: u64) -> io::Result<u64> {
    let skipped = io::copy(&mut stream.take(length), &mut io::sink())?;
    if skipped == length { Ok(length) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn line(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    if line.ends_with('\n') { Ok(line.trim_end().to_owned()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// Returns the time within which the server answered the given percentage of the requests.
fn within(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// The minimum number of answers from which the test draws conclusions about the statuses.
const FEW: usize = 4;

#[test]
#[ignore = "slow: eight clients ask for 20 seconds, or for FLOOD_SECONDS"]
fn issue_27_a_flood_stays_within_memory() {
    let seconds = std::env::var("FLOOD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SECONDS);
    let mut rng = Rng::with_seed(27);
    let boards = Boards::new(&mut rng);
    let server = Server::start(&["--mem", MEMORY]);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut all: BTreeMap<&str, Seen> = BTreeMap::new();
    thread::scope(|scope| {
        let clients = CLIENTS.map(|(kind, request)| {
            let (rng, boards, address) = (rng.fork(), &boards, server.address());
            (kind, scope.spawn(move || ask(address, boards, request, end, rng)))
        });
        for (kind, client) in clients {
            let seen = client.join().unwrap();
            let sum = all.entry(kind).or_default();
            sum.times.extend(seen.times);
            sum.bytes += seen.bytes;
            seen.statuses.into_iter().for_each(|(status, number)| *sum.statuses.entry(status).or_default() += number);
        }
    });
    let peak = server.peak_memory().unwrap();
    let load = fs::read_to_string("/proc/loadavg").unwrap();
    println!("{seconds} s, --mem {MEMORY}: {peak} KiB resident at most; load {}", load.trim());
    for (kind, seen) in &mut all {
        seen.times.sort_unstable();
        let [half, most, last] = [50, 99, 100].map(|percent| within(&seen.times, percent));
        let (number, megabytes) = (seen.times.len(), seen.bytes >> 20);
        println!(
            "{kind}: {number} answers, {megabytes} MiB, {:?}; half within {half:?}, 99 % within {most:?}, all within {last:?}",
            seen.statuses
        );
    }
    assert!(peak <= MOST_RESIDENT, "{peak} KiB resident");
    for (kind, seen) in &all {
        let known = |status: &u16| [0, 200, 202, 400, 409, 413, 503].contains(status);
        assert!(seen.statuses.keys().all(known), "{kind}: {:?}", seen.statuses);
        let good = [200, 202].into_iter().filter_map(|status| seen.statuses.get(&status)).sum::<usize>();
        // On a busy machine, the only certificate within the time may be one that had to wait too long.
        let is_few = seen.times.len() < FEW;
        assert!(*kind == "bad body" || is_few || 4 * good > seen.times.len(), "{kind}: {:?}", seen.statuses);
    }
}
