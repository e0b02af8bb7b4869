//! The round table of Hachinin-meri as everybody sees it.

use super::mover;
use crate::felt::{badge_of, top_of};
use crate::packs::karuta::{self, KarutaFace};
use crate::ring::{PLAQUE, spot};
use crate::rules::meri::View;
use crate::rules::{PerSeat, Seat};
use crate::scene::{Backdrop, Badge, Ink, Scene, TextSize};
use crate::signs::Sitter;

/// The table of a round, or what it came to once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &PerSeat<Sitter>) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let seats = view.held.len();
    for (seat, _) in view.held.iter() {
        let played = view.plays.iter().find(|play| play.seat == seat);
        // Face down for everybody, also for the one who played it.
        let face = played.map(|play| match (play.cut, play.karuta) {
            (None, Some(karuta)) => KarutaFace::Open(karuta),
            _ => KarutaFace::Back,
        });
        let middle = spot(seat, seats).pile.middle;
        top_of(
            &mut scene,
            face.map(Into::into),
            karuta::MEDIUM,
            karuta::MEDIUM.around(middle),
        );
        let sitter = sitters.get(seat).copied().unwrap_or_default();
        plaque(&mut scene, view, seat, sitter);
    }
    scene
}

fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter) {
    let corner = spot(seat, view.held.len()).plaque;
    let (ground, ink) = if mover(view) == Some(seat) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Walnut, Ink::Ivory)
    };
    scene.bar(corner, PLAQUE, 18, ground);
    scene.badge(Badge::Seat(seat), corner.by(46, 44));
    scene.text(view.held[seat], TextSize::Large, ink, corner.by(132, 44));
    if let Some(badge) = badge_of(sitter) {
        scene.badge(badge, corner.by(166, 102));
    }
}
