//! Files of ours: nobody but their owner reads them, for journals hold racks and secrets.

use std::fs::OpenOptions;

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
