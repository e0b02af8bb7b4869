//! How the computers of Hachinin-meri play: single racks, and matches against each other.

use crate::rules::karuta::{self, Karuta};
use crate::rules::meri::options::MatchLength;
use crate::rules::meri::trick::Cut;
use crate::rules::meri::view::{Phase, Pile, Played};
use crate::rules::meri::{Action, Meri, Options, SEATS, Team, View, Yaku, order};
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

/// A view of seat 0, which plays last to a trick that seat 1 led: `?` lies face down.
fn last_to_play(okie: &str, plays: &str, rack: &str) -> View {
    let karuta = |text: &str| -> Karuta { text.parse().expect("a karuta") };
    let mut game = Meri::new(&Options::default(), SEATS);
    game.obey(&game.deal(&Chance::from_seed(1)));
    let first = Seat::all(1).next().expect("a seat");
    let mut view = game.view(Viewer::Seat(first));
    let others = Seat::all(SEATS).skip(1);
    let played = |(seat, text): (Seat, &str)| Played {
        seat,
        karuta: (text != "?").then(|| karuta(text)),
        cut: (text == "?").then_some(Cut::Sashi),
    };
    view.plays = others.zip(plays.split_whitespace()).map(played).collect();
    view.okie = Some(karuta(okie));
    view.phase = Phase::Play(first);
    let mut own: Vec<Karuta> = rack.split_whitespace().map(karuta).collect();
    own.sort_unstable();
    view.held = PerSeat::new(SEATS, |seat| own.len() - usize::from(seat != first));
    if let Some(seat) = &mut view.own {
        seat.rack = own;
    }
    view
}

#[test]
fn the_last_player_weighs_what_lies_there() {
    let partner = Seat::new(2).expect("a small number");
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
        let expected = Action::Play(play.parse().expect("a karuta"));
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
    let karuta = |text: &str| -> Karuta { text.parse().expect("a karuta") };
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
