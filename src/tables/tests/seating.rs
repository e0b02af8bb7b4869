//! Where people sit in a rematch: where they sat in the game before.

use super::*;
use crate::rules::Seat;
use crate::tables::terms::READING;

/// Four seats, of which opposite ones play together.
fn partners() -> AnyOptions {
    let mut options = rounds(1);
    options.set("partnership", "true").unwrap();
    options
}

/// Who sits on each seat: the number of a person, 0 where nobody does, and nothing on that of a computer.
pub(super) fn seated(look: &Look) -> Vec<Option<u64>> {
    let number = |sitter: &Sitter| match sitter {
        Sitter::Empty => Some(0),
        Sitter::Person { person, .. } => Some(person.get()),
        Sitter::Computer { .. } => None,
    };
    look.seats.values().map(number).collect()
}

pub(super) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// A game that these people have played out, and its rematch, which somebody of them opens.
async fn rematch(scene: &mut Scene, before: Opening, people: u64, opener: u64) -> Table {
    let before = scene.playing(people, before).await;
    let numbers: Vec<u64> = (1..=people).collect();
    play_out(scene, &before, &numbers).await;
    let opening = scene.hall.rematch(&before.id, person(opener), press());
    scene.open(opening.await.unwrap()).await
}

async fn joins(table: &Table, who: u64) -> Look {
    done(table.join_rematch(person(who), press()).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_has_their_seat_again_in_whatever_order_they_come() {
    for options in [rounds(1), partners()] {
        let folder = Folder::new();
        let mut scene = Scene::new(&folder).await;
        let table = rematch(&mut scene, opening(options, 4, 0), 4, 2).await;
        let look = table.look(None, None).await.unwrap();
        assert_eq!(seated(&look), [0, 2, 0, 0].map(Some));
        assert_eq!(look.host, person(2));
        joins(&table, 4).await;
        // Also after a restart, and for whoever presses *Join*.
        let time = scene.time.clone();
        scene.hall.close().await;
        let scene = Scene::at(&folder.file(), time).await;
        let table = scene.hall.table(&table.id).unwrap();
        joins(&table, 3).await;
        let look = done(table.take_seat(person(1), press()).await);
        assert_eq!(seated(&look), [1, 2, 3, 4].map(Some));
        done(table.start(person(2), press()).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_sit_where_they_sat_as_good_as_they_were_and_nobody_else_takes_a_seat_that_is_waited_for()
 {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let before = scene.open(opening(partners(), 4, 0)).await;
    let moved = done(before.take_seat(person(2), press()).await);
    done(before.change_seat(person(2), press(), moved.revision).await);
    let added = before.add_computer(person(1), press(), Level::Medium);
    shown(&before, added.await).await;
    scene.time.advance(READING);
    done(before.start(person(1), press()).await);
    let played = done(before.begin(MessageId::new(9_000)).await);
    assert_eq!(seated(&played), [Some(1), None, Some(2), None]);
    play_out(&mut scene, &before, &[1, 2]).await;
    let opening = scene.hall.rematch(&before.id, person(2), press()).await;
    let table = scene.open(opening.unwrap()).await;
    let look = table.look(None, None).await.unwrap();
    assert_eq!(seated(&look), [Some(0), None, Some(2), None]);
    assert_eq!(look.seats, {
        let mut seats = played.seats.clone();
        seats[seat(0)] = Sitter::Empty;
        seats
    });
    // A guest, and a computer, leave the seat of whoever is waited for free.
    done(table.remove_computer(person(2), press()).await);
    let look = done(table.take_seat(person(9), press()).await);
    assert_eq!(seated(&look), [Some(0), Some(9), Some(2), None]);
    done(table.leave(person(9), press()).await);
    done(table.kick(person(2), press(), Some(seat(3))).await);
    let look = done(table.add_computer(person(2), press(), Level::Easy).await);
    assert_eq!(seated(&look), [Some(0), Some(0), Some(2), None]);
    let look = done(table.add_computer(person(2), press(), Level::Easy).await);
    assert_eq!(seated(&look), [Some(0), None, Some(2), None]);
    // Where no other seat is free anybody has it, and its owner has none.
    let look = done(table.take_seat(person(9), press()).await);
    assert_eq!(seated(&look), [Some(9), None, Some(2), None]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_took_over_a_seat_has_it_in_the_rematch_and_a_leaver_without_one_gets_what_is_free()
{
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let before = scene.playing(3, opening(partners(), 4, 0)).await;
    // One seat is left to a computer, another one to somebody else.
    for number in [2, 3] {
        done(before.leave(person(number), press()).await);
    }
    done(before.take_over(person(9), press(), seat(1)).await);
    play_out(&mut scene, &before, &[1, 9]).await;
    let opening = scene.hall.rematch(&before.id, person(2), press()).await;
    let table = scene.open(opening.unwrap()).await;
    let look = table.look(None, None).await.unwrap();
    assert_eq!(seated(&look), [Some(2), Some(0), Some(0), None]);
    // The seat that the opener has is not theirs: the others read that first.
    let unseen = table.join_rematch(person(9), press()).await;
    assert_eq!(unseen, Err(Declined::OtherTerms));
    for number in [9, 3] {
        done(table.take_seat(person(number), press()).await);
    }
    let look = table.look(None, None).await.unwrap();
    assert_eq!(seated(&look), [Some(2), Some(9), Some(3), None]);
    let refused = table.take_seat(person(1), press()).await;
    assert_eq!(refused, Err(Declined::Full { seats: 4 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_down_unseen_in_a_rematch_with_other_partners() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = rematch(&mut scene, opening(partners(), 4, 1), 3, 1).await;
    let other = async |who| {
        let unseen = table.join_rematch(person(who), press()).await;
        assert_eq!(unseen, Err(Declined::OtherTerms));
    };
    // A computer is gone, or another one; a player was removed; somebody sits where they did not.
    done(table.remove_computer(person(1), press()).await);
    other(3).await;
    done(table.add_computer(person(1), press(), Level::Medium).await);
    other(3).await;
    done(table.remove_computer(person(1), press()).await);
    done(table.add_computer(person(1), press(), Level::Easy).await);
    joins(&table, 2).await;
    done(table.kick(person(1), press(), Some(seat(1))).await);
    other(3).await;
    done(table.invite(person(1), press(), person(2)).await);
    let look = joins(&table, 2).await;
    done(table.change_seat(person(2), press(), look.revision).await);
    other(3).await;
    done(table.leave(person(2), press()).await);
    let lobby = table.look(None, None).await.unwrap();
    assert_eq!(seated(&lobby), [Some(1), Some(0), Some(0), None]);
    joins(&table, 3).await;

    // Where everybody plays alone, the others are no terms.
    let table = rematch(&mut scene, opening(rounds(1), 4, 1), 3, 1).await;
    done(table.remove_computer(person(1), press()).await);
    done(table.take_seat(person(9), press()).await);
    let look = joins(&table, 3).await;
    assert_eq!(seated(&look), [1, 0, 3, 9].map(Some));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_by_the_button_of_the_game_before_sees_that_their_partner_is_not_there() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = rematch(&mut scene, opening(partners(), 4, 0), 4, 1).await;
    for number in [2, 3] {
        let look = joins(&table, number).await;
        table.lobby_is_shown(look.revision).await;
    }
    let start = async || table.start(person(1), press()).await;
    let (readers, left) = ([2, 3].map(person).to_vec(), Some(READING));
    let waits = Err(Declined::TermsChanged { readers, left });
    assert_eq!(start().await, waits);
    // Nor where the seat of the one who is missing was filled before.
    let added = table.add_computer(person(1), press(), Level::Medium).await;
    shown(&table, added).await;
    let (readers, left) = ([2, 3].map(person).to_vec(), Some(READING));
    let waits = Err(Declined::TermsChanged { readers, left });
    assert_eq!(start().await, waits);
    scene.time.advance(READING);
    done(start().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_sits_where_they_sat() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = rematch(&mut scene, opening(partners(), 4, 0), 4, 1).await;
    joins(&table, 2).await;
    scene.hall.forgets(person(2)).await;
    // The others find nothing changed.
    for number in [3, 4] {
        joins(&table, number).await;
    }
    let start = table.start(person(1), press()).await;
    done(start);
}
