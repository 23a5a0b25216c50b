//! Tokens of `teeko`.
#![no_main]

use retrograde_games::teeko::Teeko;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Teeko>(text));
