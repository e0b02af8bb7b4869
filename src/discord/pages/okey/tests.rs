//! Rigged rounds of Okey: what panels, boards and desks offer and say of them.

mod sheet;
mod spoken;
mod stock;
mod together;

use super::OkeyFace;
use super::arranged::slot_of;
use crate::computers::Level;
use crate::computers::okey::Reason;
use crate::discord::pages::desk::Page;
use crate::discord::pages::games;
use crate::discord::pages::hint::told;
use crate::discord::pages::kit::face::Face;
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::press::Press as AnyPress;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::rules::any::{AnyGame, AnyView};
use crate::rules::okey::view::Phase;
use crate::rules::okey::{Action, Event, Okey, Options, View, WinKind};
use crate::rules::tile::Tile;
use crate::rules::{Chance, Game, Seat, Viewer};
use crate::tables::{Desk, Look, Sitter};

/// Where the tiles of the simplified deal lie in the wall: those of the starter, of whoever plays then, and the last of the
/// stock (Okey rules 4.2).
const STARTER: usize = 0;
const SECOND: usize = 15;
const LAST: usize = 105;

/// Okey rules 12.3, C02: every tile but those of the sets may be the last.
const C02: &str = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5 R5";
/// Okey rules 12.4, Q24: wins with K5.
const Q24: &str = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 G13";

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

/// A wall with these tiles from these places on.
fn wall(placed: &[(usize, &str)]) -> Vec<Tile> {
    let mut rest = Tile::deck();
    let mut wall: Vec<Option<Tile>> = vec![None; rest.len()];
    for (from, text) in placed {
        let tiles = Tile::read_all(text).expect("tiles");
        for (place, tile) in (*from..).zip(tiles) {
            let at = rest.iter().position(|other| *other == tile);
            wall[place] = Some(rest.remove(at.expect("two of each")));
        }
    }
    let mut rest = rest.into_iter();
    let filled = wall.into_iter().map(|tile| tile.or_else(|| rest.next()));
    filled
        .collect::<Option<_>>()
        .expect("a tile for each place")
}

/// A round with the okey R5 that the second seat starts, by these house rules.
fn dealt(seats: usize, set: &str, placed: &[(usize, &str)]) -> Okey {
    let mut options = Options::default();
    for part in ["deal=simplified"]
        .into_iter()
        .chain(set.split_whitespace())
    {
        let (name, value) = part.split_once('=').expect("name=value");
        options.set(name, value).expect("an option of the rules");
    }
    let indicator = (14 * seats + 1, "R4");
    let mut game = Okey::new(&options, seats);
    game.obey(&[Event::Dealt {
        deck: wall(&[placed, &[indicator]].concat()),
        dealer: seat(0),
        dice: Vec::new(),
    }]);
    game
}

fn to_act(game: &Okey) -> Seat {
    let mut seats = game.waiting().seats.iter();
    seats.next().expect("somebody is to act")
}

fn act(game: &mut Okey, action: Action) {
    let acted = game.act(to_act(game), &action, &Chance::from_seed(0));
    assert!(acted.is_ok(), "{action:?}");
}

/// Does what is done when time is up.
fn wait(game: &mut Okey) {
    let action = game.at_zero(to_act(game));
    act(game, action);
}

/// Everybody draws and discards what they drew, until somebody is to draw who cannot.
fn exhaust(game: &mut Okey) {
    let is_empty = |view: &View| view.stock == 0 && matches!(view.phase, Phase::Draw(_));
    while !is_empty(&game.view(Viewer::Watcher)) {
        wait(game);
    }
}

fn look(game: &Okey, viewer: Viewer) -> Look {
    staged(&AnyGame::Okey(Box::new(game.clone())), viewer)
}

fn reader(look: &Look) -> Reader<'_> {
    Reader::new(Words::of("en"), look)
}

fn view(look: &Look) -> &View {
    let Some(AnyView::Okey(view)) = &look.view else {
        panic!("a table of Okey");
    };
    view
}

/// The panel of whoever is to act.
fn panel(game: &Okey) -> Body {
    let look = look(game, Viewer::Seat(to_act(game)));
    OkeyFace::panel(reader(&look), view(&look), None)
}

fn board(game: &Okey) -> Body {
    let look = look(game, Viewer::Watcher);
    OkeyFace::board(reader(&look), view(&look), None)
}

/// What the buttons of a page want, in their order.
fn wanted(body: &Body) -> Vec<String> {
    let buttons = body.rows.iter().flatten();
    let verbs = buttons.map(|button| {
        let press: AnyPress = button.id.parse().expect("a press of ours");
        press.verb.to_string()
    });
    verbs.collect()
}

fn offers(body: &Body, verb: &str) -> bool {
    wanted(body).iter().any(|wanted| wanted.starts_with(verb))
}

#[test]
fn the_first_way_to_finish_costs_the_others_most() {
    let game = dealt(4, "", &[(STARTER, C02)]);
    let panel = panel(&game);
    let wanted = wanted(&panel);
    let mut finishes = wanted.iter().filter(|verb| verb.starts_with("finish:"));
    assert_eq!(finishes.next().map(String::as_str), Some("finish:R5"));
    assert_eq!(finishes.count(), 2, "{wanted:?}");
}

#[test]
fn whoever_is_asked_about_a_tile_can_finish_with_it_or_go_back() {
    let game = dealt(4, "", &[(STARTER, C02)]);
    let look = look(&game, Viewer::Seat(seat(1)));
    let view = view(&look);
    for pressed in ["K5", "Y9", "R1"] {
        let slot = slot_of(&look, view, tile(pressed)).expect("on the rack");
        let asked = OkeyFace::panel(reader(&look), view, Some(slot));
        let wanted = wanted(&asked);
        let finish = format!("finish:{pressed}");
        assert_eq!(wanted[..2], [finish.as_str(), "finish:R5"]);
        assert!(offers(&asked, &format!("surely:{slot}")), "{wanted:?}");
        assert!(offers(&asked, "rack:"), "{wanted:?}");
        assert!(asked.text.contains("throws that away"), "{}", asked.text);
    }
}

#[test]
fn after_as_many_takes_as_may_be_in_a_row_no_discard_is_offered() {
    let mut game = dealt(4, "take_streak_cap=1", &[]);
    wait(&mut game);
    assert!(offers(&panel(&game), "take:") && offers(&board(&game), "take:"));
    act(&mut game, Action::Take);
    wait(&mut game);
    let (own, public) = (panel(&game), board(&game));
    for (body, said) in [
        (own, "Draw from the stock: after so many"),
        (public, "'s turn: draw from the stock."),
    ] {
        assert!(body.text.contains(said), "{}", body.text);
        assert!(offers(&body, "draw:") && !offers(&body, "take:"), "{said}");
    }
    let drawer = look(&game, Viewer::Seat(to_act(&game)));
    let seen = drawer.view.as_ref().expect("a game");
    let found = crate::computers::hint(seen, &drawer.actions).expect("something to do");
    let why = told(Reader::new(Words::of("en"), &drawer), &found);
    assert!(
        why.contains("there is no discard you may take now."),
        "{why}"
    );
    // The draw begins a new row.
    wait(&mut game);
    wait(&mut game);
    let (own, public) = (panel(&game), board(&game));
    for (body, said) in [
        (own, "Draw from the stock, or take the discard."),
        (public, "'s turn: draw, or take the discard."),
    ] {
        assert!(body.text.contains(said), "{}", body.text);
        assert!(offers(&body, "take:"), "{said}");
    }
}

#[test]
fn on_an_empty_stock_a_panel_offers_what_the_table_allows() {
    for (set, last, says, takes) in [
        ("", "K13", "take the discard, or pass, which", true),
        (
            "exhausted_take=win_only",
            "K13",
            "only be taken to win: pass",
            false,
        ),
        (
            "exhausted_take=win_only",
            "K5",
            "with which you win, or pass",
            true,
        ),
    ] {
        let mut game = dealt(4, set, &[(SECOND, Q24), (LAST, last)]);
        exhaust(&mut game);
        assert_eq!(to_act(&game), seat(2));
        let panel = panel(&game);
        assert!(panel.text.contains(says), "{}", panel.text);
        assert!(offers(&panel, "pass:"), "{says}");
        assert_eq!(offers(&panel, "take:"), takes, "{says}");
    }
}

#[test]
fn a_board_does_not_tell_whether_a_discard_wins() {
    let boards = ["K13", "K5"].map(|last| {
        let placed = [(SECOND, Q24), (LAST, last)];
        let mut game = dealt(4, "exhausted_take=win_only", &placed);
        exhaust(&mut game);
        let board = board(&game);
        let said = "'s turn: take the discard if it wins, or pass.";
        assert!(board.text.contains(said), "{}", board.text);
        let buttons = board.rows.iter().flatten();
        buttons
            .map(|button| (button.enabled, button.tone))
            .collect::<Vec<_>>()
    });
    assert_eq!(boards[0], boards[1]);
}

#[test]
fn whoever_took_to_win_is_told_to_finish() {
    let placed = [(SECOND, Q24), (LAST, "K5")];
    let mut game = dealt(4, "exhausted_take=win_only", &placed);
    exhaust(&mut game);
    act(&mut game, Action::Take);
    let (own, public) = (panel(&game), board(&game));
    let text = &own.text;
    assert!(text.contains("in order to win: finish now."), "{text}");
    assert!(!text.contains("Press the tile"), "{text}");
    assert!(offers(&own, "finish:G13"), "{:?}", wanted(&own));
    assert!(public.text.contains("'s turn: finish."), "{}", public.text);
}

#[test]
fn after_a_failed_finish_a_panel_says_what_is_left_to_do() {
    let placed = [(SECOND, Q24), (LAST, "K5")];
    for (set, says, never) in [
        (
            "exhausted_take=win_only",
            "Finish with a tile that wins;",
            "Discard a tile",
        ),
        ("", "Discard a tile;", "Finish with"),
    ] {
        let set = format!("wrong_finish_penalty=2 {set}");
        let mut game = dealt(4, &set, &placed);
        exhaust(&mut game);
        act(&mut game, Action::Take);
        act(&mut game, Action::Finish(tile("R1")));
        let text = panel(&game).text;
        assert!(text.contains("cost you 2 points"), "{text}");
        assert!(text.contains(says) && !text.contains(never), "{text}");
    }
}

#[test]
fn whoever_may_look_through_every_pile_has_room_for_them_on_the_desk() {
    let mut game = dealt(4, "pile_browsing=all", &[]);
    exhaust(&mut game);
    let look = Look {
        desk: Some(Desk::default()),
        ..look(&game, Viewer::Seat(seat(0)))
    };
    let desk = games::desk(reader(&look), Page::Whole).expect("a rack");
    assert_eq!(desk.text.matches("newest first: ").count(), 4);
    let letters = desk.text.chars().count();
    assert!(letters <= 2_000, "{letters} letters: {}", desk.text);
}

#[test]
fn a_seat_that_is_out_is_no_player_without_tiles() {
    let game = dealt(4, "end_mode=elimination", &[]);
    let look = look(&game, Viewer::Watcher);
    let mut view = view(&look).clone();
    view.active = view.active.without(seat(3));
    view.scores[seat(3)] = 0;
    view.held[seat(3)] = 0;
    let alt = OkeyFace::board(reader(&look), &view, None).alt;
    let out = "Red triangle: 0 points, out of the game.";
    assert!(alt.contains(out) && !alt.contains("0 tiles"), "{alt}");
    assert_eq!(alt.matches(" tiles, on their pile: ").count(), 3, "{alt}");
}

#[test]
fn a_win_that_counts_twice_for_its_one_colour_says_so() {
    let black = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 K1";
    let pairs = "K1 K1 K2 K2 K3 K3 K4 K4 K5 K5 K6 K6 K7 K7";
    // Okey rules 12.3: C11, C12, C13, C25.
    for (set, rack, last, kind, loss) in [
        ("", black, "R9", "sets and runs", 2),
        ("mono_colour=any", black, "R9", "runs, all in one colour", 4),
        (
            "mono_colour=any",
            black,
            "R5",
            "runs, all in one colour, finished with the okey",
            8,
        ),
        (
            "mono_colour=any mono_pairs=true",
            pairs,
            "R9",
            "seven pairs, all in one colour",
            8,
        ),
    ] {
        let fifteen = format!("{rack} {last}");
        let mut game = dealt(4, set, &[(STARTER, fifteen.as_str())]);
        let finish = Action::Finish(tile(last));
        let starter = look(&game, Viewer::Seat(seat(1)));
        let wins = Reason::Wins {
            points: loss,
            kind: WinKind::Ordinary,
            joker: false,
        };
        let hint = OkeyFace::reason(Words::of("en"), view(&starter), &finish, &wins);
        let said = format!("it wins with {kind}, and everybody else loses {loss} points.");
        assert_eq!(hint, said);
        act(&mut game, finish);
        let Body { text, alt, .. } = board(&game);
        let said = format!("wins round 1: {kind}. The others lose {loss}.");
        assert!(text.contains(&said), "{text}");
        assert!(alt.contains(&format!("with {kind}: ")), "{alt}");
    }
}

/// No three of these tiles make a meld, and nothing goes with G9.
const LOOSE: &str = "K12 K13 G9 R2 R7 R10 Y4 Y7 Y11 G2 G4 G6 K5 K6 K8";

/// A hint for the starter of a round with this rack; how signs are drawn is left out.
fn hint(rack: &str, action: Action, reason: Reason) -> String {
    let game = dealt(4, "", &[(STARTER, rack)]);
    let starter = look(&game, Viewer::Seat(seat(1)));
    let hint = OkeyFace::reason(Words::of("en"), view(&starter), &action, &reason);
    hint.replace(['\u{fe0e}', '\u{fe0f}'], "")
}

#[test]
fn a_tile_that_brings_a_rack_nearer_is_not_said_to_bring_it_no_nearer() {
    let nearer = "with it you need one tile fewer to finish.";
    for (taken, said) in [
        ("R5", nearer),
        ("G9", nearer),
        ("K1", "♠1 goes with ♠12 and ♠13."),
    ] {
        let takes = Reason::Takes {
            tile: tile(taken),
            from: 3,
            to: 2,
        };
        assert_eq!(hint(LOOSE, Action::Take, takes), said, "{taken}");
        let tile = tile(taken);
        let told = hint(LOOSE, Action::Draw, Reason::LeavesNearer { tile });
        assert!(told.contains("you would be nearer"), "{told}");
    }
}

#[test]
fn an_okey_that_is_left_lying_goes_with_everything() {
    let leaves = Some(tile("R5"));
    let draws = Reason::Draws {
        leaves,
        distance: 0,
        useful: 0,
    };
    let told = hint(LOOSE, Action::Draw, draws);
    assert!(told.ends_with("(okey) brings you no nearer."), "{told}");
}

#[test]
fn a_thirteen_and_a_one_go_together() {
    let keeps = Reason::Keeps {
        distance: 5,
        useful: 9,
        kind: WinKind::Ordinary,
    };
    let rack = LOOSE.replace("K12", "K1");
    let told = hint(&rack, Action::Discard(tile("K1")), keeps);
    assert!(told.starts_with("it goes with ♠13"), "{told}");
}

#[test]
fn the_only_opponent_is_no_others() {
    let mut game = dealt(2, "", &[(STARTER, C02)]);
    act(&mut game, Action::Finish(tile("R5")));
    let text = board(&game).text;
    assert!(text.contains("The other player loses 4."), "{text}");
}

#[test]
fn one_of_a_thing_is_not_several() {
    let words = Words::of("en");
    for (said, part) in [
        (words.okey_stock_left(1), "; 1 tile is left."),
        (words.okey_stock_left(2), "; 2 tiles are left."),
        (
            words.okey_must_draw_from_stock(1),
            "After one discard taken you",
        ),
        (
            words.okey_must_draw_from_stock(8),
            "After 8 discards taken in a row you",
        ),
        (words.alt_rack("", 1), "Your rack, 1 tile."),
        (words.alt_board(1, 1), "round 1, 1 tile left in the stock."),
        (words.alt_board(1, 0), "round 1, 0 tiles left in the stock."),
        (
            words.alt_seat("It", 1, 1, "K1"),
            "It: 1 point, 1 tile, on their",
        ),
        (
            words.alt_seat("It", 2, 14, "K1"),
            "It: 2 points, 14 tiles, ",
        ),
        (words.alt_seat_out("It", 1), "It: 1 point, out of the game."),
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn whoever_is_asked_for_a_twin_that_they_do_not_hold_reads_so() {
    let game = dealt(4, "gosterge_window=before_first_discard", &[(0, "R4")]);
    let told = |index: usize| {
        let look = look(&game, Viewer::Seat(seat(index)));
        let panel = games::panel(reader(&look), None);
        panel.expect("a rack").text
    };
    assert!(told(1).contains("Do you want to show"), "{}", told(1));
    assert!(told(2).contains("You don't hold"), "{}", told(2));
}

#[test]
fn whoever_finished_in_vain_reads_what_it_cost() {
    let rack = "K13 R1 R3 Y2 Y5 Y8 G1 G4 G7 G10 K2 K5 K8 R8 Y11";
    let mut game = dealt(4, "wrong_finish_penalty=2", &[(0, rack)]);
    assert!(!panel(&game).text.contains("did not win"));
    act(&mut game, Action::Finish(tile("K13")));
    let text = panel(&game).text;
    assert!(
        text.contains("That did not win, and cost you 2 points."),
        "{text}"
    );
}

#[test]
fn the_picture_of_a_game_that_is_over_is_told_to_its_end() {
    let fifteen = "K1 K1 K2 K2 K3 K3 K4 K4 K5 K5 K6 K6 K7 K7 R9";
    let mut game = dealt(4, "max_hands=1", &[(STARTER, fifteen)]);
    act(&mut game, Action::Finish(tile("R9")));
    let mut look = look(&game, Viewer::Watcher);
    for sitter in look.seats.values_mut().skip(1) {
        *sitter = Sitter::Computer {
            level: Level::Medium,
            instead_of: None,
        };
    }
    let body = games::standing(reader(&look), None);
    let alt = body.expect("it was dealt").alt;
    assert!(alt.starts_with("The game is over. By place: 1 "), "{alt}");
    assert_eq!(alt.matches("a computer)").count(), 3, "{alt}");
    assert!(alt.chars().count() <= 1_024 && alt.ends_with('.'), "{alt}");
}

#[test]
fn whoever_took_a_left_seat_reads_that_the_game_is_casual_for_them_alone() {
    let game = dealt(4, "", &[]);
    let mut look = look(&game, Viewer::Seat(to_act(&game)));
    for (casual, stepped_in, told) in [
        (false, true, true),
        (false, false, false),
        (true, true, false),
    ] {
        (look.casual, look.stepped_in) = (casual, stepped_in);
        let panel = games::panel(reader(&look), None).expect("a seat");
        let said = panel.text.contains("so this game is casual for you");
        assert_eq!(said, told, "{}", panel.text);
    }
}

#[test]
fn whoever_left_a_game_and_sits_there_again_reads_what_it_is_for_them() {
    let game = dealt(4, "", &[]);
    let mut look = look(&game, Viewer::Seat(to_act(&game)));
    for (counts, told) in [
        (true, "a last place for you"),
        (false, "lost among your casual games"),
    ] {
        (look.left_before, look.left_casually, look.casual) = (counts, !counts, !counts);
        let panel = games::panel(reader(&look), None).expect("a seat").text;
        let says = format!("so it stays {told}, unless");
        assert!(panel.contains(&says), "{panel}");
    }
}

#[test]
fn a_starter_is_not_said_to_have_drawn() {
    let game = dealt(4, "", &[]);
    let refused = game.decide(to_act(&game), &Action::Draw, &Chance::from_seed(0));
    let refused = refused.err().expect("fifteen tiles are enough");
    let said = OkeyFace::refusal(Words::of("en"), &refused, None);
    assert_eq!(
        said,
        "You already have your tile for this turn: now discard one."
    );
}
