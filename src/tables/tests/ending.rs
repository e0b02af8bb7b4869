//! Who ends a table: a moderator any, but no rated game in which they have a part while others play it.

use super::*;

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
    // Where nobody else could vote they do as elsewhere.
    let look = done(table.end(person(1), press(), MODERATOR).await);
    assert_eq!(look.life, Life::Abandoned(Why::EndedByModerator));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_ends_lobbies_casual_games_and_lost_tables_also_where_they_sit() {
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
    let lost = scene.playing(3, opening(rounds(9), 3, 0)).await;
    for (table, by) in [
        (&lobby, MODERATOR),
        (&starting, MODERATOR),
        (&casual, MODERATOR),
        (&lost, Ender::Clearing),
    ] {
        let look = done(table.end(person(2), press(), by).await);
        assert_eq!(look.life, Life::Abandoned(Why::EndedByModerator));
    }
}
