//! The round table of Hachinin-meri as everybody sees it.

use super::places::{PLAQUE, place, ways};
use super::teams::{self, lantern};
use super::{middle, mover, sheet, trick};
use crate::felt;
use crate::rules::meri::options::OpeningReveal;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::{Phase, Taken};
use crate::rules::meri::{PerTeam, TRICKS, Team, View};
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backdrop, Backs, Badge, FaceSize, Ink, Scene, TextSize, at};
use crate::signs::{Sitter, Sitters};

/// The table of a round, or what it came to once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &Sitters) -> Scene {
    if let (Phase::RoundOver, Some(total)) = (view.phase, &view.total) {
        let mut scene = Scene::on(Backdrop::Octagon);
        sheet::show(&mut scene, view, total, sitters);
        return scene;
    }
    let mut scene = table(view, sitters, sitters.turn(mover(view)));
    trick::lay(&mut scene, &trick::lying(view));
    scene
}

/// The table with a trick that is over, counted from 0, as it lay after its shōbu; `None` if there is none.
///
/// All of it is public. What the middle tells is how things were then.
pub fn taken(view: &View, number: usize, sitters: &Sitters) -> Option<Scene> {
    let (shown, trump) = (view.tricks.get(number)?, view.trump()?);
    let then = as_it_was(view, number);
    // It tells how things were, whatever has become of the table.
    let mut scene = table(&then, sitters, mover(&then));
    trick::lay(&mut scene, &trick::turned_up(shown, trump));
    Some(scene)
}

/// The view of a moment that has been: the winner of this trick is about to lead.
fn as_it_was(view: &View, number: usize) -> View {
    let tricks = &view.tricks[..=number];
    let won = |team| {
        let own = tricks.iter().filter(|trick| Team::of(trick.winner) == team);
        own.count() as i32
    };
    let is_meri = |trick: &Taken| {
        let lead = trick.plays.first().and_then(|play| play.karuta);
        lead.zip(view.trump())
            .is_some_and(|(lead, trump)| is_trump(lead, trump))
    };
    let was_open = view.options.opening_reveal == OpeningReveal::All;
    View {
        progress: view.progress_before(),
        pile: view.pile.filter(|_| was_open),
        phase: Phase::Play(tricks[number].winner),
        held: PerSeat::new(view.held.len(), |_| TRICKS - 1 - number),
        plays: Vec::new(),
        tricks: tricks.to_vec(),
        monchi: tricks.iter().any(is_meri),
        ko: PerTeam {
            a: won(Team::A),
            b: won(Team::B),
        },
        own: None,
        ..view.clone()
    }
}

/// All but the trick.
fn table(view: &View, sitters: &PerSeat<Sitter>, turn: Option<Seat>) -> Scene {
    let mut scene = Scene::on(Backdrop::Octagon);
    for (middle, heading) in ways(view.options.direction) {
        scene.badge(Badge::Way(heading), middle);
    }
    for (seat, _) in view.held.iter() {
        let sitter = sitters.get(seat).unwrap_or(&Sitter::Person);
        plaque(&mut scene, view, seat, sitter, turn);
    }
    middle::show(&mut scene, view);
    scene
}

/// The rim of a plaque.
const RIM: i32 = 4;

/// A seat: its sign, its team, how much it holds, who sits there, who dealt, who called; bright while it is to move.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: &Sitter, turn: Option<Seat>) {
    let corner = place(seat).plaque;
    let below = [
        (
            (view.dealer == Some(seat)).then_some(Badge::Dealer),
            at(141, 65),
        ),
        (
            (view.caller == Some(seat)).then_some(Badge::Called),
            at(185, 66),
        ),
    ];
    // Alone, what stands above has the middle.
    let is_alone = *sitter == Sitter::Person && below.iter().all(|(badge, _)| badge.is_none());
    let row = corner.by(0, if is_alone { 44 } else { 25 });
    let (ground, ink) = if turn == Some(seat) {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Walnut, Ink::Ivory)
    };
    frame(scene, seat, ground, corner);
    scene.badge(lantern(Team::of(seat)), row.by(95, 0));
    if view.phase != Phase::Undealt {
        scene.badge(Badge::Hand(Backs::Red), row.by(138, 0));
        scene.text(view.held[seat], TextSize::Small, ink, row.by(184, 1));
    }
    let place = corner.by(95, 64);
    felt::sitter_beside(scene, (seat, sitter), FaceSize::Small, ink, place);
    let [(dealer, left), (caller, right)] = below;
    if let Some(badge) = dealer {
        felt::sign(scene, badge, ink, corner.by(left.x, left.y));
    }
    // It has an edge of its own.
    if let Some(badge) = caller {
        scene.badge(badge, corner.by(right.x, right.y));
    }
}

/// The ground of a plaque in the colour of its team, with the sign of its seat.
fn frame(scene: &mut Scene, seat: Seat, ground: Ink, corner: At) {
    scene.bar(corner, PLAQUE, 18, teams::ink(Team::of(seat)));
    let inner = (PLAQUE.0 - 2 * RIM, PLAQUE.1 - 2 * RIM);
    scene.bar(corner.by(RIM, RIM), inner, 14, ground);
    scene.badge(Badge::Seat(seat), corner.by(43, 44));
}
