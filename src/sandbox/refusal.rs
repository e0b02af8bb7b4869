//! Discord's way of saying no: a status, a code, a sentence, and for forms the path of each fault.

use serde_json::{Value, json};

/// An answer that is not a success.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) code: u32,
    message: String,
    errors: Option<Value>,
}

impl Refusal {
    /// Any status and code.
    pub(super) fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            errors: None,
        }
    }

    /// A wrong or missing bot token.
    pub(super) fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// No such route.
    pub(super) fn no_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// A path that does not take this method.
    pub(super) fn wrong_method() -> Self {
        Self::new(405, 0, "405: Method Not Allowed")
    }

    /// Something a path names that does not exist.
    pub(super) fn unknown(what: Unknown) -> Self {
        let (code, name) = match what {
            Unknown::Application => (10_002, "Application"),
            Unknown::Channel => (10_003, "Channel"),
            Unknown::Guild => (10_004, "Guild"),
            Unknown::Member => (10_007, "Member"),
            Unknown::Message => (10_008, "Message"),
            Unknown::Role => (10_011, "Role"),
            Unknown::User => (10_013, "User"),
            Unknown::Emoji => (10_014, "Emoji"),
            Unknown::Webhook => (10_015, "Webhook"),
            Unknown::Interaction => (10_062, "interaction"),
            Unknown::Command => (10_063, "application command"),
        };
        Self::new(404, code, &format!("Unknown {name}"))
    }

    /// The bot cannot even see the place.
    pub(super) fn no_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }

    /// The bot lacks a permission.
    pub(super) fn no_permission() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }

    /// A message with nothing in it.
    pub(super) fn empty_message() -> Self {
        Self::new(400, 50_006, "Cannot send an empty message")
    }

    /// A body that is no JSON.
    pub(super) fn not_json() -> Self {
        Self::new(400, 50_109, "The request body contains invalid JSON.")
    }

    /// A request or a file over its size.
    pub(super) fn too_large() -> Self {
        Self::new(413, 40_005, "Request entity too large")
    }

    /// A form with one fault, at a path such as `data/type`.
    pub(super) fn form(path: &str, code: &str, message: &str) -> Self {
        let mut faults = Faults::default();
        faults.add(path, code, message);
        faults.refusal()
    }

    /// A text that is no id where one is due.
    pub(super) fn no_snowflake(path: &str, given: &str) -> Self {
        // Only as much of it as is good to read back.
        let shown: String = given.chars().take(100).collect();
        let message = format!("Value \"{shown}\" is not snowflake.");
        Self::form(path, "NUMBER_TYPE_COERCE", &message)
    }

    /// Something other than an object where one is due.
    pub(super) fn not_object(path: &str) -> Self {
        Self::form(
            path,
            "MODEL_TYPE_CONVERT",
            "Only dictionaries may be used in a ModelType",
        )
    }

    /// Discord's error object.
    pub(super) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

/// What a path can name in vain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unknown {
    Application,
    Channel,
    Guild,
    Member,
    Message,
    Role,
    User,
    Emoji,
    Webhook,
    Interaction,
    Command,
}

/// Everything wrong with one form, gathered before it is refused.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<(String, String, String)>,
}

impl Faults {
    /// Notes a fault at a path of `/`-separated keys and indexes.
    pub(super) fn add(&mut self, path: &str, code: &str, message: &str) {
        self.found
            .push((path.to_owned(), code.to_owned(), message.to_owned()));
    }

    /// `Ok` when nothing was noted.
    pub(super) fn into_result(self) -> Result<(), Refusal> {
        if self.found.is_empty() {
            Ok(())
        } else {
            Err(self.refusal())
        }
    }

    /// A text whose length must lie in a range; lengths count characters.
    pub(super) fn length(&mut self, path: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length == 0 && least > 0 {
            self.required(path);
        } else if length < least || length > most {
            let message = if least == 0 {
                format!("Must be {most} or fewer in length.")
            } else {
                format!("Must be between {least} and {most} in length.")
            };
            self.add(
                path,
                if least == 0 {
                    "BASE_TYPE_MAX_LENGTH"
                } else {
                    "BASE_TYPE_BAD_LENGTH"
                },
                &message,
            );
        }
    }

    /// A list whose number of items must lie in a range.
    pub(super) fn count(&mut self, path: &str, items: usize, least: usize, most: usize) {
        if items < least || items > most {
            self.add(
                path,
                "BASE_TYPE_BAD_LENGTH",
                &format!("Must be between {least} and {most} in length."),
            );
        }
    }

    /// A field that must be there.
    pub(super) fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// A value outside the allowed ones.
    pub(super) fn choice(&mut self, path: &str, allowed: &str) {
        self.add(
            path,
            "BASE_TYPE_CHOICES",
            &format!("Value must be one of {allowed}."),
        );
    }

    fn refusal(self) -> Refusal {
        let mut errors = json!({});
        // What has a fault of its own is not looked into: no place of a form has both.
        let is_inside = |path: &str| {
            let above = |(other, ..): &(String, String, String)| {
                path.strip_prefix(other.as_str()).is_some_and(|rest| {
                    other.is_empty() && !rest.is_empty() || rest.starts_with('/')
                })
            };
            self.found.iter().any(above)
        };
        for (path, code, message) in self.found.iter().filter(|(path, ..)| !is_inside(path)) {
            let mut place = &mut errors;
            for key in path.split('/').filter(|key| !key.is_empty()) {
                place = &mut object(place)[key];
            }
            let fault = json!({"code": code, "message": message});
            match &mut object(place)["_errors"] {
                Value::Array(list) => list.push(fault),
                other => *other = json!([fault]),
            }
        }
        Refusal {
            status: 400,
            code: 50_035,
            message: "Invalid Form Body".to_owned(),
            errors: Some(errors),
        }
    }
}

/// The value as an object. Keys of a path may come from the bot and collide with `_errors`; then the later fault wins.
fn object(value: &mut Value) -> &mut Value {
    if !value.is_object() {
        *value = json!({});
    }
    value
}
