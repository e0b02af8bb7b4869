//! Replays of whole games: every rack at every step, held against a game that is played beside it; the pages, and where they lead.

use std::collections::HashSet;

use super::*;
use crate::computers::Level;
use crate::discord::pages::kit::rows::{IN_A_ROW, ROWS};
use crate::discord::pages::kit::tests::staged as staged_look;
use crate::discord::speech::karuta::spoken;
use crate::discord::wire::note::{MOST_CHOICE_TEXT, Note};
use crate::rules::any::{AnyGame, AnyOptions, AnyView, GameId};
use crate::rules::piece::Piece;
use crate::rules::{Chance, Dice, Game, GameView, PerSeat};
use crate::tables::replay_staged::{Told, staged};

fn reader_of(words: Words) -> Follower {
    Follower {
        person: PersonId::new(10),
        words,
        inks: Inks::default(),
        order: Order::default(),
    }
}

/// What happens in a game of computers, and the game after each of it; no more than so many moves.
fn played(options: &AnyOptions, seats: usize, seed: u64, most: usize) -> Vec<(Told, AnyGame)> {
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    let mut game = AnyGame::new(options, seats);
    let mut played = Vec::new();
    while game.standing().is_none() && played.len() < most {
        let waiting = game.waiting().seats;
        let told: Told = match waiting.iter().next() {
            None => (None, game.deal(&chance)),
            Some(seat) => {
                let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
                let action = match dice.below(4) {
                    0 => actions[dice.below(actions.len() as u32) as usize].clone(),
                    _ => Level::Easy
                        .choose(&view, &actions, &mut dice)
                        .expect("a move"),
                };
                let events = game.answer(seat, &action, &chance);
                (
                    Some(seat),
                    events.unwrap_or_else(|_| panic!("it was listed")),
                )
            }
        };
        game.obey(&told.1);
        played.push((told, game.clone()));
    }
    played
}

/// What can be seen: the table, and every rack.
fn shown(game: &AnyGame, seats: usize) -> (crate::rules::any::AnyView, Vec<Vec<Piece>>) {
    let racks = Seat::all(seats).map(|seat| game.rack(seat)).collect();
    (game.view(Viewer::Watcher), racks)
}

/// The games after every step at which something could be seen.
fn stops(played: &[(Told, AnyGame)], seats: usize) -> Vec<&AnyGame> {
    let mut stops: Vec<&AnyGame> = Vec::new();
    for ((seat, _), game) in played {
        let before = stops.last().map(|before| shown(before, seats));
        if seat.is_none() || before != Some(shown(game, seats)) {
            stops.push(game);
        }
    }
    stops
}

fn sorted(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_unstable();
    pieces
}

fn is_sendable(page: &Page, what: &str) {
    let Page { body, menus } = page;
    assert!(body.text.chars().count() <= MOST_TEXT, "{what}");
    assert!(body.alt.chars().count() <= MOST_ALT_TEXT, "{what}");
    assert!(!body.alt.is_empty(), "{what}");
    assert!(body.rows.len() + menus.len() <= ROWS, "{what}");
    let mut ids = HashSet::new();
    for row in &body.rows {
        assert!((1..=IN_A_ROW).contains(&row.len()), "{what}");
        for button in row {
            assert!(button.id.parse::<ReplayPress>().is_ok(), "{what}");
            assert!(ids.insert(&button.id), "{what}: {}", button.id);
        }
    }
    for menu in menus {
        assert!(menu.id.parse::<ReplayPress>().is_ok(), "{what}");
        assert!(ids.insert(&menu.id), "{what}: {}", menu.id);
        assert!((1..=MOST_CHOICES).contains(&menu.choices.len()), "{what}");
        let now = menu.choices.iter().filter(|choice| choice.is_now).count();
        assert_eq!(now, 1, "{what}: what is shown is chosen");
        let values: HashSet<&str> = menu
            .choices
            .iter()
            .map(|choice| &choice.value[..])
            .collect();
        assert_eq!(values.len(), menu.choices.len(), "{what}");
        for choice in &menu.choices {
            for text in [&choice.label, &choice.about] {
                assert!(text.chars().count() <= MOST_CHOICE_TEXT, "{what}: {text}");
            }
        }
    }
    let note = Note {
        rows: body.rows.clone(),
        menus: menus.clone(),
        ..Note::private(body.text.clone())
    };
    drop(serde_json::json!(note.payload()));
}

/// Reads every rack at every place of a game.
fn reads_all(options: &AnyOptions, seats: usize, seed: u64, most: usize) {
    let played = played(options, seats, seed, most);
    let told: Vec<Told> = played.iter().map(|(told, _)| told.clone()).collect();
    let replay = staged(options, seats, PersonId::new(10), &told);
    let games = stops(&played, seats);
    assert_eq!(replay.stops(), games.len());
    let follower = reader_of(Words::of("en"));
    let faces = PerSeat::new(seats, |_| None);
    for (stop, game) in games.iter().enumerate() {
        let what = format!("{:?}, {seats} seats, seed {seed}, {stop}", options.game());
        for seat in Seat::all(seats) {
            let stop = u16::try_from(stop).expect("a short game");
            let moment = moment(follower, &replay, Spot { stop, seat }).expect("a place");
            // The rack is that of this seat there, and nobody else's.
            let seen = moment.own.view.as_ref().expect("it was dealt");
            let rack = seen.rack().expect("a seat has a rack");
            assert_eq!(sorted(rack), sorted(game.rack(seat)), "{what}");
            assert!(*seen == game.view(Viewer::Seat(seat)), "{what}");
            let public = moment.public.view.as_ref().expect("it was dealt");
            assert!(*public == game.view(Viewer::Watcher), "{what}");
            let page = moment.page(follower, &faces).expect("a page");
            is_sendable(&page, &what);
            // So is the one in the picture.
            let own = staged_look(game, Viewer::Seat(seat));
            let own = Look {
                options: options.clone(),
                ..own
            };
            if let Some((rack, _)) = games::rack(Reader::new(follower.words, &own)) {
                let down = (page.body.scene.size().1 - rack.size().1) as i32;
                let all: Vec<_> = page.body.scene.pieces().collect();
                let held = rack.pieces();
                let held: Vec<_> = held
                    .map(|(face, size, at)| (face, size, at.x, at.y + down))
                    .collect();
                let lower = all[all.len() - held.len()..].iter();
                let lower: Vec<_> = lower
                    .map(|(face, size, at)| (*face, *size, at.x, at.y))
                    .collect();
                assert!(!held.is_empty() && lower == held, "{what}");
            }
        }
    }
    leads_everywhere(&replay);
}

/// The buttons lead from the first place to the last and back, and no further; rounds are begun and ended.
fn leads_everywhere(replay: &Arc<Replay>) {
    let follower = reader_of(Words::of("en"));
    let seat = Seat::new(0).expect("a seat");
    let goal = |stop: usize, way| {
        let stop = u16::try_from(stop).expect("a short game");
        let moment = moment(follower, replay, Spot { stop, seat }).expect("a place");
        moment.goal(way)
    };
    let last = replay.stops() - 1;
    assert_eq!((goal(0, Way::Back), goal(0, Way::Begin)), (None, None));
    assert_eq!((goal(last, Way::On), goal(last, Way::End)), (None, None));
    for stop in 0..last {
        assert_eq!(goal(stop, Way::On), Some(stop + 1));
        assert_eq!(goal(stop + 1, Way::Back), Some(stop));
    }
    let rounds = replay.rounds();
    assert_eq!(rounds[0].stops.start, 0);
    assert_eq!(rounds.last().map(|round| round.stops.end), Some(last + 1));
    for pair in rounds.windows(2) {
        let (this, next) = (&pair[0].stops, &pair[1].stops);
        assert_eq!(this.end, next.start);
        assert_eq!(goal(next.start, Way::Begin), Some(this.start));
        assert_eq!(goal(this.end - 1, Way::End), Some(next.end - 1));
    }
    // What is beyond it is nowhere.
    for (stop, seat) in [(replay.stops(), 0), (usize::from(u16::MAX), 0), (0, 7)] {
        let stop = u16::try_from(stop).expect("a short game");
        let seat = Seat::new(seat).expect("a seat");
        let is_there = usize::from(stop) <= last && seat.index() < rounds[0].after.points().len();
        let moment = moment(follower, replay, Spot { stop, seat });
        assert_eq!(moment.is_some(), is_there);
    }
}

#[test]
fn every_rack_of_every_step_is_the_one_that_was_held_there() {
    for game in GameId::ALL.iter().copied() {
        for seats in [*game.seats().start(), *game.seats().end()] {
            let options = game.default_options();
            if options.check(seats).is_ok() {
                reads_all(&options, seats, 5 + seats as u64, 60);
            }
        }
    }
}

/// The places are found without looking at what is seen there; whatever somebody could see is one, and nothing else.
#[test]
fn whatever_somebody_could_see_is_a_place_and_nothing_else() {
    let games = GameId::ALL.iter().flat_map(|game| {
        let seats = [*game.seats().start(), *game.seats().end()];
        seats.map(|seats| (game.default_options(), seats))
    });
    for (options, seats) in games.filter(|(options, seats)| options.check(*seats).is_ok()) {
        for seed in 0..5 {
            let played = played(&options, seats, 70 + seed, 300);
            let told: Vec<Told> = played.iter().map(|(told, _)| told.clone()).collect();
            let replay = staged(&options, seats, PersonId::new(10), &told);
            let what = format!("{:?}, {seats} seats, seed {seed}", options.game());
            assert_eq!(replay.stops(), stops(&played, seats).len(), "{what}");
        }
    }
}

#[test]
fn the_rounds_of_a_game_are_offered_with_what_came_of_each() {
    let options = GameId::Okey101.default_options();
    let mut game = AnyGame::new(&options, 2);
    let events = game.deal(&Chance::from_seed(1));
    game.obey(&events);
    let mut told: Vec<Told> = vec![(None, events)];
    let mut chance = 2;
    // Rounds in which nobody ever does anything but draw and discard.
    while told.iter().filter(|(seat, _)| seat.is_none()).count() < 3 && told.len() < 2_000 {
        let next = match game.waiting().seats.iter().next() {
            None if game.standing().is_some() => break,
            None => (None, game.deal(&Chance::from_seed(chance))),
            Some(seat) => {
                let action = game.at_zero(seat);
                let events = game.answer(seat, &action, &Chance::from_seed(chance));
                (
                    Some(seat),
                    events.unwrap_or_else(|_| panic!("always allowed")),
                )
            }
        };
        chance += 1;
        game.obey(&next.1);
        told.push(next);
    }
    let replay = staged(&options, 2, PersonId::new(10), &told);
    assert!(replay.rounds().len() > 1);
    let follower = reader_of(Words::of("en"));
    let spot = beginning(&replay, PersonId::new(10)).expect("it was dealt");
    let page = moment(follower, &replay, spot).expect("a place");
    let page = page
        .page(follower, &PerSeat::new(2, |_| None))
        .expect("a page");
    assert_eq!(page.menus.len(), 2);
    assert_eq!(page.menus[1].choices.len(), replay.rounds().len());
    assert!(page.menus[1].choices[0].about.contains('·'));
}

/// A match of Kaluki is read by deals, and each comes with the units that its board told: what was paid into the pool counts
/// at the end.
#[test]
fn deals_are_called_so_and_come_with_the_units_of_their_boards() {
    let mut options = GameId::Kaluki.default_options();
    options.set("penalty_limit", "100").expect("an option");
    let played = played(&options, 4, 3, 4_000);
    let told: Vec<Told> = played.into_iter().map(|(told, _)| told).collect();
    let replay = staged(&options, 4, PersonId::new(10), &told);
    assert!(replay.rounds().len() > 1);
    let (follower, faces) = (reader_of(Words::of("en")), PerSeat::new(4, |_| None));
    let spot = beginning(&replay, PersonId::new(10)).expect("it was dealt");
    let page = moment(follower, &replay, spot).expect("a place");
    let page = page.page(follower, &faces).expect("a page");
    let place = format!("-# Deal 1 of {} · step 1 of ", replay.rounds().len());
    assert!(page.body.text.contains(&place), "{}", page.body.text);
    let menu = &page.menus[1];
    assert_eq!(menu.title, "Which deal");
    let mut negative = 0;
    for (choice, round) in menu.choices.iter().zip(replay.rounds()) {
        assert!(choice.label.starts_with("Deal "), "{}", choice.label);
        let AnyView::Kaluki(view) = &round.after else {
            panic!("a view of another game");
        };
        let units = |seat: Seat| match &view.standing {
            Some(standing) => standing.points[seat],
            None => view.ledger[seat],
        };
        let units = Seat::all(4).map(|seat| match units(seat) {
            0 => format!("{} 0", sign(seat)),
            units => format!("{} {units:+}", sign(seat)).replace('-', "−"),
        });
        let units: Vec<String> = units.collect();
        assert_eq!(choice.about, format!("{} units", units.join(" · ")));
        negative += choice.about.matches('−').count();
    }
    assert!(negative > 0, "somebody has lost");
}

/// Whatever was played just now ends the text, so that it is read together with the picture and the buttons below it.
#[test]
fn what_was_played_stands_right_above_the_picture() {
    let options = GameId::Kaluki.default_options();
    let played = played(&options, 4, 3, 40);
    let told: Vec<Told> = played.into_iter().map(|(told, _)| told).collect();
    let replay = staged(&options, 4, PersonId::new(10), &told);
    let (follower, faces) = (reader_of(Words::of("en")), PerSeat::new(4, |_| None));
    let seat = Seat::new(0).expect("a seat");
    for stop in 5..15 {
        let page = moment(follower, &replay, Spot { stop, seat }).expect("a place");
        let text = page.page(follower, &faces).expect("a page").body.text;
        let mut lines = text.lines();
        let below = lines.nth(2).expect("a third line");
        assert!(below.starts_with("Below: the rack of 🔵 "), "{text}");
        let last = lines.last().expect("a last line");
        assert!(last.starts_with("-# "), "{text}");
    }
}

/// What is said of the board of a page that must not be left out: all its melds, or how many more there are; the trick that
/// lies, and who took the last one.
fn tells_what_lies(alt: &str, view: &AnyView, what: &str) {
    let words = Words::of("en");
    match view {
        AnyView::Okey101(view) if view.result.is_none() => {
            tells_melds(alt, view.table.len(), what);
        }
        AnyView::Kaluki(view) if view.result.is_none() => {
            tells_melds(alt, view.table.len(), what);
        }
        AnyView::Meri(view) => {
            let lying = match (&view.plays[..], view.tricks.last()) {
                ([], Some(last)) => &last.plays[..],
                (plays, _) => plays,
            };
            let is_told = view.standing.is_none() && view.total.is_none();
            for played in lying.iter().filter(|_| is_told) {
                let open = played.karuta.filter(|_| played.cut.is_none());
                let open = open.map_or_else(|| "trump".to_owned(), |open| spoken(words, open));
                let sign = words.sign_spoken(played.seat.index());
                let at = alt.find(&format!("{sign} {open}"));
                assert!(
                    at.is_some() || open == "trump",
                    "{what}: {sign} {open}: {alt}"
                );
            }
            let Some(last) = view.tricks.last() else {
                return;
            };
            let winner = words.sign_spoken(last.winner.index());
            let told = format!("Trick {} went to {winner} with ", view.tricks.len());
            assert!(alt.contains(&told), "{what}: {told}: {alt}");
        }
        _ => {}
    }
}

fn tells_melds(alt: &str, melds: usize, what: &str) {
    let told = alt.matches("Meld ").count();
    let more = match melds - told {
        0 => return,
        1 => " And one more meld.".to_owned(),
        left => format!(" And {left} more melds."),
    };
    assert!(alt.ends_with(&more), "{what}: {more} {alt}");
}

/// Repeats what lies on the table until there is no room for it in a picture in words; how many melds there are then.
fn lay_much(view: &mut AnyView) -> usize {
    const MANY: usize = 30;
    match view {
        AnyView::Okey101(view) => {
            view.table = view.table.iter().cycle().take(MANY).cloned().collect()
        }
        AnyView::Kaluki(view) => {
            view.table = view.table.iter().cycle().take(MANY).cloned().collect()
        }
        _ => {}
    }
    MANY
}

/// Whoever sees no picture reads of every meld, there or in the text.
#[test]
fn melds_without_room_in_the_picture_in_words_stand_in_the_text() {
    for (game, seed) in [(GameId::Okey101, 30), (GameId::Kaluki, 30)] {
        let options = game.default_options();
        let told: Vec<Told> = played(&options, 4, seed, 80)
            .into_iter()
            .map(|(told, _)| told)
            .collect();
        let replay = staged(&options, 4, PersonId::new(10), &told);
        let (follower, faces) = (reader_of(Words::of("en")), PerSeat::new(4, |_| None));
        let seat = Seat::new(0).expect("a seat");
        let mut moments = (0..replay.stops()).rev().filter_map(|stop| {
            let stop = u16::try_from(stop).expect("a short game");
            moment(follower, &replay, Spot { stop, seat })
        });
        let lies = |moment: &Moment| match moment.public.view.as_ref() {
            Some(AnyView::Okey101(view)) => view.result.is_none() && !view.table.is_empty(),
            Some(AnyView::Kaluki(view)) => view.result.is_none() && !view.table.is_empty(),
            _ => false,
        };
        let mut moment = moments.find(lies).expect("melds on the table");
        let melds = lay_much(moment.public.view.as_mut().expect("it was dealt"));
        let Body { text, alt, .. } = moment.page(follower, &faces).expect("a page").body;
        assert!(text.chars().count() <= MOST_TEXT, "{text}");
        for number in 1..=melds {
            let is_spoken = alt.contains(&format!("Meld {number} of "));
            let line = format!("{number}. ");
            let is_written = text.lines().any(|told| told.starts_with(&line));
            assert!(is_spoken != is_written, "{game:?}, {number}: {alt}\n{text}");
        }
        let last = format!("Meld {melds} of ");
        assert!(alt.contains(&last), "the newest ones matter most: {alt}");
    }
}

/// The rack stands before the board: what the board has to say goes on behind it, or says how much more there is.
#[test]
fn what_lies_on_the_table_is_told_at_every_place_and_behind_every_rack() {
    for game in GameId::ALL.iter().copied() {
        let (seats, options) = (*game.seats().end(), game.default_options());
        let played = played(&options, seats, 30, 80);
        let told: Vec<Told> = played.iter().map(|(told, _)| told.clone()).collect();
        let replay = staged(&options, seats, PersonId::new(10), &told);
        let follower = reader_of(Words::of("en"));
        let faces = PerSeat::new(seats, |_| None);
        for stop in 0..replay.stops() {
            let what = format!("{game:?}, {seats} seats, {stop}");
            let stop = u16::try_from(stop).expect("a short game");
            for seat in Seat::all(seats) {
                let moment = moment(follower, &replay, Spot { stop, seat });
                let moment = moment.expect("a place");
                let page = moment.page(follower, &faces).expect("a page");
                let view = moment.public.view.as_ref().expect("it was dealt");
                tells_what_lies(&page.body.alt, view, &what);
            }
        }
    }
}
