//! Checkpoints of a solve in files. [`retrograde::kernel::checkpoint`] specifies the content of a checkpoint.
//!
//! A checkpoint has one file for each process of the solve. Each of these files is a *part* of the checkpoint. A
//! process holds some of the slots in memory, and its part contains the codes of these slots. A code is a number for
//! the state of a slot. Each process writes its part to its own folder. Most solves have one process. In the seventh
//! checkpoint of a solve by three processes, the first process writes the file `NAME.7.checkpoint`, and the second
//! process writes the file `NAME.7.2of3.checkpoint`. A file gets its final name only when it is complete. The first
//! process renames its file last, after all other processes have reported that their files are on disk. The file of the
//! first process lists all parts with their checksums. A checkpoint without this file is invalid. The last two
//! checkpoints stay on disk. A solve resumes from the newest complete, undamaged checkpoint. The number of processes
//! may have changed since the checkpoint was written. After the table is written, all checkpoints are removed.
//!
//! ```text
//! bytes     content
//! 8         "rgcheck3"
//! 4         the length of the head, n
//! n         the head, a JSON object: the number, the partition of the slots, the board, the state
//! 4         CRC-32 of the head
//! then for each mebibyte of codes (the last may be shorter):
//! 4         the length of the block, m, in 31 bits; the highest bit is set if the block is uncompressed, and clear if
//!           it is a zstd frame
//! 4         CRC-32 of these four bytes and the block
//! m         the block
//! then in the first part:
//! 4         the length of the list of parts, l
//! l       the parts, a JSON array: host, folder, file, bytes (the length of the file without this list),
//!         CRC-32 of the head's checksum and of each block's length and checksum
//! 4         CRC-32 of the list
//! ```
//!
//! Integers are little-endian. The codes have the byte order of the machine. The head of each file names this byte
//! order. Only the same version of the program can read a checkpoint, because the format may change with any version.
//! The machine that reads a checkpoint must also have the same byte order. A solve does not resume from a checkpoint of
//! another version or of other rules.
//!
//! # Several processes
//! While processes write a checkpoint, they exchange only the lengths and checksums of their files. When a solve
//! resumes, each process reports which parts are in its folder. Each process reads the parts in its own folder. Each
//! process requests the data of every other part from a process that has this part in its folder. If all processes
//! share a folder, each process reads all the data that it needs. If a part is in no process's folder, the solve ends
//! with an error that names the host and the folder where the part was written. The solve does not start again from the
//! beginning, because the missing part may contain the results of days of work.
//!
//! # When
//! After a checkpoint, the next checkpoint is due when two waiting times have passed: 30 seconds, and 19 times the
//! duration of the last checkpoint. The duration of a checkpoint is the time from the moment when the checkpoint was
//! due until it was written. So checkpoints use at most a twentieth of a solve's time. If a checkpoint cannot be
//! written, the program reports this once, and tries again when the next checkpoint is due. So a full disk does not
//! stop a solve that has all its data in memory. A solve that is stopped writes one more checkpoint before it ends, but
//! not if the previous checkpoint is only a few seconds old.

mod file;
mod identity;
mod name;
mod taken;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::Stage;
use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::kernel::{CheckpointSink, Next, Share, State, Take, Transport};
use retrograde::rules::message::Message;

use crate::error::{TableError, shown};
use crate::files::{Guard, Lock, absolute, remove_all, save_stream};
use crate::messages::Note;
use crate::peers::Peers;
use file::{Flaw, Head, PartRecord, Scanned, Seal};
use identity::SolveIdentity;
use taken::{Looked, Manifest, Taken};

pub(crate) use name::Named;

/// The settings for the checkpoints of a solve.
pub struct Checkpointing<'c> {
    /// The folder in which this process writes its checkpoint files; other processes may use the same folder.
    pub folder: &'c Path,
    /// The name of the table, which the names of the checkpoint files contain.
    pub name: &'c str,
    /// A position of the board.
    pub position: &'c dyn AnyPosition,
    /// The board.
    pub board: &'c dyn AnyBoard,
    /// The number of threads, at least one.
    pub threads: usize,
    /// The fixed time between two checkpoints; `None` stands for the [default times](self).
    pub every: Option<Duration>,
    /// A flag that a thread sets to true to stop the solve. Before the solve stops, it writes a last checkpoint, but
    /// not if the previous checkpoint is only a few seconds old.
    pub stop: Option<&'c AtomicBool>,
    /// If true, the solve returns an error when there is no checkpoint to resume from.
    pub resume: bool,
    /// The connection to the other processes that solve the same board. All processes write checkpoints.
    pub transport: Option<&'c dyn Transport>,
    /// The name of this process's host.
    pub host: String,
    /// A function that receives notes about checkpoints. If a process cannot write its own part of a checkpoint, this
    /// process calls the function. For all other notes, only the first process calls the function.
    pub notify: &'c (dyn Fn(Message) + Sync),
}

/// The checkpoints of a solve, in a folder. The caller passes this value to the solve as the [`CheckpointSink`] in
/// [`Options`](retrograde::Options).
pub struct Checkpoints<'c> {
    folder: PathBuf,
    identity: SolveIdentity,
    threads: usize,
    every: Option<Duration>,
    stop: Option<&'c AtomicBool>,
    resume: bool,
    cancel: AtomicBool,
    peers: Peers<'c>,
    host: String,
    guard: Guard,
    notify: &'c (dyn Fn(Message) + Sync),
    progress: Mutex<Progress>,
}

/// The state of the checkpoints during a solve.
struct Progress {
    due: Instant,
    /// If the solve is stopped after this time, it writes a last checkpoint before it ends. If the solve is stopped
    /// earlier, a last checkpoint would save too little work.
    worth: Instant,
    /// The number of the last checkpoint.
    number: u64,
    /// The checkpoint from which the solve resumes.
    taken: Option<Arc<Taken>>,
    /// The host and the folder of each process. The list is filled when the processes have exchanged their hosts and
    /// folders.
    places: Vec<(String, String)>,
    /// Whether this process has reported that it could not write a checkpoint.
    is_reported: bool,
    /// Whether this process has reported that the solve writes a last checkpoint and then stops.
    is_stopping: bool,
    /// The time at which the next checkpoint became due; `None` if the next checkpoint is not due yet. The duration of
    /// a checkpoint is measured from this time. So the duration includes the time that the workers need to make their
    /// data readable.
    awaited: Option<Instant>,
}

impl<'c> Checkpoints<'c> {
    /// Creates the checkpoints of a table. The caller holds the lock of the table in the folder of the checkpoints,
    /// and passes it as `held`.
    pub fn new(how: &Checkpointing<'c>, held: &Lock) -> Self {
        let (now, usual) = (Instant::now(), how.every.unwrap_or(EVERY));
        let progress = Progress {
            due: now + usual,
            worth: now + usual / WORTH,
            number: 0,
            taken: None,
            places: vec![(how.host.clone(), shown(how.folder))],
            is_reported: false,
            is_stopping: false,
            awaited: None,
        };
        let Checkpointing { threads, every, stop, resume, notify, .. } = *how;
        Self {
            folder: how.folder.to_owned(),
            identity: SolveIdentity::of(how.name, how.position, how.board),
            threads,
            every,
            stop,
            resume,
            cancel: AtomicBool::new(false),
            peers: Peers(how.transport),
            host: how.host.clone(),
            guard: held.guard(),
            notify,
            progress: Mutex::new(progress),
        }
    }

    /// Returns the flag that the caller must pass to the solve as `cancel` in its [`Options`](retrograde::Options). If
    /// the solve must stop, the checkpoints set this flag after the last checkpoint is written. If no last checkpoint
    /// is necessary, the checkpoints set the flag immediately.
    pub const fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    fn is_to_stop(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns whether the folder contains a checkpoint file of the table `name`.
    pub(crate) fn are_there(folder: &Path, name: &str) -> bool {
        !name::files(folder, name).is_empty()
    }

    /// Removes the checkpoints of the table `name` from a folder. The caller holds the lock of the table in this
    /// folder, and passes the lock as `held`.
    ///
    /// # Errors
    /// Returns an error of the system if a file cannot be removed; also returns an error if another process has taken
    /// over the lock.
    pub fn remove(folder: &Path, name: &str, held: &Lock) -> Result<(), TableError> {
        held.guard().check()?;
        name::sweep(folder, name, u64::MAX)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a message that all processes have in common. Only the first process reports the message; the other
    /// processes do nothing.
    fn notify(&self, message: impl Into<Message>) {
        if self.peers.process() == 0 {
            (self.notify)(message.into());
        }
    }

    /// Writes this process's part of a checkpoint, and waits until the other processes have written their parts.
    /// Returns whether all parts are written.
    fn write(
        &self,
        progress: &Progress,
        number: u64,
        state: &State,
        share: Share<'_>,
        next: &mut Next<'_>,
    ) -> Result<Written, Message> {
        let (part, parts) = (share.process(), share.shares().processes());
        let file = self.folder.join(name::file(&self.identity.name, number, part, parts));
        let (shares, of, state) = (share.shares().clone(), self.identity.clone(), state.clone());
        let head = Head { number, part, shares, of, state };
        let mut seals = None;
        let written = save_stream(&file, |out| {
            let seal = file::write(out, &file, &head, self.threads, next)?;
            if part == 0 {
                // The first part gets its final name only after all other parts are on disk.
                let gathered = self.seals(Some(seal)).inspect_err(|lost| seals = Some(Err(lost.clone())));
                let gathered = gathered.map_err(|why| TableError::refused(why, None))?;
                seals = Some(Ok(()));
                let parts = self.part_records(&progress.places, number, &gathered);
                file::write_parts(out, &file, &parts.map_err(|why| TableError::refused(why, None))?)?;
            }
            Ok(seal)
        });
        let lost = seals.unwrap_or_else(|| self.seals(written.as_ref().ok().copied()).map(drop));
        lost?;
        let ends = self.peers.all_gather([written.is_ok().into(), self.guard.is_lost().into(), 0, 0])?;
        if ends.iter().any(|&[_, is_lost, ..]| is_lost > 0) {
            self.disown(&file)?;
        }
        Ok(Written { why: written.err().map(|error| error.message), is_there: ends.iter().all(|&[is, ..]| is > 0) })
    }

    /// Removes this process's part. The function is called if any process has lost its lock while the processes wrote
    /// their parts. The program that now holds the lock may already have removed all checkpoints, and would not remove
    /// a part that is written later.
    fn disown(&self, file: &Path) -> Result<(), Message> {
        let removed = remove_all(&self.folder, [file.to_owned()]);
        self.guard.check().and(removed).map_err(|error| error.message)
    }

    /// Exchanges the lengths and checksums of the parts. Returns the length and the checksum of each process's part.
    /// Returns `None` for a part that could not be written.
    fn seals(&self, own: Option<Seal>) -> Result<Vec<Option<Seal>>, Message> {
        let own = own.map_or([0; 4], |Seal { bytes, sum }| [1, bytes, sum.into(), 0]);
        let seal = |[is_there, bytes, sum, _]: [u64; 4]| (is_there > 0).then_some(Seal { bytes, sum: sum as u32 });
        Ok(self.peers.all_gather(own)?.into_iter().map(seal).collect())
    }

    /// Returns the list of all parts, which is written at the end of the first part. Returns an error if a part could
    /// not be written.
    fn part_records(
        &self,
        places: &[(String, String)],
        number: u64,
        seals: &[Option<Seal>],
    ) -> Result<Vec<PartRecord>, Message> {
        let part_records = |(part, seal): (usize, &Option<Seal>)| {
            let (host, folder) = places.get(part).cloned().unwrap_or_default();
            let file = name::file(&self.identity.name, number, part, seals.len());
            let seal = seal.ok_or_else(|| Note::ByOther { host: host.clone() })?;
            Ok(PartRecord { host, folder, file, seal })
        };
        seals.iter().enumerate().map(part_records).collect()
    }

    /// Searches this process's folder for the first parts of checkpoints (the files that list all parts), and reads
    /// these files. Returns the readable first parts, sorted from the newest to the oldest. If a first part is
    /// unreadable, the function returns the number of the checkpoint and the flaw instead.
    fn firsts(&self) -> (Vec<Scanned>, Vec<(u64, Flaw)>) {
        let (mut firsts, mut flaws) = (Vec::new(), Vec::new());
        for (file, named) in name::files(&self.folder, &self.identity.name).into_iter().filter(|(_, named)| named.leads)
        {
            match Scanned::open(&file, &self.identity) {
                Ok(Some(first)) if first.head.part == 0 => firsts.push(first),
                Ok(Some(_)) => flaws.push((named.number, Flaw::Apart(shown(&file)))),
                Ok(None) => {}
                Err(wrong) => flaws.push((named.number, wrong)),
            }
        }
        firsts.sort_by_key(|first| std::cmp::Reverse(first.head.number));
        (firsts, flaws)
    }

    /// Searches the folders of all processes for the newest complete checkpoint. Returns this checkpoint, and the flaws
    /// of damaged checkpoints.
    fn find(&self) -> Result<Found, Message> {
        let peers = self.peers;
        let (mut firsts, flaws) = self.firsts();
        let own: Vec<u64> = firsts.iter().map(|first| first.head.number).collect();
        let named: Vec<_> =
            name::files(&self.folder, &self.identity.name).into_iter().map(|(_, named)| named).collect();
        let last = named.iter().map(|named| named.number).max().unwrap_or_default();
        let gathered = peers.gather((own, flaws, (last, named.iter().any(|named| named.leads))))?;
        let mut found = Found::default();
        let mut speakers = BTreeMap::new();
        for (process, (numbers, flaws, (last, leads))) in gathered.into_iter().enumerate() {
            found.last = found.last.max(last);
            found.leads |= leads;
            // Processes that share a folder report the same flaws, so each flaw is recorded once.
            found.flaws.extend(flaws.into_iter().filter(|flaw| !found.flaws.contains(flaw)).collect::<Vec<_>>());
            for number in numbers {
                speakers.entry(number).or_insert(process);
            }
        }
        for (number, speaker) in speakers.into_iter().rev() {
            let place = firsts.iter().position(|first| first.head.number == number);
            let own = place.map(|place| firsts.remove(place)).filter(|_| speaker == peers.process());
            let manifest = own.as_ref().map(|first| Manifest { head: first.head.clone(), parts: first.parts.clone() });
            let manifest = peers.gather(manifest)?.swap_remove(speaker).ok_or(Note::Strange)?;
            match taken::look(&manifest, own, &self.folder, &self.identity, peers)? {
                Looked::Taken(taken) => {
                    found.first = Some(manifest.parts[0].clone());
                    found.taken = Some(taken);
                    break;
                }
                Looked::Damaged(flaws) => found.flaws.extend(flaws.into_iter().map(|wrong| (number, wrong))),
                Looked::Missing(parts) => found.missing.push((number, parts)),
            }
        }
        Ok(found)
    }

    /// Handles the case that no checkpoint is usable. If a part of a checkpoint is missing, or if the caller requires a
    /// checkpoint, the solve fails. Otherwise the solve starts from the beginning.
    fn none(&self, missing: &[(u64, Vec<PartRecord>)], flaws: Vec<(u64, Flaw)>) -> Result<(), Message> {
        if let Some((_, parts)) = missing.first() {
            return Err(taken::missing(parts));
        }
        let flaws = flaws.into_iter().map(|(_, wrong)| wrong.message());
        if self.resume {
            let none = Message::from(Note::NoneThere { folder: shown(&self.folder) });
            return Err(Message::all(flaws.chain([none])));
        }
        flaws.for_each(|why| self.notify(Note::Anew { why }));
        Ok(())
    }
}

/// The result of writing a checkpoint.
struct Written {
    /// The reason why this process could not write its part; `None` if it has written the part.
    why: Option<Message>,
    /// Whether all processes have written their parts.
    is_there: bool,
}

/// The result of the search for a checkpoint.
#[derive(Default)]
struct Found {
    /// The newest complete, undamaged checkpoint.
    taken: Option<Box<Taken>>,
    /// The first part of the checkpoint in `taken`.
    first: Option<PartRecord>,
    /// The flaws of damaged checkpoints, each with the checkpoint's number.
    flaws: Vec<(u64, Flaw)>,
    /// The checkpoints with missing parts. A part is missing if it is in no process's folder. Each entry has the number
    /// of the checkpoint and its missing parts.
    missing: Vec<(u64, Vec<PartRecord>)>,
    /// The highest checkpoint number in any process's folder.
    last: u64,
    /// Whether some process's folder contains the first part of a checkpoint.
    leads: bool,
}

impl Found {
    /// This function is for the case that some parts of checkpoints exist, but no process's folder contains a first
    /// part. Returns the number of a checkpoint that must have been complete. Returns `None` if no checkpoint is
    /// certain to have been complete. For example, if a part of checkpoint 3 exists, checkpoint 2 must have been
    /// complete, because the processes begin a checkpoint only after the previous checkpoint is complete.
    const fn led_elsewhere(&self) -> Option<u64> {
        if self.leads || self.last < 2 { None } else { Some(self.last - 1) }
    }
}

/// The minimum time between two checkpoints, if the settings give no fixed time.
const EVERY: Duration = Duration::from_secs(30);
/// A stopped solve writes a last checkpoint only if enough time has passed since the previous checkpoint. The necessary
/// time is the fixed interval between checkpoints, divided by this number. Without a fixed interval, the necessary time
/// is 30 seconds divided by this number (three seconds).
const WORTH: u32 = 10;
/// If the settings give no fixed interval, the solve spends at most one part in `SHARE` of its time on checkpoints.
const SHARE: u32 = 20;

impl CheckpointSink for Checkpoints<'_> {
    /// If there are several processes, only the clock of the first process decides whether a regular checkpoint is due.
    /// If the solve must stop, each process decides for itself whether a last checkpoint is due. A stopped solve makes
    /// a last checkpoint if enough time has passed since the previous checkpoint (see `WORTH`).
    fn is_due(&self) -> bool {
        let (mut progress, now) = (self.progress(), Instant::now());
        let is_due = if self.is_to_stop() {
            let is_worth = now >= progress.worth && !self.cancel.load(Ordering::Relaxed);
            if !is_worth {
                self.cancel.store(true, Ordering::Relaxed);
            } else if !std::mem::replace(&mut progress.is_stopping, true) {
                self.notify(Note::Last);
            }
            is_worth
        } else {
            now >= progress.due && self.peers.process() == 0
        };
        if is_due {
            progress.awaited.get_or_insert(now);
        }
        is_due
    }

    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message> {
        let mut progress = self.progress();
        let begun = progress.awaited.take().unwrap_or_else(Instant::now);
        self.guard.check().map_err(|error| error.message)?;
        let number = progress.number + 1;
        let written = self.write(&progress, number, state, share, next)?;
        if written.is_there {
            progress.number = number;
            // If an old file cannot be removed now, the next checkpoint tries again.
            let _ = name::sweep(&self.folder, &self.identity.name, number.saturating_sub(1));
        }
        if let Some(why) = written.why.filter(|_| !progress.is_reported) {
            progress.is_reported = true;
            (self.notify)(Note::NotKept { why }.into());
        }
        let usual = || EVERY.max(begun.elapsed() * (SHARE - 1));
        let now = Instant::now();
        progress.due = now + self.every.unwrap_or_else(usual);
        progress.worth = now + self.every.unwrap_or(EVERY) / WORTH;
        if self.is_to_stop() {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn last(&self) -> Result<Option<State>, Message> {
        let places = self.peers.gather((self.host.clone(), shown(&absolute(&self.folder))))?;
        let found = self.find()?;
        if let Some(number) = found.led_elsewhere() {
            let first = name::file(&self.identity.name, number, 0, 1);
            return Err(Note::LedElsewhere { first }.into());
        }
        let Found { taken, first, flaws, missing, last, .. } = found;
        let mut progress = self.progress();
        progress.places = places;
        let Some((taken, first)) = taken.zip(first) else {
            // Files of checkpoint 1 do not prove that checkpoint 1 was complete. So the next checkpoint gets the number
            // 1 again. If it got the number 2, `led_elsewhere` would wrongly conclude that checkpoint 1 was complete.
            progress.number = if last < 2 { 0 } else { last };
            return self.none(&missing, flaws).map(|()| None);
        };
        let number = taken.head.number;
        let missing = missing.into_iter().filter(|&(of, _)| of > number).map(|(_, parts)| taken::missing(&parts));
        let flaws = flaws.into_iter().filter(|&(of, _)| of > number).map(|(_, wrong)| wrong.message());
        for why in missing.chain(flaws) {
            self.notify(Note::Before { why });
        }
        let state = taken.head.state.clone();
        self.notify(goes_on(&Path::new(&first.folder).join(&first.file), &state));
        (progress.number, progress.taken) = (number, Some(Arc::from(taken)));
        Ok(Some(state))
    }

    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message> {
        let taken = self.progress().taken.clone().ok_or(Note::Nothing)?;
        taken.read(share, self.peers, take)
    }
}

/// Returns the note that a solve resumes from a checkpoint. The argument `file` is the path of the first part of this
/// checkpoint.
fn goes_on(file: &Path, state: &State) -> Message {
    let file = shown(file);
    match state.stage() {
        Stage::Seeding => Note::Seeding { file, done: state.done(), slots: state.slots() }.into(),
        _ => Note::Sweeping { file, depth: state.depth() }.into(),
    }
}
