//! Lobbies: seats, hosts, starting, closing.

use super::*;
use crate::rules::{Seats, Viewer};
use crate::tables::sittings::{MOST_MOVES, MOST_SITTINGS};

#[tokio::test(flavor = "multi_thread")]
async fn seats_fill_and_empty() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 3, 1)).await;
    let (host, guest, third) = (person(1), person(2), person(3));
    assert_eq!(
        table.take_seat(host, press()).await,
        Err(Declined::AlreadySeated)
    );
    let look = done(table.take_seat(guest, press()).await);
    assert!(!look.casual);
    assert_eq!(look.viewer, Viewer::Seat(look.seat_of(guest).unwrap()));
    let full = Err(Declined::Full { seats: 3 });
    assert_eq!(table.take_seat(third, press()).await, full);
    assert_eq!(table.add_computer(host, press(), Level::Easy).await, full);
    assert_eq!(
        table.remove_computer(guest, press()).await,
        Err(Declined::NotHost)
    );
    done(table.remove_computer(host, press()).await);
    assert_eq!(
        table.remove_computer(host, press()).await,
        Err(Declined::NoComputer)
    );
    done(table.take_seat(third, press()).await);
    // The host gets up: the next person is host.
    let look = done(table.leave(host, press()).await);
    assert_eq!(look.host, guest);
    assert_eq!(table.start(host, press()).await, Err(Declined::NotSeated));
    let look = done(table.start(guest, press()).await);
    assert_eq!(look.life, Life::Starting);
    assert!(look.seats.values().all(|sitter| *sitter != Sitter::Empty));
    assert_eq!(
        table.add_computer(guest, press(), Level::Easy).await,
        Err(Declined::OnlyInLobby)
    );
    assert_eq!(
        table.take_seat(host, press()).await,
        Err(Declined::AlreadyStarted)
    );
}

#[test]
fn whom_the_host_removed_sits_down_again_only_after_an_invitation_also_after_a_restart() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let (host, guest, third) = (person(1), person(2), person(3));
    let removed = Err(Declined::Removed);
    let first = restart::process();
    let id = first.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.open(opening(rounds(1), 4, 1)).await;
        done(table.take_seat(guest, press()).await);
        let look = done(table.take_seat(third, press()).await);
        let seat = look.seat_of(guest).unwrap();
        done(table.kick(host, press(), Some(seat)).await);
        assert_eq!(table.take_seat(guest, press()).await, removed);
        // Nobody but the host takes that back.
        let by_other = table.invite(third, press(), guest).await;
        assert_eq!(by_other, Err(Declined::NotHost));
        assert_eq!(table.take_seat(guest, press()).await, removed);
        done(table.invite(host, press(), guest).await);
        done(table.take_seat(guest, press()).await);
        // Whoever gets up was not removed, nor was anybody with a computer that goes.
        done(table.leave(guest, press()).await);
        done(table.remove_computer(host, press()).await);
        let look = done(table.take_seat(guest, press()).await);
        done(table.kick(host, press(), look.seat_of(third)).await);
        table.id.clone()
    });
    first.shutdown_timeout(LIMIT);
    let second = restart::process();
    second.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.hall.table(&id).expect("the lobby is open still");
        assert_eq!(table.take_seat(third, press()).await, removed);
        done(table.invite(host, press(), third).await);
        done(table.take_seat(third, press()).await);
    });
    second.shutdown_timeout(LIMIT);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_removes_somebody_removes_nobody_who_has_their_seat_since() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    let (host, gone, next) = (person(1), person(2), person(3));
    done(table.take_seat(gone, press()).await);
    done(table.leave(gone, press()).await);
    let look = done(table.take_seat(next, press()).await);
    let kicked = table.kick_person(host, press(), gone).await;
    assert_eq!(kicked, Err(Declined::NobodyThere));
    assert_eq!(
        table.look(None, None).await.unwrap().revision,
        look.revision
    );
    let look = done(table.kick_person(host, press(), next).await);
    assert_eq!(look.seat_of(next), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_host_removed_takes_no_seat_of_the_game_either_without_an_invitation() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(9), 3, 0)).await;
    let (host, guest, third) = (person(1), person(2), person(3));
    done(table.take_seat(guest, press()).await);
    let look = done(table.take_seat(third, press()).await);
    let removed = look.seat_of(guest).unwrap();
    done(table.kick(host, press(), Some(removed)).await);
    done(table.add_computer(host, press(), Level::Easy).await);
    done(table.start(host, press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    let left = done(table.leave(third, press()).await);
    let seat = look.seat_of(third).unwrap();
    assert!(left.is_to_take(seat));
    // Whoever comes in from the street may, as they read.
    for (who, may_take) in [(guest, Seats::NONE), (person(7), Seats::only(seat))] {
        let look = table.look(Some(who), None).await.unwrap();
        assert_eq!(look.may_take, may_take);
    }
    let refused = table.take_over(guest, press(), seat).await;
    assert_eq!(refused, Err(Declined::Removed));
    done(table.invite(host, press(), guest).await);
    done(table.take_over(guest, press(), seat).await);
}

#[test]
fn whoever_sits_down_again_and_again_needs_an_invitation_and_takes_nothing_from_the_others() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let (host, guest, third) = (person(1), person(2), person(3));
    let most = MOST_SITTINGS;
    let refused = Err(Declined::SatTooOften { most });
    let comes_and_goes = async |table: &Table| {
        for _ in 0..most {
            done(table.take_seat(guest, press()).await);
            done(table.leave(guest, press()).await);
        }
    };
    let first = restart::process();
    let id = first.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.open(opening(rounds(1), 4, 0)).await;
        comes_and_goes(&table).await;
        assert_eq!(table.take_seat(guest, press()).await, refused);
        // Nobody else is, and nobody else's invitation counts.
        done(table.take_seat(third, press()).await);
        done(table.add_computer(host, press(), Level::Easy).await);
        let by_other = table.invite(third, press(), guest).await;
        assert_eq!(by_other, Err(Declined::NotHost));
        assert_eq!(table.take_seat(guest, press()).await, refused);
        done(table.invite(host, press(), guest).await);
        comes_and_goes(&table).await;
        assert_eq!(table.take_seat(guest, press()).await, refused);
        table.id.clone()
    });
    first.shutdown_timeout(LIMIT);
    let second = restart::process();
    second.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.hall.table(&id).expect("the lobby is open still");
        assert_eq!(table.take_seat(guest, press()).await, refused);
        done(table.invite(host, press(), guest).await);
        done(table.take_seat(guest, press()).await);
    });
    second.shutdown_timeout(LIMIT);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_moves_again_and_again_stays_in_the_end() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    // Where partners choose where they sit.
    let mut teams = rounds(1);
    teams.set("partnership", "true").unwrap();
    let table = scene.open(opening(teams, 4, 0)).await;
    let (guest, third) = (person(2), person(3));
    let mut look = done(table.take_seat(guest, press()).await);
    for _ in 0..MOST_MOVES {
        let moved = table.change_seat(guest, press(), look.revision).await;
        look = done(moved);
    }
    let refused = table.change_seat(guest, press(), look.revision).await;
    let most = MOST_MOVES;
    assert_eq!(refused, Err(Declined::MovedTooOften { most }));
    // They may get up and come back, which is no move; and others may move.
    done(table.leave(guest, press()).await);
    done(table.take_seat(guest, press()).await);
    let look = done(table.take_seat(third, press()).await);
    done(table.change_seat(third, press(), look.revision).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_of_the_lobby_is_not_given_up_once_the_game_is_under_way() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 3, 0)).await;
    let (guest, third) = (person(2), person(3));
    for person in [guest, third] {
        done(table.take_seat(person, press()).await);
    }
    done(table.start(person(1), press()).await);
    // Nothing is dealt before the start is posted.
    let look = done(table.leave_lobby(third, press()).await);
    assert_eq!((look.life, look.seat_of(third)), (Life::Starting, None));
    done(table.begin(MessageId::new(7)).await);
    let look = late(table.leave_lobby(guest, press()).await);
    assert!(look.seat_of(guest).is_some());
    let declined = table.leave_lobby(third, press()).await;
    assert_eq!(declined, Err(Declined::NotSeated));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_start_is_asked_for_again_only_after_a_while() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    done(table.start(person(1), press()).await);
    late(table.start(person(1), press()).await);
    scene.time.advance(Duration::from_secs(10));
    done(table.start(person(1), press()).await);
    late(table.start(person(1), press()).await);
    // Whoever is told that this failed presses again at once.
    table.was_not_announced().await;
    done(table.start(person(1), press()).await);
    late(table.start(person(1), press()).await);
    let look = done(table.begin(MessageId::new(7)).await);
    assert_eq!(look.life, Life::Playing);
    assert_eq!(look.places.start, Some(MessageId::new(7)));
    assert!(look.waiting.is_some());
    // A second start message changes nothing any more.
    let look = late(table.begin(MessageId::new(8)).await);
    assert_eq!(look.places.start, Some(MessageId::new(7)));
}

#[tokio::test(flavor = "multi_thread")]
async fn openings_that_cannot_be_are_declined() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for (seats, computers) in [(0, 0), (1, 0), (5, 0), (9, 0), (2, 2), (4, 9)] {
        let declined = scene.hall.open(opening(rounds(1), seats, computers)).await;
        assert!(
            matches!(
                declined,
                Err(Declined::Rules(_) | Declined::TooManyComputers { .. })
            ),
            "{seats} {computers}"
        );
    }
    let first = opening(rounds(1), 2, 0);
    let channel = first.channel;
    let table = scene.open(first.clone()).await;
    let busy = Err(Declined::ChannelBusy {
        table: table.id.clone(),
    });
    assert_eq!(scene.hall.open(first).await, busy);
    assert_eq!(scene.hall.in_channel(channel).unwrap().id, table.id);
    done(table.end(person(1), press(), Ender::Player).await);
    assert!(scene.hall.in_channel(channel).is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_nobody_presses_in_closes() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    scene.time.advance(Duration::from_secs(59 * 60));
    let look = table.look(Some(person(9)), Some(press())).await.unwrap();
    assert_eq!(
        look.closes_at,
        Some(
            Clock::new(scene.time.clone())
                .now()
                .plus(Duration::from_secs(3600))
        )
    );
    scene.time.advance(Duration::from_secs(59 * 60));
    assert_eq!(table.look(None, None).await.unwrap().life, Life::Lobby);
    scene.time.advance(Duration::from_secs(60));
    let look = scene.until(&table, 1, is_over).await;
    assert_eq!(look.life, Life::Abandoned(Why::Idle));
    // It can be looked at for an hour, then it is forgotten.
    scene.time.advance(Duration::from_secs(3600));
    in_time(async { while table.look(None, None).await.is_ok() {} }).await;
    assert_eq!(table.look(None, None).await, Err(Declined::Gone));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ping_that_is_gone_takes_no_newer_place_of_its_table_along() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    let remember = async |change| table.remember(change).await.unwrap();
    remember(PlacesChange::board(MessageId::new(31))).await;
    remember(PlacesChange::ping(MessageId::new(32))).await;
    done(table.end(person(1), press(), Ender::Player).await);
    let [stray] = &scene.hall.stray_pings().await[..] else {
        panic!("one ping");
    };
    // The board is posted anew while the ping is being removed.
    let board = Some(MessageId::new(33));
    remember(PlacesChange::board(board)).await;
    scene.hall.forget_stray_ping(stray).await;
    let places = table.look(None, None).await.unwrap().places;
    assert_eq!((places.board, places.ping), (board, None));
    let row = scene.store.load(&table.id).await.unwrap().row;
    assert_eq!((row.board, row.ping), (board, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn places_are_remembered_without_a_step() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    let before = table.look(None, None).await.unwrap();
    table
        .remember(PlacesChange::board(MessageId::new(31)))
        .await
        .unwrap();
    table
        .remember(PlacesChange::ping(MessageId::new(32)))
        .await
        .unwrap();
    table.remember(PlacesChange::ping(None)).await.unwrap();
    let after = table.look(None, None).await.unwrap();
    assert_eq!(after.revision, before.revision);
    assert_eq!(
        (after.places.board, after.places.ping),
        (Some(MessageId::new(31)), None)
    );
}
