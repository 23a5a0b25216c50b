//! A table with fillers, asked by its board.

use std::sync::Arc;

use retrograde::entry::AnyBoard;
use retrograde::folded;
use retrograde::{Cell, Histogram, Slot, Unreadable, Values};

use crate::meaning::Fill;
use crate::shelf::Found;
use crate::stored::Stored;

/// A table whose fillers are never told: the rules of its board say what such slots hold.
struct Ruled {
    board: Arc<dyn AnyBoard>,
    stored: Stored,
}

impl Found {
    /// The table by the slots of its board, for whoever asks sessions and boards: what rules tell is asked of the rules.
    pub fn values(self, board: &Arc<dyn AnyBoard>) -> Box<dyn Values + Send> {
        // A folded board asks its rules by itself.
        match self.stored.meaning().fill {
            Fill::Rules if !board.is_folded() => Box::new(Ruled { board: board.clone(), stored: self.stored }),
            _ => Box::new(self.stored),
        }
    }
}

impl Values for Ruled {
    fn slots(&self) -> u64 {
        self.stored.slots()
    }

    fn bytes(&self) -> u64 {
        self.stored.bytes()
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        folded::cell(&*self.board, &self.stored, slot)
    }

    /// Counted when the table was made.
    fn histogram(&self) -> Result<Histogram, Unreadable> {
        self.stored.histogram()
    }
}
