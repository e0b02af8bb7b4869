//! Restarts: a process that is gone without a word leaves tables that live on.

use tokio::runtime::Runtime;

use super::*;

/// A process: everything in it is gone at once when it is dropped, as with SIGKILL.
pub(super) fn process() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

async fn looks(table: &Table) -> Vec<Look> {
    let mut looks = Vec::new();
    for who in [None, Some(person(1)), Some(person(2)), Some(person(3))] {
        looks.push(table.look(who, None).await.unwrap());
    }
    looks
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let first = process();
    let (id, before, used) = first.block_on(async {
        let mut scene = Scene::at(&file, time.clone()).await;
        let table = scene.playing(2, opening(rounds(9), 3, 1)).await;
        let mut used = None;
        for _ in 0..7 {
            let who = scene.until(&table, 1, |look| {
                look.waiting.is_some_and(|waiting| {
                    waiting
                        .seats
                        .iter()
                        .any(|seat| look.seats[seat].person().is_some())
                })
            });
            let look = who.await;
            let seat = look.waiting.unwrap().seats.iter().next().unwrap();
            let number = look.seats[seat].person().unwrap().get();
            let own = table.look(Some(person(number)), None).await.unwrap();
            let act = pressed(number, &own, some_action(&own));
            done(table.act(act.clone()).await);
            used = Some(act);
        }
        let look = scene.until(&table, 1, |look| {
            look.waiting.is_some_and(|waiting| {
                waiting
                    .seats
                    .iter()
                    .any(|seat| look.seats[seat].person().is_some())
            })
        });
        look.await;
        let places = PlacesChange::board(MessageId::new(55));
        table.remember(places).await.unwrap();
        (table.id.clone(), looks(&table).await, used.unwrap())
    });
    first.shutdown_timeout(LIMIT);
    let second = process();
    second.block_on(async {
        let mut scene = Scene::at(&file, time.clone()).await;
        let table = scene.hall.table(&id).expect("the table lives again");
        let after = looks(&table).await;
        assert_eq!(after, before);
        assert_eq!(after[0].places.board, Some(MessageId::new(55)));
        // A press from before the restart is still known.
        late(
            table
                .act(Act {
                    drawn_from: None,
                    ..used
                })
                .await,
        );
        // A panel from before the restart still works.
        let (number, own) = (1..=2)
            .map(|number| (number, before[usize::try_from(number).unwrap()].clone()))
            .find(|(_, look)| is_to_act(look))
            .expect("a person is to act");
        done(table.act(pressed(number, &own, some_action(&own))).await);
        let look = play_out(&mut scene, &table, &[1, 2]).await;
        assert_eq!(look.life, Life::Finished);
    });
    second.shutdown_timeout(LIMIT);
}

#[test]
fn lobbies_and_tables_that_start_come_back_and_ended_ones_for_an_hour() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let first = process();
    let (lobby, starting, before) = first.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let ended = scene.open(opening(rounds(1), 2, 0)).await;
        done(ended.end(person(1), press(), Ender::Player).await);
        let lobby = scene.open(opening(rounds(1), 4, 2)).await;
        done(lobby.take_seat(person(2), press()).await);
        let starting = scene.open(opening(rounds(1), 2, 0)).await;
        done(starting.start(person(1), press()).await);
        let before = (looks(&lobby).await, looks(&starting).await);
        (lobby.id.clone(), starting.id.clone(), before)
    });
    first.shutdown_timeout(LIMIT);
    let second = process();
    second.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        // The ended one can be looked at, for its board may not have told the end; it is live no more.
        assert_eq!(scene.hall.all().len(), 3);
        assert_eq!(scene.hall.of_person(Some(server()), person(1)).len(), 2);
        let (lobby, starting) = (
            scene.hall.table(&lobby).unwrap(),
            scene.hall.table(&starting).unwrap(),
        );
        assert_eq!((looks(&lobby).await, looks(&starting).await), before);
        // The front may have posted nothing: the host asks again, at once.
        done(starting.start(person(1), press()).await);
        let look = done(starting.begin(MessageId::new(3)).await);
        assert_eq!(look.life, Life::Playing);
        scene.hall.close().await;
        assert_eq!(lobby.look(None, None).await, Err(Declined::Busy));
    });
}

#[test]
fn lost_time_is_given_back() {
    let folder = Folder::new();
    let file = folder.file();
    let time = ManualTime::default();
    let seconds = Duration::from_secs;
    let mut deadline = None;
    // Three runs: after the first outage much is left, after the second nearly nothing would be.
    for (run, played, lost) in [
        (0, seconds(20), seconds(500)),
        (1, seconds(35), seconds(900)),
        (2, seconds(0), seconds(0)),
    ] {
        let process = process();
        let until = process.block_on(async {
            let scene = Scene::at(&file, time.clone()).await;
            let table = match scene.hall.all().pop() {
                Some(table) => table,
                None => scene.playing(2, opening(rounds(9), 2, 0)).await,
            };
            let until = table.look(None, None).await.unwrap().deadline.unwrap();
            time.advance(played);
            scene.hall.close().await;
            until
        });
        match run {
            0 => deadline = Some(until),
            1 => assert_eq!(Some(until), deadline.map(|at| at.plus(seconds(500)))),
            _ => assert_eq!(until.since(time.now()), seconds(20)),
        }
        time.advance(lost);
    }
}

/// Whoever of the two people is to act, and what they see.
async fn mover(table: &Table) -> (u64, Look) {
    for number in 1..=2 {
        let own = table.look(Some(person(number)), None).await.unwrap();
        if is_to_act(&own) {
            return (number, own);
        }
    }
    panic!("nobody is to act");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_given_back_to_a_turn_is_not_lost_when_the_turn_goes_on() {
    let seconds = Duration::from_secs;
    let hours = |count: u64| seconds(count * 60 * 60);
    for (preset, before, lost, after) in [
        (Preset::Days, hours(14), hours(48), hours(2)),
        (Preset::Relaxed, seconds(20), seconds(500), seconds(100)),
    ] {
        let folder = Folder::new();
        let scene = Scene::new(&folder).await;
        let time = scene.time.clone();
        let opening = Opening {
            preset,
            ..opening(rounds(9), 2, 0)
        };
        let table = scene.playing(2, opening).await;
        let (first, own) = mover(&table).await;
        done(table.act(pressed(first, &own, some_action(&own))).await);
        let (_, own) = mover(&table).await;
        let due = own.deadline.unwrap();
        time.advance(before);
        scene.hall.close().await;
        drop(scene);
        time.advance(lost);

        let scene = Scene::at(&folder.file(), time.clone()).await;
        let table = scene.hall.all().pop().unwrap();
        time.advance(after);
        let (second, own) = mover(&table).await;
        let draw = AnyAction::Okey(okey::Action::Draw);
        let drawn = done(table.act(pressed(second, &own, draw)).await);
        assert!(is_to_act(&drawn));
        assert_eq!(drawn.deadline, Some(due.plus(lost)), "{preset}");
        scene.hall.close().await;
        drop(scene);

        let scene = Scene::at(&folder.file(), time.clone()).await;
        let table = scene.hall.all().pop().unwrap();
        let again = table.look(Some(person(second)), None).await.unwrap();
        assert_eq!(again.deadline, drawn.deadline, "{preset}");
        scene.hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_in_which_people_press_stays_open_over_a_restart() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let time = scene.time.clone();
    let minutes = |count: u64| Duration::from_secs(count * 60);
    let id = scene.open(opening(rounds(1), 4, 0)).await.id;
    let table = scene.hall.table(&id).unwrap();
    done(table.take_seat(person(2), press()).await);
    time.advance(minutes(50));
    // A press that makes no step.
    table.look(Some(person(9)), Some(press())).await.unwrap();
    time.advance(minutes(15));
    scene.hall.close().await;
    drop(scene);
    let scene = Scene::at(&folder.file(), time.clone()).await;
    let table = scene.hall.table(&id).unwrap();
    in_time(table.rests()).await;
    let look = table.look(None, None).await.unwrap();
    assert_eq!(look.life, Life::Lobby);
    assert!(look.seat_of(person(2)).is_some());
    assert_eq!(look.closes_at, Some(time.now().plus(minutes(60))));
}

#[test]
fn a_clock_set_back_between_two_runs_freezes_no_table() {
    // With computers too, whose moves fall due after the last step, by the journal's time.
    for (people, computers) in [(2, 0), (2, 2)] {
        let folder = Folder::new();
        let file = folder.file();
        let (hour, turn) = (Duration::from_secs(60 * 60), Duration::from_secs(60));
        let ahead = ManualTime::default();
        ahead.advance(hour);
        let (first, second) = (process(), process());
        first.block_on(async {
            let scene = Scene::at(&file, ahead.clone()).await;
            let opening = opening(rounds(9), people + computers, computers);
            scene.playing(people as u64, opening).await;
            scene.hall.close().await;
        });
        second.block_on(async {
            let right = ManualTime::default();
            let mut scene = Scene::at(&file, right.clone()).await;
            let table = scene.hall.all().pop().unwrap();
            // The turn that ran when the clock was ahead, and one of those that begin after its last step.
            for _ in 0..2 {
                let is_asked = |now: &Look| now.deadline.is_some();
                let look = scene.until(&table, 1, is_asked).await;
                assert!(look.deadline.unwrap() <= right.now().plus(turn));
                right.advance(turn);
                scene
                    .until(&table, 1, |now| now.revision > look.revision)
                    .await;
            }
            scene.hall.close().await;
        });
    }
}

/// A table that has ended, and of which somebody has not shown that.
async fn ended_unshown(scene: &Scene) -> (Table, Unshown) {
    let table = scene.open(opening(rounds(1), 2, 0)).await;
    let unshown = table.unshown();
    done(table.end(person(1), press(), Ender::Player).await);
    (table, unshown)
}

/// Time goes on in steps, and whatever falls due after each of them is done.
async fn goes_on(scene: &Scene, minutes: impl IntoIterator<Item = u64>) {
    for minutes in minutes {
        scene.time.advance(Duration::from_secs(minutes * 60));
        for table in scene.hall.all() {
            in_time(table.rests()).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_looks_for_what_is_over_and_not_shown_and_for_nothing_else() {
    let folder = Folder::new();
    let (file, time) = (folder.file(), ManualTime::default());
    let starts = || Scene::at(&file, time.clone());
    let scene = starts().await;
    let (table, unshown) = ended_unshown(&scene).await;
    scene.open(opening(rounds(1), 2, 0)).await;
    let shown = scene.hall.all().into_iter().find(|one| one.id != table.id);
    done(shown.unwrap().end(person(1), press(), Ender::Player).await);
    goes_on(&scene, [61, 61]).await;
    assert_eq!(scene.hall.all().len(), 1, "who is shown is forgotten");
    drop(unshown);
    scene.hall.close().await;
    // However late it comes, and however soon the next one.
    time.advance(Duration::from_secs(5 * 24 * 60 * 60));
    for _ in 0..3 {
        let scene = starts().await;
        assert!(scene.hall.table(&table.id).is_some());
        goes_on(&scene, [40]).await;
        scene.hall.close().await;
    }
    let scene = starts().await;
    // Nobody has looked at it yet, as before the first login.
    goes_on(&scene, [70, 70]).await;
    let again = scene.hall.table(&table.id).unwrap();
    again.end_is_shown();
    in_time(again.rests()).await;
    scene.hall.close().await;
    let scene = starts().await;
    assert!(scene.hall.all().is_empty(), "it was shown");
    scene.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_that_nobody_could_show_for_a_week_is_given_up() {
    let folder = Folder::new();
    let (file, time) = (folder.file(), ManualTime::default());
    let starts = || Scene::at(&file, time.clone());
    let noted = async |scene: &Scene| {
        let all = scene.store.unshown_ends(Moment::from_unix_ms(0)).await;
        all.unwrap().len()
    };
    let day = 24 * 60;
    // In the process that tries, and by a start.
    for is_stopped in [false, true] {
        let scene = starts().await;
        let (table, unshown) = ended_unshown(&scene).await;
        goes_on(&scene, [61, 6 * day]).await;
        assert_eq!((scene.hall.all().len(), noted(&scene).await), (1, 1));
        goes_on(&scene, [day - 62]).await;
        if is_stopped {
            scene.hall.close().await;
            // Where nobody is reached nothing is given up.
            time.advance(Duration::from_secs(day * 60));
            let scene = starts().await;
            assert!(scene.hall.table(&table.id).is_some());
            goes_on(&scene, [2]).await;
            scene.hall.close().await;
        } else {
            goes_on(&scene, [62]).await;
            assert!(scene.hall.table(&table.id).is_none());
            assert_eq!(noted(&scene).await, 0);
            scene.hall.close().await;
        }
        drop(unshown);
        let scene = starts().await;
        assert!(scene.hall.table(&table.id).is_none());
        assert_eq!(noted(&scene).await, 0);
        scene.hall.close().await;
    }
}
