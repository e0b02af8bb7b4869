//! What a karuta is likely to bring to its team in this trick, and what it may still bring if it is kept.
//!
//! Counted in ko of difference: a trick moves two, a yaku twice its value (Hachinin-meri rules 10).

use super::known::Known;
use crate::rules::Seat;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::robau::Robau;
use crate::rules::meri::score::value;
use crate::rules::meri::{TRICKS, Team, Yaku};

/// How often somebody who can overtake does so, as it comes about between computers.
const OVERTAKES: f64 = 0.6;
/// How often somebody plays into a yaku who cannot know it.
const STUMBLES: f64 = 0.05;
/// How often what lies face down is what its owner is known to have.
const LAID: f64 = 0.35;
/// What the worst trump is likely to take in a later trick, and what the best one takes besides. These two and the next were
/// varied over tens of thousands of deals.
const WORST_TRUMP: f64 = 0.35;
const BEST_TRUMP: f64 = 1.15;
/// What each better trump that is out leaves of what the best one takes besides.
const LEFT: f64 = 0.52;
/// What a trick moves.
const TRICK: f64 = 2.0;

impl Known<'_> {
    /// What playing this brings now, less what keeping it would have brought.
    pub(super) fn gain(&self, karuta: Karuta) -> f64 {
        TRICK * self.takes(karuta) + self.catches(karuta)
            - self.is_caught(karuta)
            - self.keeping(karuta)
    }

    fn led(&self, karuta: Karuta) -> Karuta {
        let lead = self.view.plays.first().and_then(|play| play.karuta);
        lead.unwrap_or(karuta)
    }

    /// The suit that was led, or would be with this.
    fn led_suit(&self, karuta: Karuta) -> Suit {
        self.led(karuta).suit()
    }

    /// Whether the trick is one in which yaku are made (Hachinin-meri rules 9).
    fn makes_yaku(&self, karuta: Karuta) -> bool {
        !self.is_trump(self.led(karuta))
    }

    /// The unseen ones that beat this in the trick.
    pub(super) fn better(&self, karuta: Karuta) -> Vec<Karuta> {
        let led = self.led_suit(karuta);
        let mut better = self.unseen.clone();
        better.retain(|other| self.beats(*other, karuta, led));
        better
    }

    /// How many of them may still come to the trick, or lie in it.
    pub(super) fn better_to_come(&self, karuta: Karuta) -> usize {
        let better = self.better(karuta);
        let to_come = better.iter().filter(|other| self.may_come(**other));
        to_come.count()
    }

    /// How likely the viewer's team takes the trick if this is played to it.
    fn takes(&self, karuta: Karuta) -> f64 {
        let led = self.led_suit(karuta);
        let open = self.best_open();
        let is_better = open.is_none_or(|(_, best)| self.beats(karuta, best, led));
        let (best, is_ours) = match open {
            Some((seat, best)) if !is_better => (best, self.is_partner(seat)),
            _ => (karuta, true),
        };
        let mut better = self.better(best);
        if self.face_down().next().is_some() {
            // What lies face down is a trump: nothing plain comes over it.
            better.retain(|other| self.is_trump(*other));
        }
        let sides = [self.team(), self.team().other()];
        let [ours, theirs] = sides.map(|side| self.overtake(side, &better));
        // Where both sides overtake, the more of them the better.
        let [own, others] = sides.map(|side| self.rivals(side));
        let chance = own / (own + others).max(1.0);
        if is_ours {
            1.0 - theirs * (1.0 - ours * chance)
        } else {
            ours * (1.0 - theirs * (1.0 - chance))
        }
    }

    /// How many of one side lie face down in the trick, or are likely to overtake.
    fn rivals(&self, side: Team) -> f64 {
        let after = self.after(side).count();
        self.down(side) as f64 + OVERTAKES * after as f64
    }

    /// Those of one side that lie face down.
    fn down(&self, side: Team) -> usize {
        let down = self.face_down();
        down.filter(|play| Team::of(play.seat) == side).count()
    }

    /// Those of one side who are still to play.
    fn after(&self, side: Team) -> impl Iterator<Item = Seat> {
        let after = self.still_to_play();
        after.filter(move |seat| Team::of(*seat) == side)
    }

    /// How likely somebody of one side overtakes with one of these, or lies over it already.
    fn overtake(&self, side: Team, better: &[Karuta]) -> f64 {
        let trumps = better.iter().filter(|karuta| self.is_trump(**karuta));
        let lies_over = trumps.count() as f64 / self.unseen_trumps().max(1) as f64;
        let none_after = self.after(side).fold(1.0, |none, seat| {
            none * (1.0 - OVERTAKES * self.holds_one_of(seat, better))
        });
        1.0 - (1.0 - lies_over).powi(self.down(side) as i32) * none_after
    }

    /// The yaku that this karuta wins, if its partner card may still come from an opponent (Hachinin-meri rules 9.3).
    pub(super) fn threat(&self, karuta: Karuta) -> Option<Yaku> {
        self.yaku.iter().copied().find(|yaku| {
            let [winning, beaten] = yaku.pair(self.trump);
            winning == karuta && self.may_be_theirs(beaten)
        })
    }

    /// The yaku that an opponent may win over this karuta.
    pub(super) fn danger(&self, karuta: Karuta) -> Option<Yaku> {
        self.yaku.iter().copied().find(|yaku| {
            let [winning, beaten] = yaku.pair(self.trump);
            beaten == karuta && self.may_be_theirs(winning)
        })
    }

    /// What a yaku moves in this trick, as far as it is known.
    fn moves(&self, yaku: Yaku) -> f64 {
        let robau = self.view.robau.unwrap_or(Robau::Neta);
        TRICK * f64::from(value(&self.view.options, yaku, self.trick(), robau))
    }

    /// The yaku that this karuta may win in this trick, and how likely its partner card comes to it.
    fn hope(&self, karuta: Karuta) -> Option<(Yaku, f64)> {
        let yaku = self.threat(karuta).filter(|_| self.makes_yaku(karuta))?;
        let [_, beaten] = yaku.pair(self.trump);
        let meets = self.meets(beaten, STUMBLES);
        (meets > 0.0).then_some((yaku, meets))
    }

    /// The yaku that this karuta may win in this trick.
    pub(super) fn hoped(&self, karuta: Karuta) -> Option<Yaku> {
        self.hope(karuta).map(|(yaku, _)| yaku)
    }

    /// What is likely won by catching the partner card.
    fn catches(&self, karuta: Karuta) -> f64 {
        self.hope(karuta).map_or(0.0, |(yaku, meets)| {
            self.moves(yaku) * meets * self.takes(karuta)
        })
    }

    /// What is likely lost because this is caught.
    fn is_caught(&self, karuta: Karuta) -> f64 {
        let Some(yaku) = self.danger(karuta).filter(|_| self.makes_yaku(karuta)) else {
            return 0.0;
        };
        let [winning, _] = yaku.pair(self.trump);
        self.moves(yaku) * self.meets(winning, OVERTAKES)
    }

    /// How likely an opponent plays this unseen trump to the trick, or has played it.
    fn meets(&self, trump: Karuta, will: f64) -> f64 {
        if let Some(owner) = self.owner(trump) {
            return self.meets_owned(owner, will);
        }
        let lies = self.down(self.team().other()) as f64 / self.unseen_trumps().max(1) as f64;
        let holds = self
            .after(self.team().other())
            .map(|seat| self.holds_one_of(seat, &[trump]));
        (lies + will * holds.sum::<f64>()).min(1.0)
    }

    /// The same of a trump of which everybody knows whose it is.
    fn meets_owned(&self, owner: Seat, will: f64) -> f64 {
        let mut plays = self.view.plays.iter();
        match plays.find(|play| play.seat == owner) {
            _ if self.is_partner(owner) => 0.0,
            None => will,
            Some(play) if play.is_face_down() => LAID,
            Some(_) => 0.0,
        }
    }

    /// What a karuta may still bring if it is kept: its tricks, the yaku it threatens, those it has to fear.
    pub(super) fn keeping(&self, karuta: Karuta) -> f64 {
        if self.trick() >= TRICKS {
            return 0.0;
        }
        let strength = self.strength(karuta);
        let usual = f64::from(self.view.options.yaku_value);
        let hopes = self.threat(karuta).map_or(0.0, |_| 0.25 * usual);
        let fears = self.danger(karuta).map_or(0.0, |_| 0.2 * usual);
        strength + hopes - fears
    }

    /// What it is likely to take in a later trick.
    fn strength(&self, karuta: Karuta) -> f64 {
        let trumps = self.unseen_trumps() as f64;
        let above = self
            .unseen
            .iter()
            .filter(|other| self.beats(**other, karuta, karuta.suit()));
        let of_trumps = above.clone().filter(|other| self.is_trump(**other)).count();
        if self.is_trump(karuta) {
            // The worst still takes what nobody trumps. Multiplied one by one: every machine gets the same number.
            return WORST_TRUMP + (0..of_trumps).fold(BEST_TRUMP, |worth, _| worth * LEFT);
        }
        let of_suit = (above.count() - of_trumps) as f64;
        0.7 / (1.0 + of_suit) / (1.0 + 0.15 * trumps)
    }
}
