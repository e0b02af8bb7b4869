//! The first round of Okey 101 that is played to learn it.

use crate::discord::pages::kit::learn::{Asks, Course, Shows, Step};
use crate::discord::speech::words::Words;

/// The steps; the deal is the rules' (`rules/okey101/lesson.rs`).
pub(super) const COURSE: Course = Course {
    says: Words::learn_okey101,
    steps: &[
        Step {
            word: "table",
            shows: Shows::Board,
            marks: "",
            asks: Asks::Look,
            then: &[(3, "discard K1")],
        },
        Step {
            word: "melds",
            shows: Shows::Rack,
            marks: "R10 R11 R12 R13",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "points",
            shows: Shows::Rack,
            marks: "R1 R2 R3 K4 Y4 G4 K12 Y12 G12 R10 R11 R12 R13",
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
            word: "open",
            shows: Shows::Rack,
            marks: "Y6 Y7 Y8",
            asks: Asks::Moves(&["open best"]),
            then: &[],
        },
        Step {
            word: "discard",
            shows: Shows::Rack,
            marks: "K2",
            asks: Asks::Moves(&["discard K2"]),
            then: &[
                (1, "draw"),
                (1, "open Y10 Y11 Y12 Y13 / G10 G11 G12 / R8 K8 Y8"),
                (1, "discard K6"),
                (2, "draw"),
                (2, "discard Y3"),
                (3, "draw"),
                (3, "discard G1"),
            ],
        },
        Step {
            word: "others",
            shows: Shows::Board,
            marks: "",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "again",
            shows: Shows::Board,
            marks: "stock",
            asks: Asks::Moves(&["draw"]),
            then: &[],
        },
        Step {
            word: "costs",
            shows: Shows::Rack,
            marks: "R9 G13",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "lay",
            shows: Shows::Rack,
            marks: "R9 G13",
            asks: Asks::Moves(&["off R9 2", "off G13 7"]),
            then: &[],
        },
        Step {
            word: "safe",
            shows: Shows::Rack,
            marks: "G5",
            asks: Asks::Moves(&["discard G5"]),
            then: &[
                (1, "draw"),
                (1, "discard G3"),
                (2, "draw"),
                (2, "open K10 K11 K12 K13 / R11 R12 R13 / Y9 G9 K9"),
                (2, "discard Y2"),
                (3, "draw"),
                (3, "discard K3"),
            ],
        },
        Step {
            word: "last",
            shows: Shows::Board,
            marks: "stock",
            asks: Asks::Moves(&["draw"]),
            then: &[],
        },
        Step {
            word: "all",
            shows: Shows::Rack,
            marks: "Y5 K9 R10",
            asks: Asks::Moves(&["off Y5 3", "off K9 9", "off R10 10"]),
            then: &[],
        },
        Step {
            word: "finish",
            shows: Shows::Rack,
            marks: "Y1",
            asks: Asks::Moves(&["discard Y1"]),
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
