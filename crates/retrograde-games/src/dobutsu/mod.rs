//! Dobutsu shogi, "animal chess", by Madoka Kitao and Maiko Fujita: a lion, a giraffe, an elephant and a chick on either side of a
//! board of three by four.
//!
//! # Two sets of positions
//! Published counts are of two sets, both with the two sides to move folded into one, as the mover sees the board:
//!
//! * **All arrangements**, as R. Clausecker's program `dobutsu` counts them: wherever the animals stand and whoever has them, but
//!   without those that need no look-up, as a lion stands on its goal or lions stand next to each other. The mirror is folded,
//!   except where both lions stand on the middle file: 249,442,767 positions, of which 188,377,024 are won, 57,707,893 lost and
//!   3,357,850 drawn.
//! * **What play reaches** from the usual start, as T. Tanaka counted it (*An analysis of the "Dobutsu Shogi"*, 2009), the mirror
//!   folded: 246,803,167 positions, of which 196,773,087 are won, 47,347,380 lost and 2,682,700 drawn. A position in which the lion
//!   can be taken ends there, 140,298,614 of them, and one in which the other lion has arrived counts, 7,018,985 of them; 99,485,568
//!   go on. These are the slots that play reaches of the game whose tokens end in `take`: a player who can take the lion takes it,
//!   which changes no value. `retrograde solve --reachable-slots` counts them, by marking forward from the start.
//!
//! Either way the second player wins from the start, in 78 plies, and no win is longer than 173.
//!
//! A side without a move has lost, as in shogi; the rule sheets do not say it. But for mirrors, its animals can only be in each other's way
//! as in `GE1/LGE/CCl/3`, the other side's lion on either of two squares: no play leads there, and of all arrangements these two slots alone are lost
//! in no plies.
//!
//! # One numbering
//! Both are counted by one numbering, of which the second leaves out one of two images where both lions stand on the middle file, too:
//! where the lions stand is a *frame*, the rest an *arrangement* of the ten squares left. The
//! first 21 frames are those of all arrangements; 33 more have arrived or adjacent lions, and the lions alone decide them, or one
//! attack. Fewer animals are a smaller game of their own, as none is ever lost to the board and both hands.

mod arrangement;
mod board;
mod filing;
mod frame;
mod looks;
mod moves;
mod notation;
mod numbering;
mod position;
mod raw;
mod rules;
mod seeds;
mod slots;
mod unmoves;

#[cfg(test)]
mod tests;

pub use looks::DobutsuLooks;
pub use position::{Move, Position};
pub use rules::Dobutsu;
