//! A game counts only where people play against each other: not where all of them sit on one side.

use super::*;
use crate::rules::any::GameId;
use crate::tables::terms::READING;

/// Four seats of Okey, of which opposite ones play together.
fn partners() -> Opening {
    let mut options = rounds(9);
    options.set("partnership", "true").unwrap();
    opening(options, 4, 0)
}

/// Person 2 sits opposite the host, and nobody else is there.
async fn two_partners(scene: &Scene) -> Table {
    let table = scene.open(partners()).await;
    let look = done(table.take_seat(person(2), press()).await);
    assert!(!look.casual, "they sit side by side");
    let moved = table.change_seat(person(2), press(), look.revision).await;
    let look = shown(&table, moved).await;
    assert_eq!((look.rated, look.casual), (true, true));
    scene.time.advance(READING);
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_against_computers_alone_play_a_casual_game() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = two_partners(&scene).await;
    done(table.start(person(1), press()).await);
    let look = done(table.begin(MessageId::new(9_000)).await);
    assert!(look.rated && look.casual && look.is_one_sided);
    // Nobody loses anything by it.
    done(table.end(person(2), press(), Ender::Player).await);
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::EndedByHost));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_start_that_hangs_leaves_no_partners_a_game_that_counts() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(partners()).await;
    for number in [2, 3] {
        done(table.take_seat(person(number), press()).await);
    }
    let look = done(table.start(person(1), press()).await);
    assert!(!look.casual && !look.is_one_sided);
    let look = done(table.leave(person(2), press()).await);
    assert!(look.casual && look.is_one_sided);
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_whose_opponent_has_left_vote_nothing_away() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(3, partners()).await;
    done(table.leave(person(2), press()).await);
    for number in [1, 3] {
        let look = table.look(Some(person(number)), None).await.unwrap();
        assert!(!look.casual && look.has_few_voters());
        let refused = table.end(person(number), press(), Ender::Player).await;
        assert_eq!(refused, Err(Declined::Alone));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_chance_makes_the_teams_it_decides_whether_the_game_counts() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let mut seen = [false; 2];
    while seen != [true; 2] {
        let mut options = GameId::Meri.default_options();
        options.set("team_assign", "random").unwrap();
        let table = scene.open(opening(options, 8, 6)).await;
        let look = done(table.take_seat(person(2), press()).await);
        assert!(!look.casual);
        let look = done(table.start(person(1), press()).await);
        assert!(!look.casual);
        let look = done(table.begin(MessageId::new(9_000)).await);
        let side = |number| look.seat_of(person(number)).unwrap().index() % 2;
        let is_one_sided = side(1) == side(2);
        assert_eq!(
            (look.casual, look.is_one_sided),
            (is_one_sided, is_one_sided)
        );
        seen[usize::from(is_one_sided)] = true;
        done(table.end(person(99), press(), Ender::Moderator).await);
    }
}
