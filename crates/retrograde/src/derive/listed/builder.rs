//! Receives the positions of a game, one after the other.

use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::error::{Broken, ListError};
use super::game::ListedGame;
use super::lists::{Lists, Node};
use super::texts::{Names, Texts};
use crate::derive::edges::MAX_SLOTS;
use crate::kernel::budget::Budget;
use crate::kernel::solve::{Options, SolveError};
use crate::rules::game::Ending;
use crate::rules::printable::is_invisible;
use crate::rules::side::Side;

/// The maximum number of different endings.
const MOST_ENDINGS: usize = 127;

/// If a position has at most this number of moves, the builder compares each pair of moves. This comparison needs no
/// memory.
const FEW: usize = 32;

/// Builds a [`ListedGame`] from the positions in the order of their numbers. Each call of [`position`](Self::position)
/// begins the next position; the first position has number 0. Further calls add the name and the moves of this
/// position.
#[derive(Debug)]
pub struct ListBuilder {
    lists: Lists,
    names: Texts,
    /// For each text of a move, the number of the text.
    known: HashMap<Arc<str>, u32, FxBuildHasher>,
    /// The greatest child, and the first position with a move to this child.
    greatest: Option<(u32, Node)>,
    budget: Budget,
}

impl ListBuilder {
    /// Begins a game without positions. The lists of the game may need at most [`Options::memory`].
    pub fn new(options: &Options<'_>) -> Self {
        Self {
            lists: Lists::default(),
            names: Texts::default(),
            known: HashMap::default(),
            greatest: None,
            budget: Budget::new(options),
        }
    }

    /// Returns the number of positions so far.
    pub const fn positions(&self) -> u32 {
        self.lists.states.len() as u32
    }

    /// Begins the next position, in which the side to move is `turn`. If the game is over in this position, `ending` is
    /// the ending. Returns the number of the position.
    ///
    /// # Errors
    /// Returns an error if the previous position, which is now complete, breaks a law. Also returns an error if the
    /// lists are too large, or if there are more than 127 different endings.
    pub fn position(&mut self, turn: Side, ending: Option<Ending>) -> Result<Node, ListError> {
        self.close()?;
        let node = Node(self.positions());
        if u64::from(node.0) >= MAX_SLOTS {
            return Err(self.too_large(node));
        }
        let ending = ending.map_or(Ok(0), |ending| self.ending(node, ending))?;
        let reached = node.0.into();
        self.budget.push(&mut self.lists.states, ending << 1 | turn.index() as u8, reached)?;
        self.budget.push(&mut self.lists.ends, self.lists.children.len() as u32, reached)?;
        Ok(node)
    }

    /// Names the current position. Either all positions have a name, or no position has a name.
    ///
    /// # Errors
    /// Returns an error if the name is empty, or if it contains a character other than `A-Z a-z 0-9 : / _ .`. Also
    /// returns an error if an earlier position has no name, if the position already has a name, or if the lists are too
    /// large.
    pub fn name(&mut self, name: &str) -> Result<(), ListError> {
        let Some(node) = self.current() else { return Err(ListError::Empty) };
        if !is_name(name) {
            return Err(self.broken(node, |name| Broken::BadName { name }));
        }
        if self.names.len() != node.0 as usize {
            let first = Node((self.names.len() as u32).min(node.0));
            return Err(self.broken(first, |name| Broken::SomeNames { name }));
        }
        Ok(self.names.push(name, &self.budget)?)
    }

    /// Adds a move without a text to the current position. The child may be added later. If two moves without texts
    /// lead to the same child, the builder omits the second move.
    ///
    /// # Errors
    /// Returns an error if other moves have texts, or if the lists are too large.
    pub fn child(&mut self, child: u32) -> Result<(), ListError> {
        let Some(node) = self.current() else { return Err(ListError::Empty) };
        if !self.lists.actions.is_empty() {
            return Err(self.broken(node, |name| Broken::SomeTexts { name }));
        }
        self.push(node, child)
    }

    /// Adds moves without texts to the current position, one move for each child in `children`. The result is the same
    /// as after one call of [`child`](Self::child) for each child.
    ///
    /// # Errors
    /// Returns the errors of [`child`](Self::child).
    pub fn children(&mut self, children: &[u32]) -> Result<(), ListError> {
        let Some(node) = self.current() else { return Err(ListError::Empty) };
        let Some(&greatest) = children.iter().max() else { return Ok(()) };
        if !self.lists.actions.is_empty() {
            return Err(self.broken(node, |name| Broken::SomeTexts { name }));
        }
        self.admit(node, greatest, children.len())?;
        self.budget.extend(&mut self.lists.children, children, node.0.into())?;
        self.lists.ends[node.0 as usize] += children.len() as u32;
        Ok(())
    }

    /// Adds a move with a text to the current position. The child may be added later.
    ///
    /// # Errors
    /// Returns an error if the text is empty or has invisible characters, if other moves have no text, or if the lists
    /// are too large.
    pub fn child_by(&mut self, text: &str, child: u32) -> Result<(), ListError> {
        let Some(node) = self.current() else { return Err(ListError::Empty) };
        if self.lists.actions.len() < self.lists.children.len() {
            return Err(self.broken(node, |name| Broken::SomeTexts { name }));
        }
        let text = match self.known.get(text) {
            Some(&known) => known,
            None if is_shown(text) => self.add_text(text)?,
            None => return Err(self.broken(node, |name| Broken::BadText { name })),
        };
        self.budget.push(&mut self.lists.actions, text, node.0.into())?;
        self.push(node, child)
    }

    /// Completes the game.
    ///
    /// # Errors
    /// Returns an error if the last position breaks a law, if a move leads to a position that does not exist, if two
    /// positions have the same name, if only some positions have names, or if there are no positions.
    pub fn finish(mut self) -> Result<ListedGame, ListError> {
        self.close()?;
        let positions = self.positions();
        if positions == 0 {
            return Err(ListError::Empty);
        }
        if let Some((child, node)) = self.greatest.filter(|&(child, _)| child >= positions) {
            let positions = positions - 1;
            return Err(self.broken(node, |name| Broken::NoChild { name, child, positions }));
        }
        if self.names.len() == 0 {
            return Ok(ListedGame::new(self.lists));
        }
        if self.names.len() < positions as usize {
            let node = Node(self.names.len() as u32);
            return Err(self.broken(node, |name| Broken::SomeNames { name }));
        }
        match Names::of(std::mem::take(&mut self.names), &self.budget)? {
            Ok(names) => Ok(ListedGame::new(Lists { names: Some(names), ..self.lists })),
            Err([other, node]) => Err(self.broken(Node(node), |name| Broken::SameName { name, other })),
        }
    }

    fn current(&self) -> Option<Node> {
        self.positions().checked_sub(1).map(Node)
    }

    /// Checks that the lists have room for `more` further moves from `node`. `child` is the greatest child of these
    /// moves.
    fn admit(&mut self, node: Node, child: u32, more: usize) -> Result<(), ListError> {
        if more > u32::MAX as usize - self.lists.children.len() {
            return Err(self.too_large(node));
        }
        if self.greatest.is_none_or(|(greatest, _)| child > greatest) {
            self.greatest = Some((child, node));
        }
        Ok(())
    }

    fn push(&mut self, node: Node, child: u32) -> Result<(), ListError> {
        self.admit(node, child, 1)?;
        self.budget.push(&mut self.lists.children, child, node.0.into())?;
        self.lists.ends[node.0 as usize] += 1;
        Ok(())
    }

    fn add_text(&mut self, text: &str) -> Result<u32, ListError> {
        let (number, new) = (self.lists.texts.len() as u32, Arc::<str>::from(text));
        // This memory is for the text, its entry in the map, and its entry in the list.
        self.budget.take((text.len() + 6 * size_of::<Arc<str>>()) as u64, self.positions().into())?;
        self.known.insert(new.clone(), number);
        self.lists.texts.push(new);
        Ok(number)
    }

    /// Returns the number of an ending, plus 1.
    fn ending(&mut self, node: Node, ending: Ending) -> Result<u8, ListError> {
        let endings = &mut self.lists.endings;
        let number = endings.iter().position(|&known| known == ending).unwrap_or(endings.len());
        if number == MOST_ENDINGS {
            return Err(self.broken(node, |name| Broken::Endings { name, most: MOST_ENDINGS }));
        }
        if number == endings.len() {
            endings.push(ending);
        }
        Ok(number as u8 + 1)
    }

    /// Checks the current position. The position is now complete.
    fn close(&mut self) -> Result<(), ListError> {
        let Some(node) = self.current() else { return Ok(()) };
        let moves = self.lists.moves_of(node);
        match (self.lists.ending(node), moves.is_empty()) {
            (None, true) => return Err(self.broken(node, |name| Broken::NoMove { name })),
            (Some(_), false) => return Err(self.broken(node, |name| Broken::OverWithMoves { name })),
            _ => {}
        }
        if self.lists.actions.is_empty() {
            self.keep_distinct(node);
            return Ok(());
        }
        match first_repeated(&self.lists.actions[moves]) {
            None => Ok(()),
            Some(text) => {
                let text = self.lists.texts[text as usize].to_string();
                Err(self.broken(node, |name| Broken::SameText { name, text }))
            }
        }
    }

    /// Removes each move that leads to the same child as an earlier move of the position.
    fn keep_distinct(&mut self, node: Node) {
        let moves = self.lists.moves_of(node);
        let first = moves.start;
        let children = &self.lists.children[moves.clone()];
        if is_surely_distinct(children) || first_repeated(children).is_none() {
            return;
        }
        let mut seen = HashMap::<u32, (), FxBuildHasher>::default();
        let mut kept = first;
        for number in moves {
            let child = self.lists.children[number];
            if seen.insert(child, ()).is_none() {
                self.lists.children[kept] = child;
                kept += 1;
            }
        }
        self.lists.children.truncate(kept);
        self.lists.ends[node.0 as usize] = kept as u32;
    }

    fn too_large(&self, node: Node) -> ListError {
        let (slots, limit) = (u64::from(node.0) + 1, self.budget.limit());
        SolveError::TooLarge { slots, needed: self.budget.held().max(limit.saturating_add(1)), limit }.into()
    }

    /// Returns the error for a position. The message contains the position's number, and the position's name if it has
    /// a name.
    fn broken(&self, node: Node, broken: impl FnOnce(String) -> Broken) -> ListError {
        let name =
            self.names.get(node.0 as usize).map_or_else(|| node.0.to_string(), |name| format!("{} (`{name}`)", node.0));
        ListError::Position { node, message: broken(name).into() }
    }
}

/// Returns whether a text is not empty and has only the characters of tokens.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":/_.".contains(&byte))
}

/// Returns whether a text is not empty and has no invisible characters.
fn is_shown(text: &str) -> bool {
    !text.is_empty() && !text.chars().any(is_invisible)
}

/// Makes a quick test whether the numbers of a short list are distinct. The result is true if the hashes of the numbers
/// (ten bits each) are distinct. If the list is long or two hashes are equal, the result is false.
fn is_surely_distinct(list: &[u32]) -> bool {
    let mut seen = [0_u64; 16];
    list.len() <= FEW
        && list.iter().all(|&number| {
            let hash = number.wrapping_mul(0x9e37_79b9) >> 22;
            let (word, bit) = (&mut seen[(hash / 64) as usize], 1 << (hash % 64));
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        })
}

/// Returns the first number of a list that is equal to an earlier number of the list.
fn first_repeated(list: &[u32]) -> Option<u32> {
    if list.len() <= FEW {
        return list.iter().enumerate().find(|&(at, number)| list[..at].contains(number)).map(|(_, &number)| number);
    }
    let mut seen = HashMap::<u32, (), FxBuildHasher>::default();
    list.iter().copied().find(|&number| seen.insert(number, ()).is_some())
}
