//! Checkpoints of a solve in files: [`retrograde::solve::checkpoint`] says what they hold.
//!
//! A solve has two files, `NAME.0.checkpoint` and `NAME.1.checkpoint`, written in turn, each whole or not at all: while one is written, and if it is
//! damaged afterwards, there is the other. The one with the higher number that is undamaged is gone on from. Both are removed when the table has
//! been written.
//!
//! ```text
//! bytes     what
//! 8         "rgcheck1"
//! 4         the length of the head, n
//! n         the head, a JSON object: the number, what is solved, the state
//! 4         CRC-32 of the head
//! then for each mebibyte of codes (the last may be shorter):
//! 4         the length of the block, m, in 31 bits; the highest bit is set if it is stored as it is, else it is zstd's
//! 4         CRC-32 of these four bytes and the block
//! m         the block
//! ```
//!
//! Numbers are little-endian; codes are in the byte order of the machine, which the head names. A checkpoint is for the machine and the program
//! that made it: the format may change with any version, and a checkpoint of another one, or of other rules, is not gone on from.
//!
//! # When
//! A checkpoint is due half a minute after the last one, or after nineteen times as long as that one took, from when it was due until it was written, so
//! that at most a twentieth of the time goes to checkpoints. What cannot be written is told once, and tried again when the next
//! one is due: a full disk must not end a solve that has all it needs in memory. Whoever stops a solve waits for one more, if some seconds of work
//! would be lost without it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::Stage;
use retrograde::entry::{AnyBoard, AnyPosition};
use retrograde::message::Message;
use retrograde::solve::{Keeper, Next, State, Take};
use serde::{Deserialize, Serialize};

use crate::error::{TableError, shown};
use crate::files::{Lock, beside, remove, save};
use crate::meaning::{Conventions, instance};
use crate::messages::{Told, Wrong};
use crate::rules::Fingerprint;

/// How checkpoints of a solve are kept.
pub struct Checkpointing<'c> {
    /// The folder that the table will be written to.
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
    /// Is told what becomes of them.
    pub tell: &'c (dyn Fn(Message) + Sync),
}

/// Checkpoints of a solve in a folder: a [`Keeper`] for its [`Options`](retrograde::Options).
pub struct Checkpoints<'c> {
    files: [PathBuf; 2],
    meaning: Meaning,
    threads: usize,
    every: Option<Duration>,
    stop: Option<&'c AtomicBool>,
    cancel: AtomicBool,
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
    /// The file that is gone on from.
    taken: Option<PathBuf>,
    /// Whether it was told that none can be written.
    is_told: bool,
    /// Whether it was told that a last one is written.
    is_stopping: bool,
    /// Since when one is due: the workers bring what is to be kept to where it can be read, which takes its time, too.
    awaited: Option<Instant>,
}

/// What is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meaning {
    program: String,
    order: String,
    name: String,
    game: String,
    version: u32,
    instance: String,
    slots: u64,
    conventions: Conventions,
    rules: Fingerprint,
}

/// The head of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    number: u64,
    of: Meaning,
    state: State,
}

impl Checkpointing<'_> {
    fn meaning(&self) -> Meaning {
        let Self { name, position, board, .. } = *self;
        let (about, slots) = (position.about(), board.table_slots());
        Meaning {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            order: if cfg!(target_endian = "little") { "little" } else { "big" }.to_owned(),
            name: name.to_owned(),
            game: about.id.to_owned(),
            version: about.version,
            instance: instance(position),
            slots,
            conventions: Conventions::of(board),
            rules: Fingerprint::of(board, slots, std::iter::empty()),
        }
    }
}

impl<'c> Checkpoints<'c> {
    /// Those of a table whose lock is held.
    pub fn new(how: &Checkpointing<'c>, _held: &Lock) -> Self {
        let (now, usual) = (Instant::now(), how.every.unwrap_or(EVERY));
        let course = Course {
            due: now + usual,
            worth: now + usual / WORTH,
            number: 0,
            taken: None,
            is_told: false,
            is_stopping: false,
            awaited: None,
        };
        let Checkpointing { threads, every, stop, tell, .. } = *how;
        Self {
            files: files(how.folder, how.name),
            meaning: how.meaning(),
            threads,
            every,
            stop,
            cancel: AtomicBool::new(false),
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
        files(folder, name).iter().any(|file| file.is_file())
    }

    /// Removes those of a table whose lock is held: it has been written.
    ///
    /// # Errors
    /// The system's.
    pub fn remove(folder: &Path, name: &str, _held: &Lock) -> Result<(), TableError> {
        let files = files(folder, name);
        let both = files.iter().flat_map(|file| [file.clone(), beside(file)]);
        both.filter(|file| file.is_file()).try_for_each(|file| remove(&file))
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The head of a file that is undamaged and of this solve.
    fn look(&self, file: &Path) -> Result<Option<Head>, Message> {
        let opened = match File::open(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened,
        };
        let failed = |error: io::Error| TableError::reading(file, &error).message;
        let mut reader = Reader { file, from: opened.map_err(failed)?, at: 0 };
        let head = reader.head()?;
        if head.of != self.meaning {
            return Err(Told::Other { file: shown(file) }.into());
        }
        reader.each_block(head.state.bytes(), |_, _, _| Some(()))?;
        Ok(Some(head))
    }

    fn write(&self, file: &Path, number: u64, state: &State, next: &mut Next<'_>) -> Result<(), TableError> {
        let head = Head { number, of: self.meaning.clone(), state: state.clone() };
        let head = serde_json::to_vec(&head).map_err(|error| TableError::refused(error.to_string(), None))?;
        save(file, |out| {
            let mut put = |bytes: &[u8]| out.write_all(bytes).map_err(|error| TableError::writing(file, &error));
            put(MAGIC)?;
            put(&(head.len() as u32).to_le_bytes())?;
            put(&head)?;
            put(&crc32fast::hash(&head).to_le_bytes())?;
            let mut left = state.bytes();
            let mut codes = vec![0; left.min((BLOCK * self.threads.max(1)) as u64) as usize];
            while left > 0 {
                let room = codes.len() as u64;
                let round = &mut codes[..left.min(room) as usize];
                next(round).map_err(|why| TableError::refused(why, None))?;
                pack(round).iter().try_for_each(|packed| put(packed))?;
                left -= round.len() as u64;
            }
            Ok(())
        })
    }
}

const MAGIC: &[u8] = b"rgcheck1";
/// The codes of a block, in bytes.
const BLOCK: usize = 1 << 20;
/// The bit of a length that says that the block is stored as it is.
const PLAIN: u32 = 1 << 31;
/// A head is shorter.
const LONGEST_HEAD: usize = 64 << 20;
/// zstd's quickest level but for those that hardly compress.
const LEVEL: i32 = 1;
/// The usual time between two checkpoints.
const EVERY: Duration = Duration::from_secs(30);
/// The last one is worth its time when so many parts of the usual time have gone by since the one before: three seconds.
const WORTH: u32 = 10;
/// One part of the time in so many goes to checkpoints.
const SHARE: u32 = 20;

/// The files of a table's checkpoints, which are written in turn.
fn files(folder: &Path, name: &str) -> [PathBuf; 2] {
    ENDS.map(|end| folder.join(format!("{name}{end}")))
}

/// The table that a checkpoint is of by its name.
pub(crate) fn table_of(file: &Path) -> Option<String> {
    let name = file.file_name()?.to_str()?;
    ENDS.iter().find_map(|end| name.strip_suffix(end)).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// What their names end in.
const ENDS: [&str; 2] = [".0.checkpoint", ".1.checkpoint"];

/// Blocks with their lengths and checksums, packed on a thread each.
fn pack(codes: &[u8]) -> Vec<Vec<u8>> {
    std::thread::scope(|scope| {
        let start = |block| std::thread::Builder::new().spawn_scoped(scope, move || pack_one(block)).map_err(|_| block);
        let started: Vec<_> = codes.chunks(BLOCK).map(start).collect();
        let done = started.into_iter().map(|started| match started {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // If the system gives no more threads, this one does the work.
            Err(block) => pack_one(block),
        });
        done.collect()
    })
}

fn pack_one(block: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(block, LEVEL).ok().filter(|packed| packed.len() < block.len());
    let (stored, mark) = packed.as_deref().map_or((block, PLAIN), |packed| (packed, 0));
    let mut bytes = Vec::with_capacity(stored.len() + 8);
    let marked = stored.len() as u32 | mark;
    bytes.extend(marked.to_le_bytes());
    bytes.extend(checksum(marked, stored).to_le_bytes());
    bytes.extend(stored);
    bytes
}

/// Of a block and its length: how it is stored is one of its bits.
fn checksum(marked: u32, stored: &[u8]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    hash.update(&marked.to_le_bytes());
    hash.update(stored);
    hash.finalize()
}

/// Reads a checkpoint from its beginning, and trusts nothing.
struct Reader<'f> {
    file: &'f Path,
    from: File,
    at: u64,
}

impl Reader<'_> {
    fn damaged(&self) -> Message {
        Wrong::Checkpoint { file: shown(self.file), at: self.at }.into()
    }

    fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), Message> {
        match self.from.read_exact(bytes) {
            Ok(()) => self.at += bytes.len() as u64,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(self.damaged()),
            Err(error) => return Err(TableError::reading(self.file, &error).message),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<u32, Message> {
        let mut bytes = [0; 4];
        self.bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn head(&mut self) -> Result<Head, Message> {
        let mut magic = [0; MAGIC.len()];
        self.bytes(&mut magic)?;
        let length = self.number()? as usize;
        if magic != MAGIC || length > LONGEST_HEAD {
            return Err(self.damaged());
        }
        let mut head = vec![0; length];
        self.bytes(&mut head)?;
        if self.number()? != crc32fast::hash(&head) {
            return Err(self.damaged());
        }
        serde_json::from_slice(&head).map_err(|_| Told::Other { file: shown(self.file) }.into())
    }

    /// Visits the blocks of so many bytes of codes: the bytes of each, what is stored, and whether it is stored as it is. A visit gives nothing if
    /// that cannot be.
    fn each_block(
        &mut self,
        bytes: u64,
        mut visit: impl FnMut(std::ops::Range<u64>, &[u8], bool) -> Option<()>,
    ) -> Result<(), Message> {
        let mut stored = vec![0; BLOCK];
        for first in (0..bytes).step_by(BLOCK) {
            let (marked, hash) = (self.number()?, self.number()?);
            let length = (marked & !PLAIN) as usize;
            let Some(stored) = stored.get_mut(..length) else { return Err(self.damaged()) };
            self.bytes(stored)?;
            let codes = first..bytes.min(first + BLOCK as u64);
            if checksum(marked, stored) != hash || visit(codes, stored, marked & PLAIN != 0).is_none() {
                return Err(self.damaged());
            }
        }
        match self.from.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.damaged()),
            Err(error) => Err(TableError::reading(self.file, &error).message),
        }
    }
}

/// Puts the codes of a block in their place.
fn unpack(stored: &[u8], is_plain: bool, codes: &mut [u8]) -> Option<()> {
    if is_plain {
        return (stored.len() == codes.len()).then(|| codes.copy_from_slice(stored));
    }
    let length = zstd::bulk::decompress_to_buffer(stored, codes).ok()?;
    (length == codes.len()).then_some(())
}

impl Keeper for Checkpoints<'_> {
    fn is_due(&self) -> bool {
        let (mut course, now) = (self.course(), Instant::now());
        let is_due = if self.is_to_stop() {
            let is_worth = now >= course.worth && !self.cancel.load(Ordering::Relaxed);
            if !is_worth {
                self.cancel.store(true, Ordering::Relaxed);
            } else if !std::mem::replace(&mut course.is_stopping, true) {
                (self.tell)(Told::Last.into());
            }
            is_worth
        } else {
            now >= course.due
        };
        if is_due {
            course.awaited.get_or_insert(now);
        }
        is_due
    }

    fn keep(&self, state: &State, next: &mut Next<'_>) {
        let mut course = self.course();
        let begun = course.awaited.take().unwrap_or_else(Instant::now);
        let number = course.number + 1;
        match self.write(&self.files[(number % 2) as usize], number, state, next) {
            Ok(()) => course.number = number,
            Err(error) if !course.is_told => {
                course.is_told = true;
                (self.tell)(Told::NotKept { why: error.message }.into());
            }
            Err(_) => {}
        }
        let usual = || EVERY.max(begun.elapsed() * (SHARE - 1));
        let now = Instant::now();
        course.due = now + self.every.unwrap_or_else(usual);
        course.worth = now + self.every.unwrap_or(EVERY) / WORTH;
        if self.is_to_stop() {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }

    fn kept(&self) -> Option<State> {
        let (mut best, mut wrong) = (None::<(Head, &PathBuf)>, Vec::new());
        for file in &self.files {
            match self.look(file) {
                Ok(Some(head)) if best.as_ref().is_none_or(|(other, _)| other.number < head.number) => {
                    best = Some((head, file));
                }
                Ok(_) => {}
                Err(why) => wrong.push(why),
            }
        }
        for why in wrong {
            (self.tell)(if best.is_some() { Told::Before { why } } else { Told::Anew { why } }.into());
        }
        let (Head { number, state, .. }, file) = best?;
        (self.tell)(goes_on(file, &state));
        let mut course = self.course();
        (course.number, course.taken) = (number, Some(file.clone()));
        Some(state)
    }

    fn read(&self, take: &mut Take<'_>) -> Result<(), Message> {
        let Some(file) = self.course().taken.clone() else { return Err(Told::Nothing.into()) };
        let from = File::open(&file).map_err(|error| TableError::reading(&file, &error).message)?;
        let mut reader = Reader { file: &file, from, at: 0 };
        let bytes = reader.head()?.state.bytes();
        let (mut codes, mut refused) = (vec![0; BLOCK], None);
        let read = reader.each_block(bytes, |place, stored, is_plain| {
            let codes = &mut codes[..(place.end - place.start) as usize];
            unpack(stored, is_plain, codes)?;
            take(codes).map_err(|why| refused = Some(why)).ok()
        });
        refused.map_or(read, Err)
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
