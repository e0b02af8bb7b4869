//! A turn that leads nowhere: a card is taken and put back for ever.

use super::*;
use crate::tables::deadlines::{LENGTHENED, MOST_IN_A_TURN};
use crate::tables::timing::RESTART_PATIENCE;

/// Somebody who could open with the top discard takes it, or puts it back.
async fn takes_or_returns(table: &Table, number: u32) {
    let action = if number.is_multiple_of(2) {
        Action::Take
    } else {
        Action::Return
    };
    plays(table, 3, action).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_a_card_and_puts_it_back_for_ever_is_ended_by_the_clock() {
    for (preset, pause, most) in [
        (Preset::Normal, Duration::from_secs(14), LENGTHENED + 1),
        (Preset::Days, Duration::ZERO, MOST_IN_A_TURN),
    ] {
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, 4, Options::default(), preset).await;
        opens_up_to(&table, 11).await;
        let mut presses = 0;
        while is_to_act(&look(&table, 3).await) {
            assert!(presses < most, "{preset}");
            takes_or_returns(&table, presses).await;
            presses += 1;
            scene.time.advance(pause);
            in_time(table.rests()).await;
        }
        assert_eq!(presses, most, "{preset}");
        assert!(look(&table, 3).await.slept);
        let next = look(&table, 4).await;
        assert!(is_to_act(&next));
        let id = table.id.clone();
        drop(table);
        let time = ends(scene).await;
        let (_scene, table) = again(&folder, &id, time).await;
        assert_eq!(look(&table, 4).await, next);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_with_a_longer_turn_is_read_and_the_turn_is_over_soon() {
    let folder = Folder::new();
    let (scene, table) = rigged(&folder, 4, Options::default(), Preset::Normal).await;
    opens_up_to(&table, 11).await;
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    // Here nobody's time is up: so it was when the journal was written.
    let watched = WatchedTime::new(&time);
    watched.gate.send_replace(false);
    let scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.hall.table(&id).unwrap();
    for number in 0..MOST_IN_A_TURN + 20 {
        takes_or_returns(&table, number).await;
    }
    let before = look(&table, 3).await;
    drop(table);
    let time = ends(scene).await;
    let (scene, table) = again(&folder, &id, time).await;
    let after = look(&table, 3).await;
    assert_eq!(
        (after.life, after.revision),
        (Life::Playing, before.revision)
    );
    assert!(is_to_act(&after) && after.view == before.view);
    let soon = scene.time.now().plus(RESTART_PATIENCE);
    assert_eq!(after.deadline, Some(soon));
    takes_or_returns(&table, 0).await;
    in_time(table.rests()).await;
    assert!(is_to_act(&look(&table, 4).await));
}
