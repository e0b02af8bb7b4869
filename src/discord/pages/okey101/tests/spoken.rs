//! The board and the score sheet of Okey 101 in words: they say what the picture and the text do.

use super::super::{Okey101Face, ended};
use super::*;
use crate::discord::pages::kit::face::Face;
use crate::rules::okey101::penalties::{Penalty, Reason};
use crate::rules::okey101::score::{Ending, Finish, Line};
use crate::rules::okey101::view::RoundResult;
use crate::rules::okey101::{OpenKind, Opening};
use crate::rules::{Outcome, PerSeat, Standing};
use crate::tables::{Life, Why};

/// The alt text of the board of this view.
fn alt(view: &View) -> String {
    let look = look(&dealt(&Options::default(), [RACK, POOR]), Viewer::Watcher);
    board::board(reader(&look), view, None).alt
}

/// What everybody sees of a round that was just dealt.
fn watched() -> View {
    let game = dealt(&Options::default(), [RACK, POOR]);
    view(&look(&game, Viewer::Watcher)).clone()
}

/// The score sheet after rounds that cost the one seat 1, 2, 3, and the other ten times as much.
fn after(rounds: i32) -> View {
    let seen = watched();
    let cost = |round: i32| [round, 10 * round].into_iter().collect();
    let sum: i32 = (1..=rounds).sum();
    View {
        phase: Phase::RoundOver,
        result: Some(RoundResult {
            ending: Ending::Exhausted,
            counted: true,
            lines: PerSeat::new(2, |_| Default::default()),
        }),
        round: u32::try_from(rounds).expect("few rounds"),
        sheet: (1..=rounds).map(cost).collect(),
        totals: [sum, 10 * sum].into_iter().collect(),
        counting: [sum, 10 * sum].into_iter().collect(),
        ..seen
    }
}

#[track_caller]
fn assert_says(alt: &str, said: &[&str]) {
    for said in said {
        assert!(alt.contains(said), "{said}: {alt}");
    }
}

#[test]
fn a_board_in_words_says_which_round_it_is_and_what_an_opening_needs() {
    let mut seen = watched();
    let said = alt(&seen);
    assert_says(
        &said,
        &[
            "The table in round 1 of 5, ",
            "It is Blue circle's turn. To open: 101 points, or 5 doubles.",
        ],
    );
    seen.opened = PerSeat::new(2, |_| {
        Some(Opening {
            kind: OpenKind::Series,
            worth: 101,
            low: false,
        })
    });
    assert!(!alt(&seen).contains("To open"), "everybody has opened");
}

#[test]
fn what_the_picture_tells_of_penalties_is_told_in_words() {
    let mut seen = watched();
    assert!(!alt(&seen).contains("was charged"), "nobody was");
    let twice = [(Reason::OpeningFailed, 101), (Reason::TookBackSeveral, 50)];
    seen.penalties = twice
        .map(|(reason, points)| Penalty {
            seat: seat(1),
            reason,
            points,
        })
        .to_vec();
    let said = alt(&seen);
    assert_says(&said, &["Orange diamond was charged 151 in this round."]);
    assert!(!said.contains("Blue circle was charged"), "{said}");

    let mut seen = after(2);
    let held = Line {
        acts: 101,
        held: 50,
        ..Line::default()
    };
    let result = seen.result.as_mut().expect("the round is over");
    result.lines = [Line::default(), held].into_iter().collect();
    let said = alt(&seen);
    assert_says(
        &said,
        &["Of the last round of Orange diamond, 151 are penalties."],
    );
    assert!(!said.contains("of Blue circle"), "{said}");
}

#[test]
fn a_board_in_words_says_who_dealt() {
    let mut seen = watched();
    seen.dealer = Some(seat(1));
    assert_says(&alt(&seen), &[" Orange diamond dealt. "]);
}

#[test]
fn a_score_sheet_in_words_says_that_nobody_finished_and_that_a_round_is_void() {
    for (ending, counted, said) in [
        (
            Ending::Exhausted,
            true,
            "Round 1 is over: the stock ran out and nobody finished. ",
        ),
        (
            Ending::Cancelled,
            false,
            "Round 1 is void: everybody opened with doubles. It is dealt again. ",
        ),
        (
            Ending::Cancelled,
            true,
            "Round 1 is void for the fifth time",
        ),
    ] {
        let mut seen = after(1);
        let lines = PerSeat::new(2, |_| Line::default());
        seen.result = Some(RoundResult {
            ending,
            counted,
            lines,
        });
        assert_says(&alt(&seen), &[said]);
    }
}

#[test]
fn a_board_in_words_names_the_taken_tile() {
    let mut seen = watched();
    seen.phase = Phase::Taken(seat(0));
    seen.taken = Some(tile("R10"));
    let said = alt(&seen);
    let told = "turn. Blue circle took red 10 and must use it or give it back. To open: ";
    assert_says(&said, &[told]);
}

#[test]
fn the_words_for_teams_stand_on_the_board_and_on_the_sheet() {
    for mut seen in [watched(), after(2)] {
        assert!(!alt(&seen).contains("Teams: "));
        seen.options.teams = true;
        seen.totals = [7, 2].into_iter().collect();
        seen.counting = [12, 5].into_iter().collect();
        let teams = "Teams: Blue circle and Purple square 12, Orange diamond and Red triangle 5.";
        let said = alt(&seen);
        assert_says(&said, &[teams]);
        assert!(
            said.contains(" 7 points") || said.contains("in all 7."),
            "{said}"
        );
    }
}

#[test]
fn a_score_sheet_in_words_sums_the_rounds_that_its_picture_sums() {
    assert_says(
        &alt(&after(11)),
        &[
            "The score sheet after round 11. ",
            "Blue circle: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, in all 66.",
        ],
    );
    assert_says(
        &alt(&after(13)),
        &[
            "The score sheet after round 13; the first number of each seat sums rounds 1 to 3. ",
            "Blue circle: 6, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, in all 91.",
        ],
    );
}

/// The line of a board about what the round cost the second seat, which opened so and paid this, while the first finished or
/// nobody did.
fn told_of(opened: Option<OpenKind>, finish: Option<Finish>, line: Line) -> String {
    let mut view = after(1);
    let opening = opened.map(|kind| Opening {
        kind,
        worth: 101,
        low: false,
    });
    view.opened = PerSeat::new(2, |_| opening);
    let mut lines = PerSeat::new(2, |_| Line::default());
    lines[seat(1)] = line;
    view.result = Some(RoundResult {
        ending: finish.map_or(Ending::Exhausted, Ending::Finished),
        counted: true,
        lines,
    });
    view.standing = Some(standing());
    let look = look(&dealt(&Options::default(), [RACK, POOR]), Viewer::Watcher);
    let told = board::board(reader(&look), &view, None).text;
    let mut own = told.lines().filter(|line| line.starts_with("🔶"));
    own.next_back()
        .unwrap_or_else(|| panic!("{told}"))
        .to_owned()
}

#[test]
fn whoever_pays_for_a_round_reads_for_what_also_after_an_only_one() {
    let line = |base, multiplier, held, acts| Line {
        base,
        multiplier,
        held,
        acts,
        total: base * multiplier + held + acts,
    };
    let joker = Finish {
        seat: seat(0),
        joker: true,
        doubles: false,
        elden: false,
    };
    let plain = Finish {
        joker: false,
        ..joker
    };
    let (series, doubles) = (Some(OpenKind::Series), Some(OpenKind::Doubles));
    for (opened, finish, cost, told) in [
        (None, None, line(202, 1, 0, 0), "**+202** (not opened) →"),
        (
            None,
            Some(joker),
            line(202, 2, 0, 101),
            "**+505** (not opened: 2 × 202 + 101 penalty) →",
        ),
        (series, None, line(36, 1, 0, 0), "**+36** (tiles left) →"),
        (
            series,
            Some(plain),
            line(36, 1, 101, 0),
            "**+137** (tiles left: 36 + 101 for a held okey) →",
        ),
        (
            doubles,
            Some(plain),
            line(72, 1, 0, 0),
            "**+72** (tiles left, doubled) →",
        ),
    ] {
        let said = told_of(opened, finish, cost);
        assert!(said.contains(told), "{told}: {said}");
    }
}

/// A game that is over after rounds with these costs of its two seats.
fn over(sheet: &[[i32; 2]]) -> View {
    let mut view = after(0);
    view.sheet = sheet
        .iter()
        .map(|costs| costs.iter().copied().collect())
        .collect();
    view.standing = Some(standing());
    view
}

fn standing() -> Standing {
    Standing {
        points: [0, 0].into_iter().collect(),
        places: [1, 2].into_iter().collect(),
        outcomes: [Outcome::Won, Outcome::Lost].into_iter().collect(),
        sides: [0, 1].into_iter().collect(),
    }
}

#[test]
fn the_finest_rounds_are_those_in_which_somebody_did_something() {
    let finest = |sheet: &[[i32; 2]]| {
        let look = look(&dealt(&Options::default(), [RACK, POOR]), Viewer::Watcher);
        ended::ended(reader(&look), &over(sheet))
            .expect("it is over")
            .finest
    };
    assert_eq!(finest(&[[0, 0], [40, 202]]), None);
    assert_eq!(finest(&[[0, 0], [0, 0]]), None);
    let one = finest(&[[202, -101], [-202, 404], [-101, 202]]).expect("a line");
    assert!(
        one.contains("**Finest round:** 🔵") && one.ends_with("−202 points in round 2."),
        "{one}"
    );
    let two = finest(&[[202, -101], [-101, 202]]).expect("a line");
    for said in [
        "**Finest rounds,** −101 points each: 🔶",
        "in round 1, 🔵",
        "in round 2.",
    ] {
        assert!(two.contains(said), "{two}");
    }
    assert_eq!(finest(&[[202, -101]; 4]), None);
}

#[test]
fn the_picture_of_a_game_that_is_over_is_told_as_it_is() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let mut view = View {
        table: view(&look(&game, Viewer::Watcher)).table.clone(),
        ..over(&[[-101, 202]])
    };
    view.totals = [-101, 202].into_iter().collect();
    view.counting = view.totals.clone();
    let look = look(&game, Viewer::Watcher);
    let board = board::board(reader(&look), &view, None);
    let ended = ended::ended(reader(&look), &view).expect("it is over");
    let alt = ended.after(reader(&look), &standing(), board).alt;
    assert_says(
        &alt,
        &[
            "The game is over. By place: 1 Blue circle (−101), 2 ",
            "Shown: what Blue circle laid in the last round: ",
            "red 13",
        ],
    );
    assert!(!alt.contains("score sheet"), "{alt}");
}

#[test]
fn penalties_that_are_not_told_one_by_one_are_summed() {
    use crate::rules::okey101::penalties::{Penalty, Reason};
    let penalty = |owner: usize| Penalty {
        seat: seat(owner),
        points: 101,
        reason: Reason::OpeningFailed,
    };
    let look = look(&dealt(&Options::default(), [RACK, POOR]), Viewer::Watcher);
    let told = |owners: &[usize]| {
        let view = View {
            penalties: owners.iter().map(|owner| penalty(*owner)).collect(),
            ..watched()
        };
        board::board(reader(&look), &view, None).text
    };
    let few = told(&[0, 1, 0, 1]);
    assert!(!few.contains("before: "), "{few}");
    assert_eq!(few.matches("a failed opening").count(), 4, "{few}");
    let many = told(&[0, 0, 1, 0, 1, 0, 1]);
    assert!(
        many.contains("⚠️ 3 penalties before: 🔵 **+202** (2×) · 🔶 **+101**"),
        "{many}"
    );
    assert_eq!(many.matches("a failed opening").count(), 4, "{many}");
}

#[test]
fn who_asks_for_an_opening_that_is_too_low_is_told_what_is_missing() {
    let strict = Options {
        penalties: Penalties::Strict,
        ..Options::default()
    };
    for (rack, said) in [
        (
            &format!("{POOR} Y1")[..],
            "Nothing was laid: your best opening is worth 33, 68 short of 101, and you have 0 of the 5 doubles",
        ),
        (
            RACK,
            "The opening was not laid: it has 1 double, and 5 are needed.",
        ),
    ] {
        let game = dealt(&strict, [rack, POOR]);
        let seen = game.view(Viewer::Seat(seat(0)));
        let action = typed::read("open doubles", &game.actions(seat(0)), Some(&seen));
        let action = action.expect("a move");
        let refused = game.decide(seat(0), &action, &Chance::from_seed(0)).err();
        let refused = refused.expect("it is refused, and costs nothing");
        let told = Okey101Face::refusal(Words::of("en"), &refused, Some(&seen));
        assert!(told.starts_with(said), "{told}");
    }
}

#[test]
fn a_table_that_was_closed_advises_nothing() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let mut look = look(&game, Viewer::Seat(seat(0)));
    let fits = |look: &Look| {
        let body = panel::panel(reader(look), view(look), None);
        (
            body.text.contains("These fit the table"),
            body.alt.contains("These fit the table"),
        )
    };
    assert_eq!(fits(&look), (true, true));
    look.life = Life::Abandoned(Why::Voted);
    assert_eq!(fits(&look), (false, false));
}

#[test]
fn whoever_has_not_opened_reads_that_tiles_fit_the_table_once_they_have() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let tells = |game: &Okey101, owner: usize, said: [&str; 2]| {
        let Body { text, alt, .. } = panel_of(game, owner);
        assert!(text.contains(said[0]), "{text}");
        assert!(alt.contains(said[1]), "{alt}");
    };
    let open = ["⤵️ These fit the table: ", " These fit the table: "];
    tells(&game, 0, open);
    plays(&mut game, 0, "discard Y1");
    tells(&game, 1, ["Once you have opened, these fit the table: "; 2]);
    // Who waits reads nothing that others change before their turn.
    let Body { text, alt, .. } = panel_of(&game, 0);
    assert!(!text.contains("fit the table"), "{text}");
    assert!(!alt.contains("fit the table"), "{alt}");
}

#[test]
fn at_a_table_that_was_closed_no_tile_can_be_taken_laid_off_or_taken_back() {
    let moves = |look: &Look| {
        let panel = games::panel(reader(look), None).expect("a seat");
        let labels = buttons(&panel).filter(|button| button.enabled);
        let labels: Vec<String> = labels.map(|button| button.label.clone()).collect();
        labels.join(" | ")
    };
    let closed = |look: &Look| Look {
        life: Life::Abandoned(Why::Voted),
        actions: Vec::new(),
        ..look.clone()
    };
    let rack = RACK.replace("Y3", "Y9");
    let mut game = dealt(&Options::default(), [&rack, POOR]);
    plays(&mut game, 0, OPENING);
    let look_of = |game: &Okey101, index| look(game, Viewer::Seat(seat(index)));
    let own = look_of(&game, 0);
    assert!(moves(&own).contains("Lay off"), "{}", moves(&own));
    assert_eq!(moves(&closed(&own)), "");
    plays(&mut game, 0, "off Y9 3");
    let own = look_of(&game, 0);
    assert!(moves(&own).contains("Take back"), "{}", moves(&own));
    assert_eq!(moves(&closed(&own)), "");
    plays(&mut game, 0, "discard Y1");
    let own = look_of(&game, 1);
    assert!(moves(&own).contains("Take "), "{}", moves(&own));
    assert_eq!(moves(&closed(&own)), "");
}

#[test]
fn where_the_sheet_is_the_board_the_panel_has_no_button_for_it() {
    let mut look = look(
        &dealt(&Options::default(), [RACK, POOR]),
        Viewer::Seat(seat(0)),
    );
    let over = View {
        result: after(1).result,
        phase: Phase::RoundOver,
        ..view(&look).clone()
    };
    look.view = Some(AnyView::Okey101(Box::new(over)));
    look.life = Life::Finished;
    let panel = games::panel(reader(&look), None).expect("a seat");
    let is_sheet = |button: &Button| {
        let press: AnyPress = button.id.parse().expect("a press of ours");
        press.verb == Verb::Sheet
    };
    assert!(!buttons(&panel).any(is_sheet), "{:?}", panel.rows);
}

/// As the picture has it in gold.
#[test]
fn an_okey_on_the_table_is_told_with_what_it_stands_for() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, OPENING);
    let mut seen = view(&look(&game, Viewer::Watcher)).clone();
    let okey = seen.okey().expect("a round is played");
    let run = seen.table.iter().position(|meld| meld.kind == Kind::Run);
    let run = &mut seen.table[run.expect("a run")];
    let Stands::Face(face) = run.stands[1] else {
        panic!("a tile of a run has a face");
    };
    run.tiles[1] = Tile::Numbered(okey);
    let told = format!("{} (okey) as {}", okey.number(), face.number());
    let alt = alt(&seen);
    assert!(alt.contains(&format!("{told},")), "{told}: {alt}");
    let text = board::meld_lines(Words::of("en"), &seen).join("\n");
    assert!(text.contains(&told), "{told}: {text}");
}
