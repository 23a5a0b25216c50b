//! The library as its user meets it: in the game's own terms, without a slot.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

use retrograde::{Ending, Game, Linked, NoMove, Options, Side, Solution};

const OPTIONS: Options<'static> = Options { threads: 1, memory: Options::MEMORY, progress: None, cancel: None };

/// Goes from each number to those listed.
struct Listed<'a>(&'a [&'a [u8]]);

impl Game for Listed<'_> {
    type Position = u8;
    type Move = u8;
    const NO_MOVE: NoMove = NoMove::Ties;
    fn turn(&self, &n: &u8) -> Side {
        Side::from_parity(n.into())
    }
    fn ending(&self, &n: &u8) -> Option<Ending> {
        (n == 9).then(|| Ending::won(Side::Second, "nine"))
    }
    fn each_move(&self, &n: &u8, mut visit: impl FnMut(u8, u8)) {
        self.0.get(usize::from(n)).copied().unwrap_or_default().iter().for_each(|&to| visit(to, to));
    }
}

#[test]
fn a_line_prints_its_moves_and_how_they_end() {
    let cases: [(&[&[u8]], u8, usize, &str); 9] = [
        (&[&[1], &[9]], 0, 9, "1 9, second won: nine"),
        (&[&[1], &[8]], 0, 9, "1 8, level: no-move"),
        (&[], 9, 9, "second won: nine"),
        (&[&[1], &[0]], 0, 9, "1 0 for ever"),
        (&[&[1], &[2], &[3], &[2]], 0, 9, "1 2, then 3 2 for ever"),
        (&[&[0]], 0, 9, "0 for ever"),
        (&[&[1], &[0]], 0, 1, "1 ..."),
        (&[&[1], &[0]], 0, 0, "..."),
        (&[&[1], &[1]], 0, 9, "1, then 1 for ever"),
    ];
    for (moves, start, max, text) in cases {
        let game = Linked::explored(Listed(moves), [start], &OPTIONS).unwrap();
        let solution = Solution::new(game, &OPTIONS).unwrap();
        assert_eq!(solution.line(&start, max).unwrap().to_string(), text);
    }
}
