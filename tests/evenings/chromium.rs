//! A browser on this machine: Chromium behind its own driver, spoken to over WebDriver, and the page as somebody uses it.

use std::process::{Command, Stdio};
use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::people::PATIENCE;
use crate::process::Process;

/// No story in a browser takes longer. Each wait has its own limit: this one is for a browser that hangs.
const LONGEST: Duration = PATIENCE.saturating_mul(4);
/// A driver that finds no port is started so often.
const MOST_DRIVERS: usize = 20;
/// What this test needs, as Debian names them.
const PACKAGES: &str = "chromium and chromium-driver";

/// How large the window is.
#[derive(Clone, Copy, Debug)]
pub enum Screen {
    /// 1280 × 800.
    Desk,
    /// 390 × 844, touched instead of clicked.
    Phone,
}

/// A running browser with one page.
#[derive(Clone)]
pub struct Browser {
    client: Client,
}

/// Opens the page in a browser and lets the story happen there; the browser closes whatever the end. Where no browser is
/// installed, that is said aloud and nothing happens.
pub async fn in_browser<Told, End>(url: &str, screen: Screen, story: Told)
where
    Told: FnOnce(Browser) -> End,
    End: Future<Output = ()> + Send + 'static,
{
    if !is_installed("chromium") || !is_installed("chromedriver") {
        crate::aloud(&format!(
            "left out: the page in a browser, for {PACKAGES} are not installed"
        ));
        return;
    }
    let (_driver, port) = driver().await;
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(wishes(screen))
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("Chromium starts");
    client.goto(url).await.expect("the page opens");
    let browser = Browser {
        client: client.clone(),
    };
    // In a task of its own, so that its end is known even if it falls over: a browser that stays would keep the test.
    let told = tokio::spawn(tokio::time::timeout(LONGEST, story(browser))).await;
    client.close().await.expect("the browser closes");
    match told {
        Ok(Ok(())) => {}
        Ok(Err(_)) => panic!("the story takes longer than {LONGEST:?}"),
        Err(fallen) => std::panic::resume_unwind(fallen.into_panic()),
    }
}

impl Browser {
    /// Opens one more window with this page, and goes on in it. The others stay as they are.
    pub async fn opens_another(&self, url: &str) {
        let window = self.client.new_window(false).await;
        let window = window.expect("a window opens");
        let there = self.client.switch_to_window(window.handle).await;
        there.expect("the window is there");
        self.client.goto(url).await.expect("the page opens");
    }

    /// The first thing that this selector finds and that can be seen, once there is one.
    pub async fn shows(&self, selector: &str) -> Element {
        let all = format!("[...document.querySelectorAll({selector:?})]");
        let seen = format!("{all}.findIndex((one) => one.checkVisibility())");
        let script = format!("const place = {seen}; return place < 0 ? null : [place]");
        loop {
            let place = self.tells(selector, &script).await[0].as_u64();
            let place = place.and_then(|place| usize::try_from(place).ok());
            let mut found = self.all(selector).await.into_iter();
            // What was drawn anew between the two looks is looked for again.
            if let Some(element) = place.and_then(|place| found.nth(place)) {
                return element;
            }
        }
    }

    /// Everything that this selector finds now.
    pub async fn all(&self, selector: &str) -> Vec<Element> {
        let found = self.client.find_all(Locator::Css(selector)).await;
        found.expect("the page answers")
    }

    /// Presses what this selector finds, as soon as it can be seen.
    pub async fn presses(&self, selector: &str) {
        let until = tokio::time::Instant::now() + PATIENCE;
        // What moves or is drawn anew at this very moment is pressed again.
        while let Err(error) = self.shows(selector).await.click().await {
            assert!(tokio::time::Instant::now() < until, "{selector}: {error}");
        }
    }

    /// Types into what this selector finds.
    pub async fn types(&self, selector: &str, text: &str) {
        let until = tokio::time::Instant::now() + PATIENCE;
        while let Err(error) = self.shows(selector).await.send_keys(text).await {
            assert!(tokio::time::Instant::now() < until, "{selector}: {error}");
        }
    }

    /// Presses Enter in what this selector finds.
    pub async fn enters(&self, selector: &str) {
        let enter = String::from(char::from(Key::Enter));
        self.types(selector, &enter).await;
    }

    /// Waits until this script gives something other than `false` or `null`, and gives it. The page itself does the waiting.
    pub async fn tells(&self, what: &str, script: &str) -> Value {
        let patience_ms = PATIENCE.as_millis();
        let waiting = format!(
            "const done = arguments[arguments.length - 1], until = Date.now() + {patience_ms};
             const told = () => {{ {script} }};
             (function look() {{
               const now = told();
               if ((now !== null && now !== false) || Date.now() > until) done(now);
               else setTimeout(look, 20);
             }})();"
        );
        let told = self.client.execute_async(&waiting, Vec::new()).await;
        let told = told.expect("the page answers");
        if told.is_null() || told == false {
            self.gives_up(what).await;
        }
        told
    }

    /// What this script gives.
    pub async fn asks(&self, script: &str) -> Value {
        let told = self.client.execute(script, Vec::new()).await;
        told.expect("the page answers")
    }

    async fn gives_up(&self, what: &str) -> ! {
        let text = self.asks("return document.body.innerText").await;
        let name = format!("istaka-browser-{}.png", std::process::id());
        let file = std::env::temp_dir().join(name);
        if let Ok(picture) = self.client.screenshot().await {
            // Without the picture the text has to do.
            let _ = std::fs::write(&file, picture);
        }
        panic!(
            "the page does not show {what} (see {}). It says:\n{text}",
            file.display()
        );
    }
}

fn is_installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// A driver, and its port. It takes a port that is free for IPv4, and ends if somebody has just taken it for IPv6.
async fn driver() -> (Process, u16) {
    let mut said = String::new();
    for _ in 0..MOST_DRIVERS {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null());
        let mut driver = Process::start(command);
        if let Some(port) = port_of(&mut driver).await {
            return (driver, port);
        }
        said = driver.stderr();
    }
    panic!("no driver starts: {said}");
}

/// The driver takes a free port and says which, after it said that it was asked for port 0; `None` if it ends before.
async fn port_of(driver: &mut Process) -> Option<u16> {
    loop {
        let line = driver.next_line().await?;
        let told = line.rsplit_once("on port ");
        let port = told.and_then(|(_, port)| port.trim_end_matches('.').parse().ok());
        if let Some(port) = port.filter(|port| *port != 0) {
            return Some(port);
        }
    }
}

fn wishes(screen: Screen) -> serde_json::Map<String, Value> {
    // As root, and in containers with little shared memory, Chromium starts only like this.
    let mut flags = vec![
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--force-prefers-reduced-motion",
        "--lang=en-US",
    ];
    let mut chrome = json!({});
    match screen {
        Screen::Desk => flags.push("--window-size=1280,800"),
        Screen::Phone => {
            chrome["mobileEmulation"] = json!({"deviceMetrics": {
                "width": 390, "height": 844, "pixelRatio": 2, "touch": true, "mobile": true,
            }});
        }
    }
    chrome["args"] = json!(flags);
    // The page gives up first, so that it can be told what it shows.
    let limit_ms = PATIENCE.as_millis() * 2;
    let wishes = json!({"browserName": "chrome", "goog:chromeOptions": chrome,
        "timeouts": {"script": limit_ms, "pageLoad": limit_ms}});
    match wishes {
        Value::Object(wishes) => wishes,
        _ => unreachable!("it was written as an object"),
    }
}
