//! Who plays against the user: perfectly, or as well as is wanted.

use fastrand::Rng;
use retrograde::Kind;
use retrograde_games::report::MoveReport;

use crate::failure::Stop;

/// Perfect play of strength 100; below, moves are drawn, and the less often the more they throw away.
pub(crate) struct Opponent {
    strength: u8,
    rng: Rng,
}

/// The strength of perfect play.
pub(crate) const PERFECT: u8 = 100;
/// What it costs to drop by one class, in plies: more than one is likely to waste otherwise.
const CLASS: f64 = 40.0;
/// The temperature at half strength, in plies: wasting so many makes a move *e* times less likely.
const TEMPERATURE: f64 = 8.0;

impl Opponent {
    pub(crate) fn new(strength: u8, seed: u64) -> Self {
        Self { strength, rng: Rng::with_seed(seed) }
    }

    /// The index of the move to play, of `moves` that are rated best first; there is at least one.
    ///
    /// `replies` tells how many replies to a move keep a draw: in a drawn position perfect play resists, and leaves the fewest.
    pub(crate) fn choose(
        &mut self,
        moves: &[MoveReport],
        replies: impl FnMut(&MoveReport) -> Result<usize, Stop>,
    ) -> Result<usize, Stop> {
        match self.strength {
            0 => Ok(self.rng.usize(..moves.len())),
            PERFECT => self.perfect(moves, replies),
            _ => Ok(self.graded(moves)),
        }
    }

    fn perfect(
        &mut self,
        moves: &[MoveReport],
        replies: impl FnMut(&MoveReport) -> Result<usize, Stop>,
    ) -> Result<usize, Stop> {
        let best: Vec<&MoveReport> = moves.iter().take_while(|rated| rated.waste == Some(0)).collect();
        let is_drawn = best.first().is_some_and(|rated| rated.for_mover == Kind::Draw.word());
        if !is_drawn {
            return Ok(self.rng.usize(..best.len().max(1)));
        }
        let counts: Vec<usize> = best.into_iter().map(replies).collect::<Result<_, _>>()?;
        let fewest = counts.iter().min();
        let resisting: Vec<usize> = (0..counts.len()).filter(|&index| Some(&counts[index]) == fewest).collect();
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
fn rank(word: &str) -> usize {
    Kind::ALL.iter().position(|kind| kind.word() == word).unwrap_or(Kind::ALL.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(action: &str, for_mover: &'static str, waste: Option<u32>) -> MoveReport {
        MoveReport {
            action: action.to_owned(),
            pos: String::new(),
            value: "",
            for_mover,
            winner: None,
            depth: None,
            waste,
            drop: None,
            over: None,
        }
    }

    /// How often each move is chosen in a thousand games.
    fn chosen(strength: u8, moves: &[MoveReport], replies: &[usize]) -> Vec<u32> {
        let mut counts = vec![0; moves.len()];
        for seed in 0..1000 {
            let count = |rated: &MoveReport| Ok(replies[moves.iter().position(|m| m.action == rated.action).unwrap()]);
            counts[Opponent::new(strength, seed).choose(moves, count).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn classes_are_ranked_best_first() {
        assert!(["win", "tie", "draw", "loss"].map(rank).is_sorted());
    }

    #[test]
    fn the_stronger_the_less_is_thrown_away() {
        let moves = [
            rated("a", "win", Some(0)),
            rated("b", "win", Some(0)),
            rated("c", "win", Some(6)),
            rated("d", "loss", None),
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
            rated("a", "draw", Some(0)),
            rated("b", "draw", Some(0)),
            rated("c", "draw", Some(0)),
            rated("d", "loss", None),
        ];
        let counts = chosen(100, &moves, &[3, 1, 1, 0]);
        assert!(counts[0] == 0 && counts[1] > 400 && counts[2] > 400 && counts[3] == 0, "{counts:?}");
    }
}
