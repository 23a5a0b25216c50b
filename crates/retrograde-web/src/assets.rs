//! The files of the page. The files are compiled into the program, or the server reads the files from a folder.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::{ACCEPT_ENCODING, CONTENT_ENCODING, HeaderValue, VARY};
use hyper::{HeaderMap, StatusCode};
use retrograde::rules::message::Language;

use crate::body::{keep_by, tag, typed};

/// The path and the content of each file of `page/`.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The page that a browser gets for an unknown address.
pub(crate) const NOT_FOUND_PAGE: &str = "404.html";

/// The file that a browser loads first.
pub const INDEX: &str = "index.html";

/// Returns the name of the file that a browser loads first at the address `/`. The build makes this file from
/// [`INDEX`]. A folder of the page does not contain this file.
pub(crate) const fn home(language: Language) -> &'static str {
    match language {
        Language::English => "home.html",
        Language::Chinese => "home-zh.html",
    }
}

/// Returns the name and the content of each file that is compiled into the program, as the server sends it.
pub(crate) fn embedded() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    EMBEDDED.iter().map(|(name, content)| (*name, sent(name, content.to_vec())))
}

/// The source of the files of the page.
pub(crate) enum Assets {
    /// The files that are compiled into the program.
    Embedded(BTreeMap<&'static str, OnceLock<Arc<Asset>>>),
    /// The files of a folder. The server reads these files again for every request.
    Folder(PathBuf),
}

/// A file of the page, ready to be sent.
pub(crate) struct Asset {
    content_type: &'static str,
    tag: HeaderValue,
    plain: Vec<u8>,
    /// The compressed file; `None` if the compressed file is not smaller than `plain`.
    gzip: Option<Vec<u8>>,
}

impl Assets {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        match folder {
            Some(folder) => Self::Folder(folder),
            None => Self::Embedded(EMBEDDED.iter().map(|(path, _)| (*path, OnceLock::new())).collect()),
        }
    }

    /// Returns a response with the file at `path`; `None` if the page has no file at this path.
    pub(crate) fn response(&self, path: &str, asked: &HeaderMap) -> Option<Response> {
        self.get(path).map(|asset| asset.response(asked))
    }

    fn get(&self, path: &str) -> Option<Arc<Asset>> {
        match self {
            Self::Embedded(kept) => {
                let (name, content) = EMBEDDED.iter().find(|(name, _)| *name == path)?;
                Some(kept.get(name)?.get_or_init(|| Arc::new(Asset::new(path, content.to_vec()))).clone())
            }
            Self::Folder(folder) => {
                let content = std::fs::read(folder.join(plain(path)?)).ok()?;
                Some(Arc::new(Asset::new(path, content)))
            }
        }
    }
}

/// Returns the path, or `None` if the path could lead out of the page's folder. A valid path has only letters, digits
/// and `_-.`, and no part of the path begins with a dot.
fn plain(path: &str) -> Option<&Path> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    path.split('/').all(is_plain).then_some(Path::new(path))
}

impl Asset {
    fn new(path: &str, content: Vec<u8>) -> Self {
        let plain = sent(path, content);
        let gzip = gzip(&plain).filter(|packed| packed.len() < plain.len());
        Self { content_type: content_type(path), tag: tag(&plain), plain, gzip }
    }

    fn response(&self, asked: &HeaderMap) -> Response {
        let packed = self.gzip.as_ref().filter(|_| accepts_gzip(asked));
        let mut response = typed(StatusCode::OK, self.content_type, packed.unwrap_or(&self.plain).clone());
        let headers = response.headers_mut();
        keep_by(headers, &self.tag);
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if packed.is_some() {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// Returns a file in the form in which the server sends it. The function removes the parts of modules and styles that a
/// browser does not need. The function returns other files unchanged.
fn sent(path: &str, content: Vec<u8>) -> Vec<u8> {
    let comment = match content_type(path).split(';').next() {
        Some("text/javascript") => "/**",
        Some("text/css") => "/*",
        _ => return content,
    };
    let text = std::str::from_utf8(&content).ok().map(|text| lean(text, comment).into_bytes());
    text.unwrap_or(content)
}

/// Removes the parts of a module or of styles that a browser does not need. The function removes comments that begin
/// with `comment` (in modules, the documentation), comments that fill a line, the blanks at the start of lines, and
/// empty lines. The removal makes a compressed module a third smaller. A test of the page checks that `/**` occurs only
/// at the start of documentation, and that the code still has the same meaning.
fn lean(text: &str, comment: &str) -> String {
    let mut parts = text.split(comment);
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        code += part.split_once("*/").map_or("", |(_, after)| after);
    }
    code.split('\n').map(lean_line).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns a line without its indentation. If the line has only a comment, returns an empty line.
fn lean_line(line: &str) -> &str {
    let line = line.trim_start_matches(' ');
    if line.starts_with("//") { "" } else { line }
}

fn gzip(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    encoder.finish().ok()
}

fn accepts_gzip(asked: &HeaderMap) -> bool {
    let codings = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    codings.flat_map(|value| value.split(',')).map(str::trim).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        parts.next() == Some("gzip") && !parts.any(|part| part == "q=0")
    })
}

fn content_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "in" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_nowhere_but_down() {
        for path in ["index.html", "js/languages/zh.js", "a/b-c_d.1.css"] {
            assert!(plain(path).is_some(), "{path}");
        }
        for path in ["", "/etc/passwd", "../x", "js/../../x", "js//x", ".git/config", "a\\b", "js/", "a%2fb", "C:x"] {
            assert!(plain(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_page_is_complete_and_small() {
        assert!(Assets::new(None).get(INDEX).is_some());
        let packed = |(path, content): &(&str, &[u8])| {
            let asset = Asset::new(path, content.to_vec());
            assert_ne!(asset.content_type, "application/octet-stream", "{path}");
            assert!(plain(path).is_some(), "{path}");
            asset.gzip.map_or(asset.plain.len(), |packed| packed.len())
        };
        let bytes: usize = EMBEDDED.iter().map(packed).sum();
        assert!(bytes <= 250_000, "the page takes {bytes} bytes");
    }

    #[test]
    fn comments_indentation_and_empty_lines_are_left_out() {
        let module = "/** What it is. */\nconst a = /** @type {any} */ (1);\n/**\n * Says.\n */\n  // Half.\n  export const b = a / 2; // half\n";
        assert_eq!(lean(module, "/**"), "const a =  (1);\nexport const b = a / 2; // half");
        let styles = "/* Of\n   boards. */\n.board {\n  width: 1px; /* thin */\n}\n";
        let sent = sent("style.css", styles.into());
        assert_eq!(sent, b".board {\nwidth: 1px; \n}");
    }

    #[test]
    fn compression_is_used_where_it_is_accepted() {
        let asked = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts_gzip(&headers)
        };
        assert!(asked("br, gzip;q=0.5") && asked("gzip"));
        assert!(!asked("br, gzip;q=0") && !asked("identity") && !accepts_gzip(&HeaderMap::new()));
    }
}
