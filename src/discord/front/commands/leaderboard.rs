//! `/leaderboard`: the best of this server.

use super::choices::GameChoice;
use super::{Context, asked};
use crate::discord::pages::press::{Kind, Period, Wanted};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Note, Privacy};
use crate::discord::wire::send::SendFailure;
use crate::store::Order;

/// The time that counts.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum PeriodChoice {
    /// Since the beginning.
    All,
    /// The last thirty days.
    Month,
    /// The last seven days.
    Week,
}

/// What it is ordered by.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum OrderChoice {
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
pub(super) enum KindChoice {
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
pub(crate) async fn leaderboard(
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
    let kind = games.map(|games| match games {
        KindChoice::People => Kind::People,
        KindChoice::Casual => Kind::Casual,
    });
    let named = game.map(GameChoice::game);
    let reading = async {
        let wanted = Wanted {
            game: front.game_meant(server, asked.person, named).await?,
            period: period_meant(period),
            order: order_meant(by),
            kind: kind.unwrap_or(Kind::People),
        };
        // Everybody reads it; whoever turns its pages gets one of their own.
        let words = Words::of(&asked.public_locale);
        front
            .best((words, server, asked.person), &wanted, kind)
            .await
    };
    let read = front.list_for(asked.person, reading).await;
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
