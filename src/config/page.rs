//! The host's own page about privacy.

use super::{NoSetting, set};

/// The variable that names the page.
pub const PRIVACY_URL: &str = "ISTAKA_PRIVACY_URL";

/// Discord shows no longer address well.
const MOST: usize = 200;

/// The address of a page on the web; `None` if nothing is said.
pub fn privacy_url(text: Option<&str>) -> Result<Option<String>, NoSetting> {
    let Some(text) = set(text) else {
        return Ok(None);
    };
    let is_plain = |sign: char| sign.is_ascii_graphic() && !"<>\"`|\\".contains(sign);
    let is_page = text
        .strip_prefix("https://")
        .is_some_and(|rest| !rest.is_empty());
    if is_page && text.len() <= MOST && text.chars().all(is_plain) {
        return Ok(Some(text.to_owned()));
    }
    Err(NoSetting {
        flag: "--privacy-url",
        variable: PRIVACY_URL,
        wanted: "an address that begins with https://, of at most 200 signs",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_an_address_of_the_web() {
        assert_eq!(privacy_url(Some(" ")), Ok(None));
        let page = "https://example.org/privacy?bot=istaka";
        assert_eq!(privacy_url(Some(page)), Ok(Some(page.to_owned())));
        for wrong in [
            "https://",
            "http://example.org",
            "example.org",
            "https://a b",
            "https://a>b",
        ] {
            assert!(privacy_url(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
