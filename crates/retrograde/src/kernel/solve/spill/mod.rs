//! A solve in less memory than the cells take: what is open is in memory, what is decided on scratch.
//!
//! The theorem is that of [`solve`](super): depth by depth. What differs is where things are.
//!
//! ```text
//! open slots       a bit for each slot, and a count for each open one, by group of segments: in memory as far as they fit,
//!                  on scratch else. Decided slots leave, so that what was on scratch comes home while the game is being solved
//! mail             by the post of the kernel, in rounds; what is for a group on scratch waits there until the depth is told, and a
//!                  group without mail is not read
//! what a depth has written down as it is decided, by group: it is read back once as the frontier of that depth, and once
//! decided          to be entered into the column
//! column           a code for each slot, as a checkpoint has them: seeds from the beginning, what is decided from the next checkpoint
//!                  or the end on, group by group
//! ```
//!
//! So the table never has to be in memory, nor is it read and written for every depth: dobutsu's 250 million slots have 102 million open
//! ones after seeding and 44 million at depth 10.
//!
//! # Checkpoints
//! They are those of a solve in memory, in every byte that means something: see [`checkpoint`](super::checkpoint). So what was begun on scratch goes on in
//! memory, and the other way round. When one is due, mail is delivered until none is under way, on scratch either; each worker enters what was
//! decided since the last one into its part of the column, with the counts of what is open, and with codes of their own for those positions of the
//! depth that are left; then a keeper reads the column while nobody writes. A solve that goes on copies what was kept to scratch and takes it up
//! group by group, as it takes up what it seeds. What was decided before is in the column already.
//!
//! # Complexity
//! On scratch: four bytes for every position decided by a move, the column, the groups that do not fit, and four bytes for every message of one
//! depth to one of these.

mod anywhere;
mod cells;
mod column;
mod decided;
mod entry;
mod homes;
mod plan;
mod seeding;
mod site;
mod spool;
mod start;
mod worker;
mod yard;

pub use anywhere::{least, on_scratch, solve_anywhere};
