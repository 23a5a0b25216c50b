//! The checks of a game's laws (properties that every game must have). Some functions check all laws, and other
//! functions check the laws of one trait. One function checks all laws on a small part of a board.

use std::collections::BTreeSet;
use std::ops::Range;

use super::held::{HeldIndex, HeldPositions, HeldScope, Numbers};
use super::instances::{self, Examples, instances};
use super::level::{Level, Written};
use super::reach::Reached;
use super::sample::sampled_slots;
use super::seen::Finding;
use super::trial::Trial;
use crate::form::notation::Notation;
use crate::form::tokens::ByNotation;
use crate::judge::audit::audit_in;
use crate::judge::consistent::Inconsistent;
use crate::rules::game::{Ending, FileOrder, Game, Numbered, Reversible, Slot};
use crate::rules::law::{Broken, GameLaw};
use crate::rules::message::Message;
use crate::rules::side::Side;
use crate::rules::symmetric::Symmetric;

impl Inconsistent {
    /// Returns the law that the game probably breaks. The check [`from_examples`] can find out which law the game
    /// really breaks.
    pub fn likely(&self) -> GameLaw {
        match self {
            Self::Goes { .. } => GameLaw::EndingHasNoMoves,
            Self::Stuck => GameLaw::OpenHasMoves,
            // If the best move is better than the value in the table, an un-move is missing. If the best move is worse
            // than the value in the table, an un-move is wrong or repeated.
            Self::BestMove { expected, found, .. } if expected > found => GameLaw::MovesHaveUnmoves,
            Self::Ending { .. } | Self::BestMove { .. } => GameLaw::UnmovesHaveMoves,
        }
    }
}

/// The numbers of positions, moves and slots that a successful check covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of checked positions that play can reach.
    pub positions: u64,
    /// The number of moves of the checked positions.
    pub moves: u64,
    /// The number of checked slots.
    pub slots: u64,
    /// Whether the checks covered all positions and slots.
    pub complete: bool,
}

impl Checked {
    const fn and(self, more: Self) -> Self {
        Self {
            positions: self.positions + more.positions,
            moves: self.moves + more.moves,
            slots: self.slots + more.slots,
            complete: self.complete && more.complete,
        }
    }
}

impl Trial<'_> {
    /// Checks the laws of the numbering for one position, then the laws of un-moves.
    fn further(&self, at: HeldIndex) -> Result<(), Broken> {
        self.number(at)?;
        self.unmoves(at)
    }

    /// Checks all laws for the position of a slot. The kernel also solves positions that play does not reach, so the
    /// check must cover them.
    fn slot(&self, numbers: &dyn Numbers, slot: Slot) -> Result<(), Broken> {
        let _scratch = HeldScope::new(self.rules);
        let Some(at) = self.position(numbers, slot)? else { return Ok(()) };
        self.rules(at)?;
        self.further(at)
    }

    /// Checks the laws of the rules and the laws of the order for all stored positions.
    fn all_rules(&self) -> Result<(), Broken> {
        let all: Vec<_> = self.all().collect();
        for &at in &all {
            let _scratch = HeldScope::new(self.rules);
            self.rules(at)?;
        }
        self.order(&all)
    }

    /// Checks only the laws of the numbering, on at most `budget` slots.
    fn numbering(&self, budget: u64) -> Result<(), Broken> {
        let Some(numbers) = self.numbers else { return Ok(()) };
        for slot in sampled_slots(numbers.slots(), budget) {
            let _scratch = HeldScope::new(self.rules);
            if let Some(at) = self.position(numbers, slot)? {
                self.number(at)?;
            }
        }
        Ok(())
    }
}

/// The number of positions or slots that a thread checks in one block.
const BLOCK: u64 = 64;

/// The data of a check of a game's laws. If the number of threads is 0, the check uses one thread per core.
struct Checking<'c, G: Game> {
    level: Level<G>,
    written: Written<'c, G>,
    game: &'c G,
    threads: usize,
}

impl<G: Game> Checking<'_, G> {
    /// Checks every law on at most `positions` positions that play reaches from `starts`, and on at most `slots` slots.
    /// If there are more than `positions` starts, the check covers all starts. The number of threads does not change
    /// which broken law is reported.
    fn everything(&self, starts: Vec<G::Position>, positions: u64, slots: u64) -> Result<Checked, Broken> {
        let held = self.held(starts);
        let trial = self.level.trial(&held, self.written.id);
        let Reached { positions, moves, complete } = trial.reach(positions)?;
        trial.order(&positions)?;
        let reached = held.positions(&positions);
        self.share(reached.len() as u64, |range| {
            let held = self.held(reached[range.start as usize..range.end as usize].to_vec());
            let trial = self.level.trial(&held, self.written.id);
            trial.all().try_for_each(|at| trial.further(at))
        })?;
        let rules = Checked { positions: reached.len() as u64, moves, slots: 0, complete };
        Ok(rules.and(self.slots(slots)?))
    }

    /// Checks all laws for the positions in a sample of slots. The sample has at most `budget` slots.
    fn slots(&self, budget: u64) -> Result<Checked, Broken> {
        let held = self.held(Vec::new());
        let Some(numbers) = self.level.trial(&held, self.written.id).numbers else {
            return Ok(Checked { complete: true, ..Checked::default() });
        };
        if let (Some(order), Some(unmoves)) = (self.level.order, self.level.trial(&held, self.written.id).unmoves) {
            file_order(order(self.game), unmoves.table_slots(), budget)?;
        }
        let sample: Vec<_> = sampled_slots(numbers.slots(), budget).collect();
        self.share(sample.len() as u64, |range| {
            let held = self.held(Vec::new());
            let trial = self.level.trial(&held, self.written.id);
            let Some(numbers) = trial.numbers else { return Ok(()) };
            sample[range.start as usize..range.end as usize].iter().try_for_each(|&slot| trial.slot(numbers, slot))
        })?;
        let complete = numbers.slots() <= budget;
        Ok(Checked { slots: sample.len() as u64, complete, ..Checked::default() })
    }

    fn held(&self, positions: Vec<G::Position>) -> HeldPositions<'_, G> {
        HeldPositions::new(self.game, Some(self.written.tokens), positions)
    }

    /// Checks `things` items in blocks, in parallel.
    fn share(&self, things: u64, check: impl Fn(Range<u64>) -> Result<(), Broken> + Sync) -> Result<(), Broken> {
        audit_in(BLOCK, things, self.threads, |range, ()| check(range)).map(drop)
    }
}

/// Checks a file order on at most `budget` of the `slots` slots. Each slot must have its own file position, and the
/// inverse of the order must map this file position back to the slot.
fn file_order(order: &dyn FileOrder, slots: u64, budget: u64) -> Result<(), Broken> {
    for slot in sampled_slots(slots, budget) {
        let (place, mut back) = (order.place(slot), Vec::new());
        if place < slots {
            order.write_slots(place..slots.min(place + 2), &mut back);
        }
        let next = back.get(1).is_none_or(|&next| order.place(next) == place + 1);
        if back.first() != Some(&slot) || !next || back.len() as u64 != (slots - place).min(2) {
            let detail = Finding::Misfiled { slot: slot.0, place }.into();
            return Err(Broken { law: GameLaw::NumberingIsBijective, position: slot.to_string(), detail });
        }
    }
    Ok(())
}

/// Checks every law that applies to a game of this level. The check covers about `budget` positions at most, and about
/// `budget` slots of the numbering. Some of the positions are near the game's examples, and others are far from them.
///
/// ```
/// # use retrograde::{Ending, Game, Notation, NotationError, Side};
/// use retrograde::author::check::{Level, from_examples};
/// # struct Count;
/// # impl Game for Count {
/// #     type Position = u8;
/// #     type Move = u8;
/// #     fn turn(&self, n: &u8) -> Side { Side::from_parity(u64::from(*n)) }
/// #     fn ending(&self, n: &u8) -> Option<Ending> { (*n == 0).then_some(Ending::level("zero")) }
/// #     fn each_move(&self, n: &u8, mut visit: impl FnMut(u8, u8)) { if *n > 0 { visit(n - 1, n - 1) } }
/// # }
/// # impl Notation for Count {
/// #     const ID: &'static str = "count";
/// #     const SIDES: [&'static str; 2] = ["even", "odd"];
/// #     const TITLE: &'static str = "Count down";
/// #     const RULES: &'static str = "Count down to zero.";
/// #     const EXAMPLES: &'static [&'static str] = &["9"];
/// #     fn parse(text: &str) -> Result<(Self, u8), NotationError> {
/// #         text.parse().map(|n| (Count, n)).map_err(|_| NotationError::malformed(0..text.len(), "expected a number"))
/// #     }
/// #     fn print(&self, n: &u8) -> String { n.to_string() }
/// # }
/// let checked = from_examples(Level::<Count>::rules(), 10_000)?;
/// assert_eq!((checked.positions, checked.complete), (10, true));
/// # Ok::<(), retrograde::author::check::Broken>(())
/// ```
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn from_examples<G: Notation>(level: Level<G>, budget: u64) -> Result<Checked, Broken> {
    from_texts(level, Written::by_notation(), G::EXAMPLES.iter().copied(), budget, 0)
}

/// Like [`from_examples`], but takes the text form as the argument `written` instead of the trait [`Notation`]. The
/// check uses `threads` threads (0 means one per core). Each of `texts` is a token without the game's id and the colon.
/// The number of threads does not change which broken law is reported.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn from_texts<'t, G: Game>(
    level: Level<G>,
    written: Written<'_, G>,
    texts: impl IntoIterator<Item = &'t str>,
    budget: u64,
    threads: usize,
) -> Result<Checked, Broken> {
    let mut examples = Examples::new(written.tokens);
    let texts: Vec<_> = texts.into_iter().collect();
    let instances = instances(&mut examples, written.id, &texts)?;
    let share = budget.div_ceil(instances.len().max(1) as u64);
    let mut all = Checked { complete: !instances.is_empty(), ..Checked::default() };
    for places in &instances {
        let (game, starts) = examples.instance(places);
        all = all.and(from_positions(level, written, game, &starts, share, threads)?);
    }
    Ok(all)
}

/// Checks a law of [`Notation::identity`]. The instance `game` may claim to contain the positions of `other` (see
/// [`holds`](crate::Tokens::holds)). If `game` claims this, both instances must print a position of `other` in the same
/// way.
///
/// # Errors
/// Returns an error that describes the difference between the two texts.
pub fn distinguished<G: Game>(
    written: Written<'_, G>,
    game: &G,
    other: &G,
    position: &G::Position,
) -> Result<(), Message> {
    let ours = || written.tokens.print(game, position);
    instances::agree(written.id, &written.tokens.print(other, position), &ours)
}

/// Like [`from_texts`], but starts from positions of one instance.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn from_positions<G: Game>(
    level: Level<G>,
    written: Written<'_, G>,
    game: &G,
    starts: &[G::Position],
    budget: u64,
    threads: usize,
) -> Result<Checked, Broken> {
    Checking { level, written, game, threads }.everything(starts.to_vec(), budget, budget)
}

/// The check before a solve covers at most this number of children, and at most this number of slots.
const BEFORE_SOLVING: u64 = 256;

/// Checks every law on a small part of a board. The choice of the part is deterministic. The part consists of a
/// position, at most 256 of its children, and at most 256 slots that are evenly spread over the numbering. A
/// [registered](crate::author::entry::Entry) game is checked in this way before each solve. The check is necessary
/// because the kernel cannot detect a missing move or a repeated un-move. With such an error, the kernel computes
/// values that agree with each other but are wrong.
///
/// # Errors
/// Returns the first broken law that the check finds. A panic counts as a broken law.
///
/// # Complexity
/// The cost does not depend on the size of the board, because the function checks only a few hundred positions.
pub fn before_solving<G: Game>(
    level: Level<G>,
    written: Written<'_, G>,
    game: &G,
    position: &G::Position,
) -> Result<(), Broken> {
    let checking = Checking { level, written, game, threads: 1 };
    let held = checking.held(vec![position.clone()]);
    let trial = level.trial(&held, written.id);
    let start = HeldIndex(0);
    trial.guarded(start, || {
        let scratch = HeldScope::new(trial.rules);
        let children = trial.rules.moves(start).children.len() as u64;
        drop(scratch);
        let positions = 1 + children.min(BEFORE_SOLVING);
        checking.everything(vec![position.clone()], positions, BEFORE_SOLVING).map(drop)
    })
}

/// Checks every law on at most `budget` positions, evenly spread over the numbering.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_game<G: Reversible + Notation>(game: &G, budget: u64) -> Result<(), Broken> {
    let held = HeldPositions::new(game, Some(&ByNotation), sample(game, budget).collect());
    let trial = Level::reversible().trial(&held, G::ID);
    trial.all_rules()?;
    trial.all().try_for_each(|at| trial.number(at))?;
    trial.all().try_for_each(|at| trial.unmoves(at))?;
    trial.numbering(budget)?;
    trial.all().try_for_each(|at| trial.notation(at))
}

/// Returns the positions of at most `budget` slots. The slots are evenly spread and include the last slot.
pub fn sample<N: Numbered>(game: &N, budget: u64) -> impl Iterator<Item = N::Position> {
    sampled_slots(game.slots(), budget).filter_map(|slot| game.position(slot))
}

/// Checks the laws of [`Game`] on the given positions, and the laws of the order of positions.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_rules<G: Game>(game: &G, positions: impl IntoIterator<Item = G::Position>) -> Result<(), Broken> {
    let held = HeldPositions::new(game, None, positions.into_iter().collect());
    Level::rules().trial(&held, "").all_rules()
}

/// Checks the laws of [`Numbered`] on at most `budget` slots.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_numbering<N: Numbered>(game: &N, budget: u64) -> Result<(), Broken> {
    let held = HeldPositions::new(game, None, Vec::new());
    Level::numbered().trial(&held, "").numbering(budget)
}

/// Checks the laws of [`Reversible`] on the positions of at most `budget` slots. Every un-move must have a move, and
/// every move must have an un-move.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_unmoves<R: Reversible>(game: &R, budget: u64) -> Result<(), Broken> {
    let held = HeldPositions::new(game, None, sample(game, budget).collect());
    let trial = Level::reversible().trial(&held, "");
    trial.all().try_for_each(|at| trial.unmoves(at))
}

/// Checks the laws of [`Symmetric`] on at most `budget` positions, evenly spread over the numbering.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_symmetry<G: Symmetric>(game: &G, budget: u64) -> Result<(), Broken> {
    let broken = |position: &G::Position, seen: Finding| Broken {
        law: GameLaw::SymmetriesKeepTheGame,
        position: format!("{position:?}"),
        detail: seen.into(),
    };
    for position in sample(game, budget) {
        let swapped = |side: Side, symmetry| if game.swaps_sides(symmetry) { side.other() } else { side };
        for symmetry in 0..game.symmetries() {
            let turned = game.turned(symmetry, &position);
            if (symmetry == 0 && turned != position) || game.turn(&turned) != swapped(game.turn(&position), symmetry) {
                return Err(broken(&position, Finding::TurnedTurn { symmetry }));
            }
            let winner = |ending: Ending| ending.winner().map(|winner| (winner, ending.rule));
            let expected = game.over(&position).map(winner);
            let expected = expected.map(|end| end.map(|(winner, rule)| (swapped(winner, symmetry), rule)));
            if game.over(&turned).map(winner) != expected {
                return Err(broken(&position, Finding::TurnedEnding { symmetry }));
            }
            let (mut moves, mut there) = (BTreeSet::new(), BTreeSet::new());
            game.each_move(&position, |action, child| {
                let action = game.turned_move(symmetry, &position, &action);
                moves.insert((action.to_string(), game.turned(symmetry, &child)));
            });
            game.each_move(&turned, |action, child| {
                there.insert((action.to_string(), child));
            });
            if moves != there {
                return Err(broken(&position, Finding::TurnedMoves { symmetry }));
            }
        }
    }
    Ok(())
}

/// Checks the laws of [`Notation`] on the given positions.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub fn check_notation<G: Notation>(game: &G, positions: impl IntoIterator<Item = G::Position>) -> Result<(), Broken> {
    let held = HeldPositions::new(game, Some(&ByNotation), positions.into_iter().collect());
    let trial = Level::rules().trial(&held, G::ID);
    trial.all().try_for_each(|at| trial.notation(at))
}
