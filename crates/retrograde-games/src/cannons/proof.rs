//! The theorem as play, on rows of any length: which moves keep what a side has, and what answers each.
//!
//! Every position has a value by the [`theorem`](super::theorem), and play ends by itself: captures shorten the row, and two
//! passes end the game. So whoever always makes a move that keeps the value gets it, and the theorem's proof says that there is one.

use std::cmp::Ordering;

use retrograde::ask::Here;
use retrograde::author::{Played, Proved, Proving, ShortcutValue, Witness};
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
    /// Ones and zeros, at least one.
    cannons: Vec<u8>,
    turn: Side,
    passes: Passes,
}

/// The most moves that are listed.
const MOST: usize = 20;
/// The characters that the positions of listed moves may take, if there is more than one of them.
const ROOM: usize = 1_000_000;
/// The captures of a row in which some capture of a side that is one cannon behind gives the tie away.
///
/// Each capture x y z contains two equal neighbours, and each two equal neighbours are part of at most two captures. A capture
/// does away with three such pairs at most: it takes one of the two inside x y z, and the row to the left and to the right of them
/// may touch another. The rows that lose a tie have three pairs at most, so the row before has six.
const FEW: usize = 12;

impl Standing {
    pub(super) fn new(parts: &Parts<'_>) -> Self {
        Self { cannons: parts.row.as_bytes().to_vec(), turn: parts.turn, passes: parts.passes }
    }

    /// A position of a row that fits a table.
    pub fn of(position: &Position) -> Self {
        let Position { row, turn, passes } = *position;
        Self { cannons: row.to_string().into_bytes(), turn, passes }
    }

    /// The number of cannons.
    pub(super) fn len(&self) -> usize {
        self.cannons.len()
    }

    /// The row as text.
    pub(super) fn row(&self) -> String {
        self.cannons.iter().copied().map(char::from).collect()
    }

    /// Whose turn it is, and whether the game is over.
    pub(super) fn here(&self) -> Here {
        Here { turn: self.turn, ending: self.ending() }
    }

    /// Whether anybody can capture.
    pub(super) fn can_capture(&self) -> bool {
        self.captures().next().is_some()
    }

    /// The whole token.
    pub(super) fn token(&self) -> String {
        format!("{}:{}", Cannons::ID, text(self.row(), self.turn, self.passes))
    }

    fn count(&self, side: Side) -> usize {
        self.cannons.iter().map(|&cannon| usize::from(cannon == letter(side))).sum()
    }

    /// The places of the leftmost cannons of all captures; either side makes them.
    fn captures(&self) -> impl Iterator<Item = usize> + '_ {
        self.cannons.windows(3).zip(0..).filter(|(three, _)| three[0] != three[2]).map(|(_, at)| at)
    }

    pub(super) fn ending(&self) -> Option<Ending> {
        ending(self.passes, self.can_capture(), || self.count(RED).cmp(&self.count(BLACK)))
    }

    /// All moves, from left to right, the pass last; none if the game is over.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let goes_on = self.ending().is_none();
        let captures = self.captures().map(|at| Move::Capture(capture(&self.cannons[at..], at, self.turn)));
        captures.chain([Move::Pass]).filter(move |_| goes_on)
    }

    /// The position after one of the [`moves`](Self::moves).
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

    /// How the game ends under best play.
    pub(super) fn outcome(&self) -> Outcome {
        self.ending().map_or_else(|| value(&self.cannons, self.turn), |ending| ending.outcome)
    }

    /// The value in the words of a shortcut.
    pub(super) fn value(&self) -> ShortcutValue {
        ShortcutValue { kind: self.kind(), depth: None }
    }

    /// The moves that keep the value, from left to right; none of a position that is lost.
    fn kept(&self) -> impl Iterator<Item = (Move, Self)> + '_ {
        let outcome = self.outcome();
        let hopeless = outcome == Outcome::Won(self.turn.other());
        let moves = self.moves().filter(move |_| !hopeless).map(|action| (action, self.after(action)));
        moves.filter(move |(_, child)| child.outcome() == outcome)
    }

    /// How many moves [`kept`](Self::kept) has, without making all of them.
    fn count_kept(&self) -> usize {
        let captures = self.captures().take(FEW + 1).count();
        if captures <= FEW || self.outcome() == Outcome::Won(self.turn.other()) {
            return self.kept().count();
        }
        // So many captures that all of them keep the value.
        let pass = self.after(Move::Pass).outcome() == self.outcome();
        self.captures().count() + usize::from(pass)
    }

    /// What a side plays: what ends the game in its favour, or ends a tie; or else the leftmost capture that keeps the value.
    fn choice(&self) -> Option<(Move, Self)> {
        let outcome = self.outcome();
        let made = |action| (action, self.after(action));
        let any = made(self.moves().next()?);
        let ends = self.passes == Passes::One || outcome == Outcome::Level;
        let passes = ends.then(|| made(Move::Pass)).filter(|(_, child)| child.outcome() == outcome);
        Some(passes.or_else(|| self.kept().next()).unwrap_or(any))
    }

    /// The moves that are listed, and how many there are in all.
    fn listed(&self) -> (Vec<(Move, Self)>, usize) {
        let most = (ROOM / self.cannons.len()).clamp(1, MOST);
        let after = |action| (action, self.after(action));
        if self.outcome() == Outcome::Won(self.turn.other()) {
            return (self.moves().take(most).map(after).collect(), self.moves().count());
        }
        (self.kept().take(most).collect(), self.count_kept())
    }

    /// Whether every capture of the side that is ahead keeps its win, and no move of the other matters.
    fn is_counted_out(&self) -> bool {
        let [own, enemies] = [self.turn, self.turn.other()].map(|side| self.count(side));
        self.passes == Passes::None && (own > enemies || own + 1 < enemies)
    }
}

impl Witness for Standing {
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
        // Whoever wins by a move need not be told what the other answers.
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

/// Play in which every turn is the leftmost capture, in a time that grows with the row alone.
struct Sweep {
    /// The cannons at the left, without a capture among them but perhaps of the last three.
    settled: Vec<u8>,
    /// The others, the leftmost last.
    rest: Vec<u8>,
    turn: Side,
}

impl Sweep {
    fn new(standing: Standing) -> Self {
        let mut rest = standing.cannons;
        rest.reverse();
        Self { settled: Vec::new(), rest, turn: standing.turn }
    }

    /// Plays on until nobody can capture, or the line has `max` moves.
    fn play(mut self, max: usize, line: &mut Vec<Move>) -> Standing {
        while line.len() < max
            && let Some(action) = self.capture()
        {
            line.push(Move::Capture(action));
        }
        self.settled.extend(self.rest.iter().rev());
        Standing { cannons: self.settled, turn: self.turn, passes: Passes::None }
    }

    /// Makes the leftmost capture.
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

/// The capture among the first three cannons of `three`, whose ends differ, by `mover`; `at` stand before them.
fn capture(three: &[u8], at: usize, mover: Side) -> Capture {
    // A text of more than 2^32 cannons is none that anybody has in memory.
    let (left, right) = (at as u32 + 1, at as u32 + 3);
    if three[0] == letter(mover) {
        Capture { from: left, target: right }
    } else {
        Capture { from: right, target: left }
    }
}

/// What a capture leaves of three cannons whose ends differ: "y x" or "z y".
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

/// The game's shortcut: the [`theorem`](super::theorem)'s answer, which there is for every position.
pub fn shortcut(_game: &Cannons, position: &Position) -> Option<ShortcutValue> {
    Some(Standing::of(position).value())
}

/// Play that shows why: the theorem's, for every position.
pub fn witness<'g>(_game: &'g Cannons, position: &'g Position) -> Option<Box<dyn Witness + 'g>> {
    Some(Box::new(Standing::of(position)))
}
