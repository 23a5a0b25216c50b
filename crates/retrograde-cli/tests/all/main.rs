//! Tests of the program and its verbs. All tests are one test program, because each test program would link all of
//! `retrograde`. The tests in `recorded` are a separate program, because they can also record outputs, and can test
//! another program.
#![allow(clippy::unwrap_used, reason = "a test may panic, and so may its helpers")]

#[cfg(target_os = "linux")]
mod address_space;
mod arguments;
mod bulk;
mod certificates;
mod check;
mod children;
mod chinese;
mod climb;
#[cfg(all(unix, feature = "cluster"))]
mod cluster;
#[cfg(unix)]
mod completions;
#[cfg(all(unix, feature = "cluster"))]
mod deploy;
#[path = "../../benches/faults/ended.rs"]
mod ended;
#[cfg(unix)]
mod examples;
mod faults;
mod fifteen;
mod file_node;
mod flood;
mod histogram;
#[cfg(all(unix, feature = "cluster"))]
#[path = "../../benches/cluster/job.rs"]
mod job;
#[cfg(all(unix, feature = "cluster"))]
mod joining;
mod killers;
mod laws;
mod memory;
mod new;
mod output;
mod outside;
mod packed;
#[cfg(target_os = "linux")]
#[path = "../../../../xtask/src/peak.rs"]
mod peak;
mod pipe;
mod play;
mod program;
mod readme_data;
mod regression;
mod samples;
mod serve;
mod service;
mod solutions;
mod solve;
#[cfg(all(target_os = "linux", feature = "cluster"))]
mod ssh;
mod stored_tables;
mod stress;
mod subtasks;
mod table;
mod terminal;
mod two_left;
mod urls;
mod walks;
