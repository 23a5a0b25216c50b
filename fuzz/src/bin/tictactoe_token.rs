//! Tokens of `tictactoe`.
#![no_main]

use retrograde_games::tictactoe::TicTacToe;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<TicTacToe>(text));
