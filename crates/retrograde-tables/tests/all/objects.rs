//! What a store of objects holds is what a folder holds, to the byte: tables, checkpoints and locks at URLs. The store is in memory here.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use retrograde_tables::{
    Fill, Keep, Lock, Making, Object, ObjectReader, ObjectStore, ObjectWriter, OnlyIf, Shelf, Stored, named, use_store,
    write,
};

use crate::solved::solved;

#[path = "../../src/objects/memory.rs"]
mod memory;

const NAME: &str = "a-table";

static STORE: LazyLock<memory::Memory> = LazyLock::new(memory::Memory::default);

/// A folder of the store, which no other test has.
fn folder(name: &str) -> (String, std::sync::Arc<dyn Object>) {
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
    assert_eq!(objects.names().unwrap(), ["a-table.rgt"], "neither a lock nor what was half written stays");
    let (bytes, _) = STORE.object("bucket", "some/tables/a-table.rgt").unwrap().get().unwrap().unwrap();
    assert!(bytes == fs::read(&ours.files[0]).unwrap());
    Stored::open(&theirs.files).unwrap().check(|_| {}).unwrap();
    let shelf = Shelf::new(vec![here.path().join("nothing"), there]);
    shelf.reach().unwrap();
    let listed = shelf.list();
    assert_eq!((listed.len(), &listed[0].files, listed[0].bytes()), (1, &theirs.files, bytes.len() as u64));
    listed[0].remove().unwrap();
    assert_eq!((objects.names().unwrap(), shelf.list().len()), (Vec::<String>::new(), 0));
}

#[test]
fn one_table_is_made_by_one() {
    let (url, objects) = folder("locked");
    let held = Lock::take(Path::new(&url), NAME).unwrap();
    assert_eq!(objects.names().unwrap(), ["a-table.lock"]);
    let refused = Lock::take(Path::new(&url), NAME).unwrap_err().to_string();
    assert!(refused.contains("another program is making this table"), "{refused}");
    drop(held);
    assert_eq!(objects.names().unwrap(), [""; 0]);
}
