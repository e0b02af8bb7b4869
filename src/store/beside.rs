//! What stands beside a database, by its name with an ending more.

use std::path::{Path, PathBuf};

/// The file beside this one whose name ends so, for instance in `-wal`.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
