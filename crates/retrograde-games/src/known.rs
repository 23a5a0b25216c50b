//! Known hard cases. Known hard cases are verified contest inputs that some programs answer wrongly. The command
//! `stress` tests a program with the known hard cases first. The generated files of subtasks include the starts of
//! these hard cases.

use retrograde::author::KnownStart;

include!(concat!(env!("OUT_DIR"), "/known.rs"));
