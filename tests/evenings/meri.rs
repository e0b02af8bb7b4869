//! Hachinin-meri: one person and seven computers play by presses, and look at every page of the panel.

use serde_json::json;

use crate::desk::moves_none;
use crate::house::{Evening, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::play::standing;
use crate::play_meri::{choice, is_to_play, karuta, rack};

/// One round, with seven computers.
async fn sits_down(person: &Person) -> Message {
    let options = json!({"computers": 7, "rules": "match_length=hitomaki"});
    sit_down_to("meri", person, &[], options).await
}

/// Plays until a panel is like that; answers it.
async fn plays_until(person: &Person, is_so: impl Fn(&Message) -> bool) -> Message {
    loop {
        let panel = person
            .waits_for_panel("something to press", |panel| {
                is_so(panel) || choice(panel).is_some()
            })
            .await;
        if is_so(&panel) {
            return panel;
        }
        let button = choice(&panel).expect("just waited for");
        // Somebody may have called meanwhile: then *Ready* is gone.
        let pressed = person.tries_to_press(&panel, &button).await;
        if pressed.is_err() {
            person
                .waits_for_panel("another panel", |other| other != &panel)
                .await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_and_seven_computers_play_a_round_by_presses() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let board = sits_down(&ayse).await;
    assert!(board.has_picture(), "{board:?}");

    let pressed = ayse.plays_to_the_end().await;
    let count = |verb: &str| pressed.verbs.iter().filter(|other| *other == verb).count();
    let tricks = count("play") + count("away");
    assert_eq!(tricks, 9, "a karuta a trick: {:?}", pressed.verbs);
    assert_eq!(count("lead"), count("away"), "{:?}", pressed.verbs);
    for message in &pressed.private {
        assert!(message.is_private() && message.has_picture(), "{message:?}");
        // Whoever played the last karuta sees the table, and how the round ended.
        let shown = if message.content().contains("Round 1 is over") {
            "The table"
        } else {
            "Your rack"
        };
        assert!(message.alt().starts_with(shown), "{}", message.alt());
    }

    let over = |board: &Message| board.content().contains("The game is over");
    let board = ayse.waits_for_board("the final standing", over).await;
    assert_eq!(standing(&board).len(), 1, "one of the eight is a person");
    let panel = ayse
        .waits_for_panel("the result", |panel| {
            panel.content().contains("Round 1 is over")
        })
        .await;
    assert!(panel.content().contains("wins the round by"), "{panel:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_is_one_press_away_and_leads_back() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    sits_down(&ayse).await;
    // With more than one to choose from: where the way back is pressed one waits in its place for a moment.
    let can_choose = |panel: &Message| {
        let choices = panel.enabled().into_iter();
        choices.filter(|one| karuta(one).is_some()).count() > 1
    };
    let panel = plays_until(&ayse, |panel| {
        is_to_play(panel) && can_choose(panel) && panel.can("trick").is_some()
    })
    .await;

    let order = ayse.presses_the(&panel, "order").await.message();
    assert!(order.content().starts_with("## Trumps"), "{order:?}");
    assert!(
        order.alt().starts_with("The trumps, the best first"),
        "{}",
        order.alt()
    );
    let trick = ayse.presses_the(&order, "trick").await.message();
    assert!(trick.content().starts_with("## Trick"), "{trick:?}");
    assert!(
        trick.alt().starts_with("The trick in order"),
        "{}",
        trick.alt()
    );
    assert!(trick.is_private() && trick.has_picture(), "{trick:?}");
    let back = ayse.presses_the(&trick, "rack").await.message();
    assert_eq!(rack(&back), rack(&panel));
    assert!(is_to_play(&back), "{back:?}");
    evening.world.passes(3).await;
    let settled = ayse
        .waits_for_panel("every karuta", |now| {
            now.enabled().len() == panel.enabled().len()
        })
        .await;
    moves_none(&back, &settled);

    let desk = ayse.presses_the(&back, "desk").await.message();
    assert!(!desk.content().contains("draw"), "{desk:?}");
    let back = ayse.presses_the(&desk, "rack").await.message();
    let hint = ayse.presses_the(&back, "hint").await;
    assert!(hint.says().contains("💡"), "{hint:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_was_offered_changes_nothing() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    sits_down(&ayse).await;
    let mut panel = plays_until(&ayse, |panel| {
        panel.can("play").is_some() && panel.can("trick").is_some()
    })
    .await;
    let own = rack(&panel);
    let strange = istaka::rules::karuta::Karuta::pack()
        .into_iter()
        .find(|one| !own.contains(one))
        .expect("others hold some");
    let play = panel.can("play").expect("a turn");
    let held = karuta(&play).expect("a karuta");
    let (table, revision) = (play.table(), play.revision());
    for forged in [
        format!("play:0.{strange}"),
        "robatta:".to_owned(),
        "ready:".to_owned(),
        format!("away:{held}.0.{held}"),
        format!("lead:0.{held}"),
        "play:0.R5".to_owned(),
        "play:0.K-10".to_owned(),
        "trick:0".to_owned(),
        "meld:more".to_owned(),
    ] {
        let told = ayse
            .forges(&panel, &format!("1:{table}:{revision}:{forged}"))
            .await
            .message();
        assert!(told.is_private(), "{forged}: {told:?}");
        panel = ayse.presses_on_the_board("rack").await.message();
        assert_eq!(rack(&panel), own, "{forged}");
        assert!(is_to_play(&panel), "{forged}: {panel:?}");
    }
    evening.ends().await;
}
