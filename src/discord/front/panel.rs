//! Panels: what one person sees of a table, with its picture or, where that is late, in words.

use std::pin::Pin;
use std::time::Instant;

use super::Front;
use super::asked::Asked;
use super::kept::easels::{Easel, Rank};
use super::kept::holds::{Hold, Leaf, Settling, Shows};
use super::kept::orders::Order;
use crate::discord::pages::kit::places::{Layout, kept, kept_everywhere};
use crate::discord::pages::kit::settled::settled;
use crate::discord::pages::panel::{in_words, note, note_in_words, with_notices};
use crate::discord::pages::press::Slot;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::pages::{board, games};
use crate::discord::wire::note::{Note, Picture};
use crate::discord::wire::send::{Answer, SendFailure, Sender, Token};
use crate::drawing::Scene;
use crate::meters;
use crate::rules::Viewer;
use crate::tables::{Barrier, Life, Look, PersonId};

/// What became of a panel that was to be brought up to date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Refreshed {
    /// There is nothing left to do.
    #[default]
    Done,
    /// It could not be done, and is to be tried again after a pause.
    Later,
    /// Something has changed meanwhile: it goes on at once.
    Again,
}

/// What was told of a state already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    Nothing,
    /// Everything: only the picture is missing.
    InWords,
}

/// On which message an answer may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Where {
    /// On the pressed one, of which something stays.
    OnlyThere,
    /// On the pressed one if it is a panel, else on a new one.
    Anywhere,
}

/// How a wait for an easel ended.
enum Waited {
    Easel(Easel),
    /// The words cannot wait any longer.
    Late,
    /// The table has moved on.
    MovedOn,
}

/// With its picture, if there is an easel for it.
async fn told_at(body: &Body, easel: Option<Easel>) -> (Note, Shows) {
    let picture = match easel {
        Some(easel) => easel.paint(body.scene.clone(), body.alt.clone()).await,
        None => None,
    };
    told_with(body, picture)
}

/// With its picture, if that came in time.
fn told_with(body: &Body, picture: Option<Picture>) -> (Note, Shows) {
    match picture {
        Some(picture) => (note(body, Some(picture)), Shows::Picture),
        None => {
            meters::late(meters::Late::InWords);
            (note_in_words(body), Shows::Words)
        }
    }
}

impl Front {
    /// Answers with the asker's panel as the table stands: on their own panel by changing it, elsewhere by
    /// a new one that replaces the old. Somebody without a rack is told the notice alone.
    pub(crate) async fn answer_with_panel(
        &self,
        asked: &Asked,
        look: &Look,
        notice: Option<String>,
        asks: Option<Slot>,
    ) -> Result<(), SendFailure> {
        let faces = self.faces_at(look);
        let reader = self.reads(asked, look).facing(&faces);
        let Some(body) = games::panel(reader, asks) else {
            let sentence = match notice {
                // It says that they read now how things stand.
                Some(late) if late == asked.late() => {
                    format!("{late}\n{}", self.watching(reader))
                }
                Some(notice) => notice,
                None => self.watching(reader),
            };
            return asked.tell(&self.sender, sentence).await;
        };
        let leaf = asks.map_or(Leaf::First, |_| Leaf::Other);
        self.answer_with_body(asked, look, (leaf, body), notice)
            .await
    }

    /// What somebody without a rack reads; no link leads to a place that was deleted.
    fn watching(&self, reader: Reader<'_>) -> String {
        let Reader { words, look, .. } = reader;
        if let Some(cut_off) = self.cut_off_lobby(words, look) {
            return cut_off;
        }
        let barrier = self.keepers.asides.of(&look.table);
        let is_gone = barrier.or(look.places.barrier) == Some(Barrier::Gone);
        match look.life {
            Life::Playing if is_gone && look.viewer == Viewer::Watcher => words.not_seated(),
            Life::Finished | Life::Abandoned(_) if is_gone => words.gone(),
            _ => board::watching(reader),
        }
    }

    /// Answers with any page of the asker's panel; in words alone if its picture does not come in time. A picture that stands
    /// there already is not painted again.
    pub(crate) async fn answer_with_body(
        &self,
        asked: &Asked,
        look: &Look,
        (leaf, body): (Leaf, Body),
        notice: Option<String>,
    ) -> Result<(), SendFailure> {
        let body = match self.panels.pressed_at(&look.table, asked) {
            Some((place, did)) => Body {
                rows: kept(self.reads(asked, look), body.rows, (&place, did)),
                ..body
            },
            None => body,
        };
        // News of the table leave this panel alone until it stands.
        let answering = self.panels.answering(&look.table, asked.person);
        let aside = self.aside_notice(asked.words, look, asked.channel);
        if self.panels.shows(&look.table, asked, body.picture()) {
            let body = with_notices(body.clone(), [notice.clone(), aside.clone()]);
            let told = (note(&body, None), Shows::Picture);
            match self
                .answer_with_note(asked, look, (leaf, body), &told, Where::OnlyThere)
                .await
            {
                // It has to be a new message, and that needs its picture.
                Err(failure) if failure.is_message_gone() => {}
                answered => return answered,
            }
        }
        let rank = Rank::of(look, Rank::Asking);
        let picture = self.picture_in_time(asked, rank, body.scene.clone(), body.alt.clone());
        let picture = picture.await;
        let body = with_notices(body, [notice, aside]);
        let told = told_with(&body, picture);
        let answered = self
            .answer_with_note(asked, look, (leaf, body), &told, Where::Anywhere)
            .await;
        drop(answering);
        if told.1 == Shows::Words {
            self.keepers.nudge(&look.table);
        }
        answered
    }

    async fn answer_with_note(
        &self,
        asked: &Asked,
        look: &Look,
        (leaf, body): (Leaf, Body),
        (note, shows): &(Note, Shows),
        place: Where,
    ) -> Result<(), SendFailure> {
        // A change that is on its way to the same message could come after the answer.
        let pushed = self.panels.is_pushed(&look.table, asked.person);
        let by = asked.token.came() + self.pace.words;
        // Towards Discord: the host's own time. What comes later is made good afterwards.
        let _ = tokio::time::timeout_at(by.into(), pushed).await;
        let hindrance = self.keepers.asides.hindrance(&look.table);
        let sending = self.panels.sending(&look.table, asked.person);
        let shows = if sending.is_first() {
            *shows
        } else {
            Shows::Unknown
        };
        let told = (leaf, body, shows);
        self.panels.replace(asked, look, hindrance, told);
        let answered = match place {
            Where::OnlyThere => {
                let changed = asked.change_there(&self.sender, note).await;
                changed.map(|panel| (panel, asked.answers_on()))
            }
            Where::Anywhere => asked.update_there(&self.sender, note).await,
        };
        drop(sending);
        let (table, now) = (&look.table, self.clock.now());
        let (gone, answered) = match answered {
            Ok(stands) => (self.panels.note_place(table, asked, stands, now), Ok(())),
            Err(failure) => (self.panels.put_back(table, asked, now), Err(failure)),
        };
        // Also where an older panel was pressed that still stands above: only one is kept true.
        for (token, panel) in gone {
            remove(&self.sender, &token, panel).await;
        }
        answered
    }

    /// A picture for somebody who asks for it, if it comes in time and they have not asked for too many.
    pub(crate) async fn picture_in_time(
        &self,
        asked: &Asked,
        rank: Rank,
        scene: Scene,
        alt: String,
    ) -> Option<Picture> {
        let came = asked.token.came();
        let order = Order {
            person: asked.person,
            rank,
            came,
            by: came + self.pace.words,
            scene,
            alt,
        };
        self.easels.painted(order).await
    }

    /// A board for somebody who asks for it; in words alone if its picture does not come in time.
    pub(crate) async fn board_in_time(&self, asked: &Asked, look: &Look, body: Body) -> Note {
        let picture =
            self.picture_in_time(asked, Rank::Asking, body.scene.clone(), body.alt.clone());
        let picture = picture.await;
        let note = board::note(self.reads(asked, look), &body);
        match picture {
            Some(_) => Note { picture, ..note },
            None => Note {
                text: in_words(&note.text, &body.alt),
                ..note
            },
        }
    }

    /// Brings the panel of one person up to date, if a token can still do it. What waits for an easel gives way when the
    /// table has moved on; whose picture is late is told in words first.
    pub(crate) async fn refresh_panel(
        &self,
        look: &Look,
        person: PersonId,
        moved_on: impl Future<Output = ()>,
    ) -> Refreshed {
        let mut moved_on = std::pin::pin!(moved_on);
        loop {
            let told = self.tell_panel(look, person, moved_on.as_mut()).await;
            if let Some(refreshed) = told {
                return refreshed;
            }
        }
    }

    /// The same; `None` if it was told in words, and its picture is still to come.
    async fn tell_panel(
        &self,
        look: &Look,
        person: PersonId,
        moved_on: Pin<&mut impl Future<Output = ()>>,
    ) -> Option<Refreshed> {
        let hindrance = self.keepers.asides.hindrance(&look.table);
        let now = self.clock.now();
        if look.viewer.seat().is_none() {
            self.remove_left_behind(look, person).await;
            return Some(Refreshed::Done);
        }
        let Some(due) = self.panels.due(look, hindrance, person, now) else {
            return Some(Refreshed::Done);
        };
        let (hold, since) = (due.hold, due.since);
        let told = match due.page {
            Some(_) => Told::InWords,
            None => Told::Nothing,
        };
        let body = match (due.page, due.settling) {
            (Some(page), _) => Some(page),
            (None, Some(settling)) => {
                let settled = self.settled_panel(look, person, &hold, settling);
                if settled.is_none() {
                    self.panels.note_unchanged(&look.table, person, &hold);
                }
                settled
            }
            (None, None) => self.panel_after_news(look, person, &hold),
        };
        let Some(body) = body else {
            return Some(Refreshed::Done);
        };
        if hold.picture == Some(body.picture()) {
            let note = (note(&body, None), Shows::Picture);
            return self.push_panel(look, person, &hold, body, note).await;
        }
        let rank = Rank::of(look, Rank::Sitting);
        let easel = match self.waits_for_easel(rank, since, told, moved_on).await {
            Waited::Easel(easel) => Some(easel),
            Waited::Late => None,
            Waited::MovedOn => {
                if told == Told::Nothing {
                    self.panels.note_untold(&look.table, person, &hold);
                }
                return Some(Refreshed::Again);
            }
        };
        let note = told_at(&body, easel).await;
        self.push_panel(look, person, &hold, body, note).await
    }

    /// The first page as the table stands, with every place kept that could be pressed on the message.
    fn panel_after_news(&self, look: &Look, person: PersonId, hold: &Hold) -> Option<Body> {
        self.panel_where(look, person, hold, &hold.layout)
    }

    /// The same page without what only kept a place on it; `None` if nothing of it is to be changed.
    fn settled_panel(
        &self,
        look: &Look,
        person: PersonId,
        hold: &Hold,
        settling: Settling,
    ) -> Option<Body> {
        let Settling { text, rows, .. } = settling;
        let body = self.panel_where(look, person, hold, &Layout::default())?;
        let reader = self.reads_in(hold.words, person, look);
        let rows = settled(reader, &rows, body.rows)?;
        Some(Body { text, rows, ..body })
    }

    /// The first page as the table stands, for a message with this layout.
    fn panel_where(
        &self,
        look: &Look,
        person: PersonId,
        hold: &Hold,
        layout: &Layout,
    ) -> Option<Body> {
        let now = self.clock.now();
        let faces = self.faces_at(look);
        let reader = self.reads_in(hold.words, person, look).facing(&faces);
        let body = games::panel(reader, None)?;
        let rows = kept_everywhere(reader, body.rows, layout, now);
        let is_old = hold.is_old(now) && look.is_live();
        let old = is_old.then(|| hold.words.panel_old());
        // What is pushed before any answer stands where the lobby was.
        let stands = hold.channel.unwrap_or(look.places.channel);
        let notices = [self.aside_notice(hold.words, look, stands), old];
        Some(with_notices(Body { rows, ..body }, notices))
    }

    /// Waits for an easel, no longer than the table stays as it is, and if nothing was told so far, than words can wait.
    async fn waits_for_easel(
        &self,
        rank: Rank,
        since: Instant,
        told: Told,
        moved_on: Pin<&mut impl Future<Output = ()>>,
    ) -> Waited {
        let late = async {
            match told {
                Told::InWords => std::future::pending().await,
                // Towards Discord: the host's own time.
                Told::Nothing => tokio::time::sleep_until((since + self.pace.words).into()).await,
            }
        };
        tokio::select! {
            biased;
            easel = self.easels.take(rank, since) => Waited::Easel(easel),
            () = moved_on => Waited::MovedOn,
            () = late => Waited::Late,
        }
    }

    async fn push_panel(
        &self,
        look: &Look,
        person: PersonId,
        hold: &Hold,
        body: Body,
        (note, shows): (Note, Shows),
    ) -> Option<Refreshed> {
        let (table, token, now) = (&look.table, &hold.token, self.clock.now());
        // Until the end: an answer waits for what is noted here, too.
        let Some(_pushing) = self.panels.pushing(table, person, token) else {
            self.panels.note_untold(table, person, hold);
            let is_answering = self.panels.is_answering(table, person);
            return Some(if is_answering {
                Refreshed::Later
            } else {
                Refreshed::Again
            });
        };
        match push(&self.sender, hold, &note).await {
            Ok(panel) => {
                self.panels
                    .note_drawn(look, person, token, panel, (body, shows), now);
                if hold.panel != Some(panel) {
                    self.remove_gone(look, person, hold, panel).await;
                }
                (shows == Shows::Picture).then_some(Refreshed::Done)
            }
            Err(failure) if failure.is_too_old() => {
                Some(self.renew_panel(look, person, hold, body).await)
            }
            // A new panel that may stand is not pushed twice; one that stands can be changed again.
            Err(failure) if failure.may_pass() && hold.panel.is_some() => {
                tracing::debug!(%failure, "a panel could not be refreshed yet");
                self.panels.note_unknown(table, person, hold);
                Some(Refreshed::Later)
            }
            Err(failure) => {
                tell_not_shown(look, &failure);
                self.panels.drop_token(table, person, token);
                Some(Refreshed::Done)
            }
        }
    }

    /// Takes the panel away in whose place another was just posted, or that one, if an answer became the panel meanwhile:
    /// nobody would keep it true.
    async fn remove_gone(&self, look: &Look, person: PersonId, before: &Hold, posted: Answer) {
        let gone = self.panels.gone_after(&look.table, person, before, posted);
        for panel in gone {
            remove(&self.sender, &before.token, panel).await;
        }
    }

    /// Takes away the panel of somebody who has no seat any more: its buttons do nothing, and nobody would keep it true.
    async fn remove_left_behind(&self, look: &Look, person: PersonId) {
        let now = self.clock.now();
        if let Some((token, panel)) = self.panels.take_left_behind(look, person, now) {
            remove(&self.sender, &token, panel).await;
        }
    }

    /// Tells the owner of a panel in its last minute that it is about to stop following the table; not while they look at
    /// another page of it.
    pub(crate) async fn tells_old(&self, look: &Look, person: PersonId) {
        let now = self.clock.now();
        let Some(hold) = self.panels.grows_old(&look.table, person, now) else {
            return;
        };
        let body = self.panel_after_news(look, person, &hold);
        if let Some(body) = body.filter(|body| hold.picture == Some(body.picture())) {
            let told = (note(&body, None), Shows::Picture);
            self.push_panel(look, person, &hold, body, told).await;
        }
    }

    /// Posts the panel of one person anew, below what was just said; not while they look at another page of it (which may show
    /// the same picture), or press something.
    pub(crate) async fn brings_panel_below(&self, look: &Look, person: PersonId) {
        let now = self.clock.now();
        let Some(hold) = self.panels.standing(&look.table, person, now) else {
            return;
        };
        let answering = self.panels.answering(&look.table, person);
        let body = self.panel_after_news(look, person, &hold);
        if let Some(body) = body.filter(|body| hold.picture == Some(body.picture())) {
            self.renew_panel(look, person, &hold, body).await;
        }
        drop(answering);
        self.keepers.nudge(&look.table);
    }

    /// Pushes a panel as a new message, in the place of one that is too old to be changed, or stands too far above. Nobody is
    /// about to press anything there, so a first page keeps no places.
    async fn renew_panel(
        &self,
        look: &Look,
        person: PersonId,
        old: &Hold,
        body: Body,
    ) -> Refreshed {
        let newest = self.panel_where(look, person, old, &Layout::default());
        let newest = newest.filter(|_| old.leaf == Leaf::First);
        let body = match newest.filter(|newest| newest.picture() == body.picture()) {
            Some(Body { rows, .. }) => Body { rows, ..body },
            None => body,
        };
        let easel = self
            .easels
            .take(Rank::of(look, Rank::Sitting), Instant::now());
        let (note, shows) = told_at(&body, Some(easel.await)).await;
        match self.sender.follow_up(&old.token, &note).await {
            Ok(message) => {
                let (token, panel) = (&old.token, Answer::FollowUp(message));
                let now = self.clock.now();
                self.panels
                    .note_drawn(look, person, token, panel, (body, shows), now);
                self.remove_gone(look, person, old, panel).await;
            }
            Err(failure) => {
                tell_not_shown(look, &failure);
                self.panels.drop_token(&look.table, person, &old.token);
            }
        }
        Refreshed::Done
    }
}

/// A panel is shown to its person no more before they press. That happens to whoever dismissed it, or to a token that is old;
/// all else is the world's.
fn tell_not_shown(look: &Look, failure: &SendFailure) {
    if failure.is_gone() || failure.is_unauthorized() {
        tracing::debug!(%failure, "a panel is not shown any more");
    } else {
        tracing::warn!(table = %look.table, %failure, "a panel could not be shown: My rack makes a new one");
    }
}

async fn push(sender: &Sender, hold: &Hold, note: &Note) -> Result<Answer, SendFailure> {
    match hold.panel {
        Some(panel) => sender
            .change_answer(&hold.token, panel, note)
            .await
            .map(|()| panel),
        None => sender
            .follow_up(&hold.token, note)
            .await
            .map(Answer::FollowUp),
    }
}

async fn remove(sender: &Sender, token: &Token, panel: Answer) {
    if let Err(failure) = sender.delete_answer(token, panel).await {
        // The person may have dismissed it: then nothing is left to remove.
        tracing::debug!(%failure, "an old panel was not removed");
    }
}
