//! Displays graphs as nodes and arrows, and marks the current node.

use std::sync::Arc;

use retrograde::author::{Diagram, DiagramNode, Edit, Kit, Looks, Path, PieceKind, Scene, Shape, Stone};
use retrograde::{Game, Notation, NotationError};

use super::Name;
use super::rules::{Graph, Node};
use crate::looks::text;

/// Describes how programs display graphs that are small enough to draw.
#[derive(Clone, Copy, Debug)]
pub struct GraphLooks;

impl Looks<Graph> for GraphLooks {
    fn kit(&self) -> Kit {
        let here = PieceKind::new("here", '@', text("node meant", "所指结点")).role("node").most(1);
        Kit::new(text("Graph", "图")).sides([text("A", "A方"), text("B", "B方")]).piece(here)
    }

    /// Reads a token as a scene. The note of the scene is the part of the token before the current node. If the graph
    /// is too large to draw, the note is the whole token.
    fn read(&self, text: &str) -> Result<Scene, NotationError> {
        let (graph, node) = Graph::parse(text)?;
        let turn = graph.turn(&node);
        if graph.nodes.len() > Diagram::MOST {
            return Ok(Scene { note: graph.print(&node), ..Scene::new(Shape::None, turn) });
        }
        let scene = Scene::new(Shape::Graph(Arc::new(diagram(&graph))), turn);
        Ok(Scene { note: graph.text(), ..scene.with([here(node.0 as usize)]) })
    }

    fn print(&self, scene: &Scene) -> String {
        match scene.stones.first() {
            Some(here) => format!("{}_{}", scene.note, scene.shape.name(here.square)),
            None => scene.note.clone(),
        }
    }

    fn edited(&self, _: &Kit, scene: Scene, edit: Edit) -> Scene {
        match edit {
            Edit::Place { square, .. } | Edit::Carry { to: square, .. } => {
                Scene { stones: vec![here(square)], ..scene }
            }
            _ => scene,
        }
    }

    fn path(&self, game: &Graph, node: &Node, _: &Name, child: &Node) -> Path {
        Path::over([game.name(*node), game.name(*child)])
    }

    fn ended_on(&self, _: &Graph, _: &Node, scene: &Scene, _: &Kit) -> Vec<usize> {
        scene.stones.iter().map(|stone| stone.square).collect()
    }
}

fn here(square: usize) -> Stone {
    Stone { square, kind: 0 }
}

fn diagram(graph: &Graph) -> Diagram {
    let nodes = (0..graph.nodes.len()).map(|number| Node(number as u32));
    let edges = nodes.clone().flat_map(|node| {
        let to = graph.children(node);
        to.map(move |child| [node.0 as usize, child.0 as usize])
    });
    let drawn = |node: Node| DiagramNode {
        name: graph.name(node).to_owned(),
        turn: graph.turn(&node),
        ending: graph.ending(&node),
    };
    Diagram { edges: edges.collect(), nodes: nodes.map(drawn).collect() }
}
