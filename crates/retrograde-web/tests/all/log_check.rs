//! Tests how the server checks logs of other programs.

use serde_json::{Value, json};

use crate::client::Host;

const SEED: &str = r#"{"event":"seed","pos":"cannons:0101_b","value":"tie","depth":0}"#;
const MARK: &str = r#"{"event":"mark","pos":"cannons:01100_r","value":"tie","depth":1}"#;

fn posted(host: &Host, lines: &[&str]) -> Value {
    host.post("/api/v1/trace", &json!({ "log": lines.join("\n") })).json()
}

#[test]
fn issue_27_a_log_is_checked_to_its_end() {
    let host = Host::usual();
    assert_eq!(
        posted(&host, &[SEED, "", r#"{"event":"layer"}"#, MARK]),
        json!({ "schema": 1, "ok": true, "events": 2, "faults": [], "bad_line": null, "cut": false })
    );
    let wrong = posted(&host, &[MARK, SEED, r#"{"event":"pop","pos":"cannons:1x1_r"}"#, "Red 75", SEED]);
    let kinds: Vec<_> = wrong["faults"].as_array().unwrap().iter().map(|fault| fault["fault"].clone()).collect();
    assert_eq!(kinds, ["early", "unread"], "{wrong}");
    assert_eq!((&wrong["events"], &wrong["bad_line"], &wrong["ok"]), (&json!(3), &json!(4), &json!(false)));
    // The library's own log must be correct.
    let events = host.json("/trace?pos=race:A3/1H2/4/3B_a&follow=all&n=4000")["events"].clone();
    let lines: Vec<_> = events.as_array().unwrap().iter().map(ToString::to_string).collect();
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    assert_eq!(posted(&host, &lines)["ok"], true);
}

#[test]
fn why_a_position_cannot_be_read_is_told_in_the_language_of_the_client() {
    let (host, log) = (Host::usual(), json!({ "log": r#"{"event":"pop","pos":"cannons:1x1_r"}"# }));
    let headers = [("content-type", "application/json"), ("accept-language", "zh-CN")];
    let message = |reply: Value| reply["faults"][0]["message"].as_str().unwrap().to_owned();
    let chinese = message(host.ask("POST", "/api/v1/trace", &headers, log.to_string().as_bytes()).json());
    let english = message(host.post("/api/v1/trace", &log).json());
    assert!(english.is_ascii() && !chinese.is_ascii(), "{english}: {chinese}");
}

#[test]
fn a_log_that_is_too_long_or_of_a_board_that_is_too_large_is_refused() {
    let host = Host::with(|settings| (settings.limits.positions, settings.limits.table) = (2, 1 << 10));
    let asked = |lines: &[&str]| host.post("/api/v1/trace", &json!({ "log": lines.join("\n") }));
    let long = asked(&[r#"{"event":"pop","pos":"x"}"#; 3]);
    assert_eq!((long.status, &*long.code()), (413, "usage"), "{}", long.text());
    assert!(long.text().contains("trace --check"), "{}", long.text());
    assert_eq!(asked(&[r#"{"event":"pop","pos":"x"}"#; 2]).json()["events"], 2);
    // If the table of a position cannot be made, this is not a fault of the log.
    let large = asked(&[r#"{"event":"mark","pos":"pawn:5/5/2O2/H2H1/OH1X1_r","value":"draw"}"#]);
    assert!(large.status >= 400 && large.code() == "no-table", "{} {}", large.status, large.text());
}
