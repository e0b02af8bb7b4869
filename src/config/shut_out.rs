//! Whom the host shuts out: people and servers.

use thiserror::Error;

use super::set;

/// The variable that names them.
pub const SHUT_OUT: &str = "ISTAKA_SHUT_OUT";

/// What is no id of anybody.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "--shut-out ({SHUT_OUT}) has to be ids of people and servers with commas between them, and {entry:?} is none"
)]
pub struct NoId {
    entry: String,
}

/// The ids of people and servers, in order; none if nothing is said. Discord gives no two of them the same number.
pub fn shut_out(text: Option<&str>) -> Result<Vec<u64>, NoId> {
    let entries = set(text).unwrap_or_default().split(',').map(str::trim);
    let ids = entries.filter(|entry| !entry.is_empty()).map(|entry| {
        // A sign before it would be read as well.
        let is_number = entry.bytes().all(|digit| digit.is_ascii_digit());
        let id = entry.parse().ok().filter(|id| is_number && *id > 0);
        id.ok_or_else(|| NoId {
            entry: entry.to_owned(),
        })
    });
    let mut ids = ids.collect::<Result<Vec<u64>, NoId>>()?;
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_shut_out_is_named_by_ids() {
        for unset in [None, Some(""), Some("  "), Some(" , ")] {
            assert_eq!(shut_out(unset), Ok(Vec::new()));
        }
        let ids = Ok(vec![7, 80_351_110_224_678_912]);
        assert_eq!(shut_out(Some("80351110224678912,7")), ids);
        assert_eq!(shut_out(Some(" 7 ,\n80351110224678912, 7,")), ids);
    }

    #[test]
    fn what_is_no_id_is_told() {
        for wrong in [
            "Ayşe",
            "<@7>",
            "0",
            "-7",
            "+7",
            "7.0",
            "7 8",
            "18446744073709551616",
        ] {
            let told = shut_out(Some(&format!("7, {wrong},8"))).expect_err(wrong);
            assert_eq!(
                told.to_string(),
                format!(
                    "--shut-out (ISTAKA_SHUT_OUT) has to be ids of people and servers with commas between them, and \
                     {wrong:?} is none"
                )
            );
        }
    }
}
