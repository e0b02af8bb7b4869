//! What was just switched: the button that switches it back has come into the same place, and a second tap hits it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::discord::pages::press::{LobbyPress, SettingsPress};
use crate::tables::{MessageId, Moment, PersonId, TableId};

/// Whoever presses sooner has not read what stands there now.
const UNREAD: Duration = Duration::from_secs(1);

/// A press that another one takes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Switch {
    /// In the lobby of a table.
    Lobby(TableId, LobbyPress),
    /// On a page of settings.
    Setting(SettingsPress),
}

impl Switch {
    /// What switches it back, if it switches anything.
    fn back(&self) -> Option<Self> {
        match self {
            Self::Lobby(table, press) => Some(Self::Lobby(table.clone(), press.back()?)),
            Self::Setting(press) => Some(Self::Setting(press.back()?)),
        }
    }
}

/// What everybody switched last.
#[derive(Default)]
pub(crate) struct Switched(Mutex<HashMap<PersonId, Last>>);

struct Last {
    at: Moment,
    message: MessageId,
    back: Switch,
}

impl Switched {
    /// Whether this press only takes back what the same person switched on the same message a moment ago. Any other is noted.
    pub(crate) fn is_second_tap(
        &self,
        (person, message): (PersonId, MessageId),
        switch: &Switch,
        now: Moment,
    ) -> bool {
        // Every change under the lock is a single one.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, last| now.since(last.at) < UNREAD);
        let is_last = |last: &Last| last.message == message && last.back == *switch;
        if all.get(&person).is_some_and(is_last) {
            return true;
        }
        if let Some(back) = switch.back() {
            let at = now;
            all.insert(person, Last { at, message, back });
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::press::{Counts, Field, Length, Page};

    fn at(ms: u64) -> Moment {
        Moment::from_unix_ms(1_790_000_000_000 + ms)
    }

    fn lobby(table: &str, press: LobbyPress) -> Switch {
        Switch::Lobby(table.parse().expect("a table"), press)
    }

    #[test]
    fn only_what_takes_the_last_one_back_at_once_is_a_second_tap() {
        let [short, usual] =
            [Length::Short, Length::Usual].map(|one| lobby("7f3kabcd", LobbyPress::Length(one)));
        let casual = lobby("7f3kabcd", LobbyPress::Counts(Counts::Casual));
        let elsewhere = lobby("7f3kabce", LobbyPress::Length(Length::Usual));
        let [ayse, ben] = [1, 2].map(PersonId::new);
        let [here, there] = [11, 12].map(MessageId::new);
        let all = Switched::default();
        let taps = |who, what: &Switch, ms| all.is_second_tap(who, what, at(ms));
        assert!(!taps((ayse, here), &short, 0));
        assert!(!taps((ben, here), &usual, 100), "somebody else's wish");
        assert!(taps((ayse, here), &usual, 300));
        assert!(taps((ayse, here), &usual, 999), "nor does a third one");
        assert!(!taps((ayse, here), &usual, 1000), "it has been read");
        assert!(!taps((ayse, here), &usual, 1100), "it wants the same");
        assert!(!taps((ayse, there), &short, 1200), "on another message");
        assert!(!taps((ayse, there), &elsewhere, 1300), "another table's");
        assert!(!taps((ayse, here), &short, 1400));
        assert!(!taps((ayse, here), &casual, 1500));
        assert!(!taps((ayse, here), &usual, 1600), "it was not the last one");
    }

    #[test]
    fn what_switches_nothing_is_pressed_as_often_as_one_likes() {
        let who = (PersonId::new(1), MessageId::new(11));
        let all = Switched::default();
        for page in [Page::Own, Page::Server] {
            let see = Switch::Setting(SettingsPress::See(page));
            assert!(!all.is_second_tap(who, &see, at(0)));
        }
        let more = lobby("7f3kabcd", LobbyPress::More);
        assert!(!all.is_second_tap(who, &more, at(0)));
        let [off, on] =
            [false, true].map(|is_on| Switch::Setting(SettingsPress::Switch(Field::Pings, is_on)));
        assert!(!all.is_second_tap(who, &off, at(0)));
        assert!(!all.is_second_tap(who, &more, at(100)));
        assert!(all.is_second_tap(who, &on, at(200)));
        // What was switched a while ago is forgotten.
        assert!(!all.is_second_tap((PersonId::new(2), who.1), &more, at(1300)));
        assert!(all.0.lock().expect("nobody else").is_empty());
    }
}
