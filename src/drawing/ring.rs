//! Where everybody sits: plaques around a round table, mats or plaques along the two long sides of one; and the piles
//! between neighbours with their arrows.
//!
//! Seats follow one another against the clock, the first one below; along the sides also with it. Two to four have the
//! places of a game room; from five on a round table has them on a circle.

use std::f64::consts::TAU;
use std::ops::Range;

use super::badges::Heading;
use super::scene::{At, at};
use crate::rules::Seat;

/// The side of the table at which a seat is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Bottom,
    Right,
    Top,
    Left,
}

/// The pile from which the next seat may take, and the way there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pile {
    /// The middle of its top piece.
    pub(super) middle: At,
    /// The middle of the arrow to the next seat.
    pub(super) arrow: At,
    /// Where the arrow points.
    pub(super) heading: Heading,
}

const fn pile(middle: At, arrow: At, heading: Heading) -> Pile {
    Pile {
        middle,
        arrow,
        heading,
    }
}

/// A place at a round table, which is [`Backdrop::Felt`](super::scene::Backdrop::Felt).
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) side: Side,
    /// The top left corner of its plaque.
    pub(super) plaque: At,
    /// The pile at the seat's right hand; from five seats on before it.
    pub(super) pile: Pile,
}

/// The size of a plaque at a round table.
pub(super) const PLAQUE: (i32, i32) = (192, 132);

/// The middle of a round table, and how far to the side and down from it plaques, piles and arrows are.
const MIDDLE: At = at(500, 350);
const PLAQUES: (f64, f64) = (392.0, 272.0);
const PILES: (f64, f64) = (240.0, 130.0);
const ARROWS: (f64, f64) = (275.0, 182.0);

/// The place of a seat at a round table of 2 to 8.
pub(super) fn spot(seat: Seat, seats: usize) -> Spot {
    let all: &[Spot] = match seats {
        0..=2 => &[BOTTOM, TOP],
        3 => &[BOTTOM, FAR_RIGHT, LEFT],
        4 => &[BOTTOM, RIGHT, TOP, LEFT],
        _ => return around(seat.index(), seats),
    };
    all[seat.index() % all.len()]
}

const BOTTOM: Spot = Spot {
    side: Side::Bottom,
    plaque: at(404, 556),
    pile: pile(at(704, 608), at(786, 568), Heading::Up),
};
const RIGHT: Spot = Spot {
    side: Side::Right,
    plaque: at(794, 284),
    pile: pile(at(890, 184), at(808, 216), Heading::Left),
};
/// With three seats the next one sits across.
const FAR_RIGHT: Spot = Spot {
    pile: pile(at(500, 92), at(418, 124), Heading::Left),
    ..RIGHT
};
const TOP: Spot = Spot {
    side: Side::Top,
    plaque: at(404, 12),
    pile: pile(at(296, 92), at(218, 132), Heading::Down),
};
const LEFT: Spot = Spot {
    side: Side::Left,
    plaque: at(14, 284),
    pile: pile(at(110, 516), at(192, 476), Heading::Right),
};

/// The place on the circle: the pile lies before its seat, the arrow halfway to the pile of the next.
fn around(index: usize, seats: usize) -> Spot {
    let turn = |steps: f64| squarer((TAU * steps / seats as f64).sin_cos());
    let here = turn(index as f64);
    let (right, down) = turn(index as f64 + 0.5);
    let side = match here {
        (right, down) if right.abs() > down.abs() && right > 0.0 => Side::Right,
        (right, down) if right.abs() > down.abs() => Side::Left,
        (_, down) if down > 0.0 => Side::Bottom,
        _ => Side::Top,
    };
    // Whoever is on the way right of the middle goes up: that is against the clock.
    let heading = match (right, down) {
        _ if right.abs() > down.abs() && right > 0.0 => Heading::Up,
        _ if right.abs() > down.abs() => Heading::Down,
        _ if down > 0.0 => Heading::Right,
        _ => Heading::Left,
    };
    Spot {
        side,
        plaque: out(here, PLAQUES).by(-PLAQUE.0 / 2, -PLAQUE.1 / 2),
        pile: pile(out(here, PILES), out((right, down), ARROWS), heading),
    }
}

/// A point of the circle, further out towards the corners: a table is long, and so there is more room.
fn squarer((right, down): (f64, f64)) -> (f64, f64) {
    let near = (right.powi(4) + down.powi(4)).sqrt().sqrt();
    (right / near, down / near)
}

/// So far from the middle in this direction. Whole pixels: no two processors differ by as much.
fn out((right, down): (f64, f64), (across, along): (f64, f64)) -> At {
    MIDDLE.by(
        (right * across).round() as i32,
        (down * along).round() as i32,
    )
}

/// The part of a long table that belongs to a seat, [`Backdrop::Table`](super::scene::Backdrop::Table).
#[derive(Clone, Copy, Debug)]
pub(super) struct Mat {
    /// The bottom or the top.
    pub(super) side: Side,
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    /// The pile between it and that of the next seat.
    pub(super) pile: Pile,
}

/// How high a mat is.
pub(super) const MAT: i32 = 306;
/// The room for mats from left to right, and for a pile between two of them.
const ACROSS: Range<i32> = 26..974;
const BETWEEN: i32 = 80;

/// In which direction the seats along a table follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    AgainstTheClock,
    WithTheClock,
}

/// The side of a long table at which a seat is, its place there from the left, and how many sit there. The first seats
/// are below.
fn along(seat: Seat, seats: usize, way: Way) -> (Side, i32, i32) {
    let seats = seats.max(2);
    let below = seats.div_ceil(2);
    // Against the clock: from left to right along the bottom, and back along the top.
    let (side, place, columns) = match seat.index() % seats {
        index if index < below => (Side::Bottom, index, below),
        index => (Side::Top, seats - 1 - index, seats - below),
    };
    let place = match way {
        Way::AgainstTheClock => place,
        Way::WithTheClock => columns - 1 - place,
    };
    (side, place as i32, columns as i32)
}

/// The plaque of a seat at a long table, [`Backdrop::Table`](super::scene::Backdrop::Table), at which play goes with the
/// clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// The bottom or the top.
    pub(super) side: Side,
    /// Its top left corner.
    pub(super) corner: At,
    pub(super) width: i32,
}

/// How high a plaque at a long table is, and how wide at most.
pub(super) const STAND: i32 = 98;
const WIDEST: i32 = 468;
/// The air between two of them.
const APART: i32 = 12;

/// The plaque of a seat at a table of 2 to 5: from right to left along the bottom, and back along the top.
pub(super) fn stand(seat: Seat, seats: usize) -> Stand {
    let (side, place, columns) = along(seat, seats, Way::WithTheClock);
    let room = ACROSS.end - ACROSS.start;
    let width = ((room - APART * (columns - 1)) / columns).min(WIDEST);
    let all = width * columns + APART * (columns - 1);
    let left = ACROSS.start + (room - all) / 2 + place * (width + APART);
    let top = match side {
        Side::Top => 28,
        _ => 752 - STAND,
    };
    Stand {
        side,
        corner: at(left, top),
        width,
    }
}

/// The mat of a seat at a table of 2 to 8: from left to right along the bottom, and back along the top.
pub(super) fn mat(seat: Seat, seats: usize) -> Mat {
    let (side, place, columns) = along(seat, seats, Way::AgainstTheClock);
    let width = (ACROSS.end - ACROSS.start - BETWEEN * (columns - 1)) / columns;
    let left = ACROSS.start + place * (width + BETWEEN);
    let right = left + width;
    let (top, pile) = match side {
        Side::Top if place == 0 => (28, pile(at(61, 389), at(128, 390), Heading::Down)),
        Side::Top => {
            let gap = left - BETWEEN / 2;
            (28, pile(at(gap, 77), at(gap, 160), Heading::Left))
        }
        _ if place == columns - 1 => (446, pile(at(939, 389), at(872, 390), Heading::Up)),
        _ => {
            let gap = right + BETWEEN / 2;
            (446, pile(at(gap, 702), at(gap, 622), Heading::Right))
        }
    };
    Mat {
        side,
        left,
        top,
        width,
        pile,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::tiles;
    use crate::rules::seat::MOST_SEATS;
    use crate::scene::{Backdrop, PieceSize};

    /// So many plaques along a table have room for what they say.
    const MOST_STANDS: usize = 5;

    /// A rectangle: left, top, right, bottom.
    type Rect = [i32; 4];

    fn rect(corner: At, (width, height): (i32, i32)) -> Rect {
        [corner.x, corner.y, corner.x + width, corner.y + height]
    }

    fn lying(pile: Pile, size: PieceSize) -> [Rect; 2] {
        let corner = size.around(pile.middle);
        [
            rect(corner, (size.width(), size.height())),
            rect(pile.arrow.by(-20, -20), (40, 40)),
        ]
    }

    fn overlap(a: Rect, b: Rect) -> bool {
        a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
    }

    /// Checks that what is placed lies on the picture, and nothing on anything else.
    fn lies_apart(placed: &[Rect], backdrop: Backdrop, seats: usize) {
        let (width, height) = backdrop.size();
        for (index, one) in placed.iter().enumerate() {
            let [left, top, right, bottom] = *one;
            let is_inside =
                left >= 0 && top >= 0 && right <= width as i32 && bottom <= height as i32;
            assert!(is_inside, "{seats} seats: {one:?}");
            for other in &placed[index + 1..] {
                assert!(!overlap(*one, *other), "{seats} seats: {one:?}, {other:?}");
            }
        }
    }

    /// Whether the arrow of a pile points rather to this place than away from it.
    fn points_to(pile: Pile, place: At) -> bool {
        let (x, y) = (place.x - pile.arrow.x, place.y - pile.arrow.y);
        match pile.heading {
            Heading::Right => x > 0,
            Heading::Down => y > 0,
            Heading::Left => x < 0,
            Heading::Up => y < 0,
        }
    }

    #[test]
    fn nothing_hides_anything_at_a_round_table() {
        for seats in 2..=MOST_SEATS {
            let size = if seats > 4 {
                tiles::MEDIUM
            } else {
                tiles::LARGE
            };
            let spots = Seat::all(seats).map(|seat| spot(seat, seats));
            let placed: Vec<_> = spots
                .flat_map(|spot| {
                    let [pile, arrow] = lying(spot.pile, size);
                    [rect(spot.plaque, PLAQUE), pile, arrow]
                })
                .collect();
            assert_eq!(placed.len(), 3 * seats);
            lies_apart(&placed, Backdrop::Felt, seats);
        }
    }

    #[test]
    fn nothing_hides_anything_between_mats() {
        for seats in 2..=MOST_SEATS {
            let mats = Seat::all(seats).map(|seat| mat(seat, seats));
            let placed: Vec<_> = mats
                .flat_map(|mat| {
                    let [pile, arrow] = lying(mat.pile, tiles::MEDIUM);
                    [rect(at(mat.left, mat.top), (mat.width, MAT)), pile, arrow]
                })
                .collect();
            assert_eq!(placed.len(), 3 * seats);
            lies_apart(&placed, Backdrop::Table, seats);
        }
    }

    #[test]
    fn every_arrow_points_to_the_next_seat() {
        for seats in 2..=MOST_SEATS {
            for seat in Seat::all(seats) {
                let next = spot(seat.next(seats), seats);
                let plaque = next.plaque.by(PLAQUE.0 / 2, PLAQUE.1 / 2);
                assert!(
                    points_to(spot(seat, seats).pile, plaque),
                    "{seat} of {seats}"
                );
                let next = mat(seat.next(seats), seats);
                let middle = at(next.left + next.width / 2, next.top + MAT / 2);
                assert!(
                    points_to(mat(seat, seats).pile, middle),
                    "{seat} of {seats}"
                );
            }
        }
    }

    #[test]
    fn nothing_hides_anything_between_plaques_along_a_table() {
        for seats in 2..=MOST_STANDS {
            let stands = Seat::all(seats).map(|seat| stand(seat, seats));
            let placed: Vec<_> = stands
                .map(|stand| rect(stand.corner, (stand.width, STAND)))
                .collect();
            assert_eq!(placed.len(), seats);
            lies_apart(&placed, Backdrop::Table, seats);
        }
    }

    /// How far a seat turns to the next one around this middle: on a screen, whose y goes down, a turn against the clock
    /// is negative.
    fn turn(from: At, to: At, middle: At) -> i32 {
        let ((x, y), (to_x, to_y)) = (
            (from.x - middle.x, from.y - middle.y),
            (to.x - middle.x, to.y - middle.y),
        );
        x * to_y - y * to_x
    }

    #[test]
    fn seats_follow_each_other_against_the_clock() {
        for seats in 3..=MOST_SEATS {
            for seat in Seat::all(seats) {
                let next = seat.next(seats);
                let plaque = |seat| {
                    let corner = spot(seat, seats).plaque;
                    corner.by(PLAQUE.0 / 2, PLAQUE.1 / 2)
                };
                let round = turn(plaque(seat), plaque(next), MIDDLE);
                assert!(round <= 0, "{seat} of {seats}");
                let mat = |seat| {
                    let mat = mat(seat, seats);
                    at(mat.left + mat.width / 2, mat.top + MAT / 2)
                };
                let round = turn(mat(seat), mat(next), at(500, 390));
                assert!(round < 0, "{seat} of {seats}");
            }
        }
    }

    #[test]
    fn plaques_along_a_table_follow_each_other_with_the_clock() {
        for seats in 3..=MOST_STANDS {
            for seat in Seat::all(seats) {
                let middle = |seat| {
                    let stand = stand(seat, seats);
                    stand.corner.by(stand.width / 2, STAND / 2)
                };
                let round = turn(middle(seat), middle(seat.next(seats)), at(500, 390));
                assert!(round > 0, "{seat} of {seats}");
            }
        }
    }
}
