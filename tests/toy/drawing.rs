//! The pictures of the toy: a rack in one row of colours, and the trick on a round table of two to eight seats.

use crate::felt::{self, rank, top_of};
use crate::packs::Usual;
use crate::packs::tiles::{self, TileFace};
use crate::ring::{PLAQUE, spot};
use crate::rules::tile::Tile;
use crate::rules::toy::View;
use crate::rules::{PerSeat, Seat};
use crate::scene::{Backdrop, Badge, FaceSize, Ink, Scene, TextSize};
use crate::shelf::{Order, owner, put};
use crate::signs::Sitter;

/// What racks hold.
pub fn usual() -> Usual {
    tiles::usual(tiles::LARGE)
}

/// The viewer's tiles in this order, one of them perhaps picked.
pub fn rack(view: &View, slots: &[Tile], picked: Option<usize>) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let order = Order {
        count: slots.len(),
        melds: Vec::new(),
    };
    let places = order.stand(tiles::LARGE, slots.len());
    for (slot, (tile, at)) in slots.iter().zip(&places.slots).enumerate() {
        let mark = (picked == Some(slot)).then_some(Ink::Gold);
        put(&mut scene, face(*tile), tiles::LARGE, *at, mark);
    }
    owner(&mut scene, view.viewer.seat(), mover(view), 58);
    scene
}

/// The table as everybody sees it: the trick before its players, and on their plaques points and tricks.
pub fn board(view: &View, sitters: &PerSeat<Sitter>) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let seats = view.points.len();
    for (seat, _) in view.points.iter() {
        let played = view.trick.iter().find(|(player, _)| *player == seat);
        let top = played.map(|(_, tile)| face(*tile).into());
        let middle = spot(seat, seats).pile.middle;
        top_of(&mut scene, top, tiles::MEDIUM, tiles::MEDIUM.around(middle));
        let sitter = sitters.get(seat).unwrap_or(&Sitter::Person);
        plaque(&mut scene, view, seat, sitter);
    }
    scene
}

/// A false joker is a 0 of any colour (Toy rules 1.2).
fn face(tile: Tile) -> TileFace {
    tile.face().map_or(TileFace::Wild(0), TileFace::Plain)
}

fn mover(view: &View) -> Option<Seat> {
    view.waiting.seats.iter().next()
}

fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: &Sitter) {
    let corner = spot(seat, view.points.len()).plaque;
    let (ground, ink) = if mover(view) == Some(seat) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Walnut, Ink::Ivory)
    };
    scene.bar(corner, PLAQUE, 18, ground);
    scene.badge(Badge::Seat(seat), corner.by(46, 44));
    scene.text(view.points[seat], TextSize::Large, ink, corner.by(132, 44));
    match &view.standing {
        Some(standing) => rank(scene, standing.places[seat], corner.by(38, 100)),
        None => scene.text(view.taken[seat], TextSize::Small, ink, corner.by(38, 102)),
    }
    felt::sitter(scene, seat, sitter, FaceSize::Small, corner.by(166, 102));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint;
    use crate::rules::toy::{Options, Toy};
    use crate::rules::{Chance, Game, Viewer};
    use crate::scene::Item;

    /// A game of so many that anybody could play, as everybody sees it.
    fn played(seats: usize, mut look: impl FnMut(&View)) {
        let chance = Chance::from_seed(seats as u64);
        let mut game = Toy::new(&Options::default(), seats);
        while game.standing().is_none() {
            let seat = game.waiting().seats.iter().next();
            match seat.map(|seat| (seat, game.at_zero(seat))) {
                Some((seat, action)) => {
                    let acted = game.act(seat, &action, &chance);
                    acted.expect("what happens at zero is allowed");
                }
                None => {
                    let dealt = game.deal(&chance);
                    game.obey(&dealt);
                }
            }
            look(&game.view(Viewer::Watcher));
        }
    }

    #[test]
    fn a_board_shows_the_trick_and_every_seat() {
        for seats in 2..=8 {
            let sitters = PerSeat::new(seats, |_| Sitter::Computer(crate::signs::Persona::Bolt));
            let mut most = 0;
            played(seats, |view| {
                let scene = board(view, &sitters);
                assert_eq!(scene.pieces().count(), view.trick.len());
                most = most.max(view.trick.len());
                let signs = scene.items.iter().filter(|item| {
                    matches!(
                        item,
                        Item::Badge {
                            badge: Badge::Seat(_),
                            ..
                        }
                    )
                });
                assert_eq!(signs.count(), seats);
            });
            assert_eq!(most, seats - 1, "the last tile of a trick takes it away");
        }
    }

    #[test]
    fn pictures_of_eight_seats_can_be_painted() {
        let mut views = Vec::new();
        played(8, |view| views.push(view.clone()));
        let sitters = PerSeat::new(8, |_| Sitter::Person);
        let fullest = views
            .iter()
            .max_by_key(|view| view.trick.len())
            .expect("a game was played");
        let png = paint(&board(fullest, &sitters));
        assert!(
            png.starts_with(b"\x89PNG") && png.len() < 40_000,
            "{}",
            png.len()
        );
    }
}
