//! The server's answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::book::{Book, marked};
use crate::calls::{CANNONS, PAWN, RACE, STORED, WRONG};
use crate::program::Program;

/// A server, ended with this.
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

    /// What comes of a question: its method, path, and a body if it has one.
    fn ask(&self, question: &str) -> Reply {
        let (language, question) = match question.strip_prefix("zh ") {
            Some(rest) => ("zh-CN,zh;q=0.9", rest),
            None => ("en", question),
        };
        let (line, body) =
            question.split_once(" {").map_or((question, String::new()), |(line, body)| (line, format!("{{{body}")));
        let (method, path) = line.split_once(' ').unwrap();
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-language: {language}\r\n\
             {kind}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        Reply::new(&reply)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compares what the server answers with the text of this name, or records it.
pub(crate) fn record(name: &str, questions: &[String]) {
    let server = Server::start();
    let mut book = Book::open(name);
    for question in questions {
        book.note(question, || match question.split_once("# ") {
            None => server.ask(&with_board(question)).shown(),
            Some(("status", question)) => server.ask(question).status,
            Some((_, question)) => server.ask(question).last_line(),
        });
    }
    book.close();
}

/// A reply to be shown.
struct Reply {
    /// A line, unless it is 200.
    status: String,
    /// A line, unless it is JSON.
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
            body: std::str::from_utf8(&body).map(|text| timeless(text).into_bytes()).unwrap_or(body),
        }
    }

    fn shown(&self) -> String {
        format!("{}{}{}", self.status, self.kind, marked('|', &self.body))
    }

    /// Of a stream of events, how many of which there are depends on the clock.
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

/// The text without the times that it tells: members whose name ends in `ms`.
fn timeless(text: &str) -> String {
    let mut parts = text.split("ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| {
        told + "ms\":" + part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-".contains(c))
    })
}

/// A token as it stands in a query.
fn encoded(token: &str) -> String {
    token.replace('#', "%23")
}

/// A question with the board that it calls `LARGE`: no table of it fits the server's memory.
fn with_board(question: &str) -> String {
    question.replace("LARGE", &format!("A99/{}99B_a", "100/".repeat(98)))
}

/// Every path, for positions of all games.
pub(crate) fn questions() -> Vec<String> {
    let mut questions: Vec<String> =
        ["/games", "/games/pawn", "/games/tictactoe", "/games/graph", "/tables", "/openapi.json"].map(got).to_vec();
    // Of those that are solved by exploring, the first that is asked about gives the table its name.
    for token in PAWN.iter().chain(&RACE).chain(&CANNONS).chain(&STORED) {
        let pos = encoded(token);
        for (path, options) in [
            ("plan", ""),
            ("probe", ""),
            ("probe", "&moves=0&line=5&why=1"),
            ("moves", ""),
            ("line", ""),
            ("line", "&max=2"),
            ("why", ""),
            ("stats", ""),
            ("trace", ""),
            ("trace", "&follow=all&from=3&n=40"),
            ("sea", ""),
            ("sea", "&follow=all"),
            ("certificate", ""),
            ("position", "&slot=0"),
            ("position", "&slot=3"),
            ("play", "&strength=100&seed=7"),
            ("play", "&strength=30&seed=7"),
            ("random", "&seed=7"),
        ] {
            questions.push(got(&format!("/{path}?pos={pos}{options}")));
        }
        questions.push(got(&format!("/position?pos={pos}&of={pos}")));
    }
    for question in [
        "/slice?pos=pawn:O2/1H1/OXH_r&piece=pawn",
        "/slice?pos=pawn:O2/1H1/OXH_r&piece=king1",
        "/slice?pos=race:A3/1H2/4/3B_a&piece=a",
        "/slice?pos=race:A3/1H2/4/3B_a&piece=A",
        "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=c1",
        "/position?pos=pawn:O2/1H1/OXH_r&of=pawn:O1/1O/X1_r",
        "/position?pos=pawn:O2/1H1/OXH_r&slot=999999",
        "/random?game=pawn&size=4x4&value=win&seed=7",
        "/random?game=race&size=4x4&walls=20&seed=7",
        "/random?game=cannons&size=1x9&turn=black&seed=7",
        "/random?game=tictactoe&seed=7",
        "/random?game=tictactoe&value=loss&seed=7",
        "/random?game=graph&value=draw&seed=7",
        "/random?pos=pawn:5/5/2O2/H2H1/OH1X1_r&value=win&min_depth=2&seed=7",
        "/probe?pos=race:LARGE",
        "/line?pos=race:LARGE&max=4",
        "/why?pos=race:LARGE",
    ] {
        questions.extend([got(question), format!("zh {}", got(question))]);
    }
    questions.extend(posted());
    questions
}

fn got(path: &str) -> String {
    format!("GET {path}")
}

fn posted() -> Vec<String> {
    let posts = [
        r#"/probe {"pos":["cannons:01100_r","cannons:1x1_r","graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1","tictactoe:3/3/3_x"]}"#,
        r#"/probe?moves=0&line=3 {"pos":["pawn:O1/1O/X1_r","race:AB_a"]}"#,
        r#"/convert {"from":"p7387","text":"1\n3\n101\n","answers":true}"#,
        r#"/convert {"from":"p9169","text":"0 1\n2 2\n.O\nOX\n","answers":true}"#,
        r#"/convert {"from":"p4658","text":"1\n2\nA.\n.B\n","answers":true}"#,
        r#"/convert {"from":"graph","text":"1 a - 2 3\n2 b - 1\n3 b =\n","answers":true}"#,
        r#"/convert {"text":"1 a - 2 3\n2 b - 1\n3 b =\n"}"#,
        r#"/convert {"text":"0 1\n2 2\n.O\nOX\n"}"#,
        r#"/convert {"text":"1\n3\n101\n"}"#,
        r#"/convert {"to":"p9169","positions":["pawn:3HO/1H2H/HOH2/1H2X_r"]}"#,
        r#"/convert {"to":"graph","positions":["graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1"]}"#,
        r#"/convert {"to":"ascii","positions":["tictactoe:3/3/3_x"]}"#,
        r#"/convert {"to":"p4658","positions":["pawn:3HO/1H2H/HOH2/1H2X_r"]}"#,
        r#"/convert {"from":"p9169","text":"0 1\n2 2\n.O\n"}"#,
        r#"/convert {"from":"chess","text":"1"}"#,
        r#"/convert {"text":"what is this"}"#,
        r#"/convert {"answers":true}"#,
        r#"/solve {"pos":"cannons:1x1_r"}"#,
        r#"/solve {"position":"cannons:101_r"}"#,
        r#"/solve {"pos":"race:LARGE"}"#,
    ];
    let asked = |post: &str| [format!("POST {post}"), format!("zh POST {post}")];
    posts.iter().flat_map(|post| asked(post)).collect()
}

/// What is solved by name; the news of a job end when it is done.
pub(crate) fn jobs() -> Vec<String> {
    let solved = |number: usize, token: &str| {
        // It waits, or is solved already.
        let solve = format!(r#"status# POST /solve {{"pos":"{token}"}}"#);
        let rest = ["last line# GET /jobs/ID/events", "GET /jobs/ID", "DELETE /jobs/ID", "GET /jobs/ID"];
        [solve].into_iter().chain(rest.map(|question| question.replace("ID", &number.to_string())))
    };
    let tokens = ["cannons:01100_r", "pawn:6/6/2O3/6/O4X_r", "tictactoe:3/3/3_x", STORED[3], "race:A3/1H2/4/3B_a"];
    let mut questions: Vec<_> = tokens.iter().zip(1..).flat_map(|(token, number)| solved(number, token)).collect();
    questions.push(got("/tables"));
    questions
}

/// What is asked wrongly, or cannot be answered, in both languages.
pub(crate) fn refused() -> Vec<String> {
    let mut questions: Vec<_> =
        WRONG.map(|token| got(&format!("/probe?pos={}", encoded(token.trim_matches('\''))))).to_vec();
    let others = [
        "/nothing",
        "/probe",
        "/probe?position=cannons:01100_r",
        "/probe?pos=cannons:01100_r&moves=perhaps",
        "/probe?pos=cannons:01100_r&line=x",
        "/tables?pos=cannons:01100_r",
        "/games/luogu",
        "/jobs/77",
        "/jobs/77/events",
        "/slice?pos=cannons:01100_r",
        "/slice?pos=cannons:01100_r&piece=king",
        "/slice?pos=pawn:O2/1H1/OXH_r&piece=king",
        "/position?pos=cannons:01100_r",
        "/position?pos=cannons:01100_r&slot=-1",
        "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=b2",
        "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=22",
        "/position?pos=pawn:O2/1H1/OXH_r&of=race:AB_a",
        "/position?pos=graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1&of=graph:1.a.a_1",
        "/play?pos=cannons:101_r&strength=101",
        "/play?pos=tictactoe:XXX/O1O/3_o",
        "/trace?pos=cannons:01100_r&follow=both",
        "/trace?pos=cannons:01100_r&n=4097",
        "/sea?pos=cannons:01100_r&from=1",
        "/random",
        "/random?game=graph&size=3x3",
        "/random?game=pawn&size=3",
        "/random?game=pawn&walls=101",
        "/random?game=pawn&value=mate",
        "/random?game=pawn&turn=white",
        "/random?game=pawn&value=draw&min_depth=2",
        "/random?game=pawn&size=2x2&min_depth=9000&seed=1",
        "/random?pos=cannons:01_r&min_depth=900&seed=1",
        "/random?game=pawn&size=1x1&seed=1",
        "/stats?pos=pawn:40/40/40/40/4O35/40/40/3O36/40/4X35_r",
        "/stats?pos=race:LARGE",
        "/certificate?pos=race:LARGE",
        "/trace?pos=race:LARGE",
    ];
    questions.extend(others.map(got));
    questions.extend(["POST /games", "DELETE /games", "PUT /probe", "DELETE /jobs/77"].map(str::to_owned));
    questions.into_iter().flat_map(|question| [question.clone(), format!("zh {question}")]).collect()
}
