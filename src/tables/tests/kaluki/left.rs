//! Whoever leaves a deal owes what their seat loses in it, whether they come back or not; what it wins is not theirs.

use super::away::shut;
use super::*;

/// Nobody gets near the limit.
fn roomy() -> Options {
    Options {
        penalty_limit: 1_000,
        ..Options::default()
    }
}

/// What the third player does around the call-up of another.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Third {
    Stays,
    Leaves,
    IsBackBefore,
    IsBackAfter,
    LeavesToAnother,
}

/// All who still sit there go, so that the game is lost for all.
async fn all_leave(table: &Table) {
    for who in [1, 2, 3, 4, 7] {
        if look(table, who).await.viewer.seat().is_some() {
            done(table.leave(person(who), press()).await);
        }
    }
    let over = look(table, 1).await;
    assert_eq!(over.life, Life::Abandoned(Why::Deserted));
}

/// The units of the only game of each of these people.
async fn units<const PEOPLE: usize>(scene: &Scene, people: [u64; PEOPLE]) -> [i32; PEOPLE] {
    let mut units = [0; PEOPLE];
    for (who, units) in people.into_iter().zip(&mut units) {
        let [game] = &results(scene, who).await[..] else {
            panic!("one game of {who}");
        };
        *units = game.points;
    }
    units
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_before_a_call_up_has_lost_what_they_would_have_lost() {
    for third in [
        Third::Stays,
        Third::Leaves,
        Third::IsBackBefore,
        Third::IsBackAfter,
        Third::LeavesToAnother,
    ] {
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, 4, roomy(), Preset::Normal).await;
        let sits = async |who| done(table.take_over(person(who), press(), seat(2)).await);
        if third != Third::Stays {
            done(table.leave(person(3), press()).await);
        }
        if third == Third::IsBackBefore {
            sits(3).await;
        }
        if third == Third::LeavesToAnother {
            sits(7).await;
        }
        calls_up(&table).await;
        if third == Third::IsBackAfter {
            sits(3).await;
        }
        all_leave(&table).await;
        // The first stake, and that of the call-up, from or to each of the others.
        let all = units(&scene, [1, 2, 3, 4]).await;
        assert_eq!(all, [-7, 1, -7, -7], "{third:?}");
        if third == Third::LeavesToAnother {
            assert_eq!(units(&scene, [7]).await, [0]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_computer_wins_for_whoever_left_is_nobodys() {
    for is_back in [false, true] {
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, 4, roomy(), Preset::Normal).await;
        let (store, id, time) = shut(&folder, scene, table).await;
        let second = seat(1);
        let left = Change::Left {
            seat: second,
            level: Level::Easy,
        };
        makes(&store, &id, left).await;
        let discard = Action::Discard { card: card(FIRST) };
        for action in [Action::Draw, opening_up_to(13), discard] {
            let action = AnyAction::Kaluki(action);
            let played = |affairs: &Affairs| affairs.played(second, &action).unwrap();
            makes_of(&store, &id, played).await;
        }
        store.close().await;
        let (scene, table) = again(&folder, &id, time).await;
        if is_back {
            done(table.take_over(person(2), press(), second).await);
        }
        all_leave(&table).await;
        assert_eq!(units(&scene, [1, 2, 3, 4]).await, [-7, -5, -7, -7]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_when_a_further_stake_is_asked_for_pays_none() {
    let folder = Folder::new();
    let (mut scene, table) = rigged(&folder, 4, hundred(), Preset::Normal).await;
    calls_up(&table).await;
    done(table.leave(person(1), press()).await);
    plays(&table, 4, Action::BuyIn).await;
    let is_between = |look: &Look| look.next_round_at.is_some();
    let after = scene.until(&table, 2, is_between).await;
    assert_eq!(view(&after).buy_ins[seat(0)], 1, "its computer buys in");
    all_leave(&table).await;
    assert_eq!(units(&scene, [1, 2, 3, 4]).await, [-7, 1, -7, -12]);
}
