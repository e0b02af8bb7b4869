//! `istaka draw`: what the drawing room makes of a simulated game, or of given tiles.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CliFailure;
use crate::computers::glimpse::{Looker, before_the_deal, glimpse};
use crate::drawing::{Scene, Sitter, okey, okey101, paint};
use crate::rules::any::{AnyView, GameId};
use crate::rules::meld::{self, Arrangement};
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
    Okey101,
}

impl Game {
    fn id(self) -> GameId {
        match self {
            Self::Okey => GameId::Okey,
            Self::Okey101 => GameId::Okey101,
        }
    }
}

/// Writes the picture.
pub fn draw(args: &DrawArgs) -> Result<(), CliFailure> {
    let scene = match (&args.tiles, args.picture) {
        (Some(tiles), Picture::Rack) => given(args.game.id(), tiles, args.indicator.as_deref())?,
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
    Ok(drawn_rack(&simulated(args, looker)?))
}

fn simulated_board(args: &DrawArgs) -> Result<Scene, CliFailure> {
    if let Some(index) = args.seat {
        seat(index)?;
    }
    let sitters = PerSeat::new(SEATS, |_| Sitter::Computer);
    Ok(match simulated(args, Looker::Viewer(Viewer::Watcher))? {
        AnyView::Okey(view) => okey::board(&view, &sitters),
        AnyView::Okey101(view) => okey101::board(&view, &sitters),
    })
}

fn simulated(args: &DrawArgs, looker: Looker) -> Result<AnyView, CliFailure> {
    let seed = args.seed.unwrap_or_default();
    let options = args.game.id().default_options();
    glimpse(&options, SEATS, seed, args.step, looker).map_err(CliFailure::bad)
}

fn seat(index: usize) -> Result<Seat, CliFailure> {
    Seat::new(index)
        .filter(|seat| seat.index() < SEATS)
        .ok_or_else(|| CliFailure::bad(format!("there is no seat {index}: they are 0 to 3")))
}

/// The rack of these tiles, arranged if the okey is known.
fn given(game: GameId, text: &str, indicator: Option<&str>) -> Result<Scene, CliFailure> {
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
    let before = before_the_deal(&game.default_options(), SEATS);
    let mut view = before.ok_or_else(|| CliFailure::bad("this game cannot be drawn"))?;
    if indicator.is_some() {
        tiles.sort_unstable();
    }
    match &mut view {
        AnyView::Okey(view) => {
            view.indicator = indicator;
            view.rack = Some(tiles);
        }
        AnyView::Okey101(view) => {
            view.indicator = indicator;
            if let Some(own) = &mut view.own {
                own.rack = tiles;
            }
        }
    }
    Ok(drawn_rack(&view))
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

/// The viewer's rack in melds; as it is while no okey is known.
fn drawn_rack(view: &AnyView) -> Scene {
    match view {
        AnyView::Okey(view) => {
            let held = view.rack.as_deref().unwrap_or_default();
            let arrangement = match view.okey() {
                Some(okey) => meld::arrange(held, okey),
                None => Arrangement {
                    melds: Vec::new(),
                    loose: held.to_vec(),
                },
            };
            okey::rack(view, &arrangement, &okey::Marks::default())
        }
        AnyView::Okey101(view) => {
            let shown = match view.okey() {
                Some(_) => {
                    let melds = view.best_melds();
                    okey101::Shown::grouped(view, &melds, okey101::Tone::Quiet)
                }
                None => okey101::Shown {
                    groups: Vec::new(),
                    loose: view.rack().unwrap_or_default().to_vec(),
                },
            };
            okey101::rack(view, &shown, &okey101::Marks::default())
        }
    }
}
