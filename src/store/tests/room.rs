//! How much room a database takes beside it and in memory, and where.

use std::fs::OpenOptions;

use super::*;
use crate::store::open::LOG_KEPT;
use crate::store::wal::{is_log_sound, mend_log};

const HEADER: u64 = 32;
const FRAME: u64 = 24 + 4096;

fn log_of(folder: &Folder) -> PathBuf {
    folder.0.join("istaka.db-wal")
}

fn length(log: &Path) -> u64 {
    std::fs::metadata(log).unwrap().len()
}

fn lengthen(log: &Path, length: u64) {
    let log = OpenOptions::new().write(true).open(log).unwrap();
    log.set_len(length).unwrap();
}

/// A folder with the log alone, as a process leaves it that is killed after so many steps.
async fn killed_after(steps: u64) -> Folder {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    for revision in 1..=steps {
        let written = store.append(step(&table, revision, None)).await;
        assert_eq!(written, Ok(Written::Done));
    }
    let left = Folder::new();
    std::fs::copy(log_of(&folder), log_of(&left)).unwrap();
    store.close().await;
    left
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_a_reader_let_grow_is_cut_when_it_is_begun_anew() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
    // So high it came, and everything is where it belongs by now.
    lengthen(&log_of(&folder), LOG_KEPT + (1 << 20));
    let mut other = OtherProgram::at(&folder.file()).await;
    other.run("pragma wal_checkpoint(restart)").await;
    other.leave().await;
    assert_eq!(store.append(step(&table, 2, None)).await, Ok(Written::Done));
    assert_eq!(length(&log_of(&folder)), LOG_KEPT);
    assert_eq!(store.load(&table).await.unwrap().steps.len(), 2);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_begun_anew_while_many_steps_are_written() {
    let folder = Folder::new();
    let store = Store::open_with_short_log(&folder.file()).await.unwrap();
    let table = new_id();
    for revision in 1..=300 {
        let written = store.append(step(&table, revision, None)).await;
        assert_eq!(written, Ok(Written::Done));
    }
    // Without that it would have some 1 500 pages.
    let pages = length(&log_of(&folder)) / FRAME;
    assert!((20..100).contains(&pages), "{pages}");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn more_frames_that_are_gone_than_are_read_at_a_time_are_told_and_the_log_ends_before_them() {
    let folder = killed_after(12).await;
    let log = log_of(&folder);
    assert!(is_log_sound(&folder.file()));
    let mut bytes = std::fs::read(&log).unwrap();
    let middle = HEADER + (bytes.len() as u64 - HEADER) / FRAME / 2 * FRAME;
    let gone = middle as usize..(middle + 6 * FRAME) as usize;
    bytes[gone].fill(0);
    std::fs::write(&log, bytes).unwrap();
    assert!(!is_log_sound(&folder.file()));
    mend_log(&folder.file()).unwrap();
    assert_eq!(length(&log), middle);
    assert!(is_log_sound(&folder.file()));
}

/// `istaka tidy` took what it had done for another program's doing, and would have read a large file to its end.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_was_shrunk_is_as_this_process_left_it() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    for revision in 1..=200 {
        let written = store.append(step(&table, revision, None)).await;
        assert_eq!(written, Ok(Written::Done));
    }
    store.close().await;
    let mut other = OtherProgram::at(&folder.file()).await;
    other
        .run("create table filler (bytes blob); insert into filler values (zeroblob(1000000)); drop table filler")
        .await;
    other.leave().await;
    // Nobody waits until a file is read that somebody else has changed.
    let store = Store::open_patient(&folder.file(), Duration::ZERO)
        .await
        .unwrap();
    let before = length(&folder.file());
    store.shrink().await.unwrap();
    assert!(length(&folder.file()) < before, "it gave room back");
    store.close().await;
    assert!(*store.0.let_go.borrow() == Ending::Orderly);
    assert!(!log_of(&folder).exists());
}

/// Names the database whose log a process of its own reads, so that nothing else uses its memory.
#[cfg(target_os = "linux")]
const READS: &str = "ISTAKA_READS_LOG_OF";
#[cfg(target_os = "linux")]
const READER: &str = "store::tests::room::a_long_log_is_looked_at_without_ever_being_in_memory";

/// So many bytes of memory this process had at the most.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mut words = status.split_whitespace();
    words.find(|word| *word == "VmHWM:").unwrap();
    words.next().unwrap().parse::<u64>().unwrap() * 1024
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_long_log_is_looked_at_without_ever_being_in_memory() {
    const LONG: u64 = 128 << 20;
    if let Some(file) = std::env::var_os(READS) {
        let before = most_memory();
        assert!(is_log_sound(Path::new(&file)));
        let more = most_memory() - before;
        assert!(more < LONG / 4, "{more} bytes");
        return;
    }
    let folder = killed_after(3).await;
    lengthen(&log_of(&folder), LONG);
    let mut reader = std::process::Command::new(std::env::current_exe().unwrap());
    reader.args([READER, "--exact", "--test-threads=1"]);
    let output = reader.env(READS, folder.file()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("1 passed"), "{told}");
}

/// While a database is tidied SQLite writes a second one among its temporary files.
#[test]
fn in_the_container_temporary_files_are_in_the_volume_and_none_is_in_memory() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let image = read("Dockerfile");
    for line in [
        "VOLUME /data\n",
        "ISTAKA_DB=/data/istaka.db ",
        " TMPDIR=/data ",
    ] {
        assert!(image.contains(line), "{line}");
    }
    assert!(!read("compose.yaml").contains("tmpfs:"));
}
