//! Lost access: tables whose place the bot cannot reach are set aside, and come back with the access.
//!
//! The table lives on: its clock runs, panels and commands work wherever they can be asked for. Only what the bot
//! would have to post or change in that place rests, until the gateway or somebody who presses there says that it may. How its
//! people hear of that is in `word.rs`.

use std::collections::BTreeSet;
use std::time::Instant;

use serenity::all::Permissions;

use super::Front;
use super::asked::Asked;
use super::kept::asides::Hindrance;
use super::kept::bell::Ear;
use crate::discord::speech::words::Words;
use crate::discord::wire::place_news::PlaceNews;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Area, Barrier, ChannelId, Life, Look, Table, TableId};

impl Front {
    /// The gateway tells of a place.
    pub(crate) fn hears_of_place(&self, news: PlaceNews) {
        match news {
            PlaceNews::ThrownOut(server) => {
                self.set_all_aside(Area::Server(server), Barrier::ThrownOut);
            }
            PlaceNews::Gone(channel) => self.place_is_gone(channel),
            PlaceNews::Locked(thread) => {
                self.set_all_aside(Area::Channel(thread), Barrier::Locked);
            }
            PlaceNews::Invited(server) => self.bring_all_back(Area::Server(server), None),
            PlaceNews::Changed(channel) => {
                self.bring_all_back(Area::Channel(channel), Some(channel));
                for thread in self.keepers.above.threads_of(channel) {
                    self.bring_all_back(Area::Channel(thread), None);
                }
            }
        }
    }

    fn set_all_aside(&self, area: Area, barrier: Barrier) {
        for one in self.hall.whereabouts(area) {
            self.set_aside(&one.table, barrier, None);
        }
    }

    /// A channel was deleted with its threads, or a thread.
    fn place_is_gone(&self, channel: ChannelId) {
        for one in self.hall.whereabouts(Area::Channel(channel)) {
            self.set_aside(&one.table, Barrier::Gone, None);
            if one.parent == Some(channel) {
                self.keepers.asides.parent_is_gone(&one.table);
            }
        }
        for thread in self.keepers.above.threads_of(channel) {
            self.place_is_gone(thread);
        }
    }

    /// Opens the places of this area and brings their tables back; `changed` is the channel that is told of by name.
    fn bring_all_back(&self, area: Area, changed: Option<ChannelId>) {
        let mut tables = self.hall.whereabouts(area);
        if tables.is_empty() && changed.is_none() {
            // Thousands of servers have none, and of each of them much is told.
            return;
        }
        // Of whole servers much is told, and of all their tables hardly any has something to open.
        let known = self.sender.closed.known_places();
        tables.retain(|one| {
            let mut places = [Some(one.channel), one.parent].into_iter().flatten();
            places.any(|place| known.contains(&place))
                || self.keepers.asides.hindrance(&one.table).is_some()
        });
        let now = Instant::now();
        for one in &tables {
            let Some(server) = one.server else { continue };
            for place in [Some(one.channel), one.parent].into_iter().flatten() {
                self.sender.closed.lies_in(place, server, now);
            }
        }
        let places = tables
            .iter()
            .flat_map(|one| [Some(one.channel), one.parent]);
        // Each of them once: opening a place over and over is what somebody does who wants to harm.
        let places: BTreeSet<ChannelId> = places.chain([changed]).flatten().collect();
        let is_open = |place: &ChannelId| self.sender.closed.opens_by_news(*place, now);
        let open: BTreeSet<ChannelId> = places.into_iter().filter(is_open).collect();
        for one in tables {
            let asides = &self.keepers.asides;
            // Of a server that has thrown the bot out nothing is told.
            let is_invited = asides.is_invited(&one.table);
            // Only word of the very channel shows that one is not gone after all, or not locked any more.
            if changed == Some(one.channel) {
                asides.is_there(&one.table);
            }
            let barrier = asides.of(&one.table);
            let stays = barrier == Some(Barrier::Gone) || asides.waits_for_its_thread(&one.table);
            let may_open = barrier == Some(Barrier::Closed) && !stays;
            if open.contains(&one.channel) && !stays {
                self.bring_back(&one.table);
                self.speak_again(&one.table);
            } else if is_invited || may_open || asides.is_silent(&one.table) {
                // It learns when its place opens after all, and its people that the bot is there.
                self.keepers.nudge(&one.table);
            }
        }
    }

    /// Somebody asks from a place: if the bot may write there, whatever stands there comes back.
    pub(crate) fn hears_from(&self, asked: &Asked) {
        let channel = asked.channel;
        let table = self.hall.in_channel(channel);
        if let (Some(table), Some(parent)) = (&table, asked.above_private_thread())
            && self.keepers.is_kept(&table.id)
        {
            self.keepers.above.tells(&table.id, channel, parent);
        }
        let asides = &self.keepers.asides;
        let hindered = table.filter(|table| asides.hindrance(&table.id).is_some());
        let locked = hindered.as_ref().map(|table| &table.id);
        if let Some(table) = locked.filter(|table| asides.has_lock(table)) {
            let made_at = self
                .delays
                .made_at(asked.press.get(), asked.at, Instant::now());
            // What somebody has pressed before may come after word of the lock.
            if asked.may_be_in_locked_thread() || asides.was_locked_after(table, made_at) {
                return;
            }
            asides.is_there(table);
            self.keepers.nudge(table);
        }
        let is_closed = hindered.is_some() || self.has_refused(channel);
        if !is_closed || !may_write(asked) {
            return;
        }
        let now = Instant::now();
        if let Some(server) = asked.server {
            self.sender.closed.lies_in(channel, server, now);
        }
        if self.sender.closed.opens_by_press(channel, now)
            && let Some(table) = hindered
        {
            self.bring_back(&table.id);
            self.speak_again(&table.id);
        }
    }

    /// Sets a table aside, whose place cannot be reached: the gateway says so, or this refusal does.
    fn set_aside(&self, table: &TableId, barrier: Barrier, refusal: Option<&SendFailure>) {
        let (asides, now) = (&self.keepers.asides, self.clock.now());
        let is_new = self.keepers.is_kept(table)
            && match refusal {
                Some(_) => asides.add_refused(table, barrier, now),
                None => asides.add(table, barrier, now),
            };
        if !is_new {
            return;
        }
        let failure = refusal.map(tracing::field::display);
        if self.hall.is_live(table) {
            tracing::warn!(%table, ?barrier, failure, "a table is set aside: its place cannot be reached");
        } else {
            tracing::info!(%table, ?barrier, failure, "what is left to tell of a table that is over is told to nobody: its place cannot be reached");
        }
        self.keepers.nudge(table);
    }

    /// Sets a table aside because its place has refused something; answers whether it is. If the place has opened since, it
    /// is not: whoever tells of that brings only those tables back that are set aside by then.
    pub(crate) fn set_aside_by_refusal(&self, look: &Look, refusal: &SendFailure) -> bool {
        let Some(barrier) = refusal.barrier() else {
            return false;
        };
        self.set_aside(&look.table, barrier, Some(refusal));
        if refusal.is_locked() && look.is_live() {
            let now = self.clock.now();
            self.keepers.asides.says_locked(&look.table, now);
        }
        if refusal.keeps_put_away() {
            self.keepers.asides.waits_put_away(&look.table);
        }
        let known = self.keepers.asides.of(&look.table);
        if known.is_some_and(|known| known != barrier) {
            return true;
        }
        let is_closed = self.has_refused(look.places.channel);
        if !is_closed {
            self.bring_back(&look.table);
        }
        is_closed
    }

    /// Whether a place has refused something, as far as is remembered.
    fn has_refused(&self, place: ChannelId) -> bool {
        self.sender.closed.has_refused(place, Instant::now())
    }

    /// A lobby that closed is open still where it stands, in a thread that is put away: it is changed once that is opened again.
    pub(crate) fn waits_for_thread(&self, look: &Look, refusal: &SendFailure) {
        self.set_aside(&look.table, Barrier::Closed, Some(refusal));
        self.keepers.asides.waits_put_away(&look.table);
    }

    /// A thread that was locked when the process before this one ended is locked still, as far as is known: whether the bot may
    /// write there says nothing of it.
    pub(crate) async fn recalls_lock(&self, table: &Table) {
        let look = table.look(None, None).await;
        let is_locked =
            |look: &Look| look.is_live() && look.places.barrier == Some(Barrier::Locked);
        if look.is_ok_and(|look| is_locked(&look)) {
            self.set_aside(&table.id, Barrier::Locked, None);
        }
    }

    /// Brings a table back that was set aside.
    pub(crate) fn bring_back(&self, table: &TableId) {
        if self.keepers.asides.remove(table) {
            tracing::info!(%table, "a table that was set aside comes back");
            self.keepers.nudge(table);
        }
    }

    /// A call was refused for want of the right to write at a table whose messages can still be changed: they say so. If the
    /// place has opened since, they do not, and the call comes once more.
    pub(crate) fn fall_silent(&self, look: &Look) {
        if !self.keepers.is_kept(&look.table) || !self.keepers.asides.fell_silent(&look.table) {
            return;
        }
        if self.has_refused(look.places.channel) {
            self.keepers.nudge(&look.table);
        } else {
            self.speak_again(&look.table);
        }
    }

    /// The bot may write at a table again, as far as is known: whoever is to be called is called.
    pub(crate) fn speak_again(&self, table: &TableId) {
        if self.keepers.asides.spoke_again(table) {
            self.keepers.nudge(table);
        }
    }

    /// A table that may not write says so no longer once its place has opened, or what that has refused is forgotten: a right can
    /// come back without a word, as after a time-out of the bot. Answers when that will be.
    pub(crate) fn speaks_later(&self, look: &Look) -> Option<Instant> {
        if !self.keepers.asides.is_silent(&look.table) {
            return None;
        }
        let (channel, now) = (look.places.channel, Instant::now());
        let closed = &self.sender.closed;
        let kept = closed.opens_later(channel, now);
        let Some(forgotten) = closed.forgets_at(channel, now) else {
            self.speak_again(&look.table);
            return None;
        };
        // The dice keep tables apart that were refused together.
        let late = forgotten + self.pace.refusals.mul_f64(rand::random::<f64>());
        Some(kept.unwrap_or(late))
    }

    /// Why nothing of a table is shown in its place; `None` if all is. In a locked thread a table that is over is shown once more:
    /// whoever may manage threads can write there, and nobody has to press anything any more.
    pub(crate) fn bars(&self, look: &Look) -> Option<Barrier> {
        let asides = &self.keepers.asides;
        if !look.is_live() {
            asides.needs_no_press(&look.table);
            if asides.is_merely_locked(&look.table) {
                self.bring_back(&look.table);
            }
        }
        asides.of(&look.table)
    }

    /// Waits at a table that is set aside, until something is told of it. After a long time a place is tried again that has
    /// refused something, or when what was told of it too soon is heard; of any other the gateway tells.
    pub(crate) async fn rest_aside(&self, table: &Table, channel: ChannelId, ear: &mut Ear) {
        let is_closed = || self.keepers.asides.of(&table.id) == Some(Barrier::Closed);
        let now = Instant::now();
        // A right that the bot gets opens no thread.
        let opens = is_closed() && !self.keepers.asides.waits_for_its_thread(&table.id);
        let kept = opens.then(|| self.sender.closed.opens_later(channel, now));
        if opens && !self.has_refused(channel) {
            return self.bring_back(&table.id);
        }
        // Towards Discord, not felt by players: the host's own time. The dice keep tables apart that were closed together.
        let late = now + self.pace.refusals.mul_f64(1.0 + rand::random::<f64>());
        let soon = kept.flatten();
        let again = soon.map_or(late, |soon| soon.min(late));
        tokio::select! {
            () = ear.hears() => {}
            () = tokio::time::sleep_until(again.into()) => {
                if is_closed() {
                    self.bring_back(&table.id);
                }
            }
        }
    }

    /// What becomes of a lobby that is set aside; `None` of any other table.
    pub(crate) fn cut_off_lobby(&self, words: Words, look: &Look) -> Option<String> {
        let barrier = self.keepers.asides.of(&look.table);
        let is_lobby = matches!(look.life, Life::Lobby | Life::Starting);
        let why = match barrier.filter(|_| is_lobby)? {
            Barrier::Gone => "gone",
            Barrier::Closed | Barrier::Locked | Barrier::ThrownOut => "closed",
        };
        Some(words.lobby_cut_off(why))
    }

    /// What stands above the panel of a table that is set aside, or at which nobody is called; the panel stands in this channel.
    pub(crate) fn aside_notice(
        &self,
        words: Words,
        look: &Look,
        stands: ChannelId,
    ) -> Option<String> {
        let hindrance = self.keepers.asides.hindrance(&look.table);
        let places = &look.places;
        let is_inside = stands == places.channel;
        let notice = match hindrance.filter(|_| look.life.is_live())? {
            Hindrance::Aside(Barrier::Gone) => words.place_gone(),
            Hindrance::Aside(Barrier::ThrownOut) => words.place_thrown_out(),
            Hindrance::Aside(barrier @ (Barrier::Closed | Barrier::Locked)) if is_inside => {
                let why = if barrier == Barrier::Locked {
                    "locked"
                } else {
                    "closed"
                };
                let above = places.parent.map(|parent| format!("<#{parent}>"));
                words.place_closed_here(why, above.as_deref().unwrap_or("elsewhere"))
            }
            Hindrance::Aside(Barrier::Closed | Barrier::Locked) => words.place_closed(),
            Hindrance::Silence => words.nobody_called(),
        };
        Some(notice)
    }
}

/// Whether the bot may do here what a table needs, as far as Discord tells.
fn may_write(asked: &Asked) -> bool {
    let may = asked.bot_may.unwrap_or_default();
    let speaking = if asked.is_in_thread() {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    };
    let needed = Permissions::VIEW_CHANNEL | Permissions::ATTACH_FILES | speaking;
    may.contains(needed) || may.contains(Permissions::ADMINISTRATOR)
}
