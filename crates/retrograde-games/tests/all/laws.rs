//! Checks by brute force that rules, seeds and un-moves of a game are consistent.

use std::collections::{BTreeMap, BTreeSet};

use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::rules::BoardSlots;
use retrograde::{Depth, Game, Kind, Numbered, Options, Reversible, Seed, Slot, Value};

/// Returns whether the value of a successor needs a table lookup.
fn needs_slot<G: Numbered>(game: &G, child: &G::Position, again: bool) -> bool {
    match game.over(child) {
        Some(ending) => ending.winner().is_none() || !G::AT_ONCE,
        None => !G::AT_ONCE || again || !Game::wins_at_once(&Rules(game), child),
    }
}

/// A game with only its basic rules, without faster implementations of the other methods.
struct Rules<'g, G>(&'g G);

impl<G: Game> Game for Rules<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    fn turn(&self, position: &G::Position) -> retrograde::Side {
        self.0.turn(position)
    }
    fn ending(&self, position: &G::Position) -> Option<retrograde::Ending> {
        self.0.over(position)
    }
    fn each_move(&self, position: &G::Position, visit: impl FnMut(G::Move, G::Position)) {
        self.0.each_move(position, visit);
    }
}

/// Slots with a flag that says whether the same side moves again, and how often each occurs.
type Listed = BTreeMap<(Slot, bool), u32>;

/// Adds a successor. Only the moves of some games count a repeated successor again.
fn add<G: Numbered>(children: &mut Listed, child: Slot, again: bool) {
    let times = children.entry((child, again)).or_default();
    *times = if G::REPEATS { *times + 1 } else { 1 };
}

/// Computes the seed of a position and the slots of its successors from the basic rules.
fn textbook<G: Numbered>(game: &G, position: &G::Position) -> (Seed, Listed) {
    let (turn, mut children, mut all_over) = (game.turn(position), Listed::new(), true);
    if let Some(ending) = game.over(position) {
        let value = ending.value_for(turn);
        return (
            if G::AT_ONCE && ending.winner().is_some() { Seed::Elided(value) } else { Seed::Decided(value) },
            children,
        );
    }
    let wins = Rules(game).wins_at_once(position);
    assert_eq!(game.wins_at_once(position), wins, "{position:?}");
    game.each_move(position, |_, child| {
        let again = game.turn(&child) == turn;
        all_over &= game.over(&child).is_some();
        if needs_slot(game, &child, again) {
            add::<G>(&mut children, game.slot(&child), again);
        }
    });
    let seed = match children.values().sum() {
        _ if G::AT_ONCE && wins => Seed::Elided(Value::Win(Depth::new(1))),
        0 => Seed::Decided(Value::Loss(Depth::new(if all_over { 1 } else { 2 }))),
        open => Seed::Open(open),
    };
    (seed, children)
}

/// Checks the seeds and the un-moves of every slot.
pub(crate) fn check<G: Reversible>(game: &G) {
    let mut seeds = Vec::new();
    for first in (0..game.slots()).step_by(1000) {
        game.each_seed(first..game.slots().min(first + 1000), |seed| seeds.push(seed));
    }
    for (slot, seed) in (0..).map(Slot).zip(&seeds) {
        assert_eq!(game.seed(slot), *seed, "{slot}");
    }
    assert_eq!(seeds.len() as u64, game.slots());
    check_some(game, (0..game.slots()).map(Slot));
}

/// Checks three laws (properties of a correct game) for some slots. The seed must agree with the moves. Every successor
/// that needs a lookup must list the slot as its predecessor. Every listed predecessor must have a move to the slot.
pub(crate) fn check_some<G: Reversible>(game: &G, slots: impl IntoIterator<Item = Slot>) {
    for slot in slots {
        let mut seeds = Vec::new();
        game.each_seed(slot.0..slot.0 + 1, |seed| seeds.push(seed));
        let Some(position) = game.position(slot) else {
            assert_eq!(seeds, [Seed::Hole], "{slot}");
            continue;
        };
        assert_eq!(game.slot(&position), slot);
        let (seed, children) = textbook(game, &position);
        assert_eq!(seeds, [seed], "{slot}: {position:?}");
        let is_open = |seed| seed != Seed::Elided(Value::Win(Depth::new(1)));
        for (&(child, same), times) in children.iter().filter(|_| is_open(seed)) {
            assert_eq!(
                parents(game, child).get(&(slot, same)),
                Some(times),
                "the times that {child} lists its predecessor {slot}: {position:?}"
            );
        }
        for ((parent, same), times) in parents(game, slot) {
            let from = game.position(parent).expect("a parent is a position");
            let (seed, mut children) = textbook(game, &from);
            // For a move that is not counted, a game may list the predecessor or omit it.
            if !needs_slot(game, &position, same) || !is_open(seed) {
                children.clear();
                game.each_move(&from, |_, child| add::<G>(&mut children, game.slot(&child), same));
            }
            let message = "the times that a predecessor has such a move";
            assert_eq!(children.get(&(slot, same)), Some(&times), "{message}: {slot} lists {parent}: {position:?}");
        }
        check_unmoves(game, &position);
    }
}

/// Returns the predecessors of a slot. Only some games list a predecessor again.
fn parents<G: Reversible>(game: &G, slot: Slot) -> Listed {
    let mut parents = Listed::new();
    game.each_predecessor(slot, |parent, same| *parents.entry((parent, same)).or_default() += 1);
    assert!(G::REPEATS || parents.values().all(|times| *times == 1), "{slot} lists a predecessor twice: {parents:?}");
    parents
}

/// Checks the un-moves of a position. Each un-move must lead to a position that is not over and that has a move back to
/// this position. Each move of the position must have an un-move.
fn check_unmoves<G: Reversible>(game: &G, position: &G::Position) {
    let mut parents = BTreeSet::new();
    game.each_unmove(position, |parent| {
        assert!(game.over(&parent).is_none());
        let mut leads_here = false;
        game.each_move(&parent, |_, child| leads_here |= child == *position);
        assert!(leads_here && parents.insert(parent), "{position:?}");
    });
    let turn = game.turn(position);
    game.each_move(position, |_, child| {
        // If the mover can win with the next move, no un-move needs to lead to the position. A successor whose value
        // needs no table lookup needs no un-moves.
        if G::AT_ONCE && game.wins_at_once(position) || !needs_slot(game, &child, game.turn(&child) == turn) {
            return;
        }
        let mut leads_back = false;
        game.each_unmove(&child, |parent| leads_back |= parent == *position);
        assert!(leads_back, "{position:?} to {child:?}");
    });
}

/// Compares the values of all reachable positions with the oracle (a slow reference solver), and returns the number of
/// positions.
pub(crate) fn check_values<G: Reversible>(game: &G, start: G::Position) -> u64 {
    let table = solve(game, &Options::default()).unwrap();
    let truth = oracle(game, [start]);
    for (position, value) in &truth {
        assert_eq!(table.value(game.slot(position)), Some(*value), "{position:?}");
        assert_eq!(game.find(position).and_then(|slot| game.board_position(slot)).as_ref(), Some(position));
    }
    truth.len() as u64
}

/// Returns the numbers of reachable positions that are won, tied, drawn and lost, and the value of the start.
pub(crate) fn reached<G: Reversible>(game: &G, start: &G::Position) -> ([u64; 4], Value) {
    let table = solve(game, &Options::default()).unwrap();
    let mut seen = vec![false; game.board_slots() as usize];
    let (mut counts, mut open) = ([0; 4], vec![start.clone()]);
    seen[game.board_slot(start).index()] = true;
    while let Some(position) = open.pop() {
        let kind = table.value(game.slot(&position)).unwrap().kind();
        counts[Kind::ALL.iter().position(|other| *other == kind).unwrap()] += 1;
        game.each_move(&position, |_, child| {
            let was_seen = std::mem::replace(&mut seen[game.board_slot(&child).index()], true);
            if !was_seen {
                open.push(child);
            }
        });
    }
    (counts, table.value(game.slot(start)).unwrap())
}
