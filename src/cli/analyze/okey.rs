//! A rack of Okey: how far it is from a win, with which tiles, and what each discard leaves.

use std::fmt;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::tiles::{Rack, row};
use crate::rules::meld::{
    Progress, Unseen, arrange_in_melds, discards, pairs, partition, progress, rest,
};
use crate::rules::okey::WinKind;
use crate::rules::tile::{Face, Tile};

/// A rack and its indicator.
#[derive(Args, Deserialize, Clone, Debug)]
pub(super) struct Question {
    /// The indicator, for instance R4
    #[arg(
        long,
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    indicator: String,
    /// 14 or 15 tiles, for instance "R1 R2 R3 F K13 …"
    #[arg(
        required = false,
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    tiles: String,
}

/// What the solver says.
#[derive(Serialize, Debug)]
pub(super) struct Answer {
    wins: bool,
    kind: Option<WinKind>,
    distance: u8,
    useful: u32,
    melds: Vec<Vec<Tile>>,
    discards: Vec<Discarded>,
}

#[derive(Serialize, Debug)]
struct Discarded {
    tile: Tile,
    distance: u8,
    useful: u32,
}

impl super::Question for Question {
    type Answer = Answer;

    fn answer(&self) -> Result<Answer, String> {
        let Rack { tiles, indicator } = Rack::read(&self.indicator, &self.tiles)?;
        match tiles.len() {
            14 | 15 => Ok(judge(&tiles, indicator)),
            given => Err(format!("14 or 15 tiles are needed, {given} are given")),
        }
    }
}

fn judge(tiles: &[Tile], indicator: Face) -> Answer {
    let unseen = Unseen::but(tiles, indicator);
    if tiles.len() == 14 {
        return of(tiles, &progress(tiles, indicator), &unseen, indicator);
    }
    let mut found = discards(tiles, indicator);
    let kind_after = |tile| kind(&rest(tiles, tile), indicator.okey());
    // Stable: equal ones stay in canonical order. An ordinary win before one in pairs.
    found.sort_by_key(|without| {
        let progress = without.progress;
        let pairs = progress.distance == 0 && kind_after(without.tile) == Some(WinKind::Pairs);
        (
            progress.distance,
            pairs,
            std::cmp::Reverse(progress.count(&unseen)),
        )
    });
    let best = found[0];
    let mut answer = of(&rest(tiles, best.tile), &best.progress, &unseen, indicator);
    answer.discards = found
        .iter()
        .map(|without| Discarded {
            tile: without.tile,
            distance: without.progress.distance,
            useful: without.progress.count(&unseen),
        })
        .collect();
    answer
}

fn kind(tiles: &[Tile], okey: Face) -> Option<WinKind> {
    if partition(tiles, okey).is_some() {
        return Some(WinKind::Ordinary);
    }
    (pairs(tiles, okey).len() == 7).then_some(WinKind::Pairs)
}

fn of(tiles: &[Tile], progress: &Progress, unseen: &Unseen, indicator: Face) -> Answer {
    let okey = indicator.okey();
    let kind = kind(tiles, okey);
    let melds = match kind {
        Some(WinKind::Ordinary) => partition(tiles, okey).unwrap_or_default(),
        Some(WinKind::Pairs) => pairs(tiles, okey),
        None => arrange_in_melds(tiles, okey).melds,
    };
    Answer {
        wins: kind.is_some(),
        kind,
        distance: progress.distance,
        useful: progress.count(unseen),
        melds,
        discards: Vec::new(),
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(WinKind::Ordinary) => writeln!(f, "wins with melds")?,
            Some(WinKind::Pairs) => writeln!(f, "wins with seven pairs")?,
            None => {
                let Self {
                    distance, useful, ..
                } = self;
                writeln!(f, "distance {distance}, {useful} useful tiles")?;
            }
        }
        write!(f, "melds: {}", row(&self.melds))?;
        for discard in &self.discards {
            let Discarded {
                tile,
                distance,
                useful,
            } = discard;
            write!(
                f,
                "\ndiscard {tile}: distance {distance}, {useful} useful tiles"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Question as _, json};
    use super::*;

    const WIN: &str = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5";

    fn answer(indicator: &str, tiles: &str) -> Result<Answer, String> {
        let [indicator, tiles] = [indicator, tiles].map(str::to_owned);
        Question { indicator, tiles }.answer()
    }

    #[test]
    fn a_win_is_told_with_its_melds() {
        let won = answer("R4", WIN).expect("fourteen tiles");
        assert_eq!(
            (won.wins, won.kind, won.distance, won.useful),
            (true, Some(WinKind::Ordinary), 0, 0)
        );
        assert_eq!(won.melds.iter().map(Vec::len).sum::<usize>(), 14);
        let fifteen = answer("R4", &format!("{WIN} R11")).expect("fifteen tiles");
        assert_eq!((fifteen.distance, fifteen.discards.len()), (0, 15));
        assert_eq!(fifteen.discards[0].tile.to_string(), "R11");
        assert!(json(&fifteen).starts_with(r#"{"wins":true,"kind":"ordinary","distance":0"#));
    }

    #[test]
    fn what_is_no_rack_is_refused() {
        let thirteen = &WIN[3..];
        let thrice = WIN.replace("R1 R2", "R4 R4");
        for (indicator, tiles) in [
            ("R4", thirteen),
            ("R4", &thrice),
            ("F", WIN),
            ("R4", "hello"),
            ("", WIN),
        ] {
            assert!(answer(indicator, tiles).is_err(), "{indicator:?} {tiles:?}");
        }
    }
}
