//! Playing by commands: `/play` for every move of every game, and `/rack`.

use std::collections::BTreeMap;

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use super::table::other_here;
use super::{Context, asked, known_table, meant_here, meant_table};
use crate::discord::front::play::{NEXT, SURELY, WAIT, next_choice, split, sure};
use crate::discord::pages::games;
use crate::discord::pages::listed::{Listed, Sought, listed};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::sign;
use crate::discord::speech::letters::usual;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{MOST_CHOICE_TEXT, MOST_CHOICES, shortened};
use crate::discord::wire::send::SendFailure;
use crate::rules::{Patience, Seats};
use crate::tables::{Life, Look};

/// Less than this is no name of a move any more.
const LEAST_WORDS: usize = 8;

/// Makes a move.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn play(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete"]
    wanted: String,
) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_here(front, &asked).await? else {
        return Ok(());
    };
    front.play_typed(&asked, &table, &wanted).await
}

/// Tells what the solver would do.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn hint(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    let Some(table) = meant_here(front, &asked).await? else {
        return Ok(());
    };
    front.answer_hint(&asked, &table).await
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    CreateAutocompleteResponse::new().set_choices(known_choices(ctx, typed).await)
}

async fn known_choices(ctx: Context<'_>, typed: &str) -> Vec<AutocompleteChoice> {
    let asked = asked(ctx);
    let front = ctx.data();
    let Some(table) = known_table(front, &asked) else {
        return Vec::new();
    };
    if other_here(front, &asked, &table).await.is_some() {
        return Vec::new();
    }
    match table.look(Some(asked.person), None).await {
        Ok(look) => choices(&look, asked.words, typed),
        Err(_) => Vec::new(),
    }
}

/// Moves to choose from for whoever sees this and has typed so much.
pub(in crate::discord::front) fn choices(
    look: &Look,
    words: Words,
    typed: &str,
) -> Vec<AutocompleteChoice> {
    let typed = usual(split(typed).1);
    // The word alone is the beginning of any such move.
    let (is_sure, typed) = match sure(&typed) {
        (_, only) if only.eq_ignore_ascii_case(SURELY.trim_end()) => (true, ""),
        told => told,
    };
    // Whoever says that they are sure is offered moves that are made without a question.
    let surely = if is_sure { SURELY } else { "" };
    let mut moves: Vec<Listed> = listed(Reader::new(words, look))
        .into_iter()
        .map(|one| {
            let name = named(&one.name, &format!("{surely}{}", one.text));
            one.shown_as(name)
        })
        .collect();
    if look.may_go_on() && !is_sure {
        let next = next_choice(words, look.game);
        moves.push(Listed::new(next, NEXT.to_owned(), ""));
    }
    if moves.is_empty() {
        return nothing_to_play(look, words).into_iter().collect();
    }
    found(moves, typed, meant(look, typed).as_deref())
        .into_iter()
        .map(|(name, text)| (name, format!("{}|{surely}{text}", look.seen_revision)))
        // What does not fit can still be typed.
        .filter(|(_, value)| value.chars().count() <= MOST_CHOICE_TEXT)
        .take(MOST_CHOICES)
        .map(|(name, value)| AutocompleteChoice::new(name, value))
        .collect()
}

/// Those of the moves that a typed text finds, each in words and as its text. What is typed as the list writes a move finds
/// whatever has that in it; anything else also finds what is called so, word by word, behind the move that it means.
fn found(moves: Vec<Listed>, typed: &str, meant: Option<&str>) -> Vec<(String, String)> {
    let sought = Sought::of(typed);
    let is_meant = |text: &str| meant == Some(text);
    let stands = |one: &Listed| sought.stands_in(&one.name) || sought.stands_in(&one.text);
    let is_written = moves.iter().any(|one| is_meant(&one.text) && stands(one));
    let is_found =
        |one: &Listed| stands(one) || is_meant(&one.text) || (!is_written && sought.calls(one));
    let found = moves.into_iter().filter(is_found);
    let mut found: Vec<(String, String)> = found.map(|one| (one.name, one.text)).collect();
    put_most_last(&mut found);
    found.sort_by_key(|(_, text)| !is_meant(text));
    found
}

/// Said where a list without anything in it would look like a fault; `None` where no game is played.
fn nothing_to_play(look: &Look, words: Words) -> Option<AutocompleteChoice> {
    // Where a game has words of its own for why its viewer cannot act, several may be asked, and who has answered is unseen.
    let is_answered_unseen = games::not_your_turn(words, look).is_some();
    let waiting = look.waiting.filter(|waiting| {
        let may_be_named = waiting.patience == Patience::Window || !is_answered_unseen;
        may_be_named && !waiting.is_unseen()
    });
    let seats = waiting.map_or(Seats::NONE, |waiting| waiting.seats);
    let signs: Vec<&str> = seats.iter().map(sign).collect();
    let text = words.move_none(&signs.join(" "), signs.len());
    let plays = look.life == Life::Playing && look.viewer.seat().is_some();
    plays.then(|| AutocompleteChoice::new(text, WAIT))
}

/// The text of the move that was typed, in whatever words the game reads it; `None` if it is none of those that are listed: the
/// text of another opening may be the same.
fn meant(look: &Look, typed: &str) -> Option<String> {
    let action = games::typed(look.game, typed, Some(look))?;
    look.actions.contains(&action).then(|| games::text(&action))
}

/// Of more moves than Discord shows, each in words and as its text, puts those last of whose kind there are most: what is
/// cut off is one of many, such as a place of the stock.
fn put_most_last(moves: &mut [(String, String)]) {
    if moves.len() <= MOST_CHOICES {
        return;
    }
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (place, (_, text)) in moves.iter().enumerate() {
        // How many there are, and where the first one stands: of equally many those that are listed last give way.
        kinds.entry(kind(text)).or_insert((0, place)).0 += 1;
    }
    let most = kinds.into_iter().max_by_key(|(_, counted)| *counted);
    let Some(most) = most.map(|(kind, _)| kind.to_owned()) else {
        return;
    };
    moves.sort_by_key(|(_, text)| kind(text) == most);
}

/// The kind of a move: the verb of its text.
fn kind(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

/// A move in words with the text that means it, as long as a choice may be: rather the words are shortened than the text.
fn named(name: &str, text: &str) -> String {
    let room = MOST_CHOICE_TEXT.saturating_sub(text.chars().count() + " ()".len());
    if room < LEAST_WORDS {
        return shortened(text, MOST_CHOICE_TEXT).into_owned();
    }
    format!("{} ({text})", shortened(name, room))
}

/// Shows your rack.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub(crate) async fn rack(ctx: Context<'_>) -> Result<(), SendFailure> {
    let (front, asked) = (ctx.data(), asked(ctx));
    match meant_table(front, &asked).await? {
        Some(table) => front.show_rack(&asked, &table).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computers::Level;
    use crate::discord::front::play::goes_on;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, AnyView, GameId};
    use crate::rules::kaluki::view::Phase;
    use crate::rules::{Chance, Dice, Game, Seat, Viewer};
    use crate::tables::Moment;

    #[test]
    fn of_too_many_moves_none_is_cut_off_that_is_the_only_one_of_its_kind() {
        let shown = |places: usize| -> Vec<String> {
            let places = (0..places).map(|place| format!("draw {place}"));
            let texts = ["show".to_owned(), "draw".to_owned()];
            let texts = texts.into_iter().chain(places).chain(["take".to_owned()]);
            let mut moves: Vec<_> = texts.map(|text| (text.to_uppercase(), text)).collect();
            put_most_last(&mut moves);
            let shown = moves.into_iter().take(MOST_CHOICES);
            shown.map(|(_, text)| text).collect()
        };
        assert_eq!(shown(2), ["show", "draw", "draw 0", "draw 1", "take"]);
        let many = shown(48);
        assert_eq!(many[..4], ["show", "take", "draw", "draw 0"]);
        assert_eq!(many.last().map(String::as_str), Some("draw 21"));
        // Where every tile wins, no win is cut off for a discard.
        let tiles = (1..=15).map(|tile| [format!("finish {tile}"), format!("discard {tile}")]);
        let mut wins: Vec<_> = tiles.flatten().map(|text| (text.clone(), text)).collect();
        put_most_last(&mut wins);
        assert!(wins[..15].iter().all(|(_, text)| kind(text) == "finish"));
    }

    #[test]
    fn the_name_of_a_move_fits_a_choice_with_its_text_whole() {
        for (name, text, expected) in [
            ("Draw", "draw", "Draw (draw)".to_owned()),
            (
                &"n".repeat(80)[..],
                &"t".repeat(40)[..],
                format!("{}… ({})", "n".repeat(56), "t".repeat(40)),
            ),
            ("Open", &"t".repeat(95)[..], "t".repeat(95)),
            ("Open", &"t".repeat(120)[..], format!("{}…", "t".repeat(99))),
        ] {
            assert_eq!(named(name, text), expected);
        }
    }

    #[test]
    fn whoever_says_that_they_are_sure_is_offered_what_says_so() {
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
        game.obey(&game.deal(&Chance::from_seed(3)));
        let starter = game.waiting().seats.iter().next().expect("a starter");
        let look = staged(&game, Viewer::Seat(starter));
        for (typed, is_sure) in [
            ("discard", false),
            ("surely", true),
            ("Surely ", true),
            ("Surely disc", true),
        ] {
            let offered = choices(&look, Words::of("en"), typed);
            assert!(offered.len() > 3, "{typed}");
            for one in offered {
                let one = serde_json::to_value(one).expect("choices are JSON");
                for told in ["name", "value"].map(|told| one[told].as_str().unwrap_or_default()) {
                    assert_eq!(told.contains("surely "), is_sure, "{typed}: {told}");
                }
            }
        }
    }

    #[test]
    fn whoever_has_nothing_to_play_is_offered_the_words_that_say_so() {
        let mut game = AnyGame::new(&GameId::Okey.default_options(), 4);
        game.obey(&game.deal(&Chance::from_seed(3)));
        for seat in Seat::all(4) {
            let look = staged(&game, Viewer::Seat(seat));
            let offered = choices(&look, Words::of("en"), "");
            let offered = serde_json::to_value(offered).expect("choices are JSON");
            let (name, value) = (&offered[0]["name"], &offered[0]["value"]);
            let plays = !look.actions.is_empty();
            assert_eq!(value == WAIT, !plays, "{offered}");
            let name = name.as_str().unwrap_or_default();
            assert_eq!(name.starts_with("Not your turn: "), !plays, "{name}");
        }
        // Of a watcher nobody expects a move.
        let watcher = staged(&game, Viewer::Watcher);
        assert!(choices(&watcher, Words::of("en"), "").is_empty());
    }

    #[test]
    fn the_choice_that_goes_on_is_called_as_its_button_and_may_be_typed_as_it_is_shown() {
        for game in GameId::ALL {
            let mut played = AnyGame::new(&game.default_options(), *game.seats().end());
            played.obey(&played.deal(&Chance::from_seed(3)));
            let look = Look {
                actions: Vec::new(),
                next_round_at: Some(Moment::from_unix_ms(0)),
                ..staged(&played, Viewer::Seat(Seat::all(2).next().expect("a seat")))
            };
            for words in Words::tried() {
                let offered = serde_json::json!(choices(&look, words, ""));
                let name = offered[0]["name"].as_str().unwrap_or_default();
                assert!(name.ends_with(" (next)"), "{offered}");
                for typed in ["next", "Next", name] {
                    assert!(goes_on(words, *game, typed), "{typed}");
                }
                let word = words.button_next(game.id());
                let word = word.split(' ').next_back().expect("deal or round");
                assert!(
                    words.code() != "en" || name.contains(word),
                    "{name}: {word}"
                );
            }
        }
    }

    /// A match of computers at Kaluki up to where several are asked whether they buy in again; `None` if it ends before.
    fn offers_to_buy_in(seed: u64) -> Option<AnyGame> {
        let mut options = GameId::Kaluki.default_options();
        for (name, value) in [
            ("initial_min", "0"),
            ("joker_count", "4"),
            ("penalty_limit", "45"),
        ] {
            options.set(name, value).expect("an option");
        }
        let (mut game, chance) = (AnyGame::new(&options, 5), Chance::from_seed(seed));
        let mut dice = Dice::from_seed(seed);
        while game.standing().is_none() {
            let asked = game.waiting().seats;
            let Some(seat) = asked.iter().next() else {
                game.obey(&game.deal(&chance));
                continue;
            };
            let view = game.view(Viewer::Seat(seat));
            let is_offer =
                matches!(&view, AnyView::Kaluki(view) if matches!(view.phase, Phase::BuyIn(_)));
            if is_offer && asked.len() > 1 {
                return Some(game);
            }
            let action = Level::Easy.choose(&view, &game.actions(seat), &mut dice);
            let decided = game.decide(seat, &action.expect("a move"), &chance);
            game.obey(&decided.expect("a legal move"));
        }
        None
    }

    #[test]
    fn nobody_reads_in_the_list_who_has_answered_an_offer_to_buy_in() {
        let words = Words::of("en");
        let mut game = (0..100).find_map(offers_to_buy_in).expect("an offer");
        let asked = game.waiting().seats;
        let others: Vec<Seat> = Seat::all(5).filter(|seat| !asked.contains(*seat)).collect();
        assert!(!others.is_empty());
        for seat in asked.iter() {
            for other in &others {
                let offered = choices(&staged(&game, Viewer::Seat(*other)), words, "");
                let offered = serde_json::to_value(offered).expect("choices are JSON");
                assert_eq!(offered[0]["name"], words.move_none("", 0), "{asked:?}");
            }
            let answer = game.at_zero(seat);
            let decided = game.decide(seat, &answer, &Chance::from_seed(0));
            game.obey(&decided.expect("an answer"));
        }
    }
}
