//! Whoever leaves a deal owes what their seat loses in it, whether they come back or not; what it wins is not theirs.

use super::away::shut;
use super::*;
use crate::rules::kaluki::options::MatchMode;
use crate::store::OtherProgram;

/// Nobody gets near the limit.
fn roomy() -> Options {
    Options {
        penalty_limit: 1_000,
        ..Options::default()
    }
}

/// A match of one deal.
fn of_one_deal() -> Options {
    Options {
        match_mode: MatchMode::FixedDeals(1),
        ..roomy()
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

/// Versions that did not tell a leaver's loss of the deal that they left stored another number, and so for whoever stepped in.
#[tokio::test(flavor = "multi_thread")]
async fn results_from_before_leavers_owed_for_a_deal_are_no_fault() {
    let alone = &[(3, -5)][..];
    let both = &[(3, -5), (7, -2)][..];
    for (options, before) in [
        (of_one_deal(), alone),
        (of_one_deal(), both),
        (roomy(), alone),
        (roomy(), both),
    ] {
        let is_finished = options == of_one_deal();
        let folder = Folder::new();
        let (scene, table) = rigged(&folder, 4, options, Preset::Normal).await;
        done(table.leave(person(3), press()).await);
        if before == both {
            done(table.take_over(person(7), press(), seat(2)).await);
        }
        calls_up(&table).await;
        if is_finished {
            assert_eq!(look(&table, 1).await.life, Life::Finished);
        } else {
            all_leave(&table).await;
        }
        assert_eq!(units(&scene, [3]).await, [-7]);
        let (store, ..) = shut(&folder, scene, table).await;
        let faults = async || crate::tables::check(&store).await.unwrap().faults.len();
        let mut other = OtherProgram::at(&folder.file()).await;
        assert_eq!(faults().await, 0);
        for (number, (who, units)) in before.iter().enumerate() {
            let set = format!("update results set points = {units} where person = {who}");
            other.damage_results(&set).await;
            // Of two numbers both are of one version.
            let is_half = number + 1 < before.len();
            assert_eq!(faults().await, usize::from(is_half), "{is_finished} {who}");
        }
        for wrong in [-8, -6, -4] {
            let set = format!("update results set points = {wrong} where person = 3");
            other.damage_results(&set).await;
            assert_eq!(faults().await, 1, "{is_finished} {wrong}");
        }
        other.leave().await;
        store.close().await;
    }
}
