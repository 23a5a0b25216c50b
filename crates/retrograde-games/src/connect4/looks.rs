//! Displays connect four, with stones on a board that has only one kind of square.

use retrograde::author::{Edit, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Shape};
use retrograde::{Ending, Game, NotationError, Side};

use super::notation::{BOARDS, Standing};
use super::rules::{ConnectFour, Move, Position};
use crate::looks::{self, Letters, text};

/// Describes how programs display connect four.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFourLooks;

const KINDS: Letters = &[('X', &[0]), ('O', &[1])];

impl Looks<ConnectFour> for ConnectFourLooks {
    fn kit(&self) -> Kit {
        let [first, second] = Side::BOTH;
        Kit::new(text("Connect four", "四子棋"))
            .about(text("Drop stones into columns until four are in a row.", "向各列投子，先连四子者胜。"))
            .sides([text("X", "X方"), text("O", "O方")])
            .terrain("hole", '.', text("Hole", "空洞"))
            .piece(PieceKind::new("x", 'X', text("cross", "叉")).of(first).role("cross"))
            .piece(PieceKind::new("o", 'O', text("nought", "圈")).of(second).role("nought"))
            .sizes(BOARDS.rows(), BOARDS.columns())
            .reshapes([Reshape::Mirror, Reshape::Clear])
            .falls()
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (board, turn) = BOARDS.read(text)?;
        Ok(looks::pieces(&board, KINDS, turn))
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, KINDS), BOARDS.turn(scene.turn))
    }

    /// Applies an edit, and sets the side to move according to the numbers of stones.
    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        let edited = scene.edited(kit, edit);
        let [crosses, noughts] = [0, 1].map(|kind| edited.where_is(kind).count());
        Scene { turn: if crosses > noughts { Side::Second } else { Side::First }, ..edited }
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok(standing) = Standing::read(text) else { return Vec::new() };
        let shape = Shape::Grid { rows: standing.size().rows, columns: standing.size().columns };
        standing.reasons().into_iter().map(|reason| reason.problem(&shape)).collect()
    }

    fn path(&self, _: &ConnectFour, _: &Position, action: &Move, _: &Position) -> Path {
        Path::over([action.square])
    }

    /// Returns the squares of the winner's stones that stand four or more in a row.
    fn ended_on(&self, game: &ConnectFour, position: &Position, _: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        let stones = winner.map_or(0, |side| game.size.fours(position.stones[side.index()]));
        let squares = game.grid();
        let is_on = |row: u16, column: u16| stones & game.size.square(column.into(), row.into()) > 0;
        let numbered = squares.squares().enumerate().filter(|(_, square)| is_on(square.row, square.column));
        numbered.map(|(number, _)| number).collect()
    }
}
