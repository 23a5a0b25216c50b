//! Writes the page as a folder of files, for `cargo xtask site`. The two arguments are the WebAssembly module and the
//! folder.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let names: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &names[..] else { return Err(io::Error::other("name the module and the folder")) };
    retrograde_web::write_site(Path::new(folder), &fs::read(module)?)
}
