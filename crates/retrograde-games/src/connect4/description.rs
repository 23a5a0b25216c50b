//! The rules of connect four as a description of a board game. The file `examples/games/connect4.game` describes the
//! game on four rows and five columns. This module makes the description for any size.

use retrograde_boards::{
    After, Along, Condition, ConditionRule, Content, Description, DirectionMap, EndingRule, Family, KindOfPiece,
    MoveRule, Owner, PatternCell, Repeat, Rows, Setup, SidesTested, SquareBoard, SquareSet, Test, Verdict,
};

use super::board::Size;

/// The index of the only kind of pieces.
const MARK: usize = 0;

/// Two indexes. The first is the index of the family of directions `orthogonal` among the families of a grid, and the
/// second is the index of the downward direction in this family.
const SOUTH: (usize, usize) = (0, 2);

/// The index of the family of directions that has only the downward direction.
const DOWN: usize = 3;

/// The indexes of two conditions. The first condition says that a square is in the lowest row, and the second condition
/// says that the square below is occupied.
const BOTTOM: usize = 0;
const SUPPORTED: usize = 1;

pub(super) fn description(size: Size) -> Description {
    let moves = vec![drop("fall", BOTTOM), drop("pile", SUPPORTED)];
    Description {
        id: "drop4".to_owned(),
        title: "Connect four on four rows of five squares".to_owned(),
        rules:
            "Drop a mark into a column; it falls to the lowest empty square. Four marks in a line win. A full board is \
                a tie."
                .to_owned(),
        sides: ["x", "o"].map(str::to_owned),
        board: board(size),
        kinds: vec![KindOfPiece { name: "mark".to_owned(), letter: 'M', shown: ['X', 'O'], zone: None }],
        conditions: vec![below("bottom", Content::Edge), below("supported", Content::Occupied)],
        turn: vec![(0..moves.len()).collect()],
        moves,
        royal: None,
        endings: vec![EndingRule {
            name: "line".to_owned(),
            of: SidesTested::Both,
            when: vec![Test::Row(0)],
            result: Verdict::OwnWins,
        }],
        no_move: Verdict::Tie,
        start: Setup { squares: vec![None; size.squares()], hands: [vec![0], vec![0]], turn: 0 },
    }
}

fn board(size: Size) -> SquareBoard {
    let mut board = SquareBoard::grid(size.rows, size.columns);
    let (family, direction) = SOUTH;
    let down: [Vec<DirectionMap>; 2] =
        [0, 1].map(|side| vec![board.families[family].directions[side][direction].clone()]);
    board.families.push(Family { name: "down".to_owned(), directions: down });
    board.rows = vec![Rows { name: "four".to_owned(), rows: fours(size) }];
    board
}

/// Returns all sets of four squares in a line.
fn fours(size: Size) -> Vec<SquareSet> {
    let mut fours = Vec::new();
    for (row, column) in (0..size.rows).flat_map(|row| (0..size.columns).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let square = |step: isize| {
                let row = row.checked_add_signed(down * step)?;
                let column = column.checked_add_signed(right * step)?;
                (row < size.rows && column < size.columns).then_some(row * size.columns + column)
            };
            let squares: Option<Vec<usize>> = (0..4).map(square).collect();
            fours.extend(squares.map(|four| four.into_iter().fold(0, |set: SquareSet, square| set | 1 << square)));
        }
    }
    fours.sort_unstable();
    fours
}

/// Returns the condition that the square below a square has the content `content`.
fn below(name: &str, content: Content) -> Condition {
    let cells = [Content::Anything, content].map(|content| cell(content, Vec::new(), After::Same)).into();
    Condition { name: name.to_owned(), rule: ConditionRule::Path { along: Along::Family(DOWN), cells } }
}

/// Returns the rule of a move that puts a mark onto an empty square for which a condition holds.
fn drop(name: &str, condition: usize) -> MoveRule {
    MoveRule {
        name: name.to_owned(),
        along: Along::Anywhere,
        cells: vec![cell(Content::Empty, vec![(condition, true)], After::Piece(Owner::Own, MARK))],
        when: Vec::new(),
        hands: Vec::new(),
        then: None,
    }
}

const fn cell(before: Content, conditions: Vec<(usize, bool)>, after: After) -> PatternCell {
    PatternCell { before, conditions, repeat: Repeat::Once, after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_that_of_the_example_file() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/connect4.game");
        let file = std::fs::read_to_string(file).unwrap();
        assert_eq!(description(Size { rows: 4, columns: 5 }), retrograde_boards::read(&file).unwrap());
    }
}
