//! Another truth that a viewer cannot tell from the present one.
//!
//! Everything the viewer knows stays: the own rack, what has been shown, who took the okie and holds the robai they called
//! with, and what everybody has told by what they played: who did not follow holds nothing of that suit. The rest is laid
//! anew, who of the others is ready already too, and whether the robai is hidden follows from where it comes to lie.

use super::lay::Laying;
use super::options::HiddenRobai;
use super::order::{is_trump, robai, sun};
use super::robau::Robau;
use super::score::value;
use super::state::{Meri, Round, SEATS, stage};
use super::trick::{Duty, Play, is_face_down};
use super::view::Phase;
use crate::karuta::{Karuta, Suit};
use crate::{Dice, PerSeat, Seat, Seats, Viewer};

pub(super) fn redeal(game: &Meri, viewer: Viewer, dice: &mut Dice) -> Meri {
    let mut imagined = game.clone();
    let Some(round) = &mut imagined.round else {
        return imagined;
    };
    let facts = Facts::of(game, round);
    let homes = homes(game, round, viewer);
    // In canonical order: how they lie in the true world must not matter.
    let mut pool: Vec<Karuta> = homes.iter().flat_map(|home| home.lying(round)).collect();
    pool.sort_unstable();
    let may_lie = |karuta: &Karuta| -> Vec<bool> {
        let homes = homes.iter();
        homes.map(|home| facts.may_lie(*karuta, *home)).collect()
    };
    let laying = Laying {
        may: pool.iter().map(may_lie).collect(),
        rooms: homes.iter().map(|home| home.lying(round).len()).collect(),
    };
    for (home, places) in homes.iter().zip(laying.at_random(dice)) {
        home.lay(round, places.into_iter().map(|place| pool[place]).collect());
    }
    if round.phase == Phase::Robau {
        round.ready = imagined_ready(round, viewer, dice);
    }
    let robau = round.robau();
    for (number, trick) in (1..).zip(&mut round.tricks) {
        if let Some(made) = &mut trick.made {
            made.value = value(&imagined.options, made.yaku, number, robau);
        }
    }
    imagined
}

/// Who might be ready: of the others anybody, but not everybody at the table.
fn imagined_ready(round: &Round, viewer: Viewer, dice: &mut Dice) -> Seats {
    let is_own = |seat: &Seat| viewer == Viewer::Seat(*seat);
    let own = round.ready.iter().filter(is_own);
    let others: Vec<Seat> = Seat::all(SEATS).filter(|seat| !is_own(seat)).collect();
    let late = others[dice.below(others.len() as u32) as usize];
    let others = others.into_iter().filter(|_| dice.below(2) == 0);
    own.chain(others.filter(|seat| *seat != late)).collect()
}

/// Where karuta lie that a viewer does not see.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// A rack.
    Rack(Seat),
    /// Face down in the present trick.
    Down(Seat),
    /// Away, for the okie.
    Discard,
    /// Undealt.
    Leftovers,
}

fn homes(game: &Meri, round: &Round, viewer: Viewer) -> Vec<Home> {
    let is_other = |seat: &Seat| viewer != Viewer::Seat(*seat);
    let others = Seat::all(SEATS).filter(is_other);
    let mut homes: Vec<Home> = others.map(Home::Rack).collect();
    let is_down = |play: &&Play| is_face_down(&round.plays, play, round.trump());
    let down = round.plays.iter().filter(is_down).map(|play| play.seat);
    homes.extend(down.filter(is_other).map(Home::Down));
    if !game.is_pile_open(round) {
        homes.push(Home::Leftovers);
        if round.discard.is_some() && round.taker.as_ref().is_some_and(is_other) {
            homes.push(Home::Discard);
        }
    }
    homes
}

impl Home {
    fn lying(self, round: &Round) -> Vec<Karuta> {
        match self {
            Self::Rack(seat) => round.racks[seat].clone(),
            Self::Down(seat) => {
                let own = round.plays.iter().filter(|play| play.seat == seat);
                own.map(|play| play.karuta).collect()
            }
            Self::Discard => round.discard.into_iter().collect(),
            Self::Leftovers => round.leftovers.to_vec(),
        }
    }

    /// Lays as many there as lay there before.
    fn lay(self, round: &mut Round, mut karuta: Vec<Karuta>) {
        karuta.sort_unstable();
        match self {
            Self::Rack(seat) => round.racks[seat] = karuta,
            Self::Down(seat) => {
                let own = round.plays.iter_mut().filter(|play| play.seat == seat);
                for (play, karuta) in own.zip(karuta) {
                    play.karuta = karuta;
                }
            }
            Self::Discard => round.discard = karuta.first().copied(),
            Self::Leftovers => {
                for (leftover, karuta) in round.leftovers.iter_mut().zip(karuta) {
                    *leftover = karuta;
                }
            }
        }
    }
}

/// What everybody knows about where karuta can lie.
struct Facts {
    trump: Suit,
    okie: Karuta,
    taker: Option<Seat>,
    caller: Option<Seat>,
    /// Nobody could hide the robai and nobody called: it lies in the leftovers.
    is_neta: bool,
    /// The taker led a trump to trick 1: all ten were trumps (Hachinin-meri rules 7.1).
    led_trump: bool,
    lacks: PerSeat<Lacks>,
}

/// What a seat has shown not to hold.
#[derive(Clone, Default)]
struct Lacks {
    /// Plain suits it did not follow in monchi.
    suits: Vec<Suit>,
    /// Trumps, for it did not follow a meri.
    trumps: bool,
    /// All but the Sun: it may have been exempt, for it has never shown a trump.
    all_but_sun: bool,
}

impl Facts {
    fn of(game: &Meri, round: &Round) -> Self {
        let trump = round.trump();
        let is_taken = round.taker.is_some();
        let first = round
            .tricks
            .first()
            .map_or(&round.plays, |trick| &trick.plays);
        Self {
            trump,
            okie: round.okie,
            taker: round.taker,
            caller: round.caller,
            is_neta: is_taken
                && game.options.hidden_robai == HiddenRobai::Off
                && round.robau() == Robau::Neta,
            led_trump: super::trick::is_meri(first, trump),
            lacks: lacks(game, round),
        }
    }

    fn may_lie(&self, karuta: Karuta, home: Home) -> bool {
        let owner = match home {
            Home::Rack(seat) | Home::Down(seat) => Some(seat),
            Home::Discard => self.taker,
            Home::Leftovers => None,
        };
        let is_of_ten = owner.is_some() && owner == self.taker;
        if karuta == self.okie && !is_of_ten {
            return false;
        }
        if karuta == robai(self.trump) && !self.robai_may_lie(owner) {
            return false;
        }
        if is_of_ten && self.led_trump && !is_trump(karuta, self.trump) {
            return false;
        }
        match home {
            Home::Rack(seat) => self.may_hold(seat, karuta),
            Home::Down(seat) => is_trump(karuta, self.trump) && self.may_hold(seat, karuta),
            Home::Discard | Home::Leftovers => true,
        }
    }

    fn robai_may_lie(&self, owner: Option<Seat>) -> bool {
        match self.caller {
            Some(_) => owner == self.caller,
            None => !self.is_neta || owner.is_none(),
        }
    }

    fn may_hold(&self, seat: Seat, karuta: Karuta) -> bool {
        let lacks = &self.lacks[seat];
        if is_trump(karuta, self.trump) {
            !lacks.trumps || lacks.all_but_sun && karuta == sun(self.trump)
        } else {
            !lacks.suits.contains(&karuta.suit())
        }
    }
}

/// What each seat has told by what it played (Hachinin-meri rules 8).
fn lacks(game: &Meri, round: &Round) -> PerSeat<Lacks> {
    let trump = round.trump();
    let mut lacks = PerSeat::new(SEATS, |_| Lacks::default());
    let finished = round.tricks.iter().map(|trick| trick.plays.as_slice());
    for (index, plays) in finished.chain([round.plays.as_slice()]).enumerate() {
        let Some((lead, followers)) = plays.split_first() else {
            continue;
        };
        let duty = Duty::of(lead.karuta, trump, stage(&round.tricks[..index], trump));
        for play in followers
            .iter()
            .filter(|play| !is_trump(play.karuta, trump))
        {
            match duty {
                Duty::Suit(suit) if play.karuta.suit() != suit => lacks[play.seat].suits.push(suit),
                Duty::Trump => lacks[play.seat].trumps = true,
                Duty::Free | Duty::Suit(_) => {}
            }
        }
    }
    for seat in Seat::all(SEATS) {
        let has_shown = round.shown_by(seat).any(|karuta| is_trump(karuta, trump));
        lacks[seat].all_but_sun = game.options.ichimai_zun && !has_shown;
    }
    lacks
}

impl Round {
    /// What a seat has played that everybody has seen.
    fn shown_by(&self, seat: Seat) -> impl Iterator<Item = Karuta> {
        let finished = self.tricks.iter().flat_map(|trick| &trick.plays);
        let face_up = |play: &&Play| !is_face_down(&self.plays, play, self.trump());
        let plays = finished.chain(self.plays.iter().filter(face_up));
        plays
            .filter(move |play| play.seat == seat)
            .map(|play| play.karuta)
    }
}
