//! `istaka verify`: whether a record's game was dealt and played as it says.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::CliFailure;
use super::told::tell;
use crate::arena::verifier;
use crate::rules::record::{ReadFault, Record};

/// No record is longer; reading ends somewhere, whatever the file is.
const MOST_BYTES: u64 = 64 << 20;

/// The flags of `istaka verify`.
#[derive(Args, Clone, Debug)]
pub(super) struct VerifyArgs {
    /// The record that `/verify` handed out
    file: PathBuf,
    /// Answer with one JSON object: {"ok":bool,"fault":text or null}
    #[arg(long)]
    json: bool,
}

/// Answers on stdout; "no" is a failure of its own.
pub(super) fn verify(args: &VerifyArgs) -> Result<(), CliFailure> {
    let text = read(&args.file)?;
    let read = match Record::read(&text) {
        Err(fault) if !fault.is_verdict() => return Err(bad(&args.file, fault)),
        read => read,
    };
    let verdict = match &read {
        Ok(record) => verifier::verify(record).map_err(|fault| fault.to_string()),
        Err(fault) => Err(fault.to_string()),
    };
    if args.json {
        tell(json!({ "ok": verdict.is_ok(), "fault": verdict.as_ref().err() }))?;
    } else {
        match (&verdict, &read) {
            (Ok(verified), Ok(record)) => tell(format_args!(
                "All is right: the seal {}, {}, {} and the result.\n\
                 The presses that took the seats have the digest {}: compare seal and presses with the message that \
                 the game begins.\n\
                 The digest of this record is {}: compare it with the last board of the game.",
                record.seal,
                counted(verified.deals, "deal"),
                counted(verified.moves, "move"),
                record.digest_of_presses().unwrap_or_default(),
                record.digest()
            ))?,
            (Err(fault), _) => tell(format_args!("This is not right: {fault}."))?,
            (Ok(_), Err(_)) => {}
        }
    }
    verdict.map(|_| ()).map_err(|_| CliFailure::No)
}

/// So many of something.
fn counted(number: u32, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}

fn read(file: &Path) -> Result<String, CliFailure> {
    let mut bytes = Vec::new();
    std::fs::File::open(file)
        .and_then(|opened| opened.take(MOST_BYTES).read_to_end(&mut bytes))
        .map_err(|error| bad(file, error))?;
    String::from_utf8(bytes).map_err(|_| bad(file, ReadFault::NotJson))
}

fn bad(file: &Path, reason: impl std::fmt::Display) -> CliFailure {
    CliFailure::bad(format!("{}: {reason}", file.display()))
}
