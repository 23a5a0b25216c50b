//! Requests and answers as bytes.
//!
//! ```text
//! request   METHOD PATH?QUERY LANGUAGE \n BODY
//! answer    STATUS \n (NAME: VALUE \n)* \n BODY
//! ```
//!
//! The word `LANGUAGE` is `en` or `zh`. The lines between status and body are HTTP headers.

use bytes::Bytes;
use http::Method;
use retrograde::rules::message::Language;
use retrograde_api::{Answer, AnswerContent, AtOnce, Cache, Request, Stream};

/// The name of the program in the commands that messages suggest.
pub(crate) const PROGRAM: &str = "retrograde";

/// Reads a request. Returns `None` if the first line of the request is malformed.
pub fn request(bytes: &[u8]) -> Option<Request> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let mut words = std::str::from_utf8(&bytes[..end]).ok()?.split(' ');
    let (method, target, language) = (words.next()?, words.next()?, words.next()?);
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Some(Request {
        method: Method::from_bytes(method.as_bytes()).ok()?,
        path: path.to_owned(),
        query: query.to_owned(),
        language: if language == "zh" { Language::Chinese } else { Language::English },
        body: Bytes::copy_from_slice(&bytes[end + 1..]),
    })
}

/// Writes an answer. If the content of the answer is a stream, `host` makes the missing parts.
pub fn answer(answer: Answer, language: Language, host: &AtOnce) -> Vec<u8> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) => {
            let mut lines =
                vec![("content-type", "application/json".to_owned()), ("cache-control", NO_STORE.to_owned())];
            if refusal.may_pass() {
                lines.push(("retry-after", "1".to_owned()));
            }
            return written(refusal.status().as_u16(), &lines, &refusal.body(language, PROGRAM));
        }
    };
    let mut lines = vec![("content-type", answer.content_type.to_owned())];
    match answer.cache {
        Cache::Unsaid => {}
        Cache::Never => lines.push(("cache-control", NO_STORE.to_owned())),
        Cache::Revalidate => lines.push(("cache-control", "no-cache".to_owned())),
        Cache::Tag(tag) => lines.extend([("etag", tag), ("cache-control", "no-cache".to_owned())]),
    }
    lines.extend(answer.location.map(|path| ("location", path)));
    let attachment = answer.file_name.map(|name| format!("attachment; filename=\"{name}\""));
    lines.extend(attachment.map(|text| ("content-disposition", text)));
    written(answer.status.as_u16(), &lines, &content(answer.content, host))
}

const NO_STORE: &str = "no-store";

fn content(content: AnswerContent, host: &AtOnce) -> Vec<u8> {
    let mut whole = Vec::new();
    match content {
        AnswerContent::Text(text) => whole.extend_from_slice(text.as_bytes()),
        AnswerContent::Parts(mut parts) => {
            whole.reserve_exact(parts.left() as usize);
            while let Some(part) = parts.next() {
                whole.extend_from_slice(&part);
            }
        }
        AnswerContent::Stream(mut stream) => read(&mut *stream, host, &mut whole),
    }
    whole
}

/// Reads a stream to its end.
fn read(stream: &mut dyn Stream, host: &AtOnce, whole: &mut Vec<u8>) {
    while stream.ahead().is_some() {
        let Some(Some(mut parts)) = host.run(stream.next()) else { return };
        while let Some(part) = parts.next() {
            whole.extend_from_slice(&part);
        }
    }
}

/// Writes an answer with the given status, headers and body.
pub(crate) fn written(status: u16, lines: &[(&str, String)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{status}\n");
    for (name, value) in lines {
        text.extend([name, ": ", value, "\n"]);
    }
    text.push('\n');
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_a_line_and_a_body() {
        let read = request(b"POST /api/v1/look?a=b%20c zh\n{\"pos\": []}\n").unwrap();
        assert_eq!((read.method, &*read.path, &*read.query), (Method::POST, "/api/v1/look", "a=b%20c"));
        assert_eq!((read.language, &read.body[..]), (Language::Chinese, &b"{\"pos\": []}\n"[..]));
        for malformed in ["", "GET /api/v1/games en", "GET\n", "GET /api\n", "G\u{e9}T /api en\n"] {
            assert!(request(malformed.as_bytes()).is_none(), "{malformed}");
        }
    }

    #[test]
    fn an_answer_has_lines_and_a_body() {
        let lines = [("content-type", "text/plain".to_owned())];
        assert_eq!(written(200, &lines, b"a\n\nb"), b"200\ncontent-type: text/plain\n\na\n\nb");
    }
}
