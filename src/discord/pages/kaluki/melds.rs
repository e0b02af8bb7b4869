//! Melds of Kaluki in a sentence and spoken.

use crate::discord::speech::cards::{JOKER, natural, placed_all, shape};
use crate::discord::speech::words::Words;
use crate::rules::card::{Card, Natural, Placed};
use crate::rules::kaluki::{Kind, Meld};

/// A meld in short: a run by its ends, for instance "♥️3–7", with what is a joker in it; a set card by card.
pub(super) fn meld_text(words: Words, meld: &Meld) -> String {
    let ends = (meld.cards().first(), meld.cards().last());
    let (Kind::Run, (Some(first), Some(last))) = (meld.kind(), ends) else {
        return placed_all(words, meld.cards());
    };
    match (first.stands_for(), last.stands_for()) {
        (Some(first), Some(last)) => words.kaluki_run(
            shape(first.suit),
            first.rank.text(),
            last.rank.text(),
            &jokers_text(words, meld),
        ),
        _ => placed_all(words, meld.cards()),
    }
}

/// Which cards of a run are jokers; empty without any.
fn jokers_text(words: Words, run: &Meld) -> String {
    let stands: Vec<String> = jokers(run).map(|stands| natural(words, stands)).collect();
    if stands.is_empty() {
        return String::new();
    }
    words.kaluki_run_jokers(&stands.join(" "), stands.len(), JOKER)
}

/// What the jokers of a run stand for.
fn jokers(run: &Meld) -> impl Iterator<Item = Natural> {
    let cards = run.cards().iter();
    cards.filter_map(|placed| match placed {
        Placed::JokerAs(stands) => Some(*stands),
        Placed::Natural(_) | Placed::Joker => None,
    })
}

/// A meld for people who cannot see it: "hearts, 3 to 7, joker as 5", "queens: hearts, clubs, joker".
pub(super) fn spoken(words: Words, meld: &Meld) -> String {
    match meld.kind() {
        Kind::Run => spoken_run(words, meld),
        Kind::Set => spoken_set(words, meld),
    }
}

fn spoken_run(words: Words, run: &Meld) -> String {
    let ends = run.cards().first().zip(run.cards().last());
    let stand = ends.and_then(|(first, last)| first.stands_for().zip(last.stands_for()));
    let Some((first, last)) = stand else {
        return String::new();
    };
    let jokers = jokers(run).map(|stands| words.kaluki_spoken_joker(&rank(words, stands)));
    let mut parts =
        vec![words.kaluki_spoken_run(&suit(words, first), &rank(words, first), &rank(words, last))];
    parts.extend(jokers);
    parts.join(", ")
}

fn spoken_set(words: Words, set: &Meld) -> String {
    let of_set = set.cards().iter().find_map(|placed| placed.stands_for());
    let one = |placed: &Placed| match placed.card() {
        Card::Natural(natural) => suit(words, natural),
        Card::Joker => words.card_joker(),
    };
    let suits: Vec<String> = set.cards().iter().map(one).collect();
    let rank = of_set.map(|natural| rank(words, natural));
    words.kaluki_spoken_set(&rank.unwrap_or_default(), &suits.join(", "))
}

fn suit(words: Words, natural: Natural) -> String {
    words.card_suit(&natural.suit.letter().to_string())
}

fn rank(words: Words, natural: Natural) -> String {
    words.card_rank(natural.rank.text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::kaluki::Composed;
    use crate::rules::meld::cards::Aces;

    #[test]
    fn melds_are_told_in_few_letters_and_spoken_in_few_words() {
        let english = Words::of("en");
        for (kind, cards, short, long) in [
            (
                Kind::Run,
                "h3 h4 Jk=h5 h6",
                "♥️3–6 (♥️5 is 🃏)",
                "hearts 3 to 6, joker as 5",
            ),
            (
                Kind::Run,
                "Jk=s10 sJ Jk=sQ",
                "♠\u{fe0e}10–Q (♠\u{fe0e}10 ♠\u{fe0e}Q are 🃏)",
                "spades 10 to queen, joker as 10, joker as queen",
            ),
            (Kind::Run, "sJ sQ sK", "♠\u{fe0e}J–K", "spades jack to king"),
            (
                Kind::Set,
                "hQ cQ Jk",
                "♥️Q ♣\u{fe0e}Q 🃏",
                "set of rank queen: hearts, clubs, joker",
            ),
        ] {
            let cards = Placed::read_all(cards).expect("cards");
            let meld = Meld::compose(&Composed::new(kind, cards), Aces::High).expect("a meld");
            assert_eq!(meld_text(english, &meld), short);
            assert_eq!(spoken(english, &meld), long);
        }
    }
}
