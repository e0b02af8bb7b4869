//! `/leaderboard`: who won how often in this server.

use std::time::Duration;

use super::{Context, asked};
use crate::discord::Front;
use crate::discord::asked::Asked;
use crate::discord::note::Note;
use crate::discord::send::SendFailure;
use crate::rules::any::GameId;
use crate::store::Failure;
use crate::store::Line;
use crate::tables::{Moment, ServerId};

/// How many lines are shown.
const LINES: u32 = 10;
/// What "the month" means: the last thirty days.
const MONTH: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A game of the leaderboard.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum GameChoice {
    /// Okey.
    Okey,
}

/// The time that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub enum PeriodChoice {
    /// Since the beginning.
    All,
    /// The last thirty days.
    Month,
}

/// The games that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub enum KindChoice {
    /// Two people or more.
    People,
    /// A single person against computers.
    Casual,
}

fn month_ago(now: Moment) -> Moment {
    let month = u64::try_from(MONTH.as_millis()).unwrap_or(u64::MAX);
    Moment::from_unix_ms(now.unix_ms().saturating_sub(month))
}

struct Wanted {
    game: GameId,
    period: PeriodChoice,
    kind: KindChoice,
}

/// Shows who won how often.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn leaderboard(
    ctx: Context<'_>,
    game: Option<GameChoice>,
    period: Option<PeriodChoice>,
    games: Option<KindChoice>,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(server) = asked.server else {
        return asked
            .tell(&front.sender, asked.words.only_in_server())
            .await;
    };
    let wanted = Wanted {
        game: match game {
            Some(GameChoice::Okey) | None => GameId::Okey,
        },
        period: period.unwrap_or(PeriodChoice::All),
        kind: games.unwrap_or(KindChoice::People),
    };
    match page(front, &asked, server, &wanted).await {
        Ok(text) => asked.answer(&front.sender, &Note::public(text)).await,
        Err(failure) => {
            tracing::warn!(%failure, "a leaderboard could not be read");
            asked.tell(&front.sender, asked.words.failure()).await
        }
    }
}

async fn page(
    front: &Front,
    asked: &Asked,
    server: ServerId,
    wanted: &Wanted,
) -> Result<String, Failure> {
    let since = (wanted.period == PeriodChoice::Month).then(|| month_ago(front.clock.now()));
    let is_casual = wanted.kind == KindChoice::Casual;
    let lines = read(front, server, wanted.game, since, is_casual).await?;
    let own = front
        .store
        .leaderboard_line(server, wanted.game, since, is_casual, asked.person)
        .await?;
    Ok(text(asked, wanted, &lines, own.as_ref()))
}

async fn read(
    front: &Front,
    server: ServerId,
    game: GameId,
    since: Option<Moment>,
    is_casual: bool,
) -> Result<Vec<Line>, Failure> {
    front
        .store
        .leaderboard(server, game, since, is_casual, LINES)
        .await
}

fn text(asked: &Asked, wanted: &Wanted, lines: &[Line], own: Option<&Line>) -> String {
    let words = asked.words;
    let period = match wanted.period {
        PeriodChoice::All => "all",
        PeriodChoice::Month => "month",
    };
    let kind = match wanted.kind {
        KindChoice::People => "people",
        KindChoice::Casual => "casual",
    };
    let line = |line: &Line| {
        words.leaderboard_line(
            line.place,
            &format!("<@{}>", line.person),
            line.wins,
            line.games,
        )
    };
    let game = words.game_name(wanted.game.id());
    let mut text = vec![words.leaderboard_title(&game, period, kind)];
    text.extend(lines.iter().map(line));
    if lines.is_empty() {
        text.push(words.leaderboard_empty());
    }
    text.push(match own {
        Some(own) => words.leaderboard_own(&line(own)),
        None => words.leaderboard_own_none(),
    });
    text.push(words.leaderboard_note(kind));
    text.join("\n")
}
