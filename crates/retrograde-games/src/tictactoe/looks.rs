//! Displays tic-tac-toe. The board has nine squares of one kind. The marks on the board determine the side to move.

use retrograde::author::{Edit, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Square};
use retrograde::{Ending, Game, Notation, NotationError, Side};

use super::notation::{placed, read, reasons};
use super::rules::{LETTERS, Position, TicTacToe};
use crate::looks::{self, Letters, text};

/// Describes how programs display tic-tac-toe.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToeLooks;

const KINDS: Letters = &[(LETTERS[0], &[0]), (LETTERS[1], &[1])];

impl Looks<TicTacToe> for TicTacToeLooks {
    fn kit(&self) -> Kit {
        let [first, second] = Side::BOTH;
        Kit::new(text("Tic-tac-toe", "井字棋"))
            .about(text(
                "Place marks in turn until three of yours are in a line.",
                "轮流画记号，先把三个连成一线者胜。",
            ))
            .sides([text("X", "X方"), text("O", "O方")])
            .terrain("floor", '.', text("Floor", "空地"))
            .piece(PieceKind::new("x", LETTERS[0], text("cross", "叉")).of(first).role("cross"))
            .piece(PieceKind::new("o", LETTERS[1], text("nought", "圈")).of(second).role("nought"))
            .reshapes([Reshape::Turn, Reshape::Rotate, Reshape::Mirror, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (board, turn) = read(text)?;
        Ok(looks::pieces(&board, KINDS, turn))
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, KINDS), TicTacToe::SIDES[scene.turn.index()])
    }

    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        let edited = scene.edited(kit, edit);
        match edit {
            Edit::Place { .. } | Edit::Clear => Scene { turn: due(&edited), ..edited },
            _ => edited,
        }
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok((board, turn)) = read(text) else { return Vec::new() };
        let shape = looks::shape(&board.grid);
        reasons(&placed(board, turn)).into_iter().map(|reason| reason.problem(&shape)).collect()
    }

    fn path(&self, _: &TicTacToe, _: &Position, action: &Square, _: &Position) -> Path {
        Path::over([*action])
    }

    /// Returns the squares of the winner's three in a row.
    fn ended_on(&self, game: &TicTacToe, position: &Position, scene: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        let line = winner.into_iter().flat_map(|side| position.lines(side));
        line.filter_map(|square| scene.shape.number(square)).collect()
    }
}

/// Returns the side to move. X begins, so the numbers of marks determine this side.
fn due(scene: &Scene) -> Side {
    let [crosses, noughts] = [0, 1].map(|kind| scene.where_is(kind).count());
    if crosses > noughts { Side::Second } else { Side::First }
}
