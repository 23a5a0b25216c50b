//! A self-test for game authors: one named error for each law of the contract that a game may break.
//!
//! Run [`check_game`] (or the parts that fit the traits your game implements) in your game's own tests.

use std::collections::{BTreeSet, HashSet};

use thiserror::Error;

use crate::game::{Game, Numbered, Outcome, Reversible, Slot};
use crate::notation::Notation;
use crate::side::Side;

/// The laws that games must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameLaw {
    /// See [`Game`].
    #[error("a finished position has no moves")]
    EndingHasNoMoves,
    /// See [`Game`].
    #[error("a position that is not over has a move")]
    OpenHasMoves,
    /// See [`Game`].
    #[error("the moves of one position print differently")]
    MovesPrintDifferently,
    /// See [`Game`].
    #[error("the same position always has the same moves")]
    MovesAreRepeatable,
    /// See [`Game::TIES`].
    #[error("a game without ties does not end level")]
    TiesAreDeclared,
    /// See [`Numbered`].
    #[error("slot and position are inverse")]
    NumberingIsBijective,
    /// See [`Numbered`].
    #[error("the children of a numbered position are numbered")]
    ChildrenAreNumbered,
    /// See [`Numbered::open_moves`].
    #[error("open moves are the distinct children")]
    OpenMovesCountChildren,
    /// See [`Reversible`].
    #[error("an un-move leads to a position that has the move")]
    UnmovesHaveMoves,
    /// See [`Reversible`].
    #[error("every move has its un-move")]
    MovesHaveUnmoves,
    /// See [`Reversible`].
    #[error("un-moves are distinct")]
    UnmovesAreDistinct,
    /// See [`Reversible::each_predecessor`].
    #[error("predecessors are the un-moves, with their turns")]
    PredecessorsAreUnmoves,
    /// See [`Notation`].
    #[error("parsing a printed position gives it back")]
    NotationRoundTrips,
    /// See [`Notation`].
    #[error("tokens use only A-Z a-z 0-9 : / _ .")]
    TokensAreSafe,
}

/// A broken law, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("broken law: {law}; at {position}: {detail}")]
pub struct Broken {
    /// The law.
    pub law: GameLaw,
    /// The position, in Rust's debug form.
    pub position: String,
    /// What was seen.
    pub detail: String,
}

fn law(
    kept: bool,
    law: GameLaw,
    position: &impl std::fmt::Debug,
    detail: impl FnOnce() -> String,
) -> Result<(), Broken> {
    if kept { Ok(()) } else { Err(Broken { law, position: format!("{position:?}"), detail: detail() }) }
}

/// Checks every law on at most `budget` positions, evenly spread over the numbering.
///
/// # Errors
/// The first law found broken.
pub fn check_game<G: Reversible + Notation>(game: &G, budget: u64) -> Result<(), Broken> {
    check_rules(game, sample(game, budget))?;
    check_numbering(game, budget)?;
    check_unmoves(game, budget)?;
    check_notation(game, sample(game, budget))
}

/// The positions of at most `budget` slots, evenly spread, the last slots included.
pub fn sample<N: Numbered>(game: &N, budget: u64) -> impl Iterator<Item = N::Position> {
    sampled_slots(game, budget).filter_map(|slot| game.position(slot))
}

fn sampled_slots<N: Numbered>(game: &N, budget: u64) -> impl Iterator<Item = Slot> + use<N> {
    let slots = game.slots();
    // An odd stride meets both sides to move in the usual numbering, whose lowest digit is the turn.
    let stride = slots.div_ceil(budget.max(1)).max(1) | u64::from(slots > budget);
    (0..slots).rev().step_by(stride as usize).map(Slot)
}

/// Checks the laws of [`Game`] on the given positions.
pub fn check_rules<G: Game>(game: &G, positions: impl IntoIterator<Item = G::Position>) -> Result<(), Broken> {
    for position in positions {
        let (moves, children) = moves(game, &position);
        let (over, count) = (game.over(&position).is_some(), moves.len());
        law(!over || count == 0, GameLaw::EndingHasNoMoves, &position, || format!("{count} moves"))?;
        law(over || count > 0, GameLaw::OpenHasMoves, &position, || "no move and no ending".into())?;
        let level = game.over(&position).filter(|ending| ending.outcome == Outcome::Level);
        law(G::TIES || level.is_none(), GameLaw::TiesAreDeclared, &position, || format!("{level:?}"))?;
        let mut seen = HashSet::new();
        let repeated = moves.iter().find(|text| !seen.insert(*text));
        law(repeated.is_none(), GameLaw::MovesPrintDifferently, &position, || format!("{moves:?}"))?;
        let (again, same_children) = self::moves(game, &position);
        let repeats = moves == again && children == same_children;
        law(repeats, GameLaw::MovesAreRepeatable, &position, || format!("{moves:?}, then {again:?}"))?;
    }
    Ok(())
}

/// The texts of the moves, and the positions they lead to.
fn moves<G: Game>(game: &G, position: &G::Position) -> (Vec<String>, Vec<G::Position>) {
    let (mut texts, mut children) = (Vec::new(), Vec::new());
    game.each_move(position, |action, child| {
        texts.push(action.to_string());
        children.push(child);
    });
    (texts, children)
}

fn leads_to<G: Game>(game: &G, parent: &G::Position, child: &G::Position) -> bool {
    let mut leads = false;
    game.each_move(parent, |_, other| leads |= other == *child);
    leads
}

fn children<G: Game>(game: &G, position: &G::Position) -> BTreeSet<G::Position> {
    let mut children = BTreeSet::new();
    game.each_move(position, |_, child| {
        children.insert(child);
    });
    children
}

/// Checks the laws of [`Numbered`] on at most `budget` slots.
pub fn check_numbering<N: Numbered>(game: &N, budget: u64) -> Result<(), Broken> {
    let is_home = |p: &N::Position| {
        let slot = game.slot(p);
        slot.0 < game.slots() && game.position(slot).as_ref() == Some(p)
    };
    for slot in sampled_slots(game, budget) {
        let Some(position) = game.position(slot) else { continue };
        let back = game.slot(&position);
        law(back == slot, GameLaw::NumberingIsBijective, &position, || format!("slot {slot} comes back as {back}"))?;
        let found = game.find(&position);
        law(found == Some(slot), GameLaw::NumberingIsBijective, &position, || {
            format!("slot {slot} is found as {found:?}")
        })?;
        let children = children(game, &position);
        let lost = children.iter().find(|child| !is_home(child));
        law(lost.is_none(), GameLaw::ChildrenAreNumbered, &position, || format!("not {lost:?}"))?;
        let (counted, distinct) = (game.open_moves(&position), children.len());
        law(
            counted as usize == distinct || game.over(&position).is_some(),
            GameLaw::OpenMovesCountChildren,
            &position,
            || format!("counted {counted}, there are {distinct}"),
        )?;
    }
    Ok(())
}

/// Checks the laws of [`Reversible`] around at most `budget` slots: forward and back.
pub fn check_unmoves<R: Reversible>(game: &R, budget: u64) -> Result<(), Broken> {
    for position in sample(game, budget) {
        let parents = unmoves(game, &position);
        let set: HashSet<_> = parents.iter().cloned().collect();
        law(set.len() == parents.len(), GameLaw::UnmovesAreDistinct, &position, || format!("{parents:?}"))?;
        let stranger = parents.iter().find(|parent| !leads_to(game, parent, &position));
        law(stranger.is_none(), GameLaw::UnmovesHaveMoves, &position, || format!("not {stranger:?}"))?;
        let orphan = children(game, &position).into_iter().find(|child| !unmoves(game, child).contains(&position));
        law(orphan.is_none(), GameLaw::MovesHaveUnmoves, &position, || format!("not from {orphan:?}"))?;
        check_predecessors(game, &position, &parents)?;
    }
    Ok(())
}

fn check_predecessors<R: Reversible>(game: &R, position: &R::Position, parents: &[R::Position]) -> Result<(), Broken> {
    let mut seen: Vec<(Slot, Side)> = Vec::new();
    game.each_predecessor(game.slot(position), position, |slot, turn| seen.push((slot, turn)));
    let mut expected: Vec<_> = parents.iter().map(|parent| (game.slot(parent), game.turn(parent))).collect();
    seen.sort_unstable();
    expected.sort_unstable();
    let detail = || format!("{seen:?} instead of {expected:?}");
    law(seen == expected, GameLaw::PredecessorsAreUnmoves, position, detail)
}

fn unmoves<R: Reversible>(game: &R, position: &R::Position) -> Vec<R::Position> {
    let mut parents = Vec::new();
    game.each_unmove(position, |parent| parents.push(parent));
    parents
}

/// Checks the laws of [`Notation`] on the given positions.
pub fn check_notation<G: Notation>(game: &G, positions: impl IntoIterator<Item = G::Position>) -> Result<(), Broken> {
    for position in positions {
        let text = game.print(&position);
        let safe = |c: char| c.is_ascii_alphanumeric() || ":/_.".contains(c);
        law(game.token(&position).chars().all(safe), GameLaw::TokensAreSafe, &position, || text.clone())?;
        let back = G::parse(&text);
        let kept = back.as_ref().is_ok_and(|(other, p)| *p == position && game.holds(other));
        law(kept, GameLaw::NotationRoundTrips, &position, || match back {
            Ok((other, p)) => format!("{text} is read as {p:?} of instance {:?}", other.identity()),
            Err(error) => format!("{text} is refused: {error}"),
        })?;
    }
    Ok(())
}
