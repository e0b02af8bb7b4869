//! Kaluki with `announce=manual`: cards announced in time, an announcement that is missed and what it forbids, and a next
//! player who is too quick, whose move is kept.

use serde_json::json;

use crate::house::Evening;
use crate::kaluki_refused::{MISSED, TOO_MUCH, refuses};
use crate::message::Message;
use crate::people::Person;
use crate::play_kaluki::rigged;
use crate::play101::assert_tells;

/// How long one may announce (Kaluki rules 7.3).
const WINDOW: u64 = 8;
/// With the first card of the stock all of it but one card can be laid.
const NEARLY_DONE: &str = "hQ cQ sQ dQ h3 h4 h5 s7 s8 s9 d2 d3 d4";

async fn table_of_two(evening: &mut Evening, stock: &str) -> [Person; 2] {
    let options = json!({"rules": "match_mode=single_deal announce=manual"});
    let hands = [NEARLY_DONE, "c2 c7"];
    rigged(evening, ["Ayşe", "Ben"], options, hands, ("c9", stock)).await
}

/// Lays all but three cards; these are to be announced then.
async fn has_three_left(ayse: &Person, discard: &str) -> Message {
    ayse.plays("open hQ cQ sQ dQ / h3 h4 h5 / s7 s8 s9").await;
    // With it a Kaluki is given away, which is asked about.
    let asked = ayse.plays(&format!("discard {discard}")).await.message();
    ayse.presses_the(&asked, "surely").await;
    ayse.waits_to("announce").await
}

/// Whether this is all that is said of how many cards somebody holds: "3 cards!" or "last card!".
fn is_size(part: &str) -> bool {
    let part = part.trim_matches('*');
    let number = |text: &str| text.parse::<u32>().is_ok() || text == "last";
    part.split_once(' ').is_some_and(|(held, cards)| {
        number(held) && ["card", "cards", "card!", "cards!"].contains(&cards)
    })
}

/// Nobody else reads how many cards are held: neither in words nor in those of the picture.
fn tells_no_size(seen: &[Message]) {
    for message in seen.iter().filter(|message| !message.is_private()) {
        let told = format!("{}\n{}", message.content(), message.alt());
        let mut parts = told.split(['·', ',', '.', '\n']).map(str::trim);
        assert_eq!(parts.find(|part| is_size(part)), None, "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_cards_are_announced_in_time() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, "d5 c4 s2 c5").await;
    let eve = evening.person("Eve").await;
    ayse.plays("draw").await;
    refuses(ayse, ben, &TOO_MUCH).await;
    let panel = has_three_left(ayse, "d5").await;
    assert_tells(
        &panel,
        &[
            "You hold 3 cards",
            "If you stay silent, you can't call up on your next turn",
        ],
    );
    for other in [ben, &eve] {
        tells_no_size(&other.sees().await);
        let board = other.board().await;
        assert_tells(&board, &["must announce them"]);
        assert!(!board.content().contains("3 cards"), "{board:?}");
    }
    // What will not be theirs to do is refused.
    for (typed, why) in [
        ("announce", "nothing to announce now"),
        ("silent", "nothing to announce now"),
    ] {
        let told = ben.plays(typed).await.message();
        assert_tells(&told, &[why]);
        assert!(!told.content().contains("Kept"), "{told:?}");
    }
    // Too quick: a wait, and no refusal. It can be taken back, and the last one counts.
    let kept = ben.plays("draw").await.message();
    assert_tells(&kept, &["**Kept:** Draw from the stock", "made by itself"]);
    let back = ben.presses_about(&kept, "desk", "Cancel that move").await;
    assert!(!back.content().contains("Kept"), "{back:?}");
    ben.plays("draw").await;
    for other in [ayse, &eve] {
        for seen in other.sees().await {
            assert!(!seen.content().contains("Kept"), "{seen:?}");
        }
    }
    let button = panel.can("announce").expect("a button");
    let told = eve.forges(&ayse.board().await, &button.id).await.message();
    assert!(told.is_private() && !told.has_picture(), "{told:?}");
    assert!(ayse.waits_to("announce").await.can("silent").is_some());

    let (one, other) = tokio::join!(
        ayse.forges(&panel, &button.id),
        ayse.forges(&panel, &button.id)
    );
    assert!(one.is_answered() && other.is_answered());
    let board = eve
        .waits_for_board("the announcement", |board| {
            board.content().contains("3 cards left!")
        })
        .await;
    assert_eq!(board.content().matches("📣").count(), 1, "{board:?}");
    let told = ayse.plays("announce").await.says();
    assert!(told.contains("It's not your turn"), "{told}");

    // It is made when the announcement is.
    let drawn = ben.waits_to("discard").await;
    assert!(!drawn.content().contains("Kept"), "{drawn:?}");
    ben.plays("discard c2").await;
    let panel = ayse.waits_to("draw").await;
    let panel = ayse.presses_the(&panel, "draw").await.message();
    assert!(!panel.content().contains("did not announce"), "{panel:?}");
    // Who announced goes out.
    ayse.plays("meld d2 d3 d4").await;
    ayse.plays("discard s2").await;
    let over = eve
        .waits_for_board("the end", |board| {
            board.content().contains("The match is over")
        })
        .await;
    assert_tells(
        &over,
        &[&format!("<@{}>", ayse.id), "calls up and wins deal 1"],
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_misses_the_announcement_cannot_go_out_in_the_next_turn() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = &table_of_two(&mut evening, "d5 c4 s2 c5 s3").await;
    ayse.plays("draw").await;
    let panel = has_three_left(ayse, "d5").await;
    evening.world.passes(WINDOW - 1).await;
    assert!(
        ayse.panel()
            .await
            .expect("a panel")
            .can("announce")
            .is_some()
    );
    assert!(ben.panel().await.expect("a panel").can("draw").is_none());
    evening.world.passes(1).await;
    let his = ben.waits_to("draw").await;
    // Too late; and nobody else is told what was missed (Kaluki rules 7.4).
    let late = panel.can("announce").expect("a button");
    ayse.forges(&panel, &late.id).await.message();
    let told = ayse.plays("announce").await.says();
    assert!(told.contains("It's not your turn"), "{told}");
    ben.presses_the(&his, "draw").await;
    ben.plays("discard c2").await;
    let mine = ayse.waits_to("draw").await;
    let mine = ayse.presses_the(&mine, "draw").await.message();
    assert_tells(&mine, &["You did not announce your cards, so you"]);
    for message in ben.sees().await {
        assert!(
            !message.content().contains("did not announce"),
            "{message:?}"
        );
        assert!(!message.content().contains("3 cards"), "{message:?}");
    }
    refuses(ayse, ben, &MISSED).await;
    // A restart does not make it good.
    evening.bot_goes().await;
    evening.bot_comes().await;
    ben.shows_rack().await;
    refuses(ayse, ben, &MISSED).await;
    ayse.plays("discard s2").await;
    let panel = ayse.waits_to("announce").await;
    ayse.presses_the(&panel, "announce").await;
    ben.waits_to("draw").await;
    ben.plays("draw").await;
    ben.plays("discard c7").await;
    ayse.waits_to("draw").await;
    ayse.plays("draw").await;
    ayse.plays("meld d2 d3 d4").await;
    ayse.plays("discard s3").await;
    ben.waits_for_board("the end", |board| {
        board.content().contains("The match is over")
    })
    .await;
    evening.ends().await;
}
