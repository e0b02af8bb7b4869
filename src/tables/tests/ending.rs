//! Who ends a table: a moderator any, but no rated game in which they have a part.

use super::*;
use crate::arena::verifier::verify;
use crate::rules::any::AnyView;
use crate::tables::record::record;

const MODERATOR: Ender = Ender::Moderator;

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_who_plays_a_rated_game_votes_like_everybody_else() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    // Also as its host.
    for mo in [1, 2] {
        let table = scene.playing(3, opening(rounds(9), 3, 0)).await;
        let look = done(table.end(person(mo), press(), MODERATOR).await);
        assert_eq!((look.life, look.votes.len()), (Life::Playing, 1));
        late(table.end(person(mo), press(), MODERATOR).await);
        // Another one is no party to it.
        let look = done(table.end(person(99), press(), MODERATOR).await);
        assert_eq!(look.life, Life::Abandoned(Why::EndedByModerator));
    }
    let table = scene.playing(3, opening(rounds(9), 3, 0)).await;
    done(table.end(person(1), press(), MODERATOR).await);
    let look = done(table.end(person(2), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::Voted));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_who_left_a_rated_game_does_not_end_it_for_those_who_play_on() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(3, opening(rounds(9), 3, 0)).await;
    for who in [2, 3] {
        done(table.leave(person(who), press()).await);
        // Neither while two play on, nor while one does.
        let refused = table.end(person(2), press(), MODERATOR).await;
        assert_eq!(refused, Err(Declined::HadPart));
    }
    // Nor does whoever is left alone, be they a moderator or not: the losses stand, their own too.
    for by in [MODERATOR, Ender::Player] {
        let refused = table.end(person(1), press(), by).await;
        assert_eq!(refused, Err(Declined::Alone));
    }
    let look = done(table.end(person(99), press(), MODERATOR).await);
    assert_eq!(look.life, Life::Abandoned(Why::EndedByModerator));
}

/// Person 7 took the seat of person 2.
async fn with_a_substitute(scene: &Scene, opening: Opening) -> Table {
    let table = scene.playing(3, opening).await;
    let look = done(table.leave(person(2), press()).await);
    let (seat, _) = look.seats.iter().nth(1).unwrap();
    done(table.take_over(person(7), press(), seat).await);
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_steps_in_votes_no_rated_game_away_and_is_not_counted_there() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = with_a_substitute(&scene, opening(rounds(9), 3, 0)).await;
    for by in [Ender::Player, MODERATOR] {
        let refused = table.end(person(7), press(), by).await;
        assert_eq!(refused, Err(Declined::SteppedIn));
    }
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!((look.votes.len(), look.votes_needed()), (1, 2));
    assert!(!look.has_few_voters() && !look.is_alone());
    // Those for whom it counts are enough, also where one of them left and came back.
    done(table.leave(person(7), press()).await);
    let look = done(table.end(person(3), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::Voted));

    let table = with_a_substitute(&scene, opening(rounds(9), 3, 0)).await;
    let look = done(table.leave(person(3), press()).await);
    assert!(look.has_few_voters() && !look.is_alone());
    let refused = table.end(person(1), press(), Ender::Player).await;
    assert_eq!(refused, Err(Declined::Alone));
    done(table.leave(person(7), press()).await);
    let (seat, _) = look.seats.iter().nth(1).unwrap();
    done(table.take_over(person(2), press(), seat).await);
    done(table.end(person(2), press(), Ender::Player).await);
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::Voted));
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_casual_game_whoever_steps_in_votes_like_everybody_else() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let casual = Opening {
        rated: false,
        ..opening(rounds(9), 3, 0)
    };
    let table = with_a_substitute(&scene, casual).await;
    let look = done(table.end(person(7), press(), Ender::Player).await);
    assert_eq!((look.votes.len(), look.votes_needed()), (1, 2));
    let look = done(table.end(person(3), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::Voted));
}

/// Whatever falls due is waited for until the game is over.
pub(super) async fn nobody_moves(scene: &mut Scene, table: &Table) -> Look {
    loop {
        let is_due = |look: &Look| look.deadline.or(look.next_round_at).is_some();
        let look = scene
            .until(table, 1, |look| is_over(look) || is_due(look))
            .await;
        if is_over(&look) {
            return look;
        }
        let due = look.deadline.or(look.next_round_at).unwrap();
        scene.time.advance(due.since(scene.time.now()));
        scene
            .until(table, 1, |later| later.revision > look.revision)
            .await;
    }
}

/// What is stored of a rated game of one round, and what it was for its people.
async fn slept_through(who_leaves: Option<u64>) -> (Look, usize) {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 3, 1)).await;
    if let Some(who) = who_leaves {
        done(table.leave(person(who), press()).await);
    }
    let look = nobody_moves(&mut scene, &table).await;
    let results = scene.store.results_at(&table.id).await.unwrap();
    let record = record(&scene.store, &table.id).await.unwrap();
    assert!(verify(&record.unwrap()).is_ok());
    let checked = crate::tables::check(&scene.store).await.unwrap();
    assert_eq!(checked.faults, Vec::<String>::new());
    scene.hall.close().await;
    // It reads the same after a restart.
    let scene = Scene::at(&folder.file(), scene.time.clone()).await;
    let again = scene.hall.table(&table.id).unwrap();
    let again = again.look(Some(person(1)), None).await.unwrap();
    assert_eq!((again.life, &again.view), (look.life, &look.view));
    (look, results.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_in_which_nobody_made_a_move_has_no_winner() {
    for (who_leaves, losses) in [(None, 0), (Some(2), 1)] {
        let (look, results) = slept_through(who_leaves).await;
        assert_eq!(look.life, Life::Abandoned(Why::AllAway));
        assert_eq!(results, losses);
        let Some(AnyView::Okey(view)) = look.view else {
            panic!("a game of Okey");
        };
        assert_eq!(view.standing, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_ends_lobbies_and_casual_games_also_where_they_sit() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let lobby = scene.open(opening(rounds(9), 3, 0)).await;
    done(lobby.take_seat(person(2), press()).await);
    let starting = scene.open(opening(rounds(9), 3, 0)).await;
    done(starting.take_seat(person(2), press()).await);
    done(starting.start(person(1), press()).await);
    let casual = Opening {
        rated: false,
        ..opening(rounds(9), 3, 0)
    };
    let casual = scene.playing(3, casual).await;
    for table in [&lobby, &starting, &casual] {
        let look = done(table.end(person(2), press(), MODERATOR).await);
        assert_eq!(look.life, Life::Abandoned(Why::EndedByModerator));
    }
}
