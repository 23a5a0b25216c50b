//! Tests views of boards and edits, as the page requests them.

use serde_json::{Value, json};

use crate::client::{Host, encoded};

const CHINESE: [(&str, &str); 2] = [("accept-language", "zh"), ("content-type", "application/json")];

fn edit(pos: &str, edit: &Value) -> Value {
    json!({"pos": pos, "edit": edit})
}

#[test]
fn an_edit_answers_the_look_of_the_edited_board() {
    let host = Host::usual();
    let carried = edit("pawn:5/5/2O2/H2H1/OH1X1_b", &json!({"kind": "carry", "from": "c3", "to": "c1"}));
    let edited = host.post("/api/v1/edit", &carried).json();
    assert_eq!(edited["pos"], "pawn:2O2/5/5/H2H1/OH1X1_b");
    assert_eq!(host.json("/look?pos=pawn:2o2/5/5/h2h1/oh1x1+b"), edited, "however it is spelled");
    let moves = host.json("/moves?pos=pawn:2O2/5/5/H2H1/OH1X1_b");
    for field in ["shape", "ground", "pieces", "goals", "lift", "ending", "problems"] {
        assert_eq!(moves["look"][field], edited[field]);
    }
    assert_eq!(moves["moves"][0]["path"], json!(["d5", "c5"]));
}

/// If a table in memory has the board, the answer to an edit must include the data that the page requests next. Thus
/// the page needs only one request.
#[test]
fn an_edit_tells_what_is_known_of_the_board() {
    let host = Host::usual();
    let carried = edit("pawn:5/5/2O2/H2H1/OH1X1_b", &json!({"kind": "carry", "from": "c3", "to": "c1"}));
    assert!(host.post("/api/v1/edit", &carried).json().get("known").is_none(), "no table is made for it");
    let (probe, moves) =
        ["probe", "moves"].map(|ask| host.json(&format!("/{ask}?pos=pawn:2O2/5/5/H2H1/OH1X1_b"))).into();
    let known = &host.post("/api/v1/edit", &carried).json()["known"];
    assert_eq!((&known["probe"], &known["moves"]), (&probe, &moves));
    let illegal = edit("pawn:5/5/2O2/H2H1/OH1X1_b", &json!({"kind": "place", "tool": "king", "square": "c3"}));
    let taken_off = host.post("/api/v1/edit", &illegal).json();
    assert!(taken_off["problems"][0].is_object() && taken_off.get("known").is_none(), "{taken_off}");
}

#[test]
fn problems_are_told_in_the_language_of_the_client() {
    let host = Host::usual();
    let body = edit("race:A3/1H2/4/3B_a", &json!({"kind": "place", "tool": "b", "square": "d4"})).to_string();
    let problem = |headers: &[(&str, &str)]| {
        let look = host.ask("POST", "/api/v1/edit", headers, body.as_bytes()).json();
        look["problems"][0]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(problem(&CHINESE[1..]), "no token B, expected one");
    assert_eq!(problem(&CHINESE), "没有棋子 B，应有一个");
}

/// Every refusal of an edit must be one sentence; in Chinese if the client asks for Chinese.
#[test]
fn edits_that_cannot_be_made_are_refused_in_both_languages() {
    let host = Host::usual();
    let board = "pawn:5/5/2O2/H2H1/OH1X1_b";
    for (pos, wish) in [
        (board, json!({"kind": "place", "tool": "queen", "square": "a1"})),
        (board, json!({"kind": "place", "tool": "king", "square": "z99"})),
        (board, json!({"kind": "carry", "from": "", "to": "a1"})),
        (board, json!({"kind": "turn", "side": "white"})),
        (board, json!({"kind": "size", "rows": 1_000_000_000, "columns": 1_000_000_000})),
        (board, json!({"kind": "swap"})),
        (board, json!({"kind": "explode"})),
        (board, json!({"kind": "rotate", "twice": true})),
        (board, json!({"kind": "size", "rows": -1, "columns": 2})),
        ("graph:1.a.b_1", json!({"kind": "turn", "side": "b"})),
        ("cannons:01100_r", json!({"kind": "carry", "from": "0", "to": "6"})),
    ] {
        let body = edit(pos, &wish).to_string();
        let [english, chinese] =
            [&CHINESE[1..], &CHINESE].map(|headers| host.ask("POST", "/api/v1/edit", headers, body.as_bytes()));
        assert_eq!((english.status, &*english.code()), (400, "usage"), "{wish}: {}", english.text());
        let said = chinese.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(!said.is_ascii(), "{wish}: {said}");
    }
    for (pos, status) in [("pawn:3/2_r", 400), ("luogu:8_w", 400), ("race:AB_a_z9.a1", 422)] {
        assert_eq!(host.post("/api/v1/edit", &edit(pos, &json!({"kind": "mirror"}))).status, status, "{pos}");
        assert_eq!(host.get(&format!("/api/v1/look?pos={pos}")).status, status, "{pos}");
    }
}

#[test]
fn many_looks_come_in_order_and_not_too_many() {
    let host = Host::usual();
    let asked = json!({"pos": ["cannons:01100_r", "cannons:1x1_r", "pawn:OOO/3_r"]});
    let reply = host.post("/api/v1/look", &asked);
    let looks: Vec<Value> = reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(looks.len(), 3);
    assert_eq!([&looks[0]["pos"], &looks[1]["error"]["code"]], ["cannons:01100_r", "bad-position"]);
    assert_eq!(looks[2]["problems"].as_array().unwrap().len(), 2);
    let many = vec!["cannons:01100_r"; 1001];
    assert_eq!(host.post("/api/v1/look", &json!({"pos": many})).status, 413);
}

/// Boards of a million squares can be shown and edited. If there are more than ten thousand pieces, they are counted
/// but not drawn.
#[test]
fn large_boards_are_seen_and_edited() {
    let host = Host::usual();
    let large = format!("race:A999/{}999B_a", "1000/".repeat(998));
    let place = json!({"kind": "place", "tool": "wall", "square": "b2"});
    let look = host.post("/api/v1/edit", &edit(&large, &place)).json();
    assert_eq!(look["shape"], json!({"kind": "grid", "rows": 1000, "columns": 1000}));
    assert!(look["ground"].as_str().unwrap().starts_with("1000/1#998/1000/"), "{look}");
    assert_eq!(look["lift"].as_array().unwrap().len(), 2);
    let row = "A".repeat(101);
    let full = format!("race:{}{row}_a", format!("{row}/").repeat(99));
    let look = host.post("/api/v1/edit", &edit(&full, &place)).json();
    assert_eq!(look["shape"], json!({"kind": "none"}));
    assert_eq!(look["problems"][0]["message"], "10099 tokens A, such as a1 and b1, expected one");
    let row = format!("cannons:{}_r", "01".repeat(10_000));
    assert_eq!(host.post("/api/v1/look", &json!({"pos": [row]})).json()["shape"], json!({"kind": "none"}));
    let graph: Vec<_> = (0..20_000).map(|node| format!("{node}.a.o.{}", (node + 1) % 20_000)).collect();
    let graph = format!("graph:{}_7", graph.join("/"));
    assert_eq!(host.post("/api/v1/look", &json!({"pos": [graph]})).json()["shape"], json!({"kind": "none"}));
    assert_eq!(host.get(&format!("/api/v1/look?pos={}", encoded("race:9999999999999999999999_a"))).status, 400);
}
