//! Tests of the module structure. ARCHITECTURE.md lists the rooms of each crate in order. The rooms are the modules
//! directly under the crate's `src`. A room may import only itself and the earlier rooms, directly or through a
//! re-export. A `lib.rs` or `mod.rs` contains only declarations and re-exports.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a module, starting at the crate's root.
type Module = Vec<String>;

/// A path that a source file mentions, with its line.
struct Import {
    path: Vec<String>,
    line: usize,
}

/// The declarations and the imports of a source file.
#[derive(Default)]
struct Source {
    file: String,
    /// The names of the items that the file defines.
    defined: HashSet<String>,
    /// The names that the file re-exports, each with its path.
    exported: HashMap<String, Vec<String>>,
    /// The modules from which the file re-exports all items.
    globs: Vec<Vec<String>>,
    imports: Vec<Import>,
    /// The line of the file's first definition outside tests.
    first_definition: Option<usize>,
}

/// The modules of a crate, with their sources.
#[derive(Default)]
struct Crate(BTreeMap<Module, Source>);

/// An import of one module by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arrow {
    from: Module,
    to: Module,
    /// The file and the line of the import: `src/FILE:LINE`.
    place: String,
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        walk(folder, &mut files);
        let files = files.iter().map(|file| {
            (file.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), fs::read_to_string(file).unwrap())
        });
        Self::of(files)
    }

    /// Creates a crate from its files; each file is given by its path below `src` and its text.
    fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files = files.into_iter().filter(|(name, _)| !name.ends_with("tests.rs") && !name.contains("/tests/"));
        let sources = files.map(|(name, text)| {
            let mut module: Module = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            module.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
            let mut source = Source { file: format!("src/{name}"), ..Source::default() };
            source.scan(&tokens(&text));
            (module, source)
        });
        Self(sources.collect())
    }

    /// Converts a path in a module to a path from the crate's root; `None` if the path leads outside the crate.
    fn absolute(&self, at: &[String], path: &[String]) -> Option<Vec<String>> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([at, &path[1..]].concat()),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                Some([&at[..at.len().checked_sub(ups)?], &path[ups..]].concat())
            }
            first => self.0.contains_key(&[at, &[first.to_owned()]].concat()).then(|| [at, path].concat()),
        }
    }

    /// Returns the module that defines the item with this path from the crate's root.
    fn find(&self, path: &[String], depth: usize) -> Module {
        let mut at = Module::new();
        for (index, name) in path.iter().enumerate() {
            let below = [&at[..], std::slice::from_ref(name)].concat();
            if self.0.contains_key(&below) {
                at = below;
                continue;
            }
            return self.exported(&at, name, &path[index + 1..], depth).unwrap_or(at);
        }
        at
    }

    /// Returns the module that defines a name which the module `at` re-exports; `None` if `at` does not re-export the
    /// name.
    fn exported(&self, at: &[String], name: &str, rest: &[String], depth: usize) -> Option<Module> {
        const DEEPEST: usize = 8;
        let source = self.0.get(at).filter(|_| depth < DEEPEST && name != "*")?;
        if let Some(to) = source.exported.get(name) {
            let to = self.absolute(at, to)?;
            return (to != [at, &[name.to_owned()]].concat()).then(|| self.find(&[&to[..], rest].concat(), depth + 1));
        }
        if source.defined.contains(name) {
            return None;
        }
        source.globs.iter().filter_map(|glob| self.absolute(at, glob)).find_map(|glob| {
            let inner = self.find(&glob, depth + 1);
            let source = self.0.get(&inner)?;
            let has = source.defined.contains(name) || source.exported.contains_key(name);
            has.then(|| self.find(&[&glob[..], &[name.to_owned()], rest].concat(), depth + 1))
        })
    }

    /// Returns every import of one module of the crate by another.
    fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        for (from, source) in &self.0 {
            for Import { path, line } in &source.imports {
                let to = self.absolute(from, path).map(|path| self.find(&path, 0)).filter(|to| to != from);
                arrows.extend(to.map(|to| Arrow { from: from.clone(), to, place: format!("{}:{line}", source.file) }));
            }
        }
        arrows.sort();
        arrows
    }

    /// Returns the rooms, which are the names of the modules directly under `src`.
    fn rooms(&self) -> BTreeSet<&str> {
        self.0.keys().filter_map(|module| module.first()).map(String::as_str).collect()
    }
}

impl Source {
    /// Collects the declarations and paths in a list of tokens.
    fn scan(&mut self, tokens: &[Token<'_>]) {
        let (mut index, mut is_public, mut is_test) = (0, false, false);
        while let Some(token) = tokens.get(index) {
            let next = index + 1;
            let (mut keeps_public, mut keeps_test) = (false, false);
            index = match token.text {
                "#" => {
                    let end = closed(tokens, next);
                    is_test |= is_for_tests(&tokens[next..end]);
                    (keeps_public, keeps_test) = (is_public, true);
                    end
                }
                "pub" => {
                    (is_public, keeps_public, keeps_test) = (true, true, true);
                    if is(tokens, next, "(") { closed(tokens, next) } else { next }
                }
                "use" => {
                    let end = tokens[next..].iter().position(|token| token.text == ";").unwrap() + next;
                    if !is_test {
                        self.take_use(&tokens[next..end], is_public);
                    }
                    end
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "union" | "const" | "static" | "impl" | "macro_rules"
                    if !is_test && self.first_definition.is_none() =>
                {
                    self.first_definition = Some(token.line);
                    continue;
                }
                "mod" if is_test && is(tokens, next + 1, "{") => closed(tokens, next + 1),
                "fn" | "struct" | "enum" | "trait" | "type" | "union" | "const" | "static" | "mod" => {
                    self.defined.extend(tokens.get(next).map(|token| token.text.to_owned()));
                    next
                }
                "macro_rules" => {
                    self.defined.extend(tokens.get(next + 1).map(|token| token.text.to_owned()));
                    next
                }
                "crate" | "super" | "self" => {
                    let (path, end) = path_at(tokens, index);
                    if path.len() > 1 {
                        self.imports.push(Import { path, line: token.line });
                    }
                    end
                }
                _ => next,
            };
            is_public &= keeps_public;
            is_test &= keeps_test;
        }
    }

    fn take_use(&mut self, tree: &[Token<'_>], is_public: bool) {
        let mut leaves = Vec::new();
        expand(tree, &[], &mut leaves);
        for (path, name, line) in leaves {
            match name.as_str() {
                _ if !is_public => self.imports.push(Import { path, line }),
                "*" => self.globs.push(path[..path.len() - 1].to_vec()),
                _ => drop(self.exported.insert(name, path)),
            }
        }
    }
}

/// A token of a Rust source, with its line.
#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    line: usize,
}

/// Returns the tokens of a source text, without blanks, comments and string literals.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut at, mut line, mut tokens) = (0, 1, Vec::new());
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, is_token) = match first {
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            '/' if rest.starts_with("/*") => (comment(rest), false),
            '"' => (string(rest), false),
            '\'' => (character(rest), false),
            'r' if raw_string(rest).is_some() => (raw_string(rest).unwrap(), false),
            _ if is_of_word(first) => (rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()), true),
            _ => (first.len_utf8(), !first.is_whitespace()),
        };
        if is_token {
            tokens.push(Token { text: &rest[..length], line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the length of a block comment; such a comment may contain other block comments.
fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] if depth == 1 => return at + 2,
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    at
}

/// Returns the length of a string literal that may contain escapes.
fn string(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a raw string such as `r#"…"#`; `None` if the text does not begin with a raw string.
fn raw_string(text: &str) -> Option<usize> {
    let signs = text[1..].bytes().take_while(|&byte| byte == b'#').count();
    let inner = text[1 + signs..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(signs));
    Some(2 + signs + inner.find(&end)? + end.len())
}

/// Returns the length of a character literal; 1 if the quote belongs to a lifetime.
fn character(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some((at, _))) => text[at + 1..].find('\'').map_or(text.len(), |end| at + 2 + end),
        (_, Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

fn is(tokens: &[Token<'_>], index: usize, text: &str) -> bool {
    tokens.get(index).is_some_and(|token| token.text == text)
}

/// Returns the index after the closing bracket that matches the opening bracket at index `first`.
fn closed(tokens: &[Token<'_>], first: usize) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(first) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 && index > first {
            return index + 1;
        }
    }
    tokens.len()
}

/// Collects the paths in a `use` tree, each with the name that it has in this file, and its line.
fn expand(tree: &[Token<'_>], head: &[String], leaves: &mut Vec<(Vec<String>, String, usize)>) {
    let mut index = 0;
    while index < tree.len() {
        let line = tree[index].line;
        let (mut path, mut alias) = (head.to_vec(), None);
        while let Some(token) = tree.get(index).filter(|token| token.text != ",") {
            match token.text {
                ":" => index += 1,
                "as" => {
                    alias = tree.get(index + 1).map(|token| token.text.to_owned());
                    index += 2;
                }
                "{" => {
                    let end = closed(tree, index);
                    expand(&tree[index + 1..end - 1], &path, leaves);
                    path.clear();
                    index = end;
                }
                name => {
                    path.push(name.to_owned());
                    index += 1;
                }
            }
        }
        index += 1;
        if path.len() > 1 {
            path.pop_if(|last| last == "self");
        }
        if let Some(last) = path.last().cloned() {
            leaves.push((path, alias.unwrap_or(last), line));
        }
    }
}

/// Returns the path that begins at token `first`, and the index of the token after it.
fn path_at(tokens: &[Token<'_>], first: usize) -> (Vec<String>, usize) {
    let (mut path, mut index) = (vec![tokens[first].text.to_owned()], first + 1);
    while is(tokens, index, ":") && is(tokens, index + 1, ":") {
        let is_name = |token: &&Token<'_>| token.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let Some(name) = tokens.get(index + 2).filter(is_name) else { break };
        path.push(name.text.to_owned());
        index += 3;
    }
    (path, index)
}

/// Returns whether an attribute marks code for tests, documentation or fuzzing.
fn is_for_tests(attribute: &[Token<'_>]) -> bool {
    let has = |word: &str| attribute.iter().any(|token| token.text == word);
    has("cfg") && (has("test") || has("doctest") || has("fuzzing")) && !has("not")
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the cycles of an import graph, as its strongly connected components with more than one module.
fn cycles<'g>(graph: &BTreeMap<&'g str, BTreeSet<&'g str>>) -> BTreeSet<Vec<&'g str>> {
    let reached = |from: &'g str| {
        let (mut reached, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(next) = waiting.pop() {
            let new = graph.get(next).into_iter().flatten().copied().filter(|to| reached.insert(*to));
            waiting.extend(new.collect::<Vec<_>>());
        }
        reached
    };
    let reached: BTreeMap<_, _> = graph.keys().map(|&from| (from, reached(from))).collect();
    let own = |from: &&'g str| -> Vec<&'g str> {
        reached[from].iter().copied().filter(|to| reached.get(to).is_some_and(|back| back.contains(from))).collect()
    };
    reached.keys().map(own).filter(|cycle| cycle.len() > 1).collect()
}

/// Returns the rooms of each crate, in the order in which ARCHITECTURE.md lists them.
fn listed(architecture: &str) -> BTreeMap<String, Vec<Vec<String>>> {
    let block = architecture.split("```rooms\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    let names = |room: &str| room.split_whitespace().map(str::to_owned).collect();
    let mut crates: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    let mut last = String::new();
    for line in block.lines() {
        let (name, rooms) = line.split_once(':').unwrap_or(("", line));
        if !name.is_empty() {
            name.clone_into(&mut last);
        }
        let rooms = rooms.split('<').filter(|room| !room.trim().is_empty()).map(names);
        crates.entry(last.clone()).or_default().extend(rooms);
    }
    crates
}

/// Returns the forbidden imports of a crate. The argument `rooms` is the list of rooms from ARCHITECTURE.md.
fn wrong(name: &str, code: &Crate, rooms: &[Vec<String>]) -> Vec<String> {
    let order: HashMap<&str, usize> =
        rooms.iter().enumerate().flat_map(|(place, room)| room.iter().map(move |module| (&**module, place))).collect();
    let mut wrong: Vec<String> = code
        .rooms()
        .into_iter()
        .filter(|room| !order.contains_key(room))
        .map(|room| format!("{name}: `{room}` is in no room of ARCHITECTURE.md"))
        .collect();
    let gone = order.keys().filter(|room| !code.rooms().contains(*room));
    wrong.extend(gone.map(|room| format!("{name}: there is no `{room}`, which ARCHITECTURE.md lists")));
    for Arrow { from, to, place } in code.arrows() {
        let (Some(one), Some(other)) = (from.first(), to.first()) else { continue };
        if let (Some(own), Some(its)) = (order.get(&**one), order.get(&**other))
            && its > own
        {
            wrong.push(format!("{name}/{place}: `{one}` imports `{}`, of a later room", to.join("::")));
        }
    }
    wrong.extend(circular(name, code));
    wrong.extend(defining(name, code));
    wrong
}

/// The files that may declare modules and also define items, each with the reason.
const DEFINING: [(&str, &str); 3] = [
    (
        "retrograde-service/src/ask/mod.rs",
        "a question is its file and its line in the one list of all, beside the trait of all",
    ),
    ("retrograde-games/src/lib.rs", "a game is its file and its lines in the one list of all"),
    ("retrograde-verbs/src/verb/mod.rs", "a verb is its file and its lines in the one list of all"),
];

/// Returns each `lib.rs` and `mod.rs` that defines items, except the files in [`DEFINING`].
fn defining(name: &str, code: &Crate) -> Vec<String> {
    let declares = |source: &&Source| ["/lib.rs", "/mod.rs"].iter().any(|end| source.file.ends_with(end));
    let all = code.0.values().filter(declares).filter_map(|source| {
        let file = format!("{name}/{}", source.file);
        let may = DEFINING.iter().any(|(known, _)| *known == file);
        source.first_definition.filter(|_| !may).map(|line| format!("{file}:{line} defines something"))
    });
    all.collect()
}

/// Returns the cycles of more than three modules, among the modules directly under `src` or in one folder.
fn circular(name: &str, code: &Crate) -> Vec<String> {
    const MOST: usize = 3;
    let arrows = code.arrows();
    let mut folders: BTreeMap<&[String], BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for Arrow { from, to, .. } in &arrows {
        let same = from.iter().zip(to).take_while(|(one, other)| one == other).count();
        if same == 0 && (from.is_empty() || to.is_empty()) {
            continue;
        }
        let [one, other] = [from, to].map(|path| path.get(same).map_or("mod", String::as_str));
        folders.entry(&from[..same]).or_default().entry(one).or_default().insert(other);
    }
    let all = folders.iter().flat_map(|(folder, graph)| {
        let large = cycles(graph).into_iter().filter(|cycle| cycle.len() > MOST);
        large.map(|cycle| format!("{name}/{}: {} import each other", folder.join("/"), cycle.join(", ")))
    });
    all.collect()
}

#[test]
fn rooms_import_only_those_before_them() {
    let root = Path::new("..");
    let listed = listed(&fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap());
    assert!(listed.contains_key("retrograde"), "ARCHITECTURE.md lists no rooms");
    let wrong: Vec<_> = listed
        .iter()
        .flat_map(|(name, rooms)| wrong(name, &Crate::read(&root.join("crates").join(name).join("src")), rooms))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the errors of a crate with two rooms, `low` and `high`; `low` is the text of the room `low`.
fn two_rooms(low: &str) -> Vec<String> {
    let files = [
        ("lib.rs", "pub mod low; pub mod high; pub use high::Tall;"),
        ("low.rs", low),
        ("high.rs", "use crate::low::Short;\npub struct Tall(Short);"),
    ];
    let code = Crate::of(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    wrong("two", &code, &listed("```rooms\ntwo: low < high\n```")["two"])
}

#[test]
fn a_forbidden_import_is_found_with_its_line() {
    assert_eq!(two_rooms("pub struct Short;"), [""; 0]);
    for (low, line) in [
        ("pub struct Short;\nuse crate::high::Tall;", 2),
        ("use crate::{high::Tall};\npub struct Short;", 1),
        ("use crate::Tall;\npub struct Short;", 1),
        ("pub struct Short;\n\nfn tall(_: &crate::Tall) {}", 3),
        ("pub struct Short;\nfn tall() { println!(\"{}\", super::high::HEIGHT) }", 2),
    ] {
        let expected = format!("two/src/low.rs:{line}: `low` imports `high`, of a later room");
        assert_eq!(two_rooms(low), [expected], "{low}");
    }
    let of_tests = "pub struct Short;\n#[cfg(test)]\nmod tests { use crate::high::Tall; }";
    assert_eq!(two_rooms(of_tests), [""; 0]);
    assert_eq!(two_rooms("pub struct Short; // crate::high::Tall"), [""; 0]);
}

#[test]
fn every_module_is_in_a_room() {
    let code = Crate::of([("lib.rs", "mod low;"), ("low.rs", "")].map(|(name, text)| (name.into(), text.into())));
    let wrong = wrong("one", &code, &listed("```rooms\none: high\n```")["one"]);
    assert_eq!(
        wrong,
        ["one: `low` is in no room of ARCHITECTURE.md", "one: there is no `high`, which ARCHITECTURE.md lists"]
    );
}

#[test]
fn four_modules_that_import_each_other_are_found() {
    let files = [("lib.rs", ""), ("in/mod.rs", "mod a; mod b; mod c; mod d;")]
        .map(|(name, text)| (name.to_owned(), text.to_owned()));
    let round = |names: &str| {
        let next = names.chars().cycle().skip(1);
        let ring = names
            .chars()
            .zip(next)
            .map(|(one, next)| (format!("in/{one}.rs"), format!("use super::{next}::X;\npub struct X;")));
        let rest =
            "abcd".chars().filter(|one| !names.contains(*one)).map(|one| (format!("in/{one}.rs"), String::new()));
        circular("ring", &Crate::of(files.clone().into_iter().chain(ring).chain(rest)))
    };
    assert_eq!(round("abc"), [""; 0]);
    assert_eq!(round("abcd"), ["ring/in: a, b, c, d import each other"]);
}

/// Returns the places at which files mention the crate `name`, except in files for which `may` returns true.
fn named_in(name: &str, files: &[(String, String)], may: impl Fn(&str) -> bool) -> Vec<String> {
    let others = files.iter().filter(|(file, _)| !may(file));
    let lines = others.flat_map(|(file, text)| {
        let named: Vec<_> = tokens(text).iter().filter(|token| token.text == name).map(|token| token.line).collect();
        named.into_iter().map(move |line| format!("{file}:{line} names {name}"))
    });
    lines.collect()
}

/// Returns the files of a crate, each with its path below `src` and its text.
fn sources(name: &str) -> Vec<(String, String)> {
    let (mut files, folder) = (Vec::new(), Path::new("../crates").join(name).join("src"));
    walk(&folder, &mut files);
    let source = |file: &PathBuf| {
        (file.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned(), fs::read_to_string(file).unwrap())
    };
    files.iter().map(source).collect()
}

/// WebAssembly has no clock, so the crates of its module read only the clock that a host can set.
#[test]
fn issue_31_one_module_reads_the_clock_of_the_system() {
    for name in ["Instant", "SystemTime"] {
        for part in ["retrograde", "retrograde-boards", "retrograde-games", "retrograde-api", "retrograde-wasm"] {
            assert_eq!(named_in(name, &sources(part), |file| file == "rules/clock.rs"), [""; 0], "{part}");
        }
        assert_eq!(named_in(name, &sources("retrograde-service"), |file| file == "tables.rs"), [""; 0]);
    }
    assert!(!named_in("Instant", &sources("retrograde"), |_| false).is_empty(), "nothing is found");
}

/// The crate of table files is below the service. Besides the service, only the verbs about files and the cluster code
/// may import it.
#[test]
fn issue_28_front_ends_reach_table_files_through_the_service() {
    const TABLES: &str = "retrograde_tables";
    let may = |file: &str| {
        ["verb/tables", "distributed/"].iter().any(|room| file.starts_with(room)) || file == "verb/verify.rs"
    };
    let verbs = sources("retrograde-verbs");
    assert!(!named_in(TABLES, &verbs, |_| false).is_empty(), "nothing is found");
    assert_eq!(named_in(TABLES, &verbs, may), [""; 0]);
    // Only one module of the service uses the crate of table files, and this module re-exports none of its names.
    assert_eq!(named_in(TABLES, &sources("retrograde-service"), |file| file == "tables.rs"), [""; 0]);
    for front in ["retrograde-api", "retrograde-wasm", "retrograde-web"] {
        assert_eq!(named_in(TABLES, &sources(front), |_| false), [""; 0]);
        let manifest = fs::read_to_string(format!("../crates/{front}/Cargo.toml")).unwrap();
        assert!(!manifest.contains("retrograde-tables"), "{front} depends on retrograde-tables");
    }
    for source in Crate::of(sources("retrograde-service")).0.values() {
        let paths = source.exported.values().chain(&source.globs);
        let exported: Vec<_> = paths.filter(|path| path.first().is_some_and(|first| first == TABLES)).collect();
        assert!(exported.is_empty(), "{} re-exports {exported:?}", source.file);
    }
}

#[test]
fn issue_28_a_forbidden_crate_is_found_with_its_line() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let files = [
        file("verb/probe.rs", "//! retrograde_tables\n\nuse retrograde_tables::Shelf;"),
        file("verb/solve.rs", "fn free() -> u64 {\n    retrograde_tables::free(\"retrograde_tables\")\n}"),
        file("verb/tables/export.rs", "use retrograde_tables::Shelf;"),
    ];
    let found = named_in("retrograde_tables", &files, |file| file.starts_with("verb/tables"));
    assert_eq!(found, ["verb/probe.rs:3 names retrograde_tables", "verb/solve.rs:2 names retrograde_tables"]);
}

#[test]
fn a_module_that_declares_others_defines_nothing() {
    let of = |text: &str| {
        let files = [("lib.rs", "mod low;\npub use low::Short;"), ("low/mod.rs", text)];
        defining("one", &Crate::of(files.map(|(name, text)| (name.to_owned(), text.to_owned()))))
    };
    for text in [
        "//! Text.\n\nmod in_it;\n\npub use in_it::Short;",
        "mod in_it;\n#[cfg(test)]\nmod tests { fn short() {} }",
        "#[cfg(doctest)]\n#[doc = include_str!(\"a\")]\nstruct Readme;\nmod in_it;",
    ] {
        assert_eq!(of(text), [""; 0], "{text}");
    }
    for text in [
        "mod in_it;\npub struct Short;",
        "mod in_it;\npub(crate) const fn short() {}",
        "use a::B;\nimpl B {}",
        "// A.\n#[derive(Debug)] enum Short {}",
        "mod in_it;\nconst LONG: u8 = 1;",
    ] {
        assert_eq!(of(text), ["one/src/low/mod.rs:2 defines something"], "{text}");
    }
}

#[test]
fn each_exception_is_needed() {
    for (file, _) in DEFINING {
        let (name, file) = file.split_once("/src/").unwrap();
        let code = Crate::read(&Path::new("../crates").join(name).join("src"));
        let source = code.0.values().find(|source| source.file == format!("src/{file}"));
        assert!(source.is_some_and(|source| source.first_definition.is_some()), "{name}/src/{file} defines nothing");
    }
}

#[test]
fn literals_and_comments_hold_no_tokens() {
    let text = r##"a /* b /* c */ */ "d \" e" 'f' '\'' '\\' '\u{7}' <'g> r#"h " i"# b"j" // k
l::m"##;
    let found: Vec<_> = tokens(text).iter().map(|token| (token.text.to_owned(), token.line)).collect();
    let expected = [("a", 1), ("<", 1), ("g", 1), (">", 1), ("b", 1), ("l", 2), (":", 2), (":", 2), ("m", 2)];
    assert_eq!(found, expected.map(|(text, line)| (text.to_owned(), line)));
}
