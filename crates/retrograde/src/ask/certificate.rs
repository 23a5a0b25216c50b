//! A certificate is a short list of claims that proves the value of one position. To check it, a reader needs only the
//! rules of the game.
//!
//! # The theorem
//! A claim consists of a statement about a position ([`Fact`]) and a *term*. The term is either a number of plies or
//! *for ever*. The statement holds for this number of plies; with *for ever*, it holds without a limit. Below, `S` is
//! one side and `T` is the other side.
//!
//! | claim | holds if the game is over and | or if the game is not over and |
//! | --- | --- | --- |
//! | `S` wins within k | `S` has won | k > 0, and the children are claimed to be won by `S` within less than k |
//! | `S` holds out k | `T` has not won | k = 0, or `S` is claimed to hold out k - 1 or more in the children |
//! | a tie within k | it is a tie | k > 0, a child is claimed to be a tie within less than k, and both sides are claimed to hold out for ever |
//! | no tie within k | it is not a tie | k = 0, or each child is claimed to have no tie within k - 1, or to be won by some side |
//!
//! In the first two rows, *the children* depend on the side to move. If `S` is to move, only one child counts. The
//! child that counts is the child after the move that the claim names. If `T` is to move, all children count. In the
//! second and the last row of the table, the term k may be *for ever*. The term *for ever* is greater than any number,
//! and subtracting a ply does not change it.
//!
//! **If every claim of a list passes its test, every claim is true.** For claims of a win or a tie, the proof is by
//! induction on the term k. The claims of the other two rows of the table are proved in the same way if k is a number.
//! Now suppose that `S` is claimed to hold out for ever, and let `S` play the moves that the claims name. Then every
//! position of this play has a claim that `S` holds out for ever. So `T` has not won in any position of the play. The
//! proof that a position never ties is by contradiction. Suppose that some position has a tie although it is claimed
//! never to tie. Among all such positions, choose one whose tie takes the fewest plies. The game is not over in the
//! chosen position, so this position has a child with a tie in fewer plies. The child is not claimed to be won, because
//! a tie is not a win. There is also no claim that the child never ties, because the child's tie takes fewer plies than
//! the tie of the chosen position. But the last row of the table requires a claim that the child is won, or a claim
//! that the child never ties. This is a contradiction.
//!
//! **Hence the claims in the following list prove the value of a position.**
//!
//! * A proof of a win of `S` in d plies claims that `S` wins within d plies, and that `T` holds out d - 1 plies.
//! * A proof of a tie in d plies claims that both sides hold out for ever, that there is a tie within d plies, and that
//!   there is no tie in fewer plies.
//! * A proof of a draw claims that both sides hold out for ever, and that there is never a tie. In a game that cannot
//!   end in a tie ([`Game::TIES`](crate::Game::TIES)), the claims about ties are not needed.
//!
//! To check a certificate, a reader need not trust its claims or the solver. For each position, a checker needs only
//! the moves, whether the game is over, and which side has won.
//!
//! The first half of a proof shows that a result can be forced *within* a number of plies. The first half is small,
//! because the winner needs only one move for each position. The second half shows that the result cannot be forced
//! sooner. The second half must follow all moves of the winner, so it can be as large as the table. If the second half
//! is too large, the certificate omits it, and [`Certificate::exact`] is false.
//!
//! # Size
//! To prove a claim *wins within*, a certificate follows only one move of the winner in each position. To prove a claim
//! *holds out*, it follows all moves of the winner. The following three rules keep a certificate small. First, the
//! program makes the claims with the longest terms first. So a certificate has at most one claim for each statement
//! about a position, and this claim has the longest term that is needed. Second, if each of several moves proves a
//! claim, the certificate uses the move that needs the fewest new claims. Third, claims with a term of 0 plies are not
//! listed. The following counts of claims were measured. The first number of each sum is for the first half of the
//! proof, and the second is for the second half. Sample 5 of problem P9169 (Red wins in 75 plies) has 399 + 1,045
//! claims. The record position (Red wins in 357 plies) has 1,805 + 1,858 claims. An open 10x10 board has 353 + 4,359
//! claims, and an 8x8 race has 1,029 + 119 claims. The game tictactoe has 3,679 claims. In 100 random positions, the
//! average number of claims was 2,600 on the open board and 6,500 on the record's board. The maximum was 30,000 claims
//! (4 MB, 0.14 s). If a certificate would have more than 100,000 claims, the program omits the second half, and the
//! file contains `"exact":false`.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::ask::board::{Action, Neighbour};
use crate::ask::questions::{QuestionError, Questions};
use crate::rules::game::Slot;
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};
use rustc_hash::FxHashMap;

pub use crate::ask::question_error::TooManyClaims;

/// The statement of a claim about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The side wins within the term (the number of plies of the claim).
    Wins(Side),
    /// There is a tie within the term (the number of plies of the claim).
    Ties,
    /// The side does not lose within the term (the number of plies of the claim).
    Holds(Side),
    /// There is no tie within the term (the number of plies of the claim).
    Untied,
}

impl Fact {
    /// Returns whether a proof of the statement needs only one move in a position where `turn` is to move. If the
    /// result is false, the proof needs all moves.
    fn needs_one(self, turn: Side) -> bool {
        match self {
            Self::Wins(side) | Self::Holds(side) => side == turn,
            Self::Ties => true,
            Self::Untied => false,
        }
    }
}

/// The term of a claim. The term is the number of plies that the claim covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Horizon {
    /// The claim covers this number of plies.
    Plies(Depth),
    /// The claim has no limit, so the statement is true for the whole play.
    ForEver,
}

impl Horizon {
    /// The term of 0 plies.
    const NOTHING: Self = Self::Plies(Depth::ZERO);

    /// Returns the term minus one ply. Returns `None` if the term is 0 plies.
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
    /// The position that the claim is about.
    pub position: P,
    /// The statement about the position.
    pub fact: Fact,
    /// The number of plies for which the statement holds, or [`Horizon::ForEver`].
    pub term: Horizon,
    /// The move that proves the claim, if one move is enough.
    pub action: Option<M>,
}

/// A proof of one position's value. The certificate lists no claims about finished positions, and no claims with a term
/// of 0 plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<M, P> {
    /// The side to move.
    pub turn: Side,
    /// The value for the side to move.
    pub value: Value,
    /// Whether the certificate proves that the depth is exact. If `exact` is false, the certificate does not prove the
    /// exact depth. The certificate then proves only that the win, loss or tie takes at most the number of plies in
    /// `value`.
    pub exact: bool,
    /// The claims, sorted by kind of statement, then by number of plies (largest first), then by slot.
    pub claims: Vec<Claim<M, P>>,
}

/// The maximum number of bytes per claim while a certificate is made. These bytes contain the claim with its move, the
/// claim's entry in the map of requested claims, and the claim's entry in the queue.
pub const BYTES_A_CLAIM: u64 = 256;

impl Questions<'_> {
    /// Returns the certificate of a position's value, with at most `limit` claims.
    ///
    /// # Errors
    /// Returns [`TooManyClaims`] if the first half of the proof, which proves that the result can be forced, already
    /// needs more than `limit` claims.
    ///
    /// # Complexity
    /// For every position with a claim, the method makes the moves, looks up the values of the children, and makes the
    /// moves of the children.
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

/// Returns the claims of the first half of the proof. The first half proves that the result `value` can be forced.
/// `ties` says whether the game has ties.
fn forced(turn: Side, value: Value, ties: bool) -> Vec<(Fact, Horizon)> {
    match (value.depth().map(Horizon::Plies), value.winner(turn)) {
        (Some(term), Some(winner)) => vec![(Fact::Wins(winner), term)],
        (Some(term), None) => vec![(Fact::Ties, term)],
        (None, _) => {
            let untied = ties.then_some(Fact::Untied);
            Side::BOTH.map(Fact::Holds).into_iter().chain(untied).map(|fact| (fact, Horizon::ForEver)).collect()
        }
    }
}

/// Returns the claim of the second half of the proof. The second half proves that the result `value` cannot be forced
/// in fewer plies. Returns `None` if the value needs no claim of this kind.
fn no_sooner(turn: Side, value: Value) -> Option<(Fact, Horizon)> {
    let sooner = Horizon::Plies(value.depth()?).after_a_ply()?;
    Some((value.winner(turn).map_or(Fact::Untied, |winner| Fact::Holds(winner.other())), sooner))
}

/// The statement of a requested claim and the slot of its position.
type ClaimKey = (Fact, Slot);

/// Makes the claims with the longest terms first. So there is at most one claim for each statement about a position,
/// and this claim has the longest term that is needed.
struct Prover<'q> {
    questions: Questions<'q>,
    limit: usize,
    /// The requested claims, each with the longest term requested so far.
    asked: FxHashMap<ClaimKey, Horizon>,
    waiting: BinaryHeap<(Horizon, Reverse<ClaimKey>)>,
    claims: Vec<Claim<Action, Slot>>,
}

impl Prover<'_> {
    /// Adds a claim for each of the facts `facts` about the position `root`, and all claims that the proofs of these
    /// claims need. On an error, no claim is added.
    fn prove(&mut self, root: Slot, facts: impl IntoIterator<Item = (Fact, Horizon)>) -> Result<(), QuestionError> {
        let before = self.claims.len();
        let proved = self.prove_all(root, facts);
        if proved.is_err() {
            self.claims.truncate(before);
        }
        proved
    }

    fn prove_all(&mut self, root: Slot, facts: impl IntoIterator<Item = (Fact, Horizon)>) -> Result<(), QuestionError> {
        for (fact, term) in facts {
            self.ask((fact, root), term)?;
        }
        while let Some((term, Reverse(goal))) = self.waiting.pop() {
            // The queue entry is outdated if the claim was requested again with a longer term.
            if self.asked[&goal] == term {
                self.claim(goal, term)?;
            }
            if self.claims.len() > self.limit {
                return Err(TooManyClaims { limit: self.limit }.into());
            }
        }
        Ok(())
    }

    fn ask(&mut self, goal: ClaimKey, term: Horizon) -> Result<(), QuestionError> {
        if !self.stands(goal, term)? {
            self.asked.insert(goal, term);
            self.waiting.push((term, Reverse(goal)));
        }
        // Every requested fact becomes a claim. So this check stops a large proof before its claims use memory.
        if self.asked.len() > self.limit { Err(TooManyClaims { limit: self.limit }.into()) } else { Ok(()) }
    }

    /// Returns whether the fact needs no new claim. A fact needs no new claim if a claim with the same fact and with a
    /// term of at least `term` is already requested. A fact also needs no new claim if the game is over or the term is
    /// 0 plies.
    fn stands(&self, goal: ClaimKey, term: Horizon) -> Result<bool, QuestionError> {
        Ok(self.asked.get(&goal).is_some_and(|&asked| asked >= term) || self.is_plain(goal, term)?)
    }

    /// Returns whether the fact holds without a claim, because the game is over or the term is 0 plies.
    fn is_plain(&self, (_, slot): ClaimKey, term: Horizon) -> Result<bool, QuestionError> {
        Ok(term == Horizon::NOTHING || self.questions.value(slot)?.depth() == Some(Depth::ZERO))
    }

    fn claim(&mut self, (fact, slot): ClaimKey, term: Horizon) -> Result<(), QuestionError> {
        if fact == Fact::Ties {
            for side in Side::BOTH {
                self.ask((Fact::Holds(side), slot), Horizon::ForEver)?;
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

    /// Among the moves that prove the claim, chooses the move that needs the fewest new claims. Requests the claim that
    /// this move needs, and returns the move.
    fn claim_one(&mut self, fact: Fact, slot: Slot, term: Horizon) -> Result<Option<Action>, QuestionError> {
        let moves = self.questions.probe(slot)?.moves;
        let Some(best) = moves.first().map(|rated| rated.value) else { return Ok(None) };
        let serves = |value: Value| match (fact, value) {
            (Fact::Holds(_), Value::Loss(depth)) => Horizon::Plies(depth) > term,
            (Fact::Holds(_), _) => true,
            _ => value == best,
        };
        let mut cheapest: Option<(usize, ClaimKey, Horizon, Action)> = None;
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

    fn claim_all(&mut self, fact: Fact, slot: Slot, term: Horizon) -> Result<(), QuestionError> {
        let mut children = Vec::new();
        self.questions.board().children(slot, &mut children);
        for child in children {
            let (goal, term) = self.need(fact, term, child)?;
            self.ask(goal, term)?;
        }
        Ok(())
    }

    /// Suppose that a claim says that `fact` holds with the term `term` for the parent of `child`. Returns the claim
    /// about `child` that the proof of this claim needs.
    fn need(&self, fact: Fact, term: Horizon, child: Neighbour) -> Result<(ClaimKey, Horizon), QuestionError> {
        let Neighbour { slot, turn } = child;
        let value = self.questions.value(slot)?;
        let in_full = value.depth().map_or(Horizon::ForEver, Horizon::Plies);
        Ok(match (fact, value.winner(turn)) {
            (Fact::Wins(_) | Fact::Ties, _) => ((fact, slot), in_full),
            (Fact::Untied, Some(winner)) => ((Fact::Wins(winner), slot), in_full),
            _ => ((fact, slot), term.after_a_ply().expect("a claim for no plies needs nothing")),
        })
    }

    /// Returns the approximate number of new claims that are needed if `goal` is requested. The number counts the claim
    /// itself, and one claim for each child if the proof needs all children.
    fn cost(&self, goal: ClaimKey, term: Horizon) -> Result<usize, QuestionError> {
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
