//! Tricks of Hachinin-meri over real sockets: a meri in trick 2 and monchi after it, ten trumps at the opening, and trumps
//! that lie face down until the shōbu (Hachinin-meri rules 7 and 8).

use serde_json::Value;

use crate::house::Evening;
use crate::meri_eight::{Eight, playable};
use crate::message::Message;
use crate::people::Person;
use crate::play_meri::Deal;

/// Cups are trump. Whoever sits first takes the okie, for the robai cannot be hidden; Ben's only trump is the Sun, Chiyo has
/// none.
const DEAL: Deal<'static> = Deal {
    dealer: 7,
    racks: [
        "K-Robai K-1 G-Sun G-9 I-1 I-2 O-1 O-2 P-2",
        "K-Sun G-8 I-3 I-4 O-3 O-4 P-3 P-4 G-Rei",
        "G-7 G-6 I-5 I-6 O-5 O-6 P-5 P-6 P-7",
        "K-2 G-5 G-4 I-7 I-8 O-7 O-8 P-8 P-9",
        "P-Robai K-Un G-3 I-9 I-Kaba O-Kaba P-Kaba O-Rei P-Rei",
        "K-3 K-5 G-2 I-Rei I-Sota O-Sota P-Sota O-Un P-Un",
        "K-6 K-7 G-1 I-Un I-Robai O-Robai O-Sun P-Sun I-Sun",
        "K-8 K-9 K-Kaba K-Rei K-Sota G-Kaba G-Sota G-Un G-Robai",
    ],
    okie: "K-4",
    leftovers: "P-1 O-9",
};

/// Nobody is asked: whoever holds the robai calls.
const NOBODY_IS_ASKED: &str = "hidden_robai=off";

fn says(message: &Message, words: &[&str]) {
    for words in words {
        assert!(message.content().contains(words), "{words}: {message:?}");
    }
}

/// What may not be played, as the alternative text of a panel says it.
fn barred(panel: &Message) -> &str {
    let alt = panel.alt().split_once("Not to be played now: ");
    alt.map_or("", |(_, barred)| barred)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_meri_in_trick_2_suits_are_followed() {
    let mut evening = Evening::begins().await;
    let eight = Eight::sit(&mut evening, NOBODY_IS_ASKED, &DEAL).await;
    let opening = eight.turn_of(0).await;
    says(&opening, &["You took the okie 🍷4", "Trumps are dimmed"]);
    assert!(
        playable(&opening)
            .iter()
            .all(|named| !named.starts_with('K'))
    );
    eight.leads(0, "G-Sun", "G-9").await;
    eight.play(1, "G-8 G-7 G-5 G-3 G-2 G-1 G-Kaba").await;

    let lead = eight.turn_of(0).await;
    says(&lead, &["You lead", "meri (メリ)"]);
    assert_eq!(playable(&lead).len(), 8, "{lead:?}");
    eight.plays(0, "K-1").await;
    let board = eight.board().await;
    says(
        &board,
        &["🔔 **Meri:** 🔵 leads a trump", "🔵 🍷1", "*monchi*"],
    );
    free_of_the_meri(&eight).await;
    let bound = eight.turn_of(3).await;
    says(&bound, &["Meri (メリ): a trump was led", "The dimmed ones"]);
    assert_eq!(playable(&bound), ["K-2"]);
    assert!(barred(&bound).contains("4 of whorls"), "{}", bound.alt());
    assert!(!barred(&bound).contains("cups"), "{}", bound.alt());
    eight.plays(3, "K-2").await;
    let tenka = eight.turn_of(4).await;
    assert_eq!(playable(&tenka), ["K-Un", "P-Robai"], "tenka is a trump");
    eight.play(4, "K-Un K-5 K-7 K-Sota").await;
    let board = eight.board().await;
    says(
        &board,
        &[
            "☁️ 🍷Sota → **⭐ takes it**",
            "**Trick 3 of 9** · ⭐ leads.",
        ],
    );
    assert!(
        !board.content().contains("Yaku"),
        "none in a meri: {board:?}"
    );
    monchi(&eight).await;
    evening.ends().await;
}

/// Whose only trump was the Sun keeps it, and who has no trump plays anything (Hachinin-meri rules 8).
async fn free_of_the_meri(eight: &Eight) {
    let exempt = eight.turn_of(1).await;
    says(&exempt, &["ichimai-zun 1枚ズン", "you may keep it"]);
    assert_eq!(playable(&exempt).len(), 8, "{exempt:?}");
    assert_eq!(barred(&exempt), "");
    eight.plays(1, "I-3").await;
    let free = eight.turn_of(2).await;
    says(&free, &["a trump was led, but you have none"]);
    assert_eq!(playable(&free).len(), 8, "{free:?}");
    // Nothing says why Ben gave none: others may think that he has none.
    for public in [&free, &eight.board().await] {
        let told = format!("{} {}", public.content(), public.alt());
        assert!(!told.contains("zun") && !told.contains("🍷Sun"), "{told}");
    }
    let board = eight.board().await;
    assert!(!board.content().contains("🎴"), "all lie open: {board:?}");
    assert!(!board.alt().contains("face down"), "{}", board.alt());
    eight.plays(2, "P-5").await;
}

/// Trick 3, with swords led.
async fn monchi(eight: &Eight) {
    let lead = eight.turn_of(4).await;
    says(&lead, &["You lead", "(monchi モンチ)"]);
    eight.plays(4, "I-9").await;
    says(
        &eight.board().await,
        &["⛩️ **Monchi**", "swords (isu) were led"],
    );
    let bound = eight.turn_of(5).await;
    says(
        &bound,
        &["Monchi (モンチ)", "🗡️ swords (isu)", "The dimmed ones"],
    );
    assert_eq!(playable(&bound), ["K-3", "I-Rei", "I-Sota"]);
    assert!(barred(&bound).contains("Un of clubs"), "{}", bound.alt());
    let panel = eight.plays(5, "K-3").await;
    says(&panel, &["Your card in trick 3: 🍷3, played face down"]);
    eight.plays(6, "I-Un").await;
    let none = eight.turn_of(7).await;
    says(&none, &["Monchi (モンチ)", "🗡️ swords (isu)", "any card"]);
    assert_eq!(playable(&none).len(), 7, "{none:?}");
    eight.play(7, "K-9 I-1 I-4 I-5 I-7").await;
    let board = eight.board().await;
    says(
        &board,
        &[
            "💚 🍷3 (sashi: a trump)",
            "☁️ 🍷9 (sashi: a trump)",
            "→ **💚 takes it**",
        ],
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_trumps_open_with_a_meri() {
    let mut evening = Evening::begins().await;
    let deal = Deal {
        dealer: 3,
        racks: [
            "K-Robai K-1 K-2 K-3 K-5 K-6 K-7 K-8 K-9",
            "K-Sun",
            "K-Un K-Kaba",
            "K-Sota",
            "P-Robai",
            "K-Rei",
            "",
            "",
        ],
        okie: "K-4",
        leftovers: "P-1 O-9",
    };
    let eight = Eight::sit(&mut evening, NOBODY_IS_ASKED, &deal).await;
    let opening = eight.turn_of(0).await;
    says(
        &opening,
        &[
            "All ten are trumps, so you may lead any of them",
            "that is a meri",
        ],
    );
    assert_eq!(playable(&opening).len(), 10, "{opening:?}");
    let panel = eight.leads(0, "K-9", "K-Robai").await;
    assert!(!panel.alt().contains("9 of cups"), "{}", panel.alt());
    says(
        &eight.board().await,
        &["🔔 **Meri:** 🔵 leads a trump", "🔵 🍷9"],
    );
    let exempt = eight.turn_of(1).await;
    says(&exempt, &["ichimai-zun"]);
    let small = playable(&exempt).pop().expect("a plain one");
    eight.plays(1, &small).await;
    assert_eq!(playable(&eight.turn_of(2).await), ["K-Un", "K-Kaba"]);
    eight.play(2, "K-Kaba K-Sota P-Robai K-Rei").await;
    for seat in [6, 7] {
        let free = eight.turn_of(seat).await;
        says(&free, &["a trump was led, but you have none"]);
        let first = playable(&free).remove(0);
        eight.plays(seat, &first).await;
    }
    let board = eight.board().await;
    says(
        &board,
        &[
            "→ **🔺 takes it**",
            "Team B: 1 ko",
            "**Trick 2 of 9** · 🔺 leads.",
        ],
    );
    assert!(!board.content().contains("Yaku"), "{board:?}");
    evening.ends().await;
}

/// A message in words, with all that can be pressed, and the bytes of its pictures.
type Seen = (String, Vec<u8>);

/// What somebody sees when all is said and did not see before; the table has another name and another seal each time.
async fn seen_by(person: &Person, before: &[Message]) -> Vec<Seen> {
    let mut seen = Vec::new();
    let now = person.sees().await;
    for message in now.iter().filter(|message| !before.contains(message)) {
        let parts = ["flags", "content", "components"].map(|part| message.0[part].to_string());
        let table = message.buttons().first().map(|one| one.table().to_owned());
        let told = format!("{} {}", parts.join(" "), message.alt());
        let told = table.map_or_else(|| told.clone(), |table| told.replace(&table, "TABLE"));
        let files = message.0["attachments"].as_array().into_iter().flatten();
        let urls: Vec<&str> = files.filter_map(|file| file["url"].as_str()).collect();
        let mut pictures = Vec::new();
        for url in urls {
            pictures.extend(fetched(url).await);
        }
        seen.push((without_names(&told), pictures));
    }
    seen
}

async fn fetched(url: &str) -> Vec<u8> {
    let file = reqwest::get(url).await.expect("the sandbox serves files");
    file.bytes().await.expect("whole").to_vec()
}

/// Names of tables and seals stand in such quotes.
fn without_names(told: &str) -> String {
    let words = told.split('`').enumerate();
    let kept = words.filter(|(number, _)| number % 2 == 0);
    kept.map(|(_, part)| part).collect()
}

/// Deniz plays this trump face down on a plain lead; what the others see then, and the board after the shōbu.
async fn deniz_trumps_with(named: &str) -> (Vec<Vec<Seen>>, Value) {
    let mut evening = Evening::begins().await;
    let mut deal = DEAL;
    deal.racks[3] = "K-2 K-5 G-4 I-7 I-8 O-7 O-8 P-8 P-9";
    deal.racks[5] = "K-3 G-5 G-2 I-Rei I-Sota O-Sota P-Sota O-Un P-Un";
    let eight = Eight::sit(&mut evening, NOBODY_IS_ASKED, &deal).await;
    let eve = evening.person("Eve").await;
    let others: Vec<&Person> = eight.people.iter().chain([&eve]).collect();
    let mut before = Vec::new();
    for person in &others {
        before.push(person.sees().await);
    }
    eight.leads(0, "G-9", "I-1").await;
    eight.play(1, "G-8 G-7").await;
    let own = eight.plays(3, named).await;
    let sign = named.replace("K-", "🍷");
    says(
        &own,
        &[&format!("Your card in trick 1: {sign}, played face down")],
    );
    let mut seen = Vec::new();
    for (person, before) in others.iter().zip(&before) {
        if person.id != eight.people[3].id {
            seen.push(seen_by(person, before).await);
        }
    }
    let board = eight.board().await;
    says(&board, &["🔺 🎴 face down (sashi: a trump)"]);
    assert!(board.alt().contains("face down"), "{}", board.alt());
    let next = eight.turn_of(4).await;
    says(
        &next,
        &[
            "🔺 face down",
            "face-down trump of 🔺 (the other team) is winning",
        ],
    );

    eight.play(4, "G-3 G-2 G-1").await;
    let before = eve.news_now().await;
    eight.plays(7, "G-Kaba").await;
    let news = eve.news_since(before).await;
    let told: Vec<&Value> = news
        .iter()
        .filter(|news| news.to_string().contains("takes it"))
        .collect();
    assert_eq!(told.len(), 1, "one message turns all over: {news:?}");
    let board = eight.board().await;
    says(
        &board,
        &[&format!("🔺 {sign} (sashi: a trump)"), "→ **🔺 takes it**"],
    );
    assert!(!board.content().contains("🎴"), "{board:?}");
    evening.ends().await;
    (seen, told[0].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_tells_one_face_down_trump_from_another() {
    let (two, five) = tokio::join!(deniz_trumps_with("K-2"), deniz_trumps_with("K-5"));
    assert_eq!(two.0.len(), 8);
    for (two, five) in two.0.iter().zip(&five.0) {
        assert!(!two.is_empty() && two.len() == five.len());
        for ((told, picture), (other, other_picture)) in two.iter().zip(five) {
            assert_eq!(told, other);
            assert_eq!(picture, other_picture, "{told}");
        }
    }
    assert_ne!(two.1, five.1, "the shōbu tells which it was");
}
