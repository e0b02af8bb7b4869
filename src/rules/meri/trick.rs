//! One trick: who played what, which way up, what a follower must play, and what the trumps of it are called
//! (Hachinin-meri rules 8).

use serde::{Deserialize, Serialize};

use super::order::{is_trump, sun, winner};
use super::{Refusal, Team};
use crate::Seat;
use crate::karuta::{Karuta, Suit};

/// A karuta that somebody played to a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Play {
    /// Who.
    pub seat: Seat,
    /// What.
    pub karuta: Karuta,
}

/// What the followers of a trick must play (Hachinin-meri rules 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duty {
    /// Anything: a plain lead before the first meri.
    Free,
    /// This suit or a trump, from who holds this suit: a plain lead in monchi.
    Suit(Suit),
    /// A trump, from who holds one: a meri.
    Trump,
}

/// Whether a trump was led before in the round (Hachinin-meri rules 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Not yet.
    BeforeMeri,
    /// Yes: plain leads are to be followed.
    Monchi,
}

/// Whether a player is free of the duty to follow trumps (Hachinin-meri rules 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Following {
    /// As everybody.
    Bound,
    /// Ichimai-zun: from the start the Sun was the only trump.
    Exempt,
}

impl Duty {
    /// What this lead asks for.
    pub fn of(lead: Karuta, trump: Suit, stage: Stage) -> Self {
        match stage {
            _ if is_trump(lead, trump) => Self::Trump,
            Stage::BeforeMeri => Self::Free,
            Stage::Monchi => Self::Suit(lead.suit()),
        }
    }

    /// What of a rack may be played.
    pub fn legal(self, rack: &[Karuta], trump: Suit, following: Following) -> Vec<Karuta> {
        let legal = |karuta: &&Karuta| self.judge(**karuta, rack, trump, following).is_ok();
        rack.iter().filter(legal).copied().collect()
    }

    /// Whether this karuta of a rack may be played.
    pub fn judge(
        self,
        karuta: Karuta,
        rack: &[Karuta],
        trump: Suit,
        following: Following,
    ) -> Result<(), Refusal> {
        let holds = |suit: Suit| rack.iter().any(|held| follows(*held, suit, trump));
        match self {
            Self::Suit(suit)
                if !is_trump(karuta, trump) && karuta.suit() != suit && holds(suit) =>
            {
                Err(Refusal::FollowSuit { suit })
            }
            Self::Trump
                if following == Following::Bound
                    && !is_trump(karuta, trump)
                    && rack.iter().any(|held| is_trump(*held, trump)) =>
            {
                Err(Refusal::FollowTrump { trump })
            }
            Self::Free | Self::Suit(_) | Self::Trump => Ok(()),
        }
    }
}

/// Whether it belongs to this plain suit (Hachinin-meri rules 5: tenka never does).
fn follows(karuta: Karuta, suit: Suit, trump: Suit) -> bool {
    karuta.suit() == suit && !is_trump(karuta, trump)
}

/// Whether the trump Sun is the only trump among the nine held as trick 1 begins (Hachinin-meri rules 8).
pub fn is_ichimai_zun(nine: &[Karuta], trump: Suit) -> bool {
    let trumps = nine.iter().filter(|karuta| is_trump(**karuta, trump));
    trumps.eq([&sun(trump)])
}

/// Whether the trick was led with a trump.
pub fn is_meri(plays: &[Play], trump: Suit) -> bool {
    plays
        .first()
        .is_some_and(|lead| is_trump(lead.karuta, trump))
}

/// Whether this play of a trick that is not yet full lies face down (Hachinin-meri rules 8).
pub fn is_face_down(plays: &[Play], play: &Play, trump: Suit) -> bool {
    !is_meri(plays, trump) && is_trump(play.karuta, trump)
}

/// The karuta of a trick in the order of play.
pub fn played(plays: &[Play]) -> Vec<Karuta> {
    plays.iter().map(|play| play.karuta).collect()
}

/// The play that wins a trick.
pub fn winning(plays: &[Play], trump: Suit) -> Option<Play> {
    winner(trump, &played(plays)).map(|place| plays[place])
}

/// What a trump on a plain lead is called, for the log (Hachinin-meri rules 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// The first one, and another one of the same team before the others'.
    Sashi,
    /// The other team's first one.
    Fumi,
    /// Every one after that.
    Ori,
}

/// What the trumps of a plain trick are called, in the order of play, by the team of each.
pub fn cuts(teams: &[Team]) -> Vec<Cut> {
    let mut cuts = Vec::new();
    for team in teams {
        cuts.push(match cuts.last() {
            None => Cut::Sashi,
            Some(Cut::Sashi) if *team == teams[0] => Cut::Sashi,
            Some(Cut::Sashi) => Cut::Fumi,
            Some(Cut::Fumi | Cut::Ori) => Cut::Ori,
        });
    }
    cuts
}
