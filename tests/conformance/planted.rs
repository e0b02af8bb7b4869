//! Leaks planted on purpose: a game that tells too much, in every way the contract knows. The leak test must find each.

use istaka::rules::okey::view::Phase;
use istaka::rules::okey::{Action, Event, Okey, Options, Refusal, View};
use istaka::rules::piece::Piece;
use istaka::rules::tile::Tile;
use istaka::rules::unasked::{Dropped, Held};
use istaka::rules::view::Arrangement;
use istaka::rules::{
    Chance, Dice, Game, GameView, Impossible, OptionFault, PerSeat, RoundStanding, Seat, Seats,
    Standing, Viewer, Waiting,
};

use crate::conformance::leaks::leaks;
use crate::conformance::walk::{any_listed, walk};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Leak {
    /// No leak: the wrapper itself must pass.
    Nothing,
    /// The view holds a tile of another rack.
    OthersTile,
    /// The view holds how many jokers somebody else has.
    OthersJokers,
    /// The view holds the next tile of the stock.
    NextTile,
    /// The view tells what the last player drew.
    DrawnTile,
    /// The turn number depends on a rack.
    Turn,
    /// Who may show depends on who holds the twin.
    Window,
    /// The actions depend on a rack of another.
    Actions,
    /// So does what happens at zero.
    AtZero,
    /// So does what is done for a seat unasked.
    Unasked,
    /// So does what stops a prepared move.
    Prepared,
    /// So does the reason of a refusal.
    Refusal,
    /// The redeal changes nothing, so it cannot prove anything.
    LazyRedeal,
    /// The redeal forgets what the viewer knows: their own tiles.
    Forgetful,
}

/// Okey that tells too much.
#[derive(Clone, PartialEq)]
struct Leaky {
    okey: Okey,
    leak: Leak,
}

fn rack(okey: &Okey, seat: Seat) -> Vec<Tile> {
    okey.view(Viewer::Seat(seat)).rack.unwrap_or_default()
}

/// A view with more in it than its viewer may know.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    view: View,
    secret: Option<Tile>,
}

impl GameView for Seen {
    fn rack(&self) -> Option<Vec<Piece>> {
        self.view.rack()
    }
    fn grouped(&self) -> Arrangement<Piece> {
        self.view.grouped()
    }
    fn sorted(&self) -> Vec<Piece> {
        self.view.sorted()
    }
    fn points(&self) -> &PerSeat<i32> {
        self.view.points()
    }
}

impl Leaky {
    /// A seat that the viewer is not.
    fn other(&self, viewer: Viewer) -> Seat {
        let own = viewer.seat();
        Seat::all(self.okey.seats())
            .find(|seat| Some(*seat) != own)
            .expect("two seats at least")
    }

    fn secret(&self, viewer: Viewer) -> Option<Tile> {
        let others = rack(&self.okey, self.other(viewer));
        match self.leak {
            Leak::OthersTile => others.first().copied(),
            Leak::OthersJokers => {
                let okey = self.okey.view(viewer).okey()?;
                others.into_iter().find(|tile| tile.is_joker(okey))
            }
            Leak::NextTile => {
                let Phase::Draw(seat) = self.okey.view(viewer).phase else {
                    return None;
                };
                let mut drawn = self.okey.clone();
                drawn.act(seat, &Action::Draw, &Chance::from_seed(0)).ok()?;
                drawn.view(Viewer::Seat(seat)).fresh
            }
            Leak::DrawnTile => match self.okey.view(viewer).phase {
                Phase::Discard(seat) => self.okey.view(Viewer::Seat(seat)).fresh,
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether another seat's first tile is a red one: a fact no viewer may learn.
    fn fact(&self, viewer: Viewer) -> bool {
        rack(&self.okey, self.other(viewer))
            .first()
            .is_some_and(|tile| tile.index() % 2 == 0)
    }
}

impl Game for Leaky {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = Seen;
    type Refusal = Refusal;

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        Okey::check(options, seats)
    }
    fn new(options: &Options, seats: usize) -> Self {
        Self {
            okey: Okey::new(options, seats),
            leak: Leak::Nothing,
        }
    }
    fn deal(&self, chance: &Chance) -> Vec<Event> {
        self.okey.deal(chance)
    }
    fn waiting(&self) -> Waiting {
        let mut waiting = self.okey.waiting();
        if self.leak == Leak::Turn {
            let rack = rack(&self.okey, Seat::new(1).expect("a seat"));
            waiting.turn =
                10 * waiting.turn + rack.first().map_or(0, |tile| tile.index() as u32 % 10);
        }
        waiting
    }
    fn may_interject(&self) -> Seats {
        let seats = self.okey.may_interject();
        match self.leak {
            Leak::Window => seats
                .iter()
                .filter(|seat| self.okey.view(Viewer::Seat(*seat)).may_show)
                .collect(),
            _ => seats,
        }
    }
    fn actions(&self, seat: Seat) -> Vec<Action> {
        let mut actions = self.okey.actions(seat);
        if self.leak == Leak::Actions && self.fact(Viewer::Seat(seat)) {
            actions.reverse();
        }
        actions
    }
    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        self.okey.written(seat, dice)
    }
    fn at_zero(&self, seat: Seat) -> Action {
        let listed = self.okey.actions(seat);
        match listed.last() {
            Some(last) if self.leak == Leak::AtZero && self.fact(Viewer::Seat(seat)) => *last,
            _ => self.okey.at_zero(seat),
        }
    }
    fn decide(&self, seat: Seat, action: &Action, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let refused = self.leak == Leak::Refusal && self.fact(Viewer::Seat(seat));
        self.okey
            .decide(seat, action, chance)
            .map_err(|refusal| if refused { Refusal::NoRound } else { refusal })
    }
    fn unasked(&self, seat: Seat) -> Option<Result<Action, Held>> {
        let plain = self.okey.unasked(seat)?;
        let held = self.leak == Leak::Unasked && self.fact(Viewer::Seat(seat));
        Some(if held { Err(Held::StockEmpty) } else { plain })
    }
    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        let next = self.okey.prepared(seat, piece)?;
        let stops = self.leak == Leak::Prepared && self.fact(Viewer::Seat(seat));
        Some(if stops { Err(Dropped::Refused) } else { next })
    }
    fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        self.okey.apply(event)
    }
    fn view(&self, viewer: Viewer) -> Self::View {
        Seen {
            view: self.okey.view(viewer),
            secret: self.secret(viewer),
        }
    }
    fn standing(&self) -> Option<Standing> {
        self.okey.standing()
    }
    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let viewer = match self.leak {
            Leak::Forgetful => Viewer::Watcher,
            _ => viewer,
        };
        let okey = match self.leak {
            Leak::LazyRedeal => self.okey.clone(),
            _ => self.okey.redeal_unseen(viewer, dice),
        };
        Self {
            okey,
            leak: self.leak,
        }
    }
    fn most_steps(&self) -> u32 {
        self.okey.most_steps()
    }
    fn faults(&self) -> Vec<String> {
        self.okey.faults()
    }
    fn round_standing(&self) -> Option<RoundStanding> {
        self.okey.round_standing()
    }
    fn wish(event: &Event) -> Option<Action> {
        Okey::wish(event)
    }
    fn is_same(given: &Event, told: &Event) -> bool {
        Okey::is_same(given, told)
    }
}

/// What the leak test finds in one round of a leaky game.
fn found(leak: Leak, seats: usize) -> Vec<&'static str> {
    let options = Options {
        max_rounds: 1,
        ..Default::default()
    };
    let game = Leaky {
        okey: Okey::new(&options, seats),
        leak,
    };
    let mut found = Vec::new();
    let mut count = 0;
    walk(game, 5, &mut any_listed, |stop| {
        count += 1;
        if count < 40 {
            found.extend(leaks(stop.game, seats, count));
            // A lazy redeal is told by the game itself: it must differ from the truth.
            let mut dice = Dice::from_seed(count);
            if &stop.game.redeal_unseen(Viewer::Watcher, &mut dice) == stop.game {
                found.push("the redeal changes nothing");
            }
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn planted_leaks_are_found() {
    for (leak, expected) in [
        (Leak::OthersTile, "the view"),
        (Leak::OthersJokers, "the view"),
        (Leak::NextTile, "the view"),
        (Leak::DrawnTile, "the view"),
        (Leak::Turn, "who is to act"),
        (Leak::Window, "who may act out of turn"),
        (Leak::Actions, "the actions"),
        (Leak::AtZero, "what happens at zero"),
        (Leak::Unasked, "what is done unasked"),
        (Leak::Prepared, "a prepared move"),
        (Leak::Refusal, "a refusal"),
        (Leak::LazyRedeal, "the redeal changes nothing"),
        (Leak::Forgetful, "the view"),
    ] {
        for seats in 2..=4 {
            let found = found(leak, seats);
            assert!(
                found.contains(&expected),
                "{leak:?} at {seats} seats: only {found:?}"
            );
        }
    }
    assert_eq!(found(Leak::Nothing, 4), Vec::<&str>::new());
}
