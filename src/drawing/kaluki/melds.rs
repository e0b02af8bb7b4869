//! All melds of the table in the order of their numbers, each in a frame of its owner's colour behind its number and the
//! owner's sign: as large as they fit.

use crate::packs::cards::{self, CardFace, Inks};
use crate::rules::Seat;
use crate::rules::card::Placed;
use crate::rules::kaluki::view::{Moved, TableMeld};
use crate::rules::kaluki::{Build, End, Kind, Meld, Placement, View};
use crate::scene::{At, Badge, Ink, PieceSize, Scene, TextSize, at};

/// The corner of the place for melds, and its size.
const CORNER: At = at(182, 138);
const ROOM: (i32, i32) = (790, 506);
/// The air between the cards of a meld, and that between melds and between rows: room for frames and marks.
const CLOSE: i32 = 1;
const APART: i32 = 14;
const BETWEEN: i32 = 14;
/// How wide the frame of a meld is.
const RIM: i32 = 3;
/// The sizes of melds, the largest first.
const SIZES: [PieceSize; 6] = [
    cards::MEDIUM,
    cards::MODEST,
    cards::USUAL,
    cards::COMPACT,
    cards::TINY,
    cards::LEAST,
];

/// A meld as it is drawn.
struct Lying {
    owner: Seat,
    faces: Vec<CardFace>,
    /// For each card whether it has come since somebody last drew.
    fresh: Vec<bool>,
}

/// How the melds lie.
struct Layout {
    size: PieceSize,
    label: Label,
    /// The corner of each meld, from that of the place for melds.
    places: Vec<At>,
    /// From one row to the next.
    step: i32,
    rows: i32,
}

/// The plate before the cards of a meld.
#[derive(Clone, Copy)]
struct Label {
    width: i32,
    number: TextSize,
}

impl Label {
    fn of(size: PieceSize) -> Self {
        if size.height() < 60 {
            Self {
                width: 40,
                number: TextSize::Fine,
            }
        } else {
            Self {
                width: 50,
                number: TextSize::Small,
            }
        }
    }
}

/// Lays the melds of the table.
pub(super) fn lay(scene: &mut Scene, view: &View, inks: Inks) {
    let melds = lying(view, inks);
    let layout = fit(&melds, largest(&melds));
    for (number, (meld, place)) in (1..).zip(melds.iter().zip(&layout.places)) {
        let corner = CORNER.by(place.x, place.y);
        frame(scene, meld, &layout, corner);
        label(scene, (number, meld.owner), &layout, corner);
        let row = corner.by(
            layout.label.width,
            (height(layout.size) - layout.size.height()) / 2,
        );
        cards_of(scene, meld, layout.size, row);
    }
}

/// The ground of a meld with a rim in the colour of its owner.
fn frame(scene: &mut Scene, meld: &Lying, layout: &Layout, corner: At) {
    let size = (width_of(meld, layout.size), height(layout.size));
    let around = (size.0 + 2 * RIM, size.1 + 2 * RIM);
    scene.bar(corner.by(-RIM, -RIM), around, 9, Ink::Sign(meld.owner));
    scene.bar(corner, size, 7, Ink::Ebony);
}

fn label(scene: &mut Scene, (number, owner): (i32, Seat), layout: &Layout, corner: At) {
    let Label {
        width,
        number: size,
    } = layout.label;
    let height = height(layout.size);
    // The sign and the number share what the card is high.
    let (sign, digits) = (28, size.pixels() * 3 / 4);
    let air = (height - sign - digits) / 3;
    let middle = width / 2;
    scene.badge(Badge::Partner(owner), corner.by(middle, air + sign / 2));
    let below = corner.by(middle, height - air - digits / 2);
    scene.text(number, size, Ink::Ivory, below);
}

fn cards_of(scene: &mut Scene, meld: &Lying, size: PieceSize, row: At) {
    for (index, (face, fresh)) in meld.faces.iter().zip(&meld.fresh).enumerate() {
        let place = row.by(index as i32 * (size.width() + CLOSE), 0);
        scene.piece(*face, size, place);
        if *fresh {
            let foot = place.by(1, size.height() + RIM);
            scene.bar(foot, (size.width() - 2, 6), 2, Ink::Sky);
        }
    }
}

fn lying(view: &View, inks: Inks) -> Vec<Lying> {
    let fresh = Fresh::of(view);
    let melds = view.table.iter().zip(fresh);
    melds
        .map(|(laid, fresh)| Lying {
            owner: laid.owner,
            faces: faces(&laid.meld, inks),
            fresh: fresh.cards(laid),
        })
        .collect()
}

/// The cards of a meld as they are shown: a joker is the card it stands for, in a set one of its rank.
pub(super) fn faces(meld: &Meld, inks: Inks) -> Vec<CardFace> {
    let cards = meld.cards().iter();
    let placed = cards.map(|placed| CardFace::placed(*placed, meld.cards(), inks));
    placed.collect()
}

/// The largest size of cards where so many lie: every card costs bytes, and a large one more.
fn largest(melds: &[Lying]) -> PieceSize {
    let count: usize = melds.iter().map(|meld| meld.faces.len()).sum();
    match count {
        0..=12 => cards::MEDIUM,
        13..=26 => cards::MODEST,
        27..=40 => cards::USUAL,
        41..=54 => cards::COMPACT,
        _ => cards::TINY,
    }
}

/// The largest size in which everything has room; if none has enough, the rows overlap.
fn fit(melds: &[Lying], largest: PieceSize) -> Layout {
    let sizes = SIZES.into_iter().skip_while(|size| *size != largest);
    let mut layouts = sizes.map(|size| rows(melds, size));
    let fits = |layout: &Layout| {
        let down = layout.rows < 2 || layout.step >= height(layout.size) + BETWEEN;
        down && melds
            .iter()
            .all(|meld| width_of(meld, layout.size) <= ROOM.0)
    };
    layouts
        .find(fits)
        .unwrap_or_else(|| rows(melds, cards::LEAST))
}

/// How high a meld is: its label needs some room beside the smallest cards.
fn height(size: PieceSize) -> i32 {
    size.height().max(50)
}

fn width_of(meld: &Lying, size: PieceSize) -> i32 {
    // The last card has its air, too: the frame is as wide everywhere.
    Label::of(size).width + meld.faces.len() as i32 * (size.width() + CLOSE)
}

/// The melds one after another, in rows: whoever looks for a number finds it as words in a text.
fn rows(melds: &[Lying], size: PieceSize) -> Layout {
    let mut places = Vec::with_capacity(melds.len());
    let (mut row, mut used) = (0, 0);
    for meld in melds {
        let own = width_of(meld, size);
        if used > 0 && used + own > ROOM.0 {
            (row, used) = (row + 1, 0);
        }
        places.push((row, used));
        used += own + APART;
    }
    let rows = row + 1;
    let most = height(size) + BETWEEN + height(size) / 6;
    let step = match rows {
        1 => most,
        _ => ((ROOM.1 - height(size)) / (rows - 1)).min(most),
    };
    let places = places.into_iter().map(|(row, x)| at(x, row * step));
    Layout {
        size,
        label: Label::of(size),
        places: places.collect(),
        step,
        rows,
    }
}

/// Which cards of a meld have come since somebody last drew or took a card.
#[derive(Clone, Default)]
struct Fresh {
    /// All of them.
    is_new: bool,
    /// So many at its low end and at its high one.
    ends: [usize; 2],
    /// Where a joker was freed, counted without those at the low end.
    inside: Vec<usize>,
}

impl Fresh {
    /// By the places of the melds on the table.
    fn of(view: &View) -> Vec<Self> {
        let since = view.history.iter().rposition(is_beginning).unwrap_or(0);
        let moves = &view.history[since..];
        let laid: usize = moves.iter().map(melds_laid).sum();
        let old = view.table.len().saturating_sub(laid);
        let mut fresh: Vec<Self> = (0..view.table.len())
            .map(|place| Self {
                is_new: place >= old,
                ..Self::default()
            })
            .collect();
        for moved in moves {
            note(&mut fresh, &view.table, moved);
        }
        fresh
    }

    fn build(&mut self, end: End, count: usize) {
        self.ends[end as usize] += count;
    }

    fn cards(&self, laid: &TableMeld) -> Vec<bool> {
        let count = laid.meld.cards().len();
        let [low, high] = self.ends;
        let is_fresh = |card: usize| {
            let is_inside = card >= low && self.inside.contains(&(card - low));
            self.is_new || card < low || card + high >= count || is_inside
        };
        (0..count).map(is_fresh).collect()
    }
}

fn is_beginning(moved: &Moved) -> bool {
    matches!(moved, Moved::Drew { .. } | Moved::Took { .. })
}

fn melds_laid(moved: &Moved) -> usize {
    match moved {
        Moved::Opened { melds, .. } => melds.len(),
        Moved::Laid { .. } => 1,
        Moved::Exchanged { placements, .. } => placements
            .iter()
            .filter(|placement| matches!(placement, Placement::Lay(_)))
            .count(),
        _ => 0,
    }
}

/// Notes what a move added to the melds of the table.
fn note(fresh: &mut [Fresh], table: &[TableMeld], moved: &Moved) {
    match moved {
        Moved::Built {
            meld, cards, end, ..
        } => added(fresh, *meld, cards, *end),
        Moved::Exchanged {
            recovered,
            placements,
            ..
        } => {
            for given in recovered {
                let (Some(fresh), Some(laid)) = (fresh.get_mut(given.meld), table.get(given.meld))
                else {
                    continue;
                };
                match laid.meld.kind() {
                    // The joker leaves, and the naturals come behind the others.
                    Kind::Set => fresh.build(End::High, given.cards.len()),
                    Kind::Run => {
                        let low = fresh.ends[End::Low as usize];
                        fresh.inside.extend(given.at.checked_sub(low));
                    }
                }
            }
            for placement in placements {
                if let Placement::Build(Build { meld, cards, end }) = placement {
                    added(fresh, *meld, cards, end.unwrap_or(End::High));
                }
            }
        }
        _ => {}
    }
}

fn added(fresh: &mut [Fresh], meld: usize, cards: &[Placed], end: End) {
    if let Some(fresh) = fresh.get_mut(meld) {
        fresh.build(end, cards.len());
    }
}
