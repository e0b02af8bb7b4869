//! The table of Kaluki as everybody sees it: who sits there along both sides, the stock and the discards at the left, and
//! beside them all melds with their numbers, for anybody may build on any of them.

use super::{melds, mover, plaque, sheet, write};
use crate::felt::{stock, top_of};
use crate::packs::cards::{self, CardFace, Inks};
use crate::ring::{self, Side};
use crate::rules::Seat;
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::MatchMode;
use crate::rules::kaluki::view::{Phase, TakenCard};
use crate::scene::{Backdrop, Badge, Heading, Ink, PieceSize, Scene, at};
use crate::signs::{Sitter, Sitters};

/// The middle of the piles.
const PILES: i32 = 98;
/// The stock, the pile and the discards before its top, from top to bottom.
const STOCK: i32 = 184;
const PILE: i32 = 371;
const BEFORE: i32 = 529;
/// So many discards before the top one are shown.
const MOST_BEFORE: usize = 3;

/// The table of a deal, or its score sheet once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &Sitters, inks: Inks) -> Scene {
    let is_over = matches!(view.phase, Phase::BuyIn(_) | Phase::DealOver);
    if let Some(result) = view.result.as_ref().filter(|_| is_over) {
        return sheet::show(view, result, sitters);
    }
    let mut scene = Scene::on(Backdrop::Table);
    let turn = sitters.turn(mover(view));
    for (seat, _) in view.totals.iter() {
        let sitter = sitters.get(seat).unwrap_or(&Sitter::Person);
        plaque::show(&mut scene, view, seat, sitter, turn);
    }
    if view.phase != Phase::Undealt {
        number_of_deal(&mut scene, view);
        show_stock(&mut scene, view);
        show_pile(&mut scene, view, inks, turn);
    }
    if view.options.has_pool() {
        scene.badge(Badge::Pool, at(60, 616));
        write(
            &mut scene,
            &view.pool.to_string(),
            Ink::Light,
            at(92, 617),
            76,
        );
    }
    melds::lay(&mut scene, view, inks);
    scene
}

fn number_of_deal(scene: &mut Scene, view: &View) {
    scene.badge(Badge::Rounds, at(60, 156));
    let number = match view.options.match_mode {
        MatchMode::FixedDeals(deals) => format!("{}/{deals}", view.deal),
        MatchMode::Pool | MatchMode::SingleDeal => view.deal.to_string(),
    };
    write(scene, &number, Ink::Ivory, at(90, 157), 84);
}

/// The stock, marked once the discards have gone into it (Kaluki rules 9).
fn show_stock(scene: &mut Scene, view: &View) {
    let size = cards::LARGE;
    let place = at(PILES - size.width() / 2, STOCK);
    stock(scene, CardFace::Back, view.stock, size, place);
    if view.reshuffles > 0 {
        scene.badge(Badge::Shuffled, place.by(size.width() - 12, 12));
    }
}

/// The top of the discards, and smaller what lies below it, or what was just taken from above it.
fn show_pile(scene: &mut Scene, view: &View, inks: Inks, turn: Option<Seat>) {
    let size = cards::LARGE;
    let mut pile = view.pile.iter().rev().map(|card| CardFace::of(*card, inks));
    let top = pile.next().map(Into::into);
    top_of(scene, top, size, at(PILES - size.width() / 2, PILE));
    if let (Some(taken), Some(taker)) = (view.just_taken(), turn) {
        return show_taken(scene, view, taken, taker, inks);
    }
    let size = cards::TINY;
    let before: Vec<_> = pile.take(MOST_BEFORE).collect();
    let mut place = at(PILES - row(size, before.len()) / 2, BEFORE);
    for face in before {
        scene.piece(face, size, place);
        place = place.by(size.width() + 3, 0);
    }
}

fn row(size: PieceSize, count: usize) -> i32 {
    count as i32 * (size.width() + 3) - 3
}

/// The card that was just taken, on its way to who took it.
fn show_taken(scene: &mut Scene, view: &View, taken: TakenCard, taker: Seat, inks: Inks) {
    let size = cards::COMPACT;
    let place = at(PILES - 44, BEFORE);
    scene.glow(size, place);
    scene.piece(CardFace::of(taken.card, inks), size, place);
    let heading = match ring::stand(taker, view.totals.len()).side {
        Side::Top => Heading::Up,
        _ => Heading::Down,
    };
    scene.badge(Badge::Arrow(heading), at(PILES + 34, BEFORE + 31));
}
