//! The bot's token: from a variable, from a file, or from systemd's credentials. It is never told, only where it is.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{CREDENTIALS, TOKEN, TOKEN_FILE};

/// The credential that holds it (`LoadCredential=discord-token:…` of a systemd unit).
const CREDENTIAL: &str = "discord-token";
/// No token is nearly as long.
const MOST_BYTES: u64 = 1024;
/// The three parts of a token are no shorter than this.
const FEWEST_SIGNS: [usize; 3] = [18, 6, 27];

/// Where the token came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The variable.
    Variable,
    /// A file that only its owner, or its group, reads.
    File(PathBuf),
    /// A file that everybody on this machine can read.
    OpenFile(PathBuf),
}

/// Why there is no token.
#[derive(Debug, Error)]
pub enum TokenFailure {
    /// Nothing was said.
    #[error(
        "there is no token in {TOKEN}, {TOKEN_FILE} or systemd's credentials.
  To host the bot: make an application at https://discord.com/developers/applications, open its page
  \"Bot\", press \"Reset Token\", and start istaka with {TOKEN} set to what you copied (docs/hosting.md).
  To try istaka without a token, in the browser: istaka sandbox"
    )]
    Nowhere,
    /// Two are given, and nobody knows which one is meant.
    #[error(
        "there is a token in {TOKEN}, and a file is named with --token-file ({TOKEN_FILE}): only one can be meant"
    )]
    Twice,
    /// The file is a folder.
    #[error("the token file {} is a folder: name the file in it", .0.display())]
    Folder(PathBuf),
    /// What names it is most likely the token, which is told nowhere.
    #[error(
        "what is set with --token-file ({TOKEN_FILE}) looks like the token itself: it belongs into a file, or into {TOKEN}; \
         reset it at https://discord.com/developers/applications, for others may have seen it"
    )]
    IsToken,
    /// There is nothing in the file.
    #[error("the token file {} is empty", .0.display())]
    Empty(PathBuf),
    /// The file cannot be read.
    #[error("the token file {} cannot be read: {reason}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: io::Error,
    },
    /// It holds something else.
    #[error(
        "what stands in {0} is no token: copy it again from the Bot page of the developer portal"
    )]
    NoToken(String),
}

/// The bot's token, and where it came from. `file` is the file that was named for it.
pub fn read(file: Option<&OsStr>) -> Result<(String, Source), TokenFailure> {
    let variable = std::env::var_os(TOKEN).map(|text| text.to_string_lossy().into_owned());
    let variable = variable.filter(|text| !text.trim().is_empty());
    let file = file.filter(|path| !path.is_empty()).map(PathBuf::from);
    match (variable, file) {
        (Some(_), Some(_)) => Err(TokenFailure::Twice),
        (Some(text), None) => {
            let token = clean(&text).ok_or_else(|| TokenFailure::NoToken(TOKEN.to_owned()))?;
            Ok((token, Source::Variable))
        }
        (None, Some(path)) => of_named(path),
        (None, None) => of_file(credential().ok_or(TokenFailure::Nowhere)?),
    }
}

/// What systemd has laid ready, if it has.
fn credential() -> Option<PathBuf> {
    let folder = std::env::var_os(CREDENTIALS)?;
    let path = Path::new(&folder).join(CREDENTIAL);
    // One that cannot be looked at is there, and whoever opens it reads why not.
    path.try_exists().unwrap_or(true).then_some(path)
}

/// Of the file that somebody has named: perhaps by what belongs into it.
fn of_named(path: PathBuf) -> Result<(String, Source), TokenFailure> {
    let is_token = is_like_token(&path);
    of_file(path).map_err(|failure| match failure {
        _ if is_token => TokenFailure::IsToken,
        failure => failure,
    })
}

fn of_file(path: PathBuf) -> Result<(String, Source), TokenFailure> {
    let unreadable = |reason| TokenFailure::Unreadable {
        path: path.clone(),
        reason,
    };
    let file = File::open(&path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    if about.is_dir() {
        return Err(TokenFailure::Folder(path));
    }
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    let length = read.map_err(unreadable)?;
    let text = String::from_utf8_lossy(&bytes);
    if text.trim().is_empty() {
        return Err(TokenFailure::Empty(path));
    }
    let token = clean(&text).filter(|_| length as u64 <= MOST_BYTES);
    let token = token.ok_or_else(|| TokenFailure::NoToken(path.display().to_string()))?;
    let source = if is_open(&about) {
        Source::OpenFile(path)
    } else {
        Source::File(path)
    };
    Ok((token, source))
}

/// Whether what names a file has the form of a token: three words of plain signs, with dots between them.
fn is_like_token(path: &Path) -> bool {
    let name = path.to_str().and_then(clean);
    name.is_some_and(|name| {
        let parts: Vec<&str> = name.split('.').collect();
        let is_part = |(part, fewest): (&&str, usize)| {
            let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
            part.len() >= fewest && part.chars().all(is_sign)
        };
        parts.len() == FEWEST_SIGNS.len() && parts.iter().zip(FEWEST_SIGNS).all(is_part)
    })
}

/// A token is one word of plain signs. What is none could not even be sent.
fn clean(text: &str) -> Option<String> {
    // Some editors begin a file with a mark that nobody sees, and some people put quotes around what they paste.
    let text = text.trim_start_matches('\u{feff}').trim();
    let quoted = ['"', '\''].into_iter().find_map(|quote| {
        let begun = text.strip_prefix(quote)?;
        begun.strip_suffix(quote)
    });
    let text = quoted.unwrap_or(text).trim();
    let named = text.strip_prefix("Bot");
    let named = named.filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let token = named.unwrap_or(text).trim();
    let is_word = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    is_word.then(|| token.to_owned())
}

#[cfg(unix)]
fn is_open(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o004 != 0
}

#[cfg(not(unix))]
fn is_open(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_one_word() {
        for text in [
            "a.b-c_d",
            " a.b-c_d\n",
            "Bot a.b-c_d\r\n",
            "\u{feff}a.b-c_d\r\n",
            "\"a.b-c_d\"\n",
            "'Bot a.b-c_d'",
        ] {
            assert_eq!(clean(text).as_deref(), Some("a.b-c_d"), "{text:?}");
        }
        for text in [
            "",
            " ",
            "Bot ",
            "two words",
            "\"\"",
            "a\nb",
            "ünlü",
            "a\u{0}b",
            "\u{fffd}",
        ] {
            assert_eq!(clean(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_token_in_the_place_of_a_file_is_not_told() {
        let token = format!("{}.RAbctg.{}", "M".repeat(26), "q-Y_".repeat(9));
        for named in [
            token.clone(),
            format!(" Bot {token}\n"),
            format!("\"{token}\""),
        ] {
            let told = of_named(PathBuf::from(&named)).expect_err("no such file");
            let told = told.to_string();
            assert!(!told.contains("RAbctg"), "{told}");
            assert!(
                told.contains("the token itself") && told.contains(TOKEN_FILE),
                "{told}"
            );
        }
        for named in [
            "token.txt".to_owned(),
            format!("/run/{token}"),
            "x".repeat(70),
            "istaka.production-server-of-our-community-2026.token".to_owned(),
        ] {
            let told = of_named(PathBuf::from(&named)).expect_err("no such file");
            assert!(told.to_string().contains(&named), "{told}");
        }
    }
}
