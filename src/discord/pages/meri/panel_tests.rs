//! Every panel and page of whole matches: that Discord takes them, that they can be read, and that they tell nobody more
//! than their view may know.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::press::Press;
use super::{MeriFace, arranged};
use crate::computers::Level;
use crate::discord::pages::games;
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::press::{Press as AnyPress, Slot, Verb};
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
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Seats, Viewer};
use crate::tables::{
    ChannelId, Desk, Life, Look, Moment, Order, PersonId, Places, Plan, Preset, Revision, Sitter,
};

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
    let is_over = game.standing().is_some();
    let is_between = game.waiting().seats.is_empty() && !is_over;
    Look {
        table: "7f3kabcd".parse().expect("an id"),
        revision: Revision::default(),
        life: if is_over {
            Life::Finished
        } else {
            Life::Playing
        },
        game: GameId::Meri,
        options: options.clone(),
        preset: Preset::Normal,
        places: Places {
            server: None,
            channel: ChannelId::new(1),
            parent: None,
            board: None,
            former: None,
            lobby: None,
            start: None,
            ping: None,
            barrier: None,
        },
        host: person(seat),
        language: ENGLISH.to_owned(),
        seal: String::new(),
        seats: PerSeat::new(SEATS, |seat| Sitter::Person {
            person: person(seat),
            away: false,
        }),
        viewer: Viewer::Seat(seat),
        seat_revision: Some(Revision::default()),
        view: Some(game.view(Viewer::Seat(seat))),
        actions: game.actions(seat),
        may_interject: false,
        waiting: Some(game.waiting()),
        deadline: Some(Moment::from_unix_ms(1_790_000_060_000)),
        turn_since: None,
        next_round_at: is_between.then(|| Moment::from_unix_ms(1_790_000_090_000)),
        ready: Seats::NONE,
        votes: Seats::NONE,
        out: Seats::NONE,
        rated: false,
        casual: true,
        closes_at: None,
        desk: Some(Desk::default()),
        held_back: None,
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
        Pressed::Page(body, _) => Some(body),
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

fn is_same(one: &Body, other: &Body) -> bool {
    let parts = |body: &Body| (body.text.clone(), body.rows.clone(), body.alt.clone());
    parts(one) == parts(other) && one.scene == other.scene
}

/// No karuta is named that the viewer has not seen, but for the one that everybody is asked for.
fn names_only_what_is_known(body: &Body, view: &View, context: &str) {
    let words = Words::of(ENGLISH);
    let known = view.known();
    let named_by_the_rules: Vec<Karuta> = view
        .trump()
        .into_iter()
        .flat_map(|trump| [robai(trump), "P-Robai".parse().expect("tenka")])
        .collect();
    let hidden = |one: &Karuta| !known.contains(one) && !named_by_the_rules.contains(one);
    for one in Karuta::pack().into_iter().filter(hidden) {
        let (short, long) = (karuta::karuta(words, one), karuta::spoken(words, one));
        assert!(
            !body.text.contains(&short),
            "{context}: {one}: {}",
            body.text
        );
        assert!(!body.alt.contains(&long), "{context}: {one}: {}", body.alt);
        let is_on_a_button = own_presses(body).iter().any(|(press, _)| match press {
            Press::Play(slot) | Press::Lead(slot) | Press::Away(_, slot) => {
                slot.piece == one.into()
            }
            Press::Ready | Press::Robatta | Press::Order | Press::Trick(_) => false,
        });
        assert!(!is_on_a_button, "{context}: {one}");
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
                        names_only_what_is_known(body, view(&look), &context);
                    }
                }
            }
            ControlFlow::Continue(())
        });
    }
    assert!(seen > 5_000, "only {seen} pages");
}

#[test]
fn nothing_depends_on_what_the_viewer_cannot_know() {
    for seed in [1, 2, 3] {
        let options = options(&[("match_length", "hitomaki")]);
        walk(&options, seed, |game, dice| {
            let is_robau = game.waiting().seats.len() > 1;
            for seat in Seat::all(SEATS) {
                if !is_robau && dice.below(4) > 0 {
                    continue;
                }
                let imagined = game.redeal_unseen(Viewer::Seat(seat), dice);
                let [here, there] = [game, &imagined].map(|game| look(game, &options, seat));
                let both = pages(&here).into_iter().zip(pages(&there));
                for (one, other) in both {
                    assert!(is_same(&one, &other), "seed {seed}: {}", one.text);
                }
            }
            ControlFlow::Continue(())
        });
    }
}

/// Somebody holds the trump robai; the okie is not it.
fn robau(seed: u64) -> (AnyGame, AnyOptions, Chance, Seat) {
    let options = options(&[]);
    let mut game = AnyGame::new(&options, SEATS);
    for seed in seed.. {
        let chance = Chance::from_seed(seed);
        let mut dealt = game.clone();
        dealt.obey(&game.deal(&chance));
        let calls = |seat: &Seat| {
            dealt
                .actions(*seat)
                .contains(&AnyAction::Meri(Action::Robatta))
        };
        if let Some(holder) = Seat::all(SEATS).find(calls) {
            game = dealt;
            return (game, options, chance, holder);
        }
    }
    unreachable!("one of so many deals has a holder")
}

#[test]
fn who_is_asked_and_who_is_ready_nobody_sees() {
    for seed in 1..20 {
        let (mut game, options, chance, holder) = robau(seed);
        let others: Vec<Seat> = Seat::all(SEATS).filter(|seat| *seat != holder).collect();
        let at_first: Vec<Body> = others
            .iter()
            .map(|seat| panel(&look(&game, &options, *seat)))
            .collect();
        let holders = panel(&look(&game, &options, holder));
        let last = others[6];
        for (number, seat) in others[..6].iter().enumerate() {
            let ready = AnyAction::Meri(Action::Ready);
            let events = game.decide(*seat, &ready, &chance).expect("ready");
            game.obey(&events);
            let here = look(&game, &options, *seat);
            let told = panel(&here);
            assert!(told.text.starts_with("✅"), "{}", told.text);
            assert_eq!(
                own_presses(&told).len(),
                own_presses(&at_first[number]).len() - 1
            );
            // The clocks of those who are still to answer say nothing to who has.
            let later = Look {
                deadline: Some(Moment::from_unix_ms(1_790_000_099_000)),
                ..here
            };
            assert!(is_same(&told, &panel(&later)), "{}", told.text);
        }
        let still = panel(&look(&game, &options, last));
        assert!(is_same(&still, &at_first[6]), "{}", still.text);
        let still = panel(&look(&game, &options, holder));
        assert!(is_same(&still, &holders), "{}", still.text);
    }
}

#[test]
fn the_holder_of_the_robai_has_one_button_more_and_no_word() {
    for seed in 1..20 {
        let (game, options, _, holder) = robau(seed);
        let holders = panel(&look(&game, &options, holder));
        let other = holder.next(SEATS);
        let others = panel(&look(&game, &options, other));
        let task = |body: &Body| {
            let lines = body.text.lines().filter(|line| !line.contains("You are"));
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(task(&holders), task(&others));
        assert!(holders.text.contains("**Robatta**"), "{}", holders.text);
        let shape = |body: &Body| body.rows.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(shape(&others), [5, 4, 1, 4]);
        assert_eq!(shape(&holders), [5, 4, 2, 4]);
    }
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

fn says(look: &Look) -> String {
    panel(look).text
}

/// What is told in the course of some match, each with its reason.
const DUTIES: [&str; 11] = [
    "You lead: any karuta. A trump makes it a **meri (メリ)**",
    "suits are followed (monchi モンチ)",
    "were led: play any karuta",
    "Monchi (モンチ): follow with",
    "Monchi (モンチ), but you have no",
    "give a trump,",
    "but you have none. Play any",
    "The dimmed ones do neither.",
    "The dimmed ones are no trumps.",
    "Trumps are dimmed: the first trick",
    "(ichimai-zun 1枚ズン)",
];

#[test]
fn every_duty_is_told_with_its_reason() {
    let options = options(&[("match_length", "hitokiri")]);
    let mut left: Vec<&str> = DUTIES.to_vec();
    for seed in 1..100 {
        walk(&options, seed, |game, _| {
            if let Some(seat) = game.waiting().seats.iter().next() {
                let text = says(&look(game, &options, seat));
                left.retain(|told| !text.contains(told));
            }
            if left.is_empty() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if left.is_empty() {
            return;
        }
    }
    panic!("never told: {left:?}");
}

/// The same table with something else seen.
fn seeing(look: &Look, change: impl FnOnce(&mut View)) -> Look {
    let mut other = look.clone();
    if let Some(AnyView::Meri(view)) = &mut other.view {
        change(view);
        other.viewer = view.viewer;
    }
    other
}

#[test]
fn rare_openings_are_told_too() {
    let options = options(&[]);
    let opening = find(&options, |look| {
        matches!(view(look).phase, Phase::Uchidashi(_))
    });
    let Phase::Uchidashi(taker) = view(&opening).phase else {
        unreachable!("just found");
    };
    let only = seeing(&opening, |view| {
        view.own.as_mut().expect("a rack").playable.truncate(1);
    });
    assert!(
        says(&only).contains("your only plain one"),
        "{}",
        says(&only)
    );
    let all_trumps = seeing(&opening, |view| {
        let trump = view.trump().expect("a trump");
        let own = view.own.as_mut().expect("a rack");
        own.rack = trumps(trump)[..10].to_vec();
        own.playable = own.rack.clone();
    });
    assert!(
        says(&all_trumps).contains("All ten are trumps"),
        "{}",
        says(&all_trumps)
    );
    assert_eq!(leads(&all_trumps).len(), 10);
    for (caller, told) in [(Some(taker), "called **Robatta**"), (None, "nobody called")] {
        let other = seeing(&opening, |view| {
            view.viewer = Viewer::Seat(taker.next(SEATS));
            view.caller = caller;
        });
        assert!(says(&other).contains(told), "{}", says(&other));
    }
}

#[test]
fn what_may_be_played_can_be_pressed_and_the_rest_is_dimmed() {
    let options = options(&[("match_length", "hitokiri")]);
    walk(&options, 5, |game, _| {
        let Some(seat) = game.waiting().seats.iter().next() else {
            return ControlFlow::Continue(());
        };
        let look = look(game, &options, seat);
        let view = view(&look);
        let shown = arranged::shown(&look, view);
        let dimmed = arranged::marks(&look, view, &shown).barred;
        for (press, enabled) in own_presses(&panel(&look)) {
            let (slot, action) = match press {
                Press::Play(slot) => (slot, karuta_of(slot).map(Action::Play)),
                Press::Lead(slot) => {
                    let opens = look.actions.iter().find(|action| {
                        matches!(action, AnyAction::Meri(Action::Uchidashi { lead, .. }) if Some(*lead) == karuta_of(slot))
                    });
                    assert_eq!(enabled, opens.is_some());
                    continue;
                }
                _ => continue,
            };
            let listed =
                action.is_some_and(|action| look.actions.contains(&AnyAction::Meri(action)));
            assert_eq!(enabled, listed, "{press:?}");
            let is_dimmed = dimmed.contains(&usize::from(slot.place));
            assert_eq!(is_dimmed, arranged::is_turn(view) && !enabled, "{press:?}");
        }
        ControlFlow::Continue(())
    });
}

fn karuta_of(slot: Slot) -> Option<Karuta> {
    slot.piece.try_into().ok()
}

#[test]
fn two_taps_open_a_round_and_no_karuta_goes_twice() {
    let options = options(&[]);
    let look = find(&options, |look| {
        matches!(view(look).phase, Phase::Uchidashi(_))
    });
    let leads = leads(&look);
    assert!(!leads.is_empty());
    for lead in leads {
        let body = page(&look, Press::Lead(lead)).expect("a page");
        let lead = karuta_of(lead).expect("a karuta");
        let mut away = 0;
        for (press, enabled) in own_presses(&body) {
            let Press::Away(led, slot) = press else {
                continue;
            };
            assert_eq!(led, lead);
            let discard = karuta_of(slot).expect("a karuta");
            assert_eq!(enabled, discard != lead);
            if !enabled {
                continue;
            }
            away += 1;
            let pressed = MeriFace::pressed(reader(&look), view(&look), press);
            let Pressed::Moves(moves, Some(_)) = pressed else {
                panic!("{press:?} is a move that leaves its page");
            };
            let wanted = AnyAction::Meri(Action::Uchidashi { lead, discard });
            assert_eq!(moves, [Action::Uchidashi { lead, discard }]);
            assert!(look.actions.contains(&wanted));
        }
        assert_eq!(away, 9);
    }
}

#[test]
fn forged_presses_lead_to_no_page_that_is_not_theirs() {
    let options = options(&[]);
    let slot = |text: &str| Slot {
        place: 200,
        piece: text.parse().expect("a piece"),
    };
    let opening = find(&options, |look| {
        matches!(view(look).phase, Phase::Uchidashi(_))
    });
    let trump = view(&opening).okie.expect("an okie");
    for press in [
        Press::Lead(slot("R5")),
        Press::Lead(slot("h9")),
        Press::Lead(slot(&trump.to_string())),
        Press::Trick(1),
        Press::Trick(255),
        Press::Play(slot("Jk")),
        Press::Away(trump, slot("F")),
    ] {
        let pressed = MeriFace::pressed(reader(&opening), view(&opening), press);
        let is_trump_alone = matches!(press, Press::Lead(slot) if karuta_of(slot) == Some(trump))
            && arranged::playable(view(&opening)).contains(&trump);
        assert!(
            matches!(pressed, Pressed::Late) || is_trump_alone,
            "{press:?}"
        );
    }
    // Judged by the rules, which refuse what is not held and what is named twice.
    let forged = Press::Away(trump, slot(&trump.to_string()));
    let pressed = MeriFace::pressed(reader(&opening), view(&opening), forged);
    assert!(matches!(pressed, Pressed::Moves(moves, _) if moves.len() == 1));
}

#[test]
fn a_prepared_karuta_is_told_and_marked() {
    let options = options(&[]);
    let mut look = find(&options, |look| matches!(view(look).phase, Phase::Play(_)));
    look.actions.clear();
    look.waiting = None;
    let first = arranged::shown(&look, view(&look)).groups[0][0];
    let piece = first.into();
    for order in Order::ALL {
        look.desk = Some(Desk {
            order,
            plan: Plan::Ready { piece },
            ..Desk::default()
        });
        let shown = arranged::shown(&look, view(&look));
        let marks = arranged::marks(&look, view(&look), &shown);
        assert_eq!(marks.picked, arranged::place(&shown, first));
        let body = panel(&look);
        is_sound(&body, "prepared");
        let told = format!("play {}", karuta::karuta(Words::of(ENGLISH), first));
        assert!(body.text.contains(&told), "{}", body.text);
    }
    look.desk = Some(Desk {
        plan: Plan::Made { piece },
        ..Desk::default()
    });
    assert!(
        panel(&look).text.contains("played"),
        "{}",
        panel(&look).text
    );
    let desk = games::desk(reader(&look), desk::Page::Whole).expect("a desk");
    let is_of_drawing = |text: &str| text.contains("draw") || text.contains("tile");
    assert!(!is_of_drawing(&desk.text), "{}", desk.text);
    let labels = desk.rows.iter().flatten().map(|button| &button.label);
    assert!(!labels.into_iter().any(|label| is_of_drawing(label)));
}

#[test]
fn the_house_rules_are_told_where_they_matter() {
    let of = |set: &[(&str, &str)]| {
        let options = options(set);
        let asked = find(&options, |look| view(look).phase == Phase::Robau);
        let opening = find(&options, |look| {
            matches!(view(look).phase, Phase::Uchidashi(_))
        });
        let lead = leads(&opening)[0];
        let away = page(&opening, Press::Lead(lead)).expect("a page").text;
        (says(&asked), away)
    };
    let (asked, away) = of(&[]);
    assert!(asked.contains("every yaku with it worth 5 ko"), "{asked}");
    assert!(away.contains("only you know it"), "{away}");
    let (asked, away) = of(&[
        ("hidden_robai", "all_yaku"),
        ("yaku_high", "7"),
        ("opening_reveal", "all"),
    ]);
    assert!(
        asked.contains("every yaku of the round worth 7 ko"),
        "{asked}"
    );
    assert!(away.contains("everybody sees it"), "{away}");
    let (asked, _) = of(&[("yaku", "false")]);
    assert!(!asked.contains("yaku"), "{asked}");
}
