//! The end of a turn and of a deal, buying in, and the end of a match (Kaluki rules 7.3, 9, 10 and 11).

use super::options::{Announce, MatchMode};
use super::score::{self, CallUp, Ending};
use super::state::{Deal, Kaluki};
use super::view::Phase;
use super::{Answer, Event, Refusal};
use crate::{Game, Seat, Seats};

/// What follows from the discard of a turn that leaves so many cards: an announcement, or the end of the deal.
pub(super) fn turn_ended(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    held: usize,
    mut events: Vec<Event>,
) -> Vec<Event> {
    if game.options.announces(held) {
        match game.options.announce {
            by @ Announce::Auto => events.push(Event::Announced { seat, held, by }),
            Announce::Manual => {
                events.push(Event::AnnouncementDue { seat });
                return events;
            }
        }
    }
    let stalled = match deal.turn.drawn {
        Some(_) => 0,
        None => deal.stalled + 1,
    };
    void_tested(game, deal, stalled, events)
}

/// Ends the deal where the stock is used up, or too many turns went by without a draw (Kaluki rules 9 and 12).
pub(super) fn void_tested(
    game: &Kaluki,
    deal: &Deal,
    stalled: u32,
    events: Vec<Event>,
) -> Vec<Event> {
    if deal.stock.is_empty() {
        return ended(game, events, Ending::Exhausted);
    }
    let limit = game.options.stall_turns(game.seats);
    if limit.is_some_and(|limit| stalled >= limit) {
        return ended(game, events, Ending::Stalled);
    }
    events
}

/// Adds the end of the deal to what led to it, and what follows from that (Kaluki rules 10).
pub(super) fn ended(game: &Kaluki, mut events: Vec<Event>, ending: Ending) -> Vec<Event> {
    let mut after = game.after(&events);
    let Some(deal) = &after.deal else {
        return events;
    };
    let lines = score::lines(&after.options, ending, &deal.hands, deal.players());
    let ended = Event::DealEnded {
        result: score::DealResult { ending, lines },
    };
    after.obey(std::slice::from_ref(&ended));
    events.push(ended);
    if let Ending::CalledUp(call_up) = ending {
        events.extend(settled(&mut after, call_up));
    }
    events
}

/// What follows from a deal that counted, by the way in which the match is played.
fn settled(game: &mut Kaluki, call_up: CallUp) -> Vec<Event> {
    let last_dealer = game.deal.as_ref().map_or(call_up.seat, |deal| deal.dealer);
    match game.options.match_mode {
        MatchMode::Pool => eliminated(game),
        MatchMode::SingleDeal => vec![Event::Over {
            standing: game.book.standing_of_hands(&game.options, call_up.seat),
        }],
        MatchMode::FixedDeals(deals) if game.sheet.len() >= deals as usize => {
            vec![Event::Over {
                standing: game.book.standing_of_deals(&game.options, last_dealer),
            }]
        }
        MatchMode::FixedDeals(_) => Vec::new(),
    }
}

/// Kaluki rules 10 steps 3 to 5: who is out, who is asked, and whether one player is left.
fn eliminated(game: &mut Kaluki) -> Vec<Event> {
    let book = &game.book;
    let fates = score::fates(&game.options, book.active(), &book.penalties, &book.buy_ins);
    let mut events: Vec<Event> = fates.out.iter().map(|seat| Event::Left { seat }).collect();
    game.obey(&events);
    if fates.is_over() {
        events.push(Event::Over {
            standing: game.book.standing_of_pool(&game.options),
        });
    } else if !fates.asked.is_empty() {
        events.push(Event::BuyInOffered {
            seats: fates.asked,
            at: fates.at,
        });
    }
    events
}

/// What an answer to the offer to buy in does; the last one shows them all (Kaluki rules 7 and 10 step 5).
pub(super) fn answer(deal: &Deal, seat: Seat, answer: Answer) -> Result<Vec<Event>, Refusal> {
    let asked = match deal.phase {
        Phase::BuyIn(asked) if asked.contains(seat) => asked,
        _ => return Err(Refusal::NoBuyIn),
    };
    let mut events = vec![Event::Answered { seat, answer }];
    if asked == Seats::only(seat) {
        let mut answers = deal.answers.clone();
        answers[seat] = Some(answer);
        for (seat, answer) in answers.iter() {
            match answer {
                Some(Answer::BuyIn) => events.push(Event::BoughtIn {
                    seat,
                    penalty: deal.buy_in_at,
                }),
                Some(Answer::Decline) => events.push(Event::Left { seat }),
                None => {}
            }
        }
    }
    Ok(events)
}
