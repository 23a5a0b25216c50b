//! Displays teeko, with pieces of two colours on a board that has only one kind of square.

use retrograde::author::{Colour, Edit, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Shape};
use retrograde::{Ending, Game, NotationError, Side};

use super::board::{MEN, SIDE, pattern, squares};
use super::notation::{BOARDS, read, reasons};
use super::rules::{Move, Position, Teeko};
use crate::looks::{self, Letters, text};

/// Describes how programs display teeko.
#[derive(Clone, Copy, Debug)]
pub struct TeekoLooks;

const KINDS: Letters = &[('B', &[0]), ('R', &[1])];

impl Looks<Teeko> for TeekoLooks {
    fn kit(&self) -> Kit {
        let [first, second] = Side::BOTH;
        Kit::new(text("Teeko", "四子连方"))
            .about(text("Put four pieces, then move them into a row or a square.", "各放四子，再移动成线或成方。"))
            .sides([text("Black", "黑方"), text("Red", "红方")])
            .colours([Colour::Black, Colour::Red])
            .terrain("floor", '.', text("Floor", "空地"))
            .piece(PieceKind::new("black", 'B', text("black piece", "黑子")).of(first).role("disc").most(MEN))
            .piece(PieceKind::new("red", 'R', text("red piece", "红子")).of(second).role("disc").most(MEN))
            .reshapes([Reshape::Turn, Reshape::Rotate, Reshape::Mirror, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (board, turn) = BOARDS.read(text)?;
        Ok(looks::pieces(&board, KINDS, turn))
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, KINDS), BOARDS.turn(scene.turn))
    }

    /// Applies an edit. If not all pieces are on the board, the numbers of pieces determine the side to move, and the
    /// function also sets the side to move.
    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        let edited = scene.edited(kit, edit);
        let [black, red] = [0, 1].map(|kind| edited.where_is(kind).count());
        let turn = if black > red { Side::Second } else { Side::First };
        match edit {
            Edit::Place { .. } | Edit::Clear if black + red < 2 * MEN => Scene { turn, ..edited },
            _ => edited,
        }
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let shape = Shape::Grid { rows: SIDE, columns: SIDE };
        read(text)
            .map(|position| reasons(&position))
            .unwrap_or_default()
            .into_iter()
            .map(|it| it.problem(&shape))
            .collect()
    }

    fn path(&self, _: &Teeko, _: &Position, action: &Move, _: &Position) -> Path {
        Path::over(action.from.into_iter().chain([action.to]))
    }

    /// Returns the squares of the winner's pattern.
    fn ended_on(&self, game: &Teeko, position: &Position, _: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        let pattern = winner.and_then(|side| pattern(position.men(side)));
        squares(pattern.unwrap_or_default()).collect()
    }
}
