//! Tests that the server's answers match the schemas of `openapi.json`. The tests have their own package, since the
//! schema validator needs 28 crates.
