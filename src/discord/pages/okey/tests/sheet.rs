//! The score sheet of Okey: every round of a game, in words and for whoever cannot see.

use super::*;
use crate::discord::pages::press::Verb;
use crate::discord::wire::note::{MOST_ALT_TEXT, MOST_TEXT};
use crate::rules::okey::options::ShowingEffect;
use crate::rules::okey::sheet::Entry;
use crate::rules::{Outcome, PerSeat, Seats, Standing};
use crate::tables::Life;

/// Seven pairs and the okey, which is thrown: 8 for each of the others.
const EIGHT: &str = "K1 K1 K2 K2 K3 K3 K4 K4 K6 K6 K8 K8 K10 K10 R5";
/// Sets and runs, and a tile like any other: 2.
const TWO: &str = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K1 R9";

/// Deals the next round, whose starter has these tiles and finishes with the last of them.
fn finished(game: &mut Okey, rack: &str) {
    game.obey(&[Event::Dealt {
        deck: wall(&[(STARTER, rack), (14 * game.seats() + 1, "R4")]),
        dealer: seat(0),
        dice: Vec::new(),
    }]);
    let last = rack.split(' ').next_back().expect("fifteen tiles");
    act(game, Action::Finish(tile(last)));
}

/// A game of these rounds, which is over with the last.
fn game_of(set: &str, racks: &[&str]) -> Okey {
    let mut options = Options::default();
    let rounds = format!("max_hands={}", racks.len());
    for part in ["deal=simplified", &rounds]
        .into_iter()
        .chain(set.split_whitespace())
    {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    let mut game = Okey::new(&options, 4);
    for rack in racks {
        finished(&mut game, rack);
    }
    game
}

fn sheet(view: &View, game: &Okey) -> Body {
    let look = look(game, Viewer::Watcher);
    OkeyFace::sheet(reader(&look), view).expect("a round is over")
}

fn seen(game: &Okey) -> View {
    view(&look(game, Viewer::Watcher)).clone()
}

#[test]
fn the_score_sheet_tells_every_round_of_the_game() {
    let game = game_of("", &[EIGHT, TWO]);
    let Body { text, alt, .. } = sheet(&seen(&game), &game);
    for line in [
        "**1.** 🔶 seven pairs, finished with the okey (−8) → 🔵12 🔶20 🟪12 🔺12",
        "**2.** 🔶 sets and runs (−2) → 🔵10 🔶20 🟪10 🔺10",
        "## The game is over",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(alt.contains("Blue circle: 12, 10."), "{alt}");
    assert!(alt.contains(": 20 (finished), 20 (finished)."), "{alt}");
    assert!(!text.contains("twin"), "{text}");
}

#[test]
fn who_showed_who_failed_and_a_draw_stand_on_the_sheet() {
    let game = game_of("", &[TWO]);
    let mut view = seen(&game);
    view.sheet.insert(
        0,
        Entry {
            finish: None,
            played: Seats::first(4),
            showed: Seats::only(seat(2)),
            failed: Seats::only(seat(0)),
            scores: [18, 19, 20, 19].into_iter().collect(),
        },
    );
    let text = sheet(&view, &game).text;
    let line = "**1.** nobody finished · 🟪 showed the indicator's twin (the others −1) · 🔵 tried to finish and failed → 🔵18";
    assert!(text.contains(line), "{text}");
    view.options.gosterge_effect = ShowingEffect::ShowerGains;
    let text = sheet(&view, &game).text;
    assert!(text.contains("the indicator's twin (+1) ·"), "{text}");
}

#[test]
fn what_happens_in_a_round_comes_to_its_line_on_the_sheet() {
    // The starter fails, and the other shows the twin and wins nothing by it.
    let mut game = dealt(
        2,
        "wrong_finish_penalty=2",
        &[(STARTER, TWO), (SECOND, "R4")],
    );
    let shown = game.act(seat(0), &Action::Show, &Chance::from_seed(0));
    assert!(shown.is_ok());
    act(&mut game, Action::Finish(tile("K1")));
    act(&mut game, Action::Finish(tile("R9")));
    let view = seen(&game);
    let [entry] = &view.sheet[..] else {
        panic!("{:?}", view.sheet);
    };
    assert_eq!(entry.showed, Seats::only(seat(0)));
    assert_eq!(entry.failed, Seats::only(seat(1)));
    assert_eq!(entry.scores, view.scores);
    assert_eq!(entry.finish.map(|finish| finish.seat), Some(seat(1)));
}

#[test]
fn the_longest_sheet_fits_into_a_message() {
    let game = game_of("partnership=true", &[TWO]);
    let mut view = seen(&game);
    let entry = Entry {
        showed: Seats::first(4),
        failed: Seats::first(4),
        scores: PerSeat::new(4, |_| -9_999),
        ..view.sheet[0].clone()
    };
    view.sheet = vec![entry; 200];
    view.scores = PerSeat::new(4, |_| -9_999);
    view.standing = Some(Standing {
        points: view.scores.clone(),
        places: PerSeat::new(4, |_| 1),
        outcomes: PerSeat::new(4, |_| Outcome::Won),
        sides: PerSeat::new(4, |seat| seat.index() as u8 % 2),
    });
    let Body { text, alt, .. } = sheet(&view, &game);
    assert!(
        text.contains("**1 to 191.** finished: 🔶 191× → "),
        "{text}"
    );
    assert!(
        alt.contains("; the first number of each is that after round 191"),
        "{alt}"
    );
    assert!(
        text.chars().count() <= MOST_TEXT,
        "{}",
        text.chars().count()
    );
    assert!(
        alt.chars().count() <= MOST_ALT_TEXT,
        "{}",
        alt.chars().count()
    );
}

#[test]
fn the_sheet_that_is_not_the_board_has_a_button_on_the_panel() {
    let game = game_of("", &[EIGHT, TWO]);
    let mut look = look(&game, Viewer::Seat(seat(1)));
    look.life = Life::Finished;
    let panel = games::panel(reader(&look), None).expect("a seat");
    assert!(
        offers(&panel, &Verb::Sheet.to_string()),
        "{:?}",
        wanted(&panel)
    );
    let sheet = games::sheet(reader(&look)).expect("it was dealt");
    let board = games::board(reader(&look), None).expect("it was dealt");
    assert!(sheet.text.contains(" → 🔵") && !board.text.contains(" → 🔵"));
    assert!(sheet.scene != board.scene);
}

#[test]
fn the_finest_finish_is_the_best_of_all_rounds_and_never_one_told_above() {
    for (racks, finest) in [
        (&[EIGHT, TWO][..], Some("(round 1)")),
        (&[TWO, EIGHT, TWO], Some("(round 2)")),
        // The words above tell it.
        (&[TWO, EIGHT], None),
        // One as good as any.
        (&[TWO, TWO], None),
    ] {
        let game = game_of("start_points=100", racks);
        let look = look(&game, Viewer::Watcher);
        let ended = OkeyFace::ended(reader(&look), view(&look)).expect("it is over");
        match (&ended.finest, finest) {
            (Some(told), Some(round)) => {
                assert!(
                    told.contains("seven pairs, and an okey as the last tile"),
                    "{told}"
                );
                assert!(told.contains(round), "{told}");
            }
            (told, finest) => assert_eq!(told.as_deref(), finest),
        }
    }
}

#[test]
fn a_board_with_partners_names_them_for_whoever_cannot_see() {
    let game = game_of("partnership=true", &[TWO]);
    let alt = board(&game).alt;
    assert!(
        alt.contains("Teams: Blue circle and Purple square "),
        "{alt}"
    );
}
