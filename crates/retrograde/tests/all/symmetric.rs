//! Tests that folded games have the same values as unfolded games. In a folded game, symmetric positions share a slot.
//! The games are tic-tac-toe with the eight symmetries of the square, and graphs with a symmetry that swaps the sides.

use std::collections::{BTreeSet, HashMap};

use retrograde::ask::{Each, reached};
use retrograde::author::Domain;
use retrograde::author::check::{self, GameLaw};
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::rules::{Orbits, Symmetric};
use retrograde::{
    AnyGame, Ending, Entry, Game, Linked, Notation, NotationError, Numbered, Options, Reversible, Side, Slot, Solution,
    SolveError,
};
use retrograde_testing::graph::{Graph, NodeNumber};

const DEFAULT: Options<'static> = Options { threads: 2, ..Options::DEFAULT };

/// Tic-tac-toe. A slot is a number with nine digits in base 3, one digit for each square. The digit 0 stands for an
/// empty square, 1 for a stone of the first side, and 2 for a stone of the second side.
pub(crate) struct TicTacToe;

pub(crate) type Board = [u8; 9];

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Returns the square to which a symmetry moves a square. Symmetries 4 to 7 first mirror the board. Then every symmetry
/// rotates the board by `symmetry % 4` quarter turns.
fn moved(symmetry: usize, square: usize) -> usize {
    let (mut row, mut column) = (square / 3, square % 3);
    if symmetry >= 4 {
        column = 2 - column;
    }
    for _ in 0..symmetry % 4 {
        (row, column) = (column, 2 - row);
    }
    row * 3 + column
}

fn stones(board: &Board, side: u8) -> usize {
    board.iter().map(|&stone| usize::from(stone == side)).sum()
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = usize;
    const ALTERNATES: bool = true;
    fn turn(&self, board: &Board) -> Side {
        Side::from_parity((stones(board, 1) - stones(board, 2)) as u64)
    }
    fn ending(&self, board: &Board) -> Option<Ending> {
        let won = |side: u8| LINES.iter().any(|line| line.iter().all(|&square| board[square] == side));
        match (won(1), won(2)) {
            (true, _) => Some(Ending::won(Side::First, "line")),
            (_, true) => Some(Ending::won(Side::Second, "line")),
            _ => (stones(board, 0) == 0).then_some(Ending::level("full")),
        }
    }
    fn each_move(&self, board: &Board, mut visit: impl FnMut(usize, Board)) {
        if self.ending(board).is_some() {
            return;
        }
        for square in (0..9).filter(|&square| board[square] == 0) {
            let mut child = *board;
            child[square] = 1 + self.turn(board).index() as u8;
            visit(square, child);
        }
    }
}

impl Numbered for TicTacToe {
    fn slots(&self) -> u64 {
        19_683
    }
    fn slot(&self, board: &Board) -> Slot {
        Slot(board.iter().fold(0, |slot, &stone| 3 * slot + u64::from(stone)))
    }
    fn position(&self, Slot(mut slot): Slot) -> Option<Board> {
        let mut board = [0; 9];
        for stone in board.iter_mut().rev() {
            (*stone, slot) = ((slot % 3) as u8, slot / 3);
        }
        matches!(stones(&board, 1).checked_sub(stones(&board, 2)), Some(0 | 1)).then_some(board)
    }
}

impl Reversible for TicTacToe {
    fn each_unmove(&self, board: &Board, mut visit: impl FnMut(Board)) {
        let mover = 2 - self.turn(board).index() as u8;
        for square in (0..9).filter(|&square| board[square] == mover) {
            let mut parent = *board;
            parent[square] = 0;
            if self.ending(&parent).is_none() {
                visit(parent);
            }
        }
    }
}

impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }
    fn turned(&self, symmetry: usize, board: &Board) -> Board {
        let mut turned = [0; 9];
        (0..9).for_each(|square| turned[moved(symmetry, square)] = board[square]);
        turned
    }
    fn turned_move(&self, symmetry: usize, _: &Board, square: &usize) -> usize {
        moved(symmetry, *square)
    }
}

#[test]
fn tic_tac_toe_by_eight_has_765_orbits_and_the_same_values() {
    check::check_symmetry(&TicTacToe, 20_000).unwrap();
    let (plain, folded) = (Solution::new(TicTacToe, &DEFAULT).unwrap(), Orbits(TicTacToe));
    let truth = oracle(&TicTacToe, [[0; 9]]);
    let orbits: BTreeSet<Slot> = truth.keys().map(|board| folded.slot(board)).collect();
    assert_eq!((truth.len(), orbits.len()), (5_478, 765));
    let weighed: u64 = orbits
        .iter()
        .map(|&slot| folded.position(slot).unwrap())
        .map(|board| TicTacToe.orbit(&board, TicTacToe.turn(&board)))
        .sum();
    assert_eq!(weighed, 5_478);
    let folded = Solution::new(folded, &DEFAULT).unwrap();
    for (board, value) in plain.values() {
        assert_eq!(folded.value(&board), Some(value), "{board:?}");
    }
    folded.questions().verify(2).unwrap();
    let reached = reached(folded.game(), &[0; 9], Each::Slot, folded.table(), &DEFAULT).unwrap();
    assert_eq!(reached.totals.total(), 765);
    assert_eq!(folded.probe(&[0; 9]).unwrap().moves.len(), 9, "a raw position has all its moves");
    let empty = folded.game().slot(&[0; 9]);
    let mut children = HashMap::new();
    TicTacToe.each_move(&[0; 9], |_, child| *children.entry(folded.game().slot(&child)).or_insert(0) += 1);
    let mut counts: Vec<_> = children.values().copied().collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 4, 4], "a centre, corners and edges");
    for &child in children.keys() {
        let mut parents = Vec::new();
        folded.game().each_predecessor(child, |parent, same| parents.push((parent, same)));
        assert_eq!(parents, [(empty, false)]);
    }
}

/// Implements the traits of a game for a type that wraps a game.
macro_rules! forward {
    ($game:ident, $inner:tt) => {
        impl Game for $game {
            type Position = NodeNumber;
            type Move = usize;
            fn turn(&self, node: &NodeNumber) -> Side {
                self.$inner.turn(node)
            }
            fn ending(&self, node: &NodeNumber) -> Option<Ending> {
                self.$inner.ending(node)
            }
            fn each_move(&self, node: &NodeNumber, visit: impl FnMut(usize, NodeNumber)) {
                self.$inner.each_move(node, visit);
            }
        }
        impl Numbered for $game {
            fn slots(&self) -> u64 {
                self.$inner.slots()
            }
            fn slot(&self, node: &NodeNumber) -> Slot {
                self.$inner.slot(node)
            }
            fn position(&self, slot: Slot) -> Option<NodeNumber> {
                self.$inner.position(slot)
            }
        }
        impl Reversible for $game {
            fn each_unmove(&self, node: &NodeNumber, visit: impl FnMut(NodeNumber)) {
                self.$inner.each_unmove(node, visit);
            }
        }
    };
}

/// A graph together with a copy in which the sides are swapped. The copy of node `n` is node `n + half`.
struct Mirrored {
    graph: Graph,
    half: NodeNumber,
}

impl Mirrored {
    fn random(seed: u64, half: NodeNumber) -> Self {
        let Graph { owner, ending, children, .. } = Graph::random(seed, half);
        let mut rng = fastrand::Rng::with_seed(seed);
        let children: Vec<Vec<NodeNumber>> =
            children.into_iter().map(|to| to.into_iter().map(|node| node + half * rng.u32(..2)).collect()).collect();
        let there = |node: &NodeNumber| (node + half) % (2 * half);
        let swapped = |ending: &Option<Ending>| {
            ending.map(|ending| match ending.winner() {
                Some(winner) => Ending::won(winner.other(), ending.rule),
                None => ending,
            })
        };
        let owners = owner.iter().copied().chain(owner.iter().map(|side| side.other())).collect();
        let endings = ending.iter().copied().chain(ending.iter().map(swapped)).collect();
        let mirrored = children.iter().map(|to| to.iter().map(there).collect());
        let all = children.iter().cloned().chain(mirrored).collect();
        Self { graph: Graph::new(owners, endings, all), half }
    }
}

forward!(Mirrored, graph);

impl Symmetric for Mirrored {
    fn symmetries(&self) -> usize {
        2
    }
    fn swaps_sides(&self, symmetry: usize) -> bool {
        symmetry == 1
    }
    fn turned(&self, symmetry: usize, node: &NodeNumber) -> NodeNumber {
        (node + self.half * symmetry as NodeNumber) % (2 * self.half)
    }
    fn turned_move(&self, _: usize, _: &NodeNumber, action: &usize) -> usize {
        *action
    }
}

#[test]
fn a_fold_that_swaps_the_sides_keeps_values_with_cycles_and_ties() {
    let mut seen = [0; 4];
    for seed in 0..1000 {
        let game = Mirrored::random(seed, 1 + (seed % 40) as NodeNumber);
        check::check_symmetry(&game, 100).unwrap();
        let truth = oracle(&game.graph, 0..2 * game.half);
        let folded = Solution::new(Orbits(game), &DEFAULT).unwrap();
        for (node, value) in truth {
            assert_eq!(folded.value(&node), Some(value), "seed {seed}, node {node}");
            seen[value.kind() as usize] += 1;
        }
        folded.questions().verify(1).unwrap();
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

/// A game with a wrong symmetry. The symmetry maps each node to its copy, but claims that it does not swap the sides.
struct Forgetful(Mirrored);

forward!(Forgetful, 0);

impl Symmetric for Forgetful {
    fn symmetries(&self) -> usize {
        2
    }
    fn turned(&self, symmetry: usize, node: &NodeNumber) -> NodeNumber {
        self.0.turned(symmetry, node)
    }
    fn turned_move(&self, symmetry: usize, node: &NodeNumber, action: &usize) -> usize {
        self.0.turned_move(symmetry, node, action)
    }
}

#[test]
fn a_symmetry_that_is_none_is_named() {
    let broken = check::check_symmetry(&Forgetful(Mirrored::random(3, 20)), 100).unwrap_err();
    assert_eq!(broken.law, GameLaw::SymmetriesKeepTheGame, "{broken}");
    assert!(solve(&Mirrored::random(3, 20), &DEFAULT).is_ok());
}

/// A fold that does not declare its raw slots.
struct Undeclared(Orbits<Mirrored>);

forward!(Undeclared, 0);

impl Notation for Undeclared {
    const ID: &'static str = "undeclared";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const TITLE: &'static str = "Undeclared";
    const RULES: &'static str = "None.";
    const EXAMPLES: &'static [&'static str] = &["0"];
    fn parse(text: &str) -> Result<(Self, NodeNumber), NotationError> {
        let game = Self(Orbits(Mirrored::random(3, 20)));
        let node = text.parse().ok().filter(|&node| node < 40);
        Ok((game, node.ok_or_else(|| NotationError::malformed(0..text.len(), "expected a node"))?))
    }
    fn print(&self, node: &NodeNumber) -> String {
        node.to_string()
    }
}

#[test]
fn a_fold_that_does_not_declare_its_raw_slots_is_refused() {
    let entry = Entry::<Undeclared>::reversible();
    let solved = entry.parse("0").unwrap().board(Domain::All, &DEFAULT).err();
    let Some(SolveError::Broken(before_solving)) = solved else { panic!("{solved:?}") };
    let broken = [
        check::check_numbering(&Undeclared(Orbits(Mirrored::random(3, 20))), 100).unwrap_err(),
        entry.laws(1_000, 1).unwrap().unwrap_err(),
        *before_solving,
    ];
    assert!(broken.iter().all(|broken| broken.law == GameLaw::ChildrenAreNumbered), "{broken:?}");
    let image = entry.parse("31").unwrap().broken(100).unwrap();
    assert_eq!(image.law, GameLaw::NumberingIsBijective, "{image}");
    check::check_numbering(&Orbits(Mirrored::random(3, 20)), 100).unwrap();
    let refused = Linked::new(Orbits(Mirrored::random(3, 20)), &DEFAULT).err();
    assert!(matches!(refused, Some(SolveError::Unnumbered { .. })), "{refused:?}");
}
