//! What pages of Okey 101 tell and offer in rounds that are put in order.

mod before;
mod composing;
mod costless;
mod spoken;
mod void;

use super::arranged::Offers;
use super::melds::MeldPress;
use super::press::Press;
use super::{arranged, board, compose, pages, panel, typed};
use crate::computers::{Level, hint};
use crate::discord::pages::desk::Page;
use crate::discord::pages::games;
use crate::discord::pages::hint::told;
use crate::discord::pages::kit::composing::Composition;
use crate::discord::pages::kit::tests::staged;
use crate::discord::pages::press::{Press as AnyPress, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::rules::any::{AnyGame, AnyView};
use crate::rules::okey101::deal::{TILES, spread};
use crate::rules::okey101::meld::Stands;
use crate::rules::okey101::options::{Deal, Exhaustion, Penalties};
use crate::rules::okey101::view::{Fit, Phase};
use crate::rules::okey101::{Event, Kind, Okey101, Options, Place, View};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::{Chance, Game, GameView, Seat, Viewer};
use crate::tables::{Desk, Look, Order, Sitter};

/// Melds worth 101, the okey, and tiles that go with nothing.
const RACK: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 R5 G2 G4 G8 G10 K4 K7 R2 R9 R11 Y1 Y3";
const OPENING: &str = "open K11 K12 K13 / R13 Y13 G13 / Y5 Y6 Y7 Y8";
/// The same melds, and no tile that goes with a K1.
const WITHOUT_OKEY: &str = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G2 G4 G8 G10 K4 K7 R2 R9 R11 Y1 Y3";
/// A run of 33, and nothing else that goes together.
const POOR: &str = "R10 R11 R12 G2 G4 G6 G8 K4 K6 K8 K10 Y3 Y5 Y9 Y11 Y13 R2 R7 Y7 K12 G13";
/// All but K12 lies in melds, worth 87.
const LOW: &str = "K1 K2 K3 Y1 Y2 Y3 G1 G2 G3 R1 R2 R3 K6 K7 K8 Y4 Y5 Y6 R9 G9 Y9 K12";

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).expect("tiles")
}

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

/// A round of two with these tiles on their racks; seat 0 begins, and with the indicator R4 the okey is R5.
fn dealt(options: &Options, racks: [&str; 2]) -> Okey101 {
    let places = spread(Deal::Simple, 2, &[], |_| false).expect("a plain deal");
    let mut wall: Vec<Option<Tile>> = vec![None; TILES];
    wall[places.indicator] = Some(tile("R4"));
    for (rack, named) in places.racks.iter().zip(racks) {
        for (place, tile) in rack.iter().zip(tiles(named)) {
            wall[*place] = Some(tile);
        }
    }
    let mut rest = Tile::deck();
    for tile in wall.iter().flatten() {
        let place = rest.iter().position(|other| other == tile);
        rest.remove(place.unwrap_or_else(|| panic!("there are not so many {tile}")));
    }
    let mut rest = rest.into_iter();
    let each = wall.into_iter().map(|tile| tile.or_else(|| rest.next()));
    let dealt = Event::Dealt {
        deck: each.map(|tile| tile.expect("106 tiles")).collect(),
        dealer: seat(0),
        dice: Vec::new(),
    };
    let mut game = Okey101::new(options, 2);
    game.obey(&[dealt]);
    game
}

/// A seat makes this move, as people type it.
fn plays(game: &mut Okey101, actor: usize, text: &str) {
    let actor = seat(actor);
    let seen = game.view(Viewer::Seat(actor));
    let action = typed::read(text, &game.actions(actor), Some(&seen)).expect("a move");
    let done = game.act(actor, &action, &Chance::from_seed(0));
    done.expect("a move that is allowed");
}

fn look(game: &Okey101, viewer: Viewer) -> Look {
    staged(&AnyGame::Okey101(Box::new(game.clone())), viewer)
}

fn view(look: &Look) -> &View {
    let Some(AnyView::Okey101(view)) = &look.view else {
        panic!("a game of 101 is played");
    };
    view
}

fn reader(look: &Look) -> Reader<'_> {
    Reader::new(Words::of("en"), look)
}

fn panel_of(game: &Okey101, owner: usize) -> Body {
    let look = look(game, Viewer::Seat(seat(owner)));
    panel::panel(reader(&look), view(&look), None)
}

fn board_of(game: &Okey101) -> Body {
    let look = look(game, Viewer::Watcher);
    board::board(reader(&look), view(&look), None)
}

/// The hint for a seat.
fn hinted(game: &Okey101, owner: usize) -> String {
    let look = look(game, Viewer::Seat(seat(owner)));
    let view = look.view.as_ref().expect("a game");
    let found = hint(view, &look.actions).expect("something to do");
    told(reader(&look), &found)
}

fn buttons(body: &Body) -> impl Iterator<Item = &Button> {
    body.rows.iter().flatten()
}

/// What the press on a button wants, if it is about melds.
fn meld_press(button: &Button) -> Option<MeldPress> {
    let press: AnyPress = button.id.parse().expect("a press of ours");
    match press.verb {
        Verb::Own(own) => match own.read().expect("a press of 101") {
            Press::Meld(press) => Some(press),
            _ => None,
        },
        _ => None,
    }
}

fn has(body: &Body, begins: &str) -> bool {
    buttons(body).any(|button| button.label.starts_with(begins))
}

#[track_caller]
fn assert_tells(body: &Body, words: &str) {
    assert!(body.text.contains(words), "{words}: {}", body.text);
}

/// The discards of a preview, with how they stand out.
fn discards(page: &Body) -> Vec<(Tile, Tone)> {
    let each = buttons(page).filter_map(|button| match meld_press(button)? {
        MeldPress::LayAndDiscard(_, slot) => Some((slot.piece.try_into().ok()?, button.tone)),
        _ => None,
    });
    each.collect()
}

#[test]
fn only_the_last_tile_can_be_typed_to_finish() {
    let cheap = Options {
        open_min: 80,
        ..Options::default()
    };
    let mut game = dealt(&cheap, [LOW, POOR]);
    let read = |game: &Okey101, text: &str| {
        let seen = game.view(Viewer::Seat(seat(0)));
        typed::read(text, &game.actions(seat(0)), Some(&seen))
    };
    assert_eq!(read(&game, "finish K12"), None);
    assert!(read(&game, "discard K12").is_some());
    plays(
        &mut game,
        0,
        "open K1 K2 K3 / Y1 Y2 Y3 / G1 G2 G3 / R1 R2 R3 / K6 K7 K8 / Y4 Y5 Y6 / R9 G9 Y9",
    );
    let discard = read(&game, "discard K12");
    assert!(discard.is_some());
    assert_eq!(read(&game, "finish K12"), discard);
}

#[test]
fn after_a_failed_opening_the_panel_tells_how_near_a_good_one_is() {
    let strict = Options {
        penalties: Penalties::Strict,
        ..Options::default()
    };
    let mut game = dealt(&strict, [RACK, POOR]);
    plays(&mut game, 0, "open K11 K12 K13");
    let panel = panel_of(&game, 0);
    assert_tells(&panel, "Your opening failed and cost you 101.");
    assert_tells(
        &panel,
        "You may try again: failing once more this turn costs nothing.",
    );
    assert_tells(&panel, "You can open with ");
    assert!(has(&panel, "Open "), "{:?}", panel.rows);
}

/// The page on which this tile of seat 0 is picked alone, with this view.
fn picking(look: &Look, view: &View, picked: &str) -> (Composition, Body) {
    let rack = view.rack().expect("a rack");
    let place = rack.iter().position(|held| *held == tile(picked));
    let composition = Composition::empty(rack.len()).toggled(place.expect("it is held"));
    let page = compose::page(reader(look), view, composition);
    (composition, page.expect("a page"))
}

#[test]
fn an_okey_that_fits_both_ends_of_a_run_is_laid_off_at_the_end_that_the_button_names() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let look = look(&game, Viewer::Seat(seat(0)));
    let (_, page) = picking(&look, view(&look), "R5");
    let mut labels: Vec<&str> = buttons(&page)
        .filter(|button| matches!(meld_press(button), Some(MeldPress::LayOff(_))))
        .map(|button| button.label.as_str())
        .collect();
    assert_eq!(labels.len(), 4, "two ends, one end, and a set: {labels:?}");
    for end in ["(lower end)", "(upper end)"] {
        let ends = labels.iter().filter(|label| label.ends_with(end));
        assert_eq!(ends.count(), 1, "{labels:?}");
    }
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), 4, "{labels:?}");
}

#[test]
fn every_place_where_a_tile_can_go_is_on_a_page() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let look = look(&game, Viewer::Seat(seat(0)));
    let mut full = view(&look).clone();
    let run = full.table.last().cloned().expect("the run Y5 to Y8");
    full.table = vec![run; 23];
    let fit = |meld, place| Fit {
        tile: tile("R5"),
        meld,
        place,
    };
    let both = |meld| [fit(meld, Place::Low), fit(meld, Place::High)];
    let own = full.own.as_mut().expect("a seat");
    own.fits = (0..23).flat_map(both).collect();

    let (composition, page) = picking(&look, &full, "R5");
    let way = buttons(&page).find(|button| button.label == "Where? (46)");
    let way = way.and_then(meld_press);
    assert_eq!(way, Some(MeldPress::Where(composition, 0)));
    let mut found = Vec::new();
    let mut next = way;
    while let Some(MeldPress::Where(composition, number)) = next {
        let page = compose::places(reader(&look), &full, composition, number);
        let page = page.expect("a page");
        assert!(page.rows.len() <= 5 && page.rows.iter().all(|row| row.len() <= 5));
        found.extend(
            buttons(&page).filter_map(|button| match meld_press(button)? {
                MeldPress::LayOff(lay_off) => Some((usize::from(lay_off.meld), lay_off.place)),
                _ => None,
            }),
        );
        let after = buttons(&page).find(|button| button.label == "▶");
        next = after.and_then(meld_press);
    }
    let expected = own_places(&full);
    assert_eq!(found, expected);
}

fn own_places(view: &View) -> Vec<(usize, Place)> {
    let own = view.own.as_ref().expect("a seat");
    own.fits.iter().map(|fit| (fit.meld, fit.place)).collect()
}

#[test]
fn where_fewer_points_may_win_at_once_that_is_what_panel_and_pages_tell() {
    let options = Options {
        elden_needs_101: false,
        ..Options::default()
    };
    let game = dealt(&options, [LOW, POOR]);
    let panel = panel_of(&game, 0);
    assert_tells(
        &panel,
        "**You can open with 87 and finish in the same turn:** your last tile, ♠\u{fe0e}12, must follow.",
    );
    assert!(!panel.text.contains("short"), "{}", panel.text);

    let look = look(&game, Viewer::Seat(seat(0)));
    let open = buttons(&panel).find(|button| button.label == "Open 87");
    let Some(MeldPress::Preview(melds)) = open.and_then(meld_press) else {
        panic!("Open 87 leads to a page: {:?}", panel.rows);
    };
    let page = compose::preview(reader(&look), view(&look), melds, None).expect("a page");
    assert_tells(
        &page,
        "That is less than 101, so your last tile, ♠\u{fe0e}12, must follow",
    );
    assert!(!page.text.contains("your turn goes on"), "{}", page.text);
    assert_eq!(discards(&page), [(tile("K12"), Tone::Plain)]);
    let page = compose::page(reader(&look), view(&look), melds).expect("a page");
    assert_tells(&page, "**87** of 101: enough, if ♠\u{fe0e}12 follows");
    let is_open = |button: &Button| button.label == "Open 87" && button.tone == Tone::Good;
    assert!(buttons(&page).any(is_open), "{:?}", page.rows);

    // More points that leave more tiles do not hide it.
    let dearer = "R1 R2 R3 R4 R5 R5 Y1 Y2 Y3 Y5 G1 G2 G3 G4 G5 K1 K2 K2 K3 K4 K4 K11";
    let apart = "R10 R11 R12 G6 G8 K6 K8 K10 Y9 Y11 Y13 R7 Y7 K12 G13 R13 Y12 G10 K13 Y6 R9";
    let panel = panel_of(&dealt(&options, [dearer, apart]), 0);
    assert_tells(&panel, "**You can open with 62 and finish");

    // At other tables it is too little.
    let game = dealt(&Options::default(), [LOW, POOR]);
    let panel = panel_of(&game, 0);
    assert_tells(&panel, "To open: 87 of 101, 14 short");
    assert!(!has(&panel, "Open 87"), "{:?}", panel.rows);
}

#[test]
fn in_a_preview_only_the_last_tile_is_free_whatever_it_is() {
    let rack = "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 G1 G2 G3 G4 R1 R2 R3 R4 Y10 Y11 Y12 R5";
    let game = dealt(&Options::default(), [rack, POOR]);
    let look = look(&game, Viewer::Seat(seat(0)));
    let view = view(&look);
    let melds = [
        "K11 K12 K13",
        "R13 Y13 G13",
        "Y5 Y6 Y7 Y8",
        "G1 G2 G3 G4",
        "R1 R2 R3 R4",
        "Y10 Y11 Y12",
    ];
    let previewed = |melds: &[&str]| {
        let rack = view.rack().expect("a rack");
        let composition = Composition::of_melds(rack, melds.iter().map(|meld| tiles(meld)));
        let page = compose::preview(reader(&look), view, composition, None);
        discards(&page.expect("a page"))
    };
    assert_eq!(previewed(&melds), [(tile("R5"), Tone::Plain)]);
    let more = previewed(&melds[..5]);
    assert_eq!(more.len(), 4, "{more:?}");
    assert!(more.contains(&(tile("R5"), Tone::Grave)), "{more:?}");
}

#[test]
fn what_was_given_back_is_offered_no_more() {
    let first = format!("K1 {}", RACK.replace(" Y3", ""));
    let mut game = dealt(&Options::default(), [&first, POOR]);
    plays(&mut game, 0, "K1");
    let board = board_of(&game);
    assert_tells(&board, "'s turn: draw, or take the discard.");
    assert!(has(&board, "Take "), "{:?}", board.rows);
    plays(&mut game, 1, "take");
    plays(&mut game, 1, "return");
    let board = board_of(&game);
    assert_tells(&board, "'s turn: draw from the stock.");
    assert!(!has(&board, "Take "), "{:?}", board.rows);
    let panel = panel_of(&game, 1);
    assert_tells(&panel, "You gave the tile back: now draw from the stock.");
    assert!(!has(&panel, "Take "), "{:?}", panel.rows);
    // It lies there again, but not for them.
    let why = hinted(&game, 1);
    assert!(
        why.contains("there is no discard you may take now."),
        "{why}"
    );
}

#[test]
fn with_an_empty_stock_only_passing_is_left_after_a_tile_was_given_back() {
    let options = Options {
        exhaustion: Exhaustion::NextMayTake,
        ..Options::default()
    };
    let mut game = dealt(&options, [RACK, POOR]);
    let drawer = loop {
        let shown = game.view(Viewer::Watcher);
        if let (Phase::Draw(drawer), 0) = (shown.phase, shown.stock) {
            break drawer;
        }
        let actor = game.waiting().seats.iter().next().expect("somebody");
        let action = game.at_zero(actor);
        let done = game.act(actor, &action, &Chance::from_seed(0));
        done.expect("what the rules do");
    };
    assert_tells(&board_of(&game), "'s turn: take the discard, or pass.");
    plays(&mut game, drawer.index(), "take");
    plays(&mut game, drawer.index(), "return");
    assert_tells(&board_of(&game), "'s turn: pass.");
    let panel = panel_of(&game, drawer.index());
    assert_tells(&panel, "the stock is empty: pass, which ends the round.");
    assert!(!panel.text.contains("take the discard"), "{}", panel.text);
}

#[test]
fn a_taken_tile_of_no_use_leaves_the_rest_of_the_rack_together() {
    let first = format!("K1 {}", RACK.replace(" Y3", ""));
    let mut game = dealt(&Options::default(), [&first, POOR]);
    plays(&mut game, 0, "K1");
    plays(&mut game, 1, "take");
    let panel = panel_of(&game, 1);
    assert_tells(&panel, "To open: 33 of 101, 68 short");
    assert_tells(&panel, "You took ♠\u{fe0e}1, but can't use it now.");
    // Nothing is asked of them that they cannot do.
    assert!(!panel.text.contains("must be among"), "{}", panel.text);
    let look = look(&game, Viewer::Seat(seat(1)));
    let view = view(&look);
    let shown = arranged::shown(&look, view, &Offers::of(view));
    let groups: Vec<&[Tile]> = shown.groups.iter().map(|group| &group.tiles[..]).collect();
    assert_eq!(groups, [tiles("R10 R11 R12")]);
}

#[test]
fn what_could_be_opened_without_the_taken_tile_is_told_and_not_offered() {
    let first = format!("K1 {POOR}");
    let mut game = dealt(&Options::default(), [&first, WITHOUT_OKEY]);
    plays(&mut game, 0, "K1");
    plays(&mut game, 1, "take");
    let panel = panel_of(&game, 1);
    assert_tells(
        &panel,
        "You could open with 101, but only without ♠\u{fe0e}1: give it back first.",
    );
    assert!(!has(&panel, "Open "), "{:?}", panel.rows);
    // On an empty stock there is nothing but to pass after that.
    let look = look(&game, Viewer::Seat(seat(1)));
    let emptied = View {
        stock: 0,
        ..view(&look).clone()
    };
    let panel = panel::panel(reader(&look), &emptied, None);
    assert!(!panel.text.contains("give it back first"), "{}", panel.text);
    plays(&mut game, 1, "return");
    assert_tells(&panel_of(&game, 1), "You can open with 101");
    // Nor is there an opening to be had where it has been given back and nothing is left to draw.
    let look = self::look(&game, Viewer::Seat(seat(1)));
    let emptied = View {
        stock: 0,
        ..self::view(&look).clone()
    };
    let panel = panel::panel(reader(&look), &emptied, None);
    assert!(!panel.text.contains("You can open"), "{}", panel.text);
}

/// Nothing follows a 13 in 101 (101 rules 6.3): one's own order begins with what the panel shows.
#[test]
fn an_own_order_begins_with_what_the_panel_shows() {
    let run = "R10 R11 R12 Y12 Y13 Y1 G2 G4 G6 G8 K4 K6 K8 K10 Y3 Y5 R2 R7 Y7 K10 G13";
    let doubles = "R1 R1 R3 R3 R8 R8 Y2 Y2 G6 G6 K7 K8 K9 Y5 Y10 G3 G12 K3 K12 R11 Y13";
    for (rack, melds) in [
        (run, &["R10 R11 R12"][..]),
        (doubles, &["R1 R1", "R3 R3", "R8 R8", "Y2 Y2", "G6 G6"][..]),
    ] {
        let game = dealt(&Options::default(), ["", rack]);
        let look = look(&game, Viewer::Seat(seat(1)));
        let shown = arranged::shown(&look, view(&look), &Offers::of(view(&look)));
        let pieces =
            |tiles: &[Tile]| -> Vec<Piece> { tiles.iter().copied().map(Piece::from).collect() };
        let groups: Vec<Vec<Piece>> = shown
            .groups
            .iter()
            .map(|group| pieces(&group.tiles))
            .collect();
        assert_eq!(view(&look).grouped().melds, groups);
        let mut told: Vec<Vec<Piece>> = melds.iter().map(|meld| pieces(&tiles(meld))).collect();
        let mut groups = groups;
        told.sort_unstable();
        groups.sort_unstable();
        assert_eq!(groups, told);
    }
}

#[test]
fn one_double_is_no_doubles() {
    let words = Words::of("en");
    for (said, one, more) in [
        (
            [1, 5].map(|count| words.okey101_opened_how("doubles", count)),
            "1 double",
            "5 doubles",
        ),
        (
            [1, 5].map(|count| words.okey101_needed(101, count)),
            "To open: **101** points, or **1** double",
            "To open: **101** points, or **5** doubles",
        ),
        (
            [1, 5].map(|count| words.okey101_doubles(count, 1)),
            "**1 double** of 1 ✅",
            "**5 doubles** of 1 ✅",
        ),
    ] {
        assert_eq!(said, [one, more]);
    }
}

#[test]
fn a_board_in_words_tells_the_turn_and_as_many_melds_as_it_has_room_for() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let look = look(&game, Viewer::Watcher);
    let mut full = view(&look).clone();
    let run = full.table.last().cloned().expect("the run Y5 to Y8");
    full.table = vec![run; 23];
    let alt = board::board(reader(&look), &full, None).alt;
    assert!(alt.chars().count() <= 1_024, "{alt}");
    let told = alt.matches("Meld ").count();
    assert!((5..23).contains(&told), "{told}: {alt}");
    let more = format!("And {} more melds.", 23 - told);
    assert!(alt.ends_with(&more), "{alt}");
    let turn = alt.find("It is Blue circle's turn.").expect("a turn");
    let first = format!("Meld {} of Blue circle: ", 23 - told + 1);
    let meld = alt.find(&first).expect("a meld");
    assert!(alt.contains("Meld 23 of "), "{alt}");
    assert!(turn < meld, "{alt}");
}

#[test]
fn the_picture_of_a_game_that_is_over_is_told_to_its_end() {
    let options = Options {
        open_min: 80,
        rounds: 1,
        ..Options::default()
    };
    let mut game = dealt(&options, [LOW, POOR]);
    plays(
        &mut game,
        0,
        "open K1 K2 K3 / Y1 Y2 Y3 / G1 G2 G3 / R1 R2 R3 / K6 K7 K8 / Y4 Y5 Y6 / R9 G9 Y9",
    );
    plays(&mut game, 0, "discard K12");
    let mut look = look(&game, Viewer::Watcher);
    look.seats[seat(1)] = Sitter::Computer {
        level: Level::Medium,
        instead_of: None,
    };
    let body = games::standing(reader(&look), None);
    let alt = body.expect("it was dealt").alt;
    assert!(alt.starts_with("The game is over. By place: 1 "), "{alt}");
    assert!(alt.contains(" (−202), 2 "), "{alt}");
    assert!(alt.contains(". In brackets: points. "), "{alt}");
    assert_eq!(alt.matches("a computer)").count(), 1, "{alt}");
    assert!(alt.chars().count() <= 1_024 && alt.ends_with('.'), "{alt}");
}

#[test]
fn a_rack_in_words_says_in_which_order_it_lies() {
    let game = dealt(&Options::default(), [RACK, POOR]);
    for (order, begins) in [
        (Order::Melds, "Together: "),
        (Order::Colours, "By colours: "),
        (Order::Own, "In your own order: "),
    ] {
        let mut look = look(&game, Viewer::Seat(seat(0)));
        look.desk = Some(Desk {
            order,
            ..Desk::default()
        });
        let panel = panel::panel(reader(&look), view(&look), None);
        let more = pages::more(reader(&look), view(&look)).expect("a page");
        let desk = games::desk(reader(&look), Page::Whole).expect("a desk");
        for alt in [panel.alt, more.alt, desk.alt] {
            let rest = alt.split_once(" tiles. ").expect("tiles").1;
            assert!(rest.starts_with(begins), "{begins}{alt}");
            let is_by_melds = order == Order::Melds;
            assert_eq!(alt.contains("Single: "), is_by_melds, "{alt}");
        }
    }
}

#[test]
fn the_page_of_text_names_the_letters_of_tiles() {
    let game = dealt(&Options::default(), [RACK, POOR]);
    let look = look(&game, Viewer::Seat(seat(0)));
    let page = pages::text(reader(&look), view(&look)).expect("a page");
    assert_tells(&page, "R red ❤️ · Y yellow ⭐ · G green 🍀 · K black ♠");
}

#[test]
fn a_set_with_an_okey_is_told_by_its_number_in_a_sentence() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let look = look(&game, Viewer::Seat(seat(0)));
    let mut seen = view(&look).clone();
    let place = seen.table.iter().position(|meld| meld.kind == Kind::Set);
    let place = place.expect("a set");
    let closed = board::meld_name(Words::of("en"), &seen, place);
    assert_eq!(
        board::meld_in_sentence(Words::of("en"), &seen, place),
        closed
    );
    seen.table[place].stands[2] = Stands::Number(11);
    let told = board::meld_in_sentence(Words::of("en"), &seen, place);
    assert_eq!(told, "the set of 11");
}
