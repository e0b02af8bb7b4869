//! The bot may change its messages, but write no new ones: whoever plays reads that nobody is called.

use serde_json::json;

use crate::access::{becomes, refused};
use crate::house::{Evening, INVITED, NO_THREADS, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::pings::{no_ping, the_ping};
use crate::play::turn_to_draw;
use crate::threads::two_begin;

const SEND: u64 = 1 << 11;
const SEND_IN_THREADS: u64 = 1 << 38;

fn says_so(message: &Message) -> bool {
    let content = message.content();
    content.contains("🔇") && content.contains("nobody is called")
}

/// Whether board and panels say so.
async fn all_say(people: [&Person; 2]) -> [bool; 3] {
    let board = people[0].board().await;
    let panels = [people[0].panel().await, people[1].panel().await];
    let [first, second] = panels.map(|panel| says_so(&panel.expect("a panel")));
    [says_so(&board), first, second]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_bot_may_not_write_board_and_panels_say_that_nobody_is_called() {
    for (rights, right) in [(INVITED, SEND_IN_THREADS), (NO_THREADS, SEND)] {
        let evening = Evening::begins().await;
        let wish = json!({"name": "halls", "bot_permissions": rights.to_string()});
        let channel = evening.channel(wish).await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&channel));
        let [host, guest] = if right == SEND {
            sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
            [ayse, ben]
        } else {
            two_begin(&ayse, &ben).await
        };
        for person in [&host, &guest] {
            person.runs("rack", json!({})).await;
        }
        let may = |rights: u64| json!({"bot_permissions": rights.to_string()});
        becomes(&evening, &channel, may(rights & !right)).await;
        assert_eq!(all_say([&host, &guest]).await, [false; 3]);
        evening.world.passes(31).await;
        assert_eq!(all_say([&host, &guest]).await, [true; 3]);
        assert_eq!(refused(&evening), 1);
        no_ping(&host).await;
        // The game goes on, and it stays so.
        let (actor, _) = turn_to_draw(&[&host, &guest]).await;
        actor.takes_their_turn().await;
        evening.world.passes(31).await;
        assert_eq!(all_say([&host, &guest]).await, [true; 3]);
        assert_eq!(refused(&evening), 1);

        becomes(&evening, &channel, may(rights)).await;
        host.waits_for_board("it may write", |board| !says_so(board))
            .await;
        assert_eq!(all_say([&host, &guest]).await, [false; 3]);
        let (actor, _) = turn_to_draw(&[&host, &guest]).await;
        // So long a table is left alone in which nobody was to be called.
        evening.world.passes(8).await;
        the_ping(actor, "🔔").await;
        assert_eq!(refused(&evening), 1);
        evening.ends().await;
    }
}
