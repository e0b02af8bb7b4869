//! Games with a fault that was put into them on purpose, in every way that adversaries look for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::trying::Tried;
use crate::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, AnyRefusal, AnyView};
use crate::rules::piece::Piece;
use crate::rules::unasked::{Dropped, Held};
use crate::rules::{
    Chance, Dice, Game, Impossible, OptionFault, PerSeat, Refused, RoundStanding, Seat, Seats,
    Standing, Viewer, Waiting,
};

/// What is wrong with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plant {
    /// Nothing: the wrapper itself must pass.
    Nothing,
    /// It panics at the thousandth action that it is asked about.
    Panics,
    /// What it would refuse to a seat that is to act it takes for what happens at zero.
    AcceptsAnything,
    /// The same for seats that are not to act.
    AcceptsOutOfTurn,
    /// The same, but only where nobody asks whose turn it is.
    ActsForOthers,
    /// A refused action moves the game on.
    ChangesOnRefusal,
    /// Now and then it refuses what it lists.
    RefusesListed,
    /// It deals one piece twice, and another one not at all.
    LosesAPiece,
    /// After some events an invariant does not hold.
    BreaksAnInvariant,
    /// A round takes longer than it says.
    NeverEnds,
    /// The reason of a refusal depends on what was asked before.
    Undetermined,
    /// A game that is played for the second time is dealt otherwise.
    RemembersPlay,
    /// What an event does depends on how many happened before, in this game or in another.
    ForgetsAnEvent,
    /// What is dealt depends on what was played.
    DealsByPlay,
    /// Two turns have one number.
    TurnsBack,
    /// What is done unasked is not listed.
    DoesUnlisted,
    /// What is done at zero is not listed.
    AtZeroUnlisted,
}

/// A game with a fault.
#[derive(Clone)]
pub(super) struct Faulty {
    game: AnyGame,
    plant: Plant,
    /// Counts what must not matter, over all games and copies.
    asked: Arc<AtomicU64>,
    /// Which game of its run it is.
    number: u64,
    /// How many events happened in this one.
    happened: u64,
    /// Changed where it must not be.
    changed: bool,
}

impl PartialEq for Faulty {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game && self.changed == other.changed
    }
}

impl Faulty {
    pub(super) fn new(
        options: &AnyOptions,
        seats: usize,
        plant: Plant,
        asked: Arc<AtomicU64>,
    ) -> Self {
        let number = match plant {
            Plant::RemembersPlay => asked.fetch_add(1, Ordering::Relaxed),
            _ => 0,
        };
        Self {
            game: AnyGame::new(options, seats),
            plant,
            asked,
            number,
            happened: 0,
            changed: false,
        }
    }

    fn count(&self) -> u64 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }

    /// What happens at zero to whoever is to act.
    fn at_zero_events(&self, chance: &Chance) -> Option<Vec<AnyEvent>> {
        let seat = self.game.waiting().seats.iter().next()?;
        let action = self.game.at_zero(seat);
        self.game.decide(seat, &action, chance).ok()
    }

    /// A deck with its first piece once more, in the place of the last.
    fn with_a_double(mut events: Vec<AnyEvent>) -> Vec<AnyEvent> {
        let mut told = serde_json::to_value(&events).expect("events become JSON");
        let deal = told[0].as_object_mut().expect("an event of some game");
        let deal = deal.values_mut().next().expect("the event");
        let dealt = deal["dealt"].as_object_mut().expect("a deal");
        let name = if dealt.contains_key("deck") {
            "deck"
        } else {
            "pack"
        };
        let deck = dealt[name].as_array_mut().expect("a deck");
        let last = deck.len() - 1;
        // Packs hold things twice: what stands nowhere else any more is surely missing.
        let other = deck.iter().find(|piece| **piece != deck[last]).cloned();
        deck[last] = other.expect("two kinds of pieces");
        events = serde_json::from_value(told).expect("events still");
        events
    }
}

impl Tried for Faulty {
    fn thought(&self, seat: Seat, listed: &[AnyAction], dice: &mut Dice) -> Option<AnyAction> {
        self.game.thought(seat, listed, dice)
    }

    fn strange(&self, dice: &mut Dice) -> Option<AnyAction> {
        self.game.strange(dice)
    }
}

impl Game for Faulty {
    type Options = AnyOptions;
    type Action = AnyAction;
    type Event = AnyEvent;
    type View = AnyView;
    type Refusal = AnyRefusal;

    fn check(options: &AnyOptions, seats: usize) -> Result<(), OptionFault> {
        AnyGame::check(options, seats)
    }
    fn seat_draw(options: &AnyOptions, seats: usize, chance: &Chance) -> Option<PerSeat<Seat>> {
        AnyGame::seat_draw(options, seats, chance)
    }
    fn new(options: &AnyOptions, seats: usize) -> Self {
        Self::new(options, seats, Plant::Nothing, Arc::default())
    }
    fn deal(&self, chance: &Chance) -> Vec<AnyEvent> {
        match self.plant {
            Plant::LosesAPiece => Self::with_a_double(self.game.deal(chance)),
            Plant::DealsByPlay => self.game.deal(&Chance::from_seed(self.happened)),
            // Played, read again, dealt again for the decks, played again.
            Plant::RemembersPlay if self.number % 4 == 3 => self.game.deal(&Chance::from_seed(0)),
            _ => self.game.deal(chance),
        }
    }
    fn waiting(&self) -> Waiting {
        let mut waiting = self.game.waiting();
        if self.plant == Plant::TurnsBack {
            waiting.turn /= 2;
        }
        waiting
    }
    fn may_interject(&self) -> Seats {
        self.game.may_interject()
    }
    fn out(&self) -> Seats {
        self.game.out()
    }
    fn actions(&self, seat: Seat) -> Vec<AnyAction> {
        self.game.actions(seat)
    }
    fn written(&self, seat: Seat, dice: &mut Dice) -> AnyAction {
        self.game.written(seat, dice)
    }
    fn may_be_unlisted(action: &AnyAction, events: &[AnyEvent]) -> bool {
        AnyGame::may_be_unlisted(action, events)
    }
    fn at_zero(&self, seat: Seat) -> AnyAction {
        if self.plant == Plant::AtZeroUnlisted && self.happened > 20 {
            let strange = self.game.strange(&mut Dice::from_seed(0));
            return strange.expect("there are other games");
        }
        self.game.at_zero(seat)
    }
    fn decide(
        &self,
        seat: Seat,
        action: &AnyAction,
        chance: &Chance,
    ) -> Result<Vec<AnyEvent>, AnyRefusal> {
        let decided = self.game.decide(seat, action, chance);
        let is_to_act = self.game.waiting().seats.contains(seat);
        let count = match self.plant {
            Plant::Panics | Plant::Undetermined => self.count(),
            _ => 0,
        };
        assert!(self.plant != Plant::Panics || count < 1_000, "planted");
        match (self.plant, decided) {
            (Plant::RefusesListed, Ok(_)) if self.happened % 10 == 9 => Err(AnyRefusal::OtherGame),
            (Plant::Undetermined, Err(_)) if count % 5 == 4 => Err(AnyRefusal::OtherGame),
            (Plant::AcceptsAnything, Err(refusal)) if is_to_act => {
                self.at_zero_events(chance).ok_or(refusal)
            }
            (Plant::ActsForOthers, Err(refusal)) if !is_to_act => {
                self.at_zero_events(chance).ok_or(refusal)
            }
            (_, decided) => decided,
        }
    }
    fn answer(
        &self,
        seat: Seat,
        action: &AnyAction,
        chance: &Chance,
    ) -> Result<Vec<AnyEvent>, Refused<AnyRefusal>> {
        let waiting = self.game.waiting().seats;
        let may_act = waiting.contains(seat) || self.game.may_interject().contains(seat);
        if self.standing().is_some() {
            return Err(Refused::GameOver);
        }
        if !may_act && self.plant == Plant::AcceptsOutOfTurn {
            let events = self.at_zero_events(chance);
            return events.ok_or(Refused::NotYourTurn { waiting });
        }
        if !may_act {
            return Err(Refused::NotYourTurn { waiting });
        }
        self.decide(seat, action, chance).map_err(Refused::Rules)
    }
    fn act(
        &mut self,
        seat: Seat,
        action: &AnyAction,
        chance: &Chance,
    ) -> Result<Vec<AnyEvent>, Refused<AnyRefusal>> {
        let answer = self.answer(seat, action, chance);
        match &answer {
            Ok(events) => self.obey(events),
            Err(_) if self.plant == Plant::ChangesOnRefusal => {
                if let Some(events) = self.at_zero_events(chance) {
                    self.obey(&events);
                }
            }
            Err(_) => {}
        }
        answer
    }
    fn unasked(&self, seat: Seat) -> Option<Result<AnyAction, Held>> {
        if self.plant == Plant::DoesUnlisted && self.game.waiting().seats.contains(seat) {
            return self.game.strange(&mut Dice::from_seed(0)).map(Ok);
        }
        self.game.unasked(seat)
    }
    fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<AnyAction, Dropped>> {
        self.game.prepared(seat, piece)
    }
    fn apply(&mut self, event: &AnyEvent) -> Result<(), Impossible> {
        self.game.apply(event)?;
        self.happened += 1;
        if self.plant == Plant::ForgetsAnEvent && self.count() % 41 == 40 {
            self.changed = !self.changed;
        }
        Ok(())
    }
    fn view(&self, viewer: Viewer) -> AnyView {
        self.game.view(viewer)
    }
    fn standing(&self) -> Option<Standing> {
        self.game.standing()
    }
    fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        Self {
            game: self.game.redeal_unseen(viewer, dice),
            ..self.clone()
        }
    }
    fn most_steps(&self) -> u32 {
        match self.plant {
            Plant::NeverEnds => 2,
            _ => self.game.most_steps(),
        }
    }
    fn faults(&self) -> Vec<String> {
        if self.plant == Plant::BreaksAnInvariant && self.happened > 20 {
            return vec!["planted".to_owned()];
        }
        self.game.faults()
    }
    fn round_standing(&self) -> Option<RoundStanding> {
        self.game.round_standing()
    }
    fn wish(event: &AnyEvent) -> Option<AnyAction> {
        AnyGame::wish(event)
    }
    fn is_same(given: &AnyEvent, told: &AnyEvent) -> bool {
        AnyGame::is_same(given, told)
    }
    fn deck(event: &AnyEvent) -> Option<Vec<Piece>> {
        AnyGame::deck(event)
    }
}
