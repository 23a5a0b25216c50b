//! Tests of the check of event logs. The logs are written by hand for a graph of five positions, or are the library's
//! own logs.

use retrograde_service::log_check::{LogCheck, LogFault, LogFaultKind, LogLine, LogReport, MOST_FAULTS};
use retrograde_service::trace::Follow;
use retrograde_testing::solved::SolvedSession;
use serde_json::{Value, json};

/// A graph in which e leads to c and d, c leads to a, and d leads to b; the game is over at a and b.
const GRAPH: &str = "graph:e.a.o.c.d/c.b.o.a/d.b.o.b/a.a.b/b.a.b_";

fn checked(solution: &SolvedSession, log: &str) -> LogReport {
    let mut check = LogCheck::default();
    for (line, text) in (1..).zip(log.lines()).filter(|(_, text)| !text.is_empty()) {
        match LogLine::read(line, text) {
            LogLine::Checked(event) => {
                check.next(&event, &solution.probe(&event.pos, 0).unwrap());
            }
            LogLine::Ignored => {}
            LogLine::NoEvent => {
                check.end_at(line);
                break;
            }
        }
    }
    check.report()
}

/// Returns a log as lines of JSON, from words such as "mark c win 1".
fn log(words: &[&str]) -> String {
    let line = |words: &&str| {
        let words: Vec<_> = words.split(' ').collect();
        let mut event = json!({ "event": words[0] });
        for (name, word) in ["pos", "value", "depth"].into_iter().zip(&words[1..]) {
            event[name] = match name {
                "pos" => format!("{GRAPH}{word}").into(),
                "value" => (*word).into(),
                _ => serde_json::from_str(word).unwrap(),
            };
        }
        event.to_string() + "\n"
    };
    words.iter().map(line).collect()
}

fn faults(words: &[&str]) -> Vec<LogFault> {
    checked(&SolvedSession::new(&format!("{GRAPH}e")), &log(words)).faults
}

/// Returns the event number, the kind and the move of each fault in a log.
fn summaries(words: &[&str]) -> Vec<(u64, LogFaultKind, Option<String>)> {
    faults(words).into_iter().map(|fault| (fault.event, fault.fault, fault.action)).collect()
}

const SEEDS: [&str; 2] = ["seed a loss 0", "seed b loss 0"];

fn seeded<'w>(words: &[&'w str]) -> Vec<&'w str> {
    [&SEEDS[..], words].concat()
}

#[test]
fn a_log_is_right_in_any_order_that_keeps_causes_before_what_follows_from_them() {
    let words = ["pop a loss 0", "mark c win 1", "mark d win 1", "layer", "mark e loss 2", "done"];
    assert_eq!(summaries(&seeded(&words)), []);
    let words = ["seed b loss 0", "mark d win 1", "seed a loss 0", "pop b", "mark c win 1", "mark e loss 2"];
    assert_eq!(summaries(&words), []);
}

#[test]
fn a_wrong_event_is_reported_with_the_reason() {
    use LogFaultKind::{Depth, Early, EarlyLoss, NotOver, Popped, Value};
    let one = |event, fault, action: Option<&str>| vec![(event, fault, action.map(str::to_owned))];
    assert_eq!(summaries(&seeded(&["mark c win 2"])), one(3, Depth, None));
    assert_eq!(summaries(&seeded(&["mark c loss 1"])), one(3, Value, None));
    assert_eq!(summaries(&seeded(&["mark c"])), one(3, Value, None));
    assert_eq!(summaries(&seeded(&["mark c win"])), one(3, Depth, None));
    assert_eq!(summaries(&["seed c win 1"]), one(1, NotOver, None));
    assert_eq!(summaries(&["seed a loss 0", "mark d win 1"]), one(2, Early, Some("b")));
    assert_eq!(summaries(&seeded(&["mark c win 1", "mark e loss 2"])), one(4, EarlyLoss, Some("d")));
    assert_eq!(summaries(&seeded(&["pop c win 1"])), one(3, Popped, None));
    assert_eq!(summaries(&seeded(&["pop a win"])), one(3, Value, None));
    assert_eq!(summaries(&seeded(&["pop a loss 1"])), one(3, Depth, None));
}

#[test]
fn every_fault_is_reported_and_makes_what_follows_from_it_no_worse() {
    let words = ["mark c win 3", "mark d loss 1", "mark e loss 2", "pop e", "pop a loss 7"];
    let summaries = summaries(&seeded(&words));
    let kinds: Vec<_> = summaries.iter().map(|(event, fault, _)| (*event, *fault)).collect();
    assert_eq!(kinds, [(3, LogFaultKind::Depth), (4, LogFaultKind::Value), (7, LogFaultKind::Depth)]);
}

#[test]
fn a_fault_has_its_place_and_both_values() {
    let found = serde_json::to_value(&faults(&seeded(&["layer", "mark c draw 2.5"]))[0]).unwrap();
    let expected = json!({
        "event": 3, "line": 4, "pos": format!("{GRAPH}c"), "fault": "value", "expected": { "value": "win", "depth": 1 },
        "found": { "value": "draw", "depth": 2.5 }, "move": null, "to": null, "message": null,
    });
    assert_eq!(found, expected);
    let early = &faults(&["mark c win 1"])[0];
    assert_eq!(early.to.as_deref(), Some(&*format!("{GRAPH}a")));
}

#[test]
fn a_check_stops_at_what_is_no_event() {
    let solution = SolvedSession::new(&format!("{GRAPH}e"));
    let bad = |log: &str| checked(&solution, log).bad_line;
    let seed = log(&["seed a loss 0"]);
    assert_eq!(bad(&format!("{seed}\nRed 75\n")), Some(3));
    assert_eq!(bad(&seed), None);
    for line in
        ["{\"event\":\"mark\"}", "{\"event\":7}", "[]", "\"mark\"", "{\"event\":\"pop\",\"pos\":3}", "{", "\u{1b}"]
    {
        assert_eq!(bad(line), Some(1), "{line}");
    }
    let report = checked(&solution, "{\"event\":\"layer\"}\n{\"event\":\"anything\"}\n");
    assert!(report.ok && report.events == 0);
}

#[test]
fn a_check_stops_after_a_hundred_faults() {
    let solution = SolvedSession::new(&format!("{GRAPH}e"));
    let (mut check, line) = (LogCheck::default(), log(&["seed c win 1"]));
    let LogLine::Checked(event) = LogLine::read(1, &line) else { panic!("{line}") };
    let probed = solution.probe(&event.pos, 0).unwrap();
    for number in 0..MOST_FAULTS {
        assert!(!check.is_cut(), "{number}");
        check.next(&event, &probed);
    }
    let report = check.report();
    assert!(report.cut && !report.ok && report.faults.len() == MOST_FAULTS);
}

/// Returns the library's log as another program would write it.
fn own_log(solution: &SolvedSession, token: &str, follow: Follow) -> Vec<Value> {
    let events = solution.trace(token, follow, 0, u64::MAX).unwrap().events;
    events.iter().map(|event| serde_json::to_value(event).unwrap()).collect()
}

fn text(events: &[Value]) -> String {
    events.iter().map(|event| event.to_string() + "\n").collect()
}

#[test]
fn issue_27_the_logs_of_the_library_are_right_and_each_change_is_found() {
    let seed = 27;
    println!("seed {seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    for token in [
        "pawn:O2/1HX/1O1_r",
        "race:A3/1H2/4/3B_a",
        "cannons:01100_r",
        "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
        "tictactoe:X2/1O1/2X_o",
    ] {
        let solution = SolvedSession::new(token);
        for follow in Follow::BOTH {
            let events = own_log(&solution, token, follow);
            let report = checked(&solution, &text(&events));
            assert!(report.ok && report.events > 0, "{token}: {:?}", report.faults.first());
        }
        let events = own_log(&solution, token, Follow::Answer);
        let states = |event: &Value| ["seed", "mark", "pop"].contains(&event["event"].as_str().unwrap());
        let stating: Vec<_> = (0..events.len()).filter(|&at| states(&events[at])).collect();
        for _ in 0..20 {
            let at = stating[rng.usize(..stating.len())];
            let mut changed = events.clone();
            println!("{token}: event {at}");
            if rng.bool() {
                changed[at]["depth"] = json!(changed[at]["depth"].as_u64().unwrap() + 1);
            } else {
                changed[at]["value"] = json!(if changed[at]["value"] == "tie" { "win" } else { "tie" });
            }
            let report = checked(&solution, &text(&changed));
            assert_eq!(report.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [at as u64 + 1]);
        }
        // If the mark of a position is missing, the check finds the fault at the event where the position leaves the
        // queue.
        let marks = stating.iter().filter(|&&at| events[at]["event"] == "mark");
        for &at in marks.take(20) {
            let mut changed = events.clone();
            let removed = changed.remove(at);
            let report = checked(&solution, &text(&changed));
            let popped = |fault: &LogFault| fault.fault == LogFaultKind::Popped && removed["pos"] == fault.pos;
            assert!(report.faults.iter().any(popped), "{token}: {removed}");
        }
    }
}
