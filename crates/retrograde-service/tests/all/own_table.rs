//! Tests that compare the tables that games generate themselves with the kernel's tables.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use retrograde::author::{Domain, OwnTable, Spec};
use retrograde::kernel::solve;
use retrograde::{Cell, Notation, Options, Slot, SolveError, Unreadable, Values};
use retrograde_games::pawn::{self, Pawn};
use retrograde_service::Session;
use retrograde_service::ask::{BestLine, Probe, Window};
use retrograde_service::failure::{Failure, Fault};
use retrograde_service::trace::Follow;
use retrograde_testing::solved::{SolvedSession, builtin, small_examples};

const OPEN: &str = "10/10/10/10/4O5/10/10/3O6/10/4X5_r";
const SMALL: &str = "3HO/1H2H/HOH2/1H2X_r";
/// A board that has one column more than the pawn's generator supports.
const WIDE: &str = "2O3H4/5O1H3/4X6_r";

fn assert_equal(game: &Pawn, what: &str) {
    let (own, kernels) = (game.own_table().unwrap().unwrap(), solve(game, &Options::default()).unwrap());
    // The macro `assert_eq` is not used, because it would print the tables, which are too long.
    assert!(own == kernels, "{what}: {:?}", own.values().zip(kernels.values()).find(|(a, b)| a != b));
}

#[test]
fn the_tables_are_the_same_bit_for_bit() {
    for text in Pawn::EXAMPLES.iter().chain([&OPEN]) {
        assert_equal(&Pawn::parse(text).unwrap().0, text);
    }
    for seed in 0..5 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let spec = Spec { size: Some((10, 10)), walls: Some(rng.u32(0..60)) };
        let (game, start) = pawn::random(&mut rng, &spec).unwrap();
        assert_equal(&game, &format!("seed {seed}: {}", game.token(&start)));
    }
}

/// Returns the name of a table, its values in order as bytes, and the report of a probe.
fn whole(solution: &SolvedSession, token: &str) -> (String, Vec<u8>, String) {
    let probe = serde_json::to_string(&solution.probe(token, 9).unwrap()).unwrap();
    (solution.session.table().to_owned(), solution.state_map(token, Follow::All).unwrap(), probe)
}

#[test]
fn solutions_are_the_same_whoever_makes_the_table() {
    let [all, reachable] = [Domain::All, Domain::Reachable].map(|domain| (domain, format!("pawn:{SMALL}")));
    assert_same_solutions([all, reachable]);
}

#[test]
#[ignore = "slow: the examples of all games, and a wide board"]
fn solutions_of_all_games_are_the_same_whoever_makes_the_table() {
    let registry = builtin();
    // If a game has no generator, both tables are from the kernel; one example of each such game is enough.
    let mut games = BTreeSet::new();
    let makes_none = |token: &str| registry.open(token).unwrap().own_table().is_none();
    let game = |token: &str| token.split(':').next().unwrap_or_default().to_owned();
    let examples = small_examples().into_iter().filter(|token| !makes_none(token) || games.insert(game(token)));
    assert_same_solutions(examples.chain([format!("pawn:{WIDE}")]).map(|token| (Domain::All, token)));
}

/// Compares the answers by the kernel's table with those by the table of the game's own generator.
fn assert_same_solutions(boards: impl IntoIterator<Item = (Domain, String)>) {
    let registry = builtin();
    for (domain, token) in boards {
        let open = || registry.open(&token).unwrap();
        let kernels = Session::solve(&*open(), domain, &Options::default()).unwrap();
        let own = Session::solve_quickly(&*open(), domain, &Options::default()).unwrap();
        let [kernels, own] = [kernels, own].map(|session| SolvedSession::by(open(), session));
        assert!(whole(&kernels, &token) == whole(&own, &token), "{token}, {}", domain.word());
    }
}

/// A table from the game's own generator gives the same answers as a table from the kernel.
#[test]
fn a_table_that_was_found_answers_like_one_that_was_solved() {
    let token = format!("pawn:{SMALL}");
    let position = builtin().open(&token).unwrap();
    let options = Options::default();
    let board = || position.board(Domain::All, &options).unwrap();
    let found = || position.own_table().unwrap().unwrap();
    let solved =
        SolvedSession::by(builtin().open(&token).unwrap(), Session::solve(&*position, Domain::All, &options).unwrap());
    let session = Session::of(&*position, Domain::All, board(), Box::new(found()));
    assert!(whole(&solved, &token) == whole(&SolvedSession::by(builtin().open(&token).unwrap(), session), &token));
    let counted = Session::of(&*position, Domain::All, board(), Box::new(found()));
    let expected = Session::solve(&*position, Domain::All, &options).unwrap();
    assert_eq!(counted.report(&*position).unwrap(), expected.report(&*position).unwrap());
    assert_eq!((counted.table(), counted.table_values().slots()), (solved.session.table(), counted.board().slots()));
}

#[test]
fn what_does_not_fit_is_refused_whoever_makes_the_table() {
    let position = builtin().open(&format!("pawn:{OPEN}")).unwrap();
    let options = Options { memory: 1 << 20, ..Options::default() };
    let refusals = [Session::solve, Session::solve_quickly].map(|solve| solve(&*position, Domain::All, &options));
    for refusal in refusals.map(|solved: Result<Session, SolveError>| solved.err().unwrap()) {
        assert!(matches!(refusal, SolveError::TooLarge { limit: 0x10_0000, .. }), "{refusal}");
    }
}

#[test]
fn larger_boards_are_the_kernels() {
    assert!(Pawn::parse(WIDE).unwrap().0.own_table().is_none());
}

/// A table that claims to come from files, and has a hole in place of one position.
struct Holed {
    table: retrograde::Table,
    hole: Slot,
}

impl Values for Holed {
    fn slots(&self) -> u64 {
        Values::slots(&self.table)
    }

    fn bytes(&self) -> u64 {
        Values::bytes(&self.table)
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        if slot == self.hole { Ok(Cell::HOLE) } else { Values::cell(&self.table, slot) }
    }
}

#[test]
fn a_hole_at_the_position_that_is_asked_is_a_damage() {
    let token = format!("pawn:{SMALL}");
    let position = builtin().open(&token).unwrap();
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let hole = board.find(&*position).unwrap();
    let holed = || Holed { table: position.own_table().unwrap().unwrap(), hole };
    let session = |values| Session::of(&*position, Domain::All, board.clone(), Box::new(values));
    let stored = session(holed()).stored();
    let probe = Probe { moves: true, line: 9, why: false };
    let line = BestLine { max: 9 };
    for error in [
        stored.ask(&*position, &probe).map(|_| ()).unwrap_err(),
        stored.ask(&*position, &line).map(|_| ()).unwrap_err(),
        stored.value(&*position).map(|_| ()).unwrap_err(),
    ] {
        let failure = Failure::ask(&token, error);
        assert_eq!((failure.fault, failure.code), (Fault::Damaged, "damaged-table"), "{}", failure.message);
        assert!(failure.message.to_string().ends_with(&format!("it has no value for {token}")), "{}", failure.message);
    }
    // A table that was solved in this process has a hole in place of a position only if the program has a bug.
    let error = session(holed()).value(&*position).unwrap_err();
    assert_eq!(Failure::ask(&token, error).fault, Fault::Internal);
}

/// A table that can be read in whole blocks only after the test has opened a gate. The log of the whole table waits
/// until the gate opens.
struct Gated {
    table: retrograde::Table,
    gate: Mutex<Receiver<()>>,
    is_waiting: Arc<AtomicBool>,
}

impl Values for Gated {
    fn slots(&self) -> u64 {
        Values::slots(&self.table)
    }

    fn bytes(&self) -> u64 {
        Values::bytes(&self.table)
    }

    fn cell(&self, slot: Slot) -> Result<Cell, Unreadable> {
        Values::cell(&self.table, slot)
    }

    fn block(&self, first: Slot, cells: &mut [Cell]) -> Result<(), Unreadable> {
        self.is_waiting.store(true, Ordering::Relaxed);
        // If the channel is closed, the gate stays open for all readers.
        let _ = self.gate.lock().unwrap().recv();
        Values::block(&self.table, first, cells)
    }
}

#[test]
fn issue_27_the_log_of_an_answer_does_not_wait_for_that_of_the_table() {
    let position = builtin().open(&format!("pawn:{SMALL}")).unwrap();
    let board = position.board(Domain::All, &Options::default()).unwrap();
    let (open, gate) = channel();
    let is_waiting = Arc::new(AtomicBool::new(false));
    let table = position.own_table().unwrap().unwrap();
    let values = Gated { table, gate: Mutex::new(gate), is_waiting: is_waiting.clone() };
    let session = &Session::of(&*position, Domain::All, board, Box::new(values));
    let total = |follow| session.ask(&*position, &Window { follow, from: 0, count: 0 }).unwrap().total;
    thread::scope(|scope| {
        let whole = scope.spawn(|| total(Follow::All));
        while !is_waiting.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        let (answered, answer) = channel();
        scope.spawn(move || answered.send(total(Follow::Answer)));
        let answer = answer.recv_timeout(Duration::from_secs(20));
        let counted = session.log_bytes();
        drop(open);
        assert!(answer.is_ok_and(|events| events < whole.join().unwrap()), "it waits");
        assert!(0 < counted && counted < session.log_bytes());
        session.forget_logs();
        assert_eq!(session.log_bytes(), 0);
    });
}
