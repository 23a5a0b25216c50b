//! `LeetCode` 913, "Cat and Mouse". On a graph, the mouse tries to reach the hole. The cat tries to catch the mouse,
//! and may not enter the hole.

use retrograde::prelude::*;

struct CatAndMouse {
    neighbours: Vec<Vec<usize>>,
}

impl Game for CatAndMouse {
    type Position = (usize, usize, Side); // mouse (the first side), cat, and the side to move
    type Move = usize;

    fn turn(&self, &(_, _, turn): &(usize, usize, Side)) -> Side {
        turn
    }

    fn ending(&self, &(mouse, cat, _): &(usize, usize, Side)) -> Option<Ending> {
        let home = (mouse == 0).then_some(Ending::won(Side::First, "home"));
        home.or((mouse == cat).then_some(Ending::won(Side::Second, "caught")))
    }

    fn each_move(
        &self,
        &(mouse, cat, turn): &(usize, usize, Side),
        mut visit: impl FnMut(usize, (usize, usize, Side)),
    ) {
        if mouse == 0 || mouse == cat {
            return;
        }
        match turn {
            Side::First => self.neighbours[mouse].iter().for_each(|to| visit(*to, (*to, cat, turn.other()))),
            Side::Second => {
                let allowed = self.neighbours[cat].iter().filter(|to| **to > 0);
                allowed.for_each(|to| visit(*to, (mouse, *to, turn.other())));
            }
        }
    }
}

/// Solves an input. Returns 1 if the mouse wins, 2 if the cat wins, 0 for a draw. The input lists the neighbours of
/// each node, for example `[[2,5],[3],[0,4,5]]`.
pub(crate) fn answer(input: &str) -> Option<String> {
    let input: String = input.split_whitespace().collect();
    let lists = input.strip_prefix("[[")?.strip_suffix("]]")?.split("],[");
    let numbers = |list: &str| list.split(',').map(|number| number.parse().ok()).collect::<Option<Vec<usize>>>();
    let neighbours = lists.map(numbers).collect::<Option<Vec<_>>>()?;
    let is_right = neighbours.len() > 2 && neighbours.iter().flatten().all(|to| *to < neighbours.len());
    let start = (1, 2, Side::First);
    let solution =
        is_right.then(|| Solution::explored(CatAndMouse { neighbours }, [start], &Options::default()))?.ok()?;
    Some(match solution.value(&start)?.kind() {
        Kind::Win => "1\n".to_owned(),
        Kind::Loss => "2\n".to_owned(),
        _ => "0\n".to_owned(),
    })
}
