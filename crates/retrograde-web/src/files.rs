//! Writes the page as a folder of files, for a host that only sends files. The WebAssembly module beside the page answers
//! instead of a server.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::assets::{self, INDEX, NOT_FOUND_PAGE};
use retrograde::rules::message::Language;

/// The folders, beside the root, in which a browser gets the page.
const PLACES: [&str; 4] = ["b", "learn", "puzzles", "tables"];

/// The name of the module, compressed. `page/js/local/site.js` has the same name.
const MODULE: &str = "retrograde.wasm.gz";

/// The content security policy, in a document because the host sends no header. The page may run the module, and load
/// nothing from other origins.
const POLICY: &str =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'";

/// The first line of the head of each document.
const HEAD: &str = r#"<meta charset="utf-8">"#;

/// Writes the page and the module `module` into a folder. All files of this version are in `v/HASH/`; the documents in
/// the root and in the folders of the places load them from there.
///
/// # Errors
/// Returns the error of the system if a file cannot be written.
pub fn write_site(folder: &Path, module: &[u8]) -> io::Result<()> {
    let is_document = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "html");
    let files: Vec<_> = assets::embedded().filter(|(name, _)| !is_document(name)).collect();
    let contents = files.iter().flat_map(|(name, content)| [name.as_bytes(), content]).chain([module]);
    let version = format!("v/{}", retrograde_api::tag(contents).trim_matches('"'));
    for (name, content) in &files {
        write(folder, &format!("{version}/{name}"), content)?;
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    write(folder, &format!("{version}/{MODULE}"), &packed.finish()?)?;
    let document = |name: &str, root: &str| {
        let found = assets::embedded().find(|(other, _)| *other == name);
        let text = found.map(|(_, content)| String::from_utf8_lossy(&content).into_owned()).unwrap_or_default();
        placed(&text, root, &version)
    };
    write(folder, INDEX, document(assets::home(Language::English), "./").as_bytes())?;
    write(folder, NOT_FOUND_PAGE, document(NOT_FOUND_PAGE, "./").as_bytes())?;
    for place in PLACES {
        write(folder, &format!("{place}/{INDEX}"), document(INDEX, "../").as_bytes())?;
    }
    Ok(())
}

/// Returns a document of the page with the addresses that its files have in the site; `root` leads to the root.
fn placed(document: &str, root: &str, version: &str) -> String {
    let policy = format!(r#"<meta http-equiv="Content-Security-Policy" content="{POLICY}">"#);
    let head = format!("{HEAD}\n    {policy}\n    <meta name=\"site\" content=\"{root}\">");
    document
        .replacen(HEAD, &head, 1)
        .replace("\"/page/", &format!("\"{root}{version}/"))
        .replace("href=\"/", &format!("href=\"{root}"))
}

fn write(folder: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    fs::write(path, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_lead_to_the_files_of_their_version() {
        let folder = tempfile::tempdir().unwrap();
        write_site(folder.path(), b"module").unwrap();
        let documents = ["index.html", "b/index.html", "learn/index.html", "puzzles/index.html", "tables/index.html"];
        for name in documents {
            let path = folder.path().join(name);
            let document = fs::read_to_string(&path).unwrap();
            assert!(document.contains("Content-Security-Policy") && document.contains("name=\"site\""), "{name}");
            let attributes = ["href=\"", "src=\""].map(|attribute| document.split(attribute).skip(1));
            let addresses = attributes.into_iter().flatten().filter_map(|text| text.split('"').next());
            let found: Vec<_> = addresses.filter(|to| path.with_file_name(to).is_file()).collect();
            let others = document.matches("href=\"").count() + document.matches("src=\"").count() - found.len();
            assert_eq!(others, 0, "{name}: {found:?}");
            assert!(found.len() > 3, "{name}: {found:?}");
        }
        let version = fs::read_dir(folder.path().join("v")).unwrap().next().unwrap().unwrap().path();
        assert_eq!(fs::read(version.join(MODULE)).unwrap()[..2], [0x1f, 0x8b]);
    }
}
