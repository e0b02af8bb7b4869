//! Two worlds, each a whole evening over real sockets: the decks differ only in what one player may not know, everybody
//! presses the same, and that player and a stranger are sent the same, byte for byte, as the recorded traffic has it.

use istaka::computers::Level;
use istaka::rules::any::{AnyAction, AnyEvent, AnyGame, AnyOptions, GameId};
use istaka::rules::{Chance, Dice, Game, Seat, Viewer};
use serde_json::{Value, json};

use crate::every_game::with_every_game;
use crate::house::{Evening, sit_down_to};
use crate::people::Person;
use crate::rig::{changes, put_changes};
use crate::world::World;

/// How many moves are made, beside one for each seat: where everybody is asked before the first move, that is an answer.
const MOVES: usize = 5;
/// How many exchanges of two hidden pieces are tried.
const EXCHANGES: usize = 60;
/// Whose eyes are looked through.
const VIEWER: usize = 0;

/// Who plays, as many as there are seats.
pub const NAMES: [&str; 8] = [
    "Ayşe", "Ben", "Cem", "Dilek", "Ece", "Fırat", "Gül", "Hakan",
];

/// A table, and what everybody does at it in both worlds.
pub struct Story {
    pub game: GameId,
    rules: &'static str,
    pub seats: usize,
    /// The deal of each world.
    pub deals: [Value; 2],
    pub moves: Vec<(Seat, String)>,
}

/// The text that means this move, where it is one of the plain ones.
fn text(action: &AnyAction) -> Option<String> {
    let told = serde_json::to_value(action).expect("JSON");
    let told = told.as_object()?.values().next()?.clone();
    if let Some(word) = told.as_str() {
        return ["draw", "ready"].contains(&word).then(|| word.to_owned());
    }
    let (name, value) = told.as_object()?.iter().next()?;
    let piece = match value {
        Value::Object(fields) => fields.values().find_map(Value::as_str),
        plain => plain.as_str(),
    };
    match name.as_str() {
        "discard" | "play" => Some(format!("{name} {}", piece?)),
        "uchidashi" => {
            let [lead, away] = ["lead", "discard"].map(|part| value[part].as_str());
            Some(format!("lead {} away {}", lead?, away?))
        }
        _ => None,
    }
}

impl Story {
    /// The story of this game.
    pub fn of(game: &str) -> Self {
        let (rules, seats, seed) = match game {
            "okey" => ("gosterge=false", 3, 1),
            "okey101" => ("rounds=1", 2, 2),
            "kaluki" => ("match_mode=single_deal", 3, 3),
            "meri" => ("team_assign=chosen match_length=hitomaki", 8, 4),
            other => panic!("{other} has no story"),
        };
        Self::at_table(game, rules, seats, seed)
    }

    fn at_table(game: &str, rules: &'static str, seats: usize, seed: u64) -> Self {
        let game = GameId::from_id(game).expect("a game of ours");
        let mut options = game.default_options();
        for part in rules.split_whitespace() {
            let (name, value) = part.split_once('=').expect("name=value");
            options.set(name, value).expect("an option");
        }
        let new = AnyGame::new(&options, seats);
        let deal = serde_json::to_value(new.deal(&Chance::from_seed(seed))).expect("JSON");
        let moves = moves(&options, seats, &deal, seed);
        let truth = deal.clone();
        let other = exchanged(&options, seats, deal, &moves, seed);
        Self {
            game,
            rules,
            seats,
            deals: [truth, other],
            moves: moves
                .into_iter()
                .map(|(seat, _, text)| (seat, text))
                .collect(),
        }
    }

    /// The options of the command that opens the table.
    pub fn wish(&self) -> Value {
        let mut wish = json!({"rules": self.rules});
        if self.game.seats().count() > 1 {
            wish["seats"] = json!(self.seats);
        }
        wish
    }
}

type Move = (Seat, AnyAction, String);

fn dealt(options: &AnyOptions, seats: usize, deal: &Value) -> Option<AnyGame> {
    let events: Vec<AnyEvent> = serde_json::from_value(deal.clone()).ok()?;
    let mut game = AnyGame::new(options, seats);
    events.iter().try_for_each(|event| game.apply(event)).ok()?;
    Some(game)
}

/// What computers do with this deal, as far as it is plain.
fn moves(options: &AnyOptions, seats: usize, deal: &Value, seed: u64) -> Vec<Move> {
    let mut game = dealt(options, seats, deal).expect("it was dealt");
    let (chance, mut dice) = (Chance::from_seed(seed), Dice::from_seed(seed));
    let mut moves = Vec::new();
    while moves.len() < MOVES + seats {
        let Some(seat) = game.waiting().seats.iter().next() else {
            break;
        };
        let view = game.view(Viewer::Seat(seat));
        let mut plain = game.actions(seat);
        plain.retain(|action| text(action).is_some());
        let Some(action) = Level::Easy.choose(&view, &plain, &mut dice) else {
            break;
        };
        game.act(seat, &action, &chance)
            .expect("what is listed is possible");
        let text = text(&action).expect("only plain moves are left");
        moves.push((seat, action, text));
    }
    moves
}

/// What the viewer and a stranger see after the deal and after each move; `None` where a move cannot be made.
fn seen(options: &AnyOptions, seats: usize, deal: &Value, moves: &[Move]) -> Option<Vec<String>> {
    let mut game = dealt(options, seats, deal)?;
    let chance = Chance::from_seed(0);
    let viewers = [Viewer::Seat(Seat::new(VIEWER)?), Viewer::Watcher];
    let look = |game: &AnyGame| format!("{:?}", viewers.map(|viewer| game.view(viewer)));
    let mut seen = vec![look(&game)];
    for (seat, action, _) in moves {
        let is_listed = game.actions(*seat).contains(action);
        is_listed.then(|| game.act(*seat, action, &chance).ok())??;
        seen.push(look(&game));
    }
    Some(seen)
}

/// The deal with as many pieces exchanged as nobody who looks can tell.
fn exchanged(
    options: &AnyOptions,
    seats: usize,
    mut deal: Value,
    moves: &[Move],
    seed: u64,
) -> Value {
    let truth = seen(options, seats, &deal, moves);
    assert!(truth.is_some(), "the moves can be made");
    let mut dice = Dice::from_seed(seed);
    let mut done = 0;
    for _ in 0..EXCHANGES {
        let mut other = deal.clone();
        exchange(&mut other, &mut dice);
        if other != deal && seen(options, seats, &other, moves) == truth {
            deal = other;
            done += 1;
        }
    }
    assert!(done > 5, "only {done} pieces can be exchanged");
    deal
}

/// Exchanges two pieces of a deal, wherever they are told.
fn exchange(deal: &mut Value, dice: &mut Dice) {
    let event = deal[0].as_object_mut().expect("an event");
    let dealt = &mut event.values_mut().next().expect("of a game")["dealt"];
    let name = if dealt["pack"].is_array() {
        "pack"
    } else {
        "deck"
    };
    let deck = dealt[name].as_array_mut().expect("a deck");
    let [one, other] = [(); 2].map(|()| dice.below(deck.len() as u32) as usize);
    let pieces = [deck[one].clone(), deck[other].clone()];
    deck.swap(one, other);
    for again in dealt["again"].as_array_mut().into_iter().flatten() {
        if let Some(place) = pieces.iter().position(|piece| piece == again) {
            *again = pieces[1 - place].clone();
        }
    }
}

/// What was sent in one world, by who could see it.
#[derive(PartialEq)]
struct Sent {
    everybody: Vec<String>,
    viewer: Vec<String>,
    stranger: Vec<String>,
    offered: Vec<String>,
    others: Vec<String>,
}

/// Plays the story in one of its worlds.
async fn told(story: &Story, world: usize) -> Sent {
    let mut evening = Evening::begins().await;
    // Faces come when they come.
    let everybody = evening.people_with(NAMES, "none").await;
    let guests: Vec<&Person> = everybody[1..story.seats].iter().collect();
    let [eve] = evening.people_with(["Eve"], "none").await;
    let lobby = sit_down_to(story.game.id(), &everybody[0], &guests, story.wish()).await;
    let table = lobby.buttons()[0].table().to_owned();
    evening.bot_goes().await;
    let (db, id) = (evening.db(), story.game.id());
    let deal = json!([{"dealt": {"events": story.deals[world]}}]);
    put_changes(&db, id, deal).await;
    let seats = seats(&changes(&db, id).await, story.seats);
    evening.bot_comes().await;
    let at = |seat: usize| {
        let place = seats.iter().position(|drawn| *drawn == seat);
        &everybody[place.expect("everybody has a seat")]
    };
    for seat in 0..story.seats {
        at(seat).presses_on_the_board("rack").await;
    }
    evening.world.settles().await;
    let before = evening.record.exchanges().len();
    let mut offered = Vec::new();
    for (seat, text) in &story.moves {
        at(seat.index()).plays_alone(text).await;
        let viewer = at(VIEWER);
        offered.push(format!("{:?}", viewer.offered("").await));
        // What they are told who try what they may not, and who look again.
        for typed in ["draw", "show", "play 1", text.as_str()] {
            eve.plays_alone(typed).await;
        }
        if seat.index() != VIEWER {
            viewer.plays_alone(text).await;
        }
        viewer.presses_on_the_board("rack").await;
        evening.world.settles().await;
    }
    let exchanges = evening.record.exchanges().split_off(before);
    let sent = sorted(&evening, &exchanges, at(VIEWER), &eve, offered);
    evening.ends().await;
    sent.without_names(Ids(vec![table]))
}

impl Person {
    /// Types a move when the bot has said all, and waits until it has again: so requests come in one order.
    async fn plays_alone(&self, wanted: &str) {
        self.world.settles().await;
        self.plays(wanted).await;
        self.world.settles().await;
    }
}

/// On which seat each of them sits, in the order in which they sat down.
pub fn seats(changes: &[Value], count: usize) -> Vec<usize> {
    let all = changes.iter().filter_map(Value::as_array).flatten();
    let mut drawn = all.filter_map(|change| change["seats_drawn"]["seats"].as_array());
    match drawn.next() {
        Some(drawn) => drawn
            .iter()
            .map(|seat| seat.as_u64().expect("a seat") as usize)
            .collect(),
        None => (0..count).collect(),
    }
}

/// Sorts the requests of the bot by who can see what they bring.
fn sorted(
    evening: &Evening,
    exchanges: &[Value],
    viewer: &Person,
    eve: &Person,
    offered: Vec<String>,
) -> Sent {
    let World::Here(here) = &evening.world else {
        panic!("the evening is here");
    };
    let deeds = here.deeds.all();
    let mut sent = Sent {
        everybody: Vec::new(),
        viewer: Vec::new(),
        stranger: Vec::new(),
        offered,
        others: Vec::new(),
    };
    let mut tokens: Vec<(String, String)> = Vec::new();
    for exchange in exchanges {
        let path = exchange["path"].as_str().expect("a path");
        let parts: Vec<&str> = path.split('/').collect();
        if let Some(place) = parts.iter().position(|part| *part == "interactions") {
            tokens.push((parts[place + 2].to_owned(), parts[place + 1].to_owned()));
        }
        let by = tokens
            .iter()
            .find(|(token, _)| parts.contains(&token.as_str()));
        let by = by.and_then(|(_, id)| deeds.iter().find(|deed| deed.interaction == *id));
        let is_private = parts.contains(&"interactions") || parts.contains(&"webhooks");
        let who = by.and_then(|deed| deed.wish["person"].as_str());
        let list = match who {
            Some(id) if id == viewer.id => &mut sent.viewer,
            Some(id) if id == eve.id => &mut sent.stranger,
            None if !is_private => &mut sent.everybody,
            _ => &mut sent.others,
        };
        let place = match by {
            Some(deed) => path.replace(&deed.interaction, "press"),
            None => path.to_owned(),
        };
        let tokenless = tokens
            .iter()
            .fold(place, |path, (token, _)| path.replace(token, "token"));
        let parts = ["method", "content_type", "body", "attachments", "status"];
        let parts = parts.map(|part| exchange[part].to_string());
        list.push(format!("{tokenless} {}", parts.join(" ")));
    }
    sent
}

/// The one place in which is said what may differ between two evenings: ids of messages, channels, people and presses, that
/// of the table, and what separates the parts of a form. Each is named by when it came up first.
struct Ids(Vec<String>);

impl Ids {
    /// The text with its ids named: runs of fifteen digits or more, and the table's id, which comes first in the list.
    fn named(&mut self, text: &str) -> String {
        let text = text.replace(&self.0[0], "table");
        let mut told = String::new();
        let mut rest = text.as_str();
        while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, run) = rest.split_at(start);
            let end = run.find(|letter: char| !letter.is_ascii_digit());
            let (run, after) = run.split_at(end.unwrap_or(run.len()));
            told.push_str(before);
            if run.len() < 15 {
                told.push_str(run);
            } else {
                told.push_str(&self.name_of(run));
            }
            rest = after;
        }
        told + rest
    }

    fn name_of(&mut self, id: &str) -> String {
        let known = self.0.iter().position(|other| other == id);
        let place = known.unwrap_or_else(|| {
            self.0.push(id.to_owned());
            self.0.len() - 1
        });
        format!("id {place}")
    }
}

impl Sent {
    fn without_names(self, mut ids: Ids) -> Self {
        // A boundary is drawn anew for each form.
        let plain = |text: String| match text.split_once("boundary=") {
            Some((before, after)) => {
                let end = after.find(['"', ' ']).unwrap_or(after.len());
                format!("{before}{}", &after[end..])
            }
            None => text,
        };
        let mut all = |list: Vec<String>| -> Vec<String> {
            let plain = list.into_iter().map(plain);
            plain.map(|text| ids.named(&text)).collect()
        };
        Self {
            everybody: all(self.everybody),
            viewer: all(self.viewer),
            stranger: all(self.stranger),
            offered: all(self.offered),
            others: all(self.others),
        }
    }
}

fn same(what: &str, [one, other]: [&[String]; 2]) {
    for (number, (one, other)) in one.iter().zip(other).enumerate() {
        assert_eq!(one, other, "{what}, number {number}");
    }
    assert_eq!(one.len(), other.len(), "{what}: their number");
}

/// Plays both worlds and compares.
async fn are_told_alike(game: &str) {
    let story = Story::of(game);
    let (one, other) = (told(&story, 0).await, told(&story, 1).await);
    same("to everybody", [&one.everybody, &other.everybody]);
    same("to the viewer", [&one.viewer, &other.viewer]);
    same("to a stranger", [&one.stranger, &other.stranger]);
    same("offered", [&one.offered, &other.offered]);
    // And yet the worlds differ: those who may know it were told so.
    assert!(one.others != other.others, "{:?}", story.game);
    assert_eq!(story.moves.len(), MOVES + story.seats);
    let counts = [one.everybody.len(), one.viewer.len(), one.stranger.len()];
    assert!(counts.iter().all(|count| *count >= MOVES), "{counts:?}");
}

with_every_game! {
    are_told_alike:
    two_worlds_of_okey_are_told_alike of "okey";
    two_worlds_of_101_are_told_alike of "okey101";
    two_worlds_of_kaluki_are_told_alike of "kaluki";
    two_worlds_of_meri_are_told_alike of "meri";
}
