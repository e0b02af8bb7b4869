//! People who are away: nobody pays a further stake for them, and whoever is out of the match gets its end without them.

use super::*;
use crate::tables::tests::clock::sleep_to_the_end;

/// Ends the process in order, so that a test can write in the journal of the table.
pub(super) async fn shut(
    folder: &Folder,
    scene: Scene,
    table: Table,
) -> (Store, TableId, ManualTime) {
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    let store = Store::open_patient(&folder.file(), LIMIT).await.unwrap();
    (store, id, time)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_buys_in_for_whoever_is_away() {
    let fourth = seat(3);
    let left = Change::Left {
        seat: fourth,
        level: Level::Easy,
    };
    for (people, change, buy_ins) in [
        (4, Some(Change::WentAway { seat: fourth }), 0),
        // A computer that plays for itself, or on a seat that was left: nobody's units are paid.
        (3, None, 1),
        (4, Some(left), 1),
    ] {
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, people, hundred(), Preset::Normal).await;
        let (store, id, time) = shut(&folder, scene, table).await;
        if let Some(change) = change {
            makes(&store, &id, change).await;
        }
        store.close().await;
        let (mut scene, table) = again(&folder, &id, time).await;
        calls_up(&table).await;
        plays(&table, 1, Action::BuyIn).await;
        if buy_ins == 0 {
            // Their time is that of everybody who is asked, and nobody answers before it is up.
            in_time(table.rests()).await;
            let asked = look(&table, 4).await;
            assert!(
                asked
                    .waiting
                    .is_some_and(|waiting| waiting.seats.contains(fourth))
            );
            let deadline = asked.deadline.expect("their time runs");
            scene
                .time
                .advance(deadline.since(scene.time.now()) - Duration::from_millis(1));
            in_time(table.rests()).await;
            assert!(look(&table, 2).await.next_round_at.is_none());
            scene.time.advance(Duration::from_millis(1));
        }
        let is_between = |look: &Look| look.next_round_at.is_some();
        let after = scene.until(&table, 2, is_between).await;
        let all = &view(&after).buy_ins;
        assert_eq!((all[seat(0)], all[fourth]), (1, buy_ins));
        assert_eq!(after.out.contains(fourth), buy_ins == 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_away_may_come_back_and_buy_in_while_the_time_runs() {
    let fourth = seat(3);
    for preset in [Preset::Normal, Preset::Days] {
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, 4, hundred(), preset).await;
        let (store, id, time) = shut(&folder, scene, table).await;
        makes(&store, &id, Change::WentAway { seat: fourth }).await;
        store.close().await;
        let (mut scene, table) = again(&folder, &id, time).await;
        calls_up(&table).await;
        in_time(table.rests()).await;
        // One time runs for all of them, and that is what everybody else reads.
        let asked_at = scene.time.now();
        for person in [4, 1, 2] {
            let until = look(&table, person).await.deadline.expect("a time runs");
            assert_eq!(until.since(asked_at), preset.patience(), "{person}");
        }
        plays(&table, 4, Action::BuyIn).await;
        plays(&table, 1, Action::BuyIn).await;
        let is_between = |look: &Look| look.next_round_at.is_some();
        let after = scene.until(&table, 2, is_between).await;
        let all = &view(&after).buy_ins;
        assert_eq!((all[seat(0)], all[fourth]), (1, 1), "{preset:?}");
        assert!(!after.out.contains(fourth), "{preset:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_who_are_asked_are_away_nobody_waits_for_days() {
    for (preset, most) in [(Preset::Normal, 60), (Preset::Days, 60 * 60)] {
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, 4, hundred(), preset).await;
        let (store, id, time) = shut(&folder, scene, table).await;
        for number in [0, 3] {
            makes(&store, &id, Change::WentAway { seat: seat(number) }).await;
        }
        store.close().await;
        let (scene, table) = again(&folder, &id, time).await;
        calls_up(&table).await;
        let asked = look(&table, 2).await;
        let until = asked.deadline.expect("a time runs");
        let left = until.since(scene.time.now());
        assert_eq!(left, Duration::from_secs(most), "{preset:?}");
    }
}

/// One of the two people is out, and perhaps leaves; the other one goes away and sleeps through a deal of two players,
/// which puts nobody out.
async fn slept_through(
    folder: &Folder,
    preset: Preset,
    leaver: Option<PersonId>,
) -> (Scene, Table) {
    let (scene, table) = one_out_of_two(folder, preset).await;
    if let Some(leaver) = leaver {
        done(table.leave(leaver, press()).await);
    }
    let (store, id, time) = shut(folder, scene, table).await;
    let (sleeper, computer) = (seat(1), seat(2));
    makes(&store, &id, Change::WentAway { seat: sleeper }).await;
    let dealt = Event::Dealt {
        pack: pack(&HANDS[..2]),
        cut: 1,
        dealer: sleeper,
    };
    let events = vec![AnyEvent::Kaluki(dealt)];
    makes(&store, &id, Change::Dealt { events }).await;
    let discard = Action::Discard { card: card(FIRST) };
    for action in [Action::Draw, opening_up_to(13), discard] {
        let action = AnyAction::Kaluki(action);
        let played = |affairs: &Affairs| affairs.played(computer, &action).unwrap();
        makes_of(&store, &id, played).await;
    }
    store.close().await;
    let (scene, table) = again(folder, &id, time).await;
    let after = look(&table, 2).await;
    assert!(matches!(view(&after).phase, Phase::DealOver));
    assert_eq!(after.out, [seat(0), seat(3)].into_iter().collect());
    (scene, table)
}

/// The match is played to its end: whoever is out has the place and the units that they had then, and whoever slept what
/// a computer won or lost in their name.
async fn is_played_out(scene: &mut Scene, table: &Table) {
    let over = sleep_to_the_end(scene, table, 2).await;
    assert_eq!(over.life, Life::Finished);
    let [out] = &results(scene, 1).await[..] else {
        panic!("one game");
    };
    assert_eq!((out.part, out.place, out.points), (Part::Played, 3, -7));
    let [slept] = &results(scene, 2).await[..] else {
        panic!("one game");
    };
    assert_eq!((slept.part, slept.place < 3), (Part::Played, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_end_a_match_for_whoever_is_out_although_the_others_sleep() {
    for leaver in [None, Some(person(1))] {
        let folder = Folder::new();
        let (mut scene, table) = slept_through(&folder, Preset::Normal, leaver).await;
        assert_eq!(look(&table, 2).await.life, Life::Playing);
        is_played_out(&mut scene, &table).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_days_rests_for_nobody_while_somebody_waits_for_its_end() {
    for leaver in [None, Some(person(1))] {
        let folder = Folder::new();
        let (mut scene, table) = slept_through(&folder, Preset::Days, leaver).await;
        let before = look(&table, 2).await;
        let next = scene.time.now().plus(ROUND_PAUSE);
        assert_eq!((before.next_round_at, before.closes_at), (Some(next), None));
        scene.time.advance(ROUND_PAUSE);
        in_time(table.rests()).await;
        assert!(look(&table, 2).await.revision > before.revision, "it rests");
        is_played_out(&mut scene, &table).await;
    }
}
