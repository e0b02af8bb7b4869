//! `istaka analyze`: what the exact solver says of a rack.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use super::CliFailure;
use crate::rules::meld::{
    Progress, Unseen, arrange_in_melds, discards, pairs, partition, progress, rest,
};
use crate::rules::okey::WinKind;
use crate::rules::tile::{Face, Tile};

/// The flags of `istaka analyze`.
#[derive(Args, Clone, Debug)]
pub struct AnalyzeArgs {
    #[command(subcommand)]
    game: Analyzed,
}

#[derive(Subcommand, Clone, Debug)]
enum Analyzed {
    /// A rack of Okey: how far it is from a win, and what each discard leaves
    Okey(OkeyArgs),
}

#[derive(Args, Clone, Debug)]
struct OkeyArgs {
    /// The indicator, for instance R4
    #[arg(long, required_unless_present = "batch")]
    indicator: Option<String>,
    /// 14 or 15 tiles, for instance "R1 R2 R3 F K13 …"
    #[arg(required_unless_present = "batch")]
    tiles: Option<String>,
    /// Answer each line of a file of {"indicator":…,"tiles":…}, in order
    #[arg(long, value_name = "FILE", conflicts_with_all = ["indicator", "tiles"])]
    batch: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A line of a batch.
#[derive(Deserialize)]
struct Asked {
    indicator: String,
    tiles: String,
}

#[derive(Serialize, Debug)]
struct Answer {
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

/// Prints the answer, or all of a batch.
pub fn analyze(args: AnalyzeArgs) -> Result<(), CliFailure> {
    let Analyzed::Okey(args) = args.game;
    if let Some(file) = &args.batch {
        return batch(file);
    }
    let (Some(indicator), Some(tiles)) = (args.indicator, args.tiles) else {
        return Err(CliFailure::bad("give an indicator and tiles"));
    };
    let answer = answer(&indicator, &tiles).map_err(CliFailure::bad)?;
    let told = if args.json {
        json(&answer)
    } else {
        words(&answer)
    };
    println!("{told}");
    Ok(())
}

fn batch(file: &Path) -> Result<(), CliFailure> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| CliFailure::bad(format!("{}: {error}", file.display())))?;
    let mut bad = 0;
    for line in text.lines() {
        let answered = serde_json::from_str::<Asked>(line)
            .map_err(|error| error.to_string())
            .and_then(|asked| answer(&asked.indicator, &asked.tiles));
        match answered {
            Ok(answer) => println!("{}", json(&answer)),
            Err(error) => {
                bad += 1;
                println!("{}", serde_json::json!({ "error": error }));
            }
        }
    }
    match bad {
        0 => Ok(()),
        bad => Err(CliFailure::bad(format!("{bad} bad lines in the batch"))),
    }
}

fn json(answer: &Answer) -> String {
    serde_json::to_string(answer).expect("texts and numbers become JSON")
}

fn answer(indicator: &str, tiles: &str) -> Result<Answer, String> {
    let indicator: Tile = indicator
        .trim()
        .parse()
        .map_err(|e| format!("indicator: {e}"))?;
    let indicator = indicator
        .face()
        .ok_or("a false joker cannot be the indicator")?;
    let tiles = Tile::read_all(tiles).map_err(|error| error.to_string())?;
    check(&tiles, indicator)?;
    Ok(judge(&tiles, indicator))
}

/// Fourteen or fifteen tiles of a real set, the indicator not among them.
fn check(tiles: &[Tile], indicator: Face) -> Result<(), String> {
    if !(14..=15).contains(&tiles.len()) {
        return Err(format!(
            "14 or 15 tiles are needed, {} are given",
            tiles.len()
        ));
    }
    let mut seen = [0; Tile::KINDS];
    seen[Tile::Numbered(indicator).index()] = 1;
    for tile in tiles {
        seen[tile.index()] += 1;
        if seen[tile.index()] > 2 {
            return Err(format!(
                "{tile} comes three times, the indicator counted; there are two"
            ));
        }
    }
    Ok(())
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

fn words(answer: &Answer) -> String {
    let row = |tiles: &Vec<Tile>| -> String {
        tiles
            .iter()
            .map(Tile::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let head = match answer.kind {
        Some(WinKind::Ordinary) => "wins with melds".to_owned(),
        Some(WinKind::Pairs) => "wins with seven pairs".to_owned(),
        None => format!(
            "distance {}, {} useful tiles",
            answer.distance, answer.useful
        ),
    };
    let melds: Vec<String> = answer.melds.iter().map(row).collect();
    let mut lines = vec![head, format!("melds: {}", melds.join(" | "))];
    lines.extend(answer.discards.iter().map(|discard| {
        let Discarded {
            tile,
            distance,
            useful,
        } = discard;
        format!("discard {tile}: distance {distance}, {useful} useful tiles")
    }));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: &str = "R1 R2 R3 G7 Y7 K7 Y9 Y10 Y11 Y12 K2 K3 K4 K5";

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
