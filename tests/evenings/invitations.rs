//! Calling somebody to a table, and the house rules by command.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_pings_the_guest_alone_and_leads_to_the_table() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    ayse.runs("okey", json!({"seats": 2})).await;
    let lobby = ayse.waits_for("a lobby", |seen| {
        seen.iter()
            .rev()
            .find(|message| message.can("join").is_some())
            .cloned()
    });
    let lobby: Message = lobby.await;
    let stranger = cem.runs("table invite", json!({"person": ben.id})).await;
    assert!(stranger.message().is_private(), "{stranger:?}");

    let seq = cem.news_now().await;
    let call = ayse.runs("table invite", json!({"person": ben.id})).await;
    let call = call.message();
    assert!(!call.is_private(), "{call:?}");
    assert!(call.content().contains(lobby.id()), "{call:?}");
    assert_eq!(
        call.0["mentions"].as_array().map(Vec::len),
        Some(1),
        "{call:?}"
    );
    assert_eq!(call.0["mentions"][0]["id"], json!(ben.id));
    let news = cem.news_since(seq).await;
    assert!(
        news.iter().all(|piece| piece["mentioned"] != true),
        "{news:?}"
    );

    let myself = ayse
        .runs("table invite", json!({"person": ayse.id}))
        .await
        .says();
    assert!(myself.contains("already has a seat"), "{myself}");
    let join = lobby.can("join").expect("the lobby has a free seat");
    ben.presses(&lobby, &join).await;
    let full = ayse.runs("table invite", json!({"person": cem.id})).await;
    assert!(full.message().is_private(), "{full:?}");
    assert!(full.says().contains("seat"), "{full:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_where_they_see_nothing() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let blind = json!({"name": "Blind", "permissions": "0"});
    let blind = Person::comes(&evening.world, &evening.channel, blind).await;
    ayse.runs("okey", json!({"seats": 3})).await;
    let invites = async |guest: &Person| {
        let wish = json!({"person": guest.id});
        ayse.runs("table invite", wish).await.message()
    };
    // However often: that is no call.
    for _ in 0..9 {
        let told = invites(&blind).await;
        assert!(told.is_private(), "{told:?}");
        assert!(
            told.content().contains("can't see this channel"),
            "{told:?}"
        );
    }
    let call = invites(&ben).await;
    assert!(!call.is_private(), "{call:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_who_is_not_in_the_server() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let wish = json!({"name": "Fay", "member": false});
    let fay = Person::comes(&evening.world, &evening.channel, wish).await;
    ayse.runs("okey", json!({"seats": 3})).await;
    let invites = async |guest: &Person| {
        let wish = json!({"person": guest.id});
        ayse.runs("table invite", wish).await.message()
    };
    // However often: that is no call.
    for _ in 0..9 {
        let told = invites(&fay).await;
        assert!(told.is_private(), "{told:?}");
        let stranger = format!("<@{}> is not a member of this server", fay.id);
        assert!(told.content().starts_with(&stranger), "{told:?}");
        assert_eq!(told.0["mentions"], json!([]));
    }
    assert!(!invites(&ben).await.is_private());
    // They come, and are called like anybody.
    let path = format!("/people/{}", fay.id);
    let comes = json!({"member": true});
    evening.world.ask("POST", &path, comes).await;
    let call = invites(&fay).await;
    assert!(!call.is_private(), "{call:?}");
    assert_eq!(call.0["mentions"][0]["id"], json!(fay.id));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_rules_open_by_command_for_the_host_before_the_game() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    ayse.runs("okey", json!({"seats": 2})).await;
    let pages = ayse.runs("table settings", json!({})).await.message();
    assert!(
        pages.is_private() && pages.content().contains("1"),
        "{pages:?}"
    );
    assert!(
        pages.0["components"]
            .as_array()
            .is_some_and(|rows| rows.len() == 5),
        "{pages:?}"
    );
    let added = ayse
        .runs("table computer", json!({"level": 0}))
        .await
        .says();
    assert!(added.contains("easy"), "{added}");
    let full = ayse.runs("table computer", json!({})).await.says();
    assert!(
        full.contains("seat") && !full.contains("has joined your table"),
        "{full}"
    );
    let stranger = ben.runs("table computer", json!({})).await.says();
    assert!(!stranger.contains("has joined your table"), "{stranger}");
    let guest = ben.runs("table settings", json!({})).await.message();
    assert!(
        guest.0["components"].as_array().is_none_or(Vec::is_empty),
        "{guest:?}"
    );
    evening.ends().await;

    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let late = ayse.runs("table settings", json!({})).await.message();
    assert!(
        late.0["components"].as_array().is_none_or(Vec::is_empty),
        "{late:?}"
    );
    evening.ends().await;
}
