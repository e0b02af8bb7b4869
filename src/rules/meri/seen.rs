//! Building what a viewer sees, field by field from what they may see (Hachinin-meri rules 12).

use super::order::is_trump;
use super::robau::Robau;
use super::score::{Made, Team, value};
use super::state::{Meri, Round, SEATS, Trick};
use super::trick::{Following, Play, Stage, cuts, is_face_down, is_meri};
use super::view::{Own, Phase, Pile, Played, Scored, Taken, View};
use super::{PerTeam, turn};
use crate::karuta::Suit;
use crate::{PerSeat, Seat, Viewer};

pub(super) fn view(game: &Meri, viewer: Viewer) -> View {
    let round = game.round.as_ref();
    let progress = game.progress();
    View {
        viewer,
        options: game.options.clone(),
        round: number_of_round(game),
        phase: round.map_or(Phase::Undealt, |round| round.phase),
        dealer: round.map(|round| round.dealer),
        okie: round.map(|round| round.okie),
        caller: round.and_then(|round| round.caller),
        taker: round.and_then(|round| round.taker),
        robau: round.and_then(|round| game.robau_shown(round)),
        pile: round.and_then(|round| pile(game, round)),
        held: PerSeat::new(SEATS, |seat| {
            round.map_or(0, |round| round.racks[seat].len())
        }),
        plays: round.map_or_else(Vec::new, |round| present(round, viewer)),
        tricks: round.map_or_else(Vec::new, |round| tricks(game, round)),
        monchi: round.is_some_and(|round| round.stage() == Stage::Monchi),
        ko: round.map_or_else(PerTeam::default, Round::ko),
        total: round.and_then(|round| round.total),
        sheet: game.sheet.clone(),
        points: progress.points(game.options.match_length),
        progress,
        standing: game.standing.clone(),
        own: viewer.seat().map(|seat| own(game, seat)),
    }
}

/// A round that is over keeps its number until the next deal.
fn number_of_round(game: &Meri) -> u32 {
    let finished = game.sheet.len() as u32;
    match &game.round {
        Some(round) if round.phase != Phase::RoundOver => finished + 1,
        _ => finished,
    }
}

fn pile(game: &Meri, round: &Round) -> Option<Pile> {
    game.is_pile_open(round).then_some(Pile {
        discard: round.discard,
        leftovers: round.leftovers,
    })
}

/// The trick that is being played: trumps on a plain lead lie face down for all but their players.
fn present(round: &Round, viewer: Viewer) -> Vec<Played> {
    let sees = |play: &Play| {
        viewer == Viewer::Seat(play.seat) || !is_face_down(&round.plays, play, round.trump())
    };
    shown(&round.plays, round.trump(), sees)
}

fn tricks(game: &Meri, round: &Round) -> Vec<Taken> {
    let numbered = (1..).zip(&round.tricks);
    let taken = |(number, trick): (usize, &Trick)| Taken {
        plays: shown(&trick.plays, round.trump(), |_| true),
        winner: trick.winner,
        made: trick.made.map(|made| scored(game, round, number, made)),
    };
    numbered.map(taken).collect()
}

/// Plays with what their trumps are called; face down is what is not seen.
fn shown(plays: &[Play], trump: Suit, sees: impl Fn(&Play) -> bool) -> Vec<Played> {
    let is_cut = |play: &Play| !is_meri(plays, trump) && is_trump(play.karuta, trump);
    let cutting = plays.iter().filter(|play| is_cut(play));
    let teams: Vec<Team> = cutting.map(|play| Team::of(play.seat)).collect();
    let mut names = cuts(&teams).into_iter();
    let shown = |play: &Play| Played {
        seat: play.seat,
        karuta: sees(play).then_some(play.karuta),
        cut: if is_cut(play) { names.next() } else { None },
    };
    plays.iter().map(shown).collect()
}

/// Hachinin-meri rules 12: the value is told once it says nothing about a robai that nobody has shown.
fn scored(game: &Meri, round: &Round, number: usize, made: Made) -> Scored {
    let [hidden, open] =
        [Robau::Kakushi, Robau::Neta].map(|robau| value(&game.options, made.yaku, number, robau));
    let tells = hidden != open && game.robau_shown(round).is_none();
    Scored {
        yaku: made.yaku,
        team: made.team,
        value: (!tells).then_some(made.value),
    }
}

fn own(game: &Meri, seat: Seat) -> Own {
    let Some(round) = &game.round else {
        return Own {
            rack: Vec::new(),
            may_call: false,
            is_ready: false,
            discard: None,
            playable: Vec::new(),
            is_exempt: false,
        };
    };
    let is_taker = round.taker == Some(seat);
    Own {
        rack: round.racks[seat].clone(),
        may_call: turn::calls(round, seat).is_ok(),
        is_ready: round.ready.contains(seat),
        discard: round.discard.filter(|_| is_taker),
        playable: match round.phase {
            Phase::Uchidashi(taker) if taker == seat => round.leads(seat),
            Phase::Play(actor) if actor == seat => game.playable(round, seat),
            _ => Vec::new(),
        },
        is_exempt: round.discard.is_some() && game.following(round, seat) == Following::Exempt,
    }
}
