//! Hachinin-meri by presses: a simple player who knows only the buttons of their panel, and rigged deals.

use std::path::Path;

use istaka::rules::karuta::Karuta;
use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::message::{Button, Message};
use crate::people::Person;
use crate::rig::put_karuta;

/// How many seats a table has.
const SEATS: usize = 8;
/// How many karuta everybody gets, in packets of three.
const RACK: usize = 9;
const PACKET: usize = 3;

/// Whether this is a page of a panel of Hachinin-meri.
pub fn is_of_meri(panel: &Message) -> bool {
    panel
        .buttons()
        .iter()
        .any(|button| button.verb() == "order")
}

/// What a simple player presses next: they call if they can, and play the first karuta that may be played.
pub fn choice(panel: &Message) -> Option<Button> {
    let verbs = ["robatta", "ready", "away", "lead", "play", "next"];
    verbs.into_iter().find_map(|verb| panel.can(verb))
}

/// The karuta on a button.
pub fn karuta(button: &Button) -> Option<Karuta> {
    button.argument().rsplit('.').next()?.parse().ok()
}

/// The karuta on the buttons of a panel: the rack, in the order of the picture.
pub fn rack(panel: &Message) -> Vec<Karuta> {
    let buttons = panel.buttons().into_iter();
    buttons
        .filter(|button| ["play", "lead"].contains(&button.verb()))
        // A point holds the place of what was played a moment ago.
        .filter(|button| button.label != "·")
        .filter_map(|button| karuta(&button))
        .collect()
}

/// Whether whoever has this panel is to play or to lead.
pub fn is_to_play(panel: &Message) -> bool {
    panel.can("play").is_some() || panel.can("lead").is_some()
}

/// A deal of Hachinin-meri.
pub struct Deal<'a> {
    pub dealer: usize,
    /// What the seats get, from seat 0 on; who gets too little is filled up with what nobody named, the best numbers last.
    pub racks: [&'a str; SEATS],
    pub okie: &'a str,
    pub leftovers: &'a str,
}

impl Deal<'_> {
    /// Deals in the place of the last deal of the table. The bot is not there.
    pub async fn is_put(&self, db: &Path) {
        let rest = karuta_of(&format!("{} {}", self.okie, self.leftovers));
        assert_eq!(rest.len(), PACKET, "an okie and two leftovers");
        let racks = self.filled(&rest);
        // Who sits at the dealer's left gets the first packet.
        let order = (1..=SEATS).map(|after| &racks[(self.dealer + after) % SEATS]);
        let packet = |number: usize| -> Vec<Karuta> {
            let packets = order.clone().map(|rack| &rack[number * PACKET..][..PACKET]);
            packets.flatten().copied().collect()
        };
        let again = [packet(2), rest].concat();
        let (first, second) = again.split_at(13);
        let deck = [&packet(0)[..], first, &packet(1)[..], second].concat();
        put_karuta(db, self.dealer, &deck, &again).await;
    }

    fn filled(&self, rest: &[Karuta]) -> Vec<Vec<Karuta>> {
        let mut racks: Vec<Vec<Karuta>> = self.racks.iter().map(|rack| karuta_of(rack)).collect();
        let mut left = Karuta::pack();
        for named in racks.iter().flatten().chain(rest) {
            let place = left.iter().position(|other| other == named);
            left.remove(place.unwrap_or_else(|| panic!("{named} is there once")));
        }
        left.reverse();
        for rack in &mut racks {
            let missing = RACK
                .checked_sub(rack.len())
                .expect("nobody gets more than nine");
            rack.extend(left.drain(..missing));
        }
        racks
    }
}

/// People who sit from seat 0 on and computers on the other seats, with this deal; everybody has their panel.
pub async fn rigged<const N: usize>(
    evening: &mut Evening,
    names: [&str; N],
    rules: &str,
    deal: &Deal<'_>,
) -> [Person; N] {
    rigged_at(evening, names, rules, None, deal).await
}

/// The same by another clock.
pub async fn rigged_at<const N: usize>(
    evening: &mut Evening,
    names: [&str; N],
    rules: &str,
    clock: Option<&str>,
    deal: &Deal<'_>,
) -> [Person; N] {
    // Faces come when they come, and what is told in two evenings is compared.
    let people = evening.people_with(names, "none").await;
    let guests: Vec<&Person> = people[1..].iter().collect();
    let rules = format!("team_assign=chosen match_length=hitomaki {rules}");
    let mut options = json!({"rules": rules.trim()});
    if let Some(clock) = clock {
        options["clock"] = people[0].choice_of("meri", "clock", clock).await;
    }
    sit_down_to("meri", &people[0], &guests, options).await;
    evening.bot_goes().await;
    deal.is_put(&evening.db()).await;
    evening.bot_comes().await;
    for person in &people {
        person.presses_on_the_board("rack").await;
    }
    people
}

fn karuta_of(text: &str) -> Vec<Karuta> {
    let one = |code: &str| {
        code.parse()
            .unwrap_or_else(|_| panic!("{code} is no karuta"))
    };
    text.split_whitespace().map(one).collect()
}
