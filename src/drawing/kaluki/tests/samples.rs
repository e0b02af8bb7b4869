//! Pictures of Kaluki to look at, from matches played by the rules; the samples of the room write them.

use super::games::{Played, meld, on_table};
use super::{board, cards};
use crate::Scene;
use crate::kaluki::{self, Group, Marks, Shown, Tone, rack, slots};
use crate::packs::cards::Inks;
use crate::rules::card::{Card, Placed};
use crate::rules::kaluki::options::{Announce, MatchMode};
use crate::rules::kaluki::score::{CallUp, DealResult, Ending, Line};
use crate::rules::kaluki::view::{Moved, Phase, TableMeld, TakenCard, Terms};
use crate::rules::kaluki::{Composed, Kind, Options, View};
use crate::rules::{Game, Outcome, PerSeat, Seats, Standing, Viewer};
use crate::samples::faces;
use crate::signs::{Persona, Sitter, Sitters};
use crate::tests::seat;

/// Every sample of Kaluki.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("kaluki_rack", opening_rack()),
        ("kaluki_rack_usual", usual_rack()),
        ("kaluki_rack_inks", inks_rack()),
        ("kaluki_rack_groups", groups_rack()),
        ("kaluki_rack_few", few_rack()),
        ("kaluki_board", usual_board(Inks::Two)),
        ("kaluki_board_inks", usual_board(Inks::Four)),
        ("kaluki_board_full", full_board()),
        ("kaluki_board_five", five_board()),
        ("kaluki_board_three", board(&moment(3, 3, 20))),
        ("kaluki_board_two", board(&moment(4, 2, 12))),
        ("kaluki_board_early", board(&moment(2, 4, 0))),
        ("kaluki_board_silent", silent_board()),
        ("kaluki_sheet", board(&worked(5))),
        ("kaluki_sheet_short", board(&worked(2))),
        ("kaluki_sheet_buy_in", buy_in_sheet()),
        ("kaluki_sheet_five", five_sheet()),
        ("kaluki_sheet_long", long_sheet()),
        ("kaluki_sheet_out", board(&early_out())),
        ("kaluki_sheet_plain", plain_sheet()),
        ("kaluki_sheet_void", void_sheet()),
        (
            "kaluki_faces",
            kaluki::board(&table(), &faces(4), Inks::Four),
        ),
        (
            "kaluki_faces_five",
            kaluki::board(&fullest(5), &faces(5), Inks::Two),
        ),
        ("result_kaluki", result(5)),
        ("result_kaluki_two", result(2)),
        (
            "kaluki_sheet_faces",
            kaluki::board(&worked(5), &faces(4), Inks::Two),
        ),
        ("kaluki_undealt", undealt()),
    ]
}

/// The table once so many cards lie on it, in the match of this seed.
pub(crate) fn moment(seed: u64, seats: usize, most: usize) -> View {
    let mut played = Played::new(seed, seats, &Options::default());
    played.deal();
    let mut view = played.watched();
    while on_table(&view) < most || view.table.is_empty() && most > 0 {
        if played.step().is_none() {
            played.deal();
        }
        view = played.watched();
    }
    view
}

/// The table with these melds, the numbers of their owners before them.
pub(super) fn with_melds(view: &mut View, melds: &[&str]) {
    view.table = melds
        .iter()
        .map(|text| {
            let (owner, text) = text.split_once(' ').expect("an owner and a meld");
            TableMeld {
                owner: seat(owner.parse().expect("a number")),
                meld: meld(text),
                added: [0; 2],
            }
        })
        .collect();
    view.opened = view.table.iter().map(|laid| laid.owner).collect();
}

/// A table late in a deal.
fn table() -> View {
    let mut view = moment(2, 4, 0);
    with_melds(
        &mut view,
        &[
            "1 R:s8 s9 s10 sJ sQ",
            "1 S:hK dK Jk",
            "3 S:h7 d7 c7 s7",
            "3 R:c9 Jk=c10 cJ cQ",
            "0 S:hA dA sA",
            "0 R:h3 h4 h5 h6",
            "1 R:d4 d5 d6",
            "3 S:h2 d2 s2",
        ],
    );
    view.phase = Phase::Play(seat(3));
    view.deal = 4;
    view.dealer = Some(seat(1));
    view.stock = 21;
    view.reshuffles = 1;
    view.pile = cards("d10 s4 h9 cK s5 hJ");
    view.penalties = [127, 42, 98, 7].into_iter().collect();
    view.ledger = [-1, 7, -5, -1].into_iter().collect();
    view.buy_ins = [1, 0, 0, 0].into_iter().collect();
    view.pool = 25;
    view.held = [Some(6), Some(2), Some(13), Some(5)].into_iter().collect();
    view.history = vec![
        Moved::Drew {
            seat: seat(3),
            card: None,
        },
        Moved::Laid {
            seat: seat(3),
            meld: meld("S:h2 d2 s2"),
        },
        Moved::Built {
            seat: seat(3),
            meld: 0,
            cards: vec![Placed::from(cards("sQ")[0])],
            end: crate::rules::kaluki::End::High,
        },
    ];
    view
}

fn sitters() -> Sitters {
    use Sitter::{Away, Person};
    let computer = Sitter::Computer(Persona::Bolt);
    [Person, computer.clone(), Person, Away, computer]
        .into_iter()
        .collect()
}

fn usual_board(inks: Inks) -> Scene {
    kaluki::board(&table(), &sitters(), inks)
}

/// The fullest table that five can make.
fn full_board() -> Scene {
    let view = fullest(5);
    kaluki::board(&view, &sitters(), Inks::Two)
}

/// The table on which most lies in some matches.
pub(super) fn fullest(seats: usize) -> View {
    let mut fullest: Option<View> = None;
    for seed in 0..6 {
        let mut played = Played::new(seed, seats, &Options::default());
        for _ in 0..6 {
            if played.game.standing().is_some() {
                break;
            }
            played.deal();
            while played.step().is_some() {
                let view = played.watched();
                let is_fuller = fullest
                    .as_ref()
                    .is_none_or(|fullest| on_table(&view) > on_table(fullest));
                if is_fuller && matches!(view.phase, Phase::Play(_) | Phase::Draw(_)) {
                    fullest = Some(view);
                }
            }
        }
    }
    fullest.expect("something was played")
}

/// Five, one of them out, and a discard that was taken.
fn five_board() -> Scene {
    let mut view = moment(5, 5, 30);
    view.left[seat(2)] = Some(3);
    view.penalties = [12, 150, 201, 88, 104].into_iter().collect();
    view.ledger = [-12, 7, -3, 12, -4].into_iter().collect();
    view.buy_ins = [0, 2, 1, 0, 0].into_iter().collect();
    view.phase = Phase::Play(seat(1));
    view.taken = Some(TakenCard {
        card: cards("hQ")[0],
        terms: Terms::Free,
    });
    kaluki::board(&view, &sitters(), Inks::Two)
}

/// Hand sizes that are not shown, and one that is about to be announced; no units.
fn silent_board() -> Scene {
    let mut view = table();
    view.options = Options {
        announce: Announce::Manual,
        stake_call_up: 0,
        stake_kaluki: 0,
        stake_initial: 0,
        stake_buy_in: 0,
        ..view.options
    };
    view.held = [None, Some(2), None, None].into_iter().collect();
    view.phase = Phase::Announce(seat(3));
    view.pool = 0;
    board(&view)
}

fn undealt() -> Scene {
    let played = Played::new(7, 5, &Options::default());
    board(&played.game.view(Viewer::Watcher))
}

/// The view of seat 1, which is to play.
pub(crate) fn holding(hand: &str) -> View {
    let mut played = Played::new(5, 4, &Options::default());
    played.deal();
    let mut view = played.seen_by(seat(1));
    view.phase = Phase::Play(seat(1));
    if let Some(own) = &mut view.own {
        own.hand = cards(hand);
        own.fresh = None;
        own.takeable = None;
    }
    view
}

/// Groups apart by `|`, written as the rules write melds; loose cards behind `/`.
pub(super) fn shown(view: &View, text: &str, tone: Tone) -> Shown {
    let (melds, loose) = text.split_once('/').unwrap_or((text, ""));
    let melds = melds
        .split('|')
        .map(str::trim)
        .filter(|meld| !meld.is_empty());
    let groups = melds.map(|text| {
        let (kind, cards) = text.split_at(2);
        let kind = if kind == "S:" { Kind::Set } else { Kind::Run };
        let cards = Placed::read_all(cards).expect("tests write cards correctly");
        let composed = Composed::new(kind, cards.clone());
        let meld = crate::rules::kaluki::Meld::compose(&composed, view.options.aces());
        Group {
            cards,
            worth: meld.ok().map(|meld| meld.points()),
            tone,
        }
    });
    Shown {
        groups: groups.collect(),
        loose: cards(loose),
    }
}

/// A hand that may open, the melds drawn one after another.
fn opening_rack() -> Scene {
    let mut view = holding("h9");
    let shown = shown(
        &view,
        "R:h5 Jk=h6 h7|S:hQ cQ sQ / d2 d9 c4 cK s3 s8 s9 sA",
        Tone::Lifted,
    );
    hold(&mut view, &shown);
    fresh(&mut view, "d9");
    let marks = Marks {
        total: Some(48),
        needed: Some(40),
        ..Marks::default()
    };
    rack(&view, &shown, &marks, Inks::Two)
}

fn hold(view: &mut View, shown: &Shown) {
    if let Some(own) = &mut view.own {
        own.hand = slots(shown);
    }
}

fn fresh(view: &mut View, card: &str) {
    if let Some(own) = &mut view.own {
        own.fresh = cards(card).first().copied();
    }
}

/// A hand of who is not open yet, and may take the discard.
fn usual_rack() -> Scene {
    let mut view = holding("h9");
    let hand = cards("h4 h10 hA d2 d3 dJ c5 cJ cQ s7 s8 sK Jk");
    if let Some(own) = &mut view.own {
        own.takeable = Some(TakenCard {
            card: Card::Joker,
            terms: Terms::MustOpen,
        });
        own.hand = hand.clone();
    }
    view.phase = Phase::Draw(seat(1));
    view.pile = cards("d8 cK");
    let shown = Shown {
        loose: hand,
        ..Shown::default()
    };
    let marks = Marks {
        total: Some(0),
        needed: Some(40),
        ..Marks::default()
    };
    rack(&view, &shown, &marks, Inks::Two)
}

/// Signs of every kind in four inks.
fn inks_rack() -> Scene {
    let mut view = holding("h9");
    view.opened = Seats::only(seat(1));
    let shown = shown(&view, "R:dJ dQ dK / h4 h9 c3 c9 cA s9 s10", Tone::Quiet);
    hold(&mut view, &shown);
    fresh(&mut view, "c9");
    let marks = Marks {
        fits: vec![3, 5, 9],
        frees: vec![5, 6],
        picked: vec![4],
        ..Marks::default()
    };
    rack(&view, &shown, &marks, Inks::Four)
}

/// Many groups, one card of which must be used.
fn groups_rack() -> Scene {
    let mut view = holding("h9");
    let shown = shown(
        &view,
        "R:d3 d4 d5 d6|S:h8 d8 c8 s8|S:hK Jk sK / c2 s5 s6",
        Tone::Quiet,
    );
    hold(&mut view, &shown);
    fresh(&mut view, "c8");
    let marks = Marks {
        must_use: Some(6),
        total: Some(80),
        needed: Some(40),
        ..Marks::default()
    };
    rack(&view, &shown, &marks, Inks::Two)
}

fn few_rack() -> Scene {
    let view = holding("h9 dK Jk");
    let shown = Shown {
        groups: Vec::new(),
        loose: cards("h9 dK Jk"),
    };
    let marks = Marks {
        fits: vec![0, 2],
        frees: vec![1],
        ..Marks::default()
    };
    assert_eq!(slots(&shown).len(), 3);
    rack(&view, &shown, &marks, Inks::Two)
}

/// The rules' worked match after so many of its five deals (Kaluki rules 15.2).
pub(super) fn worked(deals: usize) -> View {
    const POINTS: [[i32; 4]; 5] = [
        [85, 42, 0, 62],
        [0, 50, 45, 22],
        [38, 53, 0, 8],
        [4, 9, 53, 0],
        [29, 71, 0, 82],
    ];
    const WINNERS: [(usize, bool); 5] = [(2, false), (0, false), (2, true), (3, false), (2, false)];
    const PENALTIES: [[i32; 4]; 5] = [
        [85, 42, 0, 62],
        [85, 92, 45, 84],
        [123, 145, 45, 92],
        [127, 127, 98, 92],
        [156, 198, 98, 174],
    ];
    let mut view = Played::new(7, 4, &Options::default())
        .game
        .view(Viewer::Watcher);
    for (points, (winner, kaluki)) in POINTS.iter().zip(WINNERS).take(deals) {
        let stake = 1 + i32::from(kaluki);
        let call_up = CallUp {
            seat: seat(winner),
            kaluki,
        };
        let line = |seat: crate::rules::Seat| Line {
            stake: if seat.index() == winner {
                3 * stake
            } else {
                -stake
            },
            points: points[seat.index()],
        };
        let lines = PerSeat::new(4, line);
        for (seat, line) in lines.iter() {
            view.ledger[seat] += line.stake;
        }
        view.result = Some(DealResult {
            ending: Ending::CalledUp(call_up),
            lines: lines.clone(),
        });
        view.sheet.push(lines);
        view.call_ups.push(call_up);
    }
    view.deal = deals as u32;
    view.phase = Phase::DealOver;
    view.penalties = PENALTIES[deals - 1].into_iter().collect();
    view.pool = 20;
    if deals >= 4 {
        view.buy_ins[seat(1)] = 1;
        view.pool = 25;
    }
    if deals == 5 {
        view.left = [Some(5), Some(5), None, Some(5)].into_iter().collect();
        let places: PerSeat<u8> = [2, 4, 1, 3].into_iter().collect();
        view.standing = Some(Standing {
            points: [-7, -16, 30, -7].into_iter().collect(),
            outcomes: places.map(|_, place| match place {
                1 => Outcome::Won,
                _ => Outcome::Lost,
            }),
            sides: places.map(|seat, _| seat.index() as u8),
            places,
        });
    }
    view
}

/// Who is over the limit is asked.
fn buy_in_sheet() -> Scene {
    let mut view = worked(4);
    view.penalties[seat(1)] = 154;
    view.buy_ins[seat(1)] = 0;
    view.buy_in_at = Some(127);
    view.phase = Phase::BuyIn(Seats::only(seat(1)));
    view.pool = 20;
    board(&view)
}

/// A whole match, all its deals played; the sheet as it was after so many, or at the end.
pub(super) fn after(seed: u64, seats: usize, options: &Options, deals: usize) -> View {
    let mut played = Played::new(seed, seats, options);
    loop {
        let view = played.watched();
        let is_over = view.standing.is_some();
        if is_over || view.sheet.len() >= deals && view.phase == Phase::DealOver {
            return view;
        }
        if played.step().is_none() {
            played.deal();
        }
    }
}

fn result(seats: usize) -> Scene {
    let view = after(11, seats, &Options::default(), 99);
    kaluki::result(&view, &faces(seats), Inks::Two).expect("it is over")
}

fn five_sheet() -> Scene {
    board(&after(11, 5, &Options::default(), 99))
}

fn long_sheet() -> Scene {
    let options = Options {
        match_mode: MatchMode::FixedDeals(30),
        ..Options::default()
    };
    board(&after(3, 5, &options, 24))
}

/// The worked match, in which seat 1 leaves after deal 4 and the others play nine more.
pub(super) fn early_out() -> View {
    let mut view = worked(4);
    view.penalties[seat(1)] = 154;
    view.buy_ins[seat(1)] = 0;
    view.left[seat(1)] = Some(4);
    let call_up = view.call_ups[1];
    for _ in 0..9 {
        let points = |seat: crate::rules::Seat| [0, 0, 5, 2][seat.index()];
        let lines = PerSeat::new(4, |seat| Line {
            points: points(seat),
            stake: 0,
        });
        for (seat, line) in lines.iter() {
            view.penalties[seat] += line.points;
        }
        view.sheet.push(lines);
        view.call_ups.push(call_up);
    }
    view.deal = 13;
    view
}

/// Without units, and with deals to come.
fn plain_sheet() -> Scene {
    let options = Options {
        match_mode: MatchMode::FixedDeals(5),
        stake_call_up: 0,
        stake_kaluki: 0,
        stake_initial: 0,
        stake_buy_in: 0,
        ..Options::default()
    };
    board(&after(3, 3, &options, 3))
}

fn void_sheet() -> Scene {
    let mut view = worked(2);
    view.deal = 3;
    view.result = Some(DealResult {
        ending: Ending::Exhausted,
        lines: PerSeat::new(4, |_| Line::default()),
    });
    board(&view)
}
