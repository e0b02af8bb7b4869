//! The round table of Hachinin-meri as everybody sees it.

use super::places::{PLAQUE, place, ways};
use super::teams::{ink, lantern};
use super::{middle, mover, sheet, trick};
use crate::felt::badge_of;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Team, View};
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backdrop, Badge, Ink, Scene, TextSize};
use crate::signs::Sitter;

/// The table of a round, or what it came to once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &PerSeat<Sitter>) -> Scene {
    let mut scene = Scene::on(Backdrop::Table);
    if let (Phase::RoundOver, Some(total)) = (view.phase, &view.total) {
        sheet::show(&mut scene, view, total);
        return scene;
    }
    for (middle, heading) in ways(view.options.direction) {
        scene.badge(Badge::Way(heading), middle);
    }
    for (seat, _) in view.held.iter() {
        let sitter = sitters.get(seat).copied().unwrap_or_default();
        plaque(&mut scene, view, seat, sitter);
    }
    middle::show(&mut scene, view);
    trick::lay(&mut scene, &trick::lying(view));
    scene
}

/// The rim of a plaque.
const RIM: i32 = 4;

/// A seat: its sign, its team, how much it holds, who sits there, who dealt, who called; bright while it is to move.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter) {
    let corner = place(seat).plaque;
    frame(scene, seat, mover(view), corner);
    let ink = if mover(view) == Some(seat) {
        Ink::Ebony
    } else {
        Ink::Ivory
    };
    if view.phase != Phase::Undealt {
        scene.badge(Badge::Fan, corner.by(150, 29));
        scene.text(view.held[seat], TextSize::Small, ink, corner.by(188, 30));
    }
    if let Some(badge) = badge_of(sitter) {
        scene.badge(badge, corner.by(102, 65));
    }
    if view.dealer == Some(seat) {
        scene.badge(Badge::Dealer, corner.by(147, 65));
    }
    if view.caller == Some(seat) {
        scene.badge(Badge::Called, corner.by(188, 65));
    }
}

/// The ground of a plaque with the sign of its seat and that of its team.
pub(super) fn frame(scene: &mut Scene, seat: Seat, mover: Option<Seat>, corner: At) {
    let team = Team::of(seat);
    let ground = if mover == Some(seat) {
        Ink::Gold
    } else {
        Ink::Walnut
    };
    scene.bar(corner, PLAQUE, 18, ink(team));
    let inner = (PLAQUE.0 - 2 * RIM, PLAQUE.1 - 2 * RIM);
    scene.bar(corner.by(RIM, RIM), inner, 14, ground);
    scene.badge(Badge::Seat(seat), corner.by(43, 44));
    scene.badge(lantern(team), corner.by(102, 28));
}
