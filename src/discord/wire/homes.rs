//! In which server a channel lies, as far as what came from there has told: what is asked of a channel names none.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use crate::tables::{ChannelId, ServerId};

/// So many channels and threads are remembered.
const KEPT: usize = 4_096;

/// A bounded memory of channels.
#[derive(Default)]
pub(crate) struct Homes(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    known: HashMap<ChannelId, ServerId>,
    in_order: VecDeque<ChannelId>,
}

impl Homes {
    /// This channel lies in this server.
    pub(crate) fn lies_in(&self, channel: ChannelId, server: ServerId) {
        // A panic between the changes below would forget one channel too early, no more.
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if memory.known.insert(channel, server).is_some() {
            return;
        }
        if memory.in_order.len() >= KEPT
            && let Some(oldest) = memory.in_order.pop_front()
        {
            memory.known.remove(&oldest);
        }
        memory.in_order.push_back(channel);
    }

    /// The server of this channel, if it is remembered.
    pub(crate) fn of(&self, channel: ChannelId) -> Option<ServerId> {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.known.get(&channel).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_channels_are_remembered_and_of_more_the_last_ones() {
        let (homes, channel) = (Homes::default(), ChannelId::new);
        for number in 1..=KEPT as u64 + 1 {
            homes.lies_in(channel(number), ServerId::new(number + 1));
            homes.lies_in(channel(number), ServerId::new(number));
        }
        assert_eq!(homes.of(channel(1)), None);
        for number in [2, KEPT as u64 + 1] {
            assert_eq!(homes.of(channel(number)), Some(ServerId::new(number)));
        }
    }
}
