//! The names under which tables are stored.

use super::any::AnyPosition;
use super::plan::Domain;

/// Returns a short hash of a name (FNV-1a, folded to 32 bits). The hash is the same on every machine.
fn fingerprint(name: &str) -> u32 {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 32) as u32 ^ hash as u32
}

/// Returns the name of a position's table. The name of a table consists of the game's id and a hash. The hash covers
/// the version, the instance and the domain. If the table contains only reachable positions, the hash also covers the
/// position's token.
pub fn table_name(position: &dyn AnyPosition, domain: Domain) -> String {
    let origin = if domain == Domain::Reachable { position.token() } else { String::new() };
    let name = format!("{}/{}/{origin}", position.instance(), domain.word());
    format!("{}-{:08x}", position.about().id, fingerprint(&name))
}
