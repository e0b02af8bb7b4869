//! The moves of Kaluki in words, each with the text that means it.

use super::melds::meld_text;
use super::typed::other_verbs;
use crate::discord::speech::cards::{card, cards, placed_all, spoken_placed};
use crate::discord::speech::words::Words;
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::attempt::Attempt;
use crate::rules::kaluki::{Action, Build, Composed, End, Kind, Meld, Placement, Recovery, View};

/// A move in the words of `/play` and its choices.
pub(super) fn words(words: Words, action: &Action, view: &View) -> String {
    Telling::of(words, view).tell(action)
}

/// Moves that are made one after another, each on the table as those before it leave it.
pub(super) fn one_after_another(words: Words, actions: &[Action], view: &View) -> Vec<String> {
    let mut telling = Telling::of(words, view);
    actions.iter().map(|action| telling.tell(action)).collect()
}

/// Moves that are told while they are tried: what was told is on the table for all that follows.
struct Telling<'a> {
    words: Words,
    view: &'a View,
    /// None for a watcher, who makes no moves.
    at: Option<Attempt<'a>>,
}

impl<'a> Telling<'a> {
    fn of(words: Words, view: &'a View) -> Self {
        Self {
            words,
            view,
            at: view.attempt(),
        }
    }

    fn tell(&mut self, action: &Action) -> String {
        let (words, view) = (self.words, self.view);
        let or_nothing =
            |named: Option<Card>| named.map(|one| card(words, one)).unwrap_or_default();
        match action {
            Action::Draw => words.move_draw(),
            Action::Take => words.move_take(&or_nothing(view.pile.last().copied())),
            Action::Return => {
                words.kaluki_move_return(&or_nothing(view.taken.map(|taken| taken.card)))
            }
            Action::Open { melds } => self.opening(melds),
            Action::Lay { meld } => words.kaluki_move_lay(&self.new_meld(meld)),
            Action::Build(build) => self.build(build),
            Action::Exchange {
                recoveries,
                placements,
            } => self.exchange(recoveries, placements),
            Action::Discard { card } => discard_words(words, view, *card),
            Action::Announce => words.kaluki_move_announce(view.hand().map_or(0, <[Card]>::len)),
            Action::StaySilent => words.kaluki_move_stay_silent(),
            Action::BuyIn => words.kaluki_move_buy_in(
                view.options.stake_buy_in,
                view.buy_in_at.unwrap_or_default(),
            ),
            Action::Decline => words.kaluki_move_decline(),
        }
    }

    fn opening(&mut self, composed: &[Composed]) -> String {
        let melds: Vec<String> = composed.iter().map(|meld| self.new_meld(meld)).collect();
        let points = points(self.view, composed);
        self.words.kaluki_move_open(points, &melds.join(", "))
    }

    fn new_meld(&mut self, composed: &Composed) -> String {
        self.place(&Placement::Lay(composed.clone()));
        composed_words(self.words, self.view, composed)
    }

    fn build(&mut self, build: &Build) -> String {
        let told = self.words.kaluki_move_build(
            &placed_all(self.words, &build.cards),
            number(build.meld),
            &self.meld(build.meld),
            end_word(build.end),
        );
        self.place(&Placement::Build(build.clone()));
        told
    }

    fn exchange(&mut self, recoveries: &[Recovery], placements: &[Placement]) -> String {
        let frees = recoveries.iter().enumerate();
        let frees: Vec<String> = frees
            .map(|(place, recovery)| self.free(place, recovery))
            .collect();
        let goes: Vec<String> = placements.iter().map(|one| self.home(one)).collect();
        let words = self.words;
        words.kaluki_move_exchange(&frees.join("; "), &goes.join("; "))
    }

    /// What is given for a joker, as the first of several or not.
    fn free(&mut self, place: usize, recovery: &Recovery) -> String {
        let told = self.words.kaluki_move_free(
            if place == 0 { "first" } else { "later" },
            &cards(self.words, &recovery.cards),
            number(recovery.meld),
            &self.meld(recovery.meld),
        );
        if let Some(at) = &mut self.at {
            // What the rules refuse changes nothing, and only their answer to the move itself counts.
            at.recover(recovery).ok();
        }
        told
    }

    /// Where freed jokers go.
    fn home(&mut self, placement: &Placement) -> String {
        let words = self.words;
        match placement {
            Placement::Lay(composed) => words.kaluki_place_lay(&self.new_meld(composed)),
            Placement::Build(build) => {
                self.place(placement);
                words.kaluki_place_build(
                    &placed_all(words, &build.cards),
                    number(build.meld),
                    end_word(build.end),
                )
            }
        }
    }

    fn place(&mut self, placement: &Placement) {
        if let Some(at) = &mut self.at {
            // The same as for what is freed.
            at.place(placement).ok();
        }
    }

    /// A meld on the table in short; empty if there is none.
    fn meld(&self, place: usize) -> String {
        let laid = self.at.as_ref().and_then(|at| at.table().get(place));
        laid.map(|meld| meld_text(self.words, meld))
            .unwrap_or_default()
    }
}

/// The last card calls up (Kaluki rules 8).
fn discard_words(words: Words, view: &View, discard: Card) -> String {
    let name = card(words, discard);
    match view.hand() {
        Some([_]) => words.kaluki_move_call_up(&name),
        _ => words.move_discard(&name),
    }
}

/// What these melds are worth together, those that are none left out.
fn points(view: &View, composed: &[Composed]) -> u32 {
    let melds = composed.iter();
    let melds = melds.filter_map(|one| Meld::compose(one, view.options.aces()).ok());
    melds.map(|meld| meld.points()).sum()
}

/// A meld that is put together, in short if it is one.
pub(super) fn composed_words(words: Words, view: &View, composed: &Composed) -> String {
    match Meld::compose(composed, view.options.aces()) {
        Ok(meld) => meld_text(words, &meld),
        Err(_) => placed_all(words, &composed.cards),
    }
}

/// The number by which people know a meld.
pub(super) fn number(place: usize) -> usize {
    place.saturating_add(1)
}

fn end_word(end: Option<End>) -> &'static str {
    match end {
        Some(End::Low) => "low",
        Some(End::High) => "high",
        None => "any",
    }
}

/// The text that stands for a move inside a choice of `/play`, and that people may type: nearly as the written rules
/// write it.
pub(super) fn text(action: &Action) -> String {
    match action {
        Action::Draw => "draw".to_owned(),
        Action::Take => "take".to_owned(),
        Action::Return => "put back".to_owned(),
        Action::Open { melds } => {
            let melds: Vec<String> = melds.iter().map(composed_text).collect();
            format!("open {}", melds.join(" / "))
        }
        Action::Lay { meld } => format!("meld {}", composed_text(meld)),
        Action::Build(build) => build_text(build),
        Action::Exchange {
            recoveries,
            placements,
        } => exchange_text(recoveries, placements),
        Action::Discard { card } => format!("discard {card}"),
        Action::Announce => "announce".to_owned(),
        Action::StaySilent => "silent".to_owned(),
        Action::BuyIn => "buy in".to_owned(),
        Action::Decline => "decline".to_owned(),
    }
}

/// What else a move is called by whoever looks for it.
pub(super) fn other_words(words: Words, action: &Action, view: &View) -> Vec<String> {
    let verbs = other_verbs(action).iter().copied().map(str::to_owned);
    let cards = cards_of(action, view).into_iter();
    let named = cards.map(|placed| spoken_placed(words, placed));
    verbs.chain(named).collect()
}

/// All cards that a move is made with.
fn cards_of(action: &Action, view: &View) -> Vec<Placed> {
    let one = |card: Option<Card>| card.map(Placed::from).into_iter().collect();
    match action {
        Action::Take => one(view.pile.last().copied()),
        Action::Return => one(view.taken.map(|taken| taken.card)),
        Action::Discard { card } => one(Some(*card)),
        Action::Open { melds } => melds.iter().flat_map(|meld| meld.cards.clone()).collect(),
        Action::Lay { meld } => meld.cards.clone(),
        Action::Build(build) => build.cards.clone(),
        Action::Exchange {
            recoveries,
            placements,
        } => {
            let given = recoveries.iter().flat_map(|recovery| &recovery.cards);
            let placed = placements.iter().flat_map(|placement| match placement {
                Placement::Lay(meld) => &meld.cards,
                Placement::Build(build) => &build.cards,
            });
            let given = given.copied().map(Placed::from);
            given.chain(placed.copied()).collect()
        }
        Action::Draw | Action::Announce | Action::StaySilent | Action::BuyIn | Action::Decline => {
            Vec::new()
        }
    }
}

/// The kind is told where the cards do not tell it: a set of one natural could be a run, too.
fn composed_text(composed: &Composed) -> String {
    let naturals = composed
        .cards
        .iter()
        .filter(|placed| placed.card() != Card::Joker);
    let kind = match composed.kind {
        Kind::Set if naturals.count() < 2 => "S: ",
        Kind::Set | Kind::Run => "",
    };
    format!("{kind}{}", written(&composed.cards))
}

fn build_text(build: &Build) -> String {
    let end = match build.end {
        Some(End::Low) => " low",
        Some(End::High) => " high",
        None => "",
    };
    format!(
        "build {} {}{end}",
        number(build.meld),
        written(&build.cards)
    )
}

fn exchange_text(recoveries: &[Recovery], placements: &[Placement]) -> String {
    let frees = recoveries
        .iter()
        .map(|recovery| format!("{}: {}", number(recovery.meld), written(&recovery.cards)));
    let frees: Vec<String> = frees.collect();
    let goes = placements.iter().map(|placement| match placement {
        Placement::Lay(composed) => format!("meld {}", composed_text(composed)),
        Placement::Build(build) => build_text(build),
    });
    let goes: Vec<String> = goes.collect();
    format!("exchange {} -> {}", frees.join(" + "), goes.join(" / "))
}

fn written<T: ToString>(cards: &[T]) -> String {
    let cards: Vec<String> = cards.iter().map(T::to_string).collect();
    cards.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kaluki::tests::options;
    use crate::discord::pages::kaluki::typed::read;
    use crate::rules::kaluki::Kaluki;
    use crate::rules::{Chance, Dice, Game, Seat, Viewer};

    /// Checks what is listed for a seat, and says which kinds of move were among it.
    fn check(game: &Kaluki, seat: Seat) -> Vec<String> {
        let english = Words::of("en");
        let listed = game.actions(seat);
        let view = game.view(Viewer::Seat(seat));
        let mut texts: Vec<String> = listed.iter().map(text).collect();
        for (action, text) in listed.iter().zip(&texts) {
            let name = words(english, action, &view);
            assert!(!name.contains("  ") && !name.ends_with(' '), "{name}");
            // The value of a choice holds 100 characters, and the revision stands before it.
            assert!(text.chars().count() <= 90, "{text}");
            for typed in [text.clone(), text.to_uppercase(), text.replace(' ', "  ")] {
                let read = read(&typed, &listed, Some(&view));
                assert_eq!(read.as_ref(), Some(action), "{typed}");
            }
        }
        let kinds = texts
            .iter()
            .map(|text| text.split(' ').next().unwrap_or_default().to_owned());
        let kinds = kinds.collect();
        texts.sort_unstable();
        let count = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), count, "one text for two moves");
        kinds
    }

    /// Plays matches by chance, with a liking for the table; openings are cheap, so that there is much on it.
    fn play(seed: u64) -> Vec<String> {
        let rules = "initial_min=12 joker_count=4 announce=manual penalty_limit=90 ace_low=true";
        let mut game = Kaluki::new(&options(rules), 4);
        let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
        let mut kinds = Vec::new();
        for _ in 0..1_500 {
            if game.standing().is_some() {
                break;
            }
            let Some(seat) = game.waiting().seats.iter().next() else {
                let events = game.deal(&chance);
                game.obey(&events);
                continue;
            };
            kinds.extend(check(&game, seat));
            let mut listed = game.actions(seat);
            let is_discard = |action: &Action| matches!(action, Action::Discard { .. });
            if !listed.iter().all(is_discard) && dice.below(4) > 0 {
                listed.retain(|action| !is_discard(action));
            }
            let action = listed[dice.below(listed.len() as u32) as usize].clone();
            let events = game.decide(seat, &action, &chance);
            game.obey(&events.expect("a listed action"));
        }
        kinds
    }

    #[test]
    fn every_listed_move_of_played_matches_reads_back_from_its_text() {
        let mut kinds: Vec<String> = (1..=4).flat_map(play).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in [
            "draw", "take", "put", "open", "meld", "build", "exchange", "discard", "announce",
            "silent", "buy", "decline",
        ] {
            assert!(
                kinds.iter().any(|known| known == kind),
                "no {kind}: {kinds:?}"
            );
        }
    }
}
