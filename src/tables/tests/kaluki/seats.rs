//! The draw for seats: everybody moves, whoever sits there then, and the record tells how.

use super::*;
use crate::arena::verifier::verify;
use crate::tables::record::record;

/// Who sits where.
fn sitters(look: &Look) -> Vec<Sitter> {
    look.seats.values().copied().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_computers_move_to_the_seats_that_they_drew() {
    let mut has_moved = false;
    for _ in 0..8 {
        let folder = Folder::new();
        let scene = Scene::new(&folder).await;
        let wanted = opening(GameId::Kaluki.default_options(), 5, 1);
        let table = scene.open(wanted).await;
        for number in 2..=4 {
            done(table.take_seat(person(number), press()).await);
        }
        let before = done(table.start(person(1), press()).await);
        // Somebody goes while the start is being posted: a computer has their seat, and moves with it.
        done(table.leave(person(3), press()).await);
        done(table.begin(MessageId::new(9_000)).await);
        let after = look(&table, 1).await;
        assert!(after.seats_drawn && !before.seats_drawn);
        for who in [1, 2, 4] {
            let own = look(&table, who).await;
            let seat = own.viewer.seat().expect("a seat");
            assert_eq!(own.seats[seat].person(), Some(person(who)));
            assert_eq!(
                view(&own).hand().map(<[Card]>::len),
                Some(
                    13 + usize::from(
                        matches!(view(&own).phase, Phase::Play(actor) if actor == seat),
                    )
                )
            );
        }
        let computers = sitters(&after)
            .into_iter()
            .filter(|sitter| sitter.person().is_none());
        assert_eq!(computers.count(), 2);
        assert_eq!(after.host, person(1));
        has_moved |= [1, 2, 4]
            .into_iter()
            .any(|who| before.seat_of(person(who)) != after.seat_of(person(who)));

        // A restart finds everybody where they sit, and a record tells how it came.
        let id = table.id.clone();
        done(table.end(person(99), press(), Ender::Moderator).await);
        let over = look(&table, 1).await;
        let told = record(&scene.store, &id)
            .await
            .unwrap()
            .expect("it has ended");
        verify(&told).expect("a right record");
        let mut forged = told.clone();
        let drawn = forged
            .steps
            .iter_mut()
            .flat_map(|step| &mut step.changes)
            .find(|change| change.get("seats_drawn").is_some());
        let seats = drawn
            .expect("they were drawn")
            .pointer_mut("/seats_drawn/seats")
            .expect("seats");
        seats.as_array_mut().expect("a list").rotate_left(1);
        let fault = verify(&forged).expect_err("other seats");
        assert!(fault.to_string().contains("seats are not drawn"), "{fault}");
        let mut silent = told.clone();
        silent.steps.iter_mut().for_each(|step| {
            step.changes
                .retain(|change| change.get("seats_drawn").is_none())
        });
        assert!(verify(&silent).is_err());
        drop(table);
        let time = ends(scene).await;
        let (scene, table) = again(&folder, &id, time).await;
        assert_eq!(sitters(&look(&table, 1).await), sitters(&over));
        drop(table);
        ends(scene).await;
    }
    assert!(has_moved, "eight draws that moved nobody");
}

/// Whoever sits there now has drawn nothing.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_who_drew_a_seat_once_somebody_has_left() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene
        .open(opening(GameId::Kaluki.default_options(), 3, 0))
        .await;
    for number in 2..=3 {
        done(table.take_seat(person(number), press()).await);
    }
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    let drawn = look(&table, 2).await;
    let left = drawn.seat_of(person(2)).expect("a seat");
    assert!(drawn.seats_drawn);
    done(table.leave(person(2), press()).await);
    assert!(!look(&table, 1).await.seats_drawn);
    done(table.take_over(person(4), press(), left).await);
    let now = look(&table, 4).await;
    assert_eq!(now.seat_of(person(4)), Some(left));
    assert!(!now.seats_drawn);
    // A restart finds it so.
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    let (scene, table) = again(&folder, &id, time).await;
    assert!(!look(&table, 1).await.seats_drawn);
    drop(table);
    ends(scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_draws_for_seats_where_the_game_does_not() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let now = look(&table, 1).await;
    assert!(!now.seats_drawn);
    assert_eq!(now.seat_of(person(1)), Some(seat(0)));
}
