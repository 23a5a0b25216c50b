//! Who plays against the user: perfectly, or as well as is wanted.

use std::cmp::Reverse;

use fastrand::Rng;
use retrograde::{Kind, Side};

use crate::report::{MoveReport, ProbeReport};

/// Perfect play of strength [`PERFECT`]; below, moves are drawn, and the less often the more they throw away. The same seed draws the
/// same moves.
#[derive(Clone, Debug)]
pub struct Opponent {
    strength: u8,
    rng: Rng,
}

/// The strength of perfect play.
pub const PERFECT: u8 = 100;
/// What it costs to drop by one class, in plies: more than one is likely to waste otherwise.
const CLASS: f64 = 40.0;
/// The temperature at half strength, in plies: wasting so many makes a move *e* times less likely.
const TEMPERATURE: f64 = 8.0;

/// How hard a position makes it for the side to move to keep a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resistance {
    /// The moves that keep it: the fewer, the harder.
    pub keeping: usize,
    /// The depth of the deepest move that loses, in plies: the deeper, the later it shows. 0, if none loses.
    pub trap: u32,
}

impl Resistance {
    /// Of the position that a move of `mover` leads to. Who moves on by himself sets himself no trap.
    pub fn of(report: &ProbeReport, mover: Side) -> Self {
        let replies = report.moves.as_deref().unwrap_or_default();
        let of_kind = |kind: Kind| replies.iter().filter(move |reply| reply.for_mover == kind);
        let trap = of_kind(Kind::Loss).filter_map(|reply| reply.depth).max();
        Self {
            keeping: of_kind(Kind::Draw).count(),
            trap: trap.filter(|_| report.head.turn.side != mover).unwrap_or(0),
        }
    }

    /// The smallest is the hardest.
    const fn rank(self) -> (usize, Reverse<u32>) {
        (self.keeping, Reverse(self.trap))
    }
}

impl Opponent {
    /// An opponent of a strength, from 0 (any move) to [`PERFECT`].
    pub fn new(strength: u8, seed: u64) -> Self {
        Self { strength, rng: Rng::with_seed(seed) }
    }

    /// The index of the move to play, of `moves` that are rated best first; there is at least one.
    ///
    /// `resistance` tells how hard a move makes it to keep a draw: in a drawn position perfect play resists. It leaves the fewest
    /// moves that keep the draw, and of those that leave as few, the deepest trap.
    ///
    /// # Errors
    /// Those of `resistance`.
    ///
    /// # Panics
    /// If there is no move.
    pub fn choose<E>(
        &mut self,
        moves: &[MoveReport],
        resistance: impl FnMut(&MoveReport) -> Result<Resistance, E>,
    ) -> Result<usize, E> {
        assert!(!moves.is_empty(), "a finished game has no move to choose");
        match self.strength {
            0 => Ok(self.rng.usize(..moves.len())),
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
            return Ok(self.rng.usize(..best.len().max(1)));
        }
        let found: Vec<Resistance> = best.into_iter().map(resistance).collect::<Result<_, _>>()?;
        let hardest = found.iter().map(|resistance| resistance.rank()).min();
        let resisting: Vec<usize> = (0..found.len()).filter(|&index| Some(found[index].rank()) == hardest).collect();
        Ok(self.rng.choice(resisting).unwrap_or(0))
    }

    fn graded(&mut self, moves: &[MoveReport]) -> usize {
        let strength = f64::from(self.strength);
        let temperature = TEMPERATURE * (f64::from(PERFECT) - strength) / strength;
        let best = moves.first().map_or(0, |rated| rank(rated.for_mover));
        let weights: Vec<f64> = moves.iter().map(|rated| (-cost(rated, best) / temperature).exp()).collect();
        let mut drawn = self.rng.f64() * weights.iter().sum::<f64>();
        let passed = weights.iter().take_while(|&&weight| {
            drawn -= weight;
            drawn >= 0.0
        });
        passed.count().min(moves.len() - 1)
    }
}

/// What a move throws away, in plies.
fn cost(rated: &MoveReport, best: usize) -> f64 {
    match rated.waste {
        Some(plies) => f64::from(plies).min(CLASS),
        None => CLASS * rank(rated.for_mover).saturating_sub(best).max(1) as f64,
    }
}

/// The place of a class among all, the best first.
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
    use retrograde::entry::Domain;

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

    /// How often each move is chosen in a thousand games.
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
        // Of the pawn's two moves one goes round for ever, and one lets itself be caught.
        let registry: crate::Registry = retrograde_games::builtin().into_iter().collect();
        let position = registry.open("pawn:1O1H/H1H1/OH1X_b").unwrap();
        let session = crate::Session::solve(&*position, Domain::All, &retrograde::Options::default()).unwrap();
        let report = session.ask(&*position, &crate::ask::Probe::MOVES).unwrap().report;
        let moves: Vec<_> = report.moves.iter().flatten().map(|rated| (&*rated.action, rated.for_mover)).collect();
        assert_eq!(moves, [("d3c3", Kind::Draw), ("d3d2", Kind::Loss)]);
        // After Red's move; the depth is that behind the losing reply.
        assert_eq!(Resistance::of(&report, Side::First), Resistance { keeping: 1, trap: 1 });
        // After a move of Black's own, who moves on.
        assert_eq!(Resistance::of(&report, Side::Second), Resistance { keeping: 1, trap: 0 });
    }
}
