//! Every kind of press that the front knows, as the code that reads their ids lists them. What only one game has is in
//! `own_presses`.

use std::collections::BTreeSet;

use istaka::rules::any::GameId;

use crate::own_presses::{arms, arms_below, block, own_presses};

const FRONT: &str = include_str!("../../src/discord/front/play.rs");
const TABLE: &str = include_str!("../../src/discord/pages/press.rs");
const DESK: &str = include_str!("../../src/discord/pages/press/desk.rs");
const LEARN: &str = include_str!("../../src/discord/pages/press/learn.rs");
const LESSON: &str = include_str!("../../src/discord/pages/press/lesson.rs");
const LISTS: &str = include_str!("../../src/discord/pages/press/pages.rs");
const LOBBY: &str = include_str!("../../src/discord/pages/press/lobby.rs");
const PRIVACY: &str = include_str!("../../src/discord/pages/press/privacy.rs");
const REPLAY: &str = include_str!("../../src/discord/pages/press/replay.rs");

/// What lists kinds.
type Kinds = fn() -> BTreeSet<String>;

/// What a component that is pressed can be, as the front reads it, and the kinds of each.
const READ: [(&str, Kinds); 7] = [
    ("Turn", of_lists),
    ("SettingsPress", of_settings),
    ("PrivacyPress", of_privacy),
    ("LessonPress", of_lessons),
    ("LearnPress", of_learning),
    ("ReplayPress", of_replays),
    ("Press", of_all_tables),
];

/// Every kind of press there is.
pub fn all() -> BTreeSet<String> {
    let kinds = READ.into_iter().map(|(what, kinds)| (what, kinds()));
    let found = |(what, kinds): (&str, BTreeSet<String>)| {
        assert!(kinds.len() > 1, "{what}: {kinds:?}");
        kinds
    };
    kinds.flat_map(found).collect()
}

/// The kinds of presses on messages of a table of this game.
pub fn of_a_table(game: &str) -> BTreeSet<String> {
    let mut kinds = arms(TABLE, "fn verb(", "        \"");
    kinds.remove("desk");
    kinds.remove("lobby");
    let of_two = "            (\"";
    kinds.extend(arms_below("desk", DESK, "match (verb, rest)", of_two));
    let of_one = "            \"";
    kinds.extend(arms_below("lobby", LOBBY, "match argument", of_one));
    kinds.extend(own_presses(game));
    kinds
}

/// The kind of a press, from the id of its component.
pub fn kind(id: &str) -> String {
    let parts: Vec<&str> = id.splitn(5, ':').collect();
    let part = |place: usize| parts.get(place).copied().unwrap_or_default();
    let first = part(4).split('.').next().unwrap_or_default();
    match (part(1), part(3)) {
        ("set", _) => format!("set.{}", part(2)),
        ("privacy", _) => format!("privacy.{}", part(2)),
        ("list", list) => format!("list.{list}"),
        ("replay", way) => format!("replay.{way}"),
        ("lesson", shown) => format!("lesson.{shown}.{first}"),
        (game, wanted) if game.starts_with('~') => match wanted {
            "see" | "go" | "stop" => format!("learn.{wanted}"),
            _ => "learn.verb".to_owned(),
        },
        (_, verb @ ("desk" | "lobby" | "meld")) => format!("{verb}.{first}"),
        (_, verb) => verb.to_owned(),
    }
}

fn of_all_tables() -> BTreeSet<String> {
    let games = GameId::RELEASED.iter();
    games.flat_map(|game| of_a_table(game.id())).collect()
}

fn of_lists() -> BTreeSet<String> {
    arms_below("list", LISTS, "let list = match verb", "            \"")
}

fn of_settings() -> BTreeSet<String> {
    let mut kinds = quoted_below("set", TABLE, "fn name(self) -> &'static str");
    kinds.insert("set.see".to_owned());
    kinds
}

fn of_privacy() -> BTreeSet<String> {
    quoted_below("privacy", PRIVACY, "fn word(self) -> &'static str")
}

fn of_lessons() -> BTreeSet<String> {
    let pages = arms(LESSON, "match (page, number)", "            (\"");
    let shown = arms(LESSON, "match shown {", "                \"");
    let of_one = |shown: String| {
        let pages = pages.iter();
        let kinds = pages.map(move |page| format!("lesson.{shown}.{page}"));
        kinds.collect::<Vec<_>>()
    };
    shown.into_iter().flat_map(of_one).collect()
}

/// Of what is pressed in a lesson that is played, all moves are one kind: they are those of tables.
fn of_learning() -> BTreeSet<String> {
    let arm = "                (\"";
    let mut kinds = arms_below("learn", LEARN, "match (wanted, argument)", arm);
    kinds.insert("learn.verb".to_owned());
    kinds
}

fn of_replays() -> BTreeSet<String> {
    let mut kinds = arms_below("replay", REPLAY, "match word {", "                \"");
    kinds.extend(quoted_below(
        "replay",
        REPLAY,
        "fn word(self) -> &'static str",
    ));
    kinds
}

/// The first word in quotes of each line of a block, behind that verb and a point.
fn quoted_below(verb: &str, source: &str, begin: &str) -> BTreeSet<String> {
    let lines = block(source, begin).lines();
    let words = lines.filter_map(|line| line.split('"').nth(1));
    words.map(|word| format!("{verb}.{word}")).collect()
}

#[test]
fn all_that_the_front_reads_has_its_kinds() {
    let read = block(FRONT, "pub(crate) async fn pressed(");
    let read = read.split("custom_id.parse::<").skip(1);
    let read: Vec<&str> = read.filter_map(|rest| rest.split('>').next()).collect();
    assert_eq!(read, READ.map(|(what, _)| what));
}

#[test]
fn a_press_is_of_a_kind_that_is_known() {
    let all = all();
    assert!(all.len() > 90, "{all:?}");
    for (id, expected) in [
        ("1:7f3kabcd:7:draw:", "draw"),
        ("1:7f3kabcd:7:desk:put.0.R5.5", "desk.put"),
        ("1:7f3kabcd:7:desk:", "desk."),
        ("1:7f3kabcd:7:lobby:casual", "lobby.casual"),
        ("1:7f3kabcd:7:meld:off.0.low.R5", "meld.off"),
        ("1:set:pings:off", "set.pings"),
        ("1:list:0:past:5", "list.past"),
        ("1:privacy:ask:", "privacy.ask"),
        ("1:lesson:meri:apart:step.8", "lesson.apart.step"),
        ("1:~okey:3:go:", "learn.go"),
        ("1:~okey:3:desk:", "learn.verb"),
        ("1:replay:7f3kabcd:open:", "replay.open"),
        ("1:replay:7f3kabcd:round:3.0", "replay.round"),
    ] {
        assert_eq!(kind(id), expected);
        assert!(all.contains(expected), "{expected}");
    }
}
