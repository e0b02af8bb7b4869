//! The slash commands: each parses, calls a room, and answers.

mod choices;
mod game;
mod history;
mod info;
mod invite;
mod known;
mod leaderboard;
mod open;
mod over;
mod play;
mod privacy;
mod replay;
mod settings;
mod stats;
mod table;
mod verify;

use serde_json::{Value, json};

pub(super) use self::known::{find, is_known, notes_another_version};
#[cfg(test)]
pub(super) use self::play::choices;
use super::asked::Asked;
use super::{Front, FrontRef};
use crate::discord::speech::words::{LOCALES, Words};
use crate::discord::wire::note::MOST_CHOICE_TEXT;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::GameId;
use crate::tables::{Area, Barrier, ChannelId, Look, ServerId, Table, TableId};

/// A command of ours.
pub(crate) type Command = poise::Command<FrontRef, SendFailure>;
type Context<'a> = poise::ApplicationContext<'a, FrontRef, SendFailure>;

/// All commands, those of these games first, in the order in which they are explained.
pub(crate) fn all(games: &[GameId]) -> Vec<Command> {
    let games = games.iter().copied().map(game::command);
    let others = [
        play::play(),
        play::rack(),
        play::hint(),
        table::table(),
        leaderboard::leaderboard(),
        stats::stats(),
        history::history(),
        info::learn(),
        info::rules(),
        info::help(),
        info::about(),
        verify::verify(),
        replay::replay(),
        settings::settings(),
        privacy::privacy(),
    ];
    games.chain(others).collect()
}

/// What poise needs to parse commands and to call them.
pub(crate) fn options(
    mut commands: Vec<Command>,
) -> poise::FrameworkOptions<FrontRef, SendFailure> {
    poise::set_qualified_names(&mut commands);
    poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(on_error(error)),
        initialize_owners: false,
        // No command has a cooldown (see `Presses` for what is too quick), and what poise keeps of who last used which
        // command where, it keeps for ever.
        manual_cooldowns: true,
        ..Default::default()
    }
}

/// What Discord is told of the commands: every description in every language comes from the words.
pub(crate) fn registration(commands: &[Command]) -> Value {
    let commands = poise::builtins::create_application_commands(commands);
    let mut commands = json!(commands);
    for command in commands.as_array_mut().into_iter().flatten() {
        let name = command["name"].as_str().unwrap_or_default();
        let ids = ids_of(name);
        if let Some(game) = GameId::from_id(name) {
            game::limit(game, command);
        }
        describe(command, &ids);
    }
    commands
}

/// Where the words of a command stand; those of games share some.
fn ids_of(command: &str) -> Vec<String> {
    let shared = GameId::from_id(command).map(|_| "any");
    let names = [command].into_iter().chain(shared);
    names.map(|name| format!("command-{name}")).collect()
}

/// Where the words of a part stand, in the first place that has them.
fn below(ids: &[String], part: &str) -> Vec<String> {
    ids.iter().map(|id| format!("{id}-{part}")).collect()
}

/// Describes a command or an option, and its parts.
fn describe(part: &mut Value, ids: &[String]) {
    drop_what_says_nothing(part);
    tell_in_all_languages(part, "description", ids);
    for option in members(part, "options") {
        let ids = below(ids, option["name"].as_str().unwrap_or_default());
        describe(option, &ids);
    }
    for (number, choice) in members(part, "choices").enumerate() {
        tell_in_all_languages(choice, "name", &below(ids, &format!("choice-{number}")));
    }
}

/// serenity gives every option every field that any option may have; Discord knows only those of the option's own type.
/// Nothing, an empty list and a completion that is not offered are what a missing field means.
fn drop_what_says_nothing(part: &mut Value) {
    let says_nothing = |key: &str, value: &Value| {
        value.is_null()
            || value.as_array().is_some_and(Vec::is_empty)
            || (key == "autocomplete" && *value == false)
    };
    if let Some(part) = part.as_object_mut() {
        part.retain(|key, value| !says_nothing(key, value));
    }
}

fn members<'a>(part: &'a mut Value, list: &str) -> impl Iterator<Item = &'a mut Value> {
    part.get_mut(list)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

/// The first of these words that a language has; they are told the limits of a number.
fn tell_in_all_languages(part: &mut Value, field: &str, ids: &[String]) {
    for words in Words::all() {
        tell_in(words, part, field, ids);
    }
}

/// What Discord would not take is left out, and said in English: otherwise it took no command at all.
fn tell_in(words: Words, part: &mut Value, field: &str, ids: &[String]) {
    let limits = [("least", &part["min_value"]), ("most", &part["max_value"])];
    let number = |(name, limit): (&'static str, &Value)| Some((name, limit.as_f64()?.into()));
    let limits: Vec<_> = limits.into_iter().filter_map(number).collect();
    let mut own = ids.iter().map(|id| (id, words.own(id, &limits)));
    let Some((id, Some(said))) = own.find(|(_, said)| said.is_some()) else {
        return;
    };
    let language = words.code();
    // Discord knows no plain `en`; English is what everybody reads who has no better language.
    if language == "en" {
        part[field] = json!(said);
    } else if !LOCALES.contains(&language) {
        tracing::error!(
            language,
            id,
            "words in a language that Discord does not have are left out"
        );
    } else if !(1..=MOST_CHOICE_TEXT).contains(&said.chars().count()) {
        tracing::error!(
            language,
            id,
            "words that are longer than Discord takes are left out"
        );
    } else {
        part[format!("{field}_localizations")][language] = json!(said);
    }
}

/// Who asks, and what with.
pub(crate) fn asked(ctx: Context<'_>) -> Asked {
    let front = ctx.data();
    let asked = Asked::by_command(
        ctx.interaction,
        front.clock.now(),
        &front.settings,
        &front.replies,
    );
    front.hears_from(&asked);
    asked
}

/// The table that a command means: the one in this channel, else the person's only one in this server, else of several the
/// only one that is played from this channel. For whoever plays nowhere, the only one whose thread in this channel is gone.
async fn meant_table(front: &Front, asked: &Asked) -> Result<Option<Table>, SendFailure> {
    if asked.server.is_none() {
        asked
            .tell(&front.sender, asked.words.only_in_server())
            .await?;
        return Ok(None);
    }
    if let Some(table) = front.hall.in_channel(asked.channel) {
        return Ok(Some(table));
    }
    let mut tables = front.hall.of_person(asked.server, asked.person);
    let aside = front.hall.set_aside_in(asked.channel);
    let sentence = match tables.len() {
        // Whoever played here reads why nobody does any more.
        0 if aside.is_some() => return Ok(aside),
        0 => {
            let below = front.hall.in_threads_of(asked.channel);
            let gone = below.iter().filter(|table| is_gone(front, &table.id));
            match (only(gone), &below[..]) {
                (Some(table), _) => return Ok(Some(table.clone())),
                (None, []) => over::no_table(front, asked).await,
                (None, tables) => asked.words.tables_in_threads(&channels(tables).await),
            }
        }
        1 => return Ok(tables.pop()),
        _ => match played_from(front, asked.server, asked.channel, &tables) {
            Some(table) => return Ok(Some(table)),
            None => asked.words.which_table(&played_in(front, &tables).await),
        },
    };
    asked.tell(&front.sender, sentence).await?;
    Ok(None)
}

/// The same for a command that changes something; whoever tidies up where a game is over is told where theirs goes on.
async fn meant_here(front: &Front, asked: &Asked) -> Result<Option<Table>, SendFailure> {
    match meant_table(front, asked).await? {
        Some(table) if table::is_of_here(front, asked, &table).await? => Ok(Some(table)),
        _ => Ok(None),
    }
}

/// The table that commands here mean, if they mean one: that of this channel, or whoever asks sits at.
fn known_table(front: &Front, asked: &Asked) -> Option<Table> {
    let own = || {
        let tables = front.hall.of_person(asked.server, asked.person);
        let played = played_from(front, asked.server, asked.channel, &tables);
        played.or_else(|| only(tables.into_iter()))
    };
    front.hall.in_channel(asked.channel).or_else(own)
}

/// Of several tables the only one whose thread in this channel cannot be reached: it is played from the channel. Where there is
/// none, the only one that no channel leads to: it is played from every channel that has no other.
fn played_from(
    front: &Front,
    server: Option<ServerId>,
    channel: ChannelId,
    tables: &[Table],
) -> Option<Table> {
    let below = front.hall.in_threads_of(channel);
    let is_cut_off = |table: &&Table| {
        let is_below = below.iter().any(|other| other.id == table.id);
        is_below && front.keepers.asides.holds(&table.id)
    };
    let cut_off: Vec<&Table> = tables.iter().filter(is_cut_off).collect();
    match cut_off[..] {
        [] => without_channel(front, server?, tables),
        [table] => Some(table.clone()),
        _ => None,
    }
}

/// Of these tables of a server the only one whose channel was deleted, or cannot be used; a thread of others leaves its channel.
/// A private thread does not: whoever locks it would keep its players from their game.
fn without_channel(front: &Front, server: ServerId, tables: &[Table]) -> Option<Table> {
    let asides = &front.keepers.asides;
    if !tables.iter().any(|table| asides.holds(&table.id)) {
        return None;
    }
    let mut lost = front.hall.whereabouts(Area::Server(server));
    lost.retain(|one| {
        let stands_alone = one.parent.is_none() && asides.is_shut(&one.table);
        stands_alone || asides.is_lost(&one.table, one.parent)
    });
    let is_lost = |table: &&Table| lost.iter().any(|one| one.table == table.id);
    only(tables.iter().filter(is_lost)).cloned()
}

/// Whether the channel or thread of a table was deleted.
fn is_gone(front: &Front, table: &TableId) -> bool {
    front.keepers.asides.of(table) == Some(Barrier::Gone)
}

/// The id of a table as somebody has typed it: a phone begins a text with a capital.
fn typed_id(text: &str) -> Option<TableId> {
    text.to_ascii_lowercase().parse().ok()
}

/// The only one of these, if there is just one.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next();
    first.filter(|_| all.next().is_none())
}

/// The channels where these tables are played by commands: of one whose thread cannot be reached, that of the thread, if
/// commands there mean this table.
async fn played_in(front: &Front, tables: &[Table]) -> String {
    let is_meant = |look: &Look, parent: ChannelId| {
        let from = played_from(front, look.places.server, parent, tables);
        let from = from.filter(|_| front.hall.in_channel(parent).is_none());
        from.is_some_and(|table| table.id == look.table)
    };
    let channel = |look: &Look| {
        let parent = look.places.parent.filter(|parent| is_meant(look, *parent));
        parent.unwrap_or(look.places.channel)
    };
    links(tables, channel).await
}

async fn channels(tables: &[Table]) -> String {
    links(tables, |look| look.places.channel).await
}

async fn links(tables: &[Table], channel: impl Fn(&Look) -> ChannelId) -> String {
    let mut links = Vec::new();
    for table in tables {
        if let Ok(look) = table.look(None, None).await {
            links.push(format!("<#{}>", channel(&look)));
        }
    }
    links.join(" ")
}

/// Every way a command can fail: the person reads a sentence, the log gets the fields.
async fn on_error(error: poise::FrameworkError<'_, FrontRef, SendFailure>) {
    use poise::FrameworkError as E;
    let told = match &error {
        E::Command { error, ctx, .. } => {
            tracing::warn!(command = %ctx.command().qualified_name, failure = %error, "a command failed");
            error.warn_of_another();
            tell_failure(*ctx).await
        }
        E::CommandPanic { ctx, .. } => {
            tracing::error!(command = %ctx.command().qualified_name, "a command panicked");
            tell_failure(*ctx).await
        }
        E::CommandStructureMismatch {
            description, ctx, ..
        } => {
            tracing::warn!(command = %ctx.command().qualified_name, description, "Discord holds another version of a command");
            tell(poise::Context::Application(*ctx), |words| {
                words.other_version()
            })
            .await
        }
        E::ArgumentParse { ctx, .. } | E::SubcommandRequired { ctx } => {
            tracing::warn!(command = %ctx.command().qualified_name, "an option could not be read");
            tell(*ctx, |words| words.other_version()).await
        }
        E::GuildOnly { ctx, .. } | E::NsfwOnly { ctx, .. } | E::DmOnly { ctx, .. } => {
            tell(*ctx, |words| words.only_in_server()).await
        }
        E::CooldownHit { ctx, .. }
        | E::MissingBotPermissions { ctx, .. }
        | E::MissingUserPermissions { ctx, .. }
        | E::PermissionFetchFailed { ctx, .. }
        | E::NotAnOwner { ctx, .. }
        | E::CommandCheckFailed { ctx, .. } => tell_failure(*ctx).await,
        E::Setup { .. } | E::EventHandler { .. } | E::UnknownInteraction { .. } => {
            tracing::warn!("an event could not be handled");
            Ok(())
        }
        // The others belong to text commands, which this bot does not have.
        _ => Ok(()),
    };
    if let Err(failure) = told {
        tracing::debug!(%failure, "a failure could not be told");
    }
}

async fn tell_failure(ctx: poise::Context<'_, FrontRef, SendFailure>) -> Result<(), SendFailure> {
    tell(ctx, |words| words.failure()).await
}

async fn tell(
    ctx: poise::Context<'_, FrontRef, SendFailure>,
    sentence: impl Fn(Words) -> String,
) -> Result<(), SendFailure> {
    let poise::Context::Application(ctx) = ctx else {
        return Ok(());
    };
    let asked = asked(ctx);
    asked.tell(&ctx.data().sender, sentence(asked.words)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_option_and_choice_is_described_in_the_words() {
        /// What poise says where nothing else is said.
        const UNSAID: [&str; 2] = ["A slash command", "A slash command parameter"];
        fn check_other_languages(part: &Value, field: &str, path: &str) {
            let told = part[format!("{field}_localizations")].as_object();
            for (locale, said) in told.into_iter().flatten() {
                let said = said.as_str().unwrap_or_default();
                assert!(LOCALES.contains(&&locale[..]), "{path}: {locale}");
                assert!((1..=100).contains(&said.chars().count()), "{path}: {said}");
            }
        }
        fn check(part: &Value, path: &str) {
            let path = format!("{path} {}", part["name"].as_str().unwrap_or_default());
            let said = part["description"].as_str().unwrap_or_default();
            assert!(
                !UNSAID.contains(&said) && !said.contains("{$"),
                "{path}: {said}"
            );
            assert!((1..=100).contains(&said.chars().count()), "{path}");
            check_other_languages(part, "description", &path);
            let choices = part.get("choices").and_then(Value::as_array);
            assert!(choices.is_none_or(|choices| !choices.is_empty()), "{path}");
            for choice in choices.into_iter().flatten() {
                // What the words do not name is called by its id.
                let name = choice["name"].as_str().unwrap_or_default();
                let is_said = !name.is_empty() && GameId::from_id(name).is_none();
                assert!(is_said, "{path}: {name:?} is no name of a choice");
                check_other_languages(choice, "name", &path);
            }
            let options = part.get("options").and_then(Value::as_array);
            for option in options.into_iter().flatten() {
                check(option, &path);
            }
        }
        let commands = registration(&all(GameId::ALL));
        let commands = commands.as_array().expect("a list of commands");
        assert_eq!(
            commands.len(),
            GameId::ALL.len() + 15,
            "a new command is counted here, and named in /help and in README"
        );
        for command in commands {
            check(command, "");
        }
        // Too long here means that Discord is told nothing, and people read English.
        for (words, id) in Words::all().flat_map(|words| {
            let ids = crate::discord::speech::words::ids_of_all_languages().into_iter();
            ids.map(move |(_, id)| (words, id))
        }) {
            let limits = [("least", 0.0.into()), ("most", 1000.0.into())];
            let said = words
                .own(&id, &limits)
                .filter(|_| id.starts_with("command-"));
            let length = said.map_or(1, |said| said.chars().count());
            assert!(
                (1..=100).contains(&length),
                "{} has {length} letters in {}",
                id,
                words.code()
            );
        }
    }

    #[test]
    fn words_that_discord_would_not_take_cost_no_command() {
        let long = "ş".repeat(101);
        let fits = "ş".repeat(100);
        for (code, said, is_told) in [
            ("tr", &fits, true),
            ("tr", &long, false),
            ("pt_BR", &fits, false),
            ("xx", &fits, false),
        ] {
            let text = format!("command-any = {said}\n");
            let words = Words::made(code, vec![("tr.ftl".to_owned(), text)]);
            let mut part = json!({"description": "English", "description_localizations": {}});
            let ids = ["command-okey", "command-any"].map(str::to_owned);
            tell_in(words, &mut part, "description", &ids);
            let expected = if is_told {
                json!({code: said})
            } else {
                json!({})
            };
            assert_eq!(part["description_localizations"], expected, "{code}");
            assert_eq!(part["description"], "English");
        }
    }

    #[test]
    fn every_game_that_people_are_offered_has_a_name_of_its_own() {
        for game in GameId::RELEASED {
            let id = game.id();
            assert_ne!(Words::of("en").game_name(id), id, "game-name");
        }
    }

    #[test]
    fn nobody_is_remembered_for_having_used_a_command() {
        fn all_of(commands: &[Command]) -> Vec<&Command> {
            let below = commands.iter().flat_map(|one| all_of(&one.subcommands));
            commands.iter().chain(below).collect()
        }
        let options = options(all(GameId::ALL));
        assert!(options.manual_cooldowns);
        for command in all_of(&options.commands) {
            assert_ne!(command.manual_cooldowns, Some(false), "{}", command.name);
        }
    }

    #[test]
    fn no_words_are_kept_for_what_no_command_has() {
        fn add(known: &mut Vec<String>, part: &Value, ids: &[String]) {
            known.extend(ids.iter().cloned());
            let list = |name: &str| part[name].as_array().cloned().unwrap_or_default();
            for (number, _) in list("choices").iter().enumerate() {
                known.extend(below(ids, &format!("choice-{number}")));
            }
            for option in list("options") {
                let ids = below(ids, option["name"].as_str().unwrap_or_default());
                add(known, &option, &ids);
            }
        }
        let mut known = Vec::new();
        let commands = registration(&all(GameId::ALL));
        for command in commands.as_array().expect("a list of commands") {
            let ids = ids_of(command["name"].as_str().unwrap_or_default());
            add(&mut known, command, &ids);
        }
        for (file, id) in crate::discord::speech::words::ids_of_all_languages() {
            assert!(
                !id.starts_with("command-") || known.contains(&id),
                "{file}: {id}"
            );
        }
    }

    #[test]
    fn no_command_is_larger_than_discord_takes() {
        // Of what is said in other languages the longest counts, and it may be as long as Discord takes.
        fn letters(part: &Value) -> usize {
            let own = |key: &str| part[key].as_str().map_or(0, |text| text.chars().count());
            let is_choice = part.get("value").is_some();
            let said = if is_choice {
                MOST_CHOICE_TEXT
            } else {
                own("name") + MOST_CHOICE_TEXT
            };
            let parts = ["options", "choices"].map(|list| part[list].as_array());
            let parts = parts.into_iter().flatten().flatten();
            said + own("value") + parts.map(letters).sum::<usize>()
        }
        let commands = registration(&all(GameId::ALL));
        for command in commands.as_array().expect("a list of commands") {
            let options = command["options"].as_array().map_or(0, Vec::len);
            assert!(options <= 25, "{}", command["name"]);
            assert!(letters(command) <= 8000, "{}", command["name"]);
        }
    }

    #[test]
    fn the_rules_of_every_game_fit_into_a_message() {
        use crate::discord::pages::games::rules;
        use crate::discord::pages::lesson::in_general;
        for (words, game) in Words::tried().flat_map(|words| {
            let games = GameId::ALL.iter();
            games.map(move |game| (words, game))
        }) {
            // At a table they stand behind what counts there.
            let rules = in_general(words, &rules(words, *game));
            let length = rules.chars().count();
            assert!(
                (300..=2000).contains(&length),
                "{} {game:?}: {length}",
                words.code()
            );
        }
    }

    /// Translations come and go, and are no business of the file below.
    fn forget_other_languages(part: &mut Value) {
        match part {
            Value::Object(fields) => {
                fields.retain(|key, _| !key.ends_with("_localizations"));
                fields.values_mut().for_each(forget_other_languages);
            }
            Value::Array(parts) => parts.iter_mut().for_each(forget_other_languages),
            _ => {}
        }
    }

    /// What Discord holds of our commands in English, kept in a file: it must not change by itself.
    /// `ISTAKA_RECORD=1 cargo test --lib discord_is_told` writes what it is told now.
    #[test]
    fn discord_is_told_of_the_commands_as_it_was() {
        let name = "tests/data/commands.json";
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let mut told = registration(&all(GameId::RELEASED));
        forget_other_languages(&mut told);
        let told = serde_json::to_string_pretty(&told).expect("JSON") + "\n";
        if std::env::var_os("ISTAKA_RECORD").is_some() {
            std::fs::write(&file, &told).expect("the file can be written");
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        for (number, (now, was)) in (1..).zip(told.lines().zip(kept.lines())) {
            assert_eq!(
                now, was,
                "{name}, line {number}: ISTAKA_RECORD=1 cargo test --lib discord_is_told writes it anew"
            );
        }
        assert_eq!(told.lines().count(), kept.lines().count(), "{name}");
    }
}
