//! The oracle is a textbook solver. The oracle computes values directly from the definition of a value, without a
//! numbering, un-moves or counters.
//!
//! The oracle is slow, but its code is simple. The oracle and the kernel share only the rules of the game, and tests
//! compare the results of the two solvers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::rules::game::Game;
use crate::rules::value::{Depth, Value};

/// Returns the value of every position that is reachable from `starts`.
///
/// # Complexity
/// The time is proportional to (greatest depth + 1) x (number of all moves). All children of all positions are in
/// memory, so only small games are possible.
pub fn solve<G: Game>(game: &G, starts: impl IntoIterator<Item = G::Position>) -> HashMap<G::Position, Value> {
    let children = explore(game, starts);
    let endings = children.keys().filter_map(|p| Some((p.clone(), game.over(p)?.value_for(game.turn(p)))));
    let mut values: HashMap<_, _> = endings.collect();
    for law in [win_or_loss, tie] {
        for depth in 0.. {
            let seen = |p: &G::Position, child| values.get(child).map(|v: &Value| view(game, p, child, *v));
            let open = children.iter().filter(|(p, _)| !values.contains_key(*p));
            let decided: Vec<_> = open
                .filter_map(|(p, c)| {
                    let seen: Vec<_> = c.iter().map(|child| seen(p, child)).collect();
                    Some((p.clone(), law(&seen, Depth::new(depth))?))
                })
                .collect();
            if decided.is_empty() {
                break;
            }
            values.extend(decided);
        }
    }
    children.into_keys().map(|p| (p.clone(), values.remove(&p).unwrap_or(Value::Draw))).collect()
}

/// Decides a position from its children's values. These values are for the mover of the position. The position is a win
/// if a child is a win in `depth` plies. The position is a loss if every move is known to lose.
fn win_or_loss(children: &[Option<Value>], depth: Depth) -> Option<Value> {
    if children.contains(&Some(Value::Win(depth))) {
        return Some(Value::Win(depth.plus(1)));
    }
    children.iter().all(|value| matches!(value, Some(Value::Loss(_)))).then_some(Value::Loss(depth.plus(1)))
}

/// Decides a position when all wins and losses are known. The position is a tie if a child is a tie in `depth` plies.
fn tie(children: &[Option<Value>], depth: Depth) -> Option<Value> {
    children.contains(&Some(Value::Tie(depth))).then_some(Value::Tie(depth.plus(1)))
}

fn view<G: Game>(game: &G, parent: &G::Position, child: &G::Position, value: Value) -> Value {
    value.for_parent(game.turn(parent) == game.turn(child))
}

fn explore<G: Game>(game: &G, starts: impl IntoIterator<Item = G::Position>) -> HashMap<G::Position, Vec<G::Position>> {
    let mut found = HashMap::new();
    let mut waiting: Vec<_> = starts.into_iter().collect();
    while let Some(position) = waiting.pop() {
        if let Entry::Vacant(place) = found.entry(position) {
            let mut children = Vec::new();
            game.each_move(place.key(), |_, child| children.push(child));
            waiting.extend(children.iter().cloned());
            place.insert(children);
        }
    }
    found
}
