//! What is changed in a lobby is read before a game begins over it.

use super::*;
use crate::rules::any::GameId;
use crate::tables::terms::READING;

fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

/// A start that waits for these people, so long.
fn waits(readers: &[u64], left: Duration) -> Result<Answer, Declined> {
    waits_for(readers, Some(left))
}

/// So long, or until a lobby shows what is new.
fn waits_for(readers: &[u64], left: Option<Duration>) -> Result<Answer, Declined> {
    let readers = readers.iter().copied().map(person).collect();
    Err(Declined::TermsChanged { readers, left })
}

/// A casual match of Kaluki for nothing, for three.
fn for_nothing() -> Opening {
    let options = GameId::Kaluki.default_options().without_stakes();
    let options = options.expect("a game of units");
    Opening {
        rated: false,
        ..opening(options, 3, 0)
    }
}

async fn sets(table: &Table, name: &str, value: &str) -> Look {
    let set = table.set_option(person(1), press(), name, value).await;
    shown(table, set).await
}

async fn counts(table: &Table, counting: Counting) -> Look {
    let counted = table.count(person(1), press(), counting).await;
    shown(table, counted).await
}

/// Everybody can see the lobby as it is.
async fn all_see(table: &Table) {
    let look = table.look(None, None).await.unwrap();
    table.lobby_is_shown(look.revision).await;
}

async fn starts(table: &Table) -> Result<Answer, Declined> {
    table.start(person(1), press()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_starts_a_game_over_terms_that_the_others_could_not_read() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(for_nothing()).await;
    done(table.take_seat(person(2), press()).await);
    let look = done(table.take_seat(person(3), press()).await);
    assert_eq!(look.terms_changed_at, None);
    counts(&table, Counting::Rated).await;
    scene.time.advance(ms(4_000));
    let look = sets(&table, "stake_call_up", "50").await;
    assert_eq!(look.terms_changed_at, Some(scene.time.now()));
    assert_eq!(starts(&table).await, waits(&[2, 3], READING));
    scene.time.advance(READING - ms(1));
    // Whoever reads and does not like it goes; computers are no terms.
    done(table.leave(person(3), press()).await);
    done(table.add_computer(person(1), press(), Level::Easy).await);
    assert_eq!(starts(&table).await, waits(&[2], ms(1)));
    scene.time.advance(ms(1));
    let look = done(starts(&table).await);
    assert_eq!((look.life, look.terms_changed_at), (Life::Starting, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_lobby_shows_yet_nobody_has_read() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(for_nothing()).await;
    let before = done(table.take_seat(person(2), press()).await);
    let counted = table.count(person(1), press(), Counting::Rated).await;
    let changed = done(counted);
    scene.time.advance(ms(600_000));
    assert_eq!(starts(&table).await, waits_for(&[2], None));
    table.lobby_is_shown(before.revision).await;
    assert_eq!(starts(&table).await, waits_for(&[2], None));
    table.lobby_is_shown(changed.revision).await;
    assert_eq!(starts(&table).await, waits(&[2], READING));
    scene.time.advance(ms(9_000));
    // What comes after it is nothing that is to be read.
    shown(&table, table.take_seat(person(3), press()).await).await;
    assert_eq!(starts(&table).await, waits(&[2, 3], ms(1_000)));
    // Nobody can get up while they are cut off.
    scene.hall.lines().breaks(0, scene.time.now());
    scene.time.advance(ms(60_000));
    scene.hall.lines().opens(0).await;
    assert_eq!(starts(&table).await, waits(&[2, 3], ms(1_000)));
    scene.time.advance(ms(1_000));
    done(starts(&table).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sits_alone_waits_for_nobody_until_somebody_comes() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let alone = scene.open(for_nothing()).await;
    counts(&alone, Counting::Rated).await;
    done(alone.add_computer(person(1), press(), Level::Easy).await);
    done(starts(&alone).await);

    let table = scene.open(for_nothing()).await;
    let look = counts(&table, Counting::Rated).await;
    assert_eq!(look.terms_changed_at, None);
    let changed_at = scene.time.now();
    scene.time.advance(ms(9_000));
    // They may have read it as it was before.
    let look = done(table.take_seat(person(2), press()).await);
    assert_eq!(look.terms_changed_at, Some(changed_at));
    assert_eq!(starts(&table).await, waits(&[2], ms(1_000)));
    // The next host waits neither for whoever went nor for themselves.
    done(table.leave(person(1), press()).await);
    done(table.start(person(2), press()).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_comes_and_goes_holds_up_no_host_who_sits_alone() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 3, 2)).await;
    let chosen = table.choose_for_free_seats(person(1), press(), FreeSeats::LeftOut);
    shown(&table, chosen.await).await;
    done(table.remove_computer(person(1), press()).await);
    done(table.take_seat(person(2), press()).await);
    shown(&table, table.leave(person(2), press()).await).await;
    done(starts(&table).await);
}

/// Hosts choose the rules first: a line that stands in every lobby is read by nobody when it matters.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_never_saw_other_terms_is_told_of_no_change() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(for_nothing()).await;
    counts(&table, Counting::Rated).await;
    scene.time.advance(READING);
    let look = done(table.take_seat(person(2), press()).await);
    assert_eq!(look.terms_changed_at, None);
    // The next change is told, as long as they sit here.
    sets(&table, "stake_kaluki", "9").await;
    let changed_at = scene.time.now();
    scene.time.advance(READING);
    let look = done(table.take_seat(person(3), press()).await);
    assert_eq!(look.terms_changed_at, Some(changed_at));
    let look = done(table.leave(person(2), press()).await);
    assert_eq!(look.terms_changed_at, None);
    // Whoever is back knows what it was, also after a restart.
    scene.hall.close().await;
    let scene = Scene::at(&folder.file(), scene.time.clone()).await;
    let table = scene.hall.all().pop().unwrap();
    let look = table.look(Some(person(1)), None).await.unwrap();
    assert_eq!(look.terms_changed_at, None);
    let look = done(table.take_seat(person(2), press()).await);
    assert_eq!(look.terms_changed_at, Some(changed_at));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_is_read_once_more_after_a_restart_and_a_clock_that_ran_ahead_blocks_no_start()
{
    let folder = Folder::new();
    let ahead = ManualTime::default();
    let scene = Scene::at(&folder.file(), ahead.clone()).await;
    let table = scene.open(for_nothing()).await;
    done(table.take_seat(person(2), press()).await);
    ahead.advance(ms(3_000_000));
    sets(&table, "stake_kaluki", "9").await;
    ahead.advance(ms(4_000));
    scene.hall.close().await;
    let scene = Scene::at(&folder.file(), ahead.clone()).await;
    let table = scene.hall.all().pop().unwrap();
    assert_eq!(starts(&table).await, waits_for(&[2], None));
    all_see(&table).await;
    ahead.advance(ms(4_000));
    assert_eq!(starts(&table).await, waits(&[2], ms(6_000)));
    scene.hall.close().await;
    let right = ManualTime::default();
    let scene = Scene::at(&folder.file(), right.clone()).await;
    let table = scene.hall.all().pop().unwrap();
    all_see(&table).await;
    assert_eq!(starts(&table).await, waits(&[2], READING));
    right.advance(READING);
    done(starts(&table).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_comes_before_the_game_is_announced_is_seen_first_where_none_was_to_come() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for free in [FreeSeats::LeftOut, FreeSeats::Filled] {
        let table = scene.open(opening(rounds(1), 4, 0)).await;
        for number in 2..=4 {
            done(table.take_seat(person(number), press()).await);
        }
        let chosen = table.choose_for_free_seats(person(1), press(), free).await;
        shown(&table, chosen).await;
        scene.time.advance(READING);
        done(starts(&table).await);
        // It could not be announced.
        table.was_not_announced().await;
        let look = shown(&table, table.leave(person(4), press()).await).await;
        if free == FreeSeats::LeftOut {
            assert_eq!(look.terms_changed_at, Some(scene.time.now()));
            assert_eq!(starts(&table).await, waits(&[1, 2, 3], READING));
            scene.time.advance(READING);
        }
        let look = done(starts(&table).await);
        assert_eq!(look.life, Life::Starting);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_down_unseen_in_a_rematch_with_other_terms() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(for_nothing()).await;
    let joins = async |who| table.join_rematch(person(who), press()).await;
    done(joins(2).await);
    counts(&table, Counting::Rated).await;
    assert_eq!(joins(3).await, Err(Declined::OtherTerms));
    counts(&table, Counting::Casual).await;
    sets(&table, "stake_kaluki", "9").await;
    assert_eq!(joins(3).await, Err(Declined::OtherTerms));
    assert_eq!(joins(2).await, Err(Declined::AlreadySeated));
    // Whoever looks at them sits down, and whoever finds them as they were does, too.
    done(table.take_seat(person(3), press()).await);
    done(table.leave(person(3), press()).await);
    sets(&table, "stake_kaluki", "0").await;
    done(joins(3).await);
}

/// Four seats of Okey, of which opposite ones play together if so wanted.
fn four_at_okey(partnership: &str) -> Opening {
    let mut options = rounds(1);
    options.set("partnership", partnership).unwrap();
    opening(options, 4, 0)
}

/// The host and two guests, for so long that all have read everything.
async fn three_sit(scene: &Scene, partnership: &str) -> (Table, Look) {
    let table = scene.open(four_at_okey(partnership)).await;
    done(table.take_seat(person(2), press()).await);
    let look = done(table.take_seat(person(3), press()).await);
    scene.time.advance(READING);
    assert_eq!(look.terms_changed_at, None);
    (table, look)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_starts_a_game_with_other_partners_than_those_whom_the_others_could_see() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    // Somebody is removed.
    let (table, look) = three_sit(&scene, "true").await;
    shown(
        &table,
        table
            .kick(person(1), press(), look.seat_of(person(2)))
            .await,
    )
    .await;
    assert_eq!(starts(&table).await, waits(&[3], READING));
    scene.time.advance(READING);
    done(starts(&table).await);
    // Somebody goes, or moves: the host reads that as well.
    let (table, _) = three_sit(&scene, "true").await;
    shown(&table, table.leave(person(2), press()).await).await;
    assert_eq!(starts(&table).await, waits(&[1, 3], READING));
    let (table, look) = three_sit(&scene, "true").await;
    shown(
        &table,
        table.change_seat(person(2), press(), look.revision).await,
    )
    .await;
    assert_eq!(starts(&table).await, waits(&[1, 3], READING));
    // So does one who has that guest alone beside them.
    let table = scene.open(four_at_okey("true")).await;
    let look = done(table.take_seat(person(2), press()).await);
    let moved = table.change_seat(person(2), press(), look.revision).await;
    shown(&table, moved).await;
    assert_eq!(starts(&table).await, waits(&[1], READING));
    let (table, look) = three_sit(&scene, "true").await;
    shown(
        &table,
        table.add_computer(person(1), press(), Level::Medium).await,
    )
    .await;
    shown(
        &table,
        table.change_seat(person(3), press(), look.revision).await,
    )
    .await;
    assert_eq!(starts(&table).await, waits(&[1, 2], READING));
    // A computer comes that plays otherwise than those that fill empty seats, or one goes.
    let (table, _) = three_sit(&scene, "true").await;
    shown(
        &table,
        table.add_computer(person(1), press(), Level::Medium).await,
    )
    .await;
    assert_eq!(starts(&table).await, waits(&[2, 3], READING));
    scene.time.advance(READING);
    let look = shown(&table, table.remove_computer(person(1), press()).await).await;
    assert_eq!(look.terms_changed_at, Some(scene.time.now()));
    assert_eq!(starts(&table).await, waits(&[2, 3], READING));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_who_sits_where_when_no_partner_could_change() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    // The start would have put the same one there.
    let (table, _) = three_sit(&scene, "true").await;
    done(table.add_computer(person(1), press(), Level::Easy).await);
    done(starts(&table).await);
    // Whoever comes to a free seat changes nothing that others have read.
    let (table, _) = three_sit(&scene, "true").await;
    done(table.take_seat(person(4), press()).await);
    done(starts(&table).await);
    // Nobody plays together.
    let (table, look) = three_sit(&scene, "false").await;
    done(table.add_computer(person(1), press(), Level::Medium).await);
    done(
        table
            .kick(person(1), press(), look.seat_of(person(2)))
            .await,
    );
    done(table.add_computer(person(1), press(), Level::Easy).await);
    done(starts(&table).await);
    // Nobody else is there.
    let alone = scene.open(four_at_okey("true")).await;
    done(alone.add_computer(person(1), press(), Level::Medium).await);
    done(alone.remove_computer(person(1), press()).await);
    done(alone.add_computer(person(1), press(), Level::Easy).await);
    done(starts(&alone).await);
}
