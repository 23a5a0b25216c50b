//! The trait [`Looks`] supplies the data to draw and edit a game's boards. This module also defines the view of one
//! text.

use super::edit::Edit;
use super::kit::Kit;
use super::scene::Scene;
use crate::form::notation::NotationError;
use crate::rules::game::Game;
use crate::rules::message::Message;

/// The looks of a game. This trait reads texts as views, prints views as texts, and edits views. Usually the game's
/// type implements the trait. For a game that is made at run time, another type implements the trait.
///
/// # Laws
/// * [`read`](Self::read) accepts every text that [`Tokens::parse`](crate::Tokens::parse) accepts. If `read` accepts a
///   text that `parse` rejects, the text describes an illegal board.
/// * If a view was read from a text, [`print`](Self::print) returns this text in the spelling that the game prints.
/// * Each kind of ground, piece or mark on a square has its own id in the [kit](Self::kit). The squares of pieces,
///   goals, [paths](Self::path) and [endings](Self::ended_on) are squares of the [`Shape`](super::Shape).
/// * After an [edit](Self::edited) that the kit offers, the view prints as a text that `read` accepts. This text
///   describes either a position or an illegal board. For an illegal board, the game gives a reason.
pub trait Looks<G: Game>: Send + Sync {
    /// Returns the static data of the game's boards.
    fn kit(&self) -> Kit;

    /// Reads the part of a token after `<game>:` as a view. The board may be illegal.
    ///
    /// # Errors
    /// Returns an error for the first malformed part of the text.
    ///
    /// # Complexity
    /// The time is linear in the length of the text and the number of squares.
    fn read(&self, text: &str) -> Result<Scene, NotationError>;

    /// Prints a view as the part of a token after `<game>:`.
    fn print(&self, scene: &Scene) -> String;

    /// Returns the view after an edit that the [kit](Self::kit) allows. The result may be an illegal board.
    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        scene.edited(kit, edit)
    }

    /// Returns the problems of a text that `read` accepts, with their squares. The list has the order in which
    /// [`Tokens::parse`](crate::Tokens::parse) reports the problems. The list is empty if the game cannot say which
    /// squares are wrong.
    fn problems(&self, _text: &str) -> Vec<Problem> {
        Vec::new()
    }

    /// Returns the squares that a move from `position` to `child` touches.
    fn path(&self, _game: &G, _position: &G::Position, _action: &G::Move, _child: &G::Position) -> Path {
        Path::default()
    }

    /// Returns the squares that show why a finished game has ended. By default, these are all squares with several
    /// pieces.
    fn ended_on(&self, _game: &G, _position: &G::Position, scene: &Scene, kit: &Kit) -> Vec<usize> {
        scene.shared(kit)
    }
}

/// The names of the squares that a move touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The squares in order, from the start to the target. A move with a single square places a piece on this square. A
    /// move without squares is a pass.
    pub squares: Vec<String>,
    /// The squares of captured pieces.
    pub captured: Vec<String>,
    /// The start and target squares of other pieces that also move.
    pub carried: Vec<[String; 2]>,
}

impl Path {
    /// Creates a path over `squares`, without captures.
    pub fn over(squares: impl IntoIterator<Item: ToString>) -> Self {
        Self { squares: squares.into_iter().map(|square| square.to_string()).collect(), ..Self::default() }
    }

    /// Adds the square of a captured piece.
    #[must_use]
    pub fn capturing(mut self, square: &impl ToString) -> Self {
        self.captured.push(square.to_string());
        self
    }

    /// Adds the start and target squares of other pieces that also move.
    #[must_use]
    pub fn carrying(mut self, carried: impl IntoIterator<Item = [impl ToString; 2]>) -> Self {
        self.carried.extend(carried.into_iter().map(|squares| squares.map(|square| square.to_string())));
        self
    }
}

/// A reason why a board is illegal, with the squares to which the reason applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The reason as one sentence, without a full stop.
    pub reason: Message,
    /// The numbers of the squares to which the reason applies, in reading order.
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
    /// The pieces that a slice can move, each with its name and the number of its square. A slice is a query for
    /// values. A slice puts one piece on each square in turn, and asks for the values of the resulting positions.
    pub lift: Vec<(&'static str, usize)>,
    /// The reasons why the text is not a position; empty if the text is a position.
    pub problems: Vec<Problem>,
}

/// The end of a game, with the ending and the squares that show why the game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The rule that ended the game, and the winner.
    pub ending: crate::rules::game::Ending,
    /// The numbers of the squares that show why the game has ended.
    pub squares: Vec<usize>,
}
