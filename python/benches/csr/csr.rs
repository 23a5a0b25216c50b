//! Feeds the arrays of the benchmark `csr` to the library's `Children`, and solves the game.
//!
//! `ARRAYS=DIR python python/benches/figures.py csr` writes the arrays. Then, in this folder:
//! `cargo run --release -- DIR`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use retrograde::derive::Children;
use retrograde::{Options, Outcome, Side, Slot};

/// The arrays in the form of `SciPy`.
struct Arrays {
    indptr: Vec<i32>,
    indices: Vec<i32>,
    turn: Vec<u8>,
    outcome: Vec<u8>,
}

impl Arrays {
    fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let words = |name: &str| -> Result<Vec<i32>, Box<dyn Error>> {
            let bytes = fs::read(folder.join(name))?;
            Ok(bytes.as_chunks().0.iter().map(|&word| i32::from_ne_bytes(word)).collect())
        };
        let (turn, outcome) = (fs::read(folder.join("turn"))?, fs::read(folder.join("outcome"))?);
        Ok(Self { indptr: words("indptr")?, indices: words("indices")?, turn, outcome })
    }

    fn feed(&self, children: &mut Children) -> Result<(), Box<dyn Error>> {
        for (node, (&turn, &outcome)) in self.turn.iter().zip(&self.outcome).enumerate() {
            let outcome = match outcome {
                0 => Some(Outcome::Won(Side::First)),
                1 => Some(Outcome::Won(Side::Second)),
                2 => Some(Outcome::Level),
                _ => None,
            };
            children.position(if turn == 0 { Side::First } else { Side::Second }, outcome)?;
            let range = usize::try_from(self.indptr[node])?..usize::try_from(self.indptr[node + 1])?;
            for &child in &self.indices[range] {
                children.child(Slot(u64::try_from(child)?))?;
            }
        }
        Ok(())
    }
}

/// Returns the times for making the game and for solving it.
fn times(arrays: &Arrays, options: &Options<'_>) -> Result<[Duration; 2], Box<dyn Error>> {
    let began = Instant::now();
    let mut children = Children::new(options);
    arrays.feed(&mut children)?;
    let edges = children.link(options)?;
    let made = began.elapsed();
    let began = Instant::now();
    edges.solve(options)?;
    Ok([made, began.elapsed()])
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("usage: csr DIR")?;
    let arrays = Arrays::read(Path::new(&folder))?;
    let options = Options { threads: 2, ..Options::DEFAULT };
    let mut least = [Duration::MAX; 2];
    for _ in 0..3 {
        let these = times(&arrays, &options)?;
        least = [least[0].min(these[0]), least[1].min(these[1])];
    }
    println!("Children: made in {:.2?}, solved in {:.2?}, together {:.2?}", least[0], least[1], least[0] + least[1]);
    Ok(())
}
