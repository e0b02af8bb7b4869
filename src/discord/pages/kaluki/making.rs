//! A draft on a hand and a table: what each of its groups comes to, tried in its order, and what can still be made of the
//! picked cards. The rules judge it when it is laid, and only then.

use super::arranged::{actions, is_open, is_to_play};
use super::draft::{Draft, Group, Reading};
use super::exchange::has_enough;
use crate::discord::pages::kit::composing::Part;
use crate::drawing::kaluki::{Group as Stood, Shown, Tone};
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::attempt::Attempt;
use crate::rules::kaluki::readings::{additions, readings};
use crate::rules::kaluki::{
    Action, Build, Composed, MeldFault, Placement, Recovery, Refusal, View,
};
use crate::tables::Look;

/// A draft with the hand and the table that it is for.
pub(super) struct Making<'a> {
    pub view: &'a View,
    pub draft: Draft,
    /// The hand, and behind it the jokers that are freed.
    cards: Vec<Card>,
}

/// A group of a draft.
pub(super) struct Made {
    pub number: u8,
    pub group: Group,
    /// Its cards in the order of the rack.
    pub cards: Vec<Card>,
    /// What it comes to; `None` if it cannot be done.
    pub step: Option<Step>,
}

/// What a group comes to.
pub(super) enum Step {
    /// A new meld.
    Lay(Composed),
    /// Cards added to a meld on the table.
    Build(Build),
    /// Cards given for a joker.
    Give(Recovery),
}

/// What picked cards can become.
pub(super) struct Way {
    /// What they would be.
    pub step: Step,
    /// The draft with it.
    pub draft: Draft,
    /// Whether everything is done then, so that it can be laid at once.
    pub is_whole: bool,
}

/// All groups of a draft, and what is left when they are done.
pub(super) struct Tried<'a> {
    pub made: Vec<Made>,
    pub left: Attempt<'a>,
}

impl<'a> Making<'a> {
    /// `None` without a hand, or if the draft is one of another hand.
    pub(super) fn of(view: &'a View, draft: Draft) -> Option<Self> {
        let hand = view.hand().filter(|hand| !hand.is_empty())?;
        let freed = draft.freed();
        let jokers = std::iter::repeat_n(Card::Joker, freed);
        let cards = hand.iter().copied().chain(jokers).collect();
        (draft.parts().len() == hand.len() + freed).then_some(Self { view, draft, cards })
    }

    /// The cards that belong there.
    pub(super) fn cards(&self, part: Part) -> Vec<Card> {
        self.draft.parts().pieces(&self.cards, part)
    }

    /// The picked cards.
    pub(super) fn picked(&self) -> Vec<Card> {
        self.cards(Part::Picked)
    }

    /// Tries the groups: first what is given for jokers, then where they go and everything else, as an exchange does.
    pub(super) fn tried(&self) -> Option<Tried<'a>> {
        let mut left = self.view.attempt()?;
        let (gives, places): (Vec<_>, Vec<_>) = self
            .draft
            .groups()
            .partition(|(_, group)| matches!(group, Group::Give(_)));
        let made = gives.into_iter().chain(places).map(|(number, group)| {
            let cards = self.cards(Part::Meld(number));
            let step = self.step(&left, group, &cards);
            Made {
                number,
                group,
                step: step.and_then(|step| done(&mut left, step).ok()),
                cards,
            }
        });
        Some(Tried {
            made: made.collect(),
            left,
        })
    }

    /// What these cards come to as this group.
    fn step(&self, at: &Attempt<'_>, group: Group, cards: &[Card]) -> Option<Step> {
        let aces = self.view.options.aces();
        match group {
            Group::Meld(reading) => {
                let readings = readings(cards, aces).ok()?;
                let meant = readings.into_iter().find(|one| Reading::of(one) == reading);
                meant.map(Step::Lay)
            }
            Group::Build(number, end) => {
                let place = usize::from(number).checked_sub(1)?;
                let builds = additions(cards, place, at.table().get(place)?, aces);
                let meant = builds.into_iter().find(|build| build.end == end);
                meant.map(Step::Build)
            }
            Group::Give(number) => Some(Step::Give(Recovery {
                meld: usize::from(number).checked_sub(1)?,
                cards: cards.to_vec(),
            })),
        }
    }

    /// What the picked cards can be as a meld, or why they are none.
    pub(super) fn read(&self) -> Result<Vec<Composed>, MeldFault> {
        readings(&self.picked(), self.view.options.aces())
    }

    /// Everything that can be made of the picked cards: new melds first, then jokers on the table that they free, then
    /// melds on the table that they can be added to.
    pub(super) fn ways(&self) -> Vec<Way> {
        let Some(Tried { left, .. }) = self.tried() else {
            return Vec::new();
        };
        let mut ways: Vec<Way> = self
            .read()
            .into_iter()
            .flatten()
            .map(Step::Lay)
            .collect::<Vec<_>>()
            .into_iter()
            .filter_map(|step| self.way(&left, step))
            .collect();
        if is_open(self.view) {
            let steps = self.gives(&left).into_iter().chain(self.builds(&left));
            ways.extend(steps.filter_map(|step| self.way(&left, step)));
        }
        ways
    }

    /// The jokers on the table that exactly the picked cards free.
    fn gives(&self, at: &Attempt<'_>) -> Vec<Step> {
        let cards = self.picked();
        // Before the turn a card is still to come.
        if is_to_play(self.view) && !has_enough(self.view, &cards) {
            return Vec::new();
        }
        let melds = at.table().iter().enumerate();
        let freed = melds.filter(|(_, meld)| meld.freed_by(&cards, &self.view.options).is_ok());
        let give = |(meld, _)| {
            Step::Give(Recovery {
                meld,
                cards: cards.clone(),
            })
        };
        freed.map(give).collect()
    }

    fn builds(&self, at: &Attempt<'_>) -> Vec<Step> {
        let (cards, aces) = (self.picked(), self.view.options.aces());
        let melds = at.table().iter().enumerate();
        melds
            .flat_map(|(place, meld)| additions(&cards, place, meld, aces))
            .map(Step::Build)
            .collect()
    }

    /// How many cards a turn allows at an end of a run, if the picked cards would fit one and are too many for it.
    pub(super) fn end_limit(&self) -> Option<u32> {
        let Tried { left, .. } = self.tried().filter(|_| is_open(self.view))?;
        let mut builds = self.builds(&left).into_iter();
        builds.find_map(|step| match done(&mut left.clone(), step) {
            Err(Refusal::EndLimit { limit }) => Some(limit),
            _ => None,
        })
    }

    /// The draft with the picked cards as this; `None` if it cannot be done, or an id has no room for it.
    fn way(&self, at: &Attempt<'_>, step: Step) -> Option<Way> {
        let group = match &step {
            Step::Lay(meld) => Group::Meld(Reading::of(meld)),
            Step::Build(build) => Group::of_build(build)?,
            Step::Give(recovery) => Group::of_recovery(recovery)?,
        };
        let mut after = at.clone();
        let step = done(&mut after, step).ok()?;
        let draft = self.draft.joined(group)?;
        // Who is not open lays several melds at once: when it is enough they say themselves.
        let is_whole = is_open(self.view) && after.freed() == 0;
        Some(Way {
            step,
            draft,
            is_whole,
        })
    }

    /// The draft as it would be laid: with the picked cards, if they can be only one meld.
    pub(super) fn whole(&self) -> Draft {
        let read = self.read().unwrap_or_default();
        let [only] = &read[..] else {
            return self.draft;
        };
        let joined = self.draft.joined(Group::Meld(Reading::of(only)));
        joined.unwrap_or(self.draft)
    }

    /// The moves that lay the draft; `None` if a group of it cannot be done.
    pub(super) fn moves(&self) -> Option<Vec<Action>> {
        let Tried { made, .. } = self.tried()?;
        let steps: Option<Vec<Step>> = made.into_iter().map(|made| made.step).collect();
        let mut recoveries = Vec::new();
        let mut placements = Vec::new();
        for step in steps? {
            match step {
                Step::Give(recovery) => recoveries.push(recovery),
                Step::Lay(meld) => placements.push(Placement::Lay(meld)),
                Step::Build(build) => placements.push(Placement::Build(build)),
            }
        }
        if !recoveries.is_empty() {
            return Some(vec![Action::Exchange {
                recoveries,
                placements,
            }]);
        }
        Some(laying(self.view, placements))
    }

    /// Why the draft cannot be laid now, if its groups can be done: a joker has no place, a taken card is left out, or too
    /// little stays in the hand. Whether an opening is worth enough is not asked.
    pub(super) fn refused(&self) -> Option<Refusal> {
        self.view.may(&self.moves()?).err()
    }

    /// Why the draft with the picked cards as this cannot be laid now.
    pub(super) fn refused_with(&self, way: &Way) -> Option<Refusal> {
        Self::of(self.view, way.draft)?.refused()
    }

    /// The exchanges that the rules list for the jokers that are freed so far, each into a new meld: drafts of it.
    pub(super) fn new_homes(&self, look: &Look) -> Vec<(Composed, Draft)> {
        let Some(Tried { made, .. }) = self.tried() else {
            return Vec::new();
        };
        let gives: Vec<&Recovery> = made
            .iter()
            .filter_map(|made| match &made.step {
                Some(Step::Give(recovery)) => Some(recovery),
                _ => None,
            })
            .collect();
        let is_only_given = gives.len() == made.len() && !gives.is_empty();
        let listed = actions(look).filter_map(|action| match action {
            Action::Exchange {
                recoveries,
                placements,
            } if recoveries.iter().eq(gives.iter().copied()) => {
                let [Placement::Lay(meld)] = &placements[..] else {
                    return None;
                };
                let hand = self.view.hand()?;
                let draft = Draft::of_exchange(hand, recoveries, placements)?;
                Some((meld.clone(), draft))
            }
            _ => None,
        });
        listed.filter(|_| is_only_given).collect()
    }

    /// Where the cards stand: what is put together apart, the rest behind; for each the place in the draft. What is given
    /// for a joker is not shown any more, the joker is.
    pub(super) fn shown(&self, tried: &Tried<'_>) -> (Shown, Vec<usize>) {
        let mut melds = Vec::new();
        let mut groups = Vec::new();
        let kept = tried
            .made
            .iter()
            .filter(|made| !matches!(made.group, Group::Give(_)));
        for made in kept {
            let (cards, worth) = match &made.step {
                Some(Step::Lay(meld)) => {
                    let worth = super::arranged::worth(self.view, meld);
                    (meld.cards.clone(), Some(worth))
                }
                Some(Step::Build(build)) => (build.cards.clone(), None),
                _ => (
                    made.cards.iter().map(|card| Placed::from(*card)).collect(),
                    None,
                ),
            };
            let plain = cards.iter().map(|placed| placed.card());
            melds.push((made.number, plain.collect()));
            let tone = Tone::Lifted;
            groups.push(Stood { cards, worth, tone });
        }
        let mut loose = [self.cards(Part::Loose), self.picked()].concat();
        loose.sort_unstable();
        let places = self.draft.parts().shown_places(&self.cards, &melds, &loose);
        (Shown { groups, loose }, places)
    }
}

/// New melds and additions one after another; who is not open opens with the melds.
fn laying(view: &View, placements: Vec<Placement>) -> Vec<Action> {
    let mut melds = Vec::new();
    let mut after = Vec::new();
    for placement in placements {
        match placement {
            Placement::Lay(meld) if !is_open(view) => melds.push(meld),
            Placement::Lay(meld) => after.push(Action::Lay { meld }),
            Placement::Build(build) => after.push(Action::Build(build)),
        }
    }
    let opening = (!melds.is_empty()).then_some(Action::Open { melds });
    opening.into_iter().chain(after).collect()
}

/// Does a step where it is tried, or says why it cannot be done; then nothing is.
fn done(at: &mut Attempt<'_>, step: Step) -> Result<Step, Refusal> {
    let mut after = at.clone();
    let done = match &step {
        Step::Lay(meld) => after.place(&Placement::Lay(meld.clone())),
        Step::Build(build) => after.place(&Placement::Build(build.clone())),
        Step::Give(recovery) => after.recover(recovery),
    };
    done?;
    *at = after;
    Ok(step)
}
