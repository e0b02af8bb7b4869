//! The best of all that can be laid in a turn: what calls up, or leaves fewest penalty points, shown before it is done.

use super::arranged::{self, is_open};
use super::moves;
use super::panel::{alt, discard_button, press_button};
use super::press::{Page, Press};
use crate::discord::pages::kit::rows::packed;
use crate::discord::pages::press::{Slot, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button};
use crate::discord::speech::cards::label;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing;
use crate::drawing::kaluki::Marks;
use crate::rules::card::Card;
use crate::rules::kaluki::plan::BestTurn;
use crate::rules::kaluki::{Action, View};

/// What can be laid, and what it leaves in the hand.
pub(super) struct Best(BestTurn);

/// What a call-up is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// By somebody who was open.
    CallUp,
    /// In the turn of opening (Kaluki rules 8).
    Kaluki,
}

impl How {
    /// Its name in sentences.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::CallUp => "call-up",
            Self::Kaluki => "kaluki",
        }
    }
}

impl Best {
    /// What the viewer can lay at most; `None` if it is not their turn to lay.
    pub(super) fn of(view: &View) -> Option<Self> {
        view.best_turn().map(Self)
    }

    /// How it ends the deal; `None` if it does not.
    pub(super) fn ends(&self, view: &View) -> Option<How> {
        if !self.0.calls_up() {
            return None;
        }
        // Who laid their initial meld in this very turn is open, and calls a Kaluki all the same.
        let seat = view.viewer.seat()?;
        Some(if opened_before(view, seat) {
            How::CallUp
        } else {
            How::Kaluki
        })
    }

    /// What a call-up ends with, as sentences name it: the discard, or nothing where the last card is laid
    /// (Kaluki rules 12).
    pub(super) fn last_word(&self) -> &'static str {
        if self.0.rest.is_empty() {
            "none"
        } else {
            "discard"
        }
    }

    /// Whether it is more than one press on another button does.
    pub(super) fn is_more_than_one_move(&self) -> bool {
        self.0.actions.len() > 1
    }

    /// How many cards it lays.
    pub(super) fn lays(&self, view: &View) -> usize {
        let held = view.hand().map_or(0, <[Card]>::len);
        held.saturating_sub(self.0.rest.len())
    }

    /// The moves that lay it.
    pub(super) fn moves(self) -> Vec<Action> {
        self.0.actions
    }

    /// Whether this discard ends the deal after it.
    pub(super) fn is_last(&self, card: Card) -> bool {
        self.0.rest == [card]
    }
}

/// Whether this seat was open when its turn began.
fn opened_before(view: &View, seat: crate::rules::Seat) -> bool {
    use crate::rules::kaluki::view::Moved;
    let is_discard = |moved: &&Moved| !matches!(moved, Moved::Discarded { .. });
    let mut turn = view.history.iter().rev().take_while(is_discard);
    let opened_now =
        turn.any(|moved| matches!(moved, Moved::Opened { seat: who, .. } if *who == seat));
    is_open(view) && !opened_now
}

/// The button that leads to the page: *Kaluki!*, *Call up*, or everything that can be laid.
pub(super) fn way(reader: Reader<'_>, view: &View, best: &Best) -> Option<Button> {
    let words = reader.words;
    let text = match best.ends(view) {
        // The last card alone is pressed as any discard.
        Some(_) if best.0.actions.is_empty() => return None,
        Some(how) => words.kaluki_button_ends(how.word()),
        None if best.is_more_than_one_move() => words.kaluki_button_lay_all(best.lays(view)),
        None => return None,
    };
    Some(press_button(reader, Press::See(Page::Plan), text).tone(Tone::Good))
}

/// What would be laid, and the discards after it. `asked` is the discard that gives something away and was pressed.
pub(super) fn page(reader: Reader<'_>, view: &View, asked: Option<Slot>) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let best = Best::of(view)?;
    let shown = arranged::laid_apart(view, &best.0.actions);
    let first: usize = shown.groups.iter().map(|group| group.cards.len()).sum();
    let ends = best.ends(view);
    let discards = (first..).zip(&best.0.rest).filter_map(|(place, card)| {
        let place = u8::try_from(place).ok()?;
        let piece = (*card).into();
        let press = Press::LayAllAndDiscard(Slot { place, piece });
        if let Some(how) = ends {
            let text = words.kaluki_button_ends_with(how.word(), &label(words, *card));
            return Some(press_button(reader, press, text).tone(Tone::Good));
        }
        let tone = match card {
            Card::Joker => Tone::Grave,
            Card::Natural(_) => Tone::Plain,
        };
        Some(discard_button(reader, view, press, *card).tone(tone))
    });
    let discards: Vec<Button> = discards.collect();
    let mut moves = match asked {
        Some(slot) => vec![surely(reader, slot)],
        None => Vec::new(),
    };
    moves.extend(lay_all(reader, view, &best));
    let back = button(look, Verb::Rack, words.button_back());
    let marks = Marks {
        picked: asked
            .map(|slot| usize::from(slot.place))
            .into_iter()
            .collect(),
        ..Marks::default()
    };
    Some(Body {
        text: lines(words, view, &best, asked).join("\n"),
        rows: packed(discards, moves, Some(back)),
        alt: alt(reader, view, (&shown, &marks.picked)),
        scene: drawing::kaluki::rack(view, &shown, &marks, reader.inks),
    })
}

/// *Lay*, or *Call up* where no card is left to discard; with a last card its own button does it all.
fn lay_all(reader: Reader<'_>, view: &View, best: &Best) -> Option<Button> {
    let words = reader.words;
    let text = match best.ends(view) {
        Some(how) if best.0.rest.is_empty() => words.kaluki_button_ends(how.word()),
        Some(_) => return None,
        None => words.kaluki_button_lay_all(best.lays(view)),
    };
    Some(press_button(reader, Press::LayAll, text).tone(Tone::Good))
}

fn surely(reader: Reader<'_>, slot: Slot) -> Button {
    let words = reader.words;
    let name = crate::discord::speech::cards::name(words, slot.piece);
    press_button(
        reader,
        Press::LayAllAndSurely(slot),
        words.button_surely(&name),
    )
    .tone(Tone::Grave)
}

fn lines(words: Words, view: &View, best: &Best, asked: Option<Slot>) -> Vec<String> {
    let ends = best.ends(view);
    let last = best.0.rest.first().map(|card| label(words, *card));
    let mut lines = vec![match ends {
        Some(how) => words.kaluki_plan_ends(how.word(), last.as_deref().unwrap_or("none")),
        None => words.kaluki_plan_title(best.lays(view), best.0.left),
    }];
    let steps = moves::one_after_another(words, &best.0.actions, view);
    lines.extend(steps.iter().map(|step| words.kaluki_item(step)));
    match asked {
        Some(_) => lines.push(words.kaluki_throws_joker()),
        None if ends.is_none() => lines.push(words.kaluki_plan_how()),
        None => {}
    }
    lines
}
