//! How many tables there may be: of a person, in a channel, in a server, whatever is tried around it.

mod thrown_out;

use super::*;
use crate::store::{ServerSetting, Written};

const FEW: Shares = Shares {
    tables: Share {
        person: 2,
        channel: 3,
        server: 4,
    },
    lobbies: Share {
        person: 2,
        channel: 2,
        server: 3,
    },
    unstarted: 100,
    opened: 100,
    seats: 100,
    known: Known {
        all: 100,
        server: 100,
        person: 100,
    },
};

/// A hall with few tables to give away.
async fn hall(folder: &Folder) -> Hall {
    hall_on(Store::open(&folder.file()).await.unwrap()).await
}

async fn hall_on(store: Store) -> Hall {
    let settings = HallSettings {
        pace: Duration::ZERO,
        shares: FEW,
        ..HallSettings::default()
    };
    let clock = Clock::new(ManualTime::default());
    Hall::reopen(store, clock, settings).await.unwrap()
}

/// A table that this person opens in a thread of this channel, in this server.
fn by(who: u64, channel: u64, server: u64) -> Opening {
    Opening {
        host: person(who),
        parent: Some(ChannelId::new(channel)),
        server: Some(ServerId::new(server)),
        ..opening(rounds(1), 2, 1)
    }
}

async fn opens(hall: &Hall, opening: Opening) -> Table {
    let look = hall.open(opening).await.unwrap();
    hall.table(&look.table).unwrap()
}

/// Whose share of what a table would be too much for.
async fn refused(hall: &Hall, opening: Opening) -> (Shared, Sharer, usize) {
    match hall.open(opening).await {
        Err(Declined::ShareUsed {
            shared,
            sharer,
            most,
            ..
        }) => (shared, sharer, most),
        Err(other) => panic!("declined: {other}"),
        Ok(_) => panic!("it was opened"),
    }
}

async fn starts(table: &Table, who: u64) {
    done(table.start(person(who), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
}

#[tokio::test]
async fn a_person_has_two_tables_wherever_and_whoever_sits_there() {
    const OWN: (Shared, Sharer, usize) = (Shared::Tables, Sharer::Person, 2);
    let folder = Folder::new();
    let first_hall = hall(&folder).await;
    let first = opens(&first_hall, by(1, 10, 77)).await;
    opens(&first_hall, by(1, 20, 88)).await;
    assert_eq!(refused(&first_hall, by(1, 30, 99)).await, OWN);
    let direct = Opening {
        server: None,
        parent: None,
        ..by(1, 0, 0)
    };
    assert_eq!(refused(&first_hall, direct).await, OWN);
    // The rights go to somebody else, the share does not.
    done(first.remove_computer(person(1), press()).await);
    done(first.take_seat(person(2), press()).await);
    done(first.leave(person(1), press()).await);
    assert_eq!(refused(&first_hall, by(1, 30, 99)).await, OWN);
    first_hall.close().await;

    let hall = hall(&folder).await;
    assert_eq!(refused(&hall, by(1, 30, 99)).await, OWN);
    let both = opens(&hall, by(2, 30, 99)).await;
    opens(&hall, by(2, 40, 99)).await;
    assert_eq!(refused(&hall, by(2, 50, 99)).await, OWN);
    done(both.end(person(2), press(), Ender::Player).await);
    opens(&hall, by(2, 50, 99)).await;
    // The last person gets up: that table is over.
    let first = hall.table(&first.id).unwrap();
    done(first.leave(person(2), press()).await);
    opens(&hall, by(1, 30, 99)).await;
    hall.close().await;
}

/// Found by hand: whoever was banned where they had opened two games could open none anywhere as long as others played on.
#[tokio::test]
async fn a_game_that_was_left_counts_in_its_server_and_in_no_other() {
    const OWN: (Shared, Sharer, usize) = (Shared::Tables, Sharer::Person, 2);
    let folder = Folder::new();
    let hall = hall(&folder).await;
    let game = opens(&hall, by(1, 10, 77)).await;
    done(game.remove_computer(person(1), press()).await);
    done(game.take_seat(person(2), press()).await);
    starts(&game, 1).await;
    opens(&hall, by(1, 20, 77)).await;
    for server in [77, 88] {
        assert_eq!(refused(&hall, by(1, 30, server)).await, OWN);
    }
    done(game.leave(person(1), press()).await);
    assert_eq!(refused(&hall, by(1, 30, 77)).await, OWN);
    opens(&hall, by(1, 30, 88)).await;
    assert_eq!(refused(&hall, by(1, 40, 88)).await, OWN);
    hall.close().await;
}

#[tokio::test]
async fn channels_and_servers_have_shares_of_tables_and_of_lobbies() {
    let folder = Folder::new();
    let hall = hall(&folder).await;
    let first = opens(&hall, by(1, 10, 77)).await;
    let second = opens(&hall, by(2, 10, 77)).await;
    let lobbies = (Shared::Lobbies, Sharer::Channel, 2);
    assert_eq!(refused(&hall, by(3, 10, 77)).await, lobbies);
    let itself = Opening {
        channel: ChannelId::new(10),
        parent: None,
        ..by(3, 10, 77)
    };
    assert_eq!(refused(&hall, itself).await, lobbies);
    starts(&first, 1).await;
    let third = opens(&hall, by(3, 10, 77)).await;
    starts(&second, 2).await;
    starts(&third, 3).await;
    let tables = (Shared::Tables, Sharer::Channel, 3);
    assert_eq!(refused(&hall, by(4, 10, 77)).await, tables);
    opens(&hall, by(4, 20, 77)).await;
    let tables = (Shared::Tables, Sharer::Server, 4);
    assert_eq!(refused(&hall, by(5, 30, 77)).await, tables);
    for channel in 1..=3 {
        opens(&hall, by(10 + channel, channel, 88)).await;
    }
    let lobbies = (Shared::Lobbies, Sharer::Server, 3);
    assert_eq!(refused(&hall, by(20, 4, 88)).await, lobbies);
    hall.close().await;
}

#[tokio::test]
async fn what_is_being_opened_counts_and_a_claim_that_is_dropped_does_not() {
    let folder = Folder::new();
    let hall = hall(&folder).await;
    let claims = [
        hall.claim(&by(1, 10, 77)).await.unwrap(),
        hall.claim(&by(1, 20, 77)).await.unwrap(),
    ];
    let own = (Shared::Tables, Sharer::Person, 2);
    assert_eq!(refused(&hall, by(1, 30, 77)).await, own);
    drop(claims);
    let many = (0..10).map(|channel| hall.open(by(1, channel, 77)));
    let opened = futures::future::join_all(many).await;
    assert_eq!(opened.iter().filter(|opened| opened.is_ok()).count(), 2);
    hall.close().await;
}

#[tokio::test]
async fn a_server_wants_fewer_but_gets_no_more_than_the_house_gives() {
    let folder = Folder::new();
    let store = Store::open(&folder.file()).await.unwrap();
    let hall = hall_on(store.clone()).await;
    let server = |most| (Shared::Tables, Sharer::Server, most);
    let wants = async |most| {
        let wish = ServerSetting::MostTables(Some(most));
        let written = store.set_server_setting(super::server(), wish).await;
        written.unwrap();
    };
    let mut number = 0;
    let mut next = || {
        number += 1;
        by(number, number, 77)
    };
    wants(0).await;
    let first = opens(&hall, next()).await;
    assert_eq!(refused(&hall, next()).await, server(1));
    wants(2).await;
    let second = opens(&hall, next()).await;
    assert_eq!(refused(&hall, next()).await, server(2));
    wants(100).await;
    starts(&first, 1).await;
    starts(&second, 3).await;
    for _ in 0..2 {
        opens(&hall, next()).await;
    }
    assert_eq!(refused(&hall, next()).await, server(4));
    hall.close().await;
}

/// Somebody opens a table and ends it at once.
async fn comes_and_goes(hall: &Hall, who: u64) -> Result<(), Declined> {
    let look = hall.open(by(who, 1, 1)).await?;
    let table = hall.table(&look.table).unwrap();
    done(table.end(person(who), press(), Ender::Moderator).await);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_come_and_go_are_no_way_to_fill_the_memory() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let shares = Shares {
        known: Known {
            all: 5,
            person: 3,
            ..FEW.known
        },
        ..FEW
    };
    let hall = hall_of(&folder, &time, shares).await;
    for _ in 0..3 {
        assert_eq!(comes_and_goes(&hall, 1).await, Ok(()));
    }
    assert_eq!(comes_and_goes(&hall, 1).await, Err(Declined::TooManyLately));
    for _ in 0..2 {
        assert_eq!(
            comes_and_goes(&hall, 2).await,
            Ok(()),
            "others may open theirs"
        );
    }
    assert_eq!(
        comes_and_goes(&hall, 3).await,
        Err(Declined::TooManyLately),
        "all are known"
    );
    // They are forgotten an hour after their end.
    let all = hall.all();
    assert_eq!(all.len(), 5);
    time.advance(Duration::from_secs(61 * 60));
    for table in all {
        table.rests().await;
    }
    assert_eq!(comes_and_goes(&hall, 1).await, Ok(()));
}

/// A hall with this much to give away, on a clock that the test moves.
async fn hall_of(folder: &Folder, time: &ManualTime, shares: Shares) -> Hall {
    let store = Store::open(&folder.file()).await.unwrap();
    hall_over(store, time, shares).await
}

async fn hall_over(store: Store, time: &ManualTime, shares: Shares) -> Hall {
    let settings = HallSettings {
        pace: Duration::ZERO,
        shares,
        ..HallSettings::default()
    };
    let clock = Clock::new(time.clone());
    Hall::reopen(store, clock, settings).await.unwrap()
}

/// Whoever has ended so many lobbies opens the next one no sooner than then.
fn too_soon(most: usize, again_at: Moment) -> Result<(), Declined> {
    Err(Declined::EndedTooOften { most, again_at })
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_and_ends_lobbies_waits_until_the_first_of_them_was_long_ago() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let shares = Shares {
        unstarted: 3,
        ..FEW
    };
    let first_hall = hall_of(&folder, &time, shares).await;
    let began = time.now();
    let minute = |number: u64| began.plus(Duration::from_secs(60 * number));
    // What became a game does not count, however soon it is over.
    let game = opens(&first_hall, by(1, 1, 1)).await;
    starts(&game, 1).await;
    done(game.end(person(1), press(), Ender::Player).await);
    for _ in 0..3 {
        assert_eq!(comes_and_goes(&first_hall, 1).await, Ok(()));
        time.advance(Duration::from_secs(60));
    }
    let refused = too_soon(3, minute(10));
    assert_eq!(comes_and_goes(&first_hall, 1).await, refused);
    assert_eq!(comes_and_goes(&first_hall, 2).await, Ok(()));
    // So it is after a restart.
    first_hall.close().await;
    drop(first_hall);
    let hall = hall_of(&folder, &time, shares).await;
    assert_eq!(comes_and_goes(&hall, 1).await, refused);
    time.advance(Duration::from_secs(7 * 60));
    assert_eq!(time.now(), minute(10));
    assert_eq!(comes_and_goes(&hall, 1).await, Ok(()));
    assert_eq!(comes_and_goes(&hall, 1).await, too_soon(3, minute(11)));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_opens_starts_and_ends_waits_until_the_first_of_so_many_is_long_ago() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let shares = Shares { opened: 3, ..FEW };
    let first_hall = hall_of(&folder, &time, shares).await;
    let began = time.now();
    let minute = |number: u64| began.plus(Duration::from_secs(60 * number));
    let most = 3;
    let too_soon = |again_at| Err(Declined::OpenedTooOften { most, again_at });
    // Whatever becomes of them: a game that is ended, one that goes on, a lobby.
    let game = opens(&first_hall, by(1, 1, 1)).await;
    starts(&game, 1).await;
    done(game.end(person(1), press(), Ender::Player).await);
    time.advance(Duration::from_secs(60));
    let game = opens(&first_hall, by(1, 1, 1)).await;
    starts(&game, 1).await;
    time.advance(Duration::from_secs(60));
    // What is being opened counts, and what is not opened after all does not.
    let claim = first_hall.claim(&by(1, 2, 1)).await.unwrap();
    time.advance(Duration::from_secs(60));
    drop(claim);
    assert_eq!(comes_and_goes(&first_hall, 1).await, Ok(()));
    assert_eq!(comes_and_goes(&first_hall, 1).await, too_soon(minute(10)));
    assert_eq!(comes_and_goes(&first_hall, 2).await, Ok(()));
    // So it is after a restart.
    first_hall.close().await;
    drop(first_hall);
    let hall = hall_of(&folder, &time, shares).await;
    assert_eq!(comes_and_goes(&hall, 1).await, too_soon(minute(10)));
    time.advance(Duration::from_secs(7 * 60));
    assert_eq!(comes_and_goes(&hall, 1).await, Ok(()));
    assert_eq!(comes_and_goes(&hall, 1).await, too_soon(minute(11)));
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_does_not_use_up_the_memory_of_all() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let known = Known {
        server: 2,
        ..FEW.known
    };
    let tables = Share {
        server: 1,
        ..FEW.tables
    };
    let shares = Shares {
        known,
        tables,
        ..FEW
    };
    let hall = hall_of(&folder, &time, shares).await;
    // Or twenty for each that may be open there.
    for who in 1..=20 {
        assert_eq!(comes_and_goes(&hall, who).await, Ok(()));
    }
    assert_eq!(
        comes_and_goes(&hall, 21).await,
        Err(Declined::TooManyLately)
    );
    opens(&hall, by(21, 1, 2)).await;
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_waits_all_the_same() {
    let again_at = ManualTime::default().now().plus(Duration::from_secs(600));
    let most = 1;
    let unstarted = Shares {
        unstarted: most,
        ..FEW
    };
    let opened = Shares {
        opened: most,
        tables: Share {
            person: most,
            ..FEW.tables
        },
        ..FEW
    };
    for (shares, refused) in [
        (unstarted, too_soon(most, again_at)),
        (opened, Err(Declined::OpenedTooOften { most, again_at })),
    ] {
        let (folder, time) = (Folder::new(), ManualTime::default());
        let store = Store::open(&folder.file()).await.unwrap();
        let hall = hall_over(store.clone(), &time, shares).await;
        assert_eq!(comes_and_goes(&hall, 1).await, Ok(()));
        assert_eq!(store.forget(person(1)).await, Ok(Written::Done));
        hall.forgets(person(1)).await;
        assert_eq!(comes_and_goes(&hall, 1).await, refused);
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_sits_at_so_many_tables_and_is_told_where() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let shares = Shares { seats: 2, ..FEW };
    let hall = hall_of(&folder, &time, shares).await;
    let guest = person(9);
    let mut tables = Vec::new();
    // The last one is in another server.
    let servers = [1, 1, 2];
    for (who, server) in (1..).zip(servers) {
        let wanted = Opening {
            computers: 0,
            ..by(who, who, server)
        };
        tables.push(opens(&hall, wanted).await);
    }
    // At once as one after another.
    let sits = async |table: &Table| table.take_seat(guest, press()).await;
    let [one, two, three] = &tables[..] else {
        panic!("three tables");
    };
    let all = tokio::join!(sits(one), sits(two), sits(three));
    let all = [all.0, all.1, all.2];
    assert_eq!(all.iter().filter(|answer| answer.is_ok()).count(), 2);
    let refused = all.into_iter().find_map(Result::err).unwrap();
    let Declined::ShareUsed {
        shared: Shared::Seats,
        sharer: Sharer::Person,
        most: 2,
        ..
    } = refused
    else {
        panic!("{refused}");
    };
    let full = async |table: &Table| match sits(table).await {
        Err(Declined::ShareUsed {
            channels,
            elsewhere,
            ..
        }) => (channels, elsewhere.len()),
        other => panic!("{other:?}"),
    };
    let at = async |table: &Table| table.look(None, None).await.unwrap().seat_of(guest);
    let (mut there, mut elsewhere) = (Vec::new(), Vec::new());
    let (mut seated, mut other_server) = (Vec::new(), 0);
    for (table, server) in tables.iter().zip(servers) {
        match at(table).await {
            Some(_) => {
                let channel = table.look(None, None).await.unwrap().places.channel;
                seated.push((channel, server));
                there.push(table);
            }
            None => {
                other_server = server;
                elsewhere.push(table);
            }
        }
    }
    seated.sort_unstable();
    // Those of other servers are counted.
    let told = |asked: u64| {
        let here = seated.iter().filter(|(_, server)| *server == asked);
        let channels: Vec<ChannelId> = here.map(|(channel, _)| *channel).collect();
        let others = seated.len() - channels.len();
        (channels, others)
    };
    assert_eq!(full(elsewhere[0]).await, told(other_server));
    // Where they sit they are told that they do.
    assert_eq!(sits(there[0]).await, Err(Declined::AlreadySeated));
    for server in [1, 30] {
        let opening = hall.open(by(9, 30, server)).await;
        let (here, others) = told(server);
        assert!(
            matches!(&opening, Err(Declined::ShareUsed { shared: Shared::Seats, channels, elsewhere, .. })
                if *channels == here && elsewhere.len() == others),
            "{opening:?}"
        );
    }
    done(there[0].leave(guest, press()).await);
    done(sits(elsewhere[0]).await);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_left_seat_counts_as_any_other() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let shares = Shares {
        seats: 2,
        tables: Share {
            person: 1,
            ..FEW.tables
        },
        ..FEW
    };
    let hall = hall_of(&folder, &time, shares).await;
    let guest = person(9);
    let two = |who| Opening {
        computers: 0,
        ..by(who, who, who)
    };
    let game = opens(&hall, two(1)).await;
    let look = done(game.take_seat(person(2), press()).await);
    starts(&game, 1).await;
    done(game.leave(person(2), press()).await);
    let seat = look.seat_of(person(2)).unwrap();
    let mut tables = Vec::new();
    for who in [3, 4] {
        let table = opens(&hall, two(who)).await;
        done(table.take_seat(guest, press()).await);
        tables.push(table);
    }
    let refused = game.take_over(guest, press(), seat).await;
    assert!(
        matches!(
            refused,
            Err(Declined::ShareUsed {
                shared: Shared::Seats,
                ..
            })
        ),
        "{refused:?}"
    );
    // A table that is over has no seats.
    done(tables[0].end(person(3), press(), Ender::Player).await);
    done(game.take_over(guest, press(), seat).await);
    hall.close().await;
}
