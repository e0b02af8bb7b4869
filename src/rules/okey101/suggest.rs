//! What a rack offers, for whoever shows it to its owner: the melds worth most, the doubles, what can be laid off, and
//! what some picked tiles are.
//!
//! All of it is made from a view, so it holds nothing that the owner may not know.

use super::Action;
use super::meld::{Composed, Kind, Meld, MeldFault, face};
use super::opening::OpenKind;
use super::propose;
use super::view::{Moved, Phase, View};
use crate::meld::remove;
use crate::tile::{Face, Tile};

/// What these tiles are, in whichever order they were picked: a double, or of a set and a run what is worth more.
///
/// Jokers fill the gaps of a run, the others go to its upper end, where they are worth most (101 rules 6.5 and 6.7).
pub fn read_tiles(tiles: &[Tile], okey: Face) -> Result<Composed, MeldFault> {
    let in_line = in_line(tiles, okey);
    if tiles.len() <= 2 {
        let pair = Composed::of(in_line);
        return Meld::compose(&pair, okey).map(|_| Composed::as_kind(pair.tiles, Kind::Pair));
    }
    let set = Composed::as_kind(in_line.clone(), Kind::Set);
    let run = Composed::as_kind(spread(&in_line, okey), Kind::Run);
    let value = |composed: &Composed| Meld::compose(composed, okey).map(|meld| meld.value(okey));
    match (value(&run), value(&set)) {
        (Ok(one), Ok(other)) if other > one => Ok(set),
        (Ok(_), _) => Ok(run),
        (_, Ok(_)) => Ok(set),
        (Err(_), Err(_)) => Err(Meld::compose(&Composed::of(run.tiles), okey)
            .err()
            .unwrap_or(MeldFault::Neither)),
    }
}

/// By number, jokers behind.
fn in_line(tiles: &[Tile], okey: Face) -> Vec<Tile> {
    let mut tiles = tiles.to_vec();
    tiles.sort_by_key(|tile| (face(*tile, okey).map_or(u8::MAX, Face::number), *tile));
    tiles
}

/// The tiles of a run in their order, each joker where it belongs; as they are if they are no run.
fn spread(in_line: &[Tile], okey: Face) -> Vec<Tile> {
    let (naturals, mut jokers): (Vec<Tile>, Vec<Tile>) = in_line
        .iter()
        .partition(|tile| face(**tile, okey).is_some());
    let mut run: Vec<Tile> = Vec::new();
    let mut next: Option<u8> = None;
    for tile in naturals {
        let number = face(tile, okey).map_or(0, Face::number);
        while next.is_some_and(|next| next < number) && !jokers.is_empty() {
            run.extend(jokers.pop());
            next = next.map(|next| next + 1);
        }
        run.push(tile);
        next = Some(number + 1);
    }
    while next.is_some_and(|next| next <= 13) && !jokers.is_empty() {
        run.extend(jokers.pop());
        next = next.map(|next| next + 1);
    }
    jokers.append(&mut run);
    jokers
}

impl View {
    /// The tile that must be used before anything else, if the viewer has taken it (101 rules 5.2).
    pub fn must_use(&self) -> Option<Tile> {
        let seat = self.viewer.seat()?;
        self.taken.filter(|_| self.phase == Phase::Taken(seat))
    }

    /// The disjoint sets and runs of most points on the viewer's rack, whatever they reach; a tile stays to discard.
    ///
    /// A taken tile is in one of them wherever it can be: see [`Self::uses_taken`].
    pub fn best_melds(&self) -> Vec<Composed> {
        self.best(propose::most_points)
    }

    /// The most doubles of the viewer's rack; a tile stays to discard. For a taken tile it is as with melds.
    pub fn best_doubles(&self) -> Vec<Composed> {
        self.best(propose::most_pairs)
    }

    /// Whether the taken tile, if there is one, is among these, so that they could be laid (101 rules 5.2).
    pub fn uses_taken(&self, melds: &[Composed]) -> bool {
        let is_in = |taken| melds.iter().any(|meld| meld.tiles.contains(&taken));
        self.must_use().is_none_or(is_in)
    }

    /// Whether doubles are worth showing together rather than melds that count so many points: who has not opened sees what
    /// they are nearer to.
    pub fn shows_doubles(&self, points: u32, doubles: usize) -> bool {
        let opened = self.viewer.seat().and_then(|seat| self.opened[seat]);
        let doubles = doubles as u32;
        match (opened, self.needed) {
            (Some(opened), _) => opened.kind == OpenKind::Doubles,
            (None, Some(needed)) => {
                points < needed.points
                    && doubles * needed.points > points * needed.pairs
                    && doubles + 1 >= needed.pairs
            }
            (None, None) => false,
        }
    }

    /// What the viewer sees together: the melds of most points, or the most doubles.
    pub(super) fn together(&self, okey: Face) -> Vec<Composed> {
        let (melds, doubles) = (self.best_melds(), self.best_doubles());
        let made = melds
            .iter()
            .filter_map(|meld| Meld::compose(meld, okey).ok());
        let points = made.map(|meld| meld.value(okey)).sum();
        if self.shows_doubles(points, doubles.len()) {
            doubles
        } else {
            melds
        }
    }

    /// The best of the rack with the taken tile, or without it where it goes with nothing: the rest goes together still.
    fn best(&self, most: fn(&[Tile], Face, Option<Tile>) -> Vec<Composed>) -> Vec<Composed> {
        let (Some(rack), Some(okey)) = (self.rack(), self.okey()) else {
            return Vec::new();
        };
        let best = most(rack, okey, self.must_use());
        if best.is_empty() && self.must_use().is_some() {
            return most(rack, okey, None);
        }
        best
    }

    /// Lay-offs of the viewer's tiles, one after another, each of which the rules accept in this order; empty if it is
    /// not the moment.
    ///
    /// Jokers and the tiles of `kept` stay on the rack, and one tile to be discarded.
    pub fn lay_offs(&self, kept: &[Tile]) -> Vec<Action> {
        let (Some(seat), Some(okey)) = (self.viewer.seat(), self.okey()) else {
            return Vec::new();
        };
        let is_now =
            matches!(self.phase, Phase::Play(actor) | Phase::Taken(actor) if actor == seat);
        let may = is_now && self.opened[seat].is_some();
        let Some(own) = self.own.as_ref().filter(|own| may && !own.must_finish) else {
            return Vec::new();
        };
        let mut free = own.rack.clone();
        kept.iter().for_each(|tile| {
            remove(&mut free, *tile);
        });
        free.retain(|tile| !tile.is_joker(okey));
        let mut table = self.melds_on_table(okey);
        let mut actions = Vec::new();
        if let Some(taken) = self.must_use() {
            remove(&mut free, taken);
            match lay_off(&mut table, taken, okey) {
                Some(action) => actions.push(action),
                None => return Vec::new(),
            }
        }
        let most = self.lay_offs_left().min(own.rack.len().saturating_sub(1));
        while actions.len() < most {
            let found = free
                .iter()
                .enumerate()
                .find_map(|(place, tile)| Some((place, lay_off(&mut table, *tile, okey)?)));
            let Some((place, action)) = found else { break };
            free.remove(place);
            actions.push(action);
        }
        actions.truncate(most);
        actions
    }

    fn melds_on_table(&self, okey: Face) -> Vec<Option<Meld>> {
        let composed = |meld: &super::view::TableMeld| {
            Meld::compose(&Composed::as_kind(meld.tiles.clone(), meld.kind), okey).ok()
        };
        self.table.iter().map(composed).collect()
    }

    /// How many tiles the viewer may still lay off in this turn (101 rules 8.2).
    fn lay_offs_left(&self) -> usize {
        let Some(seat) = self.viewer.seat() else {
            return 0;
        };
        let limit = self.options.pairs_layoff_limit as usize;
        let by_doubles = self.opened[seat].is_some_and(|opening| opening.kind == OpenKind::Doubles);
        if limit == 0 || !by_doubles {
            return usize::MAX;
        }
        let of_this_turn = self
            .history
            .iter()
            .rev()
            .take_while(|moved| !matches!(moved, Moved::Discarded { .. }));
        let laid = of_this_turn.fold(0_usize, |laid, moved| match moved {
            Moved::LaidOff { .. } => laid + 1,
            Moved::TookBack { .. } => laid.saturating_sub(1),
            _ => laid,
        });
        limit.saturating_sub(laid)
    }
}

/// Lays the tile off on the first meld that it fits.
fn lay_off(table: &mut [Option<Meld>], tile: Tile, okey: Face) -> Option<Action> {
    table.iter_mut().enumerate().find_map(|(place, meld)| {
        let meld = meld.as_mut()?;
        let end = *meld.fits(tile, okey).last()?;
        meld.add(tile, end);
        Some(Action::LayOff {
            tile,
            meld: place,
            end: Some(end),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tiles: &str, expected: Result<(&str, Kind), MeldFault>) {
        let okey = "R5"
            .parse::<Tile>()
            .expect("a tile")
            .face()
            .expect("a face");
        let picked = Tile::read_all(tiles).expect("tiles");
        let expected = expected
            .map(|(tiles, kind)| Composed::as_kind(Tile::read_all(tiles).expect("tiles"), kind));
        assert_eq!(read_tiles(&picked, okey), expected, "{tiles}");
    }

    #[test]
    fn picked_tiles_are_read_in_any_order() {
        check("K3 K1 K2", Ok(("K1 K2 K3", Kind::Run)));
        check("K8 R5 K6", Ok(("K6 R5 K8", Kind::Run)));
        check("R5 K12 K13", Ok(("R5 K12 K13", Kind::Run)));
        check("R5 K1 K2", Ok(("K1 K2 R5", Kind::Run)));
        check("K7 R5 R5", Ok(("K7 R5 R5", Kind::Run)));
        check("K13 R5 R5", Ok(("K13 R5 R5", Kind::Set)));
        check("R5 Y10 K10", Ok(("Y10 K10 R5", Kind::Set)));
        check("F R4 R6", Ok(("R4 F R6", Kind::Run)));
        check("R5 G6 R5 G9", Ok(("G6 R5 R5 G9", Kind::Run)));
        check("K9 K9", Ok(("K9 K9", Kind::Pair)));
        check("R5 K9", Ok(("K9 R5", Kind::Pair)));
        check("R12 R13 R1", Err(MeldFault::Gap));
        check("K9 R9", Err(MeldFault::NoPair));
        check("K9", Err(MeldFault::TooFew));
        check("", Err(MeldFault::TooFew));
        check("Y5 G6 Y7", Err(MeldFault::Neither));
        check("R10 R10 K10", Err(MeldFault::ColourTwice));
    }
}
