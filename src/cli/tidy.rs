//! `istaka tidy`: what a running bot does by itself in small portions, at once, and with the room given back to the disk.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::json;

use super::CliFailure;
use super::retention::RetentionArgs;
use super::run::DbArgs;
use super::stop::Stop;
use super::told::tell;
use crate::store::{self, Store};
use crate::tables::{Moment, Retention, Tidied, Tidier, Tidying, Untidy};

/// The flags of `istaka tidy`.
#[derive(Args, Clone, Debug)]
pub(super) struct TidyArgs {
    #[command(flatten)]
    db: DbArgs,
    #[command(flatten)]
    retention: RetentionArgs,
    /// Change nothing, only count; possible while the bot runs
    #[arg(long)]
    dry_run: bool,
    /// Answer with one JSON object: `{"dry_run":bool,"packed":number,"steps":number,"text_before":bytes,"text_after":bytes,
    /// "deleted":number,"kept":number,"left":number,"file_before":bytes,"file_after":bytes}`
    #[arg(long)]
    json: bool,
}

/// What was done to a file.
struct Done {
    tidied: Tidied,
    file_before: u64,
    file_after: u64,
}

/// Tidies. Asked to stop it leaves everything as whole as it was.
pub(super) async fn tidy(args: TidyArgs) -> Result<(), CliFailure> {
    let stop = Stop::listen()?;
    let retention = args.retention.retention().map_err(CliFailure::lasting)?;
    let db = args.db.clone().file();
    if !store::is_there(&db)? {
        let db = db.display();
        return Err(CliFailure::bad(format!("there is no database {db}")));
    }
    let (tidying, unless) = if args.dry_run {
        let counted = stop.unless(counted(&db, retention)).await;
        (counted, "stopped before everything was counted")
    } else {
        let done = stop.unless(done(&db, retention)).await;
        (
            done,
            "stopped before everything was tidy; what was done stays done",
        )
    };
    say(
        &args,
        &tidying.unwrap_or_else(|| Err(CliFailure::passing(unless)))?,
    )
}

async fn counted(db: &Path, retention: Retention) -> Result<Done, CliFailure> {
    let store = Store::read(db).await?;
    let file_before = store.bytes();
    let tidied = tidied(&store, retention, Tidying::Dry).await;
    store.close().await;
    Ok(Done {
        tidied: tidied?,
        file_before,
        file_after: file_before,
    })
}

async fn done(db: &Path, retention: Retention) -> Result<Done, CliFailure> {
    let store = Store::open(db).await?;
    let file_before = store.bytes();
    // Whoever asked for it before a crash goes first: what is packed then names nobody.
    let tidied = match store.forget_on().await {
        Ok(_) => tidied(&store, retention, Tidying::Really).await,
        Err(failure) => Err(CliFailure::passing(failure)),
    };
    let shrunk = match &tidied {
        Ok(_) => store.shrink().await,
        Err(_) => Ok(()),
    };
    let file_after = store.bytes();
    store.close().await;
    if let Err(failure) = shrunk {
        return Err(CliFailure::passing(format!(
            "the database could not be written anew ({failure}). What is packed stays packed: make room beside it and among the \
             temporary files (TMPDIR), and start it again"
        )));
    }
    Ok(Done {
        tidied: tidied?,
        file_before,
        file_after,
    })
}

async fn tidied(
    store: &Store,
    retention: Retention,
    tidying: Tidying,
) -> Result<Tidied, CliFailure> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = since.map_or(0, |since| since.as_millis());
    let now = Moment::from_unix_ms(u64::try_from(now).unwrap_or(u64::MAX));
    let tidier = Tidier::new(store.clone(), retention, tidying, now);
    let done = async { tidier.deleting_by_last_run().await?.all().await };
    done.await.map_err(|untidy| match untidy {
        Untidy::NotRead(failure) => failure.into(),
        Untidy::NotWritten(failure) => CliFailure::passing(format!(
            "{failure}. What was packed so far stays packed: look after the disk, and start it again"
        )),
    })
}

fn say(args: &TidyArgs, done: &Done) -> Result<(), CliFailure> {
    let Tidied {
        packed,
        steps,
        bytes_before,
        bytes_after,
        deleted,
        kept,
        left,
    } = done.tidied;
    let (before, after) = (done.file_before, done.file_after);
    if args.json {
        return tell(json!({
            "dry_run": args.dry_run, "packed": packed, "steps": steps, "text_before": bytes_before,
            "text_after": bytes_after, "deleted": deleted, "kept": kept, "left": left, "file_before": before, "file_after": after,
        }));
    }
    let verb = if args.dry_run { "would be" } else { "were" };
    let mut lines = vec![
        format!(
            "{packed} journals with {steps} steps {verb} packed: {bytes_before} bytes into {bytes_after}."
        ),
        format!("{deleted} records {verb} deleted; the results stay."),
    ];
    if kept > 0 {
        lines.push(format!(
            "{kept} records are old enough and stay: after an update a running bot looks at them once, to tell places anew. Let it \
             run until its log says that all places are right, and tidy again."
        ));
    }
    if left > 0 {
        lines.push(format!(
            "{left} journals do not replay and stay as they are: `istaka check` names them."
        ));
    }
    if !args.dry_run {
        lines.push(format!("The file had {before} bytes, and has {after} now."));
    }
    tell(lines.join("\n"))
}
