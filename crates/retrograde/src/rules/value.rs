//! The value of a position, and the number of plies to the end.

use std::cmp::Ordering;
use std::fmt;

use crate::rules::side::Side;

/// The number of plies (turns of one player) to the end of the game. The number is never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Depth(u32);

impl Depth {
    /// The depth of a finished position, 0 plies.
    pub const ZERO: Self = Self(0);

    /// Creates a depth of `plies` plies.
    #[inline]
    pub const fn new(plies: u32) -> Self {
        Self(plies)
    }

    /// Returns the number of plies.
    #[inline]
    pub const fn plies(self) -> u32 {
        self.0
    }

    /// Returns the depth that is `plies` plies greater.
    ///
    /// # Panics
    /// Panics if the sum exceeds `u32::MAX` plies.
    #[inline]
    #[track_caller]
    #[must_use]
    pub const fn plus(self, plies: u32) -> Self {
        match self.0.checked_add(plies) {
            Some(sum) => Self(sum),
            None => panic!("a depth exceeds u32::MAX plies"),
        }
    }

    /// Returns the number of plies by which `self` exceeds `earlier`. Returns `None` if `earlier` is greater.
    #[inline]
    pub const fn checked_sub(self, earlier: Self) -> Option<u32> {
        self.0.checked_sub(earlier.0)
    }
}

impl fmt::Display for Depth {
    /// Prints `1 ply`, `14 plies`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 ply"),
            n => write!(f, "{n} plies"),
        }
    }
}

/// The value of a position for the player to move, if both sides play perfectly.
///
/// Depths count plies to the end of the game. The winner prefers a short game, and the loser prefers a long game. If
/// perfect play ends in a tie, both players prefer a short game. Each player's order of preference is short `Win` >
/// long `Win` > short `Tie` > long `Tie` > `Draw` > long `Loss` > short `Loss`. The order [`Ord`] is the same, and the
/// better value is greater.
///
/// ```
/// use retrograde::{Depth, Value};
/// let (soon, late) = (Depth::new(1), Depth::new(9));
/// assert!(Value::Win(soon) > Value::Win(late));
/// assert!(Value::Win(late) > Value::Tie(soon));
/// assert!(Value::Tie(late) > Value::Draw);
/// assert!(Value::Draw > Value::Loss(late));
/// assert!(Value::Loss(late) > Value::Loss(soon));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins in this number of plies.
    Win(Depth),
    /// The player to move loses in this number of plies.
    Loss(Depth),
    /// The game ends in a tie after this number of plies.
    Tie(Depth),
    /// The game never ends, because neither side can force an ending that it prefers to an endless game.
    Draw,
}

/// The four classes of values, without depths. The word, the mark and the colour of a value depend only on its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Kind {
    /// The player to move loses.
    Loss,
    /// The game never ends.
    Draw,
    /// The game ends in a tie.
    Tie,
    /// The player to move wins.
    Win,
}

impl Kind {
    /// All classes, from the best to the worst for the side to move.
    pub const ALL: [Self; 4] = [Self::Win, Self::Tie, Self::Draw, Self::Loss];

    /// Returns the English word, as in JSON and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Tie => "tie",
            Self::Draw => "draw",
        }
    }

    /// Returns the class named by `word`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Returns the class of the same position from the opponent's point of view.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Tie | Self::Draw => self,
        }
    }

    /// Returns the side that wins if `mover` is to move. Returns `None` for ties and draws.
    #[inline]
    pub const fn winner(self, mover: Side) -> Option<Side> {
        match self {
            Self::Win => Some(mover),
            Self::Loss => Some(mover.other()),
            Self::Tie | Self::Draw => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Value {
    /// Returns the class of the value, without the depth.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Win(_) => Kind::Win,
            Self::Loss(_) => Kind::Loss,
            Self::Tie(_) => Kind::Tie,
            Self::Draw => Kind::Draw,
        }
    }

    /// Returns the number of plies to the end of the game. Returns `None` for a draw, which has no end.
    #[inline]
    pub const fn depth(self) -> Option<Depth> {
        match self {
            Self::Win(d) | Self::Loss(d) | Self::Tie(d) => Some(d),
            Self::Draw => None,
        }
    }

    /// Returns the side that wins if `mover` is to move. Returns `None` for ties and draws.
    #[inline]
    pub const fn winner(self, mover: Side) -> Option<Side> {
        self.kind().winner(mover)
    }

    /// Returns the value of a child from the point of view of the player who moves in the parent. Wins and losses are
    /// swapped, unless the same player moves in both positions (`same_mover` is true). The depth does not change.
    ///
    /// ```
    /// use retrograde::{Depth, Value};
    /// let child = Value::Loss(Depth::new(4));
    /// assert_eq!(child.for_parent(false), Value::Win(Depth::new(4)));
    /// assert_eq!(child.for_parent(true), child);
    /// ```
    #[inline]
    #[must_use]
    pub const fn for_parent(self, same_mover: bool) -> Self {
        match (self, same_mover) {
            (Self::Win(d), false) => Self::Loss(d),
            (Self::Loss(d), false) => Self::Win(d),
            (value, _) => value,
        }
    }

    /// Returns the value of a parent whose best move has this value. The class is the same, and the depth is one ply
    /// greater.
    #[inline]
    #[must_use]
    pub const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win(d) => Self::Win(d.plus(1)),
            Self::Loss(d) => Self::Loss(d.plus(1)),
            Self::Tie(d) => Self::Tie(d.plus(1)),
            Self::Draw => Self::Draw,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.kind().cmp(&other.kind()).then_with(|| match (self, other) {
            (Self::Win(a), Self::Win(b)) | (Self::Tie(a), Self::Tie(b)) => b.cmp(a),
            (Self::Loss(a), Self::Loss(b)) => a.cmp(b),
            _ => Ordering::Equal,
        })
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    /// Prints `win in 14 plies`, `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth() {
            Some(depth) => write!(f, "{} in {depth}", self.kind()),
            None => write!(f, "{}", self.kind()),
        }
    }
}
