//! Checks a certificate by the rules alone: of the solver it uses nothing, of the registry only names and legal moves.
//!
//! ```sh
//! retrograde why pawn:3HO/1H2H/HOH2/1H2X_r --certificate - | cargo run --release -p retrograde-desk --example check_certificate
//! ```
//!
//! A graph that the certificate calls by its file, as in `g.txt#n1`, is read from that file.
//! It prints what is proved, or the line that is wrong and the reason (exit code 1). `retrograde::certificate` has the theorem.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;
use std::sync::LazyLock;

use retrograde::about::About;
use retrograde::entry::AnyPosition;
use retrograde_desk::position;
use retrograde_desk::registry::Registry;
use retrograde_desk::report::StateReport;
use serde_json::Value;

const FOR_EVER: u64 = u64::MAX;
/// The most bytes of a graph.
const MEMORY: u64 = 4 << 30;

/// For how many plies each claim is made, by its word, its side and its position; and the game's names.
struct Claims<'c>(HashMap<[&'c str; 3], u64>, &'c About);

/// The games that come with the program.
static GAMES: LazyLock<Registry> = LazyLock::new(|| retrograde_games::builtin().into_iter().collect());

/// The games, and the graphs of files that were read, each by some position of it.
struct Rules(&'static Registry, RefCell<HashMap<String, Box<dyn AnyPosition>>>);

impl Rules {
    fn open(&self, pos: &str) -> Result<Box<dyn AnyPosition>, String> {
        match pos.rsplit_once('#') {
            Some((file, _)) if !pos.contains(':') => self.node(file, pos),
            _ => self.0.open(pos).map_err(|error| error.to_string()),
        }
    }

    /// A node of a graph's file: `FILE#NODE`.
    fn node(&self, file: &str, pos: &str) -> Result<Box<dyn AnyPosition>, String> {
        let mut graphs = self.1.borrow_mut();
        if !graphs.contains_key(file) {
            let mut lines = BufReader::new(File::open(file).map_err(|error| format!("{file}: {error}"))?);
            let graph =
                self.0.games().find_map(|game| game.read_file(file, &mut lines, MEMORY)).ok_or("no game has files")?;
            graphs.insert(file.to_owned(), graph.map_err(|error| format!("{file}: {error}"))?);
        }
        graphs[file].sibling(pos).ok_or_else(|| format!("{file} has no such node as {pos}"))
    }
}

fn text<'l>(line: &'l Value, field: &str) -> &'l str {
    line[field].as_str().unwrap_or_default()
}

fn plies(claim: &Value) -> u64 {
    claim["plies"].as_u64().unwrap_or(FOR_EVER)
}

impl Claims<'_> {
    /// The position shows it by itself, or a line claims as much.
    fn show(&self, claim: &str, side: &str, plies: u64, at: &StateReport) -> Result<(), String> {
        let (winner, claimed) =
            (at.winner.map_or("", |winner| winner.name.word()), self.0.get(&[claim, side, &at.pos]));
        let is_shown = match (claim, at.over.is_some()) {
            ("wins" | "ties", true) => winner == side,
            ("holds", true) => winner.is_empty() || winner == side,
            (_, true) => !winner.is_empty(),
            ("wins" | "ties", false) => claimed.is_some_and(|&claimed| claimed <= plies),
            (_, false) => plies == 0 || claimed.is_some_and(|&claimed| claimed >= plies),
        };
        if is_shown { Ok(()) } else { Err(format!("nothing shows as much as this needs of {}", at.pos)) }
    }

    fn test(&self, line: &Value, rules: &Rules) -> Result<(), String> {
        let here = rules.open(text(line, "pos"))?;
        let here = position::moves(&*here).map_err(|error| error.to_string())?;
        let (claim, side, plies) = (text(line, "claim"), text(line, "side"), plies(line));
        if plies == 0 || plies == FOR_EVER && (claim == "wins" || claim == "ties") {
            return Err("there is no claim for so many plies".to_owned());
        }
        let left = if plies == FOR_EVER { plies } else { plies - 1 };
        let one_is_enough = claim == "ties" || side == here.state.turn.name.word();
        let is_needed = |action: &str| !one_is_enough || action == text(line, "move");
        let mut children =
            here.moves.iter().filter(|legal| is_needed(&legal.action)).map(|legal| &legal.child).peekable();
        children.peek().ok_or("there is no such move")?;
        for child in children {
            let is_won = |side| self.show("wins", side, FOR_EVER, child).is_ok();
            if claim != "untied" || !self.1.sides.into_iter().any(is_won) {
                self.show(claim, side, left, child)?;
            }
        }
        if claim == "ties" { self.hold_for_ever(&here.state) } else { Ok(()) }
    }

    fn hold_for_ever(&self, at: &StateReport) -> Result<(), String> {
        self.1.sides.into_iter().try_for_each(|side| self.show("holds", side, FOR_EVER, at))
    }

    /// What the first line says, if it follows from the others.
    fn conclude(&self, head: &Value, root: &StateReport) -> Result<String, String> {
        let ([first, second], value, depth) = (self.1.sides, text(head, "value"), head["depth"].as_u64());
        let other = if root.turn.name.word() == first { second } else { first };
        let (winner, loser) = match value {
            "win" => (root.turn.name.word(), other),
            "loss" => (other, root.turn.name.word()),
            _ => ("", ""),
        };
        let (enough, too_few) = if winner.is_empty() { ("ties", "untied") } else { ("wins", "holds") };
        let is_exact = head["exact"] != false;
        match (value, depth) {
            ("win" | "loss" | "tie", Some(depth)) if text(head, "winner") == winner => {
                self.show(enough, winner, depth, root)?;
                if is_exact && depth > 0 {
                    self.show(too_few, loser, depth - 1, root)?;
                }
                let words = if winner.is_empty() { "a tie".to_owned() } else { format!("{winner} wins") };
                Ok(format!("{words} in {depth}{}", if is_exact { "" } else { " or fewer" }))
            }
            ("draw", None) if text(head, "winner").is_empty() => {
                self.hold_for_ever(root)?;
                let untied = if self.1.ties { self.show("untied", "", FOR_EVER, root) } else { Ok(()) };
                untied.map(|()| "a draw".to_owned())
            }
            _ => Err("value, winner and depth do not fit together".to_owned()),
        }
    }
}

/// Says what a certificate proves, or which line is wrong, and why.
pub(crate) fn check(file: &str) -> Result<String, String> {
    let in_line = |index: usize, reason: String| format!("line {}: {reason}", index + 1);
    let read = |(index, line)| serde_json::from_str(line).map_err(|error| in_line(index, error.to_string()));
    let lines: Vec<Value> = file.lines().enumerate().map(read).collect::<Result<_, _>>()?;
    let (head, lines) = lines.split_first().ok_or("the file is empty")?;
    let rules = Rules(&GAMES, RefCell::default());
    let game = rules.0.game(text(head, "game")).filter(|_| head["certificate"] == 1);
    let game = game.ok_or("line 1: no such game, or no such version of certificates")?;
    let key = |line| ["claim", "side", "pos"].map(|field| text(line, field));
    let claims = Claims(lines.iter().map(|line| (key(line), plies(line))).collect(), game.about());
    for (index, line) in lines.iter().enumerate() {
        claims.test(line, &rules).map_err(|reason| in_line(index + 1, reason))?;
    }
    let root = rules.open(text(head, "pos")).map_err(|error| in_line(0, error))?;
    let root = position::moves(&*root).map_err(|error| in_line(0, error.to_string()))?;
    let is_same_game = root.game == game.about().id;
    let words = if is_same_game {
        claims.conclude(head, &root.state)
    } else {
        Err("the position is of another game".to_owned())
    };
    Ok(format!("{} ({} claims)", words.map_err(|reason| in_line(0, reason))?, lines.len()))
}

fn main() -> ExitCode {
    let file = match std::env::args().nth(1).filter(|file| file != "-") {
        Some(file) => std::fs::read_to_string(file),
        None => std::io::read_to_string(std::io::stdin()),
    };
    let (verdict, code) = match file.map(|file| check(&file)) {
        Ok(Ok(words)) => (format!("ok: {words}"), 0),
        Ok(Err(reason)) => (format!("refused: {reason}"), 1),
        Err(error) => (format!("cannot be read: {error}"), 2),
    };
    println!("{verdict}");
    ExitCode::from(code)
}
