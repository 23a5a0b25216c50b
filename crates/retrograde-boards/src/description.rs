//! A board game as a plain value.
//!
//! Rules call the two sides *own* and *opponent*. The own side is the side to move, or the side for which a test is
//! made. So both sides can use the same description of a move.

use serde::{Deserialize, Serialize};

use crate::board::SquareBoard;

/// A board game. The fields are the parts of the game. [`crate::read`] reads a description from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Description {
    /// The id, which consists of lower-case letters and digits. The game's tokens begin with it.
    pub id: String,
    /// The title, in one line.
    #[serde(skip)]
    pub title: String,
    /// The rules, as a text for users.
    #[serde(skip)]
    pub rules: String,
    /// The names of the sides. The name of the side that usually makes the first move comes first.
    pub sides: [String; 2],
    /// The board.
    pub board: SquareBoard,
    /// The kinds of pieces, at most 16.
    pub kinds: Vec<KindOfPiece>,
    /// The named conditions of squares.
    pub conditions: Vec<Condition>,
    /// The moves, as patterns. A move can be a whole turn or a part of a turn.
    pub moves: Vec<MoveRule>,
    /// The moves with which a turn can begin, by priority.
    pub turn: Levels,
    /// The kind of the royal piece; `None` if the game has no royal piece. A move is forbidden if the opponent could
    /// then take the mover's royal piece.
    pub royal: Option<usize>,
    /// The rules that end the game, in the order in which they are tested.
    pub endings: Vec<EndingRule>,
    /// The result for the side to move (*own*) if this side has no move, and its royal piece is not attacked.
    pub no_move: Verdict,
    /// The usual start.
    #[serde(skip)]
    pub start: Setup,
}

impl Description {
    /// The canonical form: all parts except the title, the text of the rules and the start, as JSON without white
    /// space. Equal rules have the same form. `docs/game-files.md` specifies it.
    ///
    /// # Panics
    /// Never panics, because all keys of the canonical form are texts.
    pub fn canonical(&self) -> String {
        serde_json::to_string(self).expect("all keys are texts")
    }

    /// Reads a text that must be a [canonical form](Self::canonical). The title, the rules and the start of the result
    /// are empty.
    ///
    /// # Errors
    /// Returns an error that names the first part of the text that cannot belong to a description.
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

/// Moves by priority. Each level is a list of indexes of [`Description::moves`]. A later level applies only if no move
/// of an earlier level is possible.
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

/// The requirement of a condition of a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionRule {
    /// The square belongs to a row of this family (an index of [`SquareBoard::rows`]), and pieces of one side stand on
    /// all squares of the row.
    InRow(usize),
    /// The square is one of the own side's squares in this zone (an index of [`SquareBoard::zones`]).
    InZone(usize),
    /// The squares of a path that begins at the square match these cells.
    Path {
        /// The squares of the path.
        along: Along,
        /// The required contents. The condition ignores [`PatternCell::after`].
        cells: Vec<PatternCell>,
    },
}

/// A move, or a part of a move, as a pattern: the contents of the squares of a path before and after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MoveRule {
    /// The name that other parts of a game file use for this move.
    pub name: String,
    /// The squares of the path.
    pub along: Along,
    /// The cells of the path. There is at least one.
    pub cells: Vec<PatternCell>,
    /// Tests that must hold before the move.
    pub when: Vec<Test>,
    /// The pieces that the move takes from hands and puts into hands. The list has at most one change for each hand and
    /// kind.
    pub hands: Vec<HandChange>,
    /// The part of the move that follows in the same turn.
    pub then: Option<NextPart>,
}

/// The squares that a pattern's path visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Along {
    /// Any one square of the board.
    Anywhere,
    /// Any two different squares. A pattern of this kind has two cells.
    Pair,
    /// The squares in some direction of this family (an index of [`SquareBoard::families`]).
    Family(usize),
}

/// One cell of a pattern. A cell states the content that a square must have before the move, and the content of the
/// square after the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct PatternCell {
    /// The required content.
    pub before: Content,
    /// The conditions that the square must satisfy (`true`) or must not satisfy (`false`): indexes of
    /// [`Description::conditions`].
    pub conditions: Vec<(usize, bool)>,
    /// The number of squares of the path that the cell matches.
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
    /// The path leaves the board at this cell. A cell with this content must be the last cell of its pattern, and
    /// matches no square.
    Edge,
    /// Any content.
    Anything,
    /// No piece.
    Empty,
    /// A piece of any side and kind.
    Occupied,
    /// A piece of this side and this kind. If the kind is `None`, a piece of any kind matches.
    Piece(Owner, Option<usize>),
}

/// The number of squares of the path that a cell matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repeat {
    /// The cell matches exactly one square.
    Once,
    /// The cell matches any number of squares, including 0. Each number that fits the position gives a separate move.
    Any,
    /// The cell matches one square or more. Each number that fits the position gives a separate move.
    Some,
}

/// The content of a square after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum After {
    /// The content that the square had before the move.
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
    /// The owner of the hand.
    pub owner: Owner,
    /// The kind of the pieces.
    pub kind: usize,
    /// The number of pieces that come into the hand, or minus the number of pieces that leave the hand. A move is
    /// impossible if the hand has too few pieces, or if the hand would have more than 99 pieces after the move.
    pub change: i8,
}

/// The part of a move that follows in the same turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct NextPart {
    /// The moves from which the side chooses the next part. If none of these moves is possible, the turn ends.
    pub levels: Levels,
    /// The index of a cell of the current pattern. The following part begins at the square of this cell.
    pub from: Option<usize>,
    /// The requirement for the following part. If the requirement does not hold after the current part, the turn ends.
    pub only_if: Option<Requirement>,
    /// Whether the side may end its turn instead of making the following part.
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
    /// `true` if the square must satisfy the condition; `false` if the square must not satisfy it.
    pub holds: bool,
}

/// A rule that ends the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct EndingRule {
    /// The name of the rule, in lower case with dashes: [`retrograde::Ending::rule`].
    pub name: String,
    /// The sides for which the tests of the rule are made.
    pub of: SidesTested,
    /// The game ends if all these tests hold for one of these sides. The tests call this side *own*.
    pub when: Vec<Test>,
    /// The result for the side for which the tests hold.
    pub result: Verdict,
}

/// The sides for which the tests of an ending are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SidesTested {
    /// First the side that has just moved, then the side to move.
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
    /// The tested side wins.
    OwnWins,
    /// The tested side loses.
    OwnLoses,
    /// Neither side wins.
    Tie,
}

/// A test of a whole position, for one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Own pieces stand on all squares of some row of this family (an index of [`SquareBoard::rows`]).
    Row(usize),
    /// An own piece of this kind stands on one of the own side's squares in this zone. The numbers are indexes of
    /// [`Description::kinds`] and [`SquareBoard::zones`].
    Reached(usize, usize),
    /// Some square matches this cell. The test ignores [`PatternCell::after`].
    Somewhere(PatternCell),
    /// The sum of these counts is compared with the number. The relation says whether the sum must be less than, equal
    /// to or greater than the number.
    Count(Vec<CountTerm>, Relation, u32),
}

/// A number of pieces or squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountTerm {
    /// The pieces of one kind on the board. If the kind is `None`, the pieces of all kinds on the board.
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
    /// The count is smaller than the number.
    Less,
    /// The count is equal to the number.
    Equal,
    /// The count is larger than the number.
    More,
}

/// A position as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Setup {
    /// The side (0 or 1) and the kind of the piece on each square; `None` for an empty square.
    pub squares: Vec<Option<(u8, u8)>>,
    /// For each side, the number of pieces of each kind in its hand.
    pub hands: [Vec<u8>; 2],
    /// The side to move: 0 or 1.
    pub turn: u8,
}
