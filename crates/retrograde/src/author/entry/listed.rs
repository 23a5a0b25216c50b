//! The entry of a game that is given as lists.

use std::sync::Arc;

use super::builder::{Entry, explore, noted};
use super::plan::Domain;
use super::shared::{BoardOf, Needed, Needs};
use crate::author::about::{About, Way};
use crate::author::check::Level;
use crate::author::entry::AnyValues;
use crate::derive::listed::{ListedGame, Node};
use crate::form::notation::NotationError;
use crate::form::tokens::Tokens;
use crate::kernel::solve::{Options, SolveError, estimate_linked_by_sample};
use crate::messages;
use crate::rules::game::Numbered;
use crate::rules::printable::printable;

/// A function that draws the board of a position in a few lines.
pub type DrawNode = Arc<dyn Fn(Node) -> String + Send + Sync>;

impl Entry<ListedGame> {
    /// Registers a game that is given as lists. A token is the id of the game, a colon, and the name of the position.
    /// The identity of the instance is a hash of the lists. The function `draw` draws a position. If `draw` is `None`,
    /// the drawing of a position is its name.
    ///
    /// The [builder](crate::ListBuilder) of the lists has checked the laws of the game, so a solve does not check them
    /// again.
    pub fn listed(about: About, game: ListedGame, draw: Option<DrawNode>) -> Self {
        let board: BoardOf<ListedGame> = |shared, game, start, domain, options| match domain {
            Domain::Reachable if cfg!(feature = "full") => explore(shared, game, start, options),
            _ => Ok(noted(shared, domain, game.clone(), game, solve)),
        };
        let needed = |game: &ListedGame, threads| {
            let (slots, bytes) = (game.slots(), game.estimate(threads));
            Needed { slots, bytes, most: bytes, expected: [bytes; 2], outside: None }
        };
        let needs = Needs { needed, estimate_by_sample: estimate_linked_by_sample };
        let about = About { way: Way::Numbered, ..about };
        Self::new(about, ListedTokens { game, draw }, Level::reversible(), Some(needs), board).tested()
    }
}

fn solve(game: &Arc<ListedGame>, options: &Options<'_>) -> Result<AnyValues, SolveError> {
    match options.transport {
        Some(transport) => Ok(Box::new(game.solve_distributed(transport, options)?)),
        None => Ok(Box::new(game.solve(options)?)),
    }
}

messages! {
    /// The error in a token of a listed game.
    enum Wrong {
        Unknown { name: String, first: String }:
            "no position is called `{name}`; the first one is called `{first}`", "没有名为 `{name}` 的局面；第一个局面名为 `{first}`";
    }
}

/// Reads and prints the names of positions.
struct ListedTokens {
    game: ListedGame,
    draw: Option<DrawNode>,
}

impl Tokens<ListedGame> for ListedTokens {
    fn parse(&self, text: &str) -> Result<(ListedGame, Node), NotationError> {
        let unknown = || Wrong::Unknown { name: printable(text), first: self.game.name(Node(0)) };
        let node = self.game.named(text).ok_or_else(|| NotationError::malformed(0..text.len(), unknown()))?;
        Ok((self.game.clone(), node))
    }

    fn print(&self, game: &ListedGame, node: &Node) -> String {
        game.name(*node)
    }

    fn length(&self, game: &ListedGame) -> usize {
        game.name_length()
    }

    fn identity(&self, game: &ListedGame) -> String {
        format!("{:016x}", game.hash())
    }

    fn draw(&self, game: &ListedGame, node: &Node) -> String {
        self.draw.as_ref().map_or_else(|| game.name(*node), |draw| draw(*node))
    }
}
