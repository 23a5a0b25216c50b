//! Tokens of `breakthrough`.
#![no_main]

use retrograde_games::pawns::{Breakthrough, Pawns};

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Pawns<Breakthrough>>(text));
