//! Tokens of `cannons`.
#![no_main]

use retrograde_games::cannons::Cannons;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Cannons>(text));
