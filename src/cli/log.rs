//! The log, on stderr: lines for people, with colours on a terminal only, or one JSON object a line.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{IsTerminal, Write};
use std::panic::PanicHookInfo;

use clap::Args;
use serde::Serialize;
use tracing::Subscriber;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use super::CliFailure;
use super::flood::SPARED;
use super::scribe::Scribe;
use crate::config::{self, LogForm};

/// serenity logs whole requests at INFO and URLs with tokens in its errors, so it is kept quiet.
pub(super) const USUAL_FILTER: &str = "istaka=info,serenity=warn,poise=warn";

/// The flags of the log; every subcommand has them.
#[derive(Args, Clone, Debug)]
pub(super) struct LogArgs {
    /// The form of the log on stderr: plain, lines for people; or json, one JSON object a line [usually plain]
    #[arg(long, global = true, value_name = "FORM", env = config::LOG, hide_env_values = true)]
    log: Option<String>,
    /// What is logged, all of it, for instance istaka=debug [usually istaka=info,serenity=warn,poise=warn, twenty lines of a kind a minute]
    #[arg(long, global = true, value_name = "FILTER", env = config::LOG_FILTER, hide_env_values = true)]
    log_filter: Option<String>,
}

/// A log that has begun. What it was told last is written when this goes.
pub(super) struct Log {
    form: LogForm,
    scribe: Scribe,
}

impl LogArgs {
    /// Starts the log. What falls over is told there as well.
    pub(super) fn start(&self) -> Result<Log, CliFailure> {
        let wanted = self.log_filter.as_deref().map(str::trim);
        let wanted = wanted.filter(|filter| !filter.is_empty());
        let filter = EnvFilter::try_new(wanted.unwrap_or(USUAL_FILTER)).map_err(|error| {
            let variable = config::LOG_FILTER;
            CliFailure::lasting(format!("--log-filter ({variable}) cannot be read: {error}"))
        })?;
        let form = config::log_form(self.log.as_deref()).map_err(CliFailure::lasting)?;
        let scribe = Scribe::start(std::io::stderr(), move |lines| tell_left_out(form, lines));
        let scribe = scribe.map_err(|error| {
            CliFailure::passing(format!("the system gives no thread for the log: {error}"))
        })?;
        // Whoever says what is logged has all of it.
        let log =
            written(form, writer(&scribe)).with_filter(wanted.is_none().then(|| SPARED.clone()));
        tracing_subscriber::registry().with(filter).with(log).init();
        let falls = scribe.clone();
        std::panic::set_hook(Box::new(move |panic| tell_fall(form, &falls, panic)));
        Ok(Log { form, scribe })
    }
}

impl Log {
    /// Says why the program ends, in the form of the log, whatever is left out of that.
    pub(super) fn say_last(&self, failure: &CliFailure) {
        match self.form {
            LogForm::Json => {
                let log = written(self.form, writer(&self.scribe));
                let log = tracing_subscriber::registry().with(log);
                tracing::subscriber::with_default(log, || tracing::error!("{failure}"));
            }
            LogForm::Plain => {
                let said = format!("istaka: {failure}\n");
                self.scribe.hand_last(said.as_bytes());
            }
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.scribe.finish();
    }
}

fn writer(scribe: &Scribe) -> impl Fn() -> Scribe + Send + Sync + use<> {
    let scribe = scribe.clone();
    move || scribe.clone()
}

/// Lines of this form. What cannot be written is left out: told in the same place, that would end whoever logs.
fn written<S, W>(form: LogForm, writer: W) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let log = tracing_subscriber::fmt::layer()
        .with_writer(writer)
        .log_internal_errors(false);
    match form {
        LogForm::Plain => log.with_ansi(wants_colours()).boxed(),
        LogForm::Json => log.json().flatten_event(true).boxed(),
    }
}

/// Says where lines are missing that nobody took in time; by the thread that writes, so that it stands in their place.
fn tell_left_out(form: LogForm, left_out: u64) {
    let log = tracing_subscriber::registry().with(written(form, std::io::stderr));
    tracing::subscriber::with_default(log, || {
        tracing::warn!(
            left_out,
            "the log was not taken for a while: lines are left out here"
        );
    });
}

/// Says what has fallen over, and where: whoever falls waits for nobody, either.
fn tell_fall(form: LogForm, scribe: &Scribe, panic: &PanicHookInfo<'_>) {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("<unnamed>");
    let way = Backtrace::capture();
    let way = (way.status() == BacktraceStatus::Captured).then(|| way.to_string());
    let fallen = format!("thread '{name}' {panic}");
    scribe.hand(fall_line(form, &fallen, way).as_bytes());
}

/// A fall as the other lines of JSON tell what happens.
#[derive(Serialize)]
struct Fall<'a> {
    timestamp: String,
    level: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    backtrace: Option<String>,
    target: &'a str,
}

/// What the log says of a fall: as the program would without one, or a line of JSON. That line is made here: whoever falls while
/// they log could not log that.
fn fall_line(form: LogForm, fallen: &str, way: Option<String>) -> String {
    let plain = |way: Option<&String>| match way {
        Some(way) => format!("{fallen}\n{way}\n"),
        None => format!("{fallen}\n"),
    };
    if form == LogForm::Plain {
        return plain(way.as_ref());
    }
    let mut timestamp = String::new();
    // What cannot be told of the time is left out.
    let _ = SystemTime.format_time(&mut Writer::new(&mut timestamp));
    let told = serde_json::to_string(&Fall {
        timestamp,
        level: "ERROR",
        message: fallen,
        backtrace: way,
        target: module_path!(),
    });
    told.map_or_else(|_| plain(None), |told| told + "\n")
}

/// Says why the program ends, where there is no log to say it in. Whoever does not read it has the exit status.
pub(super) fn say(failure: &CliFailure) {
    let _ = writeln!(std::io::stderr(), "istaka: {failure}");
}

/// A file, a journal and another program want no colours (<https://no-color.org>).
fn wants_colours() -> bool {
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    std::io::stderr().is_terminal() && !is_unwanted
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::Value;

    use super::*;

    const FALLEN: &str =
        "thread 'table' panicked at src/tables/keeper.rs:1:1:\na \"seat\" too many";

    /// What is written in JSON of something that is logged.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nobody falls over").extend(line);
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The one line of JSON in this, and the names of what it tells.
    fn read(lines: &str) -> (Value, Vec<String>) {
        let line = lines.strip_suffix('\n').expect("a whole line");
        assert!(!line.contains('\n'), "{line}");
        let told: Value = serde_json::from_str(line).expect("JSON");
        let names = told.as_object().expect("an object").keys().cloned();
        let names = names.collect();
        (told, names)
    }

    #[test]
    fn a_fall_is_a_line_of_json_like_all_others() {
        let paper = Paper::default();
        let copy = paper.clone();
        let log = written(LogForm::Json, move || copy.clone());
        let log = tracing_subscriber::registry().with(log);
        tracing::subscriber::with_default(log, || tracing::error!("{FALLEN}"));
        let logged = paper.0.lock().expect("nobody falls over").clone();
        let (logged, names) = read(&String::from_utf8(logged).expect("text"));
        let (told, own) = read(&fall_line(LogForm::Json, FALLEN, None));
        assert_eq!(own, names);
        for name in ["level", "message"] {
            assert_eq!(told[name], logged[name]);
        }
        let [own, other] = [&told, &logged].map(|line| line["timestamp"].as_str().map(str::len));
        assert_eq!(own, other);
        let way = Some("   0: istaka::main\n".to_owned());
        let (told, _) = read(&fall_line(LogForm::Json, FALLEN, way));
        assert_eq!(told["backtrace"], "   0: istaka::main\n");
    }

    #[test]
    fn a_fall_in_lines_for_people_is_told_as_without_a_log() {
        let way = Some("way".to_owned());
        let told = fall_line(LogForm::Plain, FALLEN, way);
        assert_eq!(told, format!("{FALLEN}\nway\n"));
        assert_eq!(
            fall_line(LogForm::Plain, FALLEN, None),
            format!("{FALLEN}\n")
        );
    }
}
