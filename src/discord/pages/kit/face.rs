//! What a game shows to people: the contract that its pages keep.

use std::str::FromStr;

use super::board::Told;
use super::ended::Ended;
use super::learn::Course;
use super::lesson::Lessons;
use super::offer::Offer;
use super::rack::{Begins, Shelf};
use crate::discord::pages::press::{NoPress, Pressable, Slot};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::drawing::packs::Usual;
use crate::drawing::packs::cards::Inks;

/// The face of a game: its panel, its board, its presses and its sentences, made of nothing but a view and what its
/// reader may see of the table, so that nothing can be said that they may not know.
pub(crate) trait Face {
    /// What a viewer may know.
    type View;
    /// What a seat may wish.
    type Action: Clone;
    /// Why the rules say no.
    type Refusal;
    /// The facts behind an advice.
    type Reason;
    /// What its own buttons want. Their ids are kept for good: what was written once can be read for ever.
    type Press: Pressable + FromStr<Err = NoPress>;

    /// How its house rules are offered.
    const OFFER: &'static Offer;

    /// How a turn begins.
    const BEGINS: Begins;

    /// Its first round that is played to learn it; `None` for a game that is not taught so.
    const COURSE: Option<&'static Course> = None;

    /// Moves that can be typed.
    const EXAMPLES: &'static str;

    /// The pieces that nearly all of its pictures show.
    fn usual() -> Usual;

    /// What the letters of its typed pieces mean, for whoever typed something else; `None` where the examples say enough.
    fn letters(_: Words) -> Option<String> {
        None
    }

    /// What the owner of a rack sees; with a question, if they are to say that they mean it.
    fn panel(reader: Reader<'_>, view: &Self::View, asks: Option<Slot>) -> Body;

    /// What everybody sees, with what happened since `told`, or lately.
    fn board(reader: Reader<'_>, view: &Self::View, told: Option<Told>) -> Body;

    /// Every meld on the table, as the picture in words tells it and as a line of text.
    fn melds(_: Words, _: &Self::View) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What a game that is over came to; `None` before, and where its last board says everything.
    fn ended(_: Reader<'_>, _: &Self::View) -> Option<Ended> {
        None
    }

    /// Its score sheet, where that is something else than the board of a round that is over; `None` otherwise, and before
    /// there is anything on it.
    fn sheet(_: Reader<'_>, _: &Self::View) -> Option<Body> {
        None
    }

    /// What every seat has, as a line, where the board counts something else than the points of the view; `None` otherwise.
    fn stands(_: Words, _: &Self::View) -> Option<String> {
        None
    }

    /// Up to which move a board of this view tells.
    fn told(view: &Self::View) -> Told;

    /// The rack of whoever looks, as their desk shows it; `None` without pieces.
    fn shelf<'a>(reader: Reader<'a>, view: &'a Self::View) -> Option<Shelf<'a>>;

    /// What a press on a button of the game's own does.
    fn pressed(reader: Reader<'_>, view: &Self::View, press: Self::Press) -> Pressed<Self::Action>;

    /// Reads a typed move; `listed` is what may be done now, where a text may mean one of those, and `view` what whoever
    /// types sees, where a text leaves out what can be seen.
    fn typed(
        text: &str,
        listed: &[Self::Action],
        view: Option<&Self::View>,
    ) -> Option<Self::Action>;

    /// What a typed text may mean that means several of the listed moves, or what it lacks, for whoever typed it; `None` where
    /// it is no move at all.
    fn unclear(_: Words, _: &str, _: &[Self::Action]) -> Option<String> {
        None
    }

    /// Moves for whoever typed something else: of many those that fit the moment, as the own list and view tell it.
    fn examples(_: &[Self::Action], _: Option<&Self::View>) -> String {
        Self::EXAMPLES.to_owned()
    }

    /// A move in words.
    fn move_words(words: Words, action: &Self::Action, view: &Self::View) -> String;

    /// The text that means a listed move.
    fn move_text(action: &Self::Action) -> String;

    /// What else a listed move is called, by whoever looks for it in the list of moves: other verbs that mean it when they are
    /// typed, and its pieces as they are spoken.
    fn other_words(_: Words, _: &Self::Action, _: &Self::View) -> Vec<String> {
        Vec::new()
    }

    /// The text that means a move that need not be listed, with all of its pieces.
    fn whole_text(action: &Self::Action) -> String {
        Self::move_text(action)
    }

    /// The piece about which this move is asked first; `None` if it is not.
    fn asks_first(reader: Reader<'_>, view: &Self::View, action: &Self::Action) -> Option<Slot>;

    /// The same move by somebody who was asked, or who said that they are sure.
    fn surely(action: Self::Action) -> Self::Action;

    /// Why the rules say no, as a sentence; `view` is what whoever asked sees, if there is anything to be seen.
    fn refusal(words: Words, refusal: &Self::Refusal, view: Option<&Self::View>) -> String;

    /// Why whoever sees this cannot act now, where a game knows better than that somebody else is to act.
    fn not_your_turn(_: Words, _: &Self::View) -> Option<String> {
        None
    }

    /// What a call says where a game asks people something else than to play; `None` where it is simply their turn. `view` is
    /// what everybody sees, and `when` tells whether it is the first call or the one of the last quarter.
    fn called(_: Words, _: &Self::View, _when: &str, _people: &str, _end: &str) -> Option<String> {
        None
    }

    /// Why this move is advised.
    fn reason(
        words: Words,
        view: &Self::View,
        action: &Self::Action,
        reason: &Self::Reason,
    ) -> String;

    /// The rules for somebody who wants to play now.
    fn rules(words: Words) -> String;

    /// What teaches it beyond that, step by step, with cards in these inks; nothing where the short rules say everything.
    fn lessons(words: Words, inks: Inks) -> Lessons;

    /// Its own sentences, with the names of their values: what the Fluent files must have.
    #[cfg(test)]
    fn sentences() -> Vec<&'static (String, Vec<&'static str>)>;
}

/// What a press does.
pub(crate) enum Pressed<Action> {
    /// It leads to a page of the panel; with a notice above it.
    Page(Body, Option<String>),
    /// It is half of a move, and leads to a page on which the next press makes that.
    Half(Body),
    /// It makes these moves, one after another; with the page that stays if the rules say no.
    Moves(Vec<Action>, Option<Body>),
    /// It is asked first whether the move with this piece is meant.
    Ask(Slot),
    /// It makes no sense any more.
    Late,
}

impl<Action> Pressed<Action> {
    /// A single move.
    pub(crate) fn one(action: Action) -> Self {
        Self::Moves(vec![action], None)
    }

    /// Moves, with the page that stays if the rules say no; without any it makes no sense.
    pub(crate) fn moves(moves: Vec<Action>, page: Option<Body>) -> Self {
        if moves.is_empty() {
            return Self::Late;
        }
        Self::Moves(moves, page)
    }

    /// The same where half of a move is a page like others.
    #[must_use]
    pub(crate) fn whole(self) -> Self {
        match self {
            Self::Half(body) => Self::Page(body, None),
            other => other,
        }
    }

    /// The same with the moves of all games.
    pub(crate) fn map<Other>(self, of: impl Fn(Action) -> Other) -> Pressed<Other> {
        match self {
            Self::Page(body, notice) => Pressed::Page(body, notice),
            Self::Half(body) => Pressed::Half(body),
            Self::Moves(moves, page) => Pressed::Moves(moves.into_iter().map(of).collect(), page),
            Self::Ask(slot) => Pressed::Ask(slot),
            Self::Late => Pressed::Late,
        }
    }
}
