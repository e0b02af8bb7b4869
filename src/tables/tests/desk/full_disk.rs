//! A full disk: only a commit says so, and then nobody knows what became of it.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn a_prepared_move_that_cannot_be_dropped_is_tried_again_once_a_second() {
    let folder = Folder::new();
    let time = ManualTime::default();
    let id = rigged(&folder, &time, WAITING, "G8").await;
    let watched = gated(&time);
    let mut scene = Scene::impatient(&folder.file(), &watched).await;
    let table = scene.hall.table(&id).unwrap();
    prepares(&table, 2, "R13").await;
    // They could win with it: what is prepared is to be dropped, and no step is made for that.
    discards(&table, 1, "K11").await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.fill_disk(&["desks"]).await;
    watched.gate.send_replace(true);
    for _ in 0..3 {
        // The table is read again each time, and does nothing for a second.
        watched.is_awaited_in(SECOND).await;
        let look = own(&table, 2).await;
        assert_eq!(desk(&look).prepared(), Some(piece("R13")));
        scene.time.advance(SECOND);
    }
    watched.is_awaited_in(SECOND).await;
    other.make_room().await;
    scene.time.advance(SECOND);
    let is_told = |look: &Look| matches!(desk(look).plan, Plan::Dropped { .. });
    let look = scene.until(&table, 2, is_told).await;
    assert_eq!(
        desk(&look).plan,
        dropped("R13", Dropped::Held(Held::TakeFinishes))
    );
}
