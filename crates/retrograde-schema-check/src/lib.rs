//! Tests that the server's answers match the schemas of `openapi.json`. The tests have their own package, because the
//! library that validates schemas needs 28 crates.
