//! Tables of 101 in games played by the rules, read as data.

use super::super::{Marks, Shown, mover};
use super::games::Played;
use super::samples::moment;
use super::{BOARD, board, drawn, glows, hidden, is_inside, says, tables};
use crate::okey101;
use crate::packs::tiles::TileFace;
use crate::paint;
use crate::portrait::tests::known;
use crate::reading::{marks_no_turn, rect, shows_turn};
use crate::ring::{self, MAT};
use crate::rules::okey101::penalties::{Penalty, Reason};
use crate::rules::okey101::view::{Phase, TableMeld};
use crate::rules::okey101::{Composed, Kind, Meld, OpenKind, Opening, Options, View};
use crate::rules::tile::{Colour, Face, Tile};
use crate::rules::{Outcome, PerSeat, Seat, Standing};
use crate::scene::{At, Badge, Heading, Ink, Item, PieceSize, Scene};
use crate::signs::{Persona, Sitter, Sitters};
use crate::tests::{seat, tiles, tiles_on};

#[test]
fn everything_on_a_table_lies_inside_and_hides_nothing() {
    tables(|_, view| {
        for sitter in [Sitter::Computer(Persona::Bolt), known(1)] {
            let scene = okey101::board(view, &Sitters::new(4, |_| sitter.clone()));
            assert!(is_inside(&scene), "{view:?}");
            assert!(keeps_from_the_edge(&scene), "{view:?}");
            assert_eq!(hidden(&scene), [], "{view:?}");
        }
    });
}

/// Whether nothing touches the edge of the picture, where it would look cut.
fn keeps_from_the_edge(scene: &Scene) -> bool {
    const AIR: i32 = 2;
    let (width, height) = scene.size();
    let mut all = scene.items.iter().map(rect);
    all.all(|[left, top, right, bottom]| {
        let (right, bottom) = (width as i32 - right, height as i32 - bottom);
        [left, top, right, bottom].iter().all(|air| *air >= AIR)
    })
}

#[test]
fn tables_of_games_cost_few_bytes() {
    let sitters = Sitters::new(4, |_| Sitter::Away);
    let mut most = paint(&okey101::board(&moment(140, 4, 79), &sitters)).len();
    tables(|_, view| most = most.max(paint(&okey101::board(view, &sitters)).len()));
    assert!(most <= BOARD, "{most} bytes");
}

#[test]
fn a_table_shows_every_meld_once_and_the_top_of_each_pile() {
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        let scene = board(view);
        let faces: Vec<_> = tiles_on(&scene).map(|(face, ..)| face).collect();
        let shown = faces.iter().filter(|face| **face != TileFace::Back).count();
        let melded: usize = view.table.iter().map(|meld| meld.tiles.len()).sum();
        let tops = view.piles.values().filter(|pile| !pile.seen.is_empty());
        let taken = matches!(view.phase, Phase::Taken(_)) as usize;
        assert_eq!(shown, 2 + melded + tops.count() + taken);
        let okey = view.okey().expect("a round is running");
        for top in view.piles.values().filter_map(|pile| pile.seen.last()) {
            assert!(faces.contains(&TileFace::of(*top, okey)));
        }
    });
}

#[test]
fn a_seat_sees_no_other_table_than_everybody() {
    tables(|played, view| {
        let plain = board(view);
        for (seat, _) in view.totals.iter() {
            assert_eq!(board(&played.seen_by(seat)), plain, "seat {seat}");
        }
    });
}

#[test]
fn the_tiles_of_a_meld_lie_side_by_side() {
    let view = moment(140, 4, 60);
    let scene = board(&view);
    let okey = view.okey().expect("a round is running");
    for meld in &view.table {
        let natural = |tile: &Tile| (!tile.is_joker(okey)).then(|| TileFace::of(*tile, okey));
        let faces: Option<Vec<_>> = meld.tiles.iter().map(natural).collect();
        let Some(faces) = faces else { continue };
        let tiles: Vec<_> = tiles_on(&scene).collect();
        let is_it = |window: &&[(TileFace, PieceSize, At)]| {
            window
                .iter()
                .map(|(face, ..)| *face)
                .eq(faces.iter().copied())
                && window.windows(2).all(|pair| {
                    let [(_, size, left), (_, _, right)] = pair else {
                        return false;
                    };
                    left.y == right.y && right.x == left.x + size.width() + 1
                })
        };
        assert!(
            tiles.windows(faces.len()).any(|window| is_it(&window)),
            "{meld:?}"
        );
    }
}

/// The table of a game, but with these melds, all of one owner.
fn with_melds(owner: Seat, melds: &[(&str, Kind)]) -> View {
    let mut view = moment(5, 4, 0);
    view.indicator = tiles("R4")[0].face();
    let okey = view.okey().expect("dealt");
    view.table = melds
        .iter()
        .map(|(text, kind)| {
            let composed = Composed::as_kind(tiles(text), *kind);
            let meld = Meld::compose(&composed, okey).expect("tests write melds correctly");
            TableMeld {
                owner,
                kind: *kind,
                tiles: meld.tiles().to_vec(),
                stands: meld.stands(okey),
            }
        })
        .collect();
    view
}

#[test]
fn jokers_are_gold_and_have_the_number_they_stand_for() {
    let view = with_melds(
        seat(2),
        &[
            ("Y9 R5 Y11", Kind::Run),
            ("G7 R5 K7", Kind::Set),
            ("R5 R5", Kind::Pair),
            ("F R6 R7", Kind::Run),
        ],
    );
    let scene = board(&view);
    let faces: Vec<_> = tiles_on(&scene).map(|(face, ..)| face).collect();
    let face = |text: &str| tiles(text)[0].face().expect("numbered");
    assert!(faces.contains(&TileFace::Okey(face("Y10"))));
    assert!(faces.contains(&TileFace::Wild(7)));
    assert!(faces.contains(&TileFace::FalseJoker(face("R5"))));
    let okeys = faces
        .iter()
        .filter(|shown| **shown == TileFace::Okey(face("R5")));
    assert_eq!(
        okeys.count(),
        3,
        "the okey in the middle and the double of two"
    );
    assert_eq!(hidden(&scene), []);
}

#[test]
fn the_fullest_areas_have_room() {
    let run = |colour: Colour| {
        let faces = (1..=13).filter_map(|number| Face::new(colour, number));
        faces
            .map(|face| face.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let runs: Vec<_> = Colour::ALL
        .into_iter()
        .chain(Colour::ALL)
        .map(run)
        .collect();
    let long: Vec<_> = runs.iter().map(|text| (text.as_str(), Kind::Run)).collect();
    let sets = ["R2 Y2 G2 K2", "R8 Y8 G8 K8", "R9 Y9 G9"].map(|text| (text, Kind::Set));
    let pairs = vec![("K2 K2", Kind::Pair); 24];
    for melds in [&long[..5], &long, &sets.repeat(8), &pairs] {
        for owner in Seat::all(4) {
            let scene = board(&with_melds(owner, melds));
            assert!(is_inside(&scene), "{melds:?}");
            let shown = tiles_on(&scene).filter(|(face, ..)| *face != TileFace::Back);
            let melded: usize = melds.iter().map(|(text, _)| text.split(' ').count()).sum();
            assert_eq!(shown.count(), melded + 2);
        }
    }
}

#[test]
fn a_table_tells_who_opened_how_and_what_was_charged() {
    let mut charged = 0;
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        let scene = board(view);
        let closed = view.opened.values().filter(|opened| opened.is_none());
        assert_eq!(drawn(&scene, Badge::Closed), closed.count());
        for opening in view.opened.values().flatten() {
            assert!(says(&scene, &opening.worth.to_string()));
        }
        for (seat, held) in view.held.iter() {
            assert_eq!(drawn(&scene, Badge::Seat(seat)), 1);
            assert!(says(&scene, &held.to_string()));
        }
        let mut seats: Vec<_> = view.penalties.iter().map(|penalty| penalty.seat).collect();
        seats.dedup();
        if let [_] = seats[..] {
            charged += 1;
            assert!(says(&scene, &format!("+{}", 101 * view.penalties.len())));
        }
        assert!(says(
            &scene,
            &format!("{}/{}", view.round, view.options.rounds)
        ));
        assert!(says(&scene, &view.stock.to_string()));
    });
    assert!(charged > 0, "some game had a penalty");
}

#[test]
fn a_discard_that_may_be_taken_shines_towards_the_next() {
    let (mut drawing, mut taken) = (0, 0);
    tables(|_, view| {
        let scene = board(view);
        match view.phase {
            Phase::Draw(seat) => {
                drawing += 1;
                let seats = view.totals.len();
                let top = view.piles[seat.previous(seats)].seen.last();
                let lies = top.is_some() && !view.has_returned();
                assert_eq!(glows(&scene), lies);
                let headings = [Heading::Up, Heading::Down, Heading::Left].map(Badge::Arrow);
                let arrows: usize = headings.into_iter().map(|badge| drawn(&scene, badge)).sum();
                let right = drawn(&scene, Badge::Arrow(Heading::Right));
                assert_eq!(
                    arrows + right,
                    1 + usize::from(lies),
                    "and that of the okey"
                );
            }
            Phase::Taken(_) => {
                taken += 1;
                assert!(glows(&scene));
            }
            _ => assert!(!glows(&scene)),
        }
    });
    assert!(drawing > 0 && taken > 0);
}

#[test]
fn a_discard_that_was_given_back_shines_no_more() {
    let mut returned = 0;
    for seed in 0..9 {
        let mut played = Played::new(seed, 4, &Options::default());
        played.deal();
        while played.step().is_some() {
            let view = played.watched();
            if view.has_returned() {
                returned += 1;
                let scene = board(&view);
                assert!(!glows(&scene), "seed {seed}");
                let headings = [Heading::Up, Heading::Down, Heading::Left, Heading::Right];
                let arrows = headings.map(|heading| drawn(&scene, Badge::Arrow(heading)));
                assert_eq!(arrows.iter().sum::<usize>(), 1, "that of the okey");
            }
        }
    }
    assert!(returned > 0);
}

#[test]
fn a_closed_table_marks_no_turn_and_nothing_that_may_be_taken() {
    let closed = Sitters::new(4, |_| Sitter::Person).closed();
    let (mut marked, mut taken) = (0, 0);
    tables(|played, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        marked += usize::from(!marks_no_turn(&board(view)));
        let shown = okey101::board(view, &closed);
        assert!(marks_no_turn(&shown), "{view:?}");
        if let Phase::Taken(taker) = view.phase
            && view.table.iter().all(|meld| meld.owner != taker)
        {
            // A tile that was on its way is held like the others, and looks like no meld of one.
            let held = |scene: &Scene| on_mat(scene, taker, view.totals.len()).len();
            assert_eq!((held(&shown), held(&board(view))), (0, 1), "{view:?}");
            taken += 1;
        }
        for seat in Seat::all(view.totals.len()) {
            let (own, shown) = (played.seen_by(seat), Shown::default());
            let is_turn = mover(&own) == Some(seat);
            let turn = |marks| shows_turn(&okey101::rack(&own, &shown, &marks));
            assert_eq!(turn(Marks::default()), is_turn);
            assert!(!turn(Marks::closed()));
        }
    });
    assert!(marked > 9, "{marked}");
    assert!(taken > 0);
}

/// What lies on the mat of this seat, one of so many.
fn on_mat(scene: &Scene, seat: Seat, seats: usize) -> Vec<TileFace> {
    let area = ring::mat(seat, seats);
    let [left, right] = [area.left, area.left + area.width];
    let is_in =
        |at: &At| (left..right).contains(&at.x) && (area.top..area.top + MAT).contains(&at.y);
    let on_mat = tiles_on(scene).filter(|(.., at)| is_in(at));
    on_mat.map(|(face, ..)| face).collect()
}

#[test]
fn the_result_shows_melds_as_the_table_did() {
    let owner = seat(2);
    let mut view = with_melds(
        owner,
        &[
            ("G10 R5 G12 G13", Kind::Run),
            ("K3 K4 K5", Kind::Run),
            ("Y2 R5", Kind::Pair),
        ],
    );
    let on_table = on_mat(&board(&view), owner, 4);
    view.standing = Some(Standing {
        places: PerSeat::new(4, |seat| if seat == owner { 1 } else { 2 }),
        points: PerSeat::new(4, |_| 0),
        outcomes: PerSeat::new(4, |seat| {
            if seat == owner {
                Outcome::Won
            } else {
                Outcome::Lost
            }
        }),
        sides: PerSeat::new(4, |seat| seat.index() as u8),
    });
    view.result = None;
    let result = okey101::result(&view, &Sitters::new(4, |_| Sitter::Person)).expect("it is over");
    let shown: Vec<TileFace> = tiles_on(&result).map(|(face, ..)| face).collect();
    let gold = shown
        .iter()
        .filter(|face| matches!(face, TileFace::Okey(_)));
    assert_eq!(gold.count(), 2, "{shown:?}");
    assert_eq!(shown, on_table);
}

#[test]
fn the_highest_amounts_hide_nothing_on_a_table() {
    use crate::reading::overlap;
    for total in [100_000, 987_654, -123_456, 10_000, -999, 1_000] {
        let options = Options {
            teams: true,
            ..Options::default()
        };
        let mut played = Played::new(9, 4, &options);
        played.deal();
        let mut view = played.watched();
        view.totals = PerSeat::new(4, |_| total);
        view.opened = PerSeat::new(4, |seat| {
            let kind = if seat.index() == 0 {
                OpenKind::Series
            } else {
                OpenKind::Doubles
            };
            Some(Opening {
                kind,
                worth: 101,
                low: false,
            })
        });
        view.penalties = Seat::all(4)
            .map(|seat| Penalty {
                seat,
                reason: Reason::OpeningFailed,
                points: total.abs(),
            })
            .collect();
        let scene = okey101::board(&view, &Sitters::new(4, |_| Sitter::Away));
        assert!(is_inside(&scene), "{total}");
        assert_eq!(hidden(&scene), [], "{total}");
        let is_charge = |item: &&Item| matches!(item, Item::Bar { ink: Ink::Red, .. });
        let charges: Vec<&Item> = scene.items.iter().filter(is_charge).collect();
        assert_eq!(charges.len(), 4);
        let partners = Seat::all(4).map(Badge::Partner);
        let beside: Vec<Badge> = partners.chain([Badge::Dealer, Badge::Away]).collect();
        let badges = scene
            .items
            .iter()
            .filter(|item| matches!(item, Item::Badge { badge, .. } if beside.contains(badge)));
        for badge in badges {
            for charge in &charges {
                assert!(!overlap(charge.rect(), badge.rect()), "{total}: {badge:?}");
            }
        }
    }
}

#[test]
fn an_undealt_table_has_seats_and_nothing_else() {
    for seats in 2..=4 {
        let scene = board(&Played::new(1, seats, &Options::default()).watched());
        assert_eq!(tiles_on(&scene).count(), 0);
        for seat in Seat::all(seats) {
            assert_eq!(drawn(&scene, Badge::Seat(seat)), 1);
        }
        assert_eq!(hidden(&scene), []);
        paint(&scene);
    }
}

#[test]
fn partners_have_each_others_sign() {
    for (teams, count) in [(true, 1), (false, 0)] {
        let options = Options {
            teams,
            ..Options::default()
        };
        let mut played = Played::new(9, 4, &options);
        played.deal();
        let mut view = played.watched();
        view.totals = PerSeat::new(4, |seat| 1201 + seat.index() as i32);
        view.counting = PerSeat::new(4, |seat| 2404 + 2 * (seat.index() as i32 % 2));
        let scene = board(&view);
        for seat in Seat::all(4) {
            assert_eq!(drawn(&scene, Badge::Partner(seat)), count);
            // A plaque has the seat's own points, as the words have them.
            assert!(says(&scene, &view.totals[seat].to_string()));
            assert!(!says(&scene, &view.counting[seat].to_string()));
        }
        assert!(is_inside(&scene));
        assert_eq!(hidden(&scene), []);
    }
}
