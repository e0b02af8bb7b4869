//! The first round of Kaluki that is played to learn it.

use crate::discord::pages::kit::learn::{Asks, Course, Shows, Step};
use crate::discord::speech::words::Words;

/// The steps; the deal is the rules' (`rules/kaluki/lesson.rs`).
pub(super) const COURSE: Course = Course {
    says: Words::learn_kaluki,
    steps: &[
        Step {
            word: "table",
            shows: Shows::Board,
            marks: "",
            asks: Asks::Look,
            then: &[(2, "draw"), (2, "discard d2")],
        },
        Step {
            word: "melds",
            shows: Shows::Rack,
            marks: "hK dK cK",
            asks: Asks::Look,
            then: &[],
        },
        Step {
            word: "forty",
            shows: Shows::Rack,
            marks: "hK dK cK",
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
            marks: "s4 s5 s6",
            asks: Asks::Moves(&["open best"]),
            then: &[],
        },
        Step {
            word: "discard",
            shows: Shows::Rack,
            marks: "cA",
            asks: Asks::Moves(&["discard cA"]),
            then: &[
                (1, "draw"),
                (1, "open h7 Jk=h8 h9 / cQ dQ sQ"),
                (1, "discard c4"),
                (2, "draw"),
                (2, "discard d5"),
            ],
        },
        Step {
            word: "others",
            shows: Shows::Board,
            marks: "Jk",
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
            word: "swap",
            shows: Shows::Rack,
            marks: "h8 c3 d3",
            asks: Asks::Moves(&["exchange 3: h8 -> meld c3 d3 Jk"]),
            then: &[],
        },
        Step {
            word: "build",
            shows: Shows::Rack,
            marks: "s7 h10 hQ",
            asks: Asks::Moves(&["build 1 s7", "build 3 h10", "build 4 hQ"]),
            then: &[],
        },
        Step {
            word: "throw",
            shows: Shows::Rack,
            marks: "d9",
            asks: Asks::Moves(&["discard d9"]),
            then: &[
                (1, "draw"),
                (1, "discard d6"),
                (2, "draw"),
                (2, "discard c2"),
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
            word: "lay",
            shows: Shows::Rack,
            marks: "s8",
            asks: Asks::Moves(&["build 1 s8", "discard c6"]),
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
