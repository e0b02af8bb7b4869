//! The command of a game opens a table of it. It asks for what all games need, and for the most used of the game's own
//! options; nothing here is written for one game.

use std::borrow::Cow;

use poise::serenity_prelude::{
    CommandOptionType, CreateAutocompleteResponse, CreateCommandOption, InstallationContext,
    InteractionContext, ResolvedOption, ResolvedValue,
};
use poise::{CommandParameter, CommandParameterChoice, FrameworkError, SlashArgError};
use serde_json::{Value, json};

use super::open::{Wanted, complete_rules, open};
use super::{Command, Context};
use crate::computers::Level;
use crate::discord::front::FrontRef;
use crate::discord::pages::games;
use crate::discord::pages::kit::offer::Parameter;
use crate::discord::wire::send::SendFailure;
use crate::rules::any::{AnyOptions, GameId};
use crate::rules::options::Kind;
use crate::tables::Preset;

type Failed<'a> = FrameworkError<'a, FrontRef, SendFailure>;

/// Discord sent what the command does not ask for: it holds another version of it.
type Mismatch = &'static str;

/// The most letters of house rules in a text.
const MOST_LETTERS: u16 = 1000;

/// A question of the command.
struct Question {
    name: &'static str,
    answers: Answers,
}

/// What can be answered.
#[derive(Clone, PartialEq, Debug)]
enum Answers {
    /// A number of these.
    Number { least: u32, most: u32 },
    /// One of these.
    Choice(Vec<String>),
    /// Yes or no.
    Switch,
    /// House rules, completed while they are typed.
    Rules,
}

/// The command that opens a table of this game.
pub(super) fn command(game: GameId) -> Command {
    Command {
        slash_action: Some(|ctx| Box::pin(run(ctx))),
        name: game.id().into(),
        qualified_name: game.id().into(),
        identifying_name: game.id().into(),
        source_code_name: game.id().into(),
        parameters: questions(game).into_iter().map(parameter).collect(),
        install_context: Some(vec![InstallationContext::Guild]),
        interaction_context: Some(vec![InteractionContext::Guild]),
        ..Command::default()
    }
}

/// Tells Discord the limits of numbers. poise takes a plain function for the type of a parameter, and no such function
/// knows them.
pub(super) fn limit(game: GameId, command: &mut Value) {
    let options = command["options"].as_array_mut();
    for (option, question) in options.into_iter().flatten().zip(questions(game)) {
        if let Answers::Number { least, most } = question.answers {
            option["min_value"] = json!(f64::from(least));
            option["max_value"] = json!(f64::from(most));
        }
    }
}

/// Everything that the command of a game asks for, in the order in which Discord shows it.
fn questions(game: GameId) -> Vec<Question> {
    let numbers = |name, least: usize, most: usize| Question {
        name,
        answers: Answers::Number {
            least: least as u32,
            most: most as u32,
        },
    };
    let choice = |name, names| Question {
        name,
        answers: Answers::Choice(names),
    };
    let (least, most) = game.seats().into_inner();
    let levels = Level::ALL.iter().map(|level| level.name().to_owned());
    let clocks = Preset::ALL.iter().map(Preset::to_string);
    let mut questions = vec![
        numbers("computers", 0, most - 1),
        choice("level", levels.collect()),
        numbers("seats", least, most),
        choice("clock", clocks.collect()),
    ];
    questions.extend(
        games::offer(game)
            .command
            .iter()
            .filter_map(|parameter| of_game(game, parameter)),
    );
    questions.push(Question {
        name: "rated",
        answers: Answers::Switch,
    });
    questions.push(Question {
        name: "rules",
        answers: Answers::Rules,
    });
    questions
}

/// A question of one game; `None` for what can be answered only in `rules`.
fn of_game(game: GameId, parameter: &Parameter) -> Option<Question> {
    let texts = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let answers = match parameter.sets() {
        None => Answers::Choice(texts(game.presets())),
        Some(option) => match game.options().iter().find(|row| row.name == option)?.kind {
            Kind::Switch => Answers::Switch,
            Kind::Choice(names) => Answers::Choice(texts(names)),
            Kind::Number { least, most, .. } => Answers::Number {
                least,
                most: most.min(parameter.most()),
            },
            Kind::Dealer | Kind::Rows { .. } => return None,
        },
    };
    Some(Question {
        name: parameter.name(),
        answers,
    })
}

fn parameter(question: Question) -> CommandParameter<FrontRef, SendFailure> {
    let kind: fn(CreateCommandOption) -> CreateCommandOption = match question.answers {
        Answers::Number { .. } | Answers::Choice(_) => {
            |option| option.kind(CommandOptionType::Integer)
        }
        Answers::Switch => |option| option.kind(CommandOptionType::Boolean),
        Answers::Rules => |option| {
            option
                .kind(CommandOptionType::String)
                .max_length(MOST_LETTERS)
        },
    };
    let completes = question.answers == Answers::Rules;
    let names = match question.answers {
        Answers::Choice(names) => names,
        Answers::Number { .. } | Answers::Switch | Answers::Rules => Vec::new(),
    };
    CommandParameter {
        name: question.name.into(),
        name_localizations: Cow::default(),
        description: None,
        description_localizations: Cow::default(),
        required: false,
        channel_types: None,
        choices: choices(names),
        type_setter: Some(kind),
        autocomplete_callback: completes.then_some(|ctx, typed| Box::pin(complete(ctx, typed))),
        __non_exhaustive: (),
    }
}

/// Choices as poise needs them; what people read of them comes from the words.
pub(super) fn choices(
    names: impl IntoIterator<Item = String>,
) -> Cow<'static, [CommandParameterChoice]> {
    let choice = |name: String| CommandParameterChoice {
        name: name.into(),
        localizations: Cow::default(),
        __non_exhaustive: (),
    };
    names.into_iter().map(choice).collect()
}

/// The game whose command somebody uses.
fn game(ctx: Context<'_>) -> GameId {
    GameId::from_id(&ctx.command().name).expect("the command of a game has the game's id")
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let given = ctx.interaction.data.options();
    let given: Vec<Given<'_>> = given.iter().map(|one| (one.name, &one.value)).collect();
    complete_rules(ctx, &options_typed(game(ctx), &given), typed)
}

async fn run(ctx: Context<'_>) -> Result<(), Failed<'_>> {
    let mismatch =
        |what| SlashArgError::new_command_structure_mismatch(what).to_framework_error(ctx);
    let wanted = wanted(game(ctx), ctx.args).map_err(mismatch)?;
    let opened = open(ctx, wanted).await;
    opened.map_err(|failure| Failed::new_command(ctx.into(), failure))
}

/// What Discord sent to the question of this name.
type Given<'a> = (&'a str, &'a ResolvedValue<'a>);

/// An answer as text, with the name of its question.
type Answer = (&'static str, String);

/// What was answered to all questions.
fn wanted(game: GameId, given: &[ResolvedOption<'_>]) -> Result<Wanted, Mismatch> {
    let mut answers = Vec::new();
    for question in questions(game) {
        if let Some(given) = given.iter().find(|given| given.name == question.name) {
            answers.push((question.name, text(&question.answers, &given.value)?));
        }
    }
    let number = |name| answer(&answers, name).and_then(|text| text.parse().ok());
    Ok(Wanted {
        options: options(game, &answers)?,
        rules: answer(&answers, "rules").map(str::to_owned),
        seats: number("seats"),
        computers: number("computers"),
        level: answer(&answers, "level").and_then(Level::from_name),
        clock: answer(&answers, "clock").and_then(|name| name.parse().ok()),
        rated: answer(&answers, "rated").and_then(|text| text.parse().ok()),
    })
}

/// The house rules of a command that is still being typed; what is no answer yet counts as not given.
fn options_typed(game: GameId, given: &[Given<'_>]) -> AnyOptions {
    let typed = |question: Question| {
        let (_, value) = given.iter().find(|(name, _)| *name == question.name)?;
        let text = text(&question.answers, value).ok()?;
        Some((question.name, text))
    };
    let answers: Vec<Answer> = questions(game).into_iter().filter_map(typed).collect();
    options(game, &answers).unwrap_or_else(|_| game.default_options())
}

/// What was answered to the question of this name.
fn answer<'a>(answers: &'a [Answer], name: &str) -> Option<&'a str> {
    let mut meant = answers.iter().filter(|(known, _)| *known == name);
    meant.next().map(|(_, text)| text.as_str())
}

/// The house rules that were answered, without what `rules` changes.
fn options(game: GameId, answers: &[Answer]) -> Result<AnyOptions, Mismatch> {
    let preset = answer(answers, "preset").and_then(|name| game.preset(name));
    let mut options = preset.unwrap_or_else(|| game.default_options());
    for parameter in games::offer(game).command {
        if let (Some(option), Some(value)) = (parameter.sets(), answer(answers, parameter.name())) {
            options
                .set(option, value)
                .map_err(|_| "a value that the option does not have")?;
        }
    }
    Ok(options)
}

/// An answer as text, as rules, levels and clocks spell it.
fn text(answers: &Answers, given: &ResolvedValue<'_>) -> Result<String, Mismatch> {
    match (answers, given) {
        (Answers::Number { .. }, ResolvedValue::Integer(number)) => {
            let number = u32::try_from(*number).map_err(|_| "received out of bounds integer")?;
            Ok(number.to_string())
        }
        (Answers::Choice(names), ResolvedValue::Integer(index)) => {
            let name = usize::try_from(*index)
                .ok()
                .and_then(|index| names.get(index));
            name.cloned().ok_or("out of bounds choice key")
        }
        (Answers::Switch, ResolvedValue::Boolean(is_so)) => Ok(is_so.to_string()),
        (Answers::Rules, ResolvedValue::String(text)) => Ok((*text).to_owned()),
        _ => Err("another kind of answer than was asked for"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_command_offers_of_a_game_is_asked_for_and_changes_its_options() {
        for game in GameId::ALL {
            let asked = questions(*game);
            for parameter in games::offer(*game).command {
                let mut meant = asked
                    .iter()
                    .filter(|question| question.name == parameter.name());
                let question = meant
                    .next()
                    .unwrap_or_else(|| panic!("{} is not asked for", parameter.name()));
                assert!(
                    meant.next().is_none(),
                    "{} is asked for twice",
                    parameter.name()
                );
                if let (Some(option), Answers::Number { least, most }) =
                    (parameter.sets(), &question.answers)
                {
                    for number in [least, most] {
                        let mut options = game.default_options();
                        options.set(option, &number.to_string()).expect("a number");
                        assert_eq!(
                            options.check(*game.seats().end()),
                            Ok(()),
                            "{option}={number}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn house_rules_are_completed_with_what_else_is_typed() {
        let given = [
            ("preset", ResolvedValue::Integer(2)),
            ("points", ResolvedValue::Integer(7)),
            ("seats", ResolvedValue::Integer(10_000_000_000)),
            ("rules", ResolvedValue::String("result_mode=")),
        ];
        let given: Vec<Given<'_>> = given.iter().map(|(name, value)| (*name, value)).collect();
        let mut expected = GameId::Okey.preset("partners").expect("a preset");
        expected.set("start_points", "7").expect("a number");
        assert_eq!(options_typed(GameId::Okey, &given), expected);
        let no_answer = ("points", &ResolvedValue::Integer(-1));
        let usual = GameId::Okey.default_options();
        assert_eq!(options_typed(GameId::Okey, &[no_answer]), usual);
    }

    #[test]
    fn an_answer_that_was_not_asked_for_is_none() {
        let (number, choice) = (
            Answers::Number { least: 1, most: 9 },
            Answers::Choice(vec!["a".to_owned(), "b".to_owned()]),
        );
        for (answers, given, expected) in [
            (&number, ResolvedValue::Integer(7), Some("7")),
            (&number, ResolvedValue::Integer(-1), None),
            (&number, ResolvedValue::String("7"), None),
            (&choice, ResolvedValue::Integer(1), Some("b")),
            (&choice, ResolvedValue::Integer(2), None),
            (&choice, ResolvedValue::Integer(-1), None),
            (&Answers::Switch, ResolvedValue::Boolean(true), Some("true")),
            (&Answers::Switch, ResolvedValue::Integer(1), None),
            (&Answers::Rules, ResolvedValue::String("a=b"), Some("a=b")),
            (&Answers::Rules, ResolvedValue::Boolean(true), None),
        ] {
            assert_eq!(
                text(answers, &given).ok().as_deref(),
                expected,
                "{answers:?}"
            );
        }
    }
}
