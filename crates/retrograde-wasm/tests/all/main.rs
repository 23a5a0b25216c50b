//! Tests of the module's answers, natively. `cargo xtask wasm` compares the answers of the WebAssembly module itself with
//! the server's.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::sync::{Mutex, PoisonError};

use retrograde_wasm::instance::{answer, listen};
use serde_json::Value;

const BOARD: &str = "pawn:H1H/O1O/1X1_r";

/// The module has one thread, so these tests run one after the other.
static TURN: Mutex<()> = Mutex::new(());

/// The reports of jobs that the module has sent before its answers.
static REPORTS: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// Returns the status, the headers and the body of an answer.
fn parts(answer: &[u8]) -> (u16, String, Vec<u8>) {
    let end = answer.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let (status, headers) = head.split_once('\n').unwrap_or((head, ""));
    (status.parse().unwrap(), headers.to_owned(), answer[end + 2..].to_vec())
}

fn ask(method: &str, target: &str, body: &str) -> (u16, Value) {
    let (status, _, body) = parts(&answer(format!("{method} /api/v1{target} en\n{body}").as_bytes()));
    (status, serde_json::from_slice(&body).unwrap())
}

#[test]
fn questions_are_answered_and_refused() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let (status, headers, body) = parts(&answer(format!("GET /api/v1/probe?pos={BOARD} en\n").as_bytes()));
    assert_eq!(status, 200);
    assert!(headers.contains("content-type: application/json") && headers.contains("etag: \""), "{headers}");
    let probed: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!((&probed["pos"], probed["depth"].is_u64()), (&BOARD.into(), true));
    let (status, refused) = ask("GET", "/probe?pos=pawn:zzz", "");
    assert_eq!((status, &refused["error"]["code"]), (400, &"bad-position".into()));
    let refused = parts(&answer("GET /api/v1/probe?pos=pawn:zzz zh\n".as_bytes())).2;
    assert!(refused != serde_json::to_vec(&ask("GET", "/probe?pos=pawn:zzz", "").1).unwrap(), "in another language");
    assert_eq!(ask("PUT", "/probe", "").0, 405);
    assert_eq!(ask("POST", "/look", "{\"pos\": 7}").0, 400);
    assert_eq!(parts(&answer(b"GET /nowhere en\n")).0, 404);
    assert_eq!(parts(&answer(b"nonsense")).0, 400);
}

#[test]
fn lists_are_read_whole() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let body = format!("{{\"pos\": [\"{BOARD}\", \"x\", \"{BOARD}\"]}}");
    let (status, headers, body) = parts(&answer(format!("POST /api/v1/probe en\n{body}").as_bytes()));
    let lines: Vec<Value> =
        body.split_inclusive(|&byte| byte == b'\n').map(|line| serde_json::from_slice(line).unwrap()).collect();
    assert_eq!((status, lines.len()), (200, 3), "{headers}");
    assert!(lines[0] == lines[2] && lines[1]["error"].is_object());
}

#[test]
fn a_job_runs_before_the_next_question_and_tells_its_states() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    listen(|report| REPORTS.lock().unwrap().push(report.to_vec()));
    let (status, job) = ask("POST", "/solve", "{\"pos\": \"race:A3/1H2/4/3B_a\"}");
    assert_eq!((status, &job["state"]), (202, &"waiting".into()));
    let id = job["job"].as_str().unwrap().to_owned();
    let (status, job) = ask("GET", &format!("/jobs/{id}"), "");
    assert_eq!((status, &job["state"]), (200, &"done".into()));
    let sent = REPORTS.lock().unwrap().clone();
    let reports: Vec<Value> = sent.iter().map(|report| serde_json::from_slice(&parts(report).2).unwrap()).collect();
    assert!(reports.iter().any(|report| report["job"] == *id && report["state"] == "done"), "{reports:?}");
    let (status, kept) = ask("POST", "/solve", &format!("{{\"pos\": \"{BOARD}\", \"keep\": \"depths\"}}"));
    assert_eq!((status, &kept["error"]["code"]), (403, &"read-only".into()));
}
