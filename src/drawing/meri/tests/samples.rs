//! Pictures of Hachinin-meri to look at, from games played by the rules; the samples of the room write them.

use super::games::{Played, moment};
use super::{board, shown};
use crate::Scene;
use crate::meri::{self, Lesson, Marks, lesson, order, rack, slots};
use crate::rules::Seat;
use crate::rules::karuta::Suit;
use crate::rules::meri::options::{HiddenRobai, MatchLength, OpeningReveal};
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::{Phase, Scored, Taken};
use crate::rules::meri::{Options, SEATS, Team, View, Yaku};
use crate::samples::faces;
use crate::signs::{Persona, Sitter, Sitters};

/// Every sample of Hachinin-meri.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("meri_rack", usual_rack()),
        ("meri_rack_ten", taking_rack()),
        ("meri_rack_barred", barred_rack()),
        ("meri_rack_plain", plain_rack()),
        ("meri_board", usual_board()),
        (
            "meri_board_early",
            board(&moment(3, &Options::default(), |view| view.phase == Phase::Robau).watched()),
        ),
        ("meri_board_shobu", board(&shobu())),
        ("meri_board_monchi", board(&monchi())),
        ("meri_board_untold", board(&untold())),
        ("meri_board_yaku", board(&three_yaku())),
        ("meri_board_kiri", board(&kiri())),
        ("meri_sheet", sheet(3, MatchLength::Hitokiri)),
        ("meri_sheet_over", sheet(8, MatchLength::Hitokiri)),
        ("meri_sheet_single", sheet(1, MatchLength::Hitomaki)),
        (
            "meri_undealt",
            board(&Played::new(1, &Options::default()).watched()),
        ),
        ("meri_faces", meri::board(&three_yaku(), &faces(SEATS))),
        ("meri_sheet_faces", faces_sheet()),
        ("result_meri", result()),
        ("result_meri_trick", trick_result()),
        ("meri_order", order_in_force()),
        ("meri_lesson_trumps", lesson(Lesson::Trumps(Suit::Kotsu))),
        ("meri_lesson_trumps_isu", lesson(Lesson::Trumps(Suit::Isu))),
        ("meri_lesson_plain", lesson(Lesson::Plain(Suit::Isu))),
        ("meri_lesson_pack", lesson(Lesson::Pack)),
        ("meri_lesson_opening", lesson(Lesson::Opening)),
        ("meri_lesson_points", lesson(Lesson::Points)),
        ("meri_lesson_face_down", lesson(Lesson::FaceDown)),
        ("meri_lesson_shobu", lesson(Lesson::Shobu)),
        ("meri_lesson_yaku", lesson(Lesson::Yaku(Suit::Kotsu))),
    ]
}

/// Whether so many trumps lie face down.
fn covered(view: &View, most: usize) -> bool {
    view.plays.iter().filter(|play| play.cut.is_some()).count() >= most
}

fn usual_rack() -> Scene {
    let played = moment(1, &Options::default(), |view| {
        matches!(view.phase, Phase::Play(_)) && view.plays.len() == 2
    });
    let mover = meri::mover(&played.watched()).expect("somebody is to move");
    let view = played.seen_by(mover);
    let marks = Marks {
        picked: Some(1),
        barred: Vec::new(),
        is_closed: false,
    };
    rack(&view, &shown(&view), &marks)
}

/// A rack without trumps: nothing stands above.
fn plain_rack() -> Scene {
    for seed in 0.. {
        let played = moment(seed, &Options::default(), |view| view.tricks.len() == 3);
        for seat in Seat::all(SEATS) {
            let view = played.seen_by(seat);
            let shown = shown(&view);
            let trump = view.trump().expect("a round was dealt");
            if !slots(&shown).iter().any(|one| is_trump(*one, trump)) {
                return rack(&view, &shown, &Marks::default());
            }
        }
    }
    unreachable!("somebody holds no trump")
}

/// The order of the trumps with what has been played, late in a round.
fn order_in_force() -> Scene {
    let is_late = |view: &View| view.tricks.len() == 5 && view.plays.len() == 3;
    let played = moment(6, &Options::default(), is_late);
    let view = played.seen_by(crate::tests::seat(4));
    order(&view).expect("a round was dealt")
}

fn taking_rack() -> Scene {
    let played = moment(5, &Options::default(), |view| {
        matches!(view.phase, Phase::Uchidashi(_))
    });
    let taker = meri::mover(&played.watched()).expect("somebody is to move");
    let view = played.seen_by(taker);
    rack(&view, &shown(&view), &Marks::default())
}

/// A rack in monchi: what does not follow is barred.
fn barred_rack() -> Scene {
    for seed in 0.. {
        let played = moment(seed, &Options::default(), |view| {
            view.monchi && view.plays.len() == 3
        });
        let mover = meri::mover(&played.watched()).expect("somebody is to move");
        let view = played.seen_by(mover);
        let shown = shown(&view);
        let own = view.own.as_ref().expect("of a seat");
        let barred: Vec<usize> = (0..)
            .zip(slots(&shown))
            .filter(|(_, karuta)| !own.playable.contains(karuta))
            .map(|(slot, _)| slot)
            .collect();
        if barred.len() >= 2 && shown.groups.len() > 3 {
            return rack(
                &view,
                &shown,
                &Marks {
                    picked: None,
                    barred,
                    is_closed: false,
                },
            );
        }
    }
    unreachable!("seeds do not end")
}

fn usual_board() -> Scene {
    let played = moment(2, &Options::default(), |view| {
        covered(view, 2)
            && view.plays.len() == 5
            && view.tricks.len() == 4
            && view.tricks.iter().any(|trick| trick.made.is_some())
            && view.caller.is_some()
    });
    let sitters = [
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        Sitter::Computer(Persona::Bolt),
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        Sitter::Away,
        Sitter::Computer(Persona::Bolt),
        Sitter::Computer(Persona::Bolt),
    ];
    meri::board(&played.watched(), &sitters.into_iter().collect())
}

fn shobu() -> View {
    let is_it = |view: &View| {
        view.plays.is_empty() && view.tricks.last().is_some_and(|trick| trick.made.is_some())
    };
    moment(9, &Options::default(), is_it).watched()
}

/// Discard and leftovers are open.
fn monchi() -> View {
    let options = Options {
        opening_reveal: OpeningReveal::All,
        ..Options::default()
    };
    let is_it = |view: &View| view.monchi && view.plays.len() == 6;
    moment(20, &options, is_it).watched()
}

/// How many ko the yaku moves nobody may know yet.
pub(super) fn untold() -> View {
    let options = Options {
        hidden_robai: HiddenRobai::AllYaku,
        ..Options::default()
    };
    let is_untold = |taken: &Taken| taken.made.is_some_and(|made| made.value.is_none());
    let is_it = |view: &View| view.plays.is_empty() && view.tricks.last().is_some_and(is_untold);
    moment(20, &options, is_it).watched()
}

/// As many yaku as can be made in a round, all but one by the same team.
pub(super) fn three_yaku() -> View {
    let is_it = |view: &View| view.tricks.len() == 5 && view.plays.len() == 1;
    let mut view = moment(0, &Options::default(), is_it).watched();
    let trump = view.trump().expect("a round is running");
    let all = [
        Yaku::SunOverUn,
        Yaku::SotaOverRobai,
        Yaku::TwoOverOne,
        Yaku::EightOverNine,
    ];
    let made = all.into_iter().filter(|yaku| yaku.is_of(trump));
    for (taken, yaku) in view.tricks.iter_mut().zip(made) {
        taken.made = Some(Scored {
            yaku,
            team: Team::A,
            value: Some(if yaku == Yaku::SotaOverRobai { 5 } else { 2 }),
        });
    }
    view.tricks[4].made = Some(Scored {
        yaku: Yaku::RobaiOverRei,
        team: Team::B,
        value: Some(2),
    });
    view
}

/// The first trick of a later kiri.
fn kiri() -> View {
    let options = Options {
        match_length: MatchLength::Honshobu,
        direction: crate::rules::meri::options::Direction::Ccw,
        ..Options::default()
    };
    let mut played = Played::new(4, &options);
    played.rounds(27);
    played.deal();
    for _ in 0..20 {
        played.step();
    }
    played.watched()
}

fn result() -> Scene {
    let mut played = Played::new(9, &Options::default());
    played.rounds(8);
    meri::result(&played.watched(), &faces(SEATS)).expect("it is over")
}

fn trick_result() -> Scene {
    meri::result(&without_yaku(), &faces(SEATS)).expect("it is over")
}

/// A match whose last round had no yaku.
pub(super) fn without_yaku() -> View {
    let mut played = Played::new(9, &Options::default());
    played.rounds(8);
    let mut view = played.watched();
    for taken in &mut view.tricks {
        taken.made = None;
    }
    view
}

fn faces_sheet() -> Scene {
    let mut played = Played::new(9, &Options::default());
    played.rounds(3);
    meri::board(&played.watched(), &faces(SEATS))
}

fn sheet(rounds: usize, match_length: MatchLength) -> Scene {
    let options = Options {
        match_length,
        ..Options::default()
    };
    let mut played = Played::new(9, &options);
    played.rounds(rounds);
    meri::board(
        &played.watched(),
        &Sitters::new(SEATS, |_| Sitter::Computer(Persona::Bolt)),
    )
}
