//! Generates the boards in a subtask's file (a subtask is a level of the contest problem); see [`Mixture`].

use std::collections::VecDeque;

use fastrand::Rng;
use retrograde::author::{Contest, Draft, Drafts, Subtask};
use retrograde::{BySide, Notation};

use super::faults::Span;
use super::layers::Match;
use super::rules::{B, Race};
use super::starts::{board_of, homes_of, start_of};
use super::{Starts, random};
use crate::drafts::{Mixture, Source, in_turn, read};
use crate::grid::{Grid, TextBoard};
use crate::known;
use crate::messages::{Drafted, Size};
use crate::shape::{Shape, Symmetry, Walls};
use retrograde::author::{Direction, Spec, Square, Starts as _, UpTo};
use retrograde::rules::message::Message;

/// Returns the boards of one file of a subtask. The number of a subtask is the number of rows of the subtask's largest
/// board. `contest` reads the known cases.
pub(super) fn drafts(contest: &dyn Contest, subtask: &'static Subtask, mut rng: Rng, draft: Draft) -> Drafts<'static> {
    let boards = Boards::new(contest, subtask, &mut rng, draft);
    Box::new(Mixture::new(boards, rng, draft.cases))
}

/// The maximum number of rows and columns for which a file can contain all boards of a size.
const LISTED: u32 = 3;

/// Returns all boards with the properties that `draft` requests; `None` if there are too many such boards.
pub(super) fn every(subtask: &Subtask, draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
    let side = draft.size.filter(|&(rows, columns)| rows == columns).map(|(side, _)| side);
    let side = side.filter(|&side| side <= LISTED && u64::from(side) <= subtask.number && draft.walls.is_none())?;
    let starts = Starts.all(UpTo::Side(side)).ok()?.starts;
    let rows = move |start: &String| start.matches('/').count() + 1 == side as usize;
    Some(Box::new(starts.filter(rows).map(|start| token(&start))))
}

/// The kinds of faults in published programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The program tests a condition that is necessary but not sufficient; see [`Match::is_misjudged`].
    Criterion,
    /// The program allocates memory for layers of at most 2n squares, but a layer can have more squares.
    WideLayer,
    /// The program assumes that a path has at most 2n squares. So the program does not clear later layers before the
    /// next board.
    State,
}

impl Fault {
    const ALL: [Self; 3] = [Self::Criterion, Self::WideLayer, Self::State];

    /// Returns whether a program with this fault fails on the consecutive boards `boards`.
    fn is_uncovered_by(self, boards: &[TextBoard], play: &mut Match) -> bool {
        match (self, boards) {
            (Self::Criterion, [board]) => {
                homes_of(board).is_some_and(|homes| play.is_misjudged(&board.grid, BySide(homes)))
            }
            (Self::WideLayer, [board]) => span(board, play).is_some_and(|span| span.widest > 2 * board.grid.rows()),
            (Self::State, [first, second]) => is_disturbed(first, second, play) == Some(true),
            _ => false,
        }
    }
}

/// Considers a program that does not clear its layers between two boards, and returns whether this program gives the
/// wrong winner for the second board. B wins the second board. The last layer of the second board should contain only
/// B's home. In the faulty program, this layer still begins with B's home of the first board. The function assumes that
/// the fault occurs only if both boards have n rows, and if the shortest paths on both boards have the same length of
/// at least 2n steps. The program gives the wrong winner if no step leads from B's home of the first board to a square
/// of the second-last layer, even if the second-last layer still contains squares of the first board.
fn is_disturbed(first: &TextBoard, second: &TextBoard, play: &mut Match) -> Option<bool> {
    let [_, left] = homes_of(first)?;
    let homes = homes_of(second)?;
    let length = span(second, play)?.length;
    let is_kept = length >= 2 * second.grid.rows() && first.grid.rows() == second.grid.rows();
    let steps = |from: Square| Direction::ALL.into_iter().filter_map(move |direction| from.step(direction));
    let is_stuck = !steps(left)
        .filter(|&next| second.grid.is_floor(next))
        .any(|next| first.grid.is_floor(next) || steps(homes[1]).any(|last| last == next));
    let is_won = play.winner(&second.grid, BySide(homes)) == Some(B);
    Some(is_kept && is_stuck && is_won && span(first, play)?.length == length)
}

fn span(board: &TextBoard, play: &mut Match) -> Option<Span> {
    play.span(&board.grid, BySide(homes_of(board)?))
}

/// The sources from which the boards of a file are drawn.
struct Boards {
    subtask: &'static Subtask,
    draft: Draft,
    /// The known boards that reveal each fault, in the order of [`Fault::ALL`]. The list omits boards that are larger
    /// than the size that the caller requests.
    hard: [Vec<Vec<TextBoard>>; Fault::ALL.len()],
    /// All known boards that have the size that the caller requests, as tokens.
    known: VecDeque<String>,
    play: Match,
}

impl Boards {
    fn new(contest: &dyn Contest, subtask: &'static Subtask, rng: &mut Rng, draft: Draft) -> Self {
        let mut boards =
            Self { subtask, draft, hard: Default::default(), known: VecDeque::new(), play: Match::default() };
        // If the caller requests a percentage of walls, known boards are not used, because known boards may have
        // another percentage of walls.
        if draft.walls.is_none() {
            let cases = read(contest, known::RACE);
            boards.sort(&cases);
            boards.known = in_turn(rng, boards.of_the_size(cases));
        }
        boards
    }

    /// Collects the known boards that reveal faults.
    fn sort(&mut self, cases: &[Vec<String>]) {
        let most = self.most();
        for case in cases {
            let boards = case.iter().filter_map(|token| board(token));
            let boards: Vec<_> = boards.filter(|board| board.grid.rows() <= most).collect();
            for (fault, hard) in Fault::ALL.into_iter().zip(&mut self.hard) {
                let alone = boards.chunks(1).filter(|board| fault.is_uncovered_by(board, &mut self.play));
                hard.extend(alone.map(<[TextBoard]>::to_vec));
            }
            // The authors made a case of two boards to reveal a program that does not clear its state.
            let is_long = |board: &TextBoard| {
                span(board, &mut self.play).is_some_and(|span| span.length >= 2 * board.grid.rows())
            };
            if case.len() == 2 && boards.len() == 2 && boards.iter().all(is_long) {
                self.hard[Fault::State as usize].push(boards);
            }
        }
    }

    fn of_the_size(&self, mut cases: Vec<Vec<String>>) -> Vec<Vec<String>> {
        let is_fit = |start: &String| {
            let rows = start.matches('/').count() + 1;
            self.draft.size.map_or(rows as u64 <= self.subtask.number, |(side, _)| rows == side as usize)
        };
        for case in &mut cases {
            case.retain(is_fit);
        }
        cases
    }

    /// Returns the largest number of rows and columns that the requested file may contain.
    fn most(&self) -> usize {
        self.draft.size.map_or(self.subtask.number as usize, |(rows, columns)| rows.min(columns) as usize)
    }

    /// Returns the number of rows and columns that the caller requests. If the caller requests no size, returns a
    /// random number from `least` to `most`.
    fn random_side(&self, rng: &mut Rng, least: usize, most: usize) -> usize {
        if self.draft.size.is_some() { self.most() } else { rng.usize(least..=most.min(self.most()).max(least)) }
    }

    /// Changes walls of a known board so that the board still reveals the fault. Then places the changed board on a
    /// board that may be larger.
    fn fresh_board(&mut self, rng: &mut Rng, fault: Fault, known: TextBoard) -> TextBoard {
        // A small board is changed in many rounds, with a few squares in each round. A large board is changed in few
        // rounds, with more squares in each round, because each check takes longer.
        let (rounds, most) = if known.grid.rows() <= 100 { (60, 3) } else { (8, 16) };
        let mut board = known;
        for _ in 0..rounds {
            let changed = changed(&board, rng, most);
            if fault.is_uncovered_by(std::slice::from_ref(&changed), &mut self.play) {
                board = changed;
            }
        }
        let side = self.random_side(rng, board.grid.rows(), usize::MAX);
        embedded(&board, rng, side)
    }

    /// Returns two boards that reveal `Fault::State`. B wins the second board, and the second board has a long path.
    /// The first board is an image of the second board under a symmetry.
    fn fresh_pair(&mut self, rng: &mut Rng) -> Option<Vec<TextBoard>> {
        const TRIES: usize = 100;
        /// The maximum number of rows and columns of the two boards. The longer paths of larger boards would not be
        /// harder.
        const MOST: usize = 40;
        let side = self.random_side(rng, 6, MOST);
        (0..TRIES).find_map(|_| {
            let second = winding(rng, side);
            let pair = vec![Symmetry::any(rng).apply(&second), second];
            Fault::State.is_uncovered_by(&pair, &mut self.play).then_some(pair)
        })
    }
}

impl Source for Boards {
    fn hard(&mut self, rng: &mut Rng) -> Vec<Vec<String>> {
        let is_fit = |group: &&Vec<TextBoard>| {
            group.iter().all(|board| self.draft.size.is_none_or(|(side, _)| board.grid.rows() == side as usize))
        };
        let mut known = Vec::new();
        for groups in &self.hard {
            let groups: Vec<_> = groups.iter().filter(is_fit).collect();
            if let Some(group) = rng.choice(groups) {
                known.push(turned(rng, group));
            }
        }
        rng.shuffle(&mut known);
        // This pair is first in the file, so that a program's state contains nothing from earlier boards.
        let pair = if self.draft.walls.is_none() { self.fresh_pair(rng) } else { None };
        pair.map(|pair| turned(rng, &pair)).into_iter().chain(known).collect()
    }

    fn fresh(&mut self, rng: &mut Rng) -> Vec<String> {
        if self.draft.walls.is_some() {
            return Vec::new();
        }
        let faults = Fault::ALL.into_iter().zip(&self.hard);
        let faults = faults.filter(|(fault, known)| *fault == Fault::State || !known.is_empty());
        let faults: Vec<_> = faults.map(|(fault, _)| fault).collect();
        let boards = match rng.choice(faults).unwrap_or(Fault::State) {
            Fault::State => self.fresh_pair(rng),
            fault => rng
                .choice(&self.hard[fault as usize])
                .cloned()
                .and_then(|mut group| Some(vec![self.fresh_board(rng, fault, group.pop()?)])),
        };
        boards.map_or_else(Vec::new, |boards| turned(rng, &boards))
    }

    fn known(&mut self, rng: &mut Rng) -> Option<String> {
        let board = board(&self.known.pop_front()?)?;
        turned(rng, &[board]).pop()
    }

    fn random(&mut self, rng: &mut Rng, number: u64) -> Result<String, Message> {
        let most = self.subtask.number as u32;
        // Every second board has the largest size.
        let drawn = if number.is_multiple_of(2) { most } else { rng.u32(2..=most) };
        let size = self.draft.size.unwrap_or((drawn, drawn));
        if u64::from(size.0.max(size.1)) > self.subtask.number {
            let promise = self.subtask.promise;
            return Err(Drafted::NotPromised { promise, size: Size::board(size.0, size.1) }.into());
        }
        let start = Starts.make(rng, Some(size))?.start;
        let Some(walls) = self.draft.walls else { return Ok(token(&start)) };
        let (game, walled) = random(rng, &Spec { size: Some(size), walls: Some(walls) })?;
        Ok(game.token(&walled))
    }
}

fn token(start: &str) -> String {
    format!("{}:{start}", Race::ID)
}

fn board(token: &str) -> Option<TextBoard> {
    board_of(token.strip_prefix(Race::ID)?.strip_prefix(':')?)
}

/// Applies one random symmetry to all boards of a group, and returns the tokens of the transformed boards.
fn turned(rng: &mut Rng, boards: &[TextBoard]) -> Vec<String> {
    let symmetry = Symmetry::any(rng);
    let turned = boards.iter().filter_map(|board| start_of(&symmetry.apply(board)));
    turned.map(|start| token(&start)).collect()
}

/// Changes up to `most` squares, but not the homes, from wall to floor or from floor to wall.
fn changed(board: &TextBoard, rng: &mut Rng, most: usize) -> TextBoard {
    let mut walls = Walls::of(&board.grid);
    for _ in 0..rng.usize(1..=most) {
        let (row, column) = (rng.usize(..walls.rows()), rng.usize(..walls.columns()));
        let square = Square::new(row as u16, column as u16);
        if board.pieces.iter().all(|&(_, home)| home != square) {
            walls.set(square, !walls.is_wall(square));
        }
    }
    TextBoard { grid: walls.grid(), pieces: board.pieces.clone() }
}

/// Places the board on a larger board, with walls around the smaller board and random squares behind these walls. All
/// paths stay the same.
fn embedded(board: &TextBoard, rng: &mut Rng, side: usize) -> TextBoard {
    let own = board.grid.rows();
    if side <= own {
        return TextBoard { grid: board.grid.clone(), pieces: board.pieces.clone() };
    }
    let outside = rng.choice(&Shape::ALL).unwrap_or(&Shape::Open).walls(rng, side, side);
    let [top, left] = [(); 2].map(|()| rng.usize(..=side - own));
    let walls = Walls::from_fn(side, side, |row, column| {
        // The row and the column on the smaller board, counted from 1. The numbers 0 and `own + 1` stand for the walls
        // around this board.
        let (inner_row, inner_column) = ((row + 1).wrapping_sub(top), (column + 1).wrapping_sub(left));
        if inner_row > own + 1 || inner_column > own + 1 {
            outside.is_wall(Square::new(row as u16, column as u16))
        } else if (1..=own).contains(&inner_row) && (1..=own).contains(&inner_column) {
            !board.grid.is_floor(Square::new((inner_row - 1) as u16, (inner_column - 1) as u16))
        } else {
            true
        }
    });
    let moved = |at: Square| Square::new(at.row + top as u16, at.column + left as u16);
    TextBoard { grid: walls.grid(), pieces: board.pieces.iter().map(|&(letter, at)| (letter, moved(at))).collect() }
}

/// Returns a board with long winding paths, and with the homes near the ends of the board.
fn winding(rng: &mut Rng, side: usize) -> TextBoard {
    let shape = *rng.choice(&[Shape::Maze, Shape::Serpentine, Shape::Holes, Shape::Lanes]).unwrap_or(&Shape::Maze);
    let grid: Grid = shape.walls(rng, side, side).grid();
    let floor: Vec<Square> = grid.floor().collect();
    let from_end = rng.usize(..4.min(floor.len()));
    let homes = [floor[0], floor[floor.len() - 1 - from_end]];
    TextBoard { grid, pieces: vec![('A', homes[0]), ('B', homes[1])] }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::race::p4658::P4658;

    #[test]
    fn issue_27_new_boards_uncover_the_faults_of_known_ones() {
        let subtask = P4658.subtasks().unwrap().all().first().unwrap();
        let seed = 27;
        let mut rng = subtask.rng(seed);
        let draft = Draft { size: None, walls: None, cases: 10 };
        let mut boards = Boards::new(&P4658, subtask, &mut rng, draft);
        let mut play = Match::default();
        let (mut alone, mut pairs) = (HashSet::new(), 0);
        for _ in 0..20 {
            let tokens = boards.fresh(&mut rng);
            let new: Vec<_> = tokens.iter().filter_map(|token| board(token)).collect();
            assert!(new.iter().all(|board| board.grid.rows() <= 40), "seed {seed}: {tokens:?}");
            if Fault::State.is_uncovered_by(&new, &mut play) {
                pairs += 1;
            } else {
                assert!(Fault::Criterion.is_uncovered_by(&new, &mut play), "seed {seed}: {tokens:?}");
                alone.extend(tokens);
            }
        }
        assert!(alone.len() >= 5 && pairs >= 5, "seed {seed}: {} boards, {pairs} pairs", alone.len());
    }

    /// Checks that walls around a board, and the squares behind them, do not change the shortest paths.
    #[test]
    fn issue_27_a_board_on_a_larger_one_keeps_its_paths() {
        let (mut rng, mut play) = (Rng::with_seed(3), Match::default());
        for seed in 0..30 {
            let board = winding(&mut rng, 7);
            let larger = embedded(&board, &mut rng, 7 + seed % 5);
            assert_eq!(larger.grid.rows(), 7 + seed % 5);
            assert_eq!(span(&larger, &mut play), span(&board, &mut play), "{}", larger.grid.picture(|_| None));
        }
    }
}
