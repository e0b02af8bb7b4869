//! The calls about what goes wrong on purpose: faults by the dice, faults aimed at the next requests, the gateway's deeds.

use serde_json::{Map, Value, json};

use super::{Trouble, Wish};
use crate::faults::{Harm, LimitScope, Moment, NextFault};
use crate::gateway::GatewayDeed;

/// The fields of a fault aimed at the next requests.
const NEXT_FIELDS: [&str; 9] = [
    "method", "path", "times", "what", "status", "code", "message", "ms", "scope",
];
/// The fields of a deed of the gateway.
const DEED_FIELDS: [&str; 3] = ["action", "resumable", "code"];

impl Wish<'_> {
    /// `GET /sandbox/faults`.
    pub(super) fn faults(&self) -> Value {
        let faults = &self.shared.faults;
        json!({"faults": faults.faults(), "counts": faults.counts(), "next": faults.waiting()})
    }

    /// `POST /sandbox/faults`.
    pub(super) fn set_faults(&self) -> Result<Value, Trouble> {
        let fields = self.object()?;
        let faults = self.shared.faults.faults();
        let faults = faults.with_all(fields).map_err(Trouble::bad)?;
        self.shared.faults.set(faults);
        Ok(self.faults())
    }

    /// `POST /sandbox/faults/clear`.
    pub(super) fn clear_faults(&self) -> Value {
        self.shared.faults.clear();
        self.shared.rates().end_pauses();
        self.faults()
    }

    /// `POST /sandbox/faults/next`.
    pub(super) fn aim_fault(&self) -> Result<Value, Trouble> {
        self.only(&NEXT_FIELDS)?;
        let fault = NextFault {
            method: self.text_or("method", "*")?.to_owned(),
            path: self.text("path")?.to_owned(),
            times: u32::try_from(self.number_or("times", 1)?).unwrap_or(u32::MAX),
            harm: self.harm()?,
        };
        self.shared.faults.aim(fault).map_err(Trouble::bad)?;
        Ok(self.faults())
    }

    fn harm(&self) -> Result<Harm, Trouble> {
        let ms = self.number_or("ms", 1000)?;
        let error = |moment| -> Result<Harm, Trouble> {
            let small = |number: u64| u16::try_from(number).unwrap_or(u16::MAX);
            let code = self.number_or("code", 0)?;
            Ok(Harm::Error {
                status: small(self.number_or("status", 500)?),
                code: u32::try_from(code).map_err(|_| Trouble::bad("\"code\" is too large"))?,
                message: self
                    .text_or("message", "Injected by the sandbox")?
                    .to_owned(),
                moment,
            })
        };
        match self.text_or("what", "error")? {
            "error" => error(Moment::Before),
            "error_after" => error(Moment::After),
            "lost" => Ok(Harm::Lost(Moment::Before)),
            "lost_after" => Ok(Harm::Lost(Moment::After)),
            "delay" => Ok(Harm::Delay { ms }),
            "held" => Ok(Harm::Held { ms }),
            "limited" => {
                let scope = self.text_or("scope", LimitScope::User.word())?;
                let scope = LimitScope::parse(scope).map_err(Trouble::bad)?;
                Ok(Harm::Limited { scope, ms })
            }
            other => Err(Trouble::bad(format!(
                "\"what\" is error, error_after, lost, lost_after, delay, held or limited, not {other:?}"
            ))),
        }
    }

    /// `GET /sandbox/gateway`.
    pub(super) fn gateway(&self) -> Value {
        self.shared.world().sessions.show()
    }

    /// `POST /sandbox/gateway`.
    pub(super) fn gateway_deed(&self) -> Result<Value, Trouble> {
        self.only(&DEED_FIELDS)?;
        let resumable = match self.body.get("resumable") {
            None => true,
            Some(Value::Bool(resumable)) => *resumable,
            Some(_) => return Err(Trouble::bad("\"resumable\" is true or false")),
        };
        let code = self.number_or("code", 4000)?;
        let deed = match self.text("action")? {
            "reconnect" => GatewayDeed::Reconnect,
            "invalid" => GatewayDeed::Invalid { resumable },
            "close" => GatewayDeed::Close {
                code: u16::try_from(code).unwrap_or(u16::MAX),
            },
            "drop" => GatewayDeed::Drop,
            "mute" => GatewayDeed::Mute,
            "unmute" => GatewayDeed::Unmute,
            other => {
                return Err(Trouble::bad(format!(
                    "\"action\" is reconnect, invalid, close, drop, mute or unmute, not {other:?}"
                )));
            }
        };
        deed.check().map_err(Trouble::bad)?;
        let reached = self.shared.world().deed(deed);
        let mut shown = self.gateway();
        shown["reached"] = reached.into();
        Ok(shown)
    }

    fn object(&self) -> Result<&Map<String, Value>, Trouble> {
        let fields = self.body.as_object();
        fields.ok_or_else(|| Trouble::bad("the request is not a JSON object"))
    }

    /// A misspelt field must not be a fault that silently never comes.
    fn only(&self, known: &[&str]) -> Result<(), Trouble> {
        let unknown = self
            .object()?
            .keys()
            .find(|key| !known.contains(&key.as_str()));
        match unknown {
            Some(key) => Err(Trouble::bad(format!(
                "there is no field {key:?}; there are {}",
                known.join(", ")
            ))),
            None => Ok(()),
        }
    }

    fn text_or<'a>(&'a self, key: &str, default: &'a str) -> Result<&'a str, Trouble> {
        match self.body.get(key) {
            None => Ok(default),
            Some(_) => self.text(key),
        }
    }

    fn number_or(&self, key: &str, default: u64) -> Result<u64, Trouble> {
        match self.body.get(key) {
            None => Ok(default),
            Some(value) => value
                .as_u64()
                .ok_or_else(|| Trouble::bad(format!("\"{key}\" is a whole number, 0 or more"))),
        }
    }
}
