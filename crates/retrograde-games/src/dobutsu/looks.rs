//! Displays dobutsu shogi. The board is on the left, and the two hands are on the right. Gote's hand is above Sente's
//! hand. A hand has one square for chicks, one square for giraffes and one square for elephants.
//!
//! Animals never disappear. An animal that leaves the board goes to the hand of its side, and an animal that enters the
//! board comes from a hand.

use retrograde::author::{
    Edit, Goal, Kit, Looks, Path, PieceKind, Problem, Reshape, Scene, Shape, Square, Stone, Tool,
};
use retrograde::{Ending, Game, NotationError, Side};

use super::board::{Animal, SQUARES, mirror, turn};
use super::notation::{ANIMALS, COLUMNS, MOST_HELD, Parts, ROWS, sign};
use super::position::{HELD, Man, Move, Position, letter, named, numbered};
use super::rules::Dobutsu;
use crate::looks::text;

/// Describes how programs display dobutsu shogi.
#[derive(Clone, Copy, Debug)]
pub struct DobutsuLooks;

/// The whole scene: the board, its edge and the hands.
const SHAPE: Shape = Shape::Grid { rows: ROWS, columns: 2 * COLUMNS + 1 };

/// The ground of the squares of the board. The ground of a square is the number of the background that a page draws on
/// the square.
const FLOOR: u8 = 0;
const EDGE: u8 = 1;
/// The ground (the number of the background) of the first side's hand. The ground of the second side's hand is the next
/// number.
const HAND: u8 = 2;

/// The contents of a square of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SceneSquare {
    /// A square of the board.
    Board(u8),
    /// A square of a side's hand.
    Hand(Side),
    Edge,
}

fn place(square: usize) -> SceneSquare {
    match SHAPE.square(square) {
        Some(square) if usize::from(square.column) < COLUMNS => SceneSquare::Board(numbered(square)),
        Some(square) if usize::from(square.column) > COLUMNS => {
            let side = Side::BOTH.into_iter().find(|&side| hand_row(side) == usize::from(square.row));
            side.map_or(SceneSquare::Edge, SceneSquare::Hand)
        }
        _ => SceneSquare::Edge,
    }
}

/// Returns the row of the scene that shows a side's hand. A hand is in the row of the side's first rank.
const fn hand_row(side: Side) -> usize {
    if matches!(side, Side::First) { ROWS - 1 } else { 0 }
}

/// Returns the square of the scene that shows the animals of one kind in a side's hand.
fn hand_square(side: Side, kind: usize) -> Square {
    Square::new(hand_row(side) as u16, (COLUMNS + 1 + kind) as u16)
}

/// Returns the ground (the number of the background) of a square in the scene.
fn ground(square: usize) -> u8 {
    match place(square) {
        SceneSquare::Board(_) => FLOOR,
        SceneSquare::Edge => EDGE,
        SceneSquare::Hand(side) => HAND + side.index() as u8,
    }
}

/// Returns the index of a man in the piece set.
fn kind(man: Man) -> usize {
    man.side.index() * ANIMALS.len() + man.animal as usize
}

/// Returns the man with this index in the piece set.
fn man(kind: usize) -> Man {
    Man { side: Side::BOTH[kind / ANIMALS.len() % 2], animal: ANIMALS[kind % ANIMALS.len()] }
}

/// Returns the animals in a side's hand, each with its square.
fn held(side: Side, hand: [u8; 3]) -> impl Iterator<Item = (Square, Animal)> {
    let kinds = hand.into_iter().zip(HELD).enumerate();
    kinds.flat_map(move |(kind, (count, animal))| (0..count).map(move |_| (hand_square(side, kind), animal)))
}

impl Parts {
    fn scene(&self) -> Scene {
        let number = |square| SHAPE.number(square);
        let on_board = (0..SQUARES).filter_map(|square| {
            Some(Stone { square: number(named(square))?, kind: kind(self.board[usize::from(square)]?) })
        });
        let in_hands = Side::BOTH.into_iter().flat_map(|side| {
            held(side, self.hands[side.index()]).filter_map(move |(square, animal)| {
                Some(Stone { square: number(square)?, kind: kind(Man { side, animal }) })
            })
        });
        let stones: Vec<_> = on_board.chain(in_hands).collect();
        let goal = |side: Side, row| Goal { side, squares: row_squares(row).filter_map(number).collect() };
        let ground = (0..SHAPE.squares()).map(ground).collect();
        let note = if self.must_take { super::notation::TAKE } else { "" }.to_owned();
        let goals = vec![goal(Side::First, 0), goal(Side::Second, ROWS as u16 - 1)];
        Scene { goals, note, ..Scene::new(SHAPE, self.turn).with(stones).on_ground(ground) }
    }

    fn of(scene: &Scene) -> Self {
        let mut parts = Self {
            board: [None; SQUARES as usize],
            hands: [[0; 3]; 2],
            turn: scene.turn,
            must_take: !scene.note.is_empty(),
        };
        for stone in &scene.stones {
            match place(stone.square) {
                SceneSquare::Board(square) => parts.board[usize::from(square)] = Some(man(stone.kind)),
                SceneSquare::Hand(side) => parts.hold(side, man(stone.kind).animal),
                SceneSquare::Edge => (),
            }
        }
        parts
    }

    /// Puts an animal into a side's hand. Does nothing if the animal is a lion, or if the hand is full.
    fn hold(&mut self, side: Side, animal: Animal) {
        let room = self.hands[side.index()].iter().sum::<u8>() < MOST_HELD;
        if let Some(index) = HELD.iter().position(|&held| held == animal.captured() && room) {
            self.hands[side.index()][index] += 1;
        }
    }

    /// If a position has more than two animals of a kind, removes one of them from a hand. If possible, the function
    /// removes the animal from the hand of `side`.
    fn balance(&mut self, side: Side, animal: Animal) {
        let Some(index) = HELD.iter().position(|&held| held == animal.captured()) else { return };
        if self.material()[index] > 2 {
            let from = [side, side.other()].into_iter().find(|side| self.hands[side.index()][index] > 0);
            if let Some(side) = from {
                self.hands[side.index()][index] -= 1;
            }
        }
    }

    /// Removes the animal from a square of the board and puts it into the hand of its side.
    fn lift(&mut self, square: u8) -> Option<Man> {
        let lifted = self.board[usize::from(square)].take()?;
        self.hold(lifted.side, lifted.animal);
        Some(lifted)
    }

    /// Puts an animal on a square. An animal that already stands there goes to the hand of its side. If the old animal
    /// is equal to the new animal, the function then stops, so the square becomes empty.
    fn put(&mut self, square: u8, man: Man) {
        if self.lift(square) == Some(man) {
            return;
        }
        if man.animal == Animal::Lion {
            self.board.iter_mut().filter(|other| **other == Some(man)).for_each(|other| *other = None);
        }
        self.board[usize::from(square)] = Some(man);
        self.balance(man.side, man.animal);
    }

    /// Moves an animal from one square of the scene to an empty square of the board, or to a hand.
    fn carry(&mut self, kind: usize, from: SceneSquare, to: SceneSquare) {
        let carried = man(kind);
        let leaves = |parts: &mut Self| match from {
            SceneSquare::Board(square) => parts.board[usize::from(square)] = None,
            SceneSquare::Hand(side) => parts.unhold(side, carried.animal),
            SceneSquare::Edge => (),
        };
        match to {
            SceneSquare::Board(square) if self.board[usize::from(square)].is_none() => {
                leaves(self);
                self.board[usize::from(square)] = Some(carried);
            }
            SceneSquare::Hand(side) if carried.animal != Animal::Lion => {
                leaves(self);
                self.hold(side, carried.animal);
            }
            _ => (),
        }
    }

    fn unhold(&mut self, side: Side, animal: Animal) {
        if let Some(index) = HELD.iter().position(|&held| held == animal) {
            self.hands[side.index()][index] = self.hands[side.index()][index].saturating_sub(1);
        }
    }

    fn placed(&mut self, tool: Tool, square: usize, stands: Option<usize>) {
        match (tool, place(square)) {
            (Tool::Piece(kind), SceneSquare::Board(square)) => self.put(square, man(kind)),
            (Tool::Piece(kind), SceneSquare::Hand(side)) => {
                self.hold(side, man(kind).animal);
                self.balance(side.other(), man(kind).animal);
            }
            (Tool::Terrain(_), SceneSquare::Board(square)) => drop(self.lift(square)),
            (Tool::Terrain(_), SceneSquare::Hand(side)) => {
                if let Some(kind) = stands {
                    self.unhold(side, man(kind).animal);
                }
            }
            (_, SceneSquare::Edge) => (),
        }
    }
}

fn row_squares(row: u16) -> impl Iterator<Item = Square> {
    (0..COLUMNS as u16).map(move |column| Square::new(row, column))
}

/// Returns the English and the Chinese name of an animal.
const fn names(animal: Animal) -> [&'static str; 2] {
    match animal {
        Animal::Chick => ["chick", "小鸡"],
        Animal::Hen => ["hen", "鸡"],
        Animal::Giraffe => ["giraffe", "长颈鹿"],
        Animal::Elephant => ["elephant", "大象"],
        Animal::Lion => ["lion", "狮子"],
    }
}

fn piece(side: Side, animal: Animal) -> PieceKind {
    let [name, chinese] = names(animal);
    let [owner, owner_zh] = [["Sente", "先手"], ["Gote", "后手"]][side.index()];
    let id = format!("{}-{name}", owner.to_lowercase());
    let name_of = text(&format!("{name} of {owner}"), &format!("{owner_zh}的{chinese}"));
    let kind = PieceKind::new(&id, sign(Man { side, animal }), name_of).of(side).role(name);
    if animal == Animal::Lion { kind.most(1) } else { kind }
}

impl Looks<Dobutsu> for DobutsuLooks {
    fn kit(&self) -> Kit {
        let kit = Kit::new(text("Dobutsu shogi", "动物将棋"))
            .about(text("Catch the lion on three by four squares.", "在三列四行的棋盘上捉狮子。"))
            .sides([text("Sente", "先手"), text("Gote", "后手")])
            .terrain("floor", '.', text("Square", "格子"))
            .fixed_terrain("wall", '#', text("Edge", "棋盘边"))
            .fixed_terrain("hand-sente", '+', text("Sente's hand", "先手的持驹"))
            .fixed_terrain("hand-gote", '-', text("Gote's hand", "后手的持驹"))
            .reshapes([Reshape::Turn, Reshape::Mirror, Reshape::Swap]);
        let kinds = Side::BOTH.into_iter().flat_map(|side| ANIMALS.map(|animal| piece(side, animal)));
        kinds.fold(kit, Kit::piece)
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        Ok(Parts::read(text)?.scene())
    }

    fn print(&self, scene: &Scene) -> String {
        Parts::of(scene).print()
    }

    fn edited(&self, _: &Kit, scene: Scene, edit: Edit) -> Scene {
        let mut parts = Parts::of(&scene);
        match edit {
            Edit::Place { tool, square } => parts.placed(tool, square, scene.on(square).next()),
            Edit::Carry { from, to } => {
                if let Some(kind) = scene.on(from).next() {
                    parts.carry(kind, place(from), place(to));
                }
            }
            Edit::Turn(turn) => parts.turn = turn,
            Edit::Mirror => parts.board = std::array::from_fn(|square| parts.board[usize::from(mirror(square as u8))]),
            Edit::Swap => {
                let swapped = |man: Man| Man { side: man.side.other(), ..man };
                parts.board = std::array::from_fn(|square| parts.board[usize::from(turn(square as u8))].map(swapped));
                parts.hands.reverse();
            }
            _ => (),
        }
        parts.scene()
    }

    fn problems(&self, text: &str) -> Vec<Problem> {
        let Ok(parts) = Parts::read(text) else { return Vec::new() };
        parts.reasons().into_iter().map(|reason| reason.problem(&SHAPE)).collect()
    }

    fn path(&self, _: &Dobutsu, position: &Position, action: &Move, _: &Position) -> Path {
        match *action {
            Move::Step { from, to } => {
                let path = Path::over([from, to]);
                if position.board[usize::from(numbered(to))].is_some() { path.capturing(&to) } else { path }
            }
            Move::Drop { letter: dropped, to } => {
                let kind = HELD.iter().position(|&held| letter(held) == dropped).unwrap_or_default();
                Path::over([hand_square(position.turn, kind), to])
            }
        }
    }

    /// Returns the square of the lion that has won by reaching its goal.
    fn ended_on(&self, game: &Dobutsu, position: &Position, _: &Scene, _: &Kit) -> Vec<usize> {
        let arrived = game.ending(position).filter(|ending| ending.rule == "reached-goal");
        let lion = arrived.and_then(Ending::winner).and_then(|side| position.lion(side));
        lion.and_then(|square| SHAPE.number(named(square))).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use retrograde::Notation;

    use super::*;

    fn edited(token: &str, edits: &[Edit]) -> String {
        let looks = DobutsuLooks;
        let (kit, scene) = (looks.kit(), looks.read(token).unwrap());
        looks.print(&edits.iter().fold(scene, |scene, &edit| looks.edited(&kit, scene, edit)))
    }

    fn number(name: &str) -> usize {
        SHAPE.find(name).unwrap()
    }

    fn put(sign: char, square: &str) -> Edit {
        let kind = DobutsuLooks.kit().kinds.iter().position(|kind| kind.letter == sign).unwrap();
        Edit::Place { tool: Tool::Piece(kind), square: number(square) }
    }

    #[test]
    fn what_is_read_is_printed() {
        for token in ["gle/1c1/1C1/ELG_sente", "gle/3/1R1/ELG_gote_c_take", "1l1/3/3/1L1_sente_2CGEge", "3/3/3/3_sente"]
        {
            assert_eq!(edited(token, &[]), token);
        }
    }

    #[test]
    fn animals_move_between_board_and_hands() {
        let start = "gle/1c1/1C1/ELG_sente";
        assert_eq!(edited(start, &[put('c', "b2")]), "gle/3/1C1/ELG_sente_c", "taken off where it stands");
        assert_eq!(edited(start, &[put('C', "b2")]), "gle/1C1/1C1/ELG_sente", "which leaves no chick to the hands");
        assert_eq!(edited("gle/3/1C1/ELG_sente_c", &[put('R', "a2")]), "gle/R2/1C1/ELG_sente", "out of the other hand");
        let carry = |from: &str, to: &str| Edit::Carry { from: number(from), to: number(to) };
        assert_eq!(edited(start, &[carry("b2", "g4")]), "gle/3/1C1/ELG_sente_C");
        assert_eq!(edited(start, &[carry("b2", "f3")]), start, "the edge holds nothing");
        assert_eq!(edited("gle/3/1C1/ELG_sente_C", &[carry("e4", "a2")]), "gle/C2/1C1/ELG_sente");
        assert_eq!(edited("gle/3/1C1/ELG_sente_C", &[carry("e4", "e1")]), "gle/3/1C1/ELG_sente_c");
        assert_eq!(edited(start, &[carry("b1", "e3")]), start, "no hand holds a lion");
        let clear = |square: &str| Edit::Place { tool: Tool::Terrain(0), square: number(square) };
        assert_eq!(edited(start, &[clear("a1"), clear("f1")]), "1le/1c1/1C1/ELG_sente", "and then off the hand");
        assert_eq!(edited(start, &[put('L', "c3")]), "gle/1c1/1CL/E1G_sente");
    }

    #[test]
    fn sides_are_swapped_with_their_hands() {
        assert_eq!(edited("gle/3/1R1/EL1_sente_Cg", &[Edit::Swap]), "1le/1r1/3/ELG_sente_Gc");
        assert_eq!(edited("gle/3/R2/EL1_sente_Cg", &[Edit::Mirror]), "elg/3/2R/1LE_sente_Cg");
    }

    #[test]
    fn drops_come_from_the_hand() {
        let (game, position) = Dobutsu::parse("1l1/3/3/1L1_gote_Ccge").unwrap();
        let mut paths = Vec::new();
        game.each_move(&position, |action, child| {
            paths.push(DobutsuLooks.path(&game, &position, &action, &child).squares.concat());
        });
        assert!(["e1a2", "f1a2", "g1a2", "b1b2"].iter().all(|path| paths.contains(&(*path).to_owned())), "{paths:?}");
        assert_eq!(
            DobutsuLooks.read("1l1/3/3/1L1_gote_2cg").unwrap().on(number("e1")).count(),
            2,
            "both chicks lie there"
        );
    }
}
