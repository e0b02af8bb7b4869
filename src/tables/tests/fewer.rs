//! Free seats that the host leaves out: who sits there plays without them, if the rules permit so few.

use serde_json::json;

use super::seating::{seat, seated};
use super::*;
use crate::arena::verifier::verify;
use crate::rules::any::GameId;
use crate::rules::record::{Record, Sitting};
use crate::rules::{PerSeat, Seat};
use crate::tables::record::record;
use crate::tables::terms::READING;

async fn watches(table: &Table) -> Look {
    table.look(None, None).await.unwrap()
}

/// What the journal tells: a press that changes nothing keeps a lobby open, and no restart knows of it.
fn told(look: Look) -> Look {
    Look {
        closes_at: None,
        ..look
    }
}

async fn chooses(table: &Table, host: u64, free: FreeSeats) -> Result<Answer, Declined> {
    let host = person(host);
    table.choose_for_free_seats(host, press(), free).await
}

/// The host leaves free seats out, and everybody has read it.
async fn leaves_out(scene: &Scene, table: &Table, host: u64) {
    let look = shown(table, chooses(table, host, FreeSeats::LeftOut).await).await;
    assert!(look.leaves_out);
    scene.time.advance(READING);
}

/// A lobby of four in which the second seat, and no other, is free.
async fn with_a_gap(scene: &Scene, options: AnyOptions) -> Table {
    let table = scene.open(opening(options, 4, 0)).await;
    for number in 2..=4 {
        done(table.take_seat(person(number), press()).await);
    }
    done(table.leave(person(2), press()).await);
    table
}

#[test]
fn three_play_at_a_table_of_four_also_after_kills_and_to_the_end() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let looks = async |table: &Table| {
        let mut looks = Vec::new();
        for who in [None, Some(person(1)), Some(person(3)), Some(person(4))] {
            looks.push(told(table.look(who, None).await.unwrap()));
        }
        looks
    };
    let mut known: Option<(TableId, Vec<Look>)> = None;
    for life in ["lobby", "starting", "begun", "played"] {
        let process = restart::process();
        let now = process.block_on(async {
            let mut scene = Scene::at(&file, time.clone()).await;
            let table = match &known {
                None => with_a_gap(&scene, rounds(2)).await,
                Some((id, before)) => {
                    let table = scene.hall.table(id).expect("it lives again");
                    assert_eq!(&looks(&table).await, before, "{life}");
                    table
                }
            };
            match life {
                "lobby" => {
                    leaves_out(&scene, &table, 1).await;
                    assert_eq!(seated(&watches(&table).await), [1, 0, 3, 4].map(Some));
                }
                "starting" => {
                    // What a restart finds is read from the first lobby on that is shown.
                    let found = watches(&table).await;
                    table.lobby_is_shown(found.revision).await;
                    scene.time.advance(READING);
                    let look = done(table.start(person(1), press()).await);
                    assert_eq!(look.life, Life::Starting);
                    assert_eq!(seated(&look), [1, 3, 4].map(Some));
                    assert_eq!((look.host, look.casual), (person(1), false));
                    assert_eq!(look.came_from, [0, 2, 3].map(seat).into_iter().collect());
                }
                "begun" => {
                    done(table.begin(MessageId::new(9_000)).await);
                    let look = watches(&table).await;
                    assert_eq!(seated(&look), [1, 3, 4].map(Some));
                    let change = DeskChange::AutoDraw { on: true };
                    done(table.desk(person(4), press(), change).await);
                }
                _ => {
                    let look = table.look(Some(person(4)), None).await.unwrap();
                    assert!(look.desk.is_some_and(|desk| desk.auto_draw));
                    let change = DeskChange::AutoDraw { on: false };
                    done(table.desk(person(4), press(), change).await);
                    let look = play_out(&mut scene, &table, &[1, 3, 4]).await;
                    assert_eq!(look.life, Life::Finished);
                    for number in [1, 3, 4] {
                        let past = scene.store.past(server(), person(number), 0, 9).await;
                        let games = past.unwrap().games;
                        assert!(matches!(&games[..], [game] if game.seats == 3), "{games:?}");
                    }
                    let record = record(&scene.store, &table.id).await.unwrap().unwrap();
                    let people = PerSeat::new(3, |_| Sitting::Person);
                    assert!(record.seats == people);
                    verify(&Record::read(&record.to_text()).unwrap()).unwrap();
                    // Whoever came too late for this one can play the next.
                    let again = scene.hall.rematch(&table.id, person(3), press()).await;
                    let again = scene.open(again.unwrap()).await;
                    let look = watches(&again).await;
                    assert_eq!(seated(&look), [0, 3, 0, 0].map(Some));
                    assert!(look.leaves_out && look.terms_changed_at.is_none());
                    // Nothing is other than it was.
                    let by_button = again.join_rematch(person(1), press()).await;
                    assert_eq!(seated(&done(by_button)), [1, 3, 0, 0].map(Some));
                }
            }
            (table.id.clone(), looks(&table).await)
        });
        process.shutdown_timeout(LIMIT);
        known = Some(now);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_with_too_few_is_refused_and_says_how_many_it_needs() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for (rule, fewest) in [(None, 2), (Some(("partnership", "true")), 4)] {
        let table = scene.open(opening(rounds(1), 4, 0)).await;
        leaves_out(&scene, &table, 1).await;
        if let Some((name, value)) = rule {
            let set = table.set_option(person(1), press(), name, value).await;
            shown(&table, set).await;
        }
        for present in 1..fewest {
            let before = watches(&table).await;
            assert_eq!(before.fewest, fewest);
            let needed = fewest;
            let refused = table.start(person(1), press()).await;
            assert_eq!(refused, Err(Declined::TooFew { needed, present }));
            assert_eq!(told(watches(&table).await), told(before));
            let next = person(present as u64 + 1);
            done(table.take_seat(next, press()).await);
        }
        scene.time.advance(READING);
        let look = done(table.start(person(1), press()).await);
        let everybody: Vec<Option<u64>> = (1..=fewest as u64).map(Some).collect();
        assert_eq!(seated(&look), everybody);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_that_the_host_seated_stay_who_they_are_and_so_does_the_host() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let kaluki = GameId::Kaluki.default_options().without_stakes();
    let table = scene.open(opening(kaluki.unwrap(), 5, 0)).await;
    done(table.take_seat(person(2), press()).await);
    done(table.take_seat(person(3), press()).await);
    done(table.add_computer(person(1), press(), Level::Medium).await);
    // The next person hosts, on a seat behind a free one.
    let look = done(table.leave(person(1), press()).await);
    assert_eq!(seated(&look), [Some(0), Some(2), Some(3), Some(0), None]);
    let stranger = chooses(&table, 3, FreeSeats::LeftOut).await;
    assert_eq!(stranger, Err(Declined::NotHost));
    leaves_out(&scene, &table, 2).await;
    let look = done(table.start(person(2), press()).await);
    assert_eq!(seated(&look), [Some(2), Some(3), None]);
    assert_eq!((look.host, look.casual), (person(2), false));
    assert_eq!(look.came_from[seat(2)], seat(4));
    // Whatever is pressed on the lobby that some still see.
    let only_before = Err(Declined::OnlyInLobby);
    assert_eq!(chooses(&table, 2, FreeSeats::Filled).await, only_before);
    let kick = table.kick(person(2), press(), Some(seat(4))).await;
    assert_eq!(kick, only_before);
    done(table.begin(MessageId::new(9_000)).await);
    let nobody = table.take_over(person(9), press(), seat(4)).await;
    late(nobody);
    let look = watches(&table).await;
    assert_eq!(look.seats.len(), 3);
    assert!(look.seats_drawn, "Kaluki draws for seats");
    let mut came_from: Vec<Seat> = look.came_from.values().copied().collect();
    came_from.sort();
    assert_eq!(came_from, [1, 2, 4].map(seat));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_of_free_seats_is_read_before_the_start_and_can_be_taken_back() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = with_a_gap(&scene, rounds(1)).await;
    let look = done(chooses(&table, 1, FreeSeats::LeftOut).await);
    assert_eq!(look.terms_changed_at, Some(scene.time.now()));
    let (readers, left) = ([3, 4].map(person).to_vec(), None);
    let waits = Err(Declined::TermsChanged { readers, left });
    assert_eq!(table.start(person(1), press()).await, waits);
    // A second press wants the same.
    let again = done(chooses(&table, 1, FreeSeats::LeftOut).await);
    assert_eq!(again.revision, look.revision);
    let look = shown(&table, chooses(&table, 1, FreeSeats::Filled).await).await;
    assert!(!look.leaves_out);
    scene.time.advance(READING);
    let look = done(table.start(person(1), press()).await);
    assert_eq!(seated(&look), [Some(1), None, Some(3), Some(4)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_is_read_where_free_seats_are_left_out() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for filled in [true, false] {
        let table = with_a_gap(&scene, rounds(1)).await;
        if !filled {
            leaves_out(&scene, &table, 1).await;
        }
        let expect = |look: Look| {
            let since = (!filled).then(|| scene.time.now());
            assert_eq!(look.terms_changed_at, since);
            scene.time.advance(READING);
        };
        expect(done(
            table.add_computer(person(1), press(), Level::Medium).await,
        ));
        expect(done(table.kick(person(1), press(), Some(seat(2))).await));
        expect(done(table.leave(person(4), press()).await));
    }
}

/// *Play with fewer* means whoever is not there, not whoever is still to come.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_to_a_rematch_sees_who_would_be_left_out() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = with_a_gap(&scene, rounds(1)).await;
    leaves_out(&scene, &table, 1).await;
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    play_out(&mut scene, &table, &[1, 3, 4]).await;
    for comes in [&[3][..], &[3, 4]] {
        let again = scene.hall.rematch(&table.id, person(1), press()).await;
        let again = scene.open(again.unwrap()).await;
        for number in comes {
            shown(&again, again.join_rematch(person(*number), press()).await).await;
        }
        let start = again.start(person(1), press()).await;
        if comes.len() == 1 {
            let (readers, left) = (vec![person(3)], Some(READING));
            assert_eq!(start, Err(Declined::TermsChanged { readers, left }));
            scene.time.advance(READING);
            done(again.start(person(1), press()).await);
        } else {
            // All of them are there.
            done(start);
        }
        done(again.end(person(1), press(), Ender::Player).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_seats_are_taken_nothing_is_left_out() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 3, 2)).await;
    leaves_out(&scene, &table, 1).await;
    let look = done(table.start(person(1), press()).await);
    assert_eq!(seated(&look), [Some(1), None, None]);
    assert!(look.casual);
}

/// Whoever presses it on a page that was drawn under other rules.
#[tokio::test(flavor = "multi_thread")]
async fn where_all_seats_are_needed_there_is_nothing_to_choose() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let meri = GameId::Meri.default_options();
    let [mut partners, mut named] = [rounds(1), rounds(1)];
    partners.set("partnership", "true").unwrap();
    // That seat would be somebody else's.
    named.set("first_dealer", "1").unwrap();
    for (options, seats) in [(rounds(1), 2), (partners, 4), (named, 4), (meri, 8)] {
        let table = scene.open(opening(options, seats, 0)).await;
        let before = told(watches(&table).await);
        assert_eq!(before.fewest, seats);
        late(chooses(&table, 1, FreeSeats::LeftOut).await);
        done(chooses(&table, 1, FreeSeats::Filled).await);
        assert_eq!(told(watches(&table).await), before);
    }
}

/// With these for the changes of its last step the journal of this table is read.
async fn is_sound(scene: &Scene, table: &Table, changes: serde_json::Value) -> bool {
    let mut stored = scene.store.load(&table.id).await.unwrap();
    stored.steps.last_mut().unwrap().changes = changes.to_string();
    stored.chain = crate::store::Chain::Whole;
    crate::tables::restore::restore(&stored, &[], scene.time.now()).is_ok()
}

fn closes(seats: &[usize]) -> serde_json::Value {
    json!({"seats_closed": {"seats": seats}})
}

/// A journal that leaves out what somebody has is none.
#[tokio::test(flavor = "multi_thread")]
async fn a_journal_leaves_out_free_seats_alone() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = with_a_gap(&scene, rounds(1)).await;
    leaves_out(&scene, &table, 1).await;
    done(table.start(person(1), press()).await);
    let starting = json!({"starting": {"casual": false}});
    for (gone, expected) in [
        (&[1][..], true),
        (&[], false),
        (&[2], false),
        (&[1, 2], false),
        (&[1, 1], false),
        (&[7], false),
    ] {
        let sound = is_sound(&scene, &table, json!([closes(gone), starting])).await;
        assert_eq!(sound, expected, "{gone:?}");
    }
}

/// Nor is one in which fewer play than the rules permit.
#[tokio::test(flavor = "multi_thread")]
async fn a_journal_leaves_as_many_seats_as_the_rules_need() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let mut partners = rounds(1);
    partners.set("partnership", "true").unwrap();
    for (options, people, expected) in [
        (rounds(1), 1, false),
        (rounds(1), 2, true),
        (partners.clone(), 2, false),
    ] {
        let table = scene.open(opening(options, 4, 0)).await;
        for number in 2..=people {
            done(table.take_seat(person(number), press()).await);
        }
        scene.time.advance(READING);
        done(table.start(person(1), press()).await);
        let gone: Vec<usize> = (people as usize..4).collect();
        let leaves_out = json!({"free_seats": {"filled": false}});
        let starting = json!({"starting": {"casual": true}});
        let changes = json!([leaves_out, closes(&gone), starting]);
        assert_eq!(
            is_sound(&scene, &table, changes).await,
            expected,
            "{people}"
        );
    }
}
