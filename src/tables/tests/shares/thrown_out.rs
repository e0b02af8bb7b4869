//! What stands in a server that has thrown the bot out counts for nobody, and is in memory all the same.

use super::*;

/// What a person is told is too much, in how many channels of the server where they ask, and at how many tables elsewhere.
fn own_share<T: std::fmt::Debug>(answer: Result<T, Declined>) -> (Shared, usize, usize) {
    match answer {
        Err(Declined::ShareUsed {
            shared,
            sharer: Sharer::Person,
            channels,
            elsewhere,
            ..
        }) => (shared, channels.len(), elsewhere.len()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_in_a_server_that_has_thrown_the_bot_out_count_for_nobody() {
    let many = Share {
        person: 5,
        ..FEW.tables
    };
    let many = Shares {
        tables: many,
        ..FEW
    };
    for (shares, shared) in [(FEW, Shared::Tables), (many, Shared::Lobbies)] {
        let (folder, time) = (Folder::new(), ManualTime::default());
        let hall = hall_of(&folder, &time, shares).await;
        let (lines, gone) = (hall.lines(), ServerId::new(77));
        let asks = async || own_share(hall.open(by(1, 50, 88)).await);
        for channel in [10, 20] {
            opens(&hall, by(1, channel, 77)).await;
        }
        // Whatever Discord makes unavailable comes back by itself.
        lines.server_breaks(gone);
        assert_eq!(asks().await, (shared, 0, 2));
        lines.server_throws_out(gone, &hall.servers());
        let here = opens(&hall, by(1, 30, 88)).await;
        opens(&hall, by(1, 40, 88)).await;
        assert_eq!(asks().await, (shared, 2, 0));
        // It invites the bot again: they have more than their share until enough of them are over.
        lines.server_opens(gone);
        assert_eq!(asks().await, (shared, 2, 2));
        done(here.end(person(1), press(), Ender::Player).await);
        assert_eq!(asks().await, (shared, 1, 2));
        lines.server_throws_out(gone, &hall.servers());
        opens(&hall, by(1, 30, 88)).await;
        hall.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_throw_the_bot_out_are_no_way_to_fill_the_memory() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let known = Known {
        person: 5,
        ..FEW.known
    };
    let hall = hall_of(&folder, &time, Shares { known, ..FEW }).await;
    for number in 0..5 {
        // Two in each server, and after that it throws the bot out.
        let server = 1 + number / 2;
        opens(&hall, by(1, number, server)).await;
        if number % 2 == 1 {
            let servers = hall.servers();
            hall.lines()
                .server_throws_out(ServerId::new(server), &servers);
        }
    }
    let more = hall.open(by(1, 9, 3)).await;
    assert_eq!(more.unwrap_err(), Declined::TooManyLately);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_in_a_server_that_has_thrown_the_bot_out_counts_for_nobody() {
    let (folder, time) = (Folder::new(), ManualTime::default());
    let shares = Shares { seats: 2, ..FEW };
    let hall = hall_of(&folder, &time, shares).await;
    let (lines, gone) = (hall.lines(), ServerId::new(77));
    let guest = person(9);
    let mut tables = Vec::new();
    for (who, server) in (1..).zip([77, 77, 88, 88, 88]) {
        let two = Opening {
            computers: 0,
            ..by(who, who, server)
        };
        // As many lobbies as a server may have.
        tables.push(opens(&hall, two).await);
    }
    let sits = async |table: &Table| table.take_seat(guest, press()).await;
    for table in &tables[..2] {
        done(sits(table).await);
    }
    lines.server_breaks(gone);
    let seats = Shared::Seats;
    assert_eq!(own_share(sits(&tables[2]).await), (seats, 0, 2));
    lines.server_throws_out(gone, &hall.servers());
    for table in &tables[2..4] {
        done(sits(table).await);
    }
    assert_eq!(own_share(sits(&tables[4]).await), (seats, 2, 0));
    assert_eq!(own_share(hall.open(by(9, 9, 99)).await), (seats, 0, 2));
    lines.server_opens(gone);
    assert_eq!(own_share(sits(&tables[4]).await), (seats, 2, 2));
    // Nobody is told that of a table at which they sit.
    assert_eq!(sits(&tables[0]).await, Err(Declined::AlreadySeated));
    hall.close().await;
}
