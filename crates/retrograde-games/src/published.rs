//! What others have published of starts: the oracle of our tables.

use retrograde::Kind;

/// A start, who wins, and how many positions it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The start.
    pub token: &'static str,
    /// Its class, for the player to move.
    pub kind: Kind,
    /// In how many plies, if that is known.
    pub plies: Option<u32>,
    /// The positions that play reaches, finished ones and the side to move included, if they are known.
    pub positions: Option<u64>,
    /// Of these the wins, ties, draws and losses for the player to move, if they are known.
    pub kinds: Option<[u64; 4]>,
}

impl Published {
    const fn of(token: &'static str, kind: Kind) -> Self {
        Self { token, kind, plies: None, positions: None, kinds: None }
    }

    const fn plies(self, plies: u32) -> Self {
        Self { plies: Some(plies), ..self }
    }

    const fn positions(self, positions: u64) -> Self {
        Self { positions: Some(positions), ..self }
    }

    const fn kinds(self, kinds: [u64; 4]) -> Self {
        let [win, tie, draw, loss] = kinds;
        Self { kinds: Some(kinds), ..self }.positions(win + tie + draw + loss)
    }
}

/// All starts, the quickly solved ones first for each game.
///
/// Quixo: `GamesmanOne`. Connect four: J. Tromp, M. Böck. Teeko: G. L. Steele. Breakthrough: `OpenSpiel`, whose 9,682 boards are these positions
/// without the side to move. Dobutsu shogi: T. Tanaka, whose counts are told in [`dobutsu`](crate::dobutsu). Chess: the tables of E. Nalimov, whose
/// longest mates are 35 moves for a queen against a rook, 33 for a bishop and a knight, and 43 for a pawn against a rook.
pub const PUBLISHED: &[Published] = &[
    Published::of("tictactoe:3/3/3_x", Kind::Tie).plies(9).kinds([2_836, 1_068, 0, 1_574]),
    Published::of("quixo:3x3", Kind::Win).plies(7).kinds([20_247, 0, 0, 11_780]),
    Published::of("quixo:4x4", Kind::Win).plies(21).kinds([49_953_979, 0, 3_213_236, 29_330_646]),
    Published::of("teeko:5x5", Kind::Draw),
    Published::of("connect4:4x4", Kind::Tie).plies(16).positions(161_029),
    Published::of("connect4:4x5", Kind::Tie).plies(20).kinds([1_390_516, 1_303_636, 0, 1_251_559]),
    Published::of("connect4:5x5", Kind::Tie).plies(25).kinds([27_296_634, 14_419_273, 0, 28_047_793]),
    Published::of("connect4:4x6", Kind::Loss).kinds([38_913_621, 18_361_279, 0, 37_635_677]),
    Published::of("hexapawn:3x2", Kind::Loss).plies(2).positions(14),
    Published::of("hexapawn:4x2", Kind::Loss).plies(6).positions(46),
    Published::of("hexapawn:5x2", Kind::Loss).plies(6).positions(103),
    Published::of("hexapawn:3x3", Kind::Loss).plies(6).positions(135),
    Published::of("hexapawn:3x4", Kind::Win).plies(5).positions(1_128),
    Published::of("hexapawn:3x5", Kind::Win).plies(7).positions(8_698),
    Published::of("hexapawn:4x3", Kind::Loss).plies(8).positions(987),
    Published::of("hexapawn:5x3", Kind::Win).plies(11).positions(3_708),
    Published::of("hexapawn:4x4", Kind::Win).plies(11).positions(20_286),
    Published::of("chess:8/8/8/8/2r5/8/2k5/K6Q_w", Kind::Win).plies(69),
    Published::of("chess:8/8/7N/8/8/8/8/K1k1B3_w", Kind::Win).plies(65),
    Published::of("chess:8/8/8/8/2R5/4kp2/2K5/8_b", Kind::Win).plies(85),
    Published::of("breakthrough:4x3", Kind::Win).positions(10_689),
    Published::of("dobutsu:gle/1c1/1C1/ELG_sente", Kind::Loss).plies(78),
];

#[cfg(test)]
mod tests {
    use retrograde::Options;
    use retrograde::entry::Domain;

    use super::*;

    /// The most positions that a test of all days solves.
    const FEW: u64 = 25_000;

    #[test]
    fn small_starts_have_the_published_values() {
        for published in PUBLISHED.iter().filter(|published| published.positions.is_some_and(|count| count <= FEW)) {
            let (id, text) = published.token.split_once(':').unwrap();
            let game = crate::builtin().into_iter().find(|game| game.about().id == id).unwrap();
            let start = game.parse(text).unwrap();
            let board = start.board(Domain::Reachable, &Options::default()).unwrap();
            let values = board.solve(&Options::default()).unwrap();
            let value = values.value(board.find(&*start).unwrap()).unwrap().unwrap();
            assert_eq!(value.kind(), published.kind, "{}", published.token);
            let plies = value.depth().map(retrograde::Depth::plies);
            assert!(published.plies.is_none() || published.plies == plies, "{}: {value}", published.token);
            let counts = values.counts().unwrap();
            assert_eq!(Some(counts.total()), published.positions, "{}", published.token);
            let kinds = Kind::ALL.map(|kind| counts.of(kind));
            assert!(published.kinds.is_none_or(|published| published == kinds), "{}: {kinds:?}", published.token);
        }
    }
}
