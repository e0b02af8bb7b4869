//! Another reading of what may happen: the journal is read from the database and replayed, and the rules are asked.

use std::path::Path;

use istaka::rules::any::{AnyEvent, AnyGame};
use istaka::rules::piece::Piece;
use istaka::rules::{Game, Seat, Viewer};
use istaka::tables::{Life, PersonId, Sitter, Table};
use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};
use std::sync::Arc;

use crate::message::{Button, Message};
use crate::press_kinds::kind;

/// A step of the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    cause: String,
    actor: Option<u64>,
    changes: Vec<Value>,
}

/// A table as its journal tells it.
pub struct Reading {
    pub steps: Vec<Stored>,
    pub life: Life,
    pub host: PersonId,
    pub revision: u64,
    /// The game, once it is dealt.
    pub game: Option<AnyGame>,
    /// The game before that.
    undealt: AnyGame,
    /// Who sits where.
    seats: Vec<(Seat, String)>,
}

/// What came of a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The journal is as it was.
    Nothing,
    /// It has something more, which whoever tried it may do.
    Effect,
}

/// The bot's database, read by somebody else.
pub struct Journal {
    db: SqliteConnection,
    last: Option<Arc<Reading>>,
}

impl Journal {
    pub async fn of(db: &Path) -> Self {
        let url = format!("sqlite://{}?mode=ro", db.display());
        let db = SqliteConnection::connect(&url).await.expect("a database");
        Self { db, last: None }
    }

    /// The table as it is now; nothing is read anew while nothing was written.
    pub async fn reading(&mut self, table: &Table) -> Arc<Reading> {
        let id = table.id.to_string();
        let sql = "select count(*) from steps where table_id = ?";
        let count = sqlx::query(sql).bind(&id).fetch_one(&mut self.db).await;
        let count: i64 = count.expect("it is read").get(0);
        match &self.last {
            Some(last) if last.steps.len() == count as usize => Arc::clone(last),
            _ => {
                let steps = steps(&mut self.db, &id).await;
                let reading = Arc::new(Reading::of(steps, table).await);
                self.last = Some(Arc::clone(&reading));
                reading
            }
        }
    }
}

impl Reading {
    async fn of(steps: Vec<Stored>, table: &Table) -> Self {
        let look = table.look(None, None).await.expect("the table is there");
        let events: Vec<AnyEvent> = steps
            .iter()
            .flat_map(|step| &step.changes)
            .flat_map(events_of)
            .collect();
        let game = (!events.is_empty()).then(|| {
            let replayed = AnyGame::replay(&look.options, look.seats.len(), &events);
            replayed.unwrap_or_else(|_| panic!("the journal does not replay"))
        });
        let people = look.seats.iter().filter_map(|(seat, sitter)| match sitter {
            Sitter::Person { person, .. } => Some((seat, person.get().to_string())),
            Sitter::Empty | Sitter::Computer { .. } => None,
        });
        Self {
            steps,
            life: look.life,
            host: look.host,
            revision: look.seen_revision.get(),
            game,
            undealt: AnyGame::new(&look.options, look.seats.len()),
            seats: people.collect(),
        }
    }

    pub fn seat_of(&self, person: &str) -> Option<Seat> {
        let mut seats = self.seats.iter();
        seats.find(|(_, id)| id == person).map(|(seat, _)| *seat)
    }

    pub fn acts(&self, game: &AnyGame, seat: Seat) -> bool {
        game.waiting().seats.contains(seat)
    }

    pub fn speaks(&self, game: &AnyGame, seat: Seat) -> bool {
        game.may_interject().contains(seat)
    }

    /// Whether every press since then says which seat it was.
    pub fn names_an_actor(&self, before: &Self) -> bool {
        let mut pressed = self.steps[before.steps.len()..]
            .iter()
            .filter(|step| step.cause == "press");
        pressed.all(|step| step.actor.is_some())
    }

    /// What a seat held when that was read, and after every step since.
    fn racks_since(&self, before: &Self, seat: Seat) -> Vec<Vec<Piece>> {
        use istaka::rules::GameView;
        let mut game = before.game.as_ref().unwrap_or(&self.undealt).clone();
        let rack = |game: &AnyGame| game.view(Viewer::Seat(seat)).rack().unwrap_or_default();
        let mut racks = vec![rack(&game)];
        for step in &self.steps[before.steps.len()..] {
            step.changes
                .iter()
                .for_each(|change| game.obey(&events_of(change)));
            racks.push(rack(&game));
        }
        racks
    }

    /// Where the table stands, in words that the life of tables and the view of the game have for it.
    pub fn phase(&self) -> String {
        let life = format!("{:?}", self.life);
        let game = match &self.game {
            Some(game) if self.life == Life::Playing => game,
            _ => return life,
        };
        let view = format!("{:?}", game.view(Viewer::Watcher));
        let named = view.split_once("phase: ").map_or("", |(_, named)| named);
        let word: String = named
            .chars()
            .take_while(|letter| letter.is_alphanumeric())
            .collect();
        format!("{life}, {word}")
    }
}

/// The events of the game in one change of a step.
fn events_of(change: &Value) -> Vec<AnyEvent> {
    let events = [&change["dealt"]["events"], &change["played"]["events"]];
    let events = events.into_iter().find(|events| events.is_array());
    let read = |events: &Value| serde_json::from_value(events.clone());
    events.map_or_else(Vec::new, |events| read(events).expect("events of a game"))
}

async fn steps(db: &mut SqliteConnection, table: &str) -> Vec<Stored> {
    let sql = "select cause, actor, changes from steps where table_id = ? order by revision";
    let rows = sqlx::query(sql).bind(table).fetch_all(db).await;
    let rows = rows.expect("they are read");
    let steps = rows.iter().map(|row| Stored {
        cause: row.get(0),
        actor: row.get::<Option<i64>, _>(1).map(|seat| seat as u64),
        changes: serde_json::from_str(row.get(2)).expect("JSON"),
    });
    steps.collect()
}

/// What came of a try of this person, or what of it was not theirs to do.
pub fn judged(person: &str, before: &Reading, after: &Reading) -> Result<Verdict, String> {
    if !after.steps.starts_with(&before.steps) {
        return Err("what had happened was changed".to_owned());
    }
    let new = &after.steps[before.steps.len()..];
    let Some(first) = new.first() else {
        return Ok(Verdict::Nothing);
    };
    // Computers and the house had done before all that they had to do: it begins with a press, or with what a desk makes.
    if !["press", "auto_draw", "prepared"].contains(&first.cause.as_str()) {
        return Err(format!("it began with {}", first.cause));
    }
    let own: Vec<Seat> = [before.seat_of(person), after.seat_of(person)]
        .into_iter()
        .flatten()
        .collect();
    let pressed = new[1..].iter().filter(|step| step.cause == "press");
    for step in [first].into_iter().chain(pressed) {
        let actor = step.actor.and_then(|seat| Seat::new(seat as usize));
        if own.is_empty() || actor.is_some_and(|seat| !own.contains(&seat)) {
            return Err(format!("of another seat: {:?}", changed(step)));
        }
        for change in &step.changes {
            judge_change(person, change, &own, before)?;
        }
    }
    Ok(Verdict::Effect)
}

/// What a step did, without what it dealt.
fn changed(step: &Stored) -> Vec<String> {
    let names = step.changes.iter().map(|change| match change {
        Value::String(name) => name.clone(),
        Value::Object(fields) => fields.keys().cloned().collect(),
        _ => String::new(),
    });
    names.collect()
}

fn judge_change(
    person: &str,
    change: &Value,
    own: &[Seat],
    before: &Reading,
) -> Result<(), String> {
    let is_host = before.host.get().to_string() == person;
    let of_the_host = ["computer", "options", "counts", "free_seats", "starting"];
    if let Some(name) = of_the_host.iter().find(|name| change.get(name).is_some())
        && !is_host
    {
        return Err(format!("only the host may: {name}"));
    }
    let of_a_seat = ["played", "ready", "left", "voted", "came_back", "sat"];
    for name in of_a_seat {
        if let Some(seat) = seat_in(&change[name])
            && !own.contains(&seat)
        {
            return Err(format!("{name} for seat {seat}"));
        }
    }
    match (seat_in(&change["played"]), &before.game) {
        (Some(seat), Some(game)) => judge_move(seat, &events_of(change), game),
        _ => Ok(()),
    }
}

fn seat_in(change: &Value) -> Option<Seat> {
    Seat::new(change["seat"].as_u64()? as usize)
}

/// Whether the rules let this seat do that in this state.
fn judge_move(seat: Seat, events: &[AnyEvent], game: &AnyGame) -> Result<(), String> {
    if !game.waiting().seats.contains(seat) && !game.may_interject().contains(seat) {
        return Err(format!("seat {seat} could not act"));
    }
    let Some(wish) = events.iter().find_map(AnyGame::wish) else {
        return Err("a move that nobody wished".to_owned());
    };
    if game.actions(seat).contains(&wish) || AnyGame::may_be_unlisted(&wish, events) {
        Ok(())
    } else {
        Err(format!("{wish:?} was not possible"))
    }
}

/// Kinds of buttons that name a piece which lies on the table for all to see. What any other one names is on a rack.
pub const OF_THE_TABLE: [&str; 1] = ["take"];

/// The pieces of a rack that the id of a button names.
fn pieces_named(button: &Button) -> Vec<&str> {
    if OF_THE_TABLE.contains(&kind(&button.id).as_str()) {
        return Vec::new();
    }
    let parts = button.argument().split('.');
    // A joker is told with what it lies for.
    let parts = parts.map(|part| part.split('=').next().unwrap_or_default());
    // As ids write them: `f` is a way to lay cards, `F` the false joker.
    let is_piece = |part: &&str| {
        part.parse::<Piece>()
            .is_ok_and(|piece| piece.to_string() == **part)
    };
    parts.filter(is_piece).collect()
}

/// An answer shows no rack but that of whoever asked: no picture of one, no button of one. It shows theirs as it was at some
/// moment of the try, for a desk may draw, and others may play, between the answer and the look at the journal.
///
/// Whoever left keeps the picture that they were shown once: it is not sent again.
pub fn shows_nothing_of_others(
    told: &str,
    (pressed, answer): (&Message, &Message),
    person: &str,
    (before, after): (&Reading, &Reading),
) {
    let seat = after.seat_of(person);
    let racks = seat.map_or_else(Vec::new, |seat| after.racks_since(before, seat));
    let is_new = answer.picture_id() != pressed.picture_id();
    if seat.is_none() && is_new {
        assert!(!answer.alt().starts_with("Your rack"), "{told}: {answer:?}");
    }
    // What is over may be looked through, rack by rack.
    let is_played = after.life == Life::Playing;
    let shown = answer.alt().split_once("Your rack, ");
    if let Some((_, shown)) = shown.filter(|_| is_new && is_played) {
        let count = shown.split(' ').next().unwrap_or_default();
        let is_held = racks.iter().any(|rack| rack.len().to_string() == count);
        assert!(is_held, "{told}: {answer:?}");
    }
    for button in answer.buttons() {
        for piece in pieces_named(&button) {
            let is_own = |held: &Piece| held.to_string() == piece;
            let is_own = racks.iter().flatten().any(is_own);
            assert!(is_own, "{told}: {button:?} on {answer:?}");
        }
    }
}

#[test]
fn a_piece_is_found_on_whatever_button_names_it() {
    for (press, pieces) in [
        ("discard:3.R5", &["R5"][..]),
        ("finish:F", &["F"]),
        ("desk:put.0.R5.5", &["R5"]),
        ("meld:swap.0.K13", &["K13"]),
        ("build:1.low.Jk=h5", &["Jk"]),
        ("away:K-9.0.G-Sun", &["K-9", "G-Sun"]),
        ("a-verb-of-tomorrow:c2", &["c2"]),
        ("take:R5", &[]),
        ("trick:9", &[]),
        ("compose:0002-b1l", &[]),
        ("desk:order.own", &[]),
    ] {
        let id = format!("1:7f3kabcd:7:{press}");
        let button = Message(json!({"components": [{"components": [{"custom_id": id}]}]}));
        let [button] = &button.buttons()[..] else {
            panic!("one button")
        };
        assert_eq!(pieces_named(button), pieces, "{press}");
    }
}
