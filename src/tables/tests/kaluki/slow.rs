//! A window of the rules is short, and begins when it can be seen.

use super::super::slow::Holding;
use super::*;
use crate::tables::timing::RESTART_PATIENCE;

#[tokio::test]
async fn a_window_that_was_written_slowly_can_be_used() {
    let folder = Folder::new();
    let options = Options {
        announce: Announce::Manual,
        ..Options::default()
    };
    let (scene, table) = rigged(&folder, 4, options, Preset::Normal).await;
    plays(&table, 2, Action::Draw).await;
    plays(&table, 2, opening_up_to(11)).await;
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    let mut holding = Holding::at(&folder, &time).await;
    let table = holding.scene.hall.table(&id).unwrap();
    let discarding = table.clone();
    let discards = async move {
        plays(&discarding, 2, Action::Discard { card: card(FIRST) }).await;
    };
    holding.slowly(Duration::from_secs(9), discards).await;
    in_time(table.rests()).await;
    let window = look(&table, 2).await;
    assert_eq!(view(&window).phase, Phase::Announce(seat(1)));
    let until = Some(holding.now().plus(RESTART_PATIENCE));
    assert_eq!(window.deadline, until);
    // Nobody is told anything else than whoever the window is for.
    for who in [1, 3, 4] {
        assert_eq!(look(&table, who).await.deadline, until);
    }
    plays(&table, 2, Action::Announce).await;
    let own = view(&look(&table, 2).await).own.clone().unwrap();
    assert!(!own.missed);
}
