//! The laws of all parsers. A law is a property that must hold for every input. In the code, a law is a function. The
//! function receives the bytes of an input, and panics if the input breaks the law.
//!
//! An input breaks a law if the function panics, aborts, runs for more than ten seconds, or allocates more than 64 MiB.
//! `tests/replay.rs` checks each law on its seeds and on mutants of the seeds. The libFuzzer program in `fuzz/`
//! searches for more inputs. Code coverage guides this search. If a law needs private code of another crate, the other
//! crate defines the law. The law is then a fuzz target only with `--cfg fuzzing`.

mod certificate;
mod contest;
mod forms;
mod game_file;
mod hosts;
mod table;
mod token;

use contest::{check_contest, check_judged};
use retrograde_games::cannons::Cannons;
use retrograde_games::cannons::p7387::P7387;
use retrograde_games::chess::Chess;
use retrograde_games::connect4::ConnectFour;
use retrograde_games::dobutsu::Dobutsu;
use retrograde_games::graph::{EdgeList, Graph};
use retrograde_games::pawn::{P9169, Pawn};
use retrograde_games::pawns::PawnGame;
use retrograde_games::quixo::Quixo;
use retrograde_games::race::Race;
use retrograde_games::race::p4658::P4658;
use retrograde_games::teeko::Teeko;
use retrograde_games::tictactoe::TicTacToe;
use token::{check_token, check_tokens};

#[cfg(fuzzing)]
use forms::GAMES;

/// A fuzz target, which is a law with a name.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the target. The folder of the target's seeds in `fuzz/corpus` has the same name.
    pub name: &'static str,
    /// The law, as a function that panics if the input breaks the law.
    pub law: fn(&[u8]),
}

/// All targets, sorted by name. `cargo xtask fuzz` reads the names from this list.
pub const TARGETS: &[Target] = &[
    #[cfg(fuzzing)]
    Target { name: "bodies", law: |input| retrograde_api::fuzzing::bodies(&GAMES, input) },
    Target { name: "breakthrough_token", law: |input| check_tokens(&PawnGame::Breakthrough, input) },
    Target { name: "cannons_token", law: check_token::<Cannons> },
    Target { name: "certificate", law: certificate::check_certificate },
    Target { name: "checkpoint", law: table::check_checkpoint },
    Target { name: "chess_token", law: check_token::<Chess> },
    #[cfg(fuzzing)]
    Target { name: "cluster", law: retrograde_cluster::fuzzing::cluster },
    Target { name: "connect4_token", law: check_token::<ConnectFour> },
    Target { name: "dobutsu_token", law: check_token::<Dobutsu> },
    Target { name: "edge_list", law: |input| check_contest(&EdgeList, input) },
    Target { name: "forms", law: forms::check_forms },
    Target { name: "game_file", law: game_file::check_game_file },
    Target { name: "graph_token", law: check_token::<Graph> },
    Target { name: "hexapawn_token", law: |input| check_tokens(&PawnGame::Hexapawn, input) },
    Target { name: "hosts", law: hosts::check_hosts },
    Target { name: "p4658", law: |input| check_judged(&P4658, input) },
    Target { name: "p7387", law: |input| check_judged(&P7387, input) },
    Target { name: "p9169", law: |input| check_judged(&P9169, input) },
    #[cfg(fuzzing)]
    Target { name: "parcel", law: retrograde::kernel::fuzzing::packed_messages },
    Target { name: "pawn_token", law: check_token::<Pawn> },
    Target { name: "quixo_token", law: check_token::<Quixo> },
    Target { name: "race_token", law: check_token::<Race> },
    #[cfg(fuzzing)]
    Target { name: "shares", law: retrograde::kernel::fuzzing::shares },
    Target { name: "table", law: table::check_table },
    Target { name: "teeko_token", law: check_token::<Teeko> },
    Target { name: "tictactoe_token", law: check_token::<TicTacToe> },
];

/// Returns the target with the name `name`.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
