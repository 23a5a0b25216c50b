//! Checks the laws of a game (the properties that every game must have), one position at a time.

use std::collections::HashSet;

use super::held::{Distinct, HeldIndex, HeldScope, Moves, Numbers, Rules, UnmoveChecks};
use super::predecessors::Parents;
use super::seen::{Finding, Listed};
use super::{Broken, GameLaw};
use crate::judge::caught::caught;
use crate::rules::game::{Outcome, Seed, Slot};
use crate::rules::side::Side;
use crate::rules::value::{Depth, Value};

/// A game whose laws are checked, and the text form of its positions.
#[derive(Clone, Copy)]
pub(super) struct Trial<'h> {
    pub(super) rules: &'h dyn Rules,
    pub(super) numbers: Option<&'h dyn Numbers>,
    pub(super) unmoves: Option<&'h dyn UnmoveChecks>,
    /// The game's id. If the game has no notation, positions are printed as Rust's `Debug` prints them.
    pub(super) id: &'h str,
}

impl Trial<'_> {
    /// Returns all stored positions.
    pub(super) fn all(&self) -> impl Iterator<Item = HeldIndex> + use<> {
        (0..self.rules.count()).map(HeldIndex)
    }

    /// Returns the token of a position. If the game cannot print the position, returns the debug form of the position.
    pub(super) fn name(&self, at: HeldIndex) -> String {
        let text = caught(|| self.rules.print(at)).ok().flatten();
        text.map_or_else(|| self.rules.debug(at), |text| self.token(&text))
    }

    fn token(&self, text: &str) -> String {
        format!("{}:{text}", self.id)
    }

    fn names(&self, places: impl IntoIterator<Item = HeldIndex>) -> Listed {
        places.into_iter().map(|place| self.name(place)).collect()
    }

    pub(super) fn law(
        &self,
        kept: bool,
        law: GameLaw,
        at: HeldIndex,
        seen: impl FnOnce() -> Finding,
    ) -> Result<(), Broken> {
        if kept { Ok(()) } else { Err(Broken { law, position: self.name(at), detail: seen().into() }) }
    }

    /// Runs a check of a position. A panic counts as a broken law.
    pub(super) fn guarded<T>(&self, at: HeldIndex, check: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
        caught(check).unwrap_or_else(|message| Err(panicked(self.name(at), message)))
    }

    /// Checks the laws of the rules for a position. Stores the children of the position, and returns their indices.
    pub(super) fn rules(&self, at: HeldIndex) -> Result<Vec<HeldIndex>, Broken> {
        self.guarded(at, || {
            let Moves { texts, children } = self.rules.moves(at);
            let _scratch = HeldScope::new(self.rules);
            let (turn, over) = (self.rules.turn(at), self.rules.over(at));
            let law = |kept, law, seen: &dyn Fn() -> Finding| self.law(kept, law, at, seen);
            if let Some(ending) = over {
                law(texts.is_empty(), GameLaw::EndingHasNoMoves, &|| Finding::Goes {
                    rule: ending.rule,
                    moves: texts.iter().collect(),
                })?;
                law(self.rules.ties() || ending.outcome != Outcome::Level, GameLaw::TiesAreDeclared, &|| {
                    Finding::Level { rule: ending.rule }
                })?;
            }
            law(over.is_some() || !texts.is_empty(), GameLaw::OpenHasMoves, &|| Finding::Stuck)?;
            let mut seen = HashSet::new();
            let twice = texts.iter().find(|text| !seen.insert(*text));
            law(twice.is_none(), GameLaw::MovesPrintDifferently, &|| Finding::MovesPrintAlike {
                text: twice.cloned().unwrap_or_default(),
            })?;
            let again = self.rules.moves(at);
            law(texts == again.texts, GameLaw::RulesAreRepeatable, &|| Finding::OtherMoves {
                first: texts.iter().collect(),
                then: again.texts.iter().collect(),
            })?;
            let mut pairs = children.iter().zip(&again.children);
            law(pairs.all(|(&child, &same)| self.rules.equal(child, same)), GameLaw::RulesAreRepeatable, &|| {
                Finding::OtherChildren { first: self.names(children.clone()), then: self.names(again.children.clone()) }
            })?;
            let same = turn == self.rules.turn(at) && over == self.rules.over(at);
            law(same, GameLaw::RulesAreRepeatable, &|| Finding::OtherTurn)?;
            let mover_again = children.iter().copied().find(|&child| self.rules.turn(child) == turn);
            law(!self.rules.alternates() || mover_again.is_none(), GameLaw::TurnsAlternate, &|| Finding::MovesAgain {
                child: self.names(mover_again),
            })?;
            let wins = |&child: &HeldIndex| self.rules.over(child).is_some_and(|end| end.winner() == Some(turn));
            let (given, found) = (self.rules.wins_at_once(at), children.iter().any(wins));
            law(given == self.rules.wins_at_once(at), GameLaw::RulesAreRepeatable, &|| Finding::OtherTurn)?;
            law(over.is_some() || given == found, GameLaw::WinsAtOnceAreMoves, &|| {
                if given { Finding::NoWinAtOnce } else { Finding::WinAtOnce }
            })?;
            Ok(children)
        })
    }

    /// Checks that two equal positions behave in the same way. The positions `at` and `other` compare as equal, but
    /// different moves have led to them.
    pub(super) fn are_one(&self, at: HeldIndex, other: HeldIndex) -> Result<(), Broken> {
        let law = |kept, seen: &dyn Fn() -> Finding| self.law(kept, GameLaw::EqualPositionsAreOne, at, seen);
        self.guarded(at, || {
            let _scratch = HeldScope::new(self.rules);
            let texts = (self.rules.print(at), self.rules.print(other));
            law(texts.0 == texts.1, &|| Finding::EqualTo { name: self.name(other) })?;
            let turns = (self.rules.turn(at), self.rules.turn(other));
            law(turns.0 == turns.1, &|| Finding::EqualTurn)?;
            let endings = (self.rules.over(at), self.rules.over(other));
            law(endings.0 == endings.1, &|| Finding::EqualEnding)?;
            let (moves, again) = (self.rules.moves(at).texts, self.rules.moves(at).texts);
            self.law(moves == again, GameLaw::RulesAreRepeatable, at, || Finding::OtherMoves {
                first: moves.iter().collect(),
                then: again.iter().collect(),
            })?;
            let others = self.rules.moves(other).texts;
            law(moves == others, &|| Finding::EqualMoves {
                theirs: others.iter().collect(),
                ours: moves.iter().collect(),
            })
        })
    }

    fn leads_to(&self, parent: HeldIndex, child: HeldIndex) -> bool {
        let children = self.rules.moves(parent).children;
        children.into_iter().any(|other| self.rules.equal(other, child)) && self.rules.over(parent).is_none()
    }

    /// Returns the distinct children of a position, in the order of the moves.
    fn children(&self, at: HeldIndex) -> Vec<HeldIndex> {
        let mut seen = Distinct::new(self.rules);
        let children = self.rules.moves(at).children;
        children.into_iter().filter(|&child| seen.insert(child)).collect()
    }

    /// Checks the laws of the numbering for a position, if the game has a numbering.
    pub(super) fn number(&self, at: HeldIndex) -> Result<(), Broken> {
        let Some(numbers) = self.numbers else { return Ok(()) };
        self.guarded(at, || {
            let _scratch = HeldScope::new(self.rules);
            let law = |kept, law, seen: &dyn Fn() -> Finding| self.law(kept, law, at, seen);
            let slot = numbers.slot(at);
            law(numbers.is_home(at), GameLaw::NumberingIsBijective, &|| {
                let there = (slot.0 < numbers.slots()).then(|| numbers.position(slot)).flatten();
                match there {
                    None => Finding::SlotOfNone { slot: slot.0 },
                    Some(there) => Finding::SlotOfOther { slot: slot.0, other: self.name(there) },
                }
            })?;
            let found = numbers.find(at);
            law(found == Some(slot), GameLaw::NumberingIsBijective, &|| match found {
                Some(found) => Finding::FoundAt { slot: slot.0, found: found.0 },
                None => Finding::NotFound { slot: slot.0 },
            })?;
            let children = self.children(at);
            let lost = children.iter().copied().find(|&child| !numbers.is_home(child));
            law(lost.is_none(), GameLaw::ChildrenAreNumbered, &|| Finding::Unnumbered { child: self.names(lost) })?;
            self.elision(numbers, at, &children)?;
            let (counted, distinct) = (numbers.open_moves(at), children.len());
            let fits = counted as usize == distinct || numbers.repeats() && counted as usize > distinct;
            let fits = fits || self.rules.over(at).is_some() || !numbers.is_plain();
            law(fits, GameLaw::OpenMovesCountChildren, &|| Finding::Counted { counted, distinct })?;
            if let Some([given, expected]) = numbers.orbit(at) {
                let words = |children: &[(Slot, bool)]| children.iter().map(|(slot, _)| slot.to_string()).collect();
                let seen = || Finding::Orbit { given: words(&given), expected: words(&expected) };
                law(given == expected, GameLaw::SlotsAreOrbits, &seen)?;
            }
            let Some([given, expected]) = numbers.seeds(at) else { return Ok(()) };
            law(given == expected, GameLaw::SeedsAreWhatMovesSay, &|| Finding::Seeded {
                given: format!("{given:?}"),
                expected: format!("{expected:?}"),
            })
        })
    }

    /// Checks the laws of elided wins and elided endings for a position with the given children.
    fn elision(&self, numbers: &dyn Numbers, at: HeldIndex, children: &[HeldIndex]) -> Result<(), Broken> {
        let law = |kept, seen: &dyn Fn() -> Finding| self.law(kept, GameLaw::ElidedPositionsAreWon, at, seen);
        let (turn, over, is_elided) = (self.rules.turn(at), self.rules.over(at), numbers.is_elided(at));
        let is_won = over.map_or_else(|| self.rules.wins_at_once(at), |ending| ending.winner().is_some());
        law(is_won || !is_elided, &|| Finding::ElidedUndecided)?;
        let wins = |&child: &HeldIndex| self.rules.over(child).is_some_and(|end| end.winner() == Some(turn));
        let by = children.iter().copied().find(|child| wins(child) && numbers.is_elided(*child));
        law(is_elided || by.is_none(), &|| Finding::NotElided { child: self.names(by) })?;
        let winning = || children.iter().copied().find(wins);
        let must_be_elided = over.is_none() && is_won && numbers.elides_all_wins();
        law(is_elided || !must_be_elided, &|| Finding::NotElided { child: self.names(winning()) })?;
        let Some(seed) = numbers.elided_seed(at).filter(|_| is_elided) else { return Ok(()) };
        let value = over.map_or(Value::Win(Depth::new(1)), |ending| ending.value_for(turn));
        self.law(seed == Seed::Hole || seed == Seed::Elided(value), GameLaw::SeedsAreWhatMovesSay, at, || {
            Finding::Seeded { given: format!("{seed:?}"), expected: format!("{:?}", Seed::Elided(value)) }
        })
    }

    /// Stores the position of a slot and returns its index. Returns `None` for a hole. Checks that the numbering maps
    /// the position back to this slot.
    pub(super) fn position(&self, numbers: &dyn Numbers, slot: Slot) -> Result<Option<HeldIndex>, Broken> {
        let found = caught(|| numbers.position(slot)).map_err(|message| panicked(format!("slot {slot}"), message))?;
        let Some(at) = found else { return Ok(None) };
        self.guarded(at, || {
            let back = numbers.slot(at);
            let seen = || Finding::SlotBack { slot: slot.0, back: back.0 };
            self.law(back == slot, GameLaw::NumberingIsBijective, at, seen)
        })?;
        Ok(Some(at))
    }

    /// Checks the laws of un-moves for a position, if the game has un-moves. Every un-move must have a move, and every
    /// move must have an un-move.
    pub(super) fn unmoves(&self, at: HeldIndex) -> Result<(), Broken> {
        let (Some(numbers), Some(unmoves)) = (self.numbers, self.unmoves) else { return Ok(()) };
        self.guarded(at, || {
            let _scratch = HeldScope::new(self.rules);
            let law = |kept, law, seen: &dyn Fn() -> Finding| self.law(kept, law, at, seen);
            let parents = unmoves.parents(at);
            let mut seen = Distinct::new(self.rules);
            let twice = parents.iter().copied().find(|&parent| !seen.insert(parent));
            law(twice.is_none() || numbers.repeats(), GameLaw::UnmovesAreDistinct, &|| Finding::UnmoveTwice {
                parent: self.names(twice),
            })?;
            let stranger = parents.iter().copied().find(|&parent| !self.leads_to(parent, at));
            law(stranger.is_none(), GameLaw::UnmovesHaveMoves, &|| Finding::UnmoveOfNone {
                parent: self.names(stranger),
            })?;
            let leads_back =
                |child: &HeldIndex| unmoves.parents(*child).into_iter().any(|parent| self.rules.equal(parent, at));
            // Two kinds of moves need no un-move. They are the moves of an elided position (a position that the table
            // omits), and the moves to an elided position. The second kind has one exception. If the same side moves
            // before and after a move to an elided win, this move needs an un-move.
            let needs_slot = |child| {
                let again = self.rules.over(child).is_none() && self.rules.turn(child) == self.rules.turn(at);
                again || !numbers.is_elided(child)
            };
            let is_edge = |&child: &HeldIndex| !numbers.is_elided(at) && needs_slot(child);
            let orphan = self.children(at).into_iter().find(|child| is_edge(child) && !leads_back(child));
            law(orphan.is_none(), GameLaw::MovesHaveUnmoves, &|| Finding::NoUnmove { child: self.names(orphan) })?;
            let parents = Parents { rules: self.rules, numbers, unmoves };
            let Some([given, expected]) = parents.of(at) else { return Ok(()) };
            let words =
                |parents: &[(Slot, Side)]| parents.iter().map(|(slot, turn)| format!("{slot} ({turn})")).collect();
            let seen = || Finding::Predecessors { given: words(&given), expected: words(&expected) };
            law(given == expected, GameLaw::PredecessorsAreUnmoves, &seen)?;
            if numbers.repeats() { self.visits(at, &parents) } else { Ok(()) }
        })
    }

    /// Checks that un-moves visit a position's slot as often as the slot's number of open moves. The un-moves of each
    /// child must visit the slot at least once.
    fn visits(&self, at: HeldIndex, parents: &Parents<'_>) -> Result<(), Broken> {
        let Some((open, visits)) = parents.visits(parents.unmoves.table_slot(at)) else { return Ok(()) };
        let (all, never) = (visits.iter().map(|(_, times)| times).sum(), visits.iter().any(|(_, times)| *times == 0));
        let seen = || Finding::Visited {
            open,
            visits: all,
            children: visits.iter().map(|(child, times)| format!("{child} ({times})")).collect(),
        };
        self.law(open as usize == all && !never, GameLaw::UnmovesVisitOpenMoves, at, seen)
    }

    /// Checks the laws of the notation for a position, if the game has a notation.
    pub(super) fn notation(&self, at: HeldIndex) -> Result<(), Broken> {
        self.guarded(at, || {
            let Some(text) = self.rules.print(at) else { return Ok(()) };
            let law = |kept, law, seen: &dyn Fn() -> Finding| self.law(kept, law, at, seen);
            let safe = |c: &char| c.is_ascii_alphanumeric() || ":/_.".contains(*c);
            let unsafe_char = self.token(&text).chars().find(|c| !safe(c));
            law(unsafe_char.is_none(), GameLaw::TokensAreSafe, &|| Finding::Unsafe {
                found: format!("{:?}", unsafe_char.unwrap_or_default()),
            })?;
            let seen = match self.rules.read_back(at, &text) {
                Ok(None) => return Ok(()),
                Ok(Some(other)) if other.held => Finding::ReadAsOther { token: self.token(&other.text) },
                Ok(Some(other)) => Finding::ReadElsewhere { token: self.token(&other.text) },
                Err(error) => Finding::Refused { error: error.into() },
            };
            self.law(false, GameLaw::NotationRoundTrips, at, || seen)
        })
    }
}

pub(super) fn panicked(position: String, message: String) -> Broken {
    Broken { law: GameLaw::NothingPanics, position, detail: message.into() }
}
