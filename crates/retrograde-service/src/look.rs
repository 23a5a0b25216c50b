//! How games and positions look, as data for drawing and editing. Nothing here needs a table.

use retrograde::author::{Colour, Diagram, Edit, Layer, Look, Path, PieceKind, Reshape, Scene, Shape, Sizes, Tool};
use retrograde::rules::message::Message;
use retrograde::{About, Text};
use retrograde::{Ending, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::json::{SCHEMA, in_english};
use crate::registry::{Registry, TokenError};

/// The most pieces that are drawn. A board with more is reported without squares.
const MOST_PIECES: usize = 10_000;

/// The pieces, ground and sizes of a game's boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitReport<'g> {
    /// The game's name, a word or two.
    #[serde(flatten)]
    pub name: NameReport<'g>,
    /// A description in one sentence.
    pub about: Option<&'g str>,
    /// The same in Chinese; in English if there is no Chinese text.
    pub about_zh: Option<&'g str>,
    /// The sides' names, for display.
    pub sides: Vec<NameReport<'g>>,
    /// The kinds of ground, the usual one first.
    pub terrain: Vec<TerrainReport<'g>>,
    /// The kinds of pieces, in the order in which they are drawn on one square.
    pub pieces: Vec<KindReport<'g>>,
    /// What an editor may place, in order: ids of ground and pieces.
    pub tools: Vec<&'static str>,
    /// Sizes that an editor offers; `null` if the size is fixed.
    pub sizes: Option<SizesReport>,
    /// The supported edits, besides placing and carrying.
    pub reshapes: Vec<&'static str>,
    /// Whether squares close up when a piece is taken off.
    pub shifts: bool,
    /// Whether pieces fall down their columns; a square then stands for its column.
    pub falls: bool,
    /// The colours of the sides' pieces.
    pub colours: [Colour; 2],
}

/// A name, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NameReport<'g> {
    /// In English.
    pub name: &'g str,
    /// In Chinese; in English if there is no Chinese text.
    pub name_zh: &'g str,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerrainReport<'g> {
    /// One word.
    pub id: &'static str,
    /// The letter of such a square.
    pub letter: char,
    /// Its name.
    #[serde(flatten)]
    pub name: NameReport<'g>,
}

/// A kind of pieces, or of marks on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindReport<'g> {
    /// One word.
    pub id: &'static str,
    /// The side that owns them; `null` if neither does.
    pub side: Option<&'static str>,
    /// The letter to draw where there is no picture.
    pub letter: char,
    /// The key of its picture.
    pub role: &'static str,
    /// The layer in which it is drawn.
    pub layer: Layer,
    /// Its name.
    #[serde(flatten)]
    pub name: NameReport<'g>,
    /// The most on a board, for an editor; `null` if only the squares limit the number.
    pub most: Option<usize>,
}

/// Sizes that an editor offers, each from the smallest to the largest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizesReport {
    /// Numbers of rows.
    pub rows: [usize; 2],
    /// Numbers of columns; for a row, its lengths.
    pub columns: [usize; 2],
}

impl SizesReport {
    /// The smallest size (`end` 0) or the largest (1) as text: `1x1`.
    fn end(&self, end: usize) -> String {
        format!("{}x{}", self.rows[end], self.columns[end])
    }
}

impl<'g> KitReport<'g> {
    /// The report of a game.
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

/// How a position looks. An illegal position has its problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The token in its normal form.
    pub pos: String,
    /// The side to move, by its name.
    pub turn: &'static str,
    /// What the board shows.
    #[serde(flatten)]
    pub seen: SeenReport,
}

/// What the board of a position shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenReport {
    /// How the squares are arranged.
    pub shape: ShapeReport,
    /// The ground, in rows split by `/`: a number for a run of the usual ground, a letter for a square of another kind.
    /// `null` if there is only one kind.
    pub ground: Option<String>,
    /// What stands or lies on squares, in reading order; on one square, in the order of the game's pieces.
    pub pieces: Vec<StoneReport>,
    /// The goal squares of the sides.
    pub goals: Vec<GoalReport>,
    /// The pieces that a slice can move.
    pub lift: Vec<StoneReport>,
    /// How the game has ended.
    pub ending: Option<EndingReport>,
    /// Why the position is illegal; empty if it is legal.
    pub problems: Vec<ProblemReport>,
}

/// How the squares are arranged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ShapeReport {
    /// There is nothing to draw.
    None,
    /// A rectangle.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A rectangle whose rows are counted from below, as in chess.
    Chessboard {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A row.
    Row {
        /// The number of squares.
        length: usize,
    },
    /// Nodes and arrows.
    Graph {
        /// The nodes.
        nodes: Vec<NodeReport>,
        /// From which node to which, by their indices.
        edges: Vec<[usize; 2]>,
    },
}

/// A node of a drawn graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeReport {
    /// Its name.
    pub name: String,
    /// The side to move there.
    pub turn: &'static str,
    /// How the game ends there.
    pub ending: Option<VerdictReport>,
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerdictReport {
    /// The rule.
    pub rule: &'static str,
    /// The winner; `null` for a tie.
    pub winner: Option<&'static str>,
}

/// How a game has ended, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingReport {
    /// How.
    #[serde(flatten)]
    pub verdict: VerdictReport,
    /// Where.
    pub squares: Vec<String>,
}

/// Something on a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoneReport {
    /// Its kind; for a piece that a slice can move, its own name.
    pub piece: &'static str,
    /// The square.
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

/// A reason why a board is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemReport {
    /// One sentence, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub message: Message,
    /// The squares concerned.
    pub squares: Vec<String>,
}

/// The squares that a move touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathReport {
    /// The squares in order, from the one left to the one entered. A single square: something is placed there. No
    /// square: a pass.
    pub path: Vec<String>,
    /// Squares on which something is captured.
    pub captured: Vec<String>,
    /// Other pieces that move along, each from one square to another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub carried: Vec<[String; 2]>,
}

impl From<Path> for PathReport {
    fn from(Path { squares, captured, carried }: Path) -> Self {
        Self { path: squares, captured, carried }
    }
}

/// Reads a token and reports how its position looks.
///
/// # Errors
/// The token is malformed. An illegal position is not an error: the report has its problems.
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

/// An edit as a front end requests it, by names. Variants without fields have braces because serde refuses unknown
/// fields only there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum EditByName {
    /// See [`Edit::Place`].
    Place {
        /// What, by its id.
        tool: String,
        /// Where.
        square: String,
    },
    /// See [`Edit::Carry`].
    Carry {
        /// From this square.
        from: String,
        /// To this one.
        to: String,
    },
    /// See [`Edit::Turn`].
    Turn {
        /// The side, by its name.
        side: String,
    },
    /// See [`Edit::Size`].
    Size {
        /// The number of rows; 1 for a row.
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

/// Why an edit cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The token is malformed.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// There is no tool of that name.
    #[error("no tool is called {tool:?}")]
    Tool {
        /// The name.
        tool: String,
        /// The known tools.
        known: Vec<&'static str>,
    },
    /// There is no such square on the board.
    #[error("the board has no square {square:?}")]
    Square {
        /// The name.
        square: String,
    },
    /// There is no such side.
    #[error("no side is called {side:?}")]
    Side {
        /// The name.
        side: String,
        /// The names of the sides.
        known: [&'static str; 2],
    },
    /// The game does not support the size.
    #[error("{game} does not support the size {rows}x{columns}, only sizes from {} to {}", sizes.end(0), sizes.end(1))]
    Size {
        /// The game's id.
        game: &'static str,
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
        /// The sizes offered.
        sizes: SizesReport,
    },
    /// The game does not support the edit.
    #[error("{game} does not support the edit `{edit}`")]
    Senseless {
        /// The game's id.
        game: &'static str,
        /// The edit's word.
        edit: &'static str,
        /// The supported edits.
        known: Vec<&'static str>,
    },
}

/// Makes an edit and reports how the board looks, even if it is illegal.
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

/// Resolves the names in an edit request, on the board of a scene.
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
