//! The state of a match of Kaluki: its fields, and what they say about the rules.

use super::meld::{End, Kind, Meld};
use super::options::{Announce, DiscardAfterOpen, DiscardBeforeOpen};
use super::score::{Book, CallUp, DealResult, Ending, Line};
use super::view::{Moved, Phase, Terms};
use super::{Answer, Options, Refusal, TakeLock, hand};
use crate::card::{Card, Placed};
use crate::meld::cards::{self, Aces};
use crate::piece::remove;
use crate::{Patience, PerSeat, RoundStanding, Seat, Seats, Standing};

/// The state of a match of Kaluki. It has no `Debug`: a state never reaches a log.
#[derive(Clone, PartialEq)]
pub struct Kaluki {
    pub(super) options: Options,
    pub(super) seats: usize,
    pub(super) book: Book,
    /// What every deal that counted was for everybody.
    pub(super) sheet: Vec<PerSeat<Line>>,
    /// How every one of them was called up.
    pub(super) call_ups: Vec<CallUp>,
    /// How many deals have been dealt, void ones included.
    pub(super) deals: u32,
    /// How many deals in a row have just been void.
    pub(super) voids: u32,
    /// How many turns there have been.
    pub(super) turns: u32,
    pub(super) deal: Option<Deal>,
    pub(super) standing: Option<Standing>,
}

/// One deal, from its dealing to the next.
#[derive(Clone, PartialEq)]
pub(super) struct Deal {
    pub(super) dealer: Seat,
    /// Those who take part, from the first player on clockwise.
    pub(super) order: Vec<Seat>,
    pub(super) phase: Phase,
    /// Each in canonical order.
    pub(super) hands: PerSeat<Vec<Card>>,
    /// The next card first.
    pub(super) stock: Vec<Card>,
    /// The top discard last.
    pub(super) pile: Vec<Card>,
    /// In the order laid; a meld never leaves its place.
    pub(super) table: Vec<Laid>,
    pub(super) opened: Seats,
    pub(super) reshuffles: u32,
    /// Who missed the announcement and has not had the next turn (Kaluki rules 7.3).
    pub(super) missed: Seats,
    /// What was announced of a hand that has not changed since.
    pub(super) announced: PerSeat<Option<usize>>,
    /// How many turns have ended.
    pub(super) ended_turns: u32,
    /// How many of the last turns went by without a stock draw.
    pub(super) stalled: u32,
    pub(super) turn: Turn,
    /// What those over the limit answered.
    pub(super) answers: PerSeat<Option<Answer>>,
    /// What the penalty of who buys in becomes.
    pub(super) buy_in_at: i32,
    /// What happened since the deal.
    pub(super) history: Vec<Moved>,
    pub(super) result: Option<DealResult>,
}

/// A meld on the table with the seat that laid it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Laid {
    pub(super) owner: Seat,
    pub(super) meld: Meld,
}

/// What has been done in the present turn.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Turn {
    /// The card drawn from the stock.
    pub(super) drawn: Option<Card>,
    pub(super) taken: Option<Taken>,
    /// Whether a taken card was put back.
    pub(super) returned: bool,
    /// Whether the actor was open when the turn began.
    pub(super) was_open: bool,
    /// Whether anything was laid.
    pub(super) laid: bool,
    /// How many cards were added to the low and the high end of each run.
    pub(super) end_adds: Vec<[u32; 2]>,
}

/// The discard taken in this turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) card: Card,
    pub(super) terms: Terms,
    /// Whether an equal one was held before (Kaluki rules 7.2).
    pub(super) had_equal: bool,
}

impl Kaluki {
    pub(super) fn undealt(options: &Options, seats: usize) -> Self {
        Self {
            options: options.clone(),
            seats,
            book: Book::new(seats),
            sheet: Vec::new(),
            call_ups: Vec::new(),
            deals: 0,
            voids: 0,
            turns: 0,
            deal: None,
            standing: None,
        }
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Who is to act.
    pub(super) fn to_act(&self) -> Seats {
        let deal = self.deal.as_ref().filter(|_| self.standing.is_none());
        deal.map_or(Seats::NONE, |deal| match deal.phase {
            Phase::Draw(seat) | Phase::Play(seat) | Phase::Announce(seat) => Seats::only(seat),
            Phase::BuyIn(seats) => seats,
            Phase::Undealt | Phase::DealOver => Seats::NONE,
        })
    }

    /// Kaluki rules 7.3: an announcement has a short window; a turn, and the offer to buy in, last as long as a turn may.
    pub(super) fn patience(&self) -> Patience {
        match self.deal.as_ref().map(|deal| deal.phase) {
            Some(Phase::Announce(_)) => Patience::Window,
            _ => Patience::Turn,
        }
    }

    /// Kaluki rules 3.3: seat 0 deals first; a deal that counted passes on to the next player still in the match.
    pub(super) fn next_dealer(&self) -> Seat {
        let first = || Seat::all(self.seats).next();
        match &self.deal {
            Some(deal) if deal.counts() => self.next_active(deal.dealer),
            Some(deal) => deal.dealer,
            None => first().expect("a table has seats"),
        }
    }

    /// The next player clockwise who is still in the match.
    fn next_active(&self, seat: Seat) -> Seat {
        let active = self.book.active();
        let mut others = self.clockwise_from(seat.next(self.seats));
        others.find(|other| active.contains(*other)).unwrap_or(seat)
    }

    /// Kaluki rules 10 steps 4 and 5: who is out of the match.
    pub(super) fn eliminated(&self) -> Seats {
        let left = self.book.left.iter().filter(|(_, left)| left.is_some());
        left.map(|(seat, _)| seat).collect()
    }

    /// All seats clockwise from one on.
    fn clockwise_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        std::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(seats)
    }

    /// Kaluki rules 4.6: those in the match, from the dealer's left on.
    pub(super) fn order(&self, dealer: Seat) -> Vec<Seat> {
        let active = self.book.active();
        let seats = self.clockwise_from(dealer.next(self.seats));
        seats.filter(|seat| active.contains(*seat)).collect()
    }

    /// What who takes the top discard now owes for it (Kaluki rules 7.1).
    pub(super) fn terms(&self, deal: &Deal, seat: Seat) -> Result<Terms, TakeLock> {
        let card = *deal.pile.last().ok_or(TakeLock::EmptyPile)?;
        if deal.ended_turns == 0 {
            return Ok(Terms::Free);
        }
        if deal.opened.contains(seat) {
            return Ok(match self.options.discard_after_open {
                DiscardAfterOpen::Free => Terms::Free,
                DiscardAfterOpen::MustUse => Terms::MustUse,
                DiscardAfterOpen::MustMeld => Terms::MustMeld,
            });
        }
        match self.options.discard_before_open {
            DiscardBeforeOpen::Never => Err(TakeLock::NotOpen),
            DiscardBeforeOpen::IfUsed if self.fits(&deal.hands[seat], card) => Ok(Terms::MustOpen),
            DiscardBeforeOpen::IfUsed => Err(TakeLock::NoOpening { card }),
        }
    }

    /// Whether a hand and this card hold an initial meld with the card in it.
    fn fits(&self, held: &[Card], card: Card) -> bool {
        let all = [held, &[card]].concat();
        // The taken card is laid: what stays to be discarded is one of those held before.
        let best = cards::best_opening(&all, Some(card), &self.question(held));
        best.is_some_and(|best| best.points >= self.options.initial_min)
    }

    /// How melds are looked for at this table; one of these cards stays in the hand.
    pub(super) fn question<'a>(&self, keep: &'a [Card]) -> cards::Question<'a> {
        cards::Question {
            aces: self.options.aces(),
            joker_value: self.options.joker_penalty,
            keep: if self.options.call_up_without_discard {
                cards::Keep::Nothing
            } else {
                cards::Keep::OneOf(keep)
            },
        }
    }

    /// The most steps a deal of listed actions can take.
    ///
    /// Every stock draw takes a card of the stock, which is filled once more with each reshuffle; between two of them lie at
    /// most as many turns as the limit says, or as many takes in a row as are listed. A turn has a draw or a take, a card
    /// put back and one drawn after all, a discard and an announcement; every table action lays a card that never comes
    /// back to a hand. At the end everybody may be asked once.
    pub(super) fn most_steps_of_a_deal(&self) -> u32 {
        let cards = 108;
        let draws = cards * (1 + self.options.reshuffles_max);
        let turns = draws * (1 + self.most_takes_in_a_row());
        5 * turns + cards + self.seats as u32
    }

    /// What the deal came to, once it is over and nobody is asked to buy in any more; nothing if it was void.
    pub(super) fn result_of_the_deal(&self) -> Option<RoundStanding> {
        let deal = self.deal.as_ref();
        let deal = deal.filter(|deal| deal.phase == Phase::DealOver)?;
        let result = deal.result.as_ref()?;
        let Ending::CalledUp(call_up) = result.ending else {
            return None;
        };
        let players = deal.players();
        Some(RoundStanding {
            winners: Seats::only(call_up.seat),
            points: Some(
                result
                    .lines
                    .map(|seat, line| players.contains(seat).then_some(line.points)),
            ),
        })
    }

    /// After how many turns without a stock draw a take is not listed any more: as many as usually void the deal.
    pub(super) fn most_takes_in_a_row(&self) -> u32 {
        let limit = self.options.stall_turns(self.seats);
        limit.unwrap_or(10 * self.seats as u32)
    }
}

impl Options {
    /// Where aces stand in runs.
    pub fn aces(&self) -> Aces {
        if self.ace_low {
            Aces::LowToo
        } else {
            Aces::High
        }
    }
}

impl Deal {
    /// Whether it is over and counts.
    pub(super) fn counts(&self) -> bool {
        let result = self.result.as_ref();
        result.is_some_and(|result| result.ending.counts())
    }

    /// Those who take part.
    pub(super) fn players(&self) -> Seats {
        self.order.iter().copied().collect()
    }

    /// The player whose turn comes next.
    pub(super) fn after(&self, seat: Seat) -> Seat {
        let place = self.order.iter().position(|other| *other == seat);
        let next = place.map_or(0, |place| (place + 1) % self.order.len());
        self.order[next]
    }

    /// The melds on the table.
    pub(super) fn melds(&self) -> Vec<Meld> {
        self.table.iter().map(|laid| laid.meld.clone()).collect()
    }

    /// Kaluki rules 7.2: which of these cards may be discarded in this turn.
    pub(super) fn discardable(&self, options: &Options, cards: &[Card]) -> Vec<Card> {
        let mut distinct = hand::distinct(cards);
        distinct.retain(|card| !self.is_locked(options, *card));
        distinct
    }

    /// Whether this card was taken in this turn and must not be discarded.
    pub(super) fn is_locked(&self, options: &Options, card: Card) -> bool {
        let taken = self.turn.taken.filter(|taken| taken.card == card);
        !options.may_return_taken && taken.is_some_and(|taken| !taken.had_equal)
    }

    /// The taken card, as long as it must be used and nothing was laid; then it may be put back.
    pub(super) fn pending(&self) -> Option<Taken> {
        let owes = |taken: &Taken| taken.terms != Terms::Free;
        self.turn.taken.filter(owes).filter(|_| !self.turn.laid)
    }

    /// Puts a meld on the table.
    pub(super) fn lay(&mut self, owner: Seat, meld: Meld) {
        self.turn.laid = true;
        self.table.push(Laid { owner, meld });
    }

    /// Adds cards to a meld; those added to a run count for its end.
    pub(super) fn build(&mut self, meld: usize, cards: &[Placed], end: End) {
        let Some(laid) = self.table.get_mut(meld) else {
            return;
        };
        laid.meld.add(cards, end);
        self.turn.laid = true;
        if laid.meld.kind() == Kind::Run {
            count_adds(&mut self.turn.end_adds, meld, end, cards.len());
        }
    }
}

/// Counts cards added to an end of a run.
pub(super) fn count_adds(adds: &mut Vec<[u32; 2]>, meld: usize, end: End, cards: usize) {
    if adds.len() <= meld {
        adds.resize(meld + 1, [0; 2]);
    }
    adds[meld][end as usize] += cards as u32;
}

/// How many cards were added to an end of a run.
pub(super) fn adds_at(adds: &[[u32; 2]], meld: usize, end: End) -> u32 {
    adds.get(meld).map_or(0, |both| both[end as usize])
}

impl Options {
    /// Whether a hand of so many cards is announced (Kaluki rules 7.3).
    pub(super) fn announces(&self, held: usize) -> bool {
        (1..=self.announce_at as usize).contains(&held)
    }

    /// Whether hand sizes are displayed (Kaluki rules 7.4).
    pub(super) fn shows_sizes(&self) -> bool {
        self.announce == Announce::Auto
    }
}

/// Whether all these cards are in the hand, each as often as it is named.
pub(super) fn take_all(
    hand: &mut Vec<Card>,
    cards: impl Iterator<Item = Card>,
) -> Result<(), Refusal> {
    for card in cards {
        if !remove(hand, card) {
            return Err(Refusal::NotHeld { card });
        }
    }
    Ok(())
}
