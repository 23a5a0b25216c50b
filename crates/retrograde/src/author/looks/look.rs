//! How a game says what it looks like, and what it shows of a text.

use super::edit::Edit;
use super::kit::Kit;
use super::scene::Scene;
use crate::author::notation::NotationError;
use crate::rules::game::Game;
use crate::rules::message::Message;

/// How the boards of a game look. A game's own type brings it, or a value, for a game that is made at run time.
///
/// # Laws
/// * What [`Tokens::parse`](crate::Tokens::parse) reads, [`read`](Self::read) reads; what only the latter reads is illegal.
/// * [`print`](Self::print) gives back what was read, as the game prints it.
/// * What stands on squares has an id of its own in the [kit](Self::kit), and every square that is meant is one of the
///   [`Shape`](super::Shape)'s: of pieces, goals, [paths](Self::path) and [endings](Self::ended_on).
/// * What is [edited](Self::edited) as the kit offers it is printed as a text that reads: of a position, or of what is illegal for
///   a reason.
pub trait Looks<G: Game>: Send + Sync {
    /// What is known before any position.
    fn kit(&self) -> Kit;

    /// What the part of a token after `<game>:` shows, legal or not. Whose game it is and what may be edited stands in the kit.
    ///
    /// # Errors
    /// The first malformed thing.
    ///
    /// # Complexity
    /// Linear in the text and the squares that it describes.
    fn read(&self, text: &str) -> Result<Scene, NotationError>;

    /// The part of a token after `<game>:` of what is shown.
    fn print(&self, scene: &Scene) -> String;

    /// What is seen after an edit that the [kit](Self::kit) allows, legal or not.
    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        scene.edited(kit, edit)
    }

    /// What is wrong with a text that reads, in the order in which [`Tokens::parse`](crate::Tokens::parse) says it, with the squares that
    /// are meant; empty if the game cannot point at them.
    fn problems(&self, _text: &str) -> Vec<Problem> {
        Vec::new()
    }

    /// The squares that a move touches. It leads from `position` to `child`.
    fn path(&self, _game: &G, _position: &G::Position, _action: &G::Move, _child: &G::Position) -> Path {
        Path::default()
    }

    /// The squares on which a finished game has ended: where pieces meet, unless the game says otherwise.
    fn ended_on(&self, _game: &G, _position: &G::Position, scene: &Scene, kit: &Kit) -> Vec<usize> {
        scene.shared(kit)
    }
}

/// The squares that a move touches, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The squares in order: the first is left and the last is entered; a single one is where something is placed; none is a pass.
    pub squares: Vec<String>,
    /// Squares on which something is captured.
    pub captured: Vec<String>,
    /// What else moves with it: from which square to which.
    pub carried: Vec<[String; 2]>,
}

impl Path {
    /// A path over these squares.
    pub fn over(squares: impl IntoIterator<Item: ToString>) -> Self {
        Self { squares: squares.into_iter().map(|square| square.to_string()).collect(), ..Self::default() }
    }

    /// The same with a capture.
    #[must_use]
    pub fn capturing(mut self, square: &impl ToString) -> Self {
        self.captured.push(square.to_string());
        self
    }

    /// The same with what else moves.
    #[must_use]
    pub fn carrying(mut self, carried: impl IntoIterator<Item = [impl ToString; 2]>) -> Self {
        self.carried.extend(carried.into_iter().map(|squares| squares.map(|square| square.to_string())));
        self
    }
}

/// Something that is wrong with a board, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// One sentence, without a full stop.
    pub reason: Message,
    /// The squares that are meant, by their numbers in reading order.
    pub squares: Vec<usize>,
}

/// What a text shows, and whether it is a position.
#[derive(Clone, Debug)]
pub struct Look {
    /// The text, as the game prints it.
    pub text: String,
    /// What is seen.
    pub scene: Scene,
    /// How the game has ended, if the text is a position of a finished one.
    pub ended: Option<Ended>,
    /// The pieces that a slice can move, by their names, and the numbers of their squares.
    pub lift: Vec<(&'static str, usize)>,
    /// Why there is no such position; empty if there is.
    pub problems: Vec<Problem>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// By which rule, and for whom.
    pub ending: crate::rules::game::Ending,
    /// On which squares, by their numbers.
    pub squares: Vec<usize>,
}
