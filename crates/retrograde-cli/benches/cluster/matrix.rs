//! Compares hashes of tables. The benchmark solves each board without a cluster, and in clusters of 1, 2 and 3
//! processes with 1 and 2 workers each. All tables of a board must have the same hash.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::time::Instant;

use fastrand::Rng;

use crate::{kept, open_race};

const CHESS: &str = "chess:8/8/8/3k4/8/8/8/KQ6_w";

/// Solves this number of random graphs, and then all boards. The large boards come last.
pub(crate) fn run(graphs: u64, rng: &mut Rng) -> io::Result<()> {
    let (folder, begun) = (tempfile::tempdir()?, Instant::now());
    let file = folder.path().join("graph.txt");
    for _ in 0..graphs {
        let (seed, nodes) = (rng.u64(..), rng.u32(1..20_000));
        fs::write(&file, graph(seed, nodes))?;
        let token = format!("{}#n0", file.display());
        hash(&token).map_err(|error| io::Error::other(format!("graph of seed {seed}, {nodes} nodes: {error}")))?;
    }
    println!("matrix: {graphs} random graphs of up to 20,000 nodes, {:.1?}", begun.elapsed());
    let cannons = |number: usize| {
        let row: String = (0..number).map(|place| if [1, 2, 4].contains(&(place % 7)) { '1' } else { '0' }).collect();
        format!("cannons:{row}_r")
    };
    // The games are of different kinds. Connect four and captures in chess have moves that cannot be undone. Quixo and
    // dobutsu are folded by symmetries.
    let games = [CHESS, "connect4:4/4/4/4_x", "connect4:5/5/5/5_x", "quixo:3/3/3_x", "quixo:4/4/4/4_x", "dobutsu"];
    let boards = [open_race(40)].into_iter().chain((10..=20).map(cannons)).chain(games.map(str::to_owned));
    boards.into_iter().try_for_each(|board| alike(&board))
}

/// Prints the hash of a board's table, and the total time of all its solves.
pub(crate) fn alike(board: &str) -> io::Result<()> {
    let begun = Instant::now();
    let hash = hash(board)?;
    println!("matrix: {board}: {hash}, {:.1?} in all", begun.elapsed());
    Ok(())
}

/// Returns the hash of the table solved by threads. Any number of processes must give the same hash.
fn hash(board: &str) -> io::Result<String> {
    let folder = tempfile::tempdir()?;
    let solved = |before: &[&str], name: &str| kept(before, board, &folder.path().join(name));
    let alone = solved(&["-j", "2"], "alone")?;
    for processes in ["1", "2", "3"] {
        for workers in ["1", "2"] {
            let name = format!("{processes}x{workers}");
            let together = solved(&["cluster", "--processes", processes, "-j", workers, "--"], &name)?;
            together.must(together.hash == alone.hash, &format!("{board}: another hash by {name}"))?;
            fs::remove_dir_all(folder.path().join(name))?;
        }
    }
    Ok(alone.hash.unwrap_or_default())
}

/// Returns a random game as an edge list. The game has endings of all kinds, turns that need not alternate, loops,
/// double edges, and edges from a node to itself.
fn graph(seed: u64, nodes: u32) -> String {
    let mut rng = Rng::with_seed(seed);
    let (endings, branching) = (rng.u32(2..12), rng.u32(1..5));
    let mut list = String::new();
    for node in 0..nodes {
        let _ = write!(list, "n{node} {}", rng.choice(["a", "b"]).unwrap_or("a"));
        if rng.u32(..endings) == 0 {
            let _ = writeln!(list, " {}", rng.choice(["a", "b", "="]).unwrap_or("="));
            continue;
        }
        list += " -";
        for _ in 0..rng.u32(1..=branching) {
            let _ = write!(list, " n{}", rng.u32(..nodes));
        }
        list.push('\n');
    }
    list
}
