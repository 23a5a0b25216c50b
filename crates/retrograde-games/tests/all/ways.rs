//! Checks that three algorithms give the same values for every built-in game that supports them. The first uses the
//! rules alone, the second the numbering and stored predecessors, and the third the un-moves of the game.

use retrograde::author::AnyGame;
use retrograde::judge::oracle;
use retrograde::kernel::solve;
use retrograde::{Game, Linked, Notation, Numbered, Options, Reversible};
use retrograde_games::cannons::Cannons;
use retrograde_games::chess::Chess;
use retrograde_games::connect4::ConnectFour;
use retrograde_games::dobutsu::Dobutsu;
use retrograde_games::graph::Graph;
use retrograde_games::pawn::Pawn;
use retrograde_games::quixo::Quixo;
use retrograde_games::race::Race;
use retrograde_games::teeko::Teeko;
use retrograde_games::tictactoe::TicTacToe;
use retrograde_service::registry::Registry;

const OPTIONS: Options<'static> = Options { threads: 1, ..Options::DEFAULT };

/// Checks that the reachable positions have the same values by the rules alone as in the whole table. Returns the
/// number of compared positions.
fn rules_and_numbers<G: Notation + Numbered>(text: &str) -> u64 {
    let (game, start) = G::parse(text).unwrap();
    let by_numbers = solve(&Linked::new(&game, &OPTIONS).unwrap(), &OPTIONS).unwrap();
    let explored = Linked::explored(&game, [start], &OPTIONS).unwrap();
    let by_rules = solve(&explored, &OPTIONS).unwrap();
    for (slot, value) in by_rules.values() {
        let position = explored.position(slot).unwrap();
        assert_eq!(by_numbers.value(game.slot(&position)), Some(value), "{text}: {}", game.token(&position));
    }
    explored.slots()
}

/// Like [`rules_and_numbers`], and also compares every slot with the solve by un-moves.
fn all_three<G: Notation + Reversible>(text: &str) -> u64 {
    let (game, _) = G::parse(text).unwrap();
    let by_numbers = solve(&Linked::new(&game, &OPTIONS).unwrap(), &OPTIONS).unwrap();
    let by_unmoves = solve(&game, &OPTIONS).unwrap();
    assert!(by_numbers.values().eq(by_unmoves.values()), "{text}");
    rules_and_numbers::<G>(text)
}

/// Checks, for a game whose positions share slots, that the reachable positions have the same values by un-moves as by
/// the rules.
fn folded<G: Notation + Reversible>(text: &str) -> u64 {
    let (game, start) = G::parse(text).unwrap();
    let by_unmoves = solve(&game, &OPTIONS).unwrap();
    let explored = Linked::explored(&game, [start], &OPTIONS).unwrap();
    let by_rules = solve(&explored, &OPTIONS).unwrap();
    for (slot, value) in by_rules.values() {
        let position = explored.position(slot).unwrap();
        assert_eq!(by_unmoves.value(game.slot(&position)), Some(value), "{text}: {}", game.token(&position));
    }
    explored.slots()
}

/// Checks that the reachable positions of dobutsu shogi have the same values by un-moves as by the rules. Finished
/// positions, and positions in which the mover can win with the next move, have no slot. They are not compared.
fn dobutsu(text: &str) -> u64 {
    let (game, start) = Dobutsu::parse(text).unwrap();
    let by_unmoves = solve(&game, &OPTIONS).unwrap();
    let explored = Linked::explored(&game, [start], &OPTIONS).unwrap();
    let by_rules = solve(&explored, &OPTIONS).unwrap();
    for (slot, value) in by_rules.values() {
        let position = explored.position(slot).unwrap();
        if game.over(&position).is_none() && !game.wins_at_once(&position) {
            assert_eq!(by_unmoves.value(game.slot(&position)), Some(value), "{text}: {}", game.token(&position));
        }
    }
    explored.slots()
}

#[test]
fn every_game_has_the_same_values_by_each_way() {
    let pawn = ["2O/1H1/XO1_r", "O2/1X1/2O_b", "5/5/2O2/H2H1/OH1X1_r"];
    let race = ["A3/1H2/4/3B_a", "A2/3/2B_b", "1A2/1H2/4/3B_b_a1.d4"];
    let cannons = ["01100_r", "011001_b", "1010011_r"];
    let graph = ["1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1", "x.a.o.x.y/y.b.o.x_x"];
    let mut seen = pawn.map(all_three::<Pawn>).to_vec();
    seen.extend(race.map(all_three::<Race>));
    seen.extend(cannons.map(all_three::<Cannons>));
    seen.extend(graph.map(rules_and_numbers::<Graph>));
    seen.extend(["3x3", "2/XO_x", "1X2/1O2_x"].map(folded::<ConnectFour>));
    seen.extend(["2x3", "3/1XO_x", "3x3"].map(folded::<Quixo>));
    seen.push(folded::<Chess>("7k/8/8/8/8/8/8/K7_b"));
    seen.extend(["1l1/1c1/3/1L1_sente", "1l1/3/3/1L1_sente_E_take"].map(dobutsu));
    assert!(seen.iter().all(|&positions| positions > 1), "{seen:?}");
}

/// Compares the values of tic-tac-toe, which has only rules, with the oracle (a slow reference solver).
#[test]
fn a_game_of_rules_alone_has_the_textbooks_values() {
    let start = TicTacToe::parse("X2/1O1/2X_o").unwrap().1;
    let explored = Linked::explored(TicTacToe, [start], &OPTIONS).unwrap();
    let values = solve(&explored, &OPTIONS).unwrap();
    let truth = oracle(&TicTacToe, [start]);
    assert_eq!(truth.len() as u64, explored.slots());
    assert!(truth.iter().all(|(position, value)| values.value(explored.slot(position)) == Some(*value)));
}

#[test]
fn no_game_is_left_out() {
    let ids: Vec<_> = Registry::from_iter(retrograde_games::builtin()).games().map(|game| game.about().id).collect();
    let contests = [Pawn::ID, Race::ID, Cannons::ID, TicTacToe::ID];
    let pawns = ["hexapawn", "breakthrough"];
    let others = [Quixo::ID, Teeko::ID, ConnectFour::ID];
    let all = [&contests[..], &others, &pawns, &[Chess::ID, Dobutsu::ID, Graph::ID]].concat();
    assert_eq!(ids, all);
}

#[test]
fn every_game_keeps_its_laws() {
    for game in retrograde_games::builtin() {
        let checked = game.laws(600, 0).unwrap().unwrap_or_else(|broken| panic!("{broken}"));
        assert!(checked.positions > 0, "{}", game.about().id);
    }
}

#[test]
fn a_game_alone_stands_for_its_usual_start() {
    let registry = Registry::from_iter(retrograde_games::builtin());
    for about in registry.games().map(AnyGame::about) {
        assert_eq!(registry.open(about.id).unwrap().token(), about.examples[0], "{}", about.id);
        assert_eq!(registry.by_id(about.id), about.examples[0]);
    }
    assert_eq!(registry.open("quixo:3x3").unwrap().token(), "quixo:3/3/3_x");
    assert!(registry.open("nothing").is_err());
}
