//! House rules that are changed in the lobby.

use super::restart::process;
use super::*;
use crate::rules::OptionFault;
use crate::rules::any::{AnyRefusal, AnyView, GameId};
use crate::store::{OtherProgram, PersonSetting, ServerSetting};

fn value(look: &Look, name: &str) -> String {
    let named = look.options.named().into_iter();
    let mut meant = named.filter(|(known, _)| *known == name);
    meant.next().expect("an option of the game").1
}

#[test]
fn the_host_changes_house_rules_and_the_game_is_played_by_them() {
    let folder = Folder::new();
    let (file, time) = (folder.file(), ManualTime::default());
    let host = person(1);
    let first = process();
    let before = first.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.open(opening(rounds(1), 2, 0)).await;
        let opened = table.look(Some(host), None).await.unwrap();
        let set = done(table.set_option(host, press(), "deal", "simplified").await);
        assert_eq!(value(&set, "deal"), "simplified");
        assert_eq!(set.revision, opened.revision.next());
        done(table.set_option(host, press(), "stock_pick", "any").await);
        let once = press();
        let set = done(table.set_option(host, once, "start_points", "7").await);
        let again = late(table.set_option(host, once, "start_points", "9").await);
        assert_eq!(
            (&again.options, again.revision),
            (&set.options, set.revision)
        );
        // What is so already is no step.
        let same = done(table.set_option(host, press(), "deal", "simplified").await);
        assert_eq!(same.revision, set.revision);
        same
    });
    drop(first);
    process().block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.hall.table(&before.table).unwrap();
        let restored = table.look(Some(host), None).await.unwrap();
        assert_eq!(restored.options, before.options);
        done(table.start(host, press()).await);
        let playing = done(table.begin(MessageId::new(7)).await);
        let Some(AnyView::Okey(view)) = playing.view else {
            panic!("a game of Okey");
        };
        assert_eq!(AnyOptions::Okey(view.options), before.options);
        assert!(view.scores.values().all(|points| *points == 7));
        let too_late = table.set_option(host, press(), "deal", "formal").await;
        assert_eq!(too_late, Err(Declined::OnlyInLobby));
    });
}

#[test]
fn a_lobby_knows_what_its_house_rules_were() {
    let folder = Folder::new();
    let (file, time) = (folder.file(), ManualTime::default());
    let host = person(1);
    let former = |look: &Look| {
        let values = look.former.values("start_points");
        values.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = process();
    let before = first.block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.open(opening(rounds(1), 2, 0)).await;
        let opened = table.look(Some(host), None).await.unwrap();
        assert_eq!(former(&opened), [""; 0]);
        done(table.set_option(host, press(), "start_points", "15").await);
        done(table.set_option(host, press(), "deal", "simplified").await);
        let short = done(table.set_option(host, press(), "start_points", "10").await);
        assert_eq!(former(&short), ["15", &value(&opened, "start_points")]);
        short
    });
    drop(first);
    process().block_on(async {
        let scene = Scene::at(&file, time.clone()).await;
        let table = scene.hall.table(&before.table).unwrap();
        let restored = table.look(Some(host), None).await.unwrap();
        assert_eq!(restored.former, before.former);
    });
}

/// Of a server that plays without units nobody knew that for a while: its tables were opened with stakes.
#[tokio::test(flavor = "multi_thread")]
async fn while_it_is_not_known_what_a_server_wants_nothing_is_put_at_stake() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for setting in [
        ServerSetting::Units(Some(false)),
        ServerSetting::MostTables(Some(2)),
    ] {
        scene
            .store
            .set_server_setting(server(), setting)
            .await
            .unwrap();
    }
    let kaluki = || opening(GameId::Kaluki.default_options(), 2, 0);
    let table = scene.open(kaluki()).await;
    let opened = table.look(Some(person(1)), None).await.unwrap();
    assert!(!opened.options.has_stakes());
    let mut other = OtherProgram::at(&folder.file()).await;
    let away = "alter table server_settings rename to away";
    other.damage_results(away).await;
    assert_eq!(scene.hall.open(kaluki()).await, Err(Declined::DiskRefused));
    let staked = table.set_option(person(1), press(), "stake_kaluki", "4");
    assert_eq!(staked.await, Err(Declined::DiskRefused));
    let unchanged = table.look(Some(person(1)), None).await.unwrap();
    assert_eq!(unchanged.options, opened.options);
    // Outside servers nobody wants anything.
    let outside = Opening {
        server: None,
        ..kaluki()
    };
    let outside = scene.open(outside).await.look(None, None).await.unwrap();
    assert!(outside.options.has_stakes());
    let back = "alter table away rename to server_settings";
    other.damage_results(back).await;
    let second = scene.open(kaluki()).await.look(None, None).await.unwrap();
    assert!(!second.options.has_stakes());
    let third = scene.hall.open(kaluki()).await;
    assert!(
        matches!(third, Err(Declined::ShareUsed { most: 2, .. })),
        "{third:?}"
    );
    other.leave().await;
}

/// Where what people and servers want is in memory, nobody waits for the disk to tell it.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_memory_is_not_asked_of_the_disk() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let units = ServerSetting::Units(Some(false));
    scene
        .store
        .set_server_setting(server(), units)
        .await
        .unwrap();
    for number in 1..=2 {
        let draws = PersonSetting::AutoDraw(Some(true));
        scene
            .store
            .set_person_setting(person(number), draws)
            .await
            .unwrap();
    }
    scene.store.said().await.unwrap();
    let mut other = OtherProgram::at(&folder.file()).await;
    for table in ["server_settings", "person_settings"] {
        other.damage_results(&format!("drop table {table}")).await;
    }
    let table = scene
        .open(opening(GameId::Kaluki.default_options(), 2, 0))
        .await;
    done(table.take_seat(person(2), press()).await);
    for number in 1..=2 {
        let look = table.look(Some(person(number)), None).await.unwrap();
        assert!(!look.options.has_stakes());
        assert!(look.desk.unwrap().auto_draw);
    }
    other.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_can_be_changed_only_so_often_and_be_started_all_the_same() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 3, 0)).await;
    let (host, guest) = (person(1), person(2));
    let look = done(table.take_seat(person(3), press()).await);
    let taken = look.seat_of(person(3)).unwrap();
    let mut forms = ["simplified", "formal"].into_iter().cycle();
    let (last, declined) = loop {
        let before = table.look(Some(host), None).await.unwrap();
        let form = forms.next().expect("a form");
        match table.set_option(host, press(), "deal", form).await {
            Err(declined) => break (before, declined),
            set => done(set),
        };
    };
    let most = last.revision.get() as usize;
    assert_eq!(declined, Declined::ChangedTooOften { most });
    assert!((500..=1_000).contains(&most), "{most}");
    let joins = table.take_seat(guest, press()).await;
    assert_eq!(joins, Err(declined));
    // To take somebody from their seat is possible still, as it is to get up.
    let look = done(table.kick(host, press(), Some(taken)).await);
    assert_eq!(look.seat_of(person(3)), None);
    let again = table.kick(host, press(), Some(taken)).await;
    assert_eq!(again, Err(Declined::NobodyThere));
    done(table.start(host, press()).await);
    let playing = done(table.begin(MessageId::new(7)).await);
    assert_eq!(playing.life, Life::Playing);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_game_and_who_is_not_host_changes_nothing() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene.open(opening(rounds(1), 3, 0)).await;
    let (host, guest) = (person(1), person(2));
    let before = done(table.take_seat(guest, press()).await);
    let game = GameId::Okey;
    let refused = |fault| Err(Declined::Rules(AnyRefusal::Options { game, fault }));
    for (name, value, fault) in [
        (
            "partnership",
            "true",
            OptionFault::NotForSeats {
                name: "partnership",
                needs: "partnership needs 4 seats",
                seats: 3,
            },
        ),
        (
            "stock_pick",
            "any",
            OptionFault::Together {
                one: "stock_pick",
                other: "deal",
            },
        ),
        (
            "hats",
            "true",
            OptionFault::Unknown {
                name: "hats".to_owned(),
            },
        ),
        (
            "layout",
            "7,7",
            OptionFault::WrongRows {
                name: "layout",
                seats: 3,
                sum: 21,
            },
        ),
    ] {
        let answer = table.set_option(host, press(), name, value).await;
        assert_eq!(answer, refused(fault), "{name}={value}");
    }
    for (who, declined) in [(guest, Declined::NotHost), (person(3), Declined::NotSeated)] {
        let answer = table.set_option(who, press(), "gosterge", "false").await;
        assert_eq!(answer, Err(declined));
    }
    let after = table.look(Some(host), None).await.unwrap();
    assert_eq!(
        (after.options, after.revision),
        (before.options, before.revision)
    );
}
