//! A move of the next player in the window of an announcement is a wait and no refusal (Kaluki rules 7.3).

use super::*;
use crate::tables::DeskChange;

/// The first player of four has to announce two cards.
async fn in_the_window(folder: &Folder) -> (Scene, Table) {
    let options = Options {
        announce: Announce::Manual,
        ..Options::default()
    };
    let (scene, table) = rigged(folder, 4, options, Preset::Normal).await;
    opens_up_to(&table, 11).await;
    assert_eq!(view(&look(&table, 2).await).phase, Phase::Announce(seat(1)));
    (scene, table)
}

fn early(look: &Look) -> Option<&AnyAction> {
    look.desk.as_ref().expect("a desk").early()
}

fn has_drawn(look: &Look) -> bool {
    view(look).phase == Phase::Play(seat(2))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_next_player_does_too_early_is_made_when_the_window_is_over() {
    for announces in [true, false] {
        let folder = Folder::new();
        let (mut scene, table) = in_the_window(&folder).await;
        let kept = plays(&table, 3, Action::Draw).await;
        assert_eq!(early(&kept), Some(&AnyAction::Kaluki(Action::Draw)));
        // Nothing has happened, and nobody else knows of it.
        assert_eq!(view(&kept).phase, Phase::Announce(seat(1)));
        for other in [1, 2, 4] {
            assert_eq!(early(&look(&table, other).await), None);
        }
        if announces {
            plays(&table, 2, Action::Announce).await;
        } else {
            scene.time.advance(Duration::from_secs(8));
        }
        let drawn = scene.until(&table, 3, has_drawn).await;
        assert_eq!(early(&drawn), None);
        assert!(is_to_act(&drawn));
        let missed = view(&look(&table, 2).await).own.clone().unwrap().missed;
        assert_eq!(missed, !announces);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_would_be_refused_then_is_refused_at_once() {
    let folder = Folder::new();
    let (_scene, table) = in_the_window(&folder).await;
    for action in [
        Action::Announce,
        Action::Return,
        Action::Discard { card: card("dK") },
    ] {
        let refused = tries(&table, 3, action).await;
        assert!(
            matches!(refused, Err(Declined::Refused(Refused::Rules(_)))),
            "{refused:?}"
        );
        assert_eq!(early(&look(&table, 3).await), None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_kept_can_be_taken_back() {
    let folder = Folder::new();
    let (mut scene, table) = in_the_window(&folder).await;
    plays(&table, 3, Action::Draw).await;
    let kept = plays(&table, 3, Action::Take).await;
    let last = AnyAction::Kaluki(Action::Take);
    assert_eq!(early(&kept), Some(&last), "the last one counts");
    let desk = |change| table.desk(person(3), press(), change);
    let without = done(desk(DeskChange::Cancel).await);
    assert_eq!(early(&without), None);
    late(desk(DeskChange::Cancel).await);
    plays(&table, 2, Action::Announce).await;
    let next = scene.until(&table, 3, is_to_act).await;
    assert_eq!(view(&next).phase, Phase::Draw(seat(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_kept_outlasts_a_restart() {
    let folder = Folder::new();
    let (scene, table) = in_the_window(&folder).await;
    plays(&table, 3, Action::Draw).await;
    let id = table.id.clone();
    drop(table);
    let time = ends(scene).await;
    let (mut scene, table) = again(&folder, &id, time).await;
    assert!(early(&look(&table, 3).await).is_some());
    plays(&table, 2, Action::Announce).await;
    scene.until(&table, 3, has_drawn).await;
}
