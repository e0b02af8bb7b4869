//! Who may do what, and when: everybody tries everything at every phase of a game, and nothing happens but what the one who
//! tried it may do.
//!
//! Nothing of it is listed by hand. The phases are those that the games come to, the people are what they are to the table
//! at that moment, and what they try is every kind of press that the code reads, every form of it that anybody was shown,
//! and every command that is registered. Whether something may happen is decided by another reading: the journal is
//! replayed, and the rules are asked what that seat could do.
//!
//! `ISTAKA_MATRIX=all cargo test --test evenings matrix` tries all of it; otherwise `ISTAKA_SEED` chooses a part of each phase.

mod actors;
mod judge;
mod kinds;
mod set_aside;
mod tries;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use istaka::rules::Dice;
use istaka::tables::{Life, PersonId, Table};
use serde_json::{Value, json};

use self::actors::{Actor, nobody_yet, somebody_of_another_server};
use self::judge::{Journal, Reading, Verdict, judged};
use self::tries::{Pool, Try};
use crate::every_game::with_every_game;
use crate::house::{Evening, NO_THREADS};
use crate::message::{Message, Outcome};
use crate::people::{Person, panel};
use crate::play;
use crate::press_kinds::{kind, of_a_table};

/// As many kinds everybody tries in a phase where not all are asked for.
const OF_A_PHASE: usize = 6;
/// A game that takes more steps than this is ended by votes; so many where not all is asked for.
const MOST_STEPS: usize = 2_000;
const FEWER_STEPS: usize = 40;

/// Whether all is tried.
fn is_all() -> bool {
    std::env::var("ISTAKA_MATRIX").is_ok_and(|told| told == "all")
}

fn seed() -> u64 {
    let told = std::env::var("ISTAKA_SEED").ok();
    told.map_or(1, |text| text.parse().expect("a whole number"))
}

/// What was tried, and what came of it.
#[derive(Default, Debug)]
struct Counts {
    tried: usize,
    /// What Discord itself would not take.
    not_sent: usize,
    had_an_effect: usize,
    had_none: usize,
    /// Moves with which the game went on.
    moves: usize,
    /// How often somebody's deed was found wrong once another was said to have done it.
    thefts_found: usize,
}

/// A table at which everything is tried.
struct Matrix<'a> {
    evening: &'a Evening,
    table: Table,
    journal: Journal,
    actors: Vec<Actor>,
    kinds: BTreeSet<String>,
    pool: Pool,
    done: BTreeSet<(String, String, String)>,
    /// What Discord would not take, with the number of steps then: it is tried in another state.
    not_taken: BTreeMap<(String, String, String), usize>,
    phases: BTreeSet<String>,
    /// What is wrong with the place where the table stands.
    place: &'static str,
    counts: Counts,
    dice: Dice,
}

impl Matrix<'_> {
    /// The table when the bot has said all that it has to say.
    async fn reading(&mut self) -> Arc<Reading> {
        self.evening.world.settles().await;
        self.journal.reading(&self.table).await
    }

    /// Where the table stands in this state, and whether it can be shown there.
    fn phase(&self, reading: &Reading) -> String {
        format!("{}{}", reading.phase(), self.place)
    }

    /// What somebody is to the table in this state.
    fn role(&self, actor: &Actor, reading: &Reading) -> String {
        let Some(seat) = reading.seat_of(&actor.person.id) else {
            return actor.otherwise.to_owned();
        };
        let is_host = reading.host.get().to_string() == actor.person.id;
        let who = if is_host { "host" } else { "guest" };
        let now = match &reading.game {
            Some(game) if reading.acts(game, seat) => "to act",
            Some(game) if reading.speaks(game, seat) => "may speak",
            _ => "waits",
        };
        format!("{who}, {now}")
    }

    /// Collects what everybody is shown.
    async fn gathers(&mut self) {
        let table = self.table.id.to_string();
        for actor in &self.actors {
            let seen = actor.person.sees().await;
            for message in &seen {
                self.pool.gathers(&table, message);
            }
        }
    }

    /// Tries what was not tried yet in this phase.
    async fn tries_here(&mut self) {
        // What somebody may do ends the phase, so it comes last.
        for seated in [false, true] {
            for number in 0..self.actors.len() {
                let reading = self.reading().await;
                let phase = self.phase(&reading);
                self.phases.insert(phase.clone());
                if reading.seat_of(&self.actors[number].person.id).is_some() == seated {
                    self.tries_of(number, &phase).await;
                    if is_all() {
                        eprintln!("{}, {phase}: {:?}", self.table.game.id(), self.counts);
                    }
                }
            }
        }
    }

    /// What one of them tries in this phase, as long as it lasts.
    async fn tries_of(&mut self, number: usize, phase: &str) {
        // Before the game a try is quick, and there is most to do for a host alone.
        let is_lobby = phase == format!("{:?}", Life::Lobby);
        let mut left = if is_all() || is_lobby {
            usize::MAX
        } else {
            OF_A_PHASE
        };
        loop {
            let reading = self.reading().await;
            let mut due = self.due(number, &reading);
            // What nobody has tried at all comes first.
            let tried: BTreeSet<&String> = self.done.iter().map(|(_, kind, _)| kind).collect();
            if !is_all() && due.iter().any(|kind| !tried.contains(kind)) {
                due.retain(|kind| !tried.contains(kind));
            }
            if left == 0 || due.is_empty() || self.phase(&reading) != phase {
                return;
            }
            left -= 1;
            let kind = self.dice.any(&due).clone();
            self.tries(number, &kind, &reading).await;
        }
    }

    /// The kinds that this actor has not tried in a state like this.
    fn due(&self, number: usize, reading: &Reading) -> Vec<String> {
        let actor = &self.actors[number];
        let (role, phase) = (self.role(actor, reading), self.phase(reading));
        let has_seat = reading.seat_of(&actor.person.id).is_some();
        let is_over = reading.life == Life::Finished;
        let is_due = |kind: &&String| {
            let ends_it = has_seat && !is_over && kinds::ends_a_table(kind);
            let triple = (role.clone(), (*kind).clone(), phase.clone());
            let was_just_tried = self.not_taken.get(&triple) == Some(&reading.steps.len());
            !ends_it && !was_just_tried && !self.done.contains(&triple)
        };
        self.kinds.iter().filter(is_due).cloned().collect()
    }

    async fn tries(&mut self, number: usize, kind: &str, reading: &Reading) {
        let actor = &self.actors[number];
        let (role, phase) = (self.role(actor, reading), self.phase(reading));
        let triple = (role, kind.to_owned(), phase);
        let table = self.table.id.to_string();
        let mut forms = self.pool.forms(kind, reading, &table);
        if !is_all() {
            // The first is as if it were drawn just now.
            let place = self.dice.below(forms.len() as u32) as usize;
            let place = if self.dice.below(2) == 0 { 0 } else { place };
            forms = vec![forms.swap_remove(place)];
        }
        let mut is_any_sent = false;
        for form in forms {
            let before = self.reading().await;
            if self.phase(&before) != triple.2 {
                break;
            }
            let mut is_sent = self.tries_one(number, &triple, &form, &before).await;
            if !is_sent {
                // What they pressed on may be gone: once more, on what is there now.
                is_sent = self.tries_one(number, &triple, &form, &before).await;
                self.counts.not_sent += usize::from(!is_sent);
            }
            is_any_sent |= is_sent;
        }
        if is_any_sent {
            self.not_taken.remove(&triple);
            self.done.insert(triple);
        } else {
            self.not_taken.insert(triple, reading.steps.len());
        }
    }

    async fn tries_one(
        &mut self,
        number: usize,
        triple: &(String, String, String),
        form: &Try,
        before: &Reading,
    ) -> bool {
        let desks = self.desks().await;
        let steps = before.steps.len();
        let pressed = self.shown_to(number, steps).await;
        let sent = self.sends(number, form, &pressed).await;
        let Ok(answer) = sent else {
            // Their own client refuses it; or the message is gone, and they look for another one the next time.
            self.actors[number].shown = None;
            return false;
        };
        let after = self.reading().await;
        let person = self.actors[number].person.clone();
        let told = format!("{triple:?} by {}: {form:?}", person.name);
        judge::shows_nothing_of_others(&told, (&pressed, &answer), &person.id, (before, &after));
        self.pool.gathers(&self.table.id.to_string(), &answer);
        if answer.id() == pressed.id() {
            self.actors[number].shown = Some((before.steps.len(), answer));
        }
        self.counts.tried += 1;
        let verdict = judged(&person.id, before, &after);
        match verdict.unwrap_or_else(|wrong| panic!("{told}: {wrong}")) {
            Verdict::Nothing => {
                self.counts.had_none += 1;
                let mut both = desks.iter().zip(self.desks().await);
                let is_fair = both.all(|(one, now)| one.0 == person.id || *one == now);
                assert!(is_fair, "{told} changed the desk of another");
            }
            Verdict::Effect => {
                self.counts.had_an_effect += 1;
                self.keeps_the_roles(number, before, &after).await;
                self.a_theft_would_be_found(number, before, &after);
            }
        }
        true
    }

    /// Where somebody took a seat, somebody else comes who is what they were.
    async fn keeps_the_roles(&mut self, number: usize, before: &Reading, after: &Reading) {
        let Actor {
            person,
            otherwise,
            there,
            shown: _,
        } = &self.actors[number];
        let sat = before.seat_of(&person.id).is_none() && after.seat_of(&person.id).is_some();
        if sat {
            let name = format!("{}{}", person.name, self.actors.len());
            let newcomer = self.evening.person(&name).await.in_channel(&person.channel);
            let (otherwise, there) = (*otherwise, there.clone());
            self.actors.push(Actor {
                person: newcomer,
                otherwise,
                there,
                shown: None,
            });
        }
    }

    /// What one of them did is held against everybody else: had they done it, it would be found.
    fn a_theft_would_be_found(&mut self, number: usize, before: &Reading, after: &Reading) {
        for (other, actor) in self.actors.iter().enumerate() {
            let id = &actor.person.id;
            if other == number || after.seat_of(id).is_some() && !after.names_an_actor(before) {
                continue;
            }
            let is_found = judged(id, before, after).is_err();
            assert!(is_found, "{} could have done it", actor.person.name);
            self.counts.thefts_found += 1;
        }
    }

    /// Sends it as a changed client would; an error where Discord itself would not take it.
    async fn sends(&self, number: usize, form: &Try, pressed: &Message) -> Result<Message, String> {
        let person = &self.actors[number].person;
        let (id, message) = (&person.id, pressed.id());
        let (call, wish) = match form {
            Try::Command(command, options) => {
                let options = filled(options, &self.actors, number);
                let wish = json!({"person": id, "channel": person.channel, "command": command, "options": options});
                ("/run", wish)
            }
            Try::Press(pressed) => {
                let wish =
                    json!({"person": id, "message": message, "custom_id": pressed, "forge": true});
                ("/press", wish)
            }
            Try::Choice(menu, value) => {
                let wish = json!({"person": id, "message": message, "custom_id": menu, "values": [value],
                    "forge": true});
                ("/select", wish)
            }
        };
        let outcome = Outcome(person.world.call("POST", call, wish).await?);
        assert!(
            outcome.is_answered(),
            "{form:?} is not answered: {outcome:?}"
        );
        Ok(outcome.message())
    }

    /// The message on which somebody presses, looked for once in each state.
    async fn shown_to(&mut self, number: usize, steps: usize) -> Message {
        match &self.actors[number].shown {
            Some((then, message)) if *then == steps => message.clone(),
            _ => {
                let message = self.before(&self.actors[number]).await;
                self.actors[number].shown = Some((steps, message.clone()));
                message
            }
        }
    }

    /// The message on which somebody presses: their own panel, else what everybody sees, else what stands where they are.
    async fn before(&self, actor: &Actor) -> Message {
        if let Some(there) = &actor.there {
            return there.clone();
        }
        let seen = actor.person.sees().await;
        let own = panel(&seen);
        let public = seen.iter().rev().find(|message| {
            let buttons = message.buttons();
            !message.is_private() && !buttons.is_empty()
        });
        own.or_else(|| public.cloned())
            .or_else(|| seen.last().cloned())
            .expect("there is a message of the table")
    }

    async fn desks(&self) -> Vec<(String, Option<istaka::tables::Desk>)> {
        let mut desks = Vec::new();
        for actor in &self.actors {
            let number = actor.person.id.parse().expect("an id is a number");
            let look = self.table.look(Some(PersonId::new(number)), None).await;
            let desk = look.ok().and_then(|look| look.desk);
            desks.push((actor.person.id.clone(), desk));
        }
        desks
    }

    /// One step of the game: somebody who may act does what a simple player does, or anything that is offered.
    async fn goes_on(&mut self) {
        let reading = self.reading().await;
        for number in 0..self.actors.len() {
            let person = self.actors[number].person.clone();
            if reading.seat_of(&person.id).is_none() {
                continue;
            }
            let seen = person.sees().await;
            let Some(shown) = panel(&seen) else {
                let board = self.before(&self.actors[number]).await;
                if board.can("rack").is_some() {
                    person.presses_the(&board, "rack").await;
                }
                continue;
            };
            let mut any = shown.enabled();
            any.retain(|button| !kinds::ends_a_table(&kind(&button.id)));
            let is_curious = self.dice.below(3) == 0 && !any.is_empty();
            let chosen = if is_curious {
                Some(self.dice.any(&any).clone())
            } else {
                play::choice(&shown)
            };
            let Some(button) = chosen else { continue };
            let told = format!("{} presses {button:?}", person.name);
            if let Ok(outcome) = person.tries_to_press(&shown, &button).await {
                let answer = outcome.message();
                self.pool.gathers(&self.table.id.to_string(), &answer);
            }
            let after = self.reading().await;
            let verdict = judged(&person.id, &reading, &after);
            match verdict.unwrap_or_else(|wrong| panic!("{told}: {wrong}")) {
                Verdict::Nothing => {}
                Verdict::Effect => {
                    let role = self.role(&self.actors[number], &reading);
                    let triple = (role, kind(&button.id), self.phase(&reading));
                    self.not_taken.remove(&triple);
                    self.done.insert(triple);
                    self.counts.moves += 1;
                    self.a_theft_would_be_found(number, &reading, &after);
                    return;
                }
            }
        }
        // A page stands where a panel was: a command brings the panel back.
        for number in 0..self.actors.len() {
            let person = &self.actors[number].person;
            if reading.seat_of(&person.id).is_some() {
                // Whoever sits down between two deals has none yet.
                let _ = person.tries("rack", json!({})).await;
            }
        }
    }
}

/// The options of a command, with somebody of this evening in the place of a person.
fn filled(options: &Value, actors: &[Actor], number: usize) -> Value {
    let other = &actors[(number + 1) % actors.len()].person.id;
    let mut options = options.clone();
    for value in options
        .as_object_mut()
        .into_iter()
        .flat_map(|all| all.values_mut())
    {
        if *value == json!("<person>") {
            *value = json!(other);
        }
    }
    options
}

/// Everything that can be tried at this table, by nobody yet.
async fn matrix_of<'a>(evening: &'a Evening, table: Table, command: &str) -> Matrix<'a> {
    let mut kinds = of_a_table(command);
    kinds.extend(kinds::commands());
    Matrix {
        evening,
        journal: Journal::of(&evening.db()).await,
        table,
        actors: Vec::new(),
        kinds,
        pool: Pool::default(),
        done: BTreeSet::new(),
        not_taken: BTreeMap::new(),
        phases: BTreeSet::new(),
        place: "",
        counts: Counts::default(),
        dice: Dice::from_seed(seed()),
    }
}

/// For how many each game is played here, and by which house rules.
fn table_of(command: &str) -> (usize, &'static str) {
    match command {
        "okey" => (4, "max_hands=2 gosterge_window=before_first_discard"),
        "okey101" => (4, "rounds=2 open_min=30 pairs_min=3"),
        "kaluki" => (
            4,
            "penalty_limit=40 initial_min=20 announce=manual announce_at=3",
        ),
        "meri" => (8, "match_length=hitokiri"),
        other => panic!("{other} has no table here"),
    }
}

/// A game of this kind, in which three are people.
async fn everybody_tries_everything(command: &str) {
    let (seats, rules) = table_of(command);
    let evening = Evening::begins().await;
    let people = evening.people(["Hana", "Gül", "Lale", "Rui", "Wim", "Sina"]);
    let [host, guest, leaver, removed, watcher, stranger] = people.await;
    let garden = evening.channel(json!({"name": "garden"})).await;
    let stranger = stranger.in_channel(&garden);
    let there = stranger.runs("rules", json!({})).await.message();
    let wish = json!({"seats": seats, "computers": seats - 3, "rules": rules});
    let lobby = host.runs(command, wish).await.message();
    guest.presses_the(&lobby, "join").await;
    evening.world.settles().await;
    let hall = evening.hall();
    let table = hall.all().into_iter().next().expect("the one table");
    let mut matrix = matrix_of(&evening, table, command).await;
    matrix.actors = vec![
        nobody_yet(&host, "host", None),
        nobody_yet(&guest, "guest", None),
        nobody_yet(&watcher, "watches", None),
        nobody_yet(&stranger, "is elsewhere", Some(there)),
        somebody_of_another_server(&evening).await,
    ];
    matrix.gathers().await;
    matrix.tries_here().await;
    matrix.begins(&lobby, &leaver, &removed).await;
    let steps = if is_all() { MOST_STEPS } else { FEWER_STEPS };
    for step in 0..steps {
        matrix.gathers().await;
        let reading = matrix.reading().await;
        let phase = matrix.phase(&reading);
        if is_all() || !matrix.phases.contains(&phase) {
            matrix.tries_here().await;
        }
        if step == 0 {
            matrix.tries_where_it_is_hidden().await;
        }
        if matrix.reading().await.life != Life::Playing {
            break;
        }
        matrix.goes_on().await;
    }
    matrix.ends().await;
    matrix.gathers().await;
    matrix.tries_here().await;
    matrix.is_whole(command);
    evening.ends().await;
}

impl Matrix<'_> {
    /// The channel is hidden from the bot for a while: what is tried there comes to it all the same.
    async fn tries_where_it_is_hidden(&mut self) {
        let becomes = async |permissions: u64| {
            let path = format!("/channels/{}", self.evening.channel);
            let wish = json!({"bot_permissions": permissions.to_string()});
            self.evening.world.ask("POST", &path, wish).await;
        };
        becomes(0).await;
        self.place = ", hidden";
        self.tries_here().await;
        becomes(NO_THREADS).await;
        self.place = "";
    }

    /// Three people sit, a casual game begins, and one of them leaves it to a computer; somebody was taken from their seat before.
    async fn begins(&mut self, lobby: &Message, leaver: &Person, removed: &Person) {
        let table = self.table.id.to_string();
        let presses = |verb: &str| format!("1:{table}:0:{verb}:");
        let [host, guest] = [0, 1].map(|number| self.actors[number].person.clone());
        for actor in &self.actors[2..] {
            // Whoever sat down while everything was tried gets up.
            actor.person.forges(lobby, &presses("leave")).await;
        }
        host.forges(lobby, &presses("uncomputer")).await;
        removed.forges(lobby, &presses("join")).await;
        assert!(self.reading().await.seat_of(&removed.id).is_some());
        host.runs("table kick", json!({"person": removed.id})).await;
        leaver.forges(lobby, &presses("join")).await;
        // What was tried may have changed the terms; and those who are left cannot vote a rated game away where they are partners.
        for press in [presses("lobby") + "casual", presses("start")] {
            host.world.passes(10).await;
            host.forges(lobby, &press).await;
        }
        let reading = self.reading().await;
        let seated = [&host, &guest, leaver].map(|person| reading.seat_of(&person.id).is_some());
        assert_eq!(reading.life, Life::Playing, "{:?}", host.sees().await);
        assert_eq!(seated, [true; 3]);
        assert_eq!(reading.seat_of(&removed.id), None);
        leaver.leaves().await;
        let gone = [(leaver, "has left"), (removed, "was taken from their seat")];
        self.actors
            .extend(gone.map(|(one, why)| nobody_yet(one, why, None)));
    }

    /// Whoever still sits there votes for the end; a vote counts for one round, and computers may be about to end it.
    async fn ends(&mut self) {
        self.actors[0].person.world.settles().await;
        for number in 0..self.actors.len() {
            let reading = self.reading().await;
            let person = &self.actors[number].person;
            if reading.life == Life::Playing && reading.seat_of(&person.id).is_some() {
                person.runs("table end", json!({})).await;
            }
        }
        assert_ne!(self.reading().await.life, Life::Playing, "it goes on");
    }

    /// Every kind was tried, and some of it had an effect.
    fn is_whole(&self, command: &str) {
        let tried: BTreeSet<&String> = self.done.iter().map(|(_, kind, _)| kind).collect();
        let roles: BTreeSet<&String> = self.done.iter().map(|(role, ..)| role).collect();
        eprintln!(
            "{command}: {} triples of {} roles, {} kinds and {} phases; {:?}; {:?}; {roles:?}; not taken: {:?}",
            self.done.len(),
            roles.len(),
            tried.len(),
            self.phases.len(),
            self.counts,
            self.phases,
            self.not_taken,
        );
        assert!(self.phases.len() >= 3, "{:?}", self.phases);
        assert!(self.counts.had_an_effect > 0, "{:?}", self.counts);
        assert!(self.counts.thefts_found > 0, "{:?}", self.counts);
        let mut missing = self.kinds.clone();
        missing.retain(|kind| !tried.contains(kind));
        assert!(missing.is_empty(), "nobody tried {missing:?}");
    }
}

with_every_game! {
    everybody_tries_everything:
    nobody_does_at_okey_what_is_not_theirs of "okey";
    nobody_does_at_okey101_what_is_not_theirs of "okey101";
    nobody_does_at_kaluki_what_is_not_theirs of "kaluki";
    nobody_does_at_meri_what_is_not_theirs of "meri";
}
