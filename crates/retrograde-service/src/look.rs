//! The appearance of games and positions, as data for drawing and editing. This module needs no tables.

use retrograde::author::{Colour, Diagram, Edit, Layer, Look, Path, PieceKind, Reshape, Scene, Shape, Sizes, Tool};
use retrograde::rules::message::Message;
use retrograde::{About, Text};
use retrograde::{Ending, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::json::{SCHEMA, in_english};
use crate::registry::{Registry, TokenError};

/// The maximum number of pieces that are drawn. A board with more pieces is reported without squares.
const MOST_PIECES: usize = 10_000;

/// The kinds of pieces and of ground, and the sizes of a game's boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitReport<'g> {
    /// The game's name, one or two words.
    #[serde(flatten)]
    pub name: NameReport<'g>,
    /// A description of the game in one sentence.
    pub about: Option<&'g str>,
    /// The description in Chinese; in English if there is no Chinese text.
    pub about_zh: Option<&'g str>,
    /// The names of the sides, for display.
    pub sides: Vec<NameReport<'g>>,
    /// The kinds of ground, the usual kind first.
    pub terrain: Vec<TerrainReport<'g>>,
    /// The kinds of pieces, in the order in which they are drawn on one square.
    pub pieces: Vec<KindReport<'g>>,
    /// The ids of the kinds of ground and pieces that an editor may place, in the order in which the editor shows them.
    pub tools: Vec<&'static str>,
    /// The range of sizes that an editor offers; `null` if the size is fixed.
    pub sizes: Option<SizesReport>,
    /// The edits that the game supports, besides placing and moving pieces.
    pub reshapes: Vec<&'static str>,
    /// Whether the squares on both sides close the gap when a piece is removed.
    pub shifts: bool,
    /// Whether pieces fall down their columns, so that a square stands for its whole column.
    pub falls: bool,
    /// The colours of the two sides' pieces.
    pub colours: [Colour; 2],
}

/// A name, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NameReport<'g> {
    /// The name in English.
    pub name: &'g str,
    /// The name in Chinese; in English if there is no Chinese text.
    pub name_zh: &'g str,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerrainReport<'g> {
    /// The id, one word.
    pub id: &'static str,
    /// The letter for a square with this ground.
    pub letter: char,
    /// The name of the ground.
    #[serde(flatten)]
    pub name: NameReport<'g>,
}

/// A kind of piece, or a kind of mark on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindReport<'g> {
    /// The id, one word.
    pub id: &'static str,
    /// The side that owns these pieces; `null` if neither side owns them.
    pub side: Option<&'static str>,
    /// The letter to draw if there is no picture.
    pub letter: char,
    /// The key of the picture.
    pub role: &'static str,
    /// The layer in which these pieces are drawn.
    pub layer: Layer,
    /// The name of this kind of piece.
    #[serde(flatten)]
    pub name: NameReport<'g>,
    /// The maximum number of pieces of this kind that an editor places on a board; `null` if only the number of squares
    /// is a limit.
    pub most: Option<usize>,
}

/// The smallest and the largest size that an editor offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizesReport {
    /// The minimum and maximum number of rows.
    pub rows: [usize; 2],
    /// The minimum and maximum number of columns; for games on a row, the minimum and maximum length of the row.
    pub columns: [usize; 2],
}

impl SizesReport {
    /// Returns the smallest size (`end` 0) or the largest size (`end` 1) as text, such as `1x1`.
    fn end(&self, end: usize) -> String {
        format!("{}x{}", self.rows[end], self.columns[end])
    }
}

impl<'g> KitReport<'g> {
    /// Returns the report of a game.
    pub fn of(about: &'g About) -> Self {
        let kit = &about.kit;
        let sides = match &kit.sides {
            Some(sides) => sides.iter().map(named).collect(),
            None => Side::BOTH
                .map(|side| about.player(side))
                .map(|name| NameReport { name: name.word(), name_zh: name.chinese() })
                .to_vec(),
        };
        Self {
            name: named(&kit.name),
            about: kit.about.as_ref().map(|text| text.in_language("en")),
            about_zh: kit.about.as_ref().map(|text| text.in_language("zh")),
            sides,
            terrain: kit
                .terrain
                .iter()
                .map(|kind| TerrainReport { id: kind.id, letter: kind.letter, name: named(&kind.name) })
                .collect(),
            pieces: kit.kinds.iter().map(|kind| kind_report(about, kind)).collect(),
            tools: kit.tools().map(|(id, _)| id).collect(),
            sizes: kit.sizes.as_ref().map(sizes_report),
            reshapes: kit.reshapes.iter().copied().map(reshape_word).collect(),
            shifts: kit.shifts,
            falls: kit.falls,
            colours: kit.colours,
        }
    }
}

fn named(text: &Text) -> NameReport<'_> {
    NameReport { name: text.in_language("en"), name_zh: text.in_language("zh") }
}

fn kind_report<'g>(about: &About, kind: &'g PieceKind) -> KindReport<'g> {
    let &PieceKind { id, letter, role, most, layer, .. } = kind;
    KindReport { id, side: kind.side.map(|side| about.side(side)), letter, role, layer, name: named(&kind.name), most }
}

fn sizes_report(Sizes { rows, columns }: &Sizes) -> SizesReport {
    SizesReport { rows: [*rows.start(), *rows.end()], columns: [*columns.start(), *columns.end()] }
}

const fn reshape_word(reshape: Reshape) -> &'static str {
    match reshape {
        Reshape::Turn => "turn",
        Reshape::Size => "size",
        Reshape::Rotate => "rotate",
        Reshape::Mirror => "mirror",
        Reshape::Swap => "swap",
        Reshape::Clear => "clear",
    }
}

/// The appearance of a position. The report of an illegal position lists its problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookReport {
    /// The version of the JSON shapes, which is raised when the meaning of a field changes.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The token of the position in its normal form.
    pub pos: String,
    /// The name of the side to move.
    pub turn: &'static str,
    /// The contents of the board, for display.
    #[serde(flatten)]
    pub seen: SeenReport,
}

/// The contents of a position's board, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenReport {
    /// The arrangement of the squares.
    pub shape: ShapeReport,
    /// The ground as text, with rows separated by `/`. A number n stands for n squares of usual ground, a letter for
    /// one square of another kind of ground. The field is `null` if the game has only one kind of ground.
    pub ground: Option<String>,
    /// The pieces and marks on squares, in reading order of the squares; those on one square are in the order of the
    /// game's kinds of pieces.
    pub pieces: Vec<StoneReport>,
    /// The goal squares of the two sides.
    pub goals: Vec<GoalReport>,
    /// The pieces that a slice (the values for one piece on each square) can move.
    pub lift: Vec<StoneReport>,
    /// The ending, if the game is over.
    pub ending: Option<EndingReport>,
    /// The reasons why the position is illegal; empty if it is legal.
    pub problems: Vec<ProblemReport>,
}

/// The arrangement of a board's squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ShapeReport {
    /// The board cannot be drawn.
    None,
    /// The squares form a rectangle.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The squares form a rectangle whose rows are numbered from below, as in chess.
    Chessboard {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The squares form a single row.
    Row {
        /// The number of squares.
        length: usize,
    },
    /// The board is a graph of nodes and arrows.
    Graph {
        /// The nodes.
        nodes: Vec<NodeReport>,
        /// The arrows; each arrow has the indexes of its first and its second node.
        edges: Vec<[usize; 2]>,
    },
}

/// A node of a drawn graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeReport {
    /// The name of the node.
    pub name: String,
    /// The side to move at this node.
    pub turn: &'static str,
    /// The ending, if the game ends at this node.
    pub ending: Option<VerdictReport>,
}

/// How a game ends, that is, by which rule, and who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerdictReport {
    /// The word of the rule that ends the game.
    pub rule: &'static str,
    /// The winner; `null` for a tie.
    pub winner: Option<&'static str>,
}

/// How a game has ended, and on which squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingReport {
    /// The rule and the winner.
    #[serde(flatten)]
    pub verdict: VerdictReport,
    /// The squares on which one sees how the game has ended.
    pub squares: Vec<String>,
}

/// A piece or a mark on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoneReport {
    /// The id of the kind of piece; in the list of pieces that a slice can move, the name of this piece.
    pub piece: &'static str,
    /// The name of the square.
    pub square: String,
}

/// The goal squares of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalReport {
    /// The side.
    pub side: &'static str,
    /// The squares.
    pub squares: Vec<String>,
}

/// A reason why a position is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemReport {
    /// The message, which is one sentence without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub message: Message,
    /// The squares that the reason of illegality is about.
    pub squares: Vec<String>,
}

/// The squares that a move touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathReport {
    /// The squares of the move in order, from the start to the destination. If there is a single square, the move
    /// places a piece there. If there are no squares, the move is a pass.
    pub path: Vec<String>,
    /// The squares on which something is captured.
    pub captured: Vec<String>,
    /// The start and the destination of each other piece that moves in the same move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub carried: Vec<[String; 2]>,
}

impl From<Path> for PathReport {
    fn from(Path { squares, captured, carried }: Path) -> Self {
        Self { path: squares, captured, carried }
    }
}

/// Parses a token, and reports the appearance of its position.
///
/// # Errors
/// The token is malformed. An illegal position is not an error, because the report lists its problems.
pub fn look(registry: &Registry, token: &str) -> Result<LookReport, TokenError> {
    let (game, text) = registry.split(token)?;
    let look = game.look(text).map_err(|source| notation(token, game.about().id, source))?;
    Ok(report(game.about(), look))
}

fn notation(token: &str, game: &'static str, source: retrograde::NotationError) -> TokenError {
    TokenError::Notation { game, offset: token.find(':').map_or(0, |colon| colon + 1), source }
}

fn report(about: &About, look: Look) -> LookReport {
    let Look { text, scene, ended, lift, problems } = look;
    let names =
        |squares: Vec<usize>| squares.into_iter().take(MOST_PIECES).map(|square| scene.shape.name(square)).collect();
    let is_drawn = scene.stones.len() <= MOST_PIECES;
    let stone = |piece, square| StoneReport { piece, square: scene.shape.name(square) };
    let pieces =
        scene.stones.iter().filter_map(|stone_at| Some(stone(about.kit.kinds.get(stone_at.kind)?.id, stone_at.square)));
    let goals =
        scene.goals.iter().map(|goal| GoalReport { side: about.side(goal.side), squares: names(goal.squares.clone()) });
    let ending =
        ended.map(|ended| EndingReport { verdict: verdict(about, ended.ending), squares: names(ended.squares) });
    let problems =
        problems.into_iter().map(|problem| ProblemReport { message: problem.reason, squares: names(problem.squares) });
    let seen = SeenReport {
        shape: if is_drawn { shape(about, &scene.shape) } else { ShapeReport::None },
        ground: scene.ground_text(&about.kit).filter(|_| is_drawn),
        pieces: pieces.take(if is_drawn { MOST_PIECES } else { 0 }).collect(),
        goals: goals.collect(),
        lift: lift.into_iter().map(|(id, square)| stone(id, square)).collect(),
        ending,
        problems: problems.collect(),
    };
    LookReport {
        schema: SCHEMA,
        game: about.id,
        pos: format!("{}:{text}", about.id),
        turn: about.side(scene.turn),
        seen,
    }
}

fn shape(about: &About, shape: &Shape) -> ShapeReport {
    match shape {
        Shape::None => ShapeReport::None,
        &Shape::Grid { rows, columns } => ShapeReport::Grid { rows, columns },
        &Shape::Chessboard { rows, columns } => ShapeReport::Chessboard { rows, columns },
        &Shape::Row { length } => ShapeReport::Row { length },
        Shape::Graph(diagram) => graph(about, diagram),
    }
}

fn graph(about: &About, diagram: &Diagram) -> ShapeReport {
    let nodes = diagram.nodes.iter().map(|node| NodeReport {
        name: node.name.clone(),
        turn: about.side(node.turn),
        ending: node.ending.map(|ending| verdict(about, ending)),
    });
    ShapeReport::Graph { nodes: nodes.collect(), edges: diagram.edges.clone() }
}

fn verdict(about: &About, ending: Ending) -> VerdictReport {
    VerdictReport { rule: ending.rule, winner: ending.winner().map(|side| about.side(side)) }
}

/// An edit, as a front end requests it. Squares, sides and pieces are given by their names. Variants without fields
/// have braces, because serde rejects unknown fields only in variants with braces.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum EditByName {
    /// See [`Edit::Place`].
    Place {
        /// The id of the ground or piece to place.
        tool: String,
        /// The name of the square.
        square: String,
    },
    /// See [`Edit::Carry`].
    Carry {
        /// The square that the piece leaves.
        from: String,
        /// The square that the piece enters.
        to: String,
    },
    /// See [`Edit::Turn`].
    Turn {
        /// The name of the side.
        side: String,
    },
    /// See [`Edit::Size`].
    Size {
        /// The number of rows; 1 for a board with a single row.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// See [`Edit::Rotate`].
    Rotate {},
    /// See [`Edit::Mirror`].
    Mirror {},
    /// See [`Edit::Swap`].
    Swap {},
    /// See [`Edit::Clear`].
    Clear {},
}

/// The reason why an edit cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The token is malformed.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// There is no tool with this name.
    #[error("no tool is called {tool:?}")]
    Tool {
        /// The unknown name.
        tool: String,
        /// The known tools.
        known: Vec<&'static str>,
    },
    /// The board has no square with this name.
    #[error("the board has no square {square:?}")]
    Square {
        /// The unknown name.
        square: String,
    },
    /// There is no side with this name.
    #[error("no side is called {side:?}")]
    Side {
        /// The unknown name.
        side: String,
        /// The names of the sides.
        known: [&'static str; 2],
    },
    /// The game does not support the size.
    #[error("{game} does not support the size {rows}x{columns}, only sizes from {} to {}", sizes.end(0), sizes.end(1))]
    Size {
        /// The game's id.
        game: &'static str,
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        columns: usize,
        /// The sizes that the game supports.
        sizes: SizesReport,
    },
    /// The game does not support the edit.
    #[error("{game} does not support the edit `{edit}`")]
    Senseless {
        /// The game's id.
        game: &'static str,
        /// The word of the edit.
        edit: &'static str,
        /// The edits that the game supports.
        known: Vec<&'static str>,
    },
}

/// Makes an edit, and reports the appearance of the new board, even if the position is illegal.
///
/// # Errors
/// The token is malformed, or the edit cannot be made on its board.
pub fn edited(registry: &Registry, token: &str, edit_by_name: &EditByName) -> Result<LookReport, EditError> {
    let (game, text) = registry.split(token)?;
    let about = game.about();
    let scene = game.scene(text).map_err(|source| notation(token, about.id, source))?;
    let edit = edit(about, &scene, edit_by_name)?;
    let edited = game.edited(scene, edit).unwrap_or_else(|| text.to_owned());
    Ok(look(registry, &format!("{}:{edited}", about.id))?)
}

/// Converts the names in an edit request to squares, sides and pieces of the board in `scene`.
fn edit(about: &About, scene: &Scene, edit_by_name: &EditByName) -> Result<Edit, EditError> {
    let square = |name: &str| scene.shape.find(name).ok_or_else(|| EditError::Square { square: name.to_owned() });
    let made = |reshape: Reshape, edit: Edit| {
        let known = || about.kit.reshapes.iter().copied().map(reshape_word).collect();
        let senseless = || EditError::Senseless { game: about.id, edit: reshape_word(reshape), known: known() };
        if about.kit.reshapes.contains(&reshape) { Ok(edit) } else { Err(senseless()) }
    };
    match edit_by_name {
        EditByName::Place { tool, square: name } => {
            Ok(Edit::Place { tool: find_tool(about, tool)?, square: square(name)? })
        }
        EditByName::Carry { from, to } => Ok(Edit::Carry { from: square(from)?, to: square(to)? }),
        EditByName::Turn { side } => made(Reshape::Turn, Edit::Turn(find_side(about, side)?)),
        &EditByName::Size { rows, columns } => {
            let edit = made(Reshape::Size, Edit::Size { rows, columns })?;
            fits(about, rows, columns).map(|()| edit)
        }
        EditByName::Rotate {} => made(Reshape::Rotate, Edit::Rotate),
        EditByName::Mirror {} => made(Reshape::Mirror, Edit::Mirror),
        EditByName::Swap {} => made(Reshape::Swap, Edit::Swap),
        EditByName::Clear {} => made(Reshape::Clear, Edit::Clear),
    }
}

fn find_tool(about: &About, id: &str) -> Result<Tool, EditError> {
    let known = || about.kit.tools().map(|(id, _)| id).collect();
    about.kit.tool(id).ok_or_else(|| EditError::Tool { tool: id.to_owned(), known: known() })
}

fn find_side(about: &About, name: &str) -> Result<Side, EditError> {
    let found = Side::BOTH.into_iter().find(|&side| about.side(side) == name);
    found.ok_or_else(|| EditError::Side { side: name.to_owned(), known: about.sides })
}

fn fits(about: &About, rows: usize, columns: usize) -> Result<(), EditError> {
    let sizes = about.kit.sizes.as_ref();
    match sizes.filter(|sizes| !sizes.rows.contains(&rows) || !sizes.columns.contains(&columns)) {
        Some(sizes) => Err(EditError::Size { game: about.id, rows, columns, sizes: sizes_report(sizes) }),
        None => Ok(()),
    }
}
