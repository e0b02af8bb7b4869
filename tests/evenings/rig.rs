//! Rigged deals: another wall in the journal, before the bot comes back.

use std::path::Path;

use istaka::rules::card::Card;
use istaka::rules::karuta::Karuta;
use istaka::rules::tile::Tile;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};

use crate::house::{Evening, sit_down_to};
use crate::people::Person;

/// How many tiles everybody but the starter gets in Okey 101.
const RACK: usize = 21;
/// With this indicator the okey is R5.
const INDICATOR: &str = "R4";
/// What no rack gets that did not ask for it.
const SPECIAL: [&str; 2] = ["R5", "F"];

fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).expect("tiles")
}

/// The tiles of a deck without these.
fn without(named: &[Tile]) -> Vec<Tile> {
    let mut rest = Tile::deck();
    for tile in named {
        let place = rest.iter().position(|other| other == tile);
        rest.remove(place.unwrap_or_else(|| panic!("there are not so many {tile}")));
    }
    rest
}

/// Puts a deck in the place of the last deal of this game, of which there is one table; the bot is not there.
async fn put_deal(db: &Path, game: &str, dealer: usize, mut deck: Vec<Tile>) {
    deck.extend(without(&deck));
    put_dealt(
        db,
        game,
        json!({"deck": deck, "dealer": dealer, "dice": []}),
    )
    .await;
}

/// Puts a deal of Kaluki in the place of the last deal: this pack, the top card first, after a cut of one card.
pub async fn put_pack(db: &Path, dealer: usize, wanted: &[Card]) {
    let mut pack = wanted.to_vec();
    pack.rotate_right(1);
    let dealt = json!({"pack": pack, "cut": 1, "dealer": dealer});
    put_dealt(db, "kaluki", dealt).await;
}

/// Puts a deal of Hachinin-meri in the place of the last deal: the pack, its first half of 37, and what is left, shuffled.
pub async fn put_karuta(db: &Path, dealer: usize, deck: &[Karuta], again: &[Karuta]) {
    let dealt = json!({"deck": deck, "half": 37, "again": again, "dealer": dealer});
    put_dealt(db, "meri", dealt).await;
}

/// Puts a deal in the place of the last one, and of whatever computers have done since.
async fn put_dealt(db: &Path, game: &str, dealt: Value) {
    let mut open = opened(db).await;
    let later = "delete from steps where table_id = (select id from tables where game = ?)
                 and revision > (select max(revision) from steps join tables on tables.id = table_id
                                 where game = ? and cause = 'house')";
    let done = sqlx::query(later).bind(game).bind(game).execute(&mut open);
    done.await.expect("it is written");
    open.close().await.expect("it closes");
    let changes = json!([{"dealt": {"events": [{game: {"dealt": dealt}}]}}]);
    put_changes(db, game, changes).await;
}

/// Puts these changes in the place of those of the last step of this game, of which there is one table.
pub async fn put_changes(db: &Path, game: &str, changes: Value) {
    let mut db = opened(db).await;
    let sql = "update steps set changes = ? from tables where tables.id = table_id and game = ?
               and revision = (select max(revision) from steps, tables where tables.id = table_id and game = ?)";
    let last = sqlx::query(sql).bind(changes.to_string());
    let done = last.bind(game).bind(game).execute(&mut db).await;
    assert_eq!(done.expect("it is written").rows_affected(), 1);
    unchain(&mut db).await;
    db.close().await.expect("it closes");
}

/// Lets the journals be those of an older version, which are believed as they are.
pub async fn unchain(db: &mut SqliteConnection) {
    for sql in [
        "update steps set digest = null",
        "update seatings set digest = null",
        "delete from heads",
        "delete from chained",
    ] {
        let done = sqlx::query(sql).execute(&mut *db).await;
        done.expect("it is written");
    }
}

async fn opened(db: &Path) -> SqliteConnection {
    let url = format!("sqlite://{}", db.display());
    SqliteConnection::connect(&url).await.expect("a database")
}

/// The house rules with which the one table of this game was opened.
pub async fn options(db: &Path, game: &str) -> Value {
    let url = format!("sqlite://{}?mode=ro", db.display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let sql = "select options from tables where game = ?";
    let row = sqlx::query(sql).bind(game).fetch_one(&mut db).await;
    serde_json::from_str(row.expect("it is read").get(0)).expect("JSON")
}

/// The changes of every step of the one table of this game.
pub async fn changes(db: &Path, game: &str) -> Vec<Value> {
    let url = format!("sqlite://{}?mode=ro", db.display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let sql = "select changes from steps, tables where tables.id = table_id and game = ? order by revision";
    let rows = sqlx::query(sql).bind(game).fetch_all(&mut db).await;
    let rows = rows.expect("they are read");
    let read = |row: &SqliteRow| serde_json::from_str(row.get(0)).expect("JSON");
    rows.iter().map(read).collect()
}

/// Puts this deal of Okey for two in the place of the last deal.
pub async fn rigs(evening: &mut Evening, first: &str, second: &str, stock: &str) {
    evening.bot_goes().await;
    let deck = [first, second, INDICATOR, stock].map(tiles).concat();
    put_deal(&evening.db(), "okey", 1, deck).await;
    evening.bot_comes().await;
}

/// A deal of Okey 101: its racks begin with the starter's, and each is filled up with tiles that lie far apart.
pub struct Deal<'a> {
    pub dealer: usize,
    pub racks: Vec<&'a str>,
    /// The first tiles of the stock.
    pub stock: &'a str,
}

impl<'a> Deal<'a> {
    /// Dealt by the host, who begins.
    pub fn of(racks: &[&'a str], stock: &'a str) -> Self {
        Self {
            dealer: 0,
            racks: racks.to_vec(),
            stock,
        }
    }
}

/// People at a table of Okey 101 with this deal, each with a panel; the first one begins.
pub async fn rigged<const N: usize>(
    evening: &mut Evening,
    names: [&str; N],
    mut options: Value,
    deal: &Deal<'_>,
) -> [Person; N] {
    let people = evening.people(names).await;
    let guests: Vec<&Person> = people[1..].iter().collect();
    options["seats"] = json!(N);
    sit_down_to("okey101", &people[0], &guests, options).await;
    evening.bot_goes().await;
    let wall = wall(&deal.racks, deal.stock);
    put_deal(&evening.db(), "okey101", deal.dealer, wall).await;
    evening.bot_comes().await;
    for person in &people {
        person.shows_rack().await;
    }
    people
}

/// The beginning of a wall that gives these racks (101 rules 4.1).
fn wall(racks: &[&str], stock: &str) -> Vec<Tile> {
    let racks: Vec<Vec<Tile>> = racks.iter().map(|rack| tiles(rack)).collect();
    let last = tiles(&format!("{INDICATOR} {stock}"));
    let mut rest = without(&[racks.concat(), last.clone()].concat());
    let mut deck = Vec::new();
    for (seat, mut rack) in racks.into_iter().enumerate() {
        let size = RACK + usize::from(seat == 0);
        assert!(rack.len() <= size, "too many tiles: {rack:?}");
        while rack.len() < size {
            rack.push(filler(&mut rest, &rack));
        }
        deck.append(&mut rack);
    }
    [deck, last].concat()
}

/// A tile that is neither okey nor false joker, and that makes no double.
fn filler(rest: &mut Vec<Tile>, rack: &[Tile]) -> Tile {
    let is_plain = |tile: &Tile| {
        let special = SPECIAL.iter().any(|special| tile.to_string() == *special);
        !special && !rack.contains(tile)
    };
    // From one to the next it is five numbers, so that no run comes of it.
    let from = 5 * rack.len() % rest.len();
    let places = (from..rest.len()).chain(0..from);
    let place = places.into_iter().find(|place| is_plain(&rest[*place]));
    rest.remove(place.expect("there are plenty of tiles"))
}
