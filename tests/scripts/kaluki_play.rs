//! Turns of Kaluki as little scripts over rigged deals, and the worked match of the rules (Kaluki rules 7 to 11 and 15.2).

use istaka::rules::card::{Card, Natural, Placed, Rank, Suit};
use istaka::rules::kaluki::score::{DealResult, Ending};
use istaka::rules::kaluki::view::{Phase, View};
use istaka::rules::kaluki::{
    Action, Build, Composed, End, Event, Kaluki, Kind, Options, Placement, Recovery, deal,
};
use istaka::rules::unasked::Dropped;
use istaka::rules::{Chance, Game, Seat, Viewer};

use crate::kaluki::{Answer, act, code};
use crate::kaluki_rig::{Rig, card, cards, composed, held, meld_text, melds, options};
use crate::support::rig::seat;
use crate::support::{every_row, same};

fn view(game: &Kaluki, who: usize) -> View {
    game.view(Viewer::Seat(seat(who)))
}

/// Reads `sJ sQ on 0 high`.
fn build(text: &str) -> Build {
    let (list, place) = text.split_once(" on ").expect("cards on a meld");
    let (meld, end) = place.split_once(' ').unwrap_or((place, ""));
    Build {
        meld: meld.trim().parse().expect("the number of a meld"),
        cards: Placed::read_all(list).expect("cards"),
        end: match end.trim() {
            "low" => Some(End::Low),
            "high" => Some(End::High),
            _ => None,
        },
    }
}

/// Reads `h6 on 0 & d6 on 1 / build Jk=h8 on 0 high / lay S: …`.
fn exchange(text: &str) -> Action {
    let mut parts = text.split(" / ");
    let recovery = |text: &str| {
        let (list, meld) = text.split_once(" on ").expect("cards on a meld");
        Recovery {
            meld: meld.trim().parse().expect("the number of a meld"),
            cards: cards(list),
        }
    };
    let given = parts.next().expect("what is given").split(" & ");
    let placement = |text: &str| match text.split_once(' ') {
        Some(("build", what)) => Placement::Build(build(what)),
        Some(("lay", what)) => Placement::Lay(composed(what)),
        _ => panic!("no place {text}"),
    };
    Action::Exchange {
        recoveries: given.map(recovery).collect(),
        placements: parts.map(placement).collect(),
    }
}

/// Reads `builds s9 on 0 low`, without the seat.
fn action(game: &Kaluki, who: Seat, text: &str) -> Action {
    let (verb, what) = text.split_once(' ').unwrap_or((text, ""));
    match (verb, what) {
        ("draws", _) => Action::Draw,
        ("takes", _) => Action::Take,
        ("returns", _) => Action::Return,
        ("opens", _) => Action::Open { melds: melds(what) },
        ("lays", _) => Action::Lay {
            meld: composed(what),
        },
        ("builds", _) => Action::Build(build(what)),
        ("exchanges", _) => exchange(what),
        ("discards", "any") => game.at_zero(who),
        ("discards", _) => Action::Discard { card: card(what) },
        ("announces", _) => Action::Announce,
        ("stays", "silent") => Action::StaySilent,
        ("buys", "in") => Action::BuyIn,
        ("declines", _) => Action::Decline,
        (verb, _) => panic!("nobody {verb}"),
    }
}

/// Plays one move of a script.
fn play(game: &mut Kaluki, text: &str) -> Result<Answer, String> {
    let (who, what) = text.split_once(' ').expect("a seat and a verb");
    let who: usize = who.parse().expect("a seat");
    let action = action(game, seat(who), what);
    let answer = act(game, who, &action);
    if let (Action::Draw, Some((_, drawn)), Ok(_)) = (&action, what.split_once(' '), &answer) {
        let own = view(game, who).own.expect("a seat has a hand");
        same("the card drawn", own.fresh, Some(card(drawn)))?;
    }
    Ok(answer)
}

/// Everybody does what the rules do for them until so many cards are left and somebody is to draw.
fn run_down(game: &mut Kaluki, left: usize) {
    loop {
        let view = game.view(Viewer::Watcher);
        if view.stock == left && matches!(view.phase, Phase::Draw(_)) {
            return;
        }
        let who = game.waiting().seats.iter().next().expect("somebody acts");
        let action = game.at_zero(who);
        let answer = act(game, who.index(), &action);
        assert!(answer.is_ok(), "the rules' own action");
    }
}

/// Plays moves that must be accepted.
fn play_all(game: &mut Kaluki, moves: &[&str]) -> Result<(), String> {
    for text in moves.iter().filter(|text| **text != "-") {
        if let Some(left) = text.strip_prefix("run down ") {
            run_down(game, left.parse().expect("a number"));
            continue;
        }
        let answer = play(game, text)?;
        answer.map_err(|refused| format!("{text}: {refused}"))?;
    }
    Ok(())
}

/// What an answer came to, told by its last event of note.
fn words(answer: &Answer) -> String {
    let events = match answer {
        Ok(events) => events,
        Err(refused) => return code(refused),
    };
    let told = events.iter().rev().find_map(|event| match event {
        Event::DealEnded {
            result: DealResult { ending, .. },
        } => Some(match ending {
            Ending::CalledUp(call_up) if call_up.kaluki => "kaluki".to_owned(),
            Ending::CalledUp(_) => "called up".to_owned(),
            Ending::Exhausted => "exhausted".to_owned(),
            Ending::Stalled => "stalled".to_owned(),
        }),
        Event::Announced { held, .. } => Some(format!("announced {held}")),
        Event::AnnouncementDue { .. } => Some("due".to_owned()),
        Event::Missed { .. } => Some("missed".to_owned()),
        Event::Reshuffled { stock } => Some(format!("reshuffled {}", stock.len())),
        _ => None,
    });
    told.unwrap_or_else(|| "accepted".to_owned())
}

#[test]
fn turns() {
    every_row("kaluki/plays.txt", |row| {
        let mut game = Rig::read(&row[2]).game(&options(&row[1]));
        let moves: Vec<&str> = row[3].split(';').map(str::trim).collect();
        let (last, before) = moves.split_last().expect("a move");
        play_all(&mut game, before)?;
        let untouched = game.clone();
        let answer = play(&mut game, last)?;
        if answer.is_err() && game != untouched {
            return Err("a refused move changed the game".to_owned());
        }
        let why = answer.as_ref().err().map(ToString::to_string);
        same(
            &format!("the answer ({why:?})"),
            words(&answer),
            row[4].clone(),
        )?;
        same("faults", game.faults(), Vec::new())
    });
}

/// The value of `name=value` in a row.
fn named<'a>(text: &'a str, name: &str) -> &'a str {
    let mut words = text
        .split_whitespace()
        .filter_map(|word| word.split_once('='));
    words
        .find(|(own, _)| *own == name)
        .map_or("", |(_, value)| value)
}

/// What seat 0 holds when its turn begins, and has laid before if it is open, for each size of a hand.
fn turn_rig(opened: bool, hand: &str) -> Rig {
    let (laid, held) = match (opened, hand) {
        (false, "13") => ("", "d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ dQ dK dA"),
        (true, "5") => ("R: h2 h3 h4 h5 h6 h7 h8 h9", "d5 d6 d7 d8 d9"),
        (true, "2") => ("R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10", "h10 hJ"),
        (true, "1") => ("R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10 h10", "h10"),
        other => panic!("no turn {other:?}"),
    };
    let mut rig = Rig::new(2);
    if opened {
        rig.open(0, melds(laid));
    }
    rig.hands[0].extend(cards(held));
    rig.pile = Some(card("cK"));
    rig
}

/// What seat 0 lays, so many cards of them.
fn laying(opened: bool, hand: &str, laid: &str) -> Vec<Action> {
    let run = |cards: &str| composed(&format!("R: {cards}"));
    match (opened, hand, laid) {
        (_, _, "0") => Vec::new(),
        (false, _, "13") => vec![Action::Open {
            melds: vec![run("d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ dQ dK dA")],
        }],
        (false, _, "10") => vec![Action::Open {
            melds: vec![run("d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ")],
        }],
        (true, "5", "5") => vec![Action::Lay {
            meld: run("d5 d6 d7 d8 d9"),
        }],
        (true, "5", "6") => vec![Action::Lay {
            meld: run("d5 d6 d7 d8 d9 d10"),
        }],
        (true, _, "1") => vec![Action::Build(build("h10 on 0 high"))],
        (true, _, "2") => vec![Action::Build(build("h10 hJ on 0 high"))],
        other => panic!("no turn {other:?}"),
    }
}

#[test]
fn ends_of_turns_and_stocks() {
    every_row("kaluki/turns.txt", |row| {
        let found = match row[1].as_str() {
            "turn" => turn(&row[2])?,
            _ => exhaust(&row[2]),
        };
        same("the end", found, row[3].clone())
    });
}

fn turn(text: &str) -> Result<String, String> {
    let (text, named_options) = text.split_once("; opt:").unwrap_or((text, "-"));
    let missed = named(text, "missed") == "y";
    let mut options = options(named_options);
    if missed {
        options.set("announce", "manual").expect("an option");
    }
    let opened = named(text, "opened") == "y";
    let mut rig = turn_rig(opened, named(text, "hand"));
    // Seat 0 draws first in its turn, or in the turn before, in which it misses the announcement.
    rig.stock = cards(if missed { "cQ cJ d10" } else { "d10" });
    let mut game = rig.game(&options);
    if missed {
        let before = ["0 draws", "0 discards cQ", "0 stays silent"];
        play_all(&mut game, &before)?;
        play_all(&mut game, &["1 draws", "1 discards any"])?;
    }
    let is_taken = named(text, "left_is_taken") == "y";
    play_all(&mut game, &[if is_taken { "0 takes" } else { "0 draws" }])?;
    let rest = if is_taken { "cK" } else { "d10" };
    for action in laying(opened, named(text, "hand"), named(text, "laid")) {
        if let Err(refused) = act(&mut game, 0, &action) {
            return Ok(code(&refused));
        }
    }
    let answer = act(&mut game, 0, &Action::Discard { card: card(rest) });
    let told = words(&answer);
    let held = view(&game, 0).own.map_or(0, |own| own.hand.len());
    Ok(match told.as_str() {
        "due" => format!("hand {held} announce"),
        "accepted" => format!("hand {held}"),
        "called up" => "call-up".to_owned(),
        other if other == format!("announced {held}") => format!("hand {held} announce"),
        other => other.to_owned(),
    })
}

/// What becomes of a stock whose last card was drawn; whole turns of that kind are in the scripts above.
fn exhaust(text: &str) -> String {
    let discards: usize = named(text, "discards").parse().expect("a number");
    let times: u32 = named(text, "reshuffles").parse().expect("a number");
    if deal::reshuffles(&Options::default(), times, discards) {
        return format!("reshuffle {discards}, play on");
    }
    match named(text, "callup") {
        "y" => "win".to_owned(),
        _ => "void".to_owned(),
    }
}

fn value(card: Card) -> i32 {
    card.natural().map_or(0, |natural| natural.rank.value()) as i32
}

/// So many cards worth so much together, of cards that are sorted by value, the highest first.
fn worth(points: i32, count: i32, left: &[Card]) -> Option<Vec<Card>> {
    if count == 0 {
        return (points == 0).then(Vec::new);
    }
    let (first, others) = left.split_first()?;
    if points > count * value(*first) || points < 2 * count {
        return None;
    }
    if let Some(mut cards) = worth(points - value(*first), count - 1, others) {
        cards.push(*first);
        return Some(cards);
    }
    let is_lower = |card: &&Card| value(**card) < value(*first);
    let lower = others.iter().find(is_lower)?;
    let from = others.iter().position(|card| card == lower)?;
    worth(points, count, &others[from..])
}

/// Lets a seat hold cards worth so much, the others of its hand in a run of this suit on the table.
fn hold(rig: &mut Rig, who: usize, points: i32, suit: Suit, left: &mut Vec<Card>) {
    let ranks: Vec<Rank> = Rank::all().collect();
    for count in 1..=10 {
        let run = ranks[..13 - count].iter();
        let run: Vec<Card> = run
            .map(|rank| Card::Natural(Natural { suit, rank: *rank }))
            .collect();
        let mut rest = left.clone();
        take_out(&mut rest, &run);
        let Some(held) = worth(points, count as i32, &rest) else {
            continue;
        };
        take_out(&mut rest, &held);
        *left = rest;
        rig.hands[who] = held;
        let cards = run.into_iter().map(Placed::from).collect();
        rig.open(who, vec![Composed::new(Kind::Run, cards)]);
        return;
    }
    panic!("no hand is worth {points}");
}

fn take_out(left: &mut Vec<Card>, cards: &[Card]) {
    for card in cards {
        let place = left.iter().position(|other| other == card);
        left.remove(place.expect("it is there"));
    }
}

/// Plays a deal in which the winner calls up and the others hold hands of these points.
fn play_deal(game: &mut Kaluki, winner: usize, kaluki: bool, points: &[i32]) -> Answer {
    let options = game.view(Viewer::Watcher).options;
    let seats = points.len();
    let mut left = Card::pack(0);
    let mut rig = Rig::new(seats);
    rig.starter = winner;
    let run = "R: h2 h3 h4 h5 h6 h7 h8 h9";
    let set = "S: s10 d10 c10 h10";
    let laid = [run, set].map(composed);
    let last = card(if kaluki { "hJ" } else { "h10" });
    let hand: Vec<Card> = laid.iter().flat_map(held).chain([last]).collect();
    take_out(&mut left, &hand);
    rig.hands[winner] = hand;
    if !kaluki {
        rig.hands[winner] = vec![last];
        rig.open(winner, laid.to_vec());
    }
    left.sort_unstable_by_key(|card| std::cmp::Reverse(value(*card)));
    let suits = [Suit::Diamonds, Suit::Clubs, Suit::Spades].into_iter();
    let losers = (0..seats).filter(|who| *who != winner);
    for (who, suit) in losers.zip(suits) {
        hold(&mut rig, who, points[who], suit, &mut left);
    }
    rig.deal_into(game, &options);
    act(game, winner, &Action::Draw)?;
    let drawn = view(game, winner).own.expect("a hand").fresh;
    let laying = if kaluki {
        Action::Open {
            melds: melds("R: h2 h3 h4 h5 h6 h7 h8 h9 h10 hJ / S: s10 d10 c10"),
        }
    } else {
        Action::Build(build("h10 on 0 high"))
    };
    act(game, winner, &laying)?;
    let card = drawn.expect("a card was drawn");
    act(game, winner, &Action::Discard { card })
}

fn numbers(text: &str) -> Vec<i32> {
    let words = text.split_whitespace();
    words
        .map(|word| word.trim_end_matches('b').parse().unwrap_or(0))
        .collect()
}

/// Kaluki rules 15.2: hand points, penalties and ledger after every deal, the buy-in of the fourth, pool and totals.
#[test]
fn the_worked_match() {
    let options = Options::default();
    let mut game = Kaluki::new(&options, 4);
    let game = std::cell::RefCell::new(&mut game);
    every_row("kaluki/match.txt", |row| {
        let mut game = game.borrow_mut();
        let winner: usize = row[1].trim_start_matches('p').parse().expect("a player");
        let answer = play_deal(&mut game, winner - 1, row[2] == "kaluki", &numbers(&row[3]));
        let events = answer.map_err(|refused| refused.to_string())?;
        same(
            "the end",
            words(&Ok(events)),
            match row[2].as_str() {
                "kaluki" => "kaluki".to_owned(),
                _ => "called up".to_owned(),
            },
        )?;
        for bought in row[4]
            .split_whitespace()
            .enumerate()
            .filter(|(_, text)| text.ends_with('b'))
            .map(|(who, _)| who)
        {
            same("who is asked", view(&game, bought).phase, {
                let asked = std::iter::once(seat(bought)).collect();
                Phase::BuyIn(asked)
            })?;
            act(&mut game, bought, &Action::BuyIn).map_err(|refused| refused.to_string())?;
        }
        let view = view(&game, 0);
        let ledger: Vec<i32> = view.ledger.values().copied().collect();
        let penalties: Vec<i32> = view.penalties.values().copied().collect();
        same("the ledger", ledger, numbers(&row[5]))?;
        same("the penalties", penalties, numbers(&row[4]))
    });
    let game = game.into_inner();
    let standing = game.standing().expect("one player is left");
    let points: Vec<i32> = standing.points.values().copied().collect();
    let places: Vec<u8> = standing.places.values().copied().collect();
    assert_eq!(points, [-7, -16, 30, -7]);
    assert_eq!(places, [2, 4, 1, 3]);
    let view = view(game, 0);
    assert_eq!(view.pool, 25);
    let of_pool: Vec<i32> = points
        .iter()
        .zip(view.ledger.values())
        .map(|(total, ledger)| total - ledger)
        .collect();
    assert_eq!(of_pool, [-5, -10, 20, -5]);
}

/// What a view tells of the table to anybody.
#[test]
fn melds_are_shown_with_what_their_jokers_stand_for() {
    let mut game = Rig::read("0: h5 Jk h7 hQ cQ sQ").game(&options("-"));
    let moves = ["0 draws", "0 opens R: h5 Jk=h6 h7 / S: hQ cQ sQ"];
    play_all(&mut game, &moves).expect("both are accepted");
    let table = game.view(Viewer::Watcher).table;
    let texts: Vec<String> = table.iter().map(|laid| meld_text(&laid.meld)).collect();
    assert_eq!(texts, ["R: h5 Jk=h6 h7", "S: hQ cQ sQ"]);
}

/// A void deal costs nothing and is dealt again by the same dealer (Kaluki rules 3.3 and 9).
#[test]
fn the_dealer_of_a_void_deal_deals_again() {
    let options = options("reshuffles_max=0 match_mode=fixed_deals:2");
    for seats in 2..=5 {
        let mut game = Kaluki::new(&options, seats);
        let chance = Chance::from_seed(seats as u64);
        for time in 1..=2 {
            let events = game.deal(&chance);
            game.obey(&events);
            let view = game.view(Viewer::Watcher);
            assert_eq!((view.deal, view.dealer), (1, Some(seat(0))), "deal {time}");
            run_down(&mut game, 1);
            while let Some(who) = game.waiting().seats.iter().next() {
                let action = game.at_zero(who);
                assert!(act(&mut game, who.index(), &action).is_ok());
            }
            let view = game.view(Viewer::Watcher);
            assert_eq!((view.voids, view.sheet.len()), (time, 0));
            assert!(view.ledger.values().all(|stake| *stake == 0));
            assert_eq!(view.hands, None);
        }
    }
}

/// What is done for a seat unasked, and what speaks against it.
#[test]
fn unasked() {
    every_row("kaluki/unasked.txt", |row| {
        let mut game = Rig::read(&row[2]).game(&options(&row[1]));
        let moves: Vec<&str> = row[3].split(';').map(str::trim).collect();
        play_all(&mut game, &moves)?;
        let seat = seat(row[4].parse().expect("a seat"));
        let answer = match row[5].as_str() {
            "-" => game.unasked(seat).map(|next| next.map_err(Dropped::Held)),
            piece => game.prepared(seat, piece.parse().expect("a piece")),
        };
        let found = match answer {
            None => "nothing".to_owned(),
            Some(Ok(Action::Draw)) => "draws".to_owned(),
            Some(Ok(Action::Discard { .. })) => "discards".to_owned(),
            Some(Ok(action)) => format!("{action:?}"),
            Some(Err(Dropped::Held(held))) => format!("{held:?}"),
            Some(Err(dropped)) => format!("{dropped:?}"),
        };
        same("what is done", found, row[6].clone())
    });
}
