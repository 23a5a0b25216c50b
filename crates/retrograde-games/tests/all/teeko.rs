//! Tests of teeko: compares the seeds and un-moves that are derived from its description with its rules.

use retrograde::{Game, Notation, Numbered, Options, Slot, Solution, Value};
use retrograde_games::teeko::{Position, Teeko};

use crate::laws;

/// Slots with any number of pieces.
#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    let near = (0..2_000).step_by(53);
    let few = near.chain((0..Teeko.slots()).step_by(200_003)).chain([Teeko.slots() - 1]);
    laws::check_some(&Teeko, few.map(Slot));
}

/// The squares of a position's pieces, Black's and then Red's, as bit masks in reading order.
fn men(position: &Position) -> [u32; 2] {
    let (mut men, mut square) = ([0; 2], 0);
    for letter in Teeko.print(position).chars() {
        match letter {
            '_' => break,
            'B' => men[0] |= 1 << square,
            'R' => men[1] |= 1 << square,
            _ => {}
        }
        square += if letter == '/' { 0 } else { letter.to_digit(10).unwrap_or(1) };
    }
    men
}

/// For each of the eight symmetries of the board, the new place of each square.
fn symmetries() -> [[usize; 25]; 8] {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|square| {
            let (row, column) = (square / 5, square % 5);
            let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
            let flipped = |place, bit| if symmetry & bit == 0 { place } else { 4 - place };
            flipped(row, 2) * 5 + flipped(column, 4)
        })
    })
}

/// The number of positions with the pieces of a position up to the symmetries of the board.
fn images(men: [u32; 2], symmetries: &[[usize; 25]; 8]) -> u64 {
    let moved = |set: u32, places: &[usize; 25]| {
        (0..25).filter(|square| set >> square & 1 == 1).fold(0, |moved, square| moved | 1_u32 << places[square])
    };
    let mut all = symmetries.each_ref().map(|places| men.map(|set| moved(set, places)));
    all.sort_unstable();
    1 + all.windows(2).filter(|two| two[0] != two[1]).count() as u64
}

/// The program by hand that the description replaced had the same counts, in every depth. They are of 96,691,476
/// positions: those with all pieces on the board only if Black is to move, because an exchange of the colours gives the
/// others. Each slot stands for the images of its position, so the values of other images are tested for a few slots.
#[test]
#[ignore = "slow: a table of 13 million slots"]
fn positions_have_the_values_of_the_program_by_hand() {
    let solution = Solution::new(Teeko, &Options::DEFAULT).unwrap();
    let raw = Teeko.raw().unwrap();
    assert_eq!(raw.raw_slots(), 172_401_726);
    let (symmetries, mut counts) = (symmetries(), [0; 3]);
    for (position, value) in solution.values() {
        let kind = match value {
            Value::Win(_) => 0,
            Value::Loss(_) => 1,
            Value::Draw => 2,
            Value::Tie(_) => panic!("{position:?}"),
        };
        counts[kind] += images(men(&position), &symmetries);
    }
    assert_eq!(counts, [33_504_034, 8_665_559, 54_521_883]);
    for position in (0..raw.raw_slots()).step_by(997).filter_map(|slot| raw.raw_position(Slot(slot))) {
        let value = solution.value(&position).unwrap();
        let mut best = None;
        Teeko.each_move(&position, |_, child| best = best.max(Some(solution.value(&child).unwrap().for_parent(false))));
        assert!(best.is_none_or(|best| best.one_ply_earlier() == value), "{position:?}");
    }
}
