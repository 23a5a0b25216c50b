//! The examples of the help and the manual.

/// The examples at the head of the help: what they do, and the command.
pub(crate) const EXAMPLES: [(&str, &str); 3] = [
    ("answer a judge's input file", "retrograde answer p9169 < zu.in > zu.out"),
    ("tell who wins a position, how fast, and how", "retrograde probe pawn:3HO/1H2H/HOH2/1H2X_r"),
    ("make 10 boards that Red wins in 41 plies or more", "retrograde gen pawn --value win --min-depth 41 -n 10"),
];
