//! What a viewer of Hachinin-meri may know (Hachinin-meri rules 12).
//!
//! There is no place here for what others hold, for who has said *ready*, or for a robai that nobody has shown.

use super::order::{is_trump, plain_place, robai, trump_place};
use super::robau::Robau;
use super::score::{PerTeam, Progress, Team, Total};
use super::trick::Cut;
use super::{Options, Yaku};
use crate::karuta::{Karuta, Suit};
use crate::piece::Piece;
use crate::view::{Arrangement, pieces};
use crate::{GameView, PerSeat, Seat, Standing, Viewer};

/// Hachinin-meri as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The house rules of the table.
    pub options: Options,
    /// The number of the round, from 1; 0 before the first deal.
    pub round: u32,
    /// Where the round stands.
    pub phase: Phase,
    /// Who dealt; `None` before the first deal.
    pub dealer: Option<Seat>,
    /// What was turned up, and with it the trump suit; `None` before the first deal.
    pub okie: Option<Karuta>,
    /// Who has called *robatta*.
    pub caller: Option<Seat>,
    /// Who has taken the okie.
    pub taker: Option<Seat>,
    /// How the okie found its taker, as far as everybody knows by now whether the robai was hidden.
    pub robau: Option<Robau>,
    /// Discard and leftovers, where everybody sees them.
    pub pile: Option<Pile>,
    /// How many karuta each seat holds.
    pub held: PerSeat<usize>,
    /// What has been played to the present trick, the lead first.
    pub plays: Vec<Played>,
    /// The tricks that are over, which all may look at.
    pub tricks: Vec<Taken>,
    /// Whether a trump was led in one of them: suits are followed.
    pub monchi: bool,
    /// The tricks of each team.
    pub ko: PerTeam<i32>,
    /// What the last finished round came to; kept until the next deal.
    pub total: Option<Total>,
    /// What each finished round was worth: what team A was ahead by, below 0 for team B.
    pub sheet: Vec<i32>,
    /// How far the match has come.
    pub progress: Progress,
    /// What counts for each seat, as the result will tell it.
    pub points: PerSeat<i32>,
    /// The result of the match, once it is over.
    pub standing: Option<Standing>,
    /// What belongs to the viewer's seat; `None` for a watcher.
    pub own: Option<Own>,
}

impl View {
    /// The trump suit; `None` before the first deal.
    pub fn trump(&self) -> Option<Suit> {
        self.okie.map(Karuta::suit)
    }

    /// The viewer's own karuta in canonical order; `None` for a watcher.
    pub fn rack(&self) -> Option<&[Karuta]> {
        self.own.as_ref().map(|own| own.rack.as_slice())
    }

    /// Everything this viewer has seen of the pack in this round, the own rack included.
    pub fn known(&self) -> Vec<Karuta> {
        let own = self
            .own
            .iter()
            .flat_map(|own| own.rack.iter().chain(&own.discard));
        let tricks = self.tricks.iter().flat_map(|trick| &trick.plays);
        let plays = tricks.chain(&self.plays).filter_map(|play| play.karuta);
        let pile = self
            .pile
            .iter()
            .flat_map(|pile| pile.leftovers.into_iter().chain(pile.discard));
        let mut known: Vec<Karuta> = own
            .copied()
            .chain(plays)
            .chain(pile)
            .chain(self.okie)
            .collect();
        known.sort_unstable();
        known.dedup();
        known
    }

    /// How the okie found its taker, as far as the viewer knows: whoever holds the trump robai, or laid it away, and has not
    /// called has hidden it (Hachinin-meri rules 6).
    pub fn robau_known(&self) -> Option<Robau> {
        let robai = robai(self.trump()?);
        let hides = self.taker.is_some() && self.known().contains(&robai);
        self.robau.or(hides.then_some(Robau::Kakushi))
    }

    /// How far the match had come when this round was dealt; `progress` counts the round as soon as it is over.
    pub fn progress_before(&self) -> Progress {
        let counted = usize::from(self.phase == Phase::RoundOver);
        let before = self.sheet.len().saturating_sub(counted);
        Progress::of(self.options.match_length, &self.sheet[..before])
    }

    /// Who has just won a hitoshōbu, until the next deal (Hachinin-meri rules 11).
    pub fn hitoshobu_winner(&self) -> Option<Team> {
        let (now, before) = (self.progress.shobu_won, self.progress_before().shobu_won);
        Team::ALL
            .into_iter()
            .find(|team| now[*team] > before[*team])
    }

    /// The kiri that each team has won of the hitoshōbu that is played, or until the next deal of the one that was just won.
    pub fn kiri_won(&self) -> PerTeam<u32> {
        let Some(winner) = self.hitoshobu_winner() else {
            return self.progress.kiri_won;
        };
        let mut won = self.progress_before().kiri_won;
        won[winner] += 1;
        won
    }

    /// What everybody has seen go in this round: the tricks that are over, what lies open in the present one, and what
    /// was laid open beside them. A trump that lies face down is not gone for anybody (Hachinin-meri rules 8).
    pub fn gone(&self) -> Vec<Karuta> {
        let over = self.tricks.iter().flat_map(|trick| &trick.plays);
        let open = self.plays.iter().filter(|play| play.cut.is_none());
        let pile = self.pile.iter();
        let dead = pile.flat_map(|pile| pile.discard.into_iter().chain(pile.leftovers));
        let played = over.chain(open).filter_map(|play| play.karuta);
        played.chain(dead).collect()
    }
}

impl GameView for View {
    fn rack(&self) -> Option<Vec<Piece>> {
        self.rack().map(|rack| pieces(rack.iter().copied()))
    }

    /// The trumps, then each plain suit, all with the best first: as they are held to play tricks.
    fn grouped(&self) -> Arrangement<Piece> {
        let (Some(rack), Some(trump)) = (self.rack(), self.trump()) else {
            return Arrangement::default();
        };
        let (mut trumps, mut plain) = (Vec::new(), Vec::new());
        for karuta in rack {
            if is_trump(*karuta, trump) {
                trumps.push(*karuta);
            } else {
                plain.push(*karuta);
            }
        }
        trumps.sort_unstable_by_key(|karuta| trump_place(*karuta));
        plain.sort_unstable_by_key(|karuta| (karuta.suit(), plain_place(*karuta)));
        let suits = plain.chunk_by(|one, other| one.suit() == other.suit());
        let mut groups = vec![trumps];
        groups.extend(suits.map(<[Karuta]>::to_vec));
        groups.retain(|group| !group.is_empty());
        Arrangement {
            melds: groups,
            loose: Vec::new(),
        }
        .into_pieces()
    }

    fn sorted(&self) -> Vec<Piece> {
        GameView::rack(self).unwrap_or_default()
    }

    fn points(&self) -> &PerSeat<i32> {
        &self.points
    }
}

/// Where a round stands (Hachinin-meri rules 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Nothing is dealt: before the first round.
    Undealt,
    /// Everybody is asked for the trump robai; who has answered nobody sees.
    Robau,
    /// This seat, with ten karuta, leads and discards.
    Uchidashi(Seat),
    /// This seat plays to the trick, or leads it.
    Play(Seat),
    /// The round is over; the next one is dealt unless the match is over too.
    RoundOver,
}

/// The three that are dead for the round, where they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pile {
    /// What the taker laid away.
    pub discard: Option<Karuta>,
    /// What nobody got.
    pub leftovers: [Karuta; 2],
}

/// A play as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who.
    pub seat: Seat,
    /// What; `None` for a trump that lies face down and is not the viewer's own.
    pub karuta: Option<Karuta>,
    /// What it is called, if it is a trump on a plain lead.
    pub cut: Option<Cut>,
}

impl Played {
    /// Whether it lies face down for this viewer.
    pub fn is_face_down(&self) -> bool {
        self.karuta.is_none()
    }
}

/// A trick that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taken {
    /// What was played, the lead first; all of it is known.
    pub plays: Vec<Played>,
    /// Who took it.
    pub winner: Seat,
    /// The yaku in it.
    pub made: Option<Scored>,
}

/// A yaku that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Which.
    pub yaku: Yaku,
    /// Who made it.
    pub team: Team,
    /// How many ko it moves; `None` while that would tell whether the robai is hidden (`all_yaku`).
    pub value: Option<i32>,
}

/// What belongs to the viewer's seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Own {
    /// The own karuta in canonical order.
    pub rack: Vec<Karuta>,
    /// Whether the viewer may call *robatta*.
    pub may_call: bool,
    /// Whether the viewer has said *ready*.
    pub is_ready: bool,
    /// What the viewer laid away for the okie.
    pub discard: Option<Karuta>,
    /// What the viewer may play, or lead, now; empty for who is not to act.
    pub playable: Vec<Karuta>,
    /// Whether the viewer need not follow a meri: the Sun was the only trump from the start.
    pub is_exempt: bool,
}
