//! House rules: chosen with the command, changed in the lobby, refused with a reason, and played by.

use serde_json::{Value, json};

use crate::house::{Evening, sit_down};
use crate::message::{Message, Outcome};
use crate::people::Person;
use crate::play::{is_to_act, turn_to_draw};

/// The menu of an option on a page.
fn menu(page: &Message, name: &str) -> Value {
    let menu = page.menu(|id| id.contains(&format!(":set:{name}.")));
    menu.unwrap_or_else(|| panic!("no menu of {name} on {page:?}"))
}

/// What a menu shows as chosen.
pub fn shown(page: &Message, name: &str) -> String {
    let menu = menu(page, name);
    let mut choices = menu["options"].as_array().expect("choices").iter();
    let chosen = choices.find(|choice| choice["default"] == true);
    chosen.expect("a chosen one")["value"]
        .as_str()
        .expect("a text")
        .to_owned()
}

pub async fn chooses(person: &Person, page: &Message, name: &str, value: &str) -> Outcome {
    let wish = json!({"person": person.id, "message": page.id(),
        "custom_id": menu(page, name)["custom_id"], "values": [value]});
    Outcome(person.world.ask("POST", "/select", wish).await)
}

/// Another page, counted from 0.
pub async fn turns_to(person: &Person, page: &Message, number: &str) -> Message {
    let mut buttons = page.enabled().into_iter();
    let button = buttons
        .find(|button| button.verb() == "options" && button.argument() == number)
        .expect("a button to that page");
    person.presses(page, &button).await.message()
}

async fn offered(person: &Person, typed: &str) -> Vec<String> {
    let wish = json!({"person": person.id, "channel": person.channel, "command": "okey",
        "options": {"rules": typed, "seats": 2}, "focused": "rules"});
    let answer = person.world.ask("POST", "/complete", wish).await;
    let choices = answer["choices"].as_array().expect("a list").iter();
    choices
        .map(|choice| choice["value"].as_str().expect("a text").to_owned())
        .collect()
}

/// Waits until the lobby says this.
pub async fn waits_for_lobby(person: &Person, says: &str) -> Message {
    person
        .waits_for(says, |seen| {
            let lobby = seen.iter().find(|one| one.can("start").is_some());
            lobby
                .filter(|lobby| lobby.content().contains(says))
                .cloned()
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_that_make_no_game_open_no_table() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    for (options, reason) in [
        (json!({"rules": "hats=1"}), "no house rule called `hats`"),
        (json!({"rules": "deal"}), "can't read `deal`"),
        (json!({"rules": "deal=fair"}), "can't be `fair`"),
        (
            json!({"rules": "deal="}),
            "needs a value. Possible values are, for example, `formal`",
        ),
        (json!({"rules": "stock_pick=any"}), "from one heap"),
        (json!({"rules": "start_points=0"}), "only 1 to 10000"),
        (json!({"rules": "layout=7,7,7"}), "21 stacks"),
        (json!({"preset": 2, "seats": 3}), "four seats"),
    ] {
        let mut options = options;
        if options["preset"] == 2 {
            let name = "partners (four players, opposite seats play together)";
            options["preset"] = ayse.choice_of("okey", "preset", name).await;
        }
        let told = ayse.runs("okey", options.clone()).await;
        assert!(told.message().is_private(), "{told:?}");
        assert!(told.says().contains(reason), "{options}: {told:?}");
    }
    let nothing = ayse.runs("table show", json!({})).await.says();
    assert!(nothing.contains("no table here"), "{nothing}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_chooses_house_rules_and_all_play_by_them() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    assert!(offered(&ayse, "").await.contains(&"deal=".to_owned()));
    assert_eq!(
        offered(&ayse, "max_hands=1 deal=s").await,
        ["max_hands=1 deal=simplified"]
    );
    let rules = "deal=simplified, stock_pick=any max_hands=1";
    let options = json!({"seats": 2, "rules": rules, "points": 7});
    let lobby = ayse.runs("okey", options).await.message();
    for words in [
        "7 points",
        "from one shuffled heap",
        "chosen by its place",
        "At most 1 round",
    ] {
        assert!(lobby.content().contains(words), "{words}: {lobby:?}");
    }
    assert!(!lobby.content().contains("twin"), "as usual: {lobby:?}");
    let lobby = ben.presses_the(&lobby, "join").await.message();

    let refused = ben.presses_the(&lobby, "options").await;
    assert!(refused.message().is_private(), "{refused:?}");
    assert!(refused.says().contains("Only the host"), "{refused:?}");
    let page = ayse.presses_the(&lobby, "options").await.message();
    assert!(page.is_private(), "{page:?}");
    assert_eq!(shown(&page, "start_points"), "7");
    let forged = json!({"person": ben.id, "message": lobby.id(), "forge": true,
        "custom_id": menu(&page, "start_points")["custom_id"], "values": ["100"]});
    let forged = Outcome(ben.world.ask("POST", "/select", forged).await);
    assert!(forged.says().contains("Only the host"), "{forged:?}");

    let changed = chooses(&ayse, &page, "start_points", "5").await;
    assert_eq!(changed.kind(), 7, "the page itself answers: {changed:?}");
    let page = changed.message();
    assert_eq!(shown(&page, "start_points"), "5");
    waits_for_lobby(&ben, "5 points").await;
    let refused = chooses(&ayse, &page, "partnership", "true").await.message();
    assert!(refused.content().contains("four seats"), "{refused:?}");
    assert_eq!(shown(&refused, "partnership"), "false");
    let id = |page: &Message| menu(page, "partnership")["custom_id"].clone();
    assert_ne!(
        id(&refused),
        id(&page),
        "clients would keep what was chosen"
    );

    let page = turns_to(&ayse, &refused, "1").await;
    let page = chooses(&ayse, &page, "gosterge", "false").await.message();
    waits_for_lobby(&ben, "twin is not shown").await;
    let page = turns_to(&ayse, &page, "2").await;
    let refused = chooses(&ayse, &page, "deal", "formal").await.message();
    assert!(refused.content().contains("from one heap"), "{refused:?}");
    assert_eq!(shown(&refused, "deal"), "simplified");
    let shown_now = ben.runs("table show", json!({})).await.says();
    assert!(shown_now.contains("from one shuffled heap"), "{shown_now}");

    let lobby = waits_for_lobby(&ayse, "twin is not shown").await;
    // Ben has the time to read it.
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    let (first, _) = turn_to_draw(&[&ayse, &ben]).await;
    let late = chooses(&ayse, &refused, "exposed_tile_last", "true").await;
    assert!(
        late.says().contains("only be changed before the game"),
        "{late:?}"
    );
    let drawn = first.plays("draw 3").await.message();
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    let shown_now = ben.runs("table show", json!({})).await.says();
    assert!(shown_now.contains("chosen by its place"), "{shown_now}");
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn showing_has_a_phase_of_its_own_if_the_house_wants_it() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let rules = "gosterge_window=before_first_discard max_hands=1";
    sit_down(&ayse, &[&ben], json!({"seats": 2, "rules": rules})).await;
    for person in [&ayse, &ben] {
        let panel = person.panel().await.expect("a panel");
        assert!(panel.can("no").is_some(), "the question: {panel:?}");
        assert!(panel.content().contains("twin"), "{panel:?}");
        assert!(!is_to_act(&panel), "showing comes first: {panel:?}");
        let verb = if panel.can("show").is_some() {
            "show"
        } else {
            "no"
        };
        let then = person.presses_the(&panel, verb).await.message();
        assert!(then.can("no").is_none(), "asked once: {then:?}");
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    evening.ends().await;
}
