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
