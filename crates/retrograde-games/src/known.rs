//! Known hard cases: verified inputs of the contests on which programs are known to fail. `stress` tests a program with
//! these inputs first, and the generated files of subtasks include their starts.

use retrograde::author::KnownStart;

include!(concat!(env!("OUT_DIR"), "/known.rs"));
