//! Buckets as Discord tells of them, under many tasks at once.

use std::sync::atomic::{AtomicU32, Ordering};

use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};

use super::*;

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
    }
}

/// Whether a place can be had at once.
async fn is_free(limits: &Limits, request: &Request) -> bool {
    let permit = limits.permit(request);
    match tokio::time::timeout(Duration::from_millis(1), permit).await {
        Ok(Some(permit)) => {
            permit.give_back();
            true
        }
        Ok(None) | Err(_) => false,
    }
}

#[tokio::test]
async fn an_empty_bucket_waits_and_those_of_other_channels_do_not() {
    let limits = Limits::default();
    let permit = limits.permit(&edit(1)).await.expect("free");
    assert!(!is_free(&limits, &edit(1)).await, "nothing is known yet");
    assert_eq!(permit.learn(&told(200, &window(0, "4.5"))), Verdict::Free);
    assert!(!is_free(&limits, &edit(1)).await);
    assert!(is_free(&limits, &edit(2)).await);
}

#[tokio::test]
async fn many_tasks_do_not_all_take_the_last_place() {
    let limits = Limits::default();
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(2, "60")));
    let first = limits.permit(&edit(1)).await.expect("two are left");
    let second = limits.permit(&edit(1)).await.expect("one is left");
    assert!(!is_free(&limits, &edit(1)).await);
    // Answers overtake each other: the older one does not bring a place back.
    second.learn(&told(200, &window(0, "60")));
    first.learn(&told(200, &window(1, "60")));
    assert!(!is_free(&limits, &edit(1)).await);
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

#[tokio::test]
async fn what_got_no_answer_is_taken_as_counted() {
    let limits = Limits::default();
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(1, "60")));
    drop(limits.permit(&edit(1)).await.expect("one is left"));
    assert!(!is_free(&limits, &edit(1)).await);
}

#[tokio::test]
async fn what_failed_on_the_way_is_taken_as_counted() {
    let limits = Limits::default();
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(1, "60")));
    let permit = limits.permit(&edit(1)).await.expect("one is left");
    permit.learn(&told(502, &headers(&[])));
    assert!(!is_free(&limits, &edit(1)).await);
}

#[tokio::test]
async fn routes_of_one_bucket_share_it() {
    let limits = Limits::default();
    let delete = || Request::bot("delete message", Method::DELETE, "/x".into()).of(1);
    let permit = limits.permit(&delete()).await.expect("free");
    permit.learn(&told(204, &window(3, "60")));
    let permit = limits.permit(&edit(1)).await.expect("free");
    permit.learn(&told(200, &window(0, "60")));
    assert!(!is_free(&limits, &delete()).await);
}

#[tokio::test]
async fn a_global_limit_stops_the_token_but_not_the_answers_to_people() {
    let limits = Limits::default();
    let global = headers(&[("retry-after", "2"), ("x-ratelimit-global", "true")]);
    let permit = limits.permit(&edit(1)).await.expect("free");
    assert_eq!(permit.learn(&told(429, &global)), Verdict::Limited);
    assert!(!is_free(&limits, &edit(2)).await);
    let token = super::super::request::Token::new("t");
    let answer = Request::first_answer("/x".into(), &token);
    assert!(is_free(&limits, &answer).await);
}

#[tokio::test]
async fn a_limit_that_outlasts_the_request_gives_it_up() {
    let limits = Limits::default();
    let hour = headers(&[("retry-after", "3600")]);
    let permit = limits.permit(&edit(1)).await.expect("free");
    assert_eq!(permit.learn(&told(429, &hour)), Verdict::Limited);
    assert!(limits.permit(&edit(1)).await.is_none());
    assert!(is_free(&limits, &edit(2)).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_second_sees_more_than_it_may_and_what_can_wait_leaves_room() {
    let limits = Arc::new(Limits::default());
    let sent = Arc::new(AtomicU32::new(0));
    let mut tasks = Vec::new();
    for channel in 0..60 {
        let (limits, sent) = (Arc::clone(&limits), Arc::clone(&sent));
        tasks.push(tokio::spawn(async move {
            let request = edit(channel).can_wait();
            let permit = limits.permit(&request).await.expect("a place in time");
            sent.fetch_add(1, Ordering::SeqCst);
            permit.give_back();
        }));
    }
    // Whoever is in a hurry passes the crowd.
    let permit = limits.permit(&edit(1_000)).await.expect("a place in time");
    assert!(sent.load(Ordering::SeqCst) <= MOST_A_SECOND_OF_WAITERS as u32);
    permit.give_back();
    for task in tasks {
        task.await.expect("it does not fall over");
    }
    let known = limits.known();
    assert!(known.flying == 0 && known.landed.len() <= MOST_A_SECOND);
}

#[tokio::test]
async fn a_thousand_refused_requests_break_the_circuit() {
    let limits = Limits::default();
    let refuse = |status, headers: HeaderMap| {
        for number in 0..MOST_REFUSED {
            let permit = Permit {
                limits: &limits,
                key: ("x".into(), number.to_string()),
                route: "x",
                with_bot_token: true,
                is_flying: false,
                is_answered: false,
            };
            permit.learn(&told(status, &headers));
        }
    };
    let shared = headers(&[("x-ratelimit-scope", "shared"), ("retry-after", "0")]);
    refuse(429, shared);
    assert!(!limits.is_broken());
    refuse(403, headers(&[]));
    assert!(limits.is_broken());
}

#[test]
fn a_request_keeps_its_place_until_a_second_after_its_answer() {
    let (mut known, now) = (Known::default(), Instant::now());
    for _ in 0..MOST_A_SECOND {
        assert_eq!(known.send(MOST_A_SECOND, now), Ok(()));
    }
    // However long they are on their way: Discord may count them at any moment of it.
    let later = now + 10 * SECOND;
    assert_eq!(known.send(MOST_A_SECOND, later), Err(None));
    known.land(later);
    assert_eq!(
        known.send(MOST_A_SECOND, later + SECOND / 2),
        Err(Some(later + SECOND))
    );
    assert_eq!(known.send(MOST_A_SECOND, later + SECOND), Ok(()));
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
