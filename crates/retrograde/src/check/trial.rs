//! The laws, one position at a time.

use std::collections::HashSet;

use super::{Broken, GameLaw, Written};
use crate::caught::caught;
use crate::game::{Game, Numbered, Outcome, Reversible, Slot};
use crate::side::Side;

/// A game on trial, and how its positions are told.
pub(super) struct Trial<'g, G: Game> {
    pub(super) game: &'g G,
    /// Without it, positions are told in Rust's debug form.
    pub(super) written: Option<Written<'g, G>>,
}

/// The most things that a detail lists.
const MOST_LISTED: usize = 8;

impl<G: Game> Trial<'_, G> {
    /// The position in words; one that cannot even be printed has its debug form.
    pub(super) fn name(&self, position: &G::Position) -> String {
        let token = self.written.and_then(|written| caught(|| written.token(self.game, position)).ok());
        token.unwrap_or_else(|| format!("{position:?}"))
    }

    fn names<'p>(&self, positions: impl IntoIterator<Item = &'p G::Position>) -> String
    where
        G::Position: 'p,
    {
        listed(positions.into_iter().map(|position| self.name(position)))
    }

    pub(super) fn law(
        &self,
        kept: bool,
        law: GameLaw,
        position: &G::Position,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Broken> {
        if kept { Ok(()) } else { Err(Broken { law, position: self.name(position), detail: detail() }) }
    }

    /// Checks a position, whose panics are a broken law, too.
    pub(super) fn guarded<T>(
        &self,
        position: &G::Position,
        check: impl FnOnce() -> Result<T, Broken>,
    ) -> Result<T, Broken> {
        caught(check).unwrap_or_else(|message| Err(panicked(self.name(position), message)))
    }

    /// The laws of the rules, and the children.
    pub(super) fn rules(&self, position: &G::Position) -> Result<Vec<G::Position>, Broken> {
        self.guarded(position, || {
            let (moves, children) = self.moves(position);
            let (turn, over) = (self.game.turn(position), self.game.over(position));
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, position, detail);
            if let Some(ending) = over {
                law(moves.is_empty(), GameLaw::EndingHasNoMoves, &|| {
                    format!("the game is over by {}, and there are moves: {}", ending.rule, listed(&moves))
                })?;
                law(G::TIES || ending.outcome != Outcome::Level, GameLaw::TiesAreDeclared, &|| {
                    format!("the game ends level by {}", ending.rule)
                })?;
            }
            law(over.is_some() || !moves.is_empty(), GameLaw::OpenHasMoves, &|| "no move and no ending".into())?;
            let mut seen = HashSet::new();
            let twice = moves.iter().find(|text| !seen.insert(*text));
            law(twice.is_none(), GameLaw::MovesPrintDifferently, &|| {
                format!("two moves print as {}", twice.map_or("", String::as_str))
            })?;
            let (again, same_children) = self.moves(position);
            law(moves == again, GameLaw::RulesAreRepeatable, &|| {
                format!("the moves are {}, then {}", listed(&moves), listed(&again))
            })?;
            law(children == same_children, GameLaw::RulesAreRepeatable, &|| {
                format!("the moves lead to {}, then {}", self.names(&children), self.names(&same_children))
            })?;
            let same = turn == self.game.turn(position) && over == self.game.over(position);
            law(same, GameLaw::RulesAreRepeatable, &|| "the turn or the ending changes".into())?;
            Ok(children)
        })
    }

    /// Two positions that are equal are one: `other` was reached in another way.
    pub(super) fn are_one(&self, position: &G::Position, other: &G::Position) -> Result<(), Broken> {
        let law = |kept, detail: &dyn Fn() -> String| self.law(kept, GameLaw::EqualPositionsAreOne, position, detail);
        self.guarded(position, || {
            let (name, other_name) = (self.name(position), self.name(other));
            law(self.written.is_none() || name == other_name, &|| format!("it is equal to {other_name}"))?;
            let turns = (self.game.turn(position), self.game.turn(other));
            law(turns.0 == turns.1, &|| "an equal position has another turn".into())?;
            let endings = (self.game.over(position), self.game.over(other));
            law(endings.0 == endings.1, &|| "an equal position has another ending".into())?;
            let (moves, others) = (self.moves(position).0, self.moves(other).0);
            law(moves == others, &|| {
                format!("an equal position has other moves: {} instead of {}", listed(&others), listed(&moves))
            })
        })
    }

    /// The texts of the moves, and the positions they lead to.
    fn moves(&self, position: &G::Position) -> (Vec<String>, Vec<G::Position>) {
        let (mut texts, mut children) = (Vec::new(), Vec::new());
        self.game.each_move(position, |action, child| {
            texts.push(action.to_string());
            children.push(child);
        });
        (texts, children)
    }

    fn leads_to(&self, parent: &G::Position, child: &G::Position) -> bool {
        let mut leads = false;
        self.game.each_move(parent, |_, other| leads |= other == *child);
        leads && self.game.over(parent).is_none()
    }

    /// The distinct children, in the order of the moves.
    fn children(&self, position: &G::Position) -> Vec<G::Position> {
        let (mut seen, mut children) = (HashSet::new(), Vec::new());
        self.game.each_move(position, |_, child| {
            if seen.insert(child.clone()) {
                children.push(child);
            }
        });
        children
    }
}

impl<N: Numbered> Trial<'_, N> {
    /// The position of a slot.
    pub(super) fn position(&self, slot: Slot) -> Result<Option<N::Position>, Broken> {
        let position =
            caught(|| self.game.position(slot)).map_err(|message| panicked(format!("slot {slot}"), message))?;
        let Some(position) = position else { return Ok(None) };
        self.guarded(&position, || {
            let back = self.game.slot(&position);
            let detail = || format!("the position of slot {slot} has slot {back}");
            self.law(back == slot, GameLaw::NumberingIsBijective, &position, detail)
        })?;
        Ok(Some(position))
    }

    /// The laws of the numbering.
    pub(super) fn number(&self, position: &N::Position) -> Result<(), Broken> {
        self.guarded(position, || {
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, position, detail);
            let slot = self.game.slot(position);
            law(self.is_home(position), GameLaw::NumberingIsBijective, &|| {
                let there = (slot.0 < self.game.slots()).then(|| self.game.position(slot)).flatten();
                let there = there.map_or_else(|| "no position".into(), |there| self.name(&there));
                format!("it has slot {slot}, which has {there}")
            })?;
            let found = self.game.find(position);
            law(found == Some(slot), GameLaw::NumberingIsBijective, &|| match found {
                Some(found) => format!("it has slot {slot} and is found at {found}"),
                None => format!("it has slot {slot} and is not found"),
            })?;
            let children = self.children(position);
            let lost = children.iter().find(|child| !self.is_home(child));
            law(lost.is_none(), GameLaw::ChildrenAreNumbered, &|| format!("{} has no number", self.names(lost)))?;
            let (counted, distinct) = (self.game.open_moves(position), children.len());
            let fits = counted as usize == distinct || self.game.over(position).is_some();
            law(fits, GameLaw::OpenMovesCountChildren, &|| format!("counted {counted}, there are {distinct}"))
        })
    }

    fn is_home(&self, position: &N::Position) -> bool {
        let slot = self.game.slot(position);
        slot.0 < self.game.slots() && self.game.position(slot).as_ref() == Some(position)
    }
}

impl<R: Reversible> Trial<'_, R> {
    /// The laws of un-moves around a position: forward and back.
    pub(super) fn unmoves(&self, position: &R::Position) -> Result<(), Broken> {
        self.guarded(position, || {
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, position, detail);
            let parents = self.parents(position);
            let mut seen = HashSet::new();
            let twice = parents.iter().find(|parent| !seen.insert(*parent));
            law(twice.is_none(), GameLaw::UnmovesAreDistinct, &|| {
                format!("the un-move to {} comes twice", self.names(twice))
            })?;
            let stranger = parents.iter().find(|parent| !self.leads_to(parent, position));
            law(stranger.is_none(), GameLaw::UnmovesHaveMoves, &|| {
                format!("the un-move to {} is the way back of no move", self.names(stranger))
            })?;
            let children = self.children(position);
            let orphan = children.iter().find(|child| !self.parents(child).contains(position));
            law(orphan.is_none(), GameLaw::MovesHaveUnmoves, &|| {
                format!("the move to {} has no un-move", self.names(orphan))
            })?;
            let mut told: Vec<(Slot, Side)> = Vec::new();
            self.game.each_predecessor(self.game.slot(position), position, |slot, turn| told.push((slot, turn)));
            let mut expected: Vec<_> =
                parents.iter().map(|parent| (self.game.slot(parent), self.game.turn(parent))).collect();
            told.sort_unstable();
            expected.sort_unstable();
            let words =
                |parents: &[(Slot, Side)]| listed(parents.iter().map(|(slot, turn)| format!("{slot} ({turn})")));
            let detail = || format!("{} instead of {}", words(&told), words(&expected));
            law(told == expected, GameLaw::PredecessorsAreUnmoves, &detail)
        })
    }

    fn parents(&self, position: &R::Position) -> Vec<R::Position> {
        let mut parents = Vec::new();
        self.game.each_unmove(position, |parent| parents.push(parent));
        parents
    }
}

impl<G: Game> Written<'_, G> {
    /// The whole token.
    pub(super) fn token(&self, game: &G, position: &G::Position) -> String {
        format!("{}:{}", self.id, self.tokens.print(game, position))
    }
}

impl<G: Game> Trial<'_, G> {
    /// The laws of the notation, if there is one.
    pub(super) fn notation(&self, position: &G::Position) -> Result<(), Broken> {
        let Some(written) = self.written else { return Ok(()) };
        let tokens = written.tokens;
        self.guarded(position, || {
            let law = |kept, law, detail: &dyn Fn() -> String| self.law(kept, law, position, detail);
            let (text, token) = (tokens.print(self.game, position), written.token(self.game, position));
            let safe = |c: char| c.is_ascii_alphanumeric() || ":/_.".contains(c);
            let unsafe_char = token.chars().find(|&c| !safe(c)).unwrap_or_default();
            law(token.chars().all(safe), GameLaw::TokensAreSafe, &|| format!("the token has {unsafe_char:?}"))?;
            let back = tokens.parse(&text);
            let kept = back.as_ref().is_ok_and(|(other, read)| read == position && tokens.holds(self.game, other));
            law(kept, GameLaw::NotationRoundTrips, &|| match &back {
                Ok((other, read)) if !tokens.holds(self.game, other) => {
                    format!("it is read as {}, of another instance", written.token(other, read))
                }
                Ok((other, read)) => format!("it is read as {}, which is not equal to it", written.token(other, read)),
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
