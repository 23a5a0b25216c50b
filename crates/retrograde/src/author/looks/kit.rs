//! What is known of a game's boards before any position.

use std::ops::RangeInclusive;

use crate::rules::side::Side;
use crate::rules::text::Text;
use crate::rules::word::word;

/// What a game's boards are made of, and what may be done with them in an editor.
#[derive(Clone, Debug)]
pub struct Kit {
    /// The game's name, a word or two.
    pub name: Text,
    /// What it is about, one sentence.
    pub about: Option<Text>,
    /// The sides' names, as people say them; `None`: as reports write them.
    pub sides: Option<[Text; 2]>,
    /// The kinds of ground, the usual one first; a single one only clears squares, and without any they cannot be cleared.
    pub terrain: Vec<Terrain>,
    /// The kinds of pieces, in the order in which they are drawn on one square.
    pub kinds: Vec<Kind>,
    /// Sizes that an editor offers; `None`: the size stays.
    pub sizes: Option<Sizes>,
    /// The edits that have sense beside placing and carrying.
    pub reshapes: Vec<Reshape>,
    /// Whether pieces of several kinds can stand on one square.
    pub shares: bool,
    /// Whether squares close up when something is taken off: every square of a row has one piece.
    pub shifts: bool,
    /// Whether pieces fall down their columns: a square stands for its column then.
    pub falls: bool,
    /// The colours of the sides' pieces.
    pub colours: [Colour; 2],
}

/// A colour that pieces are painted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Colour {
    /// Red, as first sides are unless the game says otherwise.
    Red,
    /// Black, as second sides are.
    Black,
    /// White.
    White,
}

impl Kit {
    /// A game that is shown by its token and its moves.
    pub fn new(name: impl Into<Text>) -> Self {
        Self {
            name: name.into(),
            about: None,
            sides: None,
            terrain: Vec::new(),
            kinds: Vec::new(),
            sizes: None,
            reshapes: Vec::new(),
            shares: false,
            shifts: false,
            falls: false,
            colours: [Colour::Red, Colour::Black],
        }
    }

    /// With a sentence that says what the game is about.
    #[must_use]
    pub fn about(mut self, about: impl Into<Text>) -> Self {
        self.about = Some(about.into());
        self
    }

    /// With the sides' names, as people say them.
    #[must_use]
    pub fn sides(mut self, sides: [Text; 2]) -> Self {
        self.sides = Some(sides);
        self
    }

    /// With other colours than red and black.
    #[must_use]
    pub fn colours(self, colours: [Colour; 2]) -> Self {
        Self { colours, ..self }
    }

    /// With a kind of ground; the first is what a square is when it is cleared.
    #[must_use]
    pub fn terrain(mut self, id: &str, letter: char, name: impl Into<Text>) -> Self {
        self.terrain.push(Terrain { id: word(id), letter, name: name.into(), is_fixed: false });
        self
    }

    /// With a kind of ground that lies where it lies: no editor places it.
    #[must_use]
    pub fn fixed_terrain(mut self, id: &str, letter: char, name: impl Into<Text>) -> Self {
        self.terrain.push(Terrain { id: word(id), letter, name: name.into(), is_fixed: true });
        self
    }

    /// With a kind of pieces.
    #[must_use]
    pub fn piece(mut self, kind: Kind) -> Self {
        self.kinds.push(kind);
        self
    }

    /// With sizes that an editor offers.
    #[must_use]
    pub fn sizes(mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) -> Self {
        self.sizes = Some(Sizes { rows, columns });
        self.reshapes([Reshape::Size])
    }

    /// With edits that have sense.
    #[must_use]
    pub fn reshapes(mut self, reshapes: impl IntoIterator<Item = Reshape>) -> Self {
        self.reshapes.extend(reshapes);
        self
    }

    /// With squares on which pieces of several kinds can stand.
    #[must_use]
    pub fn shares(self) -> Self {
        Self { shares: true, ..self }
    }

    /// With squares that close up.
    #[must_use]
    pub fn shifts(self) -> Self {
        Self { shifts: true, ..self }
    }

    /// With pieces that fall.
    #[must_use]
    pub fn falls(self) -> Self {
        Self { falls: true, ..self }
    }

    /// What an editor may place, in order, by its ids: the kinds of ground that are not fixed, then those of pieces that are not.
    pub fn tools(&self) -> impl Iterator<Item = (&'static str, Tool)> + '_ {
        let terrain = self.terrain.iter().zip(0..).filter(|(terrain, _)| !terrain.is_fixed);
        let terrain = terrain.map(|(terrain, number)| (terrain.id, Tool::Terrain(number)));
        let pieces = self.kinds.iter().zip(0..).filter(|(kind, _)| !kind.is_fixed);
        let pieces = pieces.map(|(kind, number)| (kind.id, Tool::Piece(number)));
        terrain.chain(pieces)
    }

    /// The tool of that id.
    pub fn tool(&self, id: &str) -> Option<Tool> {
        self.tools().find(|(known, _)| *known == id).map(|(_, tool)| tool)
    }

    /// The kind that stands for one on the other side: the one that comes as far among the other side's of its layer.
    pub(super) fn opposite(&self, number: usize) -> usize {
        let Some(Kind { side: Some(side), layer, .. }) = self.kinds.get(number) else { return number };
        let of = |side: Side| {
            let kinds = self.kinds.iter().zip(0..);
            kinds.filter(move |(kind, _)| kind.side == Some(side) && kind.layer == *layer).map(|(_, number)| number)
        };
        let place = of(*side).take_while(|&other| other != number).count();
        of(side.other()).nth(place).unwrap_or(number)
    }
}

/// A kind of ground.
#[derive(Clone, Debug)]
pub struct Terrain {
    /// One word.
    pub id: &'static str,
    /// The sign of a square of it.
    pub letter: char,
    /// Its name, as people say it.
    pub name: Text,
    /// Whether it lies where it lies, so that no editor places it.
    pub is_fixed: bool,
}

/// A kind of pieces, or of marks on the ground.
#[derive(Clone, Debug)]
pub struct Kind {
    /// One word.
    pub id: &'static str,
    /// Whose they are; `None`: nobody's.
    pub side: Option<Side>,
    /// What is drawn where there is no picture.
    pub letter: char,
    /// By which a picture is found: `king`.
    pub role: &'static str,
    /// Its name, as people say it: `red king`.
    pub name: Text,
    /// The most on a board, for an editor; `None`: as many as there is room for.
    pub most: Option<usize>,
    /// Where it lies.
    pub layer: Layer,
    /// Whether no editor places it.
    pub is_fixed: bool,
}

impl Kind {
    /// Pieces of nobody, as many as there is room for, whose role is their id.
    pub fn new(id: &str, letter: char, name: impl Into<Text>) -> Self {
        let id = word(id);
        Self { id, side: None, letter, role: id, name: name.into(), most: None, layer: Layer::Piece, is_fixed: false }
    }

    /// Pieces of a side.
    #[must_use]
    pub fn of(self, side: Side) -> Self {
        Self { side: Some(side), ..self }
    }

    /// With another role than the id.
    #[must_use]
    pub fn role(self, role: &str) -> Self {
        Self { role: word(role), ..self }
    }

    /// At most so many on a board.
    #[must_use]
    pub fn most(self, most: usize) -> Self {
        Self { most: Some(most), ..self }
    }

    /// Not to be placed by an editor.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }

    /// On the ground, below pieces.
    #[must_use]
    pub fn on_ground(self) -> Self {
        Self { layer: Layer::Ground, ..self }
    }
}

/// Where something lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Layer {
    /// Below: it stays when pieces come and go.
    Ground,
    /// It stands on the square.
    Piece,
}

/// Sizes that an editor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Numbers of rows.
    pub rows: RangeInclusive<usize>,
    /// Numbers of columns; of a row, its lengths.
    pub columns: RangeInclusive<usize>,
}

/// Edits that have sense for some games only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reshape {
    /// The side to move can be set.
    Turn,
    /// The size can be changed.
    Size,
    /// A quarter turn to the right.
    Rotate,
    /// Left and right exchanged.
    Mirror,
    /// The sides exchanged.
    Swap,
    /// The usual ground everywhere; where there is one kind only, no pieces.
    Clear,
}

/// What an editor places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The kind of ground of that number in [`Kit::terrain`].
    Terrain(usize),
    /// The kind of pieces of that number in [`Kit::kinds`].
    Piece(usize),
}
