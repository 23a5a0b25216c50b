//! Checks the server's answers against the schemas of `openapi.json`. The tests have their own package, since the validator needs 28 crates.
