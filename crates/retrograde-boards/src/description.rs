//! A board game as a plain value.
//!
//! Rules speak of the two sides as *own* (the side to move, or the side for which a test is made) and *opponent*. So one
//! description of a move serves both sides.

use serde::{Deserialize, Serialize};

use crate::board::SquareBoard;

/// A board game. See the fields for its parts; [`crate::read`] reads one from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Description {
    /// The id, which begins the game's tokens: lower-case letters and digits.
    pub id: String,
    /// The title, in one line.
    #[serde(skip)]
    pub title: String,
    /// The rules, as a text for users.
    #[serde(skip)]
    pub rules: String,
    /// The sides' names, the side that usually begins first.
    pub sides: [String; 2],
    /// The board.
    pub board: SquareBoard,
    /// The kinds of pieces, at most 16.
    pub kinds: Vec<KindOfPiece>,
    /// The named conditions of squares.
    pub conditions: Vec<Condition>,
    /// The moves, as patterns. A move of a turn, or a further part of one.
    pub moves: Vec<MoveRule>,
    /// The moves that a side chooses from, by priority.
    pub turn: Levels,
    /// The kind of the royal piece, if there is one: no move may leave the mover's own royal piece attacked.
    pub royal: Option<usize>,
    /// The rules that end the game, in the order in which they are tested.
    pub endings: Vec<EndingRule>,
    /// The result if the side to move (*own*) has no move and no royal piece under attack.
    pub no_move: Verdict,
    /// The usual start.
    #[serde(skip)]
    pub start: Setup,
}

impl Description {
    /// The canonical form: all parts but the title, the text of the rules and the start, as JSON without white space.
    /// Equal rules have the same form. `docs/game-files.md` specifies it.
    ///
    /// # Panics
    /// Never: all keys of the form are texts.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("all keys are texts")
    }

    /// Reads a [canonical form](Self::canonical) that is known to be one. Title, rules and start are empty.
    ///
    /// # Errors
    /// The first part of the text that no description has.
    pub fn read_canonical(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// A hash of the canonical form: FNV-1a with 64 bits.
    pub(crate) fn fingerprint(&self) -> String {
        let hash = self.canonical().bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

/// Choices by priority: indexes of [`Description::moves`]. A later level applies only if no move of an earlier level is
/// possible.
pub type Levels = Vec<Vec<usize>>;

/// A kind of pieces, which both sides may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct KindOfPiece {
    /// The name in texts.
    pub name: String,
    /// The upper-case letter that stands for the kind in patterns.
    pub letter: char,
    /// The letters of the first and the second side's pieces in tokens and drawings.
    pub shown: [char; 2],
    /// The zone in which the pieces may stand; `None` for the whole board.
    pub zone: Option<usize>,
}

/// A named condition of a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Condition {
    /// The name that patterns refer to.
    pub name: String,
    /// The condition.
    pub rule: ConditionRule,
}

/// What a condition of a square requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionRule {
    /// A piece stands on the square, and all squares of some row of this family (an index of [`SquareBoard::rows`]) through
    /// the square have pieces of the same side.
    InRow(usize),
    /// The square belongs to the side's zone: an index of [`SquareBoard::zones`].
    InZone(usize),
    /// A path from the square matches these cells.
    Path {
        /// The squares of the path.
        along: Along,
        /// The required contents; what the cells become is ignored.
        cells: Vec<PatternCell>,
    },
}

/// A move, or a part of a move, as a pattern: the contents of the squares of a path before and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MoveRule {
    /// The name that `turn` and `then` refer to.
    pub name: String,
    /// The squares of the path.
    pub along: Along,
    /// The cells of the path. There is at least one.
    pub cells: Vec<PatternCell>,
    /// Tests that must hold before the move.
    pub when: Vec<Test>,
    /// The pieces that the move takes from hands and puts into hands, at most one change for each hand and kind.
    pub hands: Vec<HandChange>,
    /// The part of the move that follows in the same turn.
    pub then: Option<NextPart>,
}

/// The squares that a pattern's path visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Along {
    /// One square, any of the board.
    Anywhere,
    /// A square, then any other square: for a pattern of two cells.
    Pair,
    /// The squares in a direction of a family: an index of [`SquareBoard::families`].
    Family(usize),
}

/// One cell of a pattern: what a square must hold, and what it holds after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PatternCell {
    /// The required content.
    pub before: Content,
    /// The conditions that the square must satisfy (`true`) or must not satisfy (`false`): indexes of
    /// [`Description::conditions`].
    pub conditions: Vec<(usize, bool)>,
    /// How many squares of the path the cell stands for.
    pub repeat: Repeat,
    /// The content after the move.
    pub after: After,
}

/// The owner of a piece, from the point of view of the side to which a rule applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owner {
    /// The side to move, or the side for which a test is made.
    Own,
    /// The other side.
    Opponent,
}

/// The required content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// The path leaves the board here. Such a cell is the last one and stands for no square.
    Edge,
    /// Any content.
    Anything,
    /// No piece.
    Empty,
    /// A piece of any side and kind.
    Occupied,
    /// A piece of this side, of this kind or (`None`) of any kind.
    Piece(Owner, Option<usize>),
}

/// How many squares of the path a cell stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repeat {
    /// One.
    Once,
    /// Any number, also none. Each number that fits is a move of its own.
    Any,
    /// One or more. Each number that fits is a move of its own.
    Some,
}

/// The content of a square after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum After {
    /// The same content.
    Same,
    /// The content that the previous square of the path had before the move.
    Shifted,
    /// The content that the next square of the path had before the move.
    Pulled,
    /// No piece.
    Empty,
    /// A piece of this side and kind.
    Piece(Owner, usize),
}

/// A change of the number of pieces in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct HandChange {
    /// Whose hand.
    pub owner: Owner,
    /// The kind of the pieces.
    pub kind: usize,
    /// The number of pieces that come into the hand; negative for pieces that leave it. The move is not possible if the
    /// hand has too few, or would have more than 99.
    pub change: i8,
}

/// The part of a move that follows in the same turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct NextPart {
    /// The choices. If none of them is possible, the turn ends.
    pub levels: Levels,
    /// The cell of this pattern (an index) whose square is the first square of the following part.
    pub from: Option<usize>,
    /// The part follows only if the square of a cell (an index) satisfies a condition after the move, or does not
    /// satisfy it (`false`).
    pub only_if: Option<Requirement>,
    /// Whether the side may end its turn instead.
    pub is_optional: bool,
}

/// A condition of a cell's square after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Requirement {
    /// The index of the cell.
    pub cell: usize,
    /// The index of the condition.
    pub condition: usize,
    /// Whether the square must satisfy the condition or must not satisfy it.
    pub holds: bool,
}

/// A rule that ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EndingRule {
    /// The name of the rule, in lower case with dashes: [`retrograde::Ending::rule`].
    pub name: String,
    /// The sides for which the tests are made.
    pub of: SidesTested,
    /// The game ends if all these tests hold for such a side (*own*).
    pub when: Vec<Test>,
    /// The result for that side.
    pub result: Verdict,
}

/// The sides for which the tests of an ending are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SidesTested {
    /// The side that has just moved, then the side to move.
    Both,
    /// The side to move.
    ToMove,
    /// The side that has just moved.
    JustMoved,
}

/// The result of a finished game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// That side wins.
    OwnWins,
    /// That side loses.
    OwnLoses,
    /// Neither side wins.
    Tie,
}

/// A test of a whole position, for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Own pieces stand on all squares of some row of this family: an index of [`SquareBoard::rows`].
    Row(usize),
    /// An own piece of this kind stands in the own zone: indexes of [`Description::kinds`] and [`SquareBoard::zones`].
    Reached(usize, usize),
    /// Some square matches this cell; what it becomes is ignored.
    Somewhere(PatternCell),
    /// The sum of these counts is less than, equal to or greater than the number, as the relation says.
    Count(Vec<CountTerm>, Relation, u32),
}

/// A number of pieces or squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountTerm {
    /// Pieces on the board, of a kind or (`None`) of all kinds.
    OnBoard(Owner, Option<usize>),
    /// Pieces of a kind in a hand.
    InHand(Owner, usize),
    /// Empty squares.
    Empty,
}

/// A comparison of a count with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The count is smaller.
    Less,
    /// The count is equal.
    Equal,
    /// The count is larger.
    More,
}

/// A position as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Setup {
    /// The content of each square: the side (0 or 1) and the kind of its piece.
    pub squares: Vec<Option<(u8, u8)>>,
    /// For each side, the number of pieces of each kind in its hand.
    pub hands: [Vec<u8>; 2],
    /// The side to move: 0 or 1.
    pub turn: u8,
}
