//! `istaka draw`: what the drawing room makes of a simulated game, or of given tiles.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CliFailure;
use crate::computers::glimpse::{Looker, before_the_deal, glimpse};
use crate::drawing::okey::{Marks, board, rack};
use crate::drawing::{Scene, Sitter, paint};
use crate::rules::any::{AnyView, GameId};
use crate::rules::meld::{self, Arrangement};
use crate::rules::okey::View;
use crate::rules::tile::{Face, Tile};
use crate::rules::{PerSeat, Seat, Viewer};

/// How many sit at a simulated table.
const SEATS: usize = 4;
/// More tiles do not fit on a rack.
const MOST_TILES: usize = 22;

/// The flags of `istaka draw`.
#[derive(Args, Clone, Debug)]
pub struct DrawArgs {
    /// What to draw
    picture: Picture,
    /// Of which game
    game: Game,
    /// The seed of a simulated game of four computers
    #[arg(long, value_name = "S", required_unless_present = "tiles")]
    seed: Option<u64>,
    /// After how many moves of it; 0 is the deal
    #[arg(long, value_name = "N", default_value_t = 0)]
    step: u32,
    /// Whose rack, from 0; whoever is to act if nothing is said
    #[arg(long, value_name = "I")]
    seat: Option<usize>,
    /// A rack of these tiles, for instance "R1 R2 R3 F"
    #[arg(long, value_name = "TILES", conflicts_with_all = ["seed", "step", "seat"])]
    tiles: Option<String>,
    /// The indicator of that rack, for instance R4
    #[arg(long, value_name = "TILE", requires = "tiles")]
    indicator: Option<String>,
    /// The picture's file
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Picture {
    /// A player's own rack
    Rack,
    /// The table as everybody sees it
    Board,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Game {
    Okey,
}

/// Writes the picture.
pub fn draw(args: &DrawArgs) -> Result<(), CliFailure> {
    let Game::Okey = args.game;
    let scene = match (&args.tiles, args.picture) {
        (Some(tiles), Picture::Rack) => given(tiles, args.indicator.as_deref())?,
        (Some(_), Picture::Board) => {
            return Err(CliFailure::bad("--tiles makes a rack, not a board"));
        }
        (None, Picture::Rack) => simulated_rack(args)?,
        (None, Picture::Board) => simulated_board(args)?,
    };
    std::fs::write(&args.output, paint(&scene))
        .map_err(|error| CliFailure::bad(format!("{}: {error}", args.output.display())))
}

fn simulated_rack(args: &DrawArgs) -> Result<Scene, CliFailure> {
    let looker = match args.seat {
        None => Looker::Mover,
        Some(index) => Looker::Viewer(Viewer::Seat(seat(index)?)),
    };
    let view = simulated(args, looker)?;
    Ok(arranged(&view))
}

fn simulated_board(args: &DrawArgs) -> Result<Scene, CliFailure> {
    if let Some(index) = args.seat {
        seat(index)?;
    }
    let view = simulated(args, Looker::Viewer(Viewer::Watcher))?;
    Ok(board(&view, &PerSeat::new(SEATS, |_| Sitter::Computer)))
}

fn simulated(args: &DrawArgs, looker: Looker) -> Result<View, CliFailure> {
    let seed = args.seed.unwrap_or_default();
    let options = GameId::Okey.default_options();
    match glimpse(&options, SEATS, seed, args.step, looker).map_err(CliFailure::bad)? {
        AnyView::Okey(view) => Ok(*view),
        AnyView::Okey101(_) => Err(CliFailure::bad("this game cannot be drawn")),
    }
}

fn seat(index: usize) -> Result<Seat, CliFailure> {
    Seat::new(index)
        .filter(|seat| seat.index() < SEATS)
        .ok_or_else(|| CliFailure::bad(format!("there is no seat {index}: they are 0 to 3")))
}

/// The rack of these tiles, arranged if the okey is known.
fn given(text: &str, indicator: Option<&str>) -> Result<Scene, CliFailure> {
    let mut tiles = Tile::read_all(text).map_err(CliFailure::bad)?;
    if !(1..=MOST_TILES).contains(&tiles.len()) {
        return Err(CliFailure::bad(format!(
            "a rack of 1 to {MOST_TILES} tiles can be drawn, not of {}",
            tiles.len()
        )));
    }
    let indicator = indicator.map(read_indicator).transpose()?;
    let of_the_set = tiles.iter().copied().chain(indicator.map(Tile::Numbered));
    two_of_each(&of_the_set.collect::<Vec<_>>())?;
    let Some(AnyView::Okey(mut view)) = before_the_deal(&GameId::Okey.default_options(), SEATS)
    else {
        return Err(CliFailure::bad("this game cannot be drawn"));
    };
    view.indicator = indicator;
    if indicator.is_none() {
        let arrangement = Arrangement {
            melds: Vec::new(),
            loose: tiles,
        };
        return Ok(rack(&view, &arrangement, &Marks::default()));
    }
    tiles.sort_unstable();
    view.rack = Some(tiles);
    Ok(arranged(&view))
}

fn read_indicator(text: &str) -> Result<Face, CliFailure> {
    let tile: Tile = text.parse().map_err(CliFailure::bad)?;
    tile.face()
        .ok_or_else(|| CliFailure::bad("a false joker is never the indicator"))
}

fn two_of_each(tiles: &[Tile]) -> Result<(), CliFailure> {
    let more = Tile::kinds().find(|kind| tiles.iter().filter(|tile| *tile == kind).count() > 2);
    match more {
        Some(tile) => Err(CliFailure::bad(format!(
            "there are only two {tile}, the indicator included"
        ))),
        None => Ok(()),
    }
}

fn arranged(view: &View) -> Scene {
    let held = view.rack.as_deref().unwrap_or_default();
    let arrangement = match view.okey() {
        Some(okey) => meld::arrange(held, okey),
        None => Arrangement {
            melds: Vec::new(),
            loose: held.to_vec(),
        },
    };
    rack(view, &arrangement, &Marks::default())
}
