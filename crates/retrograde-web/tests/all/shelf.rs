//! Tables in files, for a server to look into.

use std::path::Path;

use retrograde::author::entry::{Domain, table_name};
use retrograde::{Cell, Options, Slot, Table};
use retrograde_desk::registry::Registry;
use retrograde_tables::{Keep, Lock, Making, write};

/// Larger than what a question solves by the way, where that is little.
pub(crate) const TOKEN: &str = "quixo:3/3/3_x";

/// Keeps the table of a position in a folder.
pub(crate) fn keep(folder: &Path, token: &str) -> String {
    keep_changed(folder, token, |_| {})
}

/// The same, after its cells were changed.
pub(crate) fn keep_changed(folder: &Path, token: &str, change: impl FnOnce(&mut [Cell])) -> String {
    let position = Registry::from_iter(retrograde_games::builtin()).open(token).unwrap();
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let values = board.solve(&Options::default()).unwrap();
    let mut cells = vec![Cell::HOLE; values.slots() as usize];
    values.block(Slot(0), &mut cells).unwrap();
    change(&mut cells);
    let name = table_name(&*position, Domain::All);
    let lock = Lock::take(folder, &name).unwrap();
    let (position, board, values) = (&*position, &*board, &Table::from_cells(&cells));
    let making = Making { name: &name, position, board, values, keep: Keep::Depths, fill: None, threads: 1 };
    write(folder, &making, &lock).unwrap();
    name
}
