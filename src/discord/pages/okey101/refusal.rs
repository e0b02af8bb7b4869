//! Why Okey 101 says no, in sentences.

use super::arranged::Offers;
use crate::discord::pages::tiles::begins_with;
use crate::discord::speech::tiles::tile;
use crate::discord::speech::words::Words;
use crate::rules::okey101::meld::MeldFault;
use crate::rules::okey101::opening::OpeningFault;
use crate::rules::okey101::penalties::Cost;
use crate::rules::okey101::view::Phase;
use crate::rules::okey101::{Composed, Refusal, View};
use crate::rules::tile::Face;

/// The sentence for the person who was refused.
pub(super) fn sentence(words: Words, refusal: &Refusal, okey: Option<Face>) -> String {
    let name = |named| tile(words, named, okey);
    match refusal {
        Refusal::NoRound => words.okey101_no_round(),
        Refusal::NotInGame { .. } => words.okey101_not_in_game(),
        Refusal::OutOfTurn => words.okey101_out_of_turn(),
        Refusal::MustDrawFirst => words.must_draw_first("unknown"),
        Refusal::MustDiscard => words.okey101_must_discard(),
        Refusal::UseTakenFirst { taken } => words.okey101_use_taken_first(&name(*taken)),
        Refusal::NothingToReturn => words.okey101_nothing_to_return(),
        Refusal::ReturnedThisTurn => words.okey101_returned_this_turn(),
        Refusal::NotOnRack { tile } => words.okey101_not_on_rack(&name(*tile)),
        Refusal::StockEmpty => words.okey101_stock_empty(),
        Refusal::NothingToTake => words.okey101_nothing_to_take(),
        Refusal::StockLeft { stock } => words.okey101_stock_left(*stock),
        Refusal::NoPassing => words.okey101_no_passing(),
        Refusal::NothingComposed => words.okey101_nothing_composed(),
        Refusal::Opening(fault) => opening(words, fault),
        Refusal::FailedAlready { fault } => words.okey101_failed_already(&opening(words, fault)),
        Refusal::TakenUnused { taken } => words.okey101_taken_unused(&name(*taken)),
        Refusal::RackEmptied => words.okey101_rack_emptied(),
        Refusal::AlreadyOpened => words.okey101_already_opened(),
        Refusal::NotOpened => words.okey101_open_first(),
        Refusal::NoMeld { fault } => words.okey101_no_meld(&fault_words(words, *fault)),
        Refusal::OnlyDoubles => words.okey101_only_doubles(),
        Refusal::NoDoubles => words.okey101_no_doubles(),
        Refusal::NobodyOpenedDoubles => words.okey101_nobody_opened_doubles(),
        Refusal::LayOffLimit { limit } => words.okey101_lay_off_limit(*limit),
        Refusal::NoSuchMeld { meld } => words.okey101_no_such_meld(meld.saturating_add(1)),
        Refusal::ClosedDouble => words.okey101_closed_double(),
        Refusal::FullSet => words.okey101_full_set(),
        Refusal::DoesNotFit { tile } => words.okey101_does_not_fit(&name(*tile)),
        Refusal::NothingToTakeBack => words.okey101_nothing_to_take_back(),
        Refusal::TakenBackAlready { tile } => words.okey101_taken_back_already(&name(*tile)),
        Refusal::OnlyTheLast => words.okey101_only_the_last(),
        Refusal::SwapOff => words.okey101_swap_off(),
        Refusal::NoJokerFor { tile } => words.okey101_no_joker_for(&name(*tile)),
        Refusal::MustFinish => words.okey101_must_finish(),
        Refusal::NeedsConfirmation { tile, cost, points } => {
            words.okey101_needs_confirmation(&name(*tile), *points, cost_word(*cost))
        }
    }
}

/// What can be said better by what the viewer sees; `None` where the refusal says all.
pub(super) fn as_seen(words: Words, refusal: &Refusal, view: &View) -> Option<String> {
    match refusal {
        Refusal::NothingComposed => no_opening(words, view),
        Refusal::MustDrawFirst if is_to_draw(view) => {
            let takeable = view.own.as_ref().and_then(|own| own.takeable);
            Some(words.must_draw_first(begins_with(view.stock, takeable)))
        }
        Refusal::FailedAlready { fault } if view.options.penalty_amount == 0 => {
            Some(words.okey101_failed_again(&opening(words, fault)))
        }
        _ => None,
    }
}

fn is_to_draw(view: &View) -> bool {
    matches!(view.phase, Phase::Draw(seat) if view.viewer.seat() == Some(seat))
}

/// Why tiles are no meld, in words.
pub(super) fn fault_words(words: Words, fault: MeldFault) -> String {
    words.okey101_meld_fault(match fault {
        MeldFault::TooFew => "few",
        MeldFault::TooMany => "many",
        MeldFault::NoPair => "pair",
        MeldFault::OnlyJokers => "jokers",
        MeldFault::Neither => "neither",
        MeldFault::Colours => "colours",
        MeldFault::Gap => "gap",
        MeldFault::PastEnd => "end",
        MeldFault::Numbers => "numbers",
        MeldFault::ColourTwice => "twice",
    })
}

/// Why an opening fails.
pub(super) fn opening(words: Words, fault: &OpeningFault) -> String {
    match *fault {
        OpeningFault::NoMeld { place, fault } => {
            words.okey101_opening_no_meld(place.saturating_add(1), &fault_words(words, fault))
        }
        OpeningFault::Mixed => words.okey101_opening_mixed(),
        OpeningFault::TooLow { points, needed } => {
            words.okey101_opening_too_low(points, needed, needed.saturating_sub(points))
        }
        OpeningFault::TooFewPairs { pairs, needed } => {
            words.okey101_opening_too_few_pairs(pairs, needed)
        }
    }
}

/// What is missing for the best opening and for one with doubles, for whoever asked for either without naming melds; `None` for
/// who has opened, and where neither is too low.
pub(super) fn no_opening(words: Words, view: &View) -> Option<String> {
    let has_opened = view.opened[view.viewer.seat()?].is_some();
    let needed = view.needed.filter(|_| !has_opened)?;
    let offers = Offers::of(view);
    let (points, pairs) = (offers.points, offers.doubles.len() as u32);
    let too_low = points < needed.points;
    let too_few = pairs < needed.pairs;
    let unused = |melds: &[Composed]| !view.uses_taken(melds);
    let taken = view.must_use().map(|taken| tile(words, taken, view.okey()));
    let fault = match (too_low, too_few) {
        (true, true) => {
            let short = needed.points - points;
            return Some(words.okey101_cannot_open(
                points,
                short,
                needed.points,
                pairs,
                needed.pairs,
            ));
        }
        (false, _) if unused(&offers.melds) => return Some(words.okey101_taken_unused(&taken?)),
        (_, false) if unused(&offers.doubles) => return Some(words.okey101_taken_unused(&taken?)),
        (true, false) => OpeningFault::TooLow {
            points,
            needed: needed.points,
        },
        (false, true) => OpeningFault::TooFewPairs {
            pairs,
            needed: needed.pairs,
        },
        (false, false) => return None,
    };
    Some(opening(words, &fault))
}

/// How the words call the reason why a discard costs.
pub(super) fn cost_word(cost: Cost) -> &'static str {
    match cost {
        Cost::Joker => "joker",
        Cost::Islek => "islek",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tile::Tile;

    fn said(refusal: &Refusal) -> String {
        let okey = "R5".parse::<Tile>().expect("a tile").face();
        sentence(Words::of("en"), refusal, okey)
    }

    fn tile(text: &str) -> Tile {
        text.parse().expect("a tile")
    }

    #[test]
    fn refused_openings_are_told_with_the_facts() {
        let fault = MeldFault::Gap;
        for (fault, facts) in [
            (
                OpeningFault::NoMeld { place: 1, fault },
                ["number 2", "are not in a row"],
            ),
            (
                OpeningFault::TooLow {
                    points: 97,
                    needed: 101,
                },
                ["worth 97", "4 short of 101"],
            ),
            (
                OpeningFault::TooFewPairs {
                    pairs: 4,
                    needed: 5,
                },
                ["4 doubles", "5 are needed"],
            ),
            (OpeningFault::Mixed, ["sets and runs", "not with both"]),
        ] {
            for refusal in [Refusal::Opening(fault), Refusal::FailedAlready { fault }] {
                for fact in facts {
                    let said = said(&refusal);
                    assert!(said.contains(fact), "{said}");
                }
            }
        }
    }

    #[test]
    fn what_the_rules_refuse_is_told_with_its_tile_or_number() {
        let unused = Refusal::TakenUnused { taken: tile("K2") };
        let (tile, cost) = (tile("R5"), Cost::Joker);
        for (refusal, fact) in [
            (unused, "♠\u{fe0e}2"),
            (Refusal::RackEmptied, "One tile must stay"),
            (Refusal::NotOpened, "not opened yet"),
            (Refusal::FullSet, "full"),
            (Refusal::ClosedDouble, "double"),
            (Refusal::TakenBackAlready { tile }, "❤️5 (okey)"),
            (Refusal::StockLeft { stock: 1 }, "1 tile is left"),
            (Refusal::StockLeft { stock: 7 }, "7 tiles are left"),
            (Refusal::NoSuchMeld { meld: 2 }, "no meld 3"),
            (Refusal::NoSuchMeld { meld: usize::MAX }, "no meld"),
            (Refusal::LayOffLimit { limit: 2 }, "2 tiles"),
            (
                Refusal::NeedsConfirmation {
                    tile,
                    cost,
                    points: 101,
                },
                "101 points, because it is an okey",
            ),
        ] {
            let said = said(&refusal);
            assert!(said.contains(fact), "{said}");
        }
    }
}
