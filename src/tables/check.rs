//! Whether all journals of a store replay, and what came of them is what is stored: a look from outside, at a database that no
//! hall has opened.

use super::affairs::Affairs;
use super::restore::restore;
use super::{Life, Moment, TableId};
use crate::store::{Failure, KeptResult, Store};

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
    let mut tables = store.live_tables().await?;
    let beginning = Moment::from_unix_ms(0);
    tables.extend(store.tables_ended_since(beginning, beginning).await?);
    for id in &tables {
        checked.tables += 1;
        match replay(store, id).await {
            Ok(steps) => checked.steps += steps,
            Err(fault) => checked.faults.push(format!("table {id}: {fault}")),
        }
    }
    Ok(checked)
}

async fn replay(store: &Store, id: &TableId) -> Result<usize, String> {
    let stored = store
        .load(id)
        .await
        .map_err(|failure| failure.to_string())?;
    let restored = restore(&stored, &[], Moment::from_unix_ms(0));
    let affairs = restored.map_err(|unsound| unsound.to_string())?.affairs;
    let kept = store.results_at(id).await;
    let kept = kept.map_err(|failure| failure.to_string())?;
    // What was stored before leavers owed for a round that they left stays as it was: it is no damage.
    if kept != results_of(&affairs) && kept != results_of(&affairs.without_debts()) {
        return Err("its results are not those of its game".to_owned());
    }
    Ok(stored.steps.len())
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
