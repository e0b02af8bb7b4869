//! Databases that are not as they were written: what is mended, what is not believed, and journals that were chained by half.

use super::*;

/// Tables with five steps each, in a database that is closed.
async fn three_tables(folder: &Folder) -> Vec<TableId> {
    let store = open(&folder.file()).await.unwrap();
    let tables = [new_id(), new_id(), new_id()];
    for revision in 1..=5 {
        for table in &tables {
            let written = store.append(step(table, revision, Some(revision))).await;
            assert_eq!(written, Ok(Written::Done));
        }
    }
    store.close().await;
    tables.into()
}

/// What is believed of these tables after something was done to their database.
async fn believed_after(folder: &Folder, tables: &[TableId], done: &str) -> Vec<Chain> {
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run(done).await;
    other.leave().await;
    let store = open(&folder.file()).await.unwrap();
    let loaded = store.load_all(tables).await.unwrap().into_iter();
    let chains = loaded.map(|stored| stored.unwrap().chain).collect();
    store.close().await;
    chains
}

#[tokio::test(flavor = "multi_thread")]
async fn journals_that_were_chained_by_half_are_chained_to_their_end_and_only_then_believed() {
    let folder = Folder::new();
    let tables = three_tables(&folder).await;
    let whole = vec![Chain::Whole; 3];
    let killed =
        "delete from chained; delete from heads; update steps set digest = null where id > 7";
    assert_eq!(believed_after(&folder, &tables, killed).await, whole);
    let unchained = "update steps set digest = null where id > 7";
    let revision = |number| Chain::BrokenAt(Revision::new(number));
    assert_eq!(
        believed_after(&folder, &tables, unchained).await,
        [revision(4), revision(3), revision(3)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_changed_of_a_journal_breaks_it_where_it_was_changed() {
    let third = format!("table_id = '{}' and revision = 3", "TABLE");
    for (sql, told) in [
        (
            format!("update steps set at = at + 1 where {third}"),
            Chain::BrokenAt(Revision::new(3)),
        ),
        (
            format!("update steps set press = 77 where {third}"),
            Chain::BrokenAt(Revision::new(3)),
        ),
        (
            format!("update steps set actor = 1 where {third}"),
            Chain::BrokenAt(Revision::new(3)),
        ),
        (
            format!("delete from steps where {third}"),
            Chain::BrokenAt(Revision::new(4)),
        ),
        (
            "delete from steps where table_id = 'TABLE' and revision = 5".to_owned(),
            Chain::CutShort,
        ),
        (
            "update tables set rated = 1 - rated where id = 'TABLE'".to_owned(),
            Chain::BrokenAt(Revision::new(1)),
        ),
        (
            "insert into seatings values ('TABLE', 1, 9, 9, null)".to_owned(),
            Chain::CutShort,
        ),
        (
            "update heads set last = 1 where table_id = 'TABLE'".to_owned(),
            Chain::CutShort,
        ),
        (
            "delete from heads where table_id = 'TABLE'".to_owned(),
            Chain::WholeIfOver,
        ),
        // What its messages are is no part of a game.
        (
            "update tables set board = 77 where id = 'TABLE'".to_owned(),
            Chain::Whole,
        ),
    ] {
        let folder = Folder::new();
        let tables = three_tables(&folder).await;
        let sql = sql.replace("TABLE", tables[1].as_str());
        let believed = believed_after(&folder, &tables, &sql).await;
        assert_eq!(believed, [Chain::Whole, told, Chain::Whole], "{sql}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_ours_to_know_is_mended() {
    for sql in [
        "update _sqlx_migrations set checksum = zeroblob(48) where version = 3",
        "update _sqlx_migrations set success = 0 where version = 8",
        "update _sqlx_migrations set version = 77 where version = 4",
        // A flipped bit in the index of the list, as if a newer version had written it.
        "create table strange (version bigint);
         insert into strange select iif(version = 16, 48, version) from _sqlx_migrations order by version;
         create index strange_list on strange (version);
         pragma writable_schema = on;
         update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'strange_list')
         where name = 'sqlite_autoindex__sqlx_migrations_1';
         delete from sqlite_schema where name = 'strange_list'",
        "pragma writable_schema = on; update sqlite_schema set sql = replace(sql, 'changes text', 'chanfes text')",
        "pragma writable_schema = on; update sqlite_schema set sql = replace(sql, 'create', 'crdate') where name = 'tables'",
    ] {
        let folder = Folder::new();
        let tables = three_tables(&folder).await;
        let believed = believed_after(&folder, &tables, sql).await;
        assert_eq!(believed, vec![Chain::Whole; 3], "{sql}");
        let store = open(&folder.file()).await.unwrap();
        let next = store.append(step(&tables[0], 6, Some(6))).await;
        assert_eq!(next, Ok(Written::Done), "{sql}");
        store.close().await;
    }
}

/// Where damage leads from a step back to one before it, reading comes to an end.
#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_goes_round_in_circles_is_read_once() {
    let folder = Folder::new();
    let tables = three_tables(&folder).await;
    // The first table has the steps 1, 4, 7, 10 and 13: in this index its first one follows its last.
    let circle = "create index circle on steps (iif(id = 1, 13, follows));
                  pragma writable_schema = on;
                  update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'circle')
                  where name = 'steps_follow';
                  delete from sqlite_schema where name = 'circle'";
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run(circle).await;
    other.leave().await;
    let store = Store::read(&folder.file()).await.unwrap();
    let stored = tokio::time::timeout(LIMIT, store.load(&tables[0])).await;
    assert_eq!(stored.unwrap().unwrap().chain, Chain::Whole);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_leads_in_a_circle_is_followed_once() {
    let folder = Folder::new();
    let tables = three_tables(&folder).await;
    // Entries of the index as a flipped bit leaves them: the first step of the first table is followed by its second, and that
    // by the first. In the place where SQLite looks for what comes later stands a later number.
    let circle = "create table strange (id integer primary key, follows integer, later integer);
        insert into strange values (4, 1, 100), (1, 4, 100);
        create index strange_follow on strange (follows, later);
        pragma writable_schema = on;
        update sqlite_schema set rootpage = (select rootpage from sqlite_schema where name = 'strange_follow')
            where name = 'steps_follow';
        delete from sqlite_schema where tbl_name = 'strange';
        pragma writable_schema = off";
    let believed = believed_after(&folder, &tables, circle);
    // Whoever goes round in it never comes back, and takes all memory.
    let believed = tokio::time::timeout(LIMIT, believed).await;
    let believed = believed.expect("nobody goes round in it");
    assert_eq!(believed, vec![Chain::CutShort; 3]);
}

/// Puts noise in the place of the page on which an index begins.
async fn spoil(file: &Path, index: &str) {
    let mut other = OtherProgram::at(file).await;
    let page = format!("select rootpage from sqlite_schema where name = '{index}'");
    let page: i64 = other.number(&page).await;
    other.run("pragma wal_checkpoint(truncate)").await;
    other.leave().await;
    let mut bytes = std::fs::read(file).unwrap();
    bytes[(page as usize - 1) * 4096..][..4096].fill(0x5a);
    std::fs::write(file, bytes).unwrap();
}

/// Rows that no other row stands beside are all there; what SQLite guards is guarded as before.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_made_anew_has_all_that_reads_and_the_damaged_one_stays_beside_it() {
    let folder = Folder::new();
    let file = folder.file();
    let tables = three_tables(&folder).await;
    for again in 1..=10 {
        spoil(&file, "steps_press").await;
        let damaged = std::fs::read(&file).unwrap();
        let store = open(&file).await.unwrap();
        let revision = 5 + again;
        let next = || step(&tables[0], revision, Some(revision));
        assert!(store.append(next()).await.is_err());
        assert!(store.has_bad_page());
        store.close().await;
        let anew = Store::open_anew(&file).await;
        let kept = folder
            .file()
            .with_file_name(format!("istaka.db.damaged-{again}"));
        if again == 10 {
            // No more than nine are kept: then it stays as it is.
            let reason = anew.err().expect("there is no place for it").to_string();
            assert!(reason.contains("istaka.db cannot be opened"), "{reason}");
            assert!(!kept.exists() && !file.with_file_name("istaka.db.mended").exists());
            assert_eq!(std::fs::read(&file).unwrap(), damaged);
            return;
        }
        let store = anew.unwrap();
        assert_eq!(std::fs::read(&kept).unwrap(), damaged);
        assert_eq!(store.append(next()).await, Ok(Written::Done));
        assert!(!store.has_bad_page());
        for loaded in store.load_all(&tables).await.unwrap() {
            assert_eq!(loaded.unwrap().chain, Chain::Whole);
        }
        store.close().await;
        let mut other = OtherProgram::at(&file).await;
        assert_eq!(other.integrity().await, "ok");
        let triggers = "select count(*) from sqlite_schema where type = 'trigger'";
        assert_eq!(other.number(triggers).await, 4);
        other.leave().await;
    }
}

/// The pages on which the rows of a table stand, from its first row to its last, and how many stand on each.
async fn pages_of(other: &mut OtherProgram, table: &str) -> Vec<(usize, i64)> {
    let told = |column: &str| {
        format!(
            "select {column} from dbstat where name = '{table}' and pagetype = 'leaf' order by path"
        )
    };
    let pages = other.numbers(&told("pageno")).await;
    let rows = other.numbers(&told("ncell")).await;
    let pages = pages.into_iter().map(|page| page as usize);
    pages.zip(rows).collect()
}

/// The migration reads whole tables that nobody has read for long. It is done with the copy, which has no such page.
/// All that the migrations from the 13th on have made is taken back first.
#[tokio::test(flavor = "multi_thread")]
async fn a_bad_page_that_an_update_finds_costs_the_tables_that_stand_on_it() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let tables: Vec<TableId> = (0..120).map(|_| new_id()).collect();
    for table in &tables {
        let written = store.append(step(table, 1, Some(1))).await;
        assert_eq!(written, Ok(Written::Done));
    }
    store.close().await;
    let mut other = OtherProgram::at(&file).await;
    other
        .run(
            "alter table tables drop column word;
             drop table unshown;
             drop table refusals;
             drop table placing;
             drop index tables_in;
             drop index tables_pinging;
             alter table results drop column sides;
             drop table placed;
             drop index tables_ended_in;
             create index tables_ended_in on tables (channel, ended_at) where ended_at is not null and start is not null;
             drop index tables_ended_under;
             alter table tables drop column own_thread;
             create index tables_ended_under on tables (parent, ended_at) \
                 where parent is not null and ended_at is not null and start is not null;
             alter table tables drop column again;
             delete from _sqlx_migrations where version >= 13;
             pragma wal_checkpoint(truncate)",
        )
        .await;
    let pages = pages_of(&mut other, "tables").await;
    other.leave().await;
    let (page, rows) = pages[1];
    let before = pages[0].1 as usize;
    let lost = before..before + rows as usize;
    assert!(lost.end < tables.len(), "{pages:?}");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[(page - 1) * 4096..][..4096].fill(0x5a);
    std::fs::write(&file, bytes).unwrap();

    let store = open(&file).await.unwrap();
    assert!(file.with_file_name("istaka.db.damaged-1").exists());
    let loaded = store.load_all(&tables).await.unwrap();
    for (number, loaded) in loaded.into_iter().enumerate() {
        let is_whole = loaded.is_ok_and(|stored| stored.chain == Chain::Whole);
        assert_eq!(is_whole, !lost.contains(&number), "{number}");
    }
    store.close().await;
    let mut other = OtherProgram::at(&file).await;
    assert_eq!(other.integrity().await, "ok");
    let made = "select count(*) from sqlite_schema where name in ('tables_in', 'tables_pinging')";
    assert_eq!(other.number(made).await, 2);
    other.leave().await;
}

/// Noise, or a copy of a page that comes before or behind, of which every key is out of its order there.
#[tokio::test(flavor = "multi_thread")]
async fn of_rows_that_have_keys_only_those_before_a_bad_page_and_those_behind_it_are_copied() {
    for instead in [None, Some(3), Some(15)] {
        let folder = Folder::new();
        let file = folder.file();
        open(&file).await.unwrap().close().await;
        let mut other = OtherProgram::at(&file).await;
        other
            .run(
                "pragma foreign_keys = off;
                 insert into leaving_no_trace with recursive numbers (number) as (
                     select 1 union all select number + 1 from numbers where number < 4000
                 )
                 select printf('%08d', number), number from numbers;
                 pragma wal_checkpoint(truncate)",
            )
            .await;
        let pages = pages_of(&mut other, "leaving_no_trace").await;
        other.leave().await;
        let mut bytes = std::fs::read(&file).unwrap();
        let place = |at: usize| (pages[at].0 - 1) * 4096..pages[at].0 * 4096;
        match instead {
            Some(instead) => bytes.copy_within(place(instead), place(9).start),
            None => bytes[place(9)].fill(0x5a),
        }
        std::fs::write(&file, bytes).unwrap();
        Store::open_anew(&file).await.unwrap().close().await;
        let mut other = OtherProgram::at(&file).await;
        let left = other.number("select count(*) from leaving_no_trace").await;
        assert_eq!(left, 4000 - pages[9].1, "{instead:?}");
        other.leave().await;
    }
}

/// The superuser, who tidies up, does not keep the database from the user that istaka runs as.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_is_made_anew_belongs_to_whom_the_damaged_one_belonged() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = Folder::new();
    let file = folder.file();
    open(&file).await.unwrap().close().await;
    // Only the superuser can give it away; to anybody else it belongs as before.
    let _ = chown(&file, Some(1234), Some(1234));
    let owner = |file: &Path| std::fs::metadata(file).map(|about| (about.uid(), about.gid()));
    let before = owner(&file).unwrap();
    let store = Store::open_anew(&file).await.unwrap();
    assert!(file.with_file_name("istaka.db.damaged-1").exists());
    assert_eq!(owner(&file).unwrap(), before);
    store.close().await;
}
