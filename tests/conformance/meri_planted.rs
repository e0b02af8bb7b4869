//! Leaks planted in Hachinin-meri on purpose: what its rules keep secret (Hachinin-meri rules 12), told in every way the
//! contract knows.

use istaka::rules::karuta::Karuta;
use istaka::rules::meri::order::robai;
use istaka::rules::meri::score::value;
use istaka::rules::meri::view::{Phase, View};
use istaka::rules::meri::{Action, Event, Meri, Options, Refusal, Robau, SEATS};
use istaka::rules::piece::Piece;
use istaka::rules::unasked::{Dropped, Held};
use istaka::rules::view::Arrangement;
use istaka::rules::{
    Chance, Dice, Game, GameView, Impossible, OptionFault, Patience, PerSeat, RoundStanding, Seat,
    Seats, Standing, Viewer, Waiting,
};

use crate::conformance::leaks::leaks;
use crate::conformance::walk::{any_listed, walk};

#[derive(Clone, Copy, PartialEq, Debug)]
enum Leak {
    /// No leak: the wrapper itself must pass.
    Nothing,
    /// The view holds a karuta of another rack.
    OthersKaruta,
    /// The view holds a trump that somebody else played face down.
    FaceDown,
    /// The view tells what was laid away for the okie.
    Discard,
    /// The view tells what nobody was dealt.
    Leftovers,
    /// The view tells whether the robai is hidden.
    Hidden,
    /// The view tells who may call.
    Asked,
    /// The view tells who has answered by how they look, their own panel included.
    AskedOften,
    /// Only whoever may call is waited for.
    AskedAlone,
    /// Everybody sees who has answered, and so for whom the others wait.
    Answers,
    /// The view tells who need not follow a meri.
    Exempt,
    /// The view tells what a yaku moves, and with it whether the robai is hidden.
    Value,
    /// The turn number depends on a rack.
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
    /// The redeal forgets what the viewer knows: their own rack.
    Forgetful,
}

/// Hachinin-meri that tells too much.
#[derive(Clone, PartialEq)]
struct Leaky {
    meri: Meri,
    leak: Leak,
}

/// A view with more in it than its viewer may know.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    view: View,
    secret: Vec<u32>,
}

impl GameView for Seen {
    fn rack(&self) -> Option<Vec<Piece>> {
        GameView::rack(&self.view)
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

fn number(karuta: Karuta) -> u32 {
    let place = Karuta::pack().iter().position(|other| *other == karuta);
    place.expect("every karuta is of the pack") as u32
}

fn numbers(karuta: impl IntoIterator<Item = Karuta>) -> Vec<u32> {
    karuta.into_iter().map(number).collect()
}

impl Leaky {
    fn seen_by(&self, seat: Seat) -> View {
        self.meri.view(Viewer::Seat(seat))
    }

    /// The views of all seats.
    fn all(&self) -> impl Iterator<Item = View> {
        Seat::all(SEATS).map(|seat| self.seen_by(seat))
    }

    /// What no seat has seen: while a round is played, the two leftovers.
    fn leftovers(&self) -> Vec<Karuta> {
        let known: Vec<Karuta> = self.all().flat_map(|view| view.known()).collect();
        let mut pack = Karuta::pack();
        pack.retain(|karuta| !known.contains(karuta));
        pack
    }

    /// How the okie found its taker, told or not.
    fn robau(&self) -> Option<Robau> {
        let view = self.meri.view(Viewer::Watcher);
        view.taker?;
        Some(Robau::of(view.okie?, &self.leftovers(), view.caller))
    }

    fn secret(&self, viewer: Viewer) -> Vec<u32> {
        let view = self.meri.view(viewer);
        let owns = |may: fn(&View) -> bool| self.all().map(move |view| u32::from(may(&view)));
        match self.leak {
            Leak::OthersKaruta => {
                let own = viewer.seat();
                let mut others = Seat::all(SEATS).filter(|seat| Some(*seat) != own);
                let rack = others.next().map(|seat| self.seen_by(seat));
                numbers(rack.and_then(|view| Some(*view.rack()?.first()?)))
            }
            Leak::FaceDown => {
                let plays = view.plays.iter().enumerate();
                let down = plays.filter(|(_, play)| play.is_face_down());
                let told = |at: usize, seat| self.seen_by(seat).plays[at].karuta;
                numbers(down.filter_map(|(at, play)| told(at, play.seat)))
            }
            Leak::Discard => numbers(self.all().filter_map(|view| view.own?.discard)),
            Leak::Leftovers => numbers(self.leftovers()),
            Leak::Hidden => Vec::from_iter(self.robau().map(|robau| robau as u32)),
            Leak::Asked => owns(|view| view.own.as_ref().is_some_and(|own| own.may_call)).collect(),
            // A prompt that is repeated for whoever may call: longer by one.
            Leak::AskedOften => {
                vec![owns(|view| view.own.as_ref().is_some_and(|own| own.may_call)).sum()]
            }
            Leak::Exempt => {
                owns(|view| view.own.as_ref().is_some_and(|own| own.is_exempt)).collect()
            }
            Leak::Value => {
                let (Some(robau), options) = (self.robau(), &view.options) else {
                    return Vec::new();
                };
                let tricks = (1..).zip(&view.tricks);
                let made = tricks.filter_map(|(trick, taken)| Some((trick, taken.made?.yaku)));
                made.map(|(trick, yaku)| value(options, yaku, trick, robau) as u32)
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// Who holds the trump robai.
    fn holder(&self) -> Option<Seat> {
        let robai = robai(self.meri.view(Viewer::Watcher).trump()?);
        Seat::all(SEATS).find(|seat| {
            let view = self.seen_by(*seat);
            view.rack().is_some_and(|rack| rack.contains(&robai))
        })
    }

    /// Whether another seat's first karuta has an even number: a fact no viewer may learn.
    fn fact(&self, viewer: Viewer) -> bool {
        let own = viewer.seat();
        let mut others = Seat::all(SEATS).filter(|seat| Some(*seat) != own);
        let view = others.next().map(|seat| self.seen_by(seat));
        let first = view.and_then(|view| view.rack()?.first().copied());
        first.is_some_and(|karuta| number(karuta).is_multiple_of(2))
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
        Meri::check(options, seats)
    }
    fn new(options: &Options, seats: usize) -> Self {
        Self {
            meri: Meri::new(options, seats),
            leak: Leak::Nothing,
        }
    }
    fn deal(&self, chance: &Chance) -> Vec<Event> {
        self.meri.deal(chance)
    }
    fn waiting(&self) -> Waiting {
        let mut waiting = self.meri.waiting();
        let is_robau = self.meri.view(Viewer::Watcher).phase == Phase::Robau;
        let holder = self.holder().filter(|_| is_robau);
        match (self.leak, holder) {
            (Leak::Turn, _) => {
                let fact = self.fact(Viewer::Watcher);
                waiting.turn = 2 * waiting.turn + u32::from(fact);
            }
            (Leak::AskedAlone, Some(holder)) if waiting.seats.contains(holder) => {
                let asked = Seats::only(holder);
                waiting.patience = Patience::Unseen { asked };
            }
            (Leak::Answers, _) => waiting.patience = Patience::Turn,
            _ => {}
        }
        waiting
    }
    fn may_interject(&self) -> Seats {
        self.meri.may_interject()
    }
    fn has_just_shown(&self) -> bool {
        self.meri.has_just_shown()
    }
    fn actions(&self, seat: Seat) -> Vec<Action> {
        let mut actions = self.meri.actions(seat);
        if self.tells(Leak::Actions, seat) {
            actions.reverse();
        }
        actions
    }
    fn written(&self, seat: Seat, dice: &mut Dice) -> Action {
        self.meri.written(seat, dice)
    }
    fn at_zero(&self, seat: Seat) -> Action {
        match self.meri.actions(seat).pop() {
            Some(last) if self.tells(Leak::AtZero, seat) => last,
            _ => self.meri.at_zero(seat),
        }
    }
    fn decide(&self, seat: Seat, action: &Action, chance: &Chance) -> Result<Vec<Event>, Refusal> {
        let told = |refusal| {
            if self.tells(Leak::Refusal, seat) {
                Refusal::NoRound
            } else {
                refusal
            }
        };
        self.meri.decide(seat, action, chance).map_err(told)
    }
    fn unasked(&self, seat: Seat) -> Option<Result<Action, Held>> {
        if self.tells(Leak::Unasked, seat) {
            return Some(Err(Held::StockEmpty));
        }
        self.meri.unasked(seat)
    }
    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
        let next = self.meri.prepared(seat, piece)?;
        Some(if self.tells(Leak::Prepared, seat) {
            Err(Dropped::Refused)
        } else {
            next
        })
    }
    fn apply(&mut self, event: &Event) -> Result<(), Impossible> {
        self.meri.apply(event)
    }
    fn view(&self, viewer: Viewer) -> Self::View {
        Seen {
            view: self.meri.view(viewer),
            secret: self.secret(viewer),
        }
    }
    fn standing(&self) -> Option<Standing> {
        self.meri.standing()
    }
    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let viewer = match self.leak {
            Leak::Forgetful => Viewer::Watcher,
            _ => viewer,
        };
        let meri = match self.leak {
            Leak::LazyRedeal => self.meri.clone(),
            _ => self.meri.redeal_unseen(viewer, dice),
        };
        Self {
            meri,
            leak: self.leak,
        }
    }
    fn most_steps(&self) -> u32 {
        self.meri.most_steps()
    }
    fn faults(&self) -> Vec<String> {
        self.meri.faults()
    }
    fn round_standing(&self) -> Option<RoundStanding> {
        self.meri.round_standing()
    }
    fn wish(event: &Event) -> Option<Action> {
        Meri::wish(event)
    }
    fn is_same(given: &Event, told: &Event) -> bool {
        Meri::is_same(given, told)
    }
}

/// A round in which all of it can come about.
fn game(leak: Leak) -> Leaky {
    let mut options = Options::default();
    for (name, value) in [("match_length", "hitomaki"), ("hidden_robai", "all_yaku")] {
        options.set(name, value).expect("an option");
    }
    Leaky {
        meri: Meri::new(&options, SEATS),
        leak,
    }
}

/// Any listed action, but nobody calls: the robai is hidden more often than not.
fn quiet(game: &Leaky, seat: Seat, actions: &[Action], dice: &mut Dice) -> Action {
    let quiet = actions
        .iter()
        .filter(|action| **action != Action::Robatta)
        .copied();
    any_listed(game, seat, &quiet.collect::<Vec<_>>(), dice)
}

/// In some rounds a yaku is made before the robai is shown, or the Sun is somebody's only trump.
const SEEDS: u64 = 12;
/// States without a planted secret are looked at now and then.
const STEP: u64 = 5;

/// What the leak test finds in a leaky round, until it finds what is expected.
fn found(leak: Leak, seed: u64, expected: &'static str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut count = 0;
    walk(game(leak), seed, &mut quiet, |stop| {
        count += 1;
        let is_told = !stop.game.secret(Viewer::Watcher).is_empty();
        if found.contains(&expected) || !(is_told || count % STEP == 1) {
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
fn planted_leaks_of_meri_are_found() {
    for (leak, expected) in [
        (Leak::OthersKaruta, "the view"),
        (Leak::FaceDown, "the view"),
        (Leak::Discard, "the view"),
        (Leak::Leftovers, "the view"),
        (Leak::Hidden, "the view"),
        (Leak::Asked, "the view"),
        (Leak::AskedOften, "the view"),
        (Leak::AskedAlone, "who is to act"),
        (Leak::Answers, "who is to act"),
        (Leak::Exempt, "the view"),
        (Leak::Value, "the view"),
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
    for seed in 0..2 {
        let found: Vec<&str> = found(Leak::Nothing, seed, "nothing")
            .into_iter()
            .filter(|what| *what != "the redeal changes nothing")
            .collect();
        assert_eq!(found, Vec::<&str>::new());
    }
}
