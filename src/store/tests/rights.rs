//! Who may read the files of a database.

use std::path::Path;

use super::super::{Folder, Store};

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_came_open_to_all_is_closed_to_them() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file();
    Store::open(&file).await.unwrap().close().await;
    let beside = ["-wal", "-shm"].map(|ending| format!("{}{ending}", file.display()));
    for empty in &beside {
        std::fs::write(empty, "").unwrap();
    }
    for rights in [0o644, 0o666, 0o640] {
        let all = [file.to_str().unwrap(), &beside[0], &beside[1]];
        for path in all.iter().filter(|path| Path::new(path).exists()) {
            std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap();
        }
        let store = Store::open(&file).await.unwrap();
        for path in all {
            let mode = std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{path} was {rights:o}");
        }
        store.close().await;
    }
}
