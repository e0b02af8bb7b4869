//! Faces: boards show the avatars of whoever sits there, and play goes on with the sign where one is missing or bad.

use std::collections::HashSet;
use std::io::Cursor;

use serde_json::{Value, json};

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::settings::presses;

/// An ordinary member who may manage the server.
const MANAGER: u64 = 309_237_763_072 | 1 << 5;

/// Where a face is on a board of two: its middle on the plaque of the first seat, and of the second.
const FACES: [(usize, usize); 2] = [(404 + 156, 556 + 98), (404 + 156, 12 + 98)];
/// So far around it nothing else is.
const AROUND: usize = 16;

async fn file(message: &Message) -> Vec<u8> {
    let url = message.0["attachments"][0]["url"].as_str();
    let file = reqwest::get(url.expect("a picture")).await;
    let file = file.expect("the sandbox serves files").bytes().await;
    file.expect("whole").to_vec()
}

/// Which seats of a board of two have a face: elsewhere the ground of the plaque is bare.
async fn faces_on(message: &Message) -> [bool; 2] {
    let mut decoder = png::Decoder::new(Cursor::new(file(message).await));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let size = reader.output_buffer_size().expect("a picture has a size");
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).expect("whole");
    FACES.map(|(x, y)| {
        let mut colours = HashSet::new();
        for row in y - AROUND..y + AROUND {
            let start = row * info.line_size + (x - AROUND) * 3;
            colours.extend(pixels[start..start + 2 * AROUND * 3].chunks(3));
        }
        colours.len() > 1
    })
}

/// The table as it stands now, for this person alone.
async fn shown(person: &Person) -> Message {
    person.runs("table show", json!({})).await.message()
}

/// How often their face was asked for.
async fn asked(evening: &Evening, person: &Person) -> u64 {
    let path = format!("/people/{}", person.id);
    let about = evening.world.ask("POST", &path, json!({})).await;
    about["face_asked"].as_u64().expect("a number")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_shows_the_faces_of_whoever_sits_there() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Aynı", "Aynı"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    evening.faces().have_read(2).await;
    turn_to_draw(&[&ayse, &ben])
        .await
        .0
        .takes_their_turn()
        .await;
    let board = ben
        .waits_for_board("what has happened since", |now| {
            now.picture_id() != board.picture_id()
        })
        .await;
    assert_eq!(faces_on(&board).await, [true, true]);
    // The signs stay: in words, too.
    assert!(board.alt().contains("Blue circle") && board.content().contains("🔶"));
    // Nobody is asked for twice, however many pictures there are.
    shown(&ayse).await;
    assert_eq!(
        asked(&evening, &ayse).await + asked(&evening, &ben).await,
        2
    );
    evening.ends().await;
}

/// A table with somebody whose avatar is this plays on; tells whether their face is shown.
async fn plays_with(avatar: &str, read: usize) -> bool {
    let evening = Evening::begins().await;
    let [ayse] = evening.people_with(["Ayşe"], avatar).await;
    let ben = evening.person("Ben").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    evening.faces().have_read(read).await;
    for _ in 0..2 {
        let (person, _) = turn_to_draw(&[&ayse, &ben]).await;
        person.takes_their_turn().await;
    }
    let board = shown(&ben).await;
    let [hers, his] = faces_on(&board).await;
    assert!(his, "{avatar}: the face of the other one");
    assert!(board.alt().contains("Blue circle"), "{avatar}: {board:?}");
    let expected = u64::from(avatar != "none");
    assert_eq!(asked(&evening, &ayse).await, expected, "{avatar}");
    evening.ends().await;
    hers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_picture_leaves_the_sign() {
    assert!(!plays_with("no_picture", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bomb_leaves_the_sign() {
    assert!(!plays_with("bomb", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_large_leaves_the_sign() {
    assert!(!plays_with("large", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_gone_leaves_the_sign() {
    assert!(!plays_with("gone", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_leads_elsewhere_is_not_followed() {
    assert!(!plays_with("moved", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_none_has_the_sign() {
    assert!(!plays_with("none", 1).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_one_that_never_comes() {
    assert!(!plays_with("slow", 1).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_one_that_moves_the_first_picture_is_shown() {
    assert!(plays_with("moving", 2).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_and_a_server_can_switch_faces_off_and_on() {
    let mut evening = Evening::begins().await;
    let mona = json!({"name": "Mona", "permissions": MANAGER.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, mona).await;
    let ben = evening.person("Ben").await;
    sit_down(&mona, &[&ben], json!({"seats": 2})).await;
    evening.faces().have_read(2).await;
    turn_to_draw(&[&mona, &ben])
        .await
        .0
        .takes_their_turn()
        .await;
    assert_eq!(faces_on(&shown(&ben).await).await, [true, true]);

    let page = mona.runs("settings", json!({})).await.message();
    let page = presses(&mona, &page, "1:set:face:off").await;
    assert_eq!(faces_on(&shown(&ben).await).await, [false, true]);
    let page = presses(&mona, &page, "1:set:see:server").await;
    let page = presses(&mona, &page, "1:set:see:pictures").await;
    let page = presses(&mona, &page, "1:set:server_faces:off").await;
    assert_eq!(faces_on(&shown(&ben).await).await, [false, false]);
    // The other switch is on the same page, and its buttons of before still work.
    let page = presses(&mona, &page, "1:set:server_four_colours:on").await;
    presses(&mona, &page, "1:set:server_faces:on").await;
    assert_eq!(faces_on(&shown(&ben).await).await, [false, true]);

    // What was said is kept. Faces are not: they are asked for again when somebody is seen.
    evening.bot_goes().await;
    evening.bot_comes().await;
    shown(&ben).await;
    shown(&ben).await;
    evening.faces().have_read(1).await;
    assert_eq!(faces_on(&shown(&ben).await).await, [false, true]);
    assert_eq!(asked(&evening, &ben).await, 2);
    assert_eq!(asked(&evening, &mona).await, 1);
    evening.ends().await;
}

/// Waits until the board that stands has faces at these seats.
async fn board_has(person: &Person, faces: [bool; 2]) {
    let mut seen = person.waits_for_a_board().await;
    while faces_on(&seen).await != faces {
        let before = seen.picture_id().to_owned();
        seen = person
            .waits_for_board("another picture", |now| now.picture_id() != before)
            .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_face_that_is_switched_off_leaves_the_board_at_once() {
    let evening = Evening::begins().await;
    let mona = json!({"name": "Mona", "permissions": MANAGER.to_string()});
    let mona = Person::comes(&evening.world, &evening.channel, mona).await;
    let ben = evening.person("Ben").await;
    sit_down(&mona, &[&ben], json!({"seats": 2, "clock": 3})).await;
    evening.faces().have_read(2).await;
    let (first, _) = turn_to_draw(&[&mona, &ben]).await;
    first.takes_their_turn().await;
    board_has(&ben, [true, true]).await;
    let page = ben.runs("settings", json!({})).await.message();
    presses(&ben, &page, "1:set:face:off").await;
    board_has(&ben, [true, false]).await;
    let page = mona.runs("settings", json!({})).await.message();
    let page = presses(&mona, &page, "1:set:see:server").await;
    let page = presses(&mona, &page, "1:set:see:pictures").await;
    presses(&mona, &page, "1:set:server_faces:off").await;
    board_has(&ben, [false, false]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_small_pictures_are_asked_for_and_without_the_token() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    evening.faces().have_read(2).await;
    let path = format!("/people/{}", ayse.id);
    let about: Value = evening.world.ask("POST", &path, json!({})).await;
    assert_eq!(about["face_query"], "size=64", "{about}");
    assert_eq!(about["face_signed"], false, "{about}");
    evening.ends().await;
}
