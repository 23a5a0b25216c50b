//! Solves problems of online judges from their rules alone. Each problem is a short game.
//!
//! ```text
//! cargo run --release -p retrograde --example similar -- 787C < input
//! ```

use std::io::Read;

mod berzerk;
mod cat_and_mouse;
mod cat_and_mouse_ii;
mod madmax;

type Answer = fn(&str) -> Option<String>;
const PROBLEMS: [(&str, Answer); 4] = [
    ("787C", berzerk::answer),
    ("917B", madmax::answer),
    ("913", cat_and_mouse::answer),
    ("1728", cat_and_mouse_ii::answer),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let (_, answer) = PROBLEMS.iter().find(|(problem, _)| *problem == name).ok_or("name 787C, 917B, 913 or 1728")?;
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    print!("{}", answer(&input).ok_or("this is no input of the problem")?);
    Ok(())
}
