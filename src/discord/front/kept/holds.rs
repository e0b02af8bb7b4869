//! What is held of panels: the tokens that can still change them, and what they show.
//!
//! Discord lets a token edit only the message it was pressed on or created, and only for 15 minutes. So a
//! panel is held as a token with its time and its message, in memory and never on disk; *My rack* makes a
//! new one whenever that fails.

mod leaf;
mod pile;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use self::leaf::{Leaf, Settling};
use self::pile::Holds;
use super::asides::Hindrance;
use super::in_hand::{InHand, Taken};
use crate::discord::front::asked::{Asked, Made};
use crate::discord::pages::desk::is_to_act;
use crate::discord::pages::imprint::Imprint;
use crate::discord::pages::kit::places::{Did, Layout, Place};
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::discord::wire::send::{Answer, Token};
use crate::rules::unasked::Held;
use crate::tables::{
    Ahead, ChannelId, Desk, Life, Look, Moment, PersonId, PressId, Revision, TableId,
};

/// A token is used up to this age; Discord's limit is 15 minutes.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60);
/// Its owner is told a minute before that.
const TOKEN_OLD: Duration = Duration::from_secs(13 * 60);

/// What is to be taken away, and the token that can do it.
pub(crate) type Gone = (Token, Answer);

/// All panels that may still be changed.
#[derive(Default)]
pub(crate) struct Panels {
    holds: Mutex<Holds>,
    /// Who is just being answered: their panel is drawn by the answer, not by the news of what they did.
    answering: InHand<(TableId, PersonId)>,
    /// Whose answers are just on their way.
    sending: InHand<(TableId, PersonId)>,
    /// Whose panel is just being changed by news.
    pushing: InHand<(TableId, PersonId)>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks can fall over halfway, so nothing half-done can be seen.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What of a table decides whether a panel has to be drawn anew, beside the seat's own tiles and turn.
#[derive(Clone, PartialEq)]
struct Stage {
    life: Life,
    is_between_rounds: bool,
    desk: Option<Desk>,
    held_back: Option<Held>,
    /// Whether the table can be shown in its place, and its people called there.
    hindrance: Option<Hindrance>,
    /// By what a countdown that stands may be wrong.
    clock: (Ahead, u64),
    /// When the time of its owner is up if they are to act. Their own moves are not all that gives them more of it.
    deadline: Option<Moment>,
}

/// What a panel was drawn from.
#[derive(Clone, PartialEq)]
struct Drawn {
    revision: Revision,
    /// The last step that its owner knew of.
    seen: Revision,
    stage: Stage,
}

impl Drawn {
    fn of(look: &Look, hindrance: Option<Hindrance>) -> Self {
        Self {
            revision: look.revision,
            seen: look.seen_revision,
            stage: Stage::of(look, hindrance),
        }
    }

    /// Whether a panel that was drawn from this needs no change after that look. What was drawn from a later look, for the
    /// answer to a press, is not outdated by it.
    fn is_current(&self, look: &Look, stage: &Stage) -> bool {
        let is_as_it_was = match look.seat_revision {
            Some(changed) => self.seen >= changed,
            None => self.revision >= look.revision,
        };
        self.revision > look.revision || (is_as_it_was && self.stage == *stage)
    }
}

impl Stage {
    fn of(look: &Look, hindrance: Option<Hindrance>) -> Self {
        Self {
            hindrance,
            life: look.life,
            is_between_rounds: look.next_round_at.is_some(),
            desk: look.desk.clone(),
            held_back: look.held_back,
            clock: (look.ahead, look.given_back),
            deadline: look.deadline.filter(|_| is_to_act(look)),
        }
    }
}

/// What a person's newest token can do.
#[derive(Clone)]
pub(crate) struct Hold {
    pub token: Token,
    /// The interaction that it is the token of.
    token_of: PressId,
    issued: Moment,
    pub words: Words,
    /// The panel; `None` while the person has only pressed in the lobby, and until their answer stands.
    pub panel: Option<Answer>,
    /// Whether that answer is still on its way: it may stand, or fail.
    is_on_its_way: bool,
    /// Which message the panel is.
    message: Made,
    /// Where it answered, if it did.
    pub channel: Option<ChannelId>,
    /// What the panel was drawn from. In a box, as what is to settle: whoever only pressed in the lobby has neither.
    drawn: Option<Box<Drawn>>,
    /// The picture that the panel shows, if that is known: not while it is being changed.
    pub picture: Option<Imprint>,
    /// What the panel tells in words alone, and the picture is to follow; or what it may not show yet.
    page: Option<Box<Body>>,
    /// Since when a picture is waited for.
    waits_since: Option<Instant>,
    /// What can be pressed on the message of the panel as it stands.
    pub layout: Layout,
    /// Which page of the panel it is.
    pub leaf: Leaf,
    /// What is kept there of buttons that have gone is to go, too.
    settles: Option<Box<Settling>>,
    /// Whether its owner was told that it is about to stop following the table, or could not be.
    is_told_old: bool,
}

/// A panel that is to be brought up to date.
pub(crate) struct Due {
    /// As it was before.
    pub hold: Hold,
    /// What it tells already, if only its picture is missing, or may not show yet.
    pub page: Option<Body>,
    /// As it stands, if only places that were kept are to go.
    pub settling: Option<Settling>,
    /// Since when a picture is waited for.
    pub since: Instant,
}

/// What a panel shows of its state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shows {
    /// Everything.
    Picture,
    /// Everything but the picture, which its words tell as well.
    Words,
    /// Nobody knows: an answer from before is still on its way, and may come to stand over it.
    Unknown,
}

impl Shows {
    /// What is kept of a page: of one that is to follow whole, the page; of any other, what tells its picture again.
    fn kept(self, body: Body) -> (Option<Imprint>, Option<Box<Body>>) {
        match self {
            Self::Picture => (Some(body.picture()), None),
            Self::Words | Self::Unknown => (None, Some(Box::new(body))),
        }
    }
}

impl Hold {
    /// A token under which no panel stands yet.
    fn bare(token: Token, token_of: PressId, issued: Moment, words: Words) -> Self {
        Self {
            token,
            token_of,
            issued,
            words,
            panel: None,
            is_on_its_way: false,
            message: Made::by(token_of, Answer::Original),
            channel: None,
            drawn: None,
            picture: None,
            page: None,
            waits_since: None,
            layout: Layout::default(),
            leaf: Leaf::First,
            settles: None,
            is_told_old: false,
        }
    }

    /// Whether Discord still takes this token.
    pub(crate) fn is_fresh(&self, now: Moment) -> bool {
        now.since(self.issued) < TOKEN_LIFE
    }

    /// Whether Discord takes this token for a minute at most.
    pub(crate) fn is_old(&self, now: Moment) -> bool {
        now.since(self.issued) >= TOKEN_OLD
    }

    /// What can be pressed on it, if it is the message that was pressed.
    fn layout_for(&self, asked: &Asked) -> Option<&Layout> {
        let is_pressed = self.message.is(asked.answers_on()) == Some(true);
        (asked.is_on_private_message() && is_pressed).then_some(&self.layout)
    }
}

impl Panels {
    /// Leaves the panel of a person to the answer that is being made.
    pub(crate) fn answering(
        &self,
        table: &TableId,
        person: PersonId,
    ) -> Taken<'_, (TableId, PersonId)> {
        self.answering.take((table.clone(), person))
    }

    /// Whether an answer to this person is being made.
    pub(crate) fn is_answering(&self, table: &TableId, person: PersonId) -> bool {
        self.answering.contains(&(table.clone(), person))
    }

    /// An answer to this person is on its way: of several at once nobody knows which arrives last.
    pub(crate) fn sending(
        &self,
        table: &TableId,
        person: PersonId,
    ) -> Taken<'_, (TableId, PersonId)> {
        self.sending.take((table.clone(), person))
    }

    /// Changes a panel by news, unless an answer to its owner is being made or was given meanwhile: what was drawn before
    /// that answer must not stand below it.
    pub(crate) fn pushing(
        &self,
        table: &TableId,
        person: PersonId,
        token: &Token,
    ) -> Option<Taken<'_, (TableId, PersonId)>> {
        let key = (table.clone(), person);
        // First this, then the question: whoever begins to answer now sees it and waits.
        let pushing = self.pushing.take(key.clone());
        let is_newest = |all: &Holds| all.get(&key).is_some_and(|hold| hold.token == *token);
        let may_push = !self.answering.contains(&key) && is_newest(&lock(&self.holds));
        may_push.then_some(pushing)
    }

    /// Waits until no news change the panel of this person any more.
    pub(crate) async fn is_pushed(&self, table: &TableId, person: PersonId) {
        self.pushing.is_done(&(table.clone(), person)).await;
    }

    /// Keeps the token of a press that made no panel yet: at the deal it will push one.
    pub(crate) fn offer(&self, table: &TableId, asked: &Asked) {
        let hold = Hold::bare(asked.token.clone(), asked.press, asked.at, asked.words);
        lock(&self.holds).put((table.clone(), asked.person), hold);
    }

    /// When this person last pressed something that their newest token came from.
    pub(crate) fn last_press(&self, table: &TableId, person: PersonId) -> Option<Moment> {
        let holds = lock(&self.holds);
        Some(holds.get(&(table.clone(), person))?.issued)
    }

    /// A panel is about to be made with the token of this press, with its picture or in words alone. What stood before is kept
    /// until it is known whether this one stands.
    pub(crate) fn replace(
        &self,
        asked: &Asked,
        look: &Look,
        hindrance: Option<Hindrance>,
        told: (Leaf, Body, Shows),
    ) {
        let (leaf, body, shows) = told;
        let key = (look.table.clone(), asked.person);
        let mut all = lock(&self.holds);
        let before = all.get(&key).and_then(|hold| hold.layout_for(asked));
        let pressed = asked.place_on(before);
        let pressed = pressed.as_ref().map(|(place, did)| (&**place, *did));
        let layout = Layout::answered(&body.rows, pressed, asked.at);
        let settles = Settling::of(&layout, leaf, &body);
        let (picture, page) = shows.kept(body);
        let hold = Hold {
            token: asked.token.clone(),
            token_of: asked.press,
            issued: asked.at,
            words: asked.words,
            panel: None,
            is_on_its_way: true,
            message: asked.answers_on(),
            channel: Some(asked.channel),
            drawn: Some(Box::new(Drawn::of(look, hindrance))),
            picture,
            waits_since: page.as_ref().map(|_| asked.token.came()),
            page,
            leaf,
            settles,
            layout,
            is_told_old: false,
        };
        all.begins(key, hold);
    }

    /// Where this person's panel was pressed, and what the press came to.
    pub(crate) fn pressed_at(&self, table: &TableId, asked: &Asked) -> Option<(Place, Did)> {
        let all = lock(&self.holds);
        let hold = all.get(&(table.clone(), asked.person));
        let place = asked.place_on(hold.and_then(|hold| hold.layout_for(asked)));
        place.map(|(place, did)| (place.into_owned(), did))
    }

    /// Forgets everything about a table.
    pub(crate) fn forget(&self, table: &TableId) {
        lock(&self.holds).forget(table);
    }

    /// A panel that is older than this state, or waits for its picture, or is to be told once more, and can still be changed.
    /// It is noted as drawn from now on.
    pub(crate) fn due(
        &self,
        look: &Look,
        hindrance: Option<Hindrance>,
        person: PersonId,
        now: Moment,
    ) -> Option<Due> {
        if self.is_answering(&look.table, person) {
            return None;
        }
        let mut all = lock(&self.holds);
        let hold = all.get_mut(&(look.table.clone(), person))?;
        if !hold.is_fresh(now) {
            return None;
        }
        let fresh = Drawn::of(look, hindrance);
        let is_current = |drawn: &Drawn| drawn.is_current(look, &fresh.stage);
        let is_told = hold.drawn.as_deref().is_some_and(is_current);
        let settles = hold.settles.take_if(|settling| settling.at <= now);
        if is_told && hold.page.is_none() && settles.is_none() {
            return None;
        }
        if !is_told {
            hold.leaf = Leaf::First;
        }
        let since = *hold.waits_since.get_or_insert_with(Instant::now);
        let before = hold.clone();
        hold.picture = None;
        if !is_told {
            (hold.drawn, hold.page) = (Some(Box::new(fresh)), None);
        }
        Some(Due {
            page: before.page.as_deref().filter(|_| is_told).cloned(),
            settling: settles
                .filter(|_| is_told && before.page.is_none())
                .map(|settling| *settling),
            hold: before,
            since,
        })
    }

    /// A panel that stands with its first page and its picture, can still be changed, and is not being changed.
    pub(crate) fn standing(&self, table: &TableId, person: PersonId, now: Moment) -> Option<Hold> {
        if self.is_answering(table, person) {
            return None;
        }
        let all = lock(&self.holds);
        let hold = all.get(&(table.clone(), person))?;
        let stands = hold.panel.is_some() && hold.page.is_none() && hold.is_fresh(now);
        (stands && hold.leaf == Leaf::First).then(|| hold.clone())
    }

    /// Whether the person has begun something on a page that stands as the table does, in the channel where they ask: told
    /// once, so that whoever asks again for their rack gets it.
    pub(crate) fn tells_begun(
        &self,
        look: &Look,
        hindrance: Option<Hindrance>,
        asked: &Asked,
    ) -> bool {
        let mut all = lock(&self.holds);
        let Some(hold) = all.get_mut(&(look.table.clone(), asked.person)) else {
            return false;
        };
        let stage = Stage::of(look, hindrance);
        let is_current = |drawn: &Drawn| drawn.is_current(look, &stage);
        let is_here = hold.panel.is_some() && hold.channel == Some(asked.channel);
        let stands = is_here && hold.is_fresh(asked.at);
        let tells =
            stands && hold.leaf == Leaf::Begun && hold.drawn.as_deref().is_some_and(is_current);
        if tells {
            hold.leaf = Leaf::Other;
        }
        tells
    }

    /// The panel of somebody who, after that look, has no seat any more, if it can still be changed: it is held no longer.
    /// Whoever has sat down again since keeps the one that was made then.
    pub(crate) fn take_left_behind(
        &self,
        look: &Look,
        person: PersonId,
        now: Moment,
    ) -> Option<Gone> {
        let mut all = lock(&self.holds);
        let key = (look.table.clone(), person);
        let drawn = all.get(&key)?.drawn.as_ref();
        if drawn.is_some_and(|drawn| drawn.revision > look.revision) {
            return None;
        }
        let hold = all.get(&key).filter(|hold| hold.is_fresh(now)).cloned();
        all.remove(&key);
        let hold = hold?;
        Some((hold.token, hold.panel?))
    }

    /// When the next panel of this table is to be changed although nothing happens: it settles, or comes into its last minute,
    /// which counts while the table lives.
    pub(crate) fn next_change(&self, table: &TableId, life: Life, now: Moment) -> Option<Moment> {
        let all = lock(&self.holds);
        let stands = |hold: &&Hold| hold.panel.is_some() && hold.page.is_none();
        let changes = all.of_table(table).filter(stands).flat_map(|hold| {
            let grows_old = life.is_live() && !hold.is_told_old;
            let old = grows_old.then(|| hold.issued.plus(TOKEN_OLD));
            let settles = hold.settles.as_ref().filter(|_| hold.is_fresh(now));
            [old, settles.map(|settling| settling.at)]
                .into_iter()
                .flatten()
        });
        changes.filter(|at| *at > now).min()
    }

    /// A panel that has come into its last minute, once.
    pub(crate) fn grows_old(&self, table: &TableId, person: PersonId, now: Moment) -> Option<Hold> {
        let hold = self.standing(table, person, now)?;
        if hold.is_told_old || !hold.is_old(now) {
            return None;
        }
        if let Some(held) = lock(&self.holds).get_mut(&(table.clone(), person)) {
            held.is_told_old = true;
        }
        Some(hold)
    }

    /// Nothing was told of that after all: the panel is as it was before.
    pub(crate) fn note_untold(&self, table: &TableId, person: PersonId, before: &Hold) {
        if let Some(hold) = lock(&self.holds).get_mut(&(table.clone(), person))
            && hold.token == before.token
        {
            hold.drawn = None;
            hold.picture = before.picture;
        }
    }

    /// Nothing was to be changed of it.
    pub(crate) fn note_unchanged(&self, table: &TableId, person: PersonId, before: &Hold) {
        if let Some(hold) = lock(&self.holds).get_mut(&(table.clone(), person))
            && hold.token == before.token
        {
            (hold.picture, hold.waits_since) = (before.picture, None);
        }
    }

    /// Whether the pressed message is this person's panel, shows this picture, and nothing is about to change it.
    pub(crate) fn shows(&self, table: &TableId, asked: &Asked, picture: Imprint) -> bool {
        let all = lock(&self.holds);
        let hold = all.get(&(table.clone(), asked.person));
        let pressed = hold.filter(|hold| hold.layout_for(asked).is_some());
        pressed.is_some_and(|hold| hold.picture == Some(picture))
    }

    /// The answer to a press stands on that message; answers what is to go. Only one panel is kept true: if another answer
    /// has become it meanwhile, somewhere else, this one goes. But a quick person presses an answer before we know that it
    /// stands.
    pub(crate) fn note_place(
        &self,
        table: &TableId,
        asked: &Asked,
        stands: (Answer, Made),
        now: Moment,
    ) -> Vec<Gone> {
        let key = (table.clone(), asked.person);
        lock(&self.holds).stands(&key, &asked.token, stands, now)
    }

    /// Which panels are to go after one was posted with the token of that hold, in its place: whoever pressed one of the
    /// two meanwhile keeps that one, and who made another keeps neither.
    pub(crate) fn gone_after(
        &self,
        table: &TableId,
        person: PersonId,
        before: &Hold,
        posted: Answer,
    ) -> impl Iterator<Item = Answer> + use<> {
        let message = Made::by(before.token_of, posted);
        let all = lock(&self.holds);
        let newest = all.get(&(table.clone(), person));
        let (stands, stood) = match newest {
            Some(newest) if newest.token != before.token => {
                let stands = newest.message.may_be(message);
                (stands, !stands && newest.message.may_be(before.message))
            }
            _ => (true, false),
        };
        let posted = Some(posted).filter(|_| !stands);
        posted.into_iter().chain(before.panel.filter(|_| !stood))
    }

    /// A panel was changed, or posted, with the token of this hold.
    pub(crate) fn note_drawn(
        &self,
        look: &Look,
        person: PersonId,
        token: &Token,
        panel: Answer,
        told: (Body, Shows),
        now: Moment,
    ) {
        let mut all = lock(&self.holds);
        let Some(hold) = all.get_mut(&(look.table.clone(), person)) else {
            return;
        };
        if hold.token == *token {
            if hold.panel != Some(panel) {
                hold.message = Made::by(hold.token_of, panel);
                // Nobody is about to press anything on a new one.
                hold.layout = Layout::default();
            }
            hold.panel = Some(panel);
            let (body, shows) = told;
            hold.layout = hold.layout.changed(&body.rows, now);
            hold.settles = Settling::of(&hold.layout, hold.leaf, &body);
            (hold.picture, hold.page) = shows.kept(body);
            if hold.page.is_none() {
                hold.waits_since = None;
            }
        } else if hold
            .drawn
            .as_ref()
            .is_some_and(|drawn| drawn.revision >= look.revision)
        {
            // An answer told more while this was under way, and may stand below it.
            (hold.drawn, hold.picture) = (None, None);
        }
    }

    /// What a change with the token of this hold came to is not known, nor what the panel shows: it is to be drawn anew,
    /// also if it was answered meanwhile.
    pub(crate) fn note_unknown(&self, table: &TableId, person: PersonId, before: &Hold) {
        if let Some(hold) = lock(&self.holds).get_mut(&(table.clone(), person))
            && (hold.token == before.token || hold.message.may_be(before.message))
        {
            (hold.drawn, hold.picture) = (None, None);
        }
    }

    /// A press could not be answered: what stood before it is the panel again, unless another answer has become it meanwhile.
    /// Answers what is to go.
    pub(crate) fn put_back(&self, table: &TableId, asked: &Asked, now: Moment) -> Vec<Gone> {
        let key = (table.clone(), asked.person);
        lock(&self.holds).fails(&key, &asked.token, now)
    }

    /// The token is dead, or its message is gone: *My rack* will make another panel.
    pub(crate) fn drop_token(&self, table: &TableId, person: PersonId, token: &Token) {
        let mut all = lock(&self.holds);
        let key = (table.clone(), person);
        if all.get(&key).is_some_and(|hold| hold.token == *token) {
            all.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests;
