//! Desks: the table draws for people, makes the moves they have prepared, and keeps the order of their tiles.

mod full_disk;
mod pauses;

use super::restart::process;
use super::*;
use crate::rules::any::AnyView;
use crate::rules::okey::options::Deal;
use crate::rules::okey::view::View;
use crate::rules::okey::{Action, Options};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::unasked::{Dropped, Held};
use crate::rules::{GameView, Seat};
use crate::store::OtherProgram;

/// Whoever begins: a winning tile, a joker, the twin, and nothing of use.
const FIRST: &str = "K11 R5 R9 R9 G9 G12 Y12 R11 K2 K4 G6 Y9 R7 G13 K13";
/// One tile from winning: Y7, G4, K6 or K11 will do. The okey is R5.
const WAITING: &str = "Y1 Y2 Y3 Y4 Y5 Y6 G1 G2 G3 K7 K8 K9 K10 R13";
/// Far from winning, and with the indicator's twin.
const WITH_TWIN: &str = "R4 Y2 K6 Y8 Y10 G1 G3 G5 K7 K9 K1 R13 R1 Y13";
/// The same without the twin.
const WITHOUT_TWIN: &str = "R2 Y2 K6 Y8 Y10 G1 G3 G5 K7 K9 K1 R13 R1 Y13";
const POOR: &str = "R3 Y2 K6 Y8 Y10 G1 G3 G5 K7 K9 K1 R13 R1 Y13";

fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).unwrap()
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn piece(text: &str) -> Piece {
    text.parse().unwrap()
}

/// A deal of two in which person 1 begins with `FIRST` and person 2 holds `second`; `stock` is drawn first.
fn deal(second: &str, stock: &str) -> String {
    let mut deck = [tiles(FIRST), tiles(second), tiles("R4"), tiles(stock)].concat();
    assert_eq!(deck[..30].len(), 30);
    let mut rest = Tile::deck();
    for tile in &deck {
        let place = rest.iter().position(|other| other == tile);
        rest.remove(place.unwrap_or_else(|| panic!("there are not so many {tile}")));
    }
    deck.extend(rest);
    let dealt = serde_json::json!({"deck": deck, "dealer": 1, "dice": []});
    serde_json::json!([{"dealt": {"events": [{"okey": {"dealt": dealt}}]}}]).to_string()
}

/// A table of the people 1 and 2 with such a deal, on disk.
async fn rigged(folder: &Folder, time: &ManualTime, second: &str, stock: &str) -> TableId {
    let scene = Scene::at(&folder.file(), time.clone()).await;
    let options = AnyOptions::Okey(Options {
        deal: Deal::Simplified,
        max_rounds: 3,
        // Where the twin may be shown, every first draw is left to its owner.
        gosterge: [WITH_TWIN, WITHOUT_TWIN].contains(&second),
        ..Options::default()
    });
    let id = scene.playing(2, opening(options, 2, 0)).await.id;
    scene.hall.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    let changes = deal(second, stock);
    let dealt = format!("changes = '{changes}'");
    other.rewrite_last_step(&id, &dealt).await;
    other.leave().await;
    id
}

/// The same, and a hall with it.
async fn playing(folder: &Folder, second: &str, stock: &str) -> (Scene, Table) {
    let time = ManualTime::default();
    let id = rigged(folder, &time, second, stock).await;
    let scene = Scene::at(&folder.file(), time).await;
    let table = scene.hall.table(&id).unwrap();
    (scene, table)
}

async fn own(table: &Table, who: u64) -> Look {
    table.look(Some(person(who)), None).await.unwrap()
}

fn view(look: &Look) -> &View {
    let Some(AnyView::Okey(view)) = &look.view else {
        panic!("a game is played");
    };
    view
}

fn rack(look: &Look) -> Vec<Piece> {
    view(look).rack().unwrap()
}

fn desk(look: &Look) -> &Desk {
    look.desk.as_ref().unwrap()
}

async fn changes(table: &Table, who: u64, change: DeskChange) -> Look {
    done(table.desk(person(who), press(), change).await)
}

async fn auto_draws(table: &Table, who: u64) {
    changes(table, who, DeskChange::AutoDraw { on: true }).await;
}

fn prepare(look: &Look, discard: &str) -> DeskChange {
    DeskChange::Prepare {
        piece: piece(discard),
        drawn_from: Some(look.revision),
    }
}

async fn prepares(table: &Table, who: u64, discard: &str) -> Look {
    let look = own(table, who).await;
    changes(table, who, prepare(&look, discard)).await
}

async fn acts(table: &Table, who: u64, action: Action) -> Look {
    let look = own(table, who).await;
    done(
        table
            .act(pressed(who, &look, AnyAction::Okey(action)))
            .await,
    )
}

async fn discards(table: &Table, who: u64, discard: &str) -> Look {
    acts(table, who, Action::Discard(tile(discard))).await
}

/// The cause and the seat of the last step, and how many steps there are.
async fn last_step(scene: &Scene, table: &Table) -> (String, Option<usize>, usize) {
    let stored = scene.store.load(&table.id).await.unwrap();
    let last = stored.steps.last().unwrap();
    let seat = last.actor.map(Seat::index);
    (last.cause.clone(), seat, stored.steps.len())
}

fn dropped(discard: &str, why: Dropped) -> Plan {
    let piece = piece(discard);
    Plan::Dropped { piece, why }
}

fn made(discard: &str) -> Plan {
    let piece = piece(discard);
    Plan::Made { piece }
}

#[tokio::test(flavor = "multi_thread")]
async fn auto_draw_leaves_one_press() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, POOR, "G8").await;
    assert!(!desk(&own(&table, 2).await).auto_draw);
    let (_, _, steps) = last_step(&scene, &table).await;
    let before = own(&table, 2).await;
    auto_draws(&table, 2).await;
    // No step, no revision, and nobody else sees it.
    assert_eq!(last_step(&scene, &table).await.2, steps);
    assert_eq!(own(&table, 2).await.revision, before.revision);
    assert_eq!(desk(&own(&table, 1).await), &Desk::default());
    assert_eq!(table.look(None, None).await.unwrap().desk, None);

    discards(&table, 1, "R9").await;
    let look = scene.until(&table, 2, |look| rack(look).len() == 15).await;
    assert_eq!(view(&look).fresh, Some(tile("G8")));
    assert_eq!(look.held_back, None);
    let last = last_step(&scene, &table).await;
    assert_eq!(last, ("auto_draw".to_owned(), Some(1), steps + 2));
    // A *Draw* that was pressed meanwhile is late and does nothing.
    let draw = AnyAction::Okey(Action::Draw);
    let late_draw = Act {
        drawn_from: Some(look.revision.next()),
        ..pressed(2, &look, draw)
    };
    late(table.act(late_draw).await);
    let look = discards(&table, 2, "G8").await;
    assert_eq!(rack(&look).len(), 14);
    // Off again, the next turn is as it was.
    changes(&table, 2, DeskChange::AutoDraw { on: false }).await;
    acts(&table, 1, Action::Draw).await;
    discards(&table, 1, "R9").await;
    assert!(is_to_act(&own(&table, 2).await));
    assert_eq!(rack(&own(&table, 2).await).len(), 14);
}

/// Person 2 has auto-draw on and a move prepared, person 1 discards this: why both hold back.
async fn check_held(second: &str, thrown: &str, why: Held) {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, second, "G8").await;
    auto_draws(&table, 2).await;
    discards(&table, 1, thrown).await;
    let look = scene
        .until(&table, 2, |look| look.held_back.is_some())
        .await;
    assert_eq!(look.held_back, Some(why), "{thrown}");
    assert_eq!(rack(&look).len(), 14, "{thrown}");
    let (other, watcher) = (own(&table, 1).await, table.look(None, None).await.unwrap());
    assert_eq!((other.held_back, watcher.held_back), (None, None));

    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, second, "G8").await;
    prepares(&table, 2, "R13").await;
    let before = last_step(&scene, &table).await.2;
    discards(&table, 1, thrown).await;
    let is_told = |look: &Look| matches!(desk(look).plan, Plan::Dropped { .. });
    let look = scene.until(&table, 2, is_told).await;
    assert_eq!(desk(&look).plan, dropped("R13", Dropped::Held(why)));
    assert_eq!(rack(&look).len(), 14, "{thrown}");
    assert_eq!(last_step(&scene, &table).await.2, before + 1);
    // It is told until they move.
    let look = acts(&table, 2, Action::Draw).await;
    assert_eq!(desk(&look).plan, Plan::Nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_to_finish_with_is_left_to_its_taker() {
    check_held(WAITING, "K11", Held::TakeFinishes).await;
    // A joker makes the same rack win.
    check_held(WAITING, "R5", Held::TakeFinishes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_joker_is_left_to_its_taker() {
    check_held(POOR, "R5", Held::TakeIsJoker).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_moment_to_show_is_left_to_the_shower() {
    check_held(WITH_TWIN, "R9", Held::MayInterject).await;
    // Nobody learns from the pause who holds it.
    check_held(WITHOUT_TWIN, "R9", Held::MayInterject).await;
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, WITH_TWIN, "G8").await;
    auto_draws(&table, 2).await;
    discards(&table, 1, "R9").await;
    scene
        .until(&table, 2, |look| look.held_back.is_some())
        .await;
    // With that decided, it draws.
    acts(&table, 2, Action::Show).await;
    scene.until(&table, 2, |look| rack(look).len() == 15).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_an_empty_stock_nothing_is_done_unasked() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, POOR, "G8").await;
    auto_draws(&table, 1).await;
    auto_draws(&table, 2).await;
    discards(&table, 1, "R9").await;
    loop {
        let is_due = |look: &Look| look.held_back.is_some() || rack(look).len() == 15;
        let mover = scene.until(&table, 1, |look| look.waiting.is_some()).await;
        let seat = mover.waiting.unwrap().seats.iter().next().unwrap();
        let who = seat.index() as u64 + 1;
        let look = scene
            .until(&table, who, |look| is_to_act(look) && is_due(look))
            .await;
        match (look.held_back, view(&look).fresh) {
            (Some(Held::StockEmpty), _) => break,
            (Some(_), _) => drop(acts(&table, who, Action::Draw).await),
            (None, Some(fresh)) => drop(acts(&table, who, Action::Discard(fresh)).await),
            (None, None) => panic!("somebody is to act and cannot"),
        }
    }
    let look = own(&table, 1).await;
    assert_eq!(view(&look).stock, 0);
    assert_eq!(view(&look).round, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_prepared_move_leaves_none() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, POOR, "G8 G10").await;
    let steps = last_step(&scene, &table).await.2;
    prepares(&table, 2, "Y8").await;
    let look = prepares(&table, 2, "R13").await;
    assert_eq!(desk(&look).prepared(), Some(piece("R13")));
    assert_eq!(desk(&own(&table, 1).await).plan, Plan::Nothing);
    discards(&table, 1, "R9").await;
    let look = scene.until(&table, 1, is_to_act).await;
    assert_eq!(view(&look).takeable, Some(tile("R13")));
    let last = last_step(&scene, &table).await;
    assert_eq!(last, ("prepared".to_owned(), Some(1), steps + 3));
    let look = own(&table, 2).await;
    assert!(rack(&look).contains(&piece("G8")) && !rack(&look).contains(&piece("R13")));
    assert_eq!(desk(&look).plan, made("R13"));
    // It was for one turn.
    acts(&table, 1, Action::Draw).await;
    discards(&table, 1, "R9").await;
    assert_eq!(rack(&own(&table, 2).await).len(), 14);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_that_is_drawn_is_not_thrown_away() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, WAITING, "Y7").await;
    prepares(&table, 2, "R13").await;
    discards(&table, 1, "R9").await;
    let look = scene.until(&table, 2, |look| rack(look).len() == 15).await;
    assert_eq!(desk(&look).plan, dropped("R13", Dropped::Finishes));
    let look = acts(&table, 2, Action::Finish(tile("R13"))).await;
    assert_eq!(desk(&look).plan, Plan::Nothing);
    assert!(look.next_round_at.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn presses_on_a_desk_are_late_or_doubled_without_harm() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, POOR, "G8 Y9").await;
    let before = own(&table, 2).await;
    let once = press();
    let change = prepare(&before, "R13");
    done(table.desk(person(2), once, change.clone()).await);
    late(table.desk(person(2), once, change.clone()).await);
    done(table.desk(person(2), press(), DeskChange::Cancel).await);
    late(table.desk(person(2), press(), DeskChange::Cancel).await);
    // What is not on the rack, and an order of other tiles.
    late(table.desk(person(2), press(), prepare(&before, "G9")).await);
    for wrong in ["", "R13", FIRST] {
        let wrong = DeskChange::Own(Piece::read_all(wrong).unwrap());
        late(table.desk(person(2), press(), wrong).await);
    }
    // Whoever is to act plays, and prepares nothing.
    let mover = own(&table, 1).await;
    late(table.desk(person(1), press(), prepare(&mover, "R9")).await);
    discards(&table, 1, "R9").await;
    late(table.desk(person(2), press(), change.clone()).await);
    acts(&table, 2, Action::Draw).await;
    discards(&table, 2, "G8").await;
    // Their turn was over in between: the page is from an earlier moment.
    late(table.desk(person(2), press(), change).await);
    let stranger = table.desk(person(9), press(), DeskChange::Cancel).await;
    assert_eq!(stranger, Err(Declined::NotSeated));
    // Their own move uses up what they had prepared.
    prepares(&table, 2, "R13").await;
    acts(&table, 1, Action::Draw).await;
    discards(&table, 1, "Y9").await;
    let look = scene.until(&table, 1, is_to_act).await;
    assert_eq!(view(&look).takeable, Some(tile("R13")));
}

/// Time at which the table does nothing of its own accord as yet.
fn gated(time: &ManualTime) -> WatchedTime {
    let watched = WatchedTime::new(time);
    watched.gate.send_replace(false);
    watched
}

#[tokio::test(flavor = "multi_thread")]
async fn the_disk_refuses_and_the_prepared_move_is_made_when_it_does_not() {
    let folder = Folder::new();
    let time = ManualTime::default();
    let id = rigged(&folder, &time, POOR, "G8").await;
    let watched = gated(&time);
    let mut scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.hall.table(&id).unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    let before = own(&table, 2).await;
    let refused = table
        .desk(person(2), press(), prepare(&before, "R13"))
        .await;
    assert_eq!(refused, Err(Declined::DiskRefused));
    assert_eq!(own(&table, 2).await, before);
    other.unlock().await;
    prepares(&table, 2, "R13").await;
    discards(&table, 1, "R9").await;
    other.lock().await;
    watched.gate.send_replace(true);
    let second = Duration::from_secs(1);
    // More than one write is tried while the disk is another's, each a second after the last; nothing is half done.
    for _ in 0..3 {
        watched.is_awaited_in(second).await;
        scene.time.advance(second);
        let refused = table.desk(person(1), press(), DeskChange::AutoDraw { on: true });
        assert_eq!(refused.await, Err(Declined::DiskRefused));
        let look = own(&table, 2).await;
        assert_eq!(desk(&look).prepared(), Some(piece("R13")));
        assert_eq!(rack(&look).len(), 14);
    }
    watched.is_awaited_in(second).await;
    other.unlock().await;
    scene.time.advance(second);
    let look = scene.until(&table, 1, is_to_act).await;
    assert_eq!(view(&look).takeable, Some(tile("R13")));
}

#[test]
fn a_restart_keeps_the_desk_and_makes_the_prepared_move_once() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let first = process();
    let (id, order) = first.block_on(async {
        let id = rigged(&folder, &time, POOR, "G8 G10 Y11").await;
        let clock = Clock::new(gated(&time));
        let scene = Scene::with(&file, LIMIT, clock, time.clone(), Duration::ZERO).await;
        let table = scene.hall.table(&id).unwrap();
        auto_draws(&table, 1).await;
        let mut order = rack(&own(&table, 2).await);
        order.reverse();
        changes(&table, 2, DeskChange::Own(order.clone())).await;
        prepares(&table, 2, "R13").await;
        // Killed between this step and what is prepared for the next.
        discards(&table, 1, "R9").await;
        (id, order)
    });
    first.shutdown_timeout(LIMIT);
    let mut expected = order;
    expected.retain(|held| *held != piece("R13"));
    expected.push(piece("G8"));
    for run in 0..2 {
        let next = process();
        next.block_on(async {
            let mut scene = Scene::at(&file, time.clone()).await;
            let table = scene.hall.table(&id).unwrap();
            let look = scene.until(&table, 1, |look| rack(look).len() == 15).await;
            assert!(desk(&look).auto_draw, "{run}");
            let look = own(&table, 2).await;
            assert_eq!(desk(&look).order, Order::Own);
            assert_eq!(desk(&look).own, expected);
            assert_eq!(desk(&look).plan, made("R13"));
            assert_eq!(view(&look).piles[Seat::new(1).unwrap()].count, 1);
            if run == 1 {
                discards(&table, 1, "R9").await;
                assert_eq!(rack(&own(&table, 2).await).len(), 14);
            }
        });
        next.shutdown_timeout(LIMIT);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_away_finds_their_desk_again_and_it_rested() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, POOR, "G8 G10").await;
    auto_draws(&table, 2).await;
    // A draw by the table is no sign of its owner: after two turns without any they are away.
    for _ in 0..2 {
        let mut look = scene.until(&table, 1, is_to_act).await;
        while is_to_act(&look) {
            look = done(table.act(pressed(1, &look, some_action(&look))).await);
        }
        scene.until(&table, 2, |look| rack(look).len() == 15).await;
        scene.time.advance(Duration::from_secs(60));
        scene.until(&table, 1, is_to_act).await;
    }
    let mut look = own(&table, 1).await;
    let away = look.seat_of(person(2)).unwrap();
    let is_away = Sitter::Person {
        person: person(2),
        away: true,
    };
    assert_eq!(look.seats[away], is_away);
    let steps = last_step(&scene, &table).await.2;
    while is_to_act(&look) {
        look = done(table.act(pressed(1, &look, some_action(&look))).await);
    }
    let is_on = |look: &Look| is_to_act(look) || look.next_round_at.is_some();
    scene.until(&table, 1, is_on).await;
    let stored = scene.store.load(&table.id).await.unwrap();
    let new = &stored.steps[steps..];
    assert!(new.iter().all(|step| step.cause != "auto_draw"));
    assert!(new.iter().any(|step| step.cause == "computer"));
    // A press on the desk brings them back, like any other.
    let look = changes(&table, 2, DeskChange::Order(Order::Colours)).await;
    assert_ne!(look.seats[away], is_away);
    assert!(desk(&look).auto_draw);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_person_finds_an_empty_desk() {
    let folder = Folder::new();
    let time = ManualTime::default();
    let id = rigged(&folder, &time, POOR, "G8").await;
    let scene = Scene::at(&folder.file(), time.clone()).await;
    let table = scene.hall.table(&id).unwrap();
    auto_draws(&table, 2).await;
    changes(&table, 2, DeskChange::Order(Order::Own)).await;
    prepares(&table, 2, "R13").await;
    done(table.leave(person(2), press()).await);
    let seat = Seat::new(1).unwrap();
    for who in [3, 2] {
        let look = done(table.take_over(person(who), press(), seat).await);
        assert_eq!(desk(&look), &Desk::default(), "{who}");
        done(table.leave(person(who), press()).await);
    }
    done(table.take_over(person(2), press(), seat).await);
    scene.hall.close().await;
    drop(scene);
    let scene = Scene::at(&folder.file(), time).await;
    let table = scene.hall.table(&id).unwrap();
    assert_eq!(desk(&own(&table, 2).await), &Desk::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_own_order_follows_the_rack_and_begins_anew_with_a_round() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, WAITING, "G8 G10 Y7").await;
    let melds = own(&table, 2).await;
    let look = changes(&table, 2, DeskChange::Order(Order::Own)).await;
    // One's own order begins with what one sees.
    let in_melds = Desk::default().arrange(view(&melds));
    let shown = desk(&look).arrange(view(&look));
    assert_eq!(
        shown.loose,
        [in_melds.melds.concat(), in_melds.loose].concat()
    );
    let mut order = shown.loose;
    order.rotate_right(1);
    changes(&table, 2, DeskChange::Own(order.clone())).await;
    discards(&table, 1, "R9").await;
    let look = acts(&table, 2, Action::Draw).await;
    order.push(piece("G8"));
    assert_eq!(desk(&look).own, order);
    let look = discards(&table, 2, "G1").await;
    order.retain(|held| *held != piece("G1"));
    assert_eq!(desk(&look).own, order);
    // Another order and back: one's own is still there.
    changes(&table, 2, DeskChange::Order(Order::Colours)).await;
    let look = changes(&table, 2, DeskChange::Order(Order::Own)).await;
    assert_eq!(desk(&look).own, order);
    let (mut own_look, mut who) = (own(&table, 1).await, 1);
    while own_look.next_round_at.is_none() {
        if is_to_act(&own_look) {
            done(
                table
                    .act(pressed(who, &own_look, some_action(&own_look)))
                    .await,
            );
        } else {
            who = 3 - who;
        }
        own_look = own(&table, who).await;
    }
    for who in 1..=2 {
        done(table.next(person(who), press()).await);
    }
    let look = scene.until(&table, 2, |look| view(look).round == 2).await;
    let dealt = Desk::default().arrange(view(&look));
    assert_eq!(desk(&look).order, Order::Own);
    assert_eq!(
        desk(&look).own,
        [dealt.melds.concat(), dealt.loose].concat()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_prepared_goes_with_its_round() {
    let folder = Folder::new();
    let (mut scene, table) = playing(&folder, WAITING, "Y7").await;
    discards(&table, 1, "R9").await;
    acts(&table, 2, Action::Draw).await;
    prepares(&table, 1, "K13").await;
    acts(&table, 2, Action::Finish(tile("R13"))).await;
    let look = scene
        .until(&table, 1, |look| look.next_round_at.is_some())
        .await;
    assert_eq!(desk(&look).plan, Plan::Nothing);
}
