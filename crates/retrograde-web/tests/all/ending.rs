//! Tests a server that another process asks to end.
#![cfg(unix)]

use std::process::Command;
use std::sync::Arc;

use retrograde_service::registry::Registry;
use retrograde_web::{Server, Stopped};

use crate::client::settings;

#[test]
fn a_signal_that_comes_before_the_first_answer_is_heard() {
    let server = Server::bind(Arc::new(Registry::from_iter([])), settings()).unwrap();
    let stop = server.interrupted().unwrap();
    // The address has been printed by now. From here on, another process may end this process.
    let kill = format!("kill -TERM {}", std::process::id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    assert_eq!(server.run(stop), Stopped::InOrder);
}
