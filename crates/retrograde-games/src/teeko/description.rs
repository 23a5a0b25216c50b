//! The rules of teeko as a description of a board game. `examples/games/teeko.game` has the same description as a file;
//! here it is a value, so that a program without game files needs no reader of them.

use retrograde_boards::{
    After, Along, Content, CountTerm, Description, DirectionMap, EndingRule, Family, HandChange, KindOfPiece, MoveRule,
    Owner, PatternCell, Relation, Repeat, Rows, Setup, SidesTested, SquareBoard, SquareSet, Test, Verdict,
};

use super::board::{MEN, PATTERNS, SIDE, SQUARES};

/// The only kind of pieces, as an index.
const PIECE: usize = 0;

/// The families of directions, with the steps of their directions as changes of row and column.
const FAMILIES: [(&str, &[(isize, isize)]); 3] = [
    ("orthogonal", &[(-1, 0), (0, 1), (1, 0), (0, -1)]),
    ("diagonal", &[(-1, 1), (1, 1), (1, -1), (-1, -1)]),
    ("every", &[(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]),
];

/// The family of the steps of a piece, as an index.
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
        no_move: Verdict::Tie,
        start: Setup { squares: vec![None; SQUARES], hands: [vec![MEN as u8], vec![MEN as u8]], turn: 0 },
    }
}

fn board() -> SquareBoard {
    let places = || (0..SIDE as u8).flat_map(|row| (0..SIDE as u8).map(move |column| (row, column)));
    let name = |(row, column): (u8, u8)| format!("{}{}", char::from(b'a' + column), row + 1);
    let family = |(name, steps): (&str, &[(isize, isize)])| {
        let directions: Vec<DirectionMap> = steps.iter().map(|&step| direction(step)).collect();
        Family { name: name.to_owned(), directions: [directions.clone(), directions] }
    };
    let mut rows = PATTERNS.map(SquareSet::from);
    rows.sort_unstable();
    SquareBoard {
        squares: places().map(name).collect(),
        places: places().collect(),
        families: FAMILIES.into_iter().map(family).collect(),
        rows: vec![Rows { name: "pattern".to_owned(), rows: rows.into() }],
        zones: Vec::new(),
    }
}

/// The direction of a step that changes row and column.
fn direction((down, right): (isize, isize)) -> DirectionMap {
    let moved = |line: usize, change| line.checked_add_signed(change).filter(|line| *line < SIDE);
    let next = |square| Some(moved(square / SIDE, down)? * SIDE + moved(square % SIDE, right)?);
    DirectionMap { steps: vec![(0..SQUARES).map(|square| next(square).map(|next| next as u8)).collect()] }
}

/// A piece from the hand comes to an empty square.
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

/// A piece moves to a neighbouring square, if the hand is empty.
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
