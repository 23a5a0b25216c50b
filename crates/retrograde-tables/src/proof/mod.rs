//! Verifies a whole table in files by forward rules: each value is compared with the rules and with the values of its
//! successors; the metadata are checked as well.
//!
//! The code processes positions in the order of the files, in blocks and on all threads. So the values of the positions
//! are read sequentially. The values of successors are looked up in memory, indexed by slot.
//!
//! If the memory is too small for all slots, the code divides the slots into *bins* of equal size. The code holds one
//! bin at a time in memory, and processes all positions once per bin. The value of a position is the maximum over its
//! moves. So between bins the code needs only one bit per position: whether a successor in some bin gives the stored
//! value. A successor that gives a better value is an error in any bin; a position whose bit is not set after the last
//! bin is an error as well. The code writes nothing to disk. The alternative is to sort the successors by bin on disk.
//! For `dobutsu`, this would write and read 8 bytes (its own position and its predecessor's) for each of 500 million
//! successors. To generate the moves again takes less time: 19 s of processor time per bin.
//!
//! If several processes share the work, each process holds a part of every bin, and [asks](crate::verify_group) the
//! other processes for the values of successors in their parts.

mod judge;
mod round;
mod stretch;
mod tally;
mod verification;

pub use verification::{Bins, Unproved, Verification};
