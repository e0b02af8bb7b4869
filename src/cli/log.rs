//! The log, on stderr: lines for people, with colours on a terminal only, or one JSON object a line.

use std::io::{IsTerminal, Write};

use clap::Args;
use tracing::Subscriber;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

use super::CliFailure;
use super::flood::SPARED;
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

impl LogArgs {
    /// Starts the log.
    pub(super) fn start(&self) -> Result<(), CliFailure> {
        let wanted = self.log_filter.as_deref().map(str::trim);
        let wanted = wanted.filter(|filter| !filter.is_empty());
        let filter = EnvFilter::try_new(wanted.unwrap_or(USUAL_FILTER)).map_err(|error| {
            let variable = config::LOG_FILTER;
            CliFailure::lasting(format!("--log-filter ({variable}) cannot be read: {error}"))
        })?;
        let log = written(self.form().map_err(CliFailure::lasting)?);
        // Whoever says what is logged has all of it.
        let log = log.with_filter(wanted.is_none().then(|| SPARED.clone()));
        tracing_subscriber::registry().with(filter).with(log).init();
        Ok(())
    }

    fn form(&self) -> Result<LogForm, config::NoSetting> {
        config::log_form(self.log.as_deref())
    }

    /// Says why the program ends, in the form of the log, whatever is left out of that.
    pub(super) fn say_last(&self, failure: &CliFailure) {
        match self.form() {
            Ok(LogForm::Json) => {
                let log = tracing_subscriber::registry().with(written(LogForm::Json));
                tracing::subscriber::with_default(log, || tracing::error!("{failure}"));
            }
            Ok(LogForm::Plain) | Err(_) => say(failure),
        }
    }
}

/// Lines of this form on stderr. What cannot be written is left out: told on the same stderr, that would end whoever logs.
fn written<S>(form: LogForm) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    match form {
        LogForm::Plain => log.with_ansi(wants_colours()).boxed(),
        LogForm::Json => log.json().flatten_event(true).boxed(),
    }
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
