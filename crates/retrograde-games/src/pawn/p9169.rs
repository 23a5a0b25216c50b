//! The contest format of Luogu P9169. The input consists of boards, and the answer for each board is `Red t`, `Black t`
//! or `Tie`.

use std::io::{BufRead, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fastrand::Rng;
use retrograde::author::{Climber, SearchSpec};
use retrograde::kernel::{Options, estimate, solve};
use retrograde::{Notation, Numbered, SolveError, Value};

use super::judge::{COLUMNS, ROWS, verdict};
use super::messages::{Condition, Conditions, Contest as ContestText, Misplaced};
use super::notation::{KING, PAWN, Placed};
use super::rules::{Pawn, RED};
use super::subtask::{LAST, Promise, TESTS};
use super::sweep::{self, Sweep};
use crate::grid::Grid;
use crate::messages::{Number, Remedy, RowName, Unit};
use crate::scan::{ExpectedRow, Location, Scanner};
use retrograde::author::{
    self, AnswerError, Contest, Draft, Drafts, Files, InputError, Limits, Method, Square, Strictness, Subtask,
    Subtasks, Valid, in_order, token_text,
};
use retrograde::rules::message::{Language, Message};

/// The numbers of boards that a test may have.
const BOARDS: RangeInclusive<u64> = 1..=10;
/// The maximum number of rows and of columns that this program accepts. The number of floor squares has a separate
/// limit.
const MAX_SIDE: u64 = 5000;

/// Luogu P9169, the problem to find the winner of a board with Red to move, and the number of plies.
#[derive(Clone, Copy, Debug, Default)]
pub struct P9169;

impl Contest for P9169 {
    fn id(&self) -> &'static str {
        "p9169"
    }

    fn names(&self) -> &'static [&'static str] {
        &[
            "9169",
            "Luogu P9169",
            "洛谷 P9169",
            "LOJ 3958",
            "3958",
            "zu",
            "过河卒",
            "過河卒",
            "guohezu",
            "过河",
            "卒",
            "luogu",
            "洛谷",
            "chess",
        ]
    }

    fn game(&self) -> &'static str {
        Pawn::ID
    }

    fn title(&self) -> &'static str {
        "Luogu P9169, NOI provincial selection 2023: 1 to 10 boards of 2 to 10 rows and 1 to 10 columns"
    }

    fn title_in(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.title(),
            Language::Chinese => "洛谷 P9169，2023 年省选联考“过河卒”：1 到 10 张棋盘，2 到 10 行、1 到 10 列",
        }
    }

    fn input_layout(&self) -> Option<Message> {
        Some(ContestText::Layout.into())
    }

    fn answer_layout(&self) -> Option<Message> {
        Some(ContestText::Answer.into())
    }

    fn limits(&self) -> Option<Limits> {
        Some(Limits { time: Duration::from_secs(1), memory: 1 << 30 })
    }

    fn files(&self) -> Option<Files> {
        Some(Files { input: "zu.in", output: "zu.out" })
    }

    fn heads(&self, rows: u64, columns: u64) -> Vec<String> {
        if rows < *ROWS.start() {
            return Vec::new();
        }
        vec!["0 1\n".to_owned(), format!("0 1\n{rows} {columns}\n")]
    }

    fn read(
        &self,
        input: &mut dyn BufRead,
        strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        each_case(input, strictness, |case| Ok(visit(case.start.token())))
    }

    fn validate(&self, input: &mut dyn BufRead, subtask: Option<&Subtask>) -> Result<Valid, InputError> {
        let tests = subtask.map_or(0..=u64::MAX, |subtask| subtask.number..=subtask.number);
        let mut cases = 0;
        let test = each_case_of(input, Strictness::Judge, tests, |test, case| {
            cases += 1;
            match Promise::of(test).breach(&case.start) {
                None => Ok(ControlFlow::Continue(())),
                Some(breach) => Err(case.error(ContestText::NoBoard { test, breach }).hint(ContestText::OtherTest)),
            }
        })?;
        let note = (test > LAST).then(|| ContestText::NoTest { test, last: LAST }.into());
        let subtask = usize::try_from(test).ok().filter(|&test| test > 0).and_then(|test| TESTS.get(test));
        Ok(Valid { cases, subtask: subtask.map(|subtask| subtask.name), note })
    }

    fn subtasks(&self) -> Option<&dyn Subtasks> {
        author::subtasks(self)
    }

    fn answer(
        &self,
        input: &mut dyn BufRead,
        method: Method,
        options: &Options<'_>,
        output: &mut dyn Write,
    ) -> Result<(), AnswerError> {
        let threads = if method == Method::Table { 1 } else { options.threads };
        // The general kernel starts its own threads and may use all allowed memory. So this function lets the kernel
        // solve only one board at a time.
        let kernel = Mutex::new(());
        let read = |solve: &mut dyn FnMut(Case) -> Result<(), AnswerError>| {
            each_case(input, Strictness::Relaxed, |case| solve(case).map(ControlFlow::Continue))
        };
        let solver = || {
            let (mut sweep, kernel) = (Sweep::new(), &kernel);
            move |case: Case| case.value(&mut sweep, kernel, method, options)
        };
        in_order(threads, read, solver, |value| Ok(writeln!(output, "{}", verdict(value?))?))
    }

    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        write_test(0, tokens, output)
    }

    fn read_answer(&self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["Tie"] => Some("Tie".to_owned()),
            [winner @ ("Red" | "Black"), plies] if plies.bytes().all(|byte| byte.is_ascii_digit()) => {
                plies.parse::<u64>().ok().map(|plies| format!("{winner} {plies}"))
            }
            _ => None,
        }
    }
}

impl Subtasks for P9169 {
    fn all(&self) -> &'static [Subtask] {
        &TESTS
    }

    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_> {
        super::drafts::drafts(self, subtask, rng, draft)
    }

    fn every(&self, subtask: &Subtask, draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        super::drafts::every(subtask, draft)
    }

    fn climber(
        &self,
        subtask: &'static Subtask,
        search_spec: &SearchSpec,
    ) -> Option<Result<Box<dyn Climber>, Message>> {
        Some(super::draws::climber(subtask, search_spec))
    }

    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message> {
        let start = token_text(Pawn::ID, token).ok().and_then(|text| Placed::read(text).ok())?;
        Promise::of(subtask.number).breach(&start)
    }

    fn write(&self, subtask: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        write_test(subtask.number, tokens, output)
    }
}

/// Writes boards in the format of a test file.
fn write_test(test: u64, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
    let boards: Vec<String> = tokens.iter().map(|token| board(token)).collect::<Result<_, _>>()?;
    writeln!(output, "{test} {}", boards.len())?;
    for board in boards {
        output.write_all(board.as_bytes())?;
    }
    Ok(())
}

/// A start, with the number of its case and the location of its first square in the input.
struct Case {
    number: u64,
    location: Location,
    start: Placed,
}

impl Case {
    /// Returns the value of the start. If the board has at most 10x10 squares and `method` does not request a table,
    /// the sweep computes the value. If `method` requests the shortcut and the board is larger, the function returns an
    /// error. In all other cases, the function uses a known value, or the general kernel computes the value. The kernel
    /// solves one board at a time.
    fn value(
        &self,
        sweep: &mut Sweep,
        kernel: &Mutex<()>,
        method: Method,
        options: &Options<'_>,
    ) -> Result<Value, AnswerError> {
        if method != Method::Table && sweep::fits(&self.start.grid) {
            let (game, position) = self.set_up()?;
            return Ok(sweep.answer(&game, &position).expect("the board fits"));
        }
        if method == Method::Shortcut {
            let error = self.error(ContestText::NoShortcut);
            return Err(error.hint(Remedy::UseTable).into());
        }
        if let Some(value) = author::known(options, self.number, || self.start.token())? {
            return Ok(value);
        }
        // The mutex protects no data, so a poisoned lock is harmless.
        let _one_at_a_time = kernel.lock().unwrap_or_else(PoisonError::into_inner);
        self.value_by_table(options)
    }

    /// Solves the board with the general kernel.
    fn value_by_table(&self, options: &Options<'_>) -> Result<Value, AnswerError> {
        let failed = |source| AnswerError::Solve { case: self.number, token: self.start.token(), source };
        // This function checks the number of slots first. Otherwise the kernel would list all pairs of squares before
        // it reports that the table is too large.
        let slots = Pawn::slots_for(self.start.grid.floor().count());
        if slots > options.memory {
            let needed = estimate(slots, options.threads);
            return Err(failed(SolveError::TooLarge { slots, needed, limit: options.memory }));
        }
        let (game, position) = self.set_up()?;
        let table = solve(&game, options).map_err(failed)?;
        Ok(table.value(game.slot(&position)).expect("the numbering has no holes"))
    }

    /// Returns the game on the board. Returns an error only if the board has more floor squares than the numbering
    /// allows.
    fn set_up(&self) -> Result<(Pawn, super::Position), InputError> {
        self.start.set_up().map_err(|reasons| self.error(Message::all(reasons)))
    }

    fn error(&self, message: impl Into<Message>) -> InputError {
        InputError::new(Some(self.number), self.location.line, self.location.column, message)
    }
}

/// Reads the boards of `input` in order, until `visit` returns `Break`.
///
/// The judge promises that no pawn is on row 1, but the rules also decide a board with a pawn on row 1. In relaxed
/// mode, the function also visits a board with a pawn on row 1, and returns the error after it has read all boards.
fn each_case<E: From<InputError>>(
    input: &mut dyn BufRead,
    strictness: Strictness,
    mut visit: impl FnMut(Case) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    each_case_of(input, strictness, 0..=u64::MAX, |_, case| visit(case)).map(|_| ())
}

/// Like [`each_case`], for inputs whose test number is in `tests`. Returns the test number. The function `visit` also
/// receives the test number.
fn each_case_of<E: From<InputError>>(
    input: &mut dyn BufRead,
    strictness: Strictness,
    tests: RangeInclusive<u64>,
    mut visit: impl FnMut(u64, Case) -> Result<ControlFlow<()>, E>,
) -> Result<u64, E> {
    let boards = match strictness {
        Strictness::Judge => BOARDS,
        Strictness::Relaxed => 1..=u64::MAX,
    };
    let mut scanner = Scanner::new(input, strictness, &ContestText::Layout);
    let test = scanner.number(&Number::Test, tests)?;
    scanner.blank()?;
    let count = scanner.number(&Number::Boards, boards)?;
    scanner.end_line()?;
    let mut objection = None;
    for number in 1..=count {
        scanner.begin_case(number);
        let (location, start, arrived) = read_start(&mut scanner)?;
        match (arrived, strictness) {
            (Some(error), Strictness::Judge) => return Err(error.into()),
            (arrived, _) => objection = objection.or(arrived),
        }
        if visit(test, Case { number, location, start })?.is_break() {
            return Ok(test);
        }
    }
    scanner.end()?;
    objection.map_or(Ok(test), |error| Err(error.into()))
}

/// Reads the next start. Returns the location of the board's first square, the start, and an error if the pawn is
/// already on row 1.
fn read_start(scanner: &mut Scanner<'_>) -> Result<(Location, Placed, Option<InputError>), InputError> {
    let (most_rows, most_columns) = match scanner.strictness() {
        Strictness::Judge => (*ROWS.end(), *COLUMNS.end()),
        Strictness::Relaxed => (MAX_SIDE, MAX_SIDE),
    };
    let rows = scanner.number(&Number::Rows, *ROWS.start()..=most_rows)?;
    scanner.blank()?;
    let columns = scanner.number(&Number::Columns, *COLUMNS.start()..=most_columns)?;
    scanner.end_line()?;
    let mut board = Board::new(columns as usize);
    for row in 1..=rows {
        board.read_row(scanner, row)?;
        scanner.end_line()?;
    }
    board.start(scanner)
}

/// A piece and its location in the input.
struct Piece {
    letter: char,
    square: Square,
    location: Location,
}

/// A partly read board: the reader has read some of its rows.
struct Board {
    grid: Grid,
    pieces: Vec<Piece>,
    /// The location of the first square; `None` before the first row is read.
    corner: Option<Location>,
}

impl Board {
    fn new(columns: usize) -> Self {
        Self { grid: Grid::new(columns), pieces: Vec::new(), corner: None }
    }

    fn read_row(&mut self, scanner: &mut Scanner<'_>, number: u64) -> Result<(), InputError> {
        let name = RowName::Numbered { row: number };
        let row = ExpectedRow { name, length: self.grid.columns(), unit: Unit::Square, letters: ".#OX" };
        let mut squares = Vec::new();
        let first = scanner.row_into(row, &mut squares)?;
        self.corner.get_or_insert(first);
        let row = self.grid.rows() as u16;
        let pieces = squares.iter().zip(0_u16..).filter(|(letter, _)| !b".#".contains(letter));
        self.pieces.extend(pieces.map(|(&letter, column)| Piece {
            letter: letter.into(),
            square: Square::new(row, column),
            location: first.right(column.into()),
        }));
        self.grid.push_row(squares.iter().map(|&letter| letter == b'#'));
        Ok(())
    }

    /// Returns the start after all rows are read, with an error if the pawn is already on row 1. If the board is
    /// invalid, returns an error with all reasons.
    fn start(self, scanner: &Scanner<'_>) -> Result<(Location, Placed, Option<InputError>), InputError> {
        let corner = self.corner.unwrap_or(scanner.location());
        let location = self.fault().unwrap_or(corner);
        let [kings, pawns] =
            [KING, PAWN].map(|letter| self.standing(letter).map(|piece| piece.square).collect::<Vec<_>>());
        // "且黑棋不在第一行": and the black piece is not on the first row.
        let arrived = pawns.iter().filter(|pawn| pawn.row == 0);
        let arrivals: Vec<Message> = arrived.map(|&square| Misplaced::Arrived { square }.into()).collect();
        match Placed::new(self.grid, &kings, &pawns, RED) {
            Ok(start) => {
                let error = |arrival| scanner.error_at(location, arrival).hint(ContestText::Over);
                Ok((corner, start, arrivals.into_iter().next().map(error)))
            }
            Err(reasons) => {
                Err(scanner.error_at(location, Message::all([reasons, arrivals].concat())).hint(ContestText::Pieces))
            }
        }
    }

    fn standing(&self, letter: char) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.letter == letter)
    }

    /// Returns the location of the third king. If there is no third king, returns the location of the second pawn. If
    /// there is only one pawn, returns the location of the pawn if the pawn is on row 1, and otherwise `None`.
    fn fault(&self) -> Option<Location> {
        let extra = self.standing(KING).nth(2).or(self.standing(PAWN).nth(1));
        extra.or(self.standing(PAWN).find(|pawn| pawn.square.row == 0)).map(|piece| piece.location)
    }
}

/// Converts a token's board to the layout of the judge's input.
fn board(token: &str) -> Result<String, AnswerError> {
    let placed = Placed::read(token_text(Pawn::ID, token)?).map_err(|source| AnswerError::notation(token, source))?;
    let reasons = inexpressible(&placed);
    if !reasons.is_empty() {
        return Err(AnswerError::inexpressible(token, ContestText::Not { conditions: Conditions(reasons) }));
    }
    let Placed { grid, standing, .. } = placed;
    Ok(format!("{} {}\n{}", grid.rows(), grid.columns(), grid.picture(|square| standing.letter(square))))
}

/// Returns the conditions of the contest format that a start does not meet.
fn inexpressible(Placed { grid, standing, turn }: &Placed) -> Vec<Condition> {
    let conditions = [
        (grid.rows() > 1, Condition::Rows),
        (*turn == RED, Condition::Turn),
        (standing.pawn.row > 0, Condition::Pawn),
        (!standing.kings.contains(&standing.pawn), Condition::Apart),
    ];
    conditions.into_iter().filter(|(holds, _)| !holds).map(|(_, condition)| condition).collect()
}
