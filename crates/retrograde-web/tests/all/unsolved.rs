//! Tests of large boards: the opponent without a table, the log of an answer, and advice that works.

use retrograde::rules::memory;
use retrograde_service::whole::unsampled_ms;
use serde_json::{Value, json};

use crate::client::{Host, wait_until};

const BOARD: &str = "pawn:5/5/2O2/H2H1/OH1X1_r";

/// Returns a server that solves no board of the tests for a question.
fn unsolving() -> Host {
    Host::with(|settings| settings.limits.table = 1 << 10)
}

#[test]
fn without_a_table_the_opponent_looks_ahead() {
    let (host, solving) = (unsolving(), Host::usual());
    for token in [BOARD, "pawn:3/1H1/OXO_r", "tictactoe:X2/1O1/2X_o", "quixo:3/3/3_x"] {
        let path = format!("/play?pos={token}&strength=100&seed=7");
        let played = host.json(&path);
        assert_eq!(played, host.json(&path), "{token}");
        let legal = host.json(&format!("/moves?pos={token}"));
        let legal = legal["moves"].as_array().unwrap();
        assert!(
            legal.iter().any(|legal| (&legal["move"], &legal["pos"]) == (&played["move"], &played["pos"])),
            "{played}"
        );
        assert!(played["looked"].as_u64() >= Some(1) && played["examined"].as_u64() <= Some(50_000), "{played}");
        assert!(played.get("value").is_none(), "a value that nobody has proved: {played}");
        // What the search has proved is true.
        let probe = solving.json(&format!("/probe?pos={}", played["pos"].as_str().unwrap()));
        if !played["depth"].is_null() {
            assert_eq!((&played["winner"], &played["depth"]), (&probe["winner"], &probe["depth"]), "{token}");
        }
    }
    // Red wins in one ply, and the search has proved it.
    let played = host.json("/play?pos=pawn:3/1H1/OXO_r&seed=1");
    assert_eq!((&played["over"], &played["depth"]), (&json!("captured"), &json!(0)), "{played}");
}

/// The solve of teeko takes several seconds. A move does not wait for it, and starts no solve.
#[test]
fn issue_30_a_move_does_not_wait_for_a_long_solve() {
    let host = Host::usual();
    let start = host.json("/games/teeko")["examples"][0].as_str().unwrap().to_owned();
    let played = host.json(&format!("/play?pos={start}&seed=7"));
    assert!(played["looked"].as_u64() >= Some(1), "{played}");
    assert_eq!(host.json("/tables")["tables"], json!([]));
}

#[test]
fn a_finished_position_of_a_large_board_needs_no_table() {
    let host = unsolving();
    let probe = host.json("/probe?pos=pawn:X2/3/OO1_b");
    let told = ["value", "over", "depth", "moves"].map(|name| probe[name].clone());
    assert_eq!(told, [json!("win"), json!("reached-goal"), json!(0), json!([])], "{probe}");
    let over = host.get("/api/v1/play?pos=pawn:X2/3/OO1_b");
    assert_eq!((over.status, &*over.code()), (404, "game-over"));
    assert_eq!(host.get("/api/v1/line?pos=pawn:3/1H1/OXO_r").code(), "no-table", "this game is not over");
}

/// The log of an answer is found on a table with more slots than the log of a whole table may have.
#[test]
fn the_log_of_an_answer_needs_no_small_table() {
    let host = Host::with(|settings| settings.limits.table = 1 << 20);
    let start = format!("race:A59/{}59B_a", "60/".repeat(58));
    let unsolved = host.get(&format!("/api/v1/sea?pos={start}"));
    assert_eq!((unsolved.status, &*unsolved.code()), (404, "no-table"), "the reader is asked first");
    let job = host.post("/api/v1/solve", &json!({ "pos": start })).header("location").to_owned();
    wait_until("it is not solved", || host.get(&job).json()["state"] == "done");
    // More than 2^20 positions decide the start, but few decide a position near the end.
    let line = host.json(&format!("/line?pos={start}"));
    let plies = line["line"].as_array().unwrap();
    let token = plies[plies.len() - 12]["pos"].as_str().unwrap();
    let map = host.get(&format!("/api/v1/sea?pos={token}"));
    assert_eq!((map.status, &map.body[..8]), (200, b"RSEA\x02\0\0\0".as_slice()), "{}", map.text());
    let number = |at: usize| u64::from_le_bytes(map.body[at..at + 8].try_into().unwrap());
    let (cells, marks, events) = (number(8), number(16), number(24));
    assert_eq!(map.body.len() as u64, 32 + 10 * cells + 12 * marks);
    assert!((12..10_000).contains(&cells), "{cells}");
    let last = host.json(&format!("/trace?pos={token}&from={}&n=1", events - 1));
    assert_eq!(last["events"][0]["pos"], *token, "{last}");
    let whole = host.get(&format!("/api/v1/sea?pos={token}&follow=all"));
    assert_eq!((whole.status, &*whole.code()), (503, "too-large"));
}

#[test]
fn above_the_memory_of_the_machine_no_memory_is_advised() {
    const MEMORY: u64 = 1 << 30;
    let host = Host::with(|settings| settings.memory = MEMORY);
    let plan = host.json("/plan?pos=quixo:5/5/5/5/5_x");
    assert_eq!(plan["fits"], "quixo:4/4/4/4_x", "{plan}");
    let hint = plan["error"]["hint"].as_str().unwrap();
    // The table of this board needs some 990 GiB.
    if memory::of_machine().is_some_and(|memory| memory < 900 << 30) {
        assert_eq!(hint, "no table of this board fits the memory of this machine; solve a smaller board");
    }
    let smaller = host.json("/plan?pos=quixo:4/4/4/4_x");
    assert!(smaller.get("fits").is_none(), "{smaller}");
    // A sample of this board takes seconds, and the board is not solved. A sample of the smaller board is quick.
    let unsampled = |plan: &Value| unsampled_ms(plan["slots"].as_u64().unwrap());
    assert_eq!(plan["estimated_ms"], json!(unsampled(&plan)));
    for threads in 1..=64 {
        assert_ne!(smaller["estimated_ms"], json!(unsampled(&smaller) / f64::from(threads)), "{smaller}");
    }
    let small = Host::with(|settings| settings.memory = 1 << 26);
    let fixed = small.json("/plan?pos=dobutsu:gle/1c1/1C1/ELG_sente");
    assert!(fixed["fits"].as_str().is_some_and(|token| token.starts_with("dobutsu:1l1/")), "{fixed}");
}
