//! A proof of a value, for those who trust the rules alone.

use super::{Ask, Asked};
use crate::certificate::{CertificateReport, MAX_CLAIMS};
use crate::session::{AskError, MOST_TOLD};

/// A certificate of the value.
#[derive(Clone, Copy, Debug)]
pub struct Certify;

impl Ask for Certify {
    type Report = CertificateReport;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<CertificateReport, AskError> {
        let limit = MAX_CLAIMS.min(MOST_TOLD / session.print(slot)?.len().max(1));
        let certificate = session.told(session.questions().certificate(slot, limit))?;
        CertificateReport::of(&session.about, slot, &certificate, |slot| session.print(slot))
    }
}
