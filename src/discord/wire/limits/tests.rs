//! Buckets as Discord tells of them, under many tasks at once.

use std::task::Poll;

use futures::{FutureExt, poll};
use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};

use super::*;
use crate::discord::wire::breaker::MOST_REFUSED;
use crate::discord::wire::pace::Pace;
use crate::discord::wire::request::Token;
use crate::tables::{ChannelId, MessageId};

/// Of fifty that Discord allows.
const USUAL: MostASecond = MostASecond {
    all: 49,
    of_waiters: 39,
};

fn usual() -> Limits {
    Limits::new(Pace::DISCORD.requests)
}

fn edit(channel: u64) -> Request {
    Request::bot("edit message", Method::PATCH, "/x".into()).of(channel)
}

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let value = |text: &str| HeaderValue::from_str(text).expect("plain text");
    let pairs = pairs.iter();
    pairs
        .map(|(name, text)| (HeaderName::from_static(name), value(text)))
        .collect()
}

fn window(left: u32, after: &str) -> HeaderMap {
    headers(&[
        ("x-ratelimit-bucket", "abc"),
        ("x-ratelimit-limit", "5"),
        ("x-ratelimit-remaining", &left.to_string()),
        ("x-ratelimit-reset-after", after),
    ])
}

fn told(status: u16, headers: &HeaderMap) -> Told<'_> {
    Told {
        status: StatusCode::from_u16(status).expect("a status"),
        headers,
        retry_after: None,
        code: 0,
    }
}

/// Whether a place can be had at once. The windows of these tests last an hour: none ends while a slow machine asks.
fn is_free(limits: &Limits, request: &Request) -> bool {
    let permit = limits.permit(request).now_or_never().flatten();
    permit.map(Permit::give_back).is_some()
}

#[tokio::test]
async fn an_empty_bucket_waits_and_those_of_other_channels_do_not() {
    let limits = usual();
    let permit = limits.permit(&edit(1)).await.expect("free");
    assert!(!is_free(&limits, &edit(1)), "nothing is known yet");
    assert_eq!(permit.learn(&told(200, &window(0, "3600"))), Verdict::Free);
    assert!(!is_free(&limits, &edit(1)));
    assert!(is_free(&limits, &edit(2)));
}

#[tokio::test]
async fn many_tasks_do_not_all_take_the_last_place() {
    let limits = usual();
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(2, "3600")));
    let first = limits.permit(&edit(1)).await.expect("two are left");
    let second = limits.permit(&edit(1)).await.expect("one is left");
    assert!(!is_free(&limits, &edit(1)));
    // Answers overtake each other: the older one does not bring a place back.
    second.learn(&told(200, &window(0, "3600")));
    first.learn(&told(200, &window(1, "3599")));
    assert!(!is_free(&limits, &edit(1)));
}

#[test]
fn a_late_answer_of_an_older_window_does_not_end_the_new_one() {
    let now = Instant::now();
    let after = |ms| now + Duration::from_millis(ms);
    let mut bucket = Bucket::default();
    bucket.learn(5, 0, after(60_000), None);
    bucket.learn(5, 1, after(1), None);
    assert!(bucket.take(after(5)).is_err());
    assert!(bucket.take(after(60_000)).is_ok(), "the window is over");
}

#[test]
fn answers_that_put_the_end_nearly_alike_speak_of_one_window() {
    let now = Instant::now();
    let after = |ms| now + Duration::from_millis(ms);
    for (second_end, is_same) in [(59_000, true), (60_200, true), (60_300, false)] {
        let mut bucket = Bucket::default();
        bucket.learn(5, 0, after(60_000), None);
        bucket.learn(5, 1, after(second_end), None);
        assert_eq!(bucket.take(now).is_err(), is_same, "{second_end}");
    }
}

#[tokio::test]
async fn what_got_no_answer_is_taken_as_counted() {
    let limits = usual();
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(1, "3600")));
    drop(limits.permit(&edit(1)).await.expect("one is left"));
    assert!(!is_free(&limits, &edit(1)));
}

#[tokio::test]
async fn what_failed_on_the_way_is_taken_as_counted() {
    let limits = usual();
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(1, "3600")));
    let permit = limits.permit(&edit(1)).await.expect("one is left");
    permit.learn(&told(502, &headers(&[])));
    assert!(!is_free(&limits, &edit(1)));
}

#[tokio::test]
async fn routes_of_one_bucket_share_it() {
    let limits = usual();
    let delete = || Request::bot("delete message", Method::DELETE, "/x".into()).of(1);
    let permit = limits.permit(&delete()).await.expect("free");
    permit.learn(&told(204, &window(3, "3600")));
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(0, "3600")));
    assert!(!is_free(&limits, &delete()));
}

#[tokio::test]
async fn a_global_limit_stops_the_token_but_not_the_answers_to_people() {
    let limits = usual();
    let global = headers(&[("retry-after", "3600"), ("x-ratelimit-global", "true")]);
    let permit = limits.permit(&edit(1)).await.expect("free");
    assert_eq!(permit.learn(&told(429, &global)), Verdict::Limited);
    assert!(!is_free(&limits, &edit(2)));
    let token = super::super::request::Token::new("t");
    let answer = Request::first_answer("/x".into(), &token, &Pace::DISCORD);
    assert!(is_free(&limits, &answer));
}

#[tokio::test]
async fn a_page_before_discord_stops_all_that_can_wait_until_something_else_than_a_press_is_answered()
 {
    let (limits, token) = (usual(), Token::new("t"));
    let answer = Request::first_answer("/x".into(), &token, &Pace::DISCORD);
    let panel = || Request::token("edit answer", Method::PATCH, "/x".into(), &token);
    let permit = limits.permit(&edit(1)).await.expect("free");
    let on_its_way = limits.permit(&edit(3)).await.expect("free");
    // How long it says to wait is nothing that its channel has to wait for.
    let page = headers(&[("retry-after", "3600")]);
    assert_eq!(permit.learn(&told(429, &page)), Verdict::Limited);
    on_its_way.learn(&told(204, &headers(&[])));
    let all_wait = || {
        let requests = [edit(2), edit(2).can_wait(), panel()];
        requests.iter().all(|request| !is_free(&limits, request))
    };
    assert!(all_wait());
    let permit = limits.permit(&answer).await.expect("somebody waits for it");
    permit.learn(&told(204, &headers(&[])));
    assert!(all_wait());
    // Other pages say nothing.
    for status in [403, 502] {
        let login = limits.permit(&edit(2).first()).await.expect("in no line");
        login.learn(&told(status, &headers(&[])));
        assert!(all_wait(), "{status}");
    }
    let login = limits.permit(&edit(2).first()).await.expect("in no line");
    login.learn(&told(200, &headers(&[])));
    for request in [edit(2), edit(2).can_wait(), panel()] {
        assert!(is_free(&limits, &request));
    }
    let of_the_page = &limits.known().buckets[&("edit message".to_owned(), "1".to_owned())];
    let soon = Instant::now() + 2 * SECOND;
    assert!(of_the_page.free_at.is_some_and(|at| at < soon));
}

/// How often Discord's edge refuses within ten minutes what always waits at so many tables, boards and two panels each, if it does so for
/// this long, and how many changes of boards get through after it.
fn refused_and_shown(tables: usize, ban: Duration) -> (usize, usize) {
    const WAY: Duration = Duration::from_millis(100);
    let (began, mut known) = (Instant::now(), Known::default());
    let (mut refused, mut shown, mut on_their_way) = (0, 0, Vec::new());
    let mut panels: Vec<Instant> = Vec::new();
    for tenth in 0..6_000 {
        let now = began + tenth * WAY;
        for sent in std::mem::take(&mut panels) {
            if now < began + ban {
                known.silence.hears_a_page(sent, now);
                refused += 1;
            } else {
                known.silence.hears_an_answer(sent, now);
            }
        }
        while panels.len() < 2 * tables && known.sends_beside(now).is_none() {
            panels.push(now);
        }
        for (flight, sent) in std::mem::take(&mut on_their_way) {
            known.flights.hears(now);
            known.flights.land(flight, now);
            if now < began + ban {
                known.silence.hears_a_page(sent, now);
                refused += 1;
            } else {
                known.silence.hears_an_answer(sent, now);
                shown += 1;
            }
        }
        while on_their_way.len() < tables
            && let Ok(flight) = known.send(Urgency::CanWait, USUAL.of_waiters, now)
        {
            on_their_way.push((flight, now));
        }
    }
    (refused, shown)
}

#[test]
fn a_ban_of_the_host_for_a_while_collects_few_refusals() {
    for (ban_s, most, least) in [(30, 250, 15_000), (300, 250, 5_000), (600, 250, 0)] {
        let (refused, shown) = refused_and_shown(60, Duration::from_secs(ban_s));
        assert!(refused < most, "{ban_s} s: {refused}");
        assert!(shown >= least, "{ban_s} s: {shown}");
    }
}

#[tokio::test]
async fn a_limit_that_outlasts_the_request_gives_it_up() {
    let limits = usual();
    let hour = headers(&[("retry-after", "3600"), ("x-ratelimit-scope", "user")]);
    let permit = limits.permit(&edit(1)).await.expect("free");
    assert_eq!(permit.learn(&told(429, &hour)), Verdict::Limited);
    assert!(limits.permit(&edit(1)).await.is_none());
    assert!(is_free(&limits, &edit(2)));
}

#[test]
fn what_is_told_of_time_has_an_end() {
    for (told, taken) in [
        (0.5, Some(Duration::from_millis(500))),
        // Discord's own clock, which counts from 1970.
        (1_790_000_000.0, Some(Duration::from_secs(1_790_000_000))),
        (1e19, Some(LONGEST_TOLD)),
        (f64::INFINITY, Some(LONGEST_TOLD)),
        (-1.0, None),
        (f64::NAN, None),
    ] {
        assert_eq!(of_seconds(told), taken, "{told}");
    }
}

#[tokio::test]
async fn a_wait_beyond_all_time_stops_its_bucket_and_nothing_else() {
    let beyond = |name| headers(&[(name, "1e19"), ("x-ratelimit-scope", "user")]);
    let mut named = window(0, "3600");
    named.extend(beyond("x-ratelimit-reset"));
    for (status, said, retry_after) in [
        (429, beyond("retry-after"), None),
        (429, headers(&[]), Some(1e19)),
        (200, window(0, "1e19"), None),
        (200, named, None),
    ] {
        let limits = usual();
        let permit = limits.permit(&edit(1)).await.expect("free");
        permit.learn(&Told {
            retry_after,
            ..told(status, &said)
        });
        assert!(!is_free(&limits, &edit(1)), "{said:?} {retry_after:?}");
        assert!(is_free(&limits, &edit(2)), "{said:?} {retry_after:?}");
    }
}

#[test]
fn what_discord_allows_is_never_all_used() {
    for (allowed, all, of_waiters) in [(50, 49, 39), (10, 9, 7), (500, 499, 399), (1, 1, 1)] {
        assert_eq!(
            MostASecond::within(allowed),
            MostASecond { all, of_waiters }
        );
    }
    assert_eq!(usual().most, USUAL);
}

#[tokio::test]
async fn what_can_wait_leaves_room_for_what_cannot() {
    let limits = usual();
    let in_an_hour = Instant::now() + Duration::from_secs(3600);
    let crowd = (0..60).filter(|_| {
        let mut known = limits.known();
        known.flights.board(USUAL.of_waiters, in_an_hour).is_ok()
    });
    assert_eq!(crowd.count(), USUAL.of_waiters);
    let request = edit(1).can_wait();
    let mut waiter = std::pin::pin!(limits.permit(&request));
    assert!(!matches!(poll!(&mut waiter), Poll::Ready(Some(_))));
    // Whoever is in a hurry passes the crowd.
    let passing = (0..60).filter(|_| limits.known().flights.board(USUAL.all, in_an_hour).is_ok());
    assert_eq!(passing.count(), USUAL.all - USUAL.of_waiters);
    assert!(!matches!(poll!(&mut waiter), Poll::Ready(Some(_))));
}

#[tokio::test]
async fn a_login_stands_in_no_line_of_others() {
    let limits = usual();
    // So it is while thousands of tables have something to say at once.
    let _in_line = limits.urgent.lock().await;
    assert!(!is_free(&limits, &edit(1)));
    let path = "/gateway/bot".to_owned();
    let login = Request::bot("gateway", Method::GET, path).first();
    assert!(is_free(&limits, &login));
}

#[tokio::test]
async fn nobody_in_a_hurry_stands_behind_two_thousand_changes_and_all_of_these_get_their_turn() {
    const CROWD: usize = 2_000;
    let limits = Arc::new(usual());
    let are_answered = Arc::new(tokio::sync::Semaphore::new(0));
    let crowd = (0..CROWD as u64).map(|channel| {
        let (limits, are_answered) = (Arc::clone(&limits), Arc::clone(&are_answered));
        tokio::spawn(async move {
            let change = Request::bot("edit message", Method::PATCH, "/x".into());
            let change = change.of(channel).can_wait();
            let permit = limits.permit(&change).await.expect("a turn in time");
            // It opens by being closed.
            let _ = are_answered.acquire().await;
            permit.give_back();
        })
    });
    let crowd: Vec<_> = crowd.collect();
    while limits.line.load(Ordering::Relaxed) < CROWD - USUAL.of_waiters {
        tokio::task::yield_now().await;
    }
    let login = Request::bot("gateway", Method::GET, "/gateway/bot".into()).first();
    assert!(is_free(&limits, &login));
    // Also in a channel in which something waits.
    for channel in [1, CROWD as u64 - 1, CROWD as u64].map(ChannelId::new) {
        let start = Request::post(channel, Urgency::Urgent);
        assert!(is_free(&limits, &start), "{channel}");
    }
    are_answered.close();
    for one in crowd {
        one.await.expect("it does not fall over");
    }
    assert_eq!(limits.known().flights.flying(), 0);
}

#[tokio::test]
async fn what_stands_in_line_is_in_nobodys_way_in_its_own_channel() {
    let limits = usual();
    let post = |urgency| Request::post(ChannelId::new(1), urgency);
    let [waiting, urgent] = [Urgency::CanWait, Urgency::Urgent].map(post);
    let others = limits.waiters.lock().await;
    let mut waiter = std::pin::pin!(limits.permit(&waiting));
    assert!(poll!(&mut waiter).is_pending());
    // Nothing is known of this channel, so one at a time may post there.
    let permit = limits.permit(&urgent).now_or_never().flatten();
    let permit = permit.expect("nobody is on the way");
    // Its turn comes while there is no place: it gives the turn back.
    drop(others);
    assert!(poll!(&mut waiter).is_pending());
    assert_eq!(limits.known().flights.flying(), 1);
    assert!(is_free(&limits, &edit(2).can_wait()));
    permit.learn(&told(200, &headers(&[])));
    waiter.await.expect("a turn and a place").give_back();
}

#[test]
fn what_nobody_waits_for_can_wait() {
    let (channel, message) = (ChannelId::new(1), MessageId::new(2));
    for (request, urgency) in [
        (Request::edit(channel, message), Urgency::CanWait),
        (Request::post(channel, Urgency::CanWait), Urgency::CanWait),
        (Request::post(channel, Urgency::Urgent), Urgency::Urgent),
        (edit(1), Urgency::Urgent),
        (edit(1).can_wait(), Urgency::CanWait),
        (edit(1).first(), Urgency::First),
    ] {
        assert_eq!(request.urgency, urgency, "{}", request.path);
    }
    // What was made when its turn had come does not grow old in line, unless it is sent to where nobody answers.
    let made = Request::edit(channel, message).has_waited();
    assert_eq!(made.urgency_of_its_turn(), Urgency::Urgent);
    assert_eq!(made.urgency_after_failure(), Urgency::CanWait);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_tasks_each_gets_its_place_in_the_end() {
    let limits = Arc::new(usual());
    let asking = (0..60).map(|channel| {
        let limits = Arc::clone(&limits);
        tokio::spawn(async move {
            let request = edit(channel).can_wait();
            let permit = limits.permit(&request).await.expect("a place in time");
            permit.give_back();
        })
    });
    for task in asking.collect::<Vec<_>>() {
        task.await.expect("it does not fall over");
    }
    let known = limits.known();
    assert!(known.flights.flying() == 0 && known.flights.landed() <= USUAL.of_waiters);
}

#[tokio::test]
async fn a_thousand_refused_requests_break_the_circuit() {
    let limits = usual();
    let refuse = |status, headers: HeaderMap| {
        for number in 0..MOST_REFUSED {
            let permit = Permit {
                limits: &limits,
                key: ("x".into(), number.to_string()),
                route: "x",
                with_bot_token: true,
                is_first_answer: false,
                flight: None,
                sent: Instant::now(),
                is_answered: false,
            };
            permit.learn(&told(status, &headers));
        }
    };
    let shared = headers(&[("x-ratelimit-scope", "shared"), ("retry-after", "0")]);
    refuse(429, shared);
    assert!(!limits.is_broken(&edit(1)));
    assert_eq!(limits.silent_until(Instant::now()), None);
    refuse(403, headers(&[]));
    assert!(limits.is_broken(&edit(1)));
    assert!(limits.silent_until(Instant::now()).is_some());
    // Whoever presses something is answered, whatever was refused elsewhere.
    let token = Token::new("token");
    let answer = Request::first_answer("/x".into(), &token, &Pace::DISCORD);
    assert!(!limits.is_broken(&answer));
    let panel = Request::token("edit answer", Method::PATCH, "/x".into(), &token);
    assert!(!limits.is_broken(&panel));
    for _ in 0..4 {
        refuse(401, headers(&[]));
    }
    assert!(limits.is_broken(&panel));
    assert!(!limits.is_broken(&answer));
}

#[test]
fn an_answer_that_comes_late_opens_no_new_window() {
    let (mut bucket, now) = (Bucket::default(), Instant::now());
    let named = |seconds| Some(Duration::from_secs(seconds));
    bucket.learn(5, 0, now + 5 * SECOND, named(100));
    // It was told before the one above, and took two seconds longer.
    bucket.learn(5, 4, now + 7 * SECOND, named(100));
    assert!(bucket.take(now).is_err());
    bucket.learn(5, 4, now + 12 * SECOND, named(105));
    assert!(bucket.take(now).is_ok());
}

#[tokio::test]
async fn idle_buckets_are_forgotten_and_none_that_still_matters() {
    let limits = usual();
    let on_its_way = limits.permit(&edit(0)).await.expect("free");
    let permit = limits.permit(&edit(1)).await.expect("free");
    // It says how many may be sent within an hour, and that none is left.
    permit.learn(&told(200, &window(0, "3600")));
    let others = || (2..).map(edit);
    for request in others().take(3 * MANY_BUCKETS) {
        let permit = limits.permit(&request).now_or_never().flatten();
        permit.expect("a channel of its own").give_back();
        assert!(limits.known().buckets.len() <= MANY_BUCKETS);
        // The runtime lets a task ask so often only if it gives way.
        tokio::task::yield_now().await;
    }
    let kept = limits
        .known()
        .buckets
        .get(&on_its_way.key)
        .map(|bucket| bucket.in_flight);
    assert_eq!(kept, Some(1), "one is on its way");
    assert!(!is_free(&limits, &edit(1)), "none is left");
    drop(on_its_way);

    // As long as each of them matters none is forgotten.
    for number in 0..2 * MANY_BUCKETS {
        let token = Token::new(format!("token {number}"));
        let panel = Request::token("edit answer", Method::PATCH, "/x".into(), &token);
        let permit = limits.permit(&panel).now_or_never().flatten();
        let permit = permit.expect("a token of its own");
        permit.learn(&told(200, &window(0, "3600")));
        tokio::task::yield_now().await;
    }
    assert!(limits.known().buckets.len() >= 2 * MANY_BUCKETS);
}
