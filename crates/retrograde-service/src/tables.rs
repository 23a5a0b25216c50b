//! The adapter between this service and tables in files. This module implements [`Storage`] for folders. The module
//! also converts the errors of tables to failures, and the results of verifications to reports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retrograde::author::{AnyBoard, AnyPosition, Domain, table_name};
use retrograde::kernel::Transport;
use retrograde::rules::message::Message;
use retrograde::{Options, Scratch, Slot, SolveError, Value, Verified};
use retrograde_tables::{
    Away, CheckpointPlan, FileTable, Keep, Listed, Lock, ScratchFile, SolvedBoard, TableError, TableErrorKind,
    TableStore, TableSummary, Unproved, Verification, free, is_url, rate,
};

use crate::diagnosis::guarded;
use crate::failure::{Failure, Fault, Instead};
use crate::listing::{Listing, Listings, OpenTable, ProofPart, Scope, Space, TableHeader, VerifyInput};
use crate::messages::Refused;
use crate::registry::Registry;
use crate::report::{DeepestReport, DepthReport, Player, VerifyReport};
use crate::session::Session;
use crate::storage::{AwayReport, Detail, Reservation, Saving, Storage, Stored, StoredReport};
use crate::unanswered::Unanswered;
use crate::whole::by_depth;

/// The code of a failure that occurred in another process. That process itself reports the cause of the failure.
pub const ELSEWHERE: &str = "elsewhere";

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let (fault, code) = match error.kind {
            TableErrorKind::Table | TableErrorKind::Part => (Fault::Damaged, "damaged-table"),
            TableErrorKind::Refused => (Fault::Refused, "files"),
            TableErrorKind::Elsewhere => (Fault::Refused, ELSEWHERE),
            TableErrorKind::Game => (Fault::Internal, "broken-law"),
            TableErrorKind::Cancelled => (Fault::Interrupted, "cancelled"),
        };
        if let Some(error) = error.kernel {
            return Self { fault, code, ..Self::solve(&error, Instead::Nothing) };
        }
        Self { hint: error.hint, ..Self::new(fault, code, error.message) }
    }
}

impl From<TableError> for Unanswered {
    fn from(error: TableError) -> Self {
        Failure::from(error).into()
    }
}

/// Returns whether a path names a folder of this machine that does not exist. A URL is never missing.
pub fn is_missing(folder: &Path) -> bool {
    !is_url(folder) && !folder.is_dir()
}

/// The tables in folders and at URLs.
#[derive(Debug)]
pub struct Folders {
    store: TableStore,
    /// The names of the tables that existed when the folders were listed, and of the tables that were begun later. If
    /// `None`, every lookup reads the folders.
    names: Option<Mutex<BTreeSet<String>>>,
}

impl Folders {
    /// Lists the tables that `folders` contain now. A folder may be a URL. A lookup searches the folders in the given
    /// order.
    ///
    /// # Errors
    /// The object store of a URL does not answer.
    pub fn open(folders: Vec<PathBuf>) -> Result<Self, Failure> {
        let store = TableStore::new(folders);
        store.reach()?;
        let names = store.list().into_iter().map(|listed| listed.name).collect();
        Ok(Self { store, names: Some(Mutex::new(names)) })
    }

    /// Like [`open`](Self::open), but every lookup reads the folders again. Use this function in a program that runs
    /// while other programs store and remove tables.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open).
    pub fn watch(folders: Vec<PathBuf>) -> Result<Self, Failure> {
        let store = TableStore::new(folders);
        store.reach()?;
        Ok(Self::on(store))
    }

    const fn on(store: TableStore) -> Self {
        Self { store, names: None }
    }

    fn names(&self) -> Option<MutexGuard<'_, BTreeSet<String>>> {
        // No code panics while it holds the lock.
        Some(self.names.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn has_named(&self, name: &str) -> bool {
        self.names().map_or_else(|| self.store.has(name), |names| names.contains(name))
    }

    /// Returns the stored table of a position's board, if the table stores at least as much of each value as `keep`
    /// requires.
    fn find_stored(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        keep: Keep,
        load: u64,
    ) -> Result<Option<Stored>, Unanswered> {
        if !self.has(position, domain) {
            return Ok(None);
        }
        let (name, board) = (table_name(position, domain), position.board(domain, options)?);
        let found = match self.store.find_with(&name, position, &board, keep, load) {
            // Another process has removed the table meanwhile.
            Err(_) if !self.has_named(&name) => None,
            found => found?,
        };
        Ok(found.map(|found| Stored {
            board,
            detail: detail(found.stored().metadata().keep),
            report: there(name, &found),
            values: Box::new(found),
        }))
    }
}

impl Storage for Folders {
    fn has(&self, position: &dyn AnyPosition, domain: Domain) -> bool {
        let is_empty = self.names().is_some_and(|names| names.is_empty());
        !is_empty && TableStore::keeps(position, domain) && self.has_named(&table_name(position, domain))
    }

    fn find(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        load: u64,
    ) -> Result<Option<Stored>, Unanswered> {
        self.find_stored(position, domain, options, Keep::Depths, load)
    }

    fn keep(
        &self,
        saving: &Saving,
        position: &dyn AnyPosition,
        domain: Domain,
        notify: &dyn Fn(Message),
    ) -> Result<Box<dyn Reservation>, Failure> {
        let place = place(saving, position, domain, notify)?;
        if let Some(mut names) = self.names() {
            names.insert(table_name(position, domain));
        }
        Ok(place)
    }

    fn list(&self) -> Vec<String> {
        match self.names() {
            Some(names) => names.iter().cloned().collect(),
            None => self.each(Scope::Tables).map(|listing| listing.table).collect(),
        }
    }

    fn remove(&self, name: &str) -> Result<(), Failure> {
        for listing in self.each(Scope::All).filter(|listing| listing.table == name) {
            Listings::remove(self, &listing)?;
        }
        Ok(())
    }

    fn listings(&self) -> Option<&dyn Listings> {
        Some(self)
    }
}

impl Listings for Folders {
    fn folders(&self) -> &[PathBuf] {
        self.store.folders()
    }

    fn each(&self, scope: Scope) -> Box<dyn Iterator<Item = Listing> + '_> {
        let list = match scope {
            Scope::Tables => TableStore::list,
            Scope::All => TableStore::list_all,
        };
        Box::new(self.folders().iter().enumerate().flat_map(move |(folder, path)| {
            let listed = list(&TableStore::new(vec![path.clone()]));
            listed.into_iter().map(move |Listed { name: table, files }| Listing { table, folder, files })
        }))
    }

    fn bytes(&self, listing: &Listing) -> u64 {
        listed(listing).bytes()
    }

    fn open(&self, listing: &Listing) -> Result<Box<dyn OpenTable>, Failure> {
        Ok(Box::new(listed(listing).open()?))
    }

    fn remove(&self, listing: &Listing) -> Result<Option<u64>, Failure> {
        let _alone = Lock::take(&listed(listing).folder(), &listing.table)?;
        // Before this process acquired the lock, another process may have removed the table or added files.
        let is_same = |other: &Listing| (other.folder, &other.table) == (listing.folder, &listing.table);
        let Some(listing) = self.each(Scope::All).find(is_same) else { return Ok(None) };
        let (listed, bytes) = (listed(&listing), self.bytes(&listing));
        listed.remove()?;
        if let Some(mut names) = self.names() {
            names.remove(&listed.name);
        }
        Ok(Some(bytes))
    }

    fn space(&self, slots: u64) -> Option<Space> {
        Some(space(self.folders().first()?, disk(slots)))
    }

    fn refuse_unnumbered(&self, position: &dyn AnyPosition, domain: Domain) -> Result<(), Failure> {
        refuse_unnumbered(position, domain)
    }
}

fn listed(listing: &Listing) -> Listed {
    Listed { name: listing.table.clone(), files: listing.files.clone() }
}

impl OpenTable for retrograde_tables::TableReader {
    fn header(&self) -> TableHeader {
        let TableSummary {
            game,
            pos,
            slots,
            positions,
            win,
            loss,
            tie,
            draw,
            depth,
            keep,
            bytes,
            bytes_a_position,
            hash,
        } = TableSummary::of(self);
        let keep = detail(keep);
        TableHeader { game, pos, slots, positions, win, loss, tie, draw, depth, keep, bytes, bytes_a_position, hash }
    }

    fn by_depth(&self) -> Vec<DepthReport> {
        by_depth(&self.metadata().histogram().by_depth)
    }

    fn position(&self, registry: &Registry) -> Result<Box<dyn AnyPosition>, Failure> {
        Ok(self.position(|pos| registry.open(pos))?)
    }

    fn fits(&self, position: &dyn AnyPosition, board: &dyn AnyBoard) -> Result<(), Failure> {
        Ok(self.fits(position, board)?)
    }

    fn deepest(
        self: Box<Self>,
        position: &dyn AnyPosition,
        board: Arc<dyn AnyBoard>,
        most: usize,
    ) -> Result<Vec<DeepestReport>, Failure> {
        let found = FileTable::new(*self, board, 0);
        let slots = found.deepest(most).map_err(|error| Failure::ask(&position.token(), error.into()))?;
        let report = |(slot, value): (Slot, Value)| {
            Some(DeepestReport {
                turn: Player::of(position.about(), found.board().behaviour(slot, &mut Vec::new())?.turn),
                value: value.kind(),
                depth: value.depth()?.plies(),
                pos: found.board().table_token(slot)?,
            })
        };
        Ok(slots.into_iter().filter_map(report).collect())
    }

    fn prove(self: Box<Self>, input: &VerifyInput<'_>) -> Result<VerifyReport, Unanswered> {
        let &VerifyInput { position, ref board, threads, memory, done, cancel, reserve, begin } = input;
        let (slots, found) = (self.places(), FileTable::new(*self, board.clone(), 0));
        let proof = Verification { found: &found, position, threads, done, cancel, group: None };
        guarded(position, || proof.fits())??;
        let bins = proof.bins(memory)?;
        let _room = reserve(bins.bytes)?;
        begin(ProofPart::Reading, slots);
        proof.read()?;
        begin(ProofPart::Proving, slots.saturating_mul(bins.count));
        let proved = guarded(position, || proof.whole(bins))?;
        Ok(proof_report(&proof, proved)?)
    }
}

/// Reserves the files of a position's table in a folder, as [`Storage::keep`] does.
///
/// # Errors
/// Returns the errors of [`Storage::keep`].
pub fn place(
    saving: &Saving,
    position: &dyn AnyPosition,
    domain: Domain,
    notify: &dyn Fn(Message),
) -> Result<Box<dyn Reservation>, Failure> {
    refuse_unnumbered(position, domain)?;
    let Saving { folder, detail, checkpoints, every, resume, process } = saving.clone();
    let keep = match detail {
        Detail::Depths => Keep::Depths,
        Detail::Class => Keep::Class,
    };
    let plan = CheckpointPlan { folder: checkpoints, every, resume, process };
    Ok(Box::new(retrograde_tables::TableOutput::take(folder, position, domain, keep, plan, notify)?))
}

impl Reservation for retrograde_tables::TableOutput {
    fn found(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
    ) -> Result<Option<Stored>, Unanswered> {
        // If only some of the table's files have their final names, the table is made again.
        if self.is_half_named() {
            return Ok(None);
        }
        Folders::on(self.store()).find_stored(position, domain, options, self.keep(), options.memory)
    }

    fn solve(
        &self,
        position: &dyn AnyPosition,
        domain: Domain,
        options: &Options<'_>,
        notify: &(dyn Fn(Message) + Sync),
    ) -> Result<Session, SolveError> {
        let SolvedBoard { board, values } = self.solve(position, domain, options, notify)?;
        Ok(Session::of(position, domain, board, values))
    }

    fn is_begun(&self) -> bool {
        self.is_begun()
    }

    fn clear(&self) -> Result<(), Failure> {
        Ok(self.clear()?)
    }

    fn put(
        &self,
        position: &dyn AnyPosition,
        session: &Session,
        positions: u64,
        threads: usize,
        transport: Option<&dyn Transport>,
    ) -> Result<StoredReport, Failure> {
        let written = self.put(position, session.board(), session.table_values(), threads, transport)?;
        Ok(StoredReport {
            table: self.name().to_owned(),
            files: written.files,
            elsewhere: written.elsewhere.into_iter().map(AwayReport::from).collect(),
            bytes: written.bytes,
            bytes_a_position: rate(written.bytes, positions),
            hash: written.hash,
            made: true,
        })
    }
}

impl From<Away> for AwayReport {
    fn from(away: Away) -> Self {
        let shown = away.to_string();
        let Away { file, bytes, hash, host, folder } = away;
        Self { file, bytes, hash, host, folder, shown }
    }
}

const fn detail(keep: Keep) -> Detail {
    match keep {
        Keep::Depths => Detail::Depths,
        Keep::Class => Detail::Class,
    }
}

/// Returns the report of a table that was stored earlier.
fn there(table: String, found: &FileTable) -> StoredReport {
    let (stored, bytes) = (found.stored(), found.stored().file_bytes());
    StoredReport {
        table,
        files: stored.files().map(Into::into).collect(),
        elsewhere: Vec::new(),
        bytes,
        bytes_a_position: rate(bytes, stored.metadata().positions),
        hash: stored.hash(),
        made: false,
    }
}

/// Returns the path of the folder, file or URL that a text denotes.
///
/// # Errors
/// The URL has an unknown scheme, or this build does not support its scheme.
pub fn location(text: &str) -> Result<PathBuf, Message> {
    retrograde_tables::named(text)
}

/// Returns the maximum disk space in bytes that a table of `slots` slots needs at any time, with its checkpoints.
pub const fn disk(slots: u64) -> u64 {
    retrograde_tables::disk(slots)
}

/// Returns disk space for a solve that does not fit into memory. The space is a file of at most `room` bytes, or of at
/// most half of the free disk space if `room` is `None`. The file is in `folder`; if `folder` is a URL or `None`, it is
/// in the system's temporary folder.
pub fn scratch(folder: Option<PathBuf>, room: Option<u64>) -> Arc<dyn Scratch> {
    let folder = folder.filter(|folder| !is_url(folder)).unwrap_or_else(std::env::temp_dir);
    let room = room.unwrap_or_else(|| free(&folder).map_or(u64::MAX, |free| free / 2));
    Arc::new(ScratchFile::new(folder, room))
}

/// Returns the `needed` bytes of a table, and the number of free bytes on the disk of the folder. The folder need not
/// exist yet.
pub fn space(folder: &Path, needed: u64) -> Space {
    Space { folder: folder.to_owned(), needed, free: free(folder) }
}

/// Returns an error if the table's slots are numbered by exploring. Another solve may number the positions in another
/// order, so a table with these slots cannot be stored (see [`TableStore::keeps`]).
///
/// # Errors
/// Returns a failure with the code `not-kept`, which names the game.
pub fn refuse_unnumbered(position: &dyn AnyPosition, domain: Domain) -> Result<(), Failure> {
    if TableStore::keeps(position, domain) {
        return Ok(());
    }
    Err(Failure::new(Fault::Input, "not-kept", Refused::NotStored { game: position.about().id }))
}

/// Returns the report of a finished verification.
///
/// # Errors
/// The table cannot be read.
pub fn proof_report(proof: &Verification<'_>, proved: Result<Verified, Unproved>) -> Result<VerifyReport, Failure> {
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
        let refused =
            [u64::MAX, 0].map(|needed| space(&folder, needed).refuse_crowding().err().map(|failure| failure.code));
        assert_eq!(refused, [Some("too-large"), None]);
    }
}
