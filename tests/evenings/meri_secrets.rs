//! What nobody at a table of Hachinin-meri learns: who holds the trump robai, who has answered for it, who need not follow a
//! meri (Hachinin-meri rules 8, 12 and 14). Tables that differ only in that are played alike, and compared.

use serde_json::json;

use crate::house::Evening;
use crate::meri_robau::{NAMES, says_ready};
use crate::people::Person;
use crate::play_meri::{Deal, rack, rigged};
use crate::told_meri::{Told, answered, same, told};

/// Seats 2 and 5 get these, and these are left over: one of them is the trump robai.
fn robai_at(second: &'static str, fifth: &'static str, left_over: &'static str) -> Deal<'static> {
    let mut racks = [""; 8];
    (racks[2], racks[5]) = (second, fifth);
    Deal {
        dealer: 3,
        racks,
        okie: "K-4",
        leftovers: left_over,
    }
}

/// Everybody at the table and a stranger.
struct Room {
    evening: Evening,
    people: [Person; 8],
    eve: Person,
}

impl Room {
    async fn with(deal: &Deal<'_>, rules: &str) -> Self {
        let mut evening = Evening::begins().await;
        let people = rigged(&mut evening, NAMES, rules, deal).await;
        let eve = evening.person("Eve").await;
        Self {
            evening,
            people,
            eve,
        }
    }

    fn everybody(&self) -> Vec<&Person> {
        self.people.iter().chain([&self.eve]).collect()
    }

    /// Those who hold nothing that differs: two players and the stranger.
    fn onlookers(&self) -> [&Person; 3] {
        [&self.people[0], &self.people[4], &self.eve]
    }

    /// What the onlookers are told now.
    async fn told(&self) -> Vec<Told> {
        let mut all = Vec::new();
        for onlooker in self.onlookers() {
            all.push(told(onlooker, &self.everybody()).await);
        }
        all
    }

    /// What the onlookers are answered when they try to learn something by what they were never offered.
    async fn told_to_the_curious(&self, asked: u64) -> Vec<String> {
        let everybody = self.everybody();
        let board = self.people[0].board().await;
        let table = board.buttons()[0].table().to_owned();
        let mut all = Vec::new();
        for curious in self.onlookers() {
            let page = curious.panel().await.unwrap_or_else(|| board.clone());
            let guessed = [0, asked, asked + 1, asked + 6].map(|revision| (revision, "robatta:"));
            for (revision, forged) in guessed.into_iter().chain([(asked, "play:0.K-Robai")]) {
                let id = format!("1:{table}:{revision}:{forged}");
                let answer = curious.forges(&page, &id).await.message();
                all.push(answered(&answer, &everybody).await);
            }
            for typed in ["robatta", "play K-Robai"] {
                let answer = curious.plays(typed).await.message();
                all.push(answered(&answer, &everybody).await);
            }
            let shown = curious.runs("table show", json!({})).await.message();
            all.push(answered(&shown, &everybody).await);
            if curious.id != self.eve.id {
                curious.shows_rack().await;
            }
        }
        all
    }
}

/// Everybody answers in this order.
const ANSWERS: [usize; 8] = [4, 2, 7, 5, 1, 6, 3, 0];

/// Everybody says *ready*; what the onlookers are told after each answer, and what they find out in between.
async fn all_are_ready(deal: &Deal<'_>) -> (Vec<Vec<Told>>, Vec<Vec<String>>) {
    let room = Room::with(deal, "").await;
    let panel = room.people[0].panel().await.expect("a panel");
    let asked = panel.can("ready").expect("Ready").revision();
    let (mut account, mut curious) = (vec![room.told().await], Vec::new());
    for (number, seat) in ANSWERS.into_iter().enumerate() {
        says_ready(&room.people[seat]).await;
        if [1, 5].contains(&number) {
            curious.push(room.told_to_the_curious(asked).await);
        }
        account.push(room.told().await);
    }
    room.evening.ends().await;
    (account, curious)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_who_holds_the_robai_nor_whether_anybody_does() {
    let deals = [
        robai_at("K-Robai", "I-9", "P-1 O-9"),
        robai_at("I-9", "K-Robai", "P-1 O-9"),
        robai_at("I-9", "P-1", "K-Robai O-9"),
    ];
    let rooms = deals.iter().map(all_are_ready);
    let mut accounts = futures::future::join_all(rooms).await;
    let (account, curious) = accounts.remove(0);
    // What is found out after two answers is found out after six.
    for (early, late) in curious[0].iter().zip(&curious[1]) {
        assert_eq!(early, late);
    }
    for (other, as_curious) in accounts {
        for (number, (all, others)) in account.iter().zip(&other).enumerate() {
            for (one, other) in all.iter().zip(others) {
                same(one, other, &format!("after {number} answers"));
            }
        }
        for (one, other) in curious.iter().flatten().zip(as_curious.iter().flatten()) {
            assert_eq!(one, other);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_sent_anything_when_another_answers() {
    let room = Room::with(&robai_at("K-Robai", "I-9", "P-1 O-9"), "").await;
    for seat in [1, 2, 7, 3, 0, 6, 5] {
        let mut before = Vec::new();
        for person in room.everybody() {
            let number = person.news_now().await;
            before.push((person, person.sees().await, number));
        }
        says_ready(&room.people[seat]).await;
        for (person, seen, number) in before {
            if person.id == room.people[seat].id {
                continue;
            }
            assert_eq!(
                person.news_since(number).await,
                Vec::<serde_json::Value>::new()
            );
            assert_eq!(person.sees().await, seen, "{} after {seat}", person.name);
        }
        // Nor is a panel that is asked for another one.
        let own = room.people[4].panel().await.expect("a panel");
        let fresh = room.people[4].shows_rack().await;
        assert_eq!(
            (fresh.content(), fresh.buttons()),
            (own.content(), own.buttons())
        );
    }
    room.evening.ends().await;
}

/// Seat 5 has this alone of all trumps, and of the leftovers one is this; kikkaburi, so nobody is asked.
fn sun_at(fifth: &str, left_over: &str) -> [String; 2] {
    [
        format!("{fifth} I-1 I-2 I-3 I-4 O-1 O-2 O-3 G-9"),
        format!("{left_over} O-8"),
    ]
}

/// A trick, a meri to which seat 5 gives no trump, and half of a third trick; what the onlookers are told.
async fn with_a_meri(fifth: &str, left_over: &str) -> Vec<Vec<Told>> {
    let [fifth, leftovers] = sun_at(fifth, left_over);
    let deal = Deal {
        dealer: 3,
        racks: [
            "K-1 K-2 P-1",
            "P-Robai P-2",
            "P-3",
            "P-Sun K-Un K-9 G-1 G-2",
            "K-3 K-5 P-4",
            &fifth,
            "P-5",
            "K-4 K-6 K-7 K-8 K-Kaba K-Rei K-Sota P-6 P-7",
        ],
        okie: "K-Robai",
        leftovers: &leftovers,
    };
    let room = Room::with(&deal, "").await;
    let mut account = vec![room.told().await];
    for (seat, typed) in [
        (3, "lead P-Sun away G-2"),
        (4, "play P-4"),
        (5, "play I-1"),
        (6, "play P-5"),
        (7, "play P-6"),
        (0, "play P-1"),
        (1, "play P-2"),
        (2, "play P-3"),
        (3, "play K-Un"),
        (4, "play K-3"),
        (5, "play I-2"),
    ] {
        let actor = &room.people[seat];
        let panel = actor.panel().await.expect("a panel");
        // What another seat's owner tries out of turn, and what this one tries wrong, nobody is told.
        if (seat, typed) == (5, "play I-2") {
            room.people[6].plays("play P-Sun").await;
            actor.plays("play G-Sun").await;
        }
        let done = actor.plays(typed).await.message();
        assert_eq!(
            rack(&done).len() + 1,
            rack(&panel).len() - usize::from(typed.starts_with("lead")),
            "{typed}: {done:?}"
        );
        if seat == 2 || typed == "play K-3" || typed == "play I-2" {
            account.push(room.told().await);
        }
    }
    room.evening.ends().await;
    account
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_learns_who_keeps_the_sun_from_a_meri() {
    let (keeps, has_none) = tokio::join!(with_a_meri("K-Sun", "O-9"), with_a_meri("O-9", "K-Sun"));
    assert_eq!(keeps.len(), has_none.len());
    for (number, (all, others)) in keeps.iter().zip(&has_none).enumerate() {
        for (one, other) in all.iter().zip(others) {
            same(one, other, &format!("for time {number}"));
        }
    }
}
