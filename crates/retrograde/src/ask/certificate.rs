//! A certificate: a small list of claims that proves the value of one position to somebody who knows nothing but the rules.
//!
//! # The theorem
//! A claim is a [`Fact`] about a position, with a term of plies. Write `S` for a side and `T` for the other one.
//!
//! | claim | holds if the game is over there and | or if the game goes on and |
//! | --- | --- | --- |
//! | `S` wins within k | `S` has won | k > 0 and its children are claimed to be won by `S` within less than k |
//! | `S` holds out k | `T` has not won | k = 0, or its children are claimed to be held by `S` for k - 1 or more |
//! | a tie within k | it is level | k > 0, a child is claimed to tie within less than k, and both sides hold out for ever |
//! | no tie within k | it is not level | k = 0, or each child is claimed not to tie within k - 1, or claimed to be won by some side |
//!
//! In the first two rows *its children* are one of them, by the move that the claim names, where `S` is to move, and all of them where `T` is.
//! The term of the second and the last row may be *for ever*, which is more than any number, and stays so when a ply is taken off it.
//!
//! **If every claim of a list passes its test, every claim is true.** For a win or a tie by induction on k, and for the other two with
//! a number k as well. If `S` is to hold out for ever, it plays the moves named, and the play never leaves the positions claimed, in
//! none of which `T` has won. If there was a tie in a position claimed never to tie, take one with the fewest plies: it is not over,
//! and its child with a tie in fewer plies is neither claimed to be won, which ties are not, nor claimed never to tie.
//!
//! **So a value is proved by these claims about the position.** `S` wins in d plies: `S` wins within d, and `T` holds out d - 1.
//! It is a tie in d: both sides hold out for ever, there is a tie within d and none within d - 1. It is a draw: both sides hold out for ever, and
//! there is never a tie, which needs no claims in a game that cannot end level ([`Game::TIES`](crate::Game::TIES)).
//!
//! Nothing about the claims must be believed, not even that the solver's rules were the same: a checker needs the moves of a position, and
//! whether the game is over there and who has won.
//!
//! The first half, that a result can be forced *within* so many plies, is small: a winner needs one move for each position.
//! The second half, that it cannot be had sooner, has to follow all moves of the winner, and can be as large as the table; if it is too
//! large, it is left out, and the certificate says so ([`Certificate::exact`]).
//!
//! # How large it is
//! *Within* is small, as a winner needs one move. *Holds out* must follow all moves of the winner, and is kept small by three things: claims are
//! worked off by falling term, so that each position is claimed once, for the longest; a reply is preferred that needs the fewest claims not
//! made yet; claims for no plies need no line. Claims: sample 5 of P9169 (Red 75) 399 + 1,045, the record Red 357 1,805 + 1,858, an open 10x10
//! board 353 + 4,359, an 8x8 race 1,029 + 119, tictactoe 3,679; 100 random positions of the open board, and of the record's, 2,600 and 6,500 in the
//! mean, 30,000 (4 MB, 0.14 s) at most. Above 100,000 the second half would be left out, which the file says (`"exact":false`).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ask::board::{Action, Neighbour};
use crate::ask::questions::{QuestionError, Questions};
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};
use rustc_hash::FxHashMap;

pub use crate::ask::question_error::TooManyClaims;

/// What is claimed of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The side wins within the term.
    Wins(Side),
    /// There is a tie within the term.
    Ties,
    /// The side does not lose within the term.
    Holds(Side),
    /// There is no tie within the term.
    Untied,
}

impl Fact {
    /// Whether one move shows it where `turn` is to move; if not, all moves must.
    fn needs_one(self, turn: Side) -> bool {
        match self {
            Self::Wins(side) | Self::Holds(side) => side == turn,
            Self::Ties => true,
            Self::Untied => false,
        }
    }
}

/// How far a claim looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// So many plies.
    Plies(Depth),
    /// To the end of time.
    ForEver,
}

impl Term {
    /// No plies at all.
    const NOTHING: Self = Self::Plies(Depth::ZERO);

    /// The term after one ply; `None` if there is none left.
    fn after_a_ply(self) -> Option<Self> {
        match self {
            Self::ForEver => Some(self),
            Self::Plies(depth) => depth.checked_sub(Depth::new(1)).map(|plies| Self::Plies(Depth::new(plies))),
        }
    }
}

/// A claim about a position that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<M, P> {
    /// The position.
    pub position: P,
    /// What is claimed.
    pub fact: Fact,
    /// For how long.
    pub term: Term,
    /// The move that shows it, where one is enough.
    pub action: Option<M>,
}

/// A proof of one position's value. Finished positions, and terms of no plies, need no claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<M, P> {
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    pub value: Value,
    /// Whether it is proved that the depth cannot be less; if not, the depth of a win, a loss or a tie is only known to be enough.
    pub exact: bool,
    /// The claims, by fact, then by falling term, then by slot.
    pub claims: Vec<Claim<M, P>>,
}

/// The most bytes that a claim takes while a certificate is made: itself with its move, what it asks for, and its place among what waits.
pub const BYTES_A_CLAIM: u64 = 256;

impl Questions<'_> {
    /// The certificate of a position's value, of at most `limit` claims.
    ///
    /// # Errors
    /// [`TooManyClaims`]: already what can be forced needs more.
    ///
    /// # Complexity
    /// The moves of every position claimed are made and rated, and those of their children made.
    pub fn certificate(self, root: Slot, limit: usize) -> Result<Certificate<Action, Slot>, QuestionError> {
        let (turn, value) = (self.here(root)?.turn, self.value(root)?);
        let (asked, waiting) = (FxHashMap::default(), BinaryHeap::new());
        let mut prover = Prover { questions: self, limit, asked, waiting, claims: Vec::new() };
        prover.prove(root, forced(turn, value, self.board().ties()))?;
        let exact = match prover.prove(root, no_sooner(turn, value)) {
            Ok(()) => true,
            Err(QuestionError::TooManyClaims(_)) => false,
            Err(error) => return Err(error),
        };
        Ok(Certificate { turn, value, exact, claims: prover.into_claims() })
    }
}

/// What can be forced in a position of that value, of a game that has ties or not.
fn forced(turn: Side, value: Value, ties: bool) -> Vec<(Fact, Term)> {
    match (value.depth().map(Term::Plies), value.winner(turn)) {
        (Some(term), Some(winner)) => vec![(Fact::Wins(winner), term)],
        (Some(term), None) => vec![(Fact::Ties, term)],
        (None, _) => {
            let untied = ties.then_some(Fact::Untied);
            Side::BOTH.map(Fact::Holds).into_iter().chain(untied).map(|fact| (fact, Term::ForEver)).collect()
        }
    }
}

/// That a position of that value cannot end as it does in fewer plies; `None` if that goes without saying.
fn no_sooner(turn: Side, value: Value) -> Option<(Fact, Term)> {
    let sooner = Term::Plies(value.depth()?).after_a_ply()?;
    Some((value.winner(turn).map_or(Fact::Untied, |winner| Fact::Holds(winner.other())), sooner))
}

/// Something to be claimed, or already.
type Goal = (Fact, Slot);

/// Works claims off, those of the longest term first: so that a position is claimed once, for the longest that anybody asks.
struct Prover<'q> {
    questions: Questions<'q>,
    limit: usize,
    /// What has been asked for, with the longest term.
    asked: FxHashMap<Goal, Term>,
    waiting: BinaryHeap<(Term, Reverse<Goal>)>,
    claims: Vec<Claim<Action, Slot>>,
}

impl Prover<'_> {
    /// Claims these facts about a position, and all that they need; on an error, nothing.
    fn prove(&mut self, root: Slot, facts: impl IntoIterator<Item = (Fact, Term)>) -> Result<(), QuestionError> {
        let before = self.claims.len();
        let proved = self.prove_all(root, facts);
        if proved.is_err() {
            self.claims.truncate(before);
        }
        proved
    }

    fn prove_all(&mut self, root: Slot, facts: impl IntoIterator<Item = (Fact, Term)>) -> Result<(), QuestionError> {
        for (fact, term) in facts {
            self.ask((fact, root), term)?;
        }
        while let Some((term, Reverse(goal))) = self.waiting.pop() {
            // It may have been asked for again, for longer.
            if self.asked[&goal] == term {
                self.claim(goal, term)?;
            }
            if self.claims.len() > self.limit {
                return Err(TooManyClaims { limit: self.limit }.into());
            }
        }
        Ok(())
    }

    fn ask(&mut self, goal: Goal, term: Term) -> Result<(), QuestionError> {
        if !self.stands(goal, term)? {
            self.asked.insert(goal, term);
            self.waiting.push((term, Reverse(goal)));
        }
        // All that is asked for is claimed in the end: what would be too large takes no memory first.
        if self.asked.len() > self.limit { Err(TooManyClaims { limit: self.limit }.into()) } else { Ok(()) }
    }

    /// Whether nobody needs to ask for it any more.
    fn stands(&self, goal: Goal, term: Term) -> Result<bool, QuestionError> {
        Ok(self.asked.get(&goal).is_some_and(|&asked| asked >= term) || self.is_plain(goal, term)?)
    }

    /// Whether the position shows it by itself: the game is over, or the term is.
    fn is_plain(&self, (_, slot): Goal, term: Term) -> Result<bool, QuestionError> {
        Ok(term == Term::NOTHING || self.questions.value(slot)?.depth() == Some(Depth::ZERO))
    }

    fn claim(&mut self, (fact, slot): Goal, term: Term) -> Result<(), QuestionError> {
        if fact == Fact::Ties {
            for side in Side::BOTH {
                self.ask((Fact::Holds(side), slot), Term::ForEver)?;
            }
        }
        let action = if fact.needs_one(self.questions.here(slot)?.turn) {
            self.claim_one(fact, slot, term)?
        } else {
            self.claim_all(fact, slot, term)?;
            None
        };
        self.claims.push(Claim { position: slot, fact, term, action });
        Ok(())
    }

    /// Asks for what the best of the moves needs, which is the one that needs least, and returns it.
    fn claim_one(&mut self, fact: Fact, slot: Slot, term: Term) -> Result<Option<Action>, QuestionError> {
        let moves = self.questions.probe(slot)?.moves;
        let Some(best) = moves.first().map(|rated| rated.value) else { return Ok(None) };
        let serves = |value: Value| match (fact, value) {
            (Fact::Holds(_), Value::Loss(depth)) => Term::Plies(depth) > term,
            (Fact::Holds(_), _) => true,
            _ => value == best,
        };
        let mut cheapest: Option<(usize, Goal, Term, Action)> = None;
        for rated in moves.into_iter().filter(|rated| serves(rated.value)) {
            let turn = self.questions.here(rated.child)?.turn;
            let (goal, term) = self.need(fact, term, Neighbour { slot: rated.child, turn })?;
            let cost = self.cost(goal, term)?;
            if cheapest.as_ref().is_none_or(|&(least, ..)| cost < least) {
                cheapest = Some((cost, goal, term, rated.action));
            }
        }
        let Some((_, goal, term, action)) = cheapest else { return Ok(None) };
        self.ask(goal, term)?;
        Ok(Some(action))
    }

    fn claim_all(&mut self, fact: Fact, slot: Slot, term: Term) -> Result<(), QuestionError> {
        let mut children = Vec::new();
        self.questions.board().children(slot, &mut children);
        for child in children {
            let (goal, term) = self.need(fact, term, child)?;
            self.ask(goal, term)?;
        }
        Ok(())
    }

    /// What a claim needs of a child.
    fn need(&self, fact: Fact, term: Term, child: Neighbour) -> Result<(Goal, Term), QuestionError> {
        let Neighbour { slot, turn } = child;
        let value = self.questions.value(slot)?;
        let in_full = value.depth().map_or(Term::ForEver, Term::Plies);
        Ok(match (fact, value.winner(turn)) {
            (Fact::Wins(_) | Fact::Ties, _) => ((fact, slot), in_full),
            (Fact::Untied, Some(winner)) => ((Fact::Wins(winner), slot), in_full),
            _ => ((fact, slot), term.after_a_ply().expect("a claim for no plies needs nothing")),
        })
    }

    /// About how many new claims a goal takes: itself, and its children if they are all needed.
    fn cost(&self, goal: Goal, term: Term) -> Result<usize, QuestionError> {
        if self.stands(goal, term)? {
            return Ok(0);
        }
        let (fact, slot) = goal;
        let mut children = Vec::new();
        let turn = self.questions.board().children(slot, &mut children).ok_or(QuestionError::NotHeld)?;
        let mut cost = 1;
        if !fact.needs_one(turn) {
            for child in children {
                let (goal, term) = self.need(fact, term, child)?;
                cost += usize::from(!self.stands(goal, term)?);
            }
        }
        Ok(cost)
    }

    fn into_claims(mut self) -> Vec<Claim<Action, Slot>> {
        self.claims.sort_by_key(|claim| (claim.fact, Reverse(claim.term), claim.position));
        self.claims
    }
}
