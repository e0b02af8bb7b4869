//! Okey 101 by presses: a simple player, the pages on which melds are put together, and what boards tell of points.

use istaka::rules::meld::least_needed;
use istaka::rules::tile::Tile;

use crate::message::{Button, Message};
use crate::people::Person;
use crate::play::{WON, is_over, is_result};

/// The style of a plain button.
const PLAIN: u64 = 2;
/// The style of a red button: a discard that costs.
const GRAVE: u64 = 4;

/// Whether this is a page of a panel of Okey 101 in a round that is being played.
pub fn is_of_101(panel: &Message) -> bool {
    panel.buttons().iter().any(|button| button.verb() == "meld")
}

/// The first button about melds that can be pressed and whose argument begins so.
pub fn meld_button(page: &Message, begins: &str) -> Option<Button> {
    let mut buttons = page.enabled().into_iter();
    buttons.find(|button| button.verb() == "meld" && button.argument().starts_with(begins))
}

/// What a simple player presses next: whatever lays tiles, then what must be.
pub fn choice(panel: &Message) -> Option<Button> {
    let lays = ["preview.", "lay.", "all"].into_iter();
    let goes_on = ["draw", "pass", "next", "surely"].into_iter();
    lays.filter_map(|begins| meld_button(panel, begins))
        .chain(goes_on.filter_map(|verb| panel.can(verb)))
        .next()
        .or_else(|| discard(panel))
}

/// The button of a tile that costs nothing and that the rack needs least; one that costs if all do.
pub fn discard(panel: &Message) -> Option<Button> {
    let mut buttons = panel.enabled();
    buttons.retain(|button| button.verb() == "discard");
    if buttons.iter().any(|button| button.style != GRAVE) {
        buttons.retain(|button| button.style != GRAVE);
    }
    let tiles: Vec<Tile> = buttons.iter().filter_map(Button::tile).collect();
    let least = panel.okey().and_then(|okey| least_needed(&tiles, okey));
    let meant = buttons
        .iter()
        .find(|button| least.is_some() && button.tile() == least);
    meant.or(buttons.last()).cloned()
}

/// The tile that a button shows on a page where its id does not name it.
pub fn shown(button: &Button) -> Option<Tile> {
    if button.emoji.starts_with('🃏') {
        return "F".parse().ok();
    }
    let signs = [("❤", "R"), ("⭐", "Y"), ("🍀", "G"), ("♠", "K")];
    let is_meant = |sign: &str| button.emoji.starts_with(sign) || button.label.starts_with(sign);
    let (_, letter) = signs.iter().find(|(sign, _)| is_meant(sign))?;
    let number: String = button.label.chars().filter(char::is_ascii_digit).collect();
    format!("{letter}{number}").parse().ok()
}

impl Person {
    /// Presses a button about melds; see [`meld_button`].
    pub async fn melds(&self, page: &Message, begins: &str) -> Message {
        let button = meld_button(page, begins);
        let button = button.unwrap_or_else(|| panic!("{}: no {begins} on {page:?}", self.name));
        self.presses(page, &button).await.message()
    }

    /// A new panel of theirs, from the board; also where they have begun something, which they are told of first.
    pub async fn shows_rack(&self) -> Message {
        let told = self.presses_on_the_board("rack").await.message();
        if told.content().contains("what you have begun") {
            return self.presses_on_the_board("rack").await.message();
        }
        told
    }

    /// Draws as soon as they can.
    pub async fn draws(&self) -> Message {
        let panel = self
            .waits_for_panel("a tile to draw", |panel| panel.can("draw").is_some())
            .await;
        self.presses_the(&panel, "draw").await.message()
    }

    /// Presses the tile to be discarded; what comes of it.
    pub async fn throws(&self, tile: &str) -> Message {
        let panel = self
            .waits_for_panel("a tile to discard", |panel| panel.can("discard").is_some())
            .await;
        let mut buttons = panel.enabled().into_iter();
        let meant =
            buttons.find(|button| button.verb() == "discard" && button.tile() == tile.parse().ok());
        let meant = meant.unwrap_or_else(|| panic!("{}: no {tile} on {panel:?}", self.name));
        self.presses(&panel, &meant).await.message()
    }

    /// The page on which melds are put together, from the first page of their panel.
    pub async fn composes(&self, panel: &Message) -> Message {
        let more = self.more(panel).await;
        self.melds(&more, "compose.").await
    }

    /// Gives the taken tile back; where two openings are offered, there is room for it behind *More* alone.
    pub async fn gives_back(&self, panel: &Message) -> Message {
        let page = match meld_button(panel, "return") {
            Some(_) => panel.clone(),
            None => self.more(panel).await,
        };
        self.melds(&page, "return").await
    }

    /// The page behind *More*.
    pub async fn more(&self, panel: &Message) -> Message {
        let mut buttons = panel.enabled().into_iter();
        let more = buttons.find(|button| button.verb() == "meld" && button.argument().is_empty());
        let more = more.unwrap_or_else(|| panic!("{}: no More on {panel:?}", self.name));
        self.presses(panel, &more).await.message()
    }

    /// Toggles these tiles, each one that lies loose.
    pub async fn toggles(&self, page: &Message, tiles: &str) -> Message {
        let mut page = page.clone();
        for tile in Tile::read_all(tiles).expect("tiles") {
            let mut buttons = page.enabled().into_iter();
            let meant = buttons.find(|button| {
                let is_toggle = button.argument().starts_with("compose.");
                is_toggle && button.style == PLAIN && shown(button) == Some(tile)
            });
            let meant = meant.unwrap_or_else(|| panic!("{}: no {tile} on {page:?}", self.name));
            page = self.presses(&page, &meant).await.message();
        }
        page
    }

    /// Makes a meld of these tiles.
    pub async fn joins(&self, page: &Message, tiles: &str) -> Message {
        let page = self.toggles(page, tiles).await;
        self.melds(&page, "join.").await
    }

    /// Presses this tile, which lies in a meld or is picked: it lies loose then.
    pub async fn takes_out(&self, page: &Message, tile: &str) -> Message {
        let mut buttons = page.enabled().into_iter();
        let meant = buttons.find(|button| {
            let is_toggle = button.argument().starts_with("compose.");
            is_toggle && button.style != PLAIN && shown(button) == tile.parse().ok()
        });
        let meant = meant.unwrap_or_else(|| panic!("{}: no {tile} on {page:?}", self.name));
        self.presses(page, &meant).await.message()
    }
}

/// What a round cost somebody, as a board tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundLine {
    /// The sign of the seat with a mention, or with the name of a computer.
    pub who: String,
    pub cost: i64,
    pub total: i64,
}

fn number(text: &str) -> Option<i64> {
    let text = text.trim().trim_matches('*').replace('−', "-");
    text.split(' ').next()?.parse().ok()
}

/// The lines about the round that is over, by seat; none while one is being played.
pub fn round_lines(board: &Message) -> Vec<RoundLine> {
    let line = |line: &str| {
        let (cost, total) = line.split_once(" → **")?;
        let (who, cost) = cost.split_once(": **")?;
        Some(RoundLine {
            who: who.to_owned(),
            cost: number(cost.split("**").next()?)?,
            total: number(total.split("**").next()?)?,
        })
    };
    board.content().lines().filter_map(line).collect()
}

/// What a round cost these people: the cost of each of them, in their order. After an only round the standing says it of those
/// whose sum is nothing to explain.
pub fn costs(board: &Message, people: &[&Person]) -> Vec<i64> {
    let lines = round_lines(board);
    let cost = |person: &&Person| {
        let mention = format!("<@{}>", person.id);
        let line = lines.iter().find(|line| line.who.contains(&mention));
        if let Some(line) = line {
            return line.cost;
        }
        let standing = final_lines(board);
        let own = standing.iter().find(|(who, _)| who.contains(&mention));
        own.unwrap_or_else(|| panic!("no {mention} in {lines:?} of {board:?}"))
            .1
    };
    people.iter().map(cost).collect()
}

/// The final standing, best first: who, and with how many points.
pub fn final_lines(board: &Message) -> Vec<(String, i64)> {
    let (_, standing) = board
        .content()
        .split_once("The game is over")
        .unwrap_or_else(|| panic!("no final standing: {board:?}"));
    let line = |line: &str| {
        let (_, seat) = line.split_once(".** ")?;
        let seat = seat.strip_suffix(WON).unwrap_or(seat);
        let (who, points) = seat.rsplit_once(" · ")?;
        Some((who.to_owned(), number(points)?))
    };
    standing.lines().filter_map(line).collect()
}

/// The board of a game that is over.
pub async fn final_board(person: &Person) -> Message {
    let board = person
        .waits_for_board("the final standing", |board| {
            is_over(std::slice::from_ref(board))
        })
        .await;
    is_result(&board);
    board
}

/// All of these words stand in the message.
#[track_caller]
pub fn assert_tells(message: &Message, words: &[&str]) {
    for word in words {
        assert!(message.content().contains(word), "{word}: {message:?}");
    }
}
