//! A computer opponent, which plays perfectly or with a requested strength.

use std::cmp::Reverse;

use fastrand::Rng;
use retrograde::rules::random::Draw;
use retrograde::{Kind, Side};

use crate::report::{MoveReport, ProbeReport};

/// A computer opponent. With strength [`PERFECT`] the opponent plays perfectly. With a lower strength the opponent
/// chooses moves at random, and worse moves less often. At strength s the expected loss per move is (100−s) % of the
/// expected loss of a uniformly random move. With the same seed, the opponent chooses the same moves.
#[derive(Clone, Debug)]
pub struct Opponent {
    strength: u8,
    rng: Rng,
}

/// The strength of perfect play.
pub const PERFECT: u8 = 100;
/// The cost in plies of a move that drops the value by one class. A move that keeps the class seldom costs this number
/// of plies.
const CLASS: f64 = 40.0;
/// The number of bisection steps in the search for the inverse temperature. After `HALVINGS` steps, the result of the
/// bisection has full floating-point precision.
const HALVINGS: usize = 60;

/// The difficulty of holding a draw, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resistance {
    /// The number of moves that hold the draw. The smaller the number is, the harder it is to hold the draw.
    pub keeping: usize,
    /// The number of plies of the longest loss after a losing move; 0 if no move loses. The longer a loss is, the later
    /// the player notices the mistake.
    pub trap: u32,
}

impl Resistance {
    /// Returns the resistance of the position after a move by `mover`. If `mover` also makes the next move, `trap` is
    /// 0.
    pub fn of(report: &ProbeReport, mover: Side) -> Self {
        let replies = report.moves.as_deref().unwrap_or_default();
        let of_kind = |kind: Kind| replies.iter().filter(move |reply| reply.for_mover == kind);
        let trap = of_kind(Kind::Loss).filter_map(|reply| reply.depth).max();
        Self {
            keeping: of_kind(Kind::Draw).count(),
            trap: trap.filter(|_| report.head.turn.side != mover).unwrap_or(0),
        }
    }

    /// Returns a key for comparison. The position with the smallest key is the hardest to hold for the side to move.
    const fn rank(self) -> (usize, Reverse<u32>) {
        (self.keeping, Reverse(self.trap))
    }
}

impl Opponent {
    /// Creates an opponent with a strength from 0 (random moves) to [`PERFECT`].
    pub fn new(strength: u8, seed: u64) -> Self {
        Self { strength, rng: Rng::with_seed(seed) }
    }

    /// Returns the index of the move to play among `moves`, which must be sorted, the best move first.
    ///
    /// For a move, `resistance` returns how hard the position after the move is for the other side. In a drawn
    /// position, a perfect opponent chooses a move after which the fewest replies hold the draw. If several moves leave
    /// the fewest replies that hold the draw, the opponent chooses a move after which a wrong reply leads to the
    /// longest loss.
    ///
    /// # Errors
    /// Returns the errors of `resistance`.
    ///
    /// # Panics
    /// If `moves` is empty.
    pub fn choose<E>(
        &mut self,
        moves: &[MoveReport],
        resistance: impl FnMut(&MoveReport) -> Result<Resistance, E>,
    ) -> Result<usize, E> {
        assert!(!moves.is_empty(), "a finished game has no move to choose");
        match self.strength {
            PERFECT.. => self.perfect(moves, resistance),
            _ => Ok(self.graded(moves)),
        }
    }

    fn perfect<E>(
        &mut self,
        moves: &[MoveReport],
        resistance: impl FnMut(&MoveReport) -> Result<Resistance, E>,
    ) -> Result<usize, E> {
        let best: Vec<&MoveReport> = moves.iter().take_while(|rated| rated.waste == Some(0)).collect();
        let is_drawn = best.first().is_some_and(|rated| rated.for_mover == Kind::Draw);
        if !is_drawn {
            return Ok(self.rng.index(..best.len().max(1)));
        }
        let found: Vec<Resistance> = best.into_iter().map(resistance).collect::<Result<_, _>>()?;
        let hardest = found.iter().map(|resistance| resistance.rank()).min();
        let resisting: Vec<usize> = (0..found.len()).filter(|&index| Some(found[index].rank()) == hardest).collect();
        Ok(self.rng.pick(resisting).unwrap_or(0))
    }

    fn graded(&mut self, moves: &[MoveReport]) -> usize {
        let best = moves.first().map_or(0, |rated| rank(rated.for_mover));
        let costs: Vec<f64> = moves.iter().map(|rated| cost(rated, best)).collect();
        let share = f64::from(PERFECT - self.strength) / f64::from(PERFECT);
        let weights = weights(&costs, coldness(&costs, share));
        let mut drawn = self.rng.f64() * weights.iter().sum::<f64>();
        let passed = weights.iter().take_while(|&&weight| {
            drawn -= weight;
            drawn >= 0.0
        });
        passed.count().min(moves.len() - 1)
    }
}

/// Returns the inverse temperature, per ply, at which the average cost of a move is `share` times the average cost of a
/// uniformly random move; `share` is greater than 0.
///
/// As the inverse temperature grows, the average cost falls from the cost of a uniformly random move towards the lowest
/// cost, 0. Bisection therefore finds the inverse temperature.
fn coldness(costs: &[f64], share: f64) -> f64 {
    let wanted = share * average(costs, 0.0);
    let is_cold = |coldness| average(costs, coldness) <= wanted;
    if is_cold(0.0) {
        return 0.0;
    }
    let (mut warm, mut cold) = (0.0, 1.0);
    while !is_cold(cold) {
        (warm, cold) = (cold, 2.0 * cold);
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(warm, cold);
        *(if is_cold(middle) { &mut cold } else { &mut warm }) = middle;
    }
    cold
}

/// Returns the average cost of a move, in plies, at the inverse temperature `coldness`.
fn average(costs: &[f64], coldness: f64) -> f64 {
    let weights = weights(costs, coldness);
    let weighted: f64 = costs.iter().zip(&weights).map(|(cost, weight)| cost * weight).sum();
    weighted / weights.iter().sum::<f64>()
}

/// Returns the probabilities of moves with the given costs, relative to the probability of a move with cost 0.
fn weights(costs: &[f64], coldness: f64) -> Vec<f64> {
    costs.iter().map(|cost| (-cost * coldness).exp()).collect()
}

/// Returns the cost of a move in plies.
fn cost(rated: &MoveReport, best: usize) -> f64 {
    match rated.waste {
        Some(plies) => f64::from(plies).min(CLASS),
        None => CLASS * rank(rated.for_mover).saturating_sub(best).max(1) as f64,
    }
}

/// Returns the rank of a class in the order of preference; the best class, a win, has rank 0.
const fn rank(kind: Kind) -> usize {
    match kind {
        Kind::Win => 0,
        Kind::Tie => 1,
        Kind::Draw => 2,
        Kind::Loss => 3,
    }
}

#[cfg(test)]
mod tests {
    use retrograde::author::Domain;

    use super::*;

    fn rated(action: &str, for_mover: Kind, waste: Option<u32>) -> MoveReport {
        MoveReport {
            action: action.to_owned(),
            pos: String::new(),
            value: Kind::Draw,
            for_mover,
            winner: None,
            depth: None,
            waste,
            drop: None,
            over: None,
        }
    }

    /// Tries a thousand seeds. Returns, for each move, the number of seeds with which the opponent chooses the move.
    fn chosen(strength: u8, moves: &[MoveReport], found: &[(usize, u32)]) -> Vec<u32> {
        let mut counts = vec![0; moves.len()];
        for seed in 0..1000 {
            let resistance = |rated: &MoveReport| {
                let (keeping, trap) = found[moves.iter().position(|m| m.action == rated.action).unwrap()];
                Ok::<_, ()>(Resistance { keeping, trap })
            };
            counts[Opponent::new(strength, seed).choose(moves, resistance).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn classes_are_ranked_best_first() {
        assert!(Kind::ALL.map(rank).is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_stronger_the_less_is_thrown_away() {
        let moves = [
            rated("a", Kind::Win, Some(0)),
            rated("b", Kind::Win, Some(0)),
            rated("c", Kind::Win, Some(6)),
            rated("d", Kind::Loss, None),
        ];
        let perfect = chosen(100, &moves, &[]);
        assert!(perfect[0] > 400 && perfect[1] > 400 && perfect[2] + perfect[3] == 0, "{perfect:?}");
        let random = chosen(0, &moves, &[]);
        assert!(random.iter().all(|&count| count > 200), "{random:?}");
        let worst: Vec<u32> = [10, 40, 70, 95].map(|strength| chosen(strength, &moves, &[])[3]).to_vec();
        assert!(worst.is_sorted_by(|a, b| a >= b) && worst[0] > 20 && worst[3] == 0, "{worst:?}");
    }

    /// Returns the average cost of a move in these positions, with ten random choices in each position.
    fn mean_cost(reports: &[Vec<MoveReport>], strength: u8) -> f64 {
        let mut sum = 0.0;
        for (seed, moves) in (0..).zip(reports) {
            let mut opponent = Opponent::new(strength, seed);
            let best = rank(moves[0].for_mover);
            for _ in 0..10 {
                let found = |_: &MoveReport| Ok::<_, ()>(Resistance { keeping: 1, trap: 0 });
                sum += cost(&moves[opponent.choose(moves, found).unwrap()], best);
            }
        }
        sum / (10.0 * reports.len() as f64)
    }

    /// Returns the rated moves of the positions in random games.
    fn along_random_games(board: &str) -> Vec<Vec<MoveReport>> {
        let registry: crate::Registry = retrograde_games::builtin().into_iter().collect();
        let start = registry.open(board).unwrap();
        let session = crate::Session::solve(&*start, Domain::All, &retrograde::Options::default()).unwrap();
        let mut rng = Rng::with_seed(1);
        let mut reports = Vec::new();
        let mut token = start.token();
        while reports.len() < 500 {
            let position = registry.open(&token).unwrap();
            let moves = session.ask(&*position, &crate::ask::Probe::MOVES).unwrap().report.moves.unwrap_or_default();
            token = rng.choice(&moves).map_or_else(|| start.token(), |rated| rated.pos.clone());
            reports.extend((!moves.is_empty()).then_some(moves));
        }
        reports
    }

    #[test]
    fn strength_is_even() {
        for board in ["pawn:5/5/2O2/H2H1/OH1X1_r", "race:A3/1H2/4/3B_a", "cannons:0110100_r", "tictactoe:3/3/3_x"] {
            let reports = along_random_games(board);
            let means = [0, 25, 50, 75, 90, 100].map(|strength| mean_cost(&reports, strength));
            println!("{board}: {means:.2?}");
            for (mean, share) in means.into_iter().zip([1.0, 0.75, 0.5, 0.25, 0.1, 0.0]) {
                let wanted = share * means[0];
                assert!((mean - wanted).abs() <= 0.08 * means[0], "{board}: {mean} at {share}, not {wanted}");
            }
        }
    }

    #[test]
    fn the_temperature_is_the_one_that_is_wanted() {
        let costs = [0.0, 0.0, 2.0, 6.0, 40.0, 120.0];
        for share in [1.0, 0.99, 0.5, 0.1, 0.01, 1e-6] {
            let found = average(&costs, coldness(&costs, share)) / average(&costs, 0.0);
            assert!((found - share).abs() < 1e-9, "{found} instead of {share}");
        }
        assert!(
            weights(&[0.0, 0.0], coldness(&[0.0, 0.0], 0.5)).iter().all(|&weight| weight > 0.99),
            "nothing is lost"
        );
    }

    #[test]
    fn in_a_draw_perfect_play_leaves_the_fewest_replies() {
        let moves = [
            rated("a", Kind::Draw, Some(0)),
            rated("b", Kind::Draw, Some(0)),
            rated("c", Kind::Draw, Some(0)),
            rated("d", Kind::Loss, None),
        ];
        let counts = chosen(100, &moves, &[(3, 9), (1, 0), (1, 0), (0, 0)]);
        assert!(counts[0] == 0 && counts[1] > 400 && counts[2] > 400 && counts[3] == 0, "{counts:?}");
    }
    #[test]
    fn of_as_few_replies_the_deepest_trap_is_left() {
        let moves = [rated("a", Kind::Draw, Some(0)), rated("b", Kind::Draw, Some(0)), rated("c", Kind::Draw, Some(0))];
        assert_eq!(chosen(100, &moves, &[(2, 40), (1, 4), (1, 6)]), [0, 0, 1000]);
        let counts = chosen(100, &moves, &[(1, 6), (1, 0), (1, 6)]);
        assert!(counts[0] > 400 && counts[1] == 0 && counts[2] > 400, "{counts:?}");
    }

    #[test]
    fn traps_are_the_other_sides_losing_replies() {
        // One of the two moves of the pawn leads to endless play; after the other move the pawn is captured.
        let registry: crate::Registry = retrograde_games::builtin().into_iter().collect();
        let position = registry.open("pawn:1O1H/H1H1/OH1X_b").unwrap();
        let session = crate::Session::solve(&*position, Domain::All, &retrograde::Options::default()).unwrap();
        let report = session.ask(&*position, &crate::ask::Probe::MOVES).unwrap().report;
        let moves: Vec<_> = report.moves.iter().flatten().map(|rated| (&*rated.action, rated.for_mover)).collect();
        assert_eq!(moves, [("d3c3", Kind::Draw), ("d3d2", Kind::Loss)]);
        // Here Red has made the last move; the depth is counted from the position after the losing reply.
        assert_eq!(Resistance::of(&report, Side::First), Resistance { keeping: 1, trap: 1 });
        // Here Black itself has made the last move, and moves again.
        assert_eq!(Resistance::of(&report, Side::Second), Resistance { keeping: 1, trap: 0 });
    }
}
