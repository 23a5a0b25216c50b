//! Displays race boards. A board shows floor and walls, with the homes on the floor and the tokens above the homes.

use retrograde::author::{Edit, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Square, Stone, Tool};
use retrograde::{BySide, Ending, Game, Notation, NotationError, Side};

use super::notation::{LETTERS as TOKENS, MAX_SIDE, Parts, homes_text};
use super::rules::{A, B, Move, Position, Race};
use crate::grid::TextBoard;
use crate::looks::{self, Letters, floor_and_wall, ground, text};

/// Describes how programs display race boards.
#[derive(Clone, Copy, Debug)]
pub struct RaceLooks;

const LETTERS: Letters = &[('A', &[0]), ('B', &[1]), ('C', &[0, 1])];
/// For each side, the index of its token in the piece set.
const TOKEN: BySide<usize> = BySide([0, 1]);
/// For each side, the index of its home in the piece set.
const HOME: BySide<usize> = BySide([2, 3]);
/// The note of a scene whose homes are given explicitly. In a scene without this note, the tokens stand on their homes.
const GIVEN: &str = "homes";

impl Looks<Race> for RaceLooks {
    fn kit(&self) -> Kit {
        floor_and_wall(text("Race", "抢占起点"))
            .about(text("Two tokens run through a maze for each other’s start.", "两枚棋子在迷宫里抢占对方起点。"))
            .sides([text("A", "A方"), text("B", "B方")])
            .piece(PieceKind::new("a", TOKENS[A], text("token A", "棋子 A")).of(A).role("token").most(1))
            .piece(PieceKind::new("b", TOKENS[B], text("token B", "棋子 B")).of(B).role("token").most(1))
            .piece(PieceKind::new("home-a", 'a', text("home of A", "A 的起点")).of(A).role("home").most(1).on_ground())
            .piece(PieceKind::new("home-b", 'b', text("home of B", "B 的起点")).of(B).role("home").most(1).on_ground())
            .shares()
            .sizes(1..=MAX_SIDE, 1..=MAX_SIDE)
            .reshapes([Reshape::Turn, Reshape::Rotate, Reshape::Mirror, Reshape::Swap, Reshape::Clear])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let parts = Parts::read(text, MAX_SIDE)?;
        let shape = looks::shape(&parts.grid);
        let lies_outside = |homes: BySide<Square>| homes.0.into_iter().any(|home| shape.number(home).is_none());
        if parts.homes.is_some_and(lies_outside) {
            return Err(NotationError::Illegal { reasons: looks::texts(parts.reasons()) });
        }
        let first = |side: Side| parts.homes.map(|homes| homes[side]).or_else(|| parts.tokens[side].first().copied());
        let home = |side: Side| Some(Stone { square: shape.number(first(side)?)?, kind: HOME[side] });
        let homes: Vec<_> = Side::BOTH.into_iter().filter_map(home).collect();
        let note = if parts.homes.is_some() { GIVEN } else { "" };
        let ground = ground(&parts.grid);
        let standing = |side: Side| parts.tokens[side].iter().map(move |&square| (TOKENS[side], square));
        let pieces = standing(A).chain(standing(B)).collect();
        let board = TextBoard { grid: parts.grid, pieces };
        let scene = looks::pieces(&board, LETTERS, parts.turn).with(homes).on_ground(ground);
        Ok(Scene { note: note.to_owned(), ..scene })
    }

    fn print(&self, scene: &Scene) -> String {
        let board = format!("{}_{}", looks::print(scene, LETTERS), Race::SIDES[scene.turn.index()]);
        match homes(scene).filter(|homes| scene.note == GIVEN && !stand_at(scene, *homes)) {
            Some(homes) => format!("{board}_{}", homes_text(homes)),
            None => board,
        }
    }

    fn edited(&self, kit: &Kit, mut scene: Scene, edit: Edit) -> Scene {
        if let Edit::Place { tool: Tool::Piece(kind), square } = edit
            && HOME.0.contains(&kind)
        {
            return with_home(scene, kind, square);
        }
        if scene.note != GIVEN {
            // Without explicit homes, the homes are the squares of the tokens.
            drop_homes(&mut scene);
        }
        let mut edited = scene.edited(kit, edit);
        if homes(&edited).is_none() {
            drop_homes(&mut edited);
        }
        edited
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok(parts) = Parts::read(text, MAX_SIDE) else { return Vec::new() };
        let shape = looks::shape(&parts.grid);
        parts.reasons().into_iter().map(|reason| reason.problem(&shape)).collect()
    }

    fn path(&self, _: &Race, _: &Position, action: &Move, _: &Position) -> Path {
        match *action {
            Move::Step(from, to) => Path::over([from, to]),
            Move::Jump(from, over, to) => Path::over([from, over, to]),
            Move::Pass => Path::default(),
        }
    }

    /// Returns the square of the token that has arrived.
    fn ended_on(&self, game: &Race, position: &Position, scene: &Scene, _: &Kit) -> Vec<usize> {
        let winner = game.ending(position).and_then(Ending::winner);
        winner.and_then(|side| scene.shape.number(game.token_square(position, side))).into_iter().collect()
    }
}

/// Returns the squares of both homes; `None` if one is missing.
fn homes(scene: &Scene) -> Option<BySide<Square>> {
    let home = |side: Side| scene.shape.square(scene.where_is(HOME[side]).next()?);
    Some(BySide([home(A)?, home(B)?]))
}

/// Returns whether each side has exactly one token, on its home.
fn stand_at(scene: &Scene, homes: BySide<Square>) -> bool {
    let stands = |side: Side| {
        let mut tokens = scene.where_is(TOKEN[side]).map(|number| scene.shape.square(number));
        tokens.next() == Some(Some(homes[side])) && tokens.next().is_none()
    };
    Side::BOTH.into_iter().all(stands)
}

fn drop_homes(scene: &mut Scene) {
    scene.stones.retain(|stone| !HOME.0.contains(&stone.kind));
    scene.note.clear();
}

/// Moves one home to another floor square. Does nothing if a home is missing, or if the new square is not floor.
fn with_home(mut scene: Scene, kind: usize, square: usize) -> Scene {
    if homes(&scene).is_none() || scene.ground.get(square) != Some(&0) {
        return scene;
    }
    scene.stones.retain(|stone| stone.kind != kind);
    Scene { note: GIVEN.to_owned(), ..scene.with([Stone { square, kind }]) }
}
