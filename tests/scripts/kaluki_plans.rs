//! The best that an open player can lay, against a second opinion that tries everything: every meld, build and exchange that
//! could be written down, in every order, judged by the rules themselves.

use std::collections::HashSet;

use istaka::rules::card::{Card, Natural, Placed, Rank, Suit};
use istaka::rules::kaluki::score::hand_points;
use istaka::rules::kaluki::view::TableMeld;
use istaka::rules::kaluki::{
    Action, Build, Composed, End, Kaluki, Kind, Meld, Options, Placement, Recovery,
};
use istaka::rules::{Chance, Dice, Game, Viewer};

use crate::kaluki_rig::{Rig, held};
use crate::support::rig::seat;

/// How many hands are tried.
const HANDS: u64 = 160;
/// So many cards of seat 0 lie on the table: few enough stay to try everything.
const LAID: std::ops::RangeInclusive<usize> = 9..=10;

/// House rules that change what can be laid.
const VALUES: &[(&str, &[&str])] = &[
    ("build_end_limit", &["2", "2", "1", "0"]),
    ("four_card_set_recovery", &["false", "true"]),
    ("two_joker_recovery", &["two", "one"]),
    ("one_joker_recovery", &["two", "one"]),
    ("joker_reuse", &["any", "any", "new_meld"]),
    ("joker_count", &["2", "4"]),
    ("joker_penalty", &["15", "0", "25"]),
    ("ace_low", &["false", "true"]),
    ("initial_min", &["0"]),
];

fn any<T: Copy>(things: &[T], dice: &mut Dice) -> T {
    things[dice.below(things.len() as u32) as usize]
}

fn options(dice: &mut Dice) -> Options {
    let mut options = Options::default();
    for (name, values) in VALUES {
        options.set(name, any(values, dice)).expect("an option");
    }
    options
}

/// The natural at a place of a run: 0 is the ace below the 2, 13 the one above the king.
fn at(suit: Suit, place: usize) -> Natural {
    let rank = Rank::new((place + 12) % 13).expect("a rank");
    Natural { suit, rank }
}

/// Any meld, with up to two jokers.
fn any_meld(options: &Options, dice: &mut Dice) -> Composed {
    let jokers = dice.below(4).saturating_sub(1) as usize;
    let suit = any(&Suit::ALL, dice);
    let composed = if dice.below(2) == 0 {
        let rank = Rank::new(dice.below(13) as usize).expect("a rank");
        let size = 3 + dice.below(2) as usize;
        let mut suits = Suit::ALL;
        dice.shuffle(&mut suits);
        let naturals = suits.into_iter().take(size - jokers);
        let cards = naturals.map(|suit| Placed::Natural(Natural { suit, rank }));
        let jokers = std::iter::repeat_n(Placed::Joker, jokers);
        Composed::new(Kind::Set, cards.chain(jokers).collect())
    } else {
        let size = 3 + dice.below(3) as usize;
        let first = 1 + dice.below(12) as usize;
        let mut wild: Vec<usize> = (0..size).collect();
        dice.shuffle(&mut wild);
        let cards = (0..size).map(|step| {
            let natural = at(suit, (first + step).min(13));
            if wild[..jokers].contains(&step) {
                Placed::JokerAs(natural)
            } else {
                Placed::Natural(natural)
            }
        });
        Composed::new(Kind::Run, cards.collect())
    };
    match Meld::compose(&composed, options.aces()) {
        Ok(_) => composed,
        Err(_) => any_meld(options, dice),
    }
}

/// A table and a hand of seat 0, whose cards have much to do with each other; `None` if the pack has not so many of them.
fn rig(options: &Options, dice: &mut Dice) -> Option<Rig> {
    let mut rig = Rig::new(2);
    let mut pack = Card::pack(options.joker_count.number());
    let mut take = |cards: Vec<Card>| -> Option<Vec<Card>> {
        for card in &cards {
            let place = pack.iter().position(|other| other == card)?;
            pack.swap_remove(place);
        }
        Some(cards)
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    while own.iter().flat_map(held).count() < *LAID.start() {
        own.push(any_meld(options, dice));
    }
    others.push(any_meld(options, dice));
    others.push(any_meld(options, dice));
    let laid: Vec<Card> = own.iter().chain(&others).flat_map(held).collect();
    take(laid)?;
    let size = own.iter().flat_map(held).count();
    if !LAID.contains(&size) {
        return None;
    }
    let near: Vec<Natural> = own.iter().chain(&others).flat_map(near).collect();
    let mut hand = Vec::new();
    while hand.len() < 14 - size {
        let natural = any(&near, dice);
        let card = match dice.below(8) {
            0 => Card::Joker,
            1 => any(&Card::pack(0), dice),
            _ => Card::Natural(natural),
        };
        hand.extend(take(vec![card])?);
    }
    rig.stock = hand.split_off(hand.len() - 1);
    rig.hands[0] = hand;
    rig.open(0, own);
    rig.open(1, others);
    Some(rig)
}

/// A match in which seat 0, open, has drawn and is to lay.
fn game(seed: u64) -> Option<(Options, Kaluki)> {
    let mut dice = Dice::from_seed(seed);
    let options = options(&mut dice);
    let mut game = rig(&options, &mut dice)?.game(&options);
    let drawn = game.act(seat(0), &Action::Draw, &Chance::from_seed(0));
    drawn.expect("seat 0 begins");
    Some((options, game))
}

/// What goes with a meld: the cards of its jokers, those beside a run, those that a set lacks, and their neighbours.
fn near(composed: &Composed) -> Vec<Natural> {
    let naturals = composed
        .cards
        .iter()
        .filter_map(|placed| placed.stands_for());
    let all = naturals.flat_map(|natural| {
        let place = natural.rank.index() + 1;
        let beside =
            [place - 1, place, place + 1].map(|place| at(natural.suit, place.clamp(1, 13)));
        let suits = Suit::ALL.map(|suit| Natural { suit, ..natural });
        beside.into_iter().chain(suits)
    });
    all.collect()
}

/// Every set and run of these naturals with so many of the jokers or fewer.
fn melds(naturals: &[Natural], jokers: usize, options: &Options) -> Vec<Composed> {
    let mut all = Vec::new();
    for rank in Rank::all() {
        for suits in 1..16usize {
            let suits = Suit::ALL
                .into_iter()
                .filter(|suit| suits >> suit.index() & 1 == 1);
            let cards: Vec<Natural> = suits.map(|suit| Natural { suit, rank }).collect();
            if !cards.iter().all(|natural| naturals.contains(natural)) {
                continue;
            }
            for wild in 0..=jokers.min(4 - cards.len()) {
                let naturals = cards.iter().map(|natural| Placed::Natural(*natural));
                let wild = std::iter::repeat_n(Placed::Joker, wild);
                all.push(Composed::new(Kind::Set, naturals.chain(wild).collect()));
            }
        }
    }
    for suit in Suit::ALL {
        for size in 3..=naturals.len() + jokers {
            for first in 0..=13usize.saturating_sub(size - 1) {
                add_runs(&mut all, suit, first..first + size, naturals, jokers);
            }
        }
    }
    all.retain(|composed| Meld::compose(composed, options.aces()).is_ok());
    all
}

fn add_runs(
    all: &mut Vec<Composed>,
    suit: Suit,
    places: std::ops::Range<usize>,
    naturals: &[Natural],
    jokers: usize,
) {
    for wild in 0..1usize << places.len() {
        let is_wild = |place: usize| wild >> (place - places.start) & 1 == 1;
        let cards = places.clone().map(|place| {
            let natural = at(suit, place);
            if is_wild(place) {
                return Some(Placed::JokerAs(natural));
            }
            let is_held = naturals.contains(&natural);
            is_held.then_some(Placed::Natural(natural))
        });
        if wild.count_ones() as usize <= jokers
            && let Some(cards) = cards.collect::<Option<Vec<Placed>>>()
        {
            all.push(Composed::new(Kind::Run, cards));
        }
    }
}

/// Every build with one of these cards on a meld; a joker may stand for any card of a run's suit.
fn builds(cards: &[Card], table: &[TableMeld]) -> Vec<Build> {
    let mut all = Vec::new();
    for (meld, laid) in table.iter().enumerate() {
        let of_run = laid.meld.cards()[0].stands_for();
        let suit = of_run.filter(|_| laid.meld.kind() == Kind::Run);
        for card in cards {
            let mut placed = vec![Placed::from(*card)];
            if let (Card::Joker, Some(Natural { suit, .. })) = (*card, suit) {
                placed = (1..=13)
                    .map(|place| Placed::JokerAs(at(suit, place)))
                    .collect();
            }
            for one in placed {
                all.extend(End::BOTH.map(|end| Build {
                    meld,
                    cards: vec![one],
                    end: Some(end),
                }));
            }
        }
    }
    all
}

/// Everything that frees a joker: one card, or two.
fn recoveries(hand: &[Card], table: &[TableMeld]) -> Vec<Recovery> {
    let mut all = Vec::new();
    for (meld, laid) in table.iter().enumerate() {
        if laid.meld.jokers() == 0 {
            continue;
        }
        for (place, one) in hand.iter().enumerate() {
            let cards = vec![*one];
            all.push(Recovery { meld, cards });
            all.extend(hand[place + 1..].iter().map(|other| Recovery {
                meld,
                cards: vec![*one, *other],
            }));
        }
    }
    all
}

/// Everything into which freed jokers could go with the rest of a hand: one meld, one build, or two of them.
fn placements(
    hand: &[Card],
    freed: usize,
    table: &[TableMeld],
    options: &Options,
) -> Vec<Vec<Placement>> {
    let naturals: Vec<Natural> = hand.iter().filter_map(|card| card.natural()).collect();
    let jokers = hand.len() - naturals.len() + freed;
    let lays = melds(&naturals, jokers, options).into_iter();
    let lays = lays.filter(|meld| held(meld).contains(&Card::Joker));
    let mut single: Vec<Placement> = lays.map(Placement::Lay).collect();
    let built = builds(&[Card::Joker], table);
    single.extend(built.into_iter().map(Placement::Build));
    let mut all: Vec<Vec<Placement>> = single.iter().map(|one| vec![one.clone()]).collect();
    if freed == 2 {
        let pairs = single.iter().flat_map(|one| {
            single
                .iter()
                .map(move |other| vec![one.clone(), other.clone()])
        });
        all.extend(pairs);
    }
    all
}

/// Tries everything; what is the least that stays after a discard.
struct Everything {
    options: Options,
    seen: HashSet<String>,
    least: Option<i32>,
}

impl Everything {
    fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            seen: HashSet::new(),
            least: None,
        }
    }

    fn look(&mut self, game: &Kaluki) {
        let view = game.view(Viewer::Seat(seat(0)));
        let hand = view.hand().expect("a seat has a hand").to_vec();
        if !self.seen.insert(format!("{hand:?} {:?}", view.table)) {
            return;
        }
        for card in &view.own.as_ref().expect("a seat has its own").discardable {
            let left = hand_points(&self.options, &hand) - hand_points(&self.options, &[*card]);
            self.least = Some(self.least.map_or(left, |least| least.min(left)));
        }
        for action in self.actions(&hand, &view.table) {
            let mut after = game.clone();
            if after.act(seat(0), &action, &Chance::from_seed(0)).is_ok() {
                self.look(&after);
            }
        }
    }

    fn actions(&self, hand: &[Card], table: &[TableMeld]) -> Vec<Action> {
        let naturals: Vec<Natural> = hand.iter().filter_map(|card| card.natural()).collect();
        let jokers = hand.len() - naturals.len();
        let lays = melds(&naturals, jokers, &self.options).into_iter();
        let mut all: Vec<Action> = lays.map(|meld| Action::Lay { meld }).collect();
        all.extend(builds(hand, table).into_iter().map(Action::Build));
        let frees: Vec<Recovery> = recoveries(hand, table)
            .into_iter()
            .filter(|one| {
                table[one.meld]
                    .meld
                    .freed_by(&one.cards, &self.options)
                    .is_ok()
            })
            .collect();
        for (place, one) in frees.iter().enumerate() {
            all.extend(self.exchanges(&[one], hand, table));
            for other in &frees[place..] {
                all.extend(self.exchanges(&[one, other], hand, table));
            }
        }
        all
    }

    fn exchanges(
        &self,
        recoveries: &[&Recovery],
        hand: &[Card],
        table: &[TableMeld],
    ) -> Vec<Action> {
        let mut rest = hand.to_vec();
        for card in recoveries.iter().flat_map(|one| &one.cards) {
            let Some(place) = rest.iter().position(|held| held == card) else {
                return Vec::new();
            };
            rest.remove(place);
        }
        let freed = recoveries.len();
        let placements = placements(&rest, freed, table, &self.options);
        let actions = placements.into_iter().map(|placements| Action::Exchange {
            recoveries: recoveries.iter().map(|one| (*one).clone()).collect(),
            placements,
        });
        actions.collect()
    }
}

/// What an action leaves: the hand, and the cards of each meld; `None` if the rules refuse it.
fn left_by(game: &Kaluki, action: &Action) -> Option<String> {
    let mut after = game.clone();
    after.act(seat(0), action, &Chance::from_seed(0)).ok()?;
    let view = after.view(Viewer::Seat(seat(0)));
    let melds = view.table.iter().map(|laid| {
        let mut cards = laid.meld.cards().to_vec();
        cards.sort_unstable();
        cards
    });
    Some(format!("{:?} {:?}", view.hand(), melds.collect::<Vec<_>>()))
}

/// Every build of one card, and every exchange of one joker into a build or a new meld of three.
fn is_listed_in_full(action: &Action) -> bool {
    match action {
        Action::Build(build) => build.cards.len() == 1,
        Action::Exchange {
            recoveries,
            placements,
        } => {
            let is_small = match &placements[..] {
                [Placement::Build(_)] => true,
                [Placement::Lay(meld)] => meld.cards.len() == 3,
                _ => false,
            };
            recoveries.len() == 1 && is_small
        }
        _ => false,
    }
}

#[test]
fn every_build_and_every_exchange_of_a_joker_is_listed() {
    let (mut seed, mut builds, mut exchanges) = (0, 0, 0);
    while builds + exchanges < 2_000 {
        seed += 1;
        let Some((options, game)) = game(seed) else {
            continue;
        };
        let view = game.view(Viewer::Seat(seat(0)));
        let hand = view.hand().expect("a seat has a hand");
        let listed = game.actions(seat(0));
        let listed: HashSet<String> = listed
            .iter()
            .filter_map(|action| left_by(&game, action))
            .collect();
        let everything = Everything::new(&options);
        for action in everything.actions(hand, &view.table) {
            if let Some(left) = left_by(&game, &action).filter(|_| is_listed_in_full(&action)) {
                assert!(listed.contains(&left), "seed {seed}: {action:?}");
                match action {
                    Action::Build(_) => builds += 1,
                    _ => exchanges += 1,
                }
            }
        }
    }
    assert!(builds > 200 && exchanges > 200, "{builds} {exchanges}");
}

#[test]
fn nothing_leaves_fewer_points_than_the_plan() {
    let (mut tried, mut laid_by_plan, mut exchanged, mut called) = (0, 0, 0, 0);
    let mut seed = 0;
    while tried < HANDS {
        seed += 1;
        let Some((options, game)) = game(seed) else {
            continue;
        };
        let view = game.view(Viewer::Seat(seat(0)));
        let plan = view.least_left().expect("it is the turn of seat 0");
        let mut everything = Everything::new(&options);
        everything.look(&game);
        let hand = view.hand().expect("a seat has a hand");
        assert_eq!(
            everything.least,
            Some(plan.left),
            "seed {seed}: {hand:?} at {:?} by {options:?}, {plan:?}",
            view.table
        );
        tried += 1;
        let is_exchange = |action: &Action| matches!(action, Action::Exchange { .. });
        exchanged += u32::from(plan.actions.iter().any(is_exchange));
        laid_by_plan += u32::from(!plan.actions.is_empty());
        called += u32::from(plan.left == 0);
    }
    println!("{tried} hands: {laid_by_plan} lay, {exchanged} exchange, {called} call up");
    assert!(laid_by_plan > 80 && exchanged > 10 && called > 5);
}
