//! What house rules were before the host changed them: whoever takes a change back gets what was there.

use crate::rules::any::AnyOptions;

/// The values that options have had in this lobby, each once. It follows from the journal, and there are no more of them than
/// changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Former(Vec<(&'static str, String)>);

impl Former {
    /// The host has changed the rules.
    pub(super) fn note(&mut self, before: &AnyOptions, after: &AnyOptions) {
        let both = before.named().into_iter().zip(after.named());
        for (was, _) in both.filter(|(was, is)| was != is) {
            self.0.retain(|known| *known != was);
            self.0.push(was);
        }
    }

    /// What an option was, as the written rules spell it, the last value first.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let meant = self.0.iter().rev().filter(move |(known, _)| *known == name);
        meant.map(|(_, value)| value.as_str())
    }
}
