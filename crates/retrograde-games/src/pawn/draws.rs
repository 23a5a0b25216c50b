//! Searches for long games whose starts keep the promise of a contest test. If the promise does not restrict the walls,
//! the search is a climb from board to board: the longest games of the boards usually become longer. Otherwise the
//! search tries random boards.

use std::collections::VecDeque;

use fastrand::Rng;
use retrograde::Side;
use retrograde::author::{Draft, Subtask};

use super::climb::{PATIENCE, climber as free_climber};
use super::drafts::{ONE_COLUMN, drawn, placed};
use super::messages::{Breach, Sizes};
use super::notation::Placed;
use super::rules::RED;
use super::subtask::Promise;
use super::sweep::Sweep;
use retrograde::author::{BestFound, Climbed, Climber, SearchSpec};
use retrograde::rules::message::Message;

/// Returns a search for boards that keep the promise of a contest test and have long games. The search climbs if the
/// promise does not restrict the walls; otherwise it tries random boards.
///
/// # Errors
/// Returns an error if no board of the test has the requested size, or if an initial board breaks the promise.
pub(super) fn climber(subtask: &Subtask, search_spec: &SearchSpec) -> Result<Box<dyn Climber>, Message> {
    let promise = Promise::of(subtask.number);
    let mut from = VecDeque::new();
    for token in &search_spec.from {
        let start = placed(token).ok_or_else(|| Sizes::NotPawn { token: token.clone() })?;
        if let Some(breach) = promise.breach(&start) {
            return Err(breach);
        }
        from.push_back(start);
    }
    match promise {
        Promise::Nothing => free_climber(search_spec),
        Promise::OneColumn => {
            let columns = search_spec.size.map_or(1, |(_, columns)| columns);
            if columns != 1 {
                return Err(Breach::NoOneColumn { columns }.into());
            }
            let size = search_spec.size.or_else(|| from.is_empty().then_some(ONE_COLUMN));
            free_climber(&SearchSpec { size, ..search_spec.clone() })
        }
        _ => {
            let draft = Draft { size: search_spec.size, walls: None, cases: 1 };
            let mut rng = Rng::with_seed(search_spec.seed);
            // This call returns an error for a size that no board of the test has.
            drawn(promise, &mut rng, draft)?;
            let enough = search_spec.enough.unwrap_or(u32::MAX);
            let sweep = Sweep::new();
            Ok(Box::new(Draws {
                promise,
                draft,
                winner: search_spec.winner,
                enough,
                from,
                rng,
                sweep,
                highest: None,
                idle: 0,
            }))
        }
    }
}

/// Draws random starts, and reports each start whose game is longer than all earlier games.
struct Draws {
    promise: &'static Promise,
    draft: Draft,
    winner: Side,
    /// The search stops when it has found a game of this depth, in plies.
    enough: u32,
    /// The starts to try before random starts.
    from: VecDeque<Placed>,
    rng: Rng,
    sweep: Sweep,
    highest: Option<BestFound>,
    /// The number of starts that were tried since the best start was found.
    idle: u32,
}

impl Draws {
    /// Draws one more start. Returns the start if the requested side wins it.
    fn draw(&mut self) -> Option<BestFound> {
        let start = match self.from.pop_front() {
            Some(start) => start,
            None => Placed::read(&drawn(self.promise, &mut self.rng, self.draft).ok()?).ok()?,
        };
        let (game, position) = start.set_up().ok()?;
        let value = self.sweep.answer(&game, &position)?;
        let is_won = value.winner(RED) == Some(self.winner) && self.promise.breach(&start).is_none();
        is_won.then(|| value.depth()).flatten().map(|depth| BestFound { depth: depth.plies(), token: start.token() })
    }

    fn is_over(&self) -> bool {
        self.highest.as_ref().is_some_and(|highest| highest.depth >= self.enough) || self.idle >= PATIENCE
    }
}

impl Climber for Draws {
    fn step(&mut self) -> Climbed {
        if self.is_over() {
            (self.highest, self.idle) = (None, 0);
        }
        let is_higher =
            |found: &BestFound, highest: &Option<BestFound>| highest.as_ref().is_none_or(|old| found.depth > old.depth);
        match self.draw().filter(|found| is_higher(found, &self.highest)) {
            Some(found) => (self.highest, self.idle) = (Some(found), 0),
            None => self.idle += 1,
        }
        match self.idle {
            _ if self.is_over() => Climbed::Over,
            0 => Climbed::Higher,
            _ => Climbed::Level,
        }
    }

    fn highest(&self) -> Option<BestFound> {
        self.highest.clone()
    }
}
