//! Fair shares, as the host of the bot sets them.

use clap::Args;

use crate::config::{self, NoSetting};
use crate::discord::FrontSettings;
use crate::tables::Shares;

/// Limits that keep one person from taking everything. What is not said is as usual.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ShareArgs {
    /// Tables that one person may have open at once, wherever [usually 2]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::TABLES_A_PERSON_VARIABLE, hide_env_values = true)]
    tables_person: Option<String>,
    /// Tables that may be open in one channel with its threads [usually 50]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::TABLES_A_CHANNEL_VARIABLE, hide_env_values = true)]
    tables_channel: Option<String>,
    /// Tables that may be open in one server, fewer if it says so in /settings [usually 100]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::TABLES_A_SERVER_VARIABLE, hide_env_values = true)]
    tables_server: Option<String>,
    /// Tables of one person that may wait for their start [usually 2]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::LOBBIES_A_PERSON_VARIABLE, hide_env_values = true)]
    lobbies_person: Option<String>,
    /// Tables in one channel that may wait for their start [usually 20]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::LOBBIES_A_CHANNEL_VARIABLE, hide_env_values = true)]
    lobbies_channel: Option<String>,
    /// Tables in one server that may wait for their start [usually 50]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::LOBBIES_A_SERVER_VARIABLE, hide_env_values = true)]
    lobbies_server: Option<String>,
    /// People whom one person may call to tables in ten minutes [usually 8]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::INVITATIONS_A_PERSON_VARIABLE, hide_env_values = true)]
    invitations: Option<String>,
    /// Presses a second that one person may make for long; moves cost nothing [usually 8]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::PRESSES_A_SECOND_VARIABLE, hide_env_values = true)]
    presses: Option<String>,
    /// Requests a second that Discord allows the bot over all; more only if Discord has raised it for this bot [usually 50]
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true, env = config::REQUESTS_A_SECOND_VARIABLE, hide_env_values = true)]
    requests: Option<String>,
}

impl ShareArgs {
    /// How many tables may be open at once.
    pub(super) fn shares(&self) -> Result<Shares, NoSetting> {
        let mut shares = Shares::default();
        let (tables, lobbies) = (&mut shares.tables, &mut shares.lobbies);
        for (setting, said, share) in [
            (
                &config::TABLES_A_PERSON,
                &self.tables_person,
                &mut tables.person,
            ),
            (
                &config::TABLES_A_CHANNEL,
                &self.tables_channel,
                &mut tables.channel,
            ),
            (
                &config::TABLES_A_SERVER,
                &self.tables_server,
                &mut tables.server,
            ),
            (
                &config::LOBBIES_A_PERSON,
                &self.lobbies_person,
                &mut lobbies.person,
            ),
            (
                &config::LOBBIES_A_CHANNEL,
                &self.lobbies_channel,
                &mut lobbies.channel,
            ),
            (
                &config::LOBBIES_A_SERVER,
                &self.lobbies_server,
                &mut lobbies.server,
            ),
        ] {
            if let Some(number) = setting.read(said.as_deref())? {
                *share = number as usize;
            }
        }
        Ok(shares)
    }

    /// How fast people may press, how many they may call, and how fast the bot may speak.
    pub(super) fn front(&self) -> Result<FrontSettings, NoSetting> {
        let mut front = FrontSettings::default();
        if let Some(number) = config::PRESSES_A_SECOND.read(self.presses.as_deref())? {
            front.presses = number;
        }
        if let Some(number) = config::INVITATIONS_A_PERSON.read(self.invitations.as_deref())? {
            front.calls = number as usize;
        }
        if let Some(number) = config::REQUESTS_A_SECOND.read(self.requests.as_deref())? {
            front.pace.requests = number;
        }
        Ok(front)
    }
}
