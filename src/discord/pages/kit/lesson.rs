//! Lessons: a game taught in steps with pictures, and its own words explained; for games whose short rules are not enough.

use crate::drawing::Scene;

/// All that teaches a game beyond its short rules; empty where these say everything.
#[derive(Default)]
pub(crate) struct Lessons {
    /// From the goal to the points, one after another.
    pub steps: Vec<Lesson>,
    /// Its own words explained, page by page.
    pub words: Vec<String>,
}

/// One step.
pub(crate) struct Lesson {
    /// What it says, under a heading.
    pub text: String,
    /// What it shows.
    pub picture: Option<Shown>,
}

/// A picture, and what it shows in words.
pub(crate) struct Shown {
    /// The picture.
    pub scene: Scene,
    /// The same in words.
    pub alt: String,
}
