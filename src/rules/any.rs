//! All games behind one door.
//!
//! The list at the end of this file is the only one: a game that is added there makes the compiler
//! name every place to furnish. [`AnyGame`] keeps the contract of a game itself.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::options::Row;
use super::piece::Piece;
use super::unasked::{Dropped, Held};
use super::view::Arrangement;
use super::{
    Chance, Dice, Game, GameView, Impossible, OptionFault, PerSeat, RoundStanding, Seat, Seats,
    Standing, Viewer, Waiting,
};

macro_rules! games {
    ($($(#[cfg($built:meta)])* $name:ident: $game:ty, $id:literal, version $version:literal, best $best:ident, of a round $round:ident;)+) => {
        /// Which game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum GameId {
            $($(#[cfg($built)])* #[doc = concat!("`", $id, "`")] #[serde(rename = $id)] $name,)+
        }

        impl GameId {
            /// Every game.
            pub const ALL: &'static [Self] = &[$($(#[cfg($built)])* Self::$name),+];
            /// Those that people are offered: every game but what only some builds have. The list takes no attribute but
            /// `cfg`: with any other, a `///` too, a game would be missing here.
            pub const RELEASED: &'static [Self] = &[$($(#[cfg($built)] #[cfg(any())])* Self::$name),+];

            /// The id that commands, records and tables use.
            pub fn id(self) -> &'static str {
                match self { $($(#[cfg($built)])* Self::$name => $id,)+ }
            }

            /// The version of the rules, part of every seal.
            pub fn rules_version(self) -> &'static str {
                match self { $($(#[cfg($built)])* Self::$name => $version,)+ }
            }

            /// The game with this id.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|game| game.id() == id)
            }

            /// How many may sit at a table, fewest to most.
            pub fn seats(self) -> std::ops::RangeInclusive<usize> {
                match self { $($(#[cfg($built)])* Self::$name => <<$game as Game>::Options>::SEATS,)+ }
            }

            /// Which points are the best at the end.
            pub fn best_points(self) -> BestPoints {
                match self { $($(#[cfg($built)])* Self::$name => BestPoints::$best,)+ }
            }

            /// Which points are the best in a round, where they are written down round by round.
            pub fn best_round_points(self) -> BestPoints {
                match self { $($(#[cfg($built)])* Self::$name => BestPoints::$round,)+ }
            }

            /// Whether it is played for units: then points are units, and the stakes are among its options.
            pub fn has_units(self) -> bool {
                self.default_options().without_stakes().is_some()
            }

            /// Its options, in the order of the written rules.
            pub fn options(self) -> &'static [Row] {
                match self { $($(#[cfg($built)])* Self::$name => <<$game as Game>::Options>::TABLE,)+ }
            }

            /// Names for options that belong together.
            pub fn presets(self) -> &'static [&'static str] {
                match self { $($(#[cfg($built)])* Self::$name => <<$game as Game>::Options>::PRESETS,)+ }
            }

            /// The options that belong together under this name.
            pub fn preset(self, name: &str) -> Option<AnyOptions> {
                match self { $($(#[cfg($built)])* Self::$name => <<$game as Game>::Options>::preset(name).map(AnyOptions::$name),)+ }
            }

            /// The options of a table that asks for nothing special.
            pub fn default_options(self) -> AnyOptions {
                match self { $($(#[cfg($built)])* Self::$name => AnyOptions::$name(Default::default()),)+ }
            }
        }

        /// Why an action of some game is refused.
        #[derive(Clone, PartialEq, Debug, Error)]
        pub enum AnyRefusal {
            /// The action, or the options, belong to another game than this table plays.
            #[error("that belongs to another game")]
            OtherGame,
            /// The house rules make no table.
            #[error("{fault}")]
            Options {
                /// Of which game.
                game: GameId,
                /// Why.
                fault: OptionFault,
            },
            $($(#[cfg($built)])* #[doc = concat!("`", $id, "` says no.")] #[error(transparent)] $name(<$game as Game>::Refusal),)+
        }

        /// The state of some game; like every state it has no `Debug`.
        #[derive(Clone, PartialEq)]
        pub enum AnyGame { $($(#[cfg($built)])* #[doc = concat!("`", $id, "`")] $name(Box<$game>),)+ }

        /// The options of some game.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        pub enum AnyOptions {
            $($(#[cfg($built)])* #[doc = concat!("`", $id, "`")] #[serde(rename = $id)] $name(<$game as Game>::Options),)+
        }

        /// A wish in some game.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        pub enum AnyAction {
            $($(#[cfg($built)])* #[doc = concat!("`", $id, "`")] #[serde(rename = $id)] $name(<$game as Game>::Action),)+
        }

        /// What happened in some game; no `Debug`.
        #[derive(Clone, PartialEq, Serialize, Deserialize)]
        pub enum AnyEvent {
            $($(#[cfg($built)])* #[doc = concat!("`", $id, "`")] #[serde(rename = $id)] $name(<$game as Game>::Event),)+
        }

        /// What a viewer of some game may know.
        #[derive(Clone, PartialEq, Debug)]
        pub enum AnyView {
            $($(#[cfg($built)])* #[doc = concat!("`", $id, "`")] $name(Box<<$game as Game>::View>),)+
        }

        impl AnyOptions {
            /// Which game they are for.
            pub fn game(&self) -> GameId {
                match self { $($(#[cfg($built)])* Self::$name(_) => GameId::$name,)+ }
            }

            /// Sets one option by its name, both as the written rules spell them.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), AnyRefusal> {
                let set = match self { $($(#[cfg($built)])* Self::$name(options) => options.set(name, value),)+ };
                set.map_err(|fault| AnyRefusal::Options { game: self.game(), fault })
            }

            /// Every option with its value, as [`AnyOptions::set`] reads them.
            pub fn named(&self) -> Vec<(&'static str, String)> {
                match self { $($(#[cfg($built)])* Self::$name(options) => options.named(),)+ }
            }

            /// The same at a table of so many; see [`Game::at_table`].
            pub fn at_table(&self, seats: usize) -> Self {
                <AnyGame as Game>::at_table(self, seats)
            }

            /// The same with nothing at stake; `None` for a game that is not played for units.
            pub fn without_stakes(&self) -> Option<Self> {
                AnyGame::without_stakes(self)
            }

            /// Whether units are at stake.
            pub fn has_stakes(&self) -> bool {
                self.without_stakes().is_some_and(|without| without != *self)
            }

            /// Whether computers play the seats that are empty when the game begins.
            pub fn fills_empty_seats(&self) -> bool {
                <AnyGame as Game>::fills_empty_seats(self)
            }

            /// Whether people say themselves where they sit.
            pub fn lets_choose_seats(&self) -> bool {
                <AnyGame as Game>::lets_choose_seats(self)
            }

            /// The side that a seat plays for.
            pub fn side(&self, seat: Seat) -> u8 {
                <AnyGame as Game>::side(self, seat)
            }

            /// Whether several of so many seats play for one side.
            pub fn has_teams(&self, seats: usize) -> bool {
                let sides: std::collections::BTreeSet<u8> =
                    Seat::all(seats).map(|seat| self.side(seat)).collect();
                sides.len() < seats
            }

            /// Whether so many can play by them.
            pub fn check(&self, seats: usize) -> Result<(), AnyRefusal> {
                AnyGame::check(self, seats).map_err(|fault| AnyRefusal::Options { game: self.game(), fault })
            }
        }

        impl AnyGame {
            /// The prepared round of a game; see [`Game::lesson`].
            pub fn lesson_of(game: GameId) -> Option<Self> {
                match game { $($(#[cfg($built)])* GameId::$name => <$game>::lesson().map(|game| Self::$name(Box::new(game))),)+ }
            }

            /// Which game it is.
            pub fn game(&self) -> GameId {
                match self { $($(#[cfg($built)])* Self::$name(_) => GameId::$name,)+ }
            }
        }

        impl AnyView {
            /// The same of a game of which nobody is told who won.
            #[must_use]
            pub fn without_standing(self) -> Self {
                match self {
                    $($(#[cfg($built)])* Self::$name(mut view) => {
                        view.standing = None;
                        Self::$name(view)
                    })+
                }
            }
        }

        impl GameView for AnyView {
            fn rack(&self) -> Option<Vec<Piece>> {
                match self { $($(#[cfg($built)])* Self::$name(view) => GameView::rack(&**view),)+ }
            }

            fn grouped(&self) -> Arrangement<Piece> {
                match self { $($(#[cfg($built)])* Self::$name(view) => view.grouped(),)+ }
            }

            fn sorted(&self) -> Vec<Piece> {
                match self { $($(#[cfg($built)])* Self::$name(view) => view.sorted(),)+ }
            }

            fn points(&self) -> &PerSeat<i32> {
                match self { $($(#[cfg($built)])* Self::$name(view) => view.points(),)+ }
            }
        }

        impl Game for AnyGame {
            type Options = AnyOptions;
            type Action = AnyAction;
            type Event = AnyEvent;
            type View = AnyView;
            type Refusal = AnyRefusal;

            fn check(options: &AnyOptions, seats: usize) -> Result<(), OptionFault> {
                match options { $($(#[cfg($built)])* AnyOptions::$name(options) => <$game>::check(options, seats),)+ }
            }

            fn at_table(options: &AnyOptions, seats: usize) -> AnyOptions {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => AnyOptions::$name(<$game>::at_table(options, seats)),)+
                }
            }

            fn without_stakes(options: &AnyOptions) -> Option<AnyOptions> {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => <$game>::without_stakes(options).map(AnyOptions::$name),)+
                }
            }

            fn seat_draw(options: &AnyOptions, seats: usize, chance: &Chance) -> Option<PerSeat<Seat>> {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => <$game>::seat_draw(options, seats, chance),)+
                }
            }

            fn fills_empty_seats(options: &AnyOptions) -> bool {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => <$game>::fills_empty_seats(options),)+
                }
            }

            fn lets_choose_seats(options: &AnyOptions) -> bool {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => <$game>::lets_choose_seats(options),)+
                }
            }

            fn side(options: &AnyOptions, seat: Seat) -> u8 {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => <$game>::side(options, seat),)+
                }
            }

            fn new(options: &AnyOptions, seats: usize) -> Self {
                match options {
                    $($(#[cfg($built)])* AnyOptions::$name(options) => Self::$name(Box::new(<$game>::new(options, seats))),)+
                }
            }

            fn deal(&self, chance: &Chance) -> Vec<AnyEvent> {
                match self {
                    $($(#[cfg($built)])* Self::$name(game) => game.deal(chance).into_iter().map(AnyEvent::$name).collect(),)+
                }
            }

            fn waiting(&self) -> Waiting {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.waiting(),)+ }
            }

            fn may_interject(&self) -> Seats {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.may_interject(),)+ }
            }

            fn out(&self) -> Seats {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.out(),)+ }
            }

            fn has_just_shown(&self) -> bool {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.has_just_shown(),)+ }
            }

            fn actions(&self, seat: Seat) -> Vec<AnyAction> {
                match self {
                    $($(#[cfg($built)])* Self::$name(game) => game.actions(seat).into_iter().map(AnyAction::$name).collect(),)+
                }
            }

            fn written(&self, seat: Seat, dice: &mut Dice) -> AnyAction {
                match self { $($(#[cfg($built)])* Self::$name(game) => AnyAction::$name(game.written(seat, dice)),)+ }
            }

            fn may_be_unlisted(action: &AnyAction, events: &[AnyEvent]) -> bool {
                match action {
                    $($(#[cfg($built)])* AnyAction::$name(action) => {
                        let own = events.iter().map(|event| match event {
                            AnyEvent::$name(event) => Some(event.clone()),
                            // Nothing of another game is ever among them.
                            _ => None,
                        });
                        own.collect::<Option<Vec<_>>>().is_some_and(|own| <$game>::may_be_unlisted(action, &own))
                    })+
                }
            }

            fn at_zero(&self, seat: Seat) -> AnyAction {
                match self { $($(#[cfg($built)])* Self::$name(game) => AnyAction::$name(game.at_zero(seat)),)+ }
            }

            fn has_computers_at_zero(&self) -> bool {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.has_computers_at_zero(),)+ }
            }

            fn asks_owners_alone(&self) -> bool {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.asks_owners_alone(),)+ }
            }

            fn unasked(&self, seat: Seat) -> Option<Result<AnyAction, Held>> {
                match self {
                    $($(#[cfg($built)])* Self::$name(game) => game.unasked(seat).map(|done| done.map(AnyAction::$name)),)+
                }
            }

            fn is_moment_for(&self, seat: Seat, piece: Piece) -> bool {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.is_moment_for(seat, piece),)+ }
            }

            fn prepared(&self, seat: Seat, piece: Piece) -> Option<Result<AnyAction, Dropped>> {
                match self {
                    $($(#[cfg($built)])* Self::$name(game) => game.prepared(seat, piece).map(|next| next.map(AnyAction::$name)),)+
                }
            }

            fn decide(&self, seat: Seat, action: &AnyAction, chance: &Chance) -> Result<Vec<AnyEvent>, AnyRefusal> {
                match (self, action) {
                    $($(#[cfg($built)])* (Self::$name(game), AnyAction::$name(action)) => game
                        .decide(seat, action, chance)
                        .map(|events| events.into_iter().map(AnyEvent::$name).collect())
                        .map_err(AnyRefusal::$name),)+
                    _ => Err(AnyRefusal::OtherGame),
                }
            }

            fn apply(&mut self, event: &AnyEvent) -> Result<(), Impossible> {
                match (self, event) {
                    $($(#[cfg($built)])* (Self::$name(game), AnyEvent::$name(event)) => game.apply(event),)+
                    _ => Err(Impossible),
                }
            }

            fn view(&self, viewer: Viewer) -> AnyView {
                match self { $($(#[cfg($built)])* Self::$name(game) => AnyView::$name(Box::new(game.view(viewer))),)+ }
            }

            fn rack(&self, seat: Seat) -> Vec<Piece> {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.rack(seat),)+ }
            }

            fn standing(&self) -> Option<Standing> {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.standing(),)+ }
            }

            fn most_steps(&self) -> u32 {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.most_steps(),)+ }
            }

            fn faults(&self) -> Vec<String> {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.faults(),)+ }
            }

            fn round_standing(&self) -> Option<RoundStanding> {
                match self { $($(#[cfg($built)])* Self::$name(game) => game.round_standing(),)+ }
            }

            fn wish(event: &AnyEvent) -> Option<AnyAction> {
                match event { $($(#[cfg($built)])* AnyEvent::$name(event) => <$game>::wish(event).map(AnyAction::$name),)+ }
            }

            fn is_same(given: &AnyEvent, told: &AnyEvent) -> bool {
                match (given, told) {
                    $($(#[cfg($built)])* (AnyEvent::$name(given), AnyEvent::$name(told)) => <$game>::is_same(given, told),)+
                    // Events of two games never tell the same.
                    _ => false,
                }
            }

            fn deck(event: &AnyEvent) -> Option<Vec<Piece>> {
                match event { $($(#[cfg($built)])* AnyEvent::$name(event) => <$game>::deck(event),)+ }
            }

            fn redeal_unseen(&self, viewer: Viewer, dice: &mut Dice) -> Self {
                match self { $($(#[cfg($built)])* Self::$name(game) => Self::$name(Box::new(game.redeal_unseen(viewer, dice))),)+ }
            }
        }
    };
}

/// Whose points are the best at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestPoints {
    /// The most win.
    Most,
    /// The fewest win.
    Fewest,
}

games! {
    Okey: super::okey::Okey, "okey", version "1", best Most, of a round Most;
    Okey101: super::okey101::Okey101, "okey101", version "1", best Fewest, of a round Fewest;
    Kaluki: super::kaluki::Kaluki, "kaluki", version "1", best Most, of a round Fewest;
    Meri: super::meri::Meri, "meri", version "1", best Most, of a round Most;
    #[cfg(debug_assertions)]
    Toy: super::toy::Toy, "toy", version "1", best Most, of a round Most;
}
