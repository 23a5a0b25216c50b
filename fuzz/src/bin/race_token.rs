//! Tokens of `race`.
#![no_main]

use retrograde_games::race::Race;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Race>(text));
