//! A game that has ended, read move by move: the table as everybody saw it, and below it the rack of one seat. All racks are
//! open, one after another; the ids of the buttons carry where the reader is.

use std::sync::Arc;

use super::board::why_closed;
use super::press::{ReplayPress, ReplayWish, Spot, Way};
use super::reader::{FacesThere, Reader};
use super::table_words::{Body, seat_spoken, sign, who};
use super::{games, melds};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{
    Button, Choice, MOST_ALT_TEXT, MOST_CHOICES, MOST_TEXT, Menu, shortened, whole_sentences,
};
use crate::drawing::packs::cards::Inks;
use crate::rules::{Seat, Viewer};
use crate::tables::{Life, Look, Order, PersonId, Replay, Round, Sitter, TableId};

/// Who reads, and how they want it.
#[derive(Clone, Copy)]
pub(crate) struct Follower {
    /// Who.
    pub person: PersonId,
    /// Their language.
    pub words: Words,
    /// Their inks.
    pub inks: Inks,
    /// The order in which they see racks.
    pub order: Order,
}

/// A page of a replay.
pub(crate) struct Page {
    /// Text, buttons and picture.
    pub body: Body,
    /// Its menus.
    pub menus: Vec<Menu>,
}

/// The way to the replay of a table.
pub(crate) fn way(words: Words, table: &TableId) -> Button {
    let press = ReplayPress::open(table.clone());
    Button::new(press.id(), words.button_replay()).emoji("⏪")
}

/// Where somebody begins to read: at the first deal, with their own rack if they played.
pub(crate) fn beginning(replay: &Replay, person: PersonId) -> Option<Spot> {
    Some(Spot {
        stop: 0,
        seat: replay.seat_of(person).or(Seat::new(0))?,
    })
}

/// Where a press leads, with what was chosen in the menu if it is one; `None` for a choice that no menu offers.
pub(crate) fn led(wish: ReplayWish, chosen: Option<&str>) -> Option<Spot> {
    match wish {
        ReplayWish::Open => None,
        ReplayWish::See(_, spot) => Some(spot),
        ReplayWish::Seat(spot) => Some(Spot {
            seat: Seat::new(chosen?.parse().ok()?)?,
            ..spot
        }),
        ReplayWish::Round(spot) => Some(Spot {
            stop: chosen?.parse().ok()?,
            ..spot
        }),
    }
}

/// What a page is made of.
pub(crate) struct Moment {
    replay: Arc<Replay>,
    spot: Spot,
    /// Who reads.
    person: PersonId,
    /// As everybody sees it, and as the seat does.
    public: Look,
    own: Look,
    /// As everybody saw it one step before.
    before: Option<Look>,
}

/// Reads the journal up to this place; `None` if there is no such place, or no such seat.
pub(crate) fn moment(follower: Follower, replay: &Arc<Replay>, spot: Spot) -> Option<Moment> {
    let seen = replay.seen(usize::from(spot.stop), follower.order)?;
    let public = seen.look(Viewer::Watcher);
    public.seats.get(spot.seat)?;
    Some(Moment {
        replay: Arc::clone(replay),
        spot,
        person: follower.person,
        own: seen.look(Viewer::Seat(spot.seat)),
        public,
        before: seen.look_before(Viewer::Watcher),
    })
}

impl Moment {
    /// The table as everybody saw it.
    pub(crate) fn public(&self) -> &Look {
        &self.public
    }

    /// The page; `None` where nothing was dealt.
    pub(crate) fn page(&self, follower: Follower, faces: &FacesThere) -> Option<Page> {
        let words = follower.words;
        let public = Reader::new(words, &self.public).printed(follower.inks);
        let reader = public.facing(faces);
        let (board, rack) = self.with_rack(reader)?;
        // Whose rack it is stands in the picture, too: what was played just now ends above it, so that it is seen together with
        // the buttons on a phone.
        let title = format!("{}\n{rack}", self.title(words)?);
        let rest: String = self
            .closed(reader)
            .iter()
            .map(|line| format!("\n{line}"))
            .collect();
        // Of a long board the words give way.
        let room = MOST_TEXT - title.chars().count() - rest.chars().count() - 1;
        let text = shortened(&board.text, room);
        let alt = whole_sentences(&board.alt, MOST_ALT_TEXT).into_owned();
        let melds = melds::without_room(words, &self.public, &alt, room - text.chars().count());
        Some(Page {
            body: Body {
                text: format!("{title}\n{melds}{text}{rest}"),
                rows: vec![self.ways(words)],
                scene: board.scene,
                alt,
            },
            menus: self.menus(reader),
        })
    }

    /// The board with the rack of the seat below it, and the line that says whose that is.
    fn with_rack(&self, reader: Reader<'_>) -> Option<(Body, String)> {
        let (words, seat) = (reader.words, self.spot.seat);
        let named = who(reader, seat);
        let told = self.before.as_ref().and_then(games::told);
        let own = Reader::new(words, &self.own).printed(reader.inks);
        let Some((rack, alt)) = games::rack(own) else {
            let line = words.replay_no_rack(sign(seat), &named);
            return Some((games::board(reader, told)?, line));
        };
        let spoken = |board: &str| words.replay_alt(&seat_spoken(reader, seat), &alt, board);
        // The board has the room that the rack leaves: it knows what may go.
        let board = games::board(reader.beside(spoken("").chars().count()), told)?;
        let body = Body {
            scene: board.scene.above(rack),
            alt: spoken(&board.alt),
            ..board
        };
        Some((body, words.replay_rack(sign(seat), &named)))
    }

    fn stop(&self) -> usize {
        usize::from(self.spot.stop)
    }

    /// The round that is read, with its number from 0.
    fn round(&self) -> Option<(usize, &Round)> {
        let mut rounds = self.replay.rounds().iter().enumerate();
        rounds.find(|(_, round)| round.stops.contains(&self.stop()))
    }

    fn title(&self, words: Words) -> Option<String> {
        let (number, round) = self.round()?;
        let (table, game) = (self.public.table.as_str(), self.public.game.id());
        let title = words.replay_title(&words.game_name(game), table);
        let place = words.replay_place(
            game,
            number + 1,
            self.replay.rounds().len(),
            self.stop() - round.stops.start + 1,
            round.stops.len(),
        );
        Some(format!("{title}\n{place}"))
    }

    /// After the last step of a game that was not played to its end: why not.
    fn closed(&self, reader: Reader<'_>) -> Vec<String> {
        let is_last = self.stop() + 1 == self.replay.stops();
        match self.replay.life() {
            Life::Abandoned(why) if is_last => {
                vec![reader.words.game_abandoned(), why_closed(reader, why)]
            }
            _ => Vec::new(),
        }
    }

    /// Where each button leads; `None` where there is nothing.
    fn goal(&self, way: Way) -> Option<usize> {
        let (number, round) = self.round()?;
        let (stop, rounds) = (self.stop(), self.replay.rounds());
        let (begin, end) = (round.stops.start, round.stops.end - 1);
        match way {
            Way::Begin if stop > begin => Some(begin),
            Way::Begin => Some(rounds.get(number.checked_sub(1)?)?.stops.start),
            Way::Back => stop.checked_sub(1),
            Way::On => Some(stop + 1).filter(|next| *next < self.replay.stops()),
            Way::End if stop < end => Some(end),
            Way::End => Some(rounds.get(number + 1)?.stops.end - 1),
        }
    }

    fn ways(&self, words: Words) -> Vec<Button> {
        let button = |way: Way| {
            let goal = self.goal(way).and_then(|goal| u16::try_from(goal).ok());
            let spot = Spot {
                stop: goal.unwrap_or(self.spot.stop),
                ..self.spot
            };
            let (sign, word) = match way {
                Way::Begin => ("⏮️", "begin"),
                Way::Back => ("◀️", "back"),
                Way::On => ("▶️", "on"),
                Way::End => ("⏭️", "end"),
            };
            let id = self.id(ReplayWish::See(way, spot));
            let button = Button::new(id, words.button_replay_way(word)).emoji(sign);
            button.enabled(goal.is_some())
        };
        Way::ALL.map(button).into()
    }

    fn id(&self, wants: ReplayWish) -> String {
        let table = self.public.table.clone();
        ReplayPress { table, wants }.id()
    }

    fn menus(&self, reader: Reader<'_>) -> Vec<Menu> {
        let rounds = (self.replay.rounds().len() > 1).then(|| self.rounds(reader.words));
        [self.seats(reader)].into_iter().chain(rounds).collect()
    }

    fn seats(&self, reader: Reader<'_>) -> Menu {
        let seats = Seat::all(self.public.seats.len());
        let choice = |seat: Seat| Choice {
            value: seat.index().to_string(),
            label: format!("{} {}", sign(seat), self.named(reader, seat)),
            about: String::new(),
            is_now: seat == self.spot.seat,
        };
        Menu {
            id: self.id(ReplayWish::Seat(self.spot)),
            title: reader.words.replay_seats(),
            choices: seats.map(choice).collect(),
        }
    }

    /// Whoever sits there, where no mention can stand: the text above names people by the same signs.
    fn named(&self, reader: Reader<'_>, seat: Seat) -> String {
        let words = reader.words;
        match self.public.seats.get(seat).and_then(Sitter::person) {
            Some(person) if person == self.person => words.replay_you(),
            Some(person) if !person.is_nobody() => words.replay_person(seat.index() + 1),
            _ => who(reader, seat),
        }
    }

    /// The rounds, with what everybody had after each; of many those around the present one.
    fn rounds(&self, words: Words) -> Menu {
        let game = self.public.game.id();
        let rounds = self.replay.rounds();
        let now = self.round().map_or(0, |(number, _)| number);
        let first = now.saturating_sub(MOST_CHOICES / 2);
        let first = first.min(rounds.len().saturating_sub(MOST_CHOICES));
        let choice = |(number, round): (usize, &Round)| Choice {
            value: round.stops.start.to_string(),
            label: words.replay_round(game, number + 1),
            about: games::stands(words, &round.after),
            is_now: number == now,
        };
        let shown = rounds.iter().enumerate().skip(first).take(MOST_CHOICES);
        Menu {
            id: self.id(ReplayWish::Round(self.spot)),
            title: words.replay_rounds(game),
            choices: shown.map(choice).collect(),
        }
    }
}

#[cfg(test)]
mod tests;
