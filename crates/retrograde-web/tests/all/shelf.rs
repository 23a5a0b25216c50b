//! Stores tables in files, so that a server can find them.

use std::path::Path;
use std::sync::Arc;

use retrograde::author::{AnyPosition, Domain};
use retrograde::{Cell, Options, Slot, Table};
use retrograde_service::Session;
use retrograde_service::registry::Registry;
use retrograde_service::storage::{Reservation, Saving, Storage};
use retrograde_service::tables::Folders;

/// A board that is larger than a question may solve automatically, if the limit is small.
pub(crate) const TOKEN: &str = "quixo:3/3/3_x";

/// Returns the storage for the tables in a folder, as a server uses it.
pub(crate) fn tables_in(folder: &Path) -> Arc<dyn Storage> {
    Arc::new(Folders::watch(vec![folder.to_owned()]).unwrap())
}

/// Reserves the file name of a position's table in a folder. No other process can write this table meanwhile.
pub(crate) fn hold(folder: &Path, token: &str) -> Box<dyn Reservation> {
    take(folder, &*open(token))
}

fn take(folder: &Path, position: &dyn AnyPosition) -> Box<dyn Reservation> {
    let saving = Saving { folder: folder.to_owned(), ..Saving::default() };
    tables_in(folder).keep(&saving, position, Domain::All, &|_| {}).unwrap()
}

fn open(token: &str) -> Box<dyn AnyPosition> {
    Registry::from_iter(retrograde_games::builtin()).open(token).unwrap()
}

/// Stores the table of a position in a folder; returns the name of the table.
pub(crate) fn keep(folder: &Path, token: &str) -> String {
    keep_changed(folder, token, |_| {})
}

/// Like `keep`, after `change` has changed the cells of the table.
pub(crate) fn keep_changed(folder: &Path, token: &str, change: impl FnOnce(&mut [Cell])) -> String {
    let position = open(token);
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let values = board.solve(&Options::default()).unwrap();
    let mut cells = vec![Cell::HOLE; values.slots() as usize];
    values.block(Slot(0), &mut cells).unwrap();
    change(&mut cells);
    let session = Session::of(&*position, Domain::All, board, Box::new(Table::from_cells(&cells)));
    take(folder, &*position).put(&*position, &session, 0, 1, None).unwrap();
    session.table().to_owned()
}
