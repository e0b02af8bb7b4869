//! What the page on which melds are put together offers: nothing that the rules would refuse looks as if it were good.

use super::*;
use crate::discord::pages::press::Slot;
use crate::rules::okey101::Composed;

/// Melds worth 101, two tiles that are a double, and tiles that go with nothing.
const WITH_A_DOUBLE: &str =
    "K11 K12 K13 R13 Y13 G13 Y5 Y6 Y7 Y8 K9 K9 G2 G4 G8 G10 K4 K7 R2 R9 R11 Y1";
const MELDS: [&str; 3] = ["K11 K12 K13", "R13 Y13 G13", "Y5 Y6 Y7 Y8"];
/// Four doubles, a run, and tiles that go with nothing.
const FOUR_DOUBLES: &str = "R1 R1 R3 R3 R8 R8 R9 R9 Y10 Y11 Y12 G2 G4 G8 G11 K4 K6 K8 K13 Y1 Y4 Y7";

/// The page of seat 0 with these melds joined and these tiles picked, and the melds that it would lay.
fn composing(game: &Okey101, melds: &[&str], picked: &str) -> (Body, Vec<Composed>) {
    let look = look(game, Viewer::Seat(seat(0)));
    let rack = view(&look).rack().expect("a rack");
    let mut composition = Composition::of_melds(rack, melds.iter().map(|meld| tiles(meld)));
    let mut from = 0;
    for tile in tiles(picked) {
        let place = rack[from..].iter().position(|held| *held == tile);
        let place = from + place.expect("it is held");
        composition = composition.toggled(place);
        from = place + 1;
    }
    let page = compose::page(reader(&look), view(&look), composition).expect("a page");
    let laid = compose::composed(view(&look), composition).expect("its own rack");
    (page, laid)
}

/// The button that would lay it all.
fn whole(page: &Body) -> &Button {
    let lays = |button: &&Button| matches!(meld_press(button), Some(MeldPress::Lay(_)));
    buttons(page).find(lays).expect("a button that lays")
}

#[test]
fn two_tiles_picked_on_the_way_to_a_run_are_no_double_beside_runs() {
    let game = dealt(&Options::default(), [WITH_A_DOUBLE, POOR]);
    let (page, laid) = composing(&game, &MELDS, "K9 K9");
    assert_tells(&page, "**101** of 101 ✅");
    assert_eq!(laid.len(), 3, "{laid:?}");
    let open = whole(&page);
    assert_eq!((&open.label[..], open.tone), ("Open 101", Tone::Good));
}

#[test]
fn a_run_that_is_picked_beside_doubles_is_no_double() {
    let game = dealt(&Options::default(), [FOUR_DOUBLES, POOR]);
    let doubles = ["R1 R1", "R3 R3", "R8 R8", "R9 R9"];
    let (page, laid) = composing(&game, &doubles, "Y10 Y11 Y12");
    assert_tells(&page, "**4 doubles, 1 short** of 5");
    assert_eq!(laid.len(), 4, "{laid:?}");
    assert_eq!(whole(&page).tone, Tone::Plain);
}

#[test]
fn what_does_not_go_together_is_said_to_and_not_green() {
    let game = dealt(&Options::default(), [WITH_A_DOUBLE, POOR]);
    for melds in [
        ["K9 K9", MELDS[0], MELDS[1], MELDS[2]],
        [MELDS[0], MELDS[1], MELDS[2], "K9 K9"],
    ] {
        let (page, _) = composing(&game, &melds, "");
        assert_tells(
            &page,
            "Open with sets and runs or with doubles, not with both.",
        );
        assert!(!page.text.contains('✅'), "{}", page.text);
        assert_eq!(whole(&page).tone, Tone::Plain);
    }
}

#[test]
fn what_the_rules_would_take_is_green() {
    let game = dealt(&Options::default(), [WITH_A_DOUBLE, POOR]);
    let (page, _) = composing(&game, &MELDS, "");
    assert_eq!(whole(&page).tone, Tone::Good);
    let (page, _) = composing(&game, &MELDS[..2], "");
    assert_eq!(whole(&page).tone, Tone::Plain);
}

#[test]
fn who_opened_with_runs_reads_why_a_double_cannot_be_laid() {
    let mut game = dealt(&Options::default(), [WITH_A_DOUBLE, POOR]);
    plays(&mut game, 0, OPENING);
    let (page, _) = composing(&game, &[], "K9 K9");
    assert_tells(
        &page,
        "You opened with sets and runs, so you can't lay down doubles this round.",
    );
    assert!(!whole(&page).enabled, "{:?}", whole(&page));
}

#[test]
fn who_opens_reads_what_was_laid_as_long_as_the_turn_lasts() {
    let mut game = dealt(&Options::default(), [WITH_A_DOUBLE, POOR]);
    plays(&mut game, 0, "open best");
    let own = look(&game, Viewer::Seat(seat(0)));
    let laid: Vec<String> = (0..view(&own).table.len())
        .map(|meld| board::meld_name(Words::of("en"), view(&own), meld))
        .collect();
    assert!(laid.len() > 1, "{laid:?}");
    let told = format!(": {}", laid.join(" | "));
    let line = |panel: &Body| -> String {
        let mut lines = panel.text.lines();
        let line = lines.find(|line| line.starts_with("You have opened with "));
        line.expect("a word of the opening").to_owned()
    };
    let opened = line(&panel_of(&game, 0));
    assert!(opened.ends_with(&told), "{opened}: {told}");
    let first = view(&own).rack().expect("a rack")[0];
    plays(&mut game, 0, &format!("discard {first}"));
    // Others may add to what lies there.
    let waiting = line(&panel_of(&game, 0));
    assert!(!waiting.contains(&laid[0]), "{waiting}");
}

#[test]
fn a_discard_is_asked_about_where_the_tile_is_held() {
    let game = dealt(&Options::default(), [WITH_A_DOUBLE, POOR]);
    let look = look(&game, Viewer::Seat(seat(0)));
    let rack = view(&look).rack().expect("a rack");
    let composition = Composition::of_melds(rack, MELDS.iter().map(|meld| tiles(meld)));
    for (piece, is_asked) in [("R2", true), ("R3", false)] {
        let piece: Piece = piece.parse().expect("a tile");
        let asked = Slot { place: 18, piece };
        let page = compose::preview(reader(&look), view(&look), composition, Some(asked));
        let page = page.expect("a page");
        let asks =
            |button: &Button| matches!(meld_press(button), Some(MeldPress::LayAndSurely(..)));
        assert_eq!(buttons(&page).any(asks), is_asked, "{piece}");
    }
}
