//! How the round and the match stand for the owner of a panel: ko, yaku, trump, teams, and what a round came to.

use super::board::{round_of_kiri, team_name};
use super::result::onward;
use super::told::side;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::sign;
use crate::discord::speech::karuta::{karuta, suit};
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::karuta::Suit;
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::order::robai;
use crate::rules::meri::score::{KIRI, kiri};
use crate::rules::meri::view::Scored;
use crate::rules::meri::{Robau, SEATS, Team, Total, View};

/// Trump, ko and teams: lines that stay true while the others play.
pub(super) fn lines(words: Words, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(trump_line(words, view));
    lines.extend(ko_line(words, view));
    lines.extend(laid_away_line(words, view));
    lines.extend(team_line(words, view));
    lines
}

/// The trump suit, and tenka beside it (Hachinin-meri rules 5).
fn trump_line(words: Words, view: &View) -> Option<String> {
    let okie = view.okie?;
    let kind = kind_of(okie.suit());
    let [okie_words, tenka] = [okie, robai(Suit::Pao)].map(|named| karuta(words, named));
    Some(words.meri_trump(&suit(words, okie.suit()), &okie_words, &tenka, kind))
}

/// Whether tenka is one of this trump suit, or a trump beside it, as sentences name it (Hachinin-meri rules 5).
pub(super) fn kind_of(trump: Suit) -> &'static str {
    if trump == Suit::Pao { "pao" } else { "other" }
}

/// The ko after the last full trick.
fn ko_line(words: Words, view: &View) -> Option<String> {
    let tricks = view.tricks.len();
    let team = Team::of(view.viewer.seat()?);
    if tricks == 0 {
        return None;
    }
    let line = words.meri_ko(tricks, view.ko[team], view.ko[team.other()]);
    let Some(moved) = moved(view, team) else {
        return Some(format!("{line} · {}", words.meri_ko_untold()));
    };
    let favoured = if moved > 0 { team } else { team.other() };
    let yaku = words.meri_ko_moved(side(view, favoured), moved.abs());
    Some(if moved == 0 {
        line
    } else {
        format!("{line} · {yaku}")
    })
}

/// What the viewer has laid away, which nobody else knows (Hachinin-meri rules 7.2).
fn laid_away_line(words: Words, view: &View) -> Option<String> {
    let away = view.own.as_ref()?.discard?;
    Some(words.meri_laid_away(&karuta(words, away)))
}

/// What the yaku made so far have brought a team; `None` while that of one of them is not told (Hachinin-meri rules 12).
fn moved(view: &View, team: Team) -> Option<i32> {
    let made = view.tricks.iter().filter_map(|trick| trick.made);
    let brought = |made: Scored| {
        let value = made.value?;
        Some(if made.team == team { value } else { -value })
    };
    made.map(brought).sum()
}

/// Who plays with the viewer, and who against.
fn team_line(words: Words, view: &View) -> Option<String> {
    let me = view.viewer.seat()?;
    let signs = |team: Team| {
        let seats = Seat::all(SEATS).filter(|seat| Team::of(*seat) == team && *seat != me);
        seats.map(sign).collect::<String>()
    };
    let team = Team::of(me);
    Some(words.meri_team(
        sign(me),
        &team_name(words, team),
        &signs(team),
        &signs(team.other()),
    ))
}

/// What a round came to for the viewer's team, and how it goes on; before the first deal only that.
pub(super) fn result_lines(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let mut lines = Vec::new();
    let team = view.viewer.seat().map(Team::of);
    if let (Some(total), Some(team)) = (view.total, team) {
        lines.push(words.meri_round_over(round_of_kiri(view)));
        lines.push(total_line(words, view, (total, team)));
        lines.extend(
            view.robau
                .map(|robau| words.meri_robau_was(robau_key(robau))),
        );
        lines.extend(kiri_line(words, view, team));
    }
    lines.extend(onward(reader, view));
    lines
}

/// Hachinin-meri rules 10.
fn total_line(words: Words, view: &View, (total, team): (Total, Team)) -> String {
    let ko = words.meri_total_ko(total.ko[team], total.ko[team.other()]);
    let winner = if total.diff > 0 { Team::A } else { Team::B };
    let result = words.meri_total(
        side(view, winner),
        total.counted[team],
        total.counted[team.other()],
        total.diff.abs(),
        if total.counted == total.ko {
            "none"
        } else {
            "some"
        },
    );
    format!("{ko} {result}")
}

fn robau_key(robau: Robau) -> &'static str {
    match robau {
        Robau::Robatta => "robatta",
        Robau::Kakushi => "kakushi",
        Robau::Neta => "neta",
        Robau::Kikkaburi => "kikkaburi",
    }
}

/// How the kiri stands; a single round has none (Hachinin-meri rules 11).
fn kiri_line(words: Words, view: &View, team: Team) -> Option<String> {
    if view.options.match_length == MatchLength::Hitomaki {
        return None;
    }
    let progress = &view.progress;
    let (rounds, sum) = (progress.kiri.len(), progress.kiri.iter().sum::<i32>());
    let stands = match Team::favoured(sum) {
        Some(team) => side(view, team),
        None if rounds >= KIRI => "decider",
        None => "level",
    };
    let stage = match kiri(view.options.match_length, &progress.kiri) {
        Some(_) => "over",
        None => "open",
    };
    let line = words.meri_kiri(rounds, rounds.max(KIRI), stands, sum.abs(), stage);
    let kiri_won = view.kiri_won();
    let won = words.meri_kiri_won(kiri_won[team], kiri_won[team.other()]);
    Some(match view.options.match_length {
        MatchLength::Hitomaki | MatchLength::Hitokiri => line,
        MatchLength::Hitoshobu => format!("{line} {won}"),
        MatchLength::Honshobu => {
            let shobu =
                words.meri_shobu_won(progress.shobu_won[team], progress.shobu_won[team.other()]);
            format!("{line} {won} {shobu}")
        }
    })
}
