//! Draws boards with gaps. Tokens do not contain the gaps, so programs cannot draw a board with gaps from its tokens.

use std::sync::Arc;

use retrograde::author::{Kit, Looks, PieceKind, Scene, Shape, Stone};
use retrograde::{Game, NotationError, Text, Tokens};

use crate::description::Description;
use crate::notation::BoardTokens;
use crate::patterns::EMPTY;
use crate::rules::{BoardGame, BoardPosition};

/// The index, in the piece set, of the ground that represents a gap. A ground is the background of a square. The
/// squares of the board have ground 0.
const GAP: u8 = 1;

/// Displays a board with gaps as a grid of letters, in the form in which programs display other boards.
pub(crate) struct GapLooks {
    tokens: BoardTokens,
    rows: usize,
    columns: usize,
}

impl GapLooks {
    /// The display of a game; `None` if the squares of its board fill a rectangle.
    pub(crate) fn of(description: &Arc<Description>) -> Option<Self> {
        let places = || description.board.places.iter();
        let [rows, columns] = [places().map(|place| place.0).max(), places().map(|place| place.1).max()]
            .map(|last| last.map_or(0, |last| usize::from(last) + 1));
        let has_gaps = places().len() < rows * columns;
        has_gaps.then(|| Self { tokens: BoardTokens(description.clone()), rows, columns })
    }

    /// For each square of the board, its number in the scene.
    fn squares(&self) -> impl Iterator<Item = usize> {
        self.tokens.0.board.places.iter().map(|&(row, column)| usize::from(row) * self.columns + usize::from(column))
    }

    fn ground(&self) -> Vec<u8> {
        let mut ground = vec![GAP; self.rows * self.columns];
        self.squares().for_each(|square| ground[square] = 0);
        ground
    }
}

impl<G: Game> Looks<G> for GapLooks {
    /// Returns a piece set without editing tools, because an editor cannot place the pieces of a game from a file.
    fn kit(&self) -> Kit {
        let Description { title, kinds, .. } = &*self.tokens.0;
        let ground = Kit::new(title.as_str())
            .fixed_terrain("floor", '.', Text::new("Square").and("zh", "格子"))
            .fixed_terrain("wall", '#', Text::new("Gap").and("zh", "空缺"));
        let piece = |letter: char| PieceKind::new(&letter.to_string(), letter, letter.to_string()).role("letter");
        kinds.iter().flat_map(|kind| kind.shown).map(|letter| piece(letter).fixed()).fold(ground, Kit::piece)
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let position = self.tokens.position(&BoardGame::new(self.tokens.0.clone()), text)?;
        // The contents of a square with a piece are the piece's index in the piece set, plus 1.
        let stone = |(square, content): (usize, &u8)| Some(Stone { square, kind: content.checked_sub(1)?.into() });
        let stones: Vec<Stone> = self.squares().zip(&position.contents).filter_map(stone).collect();
        let shape = Shape::Grid { rows: self.rows, columns: self.columns };
        let note = text.splitn(3, '_').nth(2).unwrap_or_default().to_owned();
        Ok(Scene { ground: self.ground(), note, ..Scene::new(shape, position.turn).with(stones) })
    }

    fn print(&self, scene: &Scene) -> String {
        let content = |square| scene.on(square).next().map_or(EMPTY, |kind| 1 + kind as u8);
        let mut contents: Vec<u8> = self.squares().map(content).collect();
        contents.resize(contents.len() + 2 * self.tokens.0.kinds.len(), 0);
        // The note comes from a token. So the note is empty or describes the hands.
        let _ = self.tokens.hands(&scene.note, &mut contents);
        let game = BoardGame::new(self.tokens.0.clone());
        self.tokens.print(&game, &BoardPosition { contents: contents.into(), turn: scene.turn })
    }
}
