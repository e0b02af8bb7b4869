//! What a match of Kaluki asks of a table: several who are asked at once, a short window, players who are out, units.

mod away;
mod early;
mod left;
mod seats;
mod slow;
mod turns;

use super::*;
use crate::rules::any::{AnyEvent, AnyView, GameId};
use crate::rules::card::{Card, Natural, Placed};
use crate::rules::kaluki::options::Announce;
use crate::rules::kaluki::view::Phase;
use crate::rules::kaluki::{Action, Composed, Event, Kind, Options, View};
use crate::rules::{Refused, Seat, Seats};
use crate::store::{Part, Past, ServerSetting};
use crate::tables::affairs::Affairs;
use crate::tables::change::{Cause, Change, Step};
use crate::tables::restore::{entry_of, restore};
use crate::tables::timing::ROUND_PAUSE;

/// The seats from the dealer's left on: a run of thirteen, few points, many points, and many again.
const HANDS: [&str; 4] = [
    "h2 h3 h4 h5 h6 h7 h8 h9 h10 hJ hQ hK hA",
    "d2 d3 d4 s2 s3 s4 c3 c4 d5 s5 c5 d6 s6",
    "dK sK cK dQ sQ cQ dJ sJ cJ d10 s10 c10 dA",
    "dK sK cK dQ sQ cQ dJ sJ cJ d10 s10 c10 sA",
];
/// The stock begins with it.
const FIRST: &str = "c2";

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// More than a hundred penalty points are too many.
fn hundred() -> Options {
    Options {
        penalty_limit: 100,
        ..Options::default()
    }
}

/// A pack that gives these hands when it is cut after the first card.
fn pack(hands: &[&str]) -> Vec<Card> {
    let hands: Vec<Vec<Card>> = hands
        .iter()
        .map(|hand| Card::read_all(hand).unwrap())
        .collect();
    let mut cards: Vec<Card> = (0..13)
        .flat_map(|at| hands.iter().map(move |hand| hand[at]))
        .collect();
    cards.extend([card("c9"), card(FIRST)]);
    let mut rest = Card::pack(2);
    for dealt in &cards {
        let place = rest.iter().position(|other| other == dealt).unwrap();
        rest.remove(place);
    }
    cards.extend(rest);
    cards.rotate_right(1);
    cards
}

/// Makes a step of a table that nobody keeps.
async fn makes(store: &Store, id: &TableId, change: Change) {
    makes_of(store, id, |_| change).await;
}

/// The same, of how the table stands.
async fn makes_of(store: &Store, id: &TableId, change: impl FnOnce(&Affairs) -> Change) {
    let stored = store.load(id).await.unwrap();
    let affairs = restore(&stored, &[], Moment::from_unix_ms(0))
        .ok()
        .unwrap()
        .affairs;
    let mut step = Step {
        revision: affairs.revision.next(),
        at: affairs.last_step_at,
        cause: Cause::House,
        actor: None,
        press: None,
        sat: None,
        changes: vec![change(&affairs)],
    };
    let next = affairs.after(&mut step).ok().unwrap();
    store.append(entry_of(&next, &step, None)).await.unwrap();
}

/// A table of four with that deal: so many people on the first seats, the first of them the dealer, computers on the
/// others.
async fn rigged(folder: &Folder, people: u64, options: Options, preset: Preset) -> (Scene, Table) {
    let (file, time) = (folder.file(), ManualTime::default());
    let scene = Scene::at(&file, time.clone()).await;
    let opening = Opening {
        preset,
        ..opening(AnyOptions::Kaluki(options), 4, 0)
    };
    let table = scene.open(opening).await;
    for number in 2..=people {
        done(table.take_seat(person(number), press()).await);
    }
    done(table.start(person(1), press()).await);
    ends(scene).await;
    let store = Store::open_patient(&file, LIMIT).await.unwrap();
    let start = MessageId::new(9_000);
    makes(&store, &table.id, Change::Began { start }).await;
    let dealt = Event::Dealt {
        pack: pack(&HANDS),
        cut: 1,
        dealer: seat(0),
    };
    let events = vec![AnyEvent::Kaluki(dealt)];
    makes(&store, &table.id, Change::Dealt { events }).await;
    store.close().await;
    again(folder, &table.id, time).await
}

/// The table in another process.
async fn again(folder: &Folder, id: &TableId, time: ManualTime) -> (Scene, Table) {
    let scene = Scene::at(&folder.file(), time).await;
    let table = scene.hall.table(id).unwrap();
    (scene, table)
}

/// Ends the process in order.
async fn ends(scene: Scene) -> ManualTime {
    scene.hall.close().await;
    scene.store.close().await;
    scene.time
}

async fn look(table: &Table, who: u64) -> Look {
    table.look(Some(person(who)), None).await.unwrap()
}

fn view(look: &Look) -> &View {
    match &look.view {
        Some(AnyView::Kaluki(view)) => view,
        _ => panic!("a match of Kaluki"),
    }
}

async fn tries(table: &Table, who: u64, action: Action) -> Result<Answer, Declined> {
    let own = look(table, who).await;
    table
        .act(pressed(who, &own, AnyAction::Kaluki(action)))
        .await
}

async fn plays(table: &Table, who: u64, action: Action) -> Look {
    done(tries(table, who, action).await)
}

/// An opening with the hearts up to this one, in one run.
fn opening_up_to(last: usize) -> Action {
    let hearts = Card::read_all(HANDS[0]).unwrap();
    let naturals = hearts[..last].iter().filter_map(|card| card.natural());
    let cards = naturals
        .map(|natural: Natural| Placed::Natural(natural))
        .collect();
    let melds = vec![Composed {
        kind: Kind::Run,
        cards,
    }];
    Action::Open { melds }
}

/// The first player lays hearts up to this one.
async fn opens_up_to(table: &Table, last: usize) {
    plays(table, 2, Action::Draw).await;
    plays(table, 2, opening_up_to(last)).await;
    plays(table, 2, Action::Discard { card: card(FIRST) }).await;
}

/// The first player calls up at once: a Kaluki. Two of the others have too many points.
async fn calls_up(table: &Table) {
    opens_up_to(table, 13).await;
}

async fn results(scene: &Scene, who: u64) -> Vec<Past> {
    let past = scene.store.past(server(), person(who), 0, 10).await;
    past.unwrap().games
}

#[tokio::test(flavor = "multi_thread")]
async fn several_are_asked_at_once_and_each_answers_once() {
    let folder = Folder::new();
    let (mut scene, table) = rigged(&folder, 4, hundred(), Preset::Normal).await;
    calls_up(&table).await;
    let asked: Seats = [seat(0), seat(3)].into_iter().collect();
    let watching = table.look(None, None).await.unwrap();
    assert_eq!(watching.waiting.map(|waiting| waiting.seats), Some(asked));
    assert_eq!(view(&watching).buy_in_at, Some(52));
    for (who, may) in [(1, true), (2, false), (3, false), (4, true)] {
        let own = look(&table, who).await;
        assert_eq!(
            (is_to_act(&own), !own.actions.is_empty()),
            (may, may),
            "{who}"
        );
        assert!(own.deadline.is_some(), "everybody sees how long it takes");
    }
    for who in [2, 3] {
        let refused = tries(&table, who, Action::BuyIn).await;
        let others = Declined::Refused(Refused::NotYourTurn { waiting: asked });
        assert_eq!(refused, Err(others), "{who}");
    }
    // The panels of both were drawn before anybody answered: neither outdates the other's.
    let (first, second) = (look(&table, 1).await, look(&table, 4).await);
    let buys = pressed(1, &first, AnyAction::Kaluki(Action::BuyIn));
    done(table.act(buys.clone()).await);
    late(table.act(buys).await);
    late(
        table
            .act(pressed(1, &first, AnyAction::Kaluki(Action::Decline)))
            .await,
    );
    let now = look(&table, 4).await;
    assert_eq!(now.seat_revision, second.seat_revision);
    assert_eq!(
        (now.deadline, now.turn_since),
        (second.deadline, second.turn_since)
    );
    done(
        table
            .act(pressed(4, &second, AnyAction::Kaluki(Action::BuyIn)))
            .await,
    );
    let after = scene
        .until(&table, 2, |look| look.next_round_at.is_some())
        .await;
    let penalties: Vec<i32> = view(&after).penalties.values().copied().collect();
    assert_eq!(penalties, [52, 0, 52, 52]);
    let refused = tries(&table, 1, Action::BuyIn).await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(view(&after).buy_ins[seat(0)], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_answered_is_told_when_all_have() {
    let mut told = Vec::new();
    let folder = Folder::new();
    let (scene, table) = rigged(&folder, 4, hundred(), Preset::Normal).await;
    calls_up(&table).await;
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    let now = Clock::new(time).now().unix_ms();
    for action in [Action::BuyIn, Action::Decline] {
        let world = Folder::new();
        std::fs::copy(folder.file(), world.file()).unwrap();
        let time = ManualTime::default();
        time.advance(Duration::from_millis(
            now - Clock::new(time.clone()).now().unix_ms(),
        ));
        let (scene, table) = again(&world, &id, time).await;
        plays(&table, 1, action.clone()).await;
        let mut looks = Vec::new();
        for who in [None, Some(person(2)), Some(person(3)), Some(person(4))] {
            looks.push(table.look(who, None).await.unwrap());
        }
        let own = look(&table, 1).await;
        told.push((looks, own.view, action));
        drop(table);
        ends(scene).await;
    }
    let (one, other) = (&told[0], &told[1]);
    assert_eq!(one.0, other.0, "others learn what was answered");
    assert_ne!(one.1, other.1, "whoever answered does not know what");
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_is_up_declines_for_everybody_who_was_asked() {
    let folder = Folder::new();
    let (mut scene, table) = rigged(&folder, 4, hundred(), Preset::Normal).await;
    calls_up(&table).await;
    plays(&table, 1, Action::BuyIn).await;
    scene.time.advance(Duration::from_secs(60));
    let after = scene
        .until(&table, 2, |look| look.next_round_at.is_some())
        .await;
    assert_eq!(after.out, Seats::only(seat(3)));
    assert_eq!(view(&after).buy_ins[seat(0)], 1);
    let too_late = tries(&table, 4, Action::BuyIn).await;
    assert!(
        matches!(too_late, Err(Declined::Refused(_))),
        "{too_late:?}"
    );

    // Whoever is out holds up nothing: the next deal comes when the others are ready, and without them.
    for who in [1, 2, 3] {
        done(table.next(person(who), press()).await);
    }
    let dealt = scene
        .until(&table, 2, |look| look.next_round_at.is_none())
        .await;
    assert!(!view(&dealt).order.contains(&seat(3)));
    let refused = tries(&table, 4, Action::BuyIn).await;
    assert!(
        matches!(refused, Err(Declined::Refused(Refused::NotYourTurn { .. }))),
        "{refused:?}"
    );
    // Nor do they vote about the game of the others, and nobody takes their seat when they go.
    let vote = table.end(person(4), press(), Ender::Player).await;
    assert_eq!(vote, Err(Declined::MayNotEnd));
    let left = done(table.leave(person(4), press()).await);
    assert!(!left.is_to_take(seat(3)));
    late(table.take_over(person(7), press(), seat(3)).await);
    assert_eq!((left.life, left.votes_needed()), (Life::Playing, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_whoever_missed_a_short_window() {
    for (preset, announces) in [
        (Preset::Normal, false),
        (Preset::Days, false),
        (Preset::Normal, true),
    ] {
        let folder = Folder::new();
        let options = Options {
            announce: Announce::Manual,
            ..Options::default()
        };
        let (mut scene, table) = rigged(&folder, 4, options, preset).await;
        opens_up_to(&table, 11).await;
        let window = look(&table, 2).await;
        assert_eq!(view(&window).phase, Phase::Announce(seat(1)));
        let left = window
            .deadline
            .unwrap()
            .since(Clock::new(scene.time.clone()).now());
        assert_eq!(left, Duration::from_secs(8), "{preset}");
        // Who comes later waits, and nothing is lost by trying.
        let early = tries(&table, 4, Action::Draw).await;
        let waiting = Seats::only(seat(1));
        assert_eq!(
            early,
            Err(Declined::Refused(Refused::NotYourTurn { waiting }))
        );
        if announces {
            plays(&table, 2, Action::Announce).await;
        } else {
            scene.time.advance(Duration::from_secs(8));
        }
        let next = scene.until(&table, 3, is_to_act).await;
        let missed = look(&table, 2).await;
        let own = view(&missed).own.clone().unwrap();
        assert_eq!(own.missed, !announces);
        assert!(!view(&next).own.as_ref().unwrap().missed);
        // That was no sleep: two of them in a row make nobody away.
        let stays = Sitter::Person {
            person: person(2),
            away: false,
        };
        assert_eq!(next.seats[seat(1)], stays);
        plays(&table, 3, Action::Draw).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_outlasts_a_restart() {
    let folder = Folder::new();
    let options = Options {
        announce: Announce::Manual,
        ..Options::default()
    };
    let (scene, table) = rigged(&folder, 4, options, Preset::Normal).await;
    opens_up_to(&table, 11).await;
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    time.advance(Duration::from_secs(3600));
    let (scene, table) = again(&folder, &id, time).await;
    let window = look(&table, 2).await;
    assert_eq!(view(&window).phase, Phase::Announce(seat(1)));
    let left = window
        .deadline
        .unwrap()
        .since(Clock::new(scene.time.clone()).now());
    assert!(left >= Duration::from_secs(20), "{left:?}");
    plays(&table, 2, Action::Announce).await;
    plays(&table, 3, Action::Draw).await;
}

/// After the deal the people on the seats of the dealer and of the first player are left with a computer that has few
/// points; the dealer is out.
async fn one_out_of_two(folder: &Folder, preset: Preset) -> (Scene, Table) {
    let options = Options {
        buy_in: false,
        ..hundred()
    };
    let (scene, table) = rigged(folder, 2, options, preset).await;
    calls_up(&table).await;
    let after = look(&table, 1).await;
    assert_eq!(after.out, [seat(0), seat(3)].into_iter().collect());
    (scene, table)
}

/// Whoever was put out by a round has as long as anybody to see how it ended; computers go on then.
async fn looks_at_the_end_of_the_round(scene: &Scene, table: &Table) {
    let shown = look(table, 9).await;
    assert_eq!(shown.life, Life::Playing);
    assert!(matches!(view(&shown).phase, Phase::DealOver), "it went on");
    let next = shown.next_round_at.expect("the next round falls due");
    let now = Clock::new(scene.time.clone()).now();
    assert_eq!(next.since(now), ROUND_PAUSE);
    scene.time.advance(ROUND_PAUSE);
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_end_a_match_for_people_who_are_out() {
    let folder = Folder::new();
    let (mut scene, table) = one_out_of_two(&folder, Preset::Normal).await;
    // The other one deserts, with three times the stake of a Kaluki won: what the seat wins later is not theirs.
    done(table.leave(person(2), press()).await);
    looks_at_the_end_of_the_round(&scene, &table).await;
    let over = scene.until(&table, 1, is_over).await;
    assert_eq!(over.life, Life::Finished);
    let points: i32 = view(&over).standing.as_ref().unwrap().points.values().sum();
    assert_eq!(points, 0);
    let [stayed] = &results(&scene, 1).await[..] else {
        panic!("one game");
    };
    // Two were out after the same deal with equal penalties.
    assert_eq!(
        (stayed.part, stayed.place, stayed.points),
        (Part::Played, 3, -7)
    );
    let [left] = &results(&scene, 2).await[..] else {
        panic!("one game");
    };
    assert_eq!((left.part, left.place, left.points), (Part::Left, 4, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_on_alone_says_when_the_others_go_on() {
    let folder = Folder::new();
    let (mut scene, table) = one_out_of_two(&folder, Preset::Normal).await;
    assert!(!look(&table, 1).await.may_go_on(), "somebody plays");
    done(table.leave(person(2), press()).await);
    let waits = look(&table, 1).await;
    assert!(waits.may_go_on());
    assert_eq!(waits.life, Life::Playing);
    done(table.next(person(1), press()).await);
    scene.until(&table, 1, is_over).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_out_may_leave_and_keeps_their_place() {
    let folder = Folder::new();
    let (mut scene, table) = one_out_of_two(&folder, Preset::Normal).await;
    done(table.leave(person(1), press()).await);
    done(table.leave(person(2), press()).await);
    // Nobody is left, and yet it is played to its end.
    let over = scene.until(&table, 9, is_over).await;
    assert_eq!(over.life, Life::Finished);
    // The place is theirs, and that of whoever deserted is a computer's.
    assert_eq!(over.done, Seats::only(seat(0)));
    let [done] = &results(&scene, 1).await[..] else {
        panic!("one game");
    };
    assert_eq!((done.part, done.place, done.points), (Part::Played, 3, -7));
    assert_eq!(results(&scene, 2).await[0].part, Part::Left);
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_of_those_who_are_out_end_no_game_of_others() {
    let folder = Folder::new();
    let options = Options {
        buy_in: false,
        ..hundred()
    };
    let (_scene, table) = rigged(&folder, 4, options, Preset::Normal).await;
    for number in [1, 4] {
        done(table.end(person(number), press(), Ender::Player).await);
    }
    assert_eq!(look(&table, 2).await.votes.len(), 2);
    calls_up(&table).await;
    let after = look(&table, 2).await;
    assert_eq!(after.out, [seat(0), seat(3)].into_iter().collect());
    assert_eq!((after.life, after.votes), (Life::Playing, Seats::NONE));
    // Of the two who play on both must want it.
    done(table.end(person(2), press(), Ender::Player).await);
    assert_eq!(look(&table, 2).await.life, Life::Playing);
    let ended = done(table.end(person(3), press(), Ender::Player).await);
    assert_eq!(ended.life, Life::Abandoned(Why::Voted));
}

#[tokio::test(flavor = "multi_thread")]
async fn units_belong_to_whoever_sat_there_when_they_were_won() {
    let folder = Folder::new();
    let (mut scene, table) = rigged(&folder, 4, hundred(), Preset::Normal).await;
    calls_up(&table).await;
    // The winner of the deal goes, and somebody goes on from there.
    done(table.leave(person(2), press()).await);
    done(table.take_over(person(7), press(), seat(1)).await);
    for who in [1, 4] {
        plays(&table, who, Action::Decline).await;
    }
    for who in [3, 7] {
        done(table.next(person(who), press()).await);
    }
    scene
        .until(&table, 3, |look| look.next_round_at.is_none())
        .await;
    // The other one goes, too: the match goes on between a computer and the one who stepped in, who sleeps.
    done(table.leave(person(3), press()).await);
    let mut after_the_deal = None;
    let over = loop {
        in_time(table.rests()).await;
        let now = look(&table, 7).await;
        if is_over(&now) || now.next_round_at.is_some() {
            after_the_deal.get_or_insert(view(&now).totals[seat(2)]);
        }
        if is_over(&now) {
            break now;
        }
        scene.time.advance(Duration::from_secs(30));
        table.look(Some(person(7)), Some(press())).await.unwrap();
    };
    assert_eq!(over.life, Life::Finished);
    let mut sum = 0;
    for who in [1, 2, 4, 7] {
        let [game] = &results(&scene, who).await[..] else {
            panic!("one game of {who}");
        };
        sum += game.points;
    }
    // What the computer won or lost after the third had left is nobody's, but for a loss in the deal that they left.
    let all = view(&over).standing.clone().unwrap().points;
    let [third] = &results(&scene, 3).await[..] else {
        panic!("one game");
    };
    let lost = (after_the_deal.unwrap() + 7).min(0);
    assert_eq!(third.points, -7 + lost);
    assert_eq!(sum + all[seat(2)], 0);
    assert_eq!(results(&scene, 2).await[0].points, 1);
    assert_eq!(results(&scene, 7).await[0].points, all[seat(1)] - 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_units_puts_nothing_at_stake() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let set = |units| {
        scene
            .store
            .set_server_setting(server(), ServerSetting::Units(units))
    };
    let before = scene
        .open(opening(GameId::Kaluki.default_options(), 2, 0))
        .await;
    set(Some(false)).await.unwrap();
    let table = scene
        .open(opening(GameId::Kaluki.default_options(), 2, 0))
        .await;
    let opened = look(&table, 1).await;
    assert!(!opened.options.has_stakes(), "{:?}", opened.options);
    assert!(look(&before, 1).await.options.has_stakes());
    for table in [&table, &before] {
        let unchanged = look(table, 1).await;
        let refused = table
            .set_option(person(1), press(), "stake_kaluki", "4")
            .await;
        assert_eq!(refused, Err(Declined::NoUnits));
        assert_eq!(look(table, 1).await.options, unchanged.options);
    }
    // What is no stake may still be chosen, and a game without stakes is what it was.
    done(
        table
            .set_option(person(1), press(), "initial_min", "51")
            .await,
    );
    let other = scene.open(opening(rounds(1), 2, 0)).await;
    assert_eq!(look(&other, 1).await.options, rounds(1));
    set(None).await.unwrap();
    done(
        table
            .set_option(person(1), press(), "stake_kaluki", "4")
            .await,
    );
}
