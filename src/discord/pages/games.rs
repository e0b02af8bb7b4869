//! What each game puts into messages: the one list of the front. A game is a line at the end of this file.

use super::desk;
use super::kit::board::Told;
use super::kit::ended::Ended;
use super::kit::face::{Face, Pressed};
use super::kit::learn::Course;
use super::kit::lesson::Lessons;
use super::kit::offer::Offer;
use super::kit::rack::{Begins, Shelf};
use super::listed::Listed;
use super::press::{OwnPress, Press, Pressable, Slot, Verb};
use super::reader::Reader;
use super::table_words::{Body, button, sign, who};
use super::{board, kaluki, meri, okey, okey101};
use crate::computers::{Hint, Why};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Tone};
use crate::drawing::Scene;
use crate::drawing::packs::Usual;
use crate::drawing::packs::cards::Inks;
use crate::rules::any::{AnyAction, AnyRefusal, AnyView, GameId};
use crate::rules::piece::Piece;
use crate::rules::{GameView, Seat, Standing};
use crate::tables::{Life, Look, Why as Closed};

/// No move of any game is as long when it is typed, in bytes. Discord takes six times as many, and what cards so many names could
/// be takes a while to find out.
const LONGEST_MOVE: usize = 1_000;

/// What the owner of a rack sees; `None` for somebody without one.
pub(crate) fn panel(reader: Reader<'_>, asks: Option<Slot>) -> Option<Body> {
    reader.look.viewer.seat()?;
    let view = reader.look.view.as_ref()?;
    let body = desk::with_way_back(reader, panel_of(reader, view, asks));
    Some(match reader.look.life {
        Life::Finished => Body {
            rows: vec![afterwards(reader, view)],
            ..as_it_ended(reader, view, body)
        },
        Life::Playing if reader.look.next_round_at.is_some() => {
            as_it_ended(reader, view, without_rest(body))
        }
        Life::Abandoned(why) => saying_why(reader, why, without_rest(body)),
        Life::SetAside(_) => without_rest(body),
        Life::Lobby | Life::Starting | Life::Playing => body,
    })
    .map(|body| saying_that_it_is_casual(reader, body))
}

/// With the word that a game which counts for the others is casual for whoever took the seat of somebody who left, or lost for
/// whoever left it and sits there again, also at its end.
fn saying_that_it_is_casual(reader: Reader<'_>, body: Body) -> Body {
    let Reader { words, look, .. } = reader;
    let told = |when| match (look.left_before, look.left_casually) {
        (true, _) => Some(words.panel_left_before(when)),
        (false, true) if when == "playing" && !look.casual => {
            Some(words.panel_left_casually("substitute"))
        }
        (false, true) => Some(words.panel_left_casually(when)),
        (false, false) => None,
    };
    let is_substitute = look.stepped_in && !look.casual;
    let text = match look.life {
        Life::Playing => told("playing")
            .or(is_substitute.then(|| words.panel_substitute()))
            .map(|told| format!("{told}\n{}", body.text)),
        Life::Finished => told("over").map(|told| format!("{}\n{told}", body.text)),
        Life::Lobby | Life::Starting | Life::Abandoned(_) | Life::SetAside(_) => None,
    };
    Body {
        text: text.unwrap_or(body.text),
        ..body
    }
}

/// With the picture that everybody sees of how it ended: no rack of the owner tells who has won.
fn as_it_ended(reader: Reader<'_>, view: &AnyView, body: Body) -> Body {
    let Body { scene, alt, .. } = board_of(reader, view, None);
    Body { scene, alt, ..body }
}

/// With the reason why the table closed, right below the words that it did.
fn saying_why(reader: Reader<'_>, why: Closed, body: Body) -> Body {
    let closed = reader.words.game_abandoned();
    let with_reason = format!("{closed}\n{}", board::why_closed(reader, why));
    Body {
        text: body.text.replacen(&closed, &with_reason, 1),
        ..body
    }
}

/// Without what cannot be pressed any more, and without the desk, for there is nothing to be put in order.
fn without_rest(mut body: Body) -> Body {
    let is_desk = |button: &Button| {
        let press: Result<Press, _> = button.id.parse();
        press.is_ok_and(|press| matches!(press.verb, Verb::Desk(_)))
    };
    for row in &mut body.rows {
        row.retain(|button| button.enabled && !is_desk(button));
    }
    body.rows.retain(|row| !row.is_empty());
    body
}

/// What there is to do after a game.
fn afterwards(reader: Reader<'_>, view: &AnyView) -> Vec<Button> {
    let Reader { words, look, .. } = reader;
    let rematch = button(look, Verb::Rematch, words.button_rematch()).tone(Tone::Good);
    let sheet = button(look, Verb::Sheet, words.button_sheet()).emoji("🧾");
    let stats = button(look, Verb::Stats, words.button_stats()).emoji("📊");
    // Where the sheet is the board, its picture is here already.
    let has_own = sheet_of(reader, view).is_some();
    let sheet = has_own.then_some(sheet);
    [Some(rematch), sheet, Some(stats)]
        .into_iter()
        .flatten()
        .collect()
}

/// Everything that a look tells; `None` before anything was dealt.
pub(crate) fn told(look: &Look) -> Option<Told> {
    look.view.as_ref().map(told_by)
}

/// What everybody sees, with what happened since `told`, or lately; `None` before anything was dealt.
pub(crate) fn board(reader: Reader<'_>, told: Option<Told>) -> Option<Body> {
    let body = board_of(reader, reader.look.view.as_ref()?, told);
    let lines = [Some(body.text), drawn_line(reader)].into_iter().flatten();
    Some(Body {
        text: lines.collect::<Vec<_>>().join("\n"),
        ..body
    })
}

/// The score sheet of a game: of some it is the board of a round that is over; `None` before anything was dealt.
pub(crate) fn sheet(reader: Reader<'_>) -> Option<Body> {
    let own = || sheet_of(reader, reader.look.view.as_ref()?);
    own().or_else(|| board(reader, None))
}

/// What stands in the channel: the board, and once the game is over what it came to.
pub(crate) fn standing(reader: Reader<'_>, told: Option<Told>) -> Option<Body> {
    let view = reader.look.view.as_ref()?;
    let over = standing_of(view).filter(|_| reader.look.life == Life::Finished);
    let Some((standing, ended)) = over.zip(ended_of(reader, view)) else {
        return board(reader, told);
    };
    let board = board(reader.beside(ended.letters_before(reader, standing)), told)?;
    Some(ended.after(reader, standing, board))
}

/// Who drew which seat, told in a game that draws for them until something is played.
fn drawn_line(reader: Reader<'_>) -> Option<String> {
    let Reader { words, look, .. } = reader;
    let name = |seat: Seat| format!("{} {}", sign(seat), who(reader, seat));
    let names: Vec<String> = Seat::all(look.seats.len()).map(name).collect();
    let is_new = told(look).is_some_and(|told| told.moves == 0);
    (look.seats_drawn && is_new).then(|| words.seats_drawn(&names.join(" · "), look.game.id()))
}

/// The picture of the rack of whoever looks, and the same in words; `None` without pieces.
pub(crate) fn rack(reader: Reader<'_>) -> Option<(Scene, String)> {
    let shelf = shelf(reader)?;
    let has_pieces = !shelf.slots.is_empty();
    has_pieces.then(|| (shelf.picture)(None))
}

/// A page of the desk; `None` for somebody without one.
pub(crate) fn desk(reader: Reader<'_>, page: desk::Page) -> Option<Body> {
    desk::body(reader, shelf(reader)?, begins(reader.look.game), page)
}

/// The pieces with one of them on another place; `None` if it does not lie where it was picked.
pub(crate) fn put(reader: Reader<'_>, picked: Slot, to: u8) -> Option<Vec<Piece>> {
    desk::put(shelf(reader)?.slots, picked, to)
}

/// The rack of whoever looks; `None` without pieces.
fn shelf(reader: Reader<'_>) -> Option<Shelf<'_>> {
    shelf_of(reader, reader.look.view.as_ref()?)
}

/// Why the rules of a game say no, as a sentence; `None` for what no game says.
pub(crate) fn refusal(words: Words, refusal: &AnyRefusal, look: Option<&Look>) -> Option<String> {
    refusal_in(words, refusal, look.and_then(|look| look.view.as_ref()))
}

/// What every seat has, as a line, the way the board of this view counts it.
pub(crate) fn stands(words: Words, view: &AnyView) -> String {
    let points = |seat: Seat| view.points()[seat].to_string().replace('-', "−");
    let own = stands_of(words, view);
    own.unwrap_or_else(|| by_seat(view.points().len(), points))
}

/// Every seat by its sign, with what it has.
pub(crate) fn by_seat(seats: usize, has: impl Fn(Seat) -> String) -> String {
    let seats = Seat::all(seats).map(|seat| format!("{} {}", sign(seat), has(seat)));
    seats.collect::<Vec<_>>().join(" · ")
}

/// The piece about which this move is asked first; `None` if it is not.
pub(crate) fn asks_first(reader: Reader<'_>, action: &AnyAction) -> Option<Slot> {
    asks_about(reader, reader.look.view.as_ref()?, action)
}

macro_rules! faces {
    ($($(#[$attribute:meta])* $name:ident: $face:ty;)+) => {
        /// A press on a button of some game.
        pub(crate) enum AnyPress {
            $($(#[$attribute])* #[doc = concat!("Of `", stringify!($name), "`.")] $name(<$face as Face>::Press),)+
        }

        impl AnyPress {
            /// As this game reads it; `None` for what it never wrote.
            pub(crate) fn read(game: GameId, press: &OwnPress) -> Option<Self> {
                match game {
                    $($(#[$attribute])* GameId::$name => press.read().ok().map(Self::$name),)+
                }
            }

            /// Whether it means the same whenever it was drawn.
            pub(crate) fn is_timeless(&self) -> bool {
                match self { $($(#[$attribute])* Self::$name(press) => press.is_timeless(),)+ }
            }
        }

        /// What a press does; `None` before anything was dealt.
        pub(crate) fn pressed(reader: Reader<'_>, press: AnyPress) -> Option<Pressed<AnyAction>> {
            match (reader.look.view.as_ref()?, press) {
                $($(#[$attribute])* (AnyView::$name(view), AnyPress::$name(press)) => {
                    Some(<$face>::pressed(reader, view, press).map(AnyAction::$name))
                })+
                // A press is read by the game whose table it is for.
                _ => None,
            }
        }

        /// How a turn of this game begins.
        fn begins(game: GameId) -> Begins {
            match game { $($(#[$attribute])* GameId::$name => <$face>::BEGINS,)+ }
        }

        /// The pieces that nearly all pictures of this game show.
        pub(crate) fn usual(game: GameId) -> Usual {
            match game { $($(#[$attribute])* GameId::$name => <$face>::usual(),)+ }
        }

        fn panel_of(reader: Reader<'_>, view: &AnyView, asks: Option<Slot>) -> Body {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::panel(reader, view, asks),)+ }
        }

        fn board_of(reader: Reader<'_>, view: &AnyView, told: Option<Told>) -> Body {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::board(reader, view, told),)+ }
        }

        /// Every meld on the table, as the picture in words tells it and as a line of text.
        pub(super) fn melds(words: Words, view: &AnyView) -> Vec<(String, String)> {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::melds(words, view),)+ }
        }

        fn ended_of(reader: Reader<'_>, view: &AnyView) -> Option<Ended> {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::ended(reader, view),)+ }
        }

        fn sheet_of(reader: Reader<'_>, view: &AnyView) -> Option<Body> {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::sheet(reader, view),)+ }
        }

        fn stands_of(words: Words, view: &AnyView) -> Option<String> {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::stands(words, view),)+ }
        }

        pub(super) fn standing_of(view: &AnyView) -> Option<&Standing> {
            match view { $($(#[$attribute])* AnyView::$name(view) => view.standing.as_ref(),)+ }
        }

        fn told_by(view: &AnyView) -> Told {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::told(view),)+ }
        }

        fn shelf_of<'a>(reader: Reader<'a>, view: &'a AnyView) -> Option<Shelf<'a>> {
            match view { $($(#[$attribute])* AnyView::$name(view) => <$face>::shelf(reader, view),)+ }
        }

        /// A move as the list of moves has it.
        pub(super) fn listed_as(words: Words, view: &AnyView, action: &AnyAction) -> Option<Listed> {
            match (view, action) {
                $($(#[$attribute])* (AnyView::$name(view), AnyAction::$name(action)) => {
                    Some(Listed::of::<$face>(words, action, view))
                })+
                // What is listed is of the game that is seen.
                _ => None,
            }
        }

        fn asks_about(reader: Reader<'_>, view: &AnyView, action: &AnyAction) -> Option<Slot> {
            match (view, action) {
                $($(#[$attribute])* (AnyView::$name(view), AnyAction::$name(action)) => {
                    <$face>::asks_first(reader, view, action)
                })+
                // A move of another game is refused, not asked about.
                _ => None,
            }
        }

        /// The same move by somebody who was asked, or who said that they are sure.
        pub(crate) fn surely(action: AnyAction) -> AnyAction {
            match action {
                $($(#[$attribute])* AnyAction::$name(action) => AnyAction::$name(<$face>::surely(action)),)+
            }
        }

        /// The text that means a move, as the list of moves shows it.
        pub(crate) fn text(action: &AnyAction) -> String {
            match action { $($(#[$attribute])* AnyAction::$name(action) => <$face>::move_text(action),)+ }
        }

        /// Reads a typed move by somebody who sees this.
        pub(crate) fn typed(game: GameId, text: &str, look: Option<&Look>) -> Option<AnyAction> {
            if text.len() > LONGEST_MOVE {
                return None;
            }
            let listed = look.map_or(&[][..], |look| &look.actions);
            let view = look.and_then(|look| look.view.as_ref());
            match game {
                $($(#[$attribute])* GameId::$name => {
                    let own = listed.iter().filter_map(|action| match action {
                        AnyAction::$name(action) => Some(action.clone()),
                        _ => None,
                    });
                    let view = view.and_then(|view| match view {
                        AnyView::$name(view) => Some(&**view),
                        _ => None,
                    });
                    <$face>::typed(text, &own.collect::<Vec<_>>(), view).map(AnyAction::$name)
                })+
            }
        }

        /// What a typed text may mean that means several moves of whoever sees this, or what it lacks; `None` where it is no
        /// move at all.
        pub(crate) fn unclear(words: Words, text: &str, look: &Look) -> Option<String> {
            if text.len() > LONGEST_MOVE {
                return None;
            }
            match look.game {
                $($(#[$attribute])* GameId::$name => {
                    let own = look.actions.iter().filter_map(|action| match action {
                        AnyAction::$name(action) => Some(action.clone()),
                        _ => None,
                    });
                    <$face>::unclear(words, text, &own.collect::<Vec<_>>())
                })+
            }
        }

        /// Why the viewer cannot act now, where a game knows better than that somebody else is to act.
        pub(crate) fn not_your_turn(words: Words, look: &Look) -> Option<String> {
            match look.view.as_ref()? {
                $($(#[$attribute])* AnyView::$name(view) => <$face>::not_your_turn(words, view),)+
            }
        }

        /// For whoever sees this and typed what is no move: some that are, and what their letters mean.
        pub(crate) fn no_move(words: Words, look: &Look) -> String {
            let letters = match look.game {
                $($(#[$attribute])* GameId::$name => <$face>::letters(words),)+
            };
            let said = words.no_move(&examples(look));
            let lines = [Some(said), letters].into_iter().flatten();
            lines.collect::<Vec<_>>().join("\n")
        }

        /// What a call of these people says where the game asks them something else than to play.
        pub(crate) fn called(
            words: Words,
            look: &Look,
            when: &str,
            (people, end): (&str, &str),
        ) -> Option<String> {
            match look.view.as_ref()? {
                $($(#[$attribute])* AnyView::$name(view) => {
                    <$face>::called(words, view, when, people, end)
                })+
            }
        }

        /// Moves that can be typed, for whoever sees this and typed something else.
        fn examples(look: &Look) -> String {
            match look.game {
                $($(#[$attribute])* GameId::$name => {
                    let own = look.actions.iter().filter_map(|action| match action {
                        AnyAction::$name(action) => Some(action.clone()),
                        _ => None,
                    });
                    let view = look.view.as_ref().and_then(|view| match view {
                        AnyView::$name(view) => Some(&**view),
                        _ => None,
                    });
                    <$face>::examples(&own.collect::<Vec<_>>(), view)
                })+
            }
        }

        fn refusal_in(words: Words, refusal: &AnyRefusal, view: Option<&AnyView>) -> Option<String> {
            match refusal {
                AnyRefusal::OtherGame | AnyRefusal::Options { .. } => None,
                $($(#[$attribute])* AnyRefusal::$name(refusal) => {
                    let view = view.and_then(|view| match view {
                        AnyView::$name(view) => Some(&**view),
                        _ => None,
                    });
                    Some(<$face>::refusal(words, refusal, view))
                })+
            }
        }

        /// The text that means a move, also one that is not listed, with all that it lays.
        pub(super) fn whole_text(action: &AnyAction) -> String {
            match action { $($(#[$attribute])* AnyAction::$name(action) => <$face>::whole_text(action),)+ }
        }

        /// A hint in words: the move, then its reason.
        pub(super) fn hinted(words: Words, view: &AnyView, hint: &Hint) -> String {
            match (view, &hint.action, &hint.reason) {
                $($(#[$attribute])* (AnyView::$name(view), AnyAction::$name(action), Why::$name(why)) => {
                    let reason = <$face>::reason(words, view, action, why);
                    words.hint(&<$face>::move_words(words, action, view), &reason)
                })+
                // A hint is of the game that it was asked in.
                _ => words.hint_nothing_to_do(),
            }
        }

        /// How the house rules of a game are offered.
        pub(crate) fn offer(game: GameId) -> &'static Offer {
            match game { $($(#[$attribute])* GameId::$name => <$face>::OFFER,)+ }
        }

        /// The rules of a game for somebody who wants to play it now.
        pub(crate) fn rules(words: Words, game: GameId) -> String {
            match game { $($(#[$attribute])* GameId::$name => <$face>::rules(words),)+ }
        }

        /// The first round of a game that is played to learn it; `None` for a game that is not taught so.
        pub(crate) fn course(game: GameId) -> Option<&'static Course> {
            match game { $($(#[$attribute])* GameId::$name => <$face>::COURSE,)+ }
        }

        /// What teaches a game beyond that, step by step, with cards in these inks.
        pub(crate) fn lessons(words: Words, inks: Inks, game: GameId) -> Lessons {
            match game { $($(#[$attribute])* GameId::$name => <$face>::lessons(words, inks),)+ }
        }

        /// The sentences of all games, with the names of their values.
        #[cfg(test)]
        pub(crate) fn sentences() -> Vec<&'static (String, Vec<&'static str>)> {
            let mut all = Vec::new();
            $($(#[$attribute])* all.extend(<$face>::sentences());)+
            all
        }
    };
}

faces! {
    Okey: okey::OkeyFace;
    Okey101: okey101::Okey101Face;
    Kaluki: kaluki::KalukiFace;
    Meri: meri::MeriFace;
    #[cfg(debug_assertions)]
    Toy: super::toy::ToyFace;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::computers::Level;
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, AnyOptions};
    use crate::rules::{Chance, Dice, Game, Viewer};
    use crate::tables::Desk;

    /// Found by hand: what thousands of cards could be kept the bot from everybody else.
    #[test]
    fn no_text_of_thousands_of_characters_is_looked_through() {
        let card = "meld h2";
        assert!(typed(GameId::Kaluki, card, None).is_some());
        let long = |length| format!("{card}{}", " ".repeat(length - card.len()));
        assert!(typed(GameId::Kaluki, &long(LONGEST_MOVE), None).is_some());
        assert!(typed(GameId::Kaluki, &long(LONGEST_MOVE + 1), None).is_none());
    }

    /// The moves that can be pressed on a panel, by the words of their ids.
    fn moves_on(look: &Look) -> Vec<String> {
        let reader = Reader::new(Words::of("en"), look);
        let Some(body) = panel(reader, None) else {
            return Vec::new();
        };
        let buttons = body.rows.into_iter().flatten();
        let presses = buttons.filter(|button| button.enabled);
        let verbs = presses.filter_map(|button| Some(button.id.parse::<Press>().ok()?.verb));
        let is_move = |verb: &Verb| match verb {
            Verb::Own(own) => {
                let press = AnyPress::read(look.game, own).expect("a press of the game");
                !matches!(
                    pressed(reader, press),
                    Some(Pressed::Page(..) | Pressed::Half(_))
                )
            }
            verb => matches!(verb, Verb::Next | Verb::Hint | Verb::Desk(_)),
        };
        let moves = verbs.filter(is_move).map(|verb| verb.to_string());
        let is_of_word = |letter: &char| letter.is_ascii_lowercase() || *letter == ':';
        moves
            .map(|verb| verb.chars().take_while(is_of_word).collect())
            .collect()
    }

    /// Every seat of this game after each move of computers, as it is at a table that plays on: the moves that it has there, of
    /// which none may be left once the table was closed.
    fn closes_everywhere(
        options: &AnyOptions,
        seats: usize,
        seed: u64,
        moves: &mut BTreeSet<String>,
    ) {
        let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
        let mut game = AnyGame::new(options, seats);
        for _ in 0..120 {
            for seat in Seat::all(seats) {
                let live = Look {
                    desk: Some(Desk::default()),
                    ..staged(&game, Viewer::Seat(seat))
                };
                moves.extend(moves_on(&live));
                for life in [
                    Life::Abandoned(Closed::Voted),
                    Life::SetAside(crate::tables::Aside::Fell),
                ] {
                    // Nobody has anything to do there.
                    let closed = Look {
                        life,
                        actions: Vec::new(),
                        ..live.clone()
                    };
                    let left = moves_on(&closed);
                    assert!(
                        left.is_empty(),
                        "{:?}, seed {seed}: {left:?}",
                        options.game()
                    );
                }
            }
            let waiting = game.waiting().seats;
            let Some(seat) = waiting.iter().next() else {
                if game.standing().is_some() {
                    return;
                }
                game.obey(&game.deal(&chance));
                continue;
            };
            let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
            let action = match dice.below(3) {
                0 => actions[dice.below(actions.len() as u32) as usize].clone(),
                _ => Level::Medium
                    .choose(&view, &actions, &mut dice)
                    .expect("a move"),
            };
            let events = game.answer(seat, &action, &chance);
            game.obey(&events.unwrap_or_else(|_| panic!("it was listed")));
        }
    }

    #[test]
    fn at_a_table_that_was_closed_no_button_is_a_move() {
        for id in GameId::ALL.iter().copied() {
            let mut moves = BTreeSet::new();
            for seats in [*id.seats().start(), *id.seats().end()] {
                let options = id.default_options();
                if options.check(seats).is_ok() {
                    for seed in 0..2 {
                        closes_everywhere(&options, seats, seed, &mut moves);
                    }
                }
            }
            assert!(moves.len() > 3, "{id:?}: {moves:?}");
        }
    }
}
