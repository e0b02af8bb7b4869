//! Which news change a panel, and what a new message starts with.

use super::*;
use crate::discord::pages::kit::tests::staged;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing::Scene;
use crate::drawing::scene::Backdrop;
use crate::rules::any::{AnyGame, GameId};
use crate::rules::{Chance, Game, Seat, Viewer};
use crate::tables::MessageId;

/// Whether a panel of this seat needs no change when nothing but the end of the turn has moved, which it told.
fn is_current(game: &AnyGame, seat: Seat) -> bool {
    let ends_at = |ms| {
        let mut look = staged(game, Viewer::Seat(seat));
        look.deadline = Some(Moment::from_unix_ms(ms));
        look
    };
    let (told, now) = (ends_at(1_790_000_060_000), ends_at(1_790_000_080_000));
    Drawn::of(&told, None).is_current(&now, &Stage::of(&now, None))
}

#[test]
fn a_panel_is_told_anew_when_the_time_of_its_owner_ends_later_and_not_for_that_of_others() {
    let options = GameId::Okey.default_options();
    let mut game = AnyGame::new(&options, 4);
    game.obey(&game.deal(&Chance::from_seed(0)));
    let asked = game.waiting().seats;
    assert_eq!(asked.len(), 1);
    for seat in Seat::all(4) {
        assert_eq!(is_current(&game, seat), !asked.contains(seat));
    }
}

#[test]
fn on_a_new_message_no_place_is_kept_and_only_a_first_page_settles() {
    let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
    game.obey(&game.deal(&Chance::from_seed(0)));
    let seat = Seat::new(0).expect("a seat");
    let look = staged(&game, Viewer::Seat(seat));
    let (person, now) = (PersonId::new(1), Moment::from_unix_ms(1_790_000_000_000));
    let (panels, token) = (Panels::default(), Token::new("a token"));
    let hold = Hold::bare(token.clone(), PressId::new(2), now, Words::of("en"));
    let key = (look.table.clone(), person);
    lock(&panels.holds).put(key.clone(), hold);
    let page = |tone| Body {
        text: "text".to_owned(),
        rows: vec![vec![Button::new("draw".to_owned(), "draw").tone(tone)]],
        scene: Scene {
            backdrop: Backdrop::Rack,
            below: None,
            items: Vec::new(),
        },
        alt: String::new(),
    };
    let drawn = |message, tone| {
        let panel = Answer::FollowUp(MessageId::new(message));
        let told = (page(tone), Shows::Picture);
        panels.note_drawn(&look, person, &token, panel, told, now);
        let all = lock(&panels.holds);
        let hold = all.get(&key).expect("just put");
        (
            hold.layout.place_of("draw").is_some(),
            hold.settles.is_some(),
        )
    };
    assert_eq!(drawn(3, Tone::Plain), (true, false));
    assert_eq!(drawn(3, Tone::Gone), (true, true));
    lock(&panels.holds).get_mut(&key).expect("just put").leaf = Leaf::Other;
    assert_eq!(drawn(3, Tone::Gone), (true, false));
    let empty = (
        Body {
            rows: Vec::new(),
            ..page(Tone::Plain)
        },
        Shows::Picture,
    );
    for (message, knows) in [(3, true), (4, false)] {
        let panel = Answer::FollowUp(MessageId::new(message));
        panels.note_drawn(&look, person, &token, panel, empty.clone(), now);
        let all = lock(&panels.holds);
        let layout = &all.get(&key).expect("just put").layout;
        assert_eq!(layout.place_of("draw").is_some(), knows, "{message}");
    }
}
