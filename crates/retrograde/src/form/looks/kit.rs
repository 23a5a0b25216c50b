//! The static data of a game's boards. These data are the kinds of pieces and ground, the sizes, and the allowed edits.

use std::ops::RangeInclusive;

use crate::rules::side::Side;
use crate::rules::text::Text;
use crate::rules::word::word;

/// The piece set of a game. A piece set lists the parts of the game's boards, and the edits that an editor may offer.
#[derive(Clone, Debug)]
pub struct Kit {
    /// The game's name, in one or two words.
    pub name: Text,
    /// What the game is about, in one sentence.
    pub about: Option<Text>,
    /// The sides' names in user interfaces. The value `None` means that user interfaces use the names in reports.
    pub sides: Option<[Text; 2]>,
    /// The kinds of ground. The first kind is the usual ground. If there is only one kind of ground, an editor uses it
    /// to clear squares. If there is no kind of ground, squares cannot be cleared.
    pub terrain: Vec<Terrain>,
    /// The kinds of pieces. If one square has several pieces, they are drawn in the order of this list.
    pub kinds: Vec<PieceKind>,
    /// The sizes that an editor offers. The value `None` means that the size is fixed.
    pub sizes: Option<Sizes>,
    /// The edits that an editor offers in addition to placing and moving pieces.
    pub reshapes: Vec<Reshape>,
    /// Whether pieces of several kinds can stand on one square.
    pub shares: bool,
    /// Whether the board is a single row of squares, each with exactly one piece. When a piece is taken out, the other
    /// pieces move together to close the gap.
    pub shifts: bool,
    /// Whether pieces fall down their columns. If pieces fall, a piece that is placed in a column drops to the lowest
    /// free square of the column.
    pub falls: bool,
    /// The colours of the sides' pieces.
    pub colours: [Colour; 2],
}

/// A colour of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Colour {
    /// Red, which is the default for the first side.
    Red,
    /// Black, which is the default for the second side.
    Black,
    /// White.
    White,
}

impl Kit {
    /// Creates the piece set of a game without a drawing. Front ends show only the token and the moves of a position.
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

    /// Sets the sentence that describes the game.
    #[must_use]
    pub fn about(mut self, about: impl Into<Text>) -> Self {
        self.about = Some(about.into());
        self
    }

    /// Sets the sides' names in user interfaces.
    #[must_use]
    pub fn sides(mut self, sides: [Text; 2]) -> Self {
        self.sides = Some(sides);
        self
    }

    /// Sets the colours of the sides' pieces, if they are not red and black.
    #[must_use]
    pub fn colours(self, colours: [Colour; 2]) -> Self {
        Self { colours, ..self }
    }

    /// Adds a kind of ground. Cleared squares have the first kind of ground.
    #[must_use]
    pub fn terrain(mut self, id: &str, letter: char, name: impl Into<Text>) -> Self {
        self.terrain.push(Terrain { id: word(id), letter, name: name.into(), is_fixed: false });
        self
    }

    /// Adds a kind of fixed ground. An editor cannot place fixed ground.
    #[must_use]
    pub fn fixed_terrain(mut self, id: &str, letter: char, name: impl Into<Text>) -> Self {
        self.terrain.push(Terrain { id: word(id), letter, name: name.into(), is_fixed: true });
        self
    }

    /// Adds a kind of pieces.
    #[must_use]
    pub fn piece(mut self, kind: PieceKind) -> Self {
        self.kinds.push(kind);
        self
    }

    /// Sets the sizes that an editor offers.
    #[must_use]
    pub fn sizes(mut self, rows: RangeInclusive<usize>, columns: RangeInclusive<usize>) -> Self {
        self.sizes = Some(Sizes { rows, columns });
        self.reshapes([Reshape::Size])
    }

    /// Adds edits that an editor offers.
    #[must_use]
    pub fn reshapes(mut self, reshapes: impl IntoIterator<Item = Reshape>) -> Self {
        self.reshapes.extend(reshapes);
        self
    }

    /// Allows pieces of several kinds on one square.
    #[must_use]
    pub fn shares(self) -> Self {
        Self { shares: true, ..self }
    }

    /// Declares that the board is a single row without empty squares; see the field `shifts`.
    #[must_use]
    pub fn shifts(self) -> Self {
        Self { shifts: true, ..self }
    }

    /// Declares that pieces fall down their columns.
    #[must_use]
    pub fn falls(self) -> Self {
        Self { falls: true, ..self }
    }

    /// Returns the parts that an editor may place, each with its id. The kinds of ground that are not fixed come first,
    /// and the kinds of pieces that are not fixed follow.
    pub fn tools(&self) -> impl Iterator<Item = (&'static str, Tool)> + '_ {
        let terrain = self.terrain.iter().zip(0..).filter(|(terrain, _)| !terrain.is_fixed);
        let terrain = terrain.map(|(terrain, number)| (terrain.id, Tool::Terrain(number)));
        let pieces = self.kinds.iter().zip(0..).filter(|(kind, _)| !kind.is_fixed);
        let pieces = pieces.map(|(kind, number)| (kind.id, Tool::Piece(number)));
        terrain.chain(pieces)
    }

    /// Returns the tool with the id `id`.
    pub fn tool(&self, id: &str) -> Option<Tool> {
        self.tools().find(|(known, _)| *known == id).map(|(_, tool)| tool)
    }

    /// Returns the other side's kind of pieces that corresponds to the kind with the index `number`. Corresponding
    /// kinds are on the same layer. If the kinds of each side on this layer are counted separately, corresponding kinds
    /// have the same number.
    pub(super) fn opposite(&self, number: usize) -> usize {
        let Some(PieceKind { side: Some(side), layer, .. }) = self.kinds.get(number) else { return number };
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
    /// The id, one word.
    pub id: &'static str,
    /// The letter of a square with this ground.
    pub letter: char,
    /// The name of the ground in user interfaces.
    pub name: Text,
    /// Whether the ground is fixed, so that an editor cannot place it.
    pub is_fixed: bool,
}

/// A kind of pieces, or of marks on the ground.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// The id, one word.
    pub id: &'static str,
    /// The owner of the pieces; `None` for neutral pieces.
    pub side: Option<Side>,
    /// The letter that a front end draws if it has no picture of the piece.
    pub letter: char,
    /// The key under which front ends find the picture of the piece, such as `king`.
    pub role: &'static str,
    /// The name in user interfaces, such as `red king`.
    pub name: Text,
    /// The maximum number of these pieces that an editor places on a board. The value `None` means that there is no
    /// maximum.
    pub most: Option<usize>,
    /// The layer on which the pieces are drawn.
    pub layer: Layer,
    /// Whether the kind is fixed, so that an editor cannot place its pieces.
    pub is_fixed: bool,
}

impl PieceKind {
    /// Creates a kind of neutral pieces without a maximum number. The role is equal to the id.
    pub fn new(id: &str, letter: char, name: impl Into<Text>) -> Self {
        let id = word(id);
        Self { id, side: None, letter, role: id, name: name.into(), most: None, layer: Layer::Piece, is_fixed: false }
    }

    /// Sets the side that owns the pieces.
    #[must_use]
    pub fn of(self, side: Side) -> Self {
        Self { side: Some(side), ..self }
    }

    /// Sets a role that differs from the id.
    #[must_use]
    pub fn role(self, role: &str) -> Self {
        Self { role: word(role), ..self }
    }

    /// Sets the maximum number on a board.
    #[must_use]
    pub fn most(self, most: usize) -> Self {
        Self { most: Some(most), ..self }
    }

    /// Prevents an editor from placing these pieces.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }

    /// Makes this kind a kind of marks on the ground. Marks are drawn below pieces.
    #[must_use]
    pub fn on_ground(self) -> Self {
        Self { layer: Layer::Ground, ..self }
    }
}

/// The layer on which a piece or a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Layer {
    /// The ground. Marks on this layer stay when pieces move.
    Ground,
    /// The layer of pieces, above the ground.
    Piece,
}

/// Sizes that an editor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The range of the number of rows.
    pub rows: RangeInclusive<usize>,
    /// The range of the number of columns. For a game on a single row of squares, this is the range of the length of
    /// the row.
    pub columns: RangeInclusive<usize>,
}

/// An edit of a whole board. Each game declares which edits of whole boards it offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reshape {
    /// Sets the side to move.
    Turn,
    /// Changes the size.
    Size,
    /// Rotates the board by a quarter turn clockwise.
    Rotate,
    /// Exchanges left and right.
    Mirror,
    /// Exchanges the sides of all pieces.
    Swap,
    /// Sets the usual ground everywhere. If the game has only one kind of ground, removes the pieces instead.
    Clear,
}

/// A part that an editor places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The kind of ground with this index in [`Kit::terrain`].
    Terrain(usize),
    /// The kind of pieces with this index in [`Kit::kinds`].
    Piece(usize),
}
