//! Opening the house: database, tables, and the bot in front of them. Asked to stop it closes in order, at any moment.

use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::flood::SPARED;
use super::stop::Stop;
use super::{CliFailure, meters};
use crate::discord::{ConnectFailure, FrontSettings, Service, connect};
use crate::store::Store;
use crate::tables::{Clock, Hall, HallSettings};

/// What a house is opened with.
pub(super) struct Wanted<'a> {
    /// Whom it serves.
    pub service: &'a Service,
    /// The bot's token.
    pub token: &'a str,
    /// Its database.
    pub db: &'a Path,
    /// Its time.
    pub clock: Clock,
    /// How its tables behave.
    pub tables: HallSettings,
    /// How its front behaves.
    pub front: FrontSettings,
    /// Where it tells how it is.
    pub telling: Option<TcpListener>,
}

/// Serves tables until the process is asked to stop, and then no longer than [`Stop::overdue`].
pub(super) async fn serve(wanted: Wanted<'_>, stop: &Stop) -> Result<(), CliFailure> {
    tokio::select! {
        served = serve_store(wanted, stop) => served,
        never = SPARED.keep_telling() => match never {},
        () = stop.overdue() => Err(CliFailure::passing(
            "it did not end in time and was cut short; what was accepted stands in the database and the log beside it (-wal)",
        )),
    }
}

/// Where a page of the database does not read, it is made anew; where its log was taken away, it is closed and opened. Everything
/// goes on from there.
async fn serve_store(wanted: Wanted<'_>, stop: &Stop) -> Result<(), CliFailure> {
    let (mut anew, mut may_be_made_anew) = (false, true);
    let mut pause = Pause::default();
    loop {
        let db = wanted.db.to_owned();
        // A thread of its own: one that a disk keeps hanging must not keep this one from stopping.
        let runtime = Handle::current();
        let opening = tokio::task::spawn_blocking(move || {
            runtime.block_on(async {
                if anew {
                    Store::open_anew(&db).await
                } else {
                    Store::open(&db).await
                }
            })
        });
        let Some(opened) = stop.unless(opening).await else {
            return Ok(());
        };
        let store = match opened.expect("opening a database does not fall over") {
            Err(failure) if anew => {
                tracing::error!(%failure, "the database has a bad page and cannot be made anew: it stays as it is");
                (anew, may_be_made_anew) = (false, false);
                continue;
            }
            opened => opened?,
        };
        let served = serve_hall(&wanted, &store, may_be_made_anew, stop).await;
        store.close().await;
        if let Some(reason) = store.not_closed() {
            return Err(CliFailure::passing(reason));
        }
        if store.is_log_gone() {
            tracing::error!(
                "the log beside the database was taken away: the database was closed, so that nothing of it is lost, and is \
                 opened again"
            );
            anew = false;
            if stop.unless(pause.passes()).await.is_none() {
                return Ok(());
            }
            continue;
        }
        if !may_be_made_anew || !store.has_bad_page() {
            return served;
        }
        tracing::error!(
            "a page of the database does not read: everything stops until it is made anew"
        );
        anew = true;
    }
}

/// What takes the log away may do so again and again, and each time the bot logs in: Discord counts that.
#[derive(Default)]
struct Pause {
    /// How long the last one was, and when it ended.
    last: Option<(Duration, Instant)>,
}

impl Pause {
    const SHORTEST: Duration = Duration::from_secs(1);
    const LONGEST: Duration = Duration::from_secs(300);
    /// After so long a time in which all was well the next one is short again.
    const WELL: Duration = Duration::from_secs(600);

    /// Waits: each time twice as long as before.
    async fn passes(&mut self) {
        let long = self.next(Instant::now());
        // Towards Discord, which counts logins by its own time; nothing is served meanwhile, so no clock of a table runs.
        tokio::time::sleep(long).await;
        self.last = Some((long, Instant::now()));
    }

    fn next(&self, now: Instant) -> Duration {
        match self.last {
            Some((last, ended)) if now.saturating_duration_since(ended) < Self::WELL => {
                (last * 2).min(Self::LONGEST)
            }
            _ => Self::SHORTEST,
        }
    }
}

async fn serve_hall(
    wanted: &Wanted<'_>,
    store: &Store,
    may_be_made_anew: bool,
    stop: &Stop,
) -> Result<(), CliFailure> {
    let opening = async {
        // Into memory before the first table lives: no table waits for the disk to tell what somebody wants.
        store.said().await?;
        Hall::reopen_unreached(store.clone(), wanted.clock.clone(), wanted.tables).await
    };
    let Some(opened) = stop.unless(opening).await else {
        return Ok(());
    };
    let hall = opened.map_err(|failure| {
        store.notice(&failure);
        store.told(failure)
    })?;
    let ends = {
        let (store, stop) = (store.clone(), stop.clone());
        async move {
            tokio::select! {
                () = stop.asked() => {}
                () = store.bad_page_found(), if may_be_made_anew => {}
                () = store.log_found_gone() => {}
                () = store.writer_gone() => {}
            }
        }
    };
    let served = if may_be_made_anew && store.has_bad_page() {
        Ok(())
    } else {
        serve_bot(wanted, store, &hall, stop, ends).await
    };
    let is_written = store.has_writer();
    hall.close().await;
    if is_written {
        served
    } else {
        Err(CliFailure::passing(
            "what writes the database fell over, and every move would be refused; nothing that was accepted is lost",
        ))
    }
}

async fn serve_bot(
    wanted: &Wanted<'_>,
    store: &Store,
    hall: &Hall,
    stop: &Stop,
    ends: impl Future<Output = ()> + Send + 'static,
) -> Result<(), CliFailure> {
    let _telling = match &wanted.telling {
        Some(listener) => Some(meters::tell(listener, hall.clone(), store.clone())?),
        None => None,
    };
    let (service, token) = (wanted.service, wanted.token);
    let hall = hall.clone();
    let connecting = connect(
        service,
        token,
        hall,
        store.clone(),
        wanted.clock.clone(),
        wanted.front,
    );
    let Some(connected) = stop.unless(connecting).await else {
        return Ok(());
    };
    let served = connected?.serve(ends).await;
    served.map_err(CliFailure::from)
}

impl From<ConnectFailure> for CliFailure {
    fn from(failure: ConnectFailure) -> Self {
        match failure {
            ConnectFailure::Settings(failure) => failure.into(),
            ConnectFailure::WrongToken
            | ConnectFailure::Refused { .. }
            | ConnectFailure::Commands(_)
            | ConnectFailure::NotLoopback(_) => Self::lasting(failure),
            ConnectFailure::Unreachable(_) | ConnectFailure::Client(_) => Self::passing(failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Runtime;
    use tokio::time::timeout;

    use super::*;
    use crate::cli::clock;
    use crate::discord::choose_tls;
    use crate::sandbox;
    use crate::store::Folder;

    /// Whatever a test waits for comes sooner, however slow the machine; only a hang meets this.
    const LIMIT: Duration = Duration::from_secs(600);

    /// The writer ends with the runtime that it lives in, as it does where it falls over.
    #[test]
    fn a_house_whose_writer_ended_closes_with_a_failure() {
        choose_tls();
        let folder = Folder::new();
        let file = folder.file();
        let elsewhere = Runtime::new().expect("there are threads");
        let store = elsewhere.block_on(Store::open(&file));
        let store = store.expect("a database");
        let here = Runtime::new().expect("there are threads");
        let served = here.block_on(async {
            let settings = sandbox::Settings {
                page: false,
                ..sandbox::Settings::default()
            };
            let sandbox = sandbox::start(settings).await.expect("a sandbox");
            let wanted = Wanted {
                service: &Service::Sandbox(sandbox.url()),
                token: &sandbox.token(),
                db: &file,
                clock: clock::local(sandbox.clock()),
                tables: HallSettings::default(),
                front: FrontSettings::default(),
                telling: None,
            };
            let falls = async {
                assert!(sandbox.bot_came(LIMIT).await, "it does not come");
                elsewhere.shutdown_background();
            };
            let stop = Stop::never();
            let serving = timeout(LIMIT, serve_hall(&wanted, &store, true, &stop));
            let (served, ()) = tokio::join!(serving, falls);
            sandbox.stop().await;
            served.expect("it closes")
        });
        let failure = served.expect_err("it fell over");
        assert_eq!(failure.status(), 1);
        assert!(failure.to_string().contains("fell over"), "{failure}");
    }

    #[test]
    fn each_pause_is_longer_until_all_was_well_for_a_while() {
        let (mut pause, start) = (Pause::default(), Instant::now());
        let mut seconds = Vec::new();
        for _ in 0..11 {
            let long = pause.next(start);
            seconds.push(long.as_secs());
            pause.last = Some((long, start));
        }
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
        assert_eq!(pause.next(start + Pause::WELL), Pause::SHORTEST);
    }
}
