//! `istaka backup`: a copy of the database, also while the bot plays.

use std::path::PathBuf;

use clap::Args;

use super::CliFailure;
use super::run::DbArgs;
use super::stop::Stop;
use super::told::tell;
use crate::store::{self, BackupFailure};

/// The flags of `istaka backup`.
#[derive(Args, Clone, Debug)]
pub(super) struct BackupArgs {
    /// The copy; nothing may be there yet
    file: PathBuf,
    #[command(flatten)]
    db: DbArgs,
}

/// Copies. Asked to stop it leaves no half a copy.
pub(super) async fn backup(args: BackupArgs) -> Result<(), CliFailure> {
    let stop = Stop::listen()?;
    let (db, file) = (args.db.file(), args.file);
    let Some(copied) = stop.unless(store::backup(&db, &file)).await else {
        return Err(CliFailure::passing(
            "stopped before the copy was whole: there is none",
        ));
    };
    let bytes = copied?;
    tell(format_args!(
        "{} is a copy of {}: {bytes} bytes.",
        file.display(),
        db.display()
    ))
}

impl From<BackupFailure> for CliFailure {
    fn from(failure: BackupFailure) -> Self {
        match failure {
            BackupFailure::Database(failure) => failure.into(),
            BackupFailure::NoDatabase(_)
            | BackupFailure::Exists(_)
            | BackupFailure::NotText(_)
            | BackupFailure::OfDatabase(_) => Self::bad(failure),
            BackupFailure::Damaged(_) | BackupFailure::NoPlace { .. } => Self::lasting(failure),
            BackupFailure::NotWritten { .. } => Self::passing(failure),
        }
    }
}
