//! Journals: what the database itself holds of them, whoever writes, and what becomes of those of older versions.

use super::results::in_one_line;
use super::*;
use crate::store::id::MessageId;

/// As the version before left it.
const STEPS_BY_TABLE: &str = "
    create table steps_by_table (
        table_id text not null references tables (id),
        revision integer not null,
        format integer not null,
        cause text not null,
        actor integer,
        press integer,
        changes text not null,
        at integer not null,
        primary key (table_id, revision)
    ) strict, without rowid;
    insert into steps_by_table select table_id, revision, format, cause, actor, press, changes, at from steps;
    drop table steps;
    drop trigger tables_end;
    drop table heads;
    drop table chained;
    drop table damaged;
    alter table seatings drop column digest;
    alter table process drop column beats;
    alter table steps_by_table rename to steps;
    create unique index steps_press on steps (table_id, press) where press is not null;
    delete from _sqlx_migrations where version in (7, 9)";

/// What a journal is, for whoever compares two of them.
async fn journal(store: &Store, table: &TableId) -> Vec<(u64, String)> {
    let steps = store.load(table).await.unwrap().steps.into_iter();
    let told = |step: StepRow| (step.revision.get(), step.changes);
    steps.map(told).collect()
}

/// A table with so many steps, each with a press.
async fn played(store: &Store, steps: u64) -> TableId {
    let table = new_id();
    for revision in 1..=steps {
        let written = store.append(step(&table, revision, Some(revision))).await;
        assert_eq!(written, Ok(Written::Done), "{revision}");
    }
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn journals_of_an_older_database_are_the_same_and_go_on() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    // Of every first sign that a table can have there is one in all likelihood.
    let mut tables = Vec::new();
    for number in 0..200 {
        tables.push(played(&store, 1 + number % 4).await);
    }
    let mut before = Vec::new();
    for table in &tables {
        before.push(journal(&store, table).await);
    }
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run(STEPS_BY_TABLE).await;
    other
        .run(format!(
            "delete from steps where revision = 2 and table_id = '{}'",
            tables[3]
        ))
        .await;
    before[3].retain(|(revision, _)| *revision != 2);
    other.leave().await;

    let store = open(&folder.file()).await.unwrap();
    for (table, before) in tables.iter().zip(&before) {
        assert_eq!(journal(&store, table).await, *before, "{table}");
        let (last, _) = before.last().unwrap();
        let known = store.append(step(table, last + 1, Some(*last))).await;
        assert_eq!(known, Ok(Written::Duplicate), "{table}");
        let next = store.append(step(table, last + 1, Some(last + 1))).await;
        assert_eq!(next, Ok(Written::Done), "{table}");
        assert_eq!(journal(&store, table).await.len(), before.len() + 1);
    }
    store.close().await;
    let store = Store::read(&folder.file()).await.unwrap();
    assert_eq!(store.faults().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_only_reads_sees_one_moment_while_others_write() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = played(&store, 3).await;
    let reading = Store::read(&folder.file()).await.unwrap();
    let one = std::slice::from_ref(&table);
    assert_eq!(reading.live_tables().await.unwrap(), one);
    assert_eq!(journal(&reading, &table).await.len(), 3);
    let written = store.append(step(&table, 4, Some(4))).await;
    assert_eq!(written, Ok(Written::Done));
    played(&store, 2).await;
    assert_eq!(reading.live_tables().await.unwrap().len(), 1);
    assert_eq!(journal(&reading, &table).await.len(), 3);
    assert_eq!(reading.faults().await, Vec::<String>::new());
    // And whoever begins to read now sees it all.
    let reading = Store::read(&folder.file()).await.unwrap();
    assert_eq!(reading.live_tables().await.unwrap().len(), 2);
    assert_eq!(journal(&reading, &table).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revision_and_a_press_are_in_a_table_once_whoever_writes() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let (table, neighbour) = (played(&store, 2).await, played(&store, 2).await);
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    let last = |table: &TableId| format!("(select max(id) from steps where table_id = '{table}')");
    let (last, elsewhere, nothing) = (last(&table), last(&neighbour), "null".to_owned());
    for (revision, follows, press, taken) in [
        (3, &last, 2, "steps.press"),
        (2, &last, 3, "steps.revision"),
        (1, &last, 3, "steps.revision"),
        (3, &elsewhere, 3, "steps.revision"),
        (3, &nothing, 3, "steps.table_id"),
        (3, &format!("{last} - 1"), 3, "steps.follows"),
        (3, &format!("{last} + 9"), 3, "steps.revision"),
    ] {
        let step = format!(
            "insert into steps (table_id, revision, follows, format, cause, press, changes, at)
             values ('{table}', {revision}, {follows}, 1, 'press', {press}, '[]', 10)"
        );
        let words = other.is_refused(step).await;
        assert!(words.contains(taken), "{revision} after {follows}: {words}");
    }
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_taken_away_by_hand_leaves_a_gap() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = played(&store, 6).await;
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    let mut left = vec![1, 2, 3, 4, 5, 6];
    for gone in [3, 4, 1, 6] {
        other
            .run(format!("delete from steps where revision = {gone}"))
            .await;
        left.retain(|revision| *revision != gone);
        let store = Store::read(&folder.file()).await.unwrap();
        let journal = journal(&store, &table).await.into_iter();
        assert_eq!(
            journal.map(|(revision, _)| revision).collect::<Vec<_>>(),
            left
        );
        assert_eq!(store.faults().await, Vec::<String>::new());
    }
    other
        .run("update steps set follows = -1 where revision = 5")
        .await;
    other.leave().await;
    let store = Store::read(&folder.file()).await.unwrap();
    assert_eq!(store.faults().await, ["a row of steps follows nothing"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_goes_on_behind_one_that_somebody_else_wrote() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let tables = [played(&store, 2).await, played(&store, 2).await];
    let mut other = OtherProgram::at(&folder.file()).await;
    other.add_empty_step(&tables[0]).await;
    other.leave().await;
    let third = store.append(step(&tables[0], 3, Some(3))).await;
    assert_eq!(third, Err(NotWritten::Taken));
    // The number of its step is taken by the other's, the number in the journal is not.
    let third = store.append(step(&tables[1], 3, Some(3))).await;
    assert_eq!(third, Ok(Written::Done));
    let fourth = store.append(step(&tables[0], 4, Some(4))).await;
    assert_eq!(fourth, Ok(Written::Done));
    assert_eq!(journal(&store, &tables[0]).await.len(), 4);
}

/// Whatever a journal's length and however many there are, no step of another is looked at.
#[tokio::test(flavor = "multi_thread")]
async fn a_journal_is_read_by_indexes() {
    let folder = Folder::new();
    open(&folder.file()).await.unwrap().close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    let journal = "with recursive journal (id) as (
                       select id from steps where table_id = 'x' and follows is null
                       union all select steps.id from steps join journal on steps.follows = journal.id
                   )
                   select changes from journal join steps on steps.id = journal.id";
    let plan = other.plan(journal).await;
    for wanted in [
        "INDEX steps_first",
        "COVERING INDEX steps_follow",
        "INTEGER PRIMARY KEY",
    ] {
        assert!(plan.contains(wanted), "{plan}");
    }
    assert!(!plan.contains("SCAN steps"), "{plan}");
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_tables_one_that_cannot_be_read_spoils_no_other() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let mut tables = Vec::new();
    for steps in 1..=5 {
        tables.push(played(&store, steps).await);
    }
    let [_, row, step, _, nobody] = &mut tables[..] else {
        unreachable!()
    };
    *nobody = new_id();
    let mut other = OtherProgram::at(&folder.file()).await;
    other
        .run(format!(
            "update tables set secret = x'00' where id = '{row}'"
        ))
        .await;
    other.damage_last_step(step, "actor = 99").await;
    other.leave().await;
    let loaded = store.load_all(&tables).await.unwrap();
    let told = loaded.iter().map(|loaded| match loaded {
        Ok(stored) => format!("{} {:?}", stored.steps.len(), stored.chain),
        Err(failure) => failure.to_string(),
    });
    let told: Vec<_> = told.collect();
    let (read, nowhere) = told.split_at(4);
    let row = "2 BrokenAt(Revision(1))";
    assert_eq!(read, ["1 Whole", row, "0 Unreadable", "4 Whole"]);
    assert!(
        nowhere[0].starts_with("the row of the table"),
        "{nowhere:?}"
    );
    let ids = loaded.iter().flatten().map(|stored| &stored.row.id);
    assert_eq!(
        ids.collect::<Vec<_>>(),
        tables[..4].iter().collect::<Vec<_>>()
    );
}

/// Whatever was opened in a thread and never begun says nothing there of a game that was played before.
#[tokio::test(flavor = "multi_thread")]
async fn the_line_above_a_thread_tells_of_the_last_game_that_began_there() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let thread = ChannelId::new(77);
    let opens = async |store: &Store, at: u64| {
        let table = new_id();
        let mut entry = step(&table, 1, None);
        let row = entry.opening.as_mut().unwrap();
        (row.channel, row.opened_at) = (thread, Moment::from_unix_ms(at));
        assert_eq!(store.append(entry).await, Ok(Written::Done));
        table
    };
    let begins = async |store: &Store, table: &TableId| {
        let start = Some(MessageId::new(5));
        let entry = Entry {
            start,
            ..step(table, 2, None)
        };
        assert_eq!(store.append(entry).await, Ok(Written::Done));
    };
    let told = async || store.told_at_line_of(thread).await.unwrap();
    assert_eq!(told().await, None);
    let first = opens(&store, 10).await;
    assert_eq!(told().await, Some(first.clone()));
    // Nothing was played yet.
    let second = opens(&store, 20).await;
    assert_eq!(told().await, Some(second));
    begins(&store, &first).await;
    assert_eq!(told().await, Some(first.clone()));
    let rematch = opens(&store, 30).await;
    assert_eq!(told().await, Some(first), "a lobby has no result");
    begins(&store, &rematch).await;
    assert_eq!(told().await, Some(rematch));
    store.close().await;
    let question = r#"select id as "id!" from tables where channel = ?
               order by start is not null desc, opened_at desc limit 1"#;
    assert!(include_str!("../threads.rs").contains(question));
    let plan = OtherProgram::at(&folder.file()).await.plan(question).await;
    assert!(
        plan.contains("SEARCH tables USING INDEX tables_in"),
        "{plan}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn which_table_one_plays_once_more_is_kept_and_whatever_else_stands_there_is_none() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let [before, again] = [(); 2].map(|()| new_id());
    for (table, of) in [(&before, None), (&again, Some(before.clone()))] {
        let row = TableRow {
            again: of,
            ..table_row(table)
        };
        let first = Entry {
            opening: Some(row),
            ..step(table, 1, Some(1))
        };
        assert_eq!(store.append(first).await, Ok(Written::Done));
    }
    store.close().await;
    let store = open(&folder.file()).await.unwrap();
    assert_eq!(store.load(&before).await.unwrap().row.again, None);
    let kept = store.load(&again).await.unwrap().row.again;
    assert_eq!(kept, Some(before));
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run("update tables set again = 'no table'").await;
    other.leave().await;
    let store = open(&folder.file()).await.unwrap();
    let stored = store.load(&again).await.unwrap();
    assert_eq!((stored.row.again, stored.chain), (None, Chain::Whole));
}

/// The first step of such a table in server 8, at which person 1 sits and whose game has begun.
fn begun(row: TableRow) -> Entry {
    let mut entry = step(&row.id.clone(), 1, None);
    entry.opening = Some(TableRow {
        server: Some(ServerId::new(8)),
        ..row
    });
    entry.start = Some(MessageId::new(5));
    entry.sat = Some(Sat {
        seat: Seat::new(3).unwrap(),
        from: Revision::new(1),
        person: PersonId::new(1),
    });
    entry
}

/// A game that has ended, of these people, in this channel and under that one.
async fn ended_at(store: &Store, (channel, parent): (u64, u64), own: bool) -> TableId {
    let table = new_id();
    let begun = begun(TableRow {
        channel: ChannelId::new(channel),
        parent: Some(ChannelId::new(parent)),
        own_thread: own,
        ..table_row(&table)
    });
    store.append(begun).await.unwrap();
    // Whoever played may have left long before the end.
    let mut entry = step(&table, 2, None);
    entry.ends = true;
    store.append(entry).await.unwrap();
    table
}

#[tokio::test]
async fn a_game_that_has_ended_is_open_where_it_was_played_and_to_its_people() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let (public, private) = (
        ended_at(&store, (100, 10), true).await,
        ended_at(&store, (200, 10), false).await,
    );
    let (all, players) = (Some(Openness::Everybody), Some(Openness::Players));
    let asking = |person, server, channel| Asking {
        person: PersonId::new(person),
        server: ServerId::new(server),
        channel: ChannelId::new(channel),
    };
    for (table, person, server, channel, openness) in [
        // Where it was played.
        (&public, 2, 8, 100, all),
        (&private, 2, 8, 200, all),
        (&private, 1, 8, 200, all),
        // Above a thread that the bot made, and above one that others made.
        (&public, 2, 8, 10, all),
        (&private, 2, 8, 10, None),
        // Elsewhere, and in the thread beside it.
        (&public, 2, 8, 11, None),
        (&public, 2, 8, 200, None),
        (&private, 2, 8, 100, None),
        // Whoever had a seat, in this server.
        (&public, 1, 8, 11, players),
        (&private, 1, 8, 10, players),
        (&public, 1, 9, 100, None),
        (&new_id(), 1, 8, 100, None),
    ] {
        let asking = asking(person, server, channel);
        let found = store.openness(asking, table).await.unwrap();
        assert_eq!(found, openness, "{asking:?}");
    }
    // A table that stands in no thread is open in its channel alone.
    let table = new_id();
    let mut entry = begun(TableRow {
        parent: None,
        own_thread: false,
        ..table_row(&table)
    });
    entry.ends = true;
    store.append(entry).await.unwrap();
    let asked = store.openness(asking(1, 8, 11), &table).await;
    assert_eq!(asked.unwrap(), players);
    // Whoever is nobody any more is not of it.
    store.forget(PersonId::new(1)).await.unwrap();
    let asked = store.openness(asking(1, 8, 11), &public).await;
    assert_eq!(asked.unwrap(), None);
    assert!(
        store.sat_down_at(&public).await.unwrap()[0]
            .person
            .is_nobody()
    );
}

#[tokio::test]
async fn the_last_game_of_a_channel_is_none_of_a_thread_that_the_bot_did_not_make() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let last = |channel| store.last_ended_in(ChannelId::new(channel));
    let private = ended_at(&store, (200, 10), false).await;
    assert_eq!(last(200).await.unwrap(), Some(private));
    assert_eq!(last(10).await.unwrap(), None);
    let public = ended_at(&store, (100, 10), true).await;
    assert_eq!(last(10).await.unwrap(), Some(public));
    // Whoever opens one more there opens it in a thread of the bot's; the channel above is none.
    for (thread, made) in [(100, true), (200, false), (10, false)] {
        let thread = ChannelId::new(thread);
        assert_eq!(store.is_own_thread(thread).await.unwrap(), made, "{thread}");
    }
}

/// What is looked for stands first in an index: no table of which it is not known who made its thread is looked at, nor one without
/// its record, however many there are.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_game_of_a_channel_is_found_at_once() {
    let folder = Folder::new();
    open(&folder.file()).await.unwrap().close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    for (place, index) in [
        ("channel = ?1", "tables_ended_in (channel=?"),
        (
            "parent = ?1 and own_thread = 1",
            "tables_ended_under (parent=?",
        ),
    ] {
        let known = "ended_at is not null and start is not null and (journal is null or journal = 'packed')";
        let question = format!(
            "select id, ended_at, opened_at from tables where {place} and {known}
             order by ended_at desc, opened_at desc limit 1"
        );
        let asked = in_one_line(include_str!("../record.rs"));
        let is_asked = asked.contains(&in_one_line(&question));
        assert!(is_asked, "that is not asked any more: {question}");
        let plan = other.plan(&question).await;
        assert!(
            plan.contains(&format!("SEARCH tables USING INDEX {index}")),
            "{plan}"
        );
        let (_, own) = place.split_once(" and ").unwrap_or_default();
        let index = index.split(' ').next().unwrap_or(index);
        let quoted = known.replace('\'', "''");
        let made = format!(
            "select instr(sql, '{quoted}') > 0 and instr(sql, '{own}') > 0 from sqlite_schema where name = '{index}'"
        );
        assert_eq!(other.number(&made).await, 1, "{index}");
    }
    other.leave().await;
}

/// Before, a further game in a thread of the bot's was opened as if somebody else had made that.
#[tokio::test(flavor = "multi_thread")]
async fn an_update_finds_further_games_in_threads_that_the_bot_made() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    ended_at(&store, (100, 10), true).await;
    ended_at(&store, (200, 10), false).await;
    let further = ended_at(&store, (100, 10), false).await;
    ended_at(&store, (200, 10), false).await;
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other
        .run("alter table tables drop column word; drop table unshown; drop table refusals; delete from _sqlx_migrations where version >= 19")
        .await;
    other.leave().await;
    open(&folder.file()).await.unwrap().close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    let own = "select count(*) from tables where own_thread = 1";
    assert_eq!(other.number(own).await, 2);
    let theirs = format!("select own_thread from tables where id = '{further}'");
    assert_eq!(other.number(&theirs).await, 1);
    other.leave().await;
}
