//! Plays by the theorem on rows of any length. This module finds the moves that keep the value of a position, and the
//! replies to these moves.
//!
//! The [`theorem`](super::theorem) gives every position a value. Every game ends, because captures shorten the row, and
//! two passes end the game. So a side reaches the value of a position if all its moves keep the value. The theorem's
//! proof shows that such a move always exists.

use std::cmp::Ordering;

use retrograde::ask::PositionSummary;
use retrograde::author::{Played, Proved, Proving, ShortcutValue, StrategyProof};
use retrograde::rules::message::Message;
use retrograde::{Ending, Kind, Notation, Outcome, Side};

use super::messages::Theory;
use super::notation::{Parts, text};
use super::row::Capture;
use super::rules::{BLACK, Cannons, Move, Passes, Position, RED, ending};
use super::theorem::value;

/// A position on a row of any length.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The row as at least one digit, each 1 or 0.
    cannons: Vec<u8>,
    turn: Side,
    passes: Passes,
}

/// The maximum number of moves that are listed for a position.
const MOST: usize = 20;
/// The maximum total length, in characters, of the positions after the listed moves. If one position alone is longer,
/// the list has one move.
const ROOM: usize = 1_000_000;
/// If a row has more than this number of captures, a capture never turns a tie into a loss for a side that is one
/// cannon behind.
///
/// Each capture x y z contains two equal neighbours, and each pair of equal neighbours is part of at most two captures.
/// A capture in x y z removes at most three pairs of equal neighbours: one pair inside x y z, and the two pairs across
/// the ends of x y z. A capture by a side that is one cannon behind makes the numbers of cannons equal. By the theorem,
/// the tie is then lost only if the new row has the special shape (10)^j (1100 | 0011) (01)^k. In this shape, at most
/// three pairs of neighbours are equal. So the row had at most six such pairs before the capture, and therefore at most
/// twelve captures.
const FEW: usize = 12;

impl Standing {
    pub(super) fn new(parts: &Parts<'_>) -> Self {
        Self { cannons: parts.row.as_bytes().to_vec(), turn: parts.turn, passes: parts.passes }
    }

    /// Creates a position of this type from a position whose row is short enough for a table.
    pub fn of(position: &Position) -> Self {
        let Position { row, turn, passes } = *position;
        Self { cannons: row.to_string().into_bytes(), turn, passes }
    }

    /// Returns the number of cannons in the row.
    pub(super) fn len(&self) -> usize {
        self.cannons.len()
    }

    /// Returns the row as text.
    pub(super) fn row(&self) -> String {
        self.cannons.iter().copied().map(char::from).collect()
    }

    /// Returns the side to move, and the ending if the game is over.
    pub(super) fn here(&self) -> PositionSummary {
        PositionSummary { turn: self.turn, ending: self.ending() }
    }

    /// Returns whether a capture exists. If a capture exists, either side can capture.
    pub(super) fn can_capture(&self) -> bool {
        self.captures().next().is_some()
    }

    /// Returns the whole token, including `cannons:`.
    pub(super) fn token(&self) -> String {
        format!("{}:{}", Cannons::ID, text(self.row(), self.turn, self.passes))
    }

    fn count(&self, side: Side) -> usize {
        self.cannons.iter().map(|&cannon| usize::from(cannon == letter(side))).sum()
    }

    /// For each capture, returns the index of the leftmost of its three cannons. Both sides capture in the same triples
    /// of cannons.
    fn captures(&self) -> impl Iterator<Item = usize> + '_ {
        self.cannons.windows(3).zip(0..).filter(|(three, _)| three[0] != three[2]).map(|(_, at)| at)
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        ending(self.passes, self.can_capture(), || self.count(RED).cmp(&self.count(BLACK)))
    }

    /// Returns all moves. The captures come first, from left to right, and then the pass. Returns no move if the game
    /// is over.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let goes_on = self.ending().is_none();
        let captures = self.captures().map(|at| Move::Capture(capture(&self.cannons[at..], at, self.turn)));
        captures.chain([Move::Pass]).filter(move |_| goes_on)
    }

    /// Returns the position after one of the [`moves`](Self::moves).
    pub(super) fn after(&self, action: Move) -> Self {
        let turn = self.turn.other();
        match action {
            Move::Pass if self.passes == Passes::None => Self { passes: Passes::One, turn, ..self.clone() },
            Move::Pass => Self { passes: Passes::Both, turn, ..self.clone() },
            Move::Capture(Capture { from, target }) => {
                let at = from.min(target) as usize - 1;
                let (before, rest) = self.cannons.split_at(at);
                let left = left_of(&rest[..3], self.turn);
                Self { cannons: [before, &left, &rest[3..]].concat(), turn, passes: Passes::None }
            }
        }
    }

    /// Returns how the game ends under best play.
    pub(super) fn outcome(&self) -> Outcome {
        self.ending().map_or_else(|| value(&self.cannons, self.turn), |ending| ending.outcome)
    }

    /// Returns the value as the result of a shortcut (a solver without a table).
    pub(super) fn value(&self) -> ShortcutValue {
        ShortcutValue { kind: self.kind(), depth: None }
    }

    /// Returns the moves that keep the value, from left to right. Returns no move if the position is lost.
    fn forced(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        let outcome = self.outcome();
        let hopeless = outcome == Outcome::Won(self.turn.other());
        let moves = self.moves().filter(move |_| !hopeless).map(|action| (action, self.after(action)));
        moves.filter(move |(_, child)| child.outcome() == outcome)
    }

    /// Counts the moves of [`forced`](Self::forced). If the row has more than [`FEW`] captures, the method counts the
    /// captures without making them.
    fn count_forced(&self) -> usize {
        let captures = self.captures().take(FEW + 1).count();
        if captures <= FEW || self.outcome() == Outcome::Won(self.turn.other()) {
            return self.forced().count();
        }
        // With more than `FEW` captures, every capture keeps the value.
        let pass = self.after(Move::Pass).outcome() == self.outcome();
        self.captures().count() + usize::from(pass)
    }

    /// Returns the move to play. In a lost position, the function returns any move. In another position, it returns the
    /// pass if the pass ends the game with a win or keeps a tie. Otherwise it returns the leftmost capture that keeps
    /// the value.
    fn choice(&self) -> Option<(Move, Self)> {
        let outcome = self.outcome();
        let made = |action| (action, self.after(action));
        let any = made(self.moves().next()?);
        let ends = self.passes == Passes::One || outcome == Outcome::Level;
        let passes = ends.then(|| made(Move::Pass)).filter(|(_, child)| child.outcome() == outcome);
        Some(passes.or_else(|| self.forced().next()).unwrap_or(any))
    }

    /// Returns a list of moves, and the number of moves in the complete list. The returned list may be shorter than the
    /// complete list, because the length of the returned list is limited.
    fn listed(&self) -> (Vec<(Move, Self)>, usize) {
        let most = (ROOM / self.cannons.len()).clamp(1, MOST);
        let after = |action| (action, self.after(action));
        if self.outcome() == Outcome::Won(self.turn.other()) {
            return (self.moves().take(most).map(after).collect(), self.moves().count());
        }
        (self.forced().take(most).collect(), self.count_forced())
    }

    /// Returns whether the numbers of cannons alone decide the winner. If the numbers decide, the side that is ahead
    /// wins by a capture at every turn. The side's choice of captures and the moves of the other side do not matter.
    /// After a pass, the function always returns false.
    fn is_counted_out(&self) -> bool {
        let [own, enemies] = [self.turn, self.turn.other()].map(|side| self.count(side));
        self.passes == Passes::None && (own > enemies || own + 1 < enemies)
    }
}

impl StrategyProof for Standing {
    fn kind(&self) -> Kind {
        kind_for(self.turn, self.outcome())
    }

    fn theory(&self) -> Message {
        let sides = [self.turn, self.turn.other()];
        let [own, enemies] = sides.map(|side| self.count(side) as u64);
        let [mover, other] = sides.map(|side| Cannons::players()[side.index()]);
        let all = self.len() as u64;
        let theory = match (self.ending(), own.cmp(&enemies), self.outcome()) {
            (Some(_), ..) if self.passes == Passes::Both => Theory::BothPassed { mover, own, other, enemies },
            (Some(_), ..) => Theory::NobodyCaptures { mover, own, other, enemies },
            (None, Ordering::Greater, _) => Theory::More { all, mover, own, other, enemies },
            (None, Ordering::Equal, Outcome::Won(_)) => Theory::Breaks { all, mover, own, other, enemies },
            (None, Ordering::Equal, Outcome::Level) => Theory::Kept { all, mover, own, other, enemies },
            (None, Ordering::Less, Outcome::Level) => Theory::Saved { all, mover, own, other, enemies },
            (None, Ordering::Less, Outcome::Won(_)) => Theory::Fewer { all, mover, own, other, enemies },
        };
        theory.into()
    }

    fn line(&self, max: usize) -> Played {
        let (mut now, mut line) = (self.clone(), Vec::new());
        while now.ending().is_none() && line.len() < max {
            if now.is_counted_out() {
                now = Sweep::new(now).play(max, &mut line);
            } else {
                let Some((action, child)) = now.choice() else { break };
                line.push(action);
                now = child;
            }
        }
        Played { moves: line.iter().map(Move::to_string).collect(), end: now.ending().map(|ending| ending.rule) }
    }

    fn moves(&self) -> Proving {
        // In a won position, the listed moves show no reply.
        let is_answered = self.outcome() != Outcome::Won(self.turn);
        let (listed, count) = self.listed();
        let proved = |(action, child): &(Move, Self)| Proved {
            action: action.to_string(),
            token: child.token(),
            there: child.here(),
            kind: child.kind(),
            reply: is_answered.then(|| child.choice()).flatten().map(|(reply, _)| reply.to_string()),
        };
        let moves: Vec<_> = listed.iter().map(proved).collect();
        Proving { more: count - moves.len(), moves }
    }
}

/// Plays a game in which every move is the leftmost capture, in time linear in the length of the row.
struct Sweep {
    /// The cannons to the left of the point where the search for the next capture continues. Only the last three of
    /// these cannons can form a capture.
    settled: Vec<u8>,
    /// The cannons to the right of the point where the search for the next capture continues, in reverse order.
    rest: Vec<u8>,
    turn: Side,
}

impl Sweep {
    fn new(standing: Standing) -> Self {
        let mut rest = standing.cannons;
        rest.reverse();
        Self { settled: Vec::new(), rest, turn: standing.turn }
    }

    /// Plays until no capture exists or `line` has `max` moves.
    fn play(mut self, max: usize, line: &mut Vec<Move>) -> Standing {
        while line.len() < max
            && let Some(action) = self.capture()
        {
            line.push(Move::Capture(action));
        }
        self.settled.extend(self.rest.iter().rev());
        Standing { cannons: self.settled, turn: self.turn, passes: Passes::None }
    }

    /// Makes the leftmost capture; `None` if the row has no capture.
    fn capture(&mut self) -> Option<Capture> {
        loop {
            if let [.., x, _, z] = *self.settled
                && x != z
            {
                let at = self.settled.len() - 3;
                let three = self.settled.split_off(at);
                self.rest.extend(left_of(&three, self.turn).iter().rev());
                let made = capture(&three, at, self.turn);
                self.turn = self.turn.other();
                return Some(made);
            }
            self.settled.push(self.rest.pop()?);
        }
    }
}

const fn letter(side: Side) -> u8 {
    match side {
        Side::First => b'1',
        Side::Second => b'0',
    }
}

/// Returns the capture that `mover` can make with the first three cannons in `three`. The first and the third cannon
/// have different colours. `at` is the number of cannons to the left of `three`.
fn capture(three: &[u8], at: usize, mover: Side) -> Capture {
    // A row of more than 2^32 cannons would not fit into memory.
    let (left, right) = (at as u32 + 1, at as u32 + 3);
    if three[0] == letter(mover) {
        Capture { from: left, target: right }
    } else {
        Capture { from: right, target: left }
    }
}

/// Returns the two cannons that remain after `mover` captures in the three cannons x y z. The cannons x and z have
/// different colours. The result is "y x" or "z y".
fn left_of(three: &[u8], mover: Side) -> [u8; 2] {
    if three[0] == letter(mover) { [three[1], three[0]] } else { [three[2], three[1]] }
}

fn kind_for(side: Side, outcome: Outcome) -> Kind {
    match outcome {
        Outcome::Won(winner) if winner == side => Kind::Win,
        Outcome::Won(_) => Kind::Loss,
        Outcome::Level => Kind::Tie,
    }
}

/// Returns the value that the [`theorem`](super::theorem) gives for a position.
pub fn shortcut(_game: &Cannons, position: &Position) -> Option<ShortcutValue> {
    Some(Standing::of(position).value())
}

/// Returns the theorem's strategy for a position; the strategy proves the value.
pub fn strategy_proof<'g>(_game: &'g Cannons, position: &'g Position) -> Option<Box<dyn StrategyProof + 'g>> {
    Some(Box::new(Standing::of(position)))
}
