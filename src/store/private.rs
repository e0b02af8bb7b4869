//! Files of ours: nobody but their owner reads them, for journals hold racks and secrets.

use std::fs::OpenOptions;
use std::path::Path;

/// To make a file that only its owner may read and write. One that is there keeps the rights that it has.
pub fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Closes a database, and what stands beside it, to everybody but its owner: a copy that was brought here may have come with rights
/// for all. Nobody may have it open in this process, for closing a file gives its locks away.
#[cfg(unix)]
pub(super) fn close_to_others(file: &Path) {
    use super::beside::beside;
    let all = ["", "-wal", "-shm"].map(|ending| closed(&beside(file, ending)));
    if let Some(reason) = all.iter().find_map(|closed| closed.as_ref().err()) {
        // It may be another user's, of whom `chmod` alone would take it from this one.
        tracing::warn!(
            %reason,
            "others on this machine can read the database: give it to the user that istaka runs as (`chown`), then `chmod 600` closes it to them"
        );
    } else if all.iter().any(|closed| matches!(closed, Ok(true))) {
        tracing::warn!(
            "others on this machine could read the database: it is closed to them now (mode 0600)"
        );
    }
}

/// Whether this file was open to others, which it is not any more.
#[cfg(unix)]
fn closed(path: &Path) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    let opened = std::fs::metadata(path).and_then(|about| {
        // The rights of a device are everybody's, and a pipe keeps whoever opens it waiting.
        let is_file = about.is_file();
        is_file.then(|| std::fs::File::open(path)).transpose()
    });
    let file = match opened {
        Ok(Some(file)) => file,
        Ok(None) => return Ok(false),
        Err(reason) if reason.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(reason) => return Err(reason),
    };
    let mut rights = file.metadata()?.permissions();
    if rights.mode() & 0o077 == 0 {
        return Ok(false);
    }
    rights.set_mode(0o600);
    file.set_permissions(rights)?;
    Ok(true)
}

#[cfg(not(unix))]
pub(super) fn close_to_others(_: &Path) {}
