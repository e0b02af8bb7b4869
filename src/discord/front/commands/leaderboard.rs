//! `/leaderboard`: the best of this server.

use super::{Context, asked};
use crate::discord::pages::press::{Kind, Period, Wanted};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Note, Privacy};
use crate::discord::wire::send::SendFailure;
use crate::rules::any::GameId;
use crate::store::Order;

/// A game that has results.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum GameChoice {
    /// Okey.
    Okey,
    /// Okey 101.
    Okey101,
}

impl GameChoice {
    /// The game; Okey if nothing is said.
    pub fn meant(choice: Option<Self>) -> GameId {
        match choice {
            Some(Self::Okey101) => GameId::Okey101,
            Some(Self::Okey) | None => GameId::Okey,
        }
    }
}

/// The time that counts.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum PeriodChoice {
    /// Since the beginning.
    All,
    /// The last thirty days.
    Month,
    /// The last seven days.
    Week,
}

/// What it is ordered by.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum OrderChoice {
    /// Most wins.
    Wins,
    /// Most games.
    Games,
    /// Most points.
    Points,
    /// Best place on average.
    Places,
}

/// The games that count.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum KindChoice {
    /// Rated ones between people.
    People,
    /// The others.
    Casual,
}

/// Shows the best.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn leaderboard(
    ctx: Context<'_>,
    game: Option<GameChoice>,
    period: Option<PeriodChoice>,
    by: Option<OrderChoice>,
    games: Option<KindChoice>,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(server) = asked.server else {
        return asked
            .tell(&front.sender, asked.words.only_in_server())
            .await;
    };
    let wanted = Wanted {
        game: GameChoice::meant(game),
        period: period_meant(period),
        order: order_meant(by),
        kind: match games {
            Some(KindChoice::People) | None => Kind::People,
            Some(KindChoice::Casual) => Kind::Casual,
        },
    };
    // Everybody reads it; whoever turns its pages gets one of their own.
    let words = Words::of(&asked.public_locale);
    let read = front.leaders(words, server, asked.person, &wanted, 0).await;
    let public = |note| Note {
        privacy: Privacy::Public,
        ..note
    };
    front.answer_read(&asked, read.map(public)).await
}

fn period_meant(choice: Option<PeriodChoice>) -> Period {
    match choice {
        Some(PeriodChoice::All) | None => Period::All,
        Some(PeriodChoice::Month) => Period::Month,
        Some(PeriodChoice::Week) => Period::Week,
    }
}

fn order_meant(choice: Option<OrderChoice>) -> Order {
    match choice {
        Some(OrderChoice::Wins) | None => Order::Wins,
        Some(OrderChoice::Games) => Order::Games,
        Some(OrderChoice::Points) => Order::Points,
        Some(OrderChoice::Places) => Order::Places,
    }
}
