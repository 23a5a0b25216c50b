//! `cargo xtask book`: the documents in `docs/` as a book of HTML pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::process::{Run, Trouble, root};
use crate::tool::MDBOOK;
use crate::{help, wants_help};

const HELP: &str = "\
Writes the documents in docs/ as a book of HTML pages, which needs no server. Links to other files of the repository lead to the repository's page.

Usage: cargo xtask book [DIR]

  DIR  the output folder, which is emptied first [default: target/book]
";

/// The files in `docs/` that are no part of the book.
const OTHER_FILES: [&str; 1] = ["book.toml"];

pub(crate) fn main(words: &[&str]) -> Result<(), Trouble> {
    let folder = match words {
        _ if wants_help(words) => return help(HELP),
        [] => root().join("target/book"),
        [folder] if !folder.starts_with('-') => std::path::absolute(folder).map_err(|error| failed(folder, &error))?,
        _ => return Err(Trouble::Usage("`cargo xtask book --help` describes the command".to_owned())),
    };
    MDBOOK.ensure().map_err(|missing| Trouble::Failed(format!("the book {missing}")))?;
    write(&folder)
}

/// Writes the book into a folder.
///
/// # Errors
/// mdbook fails, or a file cannot be written.
pub(crate) fn write(folder: &Path) -> Result<(), Trouble> {
    Run::line("MDBOOK_LOG=warn target/tools/bin/mdbook build docs --dest-dir").args([folder]).check()?;
    let cannot = |error: io::Error| failed(&folder.display().to_string(), &error);
    OTHER_FILES.iter().try_for_each(|name| fs::remove_file(folder.join(name))).map_err(cannot)?;
    for page in fs::read_dir(folder).map_err(cannot)? {
        let page = page.map_err(cannot)?.path();
        if page.extension().is_some_and(|end| end == "html") {
            let text = fs::read_to_string(&page).map_err(cannot)?;
            fs::write(&page, with_links(&text, |path| root().join(path).exists())).map_err(cannot)?;
        }
    }
    Ok(())
}

/// Returns a page in which the links to files outside `docs/` lead to the repository. mdbook treats every `.md` file as
/// a page of the book, so mdbook has changed the extension in these links to `.html`. The function `is_file` returns
/// whether the repository has a file.
fn with_links(page: &str, is_file: impl Fn(&Path) -> bool) -> String {
    const LINK: &str = "href=\"../";
    let mut parts = page.split(LINK);
    let start = parts.next().unwrap_or_default().to_owned();
    let linked = parts.map(|part| {
        let (target, rest) = part.split_once('"').unwrap_or((part, ""));
        let (path, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
        let source = PathBuf::from(path).with_extension("md");
        let path = if is_file(&source) { source } else { PathBuf::from(path) };
        format!("href=\"{}/blob/main/{}{anchor}\"{rest}", env!("CARGO_PKG_REPOSITORY"), path.display())
    });
    start + &linked.collect::<String>()
}

fn failed(what: &str, error: &io::Error) -> Trouble {
    Trouble::Failed(format!("cannot write {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let page = r#"<a href="../a/README.html#x">1</a> <a href="../b.rs">2</a> <a href="tables.html">3</a>"#;
        let top = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main");
        let linked =
            format!(r#"<a href="{top}/a/README.md#x">1</a> <a href="{top}/b.rs">2</a> <a href="tables.html">3</a>"#);
        assert_eq!(with_links(page, |path| path == Path::new("a/README.md")), linked);
    }

    /// Every document is a chapter, and every chapter is a document.
    #[test]
    fn every_document_is_in_the_book() {
        let docs = root().join("docs");
        let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
        let chapters = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(')'));
        let chapters: BTreeSet<_> = chapters.map(str::to_owned).collect();
        let files = fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let is_document = |name: &String| Path::new(name).extension().is_some_and(|end| end == "md");
        let documents: BTreeSet<_> = files.filter(|name| is_document(name) && name != "SUMMARY.md").collect();
        assert_eq!(chapters, documents);
    }
}
