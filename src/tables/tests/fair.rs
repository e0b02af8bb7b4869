//! What anybody can check afterwards: the deal follows from secret and contributions, the game from its events.

use super::*;
use crate::rules::any::{AnyGame, AnyView, GameId};
use crate::rules::chance::{Chance, Contributions, Secret, digest_of_presses};
use crate::rules::{Game, Seat};
use crate::store::{Chain, Sat, StepRow, StoredTable, TableRow};
use crate::tables::change::{Change, Step};
use crate::tables::restore::restore;

#[tokio::test(flavor = "multi_thread")]
async fn the_deal_follows_from_the_secret_and_those_who_held_a_seat() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let opening = opening(rounds(1), 4, 1);
    let table = scene.open(opening.clone()).await;
    let (gone, guest) = (press(), press());
    done(table.take_seat(person(2), gone).await);
    done(table.leave(person(2), press()).await);
    let lobby = done(table.take_seat(person(3), guest).await);
    assert_eq!(lobby.presses, None, "nothing is fixed yet");
    let look = done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(4_711)).await);

    let stored = scene.store.load(&table.id).await.unwrap();
    let secret = &stored.row.secret;
    let seal = secret.seal(table.id.as_str(), "okey", "1").to_string();
    assert_eq!(look.seal, seal);
    let seat = |index| Seat::new(index).unwrap();
    let contributions = Contributions {
        seats: vec![(seat(0), opening.press.get()), (seat(1), guest.get())],
        start: 4_711,
    };
    // The message that the game begins says them before it has an id.
    let presses = digest_of_presses(&contributions.seats);
    assert_eq!(look.presses, Some(presses));
    let chance = Chance::new(secret, table.id.as_str(), "okey", &contributions);
    let expected = AnyGame::new(&opening.options, 4).deal(&chance);
    let changes = |row: &StepRow| Step::from_row(row, None).ok().unwrap().changes;
    let start = MessageId::new(4_711);
    // A computer may have moved already, so the two are not always the last.
    let begins = |row: &StepRow| changes(row) == [Change::Began { start }];
    let at = stored.steps.iter().position(begins).unwrap();
    let began = &stored.steps[at..];
    assert!(changes(&began[1]) == [Change::Dealt { events: expected }]);
    assert_eq!(stored.row.start, Some(MessageId::new(4_711)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_names_no_people() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (host, guest) = (918_273_645_001, 918_273_645_002);
    let opening = Opening {
        host: person(host),
        ..opening(rounds(1), 2, 0)
    };
    let table = scene.open(opening).await;
    done(table.take_seat(person(guest), press()).await);
    done(table.start(person(host), press()).await);
    done(table.begin(MessageId::new(1)).await);
    play_out(&mut scene, &table, &[host, guest]).await;
    let stored = scene.store.load(&table.id).await.unwrap();
    assert!(
        stored
            .steps
            .iter()
            .all(|step| !step.changes.contains("918273645"))
    );
    assert_eq!(stored.sat.len(), 2);
}

/// A journal of format 1, as it was written when format 1 was new. It stays readable for ever.
const GOLDEN: &str = include_str!("golden/journal-1.jsonl");

pub(super) fn golden() -> StoredTable {
    let mut lines = GOLDEN
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let head = lines.next().unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let number = |value: &serde_json::Value| value.as_u64().unwrap();
    let seat = |value: &serde_json::Value| Seat::new(usize::try_from(number(value)).unwrap());
    let row = TableRow {
        id: text(&head["id"]).parse().unwrap(),
        game: GameId::Okey,
        rules_version: text(&head["rules_version"]),
        options: text(&head["options"]),
        seats: usize::try_from(number(&head["seats"])).unwrap(),
        level: text(&head["level"]),
        preset: text(&head["preset"]),
        language: text(&head["language"]),
        secret: Secret::from_hex(&text(&head["secret"])).unwrap(),
        server: None,
        channel: ChannelId::new(1),
        parent: None,
        own_thread: false,
        again: None,
        board: None,
        former: None,
        barrier: None,
        word: None,
        lobby: None,
        start: None,
        ping: None,
        rated: true,
        opened_at: Moment::from_unix_ms(number(&head["opened_at"])),
    };
    let steps = lines.map(|line| StepRow {
        revision: Revision::new(number(&line["revision"])),
        format: 1,
        cause: text(&line["cause"]),
        actor: line["actor"].as_u64().and_then(|_| seat(&line["actor"])),
        press: line["press"].as_u64().map(PressId::new),
        changes: text(&line["changes"]),
        at: Moment::from_unix_ms(number(&line["at"])),
    });
    let steps: Vec<StepRow> = steps.collect();
    let sat = |sat: &serde_json::Value| Sat {
        seat: seat(&sat[0]).unwrap(),
        from: Revision::new(number(&sat[1])),
        person: person(number(&sat[2])),
    };
    let sat = head["sat"].as_array().unwrap().iter().map(sat).collect();
    StoredTable {
        row,
        steps,
        sat,
        desks: Vec::new(),
        chain: Chain::Whole,
    }
}

#[test]
fn a_journal_of_format_1_still_reads() {
    let stored = golden();
    let restored = restore(&stored, &[], Moment::from_unix_ms(0)).ok().unwrap();
    let look = restored.affairs.look(Some(person(2)), &restored.messages);
    assert_eq!(look.life, Life::Finished);
    assert_eq!(look.revision, stored.steps.last().unwrap().revision);
    let Some(AnyView::Okey(view)) = look.view else {
        panic!("the game is over and seen");
    };
    let told = (view.round, view.scores, restored.affairs.results());
    insta::assert_debug_snapshot!("golden_1", told);
}
