//! Pauses: from none can the others read what somebody has prepared, or why a draw was left to them.

use super::*;

const PACE: Duration = Duration::from_secs(1);

/// What person 2 has done before their turn comes.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Desks {
    /// Nothing: they are to draw themselves.
    Empty,
    /// The table draws for them.
    Draws,
    /// It does, but not now: they can win with what lies there.
    HoldsBack,
    /// Their move is prepared.
    Prepared,
}

async fn paced(folder: &Folder, desks: Desks, pace: Duration) -> (Scene, Table) {
    let time = ManualTime::default();
    let second = match desks {
        Desks::HoldsBack => WAITING,
        Desks::Empty | Desks::Draws | Desks::Prepared => POOR,
    };
    let id = rigged(folder, &time, second, "G8 G10").await;
    let clock = Clock::new(time.clone());
    let scene = Scene::with(&folder.file(), LIMIT, clock, time, pace).await;
    let table = scene.hall.table(&id).unwrap();
    match desks {
        Desks::Empty => {}
        Desks::Draws | Desks::HoldsBack => auto_draws(&table, 2).await,
        Desks::Prepared => drop(prepares(&table, 2, "R13").await),
    }
    discards(&table, 1, "K11").await;
    (scene, table)
}

/// How many steps there are when so much more time has passed and all is done that falls due.
async fn steps_after(scene: &Scene, table: &Table, passed: Duration) -> usize {
    scene.time.advance(passed);
    in_time(table.rests()).await;
    last_step(scene, table).await.2
}

#[tokio::test(flavor = "multi_thread")]
async fn no_pause_tells_what_lies_on_a_desk() {
    for (desks, expected) in [
        (Desks::Empty, [0, 0, 0]),
        (Desks::Draws, [0, 1, 1]),
        (Desks::HoldsBack, [0, 0, 0]),
        // As if somebody drew and then chose.
        (Desks::Prepared, [0, 1, 2]),
    ] {
        let folder = Folder::new();
        let (scene, table) = paced(&folder, desks, PACE).await;
        let before = last_step(&scene, &table).await.2;
        let early = PACE - Duration::from_millis(1);
        let most = 3 * PACE;
        let mut done = Vec::new();
        for passed in [early, most - early, most] {
            done.push(steps_after(&scene, &table, passed).await - before);
        }
        assert_eq!(done, expected, "{desks:?}");
    }
}

/// What takes one and the same time every turn is told apart from people after a few turns.
#[tokio::test(flavor = "multi_thread")]
async fn the_pauses_of_a_desk_differ() {
    let mut pauses = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let folder = Folder::new();
        let (scene, table) = paced(&folder, Desks::Draws, PACE).await;
        let before = last_step(&scene, &table).await.2;
        let step = Duration::from_millis(200);
        let mut passed = 0;
        while steps_after(&scene, &table, step).await == before {
            passed += 1;
        }
        pauses.insert(passed);
    }
    assert!(pauses.len() > 1, "{pauses:?}");
    assert!(
        pauses.iter().all(|pause| (4..15).contains(pause)),
        "{pauses:?}"
    );
}

/// However slow a host wants computers to be, what the table does for somebody comes before their clock does it otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn a_prepared_move_is_made_in_time_whatever_the_pace() {
    for seconds in [1, 10, 25, 60] {
        let folder = Folder::new();
        let pace = Duration::from_secs(seconds);
        let (scene, table) = paced(&folder, Desks::Prepared, pace).await;
        let before = last_step(&scene, &table).await.2;
        let second = Duration::from_secs(1);
        let mut passed = 0;
        while steps_after(&scene, &table, second).await < before + 2 {
            passed += 1;
        }
        assert!(passed < 45, "pace {seconds}: {passed} s");
        let look = own(&table, 1).await;
        assert_eq!(view(&look).takeable, Some(tile("R13")), "pace {seconds}");
    }
}
