//! What panels tell: duties with their reasons, house rules, what is prepared.

use super::*;
use crate::computers::meri::Reason;
use crate::discord::pages::table_words::sign;
use crate::rules::karuta::Suit;
use crate::rules::meri::view::Taken;

fn says(look: &Look) -> String {
    panel(look).text
}

/// What is told in the course of some match, each with its reason.
const DUTIES: [&str; 12] = [
    "You lead: press any card. A trump makes it a **meri (メリ)**",
    "must follow suit or trump (monchi モンチ)",
    "You lead: press your last card.",
    "were led: press any card",
    "Press a card of that suit, or a trump",
    "were led, but you have none. Press any",
    "so press a trump:",
    "a trump was led, but you have none. Press any",
    "The dimmed ones are neither.",
    "The dimmed ones are not trumps.",
    "Trumps are dimmed: you can't lead the first trick",
    "(ichimai-zun 1枚ズン)",
];

#[test]
fn every_duty_is_told_with_its_reason() {
    let options = options(&[("match_length", "hitokiri")]);
    let mut left: Vec<&str> = DUTIES.to_vec();
    for seed in 1..100 {
        walk(&options, seed, |game, _| {
            if let Some(seat) = game.waiting().seats.iter().next() {
                let text = says(&look(game, &options, seat));
                left.retain(|told| !text.contains(told));
            }
            if left.is_empty() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if left.is_empty() {
            return;
        }
    }
    panic!("never told: {left:?}");
}

/// Where clubs are trump tenka is one of them, and no card beside them.
#[test]
fn whoever_must_play_a_trump_reads_of_tenka_only_beside_other_trumps() {
    let options = options(&[("match_length", "hitokiri")]);
    let mut met = BTreeSet::new();
    for seed in 1..100 {
        walk(&options, seed, |game, _| {
            if let Some(seat) = game.waiting().seats.iter().next() {
                let look = look(game, &options, seat);
                let text = says(&look);
                let task = text
                    .lines()
                    .find(|line| line.contains("so press a trump: "));
                if let Some(task) = task {
                    let is_pao = view(&look).trump() == Some(Suit::Pao);
                    assert_eq!(task.contains(", or 🎋Robai (tenka)."), !is_pao, "{task}");
                    assert_eq!(task.contains("a trump: 🎋 clubs (pao)."), is_pao, "{task}");
                    met.insert(is_pao);
                }
            }
            ControlFlow::Continue(())
        });
        if met.len() == 2 {
            return;
        }
    }
    panic!("only met: {met:?}");
}

#[test]
fn the_order_of_the_trumps_names_tenka_once() {
    let options = options(&[("match_length", "hitokiri")]);
    let other = find(&options, |look| {
        view(look).trump().is_some_and(|trump| trump != Suit::Pao)
    });
    let text = page(&other, Press::Order).expect("a page").text;
    let line = "-# 🎋Robai (tenka) (テンカ) is the fourth-best trump whatever suit is trump.";
    assert!(text.lines().any(|told| told == line), "{text}");
}

/// On a phone the first lines of a full panel are out of sight.
#[test]
fn what_is_to_be_done_stands_just_above_the_picture() {
    let options = options(&[]);
    let mut told = 0;
    walk(&options, 3, |game, _| {
        for seat in Seat::all(SEATS) {
            let look = look(game, &options, seat);
            if matches!(view(&look).phase, Phase::Play(_)) && arranged::is_turn(view(&look)) {
                let text = says(&look);
                let last = text.lines().last().expect("a line");
                assert!(last.starts_with("**Your turn.**"), "{text}");
                told += 1;
            }
        }
        ControlFlow::Continue(())
    });
    assert!(told > 50, "{told}");
}

/// A computer may have played for the seat before its owner came back to it.
#[test]
fn nobody_is_said_to_have_played_what_lies_there_for_their_seat() {
    let options = options(&[]);
    let (mut lying, mut taken) = (0, 0);
    walk(&options, 3, |game, _| {
        for seat in Seat::all(SEATS) {
            let look = look(game, &options, seat);
            let (view, text) = (view(&look), says(&look));
            assert!(
                !text.contains("You played") && !text.contains("You laid"),
                "{text}"
            );
            // It stands there while the others go on, also with the next trick.
            assert!(!text.contains("this trick: "), "{text}");
            let own = format!("Your card in trick {}: ", view.tricks.len() + 1);
            lying += usize::from(text.contains(&own));
            let Some(last) = view.tricks.last() else {
                continue;
            };
            let (number, sign) = (view.tricks.len(), sign(last.winner));
            let who = if last.winner == seat {
                format!("Trick {number} went to you with ")
            } else {
                format!("Trick {number} went to {sign} (")
            };
            assert!(text.contains(&who), "{who}: {text}");
            taken += usize::from(last.winner == seat);
        }
        ControlFlow::Continue(())
    });
    assert!(lying > 50 && taken > 20, "{lying} {taken}");
}

/// The same table with something else seen.
fn seeing(look: &Look, change: impl FnOnce(&mut View)) -> Look {
    let mut other = look.clone();
    if let Some(AnyView::Meri(view)) = &mut other.view {
        change(view);
        other.viewer = view.viewer;
    }
    other
}

#[test]
fn what_a_round_came_to_is_told_with_its_yaku_and_its_kiri() {
    let options = options(&[("match_length", "hitokiri")]);
    let mut told = 0;
    walk(&options, 1, |game, _| {
        let seat = Seat::new(3).expect("a seat");
        let look = look(game, &options, seat);
        let view = view(&look);
        if let (Phase::RoundOver, Some(total)) = (view.phase, view.total) {
            let text = says(&look);
            let [ours, theirs] = [total.counted.b, total.counted.a];
            let counted = format!("With the yaku {ours} to {theirs}").replace('-', "−");
            let has_yaku = view.tricks.iter().any(|trick| trick.made.is_some());
            let moved = total.counted != total.ko;
            assert!(has_yaku || !moved, "{text}");
            assert_eq!(text.contains(&counted), moved, "{text}");
            let who = if total.diff > 0 {
                "The other team"
            } else {
                "Your team"
            };
            assert!(text.contains(&format!("**{who} win")), "{text}");
            assert!(text.contains(&total.diff.abs().to_string()), "{text}");
            assert!(
                text.contains("Kiri (きり)") && text.contains("Trick 9 went to"),
                "{text}"
            );
            told += 1;
            let is_won = text.contains("has won it by");
            assert_eq!(is_won, game.standing().is_some(), "{text}");
        }
        ControlFlow::Continue(())
    });
    assert!(told >= 8, "only {told} rounds");
}

#[test]
fn rare_openings_are_told_too() {
    let options = options(&[]);
    let opening = find(&options, |look| {
        matches!(view(look).phase, Phase::Uchidashi(_))
    });
    let Phase::Uchidashi(taker) = view(&opening).phase else {
        unreachable!("just found");
    };
    let only = seeing(&opening, |view| {
        view.own.as_mut().expect("a rack").playable.truncate(1);
    });
    assert!(
        says(&only).contains("your only plain card"),
        "{}",
        says(&only)
    );
    let all_trumps = seeing(&opening, |view| {
        let trump = view.trump().expect("a trump");
        let own = view.own.as_mut().expect("a rack");
        own.rack = trumps(trump)[..10].to_vec();
        own.playable = own.rack.clone();
    });
    assert!(
        says(&all_trumps).contains("All ten are trumps"),
        "{}",
        says(&all_trumps)
    );
    assert_eq!(leads(&all_trumps).len(), 10);
    for (caller, told) in [(Some(taker), "called **Robatta**"), (None, "nobody called")] {
        let other = seeing(&opening, |view| {
            view.viewer = Viewer::Seat(taker.next(SEATS));
            view.caller = caller;
        });
        assert!(says(&other).contains(told), "{}", says(&other));
    }
}

/// Hachinin-meri rules 6: nobody else can call, so the dealer who holds the robai takes the okie in any case.
#[test]
fn a_dealer_who_holds_the_robai_reads_that_the_okie_is_theirs_in_any_case() {
    let options = options(&[]);
    for deals in [true, false] {
        let look = find(&options, |look| {
            let view = view(look);
            let holds = view.own.as_ref().is_some_and(|own| own.may_call);
            holds && view.phase == Phase::Robau && (look.viewer.seat() == view.dealer) == deals
        });
        let text = says(&look);
        assert!(text.contains("**You hold"), "{text}");
        assert_eq!(text.contains("are yours either way"), deals, "{text}");
        assert_eq!(text.contains("leave both to the dealer"), !deals, "{text}");
        let (words, view) = (Words::of(ENGLISH), view(&look));
        let why = MeriFace::reason(words, view, &Action::Robatta, &Reason::Calls);
        assert_eq!(why.contains("are yours either way"), deals, "{why}");
        assert_eq!(why.contains("you take the okie"), !deals, "{why}");
    }
}

#[test]
fn a_prepared_karuta_is_told_and_marked() {
    let options = options(&[]);
    let mut look = find(&options, |look| matches!(view(look).phase, Phase::Play(_)));
    look.actions.clear();
    look.waiting = None;
    let first = arranged::shown(&look, view(&look)).groups[0][0];
    let piece = first.into();
    for order in Order::ALL {
        look.desk = Some(Desk {
            order,
            plan: Plan::Ready { piece },
            ..Desk::default()
        });
        let shown = arranged::shown(&look, view(&look));
        let marks = arranged::marks(&look, view(&look), &shown);
        assert_eq!(marks.picked, arranged::place(&shown, first));
        let body = panel(&look);
        is_sound(&body, "prepared");
        let told = format!("play {}", karuta::karuta(Words::of(ENGLISH), first));
        assert!(body.text.contains(&told), "{}", body.text);
    }
    look.desk = Some(Desk {
        plan: Plan::Made { piece },
        ..Desk::default()
    });
    assert!(
        panel(&look).text.contains("played"),
        "{}",
        panel(&look).text
    );
    let desk = games::desk(reader(&look), desk::Page::Whole).expect("a desk");
    let is_of_drawing = |text: &str| text.contains("draw") || text.contains("tile");
    assert!(!is_of_drawing(&desk.text), "{}", desk.text);
    let labels = desk.rows.iter().flatten().map(|button| &button.label);
    assert!(!labels.into_iter().any(|label| is_of_drawing(label)));
}

#[test]
fn the_house_rules_are_told_where_they_matter() {
    let of = |set: &[(&str, &str)]| {
        let options = options(set);
        let asked = find(&options, |look| view(look).phase == Phase::Robau);
        let opening = find(&options, |look| {
            matches!(view(look).phase, Phase::Uchidashi(_))
        });
        let lead = leads(&opening)[0];
        let away = page(&opening, Press::Lead(lead)).expect("a page").text;
        (says(&asked), away)
    };
    let (asked, away) = of(&[]);
    let told = "every yaku with it worth 5 ko, for either team.";
    assert!(asked.contains(told), "{asked}");
    assert!(away.contains("only you know it"), "{away}");
    let (asked, away) = of(&[
        ("hidden_robai", "all_yaku"),
        ("yaku_high", "7"),
        ("opening_reveal", "all"),
    ]);
    assert!(
        asked.contains("every yaku of the round worth 7 ko"),
        "{asked}"
    );
    assert!(away.contains("everybody sees it"), "{away}");
    let (asked, _) = of(&[("yaku", "false")]);
    assert!(!asked.contains("yaku"), "{asked}");
    let (asked, _) = of(&[("yaku_high", "2")]);
    assert!(!asked.contains("worth"), "{asked}");
}

#[test]
fn the_page_of_the_trumps_tells_what_a_yaku_needs_and_moves() {
    let of = |set: &[(&str, &str)]| {
        let options = options(set);
        let look = find(&options, |look| matches!(view(look).phase, Phase::Play(_)));
        page(&look, Press::Order).expect("a page").text
    };
    for (set, told, untold) in [
        (
            &[][..],
            "moves 2 ko, 5 in the last trick, or with a Robai",
            "in play",
        ),
        (
            &[("hidden_robai", "all_yaku"), ("yaku_high", "7")],
            "7 in the last trick, or if the Robai",
            "in play",
        ),
        (
            &[("hidden_robai", "off")],
            "moves 2 ko, 5 in the last trick.",
            "Robai was",
        ),
        (&[("yaku_high", "2")], "moves 2 ko.", "last trick"),
        (
            &[("live_upper_required", "true")],
            "while a trump above the winning one is in play",
            "or if the Robai",
        ),
        (&[("yaku", "false")], "Trumps: ", "Yaku"),
    ] {
        let text = of(set);
        assert!(text.contains(told) && !text.contains(untold), "{text}");
    }
}

#[test]
fn the_taker_reads_what_they_laid_away_and_nobody_else_does() {
    let options = options(&[]);
    let mut told = 0;
    walk(&options, 2, |game, _| {
        for seat in Seat::all(SEATS) {
            let look = look(game, &options, seat);
            let away = view(&look).own.as_ref().and_then(|own| own.discard);
            let is_played = matches!(view(&look).phase, Phase::Play(_));
            let line = away.map(|away| {
                let away = karuta::karuta(Words::of(ENGLISH), away);
                format!("Laid away: {away}.")
            });
            let text = says(&look);
            let expected = line.filter(|_| is_played);
            assert_eq!(text.contains("Laid away: "), expected.is_some(), "{text}");
            assert!(expected.is_none_or(|line| text.contains(&line)), "{text}");
            told += usize::from(text.contains("Laid away: "));
        }
        if told < 100 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!(told, 100);
}

#[test]
fn a_panel_tells_what_was_played_since_and_after_whom_one_plays() {
    let options = options(&[("match_length", "hitokiri"), ("direction", "ccw")]);
    let (mut since, mut waits) = (0, 0);
    walk(&options, 3, |game, _| {
        for seat in Seat::all(SEATS) {
            let look = look(game, &options, seat);
            let (view, text) = (view(&look), says(&look));
            let Phase::Play(mover) = view.phase else {
                assert!(!text.contains("Since your last turn"), "{text}");
                continue;
            };
            let has_played = view.plays.iter().any(|play| play.seat == seat);
            let is_last = |trick: &Taken| trick.plays.last().is_some_and(|play| play.seat == seat);
            let told = mover == seat && view.tricks.last().is_some_and(|trick| !is_last(trick));
            assert_eq!(text.contains("Since your last turn"), told, "{text}");
            since += usize::from(told);
            let before = format!("you play after {}", sign(seat.next(SEATS)));
            let is_told = mover != seat && !has_played;
            assert_eq!(text.contains(&before), is_told, "{before}: {text}");
            waits += usize::from(is_told);
        }
        ControlFlow::Continue(())
    });
    assert!(since > 20 && waits > 100, "{since} {waits}");
}

/// Whoever takes a trick as the eighth leads at once, and nothing was played since.
#[test]
fn whoever_played_last_and_leads_reads_no_trick_that_is_over() {
    let options = options(&[("match_length", "hitokiri")]);
    let mut seen = 0;
    walk(&options, 7, |game, _| {
        let Some(seat) = game.waiting().seats.iter().next() else {
            return ControlFlow::Continue(());
        };
        let look = look(game, &options, seat);
        let (view, text) = (view(&look), says(&look));
        let last = view.tricks.last().and_then(|trick| trick.plays.last());
        let has_played_last = last.is_some_and(|play| play.seat == seat);
        if view.plays.is_empty() && has_played_last && view.phase == Phase::Play(seat) {
            seen += 1;
            for told in ["So far:", "Since your last turn:"] {
                assert!(!text.contains(told), "{text}");
            }
        }
        ControlFlow::Continue(())
    });
    assert!(seen > 0, "nobody took a trick as the eighth");
}
