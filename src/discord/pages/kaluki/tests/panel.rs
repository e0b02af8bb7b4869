//! Panels of whole simulated deals: every page of every seat at every step, and what every button on them does.

use std::collections::BTreeSet;

use super::{options as rules, rigged, type_all};
use crate::computers::kaluki::Computer;
use crate::computers::{Level, Mind};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::arranged::needed;
use crate::discord::pages::kaluki::draft::Draft;
use crate::discord::pages::kaluki::making::Making;
use crate::discord::pages::kaluki::press::{Page, Press};
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::press::{Press as AnyPress, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::rules::any::{AnyGame, AnyOptions, GameId};
use crate::rules::card::Card;
use crate::rules::kaluki::{Action, Kaluki, Options, View};
use crate::rules::{Chance, Dice, Game, Seat, Viewer};
use crate::tables::{Look, Revision};

/// No deal of these tests is followed longer.
const STEPS: usize = 150;

/// What buttons want.
const VERBS: &[&str] = &[
    "draw",
    "take",
    "return",
    "discard",
    "surely",
    "lay",
    "throw",
    "throw-surely",
    "build",
    "all",
    "out",
    "out-surely",
    "announce",
    "silent",
    "buyin",
    "decline",
    "more",
    "text",
    "score",
    "plan",
    "builds",
    "jokers",
    "leaving",
    "compose",
    "where",
    "preview",
];

/// The table as somebody sees it.
fn look(game: &Kaluki, options: &Options, viewer: Viewer) -> Look {
    Look {
        options: AnyOptions::Kaluki(options.clone()),
        revision: Revision::new(41),
        seen_revision: Revision::new(41),
        seat_revision: viewer.seat().map(|_| Revision::new(40)),
        ..staged(&AnyGame::Kaluki(Box::new(game.clone())), viewer)
    }
}

fn reader(look: &Look) -> Reader<'_> {
    Reader::new(Words::of("en"), look)
}

/// What the press on a button wants, if it is one of this game.
fn press_of(button: &Button) -> Option<Press> {
    let press: AnyPress = button.id.parse().expect("a press of ours");
    match press.verb {
        Verb::Own(own) => Some(own.read().expect("a press of Kaluki")),
        _ => None,
    }
}

/// Discord takes it, and it says nothing twice.
fn check_body(body: &Body, what: &str) {
    let buttons: Vec<&Button> = body.rows.iter().flatten().collect();
    assert!(body.rows.len() <= 5, "{what}: {} rows", body.rows.len());
    assert!(
        body.rows.iter().all(|row| (1..=5).contains(&row.len())),
        "{what}: a row that is too long, or empty"
    );
    let ids: BTreeSet<&str> = buttons.iter().map(|button| button.id.as_str()).collect();
    assert_eq!(ids.len(), buttons.len(), "{what}: an id twice: {buttons:?}");
    for button in &buttons {
        assert!(button.id.len() <= 100, "{what}: {}", button.id);
        let letters = button.label.chars().count();
        assert!(letters <= 80 && letters > 0, "{what}: {button:?}");
    }
    let letters = body.text.chars().count();
    assert!((1..=2_000).contains(&letters), "{what}: {letters} letters");
    assert!(body.alt.starts_with("Your rack, "), "{what}: {}", body.alt);
    assert!(body.alt.chars().count() <= 1_024, "{what}: {}", body.alt);
    assert_eq!(body.alt, body.alt.trim_end(), "{what}");
}

/// A card that is discarded or laid by a button is one of its reader's own.
fn check_secrets(body: &Body, view: &View, what: &str) {
    let hand = view.hand().unwrap_or_default();
    let own = |card: Card| hand.contains(&card);
    for press in body.rows.iter().flatten().filter_map(press_of) {
        let is_own = match press {
            Press::Discard(slot)
            | Press::Surely(slot)
            | Press::LayAndDiscard(_, slot)
            | Press::LayAndSurely(_, slot)
            | Press::LayAllAndDiscard(slot)
            | Press::LayAllAndSurely(slot) => Card::try_from(slot.piece).is_ok_and(own),
            Press::Build(build) => own(build.card.card()),
            Press::Take(card) => view.pile.last() == Some(&card),
            _ => true,
        };
        assert!(is_own, "{what}: {press} with {hand:?}");
    }
}

/// Makes these moves on a copy; says whether all were accepted.
fn accepts(game: &Kaluki, seat: Seat, moves: &[Action], chance: &Chance) -> bool {
    let mut after = game.clone();
    moves.iter().all(|action| {
        let Ok(events) = after.decide(seat, action, chance) else {
            return false;
        };
        events.iter().all(|event| after.apply(event).is_ok())
    })
}

/// A simulated match, and who looks at it.
struct Played {
    options: Options,
    game: Kaluki,
    chance: Chance,
    dice: Dice,
}

impl Played {
    fn new(options: &str, seats: usize, seed: u64) -> Self {
        let mut read = GameId::Kaluki.default_options();
        for pair in options.split_whitespace() {
            let (name, value) = pair.split_once('=').expect("name=value");
            read.set(name, value).expect("an option of Kaluki");
        }
        let AnyOptions::Kaluki(options) = read else {
            unreachable!("Kaluki's default options are Kaluki's");
        };
        Self {
            game: Kaluki::new(&options, seats),
            options,
            chance: Chance::from_seed(seed),
            dice: Dice::from_seed(seed),
        }
    }

    /// One step of computers; `None` once the match is over.
    fn step(&mut self) -> Option<()> {
        let waiting = self.game.waiting().seats;
        let Some(seat) = waiting.iter().next() else {
            let events = self.game.deal(&self.chance);
            for event in &events {
                self.game.apply(event).expect("a deal");
            }
            return (!events.is_empty()).then_some(());
        };
        let (view, actions) = (self.game.view(Viewer::Seat(seat)), self.game.actions(seat));
        let level = [Level::Easy, Level::Medium][seat.index() % 2];
        let action = Computer::choose(level, &view, &actions, &mut self.dice).expect("a move");
        let events = self
            .game
            .decide(seat, &action, &self.chance)
            .expect("a legal move");
        for event in &events {
            self.game.apply(event).expect("what was decided");
        }
        Some(())
    }

    /// Every page that a seat may come to in a few presses, each with a name.
    fn pages(&mut self, seat: Seat) -> Vec<(String, Body)> {
        let look = look(&self.game, &self.options, Viewer::Seat(seat));
        let view = self.game.view(Viewer::Seat(seat));
        let first = KalukiFace::panel(reader(&look), &view, None);
        let mut pages = vec![("panel".to_owned(), first)];
        let mut known: BTreeSet<String> = BTreeSet::new();
        for page in [
            "more:", "text:", "score:", "plan:", "builds:0", "jokers:0", "leaving:",
        ] {
            self.open(&look, &view, page, &mut known, &mut pages);
        }
        // A walk through pages on which cards are put together.
        for _ in 0..6 {
            let ids = pages
                .iter()
                .flat_map(|(_, body)| body.rows.iter().flatten());
            let all: Vec<String> = ids
                .filter_map(press_of)
                .map(|press| press.to_string())
                .collect();
            let walks = ["compose:", "where:", "preview:"];
            let mut walks: Vec<&String> = all
                .iter()
                .filter(|text| walks.iter().any(|walk| text.starts_with(walk)))
                .collect();
            walks.retain(|text| !known.contains(*text));
            if walks.is_empty() {
                break;
            }
            let chosen = walks[self.dice.below(walks.len() as u32) as usize].clone();
            self.open(&look, &view, &chosen, &mut known, &mut pages);
        }
        pages
    }

    fn open(
        &self,
        look: &Look,
        view: &View,
        text: &str,
        known: &mut BTreeSet<String>,
        pages: &mut Vec<(String, Body)>,
    ) {
        known.insert(text.to_owned());
        let press = text.parse().expect("a press");
        if let Pressed::Page(body, _) = KalukiFace::pressed(reader(look), view, press) {
            pages.push((text.to_owned(), body));
        }
    }
}

/// Every page of every seat fits Discord, and names nothing that its reader may not know; what the panel offers at once
/// is accepted.
fn follows(options: &str, seats: usize, seed: u64, verbs: &mut BTreeSet<String>) {
    let mut played = Played::new(options, seats, seed);
    for step in 0..STEPS {
        if played.step().is_none() {
            return;
        }
        let acting = played.game.waiting().seats;
        for seat in Seat::all(seats) {
            // Those who wait see the same for many steps, and whoever acts much the same for some.
            if step % if acting.contains(seat) { 3 } else { 24 } != 0 {
                continue;
            }
            let view = played.game.view(Viewer::Seat(seat));
            for (name, body) in played.pages(seat) {
                let what =
                    format!("{options} {seats} seats, seed {seed}, step {step}, {seat}: {name}");
                check_body(&body, &what);
                let texts = body.rows.iter().flatten().filter_map(press_of);
                verbs.extend(texts.filter_map(|press| {
                    let text = press.to_string();
                    text.split(':').next().map(str::to_owned)
                }));
                check_secrets(&body, &view, &what);
                if name == "panel" {
                    what_stands_there_is_told(&body, &what);
                }
                if name.starts_with("compose:") {
                    text_and_button_agree(&body, &view, &what);
                }
                if ["panel", "more:", "builds:0", "plan:"].contains(&name.as_str()) {
                    what_is_offered_is_accepted(&played, seat, &view, &body, &what);
                }
            }
        }
    }
}

fn what_is_offered_is_accepted(played: &Played, seat: Seat, view: &View, body: &Body, what: &str) {
    let look = look(&played.game, &played.options, Viewer::Seat(seat));
    let enabled = body.rows.iter().flatten().filter(|button| button.enabled);
    for press in enabled.filter_map(press_of) {
        if let Pressed::Moves(moves, _) = KalukiFace::pressed(reader(&look), view, press) {
            let accepted = accepts(&played.game, seat, &moves, &played.chance);
            assert!(accepted, "{what}: {press}: {moves:?}");
        }
    }
}

/// To open stands before to lay more than that, no two openings are called the same, and a red button says by its name why.
fn what_stands_there_is_told(body: &Body, what: &str) {
    let all: Vec<&Button> = body.rows.iter().flatten().collect();
    let place = |begins: &str| all.iter().position(|one| one.label.starts_with(begins));
    if let (Some(open), Some(lay)) = (place("Open "), place("Lay ")) {
        assert!(open < lay, "{what}: {all:?}");
    }
    let opens = all.iter().filter(|one| one.label.starts_with("Open "));
    let labels: Vec<&str> = opens.map(|one| &one.label[..]).collect();
    let different: BTreeSet<&str> = labels.iter().copied().collect();
    assert_eq!(labels.len(), different.len(), "{what}: {labels:?}");
    let is_red = |one: &&&Button| one.tone == Tone::Grave && one.enabled;
    let is_told = body.text.contains("With **🃏 joker** you discard a joker");
    let red = all.iter().find(is_red);
    assert_eq!(red.is_some(), is_told, "{what}: {red:?}: {}", body.text);
    assert!(red.is_none_or(|red| red.label == "joker"), "{red:?}");
}

/// Who is not open reads the same points in the text as on the button that opens.
fn text_and_button_agree(body: &Body, view: &View, what: &str) {
    let Some(needed) = needed(view) else { return };
    let opens = |button: &&Button| matches!(press_of(button), Some(Press::Lay(_)));
    let open = body.rows.iter().flatten().find(opens).expect(what);
    let line = match open.label.strip_prefix("Open ") {
        Some(points) => format!("**{points}** of {needed}"),
        None => format!("**{}** of {needed}", open.label),
    };
    assert!(body.text.contains(&line), "{what}: {line}: {}", body.text);
}

#[test]
fn every_page_of_whole_deals_fits_and_keeps_secrets() {
    let mut verbs = BTreeSet::new();
    for (seed, (options, seats)) in [
        ("", 2),
        ("", 3),
        ("", 4),
        ("", 5),
        (
            "joker_count=4 one_joker_recovery=one two_joker_recovery=one",
            3,
        ),
        ("joker_count=4 four_card_set_recovery=true ace_low=true", 5),
        ("discard_after_open=must_use", 3),
        ("discard_after_open=must_meld joker_reuse=new_meld", 2),
        ("announce=manual", 4),
        ("call_up_without_discard=true build_end_limit=0", 3),
        ("penalty_limit=20 stake_buy_in=0", 5),
        ("match_mode=single_deal initial_min=0", 4),
    ]
    .into_iter()
    .enumerate()
    {
        follows(options, seats, seed as u64 + 1, &mut verbs);
    }
    // Those behind a question are drawn only when it is asked.
    let asked = ["surely", "throw-surely", "out-surely"];
    for verb in VERBS.iter().filter(|verb| !asked.contains(verb)) {
        assert!(verbs.contains(*verb), "no page had {verb}: {verbs:?}");
    }
}

#[test]
fn every_listed_exchange_is_a_draft() {
    let mut found = 0;
    for seed in 0..6 {
        let options = "joker_count=4 one_joker_recovery=one two_joker_recovery=one";
        let mut played = Played::new(options, 3, seed);
        for _ in 0..600 {
            if played.step().is_none() {
                break;
            }
            let Some(seat) = played.game.waiting().seats.iter().next() else {
                continue;
            };
            let view = played.game.view(Viewer::Seat(seat));
            for action in played.game.actions(seat) {
                let Action::Exchange {
                    recoveries,
                    placements,
                } = &action
                else {
                    continue;
                };
                let hand = view.hand().expect("a hand");
                let draft = Draft::of_exchange(hand, recoveries, placements).expect("room");
                let read: Draft = draft.to_string().parse().expect("a draft");
                let making = Making::of(&view, read).expect("a draft of this hand");
                let accepted = making
                    .moves()
                    .is_some_and(|moves| accepts(&played.game, seat, &moves, &played.chance));
                assert!(accepted, "seed {seed}: {action:?} as {draft}");
                found += 1;
            }
        }
    }
    assert!(found > 50, "only {found} exchanges were met");
}

#[test]
fn a_strange_draft_is_late() {
    let mut played = Played::new("", 3, 5);
    for _ in 0..30 {
        played.step().expect("a deal goes on");
    }
    let seat = played.game.waiting().seats.iter().next().expect("a turn");
    let look = look(&played.game, &played.options, Viewer::Seat(seat));
    let view = played.game.view(Viewer::Seat(seat));
    for draft in [
        "0",
        "111-s",
        "0000000000000000000000",
        "1111111111111-g200",
        "11111111111111-b255h",
        "12345670000000-g1-g1-g1-g1-g1-g1-g1",
        "1234567000000-b1h-b1l-b9-s-s-s-a",
        "1000000000000f-g1",
        "10000000000001-g1",
        "100000000000002-g1-g1",
    ] {
        for verb in [
            "compose",
            "where",
            "preview",
            "lay",
            "throw",
            "throw-surely",
        ] {
            let text = match verb {
                "where" => format!("where:{draft}.255"),
                "throw" | "throw-surely" => format!("{verb}:{draft}.200.Jk"),
                _ => format!("{verb}:{draft}"),
            };
            let press: Press = text.parse().unwrap_or_else(|_| panic!("{text}"));
            match KalukiFace::pressed(reader(&look), &view, press) {
                Pressed::Page(body, _) => check_body(&body, &text),
                Pressed::Moves(moves, _) => {
                    let accepted = accepts(&played.game, seat, &moves, &played.chance);
                    assert!(!accepted, "{text}: {moves:?}");
                }
                Pressed::Half(_) | Pressed::Ask(_) | Pressed::Late => {}
            }
        }
    }
    for press in [Press::See(Page::Builds(255)), Press::See(Page::Jokers(255))] {
        if let Pressed::Page(body, _) = KalukiFace::pressed(reader(&look), &view, press) {
            check_body(&body, &press.to_string());
        }
    }
}

/// What a seat of a rigged deal reads after these moves.
fn first_page(options: &str, setup: &str, moves: &str) -> Body {
    let options = rules(options);
    let mut game = rigged(&options, 3, setup);
    type_all(&mut game, moves).expect(moves);
    let viewer = Viewer::Seat(Seat::new(0).expect("a seat"));
    let look = look(&game, &options, viewer);
    KalukiFace::panel(reader(&look), &game.view(viewer), None)
}

#[test]
fn where_any_meld_opens_there_must_be_one_all_the_same() {
    let loose = "0: h2 d4 c6 s8 h10 dQ cA s3 h5 d7 c9 sJ hK; stock: c3";
    let text = first_page("initial_min=0", loose, "0 draw").text;
    assert!(!text.contains("pen with"), "{text}");
    let text = first_page("", loose, "0 draw").text;
    assert!(text.contains("0 of 40, 40 short"), "{text}");
    let low = "0: h2 d2 c2 s8 h10 dQ cA s3 h5 d7 c9 sJ hK; stock: c3";
    let text = first_page("initial_min=0", low, "0 draw").text;
    assert!(text.contains("**You can open with 6**.\n"), "{text}");
}

#[test]
fn what_cannot_be_done_any_more_cannot_be_pressed() {
    let setup = "open 0: S: hQ cQ sQ / R: h5 Jk=h6 h7; 0: h6 h8 h9 d2";
    let options = rules("");
    let mut game = rigged(&options, 3, setup);
    type_all(&mut game, "0 draw").expect("a turn");
    let viewer = Viewer::Seat(Seat::new(0).expect("a seat"));
    let (look, view) = (look(&game, &options, viewer), game.view(viewer));
    let hand = view.hand().expect("a hand");
    let marks = |wanted: &[&str]| -> String {
        let mark = |card: &Card| match wanted.iter().position(|one| *one == card.to_string()) {
            Some(place) => (place + 1).to_string(),
            None => "0".to_owned(),
        };
        hand.iter().map(mark).collect()
    };
    for (draft, may) in [
        (format!("{}2-g2-b2l", marks(&["h6"])), true),
        // The 9 fits behind an 8 only, and the 8 lies loose.
        (format!("{}3-g2-b2h-b2l", marks(&["h6", "h9"])), false),
    ] {
        let draft: Draft = draft.parse().expect("a draft");
        let press = Press::See(Page::Compose(draft));
        let Pressed::Page(body, _) = KalukiFace::pressed(reader(&look), &view, press) else {
            panic!("no page for {draft}");
        };
        let lays = |button: &&Button| press_of(button) == Some(Press::Lay(draft));
        let all = body.rows.iter().flatten().find(lays).expect("a button");
        assert_eq!(all.enabled, may, "{}", body.text);
    }
}

/// What a seat reads on its panel in a rigged deal.
fn panel_of(game: &Kaluki, options: &Options, seat: usize) -> Body {
    let viewer = Viewer::Seat(Seat::new(seat).expect("a seat"));
    KalukiFace::panel(
        reader(&look(game, options, viewer)),
        &game.view(viewer),
        None,
    )
}

#[test]
fn only_who_is_to_draw_reads_of_the_discard_and_how_they_may_take_it() {
    let options = rules("");
    let mut game = rigged(&options, 3, "0: sQ; 1: hQ cQ h3 h4 h5");
    type_all(&mut game, "0 draw; 0 discard sQ").expect("a turn");
    for (seat, is_told) in [(0, false), (1, true), (2, false)] {
        let text = panel_of(&game, &options, seat).text;
        let is_named = text.contains("Top discard: **♠\u{fe0e}Q**");
        assert_eq!(is_named, is_told, "{text}");
        assert_eq!(text.contains("which you may take"), is_told, "{text}");
    }
}

#[test]
fn a_single_card_is_announced_as_one() {
    let options = rules("announce=manual");
    let setup = "open 0: R: h2 h3 h4 h5 h6 h7 h8 / R: d2 d3 d4 d5 d6; 0: hJ";
    let mut game = rigged(&options, 3, setup);
    type_all(&mut game, "0 draw; 0 discard any").expect("a turn");
    let text = panel_of(&game, &options, 0).text;
    assert!(text.contains("**You hold 1 card: announce it.**"), "{text}");
}

/// Whether an exchange for this card is offered: on the panel, and where just this card is picked.
fn offers_exchange(options: &str, setup: &str, moves: &str, given: &str) -> [bool; 3] {
    let options = rules(options);
    let mut game = rigged(&options, 3, setup);
    type_all(&mut game, moves).expect(moves);
    let viewer = Viewer::Seat(Seat::new(0).expect("a seat"));
    let (look, view) = (look(&game, &options, viewer), game.view(viewer));
    let has = |body: &Body, wanted: &dyn Fn(&str) -> bool| {
        let mut presses = body.rows.iter().flatten().filter_map(press_of);
        presses.any(|press| wanted(&press.to_string()))
    };
    let hand = view.hand().expect("a hand");
    let place = hand.iter().position(|card| card.to_string() == given);
    let draft = Draft::empty(hand.len()).toggled(place.expect("the card"));
    let press = Press::See(Page::Compose(draft));
    let Pressed::Page(page, _) = KalukiFace::pressed(reader(&look), &view, press) else {
        panic!("no page for {draft}");
    };
    let panel = panel_of(&game, &options, 0);
    [
        has(&panel, &|press| press == "jokers:0"),
        has(&page, &|press| press.contains("-g")),
        panel.text.contains("For a joker on the table"),
    ]
}

#[test]
fn an_exchange_for_which_there_are_too_few_cards_is_not_offered() {
    let two = "open 0: R: d5 Jk=d6 d7 d8 d9 d10 dJ / R: h2 h3 h4 h5 h6; 0: d6; stock: h7";
    let three = "open 0: R: d5 Jk=d6 d7 d8 d9 d10 / R: h2 h3 h4 h5 h6; 0: d6 s9; stock: c9";
    let four = "open 0: R: d5 Jk=d6 d7 d8 d9 / R: h2 h3 h4 h5 h6; 0: d6 s9 cK; stock: c9";
    let all_but_one = "0 draw; 0 build 2 h7";
    let (new_meld, no_discard) = ("joker_reuse=new_meld", "call_up_without_discard=true");
    let both = "joker_reuse=new_meld call_up_without_discard=true";
    for (options, setup, moves, offered) in [
        ("", two, "0 draw", true),
        ("", two, all_but_one, false),
        (no_discard, two, all_but_one, true),
        (new_meld, two, "0 draw", false),
        (new_meld, three, "0 draw", false),
        (both, three, "0 draw", true),
        (new_meld, four, "0 draw", true),
    ] {
        let found = offers_exchange(options, setup, moves, "d6");
        assert_eq!(found, [offered; 3], "{options} | {setup} | {moves}");
    }
}

#[test]
fn a_freed_joker_is_sent_only_where_it_may_go() {
    let setup = "open 0: R: d5 Jk=d6 d7 d8 d9 / R: h2 h3 h4 h5 h6; 0: d6 s9 cK; stock: c9";
    for (options, told) in [
        ("", "on a meld, or in a new meld with other cards"),
        (
            "joker_reuse=new_meld",
            "at once:** in a new meld with other cards",
        ),
    ] {
        let options = rules(options);
        let mut game = rigged(&options, 3, setup);
        type_all(&mut game, "0 draw").expect("a turn");
        let viewer = Viewer::Seat(Seat::new(0).expect("a seat"));
        let (look, view) = (look(&game, &options, viewer), game.view(viewer));
        let recovery = &view.own.as_ref().expect("a seat").recoveries[0];
        let hand = view.hand().expect("a hand");
        let draft = Draft::giving(hand, recovery).expect("room");
        let press = Press::See(Page::Compose(draft));
        let Pressed::Page(page, _) = KalukiFace::pressed(reader(&look), &view, press) else {
            panic!("no page for {draft}");
        };
        assert!(page.text.contains(told), "{}", page.text);
        // The melds between which there is a choice, by their numbers.
        assert!(page.text.contains("\n2. 🔵 ♥️2 ♥️3"), "{}", page.text);
    }
}
