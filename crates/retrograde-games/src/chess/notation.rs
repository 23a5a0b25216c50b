//! Reads and writes positions as tokens. A token begins with the first two fields of FEN, as in
//! `chess:8/8/8/3k4/8/8/8/KQ6_w`. If a pawn can capture en passant, the token ends with the en passant square, such as
//! `_e3`. The reader also accepts a whole FEN if its castling rights are `-`. The reader ignores the clocks of a FEN.

use retrograde::{Notation, NotationError, Side};

use super::board::{LINES, PLACES, Place, Role, name, named, place, rank, sign, square};
use super::numbering::material;
use super::position::{MOST, Man, Position};
use super::rules::Chess;
use crate::fixed::FixedBoard;
use crate::grid::Grid;
use crate::looks::{Reason, texts};
use crate::messages::{RowName, Token};
use crate::token::{Field, fields, no_more_fields, read_turn};

retrograde::messages! {
    pub(super) enum Wrong {
        Letters: "men are `K`, `Q`, `R`, `B`, `N` and `P`, White's in capitals", "棋子写作 `K`、`Q`、`R`、`B`、`N`、`P`，白方用大写";
        NoSquare { found: String }: "`{found}` is not a square that a pawn has passed, expected one such as `e3`",
            "`{found}` 不是兵刚越过的格子，应如 `e3`";
        Castling { found: String }: "there is no castling here: `{found}`, expected `-`", "这里没有王车易位：`{found}` 应为 `-`";
        Kings { side: &'static str, number: usize }: "{number} kings of {side}, expected one", "{side} 有 {number} 个王，应有一个";
        Many { men: usize }: "{men} men beside the kings, expected at most 2", "除双王外有 {men} 个棋子，最多 2 个";
        Pawn: "a pawn stands on the first or the last rank", "有兵在第一行或最后一行";
        Touching: "the kings stand next to each other", "双王相邻";
        Check { side: &'static str }: "{side} is in check and not to move", "{side} 被将军，却不轮到它走";
        Passed { square: String }: "no pawn that has just passed {square} can be captured there", "没有兵刚越过 {square} 而可在那里被吃";
    }
}

/// The parts of a token. The position need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) board: [Option<(Side, Role)>; PLACES as usize],
    pub(super) turn: Side,
    pub(super) passed: Option<Place>,
}

impl Parts {
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let mut fields = fields(text);
        let board = read_board(fields.next().unwrap_or(Field { text: "", start: 0 }))?;
        let turn = read_turn(fields.next(), text.len(), Chess::players())?;
        let passed = read_rest(fields.collect())?;
        let parts = Self { board, turn, passed };
        // Some FENs contain an en passant square after every double step of a pawn, even if no pawn can capture there.
        let is_idle =
            |place: Place, position: Position| position.can_be_passed(place) && !position.can_take_passing(place);
        let is_idle = passed.zip(parts.position()).is_some_and(|(place, position)| is_idle(place, position));
        Ok(if is_idle { Self { passed: None, ..parts } } else { parts })
    }

    /// Returns the part of a token after `chess:`.
    pub(super) fn print(&self) -> String {
        let lines = usize::from(LINES);
        let board = Grid::open(lines, lines).print(|square| self.sign(square.row.into(), square.column.into()));
        let turn = &Chess::SIDES[self.turn.index()][..1];
        let passed = self.passed.map_or_else(String::new, |place| format!("_{}", name(place)));
        format!("{board}_{turn}{passed}")
    }

    fn draw(&self) -> String {
        let mut text = String::new();
        for row in 0..LINES.into() {
            text += &(usize::from(LINES) - row).to_string();
            for column in 0..LINES.into() {
                text.extend([' ', self.sign(row, column).unwrap_or('.')]);
            }
            text.push('\n');
        }
        text + "  a b c d e f g h"
    }

    fn sign(&self, row: usize, column: usize) -> Option<char> {
        self.board[usize::from(place(row, column))].map(sign)
    }

    pub(super) fn where_is(&self, side: Side, role: Role) -> Vec<Place> {
        (0..PLACES).filter(|&place| self.board[usize::from(place)] == Some((side, role))).collect()
    }

    /// Returns all men except the kings.
    fn men(&self) -> Vec<Man> {
        let man = |place: Place| {
            let (side, role) = self.board[usize::from(place)]?;
            (role != Role::King).then_some(Man { side, role, place })
        };
        (0..PLACES).filter_map(man).collect()
    }

    /// Returns the position. Returns `None` if a side does not have exactly one king, or if there are more than
    /// [`MOST`] other men.
    pub(super) fn position(&self) -> Option<Position> {
        let king = |side| <[Place; 1]>::try_from(self.where_is(side, Role::King)).ok().map(|[place]| place);
        let kings = [king(Side::First)?, king(Side::Second)?];
        let mut men = [None; MOST];
        let standing = self.men();
        if standing.len() > MOST {
            return None;
        }
        men.iter_mut().zip(standing).for_each(|(room, man)| *room = Some(man));
        Some(Position::new(kings, men, self.turn, self.passed))
    }

    pub(super) fn of(position: &Position) -> Self {
        let mut board = [None; PLACES as usize];
        for man in position.men() {
            board[usize::from(man.place)] = Some((man.side, man.role));
        }
        for side in Side::BOTH {
            board[usize::from(position.kings[side.index()])] = Some((side, Role::King));
        }
        Self { board, turn: position.turn, passed: position.passed }
    }

    /// Returns all reasons why the position is illegal. Reasons about the numbers of men come first, then reasons about
    /// their squares.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let mut say =
            |wrong: Wrong, places: Vec<Place>| reasons.push(Reason::new(wrong, places.into_iter().map(square)));
        for side in Side::BOTH {
            let kings = self.where_is(side, Role::King);
            if kings.len() != 1 {
                say(Wrong::Kings { side: Chess::SIDES[side.index()], number: kings.len() }, kings);
            }
        }
        let men = self.men();
        if men.len() > MOST {
            say(Wrong::Many { men: men.len() }, Vec::new());
        }
        let on_ends = |man: &&Man| man.role == Role::Pawn && [0, LINES - 1].contains(&rank(man.place));
        let pawns: Vec<_> = men.iter().filter(on_ends).map(|pawn| pawn.place).collect();
        if !pawns.is_empty() {
            say(Wrong::Pawn, pawns);
        }
        if let Some(position) = self.position() {
            let waits = position.turn.other();
            if position.kings_touch() {
                say(Wrong::Touching, position.kings.to_vec());
            } else if position.is_in_check(waits) {
                say(Wrong::Check { side: Chess::SIDES[waits.index()] }, vec![position.kings[waits.index()]]);
            }
            if let Some(passed) = self.passed.filter(|&passed| !position.can_take_passing(passed)) {
                say(Wrong::Passed { square: name(passed) }, vec![passed]);
            }
        }
        reasons
    }
}

fn man(sign: char) -> Option<(Side, Role)> {
    let role = Role::ALL.into_iter().find(|role| role.letter() == sign.to_ascii_lowercase())?;
    Some((if sign.is_ascii_uppercase() { Side::First } else { Side::Second }, role))
}

/// The format of the board in tokens; messages count ranks from the bottom.
const BOARD: FixedBoard<(Side, Role)> = FixedBoard {
    rows: LINES as usize,
    columns: LINES as usize,
    row_name: |row| RowName::Rank { rank: u64::from(LINES) - row as u64 },
    man,
    letters: || Wrong::Letters.into(),
    advice: Token::UsualStart { game: Chess::ID },
};

/// Reads the board; the first rank in the text is rank 8.
fn read_board(field: Field<'_>) -> Result<[Option<(Side, Role)>; PLACES as usize], NotationError> {
    let mut board = [None; PLACES as usize];
    for (number, man) in BOARD.read(field)?.into_iter().enumerate() {
        board[usize::from(place(number / usize::from(LINES), number % usize::from(LINES)))] = man;
    }
    Ok(board)
}

/// Reads the fields after the side to move. In a token, only the en passant square can follow the side to move. A FEN
/// has its remaining fields there: the castling rights, the en passant square, and two clocks.
fn read_rest(mut fields: Vec<Field<'_>>) -> Result<Option<Place>, NotationError> {
    for _clock in 0..2 {
        fields.pop_if(|field| field.text.bytes().all(|byte| byte.is_ascii_digit()));
    }
    let mut fields = fields.into_iter().peekable();
    if let Some(rights) = fields.next_if(|field| field.text.bytes().all(|byte| b"KQkq-".contains(&byte)))
        && rights.text != "-"
    {
        let wrong = Wrong::Castling { found: rights.text.to_owned() };
        return Err(NotationError::malformed(rights.at(), wrong));
    }
    let passed = fields.next().map(read_passed).transpose()?.flatten();
    no_more_fields(fields.next())?;
    Ok(passed)
}

/// Reads the en passant square; `-` means that the position has none.
fn read_passed(field: Field<'_>) -> Result<Option<Place>, NotationError> {
    if field.text == "-" {
        return Ok(None);
    }
    let wrong = || NotationError::malformed(field.at(), Wrong::NoSquare { found: field.text.to_owned() });
    named(field.text).map(Some).ok_or_else(wrong)
}

impl Notation for Chess {
    const ID: &'static str = "chess";
    const SIDES: [&'static str; 2] = ["white", "black"];
    const SIDES_ZH: [&'static str; 2] = ["白方", "黑方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = &[("checkmate", "将死"), ("stalemate", "逼和")];
    const TITLE: &'static str = "Chess endings: up to four men, the kings among them";
    const RULES: &'static str = "\
The rules of chess, with at most two men beside the kings and without castling: a pawn may go two squares from its first, be taken \
in passing, and becomes a queen, a rook, a bishop or a knight on the last rank. A king must not be left attacked.

The game ends
  checkmate  when the side to move is in check and has no legal move: the other side wins;
  stalemate  when it has no legal move and is not in check: the game is level.

Nothing else ends it, neither a repetition nor fifty moves without a capture: what neither side can win goes on for ever, a draw.

In tokens men are `K`, `Q`, `R`, `B`, `N` and `P`, White's in capitals, and a digit is a run of empty squares, from a8 on; `w` or `b` is to \
move; behind it may stand the square that a pawn has just passed, `_e3`, if a pawn can take it there. A whole FEN is read, too. As in UCI, \
a move is the squares it leaves and enters, `e2e4`, with the officer that a pawn becomes, `e7e8q`; a1 is White's left corner.";
    const TITLE_ZH: &'static str = "国际象棋残局：连双王至多四子";
    const RULES_ZH: &'static str = "\
国际象棋的规则，除双王外至多两子，没有易位：
兵从起始格可走两格，可被吃过路兵，到底线升变为后、车、象或马。
走子后己方的王不得被攻击。

对局在下列情况结束：
  将死（checkmate）：轮走方被将军且无合法走法，另一方胜；
  逼和（stalemate）：轮走方未被将军而无合法走法，和局。

此外没有结束对局的规则：
重复局面和五十步规则都不适用，双方都不能取胜的局面永远不终局。

局面中棋子写作 `K`、`Q`、`R`、`B`、`N`、`P`，白方用大写，
数字是连续的空格数，从 a8 开始；`w` 或 `b` 是走子方；
其后可写兵刚越过而可被吃的格子，例如 `_e3`。也可读入完整的 FEN。
走法写作离开和进入的格子，例如 `e2e4`；升变加字母，例如 `e7e8q`；
按国际象棋的惯例，a1 是白方的左角。";
    const EXAMPLES: &'static [&'static str] =
        &["8/8/8/3k4/8/8/8/KQ6_w", "8/8/8/3k4/8/8/8/KR6_w", "8/8/8/3k4/8/8/4P3/4K3_w", "7k/8/8/8/8/8/8/K7_b"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let parts = Parts::read(text)?;
        let reasons = texts(parts.reasons());
        match parts.position() {
            Some(position) if reasons.is_empty() => Ok((Self::new(material(&position)), position)),
            _ => Err(NotationError::Illegal { reasons }),
        }
    }

    fn print(&self, position: &Position) -> String {
        Parts::of(position).print()
    }

    /// Returns the letters of the men in the largest ending of the table; White's letters are capitals.
    fn identity(&self) -> String {
        self.ranges.name()
    }

    fn holds(&self, other: &Self) -> bool {
        self.ranges.has(&other.ranges.whole())
    }

    fn draw(&self, position: &Position) -> String {
        Parts::of(position).draw()
    }
}
