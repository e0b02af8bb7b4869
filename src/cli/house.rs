//! Opening the house: database, tables, and the bot in front of them.

use std::path::Path;

use super::CliFailure;
use crate::config;
use crate::discord::{Pace, Service, connect};
use crate::drawing;
use crate::store::Store;
use crate::tables::{Clock, Hall, HallSettings};

/// Serves tables for this service until `stop` is done.
pub async fn serve(
    service: &Service,
    token: &str,
    db: &Path,
    clock: Clock,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), CliFailure> {
    // Faces are rasterised once: now, so that nobody's first rack waits for it.
    let warming = tokio::task::spawn_blocking(drawing::warm);
    let pace = config::pace().map_err(CliFailure::bad)?;
    let store = Store::open(db).await.map_err(CliFailure::bad)?;
    let settings = HallSettings { pace };
    let hall = Hall::reopen(store.clone(), clock.clone(), settings)
        .await
        .map_err(CliFailure::bad)?;
    if warming.await.is_err() {
        return Err(CliFailure::bad(
            "the pictures of the tiles could not be drawn",
        ));
    }
    let connected = connect(
        service,
        token,
        hall.clone(),
        store.clone(),
        clock,
        Pace::DISCORD,
    )
    .await;
    let served = match connected {
        Ok(bot) => bot.serve(stop).await,
        Err(failure) => Err(failure),
    };
    hall.close().await;
    store.close().await;
    served.map_err(CliFailure::bad)
}
