//! Displays hexapawn and breakthrough, with pawns of two colours on a board with only one kind of square.

use retrograde::author::{Colour, Goal, Kit, Looks, Path, PieceKind, Reshape, Scene};
use retrograde::{Ending, Game, NotationError, Side};

use super::rules::{Move, PawnGame, Pawns, Position};
use crate::looks::{self, Letters, text};

const KINDS: Letters = &[('W', &[0]), ('B', &[1])];

impl Looks<Pawns> for PawnGame {
    fn kit(&self) -> Kit {
        let (name, about) = match self {
            Self::Hexapawn => (
                text("Hexapawn", "六兵棋"),
                text(
                    "March pawns to the other end, or leave the other side no move.",
                    "把兵走到对面底线，或让对方无子可动。",
                ),
            ),
            Self::Breakthrough => (
                text("Breakthrough", "突破棋"),
                text("Break through with a pawn to the other end.", "让一个兵突破到对面底线。"),
            ),
        };
        let [first, second] = Side::BOTH;
        Kit::new(name)
            .about(about)
            .sides([text("White", "白方"), text("Black", "黑方")])
            .colours([Colour::White, Colour::Black])
            .terrain("floor", '.', text("Floor", "空地"))
            .piece(PieceKind::new("white", 'W', text("white pawn", "白兵")).of(first).role("pawn"))
            .piece(PieceKind::new("black", 'B', text("black pawn", "黑兵")).of(second).role("pawn"))
            .sizes(self.boards().rows(), self.boards().columns())
            .reshapes([Reshape::Turn, Reshape::Mirror, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (board, turn) = self.boards().read(text)?;
        let scene = looks::pieces(&board, KINDS, turn);
        let (squares, columns) = (scene.shape.squares(), board.grid.columns());
        let [white, black] = [0..columns, squares - columns..squares].map(Iterator::collect);
        let goals = [(Side::First, white), (Side::Second, black)].map(|(side, squares)| Goal { side, squares });
        Ok(Scene { goals: goals.into(), ..scene })
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, KINDS), self.boards().turn(scene.turn))
    }

    fn path(&self, _: &Pawns, position: &Position, action: &Move, child: &Position) -> Path {
        let path = Path::over([action.from, action.to]);
        let other = child.turn.index();
        if position.pawns[other] == child.pawns[other] { path } else { path.capturing(&action.to) }
    }

    /// Returns the squares of the pawns that have reached their goal.
    fn ended_on(&self, game: &Pawns, position: &Position, scene: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        let arrived = winner.into_iter().flat_map(|side| game.arrived(position, side));
        arrived.filter_map(|square| scene.shape.number(square)).collect()
    }
}
