//! What the owner of a panel is to do, and why some of their karuta may not be played (Hachinin-meri rules 6 to 8).

use super::arranged::{is_turn, playable};
use super::summed::kind_of;
use super::{summed, told};
use crate::discord::pages::kit::board::has_ended_early;
use crate::discord::pages::kit::since;
use crate::discord::pages::kit::turn::your_turn;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{sign, who};
use crate::discord::speech::karuta::{karuta, suit};
use crate::discord::speech::words::Words;
use crate::rules::Seat;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::options::{Direction, HiddenRobai, OpeningReveal};
use crate::rules::meri::order::{is_trump, robai};
use crate::rules::meri::trick::{Duty, Stage};
use crate::rules::meri::view::{Own, Phase, Played};
use crate::rules::meri::{Robau, SEATS, TRICKS, View};

/// Where the round stands for this viewer, and what is asked of them.
///
/// Between *ready* and the first trick it says the same whoever is ready and whoever could call.
pub(super) fn status(reader: Reader<'_>, view: &View) -> Vec<String> {
    let Reader { words, look, .. } = reader;
    if has_ended_early(look, view.standing.as_ref()) {
        return vec![words.game_abandoned()];
    }
    match view.phase {
        Phase::Undealt | Phase::RoundOver => summed::result_lines(reader, view),
        Phase::Robau => robau(reader, view),
        Phase::Uchidashi(seat) if !is_turn(view) => {
            let taken = taken(reader, view, seat);
            [vec![taken], waiting(reader, view)].concat()
        }
        Phase::Uchidashi(_) => vec![your_turn(reader, &uchidashi(words, view))],
        Phase::Play(_) if !is_turn(view) => waiting(reader, view),
        Phase::Play(_) => playing(reader, view),
    }
}

/// Hachinin-meri rules 6 and 14: everybody reads the same of the others, and whether they hold the robai themselves.
fn robau(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    if view.own.as_ref().is_some_and(|own| own.is_ready) {
        return vec![words.meri_ready()];
    }
    let (Some(okie), Some(dealer)) = (view.okie, view.dealer) else {
        return vec![words.panel_waiting()];
    };
    let [robai, okie] = [robai(okie.suit()), okie].map(|named| karuta(words, named));
    let task = words.meri_do_robau(&robai, &okie, &who(reader, dealer));
    let holds = match &view.own {
        // The okie and the lead are theirs, whether they call or not.
        Some(own) if own.may_call && view.viewer.seat() == Some(dealer) => "dealer",
        Some(own) if own.may_call => "yes",
        _ => "no",
    };
    let own = words.meri_robau_own(holds, &robai, &okie);
    let mut lines = vec![your_turn(reader, &task), own];
    let worth = view.options.yaku_high;
    lines.extend(match view.options.hidden_robai {
        // Hiding it changes nothing.
        _ if !view.options.yaku || view.options.yaku_value == worth => None,
        HiddenRobai::RobaiYaku => Some(words.meri_robau_hidden("robai", worth)),
        HiddenRobai::AllYaku => Some(words.meri_robau_hidden("all", worth)),
        HiddenRobai::Off => None,
    });
    lines
}

/// Who took the okie, for everybody else.
fn taken(reader: Reader<'_>, view: &View, taker: Seat) -> String {
    let words = reader.words;
    let okie = view.okie.map(|okie| karuta(words, okie));
    let how = match view.robau {
        _ if view.caller == Some(taker) => "called",
        Some(Robau::Neta) => "neta",
        Some(Robau::Kikkaburi) => "kikkaburi",
        // A robai that nobody has shown may be hidden.
        Some(Robau::Robatta | Robau::Kakushi) | None => "dealer",
    };
    words.meri_taken(
        sign(taker),
        &who(reader, taker),
        &okie.unwrap_or_default(),
        how,
    )
}

/// Hachinin-meri rules 7.1: what may be led to the first trick.
fn uchidashi(words: Words, view: &View) -> String {
    let okie = view.okie.map(|okie| karuta(words, okie));
    let task = words.meri_do_uchidashi(&okie.unwrap_or_default());
    let leads = match (playable(view), view.trump()) {
        ([only], _) => words.meri_lead_only(&karuta(words, *only)),
        ([first, ..], Some(trump)) if is_trump(*first, trump) => words.meri_lead_all_trumps(),
        _ => words.meri_lead_plain(),
    };
    format!("{task} {leads}")
}

/// What is asked after the lead is picked.
pub(super) fn away(reader: Reader<'_>, view: &View, lead: Karuta) -> String {
    let words = reader.words;
    let seen = match view.options.opening_reveal {
        OpeningReveal::LeadOnly => "you",
        OpeningReveal::All => "all",
    };
    your_turn(reader, &words.meri_do_away(&karuta(words, lead), seen))
}

/// Not the viewer's turn: what they have played to which trick, which stays true whatever the others do.
fn waiting(reader: Reader<'_>, view: &View) -> Vec<String> {
    let (words, me) = (reader.words, view.viewer.seat());
    let own = view.plays.iter().find(|play| Some(play.seat) == me);
    let played = own.and_then(|play| {
        let how = if play.cut.is_some() { "down" } else { "up" };
        let trick = view.tricks.len() + 1;
        Some(words.meri_played(trick, &karuta(words, play.karuta?), how))
    });
    // Until they have played to this trick it is known after whom they do.
    let before = me.map(|me| since::waiting(reader, before(view, me)));
    vec![played.or(before).unwrap_or_else(|| words.panel_waiting())]
}

/// After whom a seat plays to a trick that somebody else leads (Hachinin-meri rules 3.1; 13, `direction`).
fn before(view: &View, seat: Seat) -> Seat {
    match view.options.direction {
        Direction::Cw => seat.previous(SEATS),
        Direction::Ccw => seat.next(SEATS),
    }
}

fn playing(reader: Reader<'_>, view: &View) -> Vec<String> {
    let words = reader.words;
    let (Some(trump), Some(own)) = (view.trump(), &view.own) else {
        return vec![words.panel_waiting()];
    };
    let lead = view.plays.first().and_then(lead_of);
    let task = match lead {
        Some(lead) => following(words, view, own, (lead, trump)),
        None => leading(words, view),
    };
    let since = told::since_line(reader, view).into_iter();
    let told = since.chain(told::trick_line(words, view));
    told.chain([your_turn(reader, &task)]).collect()
}

/// Nobody leads face down.
fn lead_of(play: &Played) -> Option<Karuta> {
    play.karuta
}

/// Hachinin-meri rules 8: what a lead would mean.
fn leading(words: Words, view: &View) -> String {
    if view.tricks.len() + 1 == TRICKS {
        words.meri_do_lead_last()
    } else if view.monchi {
        words.meri_do_lead_in_monchi()
    } else {
        words.meri_do_lead()
    }
}

/// Hachinin-meri rules 8: what must be played to this lead, and why the rest may not.
fn following(words: Words, view: &View, own: &Own, (lead, trump): (Karuta, Suit)) -> String {
    let stage = if view.monchi {
        Stage::Monchi
    } else {
        Stage::BeforeMeri
    };
    let is_bound = own.playable.len() < own.rack.len();
    let has_trump = own.rack.iter().any(|karuta| is_trump(*karuta, trump));
    match Duty::of(lead, trump, stage) {
        Duty::Free => words.meri_do_free(&suit(words, lead.suit())),
        Duty::Suit(led) => {
            let holds = |karuta: &Karuta| karuta.suit() == led && !is_trump(*karuta, trump);
            let named = suit(words, led);
            if own.rack.iter().any(holds) {
                words.meri_do_follow(&named, bound(is_bound))
            } else {
                words.meri_do_follow_free(&named)
            }
        }
        Duty::Trump if !has_trump => words.meri_do_meri_free(),
        Duty::Trump if own.is_exempt && own.rack.len() > 1 => words.meri_do_meri_exempt(),
        Duty::Trump => {
            let tenka = karuta(words, robai(Suit::Pao));
            let (named, kind) = (suit(words, trump), kind_of(trump));
            words.meri_do_meri(&named, &tenka, kind, bound(is_bound))
        }
    }
}

/// Whether something is dimmed.
fn bound(is_bound: bool) -> &'static str {
    if is_bound { "some" } else { "none" }
}
