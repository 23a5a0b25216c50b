//! Published values and counts of some starts. Tests compare our tables with the published values and counts.
//!
//! A test of this crate checks the small starts; `cargo xtask bench --big --check` checks the large starts.

use retrograde::{Counts, Kind};

/// Published facts about a start, such as its value and the numbers of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The start, as a token.
    pub token: &'static str,
    /// The start's class (win, loss, tie or draw) for the side to move.
    pub kind: Kind,
    /// The start's depth in plies, if known.
    pub plies: Option<u32>,
    /// Facts about all positions that play from the start can reach.
    pub reached: PublishedCounts,
    /// Facts about the positions that play from the start can reach. Positions that share a slot of the table count
    /// once.
    pub reached_slots: PublishedCounts,
    /// Facts about all positions in the table. Positions that share a slot count once.
    pub held: PublishedCounts,
}

/// Published facts about a set of positions. The set includes finished positions. Values are for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PublishedCounts {
    /// The number of positions.
    pub positions: Option<u64>,
    /// The number of positions in each class.
    pub counts: Option<Counts>,
    /// The greatest depth in plies.
    pub longest: Option<u32>,
    /// The greatest depth of a win in plies.
    pub longest_win: Option<u32>,
    /// The numbers of wins and losses at each depth, from 0 plies to the greatest depth; empty if unknown.
    pub by_depth: &'static [(u64, u64)],
}

impl PublishedCounts {
    const NOTHING: Self = Self { positions: None, counts: None, longest: None, longest_win: None, by_depth: &[] };

    /// Returns whether any fact is known.
    pub fn is_any(&self) -> bool {
        *self != Self::NOTHING
    }

    const fn counts(counts: Counts) -> Self {
        Self { positions: Some(counts.total()), counts: Some(counts), ..Self::NOTHING }
    }
}

impl Published {
    const fn of(token: &'static str, kind: Kind) -> Self {
        Self {
            token,
            kind,
            plies: None,
            reached: PublishedCounts::NOTHING,
            reached_slots: PublishedCounts::NOTHING,
            held: PublishedCounts::NOTHING,
        }
    }

    const fn plies(self, plies: u32) -> Self {
        Self { plies: Some(plies), ..self }
    }

    const fn reaches(self, positions: u64) -> Self {
        Self { reached: PublishedCounts { positions: Some(positions), ..PublishedCounts::NOTHING }, ..self }
    }

    const fn kinds(self, [win, tie, draw, loss]: [u64; 4]) -> Self {
        Self { reached: PublishedCounts::counts(Counts { win, loss, tie, draw }), ..self }
    }

    const fn by_depth(self, by_depth: &'static [(u64, u64)]) -> Self {
        let longest = Some(by_depth.len() as u32 - 1);
        Self { reached: PublishedCounts { longest, by_depth, ..self.reached }, ..self }
    }

    const fn longest(self, plies: u32) -> Self {
        Self { reached: PublishedCounts { longest: Some(plies), ..self.reached }, ..self }
    }

    const fn reaches_slots(self, counts: Counts, longest: u32) -> Self {
        Self { reached_slots: PublishedCounts { longest: Some(longest), ..PublishedCounts::counts(counts) }, ..self }
    }

    const fn holds(self, counts: Counts, longest: u32) -> Self {
        Self { held: PublishedCounts { longest: Some(longest), ..PublishedCounts::counts(counts) }, ..self }
    }

    /// Sets the longest win in the table, given as the number of the winner's moves.
    const fn mates(self, moves: u32) -> Self {
        Self { held: PublishedCounts { longest_win: Some(2 * moves - 1), ..self.held }, ..self }
    }

    /// Returns whether the regular tests solve this start.
    pub fn is_small(&self) -> bool {
        self.reached.positions.is_some_and(|positions| positions <= 25_000)
    }
}

/// The numbers of wins and of losses at each depth, for quixo on a 4x4 board.
const QUIXO_4X4: [(u64, u64); 23] = [
    (7_267_200, 8_559_766),
    (29_911_388, 972),
    (0, 7_474_656),
    (4_771_444, 0),
    (0, 5_897_464),
    (3_449_514, 0),
    (0, 3_937_940),
    (2_406_956, 0),
    (0, 2_053_168),
    (1_306_060, 0),
    (0, 870_196),
    (570_664, 0),
    (0, 362_596),
    (198_104, 0),
    (0, 130_128),
    (57_480, 0),
    (0, 35_196),
    (13_096, 0),
    (0, 7_648),
    (1_960, 0),
    (0, 900),
    (113, 0),
    (0, 16),
];

/// The number of arrangements of dobutsu shogi with each class of value. The numbers include only arrangements whose
/// value needs a table lookup.
const DOBUTSU: Counts = Counts { win: 188_377_024, loss: 57_707_893, tie: 0, draw: 3_357_850 };

/// The number of positions of dobutsu shogi with each class of value. The numbers include only positions that play can
/// reach. T. Tanaka published the numbers.
const DOBUTSU_REACHED: Counts = Counts { win: 196_773_087, loss: 47_347_380, tie: 0, draw: 2_682_700 };

/// All starts with published values. Within a game, the starts that are solved quickly come first.
///
/// The source for quixo is `GamesmanOne`. The sources for connect four are J. Tromp and M. Böck. The source for teeko
/// is G. L. Steele. For breakthrough on 4x3, `OpenSpiel` gives 9,682 boards. In the number of `OpenSpiel`, positions
/// that differ only in the side to move count once. The sources for dobutsu shogi are T. Tanaka and R. Clausecker. The
/// documentation of [`dobutsu`](crate::dobutsu) contains the counts of T. Tanaka, and R. Clausecker counted all
/// arrangements. The source for chess is the tables of E. Nalimov: the longest mates are 35 moves for a queen against a
/// rook, 33 for a bishop and a knight, and 43 for a pawn against a rook.
pub const PUBLISHED: &[Published] = &[
    Published::of("tictactoe:3/3/3_x", Kind::Tie).plies(9).kinds([2_836, 1_068, 0, 1_574]),
    Published::of("quixo:3x3", Kind::Win).plies(7).kinds([20_247, 0, 0, 11_780]).longest(8),
    Published::of("quixo:4x4", Kind::Win).plies(21).kinds([49_953_979, 0, 3_213_236, 29_330_646]).by_depth(&QUIXO_4X4),
    Published::of("teeko:5x5", Kind::Draw),
    Published::of("connect4:4x4", Kind::Tie).plies(16).reaches(161_029),
    Published::of("connect4:4x5", Kind::Tie).plies(20).kinds([1_390_516, 1_303_636, 0, 1_251_559]),
    Published::of("connect4:5x5", Kind::Tie).plies(25).kinds([27_296_634, 14_419_273, 0, 28_047_793]),
    Published::of("connect4:4x6", Kind::Loss).kinds([38_913_621, 18_361_279, 0, 37_635_677]),
    Published::of("hexapawn:3x2", Kind::Loss).plies(2).reaches(14),
    Published::of("hexapawn:4x2", Kind::Loss).plies(6).reaches(46),
    Published::of("hexapawn:5x2", Kind::Loss).plies(6).reaches(103),
    Published::of("hexapawn:3x3", Kind::Loss).plies(6).reaches(135),
    Published::of("hexapawn:3x4", Kind::Win).plies(5).reaches(1_128),
    Published::of("hexapawn:3x5", Kind::Win).plies(7).reaches(8_698),
    Published::of("hexapawn:4x3", Kind::Loss).plies(8).reaches(987),
    Published::of("hexapawn:5x3", Kind::Win).plies(11).reaches(3_708),
    Published::of("hexapawn:4x4", Kind::Win).plies(11).reaches(20_286),
    Published::of("chess:8/8/8/8/2r5/8/2k5/K6Q_w", Kind::Win).plies(69).mates(35),
    Published::of("chess:8/8/7N/8/8/8/8/K1k1B3_w", Kind::Win).plies(65).mates(33),
    Published::of("chess:8/8/8/8/2R5/4kp2/2K5/8_b", Kind::Win).plies(85).mates(43),
    Published::of("breakthrough:4x3", Kind::Win).reaches(10_689),
    Published::of("dobutsu:gle/1c1/1C1/ELG_sente", Kind::Loss).plies(78).holds(DOBUTSU, 173),
    Published::of("dobutsu:gle/1c1/1C1/ELG_sente_take", Kind::Loss).plies(78).reaches_slots(DOBUTSU_REACHED, 173),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_add_up_to_the_counts() {
        for known in PUBLISHED.iter().map(|published| published.reached).filter(|known| !known.by_depth.is_empty()) {
            let sums = known.by_depth.iter().fold((0, 0), |sums, depth| (sums.0 + depth.0, sums.1 + depth.1));
            assert_eq!(known.counts.map(|counts| (counts.win, counts.loss)), Some(sums));
        }
    }
}
