//! Finds the arrangements in which a side has no move because its own animals block each other.

use retrograde::Notation;

use super::board::{Animal, GOAL, Members, Owner, SQUARES, bit};
use super::position::HELD;
use super::rules::Dobutsu;

#[test]
fn no_animal_moves_where_all_are_in_each_others_way() {
    for text in ["GE1/LGE/CCl/3_sente", "GEl/LGE/CC1/3_sente"] {
        let (_, position) = Dobutsu::parse(text).unwrap();
        let mut moves = 0;
        position.each_move(|_, _| moves += 1);
        assert_eq!(moves, 0, "{text}");
    }
}

/// A side has no move only if its own animals occupy all squares that its animals can step to. Apart from mirror
/// images, only one arrangement of the side's animals has this property.
#[test]
fn animals_are_in_each_others_way_in_one_way() {
    let kinds = [Animal::Chick, Animal::Hen, Animal::Giraffe, Animal::Elephant];
    let mut found = Vec::new();
    for lion in (0..SQUARES).filter(|&lion| bit(lion) & GOAL == 0) {
        for own in (0_u16..1 << SQUARES).filter(|own| own & bit(lion) != 0 && own.count_ones() <= 7) {
            let fits = |animal: Animal, square| animal.attacks(Owner::Mover, square) & !own == 0;
            if !fits(Animal::Lion, lion) {
                continue;
            }
            let mut ways = vec![Vec::new()];
            for square in Members(own & !bit(lion)) {
                let fitting: Vec<_> = kinds.into_iter().filter(|&animal| fits(animal, square)).collect();
                ways = ways
                    .into_iter()
                    .flat_map(|way| fitting.iter().map(move |&animal| [&way[..], &[(square, animal)]].concat()))
                    .collect();
            }
            let of = |way: &[(u8, Animal)], held| way.iter().filter(|(_, animal)| animal.captured() == held).count();
            ways.retain(|way| HELD.into_iter().all(|held| of(way, held) <= 2));
            found.extend(ways.into_iter().map(|way| (lion, way)));
        }
    }
    assert_eq!(found.iter().map(|(lion, way)| (*lion, way.len())).collect::<Vec<_>>(), [(6, 6), (8, 6)], "{found:?}");
}
