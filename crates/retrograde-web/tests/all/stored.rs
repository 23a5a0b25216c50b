//! Tables in files answer: nothing is solved, however large the board.

use std::path::Path;

use retrograde::Options;
use retrograde::entry::Domain;
use retrograde_desk::registry::Registry;
use retrograde_desk::session::table_name;
use retrograde_tables::{Keep, Lock, Making, Shelf, write};
use serde_json::json;

use crate::client::Host;

/// Larger than what a question solves by the way, where that is little.
const TOKEN: &str = "quixo:3/3/3_x";
const LITTLE: u64 = 1 << 10;

/// Keeps the table of a position in a folder.
fn keep(folder: &Path, token: &str) -> String {
    let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let values = board.solve(&Options::default()).unwrap();
    let name = table_name(&*position, Domain::All);
    let lock = Lock::take(folder, &name).unwrap();
    let (position, board, values) = (&*position, &*board, &*values);
    let making = Making { name: &name, position, board, values, keep: Keep::Depths, fill: None, threads: 1 };
    write(folder, &making, &lock).unwrap();
    name
}

/// A server that looks into this folder, and solves next to nothing by the way.
fn server(folder: &Path) -> Host {
    Host::with(|settings| {
        settings.tables = Shelf::new(vec![folder.to_owned()]);
        settings.limits.table = LITTLE;
    })
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
    let file = folder.path().join(format!("{name}.rgt"));
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[60] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let reply = server(folder.path()).get(&format!("/api/v1/probe?pos={TOKEN}"));
    let error = reply.json()["error"].clone();
    assert_eq!(error["code"], "damaged-table", "{error}");
    assert!(error["message"].as_str().unwrap().contains(&format!("{name}.rgt")), "{error}");
    assert!(error["hint"].as_str().unwrap().contains("tables remove"), "{error}");
}
