//! `istaka check`: whether a database, or a copy of one, is whole, and every journal in it replays.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::CliFailure;
use super::stop::Stop;
use super::told::tell;
use crate::store::{Failure, Store};
use crate::tables;

/// So many faults are told word by word.
const TOLD: usize = 20;

/// The flags of `istaka check`.
#[derive(Args, Clone, Debug)]
pub(super) struct CheckArgs {
    /// The database, or a copy of it
    file: PathBuf,
    /// Answer with one JSON object: `{"ok":bool,"tables":number,"steps":number,"faults":[text]}`
    #[arg(long)]
    json: bool,
}

/// What was found.
#[derive(Default)]
struct Found {
    tables: usize,
    steps: usize,
    faults: Vec<String>,
}

/// Answers on stdout; "no" is a failure of its own. Asked to stop it takes its scratch copy away.
pub(super) async fn check(args: &CheckArgs) -> Result<(), CliFailure> {
    let Some(found) = Stop::listen()?.unless(look(args)).await else {
        return Err(CliFailure::passing(
            "stopped before everything was looked at",
        ));
    };
    let found = found?;
    if args.json {
        let (tables, steps, faults) = (found.tables, found.steps, &found.faults);
        let ok = faults.is_empty();
        tell(json!({"ok": ok, "tables": tables, "steps": steps, "faults": faults}))?;
    } else {
        tell(in_words(&found))?;
    }
    if found.faults.is_empty() {
        Ok(())
    } else {
        Err(CliFailure::No)
    }
}

async fn look(args: &CheckArgs) -> Result<Found, CliFailure> {
    let store = match Store::read(&args.file).await {
        Ok(store) => store,
        Err(failure) => return unread(failure),
    };
    let mut found = Found {
        faults: store.faults().await,
        ..Found::default()
    };
    // A file with holes too: the tables are told by name that are not as they were written.
    match tables::check(&store).await {
        Ok(checked) => {
            (found.tables, found.steps) = (checked.tables, checked.steps);
            found.faults.extend(checked.faults);
        }
        Err(failure) => found.faults.push(failure.to_string()),
    }
    // What comes of every page that does not read is told once.
    found.faults.dedup();
    store.close().await;
    if !found.faults.is_empty() && has_log(&args.file) {
        found.faults.push(OTHERS_LOG.to_owned());
    }
    Ok(found)
}

/// A good copy in the place of another file reads like a broken one, as long as the log of that lies beside it.
const OTHERS_LOG: &str = "a log lies beside the file (-wal): if it was there before a copy was put in the file's place, move it \
                          aside, and its -shm, and check again";

fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|about| about.len() > 0)
}

/// Of a file that does not open: the answer is no where it is damaged, and there is none where it is something else.
fn unread(failure: Failure) -> Result<Found, CliFailure> {
    let fault = match failure {
        // What a host does about their database is nothing to do about a copy.
        Failure::Damaged { .. } => "the file is damaged and cannot be read".to_owned(),
        failure if failure.is_damage() => failure.to_string(),
        failure if failure.may_pass() => return Err(CliFailure::passing(failure)),
        failure => return Err(CliFailure::bad(failure)),
    };
    Ok(Found {
        faults: vec![fault],
        ..Found::default()
    })
}

fn in_words(found: &Found) -> String {
    if found.faults.is_empty() {
        let (tables, steps) = (found.tables, found.steps);
        return format!(
            "All is right: the file is whole, and {tables} tables with {steps} steps replay."
        );
    }
    let faults = found.faults.iter().take(TOLD);
    let mut lines: Vec<String> = faults
        .map(|fault| format!("This is not right: {fault}."))
        .collect();
    if let Some(more) = found.faults.len().checked_sub(TOLD + 1) {
        lines.push(format!("And {} more.", more + 1));
    }
    lines.join("\n")
}
