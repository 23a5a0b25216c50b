//! Expectations of a script about a position, such as `win<=75`, `red` or `draw`.

use std::fmt;
use std::str::FromStr;

use retrograde::author::About;
use retrograde::{Kind, Side};
use retrograde_service::filter::side_named;
use retrograde_service::report::Head;

use crate::messages::{BadValue, Wrong};

/// An expected result. An expectation is a class of values for the side to move, or the winner's name, with an optional
/// bound on the depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    word: String,
    depth: Option<(Relation, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Least,
    Most,
    Above,
    Below,
    Equal,
}

impl Relation {
    /// The signs of relations. Longer signs stand first, so that the parser does not read `<=` as `<`.
    const SIGNS: [(&'static str, Self); 5] =
        [("<=", Self::Most), (">=", Self::Least), ("<", Self::Below), (">", Self::Above), ("=", Self::Equal)];

    const fn holds(self, depth: u32, bound: u32) -> bool {
        match self {
            Self::Least => depth >= bound,
            Self::Most => depth <= bound,
            Self::Above => depth > bound,
            Self::Below => depth < bound,
            Self::Equal => depth == bound,
        }
    }

    fn sign(self) -> &'static str {
        Self::SIGNS.iter().find(|(_, relation)| *relation == self).map_or("", |(sign, _)| sign)
    }
}

impl FromStr for Expectation {
    type Err = BadValue;

    fn from_str(text: &str) -> Result<Self, BadValue> {
        let sign = Relation::SIGNS.iter().find_map(|(sign, relation)| Some((text.split_once(sign)?, *relation)));
        let (word, depth) = match sign {
            None => (text, None),
            Some(((word, bound), relation)) => {
                let bound = bound.trim().parse().map_err(|_| BadValue::Plies)?;
                (word, Some((relation, bound)))
            }
        };
        let word = word.trim().to_ascii_lowercase();
        match Kind::from_word(&word) {
            _ if word.is_empty() => Err(BadValue::Expectation),
            Some(Kind::Draw) if depth.is_some() => Err(BadValue::DepthOfDraw),
            _ => Ok(Self { word, depth }),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)?;
        self.depth.map_or(Ok(()), |(relation, bound)| write!(f, "{}{bound}", relation.sign()))
    }
}

/// An expectation about positions of a given game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    result: ExpectedOutcome,
    depth: Option<(Relation, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedOutcome {
    /// A class for the side to move.
    Class(Kind),
    Winner(Side),
}

impl Expectation {
    /// Interprets the word of the expectation for a given game, as a class of values or as a winner.
    pub(crate) fn of(&self, about: &About) -> Result<Expected, Wrong> {
        let side = || side_named(&self.word, about).map(ExpectedOutcome::Winner);
        let result = Kind::from_word(&self.word).map(ExpectedOutcome::Class).or_else(side).ok_or_else(|| {
            let words: Vec<_> = Kind::ALL.map(Kind::word).into_iter().chain(about.sides).collect();
            Wrong::NotExpected { word: self.word.clone(), game: about.id, known: words.join(", ") }
        })?;
        Ok(Expected { result, depth: self.depth })
    }
}

impl Expected {
    /// Whether a value is as expected. If the expectation has a bound on the depth, a value with an unknown depth does
    /// not meet the expectation.
    pub(crate) fn is_met(self, head: &Head) -> bool {
        let result = match self.result {
            ExpectedOutcome::Class(kind) => head.value == kind,
            ExpectedOutcome::Winner(side) => head.winner.is_some_and(|winner| winner.side == side),
        };
        let depth = |(relation, bound): (Relation, u32)| head.depth.is_some_and(|depth| relation.holds(depth, bound));
        result && self.depth.is_none_or(depth)
    }
}

#[cfg(test)]
mod tests {
    use retrograde::Term;
    use retrograde_service::report::{Player, SCHEMA};

    use super::*;

    const PAWN_RED: Player = Player { side: Side::First, name: Term::new("red", "红方") };

    fn expected(text: &str) -> Result<Expected, String> {
        text.parse::<Expectation>()
            .map_err(|bad| bad.to_string())?
            .of(&About::new("pawn", ["red", "black"], "", "", []))
            .map_err(|wrong| wrong.to_string())
    }

    fn red_wins_in(depth: u32) -> Head {
        Head {
            schema: SCHEMA,
            pos: "pawn:1".to_owned(),
            game: "pawn",
            turn: PAWN_RED,
            value: Kind::Win,
            winner: Some(PAWN_RED),
            depth: Some(depth),
            depth_known: true,
            unit: "ply",
            over: None,
        }
    }

    #[test]
    fn expectations_compare_class_winner_and_depth() {
        let met = ["win", "red", "win<=75", "red>=75", "Win = 75", "win<76", "win>74"];
        let not_met = ["loss", "tie", "draw", "black", "win<75", "win>75", "win=74"];
        for (texts, verdict) in [(&met[..], true), (&not_met[..], false)] {
            for text in texts {
                assert_eq!(expected(text).unwrap().is_met(&red_wins_in(75)), verdict, "{text}");
            }
        }
    }

    #[test]
    fn a_draw_has_no_depth_to_bound() {
        let draw = Head { value: Kind::Draw, winner: None, depth: None, ..red_wins_in(0) };
        assert!(expected("draw").unwrap().is_met(&draw));
        assert_eq!("draw>=0".parse::<Expectation>(), Err(BadValue::DepthOfDraw));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "<=75", "win<=", "win<=x", "win<=-1", "draw<=75"] {
            assert!(text.parse::<Expectation>().is_err(), "{text}");
        }
        assert!(expected("white").is_err() && expected("red").is_ok());
    }
}
