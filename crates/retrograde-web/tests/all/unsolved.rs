//! Tests of large boards: the opponent without a table.

use serde_json::json;

use crate::client::Host;

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
