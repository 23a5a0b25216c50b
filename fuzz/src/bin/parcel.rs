//! Parcels of messages from other processes.
#![no_main]

// Its limit of memory holds here, too.
use retrograde_fuzz as _;

libfuzzer_sys::fuzz_target!(|input: &[u8]| retrograde::solve::fuzzing::parcel(input));
