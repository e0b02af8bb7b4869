//! Discord's own description of its API (OpenAPI 3.1) as a judge of REST exchanges.
//!
//! The description is a public file that is not kept here: its path comes from `DISCORD_OPENAPI`. Without it nothing is
//! judged, and one line says so. Shared by the sandbox's own tests and by the evenings; an exchange has the form of a line of
//! a traffic file.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, Registry, Resource, ValidationError, Validator};
use serde_json::{Map, Value};

/// Names the file.
const VARIABLE: &str = "DISCORD_OPENAPI";
/// Under these names the description is known to the validator: as it is, and closed.
const OPEN: &str = "urn:open";
const CLOSED: &str = "urn:closed";

/// Where Discord's description is narrower than what Discord's reference says and Discord does. Nothing else is let through.
mod gaps {
    use serde_json::{Map, Value, json};

    /// Fields that requests may carry besides those of the schema: a field that tells which object, and the unknown one.
    const FIELDS: [(&str, &str); 1] = [
        // "Application Command Object": `nsfw`.
        ("default_member_permissions", "nsfw"),
    ];

    /// The whole description, for requests and answers alike.
    pub(super) fn in_all(description: &mut Value) {
        let schemas = &mut description["components"]["schemas"];
        // "Error Messages": the code of a field's fault is a word such as BASE_TYPE_REQUIRED. The schema takes it for the number
        // that the whole answer has.
        schemas["InnerErrors"]["properties"]["_errors"]["items"] = json!({
            "type": "object", "required": ["code", "message"], "additionalProperties": false,
            "properties": {"code": {"type": "string", "pattern": "^[A-Z0-9_]+$"}, "message": {"type": "string"}},
        });
    }

    /// The whole description, for requests.
    pub(super) fn in_requests(description: &mut Value) {
        let schemas = &mut description["components"]["schemas"];
        // "Uploading Files": the examples count new files with plain numbers, and every library does.
        let whole = json!({"type": "integer", "minimum": 0});
        let snowflake = schemas["SnowflakeType"].take();
        schemas["SnowflakeType"] = json!({"anyOf": [snowflake, whole]});
    }

    /// One object or value of a request.
    pub(super) fn in_part(schema: &mut Map<String, Value>) {
        let is_whole = |one: &Value| one == "integer";
        let takes_whole = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().any(is_whole),
            Some(one) => is_whole(one),
            None => false,
        };
        // "Permissions": a set of bits is sent as a string of digits. The schema knows it as a number beyond 32 bits.
        let is_bit_set = schema.get("minimum").and_then(Value::as_u64) == Some(0)
            && schema.get("maximum").and_then(Value::as_u64) > Some(u64::from(u32::MAX));
        if takes_whole && is_bit_set {
            schema.remove("type");
            schema.insert("pattern".to_owned(), "^[0-9]{1,20}$".into());
        }
        if let Some(Value::Object(known)) = schema.get_mut("properties") {
            for (mark, field) in FIELDS {
                if known.contains_key(mark) {
                    known.entry(field).or_insert(Value::Bool(true));
                }
            }
        }
    }
}

/// Every fault of one exchange; none when the description is not at hand.
pub(crate) fn faults(exchange: &Value) -> Vec<String> {
    let mut faults = request_faults(exchange);
    // What got lost on its way to Discord has no answer.
    if ["status", "response"]
        .iter()
        .any(|told| exchange.get(told).is_some())
    {
        faults.extend(answer_faults(exchange));
    }
    faults
}

/// The faults of what was asked.
pub(crate) fn request_faults(exchange: &Value) -> Vec<String> {
    told(exchange, |judge, operation| {
        judge.request(exchange, operation)
    })
}

/// The faults of what was answered.
pub(crate) fn answer_faults(exchange: &Value) -> Vec<String> {
    told(exchange, |judge, operation| {
        judge.answer(exchange, operation)
    })
}

fn told(
    exchange: &Value,
    find: impl FnOnce(&Judge, Option<&Operation>) -> Vec<String>,
) -> Vec<String> {
    let Some(judge) = judge() else {
        return Vec::new();
    };
    let (method, path) = (text(exchange, "method"), text(exchange, "path"));
    let found = find(judge, judge.operation(method, path));
    let name = |fault: String| format!("{method} {path} → {}: {fault}", exchange["status"]);
    found.into_iter().map(name).collect()
}

/// Whether the description is at hand.
pub(crate) fn is_at_hand() -> bool {
    judge().is_some()
}

fn judge() -> Option<&'static Judge> {
    static JUDGE: OnceLock<Option<Judge>> = OnceLock::new();
    JUDGE.get_or_init(Judge::appointed).as_ref()
}

/// One method of one path.
struct Operation {
    method: String,
    segments: Vec<String>,
    /// Where it stands in the description, as a JSON pointer.
    place: String,
    described: Value,
}

struct Judge {
    description: Value,
    operations: Vec<Operation>,
    registry: Registry<'static>,
    /// Compiled when they are first needed, by the address of the schema.
    compiled: Mutex<HashMap<String, Arc<OnceLock<Validator>>>>,
}

impl Judge {
    fn appointed() -> Option<Self> {
        let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) else {
            // Past libtest, which keeps what tests print to itself.
            let _ = writeln!(
                std::io::stderr(),
                "left out: {VARIABLE} is not set, so requests and answers are not judged by Discord's OpenAPI description"
            );
            return None;
        };
        let shown = std::path::Path::new(&path).display();
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|fault| panic!("{VARIABLE}: {shown}: {fault}"));
        let description = serde_json::from_str(&text)
            .unwrap_or_else(|fault| panic!("{VARIABLE}: {shown}: {fault}"));
        Some(Self::of(description))
    }

    fn of(mut description: Value) -> Self {
        gaps::in_all(&mut description);
        let paths = description["paths"]
            .as_object()
            .expect("a description has paths");
        let mut operations: Vec<Operation> = paths
            .iter()
            .flat_map(|(path, item)| operations_of(path, item))
            .collect();
        // What is named outright goes before what only a parameter fits.
        operations.sort_by_key(|one| {
            one.segments
                .iter()
                .filter(|part| is_parameter(part))
                .count()
        });
        let mut closed = description.clone();
        gaps::in_requests(&mut closed);
        close(&mut closed);
        let registry = Registry::new()
            .draft(Draft::Draft202012)
            .add(OPEN, Resource::from_contents(description.clone()))
            .and_then(|registry| registry.add(CLOSED, Resource::from_contents(closed)))
            .and_then(|registry| registry.prepare())
            .expect("the description's references lead somewhere");
        Self {
            description,
            operations,
            registry,
            compiled: Mutex::default(),
        }
    }

    /// The operation of a path with or without `/api/v10` before it and a query behind it.
    fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        let path = path.split('?').next().unwrap_or_default();
        let mut segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if segments.first() == Some(&"api") {
            segments.remove(0);
            let is_version = |part: &&str| {
                part.strip_prefix('v')
                    .is_some_and(|digits| digits.parse::<u8>().is_ok())
            };
            if segments.first().is_some_and(is_version) {
                segments.remove(0);
            }
        }
        let fits = |one: &&Operation| {
            one.method.eq_ignore_ascii_case(method)
                && one.segments.len() == segments.len()
                && one.segments.iter().zip(&segments).all(|(part, given)| {
                    is_parameter(part) || part == given || part.replace('@', "%40") == *given
                })
        };
        self.operations.iter().find(fits)
    }

    fn request(&self, exchange: &Value, operation: Option<&Operation>) -> Vec<String> {
        let Some(operation) = operation else {
            return vec!["the description has no such operation".to_owned()];
        };
        let body = exchange.get("body").filter(|body| !body.is_null());
        let has_files = exchange["attachments"]
            .as_array()
            .is_some_and(|files| !files.is_empty());
        let Some(content) = operation.described["requestBody"]["content"].as_object() else {
            let is_empty = body.is_none_or(|body| *body == Value::Object(Map::new())) && !has_files;
            return if is_empty {
                Vec::new()
            } else {
                vec!["it takes no body".to_owned()]
            };
        };
        let Some(body) = body else {
            let needed = operation.described["requestBody"]["required"] == true && !has_files;
            return if needed {
                vec!["it needs a body".to_owned()]
            } else {
                Vec::new()
            };
        };
        let kind = text(exchange, "content_type")
            .split(';')
            .next()
            .unwrap_or_default()
            .trim();
        if !content.contains_key(kind) {
            return vec![format!("{kind:?} is not taken here")];
        }
        // `payload_json` carries what the JSON body would.
        let kind = if content.contains_key("application/json") {
            "application/json"
        } else {
            kind
        };
        let place = format!(
            "{}/requestBody/content/{}/schema",
            operation.place,
            escaped(kind)
        );
        self.check(&format!("{CLOSED}#{place}"), body)
    }

    fn answer(&self, exchange: &Value, operation: Option<&Operation>) -> Vec<String> {
        let status = exchange["status"]
            .as_u64()
            .expect("an exchange has a status");
        let body = exchange.get("response").filter(|body| !body.is_null());
        let nothing = Value::Null;
        let Some(operation) = operation else {
            // Nothing is described, so nothing may be there; that is said as every error is said.
            return match status {
                404 | 405 | 401 => self.check(
                    &format!("{OPEN}#/components/schemas/ErrorResponse"),
                    body.unwrap_or(&nothing),
                ),
                _ => vec!["the description has no such operation".to_owned()],
            };
        };
        if status >= 500 {
            // Discord's own failures are not described: a body of any kind may come.
            return Vec::new();
        }
        let described = &operation.described["responses"];
        let known = [status.to_string(), format!("{}XX", status / 100)]
            .into_iter()
            .find(|key| !described[key].is_null());
        let Some(key) = known else {
            return vec!["the operation has no such status".to_owned()];
        };
        let (described, place) = match described[&key]["$ref"].as_str() {
            Some(address) => (self.at(address), address.trim_start_matches('#').to_owned()),
            None => (
                &described[&key],
                format!("{}/responses/{key}", operation.place),
            ),
        };
        match (
            described["content"]["application/json"]["schema"].is_null(),
            body,
        ) {
            (true, None) => Vec::new(),
            (true, Some(_)) => vec!["this status has no body".to_owned()],
            (false, body) => {
                let address = format!("{OPEN}#{place}/content/application~1json/schema");
                self.check(&address, body.unwrap_or(&nothing))
            }
        }
    }

    /// What a reference inside the description means.
    fn at(&self, address: &str) -> &Value {
        let pointer = address.trim_start_matches('#');
        self.description
            .pointer(pointer)
            .expect("a reference leads somewhere")
    }

    fn check(&self, address: &str, value: &Value) -> Vec<String> {
        let slot = {
            let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(compiled.entry(address.to_owned()).or_default())
        };
        let validator = slot.get_or_init(|| self.compile(address));
        if validator.is_valid(value) {
            return Vec::new();
        }
        validator
            .iter_errors(value)
            .map(|fault| tell(&fault))
            .collect()
    }

    fn compile(&self, address: &str) -> Validator {
        let address = address.replace('{', "%7B").replace('}', "%7D");
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_registry(&self.registry)
            .should_validate_formats(true)
            .should_ignore_unknown_formats(true)
            .build(&serde_json::json!({"$ref": address}))
            .unwrap_or_else(|fault| panic!("{address}: {fault}"))
    }
}

fn operations_of<'a>(path: &'a str, item: &'a Value) -> impl Iterator<Item = Operation> + 'a {
    const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
    METHODS.into_iter().filter_map(move |method| {
        let described = item.get(method)?.clone();
        let segments = path
            .split('/')
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        let place = format!("/paths/{}/{method}", escaped(path));
        Some(Operation {
            method: method.to_owned(),
            segments,
            place,
            described,
        })
    })
}

fn is_parameter(part: &str) -> bool {
    part.starts_with('{')
}

/// A key as it is written in a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn text<'a>(exchange: &'a Value, key: &str) -> &'a str {
    exchange[key].as_str().unwrap_or_default()
}

/// Lets objects have no other fields than those that are described: a misspelt field of a request is a fault.
fn close(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(close),
        Value::Object(map) => {
            map.values_mut().for_each(close);
            gaps::in_part(map);
            let is_object = match map.get("type") {
                Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "object"),
                Some(kind) => kind == "object",
                None => false,
            };
            if is_object
                && map.contains_key("properties")
                && !map.contains_key("additionalProperties")
            {
                map.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        _ => {}
    }
}

/// Where and what: of a choice between schemas, what keeps the value from the one that it comes nearest to.
fn tell(fault: &ValidationError<'_>) -> String {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        fault.kind()
    {
        // Whoever has another `type` was not meant.
        let distance = |branch: &&Vec<ValidationError<'static>>| {
            let is_other = |fault: &&ValidationError<'static>| {
                fault.instance_path().as_str().ends_with("/type")
            };
            (branch.iter().filter(is_other).count(), branch.len())
        };
        if let Some(nearest) = context.iter().min_by_key(distance) {
            return nearest.iter().map(tell).collect::<Vec<_>>().join("; ");
        }
    }
    let words: String = fault.to_string().chars().take(300).collect();
    format!(
        "{}: {words} [{}]",
        fault.instance_path(),
        fault.schema_path()
    )
}
