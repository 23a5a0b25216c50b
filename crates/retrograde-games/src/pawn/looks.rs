//! Displays pawn boards, with kings, a pawn, floor, walls, and the row that the pawn must reach.

use retrograde::author::{Goal, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Shape, Square};
use retrograde::{Notation, NotationError};

use super::notation::{KING, PAWN, Parts};
use super::rules::illegal;
use super::rules::{BLACK, Move, Pawn, Position, RED};
use crate::grid::{Grid, TextBoard};
use crate::looks::{self, Letters, Reason, floor_and_wall, ground, text};

/// Describes how programs display pawn boards.
#[derive(Clone, Copy, Debug)]
pub struct PawnLooks;

const LETTERS: Letters = &[(KING, &[0]), (PAWN, &[1]), ('C', &[0, 1])];
/// The maximum number of rows and of columns that an editor offers; larger boards need a long time to solve.
const MOST: usize = 16;

impl Looks<Pawn> for PawnLooks {
    fn kit(&self) -> Kit {
        floor_and_wall(text("Pawn", "过河卒"))
            .about(text(
                "Two red kings hunt a black pawn that runs for the first row.",
                "两个红子拦一个冲向第一行的黑子。",
            ))
            .sides([text("Red", "红方"), text("Black", "黑方")])
            .piece(PieceKind::new("king", KING, text("red king", "红子")).of(RED).most(2))
            .piece(PieceKind::new("pawn", PAWN, text("black pawn", "黑子")).of(BLACK).most(1))
            .shares()
            .sizes(1..=MOST, 1..=MOST)
            .reshapes([Reshape::Turn, Reshape::Rotate, Reshape::Mirror, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let Parts { grid, kings, pawns, turn } = Parts::read(text)?;
        let standing = |letter, squares: Vec<Square>| squares.into_iter().map(move |square| (letter, square));
        let pieces = standing(KING, kings).chain(standing(PAWN, pawns)).collect();
        let (goals, ground) = (vec![goal(&grid)], ground(&grid));
        Ok(Scene { goals, ..looks::pieces(&TextBoard { grid, pieces }, LETTERS, turn) }.on_ground(ground))
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, LETTERS), &Pawn::SIDES[scene.turn.index()][..1])
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok(Parts { grid, kings, pawns, .. }) = Parts::read(text) else { return Vec::new() };
        let shape = looks::shape(&grid);
        illegal(&grid, &kings, &pawns).into_iter().map(|reason: Reason| reason.problem(&shape)).collect()
    }

    fn path(&self, _: &Pawn, _: &Position, action: &Move, _: &Position) -> Path {
        Path::over([action.from, action.to])
    }

    /// Returns the square of the pawn at the end of the game. At the end, the pawn has reached its goal or was
    /// captured.
    fn ended_on(&self, game: &Pawn, position: &Position, scene: &Scene, _: &Kit) -> Vec<usize> {
        scene.shape.number(game.pawn(position)).into_iter().collect()
    }
}

/// Returns the pawn's goal: the floor squares of the first row.
fn goal(grid: &Grid) -> Goal {
    let shape: Shape = looks::shape(grid);
    let first = (0..grid.columns()).map(|column| Square::new(0, column as u16)).filter(|&square| grid.is_floor(square));
    Goal { side: BLACK, squares: first.filter_map(|square| shape.number(square)).collect() }
}
