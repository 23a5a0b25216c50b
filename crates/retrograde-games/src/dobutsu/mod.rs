//! Dobutsu shogi ("animal chess"), a game by Madoka Kitao and Maiko Fujita. Each side has a lion, a giraffe, an
//! elephant and a chick on a board of three by four squares.
//!
//! # Two sets of positions
//! Published counts exist for two sets of positions. In both sets, a position is described from the point of view of
//! the side to move. So a position does not say which side is to move:
//!
//! * **All arrangements** of the squares and owners of the animals. R. Clausecker's program `dobutsu` counts this set.
//!   The set excludes positions in which a lion stands on its goal, or in which the lions are adjacent. The values of
//!   the excluded positions are known without a table. A position and its mirror image count once, unless both lions
//!   stand on the middle file. The set has 249,442,767 positions: 188,377,024 wins, 57,707,893 losses and 3,357,850
//!   draws.
//! * **Reachable positions** from the usual start. T. Tanaka counted this set (*An analysis of the "Dobutsu Shogi"*,
//!   2009). In this set, a position and its mirror image always count once. The set has 246,803,167 positions:
//!   196,773,087 wins, 47,347,380 losses and 2,682,700 draws. In 140,298,614 of these positions the mover can capture
//!   the opponent's lion, and the game is treated as over. In 7,018,985 positions the opponent's lion stands on its
//!   goal. In the other 99,485,568 positions the game continues. The set of reachable positions equals the set of
//!   reachable slots of the game whose tokens end in `take`. In that game, a player who can capture the lion must
//!   capture it. The obligation to capture the lion changes no value. `retrograde solve --reachable-slots` counts the
//!   set by a forward search from the start.
//!
//! In both sets, the second player wins from the start in 78 plies, and no win is longer than 173 plies.
//!
//! A side without a move has lost, as in shogi; the rule sheets do not mention this case. Apart from mirror images,
//! there are only two positions in which a side has no move. One is `GE1/LGE/CCl/3`. The other position differs from
//! `GE1/LGE/CCl/3` only in the square of the other side's lion. Play does not reach the two positions without a move.
//! In the set of all arrangements, only the slots of the two positions without a move are lost in 0 plies.
//!
//! # One numbering
//! Both sets use one numbering. In the numbering of the second set, a position and its mirror image also share a slot
//! if both lions stand on the middle file. A *frame* consists of the squares of the two lions. An *arrangement*
//! consists of the places of the other animals on the remaining ten squares and in the hands. The first 21 frames
//! belong to the set of all arrangements. In the other 33 frames, the lions are adjacent, or the opponent's lion stands
//! on its goal. If the lions are adjacent, the mover wins, because it can capture the opponent's lion. If the
//! opponent's lion stands on its goal, the mover wins if and only if one of its animals can capture this lion. Every
//! animal is always on the board or in a hand, so the number of animals never changes. So a position with fewer animals
//! belongs to a separate, smaller game.

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
