//! Tests of tables, checkpoints and locks at URLs, which have the same bytes as in folders. The object store of these
//! tests is in memory.

use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::thread::sleep;
use std::time::Duration;

use retrograde::author::Domain;
use retrograde::kernel::{CheckpointSink, Next, Share, State, Take};
use retrograde::rules::message::Message;
use retrograde::{Options, SolveError};
use retrograde_service::registry::Registry;
use retrograde_tables::{
    Checkpointing, Checkpoints, Fill, Keep, Lock, Making, Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf,
    TableReader, TableStore, named, use_store, write,
};

use crate::solved::solved;

#[path = "../../src/objects/memory.rs"]
mod memory;

const NAME: &str = "a-table";

static STORE: LazyLock<memory::Memory> = LazyLock::new(memory::Memory::default);

/// Returns the URL of a folder in the store that only one test uses, and the folder's object.
fn folder(name: &str) -> (String, Arc<dyn Object>) {
    use_store(&*STORE);
    (format!("s3://bucket/{name}"), STORE.object("bucket", name).unwrap())
}

#[test]
fn a_table_is_the_same_in_a_store_and_in_a_folder() {
    let (url, objects) = folder("some/tables");
    let there = named(&format!("{url}/")).unwrap();
    let here = tempfile::tempdir().unwrap();
    let (position, board, values) = solved("quixo:3/3/3_x");
    let [ours, theirs] = [here.path(), &there].map(|folder: &Path| {
        let making = Making {
            name: NAME,
            position: &*position,
            board: &*board,
            values: &*values,
            keep: Keep::Depths,
            fill: Some(Fill::Rules),
            threads: 1,
        };
        write(folder, &making, &Lock::take(folder, NAME).unwrap()).unwrap()
    });
    assert_eq!(theirs.files, [there.join("a-table.rgt")]);
    assert_eq!(objects.names().unwrap(), ["a-table.rgt"], "neither a lock nor a temporary file is left");
    let (bytes, _) = STORE.object("bucket", "some/tables/a-table.rgt").unwrap().get().unwrap().unwrap();
    assert!(bytes == fs::read(&ours.files[0]).unwrap());
    TableReader::open(&theirs.files).unwrap().check(|_| {}).unwrap();
    let store = TableStore::new(vec![here.path().join("nothing"), there]);
    store.reach().unwrap();
    let listed = store.list();
    assert_eq!((listed.len(), &listed[0].files, listed[0].bytes()), (1, &theirs.files, bytes.len() as u64));
    listed[0].remove().unwrap();
    assert_eq!((objects.names().unwrap(), store.list().len()), (Vec::<String>::new(), 0));
}

#[test]
fn one_process_makes_a_table_at_a_time() {
    let (url, objects) = folder("locked");
    let held = Lock::take(Path::new(&url), NAME).unwrap();
    assert_eq!(objects.names().unwrap(), ["a-table.lock"]);
    let refused = Lock::take(Path::new(&url), NAME).unwrap_err().to_string();
    assert!(refused.contains("another program is making this table"), "{refused}");
    drop(held);
    assert_eq!(objects.names().unwrap(), [""; 0]);
}

/// A checkpoint sink that pauses in the middle of a checkpoint until another program has taken over its lock and the
/// sink has detected this.
struct Overtaken<'c> {
    checkpoints: &'c Checkpoints<'c>,
    lock: &'c Lock,
    object: Arc<dyn Object>,
}

impl Overtaken<'_> {
    fn stand_still(&self) {
        self.object.remove().unwrap();
        self.object.put(b"another's".to_vec(), OnlyIf::None).unwrap();
        while Checkpoints::remove(Path::new("s3://bucket/nothing"), NAME, self.lock).is_ok() {
            sleep(Duration::from_millis(50));
        }
    }
}

impl CheckpointSink for Overtaken<'_> {
    fn is_due(&self) -> bool {
        self.checkpoints.is_due()
    }
    fn keep(&self, state: &State, share: Share<'_>, next: &mut Next<'_>) -> Result<(), Message> {
        let mut is_first = true;
        self.checkpoints.keep(state, share, &mut |codes| {
            if std::mem::replace(&mut is_first, false) {
                self.stand_still();
            }
            next(codes)
        })
    }
    fn last(&self) -> Result<Option<State>, Message> {
        self.checkpoints.last()
    }
    fn read(&self, share: Share<'_>, take: &mut Take<'_>) -> Result<(), Message> {
        self.checkpoints.read(share, take)
    }
}

/// If a process has lost its lock, another process may have finished and removed its checkpoints. Then no process would
/// remove a checkpoint that is written later, so the process must remove its own.
#[test]
fn a_checkpoint_after_a_lost_lock_is_removed() {
    let (url, objects) = folder("overtaken");
    let folder = Path::new(&url);
    let position = Registry::from_iter(retrograde_games::builtin()).open("race:A4/5/2H2/5/4B_a").unwrap();
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let lock = Lock::take(folder, NAME).unwrap();
    let how = Checkpointing {
        folder,
        name: NAME,
        position: &*position,
        board: &*board,
        threads: 1,
        every: Some(Duration::ZERO),
        stop: None,
        resume: false,
        transport: None,
        host: "here".to_owned(),
        notify: &|_| {},
    };
    let checkpoints = Checkpoints::new(&how, &lock);
    let object = STORE.object("bucket", "overtaken/a-table.lock").unwrap();
    let checkpoint_sink = Overtaken { checkpoints: &checkpoints, lock: &lock, object };
    let options = Options { threads: 1, checkpoint_sink: Some(&checkpoint_sink), ..Options::DEFAULT };
    let error = board.solve(&options).err().unwrap();
    assert!(matches!(error, SolveError::Lost { .. }), "{error:?}");
    assert!(error.to_string().contains("another one has taken its lock"), "{error}");
    assert_eq!(objects.names().unwrap(), ["a-table.lock"], "the other program's lock alone");
}
