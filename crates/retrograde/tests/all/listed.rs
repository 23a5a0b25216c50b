//! Tests that games given as lists have the values of the oracle (a simple reference solver), and answer every question
//! as the same game with rules.

use retrograde::author::check::{check_numbering, check_unmoves};
use retrograde::author::{AnyGame, Domain};
use retrograde::derive::Node;
use retrograde::judge::oracle;
use retrograde::rules::message::{Language, Message, Render};
use retrograde::{
    About, Ending, Entry, Game, Linked, ListBuilder, ListError, ListedGame, Numbered, Options, Questions, Side, Slot,
    Solution, SolveError,
};
use retrograde_testing::graph::Graph;

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// The way in which the moves and positions of a listed game are named.
#[derive(Clone, Copy)]
enum Texts {
    None,
    Names,
    Moves,
}

fn listed(graph: &Graph, texts: Texts, options: &Options<'_>) -> Result<ListedGame, ListError> {
    let mut lists = ListBuilder::new(options);
    for node in 0..graph.slots() as u32 {
        assert_eq!(lists.position(graph.turn(&node), graph.ending(&node))?, Node(node));
        if matches!(texts, Texts::Names) {
            lists.name(&format!("node.{node}"))?;
        }
        let children = &graph.children[node as usize];
        if matches!(texts, Texts::None) {
            lists.children(children)?;
            continue;
        }
        for (number, &child) in children.iter().enumerate() {
            match texts {
                Texts::Moves => lists.child_by(&number.to_string(), child)?,
                Texts::None | Texts::Names => lists.child(child)?,
            }
        }
    }
    lists.finish()
}

#[test]
fn listed_games_equal_the_oracle_on_random_graphs() {
    for seed in 0..1000 {
        let graph = Graph::random(seed, 1 + (seed % 60) as u32);
        let truth = oracle(&graph, 0..graph.slots() as u32);
        let linked = Linked::new(&graph, &DEFAULT).unwrap();
        for texts in [Texts::None, Texts::Names, Texts::Moves] {
            let game = listed(&graph, texts, &DEFAULT).unwrap();
            assert_eq!(&game.edges(&DEFAULT).unwrap(), linked.edges(), "seed {seed}");
            for (slot, value) in game.solve(&DEFAULT).unwrap().values() {
                assert_eq!(value, truth[&(slot.0 as u32)], "seed {seed}, node {slot}");
            }
        }
    }
}

/// Tests a graph in which some positions have very many moves. Repeated moves of these positions are found by a map,
/// not by comparing pairs.
#[test]
fn repeated_moves_of_wide_positions_count_once() {
    for seed in 0..20 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let children: Vec<Vec<u32>> = (0..50)
            .map(|node| if node == 0 { vec![] } else { (0..rng.u32(1..200)).map(|_| rng.u32(..50)).collect() })
            .collect();
        let ending = (0..50).map(|node| (node == 0).then_some(Ending::won(Side::First, "first"))).collect();
        let owner = (0..50).map(|_| Side::from_parity(rng.u64(..))).collect();
        let graph = Graph::new(owner, ending, children);
        let game = listed(&graph, Texts::None, &DEFAULT).unwrap();
        let mut one_by_one = ListBuilder::new(&DEFAULT);
        for (node, children) in (0..).zip(&graph.children) {
            one_by_one.position(graph.turn(&node), graph.ending(&node)).unwrap();
            for &child in children {
                one_by_one.child(child).unwrap();
            }
        }
        assert_eq!(one_by_one.finish().unwrap().hash(), game.hash(), "seed {seed}");
        for node in 0..50 {
            let mut distinct = Vec::new();
            graph.children[node].iter().for_each(|child| {
                if !distinct.contains(child) {
                    distinct.push(*child);
                }
            });
            assert_eq!(
                game.children(Node(node as u32)).map(|Node(child)| child).collect::<Vec<_>>(),
                distinct,
                "seed {seed}"
            );
        }
        let truth = oracle(&graph, 0..50);
        for (slot, value) in game.solve(&DEFAULT).unwrap().values() {
            assert_eq!(value, truth[&(slot.0 as u32)], "seed {seed}, node {slot}");
        }
    }
}

/// Tests lists that are large enough for several threads.
#[test]
fn any_number_of_threads_makes_the_same_edges() {
    let graph = Graph::random(11, 40_000);
    let linked = Linked::new(&graph, &DEFAULT).unwrap();
    for texts in [Texts::None, Texts::Moves] {
        let game = listed(&graph, texts, &DEFAULT).unwrap();
        for threads in 1..=4 {
            let options = Options { threads, ..DEFAULT };
            assert_eq!(&game.edges(&options).unwrap(), linked.edges(), "{threads} threads");
        }
    }
}

/// Compares the answer to every question by slot with the answer of the game with rules. The moves of that game print
/// as their numbers.
#[test]
fn listed_games_answer_as_games_with_rules() {
    for seed in 0..100 {
        let graph = Graph::random(seed, 2 + (seed % 40) as u32);
        let game = listed(&graph, Texts::Moves, &DEFAULT).unwrap();
        let own = Solution::listed(game.clone(), &DEFAULT).unwrap();
        let other = Solution::linked(&graph, &DEFAULT).unwrap();
        check_numbering(own.game(), 50).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        check_unmoves(own.game(), 50).unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        assert_eq!(own.verify(1).unwrap().moves, other.verify(1).unwrap().moves, "seed {seed}");
        let (ours, theirs) = (own.questions(), other.questions());
        let [counts, other_counts] = [ours, theirs].map(|questions| questions.stats().unwrap().by_depth);
        assert_eq!(format!("{counts:?}"), format!("{other_counts:?}"), "seed {seed}");
        for slot in (0..graph.slots()).map(Slot) {
            assert_eq!(said(ours, slot), said(theirs, slot), "seed {seed}, {slot}");
        }
    }
}

/// Returns the answers to the questions about a slot, as text.
fn said(questions: Questions<'_>, slot: Slot) -> String {
    let probe = questions.probe(slot).unwrap();
    let line = questions.line(slot, 50).unwrap();
    let why = questions.why(slot).unwrap();
    let certificate = questions.certificate(slot, 10_000).unwrap();
    let mut parents = Vec::new();
    questions.board().parents(slot, &mut parents);
    format!("{probe:?}\n{line:?}\n{why:?}\n{certificate:?}\n{parents:?}")
}

fn about() -> About {
    About::new("mine", ["ann", "bob"], "Mine", "A game of lists.", ["node.0"])
}

fn entry(graph: &Graph) -> Entry<ListedGame> {
    let draw = std::sync::Arc::new(|Node(number): Node| format!("[{number}]"));
    Entry::listed(about(), listed(graph, Texts::Names, &DEFAULT).unwrap(), Some(draw))
}

#[test]
fn an_entry_of_lists_opens_solves_and_draws() {
    let graph = Graph::random(7, 30);
    let game = entry(&graph);
    game.laws(1_000, 1).unwrap().unwrap_or_else(|broken| panic!("{broken}"));
    let position = game.parse("node.3").unwrap();
    assert_eq!((position.token(), position.draw()), ("mine:node.3".to_owned(), "[3]".to_owned()));
    let truth = oracle(&graph, 0..30);
    for domain in [Domain::All, Domain::Reachable] {
        let board = position.board(domain, &DEFAULT).unwrap();
        let values = board.solve(&DEFAULT).unwrap();
        let slot = board.find(&*position).unwrap();
        assert_eq!(values.value(slot).unwrap(), Some(truth[&3]), "{domain:?}");
        if domain == Domain::All {
            assert!(values.slots() == 30 && values.in_memory().is_some());
            assert_eq!(position.plan(domain, 1).slots, Some(30));
        }
    }
    let error = game.parse("node.30").err().unwrap();
    let said = "no position is called `node.30`; the first one is called `node.0`";
    assert_eq!(error.to_string(), said);
    // Equal lists have the same identity. A change of a single move changes the identity.
    let same = entry(&graph.clone()).parse("node.3").unwrap();
    assert_eq!(same.instance(), position.instance());
    let mut other = graph.clone();
    let node = other.children.iter().position(|children| !children.is_empty()).unwrap();
    other.children[node][0] = (other.children[node][0] + 1) % 30;
    assert_ne!(entry(&other).parse("node.3").unwrap().instance(), position.instance());
}

/// Makes a game from one text for each position. A text begins with the side; `=` stands for a tie, and `!` for an
/// ending that the first side has won. The children follow as digits.
fn game(
    positions: &[&str],
    edit: impl Fn(&mut ListBuilder, u32) -> Result<(), ListError>,
) -> Result<ListedGame, ListError> {
    let mut lists = ListBuilder::new(&DEFAULT);
    for (number, text) in positions.iter().enumerate() {
        let ending = if text.contains('=') {
            Some(Ending::level("level"))
        } else {
            text.contains('!').then_some(Ending::won(Side::First, "won"))
        };
        lists.position(if text.starts_with('a') { Side::First } else { Side::Second }, ending)?;
        text.chars().filter_map(|c| c.to_digit(10)).try_for_each(|child| lists.child(child))?;
        edit(&mut lists, number as u32)?;
    }
    lists.finish()
}

#[test]
fn broken_lists_are_named_with_the_position() {
    let plain = |_: &mut ListBuilder, _| Ok(());
    let said = |made: Result<ListedGame, ListError>| made.err().map(|error| error.to_string()).unwrap_or_default();
    let cases = [
        (said(game(&[], plain)), "the game has no positions"),
        (said(game(&["a1", "b"], plain)), "position 1 has neither an ending nor a move"),
        (said(game(&["a", "b="], plain)), "position 0 has neither an ending nor a move"),
        (said(game(&["a1", "b!0"], plain)), "position 1 has an ending, but also moves"),
        (said(game(&["a1", "b2"], plain)), "a move of position 1 leads to position 2, but the last position is 1"),
        (said(game(&["a1", "b="], |lists, _| lists.name("x"))), "positions 0 and 1 have the same name"),
        (
            said(game(&["a1", "b="], |lists, number| if number == 0 { lists.name("x") } else { Ok(()) })),
            "position 1 has no name, but others have",
        ),
        (
            said(game(&["a1", "b="], |lists, number| if number == 1 { lists.name("x") } else { Ok(()) })),
            "position 0 has no name, but others have",
        ),
        (
            said(game(&["a1", "b="], |lists, _| lists.name("x y"))),
            "the name of position 0 is empty or has other characters than A-Z a-z 0-9 : / _ .",
        ),
        (
            said(game(&["a1", "b="], |lists, _| lists.child_by("up", 1))),
            "some moves have a text, and a move of position 0 has none",
        ),
        (
            said(game(&["a1", "b="], |lists, number| if number == 0 { lists.children(&[0, 2, 1]) } else { Ok(()) })),
            "a move of position 0 leads to position 2, but the last position is 1",
        ),
        (
            said(game(&["a", "b="], |lists, _| lists.child_by("up", 1).and_then(|()| lists.children(&[0])))),
            "some moves have a text, and a move of position 0 has none",
        ),
        (
            said(game(&["a", "b="], |lists, number| {
                if number == 0 { lists.child_by("up", 1).and_then(|()| lists.child_by("up", 0)) } else { Ok(()) }
            })),
            "position 0 has two moves with the text `up`",
        ),
        (
            said(game(&["a", "b="], |lists, _| lists.child_by("", 1))),
            "a move of position 0 has a text that is empty or has characters that do not print",
        ),
    ];
    for (said, expected) in cases {
        assert_eq!(said, expected);
    }
    let chinese = game(&[], plain).unwrap_err().in_language(Language::Chinese).to_string();
    assert_eq!(chinese, "游戏没有局面");
    assert_eq!(Message::from(game(&[], plain).unwrap_err()), "the game has no positions");
}

#[test]
fn at_most_127_endings_differ() {
    let mut lists = ListBuilder::new(&DEFAULT);
    let rules: Vec<_> = (0..128).map(|number| retrograde::word(&format!("rule-{number}"))).collect();
    for rule in &rules[..127] {
        lists.position(Side::First, Some(Ending::level(rule))).unwrap();
    }
    lists.position(Side::First, Some(Ending::level(rules[0]))).unwrap();
    let error = lists.position(Side::First, Some(Ending::level(rules[127]))).unwrap_err();
    assert_eq!(error.to_string(), "with position 128, there are more than 127 different endings");
}

#[test]
fn lists_beyond_the_memory_are_refused_before_they_are_stored() {
    let graph = Graph::random(3, 50_000);
    let small = Options { memory: 100_000, ..DEFAULT };
    let error = listed(&graph, Texts::None, &small).unwrap_err();
    assert!(matches!(error, ListError::Memory(SolveError::TooMany { limit: 100_000, .. })), "{error}");
    let game = listed(&graph, Texts::None, &DEFAULT).unwrap();
    let needed = game.estimate(2);
    assert!(game.solve(&Options { memory: needed, ..DEFAULT }).is_ok());
    let error = game.solve(&small).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { slots: 50_000, limit: 100_000, .. }), "{error}");
}
