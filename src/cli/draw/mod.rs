//! `istaka draw`: what the drawing room makes of a simulated game, or of a given rack.
//!
//! A file for each game says how its views are drawn; here is what they share.

mod kaluki;
mod meri;
mod okey;
mod okey101;
mod tiles;
#[cfg(debug_assertions)]
#[path = "../../../tests/toy/draw.rs"]
mod toy;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{CliFailure, choices};
use crate::arena::glimpse::{Looker, before_the_deal, glimpse};
use crate::drawing::{Persona, Scene, Sitter, Sitters, paint};
use crate::rules::any::{AnyView, GameId};
use crate::rules::{Seat, Viewer};

/// The flags of `istaka draw`.
#[derive(Args, Clone, Debug)]
pub(super) struct DrawArgs {
    /// What to draw
    picture: Picture,
    /// Of which game
    #[arg(value_parser = choices::game())]
    game: GameId,
    /// The seed of a simulated game of computers
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

/// What can be drawn of a game, as its viewer sees it.
trait Drawn {
    /// The table.
    fn board(&self, sitters: &Sitters) -> Scene;

    /// The viewer's rack as well arranged as can be, or as it lies where that cannot be told.
    fn rack(&self) -> Scene;

    /// Gives the viewer another rack, with the indicator beside it if one is told.
    fn give(&mut self, rack: &str, indicator: Option<&str>) -> Result<(), String>;
}

/// The one list of games here.
fn drawn(view: &mut AnyView) -> &mut dyn Drawn {
    match view {
        AnyView::Okey(view) => view.as_mut(),
        AnyView::Okey101(view) => view.as_mut(),
        AnyView::Kaluki(view) => view.as_mut(),
        AnyView::Meri(view) => view.as_mut(),
        #[cfg(debug_assertions)]
        AnyView::Toy(view) => view.as_mut(),
    }
}

/// Writes the picture.
pub(super) fn draw(args: &DrawArgs) -> Result<(), CliFailure> {
    let scene = match (&args.tiles, args.picture) {
        (Some(tiles), Picture::Rack) => given(args.game, tiles, args.indicator.as_deref())?,
        (Some(_), Picture::Board) => {
            return Err(CliFailure::bad("--tiles makes a rack, not a board"));
        }
        (None, Picture::Rack) => simulated_rack(args)?,
        (None, Picture::Board) => simulated_board(args)?,
    };
    put(&args.output, &paint(&scene))
        .map_err(|error| CliFailure::bad(format!("{}: {error}", args.output.display())))
}

/// Writes a file as a whole: where the disk refuses, what was there before stays, and nothing of the new one.
fn put(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if file.metadata().is_ok_and(|about| !about.is_file()) {
        return std::fs::write(file, bytes);
    }
    // A link stays one.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, &file));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

fn simulated_rack(args: &DrawArgs) -> Result<Scene, CliFailure> {
    let looker = match args.seat {
        None => Looker::Mover,
        Some(index) => Looker::Viewer(Viewer::Seat(seat(args.game, index)?)),
    };
    Ok(drawn(&mut simulated(args, looker)?).rack())
}

/// Whose computers a drawn table has: it has no id of its own.
const NAMED: &str = "drawn";

fn simulated_board(args: &DrawArgs) -> Result<Scene, CliFailure> {
    if let Some(index) = args.seat {
        seat(args.game, index)?;
    }
    let sitters = Sitters::new(seats(args.game), |seat| {
        Sitter::Computer(Persona::at(NAMED, seat))
    });
    let mut view = simulated(args, Looker::Viewer(Viewer::Watcher))?;
    Ok(drawn(&mut view).board(&sitters))
}

fn simulated(args: &DrawArgs, looker: Looker) -> Result<AnyView, CliFailure> {
    let seed = args.seed.unwrap_or_default();
    let options = args.game.default_options();
    glimpse(&options, seats(args.game), seed, args.step, looker).map_err(CliFailure::bad)
}

/// How many sit at a simulated table: as many as can.
fn seats(game: GameId) -> usize {
    *game.seats().end()
}

fn seat(game: GameId, index: usize) -> Result<Seat, CliFailure> {
    let last = seats(game) - 1;
    let seat = Seat::new(index).filter(|_| index <= last);
    seat.ok_or_else(|| CliFailure::bad(format!("there is no seat {index}: they are 0 to {last}")))
}

/// The rack of these tiles, arranged if the okey is known.
fn given(game: GameId, rack: &str, indicator: Option<&str>) -> Result<Scene, CliFailure> {
    let before = before_the_deal(&game.default_options(), seats(game));
    let mut view = before.ok_or_else(|| CliFailure::bad("this game cannot be drawn"))?;
    let drawn = drawn(&mut view);
    drawn.give(rack, indicator).map_err(CliFailure::bad)?;
    Ok(drawn.rack())
}
