//! Time that is up, people who are away, and the pause between rounds.

use super::*;

/// The person on the seat that is to act.
fn mover(look: &Look) -> u64 {
    let seat = look.waiting.unwrap().seats.iter().next().unwrap();
    look.seats[seat].person().map_or(0, PersonId::get)
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[tokio::test(flavor = "multi_thread")]
async fn time_that_is_up_ends_the_turn_and_twice_makes_away() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let start = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let (sleeper, awake) = (mover(&start), 3 - mover(&start));
    let armed = start.deadline.unwrap();
    assert_eq!(
        armed.since(Clock::new(scene.time.clone()).now()),
        seconds(60)
    );
    scene.time.advance(seconds(59));
    assert_eq!(mover(&table.look(None, None).await.unwrap()), sleeper);
    scene.time.advance(seconds(1));
    for zeros in 1..=2 {
        let mut look = scene.until(&table, awake, is_to_act).await;
        let seat = look.seat_of(person(sleeper)).unwrap();
        assert_eq!(
            look.seats[seat],
            Sitter::Person {
                person: person(sleeper),
                away: zeros == 2
            }
        );
        // They read that the clock made their turn; for the other it made none.
        for (who, slept) in [(sleeper, true), (awake, false)] {
            let own = table.look(Some(person(who)), None).await.unwrap();
            assert_eq!(own.slept, slept, "{who}");
        }
        if zeros == 2 {
            break;
        }
        while is_to_act(&look) {
            look = done(table.act(pressed(awake, &look, some_action(&look))).await);
        }
        scene.time.advance(seconds(60));
    }
    // A computer plays for the sleeper now: it is the other's turn again without any wait.
    let mut look = table.look(Some(person(awake)), None).await.unwrap();
    while is_to_act(&look) {
        look = done(table.act(pressed(awake, &look, some_action(&look))).await);
    }
    let look = scene
        .until(&table, awake, |look| {
            is_to_act(look) || look.next_round_at.is_some()
        })
        .await;
    assert!(look.life.is_live());
    // Any press brings the owner back.
    let look = table
        .look(Some(person(sleeper)), Some(press()))
        .await
        .unwrap();
    let seat = look.seat_of(person(sleeper)).unwrap();
    assert!(matches!(
        look.seats[seat],
        Sitter::Person { away: false, .. }
    ));
    assert!(!look.slept);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_action_leaves_time_for_the_next() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let start = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    let (first, second) = (mover(&start), 3 - mover(&start));
    let own = table.look(Some(person(first)), None).await.unwrap();
    done(table.act(pressed(first, &own, some_action(&own))).await);
    scene.time.advance(seconds(58));
    let own = table.look(Some(person(second)), None).await.unwrap();
    let draw = AnyAction::Okey(okey::Action::Draw);
    let look = done(table.act(pressed(second, &own, draw)).await);
    assert!(is_to_act(&look));
    let left = look
        .deadline
        .unwrap()
        .since(Clock::new(scene.time.clone()).now());
    assert_eq!(left, seconds(15));
}

/// Somebody does nothing any more, and nobody else is waited for.
pub(super) async fn sleep_to_the_end(scene: &mut Scene, table: &Table, who: u64) -> Look {
    loop {
        let look = scene
            .until(table, who, |look| {
                is_over(look) || is_to_act(look) || look.next_round_at.is_some()
            })
            .await;
        if is_over(&look) {
            return look;
        }
        let due = match look.next_round_at {
            Some(at) => at,
            None => look.deadline.unwrap_or(Moment::from_unix_ms(0)),
        };
        let now = Clock::new(scene.time.clone()).now();
        let before = look.revision;
        scene.time.advance(due.since(now));
        scene.until(table, who, |look| look.revision > before).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_without_anybody_there_are_abandoned_after_a_round() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(1, opening(rounds(9), 2, 1)).await;
    let look = sleep_to_the_end(&mut scene, &table, 1).await;
    assert_eq!(look.life, Life::Abandoned(Why::AllAway));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_round_waits_for_people_or_ten_seconds() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    for wait_for_clock in [true, false] {
        let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
        let look = play_a_round(&mut scene, &table).await;
        let at = look.next_round_at.unwrap();
        assert_eq!(at.since(Clock::new(scene.time.clone()).now()), seconds(10));
        let look = done(table.next(person(1), press()).await);
        assert_eq!(look.ready.len(), 1);
        late(table.next(person(1), press()).await);
        if wait_for_clock {
            scene.time.advance(seconds(10));
            scene
                .until(&table, 1, |look| look.next_round_at.is_none())
                .await;
        } else {
            let look = done(table.next(person(2), press()).await);
            assert_eq!(look.next_round_at, None);
        }
        let look = table.look(Some(person(1)), None).await.unwrap();
        assert!(!look.waiting.unwrap().seats.is_empty());
        assert!(look.ready.is_empty());
        late(table.next(person(1), press()).await);
    }
}

/// Two people play until the round is over.
pub(super) async fn play_a_round(scene: &mut Scene, table: &Table) -> Look {
    loop {
        for number in [1, 2] {
            let look = table.look(Some(person(number)), None).await.unwrap();
            if look.next_round_at.is_some() {
                return look;
            }
            if is_to_act(&look) {
                done(table.act(pressed(number, &look, some_action(&look))).await);
            }
        }
        scene.until(table, 1, |look| look.waiting.is_some()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_keep_their_pace() {
    let folder = Folder::new();
    let mut scene = Scene::paced(&folder, seconds(1)).await;
    let table = scene.playing(1, opening(rounds(9), 4, 3)).await;
    let mut look = scene.until(&table, 1, |look| look.waiting.is_some()).await;
    for _ in 0..4 {
        if is_to_act(&look) {
            break;
        }
        let before = look.revision;
        assert_eq!(table.look(None, None).await.unwrap().revision, before);
        scene.time.advance(seconds(1));
        look = scene.until(&table, 1, |look| look.revision > before).await;
        assert_eq!(look.revision, before.next());
    }
}

/// Whether the person on the first seat is away.
fn is_away(look: &Look) -> bool {
    let sitter = look.seats.values().next().unwrap();
    matches!(sitter, Sitter::Person { away: true, .. })
}

/// A game of one person and a computer, in which the person is away and to act; how they see it.
async fn away_and_to_act(scene: &mut Scene) -> (Table, Look) {
    let table = scene.playing(1, opening(rounds(9), 2, 1)).await;
    loop {
        let look = table.look(Some(person(1)), None).await.unwrap();
        if is_away(&look) && is_to_act(&look) {
            return (table, look);
        }
        let (before, now) = (look.revision, Clock::new(scene.time.clone()).now());
        // A lucky computer may end a round before: then the next one is due.
        let due = look.deadline.or(look.next_round_at);
        let due = due.map_or(seconds(30), |at| at.since(now));
        scene.time.advance(due);
        scene.until(&table, 1, |look| look.revision > before).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_who_comes_back_moves_with_time_of_their_own() {
    let folder = Folder::new();
    // Slow computers: the owner is back before theirs has moved.
    let mut scene = Scene::paced(&folder, seconds(30)).await;
    let (table, look) = away_and_to_act(&mut scene).await;
    assert_eq!(look.deadline, None);
    let back = table.look(Some(person(1)), Some(press())).await.unwrap();
    assert!(!is_away(&back) && is_to_act(&back));
    let now = Clock::new(scene.time.clone()).now();
    assert_eq!(back.deadline, Some(now.plus(seconds(60))));
    // The panel from before the absence still fits.
    let look = done(table.act(pressed(1, &look, some_action(&look))).await);
    assert!(look.revision > back.revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_back_reads_that_they_were_away_until_they_move_also_after_a_restart() {
    let folder = Folder::new();
    let mut scene = Scene::paced(&folder, seconds(30)).await;
    let (table, away) = away_and_to_act(&mut scene).await;
    assert!(!away.was_away);
    let back = table.look(Some(person(1)), Some(press())).await.unwrap();
    assert!(back.was_away && !back.slept);
    let watched = table.look(None, None).await.unwrap();
    assert!(!watched.was_away);
    let time = scene.time.clone();
    scene.hall.close().await;
    drop(scene);
    let scene = Scene::at(&folder.file(), time).await;
    let table = scene.hall.table(&back.table).unwrap();
    let look = table.look(Some(person(1)), None).await.unwrap();
    assert!(look.was_away && is_to_act(&look));
    let moved = done(table.act(pressed(1, &look, some_action(&look))).await);
    assert!(!moved.was_away);
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A game of days whose only person has gone away, after the computers have ended its round.
async fn resting(scene: &mut Scene) -> (Table, Look) {
    let days = Opening {
        preset: Preset::Days,
        ..opening(rounds(99), 2, 1)
    };
    let table = scene.playing(1, days).await;
    let turn = |look: &Look| look.waiting.map(|waiting| waiting.turn);
    let mut seen = None;
    for _ in 0..2 {
        // A computer that shows the twin changes the table, but not the turn.
        let next = |look: &Look| is_to_act(look) && turn(look) > seen;
        seen = turn(&scene.until(&table, 1, next).await);
        // What takes a day to be written gives whoever is to act more time.
        in_time(table.rests()).await;
        scene.time.advance(DAY);
    }
    let rests = |look: &Look| look.next_round_at.is_some();
    let look = scene.until(&table, 1, rests).await;
    (table, look)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_days_rests_while_all_are_away_and_ends_after_a_week() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (table, look) = resting(&mut scene).await;
    assert_eq!(look.closes_at, Some(scene.time.now().plus(DAY * 7)));
    scene.time.advance(DAY * 6);
    let later = table.look(Some(person(1)), None).await.unwrap();
    assert_eq!(later, look);
    scene.time.advance(DAY);
    let look = scene.until(&table, 1, is_over).await;
    assert_eq!(look.life, Life::Abandoned(Why::AllAway));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_to_a_game_that_rested_sees_how_the_round_ended() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (table, rested) = resting(&mut scene).await;
    scene.time.advance(DAY * 2);
    let back = table.look(Some(person(1)), Some(press())).await.unwrap();
    let now = scene.time.now();
    assert_eq!(back.next_round_at, Some(now.plus(seconds(10))));
    assert_eq!(back.closes_at, None);
    assert_eq!(back.view, rested.view);
    scene.time.advance(seconds(9));
    in_time(table.rests()).await;
    let later = table.look(Some(person(1)), Some(press())).await.unwrap();
    // Only the first press after the rest is a coming back.
    assert_eq!(later, back);
    scene.time.advance(seconds(1));
    let is_dealt = |look: &Look| look.next_round_at.is_none();
    scene.until(&table, 1, is_dealt).await;
}
