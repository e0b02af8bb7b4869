//! Hints, and the question before a discard that gives something away.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::play::turn_of;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_plays_alone_gets_hints_that_can_be_followed() {
    let evening = Evening::begins().await;
    let [ayse, eve] = evening.people(["Ayşe", "Eve"]).await;
    sit_down(&ayse, &[], json!({"computers": 3, "points": 2})).await;
    for _ in 0..4 {
        let panel = ayse.has_the_turn().await;
        let hint = panel.can("hint").expect("a casual table gives hints");
        let answer = ayse.presses(&panel, &hint).await.message();
        assert!(
            answer.is_private() && answer.content().starts_with("💡"),
            "{answer:?}"
        );
        // Asked twice, it says the same: a hint is no chance.
        let again = ayse.runs("hint", json!({})).await.message();
        assert_eq!(first_line(answer.content()), first_line(again.content()));
        let told = first_line(answer.content()).to_lowercase();
        let verb = ["discard", "draw", "take", "finish", "show"];
        let verb = verb
            .into_iter()
            .find(|verb| told.contains(verb))
            .expect("a move is named");
        let button = again.can(verb);
        assert!(
            button.is_some(),
            "{told} is none of the buttons of {again:?}"
        );
        let moved = crate::play::choice(&again).expect("a turn");
        ayse.presses(&again, &moved).await;
    }
    let watching = eve.runs("hint", json!({})).await.says();
    assert!(watching.contains("seat"), "{watching}");
    assert!(!watching.contains("💡"), "{watching}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_stands_is_not_sent_again() {
    let evening = Evening::begins().await;
    let [ayse] = evening.people(["Ayşe"]).await;
    sit_down(&ayse, &[], json!({"computers": 3, "points": 2})).await;
    let panel = ayse.has_the_turn().await;
    let first = ayse.presses_the(&panel, "hint").await.message();
    let second = ayse.presses_the(&first, "hint").await.message();
    assert_eq!(second.content(), first.content());
    assert!(!first.picture_id().is_empty(), "{first:?}");
    assert_eq!(second.picture_id(), first.picture_id());
    assert_eq!(second.alt(), first.alt());
    // What stands on a message of its own has a picture of its own.
    let elsewhere = ayse.runs("rack", json!({})).await.message();
    assert!(elsewhere.has_picture(), "{elsewhere:?}");
    assert_ne!(elsewhere.picture_id(), first.picture_id());
    // A dear discard is asked about first, on the same picture.
    let mut after = elsewhere.clone();
    for _ in 0..6 {
        let sure = after.can("surely");
        let next = sure.or_else(|| crate::play::choice(&after));
        after = ayse.presses(&after, &next.expect("a turn")).await.message();
        if after.picture_id() != elsewhere.picture_id() {
            break;
        }
    }
    assert_ne!(after.picture_id(), elsewhere.picture_id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_counts_gives_no_hints() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (mover, panel) = turn_of(&[&ayse, &ben]).await;
    assert!(panel.can("hint").is_none(), "{panel:?}");
    let refused = mover.runs("hint", json!({})).await.says();
    assert!(refused.contains("no hints in rated games"), "{refused}");
    let own = panel.enabled().first().cloned().expect("a button");
    let id: Vec<&str> = own.id.split(':').collect();
    let forged = format!("{}:{}:{}:hint:", id[0], id[1], id[2]);
    // The command replaced the panel.
    let panel = mover.panel().await.expect("a panel");
    let refused = mover.forges(&panel, &forged).await.says();
    assert!(refused.contains("no hints in rated games"), "{refused}");
    evening.ends().await;

    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "rated": false})).await;
    let (mover, panel) = turn_of(&[&ayse, &ben]).await;
    assert!(panel.can("hint").is_some(), "{panel:?}");
    let waiting = if mover.id == ayse.id { &ben } else { &ayse };
    let early = waiting.runs("hint", json!({})).await.says();
    let may_show = early.contains("💡");
    assert!(
        may_show || early.contains("nothing for you to do"),
        "{early}"
    );
    evening.ends().await;
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
