//! The bot's process is killed with SIGKILL at random moments while people play: whatever game it is, every move that was
//! answered as done is there afterwards, and everybody holds what they held.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::watch;

use crate::every_game::leaves_none_out;
use crate::house::{Folder, sit_down_to};
use crate::killed::two_people;
use crate::message::{Button, Message};
use crate::people::{Person, panel};
use crate::play::{choice, is_over, is_result};
use crate::process::{Process, Server};

/// After this an interaction that nobody answered has failed.
const UNANSWERED_S: u64 = 4;
/// The clock is moved on so often, in real time, until nobody waits for an answer any more.
const ONCE_MORE: Duration = Duration::from_millis(50);
/// So many times the process is killed in an ordinary run; `ISTAKA_KILLS=500` kills it that often.
const KILLS: u32 = 10;
/// So many times in one game, if it lasts so long.
const KILLS_A_GAME: std::ops::RangeInclusive<u32> = 3..=10;

/// What is played, and how; seats without people are those of computers.
const GAMES: [(&str, &str); 4] = [
    ("okey", r#"{"seats": 2, "points": 3}"#),
    ("okey101", r#"{"seats": 2, "rounds": 2}"#),
    (
        "kaluki",
        r#"{"seats": 2, "rules": "match_mode=fixed_deals:2"}"#,
    ),
    ("meri", r#"{"rules": "match_length=hitomaki"}"#),
];

/// What one player did until the kill.
#[derive(Debug, Default)]
struct Leg {
    /// The presses that were answered as done, and what was pressed.
    done: Vec<(String, String)>,
    /// The panel after the last of them.
    panel: Option<Message>,
    /// A press that was not answered, and the panel it was on: it may be done or not.
    open: Option<(Button, Message)>,
    is_over: bool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_no_accepted_move_is_lost() {
    let told = |name| std::env::var(name).ok();
    let wanted = told("ISTAKA_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    let seed =
        told("ISTAKA_SEED").map_or_else(rand::random, |seed| seed.parse().expect("a number"));
    println!("seed {seed}");
    leaves_none_out(GAMES.map(|(game, _)| game));
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut kills, mut acknowledged, mut compared) = (0, 0, 0);
    for (game, rules) in GAMES.into_iter().cycle() {
        if kills >= wanted {
            break;
        }
        let (few, many) = KILLS_A_GAME.into_inner();
        let share = wanted / GAMES.len() as u32;
        let most = share.clamp(few, many).min(wanted - kills);
        let rules = serde_json::from_str(rules).expect("JSON");
        let (killed, done, racks) = a_game_with_kills(game, rules, &mut dice, most).await;
        kills += killed;
        acknowledged += done;
        compared += racks;
        println!(
            "{kills} kills, {acknowledged} moves answered as done, none lost, {compared} racks compared; {game} last"
        );
    }
    // Of fewer kills each may meet nothing of that.
    if wanted >= KILLS {
        assert!(acknowledged > 0, "no move was answered as done");
        assert!(compared > 0, "no rack was held against that from before");
    }
}

/// One game in which the process is killed up to so often: how often it was, and how many moves were answered as done before, and how
/// many racks were held against what they were.
async fn a_game_with_kills(
    game: &str,
    mut rules: Value,
    dice: &mut StdRng,
    most: u32,
) -> (u32, usize, usize) {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    rules["clock"] = ayse.choice_of(game, "clock", "days (24 h a turn)").await;
    sit_down_to(game, &ayse, &[&ben], rules).await;

    let mut done = BTreeMap::new();
    let (mut kills, mut compared) = (0, 0);
    for kill in 0..most {
        let presses = dice.random_range(1..12);
        let moment = Duration::from_micros(dice.random_range(0..20_000));
        let (pressed, _) = watch::channel(0);
        let (killed, _) = watch::channel(false);
        let (gone, _) = watch::channel(0);
        let plays = async |person| {
            let leg = plays_until_killed(person, &pressed, &killed).await;
            gone.send_modify(|gone| *gone += 1);
            leg
        };
        let killing = async {
            let (mut count, mut gone) = (pressed.subscribe(), gone.subscribe());
            tokio::select! {
                enough = count.wait_for(|count| *count >= presses) => drop(enough),
                // The game is over before: then the idle process is killed.
                over = gone.wait_for(|gone| *gone == 2) => drop(over),
            }
            // No wait for something: the moment within the press is what is drawn here.
            tokio::time::sleep(moment).await;
            bot.is_killed();
            killed.send_replace(true);
            // Nobody answers any more: also not what is pressed just now.
            while tokio::time::timeout(ONCE_MORE, gone.wait_for(|gone| *gone == 2))
                .await
                .is_err()
            {
                server.world.passes(UNANSWERED_S).await;
            }
        };
        let (one, other, ()) = tokio::join!(plays(&ayse), plays(&ben), killing);
        println!("{game}, kill {kill} after {presses} presses and {moment:?}: {one:?} {other:?}");
        done.extend(one.done.iter().chain(&other.done).cloned());
        // Who kills an idle process proves nothing.
        kills += u32::from(!one.is_over && !other.is_over);
        let stored = stored_presses(&db).await;
        let lost = done.iter().filter(|(press, _)| !stored.contains(*press));
        let lost: Vec<_> = lost.collect();
        assert!(
            lost.is_empty(),
            "answered as done, but not stored: {lost:?}"
        );

        server.bot_is_gone(&ayse).await;
        bot = Process::start(server.bot(&db));
        server.bot_is_there(&ayse).await;
        let now = ayse.runs("rack", json!({})).await.says();
        if one.is_over || other.is_over || now.contains("no table here") {
            break;
        }
        for (person, leg) in [(&ayse, &one), (&ben, &other)] {
            let now = person.runs("rack", json!({})).await.message();
            compared += usize::from(is_as_it_was(leg, &now));
        }
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = ayse.waits_for("the end", |seen| {
        let over = seen
            .iter()
            .find(|one| is_over(&[(*one).clone()]) && !one.is_private());
        over.cloned()
    });
    is_result(&board.await);
    (kills, done.len(), compared)
}

async fn plays_until_killed(
    person: &Person,
    pressed: &watch::Sender<u32>,
    killed: &watch::Sender<bool>,
) -> Leg {
    let mut leg = Leg::default();
    let mut end = killed.subscribe();
    loop {
        let turn = person.waits_for("a turn, the end, or the kill", |seen| {
            if is_over(seen) || *killed.borrow() {
                return Some(None);
            }
            let panel = panel(seen)?;
            choice(&panel).map(|button| Some((panel, button)))
        });
        let next = tokio::select! {
            _ = end.wait_for(|is_killed| *is_killed) => return leg,
            next = turn => next,
        };
        let Some((panel, button)) = next else {
            leg.is_over = !*killed.borrow();
            return leg;
        };
        pressed.send_modify(|count| *count += 1);
        let Ok(outcome) = person.tries_to_press(&panel, &button).await else {
            // The panel changed under the finger.
            continue;
        };
        if !outcome.is_answered() {
            leg.open = Some((button, panel));
            return leg;
        }
        let answer = outcome.message();
        if !answer.content().contains("out of date") {
            if is_move(&button, &panel, &answer) {
                leg.done.push((outcome.interaction(), button.id));
            }
            leg.panel = Some(answer);
        }
    }
}

/// Whether a press that was answered is a step of the game: it is, if the answer is drawn from a later state, or if nobody
/// may see that it was made. What only turned a page is in no journal. A button that kept its place may be of an older state
/// than the panel.
fn is_move(button: &Button, panel: &Message, answer: &Message) -> bool {
    let revision = |message: &Message| -> Option<u64> {
        let buttons = message.buttons();
        buttons
            .iter()
            .filter_map(|one| one.id.split(':').nth(2)?.parse().ok())
            .max()
    };
    let is_later = revision(answer).is_none_or(|now| revision(panel).is_none_or(|then| now > then));
    is_later || ["ready", "robatta"].contains(&button.verb())
}

/// The ids of all presses in the journal.
async fn stored_presses(db: &Path) -> BTreeSet<String> {
    let url = format!("sqlite://{}", db.display());
    let mut connection = SqliteConnection::connect(&url)
        .await
        .expect("the database opens");
    let rows = sqlx::query("select press from steps where press is not null")
        .fetch_all(&mut connection)
        .await
        .expect("there are steps");
    let presses = rows
        .iter()
        .map(|row| row.get::<i64, _>(0).to_string())
        .collect();
    connection.close().await.expect("it closes");
    presses
}

/// What somebody holds, in any order, as their picture's description tells it; `None` where it shows no rack.
fn held(panel: &Message) -> Option<Vec<String>> {
    let (_, told) = panel.alt().split_once("Your rack, ")?;
    let (count, told) = told.split_once(' ')?;
    let told = told.split_once(". ")?.1;
    let mut held: Vec<String> = told
        .split(". ")
        .filter_map(|part| PARTS.into_iter().find_map(|name| part.strip_prefix(name)))
        .flat_map(|part| {
            let pieces = part.trim_end_matches('.').split(", ");
            pieces.map(str::to_owned).collect::<Vec<_>>()
        })
        // What a joker would stand for changes with what lies beside it.
        .filter_map(|piece| Some(piece.split(" (").next()?.split(" as ").next()?.to_owned()))
        .collect();
    held.sort_unstable();
    assert_eq!(held.len().to_string(), count, "{}", panel.alt());
    Some(held)
}

/// How the parts begin in which a rack is told.
const PARTS: [&str; 5] = [
    "Together: ",
    "Single: ",
    "Trumps: ",
    "Plain: ",
    "From left to right: ",
];

/// The rack is the one after the last move that was answered; an unanswered one may have been made or not. Whether there was
/// one to hold against it.
fn is_as_it_was(leg: &Leg, now: &Message) -> bool {
    let last = leg.open.as_ref().map(|(_, panel)| panel);
    let last = last.or(leg.panel.as_ref());
    let (Some(last), Some(after)) = (last, held(now)) else {
        // Nothing was pressed, or somebody else's unanswered press has ended the round: nobody has a rack.
        return false;
    };
    let Some(before) = held(last).filter(|_| round(last) == round(now)) else {
        // Another round was dealt meanwhile.
        return false;
    };
    let verb = leg.open.as_ref().map(|(button, _)| button.verb());
    let may_be = match verb {
        // Where all were asked, the rest was dealt as soon as the last of them had answered.
        None => before == after || last.can("ready").is_some() && is_part(&before, &after),
        Some("exchange") => before.len() == after.len(),
        Some(_) => is_part(&before, &after) || is_part(&after, &before),
    };
    assert!(may_be, "{leg:?} {now:?}");
    true
}

/// Whether all of these are among those.
fn is_part(these: &[String], those: &[String]) -> bool {
    let mut left = those.to_vec();
    these.iter().all(|one| {
        let place = left.iter().position(|other| other == one);
        place.map(|place| left.swap_remove(place)).is_some()
    })
}

/// The line that names the round or the deal, without the stock.
fn round(panel: &Message) -> Option<String> {
    let line = panel
        .content()
        .lines()
        .find(|line| line.starts_with("Round ") || line.starts_with("Deal "))?;
    Some(line.split(" · ").next()?.to_owned())
}
