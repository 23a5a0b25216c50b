//! A program whose game is known only at run time. At its start it reads the id, sides, texts, positions, moves and
//! endings of the game from the file that the environment variable `TABLE` names, or from `ferry.txt`. The game has two
//! forms. The first form has only rules, and its board view is a graph. The second form has the letter `n` after its
//! id, a numbering (the order of lines in the file) and no board view.
//!
//! ```text
//! id: ferry
//! home_f fox: row island_g, wait home_g
//! mill_f fox: fox wins caught
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use retrograde::author::{Diagram, DiagramNode, Edit, Entry, Kit, Path, PieceKind, Scene, Shape, Stone};
use retrograde::{About, Text};
use retrograde::{Ending, Game, Looks, NotationError, Numbered, Side, Slot, Tokens, word};

fn main() -> std::process::ExitCode {
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/table/ferry.txt");
    let file = std::env::var("TABLE").unwrap_or_else(|_| usual.to_owned());
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let lines: Vec<_> = text.lines().filter_map(|line| line.split_once(": ")).collect();
    let value_of = |key: &str| lines.iter().find(|(known, _)| *known == key).map_or("", |(_, value)| value);
    let both = |key: &str| Text::new(value_of(key)).and("zh", value_of(&format!("{key} zh")));
    let sides: Vec<_> = value_of("sides").split(' ').collect();
    let sides = [sides[0], sides[1]];
    let about = |id: &str| About::new(id, sides, both("title"), both("rules"), value_of("examples").split(' '));
    let game = Table(Arc::new(places(&lines, sides)));
    let names: Vec<_> = value_of("names").split(' ').collect();
    let registry = retrograde_cli::builtin()
        .with(
            Entry::<Table>::rules_as(about(value_of("id")), Names(game.clone()))
                .also_called(&names)
                .looks(Map { table: game.clone(), name: both("name") }),
        )
        .with(Entry::<Table>::numbered_as(about(&format!("{}n", value_of("id"))), Names(game)));
    retrograde_cli::main_with(registry)
}

/// The positions of the game, in the order of the file.
#[derive(Clone)]
struct Table(Arc<Vec<Place>>);

/// A position, given by its index in the file.
type Position = usize;

struct Place {
    name: String,
    turn: Side,
    ending: Option<Ending>,
    moves: Vec<(String, Position)>,
}

/// Reads the positions, which are the lines with two words before the colon, except translations.
fn places(lines: &[(&str, &str)], sides: [&str; 2]) -> Vec<Place> {
    let side = |name: &str| Side::BOTH.into_iter().find(|side| sides[side.index()] == name);
    let heads = lines.iter().filter_map(|(head, rest)| {
        let (name, turn) = head.split_once(' ')?;
        Some((name, side(turn)?, *rest))
    });
    let heads: Vec<_> = heads.collect();
    let numbers: HashMap<_, _> = heads.iter().zip(0..).map(|((name, ..), number)| (*name, number)).collect();
    let place = |&(name, turn, rest): &(&str, Side, &str)| {
        let words: Vec<_> = rest.split(' ').collect();
        let ending = match words[..] {
            [winner, "wins", rule] => side(winner).map(|winner| Ending::won(winner, word(rule))),
            ["level", rule] => Some(Ending::level(word(rule))),
            _ => None,
        };
        let moves = rest.split(", ").filter(|_| ending.is_none()).filter_map(|one| one.split_once(' '));
        let moves = moves.map(|(action, child)| (action.to_owned(), numbers[child])).collect();
        Place { name: name.to_owned(), turn, ending, moves }
    };
    heads.iter().map(place).collect()
}

impl Game for Table {
    type Position = Position;
    type Move = String;

    fn turn(&self, &place: &Position) -> Side {
        self.0[place].turn
    }

    fn ending(&self, &place: &Position) -> Option<Ending> {
        self.0[place].ending
    }

    fn each_move(&self, &place: &Position, mut visit: impl FnMut(String, Position)) {
        self.0[place].moves.iter().for_each(|(action, child)| visit(action.clone(), *child));
    }
}

impl Numbered for Table {
    fn slots(&self) -> u64 {
        self.0.len() as u64
    }

    fn slot(&self, &place: &Position) -> Slot {
        Slot(place as u64)
    }

    fn position(&self, Slot(slot): Slot) -> Option<Position> {
        Some(slot as usize)
    }
}

/// The notation, in which a token is the name of a position.
struct Names(Table);

impl Tokens<Table> for Names {
    fn parse(&self, text: &str) -> Result<(Table, Position), NotationError> {
        let found = self.0.0.iter().position(|place| place.name == text);
        let unknown = || NotationError::malformed(0..text.len(), format!("there is no position {text:?}"));
        found.map(|place| (self.0.clone(), place)).ok_or_else(unknown)
    }

    fn print(&self, game: &Table, &position: &Position) -> String {
        game.0[position].name.clone()
    }

    fn identity(&self, _: &Table) -> String {
        String::new()
    }
}

/// The board view, which shows the positions as a graph.
struct Map {
    table: Table,
    name: Text,
}

impl Looks<Table> for Map {
    fn kit(&self) -> Kit {
        Kit::new(self.name.clone()).piece(PieceKind::new("boat", 'B', Text::new("boat").and("zh", "船")).most(1))
    }

    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (table, here) = Names(self.table.clone()).parse(text)?;
        let scene = Scene::new(Shape::Graph(Arc::new(diagram(&table))), table.turn(&here));
        Ok(scene.with([Stone { square: here, kind: 0 }]))
    }

    fn print(&self, scene: &Scene) -> String {
        scene.stones.first().map_or_else(String::new, |boat| scene.shape.name(boat.square))
    }

    fn edited(&self, _: &Kit, scene: Scene, edit: Edit) -> Scene {
        match edit {
            Edit::Place { square, .. } | Edit::Carry { to: square, .. } => {
                Scene { stones: vec![Stone { square, kind: 0 }], ..scene }
            }
            _ => scene,
        }
    }

    fn path(&self, game: &Table, &from: &Position, _: &String, &to: &Position) -> Path {
        Path::over([&game.0[from].name, &game.0[to].name])
    }
}

fn diagram(Table(places): &Table) -> Diagram {
    let node = |place: &Place| DiagramNode { name: place.name.clone(), turn: place.turn, ending: place.ending };
    let edges = places.iter().enumerate().flat_map(|(from, place)| place.moves.iter().map(move |&(_, to)| [from, to]));
    Diagram { nodes: places.iter().map(node).collect(), edges: edges.collect() }
}
