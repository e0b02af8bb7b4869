//! How long the best melds of a hand of cards take: as dealt, with two and four jokers, with a card that must be used, and
//! what leaves least; and how long a look at a table of Kaluki takes, with what is listed.

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use istaka::computers::Level;
use istaka::rules::any::{AnyGame, GameId};
use istaka::rules::card::Card;
use istaka::rules::meld::cards::{Aces, Keep, Question, best_opening, least_left, most_points};
use istaka::rules::{Chance, Dice, Game, GameView, Viewer};

const HANDS: usize = 20_000;

/// How often all hands are gone through: for each the least time counts, for the machine does other things as well.
const TIMES: usize = 3;

type Hands = Vec<Vec<Card>>;

const ASKED: Question = Question {
    aces: Aces::High,
    joker_value: 15,
    keep: Keep::Nothing,
};

fn melds(criterion: &mut Criterion) {
    let kinds = kinds();
    let mut measure = |name: &str, kinds: &[(&str, Hands)], run: fn(&[Card]) -> usize| {
        for (kind, hands) in kinds {
            spread(name, kind, hands, |hand| run(hand));
        }
        let mut next = kinds[0].1.iter().cycle();
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| next.next().map(|hand| run(hand)));
        });
    };
    measure("best opening of 14", &kinds, |hand| {
        best_opening(hand, None, &ASKED).map_or(0, |best| best.melds.len())
    });
    measure("most points of 14", &kinds[..1], |hand| {
        most_points(hand, Aces::High) as usize
    });
    measure("with the last card, one of 13 stays", &kinds, |hand| {
        let keep = Keep::OneOf(&hand[..13]);
        let asked = Question { keep, ..ASKED };
        best_opening(hand, hand.last().copied(), &asked).map_or(0, |best| best.melds.len())
    });
    measure("least left of 14", &kinds, |hand| {
        least_left(hand, None, &ASKED).map_or(0, |best| best.melds.len())
    });
}

/// Hands of 14 of every kind; the first are those that the figures are about.
fn kinds() -> Vec<(&'static str, Hands)> {
    let mut dice = Dice::from_seed(40);
    let mut make = |pack_of: usize, jokers: Option<usize>, keep: fn(Card) -> bool| {
        let mut hands = Hands::new();
        let mut pack = Card::pack(pack_of);
        pack.retain(|card| keep(*card));
        while hands.len() < HANDS {
            dice.shuffle(&mut pack);
            let mut hand = pack[..14].to_vec();
            if let Some(jokers) = jokers {
                hand.splice(..jokers, vec![Card::Joker; jokers]);
            }
            hands.push(hand);
        }
        hands
    };
    let is_heart = |card: Card| card.natural().is_some_and(|one| one.suit.index() == 0);
    vec![
        ("as dealt", make(2, None, |_| true)),
        ("two jokers", make(0, Some(2), |_| true)),
        ("four jokers", make(0, Some(4), |_| true)),
        ("one suit, two jokers", make(0, Some(2), is_heart)),
        ("one suit, four jokers", make(0, Some(4), is_heart)),
    ]
}

/// Criterion tells means: the median and the worst are told here.
fn spread<T>(name: &str, kind: &str, things: &[T], mut run: impl FnMut(&T) -> usize) {
    let mut times = vec![f64::INFINITY; things.len()];
    for _ in 0..TIMES {
        for (thing, least) in things.iter().zip(&mut times) {
            let start = Instant::now();
            black_box(run(thing));
            *least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let at = |part: usize| times[(times.len() * part / 1_000).min(times.len() - 1)];
    println!(
        "{name}, {kind}: median {:.2} µs, p99 {:.1} µs, p99.9 {:.1} µs, worst {:.1} µs of {}",
        at(500),
        at(990),
        at(999),
        at(1_000),
        times.len()
    );
}

/// Every state of some matches of four easy computers.
fn looks(_: &mut Criterion) {
    let mut states: Vec<AnyGame> = Vec::new();
    for seed in 0..4 {
        let chance = Chance::from_seed(seed);
        let mut dice = Dice::from_seed(seed);
        let mut game = AnyGame::new(&GameId::Kaluki.default_options(), 4);
        while game.standing().is_none() {
            let Some(seat) = game.waiting().seats.iter().next() else {
                game.obey(&game.deal(&chance));
                continue;
            };
            states.push(game.clone());
            let view = game.view(Viewer::Seat(seat));
            let actions = game.actions(seat);
            let chosen = Level::Easy.choose(&view, &actions, &mut dice);
            let chosen = chosen.expect("something is listed");
            game.act(seat, &chosen, &chance).expect("it is listed");
        }
    }
    let acting = |game: &AnyGame| game.waiting().seats.iter().next().expect("somebody acts");
    spread("a view of who is to act", "kaluki", &states, |game| {
        usize::from(game.view(Viewer::Seat(acting(game))).rack().is_some())
    });
    spread("what is listed", "kaluki", &states, |game| {
        game.actions(acting(game)).len()
    });
}

criterion_group!(benches, melds, looks);
criterion_main!(benches);
