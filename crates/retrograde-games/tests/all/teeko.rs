//! Tests of teeko: compares the seeds and un-moves that are derived from its description with its rules.

use retrograde::{Game, Numbered, Options, Side, Slot, Solution, Value};
use retrograde_games::teeko::Teeko;

use crate::laws;

/// Slots with any number of pieces.
#[test]
fn seeds_and_unmoves_are_what_the_moves_say() {
    let near = (0..2_000).step_by(53);
    let few = near.chain((0..Teeko.slots()).step_by(200_003)).chain([Teeko.slots() - 1]);
    laws::check_some(&Teeko, few.map(Slot));
}

/// The program by hand that the description replaced had the same counts, in every depth. They are of 96,691,476
/// positions: those with all pieces on the board only if Black is to move, because an exchange of the colours gives the
/// others.
#[test]
#[ignore = "slow: a table of 13 million slots, and the values of 97 million positions"]
fn positions_have_the_values_of_the_program_by_hand() {
    let solution = Solution::new(Teeko, &Options::DEFAULT).unwrap();
    let raw = Teeko.raw().unwrap();
    assert_eq!(raw.raw_slots(), 172_401_726);
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    for slot in (0..raw.raw_slots()).map(Slot) {
        let position = raw.raw_position(slot).unwrap();
        if position.is_set() && Teeko.turn(&position) == Side::Second {
            continue;
        }
        match solution.value(&position).unwrap() {
            Value::Win(_) => wins += 1,
            Value::Loss(_) => losses += 1,
            Value::Draw => draws += 1,
            Value::Tie(_) => panic!("{position:?}"),
        }
    }
    assert_eq!((wins, losses, draws), (33_504_034, 8_665_559, 54_521_883));
}
