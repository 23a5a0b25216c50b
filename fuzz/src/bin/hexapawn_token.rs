//! Tokens of `hexapawn`.
#![no_main]

use retrograde_games::pawns::{Hexapawn, Pawns};

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Pawns<Hexapawn>>(text));
