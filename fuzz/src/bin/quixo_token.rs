//! Tokens of `quixo`.
#![no_main]

use retrograde_games::quixo::Quixo;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Quixo>(text));
