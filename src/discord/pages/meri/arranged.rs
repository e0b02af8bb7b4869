//! The rack as its owner sees it: the trumps, then the plain suits, and what may not be played now.

use crate::discord::pages::desk;
use crate::discord::speech::karuta::{spoken, spoken_all, suit_spoken};
use crate::discord::speech::words::Words;
use crate::drawing::meri::{Marks, Shown, slots};
use crate::rules::GameView;
use crate::rules::any::AnyAction;
use crate::rules::karuta::Karuta;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Action, View};
use crate::tables::{Look, Order};

/// What the viewer may do now.
pub(super) fn actions(look: &Look) -> impl Iterator<Item = &Action> {
    look.actions.iter().filter_map(|action| match action {
        AnyAction::Meri(action) => Some(action),
        _ => None,
    })
}

/// Whether the viewer is to lead or to play; what others hold or have answered says nothing here.
pub(super) fn is_turn(view: &View) -> bool {
    match view.phase {
        Phase::Uchidashi(seat) | Phase::Play(seat) => view.viewer.seat() == Some(seat),
        Phase::Undealt | Phase::Robau | Phase::RoundOver => false,
    }
}

/// What the viewer may play, or lead, now.
pub(super) fn playable(view: &View) -> &[Karuta] {
    view.own.as_ref().map_or(&[], |own| &own.playable)
}

/// The rack as its owner wants to see it.
pub(super) fn shown(look: &Look, view: &View) -> Shown {
    let arrangement = match &look.desk {
        Some(desk) => desk.arrange(view),
        None => view.grouped(),
    };
    let arrangement = arrangement.of_kind();
    let mut groups = arrangement.melds;
    groups.push(arrangement.loose);
    groups.retain(|group| !group.is_empty());
    Shown { groups }
}

/// What the panel marks: what is prepared, and what may not be played now.
pub(super) fn marks(look: &Look, view: &View, shown: &Shown) -> Marks {
    if !look.is_live() {
        return Marks::closed();
    }
    let prepared = look.desk.as_ref().and_then(|desk| desk.prepared());
    let prepared: Option<Karuta> = prepared.and_then(|piece| piece.try_into().ok());
    Marks {
        picked: prepared.and_then(|prepared| place(shown, prepared)),
        barred: barred(view, shown),
        is_closed: false,
    }
}

/// The place of a karuta on the shown rack.
pub(super) fn place(shown: &Shown, karuta: Karuta) -> Option<usize> {
    slots(shown).iter().position(|other| *other == karuta)
}

/// The places of what may not be played although it is the viewer's turn.
fn barred(view: &View, shown: &Shown) -> Vec<usize> {
    if !is_turn(view) {
        return Vec::new();
    }
    let playable = playable(view);
    let each = slots(shown).into_iter().enumerate();
    each.filter(|(_, karuta)| !playable.contains(karuta))
        .map(|(place, _)| place)
        .collect()
}

/// The rack for people who cannot see it, with what may not be played now.
pub(super) fn alt(
    words: Words,
    look: &Look,
    view: &View,
    (shown, marks): (&Shown, &Marks),
) -> String {
    let rack = slots(shown);
    let mut parts = vec![words.meri_alt_rack(rack.len())];
    let trump = view.trump();
    parts.extend(view.okie.map(|okie| {
        let trump = suit_spoken(words, okie.suit());
        words.meri_alt_trump(&trump, &spoken(words, okie))
    }));
    let is_grouped = desk::order(look) == Order::Melds;
    parts.extend(shown.groups.iter().map(|group| {
        let karuta = spoken_all(words, group);
        let is_of_trumps = |karuta: &Karuta| trump.is_some_and(|trump| is_trump(*karuta, trump));
        match group.first() {
            Some(first) if is_grouped && is_of_trumps(first) => words.meri_alt_trumps(&karuta),
            Some(_) if is_grouped => words.meri_alt_plain(&karuta),
            _ => words.meri_alt_row(&karuta),
        }
    }));
    let picked = marks.picked.and_then(|place| rack.get(place));
    parts.extend(picked.map(|picked| words.alt_picked(&spoken(words, *picked))));
    let barred = marks.barred.iter().filter_map(|place| rack.get(*place));
    let barred: Vec<Karuta> = barred.copied().collect();
    if !barred.is_empty() {
        parts.push(words.meri_alt_barred(&spoken_all(words, &barred)));
    }
    parts.join(" ")
}
