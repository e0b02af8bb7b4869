//! Pages of lists, and the list of the best: who stands where, and the buttons that turn the page.

use std::time::Duration;

use super::press::{List, Period, Turn, Wanted};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Note, Privacy};
use crate::rules::any::BestPoints;
use crate::store::{Leaders, Line, Order};
use crate::tables::Moment;

/// How many lines a page has.
pub(crate) const LINES: u32 = 10;
/// A day of a rolling period.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Period {
    /// When it began. The last days roll: they have no midnight, which would be another one for every reader.
    pub(crate) fn since(self, now: Moment) -> Option<Moment> {
        match self {
            Self::All => None,
            Self::Month => Some(now.minus(DAY * 30)),
            Self::Week => Some(now.minus(DAY * 7)),
        }
    }
}

/// A page of a leaderboard. Whoever sees it alone has a line of their own; one for everybody has none.
pub(crate) fn page(words: Words, wanted: &Wanted, leaders: &Leaders, privacy: Privacy) -> Note {
    let list = List::Leaders(*wanted);
    Note {
        rows: page_buttons(words, list, leaders.page, leaders.pages),
        privacy,
        ..Note::private(text(words, wanted, leaders, privacy))
    }
}

/// A leaderboard of units in a server that plays without them.
pub(crate) fn without_units(words: Words, wanted: &Wanted) -> Note {
    let game = words.game_name(wanted.game.id());
    Note::private(words.leaderboard_without_units(&game))
}

/// The buttons under a page; none if it is the only one.
pub(crate) fn page_buttons(words: Words, list: List, page: u32, pages: u32) -> Vec<Vec<Button>> {
    if pages < 2 {
        return Vec::new();
    }
    let turn = |page: u32| Turn { page, list }.id();
    let before = Button::new(turn(page.saturating_sub(1)), words.button_previous())
        .emoji("◀️")
        .enabled(page > 0);
    let after = Button::new(turn(page + 1), words.button_following())
        .emoji("▶️")
        .enabled(page + 1 < pages);
    vec![vec![before, after]]
}

/// The line that says which page it is; none if it is the only one.
pub(crate) fn page_line(words: Words, page: u32, pages: u32) -> Option<String> {
    (pages > 1).then(|| words.page_of(page + 1, pages))
}

/// A mean with two digits behind the point.
pub(crate) fn mean(sum: i64, count: u32) -> String {
    let (size, count) = (u128::from(sum.unsigned_abs()), u128::from(count.max(1)));
    let hundredths = (size * 100 + count / 2) / count;
    let sign = if sum < 0 && hundredths > 0 { "−" } else { "" };
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

fn text(words: Words, wanted: &Wanted, leaders: &Leaders, privacy: Privacy) -> String {
    let (period, order, kind) = (
        wanted.period.word(),
        wanted.order.word(),
        wanted.kind.word(),
    );
    let least = wanted.order.least_games(wanted.game);
    let best = wanted.game.best_points();
    let line = |line: &Line, place: u32| {
        let who = format!("<@{}>", line.person);
        let measure = match wanted.order {
            Order::Wins | Order::Games => String::new(),
            Order::Points if wanted.game.has_units() => words.leaderboard_units(line.points),
            Order::Points if best == BestPoints::Fewest => {
                words.leaderboard_average_points(&mean(line.points, line.games))
            }
            Order::Points => words.leaderboard_points(line.points),
            Order::Places => words.leaderboard_average(&mean(line.places.into(), line.games)),
        };
        words.leaderboard_line(place, &who, &measure, line.wins, line.games)
    };
    let game = words.game_name(wanted.game.id());
    let mut text = vec![words.leaderboard_title(&game, period, kind)];
    let ranked = leaders.lines.iter();
    text.extend(ranked.filter_map(|ranked| Some(line(ranked, ranked.place?))));
    if leaders.lines.is_empty() {
        text.push(words.leaderboard_empty(least, period, wanted.game.id()));
    }
    let own = || match &leaders.own {
        Some(own) => match own.place {
            Some(place) => words.leaderboard_own(&line(own, place)),
            None => words.leaderboard_own_unranked(own.games, least),
        },
        None => words.leaderboard_own_none(),
    };
    text.extend((privacy == Privacy::Private).then(own));
    let ordered = match (wanted.order, best) {
        (Order::Points, _) if wanted.game.has_units() => "units",
        (Order::Points, BestPoints::Fewest) => "fewest",
        _ => order,
    };
    text.push(words.leaderboard_note(ordered, least, kind));
    text.extend(page_line(words, leaders.page, leaders.pages));
    text.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::press::Kind;
    use crate::rules::any::GameId;
    use crate::tables::PersonId;

    #[test]
    fn the_own_line_of_a_leaderboard_is_for_its_reader_alone() {
        let wanted = |order| Wanted {
            game: GameId::Okey,
            period: Period::All,
            order,
            kind: Kind::People,
        };
        let own = |place| Line {
            place,
            person: PersonId::new(7),
            wins: 1,
            games: 2,
            points: 3,
            places: 3,
        };
        for (own, order, said) in [
            (None, Order::Wins, "You have no game in this ranking."),
            (Some(own(Some(1))), Order::Wins, "You: **1.** <@7>"),
            (Some(own(None)), Order::Places, "You: 2 of the 3 games"),
        ] {
            let leaders = Leaders {
                lines: Vec::new(),
                page: 0,
                pages: 1,
                own,
            };
            let shown = |privacy| page(Words::of("en"), &wanted(order), &leaders, privacy);
            let (public, private) = (shown(Privacy::Public), shown(Privacy::Private));
            assert_eq!(public.privacy, Privacy::Public);
            assert!(!public.text.contains("You"), "{}", public.text);
            assert!(private.text.contains(said), "{}", private.text);
        }
    }

    #[test]
    fn a_mean_is_rounded_to_two_digits() {
        for (sum, count, said) in [
            (1, 1, "1.00"),
            (7, 4, "1.75"),
            (5, 3, "1.67"),
            (4, 3, "1.33"),
            (0, 0, "0.00"),
            (-7, 4, "−1.75"),
            (-1, 1000, "0.00"),
            (i64::MIN, 1, "−9223372036854775808.00"),
        ] {
            assert_eq!(mean(sum, count), said);
        }
    }
}
