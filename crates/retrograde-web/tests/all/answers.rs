//! Compares the server's answers with those of the library.

use std::collections::HashSet;
use std::io::Read;

use crate::client::{Host, encoded, wait_until};
use flate2::read::GzDecoder;
use retrograde_service::position;
use retrograde_service::trace::Follow;
use retrograde_testing::solved::{SolvedSession, builtin, small_examples};
use serde_json::{Value, json};

/// The fifth sample board of problem P9169, on which Red wins in 75 plies.
const SAMPLE: &str = "pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r";
/// A board that is solved quickly and whose table has more than 64 KiB.
const BOARD: &str = "pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r";

fn examples() -> Vec<String> {
    small_examples().into_iter().chain([SAMPLE.to_owned()]).collect()
}

#[test]
fn answers_are_the_librarys() {
    let registry = builtin();
    for token in examples() {
        // The name of a table of reachable positions contains the position that was queried first.
        let host = Host::usual();
        let position = registry.open(&token).unwrap();
        let solution = SolvedSession::new(&token);
        let pos = encoded(&token);
        let probe = host.json(&format!("/probe?pos={pos}&line=5"));
        assert_eq!(probe, serde_json::to_value(solution.probe(&token, 5).unwrap()).unwrap(), "{token}");
        let line = host.json(&format!("/line?pos={pos}&max=7"));
        assert_eq!(line, serde_json::to_value(solution.line(&token, 7).unwrap()).unwrap(), "{token}");
        let why = host.json(&format!("/why?pos={pos}"));
        assert_eq!(why, serde_json::to_value(solution.why(&token).unwrap()).unwrap(), "{token}");
        assert_eq!(host.json(&format!("/probe?pos={pos}&why=1"))["why"], why, "{token}");
        let stats = host.json(&format!("/stats?pos={pos}"));
        assert_eq!(stats, serde_json::to_value(solution.session.stats().unwrap()).unwrap(), "{token}");
        let moves = host.json(&format!("/moves?pos={pos}"));
        assert_eq!(
            moves["moves"],
            serde_json::to_value(position::moves(&*position).unwrap().moves).unwrap(),
            "{token}"
        );
        for piece in position::pieces(&*position) {
            let slice = host.json(&format!("/slice?pos={pos}&piece={}", piece.piece));
            assert_eq!(slice, serde_json::to_value(solution.slice(&token, piece.piece).unwrap()).unwrap(), "{token}");
        }
        for slot in [0, 1, 2, 3] {
            let at = host.json(&format!("/position?pos={pos}&slot={slot}"));
            assert_eq!(at["pos"], serde_json::to_value(solution.token(slot)).unwrap(), "{token}");
        }
        let at = host.json(&format!("/position?pos={pos}&of={pos}"));
        assert_eq!((&at["pos"], at["slot"].as_u64()), (&json!(token), solution.slot(&token).ok()), "{token}");
    }
}

/// The windows of a log must have the library's events, and the answer of `/sea` must have the library's bytes.
#[test]
fn logs_are_the_librarys() {
    for token in ["cannons:01100_r", "tictactoe:X2/1O1/2X_o", SAMPLE] {
        let host = Host::usual();
        let solution = SolvedSession::new(token);
        for follow in Follow::BOTH {
            let question = format!("pos={token}&follow={}", follow.word());
            let state_map = host.get(&format!("/api/v1/sea?{question}"));
            assert_eq!(
                (state_map.status, state_map.header("content-type")),
                (200, "application/octet-stream"),
                "{question}"
            );
            assert!(state_map.body == solution.state_map(token, follow).unwrap(), "{question}");
            let total = solution.trace(token, follow, 0, 0).unwrap().total;
            for (from, n) in [(0, 3), (total / 2, 100), (total - 2, 9), (total + 5, 1), (0, 4096)] {
                let window = host.json(&format!("/trace?{question}&from={from}&n={n}"));
                let expected = solution.trace(token, follow, from, n).unwrap();
                assert_eq!(window, serde_json::to_value(expected).unwrap(), "{question} from {from}");
            }
        }
        let usual = host.json(&format!("/trace?pos={token}"));
        assert_eq!(usual, host.json(&format!("/trace?pos={token}&follow=answer&from=0&n=256")));
    }
}

#[test]
fn certificates_are_files_of_the_library() {
    for (token, name) in [(SAMPLE, "pawn-certificate.jsonl"), ("cannons:01100_r", "cannons-certificate.jsonl")] {
        let host = Host::usual();
        let solution = SolvedSession::new(token);
        let reply = host.get(&format!("/api/v1/certificate?pos={token}"));
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/x-ndjson"), "{token}");
        assert_eq!(reply.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        assert!(reply.text() == solution.certificate(token).unwrap().to_string(), "{token}");
    }
}

#[test]
fn the_best_move_begins_the_line_and_the_line_is_as_long_as_the_depth() {
    let host = Host::usual();
    for token in examples() {
        let probe = host.json(&format!("/probe?pos={}&line=1000", encoded(&token)));
        let line = probe["line"].as_array().unwrap();
        assert_eq!(probe["moves"][0]["move"], line.first().cloned().unwrap_or_default(), "{token}");
        if let Some(depth) = probe["depth"].as_u64() {
            assert_eq!(line.len() as u64, depth, "{token}");
        }
    }
    assert_eq!(host.json(&format!("/probe?pos={SAMPLE}"))["depth"], 75);
}

#[test]
fn many_positions_are_answered_in_order_with_errors_in_their_places() {
    let host = Host::usual();
    let tokens = ["cannons:01100_r", "cannons:0x1_r", SAMPLE, "pawn:X2/3/3_r", "race:A3/1H2/4/3B_a"];
    let reply = host.post("/api/v1/probe?moves=0", &json!({ "pos": tokens }));
    let lines: Vec<Value> = reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((reply.status, lines.len()), (200, tokens.len()));
    for (token, line) in tokens.iter().zip(&lines) {
        let alone = host.get(&format!("/api/v1/probe?moves=0&pos={token}"));
        assert_eq!(line, &alone.json(), "{token}");
    }
    assert_eq!(
        (&lines[1]["error"]["code"], &lines[3]["error"]["code"]),
        (&json!("bad-position"), &json!("illegal-position"))
    );
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let host = Host::usual();
    for path in [
        "/api/v1/probe?pos=cannons:01100_r",
        "/",
        "/page/index.html",
        "/api/v1/openapi.json",
        "/api/v1/games",
        "/api/v1/sea?pos=cannons:01100_r",
    ] {
        let first = host.get(path);
        let tag = first.header("etag").to_owned();
        assert!(first.status == 200 && !tag.is_empty() && !first.body.is_empty(), "{path}");
        let second = host.ask("GET", path, &[("if-none-match", &tag)], b"");
        assert_eq!((second.status, second.body.len()), (304, 0), "{path}");
        let other = host.ask("GET", path, &[("if-none-match", "\"0\"")], b"");
        assert_eq!((other.status, &other.body), (200, &first.body), "{path}");
        assert!(other.header("cache-control") == "no-cache", "{path}");
    }
    assert_eq!(host.get("/api/v1/tables").header("cache-control"), "no-store");
}

#[test]
fn the_page_is_sent_compressed_to_whoever_takes_it_so() {
    let host = Host::usual();
    let plain = host.get("/");
    assert!(plain.header("content-type").starts_with("text/html") && plain.header("content-encoding").is_empty());
    let packed = host.ask("GET", "/", &[("accept-encoding", "gzip, br")], b"");
    assert_eq!(packed.header("content-encoding"), "gzip");
    let mut text = Vec::new();
    GzDecoder::new(&*packed.body).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
    // Home begins with words and a board. All other places begin with the same empty document.
    let empty = host.get("/page/index.html").body;
    assert_ne!(empty, plain.body);
    for place in ["/b", "/learn", "/puzzles", "/tables", "/b/", "/tables/"] {
        assert_eq!(host.get(place).body, empty, "{place}");
    }
    let policy = plain.header("content-security-policy");
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    let head = host.head("/");
    assert_eq!((head.status, head.header("etag")), (200, plain.header("etag")));
}

/// A compressed answer must decompress to the plain answer. Small answers, large answers and streams must not be
/// compressed.
#[test]
fn answers_are_sent_compressed_where_it_pays() {
    let host = Host::usual();
    let accepting = |path: &str| host.ask("GET", path, &[("accept-encoding", "gzip, br")], b"");
    for (path, times) in [(format!("/api/v1/sea?pos={SAMPLE}"), 2), (format!("/api/v1/trace?pos={SAMPLE}"), 4)] {
        let (plain, packed) = (host.get(&path), accepting(&path));
        assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), ("", "gzip"), "{path}");
        assert!(packed.body.len() * times < plain.body.len(), "{path}: {} bytes", packed.body.len());
        assert_eq!(packed.header("etag"), plain.header("etag"));
        let mut bytes = Vec::new();
        GzDecoder::new(&*packed.body).read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, plain.body, "{path}");
    }
    for path in [format!("/api/v1/sea?pos={BOARD}&follow=all"), "/api/v1/probe?pos=cannons:01100_r".to_owned()] {
        let reply = accepting(&path);
        assert_eq!((reply.status, reply.header("content-encoding")), (200, ""), "{path}");
    }
    let many = json!({ "pos": vec![SAMPLE; 40] }).to_string();
    let typed = [("content-type", "application/json"), ("accept-encoding", "gzip")];
    assert_eq!(host.ask("POST", "/api/v1/probe", &typed, many.as_bytes()).header("content-encoding"), "");
}

#[test]
fn the_page_can_be_served_from_a_folder() {
    let folder = std::env::temp_dir().join(format!("retrograde-page-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("js")).unwrap();
    std::fs::write(folder.join("index.html"), "one").unwrap();
    std::fs::write(folder.join("js/app.js"), "two").unwrap();
    let host = Host::with(|settings| settings.page = Some(folder.clone()));
    assert_eq!((host.get("/").text(), host.get("/page/js/app.js").text()), ("one".into(), "two".into()));
    std::fs::write(folder.join("index.html"), "three").unwrap();
    assert_eq!(host.get("/learn").text(), "three");
    assert_eq!((host.get("/page/js").status, host.get("/page/../../etc/passwd").status), (404, 404));
    drop(host);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_path_is_answered_with_the_manual() {
    let host = Host::usual();
    for path in ["/nothing", "/api/v1/nothing", "/page/nothing.js", "/api/v2/games", "/favicon.ico"] {
        let reply = host.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (404, "text/plain; charset=utf-8"), "{path}");
        assert!(reply.text().contains("probe?pos=P"));
    }
    assert_eq!(host.get("/api/v1").status, 200);
}

/// Regression: the refusal of a wrong method did not name the right methods.
#[test]
fn a_wrong_method_is_answered_with_the_right_ones() {
    let host = Host::usual();
    for (method, path, allowed, message, chinese) in [
        ("GET", "/api/v1/solve", "POST", "this path accepts only POST", "这个路径只接受 POST"),
        ("DELETE", "/api/v1/look", "GET,HEAD,POST", "this path accepts only GET, POST", "这个路径只接受 GET, POST"),
        (
            "POST",
            "/api/v1/jobs/1",
            "GET,HEAD,DELETE",
            "this path accepts only DELETE, GET",
            "这个路径只接受 DELETE, GET",
        ),
        ("POST", "/", "GET,HEAD", "this path accepts only GET", "这个路径只接受 GET"),
    ] {
        let reply = host.ask(method, path, &[], b"");
        assert_eq!((reply.status, reply.header("allow")), (405, allowed), "{method} {path}");
        assert_eq!(reply.json()["error"]["message"], message, "{method} {path}");
        let reply = host.ask(method, path, &[("accept-language", "zh")], b"");
        assert_eq!(reply.json()["error"]["message"], chinese, "{method} {path}");
    }
}

#[test]
fn large_boards_are_solved_by_jobs() {
    let host = Host::with(|settings| settings.limits.table = 1 << 16);
    let line = format!("/api/v1/line?pos={BOARD}");
    let refused = host.get(&line);
    assert_eq!((refused.status, &*refused.code()), (404, "no-table"));
    assert!(refused.json()["error"]["hint"].as_str().unwrap().contains("/api/v1/solve"));
    let started = host.post("/api/v1/solve", &json!({ "pos": BOARD }));
    let path = started.header("location").to_owned();
    assert_eq!((started.status, &*path), (202, "/api/v1/jobs/1"));
    // While a job runs, a second request for the same board must return the same job.
    let events = host.get(&format!("{path}/events")).text();
    let states: Vec<Value> =
        events.lines().filter_map(|l| l.strip_prefix("data: ")).map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(states.last().unwrap()["state"], "done", "{events}");
    assert_eq!(host.get(&path).json()["state"], "done");
    assert_eq!(host.get(&line).status, 200);
    assert_eq!(host.json("/tables")["tables"][0]["pos"], BOARD);
    let plan = host.json(&format!("/plan?pos={BOARD}"));
    assert_eq!((&plan["solved"], &plan["automatic"]), (&json!(true), &json!(false)));
    assert_eq!(host.post("/api/v1/solve", &json!({ "pos": BOARD })).json()["state"], "done");
}

#[test]
fn a_job_is_cancelled_by_name_and_its_board_told_to_be_in_work() {
    let host = Host::with(|settings| {
        settings.limits.table = 1 << 16;
        settings.threads = 1;
    });
    // The board has about 130 million slots, so that the job is still running at the next request.
    let large = format!("race:A89/{}89B_a", "90/".repeat(88));
    let path = host.post("/api/v1/solve", &json!({ "pos": large })).header("location").to_owned();
    let asked = host.get(&format!("/api/v1/line?pos={large}"));
    assert_eq!((asked.status, &*asked.code()), (409, "being-solved"));
    assert_eq!(host.ask("DELETE", &path, &[], b"").status, 200);
    wait_until("it is not cancelled", || host.get(&path).json()["state"] == "cancelled");
    assert_eq!(host.json("/tables")["reserved"], 0);
}

#[test]
fn what_memory_cannot_hold_is_refused_with_numbers_and_the_shortcut_answers() {
    let host = Host::with(|settings| settings.memory = 1 << 20);
    let large = format!("race:A59/{}59B_a", "60/".repeat(58));
    for refused in
        [host.get(&format!("/api/v1/stats?pos={large}")), host.post("/api/v1/solve", &json!({ "pos": large }))]
    {
        assert_eq!((refused.status, &*refused.code()), (503, "too-large"));
        assert!(refused.json()["error"]["message"].as_str().unwrap().contains("limit 1.0 MiB"), "{}", refused.text());
    }
    let probe = host.json(&format!("/probe?pos={large}"));
    assert!(probe["moves"].is_null() && probe["table"].is_null() && probe["winner"].is_string());
    assert!(host.json(&format!("/line?pos={large}&max=3"))["theory"].is_string());
    assert!(host.json(&format!("/plan?pos={large}"))["error"]["message"].is_string());
}

#[test]
fn tables_stay_within_memory() {
    let host = Host::with(|settings| settings.memory = 1 << 20);
    for seed in 0..20 {
        let drawn = host.json(&format!("/random?game=pawn&size=5x6&seed={seed}"));
        let pos = drawn["pos"].as_str().unwrap();
        assert_eq!(host.get(&format!("/api/v1/probe?pos={pos}")).status, 200, "{pos}");
        let tables = host.json("/tables");
        assert!(tables["held"].as_u64() <= Some(1 << 20) && tables["reserved"] == 0, "{tables}");
    }
    assert!(host.json("/tables")["tables"].as_array().unwrap().len() >= 2);
}

#[test]
fn random_positions_are_as_wanted_and_the_same_for_the_same_seed() {
    let host = Host::usual();
    for (query, value, least) in [
        ("game=pawn&size=6x6&value=win&min_depth=9", "win", 9),
        ("game=tictactoe&value=tie", "tie", 0),
        ("game=graph&value=win", "win", 0),
        ("pos=cannons:0110100_r&value=loss&min_depth=2", "loss", 2),
    ] {
        for seed in 0..5 {
            let path = format!("/random?{query}&seed={seed}");
            let drawn = host.json(&path);
            assert_eq!(drawn, host.json(&path), "{path}");
            let probe = host.json(&format!("/probe?pos={}", drawn["pos"].as_str().unwrap()));
            assert_eq!(probe["value"], value, "{path}");
            assert!(probe["depth"].as_u64().unwrap_or(0) >= least, "{path}");
        }
    }
    let boards: HashSet<_> = (0..9).map(|_| host.json("/random?game=pawn")["pos"].to_string()).collect();
    assert!(boards.len() > 5, "without a seed, boards differ");
}

#[test]
fn the_opponent_plays_legal_moves_and_the_best_ones_when_it_is_perfect() {
    let host = Host::usual();
    for strength in [0, 50, 100] {
        for seed in 0..10 {
            let played = host.json(&format!("/play?pos={SAMPLE}&strength={strength}&seed={seed}"));
            let probe = host.json(&format!("/probe?pos={SAMPLE}"));
            let chosen = probe["moves"].as_array().unwrap().iter().find(|rated| rated["move"] == played["move"]);
            assert!(chosen.is_some_and(|rated| strength < 100 || rated["waste"] == 0), "{played}");
        }
    }
}

#[test]
fn positions_are_converted_there_and_back() {
    let host = Host::usual();
    let convert = |body: Value| host.post("/api/v1/convert", &body);
    let written = convert(json!({ "to": "p9169", "positions": [SAMPLE] })).json();
    let read = convert(json!({ "text": written["text"] })).json();
    assert_eq!((&read["from"], &read["positions"], &read["error"]), (&json!("p9169"), &json!([SAMPLE]), &Value::Null));
    assert_eq!(read["answers"], Value::Null, "not requested");
    assert_eq!(convert(json!({ "from": "p9169", "text": "1 2" })).json()["error"]["code"], "bad-input");
    assert_eq!(convert(json!({ "from": "p9169" })).status, 400);
    assert_eq!(convert(json!({ "from": "p1", "text": "" })).code(), "unknown-format");
}

/// If the log of a whole table would be too large, the server must refuse it without making the table.
#[test]
fn a_log_that_will_not_be_made_is_refused_before_the_table_is() {
    let host = Host::usual();
    let rows = vec!["60"; 58].join("/");
    for path in ["sea", "trace"] {
        let reply = host.get(&format!("/api/v1/{path}?pos=race:A59/{rows}/59B_a&follow=all"));
        assert_eq!((reply.status, &*reply.code()), (503, "too-large"), "{path}: {}", reply.text());
        assert!(reply.text().contains("an event log allows at most 16777216"), "{}", reply.text());
        assert!(reply.text().contains("trace only the events that decide the position"), "{}", reply.text());
    }
    assert_eq!(host.json("/tables")["tables"], json!([]), "the table was made for nothing");
}

/// The server returns the contest's answers, so that clients need no second implementation of a format.
#[test]
fn each_case_comes_with_the_judges_line() {
    let host = Host::usual();
    let convert = |body: Value| host.post("/api/v1/convert", &body).json();
    let samples = include_str!("../../../../examples/zu.in");
    let read = convert(json!({ "text": samples, "answers": true }));
    assert_eq!(read["answers"], json!(["Black 0", "Black 2", "Black 2", "Tie", "Red 75"]));
    let read = convert(json!({ "from": "p7387", "text": "2\n3\n101\n4\n10a0\n", "answers": true }));
    assert_eq!((&read["answers"], &read["error"]["code"]), (&json!(["WIN"]), &json!("bad-input")));
    let read = convert(json!({ "text": "cannons:101_r\n", "answers": true }));
    assert_eq!(
        (&read["answers"], &read["positions"]),
        (&Value::Null, &json!(["cannons:101_r"])),
        "tokens have no judge"
    );
    let refused =
        host.post("/api/v1/convert", &json!({ "to": "p7387", "positions": ["cannons:101_r"], "answers": true }));
    assert_eq!((refused.status, &*refused.code()), (400, "usage"));
}
