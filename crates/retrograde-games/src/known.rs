//! Inputs that programs are known to fail on: the verified cases of the contests, which any program is tested with first.

use retrograde::starts::Known;

macro_rules! known {
    ($game:literal: $($number:literal)*) => {
        &[$(Known {
            name: concat!($game, "/", $number),
            input: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/", $game, "/", $number, ".in")),
        }),*]
    };
}

/// All but 002, in which a pawn stands on row 1.
pub(crate) static PAWN: &[Known] = known!("pawn":
    "001" "004" "005" "007" "008" "010" "011" "013" "014" "016" "017" "019" "020" "022" "023" "025" "026" "028" "029"
    "031" "032" "034" "035" "037" "038" "040" "041" "043" "044");

pub(crate) static RACE: &[Known] = known!("race":
    "001" "002" "004" "005" "007" "008" "010" "011" "013" "014" "016" "017" "019" "020" "021" "023" "026" "027" "028"
    "029" "031" "034" "035" "037" "038" "040" "041" "043");

pub(crate) static CANNONS: &[Known] = known!("cannons":
    "001" "002" "004" "005" "007" "008" "010" "011" "013" "014" "016" "017" "019" "020" "022" "023" "025" "026" "028"
    "029" "031" "032" "034" "035" "037" "038" "040");
