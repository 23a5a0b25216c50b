//! The query of a request, which consists of the parameters after `?`. An unknown parameter is an error.

use std::collections::BTreeMap;
use std::str::FromStr;

use retrograde::rules::printable;
use retrograde_service::failure::{Failure, Thing};

use crate::messages::{Expected, Hint, Wrong};

/// The names and the values of the parameters in a query, percent-decoded.
#[derive(Debug)]
pub(crate) struct Query {
    values: BTreeMap<String, String>,
}

impl Query {
    pub(crate) fn new(text: &str) -> Self {
        let pairs = form_urlencoded::parse(text.as_bytes());
        Self { values: pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect() }
    }

    /// Returns an error if the query has a parameter whose name is not in `known`.
    pub(crate) fn only(self, known: &[&str]) -> Result<Self, Failure> {
        match self.values.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) if known.is_empty() => Err(Failure::usage(Wrong::NoParameters { name: printable(name) })),
            Some(name) => Err(Failure::unknown("usage", Thing::Parameter, name, known)),
            None => Ok(self),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Returns the value of the parameter `pos`, which is the token of a position. Returns an error if the query has no
    /// `pos`.
    pub(crate) fn pos(&self) -> Result<String, Failure> {
        let missing = || Failure::usage(Wrong::Missing { name: "pos" }).hint(Hint::SuchAs);
        self.text("pos").map(str::to_owned).ok_or_else(missing)
    }

    /// Returns the value of a parameter; `None` if the query does not have the parameter. If the value is invalid, the
    /// error names the values `expected`.
    pub(crate) fn value<T: FromStr>(&self, name: &str, expected: Expected) -> Result<Option<T>, Failure> {
        let wrong = |text: &str| Failure::usage(parameter(name, text, expected));
        self.text(name).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
    }

    /// Returns the value of a parameter as a number. The number must be at most `most`. If the query does not have the
    /// parameter, returns `usual`.
    pub(crate) fn number(&self, name: &str, usual: usize, most: usize) -> Result<usize, Failure> {
        let expected = Expected::Between { least: 0, most: most as u64 };
        match self.value(name, expected)? {
            None => Ok(usual),
            Some(number) if number <= most => Ok(number),
            Some(number) => Err(Failure::usage(parameter(name, &number.to_string(), expected))),
        }
    }

    /// Returns whether the value of a parameter is `1` (true) or `0` (false). If the query does not have the parameter,
    /// returns `usual`.
    pub(crate) fn flag(&self, name: &str, usual: bool) -> Result<bool, Failure> {
        match self.text(name) {
            None => Ok(usual),
            Some("1" | "true" | "") => Ok(true),
            Some("0" | "false") => Ok(false),
            Some(text) => Err(Failure::usage(parameter(name, text, Expected::Flag))),
        }
    }
}

pub(crate) fn parameter(name: &str, found: &str, expected: Expected) -> Wrong {
    Wrong::Parameter { name: name.to_owned(), found: printable(found), expected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded_and_checked() {
        let query = Query::new("pos=pawn%3A1HX%20r&n=7&moves").only(&["pos", "n", "moves"]).unwrap();
        assert_eq!(query.pos().unwrap(), "pawn:1HX r");
        assert_eq!(query.number("n", 3, 10).unwrap(), 7);
        assert_eq!(query.number("max", 3, 10).unwrap(), 3);
        assert!(query.flag("moves", false).unwrap() && query.flag("line", true).unwrap());
    }

    #[test]
    fn wrong_values_are_named() {
        let message = |failure: Failure| failure.message.to_string();
        let query = Query::new("n=11&moves=perhaps&seed=-1");
        assert_eq!(message(query.number("n", 3, 10).unwrap_err()), "`n` is `11`, expected a number from 0 to 10");
        assert_eq!(message(query.flag("moves", false).unwrap_err()), "`moves` is `perhaps`, expected 1 or 0");
        assert_eq!(
            message(query.value::<u64>("seed", Expected::FROM_0).unwrap_err()),
            "`seed` is `-1`, expected a number from 0 on"
        );
        assert_eq!(message(query.pos().unwrap_err()), "the parameter `pos` is missing");
        let unknown = Query::new("possition=1").only(&["pos", "moves"]).unwrap_err();
        assert_eq!(unknown.message.to_string(), "no parameter is called `possition`");
        assert!(unknown.hint.unwrap().to_string().contains("did you mean `pos`"));
    }
}
