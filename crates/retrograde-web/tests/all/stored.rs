//! Tests tables in files. Stored tables answer questions without a solve and without being loaded. The server lists,
//! verifies, makes and removes them.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use retrograde::author::Domain;
use retrograde::{Cell, Depth, Value};
use retrograde_service::registry::Registry;
use serde_json::{Value as Json, json};

use crate::client::{Host, Reply, request, wait_until};
use crate::shelf::{TOKEN, hold, keep, keep_changed, tables_in};

/// The size limit of boards that the server solves automatically for a question, in bytes.
const LITTLE: u64 = 1 << 10;

/// Starts a server with the tables in this folder. The server solves almost no board automatically.
fn server(folder: &Path) -> Host {
    Host::with(|settings| {
        settings.storage = Some(tables_in(folder));
        settings.limits.table = LITTLE;
    })
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.rgt"))
}

fn delete(host: &Host, name: &str) -> Reply {
    host.ask("DELETE", &format!("/api/v1/stored/{name}"), &[], b"")
}

/// Waits for the end of the job that a request has started; returns the job's last report.
fn end(host: &Host, started: &Reply) -> Json {
    assert_eq!(started.status, 202, "{}", started.text());
    let job = started.json()["job"].as_str().unwrap().to_owned();
    let mut report = Json::Null;
    wait_until("the job ends", || {
        report = host.json(&format!("/jobs/{job}"));
        ["done", "failed", "cancelled"].iter().any(|end| report["state"] == *end)
    });
    report
}

fn verify(host: &Host, name: &str) -> Reply {
    host.post("/api/v1/verify", &json!({ "table": name }))
}

fn keep_by(host: &Host, pos: &str) -> Reply {
    host.post("/api/v1/solve", &json!({ "pos": pos, "keep": "depths" }))
}

#[test]
fn a_table_in_files_answers_what_would_not_be_solved() {
    let folder = tempfile::tempdir().unwrap();
    let [probe, plan] = ["probe", "plan"].map(|question| format!("/{question}?pos={TOKEN}"));
    let server_without = server(folder.path());
    let refused = server_without.get(&format!("/api/v1{probe}"));
    assert_ne!(refused.status, 200, "{}", refused.text());
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    assert_eq!(server.json(&plan)["solved"], true);
    let usual = Host::usual();
    assert_eq!(server.json(&probe), usual.json(&probe));
    assert_eq!(server.json("/tables")["tables"][0]["table"], name.as_str());
    let job = server.post("/api/v1/solve", &json!({ "pos": TOKEN })).json();
    assert_eq!((&job["state"], &job["table"]), (&json!("done"), &json!(name)));
}

#[test]
fn a_damaged_table_is_refused_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    damage(&file(folder.path(), &name));
    let server = server(folder.path());
    let probed = server.get(&format!("/api/v1/probe?pos={TOKEN}")).json()["error"].clone();
    // The table must be listed in spite of the error, so that a user who looks for it sees what to do.
    let listed = server.json("/stored")["tables"][0].clone();
    let one = server.json(&format!("/stored/{name}"));
    for error in [probed, listed["error"].clone(), one["error"].clone()] {
        assert_eq!(error["code"], "damaged-table", "{error}");
        assert!(error["message"].as_str().unwrap().contains(&format!("{name}.rgt")), "{error}");
        assert!(error["hint"].as_str().unwrap().contains("tables remove"), "{error}");
    }
    assert!(listed["said"].is_null() && listed["bytes"].as_u64() > Some(0), "{listed}");
    assert_eq!((one["by_depth"].clone(), one["deepest"].clone()), (json!([]), json!([])));
    assert_eq!(verify(&server, &name).code(), "damaged-table");
    let kept = end(&server, &keep_by(&server, TOKEN));
    assert_eq!((&kept["state"], &kept["error"]["code"]), (&json!("failed"), &json!("damaged-table")), "{kept}");
    assert_eq!(delete(&server, &name).status, 200);
    assert_eq!(end(&server, &keep_by(&server, TOKEN))["state"], "done");
}

fn damage(file: &Path) {
    let mut bytes = std::fs::read(file).unwrap();
    bytes[60] ^= 1;
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn what_is_in_files_is_listed_with_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let list = server.json("/stored");
    let table = &list["tables"][0];
    assert_eq!((&table["table"], &table["folder"], &list["writable"]), (&json!(name), &json!(0), &json!(true)));
    assert_eq!((&table["compared"], &table["error"], &list["jobs"]), (&json!(true), &Json::Null, &json!([])));
    assert_eq!(list["folders"], json!([folder.path()]));
    let stats = Host::usual().json(&format!("/stats?pos={TOKEN}"));
    assert_eq!(table["bytes"], std::fs::metadata(file(folder.path(), &name)).unwrap().len());
    let one = server.json(&format!("/stored/{name}?folder=0"));
    assert_eq!(one["said"], table["said"]);
    assert!(one["said"]["hash"].as_str().unwrap().len() == 64 && one["said"]["positions"].as_u64() > Some(0), "{one}");
    // Here positions that share a slot count as one position, so only the number of depths is the same.
    let counts = |report: &Json| report["by_depth"].as_array().unwrap().len();
    assert_eq!(counts(&one), counts(&stats));
    let deepest = one["deepest"].as_array().unwrap();
    assert_eq!(deepest[0]["depth"], one["said"]["depth"]);
    for deep in deepest {
        let probed = server.json(&format!("/probe?pos={}", deep["pos"].as_str().unwrap()));
        let is_so = ["turn", "value", "depth"].iter().all(|field| probed[field] == deep[field]);
        assert!(is_so, "{deep}: {probed}");
    }
}

#[test]
fn a_table_of_a_game_that_is_not_here_is_listed_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let tables = tables_in(folder.path());
    let server = Host::of(Registry::empty(), |settings| settings.storage = Some(tables));
    let table = server.json("/stored")["tables"][0].clone();
    assert!(table["error"]["message"].as_str().unwrap().contains("names no board"), "{table}");
    assert!(table["said"]["positions"].as_u64() > Some(0) && table["compared"] == true, "{table}");
    let report = end(&server, &verify(&server, &name));
    assert_eq!((&report["state"], &report["error"]["code"]), (&json!("failed"), &json!("damaged-table")), "{report}");
}

#[test]
fn a_table_is_removed_by_its_name_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path());
    for name in ["no-such-table", "..", "..%2f..", "%2fetc%2fpasswd", "a%00b"] {
        assert_eq!((delete(&server, name).status, delete(&server, name).status), (404, 404), "{name}");
    }
    let name = keep(folder.path(), TOKEN);
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    std::fs::write(folder.path().join(format!("{name}.0.checkpoint")), "left behind").unwrap();
    // This question must also load the table into memory.
    server.json(&format!("/probe?pos={TOKEN}"));
    let wrong = delete(&server, &format!("{name}?folder=1"));
    assert_eq!((wrong.status, &*wrong.code()), (404, "unknown-table"));
    let mut ends: Vec<_> = std::thread::scope(|scope| {
        let both = [0, 1].map(|_| scope.spawn(|| delete(&server, &name)));
        both.map(|removing| removing.join().unwrap().status).into()
    });
    ends.sort_unstable();
    assert_eq!(ends, [200, 404]);
    assert_eq!((&server.json("/stored")["tables"], &server.json("/tables")["tables"]), (&json!([]), &json!([])));
    assert_eq!(server.get(&format!("/api/v1/probe?pos={TOKEN}")).code(), "no-table");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes.txt"]);
}

#[test]
fn what_a_stopped_solve_left_is_told_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    for left in ["quixo-0badcafe.1.checkpoint", "quixo-0badcafe.rgt.new", "other.txt"] {
        std::fs::write(folder.path().join(left), "12345").unwrap();
    }
    let server = server(folder.path());
    let list = server.json("/stored");
    let left = json!([{ "table": "quixo-0badcafe", "folder": 0, "bytes": 10 }]);
    assert_eq!((&list["tables"], &list["stopped"]), (&json!([]), &left));
    assert_eq!(server.get("/api/v1/stored/quixo-0badcafe").status, 404);
    assert_eq!(delete(&server, "quixo-0badcafe").json()["bytes"], 10);
    assert_eq!((server.json("/stored")["stopped"].clone(), delete(&server, "other").status), (json!([]), 404));
}

#[test]
fn pages_of_others_remove_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let path = format!("/api/v1/stored/{name}");
    let foreign: [(&str, &str, u16); 4] = [
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("host", "evil.example", 421),
    ];
    for (header, value, status) in foreign {
        assert_eq!(server.ask("DELETE", &path, &[(header, value)], b"").status, status, "{header}: {value}");
    }
    assert!(file(folder.path(), &name).is_file());
}

#[test]
fn a_server_for_other_machines_writes_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = Host::with(|settings| {
        settings.address.set_ip(std::net::Ipv4Addr::UNSPECIFIED.into());
        settings.storage = Some(tables_in(folder.path()));
    });
    for refused in [delete(&server, &name), keep_by(&server, "cannons:01100_r")] {
        assert_eq!((refused.status, &*refused.code()), (403, "read-only"), "{}", refused.text());
    }
    assert_eq!(server.json("/stored")["writable"], false);
    // The report of an unreadable table must contain only the file name, not the folder.
    std::fs::write(folder.path().join("achi-00000000.rgt"), "no table").unwrap();
    let list = server.get("/api/v1/stored").text();
    assert!(list.contains(r#""folders":[]"#) && list.contains(r#""message":"achi-00000000.rgt is no table"#), "{list}");
    assert!(!list.contains(folder.path().to_str().unwrap()), "{list}");
    std::fs::remove_file(folder.path().join("achi-00000000.rgt")).unwrap();
    assert!(server.json("/plan?pos=cannons:01100_r")["keep"].is_null());
    // Requests that only read must be answered.
    assert_eq!(end(&server, &verify(&server, &name))["verified"]["ok"], true);
    assert!(file(folder.path(), &name).is_file());
}

#[test]
fn a_table_that_is_being_made_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let held = hold(folder.path(), TOKEN);
    let refused = delete(&server, &name);
    assert_eq!((refused.status, &*refused.code()), (503, "files"), "{}", refused.text());
    assert!(refused.text().contains("another program is making this table"), "{}", refused.text());
    drop(held);
    assert_eq!(delete(&server, &name).json()["table"], name);
}

#[test]
fn a_table_in_files_is_proved_as_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let report = end(&server, &verify(&server, &name));
    assert_eq!((&report["state"], &report["task"]), (&json!("done"), &json!("verify")), "{report}");
    let verified = &report["verified"];
    assert_eq!((&verified["ok"], &verified["table"]), (&json!(true), &json!(name)), "{report}");
    assert_eq!(verified["positions"], server.json("/stored")["tables"][0]["said"]["positions"]);
    assert_eq!(server.json("/tables")["reserved"], 0);
    assert_eq!(verify(&server, "no-such-table").status, 404);
}

#[test]
fn a_wrong_value_is_told_in_the_language_of_the_client() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep_changed(folder.path(), TOKEN, |cells| {
        let deep = |cell: &&mut Cell| cell.value().is_some_and(|value| value.depth() > Some(Depth::new(2)));
        *cells.iter_mut().find(deep).unwrap() = Cell::of(Value::Draw).unwrap();
    });
    let server = server(folder.path());
    let report = end(&server, &verify(&server, &name));
    let violation = &report["verified"]["violation"];
    assert_eq!((&report["state"], &report["verified"]["ok"]), (&json!("done"), &json!(false)), "{report}");
    let chinese = server.ask(
        "GET",
        &format!("/api/v1/jobs/{}", report["job"].as_str().unwrap()),
        &[("accept-language", "zh")],
        b"",
    );
    let answer = &chinese.json()["verified"]["violation"];
    assert!(answer["slot"] == violation["slot"] && answer["law"] != violation["law"], "{violation} {answer}");
}

#[test]
fn a_proof_that_does_not_fit_is_refused_with_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = Host::with(|settings| {
        settings.storage = Some(tables_in(folder.path()));
        settings.memory = 1 << 10;
    });
    let report = end(&server, &verify(&server, &name));
    assert_eq!((&report["state"], &report["error"]["code"]), (&json!("failed"), &json!("too-large")), "{report}");
    assert!(server.json("/stored")["tables"][0]["error"].is_null());
}

#[test]
fn clients_that_leave_a_proof_leave_it_to_its_end() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let body = json!({ "table": name }).to_string();
    for _ in 0..10 {
        let asked = request("POST", "/api/v1/verify", &[("content-type", "application/json")], body.as_bytes());
        server.connect().unwrap().write_all(&asked).unwrap();
        let id = verify(&server, &name).json()["job"].as_str().unwrap().to_owned();
        let followed = request("GET", &format!("/api/v1/jobs/{id}/events"), &[], b"");
        server.connect().unwrap().write_all(&followed).unwrap();
    }
    wait_until("the proofs end", || server.json("/stored")["jobs"] == json!([]));
    assert_eq!(server.json("/tables")["reserved"], 0);
    assert_eq!(end(&server, &verify(&server, &name))["verified"]["ok"], true);
}

#[test]
fn a_proof_that_is_cancelled_ends() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let started = verify(&server, &name);
    let cancelled = server.ask("DELETE", started.header("location"), &[], b"");
    assert_eq!(cancelled.status, 200, "{}", cancelled.text());
    // The job may have ended before it was cancelled.
    let state = end(&server, &started)["state"].clone();
    assert!(state == "cancelled" || state == "done", "{state}");
    assert_eq!(end(&server, &verify(&server, &name))["state"], "done");
}

#[test]
fn a_board_is_solved_and_kept_as_the_command_line_keeps_it() {
    let [folder, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = server(folder.path());
    let plan = server.json(&format!("/plan?pos={TOKEN}"))["keep"].clone();
    assert_eq!(plan["folder"], json!(folder.path()), "{plan}");
    assert!(plan["bytes"].as_u64() > Some(0) && plan["error"].is_null(), "{plan}");
    let report = end(&server, &keep_by(&server, TOKEN));
    assert_eq!((&report["state"], &report["task"]), (&json!("done"), &json!("keep")), "{report}");
    let name = keep(other.path(), TOKEN);
    assert_eq!(report["table"], name);
    let [made, expected] = [&folder, &other].map(|folder| std::fs::read(file(folder.path(), &name)).unwrap());
    assert!(made == expected, "other bytes");
    assert_eq!(server.json("/stored")["tables"][0]["table"], name);
    assert_eq!(server.get(&format!("/api/v1/probe?pos={TOKEN}")).status, 200);
    // A table that already exists must not be made again.
    let changed = || std::fs::metadata(file(folder.path(), &name)).unwrap().modified().unwrap();
    let before = changed();
    assert_eq!((&end(&server, &keep_by(&server, TOKEN))["state"], changed()), (&json!("done"), before));
}

#[test]
fn what_cannot_be_kept_is_refused_before_it_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let with = server(folder.path());
    let explored = Host::with(|settings| {
        settings.storage = Some(tables_in(folder.path()));
        settings.domain = Domain::Reachable;
    });
    let refused = keep_by(&explored, TOKEN);
    assert_eq!((refused.status, &*refused.code()), (400, "not-kept"), "{}", refused.text());
    let huge = keep_by(&with, &format!("race:A299/{}299B_a", "300/".repeat(298)));
    assert_eq!((huge.status, &*huge.code()), (503, "too-large"), "{}", huge.text());
    assert_eq!(with.post("/api/v1/solve", &json!({ "pos": TOKEN, "keep": "class" })).status, 400);
    let nowhere = keep_by(&Host::usual(), TOKEN);
    assert_eq!((nowhere.status, &*nowhere.code()), (403, "read-only"), "{}", nowhere.text());
    // The folder cannot be used, because a file has its name.
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let failed = server(&file);
    let report = end(&failed, &keep_by(&failed, TOKEN));
    assert_eq!((&report["state"], &report["error"]["code"]), (&json!("failed"), &json!("files")), "{report}");
}

#[test]
fn a_table_that_is_removed_while_it_is_asked_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let name = keep(folder.path(), TOKEN);
    let server = server(folder.path());
    let (stop, path) = (AtomicBool::new(false), format!("/api/v1/probe?pos={TOKEN}"));
    std::thread::scope(|scope| {
        let asking = || {
            while !stop.load(Ordering::Relaxed) {
                let reply = server.get(&path);
                // The file may disappear while the server is opening it.
                let is_reported = || ["no-table", "files"].contains(&&*reply.code());
                assert!(reply.status == 200 || is_reported(), "{}", reply.text());
            }
        };
        (0..2).for_each(|_| drop(scope.spawn(asking)));
        for _ in 0..5 {
            assert_eq!(delete(&server, &name).status, 200);
            keep(folder.path(), TOKEN);
            assert_eq!(server.get(&path).status, 200);
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(end(&server, &verify(&server, &name))["verified"]["ok"], true);
}
