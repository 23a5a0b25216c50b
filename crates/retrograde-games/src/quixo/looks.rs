//! Displays quixo, with marks on a board that has only one kind of square.

use retrograde::author::{Kit, Looks, Path, PieceKind, Reshape, Scene};
use retrograde::{Ending, Game, NotationError, Side};

use super::notation::BOARDS;
use super::rules::{Move, Position, Quixo};
use crate::looks::{self, Letters, text};

/// Describes how programs display quixo.
#[derive(Clone, Copy, Debug)]
pub struct QuixoLooks;

const KINDS: Letters = &[('X', &[0]), ('O', &[1])];

impl Looks<Quixo> for QuixoLooks {
    fn kit(&self) -> Kit {
        let [first, second] = Side::BOTH;
        Kit::new(text("Quixo", "推方块"))
            .about(text("Push cubes along rows and columns until a line is yours.", "沿行列推动方块，先成线者胜。"))
            .sides([text("X", "X方"), text("O", "O方")])
            .terrain("cube", '.', text("Blank cube", "空白方块"))
            .piece(PieceKind::new("x", 'X', text("cross", "叉")).of(first).role("cross"))
            .piece(PieceKind::new("o", 'O', text("nought", "圈")).of(second).role("nought"))
            .sizes(BOARDS.rows(), BOARDS.columns())
            .reshapes([Reshape::Turn, Reshape::Rotate, Reshape::Mirror, Reshape::Swap, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (board, turn) = BOARDS.read(text)?;
        Ok(looks::pieces(&board, KINDS, turn))
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, KINDS), BOARDS.turn(scene.turn))
    }

    fn path(&self, _: &Quixo, _: &Position, action: &Move, _: &Position) -> Path {
        Path::over([action.from, action.to]).carrying(action.carried())
    }

    /// Returns the squares of the winner's line.
    fn ended_on(&self, game: &Quixo, position: &Position, _: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        let line = winner.and_then(|side| game.line(position, side)).unwrap_or_default();
        (0..game.size.cubes()).filter(|cube| line >> cube & 1 > 0).collect()
    }
}
