//! Tables of Hachinin-meri in games played by the rules, read as data.

use super::games::moment;
use super::look::{bars, drawn, faces, glows, hidden, is_inside, karuta, says};
use super::{board, shown, tables, tables_of_all_kinds};
use crate::badges::Heading;
use crate::meri::places::{PLAQUE, POCKET, corner, place};
use crate::meri::{self, mover};
use crate::packs::karuta::{KarutaFace, MEDIUM, MODEST, TINY};
use crate::portrait::tests::known;
use crate::reading::{overlap, rect, shows_turn};
use crate::rules::Seat;
use crate::rules::karuta::Karuta;
use crate::rules::meri::options::{Direction, HiddenRobai, MatchLength};
use crate::rules::meri::score::KIRI;
use crate::rules::meri::view::{Phase, Taken};
use crate::rules::meri::{Options, Progress, SEATS, TRICKS, Team, View};
use crate::scene::{Backs, Badge, Ink, Item, Scene};
use crate::signs::{Persona, Sitter, Sitters};
use crate::{paint, tests::seat};

/// The bytes of a table, and of the one with most to see.
const USUALLY: usize = 42_840;
const FULLEST: usize = 57_200;

fn with(view: &View, sitter: Sitter) -> Scene {
    meri::board(view, &Sitters::new(SEATS, |_| sitter.clone()))
}

/// What lies open of a trick.
fn open(scene: &Scene) -> Vec<Karuta> {
    let open = |face| match face {
        KarutaFace::Open(karuta) => Some(karuta),
        _ => None,
    };
    faces(scene, MEDIUM).into_iter().filter_map(open).collect()
}

fn backs(scene: &Scene) -> usize {
    let all = karuta(scene).into_iter();
    all.filter(|(face, ..)| *face == KarutaFace::Back).count()
}

#[test]
fn everything_on_a_table_lies_inside_and_hides_nothing() {
    tables(|_, view| {
        for sitter in [
            Sitter::Person,
            Sitter::Computer(Persona::Bolt),
            Sitter::Away,
            known(1),
        ] {
            let scene = with(view, sitter);
            assert!(is_inside(&scene), "{view:?}");
            assert_eq!(hidden(&scene), [], "{view:?}");
        }
    });
}

#[test]
fn tables_of_games_cost_few_bytes() {
    let (mut most, mut all, mut count, mut step) = (0, 0, 0, 0);
    tables(|_, view| {
        step += 1;
        if step % 5 == 0 {
            let bytes = paint(&with(view, Sitter::Computer(Persona::Bolt))).len();
            most = most.max(bytes);
            all += bytes;
            count += 1;
        }
    });
    // Eight gods and kings on one table are rare.
    assert!(most <= FULLEST, "{most} bytes");
    let usual = all / count;
    assert!(usual <= USUALLY, "{usual} bytes");
}

#[test]
fn a_seat_sees_no_other_table_than_everybody() {
    tables(|played, view| {
        let plain = board(view);
        for seat in Seat::all(SEATS) {
            assert_eq!(board(&played.seen_by(seat)), plain, "seat {seat}: {view:?}");
        }
    });
}

#[test]
fn a_trump_on_a_plain_lead_lies_face_down_until_the_trick_is_full() {
    let mut covered = 0;
    tables(|_, view| {
        if view.plays.is_empty() {
            return;
        }
        let scene = board(view);
        let plain = view.plays.iter().filter(|play| play.cut.is_none());
        let mut plain: Vec<_> = plain.filter_map(|play| play.karuta).collect();
        let mut found = open(&scene);
        plain.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, plain);
        assert_eq!(backs(&scene), view.plays.len() - plain.len());
        assert_eq!(glows(&scene), [], "nobody is told who wins so far");
        covered += backs(&scene);
    });
    assert!(covered > 100, "only {covered} lay face down");
}

#[test]
fn plays_lie_before_their_seats_and_are_numbered_in_their_order() {
    tables(|_, view| {
        let scene = board(view);
        let lying = karuta(&scene);
        for (order, play) in (1..).zip(&view.plays) {
            let face = match (play.cut, play.karuta) {
                (None, Some(karuta)) => KarutaFace::Open(karuta),
                _ => KarutaFace::Back,
            };
            assert!(lying.contains(&(face, MEDIUM, corner(play.seat))));
            assert!(says(&scene, &order.to_string()));
        }
    });
}

#[test]
fn nobody_can_see_who_is_asked_for_the_robai_or_has_answered() {
    let mut asked = 0;
    for (seed, options) in (7..).zip(tables_of_all_kinds()) {
        let mut played = moment(seed, &options, |view| view.phase == Phase::Robau);
        let before = board(&played.watched());
        while played.step().is_some() && played.watched().phase == Phase::Robau {
            assert_eq!(board(&played.watched()), before);
            asked += 1;
        }
    }
    assert!(asked > 0, "nobody was asked");
}

/// The moments between a shōbu and the next lead.
fn turned_up(mut look: impl FnMut(&View, &Taken, &Scene)) {
    tables(|_, view| {
        let shown = view.plays.is_empty() && matches!(view.phase, Phase::Play(_));
        if let Some(taken) = view.tricks.last().filter(|_| shown) {
            look(view, taken, &board(view));
        }
    });
}

#[test]
fn a_full_trick_lies_turned_up_with_its_winner_until_the_next_lead() {
    let mut tricks = 0;
    turned_up(|view, taken, scene| {
        let played: Vec<_> = taken.plays.iter().filter_map(|play| play.karuta).collect();
        let found = open(scene);
        assert!(played.len() == SEATS && played.iter().all(|one| found.contains(one)));
        assert_eq!(backs(scene), 0);
        assert_eq!(glows(scene), [corner(taken.winner)]);
        assert_eq!(mover(view), Some(taken.winner));
        let crowns = usize::from(taken.made.is_none());
        assert_eq!(drawn(scene, Badge::Crown), crowns);
        tricks += 1;
    });
    assert!(tricks > 20, "{tricks}");
}

#[test]
fn a_yaku_is_marked_where_it_was_made_and_kept_for_the_round() {
    let mut made = 0;
    turned_up(|_, taken, scene| {
        let Some(value) = taken.made.and_then(|made| made.value) else {
            return;
        };
        assert!(says(scene, &format!("+{value}")) && says(scene, &format!("−{value}")));
        made += 1;
    });
    assert!(made > 3, "only {made} yaku");
    tables(|_, view| {
        let yaku = view.tricks.iter().filter(|trick| trick.made.is_some());
        assert_eq!(drawn(&board(view), Badge::Beats), yaku.count(), "{view:?}");
    });
}

#[test]
fn the_value_of_a_yaku_is_not_told_as_long_as_it_would_betray_a_robai() {
    let scene = board(&super::samples::untold());
    assert!(says(&scene, "2/5") && says(&scene, "+") && says(&scene, "−"));
    assert!(!says(&scene, "+2") && !says(&scene, "+5"));
}

#[test]
fn numbers_of_strange_house_rules_have_room_in_the_middle() {
    let mut view = super::samples::three_yaku();
    for sum in [10_000, -9_980] {
        view.progress.kiri = vec![sum];
        for made in view.tricks.iter_mut().flat_map(|taken| &mut taken.made) {
            made.value = Some(sum.abs());
        }
        let scene = board(&view);
        assert_eq!(hidden(&scene), [], "{sum}");
        beyond_no_pocket(&scene);
        for sign in ["+", "−"] {
            assert!(says(&scene, &format!("{sign}{}", sum.abs())), "{sum}");
        }
    }
    // Two numbers that have no room side by side.
    let mut view = super::samples::untold();
    (view.options.yaku_value, view.options.yaku_high) = (9_980, 10_000);
    let scene = board(&view);
    assert_eq!(hidden(&scene), []);
    beyond_no_pocket(&scene);
    assert!(says(&scene, "9980/") && says(&scene, "10000"));
}

/// No number lies over the frame of the pocket that it stands in.
fn beyond_no_pocket(scene: &Scene) {
    let is_number = |item: &&Item| matches!(item, Item::Text { .. });
    for number in scene.items.iter().filter(is_number) {
        let lies = rect(number);
        for (x, y) in [(266, 122), (558, 122), (266, 524), (558, 524)] {
            let is_in = overlap(lies, [x, y, x + POCKET.0, y + POCKET.1]);
            let is_within = lies[0] >= x + 3 && lies[2] <= x + POCKET.0 - 3;
            assert!(!is_in || is_within, "{number:?}");
        }
    }
}

#[test]
fn the_middle_shows_okie_trump_and_what_was_laid_open() {
    let mut opened = 0;
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        let scene = board(view);
        let okie = view.okie.expect("a round is running");
        assert_eq!(faces(&scene, MODEST), [KarutaFace::Open(okie)]);
        let all = karuta(&scene);
        let signs = all
            .iter()
            .filter(|(face, ..)| *face == KarutaFace::Sign(okie.suit()));
        assert_eq!(signs.count(), 1);
        assert_eq!(drawn(&scene, Badge::Follow), usize::from(view.monchi));
        if let Some(pile) = view.pile {
            let dead = pile.discard.into_iter().chain(pile.leftovers);
            for karuta in dead {
                assert!(faces(&scene, TINY).contains(&KarutaFace::Barred(karuta)));
                opened += 1;
            }
        }
    });
    assert!(opened > 0, "nothing was laid open");
}

#[test]
fn plaques_say_who_dealt_who_called_and_what_everybody_holds() {
    let mut called = 0;
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        let scene = with(view, Sitter::Computer(Persona::Bolt));
        assert_eq!(drawn(&scene, Badge::Dealer), 1);
        assert_eq!(
            drawn(&scene, Badge::Called),
            usize::from(view.caller.is_some())
        );
        assert_eq!(drawn(&scene, Badge::Computer(Persona::Bolt)), SEATS);
        assert_eq!(drawn(&scene, Badge::Hand(Backs::Red)), SEATS);
        for held in view.held.values() {
            assert!(says(&scene, &held.to_string()));
        }
        called += usize::from(view.caller.is_some());
    });
    assert!(called > 0, "nobody called");
}

#[test]
fn teams_are_told_apart_without_colours() {
    let scene = board(&moment(3, &Options::default(), |view| view.plays.len() == 3).watched());
    // A lantern on each plaque, and one beside the tricks of each team.
    assert_eq!(drawn(&scene, Badge::FirstSide), SEATS / 2 + 1);
    assert_eq!(drawn(&scene, Badge::SecondSide), SEATS / 2 + 1);
    assert_eq!(Team::of(seat(3)), Team::B);
}

#[test]
fn arrows_show_which_way_play_goes() {
    for direction in [Direction::Cw, Direction::Ccw] {
        let options = Options {
            direction,
            ..Options::default()
        };
        let scene = board(&moment(3, &options, |view| view.plays.len() == 1).watched());
        for heading in Heading::ALL {
            assert_eq!(drawn(&scene, Badge::Way(heading)), 2, "{direction:?}");
        }
        // Above the first seat, at the upper edge, it goes right with the clock.
        let (_, heading) = meri::places::ways(direction)[0];
        let is_right = heading == Heading::Right;
        assert_eq!(is_right, direction == Direction::Cw);
    }
}

#[test]
fn seats_sit_with_the_clock_each_behind_what_it_plays() {
    let middle = |seat: Seat| {
        let corner = place(seat).plaque.by(PLAQUE.0 / 2, PLAQUE.1 / 2);
        (corner.x - 500, corner.y - 390)
    };
    for seat in Seat::all(SEATS) {
        let ((x, y), (to_x, to_y)) = (middle(seat), middle(seat.next(SEATS)));
        // On a screen, whose y goes down, this is positive for a turn with the clock.
        assert!(x * to_y - y * to_x > 0, "{seat}");
        let karuta = place(seat).karuta;
        let apart = (karuta.x - 500).abs() <= x.abs() && (karuta.y - 390).abs() <= y.abs();
        assert!(apart, "{seat}");
    }
}

#[test]
fn a_closed_table_marks_no_turn() {
    let closed = Sitters::new(SEATS, |_| Sitter::Person).closed();
    let mut marked = 0;
    let inner = (PLAQUE.0 - 8, PLAQUE.1 - 8);
    tables(|played, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        marked += bars(&with(view, Sitter::Person), inner, Ink::Gold);
        let scene = meri::board(view, &closed);
        assert_eq!(bars(&scene, inner, Ink::Gold), 0, "{view:?}");
        for seat in Seat::all(SEATS) {
            let own = played.seen_by(seat);
            let rack = meri::rack(&own, &shown(&own), &meri::Marks::closed());
            assert!(!shows_turn(&rack));
        }
    });
    assert!(marked > 9, "{marked}");
}

#[test]
fn before_the_first_deal_there_is_a_table() {
    let scene = board(&super::games::Played::new(1, &Options::default()).watched());
    assert!(is_inside(&scene));
    assert_eq!(hidden(&scene), []);
    assert_eq!(karuta(&scene), []);
    assert_eq!(drawn(&scene, Badge::Hand(Backs::Red)), 0);
}

#[test]
fn a_trick_of_before_lies_as_it_lay_then() {
    let nobody = Sitters::new(0, |_| Sitter::Person);
    let (mut then, mut compared): (Vec<Scene>, usize) = (Vec::new(), 0);
    tables(|_, view| {
        if view.tricks.is_empty() {
            then.clear();
        }
        if view.plays.is_empty() && matches!(view.phase, Phase::Play(_)) && !view.tricks.is_empty()
        {
            then.push(board(view));
        }
        // What a yaku moved may have been told since.
        let tells = view.options.hidden_robai == HiddenRobai::RobaiYaku;
        if view.tricks.len() >= TRICKS - 1 && tells {
            for (number, scene) in then.iter().enumerate() {
                let now = meri::taken(view, number, &nobody);
                assert_eq!(now.as_ref(), Some(scene), "trick {number}: {view:?}");
                compared += 1;
            }
        }
        assert_eq!(meri::taken(view, view.tricks.len(), &nobody), None);
    });
    assert!(compared > 40, "{compared}");
}

/// The last round of a kiri is over: its tricks are shown with the match as it stood while it was played.
#[test]
fn a_trick_of_a_kiri_that_was_won_lies_as_it_lay_then() {
    let nobody = Sitters::new(0, |_| Sitter::Person);
    let mut found = None;
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            found = Some(view.clone());
        }
    });
    let mut over = found.expect("a round was played");
    let length = MatchLength::Hitoshobu;
    over.options.match_length = length;
    over.sheet = vec![1; KIRI];
    over.progress = Progress::of(length, &over.sheet);
    assert_eq!(over.progress.kiri_won[Team::A], 1);
    let mut playing = over.clone();
    playing.phase = Phase::Play(over.tricks[0].winner);
    playing.sheet.pop();
    playing.progress = Progress::of(length, &playing.sheet);
    for number in 0..TRICKS {
        let [now, then] = [&over, &playing].map(|view| meri::taken(view, number, &nobody));
        assert!(now.is_some() && now == then, "trick {number}");
    }
}
