//! The easy computer for Hachinin-meri: it looks at its own rack and at what lies open, and is not always careful.

use super::known::Known;
use crate::rules::Dice;
use crate::rules::karuta::Karuta;
use crate::rules::meri::order::{plain_place, trump_place};
use crate::rules::meri::{Action, View};

/// One play of so many is any that may be made.
const SLIPS: u32 = 5;
/// One plain trick of so many that could only be trumped is trumped.
const TRUMPS: u32 = 3;

/// Calls when it can, leads its best plain karuta, beats what lies there as cheaply as it can unless a partner has it.
pub(super) fn choose(view: &View, actions: &[Action], dice: &mut Dice) -> Option<Action> {
    if actions.contains(&Action::Robatta) {
        return Some(Action::Robatta);
    }
    let known = Known::of(view)?;
    if dice.below(SLIPS) == 0 {
        let place = dice.below(actions.len() as u32) as usize;
        return actions.get(place).copied();
    }
    match actions.first()? {
        Action::Uchidashi { .. } => open(&known, actions),
        Action::Play(_) => Some(Action::Play(play(&known, &plays(actions), dice)?)),
        Action::Ready | Action::Robatta => actions.first().copied(),
    }
}

fn plays(actions: &[Action]) -> Vec<Karuta> {
    let play = |action: &Action| match action {
        Action::Play(karuta) => Some(*karuta),
        _ => None,
    };
    actions.iter().filter_map(play).collect()
}

/// The best plain lead, and the weakest away.
fn open(known: &Known, actions: &[Action]) -> Option<Action> {
    let worth = |action: &&Action| match action {
        Action::Uchidashi { lead, discard } => {
            (weakness(known, *discard), 255 - weakness(known, *lead))
        }
        _ => (0, 0),
    };
    actions.iter().max_by_key(worth).copied()
}

fn play(known: &Known, plays: &[Karuta], dice: &mut Dice) -> Option<Karuta> {
    let weakest = || {
        plays
            .iter()
            .copied()
            .max_by_key(|karuta| weakness(known, *karuta))
    };
    let Some((seat, best)) = known.best_open() else {
        let plain = plays
            .iter()
            .copied()
            .filter(|karuta| !known.is_trump(*karuta));
        return plain
            .min_by_key(|karuta| plain_place(*karuta))
            .or_else(weakest);
    };
    let led = known.view.plays.first()?.karuta?.suit();
    if known.is_partner(seat) && known.face_down().next().is_none() {
        return weakest();
    }
    let beats = plays
        .iter()
        .copied()
        .filter(|karuta| known.beats(*karuta, best, led));
    let cheapest = beats.max_by_key(|karuta| weakness(known, *karuta));
    let is_dear = cheapest.is_some_and(|karuta| known.is_trump(karuta) && !known.is_trump(best));
    if is_dear && dice.below(TRUMPS) > 0 {
        return weakest();
    }
    cheapest.or_else(weakest)
}

/// How easily a karuta is spared: trumps last.
fn weakness(known: &Known, karuta: Karuta) -> u8 {
    if known.is_trump(karuta) {
        trump_place(karuta)
    } else {
        100 + plain_place(karuta)
    }
}
