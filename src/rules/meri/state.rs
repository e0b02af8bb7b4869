//! The state of a game of Hachinin-meri: its fields, and what they say about the rules.

use super::options::{Direction, HiddenRobai, OpeningReveal};
use super::order::{is_trump, robai};
use super::robau::Robau;
use super::score::{Made, PerTeam, Progress, Team, Total};
use super::trick::{Duty, Following, Play, Stage, is_face_down, is_ichimai_zun, is_meri, played};
use super::view::Phase;
use super::{Options, deal};
use crate::karuta::{Karuta, Suit};
use crate::seat::MOST_SEATS;
use crate::{Chance, PerSeat, Seat, Seats, Standing};

/// How many play.
pub const SEATS: usize = MOST_SEATS;
/// How many tricks a round has (Hachinin-meri rules 1).
pub const TRICKS: usize = deal::RACK;

/// The state of a game of Hachinin-meri. It has no `Debug`: a state never reaches a log.
#[derive(Clone, PartialEq)]
pub struct Meri {
    pub(super) options: Options,
    /// The signed difference of each round that is over.
    pub(super) sheet: Vec<i32>,
    /// How many turns there have been.
    pub(super) turns: u32,
    pub(super) round: Option<Round>,
    pub(super) standing: Option<Standing>,
}

/// One round, from its deal to the next.
#[derive(Clone, PartialEq)]
pub(super) struct Round {
    pub(super) dealer: Seat,
    pub(super) okie: Karuta,
    pub(super) leftovers: [Karuta; 2],
    pub(super) phase: Phase,
    /// Who has pressed *ready*.
    pub(super) ready: Seats,
    /// Who has called *robatta*.
    pub(super) caller: Option<Seat>,
    /// Who has taken the okie.
    pub(super) taker: Option<Seat>,
    /// Each in canonical order.
    pub(super) racks: PerSeat<Vec<Karuta>>,
    /// What the taker laid away for the okie.
    pub(super) discard: Option<Karuta>,
    /// The tricks that are over.
    pub(super) tricks: Vec<Trick>,
    /// What has been played to the present one.
    pub(super) plays: Vec<Play>,
    pub(super) total: Option<Total>,
}

/// A trick that is over.
#[derive(Clone, PartialEq)]
pub(super) struct Trick {
    pub(super) plays: Vec<Play>,
    pub(super) winner: Seat,
    pub(super) made: Option<Made>,
}

impl Meri {
    pub(super) fn undealt(options: &Options) -> Self {
        Self {
            options: options.clone(),
            sheet: Vec::new(),
            turns: 0,
            round: None,
            standing: None,
        }
    }

    /// The neighbour whose turn comes next (Hachinin-meri rules 3.1; 13, `direction`).
    pub(super) fn next(&self, seat: Seat) -> Seat {
        match self.options.direction {
            Direction::Cw => seat.next(SEATS),
            Direction::Ccw => seat.previous(SEATS),
        }
    }

    /// The players in the order of the deal: the dealer's neighbour first (Hachinin-meri rules 4.3).
    pub(super) fn order(&self, dealer: Seat) -> impl Iterator<Item = Seat> {
        let next = |seat: &Seat| Some(self.next(*seat));
        std::iter::successors(Some(self.next(dealer)), next).take(SEATS)
    }

    /// Hachinin-meri rules 3.3: chance names the first dealer, then the deal passes on.
    pub(super) fn next_dealer(&self, chance: &Chance) -> Seat {
        match &self.round {
            Some(round) => self.next(round.dealer),
            None => crate::choice::FirstDealer::Random.seat(chance, SEATS),
        }
    }

    /// How far the match has come.
    pub(super) fn progress(&self) -> Progress {
        Progress::of(self.options.match_length, &self.sheet)
    }

    /// Whether a player is free of the duty to follow trumps (Hachinin-meri rules 8, ichimai-zun).
    pub(super) fn following(&self, round: &Round, seat: Seat) -> Following {
        let is_exempt =
            self.options.ichimai_zun && is_ichimai_zun(&round.nine(seat), round.trump());
        if is_exempt {
            Following::Exempt
        } else {
            Following::Bound
        }
    }

    /// What of its rack a seat may play now.
    pub(super) fn playable(&self, round: &Round, seat: Seat) -> Vec<Karuta> {
        let following = self.following(round, seat);
        round
            .duty()
            .legal(&round.racks[seat], round.trump(), following)
    }

    /// Whether everybody sees discard and leftovers (Hachinin-meri rules 7.3 and 12).
    pub(super) fn is_pile_open(&self, round: &Round) -> bool {
        let is_out = round.discard.is_some();
        let is_shown = is_out && self.options.opening_reveal == OpeningReveal::All;
        is_shown || round.phase == Phase::RoundOver
    }

    /// What has been shown to everybody in this round (Hachinin-meri rules 12, `public_cards`), the okie left out.
    pub(super) fn shown(&self, round: &Round) -> Vec<Karuta> {
        let mut shown = round.played_before();
        let face_up = |play: &&Play| !is_face_down(&round.plays, play, round.trump());
        shown.extend(round.plays.iter().filter(face_up).map(|play| play.karuta));
        if self.is_pile_open(round) {
            shown.extend(round.leftovers);
            shown.extend(round.discard);
        }
        shown
    }

    /// Which karuta are out of play before this trick, as everybody knows (Hachinin-meri rules 13, `live_upper_required`).
    pub(super) fn gone(&self, round: &Round) -> Vec<Karuta> {
        let mut gone = round.played_before();
        if self.is_pile_open(round) {
            gone.extend(round.leftovers);
            gone.extend(round.discard);
        }
        gone
    }

    /// How the okie found its taker, once everybody knows whether the trump robai was hidden (Hachinin-meri rules 12).
    ///
    /// A call, kikkaburi, and a robai that must not be hidden are known at once.
    pub(super) fn robau_shown(&self, round: &Round) -> Option<Robau> {
        round.taker?;
        let robau = round.robau();
        let is_known = matches!(robau, Robau::Robatta | Robau::Kikkaburi)
            || self.options.hidden_robai == HiddenRobai::Off
            || round.phase == Phase::RoundOver
            || self.shown(round).contains(&robai(round.trump()));
        is_known.then_some(robau)
    }
}

impl Round {
    /// The trump suit (Hachinin-meri rules 4.7).
    pub(super) fn trump(&self) -> Suit {
        self.okie.suit()
    }

    pub(super) fn robau(&self) -> Robau {
        Robau::of(self.okie, &self.leftovers, self.caller)
    }

    /// Who holds the trump robai.
    pub(super) fn robai_holder(&self) -> Option<Seat> {
        let robai = robai(self.trump());
        let mut racks = self.racks.iter();
        racks
            .find(|(_, rack)| rack.contains(&robai))
            .map(|(seat, _)| seat)
    }

    /// The number of the present trick, from 1.
    pub(super) fn trick(&self) -> usize {
        self.tricks.len() + 1
    }

    /// Whether a trump was led in an earlier trick.
    pub(super) fn stage(&self) -> Stage {
        stage(&self.tricks, self.trump())
    }

    /// What the present trick asks of the seat that is to play; a leader is free.
    pub(super) fn duty(&self) -> Duty {
        self.plays.first().map_or(Duty::Free, |lead| {
            Duty::of(lead.karuta, self.trump(), self.stage())
        })
    }

    /// What has been played in the tricks that are over.
    fn played_before(&self) -> Vec<Karuta> {
        let tricks = self.tricks.iter();
        tricks.flat_map(|trick| played(&trick.plays)).collect()
    }

    /// What a seat has played in this round.
    pub(super) fn played_by(&self, seat: Seat) -> impl Iterator<Item = Karuta> {
        let plays = self.tricks.iter().flat_map(|trick| &trick.plays);
        let own = plays
            .chain(&self.plays)
            .filter(move |play| play.seat == seat);
        own.map(|play| play.karuta)
    }

    /// The nine that a seat held as trick 1 began (Hachinin-meri rules 8).
    fn nine(&self, seat: Seat) -> Vec<Karuta> {
        let held = self.racks[seat].iter().copied();
        held.chain(self.played_by(seat)).collect()
    }

    /// The tricks of each team.
    pub(super) fn ko(&self) -> PerTeam<i32> {
        let mut ko = PerTeam::default();
        for trick in &self.tricks {
            ko[Team::of(trick.winner)] += 1;
        }
        ko
    }

    /// What may be led to trick 1: a plain karuta by whoever has one (Hachinin-meri rules 7.1).
    pub(super) fn leads(&self, seat: Seat) -> Vec<Karuta> {
        first_leads(&self.racks[seat], self.trump())
    }

    /// Who is to act.
    pub(super) fn to_act(&self) -> Seats {
        match self.phase {
            Phase::Robau => Seats::first(SEATS)
                .iter()
                .filter(|seat| !self.ready.contains(*seat))
                .collect(),
            Phase::Uchidashi(seat) | Phase::Play(seat) => Seats::only(seat),
            Phase::Undealt | Phase::RoundOver => Seats::NONE,
        }
    }
}

/// Whether one of these tricks was led with a trump.
pub(super) fn stage(tricks: &[Trick], trump: Suit) -> Stage {
    if tricks.iter().any(|trick| is_meri(&trick.plays, trump)) {
        Stage::Monchi
    } else {
        Stage::BeforeMeri
    }
}

/// The opening leads of ten karuta: the plain ones; any where there is none (Hachinin-meri rules 7.1).
pub fn first_leads(ten: &[Karuta], trump: Suit) -> Vec<Karuta> {
    let plain: Vec<Karuta> = ten
        .iter()
        .filter(|karuta| !is_trump(**karuta, trump))
        .copied()
        .collect();
    if plain.is_empty() {
        ten.to_vec()
    } else {
        plain
    }
}
