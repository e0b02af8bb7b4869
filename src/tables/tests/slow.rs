//! A disk that is slow and refuses nothing: what it takes of a turn is nobody's loss.

use super::*;
use crate::store::OtherProgram;
use crate::tables::slow::{MOST_SPARED, SLOW};
use crate::tables::timing::RESTART_PATIENCE;

const SECOND: Duration = Duration::from_secs(1);
const TURN: Duration = Duration::from_secs(60);

/// The hall notes so often that it lives.
const BEAT: Duration = Duration::from_secs(10);

/// A hall whose disk can be held while the time goes on.
pub(super) struct Holding {
    pub scene: Scene,
    watched: WatchedTime,
    other: OtherProgram,
    /// When the hall notes next that it lives.
    beats_at: Moment,
}

impl Holding {
    async fn new(folder: &Folder) -> Self {
        Self::at(folder, &ManualTime::default()).await
    }

    pub(super) async fn at(folder: &Folder, time: &ManualTime) -> Self {
        let watched = WatchedTime::new(time);
        let (clock, time) = (Clock::new(watched.clone()), watched.time.clone());
        let scene = Scene::with(&folder.file(), LIMIT, clock, time, Duration::ZERO).await;
        let other = OtherProgram::at(&folder.file()).await;
        watched.is_awaited_in(BEAT).await;
        Self {
            beats_at: watched.now().plus(BEAT),
            scene,
            watched,
            other,
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.watched.now()
    }

    /// Time passes, and the hall has noted that it lives.
    pub(super) async fn passes(&mut self, by: Duration) {
        self.scene.time.advance(by);
        self.beats().await;
    }

    async fn beats(&mut self) {
        if self.now() >= self.beats_at {
            self.watched.is_awaited_in(BEAT).await;
            self.beats_at = self.now().plus(BEAT);
        }
    }

    /// What somebody wants is written, and that takes so long.
    pub(super) async fn slowly<T: Send + 'static>(
        &mut self,
        by: Duration,
        wish: impl Future<Output = T> + Send + 'static,
    ) -> T {
        self.slowly_before(by, wish, async {}).await.0
    }

    /// The same, and somebody else wants something after that and before it is written.
    pub(super) async fn slowly_before<T: Send + 'static, U: Send + 'static>(
        &mut self,
        by: Duration,
        wish: impl Future<Output = T> + Send + 'static,
        later: impl Future<Output = U> + Send + 'static,
    ) -> (T, U) {
        self.other.lock().await;
        let (store, now) = (self.scene.store.clone(), self.now());
        let in_hand = tokio::spawn(async move { store.alive(now).await });
        // The writer has that in hand, has gathered whoever was there, and waits for the disk.
        goes_on().await;
        while self.scene.store.waiting() > 0 {
            tokio::task::yield_now().await;
        }
        goes_on().await;
        let wish = tokio::spawn(wish);
        let is_in_line = async {
            while self.scene.store.waiting() == 0 {
                tokio::task::yield_now().await;
            }
        };
        in_time(is_in_line).await;
        let later = tokio::spawn(later);
        goes_on().await;
        self.scene.time.advance(by);
        self.other.unlock().await;
        in_hand.await.unwrap().unwrap();
        let both = (wish.await.unwrap(), later.await.unwrap());
        self.beats().await;
        both
    }

    /// Two at Okey, and whose turn it is.
    async fn two(&self) -> (Table, u64, Look) {
        let table = self.scene.playing(2, opening(rounds(9), 2, 0)).await;
        for who in [1, 2] {
            let own = look(&table, who).await;
            if is_to_act(&own) {
                return (table, who, own);
            }
        }
        panic!("it is somebody's turn");
    }
}

/// Everybody goes on as far as they come without the disk.
async fn goes_on() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

async fn look(table: &Table, who: u64) -> Look {
    table.look(Some(person(who)), None).await.unwrap()
}

/// A press at this table: looks, as whoever shows a panel does, and then acts.
fn plays(table: &Table, who: u64) -> impl Future<Output = Result<Answer, Declined>> + Send + use<> {
    let table = table.clone();
    async move {
        let own = table.look(Some(person(who)), Some(press())).await?;
        table.act(pressed(who, &own, some_action(&own))).await
    }
}

/// Whoever begins gives a tile away, and the other one is to draw.
async fn to_draw(holding: &Holding) -> (Table, u64, Look) {
    let (table, first, _) = holding.two().await;
    done(plays(&table, first).await);
    let second = 3 - first;
    let own = look(&table, second).await;
    assert!(is_to_act(&own));
    (table, second, own)
}

#[tokio::test]
async fn a_tile_that_was_drawn_slowly_is_not_thrown_away_at_once() {
    let folder = Folder::new();
    let mut holding = Holding::new(&folder).await;
    let (table, who, _) = to_draw(&holding).await;
    holding.passes(TURN - SECOND).await;
    let slow = Duration::from_secs(31);
    let drawn = done(holding.slowly(slow, plays(&table, who)).await);
    in_time(table.rests()).await;
    let own = look(&table, who).await;
    assert_eq!(own.revision, drawn.revision);
    assert_eq!(own.deadline, Some(holding.now().plus(RESTART_PATIENCE)));
    done(plays(&table, who).await);
}

#[tokio::test]
async fn a_move_that_was_made_while_the_table_wrote_something_else_is_played() {
    let folder = Folder::new();
    let mut holding = Holding::new(&folder).await;
    let (table, who, own) = to_draw(&holding).await;
    // A call that stands, one's own desk, the vote of somebody else.
    let remembering = table.clone();
    let sorting = table.clone();
    let voting = table.clone();
    holding.passes(TURN - SECOND * 6).await;
    let remembers = async move {
        let place = PlacesChange::ping(MessageId::new(31));
        remembering.remember(place).await.unwrap();
    };
    let moves = plays(&table, who);
    let (_, played) = holding.slowly_before(SECOND * 9, remembers, moves).await;
    assert!(done(played).revision > own.revision);
    let spared = holding.now().plus(RESTART_PATIENCE);
    let before = look(&table, who).await;
    assert_eq!(before.deadline, Some(spared));
    holding.passes(RESTART_PATIENCE - SECOND).await;
    let sorts = async move {
        let change = DeskChange::AutoDraw { on: true };
        done(sorting.desk(person(who), press(), change).await);
    };
    holding.slowly(SECOND * 9, sorts).await;
    let votes = async move {
        let other = person(3 - who);
        done(voting.end(other, press(), Ender::Player).await);
    };
    holding.passes(RESTART_PATIENCE - SECOND).await;
    let (_, played) = holding
        .slowly_before(SECOND * 9, votes, plays(&table, who))
        .await;
    done(played);
}

#[tokio::test]
async fn a_turn_begins_when_it_can_be_seen() {
    let folder = Folder::new();
    let mut holding = Holding::new(&folder).await;
    let (table, first, _) = holding.two().await;
    let slow = TURN + SECOND;
    done(holding.slowly(slow, plays(&table, first)).await);
    in_time(table.rests()).await;
    let next = look(&table, 3 - first).await;
    assert!(is_to_act(&next));
    assert_eq!(next.deadline, Some(holding.now().plus(TURN)));
    done(plays(&table, 3 - first).await);
}

#[tokio::test]
async fn a_quick_write_spares_nobody() {
    let folder = Folder::new();
    let mut holding = Holding::new(&folder).await;
    let (table, who, own) = to_draw(&holding).await;
    let until = own.deadline.unwrap();
    holding.passes(TURN - SECOND).await;
    let remembering = table.clone();
    let remembers = async move {
        let place = PlacesChange::ping(MessageId::new(31));
        remembering.remember(place).await.unwrap();
    };
    holding.slowly(SLOW, remembers).await;
    in_time(table.rests()).await;
    assert_eq!(look(&table, who).await.deadline, Some(until));
    holding.passes(SECOND - SLOW).await;
    in_time(table.rests()).await;
    assert!(look(&table, who).await.slept);
}

#[tokio::test]
async fn nobody_draws_out_their_turn_for_ever_by_a_slow_disk() {
    let folder = Folder::new();
    let mut holding = Holding::new(&folder).await;
    let (table, who, own) = to_draw(&holding).await;
    holding.passes(TURN - SECOND).await;
    let mut times = 0;
    loop {
        let sorting = table.clone();
        let on = times % 2 == 0;
        let sorts = async move {
            let change = DeskChange::AutoDraw { on };
            let _ = sorting.desk(person(who), press(), change).await;
        };
        holding.slowly(SECOND * 2, sorts).await;
        in_time(table.rests()).await;
        if look(&table, who).await.revision > own.revision {
            break;
        }
        times += 1;
        assert!(times <= MOST_SPARED, "it ends");
        holding.passes(RESTART_PATIENCE - SECOND).await;
    }
    assert_eq!(times, MOST_SPARED);
}
