//! Displays chess on a board of eight by eight squares, with White at the bottom.

use retrograde::author::{Colour, Edit, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Shape, Stone};
use retrograde::{Game, NotationError, Side};

use super::board::{LINES, PLACES, Role, from_other_end, name, named, sign, square};
use super::notation::Parts;
use super::rules::Chess;
use super::{Move, Position};
use crate::looks::text;

/// Describes how programs display chess.
#[derive(Clone, Copy, Debug)]
pub struct ChessLooks;

const SHAPE: Shape = Shape::Chessboard { rows: LINES as usize, columns: LINES as usize };

/// Returns a man's name in English and in Chinese.
const fn names(role: Role) -> [&'static str; 2] {
    match role {
        Role::King => ["king", "王"],
        Role::Queen => ["queen", "后"],
        Role::Rook => ["rook", "车"],
        Role::Bishop => ["bishop", "象"],
        Role::Knight => ["knight", "马"],
        Role::Pawn => ["pawn", "兵"],
    }
}

fn kind(side: Side, role: Role) -> usize {
    side.index() * Role::ALL.len() + role as usize
}

fn piece(side: Side, role: Role) -> PieceKind {
    let [name, chinese] = names(role);
    let (owner, owner_zh) = if side == Side::First { ("white", "白") } else { ("black", "黑") };
    let names = text(&format!("{owner} {name}"), &format!("{owner_zh}{chinese}"));
    // Other games show a king as a crown, but a crown would look like a chess queen.
    let picture = if role == Role::King { "chess-king" } else { name };
    let kind = PieceKind::new(&format!("{owner}-{name}"), sign((side, role)), names).of(side).role(picture);
    if role == Role::King { kind.most(1) } else { kind }
}

impl Parts {
    fn scene(&self) -> Scene {
        let stones = (0..PLACES).filter_map(|place| {
            let (side, role) = self.board[usize::from(place)]?;
            Some(Stone { square: SHAPE.number(square(place))?, kind: kind(side, role) })
        });
        let note = self.passed.map_or_else(String::new, name);
        Scene { note, ..Scene::new(SHAPE, self.turn).with(stones.collect::<Vec<_>>()) }
    }

    fn of_scene(scene: &Scene) -> Self {
        let mut parts = Self { board: [None; PLACES as usize], turn: scene.turn, passed: named(&scene.note) };
        for side in Side::BOTH {
            for role in Role::ALL {
                for number in scene.where_is(kind(side, role)) {
                    parts.board[usize::from(place_of(number))] = Some((side, role));
                }
            }
        }
        parts
    }

    /// Keeps the en passant square only if a pawn of the side to move can capture en passant.
    fn settled(mut self) -> Self {
        let position = self.position();
        self.passed = self.passed.filter(|&place| position.is_some_and(|position| position.can_take_passing(place)));
        self
    }

    /// Exchanges the colours of the men and mirrors the board from top to bottom.
    fn swapped(mut self) -> Self {
        let old = self.board;
        for (place, man) in (0..PLACES).zip(&mut self.board) {
            *man = old[usize::from(from_other_end(place))].map(|(side, role)| (side.other(), role));
        }
        self
    }
}

/// Returns the square with an index in reading order.
fn place_of(number: usize) -> u8 {
    super::board::place(number / usize::from(LINES), number % usize::from(LINES))
}

impl Looks<Chess> for ChessLooks {
    fn kit(&self) -> Kit {
        let kit = Kit::new(text("Chess endings", "国际象棋残局"))
            .about(text("Mate with up to four men on the board.", "棋盘上至多四子，将死对方的王。"))
            .sides([text("White", "白方"), text("Black", "黑方")])
            .colours([Colour::White, Colour::Black])
            .terrain("floor", '.', text("Square", "格子"))
            .reshapes([Reshape::Turn, Reshape::Mirror, Reshape::Swap, Reshape::Clear]);
        let kinds = Side::BOTH.into_iter().flat_map(|side| Role::ALL.map(|role| piece(side, role)));
        kinds.fold(kit, Kit::piece)
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        Ok(Parts::read(text)?.scene())
    }

    fn print(&self, scene: &Scene) -> String {
        Parts::of_scene(scene).print()
    }

    /// Applies an edit, and keeps the en passant square only if a pawn can capture en passant after the edit.
    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        match edit {
            Edit::Swap => Parts::of_scene(&scene).swapped().settled().scene(),
            edit => Parts::of_scene(&scene.edited(kit, edit)).settled().scene(),
        }
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok(parts) = Parts::read(text) else { return Vec::new() };
        parts.reasons().into_iter().map(|reason| reason.problem(&SHAPE)).collect()
    }

    fn path(&self, _: &Chess, position: &Position, action: &Move, child: &Position) -> Path {
        let path = Path::over([name(action.from), name(action.to)]);
        let gone = position.men().find(|man| man.side != position.turn && !child.men().any(|other| other == *man));
        match gone {
            Some(man) => path.capturing(&name(man.place)),
            None => path,
        }
    }

    /// Returns the square of the king of the side that has no move.
    fn ended_on(&self, game: &Chess, position: &Position, _: &Scene, _: &Kit) -> Vec<usize> {
        let ended = game.ending(position).map(|_| position.kings[position.turn.index()]);
        ended.and_then(|king| SHAPE.number(square(king))).into_iter().collect()
    }
}
