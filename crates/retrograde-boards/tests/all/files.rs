//! All game files in `examples/games`.
