//! Tests the service as another front end uses it. The answers of the example `service` must be those of the command.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use retrograde::author::Domain;
use serde_json::{Value, json};

use crate::program::{example, reading, retrograde, stdout};

/// Returns the answers of the example to these queries. Each answer is one line. The example stores its tables in this
/// folder.
fn service(folder: &Path, questions: &[Value]) -> Vec<String> {
    let lines: Vec<_> = questions.iter().map(Value::to_string).collect();
    let output = reading(Command::new(example("service")).arg(folder), lines.join("\n").as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

/// The maximum size of a board in the comparison, in slots.
const SMALL: u64 = 100_000;
/// The number of tokens in the comparison.
const TOKENS: usize = 200;

/// Returns a board of every game that has a small board among its examples, and the tokens to compare. These tokens are
/// positions that random moves reach from these boards.
fn tokens() -> (Vec<String>, Vec<String>) {
    let seed = std::env::var("SEED").map_or_else(|_| fastrand::u64(..), |seed| seed.parse().unwrap());
    let registry = retrograde_cli::builtin();
    println!("seed {seed}");
    let mut rng = fastrand::Rng::with_seed(seed);
    let is_small = |token: &&String| {
        let position = registry.open(token).unwrap();
        position.plan(Domain::All, 1).slots.is_none_or(|slots| slots <= SMALL)
    };
    let boards: Vec<_> =
        registry.games().filter_map(|game| game.about().examples.iter().find(is_small)).cloned().collect();
    let mut all = BTreeSet::new();
    // A game may have few positions; then more positions of the other games are used.
    for round in 0.. {
        if all.len() >= TOKENS || round == 100 {
            break;
        }
        for start in &boards {
            let mut position = registry.open(start).unwrap();
            all.insert(position.token());
            for _ in 0..rng.usize(1..20) {
                let breadth = position.breadth();
                let Some(next) = (breadth > 0).then(|| position.after(rng.usize(..breadth))).flatten() else { break };
                position = next;
            }
            all.insert(position.token());
        }
    }
    (boards, all.into_iter().take(TOKENS).collect())
}

/// If a game numbers its positions, the command reads the tables that the service has stored. For games without a
/// numbering, the command solves the boards itself.
#[test]
#[ignore = "slow: asks every question about boards of all games twice"]
fn issue_28_reports_of_the_service_are_those_of_the_command() {
    let (boards, tokens) = tokens();
    assert!(boards.len() > 8 && tokens.len() == TOKENS, "{} boards, {} tokens", boards.len(), tokens.len());
    let folder = tempfile::tempdir().unwrap();
    // To verify the chess board takes as long as all other work together, so it is left out.
    let quick: Vec<_> = boards.iter().filter(|token| !token.starts_with("chess:")).cloned().collect();
    let verbs = [("save", &boards), ("probe", &tokens), ("line", &tokens), ("why", &tokens), ("stats", &boards)];
    let verbs = verbs.into_iter().chain([("verify", &quick)]);
    let questions = verbs.clone().flat_map(|(verb, tokens)| tokens.iter().map(move |token| (verb, token)));
    let asked: Vec<_> = questions.map(|(verb, token)| json!({ "ask": verb, "pos": token })).collect();
    let mut reports = service(folder.path(), &asked).into_iter();
    for (verb, tokens) in verbs {
        let reports: Vec<_> = reports.by_ref().take(tokens.len()).collect();
        if verb == "save" {
            continue;
        }
        let arguments = ["--json", "--tables", folder.path().to_str().unwrap(), verb].into_iter();
        let arguments: Vec<_> = arguments.chain(tokens.iter().map(String::as_str)).collect();
        let command = retrograde(&arguments);
        assert!(command.status.success(), "{verb}: {command:?}");
        let expected = stdout(&command);
        assert_eq!((reports.len(), expected.lines().count()), (tokens.len(), tokens.len()), "{verb}");
        for ((token, report), expected) in tokens.iter().zip(&reports).zip(expected.lines()) {
            assert_eq!(report, expected, "{verb} {token}");
        }
    }
}

#[test]
fn issue_28_the_service_answers_every_question_and_stores_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (token, piece) = ("race:A3/1H2/4/3B_a", "a");
    let asks = ["save", "probe", "trace", "slot", "slice", "reply", "random", "certificate", "nonsense"];
    let questions =
        asks.map(|ask| json!({ "ask": ask, "pos": token, "piece": piece, "slot": 1, "seed": 7, "line": 3 }));
    let first = service(folder.path(), &questions[..1]);
    let stored = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(stored, 1, "{first:?}");
    let name: String = serde_json::from_str(&first[0]).unwrap();
    let found = retrograde(&["-v", "--tables", folder.path().to_str().unwrap(), "probe", token]);
    assert!(String::from_utf8_lossy(&found.stderr).contains(&format!("table {name} found in ")), "{found:?}");
    let answers = service(folder.path(), &questions[1..]);
    // A certificate has several lines, and each line is a separate answer of the service.
    let certificate = stdout(&retrograde(&["why", "--certificate", "-", token]));
    let lines = certificate.lines().count();
    let (others, own) = (&answers[..6], &answers[6..]);
    assert_eq!(own[..lines].join("\n"), certificate.trim_end());
    let events = stdout(&retrograde(&["--json", "trace", token]));
    let events: Vec<Value> = events.lines().map(|event| serde_json::from_str(event).unwrap()).collect();
    assert_eq!(serde_json::from_str::<Value>(&others[1]).unwrap(), Value::from(events));
    let read = |answer: &String| serde_json::from_str::<Value>(answer).unwrap();
    let [probe, _, slot, slice, reply, random] = [0, 1, 2, 3, 4, 5].map(|at| read(&others[at]));
    assert_eq!((&reply["waste"], &probe["moves"][0]["waste"]), (&json!(0), &json!(0)), "{reply}");
    assert!(slot.as_str().is_some_and(|pos| pos.starts_with("race:")), "{slot}");
    assert_eq!((slice["piece"]["piece"].as_str(), random["game"].as_str()), (Some(piece), Some("race")));
}

#[test]
fn issue_28_a_solve_of_the_service_is_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let questions = [
        json!({ "ask": "stats", "pos": "quixo:4x4" }),
        json!({ "ask": "cancel" }),
        json!({ "ask": "probe", "pos": "race:A3/1H2/4/3B_a" }),
        json!({ "ask": "probe", "pos": "nowhere" }),
    ];
    let answers: Vec<Value> =
        service(folder.path(), &questions).iter().map(|answer| serde_json::from_str(answer).unwrap()).collect();
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert_eq!(answers[0]["error"]["code"], "cancelled", "{answers:?}");
    assert_eq!(answers[1]["game"], "race", "{answers:?}");
    assert_eq!(answers[2]["error"]["code"], "bad-position", "{answers:?}");
}

#[test]
fn issue_28_the_example_imports_the_service_and_the_games_alone() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/service.rs");
    let example = fs::read_to_string(example).unwrap();
    let ours: BTreeSet<_> =
        example.lines().filter_map(|line| line.split_once("retrograde_")?.1.split("::").next()).collect();
    assert_eq!(ours, BTreeSet::from(["games", "service"]));
    assert!(example.lines().count() <= 100);
}
