//! What is asked between the turns: announcements, buy-ins, and what somebody sees who is out of the match.

use super::pages::with_rack;
use super::panel::press_button;
use super::press::{Page, Press};
use crate::discord::pages::kit::rows::packed;
use crate::discord::pages::kit::turn::{asks_others, asks_you};
use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button, sign, who};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::rules::kaluki::view::Phase;
use crate::rules::kaluki::{Answer, View};
use crate::rules::{Seat, Seats};

/// Since when the viewer is out of the match; `None` if they are in it, or if it is over for everybody.
pub(super) fn out_line(reader: Reader<'_>, view: &View) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let since = view.viewer.seat().and_then(|seat| view.left[seat])?;
    if view.standing.is_some() {
        return None;
    }
    let link = look.places.link().map(|link| words.kaluki_out_link(&link));
    let why = view.viewer.seat().map(|me| no_buy_in(words, view, me));
    let out = words.kaluki_out(since, &why.unwrap_or_default());
    let out = [Some(out), link];
    Some(out.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Why a seat that is out was not asked to buy in (Kaluki rules 10, B2 and B3); nothing where it was, or where nobody ever is.
pub(super) fn no_buy_in(words: Words, view: &View, seat: Seat) -> String {
    let options = &view.options;
    let Some(deal) = view.left[seat].filter(|_| options.buy_in && options.max_buy_ins > 0) else {
        return String::new();
    };
    // Whoever bought in after that deal needed as many others as well.
    let others = view.left.values();
    let others = others.filter(|left| left.is_none_or(|left| left > deal));
    let needed = options.buy_in_min_survivors;
    let why = if view.buy_ins[seat] >= options.max_buy_ins {
        "used"
    } else if others.count() < needed as usize {
        "few"
    } else {
        return String::new();
    };
    words.kaluki_without_buy_in(why, view.buy_ins[seat], needed)
}

/// Somebody may announce their few cards; how many they are is not told to others.
pub(super) fn announcing_line(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    let words = reader.words;
    if view.viewer.seat() == Some(seat) {
        let held = view.hand().map_or(0, <[_]>::len);
        return asks_you(reader, words.kaluki_do_announce(held));
    }
    asks_others(
        reader,
        words.kaluki_announcing(sign(seat), &who(reader, seat)),
    )
}

/// The question whether to buy in, for who is asked, and for the others that it is asked.
pub(super) fn buying_lines(reader: Reader<'_>, view: &View, asked: Seats) -> Vec<String> {
    let words = reader.words;
    let Some(me) = view.viewer.seat() else {
        return Vec::new();
    };
    if asked.contains(me) {
        return question_lines(reader, view, me);
    }
    // Who has answered is nobody's business until all have: all who were asked are named.
    let names: Vec<String> = super::board::asked(view)
        .iter()
        .map(|seat| format!("{} {}", sign(seat), who(reader, seat)))
        .collect();
    let others = asks_others(reader, words.kaluki_buying(&names.join(", ")));
    let own = view.own.as_ref().and_then(|own| own.answer);
    let own = own.map(|answer| words.kaluki_answered(answer_word(answer)));
    own.into_iter().chain([others]).collect()
}

fn answer_word(answer: Answer) -> &'static str {
    match answer {
        Answer::BuyIn => "buy-in",
        Answer::Decline => "decline",
    }
}

/// Kaluki rules 10: what buying in costs, what it brings, and how often it is possible.
fn question_lines(reader: Reader<'_>, view: &View, me: Seat) -> Vec<String> {
    let words = reader.words;
    let options = &view.options;
    let left = options.max_buy_ins.saturating_sub(view.buy_ins[me]);
    vec![
        asks_you(
            reader,
            words.kaluki_over(view.penalties[me], options.penalty_limit),
        ),
        words.kaluki_buy_in(
            options.stake_buy_in,
            view.buy_in_at.unwrap_or_default(),
            left.saturating_sub(1),
        ),
    ]
}

/// The buttons of what is asked; none at a table that was ended meanwhile.
pub(super) fn buttons(reader: Reader<'_>, view: &View) -> Vec<Button> {
    let words = reader.words;
    let Some(me) = view.viewer.seat().filter(|_| reader.look.is_live()) else {
        return Vec::new();
    };
    match view.phase {
        Phase::Announce(seat) if seat == me => {
            let held = view.hand().map_or(0, <[_]>::len);
            let announce = words.kaluki_button_announce(held);
            let silent = words.kaluki_button_silent();
            vec![
                press_button(reader, Press::Announce, announce)
                    .tone(Tone::Good)
                    .emoji("📣"),
                press_button(reader, Press::StaySilent, silent),
            ]
        }
        Phase::BuyIn(asked) if asked.contains(me) => {
            let leave = Press::See(Page::Leaving);
            vec![
                buy_in(reader, view),
                press_button(reader, leave, words.kaluki_button_leave()),
            ]
        }
        _ => Vec::new(),
    }
}

fn buy_in(reader: Reader<'_>, view: &View) -> Button {
    let text = reader.words.kaluki_button_buy_in(view.options.stake_buy_in);
    press_button(reader, Press::BuyIn, text).tone(Tone::Good)
}

/// Whether to leave the match is asked once more: nobody comes back (Kaluki rules 10, B1).
pub(super) fn leaving(reader: Reader<'_>, view: &View) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    let me = view.viewer.seat()?;
    let asked = match view.phase {
        Phase::BuyIn(asked) => asked.contains(me),
        _ => false,
    };
    if !asked || !look.is_live() {
        return None;
    }
    let moves = vec![
        press_button(reader, Press::Decline, words.kaluki_button_leave()).tone(Tone::Grave),
        buy_in(reader, view),
    ];
    let back = button(look, Verb::Rack, words.button_back());
    let mut lines = vec![words.kaluki_leaving()];
    lines.extend(question_lines(reader, view, me));
    let rows = packed(Vec::new(), moves, Some(back));
    Some(with_rack(reader, view, lines.join("\n"), rows))
}
