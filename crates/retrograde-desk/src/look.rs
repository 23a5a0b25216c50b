//! How games and positions look, as data: what a face draws, and what it edits. Nothing here needs a table.

use retrograde::author::{Colour, Diagram, Edit, Kind, Layer, Look, Path, Reshape, Scene, Shape, Sizes, Tool};
use retrograde::rules::message::Message;
use retrograde::{About, Text};
use retrograde::{Ending, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::json::{SCHEMA, in_english};
use crate::registry::{Registry, TokenError};

/// The most pieces of a board that is drawn.
const MOST_PIECES: usize = 10_000;

/// What a game's boards are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KitReport<'g> {
    /// The game's name, a word or two.
    #[serde(flatten)]
    pub name: NameReport<'g>,
    /// What it is about, one sentence.
    pub about: Option<&'g str>,
    /// The same in Chinese, or in English if it was not brought in Chinese.
    pub about_zh: Option<&'g str>,
    /// The sides' names, as people say them.
    pub sides: Vec<NameReport<'g>>,
    /// The kinds of ground, the usual one first.
    pub terrain: Vec<TerrainReport<'g>>,
    /// The kinds of pieces, in the order in which they are drawn on one square.
    pub pieces: Vec<KindReport<'g>>,
    /// What an editor may place, in order: ids of ground and pieces.
    pub tools: Vec<&'static str>,
    /// Sizes that an editor offers; `null`: the size stays.
    pub sizes: Option<SizesReport>,
    /// The edits that have sense beside placing and carrying.
    pub reshapes: Vec<&'static str>,
    /// Whether squares close up when something is taken off.
    pub shifts: bool,
    /// Whether pieces fall down their columns: a square stands for its column then.
    pub falls: bool,
    /// The colours of the sides' pieces.
    pub colours: [Colour; 2],
}

/// A name as people say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NameReport<'g> {
    /// In English.
    pub name: &'g str,
    /// In Chinese, or in English if it was not brought in Chinese.
    pub name_zh: &'g str,
}

/// A kind of ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerrainReport<'g> {
    /// One word.
    pub id: &'static str,
    /// The sign of a square of it.
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
    /// Whose they are; `null`: nobody's.
    pub side: Option<&'static str>,
    /// What is drawn where there is no picture.
    pub letter: char,
    /// By which a picture is found.
    pub role: &'static str,
    /// Where it lies.
    pub layer: Layer,
    /// Its name.
    #[serde(flatten)]
    pub name: NameReport<'g>,
    /// The most on a board, for an editor; `null`: as many as there is room for.
    pub most: Option<usize>,
}

/// Sizes that an editor offers, each from the least to the most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizesReport {
    /// Numbers of rows.
    pub rows: [usize; 2],
    /// Numbers of columns; of a row, its lengths.
    pub columns: [usize; 2],
}

impl SizesReport {
    /// The least size, which is number 0, or the largest: `1x1`.
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
            about: kit.about.as_ref().map(|text| text.told("en")),
            about_zh: kit.about.as_ref().map(|text| text.told("zh")),
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
    NameReport { name: text.told("en"), name_zh: text.told("zh") }
}

fn kind_report<'g>(about: &About, kind: &'g Kind) -> KindReport<'g> {
    let &Kind { id, letter, role, most, layer, .. } = kind;
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

/// How a position looks, or what reads like one and is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookReport {
    /// The version of the shapes: raised when a field changes its meaning.
    pub schema: u32,
    /// The game's id.
    pub game: &'static str,
    /// The token, printed strictly.
    pub pos: String,
    /// The side to move, by its name.
    pub turn: &'static str,
    /// What is seen.
    #[serde(flatten)]
    pub seen: SeenReport,
}

/// What is seen of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenReport {
    /// How squares lie to each other.
    pub shape: ShapeReport,
    /// Rows split by `/`: a number for a run of the usual ground, else its letter. `null` if there is only one kind.
    pub ground: Option<String>,
    /// What stands or lies on squares, in reading order; on one square in the order of the kit.
    pub pieces: Vec<StoneReport>,
    /// Squares that somebody wants to reach.
    pub goals: Vec<GoalReport>,
    /// The pieces that a slice can move.
    pub lift: Vec<StoneReport>,
    /// How the game has ended.
    pub ending: Option<EndingReport>,
    /// Why there is no such position; empty if there is.
    pub problems: Vec<ProblemReport>,
}

/// How squares lie to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ShapeReport {
    /// There is nothing to draw.
    None,
    /// A rectangle.
    Grid {
        /// From the top.
        rows: usize,
        /// From the left.
        columns: usize,
    },
    /// A rectangle whose rows are counted from below, as in chess.
    Chessboard {
        /// From the top.
        rows: usize,
        /// From the left.
        columns: usize,
    },
    /// A row.
    Row {
        /// Its squares.
        length: usize,
    },
    /// Nodes and arrows.
    Graph {
        /// The nodes.
        nodes: Vec<NodeReport>,
        /// From which node to which, by their numbers.
        edges: Vec<[usize; 2]>,
    },
}

/// A node that is drawn.
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
    /// Who has won; `null` if it is level.
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
    /// Its kind; of a piece that a slice can move, its own name.
    pub piece: &'static str,
    /// The square.
    pub square: String,
}

/// Squares that a side wants to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalReport {
    /// The side.
    pub side: &'static str,
    /// The squares.
    pub squares: Vec<String>,
}

/// Something that is wrong with a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemReport {
    /// One sentence, without a full stop.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub message: Message,
    /// The squares that are meant.
    pub squares: Vec<String>,
}

/// The squares that a move touches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathReport {
    /// In order: the first is left and the last is entered; a single one is where something is placed; none is a pass.
    pub path: Vec<String>,
    /// Squares on which something is captured.
    pub captured: Vec<String>,
    /// What else moves with it: from which square to which.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub carried: Vec<[String; 2]>,
}

impl From<Path> for PathReport {
    fn from(Path { squares, captured, carried }: Path) -> Self {
        Self { path: squares, captured, carried }
    }
}

/// How what a token means looks.
///
/// # Errors
/// The token does not read. What reads and is no position has problems instead.
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

/// An edit as a face asks for it, by names. Those that say nothing more have braces, as serde refuses unknown fields only there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum EditWish {
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
        /// From the top; of a row, 1.
        rows: usize,
        /// From the left.
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
    /// The token does not read.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// There is nothing of that name to be placed.
    #[error("no tool is called {tool:?}")]
    Tool {
        /// The name.
        tool: String,
        /// What there is.
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
        /// What there is.
        known: [&'static str; 2],
    },
    /// The size is not offered.
    #[error("{game} is not edited at {rows}x{columns}, only from {} to {}", sizes.end(0), sizes.end(1))]
    Size {
        /// The game's id.
        game: &'static str,
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
        /// What there is.
        sizes: SizesReport,
    },
    /// The edit has no sense for the game.
    #[error("`{edit}` is no edit of {game}")]
    Senseless {
        /// The game's id.
        game: &'static str,
        /// The edit's word.
        edit: &'static str,
        /// What there is.
        known: Vec<&'static str>,
    },
}

/// How the board looks after an edit, legal or not.
///
/// # Errors
/// The token does not read, or the edit cannot be made on its board.
pub fn edited(registry: &Registry, token: &str, wish: &EditWish) -> Result<LookReport, EditError> {
    let (game, text) = registry.split(token)?;
    let about = game.about();
    let scene = game.scene(text).map_err(|source| notation(token, about.id, source))?;
    let edit = edit(about, &scene, wish)?;
    let edited = game.edited(scene, edit).unwrap_or_else(|| text.to_owned());
    Ok(look(registry, &format!("{}:{edited}", about.id))?)
}

/// The edit of a wish, on the board of a scene.
fn edit(about: &About, scene: &Scene, wish: &EditWish) -> Result<Edit, EditError> {
    let square = |name: &str| scene.shape.find(name).ok_or_else(|| EditError::Square { square: name.to_owned() });
    let made = |reshape: Reshape, edit: Edit| {
        let known = || about.kit.reshapes.iter().copied().map(reshape_word).collect();
        let senseless = || EditError::Senseless { game: about.id, edit: reshape_word(reshape), known: known() };
        if about.kit.reshapes.contains(&reshape) { Ok(edit) } else { Err(senseless()) }
    };
    match wish {
        EditWish::Place { tool, square: name } => {
            Ok(Edit::Place { tool: find_tool(about, tool)?, square: square(name)? })
        }
        EditWish::Carry { from, to } => Ok(Edit::Carry { from: square(from)?, to: square(to)? }),
        EditWish::Turn { side } => made(Reshape::Turn, Edit::Turn(find_side(about, side)?)),
        &EditWish::Size { rows, columns } => {
            let edit = made(Reshape::Size, Edit::Size { rows, columns })?;
            fits(about, rows, columns).map(|()| edit)
        }
        EditWish::Rotate {} => made(Reshape::Rotate, Edit::Rotate),
        EditWish::Mirror {} => made(Reshape::Mirror, Edit::Mirror),
        EditWish::Swap {} => made(Reshape::Swap, Edit::Swap),
        EditWish::Clear {} => made(Reshape::Clear, Edit::Clear),
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
