//! The contest format of Luogu P4658. The input consists of boards, and the answer for each board is `A` or `B`.

use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use retrograde::kernel::{self, Options};
use retrograde::{Notation, Numbered, Side, SolveError};

use super::layers::Match;
use super::messages::{Contest as ContestText, Promise};
use super::notation::{LETTERS, Parts, Placed, letter};
use super::rules::{A, Race};
use crate::messages::{Drafted, Number, RowName, Size, Unit};
use crate::scan::{ExpectedRow, Location, Scanner};
use retrograde::author::{
    self, AnswerError, Contest, Draft, Drafts, InputError, Limits, Method, Strictness, Subtask, Subtasks, Valid,
    in_order_once, token_text,
};
use retrograde::rules::memory::{self, NoMemory};
use retrograde::rules::message::{Language, Message};

/// The number of rows and columns of the largest board that the judge allows.
const JUDGE_SIDE: u64 = 300;

/// The subtasks (levels) of the problem. The name of a subtask is the share of the points that the subtask gives. The
/// number of a subtask is the number of rows of its largest board.
static SUBTASKS: [Subtask; 3] = [
    Subtask { name: "40%", names: &["n<=40"], promise: &Promise::UpTo { side: 40 }, number: 40 },
    Subtask { name: "60%", names: &["n<=150", "150"], promise: &Promise::UpTo { side: 150 }, number: 150 },
    Subtask { name: "100%", names: &["n<=300", "300"], promise: &Drafted::NoPromise, number: JUDGE_SIDE },
];

/// The number of rows and columns of the largest board that this program accepts.
const MAX_SIDE: usize = 5000;
/// If the boards of an input have at most this number of squares in total, one thread answers all boards. The limit is
/// above the judge's largest input (ten boards of 300x300). One thread answers the largest input in 12 ms. Each further
/// thread would need a tenth of the allowed memory, for its stack, its workspace and its boards.
const ALONE: usize = 1_000_000;

/// The memory that the construction of a token needs, in bytes per square.
const TOKEN: u64 = 3;

/// Luogu P4658, the problem to find the winner of the race on a board, with A to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct P4658;

/// A start, with the number of its case and the location of its first square in the input.
struct Case {
    number: u64,
    location: Location,
    start: Placed,
}

impl Case {
    fn token(&self) -> String {
        let Placed { grid, homes, .. } = &self.start;
        format!("{}:{}_{}", Race::ID, grid.print(|square| letter(*homes, square)), Race::SIDES[A.index()])
    }

    /// Returns the winner; `None` if no path connects the homes, because the game then never ends.
    fn winner(&self, method: Method, options: &Options<'_>, play: &mut Match) -> Result<Option<Side>, AnswerError> {
        match method {
            Method::Auto | Method::Shortcut => {
                let grid = &self.start.grid;
                play.reserve(grid).map_err(|error| self.unsolvable(error))?;
                Ok(play.winner(grid, self.start.homes))
            }
            Method::Table => match author::known(options, self.number, || self.token())? {
                Some(value) => Ok(value.winner(A)),
                None => winner_by_table(&self.start, options).map_err(|source| AnswerError::Solve {
                    case: self.number,
                    token: self.token(),
                    source,
                }),
            },
        }
    }

    /// Checks that a path connects the homes, as the judge promises.
    fn check_path(&self) -> Result<(), InputError> {
        let Placed { grid, homes, .. } = &self.start;
        let mut play = Match::default();
        play.reserve(grid).map_err(|error| self.unsolvable(error))?;
        if play.is_joined(grid, *homes) { Ok(()) } else { Err(self.no_path()) }
    }

    fn unsolvable(&self, NoMemory { needed }: NoMemory) -> InputError {
        let Location { line, column } = self.location;
        InputError::unsolvable(Some(self.number), line, column, SolveError::NoMemory { needed })
    }

    fn no_path(&self) -> InputError {
        InputError::new(Some(self.number), self.location.line, self.location.column, ContestText::NoPath)
            .hint(ContestText::NoWord)
    }
}

/// Computes the winner with the general kernel. Returns `None` for a draw, which occurs only if walls separate the
/// homes.
fn winner_by_table(start: &Placed, options: &Options<'_>) -> Result<Option<Side>, SolveError> {
    // This function checks the number of slots first. Otherwise the kernel would list all steps on the board before it
    // reports that the table is too large.
    let slots = Race::slots_for(start.grid.floor().count());
    if slots > options.memory {
        let needed = kernel::estimate(slots, options.threads);
        return Err(SolveError::TooLarge { slots, needed, limit: options.memory });
    }
    Race::admit(&start.grid)?;
    let game = Race::new(start.grid.clone(), start.homes).expect("the homes are two squares of floor");
    let table = kernel::solve(&game, options)?;
    Ok(table.value(game.slot(&game.start())).and_then(|value| value.winner(A)))
}

/// Reads the cases of `input` in order, until `visit` returns `Break`.
fn each_case<E: From<InputError>>(
    input: &mut dyn BufRead,
    strictness: Strictness,
    visit: impl FnMut(Case) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let max_side = match strictness {
        Strictness::Judge => JUDGE_SIDE,
        Strictness::Relaxed => MAX_SIDE as u64,
    };
    each_case_up_to(max_side, input, strictness, visit)
}

/// Like [`each_case`], but accepts only boards of at most `max_side` rows and columns.
fn each_case_up_to<E: From<InputError>>(
    max_side: u64,
    input: &mut dyn BufRead,
    strictness: Strictness,
    mut visit: impl FnMut(Case) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let most_cases = match strictness {
        Strictness::Judge => 10,
        Strictness::Relaxed => u64::MAX,
    };
    let mut scanner = Scanner::new(input, strictness, &ContestText::Layout);
    let count = scanner.number(&Number::Boards, 1..=most_cases)?;
    scanner.end_line()?;
    for number in 1..=count {
        scanner.begin_case(number);
        let side = scanner.number(&Number::Size, 2..=max_side)?;
        scanner.end_line()?;
        let (location, parts) = read_board(&mut scanner, side as usize)?;
        let start = parts.stand().map_err(|error| scanner.error_at(location, error))?;
        if visit(Case { number, location, start })?.is_break() {
            return Ok(());
        }
    }
    Ok(scanner.end()?)
}

/// Reads the rows of a board. Also returns the location of the first square.
fn read_board(scanner: &mut Scanner<'_>, side: usize) -> Result<(Location, Parts), InputError> {
    let mut parts = Parts::empty(side);
    let mut location = scanner.location();
    let mut squares = Vec::with_capacity(side);
    for number in 1..=side {
        let row = ExpectedRow {
            name: RowName::Numbered { row: number as u64 },
            length: side,
            unit: Unit::Square,
            letters: ".#AB",
        };
        squares.clear();
        let row_location = scanner.row(row, |slice| {
            let good = &slice[..good_squares(slice)];
            squares.extend_from_slice(good);
            good.len()
        })?;
        if number == 1 {
            location = row_location;
        }
        parts.grid.reserve_row().map_err(|error| scanner.unsolvable(error))?;
        parts.push_row(&squares);
        scanner.end_line()?;
    }
    Ok((location, parts))
}

/// Returns the number of bytes at the front of a slice that are valid squares.
fn good_squares(slice: &[u8]) -> usize {
    let is_square = |byte: &u8| matches!(byte, b'.' | b'#' | b'A' | b'B');
    // Usually all bytes are squares. Compilers turn this fold into vector instructions, but not a search.
    if slice.iter().fold(true, |all, byte| all & is_square(byte)) {
        slice.len()
    } else {
        slice.iter().take_while(|byte| is_square(byte)).count()
    }
}

impl Contest for P4658 {
    fn id(&self) -> &'static str {
        "p4658"
    }

    fn names(&self) -> &'static [&'static str] {
        &[
            "4658",
            "Luogu P4658",
            "洛谷 P4658",
            "BalticOI",
            "BalticOI 2008",
            "BalticOI 2008 Game",
            "BalticOI 2008 游戏",
            "BOI",
            "BOI 2008",
            "BOI 2008 Game",
            "boi08game",
            "游戏",
            "遊戲",
            "game",
            "luogu",
            "洛谷",
        ]
    }

    fn game(&self) -> &'static str {
        Race::ID
    }

    fn title(&self) -> &'static str {
        "Luogu P4658, BalticOI 2008 \"Game\": up to 10 boards of 2x2 to 300x300 squares"
    }

    fn title_in(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.title(),
            Language::Chinese => "洛谷 P4658，BalticOI 2008 \"Game\"：最多 10 张棋盘，2x2 到 300x300",
        }
    }

    fn input_layout(&self) -> Option<Message> {
        Some(ContestText::Layout.into())
    }

    fn answer_layout(&self) -> Option<Message> {
        Some(ContestText::Answer.into())
    }

    /// Returns the limits of the larger tests. The first nine tests have a time limit of one second.
    fn limits(&self) -> Option<Limits> {
        Some(Limits { time: Duration::from_secs(6), memory: 8_000_000 })
    }

    fn heads(&self, rows: u64, _columns: u64) -> Vec<String> {
        if rows < 2 { Vec::new() } else { vec!["1\n".to_owned(), format!("1\n{rows}\n")] }
    }

    fn read(
        &self,
        input: &mut dyn BufRead,
        strictness: Strictness,
        visit: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        each_case(input, strictness, |case| {
            if strictness == Strictness::Judge {
                case.check_path()?;
            }
            let Case { start: Placed { grid, .. }, .. } = &case;
            let text = TOKEN * (grid.rows() * grid.columns()) as u64;
            memory::admit(text).map_err(|error| case.unsolvable(error))?;
            Ok(visit(case.token()))
        })
    }

    fn validate(&self, input: &mut dyn BufRead, subtask: Option<&Subtask>) -> Result<Valid, InputError> {
        let max_side = subtask.map_or(JUDGE_SIDE, |subtask| subtask.number);
        let mut cases = 0;
        each_case_up_to(max_side, input, Strictness::Judge, |case| {
            cases += 1;
            case.check_path().map(ControlFlow::Continue)
        })?;
        Ok(Valid { cases, subtask: subtask.map(|subtask| subtask.name), note: None })
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
        // The general kernel starts its own threads. So with the general kernel, this function uses only one thread.
        let threads = if method == Method::Table { 1 } else { options.threads };
        let read = |solve: &mut dyn FnMut(Case) -> Result<(), AnswerError>| {
            each_case(input, Strictness::Relaxed, |case| solve(case).map(ControlFlow::Continue))
        };
        let solver = || {
            let mut play = Match::default();
            move |case: Case| case.winner(method, options, &mut play)?.ok_or_else(|| AnswerError::from(case.no_path()))
        };
        let mut squares = 0_usize;
        let pays = |case: &Case| {
            squares = squares.saturating_add(case.start.grid.rows() * case.start.grid.columns());
            squares > ALONE
        };
        in_order_once(pays, threads, read, solver, |winner| Ok(writeln!(output, "{}", LETTERS[winner?])?))
    }

    fn write(&self, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        writeln!(output, "{}", tokens.len())?;
        for token in tokens {
            let placed = Parts::read(token_text(Race::ID, token)?, MAX_SIDE)
                .and_then(Parts::stand)
                .map_err(|source| AnswerError::notation(token, source))?;
            if let Some(message) = inexpressible(&placed) {
                return Err(AnswerError::inexpressible(token, message));
            }
            let Placed { grid, tokens, .. } = placed;
            write!(output, "{}\n{}", grid.rows(), grid.picture(|square| letter(tokens, square)))?;
        }
        Ok(())
    }

    fn read_answer(&self, line: &str) -> Option<String> {
        ["A", "B"].into_iter().find(|&word| word == line.trim()).map(str::to_owned)
    }
}

impl Subtasks for P4658 {
    fn all(&self) -> &'static [Subtask] {
        &SUBTASKS
    }

    fn drafts(&self, subtask: &'static Subtask, rng: Rng, draft: Draft) -> Drafts<'_> {
        super::drafts::drafts(self, subtask, rng, draft)
    }

    fn every(&self, subtask: &Subtask, draft: Draft) -> Option<Box<dyn Iterator<Item = String>>> {
        super::drafts::every(subtask, draft)
    }

    fn breach(&self, subtask: &Subtask, token: &str) -> Option<Message> {
        let placed =
            token_text(Race::ID, token).ok().and_then(|text| Parts::read(text, MAX_SIDE).ok()?.stand().ok())?;
        let side = placed.grid.rows().max(placed.grid.columns());
        let not_promised = || {
            let found = Size::board(side as u64, side as u64);
            Drafted::NotPromised { promise: subtask.promise, size: found }.into()
        };
        (side as u64 > subtask.number).then(not_promised)
    }

    fn write(&self, _: &Subtask, tokens: &[String], output: &mut dyn Write) -> Result<(), AnswerError> {
        Contest::write(self, tokens, output)
    }
}

/// Returns the reason why the contest format cannot express a position; `None` if it can.
fn inexpressible(placed: &Placed) -> Option<ContestText> {
    if placed.grid.rows() != placed.grid.columns() {
        Some(ContestText::NotSquare)
    } else if placed.turn != A {
        Some(ContestText::Turn)
    } else if placed.tokens != placed.homes {
        Some(ContestText::NotHome)
    } else {
        None
    }
}
