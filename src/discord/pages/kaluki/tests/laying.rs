//! What is laid from the pages on which cards are put together: a button that can be pressed does what it says.

use super::ends::seen;
use super::{options, rigged, type_all};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::draft::Draft;
use crate::discord::pages::kaluki::press::{Page, Press};
use crate::discord::pages::kit::face::{Face, Pressed};
use crate::discord::pages::press::{Press as AnyPress, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::rules::kaluki::{Action, Kaluki, Refusal, View};
use crate::rules::{Chance, Dice, Game, Seat};
use crate::tables::Look;

/// How many buttons are pressed on the pages of one moment.
const PRESSES: usize = 16;

/// The presses that the buttons of a page make, of those that can be pressed.
fn presses(body: &Body) -> Vec<Press> {
    let may = body.rows.iter().flatten().filter(|button| button.enabled);
    let press = |id: &str| match id.parse::<AnyPress>().ok()?.verb {
        Verb::Own(own) => own.read().ok(),
        _ => None,
    };
    may.filter_map(|button| press(&button.id)).collect()
}

/// Whether the rules accept these moves of a seat, one after another. An opening that is short says so on its button.
fn judge(game: &Kaluki, seat: Seat, moves: &[Action]) -> Result<(), Refusal> {
    let mut game = game.clone();
    for action in moves {
        match game.decide(seat, action, &Chance::from_seed(1)) {
            Ok(events) => game.obey(&events),
            Err(Refusal::TooLow { .. }) => return Ok(()),
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(())
}

/// The page to which a press leads, if it leads to one.
fn turned(look: &Look, view: &View, press: Press) -> Option<Body> {
    match KalukiFace::pressed(Reader::new(Words::of("en"), look), view, press) {
        Pressed::Page(body, _) => Some(body),
        _ => None,
    }
}

/// Puts cards together by chance; every button that lays something is tried. How many there were.
fn put_together(game: &Kaluki, seat: Seat, dice: &mut Dice, at: &str) -> usize {
    let (look, view) = seen(game, seat.index());
    let none = Draft::empty(view.hand().expect("a hand").len());
    let mut page = turned(&look, &view, Press::See(Page::Compose(none))).expect("a page");
    let mut tried = 0;
    for _ in 0..PRESSES {
        let mut onward = Vec::new();
        for press in presses(&page) {
            let lays = match press {
                Press::See(Page::Compose(_) | Page::Where(..) | Page::Preview(_)) => {
                    onward.push(press);
                    continue;
                }
                Press::Lay(_) | Press::LayAndDiscard(..) => press,
                _ => continue,
            };
            let reader = Reader::new(Words::of("en"), &look);
            match KalukiFace::pressed(reader, &view, lays) {
                Pressed::Moves(moves, _) => {
                    let answer = judge(game, seat, &moves);
                    assert!(answer.is_ok(), "{at}: {lays}: {answer:?}: {}", page.text);
                }
                // A discard that gives something away is asked about.
                Pressed::Page(..) => {}
                _ => panic!("{at}: {lays} does nothing: {}", page.text),
            }
            tried += 1;
        }
        // What the cards can become stands behind them.
        let first = match dice.below(2) {
            0 => onward.len().saturating_sub(4),
            _ => 0,
        };
        let next = first + dice.below((onward.len() - first) as u32) as usize;
        page = turned(&look, &view, onward[next]).expect("a page");
    }
    tried
}

/// Plays by chance, laying rather than discarding, and looks at what can be laid in every turn.
fn follow(rules: &str, seed: u64) -> usize {
    let mut game = Kaluki::new(&options(rules), 3);
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    let mut tried = 0;
    for step in 0..400 {
        if game.standing().is_some() {
            break;
        }
        let Some(actor) = game.waiting().seats.iter().next() else {
            let events = game.deal(&chance);
            game.obey(&events);
            continue;
        };
        let mut listed = game.actions(actor);
        let is_discard = |action: &Action| matches!(action, Action::Discard { .. });
        let lays = |action: &Action| {
            use Action::{Build, Exchange, Lay, Open};
            matches!(
                action,
                Open { .. } | Lay { .. } | Build(_) | Exchange { .. }
            )
        };
        if listed
            .iter()
            .any(|action| is_discard(action) || lays(action))
        {
            let at = format!("{rules}, seed {seed}, step {step}");
            tried += put_together(&game, actor, &mut dice, &at);
        }
        if listed.iter().any(lays) && dice.below(8) > 0 {
            listed.retain(lays);
        }
        let action = listed[dice.below(listed.len() as u32) as usize].clone();
        let events = game.decide(actor, &action, &chance);
        game.obey(&events.expect("a listed action"));
    }
    tried
}

/// A joker can be laid for a card that is held: then one opening leaves the joker, and one the card.
#[test]
fn no_two_openings_are_called_the_same() {
    for (hand, expected) in [
        (
            "hQ cQ sQ dQ Jk h2 h6 s5 s9 d3 d7 c4 c8",
            vec!["Open 40 without a joker", "Open 40 with a joker"],
        ),
        ("hQ cQ sQ h3 h4 h5 h8 s7 sJ d2 d6 c9 cA", vec!["Open 44"]),
    ] {
        let setup = format!("0: {hand}; stock: h2");
        let mut game = rigged(&options("initial_min=20"), 3, &setup);
        type_all(&mut game, "0 draw").expect("a turn");
        let (look, view) = seen(&game, 0);
        let panel = KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None);
        let buttons = panel.rows.into_iter().flatten();
        let labels = buttons.map(|button| button.label);
        let opens: Vec<String> = labels.filter(|label| label.starts_with("Open ")).collect();
        assert_eq!(opens, expected, "{hand}");
    }
}

#[test]
fn every_button_that_lays_cards_is_accepted() {
    for more in [
        "",
        "discard_after_open=must_use",
        "discard_after_open=must_meld",
        "call_up_without_discard=true",
        "joker_reuse=new_meld",
        "announce=manual build_end_limit=0",
        "may_return_taken=true call_up_without_discard=true discard_after_open=must_use",
    ] {
        let rules = format!("initial_min=12 joker_count=4 {more}");
        let tried: usize = (1..=2).map(|seed| follow(&rules, seed)).sum();
        assert!(tried > 20, "{rules}: {tried}");
    }
}
