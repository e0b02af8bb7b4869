//! An action that is nearly another one: what a client sends whose state is damaged, or who looks for a hole.
//!
//! It is changed in its stored form, so that this works for every game: a number grows, a piece becomes another one, a
//! list loses, doubles or swaps what is in it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::rules::Dice;

/// As often a change is tried until the result reads as an action.
const TRIES: u32 = 6;

/// This action with one change, made with parts of the other; `None` if nothing that reads came of it.
pub(super) fn mutated<A>(action: &A, other: &A, dice: &mut Dice) -> Option<A>
where
    A: Serialize + DeserializeOwned,
{
    let action = serde_json::to_value(action).ok()?;
    let other = serde_json::to_value(other).ok()?;
    (0..TRIES).find_map(|_| {
        let mut changed = action.clone();
        change(&mut changed, &other, dice);
        serde_json::from_value(changed).ok()
    })
}

/// Changes something of a value: itself, or something in it.
fn change(value: &mut Value, other: &Value, dice: &mut Dice) {
    let places = count(value);
    let mut place = dice.below(places);
    visit(value, &mut |found| {
        if place == 0 {
            change_here(found, other, dice);
        }
        place = place.wrapping_sub(1);
    });
}

/// How many values there are, with all that are in it.
fn count(value: &Value) -> u32 {
    1 + children(value).map(count).sum::<u32>()
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(list) => Box::new(list.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Visits a value, then what is in it; what a visit puts there is not visited.
fn visit(value: &mut Value, to_do: &mut dyn FnMut(&mut Value)) {
    let before = value.clone();
    to_do(value);
    if *value != before {
        return;
    }
    match value {
        Value::Array(list) => list.iter_mut().for_each(|item| visit(item, to_do)),
        Value::Object(fields) => fields.values_mut().for_each(|field| visit(field, to_do)),
        _ => {}
    }
}

fn change_here(value: &mut Value, other: &Value, dice: &mut Dice) {
    match value {
        Value::Null => *value = Value::from(dice.below(3)),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or_default();
            let others = [
                0,
                number.saturating_add(1),
                number.saturating_sub(1),
                255,
                u64::from(u32::MAX),
                u64::MAX,
            ];
            *value = Value::from(*dice.any(&others));
        }
        Value::String(_) => {
            let mut texts = Vec::new();
            all_texts(other, &mut texts);
            if !texts.is_empty() {
                *value = Value::from(*dice.any(&texts));
            }
        }
        Value::Array(list) => change_list(list, other, dice),
        Value::Object(_) => {}
    }
}

fn change_list(list: &mut Vec<Value>, other: &Value, dice: &mut Dice) {
    if list.is_empty() {
        list.push(other.clone());
        return;
    }
    let at = dice.below(list.len() as u32) as usize;
    match dice.below(5) {
        0 => {
            list.remove(at);
        }
        1 => list.push(list[at].clone()),
        2 => {
            let with = dice.below(list.len() as u32) as usize;
            list.swap(at, with);
        }
        3 => list.reverse(),
        _ => list.clear(),
    }
}

fn all_texts<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    if let Value::String(text) = value {
        texts.push(text);
    }
    children(value).for_each(|child| all_texts(child, texts));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::any::AnyAction;

    /// Every way of changing is taken, and what reads is another action.
    #[test]
    fn a_mutation_is_another_action_that_reads() {
        let read = |text: &str| serde_json::from_str::<AnyAction>(text).expect("an action");
        let open = read(
            r#"{"okey101":{"open":{"melds":[{"tiles":["R1","R2","R3"]},{"tiles":["G7","K7","Y7"]}]}}}"#,
        );
        let other = read(r#"{"okey101":{"discard":{"tile":"Y13","confirm":true}}}"#);
        let mut dice = Dice::from_seed(1);
        let mut found: Vec<AnyAction> = Vec::new();
        for _ in 0..400 {
            let next = mutated(&open, &other, &mut dice).expect("one of six changes reads");
            if next != open && !found.contains(&next) {
                found.push(next);
            }
        }
        assert!(found.len() > 15, "only {found:?}");
        let holds = |text: &str| found.iter().any(|action| *action == read(text));
        assert!(holds(r#"{"okey101":{"open":{"melds":[]}}}"#));
        assert!(holds(
            r#"{"okey101":{"open":{"melds":[{"tiles":["R1","R2","R3"]},{"tiles":["G7","K7","Y7","K7"]}]}}}"#
        ));
    }
}
