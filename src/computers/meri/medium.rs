//! The medium computer for Hachinin-meri: it plays what is likely to bring its team the most, less what it would have
//! brought later. The same words are its advice.

use super::Reason;
use super::known::Known;
use crate::rules::karuta::{Karuta, Rank};
use crate::rules::meri::options::HiddenRobai;
use crate::rules::meri::order::robai;
use crate::rules::meri::{Action, View};

/// What to do, and why; `None` if there is nothing to do.
pub(super) fn advise(view: &View, actions: &[Action]) -> Option<(Action, Reason)> {
    let known = Known::of(view)?;
    match actions {
        [] => None,
        [only @ (Action::Uchidashi { .. } | Action::Play(_))] => Some((*only, Reason::Forced)),
        [Action::Uchidashi { .. }, ..] => opening(&known, actions),
        [Action::Play(_), ..] => play(&known, actions),
        _ => Some(answer(&known, actions)),
    }
}

/// Whether to call (Hachinin-meri rules 6): the okie is a trump more, and the lead comes with it.
fn answer(known: &Known, actions: &[Action]) -> (Action, Reason) {
    if !actions.contains(&Action::Robatta) {
        return (Action::Ready, Reason::Waits);
    }
    if is_better_hidden(known) {
        return (Action::Ready, Reason::Hides);
    }
    (Action::Robatta, Reason::Calls)
}

/// Hidden, the robai counts more for whoever makes a yaku with it: it must be safe from Sota and still catch Rei, and the
/// okie goes to a partner.
fn is_better_hidden(known: &Known) -> bool {
    let holds = |rank| known.rack.contains(&of_trump(known, rank));
    let robai = robai(known.trump);
    let is_safe = holds(Rank::Sota) && !holds(Rank::Rei) && known.threat(robai).is_some();
    let options = &known.view.options;
    let counts = options.hidden_robai != HiddenRobai::Off && options.yaku_high > options.yaku_value;
    let dealer = known
        .view
        .dealer
        .is_some_and(|dealer| known.is_partner(dealer));
    is_safe && counts && dealer
}

fn of_trump(known: &Known, rank: Rank) -> Karuta {
    Karuta::new(known.trump, rank).expect("a court is of every suit")
}

/// The best lead, and away with what can be spared best.
fn opening(known: &Known, actions: &[Action]) -> Option<(Action, Reason)> {
    let (opening, lead) = best(actions, |action| match action {
        Action::Uchidashi { lead, discard } => {
            Some((known.gain(*lead) - known.keeping(*discard), *lead))
        }
        _ => None,
    })?;
    Some((opening, reason(known, lead)))
}

fn play(known: &Known, actions: &[Action]) -> Option<(Action, Reason)> {
    let (play, karuta) = best(actions, |action| match action {
        Action::Play(karuta) => Some((known.gain(*karuta), *karuta)),
        _ => None,
    })?;
    Some((play, reason(known, karuta)))
}

/// The action with the highest worth, of equal ones the first.
fn best(
    actions: &[Action],
    weigh: impl Fn(&Action) -> Option<(f64, Karuta)>,
) -> Option<(Action, Karuta)> {
    let weighed = actions
        .iter()
        .filter_map(|action| Some((action, weigh(action)?)));
    let best = weighed.reduce(|best, other| if other.1.0 > best.1.0 { other } else { best });
    best.map(|(action, (_, karuta))| (*action, karuta))
}

/// Why this is played.
fn reason(known: &Known, karuta: Karuta) -> Reason {
    let open = known.best_open();
    let led = known.view.plays.first().and_then(|play| play.karuta);
    let led_suit = led.unwrap_or(karuta).suit();
    let is_meri = known.is_trump(led.unwrap_or(karuta));
    // What lies face down is a trump: nothing plain comes over it.
    let lies_over = known.face_down().next().is_some() && !known.is_trump(karuta);
    let takes = !lies_over && open.is_none_or(|(_, best)| known.beats(karuta, best, led_suit));
    // What so many can beat is led because it is missed least, not because it takes the trick.
    let is_weak_lead = led.is_none() && known.better(karuta).len() > known.still_to_play().count();
    if !takes || is_weak_lead {
        return match known.holder() {
            Some(seat) if known.is_partner(seat) => Reason::LeavesToPartner { seat },
            _ if is_meri && known.danger(karuta).is_some() => Reason::BringsToSafety,
            _ => Reason::Spares,
        };
    }
    let is_decided = known.is_last() && known.face_down().next().is_none();
    let better = if is_decided {
        0
    } else {
        known.better_to_come(karuta)
    };
    match known.hoped(karuta) {
        _ if better == 0 => Reason::Strongest,
        Some(yaku) => Reason::Threatens { yaku },
        None => Reason::Takes { better },
    }
}
