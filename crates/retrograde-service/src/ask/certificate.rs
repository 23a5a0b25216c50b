//! A certificate proves the value of a position. The rules of the game alone suffice to check the proof.

use std::io::{self, Write};

use retrograde::ask::Action;
use retrograde::{Certificate, Slot};

use super::{Ask, Asked};
use crate::certificate::{CertificateReport, MAX_CLAIMS, write_certificate};
use crate::session::{AskError, MOST_ANSWER_BYTES, Session};

/// Asks for a certificate that proves the position's value.
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
    /// Returns the certificate of a slot's position; the certificate names positions by their slots. The certificate
    /// has at most [`MAX_CLAIMS`] claims. If the tokens of the positions are long, the certificate may have fewer
    /// claims.
    ///
    /// # Errors
    /// The proof needs more claims than allowed, or the table cannot be read.
    pub fn certificate(&self, slot: Slot) -> Result<Certificate<Action, Slot>, AskError> {
        let limit = MAX_CLAIMS.min(MOST_ANSWER_BYTES / self.print(slot)?.len().max(1));
        self.answer(self.questions().certificate(slot, limit))
    }

    /// Writes a certificate as a file, line by line, with one token in memory at a time.
    ///
    /// # Errors
    /// Returns the errors of the writer `to`. Returns an error of kind [`io::ErrorKind::InvalidData`] if a position has
    /// no token.
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
