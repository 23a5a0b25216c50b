//! Tests of certificates with the checker that uses only the rules, and tests of the checker with forged certificates.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::LazyLock;

use retrograde::ask::TooManyClaims;
use retrograde::author::{About, AnyPosition, Contest, Domain, Strictness};
use retrograde::{Filter, Kind, Linked, Notation, Numbered, Options, QuestionError, Slot, Solution};
use retrograde_games::graph::Graph;
use retrograde_service::certificate::{self, CertificateCheck, CertificateReport, check_with};
use retrograde_service::failure::Failure;
use retrograde_service::report::{Head, ProbeReport};
use retrograde_service::{Registry, Session};
use retrograde_testing::contests::pairs;
use retrograde_testing::solved::{SolvedSession, builtin, small_examples};
use serde_json::{Value as Json, json};

static GAMES: LazyLock<Registry> = LazyLock::new(builtin);

/// Returns the statement that a certificate proves; otherwise the number of the wrong line and the reason.
fn check(file: &str) -> Result<String, String> {
    verdict(certificate::check(file.as_bytes(), &GAMES))
}

fn verdict(checked: Result<CertificateCheck, Failure>) -> Result<String, String> {
    let CertificateCheck { ok, claims, proved, exact, wrong, .. } = checked.map_err(|failure| {
        let line = failure.at.as_ref().and_then(|at| at.line).map_or_else(String::new, |line| format!("line {line}: "));
        format!("{line}{}", failure.message)
    })?;
    assert_eq!((ok, ok, ok), (proved.is_some(), exact.is_some(), wrong.is_none()));
    let Some(head) = proved else {
        let wrong = wrong.unwrap();
        return Err(format!("line {}: {}", wrong.line, wrong.reason));
    };
    let bound = if exact == Some(true) { "" } else { " or fewer" };
    let value = match (head.winner, head.depth) {
        (Some(winner), Some(depth)) => format!("{winner} wins in {depth}{bound}"),
        (None, Some(depth)) => format!("a tie in {depth}{bound}"),
        _ => "a draw".to_owned(),
    };
    Ok(format!("{value} ({claims} claims)"))
}

/// Asserts that the certificate proves the value in the table, including the depth.
fn assert_proved(solution: &SolvedSession, token: &str) -> usize {
    assert_proved_by(solution, token, check)
}

fn assert_proved_by(solution: &SolvedSession, token: &str, check: impl Fn(&str) -> Result<String, String>) -> usize {
    let certificate = solution.certificate(token).unwrap();
    let head = solution.probe(token, 0).unwrap().head;
    let expected = match (head.winner, head.depth) {
        (Some(winner), Some(depth)) => format!("{winner} wins in {depth}"),
        (None, Some(depth)) => format!("a tie in {depth}"),
        _ => "a draw".to_owned(),
    };
    let claims = certificate.claims.len();
    assert_eq!(check(&certificate.to_string()), Ok(format!("{expected} ({claims} claims)")), "{token}");
    claims
}

#[test]
fn the_certificates_of_examples_are_right() {
    assert_proved_with_others(0..1);
}

#[test]
#[ignore = "slow: more random positions of the same boards"]
fn the_certificates_of_more_positions_are_right() {
    assert_proved_with_others(1..20);
}

/// Tests the certificates of the examples, and of random positions of their boards.
fn assert_proved_with_others(seeds: Range<u64>) {
    for token in small_examples() {
        let solution = SolvedSession::new(&token);
        println!("{token}: {} claims", assert_proved(&solution, &token));
        for seed in seeds.clone() {
            let Some(other) = solution.random(&Filter::default(), seed).unwrap() else { continue };
            assert_proved(&solution, &other.head.pos);
        }
    }
}

#[test]
fn the_certificates_of_nodes_of_files_are_right() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/graph.txt");
    let registry = builtin();
    let read =
        |text: &str| registry.game("graph").unwrap().read_file(file, &mut text.as_bytes(), 1 << 20).unwrap().unwrap();
    let list = std::fs::read_to_string(file).unwrap();
    let solve = |start: Box<dyn AnyPosition>| {
        let session = Session::solve(&*start, Domain::All, &Options::default()).unwrap();
        SolvedSession::by(start, session)
    };
    let solution = solve(read(&list));
    let check = |certificate: &str| {
        verdict(check_with(certificate.as_bytes(), &registry, |token, place| {
            solution.start.sibling(token).ok_or_else(|| Failure::usage("there is no such node").at(place))
        }))
    };
    for node in ["start", "fork", "round"] {
        assert!(assert_proved_by(&solution, &format!("{file}#{node}"), check) > 0);
    }
    let of_other = solve(read(&list.replace("round", "ring")));
    let certificate = of_other.certificate(&format!("{file}#ring")).unwrap().to_string();
    assert!(check(&certificate).unwrap_err().contains("there is no such node"), "{certificate}");
    let by_tokens = certificate::check(certificate.as_bytes(), &registry).unwrap_err();
    assert_eq!(by_tokens.code, "bad-position");
}

/// Tests the certificates of the first small boards of each case, at most three of each file.
#[test]
#[ignore = "slow: boards of each file of cases"]
fn the_certificates_of_cases_are_right() {
    let registry = builtin();
    let is_small =
        |token: &String| registry.open(token).is_ok_and(|opened| opened.plan(Domain::All, 1).slots < Some(100_000));
    for contest in registry.contests().filter(|contest| contest.id() != "graph") {
        for (name, input, _) in pairs(contest.game()) {
            let tokens = positions(contest, &input);
            for token in tokens.iter().filter(|token| is_small(token)).take(3) {
                println!("{} {name}: {} claims", contest.id(), assert_proved(&SolvedSession::new(token), token));
            }
        }
    }
}

fn positions(contest: &dyn Contest, input: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let visit = &mut |token| {
        tokens.push(token);
        ControlFlow::Continue(())
    };
    // After some number of boards, the input intentionally contains wrong cases; the error is ignored.
    let _ = contest.read(&mut input.as_bytes(), Strictness::Relaxed, visit);
    tokens
}

/// Returns a random graph as text, with all kinds of endings, with loops, and with sides that move twice.
fn random_graph(rng: &mut fastrand::Rng, nodes: usize) -> String {
    let (endings, branching) = (rng.usize(2..9), rng.usize(2..5));
    let node = |name| {
        let owner = ["a", "b"][rng.usize(..2)];
        if rng.usize(..endings) == 0 {
            return format!("{name}.{owner}.{}", ["a", "b", "t"][rng.usize(..3)]);
        }
        let mut children: Vec<_> = (0..rng.usize(1..branching)).map(|_| rng.usize(..nodes)).collect();
        children.sort_unstable();
        children.dedup();
        children.iter().fold(format!("{name}.{owner}.o"), |text, child| format!("{text}.{child}"))
    };
    format!("graph:{}", (0..nodes).map(node).collect::<Vec<_>>().join("/"))
}

fn text_of(lines: &[Json]) -> String {
    lines.iter().map(|line| line.to_string() + "\n").collect()
}

/// Returns whether the first line of a certificate states no more than what is true in the table.
fn is_true(head: &Json, truth: &Head) -> bool {
    let depth = head["depth"].as_u64().map(|depth| depth as u32);
    let is_right = depth.is_none() || depth == truth.depth || head["exact"] == false && depth > truth.depth;
    head["value"] == truth.value.word() && head["winner"] == json!(truth.winner) && is_right
}

/// Changes one random field of one line, or deletes or repeats a line; returns which kind of change was made.
fn forge(rng: &mut fastrand::Rng, lines: &mut Vec<Json>) -> &'static str {
    const HOW: [&str; 11] =
        ["depth", "value", "winner", "exact", "pos", "plies", "claim", "side", "move", "deleted", "repeated"];
    let (how, at, other) = (HOW[rng.usize(..HOW.len())], rng.usize(..lines.len()), rng.usize(..lines.len()));
    let claim = rng.usize(lines.len().min(2) - 1..lines.len());
    let plies = if rng.u8(..4) == 0 { json!(null) } else { json!(rng.u32(..12)) };
    match how {
        "depth" => lines[0]["depth"] = plies,
        "value" => lines[0]["value"] = ["win", "loss", "tie", "draw"][rng.usize(..4)].into(),
        "winner" => {
            lines[0]["winner"] = [json!("a"), json!("red"), json!("black"), json!(null)][rng.usize(..4)].clone();
        }
        "exact" => lines[0]["exact"] = rng.bool().into(),
        "plies" => lines[claim]["plies"] = plies,
        "claim" => lines[claim]["claim"] = ["wins", "ties", "holds", "untied"][rng.usize(..4)].into(),
        "deleted" => drop(lines.remove(at)),
        "repeated" => {
            let mut line = lines[at].clone();
            line["plies"] = plies;
            lines.push(line);
        }
        "pos" => lines[at]["pos"] = lines[other]["pos"].clone(),
        key => lines[claim][key] = lines[other][key].clone(),
    }
    how
}

#[test]
fn a_forged_certificate_is_refused_unless_it_is_still_true() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut tokens = vec!["pawn:H1H/O1O/1X1_r".to_owned(), "pawn:5/5/2O2/H2H1/OH1X1_r".to_owned()];
    tokens.extend(["race:A2/3/2B_a", "cannons:011001_r", "pawn:3/OXO_b"].map(str::to_owned));
    tokens.extend((0..100).map(|_| random_graph(&mut rng, 9) + "_0"));
    let mut counts: BTreeMap<_, [u32; 2]> = BTreeMap::new();
    for token in &tokens {
        let solution = SolvedSession::new(token);
        let report = solution.certificate(token).unwrap().to_string();
        let lines: Vec<Json> = report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for _ in 0..200 {
            let mut forged = lines.clone();
            let how = forge(&mut rng, &mut forged);
            let (text, is_same) = (text_of(&forged), forged == lines);
            let verdict = check(&text);
            assert!(verdict.is_ok() || !is_same, "{verdict:?}: {text}");
            if let (Ok(words), Some(head)) = (&verdict, forged.first()) {
                let truth = solution.probe(head["pos"].as_str().unwrap(), 0).unwrap().head;
                assert!(is_true(head, &truth), "{token}, {how}: {words}, but {truth:?}\n{text}");
            }
            if let Err(reason) = &verdict {
                assert!(reason.starts_with("line ") || reason == EMPTY, "{reason}");
            }
            if !is_same {
                counts.entry(how).or_default()[usize::from(verdict.is_ok())] += 1;
            }
        }
    }
    println!("refused, and still true: {counts:?}");
    // Every line is needed.
    assert_eq!(counts["deleted"][1], 0);
    // Without the proof for `exact`, the depth is an upper bound, which is still true. No other part can be left out.
    assert!(counts.remove("exact").is_some_and(|[refused, _]| refused == 0));
    assert!(counts.values().all(|[refused, _]| *refused > 300), "{counts:?}");
}

/// Tests the strongest forger. The forger claims every fact about every position, and then removes the claims that the
/// checker finds wrong. The remaining claims must be true.
#[test]
fn claims_that_support_each_other_are_true() {
    let (mut kept, mut proved) = (0, [0; 2]);
    for seed in 0..150 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let graph = random_graph(&mut rng, 6);
        let solution = SolvedSession::new(&format!("{graph}_0"));
        let probes: Vec<_> = (0..6).map(|node| solution.probe(&format!("{graph}_{node}"), 0).unwrap()).collect();
        let mut lines = vec![some_head(&mut rng, &probes[0].head)];
        lines.extend(probes.iter().flat_map(|probe| everything(&mut rng, probe)));
        let verdict = loop {
            let verdict = check(&text_of(&lines));
            match verdict.as_ref().err().and_then(|reason| reason.split([' ', ':']).nth(1)?.parse::<usize>().ok()) {
                Some(line) if line > 1 => drop(lines.remove(line - 1)),
                _ => break verdict,
            }
        };
        for claim in &lines[1..] {
            let truth = &probes.iter().find(|probe| claim["pos"] == probe.head.pos).unwrap().head;
            assert!(claim_is_true(claim, truth), "seed {seed}: {claim}, but {truth:?}");
        }
        assert!(
            verdict.is_err() || is_true(&lines[0], &probes[0].head),
            "seed {seed}: {verdict:?}, but {:?}",
            probes[0]
        );
        kept += lines.len() - 1;
        proved[usize::from(verdict.is_ok())] += 1;
    }
    println!("{kept} claims kept, {proved:?} heads refused and proved");
    assert!(kept > 500 && proved[0] > 20 && proved[1] > 20);
}

/// Returns a number of plies that is often correct or nearly correct.
fn some_plies(rng: &mut fastrand::Rng, truth: &Head) -> Json {
    match rng.u8(..6) {
        0 => Json::Null,
        1 => json!(rng.u32(..6)),
        2 => json!(truth.depth.map(|depth| depth.saturating_sub(1))),
        _ => json!(truth.depth),
    }
}

fn some_head(rng: &mut fastrand::Rng, truth: &Head) -> Json {
    let (value, winner) = match rng.u8(..6) {
        0 => ("win", json!("a")),
        1 => ("loss", json!("b")),
        2 => ("draw", Json::Null),
        _ => (truth.value.word(), json!(truth.winner)),
    };
    let depth = some_plies(rng, truth);
    json!({"certificate": 1, "game": "graph", "pos": truth.pos, "value": value, "winner": winner, "depth": depth, "exact": rng.bool()})
}

/// Returns a claim of every kind about a position, for some number of plies and with a random move.
fn everything(rng: &mut fastrand::Rng, probe: &ProbeReport) -> Vec<Json> {
    let facts = [("wins", json!("a")), ("wins", json!("b")), ("holds", json!("a")), ("holds", json!("b"))];
    let facts = facts.into_iter().chain([("ties", Json::Null), ("untied", Json::Null)]);
    let (truth, moves) = (&probe.head, probe.moves.as_deref().unwrap_or_default());
    let claim = |(fact, side)| {
        let (plies, by) = (some_plies(rng, truth), rng.choice(moves).map(|rated| &rated.action));
        json!({"claim": fact, "side": side, "plies": plies, "pos": truth.pos, "move": by})
    };
    facts.map(claim).collect()
}

fn claim_is_true(claim: &Json, truth: &Head) -> bool {
    let is_soon = claim["plies"].is_null()
        || truth.depth.is_some_and(|depth| u64::from(depth) <= claim["plies"].as_u64().unwrap());
    let (wins, is_tie) = (claim["side"] == json!(truth.winner), truth.value == Kind::Tie);
    match claim["claim"].as_str().unwrap() {
        "wins" => wins && is_soon,
        "ties" => is_tie && is_soon,
        "holds" => truth.winner.is_none() || wins || !is_soon,
        _ => !is_tie || !is_soon,
    }
}

#[test]
fn a_small_limit_leaves_out_that_fewer_plies_are_not_enough() {
    let mut seen = [0; 3];
    for seed in 0..300 {
        let text = random_graph(&mut fastrand::Rng::with_seed(seed), 12) + "_0";
        let (graph, start) = Graph::parse(text.strip_prefix("graph:").unwrap()).unwrap();
        let solution = Solution::new(Linked::new(graph, &Options::default()).unwrap(), &Options::default()).unwrap();
        let start = solution.slot(&start).unwrap();
        let questions = solution.questions();
        let whole = questions.certificate(start, usize::MAX).unwrap();
        assert!(whole.exact);
        for limit in 0..whole.claims.len() {
            match questions.certificate(start, limit) {
                Ok(part) => {
                    assert!(!part.exact && part.claims.len() <= limit);
                    let (graph, _) = Graph::parse(text.strip_prefix("graph:").unwrap()).unwrap();
                    let print = |slot: Slot| Ok::<_, ()>(graph.token(&graph.position(slot).unwrap()));
                    let report = CertificateReport::of(&About::of::<Graph>(), start, &part, print).unwrap();
                    let words = check(&report.to_string()).unwrap();
                    assert!(words.contains("or fewer"), "{words}");
                    seen[0] += 1;
                }
                Err(error) => {
                    assert_eq!(error, QuestionError::TooManyClaims(TooManyClaims { limit }));
                    seen[1] += 1;
                }
            }
        }
        seen[2] += 1;
    }
    println!("{seen:?}");
    assert!(seen[0] > 50 && seen[1] > 50);
}

const EMPTY: &str = "there is no certificate: the file is empty";

const RIGHT: &str = r#"{"certificate":1,"game":"pawn","pos":"pawn:H1H/O1O/1X1_r","value":"loss","winner":"black","depth":2,"exact":true}
{"claim":"wins","side":"black","plies":2,"pos":"pawn:H1H/O1O/1X1_r","move":null}
{"claim":"wins","side":"black","plies":1,"pos":"pawn:H1H/OO1/1X1_b","move":"b3b2"}
{"claim":"wins","side":"black","plies":1,"pos":"pawn:H1H/1OO/1X1_b","move":"b3b2"}
{"claim":"wins","side":"black","plies":1,"pos":"pawn:H1H/2O/OX1_b","move":"b3a3"}
{"claim":"wins","side":"black","plies":1,"pos":"pawn:H1H/O2/1XO_b","move":"b3c3"}
{"claim":"holds","side":"red","plies":1,"pos":"pawn:H1H/O1O/1X1_r","move":"a2a3"}
"#;

#[test]
fn a_refusal_names_the_line_and_the_reason() {
    assert_eq!(SolvedSession::new("pawn:H1H/O1O/1X1_r").certificate("pawn:H1H/O1O/1X1_r").unwrap().to_string(), RIGHT);
    assert_eq!(check(RIGHT), Ok("black wins in 2 (6 claims)".to_owned()));
    let line = |number: usize| RIGHT.lines().nth(number - 1).unwrap().to_owned() + "\n";
    let misfit = "line 1: value, winner and depth contradict each other";
    for (from, to, reason) in [
        (RIGHT, "", EMPTY),
        (RIGHT, "\n \r\n", EMPTY),
        (&line(3), "", "line 2: no line proves what this line needs about pawn:H1H/OO1/1X1_b"),
        (&line(3), "\n", "line 2: no line proves what this line needs about pawn:H1H/OO1/1X1_b"),
        (&line(7), "", "line 1: no line proves what this line needs about pawn:H1H/O1O/1X1_r"),
        ("b3a3", "b3b2", "line 5: no line proves what this line needs about pawn:H1H/1XO/O2_r"),
        ("b3a3", "b3b4", "line 5: `b3b4` is not a legal move of this position"),
        ("\"b3a3\"", "null", "line 5: the move that proves this claim is missing"),
        ("pawn:H1H/1OO/1X1_b", "pawn:H1Q/1OO/1X1_b", "line 4: unexpected `Q` in row 1"),
        ("plies\":2", "plies\":1", "line 2: no line proves what this line needs about pawn:H1H/2O/OX1_b"),
        ("plies\":2", "plies\":0", "line 2: a claim needs at least one ply"),
        ("plies\":2", "plies\":null", "line 2: a claim needs at least one ply"),
        (
            "plies\":2",
            "plies\":-2",
            "line 2: this is not a line of a certificate: invalid value: integer `-2`, expected u32",
        ),
        ("plies\":2", "plies\":99999999999", "line 2: this is not a line of a certificate: invalid value"),
        ("depth\":2", "depth\":1", "line 1: no line proves what this line needs about pawn:H1H/O1O/1X1_r"),
        ("depth\":2", "depth\":3", "line 1: no line proves what this line needs about pawn:H1H/O1O/1X1_r"),
        ("depth\":2", "depth\":4294967295", "line 1: no line proves what this line needs about pawn:H1H/O1O/1X1_r"),
        ("loss", "win", misfit),
        ("\"loss", "\"lost", misfit),
        ("\"black", "\"red", misfit),
        (
            "{\"claim\":\"wins\",\"side\":\"black",
            "{\"claim\":\"wins\",\"side\":\"white",
            "line 2: no side is called `white`",
        ),
        ("{\"claim\":\"wins", "{\"claim\":\"won", "line 2: this is not a line of a certificate: unknown variant `won`"),
        ("game\":\"pawn", "game\":\"quixo", "line 2: no side is called `black`"),
        ("game\":\"pawn", "game\":\"go", "line 1: no game is called `go`"),
        (
            "certificate\":1",
            "certificate\":2",
            "line 1: the certificate has version 2, and this program reads version 1",
        ),
        (",\"move\":\"b3c3\"}", "", "line 6: this is not a line of a certificate: EOF while parsing"),
        ("O1O/1X1_r\",\"move\":\"a2a3", "O1Q/1X1_r\",\"move\":\"a2a3", "line 7: unexpected `Q` in row 2"),
        ("pawn:H1H/O1O/1X1_r\",\"move\":\"a2a3", "\",\"move\":\"a2a3", "line 7: a position begins with its game"),
        (
            "pawn:H1H/O1O/1X1_r\",\"move\":\"a2a3",
            "race:AB_a\",\"move\":\"a2a3",
            "line 7: the position is of another game",
        ),
        (
            "pawn:H1H/O1O/1X1_r\",\"move\":\"a2a3",
            "pawn:h1h/o1o/1x1_r\",\"move\":\"a2a3",
            "line 7: the game writes this position as pawn:H1H/O1O/1X1_r",
        ),
        (
            "pawn:H1H/O1O/1X1_r\",\"move\":\"a2a3",
            "pawn:HXH/O1O/3_b\",\"move\":\"a2a3",
            "line 7: the game is over at this position",
        ),
    ] {
        let forged = RIGHT.replacen(from, to, 1);
        let verdict = check(&forged);
        assert!(verdict.as_ref().is_err_and(|words| words.starts_with(reason)), "{verdict:?}, not {reason}");
    }
}

/// A player who can win does not accept a tie.
#[test]
fn a_tie_beside_a_win_is_none() {
    let graph = "graph:1.a.o.2.3/2.b.a/3.b.t";
    let head = format!(
        r#"{{"certificate":1,"game":"graph","pos":"{graph}_1","value":"tie","winner":null,"depth":1,"exact":true}}"#
    );
    let ties = format!(r#"{{"claim":"ties","side":null,"plies":1,"pos":"{graph}_1","move":"3"}}"#);
    let holds = |side| format!(r#"{{"claim":"holds","side":"{side}","plies":null,"pos":"{graph}_1","move":"3"}}"#);
    for claims in [vec![ties.clone(), holds("a")], vec![ties, holds("a"), holds("b")]] {
        let verdict = check(&format!("{head}\n{}\n", claims.join("\n")));
        assert!(verdict.as_ref().is_err_and(|reason| reason.contains("no line proves")), "{verdict:?}");
    }
}

/// If two positions lead to each other, their claims cannot prove each other.
#[test]
fn claims_in_a_circle_prove_nothing() {
    let graph = "graph:1.a.o.2/2.b.o.1";
    for (first, second) in [(2, 1), (1, 2), (2, 2), (9, 8)] {
        let head = format!(
            r#"{{"certificate":1,"game":"graph","pos":"{graph}_1","value":"win","winner":"a","depth":2,"exact":false}}"#
        );
        let claim = |node: u32, plies: u32| {
            format!(r#"{{"claim":"wins","side":"a","plies":{plies},"pos":"{graph}_{node}","move":"2"}}"#)
        };
        let verdict = check(&format!("{head}\n{}\n{}\n", claim(1, first), claim(2, second)));
        assert!(verdict.as_ref().is_err_and(|reason| reason.contains("no line proves")), "{verdict:?}");
    }
}

/// The check ends for truncated certificates, and for certificates with bytes changed, doubled or copied from
/// elsewhere. Such a certificate never proves a false statement.
#[test]
fn issue_27_bytes_that_are_no_certificate_are_refused() {
    let mut rng = fastrand::Rng::with_seed(27);
    let mut proved = 0;
    for _ in 0..3000 {
        let mut bytes = RIGHT.as_bytes().to_vec();
        for _ in 0..rng.usize(1..4) {
            let (at, from) = (rng.usize(..bytes.len()), rng.usize(..RIGHT.len()));
            match rng.u8(..4) {
                0 => bytes[at] = rng.u8(..),
                1 => bytes[at] = RIGHT.as_bytes()[from],
                2 => bytes.truncate(at.max(1)),
                _ => drop(bytes.splice(at..at, RIGHT.as_bytes()[from..RIGHT.len().min(from + 40)].iter().copied())),
            }
        }
        let checked = certificate::check(&bytes, &GAMES);
        if let Ok(CertificateCheck { proved: Some(head), .. }) = &checked {
            let truth = SolvedSession::new(&head.pos).probe(&head.pos, 0).unwrap().head;
            let is_right = (head.value, head.winner) == (truth.value, truth.winner) && head.depth >= truth.depth;
            assert!(is_right, "{checked:?}: {}", String::from_utf8_lossy(&bytes));
            proved += 1;
        }
    }
    println!("{proved} of 3000 were proved all the same");
    for bytes in [&b"\xff\xfe"[..], b"[[[[[[[[", b"{\"certificate\":1e99}", b"1", b"null", b"{}"] {
        assert_eq!(certificate::check(bytes, &GAMES).unwrap_err().code, "bad-input", "{bytes:?}");
    }
    let nested = "[".repeat(1 << 20);
    assert_eq!(certificate::check(nested.as_bytes(), &GAMES).unwrap_err().code, "bad-input");
}

/// The token of a graph contains the whole graph. So the list of moves of a node with very many successors would fill
/// the memory.
#[test]
fn issue_27_moves_that_would_fill_the_memory_are_not_listed() {
    let nodes = 6000;
    let names: Vec<_> = (1..=nodes).map(|node| format!("n{node}")).collect();
    let pos = format!("graph:n0.a.o.{}/{}.b.t_n0", names.join("."), names.join(".b.t/"));
    let head = json!({"certificate": 1, "game": "graph", "pos": pos, "value": "tie", "winner": null, "depth": 1, "exact": false});
    let claim = json!({"claim": "ties", "side": null, "plies": 1, "pos": pos, "move": "n1"});
    let refused = certificate::check(text_of(&[head, claim]).as_bytes(), &GAMES).unwrap_err();
    assert_eq!((refused.code, refused.at.and_then(|at| at.line)), ("too-large", Some(2)));
}
