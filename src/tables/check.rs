//! Whether all journals of a store replay, and what came of them is what is stored: a look from outside, at a database that no
//! hall has opened.

use super::affairs::Affairs;
use super::restore::restore;
use super::{Life, Moment, TableId, Why};
use crate::store::{Failure, KeptResult, Store, StoredTable};

/// What was found in all journals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many tables there are.
    pub tables: usize,
    /// How many steps they have.
    pub steps: usize,
    /// What does not replay, in words without anything of a game.
    pub faults: Vec<String>,
}

/// Replays the journal of every table, live or over.
pub async fn check(store: &Store) -> Result<Checked, Failure> {
    let mut checked = Checked::default();
    // A copy of an older version has places that only its first start with this one tells anew.
    let are_placed = store.are_places_told().await?;
    let mut tables = store.live_tables().await?;
    let beginning = Moment::from_unix_ms(0);
    tables.extend(store.tables_ended_since(beginning, beginning).await?);
    for id in &tables {
        checked.tables += 1;
        match replay(store, id).await {
            Ok(replayed) if are_placed && replayed.lacks_places() => {
                checked.faults.push(format!("table {id}: {NOT_ITS_OWN}"));
            }
            Ok(replayed) => checked.steps += replayed.steps,
            Err(fault) => checked.faults.push(format!("table {id}: {fault}")),
        }
    }
    Ok(checked)
}

const NOT_ITS_OWN: &str = "its results are not those of its game";

/// A journal that replays, and results that are those of its game.
struct Replayed {
    steps: usize,
    /// Those whose places are not.
    misplaced: Option<Vec<KeptResult>>,
}

impl Replayed {
    fn lacks_places(&self) -> bool {
        self.misplaced.is_some()
    }
}

async fn replay(store: &Store, id: &TableId) -> Result<Replayed, String> {
    let stored = store.load(id).await;
    judge(store, &stored.map_err(|failure| failure.to_string())?).await
}

async fn judge(store: &Store, stored: &StoredTable) -> Result<Replayed, String> {
    let rightly = rightly(stored)?;
    let kept = store.results_at(&stored.row.id).await;
    let kept = kept.map_err(|failure| failure.to_string())?;
    let steps = stored.steps.len();
    let misplaced = misplaced(rightly, &kept)?;
    Ok(Replayed { steps, misplaced })
}

/// What may rightly stand there of a game: what was stored before it was a loss to have left where the bot was thrown out, and
/// none to leave before the deal, and before leavers owed for a round that they left, stays as it was, and is no damage.
pub(super) type Rightly = [Vec<KeptResult>; 3];

/// What follows from a journal.
pub(super) fn rightly(stored: &StoredTable) -> Result<Rightly, String> {
    let restored = restore(stored, &[], Moment::from_unix_ms(0));
    let affairs = restored.map_err(|unsound| unsound.to_string())?.affairs;
    let former = |affairs: &Affairs| match affairs.life {
        Life::Abandoned(Why::ThrownOut) => Vec::new(),
        _ => results_of(affairs),
    };
    Ok([
        results_of(&affairs),
        former(&affairs.with_early_losses()),
        former(&affairs.without_debts()),
    ])
}

/// The results whose places are not those that are kept; `None` if they are. All else must be right.
pub(super) fn misplaced(
    rightly: Rightly,
    kept: &[KeptResult],
) -> Result<Option<Vec<KeptResult>>, String> {
    if rightly.iter().any(|results| results == kept) {
        return Ok(None);
    }
    let is_but_for_places = |results: &Vec<KeptResult>| {
        let mut both = results.iter().zip(kept);
        results.len() == kept.len() && both.all(|(one, kept)| one.is_but_for_its_place(kept))
    };
    let misplaced = rightly.into_iter().find(is_but_for_places);
    misplaced.map(Some).ok_or_else(|| NOT_ITS_OWN.to_owned())
}

/// What is to be stored of a game.
fn results_of(affairs: &Affairs) -> Vec<KeptResult> {
    let results = match affairs.life {
        Life::Finished => affairs.results(),
        Life::Abandoned(why) => affairs.losses_at(why),
        Life::Lobby | Life::Starting | Life::Playing | Life::SetAside(_) => Vec::new(),
    };
    let mut kept: Vec<KeptResult> = results.iter().map(KeptResult::from).collect();
    kept.sort();
    kept
}
