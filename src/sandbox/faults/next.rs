//! Faults aimed at the next requests of one kind, instead of left to the dice.

use super::LimitScope;

/// A fault for the next requests with this method and path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextFault {
    /// The method, or `*`.
    pub method: String,
    /// The path below the version, with `*` for any one segment: `/channels/*/messages/*/threads`.
    pub path: String,
    /// How many requests meet it.
    pub times: u32,
    /// What happens to them.
    pub harm: Harm,
}

/// What happens to a request or its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Harm {
    /// An error in Discord's form.
    Error {
        /// 400 to 599, but 429.
        status: u16,
        /// Discord's code.
        code: u32,
        /// Discord's sentence.
        message: String,
        /// Whether the request was obeyed all the same.
        moment: Moment,
    },
    /// The connection ends without an answer.
    Lost(Moment),
    /// The request is obeyed at once, the answer comes so much later (milliseconds of real time).
    Delay {
        /// So much later.
        ms: u64,
    },
    /// The request is obeyed so much later (milliseconds of real time), and answered then, as one that was long on its way.
    Held {
        /// So much later.
        ms: u64,
    },
    /// 429; it also holds for other requests of that scope until it is over.
    Limited {
        /// Whom the limit is for.
        scope: LimitScope,
        /// How long it holds, in milliseconds of real time.
        ms: u64,
    },
}

/// When a fault strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the request is obeyed: nothing happened.
    Before,
    /// After it: it happened, only the bot does not hear of it.
    After,
}

impl NextFault {
    /// Whether all of this can be.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.times == 0 {
            return Err("\"times\" is 1 or more".to_owned());
        }
        if !self.path.starts_with('/') || self.path.contains('?') {
            return Err("\"path\" begins with a / and has no query".to_owned());
        }
        match &self.harm {
            Harm::Error { status: 429, .. } => {
                Err("for a 429 say \"what\":\"limited\" and a scope".to_owned())
            }
            Harm::Error { status, .. } if !(400..=599).contains(status) => {
                Err("\"status\" is 400 to 599".to_owned())
            }
            Harm::Delay { ms } | Harm::Held { ms } | Harm::Limited { ms, .. }
                if *ms > super::LONGEST_MS =>
            {
                Err(format!("\"ms\" is at most {}", super::LONGEST_MS))
            }
            _ => Ok(()),
        }
    }

    /// Whether a request is of this kind.
    pub(super) fn fits(&self, method: &str, segments: &[String]) -> bool {
        let wanted: Vec<&str> = self
            .path
            .split('/')
            .filter(|part| !part.is_empty())
            .collect();
        let same = |(wanted, found): (&&str, &String)| *wanted == "*" || *wanted == found.as_str();
        (self.method == "*" || self.method.eq_ignore_ascii_case(method))
            && wanted.len() == segments.len()
            && wanted.iter().zip(segments).all(same)
    }
}
