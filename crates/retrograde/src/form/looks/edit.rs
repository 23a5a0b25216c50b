//! Edits of a view, that is, of the drawing data of a board. Only [`Edit::Turn`] changes the side to move.

use super::kit::{Kit, Layer, Tool};
use super::scene::{Scene, Shape, Stone};
use crate::rules::side::Side;

/// A single step of a board editor. Squares are given by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Places ground or a piece on a square. If the square already has a piece of the same kind, this piece is removed
    /// instead. On a board where every square has a piece, the placed piece replaces the piece on the square.
    Place {
        /// The ground or the piece.
        tool: Tool,
        /// The square.
        square: usize,
    },
    /// Moves the top piece of a square to another square. The edit changes nothing if the target square has unusual
    /// ground, a piece of the same kind, or a piece that cannot share a square. On a board where every square has a
    /// piece, the pieces between the two squares move to close the gap.
    Carry {
        /// The square of the piece.
        from: usize,
        /// The target square.
        to: usize,
    },
    /// Sets the side to move.
    Turn(Side),
    /// Changes the size of the board. Pieces and ground that fit on the new board stay in place. New squares have the
    /// usual ground.
    Size {
        /// The new number of rows; 1 if the board is a single row of squares.
        rows: usize,
        /// The new number of columns.
        columns: usize,
    },
    /// Rotates the board by a quarter turn clockwise.
    Rotate,
    /// Exchanges left and right.
    Mirror,
    /// Exchanges the sides. Every piece becomes the corresponding piece of the other side.
    Swap,
    /// Sets the usual ground everywhere. If the game has only one kind of ground, removes the pieces instead. On a
    /// board where every square has a piece, the squares receive pieces of all kinds in turn.
    Clear,
}

impl Scene {
    /// Returns the view after an edit.
    ///
    /// # Complexity
    /// The time is linear in the number of squares.
    #[must_use]
    pub fn edited(self, kit: &Kit, edit: Edit) -> Self {
        let edited = self.edited_in_place(kit, edit);
        if kit.falls { edited.settled(kit) } else { edited }
    }

    fn edited_in_place(self, kit: &Kit, edit: Edit) -> Self {
        match edit {
            Edit::Place { tool: Tool::Terrain(number), square } => self.grounded(kit, number, square),
            Edit::Place { tool: Tool::Piece(kind), square } if kit.shifts => self.replaced(kind, square),
            Edit::Place { tool: Tool::Piece(kind), square } => self.placed(kit, kind, square),
            Edit::Carry { from, to } if kit.shifts => self.inserted(from, to),
            Edit::Carry { from, to } => self.carried(kit, from, to),
            Edit::Turn(turn) => Self { turn, ..self },
            Edit::Size { columns, .. } if kit.shifts => self.lengthened(kit, columns),
            Edit::Size { rows, columns } if kit.falls => {
                let (old_rows, _) = self.shape.sides();
                self.mapped(rows, columns, |row, column| {
                    Some(((row + rows).checked_sub(old_rows)?, column)).filter(|_| column < columns)
                })
            }
            Edit::Size { rows, columns } => {
                self.mapped(rows, columns, |row, column| (row < rows && column < columns).then_some((row, column)))
            }
            Edit::Rotate => {
                let (rows, columns) = self.shape.sides();
                self.mapped(columns, rows, |row, column| Some((column, rows - 1 - row)))
            }
            Edit::Mirror => {
                let (rows, columns) = self.shape.sides();
                self.mapped(rows, columns, |row, column| Some((row, columns - 1 - column)))
            }
            Edit::Swap => self.swapped(kit),
            Edit::Clear => self.cleared(kit),
        }
    }

    /// Places ground of a kind on a square, and removes the piece that is on the square.
    fn grounded(mut self, kit: &Kit, number: usize, square: usize) -> Self {
        if let Some(ground) = self.ground.get_mut(square) {
            // A piece set has only a few kinds of ground, so the number fits in a byte.
            *ground = number as u8;
        }
        self.stones.retain(|stone| stone.square != square || !is_piece(kit, stone.kind));
        self
    }

    /// Changes the kind of the piece on a square. The editor uses this function for games in which every square has a
    /// piece.
    fn replaced(mut self, kind: usize, square: usize) -> Self {
        self.stones.iter_mut().filter(|stone| stone.square == square).for_each(|stone| stone.kind = kind);
        self
    }

    /// Places a piece on a square, or removes the piece if the square already has it. If the board already has the
    /// maximum number of pieces of this kind, the function first removes one of these pieces.
    fn placed(mut self, kit: &Kit, kind: usize, square: usize) -> Self {
        let stone = Stone { square, kind };
        if self.stones.contains(&stone) {
            self.stones.retain(|&other| other != stone);
            return self;
        }
        let most = kit.kinds.get(kind).and_then(|kind| kind.most);
        if most.is_some_and(|most| self.where_is(kind).count() >= most)
            && let Some(first) = self.stones.iter().position(|other| other.kind == kind)
        {
            self.stones.remove(first);
        }
        if is_piece(kit, kind) {
            self.stones.retain(|other| kit.shares || other.square != square || !is_piece(kit, other.kind));
            self.ground.iter_mut().skip(square).take(1).for_each(|ground| *ground = 0);
        }
        self.with([stone])
    }

    fn carried(mut self, kit: &Kit, from: usize, to: usize) -> Self {
        let Some(kind) = self.on(from).filter(|&kind| is_piece(kit, kind)).last() else { return self };
        let is_rough = self.ground.get(to).is_some_and(|&ground| ground > 0);
        let is_taken = self.on(to).any(|other| other == kind || !kit.shares && is_piece(kit, other));
        if is_rough || is_taken {
            return self;
        }
        self.stones.retain(|&stone| stone != Stone { square: from, kind });
        self.with([Stone { square: to, kind }])
    }

    /// Lets every piece fall down its column until it lies on the bottom or on another piece.
    fn settled(mut self, kit: &Kit) -> Self {
        let (rows, columns) = self.shape.sides();
        let mut free = vec![rows; columns];
        for stone in self.stones.iter_mut().rev().filter(|stone| is_piece(kit, stone.kind)) {
            let column = stone.square % columns;
            free[column] -= 1;
            stone.square = free[column] * columns + column;
        }
        self.stones.sort_unstable();
        self
    }

    /// On a board that is a single row of squares, removes a piece, closes the gap, and inserts the piece at another
    /// square.
    fn inserted(self, from: usize, to: usize) -> Self {
        let mut kinds: Vec<_> = self.stones.iter().map(|stone| stone.kind).collect();
        if from.max(to) >= kinds.len() {
            return self;
        }
        let kind = kinds.remove(from);
        kinds.insert(to, kind);
        self.in_row(kinds)
    }

    /// Changes the length of a board that is a single row. The new squares receive pieces of all kinds in turn. After
    /// the last kind, the first kind follows again.
    fn lengthened(self, kit: &Kit, length: usize) -> Self {
        let standing = self.stones.iter().map(|stone| stone.kind);
        let kinds = standing.chain(by_turns(kit).skip(self.stones.len())).take(length).collect();
        self.in_row(kinds)
    }

    fn in_row(mut self, kinds: Vec<usize>) -> Self {
        self.shape = Shape::Row { length: kinds.len() };
        self.stones = kinds.into_iter().enumerate().map(|(square, kind)| Stone { square, kind }).collect();
        self
    }

    fn swapped(mut self, kit: &Kit) -> Self {
        self.stones.iter_mut().for_each(|stone| stone.kind = kit.opposite(stone.kind));
        self.stones.sort_unstable();
        self
    }

    fn cleared(mut self, kit: &Kit) -> Self {
        if kit.shifts {
            let length = self.stones.len();
            return self.in_row(by_turns(kit).take(length).collect());
        }
        if self.ground.is_empty() {
            self.stones.retain(|stone| !is_piece(kit, stone.kind));
        }
        self.ground.fill(0);
        self
    }

    /// Builds a board of another size. The function `goes` maps the row and column of each square to its new row and
    /// column.
    fn mapped(self, rows: usize, columns: usize, goes: impl Fn(usize, usize) -> Option<(usize, usize)>) -> Self {
        let (_, old_columns) = self.shape.sides();
        let to = |square: usize| {
            let (row, column) = goes(square / old_columns, square % old_columns)?;
            Some(row * columns + column)
        };
        let mut ground = vec![0; if self.ground.is_empty() { 0 } else { rows * columns }];
        for (square, kind) in self.ground.iter().enumerate().filter(|(_, kind)| **kind > 0) {
            if let Some(there) = to(square) {
                ground[there] = *kind;
            }
        }
        let stones = self.stones.iter().filter_map(|stone| Some(Stone { square: to(stone.square)?, kind: stone.kind }));
        let shape = self.shape.of_sides(rows, columns);
        Self { note: self.note.clone(), ..Self::new(shape, self.turn) }.with(stones).on_ground(ground)
    }

    /// Sets the ground.
    #[must_use]
    pub fn on_ground(self, ground: Vec<u8>) -> Self {
        Self { ground, ..self }
    }
}

fn is_piece(kit: &Kit, kind: usize) -> bool {
    kit.kinds.get(kind).is_some_and(|kind| kind.layer == Layer::Piece)
}

fn by_turns(kit: &Kit) -> impl Iterator<Item = usize> {
    let kinds = kit.kinds.len().max(1);
    (0..).map(move |square| square % kinds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::looks::{Layer, PieceKind};

    /// Returns a piece set with three kinds of ground, stones of both sides, marks of both sides on the ground below
    /// them, and a neutral piece.
    fn kit() -> Kit {
        let [black, white] = Side::BOTH;
        Kit::new("stones")
            .terrain("grass", '.', "grass")
            .terrain("water", '~', "water")
            .terrain("rock", '^', "rock")
            .piece(PieceKind::new("black", 'B', "black stone").of(black).most(2))
            .piece(PieceKind::new("white", 'W', "white stone").of(white))
            .piece(PieceKind::new("mark-black", 'b', "mark").of(black).on_ground())
            .piece(PieceKind::new("mark-white", 'w', "mark").of(white).on_ground())
            .piece(PieceKind::new("tree", 'T', "tree"))
    }

    fn scene(rows: usize, columns: usize, stones: &[(usize, usize)]) -> Scene {
        let stones = stones.iter().map(|&(square, kind)| Stone { square, kind });
        Scene::new(Shape::Grid { rows, columns }, Side::First).with(stones).on_ground(vec![0; rows * columns])
    }

    fn after(scene: &Scene, edits: &[Edit]) -> Vec<(usize, usize)> {
        let edited = edits.iter().fold(scene.clone(), |scene, &edit| scene.edited(&kit(), edit));
        edited.stones.iter().map(|stone| (stone.square, stone.kind)).collect()
    }

    fn place(kind: usize, square: usize) -> Edit {
        Edit::Place { tool: Tool::Piece(kind), square }
    }

    #[test]
    fn the_first_of_the_most_makes_room_and_marks_stay() {
        let board = scene(2, 2, &[(0, 0), (1, 0), (3, 2)]);
        assert_eq!(after(&board, &[place(0, 3)]), [(1, 0), (3, 0), (3, 2)]);
        assert_eq!(after(&board, &[place(1, 0)]), [(0, 1), (1, 0), (3, 2)], "no square is shared");
        assert_eq!(after(&board, &[Edit::Carry { from: 0, to: 3 }]), [(1, 0), (3, 0), (3, 2)], "a mark is no obstacle");
        assert_eq!(after(&board, &[Edit::Carry { from: 3, to: 2 }]), [(0, 0), (1, 0), (3, 2)], "nor is it carried");
        let flooded = Edit::Place { tool: Tool::Terrain(1), square: 3 };
        assert_eq!(after(&board, &[place(1, 3), flooded]), [(0, 0), (1, 0), (3, 2)]);
        assert_eq!(after(&board, &[flooded, Edit::Carry { from: 0, to: 3 }]), [(0, 0), (1, 0), (3, 2)]);
    }

    #[test]
    fn sides_are_swapped_layer_by_layer() {
        let board = scene(1, 5, &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]);
        assert_eq!(after(&board, &[Edit::Swap]), [(0, 1), (1, 0), (2, 3), (3, 2), (4, 4)]);
        assert_eq!(kit().kinds[2].layer, Layer::Ground);
    }

    #[test]
    fn all_kinds_of_ground_turn_with_the_board() {
        let mut board = scene(2, 3, &[(0, 0)]);
        board.ground = vec![0, 1, 2, 1, 1, 0];
        let text = |edit| board.clone().edited(&kit(), edit).ground_text(&kit());
        assert_eq!(board.ground_text(&kit()).as_deref(), Some("1~^/~~1"));
        assert_eq!(text(Edit::Rotate).as_deref(), Some("~1/~~/1^"));
        assert_eq!(text(Edit::Mirror).as_deref(), Some("^~1/1~~"));
        assert_eq!(text(Edit::Size { rows: 1, columns: 4 }).as_deref(), Some("1~^1"));
        assert_eq!(text(Edit::Clear).as_deref(), Some("3/3"));
        assert_eq!(after(&board, &[Edit::Rotate]), [(1, 0)]);
    }

    #[test]
    fn pieces_that_fall_rest_on_those_below() {
        let kit = kit().falls();
        let board = Scene::new(Shape::Grid { rows: 3, columns: 2 }, Side::First);
        let after = |edits: &[Edit]| {
            let edited = edits.iter().fold(board.clone(), |scene, &edit| scene.edited(&kit, edit));
            edited.stones.iter().map(|stone| (stone.square, stone.kind)).collect::<Vec<_>>()
        };
        assert_eq!(after(&[place(0, 0)]), [(4, 0)], "from the top to the floor");
        assert_eq!(after(&[place(0, 0), place(1, 2)]), [(2, 1), (4, 0)], "onto another");
        assert_eq!(after(&[place(0, 0), place(1, 0), place(0, 4)]), [(4, 1)], "what was below is taken off");
        assert_eq!(after(&[place(0, 0), place(1, 0), Edit::Carry { from: 4, to: 1 }]), [(4, 1), (5, 0)]);
        let high = Edit::Size { rows: 4, columns: 2 };
        assert_eq!(after(&[place(0, 0), place(1, 0), high]), [(4, 1), (6, 0)], "they grow at the top");
        let low = Edit::Size { rows: 1, columns: 2 };
        assert_eq!(after(&[place(0, 0), place(1, 0), low]), [(0, 0)], "and shrink there");
    }

    #[test]
    fn fixed_ground_is_no_tool() {
        let kit = kit().fixed_terrain("edge", '#', "edge").terrain("sand", ':', "sand");
        assert_eq!(kit.terrain.len(), 5);
        assert_eq!(kit.tool("edge"), None);
        assert_eq!(kit.tool("sand"), Some(Tool::Terrain(4)), "numbers are those of the ground");
    }

    #[test]
    fn a_row_that_shifts_is_not_edited_where_nothing_stands() {
        let kit = kit().shifts();
        let row = Scene::new(Shape::Row { length: 2 }, Side::First).with([Stone { square: 0, kind: 0 }]);
        assert_eq!(row.clone().edited(&kit, Edit::Carry { from: 0, to: 1 }), row);
    }
}
