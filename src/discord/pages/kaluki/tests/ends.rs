//! What ends a deal or a match: that a call-up is not thrown away unnoticed, and who may still buy in.

use super::board::two_are_asked;
use super::{composed, options, rigged, seat, type_all};
use crate::computers::Level;
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::draft::Draft;
use crate::discord::pages::kaluki::press::{Page, Press};
use crate::discord::pages::kaluki::result::{self, Detail};
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::pages::{desk, games};
use crate::discord::speech::words::Words;
use crate::rules::any::{AnyGame, AnyView};
use crate::rules::card::Card;
use crate::rules::kaluki::score::{CallUp, DealResult, Ending, Line};
use crate::rules::kaluki::view::{Moved, Phase};
use crate::rules::kaluki::{Action, Kaluki, View};
use crate::rules::unasked::Dropped;
use crate::rules::{Chance, Game, Outcome, PerSeat, Seat, Standing, Viewer};
use crate::tables::{Desk, Life, Look, Order, Plan, Sitter};

/// Seat 0 has laid all but one card.
const ONE_LEFT: &str = "open 0: R: h2 h3 h4 h5 h6 h7 h8 / R: d2 d3 d4 d5 d6";
/// Seat 0 has laid all but two cards.
const TWO_LEFT: &str = "open 0: R: h2 h3 h4 h5 h6 h7 h8 / S: s10 d10 c10 h10";
/// Where the last card may be laid.
const NO_DISCARD: &str = "call_up_without_discard=true";

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn goes(text: &str) -> Result<Action, Dropped> {
    Ok(Action::Discard { card: card(text) })
}

/// A rigged deal after some moves.
pub(super) fn after(rules: &str, setup: &str, moves: &str) -> Kaluki {
    let mut game = rigged(&options(rules), 3, setup);
    type_all(&mut game, moves).expect(moves);
    game
}

/// The table as somebody on a seat sees it.
pub(super) fn seen(game: &Kaluki, who: usize) -> (Look, View) {
    let viewer = Viewer::Seat(seat(who));
    let look = staged(&AnyGame::Kaluki(Box::new(game.clone())), viewer);
    (look, game.view(viewer))
}

/// The page to which this press leads.
pub(super) fn page(look: &Look, view: &View, press: Press) -> Body {
    let reader = Reader::new(Words::of("en"), look);
    match KalukiFace::pressed(reader, view, press) {
        Pressed::Page(body, _) => body,
        _ => panic!("{press} leads to no page"),
    }
}

#[test]
fn a_prepared_move_throws_no_call_up_away() {
    let wins: Result<Action, Dropped> = Err(Dropped::Finishes);
    for (rules, table, held, moves, prepared, next) in [
        // The 9 goes on the run, and the 4 is the last card, whichever of them came.
        ("", ONE_LEFT, "h9; stock: c4", "0 draw", "h9", wins.clone()),
        ("", ONE_LEFT, "h9; stock: c4", "0 draw", "c4", wins.clone()),
        ("", ONE_LEFT, "c4; stock: h9", "0 draw", "c4", wins.clone()),
        // It was laid already.
        (
            "",
            ONE_LEFT,
            "h9; stock: c4",
            "0 draw; 0 build 1 h9",
            "c4",
            goes("c4"),
        ),
        (
            "",
            TWO_LEFT,
            "c9 sK; stock: h9",
            "0 draw",
            "c9",
            Err(Dropped::Lays),
        ),
        ("", TWO_LEFT, "c9 sK; stock: c4", "0 draw", "c9", goes("c9")),
        // Three cards are one meld, and then there is none to discard.
        ("", TWO_LEFT, "s4 c4; stock: d4", "0 draw", "c4", goes("c4")),
        (
            NO_DISCARD,
            TWO_LEFT,
            "s4 c4; stock: d4",
            "0 draw",
            "c4",
            wins.clone(),
        ),
    ] {
        let game = after(rules, &format!("{table}; 0: {held}"), moves);
        let answer = game.prepared(seat(0), card(prepared).into());
        assert_eq!(answer, Some(next), "{rules} {held} | {moves} | {prepared}");
    }
}

#[test]
fn a_prepared_move_leaves_no_cards_that_its_owner_must_announce() {
    let four_left = "open 0: R: h2 h3 h4 h5 h6 h7 / S: s10 d10 c10";
    let (manual, last_alone) = ("announce=manual", "announce=manual announce_at=1");
    for (rules, table, held, drawing, discarding) in [
        (
            manual,
            TWO_LEFT,
            "c9 sK; stock: c4",
            Err(Dropped::Announces),
            Err(Dropped::Announces),
        ),
        (
            last_alone,
            ONE_LEFT,
            "c9; stock: c4",
            Err(Dropped::Announces),
            Err(Dropped::Announces),
        ),
        // Then they are not few enough, or the bot announces them.
        (
            last_alone,
            TWO_LEFT,
            "c9 sK; stock: c4",
            Ok(Action::Draw),
            goes("c9"),
        ),
        (
            manual,
            four_left,
            "c9 sK c6 dQ; stock: c4",
            Ok(Action::Draw),
            goes("c9"),
        ),
        (
            "",
            TWO_LEFT,
            "c9 sK; stock: c4",
            Ok(Action::Draw),
            goes("c9"),
        ),
        // What else there is to do with the card that came is the better reason.
        (
            manual,
            TWO_LEFT,
            "c9 sK; stock: h9",
            Err(Dropped::Announces),
            Err(Dropped::Lays),
        ),
        (
            manual,
            ONE_LEFT,
            "c9; stock: h9",
            Err(Dropped::Announces),
            Err(Dropped::Finishes),
        ),
    ] {
        let setup = format!("{table}; pile: cQ; 0: {held}");
        let before = rigged(&options(rules), 3, &setup);
        let drawn = after(rules, &setup, "0 draw");
        for (game, next) in [(before, drawing), (drawn, discarding)] {
            let answer = game.prepared(seat(0), card("c9").into());
            assert_eq!(answer, Some(next), "{rules} {held}");
        }
    }
}

#[test]
fn whoever_must_announce_reads_why_a_prepared_move_is_not_made() {
    let setup = format!("{TWO_LEFT}; 0: c9 sK");
    let game = rigged(&options("announce=manual"), 3, &setup);
    let (mut look, view) = seen(&game, 0);
    look.desk = Some(Desk {
        plan: Plan::Dropped {
            piece: card("c9").into(),
            why: Dropped::Announces,
        },
        ..Desk::default()
    });
    let text = KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None).text;
    let told = "after this discard you must announce your last cards in time.";
    assert!(text.contains(told), "{text}");

    // Whoever prepares one reads it before.
    let (mut look, _) = seen(&game, 1);
    look.desk = Some(Desk::default());
    let page = games::desk(Reader::new(Words::of("en"), &look), desk::Page::Whole);
    let text = page.expect("a desk").text;
    let told = "or you would have to announce your last cards yourself, the choice is left to you.";
    assert!(text.contains(told), "{text}");
}

/// After a card was taken to open with it no discard is listed, and the question is right all the same.
#[test]
fn the_guard_of_an_opening_says_what_is_thrown_away() {
    let (win, joker) = ("with a Kaluki. Discarding", "That is a joker");
    for (hand, thrown, says, says_not) in [
        ("hQ cQ h3 h4 h5 d7 d8 d9 d10 c2 c3 c4 s9", "d10", win, joker),
        ("hQ cQ h3 h4 h5 Jk d2 d7 c9 s6 s8 cJ cK", "Jk", joker, win),
    ] {
        let setup = format!("0: sQ; 1: {hand}");
        let game = after("", &setup, "0 draw; 0 discard sQ; 1 take");
        let (look, view) = seen(&game, 1);
        let melds = [composed("S: hQ cQ sQ"), composed("R: h3 h4 h5")];
        let draft = Draft::of_melds(view.hand().expect("a hand"), &melds).expect("a draft");
        let slot = Slot {
            place: 13,
            piece: card(thrown).into(),
        };
        let text = page(&look, &view, Press::LayAndDiscard(draft, slot)).text;
        assert!(text.contains(says), "{thrown}: {text}");
        assert!(!text.contains(says_not), "{thrown}: {text}");
    }
}

#[test]
fn the_last_card_is_laid_where_that_calls_up() {
    let setup = format!("{TWO_LEFT}; 0: s4 c4; stock: cQ c9 d9 d4");
    // In a later turn than that of the opening.
    let moves = "0 draw; 0 discard cQ; 1 draw; 1 discard any; 2 draw; 2 discard any; 0 draw";
    let panel = |rules: &str| {
        let (look, view) = seen(&after(rules, &setup, moves), 0);
        KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None)
    };
    let usual = panel("").text;
    assert!(!usual.contains("call up"), "{usual}");
    let text = panel(NO_DISCARD).text;
    assert!(text.contains("call up: lay everything!"), "{text}");

    let mut game = after(NO_DISCARD, &setup, moves);
    let (look, view) = seen(&game, 0);
    let plan = page(&look, &view, Press::See(Page::Plan));
    let told = "This lays all of these and wins you the deal.";
    assert!(plan.text.contains(told), "{}", plan.text);
    let mut buttons = plan.rows.iter().flatten();
    let all = buttons.find(|button| button.id.ends_with(":all:"));
    assert_eq!(all.expect("a button").label, "Call up");
    let reader = Reader::new(Words::of("en"), &look);
    let Pressed::Moves(moves, _) = KalukiFace::pressed(reader, &view, Press::LayAll) else {
        panic!("nothing is laid");
    };
    for action in moves {
        let done = game.act(seat(0), &action, &Chance::from_seed(1));
        done.expect("it is laid");
    }
    assert_eq!(game.view(Viewer::Watcher).phase, Phase::DealOver);
}

/// What the page of the score says of the limit.
fn says_limit(look: &Look, view: &View) -> bool {
    let text = page(look, view, Press::See(Page::Score)).text;
    let may = text.contains("you are out, or buy in. The last");
    assert!(may || text.contains("you are out. The last"), "{text}");
    may
}

#[test]
fn who_cannot_buy_in_is_not_told_to() {
    let game = rigged(&options(""), 4, "0: c2");
    let (look, view) = seen(&game, 0);
    assert!(says_limit(&look, &view));
    let out = |seats: &[usize]| {
        let mut view = view.clone();
        for index in seats {
            view.left[seat(*index)] = Some(1);
        }
        view
    };
    assert!(says_limit(&look, &out(&[1])), "two others are in");
    assert!(!says_limit(&look, &out(&[1, 2])), "one other is in");
    assert!(!says_limit(&look, &out(&[0])), "they are out themselves");
    let mut few = out(&[1]);
    few.options.buy_in_min_survivors = 3;
    assert!(!says_limit(&look, &few), "three others would be needed");
    let mut often = view.clone();
    often.buy_ins[seat(0)] = often.options.max_buy_ins;
    assert!(!says_limit(&look, &often), "they bought in often enough");
    let mut never = view.clone();
    never.options.buy_in = false;
    assert!(!says_limit(&look, &never), "nobody buys in");
}

/// Of more than nine deals the picture has a row for each of the last eight, and one that sums those before.
#[test]
fn the_score_sheet_is_told_as_it_is_drawn() {
    let setup = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ";
    for deals in [1, 9, 10, 13] {
        let mut game = rigged(&options("match_mode=fixed_deals:30"), 2, setup);
        type_all(&mut game, "0 draw; 0 build 1 h10 hJ; 0 discard any").expect("a call-up");
        let mut view = game.view(Viewer::Watcher);
        view.deal = deals;
        view.sheet = vec![view.sheet[0].clone(); deals as usize];
        view.call_ups = vec![view.call_ups[0]; deals as usize];
        let cost = view.sheet[0][seat(1)].points;
        let look = staged(&AnyGame::Kaluki(Box::new(game.clone())), Viewer::Watcher);
        let alt = KalukiFace::board(Reader::new(Words::of("en"), &look), &view, None).alt;
        let first = if deals > 9 { deals - 8 } else { 0 };
        let told = format!("what stands first of each seat sums deals 1 to {first}.");
        assert_eq!(alt.contains(&told), first > 0, "{alt}");
        let sum = format!(": 0 won, {} points; ", first as i32 * cost);
        assert_eq!(alt.contains(&sum), first > 0, "{alt}");
        let each = vec![cost.to_string(); (deals - first) as usize].join(", ");
        assert!(alt.contains(&format!("{each}; in all")), "{alt}");
    }
}

/// Kaluki rules 10, B2 and B3: who was asked and left reads no reason.
#[test]
fn whoever_could_not_buy_in_reads_why() {
    let game = rigged(&options(""), 5, "0: c2");
    let (look, mut view) = seen(&game, 0);
    view.left[seat(0)] = Some(1);
    let (used, few) = ("(2 of 2 buy-ins used)", "fewer than 4 others");
    for (buy_ins, needed, left, told) in [
        (0, 2, &[][..], [false, false]),
        (2, 2, &[], [true, false]),
        (0, 4, &[1], [false, true]),
        // Those who left later were in at that time.
        (0, 4, &[], [false, false]),
    ] {
        let mut view = view.clone();
        view.buy_ins[seat(0)] = buy_ins;
        view.options.buy_in_min_survivors = needed;
        view.left[seat(4)] = Some(2);
        for index in left {
            view.left[seat(*index)] = Some(1);
        }
        view.history.push(Moved::Left { seat: seat(0) });
        let reader = Reader::new(Words::of("en"), &look);
        let board = result::deal_lines(reader, &over(&view), Detail::Numbers).join("\n");
        let panel = KalukiFace::panel(reader, &view, None).text;
        for text in [board, panel] {
            assert_eq!([used, few].map(|why| text.contains(why)), told, "{text}");
        }
    }
    view.buy_ins[seat(0)] = 2;
    view.options.buy_in = false;
    let panel = KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None).text;
    assert!(!panel.contains("buy-in"), "{panel}");
}

/// The same at the end of a deal.
fn over(view: &View) -> View {
    View {
        phase: Phase::DealOver,
        result: Some(DealResult {
            ending: Ending::Exhausted,
            lines: view.penalties.map(|_, _| Line::default()),
        }),
        ..view.clone()
    }
}

/// Five played for long, all but one of them computers, and one of them won every deal with a Kaluki.
#[test]
fn the_picture_of_a_long_match_that_is_over_is_told_to_its_end() {
    let setup = "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10; 0: h10 hJ";
    let mut game = rigged(&options(""), 5, setup);
    type_all(&mut game, "0 draw; 0 build 1 h10 hJ; 0 discard any").expect("a call-up");
    let mut look = staged(&AnyGame::Kaluki(Box::new(game.clone())), Viewer::Watcher);
    for sitter in look.seats.values_mut().skip(1) {
        *sitter = Sitter::Computer {
            level: Level::Medium,
            instead_of: None,
        };
    }
    let mut view = game.view(Viewer::Watcher);
    let call_up = CallUp {
        kaluki: true,
        ..view.call_ups[0]
    };
    view.deal = 40;
    view.sheet = vec![view.sheet[0].clone(); 40];
    view.call_ups = vec![call_up; 40];
    view.penalties = PerSeat::new(5, |_| 1_234);
    view.buy_ins = PerSeat::new(5, |_| 3);
    let place = |seat: Seat| u8::try_from(seat.index() + 1).expect("few seats");
    view.standing = Some(Standing {
        points: PerSeat::new(5, |_| 0),
        places: PerSeat::new(5, place),
        outcomes: PerSeat::new(5, |_| Outcome::Neither),
        sides: PerSeat::new(5, place),
    });
    look.view = Some(AnyView::Kaluki(Box::new(view)));
    look.life = Life::Finished;
    let body = games::standing(Reader::new(Words::of("en"), &look), None);
    let body = body.expect("it was dealt");
    let shown = "In the picture: what 🔵 laid in deal 40.";
    assert!(body.text.contains(shown), "{}", body.text);
    let alt = body.alt;
    let letters = alt.chars().count();
    assert!((800..=1_024).contains(&letters), "{letters}: {alt}");
    let shown = "Shown: what Blue circle laid in deal 40. The score sheet after deal 40; what";
    assert!(alt.contains(shown), "{alt}");
    // There is no room to tell as many of them as the picture has rows for.
    assert!(alt.contains(" sums deals 1 to 3"), "{alt}");
    assert!(alt.starts_with("The game is over. By place: 1 "), "{alt}");
    assert!(alt.contains("1 Blue circle (0), 2 "), "{alt}");
    assert!(alt.contains(". In brackets: units. "), "{alt}");
    assert!(alt.contains("Blue circle won deal 40"), "{alt}");
    assert_eq!(alt.matches("a computer)").count(), 4, "{alt}");
    assert!(alt.ends_with('.'), "{alt}");
}

#[test]
fn a_rack_in_words_says_in_which_order_it_lies() {
    let setup = "0: h2 h3 h4 h5 s9 c9 d9 cK dJ s6 c7 cA h10";
    let game = rigged(&options(""), 3, setup);
    for (order, begins) in [
        (Order::Melds, "Together: "),
        (Order::Colours, "By suits: "),
        (Order::Own, "In your own order: "),
    ] {
        let (mut look, view) = seen(&game, 0);
        look.desk = Some(Desk {
            order,
            ..Desk::default()
        });
        let reader = Reader::new(Words::of("en"), &look);
        let desk = games::desk(reader, desk::Page::Whole).expect("a desk");
        let more = page(&look, &view, Press::See(Page::More));
        let panel = KalukiFace::panel(reader, &view, None);
        for alt in [panel.alt, desk.alt, more.alt] {
            let rest = alt.split_once(" cards. ").expect("cards").1;
            assert!(rest.starts_with(begins), "{begins}{alt}");
            let is_by_melds = order == Order::Melds;
            assert_eq!(alt.contains("Single: "), is_by_melds, "{alt}");
        }
    }
}

/// Where leaving is asked about the rack lies as on the first page, and is told so.
#[test]
fn who_may_leave_sees_the_rack_as_they_lay_it() {
    let game = two_are_asked();
    for order in [Order::Melds, Order::Colours, Order::Own] {
        let (mut look, view) = seen(&game, 1);
        look.desk = Some(Desk {
            order,
            ..Desk::default()
        });
        let panel = KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None);
        let asked = page(&look, &view, Press::See(Page::Leaving));
        assert_eq!(asked.alt, panel.alt);
        assert!(asked.scene == panel.scene, "{}", asked.alt);
        let is_by_melds = order == Order::Melds;
        assert_eq!(
            asked.alt.contains("Together: "),
            is_by_melds,
            "{}",
            asked.alt
        );
    }
}

#[test]
fn whoever_missed_the_announcement_reads_it_before_they_draw() {
    let table =
        "open 0: R: h2 h3 h4 h5 h6 h7 h8 h9 / S: s10 d10 c10 h10; 0: h10; stock: cQ c9 d9 hJ";
    let turns = [
        ("0 draw; 0 discard cQ", None),
        ("0 silent", Some("next")),
        ("1 draw; 1 discard any", Some("next")),
        ("2 draw", Some("next")),
        ("2 discard any", Some("this")),
        ("0 draw", Some("this")),
        ("0 discard hJ", None),
    ];
    let mut moves: Vec<&str> = Vec::new();
    for (next, said) in turns {
        moves.push(next);
        let game = after("announce=manual", table, &moves.join("; "));
        let panel = |who| {
            let (look, view) = seen(&game, who);
            KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None).text
        };
        let own = panel(0);
        for (turn, words) in [
            ("next", "can't call up in your next turn: keep at least one"),
            ("this", "can't call up this turn: keep at least one"),
        ] {
            assert_eq!(own.contains(words), said == Some(turn), "{next}: {own}");
        }
        // Nobody else is told (Kaluki rules 7.4).
        assert!(!panel(1).contains("call up"), "{next}");
    }
}
