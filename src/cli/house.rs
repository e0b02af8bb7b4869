//! Opening the house: database, tables, and the bot in front of them.

use std::path::Path;

use super::CliFailure;
use crate::config;
use crate::discord::{FrontSettings, Service, connect};
use crate::drawing;
use crate::store::Store;
use crate::tables::{Clock, Hall, HallSettings, Shares};

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
    let settings = HallSettings {
        pace: config::pace().map_err(CliFailure::bad)?,
        shares: shares().map_err(CliFailure::bad)?,
    };
    let front = front_settings().map_err(CliFailure::bad)?;
    let store = Store::open(db).await.map_err(CliFailure::bad)?;
    let hall = Hall::reopen(store.clone(), clock.clone(), settings)
        .await
        .map_err(CliFailure::bad)?;
    if warming.await.is_err() {
        return Err(CliFailure::bad(
            "the pictures of the tiles could not be drawn",
        ));
    }
    let connected = connect(service, token, hall.clone(), store.clone(), clock, front).await;
    let served = match connected {
        Ok(bot) => bot.serve(stop).await,
        Err(failure) => Err(failure),
    };
    hall.close().await;
    store.close().await;
    served.map_err(CliFailure::bad)
}

/// How many tables may be open at once, as the host of the bot says.
fn shares() -> Result<Shares, String> {
    let mut shares = Shares::default();
    let (tables, lobbies) = (&mut shares.tables, &mut shares.lobbies);
    for (name, share) in [
        (config::TABLES_OF_PERSON, &mut tables.person),
        (config::TABLES_OF_CHANNEL, &mut tables.channel),
        (config::TABLES_OF_SERVER, &mut tables.server),
        (config::LOBBIES_OF_PERSON, &mut lobbies.person),
        (config::LOBBIES_OF_CHANNEL, &mut lobbies.channel),
        (config::LOBBIES_OF_SERVER, &mut lobbies.server),
    ] {
        if let Some(number) = config::share(name, config::MOST_TABLES)? {
            *share = number as usize;
        }
    }
    Ok(shares)
}

/// How fast people may press, and how many they may call.
fn front_settings() -> Result<FrontSettings, String> {
    let mut settings = FrontSettings::default();
    if let Some(number) = config::share(config::PRESSES, config::MOST_PRESSES)? {
        settings.presses = number;
    }
    if let Some(number) = config::share(config::INVITATIONS, config::MOST_INVITATIONS)? {
        settings.calls = number as usize;
    }
    Ok(settings)
}
