//! How long a picture takes: a rack and a board, laid out from a view and painted to PNG bytes.

use criterion::{Criterion, criterion_group, criterion_main};
use istaka::arena::glimpse::{Looker, glimpse};
use istaka::drawing::okey::{self, Marks, board, rack, slots};
use istaka::drawing::okey101::{self, Shown, Tone};
use istaka::drawing::packs::cards::Inks;
use istaka::drawing::{Persona, Scene, Sitter, Sitters, paint, warm};
use istaka::drawing::{kaluki, meri};
use istaka::rules::any::{AnyView, GameId};
use istaka::rules::meld::Arrangement;
use istaka::rules::okey::view::{Phase, Pile};
use istaka::rules::okey::{Options, View};
use istaka::rules::tile::Tile;
use istaka::rules::{GameView, PerSeat, Seat, Viewer};

fn drawing(criterion: &mut Criterion) {
    for usual in [
        okey::usual(),
        okey101::usual(),
        kaluki::usual(),
        meri::usual(),
    ] {
        warm(&usual);
    }
    let arrangement = arrangement();
    let seated = view(Viewer::Seat(seat(1)), &arrangement);
    let watched = view(Viewer::Watcher, &arrangement);
    let sitters = Sitters::new(4, |_| Sitter::Computer(Persona::Bolt));
    let marks = Marks::default();
    measure(criterion, "rack", || rack(&seated, &arrangement, &marks));
    measure(criterion, "board", || board(&watched, &sitters));
    if let (Some(seated), Some(watched)) = (
        view_of_101(Looker::Mover),
        view_of_101(Looker::Viewer(Viewer::Watcher)),
    ) {
        let shown = Shown::grouped(&seated, &seated.best_melds(), Tone::Quiet);
        let marks = okey101::Marks::default();
        measure(criterion, "rack of 101", || {
            okey101::rack(&seated, &shown, &marks)
        });
        measure(criterion, "board of 101", || {
            okey101::board(&watched, &sitters)
        });
    }
    if let (Some(seated), Some(watched)) = (
        view_of_kaluki(Looker::Mover),
        view_of_kaluki(Looker::Viewer(Viewer::Watcher)),
    ) {
        let shown = kaluki::Shown::best(&seated);
        let marks = kaluki::Marks::default();
        measure(criterion, "rack of Kaluki", || {
            kaluki::rack(&seated, &shown, &marks, Inks::Two)
        });
        measure(criterion, "board of Kaluki", || {
            kaluki::board(&watched, &sitters, Inks::Two)
        });
    }
    if let (Some(seated), Some(watched)) = (
        view_of_meri(Looker::Mover),
        view_of_meri(Looker::Viewer(Viewer::Watcher)),
    ) {
        let groups = seated.grouped().of_kind().melds;
        let (shown, marks) = (meri::Shown { groups }, meri::Marks::default());
        let sitters = Sitters::new(8, |_| Sitter::Computer(Persona::Bolt));
        measure(criterion, "rack of Hachinin-meri", || {
            meri::rack(&seated, &shown, &marks)
        });
        measure(criterion, "board of Hachinin-meri", || {
            meri::board(&watched, &sitters)
        });
    }
}

/// A round of easy computers in its fourth trick.
fn view_of_meri(looker: Looker) -> Option<Box<istaka::rules::meri::View>> {
    match glimpse(&GameId::Meri.default_options(), 8, 7, 40, looker) {
        Ok(AnyView::Meri(view)) => Some(view),
        _ => None,
    }
}

/// A match of easy computers in which some have opened.
fn view_of_kaluki(looker: Looker) -> Option<Box<istaka::rules::kaluki::View>> {
    match glimpse(&GameId::Kaluki.default_options(), 4, 7, 60, looker) {
        Ok(AnyView::Kaluki(view)) => Some(view),
        _ => None,
    }
}

/// A game of easy computers in which most have opened.
fn view_of_101(looker: Looker) -> Option<Box<istaka::rules::okey101::View>> {
    match glimpse(&GameId::Okey101.default_options(), 4, 7, 60, looker) {
        Ok(AnyView::Okey101(view)) => Some(view),
        _ => None,
    }
}

fn measure(criterion: &mut Criterion, name: &str, scene: impl Fn() -> Scene) {
    println!("{name}: {} bytes", paint(&scene()).len());
    criterion.bench_function(name, |bencher| bencher.iter(|| paint(&scene())));
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a table has four seats")
}

fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).expect("the bench writes tiles correctly")
}

fn arrangement() -> Arrangement {
    Arrangement {
        melds: ["R1 R2 R3", "G7 Y7 K7 R7", "Y10 R5 Y12 Y13"]
            .map(tiles)
            .to_vec(),
        loose: tiles("R13 Y4 G11 K8"),
    }
}

fn view(viewer: Viewer, arrangement: &Arrangement) -> View {
    View {
        viewer,
        options: Options::default(),
        round: 1,
        phase: Phase::Discard(seat(1)),
        dealer: Some(seat(0)),
        dice: vec![5, 2],
        indicator: tiles("R4")[0].face(),
        stock: 34,
        rack: viewer.seat().map(|_| slots(arrangement)),
        fresh: viewer.seat().map(|_| arrangement.loose[2]),
        held: PerSeat::new(4, |_| 14),
        piles: PerSeat::new(4, |seat| Pile {
            count: 3,
            seen: vec![arrangement.loose[seat.index()]],
        }),
        takeable: None,
        must_draw: false,
        must_finish: false,
        is_last_take: false,
        sheet: Vec::new(),
        scores: PerSeat::new(4, |_| 20),
        showed: PerSeat::new(4, |_| false),
        may_show: false,
        history: Vec::new(),
        active: istaka::rules::Seats::first(4),
        false_jokers_seen: Vec::new(),
        result: None,
        standing: None,
    }
}

criterion_group!(benches, drawing);
criterion_main!(benches);
