//! The numbering of race positions by pairs of floor squares, and the un-moves.

use std::ops::Range;

use retrograde::{Facts, Numbered, Reversible, Seed, Side, Slot};

use super::retreats::Retreats;
use super::rules::{A, B, Position, Race};
use super::steps::Floor;

/// Slots are sorted by A's square, then B's square, then the side to move.
///
/// If both tokens stand on one square and the game has not just ended on this square, the slot is a hole. A slot in
/// which both tokens have arrived is also a hole.
impl Numbered for Race {
    #[inline]
    fn slots(&self) -> u64 {
        Self::slots_for(self.squares.len())
    }

    #[inline]
    fn slot(&self, position: &Position) -> Slot {
        let [a, b] = position.tokens.map(|token| u64::from(token.0));
        Slot((a * self.squares.len() as u64 + b) * 2 + position.turn.index() as u64)
    }

    #[inline]
    fn position(&self, slot: Slot) -> Option<Position> {
        let floor = self.squares.len() as u64;
        let pair = slot.0 / 2;
        let (a, b) = (pair / floor, pair % floor);
        // Both numbers are below `floor`, which fits into a `u32`.
        let position = Position { tokens: [Floor(a as u32), Floor(b as u32)], turn: Side::from_parity(slot.0) };
        self.is_possible(&position).then_some(position)
    }

    /// Counts the moves. All moves lead to different positions. Different steps lead to different squares, and
    /// different jumps lead to different squares. A step and a jump also lead to different squares. If squares are
    /// coloured like a chessboard, a step changes the colour of the token's square, and a jump does not.
    #[inline]
    fn open_moves(&self, position: &Position) -> u32 {
        let mover = position.turn;
        let (from, opponent) = (position.token(mover), position.token(mover.other()));
        let steps = self.steps(from).len() as u32;
        if steps == 0 {
            1
        } else if opponent != self.goal(mover) && self.steps(from).any(|to| to == opponent) {
            steps - 1 + self.steps(opponent).len() as u32
        } else {
            steps
        }
    }

    /// Returns facts about depths. The facts tell the solver whether a depth fits into a byte. On boards without walls,
    /// no depth exceeds twice the distance from a home to the farthest square. Wins have odd depths, and losses have
    /// even depths.
    fn facts(&self) -> Facts {
        Facts { fits_bytes: self.is_within(120, self.homes[A]), ..Facts::default() }
    }

    /// Visits the seeds of the slots. The method handles one square of A's token after the other. In nearly all
    /// positions, the number of moves equals the number of floor squares next to the token.
    #[inline]
    fn each_seed(&self, slots: Range<u64>, mut visit: impl FnMut(Seed)) {
        let row = 2 * self.squares.len() as u64;
        let mut from = slots.start;
        while from < slots.end {
            let a = from / row;
            let to = slots.end.min((a + 1) * row);
            self.seed_row(Floor(a as u32), from - a * row..to - a * row, &mut visit);
            from = to;
        }
    }
}

impl Race {
    /// Returns whether every square that a token can reach from `from` is at most `steps` steps away.
    fn is_within(&self, steps: usize, from: Floor) -> bool {
        let (mut seen, mut border) = (vec![false; self.squares.len()], vec![from]);
        seen[from.index()] = true;
        for _ in 0..=steps {
            let mut next = Vec::new();
            for to in border.into_iter().flat_map(|from| self.steps(from)) {
                if !std::mem::replace(&mut seen[to.index()], true) {
                    next.push(to);
                }
            }
            border = next;
        }
        border.is_empty()
    }

    /// Visits the seeds of some slots with A's token on `a`. For each square of B's token, there are two slots, one for
    /// each side to move.
    #[inline]
    fn seed_row(&self, a: Floor, slots: Range<u64>, visit: &mut impl FnMut(Seed)) {
        let row = 2 * self.squares.len() as u64 * u64::from(a.0);
        let of_a = self.steps(a).len().max(1) as u32;
        // The squares of B's token that need the general rules, because a token has arrived, both tokens share a
        // square, or a jump is possible.
        let all = || (0..self.squares.len() as u32).map(Floor).collect();
        let some = || self.steps(a).chain([a, self.homes[A], self.homes[B]]).collect();
        let mut specials: Vec<Floor> = if a == self.goal(A) { all() } else { some() };
        specials.sort_unstable();
        let mut next = specials.partition_point(|b| u64::from(b.0) < slots.start / 2);
        for slot in slots {
            let b = Floor((slot / 2) as u32);
            while specials.get(next).is_some_and(|&special| special < b) {
                next += 1;
            }
            visit(if specials.get(next) == Some(&b) {
                self.seed(Slot(row + slot))
            } else if slot % 2 == A.index() as u64 {
                Seed::Open(of_a)
            } else {
                Seed::Open(self.steps(b).len().max(1) as u32)
            });
        }
    }
}

impl Reversible for Race {
    fn each_unmove(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let mover = position.turn.other();
        self.each_origin(position, |from| {
            let mut tokens = position.tokens;
            tokens[mover.index()] = from;
            visit(Position { tokens, turn: mover });
        });
    }

    #[inline]
    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        if let Some(position) = self.position(slot) {
            self.each_before(slot, &position, |before| visit(before, false));
        }
    }

    /// Visits the predecessors of several slots. Usually the last move was a step from a neighbouring square. After
    /// such a step, the differences between the predecessors' slots and the given slot are known. If the token is near
    /// a goal or near the opponent, the method computes the predecessors by the rules.
    #[inline]
    fn each_predecessor_of(&self, slots: &[Slot], mut visit: impl FnMut(usize, Slot, bool)) {
        let (floor, goals) = (self.squares.len() as u64, Side::BOTH.map(|side| self.goal(side).0));
        let (retreats, mut by_rules) = (self.retreats(), Vec::new());
        for (index, &slot) in slots.iter().enumerate() {
            let (a, b) = (slot.0 / 2 / floor, slot.0 / 2 % floor);
            let turn = Side::from_parity(slot.0);
            let (moved, opponent) = if turn == A { (b, a as u32) } else { (floor + a, b as u32) };
            let shifts = retreats[moved as usize].shifts(opponent);
            let is_over = opponent == goals[turn.index()];
            if is_over || shifts.is_empty() {
                self.ask_rules(slot, &mut by_rules);
                for &before in &by_rules {
                    visit(index, before, false);
                }
            } else {
                for &shift in shifts {
                    visit(index, Slot(slot.0.wrapping_add_signed(shift.into())), false);
                }
            }
        }
    }
}

impl Race {
    /// Returns the retreats (the reversed steps as differences of slots) of B's token, then the retreats of A's token.
    #[inline]
    fn retreats(&self) -> &[Retreats] {
        self.retreats.get_or_init(|| Retreats::of_both(&self.steps, self.homes))
    }

    /// Computes the predecessors of a slot by the rules. The function is not inlined, because it is rarely called.
    #[inline(never)]
    fn ask_rules(&self, slot: Slot, before: &mut Vec<Slot>) {
        before.clear();
        self.each_predecessor(slot, |slot, _| before.push(slot));
    }

    /// Visits the predecessors of a slot. A predecessor differs from the position only in the side to move and in the
    /// square of the token that has moved.
    #[inline]
    fn each_before(&self, slot: Slot, position: &Position, mut visit: impl FnMut(Slot)) {
        let mover = position.turn.other();
        let stride = if mover == A { 2 * self.squares.len() as u64 } else { 2 };
        let rest = slot.0 - u64::from(position.token(mover).0) * stride - position.turn.index() as u64;
        let first = rest + mover.index() as u64;
        self.each_origin(position, |from| visit(Slot(first + u64::from(from.0) * stride)));
    }
}

impl Race {
    /// Visits each square from which the token of the side that has just moved could have come. Visits no square twice.
    #[inline]
    fn each_origin(&self, position: &Position, mut visit: impl FnMut(Floor)) {
        let mover = position.turn.other();
        let (to, opponent) = (position.token(mover), position.token(position.turn));
        let goal = self.goal(mover);
        if self.has_arrived(position, position.turn) {
            return;
        }
        // A token with walls all around it cannot have moved, so the last move was a pass. On its goal, the token could
        // not pass, because the game was over.
        if self.steps(to).len() == 0 && to != goal {
            visit(to);
        }
        // The last move may have been a step, or the first step of a jump that ended the game. After such a move, the
        // token came from a neighbouring square that was neither the goal nor occupied.
        let mut is_beside = false;
        for from in self.steps(to) {
            if from == opponent {
                is_beside = true;
            } else if from != goal {
                visit(from);
            }
        }
        // The last move may have been a jump over the opponent, which stands next to the token and not on the goal.
        // After a jump, the token came from a square two steps away, so it did not come from one of the squares visited
        // above.
        if is_beside && opponent != goal {
            for from in self.steps(opponent) {
                if from != goal {
                    visit(from);
                }
            }
        }
    }
}
