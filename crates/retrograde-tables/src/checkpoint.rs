//! Checkpoints of a solve in files: [`retrograde::kernel::checkpoint`] specifies the content of a checkpoint.
//!
//! A checkpoint has one file per process of the solve, in that process's folder; the file contains the codes that the
//! process holds. Most solves have one process. In the seventh checkpoint the first process's file is
//! `NAME.7.checkpoint`, and the second of three files is `NAME.7.2of3.checkpoint`. Each file is complete or absent. The
//! first process renames its file last, after all other processes have reported that their files are on disk. The first
//! process's file lists all parts with their checksums; a checkpoint without this file is invalid. The last two
//! checkpoints stay on disk. A solve resumes from the newest complete, undamaged checkpoint, with any number of
//! processes. After the table is written, all checkpoints are removed.
//!
//! ```text
//! bytes     content
//! 8         "rgcheck3"
//! 4         the length of the head, n
//! n         the head, a JSON object: the number, the partition of the slots, the board, the state
//! 4         CRC-32 of the head
//! then for each mebibyte of codes (the last may be shorter):
//! 4         the length of the block, m, in 31 bits; the highest bit is set if it is uncompressed, otherwise it is a zstd frame
//! 4         CRC-32 of these four bytes and the block
//! m         the block
//! then in the first part:
//! 4         the length of the list of parts, l
//! l       the parts, a JSON array: host, folder, file, bytes (the length of the file without this list),
//!         CRC-32 of the head's checksum and of each block's length and checksum
//! 4         CRC-32 of the list
//! ```
//!
//! Numbers are little-endian; codes are in the byte order of the machine, which the head names. A checkpoint is valid
//! only for the machine and the program that wrote it: the format may change with any version. A solve does not resume
//! from a checkpoint of another version or of other rules.
//!
//! # Several processes
//! While processes write a checkpoint, they exchange only the lengths and checksums of their files. When a solve
//! resumes, each process reports which parts are in its folder. In a shared folder these are all parts, and each
//! process reads what it needs from each part. A process requests data in other folders from a process that sees those
//! folders. If no process has a part, the error names the host and the folder where the part was written, and the solve
//! does not start again from the beginning: the part may be days of work.
//!
//! # When
//! A checkpoint is due 30 seconds after the last one, or after 19 times the duration of the last one, whichever is
//! later. The duration of a checkpoint counts from the time when it was due until it was written, so that checkpoints
//! use at most a twentieth of the time. If a checkpoint cannot be written, the program reports this once, and tries
//! again when the next checkpoint is due: a full disk must not end a solve that has everything in memory. A stopped
//! solve writes one more checkpoint if otherwise some seconds of work would be lost.

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

/// The settings of a solve's checkpoints.
pub struct Checkpointing<'c> {
    /// The folder of the checkpoint files: each process has its own folder, or all processes share one.
    pub folder: &'c Path,
    /// The name of the table's files.
    pub name: &'c str,
    /// A position of the board.
    pub position: &'c dyn AnyPosition,
    /// The board.
    pub board: &'c dyn AnyBoard,
    /// The number of threads, at least one.
    pub threads: usize,
    /// The fixed time between two checkpoints; `None` for the [default](self).
    pub every: Option<Duration>,
    /// A flag that any thread sets to true to stop the solve. The solve first writes a last checkpoint if that is worth
    /// the time: see [`Checkpoints::cancel`].
    pub stop: Option<&'c AtomicBool>,
    /// If true, the solve returns an error when there is no checkpoint to resume from.
    pub resume: bool,
    /// The transport to the other processes that solve the same board; all of them write checkpoints.
    pub transport: Option<&'c dyn Transport>,
    /// The name of this process's host.
    pub host: String,
    /// A function that receives notes about checkpoints; only the first process calls it.
    pub notify: &'c (dyn Fn(Message) + Sync),
}

/// The checkpoints of a solve in a folder; the solve receives them as the [`CheckpointSink`] in its
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
    /// If the solve is stopped after this time, it first writes a last checkpoint; before this time, a checkpoint would
    /// save too little work.
    worth: Instant,
    /// The number of the last checkpoint.
    number: u64,
    /// The checkpoint from which the solve resumes.
    taken: Option<Arc<Taken>>,
    /// The hosts and folders of all processes, after the processes have exchanged them.
    places: Vec<(String, String)>,
    /// Whether a failed write has been reported.
    is_reported: bool,
    /// Whether it has been reported that a last checkpoint is written before the solve stops.
    is_stopping: bool,
    /// The time at which a checkpoint became due. The duration of a checkpoint is measured from this time, so it
    /// includes the time that the workers need to make their data readable.
    awaited: Option<Instant>,
}

impl<'c> Checkpoints<'c> {
    /// Creates the checkpoints of a table; the caller must hold the table's lock `held`.
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

    /// Returns the flag that cancels the solve, for its [`Options`](retrograde::Options). The flag is set when the
    /// solve is to stop and no checkpoint remains to be written.
    pub const fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    fn is_to_stop(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns whether a table has checkpoints in this folder.
    pub(crate) fn are_there(folder: &Path, name: &str) -> bool {
        !name::files(folder, name).is_empty()
    }

    /// Removes the checkpoints of a table after the table is written; the caller holds the table's lock.
    ///
    /// # Errors
    /// Returns the system's error if a file cannot be removed, or an error if the lock is lost.
    pub fn remove(folder: &Path, name: &str, held: &Lock) -> Result<(), TableError> {
        held.guard().check()?;
        name::sweep(folder, name, u64::MAX)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports a message that is the same in all processes; only the first process reports it.
    fn notify(&self, message: impl Into<Message>) {
        if self.peers.process() == 0 {
            (self.notify)(message.into());
        }
    }

    /// Writes the part of this process, and waits for the other processes; returns whether all parts are written.
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
                // The file becomes visible only after all other parts are on disk.
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

    /// Removes this process's part, if some process has lost the lock while the parts were written. The program that
    /// holds the lock now may already have removed the other checkpoints, and would leave this part in the folder.
    fn disown(&self, file: &Path) -> Result<(), Message> {
        let removed = remove_all(&self.folder, [file.to_owned()]);
        self.guard.check().and(removed).map_err(|error| error.message)
    }

    /// Returns the seals (length and checksum) of all processes' parts; `None` for a part that could not be written.
    fn seals(&self, own: Option<Seal>) -> Result<Vec<Option<Seal>>, Message> {
        let own = own.map_or([0; 4], |Seal { bytes, sum }| [1, bytes, sum.into(), 0]);
        let seal = |[is_there, bytes, sum, _]: [u64; 4]| (is_there > 0).then_some(Seal { bytes, sum: sum as u32 });
        Ok(self.peers.all_gather(own)?.into_iter().map(seal).collect())
    }

    /// Returns the list of all parts, to be written at the end of the first part; an error if a part could not be
    /// written.
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

    /// Returns the checkpoints whose first part is readable in this folder, the newest first; and the flaws of the
    /// unreadable first parts, with their checkpoint numbers.
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

    /// Returns the newest complete checkpoint, and the flaws of newer checkpoints.
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
            // Processes that share a folder see the same flaws.
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

    /// Decides what happens if there is no usable checkpoint. Usually the solve starts from the beginning. If a part is
    /// missing, or if the caller requires a checkpoint, the solve fails.
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

/// The result of writing a part.
struct Written {
    /// The reason if this process could not write its part.
    why: Option<Message>,
    /// Whether all processes have written their parts.
    is_there: bool,
}

/// The result of the search for a checkpoint.
#[derive(Default)]
struct Found {
    taken: Option<Box<Taken>>,
    /// The first part of the checkpoint in `taken`.
    first: Option<PartRecord>,
    /// The flaws of damaged checkpoints, each with the checkpoint's number.
    flaws: Vec<(u64, Flaw)>,
    /// The checkpoints of which some parts are in no process's folder: the number, and the missing parts.
    missing: Vec<(u64, Vec<PartRecord>)>,
    /// The highest checkpoint number in any process's folder.
    last: u64,
    /// Whether the first part of some checkpoint is in any process's folder.
    leads: bool,
}

impl Found {
    /// Returns the number of a checkpoint that must be complete although no process sees its first part. Such a
    /// checkpoint exists if any process sees a part of a later checkpoint: checkpoint 2 is begun only after checkpoint
    /// 1 is complete.
    const fn led_elsewhere(&self) -> Option<u64> {
        if self.leads || self.last < 2 { None } else { Some(self.last - 1) }
    }
}

/// The default time between two checkpoints.
const EVERY: Duration = Duration::from_secs(30);
/// When a solve is stopped, it writes a last checkpoint only if enough time has passed since the previous checkpoint:
/// the fixed or default interval, divided by this number. With the default interval these are three seconds.
const WORTH: u32 = 10;
/// Checkpoints take at most the total time divided by this number.
const SHARE: u32 = 20;

impl CheckpointSink for Checkpoints<'_> {
    /// If there are several processes, the clock of the first process decides. When the solve is to stop, a last
    /// checkpoint is due in every process, if enough time has passed since the previous one (see `WORTH`).
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
            // Files that cannot be removed now are removed when the next checkpoint is written.
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
            // The files of a first checkpoint that was never complete do not prove that a complete checkpoint exists.
            // So the number 1 is used again, and `led_elsewhere` stays correct.
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

/// Returns the note that names the checkpoint from which a solve resumes.
fn goes_on(file: &Path, state: &State) -> Message {
    let file = shown(file);
    match state.stage() {
        Stage::Seeding => Note::Seeding { file, done: state.done(), slots: state.slots() }.into(),
        _ => Note::Sweeping { file, depth: state.depth() }.into(),
    }
}
