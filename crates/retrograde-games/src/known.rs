//! Inputs that programs are known to fail on: the verified cases of the contests, which any program is tested with first, and which the files of subtasks include.

use retrograde::author::KnownStart;

include!(concat!(env!("OUT_DIR"), "/known.rs"));
