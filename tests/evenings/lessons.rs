//! Lessons: a game taught step by step with pictures, and its words, for whoever asks and for nobody else.

use istaka::sandbox::{Harm, Moment};
use serde_json::json;

use crate::faults_aimed::{aims, refusal};
use crate::house::Evening;
use crate::message::{Button, Message};
use crate::people::Person;

/// A button of a page, by the page that it leads to.
fn way(page: &Message, to: &str) -> Option<Button> {
    let leads_there = |button: &Button| button.argument() == to;
    page.enabled().into_iter().find(leads_there)
}

/// Turns the page on which they are; nobody else sees it.
async fn turns(person: &Person, page: &Message, to: &str) -> Message {
    let button = way(page, to).unwrap_or_else(|| panic!("no way to {to} on {page:?}"));
    let outcome = person.presses(page, &button).await;
    assert_eq!(outcome.kind(), 7, "the page is turned where it stands");
    let turned = outcome.message();
    assert!(
        turned.is_private() && turned.id() == page.id(),
        "{turned:?}"
    );
    turned
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_taught_step_by_step() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let told = ayse.chooses("rules", "game", "Hachinin-meri").await;
    let mut page = told.message();
    assert!(page.content().contains("八人メリ"), "{page:?}");
    assert!(page.is_private() && !page.has_picture(), "{page:?}");

    let mut pictures = 0;
    let mut steps = 0;
    while let Some(next) = way(&page, &format!("step.{steps}")) {
        page = turns(&ayse, &page, next.argument()).await;
        steps += 1;
        let number = format!("Step {steps} of 9");
        assert!(page.content().contains(&number), "{page:?}");
        // A page has its own picture, or none: never that of the page before.
        assert_eq!(page.has_picture(), !page.alt().is_empty(), "{page:?}");
        pictures += usize::from(page.has_picture());
    }
    assert_eq!((steps, pictures), (9, 9));
    page = turns(&ayse, &page, "step.7").await;
    assert!(page.alt().contains("Sun over Un"), "{page:?}");
    page = turns(&ayse, &page, "words.0").await;
    assert!(page.content().contains("ロバった") && !page.has_picture());
    page = turns(&ayse, &page, "words.1").await;
    assert!(page.content().contains("メリ"), "{page:?}");
    page = turns(&ayse, &page, "short.0").await;
    assert!(page.content().contains("in brief"), "{page:?}");

    // The other games have fewer steps, each with a picture.
    for game in ["Okey", "Okey 101", "Kaluki"] {
        page = ayse.chooses("rules", "game", game).await.message();
        for step in 0..3 {
            page = turns(&ayse, &page, &format!("step.{step}")).await;
            assert!(page.has_picture() && !page.alt().is_empty(), "{page:?}");
        }
        assert!(way(&page, "step.3").is_none(), "{page:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_on_what_others_see_opens_a_page_of_ones_own() {
    let evening = Evening::begins().await;
    let [ayse, ben] = [evening.person("Ayşe").await, evening.person("Ben").await];
    let lobby = ayse.runs("meri", json!({})).await.message();
    let opened = ben.presses_the(&lobby, "rules").await;
    assert_eq!(opened.kind(), 4, "the lobby stays as it is");
    let rules = opened.message();
    assert!(rules.is_private() && way(&rules, "step.0").is_some());

    // A modified client may press on the lobby what stands on a page; the lobby stays all the same.
    for id in [
        "1:lesson:meri:instead:step.2",
        "1:lesson:meri:instead:step.255",
        "1:lesson:meri:apart:words.0",
    ] {
        let told = ben.forges(&lobby, id).await;
        assert_eq!(told.kind(), 4, "{id}");
        assert!(told.message().is_private(), "{id}");
    }
    for id in ["1:lesson:meri:instead:hats.0", "1:lesson:hats:apart:step.0"] {
        let told = ben.forges(&lobby, id).await.message();
        assert!(told.content().contains("no longer works"), "{told:?}");
    }
    let now = ayse.sees().await;
    let lobby_now = now.iter().find(|message| message.id() == lobby.id());
    assert_eq!(lobby_now.map(Message::content), Some(lobby.content()));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_of_a_table_say_what_counts_there() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"points": 1})).await.message();
    let rules = ben.presses_the(&lobby, "rules").await.message();
    assert!(rules.is_private(), "{rules:?}");
    let (own, general) = rules.content().split_once("**In general:**").expect("both");
    assert!(own.contains("starts with 1 point."), "{own}");
    assert!(general.contains("20 points"), "{general}");
    assert!(general.contains("House rules may differ"), "{general}");
    assert!(way(&rules, "step.0").is_some(), "{rules:?}");
    // Without a table there is nothing but what counts in general.
    let rules = ben.chooses("rules", "game", "Okey").await.message();
    assert!(rules.content().starts_with("## Okey in brief"), "{rules:?}");
    ayse.runs("table end", json!({})).await;

    // Where both are too long for one message they are two.
    let options = json!({"rules": "penalty_limit=100"});
    let lobby = ayse.runs("kaluki", options).await.message();
    let own = ben.presses_the(&lobby, "rules").await.message();
    assert!(own.is_private(), "{own:?}");
    assert!(own.content().contains("more than 100 penalty"), "{own:?}");
    let general = ben.waits_for("the rules in general", |seen| {
        let is_general =
            |message: &&Message| message.content().starts_with("**In general:**\n## Kaluki");
        seen.iter().find(is_general).cloned()
    });
    let general = general.await;
    assert!(general.is_private(), "{general:?}");
    assert!(way(&general, "step.0").is_some(), "{general:?}");
    evening.ends().await;
}

/// Where no game is named: that of the table here, that of the only one where they sit, or the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_names_no_game_means_that_of_the_table() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let elsewhere = evening.channel(json!({"name": "elsewhere"})).await;
    let ayse_elsewhere = ayse.in_channel(&elsewhere);
    let means = async |person: &Person, game: &str| {
        for (command, begins) in [
            ("rules", format!("## {game} in brief")),
            ("learn", format!("## 🎓 Learn {game}\n")),
        ] {
            let told = person.runs(command, json!({})).await.says();
            assert!(told.starts_with(&begins), "{command}: {told}");
        }
    };
    means(&ayse, "Okey").await;
    ayse.runs("kaluki", json!({"seats": 3})).await;
    // Whoever has no seat there, too.
    means(&ayse, "Kaluki").await;
    means(&ben, "Kaluki").await;
    means(&ayse_elsewhere, "Kaluki").await;
    means(&ben.in_channel(&elsewhere), "Okey").await;
    // What stands here counts for more than where they sit, and of two tables none is meant.
    let further = evening.channel(json!({"name": "further"})).await;
    ben.in_channel(&further).runs("okey101", json!({})).await;
    means(&ayse.in_channel(&further), "Okey 101").await;
    ayse_elsewhere.runs("okey101", json!({})).await;
    means(&ayse_elsewhere, "Okey 101").await;
    let nowhere = evening.channel(json!({"name": "nowhere"})).await;
    means(&ayse.in_channel(&nowhere), "Okey").await;
    let told = ayse.chooses("rules", "game", "Okey").await.says();
    assert!(told.contains("Okey in brief"), "{told}");
    evening.ends().await;
}

/// Discord takes the second part only when it is sent again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_of_a_table_come_whole_where_a_part_is_refused_for_a_moment() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("kaluki", json!({})).await.message();
    let ways = |seen: &[Message]| {
        let leads = |one: &&Message| one.is_private() && way(one, "step.0").is_some();
        seen.iter().filter(leads).count()
    };
    for harm in [refusal(500, 0), Harm::Lost(Moment::Before)] {
        let before = ways(&ayse.sees().await);
        aims(&evening, "POST", "/webhooks/*/*", 1, harm);
        ayse.presses_the(&lobby, "rules").await;
        ayse.waits_for("both parts", |seen| (ways(seen) > before).then_some(()))
            .await;
    }
    evening.ends().await;
}
