//! Whole games, late and doubled presses, and people who leave.

use super::results::lines;
use super::*;
use crate::rules::{Refused, Viewer};
use crate::store::Written;

#[tokio::test(flavor = "multi_thread")]
async fn people_and_computers_play_to_the_end() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(2), 4, 1)).await;
    let look = play_out(&mut scene, &table, &[1, 2]).await;
    assert_eq!(look.life, Life::Finished);
    assert!(!look.casual);
    let lines = lines(&scene, false).await;
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.games == 1));
    assert!(scene.hall.in_channel(look.places.channel).is_none());
    assert!(scene.hall.of_person(Some(server()), person(1)).is_empty());
    // The next table may be opened in the same channel.
    let again = Opening {
        channel: look.places.channel,
        ..opening(rounds(2), 4, 1)
    };
    scene.open(again).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_all_who_press_rematch_one_opens_a_table_and_the_others_find_it() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    play_out(&mut scene, &table, &[1, 2]).await;
    let wanted = async |who, channel| {
        let opening = scene.hall.rematch(&table.id, person(who), press()).await?;
        let channel = ChannelId::new(channel);
        scene.hall.open(Opening { channel, ..opening }).await
    };
    // Also at the same moment, and wherever they are.
    let (one, other) = tokio::join!(wanted(1, 70), wanted(2, 71));
    let (opened, refused) = match (one, other) {
        (Ok(opened), Err(refused)) | (Err(refused), Ok(opened)) => (opened.table, refused),
        _ => panic!("one of them opens it"),
    };
    let is_that =
        |refused: &Declined| matches!(refused, Declined::PlayedAgain { table } if *table == opened);
    assert!(is_that(&refused));
    assert!(wanted(2, 72).await.is_err_and(|refused| is_that(&refused)));
    // Once it is closed there may be another.
    let again = scene.hall.table(&opened).unwrap();
    for who in [1, 2] {
        let _ = again.end(person(who), press(), Ender::Moderator).await;
    }
    assert!(wanted(2, 73).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_knows_who_has_not_sat_down_yet_and_is_found_also_after_a_restart() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let before = scene.playing(4, opening(rounds(1), 4, 0)).await;
    // Whoever left it is called as well.
    done(before.leave(person(4), press()).await);
    play_out(&mut scene, &before, &[1, 2, 3]).await;
    let opening = scene.hall.rematch(&before.id, person(2), press()).await;
    let look = scene.hall.open(opening.unwrap()).await.unwrap();
    assert_eq!(look.missing, [1, 3, 4].map(person));
    let table = scene.hall.table(&look.table).unwrap();
    let look = done(table.take_seat(person(3), press()).await);
    assert_eq!(look.missing, [1, 4].map(person));
    // Whoever got up again is not waited for, nor is whoever opened it, nor somebody else.
    done(table.take_seat(person(9), press()).await);
    for number in [3, 2] {
        let look = done(table.leave(person(number), press()).await);
        assert_eq!(look.missing, [1, 4].map(person));
    }
    assert_eq!(scene.store.forget(person(4)).await, Ok(Written::Done));
    scene.hall.forgets(person(4)).await;
    let look = table.look(None, None).await.unwrap();
    assert_eq!(look.missing, [1].map(person));

    let time = scene.time.clone();
    scene.hall.close().await;
    drop(scene);
    let scene = Scene::at(&folder.file(), time).await;
    let table = scene.hall.table(&look.table).unwrap();
    let look = table.look(None, None).await.unwrap();
    assert_eq!(look.missing, [1].map(person));
    let again = scene.hall.rematch(&before.id, person(1), press()).await;
    let refused = scene.hall.open(again.unwrap()).await;
    let id = table.id.clone();
    assert_eq!(refused, Err(Declined::PlayedAgain { table: id }));
    for number in [1, 2] {
        let look = done(table.take_seat(person(number), press()).await);
        assert_eq!(look.missing, []);
    }
    let look = done(table.start(person(9), press()).await);
    assert_eq!(look.missing, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_one_person_is_casual_and_kept_apart() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(1, opening(rounds(1), 2, 1)).await;
    let look = play_out(&mut scene, &table, &[1]).await;
    assert_eq!((look.life, look.casual), (Life::Finished, true));
    assert_eq!(lines(&scene, true).await.len(), 1);
    assert_eq!(lines(&scene, false).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn late_and_doubled_presses_do_nothing() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(3), 2, 0)).await;
    let look = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let waiting = look.waiting.unwrap().seats.iter().next().unwrap();
    let (mover, other) = match waiting.index() {
        0 => (1, 2),
        _ => (2, 1),
    };
    let before = table.look(Some(person(mover)), None).await.unwrap();
    let others = table.look(Some(person(other)), None).await.unwrap();
    let first = pressed(mover, &before, some_action(&before));
    let after = done(table.act(first.clone()).await);
    assert!(after.revision > before.revision);
    // The same press again, and another press drawn from the same panel.
    assert_eq!(late(table.act(first).await), after);
    let stale = pressed(mover, &before, some_action(&before));
    assert_eq!(late(table.act(stale).await), after);
    // The other seat's panel changed too: it is to act now.
    let stale = pressed(other, &others, some_action(&after_or(&others, &after)));
    late(table.act(stale).await);
    // A revision that was never drawn is no excuse either.
    let mut future = pressed(other, &others, some_action(&after_or(&others, &after)));
    future.drawn_from = Some(Revision::new(1_000_000));
    late(table.act(future).await);
    // A typed move is judged against now.
    let typed = Act {
        drawn_from: None,
        ..pressed(mover, &after, some_action(&before))
    };
    let refused = table.act(typed).await.unwrap_err();
    assert!(matches!(
        refused,
        Declined::Refused(Refused::NotYourTurn { .. } | Refused::Rules(_))
    ));
    let now = table.look(Some(person(mover)), None).await.unwrap();
    assert_eq!(now, after);
}

/// Something with actions in it: the first look that has some.
fn after_or(first: &Look, second: &Look) -> Look {
    if first.actions.is_empty() {
        let mut look = second.clone();
        if look.actions.is_empty() {
            look.actions = vec![AnyAction::Okey(okey::Action::Draw)];
        }
        look
    } else {
        first.clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_seats_moves_do_not_outdate_a_panel() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(3, opening(rounds(3), 3, 0)).await;
    let start = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let seat = start.waiting.unwrap().seats.iter().next().unwrap();
    let mover = seat.index() as u64 + 1;
    let waiting_after_next = seat.next(3).next(3).index() as u64 + 1;
    let idle = table
        .look(Some(person(waiting_after_next)), None)
        .await
        .unwrap();
    let own = table.look(Some(person(mover)), None).await.unwrap();
    done(table.act(pressed(mover, &own, some_action(&own))).await);
    let later = table
        .look(Some(person(waiting_after_next)), None)
        .await
        .unwrap();
    assert!(later.revision > idle.revision);
    assert_eq!(later.seat_revision, idle.seat_revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_can_do_nothing_and_see_no_rack() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let look = table.look(Some(person(5)), Some(press())).await.unwrap();
    assert_eq!((look.viewer, look.actions.len()), (Viewer::Watcher, 0));
    assert_eq!(look, table.look(None, None).await.unwrap());
    let act = pressed(5, &look, AnyAction::Okey(okey::Action::Draw));
    let stranger = person(5);
    for declined in [
        table.act(act).await,
        table.leave(stranger, press()).await,
        table.next(stranger, press()).await,
        table.start(stranger, press()).await,
    ] {
        assert_eq!(declined, Err(Declined::NotSeated));
    }
    let declined = table.end(stranger, press(), Ender::Player).await;
    assert_eq!(declined, Err(Declined::MayNotEnd));
    // A host alone may not end a game of two people, but vote; a moderator may.
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!(
        (look.life, look.votes.len(), look.votes_needed()),
        (Life::Playing, 1, 2)
    );
    let look = done(table.end(stranger, press(), Ender::Moderator).await);
    assert_eq!(look.life, Life::Abandoned(Why::EndedByModerator));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leaver_is_last_and_a_computer_plays_on() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    let look = done(table.leave(person(1), press()).await);
    assert_eq!(look.viewer, Viewer::Watcher);
    assert_eq!(look.host, person(2));
    let first = look.seats.values().next().unwrap();
    assert!(matches!(
        first,
        Sitter::Computer { instead_of: Some(who), .. } if *who == person(1)
    ));
    let look = play_out(&mut scene, &table, &[2]).await;
    assert_eq!(look.life, Life::Finished);
    let lines = lines(&scene, false).await;
    let line = |number| {
        let mut own = lines.iter().filter(|line| line.person == person(number));
        own.next().unwrap()
    };
    assert_eq!((line(1).wins, line(1).games), (0, 1));
    assert_eq!(line(2).games, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_person_takes_the_table_along() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    done(table.leave(person(2), press()).await);
    let look = done(table.leave(person(1), press()).await);
    assert_eq!(look.life, Life::Abandoned(Why::Deserted));
    late(table.leave(person(1), press()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_presses_at_once_one_is_played() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(2), 2, 0)).await;
    let first = table.look(Some(person(1)), None).await.unwrap();
    let (mover, own) = if is_to_act(&first) {
        (1, first)
    } else {
        (2, table.look(Some(person(2)), None).await.unwrap())
    };
    let presses: Vec<_> = (0..40)
        .map(|number| {
            let action = own.actions[number % own.actions.len()].clone();
            let (table, act) = (table.clone(), pressed(mover, &own, action));
            tokio::spawn(async move { table.act(act).await })
        })
        .collect();
    let mut played = 0;
    for press in presses {
        match press.await.unwrap() {
            Ok(Answer::Done(look)) => {
                played += 1;
                assert_eq!(look.revision, own.revision.next());
            }
            Ok(Answer::Late(_)) | Err(Declined::Busy | Declined::Refused(_)) => {}
            Err(declined) => panic!("{declined}"),
        }
    }
    assert_eq!(played, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn showing_is_possible_out_of_turn() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let show = AnyAction::Okey(okey::Action::Show);
    // One of three holds the twin in two of five deals.
    for _ in 0..60 {
        let table = scene.playing(4, opening(rounds(2), 4, 0)).await;
        for number in 1..=4 {
            let own = table.look(Some(person(number)), None).await.unwrap();
            if !is_to_act(&own) && own.actions.contains(&show) {
                assert!(own.may_interject);
                let look = done(table.act(pressed(number, &own, show.clone())).await);
                assert_eq!(look.waiting, own.waiting);
                assert_eq!(look.deadline, own.deadline);
                assert!(!look.actions.contains(&show));
                return;
            }
        }
        done(table.end(person(99), press(), Ender::Moderator).await);
    }
    panic!("in sixty deals nobody but the starter held the twin");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_while_the_start_is_posted_leaves_a_game_that_counts_for_two() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for (people, is_casual) in [(2, true), (3, false)] {
        let table = scene.open(opening(rounds(1), 3, 0)).await;
        for number in 2..=people {
            done(table.take_seat(person(number), press()).await);
        }
        done(table.start(person(1), press()).await);
        let look = done(table.leave(person(1), press()).await);
        assert_eq!((look.life, look.host), (Life::Starting, person(2)));
        let look = done(table.begin(MessageId::new(1)).await);
        assert_eq!((look.life, look.casual), (Life::Playing, is_casual));
    }
}
