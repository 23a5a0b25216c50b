//! Tests clients that attack the server or misbehave. The server must still answer the other clients.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{A_LONG_TIME, Host, Reply, request, wait_until};
use retrograde::author::Domain;
use retrograde_web::Stopped;
use serde_json::json;

const PROBE: &str = "/api/v1/probe?pos=cannons:01100_r";
const JSON: (&str, &str) = ("content-type", "application/json");

/// Starts a server with a short time limit for clients.
fn impatient() -> Host {
    Host::with(|settings| {
        settings.limits.client_timeout = Duration::from_millis(300);
        settings.limits.connections = 64;
    })
}

/// Starts a server with a short time limit and one thread. A client that has stopped sending counts as gone only after
/// some time without progress.
fn impatient_alone() -> Host {
    Host::with(|settings| {
        settings.limits.client_timeout = Duration::from_millis(300);
        settings.threads = 1;
    })
}

fn assert_serving(host: &Host) {
    let reply = host.get(PROBE);
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// Whether the server closes a connection within this time.
fn is_closed(stream: &mut TcpStream, within: Duration) -> bool {
    stream.set_read_timeout(Some(within)).unwrap();
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

#[test]
fn only_this_machines_pages_and_programs_are_answered() {
    let host = Host::usual();
    let status = |headers: &[(&str, &str)]| host.ask("GET", PROBE, headers, b"").status;
    assert_eq!(status(&[("host", "127.0.0.1:9")]), 200);
    assert_eq!(status(&[("host", "127.0.0.1:9"), ("host", "evil.example")]), 400);
    for rebound in ["evil.example", "127.0.0.1.evil.example:7878", "192.168.0.1"] {
        assert_eq!(status(&[("host", rebound)]), 421, "{rebound}");
    }
    for origin in ["http://evil.example", "http://localhost:3000", "null", "file://"] {
        assert_eq!(status(&[("origin", origin)]), 403, "{origin}");
    }
    assert_eq!(status(&[("origin", "http://localhost")]), 200);
    assert_eq!(status(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]), 403);
    // A page of another origin can post a form without a preflight, but it cannot post JSON. The server reads only
    // JSON.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let reply = host.ask("POST", "/api/v1/solve", &[("content-type", kind)], br#"{"pos":"cannons:01100_r"}"#);
        assert_eq!(reply.status, 415, "{kind}");
    }
    let preflight = host.ask("OPTIONS", "/api/v1/solve", &[("origin", "http://evil.example")], b"");
    assert!(preflight.status == 403 && preflight.header("access-control-allow-origin").is_empty());
    for reply in [host.get("/"), host.get(PROBE), host.ask("GET", "/", &[("host", "evil.example")], b"")] {
        assert!(reply.header("content-security-policy").starts_with("default-src 'self'"));
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
    }
}

/// An answer that a browser may open as a document must have a policy. A part of a document cannot be opened as a
/// document, so it needs no policy.
#[test]
fn documents_have_a_policy_and_parts_of_them_none() {
    let host = Host::usual();
    for (path, is_document) in [
        ("/", true),
        ("/page/index.html", true),
        ("/page/icon.svg", true),
        ("/page/nothing.js", true),
        (PROBE, true),
        ("/page/js/app.js", false),
        ("/page/style.css", false),
    ] {
        let reply = host.get(path);
        for name in ["content-security-policy", "referrer-policy", "cross-origin-opener-policy"] {
            assert_eq!(!reply.header(name).is_empty(), is_document, "{path}: {name}");
        }
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(reply.header("cross-origin-resource-policy"), "same-origin", "{path}");
        let again = host.ask("GET", path, &[("if-none-match", reply.header("etag"))], b"");
        assert_eq!(again.header("content-security-policy"), reply.header("content-security-policy"), "{path}");
    }
}

/// Only pages of the server's own origin and of the origins in the settings may show the page in a frame.
#[test]
fn no_other_site_frames_the_page_unless_it_is_named() {
    let policy = |host: &Host, path| host.get(path).header("content-security-policy").to_owned();
    let host = Host::usual();
    for path in ["/", "/b", PROBE, "/page/icon.svg"] {
        assert!(policy(&host, path).ends_with("; frame-ancestors 'self'"), "{path}");
    }
    let host =
        Host::with(|settings| settings.embed = vec!["https://example.org".into(), "http://localhost:8000".into()]);
    assert!(policy(&host, "/").ends_with("; frame-ancestors 'self' https://example.org http://localhost:8000"));
}

#[test]
fn no_path_leads_out_of_the_page() {
    let host = Host::with(|settings| settings.page = Some("page".into()));
    assert_eq!(host.get("/page/index.html").status, 200);
    for path in [
        "/page/../Cargo.toml",
        "/page/%2e%2e/Cargo.toml",
        "/page/..%2fCargo.toml",
        "/page/js/..%2f..%2fCargo.toml",
        "/page/..%5cCargo.toml",
        "/page//etc/passwd",
        "/page/%2fetc/passwd",
        "/page/js%00.js",
        "/page/.hidden",
        "/../Cargo.toml",
    ] {
        let reply = host.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
        assert!(!reply.text().contains("[package]") && !reply.text().contains("root:"), "{path}");
    }
}

#[test]
fn bodies_over_the_limit_are_refused_before_they_are_read() {
    let host = Host::usual();
    let promised = request("POST", "/api/v1/probe", &[JSON, ("content-length", "99999999999")], b"");
    assert_eq!(host.send(&promised).unwrap().status, 413);
    // The body is sent in chunks, and the server does not know how many there are.
    let mut stream = host.connect().unwrap();
    stream.write_all(&request("POST", "/api/v1/probe", &[JSON, ("transfer-encoding", "chunked")], b"")).unwrap();
    let chunk = [b"100000\r\n", &*vec![b' '; 1 << 20], b"\r\n"].concat();
    // The server may answer and close the connection while the client is still sending.
    let sent = (0..20).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    assert!(sent < 20, "all of it was taken");
    let positions: Vec<_> = (0..100_001).map(|_| "x").collect();
    assert_eq!(host.post("/api/v1/probe", &json!({ "pos": positions })).status, 413);
    assert_serving(&host);
}

#[test]
fn bodies_that_are_no_json_are_told_so() {
    let host = Host::usual();
    let nested = "[".repeat(200_000);
    for body in ["{", "", "[]", "null", r#"{"pos":7}"#, r#"{"pos":"a","more":1}"#, "\u{0}", &*nested] {
        for path in ["/api/v1/probe", "/api/v1/solve", "/api/v1/convert"] {
            let reply = host.ask("POST", path, &[JSON], body.as_bytes());
            assert_eq!((reply.status, &*reply.code()), (400, "usage"), "{path} {body:.20}");
        }
    }
    let reply = host.ask("POST", "/api/v1/solve", &[JSON], b"\xff\xfe{\"pos\":\"a\"}");
    assert_eq!(reply.status, 400);
}

#[test]
fn heads_over_the_limit_are_refused() {
    let host = Host::usual();
    let long = "1".repeat(200 << 10);
    let reply = host.send(&request("GET", &format!("/api/v1/probe?pos=cannons:{long}_r"), &[], b""));
    // The server answers with a refusal, or closes the connection while the client is still sending.
    assert!(reply.is_err() || matches!(reply.unwrap().status, 414 | 431));
    let reply = host.send(&request("GET", PROBE, &[("x", &long)], b""));
    assert!(reply.is_err() || reply.unwrap().status == 431);
    let many: Vec<_> = (0..5000).map(|_| ("x", "y")).collect();
    assert_eq!(host.send(&request("GET", PROBE, &many, b"")).unwrap().status, 431);
    assert_serving(&host);
}

#[test]
fn a_client_that_never_ends_its_head_is_let_go() {
    let host = impatient();
    let mut slow: Vec<_> = (0..200).filter_map(|_| host.connect().ok()).collect();
    for stream in &mut slow {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: local");
    }
    // There are more slow clients than places. Any other client must be served within a few time limits.
    assert_serving(&host);
    assert!(slow.iter_mut().all(|stream| is_closed(stream, Duration::from_secs(5))));
}

#[test]
fn a_drop_a_time_does_not_keep_a_head_going() {
    let host = impatient();
    let mut stream = host.connect().unwrap();
    let head = request("GET", PROBE, &[], b"");
    let sent = head.iter().take_while(|byte| {
        std::thread::sleep(Duration::from_millis(50));
        stream.write_all(&[**byte]).is_ok()
    });
    assert!(sent.count() < head.len());
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let host = impatient();
    let mut stream = host.connect().unwrap();
    stream.write_all(&request("POST", "/api/v1/solve", &[JSON, ("content-length", "100")], b"")).unwrap();
    stream.write_all(b"{").unwrap();
    let reply = Reply::read(&mut BufReader::new(stream)).unwrap();
    assert_eq!(reply.status, 408);
}

#[test]
fn a_client_that_reads_nothing_is_let_go() {
    let host = impatient();
    let mut stream = host.connect().unwrap();
    // These answers together are longer than the system's buffers.
    let question = request("GET", "/api/v1/openapi.json", &[], b"");
    stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
    let is_listened_to = (0..1_000_000).all(|_| stream.write_all(&question).is_ok());
    assert!(!is_listened_to, "the server accepted a million questions without sending answers");
    assert_serving(&host);
    assert!(is_closed(&mut stream, Duration::from_secs(10)));
}

/// The server sends the largest answers to at most two clients at the same time. A client that accepts no data must
/// block the others only for a short time.
#[test]
fn clients_that_read_no_sea_do_not_keep_it_from_others() {
    // Only the time limit for clients is short, because the work may take long on a busy machine.
    let host = Host::with(|settings| settings.limits.client_timeout = Duration::from_secs(1));
    let path = "/api/v1/sea?follow=all&pos=pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r";
    let mut greedy: Vec<_> = (0..4).map(|_| host.connect().unwrap()).collect();
    for stream in &mut greedy {
        stream.write_all(&request("GET", path, &[], b"")).unwrap();
    }
    let state_map = host.get(path);
    assert_eq!((state_map.status, &state_map.body[..4]), (200, b"RSEA".as_slice()));
    assert!(state_map.body.len() > 13_000_000, "{}: the system's buffers may hold it", state_map.body.len());
    assert!(greedy.iter_mut().all(|stream| is_closed(stream, A_LONG_TIME)));
}

#[test]
fn an_answer_that_takes_too_long_is_given_up() {
    let host = Host::with(|settings| settings.limits.answer = Duration::from_millis(20));
    // Making a log of some million events takes longer than this time limit.
    let reply = host.get("/api/v1/sea?follow=all&pos=pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r");
    assert_eq!((reply.status, &*reply.code(), reply.header("retry-after")), (503, "too-slow", "1"));
    assert_eq!(host.get("/api/v1/games").status, 200);
}

#[test]
fn a_flood_is_answered_or_told_to_come_back() {
    let host = Host::usual();
    let address = host.address;
    let flood: Vec<_> = (0..16)
        .map(|thread| {
            std::thread::spawn(move || {
                let mut answered = 0;
                let mut stream = BufReader::new(TcpStream::connect(address).unwrap());
                for number in 0..500 {
                    let cannons = format!("{:012b}", (thread * 500 + number) % 4096);
                    let path = format!("/api/v1/probe?pos=cannons:{cannons}_r");
                    stream.get_mut().write_all(&request("GET", &path, &[], b"")).unwrap();
                    let reply = Reply::read(&mut stream).unwrap();
                    assert!(matches!(reply.status, 200 | 503), "{}", reply.text());
                    answered += u32::from(reply.status == 200);
                }
                answered
            })
        })
        .collect();
    let answered: u32 = flood.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert!(answered > 4000, "{answered} of 8000");
    assert_serving(&host);
}

#[test]
fn clients_that_go_away_leave_nothing_behind() {
    let host = impatient_alone();
    for seed in 0..30 {
        // Solving this board takes a while, and the client leaves before the answer.
        let mut stream = host.connect().unwrap();
        let board = format!("race:A34/{}34B_a", "35/".repeat(33 - seed % 3));
        stream.write_all(&request("GET", &format!("/api/v1/line?pos={board}"), &[], b"")).unwrap();
    }
    wait_until("something is left behind", || host.json("/tables")["reserved"] == 0);
    assert_serving(&host);
}

/// No game is as long as `min_depth`, so no board among two hundred matches. Each board takes a while.
const SEARCH: &str = "/api/v1/random?game=race&size=24x24&walls=0&min_depth=5000&seed=";

#[test]
fn long_searches_take_turns_with_others_and_end_when_their_clients_leave() {
    let host = impatient_alone();
    let searching: Vec<_> = (0..4)
        .map(|seed| {
            let mut stream = host.connect().unwrap();
            stream.write_all(&request("GET", &format!("{SEARCH}{seed}"), &[], b"")).unwrap();
            stream
        })
        .collect();
    wait_until("no search reserves its memory", || host.json("/tables")["reserved"] != 0);
    for path in ["/api/v1/stats?pos=cannons:01100_r", "/api/v1/random?game=cannons&seed=3"] {
        assert_eq!(host.get(path).status, 200, "{path}");
    }
    drop(searching);
    wait_until("searches go on after their clients have left", || {
        // Between two boards a search reserves no memory. So the test checks the reservations several times.
        (0..5).all(|_| host.json("/tables")["reserved"] == 0)
    });
}

#[test]
fn what_no_game_ever_has_is_refused_at_once() {
    let host = Host::usual();
    let game = "/api/v1/random?game=pawn&size=16x16&seed=0";
    for (wish, message) in [
        ("value=tie", "pawn has no ties"),
        ("value=draw&min_depth=3", "a draw has no depth: the game never ends"),
        ("min_depth=3&max_depth=2", "no depth is at least 3 and at most 2"),
        ("min_depth=1073741823", "no depth is at least 1073741823 and at most 1073741822"),
    ] {
        let reply = host.get(&format!("{game}&{wish}"));
        assert_eq!((reply.status, &*reply.code()), (400, "usage"), "{wish}");
        assert_eq!(reply.json()["error"]["message"], message);
    }
}

/// Without random boards, all two hundred boards are the same. The server solves this board once and caches its table.
#[test]
fn a_game_without_random_boards_is_searched_in_the_table_of_its_start() {
    let host = Host::usual();
    let reply = host.get("/api/v1/random?game=tictactoe&value=win&min_depth=9");
    assert_eq!((reply.status, &*reply.code()), (404, "not-found"));
    let tables = host.json("/tables");
    assert_eq!(tables["tables"].as_array().unwrap().len(), 1);
    let drawn = host.json("/random?game=tictactoe&value=loss&seed=4");
    let value = host.json(&format!("/probe?pos={}", drawn["pos"].as_str().unwrap()))["value"].clone();
    assert_eq!(value, "loss");
    assert_eq!(host.json("/tables"), tables);
}

/// Returns a graph whose first node leads to this many other nodes. At each of these nodes the game is over.
pub(crate) fn star(successors: usize) -> String {
    let names = || (0..successors).map(|number| format!("{number:x}x"));
    let links = names().fold(String::new(), |links, name| links + "." + &name);
    names().fold(format!("graph:s.a.o{links}"), |graph, name| graph + "/" + &name + ".b.b") + "_s"
}

/// A graph's token contains the whole graph. If an answer repeated the token for each move, it would turn 60 kB into
/// 220 MB.
#[test]
fn an_answer_that_would_fill_the_memory_is_refused_or_cut() {
    let host = Host::usual();
    let graph = star(4000);
    for question in ["stats", "line", "certificate"] {
        assert_eq!(host.get(&format!("/api/v1/{question}?pos={graph}")).status, 200, "{question}");
    }
    for question in ["probe", "why", "moves", "play"] {
        let reply = host.get(&format!("/api/v1/{question}?pos={graph}"));
        assert_eq!((reply.status, &*reply.code()), (503, "too-large"), "{question}");
        assert!(reply.text().contains("the answer has 4000 positions of"), "{}", reply.text());
    }
    let reply = host.get(&format!("/api/v1/trace?follow=all&n=4096&pos={graph}"));
    let events = reply.json()["events"].as_array().unwrap().len();
    assert!((1..500).contains(&events) && reply.body.len() < 32 << 20, "{events} events, {} bytes", reply.body.len());
    let reply = host.post("/api/v1/probe", &json!({ "pos": [star(16_000), "cannons:01100_r"] }));
    let text = reply.text();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("too-large") && lines[1].contains("win"), "{:.300}", lines[0]);
}

/// Regression: each graph took 7 s, because every successor was searched among those before it.
#[test]
fn graphs_of_many_successors_leave_probes_alone() {
    let host = Host::usual();
    let body = json!({ "pos": star(65_536) });
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(matches!(host.post("/api/v1/solve", &body).status, 202 | 503)));
        }
        std::thread::sleep(Duration::from_millis(200));
        assert_serving(&host);
    });
}

/// Regression: when a solve by exploring began, it reserved all free memory.
#[test]
fn a_solve_of_unknown_size_leaves_room_to_questions() {
    let host = Host::with(|settings| settings.domain = Domain::Reachable);
    let large = format!("race:A69/{}69B_a", "70/".repeat(68));
    let job = host.post("/api/v1/solve", &json!({ "pos": large })).header("location").to_owned();
    wait_until("the job reserves no memory", || host.json("/tables")["reserved"] != 0);
    for path in [PROBE, "/api/v1/random?game=cannons&value=win&seed=3"] {
        let reply = host.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    }
    // The job must still wait or run at this moment; otherwise the graph is too small for the test.
    let state = host.get(&job).json()["state"].clone();
    assert!(state == "waiting" || state == "solving", "{state}: too small to be in the way");
    host.ask("DELETE", &job, &[], b"");
}

#[test]
fn answers_under_way_are_finished_and_idle_clients_let_go_at_the_end() {
    let host = Host::usual();
    let mut idle = host.connect().unwrap();
    let mut busy = BufReader::new(host.connect().unwrap());
    busy.get_mut().write_all(&request("GET", PROBE, &[], b"")).unwrap();
    assert_eq!(Reply::read(&mut busy).unwrap().status, 200);
    let large = format!("race:A69/{}69B_a", "70/".repeat(68));
    let path = host.post("/api/v1/solve", &json!({ "pos": large })).header("location").to_owned();
    let mut events = BufReader::new(host.connect().unwrap());
    events.get_mut().write_all(&request("GET", &format!("{path}/events"), &[], b"")).unwrap();
    assert!(!events.fill_buf().unwrap().is_empty(), "the first event comes at once");
    assert_eq!(host.stop(), Stopped::InOrder);
    assert!(Reply::read(&mut events).unwrap().text().contains("cancelled"));
    assert!(is_closed(&mut idle, Duration::from_secs(1)));
}
