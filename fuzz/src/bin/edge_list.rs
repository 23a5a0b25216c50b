//! Edge lists.
#![no_main]

use retrograde_games::graph::EdgeList;

libfuzzer_sys::fuzz_target!(|input: &[u8]| retrograde_fuzz::check_contest(&EdgeList, input));
