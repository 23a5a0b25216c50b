//! The looks of a game, and the view of a text.

use super::edit::Edit;
use super::kit::Kit;
use super::scene::Scene;
use crate::author::notation::NotationError;
use crate::rules::game::Game;
use crate::rules::message::Message;

/// The looks of a game's boards. The game's type implements it, or a value does, for a game that is made at run time.
///
/// # Laws
/// * [`read`](Self::read) accepts every text that [`Tokens::parse`](crate::Tokens::parse) accepts. A text that only
///   `read` accepts is illegal.
/// * [`print`](Self::print) returns the text of a view that was read, as the game prints it.
/// * Everything on a square has its own id in the [kit](Self::kit). The squares of pieces, goals, [paths](Self::path)
///   and [endings](Self::ended_on) are squares of the [`Shape`](super::Shape).
/// * After an [edit](Self::edited) that the kit offers, the view prints as a text that `read` accepts: a position, or
///   an illegal one for which there is a reason.
pub trait Looks<G: Game>: Send + Sync {
    /// The static data of the game's boards.
    fn kit(&self) -> Kit;

    /// The view of a token's part after `<game>:`, legal or not. The kit has the sides and the allowed edits.
    ///
    /// # Errors
    /// The first malformed part of the text.
    ///
    /// # Complexity
    /// Linear in the text and the number of squares.
    fn read(&self, text: &str) -> Result<Scene, NotationError>;

    /// The part of a token after `<game>:` for a view.
    fn print(&self, scene: &Scene) -> String;

    /// The view after an edit that the [kit](Self::kit) allows, legal or not.
    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        scene.edited(kit, edit)
    }

    /// The problems of a text that `read` accepts, with their squares, in the order in which
    /// [`Tokens::parse`](crate::Tokens::parse) reports them; empty if the game does not know the squares.
    fn problems(&self, _text: &str) -> Vec<Problem> {
        Vec::new()
    }

    /// The squares that a move from `position` to `child` touches.
    fn path(&self, _game: &G, _position: &G::Position, _action: &G::Move, _child: &G::Position) -> Path {
        Path::default()
    }

    /// The squares on which a finished game has ended. The default is squares with several pieces.
    fn ended_on(&self, _game: &G, _position: &G::Position, scene: &Scene, kit: &Kit) -> Vec<usize> {
        scene.shared(kit)
    }
}

/// The squares that a move touches, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The squares in order, from the start to the target. A single square means that something is placed there; no
    /// square means a pass.
    pub squares: Vec<String>,
    /// The squares of captured pieces.
    pub captured: Vec<String>,
    /// Other pieces that move, too: start and target squares.
    pub carried: Vec<[String; 2]>,
}

impl Path {
    /// A path over these squares.
    pub fn over(squares: impl IntoIterator<Item: ToString>) -> Self {
        Self { squares: squares.into_iter().map(|square| square.to_string()).collect(), ..Self::default() }
    }

    /// Adds a capture.
    #[must_use]
    pub fn capturing(mut self, square: &impl ToString) -> Self {
        self.captured.push(square.to_string());
        self
    }

    /// Adds other pieces that move.
    #[must_use]
    pub fn carrying(mut self, carried: impl IntoIterator<Item = [impl ToString; 2]>) -> Self {
        self.carried.extend(carried.into_iter().map(|squares| squares.map(|square| square.to_string())));
        self
    }
}

/// A problem of a board, with its squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// One sentence, without a full stop.
    pub reason: Message,
    /// The squares of the problem, by number in reading order.
    pub squares: Vec<usize>,
}

/// The view of a text, and whether the text is a position.
#[derive(Clone, Debug)]
pub struct Look {
    /// The text, as the game prints it.
    pub text: String,
    /// The view.
    pub scene: Scene,
    /// The ending, if the text is a finished position.
    pub ended: Option<Ended>,
    /// The pieces that a slice can move: their names, and the numbers of their squares.
    pub lift: Vec<(&'static str, usize)>,
    /// The reasons why the text is not a position; empty if it is one.
    pub problems: Vec<Problem>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The rule and the winner.
    pub ending: crate::rules::game::Ending,
    /// The numbers of its squares.
    pub squares: Vec<usize>,
}
