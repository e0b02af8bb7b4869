//! What is told on stdout, where whoever reads may stop when they have read enough.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use super::CliFailure;

/// Writes this and ends the line; that nobody reads any more is no failure.
pub(super) fn tell(text: impl Display) -> Result<(), CliFailure> {
    let line = format!("{text}\n");
    let mut out = std::io::stdout().lock();
    let written = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    as_told(written)
}

/// Whether what was written has come to somebody, or to nobody who still reads. What could not be written is no answer of any kind:
/// its status is not that of a no.
pub(super) fn as_told(written: std::io::Result<()>) -> Result<(), CliFailure> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliFailure::bad(format!(
            "the answer cannot be written: {error}"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_stops_reading_is_no_failure() {
        let of = |kind: ErrorKind| as_told(Err(kind.into()));
        assert!(as_told(Ok(())).is_ok() && of(ErrorKind::BrokenPipe).is_ok());
        assert_eq!(of(ErrorKind::StorageFull).map_err(|no| no.status()), Err(2));
    }
}
