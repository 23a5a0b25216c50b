//! Grundy's game: a move divides a heap into two heaps of different sizes; a player who cannot move loses.

use std::collections::BTreeMap;

use retrograde::{Ending, Game, Notation, NotationError, Side};

pub struct Grundy;

/// The number of heaps of each size; the key is the size.
type Heaps = BTreeMap<u8, u8>;

impl Game for Grundy {
    type Position = (Heaps, Side);
    type Move = String;
    const TIES: bool = false;

    fn turn(&self, position: &(Heaps, Side)) -> Side {
        position.1
    }

    fn ending(&self, (heaps, turn): &(Heaps, Side)) -> Option<Ending> {
        heaps.keys().all(|&heap| heap < 3).then(|| Ending::won(turn.other(), "all-small"))
    }

    fn each_move(&self, (heaps, turn): &(Heaps, Side), mut visit: impl FnMut(String, (Heaps, Side))) {
        for &heap in heaps.keys() {
            for part in 1..heap.div_ceil(2) {
                let mut after = heaps.clone();
                after.entry(heap).and_modify(|count| *count -= 1);
                [part, heap - part].into_iter().for_each(|new| *after.entry(new).or_default() += 1);
                after.retain(|_, count| *count > 0);
                visit(format!("{heap}.{part}"), (after, turn.other()));
            }
        }
    }
}

impl Notation for Grundy {
    const ID: &'static str = "grundy";
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "Grundy's game";
    const RULES: &'static str = "Part a heap into two of different sizes. Who finds all heaps small loses.";
    const EXAMPLES: &'static [&'static str] = &["20_a"];

    fn parse(text: &str) -> Result<(Self, (Heaps, Side)), NotationError> {
        let (sizes, turn) = crate::read(text)?;
        let mut heaps = Heaps::new();
        sizes.into_iter().for_each(|size| *heaps.entry(size).or_default() += 1);
        Ok((Grundy, (heaps, turn)))
    }

    fn print(&self, (heaps, turn): &(Heaps, Side)) -> String {
        let sizes: Vec<u8> = heaps.iter().flat_map(|(&size, &count)| std::iter::repeat_n(size, count.into())).collect();
        crate::print(&sizes, *turn)
    }
}
