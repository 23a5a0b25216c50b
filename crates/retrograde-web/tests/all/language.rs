//! Tests that failures are in the language that the client requests.

use crate::client::{Host, Reply};
use serde_json::{Value, json};

const CHINESE: (&str, &str) = ("accept-language", "zh-CN,zh;q=0.9,en;q=0.8");
const JSON: (&str, &str) = ("content-type", "application/json");

/// Requests that have an error or cannot be answered.
const REFUSED: [&str; 50] = [
    "/probe",
    "/probe?position=cannons:01100_r",
    "/probe?pos=cannons:01100_r&moves=perhaps",
    "/probe?pos=cannons:01100_r&line=x",
    "/probe?pos=cannons:1x1_r",
    "/probe?pos=1x1_r",
    "/probe?pos=luogu:8_w",
    "/probe?pos=canons:01_r",
    "/probe?pos=pawn:X2/3/3_r",
    "/probe?pos=pawn:3/3/3_r",
    "/probe?pos=pawn:OO2/1X1_r",
    "/probe?pos=pawn:OO/1X_w",
    "/probe?pos=race:AA/2_a",
    "/probe?pos=race:A3/1H2/4/3B_a_a1.h9",
    "/probe?pos=graph:x",
    "/probe?pos=graph:1.a.o_1",
    "/probe?pos=graph:1.a.a.1_1",
    "/probe?pos=graph:1.a.o.2_1",
    "/probe?pos=graph:1.a.a",
    "/probe?pos=tictactoe:X2/3/3_x",
    "/probe?pos=tictactoe:XXX/O1O/3_x",
    "/tables?pos=cannons:01100_r",
    "/games/luogu",
    "/jobs/77",
    "/slice?pos=cannons:01100_r",
    "/slice?pos=cannons:01100_r&piece=king",
    "/slice?pos=pawn:O2/1H1/OXH_r&piece=king",
    "/position?pos=cannons:01100_r",
    "/position?pos=cannons:01100_r&slot=-1",
    "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=b2",
    "/position?pos=pawn:O2/1H1/OXH_r&piece=pawn&square=22",
    "/position?pos=pawn:O2/1H1/OXH_r&piece=king1&square=a3",
    "/play?pos=cannons:101_r&strength=101",
    "/play?pos=tictactoe:XXX/O1O/3_o",
    "/trace?pos=cannons:01100_r&follow=both",
    "/trace?pos=cannons:01100_r&n=4097",
    "/random",
    "/random?game=graph&size=3x3",
    "/random?game=pawn&size=3",
    "/random?game=pawn&walls=101",
    "/random?game=pawn&value=mate",
    "/random?game=pawn&turn=white",
    "/random?game=pawn&value=draw&min_depth=2",
    "/random?game=pawn&size=2x2&min_depth=9000",
    "/random?game=pawn&min_depth=long",
    "/random?pos=cannons:01_r&min_depth=900",
    "/random?game=race&size=99x99&value=win",
    "/random?game=pawn&size=1x1",
    "/stats?pos=pawn:10/10/10/10/4O5/10/10/3O6/10/4X5_r",
    "/stats?pos=race:A399/400/400/399B_a",
];

fn host() -> Host {
    Host::with(|settings| (settings.limits.table, settings.memory) = (1 << 16, 1 << 23))
}

/// Returns the texts of a failure that are for people.
fn texts(error: &Value) -> Vec<String> {
    let reasons = error["reasons"].as_array().into_iter().flatten();
    let texts = [&error["message"], &error["hint"]].into_iter().chain(reasons);
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Compares an English and a Chinese refusal; returns a message if they differ in a wrong way. Only the texts may
/// differ, and every text must differ.
fn complaint(english: &Reply, chinese: &Reply) -> Option<String> {
    let head = |reply: &Reply| (reply.status, reply.header("content-type").to_owned());
    let error = |reply: &Reply| reply.json()["error"].clone();
    if english.status < 400 || head(english) != head(chinese) {
        return Some(format!("{:?}, {:?}: {}", head(english), head(chinese), english.text()));
    }
    let (english, chinese) = (error(english), error(chinese));
    let rest = |error: &Value| (error["code"].clone(), error["at"].clone(), texts(error).len());
    let untranslated: Vec<_> = texts(&chinese).into_iter().filter(|text| text.is_ascii()).collect();
    let is_reported = rest(&english) == rest(&chinese)
        && untranslated.is_empty()
        && texts(&english).iter().all(|text| text.is_ascii());
    (!is_reported).then(|| format!("{english} became {chinese}"))
}

#[test]
fn failures_are_told_in_chinese_to_those_who_ask_for_it() {
    let host = host();
    let gets = REFUSED.map(|path| ("GET", path, ""));
    let others = [
        ("PUT", "/games", "{}"),
        ("POST", "/solve", "{"),
        ("POST", "/solve", r#"{"pos":"cannons:1x1_r"}"#),
        ("POST", "/convert", r#"{"text":"1","to":"pos"}"#),
        ("POST", "/convert", r#"{"text":"1","from":"p9196"}"#),
        ("POST", "/convert", r#"{"to":"p9169","positions":["cannons:01100_r"]}"#),
    ];
    let mut wrong = Vec::new();
    for (method, path, body) in gets.into_iter().chain(others) {
        let ask = |headers: &[_]| host.ask(method, &format!("/api/v1{path}"), headers, body.as_bytes());
        wrong.extend(complaint(&ask(&[JSON]), &ask(&[JSON, CHINESE])).map(|it| format!("{method} {path}: {it}")));
    }
    for header in [("host", "evil.example"), ("origin", "http://evil.example")] {
        let ask = |headers: &[_]| host.ask("GET", "/api/v1/games", headers, b"");
        wrong.extend(complaint(&ask(&[header]), &ask(&[header, CHINESE])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn failures_within_answers_are_told_so_too() {
    let host = host();
    let post = |path: &str, body: &Value| host.ask("POST", path, &[JSON, CHINESE], body.to_string().as_bytes());
    let is_chinese = |text: &Value| !text.as_str().unwrap().is_ascii();
    let line = post("/api/v1/probe", &json!({"pos": ["cannons:1x1_r"]})).json();
    assert!(is_chinese(&line["error"]["message"]), "{line}");
    for text in ["cannons:01100_r\ncannons:012_r", "1 1\n2 2\n.O\n", "to be or not to be"] {
        let read = post("/api/v1/convert", &json!({"text": text})).json();
        assert!(is_chinese(&read["error"]["message"]), "{read}");
    }
    let slice = host.ask("GET", "/api/v1/slice?pos=pawn:O2/1H1/OXH_r&piece=king1", &[CHINESE], b"").json();
    let reasons: Vec<_> = slice["squares"].as_array().unwrap().iter().map(|square| &square["reason"]).collect();
    let reasons: Vec<_> = reasons.into_iter().filter(|reason| !reason.is_null()).collect();
    assert!(!reasons.is_empty() && reasons.iter().all(|reason| is_chinese(reason)), "{slice}");
    let plan = host.ask("GET", "/api/v1/plan?pos=race:A399/400/400/399B_a", &[CHINESE], b"").json();
    assert!(is_chinese(&plan["error"]["message"]) && is_chinese(&plan["error"]["hint"]), "{plan}");
}

#[test]
fn advice_names_the_program_that_serves() {
    let host = Host::with(|settings| settings.program = "chase");
    let token = "/probe?pos=pawn:OO/1X_w";
    let list = r#"{"pos":["pawn:OO/1X_w"]}"#;
    let text = r#"{"text":"pawn:OO/1X_w","from":"pos"}"#;
    for (method, path, body) in [("GET", token, ""), ("POST", "/probe", list), ("POST", "/convert", text)] {
        let answer = host.ask(method, &format!("/api/v1{path}"), &[JSON], body.as_bytes());
        let printed = String::from_utf8_lossy(&answer.body);
        assert!(
            printed.contains("`chase rules pawn`") && !printed.contains("`retrograde "),
            "{method} {path}: {printed}"
        );
    }
}
