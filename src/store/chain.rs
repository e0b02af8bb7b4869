//! The chain of a journal: every step carries a digest over the one before it and all that makes it, the first one over the
//! table itself. What was changed afterwards, by a disk or by hand, breaks it.
//!
//! It guards against damage, not against whoever may write the database: they can make it anew.

use sha2::{Digest as _, Sha256};

use super::id::{Revision, TableId};
use super::journal::{Sat, StepRow, TableRow};

/// A digest has so many bytes: no damage meets it by chance.
pub(super) const BYTES: usize = 16;

/// The digest of a step, or of a table before its first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Digest([u8; BYTES]);

impl Digest {
    /// What a step follows whose journal is not known: no step has it.
    pub(super) const NONE: Self = Self([0; BYTES]);

    /// From a row; nothing if none stands there.
    pub(super) fn from_row(bytes: Option<&[u8]>) -> Option<Self> {
        bytes?.try_into().ok().map(Self)
    }

    /// As SQLite keeps it.
    pub(super) fn to_row(self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// Of what is fixed of a table.
    pub(super) fn of_table(row: &TableRow) -> Self {
        let mut sum = Sum::of(b"istaka table 1");
        for text in [
            row.id.as_str(),
            row.game.id(),
            &row.rules_version,
            &row.options,
            &row.level,
            &row.preset,
            &row.language,
        ] {
            sum.bytes(text.as_bytes());
        }
        sum.bytes(row.secret.bytes());
        sum.number(Some(row.seats as i64));
        sum.number(row.server.map(|id| id.to_row()));
        sum.number(Some(row.channel.to_row()));
        sum.number(row.parent.map(|id| id.to_row()));
        sum.number(Some(i64::from(row.rated)));
        sum.number(Some(row.opened_at.to_row()));
        sum.digest()
    }

    /// Of who sat down where and with which step: apart from the journal, for people may be forgotten.
    pub(super) fn of_sitting(table: &str, sat: &Sat) -> Self {
        let mut sum = Sum::of(b"istaka sitting 1");
        sum.bytes(table.as_bytes());
        sum.number(Some(i64::from(u8::from(sat.seat))));
        sum.number(Some(sat.from.to_row()));
        sum.number(Some(sat.person.to_row()));
        sum.digest()
    }

    /// Of a step that follows the one with this digest; `sat` are those who sat down with it, of whom only their seats are
    /// part of it.
    pub(super) fn of_step<'a>(
        self,
        table: &TableId,
        step: &StepRow,
        sat: impl Iterator<Item = &'a Sat>,
    ) -> Self {
        let mut sum = Sum::of(b"istaka step 1");
        sum.bytes(&self.0);
        sum.bytes(table.as_str().as_bytes());
        sum.number(Some(step.revision.to_row()));
        sum.number(Some(i64::from(step.format)));
        sum.bytes(step.cause.as_bytes());
        sum.number(step.actor.map(|seat| i64::from(u8::from(seat))));
        sum.number(step.press.map(|press| press.to_row()));
        sum.bytes(step.changes.as_bytes());
        sum.number(Some(step.at.to_row()));
        for sat in sat {
            sum.number(Some(i64::from(u8::from(sat.seat))));
        }
        sum.digest()
    }

    /// Of the last step of a journal; of the table itself if it has none.
    pub(super) fn of_journal(row: &TableRow, steps: &[StepRow], sat: &[Sat]) -> Self {
        steps.iter().fold(Self::of_table(row), |before, step| {
            let with_it = sat.iter().filter(|sat| sat.from == step.revision);
            before.of_step(&row.id, step, with_it)
        })
    }
}

/// A sum of values none of which can be taken for a part of another.
struct Sum(Sha256);

impl Sum {
    fn of(what: &[u8]) -> Self {
        let mut sum = Self(Sha256::new());
        sum.bytes(what);
        sum
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    fn number(&mut self, number: Option<i64>) {
        self.0.update([u8::from(number.is_some())]);
        self.0.update(number.unwrap_or_default().to_be_bytes());
    }

    fn digest(self) -> Digest {
        let whole = self.0.finalize();
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&whole[..BYTES]);
        Digest(bytes)
    }
}

/// Whether a journal is the one that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chain {
    /// It is, up to the step that was written last.
    Whole,
    /// It is, if the life of its table ends with it: of others the last step is known.
    WholeIfOver,
    /// It is not, from this step on.
    BrokenAt(Revision),
    /// Its last steps are missing.
    CutShort,
    /// Its rows do not read.
    Unreadable,
}

/// A step as it was read, with what the chain needs of it.
pub(super) struct Link {
    /// The number of its row.
    pub id: i64,
    /// What stands there as its digest.
    pub digest: Option<Digest>,
    /// The step.
    pub step: StepRow,
}

/// Whether this is the journal that was packed for this table, whose last step had this digest.
pub(super) fn judge_packed(row: &TableRow, steps: &[StepRow], sat: &[Sat], last: Digest) -> Chain {
    let Some(first) = steps.first() else {
        return Chain::CutShort;
    };
    if Digest::of_journal(row, steps, sat) == last {
        Chain::WholeIfOver
    } else {
        Chain::BrokenAt(first.revision)
    }
}

/// Whether this is the journal that was written for this table, whose last step is `head`, as far as that is known.
pub(super) fn judge(row: &TableRow, links: &[Link], sat: &[Sat], head: Option<i64>) -> Chain {
    let mut before = Digest::of_table(row);
    let mut seen = 0;
    for link in links {
        let with_it: Vec<_> = sat
            .iter()
            .filter(|sat| sat.from == link.step.revision)
            .collect();
        seen += with_it.len();
        let digest = before.of_step(&row.id, &link.step, with_it.into_iter());
        if link.digest != Some(digest) {
            return Chain::BrokenAt(link.step.revision);
        }
        before = digest;
    }
    let last = links.last();
    match (head, last) {
        (_, None) => Chain::CutShort,
        (Some(head), Some(last)) if head != last.id => Chain::CutShort,
        // Somebody sat down with a step that is not there.
        _ if seen != sat.len() => Chain::CutShort,
        (Some(_), _) => Chain::Whole,
        (None, _) => Chain::WholeIfOver,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::rules::any::GameId;
    use crate::rules::chance::Secret;
    use crate::store::id::{ChannelId, Moment, PersonId, PressId, ServerId};

    fn hex(digest: Digest) -> String {
        digest.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn row(server: Option<u64>) -> TableRow {
        TableRow {
            id: "istaka22".parse().expect("an id"),
            game: GameId::Kaluki,
            rules_version: "1".to_owned(),
            options: r#"{"kaluki":{}}"#.to_owned(),
            seats: 4,
            level: "medium".to_owned(),
            preset: "normal".to_owned(),
            language: "en".to_owned(),
            secret: Secret::from_bytes(std::array::from_fn(|at| at as u8)),
            server: server.map(ServerId::new),
            channel: ChannelId::new(1_300),
            parent: server.map(|_| ChannelId::new(1_200)),
            own_thread: false,
            again: None,
            board: None,
            former: None,
            lobby: None,
            start: None,
            ping: None,
            barrier: None,
            word: None,
            rated: true,
            opened_at: Moment::from_unix_ms(1_790_000_000_000),
        }
    }

    fn step(revision: u64, who: Option<usize>) -> StepRow {
        StepRow {
            revision: Revision::new(revision),
            format: 1,
            cause: "press".to_owned(),
            actor: who.and_then(Seat::new),
            press: who.map(|_| PressId::new(1_500)),
            changes: r#"[{"began":{"start":9000}}]"#.to_owned(),
            at: Moment::from_unix_ms(1_790_000_001_000),
        }
    }

    /// Every database of every host holds such digests. A field more, or another order, needs a mark of its own instead of
    /// "istaka … 1", or all their tables would be taken for damaged.
    #[test]
    fn what_was_stored_once_has_the_same_digest_for_ever() {
        let sat = Sat {
            seat: Seat::new(2).expect("a seat"),
            from: Revision::new(1),
            person: PersonId::new(1_600),
        };
        let table = row(Some(1_100));
        let first =
            Digest::of_table(&table).of_step(&table.id, &step(1, Some(2)), [&sat].into_iter());
        let second = first.of_step(&table.id, &step(2, None), [].into_iter());
        let steps = [step(1, Some(2)), step(2, None)];
        assert!(Digest::of_journal(&table, &steps, &[sat]) == second);
        for (digest, stored) in [
            (Digest::of_table(&table), "cf0b988b7e487514072ecc5b1641d357"),
            (
                Digest::of_table(&row(None)),
                "0012f045461d09c5cbe5522a5c46436e",
            ),
            (
                Digest::of_sitting(table.id.as_str(), &sat),
                "8be60493f5f1c2da1542d2a68b317682",
            ),
            (first, "25e905eb309f1cee8854efe75c227959"),
            (second, "6dc363a5f7ee25de4a627968c818bc49"),
        ] {
            assert_eq!(hex(digest), stored);
        }
    }
}
