//! The rules of teeko as a description of a board game. The file `examples/games/teeko.game` contains the same
//! description. This module makes the description as a value, so a program need not read a game file.

use retrograde_boards::{
    After, Along, Content, CountTerm, Description, EndingRule, HandChange, KindOfPiece, MoveRule, Owner, PatternCell,
    Relation, Repeat, Rows, Setup, SidesTested, SquareBoard, SquareSet, Test, Verdict,
};

use super::board::{MEN, PATTERNS, SIDE, SQUARES};

/// The index of the only kind of pieces.
const PIECE: usize = 0;

/// The index of the family of directions `every` among the families of a grid.
const EVERY: usize = 2;

pub(super) fn description() -> Description {
    let moves = vec![put(), step()];
    Description {
        id: "teeko5".to_owned(),
        title: "Teeko".to_owned(),
        rules: "Put four pieces each in turn, then move one piece a step in any direction.\n\
                Four in a line or in a square of two by two win."
            .to_owned(),
        sides: ["black", "red"].map(str::to_owned),
        board: board(),
        kinds: vec![KindOfPiece { name: "piece".to_owned(), letter: 'P', shown: ['B', 'R'], zone: None }],
        conditions: Vec::new(),
        turn: vec![(0..moves.len()).collect()],
        moves,
        royal: None,
        endings: vec![EndingRule {
            name: "pattern".to_owned(),
            of: SidesTested::Both,
            when: vec![Test::Row(0)],
            result: Verdict::OwnWins,
        }],
        no_move: Verdict::OwnLoses,
        start: Setup { squares: vec![None; SQUARES], hands: [vec![MEN as u8], vec![MEN as u8]], turn: 0 },
    }
}

fn board() -> SquareBoard {
    let mut rows = PATTERNS.map(SquareSet::from);
    rows.sort_unstable();
    let rows = vec![Rows { name: "pattern".to_owned(), rows: rows.into() }];
    SquareBoard { rows, ..SquareBoard::grid(SIDE, SIDE) }
}

/// Returns the rule of a move that puts a piece from the hand onto an empty square.
fn put() -> MoveRule {
    MoveRule {
        name: "put".to_owned(),
        along: Along::Anywhere,
        cells: vec![cell(Content::Empty, After::Piece(Owner::Own, PIECE))],
        when: Vec::new(),
        hands: vec![HandChange { owner: Owner::Own, kind: PIECE, change: -1 }],
        then: None,
    }
}

/// Returns the rule of a move of a piece to an empty neighbouring square. The move is possible only if the hand is
/// empty.
fn step() -> MoveRule {
    MoveRule {
        name: "step".to_owned(),
        along: Along::Family(EVERY),
        cells: vec![
            cell(Content::Piece(Owner::Own, Some(PIECE)), After::Empty),
            cell(Content::Empty, After::Piece(Owner::Own, PIECE)),
        ],
        when: vec![Test::Count(vec![CountTerm::InHand(Owner::Own, PIECE)], Relation::Equal, 0)],
        hands: Vec::new(),
        then: None,
    }
}

const fn cell(before: Content, after: After) -> PatternCell {
    PatternCell { before, conditions: Vec::new(), repeat: Repeat::Once, after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_that_of_the_example_file() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/teeko.game");
        let file = std::fs::read_to_string(file).unwrap();
        assert_eq!(description(), retrograde_boards::read(&file).unwrap());
    }
}
