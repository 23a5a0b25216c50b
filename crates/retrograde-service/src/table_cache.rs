//! A cache of the tables of solved instances (boards). If memory is short, the least recently used table is dropped
//! first.

/// A cache of tables. Each table is stored with its instance.
#[derive(Debug)]
pub(crate) struct TableCache<T> {
    /// The tables in the order of their last use; the most recently used table is the last.
    held: Vec<Held<T>>,
    most_alike: usize,
}

/// A table in the cache.
#[derive(Debug)]
pub(crate) struct Held<T> {
    /// The text that identifies the table's instance.
    pub(crate) instance: String,
    /// The table.
    pub(crate) table: T,
}

impl<T> TableCache<T> {
    /// Creates an empty cache with at most `most_alike` tables of one instance. If an instance has several tables, each
    /// table contains the positions that are reachable from a different starting position.
    ///
    /// # Panics
    /// If `most_alike` is zero.
    pub(crate) const fn new(most_alike: usize) -> Self {
        assert!(most_alike > 0, "the cache holds at least one table");
        Self { held: Vec::new(), most_alike }
    }

    /// Returns whether the cache contains no table.
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Returns the tables, the most recently used table first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Held<T>> {
        self.held.iter().rev()
    }

    /// Returns the first answer from the tables of an instance; the most recently used table is asked first. Marks the
    /// table that answers as used.
    pub(crate) fn ask<A>(&mut self, instance: &str, question: impl Fn(&T) -> Option<A>) -> Option<A> {
        let asked = |(index, held): (usize, &Held<T>)| Some((index, question(&held.table)?));
        let of_instance = self.held.iter().enumerate().rev().filter(|(_, held)| held.instance == instance);
        let (index, answer) = of_instance.into_iter().find_map(asked)?;
        let used = self.held.remove(index);
        self.held.push(used);
        Some(answer)
    }

    /// Drops tables for which `may_go` returns true, the least recently used first, until `is_enough` returns true.
    pub(crate) fn drop_oldest(&mut self, may_go: impl Fn(&T) -> bool, is_enough: impl Fn() -> bool) {
        let mut next = 0;
        while next < self.held.len() && !is_enough() {
            if may_go(&self.held[next].table) {
                self.held.remove(next);
            } else {
                next += 1;
            }
        }
    }

    /// Drops the tables for which `is_wanted` returns false.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&T) -> bool) {
        self.held.retain(|held| is_wanted(&held.table));
    }

    /// Adds a table, and marks it as used. The new table replaces a table of the same instance for which `is_same`
    /// returns true. If the instance then has too many tables in the cache, its least recently used table is dropped.
    pub(crate) fn keep(&mut self, held: Held<T>, is_same: impl Fn(&T) -> bool) -> &T {
        let is_alike = |other: &Held<T>| other.instance == held.instance;
        self.held.retain(|other| !is_alike(other) || !is_same(&other.table));
        if self.held.iter().filter(|other| is_alike(other)).count() >= self.most_alike {
            let oldest = self.held.iter().position(is_alike);
            oldest.map(|oldest| self.held.remove(oldest));
        }
        let last = self.held.len();
        self.held.push(held);
        &self.held[last].table
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn held(instance: &str, table: u32) -> Held<u32> {
        Held { instance: instance.to_owned(), table }
    }

    fn tables(table_cache: &TableCache<u32>) -> Vec<u32> {
        table_cache.iter().map(|held| held.table).collect()
    }

    #[test]
    fn the_table_used_longest_ago_goes_first() {
        let mut table_cache = TableCache::new(1);
        for (number, instance) in (1..).zip(["a", "b", "c"]) {
            table_cache.keep(held(instance, number), |_| false);
        }
        assert_eq!(table_cache.ask("a", |&table| Some(table)), Some(1));
        let asked = Cell::new(0);
        let may_go = |_: &u32| asked.replace(asked.get() + 1) == 0;
        table_cache.drop_oldest(may_go, || asked.get() == 1);
        assert_eq!(tables(&table_cache), [1, 3]);
        assert_eq!(table_cache.ask("b", |&table| Some(table)), None);
        table_cache.keep(held("b", 4), |_| false);
        table_cache.drop_oldest(|&table| table != 3, || false);
        assert_eq!(tables(&table_cache), [3]);
        table_cache.drop_oldest(|_| true, || true);
        table_cache.retain(|&table| table != 3);
        assert!(table_cache.is_empty());
    }

    #[test]
    fn of_tables_alike_the_one_that_answers_is_used() {
        let mut table_cache = TableCache::new(2);
        for number in 1..=3 {
            table_cache.keep(held("a", number), |_| false);
        }
        assert_eq!(tables(&table_cache), [3, 2]);
        assert_eq!(table_cache.ask("a", |&table| (table < 3).then_some(table)), Some(2));
        assert_eq!(tables(&table_cache), [2, 3]);
        table_cache.keep(held("a", 3), |&table| table == 3);
        table_cache.keep(held("b", 2), |_| true);
        assert_eq!(tables(&table_cache), [2, 3, 2]);
    }
}
