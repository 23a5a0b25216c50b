//! Displays hexapawn and breakthrough, with pawns of two colours on a board with only one kind of square.

use std::marker::PhantomData;

use retrograde::author::{Colour, Goal, Kit, Looks, Path, PieceKind, Reshape, Scene};
use retrograde::{Ending, Game, NotationError, Side, Text};

use super::notation::boards;
use super::rules::{March, Move, Pawns, Position};
use crate::looks::{self, Letters, text};

/// How programs display hexapawn or breakthrough.
#[derive(Clone, Debug)]
pub struct PawnsLooks<M> {
    name: Text,
    about: Text,
    march: PhantomData<M>,
}

const KINDS: Letters = &[('W', &[0]), ('B', &[1])];

impl PawnsLooks<super::Hexapawn> {
    /// Returns the display of hexapawn.
    pub fn hexapawn() -> Self {
        let about = text(
            "March pawns to the other end, or leave the other side no move.",
            "把兵走到对面底线，或让对方无子可动。",
        );
        Self { name: text("Hexapawn", "六兵棋"), about, march: PhantomData }
    }
}

impl PawnsLooks<super::Breakthrough> {
    /// Returns the display of breakthrough.
    pub fn breakthrough() -> Self {
        let about = text("Break through with a pawn to the other end.", "让一个兵突破到对面底线。");
        Self { name: text("Breakthrough", "突破棋"), about, march: PhantomData }
    }
}

impl<M: March> Looks<Pawns<M>> for PawnsLooks<M> {
    fn kit(&self) -> Kit {
        let [first, second] = Side::BOTH;
        Kit::new(self.name.clone())
            .about(self.about.clone())
            .sides([text("White", "白方"), text("Black", "黑方")])
            .colours([Colour::White, Colour::Black])
            .terrain("floor", '.', text("Floor", "空地"))
            .piece(PieceKind::new("white", 'W', text("white pawn", "白兵")).of(first).role("pawn"))
            .piece(PieceKind::new("black", 'B', text("black pawn", "黑兵")).of(second).role("pawn"))
            .sizes(boards::<M>().rows(), boards::<M>().columns())
            .reshapes([Reshape::Turn, Reshape::Mirror, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (board, turn) = boards::<M>().read(text)?;
        let scene = looks::pieces(&board, KINDS, turn);
        let (squares, columns) = (scene.shape.squares(), board.grid.columns());
        let [white, black] = [0..columns, squares - columns..squares].map(Iterator::collect);
        let goals = [(Side::First, white), (Side::Second, black)].map(|(side, squares)| Goal { side, squares });
        Ok(Scene { goals: goals.into(), ..scene })
    }

    fn print(&self, scene: &Scene) -> String {
        format!("{}_{}", looks::print(scene, KINDS), boards::<M>().turn(scene.turn))
    }

    fn path(&self, _: &Pawns<M>, position: &Position, action: &Move, child: &Position) -> Path {
        let path = Path::over([action.from, action.to]);
        let other = child.turn.index();
        if position.pawns[other] == child.pawns[other] { path } else { path.capturing(&action.to) }
    }

    /// Returns the squares of the pawns that have reached their goal.
    fn ended_on(&self, game: &Pawns<M>, position: &Position, scene: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        let arrived = winner.into_iter().flat_map(|side| game.arrived(position, side));
        arrived.filter_map(|square| scene.shape.number(square)).collect()
    }
}
