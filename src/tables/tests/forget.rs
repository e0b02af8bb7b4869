//! Forgetting people: they become nobody, and everything else stays as it was.

use super::results::lines;
use super::*;
use crate::store::{OtherProgram, Written};
use crate::tables::record::record;
use crate::tables::tidy::{Retention, Tidier, Tidying};

async fn told(scene: &Scene, table: &Table) -> String {
    let record = record(&scene.store, &table.id).await.unwrap();
    record.expect("it has ended").to_text()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_become_nobody_one_after_the_other_and_the_game_stays() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let nothing = scene.store.forget(person(1)).await;
    assert_eq!(nothing, Ok(Written::Duplicate));
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    play_out(&mut scene, &table, &[1, 2]).await;
    let before = (told(&scene, &table).await, lines(&scene, false).await);
    assert_eq!(before.1.len(), 2);

    assert_eq!(scene.store.forget(person(1)).await, Ok(Written::Done));
    let left = lines(&scene, false).await;
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].person, left[0].games), (person(2), 1));
    let past = scene.store.past(server(), person(2), 0, 5).await.unwrap();
    let others = &past.games[0].others;
    assert!(others.len() == 1 && others[0].is_nobody(), "{others:?}");

    // Also where the journal was packed meanwhile; and two nobodies are not the same.
    scene.time.advance(Retention::days(31));
    let tidier = Tidier::new(
        scene.store.clone(),
        Retention::USUAL,
        Tidying::Really,
        scene.time.now(),
    );
    assert_eq!(tidier.all().await.unwrap().packed, 1);
    assert_eq!(scene.store.forget(person(2)).await, Ok(Written::Done));
    assert_eq!(lines(&scene, false).await, Vec::new());
    let stored = scene.store.load(&table.id).await.unwrap();
    let [one, other] = &stored.sat[..] else {
        panic!("two sat there");
    };
    assert!(one.person.is_nobody() && other.person.is_nobody());
    assert_ne!(one.person, other.person);
    assert!(told(&scene, &table).await == before.0, "the record");
    let again = scene.store.forget(person(2)).await;
    assert_eq!(again, Ok(Written::Duplicate));
    let own = scene.store.personal(person(2)).await.unwrap();
    assert!(own.results.is_empty() && own.seats.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_to_the_table_that_was_to_forget_them_is_known_there() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(3, opening(rounds(1), 3, 0)).await;
    let look = done(table.leave(person(3), press()).await);
    let seat = look.seats.iter().map(|(seat, _)| seat).next_back().unwrap();
    assert_eq!(scene.store.forget(person(3)).await, Ok(Written::Done));
    done(table.take_over(person(3), press(), seat).await);
    play_out(&mut scene, &table, &[1, 2, 3]).await;
    let own = scene.store.personal(person(3)).await.unwrap();
    assert!(!own.results.is_empty() && !own.seats.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_has_ended_names_nobody_who_was_forgotten() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(4, opening(rounds(1), 4, 0)).await;
    let left_by = |look: &Look| {
        let left = look.seats.iter().filter_map(|(_, sitter)| match sitter {
            Sitter::Computer { instead_of, .. } => *instead_of,
            _ => None,
        });
        left.collect::<Vec<_>>()
    };
    for number in [3, 4] {
        done(table.leave(person(number), press()).await);
    }
    // While it goes on it knows them; in the moment it ends it forgets who wanted that.
    assert_eq!(scene.store.forget(person(3)).await, Ok(Written::Done));
    scene.hall.forgets(person(3)).await;
    let look = table.look(None, None).await.unwrap();
    assert!(left_by(&look).contains(&person(3)));
    let ended = play_out(&mut scene, &table, &[1, 2]).await;
    let [third, fourth] = left_by(&ended)[..] else {
        panic!("two left");
    };
    assert!(third.is_nobody() && fourth == person(4));

    // And then at once; where its messages stand it knows as before.
    let board = PlacesChange::board(Some(MessageId::new(9_001)));
    table.remember(board).await.unwrap();
    for number in [1, 4] {
        assert_eq!(scene.store.forget(person(number)).await, Ok(Written::Done));
        scene.hall.forgets(person(number)).await;
    }
    let look = table.look(None, None).await.unwrap();
    assert!(left_by(&look).iter().all(|left| left.is_nobody()));
    assert!(look.host.is_nobody() && look.seat_of(person(1)).is_none());
    assert!(look.seat_of(person(2)).is_some());
    assert_eq!(look.places.board, Some(MessageId::new(9_001)));
    assert_eq!(look.revision, ended.revision);
}

/// Its board may still be to be settled: it is not let go for a disk that is slow.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_has_ended_waits_for_a_journal_that_the_disk_does_not_give() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let ended = play_out(&mut scene, &table, &[1, 2]).await;
    assert_eq!(scene.store.forget(person(1)).await, Ok(Written::Done));
    let mut other = OtherProgram::at(&folder.file()).await;
    other.hide_journals().await;
    scene.hall.forgets(person(1)).await;
    // Until it can be read nobody is named.
    let unsure = in_time(table.look(None, None)).await;
    assert_eq!(unsure, Err(Declined::Unsure));
    other.show_journals().await;
    let look = loop {
        match table.look(None, None).await {
            Ok(look) => break look,
            Err(declined) => assert_eq!(declined, Declined::Unsure),
        }
        in_time(scene.news.recv()).await.unwrap();
    };
    assert!(look.host.is_nobody() && look.seat_of(person(1)).is_none());
    assert_eq!((look.revision, look.life), (ended.revision, ended.life));
    other.leave().await;
}
