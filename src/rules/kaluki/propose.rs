//! What is listed of all that could be laid: initial and further melds worth suggesting, every card that fits, and the
//! exchanges of jokers.

use super::hand::distinct;
use super::laying;
use super::meld::{Composed, End, Kind, Meld};
use super::state::{Deal, Kaluki};
use super::trial::Trial;
use super::{Action, Build, Options, Placement, Recovery};
use crate::Seat;
use crate::card::{Card, Natural, Placed, Rank, Suit};
use crate::meld::Sort;
use crate::meld::cards::{self, Aces, Laying};

/// The table actions that are listed for the seat that is to act; each would be accepted.
pub(super) fn table_actions(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Action> {
    let pending = deal.pending().map(|taken| taken.card);
    actions_with(game, deal, seat, pending)
}

/// The same, each with this card in its melds if one is named.
pub(super) fn actions_with(
    game: &Kaluki,
    deal: &Deal,
    seat: Seat,
    card: Option<Card>,
) -> Vec<Action> {
    if laying::at_table(deal, seat).is_err() {
        return Vec::new();
    }
    if !deal.opened.contains(seat) {
        return openings(game, deal, seat, card);
    }
    let mut actions = lays(game, deal, seat, card);
    actions.extend(builds(game, deal, seat));
    actions.extend(exchanges(game, deal, seat));
    actions
}

/// The initial meld worth most and the one that leaves least, if they reach the minimum.
fn openings(game: &Kaluki, deal: &Deal, seat: Seat, card: Option<Card>) -> Vec<Action> {
    let mut all: Vec<Vec<Composed>> = Vec::new();
    for melds in layings(game, deal, seat, card) {
        let accepted = laying::open(game, deal, seat, &melds).is_ok();
        if accepted && !all.contains(&melds) {
            all.push(melds);
        }
    }
    let actions = all.into_iter().map(|melds| Action::Open { melds });
    actions.collect()
}

fn lays(game: &Kaluki, deal: &Deal, seat: Seat, card: Option<Card>) -> Vec<Action> {
    let mut all: Vec<Composed> = Vec::new();
    for meld in layings(game, deal, seat, card).into_iter().flatten() {
        if !all.contains(&meld) && laying::lay(game, deal, seat, &meld).is_ok() {
            all.push(meld);
        }
    }
    all.into_iter().map(|meld| Action::Lay { meld }).collect()
}

/// The melds worth most and those that leave least, with this card in one of them if one is named.
fn layings(game: &Kaluki, deal: &Deal, seat: Seat, card: Option<Card>) -> Vec<Vec<Composed>> {
    let hand = &deal.hands[seat];
    let keep = deal.discardable(&game.options, hand);
    let question = game.question(&keep);
    let both = [
        cards::best_opening(hand, card, &question),
        cards::least_left(hand, card, &question),
    ];
    let both = both.into_iter().flatten().map(|laying| composed(&laying));
    both.filter(|melds| !melds.is_empty()).collect()
}

/// Melds of the solver as a player composes them.
pub(super) fn composed(laying: &Laying) -> Vec<Composed> {
    let melds = laying.melds.iter().map(|laid| {
        let kind = match laid.sort {
            Sort::Run => Kind::Run,
            Sort::Set => Kind::Set,
        };
        Composed::new(kind, laid.cards.clone())
    });
    melds.collect()
}

fn builds(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Action> {
    let accepted = |build: &Build| laying::build(game, deal, seat, build).is_ok();
    let builds = fits(game, deal, seat).into_iter().filter(accepted);
    builds.map(Action::Build).collect()
}

/// Every card of a seat with every meld it fits; the limit of a turn is not judged.
pub(super) fn fits(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Build> {
    fits_of(&deal.hands[seat], &deal.melds(), game.options.aces())
}

/// Every one of these cards with every meld it fits.
pub(super) fn fits_of(hand: &[Card], table: &[Meld], aces: Aces) -> Vec<Build> {
    let mut all = Vec::new();
    for card in distinct(hand) {
        for (place, meld) in table.iter().enumerate() {
            all.extend(fits_on(card, place, meld, aces));
        }
    }
    all
}

/// Where one card fits a meld: a set at most once, a run at either end.
fn fits_on(card: Card, place: usize, meld: &Meld, aces: Aces) -> Vec<Build> {
    if meld.kind() == Kind::Set {
        let cards = vec![Placed::from(card)];
        let fits = meld.build(&cards, End::High, aces).is_ok();
        let build = Build {
            meld: place,
            cards,
            end: None,
        };
        return fits.then_some(build).into_iter().collect();
    }
    let at = |end: End| {
        let next = meld.next_at(end, aces)?;
        let placed = match card {
            Card::Joker => Placed::JokerAs(next),
            Card::Natural(natural) => Some(Placed::Natural(natural)).filter(|_| natural == next)?,
        };
        Some(Build {
            meld: place,
            cards: vec![placed],
            end: Some(end),
        })
    };
    End::BOTH.into_iter().filter_map(at).collect()
}

/// Whether a card goes on a run behind another one of the seat, both in one build.
pub(super) fn builds_behind(game: &Kaluki, deal: &Deal, seat: Seat, card: Card) -> bool {
    let aces = game.options.aces();
    let accepted = |meld: usize, end: End, cards: Vec<Placed>| {
        let end = Some(end);
        let build = Build { meld, cards, end };
        laying::build(game, deal, seat, &build).is_ok()
    };
    let (hand, table) = (&deal.hands[seat], deal.melds());
    let before = fits_of(hand, &table, aces).into_iter();
    before
        .filter_map(|one| Some((one.end?, one)))
        .any(|(end, one)| {
            let behind = table[one.meld].build(&one.cards, end, aces);
            let behind = behind.map(|run| fits_on(card, one.meld, &run, aces));
            let behind = behind.into_iter().flatten();
            behind
                .filter(|other| other.end == Some(end))
                .any(|other| accepted(one.meld, end, [&one.cards[..], &other.cards[..]].concat()))
        })
}

/// Every choice of a seat's cards that frees a joker.
pub(super) fn recoveries(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Recovery> {
    recoveries_of(&deal.hands[seat], &deal.melds(), &game.options)
}

/// Every choice of these cards that frees a joker.
pub(super) fn recoveries_of(hand: &[Card], table: &[Meld], options: &Options) -> Vec<Recovery> {
    let held = distinct(hand);
    let mut all = Vec::new();
    for (place, meld) in table
        .iter()
        .enumerate()
        .filter(|(_, meld)| meld.jokers() > 0)
    {
        let wanted = match meld.kind() {
            Kind::Run => held.clone(),
            Kind::Set => missing_of(meld, &held),
        };
        let count = match meld.kind() {
            Kind::Run => 1,
            Kind::Set => meld.needed(options),
        };
        let choices = choices(&wanted, count).into_iter();
        let frees = choices.filter(|cards| meld.freed_by(cards, options).is_ok());
        all.extend(frees.map(|cards| Recovery { meld: place, cards }));
    }
    all
}

/// Those of the held cards that a set lacks.
fn missing_of(set: &Meld, held: &[Card]) -> Vec<Card> {
    let missing = set.missing().into_iter().map(Card::Natural);
    missing.filter(|card| held.contains(card)).collect()
}

/// Every choice of one of these cards, or of two.
fn choices(cards: &[Card], count: usize) -> Vec<Vec<Card>> {
    if count == 1 {
        return cards.iter().map(|card| vec![*card]).collect();
    }
    let pairs = cards.iter().enumerate();
    pairs
        .flat_map(|(at, one)| cards[at + 1..].iter().map(move |other| vec![*one, *other]))
        .collect()
}

/// The exchanges of one joker, or of two into one new meld.
fn exchanges(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Action> {
    let trial = laying::trial(game, deal, seat);
    let accepted = |action: &Action| match action {
        Action::Exchange {
            recoveries,
            placements,
        } => laying::exchange(game, deal, seat, recoveries, placements).is_ok(),
        _ => false,
    };
    let mut actions = exchanges_of(&trial);
    actions.retain(accepted);
    actions
}

/// The exchanges that can be tried with a hand and a table; whether a card stays to be discarded is not judged.
pub(super) fn exchanges_of(trial: &Trial) -> Vec<Action> {
    let recoveries = recoveries_of(&trial.hand, &trial.table, trial.options);
    let mut actions = Vec::new();
    for (at, one) in recoveries.iter().enumerate() {
        let mut after = trial.clone();
        if after.recover(one, 0).is_err() {
            continue;
        }
        actions.extend(placed(&[one], &after));
        for other in &recoveries[at + 1..] {
            let mut both = after.clone();
            if both.recover(other, 1).is_ok() {
                actions.extend(placed(&[one, other], &both));
            }
        }
    }
    actions
}

/// Everywhere that recovered jokers can go; two of them to a new meld only, for else they come one by one.
fn placed(recovered: &[&Recovery], after: &Trial) -> Vec<Action> {
    let aces = after.options.aces();
    let held = after.hand.iter().filter(|card| **card == Card::Joker);
    // One card of three is a natural; a joker of the hand may go with a recovered one.
    let jokers = recovered.len()..=(recovered.len() + held.count()).min(2);
    let melds = jokers.flat_map(|jokers| new_melds(&after.hand, jokers, aces));
    let mut placements: Vec<Placement> = melds.map(Placement::Lay).collect();
    if recovered.len() == 1 {
        let fits = fits_of(&[Card::Joker], &after.table, aces);
        placements.extend(fits.into_iter().map(Placement::Build));
    }
    let fine = |placement: &Placement| {
        let mut tried = after.clone();
        tried.place(placement, 0).is_ok() && tried.freed == 0
    };
    placements.retain(fine);
    let actions = placements.into_iter().map(|placement| Action::Exchange {
        recoveries: recovered.iter().map(|one| (*one).clone()).collect(),
        placements: vec![placement],
    });
    actions.collect()
}

/// Every meld of three with so many jokers, the rest of it from a hand.
fn new_melds(hand: &[Card], jokers: usize, aces: Aces) -> Vec<Composed> {
    let mut melds = Vec::new();
    let holds = |natural: Natural| hand.contains(&Card::Natural(natural));
    for wild in (1..8u8).filter(|wild| wild.count_ones() as usize == jokers) {
        for suit in Suit::ALL {
            for ranks in three_in_a_row(aces) {
                let places = ranks.into_iter().enumerate();
                let cards: Option<Vec<Placed>> = places
                    .map(|(at, rank)| {
                        let natural = Natural { suit, rank };
                        match wild >> at & 1 {
                            1 => Some(Placed::JokerAs(natural)),
                            _ => holds(natural).then_some(Placed::Natural(natural)),
                        }
                    })
                    .collect();
                melds.extend(cards.map(|cards| Composed::new(Kind::Run, cards)));
            }
        }
    }
    for rank in Rank::all() {
        let naturals = Suit::ALL.map(|suit| Natural { suit, rank });
        let held: Vec<Card> = naturals
            .into_iter()
            .filter(|natural| holds(*natural))
            .map(Card::Natural)
            .collect();
        melds.extend(choices(&held, 3 - jokers).into_iter().map(|cards| {
            let naturals = cards.into_iter().map(Placed::from);
            let jokers = std::iter::repeat_n(Placed::Joker, jokers);
            Composed::new(Kind::Set, naturals.chain(jokers).collect())
        }));
    }
    melds
}

/// Three ranks that can be a run.
fn three_in_a_row(aces: Aces) -> Vec<[Rank; 3]> {
    let ranks: Vec<Rank> = Rank::all().collect();
    let mut rows: Vec<[Rank; 3]> = ranks
        .windows(3)
        .map(|row| [row[0], row[1], row[2]])
        .collect();
    if aces == Aces::LowToo {
        rows.push([Rank::ACE, ranks[0], ranks[1]]);
    }
    rows
}
