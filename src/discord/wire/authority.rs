//! On whose authority an interaction comes: that of the server in which it was made, or of a person alone, who has brought the bot along.

use serenity::all::{AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, GuildId};

/// Whether it comes on the authority of this server, which then has the bot. Where nobody is named it does.
pub(crate) fn is_of_server(owners: &AuthorizingIntegrationOwners, server: GuildId) -> bool {
    let is_the_server = |owner: &AuthorizingIntegrationOwner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(own)) if *own == server);
    owners.0.is_empty() || owners.0.iter().any(is_the_server)
}
