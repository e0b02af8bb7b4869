//! What waits for the disk is bounded: a queue that is full, and readers that are all in use.

use futures::FutureExt;

use super::*;
use crate::store::lists::LISTS;
use crate::store::open::{QUEUE as PATIENCE, READERS};
use crate::store::rows::MOST_OUTAGES;
use crate::store::writer::{BATCH, QUEUE};

#[tokio::test(flavor = "multi_thread")]
async fn of_more_steps_than_may_wait_the_rest_waits_with_its_tables_and_none_is_lost() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    // As many as the writer has in hand, as many as may wait, and some.
    let many = BATCH + QUEUE + 100;
    let writes: Vec<_> = (0..many)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.append(step(&new_id(), 1, None)).await })
        })
        .collect();
    while store.waiting() < QUEUE {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.waiting(), QUEUE);
    let one_more = store.append(step(&new_id(), 1, None));
    let mut one_more = std::pin::pin!(one_more);
    assert!(one_more.as_mut().now_or_never().is_none(), "it waits");
    assert_eq!(store.waiting(), QUEUE);
    assert!(writes.iter().all(|write| !write.is_finished()));
    other.unlock().await;
    for write in writes {
        assert_eq!(write.await.unwrap(), Ok(Written::Done));
    }
    assert_eq!(one_more.await, Ok(Written::Done));
    assert_eq!(store.live_tables().await.unwrap().len(), many + 1);
}

#[tokio::test]
async fn when_all_readers_are_in_use_a_question_waits_for_its_turn() {
    let folder = Folder::new();
    let store = open_impatiently(&folder.file()).await.unwrap();
    let mut readers = Vec::new();
    for _ in 0..READERS {
        readers.push(store.0.readers.acquire().await.unwrap());
    }
    let question = store.live_tables();
    let mut question = std::pin::pin!(question);
    assert!(question.as_mut().now_or_never().is_none(), "it waits");
    assert_eq!(store.0.readers.size(), READERS, "none was opened for it");
    readers.pop();
    assert!(question.await.unwrap().is_empty(), "its turn has come");
    // Nobody waits for ever.
    let patience = store.0.readers.options().get_acquire_timeout();
    assert_eq!(patience, PATIENCE);
}

/// A leaderboard of nobody.
async fn leaders(store: &Store) -> Result<Leaders, Failure> {
    let counted = Counted {
        server: ServerId::new(8),
        game: GameId::Okey,
        since: None,
        casual: false,
        order: Order::Wins,
    };
    store.leaders(&counted, 0, 10, PersonId::new(1)).await
}

#[tokio::test]
async fn however_many_want_lists_readers_are_left_for_what_tables_need() {
    let folder = Folder::new();
    let store = open_impatiently(&folder.file()).await.unwrap();
    let (server, person) = (ServerId::new(8), PersonId::new(1));
    // Those that were opened with it have gone back to their place.
    while store.0.readers.num_idle() < READERS as usize {
        tokio::task::yield_now().await;
    }
    let turns = [store.turn_for_list().await, store.turn_for_list().await];
    assert_eq!(turns.len(), LISTS);
    assert!(LISTS + 2 <= READERS as usize, "two are left");
    let mut lists: Vec<_> = (0..8).map(|_| Box::pin(leaders(&store))).collect();
    for list in &mut lists {
        assert!(list.as_mut().now_or_never().is_none(), "it waits");
    }
    let mut account = Box::pin(store.account(server, GameId::Okey, person, 10));
    assert!(account.as_mut().now_or_never().is_none(), "it waits");
    let mut past = Box::pin(store.past(server, person, 0, 10));
    assert!(past.as_mut().now_or_never().is_none(), "it waits");
    let mut personal = Box::pin(store.personal(person));
    assert!(personal.as_mut().now_or_never().is_none(), "it waits");
    assert_eq!(store.0.readers.num_idle(), READERS as usize);
    // Nobody goes on with a list meanwhile.
    for _ in 0..3 {
        assert!(store.server_settings(server).await.unwrap().has_units());
        assert!(store.live_tables().await.unwrap().is_empty());
    }
    // Their turn comes, in their order.
    drop(turns);
    for list in lists {
        assert!(list.await.unwrap().lines.is_empty());
    }
    account.await.unwrap();
    assert!(past.await.unwrap().games.is_empty());
    personal.await.unwrap();
}

#[tokio::test]
async fn what_comes_while_the_last_batch_is_written_is_refused() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    let closing = store.close();
    let mut closing = std::pin::pin!(closing);
    assert!(closing.as_mut().now_or_never().is_none(), "it is written");
    // The writer has it in hand, has gathered whoever was there, and waits for the disk.
    while store.waiting() > 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    let late = store.alive(Moment::from_unix_ms(1));
    let mut late = std::pin::pin!(late);
    assert!(late.as_mut().now_or_never().is_none(), "it waits");
    assert_eq!(store.waiting(), 1);
    other.unlock().await;
    closing.await;
    assert_eq!(late.await, Err(NotWritten::Refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_is_remembered_as_long_as_a_turn_may_lie_before_it() {
    let day = |number: u64| Moment::from_unix_ms(number * 24 * 60 * 60 * 1000);
    for is_played in [false, true] {
        let folder = Folder::new();
        let store = open(&folder.file()).await.unwrap();
        if is_played {
            assert_eq!(
                store.append(step(&new_id(), 1, None)).await,
                Ok(Written::Done)
            );
        }
        let note = async |outages: &[(u64, u64)]| {
            for (began, ended) in outages {
                let (began, ended) = (day(*began), day(*ended));
                assert_eq!(store.note_outage(began, ended, ended).await, Ok(()));
            }
            let (_, now) = outages.last().unwrap();
            let kept = store.wake(day(*now)).await.unwrap().outages;
            let days = |moment: Moment| moment.unix_ms() / day(1).unix_ms();
            let kept = kept
                .iter()
                .map(|(began, ended)| (days(*began), days(*ended)));
            kept.collect::<Vec<_>>()
        };
        // A long one makes those before it no older.
        let first = [(1, 2), (3, 4), (5, 6), (7, 82)];
        assert_eq!(note(&first).await, first, "{is_played}");
        let later = note(&[(143, 144)]).await;
        if is_played {
            assert_eq!(later, [&first[..], &[(143, 144)]].concat());
        } else {
            assert_eq!(later, [(143, 144)]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_outages_are_kept_and_of_more_the_last_ones() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let at = |s: u64| Moment::from_unix_ms(s * 1000);
    let (most, now) = (MOST_OUTAGES.unsigned_abs(), at(1_000_000));
    let outage = |number: u64| (at(100 * number), at(100 * number + 50));
    let noted = (0..most + 5).map(|number| {
        let (began, ended) = outage(number);
        store.note_outage(began, ended, now)
    });
    for noted in futures::future::join_all(noted).await {
        assert_eq!(noted, Ok(()));
    }
    // Until then somebody was reached: nothing is added.
    let kept = store.wake(now).await.unwrap().outages;
    let expected: Vec<_> = (5..most + 5).map(outage).collect();
    assert_eq!(kept, expected);
}
