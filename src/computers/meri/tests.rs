//! How the computers of Hachinin-meri play: single racks, and matches against each other.

use crate::rules::karuta::{self, Karuta};
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::trick::Cut;
use crate::rules::meri::view::{Phase, Pile, Played, Taken};
use crate::rules::meri::{Action, Meri, Options, Robau, SEATS, Team, View, Yaku, order};
use crate::rules::{Chance, Dice, Game, PerSeat, Seat, Viewer};
use crate::{Level, Mind};

use super::known::Known;
use super::{Computer, Reason};

/// Who plays for a team.
#[derive(Clone, Copy)]
enum Player {
    Anything,
    Level(Level),
}

impl Player {
    fn choose(self, game: &Meri, seat: Seat, dice: &mut Dice) -> Action {
        let actions = game.actions(seat);
        match self {
            Self::Anything => actions[dice.below(actions.len() as u32) as usize],
            Self::Level(level) => {
                let view = game.view(Viewer::Seat(seat));
                Computer::choose(level, &view, &actions, dice).expect("something is listed")
            }
        }
    }
}

/// What team A is ahead by after a round.
fn round(seed: u64, players: [Player; 2], mut stop: impl FnMut(&Meri)) -> i32 {
    let options = Options {
        match_length: MatchLength::Hitomaki,
        ..Options::default()
    };
    let mut game = Meri::new(&options, SEATS);
    let chance = Chance::from_seed(seed);
    let mut dice = Dice::from_seed(seed);
    game.obey(&game.deal(&chance));
    while let Some(seat) = game.waiting().seats.iter().next() {
        stop(&game);
        let action = players[seat.index() % 2].choose(&game, seat, &mut dice);
        game.act(seat, &action, &chance)
            .unwrap_or_else(|refusal| panic!("seed {seed}: {action:?}: {refusal}"));
    }
    game.view(Viewer::Watcher)
        .total
        .expect("the round is over")
        .diff
}

/// How far one is ahead of the other on average, both ways round of the same deals.
fn ahead(one: Player, other: Player, deals: u64) -> f64 {
    let both = |seed| round(seed, [one, other], |_| {}) - round(seed, [other, one], |_| {});
    let sum: i32 = (0..deals).map(both).sum();
    f64::from(sum) / (2 * deals) as f64
}

#[test]
fn better_levels_win_more() {
    let deals = crate::tests::rounds(300);
    let [easy, medium] = [Level::Easy, Level::Medium].map(Player::Level);
    let over_anything = ahead(easy, Player::Anything, deals);
    let over_easy = ahead(medium, easy, deals);
    println!("easy over anything {over_anything:.2}, medium over easy {over_easy:.2}");
    assert!(
        over_anything > 0.5,
        "easy over anything: {over_anything:.2}"
    );
    assert!(over_easy > 0.5, "medium over easy: {over_easy:.2}");
}

/// A computer decides by what it may see: another truth behind the same view changes nothing.
#[test]
fn computers_do_not_peek() {
    for seed in 0..crate::tests::rounds(6) {
        let medium = Player::Level(Level::Medium);
        round(seed, [medium; 2], |game| {
            for seat in game.waiting().seats.iter() {
                let mut dice = Dice::from_seed(seed);
                let imagined = game.redeal_unseen(Viewer::Seat(seat), &mut dice);
                for level in Level::ALL {
                    let decides = |game: &Meri| {
                        Player::Level(*level).choose(game, seat, &mut Dice::from_seed(seed))
                    };
                    assert_eq!(
                        decides(game),
                        decides(&imagined),
                        "seed {seed}, seat {seat}"
                    );
                }
            }
        });
    }
}

/// What is advised is what the best level does, and every reason comes about.
#[test]
fn advice_has_its_reasons() {
    let mut reasons = Vec::new();
    for seed in 0..60 {
        round(seed, [Player::Level(Level::Medium); 2], |game| {
            let seat = game
                .waiting()
                .seats
                .iter()
                .next()
                .expect("somebody is to act");
            let (view, actions) = (game.view(Viewer::Seat(seat)), game.actions(seat));
            let (action, reason) = Computer::advise(&view, &actions).expect("something is listed");
            assert!(actions.contains(&action));
            check_reason(game, seat, action, reason);
            reasons.push(std::mem::discriminant(&reason));
        });
    }
    for reason in [
        Reason::Calls,
        Reason::Waits,
        Reason::Strongest,
        Reason::Takes { better: 1 },
        Reason::Spares,
        Reason::Forced,
    ] {
        assert!(
            reasons.contains(&std::mem::discriminant(&reason)),
            "{reason:?}"
        );
    }
}

/// The facts of a reason are true in the view.
fn check_reason(game: &Meri, seat: Seat, action: Action, reason: Reason) {
    let view = game.view(Viewer::Seat(seat));
    match (reason, action) {
        (Reason::Calls, action) => assert_eq!(action, Action::Robatta),
        (Reason::Hides | Reason::Waits, action) => assert_eq!(action, Action::Ready),
        (Reason::LeavesToPartner { seat: partner }, Action::Play(_)) => {
            assert_eq!(Team::of(partner), Team::of(seat));
            assert!(view.plays.iter().any(|play| play.seat == partner));
        }
        (Reason::Threatens { yaku }, Action::Play(karuta)) => {
            let [winning, beaten] = yaku.pair(view.trump().expect("a round is dealt"));
            assert_eq!(karuta, winning);
            let tricks = view.tricks.iter().flat_map(|trick| &trick.plays);
            assert!(
                tricks
                    .filter_map(|play| play.karuta)
                    .all(|seen| seen != beaten)
            );
        }
        (Reason::Forced, _) => assert_eq!(game.actions(seat).len(), 1),
        // No lead is said to take the trick that more karuta beat than players are still to play.
        (Reason::Takes { better }, _) if view.plays.is_empty() => assert!(better < SEATS),
        (Reason::Spares, Action::Play(lead) | Action::Uchidashi { lead, .. })
            if view.plays.is_empty() =>
        {
            let known = Known::of(&view).expect("a seat of a dealt round");
            assert!(known.better(lead).len() >= SEATS, "{lead}");
        }
        _ => {}
    }
}

fn karuta(text: &str) -> Karuta {
    text.parse().expect("a karuta")
}

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a small number")
}

/// Plays from this seat on: `?` lies face down.
fn played(leader: usize, plays: &str) -> Vec<Played> {
    let next = |seat: &Seat| Some(seat.next(SEATS));
    let seats = std::iter::successors(Some(seat(leader)), next);
    let played = |(seat, text): (Seat, &str)| Played {
        seat,
        karuta: (text != "?").then(|| karuta(text)),
        cut: (text == "?").then_some(Cut::Sashi),
    };
    seats.zip(plays.split_whitespace()).map(played).collect()
}

/// A view of seat 0, which plays last to a trick that seat 1 led.
fn last_to_play(okie: &str, plays: &str, rack: &str) -> View {
    to_play(1, okie, plays, rack)
}

/// A view of seat 0, which plays to a trick that this seat led.
fn to_play(leader: usize, okie: &str, plays: &str, rack: &str) -> View {
    let mut game = Meri::new(&Options::default(), SEATS);
    game.obey(&game.deal(&Chance::from_seed(1)));
    let mut view = game.view(Viewer::Seat(seat(0)));
    view.plays = played(leader, plays);
    view.okie = Some(karuta(okie));
    view.phase = Phase::Play(seat(0));
    let mut own: Vec<Karuta> = rack.split_whitespace().map(karuta).collect();
    own.sort_unstable();
    let has_played = |seat: Seat| view.plays.iter().any(|play| play.seat == seat);
    view.held = PerSeat::new(SEATS, |seat| own.len() - usize::from(has_played(seat)));
    if let Some(seat) = &mut view.own {
        seat.rack = own;
    }
    view
}

#[test]
fn the_last_player_weighs_what_lies_there() {
    let partner = seat(2);
    for (plays, rack, play, reason) in [
        // A partner has it: nothing is wasted.
        (
            "O-3 O-Sun O-4 O-5 O-6 O-7 O-8",
            "G-9 K-Sun K-7 P-9 I-Sun",
            "G-9",
            Reason::LeavesToPartner { seat: partner },
        ),
        // An opponent has it: the cheapest trump is enough, and the Sun waits for Un.
        (
            "O-Rei O-3 O-4 O-5 O-6 O-7 O-8",
            "G-9 K-Sun K-9 P-9 I-Sun",
            "K-9",
            Reason::Strongest,
        ),
        // Un may lie among four face-down trumps, three of them the opponents'.
        (
            "O-3 O-4 ? ? ? O-8 ?",
            "G-9 K-Sun P-9 G-8 I-3",
            "K-Sun",
            Reason::Strongest,
        ),
        // A partner's Rei is the best that lies open, but an opponent's trump lies over it.
        (
            "O-3 O-Rei ? O-5 O-6 O-7 O-8",
            "G-9 O-Sun",
            "G-9",
            Reason::Spares,
        ),
        // What lies face down is a partner's.
        (
            "O-Rei ? O-4 O-5 O-6 O-7 O-8",
            "G-9 O-Sun",
            "G-9",
            Reason::LeavesToPartner { seat: partner },
        ),
        // No yaku is made in a meri: Rei goes where Robai cannot catch it.
        (
            "K-Sun K-8 K-7 K-6 K-5 K-4 K-3",
            "K-Rei K-Un",
            "K-Rei",
            Reason::BringsToSafety,
        ),
    ] {
        let view = last_to_play("K-2", plays, rack);
        let own = view.rack().expect("a seat has a rack").iter();
        let is_trump = |karuta: &Karuta| order::is_trump(*karuta, karuta::Suit::Kotsu);
        let must = plays.starts_with('K');
        let actions = own.copied().filter(|one| !must || is_trump(one));
        let actions: Vec<Action> = actions.map(Action::Play).collect();
        let expected = Action::Play(karuta(play));
        let advised = Computer::advise(&view, &actions);
        assert_eq!(advised, Some((expected, reason)), "{plays}; {rack}");
    }
}

/// A lead has the trick until it is beaten: where more karuta beat it than players follow, that is no reason.
#[test]
fn a_lead_that_anything_beats_is_not_said_to_take_the_trick() {
    for (okie, rack, reason) in [
        ("K-2", "G-9 O-8", Reason::Spares),
        ("K-2", "K-Sun K-Un", Reason::Strongest),
        ("K-2", "K-Un K-Sota", Reason::Takes { better: 1 }),
        // As many as the players who follow beat these two, and one more the next two.
        ("K-5", "K-1 K-2", Reason::Takes { better: 7 }),
        ("K-2", "K-3 K-4", Reason::Spares),
        // The weaker one is led, and in a meri no 8 makes a yaku of it.
        ("K-2", "K-9 K-3", Reason::BringsToSafety),
    ] {
        let view = last_to_play(okie, "", rack);
        let own = view.rack().expect("a seat has a rack").iter();
        let actions: Vec<Action> = own.copied().map(Action::Play).collect();
        let advised = Computer::advise(&view, &actions).map(|(_, reason)| reason);
        assert_eq!(advised, Some(reason), "{okie}: {rack}");
    }
}

/// Hachinin-meri rules 13: a yaku that does not count at this table is neither hoped for nor feared.
#[test]
fn a_yaku_that_does_not_count_is_no_threat() {
    let threat = |change: fn(&mut View), text| {
        let mut view = last_to_play("K-2", "O-3 O-4 ? O-5 ? O-8 ?", "G-9 K-Un K-Rei G-8 I-3");
        change(&mut view);
        let known = Known::of(&view).expect("a seat of a dealt round");
        let is = |yaku: Option<Yaku>| yaku.is_some();
        (
            is(known.threat(karuta(text))),
            is(known.danger(karuta(text))),
        )
    };
    assert_eq!(threat(|_| {}, "K-Un"), (true, true));
    assert_eq!(threat(|_| {}, "K-Rei"), (false, true));
    let without = |view: &mut View| view.options.yaku = false;
    assert_eq!(threat(without, "K-Un"), (false, false));
    assert_eq!(threat(without, "K-Rei"), (false, false));
    // With Sun nothing is left above Un; above Robai there is.
    let gone = |view: &mut View| {
        view.options.live_upper_required = true;
        let [sun, other, discard] = ["K-Sun", "P-1", "P-2"].map(|text| text.parse().ok());
        view.pile = sun.zip(other).map(|(sun, other)| Pile {
            discard,
            leftovers: [sun, other],
        });
    };
    assert_eq!(threat(gone, "K-Un"), (false, false));
    assert_eq!(threat(gone, "K-Rei"), (false, true));
}

/// A trump that lies face down has the trick from everything plain: the worse plain one is played, and the better kept.
#[test]
fn nothing_plain_is_played_over_a_trump_that_lies_face_down() {
    for (leader, plays, rack, play) in [
        (4, "I-2 I-6 ? P-1", "I-3 I-Sota", "I-3"),
        (4, "I-2 I-6 ? P-1", "I-3 I-Un G-1", "I-3"),
        (5, "O-8 ? O-7", "O-6 O-Kaba G-1 G-2", "O-6"),
        (5, "O-8 ? O-7", "O-6 O-Rei", "O-6"),
    ] {
        let view = to_play(leader, "K-2", plays, rack);
        let own = view.rack().expect("a seat has a rack").iter();
        let follow = own.copied().filter(|one| one.suit() != karuta::Suit::Guru);
        let actions: Vec<Action> = follow.map(Action::Play).collect();
        let advised = Computer::advise(&view, &actions).map(|(action, _)| action);
        let expected = Some(Action::Play(karuta(play)));
        assert_eq!(advised, expected, "{plays}; {rack}");
    }
}

/// Where there are no yaku nobody is told to threaten or to fear one.
#[test]
fn advice_knows_the_house_rules() {
    for (yaku, plays, rack, reason) in [
        (
            true,
            "O-3 O-4 ? O-5 O-6 O-7 O-8",
            "K-Un K-9",
            Reason::Threatens {
                yaku: Yaku::UnOverSota,
            },
        ),
        (
            false,
            "O-3 O-4 ? O-5 O-6 O-7 O-8",
            "K-Un K-9",
            Reason::Takes { better: 1 },
        ),
        (
            true,
            "K-Sun K-8 K-7 K-6 K-5 K-4 K-3",
            "K-Rei K-Un",
            Reason::BringsToSafety,
        ),
        (
            false,
            "K-Sun K-8 K-7 K-6 K-5 K-4 K-3",
            "K-Rei K-Un",
            Reason::Spares,
        ),
    ] {
        let mut view = last_to_play("K-2", plays, rack);
        view.options.yaku = yaku;
        let own = view.rack().expect("a seat has a rack").iter();
        let actions: Vec<Action> = own.copied().map(Action::Play).collect();
        let advised = Computer::advise(&view, &actions).map(|(_, reason)| reason);
        assert_eq!(advised, Some(reason), "{yaku}: {plays}; {rack}");
    }
}

/// Hachinin-meri rules 6 and 12: everybody knows whose the okie is, and the robai that was called with.
#[test]
fn what_everybody_knows_the_owner_of_is_looked_for_there() {
    let mut view = to_play(3, "K-Sun", "O-Rei O-4 O-5 O-6 O-7", "G-9 O-8 G-8 I-3");
    let (okie, robai) = (karuta("K-Sun"), karuta("K-Robai"));
    for of in [1, 2] {
        view.taker = Some(seat(of));
        view.caller = view.taker;
        let known = Known::of(&view).expect("a seat of a dealt round");
        for other in [1, 2] {
            for one in [okie, robai] {
                let likely = known.holds_one_of(seat(other), &[one]);
                assert_eq!(likely > 0.9, other == of, "{one} at {other}: {likely}");
                assert_eq!(likely > 0.0, other == of, "{one} at {other}: {likely}");
            }
        }
    }
    // Nobody called: the robai is anybody's.
    view.caller = None;
    let known = Known::of(&view).expect("a seat of a dealt round");
    let likely = known.holds_one_of(seat(1), &[robai]);
    assert!((0.01..0.5).contains(&likely), "{likely}");
}

/// A yaku is made against the opponents (Hachinin-meri rules 9.3): what a partner has is neither hoped for nor feared, nor what
/// nobody can have.
#[test]
fn a_yaku_with_what_a_partner_has_is_no_threat() {
    let mut view = to_play(3, "K-Sun", "O-Rei O-4 O-5 O-6 O-7", "G-9 O-8 G-8 I-3");
    let check = |view: &View, expected: [bool; 3]| {
        let known = Known::of(view).expect("a seat of a dealt round");
        let found = [
            known.danger(karuta("K-Un")),
            known.danger(karuta("K-Rei")),
            known.threat(karuta("K-Sota")),
        ];
        assert_eq!(found.map(|yaku| yaku.is_some()), expected);
    };
    for (of, is_theirs) in [(1, true), (2, false), (3, true), (4, false)] {
        view.taker = Some(seat(of));
        view.caller = view.taker;
        check(&view, [is_theirs; 3]);
    }
    // Who does not follow a meri has laid the robai away, and the Sun too, unless it was the only trump.
    view.taker = Some(seat(1));
    view.caller = view.taker;
    view.tricks = vec![meri("K-3 G-3 K-4 K-5 K-6 K-7 K-8 K-9")];
    check(&view, [true, false, false]);
    view.options.ichimai_zun = false;
    check(&view, [false; 3]);
    // Where it must not be hidden and nobody called, nobody got the robai.
    view.tricks.clear();
    view.caller = None;
    check(&view, [true; 3]);
    view.robau = Some(Robau::Neta);
    check(&view, [true, false, false]);
}

/// A trick that seat 0 led with a trump.
fn meri(plays: &str) -> Taken {
    Taken {
        plays: played(0, plays),
        winner: seat(0),
        made: None,
    }
}

/// Hachinin-meri rules 8: who holds the Sun as the only trump from the start need not follow a meri.
#[test]
fn who_does_not_follow_a_meri_may_still_have_the_sun() {
    let mut view = last_to_play("K-2", "", "G-9 O-8");
    let can_hold = |view: &View| {
        let known = Known::of(view).expect("a seat of a dealt round");
        ["K-Sun", "K-Un", "P-Robai"].map(|text| known.can_hold(seat(1), karuta(text)))
    };
    view.tricks = vec![meri("K-3 G-3 K-4 K-5 K-6 K-7 K-8 K-9")];
    assert_eq!(can_hold(&view), [true, false, false]);
    view.options.ichimai_zun = false;
    assert_eq!(can_hold(&view), [false; 3]);
    view.options.ichimai_zun = true;
    // It has shown another trump.
    view.tricks
        .insert(0, meri("K-1 K-Rei K-Kaba O-4 O-5 O-6 O-7 O-9"));
    assert_eq!(can_hold(&view), [false; 3]);
}

/// What a trump may still take depends on how many better ones are out, not on how many others are.
#[test]
fn a_trump_is_worth_what_better_ones_leave() {
    let worth = |tricks: Vec<Taken>, text: &str| {
        let mut view = last_to_play("K-2", "", "P-Robai K-3 G-9");
        view.tricks = tricks;
        let known = Known::of(&view).expect("a seat of a dealt round");
        known.keeping(karuta(text))
    };
    let low = || meri("K-1 K-Kaba K-4 K-5 K-6 K-7 K-8 K-9");
    let high = || meri("K-Sun K-Un K-Sota K-Robai K-6 K-7 K-8 K-9");
    let is_same = |one: f64, other: f64| (one - other).abs() < 1e-9;
    // Sun, Un and Sota are out both times.
    assert!(is_same(
        worth(Vec::new(), "P-Robai"),
        worth(vec![low()], "P-Robai")
    ));
    assert!(worth(vec![high()], "P-Robai") > worth(vec![low()], "P-Robai") + 0.5);
    assert!(worth(Vec::new(), "P-Robai") > worth(Vec::new(), "K-3") + 0.1);
}

/// Hachinin-meri rules 12: what is advised, and why, where everybody knows whose the okie or the robai is.
#[test]
fn advice_looks_at_who_took_the_okie() {
    let (un_over_sota, spares) = (
        Reason::Threatens {
            yaku: Yaku::UnOverSota,
        },
        Reason::Spares,
    );
    let takes = |better| Reason::Takes { better };
    for (leader, okie, of, plays, rack, play, reason) in [
        // Un is not played under the Sun of the opponent who plays last.
        (
            2,
            "K-Sun",
            1,
            "O-3 O-Rei O-4 O-5 O-6 O-7",
            "K-Un G-9 O-8",
            "G-9",
            spares,
        ),
        // Nor held back for a partner's: what lies face down may be Sota.
        (
            3,
            "K-Sun",
            2,
            "O-4 O-5 ? O-6 ?",
            "K-Un G-9 O-8",
            "K-Un",
            un_over_sota,
        ),
        // The Sun has been kept back in this trick, and nothing else beats Un.
        (
            2,
            "K-Sun",
            3,
            "O-3 O-Rei O-4 O-5 O-6 O-7",
            "K-Un G-8",
            "K-Un",
            Reason::Strongest,
        ),
        // Sota is a partner's, so there is nothing to catch; an opponent's may be what lies face down.
        (
            3,
            "K-Sota",
            2,
            "O-4 O-5 ? O-6 O-7",
            "K-Un G-9 O-8",
            "K-Un",
            takes(1),
        ),
        (
            3,
            "K-Sota",
            5,
            "O-4 O-5 ? O-6 O-7",
            "K-Un K-3",
            "K-Un",
            un_over_sota,
        ),
        // It was kept back.
        (
            3,
            "K-Sota",
            7,
            "O-4 O-5 ? O-6 O-7",
            "K-Un G-9 O-8",
            "K-Un",
            takes(1),
        ),
    ] {
        let mut view = to_play(leader, okie, plays, rack);
        view.taker = Some(seat(of));
        let own = view.rack().expect("a seat has a rack").iter();
        let actions: Vec<Action> = own.copied().map(Action::Play).collect();
        let advised = Computer::advise(&view, &actions);
        let expected = Some((Action::Play(karuta(play)), reason));
        assert_eq!(advised, expected, "{okie} at {of}: {plays}; {rack}");
    }
    // Rei is brought to safety from an opponent's Robai; a partner's it need not fear.
    for (of, reason) in [(3, Reason::BringsToSafety), (4, Reason::Spares)] {
        let mut view = last_to_play("K-2", "K-Sun K-8 K-7 K-6 K-5 K-4 K-3", "K-Rei K-Un");
        view.taker = Some(seat(of));
        view.caller = view.taker;
        let own = view.rack().expect("a seat has a rack").iter();
        let actions: Vec<Action> = own.copied().map(Action::Play).collect();
        let advised = Computer::advise(&view, &actions).map(|(_, reason)| reason);
        assert_eq!(advised, Some(reason), "{of}");
    }
}
