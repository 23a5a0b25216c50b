//! Tests a board that needs more memory than expected. The server reserves the expected amount first, and more if it is
//! needed.

use retrograde::author::Entry;
use retrograde::kernel::estimates;
use retrograde::{Ending, Facts, Game, Notation, NotationError, Numbered, Reversible, Side, Slot};
use retrograde_service::registry::Registry;
use serde_json::json;

use crate::client::{Host, wait_until};

/// A game in which each move is one step, up to the last square. There the side to move has lost. There are as
/// many values as squares, and one byte can represent at most 254 values.
#[derive(Clone)]
struct Stairs {
    last: u64,
}

impl Game for Stairs {
    type Position = u64;
    type Move = u64;

    fn turn(&self, &square: &u64) -> Side {
        Side::from_parity(square)
    }

    fn ending(&self, &square: &u64) -> Option<Ending> {
        (square == self.last).then(|| Ending::won(self.turn(&square).other(), "arrived"))
    }

    fn each_move(&self, &square: &u64, mut visit: impl FnMut(u64, u64)) {
        if square < self.last {
            visit(square + 1, square + 1);
        }
    }
}

impl Numbered for Stairs {
    fn slots(&self) -> u64 {
        self.last + 1
    }

    fn slot(&self, &square: &u64) -> Slot {
        Slot(square)
    }

    fn position(&self, slot: Slot) -> Option<u64> {
        Some(slot.0)
    }

    fn facts(&self) -> Facts {
        Facts { fits_bytes: true, ..Facts::default() }
    }
}

impl Reversible for Stairs {
    fn each_unmove(&self, &square: &u64, mut visit: impl FnMut(u64)) {
        square.checked_sub(1).into_iter().for_each(&mut visit);
    }
}

impl Notation for Stairs {
    const ID: &'static str = "stairs";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Up the stairs";
    const RULES: &'static str = "Who is at the last step has lost.";
    const EXAMPLES: &'static [&'static str] = &["9_0"];

    fn parse(text: &str) -> Result<(Self, u64), NotationError> {
        let wrong = || NotationError::malformed(0..text.len(), "expected two numbers");
        let (last, square) = text.split_once('_').ok_or_else(wrong)?;
        Ok((Self { last: last.parse().map_err(|_| wrong())? }, square.parse().map_err(|_| wrong())?))
    }

    fn print(&self, square: &u64) -> String {
        format!("{}_{square}", self.last)
    }
}

const TOKEN: &str = "stairs:60000_0";

/// The memory that is needed with one byte per slot, and with two bytes per slot, in bytes.
fn allowed() -> [u64; 2] {
    estimates(60_001, 1)
}

fn host(memory: u64, table: u64) -> Host {
    Host::of(Registry::empty().with(Entry::<Stairs>::reversible()), |settings| {
        (settings.threads, settings.memory, settings.limits.table) = (1, memory, table);
    })
}

#[test]
fn what_is_told_and_reserved_is_what_is_expected() {
    let [narrow, wide] = allowed();
    let host = host(narrow, narrow);
    let plan = host.json(&format!("/plan?pos={TOKEN}"));
    assert!(plan["bytes"].as_u64().unwrap() <= narrow && narrow < wide, "{plan}");
    assert_eq!((&plan["automatic"], &plan["error"]), (&true.into(), &().into()));
}

#[test]
fn a_board_of_more_values_than_expected_is_solved_in_more_room() {
    let [narrow, wide] = allowed();
    for (memory, table) in [(2 * wide, wide), (wide, wide)] {
        let host = host(memory, table);
        let found = host.json(&format!("/probe?pos={TOKEN}"));
        assert_eq!(found["depth"], 60_000, "{found}");
        let tables = host.json("/tables");
        assert!(tables["held"].as_u64() > Some(narrow / 2) && tables["reserved"] == 0, "{tables}");
    }
    // A job that a client started explicitly may use the whole memory.
    let host = host(wide, narrow);
    let job = host.post("/api/v1/solve", &json!({ "pos": TOKEN })).json()["job"].as_str().unwrap().to_owned();
    let mut report = host.json(&format!("/jobs/{job}"));
    wait_until("it is solved", || {
        report = host.json(&format!("/jobs/{job}"));
        report["state"] != "waiting" && report["state"] != "solving"
    });
    assert_eq!(report["state"], "done", "{report}");
}

#[test]
fn a_board_that_outgrows_its_limit_is_refused_as_such() {
    let [narrow, wide] = allowed();
    let refused = host(2 * wide, narrow).get(&format!("/api/v1/probe?pos={TOKEN}"));
    assert_eq!((refused.status, &*refused.code()), (404, "no-table"), "{}", refused.text());
    assert!(refused.text().contains("without a job, the server solves only boards of at most"), "{}", refused.text());
    // The memory is too small for the board; the job must report this.
    let host = host(narrow, narrow);
    let job = host.post("/api/v1/solve", &json!({ "pos": TOKEN })).json()["job"].as_str().unwrap().to_owned();
    let mut report = host.json(&format!("/jobs/{job}"));
    wait_until("it is refused", || {
        report = host.json(&format!("/jobs/{job}"));
        report["state"] != "waiting" && report["state"] != "solving"
    });
    assert_eq!((&report["state"], &report["error"]["code"]), (&"failed".into(), &"too-large".into()), "{report}");
}
