//! Writes the page as a folder of files, for a host that only sends files. The folder also contains the WebAssembly
//! module. The module answers the requests of the page, so the page needs no server.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::assets::{self, INDEX, NOT_FOUND_PAGE};
use retrograde::rules::message::Language;

/// The folders that have a document. Each entry also has the path from the folder to the root.
const PLACES: [(&str, &str); 5] =
    [("", "./"), ("b/", "../"), ("learn/", "../"), ("puzzles/", "../"), ("tables/", "../")];

/// The name of the file with the compressed module. `page/js/local/site.js` has the same name.
const MODULE: &str = "retrograde.wasm.gz";

/// The script of the service worker, and the name of the script in the root of the site. The script is in the root,
/// because a service worker serves only the folder of its script.
const SERVICE: (&str, &str) = ("js/local/service.js", "service.js");

/// The description of the site as an application that can be installed.
const MANIFEST: &str = "manifest.json";

/// The content security policy. Each document contains the policy, because the host does not send the policy as a
/// header. The page may run the module, and load nothing from other origins.
const POLICY: &str =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; object-src 'none'";

/// The first line of the head of each document.
const HEAD: &str = r#"<meta charset="utf-8">"#;

/// The start of the list of modules in the head of each document. The list comes after the style sheets. The page for
/// unknown addresses has no list of modules.
const MODULES: &str = r#"<link rel="modulepreload""#;

/// The modules that a site needs first, in addition to the modules in the lists of its documents.
const FIRST_MODULES: &[&str] = include!(concat!(env!("OUT_DIR"), "/local.rs"));

/// Writes the page and the module `module` into a folder. All files of one version are in `v/HASH/`. The documents in
/// the root and in its other folders load the files from `v/HASH/`. The function does not remove the folders of other
/// versions, so open pages continue to work.
///
/// # Errors
/// Returns the error of the system if a file cannot be written.
pub fn write_site(folder: &Path, module: &[u8]) -> io::Result<()> {
    let site = Site::new(module)?;
    for (name, content) in &site.files {
        write(folder, &format!("{}/{name}", site.version), content)?;
    }
    for (place, root) in PLACES {
        write(folder, &format!("{place}{INDEX}"), site.document(document_of(place), root)?.as_bytes())?;
    }
    write(folder, NOT_FOUND_PAGE, site.document(NOT_FOUND_PAGE, "./")?.as_bytes())?;
    write(folder, MANIFEST, site.manifest().as_bytes())?;
    // The script is written last, because a browser that gets it stores all other files.
    write(folder, SERVICE.1, site.service()?.as_bytes())
}

/// The files of one version.
struct Site {
    /// The folder of the files, relative to the root.
    version: String,
    files: Vec<(String, Vec<u8>)>,
}

impl Site {
    fn new(module: &[u8]) -> io::Result<Self> {
        let is_document = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "html");
        let is_file = |(name, _): &(&str, Vec<u8>)| !is_document(name) && *name != SERVICE.0;
        let files = assets::embedded().filter(is_file).map(|(name, content)| (name.to_owned(), content));
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(module)?;
        let files = files.chain([(MODULE.to_owned(), packed.finish()?)]).collect();
        let mut site = Self { version: String::new(), files };
        site.version = format!("v/{}", site.hash()?);
        Ok(site)
    }

    /// Returns a hash of all files, and of the documents without their version.
    fn hash(&self) -> io::Result<String> {
        let mut texts = vec![self.manifest(), self.service()?];
        for (place, root) in PLACES {
            texts.push(self.document(document_of(place), root)?);
        }
        let files = self.files.iter().flat_map(|(name, content)| [name.as_bytes(), content]);
        let tag = retrograde_api::tag(files.chain(texts.iter().map(String::as_bytes)));
        Ok(tag.trim_matches('"').to_owned())
    }

    /// Returns a document of the page. In the result, the addresses of files are their addresses in the site. `root` is
    /// the path from the document to the root.
    fn document(&self, name: &str, root: &str) -> io::Result<String> {
        let folder = format!("{root}{}", self.version);
        let head = [
            HEAD.to_owned(),
            format!(r#"<meta http-equiv="Content-Security-Policy" content="{POLICY}">"#),
            format!(r#"<meta name="site" content="{root}">"#),
            format!(r#"<link rel="manifest" href="{root}{MANIFEST}">"#),
        ];
        // Home is the only document that is never in a frame. A document in a frame loads the module only when a user
        // can see the frame.
        let is_home = name == assets::home(Language::English);
        let early = is_home.then(|| format!(r#"<link rel="preload" as="fetch" crossorigin href="{folder}/{MODULE}">"#));
        let preload = |module: &&str| format!(r#"<link rel="modulepreload" href="{folder}/{module}">"#);
        let unserved = format!(r#"<script defer src="{folder}/js/local/unserved.js"></script>"#);
        let first = early.into_iter().chain(FIRST_MODULES.iter().map(preload)).chain([unserved, MODULES.to_owned()]);
        let first = first.collect::<Vec<_>>().join("\n    ");
        let placed = embedded(name)?.replacen(HEAD, &head.join("\n    "), 1).replacen(MODULES, &first, 1);
        let placed = placed.replace("\"/page/", &format!("\"{folder}/"));
        Ok(placed.replace("href=\"/", &format!("href=\"{root}")))
    }

    fn manifest(&self) -> String {
        let icon = |size| {
            format!(r#"{{"src": "{}/icon-{size}.png", "sizes": "{size}x{size}", "type": "image/png"}}"#, self.version)
        };
        let icons = [192, 512].map(icon).join(", ");
        let colours = r##""background_color": "#1b2430", "theme_color": "#1b2430""##;
        let place = r#""id": "./", "start_url": "./", "scope": "./", "display": "standalone""#;
        format!(r#"{{"name": "Retrograde", {place}, {colours}, "icons": [{icons}]}}"#)
    }

    /// Returns the script of the service worker. The script contains the names of the files that the service worker
    /// stores.
    fn service(&self) -> io::Result<String> {
        let files: Vec<_> = self.files.iter().map(|(name, _)| name.as_str()).collect();
        let documents: Vec<_> = PLACES.iter().map(|(place, _)| *place).chain([MANIFEST]).collect();
        let texts =
            [("VERSION", self.version.clone()), ("FILES", files.join("', '")), ("DOCUMENTS", documents.join("', '"))];
        let script = embedded(SERVICE.0)?;
        Ok(texts
            .into_iter()
            .fold(script, |script, (name, text)| script.replace(&format!("'{name}'"), &format!("'{text}'"))))
    }
}

/// Returns the name of the document in a folder of [`PLACES`].
const fn document_of(place: &str) -> &'static str {
    if place.is_empty() { assets::home(Language::English) } else { INDEX }
}

/// Returns the text of a file of the page.
fn embedded(name: &str) -> io::Result<String> {
    let found = assets::embedded().find(|(other, _)| *other == name);
    let (_, content) = found.ok_or_else(|| io::Error::other(format!("the page has no file {name}")))?;
    String::from_utf8(content).map_err(io::Error::other)
}

fn write(folder: &Path, name: &str, content: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    fs::write(path, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(module: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        write_site(folder.path(), module).unwrap();
        folder
    }

    #[test]
    fn documents_lead_to_the_files_of_their_version() {
        let folder = written(b"module");
        for (place, root) in PLACES {
            let path = folder.path().join(format!("{place}{INDEX}"));
            let document = fs::read_to_string(&path).unwrap();
            assert!(document.contains("Content-Security-Policy"), "{place}");
            assert!(document.contains(&format!(r#"<meta name="site" content="{root}">"#)), "{place}");
            let attributes = ["href=\"", "src=\""].map(|attribute| document.split(attribute).skip(1));
            let addresses = attributes.into_iter().flatten().filter_map(|text| text.split('"').next());
            let (found, others): (Vec<_>, Vec<_>) = addresses.partition(|to| path.with_file_name(to).is_file());
            assert_eq!(others, [""; 0], "{place}");
            assert!(found.len() > 3, "{place}: {found:?}");
        }
        let version = fs::read_dir(folder.path().join("v")).unwrap().next().unwrap().unwrap().path();
        assert_eq!(fs::read(version.join(MODULE)).unwrap()[..2], [0x1f, 0x8b]);
    }

    #[test]
    fn the_service_worker_names_all_files_of_its_version() {
        let folder = written(b"module");
        let script = fs::read_to_string(folder.path().join(SERVICE.1)).unwrap();
        let list = |name: &str| {
            let (_, after) = script.split_once(&format!("const {name} = ['")).unwrap();
            after.split_once("']").unwrap().0.split("', '").map(str::to_owned).collect::<Vec<_>>()
        };
        let version = script.split_once("const VERSION = '").unwrap().1.split_once('\'').unwrap().0;
        let site = Site::new(b"module").unwrap();
        assert_eq!(list("FILES"), site.files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        for name in list("FILES") {
            assert!(folder.path().join(version).join(&name).is_file(), "{name}");
        }
        for place in list("DOCUMENTS") {
            let path = folder.path().join(&place);
            let path = if path.is_dir() { path.join(INDEX) } else { path };
            assert!(fs::read_to_string(path).unwrap().contains(&format!("{version}/")), "{place}");
        }
    }

    #[test]
    fn another_module_is_another_version_beside_the_first() {
        let folder = written(b"module");
        let before = fs::read(folder.path().join(SERVICE.1)).unwrap();
        write_site(folder.path(), b"another").unwrap();
        assert_ne!(fs::read(folder.path().join(SERVICE.1)).unwrap(), before);
        assert_eq!(fs::read_dir(folder.path().join("v")).unwrap().count(), 2);
    }
}
