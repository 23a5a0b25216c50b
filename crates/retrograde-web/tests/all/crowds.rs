//! Tests a server with more connections than places, and with clients that have stopped sending.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use crate::client::{Host, Reply, request, wait_until};
use serde_json::json;

const PROBE: &str = "/api/v1/probe?pos=cannons:01100_r";
const JSON: (&str, &str) = ("content-type", "application/json");
const PLACES: usize = 32;

/// Starts a server with a very long time limit, so that it closes a connection only for a new client.
fn patient() -> Host {
    Host::with(|settings| {
        settings.limits.client_timeout = Duration::from_hours(1);
        settings.limits.connections = PLACES;
    })
}

/// Sends a probe as a new client and returns the status. The client waits only a limited time.
fn probe(host: &Host) -> u16 {
    let mut stream = host.connect().unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    stream.write_all(&request("GET", PROBE, &[], b"")).unwrap();
    Reply::read(&mut BufReader::new(stream)).expect("it is answered, and no connection before it").status
}

/// Opens four times as many connections as there are places. Each connection sends these bytes.
fn crowd(host: &Host, said: &[u8]) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = host.connect().unwrap();
        stream.write_all(said).unwrap();
        stream
    };
    (0..4 * PLACES).map(connect).collect()
}

#[test]
fn connections_without_a_whole_request_make_room() {
    let half_a_body = request("POST", "/api/v1/solve", &[JSON, ("content-length", "100")], b"{");
    for said in [b"".as_slice(), b"GET / HTTP/1.1\r\nhost: local", &half_a_body] {
        let host = patient();
        let crowd = crowd(&host, said);
        for _ in 0..3 {
            assert_eq!(probe(&host), 200, "{:?}", String::from_utf8_lossy(said));
        }
        drop(crowd);
    }
}

#[test]
fn connections_that_were_answered_make_room() {
    let host = patient();
    let ask = |_| {
        let mut stream = BufReader::new(host.connect().unwrap());
        stream.get_mut().write_all(&request("GET", PROBE, &[], b"")).unwrap();
        assert_eq!(Reply::read(&mut stream).unwrap().status, 200);
        stream
    };
    let mut answered: Vec<_> = (0..2 * PLACES).map(ask).collect();
    // The connection that has waited longest must close first.
    let last = answered.last_mut().unwrap();
    last.get_mut().write_all(&request("GET", PROBE, &[], b"")).unwrap();
    assert_eq!(Reply::read(last).unwrap().status, 200);
    let mut rest = Vec::new();
    assert_eq!(answered[0].read_to_end(&mut rest).unwrap(), 0);
}

#[test]
fn a_connection_that_is_being_answered_stays() {
    let host = patient();
    let large = format!("race:A69/{}69B_a", "70/".repeat(68));
    let path = host.post("/api/v1/solve", &json!({ "pos": large })).header("location").to_owned();
    let mut events = BufReader::new(host.connect().unwrap());
    events.get_mut().write_all(&request("GET", &format!("{path}/events"), &[], b"")).unwrap();
    assert!(!events.fill_buf().unwrap().is_empty(), "the first event comes at once");
    let crowd = crowd(&host, b"");
    assert_eq!(probe(&host), 200);
    host.ask("DELETE", &path, &[], b"");
    assert!(Reply::read(&mut events).unwrap().text().contains("cancelled"));
    drop(crowd);
}

#[test]
fn a_client_that_has_said_all_is_answered() {
    let host = patient();
    let body = json!({ "pos": ["cannons:01100_r"] }).to_string();
    let post = request("POST", "/api/v1/probe", &[JSON], body.as_bytes());
    // The server needs some time to count the positions of this board.
    let long = request("GET", "/api/v1/stats?pos=pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r", &[], b"");
    for asked in [request("GET", PROBE, &[], b""), post, long] {
        let mut stream = host.connect().unwrap();
        stream.write_all(&asked).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut stream = BufReader::new(stream);
        assert_eq!(Reply::read(&mut stream).unwrap().status, 200, "{:.40}", String::from_utf8_lossy(&asked));
        let mut rest = Vec::new();
        assert_eq!(stream.read_to_end(&mut rest).unwrap(), 0, "nothing more can be asked for");
    }
}

#[test]
fn half_a_request_is_none_when_nothing_follows() {
    let host = patient();
    for asked in [
        &b"GET / HTTP/1.1\r\nhost: local"[..],
        &request("POST", "/api/v1/solve", &[JSON, ("content-length", "100")], b"{"),
    ] {
        let mut stream = host.connect().unwrap();
        stream.write_all(asked).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
    }
}

/// The job waits for another job, so its stream sends nothing. Otherwise a write would end a stream whose client has
/// left.
#[test]
fn issue_26_a_client_that_leaves_gives_its_stream_of_a_job_to_another() {
    const STREAMS: usize = 64;
    let host = Host::usual();
    let board = |side: usize| format!("race:A{}/{}{}B_a", side - 1, format!("{side}/").repeat(side - 2), side - 1);
    let job = |side| host.post("/api/v1/solve", &json!({ "pos": board(side) })).header("location").to_owned();
    // The first job runs longer than it takes to open all streams, even on a busy machine. The job is cancelled at the
    // end of the test.
    let state = |job: &str| host.json(&job.replace("/api/v1", ""))["state"].clone();
    let running = job(100);
    // Otherwise the second job could begin first.
    wait_until("the first job does not begin", || state(&running) == "solving");
    let waiting = job(69);
    let follow = || {
        let mut events = BufReader::new(host.connect().unwrap());
        events.get_mut().write_all(&request("GET", &format!("{waiting}/events"), &[], b"")).unwrap();
        let mut status = String::new();
        events.read_line(&mut status).unwrap();
        (status.contains(" 200 "), events)
    };
    let followed: Vec<_> = (0..STREAMS).map(|_| follow()).collect();
    assert!(followed.iter().all(|(is_reported, _)| *is_reported));
    assert!(!follow().0, "one more is refused");
    drop(followed);
    wait_until("no stream is free again", || follow().0);
    assert_eq!(state(&waiting), "waiting", "it had news");
    for path in [waiting, running] {
        host.ask("DELETE", &path, &[], b"");
    }
}
