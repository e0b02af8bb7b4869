//! Tables of Kaluki in matches played by the rules, read as data.

use super::super::{Marks, Shown, mover};
use super::games::{Played, meld};
use super::samples::{fullest, moment, with_melds};
use super::{BOARD, board, cards, cards_on, drawn, glows, hidden, is_inside, says, tables};
use crate::kaluki;
use crate::packs::cards::{CardFace, Inks};
use crate::paint;
use crate::portrait::tests::known;
use crate::reading::{marks_no_turn, shows_turn};
use crate::rules::card::Suit;
use crate::rules::kaluki::options::{Announce, Settlement};
use crate::rules::kaluki::view::{Moved, Phase, TakenCard, Terms};
use crate::rules::kaluki::{End, Options, Recovered, View};
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backs, Badge, Ink, Item, PieceSize, Scene};
use crate::signs::{Persona, Sitter, Sitters};
use crate::tests::seat;

fn is_table(view: &View) -> bool {
    !matches!(view.phase, Phase::BuyIn(_) | Phase::DealOver)
}

#[test]
fn everything_on_a_table_lies_inside_and_hides_nothing() {
    for sitter in [Sitter::Computer(Persona::Bolt), Sitter::Away, known(1)] {
        let sitters = Sitters::new(5, |_| sitter.clone());
        tables(|_, view| {
            let scene = kaluki::board(view, &sitters, Inks::Two);
            assert!(is_inside(&scene), "{view:?}");
            assert_eq!(hidden(&scene), [], "{view:?}");
        });
    }
}

#[test]
fn tables_of_matches_cost_few_bytes() {
    let sitters = Sitters::new(5, |_| Sitter::Away);
    let bytes = |view: &View| paint(&kaluki::board(view, &sitters, Inks::Four)).len();
    let mut most = bytes(&fullest(5));
    tables(|_, view| most = most.max(bytes(view)));
    assert!(most <= BOARD, "{most} bytes");
}

#[test]
fn a_table_shows_every_meld_once_behind_its_number_and_its_owners_sign() {
    tables(|_, view| {
        if !is_table(view) {
            return;
        }
        let scene = board(view);
        let melded: usize = view.table.iter().map(|laid| laid.meld.cards().len()).sum();
        let right = cards_on(&scene).filter(|(.., at)| at.x > 180);
        assert_eq!(right.count(), melded);
        for number in 1..=view.table.len() {
            assert!(says(&scene, &number.to_string()), "{number}");
        }
        for (seat, _) in view.totals.iter() {
            let own = view.table.iter().filter(|laid| laid.owner == seat).count();
            let out = usize::from(view.left[seat].is_some());
            assert_eq!(drawn(&scene, Badge::Partner(seat)), own + out);
            assert_eq!(drawn(&scene, Badge::Seat(seat)), 1 - out);
        }
    });
}

#[test]
fn the_top_discard_is_large_and_those_before_it_small() {
    tables(|_, view| {
        let (true, Some(top)) = (is_table(view), view.pile.last()) else {
            return;
        };
        let scene = board(view);
        let left = cards_on(&scene).filter(|(face, _, at)| at.x < 180 && *face != CardFace::Back);
        let left: Vec<_> = left.collect();
        assert_eq!(left[0].0, CardFace::of(*top, Inks::Two));
        assert!(left[1..].iter().all(|(_, size, _)| size.width() < 50));
        let took = matches!(view.history.last(), Some(Moved::Took { .. }));
        if let Some(taken) = view.taken.filter(|_| took) {
            assert!(glows(&scene));
            assert_eq!(left[1].0, CardFace::of(taken.card, Inks::Two));
        } else {
            assert!(!glows(&scene));
            assert_eq!(left.len(), view.pile.len().min(4));
        }
    });
}

#[test]
fn a_seat_sees_no_other_table_than_everybody() {
    tables(|played, view| {
        let plain = board(view);
        for (seat, _) in view.totals.iter() {
            assert_eq!(board(&played.seen_by(seat)), plain, "seat {seat}");
        }
    });
    let options = Options {
        announce: Announce::Manual,
        ..Options::default()
    };
    let mut announced = 0;
    for seed in 0..3 {
        let mut played = Played::new(seed, 3, &options);
        played.deal();
        loop {
            let plain = board(&played.watched());
            for seat in Seat::all(3) {
                assert_eq!(board(&played.seen_by(seat)), plain, "seat {seat}");
            }
            announced += drawn(&plain, Badge::Bell);
            if played.step().is_none() {
                break;
            }
        }
    }
    assert!(announced > 0, "somebody had few cards");
}

#[test]
fn any_number_of_melds_has_room() {
    let sets = |ranks: &[&str]| -> Vec<String> {
        let set = |owner: usize, rank: &&str| {
            let suits = Suit::ALL.iter().take(3).map(|suit| suit.letter());
            let cards: Vec<_> = suits.map(|suit| format!("{suit}{rank}")).collect();
            format!("{} S:{}", owner % 5, cards.join(" "))
        };
        let ranks = ranks.iter().enumerate();
        ranks.map(|(owner, rank)| set(owner, rank)).collect()
    };
    let ranks = [
        "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
    ];
    let long = |suit: &str, owner: usize| {
        let cards: Vec<_> = ranks.iter().map(|rank| format!("{suit}{rank}")).collect();
        format!("{owner} R:{}", cards.join(" "))
    };
    let runs: Vec<_> = ["h", "d", "c", "s", "h", "d", "c", "s"]
        .iter()
        .zip([0, 1, 2, 3, 4, 0, 1, 2])
        .map(|(suit, owner)| long(suit, owner))
        .collect();
    let all: Vec<String> = sets(&[ranks, ranks, ranks].concat()[..34]);
    for seats in 2..=5 {
        let of_seats = |meld: &String| meld.as_bytes()[0] < b'0' + seats as u8;
        for melds in (0..=all.len())
            .step_by(2)
            .map(|count| &all[..count])
            .chain([&runs[..]])
        {
            let melds: Vec<&str> = melds
                .iter()
                .filter(|meld| of_seats(meld))
                .map(String::as_str)
                .collect();
            let mut view = moment(5, seats, 0);
            with_melds(&mut view, &melds);
            let scene = board(&view);
            assert!(is_inside(&scene), "{seats}: {} melds", melds.len());
            assert_eq!(hidden(&scene), [], "{seats}: {} melds", melds.len());
        }
    }
}

#[test]
fn the_cards_of_a_meld_lie_side_by_side_and_melds_in_the_order_of_their_numbers() {
    let view = fullest(4);
    let scene = board(&view);
    let cards: Vec<_> = cards_on(&scene).filter(|(.., at)| at.x > 180).collect();
    let mut start = 0;
    let mut before: Option<At> = None;
    for laid in &view.table {
        let end = start + laid.meld.cards().len();
        for pair in cards[start..end].windows(2) {
            let [(_, size, left), (_, _, right)] = pair else {
                panic!("two cards");
            };
            assert!(left.y == right.y && right.x == left.x + size.width() + 1);
        }
        let first = cards[start].2;
        let follows = before.is_none_or(|at| (at.y, at.x) < (first.y, first.x));
        assert!(follows, "as words in a text");
        before = Some(first);
        start = end;
    }
}

#[test]
fn a_joker_is_what_it_stands_for() {
    let mut view = moment(5, 4, 0);
    with_melds(
        &mut view,
        &["0 R:h5 Jk=h6 h7", "1 S:hK dK Jk", "2 S:sA Jk Jk"],
    );
    let scene = board(&view);
    let faces: Vec<_> = cards_on(&scene).map(|(face, ..)| face).collect();
    let natural = |text: &str| cards(text)[0].natural().expect("no joker");
    assert!(faces.contains(&CardFace::Wild(natural("h6"), Inks::Two)));
    assert!(faces.contains(&CardFace::WildRank(natural("hK").rank)));
    let aces = CardFace::WildRank(natural("sA").rank);
    assert_eq!(faces.iter().filter(|face| **face == aces).count(), 2);
}

/// The cards above the marks of what is new, by meld and place.
fn marked(view: &View) -> Vec<String> {
    let scene = board(view);
    let below = |(_, size, at): &(CardFace, PieceSize, At)| {
        scene.items.iter().any(|item| {
            matches!(item, Item::Bar { at: bar, ink: Ink::Sky, .. }
                if bar.x == at.x + 1 && bar.y == at.y + size.height() + 3)
        })
    };
    let cards = cards_on(&scene).filter(|(.., at)| at.x > 180);
    let melds = view.table.iter().flat_map(|laid| laid.meld.cards());
    let marked = melds.zip(cards).filter(|(_, card)| below(card));
    marked.map(|(placed, _)| placed.to_string()).collect()
}

#[test]
fn what_has_come_since_the_last_draw_is_marked() {
    let drew = Moved::Drew {
        seat: seat(0),
        card: None,
    };
    let built = |meld, text: &str, end| Moved::Built {
        seat: seat(0),
        meld,
        cards: cards(text).into_iter().map(Into::into).collect(),
        end,
    };
    let mut view = moment(5, 4, 0);
    with_melds(
        &mut view,
        &["0 R:s6 s7 s8 s9 s10 sJ", "1 S:h9 d9 c9 s9", "0 S:hA dA cA"],
    );
    let older = built(0, "s10", End::High);
    view.history = vec![older, drew.clone()];
    assert_eq!(marked(&view), [""; 0]);
    view.history.extend([
        built(0, "s7 s6", End::Low),
        built(0, "sJ", End::High),
        built(1, "s9", End::High),
        Moved::Laid {
            seat: seat(0),
            meld: meld("S:hA dA cA"),
        },
    ]);
    assert_eq!(marked(&view), ["s6", "s7", "sJ", "s9", "hA", "dA", "cA"]);
    // A joker freed from the middle of a run, and then a card below it.
    with_melds(&mut view, &["0 R:h4 h5 h6 h7", "1 S:s10 d10 h10 c10"]);
    let given = |meld, text: &str, at| Recovered {
        meld,
        cards: cards(text),
        at,
    };
    let exchanged = Moved::Exchanged {
        seat: seat(0),
        recovered: vec![given(0, "h6", 1), given(1, "h10 c10", 2)],
        placements: Vec::new(),
    };
    view.history = vec![drew, exchanged, built(0, "h4", End::Low)];
    assert_eq!(marked(&view), ["h4", "h6", "h10", "c10"]);
}

/// How many numbers stand on red.
fn plates(scene: &Scene) -> usize {
    let is_it = |item: &&Item| {
        matches!(
            item,
            Item::Bar {
                ink: Ink::Red,
                height: 38,
                ..
            }
        )
    };
    scene.items.iter().filter(is_it).count()
}

#[test]
fn a_table_tells_who_is_open_and_what_everybody_has() {
    tables(|_, view| {
        if !is_table(view) {
            return;
        }
        let scene = board(view);
        let active = view.left.values().filter(|left| left.is_none()).count();
        if view.phase == Phase::Undealt {
            return;
        }
        let open = view.opened.len();
        assert_eq!(drawn(&scene, Badge::Laid), open);
        assert_eq!(drawn(&scene, Badge::Closed), active - open);
        assert_eq!(drawn(&scene, Badge::Hand(Backs::Blue)), active);
        assert_eq!(drawn(&scene, Badge::Deals), 1);
        assert_eq!(
            drawn(&scene, Badge::Shuffled),
            usize::from(view.reshuffles > 0)
        );
        let mut few = 0;
        for (seat, held) in view.held.iter() {
            assert!(says(&scene, &view.penalties[seat].to_string()));
            let held = held.expect("sizes are shown");
            if view.left[seat].is_none() {
                assert!(says(&scene, &held.to_string()));
                few += usize::from(held <= 3 && view.phase != Phase::Play(seat));
            }
        }
        assert_eq!(plates(&scene), few);
        assert!(says(&scene, &view.stock.to_string()) && says(&scene, &view.pool.to_string()));
    });
}

#[test]
fn units_are_told_as_the_table_settles_them() {
    let mut view = moment(5, 4, 0);
    let first = seat(0);
    (view.ledger[first], view.totals[first]) = (-3, -88);
    assert!(says(&board(&view), "−3") && !says(&board(&view), "−88"));
    view.options.settlement = Settlement::PerDeal;
    assert!(says(&board(&view), "−88") && !says(&board(&view), "−3"));
}

#[test]
fn a_taken_card_goes_towards_who_took_it_until_it_has_arrived() {
    use crate::scene::Heading;
    for (taker, heading) in [(0, Heading::Down), (2, Heading::Up)] {
        let mut view = moment(5, 4, 0);
        let card = cards("hQ")[0];
        view.phase = Phase::Play(seat(taker));
        view.taken = Some(TakenCard {
            card,
            terms: Terms::Free,
        });
        let seat = seat(taker);
        view.history.push(Moved::Took { seat, card });
        let scene = board(&view);
        assert_eq!(drawn(&scene, Badge::Arrow(heading)), 1);
        assert!(glows(&scene));
        let meld = meld("R:hQ hK hA");
        view.history.push(Moved::Laid { seat, meld });
        let scene = board(&view);
        assert_eq!(drawn(&scene, Badge::Arrow(heading)), 0);
        assert!(!glows(&scene), "it lies in a meld");
    }
}

#[test]
fn a_closed_table_marks_no_turn_and_nothing_that_may_be_taken() {
    let closed = Sitters::new(5, |_| Sitter::Person).closed();
    let mut marked = 0;
    tables(|played, view| {
        if !is_table(view) || view.phase == Phase::Undealt {
            return;
        }
        marked += usize::from(!marks_no_turn(&board(view)));
        assert!(
            marks_no_turn(&kaluki::board(view, &closed, Inks::Two)),
            "{view:?}"
        );
        for seat in Seat::all(view.totals.len()) {
            let (own, shown) = (played.seen_by(seat), Shown::default());
            let rack = |marks| kaluki::rack(&own, &shown, &marks, Inks::Two);
            assert_eq!(
                shows_turn(&rack(Marks::default())),
                mover(&own) == Some(seat)
            );
            let closed = rack(Marks::closed());
            assert!(!shows_turn(&closed) && !glows(&closed));
        }
    });
    assert!(marked > 9, "{marked}");
}

#[test]
fn an_undealt_table_has_seats_and_nothing_else() {
    for seats in 2..=5 {
        let scene = board(&Played::new(1, seats, &Options::default()).watched());
        assert_eq!(cards_on(&scene).count(), 0);
        for seat in Seat::all(seats) {
            assert_eq!(drawn(&scene, Badge::Seat(seat)), 1);
        }
        assert_eq!(drawn(&scene, Badge::Hand(Backs::Blue)), 0);
        assert_eq!(hidden(&scene), []);
        paint(&scene);
    }
}

#[test]
fn the_highest_amounts_stay_on_their_plaques() {
    for seats in 2..=5 {
        let mut view = moment(5, seats, 0);
        view.penalties = PerSeat::new(seats, |_| 123_456);
        view.ledger = PerSeat::new(seats, |_| -12_345);
        view.buy_ins = PerSeat::new(seats, |_| 20);
        view.pool = 60_000;
        view.deal = 100;
        let sitters = Sitters::new(seats, |_| Sitter::Away);
        let scene = kaluki::board(&view, &sitters, Inks::Two);
        assert!(is_inside(&scene));
        assert_eq!(hidden(&scene), [], "{seats}");
    }
}
