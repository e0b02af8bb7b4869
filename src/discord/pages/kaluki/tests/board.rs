//! Boards of rigged and of played matches: what everybody reads.

use super::{options, rigged, seat, type_all};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::units::signed;
use crate::discord::pages::kit::face::Face;
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::lobby;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::rules::any::{AnyGame, AnyOptions, GameId};
use crate::rules::kaluki::view::Phase;
use crate::rules::kaluki::{Action, Kaluki};
use crate::rules::{Chance, Dice, Game, PerSeat, Seats, Viewer};
use crate::tables::{Life, Look, Moment, PersonId, Revision, Sitter, Why};

/// What a watcher looks at, at a table of people with long ids who are away: the longest that is said of anybody.
fn look(seats: usize) -> Look {
    let game = AnyGame::new(&GameId::Kaluki.default_options(), seats);
    Look {
        revision: Revision::new(7),
        seen_revision: Revision::new(7),
        host: person(0),
        seats: PerSeat::new(seats, |seat| Sitter::Person {
            person: person(seat.index()),
            away: true,
        }),
        view: None,
        waiting: None,
        deadline: Some(Moment::from_unix_ms(1_800_000_000_000)),
        rated: true,
        casual: false,
        ..staged(&game, Viewer::Watcher)
    }
}

fn person(index: usize) -> PersonId {
    PersonId::new(1_234_567_890_123_456_700 + index as u64)
}

fn board(game: &Kaluki) -> Body {
    let look = look(game.seats());
    let reader = Reader::new(Words::of("en"), &look);
    KalukiFace::board(reader, &game.view(Viewer::Watcher), None)
}

/// Types moves over a rigged deal, and says what everybody reads then.
fn text(rules: &str, setup: &str, moves: &str) -> String {
    let mut game = rigged(&options(rules), 3, setup);
    type_all(&mut game, moves).expect(moves);
    board(&game).text
}

fn assert_says(text: &str, facts: &[&str]) {
    for fact in facts {
        assert!(text.contains(fact), "{fact} is not in: {text}");
    }
}

#[test]
fn the_board_says_whose_turn_it_is_and_what_they_may_take() {
    let to_open = "0: sQ; 1: hQ cQ h3 h4 h5";
    for (rules, setup, moves, facts) in [
        (
            "",
            to_open,
            "0 draw",
            vec![
                "🔵 <@1234567890123456700>",
                "'s turn: lay if you can, then discard",
                "13 cards",
                "14 cards",
            ],
        ),
        (
            "",
            to_open,
            "0 draw; 0 discard sQ",
            vec![
                "🔶 **<@1234567890123456701>",
                "'s turn: draw, or take the discard",
                "**♠\u{fe0e}Q**, which you may take only to open with it",
            ],
        ),
        (
            "discard_before_open=never",
            to_open,
            "0 draw; 0 discard sQ",
            vec!["which you may not take before opening"],
        ),
        (
            "",
            to_open,
            "0 draw; 0 discard sQ; 1 take",
            vec!["took ♠\u{fe0e}Q and must open with it now, or put it back"],
        ),
        (
            "",
            to_open,
            "0 draw; 0 discard sQ; 1 take; 1 put back",
            vec!["put ♠\u{fe0e}Q back", "'s turn: draw, or take the discard"],
        ),
        (
            "",
            to_open,
            "0 draw; 0 discard sQ; 1 take; 1 open hQ cQ sQ / h3 h4 h5",
            vec![
                "opened with 42: ♥️Q ♣\u{fe0e}Q ♠\u{fe0e}Q | ♥️3–5",
                "· open",
            ],
        ),
        (
            "discard_after_open=must_use",
            "open 1: S: hQ cQ sQ / R: h3 h4 h5; 0: h6",
            "0 draw; 0 discard h6",
            vec!["which you may take only to lay it at once"],
        ),
        (
            "",
            "open 1: S: hQ cQ sQ / R: h3 h4 h5; 0: h6",
            "0 draw; 0 discard h6; 1 take; 1 build 2 h6",
            vec!["added ♥️6 to meld 2"],
        ),
        (
            "",
            "open 0: S: hQ cQ sQ / R: d5 Jk=d6 d7; 0: d6 d8",
            "0 draw; 0 exchange 2: d6 -> build 2 Jk=d4",
            vec!["gave ♦️6 for a joker of meld 2, and added 🃏 (♦️4) to meld 2"],
        ),
        (
            "",
            "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: hJ cK",
            "0 draw; 0 discard any",
            vec!["📣 🔵 has 2 cards left!", "**2 cards!**"],
        ),
        (
            "announce_at=1",
            "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: hJ cK",
            "0 draw; 0 discard any",
            vec!["· 2 cards ·"],
        ),
    ] {
        assert_says(&text(rules, setup, moves), &facts);
    }
    let opened = text(
        "",
        to_open,
        "0 draw; 0 discard sQ; 1 take; 1 open hQ cQ sQ / h3 h4 h5",
    );
    assert!(!opened.contains("put it back"), "{opened}");
    let first = board(&rigged(&options(""), 3, "pile: d9")).text;
    assert_says(
        &first,
        &[
            "Top discard: **♦️9**, free to take",
            "Deal 1, dealt by 🟪 · stock 66 · pool **15**",
        ],
    );
}

/// A phone shows a seat in one line: what is not yet so is not said there, only to whoever cannot see the picture.
#[test]
fn the_line_of_a_seat_says_no_more_than_it_must() {
    let game = rigged(&options(""), 3, "open 0: S: hQ cQ sQ / R: h3 h4 h5");
    let Body { text, alt, .. } = board(&game);
    let lines: Vec<&str> = text.lines().take(3).collect();
    assert!(
        lines[0].ends_with(" · **0** pts · 7 cards · open"),
        "{text}"
    );
    assert!(lines[1].ends_with(" · **0** pts · 13 cards"), "{text}");
    assert_says(&alt, &["13 cards, not open, 0 units"]);
    let over = board(&two_are_asked()).text;
    let lines: Vec<&str> = over.lines().take(4).collect();
    assert!(lines[0].ends_with(" · **0** pts · +3 units"), "{over}");
    assert!(lines[3].ends_with(" · −1 unit"), "{over}");
}

/// Whether a button takes the discard, and whether the turn says so.
#[test]
fn a_discard_that_nobody_may_take_is_not_offered() {
    let to_open = "0: sQ; 1: hQ cQ h3 h4 h5";
    let is_open = "open 1: S: hQ cQ sQ / R: h3 h4 h5; 0: h6";
    let never = "discard_before_open=never";
    for (rules, setup, moves, offered) in [
        ("", to_open, "0 draw; 0 discard sQ", true),
        (never, to_open, "0 draw; 0 discard sQ", false),
        (never, is_open, "0 draw; 0 discard h6", true),
        // The very first turn is free.
        (never, "pile: d9", "", true),
        ("first_upcard=false", "0: h2", "", false),
    ] {
        let mut game = rigged(&options(rules), 3, setup);
        if !moves.is_empty() {
            type_all(&mut game, moves).expect(moves);
        }
        let Body { text, rows, .. } = board(&game);
        assert_says(&text, &["'s turn: draw"]);
        assert_eq!(text.contains("or take the discard"), offered, "{text}");
        let mut buttons = rows.iter().flatten();
        let takes = buttons.any(|button| button.id.contains(":take:"));
        assert_eq!(takes, offered, "{rules} {setup}: {rows:?}");
    }
}

#[test]
fn at_a_table_that_was_ended_nobody_may_take_the_discard() {
    let game = rigged(&options(""), 3, "pile: d9");
    let ended = Look {
        life: Life::Abandoned(Why::Deserted),
        ..look(3)
    };
    let reader = Reader::new(Words::of("en"), &ended);
    let text = KalukiFace::board(reader, &game.view(Viewer::Watcher), None).text;
    assert_says(&text, &["Top discard: **♦️9**"]);
    assert!(!text.contains("free to take"), "{text}");
}

#[test]
fn what_is_only_announced_is_not_shown() {
    let quick = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: hJ cK";
    let window = text("announce=manual", quick, "0 draw; 0 discard any");
    assert_says(&window, &["📣 🔵", "must announce"]);
    assert!(
        !window.contains("cards!") && !window.contains("13 cards"),
        "{window}"
    );
    let said = text(
        "announce=manual",
        quick,
        "0 draw; 0 discard any; 0 announce",
    );
    assert_says(&said, &["**2 cards!**"]);
    let silent = text("announce=manual", quick, "0 draw; 0 discard any; 0 silent");
    assert!(!silent.contains("cards!"), "{silent}");
}

#[test]
fn without_stakes_nobody_speaks_of_units() {
    let rules =
        "stake_call_up=0 stake_kaluki=0 stake_initial=0 stake_buy_in=0 match_mode=single_deal";
    let caller = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ";
    let moves = "0 draw; 0 build 1 h10 hJ; 0 discard any";
    let over = text(rules, caller, moves);
    assert!(!over.contains("unit"), "{over}");
    assert_says(
        &over,
        &[
            "calls up and wins deal 1",
            "**1.** 🔵",
            "0 penalty points · **won**",
        ],
    );
    let over = text("match_mode=single_deal", caller, moves);
    assert_says(
        &over,
        &["**+2** units", "−1", "cannot be bought, sold or cashed"],
    );
}

#[test]
fn what_is_at_stake_names_buying_in_only_where_somebody_can() {
    for (rules, seats, is_told) in [
        ("", 4, true),
        ("", 2, false),
        ("match_mode=fixed_deals:5", 4, false),
        ("match_mode=single_deal", 4, false),
        ("buy_in=false", 4, false),
        ("max_buy_ins=0", 4, false),
    ] {
        let mut look = look(seats);
        look.options = AnyOptions::Kaluki(options(rules));
        let terms = lobby::terms(Reader::public(&look));
        assert!(terms.contains("A Kaluki"), "{rules} {seats}: {terms}");
        let tells = terms.contains("Buying in costs 5 units");
        assert_eq!(tells, is_told, "{rules} {seats}: {terms}");
    }
}

#[test]
fn a_kaluki_is_told_as_the_event_that_it_is() {
    let text = text(
        "kaluki_doubles_penalty=true",
        "0: d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ s4 c4 h4; 1: cA cA; stock: d4",
        "0 draw; 0 open d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ / s4 c4 h4; 0 discard d4",
    );
    assert_says(
        &text,
        &[
            "🎉 **KALUKI!** 🔵",
            "count double",
            "🔵 **+0** → **0** · +4 units",
            "♣\u{fe0e}A ♣\u{fe0e}A",
            "−2 units",
        ],
    );
}

#[test]
fn a_void_deal_is_told_and_dealt_again() {
    let mut game = rigged(&options("reshuffles_max=0"), 3, "pile: d9");
    let chance = Chance::from_seed(3);
    let told = |game: &Kaluki| KalukiFace::told(&game.view(Viewer::Watcher)).round;
    let before = told(&game);
    while game.view(Viewer::Watcher).phase != Phase::DealOver {
        let seat = game.waiting().seats.iter().next().expect("somebody acts");
        let action = game.at_zero(seat);
        game.act(seat, &action, &chance)
            .expect("the rules' own action");
    }
    assert_says(
        &board(&game).text,
        &["Deal 1 is void: the stock ran out", "🟪 deals again"],
    );
    assert_says(
        &board(&game).alt,
        &["Blue circle: void; in all 0 penalty points"],
    );
    assert_eq!(told(&game), before);
    let events = game.deal(&chance);
    game.obey(&events);
    assert_says(
        &board(&game).text,
        &["Deal 1, dealt again by 🟪 (the one before was void)"],
    );
    // Else the moves of the new deal would count as told.
    assert_ne!(told(&game), before);
}

/// A deal after which two of four are over the limit and asked.
pub(super) fn two_are_asked() -> Kaluki {
    let setup = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ; 1: sA cA dA hA sK cK; \
        2: sA cA dA hA dK hK; 3: c2 d2 s2 c3 d3 s3 c2 d2 s2 c3 d3 s3 c4";
    let mut game = rigged(&options("penalty_limit=60"), 4, setup);
    type_all(&mut game, "0 draw; 0 build 1 h10 hJ; 0 discard any").expect("a call-up");
    game
}

#[test]
fn who_has_answered_is_nobodys_business() {
    let mut game = two_are_asked();
    let before = board(&game);
    assert_says(
        &before.text,
        &[
            "🛟 Over the limit: 🔶 <@1234567890123456701>, 🟪 <@1234567890123456702>.",
            "pays 5 units into the pool",
            "plays on with",
        ],
    );
    type_all(&mut game, "1 buy in").expect("asked");
    let after = board(&game);
    assert_eq!((before.text, before.alt), (after.text, after.alt));
    type_all(&mut game, "2 decline").expect("asked");
    let over = board(&game);
    // The points of the deals alone do not add up to the total.
    let view = game.view(Viewer::Watcher);
    let (lost, penalty) = (view.sheet[0][seat(1)].points, view.penalties[seat(1)]);
    let bought =
        format!("Orange diamond: {lost}, bought in at {penalty}; in all {penalty} penalty");
    assert_says(&over.alt, &[&bought]);
    assert_says(
        &over.text,
        &[
            "🔶 <@1234567890123456701> buys in and plays on with",
            "❌ 🟪 <@1234567890123456702> is out",
            "over the limit",
            "out since deal 1",
            "bought in once",
        ],
    );
    let events = game.deal(&Chance::from_seed(5));
    game.obey(&events);
    let alt = board(&game).alt;
    assert_says(&alt, &["Purple square: out since deal 1, −"]);
    assert_says(&alt, &[" units."]);
}

/// The same match, in which two decline, to its end.
fn played_to_its_end() -> Kaluki {
    let mut game = two_are_asked();
    type_all(&mut game, "1 decline; 2 decline").expect("asked");
    let chance = Chance::from_seed(5);
    for _ in 0..4_000 {
        if game.standing().is_some() {
            break;
        }
        let Some(seat) = game.waiting().seats.iter().next() else {
            let events = game.deal(&chance);
            game.obey(&events);
            continue;
        };
        let actions = game.actions(seat);
        let action = actions
            .iter()
            .find(|action| {
                !matches!(
                    action,
                    Action::Draw | Action::Discard { .. } | Action::Return
                )
            })
            .cloned()
            .unwrap_or_else(|| game.at_zero(seat));
        game.act(seat, &action, &chance).expect("a listed action");
    }
    game
}

/// Kaluki counts units of people, the board those of seats.
#[test]
fn where_a_seat_was_left_the_last_board_says_whose_its_units_are() {
    let game = played_to_its_end();
    for (taken_over, is_told) in [(Seats::NONE, false), (Seats::only(seat(1)), true)] {
        let look = Look {
            taken_over,
            ..look(game.seats())
        };
        let reader = Reader::new(Words::of("en"), &look);
        let text = KalukiFace::board(reader, &game.view(Viewer::Watcher), None).text;
        let whose = "belong to whoever sat there when they were won or lost";
        assert_eq!(text.contains(whose), is_told, "{text}");
    }
}

#[test]
fn how_a_match_ended_is_told_in_units_with_the_pool() {
    let game = played_to_its_end();
    let Body { text, alt, .. } = board(&game);
    // The picture shows these numbers, and so its description tells them.
    let standing = game.standing().expect("a result");
    for (_, units) in standing.points.iter() {
        let told = format!(", {} unit", signed(*units));
        assert!(alt.contains(&told), "{told} is not in: {alt}");
    }
    assert_says(
        &text,
        &[
            "## The match is over\n",
            "20 units were in the pool: 5 from everybody.",
            "**1.**",
            "· **won**",
            "**4.**",
            "cannot be bought, sold or cashed",
        ],
    );
}

/// Plays by chance and looks at every board.
fn walk(seed: u64, seats: usize) -> usize {
    let rules = "initial_min=12 joker_count=4 penalty_limit=100 settlement=per_deal";
    let mut game = Kaluki::new(&options(rules), seats);
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    let mut longest = 0;
    for _ in 0..1_200 {
        if game.standing().is_some() {
            break;
        }
        let seats: Vec<_> = game.waiting().seats.iter().collect();
        let Some(seat) = seats.first().copied() else {
            let events = game.deal(&chance);
            game.obey(&events);
            continue;
        };
        let Body { text, alt, .. } = board(&game);
        assert!(!text.is_empty() && !text.contains("{$"), "{text}");
        assert!(
            text.chars().count() <= 1_950,
            "{} {text}",
            text.chars().count()
        );
        assert!((50..=1_024).contains(&alt.chars().count()), "{alt}");
        longest = longest.max(text.chars().count());
        let actions = game.actions(seat);
        let action = &actions[dice.below(actions.len() as u32) as usize];
        let events = game.decide(seat, action, &chance).expect("a listed action");
        game.obey(&events);
    }
    longest
}

#[test]
fn boards_of_played_matches_fit_into_messages() {
    for (seed, seats) in [(1, 2), (2, 3), (3, 5), (4, 5)] {
        assert!(walk(seed, seats) > 300, "seed {seed}");
    }
}

#[test]
fn a_last_card_is_told_only_if_it_was_discarded() {
    assert_says(&board(&two_are_asked()).alt, &["The last card was the "]);
    // A queen was discarded a turn before; the last three cards are laid together.
    let setup =
        "open 0: R: h2 h3 h4 h5 h6 h7 h8 / S: s10 d10 c10 h10; 0: s4 c4; stock: cQ c9 d9 d4";
    let mut game = rigged(&options("call_up_without_discard=true"), 3, setup);
    let moves = "0 draw; 0 discard cQ; 1 draw; 1 discard any; 2 draw; 2 discard any; 0 draw; 0 meld s4 c4 d4";
    type_all(&mut game, moves).expect(moves);
    let alt = board(&game).alt;
    assert_says(&alt, &["Blue circle won deal 1"]);
    assert!(!alt.contains("last card"), "{alt}");
}

#[test]
fn the_picture_is_told_in_words() {
    let setup = "open 0: S: hQ cQ Jk / R: d5 Jk=d6 d7; 1: d6; pile: c9";
    let game = rigged(&options(""), 5, setup);
    let alt = board(&game).alt;
    assert_says(
        &alt,
        &[
            "Top discard: 9 of clubs.",
            "Yellow star: 0 penalty points, 13 cards, not open, 0 units.",
            "Meld 1 of Blue circle: set of rank queen: hearts, clubs, joker.",
            "Meld 2 of Blue circle: diamonds 5 to 7, joker as 6.",
            "It is Blue circle's turn.",
        ],
    );
    assert!(!alt.contains('*'), "{alt}");
    assert!(!alt.contains("Under it: "), "{alt}");
    assert_says(
        &board(&two_are_asked()).alt,
        &[
            "The score sheet after deal 1. Blue circle won deal 1",
            "Blue circle: won; in all 0 penalty points",
        ],
    );
}

#[test]
fn what_lies_under_the_top_discard_and_what_was_taken_are_told() {
    let mut game = rigged(&options(""), 3, "0: c2; 1: c3; 2: c4; pile: d9");
    type_all(&mut game, "0 take").expect("a move");
    let alt = board(&game).alt;
    let told = "It is Blue circle's turn. Blue circle took 9 of diamonds.";
    assert_says(&alt, &[told, "Top discard: nothing. Blue "]);

    // With the next move the card has arrived, and at a closed table nothing is on its way: the picture has what lies there.
    let setup = "0: c2; 1: c3; 2: c4 c5 h5 h6 h7 sQ cQ dQ; pile: d9";
    let mut game = rigged(&options(""), 3, setup);
    let moves = "0 draw; 0 discard c2; 1 draw; 1 discard c3; 2 take";
    type_all(&mut game, moves).expect(moves);
    let closed = Look {
        life: Life::Abandoned(Why::Deserted),
        ..look(3)
    };
    let reader = Reader::new(Words::of("en"), &closed);
    let view = game.view(Viewer::Watcher);
    let alt = KalukiFace::board(reader, &view, None).alt;
    let lying = "Top discard: 2 of clubs. Under it: 9 of diamonds. Blue ";
    assert_says(&alt, &[lying]);
    assert!(!alt.contains(" took "), "{alt}");
    assert_says(
        &board(&game).alt,
        &["Top discard: 2 of clubs. Blue ", " took "],
    );
    type_all(&mut game, "2 open c3 c4 c5 / h5 h6 h7 / sQ cQ dQ").expect("an opening");
    let alt = board(&game).alt;
    assert_says(&alt, &[lying]);
    assert!(!alt.contains(" took "), "{alt}");
    let mut game = rigged(&options(""), 3, "0: c2; 1: c3; 2: c4; pile: d9");
    let moves = "0 draw; 0 discard c2; 1 draw; 1 discard c3; 2 draw; 2 discard c4";
    type_all(&mut game, moves).expect(moves);
    let alt = board(&game).alt;
    let told = "Top discard: 4 of clubs. Under it: 3 of clubs, 2 of clubs, 9 of diamonds. Blue ";
    assert_says(&alt, &[told]);
    assert!(!alt.contains(" took "), "{alt}");
}

#[test]
fn at_a_table_that_was_ended_no_card_fits() {
    let setup = "open 0: R: h5 h6 h7 / S: hQ cQ sQ; 0: h4";
    let game = rigged(&options(""), 3, setup);
    let live = Look {
        viewer: Viewer::Seat(seat(0)),
        ..look(3)
    };
    let ended = Look {
        life: Life::Abandoned(Why::Deserted),
        ..live.clone()
    };
    for (look, is_told) in [(live, true), (ended, false)] {
        let reader = Reader::new(Words::of("en"), &look);
        let panel = KalukiFace::panel(reader, &game.view(look.viewer), None);
        for said in [panel.text, panel.alt] {
            assert_eq!(said.contains("These fit the table: "), is_told, "{said}");
        }
    }
}
