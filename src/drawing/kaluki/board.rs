//! The table of Kaluki as everybody sees it.

use super::mover;
use crate::felt::{badge_of, stock, top_of};
use crate::packs::cards::{self, CardFace, Inks};
use crate::ring::{PLAQUE, spot};
use crate::rules::kaluki::View;
use crate::rules::{PerSeat, Seat};
use crate::scene::{Backdrop, Badge, Ink, Scene, TextSize, at};
use crate::signs::Sitter;

/// The table of a deal, or its score sheet once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &PerSeat<Sitter>, inks: Inks) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    for (seat, _) in view.totals.iter() {
        let sitter = sitters.get(seat).copied().unwrap_or_default();
        plaque(&mut scene, view, seat, sitter);
    }
    stock(
        &mut scene,
        CardFace::Back,
        view.stock,
        cards::LARGE,
        at(380, 330),
    );
    let top = view
        .pile
        .last()
        .map(|card| CardFace::of(*card, inks).into());
    top_of(&mut scene, top, cards::LARGE, at(520, 330));
    scene
}

fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter) {
    let corner = spot(seat, view.totals.len()).plaque;
    let (ground, ink) = if mover(view) == Some(seat) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Walnut, Ink::Ivory)
    };
    scene.bar(corner, PLAQUE, 18, ground);
    scene.badge(Badge::Seat(seat), corner.by(46, 44));
    scene.text(
        view.penalties[seat],
        TextSize::Large,
        ink,
        corner.by(132, 44),
    );
    if let Some(badge) = badge_of(sitter) {
        scene.badge(badge, corner.by(166, 102));
    }
}
