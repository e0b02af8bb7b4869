//! Every panel and page of whole matches: that Discord takes them, that they can be read, and that they tell nobody more
//! than their view may know.

mod presses;
mod secrets;
mod told;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::computers::Level;
use crate::discord::pages::games;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::meri::press::Press;
use crate::discord::pages::meri::{MeriFace, arranged};
use crate::discord::pages::press::{LessonPress, Press as AnyPress, Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::pages::{desk, kit};
use crate::discord::speech::karuta;
use crate::discord::speech::words::Words;
use crate::rules::any::{AnyAction, AnyGame, AnyOptions, AnyView, GameId};
use crate::rules::karuta::Karuta;
use crate::rules::meri::order::{robai, trumps};
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Action, SEATS, View};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Viewer};
use crate::tables::{Desk, Look, Moment, Order, PersonId, Plan, Sitter};

const ENGLISH: &str = "en";

fn options(set: &[(&str, &str)]) -> AnyOptions {
    let mut options = GameId::Meri.default_options();
    for (name, value) in set {
        options.set(name, value).expect("an option");
    }
    options
}

fn person(seat: Seat) -> PersonId {
    PersonId::new(10 + seat.index() as u64)
}

/// The table as somebody on this seat sees it.
fn look(game: &AnyGame, options: &AnyOptions, seat: Seat) -> Look {
    let is_between = game.waiting().seats.is_empty() && game.standing().is_none();
    Look {
        options: options.clone(),
        host: person(seat),
        seats: PerSeat::new(SEATS, |seat| Sitter::Person {
            person: person(seat),
            away: false,
        }),
        next_round_at: is_between.then(|| Moment::from_unix_ms(1_790_000_090_000)),
        desk: Some(Desk::default()),
        ..staged(game, Viewer::Seat(seat))
    }
}

fn view(look: &Look) -> &View {
    match &look.view {
        Some(AnyView::Meri(view)) => view,
        _ => panic!("a view of another game"),
    }
}

fn reader(look: &Look) -> Reader<'_> {
    Reader::new(Words::of(ENGLISH), look)
}

fn panel(look: &Look) -> Body {
    MeriFace::panel(reader(look), view(look), None)
}

/// The page that a press leads to; `None` if it leads to none.
fn page(look: &Look, press: Press) -> Option<Body> {
    match MeriFace::pressed(reader(look), view(look), press) {
        Pressed::Page(body, _) | Pressed::Half(body) => Some(body),
        Pressed::Moves(..) | Pressed::Ask(_) | Pressed::Late => None,
    }
}

/// Every page that somebody can come to now, the panel first.
fn pages(look: &Look) -> Vec<Body> {
    let mut presses = vec![Press::Order];
    presses.extend((0..=10).map(Press::Trick));
    presses.extend(leads(look).into_iter().map(Press::Lead));
    let pages = presses.into_iter().filter_map(|press| page(look, press));
    let whole = games::desk(reader(look), desk::Page::Whole);
    let moving = games::desk(reader(look), desk::Page::Moving(None));
    [panel(look)]
        .into_iter()
        .chain(pages)
        .chain(whole)
        .chain(moving)
        .collect()
}

/// Every place of the rack that can be pressed as an opening lead.
fn leads(look: &Look) -> Vec<Slot> {
    let own = own_presses(&panel(look)).into_iter();
    own.filter_map(|(press, enabled)| match press {
        Press::Lead(slot) if enabled => Some(slot),
        _ => None,
    })
    .collect()
}

/// The buttons of the game itself, and whether they can be pressed.
fn own_presses(body: &Body) -> Vec<(Press, bool)> {
    let buttons = body.rows.iter().flatten();
    buttons
        .filter_map(|button| {
            // The way to the words of the game is no press at this table.
            if button.id.parse::<LessonPress>().is_ok() {
                return None;
            }
            let press: AnyPress = button.id.parse().expect("an id of ours");
            assert!(
                matches!(press.verb, Verb::Own(_)) || button.enabled,
                "{}",
                button.id
            );
            match press.verb {
                Verb::Own(own) => Some((own.read().expect("a press of this game"), button.enabled)),
                _ => None,
            }
        })
        .collect()
}

/// Discord takes it, and people can read it.
fn is_sound(body: &Body, context: &str) {
    let rows = &body.rows;
    assert!(rows.len() <= kit::rows::ROWS, "{context}");
    let fits = |row: &Vec<_>| (1..=kit::rows::IN_A_ROW).contains(&row.len());
    assert!(rows.iter().all(fits), "{context}");
    let buttons: Vec<_> = rows.iter().flatten().collect();
    let ids: BTreeSet<&String> = buttons.iter().map(|button| &button.id).collect();
    assert_eq!(ids.len(), buttons.len(), "{context}: two equal ids");
    for button in &buttons {
        assert!(button.id.len() <= 100, "{context}: {}", button.id);
        let label = button.label.chars().count();
        assert!((1..=34).contains(&label), "{context}: {}", button.label);
    }
    own_presses(body);
    let (text, alt) = (body.text.chars().count(), body.alt.chars().count());
    assert!((20..=1_600).contains(&text), "{context}: {}", body.text);
    assert!((10..=1_024).contains(&alt), "{context}: {}", body.alt);
    for said in [&body.text, &body.alt] {
        let is_unformed = said.contains('{') || said.contains("meri-") || said.contains("  ");
        assert!(!is_unformed, "{context}: {said}");
    }
}

/// Plays a whole match, and shows each state before somebody acts, until that is enough.
fn walk(
    options: &AnyOptions,
    seed: u64,
    mut shows: impl FnMut(&AnyGame, &mut Dice) -> ControlFlow<()>,
) {
    let mut game = AnyGame::new(options, SEATS);
    let chance = Chance::from_seed(seed);
    let mut dice = Dice::from_seed(seed);
    loop {
        if shows(&game, &mut dice).is_break() || game.standing().is_some() {
            return;
        }
        let Some(seat) = game.waiting().seats.iter().next() else {
            let events = game.deal(&chance);
            assert!(!events.is_empty(), "seed {seed}: the match is stuck");
            game.obey(&events);
            continue;
        };
        let action = chosen(&game, seat, &mut dice);
        let events = game.decide(seat, &action, &chance);
        game.obey(&events.expect("what is listed is possible"));
    }
}

/// Now and then anything, so that strange racks come up as well.
fn chosen(game: &AnyGame, seat: Seat, dice: &mut Dice) -> AnyAction {
    let actions = game.actions(seat);
    if dice.below(3) > 0 {
        let place = dice.below(actions.len() as u32) as usize;
        return actions[place].clone();
    }
    let view = game.view(Viewer::Seat(seat));
    let chosen = Level::Easy.choose(&view, &actions, dice);
    chosen.expect("something is listed")
}

fn tables() -> Vec<AnyOptions> {
    vec![
        options(&[("match_length", "hitomaki")]),
        options(&[
            ("match_length", "hitomaki"),
            ("opening_reveal", "all"),
            ("hidden_robai", "all_yaku"),
        ]),
        options(&[
            ("match_length", "hitokiri"),
            ("hidden_robai", "off"),
            ("yaku", "false"),
        ]),
        options(&[("match_length", "hitoshobu"), ("direction", "ccw")]),
    ]
}

#[test]
fn every_panel_and_page_of_whole_matches_can_be_shown() {
    let mut seen = 0;
    for (seed, options) in (1..).zip(tables()) {
        walk(&options, seed, |game, dice| {
            // The long matches now and then, the short ones at every step.
            if seed > 2 && dice.below(8) > 0 && game.waiting().seats.len() == 1 {
                return ControlFlow::Continue(());
            }
            let seat = Seat::new(dice.below(SEATS as u32) as usize).expect("a seat");
            let mover = game.waiting().seats.iter().next().unwrap_or(seat);
            for viewer in [seat, mover] {
                let look = look(game, &options, viewer);
                let context = format!("seed {seed}, seat {viewer}");
                for (number, body) in pages(&look).iter().enumerate() {
                    is_sound(body, &context);
                    seen += 1;
                    if number == 0 {
                        secrets::names_only_what_is_known(body, view(&look), &context);
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }
    assert!(seen > 5_000, "only {seen} pages");
}

/// The first state in which this holds, with whoever is to act.
fn find(options: &AnyOptions, wanted: impl Fn(&Look) -> bool) -> Look {
    for seed in 1..500 {
        let mut found = None;
        walk(options, seed, |game, _| {
            let Some(seat) = game.waiting().seats.iter().next() else {
                return ControlFlow::Continue(());
            };
            let here = look(game, options, seat);
            if !wanted(&here) {
                return ControlFlow::Continue(());
            }
            found = Some(here);
            ControlFlow::Break(())
        });
        if let Some(found) = found {
            return found;
        }
    }
    panic!("no match has such a state")
}

fn karuta_of(slot: Slot) -> Option<Karuta> {
    slot.piece.try_into().ok()
}
