//! A flipped bit or a bad page anywhere in a database with games of all kinds: it is noticed or changes nothing, and all other
//! games go on.
//!
//! `ISTAKA_FLIPS=1000 cargo test --lib a_flipped_bit -- --nocapture` flips so many, `ISTAKA_SEED` says which;
//! `ISTAKA_PAGES=1000 cargo test --lib a_bad_page -- --nocapture` makes so many pages bad.

use std::collections::BTreeSet;

use super::*;
use crate::rules::Dice;
use crate::rules::any::GameId;
use crate::store::{Failure, OtherProgram};

/// How many tables of each game are in the database.
const EACH: usize = 3;

/// How many moves a person makes at each.
const MOVES: usize = 6;

/// So long a computer waits for its move where a database is only looked at.
const STILL: Duration = Duration::from_secs(3600);

fn told(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is a whole number, not {text}")),
    )
}

/// A closed database with games of all kinds, in each of which some moves were made, and a lobby.
async fn database(folder: &Folder) -> Vec<TableId> {
    let mut scene = Scene::new(folder).await;
    let mut tables = Vec::new();
    for game in GameId::RELEASED
        .iter()
        .cycle()
        .take(EACH * GameId::RELEASED.len())
    {
        let seats = *game.seats().end();
        let opening = opening(game.default_options(), seats, seats - 1);
        let table = scene.playing(1, opening).await;
        let may_act =
            |look: &Look| is_to_act(look) || look.next_round_at.is_some() || is_over(look);
        for _ in 0..MOVES {
            let look = scene.until(&table, 1, may_act).await;
            if !is_to_act(&look) {
                break;
            }
            // A computer may have answered first where several are asked: then it is late.
            let _ = table.act(pressed(1, &look, some_action(&look))).await;
        }
        // Whatever computers have to do is done: they would do it wherever this is opened, sooner or later.
        scene.until(&table, 1, may_act).await;
        tables.push(table.id);
    }
    let lobby = scene.open(opening(rounds(1), 4, 1)).await;
    tables.push(lobby.id);
    scene.hall.close().await;
    tables
}

/// The hall of a database in which nothing moves. Where a page of it does not read it is made anew, as the program does.
async fn opened(file: &Path) -> Result<(Hall, Store), Failure> {
    let store = Store::open_patient(file, LIMIT).await?;
    let hall = hall_of(&store).await;
    if !store.has_bad_page() {
        return Ok((hall?, store));
    }
    if let Ok(hall) = hall {
        hall.close().await;
    }
    store.close().await;
    opened_anew(file).await
}

async fn opened_anew(file: &Path) -> Result<(Hall, Store), Failure> {
    let store = Store::open_anew(file).await?;
    let hall = hall_of(&store).await?;
    assert!(!store.has_bad_page());
    Ok((hall, store))
}

async fn hall_of(store: &Store) -> Result<Hall, Failure> {
    let settings = HallSettings {
        pace: STILL,
        ..ROOMY
    };
    let hall = Hall::reopen(store.clone(), Clock::new(ManualTime::default()), settings).await;
    hall.map_err(|failure| {
        store.notice(&failure);
        store.told(failure)
    })
}

async fn look_at(hall: &Hall, table: &TableId) -> Option<Look> {
    let table = hall.table(table)?;
    let look = || async { table.look(Some(person(1)), None).await.unwrap() };
    let found = look().await;
    if found.life == Life::SetAside(Aside::Damaged) {
        return Some(found);
    }
    // What computers do without a pause is done.
    in_time(table.rests()).await;
    Some(look().await)
}

/// The same game; where its messages stand, what is on a desk and how long the process slept is no part of it.
fn is_same(look: &Look, before: &Look) -> bool {
    let game_of = |look: &Look| Look {
        places: before.places,
        desk: None,
        held_back: None,
        deadline: None,
        turn_since: None,
        next_round_at: None,
        closes_at: None,
        ..look.clone()
    };
    game_of(look) == game_of(before)
}

/// A database that is closed, byte for byte, and what its tables looked like.
async fn whole() -> (Vec<u8>, Vec<Look>) {
    let folder = Folder::new();
    let tables = database(&folder).await;
    let bytes = std::fs::read(folder.file()).unwrap();
    let (hall, _) = opened(&folder.file()).await.unwrap();
    let mut before = Vec::new();
    for table in &tables {
        before.push(look_at(&hall, table).await.unwrap());
    }
    hall.close().await;
    (bytes, before)
}

/// What became of damaged databases.
#[derive(Default, Debug)]
struct Counts {
    trials: usize,
    harmless: usize,
    tables_set_aside: usize,
    tables_lost: usize,
    most_tables_in_one: usize,
    not_opened: usize,
    made_anew_later: usize,
}

impl Counts {
    async fn trial(&mut self, damaged: Vec<u8>, before: &[Look], told: &str) {
        self.trials += 1;
        let folder = Folder::new();
        std::fs::write(folder.file(), damaged).unwrap();
        let (hall, store) = match opened(&folder.file()).await {
            Ok(opened) => opened,
            Err(failure) => {
                assert!(!failure.may_pass(), "{told}: {failure}");
                self.not_opened += 1;
                println!("{told}: {failure}");
                return;
            }
        };
        let found = self.found(&hall, before, told).await;
        let bad = before.len() - found.len();
        self.harmless += usize::from(bad == 0);
        self.most_tables_in_one = self.most_tables_in_one.max(bad);
        if let Some(look) = found.iter().find(|look| is_to_act(look))
            && !goes_on(&hall, look).await
        {
            // What nobody has read yet was found by writing there.
            assert!(store.has_bad_page(), "{told}: nothing can be written");
            hall.close().await;
            let (hall, _) = opened_anew(&folder.file()).await.unwrap();
            self.made_anew_later += 1;
            let found = self.found(&hall, before, told).await;
            let look = found.iter().find(|look| is_to_act(look));
            assert!(
                look.is_some() && goes_on(&hall, look.unwrap()).await,
                "{told}"
            );
            hall.close().await;
            return;
        }
        hall.close().await;
    }

    /// The tables that are as they were; of the others none is played on.
    async fn found(&mut self, hall: &Hall, before: &[Look], told: &str) -> Vec<Look> {
        let mut found = Vec::new();
        for before in before {
            match look_at(hall, &before.table).await {
                None => self.tables_lost += 1,
                Some(look) if look.life == Life::SetAside(Aside::Damaged) => {
                    self.tables_set_aside += 1;
                }
                Some(look) => {
                    let is_same = is_same(&look, before);
                    assert!(is_same, "{told}: played on as {look:?}, not {before:?}");
                    found.push(look);
                }
            }
        }
        found
    }
}

/// Whether a move is accepted.
async fn goes_on(hall: &Hall, look: &Look) -> bool {
    let table = hall.table(&look.table).unwrap();
    let acted = table.act(pressed(1, look, some_action(look))).await;
    matches!(acted, Ok(Answer::Done(_)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flipped_bit_is_noticed_or_harmless_and_costs_no_other_game() {
    let (flips, seed) = (
        told("ISTAKA_FLIPS").unwrap_or(100),
        told("ISTAKA_SEED").unwrap_or(9),
    );
    let (whole, before) = whole().await;
    let mut dice = Dice::from_seed(seed);
    let mut counts = Counts::default();
    while counts.trials < flips as usize {
        let place = dice.below(u32::try_from(whole.len()).unwrap()) as usize;
        if whole[place] == 0 {
            continue;
        }
        let bit = dice.below(8);
        let mut damaged = whole.clone();
        damaged[place] ^= 1 << bit;
        let told = format!("seed {seed}, bit {bit} of byte {place}");
        counts.trial(damaged, &before, &told).await;
    }
    println!("seed {seed}, {} bytes: {counts:?}", whole.len());
    assert!(counts.tables_set_aside > 0, "{counts:?}");
}

/// As the header of a database says it, in the two bytes from 16 on.
const PAGE: usize = 4096;

/// What a disk gives back in the place of a page.
#[derive(Clone, Copy, Debug)]
enum BadPage {
    Nothing,
    Noise,
    /// The end of it is not what was written last.
    Torn,
    /// What belongs elsewhere.
    Another,
}

impl BadPage {
    const ALL: [Self; 4] = [Self::Nothing, Self::Noise, Self::Torn, Self::Another];

    fn put(self, page: &mut [u8], pages: &[u8], dice: &mut Dice) {
        match self {
            Self::Nothing => page.fill(0),
            Self::Noise => page.fill_with(|| dice.below(256) as u8),
            Self::Torn => page[PAGE / 8..].fill(0),
            Self::Another => {
                let other = dice.below((pages.len() / PAGE) as u32) as usize;
                page.copy_from_slice(&pages[other * PAGE..][..PAGE]);
            }
        }
    }
}

/// The pages on which indexes begin, and that of the list of migrations: what stands there can be told from elsewhere.
const INDEXES: &str =
    "select rootpage from sqlite_schema where type = 'index' or name = '_sqlx_migrations'";
/// Those of the schema, the first one of the file among them: without them nobody knows what stands on the others.
const SCHEMA: &str = "select pageno from dbstat where name in ('sqlite_schema', 'sqlite_master')";

async fn pages_of(database: &[u8], sql: &str) -> Vec<i64> {
    let folder = Folder::new();
    std::fs::write(folder.file(), database).unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    let pages = other.numbers(sql).await;
    other.leave().await;
    pages
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_page_is_noticed_or_harmless_and_costs_no_game_that_is_not_on_it() {
    let (wanted, seed) = (
        told("ISTAKA_PAGES").unwrap_or(40),
        told("ISTAKA_SEED").unwrap_or(10),
    );
    let (whole, before) = whole().await;
    assert_eq!(whole[16..18], (PAGE as u16).to_be_bytes());
    let only_indexes = pages_of(&whole, INDEXES).await;
    let schema = pages_of(&whole, SCHEMA).await;
    let mut without = BTreeSet::new();
    let mut dice = Dice::from_seed(seed);
    let mut counts = Counts::default();
    // The list of migrations and what leads to it, in every way, whatever the dice say.
    for (place, bad) in [1, 2]
        .into_iter()
        .flat_map(|place| BadPage::ALL.map(|bad| (place, bad)))
    {
        let mut damaged = whole.clone();
        bad.put(&mut damaged[place * PAGE..][..PAGE], &whole, &mut dice);
        let told = format!("seed {seed}, {bad:?} in the place of page {}", place + 1);
        assert!(only_indexes.contains(&(place as i64 + 1)), "{told}");
        let harmless = counts.harmless;
        counts.trial(damaged, &before, &told).await;
        assert!(counts.harmless > harmless, "{told}: a game is lost");
    }
    for bad in BadPage::ALL.into_iter().cycle().take(wanted as usize) {
        let place = dice.below((whole.len() / PAGE) as u32) as usize;
        let mut damaged = whole.clone();
        bad.put(&mut damaged[place * PAGE..][..PAGE], &whole, &mut dice);
        let told = format!("seed {seed}, {bad:?} in the place of page {}", place + 1);
        let (harmless, refused) = (counts.harmless, counts.not_opened);
        counts.trial(damaged, &before, &told).await;
        let number = place as i64 + 1;
        if only_indexes.contains(&number) {
            assert!(counts.harmless > harmless, "{told}: a game is lost");
        }
        if counts.not_opened > refused {
            without.insert(number);
        }
    }
    println!("seed {seed}, {} bytes: {counts:?}", whole.len());
    let is_schema = |page: &i64| schema.contains(page);
    assert!(without.iter().all(is_schema), "{without:?} {schema:?}");
    assert!(counts.tables_set_aside > 0, "{counts:?}");
}
