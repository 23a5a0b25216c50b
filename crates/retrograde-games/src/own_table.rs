//! Tables that a game makes itself, faster than the kernel.

use retrograde::{Reversible, SolveError, Table};

/// A game with a maker of whole tables. The kernel stays the judge: the maker's tables equal its tables bit for bit.
pub trait OwnTable: Reversible {
    /// The values of all positions; `None` if the maker does not take this instance.
    ///
    /// It is used where the kernel would fit into memory, and takes no more; and it is so fast that nobody could stop it.
    ///
    /// # Errors
    /// Those of the kernel.
    fn own_table(&self) -> Option<Result<Table, SolveError>>;
}
