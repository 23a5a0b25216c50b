//! The adapter between this service and tables in files: their errors as failures, their proofs as reports.

use std::path::Path;

use retrograde::Verified;
use retrograde::entry::{AnyPosition, Domain, table_name};
use retrograde::message::Bytes;
use retrograde_tables::{Proof, Shelf, TableError, Trouble, Unproved, free};

use crate::failure::{Failure, Fault, Instead};
use crate::messages::Refused;
use crate::report::VerifyReport;

/// The code of a failure of another process, which says why.
pub const ELSEWHERE: &str = "elsewhere";

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let (fault, code) = match error.trouble {
            Trouble::Table | Trouble::Part => (Fault::Damaged, "damaged-table"),
            Trouble::Refused => (Fault::Refused, "files"),
            Trouble::Elsewhere => (Fault::Refused, ELSEWHERE),
            Trouble::Cancelled => (Fault::Interrupted, "cancelled"),
        };
        if let Some(error) = error.kernel {
            return Self { fault, code, ..Self::solve(&error, Instead::Nothing) };
        }
        Self { hint: error.hint, ..Self::new(fault, code, error.message) }
    }
}

/// Refuses a table that may take more than half of the bytes that are free where its folder is, or will be.
///
/// # Errors
/// `too-large`, with the numbers.
pub fn refuse_crowding(folder: &Path, needed: u64) -> Result<(), Failure> {
    let Some(free) = free(folder).filter(|&free| needed > free / 2) else { return Ok(()) };
    let message =
        Refused::HalfOfFree { needed: Bytes(needed), folder: folder.display().to_string(), free: Bytes(free) };
    Err(Failure::new(Fault::Refused, "too-large", message))
}

/// Refuses a table whose slots are numbered by exploring, so that another run would not find them again: see [`Shelf::keeps`].
///
/// # Errors
/// `not-kept`, with the game.
pub fn refuse_unnumbered(position: &dyn AnyPosition, domain: Domain) -> Result<(), Failure> {
    if Shelf::keeps(position, domain) {
        return Ok(());
    }
    Err(Failure::new(Fault::Input, "not-kept", Refused::NotStored { game: position.about().id }))
}

/// The report of a proof that ended in this way.
///
/// # Errors
/// The table cannot be read.
pub fn proof_report(proof: &Proof<'_>, proved: Result<Verified, Unproved>) -> Result<VerifyReport, Failure> {
    let (game, table) = (proof.position.about().id, table_name(proof.position, Domain::All));
    match proved {
        Ok(verified) => Ok(VerifyReport::right(game, table, verified)),
        Err(Unproved::Wrong(violation)) => {
            let pos = proof.found.board().table_token(violation.slot);
            Ok(VerifyReport::wrong(game, table, &violation, pos))
        }
        Err(Unproved::Table(error)) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_table_takes_at_most_half_of_what_is_free() {
        let folder = std::env::temp_dir();
        let refused = [u64::MAX, 0].map(|needed| refuse_crowding(&folder, needed).err().map(|failure| failure.code));
        assert_eq!(refused, [Some("too-large"), None]);
    }
}
