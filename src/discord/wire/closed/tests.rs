//! What closed places cost, and when they open.

use reqwest::Method;

use super::*;
use crate::discord::wire::pace::Pace;

/// With the pauses that Discord's are.
fn closed() -> Closed {
    Closed::new(Pace::DISCORD)
}

fn edit(channel: u64) -> Request {
    Request::bot("edit message", Method::PATCH, "/x".into()).of(channel)
}

fn answered(status: u16, code: u64) -> SendFailure {
    answered_on("edit message", status, code)
}

fn answered_on(route: &'static str, status: u16, code: u64) -> SendFailure {
    SendFailure::Answered {
        route,
        status,
        code,
    }
}

/// Something is refused there.
fn refused(closed: &Closed, channel: u64, failure: &SendFailure, now: Instant) {
    let request = edit(channel);
    let asking = closed.asks(&request);
    assert!(asking.is_refused(failure.route(), failure, now));
}

#[test]
fn a_refusal_from_before_a_place_opened_is_not_remembered() {
    type Opens = fn(&Closed, ChannelId, Instant) -> bool;
    for opens in [Closed::opens_by_news as Opens, Closed::opens_by_press] {
        let (closed, now) = (closed(), Instant::now());
        let (request, refusal) = (edit(1), answered(403, 50_001));
        let [first, other] = [1, 2].map(|place| closed.asks(&edit(place)));
        assert!(opens(&closed, ChannelId::new(1), now));
        let later = closed.asks(&request);
        assert!(!first.is_refused(request.route, &refusal, now));
        assert_eq!(closed.remembered(&request, now), None);
        assert!(other.is_refused(request.route, &refusal, now));
        assert!(later.is_refused(request.route, &refusal, now));
        assert_eq!(closed.remembered(&request, now), Some(refusal));
        drop((first, other, later));
        assert!(closed.known().asked.is_empty());
    }
}

#[test]
fn a_place_that_changes_all_the_time_costs_no_more_while_it_is_asked() {
    let (closed, began) = (closed(), Instant::now());
    let (request, refusal) = (edit(1), answered(403, 50_013));
    let mut tries = 0;
    // Every second for two hours; what is asked is always refused after some news.
    for second in 0..7200 {
        let now = began + Duration::from_secs(second);
        while closed.remembered(&request, now).is_none() {
            tries += 1;
            let asking = closed.asks(&request);
            closed.opens_by_news(ChannelId::new(1), now);
            asking.is_refused(request.route, &refusal, now);
        }
        closed.opens_by_news(ChannelId::new(1), now);
    }
    assert!((6..24).contains(&tries), "{tries}");
    // News of a place that refuses nothing are not counted.
    for second in 0..100 {
        let asking = closed.asks(&edit(2));
        assert!(closed.known_places().contains(&ChannelId::new(2)));
        assert!(closed.opens_by_news(ChannelId::new(2), began + Duration::from_secs(second)));
        drop(asking);
    }
    assert!(!closed.known().places.contains_key("2"));
}

#[test]
fn a_refusal_is_remembered_for_its_route_in_its_place() {
    let (closed, now) = (closed(), Instant::now());
    let refusal = answered(403, 50_013);
    refused(&closed, 1, &refusal, now);
    assert_eq!(closed.remembered(&edit(1), now), Some(refusal.clone()));
    assert_eq!(closed.remembered(&edit(2), now), None);
    let post = Request::bot("post message", Method::POST, "/x".into()).of(1);
    assert_eq!(closed.remembered(&post, now), None);
    assert_eq!(closed.remembered(&edit(1), now + REMEMBERED), None);
    let place = ChannelId::new(1);
    let forgotten = now + REMEMBERED;
    assert_eq!(closed.forgets_at(place, now), Some(forgotten));
    assert!(closed.has_refused(place, now) && !closed.has_refused(place, forgotten));
    assert_eq!(closed.forgets_at(place, forgotten), None);
    assert_eq!(closed.known_places(), [ChannelId::new(1)].into());
    assert!(closed.opens_by_news(ChannelId::new(1), now));
    assert_eq!(closed.remembered(&edit(1), now), None);
    assert!(closed.known_places().is_empty());
}

#[test]
fn only_a_lost_right_closes_a_place() {
    let now = Instant::now();
    let (edit, delete) = ("edit message", "delete message");
    for (route, status, code, closes) in [
        (edit, 403, 50_001, true),
        (edit, 403, 50_013, true),
        (edit, 403, 160_005, true),
        (edit, 404, 10_003, true),
        (edit, 404, 10_008, false),
        (edit, 403, 40_333, false),
        (edit, 400, 50_035, false),
        (edit, 429, 30_046, false),
        (edit, 500, 0, false),
        (delete, 403, 50_001, true),
        (delete, 403, 160_005, true),
        // Messages of the application that served this database before.
        (edit, 403, 50_005, false),
        (delete, 403, 50_013, false),
    ] {
        let closed = closed();
        let failure = answered_on(route, status, code);
        refused(&closed, 1, &failure, now);
        let is_closed = closed.has_refused(ChannelId::new(1), now);
        assert_eq!(is_closed, closes, "{failure}");
        assert_eq!(failure.barrier().is_some(), closes, "{failure}");
    }
}

#[test]
fn whoever_is_wrong_opens_a_place_less_and_less_often() {
    for (opens, least, most) in [
        (Closed::opens_by_press as fn(&_, _, _) -> _, 5, 12),
        (Closed::opens_by_news, 12, 24),
    ] {
        let (closed, began) = (closed(), Instant::now());
        let mut tries = 0;
        // Somebody does it every second for two hours.
        for second in 0..7200 {
            let now = began + Duration::from_secs(second);
            if closed.remembered(&edit(1), now).is_none() {
                tries += 1;
                refused(&closed, 1, &answered(403, 50_013), now);
            }
            opens(&closed, ChannelId::new(1), now);
        }
        assert!((least..most).contains(&tries), "{tries}");
    }
}

#[test]
fn so_many_places_are_remembered_and_those_of_longest_ago_asked_again() {
    let (closed, began) = (closed(), Instant::now());
    let (refusal, most) = (answered(403, 50_001), MOST_PLACES as u64);
    let later = |ms: u64| began + Duration::from_millis(ms);
    for channel in 0..2 * most {
        refused(&closed, channel, &refusal, later(channel));
        closed.opens_by_press(ChannelId::new(10 * most + channel), later(channel));
        assert!(closed.known().places.len() <= MOST_PLACES);
    }
    let now = later(2 * most);
    assert_eq!(closed.remembered(&edit(2 * most - 1), now), Some(refusal));
    assert_eq!(closed.remembered(&edit(0), now), None);
}

#[test]
fn a_right_that_is_given_and_taken_over_and_over_costs_little() {
    let (closed, began) = (closed(), Instant::now());
    let mut refusals = 0;
    for second in 0..600 {
        let now = began + Duration::from_secs(second);
        // In every other second the bot may do it.
        let is_refused = second % 2 == 0;
        if closed.remembered(&edit(1), now).is_none() && is_refused {
            refusals += 1;
            refused(&closed, 1, &answered(403, 50_013), now);
        }
        closed.opens_by_news(ChannelId::new(1), now);
    }
    assert!((6..12).contains(&refusals), "{refusals}");
}

#[test]
fn word_that_comes_too_soon_is_kept_and_opens_the_place_by_itself() {
    let (closed, began) = (closed(), Instant::now());
    let (place, refusal) = (ChannelId::new(1), answered(403, 50_013));
    let is_closed = |now| closed.remembered(&edit(1), now).is_some();
    // Somebody drags roles about: each time it is asked again, and refused.
    for number in 0..12 {
        if !is_closed(began) {
            refused(&closed, 1, &refusal, began);
        }
        assert_eq!(closed.opens_by_news(place, began), number < NEWS_AT_ONCE);
    }
    let pause = Pace::DISCORD.knocks;
    let given_back = began + Duration::from_secs(5);
    assert!(is_closed(began), "nothing more is asked for now");
    assert!(!closed.opens_by_news(place, given_back));
    assert_eq!(closed.opens_later(place, began), Some(began + pause));
    assert!(is_closed(began + pause - Duration::from_millis(1)));
    assert!(!is_closed(began + pause));
    let later = closed.opens_later(place, began + pause);
    assert_eq!(later, None, "it was open once");
    // Where it is refused still, the next pause is longer.
    refused(&closed, 1, &refusal, began + pause);
    assert!(!closed.opens_by_news(place, began + pause));
    let second = began + 3 * pause;
    assert_eq!(closed.opens_later(place, began + pause), Some(second));
    // Whoever asks when, and for nothing else, opens it as well: it is never to open in the past.
    assert!(closed.has_refused(place, second));
    assert_eq!(closed.opens_later(place, second), None);
    assert!(!closed.has_refused(place, second));
}

#[test]
fn word_of_a_place_that_refuses_nothing_is_not_counted() {
    let (closed, now) = (closed(), Instant::now());
    let (place, refusal) = (ChannelId::new(1), answered(403, 50_013));
    refused(&closed, 1, &refusal, now);
    for _ in 0..2 * NEWS_AT_ONCE {
        assert!(closed.opens_by_news(place, now));
    }
    refused(&closed, 1, &refusal, now);
    assert!(closed.opens_by_news(place, now));
    assert_eq!(closed.remembered(&edit(1), now), None);
}

#[test]
fn where_the_bot_may_not_even_look_one_route_tells_of_all() {
    let (closed, now) = (closed(), Instant::now());
    let post = || Request::bot("post message", Method::POST, "/x".into()).of(1);
    // That may be about the message that the thread was to be started at.
    refused(&closed, 1, &answered_on("start thread", 403, 50_001), now);
    assert_eq!(closed.remembered(&post(), now), None);
    let refusal = answered(403, 50_001);
    refused(&closed, 1, &refusal, now);
    assert_eq!(closed.remembered(&post(), now), Some(refusal));
    assert_eq!(closed.remembered(&post(), now + REMEMBERED), None);
    assert!(closed.opens_by_news(ChannelId::new(1), now));
    assert_eq!(closed.remembered(&post(), now), None);
}

/// What somebody costs who takes a right and gives it back at a server with so many tables, every ten seconds for half an hour: how
/// often something was refused within any ten minutes.
fn refusals_of(places: u64, server: Option<ServerId>) -> usize {
    let (closed, began) = (closed(), Instant::now());
    let mut refusals: VecDeque<Instant> = VecDeque::new();
    let mut most = 0;
    for second in (0..1800).step_by(10) {
        let now = began + Duration::from_secs(second);
        let may = second % 20 == 0;
        for place in 0..places {
            if let Some(server) = server {
                closed.lies_in(ChannelId::new(place), server, now);
            }
            closed.opens_by_news(ChannelId::new(place), now);
            if !may && closed.remembered(&edit(place), now).is_none() {
                refused(&closed, place, &answered(403, 50_001), now);
                refusals.push_back(now);
            }
        }
        refusals.retain(|at| now.duration_since(*at) < WINDOW);
        most = most.max(refusals.len());
    }
    most
}

#[test]
fn a_server_with_many_tables_cannot_silence_the_bot_in_all_others() {
    let most = refusals_of(100, Some(ServerId::new(1)));
    assert!((200..=100 + OPENINGS_OF_A_SERVER).contains(&most), "{most}");
    // Without that it would be about as many as stop all sending.
    let most = refusals_of(100, None);
    assert!(most > 600, "{most}");
}

#[test]
fn word_that_a_server_has_no_share_left_for_is_heard_later_and_a_press_at_once() {
    let (closed, began) = (closed(), Instant::now());
    let refusal = answered(403, 50_001);
    let (all, server) = (OPENINGS_OF_A_SERVER as u64 + 2, ServerId::new(1));
    for place in 0..all {
        refused(&closed, place, &refusal, began);
        closed.lies_in(ChannelId::new(place), server, began);
    }
    let opens = |place: u64, now| closed.opens_by_news(ChannelId::new(place), now);
    let open = (0..all).filter(|place| opens(*place, began)).count();
    assert_eq!(open, OPENINGS_OF_A_SERVER);
    let [pressed, waiting] = [all - 2, all - 1].map(ChannelId::new);
    let later = Some(began + WINDOW);
    assert_eq!(closed.opens_later(waiting, began), later);
    assert!(closed.opens_by_press(pressed, began));
    assert_eq!(closed.remembered(&edit(pressed.get()), began), None);
    let soon = began + WINDOW - Duration::from_millis(1);
    assert!(!opens(waiting.get(), soon));
    assert!(closed.remembered(&edit(waiting.get()), soon).is_some());
    assert_eq!(
        closed.remembered(&edit(waiting.get()), began + WINDOW),
        None
    );
    // No other server waits for that.
    refused(&closed, all, &refusal, began);
    closed.lies_in(ChannelId::new(all), ServerId::new(2), began);
    assert!(opens(all, began));
}

#[test]
fn what_is_being_asked_when_its_place_opens_counts_towards_the_share_of_its_server() {
    let (closed, now) = (closed(), Instant::now());
    let refusal = answered(403, 50_001);
    let all = OPENINGS_OF_A_SERVER as u64 + 2;
    let requests: Vec<Request> = (0..all).map(edit).collect();
    let asked: Vec<_> = requests.iter().map(|one| closed.asks(one)).collect();
    for place in (0..all).map(ChannelId::new) {
        closed.lies_in(place, ServerId::new(1), now);
        assert!(closed.opens_by_news(place, now));
    }
    let is_believed = |asking: &Asking<'_>| asking.is_refused(refusal.route(), &refusal, now);
    let believed = asked.iter().filter(|asking| is_believed(asking)).count();
    assert_eq!(believed, 2);
}

#[test]
fn of_so_many_servers_it_is_counted_how_much_they_have_had() {
    let (closed, began) = (closed(), Instant::now());
    for number in 0..2 * MOST_SERVERS as u64 {
        let now = began + Duration::from_millis(number);
        refused(&closed, number, &answered(403, 50_001), now);
        closed.lies_in(ChannelId::new(number), ServerId::new(number), now);
        assert!(closed.opens_by_news(ChannelId::new(number), now));
    }
    assert_eq!(closed.known().servers.len(), MOST_SERVERS);
    let now = began + 2 * WINDOW;
    closed.known().counts(Some(ServerId::new(u64::MAX)), now);
    assert_eq!(closed.known().servers.len(), 1);
}
