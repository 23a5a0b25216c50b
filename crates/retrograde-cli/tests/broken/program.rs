//! A program with a game that breaks a law, which is a property that the solver relies on. The environment variable
//! `FAULT` chooses the fault; without it, the game breaks no law. The game exists with rules only (`byrules`), with a
//! numbering (`bynumbers`) and with un-moves (`byunmoves`). With `FAULT=alone`, the program has only the game
//! `byrules`.
//!
//! Two players move the same token along squares 0 to WIDTH. A move goes one square back, or one or two squares
//! forward. A move to the last square wins, and a move to square 0 loses.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde::author::{
    About, ByNotation, Edit, Entry, Goal, Kit, Looks, Path, PieceKind, Reshape, Scene, Shape, Stone,
};
use retrograde::{Ending, Game, Notation, NotationError, Numbered, Reversible, Side, Slot};

fn main() -> std::process::ExitCode {
    let games = if has("same") { retrograde_cli::builtin() } else { retrograde_cli::Registry::empty() };
    let registry = games
        .with(believed(Entry::<Strip<BY_RULES>>::rules().looks(StripLooks)))
        .with(believed(Entry::<Strip<BY_NUMBERS>>::numbered().looks(StripLooks)))
        .with(believed(Entry::<Strip<BY_UNMOVES>>::reversible().looks(StripLooks)));
    let other =
        Entry::<Strip<BY_RULES>>::rules_as(About::new("byrules", ["ann", "bob"], "Another", "None.", []), ByNotation);
    let pawn = Entry::<Strip<BY_RULES>>::rules_as(
        About::new("pawn", ["ann", "bob"], "My pawn", "None.", ["9.4_a"]),
        ByNotation,
    );
    retrograde_cli::main_with(match () {
        () if has("clash") => registry.with(other),
        () if has("same") => registry.with(pawn),
        () if has("alone") => retrograde_cli::Registry::empty().with(Entry::<Strip<BY_RULES>>::rules()),
        () => registry,
    })
}

/// If the environment variable `TESTED` is set, the game states that tests check its laws. Then its boards are solved
/// without a check.
fn believed<G: Game + Send + 'static>(game: Entry<G>) -> Entry<G> {
    if std::env::var_os("TESTED").is_some() { game.tested() } else { game }
}

/// Whether the game has this fault.
fn has(fault: &str) -> bool {
    static FAULT: OnceLock<String> = OnceLock::new();
    FAULT.get_or_init(|| std::env::var("FAULT").unwrap_or_default()) == fault
}

const BY_RULES: usize = 0;
const BY_NUMBERS: usize = 1;
const BY_UNMOVES: usize = 2;

struct Strip<const WAY: usize> {
    width: u8,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    square: u8,
    turn: Side,
    /// The move that led to this position. A position must not contain this; some faults store it.
    last: u8,
}

impl Place {
    fn key(&self) -> (u8, Side) {
        (self.square, if has("equality") { Side::First } else { self.turn })
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Place {}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> Ordering {
        let (here, there) = (self.key(), other.key());
        if has("order") {
            return here.0.cmp(&there.0);
        }
        // A cyclic order, as in rock, paper, scissors, which is a fault.
        match (here.0 % 3 + 3 - there.0 % 3) % 3 {
            1 if has("circle") => Ordering::Greater,
            2 if has("circle") => Ordering::Less,
            _ => here.cmp(&there),
        }
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
        if has("hash") {
            self.last.hash(state);
        }
    }
}

/// A move, given by the number of its target square.
#[derive(Clone)]
struct Step(u8);

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if has("alike") { f.write_str("go") } else { write!(f, "{}", self.0) }
    }
}

impl<const WAY: usize> Strip<WAY> {
    fn to(&self, from: u8, step: i8) -> Option<u8> {
        from.checked_add_signed(step).filter(|&to| to <= self.width)
    }

    fn is_end(&self, square: u8) -> bool {
        square == 0 || square == self.width
    }
}

/// The three possible steps, in squares.
const STEPS: [i8; 3] = [-1, 1, 2];

impl<const WAY: usize> Game for Strip<WAY> {
    type Position = Place;
    type Move = Step;
    const TIES: bool = false;

    fn turn(&self, place: &Place) -> Side {
        place.turn
    }

    fn ending(&self, place: &Place) -> Option<Ending> {
        match place.square {
            0 if has("tie") => Some(Ending::level("fell")),
            0 => Some(Ending::won(place.turn, "fell")),
            square if square == self.width && !has("stuck") => Some(Ending::won(place.turn.other(), "arrived")),
            _ => None,
        }
    }

    fn each_move(&self, place: &Place, mut visit: impl FnMut(Step, Place)) {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        if self.is_end(place.square) && !(has("late") && place.square > 0) {
            return;
        }
        assert!(!(has("panic") && place.square == 3), "square 3 is not handled");
        let steps = if has("change") && CALLS.fetch_add(1, Relaxed).is_multiple_of(2) { &STEPS[1..] } else { &STEPS };
        for (last, &step) in (1..).zip(steps) {
            let is_forgotten = has("memory") && place.last == last;
            if let Some(square) = self.to(place.square, step).filter(|_| !is_forgotten) {
                let last = if has("memory") || has("hash") { last } else { 0 };
                visit(Step(square), Place { square, turn: place.turn.other(), last });
            }
        }
    }
}

impl<const WAY: usize> Numbered for Strip<WAY> {
    fn slots(&self) -> u64 {
        2 * (u64::from(self.width) + u64::from(!has("lost")))
    }

    fn slot(&self, place: &Place) -> Slot {
        let turn = if has("shared") && place.square == 3 { 0 } else { place.turn.index() };
        Slot(2 * u64::from(place.square) + turn as u64)
    }

    fn position(&self, Slot(slot): Slot) -> Option<Place> {
        if has("holes") && slot == 12 {
            return None;
        }
        Some(Place { square: (slot / 2) as u8, turn: Side::from_parity(slot), last: 0 })
    }

    fn open_moves(&self, place: &Place) -> u32 {
        let moves = STEPS.iter().filter(|&&step| self.to(place.square, step).is_some()).count() as u32;
        match place.square {
            3 if has("more") => moves + 1,
            3 if has("fewer") => moves - 1,
            _ => moves,
        }
    }
}

impl<const WAY: usize> Reversible for Strip<WAY> {
    fn each_unmove(&self, place: &Place, mut visit: impl FnMut(Place)) {
        for (index, step) in STEPS.into_iter().enumerate() {
            let from = self.to(place.square, -step).filter(|&from| !self.is_end(from));
            if let Some(square) = from.filter(|_| !(has("missing") && index == 2)) {
                let turn = place.turn.other();
                if has("rare") && (square, turn) == (248, Side::First) {
                    continue;
                }
                visit(Place { square, turn, last: 0 });
                if has("twice") && index == 0 {
                    visit(Place { square, turn, last: 0 });
                }
            }
        }
        if has("extra") && place.square > 5 {
            visit(Place { square: place.square - 4, turn: place.turn.other(), last: 0 });
        }
    }

    fn each_predecessor(&self, slot: Slot, mut visit: impl FnMut(Slot, bool)) {
        let Some(place) = self.position(slot) else { return };
        self.each_unmove(&place, |parent| visit(self.slot(&parent), has("turn")));
    }
}

impl<const WAY: usize> Notation for Strip<WAY> {
    const ID: &'static str = ["byrules", "bynumbers", "byunmoves"][WAY];
    const SIDES: [&'static str; 2] = ["ann", "bob"];
    const TITLE: &'static str = "A token on a strip";
    const RULES: &'static str =
        "One square back, or one or two forth. The last square wins (arrived), and square 0 loses (fell).";
    const EXAMPLES: &'static [&'static str] = &["9.4_a"];

    fn parse(text: &str) -> Result<(Self, Place), NotationError> {
        let malformed = || NotationError::malformed(0..text.len(), "expected WIDTH.SQUARE_TURN");
        let (strip, place) = read(text).filter(|_| !has("unread")).ok_or_else(malformed)?;
        if has("mute") && strip.width > LONG {
            return Err(NotationError::Illegal { reasons: Vec::new() });
        }
        Ok((strip, place))
    }

    fn print(&self, place: &Place) -> String {
        assert!(!(has("unprintable") && place.square == 5), "square 5 is not handled");
        let turn = if has("turnless") { "a" } else { ["a", "b"][place.turn.index()] };
        format!("{}{}{}_{turn}", self.width, if has("unsafe") { "$" } else { "." }, place.square)
    }

    fn identity(&self) -> String {
        if has("identity") { String::new() } else { self.width.to_string() }
    }
}

fn read<const WAY: usize>(text: &str) -> Option<(Strip<WAY>, Place)> {
    let (board, turn) = text.split_once('_')?;
    let turn = *Side::BOTH.iter().find(|side| turn == ["a", "b"][side.index()])?;
    let (width, square) = board.split_once(if has("unsafe") { ['.', '$'] } else { ['.', '.'] })?;
    let (width, square) = (width.parse().ok()?, square.parse().ok()?);
    let is_there = (2..=250).contains(&width) && square <= width;
    is_there.then_some((Strip { width }, Place { square, turn, last: 0 }))
}

/// A width that no example has, but that the board editor offers.
const LONG: u8 = 20;

/// The board view, which shows a row of squares with the token on one of them.
struct StripLooks;

impl<const WAY: usize> Looks<Strip<WAY>> for StripLooks {
    fn kit(&self) -> Kit {
        let token = PieceKind::new("token", 'T', "token").most(1);
        let kit = Kit::new("strip").terrain("floor", '.', "floor").piece(token);
        kit.sizes(1..=1, 3..=usize::from(LONG) + 2).reshapes([Reshape::Turn])
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let malformed = || NotationError::malformed(0..text.len(), "expected WIDTH.SQUARE_TURN");
        let (Strip::<WAY> { width }, Place { square, turn, .. }) = read(text).ok_or_else(malformed)?;
        let last = usize::from(width);
        let scene = Scene::new(Shape::Row { length: last + 1 }, if has("turned") { Side::First } else { turn });
        let token = Stone { square: usize::from(square), kind: usize::from(has("nameless")) };
        let goals = Side::BOTH.map(|side| Goal { side, squares: vec![last + usize::from(has("beyond"))] });
        let ground = vec![u8::from(has("groundless")); if has("ragged") { last } else { last + 1 }];
        Ok(Scene { goals: goals.to_vec(), ..scene.with([token]).on_ground(ground) })
    }

    fn print(&self, scene: &Scene) -> String {
        let width = (scene.shape.squares() - 1) as u8;
        let Some(token) = scene.stones.first() else { return format!("{width}._a") };
        let turn = if has("misprinted") { scene.turn.other() } else { scene.turn };
        Strip::<WAY> { width }.print(&Place { square: token.square as u8, turn, last: 0 })
    }

    fn edited(&self, kit: &Kit, scene: Scene, edit: Edit) -> Scene {
        assert!(!(has("clumsy") && matches!(edit, Edit::Carry { to: 8, .. })), "square 8 is not handled");
        match edit {
            Edit::Place { square, .. } | Edit::Carry { to: square, .. } if !has("lifted") => {
                Scene { stones: vec![Stone { square, kind: 0 }], ..scene }
            }
            Edit::Size { columns, .. } if !has("lifted") => {
                let square = scene.stones.first().map_or(0, |token| token.square).min(columns - 1);
                Scene { shape: Shape::Row { length: columns }, stones: vec![Stone { square, kind: 0 }], ..scene }
            }
            _ => scene.edited(kit, edit),
        }
    }

    fn path(&self, _: &Strip<WAY>, from: &Place, step: &Step, _: &Place) -> Path {
        let name = |square: u8| square + u8::from(!has("astray"));
        Path::over([name(from.square), name(step.0)])
    }
}
