//! Checks a certificate by the rules alone: of the solver it uses nothing, of the registry only names and legal moves.
//!
//! ```sh
//! retrograde why pawn:3HO/1H2H/HOH2/1H2X_r --certificate - | cargo run --release -p retrograde-games --example check_certificate
//! ```
//!
//! It prints what is proved, or the line that is wrong and the reason (exit code 1). `retrograde::certificate` has the theorem.

use std::collections::HashMap;
use std::process::ExitCode;

use retrograde_games::registry::{About, Registry};
use retrograde_games::report::{MovesReport, StateReport};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    certificate: u32,
    game: String,
    pos: String,
    value: String,
    winner: Option<String>,
    depth: Option<u32>,
    exact: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    #[serde(rename = "claim")]
    fact: String,
    side: Option<String>,
    plies: Option<u32>,
    pos: String,
    #[serde(rename = "move")]
    action: Option<String>,
}

/// Something to be shown of a position: the claim, the side, and the plies (`None`: for ever).
type Need<'c> = (&'c str, Option<&'c str>, Option<u32>);

struct Checker<'c> {
    rules: &'c Registry,
    about: &'c About,
    /// The plies of every claim, by its word, its side and its position.
    claims: HashMap<(&'c str, Option<&'c str>, &'c str), Option<u32>>,
}

impl Checker<'_> {
    fn moves(&self, pos: &str) -> Result<MovesReport, String> {
        let moves = self.rules.open(pos).map_err(|error| error.to_string())?.moves();
        let is_strict = moves.game == self.about.id && moves.state.pos == pos;
        if is_strict { Ok(moves) } else { Err(format!("{} does not write a position so: {pos}", self.about.id)) }
    }

    /// The position shows it by itself, or a line claims as much.
    fn show(&self, (claim, side, plies): Need<'_>, at: &StateReport) -> Result<(), String> {
        let line = self.claims.get(&(claim, side, at.pos.as_str()));
        let is_shown = match (claim, at.over.is_some()) {
            ("wins", true) => at.winner == side,
            ("ties", true) => at.winner.is_none(),
            ("holds", true) => at.winner.is_none() || at.winner == side,
            (_, true) => at.winner.is_some(),
            ("wins" | "ties", false) => line.is_some_and(|has| has.is_some() && plies.is_none_or(|k| *has <= Some(k))),
            (_, false) => plies == Some(0) || line.is_some_and(|has| has.is_none() || plies.is_some() && *has >= plies),
        };
        let subject = side.map(|side| format!("{side} ")).unwrap_or_default();
        let term = plies.map_or("plies without end".to_owned(), |plies| format!("{plies} plies"));
        if is_shown { Ok(()) } else { Err(format!("nothing shows `{subject}{claim}` for {term} at {}", at.pos)) }
    }

    fn test(&self, claim: &Claim) -> Result<(), String> {
        let here = self.moves(&claim.pos)?;
        let (fact, side, turn) = (claim.fact.as_str(), claim.side.as_deref(), here.state.turn);
        match (fact, side, claim.plies) {
            _ if here.state.over.is_some() => return Err("the game is over here, which needs no claim".to_owned()),
            (_, _, Some(0)) | ("wins" | "ties", _, None) => return Err("no such number of plies shows this".to_owned()),
            ("wins" | "holds", Some(side), _) if self.about.sides.contains(&side) => {}
            ("ties" | "untied", None, _) => {}
            _ => return Err("there is no such claim, or no such side".to_owned()),
        }
        let left = claim.plies.map(|plies| plies - 1);
        let one_is_enough = fact == "ties" || side == Some(turn);
        let mut moves = here.moves;
        moves.retain(|legal| !one_is_enough || claim.action.as_ref() == Some(&legal.action));
        if moves.is_empty() {
            return Err(format!("{turn} has no such move"));
        }
        for child in moves.iter().map(|legal| &legal.child) {
            let is_won = |side| self.show(("wins", Some(side), None), child).is_ok();
            if fact != "untied" || !self.about.sides.into_iter().any(is_won) {
                self.show((fact, side, left), child)?;
            }
        }
        let holding = self.about.sides.into_iter().filter(|_| fact == "ties");
        holding.into_iter().try_for_each(|side| self.show(("holds", Some(side), None), &here.state))
    }

    /// Whether the first line follows from the others; what it says, in words.
    fn conclude(&self, head: &Head) -> Result<String, String> {
        let root = self.moves(&head.pos)?.state;
        let ([first, second], sooner) = (self.about.sides, head.depth.and_then(|depth| depth.checked_sub(1)));
        let (needs, no_sooner, words) = match (head.value.as_str(), head.winner.as_deref(), head.depth) {
            (value @ ("win" | "loss"), Some(side), Some(depth)) if (value == "win") == (side == root.turn) => {
                let other = if side == first { second } else { first };
                (
                    vec![("wins", Some(side), Some(depth))],
                    ("holds", Some(other), sooner),
                    format!("{side} wins in {depth}"),
                )
            }
            ("tie", None, Some(depth)) => {
                (vec![("ties", None, Some(depth))], ("untied", None, sooner), format!("a tie in {depth}"))
            }
            ("draw", None, None) => {
                let holds = [first, second].map(|side| ("holds", Some(side), None));
                (holds.to_vec(), ("untied", None, None), "a draw".to_owned())
            }
            _ => return Err("value, winner and depth do not fit together".to_owned()),
        };
        needs.into_iter().try_for_each(|need| self.show(need, &root))?;
        let has_sooner = if head.depth.is_some() { head.exact && sooner.is_some() } else { self.about.ties };
        if has_sooner {
            self.show(no_sooner, &root)?;
        }
        Ok(words + if head.depth.is_some() && !head.exact { " or fewer" } else { "" })
    }
}

/// Says what a certificate proves, or which line is wrong, and why.
pub(crate) fn check(text: &str) -> Result<String, String> {
    let in_line = |number: usize, reason: String| format!("line {number}: {reason}");
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().ok_or("the file is empty")?;
    let head: Head = serde_json::from_str(first).map_err(|error| in_line(1, error.to_string()))?;
    let read = |(number, line)| match serde_json::from_str::<Claim>(line) {
        Ok(claim) => Ok((number, claim)),
        Err(error) => Err(in_line(number, error.to_string())),
    };
    let lines = lines.map(read).collect::<Result<Vec<_>, _>>()?;
    let rules = Registry::builtin();
    let game = rules.game(&head.game).filter(|_| head.certificate == 1);
    let about = game.ok_or_else(|| in_line(1, "no such game, or no such version of certificates".to_owned()))?.about();
    let mut checker = Checker { rules: &rules, about, claims: HashMap::new() };
    for (number, Claim { fact, side, plies, pos, .. }) in &lines {
        if checker.claims.insert((fact, side.as_deref(), pos), *plies).is_some() {
            return Err(in_line(*number, "this has been claimed before".to_owned()));
        }
    }
    lines.iter().try_for_each(|(number, claim)| checker.test(claim).map_err(|reason| in_line(*number, reason)))?;
    let words = checker.conclude(&head).map_err(|reason| in_line(1, reason))?;
    Ok(format!("{words} ({} claims)", lines.len()))
}

fn main() -> ExitCode {
    let text = match std::env::args().nth(1).filter(|file| file != "-") {
        Some(file) => std::fs::read_to_string(file),
        None => std::io::read_to_string(std::io::stdin()),
    };
    let (verdict, code) = match text.map(|text| check(&text)) {
        Ok(Ok(words)) => (format!("ok: {words}"), 0),
        Ok(Err(reason)) => (format!("refused: {reason}"), 1),
        Err(error) => (format!("cannot be read: {error}"), 2),
    };
    println!("{verdict}");
    ExitCode::from(code)
}
