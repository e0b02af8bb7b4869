//! What a seat knows by counting: which karuta it has not seen, who can hold what of them, and who is still to play.

use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::options::Direction;
use crate::rules::meri::order::{is_trump, plain_place, robai, sun, trump_place};
use crate::rules::meri::trick::{Duty, Stage};
use crate::rules::meri::view::Played;
use crate::rules::meri::yaku::may_count;
use crate::rules::meri::{Robau, SEATS, Team, View, Yaku};
use crate::rules::{PerSeat, Seat};

/// How likely a seat holds what everybody knows it took or called with: else it has laid that away.
const KEPT: f64 = 0.95;

/// What the viewer of a round knows by counting.
pub(super) struct Known<'a> {
    pub(super) view: &'a View,
    pub(super) seat: Seat,
    pub(super) trump: Suit,
    /// The own karuta.
    pub(super) rack: &'a [Karuta],
    /// Those that may lie in other racks or face down, though some of them lie away or undealt.
    pub(super) unseen: Vec<Karuta>,
    /// The unseen ones of which everybody knows whose they are, if they are not laid away: the okie, and the robai that was
    /// called with (Hachinin-meri rules 6 and 12).
    located: Vec<(Karuta, Seat)>,
    /// The yaku of this trump suit that count at this table, as far as the tricks have come (Hachinin-meri rules 13).
    pub(super) yaku: Vec<Yaku>,
    /// What the others have shown not to hold.
    lacks: PerSeat<Lacks>,
}

/// What a seat has shown not to hold.
#[derive(Clone, Default)]
struct Lacks {
    suits: Vec<Suit>,
    /// Trumps, for it did not follow a meri.
    trumps: bool,
    /// All but the Sun, for it has never shown a trump: it may be exempt (Hachinin-meri rules 8, ichimai-zun).
    all_but_sun: bool,
}

impl<'a> Known<'a> {
    /// `None` for a watcher, and before the first deal.
    pub(super) fn of(view: &'a View) -> Option<Self> {
        let trump = view.trump()?;
        let mut unseen = Karuta::pack();
        let known = view.known();
        unseen.retain(|karuta| !known.contains(karuta) || is_okie_hidden(view, *karuta));
        let mut known = Self {
            view,
            seat: view.viewer.seat()?,
            trump,
            rack: view.rack()?,
            unseen,
            located: Vec::new(),
            yaku: yaku(view, trump),
            lacks: lacks(view, trump),
        };
        known.locate();
        Some(known)
    }

    /// Says whose the okie and the robai are; what must lie away or undealt is counted no more.
    fn locate(&mut self) {
        let (view, robai) = (self.view, robai(self.trump));
        let taken = view.okie.zip(view.taker);
        let called = view.caller.map(|caller| (robai, caller));
        for (karuta, seat) in taken.into_iter().chain(called) {
            if !self.unseen.contains(&karuta) {
                continue;
            }
            if self.can_hold(seat, karuta) {
                self.located.push((karuta, seat));
            } else {
                self.unseen.retain(|other| *other != karuta);
            }
        }
        // Where it must not be hidden everybody knows that nobody got it (Hachinin-meri rules 13, `hidden_robai`).
        if view.robau == Some(Robau::Neta) {
            self.unseen.retain(|other| *other != robai);
        }
    }

    pub(super) fn is_trump(&self, karuta: Karuta) -> bool {
        is_trump(karuta, self.trump)
    }

    pub(super) fn team(&self) -> Team {
        Team::of(self.seat)
    }

    pub(super) fn is_partner(&self, seat: Seat) -> bool {
        Team::of(seat) == self.team()
    }

    /// The number of the trick that is being played, from 1.
    pub(super) fn trick(&self) -> usize {
        self.view.tricks.len() + 1
    }

    /// Who plays after the viewer in this trick.
    pub(super) fn still_to_play(&self) -> impl Iterator<Item = Seat> {
        let next = |seat: &Seat| {
            Some(match self.view.options.direction {
                Direction::Cw => seat.next(SEATS),
                Direction::Ccw => seat.previous(SEATS),
            })
        };
        let others = SEATS - 1 - self.view.plays.len().min(SEATS - 1);
        std::iter::successors(next(&self.seat), next).take(others)
    }

    /// Whether nobody plays after the viewer.
    pub(super) fn is_last(&self) -> bool {
        self.still_to_play().next().is_none()
    }

    /// Those that lie face down in this trick and are not the viewer's.
    pub(super) fn face_down(&self) -> impl Iterator<Item = &Played> {
        self.view.plays.iter().filter(|play| play.is_face_down())
    }

    /// The trumps that have not been seen.
    pub(super) fn unseen_trumps(&self) -> usize {
        let trumps = self.unseen.iter().filter(|karuta| self.is_trump(**karuta));
        trumps.count()
    }

    /// Whether one beats the other in a trick led with that suit, or with a trump.
    pub(super) fn beats(&self, one: Karuta, other: Karuta, led: Suit) -> bool {
        match (self.is_trump(one), self.is_trump(other)) {
            (true, true) => trump_place(one) < trump_place(other),
            (true, false) => true,
            (false, true) => false,
            (false, false) if one.suit() != led => false,
            (false, false) => other.suit() != led || plain_place(one) < plain_place(other),
        }
    }

    /// The best of what lies open in this trick, and whose it is.
    pub(super) fn best_open(&self) -> Option<(Seat, Karuta)> {
        let open = self.view.plays.iter();
        let mut open = open.filter_map(|play| Some((play.seat, play.karuta?)));
        let (first, led) = open.next()?;
        Some(open.fold((first, led), |best, (seat, karuta)| {
            if self.beats(karuta, best.1, led.suit()) {
                (seat, karuta)
            } else {
                best
            }
        }))
    }

    /// Who has the trick, as far as what lies there tells: the only one who lies face down, else the best open one.
    /// `None` before the lead, and where several lie face down.
    pub(super) fn holder(&self) -> Option<Seat> {
        let mut down = self.face_down();
        match (down.next(), down.next()) {
            (None, _) => self.best_open().map(|(seat, _)| seat),
            (Some(only), None) => Some(only.seat),
            (Some(_), Some(_)) => None,
        }
    }

    /// Whether, as far as others have told by what they played, this seat can hold that.
    pub(super) fn can_hold(&self, seat: Seat, karuta: Karuta) -> bool {
        let lacks = &self.lacks[seat];
        if self.is_trump(karuta) {
            !lacks.trumps || lacks.all_but_sun && karuta == sun(self.trump)
        } else {
            !lacks.suits.contains(&karuta.suit())
        }
    }

    /// Whose this unseen one is, if everybody knows that.
    pub(super) fn owner(&self, karuta: Karuta) -> Option<Seat> {
        let mut located = self.located.iter();
        let found = located.find(|(other, _)| *other == karuta);
        found.map(|(_, seat)| *seat)
    }

    /// Whether it is unseen, and no partner is known to have it.
    pub(super) fn may_be_theirs(&self, karuta: Karuta) -> bool {
        let is_ours = self
            .owner(karuta)
            .is_some_and(|owner| self.is_partner(owner));
        self.unseen.contains(&karuta) && !is_ours
    }

    /// Whether this unseen one may still come to the trick or lie face down in it: whose owner has played openly does not.
    pub(super) fn may_come(&self, karuta: Karuta) -> bool {
        let played = self.view.plays.iter();
        let mut open = played.filter(|play| !play.is_face_down());
        self.owner(karuta)
            .is_none_or(|owner| open.all(|play| play.seat != owner))
    }

    /// How likely a seat holds at least one of these unseen ones.
    pub(super) fn holds_one_of(&self, seat: Seat, these: &[Karuta]) -> f64 {
        if these.iter().any(|karuta| self.owner(*karuta) == Some(seat)) {
            return KEPT;
        }
        let can =
            |karuta: &&Karuta| self.owner(**karuta).is_none() && self.can_hold(seat, **karuta);
        let able = these.iter().filter(can);
        let own = self.located.iter().filter(|(_, owner)| *owner == seat);
        let held = self.view.held[seat].saturating_sub(own.count());
        at_least_one_of(able.count(), held, self.unseen.len() - self.located.len())
    }
}

/// The yaku that count, from what everybody has seen go.
fn yaku(view: &View, trump: Suit) -> Vec<Yaku> {
    let gone = view.gone();
    let of_trump = Yaku::ALL.into_iter().filter(|yaku| yaku.is_of(trump));
    let counts = |yaku: &Yaku| may_count(&view.options, trump, *yaku, &gone);
    of_trump.filter(counts).collect()
}

/// How likely a draw of so many out of all has at least one of certain ones in it.
fn at_least_one_of(certain: usize, drawn: usize, all: usize) -> f64 {
    let missed = (0..certain).fold(1.0, |missed, place| {
        let left = all.saturating_sub(place).max(1) as f64;
        let others = all.saturating_sub(drawn + place) as f64;
        missed * others / left
    });
    1.0 - missed
}

/// Everybody has seen the okie, but whoever took it holds it or has laid it away until it is played.
fn is_okie_hidden(view: &View, karuta: Karuta) -> bool {
    let is_own = |own: &[Karuta]| own.contains(&karuta);
    let holds = view.rack().is_some_and(is_own);
    let laid_away = view.own.as_ref().and_then(|own| own.discard) == Some(karuta);
    let tricks = view.tricks.iter().flat_map(|trick| &trick.plays);
    let is_played = tricks
        .chain(&view.plays)
        .any(|play| play.karuta == Some(karuta));
    let is_dead = view.pile.is_some_and(|pile| pile.discard == Some(karuta));
    let is_out = holds || laid_away || is_played || is_dead;
    view.okie == Some(karuta) && view.taker.is_some() && !is_out
}

/// What each seat has told by what it played (Hachinin-meri rules 8).
fn lacks(view: &View, trump: Suit) -> PerSeat<Lacks> {
    let mut lacks = PerSeat::new(SEATS, |_| Lacks {
        all_but_sun: view.options.ichimai_zun,
        ..Lacks::default()
    });
    let mut stage = Stage::BeforeMeri;
    let tricks = view.tricks.iter().map(|trick| trick.plays.as_slice());
    for plays in tricks.chain([view.plays.as_slice()]) {
        let Some(lead) = plays.first().and_then(|play| play.karuta) else {
            continue;
        };
        let duty = Duty::of(lead, trump, stage);
        let open = plays.iter();
        for (seat, karuta) in open.filter_map(|play| Some((play.seat, play.karuta?))) {
            match duty {
                _ if is_trump(karuta, trump) => lacks[seat].all_but_sun = false,
                Duty::Suit(suit) if karuta.suit() != suit => lacks[seat].suits.push(suit),
                Duty::Trump => lacks[seat].trumps = true,
                Duty::Free | Duty::Suit(_) => {}
            }
        }
        if is_trump(lead, trump) {
            stage = Stage::Monchi;
        }
    }
    lacks
}
