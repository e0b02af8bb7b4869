//! Rigged deals of Kaluki: a rigged deal is just a deal event.

use istaka::rules::card::{Card, Placed};
use istaka::rules::kaluki::{Composed, Event, Kaluki, Kind, Meld, Options, deal};
use istaka::rules::{Dice, Game, Seat};

use crate::support::rig::seat;

pub fn card(text: &str) -> Card {
    text.parse()
        .unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

pub fn cards(text: &str) -> Vec<Card> {
    Card::read_all(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Reads `name=value name=value`, or `-`.
pub fn options(text: &str) -> Options {
    let mut options = Options::default();
    for part in text.split_whitespace().filter(|part| *part != "-") {
        let (name, value) = part.split_once('=').expect("name=value");
        options
            .set(name, value)
            .unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    options
}

/// Splits `what ; opt: name=value`.
pub fn with_options(text: &str) -> (&str, Options) {
    match text.split_once("; opt:") {
        Some((what, named)) => (what.trim(), options(named)),
        None => (text, Options::default()),
    }
}

/// Reads `S: hQ cQ sQ`.
pub fn composed(text: &str) -> Composed {
    let (kind, list) = text.trim().split_once(':').expect("a kind and cards");
    let kind = match kind {
        "S" => Kind::Set,
        "R" => Kind::Run,
        other => panic!("no kind {other}"),
    };
    let cards = Placed::read_all(list).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    Composed::new(kind, cards)
}

/// Reads melds between slashes.
pub fn melds(text: &str) -> Vec<Composed> {
    text.split('/').map(composed).collect()
}

/// Writes a meld as [`composed`] reads it.
pub fn meld_text(meld: &Meld) -> String {
    let kind = match meld.kind() {
        Kind::Set => "S:",
        Kind::Run => "R:",
    };
    let cards = meld.cards().iter().map(|card| format!(" {card}"));
    cards.fold(kind.to_owned(), |text, card| text + &card)
}

/// The cards of a meld as they are held.
pub fn held(composed: &Composed) -> Vec<Card> {
    composed.cards.iter().map(|placed| placed.card()).collect()
}

/// A deal with some cards in chosen places; the rest are shuffled.
#[derive(Default, Clone)]
pub struct Rig {
    pub seats: usize,
    pub starter: usize,
    pub hands: Vec<Vec<Card>>,
    pub openings: Vec<(usize, Vec<Composed>)>,
    pub stock: Vec<Card>,
    pub pile: Option<Card>,
}

impl Rig {
    pub fn new(seats: usize) -> Self {
        Self {
            seats,
            hands: vec![Vec::new(); seats],
            ..Self::default()
        }
    }

    /// Reads `seats: 3; 0: h3; open 1: S: hK dK sK sJ / R: …; stock: c5; pile: d9; starter: 1`.
    pub fn read(setup: &str) -> Self {
        let parts: Vec<(&str, &str)> = setup
            .split(';')
            .filter(|part| part.trim() != "-")
            .map(|part| part.split_once(':').expect("a setup names who holds what"))
            .map(|(what, held)| (what.trim(), held.trim()))
            .collect();
        let named = |name: &str| parts.iter().find(|(what, _)| *what == name);
        let number = |name: &str, usual: usize| {
            named(name).map_or(usual, |(_, text)| text.parse().expect("a number"))
        };
        let mut rig = Self::new(number("seats", 3));
        rig.starter = number("starter", 0);
        for (what, held) in &parts {
            match *what {
                "seats" | "starter" => {}
                "stock" => rig.stock = cards(held),
                "pile" => rig.pile = Some(card(held)),
                who => match who.strip_prefix("open ") {
                    Some(who) => rig.open(who.parse().expect("a seat"), melds(held)),
                    None => {
                        let who: usize = who.parse().expect("a seat");
                        rig.hands[who].extend(cards(held));
                    }
                },
            }
        }
        rig
    }

    /// Lets a seat be open with these melds.
    pub fn open(&mut self, who: usize, melds: Vec<Composed>) {
        self.hands[who].extend(melds.iter().flat_map(held));
        self.openings.push((who, melds));
    }

    fn dealer(&self) -> Seat {
        seat(self.starter).previous(self.seats)
    }

    pub fn event(&self, options: &Options) -> Event {
        let size = Card::pack(options.joker_count.number()).len();
        let spread = deal::spread(options, self.seats, size);
        let mut pack: Vec<Option<Card>> = vec![None; size];
        for (who, cards) in self.hands.iter().enumerate() {
            let places = &spread.hands[(who + self.seats - self.starter) % self.seats];
            assert!(cards.len() <= places.len(), "seat {who} holds too many");
            for (place, card) in places.iter().zip(cards) {
                pack[*place] = Some(*card);
            }
        }
        if let Some(place) = spread.upcard {
            pack[place] = self.pile;
        }
        for (place, card) in spread.stock.iter().zip(&self.stock) {
            pack[*place] = Some(*card);
        }
        Event::Dealt {
            pack: filled(pack, options),
            cut: 0,
            dealer: self.dealer(),
        }
    }

    /// A match in which this is the first deal.
    pub fn game(&self, options: &Options) -> Kaluki {
        Kaluki::check(options, self.seats).expect("the options fit");
        let mut game = Kaluki::new(options, self.seats);
        self.deal_into(&mut game, options);
        game
    }

    /// Deals this in a match.
    pub fn deal_into(&self, game: &mut Kaluki, options: &Options) {
        let dealt = game.apply(&self.event(options));
        dealt.expect("the deal can happen");
        for (who, composed) in &self.openings {
            let aces = options.aces();
            let melds: Vec<Meld> = composed
                .iter()
                .map(|meld| Meld::compose(meld, aces).expect("a meld"))
                .collect();
            let opened = game.apply(&Event::Opened {
                seat: seat(*who),
                points: melds.iter().map(Meld::points).sum(),
                melds,
            });
            opened.expect("the seat holds them");
        }
    }
}

/// Fills the free places with the rest of the cards; jokers go where they are least in the way: to the bottom.
fn filled(pack: Vec<Option<Card>>, options: &Options) -> Vec<Card> {
    let mut rest = Card::pack(options.joker_count.number());
    for card in pack.iter().flatten() {
        let place = rest
            .iter()
            .position(|other| other == card)
            .unwrap_or_else(|| panic!("there are not so many {card}"));
        rest.remove(place);
    }
    Dice::from_seed(7).shuffle(&mut rest);
    rest.sort_by_key(|card| *card == Card::Joker);
    let mut rest = rest.into_iter();
    pack.into_iter()
        .map(|card| {
            card.or_else(|| rest.next())
                .expect("the cards fill their places")
        })
        .collect()
}
