//! The moves of Kaluki in words, each with the text that means it.

use super::melds::{meld_text, table_meld};
use crate::discord::speech::cards::{card, cards, placed_all};
use crate::discord::speech::words::Words;
use crate::rules::card::Card;
use crate::rules::kaluki::{Action, Build, Composed, End, Kind, Meld, Placement, Recovery, View};

/// A move in the words of `/play` and its choices.
pub(super) fn words(words: Words, action: &Action, view: &View) -> String {
    let or_nothing = |named: Option<Card>| named.map(|one| card(words, one)).unwrap_or_default();
    let own = view.own.as_ref();
    match action {
        Action::Draw => words.move_draw(),
        Action::Take => words.move_take(&or_nothing(view.pile.last().copied())),
        Action::Return => words.kaluki_move_return(&or_nothing(view.taken.map(|taken| taken.card))),
        Action::Open { melds } => opening_words(words, view, melds),
        Action::Lay { meld } => words.kaluki_move_lay(&composed_words(words, view, meld)),
        Action::Build(build) => build_words(words, view, build),
        Action::Exchange {
            recoveries,
            placements,
        } => exchange_words(words, view, recoveries, placements),
        Action::Discard { card } => discard_words(words, view, *card),
        Action::Announce => words.kaluki_move_announce(own.map_or(0, |own| own.hand.len())),
        Action::StaySilent => words.kaluki_move_stay_silent(),
        Action::BuyIn => words.kaluki_move_buy_in(
            view.options.stake_buy_in,
            view.buy_in_at.unwrap_or_default(),
        ),
        Action::Decline => words.kaluki_move_decline(),
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

fn opening_words(words: Words, view: &View, composed: &[Composed]) -> String {
    let melds: Vec<String> = composed
        .iter()
        .map(|meld| composed_words(words, view, meld))
        .collect();
    words.kaluki_move_open(points(view, composed), &melds.join(", "))
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

fn build_words(words: Words, view: &View, build: &Build) -> String {
    words.kaluki_move_build(
        &placed_all(words, &build.cards),
        number(build.meld),
        &table_meld(words, view, build.meld),
        end_word(build.end),
    )
}

fn exchange_words(
    words: Words,
    view: &View,
    recoveries: &[Recovery],
    placements: &[Placement],
) -> String {
    let frees = recoveries.iter().map(|recovery| {
        let (given, meld) = (&recovery.cards, recovery.meld);
        words.kaluki_move_free(
            &cards(words, given),
            number(meld),
            &table_meld(words, view, meld),
        )
    });
    let frees: Vec<String> = frees.collect();
    let goes = placements.iter().map(|placement| match placement {
        Placement::Lay(composed) => words.kaluki_place_lay(&composed_words(words, view, composed)),
        Placement::Build(build) => words.kaluki_place_build(
            &placed_all(words, &build.cards),
            number(build.meld),
            end_word(build.end),
        ),
    });
    let goes: Vec<String> = goes.collect();
    words.kaluki_move_exchange(&frees.join(", "), &goes.join(", "))
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
