//! Checks the laws of [`Looks`](crate::Looks), which are the properties that every drawing of a game must have. The
//! checks use positions that play reaches from a game's examples.
//!
//! The checks use the same interface as the front ends, so they can also check positions that are too large for the
//! game's type.

use std::collections::{HashSet, VecDeque};

use super::any::{AnyGame, AnyPosition};
use crate::author::check::{Broken, GameLaw};
use crate::form::looks::{Edit, Kit, Look, Reshape, Scene, Shape, Sizes};
use crate::form::notation::NotationError;
use crate::judge::caught::caught;
use crate::rules::message::Message;
use crate::rules::side::Side;

/// The maximum number of positions to check. The number is small because the check tries many edits of each position.
const MOST_POSITIONS: u64 = 50;
/// The maximum number of edits of one position that place or move a piece. The edits are evenly spread, and different
/// positions try different edits.
const MOST_PLACED: usize = 50;
/// The maximum number of moves of a position that the check follows. The moves are evenly spread.
const MOST_FOLLOWED: usize = 16;

crate::messages! {
    /// Messages that describe how a game's looks break a law.
    enum LookFinding {
        Refused { error: Message }: "its looks cannot read it: {error}", "外观读不了它：{error}";
        Printed { text: String }: "its looks print {text}", "外观写作 {text}";
        OtherTurn: "its looks show the other side to move", "外观显示轮到另一方走";
        NoKind { square: String, kind: usize }:
            "on square {square} is a piece of kind {kind}, which has no id in the kit", "{square} 格上有第 {kind} 种棋子，部件表中没有标识指它";
        NoTerrain { square: String, kind: u8 }:
            "square {square} has ground of kind {kind}, which has no id in the kit", "{square} 格是第 {kind} 种地面，部件表中没有标识指它";
        Grounds { given: usize, squares: usize }:
            "there is ground for {given} squares, but the board has {squares}", "给出 {given} 格的地面，棋盘有 {squares} 格";
        OffBoard { square: usize, squares: usize }:
            "something is on square number {square}, but the board has {squares} squares, counted from 0",
            "有东西在第 {square} 格上，而棋盘有 {squares} 格，从 0 数起";
        OffPath { action: String, square: String }:
            "the move {action} touches {square}, which is not a square of the board", "走法 {action} 经过 {square}，棋盘上没有这一格";
        Unread { edit: String, text: String, error: Message }:
            "after the edit {edit} it is {text}, which cannot be read: {error}", "编辑 {edit} 后成为 {text}，读不了：{error}";
        Unjudged { edit: String, text: String }:
            "after the edit {edit} it is {text}, which is refused without a reason", "编辑 {edit} 后成为 {text}，被拒绝却没有理由";
        Panics { edit: String, panic: String }: "the edit {edit} panics: {panic}", "编辑 {edit} 时崩溃：{panic}";
    }
}

/// Checks the laws of looks on at most `budget` positions, some near the examples and some far from them.
///
/// # Errors
/// Returns the first broken law that the check finds.
pub(super) fn look_laws(game: &dyn AnyGame, budget: u64) -> Result<(), Broken> {
    let mut waiting: VecDeque<_> = game.about().texts().into_iter().filter_map(|text| game.parse(text).ok()).collect();
    let (mut met, mut number) = (HashSet::new(), 0);
    while number < budget.min(MOST_POSITIONS) {
        let next = if number.is_multiple_of(2) { waiting.pop_front() } else { waiting.pop_back() };
        let Some(position) = next else { break };
        let Some(seen) = Seeing::of(game, &*position) else { continue };
        if met.insert(seen.token.clone()) {
            waiting.extend(seen.guarded(|| seen.all(number as usize))?);
            number += 1;
        }
    }
    Ok(())
}

/// A position whose looks are checked.
struct Seeing<'p> {
    game: &'p dyn AnyGame,
    position: &'p dyn AnyPosition,
    token: String,
}

impl<'p> Seeing<'p> {
    /// Begins the check of a position. Returns `None` if the game cannot print the position. A game that cannot print a
    /// position breaks a different law.
    fn of(game: &'p dyn AnyGame, position: &'p dyn AnyPosition) -> Option<Self> {
        let token = caught(|| position.whole_token()).ok()?;
        Some(Self { game, position, token })
    }

    fn broken(&self, law: GameLaw, detail: impl Into<Message>) -> Broken {
        Broken { law, position: self.token.clone(), detail: detail.into() }
    }

    fn law(&self, kept: bool, law: GameLaw, seen: impl FnOnce() -> LookFinding) -> Result<(), Broken> {
        if kept { Ok(()) } else { Err(self.broken(law, seen())) }
    }

    fn guarded<T>(&self, check: impl FnOnce() -> Result<T, Broken>) -> Result<T, Broken> {
        caught(check).unwrap_or_else(|message| Err(self.broken(GameLaw::NothingPanics, message)))
    }

    fn kit(&self) -> &'p Kit {
        &self.game.about().kit
    }

    /// Checks every law of looks for this position. Returns some children of the position.
    fn all(&self, number: usize) -> Result<Vec<Box<dyn AnyPosition>>, Broken> {
        let scene = self.read()?;
        self.kinds(&scene)?;
        self.squares(&scene)?;
        self.paths(&scene.shape)?;
        let placings = evenly(placings(self.kit(), &scene), MOST_PLACED, number);
        placings.chain(reshapings(self.kit())).try_for_each(|edit| self.edit(&scene, edit))?;
        // Reading a board of the largest size may take longer than all other edits together. So the check changes the
        // size only for the first position.
        let mut sizes = self.kit().sizes.iter().filter(|_| number == 0).flat_map(extremes);
        sizes.try_for_each(|edit| self.edit(&scene, edit))?;
        let moves = (0..self.position.breadth()).collect();
        Ok(evenly(moves, MOST_FOLLOWED, number).filter_map(|number| self.position.after(number)).collect())
    }

    /// Reads the view of the position. The printed form of the view must equal the printed form of the position, and
    /// the view must show the same side to move.
    fn read(&self) -> Result<Scene, Broken> {
        let law = GameLaw::LooksReadPositions;
        let text = self.token.split_once(':').map_or("", |(_, text)| text);
        let refused = |error: NotationError| self.broken(law, LookFinding::Refused { error: error.into() });
        let Look { text: printed, scene, .. } = self.game.look(text).map_err(refused)?;
        self.law(printed == text, law, || LookFinding::Printed { text: printed })?;
        self.law(scene.turn == self.position.here().turn, law, || LookFinding::OtherTurn)?;
        Ok(scene)
    }

    fn kinds(&self, scene: &Scene) -> Result<(), Broken> {
        let (kit, law) = (self.kit(), GameLaw::KitNamesWhatIsSeen);
        let ground: Vec<_> = kit.terrain.iter().map(|known| known.id).collect();
        let pieces: Vec<_> = kit.kinds.iter().map(|known| known.id).collect();
        // If the id of a kind of ground is also the id of a kind of pieces, the id stands for the ground.
        let is_named = |kind: usize| is_first(&pieces, kind) && !ground.contains(&pieces[kind]);
        if let Some(stone) = scene.stones.iter().find(|stone| !is_named(stone.kind)) {
            let square = scene.shape.name(stone.square);
            return Err(self.broken(law, LookFinding::NoKind { square, kind: stone.kind }));
        }
        let is_named = |kind: usize| is_first(&ground, kind);
        match scene.ground.iter().position(|&kind| !is_named(usize::from(kind))) {
            Some(square) => {
                let seen = LookFinding::NoTerrain { square: scene.shape.name(square), kind: scene.ground[square] };
                Err(self.broken(law, seen))
            }
            None => Ok(()),
        }
    }

    fn squares(&self, scene: &Scene) -> Result<(), Broken> {
        let (squares, given, law) = (scene.shape.squares(), scene.ground.len(), GameLaw::SquaresAreOnTheBoard);
        self.law(given == 0 || given == squares, law, || LookFinding::Grounds { given, squares })?;
        let stones = scene.stones.iter().map(|stone| stone.square);
        let goals = scene.goals.iter().flat_map(|goal| goal.squares.iter().copied());
        let off = stones.chain(goals).chain(self.position.ended_on(scene)).find(|&square| square >= squares);
        off.map_or(Ok(()), |square| Err(self.broken(law, LookFinding::OffBoard { square, squares })))
    }

    fn paths(&self, shape: &Shape) -> Result<(), Broken> {
        // A view without a shape shows no squares.
        if *shape == Shape::None {
            return Ok(());
        }
        for played in self.position.moves().unwrap_or_default() {
            let touched = played.path.squares.into_iter().chain(played.path.captured);
            if let Some(square) = touched.into_iter().find(|name| shape.find(name).is_none()) {
                let seen = LookFinding::OffPath { action: played.action, square };
                return Err(self.broken(GameLaw::MovesTouchTheBoard, seen));
            }
        }
        Ok(())
    }

    /// Checks that an edit leads to a position, or to an illegal text for which the game gives the reasons.
    fn edit(&self, scene: &Scene, edit: Edit) -> Result<(), Broken> {
        let law = GameLaw::EditsAreJudged;
        let text_of_edit = || format!("{edit:?}");
        let panics = |panic| self.broken(GameLaw::NothingPanics, LookFinding::Panics { edit: text_of_edit(), panic });
        let Some(text) = caught(|| self.game.edited(scene.clone(), edit)).map_err(panics)? else { return Ok(()) };
        let judged = caught(|| self.game.look(&text).map(|look| !look.problems.is_empty() || self.is_position(&look)));
        match judged.map_err(panics)? {
            Ok(is_judged) => self.law(is_judged, law, || LookFinding::Unjudged { edit: text_of_edit(), text }),
            Err(error) => {
                Err(self.broken(law, LookFinding::Unread { edit: text_of_edit(), text, error: error.into() }))
            }
        }
    }

    fn is_position(&self, look: &Look) -> bool {
        self.game.parse(&look.text).is_ok()
    }
}

/// Returns whether the kind with index `number` has an id, and no kind with a lower index has the same id.
fn is_first(ids: &[&str], number: usize) -> bool {
    ids.get(number).is_some_and(|id| ids.iter().position(|known| known == id) == Some(number))
}

/// Chooses at most `most` items, evenly spread. Different values of `number` give different items.
fn evenly<T>(all: Vec<T>, most: usize, number: usize) -> impl Iterator<Item = T> {
    let stride = all.len().div_ceil(most).max(1);
    all.into_iter().skip(number % stride).step_by(stride)
}

/// Returns all edits that place ground or a piece on a square, or move a piece to another square.
fn placings(kit: &Kit, scene: &Scene) -> Vec<Edit> {
    let squares = 0..scene.shape.squares();
    let place = |tool| squares.clone().map(move |square| Edit::Place { tool, square });
    let carry = |from| squares.clone().map(move |to| Edit::Carry { from, to });
    let placed = kit.tools().flat_map(|(_, tool)| place(tool));
    placed.chain(scene.stones.iter().flat_map(|stone| carry(stone.square))).collect()
}

/// Returns the edits that a piece set offers for whole boards, except changes of the size.
fn reshapings(kit: &Kit) -> impl Iterator<Item = Edit> + '_ {
    kit.reshapes.iter().flat_map(|reshape| match reshape {
        Reshape::Turn => Side::BOTH.map(Edit::Turn).to_vec(),
        Reshape::Size => Vec::new(),
        Reshape::Rotate => vec![Edit::Rotate],
        Reshape::Mirror => vec![Edit::Mirror],
        Reshape::Swap => vec![Edit::Swap],
        Reshape::Clear => vec![Edit::Clear],
    })
}

/// Edits that set the smallest and the largest sizes.
fn extremes(Sizes { rows, columns }: &Sizes) -> Vec<Edit> {
    let [rows, columns] = [rows, columns].map(|range| [*range.start(), *range.end()]);
    rows.into_iter().flat_map(|rows| columns.map(|columns| Edit::Size { rows, columns })).collect()
}
