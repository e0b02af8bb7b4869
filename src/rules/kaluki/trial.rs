//! Trying table actions on copies: what they would take out of a hand and put on the table, or why they cannot be
//! (Kaluki rules 6).

use super::meld::{Composed, End, Kind, Meld};
use super::options::JokerReuse;
use super::state::{adds_at, count_adds, take_all};
use super::{Action, Build, Options, Placement, Recovered, Recovery, Refusal};
use crate::card::{Card, Placed};
use crate::piece::remove;

/// A hand and a table on which actions are tried.
#[derive(Clone)]
pub(super) struct Trial<'a> {
    pub(super) options: &'a Options,
    /// What is left in the hand.
    pub(super) hand: Vec<Card>,
    /// The melds on the table.
    pub(super) table: Vec<Meld>,
    /// How many cards were added to the ends of each run in this turn.
    pub(super) adds: Vec<[u32; 2]>,
    /// Recovered jokers that are not placed yet.
    pub(super) freed: usize,
}

impl<'a> Trial<'a> {
    pub(super) fn new(
        options: &'a Options,
        hand: &[Card],
        table: Vec<Meld>,
        adds: &[[u32; 2]],
    ) -> Self {
        Self {
            options,
            hand: hand.to_vec(),
            table,
            adds: adds.to_vec(),
            freed: 0,
        }
    }

    /// Tries a table action; what must stay in the hand after it, and whether an opening is worth enough, is not judged.
    pub(super) fn act(&mut self, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Open { melds } => melds
                .iter()
                .try_for_each(|meld| self.lay(meld, 0).map(drop)),
            Action::Lay { meld } => self.lay(meld, 0).map(drop),
            Action::Build(build) => self.build(build, 0).map(drop),
            Action::Exchange {
                recoveries,
                placements,
            } => {
                for recovery in recoveries {
                    self.recover(recovery, 0)?;
                }
                for placement in placements {
                    self.place(placement, 0)?;
                }
                if self.freed > 0 {
                    return Err(Refusal::JokerUnused);
                }
                Ok(())
            }
            _ => Err(Refusal::NothingComposed),
        }
    }

    /// Lays a meld from the hand; `place` names it in a refusal.
    pub(super) fn lay(&mut self, composed: &Composed, place: usize) -> Result<Meld, Refusal> {
        if composed.cards.is_empty() {
            return Err(Refusal::NothingComposed);
        }
        self.spend(&composed.cards, Target::NewMeld)?;
        let meld = Meld::compose(composed, self.options.aces());
        let meld = meld.map_err(|fault| Refusal::Meld { place, fault })?;
        self.table.push(meld.clone());
        Ok(meld)
    }

    /// Adds cards from the hand to a meld; says at which end.
    pub(super) fn build(&mut self, build: &Build, place: usize) -> Result<End, Refusal> {
        let aces = self.options.aces();
        let laid = self.table.get(build.meld);
        let laid = laid.ok_or(Refusal::NoSuchMeld { meld: build.meld })?;
        let end = end_of(laid, build, self.options);
        let built = laid.build(&build.cards, end, aces);
        let is_run = laid.kind() == Kind::Run;
        self.spend(&build.cards, Target::Build)?;
        let built = built.map_err(|fault| Refusal::Meld { place, fault })?;
        if is_run {
            self.check_end(build, end)?;
            count_adds(&mut self.adds, build.meld, end, build.cards.len());
        }
        self.table[build.meld] = built;
        Ok(end)
    }

    /// Kaluki rules 6.3: so many cards per run, end and turn.
    pub(super) fn check_end(&self, build: &Build, end: End) -> Result<(), Refusal> {
        let limit = self.options.build_end_limit;
        let added = adds_at(&self.adds, build.meld, end) + build.cards.len() as u32;
        if limit > 0 && added > limit {
            return Err(Refusal::EndLimit { limit });
        }
        Ok(())
    }

    /// Gives naturals for a joker, which must be placed then.
    pub(super) fn recover(
        &mut self,
        recovery: &Recovery,
        place: usize,
    ) -> Result<Recovered, Refusal> {
        let meld = recovery.meld;
        take_all(&mut self.hand, recovery.cards.iter().copied())?;
        let laid = self.table.get_mut(meld);
        let laid = laid.ok_or(Refusal::NoSuchMeld { meld })?;
        let at = laid.freed_by(&recovery.cards, self.options);
        let at = at.map_err(|fault| Refusal::Meld { place, fault })?;
        laid.recover(&recovery.cards, at);
        self.freed += 1;
        Ok(Recovered {
            meld,
            cards: recovery.cards.clone(),
            at,
        })
    }

    /// Places cards with recovered jokers among them; answers the placement with what it left open.
    pub(super) fn place(
        &mut self,
        placement: &Placement,
        place: usize,
    ) -> Result<Placement, Refusal> {
        match placement {
            Placement::Lay(composed) => {
                self.lay(composed, place)?;
                Ok(placement.clone())
            }
            Placement::Build(build) => {
                let end = self.build(build, place)?;
                Ok(Placement::Build(Build {
                    end: Some(end),
                    ..build.clone()
                }))
            }
        }
    }

    /// Takes cards from the hand; jokers from the recovered ones first, where those may go.
    fn spend(&mut self, cards: &[Placed], target: Target) -> Result<(), Refusal> {
        let for_freed = target == Target::NewMeld || self.options.joker_reuse == JokerReuse::Any;
        for card in cards.iter().map(|placed| placed.card()) {
            if card == Card::Joker && for_freed && self.freed > 0 {
                self.freed -= 1;
            } else if !remove(&mut self.hand, card) {
                // Kaluki rules 12, `joker_reuse`: a recovered one is there, but may not go where it is wanted.
                if card == Card::Joker && self.freed > 0 {
                    return Err(Refusal::JokerUnused);
                }
                return Err(Refusal::NotHeld { card });
            }
        }
        Ok(())
    }
}

/// Where cards are put.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    NewMeld,
    Build,
}

/// The end that is named, or where the first card fits, above if it fits both; of a set it does not matter.
fn end_of(laid: &Meld, build: &Build, options: &Options) -> End {
    let fits = |end: End| {
        let first = build.cards.first();
        first.is_some_and(|card| laid.build(&[*card], end, options.aces()).is_ok())
    };
    build.end.unwrap_or_else(|| {
        if fits(End::Low) && !fits(End::High) {
            End::Low
        } else {
            End::High
        }
    })
}
