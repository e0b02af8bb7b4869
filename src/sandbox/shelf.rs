//! What a world is made of, and which of it was touched since it was last written down.
//!
//! Whoever changes something need not think of the file: the only ways to change it leave a mark.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

use super::id::Id;

/// Things by their id.
#[derive(Debug)]
pub(super) struct Shelf<V> {
    things: BTreeMap<Id, V>,
    /// Nothing is marked where nobody writes it down.
    touched: Option<BTreeSet<Id>>,
}

impl<V> Default for Shelf<V> {
    fn default() -> Self {
        Self::of(BTreeMap::new())
    }
}

impl<V> Deref for Shelf<V> {
    type Target = BTreeMap<Id, V>;

    fn deref(&self) -> &Self::Target {
        &self.things
    }
}

impl<V> Shelf<V> {
    /// A shelf with these things, none of them marked.
    pub(super) fn of(things: BTreeMap<Id, V>) -> Self {
        Self {
            things,
            touched: None,
        }
    }

    /// From now on touched things are marked, and all that are there already.
    pub(super) fn mark_all(&mut self) {
        self.touched = Some(self.things.keys().copied().collect());
    }

    /// From now on touched things are marked.
    pub(super) fn mark_changes(&mut self) {
        self.touched = Some(BTreeSet::new());
    }

    /// What was touched, taken away or added since the last time.
    pub(super) fn take_touched(&mut self) -> BTreeSet<Id> {
        self.touched
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Marks a thing.
    pub(super) fn touch(&mut self, id: Id) {
        if let Some(touched) = &mut self.touched {
            touched.insert(id);
        }
    }

    pub(super) fn get_mut(&mut self, id: &Id) -> Option<&mut V> {
        let found = self.things.get_mut(id)?;
        if let Some(touched) = &mut self.touched {
            touched.insert(*id);
        }
        Some(found)
    }

    pub(super) fn insert(&mut self, id: Id, thing: V) -> Option<V> {
        self.touch(id);
        self.things.insert(id, thing)
    }

    pub(super) fn remove(&mut self, id: &Id) -> Option<V> {
        self.touch(*id);
        self.things.remove(id)
    }

    pub(super) fn pop_first(&mut self) -> Option<(Id, V)> {
        let (id, thing) = self.things.pop_first()?;
        self.touch(id);
        Some((id, thing))
    }

    /// All of them, and all are marked.
    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        if let Some(touched) = &mut self.touched {
            touched.extend(self.things.keys());
        }
        self.things.values_mut()
    }
}

/// One thing that remembers whether it was touched.
#[derive(Debug, Default)]
pub(super) struct Noted<V> {
    thing: V,
    is_touched: bool,
}

impl<V> Noted<V> {
    /// A thing that nobody has touched yet.
    pub(super) fn of(thing: V) -> Self {
        Self {
            thing,
            is_touched: false,
        }
    }

    /// Whether it was touched since the last time.
    pub(super) fn take_touched(&mut self) -> bool {
        std::mem::take(&mut self.is_touched)
    }
}

impl<V> Deref for Noted<V> {
    type Target = V;

    fn deref(&self) -> &V {
        &self.thing
    }
}

impl<V> DerefMut for Noted<V> {
    fn deref_mut(&mut self) -> &mut V {
        self.is_touched = true;
        &mut self.thing
    }
}
