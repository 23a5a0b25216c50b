//! What comes on the sockets of a cluster.
#![no_main]

// Its limit of memory holds here, too.
use retrograde_fuzz as _;

libfuzzer_sys::fuzz_target!(|input: &[u8]| retrograde_cluster::fuzzing::cluster(input));
