//! This module finds out whether a side may lose by its own move.
//!
//! If every move of a position ends the game with a win for the opponent, the position is lost in 1 ply, and its seed
//! must have this value. Only the general search of [`super::search`] recognises these lost positions. So the engine
//! uses this search for every game in which a side may lose by its own move.

use super::instances::Instance;
use crate::description::{CountTerm, Description, EndingRule, MoveRule, Owner, Relation, SidesTested, Test, Verdict};

/// Whether one of these moves may end the game with a win for the mover's opponent. `width` is the number of components
/// of a side. The function may return true even if no move ends the game in this way.
pub(super) fn may_defeat_itself(description: &Description, instances: &[Instance], width: usize) -> bool {
    let moves = || instances.iter().map(|instance| (instance, &description.moves[instance.rule]));
    description.endings.iter().any(|rule| {
        let for_mover = matches!(rule.of, SidesTested::Both | SidesTested::JustMoved);
        let for_opponent = matches!(rule.of, SidesTested::Both | SidesTested::ToMove);
        // If a rule tests only one side, the tests may hold for the other side before the move, and the game is not
        // over. After the move, the rule tests this other side.
        let was_false = matches!(rule.of, SidesTested::Both);
        let may_become_true =
            |side| !was_false || moves().any(|(instance, made)| may_cause(rule, instance, made, side, width));
        match rule.result {
            Verdict::OwnLoses => for_mover && may_become_true(Owner::Own),
            Verdict::OwnWins => for_opponent && may_become_true(Owner::Opponent),
            Verdict::Tie => false,
        }
    })
}

/// Whether a move may change a test of a rule from false to true for one side. `side` is relative to the mover.
fn may_cause(rule: &EndingRule, instance: &Instance, made: &MoveRule, side: Owner, width: usize) -> bool {
    rule.when.iter().any(|test| match test {
        Test::Row(_) | Test::Reached(..) => adds(instance, side, width),
        Test::Count(counts, Relation::Less, _) => {
            counts.iter().map(|&count| change(count, instance, made, side, width)).sum::<i32>() < 0
        }
        Test::Count(counts, Relation::More, _) => {
            counts.iter().map(|&count| change(count, instance, made, side, width)).sum::<i32>() > 0
        }
        Test::Count(counts, Relation::Equal, _) => {
            counts.iter().map(|&count| change(count, instance, made, side, width)).sum::<i32>() != 0
        }
        Test::Somewhere(_) => true,
    })
}

/// Whether a move puts a piece of a side on a square.
fn adds(instance: &Instance, side: Owner, width: usize) -> bool {
    let is_side = |component: u8| (usize::from(component) < width) == (side == Owner::Own);
    let after = |component: u8| {
        let seen = instance.after.iter().filter(|(sight, _)| sight.component() == Some(component));
        seen.fold(0, |all, (_, set)| all | set)
    };
    instance.flips.iter().any(|&(component, flip)| is_side(component) && flip & after(component) != 0)
}

/// Returns the amount by which a move changes a count that a rule tests, for one side. `side` is relative to the mover.
fn change(count: CountTerm, instance: &Instance, made: &MoveRule, side: Owner, width: usize) -> i32 {
    let seen = |owner: Owner| if owner == side { 0 } else { width };
    let on_board = |from: usize, to: usize| instance.change[from..to].iter().map(|&change| i32::from(change)).sum();
    match count {
        CountTerm::OnBoard(owner, Some(kind)) => instance.change[seen(owner) + kind].into(),
        CountTerm::OnBoard(owner, None) => on_board(seen(owner), seen(owner) + width),
        CountTerm::Empty => -on_board(0, 2 * width),
        CountTerm::InHand(owner, kind) => {
            let changed = if seen(owner) == 0 { Owner::Own } else { Owner::Opponent };
            let hands = made.hands.iter().filter(|hand| hand.owner == changed && hand.kind == kind);
            hands.map(|hand| i32::from(hand.change)).sum()
        }
    }
}
