//! A newcomer with a browser: they read the welcome, start a game with three computers, play three turns, and nobody else
//! sees their rack on the same page.

use serde_json::{Value, json};

use crate::chromium::{Browser, Screen, in_browser};
use crate::process::{Process, istaka};
use crate::world::World;

/// The text box of the page.
const BOX: &str = "[data-testid=composer]";
/// Where the value of an option is typed.
const OPTION: &str = "[data-testid=option-input]";
/// A message that only its reader sees.
const PRIVATE: &str = "[data-testid=message][data-ephemeral=true]";
/// Turns that the newcomer plays.
const TURNS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_plays_three_turns_at_a_desk() {
    plays(Screen::Desk).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newcomer_plays_three_turns_on_a_phone() {
    plays(Screen::Phone).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_button_of_the_welcome_opens_a_whole_table() {
    let (url, _sandbox) = sandbox().await;
    in_browser(&url, Screen::Phone, async |browser: Browser| {
        browser.presses("[data-testid=welcome-start]").await;
        begins(&browser).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blanks_do_no_harm_and_one_enter_is_enough() {
    let (url, _sandbox) = sandbox().await;
    in_browser(&url, Screen::Desk, async |browser: Browser| {
        commands_are_there(&browser).await;
        browser.types(BOX, "/okey  Computers : 3 ").await;
        browser.enters(OPTION).await;
        begins(&browser).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_value_and_the_next_option_are_typed_in_one_go() {
    let (url, _sandbox) = sandbox().await;
    in_browser(&url, Screen::Desk, async |browser: Browser| {
        commands_are_there(&browser).await;
        // One word of a choice is enough where no other begins so.
        browser
            .types(BOX, "/okey clock: relaxed computers: 1")
            .await;
        browser
            .types("[data-option=computers] input", " seats :")
            .await;
        browser.types("[data-option=seats] input", "2").await;
        browser.enters("[data-option=seats] input").await;
        begins(&browser).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ones_own_answer_comes_into_sight() {
    let (url, _sandbox) = sandbox().await;
    in_browser(&url, Screen::Phone, async |browser: Browser| {
        commands_are_there(&browser).await;
        reads_far_up(&browser).await;
        browser.types(BOX, "/help").await;
        browser.enters(BOX).await;
        browser.tells("the answer in sight", &in_sight()).await;
        // The list of what can be typed next stands below it, not upon it.
        browser.types(BOX, "/okey ").await;
        browser.shows("[data-testid=option-name]").await;
        browser.tells("the answer still in sight", &in_sight()).await;
        let covers = format!(
            "return document.querySelector('[data-testid=suggestions]').getBoundingClientRect().top
               < [...document.querySelectorAll('{PRIVATE}')].at(-1).getBoundingClientRect().bottom - 1"
        );
        assert_eq!(browser.asks(&covers).await, false, "it is covered");
        // What an option means is told to its end.
        let cut = "return [...document.querySelectorAll('.suggestion-about')].some((one) => one.scrollWidth > one.clientWidth)";
        assert_eq!(browser.asks(cut).await, false, "an explanation is cut");
        fits(&browser).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_press_of_one_person_came_to_is_not_told_to_the_next() {
    let (url, _sandbox) = sandbox().await;
    let world = World::there(&url);
    let story = |browser| presses_in_vain(browser, world);
    in_browser(&url, Screen::Desk, story).await;
}

/// What stands under messages because a press came to nothing.
const NOTES: &str = "[...document.querySelectorAll('[data-testid=press-note]')].map((one) => one.textContent).join('')";

/// The lobby stands there, and nothing is said of a press.
async fn nothing_is_noted(browser: &Browser) {
    browser.shows(&button("lobby:more")).await;
    let noted = browser.asks(&format!("return {NOTES}")).await;
    assert_eq!(noted, "");
}

async fn presses_in_vain(browser: Browser, world: World) {
    let more = button("lobby:more");
    browser.presses("[data-testid=welcome-start]").await;
    browser.presses("[data-testid=thread-link]").await;
    nothing_is_noted(&browser).await;
    // From now on no answer of the bot arrives.
    let lost = json!({"method": "POST", "path": "/interactions/*/*/callback", "what": "lost", "times": 999});
    world.ask("POST", "/faults/next", lost).await;
    browser.presses(&more).await;
    while world.ask("GET", "/faults", Value::Null).await["next"] == 999 {}
    let too_long = json!({"ms": 4_000});
    world.ask("POST", "/clock/advance", too_long).await;
    let noted = format!("return {NOTES} || null");
    browser.tells("that the press failed", &noted).await;

    let newcomer = chosen_person(&browser).await;
    becomes_somebody_new(&browser, "Ben").await;
    nothing_is_noted(&browser).await;
    // Nor is anybody told of what is still on its way to somebody else.
    browser.presses(&more).await;
    browser.shows("[data-testid=button][aria-busy=true]").await;
    becomes(&browser, &newcomer).await;
    nothing_is_noted(&browser).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_page_that_is_closed_waits_for_no_sandbox() {
    let (url, _sandbox) = sandbox().await;
    let world = World::there(&url);
    let story = |browser| closes_half(browser, world);
    in_browser(&url, Screen::Desk, story).await;
}

async fn closes_half(browser: Browser, world: World) {
    commands_are_there(&browser).await;
    browser.presses("[data-testid=split]").await;
    browser.types("[data-testid=person-name]", "Ben").await;
    browser.enters("[data-testid=person-name]").await;
    let halves = "document.querySelectorAll('[data-testid=pane][data-person]').length";
    let are_two = format!("return {halves} === 2");
    browser.tells("two people side by side", &are_two).await;
    // What both wait for ends with the next word, and what they ask for then is answered no more.
    let away = "window.there = window.fetch; window.asked = new Set();
        window.fetch = (path) => {
          if (path.startsWith('/sandbox/news')) window.asked.add(new URL(path, location).searchParams.get('person'));
          return Promise.reject(new TypeError('it is away'));
        };";
    browser.asks(away).await;
    let channel = browser
        .asks("return new URLSearchParams(location.search).get('channel')")
        .await;
    let person = chosen_person(&browser).await;
    let word = json!({"person": person, "channel": channel, "text": "a word"});
    world.ask("POST", "/say", word).await;
    let bar = "document.querySelector('[data-testid=offline]')";
    let is_away = format!("return window.asked.size === 2 && !{bar}.hidden");
    browser.tells("that the sandbox is away", &is_away).await;
    let split = "document.querySelector('[data-testid=split]').click()";
    browser.asks(split).await;
    let is_one = format!("return {halves} === 1");
    browser.tells("one half", &is_one).await;
    browser.asks("window.fetch = window.there").await;
    let is_back = format!("return {bar}.hidden");
    browser.tells("that the sandbox is back", &is_back).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_windows_leave_each_other_a_connection() {
    let (url, _sandbox) = sandbox().await;
    let world = World::there(&url);
    let here = url.clone();
    let story = |browser| opens_eight_windows(browser, world, here);
    in_browser(&url, Screen::Desk, story).await;
}

/// A browser holds six connections to a server: not every window may wait on one.
async fn opens_eight_windows(browser: Browser, world: World, url: String) {
    commands_are_there(&browser).await;
    for _ in 1..8 {
        browser.opens_another(&url).await;
        commands_are_there(&browser).await;
    }
    let are_four = "navigator.locks.query().then(({ held }) => (window.waiting = held.length));
        return window.waiting === 4";
    browser.tells("that four of them wait", are_four).await;
    let channel = browser
        .asks("return new URLSearchParams(location.search).get('channel')")
        .await;
    let person = chosen_person(&browser).await;
    let word = json!({"person": person, "channel": channel, "text": "a word to all"});
    world.ask("POST", "/say", word).await;
    let heard = "return document.querySelector('[role=log]').textContent.includes('a word to all')";
    browser.tells("the word in the last window", heard).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_reads_a_channel_that_is_deleted_is_led_out_of_it() {
    let (url, _sandbox) = sandbox().await;
    let world = World::there(&url);
    let story = |browser| loses_the_channel(browser, world);
    in_browser(&url, Screen::Desk, story).await;
}

async fn loses_the_channel(browser: Browser, world: World) {
    commands_are_there(&browser).await;
    let first = browser.asks(&format!("return {PLACE}")).await;
    let first = first.as_str().expect("a text").to_owned();
    let garden = opens_a_place(&world, json!({"name": "garden"})).await;
    let bench = opens_a_place(&world, json!({"name": "bench", "parent": &garden})).await;
    let way = format!("[data-testid=channel-item][data-channel='{bench}']");
    browser.presses(&way).await;
    is_in(&browser, "↳bench").await;
    for (gone, next) in [(bench, "#garden"), (garden, first.as_str())] {
        let path = format!("/channels/{gone}/delete");
        world.ask("POST", &path, json!({})).await;
        is_in(&browser, next).await;
    }
}

/// The name of the channel that the page shows.
const PLACE: &str = "document.querySelector('[data-testid=room-name]').textContent";

async fn is_in(browser: &Browser, name: &str) {
    let is_there = format!("return {PLACE} === {name:?}");
    browser.tells(name, &is_there).await;
}

async fn opens_a_place(world: &World, wish: Value) -> String {
    let place = world.ask("POST", "/channels", wish).await;
    place["id"].as_str().expect("an id").to_owned()
}

/// Waits until the page knows what can be typed.
async fn commands_are_there(browser: &Browser) {
    browser.shows("[data-testid=welcome-start]").await;
    let online =
        "return document.querySelector('[data-testid=bot-state]')?.dataset.online === 'true'";
    browser.tells("the bot", online).await;
}

/// Forty lines are said, and the reader is at the first of them.
async fn reads_far_up(browser: &Browser) {
    let say = "const query = new URLSearchParams(location.search), body = {person: query.get('person'), channel: query.get('channel')};
        for (let line = 1; line <= 40; line += 1) fetch('/sandbox/say', {method: 'POST', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({...body, text: `line ${line}`})});";
    browser.asks(say).await;
    let said = "return document.querySelectorAll('[data-testid=message]').length >= 40";
    browser.tells("the talk", said).await;
    let up = "const scroller = document.querySelector('.scroller'); scroller.scrollTop = 0;
        return document.querySelector('[data-testid=to-present]').checkVisibility()";
    browser.tells("the way back", up).await;
}

/// Whoever reads a little further up comes to the end by the button for that: nothing of the panel below lies upon it, which would be
/// pressed instead.
async fn finds_the_way_down(browser: &Browser) {
    const WAY: &str = "[data-testid=to-present]";
    let scroller = "const scroller = document.querySelector('.scroller'), end = scroller.scrollHeight - scroller.clientHeight;";
    for up in [100, 160, 220, 260] {
        let goes_up = format!("{scroller} scroller.scrollTop = end - {up}");
        browser.asks(&goes_up).await;
        browser.shows(WAY).await;
        let upon_it = format!(
            "const way = document.querySelector('{WAY}'), {{left, top, width, height}} = way.getBoundingClientRect();
             const there = [1, 4, 7].map((part) => document.elementFromPoint(left + width * part / 8, top + height / 2));
             return there.filter((one) => one !== way).map((one) => one?.outerHTML)"
        );
        assert_eq!(browser.asks(&upon_it).await, json!([]), "{up} up");
    }
    browser.presses(WAY).await;
    let is_there = format!("{scroller} return end - scroller.scrollTop < 2");
    browser.tells("the end", &is_there).await;
}

/// Whether the end of the newest private message can be seen.
fn in_sight() -> String {
    format!(
        "const mine = [...document.querySelectorAll('{PRIVATE}')].at(-1)?.getBoundingClientRect();
         const room = document.querySelector('.scroller').getBoundingClientRect();
         return mine ? mine.bottom <= room.bottom + 1 && mine.bottom > room.top : null"
    )
}

async fn plays(screen: Screen) {
    let (url, _sandbox) = sandbox().await;
    let here = url.clone();
    in_browser(&url, screen, |browser| newcomer(browser, here)).await;
}

async fn newcomer(browser: Browser, url: String) {
    reads_the_welcome(&browser, &url).await;
    fits(&browser).await;
    starts_a_game(&browser).await;
    for turn in 1..=TURNS {
        plays_a_turn(&browser, turn).await;
    }
    // A computer may win the round with that, and a round that is over shows no rack.
    comes_to_a_turn(&browser, "one more turn").await;
    let rack = sees_their_rack(&browser).await;
    fits(&browser).await;
    finds_the_way_down(&browser).await;

    let newcomer = chosen_person(&browser).await;
    becomes_somebody_new(&browser, "Ben").await;
    sees_nothing_of(&browser, &rack).await;
    becomes(&browser, &newcomer).await;
    let again = sees_their_rack(&browser).await;
    assert_eq!(again["alt"], rack["alt"], "it is the same rack as before");
}

/// The README's first command, as a newcomer has it; with a clock that stands still, so that nobody's time is up on a busy
/// machine.
async fn sandbox() -> (String, Process) {
    let mut command = istaka(&["sandbox", "--port", "0", "--json", "--frozen-clock"]);
    command.env("ISTAKA_PACE", "0");
    let mut process = Process::start(command);
    let ready: Value = serde_json::from_str(&process.line().await).expect("a line of JSON");
    let url = ready["url"].as_str().expect("a text").to_owned();
    (url, process)
}

async fn reads_the_welcome(browser: &Browser, url: &str) {
    browser.shows("[data-testid=welcome]").await;
    // Read in one look: the welcome is written anew when the commands are there.
    let text = browser
        .tells(
            "the welcome",
            "return document.querySelector('[data-testid=welcome]')?.innerText ?? null",
        )
        .await;
    let text = text.as_str().expect("the welcome has a text");
    assert!(text.contains("/okey"), "{text}");
    assert!(text.contains("Start"), "{text}");
    // Nothing but this machine is asked for anything.
    let loaded = browser
        .asks("return performance.getEntriesByType('resource').map((one) => one.name)")
        .await;
    let loaded: Vec<String> = serde_json::from_value(loaded).expect("a list of addresses");
    assert!(
        loaded.iter().all(|address| address.starts_with(url)),
        "{loaded:?}"
    );
}

/// Nothing is wider than the screen.
async fn fits(browser: &Browser) {
    let beyond = browser
        .asks("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        .await;
    assert_eq!(beyond, 0, "the page can be pushed sideways");
}

/// `/okey` with three computers, by keys alone, then into its thread and *Start*.
async fn starts_a_game(browser: &Browser) {
    browser.types(BOX, "/okey ").await;
    browser
        .tells(
            "the command",
            "return document.querySelector('[data-testid=command-chip]')?.textContent === '/okey'",
        )
        .await;
    browser.types(BOX, "computers:").await;
    browser.types(OPTION, "3").await;
    browser.enters(OPTION).await;
    begins(browser).await;
}

/// Into the thread of the table that was just opened, and *Start*: it has nobody else to wait for.
async fn begins(browser: &Browser) {
    browser.presses("[data-testid=thread-link]").await;
    browser.presses(&button("start")).await;
    browser.shows(PRIVATE).await;
}

/// The panel, and what can be pressed on it, in a script.
fn panel() -> String {
    format!(
        "const panel = [...document.querySelectorAll('{PRIVATE}')].at(-1); if (!panel) return null;
         const can = (verb) => [...panel.querySelectorAll('button[data-custom-id]')].filter((one) => !one.disabled && one.dataset.customId.split(':')[3] === verb);"
    )
}

/// Waits until it is the newcomer's turn, in whatever round.
async fn comes_to_a_turn(browser: &Browser, what: &str) {
    let panel = panel();
    let can_play = format!(
        "{panel} if (can('draw').length + can('discard').length > 0) return 'a turn';
         return can('next').map((one) => one.dataset.customId)[0] ?? null"
    );
    // A computer may win the round before it is one's turn again.
    loop {
        let now = browser.tells(what, &can_play).await;
        match now.as_str().expect("a text") {
            "a turn" => break,
            next => browser.presses(&with_id(next)).await,
        }
        let gone = format!("{panel} return can('next').length === 0");
        browser.tells("the next round", &gone).await;
    }
}

/// Draw and discard: two presses, as on a phone.
async fn plays_a_turn(browser: &Browser, turn: usize) {
    comes_to_a_turn(browser, &format!("turn {turn}")).await;
    let panel = panel();
    // Whoever begins the round has fifteen tiles already.
    let draws = browser
        .asks(&format!(
            "{panel} return can('draw').map((one) => one.dataset.customId)[0] ?? null"
        ))
        .await;
    if let Some(id) = draws.as_str() {
        browser.presses(&with_id(id)).await;
    }
    let discard = browser
        .tells(
            "a tile to discard",
            &format!(
                "{panel} return can('discard').map((one) => one.dataset.customId).at(-1) ?? null"
            ),
        )
        .await;
    let discard = discard.as_str().expect("an id").to_owned();
    browser.presses(&with_id(&discard)).await;
    // A discard that throws a win away is asked about once.
    let end = format!(
        "{panel} const sure = can('surely')[0]; if (sure) return sure.dataset.customId;
         return can('discard').every((one) => one.dataset.customId !== {discard:?})"
    );
    let end = browser.tells("the discard's end", &end).await;
    if let Some(surely) = end.as_str() {
        browser.presses(&with_id(surely)).await;
        let end = format!("{panel} return can('surely').length === 0");
        browser.tells("the end of what was asked about", &end).await;
    }
}

/// The picture of the newcomer's rack: its description and its address.
async fn sees_their_rack(browser: &Browser) -> Value {
    let script = format!(
        "const pictures = [...document.querySelectorAll('{PRIVATE} img')].filter((one) => one.complete && one.naturalWidth > 0);
         const rack = pictures.at(-1); return rack ? {{alt: rack.alt, src: rack.src}} : null"
    );
    let rack = browser.tells("the rack", &script).await;
    let alt = rack["alt"].as_str().expect("the rack is described");
    assert!(alt.contains("Your rack"), "{alt}");
    let public = browser
        .asks("return [...document.querySelectorAll('[data-testid=message]:not([data-ephemeral])')].map((one) => one.outerHTML).join(' ')")
        .await;
    let public = public.as_str().expect("a text");
    assert!(!public.contains("Your rack"), "a rack stands in public");
    rack
}

async fn chosen_person(browser: &Browser) -> String {
    let id = browser
        .asks("return document.querySelector('[data-testid=person-switch]').value")
        .await;
    id.as_str().expect("an id").to_owned()
}

async fn becomes_somebody_new(browser: &Browser, name: &str) {
    browser.presses("[data-testid=add-person]").await;
    browser.types("[data-testid=person-name]", name).await;
    browser.enters("[data-testid=person-name]").await;
    let script = format!(
        "const chosen = document.querySelector('[data-testid=person-switch]').selectedOptions[0]; return chosen?.textContent === {name:?}"
    );
    browser.tells("the other person", &script).await;
}

async fn becomes(browser: &Browser, person: &str) {
    let switch = browser.shows("[data-testid=person-switch]").await;
    let chosen = switch.select_by_value(person).await;
    chosen.expect("the person is among those to choose from");
}

/// The other person reads the same thread: board and talk, and no rack.
async fn sees_nothing_of(browser: &Browser, rack: &Value) {
    let board = format!(
        "return document.querySelector('[data-testid=message] img') && !document.querySelector('{PRIVATE}')"
    );
    browser.tells("the board and nothing private", &board).await;
    let whole = browser
        .asks("return document.documentElement.outerHTML")
        .await;
    let whole = whole.as_str().expect("a text");
    for secret in ["alt", "src"] {
        let secret = rack[secret].as_str().expect("a text");
        assert!(!whole.contains(secret), "the page still holds {secret}");
    }
}

/// The enabled button of this verb.
fn button(verb: &str) -> String {
    format!("[data-testid=button][data-custom-id*=':{verb}']:not([disabled])")
}

fn with_id(id: &str) -> String {
    format!("[data-testid=button][data-custom-id='{id}']:not([disabled])")
}
