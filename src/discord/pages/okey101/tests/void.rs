//! What pages of Okey 101 tell of an opening that makes the round void (101 rules 9.4).

use super::super::pressed;
use super::*;
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::Slot;
use crate::rules::okey101::Action;

/// Doubles, and nothing that is worth 101.
const DOUBLES: [&str; 2] = [
    "R1 R1 R3 R3 R7 R7 R9 R9 Y1 Y1 K4 K6 K8 K10 G8 G10 G12 Y6 Y8 Y10 Y12 K12",
    "Y3 Y3 G2 G2 G4 G4 G6 G6 K2 K2 K3 K5 K7 K9 G9 G11 Y9 Y11 Y13 R11 R13",
];

#[test]
fn an_opening_that_makes_the_round_void_is_told_and_nothing_follows_it() {
    let mut game = dealt(&Options::default(), DOUBLES);
    // The first to open with doubles makes nothing void.
    let (panel, page, _) = previewed(&game, 0);
    assert!(!panel.text.contains("is void"), "{}", panel.text);
    // The button is called what the page says to press.
    assert!(has(&panel, "Open 5 doubles"), "{:?}", panel.rows);
    assert!(page.text.contains("**Open** lays it"), "{}", page.text);
    assert!(has(&page, "Open 5 doubles"), "{:?}", page.rows);
    assert!(!page.text.contains("is void"), "{}", page.text);
    assert!(!discards(&page).is_empty(), "{:?}", page.rows);
    plays(&mut game, 0, "open doubles");
    plays(&mut game, 0, "K12");
    plays(&mut game, 1, "draw");
    let (panel, page, composition) = previewed(&game, 1);
    let told = "Everybody has then opened with doubles: the round is void and dealt again.";
    assert_tells(&panel, told);
    assert_tells(&page, told);
    assert!(!page.text.contains("your turn goes on"), "{}", page.text);
    assert_eq!(discards(&page), []);

    let look = look(&game, Viewer::Seat(seat(1)));
    let composed = compose::page(reader(&look), view(&look), composition).expect("a page");
    assert_tells(&composed, told);
    // The fifth in a row counts (101 rules 9.4).
    let fifth = View {
        cancelled: 4,
        ..view(&look).clone()
    };
    let page = compose::preview(reader(&look), &fifth, composition, None).expect("a page");
    assert_tells(
        &page,
        "the round is void, for the fifth time in a row, so it counts, with 0 for everybody.",
    );

    // A page of before has such buttons; the opening alone is made then.
    let slot = Slot {
        place: 20,
        piece: tile("R13").into(),
    };
    let press = Press::Meld(MeldPress::LayAndDiscard(composition, slot));
    let Pressed::Moves(moves, _) = pressed::pressed(reader(&look), view(&look), press) else {
        panic!("it is a move");
    };
    assert!(matches!(moves[..], [Action::Open { .. }]), "{moves:?}");
}

/// The panel of a seat that can open with doubles, the page that shows them before they are laid, and its melds.
fn previewed(game: &Okey101, owner: usize) -> (Body, Body, Composition) {
    let look = look(game, Viewer::Seat(seat(owner)));
    let panel = panel::panel(reader(&look), view(&look), None);
    let mut previews = buttons(&panel).filter_map(|button| match meld_press(button)? {
        MeldPress::Preview(composition) => Some(composition),
        _ => None,
    });
    let composition = previews.next().expect("an opening");
    drop(previews);
    let page = compose::preview(reader(&look), view(&look), composition, None);
    (panel, page.expect("a page"), composition)
}
