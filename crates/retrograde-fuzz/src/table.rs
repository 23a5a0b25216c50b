//! The laws (properties that must hold for every input) of the readers of table files and of checkpoints.
//!
//! Random bytes would not pass the first checksum, and valid files are too long to be good inputs. The module therefore
//! writes valid files. An input describes changes to one of the valid files, and says whether the module recomputes the
//! checksums of the changed file:
//!
//! ```text
//! byte 0           255: the rest of the input is the file. Otherwise bit 0: recompute checksums; other bits:
//!                  which file
//! groups of five   the kind of change (see `edit`), an offset (u16), a number (u16)
//! ```

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;
use std::{env, fs};

use retrograde::author::{AnyBoard, AnyPosition, Domain};
use retrograde::rules::message::Message;
use retrograde::{Cell, Options, Slot, Values};
use retrograde_service::registry::Registry;
use retrograde_tables::{
    Checkpointing, Checkpoints, FileTable, Fill, Keep, Lock, Making, TableError, TableReader, TableStore, TableSummary,
    Verification, join, write,
};
use tempfile::TempDir;

#[path = "../../retrograde-tables/tests/all/mend.rs"]
mod mend;
#[path = "../../retrograde-tables/tests/all/until.rs"]
mod until;

use mend::mend;
use until::Until;

/// The tokens of boards with a few hundred slots each. Un-moves, wins in one ply, positions that share a slot, and ties
/// all occur on some of these boards.
const TOKENS: [&str; 3] = ["race:A3/1H2/4/3B_a", "quixo:2x2", "cannons:01100_r"];
/// The numbers of the two checkpoints that the tests use. Checkpoints are counted from 1, in the order in which a solve
/// writes them. The solve writes checkpoint 1 while it seeds the table, and checkpoint 5 in the middle of a depth.
const CHECKPOINTS: [u64; 2] = [1, 5];
/// The name under which the table is stored.
const NAME: &str = "table";
/// The maximum number of changes that an input describes. The cost of checking an input hardly depends on the number of
/// changes.
const EDITS: usize = 32;
/// The length of the end of a checkpoint, in bytes. The end contains the blocks and the checksums. The header at the
/// beginning of a checkpoint is ten times as long.
const TAIL: usize = 512;
/// The maximum number of slots of a table that is read completely. The limit is necessary because a file of a few bytes
/// can claim billions of slots.
const MANY: u64 = 1 << 18;
/// The memory limit for loading a table, in bytes.
const HELD: u64 = 1 << 20;

/// A solved board, and its table files and checkpoints.
struct Made {
    position: Box<dyn AnyPosition>,
    board: Arc<dyn AnyBoard>,
    cells: Vec<Cell>,
    tables: Vec<Vec<u8>>,
    checkpoints: Vec<Vec<u8>>,
}

/// The unchanged files, and the folder into which the changed file is written.
struct Bench {
    folder: TempDir,
    made: Vec<Made>,
}

thread_local! {
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

/// Checks the readers of table files.
///
/// Readers must not panic, hang, or allocate memory for a size that the file only claims. If the checksums of a changed
/// file are wrong, reading must return an error or the original content. If the checksums were recomputed and the
/// verification accepts the file, the file must also have the original content.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_table(input: &[u8]) {
    BENCH.with_borrow_mut(|bench| {
        let bench = bench.get_or_insert_with(Bench::set_up);
        let Some(Changed { made, file, .. }) = bench.changed(input, |made| &made.tables, |file| mend(file)) else {
            return;
        };
        made.read(bench.folder.path(), &file);
    });
}

/// Checks the readers of checkpoints.
///
/// Readers must not panic, hang, or allocate memory for a size that the file only claims. A solve may resume from a
/// file with wrong checksums only if the content is unchanged. If the content has changed, the solve must start again
/// and produce the correct table. If the checksums were recomputed, the solve must return either a table or an error
/// with a message.
///
/// # Panics
/// If a law is broken.
pub(crate) fn check_checkpoint(input: &[u8]) {
    BENCH.with_borrow_mut(|bench| {
        let bench = bench.get_or_insert_with(Bench::set_up);
        let changed = bench.changed(input, |made| &made.checkpoints, mend_checkpoint);
        let Some(Changed { made, file, is_mended }) = changed else { return };
        made.go_on(bench.folder.path(), &file, is_mended);
    });
}

/// A changed file.
struct Changed<'b> {
    made: &'b Made,
    file: Vec<u8>,
    /// Whether the module has tried to recompute the checksums of the file. If the file is too damaged, some checksums
    /// stay wrong.
    is_mended: bool,
}

impl Bench {
    fn set_up() -> Self {
        let program = env::current_exe().expect("the system knows the program");
        let beside = program.parent().expect("a program is in a folder");
        let folder = TempDir::with_prefix_in("table-", beside).expect("the folder of what is built can be written to");
        let made = TOKENS.map(|token| Made::of(token, folder.path())).into();
        Self { folder, made }
    }

    fn changed(
        &self,
        input: &[u8],
        files: impl Fn(&Made) -> &Vec<Vec<u8>>,
        mend: impl Fn(&mut Vec<u8>) -> Option<()>,
    ) -> Option<Changed<'_>> {
        let (&head, rest) = input.split_first()?;
        let (is_mended, which) = (head & 1 > 0, usize::from(head >> 1));
        let made = &self.made[which % self.made.len()];
        if head == u8::MAX {
            return Some(Changed { made, file: rest.to_vec(), is_mended: false });
        }
        let of = files(made);
        let mut file = of[which / self.made.len() % of.len()].clone();
        rest.chunks_exact(5).take(EDITS).for_each(|words| edit(&mut file, words));
        if is_mended {
            // If the file is so damaged that the checksums cannot be located, they stay wrong.
            let _ = mend(&mut file);
        }
        Some(Changed { made, file, is_mended })
    }
}

/// Applies one change to a file. A change replaces a byte or a four-byte number, removes bytes, or inserts bytes. The
/// second and third bytes of `words` are a number that selects the place of the change. If the first byte is below 128,
/// the offset of the change is the remainder of this number after division by n + 1, where n is the length of the file.
/// If the first byte is 128 or more, the distance of the change from the end of the file is the remainder after
/// division by [`TAIL`].
fn edit(file: &mut Vec<u8>, words: &[u8]) {
    let [place, number] = [1, 3].map(|at| u16::from_le_bytes([words[at], words[at + 1]]));
    let at = if words[0] < 128 {
        usize::from(place) % (file.len() + 1)
    } else {
        file.len().saturating_sub(usize::from(place) % TAIL)
    };
    let till = file.len().min(at + usize::from(number));
    let wide =
        [u32::from(number), u32::MAX - u32::from(number), u32::from(number) << 16][usize::from(words[0]) / 4 % 3];
    let byte = number.to_le_bytes()[0];
    match words[0] % 4 {
        0 => file.iter_mut().skip(at).take(1).for_each(|old| *old = byte),
        1 => file.iter_mut().skip(at).zip(wide.to_le_bytes()).for_each(|(old, new)| *old = new),
        2 => drop(file.drain(at..till)),
        _ => drop(file.splice(at..at, std::iter::repeat_n(byte, usize::from(number >> 8)))),
    }
}

impl Made {
    fn of(token: &str, folder: &Path) -> Self {
        let options = Options { threads: 1, ..Options::DEFAULT };
        let position = Registry::from_iter(retrograde_games::builtin()).open(token).expect("a token");
        let board = position.board(Domain::All, &options).expect("a small board");
        let values = board.solve(&options).expect("a small board");
        let mut cells = vec![Cell::HOLE; usize::try_from(values.slots()).expect("a small board")];
        values.block(Slot(0), &mut cells).expect("a table in memory");
        let mut made = Self { position, board, cells, tables: Vec::new(), checkpoints: Vec::new() };
        made.tables = [Fill::None, Fill::Rules].map(|fill| made.table(folder, &*values, fill)).into();
        made.checkpoints = CHECKPOINTS.map(|until| made.checkpoint(folder, until)).into();
        made
    }

    fn table(&self, folder: &Path, values: &dyn Values, fill: Fill) -> Vec<u8> {
        let Self { position, board, .. } = self;
        let (name, position, board, keep, fill) = (NAME, &**position, &**board, Keep::Depths, Some(fill));
        let lock = Lock::take(folder, NAME).expect("no other process uses this folder");
        let making = Making { name, position, board, values, keep, fill, threads: 1 };
        let written = write(folder, &making, &lock).expect("the folder can be written to");
        fs::read(&written.files[0]).expect("it was written just now")
    }

    /// Returns the newest stored checkpoint of a solve that stops after at most `until` checkpoints.
    fn checkpoint(&self, folder: &Path, until: u64) -> Vec<u8> {
        self.with_checkpoints(folder, Duration::ZERO, |checkpoints| {
            let cancel = AtomicBool::new(false);
            let checkpoint_sink = Until::new(checkpoints, until, &cancel);
            let options = Options {
                threads: 1,
                checkpoint_sink: Some(&checkpoint_sink),
                cancel: Some(&cancel),
                ..Options::DEFAULT
            };
            let _ = self.board.solve(&options);
        });
        let file = |number: u64| fs::read(folder.join(format!("{NAME}.{number}.checkpoint"))).ok();
        let bytes = (1..=until).rev().find_map(file).expect("a solve has a checkpoint while it seeds");
        clear(folder);
        bytes
    }

    fn with_checkpoints<T>(&self, folder: &Path, every: Duration, work: impl FnOnce(&Checkpoints<'_>) -> T) -> T {
        let Self { position, board, .. } = self;
        let lock = Lock::take(folder, NAME).expect("no other process uses this folder");
        let (position, board) = (&**position, &**board);
        let notify = |message: Message| assert!(!message.to_string().is_empty());
        let how = Checkpointing {
            folder,
            name: NAME,
            position,
            board,
            threads: 1,
            every: Some(every),
            stop: None,
            resume: false,
            transport: None,
            host: "here".to_owned(),
            notify: &notify,
        };
        work(&Checkpoints::new(&how, &lock))
    }

    /// Resumes a solve from a changed checkpoint, and checks the result.
    fn go_on(&self, folder: &Path, bytes: &[u8], is_mended: bool) {
        fs::write(folder.join(format!("{NAME}.1.checkpoint")), bytes).expect("the folder can be written to");
        let solved = self.with_checkpoints(folder, Duration::from_hours(1), |checkpoints| {
            self.board.solve(&Options { threads: 1, checkpoint_sink: Some(checkpoints), ..Options::DEFAULT })
        });
        clear(folder);
        match solved {
            Ok(values) if !is_mended => {
                let mut cells = vec![Cell::HOLE; self.cells.len()];
                values.block(Slot(0), &mut cells).expect("a table in memory");
                assert!(cells == self.cells, "the solve resumed from a damaged checkpoint");
            }
            Ok(_) => {}
            Err(error) => assert!(is_mended, "a damaged checkpoint ends a solve: {error}"),
        }
    }

    /// Reads a changed table file with every reader.
    fn read(&self, folder: &Path, bytes: &[u8]) {
        let file = folder.join(format!("{NAME}.rgt"));
        fs::write(&file, bytes).expect("the folder can be written to");
        let files = [file];
        let Some(stored) = opened(TableReader::open(&files)) else { return };
        let said = TableSummary::of(&stored);
        assert_eq!(said.positions, stored.metadata().histogram().totals.total());
        let slots = stored.places();
        for place in [0, 1, slots / 2, slots.saturating_sub(1), slots, u64::MAX] {
            let _ = opened(stored.cell(place));
        }
        if slots > MANY {
            return;
        }
        let is_whole = opened(stored.check(|_| {})).is_some();
        let joined = opened(join(&files, &folder.join("joined")));
        assert_eq!(joined.map(|joined| joined.hash), is_whole.then(|| stored.hash()));
        for memory in [0, HELD] {
            let tables = TableStore::new(vec![folder.to_owned()]);
            let found = opened(tables.find(NAME, &*self.position, &self.board, memory)).flatten();
            if let Some(found) = found {
                self.ask(&found, is_whole);
            }
        }
    }

    /// Queries a table in the same ways as the commands of the program. If the verification succeeds, the table must be
    /// equal to the solved table.
    fn ask(&self, found: &FileTable, is_whole: bool) {
        let mut cells = vec![Cell::HOLE; self.cells.len()];
        let is_read = found.block(Slot(0), &mut cells).is_ok();
        for (slot, &cell) in cells.iter().enumerate() {
            let single = found.cell(Slot(slot as u64));
            assert!(!is_read || single.is_ok_and(|single| single == cell), "slot {slot}");
        }
        for cell in [Cell::HOLE, self.cells[0]] {
            let _ = found.lowest(cell);
        }
        let done = AtomicU64::new(0);
        let proof =
            Verification { found, position: &*self.position, threads: 1, done: &done, cancel: None, group: None };
        let is_proved = proof.fits().is_ok() && proof.bins(HELD).is_ok_and(|bins| proof.whole(bins).is_ok());
        if is_proved && is_whole {
            assert!(cells == self.cells, "the verification accepted a wrong table");
        }
    }
}

/// Removes all checkpoints from the folder.
fn clear(folder: &Path) {
    let lock = Lock::take(folder, NAME).expect("no other process uses this folder");
    Checkpoints::remove(folder, NAME, &lock).expect("the folder can be written to");
}

/// Returns the value of a result. If the result is an error, checks that the error has a message, and returns `None`.
fn opened<T>(read: Result<T, TableError>) -> Option<T> {
    read.inspect_err(|error| assert!(!error.to_string().is_empty())).ok()
}

/// Recomputes the checksums of a checkpoint. A checkpoint has checksums of the header, of the blocks, and of the
/// entries of the list of files at the end. The boards are small, so there is one block and one entry. If the
/// checkpoint is so damaged that a checksum cannot be located, the function returns `None`, and this checksum stays
/// wrong.
fn mend_checkpoint(bytes: &mut Vec<u8>) -> Option<()> {
    let number = |bytes: &[u8], at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let end = usize::try_from(number(bytes, 8)?).ok()?.checked_add(12)?;
    let head = crc32fast::hash(bytes.get(12..end)?);
    bytes.get_mut(end..end + 4)?.copy_from_slice(&head.to_le_bytes());
    let block = end + 4;
    let marked = number(bytes, block)?;
    let till = block + 8 + (marked & !(1 << 31)) as usize;
    let sum = crc32fast::hash(&[&marked.to_le_bytes(), bytes.get(block + 8..till)?].concat());
    bytes[block + 4..block + 8].copy_from_slice(&sum.to_le_bytes());
    let sum = crc32fast::hash(&bytes[end..block + 8]);
    let parts = format!(r#"[{{"host":"","folder":"","file":"x","bytes":{till},"sum":{sum}}}]"#);
    bytes.truncate(till);
    bytes.extend(u32::try_from(parts.len()).ok()?.to_le_bytes());
    bytes.extend(parts.as_bytes());
    bytes.extend(crc32fast::hash(parts.as_bytes()).to_le_bytes());
    Some(())
}
