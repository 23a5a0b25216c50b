//! Reads and writes positions as text, such as `race:A3/1H2/4/3B_a`. If the tokens A and B do not stand on their homes,
//! the text ends with the homes, such as `_a1.d4`.

use retrograde::{BySide, Notation, NotationError, Side};

use super::messages::Misplaced;
use super::rules::{A, B, Position, Race};
use crate::grid::{self, BoardFormat, Grid, Ground, TextBoard};
use crate::looks::{Reason, texts};
use crate::messages::Token;
use crate::token::{Field, fields, no_more_fields, read_turn};
use retrograde::author::Square;

/// The maximum number of rows and of columns of a board in a token. The rules need 24 bytes of memory per square.
pub(super) const MAX_SIDE: usize = 1000;

/// The letter of each side's token. `C` stands for both tokens on one square.
pub(super) const LETTERS: BySide<char> = BySide(['A', 'B']);
const BOTH: char = 'C';

/// The parts of a position's text. The position need not be legal.
pub(super) struct Parts {
    pub(super) grid: Grid,
    /// The squares on which each side has a token; in a legal position, each side has one token.
    pub(super) tokens: BySide<Vec<Square>>,
    pub(super) turn: Side,
    /// The homes, if the text gives them.
    pub(super) homes: Option<BySide<Square>>,
}

/// A legal position.
pub(super) struct Placed {
    pub(super) grid: Grid,
    pub(super) tokens: BySide<Square>,
    pub(super) turn: Side,
    pub(super) homes: BySide<Square>,
}

impl Parts {
    /// Returns a start on a board that has `columns` columns and no rows yet.
    pub(super) fn empty(columns: usize) -> Self {
        Self { grid: Grid::new(columns), tokens: BySide::default(), turn: A, homes: None }
    }

    /// Adds a row, given in the letters of the contest. `#` is a wall, `A` and `B` are tokens, and any other letter is
    /// floor.
    pub(super) fn push_row(&mut self, squares: &[u8]) {
        let row = self.grid.rows() as u16;
        // Nearly all rows have no token. A check whether a row has a token is faster than a search for the position of
        // the token.
        for side in Side::BOTH.into_iter().filter(|&side| squares.contains(&(LETTERS[side] as u8))) {
            let columns = (0..).zip(squares).filter(|&(_, &square)| char::from(square) == LETTERS[side]);
            self.tokens[side].extend(columns.map(|(column, _)| Square::new(row, column)));
        }
        self.grid.push_row(squares.iter().map(|&square| square == b'#'));
    }

    /// Splits the part of a token after `race:` into its fields. The board may have at most `max_side` rows and
    /// columns.
    pub(super) fn read(text: &str, max_side: usize) -> Result<Self, NotationError> {
        grid::no_size(Field { text, start: 0 }, Token::Generate { game: Race::ID })?;
        let mut fields = fields(text);
        let board = fields.next().unwrap_or(Field { text: "", start: 0 });
        let format = BoardFormat { letters: "ABC", ground: Ground::FloorAndWall, rows: max_side, columns: max_side };
        let TextBoard { grid, pieces } = format.read(board.text, board.start)?;
        let turn = read_turn(fields.next(), text.len(), Race::players())?;
        let homes = fields.next().map(read_homes).transpose()?;
        no_more_fields(fields.next())?;
        let tokens = LETTERS.0.map(|side| {
            pieces.iter().filter(|&&(letter, _)| letter == side || letter == BOTH).map(|&(_, square)| square).collect()
        });
        Ok(Self { grid, tokens: BySide(tokens), turn, homes })
    }

    /// Returns the position. If the position is illegal, returns an error with all reasons.
    pub(super) fn stand(self) -> Result<Placed, NotationError> {
        let reasons = texts(self.reasons());
        let Self { grid, tokens: BySide([a, b]), turn, homes } = self;
        match (a.as_slice(), b.as_slice()) {
            (&[a], &[b]) if reasons.is_empty() => {
                let tokens = BySide([a, b]);
                Ok(Placed { grid, tokens, turn, homes: homes.unwrap_or(tokens) })
            }
            _ => Err(NotationError::Illegal { reasons }),
        }
    }

    /// Returns all reasons why the position is illegal. Reasons about the tokens come first, and reasons about the
    /// homes are next. Reasons about tokens that do not fit the homes are last.
    pub(super) fn reasons(&self) -> Vec<Reason> {
        let tokens = Side::BOTH.into_iter().filter_map(|side| self.token_reason(side));
        let homes = Side::BOTH.into_iter().filter_map(|side| self.home_reason(side));
        tokens.chain(homes).chain(self.standing_reason()).collect()
    }

    fn token_reason(&self, side: Side) -> Option<Reason> {
        let letter = LETTERS[side];
        let tokens = self.tokens[side].as_slice();
        let reason = match *tokens {
            [_] => return None,
            [] => Misplaced::NoToken { letter },
            [first, second, ..] => Misplaced::Tokens { number: tokens.len(), letter, first, second },
        };
        Some(Reason::new(reason, tokens.iter().copied()))
    }

    fn home_reason(&self, side: Side) -> Option<Reason> {
        let home = self.homes?[side];
        let letter = LETTERS[side];
        let reason = match self.grid.index(home) {
            None => Misplaced::HomeOutside { letter, home },
            Some(_) if !self.grid.is_floor(home) => Misplaced::HomeInWall { letter, home },
            Some(_) => return None,
        };
        Some(Reason::new(reason, [home]))
    }

    fn standing_reason(&self) -> Option<Reason> {
        if let Some(BySide([a_home, b_home])) = self.homes
            && a_home == b_home
        {
            return Some(Reason::new(Misplaced::OneHome { home: a_home }, [a_home]));
        }
        let (&[a], &[b]) = (self.tokens[A].as_slice(), self.tokens[B].as_slice()) else { return None };
        match self.homes {
            None if a == b => Some(Reason::new(Misplaced::NoHomes { square: a }, [a])),
            Some(BySide([a_home, b_home])) if a == b && a != a_home && a != b_home => {
                Some(Reason::new(Misplaced::Together { square: a }, [a]))
            }
            Some(BySide([a_home, b_home])) if a == b_home && b == a_home => {
                Some(Reason::new(Misplaced::Arrived, [a, b]))
            }
            _ => None,
        }
    }
}

/// Reads A's home and B's home, such as `a1.d4`.
fn read_homes(field: Field<'_>) -> Result<BySide<Square>, NotationError> {
    let Some((a, b)) = field.text.split_once('.') else {
        let message = Misplaced::Homes { found: field.text.to_owned() };
        return Err(NotationError::malformed(field.at(), message));
    };
    let b_start = field.start + a.len() + 1;
    Ok(BySide([Square::read(a, field.start)?, Square::read(b, b_start)?]))
}

impl Notation for Race {
    const ID: &'static str = "race";
    const SIDES: [&'static str; 2] = ["a", "b"];
    const SIDES_ZH: [&'static str; 2] = ["A方", "B方"];
    const ENDINGS_ZH: &'static [(&'static str, &'static str)] = &[("reached-goal", "到达终点")];
    const TITLE: &'static str = "A race for the other's start: BalticOI 2008 \"Game\", Luogu P4658";
    const RULES: &'static str = "\
On a board of floor and wall stand two tokens, A and B, each on its home. A moves first and turns alternate.

In a turn a player moves its token one step up, down, left or right onto floor. If the step lands on the opponent's \
token, the player must move one more step from there, in any direction, back included. A player with walls all around \
passes.

The player whose token first touches the opponent's home wins (reached-goal). Touching it in the middle of a turn \
counts: if the opponent stands on its own home, stepping onto it wins at once.

A move is written as the path of squares (b2c2, b2b3c3), column letters first and rows counted from the top, or as pass.";
    const TITLE_ZH: &'static str = "抢占对方起点：BalticOI 2008 \"Game\"，洛谷 P4658";
    const RULES_ZH: &'static str = "\
棋盘由空地和墙组成，棋子 A、B 各在自己的起点。A 先走，双方轮流。

每回合把自己的棋子向上、下、左、右走一格，只能走到空地上。
如果走到了对方棋子所在的格子，必须再走一步，方向任意，可以退回。四周都是墙的一方停一着。

棋子先碰到对方起点的一方胜（到达终点，reached-goal）。途中碰到也算：
如果对方正站在自己的起点上，走上去立即获胜。

走法写作经过的格子（b2c2，b2b3c3），列字母在前，行号从上往下数；停着写作 pass。";
    const EXAMPLES: &'static [&'static str] = &[
        "A3/1H2/4/3B_a",
        "A3/4/2H1/3B_a",
        "AB_a",
        "A1B_a",
        "1A2/1H2/4/3B_b_a1.d4",
        "4/1AB1/4_a_a1.d3",
        "3/1H1/2C_b_a1.c3",
        "AH1/H2/2B_a",
    ];

    fn parse(text: &str) -> Result<(Self, Position), NotationError> {
        let Placed { grid, tokens, turn, homes } = Parts::read(text, MAX_SIDE)?.stand()?;
        Self::admit(&grid)?;
        let game = Self::new(grid, homes).expect("the homes of a legal position are two squares of floor");
        let position = game.place(tokens, turn).expect("the tokens of a legal position are on possible squares");
        Ok((game, position))
    }

    fn print(&self, position: &Position) -> String {
        let (tokens, homes) = (self.tokens(position), self.homes());
        let board = self.grid.print(|square| letter(tokens, square));
        let turn = Self::SIDES[position.turn.index()];
        if tokens == homes { format!("{board}_{turn}") } else { format!("{board}_{turn}_{}", homes_text(homes)) }
    }

    /// Returns the walls and the homes.
    fn identity(&self) -> String {
        format!("{}_{}", self.grid.print(|_| None), homes_text(self.homes()))
    }

    /// Draws the board; homes without a token are shown as `a` and `b`.
    fn draw(&self, position: &Position) -> String {
        let (tokens, homes) = (self.tokens(position), self.homes());
        self.grid.draw(|square| {
            letter(tokens, square).or_else(|| letter(homes, square).map(|home| home.to_ascii_lowercase()))
        })
    }
}

impl Race {
    fn tokens(&self, position: &Position) -> BySide<Square> {
        BySide(Side::BOTH.map(|side| self.token_square(position, side)))
    }
}

/// Returns the letter for the tokens on a square; `None` for an empty square.
pub(super) fn letter(tokens: BySide<Square>, square: Square) -> Option<char> {
    match tokens.0.map(|token| token == square) {
        [true, true] => Some(BOTH),
        [true, false] => Some(LETTERS[A]),
        [false, true] => Some(LETTERS[B]),
        [false, false] => None,
    }
}

pub(super) fn homes_text(BySide([a, b]): BySide<Square>) -> String {
    format!("{a}.{b}")
}
