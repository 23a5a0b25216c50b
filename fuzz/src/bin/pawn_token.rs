//! Tokens of `pawn`.
#![no_main]

use retrograde_games::pawn::Pawn;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Pawn>(text));
