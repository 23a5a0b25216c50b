//! Input files of `p9169`.
#![no_main]

use retrograde_games::pawn::P9169;

libfuzzer_sys::fuzz_target!(|input: &[u8]| retrograde_fuzz::check_judged(&P9169, input));
