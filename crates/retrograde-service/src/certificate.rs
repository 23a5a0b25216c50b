//! A certificate as a file. The first line of the file states the value that the certificate proves. Each further line
//! is a claim. All lines are JSON objects.
//!
//! ```text
//! {"certificate":1,"game":"pawn","pos":"pawn:H1H/O1O/1X1_r","value":"loss","winner":"black","depth":2,"exact":true}
//! {"claim":"wins","side":"black","plies":2,"pos":"pawn:H1H/O1O/1X1_r","move":null}         whatever red plays
//! {"claim":"wins","side":"black","plies":1,"pos":"pawn:H1H/OO1/1X1_b","move":"b3b2"}       by this move
//! ...
//! {"claim":"holds","side":"red","plies":1,"pos":"pawn:H1H/O1O/1X1_r","move":"a2a3"}        so that one ply is not enough
//! ```
//!
//! | `claim` | states | `move` |
//! | --- | --- | --- |
//! | `wins` | `side` wins within `plies` | one sufficient move if `side` is to move |
//! | `ties` | neither side can force a win, and the game can end in a tie within `plies` | one sufficient move |
//! | `holds` | `side` does not lose within `plies`; `null`: `side` never loses | one sufficient move if `side` is to move |
//! | `untied` | the game does not end in a tie within `plies`; `null`: it never ends in a tie | |
//!
//! The file `ask/certificate.rs` of the crate `retrograde` proves that these claims suffice. The function
//! [`check`](fn@check) checks the file of a certificate by the rules alone.

mod check;

use std::fmt;
use std::io::{self, Write};

use retrograde::ask::{Action, Claim, Fact, Horizon};
use retrograde::author::About;
use retrograde::{Certificate, Depth, Kind, Slot};
use serde::{Deserialize, Serialize};

use crate::report::Player;

pub use check::{CertificateCheck, WrongLine, check, check_with};

/// The version of the file format, which is raised when the meaning of a field changes.
pub const VERSION: u32 = 1;

/// The maximum number of claims in a certificate. A file with this number of claims has about ten megabytes.
pub const MAX_CLAIMS: usize = 100_000;

/// The first line of a certificate, which states what the certificate proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificateHead {
    /// The version of the file format, which is raised when the meaning of a field changes.
    pub certificate: u32,
    /// The game's id.
    pub game: &'static str,
    /// The position whose value is proved.
    pub pos: String,
    /// The class of the value for the side to move, one of `win`, `loss`, `tie` and `draw`.
    pub value: Kind,
    /// The side that wins.
    pub winner: Option<Player>,
    /// The number of plies to the end of the game.
    pub depth: Option<u32>,
    /// Whether the certificate also proves that fewer plies are not enough. A certificate omits the proof that fewer
    /// plies are not enough if this proof would be too large.
    pub exact: bool,
}

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FactReport {
    /// The side wins within the given number of plies.
    Wins,
    /// The game can end in a tie within the given number of plies.
    Ties,
    /// The side does not lose within the given number of plies.
    Holds,
    /// The game does not end in a tie within the given number of plies.
    Untied,
}

/// A claim, which is one of the lines of a certificate after the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimReport {
    /// The kind of the claim.
    pub claim: FactReport,
    /// The side that wins or does not lose.
    pub side: Option<Player>,
    /// The number of plies in the claim; `null` means that the claim holds for any number of plies.
    pub plies: Option<u32>,
    /// The position that the claim is about.
    pub pos: String,
    /// The move that proves the claim; `null` if all moves are needed.
    #[serde(rename = "move")]
    pub action: Option<String>,
}

/// A certificate; `Display` prints the text of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateReport {
    /// The first line of the certificate, which states the value that the certificate proves.
    pub head: CertificateHead,
    /// The claims, which are the further lines.
    pub claims: Vec<ClaimReport>,
}

impl CertificateReport {
    /// Returns the certificate of a slot's position; `print` returns the token of a slot.
    ///
    /// # Errors
    /// Returns the errors of `print`.
    pub fn of<E>(
        about: &About,
        slot: Slot,
        certificate: &Certificate<Action, Slot>,
        print: impl Fn(Slot) -> Result<String, E>,
    ) -> Result<Self, E> {
        let head = CertificateHead::of(about, certificate, print(slot)?);
        let claims = certificate.claims.iter().map(|claim| Ok(ClaimReport::of(about, claim, print(claim.position)?)));
        Ok(Self { head, claims: claims.collect::<Result<_, E>>()? })
    }
}

/// Writes a certificate as a file, one line at a time.
pub(crate) fn write_certificate(
    about: &About,
    slot: Slot,
    certificate: &Certificate<Action, Slot>,
    print: impl Fn(Slot) -> io::Result<String>,
    to: &mut dyn Write,
) -> io::Result<()> {
    serde_json::to_writer(&mut *to, &CertificateHead::of(about, certificate, print(slot)?))?;
    to.write_all(b"\n")?;
    for claim in &certificate.claims {
        serde_json::to_writer(&mut *to, &ClaimReport::of(about, claim, print(claim.position)?))?;
        to.write_all(b"\n")?;
    }
    Ok(())
}

impl CertificateHead {
    fn of(about: &About, certificate: &Certificate<Action, Slot>, pos: String) -> Self {
        let value = certificate.value;
        Self {
            certificate: VERSION,
            game: about.id,
            pos,
            value: value.kind(),
            winner: value.winner(certificate.turn).map(|side| Player::of(about, side)),
            depth: value.depth().map(Depth::plies),
            exact: certificate.exact,
        }
    }
}

impl ClaimReport {
    fn of(about: &About, claim: &Claim<Action, Slot>, pos: String) -> Self {
        let (word, side) = match claim.fact {
            Fact::Wins(side) => (FactReport::Wins, Some(side)),
            Fact::Ties => (FactReport::Ties, None),
            Fact::Holds(side) => (FactReport::Holds, Some(side)),
            Fact::Untied => (FactReport::Untied, None),
        };
        let plies = match claim.term {
            Horizon::Plies(depth) => Some(depth.plies()),
            Horizon::ForEver => None,
        };
        Self {
            claim: word,
            side: side.map(|side| Player::of(about, side)),
            plies,
            pos,
            action: claim.action.as_ref().map(ToString::to_string),
        }
    }
}

impl fmt::Display for CertificateReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, &self.head)?;
        self.claims.iter().try_for_each(|claim| write_line(f, claim))
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, line: &impl Serialize) -> fmt::Result {
    writeln!(f, "{}", serde_json::to_string(line).map_err(|_| fmt::Error)?)
}
