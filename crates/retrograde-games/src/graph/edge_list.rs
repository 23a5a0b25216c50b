//! Reads graphs from edge lists, and answers with the value of each node.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;

use retrograde::{Notation, Numbered, Options, Outcome, Side, SolveError};

use super::builder::{Builder, Fault, RawNode};
use super::lexer::{Lexeme, Lexer, error};
use super::messages::{Answers, Part, Wrong};
use super::name::Spelt;
use super::name::bad_name;
use super::notation::owner_of;
use super::rules::{Graph, Node};
use crate::messages::FoundByte;
use crate::scan::Location;
use retrograde::author::{AnswerError, Contest, InputError, Method, Strictness};
use retrograde::rules::memory::{self, NoMemory};
use retrograde::rules::message::{Bytes, Language, Message};

/// The format `graph`. Each line describes one node: `name owner ending successors...`. See the rules of [`Graph`].
///
/// The answer has one line for each node. The line contains the name of the node, the class of the node's value from
/// its owner's point of view, and the depth.
pub struct EdgeList;

impl Contest for EdgeList {
    fn id(&self) -> &'static str {
        "graph"
    }

    fn names(&self) -> &'static [&'static str] {
        &["edge list", "edges", "边表", "图", "有向图", "game"]
    }

    fn game(&self) -> &'static str {
        Graph::ID
    }

    fn title(&self) -> &'static str {
        "An edge list: a line `name owner ending successors...` for each position; answered by a value for each"
    }

    fn title_in(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.title(),
            Language::Chinese => "边表：每个局面一行 `名称 归属 结局 后继...`；逐个回答其值",
        }
    }

    fn input_layout(&self) -> Option<Message> {
        Some(Wrong::Line.into())
    }

    fn answer_layout(&self) -> Option<Message> {
        Some(Answers::Layout.into())
    }

    fn read(
        &self,
        input: &mut dyn BufRead,
        _strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        let graph = read(input, Options::MEMORY)?;
        // While the program builds the text of a token, the text can occupy twice its length in memory. At the same
        // time, a second copy of the text exists, which begins with the game's name.
        memory::admit(4 * graph.length() as u64)
            .map_err(|NoMemory { needed }| InputError::unsolvable(None, 1, 1, SolveError::NoMemory { needed }))?;
        // The file stands for one position. This position is the first node.
        let _ = visit(graph.token(&Node(0)));
        Ok(())
    }

    fn answer(
        &self,
        input: &mut dyn BufRead,
        method: Method,
        options: &Options<'_>,
        output: &mut dyn Write,
    ) -> Result<(), AnswerError> {
        if method == Method::Shortcut {
            return Err(AnswerError::NoShortcut { game: Graph::ID });
        }
        let failed = |source| AnswerError::Solve { case: 1, token: Graph::ID.to_owned(), source };
        let graph = read_graph(input, options.memory).map_err(|unread| match unread {
            Unread::Faulty(Fault::TooLarge { nodes: reached, needed, limit: Bytes(limit) }, _) => {
                failed(SolveError::TooMany { reached, needed, limit })
            }
            Unread::Faulty(Fault::NoMemory { needed: Bytes(needed) }, _) => failed(SolveError::NoMemory { needed }),
            unread => unread.into_error().into(),
        })?;
        let edges = graph.edges(options).map_err(failed)?;
        let table = edges.solve_beside(graph.facts().bytes, options).map_err(failed)?;
        let mut values = table.values().map(|(_, value)| value);
        for nodes in graph.nodes.chunks(BLOCK) {
            graph.names.fetch_texts(nodes.iter().map(|node| node.name));
            nodes.iter().zip(&mut values).try_for_each(|(node, value)| {
                output.write_all(graph.names.bytes_of(node.name))?;
                match value.depth() {
                    Some(depth) => writeln!(output, " {} {}", value.kind(), depth.plies()),
                    None => writeln!(output, " {}", value.kind()),
                }
            })?;
        }
        Ok(())
    }

    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        let [token] = tokens else {
            return Err(AnswerError::inexpressible(&tokens.concat(), Wrong::Graphs { number: tokens.len() }));
        };
        let text = token.strip_prefix("graph:").unwrap_or(token);
        let (graph, node) =
            Graph::parse(text).map_err(|source| AnswerError::Notation { token: token.clone(), source })?;
        if node != Node(0) {
            return Err(AnswerError::inexpressible(token, Wrong::NotFirst));
        }
        (0..graph.slots()).try_for_each(|number| write_node(&graph, Node(number as u32), output))
    }

    fn read_answer(&self, line: &str) -> Option<String> {
        let words: Vec<_> = line.split_whitespace().collect();
        let kind = retrograde::Kind::from_word(words.get(1)?)?;
        match words.as_slice() {
            [name, _] if kind == retrograde::Kind::Draw => Some(format!("{name} {kind}")),
            [name, _, depth] => Some(format!("{name} {kind} {}", depth.parse::<u32>().ok()?)),
            _ => None,
        }
    }
}

/// The number of nodes whose names are read into the cache together.
const BLOCK: usize = 1 << 8;

/// The word for each ending in an edge list.
const ENDINGS: [(&str, Option<Outcome>); 4] = [
    ("-", None),
    ("a", Some(Outcome::Won(Side::First))),
    ("b", Some(Outcome::Won(Side::Second))),
    ("=", Some(Outcome::Level)),
];

fn write_node(graph: &Graph, node: Node, output: &mut dyn Write) -> Result<(), AnswerError> {
    let of = graph.node(node);
    let ending = ENDINGS.iter().find(|(_, meant)| *meant == of.ending).map_or("-", |(word, _)| word);
    write!(output, "{} {} {ending}", graph.name(node), Graph::SIDES[of.owner.index()])?;
    for child in graph.children(node) {
        write!(output, " {}", graph.name(child))?;
    }
    Ok(writeln!(output)?)
}

/// The reason why a text is not a graph.
enum Unread {
    Malformed(InputError),
    Faulty(Fault, Location),
}

impl From<InputError> for Unread {
    fn from(error: InputError) -> Self {
        Self::Malformed(error)
    }
}

impl From<(Fault, Location)> for Unread {
    fn from((fault, location): (Fault, Location)) -> Self {
        Self::Faulty(fault, location)
    }
}

impl Unread {
    fn into_error(self) -> InputError {
        match self {
            Self::Malformed(error) => error,
            Self::Faulty(Fault::NoMemory { needed: Bytes(needed) }, Location { line, column }) => {
                InputError::unsolvable(None, line, column, SolveError::NoMemory { needed })
            }
            Self::Faulty(fault, location) => error(location, fault),
        }
    }
}

/// Reads a whole edge list. The graph may need at most `memory` bytes.
pub(super) fn read(input: &mut dyn BufRead, memory: u64) -> Result<Graph, InputError> {
    read_graph(input, memory).map_err(Unread::into_error)
}

fn read_graph(input: &mut dyn BufRead, memory: u64) -> Result<Graph, Unread> {
    let mut lexer = Lexer::new(input);
    let mut builder = Builder::new(memory);
    if let Err(unread) = read_nodes(&mut lexer, &mut builder) {
        // The collected names come before this error in the text. If these names contain an error, this function must
        // return the error of the names first.
        builder.look_up()?;
        return Err(unread);
    }
    if builder.is_empty() {
        return Err(error(lexer.location(), unexpected(Part::Node, FoundByte::EndOfInput)).into());
    }
    Ok(builder.build()?)
}

fn read_nodes(lexer: &mut Lexer<'_>, builder: &mut Builder<Location>) -> Result<(), Unread> {
    let mut name = Vec::new();
    while let Some(Lexeme::Word(location)) = lexer.next()? {
        name.clear();
        name.extend_from_slice(lexer.word());
        read_node(&name, location, lexer, builder)?;
        builder.close_node(&location)?;
    }
    Ok(())
}

fn read_node(
    name: &[u8],
    location: Location,
    lexer: &mut Lexer<'_>,
    builder: &mut Builder<Location>,
) -> Result<(), Unread> {
    let name = spelt(name, builder, location)?;
    let (owner, at) = word(lexer, Part::Owner)?;
    let owner = owner_of(owner).ok_or_else(|| error(at, Wrong::Owner { found: owner.to_owned() }))?;
    let (ending, at) = word(lexer, Part::Ending)?;
    let meant = ENDINGS.iter().find(|(word, _)| *word == ending);
    let (_, ending) = *meant.ok_or_else(|| error(at, Wrong::ListEnding { found: ending.to_owned() }))?;
    builder.node(&RawNode { name, owner, ending }, location)?;
    while let Some(Lexeme::Word(at)) = lexer.next()? {
        let successor = spelt(lexer.word(), builder, at)?;
        builder.link(successor, at)?;
    }
    Ok(())
}

fn word<'l>(lexer: &'l mut Lexer<'_>, what: Part) -> Result<(&'l str, Location), InputError> {
    let location = lexer.location();
    match lexer.next()? {
        Some(Lexeme::Word(location)) => Ok((text(lexer.word()), location)),
        Some(Lexeme::LineEnd) => Err(error(location, unexpected(what, FoundByte::EndOfLine))),
        None => Err(error(location, unexpected(what, FoundByte::EndOfInput))),
    }
}

fn spelt<'t>(word: &'t [u8], builder: &Builder<Location>, location: Location) -> Result<Spelt<'t>, InputError> {
    builder.spelt(word).ok_or_else(|| error(location, bad_name(text(word))))
}

fn text(word: &[u8]) -> &str {
    std::str::from_utf8(word).expect("letters, digits, - and = are ASCII")
}

fn unexpected(expected: Part, found: FoundByte) -> Wrong {
    Wrong::Expected { expected, found: found.into() }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::io::{BufReader, Read};

    use retrograde::author::check::{check_notation, check_numbering, check_rules, sample};
    use retrograde::judge::oracle;

    use super::*;

    fn answer(text: &str) -> String {
        let mut output = Vec::new();
        EdgeList.answer(&mut text.as_bytes(), Method::Auto, &Options::default(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn refusal(text: &[u8]) -> String {
        let mut input = text;
        EdgeList.read(&mut input, Strictness::Relaxed, &mut |_| ControlFlow::Continue(())).unwrap_err().to_string()
    }

    #[test]
    fn every_class_of_value_is_answered() {
        let list = "# a small game\n1 a - 2 3\n2 b - 1 4 # to and fro\n\n3 b =\r\n4 a b\n5 b - 6\n6 a - 5\n7 a - 4 4";
        assert_eq!(answer(list), "1 tie 1\n2 win 1\n3 tie 0\n4 loss 0\n5 draw\n6 draw\n7 loss 1\n");
    }

    #[test]
    fn bad_lists_are_refused_with_their_location() {
        let cases: [(&[u8], &str); 12] = [
            (b"", "line 1, column 1: expected a node, found end of input"),
            (b"1 a", "line 1, column 4: expected the ending of the node, -, a, b or =, found end of line"),
            (b"1 c - 1", "line 1, column 3: `c` is not an owner, expected a or b"),
            (b"1 a ? 1", "line 1, column 5: `?` cannot stand in a name, only letters and digits can"),
            (b"1 a x 1", "line 1, column 5: `x` is not an ending, expected -, a, b or ="),
            (b"1 a - 1\n1 b =", "line 2, column 1: node 1 is given twice"),
            (b"1 a - 1\n2 b - 1 3", "line 2, column 9: node 2 leads to 3, which is not given"),
            (b"1 a -", "line 1, column 1: node 1 is not over and has no successors"),
            (b"1 a b 1", "line 1, column 1: node 1 is over, but has successors"),
            ("1 a - 过".as_bytes(), "line 1, column 7: `过` cannot stand in a name, only letters and digits can"),
            (b"1 a - \xff", "line 1, column 7: byte 0xff cannot stand in a name, only letters and digits can"),
            (b"1 a - 1\0", "line 1, column 8: `\\u{0}` cannot stand in a name, only letters and digits can"),
        ];
        for (text, message) in cases {
            assert_eq!(refusal(text), message, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn endless_input_is_refused_at_once() {
        for byte in [0, b'0', b'=', b' ', b'\n', b'#'] {
            let mut endless = BufReader::new(std::io::repeat(byte).take(u64::MAX));
            let error = EdgeList.read(&mut endless, Strictness::Relaxed, &mut |_| ControlFlow::Continue(()));
            assert!(error.is_err(), "byte {byte}");
        }
    }

    /// An endless input. The input contains the texts that a given function returns for the numbers 0, 1, 2, ...
    struct Endless<F>(F, u64, Vec<u8>);

    impl<F: Fn(u64) -> String> Read for Endless<F> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.2.is_empty() {
                self.2 = (self.0)(self.1).into_bytes();
                self.1 += 1;
            }
            let count = self.2.len().min(buffer.len());
            buffer[..count].copy_from_slice(&self.2[..count]);
            self.2.drain(..count);
            Ok(count)
        }
    }

    #[test]
    fn what_outgrows_the_memory_is_refused_while_it_is_read() {
        let nodes = |number: u64| format!("n{number} a =\n");
        let successors = |number: u64| if number == 0 { "s a -".to_owned() } else { format!(" n{number}") };
        let one_successor = |number: u64| if number == 0 { "s a -".to_owned() } else { " s".to_owned() };
        let lists: [&dyn Fn(u64) -> String; 3] = [&nodes, &successors, &one_successor];
        for (number, list) in lists.into_iter().enumerate() {
            let mut endless = BufReader::new(Endless(list, 0, Vec::new()));
            let options = Options { memory: 1 << 20, ..Options::default() };
            let error = EdgeList.answer(&mut endless, Method::Auto, &options, &mut Vec::new()).unwrap_err();
            let AnswerError::Solve { source: SolveError::TooMany { needed, limit, .. }, .. } = error else {
                panic!("list {number}: {error}");
            };
            assert!(limit == 1 << 20 && (limit..2 * limit).contains(&needed), "list {number}: {needed}");
        }
    }

    #[test]
    fn a_node_of_many_successors_takes_little_more_than_its_text() {
        let mut list = String::from("s a -");
        for number in (0..300_000).chain(0..300_000) {
            write!(list, " n{number}").unwrap();
        }
        for number in 0..300_000 {
            write!(list, "\nn{number} b b").unwrap();
        }
        let graph = read(&mut list.as_bytes(), u64::MAX).unwrap();
        assert_eq!(graph.open_moves(&Node(0)), 300_000);
        assert!(
            2 * graph.facts().bytes < 5 * list.len() as u64,
            "{} bytes for a text of {}",
            graph.facts().bytes,
            list.len()
        );
    }

    /// Returns a random edge list with all three outcomes, owners in any order, cycles and duplicate edges.
    fn random_list(seed: u64) -> String {
        let mut rng = fastrand::Rng::with_seed(seed);
        let nodes = rng.u32(1..40);
        let mut text = String::new();
        for node in 0..nodes {
            let over = rng.u32(..5) == 0;
            let ending = if over { ["a", "b", "="][rng.usize(..3)] } else { "-" };
            let degree = if over { 0 } else { rng.usize(1..5) };
            let successors = vec![(); degree].iter().map(|()| format!(" n{}", rng.u32(..nodes))).collect::<Vec<_>>();
            writeln!(text, "n{node} {} {ending}{}", ["a", "b"][rng.usize(..2)], successors.concat()).unwrap();
        }
        text
    }

    #[test]
    fn answers_equal_the_oracle_and_texts_round_trip() {
        for seed in 0..500 {
            let list = random_list(seed);
            let graph = read(&mut list.as_bytes(), u64::MAX).unwrap();
            let truth = oracle(&graph, sample(&graph, u64::MAX));
            for (node, line) in answer(&list).lines().enumerate() {
                let value = truth[&Node(node as u32)];
                let depth = value.depth().map_or(String::new(), |depth| format!(" {}", depth.plies()));
                assert_eq!(line, format!("n{node} {}{depth}", value.kind()), "seed {seed}");
                assert_eq!(EdgeList.read_answer(line).as_deref(), Some(line));
            }
            check_rules(&graph, sample(&graph, 50)).unwrap();
            check_numbering(&graph, 50).unwrap();
            check_notation(&graph, sample(&graph, 50)).unwrap();
            let mut rewritten = Vec::new();
            EdgeList.write(&[graph.token(&Node(0))], &mut rewritten).unwrap();
            let again = read(&mut rewritten.as_slice(), u64::MAX).unwrap();
            assert_eq!(again.identity(), graph.identity(), "seed {seed}");
        }
    }
}
