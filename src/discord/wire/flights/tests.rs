//! How many requests with the bot's token Discord sees within a second, and who gets their places.

use super::*;
use crate::discord::wire::request::{Request, Urgency};
use crate::tables::{ChannelId, MessageId};

/// Of fifty that Discord allows, and what can wait of them.
const ALL: usize = 49;
const OF_WAITERS: usize = 39;

/// When Discord counts requests that somebody always wants to send, for three seconds, if each is on its way for so
/// long: one is counted when it is sent, the next just before its answer.
fn counted(wishes: &[usize], way: Duration) -> Vec<Instant> {
    let began = Instant::now();
    let (mut flights, mut counted, mut flying) = (Flights::default(), Vec::new(), VecDeque::new());
    for hundredth in 0..300 {
        let now = began + hundredth * Duration::from_millis(10);
        while let Some((_, flight)) = flying.pop_front_if(|(sent, _)| *sent + way <= now) {
            flights.hears(now);
            flights.land(flight, now);
        }
        for most in wishes {
            if let Ok(flight) = flights.board(*most, now) {
                flying.push_back((now, flights.sets_off(flight, now)));
                let is_late = counted.len() % 2 == 1;
                counted.push(if is_late { now + way } else { now });
            }
        }
    }
    counted
}

#[test]
fn no_second_sees_more_than_it_may() {
    let (waiters, all) = (OF_WAITERS, ALL);
    for wishes in [vec![waiters], vec![waiters, all, all]] {
        for way in [0, 30, 170, 900].map(Duration::from_millis) {
            let counted = counted(&wishes, way);
            let within = |from: &Instant| {
                let of_it = counted.iter();
                of_it
                    .filter(|at| *at >= from && **at < *from + SECOND)
                    .count()
            };
            let most = counted.iter().map(within).max();
            assert!(most <= wishes.iter().max().copied(), "{way:?}: {most:?}");
            assert!(counted.len() > 60, "only {} in {way:?}", counted.len());
        }
    }
}

#[test]
fn who_is_in_a_hurry_waits_less_than_a_second_and_leaves_the_rest_to_what_can_wait() {
    let began = Instant::now();
    let (mut flights, mut in_a_hurry, mut waiters) = (Flights::default(), 0, 0);
    // Twenty a second are in a hurry; something that can wait is always there.
    for tenth in 0..100 {
        let now = began + tenth * (SECOND / 10);
        in_a_hurry += 2;
        while in_a_hurry > 0
            && let Ok(flight) = flights.board(ALL, now)
        {
            flights.land(flight, now);
            in_a_hurry -= 1;
        }
        assert!(in_a_hurry < 20, "{in_a_hurry} wait");
        while let Ok(flight) = flights.board(OF_WAITERS, now) {
            flights.land(flight, now);
            waiters += 1;
        }
    }
    assert!(waiters >= 10 * (OF_WAITERS - 20), "only {waiters}");
}

/// As many as are allowed are sent.
fn send(flights: &mut Flights, most: usize, now: Instant) -> Vec<Flight> {
    let sent = std::iter::from_fn(|| {
        let flight = flights.board(most, now).ok()?;
        Some(flights.sets_off(flight, now))
    });
    sent.collect()
}

#[test]
fn a_request_keeps_its_place_until_a_second_after_its_answer() {
    let (mut flights, now) = (Flights::default(), Instant::now());
    let sent = send(&mut flights, ALL, now);
    // However long they are on their way, if nothing at all is answered: Discord may count them at any moment of it.
    let later = now + 10 * SECOND;
    assert_eq!(flights.board(ALL, later), Err(None));
    flights.land(sent[0], later);
    let at = later + SECOND;
    assert_eq!(flights.board(ALL, later + SECOND / 2), Err(Some(at)));
    assert!(flights.board(ALL, at).is_ok());
}

#[test]
fn what_is_not_answered_keeps_no_place_while_other_things_are() {
    let (mut flights, began) = (Flights::default(), Instant::now());
    let hung = send(&mut flights, OF_WAITERS, began);
    // What was answered so soon after them says nothing of their way.
    flights.hears(began + SECOND / 2);
    let asked = began + SECOND * 3 / 2;
    assert_eq!(flights.board(OF_WAITERS, asked), Err(None));
    flights.hears(asked);
    let given_up = began + UNANSWERED;
    assert_eq!(flights.board(OF_WAITERS, asked), Err(Some(given_up)));
    assert!(flights.board(OF_WAITERS, given_up).is_ok());
    // Nobody waits for the answers any more, or one comes late: Discord may have counted that one just now.
    let (last, others) = hung.split_last().expect("there are some");
    for flight in others {
        flights.give_up(*flight, given_up);
    }
    assert_eq!((flights.flying(), flights.landed()), (1, 0));
    flights.land(*last, given_up);
    assert_eq!((flights.flying(), flights.landed()), (1, 1));
}

#[test]
fn whoever_has_the_turn_keeps_it_however_long_it_takes_to_say_what_is_to_be_said() {
    let (mut flights, began) = (Flights::default(), Instant::now());
    let held: Vec<_> = (0..OF_WAITERS)
        .map(|_| flights.board(OF_WAITERS, began).expect("there is room"))
        .collect();
    for second in 1..=60 {
        let now = began + second * SECOND;
        flights.hears(now);
        assert_eq!(flights.board(OF_WAITERS, now), Err(None));
    }
    // All are sent at once, and no others beside them.
    let now = began + 60 * SECOND;
    for flight in held {
        flights.sets_off(flight, now);
    }
    assert_eq!(flights.board(OF_WAITERS, now + SECOND), Err(None));
    flights.hears(now + SECOND);
    let given_up = now + UNANSWERED;
    assert_eq!(flights.board(OF_WAITERS, now + SECOND), Err(Some(given_up)));
    assert!(flights.board(OF_WAITERS, given_up).is_ok());
}

/// A table that always has something to show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the server whose requests are taken and not answered.
    Hung,
    Other,
}

/// How many changes of boards are sent a second to a server that hangs, with so many tables, and to a hundred tables elsewhere.
fn sent_a_second(hung: usize) -> (usize, usize) {
    const PATIENCE: Duration = Duration::from_secs(10);
    const WAY: Duration = Duration::from_millis(100);
    const SECONDS: u32 = 60;
    let began = Instant::now();
    let change = Request::edit(ChannelId::new(1), MessageId::new(2)).has_waited();
    let (mut flights, mut on_their_way) = (Flights::default(), Vec::new());
    let (mut urgent, mut waiters) = (VecDeque::new(), VecDeque::new());
    waiters.extend([Place::Hung].repeat(hung));
    waiters.extend([Place::Other].repeat(100));
    let mut sent = (0, 0);
    for hundredth in 0..100 * SECONDS {
        let now = began + hundredth * Duration::from_millis(10);
        on_their_way.retain(|(place, at, flight)| match place {
            Place::Hung if *at + PATIENCE <= now => {
                flights.give_up(*flight, now);
                match change.urgency_after_failure() {
                    Urgency::CanWait => waiters.push_back(*place),
                    Urgency::First | Urgency::Urgent => urgent.push_back(*place),
                }
                false
            }
            Place::Other if *at + WAY <= now => {
                flights.hears(now);
                flights.land(*flight, now);
                waiters.push_back(*place);
                false
            }
            Place::Hung | Place::Other => true,
        });
        // Twice a second a press is answered.
        if hundredth % 50 == 0 {
            flights.hears(now);
        }
        for (line, most) in [(&mut urgent, ALL), (&mut waiters, OF_WAITERS)] {
            while !line.is_empty()
                && let Ok(flight) = flights.board(most, now)
            {
                let place = line.pop_front().expect("somebody waits");
                on_their_way.push((place, now, flights.sets_off(flight, now)));
                match place {
                    Place::Hung => sent.0 += 1,
                    Place::Other => sent.1 += 1,
                }
            }
        }
    }
    (sent.0 / SECONDS as usize, sent.1 / SECONDS as usize)
}

/// A server has a hundred tables unless the host lets it have more. Of thousands that hang all others would see little.
#[test]
fn a_server_that_hangs_takes_no_places_from_the_boards_of_others() {
    for (hung, least) in [(0, 33), (50, 26), (100, 19), (200, 10)] {
        let (to_it, elsewhere) = sent_a_second(hung);
        assert!(elsewhere >= least, "{hung}: {to_it} and {elsewhere}");
    }
}
