//! Checkpoints of a solve in files: [`retrograde::kernel::checkpoint`] says what they hold.
//!
//! A checkpoint has a file for each process that solves, with the codes that the process holds, in that process's own folder; most solves have one.
//! The first process's is `NAME.7.checkpoint`, if the checkpoint is the seventh; the second one's of three is `NAME.7.2of3.checkpoint`. Each file is there
//! whole or not at all, and the first process's comes last, when all others have said that theirs is on the disk: it names all parts, with their
//! checksums, and a checkpoint without it is none. The last two checkpoints are kept. The one with the highest number whose parts are all
//! there and undamaged is gone on from, by any number of processes. All are removed when the table has been written.
//!
//! ```text
//! bytes     what
//! 8         "rgcheck2"
//! 4         the length of the head, n
//! n         the head, a JSON object: the number, whose slots these are, what is solved, the state
//! 4         CRC-32 of the head
//! then for each mebibyte of codes (the last may be shorter):
//! 4         the length of the block, m, in 31 bits; the highest bit is set if it is stored as it is, else it is zstd's
//! 4         CRC-32 of these four bytes and the block
//! m         the block
//! then in the first part:
//! 4         the length of the list of parts, l
//! l         the parts, a JSON array: host, folder, file, its bytes (here: those before the list), CRC-32 of the checksums of its head and its
//!           blocks, each block's behind its length
//! 4         CRC-32 of the list
//! ```
//!
//! Numbers are little-endian; codes are in the byte order of the machine, which the head names. A checkpoint is for the machine and the program
//! that made it: the format may change with any version, and a checkpoint of another one, or of other rules, is not gone on from.
//!
//! # Several processes
//! Nothing but sums goes from one to another while they keep a checkpoint. When a solve goes on, each tells which parts lie in its folder; where the
//! folder is shared, that is all of them, and each process reads what it needs of each. What lies in no folder of its own it asks of a process that
//! has it. A part that nobody has is named with the host and the folder that it was written to, and nothing is solved anew: what is on a disk elsewhere
//! may be days of work.
//!
//! # When
//! A checkpoint is due half a minute after the last one, or after nineteen times as long as that one took, from when it was due until it was written, so
//! that at most a twentieth of the time goes to checkpoints. What cannot be written is told once, and tried again when the next
//! one is due: a full disk must not end a solve that has all it needs in memory. Whoever stops a solve waits for one more, if some seconds of work
//! would be lost without it.

mod file;
mod meaning;
mod name;
mod taken;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::Stage;
use retrograde::author::{AnyBoard, AnyPosition};
use retrograde::kernel::{Carrier, Keeper, Next, Share, State, Take};
use retrograde::rules::message::Message;

use crate::error::{TableError, shown};
use crate::files::{Guard, Lock, absolute, remove_all, save_stream};
use crate::messages::Told;
use crate::peers::Peers;
use file::{Flaw, Head, Said, Scanned, Seal};
use meaning::Meaning;
use taken::{Looked, Manifest, Taken};

pub(crate) use name::Named;

/// How checkpoints of a solve are kept.
pub struct Checkpointing<'c> {
    /// The folder that they lie in: of each process its own, or one that they share.
    pub folder: &'c Path,
    /// The name of the table's files.
    pub name: &'c str,
    /// A position of the board.
    pub position: &'c dyn AnyPosition,
    /// The board.
    pub board: &'c dyn AnyBoard,
    /// Threads, at least one.
    pub threads: usize,
    /// The time between two checkpoints, whatever they take; `None` is the [usual](self).
    pub every: Option<Duration>,
    /// Set it to true, from any thread, to stop the solve, after a last checkpoint if it is worth one: see [`Checkpoints::cancel`].
    pub stop: Option<&'c AtomicBool>,
    /// Whether a solve is refused that has nothing to go on from.
    pub resume: bool,
    /// What connects this process with others that solve the same board, all of which keep checkpoints.
    pub carrier: Option<&'c dyn Carrier>,
    /// What the host of this process is called.
    pub host: String,
    /// Is told what becomes of them, in the first process.
    pub tell: &'c (dyn Fn(Message) + Sync),
}

/// Checkpoints of a solve in a folder: a [`Keeper`] for its [`Options`](retrograde::Options).
pub struct Checkpoints<'c> {
    folder: PathBuf,
    meaning: Meaning,
    threads: usize,
    every: Option<Duration>,
    stop: Option<&'c AtomicBool>,
    resume: bool,
    cancel: AtomicBool,
    peers: Peers<'c>,
    host: String,
    guard: Guard,
    tell: &'c (dyn Fn(Message) + Sync),
    course: Mutex<Course>,
}

/// How it goes.
struct Course {
    due: Instant,
    /// From when on a last checkpoint is worth its time.
    worth: Instant,
    /// The number of the last checkpoint.
    number: u64,
    /// What is gone on from.
    taken: Option<Arc<Taken>>,
    /// The hosts and folders of all processes, once they are known.
    places: Vec<(String, String)>,
    /// Whether it was told that none can be written.
    is_told: bool,
    /// Whether it was told that a last one is written.
    is_stopping: bool,
    /// Since when one is due: the workers bring what is to be kept to where it can be read, which takes its time, too.
    awaited: Option<Instant>,
}

impl<'c> Checkpoints<'c> {
    /// Those of a table whose lock is held.
    pub fn new(how: &Checkpointing<'c>, held: &Lock) -> Self {
        let (now, usual) = (Instant::now(), how.every.unwrap_or(EVERY));
        let course = Course {
            due: now + usual,
            worth: now + usual / WORTH,
            number: 0,
            taken: None,
            places: vec![(how.host.clone(), shown(how.folder))],
            is_told: false,
            is_stopping: false,
            awaited: None,
        };
        let Checkpointing { threads, every, stop, resume, tell, .. } = *how;
        Self {
            folder: how.folder.to_owned(),
            meaning: Meaning::of(how.name, how.position, how.board),
            threads,
            every,
            stop,
            resume,
            cancel: AtomicBool::new(false),
            peers: Peers(how.carrier),
            host: how.host.clone(),
            guard: held.guard(),
            tell,
            course: Mutex::new(course),
        }
    }

    /// What cancels the solve, for its [`Options`](retrograde::Options): it is set when the solve is to stop and nothing is left to be kept.
    pub const fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }

    fn is_to_stop(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether there are any of a table.
    pub(crate) fn are_there(folder: &Path, name: &str) -> bool {
        !name::files(folder, name).is_empty()
    }

    /// Removes those of a table whose lock is held: it has been written.
    ///
    /// # Errors
    /// The system's.
    pub fn remove(folder: &Path, name: &str, held: &Lock) -> Result<(), TableError> {
        held.guard().check()?;
        name::sweep(folder, name, u64::MAX)
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what all processes know, once.
    fn tell(&self, told: impl Into<Message>) {
        if self.peers.process() == 0 {
            (self.tell)(told.into());
        }
    }

    /// Writes what this process holds, and meets the others; whether all of it is there.
    fn write(
        &self,
        course: &Course,
        number: u64,
        state: &State,
        share: Share<'_>,
        next: &mut Next<'_>,
    ) -> Result<Written, Message> {
        let (part, parts) = (share.process(), share.shares().processes());
        let file = self.folder.join(name::file(&self.meaning.name, number, part, parts));
        let (shares, of, state) = (share.shares().clone(), self.meaning.clone(), state.clone());
        let head = Head { number, part, shares, of, state };
        let mut seals = None;
        let written = save_stream(&file, |out| {
            let seal = file::write(out, &file, &head, self.threads, next)?;
            if part == 0 {
                // Until all others are on the disk, this one is not there.
                let gathered = self.seals(Some(seal)).inspect_err(|lost| seals = Some(Err(lost.clone())));
                let gathered = gathered.map_err(|why| TableError::refused(why, None))?;
                seals = Some(Ok(()));
                let parts = self.said(&course.places, number, &gathered);
                file::write_parts(out, &file, &parts.map_err(|why| TableError::refused(why, None))?)?;
            }
            Ok(seal)
        });
        let lost = seals.unwrap_or_else(|| self.seals(written.as_ref().ok().copied()).map(drop));
        lost?;
        let ends = self.peers.meet([written.is_ok().into(), self.guard.is_lost().into(), 0, 0])?;
        if ends.iter().any(|&[_, is_lost, ..]| is_lost > 0) {
            self.disown(&file)?;
        }
        Ok(Written { why: written.err().map(|error| error.message), is_there: ends.iter().all(|&[is, ..]| is > 0) })
    }

    /// Removes what was written while another program took the lock: it may have removed its checkpoints already, and would not find this one.
    fn disown(&self, file: &Path) -> Result<(), Message> {
        let removed = remove_all(&self.folder, [file.to_owned()]);
        self.guard.check().and(removed).map_err(|error| error.message)
    }

    /// What tells the parts of all processes; none of one that could not be written.
    fn seals(&self, own: Option<Seal>) -> Result<Vec<Option<Seal>>, Message> {
        let own = own.map_or([0; 4], |Seal { bytes, sum }| [1, bytes, sum.into(), 0]);
        let seal = |[is_there, bytes, sum, _]: [u64; 4]| (is_there > 0).then_some(Seal { bytes, sum: sum as u32 });
        Ok(self.peers.meet(own)?.into_iter().map(seal).collect())
    }

    /// What the first part says of all; refused if one of them could not be written.
    fn said(&self, places: &[(String, String)], number: u64, seals: &[Option<Seal>]) -> Result<Vec<Said>, Message> {
        let said = |(part, seal): (usize, &Option<Seal>)| {
            let (host, folder) = places.get(part).cloned().unwrap_or_default();
            let file = name::file(&self.meaning.name, number, part, seals.len());
            let seal = seal.ok_or_else(|| Told::ByOther { host: host.clone() })?;
            Ok(Said { host, folder, file, seal })
        };
        seals.iter().enumerate().map(said).collect()
    }

    /// The first parts in this folder, the latest first, and what is wrong with others, by their numbers.
    fn firsts(&self) -> (Vec<Scanned>, Vec<(u64, Flaw)>) {
        let (mut firsts, mut flaws) = (Vec::new(), Vec::new());
        for (file, named) in name::files(&self.folder, &self.meaning.name).into_iter().filter(|(_, named)| named.leads)
        {
            match Scanned::open(&file, &self.meaning) {
                Ok(Some(first)) if first.head.part == 0 => firsts.push(first),
                Ok(Some(_)) => flaws.push((named.number, Flaw::Apart(shown(&file)))),
                Ok(None) => {}
                Err(wrong) => flaws.push((named.number, wrong)),
            }
        }
        firsts.sort_by_key(|first| std::cmp::Reverse(first.head.number));
        (firsts, flaws)
    }

    /// The latest checkpoint that is whole, and what is wrong with later ones.
    fn find(&self) -> Result<Found, Message> {
        let peers = self.peers;
        let (mut firsts, flaws) = self.firsts();
        let own: Vec<u64> = firsts.iter().map(|first| first.head.number).collect();
        let named: Vec<_> = name::files(&self.folder, &self.meaning.name).into_iter().map(|(_, named)| named).collect();
        let last = named.iter().map(|named| named.number).max().unwrap_or_default();
        let told = peers.gather((own, flaws, (last, named.iter().any(|named| named.leads))))?;
        let mut found = Found::default();
        let mut speakers = BTreeMap::new();
        for (process, (numbers, flaws, (last, leads))) in told.into_iter().enumerate() {
            found.last = found.last.max(last);
            found.leads |= leads;
            // Who shares a folder sees the same.
            found.flaws.extend(flaws.into_iter().filter(|flaw| !found.flaws.contains(flaw)).collect::<Vec<_>>());
            for number in numbers {
                speakers.entry(number).or_insert(process);
            }
        }
        for (number, speaker) in speakers.into_iter().rev() {
            let place = firsts.iter().position(|first| first.head.number == number);
            let own = place.map(|place| firsts.remove(place)).filter(|_| speaker == peers.process());
            let manifest = own.as_ref().map(|first| Manifest { head: first.head.clone(), parts: first.parts.clone() });
            let manifest = peers.gather(manifest)?.swap_remove(speaker).ok_or(Told::Strange)?;
            match taken::look(&manifest, own, &self.folder, &self.meaning, peers)? {
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

    /// What becomes of a solve that has nothing to go on from: it begins anew, unless there is something somewhere, or must be.
    fn none(&self, missing: &[(u64, Vec<Said>)], flaws: Vec<(u64, Flaw)>) -> Result<(), Message> {
        if let Some((_, parts)) = missing.first() {
            return Err(taken::missing(parts));
        }
        let flaws = flaws.into_iter().map(|(_, wrong)| wrong.message());
        if self.resume {
            let none = Message::from(Told::NoneThere { folder: shown(&self.folder) });
            return Err(Message::all(flaws.chain([none])));
        }
        flaws.for_each(|why| self.tell(Told::Anew { why }));
        Ok(())
    }
}

/// What comes of writing a part.
struct Written {
    /// Why this process has not written its own.
    why: Option<Message>,
    /// Whether all have written theirs.
    is_there: bool,
}

/// What comes of looking for a checkpoint.
#[derive(Default)]
struct Found {
    taken: Option<Box<Taken>>,
    /// What leads it.
    first: Option<Said>,
    /// What is damaged, by number.
    flaws: Vec<(u64, Flaw)>,
    /// What has parts that nobody sees, by number.
    missing: Vec<(u64, Vec<Said>)>,
    /// The highest number.
    last: u64,
    /// Whether there is the first part of any.
    leads: bool,
}

impl Found {
    /// The number of a checkpoint that is whole, but whose first part is on a disk that no process has: a second one is begun when the first is whole.
    const fn led_elsewhere(&self) -> Option<u64> {
        if self.leads || self.last < 2 { None } else { Some(self.last - 1) }
    }
}

/// The usual time between two checkpoints.
const EVERY: Duration = Duration::from_secs(30);
/// The last one is worth its time when so many parts of the usual time have gone by since the one before: three seconds.
const WORTH: u32 = 10;
/// One part of the time in so many goes to checkpoints.
const SHARE: u32 = 20;

impl Keeper for Checkpoints<'_> {
    /// Among several processes the first one looks at the clock; each heeds those who stop it.
    fn is_due(&self) -> bool {
        let (mut course, now) = (self.course(), Instant::now());
        let is_due = if self.is_to_stop() {
            let is_worth = now >= course.worth && !self.cancel.load(Ordering::Relaxed);
            if !is_worth {
                self.cancel.store(true, Ordering::Relaxed);
            } else if !std::mem::replace(&mut course.is_stopping, true) {
                self.tell(Told::Last);
            }
            is_worth
        } else {
            now >= course.due && self.peers.process() == 0
        };
        if is_due {
            course.awaited.get_or_insert(now);
        }
        is_due
    }

    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message> {
        let mut course = self.course();
        let begun = course.awaited.take().unwrap_or_else(Instant::now);
        self.guard.check().map_err(|error| error.message)?;
        let number = course.number + 1;
        let written = self.write(&course, number, state, share, next)?;
        if written.is_there {
            course.number = number;
            // What cannot be removed now is removed with the next one.
            let _ = name::sweep(&self.folder, &self.meaning.name, number.saturating_sub(1));
        }
        if let Some(why) = written.why.filter(|_| !course.is_told) {
            course.is_told = true;
            (self.tell)(Told::NotKept { why }.into());
        }
        let usual = || EVERY.max(begun.elapsed() * (SHARE - 1));
        let now = Instant::now();
        course.due = now + self.every.unwrap_or_else(usual);
        course.worth = now + self.every.unwrap_or(EVERY) / WORTH;
        if self.is_to_stop() {
            self.cancel.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn kept(&self) -> Result<Option<State>, Message> {
        let places = self.peers.gather((self.host.clone(), shown(&absolute(&self.folder))))?;
        let found = self.find()?;
        if let Some(number) = found.led_elsewhere() {
            let first = name::file(&self.meaning.name, number, 0, 1);
            return Err(Told::LedElsewhere { first }.into());
        }
        let Found { taken, first, flaws, missing, last, .. } = found;
        let mut course = self.course();
        course.places = places;
        let Some((taken, first)) = taken.zip(first) else {
            // What was left of a first one that was never whole proves nothing, and so that it stays like that, its number is used again.
            course.number = if last < 2 { 0 } else { last };
            return self.none(&missing, flaws).map(|()| None);
        };
        let number = taken.head.number;
        let missing = missing.into_iter().filter(|&(of, _)| of > number).map(|(_, parts)| taken::missing(&parts));
        let flaws = flaws.into_iter().filter(|&(of, _)| of > number).map(|(_, wrong)| wrong.message());
        for why in missing.chain(flaws) {
            self.tell(Told::Before { why });
        }
        let state = taken.head.state.clone();
        self.tell(goes_on(&Path::new(&first.folder).join(&first.file), &state));
        (course.number, course.taken) = (number, Some(Arc::from(taken)));
        Ok(Some(state))
    }

    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message> {
        let taken = self.course().taken.clone().ok_or(Told::Nothing)?;
        taken.read(share, self.peers, take)
    }
}

/// That a solve goes on, and from where.
fn goes_on(file: &Path, state: &State) -> Message {
    let file = shown(file);
    match state.stage() {
        Stage::Seeding => Told::Seeding { file, done: state.done(), slots: state.slots() }.into(),
        _ => Told::Sweeping { file, depth: state.depth() }.into(),
    }
}
