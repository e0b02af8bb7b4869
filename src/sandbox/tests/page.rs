//! The page's files: served, small, and loading nothing from anywhere else. What the page does is tried in a browser.

use reqwest::header::HeaderMap;
use serde_json::json;

use super::bot::Bot;
use super::{frozen, text};
use crate::page::FILES;

/// The whole page, in bytes; `docs/sandbox.md` promises it.
const MOST_BYTES: usize = 200_000;
/// Lines of one file; beyond it a module does too much.
const MOST_LINES: usize = 600;

fn files() -> Vec<(String, &'static str)> {
    FILES
        .files()
        .map(|file| {
            let name = file.path().to_string_lossy().into_owned();
            (name, file.contents_utf8().expect("the page is text"))
        })
        .collect()
}

#[test]
fn the_page_is_small() {
    let bytes: usize = files().iter().map(|(_, text)| text.len()).sum();
    assert!(
        bytes < MOST_BYTES,
        "the page has {bytes} bytes, {MOST_BYTES} are allowed"
    );
    for (name, text) in files() {
        let lines = text.lines().count();
        assert!(lines <= MOST_LINES, "{name} has {lines} lines");
    }
}

#[test]
fn every_module_says_what_it_does() {
    for (name, text) in files() {
        let opening = match name.rsplit('.').next() {
            Some("js") => "// ",
            Some("css") => "/* ",
            _ => "<!doctype html>\n<!-- ",
        };
        assert!(text.starts_with(opening), "{name} has no header comment");
    }
}

#[test]
fn nothing_comes_from_elsewhere() {
    /// A name of XML in the icon; it is not loaded.
    const XML_NAME: &str = "http://www.w3.org/2000/svg";
    for (name, content) in files() {
        let content = content.replace(XML_NAME, "");
        for sign in ["http://", "https://", "\"//", "url(", "@import"] {
            assert!(
                !content.contains(sign),
                "{name} names another address: {sign}"
            );
        }
    }
}

#[test]
fn text_is_never_read_as_html() {
    let ways = [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "createContextualFragment",
        "setHTML",
        "eval(",
        "new Function",
        "javascript:",
        "srcdoc",
    ];
    for (name, text) in files() {
        for way in ways {
            assert!(!text.contains(way), "{name} uses {way}");
        }
        let inline = text.contains("<script>") || text.contains(" onclick=");
        assert!(
            !inline && !text.contains(" style=\""),
            "{name} has an inline script or style"
        );
    }
}

#[tokio::test]
async fn every_file_is_served_under_its_name_and_a_strict_policy() {
    let sandbox = frozen().await;
    let mut names: Vec<(String, String)> = files()
        .into_iter()
        .map(|(name, text)| (format!("/{name}"), text.to_owned()))
        .collect();
    let start = names.iter().find(|(name, _)| name == "/index.html");
    let start = start.expect("a start page").1.clone();
    names.push(("/".to_owned(), start));
    for (path, text) in names {
        let url = format!("{}{path}", sandbox.url());
        let answer = reqwest::get(&url).await.expect("an answer");
        assert_eq!(answer.status(), 200, "{path}");
        check_headers(&path, answer.headers());
        assert_eq!(answer.text().await.expect("text"), text, "{path}");
    }
    sandbox.stop().await;
}

fn check_headers(path: &str, headers: &HeaderMap) {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    };
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        _ => "text/html",
    };
    assert!(header("content-type").starts_with(kind), "{path}");
    assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
    let policy = header("content-security-policy");
    let demanded = [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
    ];
    for rule in demanded {
        assert!(policy.contains(rule), "{path}: {policy}");
    }
    assert!(!policy.contains("unsafe"), "{path}: {policy}");
    assert!(!policy.contains("http"), "{path}: {policy}");
}

#[test]
fn every_module_that_is_imported_exists() {
    let names: Vec<String> = files().into_iter().map(|(name, _)| name).collect();
    for (name, text) in files() {
        for part in text.split("from \"./").skip(1) {
            let wanted = part.split('"').next().unwrap_or_default();
            assert!(
                names.iter().any(|one| one == wanted),
                "{name} imports {wanted}"
            );
        }
    }
}

/// A bot may upload a web page; opened from here it must not act in the name of this server.
#[tokio::test]
async fn an_upload_is_never_run() {
    let sandbox = frozen().await;
    let bot = Bot::login(&sandbox).await;
    let path = format!("/channels/{}/messages", sandbox.channel());
    let files: [(&str, &[u8]); 1] = [("page.html", b"<script>alert(1)</script>")];
    let sent = bot.upload("POST", &path, json!({}), &files).await;
    assert_eq!(sent.status, 200);
    let url = text(&sent.body["attachments"][0]["url"]);
    let answer = reqwest::get(url).await.expect("an answer");
    let header = |name: &str| answer.headers()[name].to_str().expect("text").to_owned();
    assert_eq!(header("x-content-type-options"), "nosniff");
    let policy = header("content-security-policy");
    assert!(policy.contains("default-src 'none'"), "{policy}");
    assert!(policy.contains("sandbox;"), "{policy}");
    sandbox.stop().await;
}
