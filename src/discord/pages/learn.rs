//! Lessons that are played: a step of a course as a message for one person, and what a press on it comes to.
//!
//! Nothing is kept: a button carries game and step, and the round is played anew up to that step. Whoever presses twice,
//! late, or after a restart finds what they were at.

use std::sync::LazyLock;

use super::desk::Page;
use super::games::{self, AnyPress};
use super::kit::face::Pressed;
use super::kit::learn::{Asks, Course, Shows, Step};
use super::kit::rows::{IN_A_ROW, ROWS};
use super::press::{DeskPress, LearnPress, LearnWish, LessonPage, LessonPress, LessonShown};
use super::press::{OwnPress, Press, Verb};
use super::reader::Reader;
use super::table_words::Body;
use crate::discord::speech::words::Words;
use crate::discord::speech::{cards, karuta, tiles};
use crate::discord::wire::note::{Button, MOST_ALT_TEXT, Tone, whole_sentences};
use crate::drawing::packs::cards::Inks;
use crate::drawing::{Scene, Target};
use crate::rules::any::{AnyAction, GameId};
use crate::rules::piece::Piece;
use crate::rules::{GameView, Seat, Viewer};
use crate::tables::{ChannelId, Learner, Lesson, Look, Order, PersonId, Revision};

/// A page of a lesson; without a picture where there is nothing to be seen.
pub(crate) struct Taught {
    /// What it says.
    pub text: String,
    /// Its buttons.
    pub rows: Vec<Vec<Button>>,
    /// What it shows, and the same in words.
    pub picture: Option<(Scene, String)>,
}

/// Who learns, in which words, and how cards are printed for them.
#[derive(Clone, Copy)]
pub(crate) struct Pupil {
    /// Who, and where.
    pub learner: Learner,
    /// Their language.
    pub words: Words,
    /// Their inks.
    pub inks: Inks,
}

impl Pupil {
    /// Whoever plays a script through, which no message is made of.
    fn nobody() -> Self {
        Self {
            learner: Learner {
                person: PersonId::new(1),
                server: None,
                channel: ChannelId::new(1),
            },
            words: Words::of(""),
            inks: Inks::Two,
        }
    }
}

/// Whether a game is taught by playing.
pub(crate) fn is_taught(game: GameId) -> bool {
    games::course(game).is_some()
}

/// The way to the lesson of a game.
pub(crate) fn way(words: Words, game: GameId) -> Option<Button> {
    let way = || Button::new(LearnPress::to(game, 0).id(), words.button_learn()).emoji("🎓");
    is_taught(game).then(way)
}

/// Ways to the lessons of all games.
pub(crate) fn ways(words: Words) -> Vec<Button> {
    let taught = GameId::RELEASED.iter().filter(|game| is_taught(**game));
    let way = |game: &GameId| {
        let label = words.button_learn_game(&words.game_name(game.id()));
        Button::new(LearnPress::to(*game, 0).id(), label).emoji("🎓")
    };
    taught.map(way).collect()
}

/// What a press in a lesson comes to; `None` for a game that is not taught by playing.
pub(crate) fn pressed(pupil: Pupil, press: &LearnPress) -> Option<Taught> {
    let class = Class::at(pupil, press.game, press.step)?;
    match &press.wants {
        LearnWish::See => class.shown(None),
        LearnWish::GoOn if class.step.asks == Asks::Look => class.next(),
        LearnWish::GoOn => class.not_yet(),
        LearnWish::Stop => Some(class.stopped()),
        LearnWish::Verb(verb) => class.tried(verb),
    }
}

/// The rounds of all courses at each of their steps: they are always the same, and played once in the life of a process.
static ROUNDS: LazyLock<Vec<(GameId, Vec<Lesson>)>> = LazyLock::new(|| {
    let games = GameId::ALL.iter().copied();
    games.map(|game| (game, rounds(game))).collect()
});

/// The round at each step, up to one whose moves the rules refuse.
fn rounds(game: GameId) -> Vec<Lesson> {
    let mut rounds = Vec::new();
    let mut at = Class::first(game);
    while let Some(class) = at {
        rounds.push(class.lesson.clone());
        at = class.course.steps.get(class.number + 1).and_then(|step| {
            let number = class.number + 1;
            let done = class.done()?;
            Some(Class {
                number,
                step,
                ..done
            })
        });
    }
    rounds
}

/// A step of a course that somebody is at.
struct Class {
    pupil: Pupil,
    game: GameId,
    course: &'static Course,
    number: usize,
    step: &'static Step,
    lesson: Lesson,
}

/// What a step shows, and the same in words, with its buttons below the learner's pieces.
struct Faced {
    picture: (Scene, String),
    rows: Vec<Vec<Button>>,
}

impl Class {
    /// The round as it stands at this step; the last one for a number beyond the end.
    fn at(pupil: Pupil, game: GameId, step: u8) -> Option<Self> {
        let course = games::course(game)?;
        let number = usize::from(step).min(course.steps.len().checked_sub(1)?);
        let (_, rounds) = ROUNDS.iter().find(|(played, _)| *played == game)?;
        Some(Self {
            pupil,
            game,
            course,
            number,
            step: course.steps.get(number)?,
            lesson: rounds.get(number)?.clone(),
        })
    }

    /// The round at the first step.
    fn first(game: GameId) -> Option<Self> {
        let course = games::course(game)?;
        Some(Self {
            pupil: Pupil::nobody(),
            game,
            course,
            number: 0,
            step: course.steps.first()?,
            lesson: Lesson::of(game)?,
        })
    }

    /// After what this step asks, and what others do then.
    fn done(mut self) -> Option<Self> {
        self.lesson = self.as_asked()?;
        for (seat, text) in self.step.then {
            let seat = Seat::new(*seat)?;
            let action = self.typed(&self.lesson, seat, text)?;
            self.lesson.act(seat, &action).ok()?;
        }
        Some(self)
    }

    /// The round after the moves that this step asks for.
    fn as_asked(&self) -> Option<Lesson> {
        let mut lesson = self.lesson.clone();
        if let Asks::Moves(moves) = self.step.asks {
            let me = Seat::new(0)?;
            for text in moves {
                let action = self.typed(&lesson, me, text)?;
                lesson.act(me, &action).ok()?;
            }
        }
        Some(lesson)
    }

    fn typed(&self, lesson: &Lesson, seat: Seat, text: &str) -> Option<AnyAction> {
        let (learner, viewer) = (self.pupil.learner, Viewer::Seat(seat));
        let look = lesson.look(learner, viewer, Revision::default(), Order::Melds)?;
        games::typed(self.game, text, Some(&look))
    }

    /// The table as the learner sees it.
    fn look(&self) -> Option<Look> {
        self.seen_by(Viewer::Seat(Seat::new(0)?))
    }

    fn seen_by(&self, viewer: Viewer) -> Option<Look> {
        let step = Revision::new(self.number as u64);
        let order = self.course.order_at(self.number);
        self.lesson.look(self.pupil.learner, viewer, step, order)
    }

    fn reader<'a>(&self, look: &'a Look) -> Reader<'a> {
        Reader::new(self.pupil.words, look).printed(self.pupil.inks)
    }

    fn faced(&self) -> Option<Faced> {
        let look = self.look()?;
        let reader = self.reader(&look);
        let panel = games::panel(reader, None)?;
        let picture = match self.step.shows {
            Shows::Rack => (panel.scene, panel.alt),
            Shows::Board => {
                let look = self.seen_by(Viewer::Watcher)?;
                let marked = self.marked().map_or(0, |marked| marked.chars().count() + 1);
                let board = games::board(self.reader(&look).beside(marked), None)?;
                (board.scene, board.alt)
            }
        };
        let rows = panel.rows;
        Some(Faced { picture, rows })
    }

    /// The step as it is first seen.
    fn shown(&self, notice: Option<String>) -> Option<Taught> {
        let Faced { picture, rows } = self.faced()?;
        let rows = match self.step.asks {
            Asks::Look => Vec::new(),
            Asks::Arrange | Asks::Moves(_) => rows,
        };
        let lines = [Some(self.title()), notice, Some(self.sentence())];
        let text = lines.into_iter().flatten().chain(self.farewell());
        Some(Taught {
            text: text.collect::<Vec<_>>().join("\n"),
            rows: self.rows(rows),
            picture: Some(self.pointed(picture)),
        })
    }

    /// A page of the game that a button of this step leads to.
    fn page(&self, body: Body, notice: Option<String>) -> Taught {
        let lines = [Some(self.title()), Some(self.sentence()), notice];
        let text = lines.into_iter().flatten().chain([body.text]);
        Taught {
            text: text.collect::<Vec<_>>().join("\n"),
            rows: self.rows(body.rows),
            picture: Some((body.scene, body.alt)),
        }
    }

    fn next(self) -> Option<Taught> {
        self.at_next()?.shown(None)
    }

    fn at_next(&self) -> Option<Self> {
        let next = u8::try_from(self.number + 1).ok()?;
        Self::at(self.pupil, self.game, next)
    }

    fn not_yet(&self) -> Option<Taught> {
        self.shown(Some(self.pupil.words.learn_not_yet()))
    }

    fn stopped(&self) -> Taught {
        let words = self.pupil.words;
        let back = self.button(LearnWish::See, words.button_learn_back());
        Taught {
            text: words.learn_stopped(&words.game_name(self.game.id())),
            rows: vec![vec![back.emoji("🎓"), self.rules()]],
            picture: None,
        }
    }

    /// A press on a button of the game's own pages.
    fn tried(self, verb: &Verb) -> Option<Taught> {
        let look = self.look()?;
        match verb {
            Verb::Own(own) => self.own_tried(&look, own),
            Verb::Rack => self.shown(None),
            Verb::Leave => Some(self.stopped()),
            Verb::Desk(DeskPress::Open) => {
                let body = games::desk(self.reader(&look), Page::Whole)?;
                let text = String::new();
                Some(self.page(Body { text, ..body }, None))
            }
            Verb::Desk(DeskPress::Order(Order::Melds)) if self.step.asks == Asks::Arrange => {
                self.next()
            }
            _ => self.not_yet(),
        }
    }

    fn own_tried(self, look: &Look, own: &OwnPress) -> Option<Taught> {
        let reader = self.reader(look);
        let press = AnyPress::read(self.game, own);
        match press.and_then(|press| games::pressed(reader, press)) {
            Some(Pressed::Moves(moves, _)) => self.moved(&moves),
            Some(Pressed::Page(body, notice)) => Some(self.page(body, notice)),
            Some(Pressed::Half(body)) if self.is_within_reach(reader, &body) => {
                Some(self.page(body, None))
            }
            Some(Pressed::Ask(slot)) if self.is_asked_of(look, slot.piece) => {
                let body = games::panel(reader, Some(slot))?;
                Some(self.page(body, None))
            }
            _ => self.not_yet(),
        }
    }

    /// After these moves, if they lead where this step wants to, or the next one.
    fn moved(self, moves: &[AnyAction]) -> Option<Taught> {
        let Some(tried) = self.after(moves) else {
            return self.not_yet();
        };
        if self.asks_for(&tried) {
            return self.next();
        }
        match self.at_next().filter(|next| next.asks_for(&tried)) {
            Some(next) => next.next(),
            None => self.not_yet(),
        }
    }

    /// Whether a press on this page, to which half of a move leads, makes what this step asks for.
    fn is_within_reach(&self, reader: Reader<'_>, page: &Body) -> bool {
        let ends = |button: &Button| {
            let Ok(Verb::Own(own)) = button.id.parse().map(|press: Press| press.verb) else {
                return false;
            };
            let press = AnyPress::read(self.game, &own);
            let Some(Pressed::Moves(moves, _)) =
                press.and_then(|press| games::pressed(reader, press))
            else {
                return false;
            };
            self.after(&moves)
                .is_some_and(|tried| self.asks_for(&tried))
        };
        page.rows.iter().flatten().any(ends)
    }

    /// The round after these moves of the learner; `None` where the rules refuse them.
    fn after(&self, moves: &[AnyAction]) -> Option<Lesson> {
        let me = Seat::new(0)?;
        let mut tried = self.lesson.clone();
        let made = moves.iter().try_for_each(|action| tried.act(me, action));
        made.ok().map(|()| tried)
    }

    /// Whether the round stands so after the moves that this step asks for.
    fn asks_for(&self, lesson: &Lesson) -> bool {
        let asks = matches!(self.step.asks, Asks::Moves(_));
        let asked = self.as_asked().filter(|_| asks);
        asked.is_some_and(|asked| self.seen(&asked) == self.seen(lesson))
    }

    /// All that matters of a round to a learner: their pieces and the table. In which order things came to lie there does not.
    fn seen(&self, lesson: &Lesson) -> Option<(Vec<Piece>, Scene)> {
        let order = Order::Colours;
        let look = |viewer| lesson.look(self.pupil.learner, viewer, Revision::default(), order);
        let [own, table] = [Viewer::Seat(Seat::new(0)?), Viewer::Watcher].map(look);
        let mut rack = own?.view?.rack()?;
        rack.sort_unstable();
        let table = table?;
        let board = games::board(self.reader(&table), None)?;
        Some((rack, board.scene))
    }

    /// Whether the game asks first about the very piece that the step wants to be given away.
    fn is_asked_of(&self, look: &Look, piece: Piece) -> bool {
        let Asks::Moves([.., last]) = self.step.asks else {
            return false;
        };
        let action = games::typed(self.game, last, Some(look));
        let slot = action.and_then(|action| games::asks_first(self.reader(look), &action));
        slot.is_some_and(|slot| slot.piece == piece)
    }

    fn title(&self) -> String {
        let words = self.pupil.words;
        let game = words.game_name(self.game.id());
        words.learn_title(&game, self.number + 1, self.course.steps.len())
    }

    fn sentence(&self) -> String {
        (self.course.says)(&self.pupil.words, self.step.word)
    }

    fn is_last(&self) -> bool {
        self.number + 1 == self.course.steps.len()
    }

    fn farewell(&self) -> Option<String> {
        let words = self.pupil.words;
        self.is_last().then(|| words.learn_ended(self.game.id()))
    }

    fn button(&self, wants: LearnWish, label: String) -> Button {
        let step = u8::try_from(self.number).unwrap_or(u8::MAX);
        let press = LearnPress {
            game: self.game,
            step,
            wants,
        };
        Button::new(press.id(), label)
    }

    fn rules(&self) -> Button {
        let press = LessonPress {
            game: self.game,
            shown: LessonShown::Instead,
            page: LessonPage::Short,
        };
        Button::new(press.id(), self.pupil.words.button_rules()).emoji("📖")
    }

    /// The game's buttons, each carrying this step; and the ways on and out, for which there always is room.
    fn rows(&self, rows: Vec<Vec<Button>>) -> Vec<Vec<Button>> {
        // *Leave* on the desk would stop the lesson, as the way out below it does.
        let stays = |button: &Button| {
            let press = button.id.parse::<Press>();
            !press.is_ok_and(|press| press.verb == Verb::Leave)
        };
        let carried = |row: Vec<Button>| {
            let stay = row.into_iter().filter(stays);
            stay.map(|button| self.carried(button)).collect()
        };
        let rows = rows.into_iter().map(carried);
        let mut rows: Vec<Vec<Button>> = rows.filter(|row: &Vec<_>| !row.is_empty()).collect();
        let ways = self.ways();
        let is_full = rows.len() == ROWS;
        match rows.last_mut() {
            Some(last) if is_full => {
                last.truncate(IN_A_ROW - ways.len());
                last.extend(ways);
            }
            _ => rows.push(ways),
        }
        rows
    }

    fn ways(&self) -> Vec<Button> {
        let words = self.pupil.words;
        if self.is_last() {
            let again = LearnPress::to(self.game, 0).id();
            let again = Button::new(again, words.button_learn_again()).emoji("🎓");
            return vec![again, self.rules()];
        }
        let on = self.button(LearnWish::GoOn, words.button_learn_on());
        let on = (self.step.asks == Asks::Look).then(|| on.emoji("▶️").tone(Tone::Main));
        let stop = self.button(LearnWish::Stop, words.button_learn_stop());
        on.into_iter().chain([stop.emoji("🚪")]).collect()
    }

    /// A button of a table as one of this lesson; what belongs to no table stays as it is.
    fn carried(&self, button: Button) -> Button {
        match button.id.parse::<Press>() {
            Ok(press) => Button {
                id: self.button(LearnWish::Verb(press.verb), String::new()).id,
                ..button
            },
            Err(_) => button,
        }
    }

    /// The picture, pointing at what the step speaks of, and the same in words.
    fn pointed(&self, (scene, alt): (Scene, String)) -> (Scene, String) {
        let Some(marked) = self.marked() else {
            return (scene, alt);
        };
        let alt = whole_sentences(&format!("{marked} {alt}"), MOST_ALT_TEXT).into_owned();
        (scene.pointing_at(&self.targets()), alt)
    }

    /// What is pointed at, in words.
    fn marked(&self) -> Option<String> {
        let words = self.pupil.words;
        let targets = self.targets();
        let spoken: Vec<String> = targets.iter().map(|one| spoken(words, *one)).collect();
        (!spoken.is_empty()).then(|| words.learn_marked(&spoken.join(", ")))
    }

    /// What the step points at.
    fn targets(&self) -> Vec<Target> {
        let marks = self.step.marks.split_whitespace();
        marks.filter_map(target).collect()
    }
}

/// The word for what lies face down, among the pieces that a step points at.
const STOCK: &str = "stock";

fn target(text: &str) -> Option<Target> {
    match text {
        STOCK => Some(Target::Stock),
        piece => piece.parse().ok().map(Target::Piece),
    }
}

fn spoken(words: Words, target: Target) -> String {
    match target {
        Target::Stock => words.learn_stock(),
        Target::Piece(Piece::Tile(tile)) => tiles::spoken(words, tile, None),
        Target::Piece(Piece::Card(card)) => cards::spoken(words, card),
        Target::Piece(Piece::Karuta(karuta)) => karuta::spoken(words, karuta),
    }
}

#[cfg(test)]
mod tests;
