//! Codeforces 917B, "MADMAX". Each player moves a marble along the edges of a directed graph without cycles. The letter
//! of a move must not be smaller than the letter of the move before.

use retrograde::prelude::*;

struct Madmax {
    /// For each node, the target and the letter of each outgoing edge.
    edges: Vec<Vec<(usize, u8)>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Marbles {
    at: [usize; 2],
    turn: Side,
    letter: u8,
}

impl Game for Madmax {
    type Position = Marbles;
    type Move = usize;
    const NO_MOVE: NoMove = NoMove::Loses;

    fn turn(&self, marbles: &Marbles) -> Side {
        marbles.turn
    }

    fn ending(&self, _: &Marbles) -> Option<Ending> {
        None
    }

    fn each_move(&self, marbles: &Marbles, mut visit: impl FnMut(usize, Marbles)) {
        let mover = marbles.turn.index();
        for &(to, letter) in self.edges[marbles.at[mover]].iter().filter(|(_, letter)| *letter >= marbles.letter) {
            let mut after = Marbles { turn: marbles.turn.other(), letter, ..*marbles };
            after.at[mover] = to;
            visit(to, after);
        }
    }
}

/// Solves an input. Returns a row for each start node of Max. A row has a letter for each start node of Lucas, which is
/// `A` if Max wins, and `B` otherwise.
pub(crate) fn answer(input: &str) -> Option<String> {
    let mut words = input.split_whitespace();
    let mut number = || words.next()?.parse::<usize>().ok();
    let (nodes, lines) = (number()?, number()?);
    let mut edges = vec![Vec::new(); nodes];
    for _ in 0..lines {
        let mut node = || words.next()?.parse::<usize>().ok()?.checked_sub(1).filter(|node| *node < nodes);
        let (from, to) = (node()?, node()?);
        edges[from].push((to, *words.next()?.as_bytes().first()?));
    }
    let start = |max, lucas| Marbles { at: [max, lucas], turn: Side::First, letter: 0 };
    let starts = (0..nodes).flat_map(|max| (0..nodes).map(move |lucas| start(max, lucas)));
    let solution = Solution::explored(Madmax { edges }, starts, &Options::default()).ok()?;
    let wins = |max, lucas| solution.value(&start(max, lucas)).is_some_and(|value| value.kind() == Kind::Win);
    let row = |max| (0..nodes).map(|lucas| if wins(max, lucas) { 'A' } else { 'B' }).chain(['\n']).collect::<String>();
    Some((0..nodes).map(row).collect())
}
