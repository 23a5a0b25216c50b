//! Tokens of `graph`.
#![no_main]

use retrograde_games::graph::Graph;

libfuzzer_sys::fuzz_target!(|text: &str| retrograde_fuzz::check_token::<Graph>(text));
