//! The phase that no game comes to by itself: a table whose journal was damaged.

use istaka::rules::any::GameId;
use serde_json::json;

use super::actors::{nobody_yet, somebody_of_another_server};
use super::matrix_of;
use crate::damaged::damages_every_table;
use crate::house::{Evening, sit_down_to};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_does_anything_at_a_table_that_was_set_aside() {
    let mut evening = Evening::begins().await;
    let mut tables = Vec::new();
    for game in GameId::RELEASED {
        let channel = evening.channel(json!({"name": game.id()})).await;
        let people = evening.people(["Hana", "Gül"]).await;
        let [host, guest] = people.map(|person| person.in_channel(&channel));
        let seats = *game.seats().end();
        let wish = json!({"seats": seats, "computers": seats - 2});
        sit_down_to(game.id(), &host, &[&guest], wish).await;
        tables.push((game.id(), host, guest));
    }
    evening.bot_goes().await;
    damages_every_table(&evening.db()).await;
    evening.bot_comes().await;
    for (command, host, guest) in &tables {
        evening.world.settles().await;
        let hall = evening.hall();
        let mut all = hall.all().into_iter();
        let table = all.find(|table| table.game.id() == *command);
        let table = table.expect("it is kept, though nobody plays there");
        let [watcher] = evening.people(["Wim"]).await;
        let mut matrix = matrix_of(&evening, table, command).await;
        matrix.actors = vec![
            nobody_yet(host, "sat there, as the host", None),
            nobody_yet(guest, "sat there", None),
            nobody_yet(&watcher.in_channel(&host.channel), "watches", None),
            somebody_of_another_server(&evening).await,
        ];
        matrix.gathers().await;
        matrix.tries_here().await;
        let phases: Vec<&String> = matrix.phases.iter().collect();
        assert!(
            matches!(phases[..], [phase] if phase.starts_with("SetAside")),
            "{phases:?}"
        );
        assert_eq!(matrix.counts.had_an_effect, 0, "{:?}", matrix.counts);
        assert!(matrix.counts.tried > 0);
    }
    evening.ends().await;
}
