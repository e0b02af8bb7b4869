//! Answers that nobody sees over a disk that is slow: they count, and nobody can count them.

use super::super::slow::Holding;
use super::*;
use crate::tables::timing::RESTART_PATIENCE;

const SECOND: Duration = Duration::from_secs(1);

fn answers(table: &Table, who: u64) -> impl Future<Output = Look> + Send + use<> {
    let table = table.clone();
    async move { done(plays(&table, who, Action::Ready).await) }
}

#[tokio::test]
async fn a_slow_answer_takes_nobody_elses_and_is_not_counted() {
    let folder = Folder::new();
    let mut holding = Holding::at(&folder, &ManualTime::default()).await;
    let table = asked(&holding.scene, 8, |_| true).await;
    holding.passes(Duration::from_secs(55)).await;
    let both = holding.slowly_before(SECOND * 9, answers(&table, 1), answers(&table, 2));
    both.await;
    in_time(table.rests()).await;
    let until = Some(holding.now().plus(RESTART_PATIENCE));
    let own = look(&table, 3).await;
    assert_eq!((view(&own).phase, own.deadline), (Phase::Robau, until));
    assert_eq!(table.look(None, None).await.unwrap().deadline, until);
    // From now on the clock tells nothing of those who answer.
    for who in 3..=6 {
        let before = told_to_others(&table, 8, who).await;
        holding.slowly(SECOND * 2, answers(&table, who)).await;
        in_time(table.rests()).await;
        assert_eq!(told_to_others(&table, 8, who).await, before, "{who}");
    }
    holding.passes(SECOND * 12).await;
    in_time(table.rests()).await;
    assert_ne!(view(&look(&table, 1).await).phase, Phase::Robau);
}
