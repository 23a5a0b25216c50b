//! The built-in games of retrograde.

pub mod cannons;
pub mod chess;
mod colex;
pub mod connect4;
pub mod dobutsu;
mod drafts;
mod fixed;
pub mod graph;
pub mod grid;
mod known;
mod looks;
pub mod messages;
mod open;
pub mod pawn;
pub mod pawns;
pub mod published;
pub mod quixo;
pub mod race;
pub mod scan;
mod shape;
pub mod teeko;
pub mod tictactoe;
pub mod token;

use retrograde::author::{AnyGame, Entry};

use crate::cannons::Cannons;
use crate::cannons::p7387::P7387;
use crate::chess::{Chess, ChessLooks};
use crate::connect4::ConnectFour;
use crate::dobutsu::Dobutsu;
use crate::graph::{EdgeList, Graph};
use crate::pawn::{P9169, Pawn};
use crate::pawns::PawnGame;
use crate::quixo::Quixo;
use crate::race::Race;
use crate::race::p4658::P4658;
use crate::teeko::Teeko;
use crate::tictactoe::TicTacToe;

/// Returns all built-in games, the contest games first. This crate's tests check the laws of each game. A law is a
/// property such as "each un-move reverses a move".
pub fn builtin() -> Vec<Box<dyn AnyGame>> {
    vec![
        Box::new(
            Entry::<Pawn>::reversible()
                .tested()
                .own_table()
                .pieces()
                .looks(pawn::PawnLooks)
                .contest(P9169)
                .generator(pawn::random)
                .shortcut(pawn::shortcut)
                .climber(pawn::climber)
                .starts(pawn::Starts),
        ),
        Box::new(
            Entry::<Race>::reversible()
                .tested()
                .pieces()
                .looks(race::RaceLooks)
                .contest(P4658)
                .generator(race::random)
                .shortcut(race::shortcut)
                .strategy_proof(race::strategy_proof)
                .starts(race::Starts),
        ),
        Box::new(
            Entry::<Cannons>::reversible()
                .tested()
                .looks(cannons::CannonLooks)
                .contest(P7387)
                .generator(cannons::random)
                .shortcut(cannons::shortcut)
                .strategy_proof(cannons::strategy_proof)
                .beyond(cannons::long::open)
                .starts(cannons::Starts),
        ),
        Box::new(Entry::<TicTacToe>::rules().tested().looks(tictactoe::TicTacToeLooks).also_called(&[
            "井字棋",
            "圈叉棋",
            "ttt",
            "noughts and crosses",
        ])),
        Box::new(Entry::<Quixo>::reversible().tested().looks(quixo::QuixoLooks).also_called(&["推方块"])),
        Box::new(Entry::<Teeko>::reversible().tested().looks(teeko::TeekoLooks).also_called(&["四子连方"])),
        Box::new(Entry::<ConnectFour>::reversible().tested().looks(connect4::ConnectFourLooks).also_called(&[
            "connect four",
            "四子棋",
            "屏风式四子棋",
        ])),
        Box::new(PawnGame::Hexapawn.entry().also_called(&["octopawn", "六兵棋"])),
        Box::new(PawnGame::Breakthrough.entry().also_called(&["突破棋"])),
        Box::new(Entry::<Chess>::reversible().tested().tiered().looks(ChessLooks).also_called(&[
            "chess endings",
            "endgame tablebase",
            "国际象棋",
            "西洋棋",
            "残局",
        ])),
        Box::new(
            Entry::<Dobutsu>::reversible()
                .file_order()
                .fast_expansion()
                .tested()
                .looks(dobutsu::DobutsuLooks)
                .also_called(&["动物将棋", "animal shogi", "dobutsu shogi", "どうぶつしょうぎ"]),
        ),
        Box::new(
            Entry::<Graph>::numbered().tested().looks(graph::GraphLooks).contest(EdgeList).files(graph::read_file),
        ),
    ]
}
