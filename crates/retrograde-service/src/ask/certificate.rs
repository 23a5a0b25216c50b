//! A proof of a value that anyone can check with the rules alone.

use std::io::{self, Write};

use retrograde::ask::Action;
use retrograde::{Certificate, Slot};

use super::{Ask, Asked};
use crate::certificate::{CertificateReport, MAX_CLAIMS, write_certificate};
use crate::session::{AskError, MOST_ANSWER_BYTES, Session};

/// A certificate of the value.
#[derive(Clone, Copy, Debug)]
pub struct Certify;

impl Ask for Certify {
    type Report = CertificateReport;

    fn ask(&self, Asked { session, slot, .. }: Asked<'_>) -> Result<CertificateReport, AskError> {
        let certificate = session.certificate(slot)?;
        CertificateReport::of(&session.about, slot, &certificate, |slot| session.print(slot))
    }
}

impl Session {
    /// The certificate of a slot's position, with slots for its positions. It has at most [`MAX_CLAIMS`] claims, and
    /// fewer if tokens are long.
    ///
    /// # Errors
    /// It needs more claims, or the table cannot be read.
    pub fn certificate(&self, slot: Slot) -> Result<Certificate<Action, Slot>, AskError> {
        let limit = MAX_CLAIMS.min(MOST_ANSWER_BYTES / self.print(slot)?.len().max(1));
        self.answer(self.questions().certificate(slot, limit))
    }

    /// Writes the file of a certificate line by line, with one token in memory at a time.
    ///
    /// # Errors
    /// Those of `to`; a position without a token is [`io::ErrorKind::InvalidData`].
    pub fn write_certificate(
        &self,
        slot: Slot,
        certificate: &Certificate<Action, Slot>,
        to: &mut dyn Write,
    ) -> io::Result<()> {
        let print = |slot| self.print(slot).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error));
        write_certificate(&self.about, slot, certificate, print, to)
    }
}
