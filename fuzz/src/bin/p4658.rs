//! Input files of `p4658`.
#![no_main]

use retrograde_games::race::p4658::P4658;

libfuzzer_sys::fuzz_target!(|input: &[u8]| retrograde_fuzz::check_judged(&P4658, input));
