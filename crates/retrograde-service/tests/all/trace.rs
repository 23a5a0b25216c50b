//! Tests of the event logs of the games. The tests compare the logs with a slow, simple log, and check the reports of
//! the logs.

use retrograde::ask::Slots;
use retrograde::{Explored, Linked, Notation, Options, Reversible, Solution};
use retrograde_games::cannons::Cannons;
use retrograde_games::graph::Graph;
use retrograde_games::pawn::Pawn;
use retrograde_games::race::Race;
use retrograde_games::tictactoe::TicTacToe;
use retrograde_service::position;
use retrograde_service::trace::Follow;
use retrograde_testing::solved::{SolvedSession, builtin, small_examples};
use retrograde_testing::teacher::assert_same;
use serde_json::Value as Json;

const SAMPLE_5: &str = "pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r";

fn options() -> Options<'static> {
    Options::default()
}

/// Compares the log of the whole table and the log of an answer with those of the slow method.
fn assert_logs<R: Reversible>(what: &str, game: R, start: &R::Position) {
    println!("{what}");
    let solution = Solution::new(game, &options()).unwrap();
    if solution.table().slots() < 200_000 {
        assert_same(what, &Slots(solution.game()), solution.table(), 1);
    }
    let answer = solution.solution_graph(start).unwrap();
    assert_same(what, &answer.board(&Slots(solution.game())), answer.table(), 2);
}

fn each_example<G: Notation>(mut test: impl FnMut(&str, G, G::Position)) {
    for text in G::EXAMPLES {
        let (game, position) = G::parse(text).unwrap();
        test(text, game, position);
    }
}

#[test]
fn the_logs_of_all_games_are_what_a_queue_and_counters_write() {
    each_example(|text, game: Pawn, start| assert_logs(text, game, &start));
    each_example(|text, game: Race, start| assert_logs(text, game, &start));
    each_example(|text, game: Cannons, start| assert_logs(text, game, &start));
    each_example(|text, game: Graph, start| assert_logs(text, Linked::new(game, &options()).unwrap(), &start));
    each_example(|text, game: TicTacToe, start| {
        let explored = Explored::new(game, [start], &options()).unwrap();
        assert_logs(text, Linked::new(explored, &options()).unwrap(), &start);
    });
}

fn json(solution: &SolvedSession, token: &str, follow: Follow, from: u64, count: u64) -> Json {
    serde_json::to_value(solution.trace(token, follow, from, count).unwrap()).unwrap()
}

/// The memory for a log depends on the number of depths. A table that omits wins in one ply has the same number of
/// depths.
#[test]
fn the_number_of_depths_is_that_of_all_positions() {
    for token in small_examples() {
        let session = SolvedSession::new(&token).session;
        let deepest = session.stats().unwrap().by_depth.iter().map(|depth| u64::from(depth.depth)).max();
        assert_eq!(session.depths().unwrap(), deepest.unwrap_or(0).max(1) + 1, "{token}");
    }
}

#[test]
fn a_log_as_data() {
    let token = "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1";
    let solution = SolvedSession::new(token);
    let report = solution.trace(token, Follow::All, 0, 100).unwrap();
    let lines: Vec<_> = report.events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let graph = "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b";
    let expected = [
        r#"{"event":"seed","step":0,"slot":2,"pos":"G_3","turn":"b","value":"tie","winner":null,"depth":0,"over":"level"}"#,
        r#"{"event":"seed","step":1,"slot":3,"pos":"G_4","turn":"a","value":"loss","winner":"b","depth":0,"over":"b-wins"}"#,
        r#"{"event":"pop","step":2,"slot":3,"pos":"G_4","turn":"a","value":"loss","winner":"b","depth":0}"#,
        r#"{"event":"mark","step":3,"slot":1,"pos":"G_2","turn":"b","from":3,"move":"4","value":"win","winner":"b","depth":1}"#,
        r#"{"event":"layer","step":4,"depth":0,"win":0,"loss":1,"tie":0,"queue":2}"#,
        r#"{"event":"pop","step":5,"slot":1,"pos":"G_2","turn":"b","value":"win","winner":"b","depth":1}"#,
        r#"{"event":"relax","step":6,"slot":0,"pos":"G_1","turn":"a","from":1,"move":"2","open":1,"of":2}"#,
        r#"{"event":"layer","step":7,"depth":1,"win":1,"loss":0,"tie":0,"queue":1}"#,
        r#"{"event":"pop","step":8,"slot":2,"pos":"G_3","turn":"b","value":"tie","winner":null,"depth":0}"#,
        r#"{"event":"mark","step":9,"slot":0,"pos":"G_1","turn":"a","from":2,"move":"3","value":"tie","winner":null,"depth":1}"#,
        r#"{"event":"layer","step":10,"depth":0,"win":0,"loss":0,"tie":1,"queue":1}"#,
        r#"{"event":"pop","step":11,"slot":0,"pos":"G_1","turn":"a","value":"tie","winner":null,"depth":1}"#,
        r#"{"event":"layer","step":12,"depth":1,"win":0,"loss":0,"tie":1,"queue":0}"#,
        r#"{"event":"rest","step":13,"draw":0}"#,
        r#"{"event":"done","step":14,"slot":0,"pos":"G_1","turn":"a","value":"tie","winner":null,"depth":1}"#,
    ];
    assert_eq!(lines, expected.map(|line| line.replace('G', graph)));
    let window = json(&solution, token, Follow::All, 6, 2);
    assert_eq!(window["events"].as_array().unwrap().len(), 2);
    assert_eq!(window["events"][0]["step"], 6);
    let keyframe = r#"{"step":6,"depth":1,"queue":1,"popped":2,"win":1,"loss":1,"tie":1,"undecided":1}"#;
    assert_eq!(serde_json::to_string(&solution.trace(token, Follow::All, 6, 2).unwrap().keyframe).unwrap(), keyframe);
    let behind = json(&solution, token, Follow::All, 1_000, 2);
    assert_eq!((&behind["from"], behind["events"].as_array().unwrap().len()), (&Json::from(15), 0));
}

/// The published certificate for the fifth sample of the contest has 418 positions.
#[test]
fn following_sample_5_takes_418_positions() {
    let solution = SolvedSession::new(SAMPLE_5);
    let report = solution.trace(SAMPLE_5, Follow::Answer, 0, u64::MAX).unwrap();
    let last = serde_json::to_value(&report.events[report.events.len() - 1]).unwrap();
    assert_eq!((&last["event"], &last["value"], &last["depth"]), (&"done".into(), &"win".into(), &75.into()));
    let end = solution.trace(SAMPLE_5, Follow::Answer, report.total, 0).unwrap().keyframe;
    println!("{} events, {end:?}", report.total);
    assert_eq!((end.win + end.loss, end.tie, end.undecided, end.queue), (418, 0, 0, 0));
}

/// The moves of relaxed and marked positions lead to the popped position, which last left the queue.
#[test]
fn every_move_of_a_log_leads_to_the_popped_position() {
    let registry = builtin();
    for token in [SAMPLE_5, "race:4/1AB1/4_a_a1.d3", "cannons:01100_r"] {
        let solution = SolvedSession::new(token);
        for event in solution.trace(token, Follow::Answer, 0, 3_000).unwrap().events {
            let event = serde_json::to_value(event).unwrap();
            let (Some(action), Some(from)) = (event["move"].as_str(), event["from"].as_u64()) else { continue };
            let moves = position::moves(&*registry.open(event["pos"].as_str().unwrap()).unwrap()).unwrap().moves;
            let child = moves.iter().find(|legal| legal.action == action).unwrap();
            assert_eq!(solution.token(from).unwrap(), child.child.pos, "{event}");
        }
    }
}

/// Building the index takes a quarter of a second, and reading a window takes half a millisecond. Without the index,
/// reading a window could take as long as reading the whole log.
#[test]
fn the_log_of_an_open_board_is_found_at_any_step() {
    let token = "pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r";
    let solution = SolvedSession::new(token);
    let total = solution.trace(token, Follow::All, 0, 1).unwrap().total;
    assert_eq!(total, 3_718_263);
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let from = rng.u64(..total);
        let window = solution.trace(token, Follow::All, from, 100).unwrap();
        assert_eq!((window.keyframe.step, window.events.len() as u64), (from, 100.min(total - from)));
    }
    let state_map = solution.state_map(token, Follow::All).unwrap();
    assert_eq!(&state_map[..4], b"RSEA");
}
