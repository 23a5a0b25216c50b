//! The laws, one position at a time.

use std::collections::HashSet;

use super::held::{Distinct, Moves, Numbers, Place, Rules, Scratch, Unmoves};
use super::{Broken, GameLaw};
use crate::caught::caught;
use crate::game::{Outcome, Slot};
use crate::side::Side;

/// A game on trial, and how its positions are told.
#[derive(Clone, Copy)]
pub(super) struct Trial<'h> {
    pub(super) rules: &'h dyn Rules,
    pub(super) numbers: Option<&'h dyn Numbers>,
    pub(super) unmoves: Option<&'h dyn Unmoves>,
    /// The game's id. Positions are told in Rust's debug form if the game has no notation.
    pub(super) id: &'h str,
}

/// The most things that a detail lists.
const MOST_LISTED: usize = 8;

impl Trial<'_> {
    /// All positions that are held.
    pub(super) fn all(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.rules.count()).map(Place)
    }

    /// The position in words; one that cannot even be printed has its debug form.
    pub(super) fn name(&self, at: Place) -> String {
        let text = caught(|| self.rules.print(at)).ok().flatten();
        text.map_or_else(|| self.rules.debug(at), |text| self.token(&text))
    }

    fn token(&self, text: &str) -> String {
        format!("{}:{text}", self.id)
    }

    fn names(&self, places: impl IntoIterator<Item = Place>) -> String {
        listed(places.into_iter().map(|place| self.name(place)))
    }

    pub(super) fn law(
        &self,
        kept: bool,
        law: GameLaw,
        at: Place,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Broken> {
        if kept { Ok(()) } else { Err(Broken { law, position: self.name(at), detail: detail() }) }
    }

    /// Checks a position, whose panics are a broken law, too.
    pub(super) fn guarded<T>(&self, at: Place, check: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
        caught(check).unwrap_or_else(|message| Err(panicked(self.name(at), message)))
    }

    /// The laws of the rules, and the children, which are held.
    pub(super) fn rules(&self, at: Place) -> Result<Vec<Place>, Broken> {
        self.guarded(at, || {
            let Moves { texts, children } = self.rules.moves(at);
            let _scratch = Scratch::new(self.rules);
            let (turn, over) = (self.rules.turn(at), self.rules.over(at));
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, at, detail);
            if let Some(ending) = over {
                law(texts.is_empty(), GameLaw::EndingHasNoMoves, &|| {
                    format!("the game is over by {}, and there are moves: {}", ending.rule, listed(&texts))
                })?;
                law(self.rules.ties() || ending.outcome != Outcome::Level, GameLaw::TiesAreDeclared, &|| {
                    format!("the game ends level by {}", ending.rule)
                })?;
            }
            law(over.is_some() || !texts.is_empty(), GameLaw::OpenHasMoves, &|| "no move and no ending".into())?;
            let mut seen = HashSet::new();
            let twice = texts.iter().find(|text| !seen.insert(*text));
            law(twice.is_none(), GameLaw::MovesPrintDifferently, &|| {
                format!("two moves print as {}", twice.map_or("", String::as_str))
            })?;
            let again = self.rules.moves(at);
            law(texts == again.texts, GameLaw::RulesAreRepeatable, &|| {
                format!("the moves are {}, then {}", listed(&texts), listed(&again.texts))
            })?;
            let mut pairs = children.iter().zip(&again.children);
            law(pairs.all(|(&child, &same)| self.rules.equal(child, same)), GameLaw::RulesAreRepeatable, &|| {
                let (children, again) = (self.names(children.clone()), self.names(again.children.clone()));
                format!("the moves lead to {children}, then {again}")
            })?;
            let same = turn == self.rules.turn(at) && over == self.rules.over(at);
            law(same, GameLaw::RulesAreRepeatable, &|| "the turn or the ending changes".into())?;
            Ok(children)
        })
    }

    /// Two positions that are equal are one: `other` was reached in another way.
    pub(super) fn are_one(&self, at: Place, other: Place) -> Result<(), Broken> {
        let law = |kept, detail: &dyn Fn() -> String| self.law(kept, GameLaw::EqualPositionsAreOne, at, detail);
        self.guarded(at, || {
            let _scratch = Scratch::new(self.rules);
            let texts = (self.rules.print(at), self.rules.print(other));
            law(texts.0 == texts.1, &|| format!("it is equal to {}", self.name(other)))?;
            let turns = (self.rules.turn(at), self.rules.turn(other));
            law(turns.0 == turns.1, &|| "an equal position has another turn".into())?;
            let endings = (self.rules.over(at), self.rules.over(other));
            law(endings.0 == endings.1, &|| "an equal position has another ending".into())?;
            let (moves, others) = (self.rules.moves(at).texts, self.rules.moves(other).texts);
            law(moves == others, &|| {
                format!("an equal position has other moves: {} instead of {}", listed(&others), listed(&moves))
            })
        })
    }

    fn leads_to(&self, parent: Place, child: Place) -> bool {
        let children = self.rules.moves(parent).children;
        children.into_iter().any(|other| self.rules.equal(other, child)) && self.rules.over(parent).is_none()
    }

    /// The distinct children, in the order of the moves.
    fn children(&self, at: Place) -> Vec<Place> {
        let mut seen = Distinct::new(self.rules);
        let children = self.rules.moves(at).children;
        children.into_iter().filter(|&child| seen.insert(child)).collect()
    }

    /// The laws of the numbering, if there is one.
    pub(super) fn number(&self, at: Place) -> Result<(), Broken> {
        let Some(numbers) = self.numbers else { return Ok(()) };
        self.guarded(at, || {
            let _scratch = Scratch::new(self.rules);
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, at, detail);
            let slot = numbers.slot(at);
            law(numbers.is_home(at), GameLaw::NumberingIsBijective, &|| {
                let there = (slot.0 < numbers.slots()).then(|| numbers.position(slot)).flatten();
                let there = there.map_or_else(|| "no position".into(), |there| self.name(there));
                format!("it has slot {slot}, which has {there}")
            })?;
            let found = numbers.find(at);
            law(found == Some(slot), GameLaw::NumberingIsBijective, &|| match found {
                Some(found) => format!("it has slot {slot} and is found at {found}"),
                None => format!("it has slot {slot} and is not found"),
            })?;
            let children = self.children(at);
            let lost = children.iter().copied().find(|&child| !numbers.is_home(child));
            law(lost.is_none(), GameLaw::ChildrenAreNumbered, &|| format!("{} has no number", self.names(lost)))?;
            let (counted, distinct) = (numbers.open_moves(at), children.len());
            let fits = counted as usize == distinct || self.rules.over(at).is_some();
            law(fits, GameLaw::OpenMovesCountChildren, &|| format!("counted {counted}, there are {distinct}"))
        })
    }

    /// The position of a slot, which is held.
    pub(super) fn position(&self, numbers: &dyn Numbers, slot: Slot) -> Result<Option<Place>, Broken> {
        let found = caught(|| numbers.position(slot)).map_err(|message| panicked(format!("slot {slot}"), message))?;
        let Some(at) = found else { return Ok(None) };
        self.guarded(at, || {
            let back = numbers.slot(at);
            let detail = || format!("the position of slot {slot} has slot {back}");
            self.law(back == slot, GameLaw::NumberingIsBijective, at, detail)
        })?;
        Ok(Some(at))
    }

    /// The laws of un-moves around a position, forward and back, if there are any.
    pub(super) fn unmoves(&self, at: Place) -> Result<(), Broken> {
        let (Some(numbers), Some(unmoves)) = (self.numbers, self.unmoves) else { return Ok(()) };
        self.guarded(at, || {
            let _scratch = Scratch::new(self.rules);
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, at, detail);
            let parents = unmoves.parents(at);
            let mut seen = Distinct::new(self.rules);
            let twice = parents.iter().copied().find(|&parent| !seen.insert(parent));
            law(twice.is_none(), GameLaw::UnmovesAreDistinct, &|| {
                format!("the un-move to {} comes twice", self.names(twice))
            })?;
            let stranger = parents.iter().copied().find(|&parent| !self.leads_to(parent, at));
            law(stranger.is_none(), GameLaw::UnmovesHaveMoves, &|| {
                format!("the un-move to {} is the way back of no move", self.names(stranger))
            })?;
            let leads_back =
                |child: &Place| unmoves.parents(*child).into_iter().any(|parent| self.rules.equal(parent, at));
            let orphan = self.children(at).into_iter().find(|child| !leads_back(child));
            law(orphan.is_none(), GameLaw::MovesHaveUnmoves, &|| {
                format!("the move to {} has no un-move", self.names(orphan))
            })?;
            let mut told = unmoves.predecessors(at);
            let mut expected: Vec<_> =
                parents.iter().map(|&parent| (numbers.slot(parent), self.rules.turn(parent))).collect();
            told.sort_unstable();
            expected.sort_unstable();
            let words =
                |parents: &[(Slot, Side)]| listed(parents.iter().map(|(slot, turn)| format!("{slot} ({turn})")));
            let detail = || format!("{} instead of {}", words(&told), words(&expected));
            law(told == expected, GameLaw::PredecessorsAreUnmoves, &detail)
        })
    }

    /// The laws of the notation, if there is one.
    pub(super) fn notation(&self, at: Place) -> Result<(), Broken> {
        self.guarded(at, || {
            let Some(text) = self.rules.print(at) else { return Ok(()) };
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, at, detail);
            let safe = |c: &char| c.is_ascii_alphanumeric() || ":/_.".contains(*c);
            let unsafe_char = self.token(&text).chars().find(|c| !safe(c));
            law(unsafe_char.is_none(), GameLaw::TokensAreSafe, &|| {
                format!("the token has {:?}", unsafe_char.unwrap_or_default())
            })?;
            let back = self.rules.read_back(at, &text);
            law(matches!(back, Ok(None)), GameLaw::NotationRoundTrips, &|| match &back {
                Ok(None) => String::new(),
                Ok(Some(other)) if other.held => {
                    format!("it is read as {}, which is not equal to it", self.token(&other.text))
                }
                Ok(Some(other)) => format!("it is read as {}, of another instance", self.token(&other.text)),
                Err(error) => format!("it is refused: {error}"),
            })
        })
    }
}

pub(super) fn panicked(position: String, message: String) -> Broken {
    Broken { law: GameLaw::NothingPanics, position, detail: message }
}

/// The first few, and how many more.
fn listed<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<_> = texts.into_iter().collect();
    let shown: Vec<_> = texts.iter().take(MOST_LISTED).map(AsRef::as_ref).collect();
    match texts.len().saturating_sub(MOST_LISTED) {
        0 if texts.is_empty() => "none".to_owned(),
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
