//! Reads and writes positions as tokens such as `dobutsu:gle/1c1/1C1/ELG_sente`. The tokens are similar to the tokens
//! of shogi programs. If there are animals in the hands, the token ends with the letters of these animals, such as
//! `_2Cg`.

use retrograde::author::Square;
use retrograde::{Notation, NotationError, Side};

use super::arrangement::Material;
use super::board::{Animal, FILES, SQUARES};
use super::position::{HELD, Man, Position, letter, named, numbered};
use super::rules::Dobutsu;
use crate::fixed::FixedBoard;
use crate::grid::Grid;
use crate::looks::{Reason, texts};
use crate::messages::{RowName, Token};
use crate::token::{Field, fields, no_more_fields, read_turn};

/// The number of rows of the board.
pub(super) const ROWS: usize = 4;
/// The number of columns of the board.
pub(super) const COLUMNS: usize = 3;
/// The last field of a token that belongs to the game in which a player who can capture the lion must capture the lion.
pub(super) const TAKE: &str = "take";

/// The maximum number of animals in a hand: two of each kind.
pub(super) const MOST_HELD: u8 = 2 * HELD.len() as u8;
/// All kinds of animals in ascending order.
pub(super) const ANIMALS: [Animal; 5] = [Animal::Chick, Animal::Hen, Animal::Giraffe, Animal::Elephant, Animal::Lion];

retrograde::messages! {
    pub(super) enum Wrong {
        Letters: "animals are `C` (chick), `R` (hen), `G`, `E` and `L`, Sente's in capitals",
            "动物写作 `C`（小鸡）、`R`（鸡）、`G`、`E`、`L`，先手用大写";
        InHand { found: String }: "`{found}` is not in a hand, expected letters such as `2Cg`", "`{found}` 不是持驹，应为字母，例如 `2Cg`";
        Full { side: &'static str, most: u8 }: "{side} holds more than {most} animals", "{side} 的持驹超过 {most} 个";
        Lions { side: &'static str, number: usize }: "{number} lions of {side}, expected one", "{side} 有 {number} 头狮子，应有一头";
        NoLion: "no lions", "没有狮子";
        TooMany { number: usize, letter: char }: "{number} animals {letter} on the board and in hands, expected at most two",
            "棋盘上和手中共有 {number} 个 {letter}，最多两个";
        Mover { side: &'static str }:
            "the lion of {side} was captured, so {side} must be the side to move", "{side} 的狮子已被吃，应轮到 {side}";
    }
}

/// The parts of a token. The position need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The man on each square; squares are counted from the left of Sente's first rank.
    pub(super) board: [Option<Man>; SQUARES as usize],
    /// The numbers of animals in the hands, indexed by side and kind.
    pub(super) hands: [[u8; 3]; 2],
    pub(super) turn: Side,
    pub(super) must_take: bool,
}

impl Parts {
    /// Splits the part of a token after `dobutsu:` into its fields.
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let mut fields = fields(text).peekable();
        let board = read_board(fields.next().unwrap_or(Field { text: "", start: 0 }))?;
        let turn = read_turn(fields.next(), text.len(), Dobutsu::players())?;
        let mut parts = Self { board, hands: [[0; 3]; 2], turn, must_take: false };
        if let Some(hands) = fields.next_if(|field| !field.text.eq_ignore_ascii_case(TAKE)) {
            parts.hands = read_hands(hands)?;
        }
        parts.must_take = fields.next_if(|field| field.text.eq_ignore_ascii_case(TAKE)).is_some();
        no_more_fields(fields.next())?;
        Ok(parts)
    }

    /// Returns the part of a token after `dobutsu:`.
    pub(super) fn print(&self) -> String {
        let board = Grid::open(ROWS, COLUMNS).print(|square| self.sign(square));
        let hands = print_hands(self.hands);
        let hands = if hands.is_empty() { hands } else { format!("_{hands}") };
        let take = if self.must_take { format!("_{TAKE}") } else { String::new() };
        format!("{board}_{}{hands}{take}", Dobutsu::SIDES[self.turn.index()])
    }

    pub(super) fn sign(&self, square: Square) -> Option<char> {
        self.board[usize::from(numbered(square))].map(sign)
    }

    pub(super) fn position(&self) -> Position {
        Position { board: self.board, hands: self.hands, turn: self.turn }
    }

    /// Returns the number of animals of each kind; hens count as chicks.
    pub(super) fn material(&self) -> Material {
        self.position().material()
    }

    /// Returns all reasons why the position is illegal. Reasons about the numbers of animals come first, then reasons
    /// about the squares of the lions.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let lions = Side::BOTH.map(|side| self.squares(Man { side, animal: Animal::Lion }));
        let mut reasons = Vec::new();
        if lions.iter().all(Vec::is_empty) {
            reasons.push(Reason::new(Wrong::NoLion, []));
        }
        for side in Side::BOTH {
            let lions = &lions[side.index()];
            if lions.len() > 1 {
                let wrong = Wrong::Lions { side: Dobutsu::SIDES[side.index()], number: lions.len() };
                reasons.push(Reason::new(wrong, lions.iter().copied()));
            }
        }
        for (&number, held) in self.material().iter().zip(HELD).filter(|(number, _)| **number > 2) {
            let wrong = Wrong::TooMany { number: number.into(), letter: letter(held) };
            let on_board =
                |square: &u8| self.board[usize::from(*square)].is_some_and(|man| man.animal.captured() == held);
            reasons.push(Reason::new(wrong, (0..SQUARES).filter(on_board).map(named)));
        }
        let taken = Side::BOTH.into_iter().find(|side| lions[side.index()].is_empty());
        if let Some(side) = taken.filter(|&side| reasons.is_empty() && side != self.turn) {
            reasons.push(Reason::new(Wrong::Mover { side: Dobutsu::SIDES[side.index()] }, []));
        }
        reasons
    }

    fn squares(&self, man: Man) -> Vec<Square> {
        (0..SQUARES).filter(|&square| self.board[usize::from(square)] == Some(man)).map(named).collect()
    }
}

/// Returns the letter of an animal; Sente's letters are capitals.
pub(super) fn sign(man: Man) -> char {
    let letter = letter(man.animal);
    if man.side == Side::First { letter } else { letter.to_ascii_lowercase() }
}

/// Returns the animal and the side for a letter.
fn man(sign: char) -> Option<Man> {
    let animal = ANIMALS.into_iter().find(|&animal| letter(animal) == sign.to_ascii_uppercase())?;
    Some(Man { side: if sign.is_ascii_uppercase() { Side::First } else { Side::Second }, animal })
}

/// The format of the board in tokens.
const BOARD: FixedBoard<Man> = FixedBoard {
    rows: ROWS,
    columns: COLUMNS,
    row_name: |row| RowName::Numbered { row: row as u64 + 1 },
    man,
    letters: || Wrong::Letters.into(),
    advice: Token::UsualStart { game: Dobutsu::ID },
};

/// Reads the board; the first row in the text is Sente's goal.
fn read_board(field: Field<'_>) -> Result<[Option<Man>; SQUARES as usize], NotationError> {
    let mut board = [None; SQUARES as usize];
    for (row, men) in BOARD.read(field)?.chunks(COLUMNS).enumerate() {
        let first = (ROWS - 1 - row) * usize::from(FILES);
        board[first..first + COLUMNS].copy_from_slice(men);
    }
    Ok(board)
}

/// Reads the animals in both hands, such as `2Cg`.
fn read_hands(field: Field<'_>) -> Result<[[u8; 3]; 2], NotationError> {
    let mut hands = [[0_u8; 3]; 2];
    if field.text == "-" {
        return Ok(hands);
    }
    let mut count = 1;
    let wrong = || NotationError::malformed(field.at(), Wrong::InHand { found: field.text.to_owned() });
    for sign in field.text.chars() {
        match (sign, man(sign)) {
            ('1'..='9', _) => count = sign as u8 - b'0',
            (_, Some(man)) => {
                let held = HELD.iter().position(|&held| held == man.animal).ok_or_else(wrong)?;
                let hand = &mut hands[man.side.index()][held];
                *hand = hand.saturating_add(std::mem::replace(&mut count, 1));
            }
            _ => return Err(wrong()),
        }
    }
    match hands.iter().position(|hand| hand.iter().map(|&count| u32::from(count)).sum::<u32>() > MOST_HELD.into()) {
        Some(side) => {
            let wrong = Wrong::Full { side: Dobutsu::SIDES[side], most: MOST_HELD };
            Err(NotationError::malformed(field.at(), wrong))
        }
        None => Ok(hands),
    }
}

fn print_hands(hands: [[u8; 3]; 2]) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for (&count, animal) in hands[side.index()].iter().zip(HELD).filter(|(count, _)| **count > 0) {
            if count > 1 {
                text += &count.to_string();
            }
            text.push(sign(Man { side, animal }));
        }
    }
    text
}

impl Notation for Dobutsu {
    const ID: &'static str = "dobutsu";
    /// The version of the rules. In version 1, a side without a move lost in 2 plies. The change affected two slots.
    const VERSION: u32 = 2;
    const SIDES: [&'static str; 2] = ["sente", "gote"];
    const SIDES_ZH: [&'static str; 2] = ["先手", "后手"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] =
        &[("captured", "吃子"), ("reached-goal", "到达终点"), ("no-move", "无子可动")];
    const TITLE: &'static str = "Dobutsu shogi: catch the lion on three by four squares";
    const RULES: &'static str = "\
On a board of four rows and three columns each side has a lion, a giraffe, an elephant and a chick. Sente, below, moves first.

The lion steps to all eight squares around it, the giraffe straight to four, the elephant diagonally to four, the chick one \
square ahead. A chick that steps onto the last row becomes a hen, which steps like a lion, but not diagonally backwards.

An animal that is taken changes sides: it is kept in the hand, a hen as a chick, and may be dropped on any empty square \
instead of a move on the board.

The game ends
  captured      when a lion is taken: the side that took it wins;
  reached-goal  when a lion has stepped onto the last row and is not taken by the next move: its side wins;
  no-move       when the side to move has no move, as its animals are in each other's way: it loses, as in shogi.

In tokens animals are `C`, `G`, `E`, `L` and `R` (the hen), Sente's in capitals, and a digit is a run of empty squares; behind the \
side to move stand the animals in both hands, such as `2Cg`. A token that ends in `take` has one rule more: a player who can take the \
lion must. That changes no value, but which positions play reaches. A move is the squares it leaves and enters, `b3b2`, a drop the \
letter and the square, `Cb2`; columns come first and rows are counted from the top.";
    const TITLE_ZH: &'static str = "动物将棋：在三列四行的棋盘上捉狮子";
    const RULES_ZH: &'static str = "\
四行三列的棋盘上，双方各有狮子、长颈鹿、大象和小鸡。先手在下方，先走。

狮子走到周围八格之一，长颈鹿直走一格，大象斜走一格，小鸡向前走一格。
小鸡走到最后一行时变成鸡，走法与狮子相同，但不能斜着后退。

被吃的动物归吃子的一方，放在手中（鸡变回小鸡），以后可以打入任意空格，代替走子。

对局在下列情况结束：
  captured：狮子被吃，吃子的一方胜；
  reached-goal：狮子走到最后一行而没有立即被吃，该方胜；
  no-move：轮到走的一方没有走法（动物互相挡住），该方负，与将棋相同。

局面中动物写作 `C`、`G`、`E`、`L` 和 `R`（鸡），先手用大写，数字是连续的空格数；
走子方之后写双方手中的动物，例如 `2Cg`。末尾有 `take` 的局面多一条规则：
能吃狮子的一方必须吃。这不改变任何局面的胜负，只改变对局能到达的局面。
走法写作离开和进入的格子，例如 `b3b2`；打入写作字母和格子，例如 `Cb2`；
列字母在前，行号从上往下数。";
    const EXAMPLES: &'static [&'static str] =
        &["gle/1c1/1C1/ELG_sente", "gle/1c1/1C1/ELG_sente_take", "1l1/1c1/1C1/1L1_sente", "1l1/3/3/1L1_sente_Ce"];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let parts = Parts::read(text)?;
        let reasons = texts(parts.reasons());
        if reasons.is_empty() {
            Ok((Self::new(parts.material(), parts.must_take), parts.position()))
        } else {
            Err(NotationError::Illegal { reasons })
        }
    }

    fn print(&self, &Position { board, hands, turn }: &Position) -> String {
        Parts { board, hands, turn, must_take: self.must_take }.print()
    }

    /// Returns the number of animals of each kind, and whether a player who can capture the lion must capture it.
    fn identity(&self) -> String {
        let [chicks, giraffes, elephants] = self.material;
        let take = if self.must_take { "take" } else { "" };
        format!("{chicks}{giraffes}{elephants}{take}")
    }

    fn draw(&self, &Position { board, hands, turn }: &Position) -> String {
        let parts = Parts { board, hands, turn, must_take: self.must_take };
        let board = Grid::open(ROWS, COLUMNS).draw(|square| parts.sign(square));
        let hands = print_hands(hands);
        if hands.is_empty() { board } else { format!("{board}\n{hands}") }
    }
}
