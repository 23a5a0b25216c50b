//! Dobutsu shogi, "animal chess", by Madoka Kitao and Maiko Fujita: each side has a lion, a giraffe, an elephant and a
//! chick on a board of three by four.
//!
//! # Two sets of positions
//! Published counts cover two sets of positions. Both fold the two sides to move into one, from the mover's view:
//!
//! * **All arrangements**, as R. Clausecker's program `dobutsu` counts them: all squares and owners of the animals,
//!   except positions that need no lookup because a lion stands on its goal or the lions are adjacent. Mirror images
//!   are folded, except where both lions stand on the middle file. There are 249,442,767 positions: 188,377,024 wins,
//!   57,707,893 losses and 3,357,850 draws.
//! * **Reachable positions** from the usual start, as T. Tanaka counted them (*An analysis of the "Dobutsu Shogi"*,
//!   2009), with all mirror images folded. There are 246,803,167 positions: 196,773,087 wins, 47,347,380 losses and
//!   2,682,700 draws. A position where the lion can be captured is final (140,298,614 positions). A position where the
//!   other lion has arrived also counts (7,018,985 positions). The other 99,485,568 go on. These are the reachable
//!   slots of the game whose tokens end in `take`: a player who can capture the lion must do so, which changes no
//!   value. `retrograde solve --reachable-slots` counts them by marking forward from the start.
//!
//! In both, the second player wins from the start in 78 plies, and no win is longer than 173.
//!
//! A side without a move has lost, as in shogi; the rule sheets do not mention this case. Up to mirror images, all
//! animals of a side are blocked only in `GE1/LGE/CCl/3`, with the other side's lion on either of two squares. Play
//! does not reach these positions. Among all arrangements, only these two slots are lost in 0 plies.
//!
//! # One numbering
//! One numbering serves both sets; the second also folds mirror images where both lions stand on the middle file. A
//! *frame* is the squares of the lions, and an *arrangement* is the places of the other animals on the remaining ten
//! squares. The first 21 frames are those of all arrangements. In 33 more frames, a lion has arrived or the lions are
//! adjacent; there the lions alone, or one attack, decide the game. Fewer animals form a separate, smaller game,
//! because an animal never leaves the board and both hands.

mod arrangement;
mod board;
mod frame;
mod looks;
mod moves;
mod notation;
mod numbering;
mod owner_order;
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
