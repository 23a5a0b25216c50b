//! The identity of a solve. A solve resumes only from a checkpoint with the same identity.

use retrograde::author::{AnyBoard, AnyPosition};
use serde::{Deserialize, Serialize};

use crate::metadata::{ValueConventions, instance};
use crate::rules::Fingerprint;

/// The data that identify a solve. The identifying data are the version of the program, the byte order of the machine,
/// the name of the table, the board and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveIdentity {
    pub(super) program: String,
    pub(super) order: String,
    pub(super) name: String,
    pub(super) game: String,
    pub(super) version: u32,
    pub(super) instance: String,
    pub(super) slots: u64,
    pub(super) conventions: ValueConventions,
    pub(super) rules: Fingerprint,
}

impl SolveIdentity {
    /// Returns the identity of a solve of the board `board`, whose table has the name `name`.
    pub(super) fn of(name: &str, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Self {
        let (about, slots) = (position.about(), board.table_slots());
        Self {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            order: if cfg!(target_endian = "little") { "little" } else { "big" }.to_owned(),
            name: name.to_owned(),
            game: about.id.to_owned(),
            version: about.version,
            instance: instance(position),
            slots,
            conventions: ValueConventions::of(board),
            rules: Fingerprint::of(board, slots, std::iter::empty()),
        }
    }
}
