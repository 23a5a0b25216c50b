//! The laws: properties that every game must have and that [`check`](crate::author::check) tests, each as a named
//! error.

use thiserror::Error;

use crate::rules::message::Message;

/// The properties that every game must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameLaw {
    /// See [`Game`](crate::Game).
    #[error("a finished position has no moves")]
    EndingHasNoMoves,
    /// See [`Game`](crate::Game) and [`Game::NO_MOVE`](crate::Game::NO_MOVE).
    #[error("a position that is not over has a move")]
    OpenHasMoves,
    /// See [`Game`](crate::Game).
    #[error("different moves of one position print differently")]
    MovesPrintDifferently,
    /// See [`Game`](crate::Game).
    #[error("the same position always has the same turn, ending and moves")]
    RulesAreRepeatable,
    /// See [`Game::TIES`](crate::Game::TIES).
    #[error("a game without ties does not end level")]
    TiesAreDeclared,
    /// See [`Game::ALTERNATES`](crate::Game::ALTERNATES).
    #[error("turns alternate if the game declares it")]
    TurnsAlternate,
    /// See [`Game::wins_at_once`](crate::Game::wins_at_once).
    #[error("a position wins at once if a move leads to an ending that its mover has won")]
    WinsAtOnceAreMoves,
    /// See [`Game::Position`](crate::Game::Position).
    #[error("equal positions have the same turn, ending, moves and token")]
    EqualPositionsAreOne,
    /// See [`Game::Position`](crate::Game::Position).
    #[error("positions compare as equal if they are equal, and only then")]
    OrderAgreesWithEquality,
    /// See [`Game::Position`](crate::Game::Position).
    #[error("the order of positions is total")]
    OrderIsTotal,
    /// See [`Game::Position`](crate::Game::Position).
    #[error("equal positions have the same hash")]
    HashAgreesWithEquality,
    /// The methods of the game do not panic for any reachable position.
    #[error("the game's code does not panic")]
    NothingPanics,
    /// See [`Numbered`](crate::Numbered).
    #[error("slot and position are inverse functions")]
    NumberingIsBijective,
    /// See [`Numbered`](crate::Numbered).
    #[error("the children of a numbered position are numbered")]
    ChildrenAreNumbered,
    /// See [`Numbered::open_moves`](crate::Numbered::open_moves).
    #[error("the count of open moves is the number of distinct children")]
    OpenMovesCountChildren,
    /// See [`Numbered`](crate::Numbered).
    #[error("a seed agrees with the moves")]
    SeedsAreWhatMovesSay,
    /// See [`Numbered::slots_are_orbits`](crate::Numbered::slots_are_orbits).
    #[error("if slots are orbits, positions that share a slot have moves to the same slots")]
    SlotsAreOrbits,
    /// See [`Symmetric`](crate::rules::symmetric::Symmetric).
    #[error("symmetries keep turns, endings, moves and children")]
    SymmetriesKeepTheGame,
    /// See [`Reversible`](crate::Reversible).
    #[error("an un-move leads to a position that has the move")]
    UnmovesHaveMoves,
    /// See [`Reversible`](crate::Reversible).
    #[error("every move has its un-move")]
    MovesHaveUnmoves,
    /// See [`Reversible`](crate::Reversible).
    #[error("un-moves are distinct")]
    UnmovesAreDistinct,
    /// See [`Reversible::each_predecessor`](crate::Reversible::each_predecessor).
    #[error("predecessors are the un-moves, with their turns")]
    PredecessorsAreUnmoves,
    /// See [`Notation::EXAMPLES`](crate::Notation::EXAMPLES).
    #[error("the game's examples can be read")]
    ExamplesAreRead,
    /// See [`Notation::identity`](crate::Notation::identity).
    #[error("different instances have different identities")]
    InstancesAreTold,
    /// See [`Notation`](crate::Notation).
    #[error("parsing a printed position returns it")]
    NotationRoundTrips,
    /// See [`Notation`](crate::Notation).
    #[error("tokens use only A-Z a-z 0-9 : / _ .")]
    TokensAreSafe,
    /// See [`Looks`](crate::Looks).
    #[error("looks read and print every position, with its side to move")]
    LooksReadPositions,
    /// See [`Kit`](crate::author::looks::Kit).
    #[error("every visible piece and ground has its own id in the kit")]
    KitNamesWhatIsSeen,
    /// See [`Scene`](crate::author::looks::Scene).
    #[error("pieces, goals and endings are on squares of the board")]
    SquaresAreOnTheBoard,
    /// See [`Looks::path`](crate::Looks::path).
    #[error("moves touch only squares of the board")]
    MovesTouchTheBoard,
    /// See [`Looks`](crate::Looks).
    #[error("every offered edit leads to a position, or is refused with a reason")]
    EditsAreJudged,
}

/// A position that breaks a law.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("broken law: {law}; at {position}: {detail}")]
pub struct Broken {
    /// The broken law.
    pub law: GameLaw,
    /// The position as text: its token, if the game has a notation, otherwise Rust's debug form.
    pub position: String,
    /// The difference between the required and the actual behaviour.
    pub detail: Message,
}
