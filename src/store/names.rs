//! The file of a database has one name, and stands where its log and its lock do. Both go by the name: whoever opens the file by
//! another one, or where the file alone is mounted, meets neither, and two processes that write ruin it
//! (<https://sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file>).
//!
//! A lock on the file itself would not do: over a network, and on some systems, it is one with SQLite's own, and whoever closes the
//! file again takes SQLite's away with it.

use std::fs::Metadata;
use std::path::Path;

use super::Failure;
use super::open::followed;
use super::presence::FileId;
use super::rescue::kept_names;

/// Refuses a file that has another name, or is mounted by itself. A process that was there before need not know: whoever comes by
/// such a name comes after it was made.
pub(super) fn check_name(path: &Path) -> Result<(), Failure> {
    let file = followed(path);
    let Ok(about) = std::fs::metadata(&file) else {
        return Ok(());
    };
    let id = Some(FileId::of(&about));
    // A process that is killed while it makes a damaged file anew leaves such a name of it.
    let ours = kept_names(&file).filter(|name| FileId::at(name) == id);
    if names_of(&about) > 1 + ours.count() as u64 {
        return Err(Failure::OtherName {
            path: path.to_owned(),
        });
    }
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let whole = file.canonicalize();
    if whole.is_ok_and(|whole| is_mounted(&mounts, &whole)) {
        return Err(Failure::MountedAlone {
            path: path.to_owned(),
        });
    }
    Ok(())
}

#[cfg(unix)]
fn names_of(about: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    about.nlink()
}

/// Where a system does not tell.
#[cfg(not(unix))]
fn names_of(_: &Metadata) -> u64 {
    1
}

/// Whether something is mounted in this very place (`man 5 proc_pid_mountinfo`).
fn is_mounted(mounts: &str, place: &Path) -> bool {
    let Some(place) = place.to_str() else {
        return false;
    };
    let told = [
        ('\\', "\\134"),
        (' ', "\\040"),
        ('\t', "\\011"),
        ('\n', "\\012"),
    ];
    let place = told.iter().fold(place.to_owned(), |place, (sign, code)| {
        place.replace(*sign, code)
    });
    mounts
        .lines()
        .any(|line| line.split(' ').nth(4) == Some(place.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_mounted_by_itself_is_told_from_one_in_a_folder_that_is_mounted() {
        let mounts = "\
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
            36 22 8:2 /srv/games /data rw,noatime - ext4 /dev/sda2 rw\n\
            37 22 8:2 /games/istaka.db /box/istaka.db rw,noatime - ext4 /dev/sda2 rw\n\
            38 22 8:2 /games/istaka.db /my\\040box/a\\134b.db rw,noatime - ext4 /dev/sda2 rw\n";
        for (place, is_alone) in [
            ("/data/istaka.db", false),
            ("/box/istaka.db", true),
            ("/box/istaka.db2", false),
            ("/my box/a\\b.db", true),
            ("/games/istaka.db", false),
        ] {
            assert_eq!(is_mounted(mounts, Path::new(place)), is_alone, "{place}");
        }
    }
}
