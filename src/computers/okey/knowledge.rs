//! What a seat knows of tiles it does not hold: those that lie open, those that others certainly hold, and what the
//! next player can do with a discard. Everything follows from the view's history, which all have seen.

use crate::rules::meld::{Unseen, remove};
use crate::rules::okey::View;
use crate::rules::okey::view::Moved;
use crate::rules::tile::{Colour, Face, Tile};
use crate::rules::{PerSeat, Seat};

/// How many tiles a rack holds between turns.
const RACK: u32 = 14;
/// The chance, in percent, of what is certain.
const CERTAIN: u32 = 100;
/// By how much a tile is less wanted whose equal the next player has refused or thrown before.
const REFUSED: u32 = 4;

/// What a seat knows.
pub(super) struct Knowledge {
    /// The indicator of the round.
    pub indicator: Face,
    /// How many of each tile nobody has shown.
    pub unseen: Unseen,
    /// How many those are.
    pub unseen_tiles: u32,
    /// How often this seat can still draw, if everybody draws.
    pub draws_left: usize,
    /// What the next player certainly holds.
    next_holds: Vec<Tile>,
    /// What the next player has thrown, or refused to take from this seat.
    next_refused: Vec<Tile>,
}

impl Knowledge {
    /// What the viewer knows; `None` for a watcher, and while nothing is dealt.
    pub(super) fn of(view: &View) -> Option<Self> {
        let (me, rack, indicator) = (view.viewer.seat()?, view.rack.as_ref()?, view.indicator?);
        let next = next_player(view, me);
        let mut story = Story {
            me,
            next,
            twin: Tile::Numbered(indicator),
            open: [0; Tile::KINDS],
            holds: PerSeat::new(view.held.len(), |_| Vec::new()),
            next_refused: Vec::new(),
            offered: None,
        };
        view.history.iter().for_each(|moved| story.tell(moved));
        let mut seen = story.seen(rack);
        if is_exposed_drawn(view) {
            remove(&mut seen, story.twin);
        }
        let unseen = Unseen::but(&seen, indicator);
        Some(Self {
            indicator,
            unseen_tiles: Tile::kinds().map(|tile| u32::from(unseen.of(tile))).sum(),
            unseen,
            draws_left: view.stock / view.active.len().max(1),
            next_holds: std::mem::take(&mut story.holds[next]),
            next_refused: story.next_refused,
        })
    }

    /// How likely a discard is to complete a meld of the next player, who alone may take it; only for comparing.
    pub(super) fn danger(&self, discard: Tile) -> u32 {
        let okey = self.indicator.okey();
        if discard.is_joker(okey) {
            return u32::MAX;
        }
        let face = discard.face().unwrap_or(okey);
        let completes: u32 = partners(face)
            .map(|(one, other)| self.likely(one) * self.likely(other))
            .sum();
        if self.next_refused.contains(&discard) {
            completes / REFUSED
        } else {
            completes
        }
    }

    /// How likely the next player holds a tile of this face, in percent.
    fn likely(&self, face: Face) -> u32 {
        let okey = self.indicator.okey();
        // Okey rules 2.5: the okey's face lies on the false jokers.
        let tile = if face == okey {
            Tile::FalseJoker
        } else {
            Tile::Numbered(face)
        };
        if self.next_holds.contains(&tile) {
            return CERTAIN;
        }
        let copies = u32::from(self.unseen.of(tile));
        (copies * CERTAIN * RACK / self.unseen_tiles.max(1)).min(CERTAIN)
    }
}

/// The next player to the right who is still in the game (Okey rules 3.1).
fn next_player(view: &View, me: Seat) -> Seat {
    let seats = view.held.len();
    let mut next = me.next(seats);
    while next != me && !view.active.contains(next) {
        next = next.next(seats);
    }
    next
}

/// Whether the exposed tile, the indicator, lies on a rack or on a pile by now (`exposed_tile_last`).
fn is_exposed_drawn(view: &View) -> bool {
    view.options.exposed_tile_last && view.stock == 0
}

/// The two other faces of every set and run of three that holds this face (Okey rules 6.2 and 6.3).
fn partners(face: Face) -> impl Iterator<Item = (Face, Face)> {
    let number = face.number();
    let others = move |skipped: Colour| {
        let mut colours = Colour::ALL
            .into_iter()
            .filter(move |colour| *colour != face.colour() && *colour != skipped)
            .filter_map(move |colour| Face::new(colour, number));
        Some((colours.next()?, colours.next()?))
    };
    let sets = Colour::ALL
        .into_iter()
        .filter(move |colour| *colour != face.colour())
        .filter_map(others);
    // A 1 stands below 2 and above 13, never between them.
    let places = [(number > 0).then_some(number), (number == 1).then_some(14)];
    let runs = places.into_iter().flatten().flat_map(move |place| {
        [[-2, -1], [-1, 1], [1, 2]]
            .into_iter()
            .filter_map(move |[one, other]| {
                let one = at(face.colour(), i16::from(place) + one)?;
                let other = at(face.colour(), i16::from(place) + other)?;
                Some((one, other))
            })
    });
    sets.chain(runs)
}

/// The face at a position of a run, 1 to 14.
fn at(colour: Colour, position: i16) -> Option<Face> {
    let position = u8::try_from(position).ok()?;
    Face::new(colour, if position == 14 { 1 } else { position })
}

/// The round so far, as this seat follows it.
struct Story {
    me: Seat,
    next: Seat,
    twin: Tile,
    /// What lies on the piles.
    open: [u8; Tile::KINDS],
    /// What each other seat certainly holds.
    holds: PerSeat<Vec<Tile>>,
    next_refused: Vec<Tile>,
    /// This seat's discard that the next player may take now.
    offered: Option<Tile>,
}

impl Story {
    fn tell(&mut self, moved: &Moved) {
        match *moved {
            Moved::Discarded { seat, tile } => self.discarded(seat, tile),
            Moved::Took { seat, tile } => {
                let open = &mut self.open[tile.index()];
                *open = open.saturating_sub(1);
                self.offered = None;
                self.learn(seat, tile);
            }
            Moved::Drew { seat, tile } => {
                if seat == self.next {
                    self.next_refused.extend(self.offered.take());
                }
                // Of what others draw only the exposed tile is known.
                tile.into_iter().for_each(|tile| self.learn(seat, tile));
            }
            Moved::Showed { seat } => self.learn(seat, self.twin),
            Moved::Passed { .. } | Moved::Finished { .. } | Moved::FailedFinish { .. } => {}
        }
    }

    fn discarded(&mut self, seat: Seat, tile: Tile) {
        self.open[tile.index()] += 1;
        remove(&mut self.holds[seat], tile);
        if seat == self.next {
            self.next_refused.push(tile);
        }
        if seat == self.me {
            self.offered = Some(tile);
        }
    }

    fn learn(&mut self, seat: Seat, tile: Tile) {
        // The own rack is known anyway.
        if seat != self.me {
            self.holds[seat].push(tile);
        }
    }

    /// Every tile whose place is known, the indicator apart that lies on the table.
    fn seen(&self, rack: &[Tile]) -> Vec<Tile> {
        let mut seen = rack.to_vec();
        for tile in Tile::kinds() {
            let times = usize::from(self.open[tile.index()]);
            seen.extend(std::iter::repeat_n(tile, times));
        }
        self.holds
            .values()
            .for_each(|held| seen.extend_from_slice(held));
        seen
    }
}
