//! What nobody may learn from a panel: who is asked, who is ready, and whatever lies where its reader cannot see it.

use super::*;

fn is_same(one: &Body, other: &Body) -> bool {
    let parts = |body: &Body| (body.text.clone(), body.rows.clone(), body.alt.clone());
    parts(one) == parts(other) && one.scene == other.scene
}

/// No karuta is named that the viewer has not seen, but for the one that everybody is asked for.
pub(super) fn names_only_what_is_known(body: &Body, view: &View, context: &str) {
    let words = Words::of(ENGLISH);
    let known = view.known();
    let named_by_the_rules: Vec<Karuta> = view
        .trump()
        .into_iter()
        .flat_map(|trump| [robai(trump), "P-Robai".parse().expect("tenka")])
        .collect();
    let hidden = |one: &Karuta| !known.contains(one) && !named_by_the_rules.contains(one);
    for one in Karuta::pack().into_iter().filter(hidden) {
        let (short, long) = (karuta::karuta(words, one), karuta::spoken(words, one));
        assert!(
            !body.text.contains(&short),
            "{context}: {one}: {}",
            body.text
        );
        assert!(!body.alt.contains(&long), "{context}: {one}: {}", body.alt);
        let is_on_a_button = own_presses(body).iter().any(|(press, _)| match press {
            Press::Play(slot) | Press::Lead(slot) | Press::Away(_, slot) => {
                slot.piece == one.into()
            }
            Press::Ready | Press::Robatta | Press::Order | Press::Trick(_) => false,
        });
        assert!(!is_on_a_button, "{context}: {one}");
    }
}

#[test]
fn nothing_depends_on_what_the_viewer_cannot_know() {
    for seed in [1, 2, 3] {
        let options = options(&[("match_length", "hitomaki")]);
        walk(&options, seed, |game, dice| {
            let is_robau = game.waiting().seats.len() > 1;
            for seat in Seat::all(SEATS) {
                if !is_robau && dice.below(4) > 0 {
                    continue;
                }
                let imagined = game.redeal_unseen(Viewer::Seat(seat), dice);
                let [here, there] = [game, &imagined].map(|game| look(game, &options, seat));
                let both = pages(&here).into_iter().zip(pages(&there));
                for (one, other) in both {
                    assert!(is_same(&one, &other), "seed {seed}: {}", one.text);
                }
            }
            ControlFlow::Continue(())
        });
    }
}

/// Somebody holds the trump robai; the okie is not it.
fn robau(seed: u64) -> (AnyGame, AnyOptions, Chance, Seat) {
    let options = options(&[]);
    let mut game = AnyGame::new(&options, SEATS);
    for seed in seed.. {
        let chance = Chance::from_seed(seed);
        let mut dealt = game.clone();
        dealt.obey(&game.deal(&chance));
        let calls = |seat: &Seat| {
            dealt
                .actions(*seat)
                .contains(&AnyAction::Meri(Action::Robatta))
        };
        if let Some(holder) = Seat::all(SEATS).find(calls) {
            game = dealt;
            return (game, options, chance, holder);
        }
    }
    unreachable!("one of so many deals has a holder")
}

#[test]
fn who_is_asked_and_who_is_ready_nobody_sees() {
    for seed in 1..20 {
        let (mut game, options, chance, holder) = robau(seed);
        let others: Vec<Seat> = Seat::all(SEATS).filter(|seat| *seat != holder).collect();
        let at_first: Vec<Body> = others
            .iter()
            .map(|seat| panel(&look(&game, &options, *seat)))
            .collect();
        let holders = panel(&look(&game, &options, holder));
        let last = others[6];
        for (number, seat) in others[..6].iter().enumerate() {
            let ready = AnyAction::Meri(Action::Ready);
            let events = game.decide(*seat, &ready, &chance).expect("ready");
            game.obey(&events);
            let here = look(&game, &options, *seat);
            let told = panel(&here);
            let last = told.text.lines().last().expect("a line");
            assert!(last.starts_with("✅"), "{}", told.text);
            assert_eq!(
                own_presses(&told).len(),
                own_presses(&at_first[number]).len() - 1
            );
            // The clocks of those who are still to answer say nothing to who has.
            let later = Look {
                deadline: Some(Moment::from_unix_ms(1_790_000_099_000)),
                ..here
            };
            assert!(is_same(&told, &panel(&later)), "{}", told.text);
        }
        let still = panel(&look(&game, &options, last));
        assert!(is_same(&still, &at_first[6]), "{}", still.text);
        let still = panel(&look(&game, &options, holder));
        assert!(is_same(&still, &holders), "{}", still.text);
    }
}

#[test]
fn only_the_holder_of_the_robai_reads_that_they_hold_it() {
    for seed in 1..20 {
        let (game, options, _, holder) = robau(seed);
        let holders = panel(&look(&game, &options, holder));
        let other = holder.next(SEATS);
        let others = panel(&look(&game, &options, other));
        let is_own = |line: &&str| {
            ["You are", "You hold", "You don't"]
                .iter()
                .any(|own| line.contains(own))
        };
        let common = |body: &Body| {
            let lines = body.text.lines().filter(|line| !is_own(line));
            lines.collect::<Vec<_>>().join("\n")
        };
        assert_eq!(common(&holders), common(&others));
        let holds = |body: &Body| body.text.contains("**You hold");
        assert!(holds(&holders) && !holds(&others), "{}", others.text);
        for seat in Seat::all(SEATS).filter(|seat| *seat != holder) {
            let text = panel(&look(&game, &options, seat)).text;
            assert!(
                text.contains("You don't hold") && text.contains("press **Ready**"),
                "{text}"
            );
        }
        let shape = |body: &Body| body.rows.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(shape(&others), [5, 4, 4, 2, 1]);
        assert_eq!(shape(&holders), [5, 4, 4, 2, 2]);
    }
}
