//! Random indices that depend only on the seed, and not on the machine. The methods of [`Rng`] for `usize` use 32
//! random bits if an address has 32 bits, and 64 random bits otherwise. So with these methods, the same seed would give
//! other boards and moves in WebAssembly.

use std::ops::{Bound, RangeBounds};

use fastrand::Rng;

/// Methods that draw the same random values on all machines. The description of each method contains, in parentheses,
/// the name of a method of [`Rng`]. On a machine with 64-bit addresses, both methods draw the same values.
pub trait Draw {
    /// Returns a random index in a range (`usize`).
    ///
    /// # Panics
    /// Panics if the range is empty.
    fn index(&mut self, range: impl RangeBounds<usize>) -> usize;

    /// Returns a random item. Returns `None` if there is no item (`choice`).
    fn pick<I: IntoIterator<IntoIter: ExactSizeIterator>>(&mut self, items: I) -> Option<I::Item> {
        let mut items = items.into_iter();
        let count = items.len();
        if count == 0 { None } else { items.nth(self.index(..count)) }
    }

    /// Returns `count` random items, or all items if there are fewer than `count` (`choose_multiple`). The order of the
    /// result is not random.
    fn pick_several<I: IntoIterator>(&mut self, items: I, count: usize) -> Vec<I::Item> {
        let mut items = items.into_iter();
        let mut picked: Vec<I::Item> = items.by_ref().take(count).collect();
        for (after, item) in items.enumerate() {
            if let Some(place) = picked.get_mut(self.index(..=after + count)) {
                *place = item;
            }
        }
        picked
    }

    /// Puts items into a random order (`shuffle`).
    fn mix<T>(&mut self, items: &mut [T]) {
        for place in 1..items.len() {
            items.swap(place, self.index(..=place));
        }
    }
}

impl Draw for Rng {
    fn index(&mut self, range: impl RangeBounds<usize>) -> usize {
        let wide = |bound: Bound<&usize>| bound.map(|&index| index as u64);
        self.u64((wide(range.start_bound()), wide(range.end_bound()))) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two generators with the same seed.
    fn both(seed: u64) -> [Rng; 2] {
        [(); 2].map(|()| Rng::with_seed(seed))
    }

    /// The numbers in this test are the numbers that a machine with 64-bit addresses draws. A machine with 32-bit
    /// addresses must draw the same numbers.
    #[test]
    fn issue_31_draws_are_known() {
        let mut rng = Rng::with_seed(7);
        assert_eq!([10, 100, 1000].map(|most| rng.index(..most)), [7, 22, 718]);
        assert_eq!(rng.pick([2, 3, 5, 7, 11]), Some(5));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn draws_equal_those_of_the_generator() {
        for seed in 0..200 {
            println!("seed {seed}");
            let ([mut ours, mut its], size) = (both(seed), seed as usize % 9);
            assert_eq!(ours.index(size..), its.usize(size..));
            assert_eq!(ours.index(size..=2 * size), its.usize(size..=2 * size));
            assert_eq!(ours.pick(0..size), its.choice(0..size));
            assert_eq!(ours.pick_several(0..20, size), its.choose_multiple(0..20, size));
            assert_eq!(ours.pick_several(0..size, 4), its.choose_multiple(0..size, 4));
            let mut mixed = [(); 2].map(|()| (0..size).collect::<Vec<_>>());
            ours.mix(&mut mixed[0]);
            its.shuffle(&mut mixed[1]);
            assert_eq!(mixed[0], mixed[1]);
            assert_eq!(ours.u64(..), its.u64(..), "both have drawn equally often");
        }
    }
}
