//! Checks a certificate with the rules alone. The check uses legal moves and endings, but no part of the solver.
//!
//! Each line is tested by the conditions in [`retrograde::ask::certificate`]. The proof of a line may need a fact (a
//! true statement about a position). A fact about a position is proved if the game is over at the position and the
//! ending shows the fact. If the game is not over at the position, another line must claim the fact. If every line
//! passes its test, every claim is true. The first line of the certificate is true if it follows from the claims.

use std::borrow::Cow;
use std::collections::HashMap;

use retrograde::ask::{Fact, Horizon, PositionSummary};
use retrograde::author::{About, AnyPosition, LegalMove, TooManyMoves};
use retrograde::rules::{message::Message, printable};
use retrograde::{Depth, Ending, Kind, Side};
use serde::{Deserialize, Serialize};

use super::{FactReport, VERSION};
use crate::diagnosis::guarded;
use crate::failure::{Failure, Fault, Place, Thing};
use crate::json::in_english;
use crate::messages::{Flaw, Wrong};
use crate::registry::Registry;
use crate::report::{Head, SCHEMA};
use crate::session::MOST_ANSWER_BYTES;

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificateCheck {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// Whether the certificate proves the value.
    pub ok: bool,
    /// The number of claims in the certificate.
    pub claims: u64,
    /// The position and its value; `null` if a line is wrong.
    pub proved: Option<Head>,
    /// Whether the certificate proves that fewer plies are not enough; `null` if a line is wrong.
    pub exact: Option<bool>,
    /// The first claim that does not follow from the rules and the other lines; or the first line of the file, if only
    /// that line does not follow.
    pub wrong: Option<WrongLine>,
}

/// A line of a certificate that does not follow from the rules and the other lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongLine {
    /// The number of the wrong line in the file, counted from 1.
    pub line: u64,
    /// The reason why the line does not follow. The reason is one sentence in English, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub reason: Message,
}

/// Checks the bytes of a certificate; its positions are tokens of the registry's games. The function reads no file.
///
/// # Errors
/// Returns the errors of [`check_with`].
///
/// # Complexity
/// Generates the moves of each line's position once. The function needs memory for the moves of one position, and a few
/// bytes of memory for each byte of the certificate.
pub fn check(input: &[u8], registry: &Registry) -> Result<CertificateCheck, Failure> {
    check_with(input, registry, |token, place| {
        registry.open(token).map_err(|error| Failure::token(token, error, place))
    })
}

/// Like [`check`], but the function `open` parses the positions of the certificate. The function `open` also receives
/// the place of each line. Callers use `check_with` if a certificate may name positions by nodes of graph files.
///
/// # Errors
/// The bytes are not a certificate, or have another version; a game or a side is unknown; a position is malformed, or
/// has too many moves to list; the game's code panics. The place of the failure contains the number of the line. The
/// function also returns the errors of `open`.
pub fn check_with<E: From<Failure>>(
    input: &[u8],
    registry: &Registry,
    open: impl FnMut(&str, Place) -> Result<Box<dyn AnyPosition>, E>,
) -> Result<CertificateCheck, E> {
    let lines = (1..).zip(input.split(|&byte| byte == b'\n'));
    let mut lines = lines.filter(|(_, text)| !text.trim_ascii().is_empty());
    let (line, first) = lines.next().ok_or_else(|| Failure::content(Wrong::NoCertificate))?;
    let head = HeadLine::read(first, line)?;
    let game = registry.find_game(&head.game);
    let game = game.map_err(|error| Failure::name("unknown-game", Thing::Game, error).at(at(line)))?;
    let about = game.about();
    let claims: Vec<_> = lines.map(|(line, text)| Claim::read(text, line, about)).collect::<Result<_, _>>()?;
    let claimed = claims.iter().map(|claim| ((claim.fact, &*claim.pos), claim.term)).collect();
    let mut checker = Checker { about, claimed, open };
    let verdict = claims.iter().try_for_each(|claim| checker.test(claim).map_err(|refusal| (claim.line, refusal)));
    let verdict = verdict.and_then(|()| checker.conclude(&head, line).map_err(|refusal| (line, refusal)));
    let count = claims.len() as u64;
    match verdict {
        Ok(proved) => Ok(CertificateCheck::right(proved, head.exact, count)),
        Err((_, Refusal::Failed(error))) => Err(error),
        // If a claim seems to be missing because its own position is malformed, the error of that position is reported
        // instead.
        Err((line, Refusal::Flaw(flaw))) => match checker.unreadable(&claims) {
            Some(error) => Err(error),
            None => Ok(CertificateCheck::wrong(line, flaw, count)),
        },
    }
}

impl CertificateCheck {
    fn right(proved: Head, exact: bool, claims: u64) -> Self {
        Self { schema: SCHEMA, ok: true, claims, proved: Some(proved), exact: Some(exact), wrong: None }
    }

    fn wrong(line: u64, flaw: Flaw, claims: u64) -> Self {
        let wrong = WrongLine { line, reason: flaw.into() };
        Self { schema: SCHEMA, ok: false, claims, proved: None, exact: None, wrong: Some(wrong) }
    }
}

/// Returns the place of a line in the certificate.
fn at(line: u64) -> Place {
    Place { line: Some(line), ..Place::default() }
}

/// Parses one line of a certificate as JSON.
fn read<'l, T: Deserialize<'l>>(text: &'l [u8], line: u64) -> Result<T, Failure> {
    serde_json::from_slice(text).map_err(|error| {
        // The message of serde ends with a line and a column, which are removed here. `Place` contains them, counted
        // from the first line of the file.
        let sentence = error.to_string();
        let why = sentence.split(" at line ").next().unwrap_or_default().to_owned();
        let column = Some(error.column() as u64).filter(|&column| column > 0);
        Failure::content(Wrong::NotOfCertificate { why }).at(Place { column, ..at(line) })
    })
}

/// The first line of a certificate, which states the value that the certificate proves.
#[derive(Deserialize)]
struct HeadLine<'l> {
    #[serde(borrow)]
    game: Cow<'l, str>,
    #[serde(borrow)]
    pos: Cow<'l, str>,
    value: String,
    winner: Option<String>,
    depth: Option<u32>,
    exact: bool,
}

impl<'l> HeadLine<'l> {
    fn read(text: &'l [u8], line: u64) -> Result<Self, Failure> {
        /// The only field that the first line has in every version.
        #[derive(Deserialize)]
        struct Version {
            certificate: u32,
        }
        let Version { certificate } = read(text, line)?;
        if certificate != VERSION {
            let message = Wrong::CertificateVersion { found: certificate, known: VERSION };
            return Err(Failure::content(message).at(at(line)));
        }
        read(text, line)
    }
}

/// A claim about a position, in a line after the first line.
struct Claim<'l> {
    line: u64,
    fact: Fact,
    term: Horizon,
    pos: Cow<'l, str>,
    action: Option<String>,
}

impl<'l> Claim<'l> {
    fn read(text: &'l [u8], line: u64, about: &About) -> Result<Self, Failure> {
        #[derive(Deserialize)]
        struct ClaimLine<'l> {
            claim: FactReport,
            side: Option<String>,
            plies: Option<u32>,
            #[serde(borrow)]
            pos: Cow<'l, str>,
            #[serde(rename = "move")]
            action: Option<String>,
        }
        let ClaimLine { claim, side, plies, pos, action } = read(text, line)?;
        let side = || side_of(side.as_deref().unwrap_or_default(), about).map_err(|failure| failure.at(at(line)));
        let fact = match claim {
            FactReport::Wins => Fact::Wins(side()?),
            FactReport::Ties => Fact::Ties,
            FactReport::Holds => Fact::Holds(side()?),
            FactReport::Untied => Fact::Untied,
        };
        let term = plies.map_or(Horizon::ForEver, |plies| Horizon::Plies(Depth::new(plies)));
        Ok(Self { line, fact, term, pos, action })
    }
}

fn side_of(name: &str, about: &About) -> Result<Side, Failure> {
    let side = Side::BOTH.into_iter().find(|&side| about.side(side) == name);
    side.ok_or_else(|| Failure::unknown("unknown-side", Thing::Side, name, &about.sides))
}

/// The reason why a line of the certificate does not pass the check.
enum Refusal<E> {
    /// The line does not follow from the rules and the other lines.
    Flaw(Flaw),
    /// The line cannot be tested.
    Failed(E),
}

impl<E> From<Flaw> for Refusal<E> {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

/// The claims of a certificate, and the function that parses its positions.
struct Checker<'c, O> {
    about: &'c About,
    claimed: HashMap<(Fact, &'c str), Horizon>,
    open: O,
}

impl<O> Checker<'_, O> {
    /// Returns whether a fact about a position is proved. If the game is over at the position, the ending must show the
    /// fact. If the game is not over, a line of the certificate must claim the fact. The number of plies in this line
    /// must be the same, or must make the claim stronger. The facts `Holds` and `Untied` need no line if their number
    /// of plies is zero.
    fn is_shown(&self, fact: Fact, term: Horizon, pos: &str, there: PositionSummary) -> bool {
        let claimed = || self.claimed.get(&(fact, pos)).copied();
        match (fact, there.ending.map(Ending::winner)) {
            (Fact::Wins(side), Some(winner)) => winner == Some(side),
            (Fact::Ties, Some(winner)) => winner.is_none(),
            (Fact::Holds(side), Some(winner)) => winner != Some(side.other()),
            (Fact::Untied, Some(winner)) => winner.is_some(),
            (Fact::Wins(_) | Fact::Ties, None) => claimed().is_some_and(|within| within <= term),
            (Fact::Holds(_) | Fact::Untied, None) => {
                term == Horizon::Plies(Depth::ZERO) || claimed().is_some_and(|lasting| lasting >= term)
            }
        }
    }

    fn show(&self, fact: Fact, term: Horizon, pos: &str, there: PositionSummary) -> Result<(), Flaw> {
        if self.is_shown(fact, term, pos, there) { Ok(()) } else { Err(Flaw::Unshown { pos: pos.to_owned() }) }
    }

    fn show_held_for_ever(&self, pos: &str, there: PositionSummary) -> Result<(), Flaw> {
        Side::BOTH.into_iter().try_for_each(|side| self.show(Fact::Holds(side), Horizon::ForEver, pos, there))
    }

    /// Checks that the moves of an unfinished position prove a claim about this position.
    fn follows(&self, claim: &Claim<'_>, here: PositionSummary, moves: &[LegalMove]) -> Result<(), Flaw> {
        let left = match (claim.fact, claim.term) {
            (Fact::Wins(_) | Fact::Ties, Horizon::ForEver) | (_, Horizon::Plies(Depth::ZERO)) => {
                return Err(Flaw::Term);
            }
            (_, Horizon::ForEver) => Horizon::ForEver,
            (_, Horizon::Plies(depth)) => Horizon::Plies(Depth::new(depth.plies() - 1)),
        };
        let one_is_enough = match claim.fact {
            Fact::Wins(side) | Fact::Holds(side) => side == here.turn,
            Fact::Ties => true,
            Fact::Untied => false,
        };
        let is_needed = |legal: &&LegalMove| !one_is_enough || Some(&legal.action) == claim.action.as_ref();
        let mut needed = moves.iter().filter(is_needed).peekable();
        if needed.peek().is_none() {
            return Err(claim
                .action
                .as_deref()
                .map_or(Flaw::NoMove, |action| Flaw::Illegal { action: printable(action) }));
        }
        for child in needed {
            let is_won = |side| self.is_shown(Fact::Wins(side), Horizon::ForEver, &child.token, child.there);
            if claim.fact != Fact::Untied || !Side::BOTH.into_iter().any(is_won) {
                self.show(claim.fact, left, &child.token, child.there)?;
            }
        }
        if claim.fact == Fact::Ties { self.show_held_for_ever(&claim.pos, here) } else { Ok(()) }
    }

    /// Checks that the first line follows from the claims; returns its class and depth.
    fn value(&self, head: &HeadLine<'_>, here: PositionSummary) -> Result<(Kind, Option<Depth>), Flaw> {
        let (kind, depth) = (Kind::from_word(&head.value).ok_or(Flaw::Misfit)?, head.depth.map(Depth::new));
        let winner = kind.winner(here.turn);
        if winner.map(|side| self.about.side(side)) != head.winner.as_deref() {
            return Err(Flaw::Misfit);
        }
        match (kind, depth) {
            (Kind::Draw, None) => {
                self.show_held_for_ever(&head.pos, here)?;
                if self.about.ties {
                    self.show(Fact::Untied, Horizon::ForEver, &head.pos, here)?;
                }
            }
            (Kind::Win | Kind::Loss | Kind::Tie, Some(depth)) => {
                let enough = winner.map_or(Fact::Ties, Fact::Wins);
                let too_few = winner.map_or(Fact::Untied, |winner| Fact::Holds(winner.other()));
                self.show(enough, Horizon::Plies(depth), &head.pos, here)?;
                if let Some(sooner) = depth.plies().checked_sub(1).filter(|_| head.exact) {
                    self.show(too_few, Horizon::Plies(Depth::new(sooner)), &head.pos, here)?;
                }
            }
            _ => return Err(Flaw::Misfit),
        }
        Ok((kind, depth))
    }
}

impl<E, O> Checker<'_, O>
where
    E: From<Failure>,
    O: FnMut(&str, Place) -> Result<Box<dyn AnyPosition>, E>,
{
    fn test(&mut self, claim: &Claim<'_>) -> Result<(), Refusal<E>> {
        let position = self.opened(&claim.pos, claim.line)?;
        let failed = |failure: Failure| Refusal::Failed(failure.at(at(claim.line)).into());
        let here = guarded(&*position, || position.here()).map_err(failed)?;
        if here.ending.is_some() {
            return Err(Flaw::Over.into());
        }
        let moves = guarded(&*position, || listed(&*position, claim.pos.len())).map_err(failed)?;
        let too_many = |error: TooManyMoves| failed(Failure::new(Fault::Refused, "too-large", error));
        Ok(self.follows(claim, here, &moves.map_err(too_many)?)?)
    }

    fn conclude(&mut self, head: &HeadLine<'_>, line: u64) -> Result<Head, Refusal<E>> {
        let position = self.opened(&head.pos, line)?;
        let here = guarded(&*position, || position.here());
        let here = here.map_err(|failure| Refusal::Failed(failure.at(at(line)).into()))?;
        let (kind, depth) = self.value(head, here)?;
        Ok(Head::of(self.about, head.pos.clone().into_owned(), here, kind, depth))
    }

    /// Returns the error of the first claim whose position is malformed.
    fn unreadable(&mut self, claims: &[Claim<'_>]) -> Option<E> {
        claims.iter().find_map(|claim| match self.opened(&claim.pos, claim.line) {
            Err(Refusal::Failed(error)) => Some(error),
            _ => None,
        })
    }

    /// Parses the token of a position. The token must be equal to the token that the game prints, because other lines
    /// refer to the position by its token.
    fn opened(&mut self, pos: &str, line: u64) -> Result<Box<dyn AnyPosition>, Refusal<E>> {
        let position = (self.open)(pos, at(line)).map_err(Refusal::Failed)?;
        if position.about().id != self.about.id {
            return Err(Flaw::OtherGame.into());
        }
        match position.token() {
            token if token == pos => Ok(position),
            token => Err(Flaw::OtherText { token }.into()),
        }
    }
}

/// Returns the legal moves of a position whose token has `bytes` bytes.
fn listed(position: &dyn AnyPosition, bytes: usize) -> Result<Vec<LegalMove>, TooManyMoves> {
    // The token of a graph contains the whole graph, and the list contains a token for each move.
    let moves = position.breadth();
    if moves.saturating_mul(bytes) > MOST_ANSWER_BYTES { Err(TooManyMoves { moves }) } else { position.moves() }
}
