//! What Hachinin-meri asks of a table: answers that nobody sees, eight seats in two teams, a rhythm, face-down trumps.

mod slow;

use super::*;
use crate::arena::verifier::verify;
use crate::rules::any::AnyView;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Action, Options, SEATS, TRICKS, View};
use crate::rules::{Refused, Seat, Seats};
use crate::tables::record::record;
use crate::tables::terms::READING;

/// The house rules that are given, else the usual ones, for one round.
fn rules(text: &str) -> AnyOptions {
    let mut options = AnyOptions::Meri(Options::default());
    for setting in text.split_whitespace().chain(["match_length=hitomaki"]) {
        let (name, value) = setting.split_once('=').unwrap();
        options.set(name, value).unwrap();
    }
    options
}

fn view(look: &Look) -> &View {
    match &look.view {
        Some(AnyView::Meri(view)) => view,
        _ => panic!("a match of Hachinin-meri"),
    }
}

async fn look(table: &Table, who: u64) -> Look {
    table.look(Some(person(who)), None).await.unwrap()
}

async fn plays(table: &Table, who: u64, action: Action) -> Result<Answer, Declined> {
    let own = look(table, who).await;
    table.act(pressed(who, &own, AnyAction::Meri(action))).await
}

/// Everybody is asked for the robai, at a table of which that is so.
async fn asked(scene: &Scene, people: u64, is_so: impl Fn(&View) -> bool) -> Table {
    loop {
        let computers = SEATS - usize::try_from(people).unwrap();
        let table = scene
            .playing(people, opening(rules(""), SEATS, computers))
            .await;
        let own = look(&table, 1).await;
        if view(&own).phase == Phase::Robau && is_so(view(&own)) {
            return table;
        }
    }
}

/// What everybody but this person is told, and what a watcher is.
async fn told_to_others(table: &Table, people: u64, who: u64) -> Vec<Look> {
    let others = (1..=people).filter(|other| *other != who);
    let viewers: Vec<Option<PersonId>> = others.map(|other| Some(person(other))).collect();
    let mut told = Vec::new();
    for viewer in viewers.into_iter().chain([None]) {
        let look = table.look(viewer, None).await.unwrap();
        told.push(Look {
            revision: Revision::default(),
            ..look
        });
    }
    told
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_who_has_answered() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = asked(&scene, 8, |_| true).await;
    let everybody = Seats::first(SEATS);
    let start = look(&table, 1).await;
    let until = start.deadline.unwrap();
    for who in 1..=7 {
        scene.time.advance(Duration::from_secs(3));
        let before = told_to_others(&table, 8, who).await;
        let own = done(plays(&table, who, Action::Ready).await);
        assert_eq!(told_to_others(&table, 8, who).await, before, "{who}");
        let others = everybody.without(own.viewer.seat().unwrap());
        assert_eq!(own.waiting.unwrap().seats, others);
        // Nor do they learn how many have answered before them: presses carry this number.
        assert_eq!(own.seen_revision, start.seen_revision.next(), "{who}");
        assert_eq!(own.seat_revision, Some(own.seen_revision), "{who}");
        assert_eq!(own.deadline, Some(until));
        let again = plays(&table, who, Action::Ready).await;
        let waiting = Declined::Refused(Refused::NotYourTurn { waiting: others });
        assert_eq!(again, Err(waiting));
        let watching = table.look(None, None).await.unwrap();
        assert_eq!(watching.waiting.unwrap().seats, everybody);
        assert_eq!(watching.deadline, Some(until));
    }
    let last = done(plays(&table, 8, Action::Ready).await);
    let Phase::Uchidashi(taker) = view(&last).phase else {
        panic!("all have answered");
    };
    assert_eq!(last.waiting.unwrap().seats, Seats::only(taker));
    assert_eq!(last.seen_revision, last.revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_on_a_press_tells_how_many_have_answered() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = asked(&scene, 8, |_| true).await;
    let known = look(&table, 1).await.seen_revision;
    for who in [2, 3, 4] {
        done(plays(&table, who, Action::Ready).await);
    }
    let own = look(&table, 1).await;
    assert_eq!(own.seen_revision, known);
    assert!(own.revision > known);
    let ready_from = |drawn_from: Revision| Act {
        drawn_from: Some(drawn_from),
        ..pressed(1, &own, AnyAction::Meri(Action::Ready))
    };
    // One that nobody has told them is late, whether there is such a step by now or not.
    for ahead in 1..=5 {
        let guessed = Revision::new(known.get() + ahead);
        late(table.act(ready_from(guessed)).await);
    }
    let ready = done(table.act(ready_from(known)).await);
    // What they press then is as new as their panel.
    late(table.act(ready_from(known)).await);
    let others = Seats::first(SEATS).without(ready.viewer.seat().unwrap());
    let waiting = Declined::Refused(Refused::NotYourTurn { waiting: others });
    let again = table.act(ready_from(ready.seen_revision)).await;
    assert_eq!(again, Err(waiting));
}

/// By how many steps the first person knows more when these have answered and then somebody has left.
async fn known_after_a_leave(scene: &Scene, answered: &[u64]) -> u64 {
    let table = asked(scene, 8, may_call).await;
    let before = look(&table, 1).await.seen_revision;
    for who in answered {
        done(plays(&table, *who, Action::Ready).await);
    }
    done(table.leave(person(5), press()).await);
    table.rests().await;
    let now = look(&table, 1).await;
    assert_eq!(view(&now).phase, Phase::Robau);
    now.seen_revision.get() - before.get()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_leave_while_all_are_asked_does_not_tell_whether_anybody_has_answered() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    for answered in [&[][..], &[2], &[5], &[5, 2, 8]] {
        assert_eq!(
            known_after_a_leave(&scene, answered).await,
            1,
            "{answered:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_answer_where_nobody_sees_it() {
    let folder = Folder::new();
    let mut scene = Scene::paced(&folder, Duration::from_secs(1)).await;
    // The one person has the robai, so none of the seven ends the asking.
    let table = asked(&scene, 1, may_call).await;
    let (before, start) = (told_to_others(&table, 1, 1).await, look(&table, 1).await);
    scene.time.advance(Duration::from_secs(1));
    let all_seven = |look: &Look| look.revision.get() == start.revision.get() + 7;
    let now = scene.until(&table, 1, all_seven).await;
    assert_eq!(now.waiting, start.waiting);
    assert_eq!(told_to_others(&table, 1, 1).await, before);
    let called = done(plays(&table, 1, Action::Robatta).await);
    assert_eq!(view(&called).caller, called.viewer.seat());
}

fn may_call(view: &View) -> bool {
    view.own.as_ref().is_some_and(|own| own.may_call)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_with_seven_computers_has_a_rhythm() {
    let folder = Folder::new();
    let scene = Scene::paced(&folder, Duration::from_secs(1)).await;
    let table = scene.playing(1, opening(rules(""), SEATS, 7)).await;
    let (mut seconds, mut tricks, mut looked_at) = (0_u64, 0, 0_u64);
    loop {
        table.rests().await;
        let own = look(&table, 1).await;
        if is_over(&own) {
            break;
        }
        if is_to_act(&own) {
            // Whoever presses at once: what is left is the rhythm of the seven.
            done(table.act(pressed(1, &own, some_action(&own))).await);
            continue;
        }
        let view = view(&own);
        if let [lead] = &view.plays[..]
            && view.tricks.len() > tricks
        {
            let is_own = Some(lead.seat) == own.viewer.seat();
            assert!(is_own || looked_at >= 4, "a shōbu stands {looked_at} s");
            (tricks, looked_at) = (view.tricks.len(), 0);
        }
        if view.plays.is_empty() && view.tricks.len() > tricks {
            looked_at += 1;
        }
        scene.time.advance(Duration::from_secs(1));
        seconds += 1;
    }
    // 63 plays of computers, and what is shown in between; the person's own ten decisions make it about five minutes.
    assert!((60..=150).contains(&seconds), "{seconds} s");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_computers_eight_people_are_needed() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let wanted = opening(rules("fill_with_computers=false"), SEATS, 0);
    let table = scene.open(wanted).await;
    for number in 2..=7 {
        done(table.take_seat(person(number), press()).await);
    }
    let before = look(&table, 1).await;
    let refused = table.start(person(1), press()).await;
    let (needed, present) = (8, 7);
    assert_eq!(refused, Err(Declined::TooFew { needed, present }));
    assert_eq!(look(&table, 1).await, before);
    // A computer that somebody put there has its seat.
    done(table.add_computer(person(1), press(), Level::Easy).await);
    let started = done(table.start(person(1), press()).await);
    assert_eq!(started.life, Life::Starting);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_choose_their_teams_or_chance_does() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene
        .open(opening(rules("team_assign=chosen"), SEATS, 5))
        .await;
    done(table.take_seat(person(2), press()).await);
    let at = |look: &Look, who| look.seat_of(person(who)).unwrap().index();
    // Past the second person, to the last free seat; the rights of the host go along.
    let before = look(&table, 1).await.revision;
    let moved = done(table.change_seat(person(1), press(), before).await);
    assert_eq!((at(&moved, 1), at(&moved, 2)), (2, 1));
    // Two quick presses on the same lobby are one.
    late(table.change_seat(person(1), press(), before).await);
    assert_eq!(at(&look(&table, 1).await, 1), 2);
    assert_eq!(
        (moved.host, moved.seats[seat(0)]),
        (person(1), Sitter::Empty)
    );
    // A computer makes room.
    let now = moved.revision;
    let moved = shown(&table, table.change_seat(person(1), press(), now).await).await;
    assert_eq!(at(&moved, 1), 3);
    assert!(matches!(moved.seats[seat(2)], Sitter::Computer { .. }));
    let nobody = table.change_seat(person(9), press(), now).await;
    assert_eq!(nobody, Err(Declined::NotSeated));
    scene.time.advance(READING);
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    let playing = look(&table, 1).await;
    assert_eq!((at(&playing, 1), at(&playing, 2)), (3, 1));
    assert!(!playing.seats_drawn);
    let too_late = table
        .change_seat(person(1), press(), playing.revision)
        .await;
    assert_eq!(too_late, Err(Declined::OnlyInLobby));

    let drawn = scene.open(opening(rules(""), SEATS, 0)).await;
    let before = look(&drawn, 1).await;
    late(drawn.change_seat(person(1), press(), before.revision).await);
    assert_eq!(look(&drawn, 1).await.seats, before.seats);
    done(drawn.start(person(1), press()).await);
    done(drawn.begin(MessageId::new(9_000)).await);
    assert!(look(&drawn, 1).await.seats_drawn);
}

/// Whoever changes seats with a computer takes their contribution to the deal along.
#[tokio::test(flavor = "multi_thread")]
async fn only_people_contribute_to_the_deal_after_they_have_changed_seats() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = scene
        .open(opening(rules("team_assign=chosen"), SEATS, 7))
        .await;
    let now = look(&table, 1).await.revision;
    done(table.change_seat(person(1), press(), now).await);
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    assert_eq!(plays_on(&table, &[1]).await.life, Life::Finished);
    let told = record(&scene.store, &table.id).await.unwrap().unwrap();
    verify(&told).expect("a right record");
    let [own, start] = &told.contributions[..] else {
        panic!("one person and the message: {:?}", told.contributions);
    };
    assert!(own.starts_with("1 ") && start == "start 9000", "{own}");
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Who of these people is to act, and what they see then.
async fn actor(table: &Table, people: &[u64]) -> Option<(u64, Look)> {
    for who in people {
        let own = look(table, *who).await;
        if is_to_act(&own) {
            return Some((*who, own));
        }
    }
    None
}

/// A trump where that is possible and lies face down, else anything.
fn cutting(own: &Look) -> AnyAction {
    let view = view(own);
    let trump = view.trump().unwrap();
    let cuts = |action: &&AnyAction| {
        let AnyAction::Meri(Action::Play(karuta)) = action else {
            return false;
        };
        is_trump(*karuta, trump) != view.plays.is_empty()
    };
    let cut = own.actions.iter().find(cuts).cloned();
    cut.unwrap_or_else(|| some_action(own))
}

const EVERYBODY: [u64; SEATS] = [1, 2, 3, 4, 5, 6, 7, 8];

/// Eight people play until so many trumps lie face down.
async fn with_trumps_down(scene: &Scene, wanted: usize) -> Table {
    let table = scene.playing(8, opening(rules(""), SEATS, 0)).await;
    loop {
        let watching = table.look(None, None).await.unwrap();
        let plays = view(&watching).plays.iter();
        if plays.filter(|play| play.is_face_down()).count() >= wanted {
            return table;
        }
        let (_, own) = actor(&table, &EVERYBODY).await.expect("a round");
        let who = own.seats[own.viewer.seat().unwrap()].person().unwrap();
        done(table.act(pressed(who.get(), &own, cutting(&own))).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_finds_every_trump_face_down() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = with_trumps_down(&scene, 2).await;
    let mut before = told_to_others(&table, 8, 9).await;
    let id = table.id.clone();
    drop(table);
    scene.hall.close().await;
    scene.store.close().await;
    let scene = Scene::at(&folder.file(), scene.time).await;
    let table = scene.hall.table(&id).unwrap();
    let mut after = told_to_others(&table, 8, 9).await;
    // Clocks leave time after a restart; that is tried elsewhere.
    for look in before.iter_mut().chain(&mut after) {
        (look.deadline, look.turn_since) = (None, None);
    }
    assert_eq!(after, before);
    let over = plays_on(&table, &EVERYBODY).await;
    assert_eq!(over.life, Life::Finished);
}

/// These people play to the end.
async fn plays_on(table: &Table, people: &[u64]) -> Look {
    loop {
        table.rests().await;
        let own = table.look(None, None).await.unwrap();
        if is_over(&own) {
            return own;
        }
        let (who, own) = actor(table, people).await.expect("one of them is to act");
        done(table.act(pressed(who, &own, some_action(&own))).await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_in_the_middle_of_a_trick_leaves_their_trump_face_down() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let table = with_trumps_down(&scene, 1).await;
    let watching = table.look(None, None).await.unwrap();
    let down = view(&watching)
        .plays
        .iter()
        .find(|play| play.is_face_down());
    let leaver = watching.seats[down.unwrap().seat].person().unwrap().get();
    let left = done(table.leave(person(leaver), press()).await);
    assert_eq!(view(&left).plays, view(&watching).plays);
    // Whoever is to act goes, too: a computer plays at once.
    let (next, own) = actor(&table, &EVERYBODY).await.unwrap();
    let tricks = view(&own).tricks.len();
    done(table.leave(person(next), press()).await);
    table.rests().await;
    let now = table.look(None, None).await.unwrap();
    let has_moved =
        view(&now).tricks.len() > tricks || view(&now).plays.len() > view(&own).plays.len();
    assert!(has_moved);
    let rest: Vec<u64> = EVERYBODY
        .into_iter()
        .filter(|who| ![leaver, next].contains(who))
        .collect();
    let over = plays_on(&table, &rest).await;
    assert_eq!(over.life, Life::Finished);
    assert_eq!(view(&over).tricks.len(), TRICKS);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_a_round_is_found_right() {
    for rules_of in ["split=random", "team_assign=chosen"] {
        let folder = Folder::new();
        let scene = Scene::new(&folder).await;
        let table = scene.playing(2, opening(rules(rules_of), SEATS, 6)).await;
        let over = plays_on(&table, &[1, 2]).await;
        assert_eq!(over.life, Life::Finished);
        let told = record(&scene.store, &table.id).await.unwrap();
        let told = told.expect("it has ended");
        verify(&told).expect("a right record");
        let drawn = told.steps.iter().flat_map(|step| &step.changes);
        let drawn = drawn.filter(|change| change.get("seats_drawn").is_some());
        assert_eq!(drawn.count(), usize::from(rules_of == "split=random"));
    }
}
