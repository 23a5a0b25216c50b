//! Compares the estimates from a sample of a game's slots with the results for all slots.

use retrograde::kernel::estimate_by_sample;
use retrograde::{Game, Notation, Numbered, Reversible, Seed, Slot};
use retrograde_games::cannons::Cannons;
use retrograde_games::connect4::ConnectFour;
use retrograde_games::pawn::Pawn;
use retrograde_games::quixo::Quixo;
use retrograde_games::race::Race;

/// Counts the positions and the un-moves of a game. If the game elides wins in one ply, counts only the un-moves from
/// positions that the seeds do not decide.
fn counted<G: Reversible>(game: &G) -> [u64; 2] {
    let (mut positions, mut moves) = (0, 0);
    for slot in (0..game.slots()).map(Slot) {
        let seed = game.seed(slot);
        positions += u64::from(seed != Seed::Hole);
        if matches!(seed, Seed::Open(_)) || !G::AT_ONCE {
            game.each_predecessor(slot, |_, _| moves += 1);
        }
    }
    [positions, moves]
}

fn is_near<G: Notation + Reversible>(text: &str) {
    let (game, _) = G::parse(text).unwrap();
    let (sampled, [positions, moves]) = (estimate_by_sample(&game), counted(&game));
    let near = |sampled: u64, all: u64| sampled.abs_diff(all) <= all / 8 + 8;
    assert!(near(sampled.positions, positions), "{text}: {sampled:?}, {positions} positions");
    // The sample also counts the un-moves from positions that are lost in two plies, which `counted` omits.
    assert!(
        sampled.moves >= moves - moves / 8 && sampled.moves <= moves + moves / 2,
        "{text}: {sampled:?}, {moves} moves"
    );
    assert!(!sampled.cpu.is_zero(), "{text}: {sampled:?}");
}

#[test]
fn a_sample_tells_how_many_positions_and_moves_there_are() {
    is_near::<Pawn>("6/6/2O3/H2H2/OH1X2/6_r");
    is_near::<Race>("A9/10/10/3H6/10/10/10/10/10/9B_a");
    is_near::<Cannons>("01100_r");
    is_near::<Quixo>("3x3");
    is_near::<ConnectFour>("4x4");
}

/// Earlier, a list of blocks for all 847,288,609,443 boards needed 13 GB before the first board was examined.
#[test]
#[ignore = "slow: makes a sample of a large board"]
fn a_sample_of_a_board_that_nobody_solves_notes_nothing_of_all() {
    let (five, _) = Quixo::parse("5x5").unwrap();
    assert_eq!((five.slots(), five.facts().bytes), (3_u64.pow(25), 0));
    let first = five.slots() / 3;
    let mut seeds = Vec::new();
    five.each_seed(first..first + 1000, |seed| seeds.push(seed));
    for (slot, seed) in (first..).map(Slot).zip(seeds) {
        let position = five.position(slot).unwrap();
        match seed {
            Seed::Open(open) => assert_eq!(open, five.open_moves(&position), "slot {slot:?}"),
            Seed::Decided(_) | Seed::Elided(_) => {
                let is_leaf = five.ending(&position).is_some() || five.wins_at_once(&position);
                assert!(is_leaf || five.open_moves(&position) == 0, "slot {slot:?}");
            }
            Seed::Hole => panic!("slot {slot:?} holds a board"),
        }
    }
    let sampled = estimate_by_sample(&five);
    assert!(sampled.positions == five.slots() && sampled.moves > sampled.positions, "{sampled:?}");
}
