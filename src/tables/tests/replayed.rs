//! Replays: made of what has ended and of nothing else, the same from a packed journal, and refused where a journal is not sound.

use super::*;
use crate::rules::any::GameId;
use crate::rules::{Seat, Viewer};
use crate::store::{Failure, OtherProgram};
use crate::tables::tidy::{Retention, Tidier, Tidying};

async fn read(scene: &Scene, table: &TableId) -> Result<Option<Replay>, Failure> {
    match scene.store.load_ended(table).await? {
        Some(loaded) => Replay::of(loaded),
        None => Ok(None),
    }
}

async fn replay(scene: &Scene, table: &TableId) -> Option<Replay> {
    read(scene, table).await.unwrap()
}

/// Every rack at every place, with what everybody saw.
fn told(replay: &Replay) -> Vec<Vec<Look>> {
    let stops = (0..replay.stops()).map(|stop| {
        let seen = replay.seen(stop, Order::Colours).expect("a place");
        let public = seen.look(Viewer::Watcher);
        let seats = Seat::all(public.seats.len());
        let racks = seats.map(|seat| seen.look(Viewer::Seat(seat)));
        racks.chain([public.clone()]).collect()
    });
    stops.collect()
}

async fn tidied(scene: &Scene, retention: Retention) {
    let now = scene.time.now();
    let tidier = Tidier::new(scene.store.clone(), retention, Tidying::Really, now);
    tidier.all().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_table_is_read_before_it_has_ended_nor_after_it_is_deleted() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let lobby = scene.open(opening(rounds(1), 4, 1)).await;
    assert!(replay(&scene, &lobby.id).await.is_none(), "a lobby");
    done(lobby.end(person(1), press(), Ender::Player).await);
    assert!(replay(&scene, &lobby.id).await.is_none(), "no game");
    let table = scene.playing(2, opening(rounds(2), 3, 1)).await;
    assert!(replay(&scene, &table.id).await.is_none(), "it is played");
    play_out(&mut scene, &table, &[1, 2]).await;
    let read = replay(&scene, &table.id).await.expect("it has ended");
    assert_eq!((read.life(), read.rounds().len()), (Life::Finished, 2));
    let before = told(&read);
    let (first, last) = (&before[0], before.last().expect("a place"));
    assert_eq!(first[0].life, Life::Playing);
    assert_eq!(last[0].life, Life::Finished);
    // What everybody saw in the end.
    let after = read.rounds().last().map(|round| &round.after);
    assert!(after.is_some() && last[3].view.as_ref() == after);
    let seats = [1, 2, 77].map(|number| read.seat_of(person(number)));
    assert!(seats[0].is_some() && seats[1].is_some() && seats[2].is_none());
    // No place there has anything to be pressed, and none beyond it.
    assert!(before.iter().flatten().all(|look| look.actions.is_empty()));
    assert!(read.seen(read.stops(), Order::Melds).is_none());

    scene.time.advance(Retention::days(31));
    tidied(&scene, Retention::USUAL).await;
    let packed = replay(&scene, &table.id).await.expect("it is kept");
    assert!(told(&packed) == before, "a packed journal is the same one");
    scene.time.advance(Retention::days(365));
    let deleting = Retention {
        deleted_after: Some(Retention::days(365)),
        ..Retention::USUAL
    };
    tidied(&scene, deleting).await;
    assert!(replay(&scene, &table.id).await.is_none(), "it is deleted");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_that_is_broken_off_is_read_up_to_there_and_a_damaged_one_is_not() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let mut tables = Vec::new();
    for game in GameId::ALL {
        let seats = *game.seats().end();
        let table = scene
            .playing(2, opening(game.default_options(), seats, seats - 2))
            .await;
        done(table.end(person(99), press(), Ender::Moderator).await);
        let read = replay(&scene, &table.id).await.expect("it has ended");
        let why = Why::EndedByModerator;
        assert_eq!(read.life(), Life::Abandoned(why), "{game:?}");
        assert!(read.stops() > 0 && read.rounds().len() == 1, "{game:?}");
        assert!(!told(&read).is_empty());
        tables.push(table.id);
    }
    let mut other = OtherProgram::at(&folder.file()).await;
    let damage = "update steps set changes = replace(changes, 'dealt', 'dealr') returning 1";
    assert!(!other.numbers(damage).await.is_empty());
    for table in &tables {
        let read = read(&scene, table).await;
        let is_told =
            matches!(&read, Err(failure @ Failure::Unreadable { .. }) if failure.is_damage());
        assert!(is_told, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_slept_through_has_no_winner_in_its_replay_either() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    super::ending::nobody_moves(&mut scene, &table).await;
    let read = replay(&scene, &table.id).await.expect("it has ended");
    assert_eq!(read.life(), Life::Abandoned(Why::AllAway));
    let looks = told(&read).pop().expect("a place");
    let shown = table.look(None, None).await.unwrap();
    assert_eq!(looks.last().and_then(|look| look.view.clone()), shown.view);
    for view in looks.into_iter().filter_map(|look| look.view) {
        assert!(view.clone().without_standing() == view, "somebody won");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_tells_what_was_seen_at_the_one_before_it() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(3), 3, 1)).await;
    play_out(&mut scene, &table, &[1, 2]).await;
    let read = replay(&scene, &table.id).await.expect("it has ended");
    assert!(read.rounds().len() > 1 && read.weight() > 0);
    let seen = |stop| read.seen(stop, Order::Colours).expect("a place");
    assert!(seen(0).look_before(Viewer::Watcher).is_none());
    for stop in 1..read.stops() {
        let before = seen(stop).look_before(Viewer::Watcher);
        let there = seen(stop - 1).look(Viewer::Watcher);
        assert!(before == Some(there), "{stop}");
    }
}
