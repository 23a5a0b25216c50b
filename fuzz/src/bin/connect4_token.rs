//! Tokens of `connect4`.
#![no_main]

use retrograde_games::connect4::ConnectFour;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<ConnectFour>(text));
