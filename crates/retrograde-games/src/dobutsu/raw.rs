//! All positions, with the side to move and without folds, by a number that has many holes and is easily made: nothing is stored
//! by it.

use retrograde::Side;

use super::arrangement::Material;
use super::board::{Animal, SQUARES};
use super::position::{HELD, Man, Position};

/// Where a lion can be: on a square, or taken.
const LION: u64 = SQUARES as u64 + 1;
/// Where an animal can be: nowhere, in a hand, or on a square, whose and whether a hen.
const PLACES: u64 = 3 + 4 * SQUARES as u64;

/// One number behind the last.
pub(super) const SLOTS: u64 = 2 * LION.pow(2) * PLACES.pow(6);

/// The number of a position.
pub(super) fn slot(position: &Position) -> u64 {
    let lion = |side| position.lion(side).map_or(0, |square| u64::from(square) + 1);
    let mut number = position.turn.index() as u64;
    for side in Side::BOTH {
        number = number * LION + lion(side);
    }
    for (kind, held) in HELD.into_iter().enumerate() {
        let mut places = [0; 2];
        let hands = Side::BOTH
            .into_iter()
            .flat_map(|side| (0..position.hands[side.index()][kind]).map(move |_| 1 + side.index() as u64));
        let on_board = (0_u64..).zip(&position.board).filter_map(|(square, man)| {
            let man = man.filter(|man| man.animal.captured() == held)?;
            Some(3 + 4 * square + 2 * u64::from(man.animal == Animal::Hen) + man.side.index() as u64)
        });
        places.iter_mut().zip(hands.chain(on_board)).for_each(|(to, place)| *to = place);
        number = places.into_iter().fold(number, |number, place| number * PLACES + place);
    }
    number
}

/// The position of a number, if it is one's.
pub(super) fn position(number: u64) -> Option<Position> {
    let mut rest = number;
    let mut digit = |base: u64| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let places: [[u64; 2]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| digit(PLACES)));
    let [second, first] = std::array::from_fn(|_| digit(LION));
    let mut position =
        Position { board: [None; SQUARES as usize], hands: [[0; 3]; 2], turn: Side::from_parity(digit(2)) };
    for (side, lion) in [(Side::First, first), (Side::Second, second)] {
        if lion > 0 {
            put(&mut position, lion - 1, Man { side, animal: Animal::Lion })?;
        }
    }
    for (kind, place) in places.into_iter().rev().enumerate().flat_map(|(kind, pair)| pair.map(|place| (kind, place))) {
        match place {
            0 => (),
            1 | 2 => position.hands[place as usize - 1][kind] += 1,
            _ => {
                let (square, owned) = ((place - 3) / 4, (place - 3) % 4);
                let animal = if owned < 2 { HELD[kind] } else { Animal::Hen };
                put(&mut position, square, Man { side: Side::from_parity(owned), animal })?;
            }
        }
    }
    (slot(&position) == number).then_some(position)
}

/// Puts an animal on a square that is free.
fn put(position: &mut Position, square: u64, man: Man) -> Option<()> {
    position.board.get_mut(square as usize)?.replace(man).is_none().then_some(())
}

/// How many chicks, giraffes and elephants a position has.
pub(super) fn material(position: &Position) -> Material {
    let mut material = [0; 3];
    for (kind, held) in HELD.into_iter().enumerate() {
        let on_board = position.board.iter().flatten().filter(|man| man.animal.captured() == held).count();
        material[kind] = on_board as u8 + position.hands[0][kind] + position.hands[1][kind];
    }
    material
}
