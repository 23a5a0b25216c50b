//! The laws of a game. A law is a property that every game must have, and that [`check`](crate::author::check) tests.
//! Each law has its own named error.

use thiserror::Error;

use crate::rules::message::Message;

/// The properties that every game must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameLaw {
    /// A finished position of a [`Game`](crate::Game) has no moves.
    #[error("a finished position has no moves")]
    EndingHasNoMoves,
    /// A position that is not over has a move, unless [`Game::NO_MOVE`](crate::Game::NO_MOVE) defines its result.
    #[error("a position that is not over has a move")]
    OpenHasMoves,
    /// Different moves of one position print differently; see [`Game`](crate::Game).
    #[error("different moves of one position print differently")]
    MovesPrintDifferently,
    /// A [`Game`](crate::Game) always returns the same turn, ending and moves for the same position.
    #[error("the same position always has the same turn, ending and moves")]
    RulesAreRepeatable,
    /// If [`Game::TIES`](crate::Game::TIES) is `false`, a game never ends in a tie.
    #[error("a game without ties does not end level")]
    TiesAreDeclared,
    /// Every move passes the turn if the game sets [`Game::ALTERNATES`](crate::Game::ALTERNATES).
    #[error("turns alternate if the game declares it")]
    TurnsAlternate,
    /// [`Game::wins_at_once`](crate::Game::wins_at_once) is true if and only if a move leads to an ending that the
    /// mover has won.
    #[error("a position wins at once if a move leads to an ending that its mover has won")]
    WinsAtOnceAreMoves,
    /// An elided position of a [`Numbered`](crate::Numbered) game is either a position that the next move wins, or an
    /// ending that a side has won. If a position has a move to an elided ending that the position's mover has won, the
    /// position is elided.
    #[error("an elided position is won, in at most one ply, and a position that wins by an elided ending is elided")]
    ElidedPositionsAreWon,
    /// Equal positions ([`Game::Position`](crate::Game::Position)) have the same turn, ending, moves and token.
    #[error("equal positions have the same turn, ending, moves and token")]
    EqualPositionsAreOne,
    /// The order of [`Game::Position`](crate::Game::Position) agrees with its equality.
    #[error("positions compare as equal if they are equal, and only then")]
    OrderAgreesWithEquality,
    /// The order of [`Game::Position`](crate::Game::Position) is total.
    #[error("the order of positions is total")]
    OrderIsTotal,
    /// Equal positions ([`Game::Position`](crate::Game::Position)) have the same hash.
    #[error("equal positions have the same hash")]
    HashAgreesWithEquality,
    /// The methods of the game do not panic for any reachable position.
    #[error("the game's code does not panic")]
    NothingPanics,
    /// The functions `slot` and `position` of [`Numbered`](crate::Numbered) are the inverse of each other.
    #[error("slot and position are inverse functions")]
    NumberingIsBijective,
    /// Every child of a numbered position is also numbered; see [`Numbered`](crate::Numbered).
    #[error("the children of a numbered position are numbered")]
    ChildrenAreNumbered,
    /// [`Numbered::open_moves`](crate::Numbered::open_moves) is the number of distinct children. With `AT_ONCE`,
    /// `open_moves` is the number of distinct children that need a slot. With `REPEATS`, `open_moves` is at least this
    /// number.
    #[error("the count of open moves is the number of distinct children")]
    OpenMovesCountChildren,
    /// The seeds (initial values) of a [`Numbered`](crate::Numbered) game agree with its moves.
    #[error("a seed agrees with the moves")]
    SeedsAreWhatMovesSay,
    /// If [`RawSlots::slots_are_orbits`](crate::rules::RawSlots::slots_are_orbits) is true, positions that share a slot
    /// have moves to the same slots.
    #[error("if slots are orbits, positions that share a slot have moves to the same slots")]
    SlotsAreOrbits,
    /// The symmetries of a [`Symmetric`](crate::rules::symmetric::Symmetric) game preserve turns, endings, moves and
    /// children.
    #[error("symmetries keep turns, endings, moves and children")]
    SymmetriesKeepTheGame,
    /// Every un-move of a [`Reversible`](crate::Reversible) game leads to a position that has a move back.
    #[error("an un-move leads to a position that has the move")]
    UnmovesHaveMoves,
    /// Every move of a [`Reversible`](crate::Reversible) game has an un-move.
    #[error("every move has its un-move")]
    MovesHaveUnmoves,
    /// The un-moves of a [`Reversible`](crate::Reversible) game lead to distinct positions.
    #[error("un-moves are distinct")]
    UnmovesAreDistinct,
    /// [`Reversible::each_predecessor`](crate::Reversible::each_predecessor) visits the slots of the un-moves, with
    /// their turns.
    #[error("predecessors are the un-moves, with their turns")]
    PredecessorsAreUnmoves,
    /// With [`Numbered::REPEATS`](crate::Numbered::REPEATS), the number of open moves of a slot is the number of times
    /// that the un-moves of its children visit the slot. The un-moves of every child visit the slot at least once.
    #[error("un-moves visit a position as often as it has open moves, at least once from each child")]
    UnmovesVisitOpenMoves,
    /// Every move of a [`Tiered`](crate::kernel::Tiered) game stays in its tier or leads to a child of the tier.
    #[error("a move stays in its tier or leads to a child of the tier")]
    MovesFollowTiers,
    /// In a [`Tiered`](crate::kernel::Tiered) game, the number of open moves of a position is the number of visits by
    /// un-moves in the position's tier, plus the number of visits by moves that leave this tier. Each child causes at
    /// least one visit.
    #[error("by tiers, un-moves and leaving moves visit a position as often as it has open moves")]
    TiersVisitOpenMoves,
    /// All texts in [`Notation::EXAMPLES`](crate::Notation::EXAMPLES) can be parsed.
    #[error("the game's examples can be read")]
    ExamplesAreRead,
    /// Different instances have different identities ([`Notation::identity`](crate::Notation::identity)).
    #[error("different instances have different identities")]
    InstancesAreTold,
    /// Parsing the text of a printed position returns the same position; see [`Notation`](crate::Notation).
    #[error("parsing a printed position returns it")]
    NotationRoundTrips,
    /// Tokens of a [`Notation`](crate::Notation) use only the characters `A-Z a-z 0-9 : / _ .`.
    #[error("tokens use only A-Z a-z 0-9 : / _ .")]
    TokensAreSafe,
    /// The [`Looks`](crate::Looks) of a game can read and print every position with its side to move. The looks are the
    /// game's appearance.
    #[error("looks read and print every position, with its side to move")]
    LooksReadPositions,
    /// In the [`Kit`](crate::form::looks::Kit), every visible kind of pieces or ground has its own id.
    #[error("every visible piece and ground has its own id in the kit")]
    KitNamesWhatIsSeen,
    /// All pieces, goals and endings of a [`Scene`](crate::form::looks::Scene) are on squares of the board.
    #[error("pieces, goals and endings are on squares of the board")]
    SquaresAreOnTheBoard,
    /// The [path](crate::Looks::path) of a move contains only squares of the board.
    #[error("moves touch only squares of the board")]
    MovesTouchTheBoard,
    /// Every edit that [`Looks`](crate::Looks) offers leads to a position or to an error with a reason.
    #[error("every offered edit leads to a position, or is refused with a reason")]
    EditsAreJudged,
}

/// A position that breaks a law.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("broken law: {law}; at {position}: {detail}")]
pub struct Broken {
    /// The broken law.
    pub law: GameLaw,
    /// The position as text. The text is the token if the game has a notation, and otherwise Rust's debug form.
    pub position: String,
    /// The difference between the required and the actual behaviour.
    pub detail: Message,
}
