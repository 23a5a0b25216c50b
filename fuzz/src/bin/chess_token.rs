//! Tokens of `chess`.
#![no_main]

use retrograde_games::chess::Chess;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Chess>(text));
