//! Interactions' answers: the callback, and everything that is done with a token afterwards.

use super::{Answer, Call};
use crate::check::message::Draft;
use crate::id::Id;
use crate::refusal::Refusal;
use crate::world::World;

/// `POST /interactions/{id}/{token}/callback`.
pub(super) fn callback(
    world: &mut World,
    call: &Call,
    id: &str,
    token: &str,
) -> Result<Answer, Refusal> {
    if call.method != "POST" {
        return Err(Refusal::no_route());
    }
    let id = Id::in_path("interaction_id", id)?;
    let kind = world.answer(id, token, &call.body(), call.files.clone())?;
    if call.flag("with_response") {
        return Ok(Answer::ok(world.callback_response(id, kind)));
    }
    Ok(Answer::nothing())
}

/// Below `/webhooks/{application}/{token}`.
pub(super) fn route(
    world: &mut World,
    call: &Call,
    application: &str,
    token: &str,
    rest: &[&str],
) -> Result<Answer, Refusal> {
    let one = world.with_live_token(application, token)?.clone();
    match (call.method.as_str(), rest) {
        ("POST", []) => {
            let id = world.follow_up(&one, &call.body(), call.files.clone())?;
            Ok(Answer::ok(world.message_or_id(id)))
        }
        ("GET", ["messages", name]) => {
            let id = world.reached_by(&one, name)?;
            Ok(Answer::ok(world.message_or_id(id)))
        }
        ("PATCH", ["messages", name]) => {
            let id = world.reached_by(&one, name)?;
            let flags = world.messages.get(&id).map_or(0, |message| message.flags);
            let draft = Draft::read(&call.body(), call.files.clone(), "", flags)?;
            world.rewrite(id, draft)?;
            world.complete_deferral(one.id, id);
            Ok(Answer::ok(world.message_or_id(id)))
        }
        ("DELETE", ["messages", name]) => {
            let id = world.reached_by(&one, name)?;
            world.delete_message(id);
            world.complete_deferral(one.id, id);
            Ok(Answer::nothing())
        }
        _ => Err(Refusal::no_route()),
    }
}
