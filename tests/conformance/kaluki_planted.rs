//! Leaks planted in Kaluki on purpose: what its rules keep secret (Kaluki rules 7.4), told in every way the contract knows.

use istaka::rules::card::Card;
use istaka::rules::kaluki::view::{Phase, View};
use istaka::rules::kaluki::{Action, Event, Kaluki, Options, Refusal};
use istaka::rules::piece::Piece;
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
    /// The view holds a card of another hand.
    OthersCard,
    /// The view holds the next card of the stock.
    NextCard,
    /// The view tells what the present player drew.
    DrawnCard,
    /// The view tells whether somebody else may take the top discard.
    MayTake,
    /// The view tells what somebody else answered, before all have.
    Answer,
    /// The turn number depends on a hand.
    Turn,
    /// So do the actions.
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
    /// The redeal forgets what the viewer knows: their own cards.
    Forgetful,
}

/// Kaluki that tells too much.
#[derive(Clone, PartialEq)]
struct Leaky {
    kaluki: Kaluki,
    leak: Leak,
}

/// A view with more in it than its viewer may know.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    view: View,
    secret: Option<u32>,
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

fn number(card: Card) -> u32 {
    let place = Card::kinds().position(|kind| kind == card);
    place.expect("every card is of some kind") as u32
}

impl Leaky {
    /// A seat that the viewer is not.
    fn other(&self, viewer: Viewer) -> Seat {
        let own = viewer.seat();
        Seat::all(self.kaluki.seats())
            .find(|seat| Some(*seat) != own)
            .expect("two seats at least")
    }

    fn seen_by(&self, seat: Seat) -> View {
        self.kaluki.view(Viewer::Seat(seat))
    }

    fn secret(&self, viewer: Viewer) -> Option<u32> {
        let phase = self.kaluki.view(viewer).phase;
        let own = self.seen_by(self.other(viewer)).own?;
        match (self.leak, phase) {
            (Leak::OthersCard, _) => own.hand.first().copied().map(number),
            (Leak::NextCard, Phase::Draw(seat)) => {
                let mut drawn = self.kaluki.clone();
                drawn.act(seat, &Action::Draw, &Chance::from_seed(0)).ok()?;
                let own = drawn.view(Viewer::Seat(seat)).own?;
                own.fresh.map(number)
            }
            (Leak::DrawnCard, Phase::Play(seat)) => self.seen_by(seat).own?.fresh.map(number),
            (Leak::MayTake, Phase::Draw(seat)) => {
                let own = self.seen_by(seat).own?;
                Some(u32::from(own.takeable.is_some()))
            }
            (Leak::Answer, Phase::BuyIn(_)) => {
                let seats = Seat::all(self.kaluki.seats());
                let answers = seats.filter_map(|seat| self.seen_by(seat).own?.answer);
                Some(answers.fold(1, |told, answer| 3 * told + 1 + answer as u32))
            }
            _ => None,
        }
    }

    /// Whether another seat's first card is one of every other kind: a fact no viewer may learn.
    fn fact(&self, viewer: Viewer) -> bool {
        let hand = self.seen_by(self.other(viewer)).own.map(|own| own.hand);
        let first = hand.as_ref().and_then(|hand| hand.first());
        first.is_some_and(|card| number(*card).is_multiple_of(2))
    }

    fn tells(&self, leak: Leak, seat: Seat) -> bool {
        self.leak == leak && self.fact(Viewer::Seat(seat))
    }
}

impl Game for Leaky {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = Seen;
    type Refusal = Refusal;

    fn check(options: &Options, seats: usize) -> Result<(), OptionFault> {
        Kaluki::check(options, seats)
    }
    fn new(options: &Options, seats: usize) -> Self {
        Self {
            kaluki: Kaluki::new(options, seats),
            leak: Leak::Nothing,
        }
    }
    fn deal(&self, chance: &Chance) -> Vec<Event> {
        self.kaluki.deal(chance)
    }
    fn waiting(&self) -> Waiting {
        let mut waiting = self.kaluki.waiting();
        if self.leak == Leak::Turn {
            let fact = self.fact(Viewer::Seat(Seat::new(0).expect("a seat")));
            waiting.turn = 2 * waiting.turn + u32::from(fact);
        }
        waiting
    }
    fn may_interject(&self) -> Seats {
        self.kaluki.may_interject()
    }
    fn actions(&self, seat: Seat) -> Vec<Action> {
        let mut actions = self.kaluki.actions(seat);
        if self.tells(Leak::Actions, seat) {
            actions.reverse();
        }
        actions
    }
    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        self.kaluki.written(seat, dice)
    }
    fn at_zero(&self, seat: Seat) -> Action {
        match self.kaluki.actions(seat).pop() {
            Some(last) if self.tells(Leak::AtZero, seat) => last,
            _ => self.kaluki.at_zero(seat),
        }
    }
    fn decide(&self, seat: Seat, action: &Action, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let told = |refusal| {
            if self.tells(Leak::Refusal, seat) {
                Refusal::NoDeal
            } else {
                refusal
            }
        };
        self.kaluki.decide(seat, action, chance).map_err(told)
    }
    fn unasked(&self, seat: Seat) -> Option<Result<Action, Held>> {
        let plain = self.kaluki.unasked(seat)?;
        Some(if self.tells(Leak::Unasked, seat) {
            Err(Held::StockEmpty)
        } else {
            plain
        })
    }
    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        let next = self.kaluki.prepared(seat, piece)?;
        Some(if self.tells(Leak::Prepared, seat) {
            Err(Dropped::Refused)
        } else {
            next
        })
    }
    fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        self.kaluki.apply(event)
    }
    fn view(&self, viewer: Viewer) -> Self::View {
        Seen {
            view: self.kaluki.view(viewer),
            secret: self.secret(viewer),
        }
    }
    fn standing(&self) -> Option<Standing> {
        self.kaluki.standing()
    }
    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let viewer = match self.leak {
            Leak::Forgetful => Viewer::Watcher,
            _ => viewer,
        };
        let kaluki = match self.leak {
            Leak::LazyRedeal => self.kaluki.clone(),
            _ => self.kaluki.redeal_unseen(viewer, dice),
        };
        Self {
            kaluki,
            leak: self.leak,
        }
    }
    fn most_steps(&self) -> u32 {
        self.kaluki.most_steps()
    }
    fn faults(&self) -> Vec<String> {
        self.kaluki.faults()
    }
    fn round_standing(&self) -> Option<RoundStanding> {
        self.kaluki.round_standing()
    }
    fn wish(event: &Event) -> Option<Action> {
        Kaluki::wish(event)
    }
    fn is_same(given: &Event, told: &Event) -> bool {
        Kaluki::is_same(given, told)
    }
}

/// Matches in which all of it comes about: several are over the limit at once and are asked whether they buy in.
fn game(leak: Leak) -> Leaky {
    let mut options = Options::default();
    for (name, value) in [
        ("initial_min", "0"),
        ("announce", "manual"),
        ("penalty_limit", "130"),
        ("max_buy_ins", "20"),
    ] {
        options.set(name, value).expect("an option");
    }
    Leaky {
        kaluki: Kaluki::new(&options, SEATS),
        leak,
    }
}

const SEATS: usize = 4;
/// In one of so many matches two are asked at once.
const SEEDS: u64 = 4;
/// So many states are looked at; a leak that was found is not looked for again.
const STATES: u64 = 60;

/// What the leak test finds in a leaky match, until it finds what is expected.
fn found(leak: Leak, seed: u64, expected: &'static str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut count = 0;
    walk(game(leak), seed, &mut any_listed, |stop| {
        let asks = matches!(
            stop.game.kaluki.view(Viewer::Watcher).phase,
            Phase::BuyIn(_)
        );
        // The first turns, and every offer to buy in.
        count += 1;
        if found.contains(&expected) || (count > STATES && !asks) {
            return;
        }
        found.extend(leaks(stop.game, SEATS, count));
        // A lazy redeal is told by the game itself: it must differ from the truth.
        let mut dice = Dice::from_seed(count);
        if &stop.game.redeal_unseen(Viewer::Watcher, &mut dice) == stop.game {
            found.push("the redeal changes nothing");
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn planted_leaks_of_kaluki_are_found() {
    for (leak, expected) in [
        (Leak::OthersCard, "the view"),
        (Leak::NextCard, "the view"),
        (Leak::DrawnCard, "the view"),
        (Leak::MayTake, "the view"),
        (Leak::Answer, "the view"),
        (Leak::Turn, "who is to act"),
        (Leak::Actions, "the actions"),
        (Leak::AtZero, "what happens at zero"),
        (Leak::Unasked, "what is done unasked"),
        (Leak::Prepared, "a prepared move"),
        (Leak::Refusal, "a refusal"),
        (Leak::LazyRedeal, "the redeal changes nothing"),
        (Leak::Forgetful, "the view"),
    ] {
        let mut seeds = 0..SEEDS;
        let is_found = seeds.any(|seed| found(leak, seed, expected).contains(&expected));
        assert!(is_found, "{leak:?}");
    }
    for seed in 0..SEEDS {
        assert_eq!(found(Leak::Nothing, seed, "nothing"), Vec::<&str>::new());
    }
}
