//! The bot goes, or is killed, while cards of Kaluki are put together and while players are asked whether they buy in:
//! the same buttons work afterwards, and who has answered has answered.

use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::{Button, Message};
use crate::people::Person;
use crate::play_kaluki::{hand, in_order, puts, rigged};
use crate::play101::assert_tells;
use crate::process::{Process, Server};

/// The first player has thirteen hearts, the second few points, the others more than 100.
const HANDS: [&str; 4] = [
    "h2 h3 h4 h5 h6 h7 h8 h9 h10 hJ hQ hK hA",
    "d2 d3 d4 s2 s3 s4 c3 c4 d5 s5 c5 d6 s6",
    "dK sK cK dQ sQ cQ dJ sJ cJ d10 s10 c10 dA",
    "dK sK cK dQ sQ cQ dJ sJ cJ d10 s10 c10 sA",
];

/// The bot goes and comes back, which forgets the panels that it could change: the other asks for theirs anew.
async fn restarts(evening: &mut Evening, other: &Person) {
    evening.bot_goes().await;
    evening.bot_comes().await;
    other.shows_rack().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn melds_and_freed_jokers_in_the_making_outlive_a_restart() {
    let mut evening = Evening::begins().await;
    let hands = ["hQ cQ sQ h3 Jk h5 h4 d8 c8 s2", "dK cK sK hK c2 c3 c4"];
    let options = json!({"rules": "match_mode=single_deal"});
    let lies = ("d2", "s9");
    let [ayse, ben] = rigged(&mut evening, ["Ayşe", "Ben"], options, hands, lies).await;
    let panel = ayse.gets_a_card().await;
    let page = ayse.presses_label(&panel, "Compose").await;
    let page = ayse.picks(&page, "hQ cQ sQ").await;
    let page = ayse.presses_label(&page, "Meld 30").await;
    let page = ayse.picks(&page, "h3 Jk").await;
    restarts(&mut evening, &ben).await;
    // The same message, and its buttons still mean the same.
    let page = ayse.picks(&page, "h5").await;
    assert_tells(&page, &["= **30**", "= **12**"]);
    let page = ayse.presses_label(&page, "Meld 12").await;
    let panel = ayse.presses_label(&page, "Open 42").await;

    let page = ayse.presses_label(&panel, "Exchange a joker").await;
    let page = ayse.presses_label(&page, "♥️4 for 🃏").await;
    let page = ayse.picks(&page, "d8").await;
    restarts(&mut evening, &ben).await;
    let page = ayse.picks(&page, "c8").await;
    assert_tells(&page, &["The freed joker must be laid at once"]);
    let panel = ayse.presses_label(&page, "Lay 24").await;
    assert_eq!(hand(&panel).len(), 5, "{panel:?}");
    evening.ends().await;
}

/// The button that buys in, if somebody is asked on this panel.
fn buys(panel: &Message) -> Option<Button> {
    panel.can("buyin")
}

/// Kills the bot and starts it again with the same database.
async fn is_killed(server: &Server, folder: &Folder, bot: &mut Process, witness: &Person) {
    bot.is_killed();
    server.bot_is_gone(witness).await;
    *bot = Process::start(server.bot(&folder.file("istaka.db")));
    server.bot_is_there(witness).await;
}

/// Four people at a table with these hands; the first of them is to play.
async fn four_play(server: &Server, folder: &Folder, bot: &mut Process) -> [Person; 4] {
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let people = [
        comes("Ayşe").await,
        comes("Ben").await,
        comes("Cem").await,
        comes("Dilek").await,
    ];
    let [ayse, ben, cem, dilek] = &people;
    server.bot_is_there(ayse).await;
    let options = json!({"seats": 4, "rules": "penalty_limit=100"});
    sit_down_to("kaluki", ayse, &[ben, cem, dilek], options).await;
    bot.is_killed();
    server.bot_is_gone(ayse).await;
    let db = folder.file("istaka.db");
    puts(&db, HANDS, ("c9", "c2")).await;
    *bot = Process::start(server.bot(&db));
    server.bot_is_there(ayse).await;
    in_order(people, HANDS).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_cards_are_put_together_and_while_two_are_asked() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let mut bot = Process::start(server.bot(&folder.file("istaka.db")));
    let [ben, cem, ayse, dilek] = four_play(&server, &folder, &mut bot).await;
    let panel = ben.gets_a_card().await;
    let page = ben.presses_label(&panel, "Compose").await;
    let page = ben.picks(&page, "hJ hQ").await;
    is_killed(&server, &folder, &mut bot, &ben).await;
    let page = ben.picks(&page, "hK hA").await;
    let page = ben.presses_label(&page, "Meld 41").await;
    let panel = ben.presses_label(&page, "Open 41").await;
    assert_eq!(hand(&panel).len(), 10, "{panel:?}");
    let page = ben.presses_label(&panel, "Kaluki!").await;
    ben.presses_the(&page, "out").await;

    for person in [&cem, &ayse, &dilek] {
        person.shows_rack().await;
    }
    let asked = ayse.waits_to("buyin").await;
    let also = dilek.waits_to("buyin").await;
    let answered = ayse.presses_the(&asked, "buyin").await.message();
    assert_tells(&answered, &["You buy in"]);
    is_killed(&server, &folder, &mut bot, &ben).await;
    let again = ayse.shows_rack().await;
    assert!(buys(&again).is_none(), "{again:?}");
    assert_tells(&again, &["You buy in"]);
    assert!(buys(&cem.shows_rack().await).is_none());
    // The button from before the kill still asks for what it says.
    let button = buys(&also).expect("the question");
    let last = dilek.forges(&also, &button.id).await.message();
    assert!(buys(&last).is_none(), "{last:?}");
    let board = ben
        .waits_for_board("both answers", |board| {
            board.content().matches("buys in and plays on").count() == 2
        })
        .await;
    for person in [&ayse, &dilek] {
        let bought = format!("<@{}> buys in and plays on with 52", person.id);
        assert_tells(&board, &[&bought]);
    }
}
