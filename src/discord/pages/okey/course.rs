//! The first round of Okey that is played to learn it.

use crate::discord::pages::kit::learn::{Asks, Course, Shows, Step};
use crate::discord::speech::words::Words;

/// The steps; the deal is the rules' (`rules/okey/lesson.rs`).
pub(super) const COURSE: Course = Course {
    says: Words::learn_okey,
    steps: &[
        Step {
            word: "table",
            shows: Shows::Board,
            marks: "",
            asks: Asks::Look,
            then: &[(3, "discard Y12")],
        },
        Step {
            word: "arrange",
            shows: Shows::Rack,
            marks: "",
            asks: Asks::Arrange,
            then: &[],
        },
        Step {
            word: "run",
            shows: Shows::Rack,
            marks: "K3 K4 K5",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "set",
            shows: Shows::Rack,
            marks: "R9 G9 Y9",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "okey",
            shows: Shows::Rack,
            marks: "R4",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "joker",
            shows: Shows::Rack,
            marks: "F R6 R7",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "draw",
            shows: Shows::Board,
            marks: "stock",
            asks: Asks::Moves(&["draw"]),
            then: &[],
        },
        Step {
            word: "discard",
            shows: Shows::Rack,
            marks: "R1",
            asks: Asks::Moves(&["discard R1"]),
            then: &[
                (1, "draw"),
                (1, "discard K1"),
                (2, "draw"),
                (2, "discard G1"),
                (3, "draw"),
                (3, "discard G10"),
            ],
        },
        Step {
            word: "take",
            shows: Shows::Board,
            marks: "G10",
            asks: Asks::Moves(&["take"]),
            then: &[],
        },
        Step {
            word: "throw",
            shows: Shows::Rack,
            marks: "K13",
            asks: Asks::Moves(&["discard K13"]),
            then: &[
                (1, "draw"),
                (1, "discard R13"),
                (2, "draw"),
                (2, "discard Y13"),
                (3, "draw"),
                (3, "discard Y11"),
            ],
        },
        Step {
            word: "luck",
            shows: Shows::Board,
            marks: "stock",
            asks: Asks::Moves(&["draw"]),
            then: &[],
        },
        Step {
            word: "finish",
            shows: Shows::Rack,
            marks: "R5 Y2",
            asks: Asks::Moves(&["finish Y2"]),
            then: &[],
        },
        Step {
            word: "end",
            shows: Shows::Board,
            marks: "",
            asks: Asks::Look,
            then: &[],
        },
    ],
};
