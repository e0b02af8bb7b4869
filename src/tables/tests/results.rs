//! What counts and what does not: rated and casual tables, leavers, substitutes, and who is left alone.

use super::clock::{play_a_round, sleep_to_the_end};
use super::*;
use crate::rules::any::GameId;
use crate::rules::{GameView, Seat, Seats, Viewer};
use crate::store::{Counted, Line, Order, OtherProgram, Part};
use crate::tables::terms::READING;
use crate::tables::tidy::{Retention, Tidier, Tidying};

/// The leaderboard by wins.
pub(super) async fn lines(scene: &Scene, casual: bool) -> Vec<Line> {
    let counted = Counted {
        server: server(),
        game: GameId::Okey,
        since: None,
        casual,
        order: Order::Wins,
    };
    let page = scene.store.leaders(&counted, 0, 10, person(0)).await;
    page.unwrap().lines
}

/// Place, part and kind of the only game that a person has played.
async fn only_game(scene: &Scene, number: u64) -> Option<(u8, Part, bool)> {
    let past = scene.store.past(server(), person(number), 0, 10).await;
    let games = past.unwrap().games;
    assert!(games.len() < 2, "{games:?}");
    games
        .first()
        .map(|game| (game.place, game.part, game.casual))
}

fn casual(opening: Opening) -> Opening {
    Opening {
        rated: false,
        ..opening
    }
}

/// The update that told places among all seats knew only the house rules with which a table was opened.
#[tokio::test(flavor = "multi_thread")]
async fn places_that_an_update_told_by_house_rules_that_the_lobby_changed_are_told_anew() {
    for (opened, chosen, is_packed) in [
        (false, "true", false),
        (false, "true", true),
        (true, "false", false),
    ] {
        let folder = Folder::new();
        let file = folder.file();
        let mut scene = Scene::new(&folder).await;
        let options = AnyOptions::Okey(okey::Options {
            max_rounds: 1,
            partnership: opened,
            ..okey::Options::default()
        });
        let table = scene.open(opening(options, 4, 0)).await;
        let set = table.set_option(person(1), press(), "partnership", chosen);
        shown(&table, set.await).await;
        for number in 2..=4 {
            done(table.take_seat(person(number), press()).await);
        }
        scene.time.advance(READING);
        done(table.start(person(1), press()).await);
        done(table.begin(MessageId::new(9_000)).await);
        play_out(&mut scene, &table, &[1, 2, 3, 4]).await;
        let results = scene.store.results_at(&table.id).await.unwrap();
        if is_packed {
            scene.time.advance(Retention::days(31));
            let (store, now) = (scene.store.clone(), scene.time.now());
            let tidier = Tidier::new(store, Retention::USUAL, Tidying::Really, now);
            assert_eq!(tidier.all().await.unwrap().packed, 1);
        }
        let updated = if opened {
            "update results set sides = 2, place = 3"
        } else {
            "update results set sides = 4, place = 2"
        };
        let mut other = OtherProgram::at(&file).await;
        let faults = async |scene: &Scene| crate::tables::check(&scene.store).await.unwrap().faults;
        other.damage_results(updated).await;
        // In a copy of an older version that is no damage.
        other.damage_results("delete from placed").await;
        assert_eq!(faults(&scene).await, Vec::<String>::new());
        assert_ne!(scene.store.results_at(&table.id).await.unwrap(), results);
        scene.hall.close().await;
        let scene = Scene::at(&file, scene.time.clone()).await;
        in_time(async {
            while !scene.store.are_places_told().await.unwrap() {
                tokio::task::yield_now().await;
            }
        })
        .await;
        assert_eq!(scene.store.results_at(&table.id).await.unwrap(), results);
        assert_eq!(faults(&scene).await, Vec::<String>::new());
        // From then on it is.
        other.damage_results(updated).await;
        assert_eq!(faults(&scene).await.len(), 1);
        other.leave().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_opened_as_casual_is_so_however_many_play() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.open(casual(opening(rounds(1), 2, 0))).await;
    let look = done(table.take_seat(person(2), press()).await);
    assert_eq!((look.rated, look.casual), (false, true));
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9)).await);
    let look = play_out(&mut scene, &table, &[1, 2]).await;
    assert_eq!((look.life, look.casual), (Life::Finished, true));
    assert_eq!(lines(&scene, true).await.len(), 2);
    assert_eq!(lines(&scene, false).await.len(), 0);
    // Once more it is the same.
    let again = scene.hall.rematch(&table.id, person(2), press()).await;
    assert!(!again.unwrap().rated);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_alone_ends_a_casual_game_and_never_a_rated_one() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, casual(opening(rounds(3), 2, 0))).await;
    let look = done(table.end(person(2), press(), Ender::Player).await);
    assert_eq!((look.life, look.votes.len()), (Life::Playing, 1));
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::EndedByHost));

    let table = scene.playing(2, opening(rounds(3), 2, 0)).await;
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!((look.life, look.votes.len()), (Life::Playing, 1));
    let look = done(table.end(person(2), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::Voted));
    for number in [1, 2] {
        assert_eq!(only_game(&scene, number).await, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_counts_for_one_round() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let votes = async |number| done(table.end(person(number), press(), Ender::Player).await);
    assert_eq!(votes(1).await.votes.len(), 1);
    let over = play_a_round(&mut scene, &table).await;
    assert_eq!((over.life, over.votes.len()), (Life::Playing, 0));
    done(table.next(person(1), press()).await);
    let dealt = done(table.next(person(2), press()).await);
    assert!(dealt.next_round_at.is_none() && dealt.votes.is_empty());
    // Both have to want it in the same round, or one of them in the pause before it.
    assert_eq!(votes(1).await.votes.len(), 1);
    play_a_round(&mut scene, &table).await;
    let look = votes(2).await;
    assert_eq!((look.life, look.votes.len()), (Life::Playing, 1));
    late(table.end(person(2), press(), Ender::Player).await);
    done(table.next(person(1), press()).await);
    let dealt = done(table.next(person(2), press()).await);
    assert!(dealt.next_round_at.is_none() && dealt.votes.len() == 1);
    assert_eq!(votes(1).await.life, Life::Abandoned(Why::Voted));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_is_renewed_between_two_rounds_counts_in_the_next() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    let votes = async |number| done(table.end(person(number), press(), Ender::Player).await);
    votes(1).await;
    play_a_round(&mut scene, &table).await;
    assert_eq!(votes(1).await.votes.len(), 1);
    done(table.next(person(1), press()).await);
    let dealt = done(table.next(person(2), press()).await);
    assert!(dealt.next_round_at.is_none() && dealt.votes.len() == 1);
    assert_eq!(votes(2).await.life, Life::Abandoned(Why::Voted));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_left_alone_at_a_rated_table_plays_on_or_leaves() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(3, opening(rounds(1), 3, 0)).await;
    done(table.end(person(2), press(), Ender::Player).await);
    done(table.leave(person(1), press()).await);
    let look = done(table.leave(person(3), press()).await);
    // The vote of the one who is left does not decide alone.
    assert_eq!((look.life, look.votes.len()), (Life::Playing, 1));
    assert!(look.is_alone());
    let refused = table.end(person(2), press(), Ender::Player).await;
    assert_eq!(refused, Err(Declined::Alone));
    let look = play_out(&mut scene, &table, &[2]).await;
    assert_eq!(look.life, Life::Finished);
    for number in [1, 3] {
        assert_eq!(
            only_game(&scene, number).await,
            Some((3, Part::Left, false))
        );
    }
    let stayed = only_game(&scene, 2).await.unwrap();
    assert_eq!((stayed.1, stayed.2), (Part::Played, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_counts_again_when_whoever_left_comes_back() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(3), 2, 0)).await;
    let look = done(table.leave(person(2), press()).await);
    let (seat, _) = look.seats.iter().nth(1).unwrap();
    done(table.take_over(person(2), press(), seat).await);
    let look = done(table.end(person(2), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Playing);
    let look = done(table.end(person(1), press(), Ender::Player).await);
    assert_eq!(look.life, Life::Abandoned(Why::Voted));
    assert_eq!(only_game(&scene, 2).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_seen_one_rack_takes_no_seat_but_their_own() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(3, opening(rounds(3), 3, 0)).await;
    let look = done(table.leave(person(2), press()).await);
    let seats: Vec<_> = look.seats.iter().map(|(seat, _)| seat).collect();
    done(table.leave(person(3), press()).await);
    let takes = async |who, seat| table.take_over(person(who), press(), seat).await;
    for (who, other, own) in [(2, seats[2], seats[1]), (3, seats[1], seats[2])] {
        let refused = takes(who, other).await;
        assert!(matches!(refused, Err(Declined::SawAnother)));
        done(takes(who, own).await);
        done(table.leave(person(who), press()).await);
    }
    // So it is for whoever came later.
    done(takes(7, seats[2]).await);
    done(table.leave(person(7), press()).await);
    assert!(matches!(
        takes(7, seats[1]).await,
        Err(Declined::SawAnother)
    ));
    done(takes(7, seats[2]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_rated_game_has_lost_it_also_if_nobody_finishes_it() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(2), 3, 1)).await;
    let look = done(table.leave(person(2), press()).await);
    let (seat, _) = look.seats.iter().nth(1).unwrap();
    assert!(!look.stepped_in);
    assert!(done(table.take_over(person(7), press(), seat).await).stepped_in);
    assert!(done(table.leave(person(7), press()).await).stepped_in);
    let look = done(table.leave(person(1), press()).await);
    assert_eq!(look.life, Life::Abandoned(Why::Deserted));
    assert!(!look.stepped_in);
    for number in [1, 2] {
        assert_eq!(
            only_game(&scene, number).await,
            Some((3, Part::Left, false))
        );
    }
    assert_eq!(only_game(&scene, 7).await, Some((3, Part::Left, true)));
    assert!(lines(&scene, false).await.iter().all(|line| line.wins == 0));

    // Nothing is lost at a casual one, nor where a moderator ends it, nor before the deal.
    let table = scene.playing(1, opening(rounds(2), 2, 1)).await;
    done(table.leave(person(1), press()).await);
    let table = scene.playing(4, opening(rounds(2), 4, 0)).await;
    done(table.leave(person(4), press()).await);
    done(table.end(person(99), press(), Ender::Moderator).await);
    assert_eq!(only_game(&scene, 4).await, None);
    let table = scene.open(opening(rounds(2), 2, 0)).await;
    done(table.take_seat(person(5), press()).await);
    done(table.start(person(1), press()).await);
    done(table.leave(person(5), press()).await);
    let look = done(table.leave(person(1), press()).await);
    assert_eq!(look.life, Life::Abandoned(Why::Deserted));
    assert_eq!(only_game(&scene, 5).await, None);
    assert_eq!(lines(&scene, true).await.len(), 1, "the substitute's");
}

/// What is stored is what follows from the journals, as far as may be.
async fn faults(scene: &Scene) -> Vec<String> {
    crate::tables::check(&scene.store).await.unwrap().faults
}

/// A table at which so many sit and *Start* was pressed; the message that the game begins could not be posted.
async fn starting(scene: &Scene, people: u64, opening: Opening) -> Table {
    let table = scene.open(opening).await;
    for number in 2..=people {
        done(table.take_seat(person(number), press()).await);
    }
    done(table.start(person(1), press()).await);
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_start_that_hangs_has_lost_nothing() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = starting(&scene, 3, opening(rounds(1), 3, 0)).await;
    let look = done(table.leave(person(3), press()).await);
    assert_eq!((look.casual, look.left_before), (false, false));
    assert!(!look.stepped_in);
    done(table.begin(MessageId::new(9_000)).await);
    // Seats are drawn with the message.
    let look = table.look(Some(person(3)), None).await.unwrap();
    let seat = |one: &(Seat, &Sitter)| look.is_to_take(one.0);
    let (seat, _) = look.seats.iter().find(seat).unwrap();
    let look = done(table.leave(person(2), press()).await);
    assert!(look.left_before, "once it has begun it counts");
    // Back when others have played for them they play a casual game, and lose one if they leave that.
    assert!(done(table.take_over(person(3), press(), seat).await).stepped_in);
    let look = done(table.leave(person(3), press()).await);
    assert_eq!((look.stepped_in, look.left_before), (true, false));
    play_out(&mut scene, &table, &[1]).await;
    assert_eq!(only_game(&scene, 2).await, Some((3, Part::Left, false)));
    assert_eq!(only_game(&scene, 3).await, Some((3, Part::Left, true)));
    assert!(
        lines(&scene, false)
            .await
            .iter()
            .all(|line| line.games == 1)
    );
    assert_eq!(faults(&scene).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_alone_when_the_game_begins_plays_a_casual_one() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = starting(&scene, 2, opening(rounds(1), 2, 0)).await;
    let look = done(table.leave(person(2), press()).await);
    assert_eq!((look.rated, look.casual), (true, true));
    done(table.begin(MessageId::new(9_000)).await);
    let over = play_out(&mut scene, &table, &[1]).await;
    assert_eq!(only_game(&scene, 2).await, None);
    let (_, part, casual) = only_game(&scene, 1).await.unwrap();
    assert_eq!((part, casual), (Part::Played, true));
    assert_eq!(faults(&scene).await, Vec::<String>::new());
    // What was stored once of such a game is no damage.
    let mut other = OtherProgram::at(&folder.file()).await;
    let own = over.seat_of(person(1)).unwrap();
    let points = over.view.as_ref().unwrap().points()[own.next(2)];
    let lost = format!(
        "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, part, seats, sides, finished_at)
         select table_id, 1 - seat, 2, server, game, 2, 'lost', {points}, 0, 'left', 2, 2, finished_at from results"
    );
    for once in ["update results set casual = 0", &lost] {
        other.damage_results(once).await;
    }
    assert_eq!(faults(&scene).await, Vec::<String>::new());
    other.damage_results("update results set casual = 1").await;
    assert_eq!(faults(&scene).await.len(), 1);
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_left_has_lost_also_where_the_bot_is_thrown_out_after_that() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(3, opening(rounds(9), 3, 0)).await;
    done(table.leave(person(3), press()).await);
    // A computer that is at it would move after the day, and the day would begin with that.
    in_time(table.rests()).await;
    let lines = scene.hall.lines();
    lines.server_throws_out(server(), &scene.hall.servers());
    scene.time.advance(Duration::from_secs(25 * 60 * 60));
    let is_over = |look: &Look| look.life == Life::Abandoned(Why::ThrownOut);
    scene.until(&table, 1, is_over).await;
    assert_eq!(only_game(&scene, 3).await, Some((3, Part::Left, false)));
    for number in [1, 2] {
        assert_eq!(only_game(&scene, number).await, None);
    }
    assert_eq!(faults(&scene).await, Vec::<String>::new());
    // Such a game had no result once: that is no damage.
    let mut other = OtherProgram::at(&folder.file()).await;
    other.damage_results("delete from results").await;
    assert_eq!(faults(&scene).await, Vec::<String>::new());
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_stays_and_falls_asleep_has_no_result_and_the_leaver_has_lost() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(9), 2, 0)).await;
    done(table.leave(person(2), press()).await);
    let look = sleep_to_the_end(&mut scene, &table, 1).await;
    assert_eq!(look.life, Life::Abandoned(Why::AllAway));
    assert_eq!(only_game(&scene, 2).await, Some((2, Part::Left, false)));
    assert_eq!(only_game(&scene, 1).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_substitute_has_a_casual_result_of_their_own() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    let look = done(table.leave(person(2), press()).await);
    let (seat, _) = look.seats.iter().nth(1).unwrap();
    let look = done(table.take_over(person(7), press(), seat).await);
    assert_eq!(
        (look.come_back, look.taken_over),
        (Seats::NONE, Seats::only(seat))
    );
    play_out(&mut scene, &table, &[1, 7]).await;
    assert_eq!(only_game(&scene, 2).await, Some((2, Part::Left, false)));
    let stepped_in = only_game(&scene, 7).await.unwrap();
    assert_eq!((stepped_in.1, stepped_in.2), (Part::SteppedIn, true));
    let stayed = only_game(&scene, 1).await.unwrap();
    assert_eq!((stayed.1, stayed.2), (Part::Played, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_table_stays_what_it_is_over_a_restart() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let lobby = scene.open(casual(opening(rounds(1), 2, 0))).await;
    let game = scene.playing(2, opening(rounds(1), 2, 0)).await;
    scene.hall.close().await;
    let scene = Scene::at(&folder.file(), scene.time.clone()).await;
    let look = async |id| {
        let table = scene.hall.table(id).unwrap();
        let look = table.look(None, None).await.unwrap();
        (look.rated, look.casual)
    };
    assert_eq!(look(&lobby.id).await, (false, true));
    assert_eq!(look(&game.id).await, (true, false));
}

/// To everybody alike: a look of nobody's, in which no rack is.
#[tokio::test(flavor = "multi_thread")]
async fn how_a_game_ended_is_told_of_finished_games_alone() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    assert!(scene.hall.finished(&table.id).await.is_none());
    play_out(&mut scene, &table, &[1, 2]).await;
    let told = scene.hall.finished(&table.id).await;
    let told = told.expect("it has finished");
    assert_eq!((told.life, told.viewer), (Life::Finished, Viewer::Watcher));

    let table = scene.playing(2, opening(rounds(1), 2, 0)).await;
    for number in [1, 2] {
        done(table.end(person(number), press(), Ender::Player).await);
    }
    assert!(scene.hall.finished(&table.id).await.is_none());
}
