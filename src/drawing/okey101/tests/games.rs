//! Games for the tests of this room, played by the rules with the tiles of a seed.

use crate::okey101::{Group, Shown, Tone};
use crate::rules::meld::{arrange_in_melds, pairs};
use crate::rules::okey101::{Action, Okey101, Options, View};
use crate::rules::tile::{Face, Tile};
use crate::rules::{Chance, Dice, Game, Seat, Viewer};

/// A game in which everybody lays what is listed and keeps what goes together.
pub(super) struct Played {
    pub(super) game: Okey101,
    chance: Chance,
    dice: Dice,
}

impl Played {
    pub(super) fn new(seed: u64, seats: usize, options: &Options) -> Self {
        Self {
            game: Okey101::new(options, seats),
            chance: Chance::from_seed(seed),
            dice: Dice::from_seed(seed),
        }
    }

    /// Deals the next round.
    pub(super) fn deal(&mut self) {
        let events = self.game.deal(&self.chance);
        self.game.obey(&events);
    }

    /// One step; the seat that made it, or `None` once the round is over.
    pub(super) fn step(&mut self) -> Option<Seat> {
        let seat = self.game.waiting().seats.iter().next()?;
        let action = self.choose(seat);
        let done = self.game.act(seat, &action, &self.chance);
        done.expect("listed actions are accepted");
        Some(seat)
    }

    /// What the viewers see.
    pub(super) fn watched(&self) -> View {
        self.game.view(Viewer::Watcher)
    }

    pub(super) fn seen_by(&self, seat: Seat) -> View {
        self.game.view(Viewer::Seat(seat))
    }

    fn choose(&mut self, seat: Seat) -> Action {
        let listed = self.game.actions(seat);
        let kept: Vec<_> = listed
            .iter()
            .filter(|action| match action {
                Action::TakeBack => false,
                Action::Take => self.dice.below(3) == 0,
                Action::SwapJoker { .. } => self.dice.below(2) == 0,
                Action::Draw | Action::Return | Action::Discard { .. } | Action::Pass => false,
                _ => true,
            })
            .cloned()
            .collect();
        if !kept.is_empty() {
            return kept[self.dice.below(kept.len() as u32) as usize].clone();
        }
        let view = self.seen_by(seat);
        match (view.rack(), view.okey()) {
            (Some(rack), Some(okey)) => self.end_of_turn(rack, okey, listed),
            _ => self.game.at_zero(seat),
        }
    }

    /// Draws, returns, or discards a loose tile; now and then one that costs.
    fn end_of_turn(&mut self, rack: &[Tile], okey: Face, listed: Vec<Action>) -> Action {
        let loose = arrange_in_melds(rack, okey).loose;
        let careless = self.dice.below(12) == 0;
        let is_fine = |action: &Action| match action {
            Action::Discard { tile, confirm } => {
                loose.contains(tile) && !tile.is_joker(okey) && (*confirm == careless)
            }
            Action::Take => false,
            _ => true,
        };
        let fine: Vec<_> = listed.iter().filter(|action| is_fine(action)).collect();
        let among = if fine.is_empty() {
            listed
                .iter()
                .filter(|action| **action != Action::Take)
                .collect()
        } else {
            fine
        };
        among[self.dice.below(among.len() as u32) as usize].clone()
    }
}

/// A rack as the panel shows it: what could be laid apart, its worth below it.
pub(super) fn shown(rack: &[Tile], okey: Face, tone: Tone) -> Shown {
    let arrangement = arrange_in_melds(rack, okey);
    let worth = |tiles: &[Tile]| {
        let composed = crate::rules::okey101::Composed::of(tiles.to_vec());
        let meld = crate::rules::okey101::Meld::compose(&composed, okey);
        meld.ok().map(|meld| meld.value(okey) as i32)
    };
    let group = |tiles: Vec<Tile>| Group {
        worth: worth(&tiles),
        tiles,
        tone,
    };
    Shown {
        groups: arrangement.melds.into_iter().map(group).collect(),
        loose: arrangement.loose,
    }
}

/// A rack shown in doubles.
pub(super) fn shown_in_pairs(rack: &[Tile], okey: Face) -> Shown {
    let paired = pairs(rack, okey);
    let mut loose = rack.to_vec();
    for tile in paired.iter().flatten() {
        crate::rules::meld::remove(&mut loose, *tile);
    }
    let group = |tiles| Group {
        tiles,
        worth: None,
        tone: Tone::Quiet,
    };
    Shown {
        groups: paired.into_iter().map(group).collect(),
        loose,
    }
}
