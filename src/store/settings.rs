//! What people and servers have set. Where nobody has set anything there is nothing here: what is usual then is the
//! front's business.

use std::collections::HashMap;

use sqlx::SqliteConnection;

use super::id::{PersonId, ServerId};
use super::readable::readable;
use super::writer::Work;
use super::{Failure, NotWritten, Store};

/// What a person wants everywhere; `None` where they have not said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PersonSettings {
    /// The language of their private words: a locale of Discord.
    pub language: Option<String>,
    /// How their rack is laid out: `melds` or `colours`.
    pub arrangement: Option<String>,
    /// Whether a tile is drawn for them when their turn begins with nothing else to choose.
    pub auto_draw: Option<bool>,
    /// Whether they are called when the table waits for them.
    pub pings: Option<bool>,
    /// Whether the suits of cards are printed in four colours for them.
    pub four_colours: Option<bool>,
    /// Whether pictures show their avatar.
    pub face: Option<bool>,
}

/// One thing a person says; `None` takes back what they said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PersonSetting {
    /// The language of their private words.
    Language(Option<String>),
    /// How their rack is laid out.
    Arrangement(Option<String>),
    /// Whether a tile is drawn for them.
    AutoDraw(Option<bool>),
    /// Whether they are called.
    Pings(Option<bool>),
    /// Whether cards are printed in four colours.
    FourColours(Option<bool>),
    /// Whether pictures show their avatar.
    Face(Option<bool>),
}

/// What a server wants; `None` where nobody has said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServerSettings {
    /// The language of its public words: a locale of Discord.
    pub language: Option<String>,
    /// The clock of its tables.
    pub preset: Option<String>,
    /// The level of its computers.
    pub level: Option<String>,
    /// Whether its tables count for the leaderboard.
    pub rated: Option<bool>,
    /// Whether its tables get threads of their own.
    pub threads: Option<bool>,
    /// How many of its tables may be open at once.
    pub most_tables: Option<i64>,
    /// Whether the suits of cards are printed in four colours on what everybody sees.
    pub four_colours: Option<bool>,
    /// Whether games with stakes are played for units.
    pub units: Option<bool>,
    /// Whether what everybody sees shows the avatars of people.
    pub faces: Option<bool>,
}

impl ServerSettings {
    /// Whether its games with stakes are played for units.
    pub fn has_units(&self) -> bool {
        self.units.unwrap_or(true)
    }
}

/// One thing said for a server; `None` takes back what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServerSetting {
    /// The language of its public words.
    Language(Option<String>),
    /// The clock of its tables.
    Preset(Option<String>),
    /// The level of its computers.
    Level(Option<String>),
    /// Whether its tables count.
    Rated(Option<bool>),
    /// Whether its tables get threads.
    Threads(Option<bool>),
    /// How many of its tables may be open at once.
    MostTables(Option<i64>),
    /// Whether cards are printed in four colours.
    FourColours(Option<bool>),
    /// Whether games are played for units.
    Units(Option<bool>),
    /// Whether what everybody sees shows avatars.
    Faces(Option<bool>),
}

/// A setting on its way to the disk.
pub(super) enum Setting {
    Person(PersonId, PersonSetting),
    Server(ServerId, ServerSetting),
}

impl Store {
    /// What a person has said.
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, Failure> {
        let person = person.to_row();
        let found = sqlx::query_as!(
            PersonSettings,
            r#"select language, arrangement, auto_draw as "auto_draw: bool", pings as "pings: bool",
                      four_colours as "four_colours: bool", face as "face: bool"
               from person_settings where person = ?"#,
            person
        )
        .fetch_optional(&self.0.readers)
        .await?;
        Ok(found.unwrap_or_default())
    }

    /// What was said for a server.
    pub async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, Failure> {
        let server = server.to_row();
        let found = sqlx::query_as!(
            ServerSettings,
            r#"select language, preset, level, rated as "rated: bool", threads as "threads: bool", most_tables,
                      four_colours as "four_colours: bool", units as "units: bool", faces as "faces: bool"
               from server_settings where server = ?"#,
            server
        )
        .fetch_optional(&self.0.readers)
        .await?;
        Ok(found.unwrap_or_default())
    }

    /// What everybody has said who ever said something.
    pub async fn settings_of_people(&self) -> Result<HashMap<PersonId, PersonSettings>, Failure> {
        let rows = sqlx::query!(
            r#"select person, language, arrangement, auto_draw as "auto_draw: bool", pings as "pings: bool",
                      four_colours as "four_colours: bool", face as "face: bool"
               from person_settings"#
        )
        .fetch(&self.0.readers);
        let settings = readable("person_settings", rows).await?;
        let settings = settings.into_iter().map(|row| {
            let settings = PersonSettings {
                language: row.language,
                arrangement: row.arrangement,
                auto_draw: row.auto_draw,
                pings: row.pings,
                four_colours: row.four_colours,
                face: row.face,
            };
            (PersonId::from_row(row.person), settings)
        });
        Ok(settings.collect())
    }

    /// What was said for every server.
    pub async fn settings_of_servers(&self) -> Result<HashMap<ServerId, ServerSettings>, Failure> {
        let rows = sqlx::query!(
            r#"select server, language, preset, level, rated as "rated: bool", threads as "threads: bool",
                      most_tables, four_colours as "four_colours: bool", units as "units: bool", faces as "faces: bool"
               from server_settings"#
        )
        .fetch(&self.0.readers);
        let settings = readable("server_settings", rows).await?;
        let settings = settings.into_iter().map(|row| {
            let settings = ServerSettings {
                language: row.language,
                preset: row.preset,
                level: row.level,
                rated: row.rated,
                threads: row.threads,
                most_tables: row.most_tables,
                four_colours: row.four_colours,
                units: row.units,
                faces: row.faces,
            };
            (ServerId::from_row(row.server), settings)
        });
        Ok(settings.collect())
    }

    /// Writes one thing that a person says; the others stay as they are.
    pub async fn set_person_setting(
        &self,
        person: PersonId,
        setting: PersonSetting,
    ) -> Result<(), NotWritten> {
        let work = Work::Setting(Setting::Person(person, setting));
        self.write(work).await.map(drop)
    }

    /// Writes one thing that is said for a server; the others stay as they are.
    pub async fn set_server_setting(
        &self,
        server: ServerId,
        setting: ServerSetting,
    ) -> Result<(), NotWritten> {
        let work = Work::Setting(Setting::Server(server, setting));
        self.write(work).await.map(drop)
    }
}

/// Each statement names the one column it changes, so that two changes at once both stay.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    setting: &Setting,
) -> Result<(), sqlx::Error> {
    match setting {
        Setting::Person(person, setting) => write_person(connection, *person, setting).await,
        Setting::Server(server, setting) => write_server(connection, *server, setting).await,
    }
}

async fn write_person(
    connection: &mut SqliteConnection,
    person: PersonId,
    setting: &PersonSetting,
) -> Result<(), sqlx::Error> {
    let person = person.to_row();
    let done = match setting {
        PersonSetting::Language(language) => sqlx::query!(
            "insert into person_settings (person, language) values (?, ?)
             on conflict (person) do update set language = excluded.language",
            person,
            language
        )
        .execute(connection),
        PersonSetting::Arrangement(arrangement) => sqlx::query!(
            "insert into person_settings (person, arrangement) values (?, ?)
             on conflict (person) do update set arrangement = excluded.arrangement",
            person,
            arrangement
        )
        .execute(connection),
        PersonSetting::AutoDraw(auto_draw) => sqlx::query!(
            "insert into person_settings (person, auto_draw) values (?, ?)
             on conflict (person) do update set auto_draw = excluded.auto_draw",
            person,
            auto_draw
        )
        .execute(connection),
        PersonSetting::Pings(pings) => sqlx::query!(
            "insert into person_settings (person, pings) values (?, ?)
             on conflict (person) do update set pings = excluded.pings",
            person,
            pings
        )
        .execute(connection),
        PersonSetting::FourColours(four_colours) => sqlx::query!(
            "insert into person_settings (person, four_colours) values (?, ?)
             on conflict (person) do update set four_colours = excluded.four_colours",
            person,
            four_colours
        )
        .execute(connection),
        PersonSetting::Face(face) => sqlx::query!(
            "insert into person_settings (person, face) values (?, ?)
             on conflict (person) do update set face = excluded.face",
            person,
            face
        )
        .execute(connection),
    };
    done.await.map(drop)
}

async fn write_server(
    connection: &mut SqliteConnection,
    server: ServerId,
    setting: &ServerSetting,
) -> Result<(), sqlx::Error> {
    let server = server.to_row();
    let done = match setting {
        ServerSetting::Language(language) => sqlx::query!(
            "insert into server_settings (server, language) values (?, ?)
             on conflict (server) do update set language = excluded.language",
            server,
            language
        )
        .execute(connection),
        ServerSetting::Preset(preset) => sqlx::query!(
            "insert into server_settings (server, preset) values (?, ?)
             on conflict (server) do update set preset = excluded.preset",
            server,
            preset
        )
        .execute(connection),
        ServerSetting::Level(level) => sqlx::query!(
            "insert into server_settings (server, level) values (?, ?)
             on conflict (server) do update set level = excluded.level",
            server,
            level
        )
        .execute(connection),
        ServerSetting::Rated(rated) => sqlx::query!(
            "insert into server_settings (server, rated) values (?, ?)
             on conflict (server) do update set rated = excluded.rated",
            server,
            rated
        )
        .execute(connection),
        ServerSetting::Threads(threads) => sqlx::query!(
            "insert into server_settings (server, threads) values (?, ?)
             on conflict (server) do update set threads = excluded.threads",
            server,
            threads
        )
        .execute(connection),
        ServerSetting::MostTables(most_tables) => sqlx::query!(
            "insert into server_settings (server, most_tables) values (?, ?)
             on conflict (server) do update set most_tables = excluded.most_tables",
            server,
            most_tables
        )
        .execute(connection),
        ServerSetting::FourColours(four_colours) => sqlx::query!(
            "insert into server_settings (server, four_colours) values (?, ?)
             on conflict (server) do update set four_colours = excluded.four_colours",
            server,
            four_colours
        )
        .execute(connection),
        ServerSetting::Units(units) => sqlx::query!(
            "insert into server_settings (server, units) values (?, ?)
             on conflict (server) do update set units = excluded.units",
            server,
            units
        )
        .execute(connection),
        ServerSetting::Faces(faces) => sqlx::query!(
            "insert into server_settings (server, faces) values (?, ?)
             on conflict (server) do update set faces = excluded.faces",
            server,
            faces
        )
        .execute(connection),
    };
    done.await.map(drop)
}
