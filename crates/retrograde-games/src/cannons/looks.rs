//! Displays rows of cannons. After a capture, the remaining cannons close the gap.

use retrograde::author::{Edit, Kit, Looks, Path, PieceKind, Reshape, Scene, Shape, Stone};
use retrograde::{BySide, NotationError};

use super::notation::{self, Parts};
use super::row::{Capture, Row};
use super::rules::{BLACK, Cannons, Move, Passes, Position, RED};
use crate::looks::text;

/// Describes how programs display rows of cannons.
#[derive(Clone, Copy, Debug)]
pub struct CannonLooks;

/// The letter of each side's cannons.
const LETTERS: BySide<char> = BySide(['1', '0']);
/// For each number of passes since the last capture, the [`note`](Scene::note) of the scene.
const PASSES: [(Passes, &str); 3] = [(Passes::None, ""), (Passes::One, "p"), (Passes::Both, "pp")];

impl Looks<Cannons> for CannonLooks {
    fn kit(&self) -> Kit {
        Kit::new(text("Cannons", "一行炮"))
            .about(text("Cannons in a row capture across exactly one other.", "一行炮，隔着恰好一个子吃子。"))
            .sides([text("Red", "红方"), text("Black", "黑方")])
            .piece(PieceKind::new("red", LETTERS[RED], text("red cannon", "红炮")).of(RED).role("cannon"))
            .piece(PieceKind::new("black", LETTERS[BLACK], text("black cannon", "黑炮")).of(BLACK).role("cannon"))
            .shifts()
            .sizes(1..=1, 1..=Row::MAX_LEN as usize)
            .reshapes([Reshape::Turn, Reshape::Mirror, Reshape::Swap, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let Parts { row, turn, passes, .. } = Parts::read(text)?;
        let kind = |letter| usize::from(letter != LETTERS[RED]);
        let stones = row.chars().enumerate().map(|(square, letter)| Stone { square, kind: kind(letter) });
        let note = PASSES.iter().find(|(known, _)| *known == passes).map_or("", |(_, note)| note);
        let scene = Scene::new(Shape::Row { length: row.len() }, turn).with(stones);
        Ok(Scene { note: note.to_owned(), ..scene })
    }

    fn print(&self, scene: &Scene) -> String {
        let row: String = scene.stones.iter().map(|stone| LETTERS.0[stone.kind]).collect();
        let passes = PASSES.iter().find(|(_, note)| *note == scene.note).map_or(Passes::None, |(passes, _)| *passes);
        notation::text(row, scene.turn, passes)
    }

    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        let edited = scene.edited(kit, edit);
        match edit {
            Edit::Turn(_) | Edit::Mirror | Edit::Swap => edited,
            // An edit of the row resets the passes.
            _ => Scene { note: String::new(), ..edited },
        }
    }

    fn path(&self, _: &Cannons, _: &Position, action: &Move, _: &Position) -> Path {
        path(*action)
    }
}

/// Returns the squares that a move touches, and the captured cannon's square.
pub(super) fn path(action: Move) -> Path {
    match action {
        Move::Capture(Capture { from, target }) => Path::over([from, target]).capturing(&target),
        Move::Pass => Path::default(),
    }
}
