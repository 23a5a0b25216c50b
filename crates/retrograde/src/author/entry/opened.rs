//! Implements [`AnyPosition`] for the positions of every game.

use std::sync::Arc;

use super::any::{AnyBoard, AnyPosition, LegalMove, TooManyMoves};
use super::plan::{Domain, Plan};
use super::shared::Shared;
use crate::ask::board::PositionSummary;
use crate::author::about::{About, Laws, Way};
use crate::author::check::{self, Broken};
use crate::author::shortcut::{ShortcutValue, StrategyProof};
use crate::form::looks::{Path, Scene};
use crate::form::notation::NotationError;
use crate::form::pieces::Piece;
use crate::form::square::Square;
use crate::judge::caught::caught;
use crate::kernel::solve::{Options, SampledEstimate, SolveError};
use crate::rules::game::Game;
use crate::rules::message::Message;
use crate::table::cell::Table;

impl<G: Game + Send + 'static> Shared<G> {
    /// Reads the part of a token after `<game>:`, and returns the position.
    pub(super) fn open(self: Arc<Self>, text: &str) -> Result<Box<dyn AnyPosition>, NotationError> {
        let (game, position) = self.tokens.parse(text)?;
        Ok(Box::new(Opened::new(self, game, position)))
    }
}

/// A position with its instance and the data of its game.
pub(crate) struct Opened<G: Game> {
    shared: Arc<Shared<G>>,
    pub(crate) game: Arc<G>,
    pub(crate) position: G::Position,
}

impl<G: Game + Send + 'static> Opened<G> {
    pub(super) fn new(shared: Arc<Shared<G>>, game: G, position: G::Position) -> Self {
        Self { shared, game: Arc::new(game), position }
    }

    /// Returns the game's id.
    pub(crate) fn id(&self) -> &'static str {
        self.shared.about.id
    }

    /// Returns the trait object for another position of the same instance.
    fn beside(&self, position: G::Position) -> Box<dyn AnyPosition> {
        Box::new(Self { shared: self.shared.clone(), game: self.game.clone(), position })
    }

    /// Visits the moves through a trait object. So the rules of each game are compiled only once for all uses in this
    /// file.
    fn visit(&self, visit: &mut dyn FnMut(G::Move, G::Position)) {
        self.game.each_move(&self.position, visit);
    }

    /// Returns the squares that a move touches.
    fn path(&self, action: &G::Move, child: &G::Position) -> Path {
        let looks = self.shared.looks.as_ref();
        looks.map_or_else(Path::default, |looks| looks.path(&self.game, &self.position, action, child))
    }

    /// Returns the domain of the table that a solve makes if the caller requests `domain`. The table of a game without
    /// a numbering has only reachable positions.
    fn domain(&self, domain: Domain) -> Domain {
        match self.shared.about.way {
            Way::Rules => Domain::Reachable,
            _ if cfg!(feature = "full") => domain,
            _ => Domain::All,
        }
    }
}

fn here<G: Game>(game: &G, position: &G::Position) -> PositionSummary {
    PositionSummary { turn: game.turn(position), ending: game.over(position) }
}

impl<G: Game + Send + 'static> AnyPosition for Opened<G> {
    fn about(&self) -> &Arc<About> {
        &self.shared.about
    }

    fn token(&self) -> String {
        self.shared.token(&self.game, &self.position)
    }

    fn whole_token(&self) -> String {
        format!("{}:{}", self.shared.about.id, self.shared.tokens.print(&self.game, &self.position))
    }

    fn length(&self) -> usize {
        self.shared.tokens.length(&self.game)
    }

    fn here(&self) -> PositionSummary {
        here(&*self.game, &self.position)
    }

    fn sibling(&self, text: &str) -> Option<Box<dyn AnyPosition>> {
        Some(self.beside(self.shared.tokens.recall(&self.game, text)?))
    }

    fn draw(&self) -> String {
        let own = self.shared.tokens.draw(&self.game, &self.position);
        let Some(letters) = self.shared.letters else { return own };
        // If a game has no drawing of its own, `draw` returns the text of the token.
        let is_text = own == self.shared.tokens.print(&self.game, &self.position);
        let drawn = is_text.then(|| letters.drawn(&own, self.shared.about.side(self.here().turn))).flatten();
        drawn.unwrap_or(own)
    }

    fn instance(&self) -> String {
        let About { id, version, .. } = &*self.shared.about;
        format!("{id}/{version}/{}", self.shared.tokens.identity(&self.game))
    }

    fn definition(&self) -> Option<String> {
        self.shared.tokens.definition(&self.game)
    }

    fn instance_of(&self, token: &str) -> Option<String> {
        let (id, text) = token.split_once(':')?;
        let opened = (id == self.id()).then(|| self.shared.clone().open(text).ok()).flatten()?;
        Some(opened.instance())
    }

    fn moves(&self) -> Result<Vec<LegalMove>, TooManyMoves> {
        let mut moves = Vec::new();
        self.visit(&mut |action, child| {
            let token = self.shared.token(&self.game, &child);
            let path = self.path(&action, &child);
            moves.push(LegalMove { action: action.to_string(), token, there: here(&*self.game, &child), path });
        });
        Ok(moves)
    }

    fn breadth(&self) -> usize {
        let mut moves = 0;
        self.visit(&mut |_, _| moves += 1);
        moves
    }

    fn after(&self, number: usize) -> Option<Box<dyn AnyPosition>> {
        let (mut before, mut found) = (0, None);
        self.visit(&mut |_, child| {
            if before == number {
                found = Some(self.beside(child));
            }
            before += 1;
        });
        found
    }

    fn after_move(&self, text: &str) -> Option<Box<dyn AnyPosition>> {
        let mut found = None;
        self.visit(&mut |action, child| {
            if found.is_none() && action.to_string() == text {
                found = Some(self.beside(child));
            }
        });
        found
    }

    fn children(&self, most: usize) -> Option<Vec<Box<dyn AnyPosition>>> {
        let (mut children, mut moves) = (Vec::new(), 0);
        self.visit(&mut |_, child| {
            moves += 1;
            if moves <= most {
                children.push(self.beside(child));
            }
        });
        (moves <= most).then_some(children)
    }

    fn wins_at_once(&self) -> bool {
        self.game.ending(&self.position).is_none() && self.game.wins_at_once(&self.position)
    }

    fn squares(&self) -> Vec<Square> {
        self.shared.pieces.map_or_else(Vec::new, |hooks| (hooks.squares)(&self.game))
    }

    fn pieces(&self) -> Vec<Piece> {
        self.shared.pieces.map_or_else(Vec::new, |hooks| (hooks.pieces)(&self.game, &self.position))
    }

    fn placed(&self, piece: usize, square: Square) -> Result<Box<dyn AnyPosition>, Message> {
        let hooks = self.shared.pieces.ok_or("the game has no pieces that can be moved to other squares")?;
        Ok(self.beside((hooks.placed)(&self.game, &self.position, piece, square)?))
    }

    fn ended_on(&self, scene: &Scene) -> Vec<usize> {
        let over = self.shared.looks.as_ref().filter(|_| self.here().ending.is_some());
        over.map_or_else(Vec::new, |looks| looks.ended_on(&self.game, &self.position, scene, &self.shared.about.kit))
    }

    fn plan(&self, domain: Domain, threads: usize) -> Plan {
        let domain = self.domain(domain);
        let way = if domain == Domain::Reachable { Way::Rules } else { self.shared.about.way };
        let needs = self.shared.needs.filter(|_| domain == Domain::All);
        // If the game's code panics here, the same code panics again when the board is requested. The request of the
        // board then returns the error.
        let needed = needs.and_then(|needs| caught(|| (needs.needed)(&self.game, threads)).ok());
        Plan {
            way,
            domain,
            slots: needed.map(|needed| needed.slots),
            bytes: needed.map(|needed| needed.bytes),
            most: needed.map(|needed| needed.most),
            expected: needed.map(|needed| needed.expected),
            outside: needed.and_then(|needed| needed.outside),
        }
    }

    fn estimate_by_sample(&self, domain: Domain) -> Option<SampledEstimate> {
        let needs = self.shared.needs.filter(|_| self.domain(domain) == Domain::All)?;
        caught(|| (needs.estimate_by_sample)(&self.game)).ok()
    }

    fn shortcut(&self) -> Option<ShortcutValue> {
        (self.shared.shortcut.as_ref()?)(&self.game, &self.position)
    }

    fn strategy_proof(&self) -> Option<Box<dyn StrategyProof + '_>> {
        (self.shared.strategy_proof.as_ref()?)(&self.game, &self.position)
    }

    fn broken(&self, budget: u64) -> Option<Broken> {
        if !cfg!(feature = "full") {
            return None;
        }
        let starts = std::slice::from_ref(&self.position);
        check::from_positions(self.shared.level, self.shared.written(), &self.game, starts, budget, 1).err()
    }

    fn board(&self, domain: Domain, options: &Options<'_>) -> Result<Arc<dyn AnyBoard>, SolveError> {
        if cfg!(feature = "full") && self.shared.about.laws == Laws::Checked {
            let Shared { level, .. } = *self.shared;
            check::before_solving(level, self.shared.written(), &self.game, &self.position)
                .map_err(|broken| SolveError::Broken(Box::new(broken)))?;
        }
        (self.shared.board)(&self.shared, self.game.clone(), &self.position, self.domain(domain), options)
    }

    fn own_table(&self) -> Option<Result<Table, SolveError>> {
        (self.shared.own_table?)(&self.game)
    }

    fn has_own_table(&self) -> bool {
        self.shared.own_table.is_some()
    }
}
