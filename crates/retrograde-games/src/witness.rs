//! A shortcut's proof as play: which move keeps the value, and what answers each of the other side's.
//!
//! A game gives a [`Witness`], or a [`Strategy`], of which one is made here: lines and reasons for boards of any size.

use retrograde::{Game, Kind, Notation, Side};

use crate::report::{AnsweredReport, Head, MoveReport, ShortcutValue, StepReport, WhyReport, WitnessLine, WitnessWhy};
use crate::session::{head_of, side_name};

/// Play that wins a position, by a game's own theory.
pub trait Strategy<G: Game> {
    /// The side that wins the position that the strategy was made for.
    fn winner(&self) -> Side;

    /// Why: one sentence in English, without a full stop.
    fn theory(&self) -> String;

    /// Whether the theory advises a move. In every position that play by advised moves leads the winner to, whatever the
    /// other side does, it advises a move, and all those that it advises keep the win. For the loser it advises moves that do not make
    /// it easy, as far as it knows any.
    fn advises(&self, game: &G, position: &G::Position, action: &G::Move) -> bool;
}

/// What a game's own proof shows of one position, for boards of any size.
pub trait Witness {
    /// Play of both sides of at most `max` plies, which the theory thinks of.
    fn line(&self, max: usize) -> WitnessLine;

    /// The moves that keep the value, or all moves of the loser, with what answers them.
    fn why(&self) -> WitnessWhy;
}

/// A strategy, and the position that it was made for.
pub struct Played<'g, G: Game> {
    /// The game.
    pub game: &'g G,
    /// The position.
    pub position: &'g G::Position,
    /// Play that wins it.
    pub strategy: Box<dyn Strategy<G>>,
}

impl<G: Notation> Witness for Played<'_, G> {
    fn line(&self, max: usize) -> WitnessLine {
        line(self.game, self.position, &*self.strategy, max)
    }

    fn why(&self) -> WitnessWhy {
        why(self.game, self.position, &*self.strategy)
    }
}

/// A move, and where it leads.
type Step<G> = (<G as Game>::Move, <G as Game>::Position);

/// All moves, by their text.
fn moves<G: Game>(game: &G, position: &G::Position) -> Vec<Step<G>> {
    let mut moves = Vec::new();
    game.each_move(position, |action, child| moves.push((action, child)));
    moves.sort_by_cached_key(|(action, _)| action.to_string());
    moves
}

/// The moves that the strategy advises, by their text.
fn advised<G: Game>(game: &G, position: &G::Position, strategy: &dyn Strategy<G>) -> Vec<Step<G>> {
    let mut moves = moves(game, position);
    moves.retain(|(action, _)| strategy.advises(game, position, action));
    moves
}

/// Play of both sides by a strategy; a side without advice makes any move.
fn line<G: Notation>(game: &G, position: &G::Position, strategy: &dyn Strategy<G>, max: usize) -> WitnessLine {
    let (mut now, mut line) = (position.clone(), Vec::new());
    while line.len() < max {
        let first = |moves: Vec<Step<G>>| moves.into_iter().next();
        let Some((action, child)) = first(advised(game, &now, strategy)).or_else(|| first(moves(game, &now))) else {
            break;
        };
        line.push(StepReport { action: action.to_string() });
        now = child;
    }
    let end = game.over(&now).map(|ending| ending.rule);
    WitnessLine { head: head(game, position, strategy), theory: strategy.theory(), line, end, cut: end.is_none() }
}

/// The moves that are known to win, or all moves of the loser with the answers to them.
fn why<G: Notation>(game: &G, position: &G::Position, strategy: &dyn Strategy<G>) -> WitnessWhy {
    let is_won = game.turn(position) == strategy.winner();
    let shown = if is_won { advised(game, position, strategy) } else { moves(game, position) };
    let answered = |(action, child): &Step<G>| {
        let replies = if is_won { Vec::new() } else { advised(game, child, strategy) };
        AnsweredReport {
            rated: rated(game, game.turn(position), action, child, strategy.winner()),
            reply: replies.first().map(|(reply, _)| reply.to_string()),
        }
    };
    let moves = shown.iter().map(answered).collect();
    let why = WhyReport { head: head(game, position, strategy), moves, others: Vec::new(), cycle: None };
    WitnessWhy { why, theory: strategy.theory(), more: 0 }
}

fn head<G: Notation>(game: &G, position: &G::Position, strategy: &dyn Strategy<G>) -> Head {
    let kind = kind_for(game.turn(position), strategy.winner());
    head_of(game, position, ShortcutValue { kind, depth: None })
}

/// A move that changes nothing about who wins.
fn rated<G: Notation>(game: &G, mover: Side, action: &G::Move, child: &G::Position, winner: Side) -> MoveReport {
    MoveReport {
        action: action.to_string(),
        pos: game.token(child),
        value: kind_for(game.turn(child), winner).word(),
        for_mover: kind_for(mover, winner).word(),
        winner: Some(side_name::<G>(winner)),
        depth: None,
        waste: None,
        drop: None,
        over: game.over(child).map(|ending| ending.rule),
    }
}

fn kind_for(side: Side, winner: Side) -> Kind {
    if side == winner { Kind::Win } else { Kind::Loss }
}
