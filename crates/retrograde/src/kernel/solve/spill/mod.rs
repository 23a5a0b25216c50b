//! A solve for cells that do not fit in memory. As many cells of open slots as possible are in memory. Decided slots
//! are in scratch storage.
//!
//! Like [`solve`](super), this solve propagates values depth by depth. Only the storage differs.
//!
//! * The cells have a bit for each slot, and a count for each open slot. A group of segments is in memory if it fits
//!   there, and otherwise in scratch storage. Decided slots are removed from the cells, so groups in scratch storage
//!   return to memory during the solve.
//! * The workers exchange messages in rounds, as in a solve in memory. Messages to a group in scratch storage are
//!   spilled, which means that they are written to a spill file. After the last round of the depth, these messages are
//!   applied to the group. A group without messages is not read.
//! * Decided slots are written to scratch storage when they are decided. The solve reads the decided slots twice. The
//!   first time, the solve reads these slots to expand the positions of their depth. The second time, the solve reads
//!   these slots to write their codes to the column.
//! * The column has a code for each slot, in the format of a checkpoint. The column contains seeds from the beginning.
//!   The solve writes the codes of decided slots group by group, at the next checkpoint or when all slots are decided.
//!
//! So the table need not fit in memory, and no depth reads or writes the whole table. The game dobutsu is an example.
//! Of its 250 million slots, 102 million are open after seeding, and 44 million are open at depth 10.
//!
//! # Checkpoints
//! A checkpoint has the same format as a checkpoint of a solve in memory; see [`checkpoint`](super::checkpoint). So a
//! solve that began in scratch storage can resume in memory, and a solve that began in memory can resume in scratch
//! storage. When a checkpoint is due, the workers exchange messages until no message is pending in memory or in scratch
//! storage. Then each worker updates its part of the column. Each worker writes the codes of slots that were decided
//! since the last checkpoint, the counts of open slots, and the reserved codes that mark the unexpanded positions of
//! the depth. Then the checkpoint sink reads the column while no worker writes. A solve that resumes copies the
//! checkpoint to the column in scratch storage. A solve that resumes then processes the codes of the checkpoint group
//! by group, in the same way as seeds.
//!
//! # Complexity
//! The solve needs scratch space for the column and for the groups that do not fit in memory. The solve also needs four
//! bytes for every position that a message decides. Within a depth, it needs four bytes for every message to a group in
//! scratch storage.

mod allocator;
mod anywhere;
mod cells;
mod column;
mod decided;
mod entry;
mod homes;
mod plan;
mod seeding;
mod site;
mod spill_file;
mod start;
mod worker;

pub use anywhere::{least, on_scratch, solve_anywhere};
