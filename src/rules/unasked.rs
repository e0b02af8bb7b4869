//! Words for what a table does for a seat without a press of its owner: plain beginnings of a turn, and moves that were
//! prepared. What is plain, and what a prepared move means, each game says itself.

use serde::{Deserialize, Serialize};

/// Why nothing is done for a seat unasked: its owner might want something else. Told to them alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// With what another player has discarded they can finish.
    TakeFinishes,
    /// With what another player has discarded they can lay something on the table.
    TakeLays,
    /// What another player has discarded is a joker.
    TakeIsJoker,
    /// They may still act out of turn, and then it would be too late; whether they have anything to say plays no part.
    #[serde(rename = "may_show")]
    MayInterject,
    /// There is nothing to draw.
    StockEmpty,
}

/// Why a prepared move is not gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dropped {
    /// What a turn begins with is not plain.
    Held(Held),
    /// The turn has begun, and now the owner can finish.
    Finishes,
    /// The turn has begun, and now the owner can lay on the table what came to them.
    Lays,
    /// Giving away what was prepared would cost the owner points now.
    Costs,
    /// The owner has to choose, and their table gives no reason.
    Unsaid,
    /// After it the owner would have to say something in time.
    Announces,
    /// The turn begins with a lead, which is another matter than what was prepared for the lead of another.
    Leads,
    /// The rules refuse it.
    Refused,
}
