//! Tokens of `dobutsu`.
#![no_main]

use retrograde_games::dobutsu::Dobutsu;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Dobutsu>(text));
