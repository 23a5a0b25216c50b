//! Chooses the language of failures according to the client's preferences. The codes of failures, and the places in
//! their inputs, are the same in all languages.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use hyper::HeaderMap;
use hyper::header::ACCEPT_LANGUAGE;
use hyper::http::request::Parts;
use retrograde::rules::message::Language;

/// The language in which the server reports failures to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spoken(pub(crate) Language);

impl<S: Sync> FromRequestParts<S> for Spoken {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(Self::of(&parts.headers)))
    }
}

impl Spoken {
    /// Returns the language that the client prefers among the languages of the server. If the client accepts no
    /// language of the server, returns English.
    pub(crate) fn of(headers: &HeaderMap) -> Language {
        let accepted = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
        let ranges = accepted.flat_map(|value| value.split(',')).filter_map(spoken);
        // If the client prefers several languages equally, the first one in the header is used.
        let best = ranges.reduce(|best, range| if range.1 > best.1 { range } else { best });
        best.filter(|(_, quality)| *quality > 0.0).map_or(Language::English, |(language, _)| language)
    }
}

/// Parses one entry of the client's list of languages, such as `zh-CN;q=0.9`. Returns the language and its weight `q`
/// in the client's preferences. Returns `None` if the server does not have this language.
fn spoken(range: &str) -> Option<(Language, f32)> {
    let mut parts = range.split(';').map(str::trim);
    let language = match parts.next()?.split('-').next()?.to_ascii_lowercase().as_str() {
        "zh" => Language::Chinese,
        "en" => Language::English,
        _ => return None,
    };
    let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |quality| quality.parse().ok());
    Some((language, quality?))
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn the_language_liked_best_is_spoken() {
        for (accepted, language) in [
            ("zh", Language::Chinese),
            ("ZH-cn, en;q=0.9", Language::Chinese),
            ("en-GB,en;q=0.9,zh;q=0.8", Language::English),
            ("de, zh;q=0.3, fr;q=0.9", Language::Chinese),
            ("en;q=0.2, zh;q=0.3", Language::Chinese),
            ("zh;q=0", Language::English),
            ("zh;q=x", Language::English),
            ("zhuang, *", Language::English),
            ("", Language::English),
        ] {
            let headers = [(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted))].into_iter().collect();
            assert_eq!(Spoken::of(&headers), language, "{accepted}");
        }
        assert_eq!(Spoken::of(&HeaderMap::new()), Language::English);
    }
}
