//! The bot goes, or is killed, in the middle of a round of Hachinin-meri: while answers are given that nobody sees, while the
//! opening is put together, with trumps face down on the table, in the pause after a shōbu, and between two rounds.

use std::time::Duration;

use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::Message;
use crate::moves_meri::{DEAL, assert_hides, button, restarts, told, written};
use crate::people::Person;
use crate::play_meri::{is_to_play, rack, rigged};
use crate::process::{Process, Server};

/// Nobody on these messages can be told apart from somebody who has not answered.
fn assert_same(before: &Message, after: &Message) {
    assert_eq!(told(before), told(after));
    let verbs = |message: &Message| -> Vec<String> {
        let buttons = message.enabled().into_iter();
        buttons.map(|button| button.verb().to_owned()).collect()
    };
    assert_eq!(verbs(before), verbs(after));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_the_opening_and_trumps_face_down_outlive_a_restart() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem] = rigged(&mut evening, ["Ayşe", "Ben", "Cem"], "", &DEAL).await;
    let (first, asked) = (ayse.panel().await, cem.panel().await.expect("a panel"));
    let (first, board) = (first.expect("a panel"), ayse.board().await);
    ben.says_ready().await;
    restarts(&mut evening).await;
    let again = ben.shows_rack().await;
    assert!(again.content().contains("You are ready"), "{again:?}");
    for verb in ["ready", "robatta"] {
        assert!(again.can(verb).is_none(), "{again:?}");
    }
    assert_same(&asked, &cem.shows_rack().await);
    assert_eq!(told(&board), told(&ayse.board().await));

    // A panel from before all that still calls.
    let called = ayse.presses_the(&first, "robatta").await.message();
    assert_eq!(rack(&called).len(), 10, "{called:?}");
    let page = ayse.presses_karuta(&called, "lead", "O-9").await;
    restarts(&mut evening).await;
    ayse.presses_karuta(&page, "away", "K-9").await;
    let panel = ben.shows_rack().await;
    assert_hides(&panel, "K-9");
    let led = ben.board().await;
    assert!(led.content().contains(&written("O-9")), "{led:?}");
    assert_hides(&led, "K-9");

    ben.presses_karuta(&panel, "play", "K-1").await;
    let (turn, down) = (cem.shows_rack().await, cem.board().await);
    restarts(&mut evening).await;
    let own = ben.shows_rack().await;
    let laid = format!("Your card in trick 1: {}, played face down", written("K-1"));
    assert!(own.content().contains(&laid), "{own:?}");
    assert_same(&turn, &cem.shows_rack().await);
    assert_eq!(told(&down), told(&cem.board().await));
    cem.is_not_told("K-1").await;
    // Also this button is of a panel from before the restart.
    let play = button(&turn, "play", "K-3").expect("their turn");
    cem.forges(&turn, &play.id).await.message();
    let shown = cem
        .waits_for_board("the shōbu", |board| board.content().contains("Trick 1:"))
        .await;
    for named in ["O-9", "K-1", "K-3"] {
        assert!(shown.content().contains(&written(named)), "{shown:?}");
    }
    evening.ends().await;
}

/// Advances the clock, a second each, until the board says this; answers how many it took.
async fn seconds_until(person: &Person, words: &str) -> u64 {
    for second in 0..60 {
        let board = person.board().await;
        if board.content().contains(words) {
            return second;
        }
        person.world.passes(1).await;
    }
    panic!("nobody says {words:?}: {:?}", person.board().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pause_after_a_shobu_outlives_a_restart() {
    let mut evening = Evening::begins().await;
    evening.computers_take(Duration::from_secs(1)).await;
    let [ayse] = rigged(&mut evening, ["Ayşe"], "", &DEAL).await;
    ayse.calls().await;
    // The lowest of the suit: somebody else takes the trick, and leads.
    ayse.opens_with("O-9", "K-9").await;
    assert_eq!(seconds_until(&ayse, "Trick 1:").await, 7);
    let shown = ayse.board().await;
    restarts(&mut evening).await;
    assert_eq!(told(&ayse.board().await), told(&shown));
    evening.world.passes(3).await;
    assert_eq!(told(&ayse.board().await), told(&shown), "it can be read");
    evening.world.passes(1).await;
    let led = ayse.board().await;
    assert_ne!(told(&led), told(&shown), "the winner leads");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn between_two_rounds_a_restart_loses_nothing() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    sit_down_to("meri", &ayse, &[], json!({"computers": 7})).await;
    let is_over = |panel: &Message| panel.can("next").is_some();
    let of_panel = |seen: &[Message]| crate::people::panel(seen).is_some_and(|one| is_over(&one));
    ayse.plays_until(of_panel).await;
    let (panel, board) = (ayse.panel().await.expect("a panel"), ayse.board().await);
    assert!(board.content().contains("Round 1"), "{board:?}");
    restarts(&mut evening).await;
    // The new process does not know what was read before: it may tell more tricks, and leaves nothing out.
    let again = ayse.board().await;
    for line in board.content().lines() {
        let is_kept = line.starts_with("-#") || again.content().contains(line);
        assert!(is_kept, "{line}: {again:?}");
    }
    // The pause has its end by the clock, and the old button is one more way.
    evening.world.passes(9).await;
    let next = panel.can("next").expect("just seen");
    ayse.forges(&panel, &next.id).await.message();
    let board = ayse
        .waits_for_board("the second round", |board| {
            board.content().contains("Round 2 of 8")
        })
        .await;
    assert!(board.content().contains("kiri "), "{board:?}");
    let told = ayse
        .waits_for_panel("a new rack", |panel| !is_over(panel))
        .await;
    // Where the okie is the trump robai nobody is asked, and the dealer has taken it.
    assert!([9, 10].contains(&rack(&told).len()), "{told:?}");
    evening.ends().await;
}

/// Kills the bot and starts it again with the same database.
async fn is_killed(server: &Server, folder: &Folder, bot: &mut Process, witness: &Person) {
    bot.is_killed();
    server.bot_is_gone(witness).await;
    *bot = Process::start(server.bot(&folder.file("istaka.db")));
    server.bot_is_there(witness).await;
}

/// Three people at a table with this deal, each with a panel.
async fn three_play(server: &Server, folder: &Folder, bot: &mut Process) -> [Person; 3] {
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let people = [comes("Ayşe").await, comes("Ben").await, comes("Cem").await];
    let [ayse, ben, cem] = &people;
    server.bot_is_there(ayse).await;
    let options = json!({"rules": "team_assign=chosen match_length=hitomaki"});
    sit_down_to("meri", ayse, &[ben, cem], options).await;
    bot.is_killed();
    server.bot_is_gone(ayse).await;
    let db = folder.file("istaka.db");
    DEAL.is_put(&db).await;
    *bot = Process::start(server.bot(&db));
    server.bot_is_there(ayse).await;
    for person in &people {
        person.shows_rack().await;
    }
    people
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_robau_in_the_opening_and_with_trumps_face_down() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let mut bot = Process::start(server.bot(&folder.file("istaka.db")));
    let [ayse, ben, cem] = three_play(&server, &folder, &mut bot).await;
    let asked = |panel: &Message| panel.can("ready").is_some();
    let before = cem.waits_for_panel("the question", asked).await;
    let holds = ayse.waits_for_panel("the call", asked).await;
    ben.says_ready().await;
    is_killed(&server, &folder, &mut bot, &ayse).await;
    let again = ben.shows_rack().await;
    assert!(again.content().contains("You are ready"), "{again:?}");
    assert!(again.can("ready").is_none(), "{again:?}");
    assert_same(&before, &cem.shows_rack().await);

    let call = holds.can("robatta").expect("the call");
    let called = ayse.forges(&holds, &call.id).await.message();
    let page = ayse.presses_karuta(&called, "lead", "O-9").await;
    is_killed(&server, &folder, &mut bot, &ayse).await;
    ayse.presses_karuta(&page, "away", "K-9").await;
    let turn = ben.shows_rack().await;
    ben.presses_karuta(&turn, "play", "K-1").await;
    let turn = cem.shows_rack().await;
    let downs = |board: &Message| board.content().contains("face down");
    let down = cem.waits_for_board("a trump face down", downs).await;
    is_killed(&server, &folder, &mut bot, &ayse).await;
    let same = |board: &Message| told(board) == told(&down);
    cem.waits_for_board("the same board", same).await;
    let now = cem.shows_rack().await;
    assert_same(&turn, &now);
    for named in ["K-1", "K-9"] {
        cem.is_not_told(named).await;
    }
    let play = button(&turn, "play", "K-3").expect("their turn");
    let played = cem.forges(&turn, &play.id).await.message();
    assert!(
        !is_to_play(&played) || rack(&played).len() == 8,
        "{played:?}"
    );
    let shown = |board: &Message| board.content().contains("Trick 1:");
    let shown = cem.waits_for_board("the shōbu", shown).await;
    assert!(shown.content().contains(&written("K-1")), "{shown:?}");
    for person in [&ayse, &ben] {
        person.shows_rack().await;
    }
    tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end()
    );
}
