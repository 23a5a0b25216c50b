//! Inputs on which programs are known to fail: the verified cases of the contests. Tests of a program begin with them,
//! and the files of subtasks include them.

use retrograde::author::KnownStart;

include!(concat!(env!("OUT_DIR"), "/known.rs"));
