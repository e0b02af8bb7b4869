//! The plaque of a seat: its sign, its penalty points and how near they are to the limit, how many cards it holds, whether
//! it is open, and its units.

use super::{fit, gained, units_of, write};
use crate::felt;
use crate::ring::{STAND, Side, Stand, stand};
use crate::rules::Seat;
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::{Announce, MatchMode};
use crate::rules::kaluki::view::{Moved, Phase};
use crate::scene::{At, Backs, Badge, FaceSize, Ink, Scene, TextSize};
use crate::signs::Sitter;

/// Between the rim of a plaque and its ground.
const RIM: i32 = 3;
/// The width for which its places are told; a wider one spreads them.
const NARROW: i32 = 308;
/// From this width on a face has room beside the sign.
const WIDE: i32 = 440;
/// How wide the bar is that fills up to the limit.
const METER: i32 = 100;

/// How a plaque looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Quiet,
    /// It is the seat's turn.
    Turn,
    /// The seat has left the match.
    Out,
}

impl Look {
    fn of(view: &View, seat: Seat, turn: Option<Seat>) -> Self {
        match () {
            () if view.left[seat].is_some() => Self::Out,
            () if turn == Some(seat) => Self::Turn,
            () => Self::Quiet,
        }
    }

    /// The rim, the ground, and what is written on it.
    fn inks(self, seat: Seat) -> [Ink; 3] {
        match self {
            Self::Quiet => [Ink::Sign(seat), Ink::Walnut, Ink::Ivory],
            Self::Turn => [Ink::Sign(seat), Ink::Gold, Ink::Ebony],
            Self::Out => [Ink::Walnut, Ink::Moss, Ink::Light],
        }
    }
}

/// A plaque while it is drawn.
struct Plaque<'a> {
    view: &'a View,
    seat: Seat,
    stand: Stand,
    look: Look,
    ink: Ink,
}

/// How many cards a seat holds, as far as everybody may know: with `announce=manual` what was announced since it last
/// drew (Kaluki rules 7.4).
fn shown_of(view: &View, seat: Seat) -> Option<usize> {
    if view.options.announce == Announce::Auto {
        return view.held[seat];
    }
    let of_seat = |moved: &Moved| match moved {
        Moved::Announced { seat: by, held } if *by == seat => Some(Some(*held)),
        Moved::Drew { seat: by, .. } | Moved::Took { seat: by, .. } if *by == seat => Some(None),
        _ => None,
    };
    view.history.iter().rev().find_map(of_seat).flatten()
}

/// The plaque of a seat on its side of the table.
pub(super) fn show(
    scene: &mut Scene,
    view: &View,
    seat: Seat,
    sitter: &Sitter,
    turn: Option<Seat>,
) {
    let stand = stand(seat, view.totals.len());
    let look = Look::of(view, seat, turn);
    let [rim, ground, ink] = look.inks(seat);
    scene.bar(stand.corner, (stand.width, STAND), 18, rim);
    let inner = (stand.width - 2 * RIM, STAND - 2 * RIM);
    scene.bar(stand.corner.by(RIM, RIM), inner, 15, ground);
    let plaque = Plaque {
        view,
        seat,
        stand,
        look,
        ink,
    };
    plaque.sign(scene);
    plaque.penalty(scene);
    if view.options.has_stakes() {
        plaque.units(scene);
    }
    if look != Look::Out && view.phase != Phase::Undealt {
        plaque.hand(scene);
    }
    plaque.frame(scene, sitter);
}

impl Plaque<'_> {
    /// A place so far right and down; `spread` is the share of a wide plaque's room, in hundredths, that lies left of it.
    fn at(&self, right: i32, down: i32, spread: i32) -> At {
        let wider = (self.stand.width - NARROW) * spread / 100;
        self.stand.corner.by(right + wider, down)
    }

    /// The sign of the seat, small once it is out.
    fn sign(&self, scene: &mut Scene) {
        let badge = match self.look {
            Look::Out => Badge::Partner(self.seat),
            Look::Quiet | Look::Turn => Badge::Seat(self.seat),
        };
        scene.badge(badge, self.at(37, STAND / 2, 5));
    }

    /// The penalty points over a bar that is full at the limit (Kaluki rules 10).
    fn penalty(&self, scene: &mut Scene) {
        let penalty = self.view.penalties[self.seat];
        let has_limit = self.view.options.match_mode == MatchMode::Pool && self.look != Look::Out;
        // Without units there is nothing below.
        let lower = if self.view.options.has_stakes() {
            0
        } else {
            12
        };
        let lower = if has_limit { lower } else { lower + 4 };
        let text = penalty.to_string();
        let size = fit(&text, TextSize::Large, METER + 10);
        let middle = self.at(126, 28 + lower, 40);
        scene.text(text, size, self.ink, middle);
        if has_limit {
            self.meter(scene, penalty, middle.by(-METER / 2, 22));
        }
    }

    fn meter(&self, scene: &mut Scene, penalty: i32, left: At) {
        let limit = (self.view.options.penalty_limit as i32).max(1);
        let share = i64::from(penalty.clamp(0, limit)) * i64::from(METER) / i64::from(limit);
        // The ground is seen as well: of a low score there is little more than a dot.
        let (ground, ink) = match self.look {
            _ if share * 3 > i64::from(METER) * 2 => (Ink::Ebony, Ink::Red),
            Look::Turn => (Ink::Walnut, Ink::Light),
            Look::Quiet | Look::Out => (Ink::Oak, Ink::Gold),
        };
        scene.bar(left, (METER, 8), 4, ground);
        if share > 0 {
            scene.bar(left, ((share as i32).max(8), 8), 4, ink);
        }
    }

    /// What the seat has won or lost so far.
    fn units(&self, scene: &mut Scene) {
        let left = self.at(88, 75, 38);
        scene.badge(Badge::Coin, left);
        let text = gained(units_of(self.view, self.seat));
        write(scene, &text, self.ink, left.by(22, 1), 80);
    }

    /// How many cards it holds, as far as that is shown, and whether it is open.
    fn hand(&self, scene: &mut Scene) {
        let place = self.at(216, 29, 100);
        scene.badge(Badge::Hand(Backs::Blue), place);
        let announces = self.view.phase == Phase::Announce(self.seat);
        if announces && self.look == Look::Turn {
            scene.badge(Badge::Bell, place.by(50, 0));
        } else if let Some(held) = shown_of(self.view, self.seat) {
            self.held(scene, held, place.by(32, 1));
        }
        let is_open = self.view.opened.contains(self.seat);
        let badge = if is_open { Badge::Laid } else { Badge::Closed };
        felt::sign(scene, badge, self.ink, self.at(216, 71, 100));
    }

    /// So few that they are announced stand on red (Kaluki rules 7.3).
    fn held(&self, scene: &mut Scene, held: usize, left: At) {
        let is_few = held <= self.view.options.announce_at as usize;
        if !is_few || self.view.phase == Phase::Play(self.seat) {
            return write(scene, &held.to_string(), self.ink, left, 50);
        }
        scene.bar(left.by(-4, -19), (40, 38), 12, Ink::Red);
        scene.text(held, TextSize::Small, Ink::Ivory, left.by(16, 0));
    }

    /// On the frame of the table beside the plaque: buy-ins, who deals, and who sits there.
    fn frame(&self, scene: &mut Scene, sitter: &Sitter) {
        let down = match self.stand.side {
            Side::Top => -10,
            _ => STAND + 10,
        };
        let times = self.view.buy_ins[self.seat];
        if times > 0 {
            scene.badge(Badge::Lifebuoy, self.at(126, down, 40));
            let text = times.to_string();
            write(scene, &text, Ink::Ivory, self.at(148, down, 40), 38);
        }
        if self.view.dealer == Some(self.seat) {
            scene.badge(Badge::Deals, self.at(216, down, 100));
        }
        // A wide plaque has room for a face.
        let (size, place) = match sitter {
            Sitter::Known(_) if self.stand.width >= WIDE => {
                (FaceSize::Usual, self.at(97, STAND / 2, 5))
            }
            _ => (FaceSize::Small, self.at(268, down, 100)),
        };
        felt::sitter(scene, self.seat, sitter, size, place);
    }
}
