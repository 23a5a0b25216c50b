//! Remarks for the author of a description about moves and endings that never happen.

use std::collections::VecDeque;

use fastrand::Rng;
use retrograde::rules::message::Message;
use rustc_hash::FxHashSet;

use crate::description::{Content, Description, MoveRule, Owner};
use crate::rules::{BoardGame, BoardPosition, MoveSet};

/// The maximum number of positions of the search, and of the random plays.
const MOST_POSITIONS: u64 = 100_000;

/// The minimum number of positions that must be examined if the search is not complete. Among fewer positions, a part
/// of the rules may be unused only by chance.
const FEWEST_POSITIONS: usize = 1_000;

/// The maximum number of plies of a random play.
const LONGEST_PLAY: usize = 200;

retrograde::messages! {
    enum Remark {
        Move { name: String, positions: usize }: "the move `{name}` never happened in the {positions} positions examined", "检查的 {positions} 个局面中从未出现走法 `{name}`";
        Ending { name: String, positions: usize }: "the ending `{name}` never happened in the {positions} positions examined", "检查的 {positions} 个局面中从未出现结局 `{name}`";
    }
}

/// Returns a remark for each move and each ending of the description that never happens in the examined positions. The
/// examined positions are the first positions that play reaches from the start, at most about `budget` positions. If
/// play reaches more positions, the function also examines the positions of random plays. Moves with the same name
/// count as one move, and endings with the same name count as one ending.
pub(crate) fn remarks(game: &BoardGame, budget: u64) -> Vec<Message> {
    let most = budget.min(MOST_POSITIONS) as usize;
    let mut examined = Examined::new(game);
    let is_complete = examined.search(most);
    if !is_complete {
        examined.play(most);
    }
    let positions = examined.positions.len();
    let fewest = if is_complete { 2 } else { FEWEST_POSITIONS };
    if positions < fewest {
        return Vec::new();
    }
    let description = game.description();
    let moves = description.moves.iter().enumerate().filter(|(_, rule)| !is_threat(description, rule));
    let moves = unused(moves.map(|(number, rule)| (&*rule.name, examined.moves.has(number))));
    let endings = unused(description.endings.iter().map(|rule| &*rule.name).zip(examined.endings.iter().copied()));
    let of_move = |name: &str| Message::from(Remark::Move { name: name.to_owned(), positions });
    let of_ending = |name: &str| Message::from(Remark::Ending { name: name.to_owned(), positions });
    moves.into_iter().map(of_move).chain(endings.into_iter().map(of_ending)).collect()
}

/// Whether a pattern names the opponent's royal piece. No turn begins with such a move, because no turn leaves a royal
/// piece under attack. But the move matters, because it attacks this piece.
fn is_threat(description: &Description, rule: &MoveRule) -> bool {
    description.royal.is_some_and(|royal| {
        let royal_piece = Content::Piece(Owner::Opponent, Some(royal));
        rule.cells.iter().any(|cell| cell.before == royal_piece)
    })
}

/// The names of the parts that are not used, in order. Each item has the name of a part, and whether the part is used.
/// If several parts have the same name, all of them count as used if one of them is used.
fn unused<'n>(parts: impl Iterator<Item = (&'n str, bool)>) -> Vec<&'n str> {
    let mut names: Vec<(&str, bool)> = Vec::new();
    for (name, is_used) in parts {
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, was_used)) => *was_used |= is_used,
            None => names.push((name, is_used)),
        }
    }
    names.into_iter().filter(|(_, is_used)| !is_used).map(|(name, _)| name).collect()
}

/// The positions that have been examined, and the moves and endings that happened there.
struct Examined<'g> {
    game: &'g BoardGame,
    positions: FxHashSet<BoardPosition>,
    moves: MoveSet,
    /// For each ending of the description, whether it happened.
    endings: Vec<bool>,
}

impl<'g> Examined<'g> {
    fn new(game: &'g BoardGame) -> Self {
        let endings = vec![false; game.description().endings.len()];
        Self { game, positions: FxHashSet::default(), moves: MoveSet::default(), endings }
    }

    /// Examines a position. Returns the positions after its turns.
    fn examine(&mut self, position: &BoardPosition) -> Vec<BoardPosition> {
        let mut children = Vec::new();
        match self.game.ending_rule(position) {
            Some((rule, _)) => self.endings[rule] = true,
            None => self.game.each_turn(position, |moves, child| {
                self.moves.extend(moves);
                children.push(child);
            }),
        }
        children
    }

    /// Examines at most `most` positions that play reaches, and begins with the positions after the fewest plies.
    /// Returns whether the search has examined all positions that play reaches.
    fn search(&mut self, most: usize) -> bool {
        let start = self.game.start();
        self.positions.insert(start.clone());
        let (mut waiting, mut is_complete) = (VecDeque::from([start]), true);
        while let Some(position) = waiting.pop_front() {
            for child in self.examine(&position) {
                if self.positions.contains(&child) {
                    continue;
                }
                if self.positions.len() >= most {
                    is_complete = false;
                    continue;
                }
                self.positions.insert(child.clone());
                waiting.push_back(child);
            }
        }
        is_complete
    }

    /// Examines the positions of random plays with `plies` plies in all. The plays are the same in each run.
    fn play(&mut self, plies: usize) {
        let mut rng = Rng::with_seed(0);
        let (mut position, mut length) = (self.game.start(), 0);
        for _ in 0..plies {
            let mut children = self.examine(&position);
            self.positions.insert(position);
            length += 1;
            if children.is_empty() || length == LONGEST_PLAY {
                (position, length) = (self.game.start(), 0);
            } else {
                position = children.swap_remove(rng.usize(..children.len()));
            }
        }
    }
}
