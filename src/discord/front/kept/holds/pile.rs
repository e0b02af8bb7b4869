//! What is held for one person: the newest panel, and those that may have to stand in for it.
//!
//! An answer is held as soon as it is on its way, and only later it is known whether it stands: of several at once, in any
//! order. Until then what stood before is kept: it is the panel again if the answer fails, and goes if it stands.

use std::collections::HashMap;

use super::{Gone, Hold};
use crate::discord::front::asked::Made;
use crate::discord::wire::send::{Answer, Token};
use crate::tables::{Moment, PersonId, TableId};

/// Panels of so many people are held: those of the busiest quarter of an hour of a big bot. Of more, those go first that
/// nobody can change any more, then the oldest; their people read so with *My rack*, which makes a new one.
const MOST_HELD: usize = 65_536;

/// So many holds of one person are kept behind the newest. Of more, the oldest answer that is still on its way is forgotten:
/// should it stand after all, its panel goes.
const MOST_BEHIND: usize = 16;

/// A table, and who sits there.
type Key = (TableId, PersonId);

/// Panels by their table and their owner. Whoever asks for one means the newest.
#[derive(Default)]
pub(super) struct Holds {
    /// In boxes: a map has room for more than there are.
    piles: HashMap<Key, Box<Pile>>,
    /// Whose there are at each table: it is asked for by whatever happens there, and there may be thousands of others.
    people: HashMap<TableId, Vec<PersonId>>,
}

/// The holds of one person.
struct Pile {
    newest: Hold,
    /// What stands, and what else is on its way; the oldest first.
    before: Vec<Hold>,
}

impl Holds {
    pub(super) fn get(&self, key: &Key) -> Option<&Hold> {
        self.piles.get(key).map(|pile| &pile.newest)
    }

    pub(super) fn get_mut(&mut self, key: &Key) -> Option<&mut Hold> {
        self.piles.get_mut(key).map(|pile| &mut pile.newest)
    }

    /// The newest of everybody at this table.
    pub(super) fn of_table(&self, table: &TableId) -> impl Iterator<Item = &Hold> {
        let people = self.people.get(table).into_iter().flatten();
        people.filter_map(|person| self.get(&(table.clone(), *person)))
    }

    /// Forgets all that is held for a person.
    pub(super) fn remove(&mut self, key: &Key) {
        if self.piles.remove(key).is_none() {
            return;
        }
        let (table, person) = key;
        if let Some(people) = self.people.get_mut(table) {
            people.retain(|other| other != person);
            if people.is_empty() {
                self.people.remove(table);
            }
        }
    }

    /// Forgets all that is held at a table.
    pub(super) fn forget(&mut self, table: &TableId) {
        for person in self.people.remove(table).into_iter().flatten() {
            self.piles.remove(&(table.clone(), person));
        }
    }

    /// Holds this, for which there is room, instead of all that was held for its person.
    pub(super) fn put(&mut self, key: Key, hold: Hold) {
        let is_new = !self.piles.contains_key(&key);
        if is_new && self.piles.len() >= MOST_HELD {
            self.make_room(hold.issued);
        }
        if is_new {
            let (table, person) = key.clone();
            self.people.entry(table).or_default().push(person);
        }
        let pile = Pile {
            newest: hold,
            before: Vec::new(),
        };
        self.piles.insert(key, Box::new(pile));
    }

    /// Forgets what cannot be changed any more, and an eighth of the rest if that is all there may be: the oldest.
    fn make_room(&mut self, now: Moment) {
        self.piles.retain(|_, pile| pile.newest.is_fresh(now));
        let gone = self.piles.len().saturating_sub(MOST_HELD - MOST_HELD / 8);
        let mut issued: Vec<Moment> = self.piles.values().map(|pile| pile.newest.issued).collect();
        issued.sort_unstable();
        if let Some(last) = gone
            .checked_sub(1)
            .and_then(|place| issued.get(place).copied())
        {
            self.piles.retain(|_, pile| pile.newest.issued > last);
        }
        self.people.retain(|table, people| {
            people.retain(|person| self.piles.contains_key(&(table.clone(), *person)));
            !people.is_empty()
        });
    }

    /// An answer is on its way; what was held before is kept behind it.
    pub(super) fn begins(&mut self, key: Key, hold: Hold) {
        let Some(pile) = self.piles.get_mut(&key) else {
            return self.put(key, hold);
        };
        pile.before.push(std::mem::replace(&mut pile.newest, hold));
        let oldest = pile.before.iter().position(|hold| hold.is_on_its_way);
        if let Some(oldest) = oldest.filter(|_| pile.before.len() > MOST_BEHIND) {
            pile.before.remove(oldest);
        }
    }

    /// The answer with this token stands on that message; tells what is to go now.
    pub(super) fn stands(
        &mut self,
        key: &Key,
        token: &Token,
        (panel, message): (Answer, Made),
        now: Moment,
    ) -> Vec<Gone> {
        let Some(pile) = self.piles.get_mut(key) else {
            return Vec::new();
        };
        let Some(place) = pile.place_of(token) else {
            // It was forgotten meanwhile.
            let is_shown = pile.all().any(|hold| hold.message.may_be(message));
            let gone = (!is_shown).then(|| (token.clone(), panel));
            return gone.into_iter().collect();
        };
        let hold = pile.before.get_mut(place).unwrap_or(&mut pile.newest);
        (hold.panel, hold.message, hold.is_on_its_way) = (Some(panel), message, false);
        pile.settles(now)
    }

    /// The answer with this token has failed: it is taken out, and what is older may be the panel again. Tells what is to go
    /// now.
    pub(super) fn fails(&mut self, key: &Key, token: &Token, now: Moment) -> Vec<Gone> {
        let Some(pile) = self.piles.get_mut(key) else {
            return Vec::new();
        };
        let Some(place) = pile.place_of(token) else {
            return Vec::new();
        };
        for hold in &mut pile.before[..place] {
            // Nobody knows whether it was obeyed all the same, nor what was left untold because of it.
            (hold.drawn, hold.picture) = (None, None);
        }
        if place < pile.before.len() {
            pile.before.remove(place);
        } else if let Some(before) = pile.before.pop() {
            pile.newest = before;
        } else {
            self.remove(key);
            return Vec::new();
        }
        pile.settles(now)
    }
}

impl Pile {
    /// The oldest first.
    fn all(&self) -> impl Iterator<Item = &Hold> {
        self.before.iter().chain(std::iter::once(&self.newest))
    }

    /// Where the answer with this token is that is still on its way, counted from the oldest.
    fn place_of(&self, token: &Token) -> Option<usize> {
        self.all()
            .position(|hold| hold.is_on_its_way && hold.token == *token)
    }

    /// Of one more answer it is known whether it stands. Of all that stand only the newest is kept, and the others go, but for
    /// a message that an answer on its way is changing: it may yet become the newest.
    fn settles(&mut self, now: Moment) -> Vec<Gone> {
        let stands = if self.newest.is_on_its_way {
            self.before.iter().rposition(|hold| !hold.is_on_its_way)
        } else {
            Some(self.before.len())
        };
        let Some(stands) = stands else {
            return Vec::new();
        };
        let on_their_way = self.all().filter(|hold| hold.is_on_its_way);
        let changing: Vec<Made> = on_their_way.map(|hold| hold.message).collect();
        let mut newer = self.before.split_off(stands);
        let mut shown = vec![newer.first().unwrap_or(&self.newest).message];
        let (mut kept, mut gone) = (Vec::new(), Vec::new());
        for hold in std::mem::take(&mut self.before).into_iter().rev() {
            if hold.is_on_its_way {
                kept.push(hold);
                continue;
            }
            let is_shown = shown.iter().any(|newer| newer.may_be(hold.message));
            let Some(panel) = hold.panel.filter(|_| !is_shown) else {
                continue;
            };
            shown.push(hold.message);
            if changing.iter().any(|changed| changed.may_be(hold.message)) {
                kept.push(hold);
            } else if hold.is_fresh(now) {
                gone.push((hold.token, panel));
            }
        }
        kept.reverse();
        kept.append(&mut newer);
        self.before = kept;
        gone
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::discord::speech::words::Words;
    use crate::tables::{MessageId, PressId};

    fn hold(token: Token, issued_ms: u64) -> Hold {
        let issued = Moment::from_unix_ms(issued_ms);
        Hold::bare(token, PressId::new(1), issued, Words::of("en"))
    }

    #[test]
    fn so_many_panels_are_held_and_the_newest_is_one_of_them() {
        let (mut all, table) = (
            Holds::default(),
            "aaaaaaaa".parse::<TableId>().expect("an id"),
        );
        let key = |number: u64| (table.clone(), PersonId::new(number));
        let token = Token::since("token", Instant::now());
        // First they come quicker than tokens die, then more slowly.
        for (start_ms, step_ms) in [(1_000_000, 1), (9_000_000, 1000)] {
            for number in 0..2 * MOST_HELD as u64 {
                let hold = hold(token.clone(), start_ms + number * step_ms);
                all.put(key(number), hold);
                assert!(all.piles.len() <= MOST_HELD);
                assert!(all.get(&key(number)).is_some());
            }
            assert_eq!(all.of_table(&table).count(), all.piles.len());
        }
    }

    const BEGINNING_MS: u64 = 1_790_000_000_000;

    /// One person whose panel the press 0 has made: the message 9. Its answers, and what went, are told as `press@message`.
    struct Person {
        holds: Holds,
        key: Key,
        came: Instant,
        now: Moment,
        gone: Vec<String>,
    }

    /// The message with this number, and how it is reached.
    fn message(number: &str) -> (Answer, Made) {
        let id = MessageId::new(number.parse().expect("a number"));
        let answer = Answer::FollowUp(id);
        (answer, Made::by(PressId::new(id.get()), answer))
    }

    fn told(token: &Token, panel: Answer) -> String {
        match panel {
            Answer::FollowUp(message) => format!("{}@{message}", token.key()),
            Answer::Original => panic!("no message of these tests"),
        }
    }

    impl Person {
        fn with_a_panel() -> Self {
            let mut person = Self {
                holds: Holds::default(),
                key: ("aaaaaaaa".parse().expect("an id"), PersonId::new(1)),
                came: Instant::now(),
                now: Moment::from_unix_ms(BEGINNING_MS),
                gone: Vec::new(),
            };
            for step in ["0@9", "+0@9"] {
                person.does(step);
            }
            person
        }

        /// `1@9`: an answer to the press 1 is on its way to the message 9; `+1@9`: it stands there; `-1`: it has failed.
        fn does(&mut self, step: &str) {
            let (press, place) = step.split_once('@').unwrap_or((step, "0"));
            let token = Token::since(press.trim_start_matches(['+', '-']), self.came);
            let stands = message(place);
            let gone = match step.chars().next() {
                Some('+') => self.holds.stands(&self.key, &token, stands, self.now),
                Some('-') => self.holds.fails(&self.key, &token, self.now),
                _ => {
                    let begun = Hold {
                        is_on_its_way: true,
                        message: stands.1,
                        ..hold(token, BEGINNING_MS)
                    };
                    self.holds.begins(self.key.clone(), begun);
                    Vec::new()
                }
            };
            let gone = gone.iter().map(|(token, panel)| told(token, *panel));
            self.gone.extend(gone);
        }

        /// What is followed.
        fn panel(&self) -> Option<String> {
            let hold = self.holds.get(&self.key)?;
            Some(told(&hold.token, hold.panel?))
        }

        fn behind(&self) -> usize {
            self.holds.piles[&self.key].before.len()
        }
    }

    /// After these steps that panel is followed, those are gone, and nothing is waited for any more.
    #[track_caller]
    fn check(steps: &str, followed: &str, gone: &str) {
        let mut person = Person::with_a_panel();
        steps.split_whitespace().for_each(|step| person.does(step));
        assert_eq!(person.panel().as_deref(), Some(followed), "{steps}");
        assert_eq!(person.gone.join(" "), gone, "{steps}");
        assert_eq!(person.behind(), 0, "{steps}");
    }

    #[test]
    fn an_answer_that_stands_is_the_panel_and_one_that_fails_leaves_the_one_before() {
        check("1@9 +1@9", "1@9", "");
        check("1@9 -1", "0@9", "");
        check("1@1 +1@1", "1@1", "0@9");
        check("1@1 -1", "0@9", "");
        // The pressed message was gone, and another one says it.
        check("1@9 +1@1", "1@1", "0@9");
    }

    #[test]
    fn of_answers_at_once_that_all_fail_the_panel_before_them_is_followed() {
        check("1@9 2@9 -1 -2", "0@9", "");
        check("1@9 2@9 -2 -1", "0@9", "");
        check("1@9 2@2 -1 -2", "0@9", "");
        check("1@1 2@9 -2 -1", "0@9", "");
        for last in ["-1 -2 -3", "-2 -1 -3", "-3 -2 -1", "-3 -1 -2", "-2 -3 -1"] {
            check(&format!("1@9 2@9 3@9 {last}"), "0@9", "");
        }
    }

    #[test]
    fn of_answers_at_once_the_newest_that_stands_is_followed_and_the_others_go() {
        // The newer one fails.
        check("1@9 2@9 +1@9 -2", "1@9", "");
        check("1@9 2@9 -2 +1@9", "1@9", "");
        check("1@9 2@2 +1@9 -2", "1@9", "");
        check("1@1 2@2 +1@1 -2", "1@1", "0@9");
        check("1@1 2@2 -2 +1@1", "1@1", "0@9");
        // The older one fails.
        check("1@9 2@2 -1 +2@2", "2@2", "0@9");
        check("1@9 2@2 +2@2 -1", "2@2", "0@9");
        // Both stand, in different places.
        check("1@1 2@2 +1@1 +2@2", "2@2", "0@9 1@1");
        check("1@1 2@2 +2@2 +1@1", "2@2", "0@9 1@1");
        check("1@9 2@2 +1@9 +2@2", "2@2", "1@9");
        check("1@9 2@2 +2@2 +1@9", "2@2", "1@9");
        // Both stand, the newer one where the panel was.
        check("1@1 2@9 +1@1 +2@9", "2@9", "1@1");
        check("1@1 2@9 +2@9 +1@1", "2@9", "1@1");
        // The one in the middle stands.
        check("1@9 2@9 3@9 +2@9 -3 -1", "2@9", "");
        check("1@9 2@2 3@9 -1 +2@2 -3", "2@2", "0@9");
    }

    #[test]
    fn a_message_that_is_being_changed_goes_when_that_has_failed_and_not_before() {
        let mut person = Person::with_a_panel();
        for step in ["1@1", "2@9", "+1@1"] {
            person.does(step);
        }
        assert!(person.gone.is_empty(), "{:?}", person.gone);
        person.does("-2");
        assert_eq!(person.gone, ["0@9"]);
        assert_eq!(person.panel().as_deref(), Some("1@1"));
    }

    #[test]
    fn a_panel_may_be_pressed_before_it_is_known_to_stand() {
        check("1@1 2@1 +2@1 +1@1", "2@1", "0@9");
        check("1@1 2@1 +1@1 +2@1", "2@1", "0@9");
    }

    #[test]
    fn what_no_token_can_take_away_any_more_is_left() {
        let mut person = Person::with_a_panel();
        person.does("1@1");
        person.now = person.now.plus(Duration::from_secs(14 * 60));
        person.does("+1@1");
        assert!(person.gone.is_empty(), "{:?}", person.gone);
    }

    #[test]
    fn however_many_answers_fail_or_hang_little_is_kept() {
        let mut person = Person::with_a_panel();
        for press in 1..1000 {
            person.does(&format!("{press}@9"));
            person.does(&format!("-{press}"));
            assert_eq!(person.behind(), 0);
        }
        for press in 1000..2000 {
            person.does(&format!("{press}@9"));
            assert!(person.behind() <= MOST_BEHIND);
        }
        for press in 1000..2000 {
            person.does(&format!("-{press}"));
        }
        assert_eq!(person.panel().as_deref(), Some("0@9"));
        // One that was forgotten stands after all, elsewhere.
        for press in 1..=2 * MOST_BEHIND {
            person.does(&format!("{press}@9"));
        }
        person.does("+1@1");
        assert_eq!(person.gone, ["1@1"]);
    }
}
