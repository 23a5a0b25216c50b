//! The catalogue of recorded calls of the program.

pub(crate) const PAWN: [&str; 5] =
    ["pawn:5/5/2O2/H2H1/OH1X1_r", "pawn:3HO/1H2H/HOH2/1H2X_r", "pawn:O1/1O/X1_r", "pawn:H1H/O1O/1X1_b", "pawn:1X/OO_r"];

pub(crate) const RACE: [&str; 9] = [
    "race:A3/1H2/4/3B_a",
    "race:A3/4/2H1/3B_a",
    "race:AB_a",
    "race:A1B_a",
    "race:1A2/1H2/4/3B_b_a1.d4",
    "race:4/1AB1/4_a_a1.d3",
    "race:3/1H1/2C_b_a1.c3",
    "race:AH1/H2/2B_a",
    "race:A4/5/1HH2/5/4B_b",
];

pub(crate) const CANNONS: [&str; 8] = [
    "cannons:01100_r",
    "cannons:101_r",
    "cannons:01110_r",
    "cannons:1000_r",
    "cannons:10_r",
    "cannons:01100_b_p",
    "cannons:01100_r_pp",
    "cannons:01101001_b",
];

/// Boards of one explored game and of several numbered games; graphs with a long name of a node, with a loop at a node,
/// and with an unreachable node.
pub(crate) const STORED: [&str; 6] = [
    "tictactoe:3/3/3_x",
    "tictactoe:X2/1O1/2X_o",
    "tictactoe:XXX/O1O/3_o",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
    "graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_2",
    "graph:start.a.o.loop.end/loop.a.o.loop/end.b.a/alone.b.t/lost.b.o.lost2/lost2.a.a_start",
];

/// The verbs that query one position.
const QUESTIONS: [&str; 10] = [
    "probe",
    "probe --moves --line 7",
    "probe --domain reachable",
    "probe --method shortcut",
    "line",
    "line --method shortcut",
    "why",
    "why --method shortcut",
    "stats",
    "verify",
];

/// The verbs whose output is JSON in every language.
const LOGS: [&str; 3] = ["why --certificate -", "trace", "trace --follow all --from 3 -n 40"];

/// The options with which calls are recorded as text, in Chinese, and as JSON.
const FORMS: [&str; 3] = ["", "--lang zh ", "--json "];

fn in_all_forms(calls: impl IntoIterator<Item = String>) -> Vec<String> {
    calls.into_iter().flat_map(|call| FORMS.map(|form| format!("{form}{call}"))).collect()
}

fn owned(calls: &[&str]) -> Vec<String> {
    in_all_forms(calls.iter().map(ToString::to_string))
}

pub(crate) fn of_positions(tokens: &[&str]) -> Vec<String> {
    let about = |token: &&str, questions: &[&str]| -> Vec<_> {
        questions.iter().map(|question| format!("{question} {token}")).collect()
    };
    let mut calls = in_all_forms(tokens.iter().flat_map(|token| about(token, &QUESTIONS)));
    calls.extend(tokens.iter().flat_map(|token| about(token, &LOGS)));
    calls
}

/// Returns the calls that list all games.
pub(crate) fn of_games() -> Vec<String> {
    owned(&["games"])
}

pub(crate) fn with_options() -> Vec<String> {
    let calls = [
        "rules pawn",
        "rules race",
        "rules cannons",
        "rules tictactoe",
        "rules graph",
        "rules zu",
        "probe --expect draw pawn:5/5/2O2/H2H1/OH1X1_r",
        "probe --expect red<=7 pawn:O1/1O/X1_r pawn:5/5/2O2/H2H1/OH1X1_r",
        "probe -q --expect win pawn:5/5/2O2/H2H1/OH1X1_r",
        "probe --expect white pawn:5/5/2O2/H2H1/OH1X1_r",
        "probe --from p7387 answer/chess.in",
        "probe --from p9169 answer/zu.in",
        "probe --from graph answer/graph.in",
        "probe --from pos <<< cannons:101_r;;race:AB_a",
        "probe --mem 1K race:A3/1H2/4/3B_a",
        "probe --mem 1K --method table race:A3/1H2/4/3B_a",
        "probe --mem 1K tictactoe:3/3/3_x",
        "probe --mem 1K graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
        "probe --mem 1K --domain reachable pawn:O1/1O/X1_r",
        "probe -v -q pawn:O1/1O/X1_r",
        "probe -q tictactoe:3/3/3_x",
        "probe --color always --moves tictactoe:X2/1O1/2X_o race:A3/1H2/4/3B_a",
        "probe 'pawn:5/5/2o2/#2#1/oh1x1__RED'",
        "line --max 3 pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r",
        "line --from p4658 answer/game.in",
        "line --mem 1K race:A3/1H2/4/3B_a",
        "line --mem 1K graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
        "why --from graph answer/graph.in",
        "why --mem 1K race:A3/1H2/4/3B_a",
        "why --certificate new/proof.jsonl race:A3/1H2/4/3B_a",
        "why --certificate - cannons:01100_r cannons:101_r",
        "stats --domain reachable cannons:01101001_b pawn:O1/1O/X1_r",
        "stats --domain reachable graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1 tictactoe:3/3/3_x",
        "stats --from graph answer/graph.in",
        "stats --mem 1K pawn:O1/1O/X1_r",
        "stats --color always cannons:01100_r",
        "verify -q cannons:01100_r",
        "verify --domain reachable graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1 race:AB_a",
        "verify --from graph answer/graph.in",
        "verify --from p7387 answer/chess.in",
        "verify --mem 1K tictactoe:3/3/3_x",
        "trace --domain reachable race:A1B_a",
        "trace --follow all cannons:01101001_b",
        "trace --from 2000 cannons:01100_r",
        "trace --follow both cannons:01100_r",
        "trace --mem 1K pawn:O1/1O/X1_r",
        "trace --check trace/right.jsonl",
        "trace --check trace/wrong.jsonl",
        "trace --check trace/broken.jsonl",
        "trace --check trace/empty.jsonl",
        "trace --check nothing.jsonl",
        "trace --check trace/right.jsonl cannons:01100_r",
        "convert --from p9169 answer/zu.in",
        "convert --from p9169 --to ascii answer/zu.in",
        "convert --from p9169 --to json answer/zu.in",
        "convert --from p4658 answer/game.in",
        "convert --from p4658 --to ascii answer/game.in",
        "convert --from p7387 --to ascii answer/chess.in",
        "convert --from graph answer/graph.in",
        "convert --from graph --to ascii answer/graph.in",
        "convert --from graph --to graph answer/graph.in",
        "convert --from pos --to graph <<< graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1",
        "convert --from pos --to p9169 convert/relaxed.pos",
        "convert --from pos --to p9169 convert/black.pos",
        "convert --from pos --to p4658 convert/relaxed.pos",
        "convert --from pos --to p9169 convert/empty.pos",
        "convert --from ascii answer/zu.in",
        "convert --from p9169 --to svg answer/zu.in",
    ];
    let mut calls = owned(&calls);
    calls.extend(of_solving());
    calls
}

/// Returns the calls whose output contains costs. Plans, notes and JSON contain the cost of a solve, which differs from
/// run to run.
fn of_solving() -> Vec<String> {
    let calls = [
        "solve -q pawn:O1/1O/X1_r",
        "solve -q cannons:01100_r graph:1.a.o.2.3/2.b.o.1.4/3.b.b/4.a.a_2",
        "solve -q --reachable race:AB_a",
        "solve -q --reachable-slots quixo:2/2_x",
        "solve -q --reachable-slots dobutsu:1l1/3/3/1L1_s",
        "solve -q --domain reachable race:AB_a",
        "solve --mem 1K race:A3/1H2/4/3B_a",
        "solve --plan --reachable race:A3/1H2/4/3B_a",
    ];
    let texts = calls.iter().flat_map(|call| ["", "--lang zh "].map(|form| format!("{form}{call}")));
    let plans = owned(&["solve --plan tictactoe:3/3/3_x"]);
    texts.chain(plans).collect()
}

pub(crate) fn of_contests() -> Vec<String> {
    let mut calls: Vec<String> = Vec::new();
    for (format, file) in [("p9169", "zu"), ("p4658", "game"), ("p7387", "chess"), ("graph", "graph")] {
        let file = format!("answer/{file}.in");
        calls.extend(["auto", "table", "shortcut"].map(|method| format!("answer {format} --method {method} {file}")));
        calls.push(format!("answer {format} < {file}"));
        calls.push(format!("answer {format} --mem 1K --method table {file}"));
        calls.push(format!("validate {format} {file}"));
        calls.push(format!("check {format} {file} check/right.out"));
    }
    let others = [
        "answer p9169 answer/second-is-bad.in",
        "check p9169 check/zu.in check/right.out",
        "check p9169 check/zu.in check/wrong.out",
        "check p9169 check/zu.in check/words.out",
        "check p9169 check/zu.in check/extra.out",
        "check p9169 check/zu.in check/binary.out",
        "check p9169 check/zu.in check/short.out",
        "check -q p9169 check/zu.in check/short.out",
        "check p9169 check/right.out check/right.out",
        "check p9169 check/zu.in check/right.out check/empty.out",
        "check p9169 check/zu.in check/wrong.out check/wrong.out",
        "check p9169 check/zu.in check/missing.out",
        "check p4658 answer/game.in - <<< A;B",
        "check p7387 answer/chess.in - <<< Red;Red;Red;Red",
        "check p9169 check/zu.in",
        "validate p9169 validate/blank.in",
        "validate p9169 validate/crlf.in",
        "validate p9169 validate/eleven.in",
        "validate p9169 validate/no-end.in",
        "validate p9169 validate/side-41.in",
        "validate p9169 validate/test-7.in",
        "validate p9169 validate/test-10.in",
        "validate p9169 validate/test-21.in",
        "validate p9169 --subtask 5 validate/zu.in",
        "validate p9169 --subtask 77 validate/zu.in",
        "tabulate cannons --upto 5",
        "tabulate race --upto 2",
        "tabulate pawn --upto 2x2 -q",
        "tabulate cannons --upto 3 -- false",
        "tabulate tictactoe --upto 3",
        "tabulate graph --upto 3",
        "tabulate cannons --upto many",
        "stress --game pawn --seed 1 --out new -- sh stress/tie.sh",
        "stress --game race --seed 1 -q --out new -- yes",
        "stress --game cannons --size 1x1 -n 1 --seed 3 -q --out new -- true",
        "stress --game tictactoe -- sh stress/tie.sh",
        "stress --game graph -- sh stress/tie.sh",
        "stress --game pawn",
        "stress --game pawn --seed 1 -- ./nobody",
    ];
    calls.extend(others.map(str::to_owned));
    in_all_forms(calls)
}

pub(crate) fn of_random() -> Vec<String> {
    let calls = [
        "gen pawn --seed 7 -n 2",
        "gen pawn --seed 7 --size 5x5 --value win --min-depth 9 --max-depth 30 -n 2",
        "gen pawn --seed 7 --size 4x4 --value loss --turn black",
        "gen pawn --seed 7 --size 4x4 --value draw --to p9169",
        "gen pawn --seed 7 --size 4x6 --walls 30 --to ascii",
        "gen pawn --seed 7 --size 2x2 --value win --min-depth 99 --tries 3",
        "gen pawn --subtask 5 --seed 1 -n 2",
        "gen pawn --subtask 21 --seed 1",
        "gen pawn --size 4x4 --winner red --steps 40 --seed 1 -q",
        "gen pawn --size 4x4 --winner black --steps 20 --seed 1 -q --save new/best.pos",
        "gen race --seed 7 --size 4x4 --walls 20 -n 2",
        "gen race --seed 7 --size 3x3 --value loss -n 2 --to p4658",
        "gen race --subtask 40% --seed 1 --size 4x4",
        "gen cannons --seed 7 --size 1x12",
        "gen cannons --seed 7 --size 1x6 --value tie",
        "gen cannons --subtask 6 --seed 1 -n 2",
        "gen tictactoe --seed 7 --value win --min-depth 5",
        "gen tictactoe --seed 7 --value loss -n 3",
        "gen tictactoe --seed 7 -n 3",
        "gen graph --seed 7 -n 3",
        "gen tictactoe --subtask 1",
        "gen graph --seed 7 --value draw",
        "gen graph --seed 7 --size 3x3",
        "gen tictactoe --size 3x3 --seed 1",
        "gen tictactoe --winner x --seed 1",
        "gen pawn --value draw --min-depth 3",
        "gen pawn --min-depth 3 --max-depth 2",
        "gen pawn --turn white",
        "gen pawn --value won",
        "gen pawn --size 0x3",
        "gen pawns",
        "gen pawn --to png",
        "gen pawn --seed 1 --from pawn:O1/1O/X1_r",
    ];
    owned(&calls)
}

pub(crate) fn of_play() -> Vec<String> {
    let calls = [
        "play pawn:O2/1HX/1O1_r --you none --seed 1",
        "play race:A3/1H2/4/3B_a --you none --seed 1 --strength 30",
        "play cannons:01100_r --you none --seed 1 --strength 0",
        "play tictactoe:3/3/3_x --you none --seed 5",
        "play graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1 --seed 1 <<< moves;hint;value;line;3;2;board;undo;resign",
        "play graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1 --you both --seed 1 <<< 2;1;2;4",
        "play pawn:O1/1O/X1_r --seed 1 <<< help;moves;hint;value;line;board;a1a2;undo;a1b1;z9;quit",
        "play tictactoe:X2/1O1/2X_o --seed 1 <<< moves;b1;hint;b2;a2;c2;a3",
        "play race:A3/1H2/4/3B_a --you b --seed 1 <<< value;moves;resign",
        "play cannons:01100_r --you both --seed 1 <<< 3x5;pass;pass",
        "play pawn:1X/OO_r --seed 1",
        "play pawn:O2/1HX/1O1_r --you white",
        "play pawn:O2/1HX/1O1_r --strength 101",
        "play cannons:01100110011001100110011001_r --mem 1M --seed 1 <<< value;hint;3x5;resign",
        "play tictactoe:3/3/3_x --mem 1K --seed 1",
        "play pawn:O2",
        "play",
    ];
    owned(&calls)
}

/// Invalid positions of every game, with every kind of error.
pub(crate) const WRONG: [&str; 39] = [
    "''",
    "hello",
    "missing.pos",
    "answer/zu.in",
    ":",
    "luogu:8_w",
    "pawns:3HO",
    "pawn:",
    "pawn:_r",
    "pawn:3HO/1H2H/HO2/1H2X_r",
    "pawn:3HO/1H2H/HOHB2/1H2X_r",
    "pawn:3HO/1H2H/H1H2/1H1XX_r",
    "pawn:3HO/1H2H/HOH2/1H2X",
    "pawn:3HO/1H2H/HOH2/1H2X_x",
    "pawn:3HO/1H2H/HOH2/1H2X_r_r",
    "pawn:99999999999/3_r",
    "race:",
    "race:AA/2_a",
    "race:A3/1H2/4/4_a_a1.e9",
    "race:A3/1H2/4/3B_a_a1.h9",
    "race:A3/1H2/4/3B_a_a1",
    "race:A3/1H2/4/3B_c",
    "cannons:",
    "cannons:0120_r",
    "cannons:01_r_q",
    "cannons:01_x",
    "cannons:1111111111111111111111111111111111111111111111111111111111x1111111111111111111111_r",
    "tictactoe:",
    "tictactoe:X2/3/3_x",
    "tictactoe:XXX/O1O/3_x",
    "tictactoe:3/3_x",
    "tictactoe:3/3/3/3_x",
    "graph:",
    "graph:x",
    "graph:1.a.o_1",
    "graph:1.a.a.1_1",
    "graph:1.a.o.2_1",
    "graph:1.a.a",
    "graph:1.a.a_2",
];

pub(crate) fn of_errors() -> Vec<String> {
    let mut calls: Vec<_> = WRONG.map(|token| format!("probe {token}")).to_vec();
    for verb in ["line", "why", "trace", "stats", "verify", "play", "serve --no-open", "gen pawn --winner red --from"] {
        calls.push(format!("{verb} pawn:3HO/1H2H/HO2/1H2X_r"));
        calls.push(format!("{verb} graph:1.a.o.2_1"));
    }
    let bad = [
        ("p9169", "blank cannons-count empty letters pawn-few pawn-huge pawn-letter pawn-many pawn-no-count"),
        ("p9169", "pawn-no-king pawn-nul pawn-on-row-1 pawn-row-long pawn-row-missing pawn-row-short pawn-truncated"),
        ("p9169", "pawn-two-pawns zero-byte missing"),
        ("p4658", "blank empty race-huge race-no-path race-truncated race-two-a letters"),
        ("p7387", "blank empty cannons-count cannons-huge cannons-letter cannons-long cannons-short letters"),
        ("graph", "blank empty graph-twice graph-unknown letters zero-byte"),
    ];
    for (format, names) in bad {
        calls.extend(names.split(' ').map(|name| format!("answer {format} bad-input/{name}.in")));
    }
    for lines in ["1 a", "1 c -", "1 a x", "1 a - 2;2 b a 1", "1 a -", "a#b a =", "1 a - 1 # comment;2 b =;3 a b"] {
        calls.push(format!("answer graph <<< {lines}"));
    }
    let others = [
        "validate p9169 bad-input/pawn-few.in",
        "verify --from p9169 bad-input/pawn-few.in",
        "probe --from pos bad-input/utf8.pos",
        "probe --from pos bad-input/bad.pos",
        "probe --from pos bad-input/zero-byte.in",
        "probe --from pos missing.pos",
        "probe --from chess answer/zu.in",
        "probe bad-input/bad.pos",
        "answer p9196 answer/zu.in",
        "answer p9169 .",
        "answer",
        "rules",
        "rules pawm",
        "why --certificate missing/proof.jsonl race:AB_a",
        "probe --method shortcut tictactoe:3/3/3_x",
        "probe --mem lots race:AB_a",
        "probe --lang de race:AB_a",
        "probe --oops race:AB_a",
        "gen pawn --seed -5",
        "gen pawn -n -5",
        "probe -5",
        "probe -q -v race:AB_a",
        "probe --color sometimes race:AB_a",
        "probe --domain some race:AB_a",
        "probe --line x race:AB_a",
        "probe --line -1 race:AB_a",
        "verify --table missing.rgt",
        "stats --mem 1M race:A99/100/100/100/100/100/100/99B_a",
        "serve --bind nowhere",
        "serve --embed example.org",
        "serve --port many",
        "completions tcsh",
        "man oops",
        "oops",
    ];
    calls.extend(others.map(str::to_owned));
    in_all_forms(calls)
}

/// The names of all verbs.
const VERBS: [&str; 23] = [
    "answer",
    "probe",
    "line",
    "why",
    "trace",
    "stats",
    "verify",
    "gen",
    "play",
    "serve",
    "stress",
    "tabulate",
    "tables",
    "check",
    "validate",
    "convert",
    "games",
    "rules",
    "laws",
    "new",
    "completions",
    "man",
    "help",
];

pub(crate) fn of_help() -> Vec<String> {
    let mut calls =
        ["--help", "-h", "--version", "help", "--lang zh --help", "--json", "man"].map(str::to_owned).to_vec();
    for verb in VERBS {
        calls.extend([format!("{verb} --help"), format!("{verb} -h"), format!("man {verb}")]);
    }
    calls.extend(["bash", "elvish", "fish", "powershell", "zsh"].map(|shell| format!("completions {shell}")));
    calls
}
