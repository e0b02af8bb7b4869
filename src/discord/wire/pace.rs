//! How quick the front is, in the host's own time.

use std::time::Duration;

/// What Discord allows every bot.
pub(crate) const REQUESTS_A_SECOND: u32 = 50;

/// What Discord wants, unless the service at the other end is more patient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// A board changes at most so often.
    pub boards: Duration,
    /// A first answer to an interaction that gets none in this time is sent once more.
    pub first_try: Duration,
    /// First answers are not repeated later than this after their interaction came.
    pub answers: Duration,
    /// Who has no picture so long after they wait for it is told in words; the picture follows.
    pub words: Duration,
    /// Whoever has no answer so long after their interaction came is promised one.
    pub promises: Duration,
    /// So many requests a second Discord allows with the bot's token.
    pub requests: u32,
    /// Word that a place may have opened which comes more often than is believed at once is heard after this, and then after
    /// twice as long each time.
    pub knocks: Duration,
    /// What a place has refused is not asked there again for so long, unless it opens before.
    pub refusals: Duration,
    /// The pause before the second try of a request that failed, but for first answers; before each further one it is twice as
    /// long.
    pub repeats: Duration,
    /// The first pause before a message that could not be shown is tried again. Each further one is twice as long, and none
    /// longer than sixty of these.
    pub again: Duration,
    /// So long the bot goes on while Discord refuses the token that it took before, unless the gateway refuses it, too.
    pub doubts: Duration,
}

impl Pace {
    /// One edit a second, and three seconds altogether for a first answer: a promise has time for a second try.
    pub const DISCORD: Self = Self {
        boards: Duration::from_secs(1),
        first_try: Duration::from_millis(1_200),
        answers: Duration::from_millis(2_800),
        words: Duration::from_millis(1_000),
        promises: Duration::from_millis(1_800),
        requests: REQUESTS_A_SECOND,
        knocks: Duration::from_secs(60),
        refusals: Duration::from_secs(60 * 60),
        repeats: Duration::from_millis(150),
        again: Duration::from_secs(1),
        doubts: Duration::from_secs(30 * 60),
    };
}
