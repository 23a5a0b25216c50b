//! Input files of `p7387`.
#![no_main]

use retrograde_games::cannons::p7387::P7387;

libfuzzer_sys::fuzz_target!(|input: &[u8]| retrograde_fuzz::check_judged(&P7387, input));
