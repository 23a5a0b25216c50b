//! Tests the library in the way that its users see it. Users see the prelude and the game's own types, but no slots.

use std::fs;
use std::path::Path;
use std::process::Command;

use retrograde::prelude::*;
use retrograde_testing::graph::Graph;

const OPTIONS: Options<'static> = Options { threads: 1, ..Options::DEFAULT };

#[test]
fn one_call_solves_by_each_way_and_hands_out_the_rules() {
    for seed in 0..50 {
        let graph = Graph::random(seed, 40);
        let by_unmoves = Solution::new(&graph, &OPTIONS).unwrap();
        let by_numbers = Solution::linked(&graph, &OPTIONS).unwrap();
        let by_rules: Solved<Graph> = Solution::explored(graph.clone(), 0..40, &OPTIONS).unwrap();
        assert_eq!(by_rules.rules().owner, graph.owner, "seed {seed}");
        assert_eq!(by_rules.stats(), by_unmoves.stats(), "seed {seed}");
        assert_eq!(by_numbers.stats(), by_unmoves.stats(), "seed {seed}");
        let values: Vec<_> = by_rules.values().collect();
        assert_eq!(values, by_unmoves.values().collect::<Vec<_>>(), "seed {seed}");
        assert!(values.iter().map(|(node, _)| *node).eq(0..40), "seed {seed}");
        assert!(values.iter().all(|(node, value)| by_rules.value(node) == Some(*value)), "seed {seed}");
    }
}

#[test]
fn the_deepest_are_told_as_positions_of_what_can_be_reached() {
    for seed in 0..50 {
        let graph = Graph::random(seed, 200);
        // The graph is explored from two nodes only. So the number of a node differs from its slot.
        let solution = Solution::explored(&graph, [150, 199], &OPTIONS).unwrap();
        let stats = solution.stats().unwrap();
        for deepest in &stats.deepest {
            let same =
                |(node, value): &(_, Value)| graph.turn(node) == deepest.turn && value.kind() == deepest.value.kind();
            let first = solution.values().filter(same).max_by_key(|(node, value)| (value.depth(), u32::MAX - node));
            assert_eq!(Some((deepest.position, deepest.value)), first, "seed {seed}");
        }
        let count = |(side, counts): (Side, retrograde::Counts)| {
            let counted = solution.values().filter(|(node, _)| graph.turn(node) == side).count() as u64;
            assert_eq!(counts.total(), counted, "seed {seed}, {side}");
            counted
        };
        assert_eq!(stats.totals.into_iter().map(count).sum::<u64>(), stats.positions, "seed {seed}");
    }
}

/// A game on numbers, with moves from each number to the numbers in its list.
struct Listed<'a>(&'a [&'a [u8]]);

impl Game for Listed<'_> {
    type Position = u8;
    type Move = u8;
    const NO_MOVE: NoMove = NoMove::Ties;
    fn turn(&self, &n: &u8) -> Side {
        Side::from_parity(n.into())
    }
    fn ending(&self, &n: &u8) -> Option<Ending> {
        (n == 9).then(|| Ending::won(Side::Second, "nine"))
    }
    fn each_move(&self, &n: &u8, mut visit: impl FnMut(u8, u8)) {
        self.0.get(usize::from(n)).copied().unwrap_or_default().iter().for_each(|&to| visit(to, to));
    }
}

#[test]
fn a_line_prints_its_moves_and_how_they_end() {
    let cases: [(&[&[u8]], u8, usize, &str); 9] = [
        (&[&[1], &[9]], 0, 9, "1 9, second won: nine"),
        (&[&[1], &[8]], 0, 9, "1 8, level: no-move"),
        (&[], 9, 9, "second won: nine"),
        (&[&[1], &[0]], 0, 9, "1 0 for ever"),
        (&[&[1], &[2], &[3], &[2]], 0, 9, "1 2, then 3 2 for ever"),
        (&[&[0]], 0, 9, "0 for ever"),
        (&[&[1], &[0]], 0, 1, "1 ..."),
        (&[&[1], &[0]], 0, 0, "..."),
        (&[&[1], &[1]], 0, 9, "1, then 1 for ever"),
    ];
    for (moves, start, max, text) in cases {
        let solution = Solution::explored(Listed(moves), [start], &OPTIONS).unwrap();
        assert_eq!(solution.line(&start, max).unwrap().to_string(), text);
    }
}

/// The documents show the same five lines of example code as the crate's README. The README is tested as a doc test.
#[test]
fn the_documents_show_the_same_five_lines_as_the_readme() {
    let text = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let five = |path: &str| -> Vec<String> {
        let text = text(path);
        let lines =
            text.lines().map(str::trim).skip_while(|line| !line.starts_with("let solution = Solution::explored"));
        lines.take(5).map(str::to_owned).collect()
    };
    let tried = five("README.md");
    assert!(tried.len() == 5 && tried[4].starts_with("assert!("), "{tried:?}");
    for path in ["../../docs/own-game.md", "../../docs/own-game.zh-CN.md"] {
        assert_eq!(five(path), tried, "{path}");
    }
}

/// Cargo builds the examples together with the tests, unless only some tests are selected.
#[test]
fn each_example_prints_what_its_head_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let built = std::env::current_exe().unwrap().parent().unwrap().with_file_name("examples");
    let mut examples = 0;
    // Examples in folders are skipped, because they read input and are tested elsewhere.
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let head = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim_start);
        let command = format!("$ cargo run -p retrograde --example {name}");
        let shown = head.skip_while(|line| *line != command).skip(1).take_while(|line| *line != "```");
        let program = built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        assert!(program.exists(), "{} is not built: run `cargo test -p retrograde`", program.display());
        let output = Command::new(program).output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(shown.collect::<Vec<_>>(), printed.lines().map(str::trim_start).collect::<Vec<_>>(), "{name}");
        examples += 1;
    }
    assert_eq!(examples, 4);
}
