//! The rules of quixo as a description of a board game. The file `examples/games/quixo.game` describes the game on
//! three rows. This module makes the description for any size, so a program need not read a game file.

use retrograde_boards::{
    After, Along, Condition, ConditionRule, Content, Description, EndingRule, KindOfPiece, MoveRule, Owner,
    PatternCell, Repeat, Rows, Setup, SidesTested, SquareBoard, SquareSet, Test, Verdict, Zone,
};

use super::pushes::Size;

/// The index of the only kind of pieces.
const MARK: usize = 0;

/// The index of the family of directions `orthogonal` among the families of a grid.
const ORTHOGONAL: usize = 0;

/// The index of the condition that a cube is on the border.
const BORDER: usize = 0;

/// The name of the condition that a cube is on the border, and of the zone (the set of squares) that the condition
/// uses.
const BORDER_NAME: &str = "border";

pub(super) fn description(size: Size) -> Description {
    let moves = vec![push("push-blank", Content::Empty), push("push-own", Content::Piece(Owner::Own, Some(MARK)))];
    Description {
        id: "quixo3".to_owned(),
        title: "Quixo on three rows of three cubes".to_owned(),
        rules:
            "Take a cube from the border that is blank or bears your mark, and push it in with your mark at an end of \
                its row or column,\nnot where it was. A line of your marks wins; if a push makes lines of both marks, \
                the player who pushed loses."
                .to_owned(),
        sides: ["x", "o"].map(str::to_owned),
        board: board(size),
        kinds: vec![KindOfPiece { name: "mark".to_owned(), letter: 'M', shown: ['X', 'O'], zone: None }],
        conditions: vec![Condition { name: BORDER_NAME.to_owned(), rule: ConditionRule::InZone(0) }],
        turn: vec![(0..moves.len()).collect()],
        moves,
        royal: None,
        endings: vec![ending("line", SidesTested::ToMove), ending("own-line", SidesTested::Both)],
        no_move: Verdict::OwnLoses,
        start: Setup { squares: vec![None; size.cubes()], hands: [vec![0], vec![0]], turn: 0 },
    }
}

fn board(size: Size) -> SquareBoard {
    let mut lines: Vec<SquareSet> = size.masks().map(SquareSet::from).collect();
    lines.sort_unstable();
    let is_on_border = |cube: &usize| {
        let (row, column) = (cube / size.columns, cube % size.columns);
        row == 0 || row + 1 == size.rows || column == 0 || column + 1 == size.columns
    };
    let border = (0..size.cubes()).filter(is_on_border).fold(0, |all: SquareSet, cube| all | 1 << cube);
    SquareBoard {
        rows: vec![Rows { name: "line".to_owned(), rows: lines }],
        zones: vec![Zone { name: BORDER_NAME.to_owned(), squares: [border; 2] }],
        ..SquareBoard::grid(size.rows, size.columns)
    }
}

/// Returns the rule of a move that takes a cube of the border, and pushes the cube in again at the end of the path,
/// with the mover's mark. Each other cube on the path moves one square towards the square of the taken cube.
fn push(name: &str, taken: Content) -> MoveRule {
    let taken = PatternCell { conditions: vec![(BORDER, true)], ..cell(taken, Repeat::Once, After::Pulled) };
    MoveRule {
        name: name.to_owned(),
        along: Along::Family(ORTHOGONAL),
        cells: vec![
            taken,
            cell(Content::Anything, Repeat::Any, After::Pulled),
            cell(Content::Anything, Repeat::Once, After::Piece(Owner::Own, MARK)),
            cell(Content::Edge, Repeat::Once, After::Same),
        ],
        when: Vec::new(),
        hands: Vec::new(),
        then: None,
    }
}

const fn cell(before: Content, repeat: Repeat, after: After) -> PatternCell {
    PatternCell { before, conditions: Vec::new(), repeat, after }
}

fn ending(name: &str, of: SidesTested) -> EndingRule {
    EndingRule { name: name.to_owned(), of, when: vec![Test::Row(0)], result: Verdict::OwnWins }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_that_of_the_example_file() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/quixo.game");
        let file = std::fs::read_to_string(file).unwrap();
        assert_eq!(description(Size { rows: 3, columns: 3 }), retrograde_boards::read(&file).unwrap());
    }
}
