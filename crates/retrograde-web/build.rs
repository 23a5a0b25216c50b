//! Writes a list of the files of `page/`, from which the compiler embeds these files in the server. The documents that
//! browsers load first get a list of the modules that they need. With this list, a browser requests all modules at the
//! same time. The document of the place Home also gets its headline and a board. The page later replaces the headline
//! and the board. A second list names the modules that a site of files needs first. The lists do not contain the folder
//! of the package, because two builds in different folders must give the same program.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use std::{env, fs, io};

/// The document at every address of the page, and the line in it that names the first module.
const INDEX: &str = "index.html";
const FIRST_MODULE: &str = r#"    <link rel="modulepreload" href="/page/js/app.js">"#;
/// The element that the page fills.
const EMPTY: &str = r#"<main id="main" tabindex="-1"></main>"#;
/// The module that every place (tab) of the page needs, and the module of Home.
const APP: &str = "js/app.js";
const HOME: &str = "js/tabs/home.js";
/// The module that answers in a site of files.
const LOCAL: &str = "js/local/site.js";

/// The documents of Home. An entry has the name, the file with the first content, the language, and the modules of the
/// texts.
const HOMES: [(&str, &str, &str, [&str; 2]); 2] = [
    ("home.html", "first.html", "en", ["js/languages/en.js", "js/languages/log-en.js"]),
    ("home-zh.html", "first-zh.html", "zh-CN", ["js/languages/zh.js", "js/languages/log-zh.js"]),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=page");
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("page");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut embedded = Vec::new();
    for path in files {
        let name = name_of(&root, &path)?;
        embedded.push((format!("/page/{name}"), "CARGO_MANIFEST_DIR", name));
    }
    for (name, text) in documents(&root)? {
        fs::write(out.join(&name), text)?;
        embedded.retain(|(.., other)| *other != name);
        embedded.push((format!("/{name}"), "OUT_DIR", name));
    }
    let mut list = "&[\n".to_owned();
    for (file, folder, name) in embedded {
        writeln!(list, "    ({name:?}, include_bytes!(concat!(env!({folder:?}), {file:?}))),")
            .map_err(io::Error::other)?;
    }
    list.push(']');
    fs::write(out.join("page.rs"), list)?;
    let mut local = Vec::new();
    imports(&root, Path::new(LOCAL), &mut local)?;
    fs::write(out.join("local.rs"), format!("&{local:?}"))
}

/// Returns the path of a file below `root`, with slashes.
fn name_of(root: &Path, path: &Path) -> io::Result<String> {
    let below = path.strip_prefix(root).map_err(io::Error::other)?;
    Ok(below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

/// Returns the names and the texts of the documents that browsers load first.
fn documents(root: &Path) -> io::Result<Vec<(String, String)>> {
    let index = fs::read_to_string(root.join(INDEX))?;
    if !index.contains(FIRST_MODULE) || !index.contains(EMPTY) {
        return Err(io::Error::other(format!("{INDEX} lacks the lines that the build replaces")));
    }
    let mut of_all = Vec::new();
    imports(root, Path::new(APP), &mut of_all)?;
    let mut texts = vec![(INDEX.to_owned(), index.replace(FIRST_MODULE, &preloads(&of_all)))];
    for (name, first, language, words) in HOMES {
        // The modules are in the order in which they can start to work.
        let mut modules = of_all.clone();
        for module in words.into_iter().chain([HOME]) {
            imports(root, Path::new(module), &mut modules)?;
        }
        let first = fs::read_to_string(root.join(first))?;
        let filled = EMPTY.replace("></main>", &format!(">{}</main>", first.trim_end()));
        let document = index.replace(FIRST_MODULE, &preloads(&modules)).replace(EMPTY, &filled);
        texts.push((name.to_owned(), document.replace(r#"lang="en""#, &format!(r#"lang="{language}""#))));
    }
    Ok(texts)
}

/// Returns one line for each module. The line makes a browser load the module immediately.
fn preloads(modules: &[String]) -> String {
    let lines = modules.iter().map(|module| format!(r#"<link rel="modulepreload" href="/page/{module}">"#));
    lines.collect::<Vec<_>>().join("\n")
}

/// Adds a module and all modules that it imports when it starts.
fn imports(root: &Path, module: &Path, found: &mut Vec<String>) -> io::Result<()> {
    let name = name_of(root, &root.join(module))?;
    if found.contains(&name) {
        return Ok(());
    }
    found.push(name);
    let folder = module.parent().unwrap_or(Path::new(""));
    for line in fs::read_to_string(root.join(module))?.lines() {
        if let Some(path) = imported(line) {
            imports(root, &joined(folder, path), found)?;
        }
    }
    Ok(())
}

/// Returns the path in a line such as `import { h } from '../base/dom.js';`.
fn imported(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("import ").or_else(|| line.strip_prefix("export "))?;
    rest.split_once(" from '")?.1.strip_suffix("';")
}

/// Returns the path that `path` has in `folder`. Each `..` leads one folder up.
fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut whole = folder.to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::Normal(name) => whole.push(name),
            _ => {}
        }
    }
    whole
}

/// Collects all files below a folder, except hidden files and modules that only define types.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if !says_only_types(&fs::read(&path)?) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns whether a module of the page has only comments, which define types for other modules. A browser does not
/// load such a module.
fn says_only_types(content: &[u8]) -> bool {
    let Ok(mut rest) = std::str::from_utf8(content) else { return false };
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    code.trim() == "export {};"
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(io::Error::other)
}
