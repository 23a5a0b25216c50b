//! Codeforces 787C, "Berzerk". A monster moves around a ring. The player who moves it into the black hole wins.

use retrograde::prelude::*;

struct Berzerk {
    objects: usize,
    /// For each side, the lengths of its steps, in objects.
    steps: [Vec<usize>; 2],
}

impl Game for Berzerk {
    type Position = (usize, Side); // the object where the monster is (0 is the black hole), and the side to move
    type Move = usize;

    fn turn(&self, &(_, turn): &(usize, Side)) -> Side {
        turn
    }

    fn ending(&self, &(place, turn): &(usize, Side)) -> Option<Ending> {
        (place == 0).then_some(Ending::won(turn.other(), "hole"))
    }

    fn each_move(&self, &(place, turn): &(usize, Side), mut visit: impl FnMut(usize, (usize, Side))) {
        if place > 0 {
            self.steps[turn.index()]
                .iter()
                .for_each(|step| visit(*step, ((place + step) % self.objects, turn.other())));
        }
    }
}

/// Solves an input. Returns two lines, one for each player who may begin. A line has the result for each object at
/// which the monster can start.
pub(crate) fn answer(input: &str) -> Option<String> {
    let mut lines =
        input.lines().map(|line| line.split_whitespace().map(str::parse).collect::<Result<Vec<usize>, _>>());
    let &[objects] = lines.next()?.ok()?.as_slice() else { return None };
    let mut steps = || Some(lines.next()?.ok()?.split_first()?.1.to_vec());
    let game = Berzerk { objects, steps: [steps()?, steps()?] };
    let starts = Side::BOTH.iter().flat_map(|side| (1..objects).map(|place| (place, *side)));
    let solution = Solution::explored(game, starts, &Options::default()).ok()?;
    let word = |start| match solution.value(&start).map(Value::kind) {
        Some(Kind::Win) => "Win",
        Some(Kind::Loss) => "Lose",
        _ => "Loop",
    };
    let line = |side: &Side| (1..objects).map(|place| word((place, *side))).collect::<Vec<_>>().join(" ") + "\n";
    Some(Side::BOTH.iter().map(line).collect())
}
