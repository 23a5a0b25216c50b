//! The server's answers against the schemas of `openapi.json`: tests alone, in a package of their own, as they need a validator of 28 crates.
