//! A computer opponent for boards without a table. The opponent knows only the rules, and looks some plies ahead.
//!
//! The search deepens ply by ply. Round n asks two questions about every move that is still undecided. Can the mover
//! force a win within n plies? Can the other side force a win within n plies? An answer "yes" is a proof, because the
//! search has tried every reply. The opponent plays a move with a proved win, and avoids moves with a proved loss.
//! Among the remaining moves the opponent prefers mobility, that is, few moves for the other side and many moves for
//! itself.
//!
//! The search ends after it has examined a certain number of positions. The search does not use a clock, so the same
//! position and the same seed give the same move on every machine.

use fastrand::Rng;
use retrograde::ask::PositionSummary;
use retrograde::author::{AnyPosition, TooManyMoves};
use retrograde::rules::random::Draw;
use retrograde::{Depth, Ending, Side, Value};

use crate::opponent::PERFECT;
use crate::report::{Player, Rule, SearchedReport};

/// An opponent that looks ahead. With a strength of s percent, the opponent plays the move of its search in s of 100
/// positions, and a random move in the remaining positions.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead {
    strength: u8,
    seed: u64,
    positions: u64,
}

/// A move that an opponent chose after a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedMove {
    /// The index of the move in the order of [`AnyPosition::moves`].
    pub number: usize,
    /// The number of plies that the search has looked ahead completely.
    pub plies: u32,
    /// The number of positions that the search has examined.
    pub positions: u64,
    /// The value of the position for the side to move if this side plays the chosen move; `None` if the search has not
    /// proved this value.
    pub proved: Option<Value>,
}

/// The maximum number of positions that a search examines. On the largest boards of the built-in games, a move takes
/// some 10 to 200 ms of processor time.
const POSITIONS: u64 = 50_000;
/// The maximum number of plies that a search looks ahead; a longer search would need a deeper stack.
const MOST_PLIES: u32 = 64;
/// The maximum number of positions that a search stores at the same time. A position with more moves ends the search.
const MOST_STORED: usize = 1 << 14;
/// The maximum memory of a search, in bytes. The computation assumes that a position needs at most 256 bytes.
pub const BYTES: u64 = 256 * MOST_STORED as u64;

impl Lookahead {
    /// Creates an opponent with a strength from 0 (random moves) to [`PERFECT`] (all moves from the search).
    pub const fn new(strength: u8, seed: u64) -> Self {
        Self { strength, seed, positions: POSITIONS }
    }

    /// Returns the same opponent with another limit: the number of positions that its search may examine.
    #[must_use]
    pub const fn within(self, positions: u64) -> Self {
        Self { positions, ..self }
    }

    /// Returns the move to play; `None` if the game is over.
    pub fn choose(&self, position: &dyn AnyPosition) -> Option<SearchedMove> {
        let mut rng = Rng::with_seed(self.seed);
        let Some(children) = position.children(MOST_STORED) else {
            // There are too many moves to look at each of them.
            return Some(SearchedMove {
                number: rng.index(..position.breadth()),
                plies: 0,
                positions: 0,
                proved: None,
            });
        };
        let mut search = ForcedWins::new(self.positions, children.len());
        let mut moves = candidates(children, position.here().turn, self.positions);
        let plies = search.deepen(position.here().turn, &mut moves);
        let number = if rng.u8(..PERFECT) < self.strength { best(&moves, &mut rng) } else { rng.pick(0..moves.len()) }?;
        Some(SearchedMove { number, plies, positions: self.positions - search.left, proved: moves[number].value() })
    }

    /// Returns the report of the move to play; `None` if the game is over.
    ///
    /// # Errors
    /// There are too many moves to list.
    pub fn play(&self, position: &dyn AnyPosition) -> Result<Option<SearchedReport>, TooManyMoves> {
        let Some(SearchedMove { number, plies, positions, proved }) = self.choose(position) else { return Ok(None) };
        let Some(legal) = position.moves()?.into_iter().nth(number) else { return Ok(None) };
        let (about, PositionSummary { ending, .. }) = (position.about(), legal.there);
        let winner = ending.map_or_else(|| proved?.winner(position.here().turn), Ending::winner);
        let depth = ending.map(|_| 0).or_else(|| Some(proved?.depth()?.plies() - 1));
        Ok(Some(SearchedReport {
            action: legal.action,
            pos: legal.token,
            winner: winner.map(|side| Player::of(about, side)),
            depth,
            over: ending.map(|ending| Rule::of(about, ending)),
            looked: plies,
            examined: positions,
        }))
    }
}

/// A move in the position where the search begins.
struct Candidate {
    child: Box<dyn AnyPosition>,
    mover: Side,
    /// The mobility after the move. A higher mobility is better for the mover.
    mobility: i64,
    /// The side that wins after this move, and the number of plies to the end of the game. `None` if no search has
    /// proved a win of a side.
    proved: Option<(Side, u32)>,
}

impl Candidate {
    fn value(&self) -> Option<Value> {
        let (winner, plies) = self.proved?;
        let depth = Depth::new(plies);
        Some(if winner == self.mover { Value::Win(depth) } else { Value::Loss(depth) })
    }

    /// Returns a key for comparison; the best move has the greatest key. A fast win is the best move. Mobility ranks
    /// the moves without a proof. Losses rank last, and a slow loss ranks before a fast loss.
    fn rank(&self) -> (u8, i64) {
        match self.value() {
            Some(Value::Win(depth)) => (2, -i64::from(depth.plies())),
            Some(value) => (0, value.depth().map_or(0, |depth| depth.plies().into())),
            None => (1, self.mobility),
        }
    }
}

/// Returns the moves that lead to the positions `children`. If these positions have more than `positions / 8` replies
/// together, the mobility does not consider the positions after the replies.
fn candidates(children: Vec<Box<dyn AnyPosition>>, mover: Side, positions: u64) -> Vec<Candidate> {
    let replies: u64 = children.iter().map(|child| child.breadth() as u64).sum();
    let counts_replies = replies <= positions / 8;
    let candidate = |child: Box<dyn AnyPosition>| {
        let mobility = if counts_replies { mobility(&*child, mover) } else { moves_for(&*child, mover) };
        Candidate { child, mover, mobility, proved: None }
    };
    children.into_iter().map(candidate).collect()
}

/// Returns the number of moves in a position. The number is negative if `mover` is not the side to move.
fn moves_for(position: &dyn AnyPosition, mover: Side) -> i64 {
    let count = i64::try_from(position.breadth()).unwrap_or(i64::MAX);
    if position.here().turn == mover { count } else { -count }
}

/// Returns the mobility of `mover` in a position. The mobility is the number of `mover`'s moves minus the number of the
/// other side's moves. The mobility includes the moves in this position, and the moves after the best reply. The best
/// reply is the move of the side to move that is best for this side. If the game is over, the mobility is the lowest
/// possible number, so a move that ends the game in a tie ranks last among the moves without a proof.
fn mobility(position: &dyn AnyPosition, mover: Side) -> i64 {
    let PositionSummary { turn, ending } = position.here();
    if ending.is_some() {
        return i64::MIN;
    }
    let replies = position.children(MOST_STORED).unwrap_or_default();
    let after = replies.iter().map(|reply| moves_for(&**reply, mover));
    let after = if turn == mover { after.max() } else { after.min() };
    moves_for(position, mover) + after.unwrap_or(0)
}

/// Returns the index of one of the best moves; `None` if there is no move.
fn best(moves: &[Candidate], rng: &mut Rng) -> Option<usize> {
    let highest = moves.iter().map(Candidate::rank).max()?;
    rng.pick((0..moves.len()).filter(|&number| moves[number].rank() == highest).collect::<Vec<_>>())
}

/// A search for forced wins. The search ends when it has examined a certain number of positions.
struct ForcedWins {
    /// The number of positions that the search may still examine.
    left: u64,
    /// The number of positions that are stored now.
    stored: usize,
    /// For each number of remaining plies, the index of the move that settled the last question. A move that has
    /// settled one question often settles the next question, so the search tries this move first.
    settling: [usize; MOST_PLIES as usize],
}

impl ForcedWins {
    const fn new(left: u64, stored: usize) -> Self {
        Self { left, stored, settling: [0; MOST_PLIES as usize] }
    }

    /// Searches deeper ply by ply, until a move wins, all moves are decided, or the limit is reached. Returns the
    /// number of plies that the search has looked ahead completely.
    fn deepen(&mut self, mover: Side, candidates: &mut [Candidate]) -> u32 {
        let has_won = |all: &[Candidate]| all.iter().any(|each| each.proved.is_some_and(|(side, _)| side == mover));
        let is_decided = |all: &[Candidate]| all.iter().all(|each| each.proved.is_some());
        for plies in 1..=MOST_PLIES {
            if has_won(candidates) || is_decided(candidates) || self.decide(mover, candidates, plies).is_none() {
                return plies - 1;
            }
        }
        MOST_PLIES
    }

    /// Examines every undecided move. A move is decided if one side can force a win within `plies` plies, counted from
    /// this move. Returns `None` if the search reaches its limit before all moves are examined.
    fn decide(&mut self, mover: Side, candidates: &mut [Candidate], plies: u32) -> Option<()> {
        for each in candidates.iter_mut().filter(|each| each.proved.is_none()) {
            for side in [mover, mover.other()] {
                if each.proved.is_none() && self.can_force(&*each.child, side, plies - 1)? {
                    each.proved = Some((side, plies));
                }
            }
        }
        Some(())
    }

    /// Returns whether a side can force a win within a number of plies; `None` if the search reaches its limit.
    fn can_force(&mut self, position: &dyn AnyPosition, side: Side, plies: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let PositionSummary { turn, ending } = position.here();
        if let Some(ending) = ending {
            return Some(ending.winner() == Some(side));
        }
        if plies == 0 {
            return Some(false);
        }
        if position.wins_at_once() {
            return Some(turn == side);
        }
        if turn == side && plies == 1 { Some(false) } else { self.settle(position, side, plies - 1, turn == side) }
    }

    /// Answers the question of `can_force` from the positions after all moves. If `side` is to move, `side` can force a
    /// win if it can force a win from at least one of these positions. If the other side is to move, `side` must be
    /// able to force a win from all of these positions.
    fn settle(&mut self, position: &dyn AnyPosition, side: Side, plies: u32, is_mover: bool) -> Option<bool> {
        let children = position.children(MOST_STORED - self.stored)?;
        self.stored += children.len();
        let first = self.settling[plies as usize];
        let others = (0..children.len()).filter(|&number| number != first);
        for number in std::iter::once(first).filter(|&first| first < children.len()).chain(others) {
            if self.can_force(&*children[number], side, plies)? == is_mover {
                self.settling[plies as usize] = number;
                self.stored -= children.len();
                return Some(is_mover);
            }
        }
        self.stored -= children.len();
        Some(!is_mover)
    }
}
