//! The published packages, packed as for publishing. Tests use them to build packages outside the workspace. All tests
//! use the same published packages, so that cargo compiles these packages once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::program::text;

/// The published packages, unpacked.
pub(crate) struct Packed {
    /// The folder with each package in `crates/NAME`, as in the source tree.
    pub(crate) root: PathBuf,
    /// The arguments by which cargo takes these packages instead of those of the registry.
    patches: Vec<String>,
}

impl Packed {
    /// Returns a cargo command that builds a package outside the workspace in the workspace's build folder. The profile
    /// is the profile of the workspace's tests, so that cargo compiles common dependencies only once. Our own crates
    /// need not be fast.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(&self.patches).args(arguments);
        cargo.envs([("CARGO_PROFILE_TEST_OPT_LEVEL", "0"), ("CARGO_PROFILE_TEST_DEBUG", "false")]);
        cargo
    }
}

/// Packs the packages at the first call. Every call returns the same packages.
pub(crate) fn packed() -> &'static Packed {
    static PACKED: OnceLock<Packed> = OnceLock::new();
    PACKED.get_or_init(|| pack(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("packed")))
}

/// Packs all packages of the workspace that are published, and unpacks them below a folder.
fn pack(target: &Path) -> Packed {
    let tree = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
    let cargo = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO")).args(arguments).current_dir(&tree).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        output.stdout
    };
    let metadata = cargo(&["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let metadata: serde_json::Value = serde_json::from_slice(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter().filter(|package| package["publish"].is_null());
    let packages: Vec<_> = packages.map(|package| [&package["name"], &package["version"]].map(text_of)).collect();
    assert!(packages.len() >= 12, "{packages:?}");
    let pack = ["package", "--quiet", "--no-verify", "--allow-dirty", "--offline", "--target-dir", text(target)];
    cargo(&[&pack[..], &packages.iter().flat_map(|[name, _]| ["-p", name]).collect::<Vec<_>>()].concat());
    let unpack = |[name, version]: [&str; 2]| {
        let file = target.join(format!("package/{name}-{version}.crate"));
        let folder = target.join("crates").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let mut tar = Command::new("tar");
        tar.args(["--strip-components=1", "-xzf", text(&file), "-C", text(&folder)]);
        assert!(tar.status().unwrap().success(), "{name}");
        ["--config".to_owned(), format!("patch.crates-io.{name}.path='{}'", folder.display())]
    };
    let patches = packages.into_iter().flat_map(unpack).collect();
    Packed { root: target.to_owned(), patches }
}

fn text_of(value: &serde_json::Value) -> &str {
    value.as_str().unwrap()
}
