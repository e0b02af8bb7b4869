//! What is tried with every game that people are offered.

use istaka::rules::any::GameId;

/// Fails where one of them is not among these ids.
pub fn leaves_none_out<'a>(tried: impl IntoIterator<Item = &'a str>) {
    let tried: Vec<&str> = tried.into_iter().collect();
    for game in GameId::RELEASED {
        assert!(tried.contains(&game.id()), "{} is left out", game.id());
    }
}

/// A test for each of these games, and one that finds whichever is left out.
macro_rules! with_every_game {
    ($tried:ident: $($test:ident of $game:literal;)+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                $tried($game).await;
            }
        )+

        #[test]
        fn no_game_is_left_out() {
            $crate::every_game::leaves_none_out([$($game),+]);
        }
    };
}

pub(crate) use with_every_game;
