//! Tests of pawn, which compare the sweep (the fast solver of this game) with the kernel.

use std::ops::Range;

use retrograde::author::Spec;
use retrograde::kernel::solve;
use retrograde::{Notation, Numbered, Options, Side, Slot};
use retrograde_games::pawn::sweep::Sweep;
use retrograde_games::pawn::table;
use retrograde_games::pawn::{Pawn, random};

/// Uses random boards of every size that the judge allows, with few to many walls.
#[test]
fn sweep_equals_kernel_on_random_boards() {
    compare(0..400);
}

#[test]
#[ignore = "slow: more random boards"]
fn sweep_equals_kernel_on_more_random_boards() {
    compare(400..2000);
}

fn compare(seeds: Range<u64>) {
    let options = Options { threads: 1, ..Options::default() };
    for seed in seeds {
        let mut rng = fastrand::Rng::with_seed(seed);
        let spec = Spec { walls: Some(rng.u32(0..70)), ..Spec::default() };
        let (game, start) = random(&mut rng, &spec).unwrap();
        let truth = solve(&game, &options).unwrap();
        let (fast, token) = (table(&game).unwrap().unwrap(), game.token(&start));
        if let Some(slot) = (0..game.slots()).map(Slot).find(|&slot| fast.value(slot) != truth.value(slot)) {
            let position = game.token(&game.position(slot).unwrap());
            panic!("seed {seed}: {position}: {:?}, expected {:?}", fast.value(slot), truth.value(slot));
        }
        for turn in Side::BOTH {
            let (kings, pawn) = (game.kings(&start), game.pawn(&start));
            let (_, start) = Pawn::set_up(game.grid().clone(), &kings, &[pawn], turn).unwrap();
            assert_eq!(
                Sweep::new().answer(&game, &start),
                truth.value(game.slot(&start)),
                "seed {seed}, {token}, {turn} to move"
            );
        }
    }
}
