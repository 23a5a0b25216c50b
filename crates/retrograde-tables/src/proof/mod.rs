//! Verifies a whole table in files. The verification compares each value with the value that follows from the forward
//! rules and the values of the position's successors. The verification also checks the metadata.
//!
//! The verification goes through the positions in the order of the files, in blocks and on all threads. So the
//! verification reads the values of the positions sequentially. The values of successors are looked up in memory,
//! indexed by slot.
//!
//! If the memory is too small for all slots, the verification divides the slots into *bins*, which are ranges of equal
//! length. Only one bin at a time is in memory, and the verification goes through all positions once per bin. The value
//! of a position is the best value over its moves. So between bins the verification needs only one bit per position.
//! This bit says whether a successor in some bin gives the stored value. The stored value is wrong if some successor
//! gives a better value, or if no successor gives the stored value. The verification writes nothing to disk. The
//! alternative would be to sort the successors by bin on disk. For the game `dobutsu`, a sort would write and read 8
//! bytes (the slots of the successor and of its predecessor) for each of 500 million successors. The verification
//! instead generates the moves again for every bin. The repeated generation takes 19 s of processor time per bin, and
//! the sort would take longer.
//!
//! Several processes can share the work. Each of these processes holds a share of every bin, and
//! [requests](crate::verify_group) the values of all other successors from the processes that hold them.

mod judge;
mod round;
mod stretch;
mod tally;
mod verification;

pub use verification::{Bins, Unproved, Verification};
