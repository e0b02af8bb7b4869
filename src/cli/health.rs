//! `istaka health`: how the running bot of this machine is. A container's health check asks it.

use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::CliFailure;
use super::told::tell;
use crate::config;

/// A bot that does not answer in this time is not well. A container's health check waits a second longer.
const PATIENCE: Duration = Duration::from_secs(4);

/// Why boards stand still, and what not to do about it.
const SILENT: &str = "Discord has refused too many requests, so it shows nothing new for some minutes: leave it alone, \
     for a bot that is started again goes on waiting.";

/// The same of a limit over all.
const LIMITED: &str = "Discord, or what stands before it, takes nothing but answers to presses for now, so it shows nothing new (the log says \
     since when): leave it alone, it goes on by itself.";

/// The same of presses.
const MUTE: &str = "Discord has refused nearly as many requests as it bans for, so for some minutes presses are not answered either: leave it \
     alone, and find out why (`istaka_requests_total` tells which).";

/// The same of its token.
const DOUBTED: &str = "Discord refuses the token that it took before, as in some of its outages, so it shows nothing new: leave it \
     alone, it asks again, and ends by itself if that goes on for half an hour.";

/// Why nobody's time runs out.
const STANDING: &str = "Nobody is reached, or nothing is taken that the bot says, so everybody's clocks stand (the log says since when): leave \
     it alone, they go on by themselves.";

/// The flags of `istaka health`.
#[derive(Args, Clone, Debug)]
pub(super) struct HealthArgs {
    /// The port of this machine where the bot tells how it is: the one that `istaka run` was given
    #[arg(long, value_name = "PORT", allow_hyphen_values = true, env = config::METRICS_PORT, hide_env_values = true)]
    metrics_port: Option<String>,
}

/// Answers on stdout; "no" is a failure of its own.
pub(super) async fn health(args: &HealthArgs) -> Result<(), CliFailure> {
    let port = config::metrics_port(args.metrics_port.as_deref()).map_err(CliFailure::bad)?;
    let port = port.filter(|port| *port != 0).ok_or_else(|| {
        CliFailure::bad(format!(
            "which port does the bot tell at? Give it with --metrics-port or {}, here and to `istaka run`",
            config::METRICS_PORT
        ))
    })?;
    let told = ask(port).await;
    tell(told.as_ref().unwrap_or_else(|why| why))?;
    told.map(drop).map_err(|_| CliFailure::No)
}

/// What the bot says of itself, or why it is not well.
async fn ask(port: u16) -> Result<String, String> {
    // Whatever proxy is set, this machine is asked itself.
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE);
    let client = client
        .build()
        .map_err(|_| "no connection can be made".to_owned())?;
    let asked = client.get(format!("http://127.0.0.1:{port}/health")).send();
    let answer = asked.await.map_err(|error| {
        if error.is_connect() {
            format!("Not well: no bot tells anything at port {port} of this machine.")
        } else {
            format!("Not well: what is at port {port} of this machine does not answer.")
        }
    })?;
    let body = answer.bytes().await.unwrap_or_default();
    let told: Value = serde_json::from_slice(&body).unwrap_or_default();
    judge(&told).ok_or_else(|| format!("Not well: what answers at port {port} is no istaka."))?
}

fn judge(told: &Value) -> Option<Result<String, String>> {
    let is = |key: &str| told.get(key)?.as_bool();
    let count = |key: &str| told.get(key)?.as_u64();
    let (is_well, is_connected, is_disk_well) = (is("ok")?, is("connected")?, is("disk")?);
    // A bot of an older version says nothing of that.
    let [
        is_heard,
        is_unlimited,
        is_answering,
        is_token_taken,
        do_clocks_go,
    ] = ["heard", "unlimited", "answers", "token", "clocks"].map(|key| is(key).unwrap_or(true));
    let (tables, waiting) = (count("tables")?, count("waiting")?);
    if is_well {
        let mut well = format!(
            "Well: connected to Discord, {tables} tables, {waiting} steps wait for the disk."
        );
        for (is_fine, why) in [
            (is_heard, SILENT),
            (is_unlimited, LIMITED),
            (is_answering, MUTE),
            (is_token_taken, DOUBTED),
            (do_clocks_go, STANDING),
        ] {
            if !is_fine {
                well = format!("{well} {why}");
            }
        }
        return Some(Ok(well));
    }
    let reasons = [
        (is_connected, "it is not connected to Discord"),
        (is_disk_well, "the disk refuses what it writes"),
        (
            is_heard,
            "Discord has refused too many requests, so it shows nothing new for some minutes",
        ),
        (
            is_unlimited,
            "Discord takes nothing but answers to presses for now",
        ),
        (is_answering, "presses are not answered either"),
        (
            is_token_taken,
            "Discord refuses the token that it took before",
        ),
        (do_clocks_go, "everybody's clocks stand"),
    ];
    let reasons: Vec<_> = reasons
        .into_iter()
        .filter(|(is_fine, _)| !is_fine)
        .map(|(_, reason)| reason)
        .collect();
    Some(Err(format!("Not well: {}.", reasons.join(", and "))))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_bot_is_well_if_it_is_connected_and_writes() {
        let told = |connected: bool, disk: bool| {
            let ok = connected && disk;
            json!({"ok": ok, "connected": connected, "disk": disk, "heard": true, "tables": 2, "waiting": 0})
        };
        let said = |connected, disk| judge(&told(connected, disk)).expect("it is an istaka");
        assert!(said(true, true).is_ok_and(|said| said.contains("2 tables")));
        assert!(said(false, true).is_err_and(|said| said.contains("not connected")));
        assert!(said(true, false).is_err_and(|said| said.contains("the disk")));
        assert!(said(false, false).is_err_and(|said| said.contains(", and ")));
        // It is no reason to start the bot again; older bots said that they were not well.
        let mut silent = told(true, true);
        silent["heard"] = json!(false);
        let said = judge(&silent).expect("it is an istaka");
        assert!(said.is_ok_and(|said| said.contains("refused too many requests")));
        silent["answers"] = json!(false);
        let said = judge(&silent).expect("it is an istaka");
        assert!(said.is_ok_and(|said| said.contains("presses are not answered either")));
        let mut limited = told(true, true);
        limited["unlimited"] = json!(false);
        let said = judge(&limited).expect("it is an istaka");
        assert!(said.is_ok_and(|said| said.contains("nothing but answers to presses")));
        let mut doubted = told(true, true);
        doubted["token"] = json!(false);
        let said = judge(&doubted).expect("it is an istaka");
        assert!(said.is_ok_and(|said| said.contains("refuses the token")));
        let mut standing = told(true, true);
        standing["clocks"] = json!(false);
        let said = judge(&standing).expect("it is an istaka");
        assert!(said.is_ok_and(|said| said.contains("everybody's clocks stand")));
        silent["ok"] = json!(false);
        let said = judge(&silent).expect("it is an istaka");
        assert!(said.is_err_and(|said| said.contains("refused too many requests")));
        for other in [json!(null), json!({}), json!([1]), json!({"ok": true})] {
            assert!(judge(&other).is_none(), "{other}");
        }
    }
}
