//! Every yaku once, told when it happens, with what it moves (Hachinin-meri rules 9).

use istaka::rules::karuta::Karuta;
use istaka::rules::meri::order::is_trump;
use istaka::rules::meri::{Action, Meri};
use istaka::rules::{Game, Seat, Viewer};

use crate::house::Evening;
use crate::meri_eight::{Eight, SIGNS, leader};
use crate::message::Message;
use crate::people::Person;
use crate::play_meri::Deal;

/// Cups are trump, and Ayşe takes the okie.
pub const ROUND_TRUMPS: Deal<'static> = Deal {
    dealer: 7,
    racks: [
        "K-Robai K-1 G-Sun G-9 I-1 I-2 O-1 O-2 P-2",
        "K-Sun G-8 I-3 I-4 O-3 O-4 P-3 P-4 G-Rei",
        "G-7 G-6 I-5 I-6 O-5 O-6 P-5 P-6 P-7",
        "K-2 G-5 G-4 I-7 I-8 O-7 O-8 P-8 P-9",
        "P-Robai K-Un G-3 I-9 I-Kaba O-Kaba P-Kaba O-Rei P-Rei",
        "K-3 K-Rei G-2 I-Rei I-Sota O-Sota P-Sota O-Un P-Un",
        "K-6 K-9 G-1 I-Un I-Robai O-Robai O-Sun P-Sun I-Sun",
        "K-8 K-7 K-Kaba K-5 K-Sota G-Kaba G-Sota G-Un G-Robai",
    ],
    okie: "K-4",
    leftovers: "P-1 O-9",
};

/// Swords are trump, a long suit, and Ayşe takes the okie.
const LONG_TRUMPS: Deal = Deal {
    dealer: 7,
    racks: [
        "I-Robai I-2 G-Sun G-9 K-1 K-2 O-1 O-2 P-2",
        "I-Sun I-1 G-8 K-3 K-4 O-3 O-4 P-3 P-4",
        "I-Un I-Rei G-7 G-6 K-6 O-5 O-6 P-5 P-6",
        "I-Sota I-Kaba G-5 G-4 K-8 O-7 O-8 P-8 P-9",
        "P-Robai I-3 G-3 K-9 K-Kaba O-Kaba P-Kaba O-Rei P-Rei",
        "I-5 I-6 G-2 K-Rei K-Sota O-Sota P-Sota O-Un P-Un",
        "I-7 I-8 G-1 K-Un K-Robai O-Robai O-Sun P-Sun K-Sun",
        "I-9 K-5 K-7 G-Kaba G-Sota G-Un G-Robai G-Rei P-7",
    ],
    okie: "I-4",
    leftovers: "P-1 O-9",
};

/// A yaku as the board and the panels tell it.
struct Told<'a> {
    name: &'a str,
    /// The karuta that wins, and that which is caught, with its seat.
    winning: &'a str,
    beaten: &'a str,
    winner: usize,
    loser: usize,
    value: u32,
    why: [&'a str; 2],
}

impl Told<'_> {
    async fn is_told(&self, eight: &Eight) {
        let team = ["Team A", "Team B"][self.winner % 2];
        let (winning, beaten) = (self.winning, self.beaten);
        let line = format!(
            "✨ **Yaku, {}:** {} took the trick with {winning} and caught {beaten} of {}, an opponent. {team} gains {} ko, and the other team loses {}{}.",
            self.name, SIGNS[self.winner], SIGNS[self.loser], self.value, self.value, self.why[0],
        );
        let board = eight.board().await;
        assert!(board.content().contains(&line), "{line}: {board:?}");
        for seat in [self.winner, self.loser] {
            let (team, moved) = if seat % 2 == self.winner % 2 {
                ("Your team took the trick", "from them to you")
            } else {
                ("The other team took the trick", "from you to them")
            };
            let explained = format!(
                "✨ **Yaku: {winning} over {beaten}.** {team} with {winning} and caught {beaten}"
            );
            let moved = format!("**{} ko go {moved}**{}.", self.value, self.why[1]);
            let panel = panel_now(&eight.people[seat], &board).await;
            for words in [&explained, &moved] {
                assert!(panel.content().contains(words), "{words}: {panel:?}");
            }
        }
    }
}

/// The panel as it is when asked for; at the end it changes by itself.
async fn panel_now(person: &Person, board: &Message) -> Message {
    if board.can("rack").is_some() {
        return person.presses_on_the_board("rack").await.message();
    }
    let is_over = |panel: &Message| panel.content().contains("is over");
    person.waits_for_panel("the result", is_over).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn yaku_of_a_round_suit_are_told_when_they_happen() {
    let mut evening = Evening::begins().await;
    let eight = Eight::sit(&mut evening, "hidden_robai=off", &ROUND_TRUMPS).await;
    eight.leads(0, "G-9", "I-1").await;
    eight.play(1, "G-8 G-7 G-5 K-Un G-2 G-1 K-Sota").await;
    let un_over_sota = Told {
        name: "Un over Sota",
        winning: "🍷Un",
        beaten: "🍷Sota",
        winner: 4,
        loser: 7,
        value: 2,
        why: ["", ""],
    };
    un_over_sota.is_told(&eight).await;
    eight.play(4, "O-Kaba O-Sota K-9 K-8 O-1 O-3 O-5 O-7").await;
    let eight_over_nine = Told {
        name: "8 over 9",
        winning: "🍷8",
        beaten: "🍷9",
        winner: 7,
        loser: 6,
        value: 2,
        why: ["", ""],
    };
    eight_over_nine.is_told(&eight).await;
    eight
        .play(7, "G-Sota K-Robai G-Rei G-6 G-4 G-3 K-Rei I-Robai")
        .await;
    let robai_over_rei = Told {
        name: "Robai over Rei",
        winning: "🍷Robai",
        beaten: "🍷Rei",
        winner: 0,
        loser: 5,
        value: 2,
        why: ["", ""],
    };
    robai_over_rei.is_told(&eight).await;
    let board = eight.board().await;
    for line in ["Team A: 2 ko** (yaku +2)", "Team B: 1 ko** (yaku −2)"] {
        assert!(board.content().contains(line), "{line}: {board:?}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn yaku_of_a_long_suit_are_told_and_the_ninth_trick_moves_more() {
    let mut evening = Evening::begins().await;
    let eight = Eight::sit(&mut evening, "hidden_robai=off", &LONG_TRUMPS).await;
    eight.leads(0, "G-9", "K-2").await;
    eight.play(1, "I-Sun I-Un G-5 G-3 G-2 G-1 G-Kaba").await;
    let sun_over_un = Told {
        name: "Sun over Un",
        winning: "🗡️Sun",
        beaten: "🗡️Un",
        winner: 1,
        loser: 2,
        value: 2,
        why: ["", ""],
    };
    sun_over_un.is_told(&eight).await;
    // Tenka lies between them and changes nothing.
    eight
        .play(1, "G-8 G-7 I-Sota P-Robai P-Un K-Un G-Sota I-Robai")
        .await;
    let sota_over_robai = Told {
        name: "Sota over Robai",
        winning: "🗡️Sota",
        beaten: "🗡️Robai",
        winner: 3,
        loser: 0,
        value: 2,
        why: ["", ""],
    };
    sota_over_robai.is_told(&eight).await;
    assert!(eight.board().await.content().contains("⭐ 🎋Robai (tenka)"));

    eight
        .skip(&mut evening, keeps_for_the_last, is_last_trick)
        .await;
    let leader = leader(&eight.board().await);
    let last = [
        "I-2", "I-1", "P-6", "P-9", "P-Rei", "P-Sota", "P-Sun", "P-7",
    ];
    for after in 0..8 {
        let seat = (leader + after) % 8;
        eight.plays(seat, last[seat]).await;
    }
    let two_over_one = Told {
        name: "2 over 1",
        winning: "🗡️2",
        beaten: "🗡️1",
        winner: 0,
        loser: 1,
        value: 5,
        why: [
            " (the last trick counts more)",
            " (the last trick, mochiawase 持ち合わせ, counts more)",
        ],
    };
    two_over_one.is_told(&eight).await;
    evening.ends().await;
}

/// Plays anything but what belongs to the last trick, trumps as soon as they need not be led: there is no meri.
fn keeps_for_the_last(game: &Meri, _: Seat, listed: &[Action]) -> Action {
    let kept = [
        "I-2", "I-1", "P-6", "P-9", "P-Rei", "P-Sota", "P-Sun", "P-7",
    ];
    let view = game.view(Viewer::Watcher);
    let (trump, leads) = (view.trump().expect("a trump"), view.plays.is_empty());
    let mut free: Vec<Karuta> = listed
        .iter()
        .filter_map(|action| match action {
            Action::Play(karuta) => Some(*karuta),
            _ => None,
        })
        .filter(|karuta| !kept.contains(&&*karuta.to_string()))
        .collect();
    free.sort_by_key(|karuta| is_trump(*karuta, trump) == leads);
    let first = free.first().copied();
    Action::Play(first.unwrap_or_else(|| panic!("nothing else: {listed:?} {:?}", view.plays)))
}

fn is_last_trick(game: &Meri) -> bool {
    game.view(Viewer::Watcher).tricks.len() == 8
}
